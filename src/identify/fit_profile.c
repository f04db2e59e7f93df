/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Intervals of a falling part by the profile of the sum of squares over its speed, along a measured motion with means over
 * windows: where the data hardly show the part, its speed and its height go together on a bent line, and no ellipse about
 * the result holds it.  At each speed the height and all others are linear; a speed is inside where the sum of squares rises
 * by no more than reach^2 variances, and the levels reach to what all these speeds allow (as inverse_spread.c). */
#include "identify/fit_internal.h"
#include "identify/profile.h"
#include "stiction/measured.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GRID = 40 };
#define VISIBLE \
    0.05         /* of the height, in some row: slower parts are not measured but extrapolated */
#define SEEN 6.0 /* deviations of a height: from there on its intervals are symmetric */
#define CERTAIN 0.05 /* with a relative deviation of the speed below this */

typedef struct Falling {
    StnFitter *fitter;
    StnFitWorkspace *workspace;
    int speed, level, at_speed, at_level; /* parameters, and their coordinates */
    int nother, other[STN_FREE_MAX];      /* coordinates of the others */
    const double *J;
    double x[STN_FREE_MAX]; /* the result without height */
    double *base, *column, *rest, *work, *wrong;
    double least, most; /* speeds */
} Falling;

/* One level and one speed are free, and all others linear in the residuals. */
static bool find_falling(Falling *f, uint32_t held)
{
    const StnFitter *fitter = f->fitter;
    const StnFitMap *map = &fitter->map;
    f->speed = f->level = -1;
    for (int i = 0; i < map->nq; i++) {
        const StnFitParam *p = &map->param[i];
        const bool speed = p->place == STN_FIT_PLACE_FRICTION && strcmp(p->item, "vs") == 0;
        int *which = speed ? &f->speed : p->how == STN_COORDINATE_ABOVE ? &f->level : NULL;
        if (which && *which >= 0)
            return false;
        if (which)
            *which = i;
    }
    if (f->speed < 0 || f->level < 0 || map->param[f->speed].how != STN_COORDINATE_LOG)
        return false;
    f->at_speed = map->param[f->speed].x;
    f->at_level = map->param[f->level].x;
    for (int j = 0; j < map->nx; j++) {
        bool linear = j == f->at_speed;
        for (int k = 0; k < fitter->nlinear; k++)
            linear = linear || fitter->linear[k] == j;
        if (!linear)
            return false;
        if (j != f->at_speed && j != f->at_level && !(held >> j & 1u))
            f->other[f->nother++] = j;
    }
    return f->nother + 2 <= STN_LEAST_SQUARES_MAX;
}

/* The residuals' slope by the height where the part falls over this speed, into f->column; false: no model there. */
static bool column_at(const Falling *f, double vs)
{
    StnFitter *fitter = f->fitter;
    StnError ignored;
    double x[STN_FREE_MAX];
    memcpy(x, f->x, sizeof x);
    x[f->at_speed] = log(vs);
    x[f->at_level] = 1.0;
    if (!stn_fit_residual(fitter, f->workspace, x, f->column, &ignored))
        return false;
    for (size_t i = 0; i < fitter->nresidual; i++)
        f->column[i] -= f->base[i];
    return true;
}

static double largest(const double *column, size_t rows)
{
    double most = 0.0;
    for (size_t i = 0; i < rows; i++)
        most = fmax(most, fabs(column[i]));
    return most;
}

/* From the slowest speed that the rows show to the fastest that there is; false: there are none between. */
static bool find_speeds(Falling *f)
{
    const StnFitRun *run = f->fitter->run[0].run;
    double slow = INFINITY, fast = 0.0;
    for (size_t i = 0; i < run->rows; i++) {
        fast = fmax(fast, fabs(run->v[i]));
        slow = run->v[i] != 0.0 ? fmin(slow, fabs(run->v[i])) : slow;
    }
    f->most = fast;
    if (!(fast > 0.0) || !column_at(f, 10.0 * fast))
        return false;
    const double whole = largest(f->column, f->fitter->nresidual);
    for (f->least = fmax(slow, 1e-4 * fast); f->least < fast; f->least *= 1.1)
        if (column_at(f, f->least) && largest(f->column, f->fitter->nresidual) > VISIBLE * whole)
            return true;
    return false;
}

/* What one speed says. */
typedef struct AtSpeed {
    double vs, sse, variance, height;
    double level, deviation; /* of the static level */
    double reach, by;        /* half an interval over a deviation; that over a plain one */
} AtSpeed;

/* What smoothing of the velocity may have moved the columns by is one more deviation. */
static void add_speed_errors(const Falling *f, const AtSpeed *at, const StnFitSlopes *slopes,
                             const double *inverse, double *cov)
{
    const int n = slopes->n;
    double x[STN_FREE_MAX], along[STN_FREE_MAX] = {0}, by[STN_FREE_MAX] = {0};
    memcpy(x, f->x, sizeof x);
    x[f->at_speed] = log(at->vs);
    x[f->at_level] = fmax(at->height, 0.0);
    if (!stn_fit_speed_errors(f->fitter, f->workspace, x, f->wrong))
        return;
    for (int c = 0; c < n; c++)
        for (size_t i = 0; i < f->fitter->nresidual; i++)
            along[c] += slopes->column[c][i] * f->wrong[i];
    for (int c = 0; c < n; c++)
        for (int k = 0; k < n; k++)
            by[c] += inverse[c * n + k] * along[k];
    for (int c = 0; c < n; c++)
        for (int k = 0; k < n; k++)
            cov[c * n + k] += by[c] * by[k];
}

/* The height and all others at a speed. */
static bool evaluate_at(const Falling *f, double vs, AtSpeed *out)
{
    StnFitter *fitter = f->fitter;
    const size_t m = fitter->nresidual;
    const int n = f->nother + 1;
    StnLeastSquares fit;
    StnFitSlopes slopes = {
        .fitter = fitter, .workspace = f->workspace, .n = n, .x = f->x, .r = f->rest};
    double inverse[STN_FREE_MAX * STN_FREE_MAX] = {0}, cov[STN_FREE_MAX * STN_FREE_MAX] = {0};
    double reach[STN_FREE_MAX] = {0}, slope[STN_FREE_MAX * STN_FREE_MAX], q[STN_FREE_MAX];
    if (!column_at(f, vs))
        return false;
    for (int k = 0; k < f->nother; k++)
        slopes.column[k] = f->J + (size_t)f->other[k] * m;
    slopes.column[n - 1] = f->column;
    for (size_t i = 0; i < m; i++)
        f->work[i] = -f->base[i];
    if (stn_least_squares(slopes.column, n, f->work, NULL, m, NULL, &fit, f->rest, NULL) != STN_OK)
        return false;
    const double variance = fit.sigma * fit.sigma;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            inverse[a * n + b] = fit.covariance[a][b] / variance;
    *out = (AtSpeed){.vs = vs, .sse = fit.sse, .variance = variance, .height = fit.value[n - 1]};
    if (!stn_fit_unequal(&slopes, inverse, variance, cov, reach))
        return false;
    add_speed_errors(f, out, &slopes, inverse, cov);
    stn_fit_slope(&fitter->map, f->x, slope);
    stn_fit_to_q(&fitter->map, f->x, q);
    double square = 0.0, own[STN_FREE_MAX];
    out->level = q[f->level];
    for (int a = 0; a < n; a++) {
        const int j = a < f->nother ? f->other[a] : f->at_level;
        own[a] = slope[f->level * fitter->map.nx + j];
        out->level += own[a] * fit.value[a];
    }
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            square += own[a] * cov[a * n + b] * own[b];
    out->deviation = sqrt(square);
    out->reach = reach[n - 1];
    out->by = fmax(sqrt(cov[n * n - 1] / (variance * inverse[n * n - 1])), 1.0);
    return true;
}

/* The sum of squares without a falling part. */
static double sse_without(const Falling *f)
{
    const size_t m = f->fitter->nresidual;
    const double *column[STN_FREE_MAX];
    StnLeastSquares fit;
    for (int k = 0; k < f->nother; k++)
        column[k] = f->J + (size_t)f->other[k] * m;
    for (size_t i = 0; i < m; i++)
        f->work[i] = -f->base[i];
    return stn_least_squares(column, f->nother, f->work, NULL, m, NULL, &fit, NULL, NULL) == STN_OK
               ? fit.sse
               : NAN;
}

typedef struct Inside {
    double low[2], high[2]; /* speed, static level */
    double reach;
    bool all; /* every speed */
} Inside;

static void take_level(const AtSpeed *at, double rise, double floor, Inside *in)
{
    const double room = at->reach * at->reach - rise / (at->by * at->by);
    if (!(room >= 0.0))
        return;
    const double half = at->deviation * sqrt(room);
    in->low[1] = fmin(in->low[1], fmax(at->level - half, floor));
    in->high[1] = fmax(in->high[1], fmax(at->level + half, floor));
}

static bool profile(const Falling *f, double floor, Inside *in)
{
    AtSpeed at[GRID];
    const double ratio = f->most / f->least, without = sse_without(f);
    double best = INFINITY, before = NAN, vs_before = NAN;
    int count = 0;
    for (int k = 0; k < GRID; k++)
        count += evaluate_at(f, f->least * pow(ratio, k / (GRID - 1.0)), &at[count]);
    for (int k = 0; k < count; k++) {
        at[k].sse = at[k].height > 0.0 ? at[k].sse : without;
        best = fmin(best, at[k].sse);
    }
    *in = (Inside){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, 0.0, count > 0};
    for (int k = 0; k < count; k++) {
        const double rise = fmax(at[k].sse - best, 0.0) / at[k].variance;
        const double most = pow(at[k].reach, 2), here = rise / pow(at[k].by, 2);
        take_level(&at[k], rise, floor, in);
        if (k > 0)
            stn_profile_step(vs_before, before, at[k].vs, here, most, &in->low[0], &in->high[0]);
        before = here, vs_before = at[k].vs;
        in->all = in->all && here <= most;
        in->reach = at[k].reach;
    }
    return in->low[0] <= in->high[0] && in->low[1] <= in->high[1];
}

static void give(StnFitParameter *out, double low, double high, double reach, bool log_scale)
{
    const double root = sqrt(2.0);
    out->low = fmin(low, out->value);
    out->high = fmax(high, out->value);
    out->std = 0.5 * (out->high - out->low) / reach;
    out->next_low = log_scale ? out->value * pow(out->low / out->value, root)
                              : out->value - root * (out->value - out->low);
    out->next_high = log_scale ? out->value * pow(out->high / out->value, root)
                               : out->value + root * (out->high - out->value);
    out->undetermined = out->at_bound = false;
}

static bool allocate(Falling *f)
{
    const size_t m = f->fitter->nresidual;
    f->base = malloc(5 * (m + 1) * sizeof *f->base);
    if (!f->base) {
        atomic_store(&f->fitter->memory_out, true);
        return false;
    }
    f->column = f->base + m;
    f->rest = f->column + m;
    f->work = f->rest + m;
    f->wrong = f->work + m;
    return true;
}

/* What the profile allows, and that it does. */
static void take(const Falling *f, const Inside *in, StnFitResult *result)
{
    StnFitParameter *speed = &result->param[f->speed], *level = &result->param[f->level];
    give(speed, in->low[0], in->high[0], in->reach, true);
    give(level, in->low[1], in->high[1], in->reach, false);
    result->unfallen &= ~(1u << f->speed | 1u << f->level);
    stn_remark(&result->remarks,
               "These data hardly show how friction falls with the speed: a higher %s goes with a "
               "smaller %s.  The intervals of both hold all pairs that fit, for speeds from %.3g "
               "%s on; what falls over slower ones these rows do not show.",
               level->name + level->own, speed->name + speed->own, f->least, speed->unit);
}

void stn_fit_profile_falling(StnFitter *fitter, StnFitWorkspace *workspace, const double *x,
                             const double *J, uint32_t held, const double *cov,
                             StnFitResult *result)
{
    const StnFitInside *inside = &fitter->run[0];
    Falling f = {.fitter = fitter, .workspace = workspace, .J = J};
    StnError ignored;
    Inside in;
    if (!stn_fit_is_motion(fitter->def) || inside->run->box == 0 || fitter->nrun > 1 ||
        inside->law->nstate > 0 || !find_falling(&f, held))
        return;
    const StnFitParameter *speed = &result->param[f.speed];
    const double square = cov[f.at_level * fitter->map.nx + f.at_level];
    if (speed->std < CERTAIN * speed->value && x[f.at_level] > SEEN * sqrt(square) && square > 0.0)
        return;
    memcpy(f.x, x, sizeof f.x);
    f.x[f.at_level] = 0.0;
    if (allocate(&f) && stn_fit_residual(fitter, workspace, f.x, f.base, &ignored) &&
        find_speeds(&f)) {
        double q[STN_FREE_MAX];
        stn_fit_to_q(&fitter->map, f.x, q);
        /* where any speed fits, as without a falling part, there is nothing to give */
        if (profile(&f, q[f.level], &in) && !in.all)
            take(&f, &in, result);
    }
    free(f.base);
}
