/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What stands above the numbers of a CSV file: byte order mark, separator, names and units. */
#ifndef STICTION_IO_CSV_LAYOUT_H
#define STICTION_IO_CSV_LAYOUT_H

#include "io/csv_text.h"

enum { CSV_COLUMNS_MAX = 65536 };

/* Refuses what is not text (NUL bytes, UTF-16) and skips a byte order mark. */
StnStatus stn_csv_begin(CsvText *text, const char *begin, size_t length);
/* Sets text->separator from the first lines, or from a line "sep=;". */
void stn_csv_detect_separator(CsvText *text);
/* Fields of the line at text->at, up to the first malformed one; text is moved past them. */
size_t stn_csv_count_fields(CsvText *text);
/* Fills table->column and ncolumn; text then stands at the first row of numbers.  loose: a name that
 * appears twice is a flaw of its columns. */
StnStatus stn_csv_header(CsvText *text, StnTable *table, bool loose);

#endif
