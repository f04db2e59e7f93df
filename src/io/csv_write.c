/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/atomic_file.h"
#include "io/number.h"
#include "io/writers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_number(FILE *out, double value)
{
    char text[STN_NUMBER_SIZE];
    fputs(stn_number_text(value, text), out);
}

/* Quotes a field when it must be. */
static void put_field(FILE *out, const char *text)
{
    const bool spaced = text[0] == ' ' || text[0] == '#';
    if (!spaced && strpbrk(text, ",;\t\"\r\n") == NULL) {
        fputs(text, out);
        return;
    }
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"') {
            putc('"', out);
        }
        putc(*text, out);
    }
    putc('"', out);
}

static void put_header(FILE *out, const StnRecord *record)
{
    for (int c = 0; c < record->ncolumn; c++) {
        const StnColumnInfo *column = &record->column[c];
        char text[sizeof column->name + sizeof column->unit + 4];
        const bool unit = column->unit[0] != '\0';
        snprintf(text, sizeof text, "%s%s%s%s", column->name, unit ? " [" : "", column->unit,
                 unit ? "]" : "");
        if (c > 0) {
            putc(',', out);
        }
        put_field(out, text);
    }
    putc('\n', out);
}

/* The number with that many significant digits.  Printing and reading use one locale, whatever it is. */
static double rounded(double value, int digits)
{
    char text[40];
    if (digits <= 0 || digits > 16 || !isfinite(value)) {
        return value;
    }
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    return strtod(text, NULL);
}

/* Gathers text before it goes to the stream, whose calls cost more than the numbers. */
static void put_rows(FILE *out, const StnRecord *record, int digits)
{
    char buffer[1 << 14];
    size_t used = 0;
    for (size_t row = 0; row < record->rows && !ferror(out); row++) {
        for (int c = 0; c < record->ncolumn; c++) {
            const double value = rounded(record->data[c][row], digits);
            used += strlen(stn_number_text(value, buffer + used));
            buffer[used++] = c + 1 < record->ncolumn ? ',' : '\n';
            if (used > sizeof buffer - 2 * STN_NUMBER_SIZE) {
                fwrite(buffer, 1, used, out);
                used = 0;
            }
        }
    }
    fwrite(buffer, 1, used, out);
}

static StnStatus write_record(const char *path, const StnRecord *record, const StnWriteDef *def,
                              StnError *error)
{
    StnAtomicFile file;
    const StnStatus status = stn_atomic_open(&file, path, error);
    if (status != STN_OK) {
        return status;
    }
    put_header(file.stream, record);
    put_rows(file.stream, record, def->digits);
    return stn_atomic_commit(&file, error);
}
const StnWriter stn_csv_writer = {".csv", write_record};

StnStatus stn_csv_write(const char *path, const StnRecord *record, StnError *error)
{
    return write_record(path, record, &(StnWriteDef){.digits = 0}, error);
}

StnStatus stn_events_write(const char *path, const StnRecord *record, StnError *error)
{
    StnAtomicFile file;
    const StnStatus status = stn_atomic_open(&file, path, error);
    if (status != STN_OK) {
        return status;
    }
    FILE *out = file.stream;
    fputs("t [s],site,event,detail\n", out);
    for (size_t i = 0; i < record->nevent && !ferror(out); i++) {
        const StnEvent *event = &record->event[i];
        put_number(out, event->t);
        putc(',', out);
        put_field(out, event->site ? event->site : "");
        putc(',', out);
        put_field(out, stn_event_word(event->kind));
        putc(',', out);
        put_field(out, event->detail ? event->detail : "");
        putc('\n', out);
    }
    return stn_atomic_commit(&file, error);
}
