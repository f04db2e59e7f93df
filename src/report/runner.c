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

/* What the jobs share. */
typedef struct Cases {
    StnCaseRun **run;
    int count;
    const StnReportDef *def;
} Cases;

static StnStatus load(StnCaseRun *run, const StnReportDef *how)
{
    const StnCase *def = run->def;
    const StnScenarioOptions options = {.catalog = how->catalog,
                                        .set = def->set,
                                        .nset = def->nset,
                                        .law = &def->law,
                                        .nlaw = def->law != NULL,
                                        .confine = how->confine};
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
static StnStatus failure_of_all(const StnCaseRun *run, StnError *error)
{
    if (run->status == STN_NO_MEMORY || run->status == STN_UNAVAILABLE)
        return stn_error(error, run->status, "%s", run->error.text);
    return STN_OK;
}

static StnStatus load_job(StnPool *pool, int task, void *user, StnError *error)
{
    const Cases *cases = user;
    (void)pool;
    cases->run[task]->status = load(cases->run[task], cases->def);
    return failure_of_all(cases->run[task], error);
}

static StnStatus case_job(StnPool *pool, int task, void *user, StnError *error)
{
    StnCaseRun *run = ((const Cases *)user)->run[task];
    Worker worker = {pool, task};
    if (run->status == STN_OK)
        run->status = run_case(run, &worker);
    return failure_of_all(run, error);
}

static bool tell_files(const StnPaperRun *paper, const StnReportDef *def)
{
    const StnNode *own = paper->def->files.paths;
    for (int i = 0; i < own->count; i++)
        if (!def->reads(def->user, own->entry[i].value->text))
            return false;
    for (int k = 0; k < paper->def->ncase; k++) {
        const StnScenario *scenario = paper->run[k].scenario;
        for (int i = 0; scenario && i < stn_scenario_file_count(scenario); i++)
            if (!def->reads(def->user, stn_scenario_file_at(scenario, i)))
                return false;
    }
    return true;
}

/* Scenarios are loaded before the first of them runs: what is read is known then. */
static StnStatus load_and_run(Cases *cases, const StnPaperRun *papers, int npaper, StnError *error)
{
    const StnReportDef *def = cases->def;
    StnPoolDef pool = {
        .count = cases->count, .threads = def->threads, .job = load_job, .user = cases};
    StnStatus status = stn_pool_run(&pool, error);
    for (int p = 0; p < npaper && status == STN_OK && def->reads; p++)
        if (!tell_files(&papers[p], def))
            status = stn_error(error, STN_CANCELLED, "%s", stn_status_text(STN_CANCELLED));
    if (status != STN_OK)
        return status;
    pool.job = case_job;
    pool.progress = def->progress;
    pool.progress_user = def->user;
    return stn_pool_run(&pool, error);
}

StnStatus stn_runner_run(StnPaperRun *papers, int npaper, const StnReportDef *def, StnError *error)
{
    Cases cases = {.def = def};
    int count = 0;
    for (int p = 0; p < npaper; p++)
        count += papers[p].def->ncase;
    cases.run = calloc((size_t)count + 1, sizeof(StnCaseRun *));
    if (!cases.run)
        return stn_out_of_memory(error);
    for (int p = 0; p < npaper; p++)
        for (int i = 0; i < papers[p].def->ncase; i++) {
            papers[p].run[i].def = &papers[p].def->cases[i];
            cases.run[cases.count++] = &papers[p].run[i];
        }
    const StnStatus status = load_and_run(&cases, papers, npaper, error);
    free(cases.run);
    return status;
}
