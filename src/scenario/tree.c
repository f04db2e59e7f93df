/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* YAML text -> tree.  Blocks are distinguished by the column in which they begin (YAML 1.2, chapter 8), what stands in
 * [ ] and { } by its marks (chapter 7).  What could make a small text grow without bound (aliases) or a parser sink
 * (depth, keys, nodes, bytes) is refused. */
#include "scenario/tree.h"

#include "scenario/quote.h"
#include "scenario/yaml_text.h"

#include <stdlib.h>
#include <string.h>

typedef struct Builder {
    StnYamlText y;
    int nodes;
} Builder;

static bool build_block(Builder *b, int indent, int depth, StnNode **out);
static bool build_inline(Builder *b, int indent, int depth, StnNode **out);

/* A node that begins here.  Anchors, tags and aliases are errors; the limits too. */
static bool begin_node(Builder *b, int depth, StnNode **out)
{
    const StnNode at = stn_yaml_place(&b->y);
    const char c = stn_yaml_peek(&b->y, 0);
    const char *refused = c == '*'                     ? "aliases (*name) are not allowed"
                          : c == '&'                   ? "anchors (&name) are not allowed"
                          : c == '!'                   ? "tags (!name) are not allowed"
                          : depth > STN_TREE_DEPTH_MAX ? "nested too deeply"
                          : ++b->nodes <= STN_TREE_NODES_MAX
                              ? NULL
                              : "too many values in one text; a table can come from a file";
    if (refused != NULL)
        return stn_node_error(b->y.error, &at, "%s", refused);
    *out = stn_node_new(b->y.arena, STN_NODE_SCALAR, &at);
    return *out != NULL || stn_no_memory(b->y.error);
}

/* A value that is not there, at this place. */
static bool build_nothing(Builder *b, const StnNode *at, StnNode **out)
{
    *out = stn_node_text(b->y.arena, "", at);
    if (*out != NULL)
        (*out)->plain = true;
    return *out != NULL || stn_no_memory(b->y.error);
}

/* ---- Entries --------------------------------------------------------------------------------- */

static bool check_key(const Builder *b, const StnNode *map, const StnNode *key)
{
    StnError *error = b->y.error;
    if (key->kind != STN_NODE_SCALAR)
        return stn_node_error(error, key, "a key is a word, not %s", stn_node_word(key));
    const StnEntry *twin = stn_node_entry(map, key->text);
    if (twin != NULL)
        return stn_node_error(error, key, "the key \"%s\" appears twice; first in line %d",
                              stn_quote_all(key->text).text, twin->key->line);
    if (map->count >= STN_TREE_KEYS_MAX)
        return stn_node_error(error, key, "more than %d keys in one map", STN_TREE_KEYS_MAX);
    return true;
}

static bool append(Builder *b, StnNode *node, StnNode *key, StnNode *value)
{
    return stn_node_append(b->y.arena, node, key, value) || stn_no_memory(b->y.error);
}

/* ---- In brackets ----------------------------------------------------------------------------- */

static bool skip_in_brackets(Builder *b)
{
    if (!stn_yaml_skip_empty(&b->y))
        return false;
    return !stn_yaml_ended(&b->y) || stn_yaml_error(&b->y, "a ] or } is missing before this place");
}

/* The value after a key in brackets: nothing where no colon follows it, or no value follows that. */
static bool build_value_in_brackets(Builder *b, bool plain_key, int depth, StnNode **out)
{
    StnYamlText *y = &b->y;
    const bool colon = stn_yaml_peek(y, 0) == ':';
    if (colon && plain_key && !stn_yaml_is_mark(y, ':'))
        return stn_yaml_error(y, "a blank is missing after this colon");
    if (colon)
        stn_yaml_skip(y);
    if (!skip_in_brackets(b))
        return false;
    const char c = stn_yaml_peek(y, 0);
    if (!colon || c == ',' || c == ']' || c == '}') {
        const StnNode at = stn_yaml_place(y);
        return build_nothing(b, &at, out);
    }
    return build_inline(b, -1, depth, out);
}

/* key: value, or a key alone. */
static bool build_pair(Builder *b, StnNode *map, int depth)
{
    StnNode *key = NULL, *value = NULL;
    if (stn_yaml_is_mark(&b->y, '?')) {
        stn_yaml_skip(&b->y);
        if (!skip_in_brackets(b))
            return false;
    }
    if (!build_inline(b, -1, depth, &key) || !check_key(b, map, key) || !skip_in_brackets(b))
        return false;
    return build_value_in_brackets(b, key->plain, depth, &value) && append(b, map, key, value);
}

/* An element of a list, which may be a pair: [a: b] is [{a: b}]. */
static bool build_element(Builder *b, StnNode *list, int depth)
{
    StnNode *element = NULL;
    if (!stn_yaml_is_key(&b->y))
        return build_inline(b, -1, depth, &element) && append(b, list, NULL, element);
    if (!begin_node(b, depth, &element))
        return false;
    element->kind = STN_NODE_MAP;
    return build_pair(b, element, depth + 1) && append(b, list, NULL, element);
}

static bool build_brackets(Builder *b, StnNode *node, int depth)
{
    StnYamlText *y = &b->y;
    const char end = *y->at == '[' ? ']' : '}';
    node->kind = end == ']' ? STN_NODE_LIST : STN_NODE_MAP;
    y->flow++;
    stn_yaml_skip(y);
    for (;;) {
        if (!skip_in_brackets(b))
            return false;
        if (stn_yaml_peek(y, 0) == end)
            break;
        if (!(end == ']' ? build_element(b, node, depth + 1) : build_pair(b, node, depth + 1)) ||
            !skip_in_brackets(b))
            return false;
        if (stn_yaml_peek(y, 0) == ',')
            stn_yaml_skip(y);
        else if (stn_yaml_peek(y, 0) != end)
            return stn_yaml_error(y, end == ']' ? "a , or ] is missing in a list"
                                                : "a , or } is missing in a map");
    }
    stn_yaml_skip(y);
    y->flow--;
    return true;
}

/* ---- Scalars, and what stands in brackets ---------------------------------------------------- */

static bool build_inline(Builder *b, int indent, int depth, StnNode **out)
{
    StnYamlText *y = &b->y;
    const char c = stn_yaml_peek(y, 0);
    if (!begin_node(b, depth, out))
        return false;
    if (c == '[' || c == '{')
        return build_brackets(b, *out, depth);
    if (c == '"' || c == '\'')
        return stn_yaml_quoted(y, indent, *out);
    if ((c == '|' || c == '>') && y->flow == 0)
        return stn_yaml_block(y, indent, *out);
    if (stn_yaml_begins_plain(y))
        return stn_yaml_plain(y, indent, *out);
    return stn_yaml_error(y, c == '@' || c == '`' || c == '%'
                                 ? "a value that begins so stands in quotes"
                             : c == '-' ? "a list with - begins in a line of its own"
                             : c == ':' ? "there is no key before this colon"
                                        : "no value can begin here");
}

/* Nothing but a comment follows in the line of a value. */
static bool end_line(Builder *b)
{
    StnYamlText *y = &b->y;
    if (y->column == 0) /* a block of text took its lines */
        return true;
    stn_yaml_skip_blanks(y);
    const char c = stn_yaml_peek(y, 0);
    if (c == ':')
        return stn_yaml_error(
            y, "there is a second colon: a text with a colon and a blank stands in quotes");
    if (c == '#' && !stn_yaml_is_blank(y->at[-1]))
        return stn_yaml_error(y, "a blank is missing before #");
    return stn_yaml_skip_line(y) || stn_yaml_error(y, "the value has ended, but the line goes on");
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* On to the next line with content; false: an error.  *more: it stands at this column, and goes on. */
static bool next_entry(Builder *b, int column, bool *more)
{
    StnYamlText *y = &b->y;
    if (!stn_yaml_skip_empty(y))
        return false;
    *more = !stn_yaml_ended(y) && y->column == column;
    if (!stn_yaml_ended(y) && y->column > column)
        return stn_yaml_error(y, "indented more than the entry before it");
    return true;
}

/* The value of a key at column `indent`, after its colon; a list may begin at the column of its key. */
static bool build_value(Builder *b, int indent, int depth, StnNode **out)
{
    StnYamlText *y = &b->y;
    const StnNode after = stn_yaml_place(y);
    stn_yaml_skip_blanks(y);
    if (stn_yaml_peek(y, 0) != '#' && !stn_yaml_is_break(stn_yaml_peek(y, 0)))
        return build_inline(b, indent, depth, out) && end_line(b);
    if (!stn_yaml_skip_empty(y))
        return false;
    if (!stn_yaml_ended(y) &&
        (y->column > indent || (y->column == indent && stn_yaml_is_mark(y, '-'))))
        return build_block(b, y->column > indent ? indent : indent - 1, depth, out);
    return build_nothing(b, &after, out);
}

/* ? key, and in the next line : value.  *colon: it is there. */
static bool build_marked_key(Builder *b, int column, int depth, StnNode **key, bool *colon)
{
    StnYamlText *y = &b->y;
    bool more = false;
    stn_yaml_skip(y);
    stn_yaml_skip_blanks(y);
    if (!build_inline(b, column, depth, key) || !end_line(b) || !next_entry(b, column, &more))
        return false;
    *colon = more && stn_yaml_is_mark(y, ':');
    return true;
}

static bool build_key(Builder *b, int depth, StnNode **key)
{
    StnYamlText *y = &b->y;
    if (!begin_node(b, depth, key))
        return false;
    if (!stn_yaml_is_key(y))
        return stn_yaml_error(y, "a key, and after it a colon and a blank, are missing here");
    if (!stn_yaml_key(y, *key))
        return false;
    stn_yaml_skip_blanks(y);
    return true;
}

static bool build_map_entry(Builder *b, StnNode *map, int column, int depth)
{
    StnNode *key = NULL, *value = NULL;
    bool colon = true;
    if (!(stn_yaml_is_mark(&b->y, '?') ? build_marked_key(b, column, depth, &key, &colon)
                                       : build_key(b, depth, &key)) ||
        !check_key(b, map, key))
        return false;
    if (!colon)
        return build_nothing(b, key, &value) && append(b, map, key, value);
    stn_yaml_skip(&b->y);
    return build_value(b, column, depth, &value) && append(b, map, key, value);
}

static bool build_list_entry(Builder *b, StnNode *list, int column, int depth)
{
    StnYamlText *y = &b->y;
    StnNode *element = NULL;
    if (!stn_yaml_is_mark(y, '-'))
        return stn_yaml_error(y, "a - is missing: every entry of this list begins with one");
    stn_yaml_skip(y);
    const StnNode after = stn_yaml_place(y);
    if (!stn_yaml_skip_empty(y))
        return false;
    const bool there = !stn_yaml_ended(y) && y->column > column;
    return (there ? build_block(b, column, depth, &element) : build_nothing(b, &after, &element)) &&
           append(b, list, NULL, element);
}

/* The block that begins here: a map, a list, or a value.  `indent`: the column of what holds it. */
static bool build_block(Builder *b, int indent, int depth, StnNode **out)
{
    StnYamlText *y = &b->y;
    const int column = y->column;
    const bool list = stn_yaml_is_mark(y, '-');
    bool more = true;
    if (!list && !stn_yaml_is_key(y) && !stn_yaml_is_mark(y, '?')) {
        const StnYamlText start = *y;
        if (!build_inline(b, indent, depth, out))
            return false;
        stn_yaml_skip_blanks(y);
        if (y->line == start.line && stn_yaml_is_mark(y, ':') && (*out)->kind != STN_NODE_SCALAR)
            return check_key(b, NULL, *out);
        return end_line(b);
    }
    if (!begin_node(b, depth, out))
        return false;
    (*out)->kind = list ? STN_NODE_LIST : STN_NODE_MAP;
    while (more) {
        /* A list at the column of its key ends where the next key of that map begins. */
        if (list && column == indent + 1 && (*out)->count > 0 && !stn_yaml_is_mark(y, '-') &&
            depth > 0)
            return true;
        if (!(list ? build_list_entry(b, *out, column, depth + 1)
                   : build_map_entry(b, *out, column, depth + 1)) ||
            !next_entry(b, column, &more))
            return false;
    }
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Lines with % before the document, and its border. */
static bool begin_document(StnYamlText *y)
{
    if (!stn_yaml_skip_empty(y))
        return false;
    bool directive = false;
    while (y->column == 0 && stn_yaml_peek(y, 0) == '%') {
        while (!stn_yaml_is_break(stn_yaml_peek(y, 0)))
            stn_yaml_skip(y);
        directive = true;
        if (!stn_yaml_skip_empty(y))
            return false;
    }
    if (!stn_yaml_is_border(y, "---"))
        return !directive || stn_yaml_error(y, "--- is missing after a line with %");
    for (int i = 0; i < 3; i++)
        stn_yaml_skip(y);
    return stn_yaml_skip_empty(y);
}

static bool build_document(Builder *b, StnNode **root)
{
    StnYamlText *y = &b->y;
    if (!begin_document(y))
        return false;
    if (!stn_yaml_ended(y) && !build_block(b, -1, 0, root))
        return false;
    if (!stn_yaml_skip_empty(y))
        return false;
    while (stn_yaml_is_border(y, "...")) {
        for (int i = 0; i < 3; i++)
            stn_yaml_skip(y);
        if (!stn_yaml_skip_empty(y))
            return false;
    }
    if (y->at == y->end)
        return true;
    const StnNode at = stn_yaml_place(y);
    if (stn_yaml_is_border(y, "---"))
        return stn_node_error(y->error, &at, "a text is one document; a second one begins here");
    return stn_yaml_error(y, y->column > 0 ? "indented otherwise than the lines before it"
                                           : "the text has ended here, but it goes on");
}

bool stn_tree_parse(StnArena *arena, const char *text, size_t length, const StnSource *source,
                    int shift, StnNode **root, StnError *error)
{
    Builder b = {.y = {.at = text,
                       .end = text + length,
                       .source = source,
                       .shift = shift,
                       .arena = arena,
                       .error = error}};
    const StnNode top = stn_yaml_place(&b.y);
    *root = NULL;
    if (length > STN_TREE_BYTES_MAX)
        return stn_node_error(error, &top, "larger than %d MiB", STN_TREE_BYTES_MAX >> 20);
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) /* byte order mark */
        b.y.at += 3;
    if (!stn_yaml_check_bytes(&b.y))
        return false;
    b.y.buffer = malloc(2 * length + 1); /* \L is two bytes, its character three */
    if (b.y.buffer == NULL)
        return stn_no_memory(error);
    const bool good = build_document(&b, root);
    free(b.y.buffer);
    if (good && *root == NULL) {
        *root = stn_node_text(arena, "", &top);
        return *root != NULL || stn_no_memory(error);
    }
    return good;
}
