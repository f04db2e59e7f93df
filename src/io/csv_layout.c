/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/csv_layout.h"
#include "io/error_place.h"

#include <string.h>

enum { SAMPLE_LINES = 16 };

StnStatus stn_csv_begin(CsvText *text, const char *begin, size_t length)
{
    text->at = text->line_begin = begin;
    text->end = begin + length;
    text->line = 1;
    const bool utf16 =
        length >= 2 && (memcmp(begin, "\xff\xfe", 2) == 0 || memcmp(begin, "\xfe\xff", 2) == 0);
    if (utf16) {
        return stn_error_at(text->error, STN_BAD_INPUT, text->name, 1, 1,
                            "the file is UTF-16 text; save it as UTF-8");
    }
    const char *nul = length ? memchr(begin, '\0', length) : NULL;
    if (nul) {
        while (text->at < nul) {
            if (stn_csv_is_line_end(*text->at)) {
                stn_csv_next_line(text);
            } else {
                text->at++;
            }
        }
        const CsvField place = {nul, nul, text->line_begin, text->line, false, true};
        return stn_csv_error(text, &place, "a NUL byte: this is a binary file, not CSV text");
    }
    if (length >= 3 && memcmp(begin, "\xef\xbb\xbf", 3) == 0) {
        text->at += 3;
        text->line_begin += 3;
    }
    return STN_OK;
}

size_t stn_csv_count_fields(CsvText *text)
{
    CsvField field;
    size_t count = 0;
    do {
        if (stn_csv_field(text, &field) != STN_OK) {
            break;
        }
        count++;
    } while (!field.last);
    return count;
}

/* Fields per line when all sampled lines agree, otherwise 0; *first of the first line. */
static size_t agreed_fields(CsvText text, char separator, size_t *first)
{
    text.separator = separator;
    text.error = NULL;
    bool agree = true;
    *first = 0;
    for (int n = 0; n < SAMPLE_LINES && stn_csv_seek(&text); n++) {
        const size_t count = stn_csv_count_fields(&text);
        if (n == 0) {
            *first = count;
        }
        agree = agree && count == *first;
    }
    return agree ? *first : 0;
}

/* Excel's own first line "sep=;". */
static bool take_separator_line(CsvText *text)
{
    const char *p = text->at;
    const bool is_it = text->end - p >= 6 && memcmp(p, "sep=", 4) == 0 && strchr(",;\t", p[4]) &&
                       stn_csv_is_line_end(p[5]);
    if (is_it) {
        text->separator = p[4];
        text->at += 5;
        stn_csv_next_line(text);
    }
    return is_it;
}

void stn_csv_detect_separator(CsvText *text)
{
    static const char candidates[] = "\t;,"; /* rarest inside a field first */
    if (take_separator_line(text)) {
        return;
    }
    size_t most = 1;
    char best = ',';
    for (const char *c = candidates; *c; c++) {
        size_t first;
        if (agreed_fields(*text, *c, &first) > 1) {
            text->separator = *c;
            return;
        }
        if (first > most) {
            most = first;
            best = *c;
        }
    }
    text->separator = best;
}
