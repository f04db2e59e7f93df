/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "report/runner.h"

#include "core/worker.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS_MAX = 64 };

/* The work that threads share. */
typedef struct Pool {
    StnCaseRun **task;
    double *done; /* share of each task */
    int count;
    atomic_int next;
    atomic_bool cancelled;
    pthread_mutex_t lock; /* of done and of the caller's progress function */
    const StnReportDef *def;
} Pool;

typedef struct Worker {
    Pool *pool;
    int task;
} Worker;

/* Tells the caller how far all tasks are, in steps that are worth it; false when it wants an end. */
static bool tell(void *user, double fraction)
{
    const Worker *worker = user;
    Pool *pool = worker->pool;
    double sum = 0.0;
    if (fraction < 1.0 && fraction - pool->done[worker->task] < 0.002)
        return !pool->cancelled;
    pthread_mutex_lock(&pool->lock);
    pool->done[worker->task] = fraction;
    for (int i = 0; i < pool->count; i++)
        sum += pool->done[i];
    if (pool->def->progress && !pool->cancelled &&
        !pool->def->progress(pool->def->user, sum / pool->count))
        pool->cancelled = true;
    pthread_mutex_unlock(&pool->lock);
    return !pool->cancelled;
}

static StnStatus load(StnCaseRun *run)
{
    const StnCase *def = run->def;
    const StnScenarioOptions options = {
        .set = def->set, .nset = def->nset, .law = &def->law, .nlaw = def->law != NULL};
    run->scenario = stn_scenario_load(def->scenario, &options, &run->error);
    if (!run->scenario)
        return run->error.status ? run->error.status : STN_BAD_INPUT;
    run->system = stn_scenario_system(run->scenario);
    return STN_OK;
}

static StnStatus measure(StnCaseRun *run)
{
    const double command = stn_metrics_command(run->scenario, 0, &run->record);
    run->metrics = stn_metrics_of(run->system, 0, &run->record, command);
    return run->metrics.memory_out ? stn_out_of_memory(&run->error) : STN_OK;
}

/* All columns are kept: facts and figures choose among them. */
static StnStatus run_case(StnCaseRun *run, Worker *worker)
{
    const StnStatus status = load(run);
    if (status != STN_OK)
        return status;
    StnRunDef def = stn_scenario_run_def(run->scenario);
    def.columns = NULL;
    def.ncolumn = 0;
    def.progress = tell;
    def.user = worker;
    void *memory = malloc(stn_state_size(run->system));
    if (!memory)
        return stn_out_of_memory(&run->error);
    StnState *state = stn_state_init(run->system, memory);
    const StnStatus result = stn_run(run->system, state, &def, &run->record, &run->error);
    free(memory);
    return result == STN_OK ? measure(run) : result;
}

static void *work(void *user)
{
    Pool *pool = user;
    for (;;) {
        Worker worker = {pool, atomic_fetch_add(&pool->next, 1)};
        if (worker.task >= pool->count || pool->cancelled)
            return NULL;
        StnCaseRun *run = pool->task[worker.task];
        run->status = run_case(run, &worker);
        tell(&worker, 1.0);
    }
}

/* This thread works too, so that a system without threads for us still gets through. */
static void run_pool(Pool *pool)
{
    pthread_t thread[THREADS_MAX];
    long wanted = pool->def->threads > 0 ? pool->def->threads : sysconf(_SC_NPROCESSORS_ONLN);
    if (wanted > pool->count)
        wanted = pool->count;
    int started = 0;
    while (started < wanted - 1 && started < THREADS_MAX &&
           stn_worker_start(&thread[started], work, pool))
        started++;
    work(pool);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

StnStatus stn_runner_run(StnPaperRun *papers, int npaper, const StnReportDef *def, StnError *error)
{
    Pool pool = {.def = def};
    int count = 0;
    for (int p = 0; p < npaper; p++)
        count += papers[p].def->ncase;
    pool.task = calloc((size_t)count + 1, sizeof(StnCaseRun *));
    pool.done = calloc((size_t)count + 1, sizeof(double));
    StnStatus status = pool.task && pool.done ? STN_OK : STN_NO_MEMORY;
    for (int p = 0; p < npaper && status == STN_OK; p++)
        for (int i = 0; i < papers[p].def->ncase; i++) {
            papers[p].run[i].def = &papers[p].def->cases[i];
            pool.task[pool.count++] = &papers[p].run[i];
        }
    if (status == STN_OK) {
        pthread_mutex_init(&pool.lock, NULL);
        run_pool(&pool);
        pthread_mutex_destroy(&pool.lock);
        status = pool.cancelled ? STN_CANCELLED : STN_OK;
    }
    if (status != STN_OK)
        stn_error(error, status, "%s", stn_status_text(status));
    for (int i = 0; i < pool.count && status == STN_OK; i++) {
        const StnCaseRun *run = pool.task[i];
        if (run->status == STN_NO_MEMORY || run->status == STN_UNAVAILABLE)
            status = stn_error(error, run->status, "%s", run->error.text);
    }
    free(pool.task);
    free(pool.done);
    return status;
}
