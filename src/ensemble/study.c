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
enum { BATCH_FIRST = 64, BATCH_MOST = 1 << 14 };
static const double batch_short = 1.0, batch_long = 2.0; /* s */

/* ---- The plan in words ----------------------------------------------------------------------- */

/* Names and values one after the other, each with its end; lost: memory was out. */
typedef struct Facts {
    char *text;
    size_t length;
    bool lost;
    size_t at[2 * STN_FACTS];
    int count;
} Facts;

static void add_text(Facts *f, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *more = f->lost || f->count == 2 * STN_FACTS ? NULL : realloc(f->text, f->length + size);
    if (more == NULL) {
        f->lost = true;
        return;
    }
    f->text = more;
    memcpy(f->text + f->length, text, size);
    f->at[f->count++] = f->length;
    f->length += size;
}

static void add_fact(Facts *f, const char *name, const char *value)
{
    add_text(f, name);
    add_text(f, value);
}

static void add_number(Facts *f, const char *name, int64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, value);
    add_fact(f, name, text);
}

/* All quantities, or all metrics, in one text. */
static void add_list(Facts *f, const StnStudy *s, const char *name, int first, int end)
{
    size_t size = 1;
    for (int i = first; i < end; i++)
        size += strlen(s->column[i].name) + strlen(s->column[i].about) + 3;
    char *text = malloc(size);
    if (text == NULL) {
        f->lost = true;
        return;
    }
    size_t used = 0;
    text[0] = '\0';
    for (int i = first; i < end; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s%s%s", i > first ? "; " : "",
                             s->column[i].name, *s->column[i].about ? "=" : "", s->column[i].about);
    add_fact(f, name, text);
    free(text);
}

static void add_correlations(Facts *f, const StnStudy *s)
{
    char text[STN_VARIES_MAX * 24] = "", number[32];
    size_t used = 0;
    for (int i = 0; i < s->ncorrelation && used + 64 < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%d,%d=%s", i > 0 ? "; " : "",
                                 s->correlation[i].first + 1, s->correlation[i].second + 1,
                                 stn_number_text(s->correlation[i].value, number));
    add_fact(f, "correlations", text);
}

/* What decides about the numbers of every run. */
static Facts plan_facts(const StnStudy *s)
{
    Facts f = {.text = NULL};
    add_fact(&f, "version", STN_VERSION);
    add_list(&f, s, "quantities", 0, s->nvary);
    add_list(&f, s, "metrics", s->nvary, s->nvary + s->nmetric);
    add_fact(&f, "design", stn_design_word(s->kind));
    add_number(&f, "runs", s->count);
    add_number(&f, "seed", (int64_t)s->seed);
    add_correlations(&f, s);
    add_fact(&f, "scenario", stn_scenario_resolved(s->scenario));
    return f;
}

static void name_columns(StnStudy *s)
{
    for (int i = 0; i < s->nvary; i++)
        s->column[i] = (StnStoreColumn){s->vary[i].path, s->vary[i].unit, s->spread[i],
                                        s->vary[i].law, s->vary[i].law ? s->vary[i].levels : 0};
    for (int i = 0; i < s->nmetric; i++)
        s->column[s->nvary + i] = (StnStoreColumn){stn_metric_text(s->metric[i]),
                                                   stn_metric_unit(s->metric[i]), "", NULL, 0};
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

static StnStatus open_store(StnStudy *s, const char *path, StnError *error)
{
    Facts f = plan_facts(s);
    StnPlanFact fact[STN_FACTS];
    if (f.lost) {
        free(f.text);
        return stn_out_of_memory(error);
    }
    for (int i = 0; i < f.count / 2; i++)
        fact[i] = (StnPlanFact){f.text + f.at[2 * i], f.text + f.at[2 * i + 1]};
    const StnStorePlan plan = {fact, f.count / 2, s->column, s->nvary, s->nmetric};
    s->store = stn_store_open(path, &plan, error);
    free(f.text);
    if (s->store == NULL && error)
        snprintf(error->path, sizeof error->path, "output");
    return s->store ? STN_OK : error ? error->status : STN_NO_FILE;
}

/* All runs in memory. */
static StnStatus take_memory(StnStudy *s, StnError *error)
{
    const size_t count = (size_t)s->count;
    bool good = s->count <= (int64_t)(SIZE_MAX / sizeof(double));
    s->outcome = good ? calloc(count, 1) : NULL;
    s->reason = good ? calloc(count, sizeof *s->reason) : NULL;
    good = s->outcome && s->reason;
    for (int i = 0; i < s->nvary + s->nmetric && good; i++) {
        s->value[i] = malloc(count * sizeof(double));
        good = s->value[i] != NULL;
    }
    return good ? STN_OK : stn_out_of_memory(error);
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

static StnStatus prepare(StnStudy *s, const StnStudyDef *def, StnError *error)
{
    s->scenario = def->scenario;
    s->threads = def->settings.threads;
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
                                     .threads = s->threads};
    s->ensemble = stn_ensemble_new(&ensemble, error);
    if (s->ensemble == NULL)
        return error->status;
    return def->store ? open_store(s, def->store, error) : take_memory(s, error);
}

StnStudy *stn_study_new(const StnStudyDef *def, StnError *error)
{
    StnError own = {.status = STN_OK};
    StnStudy *study = calloc(1, sizeof *study);
    if (study == NULL) {
        stn_out_of_memory(error);
        return NULL;
    }
    if (prepare(study, def, &own) == STN_OK)
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
    for (int i = 0; i < s->nvary + s->nmetric; i++)
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
    int64_t size = BATCH_FIRST;
    StnStatus status = take_arrays(&b, BATCH_MOST) ? STN_OK : stn_out_of_memory(&own);
    memset(study->done, 0, sizeof study->done);
    while (b.first < study->count && status == STN_OK) {
        const double begin = now();
        b.count = size < study->count - b.first ? size : study->count - b.first;
        aim(&b);
        status = run_batch(&b, &own);
        drop_reasons(&b);
        b.first += b.count;
        const double took = now() - begin;
        size = took < batch_short && size < BATCH_MOST ? 2 * size
               : took > batch_long && size > 1         ? size / 2
                                                       : size;
    }
    free_arrays(&b);
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
        out[i] = study->outcome[i] == STN_OUTCOME_NONE ? NAN : study->value[column][i];
    return STN_OK;
}

StnStatus stn_study_rows(StnStudy *study, const StnStoreRows *rows, StnError *error)
{
    if (study->store)
        return stn_store_read(study->store, rows, error);
    memcpy(rows->outcome, study->outcome + rows->first, (size_t)rows->count);
    for (int i = 0; i < study->nvary + study->nmetric; i++)
        memcpy(rows->value[i], study->value[i] + rows->first, (size_t)rows->count * sizeof(double));
    return STN_OK;
}
