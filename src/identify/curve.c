/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction over speed: points (curve_samples.c), the characteristic through them (curve_points.c) or through a moving
 * record (curve_motion.c), and what is found. */
#include "identify/curve_parts.h"
#include "identify/data_rows.h"
#include "identify/finding_signs.h"
#include "identify/lacking.h"

#include "io/error_place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a direction is described with. */
static const StnEstimates *chosen(const StnCharacteristic *c)
{
    return c->significant ? &c->stribeck : &c->coulomb;
}

static void take_findings(const StnCurveDef *def, const StnData *data, StnFrictionCurve *r)
{
    enum { FC, SIGMA2, FS, VS, N, VALUES };
    static const char *const names[VALUES] = {"Fc", "sigma2", "Fs", "vs", "n"};
    const double found = stn_estimates_value(chosen(&r->side[0]), "m", 0);
    const double m = def->m > 0.0 ? def->m : found;
    double value[VALUES][2];
    StnFindings *k = &r->findings;
    *k = stn_findings_none(data->rotary);
    stn_findings_set(k, "m", &m, 1);
    stn_findings_take(k, "load", chosen(&r->side[0]));
    stn_findings_take(k, "G", chosen(&r->side[0]));
    stn_findings_take(k, "hang", chosen(&r->side[0]));
    stn_findings_lose(k, chosen(&r->side[0]), "drift");
    for (int side = 0; side < 2 && r->nside == 2; side++) {
        stn_estimates_of_side(&r->side[side].coulomb, side);
        stn_estimates_of_side(&r->side[side].stribeck, side);
    }
    for (int side = 0; side < 2; side++) {
        const StnCharacteristic *c = &r->side[r->nside == 2 ? side : 0];
        for (int i = 0; i < VALUES; i++)
            value[i][side] = stn_estimates_value(chosen(c), names[i], side);
        if (c->significant && isnan(value[N][side]))
            value[N][side] = c->n;
        if (side < r->nside)
            stn_findings_know(k, chosen(c));
    }
    for (int side = 0; side < 2; side++) /* a pair needs both: no falling part is Fs = Fc */
        if (isnan(value[VS][side]) && !isnan(value[VS][1 - side])) {
            value[VS][side] = value[VS][1 - side];
            value[N][side] = value[N][1 - side];
            value[FS][side] = value[FC][side];
        }
    for (int i = 0; i < VALUES; i++)
        stn_findings_set(k, names[i], value[i], 2);
    k->speed = 0.0;
    for (int i = 0; i < r->npoint; i++) {
        r->point[i].fitted = stn_findings_friction(k, r->point[i].v);
        k->speed = fmax(k->speed, fabs(r->point[i].v));
    }
}

static double slowest(const StnFrictionCurve *r)
{
    double slow = INFINITY;
    for (int i = 0; i < r->npoint; i++)
        slow = r->point[i].v != 0.0 ? fmin(slow, fabs(r->point[i].v)) : slow;
    return slow;
}

static void remark_on(StnFrictionCurve *r)
{
    static const char *const words[] = {"forward", "backward"};
    for (int side = 0; side < r->nside; side++) {
        const StnCharacteristic *c = &r->side[side];
        const char *where = r->nside == 2      ? words[side]
                            : c->one_direction ? "in the one direction of these data"
                                               : "over both directions";
        if (c->one_direction)
            stn_remark(&r->remarks,
                       "All points move in one direction: a constant force cannot be distinguished "
                       "from Fc, so Fc and Fs contain it (as --no-offset).  Runs in the other "
                       "direction would separate them.");
        if (c->fitted && c->at_edge)
            stn_remark(
                &r->remarks,
                "The Stribeck speed (or exponent) %s lies at the edge of what the points can "
                "tell: slower runs are needed.  It is fixed there; Fs depends on it.",
                where);
        if (!c->enough)
            stn_remark(&r->remarks,
                       "Stribeck's law was not fitted %s: there are too few points for it.", where);
        else if (stn_lacks_at_reversals(r->missing))
            stn_remark_hidden_falling(where, &r->remarks);
        else if (!c->fitted)
            stn_remark(&r->remarks,
                       "No falling part (Stribeck) is seen %s: no curve that falls, with sigma2 of "
                       "0 or more and vs within the measured speeds, is better than the straight "
                       "law.  Slower runs would tell whether friction falls below %.3g.",
                       where, slowest(r));
        else if (c->significant)
            stn_remark(&r->remarks,
                       "Stribeck's law is significantly better %s (probability of chance %.2g).",
                       where, c->chance);
        else
            stn_remark(
                &r->remarks,
                "What Stribeck's law gains %s may be chance (probability %.2g): these points "
                "cannot tell whether friction falls.  The scenario has Coulomb and viscous "
                "friction.",
                where, c->chance);
    }
    if (!r->windows)
        stn_remark(&r->remarks,
                   "This record: from the scatter of the points about the curve.  Next "
                   "record: where the estimate from the same speeds, once more, is "
                   "expected (block bootstrap of what the curve leaves).");
}

/* Terms beside friction, and what they need. */
static StnStatus check_terms(const StnCurveDef *def, const StnData *data, bool runs,
                             StnError *error)
{
    const char *term = def->drift ? "a drift of the levels" : "gravity of an arm";
    if (def->gravity && !data->rotary && !(def->m > 0.0))
        return stn_error(error, STN_BAD_INPUT,
                         "gravity on a linear axis subtracts m*g: give --mass");
    if (!stn_curve_needs_windows(def, data))
        return STN_OK;
    if (def->points == STN_POINTS_PLATEAUS || !stn_curve_by_windows(def))
        return stn_error(
            error, STN_BAD_INPUT, "%s is found from a record as a whole, not from %s", term,
            def->points == STN_POINTS_PLATEAUS
                ? "its plateaus: leave --points plateaus out, the whole staircase is then taken, "
                  "with its stretches of constant speed"
                : "filtered signals: leave --cutoff and --order out");
    if (runs && def->settle > 0.0)
        return stn_error(error, STN_BAD_INPUT,
                         "%s is found from all samples of the runs: --settle drops the start of "
                         "points only, --where chooses rows",
                         term);
    const StnStatus status = def->drift ? stn_data_require_one_time(data, error) : STN_OK;
    if (status != STN_OK)
        return status;
    return def->gravity && data->rotary ? stn_data_require_angle(data, error) : STN_OK;
}

StnStatus stn_identify_curve(const StnCurveDef *def, const StnData *data, StnFrictionCurve *result,
                             StnError *error)
{
    memset(result, 0, sizeof *result);
    result->missing_share = result->missing_chance = result->delay = NAN;
    result->validation_error = NAN;
    const unsigned effort = 1u << STN_ROLE_EFFORT;
    StnStatus status = stn_data_require(data, effort, def->m > 0.0 ? effort : 0u, error);
    if (status == STN_OK && !data->value[STN_ROLE_VELOCITY] && !data->value[STN_ROLE_POSITION])
        status = stn_error(error, STN_BAD_INPUT,
                           "this method needs the velocity or the position: name its column");
    if (status == STN_OK && (def->bins < 2 || def->n <= 0.0 || def->m < 0.0))
        status = stn_error(error, STN_BAD_INPUT,
                           "the exponent must be positive, the mass not negative, the intervals 2 "
                           "or more");
    result->runs = data->nrun > 1 && !isnan(data->run_value[0]); /* not stretches between gaps */
    if (status == STN_OK)
        status = check_terms(def, data, result->runs, error);
    if (status == STN_OK && result->runs && stn_curve_needs_windows(def, data))
        status = stn_curve_of_long_runs(def, data, result, error);
    else if (status == STN_OK)
        status = result->runs ? stn_curve_of_runs(def, data, result, error)
                              : stn_curve_of_record(def, data, result, error);
    if (status == STN_OK && result->nside == 0)
        status = stn_curve_of_points(def, data->rotary, result, error);
    if (status == STN_OK) {
        take_findings(def, data, result);
        if (result->plateaus)
            status = stn_curve_look_for_missing(def, data, result, error);
    }
    if (status == STN_OK) {
        remark_on(result);
        StnEstimates *list[2];
        for (int side = 0; side < result->nside; side++)
            list[side] = result->side[side].significant ? &result->side[side].stribeck
                                                        : &result->side[side].coulomb;
        stn_findings_signs_of(&result->findings, list, result->nside,
                              isnan(result->delay) ? data : NULL, &result->remarks);
    } else {
        stn_curve_free(result);
    }
    return status;
}

StnStatus stn_curve_validate(const StnCurveDef *def, StnFrictionCurve *result, const StnData *data,
                             StnError *error)
{
    StnFrictionCurve other;
    double rest = 0.0, whole = 0.0;
    const StnStatus status = stn_identify_curve(def, data, &other, error);
    if (status != STN_OK)
        return status;
    for (int i = 0; i < other.npoint; i++) {
        const double F = other.point[i].F;
        rest += pow(F - stn_findings_friction(&result->findings, other.point[i].v), 2);
        whole += F * F;
    }
    result->validation_error = whole > 0.0 ? 100.0 * sqrt(rest / whole) : NAN;
    snprintf(result->validation_file, sizeof result->validation_file, "%s", data->file);
    stn_curve_free(&other);
    return STN_OK;
}

void stn_curve_free(StnFrictionCurve *result)
{
    free(result->point);
    free(result->t);
    free(result->v);
    free(result->F);
    memset(result, 0, sizeof *result);
}
