/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The characteristic through points: how they count. */
#include "identify/curve_parts.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 4 };

/* Runs count alike: what differs between them is not their noise.  An interval of speed that a moving record
 * only passed through has few samples, and counts less. */
static double point_weight(const StnFrictionCurve *r, int i)
{
    double mean = 0.0;
    if (r->runs || r->plateaus)
        return 1.0;
    for (int k = 0; k < r->npoint; k++)
        mean += (double)r->point[k].samples / r->npoint;
    return (double)r->point[i].samples / ((double)r->point[i].samples + mean);
}

/* How steep the curve is. */
static double slope_at(const StnCharacteristic *c, double v)
{
    const StnEstimates *e = c->fitted ? &c->stribeck : &c->coulomb;
    const double sigma2 = stn_estimates_value(e, "sigma2", 0);
    if (!c->fitted)
        return sigma2;
    const double Fs = stn_estimates_value(e, "Fs", 0), Fc = stn_estimates_value(e, "Fc", 0);
    const double s = fabs(v) / stn_estimates_value(e, "vs", 0);
    return sigma2 - (Fs - Fc) * c->n * pow(s, c->n) / fabs(v) * exp(-pow(s, c->n));
}

/* An error of the speed is one of the friction where the curve is steep: points count by the sum of that and of what
 * the curve leaves.  Whether the weights changed. */
static bool weigh(const StnFrictionCurve *r, const StnCharacteristic *c, int sense, double *weight)
{
    const double rms = c->fitted ? c->stribeck_rms : c->coulomb_rms;
    bool changed = false;
    for (int i = 0; i < r->npoint; i++) {
        const StnCurvePoint *p = &r->point[i];
        if (p->v == 0.0 || sense * p->v < 0.0)
            continue;
        const double error = slope_at(c, p->v) * p->v_error;
        const double now = point_weight(r, i) / (1.0 + error * error / (rms * rms));
        changed = changed || fabs(now - weight[i]) > 0.02 * weight[i];
        weight[i] = now;
    }
    return changed;
}

StnStatus stn_curve_of_points(const StnCurveDef *def, bool rotary, StnFrictionCurve *r,
                              StnError *error)
{
    double *v = malloc(3 * ((size_t)r->npoint + 1) * sizeof *v), *F = v + r->npoint + 1;
    double *weight = F + r->npoint + 1;
    StnStatus status = v ? STN_OK : stn_no_memory(error);
    for (int i = 0; v && i < r->npoint; i++) {
        v[i] = r->point[i].v, F[i] = r->point[i].F;
        weight[i] = point_weight(r, i);
    }
    r->nside = def->per_side ? 2 : 1;
    for (int side = 0; side < r->nside && status == STN_OK; side++) {
        const int sense = !def->per_side ? 0 : side ? -1 : 1;
        StnCharacteristic *c = &r->side[side];
        for (int round = 0; round < ROUNDS && status == STN_OK; round++) {
            status = stn_characteristic_fit(def, v, F, weight, (size_t)r->npoint, sense, rotary, c,
                                            error);
            if (status != STN_OK || !weigh(r, c, sense, weight))
                break;
        }
    }
    free(v);
    return status;
}
