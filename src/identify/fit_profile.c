/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Intervals of a falling part by the profile of the sum of squares over its speed, along a measured motion with means over
 * windows: where the data hardly show the part, its speed and its height go together on a bent line, and no ellipse about
 * the result holds it.  At each speed the height and all others are linear; a speed is inside where the sum of squares rises
 * by no more than noise may make it, and the levels reach to what all these speeds allow (as inverse_spread.c). */
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
#define CERTAIN 0.05  /* with a relative deviation of the speed below this */
#define OUTSIDE 200.0 /* variances that the sum of squares rises by: no scatter makes that */

typedef struct Falling {
    StnFitter *fitter;
    StnFitWorkspace *workspace;
    int speed, level, at_speed, at_level; /* parameters, and their coordinates */
    int nother, other[STN_FREE_MAX];      /* coordinates of the others */
    const double *J;
    double x[STN_FREE_MAX]; /* the result without height */
    double *base, *column, *rest, *work, *wrong;
    double *none, *best; /* residuals without a falling part; where the sum of squares is least */
    double *apart;       /* those at a speed, less these */
    double least, most;  /* speeds */
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
    double reach_level;      /* half its interval over that */
    double reach, by;        /* likewise of the rise; its deviation over a plain one */
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

/* The best height and all others at a speed, and what they leave, into f->rest. */
static bool solve_at(const Falling *f, double vs, StnLeastSquares *fit)
{
    const size_t m = f->fitter->nresidual;
    const double *column[STN_FREE_MAX];
    if (!column_at(f, vs))
        return false;
    for (int k = 0; k < f->nother; k++)
        column[k] = f->J + (size_t)f->other[k] * m;
    column[f->nother] = f->column;
    for (size_t i = 0; i < m; i++)
        f->work[i] = -f->base[i];
    return stn_least_squares(column, f->nother + 1, f->work, NULL, m, NULL, fit, f->rest, NULL) ==
           STN_OK;
}

/* How far noise, and what smoothing may have done, move the sum of squares at a speed above the least one: along what
 * changes of the residuals from there to here (apart), over what white noise would.  The scatter of the rows is that which
 * the best fit leaves: at a wrong speed residuals also hold what the model lacks there, and would hide it. */
static bool judge_rise(const Falling *f, AtSpeed *at)
{
    StnFitter *fitter = f->fitter;
    double square = 0.0, cov = 0.0;
    for (size_t i = 0; i < fitter->nresidual; i++) {
        f->apart[i] = (at->height > 0.0 ? -f->rest[i] : f->none[i]) - f->best[i];
        square += f->apart[i] * f->apart[i];
    }
    at->reach = stn_student_95((double)fitter->nresidual);
    at->by = 1.0;
    if (!(square > 1e-9 * at->variance))
        return true;
    const StnFitSlopes slopes = {.fitter = fitter,
                                 .workspace = f->workspace,
                                 .n = 1,
                                 .column = {f->apart},
                                 .x = f->x,
                                 .r = f->best};
    const double inverse = 1.0 / square;
    if (!stn_fit_unequal(&slopes, &inverse, at->variance, &cov, &at->reach))
        return false;
    add_speed_errors(f, at, &slopes, &inverse, &cov);
    at->by = fmax(sqrt(cov * square / at->variance), 1.0);
    return true;
}

/* What one speed allows, beside the best fit. */
static bool evaluate_at(const Falling *f, double vs, double variance, AtSpeed *out)
{
    StnFitter *fitter = f->fitter;
    const int n = f->nother + 1;
    StnLeastSquares fit;
    StnFitSlopes slopes = {
        .fitter = fitter, .workspace = f->workspace, .n = n, .x = f->x, .r = f->best};
    double inverse[STN_FREE_MAX * STN_FREE_MAX] = {0}, cov[STN_FREE_MAX * STN_FREE_MAX] = {0};
    double reach[STN_FREE_MAX] = {0}, slope[STN_FREE_MAX * STN_FREE_MAX], q[STN_FREE_MAX];
    if (!solve_at(f, vs, &fit))
        return false;
    for (int k = 0; k < f->nother; k++)
        slopes.column[k] = f->J + (size_t)f->other[k] * fitter->nresidual;
    slopes.column[n - 1] = f->column;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            inverse[a * n + b] = fit.covariance[a][b] / (fit.sigma * fit.sigma);
    *out = (AtSpeed){.vs = vs, .sse = fit.sse, .variance = variance, .height = fit.value[n - 1]};
    if (!judge_rise(f, out) || !stn_fit_unequal(&slopes, inverse, variance, cov, reach))
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
    out->reach_level = reach[n - 1];
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
    if (stn_least_squares(column, f->nother, f->work, NULL, m, NULL, &fit, f->rest, NULL) != STN_OK)
        return INFINITY;
    for (size_t i = 0; i < m; i++)
        f->none[i] = -f->rest[i];
    return fit.sse;
}

typedef struct Inside {
    double low[2], high[2]; /* speed, static level */
    double reach;
    bool slowest, all; /* the slowest speed that the rows show is inside; every one */
} Inside;

static void take_level(const AtSpeed *at, double rise, double floor, Inside *in)
{
    const double part = rise / pow(at->reach * at->by, 2);
    if (part > 1.0)
        return;
    const double half = at->deviation * at->reach_level * sqrt(1.0 - part);
    in->low[1] = fmin(in->low[1], fmax(at->level - half, floor));
    in->high[1] = fmax(in->high[1], fmax(at->level + half, floor));
}

/* What each speed leaves; and where the sum of squares is least, of the result itself or of a speed. */
static double find_best(const Falling *f, const double *x, AtSpeed *at)
{
    StnFitter *fitter = f->fitter;
    const size_t m = fitter->nresidual;
    const double ratio = f->most / f->least;
    StnError ignored;
    double best = INFINITY;
    if (stn_fit_residual(fitter, f->workspace, x, f->best, &ignored))
        best = stn_fit_cost(fitter, f->best);
    for (int k = 0; k < GRID; k++) {
        StnLeastSquares fit;
        at[k] = (AtSpeed){.vs = f->least * pow(ratio, k / (GRID - 1.0)), .sse = INFINITY};
        if (!solve_at(f, at[k].vs, &fit))
            continue;
        at[k].sse = fit.sse;
        at[k].height = fit.value[f->nother];
        if (!(at[k].height > 0.0 && fit.sse < best))
            continue;
        best = fit.sse;
        for (size_t i = 0; i < m; i++)
            f->best[i] = -f->rest[i];
    }
    return best;
}

static bool profile(const Falling *f, const double *x, double floor, Inside *in)
{
    AtSpeed at[GRID];
    const double without = sse_without(f), best = fmin(find_best(f, x, at), without);
    const double variance = best / ((double)f->fitter->nresidual - f->nother - 2);
    double before = NAN, vs_before = NAN;
    *in = (Inside){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, 0.0, false, true};
    for (int k = 0; k < GRID; k++) {
        const double sse = at[k].height > 0.0 ? at[k].sse : without;
        const double rise = fmax(sse - best, 0.0) / variance;
        if (!(rise < OUTSIDE))
            at[k].by = 1.0, at[k].reach = 2.0;
        else if (!evaluate_at(f, at[k].vs, variance, &at[k]))
            continue;
        const double most = pow(at[k].reach, 2), here = fmin(rise / pow(at[k].by, 2), 1e300);
        if (rise < OUTSIDE)
            take_level(&at[k], rise, floor, in);
        if (!isnan(before))
            stn_profile_step(vs_before, before, at[k].vs, here, most, &in->low[0], &in->high[0]);
        before = here, vs_before = at[k].vs;
        in->slowest = in->slowest || (k == 0 && here <= most);
        in->all = in->all && here <= most;
        in->reach = here <= most ? fmax(in->reach, at[k].reach) : in->reach;
    }
    in->all = in->all && !isnan(before);
    return in->low[0] <= in->high[0] && in->low[1] <= in->high[1];
}

/* The most that friction can be where the body turned: the effort there was above it, and what else acts beside it.
 * INFINITY: it did not turn, or the effort is not known. */
static double largest_friction(const Falling *f, const double *q)
{
    const StnFitter *fitter = f->fitter;
    const StnFitRun *run = fitter->run[0].run;
    double load = 0.0, way[2] = {0.0, 0.0};
    for (int i = 0; i < fitter->map.nq; i++) {
        const StnFitParam *p = &fitter->map.param[i];
        if (p->place == STN_FIT_PLACE_GAIN)
            return INFINITY;
        if (p->place == STN_FIT_PLACE_OFFSET)
            load += fabs(q[i]);
    }
    const int arm = stn_fit_beside_at(&fitter->map, STN_FIT_PLACE_GRAVITY);
    for (size_t i = 0; i < run->rows; i++)
        way[run->v[i] < 0.0] += run->v[i] != 0.0;
    return way[0] > 0.0 && way[1] > 0.0 && run->effort_most > 0.0
               ? run->effort_most + load + (arm >= 0 ? fabs(q[arm]) : 0.0)
               : INFINITY;
}

/* Where a part that falls over slower speeds than the rows show fits as well, its height is limited by the effort alone. */
static void open_end(double most, double value, Inside *in)
{
    if (in->slowest && isfinite(most)) {
        in->low[0] = 0.0;
        in->high[1] = fmax(in->high[1], most);
    }
    in->high[1] = fmax(fmin(in->high[1], most), value);
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
    f->base = malloc(8 * (m + 1) * sizeof *f->base);
    if (!f->base) {
        atomic_store(&f->fitter->memory_out, true);
        return false;
    }
    f->column = f->base + m;
    f->rest = f->column + m;
    f->work = f->rest + m;
    f->wrong = f->work + m;
    f->best = f->wrong + m;
    f->apart = f->best + m;
    f->none = f->apart + m;
    return true;
}

/* What the profile allows, and that it does. */
static void take(const Falling *f, const Inside *in, StnFitResult *result)
{
    StnFitParameter *speed = &result->param[f->speed], *level = &result->param[f->level];
    const bool open = in->low[0] == 0.0;
    give(speed, in->low[0], in->high[0], in->reach, true);
    give(level, in->low[1], in->high[1], in->reach, false);
    result->unfallen &= ~(1u << f->speed | 1u << f->level);
    stn_remark(&result->remarks,
               "These data hardly show how friction falls with the speed: a higher %s goes with a "
               "smaller %s.  The intervals of both hold all pairs that fit, for speeds from %.3g "
               "%s on; what falls over slower ones these rows do not show%s.",
               level->name + level->own, speed->name + speed->own, f->least, speed->unit,
               open ? ", and only the largest effort limits its height" : "");
}

/* Where any speed fits neither has an interval, whatever the slopes about the result say. */
static void withhold(const Falling *f, StnFitResult *result)
{
    for (int k = 0; k < 2; k++) {
        const int i = k == 0 ? f->speed : f->level;
        StnFitParameter *out = &result->param[i];
        out->undetermined = true;
        out->std = out->low = out->high = out->next_low = out->next_high = NAN;
        if (!out->at_bound)
            result->unfallen |= 1u << i;
    }
}

uint32_t stn_fit_profile_falling(StnFitter *fitter, StnFitWorkspace *workspace, const double *x,
                                 const double *J, uint32_t held, const double *cov,
                                 StnFitResult *result)
{
    uint32_t given = 0;
    const StnFitInside *inside = &fitter->run[0];
    Falling f = {.fitter = fitter, .workspace = workspace, .J = J};
    StnError ignored;
    Inside in;
    if (!stn_fit_is_motion(fitter->def) || inside->run->box == 0 || fitter->nrun > 1 ||
        inside->law->nstate > 0 || !find_falling(&f, held))
        return 0;
    const StnFitParameter *speed = &result->param[f.speed];
    const double square = cov[f.at_level * fitter->map.nx + f.at_level];
    if (speed->std < CERTAIN * speed->value && x[f.at_level] > SEEN * sqrt(square) && square > 0.0)
        return 0;
    memcpy(f.x, x, sizeof f.x);
    f.x[f.at_level] = 0.0;
    if (allocate(&f) && stn_fit_residual(fitter, workspace, f.x, f.base, &ignored) &&
        find_speeds(&f)) {
        double q[STN_FREE_MAX];
        stn_fit_to_q(&fitter->map, f.x, q);
        if (profile(&f, x, q[f.level], &in) && !in.all) {
            open_end(largest_friction(&f, q), result->param[f.level].value, &in);
            take(&f, &in, result);
            given = 1u << f.speed | 1u << f.level;
        } else if (in.all) { /* as without a falling part: there is nothing to give */
            withhold(&f, result);
        }
    }
    free(f.base);
    return given;
}
