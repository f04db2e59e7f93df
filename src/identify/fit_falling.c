/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Whether friction falls with the speed at all.  The speed over which it falls, and the exponent, are searched, so some
 * place in the noise always suits a small height; where the height is not certain to be above 0, they have no interval:
 * at a height of 0 any of them fits. */
#include "identify/fit_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FALLEN 3.0  /* times vs: faster nothing falls any more */
#define CERTAIN 3.0 /* deviations of a height that was found at the best of many speeds */

/* ---- Smoothing of the velocity ---- */

/* Residuals at x where speeds up to `fastest` are larger by what they may be wrong by, or smaller. */
static bool residuals_beside(StnFitter *fitter, StnFitWorkspace *workspace, const double *x,
                             double side, double fastest, double *v, double *r)
{
    StnFitInside *inside = &fitter->run[0];
    const StnFitRun *run = inside->run;
    StnFitRun moved = *run;
    StnError ignored = {.status = STN_OK};
    for (size_t i = 0; i < run->rows; i++) {
        const double speed = fabs(run->v[i]),
                     by = speed < fastest ? side * run->v_wrong * run->v_noise[i] : 0.0;
        v[i] = copysign(fmax(speed + by, 1e-3 * speed), run->v[i]);
    }
    moved.v = v;
    inside->run = &moved;
    const bool good = stn_fit_residual(fitter, workspace, x, r, &ignored);
    inside->run = run;
    return good;
}

/* Beside a reversal smoothing makes the speed wrong, in every one in the same sense: that does not average out as noise
 * does, and no residual shows it (as inverse_bias.c).  What it does to the residuals, into e. */
bool stn_fit_speed_errors(StnFitter *fitter, StnFitWorkspace *workspace, const double *x, double *e)
{
    const StnFitRun *run = fitter->run[0].run;
    double q[STN_FREE_MAX], fastest = 0.0;
    stn_fit_to_q(&fitter->map, x, q);
    for (int i = 0; i < fitter->map.nq; i++)
        if (strcmp(fitter->map.param[i].item, "vs") == 0)
            fastest = fmax(fastest, FALLEN * q[i]);
    if (!run->v_noise || !(fastest > 0.0))
        return false;
    double *v = malloc((run->rows + fitter->nresidual + 1) * sizeof *v), *less = v + run->rows;
    if (!v) {
        atomic_store(&fitter->memory_out, true);
        return false;
    }
    const bool good = residuals_beside(fitter, workspace, x, 1.0, fastest, v, e) &&
                      residuals_beside(fitter, workspace, x, -1.0, fastest, v, less);
    for (size_t i = 0; good && i < fitter->nresidual; i++)
        e[i] = 0.5 * (e[i] - less[i]);
    free(v);
    return good;
}

/* ---- Certainty ---- */

/* Deviations of the height from 0; NaN: the parameter is no height. */
static double certainty(const StnFitParam *p, const double *x, const double *cov, int nx)
{
    if (p->how != STN_COORDINATE_ABOVE || p->x < 0)
        return NAN;
    const double variance = cov[p->x * nx + p->x];
    return x[p->x] > 0.0 && variance > 0.0 ? x[p->x] / sqrt(variance) : 0.0;
}

static bool belongs(const StnFitParam *p, const StnFitParam *height)
{
    return p->place == STN_FIT_PLACE_FRICTION && p->site == height->site &&
           p->first <= height->last && height->first <= p->last &&
           (strcmp(p->item, "vs") == 0 || strcmp(p->item, "n") == 0);
}

static void withhold(StnFitResult *result, int i)
{
    StnFitParameter *out = &result->param[i];
    out->undetermined = true;
    out->at_bound = false;
    out->std = out->low = out->high = out->next_low = out->next_high = NAN;
    result->unfallen |= 1u << i;
}

/* Without the height k all others are elsewhere, and as well: their intervals reach to there. */
static void reach_without(const StnFitter *fitter, int k, const double *x, const double *cov,
                          StnFitResult *result)
{
    const StnFitMap *map = &fitter->map;
    const int nx = map->nx, a = map->param[k].x;
    double slope[STN_FREE_MAX * STN_FREE_MAX];
    stn_fit_slope(map, x, slope);
    for (int j = 0; j < map->nq; j++) {
        StnFitParameter *out = &result->param[j];
        double both = 0.0;
        for (int b = 0; b < nx; b++)
            both += slope[j * nx + b] * cov[b * nx + a];
        const double by = -both / cov[a * nx + a] * x[a];
        if (isnan(out->low))
            continue;
        out->low = fmin(out->low, fmax(out->low + by, map->param[j].lo));
        out->high = fmax(out->high, fmin(out->high + by, map->param[j].hi));
        out->next_low = fmin(out->low, fmax(out->next_low + fmin(by, 0.0), map->param[j].lo));
        out->next_high = fmax(out->high, fmin(out->next_high + fmax(by, 0.0), map->param[j].hi));
    }
}

/* Along a measured motion without states a static level is the top of the falling part, and nothing else shows it. */
void stn_fit_doubt_falling(const StnFitter *fitter, const double *x, const double *cov,
                           StnFitResult *result)
{
    const StnFitMap *map = &fitter->map;
    const bool top = stn_fit_is_motion(fitter->def) && fitter->run[0].law->nstate == 0;
    for (int i = 0; i < map->nq; i++) {
        double most = NAN;
        for (int k = 0; k < map->nq; k++)
            if (belongs(&map->param[i], &map->param[k]))
                most = fmax(most, certainty(&map->param[k], x, cov, map->nx));
        if (!(most < CERTAIN) || most == 0.0) /* none; or pressed, which has words of its own */
            continue;
        for (int k = 0; k < map->nq; k++)
            if (belongs(&map->param[i], &map->param[k]) &&
                certainty(&map->param[k], x, cov, map->nx) > 0.0 && !(result->unfallen >> k & 1u)) {
                reach_without(fitter, k, x, cov, result);
                if (top)
                    withhold(result, k);
            }
        withhold(result, i);
    }
}
