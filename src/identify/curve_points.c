/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The characteristic through points: how they count. */
#include "identify/curve_parts.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 4, HALVINGS = 60 };

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

/* What a point leaves of the curve, and how steep the curve is there. */
typedef struct Misfit {
    double rest, slope;
} Misfit;

static Misfit misfit_at(const StnCharacteristic *c, const StnCurvePoint *p)
{
    const StnEstimates *e = c->fitted ? &c->stribeck : &c->coulomb;
    const double sigma2 = stn_estimates_value(e, "sigma2", 0), sign = p->v > 0.0 ? 1.0 : -1.0;
    const double offset = stn_estimates_value(e, "offset", 0);
    const double Fc = stn_estimates_value(e, "Fc", 0), straight = sign * Fc + sigma2 * p->v;
    Misfit m = {p->F - straight - (isnan(offset) ? 0.0 : offset), sigma2};
    if (!c->fitted)
        return m;
    const double excess = stn_estimates_value(e, "Fs", 0) - Fc;
    const double s = pow(fabs(p->v) / stn_estimates_value(e, "vs", 0), c->n);
    m.rest -= sign * excess * exp(-s);
    m.slope -= excess * c->n * s / fabs(p->v) * exp(-s);
    return m;
}

/* The variance that all points have beside that of their speeds: so large that the squares of what the curve leaves, over
 * the whole variance, add up to the degrees of freedom (Paule & Mandel 1982).  The plain mean square would take the
 * noise of slow points for that of all. */
static double own_variance(const StnFrictionCurve *r, const StnCharacteristic *c, int sense)
{
    const StnEstimates *e = c->fitted ? &c->stribeck : &c->coulomb;
    double low = 0.0, high = 0.0;
    for (int i = 0; i < r->npoint; i++)
        high = fmax(high, pow(misfit_at(c, &r->point[i]).rest, 2));
    high *= r->npoint;
    for (int k = 0; k < HALVINGS; k++) {
        const double middle = 0.5 * (low + high);
        double sum = 0.0, freedom = -e->count;
        for (int i = 0; i < r->npoint; i++) {
            const StnCurvePoint *p = &r->point[i];
            if (p->v == 0.0 || sense * p->v < 0.0)
                continue;
            const Misfit m = misfit_at(c, p);
            sum += m.rest * m.rest / (middle + pow(m.slope * p->v_error, 2));
            freedom += 1.0;
        }
        *(sum > fmax(freedom, 1.0) ? &low : &high) = middle;
    }
    return high;
}

/* An error of the speed is one of the friction where the curve is steep: points count by the sum of that and of what
 * all points have (effective variance; Orear 1982).  Whether the weights changed. */
static bool weigh(const StnFrictionCurve *r, const StnCharacteristic *c, int sense, double *weight)
{
    const double variance = own_variance(r, c, sense);
    bool changed = false;
    for (int i = 0; i < r->npoint; i++) {
        const StnCurvePoint *p = &r->point[i];
        if (p->v == 0.0 || sense * p->v < 0.0)
            continue;
        const double error = misfit_at(c, p).slope * p->v_error;
        const double now = point_weight(r, i) / (1.0 + error * error / variance);
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
