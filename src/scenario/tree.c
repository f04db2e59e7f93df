/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* YAML text -> tree, over the events of libyaml.  What could make a small text grow without bound
 * (aliases) or a parser sink (depth, keys, nodes, bytes) is refused. */
#include "scenario/tree.h"

#include "scenario/quote.h"

#include <stdio.h>
#include <string.h>

#if !defined(STN_HAVE_YAML) || !STN_HAVE_YAML

bool stn_tree_parse(StnArena *arena, const char *text, size_t length, const StnSource *source,
                    int shift, StnNode **root, StnError *error)
{
    (void)arena, (void)text, (void)length, (void)source, (void)shift;
    *root = NULL;
    stn_error(error, STN_UNAVAILABLE,
              "this build lacks libyaml: scenarios and papers cannot be read");
    return false;
}

#else

#include <yaml.h>

typedef struct Builder {
    StnArena *arena;
    yaml_parser_t parser;
    const StnSource *source;
    const char *text;
    size_t length;
    int shift, nodes;
    StnError *error;
} Builder;

static StnNode place(const Builder *b, yaml_mark_t mark)
{
    return (StnNode){.source = b->source,
                     .line = (int)mark.line + 1,
                     .column = (int)mark.column + 1 + (mark.line == 0 ? b->shift : 0)};
}

/* Line and column of a byte, for errors in the encoding. */
static yaml_mark_t mark_of(const Builder *b, size_t offset)
{
    yaml_mark_t mark = {0};
    for (size_t i = 0; i < offset && i < b->length; i++) {
        mark.column++;
        if (b->text[i] == '\n') {
            mark.line++;
            mark.column = 0;
        }
    }
    return mark;
}

/* Whether the line of a mark is indented with a tab. */
static bool is_tab_indent(const Builder *b, yaml_mark_t mark)
{
    size_t at = 0;
    for (size_t line = 0; line < mark.line && at < b->length; at++)
        line += b->text[at] == '\n';
    for (; at < b->length && (b->text[at] == ' ' || b->text[at] == '\t'); at++)
        if (b->text[at] == '\t')
            return true;
    return false;
}

static bool syntax_error(const Builder *b)
{
    const yaml_parser_t *p = &b->parser;
    if (p->error == YAML_MEMORY_ERROR)
        return stn_no_memory(b->error);
    const char *problem = p->problem == NULL ? "it cannot be parsed" : p->problem;
    yaml_mark_t mark = p->problem_mark;
    if (p->error == YAML_READER_ERROR ||
        mark.index >= b->length) /* libyaml adds a line at the end */
        mark = mark_of(b, p->error == YAML_READER_ERROR ? p->problem_offset : b->length);
    const StnNode at = place(b, mark);
    if (p->error == YAML_SCANNER_ERROR && is_tab_indent(b, mark))
        return stn_node_error(b->error, &at,
                              "a tab stands where YAML wants blanks: indent with spaces only");
    return p->context == NULL
               ? stn_node_error(b->error, &at, "not valid YAML: %s", problem)
               : stn_node_error(b->error, &at, "not valid YAML: %s %s", problem, p->context);
}

static bool next(Builder *b, yaml_event_t *event)
{
    return yaml_parser_parse(&b->parser, event) || syntax_error(b);
}

static bool refuse(const Builder *b, const yaml_event_t *event, const char *what)
{
    const StnNode at = place(b, event->start_mark);
    return stn_node_error(b->error, &at, "%s", what);
}

/* Anchors, tags and aliases: an error; the limits too. */
static bool check_event(Builder *b, const yaml_event_t *event, int depth)
{
    const yaml_char_t *anchor = NULL, *tag = NULL;
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        anchor = event->data.scalar.anchor;
        tag = event->data.scalar.tag;
        break;
    case YAML_SEQUENCE_START_EVENT:
        anchor = event->data.sequence_start.anchor;
        tag = event->data.sequence_start.tag;
        break;
    case YAML_MAPPING_START_EVENT:
        anchor = event->data.mapping_start.anchor;
        tag = event->data.mapping_start.tag;
        break;
    case YAML_ALIAS_EVENT: return refuse(b, event, "aliases (*name) are not allowed");
    default: return refuse(b, event, "not valid YAML here");
    }
    if (anchor != NULL)
        return refuse(b, event, "anchors (&name) are not allowed");
    if (tag != NULL)
        return refuse(b, event, "tags (!name) are not allowed");
    if (depth > STN_TREE_DEPTH_MAX)
        return refuse(b, event, "nested too deeply");
    if (++b->nodes > STN_TREE_NODES_MAX)
        return refuse(b, event, "too many values in one text; a table can come from a file");
    return true;
}

static bool build_scalar(Builder *b, const yaml_event_t *event, StnNode *node)
{
    const char *value = (const char *)event->data.scalar.value;
    const size_t length = event->data.scalar.length;
    if (memchr(value, '\0', length) != NULL)
        return refuse(b, event, "text with a NUL character");
    node->kind = STN_NODE_SCALAR;
    node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    node->text = stn_arena_copy(b->arena, value, length);
    return node->text != NULL || stn_no_memory(b->error);
}

static bool build(Builder *b, const yaml_event_t *event, int depth, StnNode **out);

static bool check_key(Builder *b, const StnNode *map, const StnNode *key)
{
    if (key->kind != STN_NODE_SCALAR)
        return stn_node_error(b->error, key, "a key is a word, not %s", stn_node_word(key));
    const StnEntry *twin = stn_node_entry(map, key->text);
    if (twin != NULL)
        return stn_node_error(b->error, key, "the key \"%s\" appears twice; first in line %d",
                              stn_quote_all(key->text).text, twin->key->line);
    if (map->count >= STN_TREE_KEYS_MAX)
        return stn_node_error(b->error, key, "more than %d keys in one map", STN_TREE_KEYS_MAX);
    return true;
}

/* The entries of a list or map up to its end event. */
static bool build_entries(Builder *b, StnNode *node, int depth)
{
    const yaml_event_type_t end =
        node->kind == STN_NODE_MAP ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT;
    StnNode *key = NULL;
    for (;;) {
        yaml_event_t event;
        StnNode *child = NULL;
        if (!next(b, &event))
            return false;
        bool good = true;
        const bool ended = event.type == end;
        if (!ended)
            good = build(b, &event, depth + 1, &child);
        yaml_event_delete(&event);
        if (ended)
            return true;
        if (!good || child == NULL)
            return false;
        const bool is_key = node->kind == STN_NODE_MAP && key == NULL;
        if (is_key) {
            good = check_key(b, node, child);
            key = child;
        } else {
            good = stn_node_append(b->arena, node, key, child) || stn_no_memory(b->error);
            key = NULL;
        }
        if (!good)
            return false;
    }
}

static bool build(Builder *b, const yaml_event_t *event, int depth, StnNode **out)
{
    if (!check_event(b, event, depth))
        return false;
    const StnNode at = place(b, event->start_mark);
    StnNode *node = stn_node_new(b->arena, STN_NODE_SCALAR, &at);
    if (node == NULL)
        return stn_no_memory(b->error);
    *out = node;
    if (event->type == YAML_SCALAR_EVENT)
        return build_scalar(b, event, node);
    node->kind = event->type == YAML_MAPPING_START_EVENT ? STN_NODE_MAP : STN_NODE_LIST;
    return build_entries(b, node, depth);
}

/* One whole stream: at most one document. */
static bool build_stream(Builder *b, StnNode **root)
{
    for (;;) {
        yaml_event_t event;
        if (!next(b, &event))
            return false;
        bool good = true;
        const yaml_event_type_t type = event.type;
        if (type == YAML_DOCUMENT_START_EVENT && *root != NULL)
            good = refuse(b, &event, "a text is one document; a second one begins here");
        else if (type != YAML_STREAM_START_EVENT && type != YAML_STREAM_END_EVENT &&
                 type != YAML_DOCUMENT_START_EVENT && type != YAML_DOCUMENT_END_EVENT)
            good = build(b, &event, 0, root);
        yaml_event_delete(&event);
        if (!good || type == YAML_STREAM_END_EVENT)
            return good;
    }
}

bool stn_tree_parse(StnArena *arena, const char *text, size_t length, const StnSource *source,
                    int shift, StnNode **root, StnError *error)
{
    Builder b = {.arena = arena,
                 .source = source,
                 .text = text,
                 .length = length,
                 .shift = shift,
                 .error = error};
    const StnNode top = place(&b, (yaml_mark_t){0});
    *root = NULL;
    if (length > STN_TREE_BYTES_MAX)
        return stn_node_error(error, &top, "larger than %d MiB", STN_TREE_BYTES_MAX >> 20);
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) { /* byte order mark */
        b.text += 3;
        b.length -= 3;
    }
    if (!yaml_parser_initialize(&b.parser))
        return stn_no_memory(error);
    yaml_parser_set_input_string(&b.parser, (const unsigned char *)b.text, b.length);
    yaml_parser_set_encoding(&b.parser, YAML_UTF8_ENCODING);
    const bool good = build_stream(&b, root);
    yaml_parser_delete(&b.parser);
    if (good && *root == NULL) {
        *root = stn_node_text(arena, "", &top);
        return *root != NULL || stn_no_memory(error);
    }
    return good;
}

#endif
