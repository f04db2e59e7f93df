/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/csv_text.h"
#include "io/error_place.h"
#include "io/number.h"
#include "io/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

bool stn_csv_is_blank(const CsvText *text, char c)
{
    return c == ' ' || (c == '\t' && text->separator != '\t');
}

bool stn_csv_is_line_end(char c) { return c == '\n' || c == '\r'; }

void stn_csv_next_line(CsvText *text)
{
    const bool pair = text->end - text->at >= 2 && text->at[0] == '\r' && text->at[1] == '\n';
    text->at += pair ? 2 : 1;
    text->line_begin = text->at;
    text->line++;
}

bool stn_csv_seek(CsvText *text)
{
    for (;;) {
        const char *p = text->at;
        while (p < text->end && stn_csv_is_blank(text, *p)) {
            p++;
        }
        if (p < text->end && *p == '#') {
            while (p < text->end && !stn_csv_is_line_end(*p)) {
                p++;
            }
        } else if (p < text->end && !stn_csv_is_line_end(*p)) {
            return true;
        }
        text->at = p;
        if (p == text->end) {
            return false;
        }
        stn_csv_next_line(text);
    }
}

/* From the opening quote to past the closing one. */
static StnStatus take_quoted(CsvText *text, CsvField *field)
{
    field->quoted = true;
    field->begin = ++text->at;
    while (text->at < text->end) {
        if (stn_csv_is_line_end(*text->at)) {
            stn_csv_next_line(text);
        } else if (*text->at != '"') {
            text->at++;
        } else if (text->end - text->at >= 2 && text->at[1] == '"') {
            text->at += 2;
        } else {
            field->end = text->at++;
            return STN_OK;
        }
    }
    field->end = field->begin;
    return stn_csv_error(text, field, "the quote that opens here is never closed");
}

static void take_plain(CsvText *text, CsvField *field)
{
    const char *p = text->at;
    while (p < text->end && *p != text->separator && !stn_csv_is_line_end(*p)) {
        p++;
    }
    text->at = p;
    while (p > field->begin && stn_csv_is_blank(text, p[-1])) {
        p--;
    }
    field->end = p;
}

static void skip_blanks(CsvText *text)
{
    while (text->at < text->end && stn_csv_is_blank(text, *text->at)) {
        text->at++;
    }
}

StnStatus stn_csv_field(CsvText *text, CsvField *field)
{
    skip_blanks(text);
    *field = (CsvField){text->at, text->at, text->line_begin, text->line, false, true};
    if (text->at < text->end && *text->at == '"') {
        const StnStatus status = take_quoted(text, field);
        if (status != STN_OK) {
            return status;
        }
        skip_blanks(text);
    } else {
        take_plain(text, field);
    }
    if (text->at == text->end) {
        return STN_OK;
    }
    if (*text->at == text->separator) {
        field->last = false;
        text->at++;
        return STN_OK;
    }
    if (stn_csv_is_line_end(*text->at)) {
        stn_csv_next_line(text);
        return STN_OK;
    }
    return stn_csv_error(text, field,
                         "text follows the closing quote; a field in quotes must end "
                         "with %s or the line",
                         stn_csv_separator_text(text->separator));
}

/* Whether [p, end) is `word`, given in lower case, whatever its letters' case. */
static bool is_word(const char *p, const char *end, const char *word)
{
    for (; p < end && *word; p++, word++) {
        if ((*p | 0x20) != *word) {
            return false;
        }
    }
    return p == end && *word == '\0';
}

CsvKind stn_csv_kind(const CsvText *text, const CsvField *field, char *mark, double *value)
{
    const char *p = field->begin, *end = field->end;
    while (p < end && stn_csv_is_blank(text, *p)) {
        p++;
    }
    while (p < end && stn_csv_is_blank(text, end[-1])) {
        end--;
    }
    *value = NAN;
    if (p == end) {
        return CSV_EMPTY;
    }
    if (stn_number_read(p, end, text->separator != ',', mark, value) == end) {
        return CSV_NUMBER;
    }
    const double sign = *p == '-' ? -1.0 : 1.0;
    p += *p == '-' || *p == '+';
    if (is_word(p, end, "nan")) {
        *value = NAN;
        return CSV_NUMBER;
    }
    if (is_word(p, end, "inf") || is_word(p, end, "infinity")) {
        *value = sign * INFINITY;
        return CSV_NUMBER;
    }
    return CSV_WORD;
}

StnStatus stn_csv_error(const CsvText *text, const CsvField *field, const char *format, ...)
{
    char message[sizeof text->error->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    const size_t column = 1 + stn_utf8_length(field->line_begin, field->begin - field->quoted);
    return stn_error_at(text->error, STN_BAD_INPUT, text->name, field->line, column, "%s", message);
}

const char *stn_csv_quote(const CsvField *field, char out[CSV_QUOTE_SIZE])
{
    stn_utf8_copy(field->begin, field->end, out, CSV_QUOTE_SIZE - 3);
    for (char *p = out; *p; p++) {
        if ((unsigned char)*p < 0x20 || *p == 0x7f) {
            *p = '?';
        }
    }
    if (field->end - field->begin > CSV_QUOTE_SIZE - 4) {
        strcat(out, "...");
    }
    return out;
}

const char *stn_csv_separator_text(char separator)
{
    return separator == ',' ? "','" : separator == ';' ? "';'" : "a tab";
}
