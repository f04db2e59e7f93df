/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The YAML reader: what a text becomes.  Expected values follow from YAML 1.2 (its examples are named), and were the same in
 * libyaml 0.2.5 where the text is not marked otherwise. */
#include "scenario/tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "skip.h"

typedef struct {
    char text[4000];
    size_t length;
} Shown;

static __attribute__((format(printf, 2, 3))) void put(Shown *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int n =
        vsnprintf(out->text + out->length, sizeof out->text - out->length, format, arguments);
    va_end(arguments);
    assert_true(n >= 0 && (size_t)n < sizeof out->text - out->length);
    out->length += (size_t)n;
}

/* {key=value; ...}, [element; ...], and scalars as they are, with | for a break. */
static void show(Shown *out, const StnNode *node)
{
    if (node->kind == STN_NODE_SCALAR)
        for (const char *c = node->text; *c != '\0'; c++)
            put(out, "%c", *c == '\n' ? '|' : *c);
    if (node->kind == STN_NODE_SCALAR)
        return;
    const bool map = node->kind == STN_NODE_MAP;
    put(out, map ? "{" : "[");
    for (int i = 0; i < node->count; i++) {
        if (i > 0)
            put(out, "; ");
        if (map) {
            show(out, node->entry[i].key);
            put(out, "=");
        }
        show(out, node->entry[i].value);
    }
    put(out, map ? "}" : "]");
}

static const struct {
    const char *text, *shown;
} good[] = {
    {"a: 1\nb: 2\n", "{a=1; b=2}"},
    {"a: 1 # one\n# two\n\nb: x#y\n", "{a=1; b=x#y}"},
    {"a: 1\r\nb: 2\r\n", "{a=1; b=2}"},
    {"a: 1\rb: 2", "{a=1; b=2}"},
    {"\xEF\xBB\xBF"
     "a: 1\n",
     "{a=1}"},
    {"--- # a document\na: 1\n...\n", "{a=1}"},
    {"%YAML 1.2\n---\na: 1\n", "{a=1}"},
    {"a:\nb:\n  c: 1\n", "{a=; b={c=1}}"},
    {"a:\n- 1\n- 2\nb: 3\n", "{a=[1; 2]; b=3}"},
    {"a:\n  - 1\n  -\n  - 2\n", "{a=[1; ; 2]}"},
    {"- - 1\n  - 2\n- a: 1\n  b: 2\n-\n  c: 3\n", "[[1; 2]; {a=1; b=2}; {c=3}]"},
    {"a:\n- b: 1\n  c:\n  - 2\nd: 3\n", "{a=[{b=1; c=[2]}]; d=3}"},
    {"? a\n: 1\n? b\nc: 2\n", "{a=1; b=; c=2}"},
    {"\"a b\": 1\n'c': 2\n", "{a b=1; c=2}"},
    {"a: http://x:8\nb: -1\nc: :d\n", "{a=http://x:8; b=-1; c=:d}"},
    /* brackets: examples 7.13, 7.15, 7.20 */
    {"a: [1, 2,]\nb: {c: 3, d, }\n", "{a=[1; 2]; b={c=3; d=}}"},
    {"[x: y, {a: b}, [], {}]\n", "[{x=y}; {a=b}; []; {}]"},
    {"{\"a\":1, 'b': [2\n, 3 # four\n ]}\n", "{a=1; b=[2; 3]}"},
    {"[a\n  b, \"c\n\n  d\"]\n", "[a b; c|d]"},
    {"{a: 1 N*m, b: 2.5e-3 m/s}\n", "{a=1 N*m; b=2.5e-3 m/s}"},
    /* plain over several lines: example 7.12 */
    {"1st non-empty\n\n 2nd non-empty \n\t3rd non-empty\n",
     "1st non-empty|2nd non-empty 3rd non-empty"},
    {"a: b\n  c\n  d\ne: f\n", "{a=b c d; e=f}"},
    /* quotes: examples 7.4, 7.5, 7.7 */
    {"a: 'it''s'\nb: \"\\x41\\u00e9\\t\\\\\\\"\"\n", "{a=it's; b=A\xC3\xA9\t\\\"}"},
    {"\"folded \nto a space,\n \nto a line feed, or \\\n \\ non-content\"\n",
     "folded to a space,|to a line feed, or  non-content"},
    {"' 1st non-empty\n\n 2nd non-empty \n 3rd non-empty '\n",
     " 1st non-empty|2nd non-empty 3rd non-empty "},
    /* blocks: examples 8.1, 8.4, 8.6, 8.7, 8.10 */
    {"- | # Empty header\n literal\n- >1 # Indentation\n  folded\n- |+ # Chomping\n keep\n\n- >1- "
     "# Both\n  strip\n",
     "[literal|;  folded|; keep||;  strip]"},
    {"strip: |-\n  text\nclip: |\n  text\nkeep: |+\n  text\n",
     "{strip=text; clip=text|; keep=text|}"},
    {"a: >\n\n  folded\n  line\n\n  next\n  line\n    * bullet\n\n    * list\n    * lines\n\n  "
     "last\n  line\n\nb: 1\n",
     "{a=|folded line|next line|  * bullet||  * list|  * lines||last line|; b=1}"},
    {"|\n literal\n \ttext\n", "literal|\ttext|"},
    {"a: |\nb: 1\n", "{a=; b=1}"},
    {"", ""},
    {"# nothing\n", ""},
};

static void texts_become_trees(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        const StnSource source = {.name = "t.yaml"};
        StnArena arena = {0};
        StnNode *root = NULL;
        StnError error = {0};
        Shown shown = {{0}, 0};
        if (!stn_tree_parse(&arena, good[i].text, strlen(good[i].text), &source, 0, &root, &error))
            fail_msg("%s: %d:%d: %s", good[i].text, error.line, error.column, error.text);
        show(&shown, root);
        if (strcmp(shown.text, good[i].shown) != 0)
            fail_msg("%s: %s, not %s", good[i].text, shown.text, good[i].shown);
        stn_arena_free(&arena);
    }
}

static const struct {
    const char *text;
    int line, column;
    const char *words;
} bad[] = {
    {"a: b: c\n", 1, 5, "a second colon"},
    {"a: [1, 2\nb: 3\n", 2, 2, "a , or ] is missing"},
    {"a: {b: 1\n", 2, 1, "a ] or } is missing"},
    {"a: {b:[1]}\n", 1, 6, "a blank is missing after this colon"},
    {"a: 1\n  b: 2\n", 2, 4, "a second colon"},
    {"a:\n  b: 1\n    c: 2\n", 3, 6, "a second colon"},
    {"a:\n    b: 1\n  c: 2\n", 3, 3, "indented more"},
    {"- 1\n2\n", 2, 1, "a - is missing"},
    {"a: 1\n- 2\n", 2, 1, "a key"},
    {"a: 1\nb\n", 2, 1, "a key"},
    {"a: 'b\n", 2, 1, "the closing ' is missing"},
    {"a: \"b\n", 2, 1, "the closing \" is missing"},
    {"a: \"\\q\"\n", 1, 6, "after \\"},
    {"a: \"\\uD800\"\n", 1, 11, "no character of this number"},
    {"a: \"\\x4\"\n", 1, 8, "hexadecimal digit"},
    {"a: \"b\" c\n", 1, 8, "the line goes on"},
    {"a: @b\n", 1, 4, "in quotes"},
    {"a: - b\n", 1, 4, "in a line of its own"},
    {"a: |x\n b\n", 1, 5, "nothing else in the line"},
    {"a:\n\tb: 1\n", 2, 1, "a tab stands"},
    {"a: \x01\n", 1, 4, "control character"},
    {"a: \xC0\x80\n", 1, 4, "UTF-8"},
    {"a: \xED\xA0\x80\n", 1, 4, "control character"},
    {"%YAML 1.2\na: 1\n", 2, 1, "--- is missing"},
    {"a: *b\n", 1, 4, "aliases"},
    {"a: &b c\n", 1, 4, "anchors"},
    {"[a]: b\n", 1, 1, "a key is a word"},
};

static void mistakes_are_named_with_their_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const StnSource source = {.name = "t.yaml"};
        StnArena arena = {0};
        StnNode *root = NULL;
        StnError error = {0};
        if (stn_tree_parse(&arena, bad[i].text, strlen(bad[i].text), &source, 0, &root, &error))
            fail_msg("%s: is read", bad[i].text);
        if (error.line != bad[i].line || error.column != bad[i].column ||
            strstr(error.text, bad[i].words) == NULL)
            fail_msg("%s: %d:%d: %s", bad[i].text, error.line, error.column, error.text);
        stn_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_become_trees),
        cmocka_unit_test(mistakes_are_named_with_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
