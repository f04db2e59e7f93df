/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A tree as YAML text that reads back as the same tree. */
#include "scenario/tree_write.h"

#include "io/utf8.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK_DEPTH = 2, NOTE_COLUMN = 40 };

/* Text that grows in an arena; `failed` sticks. */
typedef struct Text {
    StnArena *arena;
    char *data;
    size_t length, capacity;
    bool failed;
} Text;

static void put(Text *text, const char *more, size_t length)
{
    if (text->failed)
        return;
    if (text->length + length + 1 > text->capacity) {
        const size_t capacity = 2 * (text->capacity + length) + 1024;
        char *data = stn_arena_take(text->arena, capacity);
        if (data == NULL) {
            text->failed = true;
            return;
        }
        if (text->length > 0)
            memcpy(data, text->data, text->length);
        text->data = data;
        text->capacity = capacity;
    }
    memcpy(text->data + text->length, more, length);
    text->length += length;
    text->data[text->length] = '\0';
}

static void puts_text(Text *text, const char *more) { put(text, more, strlen(more)); }

/* ---- Scalars --------------------------------------------------------------------------------- */

static bool is_alnum(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Whether a text can stand without quotes, in flow style too, and is not taken for a null. */
static bool is_plain(const char *s)
{
    const size_t length = strlen(s);
    if (length == 0 || strcmp(s, "null") == 0 || s[length - 1] == ' ')
        return false;
    const bool sign = (s[0] == '-' || s[0] == '+') && is_alnum(s[1]);
    if (!is_alnum(s[0]) && s[0] != '_' && s[0] != '/' && s[0] != '.' && !sign)
        return false;
    for (const char *c = s; *c != '\0'; c++)
        if (!is_alnum(*c) && strchr("_./()*^+-% ", *c) == NULL)
            return false;
    return true;
}

/* Characters that YAML cannot show as they are, or takes for line breaks. */
static bool needs_escape(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code <= 0xA0) || code == 0x2028 || code == 0x2029 ||
           code == 0xFEFF || (code >= 0xD800 && code <= 0xDFFF) || code == 0xFFFE || code == 0xFFFF;
}

static void put_quoted(Text *text, const char *s)
{
    const char *end = s + strlen(s);
    put(text, "\"", 1);
    while (s < end) {
        const char *start = s;
        const uint32_t code = stn_utf8_next(&s, end);
        char escape[16];
        if (code == '"' || code == '\\')
            put(text, "\\", 1);
        if (code == '\n') {
            puts_text(text, "\\n");
        } else if (needs_escape(code)) {
            snprintf(escape, sizeof escape, "\\U%08X", (unsigned)code);
            puts_text(text, escape);
        } else {
            put(text, start, (size_t)(s - start));
        }
    }
    put(text, "\"", 1);
}

static void put_scalar(Text *text, const char *s)
{
    if (is_plain(s))
        puts_text(text, s);
    else
        put_quoted(text, s);
}

/* ---- Comments -------------------------------------------------------------------------------- */

/* One line: control characters become blanks. */
static void put_comment(Text *text, const char *s)
{
    for (; *s != '\0'; s++)
        put(text, (unsigned char)*s < 0x20 || *s == 0x7F ? " " : s, 1);
}

static void put_note(Text *text, const char *note, size_t line_start)
{
    if (note == NULL)
        return;
    do
        put(text, " ", 1);
    while (!text->failed && text->length - line_start < NOTE_COLUMN);
    puts_text(text, "# ");
    put_comment(text, note);
}

/* ---- Trees ----------------------------------------------------------------------------------- */

static void put_flow(Text *text, const StnNode *node)
{
    if (node->kind == STN_NODE_SCALAR) {
        if (stn_node_is_null(node))
            put(text, "~", 1);
        else
            put_scalar(text, node->text);
        return;
    }
    const bool map = node->kind == STN_NODE_MAP;
    bool first = true;
    put(text, map ? "{" : "[", 1);
    for (int i = 0; i < node->count; i++) {
        const StnEntry *entry = &node->entry[i];
        if (entry->value->off)
            continue;
        if (!first)
            puts_text(text, ", ");
        first = false;
        if (map) {
            put_scalar(text, entry->key->text);
            puts_text(text, ": ");
        }
        put_flow(text, entry->value);
    }
    put(text, map ? "}" : "]", 1);
}

static void put_entry(Text *text, const StnEntry *entry, int depth)
{
    const StnNode *value = entry->value;
    const size_t line_start = text->length;
    const bool block =
        value->kind == STN_NODE_MAP && value->count > 0 && !value->off && depth < BLOCK_DEPTH;
    const bool lines = value->kind == STN_NODE_LIST && value->count > 0 && depth == 0;
    for (int i = 0; i < depth; i++)
        put(text, "  ", 2);
    if (value->off)
        puts_text(text, "# ");
    put_scalar(text, entry->key->text);
    put(text, ":", 1);
    if (!block && !lines && !stn_node_is_empty(value)) {
        put(text, " ", 1);
        put_flow(text, value);
    }
    put_note(text, value->note, line_start);
    put(text, "\n", 1);
    for (int i = 0; block && i < value->count; i++)
        put_entry(text, &value->entry[i], depth + 1);
    for (int i = 0; lines && i < value->count; i++) {
        puts_text(text, "  - ");
        put_flow(text, value->entry[i].value);
        put(text, "\n", 1);
    }
}

const char *stn_tree_write(StnArena *arena, const StnNode *root, const StnNode *comments)
{
    Text text = {.arena = arena};
    for (int i = 0; i < comments->count; i++) {
        puts_text(&text, "# ");
        put_comment(&text, comments->entry[i].value->text);
        put(&text, "\n", 1);
    }
    for (int i = 0; i < root->count; i++)
        put_entry(&text, &root->entry[i], 0);
    return text.failed ? NULL : text.data;
}
