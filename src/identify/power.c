/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Balance of power over windows.  The work of the effort is the sum of u*dx, int|v|dt the way; only the kinetic
 * energy at the ends of a window and int(v^2)dt take a velocity.  A controller answers the noise and the steps of a measured
 * position with its effort, so that their product counts as work that is none: dx are the steps of a mean of the
 * position over short windows, in the way as well.  Between two rows works the mean of their efforts,
 * or, of one that a sampled controller holds, that of the first: otherwise fv is off by m*w^2*Ts/2 of a motion with w. */
#include "identify/finding_signs.h"
#include "identify/contact.h"
#include "identify/failure.h"
#include "identify/falsified.h"
#include "identify/inverse_model.h"
#include "identify/refuted.h"
#include "identify/spread.h"
#include "identify/suspect.h"
#include "identify/undetermined.h"
#include "identify/power_balance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HELD 1.05 /* times what half a step moves */

static void balance_free(StnBalance *b)
{
    free(b->x);
    free(b->v);
    free(b->sign);
    for (int c = 0; c < STN_BALANCE_COLUMNS; c++)
        free(b->column[c]);
    free(b->work);
    free(b->by_shift);
    free(b->t);
    free(b->run);
}

/* ---- What the inverse model knows of these data ---- */

static StnStatus ask_inverse(StnBalance *b, StnRemarks *remarks)
{
    const StnPowerDef *own = b->def;
    StnInverseDef def = stn_default_inverse_def();
    StnInverse found;
    bool good;
    def.m = own->m;
    def.offset = own->offset;
    def.asymmetric = own->asymmetric;
    def.gravity = own->gravity;
    const StnStatus status = stn_inverse_ask(&def, b->data, &found, &good, b->error);
    if (good) {
        b->shift = found.shift;
        b->may_be_held = found.may_be_held;
        b->lacks = found.missing != NULL;
        b->late = b->lacks && !isnan(found.delay);
        b->refuted = stn_is_refuted(found.fit.relative_error, b->lacks ? found.missing_share : 0.0,
                                    found.correlation, stn_data_clips(b->data));
        b->inverse = found.parameters;
        /* a residual of works over windows is too short to be searched: that of this model is */
        if (found.missing)
            stn_inverse_remark_lacks_too(b->data, &found, "balance", remarks);
    }
    stn_inverse_free(&found);
    return status;
}

/* ---- Result ---- */

/* What lacks a term is off by more than its interval says: by how much, the inverse model knows, which was tried with it. */
static void falsify(const StnBalance *b, StnEstimates *estimates)
{
    stn_estimates_cover(estimates, &b->inverse, 0.0);
    for (int i = 0; i < estimates->count && b->late; i++)
        stn_estimate_withdraw(&estimates->item[i]);
}

static void take_findings(const StnBalance *b, StnPower *r)
{
    const StnEstimates *e = &r->parameters;
    const double m = !isnan(b->def->m) ? b->def->m : stn_estimates_value(e, "m", 0);
    StnFindings *k = &r->findings;
    *k = stn_findings_none(b->data->rotary);
    stn_findings_know(k, e);
    stn_findings_set(k, "m", &m, 1);
    stn_findings_take(k, "load", e);
    stn_findings_take(k, "G", e);
    stn_findings_take(k, "hang", e);
    stn_findings_take(k, "Fc", e);
    stn_findings_take(k, "sigma2", e);
    k->speed = 0.0;
    for (size_t i = 0; i < b->data->rows; i++)
        k->speed = fmax(k->speed, fabs(b->v[i]));
}

static void remark_on(const StnBalance *b, StnPower *r)
{
    stn_remark_effort_rests(b->data, &r->remarks);
    stn_remark(&r->remarks, "%d windows of %.4g s; the work of the effort is the sum of u*dx%s.",
               b->rows, r->window,
               b->means ? ", dx the steps of the position's mean over short windows, which hold "
                          "nothing of what a controller makes of noise"
                        : "");
    if (b->shift != 0.0)
        stn_remark(&r->remarks,
                   "The effort is held from row to row, as a sampled controller does: between two "
                   "rows works what stands in the %s.",
                   b->shift > 0.0 ? "first" : "second");
    if (b->one_way && b->def->offset)
        stn_remark_one_direction("fc", " (as --no-offset)", &r->remarks);
    const bool useless =
        stn_remark_unexplained(r->fit.relative_error, "the work", b->data, &r->remarks);
    stn_withdraw_disagreeing(b->data, &r->parameters, &r->remarks);
    if (b->refuted || (useless && !b->lacks))
        stn_withdraw_refuted(b->data, &r->parameters, &r->remarks);
    if (b->still > 0)
        stn_remark(&r->remarks, "%d window%s left out: no motion.", b->still,
                   b->still == 1 ? " is" : "s are");
    for (int i = 0; i < r->parameters.count; i++) {
        const StnEstimate *e = &r->parameters.item[i];
        if (e->low < 0.0 && e->high > 0.0 && isfinite(e->std))
            stn_remark(
                &r->remarks, "The interval of %s includes 0: these data cannot tell it from 0%s.",
                e->name,
                strcmp(e->name, "m") == 0 ? ", or the speed hardly changes over a window" : "");
    }
    if (r->fit.condition > 100.0)
        stn_remark(&r->remarks,
                   "The windows are alike (condition %.0f): sliding and viscous level are hard to "
                   "tell apart; speeds that differ more would help.",
                   r->fit.condition);
    stn_findings_signs(&r->findings, &r->parameters, useless ? NULL : b->data, &r->remarks);
    stn_withdraw_steady(b->data, &r->parameters);
}

/* Where nothing shows whether the effort is held, intervals hold both, and what lies a little beyond: a controller takes its
 * time, too. */
static StnStatus allow_held(const StnBalance *b, const double *const *column,
                            const char *const *name, StnPower *r)
{
    StnLeastSquares moved;
    if (!b->may_be_held)
        return STN_OK;
    const StnStatus status = stn_least_squares(column, b->ncolumn, b->by_shift, NULL,
                                               (size_t)b->rows, name, &moved, NULL, b->error);
    bool wider = false;
    for (int c = 0; c < b->ncolumn && (b->arm < 0 || c < b->arm) && status == STN_OK; c++) {
        wider = wider || 2.0 * fabs(moved.value[c]) > r->fit.high[c] - r->fit.low[c];
        stn_estimate_hold(&r->parameters.item[c], HELD * moved.value[c], 1.0);
    }
    if (wider)
        stn_remark(&r->remarks,
                   "These data cannot tell whether the effort is held from row to row (a sampled "
                   "controller), and rows are taken as simultaneous: intervals hold both.");
    return status;
}

static StnStatus fit_balance(StnBalance *b, StnPower *r)
{
    const bool records = b->data->nrun > 1 && !isnan(b->data->run_value[0]);
    const double *column[STN_BALANCE_COLUMNS];
    const char *name[STN_BALANCE_COLUMNS];
    StnNext next;
    memcpy(column, b->column, sizeof column);
    memcpy(name, b->name, sizeof name);
    r->fitted = calloc((size_t)b->rows + 1, sizeof *r->fitted);
    double *residual = malloc(((size_t)b->rows + 1) * sizeof *residual);
    StnStatus status = r->fitted && residual ? STN_OK : stn_no_memory(b->error);
    if (status == STN_OK)
        status = stn_least_squares(column, b->ncolumn, b->work, NULL, (size_t)b->rows, name,
                                   &r->fit, residual, b->error);
    const StnRows rows = {.column = column,
                          .n = b->ncolumn,
                          .residual = residual,
                          .count = (size_t)b->rows,
                          .run = records ? b->run : NULL,
                          .nrun = b->data->nrun};
    if (status == STN_OK)
        status = stn_rows_widen(&rows, &r->fit, b->error);
    if (status == STN_OK)
        status = stn_rows_next(&rows, &next, b->error);
    free(residual);
    if (status != STN_OK)
        return status;
    for (int c = 0; c < b->ncolumn; c++) {
        if (c == b->arm)
            stn_estimates_arm(&r->parameters, &r->fit, c, &next);
        if (b->arm < 0 || c < b->arm) {
            stn_estimates_add(&r->parameters, b->name[c], b->unit[c], b->data->rotary, &r->fit, c);
            stn_estimate_next(&r->parameters.item[c], &next, c);
        }
        for (int i = 0; i < b->rows; i++)
            r->fitted[i] += r->fit.value[c] * b->column[c][i];
    }
    stn_estimates_undetermined(&r->parameters, column, name, b->ncolumn, b->work, &r->fit,
                               &r->remarks);
    status = allow_held(b, column, (const char *const *)name, r);
    if (status != STN_OK)
        return status;
    if (b->lacks)
        falsify(b, &r->parameters);
    r->windows = b->rows;
    r->left_out = b->still;
    r->window = (double)b->span * b->data->Ts;
    r->dx = b->dx;
    take_findings(b, r);
    remark_on(b, r);
    stn_remark_next(&r->remarks, next.between_runs);
    r->t = b->t, r->work = b->work;
    b->t = b->work = NULL;
    return STN_OK;
}

static StnStatus check(const StnPowerDef *def, const StnData *data, StnError *error)
{
    const unsigned effort = 1u << STN_ROLE_EFFORT; /* inertia does the work of a coast-down */
    StnStatus status = stn_data_require(data, effort, def->m > 0.0 ? effort : 0u, error);
    if (status == STN_OK && data->value[STN_ROLE_POSITION])
        status = stn_data_require(data, 1u << STN_ROLE_POSITION, 0, error);
    if (status == STN_OK)
        status = stn_data_require_uniform(data, error);
    if (status == STN_OK && !data->value[STN_ROLE_POSITION] && !data->value[STN_ROLE_VELOCITY])
        status = stn_error(error, STN_BAD_INPUT,
                           "this method needs the position or the velocity: name its column");
    if (status == STN_OK && def->gravity)
        status = stn_data_require_angle(data, error);
    if (status == STN_OK && def->dx < 0.0)
        status = stn_error(error, STN_BAD_INPUT, "the sensor step must not be negative");
    if (status == STN_OK && !isnan(def->m) && !(def->m >= 0.0))
        status = stn_error(error, STN_BAD_INPUT, "a known mass must not be negative");
    return status;
}

static StnStatus identify_rows(const StnPowerDef *def, const StnData *data, bool cut,
                               StnPower *result, StnError *error)
{
    StnBalance b = {.def = def, .data = data, .error = error, .cut = cut};
    StnStatus status = ask_inverse(&b, &result->remarks);
    if (status == STN_OK)
        status = stn_balance_take_motion(&b);
    if (status == STN_OK)
        status = stn_balance_fill(&b);
    if (status == STN_OK)
        status = fit_balance(&b, result);
    if (status != STN_OK)
        stn_power_free(result);
    balance_free(&b);
    return status;
}

StnStatus stn_identify_power(const StnPowerDef *def, const StnData *data, StnPower *result,
                             StnError *error)
{
    StnContact contact;
    memset(result, 0, sizeof *result);
    StnStatus status = check(def, data, error);
    if (status == STN_OK)
        status = stn_find_contact(data, def->gravity, &contact, error);
    if (status != STN_OK)
        return status;
    if (contact.rows == 0)
        return identify_rows(def, data, false, result, error);
    stn_remark_contact(&contact, data, &result->remarks);
    status = identify_rows(def, &contact.without, true, result, error);
    stn_data_free(&contact.without);
    return status;
}

void stn_power_free(StnPower *result)
{
    free(result->t);
    free(result->work);
    free(result->fitted);
    memset(result, 0, sizeof *result);
}
