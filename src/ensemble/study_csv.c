/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A study as CSV: one row per run, in their order. */
#include "ensemble/study.h"
#include "io/atomic_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 4096 };

/* A metric such as max(x, window=1 s..2 s) has a comma. */
static void put_name(FILE *out, const StnStoreColumn *c)
{
    const bool unit = c->unit[0] && strcmp(c->unit, "1") != 0;
    const char *quote = strpbrk(c->name, ",\"") ? "\"" : "";
    fprintf(out, ",%s%s%s%s%s%s", quote, c->name, unit ? " [" : "", unit ? c->unit : "",
            unit ? "]" : "", quote);
}

static void put_value(FILE *out, const StnStoreColumn *c, double value)
{
    char text[32];
    fprintf(out, ",%s",
            isnan(value) ? ""
            : c->law     ? c->law[(int)value]->name
                         : stn_number_text(value, text));
}

static void put_rows(FILE *out, const StnStudy *s, const StnStoreRows *rows)
{
    for (int64_t i = 0; i < rows->count; i++) {
        if (rows->outcome[i] == STN_OUTCOME_NONE)
            continue;
        fprintf(out, "%" PRId64, rows->first + i);
        for (int k = 0; k < s->nvary + s->nmetric; k++)
            put_value(out, &s->column[k], rows->value[k][i]);
        fprintf(out, ",%s\n", stn_outcome_word((StnOutcome)rows->outcome[i]));
    }
}

static StnStatus put_all(FILE *out, StnStudy *s, StnError *error)
{
    const int columns = s->nvary + s->nmetric;
    double *memory = malloc((size_t)columns * CHUNK * sizeof *memory), *value[STN_STUDY_COLUMNS];
    unsigned char outcome[CHUNK];
    StnStatus status = memory ? STN_OK : stn_out_of_memory(error);
    fputs("number", out);
    for (int k = 0; k < columns && memory; k++) {
        value[k] = memory + (size_t)k * CHUNK;
        put_name(out, &s->column[k]);
    }
    fputs(",status\n", out);
    for (int64_t first = 0; first < s->count && status == STN_OK; first += CHUNK) {
        const int64_t left = s->count - first;
        const StnStoreRows rows = {first, left < CHUNK ? left : CHUNK, value, outcome, NULL};
        status = stn_study_rows(s, &rows, error);
        if (status == STN_OK)
            put_rows(out, s, &rows);
    }
    free(memory);
    return status;
}

StnStatus stn_study_write_csv(StnStudy *study, const char *path, StnError *error)
{
    StnAtomicFile file;
    StnStatus status = stn_atomic_open(&file, path, error);
    if (status != STN_OK)
        return status;
    status = put_all(file.stream, study, error);
    if (status != STN_OK) {
        stn_atomic_discard(&file);
        return status;
    }
    return stn_atomic_commit(&file, error);
}
