/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A study as a MATLAB file: one variable per column, in the order of the runs. */
#include "ensemble/study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 4096, LAWS_SIZE = 2048 };

/* Number, quantities, metrics, status. */
typedef struct Table {
    StnColumnInfo column[STN_STUDY_COLUMNS + 2];
    double *data[STN_STUDY_COLUMNS + 2];
    char law[LAWS_SIZE]; /* "friction.contact.law: 1 coulomb, 2 lugre" */
    int count;
    int64_t rows;
} Table;

static void name_laws(const StnStudy *s, char out[LAWS_SIZE])
{
    size_t used = 0;
    out[0] = '\0';
    for (int k = 0; k < s->nvary; k++)
        for (int i = 0; i < s->column[k].nlaw && used < LAWS_SIZE; i++) {
            char lead[128];
            snprintf(lead, sizeof lead, "%s%s:", used > 0 ? "; " : "", s->column[k].name);
            used += (size_t)snprintf(out + used, LAWS_SIZE - used, "%s %d %s", i > 0 ? "," : lead,
                                     i + 1, s->column[k].law[i]->name);
        }
}

static void name_column(StnColumnInfo *column, const char *name, const char *unit)
{
    snprintf(column->name, sizeof column->name, "%s", name);
    snprintf(column->unit, sizeof column->unit, "%s", unit);
}

static void name_columns(Table *t, const StnStudy *s)
{
    t->count = s->nvary + s->nmetric + 2;
    name_column(&t->column[0], "number", "1");
    for (int i = 0; i < s->nvary + s->nmetric; i++)
        name_column(&t->column[1 + i], s->column[i].name, s->column[i].unit);
    name_column(&t->column[t->count - 1], "status", "1 done, 2 invalid, 3 failed");
    name_laws(s, t->law);
}

/* Runs that are not done are left out, as in a CSV. */
static void add_rows(Table *t, const StnStudy *s, const StnStoreRows *rows)
{
    for (int64_t i = 0; i < rows->count; i++) {
        if (rows->outcome[i] == STN_OUTCOME_NONE)
            continue;
        t->data[0][t->rows] = (double)(rows->first + i);
        for (int k = 0; k < s->nvary + s->nmetric; k++)
            t->data[1 + k][t->rows] = rows->value[k][i] + (s->column[k].law ? 1.0 : 0.0);
        t->data[t->count - 1][t->rows++] = (double)rows->outcome[i];
    }
}

static bool take_columns(Table *t, int64_t count)
{
    bool good = true;
    for (int k = 0; k < t->count && good; k++) {
        t->data[k] = malloc(((size_t)count + 1) * sizeof *t->data[k]);
        good = t->data[k] != NULL;
    }
    return good;
}

static StnStatus fill(Table *t, StnStudy *s, StnError *error)
{
    const int columns = s->nvary + s->nmetric;
    double *memory = malloc((size_t)columns * CHUNK * sizeof *memory), *value[STN_STUDY_COLUMNS];
    unsigned char outcome[CHUNK];
    StnStatus status = STN_OK;
    if (memory == NULL || !take_columns(t, s->count)) {
        free(memory);
        return stn_out_of_memory(error);
    }
    for (int k = 0; k < columns; k++)
        value[k] = memory + (size_t)k * CHUNK;
    for (int64_t first = 0; first < s->count && status == STN_OK; first += CHUNK) {
        const int64_t left = s->count - first;
        const StnStoreRows rows = {first, left < CHUNK ? left : CHUNK, value, outcome, NULL};
        status = stn_study_rows(s, &rows, error);
        if (status == STN_OK)
            add_rows(t, s, &rows);
    }
    free(memory);
    return status;
}

static StnStatus write_table(Table *t, const StnStudy *s, const char *path, StnError *error)
{
    char solver[96];
    const StnSystem *system = stn_scenario_system(s->scenario);
    const StnProvenance from = {.scenario = s->name,
                                .title = stn_scenario_title(s->scenario),
                                .plant = stn_system_plant(system)->name,
                                .law = t->law,
                                .solver = stn_solver_text(system, solver, sizeof solver),
                                .seed = s->seed,
                                .text = s->text ? s->text : stn_scenario_resolved(s->scenario)};
    const StnRecord record = {
        .rows = (size_t)t->rows, .ncolumn = t->count, .column = t->column, .data = t->data};
    return stn_record_write(path, &record, &(StnWriteDef){.from = &from}, error);
}

StnStatus stn_study_write_mat(StnStudy *study, const char *path, StnError *error)
{
    Table *t = calloc(1, sizeof *t);
    if (t == NULL)
        return stn_out_of_memory(error);
    name_columns(t, study);
    StnStatus status = fill(t, study, error);
    if (status == STN_OK)
        status = write_table(t, study, path, error);
    for (int k = 0; k < t->count; k++)
        free(t->data[k]);
    free(t);
    return status;
}
