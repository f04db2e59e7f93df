/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How well a fit is known: covariance and 95 % intervals.
 *
 * (J'J)^-1*S*(J'J)^-1, S the covariance of the gradient J'*r: s^2*J'J where residuals are white, otherwise see
 * fit_noise.c (sandwich; White 1980). */
#include "identify/fit_internal.h"
#include "identify/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "identify/dense.h"

#define RANK 1e-7    /* of scaled slopes: below it a direction is not determined */
#define CERTAIN 1e-3 /* of scaled slopes: a smaller part in such a direction may be rounding */
#define WEAK \
    1e-2 /* of scaled slopes: below it a direction is tried, whether it is determined at all */
#define TRIED 4.0 /* deviations by which it is tried, at most FARTHEST in a coordinate */
#define FARTHEST 0.3
#define WIDE 5.0         /* half width of an interval over the value */
#define WIDE_FACTOR 50.0 /* of one in proportion, up and down */
#define NOTICED 1e-6     /* of the sum of squares: a smaller rise is none */
#define PART 1e-6        /* of the largest slope of a parameter by a coordinate: less is none */

/* What the covariance is made of; coordinates on a bound are left out. */
typedef struct {
    int n, which[STN_FREE_MAX]; /* active coordinates */
    double *a;                  /* slopes of the active ones, scaled, nresidual x n; then Q, R */
    double scale[STN_FREE_MAX];
    double inverse[STN_FREE_MAX * STN_FREE_MAX]; /* of J'J, in coordinates */
    double reach[STN_FREE_MAX]; /* half an interval over the deviation, by coordinate of all */
    int nfree; /* directions that are not determined, as changes of all coordinates */
    double free[STN_FREE_MAX][STN_FREE_MAX];
} Normal;

static bool normal_load(const StnFitter *fitter, const double *J, uint32_t held, Normal *normal)
{
    size_t m = fitter->nresidual;
    normal->n = 0;
    normal->nfree = 0;
    for (int j = 0; j < fitter->map.nx; j++)
        if (!(held >> j & 1u))
            normal->which[normal->n++] = j;
    normal->a = malloc((m * (size_t)normal->n + 1) * sizeof *normal->a);
    for (int k = 0; normal->a && k < normal->n; k++) {
        const double *from = J + (size_t)normal->which[k] * m;
        double *to = normal->a + (size_t)k * m, sum = 0.0;
        for (size_t i = 0; i < m; i++)
            sum += from[i] * from[i];
        normal->scale[k] = sum > 0.0 ? sqrt(sum) : 1.0;
        for (size_t i = 0; i < m; i++)
            to[i] = from[i] / normal->scale[k];
    }
    return normal->a != NULL;
}

/* What a direction is tried with. */
typedef struct Probe {
    StnFitter *fitter;
    StnFitWorkspace *workspace;
    const double *x, *r;
    double *rest; /* nresidual places */
} Probe;

/* How much the sum of squares rises by a step along a direction, in the sense in which it rises more; INFINITY:
 * the model cannot be run there. */
static double rise_along(const Probe *probe, const Normal *normal, const double *scaled,
                         double step)
{
    StnFitter *fitter = probe->fitter;
    StnError ignored;
    const double least = stn_fit_cost(fitter, probe->r);
    double x[STN_FREE_MAX], most = -INFINITY;
    for (int sense = -1; sense <= 1; sense += 2) {
        memcpy(x, probe->x, (size_t)fitter->map.nx * sizeof *x);
        for (int i = 0; i < normal->n; i++)
            x[normal->which[i]] += sense * step * scaled[i] / normal->scale[i];
        if (!stn_fit_residual(fitter, probe->workspace, x, probe->rest, &ignored))
            return INFINITY;
        most = fmax(most, stn_fit_cost(fitter, probe->rest) - least);
    }
    return most;
}

/* The largest change of a coordinate along a direction. */
static double longest_change(const Normal *normal, const double *scaled)
{
    double longest = 0.0;
    for (int i = 0; i < normal->n; i++)
        longest = fmax(longest, fabs(scaled[i] / normal->scale[i]));
    return longest;
}

/* Slopes come from differences of runs and are right to some digits only: a direction that no datum determines
 * can look as if it were, with a small singular value out of rounding.  A step along it tells: the sum of
 * squares must rise as the singular value says, in both senses. */
static bool is_free(const Probe *probe, const Normal *normal, const double *scaled, double sv)
{
    const double least = stn_fit_cost(probe->fitter, probe->r);
    const double step = fmin(TRIED * sqrt(least / (double)probe->fitter->nresidual) / sv,
                             FARTHEST / longest_change(normal, scaled));
    return rise_along(probe, normal, scaled, step) <= 0.1 * step * step * sv * sv;
}

/* Whether coordinate i belongs to a direction that changes no residual.  One with a small slope has a small part
 * in the scaled direction and moves as far as all others; but so small a part can also be rounding.  Without
 * it the direction must change the residuals by what its slope says. */
static bool belongs(const Probe *probe, const Normal *normal, const double *scaled, int i)
{
    double without[STN_FREE_MAX];
    const double least = stn_fit_cost(probe->fitter, probe->r);
    const double step = FARTHEST / longest_change(normal, scaled), part = step * scaled[i];
    if (fabs(scaled[i]) > CERTAIN)
        return true;
    if (!(part * part > NOTICED * least))
        return false;
    memcpy(without, scaled, (size_t)normal->n * sizeof *without);
    without[i] = 0.0;
    return rise_along(probe, normal, without, step) > 0.25 * part * part;
}

/* A direction that changes no residual, from scaled slopes into coordinates. */
static void note_free(const Probe *probe, Normal *normal, const double *scaled)
{
    double *free = normal->free[normal->nfree++];
    memset(free, 0, sizeof normal->free[0]);
    for (int i = 0; i < normal->n; i++)
        if (belongs(probe, normal, scaled, i))
            free[normal->which[i]] = scaled[i] / normal->scale[i];
}

/* (J'J)^-1 through QR and the singular values of R; directions that are not determined are left out and noted. */
static void normal_invert(const Probe *probe, Normal *normal)
{
    const StnFitter *fitter = probe->fitter;
    int n = normal->n;
    const size_t m = fitter->nresidual;
    double tau[STN_FREE_MAX], R[STN_FREE_MAX * STN_FREE_MAX], sv[STN_FREE_MAX];
    double V[STN_FREE_MAX * STN_FREE_MAX];
    stn_dense_qr(m, n, normal->a, NULL, tau);
    for (int c = 0; c < n; c++)
        for (int r = 0; r < n; r++)
            R[c * n + r] = r <= c ? normal->a[(size_t)c * m + (size_t)r] : 0.0;
    stn_dense_singular(n, R, sv, V);
    memset(normal->inverse, 0, sizeof normal->inverse);
    for (int k = 0; k < n; k++) {
        const double *scaled = V + (size_t)k * (size_t)n;
        if (!(sv[k] > RANK * sv[0]) ||
            (sv[k] < WEAK * sv[0] && is_free(probe, normal, scaled, sv[k]))) {
            note_free(probe, normal, scaled);
            continue;
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                normal->inverse[i * n + j] += V[k * n + i] * V[k * n + j] /
                                              (sv[k] * sv[k] * normal->scale[i] * normal->scale[j]);
    }
}

static void multiply(int n, const double *a, const double *b, double *out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            out[i * n + j] = sum;
        }
}

/* Covariance of the coordinates that are not on a bound, into cov, and normal->reach; returns the longest of these. */
static double covariance_x(const Probe *probe, Normal *normal, const double *J,
                           StnFitResult *result, double *cov)
{
    StnFitter *fitter = probe->fitter;
    int n = normal->n, nx = fitter->map.nx;
    double part[STN_FREE_MAX * STN_FREE_MAX], middle[STN_FREE_MAX * STN_FREE_MAX];
    double half[STN_FREE_MAX * STN_FREE_MAX], reach[STN_FREE_MAX], longest = 0.0;
    StnFitSlopes slopes = {
        .fitter = fitter, .workspace = probe->workspace, .n = n, .x = probe->x, .r = probe->r};
    for (int i = 0; i < n; i++)
        slopes.column[i] = J + (size_t)normal->which[i] * fitter->nresidual;
    const StnFitNoise noise = stn_fit_noise(&slopes, result, middle);
    multiply(n, normal->inverse, middle, half);
    multiply(n, half, normal->inverse, part);
    result->coloured = noise.coloured;
    result->pieces = noise.pieces;
    for (int i = 0; i < n; i++)
        reach[i] = stn_student_95(noise.freedom);
    const bool unequal = stn_fit_unequal(&slopes, normal->inverse, noise.variance, part, reach);
    for (int i = 0; i < n; i++) {
        longest = fmax(longest, normal->reach[normal->which[i]] = reach[i]);
        for (int j = 0; j < n; j++) {
            const double white =
                noise.coloured || unequal ? 0.0 : noise.variance * normal->inverse[i * n + j];
            cov[normal->which[i] * nx + normal->which[j]] = part[i * n + j] + white;
        }
    }
    return longest;
}

/* Adds what smoothing of the velocity may have moved the coordinates by, as one more deviation of them all. */
static bool add_speed_errors(const Probe *probe, const Normal *normal, const double *J, double *cov)
{
    StnFitter *fitter = probe->fitter;
    const int n = normal->n, nx = fitter->map.nx;
    double along[STN_FREE_MAX] = {0}, by[STN_FREE_MAX] = {0};
    double *e = malloc((fitter->nresidual + 1) * sizeof *e);
    const bool any = e && stn_fit_speed_errors(fitter, probe->workspace, probe->x, e);
    for (int c = 0; any && c < n; c++)
        for (size_t i = 0; i < fitter->nresidual; i++)
            along[c] += J[(size_t)normal->which[c] * fitter->nresidual + i] * e[i];
    for (int c = 0; any && c < n; c++)
        for (int k = 0; k < n; k++)
            by[c] += normal->inverse[c * n + k] * along[k];
    for (int c = 0; any && c < n; c++)
        for (int k = 0; k < n; k++)
            cov[normal->which[c] * nx + normal->which[k]] += by[c] * by[k];
    const bool room = e != NULL && !atomic_load(&fitter->memory_out);
    free(e);
    return room;
}

/* ---- Into the result ---- */

static void interval(const StnFitParam *p, double x, double std_x, double t, StnFitParameter *out)
{
    if (isnan(out->std)) {
        out->low = out->high = NAN;
        return;
    }
    if (p->how == STN_COORDINATE_SHARE || p->x < 0) {
        out->low = fmax(out->value - t * out->std, 0.0);
        out->high = fmin(out->value + t * out->std, 1.0);
    } else if (p->how == STN_COORDINATE_LOG) {
        out->low = exp(x - t * std_x);
        out->high = exp(x + t * std_x);
    } else {
        out->low = out->value - t * out->std;
        out->high = out->value + t * out->std;
    }
    out->low = fmax(out->low, p->lo);
    out->high = fmin(out->high, p->hi);
}

/* The parameters that the coordinates of a free direction are part of.  Where all change alike, relative to their
 * values, only their ratios are determined. */
static void take_free(const StnFitter *fitter, const Normal *normal, const double *slope,
                      StnFitResult *result)
{
    const StnFitMap *map = &fitter->map;
    for (int k = 0; k < normal->nfree; k++) {
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < map->nq; i++) {
            const double *own = slope + i * map->nx;
            double change = 0.0, steepest = 0.0;
            bool part = false;
            for (int a = 0; a < map->nx; a++)
                steepest = fmax(steepest, fabs(own[a]));
            for (int a = 0; a < map->nx; a++) {
                change += own[a] * normal->free[k][a];
                part = part || (normal->free[k][a] != 0.0 && fabs(own[a]) > PART * steepest);
            }
            if (!part)
                continue;
            change /= fmax(fabs(result->param[i].value), 1e-300);
            result->param[i].undetermined = true;
            low = fmin(low, change);
            high = fmax(high, change);
        }
        result->ratios = normal->nfree == 1 && high - low < 0.05 * fmax(fabs(low), fabs(high));
    }
}

/* Half an interval over the deviation, of a parameter: the longest of the coordinates that it depends on. */
static double reach_of(const StnFitMap *map, const double *slope, const Normal *normal)
{
    double longest = 0.0;
    for (int a = 0; a < map->nx; a++)
        if (slope[a] != 0.0)
            longest = fmax(longest, normal->reach[a]);
    return longest;
}

static void take_intervals(const StnFitter *fitter, const double *x, const Normal *normal,
                           const double *cov, StnFitResult *result)
{
    const StnFitMap *map = &fitter->map;
    double slope[STN_FREE_MAX * STN_FREE_MAX];
    stn_fit_slope(map, x, slope);
    take_free(fitter, normal, slope, result);
    for (int i = 0; i < map->nq; i++)
        for (int j = 0; j < map->nq; j++) {
            double sum = 0.0;
            for (int a = 0; a < map->nx; a++)
                for (int b = 0; b < map->nx; b++)
                    sum += slope[i * map->nx + a] * cov[a * map->nx + b] * slope[j * map->nx + b];
            result->covariance[i][j] = sum;
        }
    for (int i = 0; i < map->nq; i++) {
        const StnFitParam *p = &map->param[i];
        StnFitParameter *out = &result->param[i];
        out->std = sqrt(result->covariance[i][i]);
        if (p->how == STN_COORDINATE_SHARE && !(out->std > 0.0))
            out->at_bound = true; /* it follows from others that are on their bounds */
        if (out->undetermined || out->at_bound)
            out->std = NAN;
        interval(p, p->x >= 0 ? x[p->x] : 0.0, p->x >= 0 ? sqrt(cov[p->x * map->nx + p->x]) : 0.0,
                 reach_of(map, slope + i * map->nx, normal), out);
    }
    for (int i = 0; i < map->nq; i++)
        for (int j = 0; j < map->nq; j++)
            result->correlation[i][j] =
                i == j ? 1.0
                       : result->covariance[i][j] /
                             sqrt(result->covariance[i][i] * result->covariance[j][j]);
}

/* Sums of slopes and residuals over stretches of each run, over all its signals. */
static StnStatus fill_cells(const StnFitter *fitter, const Normal *normal, const double *J,
                            const double *r, StnCells *cells, StnError *error)
{
    size_t rows[STN_FIT_RUNS_MAX];
    int fitted = 0;
    for (int k = 0; k < fitter->nrun; k++)
        if (fitter->run[k].nfit > 0) /* not held out */
            rows[fitted++] = fitter->run[k].nfit;
    const StnStatus status = stn_cells_make(cells, normal->n, rows, fitted, error);
    fitted = 0;
    for (int k = 0; k < fitter->nrun && status == STN_OK; k++) {
        const StnFitInside *inside = &fitter->run[k];
        for (size_t i = 0; i < (size_t)inside->run->nsignal * inside->nfit; i++) {
            const size_t at = inside->first_residual + i;
            double slope[STN_FREE_MAX];
            for (int a = 0; a < normal->n; a++)
                slope[a] = J[(size_t)normal->which[a] * fitter->nresidual + at];
            stn_cells_add(cells, fitted, i % inside->nfit, slope, r[at], 1.0);
        }
        fitted += inside->nfit > 0;
    }
    return status;
}

/* What is expected of the next record. */
static StnStatus take_next(const StnFitter *fitter, const Normal *normal, const double *x,
                           const double *J, const double *r, StnFitResult *result,
                           bool *between_runs, StnError *error)
{
    const StnFitMap *map = &fitter->map;
    double slope[STN_FREE_MAX * STN_FREE_MAX], own[STN_FREE_MAX * STN_FREE_MAX];
    StnCells cells;
    StnNext next;
    stn_fit_slope(map, x, slope);
    for (int i = 0; i < map->nq; i++)
        for (int a = 0; a < normal->n; a++)
            own[i * normal->n + a] = slope[i * map->nx + normal->which[a]];
    StnStatus status = fill_cells(fitter, normal, J, r, &cells, error);
    if (status == STN_OK)
        status = stn_cells_next(&cells, own, map->nq, true, &next, error);
    stn_cells_free(&cells);
    for (int i = 0; i < map->nq && status == STN_OK; i++) {
        const StnFitParam *p = &map->param[i];
        StnFitParameter *out = &result->param[i];
        if (isnan(
                out->low)) { /* what this record does not determine the next one does not, either */
            out->next_low = out->next_high = NAN;
            continue;
        }
        const double reach = stn_next_reach(&next, i, out->low, out->high);
        const bool log = p->how == STN_COORDINATE_LOG && p->x >= 0;
        out->next_low = log ? out->value * exp(-reach / out->value) : out->value - reach;
        out->next_high = log ? out->value * exp(reach / out->value) : out->value + reach;
        out->next_low = fmin(fmax(out->next_low, p->lo), out->low);
        out->next_high = fmax(fmin(out->next_high, p->hi), out->high);
    }
    *between_runs = status == STN_OK && next.between_runs;
    return status;
}

/* An interval over all that the parameter could be, or far beyond, says that the data do not determine it; one of a profile is
 * as wide as it is because the data allow no more (`profiled`, by parameter). */
static void withhold_wide(const StnFitter *fitter, uint32_t profiled, StnFitResult *result)
{
    for (int i = 0; i < result->nparam; i++) {
        const StnFitParam *p = &fitter->map.param[i];
        StnFitParameter *out = &result->param[i];
        const double size = fmax(fabs(out->value), p->scale);
        const bool wide = p->how == STN_COORDINATE_LOG
                              ? out->high > WIDE_FACTOR * WIDE_FACTOR * out->low
                              : out->high - out->low > 2.0 * WIDE * size;
        if (profiled >> i & 1u || isnan(out->std) ||
            !(wide || (out->low <= p->lo && out->high >= p->hi)))
            continue;
        out->undetermined = true;
        out->std = out->low = out->high = out->next_low = out->next_high = NAN;
    }
}

/* At one speed only the level there is known, and no parts of it. */
static bool needs_more_speeds(const StnFitter *fitter)
{
    bool parts = false;
    for (int i = 0; i < fitter->map.nq; i++) {
        const StnFitParam *p = &fitter->map.param[i];
        parts = parts || p->place == STN_FIT_PLACE_MASS ||
                (p->place == STN_FIT_PLACE_FRICTION && strcmp(p->item, "Fc") != 0);
    }
    return parts && fitter->run[0].run->one_speed;
}

/* Covariance, intervals, and what there is to say, from the slopes J. */
static StnStatus judge_intervals(const Probe *probe, uint32_t held, const double *J,
                                 const double *kink, StnFitResult *result, StnError *error)
{
    StnFitter *fitter = probe->fitter;
    const double *x = probe->x, *r = probe->r;
    size_t m = fitter->nresidual;
    double cov[STN_FREE_MAX * STN_FREE_MAX] = {0}, effect[STN_FREE_MAX] = {0};
    bool between_runs = false;
    Normal normal = {.a = NULL};
    if (!normal_load(fitter, J, held, &normal))
        return stn_out_of_memory(error);
    if (normal.n > 0) {
        normal_invert(probe, &normal);
        const double longest = covariance_x(probe, &normal, J, result, cov);
        if (!add_speed_errors(probe, &normal, J, cov)) {
            free(normal.a);
            return stn_out_of_memory(error);
        }
        take_intervals(fitter, x, &normal, cov, result);
        const StnFitSpread spread = {cov, normal.nfree, normal.free, longest};
        stn_fit_combinations(fitter, probe->workspace, x, &spread, result);
        const StnStatus status = take_next(fitter, &normal, x, J, r, result, &between_runs, error);
        if (status != STN_OK) {
            free(normal.a);
            return status;
        }
    }
    stn_fit_press_levels(fitter, result);
    stn_fit_doubt_falling(fitter, x, cov, result);
    const uint32_t profiled =
        stn_fit_profile_falling(fitter, probe->workspace, x, J, held, cov, result);
    for (int j = 0; j < fitter->map.nx; j++)
        for (size_t i = 0; i < m; i++)
            effect[j] += J[(size_t)j * m + i] * J[(size_t)j * m + i];
    for (int i = 0; i < result->nparam; i++) /* on its bound it has no slope, and an interval yet */
        if (profiled >> i & 1u && fitter->map.param[i].x >= 0)
            effect[fitter->map.param[i].x] = 1.0;
    stn_fit_remarks(fitter, kink, effect, result);
    stn_fit_remark_combinations(fitter, result);
    withhold_wide(fitter, profiled, result);
    const StnStatus status = stn_fit_missing(fitter, probe->workspace, x, J, r, result, error);
    if (fitter->run[0].run->late || fitter->run[0].run->disagrees || needs_more_speeds(fitter) ||
        stn_fit_is_refuted(fitter, result))
        stn_fit_withdraw(result);
    if (normal.n > 0)
        stn_remark_next(&result->remarks, between_runs);
    free(normal.a);
    return status;
}

/* Slopes on both sides, and what follows from them. */
StnStatus stn_fit_intervals(StnFitter *fitter, const double *x, uint32_t held, const double *r,
                            StnFitWorkspace *workspace, StnFitResult *result, StnError *error)
{
    size_t m = fitter->nresidual;
    double *rest = malloc((m + 1) * ((size_t)fitter->map.nx + 1) * sizeof *rest);
    double kink[STN_FREE_MAX] = {0};
    StnStatus status;
    if (!rest)
        return stn_out_of_memory(error);
    double *J = rest + m;
    const Probe probe = {fitter, workspace, x, r, rest};
    const bool near = stn_fit_kept_near(fitter, &fitter->kept, x, r);
    if (!stn_fit_jacobian_both(fitter, fitter->threads, x, r, J, &fitter->kept, near, kink))
        status = stn_error(error, STN_CANCELLED, "interrupted; the best so far is kept");
    else
        status = judge_intervals(&probe, held, J, kink, result, error);
    free(rest);
    return status;
}
