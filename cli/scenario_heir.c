/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The difference of two resolved scenarios.  Their layout is that of the library's writer: blocks down to the
 * second level, below that one line per entry. */
#include "scenario_heir.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *text;
    size_t length;
} Span;

/* What is laid over a base as a whole: a line, or a signal with the lines below it. */
typedef struct {
    Span section, sub; /* where it stands; empty: not in one */
    Span key, text;    /* the text with its key, without indentation and comment */
    bool given;        /* neither a comment nor a default */
    bool done;
} Item;

typedef struct {
    Item *item;
    size_t count, room;
    bool failed;
} Items;

static bool same(Span a, Span b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

static bool is(Span a, const char *word) { return same(a, (Span){word, strlen(word)}); }

static void append(Items *items, Item item)
{
    if (items->count == items->room) {
        size_t room = 2 * items->room + 64;
        Item *more = realloc(items->item, room * sizeof *more);
        if (!more) {
            items->failed = true;
            return;
        }
        items->item = more;
        items->room = room;
    }
    items->item[items->count++] = item;
}

/* ---- Reading ---- */

/* Where the comment of a line begins, or its end. */
static size_t comment_at(const char *line, size_t length)
{
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        if (quoted && line[i] == '\\')
            i++;
        else if (line[i] == '"')
            quoted = !quoted;
        else if (line[i] == '#' && !quoted)
            return i;
    }
    return length;
}

static Span key_of(const char *line, size_t length)
{
    size_t n = 0;
    bool quoted = false;
    for (; n < length && (quoted || line[n] != ':'); n++)
        quoted = line[n] == '"' ? !quoted : quoted;
    return (Span){line, n};
}

/* One line without its end: opens a section, adds an item, or goes on with a signal. */
static void read_line(Items *items, const char *line, size_t length, Span *section, Span *sub)
{
    size_t blanks = strspn(line, " "), end = comment_at(line, length), note = end;
    int depth = (int)blanks / 2;
    while (end > blanks && line[end - 1] == ' ')
        end--;
    if (end <= blanks)
        return; /* a comment */
    Span key = key_of(line + blanks, end - blanks);
    bool block = key.length + 1 == end - blanks; /* "key:" alone */
    if (depth == 0)
        *section = block ? key : (Span){"", 0};
    if (depth <= 1)
        *sub = block && depth == 1 ? key : (Span){"", 0};
    if (depth == 2 && is(*section, "inputs")) { /* a part of the signal that began before */
        Item *signal = &items->item[items->count - 1];
        signal->text.length = (size_t)(line + end - signal->text.text);
        return;
    }
    if (block && !(depth == 1 && is(*section, "inputs")))
        return;
    append(items, (Item){.section = depth == 0 ? (Span){"", 0} : *section,
                         .sub = depth < 2 ? (Span){"", 0} : *sub,
                         .key = key,
                         .text = {line + blanks, end - blanks},
                         .given = !is((Span){line + note, length - note}, "# default")});
}

static Items read_items(const char *text)
{
    Items items = {.count = 0};
    Span section = {"", 0}, sub = {"", 0};
    while (*text && !items.failed) {
        size_t length = strcspn(text, "\n");
        read_line(&items, text, length, &section, &sub);
        text += length + (text[length] == '\n');
    }
    return items;
}

/* ---- The difference ---- */

static const Item *find(const Items *items, const Item *like)
{
    for (size_t i = 0; i < items->count; i++) {
        const Item *item = &items->item[i];
        if (same(item->section, like->section) && same(item->sub, like->sub) &&
            same(item->key, like->key))
            return item;
    }
    return NULL;
}

static Items difference(const Items *heir, const Items *base)
{
    Items out = {.count = 0};
    for (size_t i = 0; i < heir->count; i++) {
        const Item *item = &heir->item[i], *below = find(base, item);
        if (item->given && !(below && below->given && same(item->text, below->text)))
            append(&out, *item);
    }
    for (size_t i = 0; i < base->count; i++) {
        Item item = base->item[i];
        const Item *above = find(heir, &item);
        item.text = (Span){"~", 1};
        if (item.given && !(above && above->given))
            append(&out, item);
    }
    return out;
}

static void put_item(FILE *out, Item *item, const char *indent)
{
    bool null = is(item->text, "~");
    fprintf(out, "%s%.*s%s\n", indent, (int)(null ? item->key.length : item->text.length),
            null ? item->key.text : item->text.text, null ? ": ~" : "");
    item->done = true;
}

static void put_sub(FILE *out, Items *items, const Item *first)
{
    Span section = first->section, sub = first->sub;
    fprintf(out, "  %.*s:\n", (int)sub.length, sub.text);
    for (size_t i = 0; i < items->count; i++)
        if (same(items->item[i].section, section) && same(items->item[i].sub, sub))
            put_item(out, &items->item[i], "    ");
}

static void put_section(FILE *out, Items *items, Span section)
{
    fprintf(out, "%.*s:\n", (int)section.length, section.text);
    for (size_t i = 0; i < items->count; i++) {
        Item *item = &items->item[i];
        if (item->done || !same(item->section, section))
            continue;
        if (item->sub.length > 0)
            put_sub(out, items, item);
        else
            put_item(out, item, "  ");
    }
}

bool scenario_heir_write(FILE *out, const char *resolved, const char *base)
{
    Items heir = read_items(resolved), old = read_items(base);
    Items items = difference(&heir, &old);
    const bool good = !heir.failed && !old.failed && !items.failed;
    for (size_t i = 0; good && i < items.count; i++) {
        if (items.item[i].done)
            continue;
        if (items.item[i].section.length > 0)
            put_section(out, &items, items.item[i].section);
        else
            put_item(out, &items.item[i], "");
    }
    free(heir.item);
    free(old.item);
    free(items.item);
    return good;
}
