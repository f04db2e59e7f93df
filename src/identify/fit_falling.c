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

/* Heights of a falling part that may all be 0: of static levels above the sliding ones, and, in gears, of what grows with
 * the torques of drive and load and falls as well.  One may stand for another where torques vary little, so that none of
 * them is certain and still all of them together are. */
enum { HEIGHTS = 8 };
typedef struct Heights {
    int n, x[HEIGHTS], param[HEIGHTS];
    double value[HEIGHTS], slope[HEIGHTS]; /* slope: of the height by its coordinate */
    double weight[HEIGHTS];                /* C^-1*value, C the covariance of the heights */
    double distance; /* square root of value'*C^-1*value: deviations from where all are 0 */
} Heights;

/* For n numbers together what CERTAIN is for one: square roots of the quantiles of chi-square. */
static const double certain[HEIGHTS] = {CERTAIN, 3.44, 3.763, 4.031, 4.267, 4.479, 4.674, 4.855};

static bool is_height(const StnFitParam *p)
{
    static const char *const names[] = {"k_ms", "k_es", "k_mq", "k_eq"};
    for (size_t i = 0; p->place == STN_FIT_PLACE_FRICTION && i < sizeof names / sizeof names[0];
         i++)
        if (strcmp(p->item, names[i]) == 0)
            return true;
    return p->how == STN_COORDINATE_ABOVE;
}

/* Whether vs, or an exponent, is of the falling part that has this height. */
static bool belongs(const StnFitParam *p, const StnFitParam *height)
{
    const bool level = height->how == STN_COORDINATE_ABOVE; /* others are of both directions */
    return p->place == STN_FIT_PLACE_FRICTION && p->site == height->site &&
           (!level || (p->first <= height->last && height->first <= p->last)) &&
           (strcmp(p->item, "vs") == 0 || strcmp(p->item, "n") == 0);
}

/* weight = C^-1*value by elimination; false: C is not positive definite. */
static bool weigh_heights(Heights *h, const double *cov, int nx)
{
    double C[HEIGHTS][HEIGHTS + 1];
    for (int a = 0; a < h->n; a++) {
        for (int b = 0; b < h->n; b++)
            C[a][b] = h->slope[a] * cov[h->x[a] * nx + h->x[b]] * h->slope[b];
        C[a][h->n] = h->value[a];
    }
    for (int a = 0; a < h->n; a++) {
        if (!(C[a][a] > 1e-12 * cov[h->x[a] * nx + h->x[a]] * h->slope[a] * h->slope[a]))
            return false;
        for (int b = a + 1; b < h->n; b++)
            for (int c = h->n; c >= a; c--)
                C[b][c] -= C[b][a] / C[a][a] * C[a][c];
    }
    h->distance = 0.0;
    for (int a = h->n - 1; a >= 0; a--) {
        h->weight[a] = C[a][h->n];
        for (int b = a + 1; b < h->n; b++)
            h->weight[a] -= C[a][b] * h->weight[b];
        h->weight[a] /= C[a][a];
        h->distance += h->value[a] * h->weight[a];
    }
    h->distance = sqrt(fmax(h->distance, 0.0));
    return true;
}

/* The heights above 0 of the falling part that parameter i is of; false: there are none, or static levels are not free. */
static bool find_heights(const StnFitMap *map, int i, const double *x, const double *cov,
                         Heights *h)
{
    const int nx = map->nx;
    bool level = false;
    h->n = 0;
    for (int k = 0; k < map->nq && h->n < HEIGHTS; k++) {
        const StnFitParam *p = &map->param[k];
        if (!is_height(p) || p->x < 0 || !belongs(&map->param[i], p) ||
            !(cov[p->x * nx + p->x] > 0.0))
            continue;
        const bool log = p->how == STN_COORDINATE_LOG;
        const double value = log ? exp(x[p->x]) : x[p->x];
        if (!(value > 0.0)) /* on its bound: there are words of their own for it */
            continue;
        level = level || p->how == STN_COORDINATE_ABOVE;
        h->param[h->n] = k;
        h->x[h->n] = p->x;
        h->value[h->n] = value;
        h->slope[h->n++] = log ? value : 1.0;
    }
    return level && weigh_heights(h, cov, nx);
}

/* Whether one of them is certain, or all of them together are. */
static bool is_certain(const Heights *h, const double *cov, int nx)
{
    for (int a = 0; a < h->n; a++)
        if (h->value[a] >= CERTAIN * h->slope[a] * sqrt(cov[h->x[a] * nx + h->x[a]]))
            return true;
    return h->distance >= certain[h->n - 1];
}

static void withhold(StnFitResult *result, int i)
{
    StnFitParameter *out = &result->param[i];
    out->undetermined = true;
    out->at_bound = false;
    out->std = out->low = out->high = out->next_low = out->next_high = NAN;
    result->unfallen |= 1u << i;
}

/* Without the heights all others are elsewhere, and as well: their intervals reach to there. */
static void reach_without(const StnFitter *fitter, const Heights *h, const double *x,
                          const double *cov, StnFitResult *result)
{
    const StnFitMap *map = &fitter->map;
    const int nx = map->nx;
    double slope[STN_FREE_MAX * STN_FREE_MAX];
    stn_fit_slope(map, x, slope);
    for (int j = 0; j < map->nq; j++) {
        StnFitParameter *out = &result->param[j];
        double by = 0.0;
        for (int a = 0; a < h->n; a++)
            for (int b = 0; b < nx; b++)
                by -= slope[j * nx + b] * cov[b * nx + h->x[a]] * h->slope[a] * h->weight[a];
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
    uint32_t reached = 0;
    for (int i = 0; i < map->nq; i++) {
        Heights h;
        if (!find_heights(map, i, x, cov, &h) || is_certain(&h, cov, map->nx))
            continue;
        uint32_t own = 0;
        for (int a = 0; a < h.n; a++)
            own |= 1u << h.param[a];
        if (!(own & reached)) /* vs and an exponent have the same heights */
            reach_without(fitter, &h, x, cov, result);
        reached |= own;
        for (int a = 0; a < h.n; a++) {
            if (top && map->param[h.param[a]].how == STN_COORDINATE_ABOVE)
                withhold(result, h.param[a]);
        }
        withhold(result, i);
    }
}
