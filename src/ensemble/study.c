/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A study: batches of runs, each kept before the next begins. */
#define _POSIX_C_SOURCE 200809L
#include "ensemble/study.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A batch is written when it ends: it begins small and grows or shrinks so that one takes a second or
 * two, what an interruption can cost. */
enum { BATCH_FIRST = 64, BATCH_MOST = 1 << 14, BATCH_OF_ALL = 1 << 20 };
static const double batch_short = 1.0, batch_long = 2.0; /* s */

/* ---- Beginning and end ----------------------------------------------------------------------- */

static void name_columns(StnStudy *s)
{
    for (int i = 0; i < s->nvary; i++)
        s->column[i] = (StnStoreColumn){s->vary[i].path, s->vary[i].unit, s->spread[i],
                                        s->vary[i].law, s->vary[i].law ? s->vary[i].levels : 0};
    for (int i = 0; i < s->nmetric; i++)
        s->column[s->nvary + i] = (StnStoreColumn){stn_metric_text(s->metric[i]),
                                                   stn_metric_unit(s->metric[i]), "", NULL, 0};
}

StnStatus stn_study_take_memory(StnStudy *s, StnError *error)
{
    const size_t count = (size_t)s->count;
    if (s->store || s->outcome)
        return STN_OK;
    bool good = s->count <= (int64_t)(SIZE_MAX / sizeof(double));
    s->outcome = good ? calloc(count, 1) : NULL;
    s->reason = good ? calloc(count, sizeof *s->reason) : NULL;
    good = s->outcome && s->reason;
    for (int i = 0; i < s->nvary + s->nmetric && good; i++) {
        s->value[i] = malloc(count * sizeof(double));
        good = s->value[i] != NULL;
    }
    if (good)
        return STN_OK;
    free(s->outcome); /* what it is known by that they are there */
    s->outcome = NULL;
    stn_out_of_memory(error);
    return STN_NO_MEMORY;
}

static bool take_command(StnStudy *s, const char *given)
{
    static const char verb[] = "stiction run ";
    const size_t size = sizeof verb + strlen(given ? given : s->name);
    s->command = malloc(size);
    if (s->command)
        snprintf(s->command, size, "%s%s", given ? "" : verb, given ? given : s->name);
    return s->command != NULL;
}

StnStatus stn_study_prepare(StnStudy *s, const StnStudyDef *def, StnError *error)
{
    s->scenario = def->scenario;
    s->threads = def->settings.threads;
    s->lanes = def->settings.lanes;
    s->seed = def->settings.seed;
    s->name = strdup(def->name ? def->name : "");
    if (s->name == NULL || !take_command(s, def->command))
        return stn_out_of_memory(error);
    const StnStatus status = stn_study_read(s, def, error);
    if (status != STN_OK)
        return status;
    name_columns(s);
    const StnEnsembleDef ensemble = {.scenario = s->scenario,
                                     .vary = s->vary,
                                     .nvary = s->nvary,
                                     .metric = (const StnMetric *const *)s->metric,
                                     .nmetric = s->nmetric,
                                     .threads = s->threads,
                                     .lanes = s->lanes};
    s->ensemble = stn_ensemble_new(&ensemble, error);
    if (s->ensemble == NULL)
        return error->status;
    return STN_OK;
}

StnStudy *stn_study_new(const StnStudyDef *def, StnError *error)
{
    StnError own = {.status = STN_OK};
    StnStudy *study = calloc(1, sizeof *study);
    if (study == NULL) {
        stn_out_of_memory(error);
        return NULL;
    }
    StnStatus status = stn_study_prepare(study, def, &own);
    if (status == STN_OK && def->store)
        status = stn_study_open_store(study, def->store, &own);
    if (status == STN_OK)
        status = stn_traces_load(study, &own);
    if (status == STN_OK)
        return study;
    if (error)
        *error = own;
    stn_study_free(study);
    return NULL;
}

void stn_study_free(StnStudy *s)
{
    if (s == NULL)
        return;
    stn_store_close(s->store);
    stn_ensemble_free(s->ensemble);
    stn_design_free(s->design);
    for (int i = 0; i < s->nvary; i++) {
        stn_vary_free(&s->vary[i]);
        free(s->spread[i]);
    }
    for (int i = 0; i < s->nmetric; i++)
        stn_metric_free(s->metric[i]);
    for (int i = 0; i < s->nvary + s->nmetric; i++)
        free(s->value[i]);
    for (int64_t i = 0; i < s->count && s->reason; i++)
        free(s->reason[i]);
    free(s->reason);
    free(s->outcome);
    free(s->name);
    free(s->command);
    free(s->text);
    stn_traces_free(&s->traces);
    stn_scenario_free(s->own);
    free(s);
}

/* ---- Running --------------------------------------------------------------------------------- */

/* Arrays of one batch. */
typedef struct Batch {
    StnStudy *study;
    int64_t first, count;
    double *value[STN_STUDY_COLUMNS];
    unsigned char *outcome;
    char **reason;
    bool (*progress)(void *user, double fraction);
    void *user;
    bool lost; /* memory for a reason was out */
} Batch;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void keep_reason(void *user, int64_t run, const char *text)
{
    Batch *b = user;
    free(b->reason[run]);
    b->reason[run] = strdup(text);
    b->lost = b->lost || b->reason[run] == NULL;
}

static bool show(void *user, double fraction)
{
    const Batch *b = user;
    return b->progress == NULL ||
           b->progress(b->user,
                       ((double)b->first + fraction * (double)b->count) / (double)b->study->count);
}

static void count_outcomes(StnStudy *s, const Batch *b)
{
    for (int64_t i = 0; i < b->count; i++)
        s->done[b->outcome[i]] += b->outcome[i] != STN_OUTCOME_NONE;
}

static void draw_values(Batch *b)
{
    double value[STN_VARIES_MAX];
    for (int64_t i = 0; i < b->count; i++) {
        stn_design_values(b->study->design, b->first + i, value);
        for (int k = 0; k < b->study->nvary; k++)
            b->value[k][i] = value[k];
    }
}

/* What the file has of the batch is not run again. */
static StnStatus run_batch(Batch *b, StnError *error)
{
    StnStudy *s = b->study;
    const StnStoreRows rows = {b->first, b->count, b->value, b->outcome, b->reason};
    StnStatus status = s->store ? stn_store_read(s->store, &rows, error) : STN_OK;
    if (status != STN_OK)
        return status;
    draw_values(b);
    const StnBatch batch = {.count = b->count,
                            .value = (const double *const *)b->value,
                            .result = b->value + s->nvary,
                            .outcome = b->outcome,
                            .reason = keep_reason,
                            .progress = show,
                            .user = b};
    status = stn_ensemble_run(s->ensemble, &batch, error);
    count_outcomes(s, b);
    if (b->lost)
        return stn_out_of_memory(error);
    if (s->store && (status == STN_OK || status == STN_CANCELLED)) {
        const StnStatus written = stn_store_write(s->store, &rows, error);
        status = written == STN_OK ? status : written;
    }
    return status;
}

/* Arrays of the study itself where all is in memory. */
static bool take_arrays(Batch *b, int64_t most)
{
    const StnStudy *s = b->study;
    if (s->store == NULL)
        return true;
    b->outcome = calloc((size_t)most, 1);
    b->reason = calloc((size_t)most, sizeof *b->reason);
    bool good = b->outcome && b->reason;
    for (int i = 0; i < s->nvary + s->nmetric && good; i++) {
        b->value[i] = malloc((size_t)most * sizeof(double));
        good = b->value[i] != NULL;
    }
    return good;
}

static void aim(Batch *b)
{
    const StnStudy *s = b->study;
    if (s->store)
        return;
    b->outcome = s->outcome + b->first;
    b->reason = s->reason + b->first;
    for (int i = 0; i < s->nvary; i++)
        b->value[i] = s->value[i] + b->first;
    for (int i = s->nvary; i < s->nvary + s->nmetric; i++)
        b->value[i] = s->value[i] + b->first;
}

static void drop_reasons(Batch *b)
{
    for (int64_t i = 0; i < b->count && b->study->store && b->reason; i++) {
        free(b->reason[i]);
        b->reason[i] = NULL;
    }
}

static void free_arrays(Batch *b)
{
    if (b->study->store == NULL)
        return;
    for (int i = 0; i < b->study->nvary + b->study->nmetric; i++)
        free(b->value[i]);
    free(b->outcome);
    free(b->reason);
}

StnStatus stn_study_run(StnStudy *study, bool (*progress)(void *user, double fraction), void *user,
                        StnError *error)
{
    StnError own = {.status = STN_OK};
    Batch b = {.study = study, .progress = progress, .user = user};
    int64_t size = study->store ? BATCH_FIRST : BATCH_OF_ALL; /* kept: piece by piece */
    StnStatus status = stn_study_take_memory(study, &own);
    if (status != STN_OK || !take_arrays(&b, BATCH_MOST)) {
        free_arrays(&b);
        return stn_out_of_memory(error);
    }
    if (study->own) /* it was opened to be read */
        b.first = study->count;
    else
        memset(study->done, 0, sizeof study->done);
    while (b.first < study->count && status == STN_OK) {
        const double begin = now();
        b.count = size < study->count - b.first ? size : study->count - b.first;
        aim(&b);
        status = run_batch(&b, &own);
        drop_reasons(&b);
        b.first += b.count;
        const double took = now() - begin;
        if (study->store)
            size = took < batch_short && size < BATCH_MOST ? 2 * size
                   : took > batch_long && size > 1         ? size / 2
                                                           : size;
    }
    free_arrays(&b);
    if (status == STN_OK)
        status = stn_traces_run(study, progress, user, &own);
    if (error)
        *error = own;
    return status;
}

/* ---- What there is --------------------------------------------------------------------------- */

int64_t stn_study_count(const StnStudy *study) { return study->count; }

int64_t stn_study_done(const StnStudy *study, StnOutcome outcome) { return study->done[outcome]; }

int stn_study_quantity_count(const StnStudy *study) { return study->nvary; }

int stn_study_metric_count(const StnStudy *study) { return study->nmetric; }

const char *stn_study_column_name(const StnStudy *study, int column)
{
    return study->column[column].name;
}

const char *stn_study_column_unit(const StnStudy *study, int column)
{
    return study->column[column].unit;
}

const char *stn_study_command(const StnStudy *study, int64_t run, char *out, size_t size)
{
    double value[STN_VARIES_MAX];
    char number[32];
    size_t used = (size_t)snprintf(out, size, "%s", study->command);
    stn_design_values(study->design, run, value);
    for (int i = 0; i < study->nvary && used < size; i++) {
        const StnVary *v = &study->vary[i];
        used += (size_t)snprintf(out + used, size - used, " --set %s=%s", v->path,
                                 v->law ? v->law[(int)value[i]]->name
                                        : stn_number_text(value[i], number));
    }
    return out;
}

StnStatus stn_study_column(StnStudy *study, int column, double *out, StnError *error)
{
    if (study->store)
        return stn_store_column(study->store, column, out, study->count, error);
    for (int64_t i = 0; i < study->count; i++)
        out[i] = study->outcome == NULL || study->outcome[i] == STN_OUTCOME_NONE
                     ? NAN
                     : study->value[column][i];
    return STN_OK;
}

StnStatus stn_study_bad(StnStudy *study, int most, StnBadRun *each, void *user, StnError *error)
{
    if (study->store)
        return stn_store_bad(study->store, most, each, user, error);
    for (int64_t i = 0; i < study->count && study->outcome && most > 0; i++)
        if (study->outcome[i] > STN_OUTCOME_DONE) {
            each(user, i, (StnOutcome)study->outcome[i], study->reason[i] ? study->reason[i] : "");
            most--;
        }
    return STN_OK;
}

StnStatus stn_study_rows(StnStudy *study, const StnStoreRows *rows, StnError *error)
{
    if (study->store)
        return stn_store_read(study->store, rows, error);
    if (study->outcome == NULL) {
        memset(rows->outcome, STN_OUTCOME_NONE, (size_t)rows->count);
        return STN_OK;
    }
    memcpy(rows->outcome, study->outcome + rows->first, (size_t)rows->count);
    for (int i = 0; i < study->nvary + study->nmetric; i++)
        memcpy(rows->value[i], study->value[i] + rows->first, (size_t)rows->count * sizeof(double));
    return STN_OK;
}
