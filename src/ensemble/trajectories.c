/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "ensemble/trajectories.h"
#include "compare/comparison.h"
#include "ensemble/study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs that are kept together. */
enum { GROUP = 64, NAMES_MAX = 160 };

double *stn_trace(const StnTraces *traces, int place, int column)
{
    return traces->value +
           ((size_t)place * (size_t)traces->ncolumn + (size_t)column) * (size_t)STN_TRACE_POINTS;
}

double stn_trace_time(const StnTraces *traces, int point)
{
    return traces->end * point / (STN_TRACE_POINTS - 1);
}

void stn_traces_free(StnTraces *traces)
{
    free(traces->run);
    free(traces->there);
    free(traces->value);
}

/* ---- Which ---- */

static StnStatus unknown_column(const StnSystem *system, const char *name, StnError *error)
{
    const int count = stn_system_column_count(system);
    char copy[NAMES_MAX][48];
    const char *names[NAMES_MAX];
    int used = 0;
    for (; used < count && used < NAMES_MAX; used++) {
        snprintf(copy[used], sizeof copy[used], "%s", stn_system_column_at(system, used).name);
        names[used] = copy[used];
    }
    return stn_error(error, STN_BAD_INPUT, "there is no column \"%s\"%s", name,
                     stn_suggest(name, names, (size_t)used, "; allowed: ").text);
}

static StnStatus take_name(StnTraces *t, const StnSystem *system, const char *name, StnError *error)
{
    const int column = stn_system_column(system, name);
    if (column < 0)
        return unknown_column(system, name, error);
    for (int i = 0; i < t->ncolumn; i++)
        if (strcmp(t->name[i], name) == 0)
            return STN_OK;
    if (t->ncolumn == STN_TRACES_MAX)
        return stn_error(error, STN_BAD_INPUT, "more than %d columns", STN_TRACES_MAX);
    const StnColumnInfo info = stn_system_column_at(system, column);
    snprintf(t->name[t->ncolumn], sizeof t->name[0], "%s", info.name);
    snprintf(t->unit[t->ncolumn++], sizeof t->unit[0], "%s", info.unit);
    return STN_OK;
}

static StnStatus take_names(StnTraces *t, const StnSystem *system, const char *text,
                            StnError *error)
{
    StnStatus status = STN_OK;
    for (; status == STN_OK; text++) {
        char name[64];
        text += strspn(text, " \t");
        const size_t length = strcspn(text, ", \t");
        snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), text);
        status = take_name(t, system, name, error);
        text += length;
        text += strspn(text, " \t");
        if (*text == '\0')
            break;
    }
    return status;
}

/* The first ones of a sample are a sample; of a grid they are taken at equal distances, and of two samples with
 * their mixtures from the first. */
static int64_t run_at(const StnStudy *s, int place, int count)
{
    if (s->kind == STN_DESIGN_SALTELLI)
        return (int64_t)place * (s->nvary + 2);
    return s->kind == STN_DESIGN_GRID ? s->count / count * place + s->count % count * place / count
                                      : place;
}

StnStatus stn_traces_choose(StnStudy *study, const char *const *text, int count, int64_t runs,
                            StnError *error)
{
    StnTraces *t = &study->traces;
    const int64_t most =
        study->kind == STN_DESIGN_SALTELLI ? study->count / (study->nvary + 2) : study->count;
    StnStatus status = STN_OK;
    for (int i = 0; i < count && status == STN_OK; i++)
        status = take_names(t, stn_scenario_system(study->scenario), text[i], error);
    if (status != STN_OK) {
        snprintf(error->path, sizeof error->path, "trajectories");
        return status;
    }
    if (t->ncolumn == 0)
        return STN_OK;
    t->nrun = (int)(runs < most ? runs : most);
    t->end = stn_scenario_run_def(study->scenario).duration;
    const size_t places = (size_t)t->nrun + 1;
    t->run = malloc(places * sizeof *t->run);
    t->there = calloc(places, sizeof *t->there);
    t->value = malloc(places * (size_t)t->ncolumn * STN_TRACE_POINTS * sizeof *t->value);
    if (t->run == NULL || t->there == NULL || t->value == NULL)
        return stn_out_of_memory(error);
    for (int i = 0; i < t->nrun; i++)
        t->run[i] = run_at(study, i, t->nrun);
    return STN_OK;
}

StnStatus stn_traces_load(StnStudy *study, StnError *error)
{
    StnTraces *t = &study->traces;
    StnStatus status = STN_OK;
    for (int i = 0; i < t->nrun && study->store && status == STN_OK; i++) {
        bool whole = true;
        for (int c = 0; c < t->ncolumn && whole && status == STN_OK; c++)
            status = stn_store_read_trace(study->store, t->run[i], t->name[c], stn_trace(t, i, c),
                                          &whole, error);
        t->there[i] = whole && status == STN_OK;
    }
    return status;
}

/* ---- Running ---- */

/* One group of runs: places of those that are not there. */
typedef struct Group {
    StnStudy *study;
    int place[GROUP], count;
    int first; /* place of the first */
    bool (*progress)(void *user, double fraction);
    void *user;
} Group;

static void keep_record(void *user, int64_t run, const StnRecord *record)
{
    const Group *g = user;
    StnTraces *t = &g->study->traces;
    const double *time = record->data[0];
    for (int c = 0; c < t->ncolumn; c++) {
        const double *y = stn_measure_column(record, t->name[c]);
        double *out = stn_trace(t, g->place[run], c);
        for (int k = 0; k < STN_TRACE_POINTS; k++) {
            const double at = stn_trace_time(t, k);
            const bool within = y && at >= time[0] && at <= time[record->rows - 1];
            out[k] = within ? stn_value_at(time, y, record->rows, at) : NAN;
        }
    }
    t->there[g->place[run]] = true;
}

static bool show(void *user, double fraction)
{
    const Group *g = user;
    return g->progress == NULL ||
           g->progress(g->user, (g->first + fraction * g->count) / g->study->traces.nrun);
}

static StnStatus keep_group(const Group *g, StnError *error)
{
    const StnTraces *t = &g->study->traces;
    StnStatus status = stn_store_begin(g->study->store, error);
    for (int i = 0; i < g->count && status == STN_OK; i++)
        for (int c = 0; c < t->ncolumn && t->there[g->place[i]] && status == STN_OK; c++)
            status = stn_store_write_trace(g->study->store, t->run[g->place[i]], t->name[c], t->end,
                                           stn_trace(t, g->place[i], c), error);
    return stn_store_end(g->study->store, status, error);
}

static StnStatus run_group(Group *g, StnError *error)
{
    StnStudy *s = g->study;
    double value[STN_VARIES_MAX][GROUP], one[STN_VARIES_MAX];
    const double *values[STN_VARIES_MAX];
    double *result = malloc(((size_t)s->nmetric * GROUP + 1) * sizeof *result);
    double *results[STN_METRICS_MAX];
    unsigned char outcome[GROUP] = {STN_OUTCOME_NONE};
    if (result == NULL)
        return stn_out_of_memory(error);
    for (int i = 0; i < g->count; i++) {
        stn_design_values(s->design, s->traces.run[g->place[i]], one);
        for (int k = 0; k < s->nvary; k++)
            value[k][i] = one[k];
    }
    for (int k = 0; k < s->nvary; k++)
        values[k] = value[k];
    for (int m = 0; m < s->nmetric; m++)
        results[m] = result + (size_t)m * GROUP;
    const StnBatch batch = {.count = g->count,
                            .value = values,
                            .result = results,
                            .outcome = outcome,
                            .progress = show,
                            .user = g,
                            .record = keep_record};
    const StnStatus status = stn_ensemble_run(s->ensemble, &batch, error);
    free(result);
    return status;
}

StnStatus stn_traces_run(StnStudy *study, bool (*progress)(void *user, double fraction), void *user,
                         StnError *error)
{
    const StnTraces *t = &study->traces;
    StnStatus status = STN_OK;
    for (int i = 0; i < t->nrun && status == STN_OK;) {
        Group g = {.study = study, .first = i, .progress = progress, .user = user};
        for (; i < t->nrun && g.count < GROUP; i++)
            if (!t->there[i])
                g.place[g.count++] = i;
        if (g.count > 0)
            status = run_group(&g, error);
        if (g.count > 0 && status == STN_OK && study->store && study->own == NULL)
            status = keep_group(&g, error);
    }
    return status;
}
