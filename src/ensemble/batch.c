/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Many runs on all threads, and fixed steps of several runs side by side.  A run is a variant of the system of its laws; where
 * its numbers change the structure, a system of its own is made for it. */
#include "ensemble/ensemble_bases.h"
#include "threads/lock.h"
#include "threads/pool.h"

#include <math.h>
#include <stdlib.h>

/* Runs of one job at most, enough to make its memory cheap; jobs for each thread at least, so that work is shared
 * evenly; runs of a job for each lane, so that few lanes are idle at its end. */
enum { JOB_RUNS = 32, THREAD_JOBS = 8, LANE_RUNS = 16 };

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
    const StnEnsembleBase *base;
    struct Memory {
        void *block, *variant, *state;
    } of[STN_LANES_MOST]; /* of each lane; the first one is that of single runs, too */
    double value[STN_VARIES_MAX], *result; /* of the present run */
    StnError error;
} Worker;

static void release(Worker *w)
{
    for (int i = 0; i < STN_LANES_MOST; i++) {
        free(w->of[i].block);
        free(w->of[i].variant);
        free(w->of[i].state);
        w->of[i] = (struct Memory){NULL, NULL, NULL};
    }
    w->base = NULL;
}

static bool take_base(Worker *w, const StnEnsembleBase *base)
{
    if (w->base == base)
        return true;
    release(w);
    w->base = base;
    bool good = true;
    const int places = base->loop ? STN_LANE_BLOCKS * w->ensemble->width : 1;
    for (int i = 0; i < places && good; i++) {
        struct Memory *m = &w->of[i];
        m->block = malloc(stn_params_size(base->system));
        m->variant = malloc(stn_variant_size(base->system));
        m->state = malloc(stn_state_size(base->system));
        good = m->block && m->variant && m->state;
    }
    return good;
}

static bool go_on(void *user, double fraction)
{
    const Worker *w = user;
    return stn_pool_progress(w->pool, w->job, w->done + w->share * fraction);
}

static StnRunDef run_def(const Worker *w)
{
    StnRunDef run = stn_scenario_run_def(w->base->scenario);
    if (!w->base->rows && w->batch->given->record == NULL)
        run.every = INFINITY;
    run.columns = NULL;
    run.ncolumn = 0;
    return run;
}

static StnStatus run_and_measure(Worker *w, const StnSystem *system, void *memory)
{
    const StnEnsembleDef *def = &w->ensemble->def;
    StnRunDef run = run_def(w);
    StnRecord record = {.rows = 0};
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
static bool fill_block(Worker *w, void *block)
{
    const StnEnsembleBase *base = w->base;
    stn_params_copy(base->system, block);
    for (int i = 0; i < w->ensemble->def.nvary; i++)
        if (base->address[i].item >= 0 &&
            stn_params_set(base->system, block, base->address[i], w->value[i], &w->error) != STN_OK)
            return false;
    return stn_params_finish(base->system, block, &w->error) == STN_OK;
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
    const StnEnsembleBase *base = stn_ensemble_base(w->ensemble, w->value);
    w->error = base->error;
    if (base->scenario == NULL)
        return STN_OUTCOME_INVALID;
    if (!take_base(w, base)) {
        stn_out_of_memory(&w->error);
        return STN_OUTCOME_NONE;
    }
    const struct Memory *m = &w->of[0];
    if (!fill_block(w, m->block))
        return run_apart(w);
    const StnSystem *system =
        stn_system_variant(base->system, m->block, stn_scenario_seed(base->scenario), m->variant);
    return outcome_of(w, run_and_measure(w, system, m->state));
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

/* The runs of a job. */
typedef struct Job {
    Batch *batch;
    StnPool *pool;
    Worker w;
    int64_t first, end, at; /* at: the next run to look at */
    int64_t done;
    int64_t run_of[STN_LANES_MOST];
    unsigned char begun[JOB_RUNS + STN_LANES_MOST * LANE_RUNS];
    StnStatus status;
    StnError *error;
} Job;

static void take_values(Job *job, int64_t run)
{
    job->w.run = run;
    for (int i = 0; i < job->batch->ensemble->def.nvary; i++)
        job->w.value[i] = job->batch->given->value[i][run];
}

/* What became of a run; memory that is out, and a cancelled pool, end the job. */
static void finish(Job *job, int64_t run, StnOutcome outcome)
{
    if (outcome == STN_OUTCOME_NONE) {
        job->status = job->w.error.status;
        *job->error = job->w.error;
        return;
    }
    keep(job->batch, &job->w, run, outcome);
    job->done++;
    if (!stn_pool_progress(job->pool, job->w.job, (double)job->done * job->w.share))
        job->status = STN_CANCELLED;
}

static void run_alone(Job *job, int64_t run)
{
    job->w.done = (double)job->done * job->w.share;
    take_values(job, run);
    finish(job, run, run_one(&job->w));
}

static bool is_to_do(const Job *job, int64_t run)
{
    return job->batch->given->outcome[run] == STN_OUTCOME_NONE && !job->begun[run - job->first];
}

/* The next run of the job with the same laws; those that cannot go in lanes are made here. */
static bool next_in_lanes(void *user, StnLaneRun *run)
{
    Job *job = user;
    Worker *w = &job->w;
    const StnEnsemble *ensemble = job->batch->ensemble;
    for (; job->at < job->end && job->status == STN_OK; job->at++) {
        const struct Memory *m = &w->of[run->place];
        if (!is_to_do(job, job->at))
            continue;
        take_values(job, job->at);
        if (stn_ensemble_base(ensemble, w->value) != w->base)
            continue;
        job->begun[job->at - job->first] = 1;
        if (!fill_block(w, m->block)) {
            finish(job, job->at, run_apart(w));
            continue;
        }
        run->system = stn_system_variant(w->base->system, m->block,
                                         stn_scenario_seed(w->base->scenario), m->variant);
        run->state = stn_state_init(run->system, m->state);
        run->def = run_def(w);
        job->run_of[run->place] = job->at++;
        return true;
    }
    return false;
}

static void end_in_lanes(void *user, StnLaneRun *run)
{
    Job *job = user;
    const StnEnsembleDef *def = &job->batch->ensemble->def;
    job->w.error = run->error;
    if (run->status == STN_OK)
        run->status =
            stn_metric_values(def->metric, def->nmetric, run->system, &run->record, job->w.result);
    if (run->status == STN_OK)
        give_record(job->batch, job->run_of[run->place], &run->record);
    stn_record_free(&run->record);
    if (job->status == STN_OK)
        finish(job, job->run_of[run->place], outcome_of(&job->w, run->status));
}

static bool lanes_go_on(void *user)
{
    Job *job = user;
    if (job->status == STN_OK &&
        !stn_pool_progress(job->pool, job->w.job, (double)job->done * job->w.share))
        job->status = STN_CANCELLED;
    return job->status == STN_OK;
}

/* All runs of the job that have the laws of this one. */
static void run_in_lanes(Job *job, const StnEnsembleBase *base, int64_t from)
{
    const StnLanesDef lanes = {.base = base->system,
                               .width = job->batch->ensemble->width,
                               .loop = base->loop,
                               .next = next_in_lanes,
                               .done = end_in_lanes,
                               .go_on = lanes_go_on,
                               .user = job};
    job->at = from;
    if (!take_base(&job->w, base))
        job->status = stn_out_of_memory(job->error);
    else {
        const StnStatus status = stn_lanes_run(&lanes, job->error);
        job->status = job->status == STN_OK ? status : job->status;
    }
}

static StnStatus run_job(StnPool *pool, int number, void *user, StnError *error)
{
    Batch *batch = user;
    const StnEnsemble *ensemble = batch->ensemble;
    Job job = {.batch = batch,
               .pool = pool,
               .w = {.ensemble = ensemble, .batch = batch, .pool = pool, .job = number},
               .first = number * batch->job_runs,
               .error = error};
    job.end = job.first + batch->job_runs < batch->given->count ? job.first + batch->job_runs
                                                                : batch->given->count;
    job.w.result = malloc(((size_t)ensemble->def.nmetric + 1) * sizeof *job.w.result);
    if (job.w.result == NULL)
        return stn_out_of_memory(error);
    job.w.share = 1.0 / (double)(job.end - job.first);
    for (int64_t run = job.first; run < job.end && job.status == STN_OK; run++) {
        if (!is_to_do(&job, run))
            continue;
        take_values(&job, run);
        const StnEnsembleBase *base = stn_ensemble_base(ensemble, job.w.value);
        if (base->scenario != NULL && base->loop != NULL)
            run_in_lanes(&job, base, run);
        else
            run_alone(&job, run);
    }
    release(&job.w);
    free(job.w.result);
    return job.status;
}

/* For each thread, where a job has so many runs: one is enough while it does not fill the lanes. */
static int jobs_wanted(const StnEnsemble *ensemble, int64_t job_runs)
{
    const int64_t lanes = ensemble->width > 1 ? (int64_t)STN_LANE_BLOCKS * ensemble->width : 1;
    return 2 * job_runs <= lanes ? 1 : THREAD_JOBS;
}

StnStatus stn_ensemble_run(const StnEnsemble *ensemble, const StnBatch *batch, StnError *error)
{
    Batch own = {.ensemble = ensemble, .given = batch, .job_runs = 1};
    const int threads = stn_pool_threads(ensemble->def.threads);
    if (batch->count > STN_BATCH_MAX)
        return stn_error(error, STN_BAD_INPUT, "a batch has at most %d runs", STN_BATCH_MAX);
    const int64_t lanes = (int64_t)STN_LANE_BLOCKS * ensemble->width;
    const int64_t most = ensemble->width > 1 ? lanes * LANE_RUNS : JOB_RUNS;
    while (own.job_runs < most &&
           2 * own.job_runs * jobs_wanted(ensemble, own.job_runs) * threads <= batch->count)
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
