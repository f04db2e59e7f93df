/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "report/markdown.h"

#include "report/html.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { LINK_MAX = 500 }; /* characters of a link, text and address */

/* ---- Within a paragraph ---- */

static bool is_space(char c) { return isspace((unsigned char)c) != 0; }

static bool starts(const char *p, const char *end, const char *mark)
{
    return (size_t)(end - p) >= strlen(mark) && strncmp(p, mark, strlen(mark)) == 0;
}

/* The first `mark` in [p, end) outside of `code`, not after a blank; NULL when there is none. */
static const char *find_mark(const char *p, const char *end, const char *mark)
{
    bool code = false;
    for (const char *q = p; q < end; q++) {
        code = *q == '`' ? !code : code;
        if (strcmp(mark, "*") == 0 && starts(q, end, "**"))
            q++; /* that is a mark of its own */
        else if (!code && q > p && !is_space(q[-1]) && starts(q, end, mark))
            return q;
    }
    return NULL;
}

static void put_inline(FILE *out, const char *text, const char *end);

/* A span between two marks from p on; its end, or NULL when p begins none.  *more becomes false when
 * there is no second mark: there is none for a later first one either. */
static const char *put_span(FILE *out, const char *p, const char *end, const char *mark,
                            const char *tag, bool *more)
{
    const size_t length = strlen(mark);
    const char *from = p + length;
    if (!*more || !starts(p, end, mark) || from >= end || is_space(*from) || *from == '*')
        return NULL;
    const char *to = find_mark(from, end, mark);
    *more = to != NULL;
    if (!to)
        return NULL;
    fprintf(out, "<%s>", tag);
    put_inline(out, from, to);
    fprintf(out, "</%s>", tag);
    return to + length;
}

static bool is_address(const char *p, const char *end)
{
    for (const char *q = p; q < end; q++)
        if (is_space(*q))
            return false;
    return starts(p, end, "https://") || starts(p, end, "http://") || starts(p, end, "#");
}

/* [text](address) from p on; its end, or NULL. */
static const char *put_link(FILE *out, const char *p, const char *end)
{
    const char *last = end - p > LINK_MAX ? p + LINK_MAX : end;
    const char *middle = find_mark(p + 1, last, "](");
    const char *close = middle ? find_mark(middle + 2, last, ")") : NULL;
    if (!close || !is_address(middle + 2, close))
        return NULL;
    fputs("<a href=\"", out);
    stn_html_text_range(out, middle + 2, close);
    fputs("\">", out);
    put_inline(out, p + 1, middle);
    fputs("</a>", out);
    return close + 1;
}

static void put_inline(FILE *out, const char *text, const char *end)
{
    bool code = false, strong = true, em = true;
    const char *plain = text;
    for (const char *p = text; p < end;) {
        const char *next = NULL;
        code = *p == '`' ? !code : code;
        if (!code && (*p == '*' || *p == '[')) {
            stn_html_rich_range(out, plain, p);
            plain = p;
            next =
                *p == '[' ? put_link(out, p, end) : put_span(out, p, end, "**", "strong", &strong);
            if (!next)
                next = put_span(out, p, end, "*", "em", &em);
        }
        plain = next ? next : plain;
        p = next ? next : p + 1;
    }
    stn_html_rich_range(out, plain, end);
}

/* ---- Blocks ---- */

typedef enum Kind { BLANK, PLAIN, HEADING, BULLET } Kind;

/* A line: what it begins, and its text without that and without indentation. */
typedef struct Line {
    Kind kind;
    int level; /* of a heading */
    const char *text, *end, *next;
} Line;

static Line line_at(const char *p)
{
    Line line = {.kind = PLAIN, .end = p + strcspn(p, "\n")};
    line.next = *line.end ? line.end + 1 : line.end;
    while (line.end > p && is_space(line.end[-1]))
        line.end--;
    while (p < line.end && is_space(*p))
        p++;
    const size_t hashes = strspn(p, "#");
    size_t mark = 0;
    if (p == line.end) {
        line.kind = BLANK;
    } else if (hashes > 0 && hashes <= 4 && p[hashes] == ' ') {
        line.kind = HEADING;
        mark = hashes;
    } else if (p[0] == '-' && p[1] == ' ') {
        line.kind = BULLET;
        mark = 1;
    }
    line.level = (int)hashes + 2; /* a paper is a section of the page */
    line.text = p + mark + strspn(p + mark, mark ? " " : "");
    return line;
}

/* From the first line on all plain lines that follow, as one text; the next other line. */
static const char *put_lines(FILE *out, const Line *first)
{
    Line line = *first;
    const char *end = line.end, *next = line.next;
    while (*next && (line = line_at(next)).kind == PLAIN) {
        end = line.end;
        next = line.next;
    }
    put_inline(out, first->text, end);
    return next;
}

static const char *put_list(FILE *out, const Line *first)
{
    Line line = *first;
    const char *next;
    fputs("<ul>\n", out);
    do {
        fputs("<li>", out);
        next = put_lines(out, &line);
        fputs("</li>\n", out);
        line = line_at(next);
    } while (*next && line.kind == BULLET);
    fputs("</ul>\n", out);
    return next;
}

void stn_markdown_html(FILE *out, const char *text)
{
    while (*text) {
        const Line line = line_at(text);
        text = line.next;
        switch (line.kind) {
        case BLANK: break;
        case BULLET: text = put_list(out, &line); break;
        case HEADING:
            fprintf(out, "<h%d>", line.level);
            put_inline(out, line.text, line.end);
            fprintf(out, "</h%d>\n", line.level);
            break;
        case PLAIN:
            fputs("<p>", out);
            text = put_lines(out, &line);
            fputs("</p>\n", out);
            break;
        }
    }
}
