/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* CSV text as a sequence of lines and fields, with places for messages. */
#ifndef STICTION_IO_CSV_TEXT_H
#define STICTION_IO_CSV_TEXT_H

#include "stiction/io.h"

/* A place to read on from.  Plain data: copy it to come back. */
typedef struct CsvText {
    const char *name; /* of the file, for messages */
    const char *end, *at, *line_begin;
    size_t line;
    char separator;
    StnError *error; /* may be NULL */
} CsvText;

/* A field: [begin, end) without surrounding blanks and quotes (doubled quotes inside stay). */
typedef struct CsvField {
    const char *begin, *end;
    const char *line_begin;
    size_t line;
    bool quoted;
    bool last; /* of its line */
} CsvField;

typedef enum CsvKind {
    CSV_EMPTY,
    CSV_NUMBER, /* also NaN and Inf */
    CSV_WORD,
} CsvKind;

bool stn_csv_is_blank(const CsvText *text, char c);
bool stn_csv_is_line_end(char c);
/* Moves past the end of line at text->at. */
void stn_csv_next_line(CsvText *text);
/* Moves to the next line that is neither blank nor a comment; false at the end of the text. */
bool stn_csv_seek(CsvText *text);
/* Takes the field at text->at and what ends it. */
StnStatus stn_csv_field(CsvText *text, CsvField *field);
/* What a field is, and its value; an empty one is NaN.  *mark as in stn_number_read. */
CsvKind stn_csv_kind(const CsvText *text, const CsvField *field, char *mark, double *value);

/* An error at a field. */
StnStatus stn_csv_error(const CsvText *text, const CsvField *field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The start of a field, for messages; returns out. */
enum { CSV_QUOTE_SIZE = 40 };
const char *stn_csv_quote(const CsvField *field, char out[CSV_QUOTE_SIZE]);
/* "," ";" or "a tab". */
const char *stn_csv_separator_text(char separator);

#endif
