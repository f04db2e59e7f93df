/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "report/runner.h"

#include "threads/pool.h"

#include <stdlib.h>

typedef struct Worker {
    StnPool *pool;
    int task;
} Worker;

static bool report_progress(void *user, double fraction)
{
    const Worker *worker = user;
    return stn_pool_progress(worker->pool, worker->task, fraction);
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
    const double command = stn_metrics_command(run->system, 0, &run->record);
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
    def.progress = report_progress;
    def.user = worker;
    void *memory = malloc(stn_state_size(run->system));
    if (!memory)
        return stn_out_of_memory(&run->error);
    StnState *state = stn_state_init(run->system, memory);
    const StnStatus result = stn_run(run->system, state, &def, &run->record, &run->error);
    free(memory);
    return result == STN_OK ? measure(run) : result;
}

/* A case that fails keeps its status and the others go on, but for failures that would meet all of them. */
static StnStatus case_job(StnPool *pool, int task, void *user, StnError *error)
{
    StnCaseRun *run = ((StnCaseRun **)user)[task];
    Worker worker = {pool, task};
    run->status = run_case(run, &worker);
    if (run->status == STN_NO_MEMORY || run->status == STN_UNAVAILABLE)
        return stn_error(error, run->status, "%s", run->error.text);
    return STN_OK;
}

StnStatus stn_runner_run(StnPaperRun *papers, int npaper, const StnReportDef *def, StnError *error)
{
    int count = 0, filled = 0;
    for (int p = 0; p < npaper; p++)
        count += papers[p].def->ncase;
    StnCaseRun **task = calloc((size_t)count + 1, sizeof *task);
    if (!task)
        return stn_out_of_memory(error);
    for (int p = 0; p < npaper; p++)
        for (int i = 0; i < papers[p].def->ncase; i++) {
            papers[p].run[i].def = &papers[p].def->cases[i];
            task[filled++] = &papers[p].run[i];
        }
    const StnPoolDef pool = {.count = count,
                             .threads = def->threads,
                             .job = case_job,
                             .user = task,
                             .progress = def->progress,
                             .progress_user = def->user};
    const StnStatus status = stn_pool_run(&pool, error);
    free(task);
    return status;
}
