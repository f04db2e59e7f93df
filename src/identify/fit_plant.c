/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a plant says of itself to a fit: an input that is held between samples, and numbers that motion determines where
 * the parameters that they are made of may not be. */
#include "identify/fit_internal.h"
#include "identify/method.h"

#include <math.h>
#include <string.h>

#define STEP 1e-6 /* of a coordinate, for slopes of what is made of it */
#define SAME 0.02 /* of its parts along a direction: less is no change */

bool stn_fit_holds(const StnSystem *system, int input)
{
    const StnPlant *plant = system->model.plant;
    StnJointInfo info = {.kt = NAN};
    StnIn u[STN_INPUTS_MAX] = {{.val = 0.0}};
    if (!plant->joint || plant->inputs[input].role != STN_ROLE_COMMAND || !system->model.sampled)
        return false;
    return plant->joint(&system->model.self, system->p, u, &info) == NULL &&
           info.drive == STN_JOINT_POSITION && isfinite(info.kt);
}

/* The number at a point of the search; false: there is none. */
static bool number_at(const StnFitter *fitter, const StnFitWorkspace *workspace, const double *x,
                      int index, StnCombination *out)
{
    StnFitCandidate candidate;
    double q[STN_FREE_MAX] = {0};
    stn_fit_to_q(&fitter->map, x, q);
    if (stn_fit_candidate(fitter, &fitter->run[0], &workspace->room[0], q, 1.0, &candidate, NULL))
        return false;
    const bool there = stn_system_combination(candidate.system, index, out);
    stn_fit_system_free(&candidate.own);
    return there;
}

/* Its slope in every coordinate of the search; false: it does not depend on any. */
static bool slopes_at(const StnFitter *fitter, const StnFitWorkspace *workspace, const double *x,
                      int index, double *slope)
{
    double moved[STN_FREE_MAX];
    bool any = false;
    for (int i = 0; i < fitter->map.nx; i++) {
        StnCombination above, below;
        const double step = STEP * fmax(fabs(x[i]), 1.0);
        memcpy(moved, x, (size_t)fitter->map.nx * sizeof *moved);
        moved[i] = x[i] + step;
        slope[i] = 0.0;
        const bool up = number_at(fitter, workspace, moved, index, &above);
        moved[i] = x[i] - step;
        if (up && number_at(fitter, workspace, moved, index, &below))
            slope[i] = (above.value - below.value) / (2.0 * step);
        any = any || slope[i] != 0.0;
    }
    return any;
}

/* Whether it stays as it is along the directions that the data do not determine. */
static bool is_determined(const StnFitSpread *spread, int nx, const double *slope)
{
    for (int k = 0; k < spread->nfree; k++) {
        double change = 0.0, parts = 0.0;
        for (int i = 0; i < nx; i++) {
            change += slope[i] * spread->free[k][i];
            parts += fabs(slope[i] * spread->free[k][i]);
        }
        if (fabs(change) > SAME * parts)
            return false;
    }
    return true;
}

void stn_fit_combinations(const StnFitter *fitter, const StnFitWorkspace *workspace,
                          const double *x, const StnFitSpread *spread, StnFitResult *result)
{
    const int nx = fitter->map.nx;
    double slope[STN_FREE_MAX];
    StnCombination number;
    result->ncombination = 0;
    for (int index = 0; number_at(fitter, workspace, x, index, &number); index++) {
        double variance = 0.0;
        if (result->ncombination == STN_FIT_COMBINATIONS_MAX)
            break;
        if (!slopes_at(fitter, workspace, x, index, slope))
            continue;
        for (int i = 0; i < nx; i++)
            for (int j = 0; j < nx; j++)
                variance += slope[i] * slope[j] * spread->covariance[i * nx + j];
        const double half = is_determined(spread, nx, slope) ? spread->reach * sqrt(variance) : NAN;
        result->combination[result->ncombination++] =
            (StnFitCombination){number, number.value - half, number.value + half};
    }
}

/* Whether a measured current is compared. */
static bool has_current(const StnFitter *fitter)
{
    for (int s = 0; s < fitter->run[0].run->nsignal; s++)
        if (strcmp(stn_system_column_at(fitter->run[0].base.system, fitter->run[0].column[s]).unit,
                   "A") == 0)
            return true;
    return false;
}

void stn_fit_remark_combinations(const StnFitter *fitter, StnFitResult *result)
{
    char names[120] = "";
    for (int i = 0; i < result->ncombination; i++) {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "" : " and ",
                 result->combination[i].number.name);
    }
    if (result->ncombination == 0 || !fitter->run[0].base.system)
        return;
    if (has_current(fitter))
        stn_remark(&result->remarks,
                   "The measured current tells the motor's constants one by one; the motion alone "
                   "determines %s.",
                   names);
    else
        stn_remark(
            &result->remarks,
            "The motion determines %s, beside torques that are known (inertia, gravity, load); "
            "the constants one by one only as far as both of these are, and a measured current "
            "would tell them directly.",
            names);
    for (int i = 0; i < result->ncombination; i++)
        if (isnan(result->combination[i].low))
            stn_remark(
                &result->remarks,
                "%s (%s) is not determined beside what else is free: viscous friction, for one, "
                "acts as it does.  Fix one of them.",
                result->combination[i].number.name, result->combination[i].number.text);
}

void stn_fit_report_combinations(const StnFitResult *r, StnResult *out)
{
    const StnResultColumn columns[] = {{NULL, "", NULL, NULL},
                                       {NULL, "value", NULL, "%.6g"},
                                       {NULL, "unit", NULL, NULL},
                                       {NULL, "95 %, this record", NULL, NULL},
                                       {NULL, "", NULL, NULL}};
    if (r->ncombination == 0)
        return;
    stn_result_open(out, "combinations");
    for (int i = 0; i < r->ncombination; i++) {
        const StnFitCombination *c = &r->combination[i];
        stn_result_open(out, c->number.name);
        stn_result_number(out, "value", c->number.unit, c->number.value);
        stn_result_number(out, "low", c->number.unit, c->low);
        stn_result_number(out, "high", c->number.unit, c->high);
        stn_result_close(out);
    }
    stn_result_close(out);
    stn_result_table(out, NULL, "\nWhat motion shows of the motor", columns, STN_COUNT_OF(columns));
    for (int i = 0; i < r->ncombination; i++) {
        const StnFitCombination *c = &r->combination[i];
        char interval[64] = "-";
        if (!isnan(c->low))
            stn_interval_text(c->low, c->high, 5, interval, sizeof interval);
        const StnCell row[] = {stn_cell_text(c->number.name), stn_cell_number(c->number.value),
                               stn_cell_text(c->number.unit), stn_cell_text(interval),
                               stn_cell_text(c->number.text)};
        stn_result_row(out, true, row);
    }
}
