/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Scalars of YAML: plain, in quotes, and blocks after | and >.  YAML 1.2, chapters 7.3 and 8.1. */
#include "scenario/yaml_text.h"

#include <string.h>

static void put(StnYamlText *y, const char *bytes, size_t count)
{
    memcpy(y->buffer + y->length, bytes, count);
    y->length += count;
}

/* The character here goes into the scalar. */
static void take(StnYamlText *y)
{
    const char *from = y->at;
    stn_yaml_skip(y);
    put(y, from, (size_t)(y->at - from));
}

static bool finish(StnYamlText *y, StnNode *node, bool plain)
{
    if (memchr(y->buffer, '\0', y->length) != NULL)
        return stn_node_error(y->error, node, "text with a NUL character");
    node->kind = STN_NODE_SCALAR;
    node->plain = plain;
    node->text = stn_arena_copy(y->arena, y->buffer, y->length);
    return node->text != NULL || stn_no_memory(y->error);
}

/* Breaks between two lines of a scalar: one is a blank, each further one a line. */
static void fold(StnYamlText *y, int breaks)
{
    if (breaks == 1)
        put(y, " ", 1);
    for (int i = 1; i < breaks; i++)
        put(y, "\n", 1);
}

/* Blanks and breaks; how many breaks.  -1: a tab indents a line that has to be indented by more than `indent`. */
static int skip_breaks(StnYamlText *y, int indent)
{
    int breaks = 0;
    while (y->at < y->end && stn_yaml_is_space(*y->at)) {
        if (*y->at == '\t' && breaks > 0 && y->flow == 0 && y->column <= indent)
            return -1;
        breaks += stn_yaml_is_break(*y->at);
        stn_yaml_skip(y);
    }
    return breaks;
}

/* ---- Plain ----------------------------------------------------------------------------------- */

static bool is_flow_mark(char c) { return c != '\0' && strchr(",[]{}", c) != NULL; }

bool stn_yaml_begins_plain(const StnYamlText *y)
{
    const char c = stn_yaml_peek(y, 0), next = stn_yaml_peek(y, 1);
    if (stn_yaml_is_space(c))
        return false;
    if (c == '-')
        return !stn_yaml_is_space(next) && !(y->flow > 0 && is_flow_mark(next));
    if (c == '?' || c == ':')
        return y->flow == 0 && !stn_yaml_is_space(next);
    return strchr(",[]{}#&*!|>'\"%@`", c) == NULL;
}

/* Whether a plain scalar ends here, within its line. */
static bool ends_plain(const StnYamlText *y)
{
    const char c = stn_yaml_peek(y, 0), next = stn_yaml_peek(y, 1);
    if (c == ':')
        return stn_yaml_is_space(next) || (y->flow > 0 && is_flow_mark(next));
    return y->flow > 0 && is_flow_mark(c);
}

/* Its part in this line, without blanks at its end.  A comment begins after a blank. */
static void take_plain_line(StnYamlText *y)
{
    while (!stn_yaml_is_break(stn_yaml_peek(y, 0)) && !ends_plain(y)) {
        StnYamlText blanks = *y;
        stn_yaml_skip_blanks(y);
        const char c = stn_yaml_peek(y, 0);
        if (stn_yaml_is_break(c) || (y->at > blanks.at && c == '#') ||
            (y->at > blanks.at && ends_plain(y)))
            return;
        put(y, blanks.at, (size_t)(y->at - blanks.at));
        take(y);
    }
}

bool stn_yaml_plain(StnYamlText *y, int indent, StnNode *node)
{
    y->length = 0;
    take_plain_line(y);
    for (;;) {
        StnYamlText rest = *y;
        const int breaks = skip_breaks(y, indent);
        if (breaks < 0)
            return stn_yaml_tab_error(y);
        const bool goes_on = breaks > 0 && !stn_yaml_ended(y) &&
                             (y->flow > 0 || y->column > indent) && stn_yaml_peek(y, 0) != '#' &&
                             !ends_plain(y);
        if (!goes_on) {
            rest.length = y->length;
            *y = rest;
            return finish(y, node, true);
        }
        fold(y, breaks);
        take_plain_line(y);
    }
}

/* ---- In quotes ------------------------------------------------------------------------------- */

static void put_code(StnYamlText *y, uint32_t c)
{
    const char one[] = {(char)c};
    const char two[] = {(char)(0xC0 | c >> 6), (char)(0x80 | (c & 0x3F))};
    const char three[] = {(char)(0xE0 | c >> 12), (char)(0x80 | (c >> 6 & 0x3F)),
                          (char)(0x80 | (c & 0x3F))};
    const char four[] = {(char)(0xF0 | c >> 18), (char)(0x80 | (c >> 12 & 0x3F)),
                         (char)(0x80 | (c >> 6 & 0x3F)), (char)(0x80 | (c & 0x3F))};
    if (c < 0x80)
        put(y, one, 1);
    else if (c < 0x800)
        put(y, two, 2);
    else if (c < 0x10000)
        put(y, three, 3);
    else
        put(y, four, 4);
}

/* The number of `digits` hexadecimal digits from here. */
static bool take_hexadecimal(StnYamlText *y, int digits)
{
    uint32_t c = 0;
    for (int i = 0; i < digits; i++) {
        static const char all[] = "0123456789abcdef0123456789ABCDEF";
        const char digit = stn_yaml_peek(y, 0), *found = digit == '\0' ? NULL : strchr(all, digit);
        if (found == NULL)
            return stn_yaml_error(y, "a hexadecimal digit is missing after \\x, \\u or \\U");
        c = c << 4 | (uint32_t)((found - all) & 15);
        stn_yaml_skip(y);
    }
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return stn_yaml_error(y, "there is no character of this number");
    put_code(y, c);
    return true;
}

/* What stands after a backslash. */
static bool take_escape(StnYamlText *y)
{
    static const char letters[] = "0abt\tnvfre \"/\\N_LP";
    static const uint32_t codes[] = {0,    7,    8,   9,   9,    10,   11,   12,     13,
                                     0x1B, 0x20, '"', '/', '\\', 0x85, 0xA0, 0x2028, 0x2029};
    stn_yaml_skip(y);
    const char c = stn_yaml_peek(y, 0);
    const char *found = c == '\0' ? NULL : strchr(letters, c);
    const int digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (found == NULL && digits == 0)
        return stn_yaml_error(y, "unknown character after \\ in a text in quotes");
    stn_yaml_skip(y);
    if (digits > 0)
        return take_hexadecimal(y, digits);
    put_code(y, codes[found - letters]);
    return true;
}

/* Blanks, or a break with those around it, inside of quotes. */
static bool take_white(StnYamlText *y, int indent)
{
    const char *blanks = y->at;
    stn_yaml_skip_blanks(y);
    if (!stn_yaml_is_break(stn_yaml_peek(y, 0))) {
        put(y, blanks, (size_t)(y->at - blanks));
        return true;
    }
    const int breaks = skip_breaks(y, indent);
    if (breaks < 0)
        return stn_yaml_tab_error(y);
    fold(y, breaks);
    return true;
}

/* A break after a backslash: nothing; further breaks are lines. */
static bool join_lines(StnYamlText *y, int indent)
{
    stn_yaml_skip(y);
    const int breaks = skip_breaks(y, indent);
    if (breaks < 0)
        return stn_yaml_tab_error(y);
    for (int i = 1; i < breaks; i++)
        put(y, "\n", 1);
    return true;
}

bool stn_yaml_quoted(StnYamlText *y, int indent, StnNode *node)
{
    const char quote = *y->at;
    y->length = 0;
    stn_yaml_skip(y);
    for (;;) {
        const char c = stn_yaml_peek(y, 0);
        bool good = true;
        if (stn_yaml_ended(y))
            return stn_yaml_error(y, quote == '"' ? "the closing \" is missing"
                                                  : "the closing ' is missing");
        if (c == quote && quote == '\'' && stn_yaml_peek(y, 1) == '\'') {
            stn_yaml_skip(y);
            take(y);
        } else if (c == quote) {
            stn_yaml_skip(y);
            return finish(y, node, false);
        } else if (c == '\\' && quote == '"') {
            good = stn_yaml_peek(y, 1) != '\0' && stn_yaml_is_break(stn_yaml_peek(y, 1))
                       ? join_lines(y, indent)
                       : take_escape(y);
        } else if (stn_yaml_is_space(c))
            good = take_white(y, indent);
        else
            take(y);
        if (!good)
            return false;
    }
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* Skips a scalar that ends in this line. */
static bool skip_within_line(StnYamlText *y)
{
    const char quote = stn_yaml_peek(y, 0);
    if (quote != '"' && quote != '\'') {
        if (!stn_yaml_begins_plain(y))
            return false;
        take_plain_line(y);
        return true;
    }
    for (stn_yaml_skip(y); !stn_yaml_is_break(stn_yaml_peek(y, 0)); stn_yaml_skip(y)) {
        const char c = *y->at;
        const bool pair = (quote == '"' && c == '\\') ||
                          (quote == '\'' && c == quote && stn_yaml_peek(y, 1) == quote);
        if (pair)
            stn_yaml_skip(y);
        else if (c == quote) {
            stn_yaml_skip(y);
            return true;
        }
        if (stn_yaml_is_break(stn_yaml_peek(y, 0)))
            return false;
    }
    return false;
}

bool stn_yaml_is_key(const StnYamlText *y)
{
    StnYamlText ahead = *y;
    ahead.length = 0;
    if (!skip_within_line(&ahead))
        return false;
    stn_yaml_skip_blanks(&ahead);
    return stn_yaml_is_mark(&ahead, ':') || (y->flow > 0 && stn_yaml_peek(&ahead, 0) == ':');
}

bool stn_yaml_key(StnYamlText *y, StnNode *node)
{
    const char c = stn_yaml_peek(y, 0);
    if (c == '"' || c == '\'')
        return stn_yaml_quoted(y, -1, node);
    y->length = 0;
    take_plain_line(y);
    return finish(y, node, true);
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

typedef struct {
    bool folded;
    int indent; /* of its lines; 0: that of the first one */
    int chomp;  /* -1: without the breaks at the end, 0: with one, 1: with all */
} Header;

/* | or >, then a digit and a sign in any order. */
static bool read_header(StnYamlText *y, Header *header)
{
    header->folded = *y->at == '>';
    stn_yaml_skip(y);
    for (;; stn_yaml_skip(y)) {
        const char c = stn_yaml_peek(y, 0);
        if ((c == '+' || c == '-') && header->chomp == 0)
            header->chomp = c == '+' ? 1 : -1;
        else if (c >= '1' && c <= '9' && header->indent == 0)
            header->indent = c - '0';
        else
            break;
    }
    const char *blanks = y->at;
    stn_yaml_skip_blanks(y);
    if (stn_yaml_peek(y, 0) == '#' && y->at == blanks)
        return stn_yaml_error(y, "a blank is missing before #");
    return stn_yaml_skip_line(y) ||
           stn_yaml_error(y, "after | or > there is nothing else in the line");
}

/* Indentation of the next lines, empty ones counted into *breaks.  *indent 0: that of the first line that is not
 * empty, at least `least`. */
static bool skip_block_breaks(StnYamlText *y, int *indent, int least, int *breaks)
{
    int widest = 0;
    for (;;) {
        while ((*indent == 0 || y->column < *indent) && stn_yaml_peek(y, 0) == ' ')
            stn_yaml_skip(y);
        widest = y->column > widest ? y->column : widest;
        if ((*indent == 0 || y->column < *indent) && stn_yaml_peek(y, 0) == '\t')
            return stn_yaml_tab_error(y);
        if (y->at == y->end || !stn_yaml_is_break(*y->at))
            break;
        stn_yaml_skip(y);
        ++*breaks;
    }
    if (*indent == 0)
        *indent = widest > least ? widest : least;
    return true;
}

static void put_breaks(StnYamlText *y, int breaks)
{
    for (int i = 0; i < breaks; i++)
        put(y, "\n", 1);
}

bool stn_yaml_block(StnYamlText *y, int indent, StnNode *node)
{
    Header header = {0};
    const int least = indent < 0 ? 1 : indent + 1;
    if (!read_header(y, &header))
        return false;
    int column = header.indent == 0 ? 0 : (indent < 0 ? 0 : indent) + header.indent, empty = 0;
    bool ended = false, deeper_before = false; /* the line before: its break is kept as `ended` */
    y->length = 0;
    if (!skip_block_breaks(y, &column, least, &empty))
        return false;
    while (y->column == column && y->at < y->end && !stn_yaml_ended(y)) {
        const bool deeper = stn_yaml_is_blank(*y->at);
        if (ended && !(header.folded && !deeper_before && !deeper))
            put(y, "\n", 1);
        else if (ended && empty == 0)
            put(y, " ", 1);
        put_breaks(y, empty);
        empty = 0;
        while (!stn_yaml_is_break(stn_yaml_peek(y, 0)))
            take(y);
        ended = y->at < y->end;
        deeper_before = deeper;
        if (ended)
            stn_yaml_skip(y);
        if (!skip_block_breaks(y, &column, least, &empty))
            return false;
    }
    if (ended && header.chomp >= 0)
        put(y, "\n", 1);
    if (header.chomp > 0)
        put_breaks(y, empty);
    return finish(y, node, false);
}
