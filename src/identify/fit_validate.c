/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a fit found, on data that it has not seen. */
#include "identify/fit_internal.h"
#include "identify/score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The values found, in the order of the fitter, which has the same list of free parameters. */
static StnStatus take_values(const StnFitter *fitter, const StnFitResult *found, double *q,
                             StnError *error)
{
    bool same = fitter->map.nq == found->nparam;
    for (int i = 0; same && i < found->nparam; i++) {
        same = strcmp(fitter->map.param[i].name, found->param[i].name) == 0;
        q[i] = found->param[i].value;
    }
    return same ? STN_OK
                : stn_error(error, STN_BAD_INPUT,
                            "other parameters are free than those that were found");
}

static StnStatus score_runs(StnFitter *fitter, const double *q, StnFitResult *result,
                            StnError *error)
{
    StnFitWorkspace workspace;
    StnScoreSums sums[STN_FIT_SIGNALS_MAX] = {{.rows = 0}};
    if (!stn_fit_workspace(fitter, &workspace))
        return stn_out_of_memory(error);
    StnStatus status = STN_OK;
    for (int k = 0; k < fitter->nrun && !status; k++) {
        const StnFitRun *run = fitter->run[k].run;
        const size_t rows = fitter->run[k].last_used;
        status = stn_fit_simulate(fitter, &workspace, k, q, rows, workspace.model[k], error);
        for (int s = 0; s < run->nsignal && !status; s++)
            for (size_t i = 0; i < rows; i++)
                if (!run->use || run->use[i] != STN_ROW_OUT)
                    stn_score_add(&sums[s], run->signal[s].value[i], workspace.model[k][s][i]);
    }
    stn_fit_workspace_free(&workspace);
    for (int s = 0; s < STN_FIT_SIGNALS_MAX; s++)
        result->validated[s] = stn_score_of(&sums[s]);
    return status;
}

StnStatus stn_fit_validate(const StnFitDef *def, const char *file, StnFitResult *result,
                           StnError *error)
{
    StnFitter *fitter = malloc(sizeof *fitter);
    double x[STN_FREE_MAX] = {0}, q[STN_FREE_MAX] = {0};
    if (!fitter)
        return stn_out_of_memory(error);
    StnStatus status = stn_fit_begin(fitter, def, x, error);
    if (!status)
        status = take_values(fitter, result, q, error);
    if (!status) {
        stn_fit_to_x(&fitter->map, q, x);
        stn_fit_choose_parts(fitter, x);
        status = score_runs(fitter, q, result, error);
    }
    if (!status)
        snprintf(result->validation_file, sizeof result->validation_file, "%s", file);
    stn_fit_end(fitter);
    free(fitter);
    return status;
}
