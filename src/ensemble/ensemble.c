/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Many runs on all threads.  A run is a variant of a system that was made once for each combination of
 * laws; where its numbers change the structure, a system of its own is made for it. */
#include "stiction/ensemble.h"
#include "threads/lock.h"
#include "threads/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Laws together; runs of one job at most, enough to make its memory cheap; jobs for each thread at least, so
 * that work is shared evenly. */
enum { BASES_MAX = 1024, JOB_RUNS = 32, THREAD_JOBS = 8 };

/* The scenario with one combination of laws. */
typedef struct Base {
    StnScenario *own;            /* NULL: the scenario as it was given */
    const StnScenario *scenario; /* NULL: it cannot be made, and `error` says why */
    const StnSystem *system;
    StnError error;
    StnAddress
        address[STN_VARIES_MAX]; /* item -1: a law, or a number that these laws do not have */
} Base;

struct StnEnsemble {
    StnEnsembleDef def;
    Base *base;
    int nbase;
    bool rows; /* metrics need rows between the first and the last one */
};

const char *stn_outcome_word(StnOutcome outcome)
{
    static const char *const words[STN_OUTCOMES] = {"none", "done", "invalid", "failed"};
    return words[outcome];
}

/* ---- Combinations of laws -------------------------------------------------------------------- */

static bool is_law(const StnVary *vary) { return vary->site >= 0; }

/* The laws of the index-th combination, the last one changing fastest. */
static StnStatus set_laws(const StnEnsemble *ensemble, int index, StnScenario *scenario)
{
    StnStatus status = STN_OK;
    for (int i = ensemble->def.nvary - 1; i >= 0 && status == STN_OK; i--) {
        const StnVary *v = &ensemble->def.vary[i];
        if (!is_law(v))
            continue;
        status = stn_scenario_set_text(scenario, v->path, v->law[index % v->levels]->name);
        index /= v->levels;
    }
    return status;
}

static int base_of(const StnEnsemble *ensemble, const double *value)
{
    int index = 0;
    for (int i = 0; i < ensemble->def.nvary; i++)
        if (is_law(&ensemble->def.vary[i]))
            index = index * ensemble->def.vary[i].levels + (int)value[i];
    return index;
}

/* A number that only other laws have is not set; its name was found with the laws of the scenario. */
static void find_addresses(const StnEnsemble *ensemble, Base *base)
{
    for (int i = 0; i < ensemble->def.nvary; i++) {
        base->address[i] = (StnAddress){-1, -1};
        if (!is_law(&ensemble->def.vary[i]) && stn_address(base->system, ensemble->def.vary[i].path,
                                                           &base->address[i], NULL) != STN_OK)
            base->address[i] = (StnAddress){-1, -1};
    }
}

static StnStatus make_base(const StnEnsemble *ensemble, int index, Base *base, StnError *error)
{
    base->scenario = ensemble->def.scenario;
    if (ensemble->nbase > 1) {
        base->own = stn_scenario_copy(ensemble->def.scenario);
        if (base->own == NULL)
            return stn_out_of_memory(error);
        set_laws(ensemble, index, base->own);
        base->scenario = base->own;
    }
    const StnStatus status = stn_scenario_check(base->scenario, &base->error);
    if (status == STN_NO_MEMORY)
        return stn_out_of_memory(error);
    if (status != STN_OK) { /* these laws do not fit: what is run with them is invalid */
        base->scenario = NULL;
        return STN_OK;
    }
    base->system = stn_scenario_system(base->scenario);
    find_addresses(ensemble, base);
    return STN_OK;
}

static StnStatus count_bases(StnEnsemble *ensemble, StnError *error)
{
    int64_t count = 1;
    for (int i = 0; i < ensemble->def.nvary; i++) {
        if (is_law(&ensemble->def.vary[i]))
            count *= ensemble->def.vary[i].levels;
        if (count > BASES_MAX)
            return stn_error(error, STN_BAD_INPUT, "more than %d combinations of laws", BASES_MAX);
    }
    ensemble->nbase = (int)count;
    return STN_OK;
}

StnEnsemble *stn_ensemble_new(const StnEnsembleDef *def, StnError *error)
{
    StnEnsemble *ensemble = calloc(1, sizeof *ensemble);
    if (ensemble == NULL) {
        stn_out_of_memory(error);
        return NULL;
    }
    ensemble->def = *def;
    for (int i = 0; i < def->nmetric; i++)
        ensemble->rows = ensemble->rows || stn_metric_needs_rows(def->metric[i]);
    StnStatus status = count_bases(ensemble, error);
    if (status == STN_OK) {
        ensemble->base = calloc((size_t)ensemble->nbase, sizeof *ensemble->base);
        status = ensemble->base ? STN_OK : stn_out_of_memory(error);
    }
    for (int i = 0; i < ensemble->nbase && ensemble->base && status == STN_OK; i++)
        status = make_base(ensemble, i, &ensemble->base[i], error);
    if (status == STN_OK)
        return ensemble;
    stn_ensemble_free(ensemble);
    return NULL;
}

void stn_ensemble_free(StnEnsemble *ensemble)
{
    if (ensemble == NULL)
        return;
    for (int i = 0; i < ensemble->nbase && ensemble->base; i++)
        stn_scenario_free(ensemble->base[i].own);
    free(ensemble->base);
    free(ensemble);
}

/* ---- One run --------------------------------------------------------------------------------- */

/* A batch with what its jobs share. */
typedef struct Batch {
    const StnEnsemble *ensemble;
    const StnBatch *given;
    int64_t job_runs;
    StnLock lock; /* of reasons and records */
} Batch;

/* The caller's functions are called from one thread at a time. */
static void give_record(Batch *batch, int64_t run, const StnRecord *record)
{
    if (batch->given->record == NULL)
        return;
    stn_lock_take(&batch->lock);
    batch->given->record(batch->given->user, run, record);
    stn_lock_give(&batch->lock);
}

/* Memory of a job, made for one combination of laws and kept while runs have the same. */
typedef struct Worker {
    const StnEnsemble *ensemble;
    Batch *batch;
    int64_t run;
    StnPool *pool;
    int job;
    double done, share; /* of the job: what is done, and what the present run is of it */
    const Base *base;
    void *block, *variant, *state;
    double value[STN_VARIES_MAX], *result; /* of the present run */
    StnError error;
} Worker;

static void release(Worker *w)
{
    free(w->block);
    free(w->variant);
    free(w->state);
    w->block = w->variant = w->state = NULL;
    w->base = NULL;
}

static bool take_base(Worker *w, const Base *base)
{
    if (w->base == base)
        return true;
    release(w);
    w->base = base;
    w->block = malloc(stn_params_size(base->system));
    w->variant = malloc(stn_variant_size(base->system));
    w->state = malloc(stn_state_size(base->system));
    return w->block && w->variant && w->state;
}

static bool go_on(void *user, double fraction)
{
    const Worker *w = user;
    return stn_pool_progress(w->pool, w->job, w->done + w->share * fraction);
}

static StnStatus run_and_measure(Worker *w, const StnSystem *system, void *memory)
{
    const StnEnsembleDef *def = &w->ensemble->def;
    StnRunDef run = stn_scenario_run_def(w->base->scenario);
    StnRecord record = {.rows = 0};
    if (!w->ensemble->rows && w->batch->given->record == NULL)
        run.every = INFINITY;
    run.columns = NULL;
    run.ncolumn = 0;
    run.progress = go_on;
    run.user = w;
    StnStatus status = stn_run(system, stn_state_init(system, memory), &run, &record, &w->error);
    if (status == STN_OK)
        status = stn_metric_values(def->metric, def->nmetric, system, &record, w->result);
    if (status == STN_OK)
        give_record(w->batch, w->run, &record);
    stn_record_free(&record);
    return status;
}

/* The block with the numbers of this run; false: they break a rule or change the structure. */
static bool fill_block(Worker *w)
{
    const Base *base = w->base;
    stn_params_copy(base->system, w->block);
    for (int i = 0; i < w->ensemble->def.nvary; i++)
        if (base->address[i].item >= 0 && stn_params_set(base->system, w->block, base->address[i],
                                                         w->value[i], &w->error) != STN_OK)
            return false;
    return stn_params_finish(base->system, w->block, &w->error) == STN_OK;
}

static StnOutcome outcome_of(Worker *w, StnStatus status)
{
    if (status == STN_NO_MEMORY)
        stn_out_of_memory(&w->error);
    w->error.status = status;
    return status == STN_OK                                     ? STN_OUTCOME_DONE
           : status == STN_NO_MEMORY || status == STN_CANCELLED ? STN_OUTCOME_NONE
                                                                : STN_OUTCOME_FAILED;
}

/* A system of its own: as `stiction run --set` makes it. */
static StnOutcome run_apart(Worker *w)
{
    StnScenario *scenario = stn_scenario_copy(w->base->scenario);
    StnStatus status = scenario ? STN_OK : STN_NO_MEMORY;
    for (int i = 0; i < w->ensemble->def.nvary && status == STN_OK; i++)
        if (w->base->address[i].item >= 0)
            status =
                stn_scenario_set_numbers(scenario, w->ensemble->def.vary[i].path, &w->value[i], 1);
    /* by path: an address needs a system, and on the way there the numbers may break a rule together */
    if (status != STN_NO_MEMORY) /* the check says what else is wrong */
        status = stn_scenario_check(scenario, &w->error);
    StnOutcome outcome = STN_OUTCOME_INVALID;
    w->error.file[0] = '\0'; /* nobody wrote this document */
    if (status == STN_OK) {
        const StnSystem *system = stn_scenario_system(scenario);
        void *state = malloc(stn_state_size(system));
        status = state ? run_and_measure(w, system, state) : stn_out_of_memory(&w->error);
        outcome = outcome_of(w, status);
        free(state);
    } else if (status == STN_NO_MEMORY)
        outcome = outcome_of(w, status);
    stn_scenario_free(scenario);
    return outcome;
}

/* NONE: memory is out, or the pool was cancelled, as the status of the error says. */
static StnOutcome run_one(Worker *w)
{
    const Base *base = &w->ensemble->base[base_of(w->ensemble, w->value)];
    w->error = base->error;
    if (base->scenario == NULL)
        return STN_OUTCOME_INVALID;
    if (!take_base(w, base)) {
        stn_out_of_memory(&w->error);
        return STN_OUTCOME_NONE;
    }
    if (!fill_block(w))
        return run_apart(w);
    const StnSystem *system =
        stn_system_variant(base->system, w->block, stn_scenario_seed(base->scenario), w->variant);
    return outcome_of(w, run_and_measure(w, system, w->state));
}

/* ---- A batch --------------------------------------------------------------------------------- */

static void keep(Batch *batch, const Worker *w, int64_t run, StnOutcome outcome)
{
    const StnBatch *given = batch->given;
    for (int m = 0; m < batch->ensemble->def.nmetric; m++)
        given->result[m][run] = outcome == STN_OUTCOME_DONE ? w->result[m] : NAN;
    given->outcome[run] = (unsigned char)outcome;
    if (outcome == STN_OUTCOME_DONE || given->reason == NULL)
        return;
    char text[1400];
    stn_error_format(&w->error, text, sizeof text);
    stn_lock_take(&batch->lock);
    given->reason(given->user, run, text);
    stn_lock_give(&batch->lock);
}

static StnStatus run_job(StnPool *pool, int job, void *user, StnError *error)
{
    Batch *batch = user;
    const StnBatch *given = batch->given;
    Worker w = {.ensemble = batch->ensemble, .batch = batch, .pool = pool, .job = job};
    StnStatus status = STN_OK;
    const int64_t first = job * batch->job_runs;
    const int64_t end =
        first + batch->job_runs < given->count ? first + batch->job_runs : given->count;
    w.result = malloc(((size_t)batch->ensemble->def.nmetric + 1) * sizeof *w.result);
    if (w.result == NULL)
        return stn_out_of_memory(error);
    w.share = 1.0 / (double)(end - first);
    for (int64_t run = first; run < end && status == STN_OK; run++) {
        w.done = (double)(run - first) * w.share;
        w.run = run;
        if (given->outcome[run] != STN_OUTCOME_NONE)
            continue;
        for (int i = 0; i < batch->ensemble->def.nvary; i++)
            w.value[i] = given->value[i][run];
        const StnOutcome outcome = run_one(&w);
        if (outcome == STN_OUTCOME_NONE) {
            status = w.error.status;
            *error = w.error;
        } else
            keep(batch, &w, run, outcome);
        if (status == STN_OK && !stn_pool_progress(pool, job, w.done + w.share))
            status = STN_CANCELLED;
    }
    release(&w);
    free(w.result);
    return status;
}

StnStatus stn_ensemble_run(const StnEnsemble *ensemble, const StnBatch *batch, StnError *error)
{
    Batch own = {.ensemble = ensemble, .given = batch, .job_runs = 1};
    const int threads = stn_pool_threads(ensemble->def.threads);
    if (batch->count > STN_BATCH_MAX)
        return stn_error(error, STN_BAD_INPUT, "a batch has at most %d runs", STN_BATCH_MAX);
    while (own.job_runs < JOB_RUNS && 2 * own.job_runs * THREAD_JOBS * threads <= batch->count)
        own.job_runs *= 2;
    const StnPoolDef pool = {.count = (int)((batch->count + own.job_runs - 1) / own.job_runs),
                             .threads = threads,
                             .job = run_job,
                             .user = &own,
                             .progress = batch->progress,
                             .progress_user = batch->user};
    stn_lock_init(&own.lock);
    const StnStatus status = stn_pool_run(&pool, error);
    stn_lock_free(&own.lock);
    return status;
}
