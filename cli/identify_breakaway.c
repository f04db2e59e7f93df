/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify breakaway --simulate: the experiment on a plant. */
#include "experiment.h"
#include "identify_method.h"
#include "interrupt.h"
#include "message.h"
#include "progress.h"

static bool reads(const MethodJob *job) { return job->simulate.on; }

static int run_rig(MethodJob *job, StnBreakawayRigDef *def, const StnSystem *system)
{
    Progress progress;
    StnError error = {.status = STN_OK};
    int code = EXIT_DONE;
    interrupt_defer();
    progress_begin(&progress, "breakaway", job->out.quiet);
    def->progress = progress_show;
    def->user = &progress;
    if (stn_breakaway_experiment(def, job->options, system, &job->record[job->nrecord++], &error)) {
        code = report_error(&error);
        field_options_hint(&stn_breakaway_rig_fields, error.path);
        field_options_hint(job->method->fields, error.path);
    }
    progress_end(&progress);
    return code;
}

static int read_data(MethodJob *job)
{
    StnBreakawayRigDef def = stn_default_breakaway_rig_def();
    const ExperimentOptions opts = {job->catalog, &job->simulate.set, NULL};
    Experiment experiment;
    int code = field_options_take(&job->rig, &stn_breakaway_rig_fields, &def);
    if (code == EXIT_DONE)
        code = data_sample(&job->data, &def.Ts);
    if (code == EXIT_DONE)
        code = experiment_load(&experiment, job->files.item[0], &opts);
    if (code != EXIT_DONE)
        return code;
    def.effort = job->data.effort.count > 0 ? job->data.effort.item[0] : NULL;
    def.position = job->data.column[STN_ROLE_POSITION];
    code = run_rig(job, &def, experiment.system);
    experiment_free(&experiment);
    return code;
}

const MethodExtra breakaway_extra = {
    .method = "breakaway", .rig = &stn_breakaway_rig_fields, .reads = reads, .read = read_data};
