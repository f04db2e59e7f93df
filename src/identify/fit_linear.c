/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Variable projection: coordinates in which the residuals are linear, given the others, need no search.
 *
 * Along a measured motion the force of Coulomb's and Stribeck's laws is linear in levels, viscous
 * coefficients and offset; that of every law is linear in the offset.  Which coordinates are, is tried on the
 * model itself: one belongs to them where a long step in it and in all of them together does what the sum of
 * their columns says.  Then the best values of all of them, inside their bounds, cost one run each, and a start
 * has to guess the others only (Golub & Pereyra 1973). */
#include "identify/dense.h"
#include "identify/fit_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEP 0.25  /* of a coordinate, or of 1 */
#define SAME 1e-7  /* of what a step does: less is rounding */
#define RIDGE 1e-3 /* of scaled columns: what has no effect of its own stays where it is */

/* ---- Least squares inside bounds ---- */

/* minimise |R*d + c|, lo <= d <= hi, by active sets; d = 0 is inside.  The columns of R have length 1 or 0. */
typedef struct {
    int n;
    double R[STN_FREE_MAX * STN_FREE_MAX], c[STN_FREE_MAX];
    double lo[STN_FREE_MAX], hi[STN_FREE_MAX], d[STN_FREE_MAX];
    bool fixed[STN_FREE_MAX];
} Bounded;

/* The best of those that are not fixed, without their bounds. */
static void solve_free(const Bounded *b, double *z)
{
    const int n = b->n, rows = 2 * n;
    double a[2 * STN_FREE_MAX * STN_FREE_MAX], rest[2 * STN_FREE_MAX] = {0}, tau[STN_FREE_MAX];
    double triangle[STN_FREE_MAX * STN_FREE_MAX];
    int which[STN_FREE_MAX], count = 0;
    for (int r = 0; r < n; r++)
        rest[r] = -b->c[r];
    for (int k = 0; k < n; k++) {
        for (int r = 0; b->fixed[k] && r < n; r++)
            rest[r] -= b->R[k * n + r] * b->d[k];
        z[k] = b->d[k];
        if (b->fixed[k])
            continue;
        double *column = a + (size_t)count * (size_t)rows;
        memset(column, 0, (size_t)rows * sizeof *column);
        memcpy(column, b->R + (size_t)k * (size_t)n, (size_t)n * sizeof *column);
        column[n + k] = RIDGE;
        which[count++] = k;
    }
    stn_dense_qr((size_t)rows, count, a, NULL, tau);
    stn_dense_apply_q((size_t)rows, count, a, tau, rest);
    for (int c = 0; c < count; c++)
        for (int r = 0; r < count; r++)
            triangle[c * count + r] = r <= c ? a[c * rows + r] : 0.0;
    stn_dense_invert_triangle(count, triangle);
    for (int r = 0; r < count; r++) {
        z[which[r]] = 0.0;
        for (int c = r; c < count; c++)
            z[which[r]] += triangle[c * count + r] * rest[c];
    }
}

/* Towards z as far as bounds let it; false: one stopped it, and is fixed there. */
static bool go_to(Bounded *b, const double *z)
{
    double part = 1.0;
    int stop = -1;
    for (int k = 0; k < b->n; k++) {
        const double bound = z[k] < b->lo[k] ? b->lo[k] : z[k] > b->hi[k] ? b->hi[k] : z[k];
        if (bound == z[k] || b->fixed[k])
            continue;
        const double reach = (bound - b->d[k]) / (z[k] - b->d[k]);
        if (reach < part)
            part = fmax(reach, 0.0), stop = k;
    }
    for (int k = 0; k < b->n; k++)
        if (!b->fixed[k])
            b->d[k] = fmin(fmax(b->d[k] + part * (z[k] - b->d[k]), b->lo[k]), b->hi[k]);
    if (stop < 0)
        return true;
    b->d[stop] = z[stop] < b->lo[stop] ? b->lo[stop] : b->hi[stop];
    b->fixed[stop] = true;
    return false;
}

/* Frees the one that would gain most inside; false: none would. */
static bool let_go(Bounded *b)
{
    double rest[STN_FREE_MAX], most = 1e-9;
    int which = -1;
    for (int r = 0; r < b->n; r++) {
        rest[r] = b->c[r];
        for (int k = 0; k < b->n; k++)
            rest[r] += b->R[k * b->n + r] * b->d[k];
        most = fmax(most, 1e-9 * fabs(b->c[r]));
    }
    for (int k = 0; k < b->n; k++) {
        double slope = 0.0;
        for (int r = 0; b->fixed[k] && r < b->n; r++)
            slope += b->R[k * b->n + r] * rest[r];
        if (fabs(slope) > most && (slope < 0.0 ? b->d[k] < b->hi[k] : b->d[k] > b->lo[k]))
            most = fabs(slope), which = k;
    }
    if (which >= 0)
        b->fixed[which] = false;
    return which >= 0;
}

static void solve_bounded(Bounded *b)
{
    double z[STN_FREE_MAX];
    for (int k = 0; k < 4 * b->n + 4; k++) {
        solve_free(b, z);
        if (go_to(b, z) && !let_go(b))
            return;
    }
}

/* ---- Columns ---- */

typedef struct {
    StnFitter *fitter;
    StnFitWorkspace workspace;
    double *r, *trial, *a; /* of the start; of a step; columns */
} Columns;

static bool columns_begin(Columns *c, StnFitter *fitter)
{
    const size_t m = fitter->nresidual, n = (size_t)fitter->map.nx;
    *c = (Columns){.fitter = fitter, .r = malloc((m + 1) * (n + 2) * sizeof(double))};
    const bool room = stn_fit_workspace(fitter, &c->workspace) && c->r;
    if (!room)
        atomic_store(&fitter->memory_out, true);
    c->trial = room ? c->r + m : NULL;
    c->a = room ? c->r + 2 * m : NULL;
    return room;
}

static void columns_end(Columns *c)
{
    stn_fit_workspace_free(&c->workspace);
    free(c->r);
}

/* A long step from x in coordinate j, inside its bounds. */
static double step_of(const StnFitter *fitter, const double *x, int j, double times)
{
    double lo[STN_FREE_MAX], hi[STN_FREE_MAX];
    stn_fit_bounds(&fitter->map, x, lo, hi);
    const double step = STEP * fmax(1.0, fabs(x[j]));
    if (x[j] + times * step <= hi[j])
        return step;
    if (x[j] - times * step >= lo[j])
        return -step;
    return x[j] - lo[j] > hi[j] - x[j] ? (lo[j] - x[j]) / times : (hi[j] - x[j]) / times;
}

/* What a step in coordinate j changes, into a column. */
static bool take_column(Columns *c, const double *x, int j, double step, double *column)
{
    double moved[STN_FREE_MAX];
    memcpy(moved, x, sizeof moved);
    moved[j] += step;
    if (!stn_fit_residual(c->fitter, &c->workspace, moved, column, NULL))
        return false;
    for (size_t i = 0; i < c->fitter->nresidual; i++)
        column[i] -= c->r[i];
    return true;
}

/* Whether coordinate j is linear together with the `count` that are; its column is the last one then. */
static bool is_linear(Columns *c, const double *x, double *together, int count, int j)
{
    StnFitter *fitter = c->fitter;
    const size_t m = fitter->nresidual;
    const double step = step_of(fitter, x, j, 2.0);
    double *column = c->a + (size_t)count * m, off = 0.0, size = 0.0, before = together[j];
    if (step == 0.0 || !take_column(c, x, j, step, column))
        return false;
    together[j] += 2.0 * step;
    bool good = stn_fit_residual(fitter, &c->workspace, together, c->trial, NULL);
    for (size_t i = 0; good && i < m; i++) {
        double sum = c->r[i] + 2.0 * column[i];
        for (int k = 0; k < count; k++)
            sum += 2.0 * c->a[(size_t)k * m + i];
        off += (c->trial[i] - sum) * (c->trial[i] - sum);
        size += column[i] * column[i];
    }
    good = good && off <= SAME * SAME * size;
    if (!good)
        together[j] = before;
    return good;
}

void stn_fit_find_linear(StnFitter *fitter, const double *x)
{
    Columns c;
    double together[STN_FREE_MAX];
    fitter->nlinear = 0;
    if (columns_begin(&c, fitter) && stn_fit_residual(fitter, &c.workspace, x, c.r, NULL)) {
        memcpy(together, x, sizeof together);
        for (int factors = 0; factors < 2; factors++) /* what multiplies the others comes last */
            for (int i = 0; i < fitter->map.nq; i++) {
                const StnFitParam *p = &fitter->map.param[i];
                if ((p->how == STN_COORDINATE_LINEAR || p->how == STN_COORDINATE_ABOVE ||
                     p->how == STN_COORDINATE_ARM) &&
                    (p->place == STN_FIT_PLACE_GAIN || p->place == STN_FIT_PLACE_DRIFT) ==
                        factors &&
                    is_linear(&c, x, together, fitter->nlinear, p->x))
                    fitter->linear[fitter->nlinear++] = p->x;
            }
    }
    columns_end(&c);
}

/* The columns at x, reduced to a triangle. */
static bool reduce(Columns *c, const double *x, double *scale, Bounded *b)
{
    StnFitter *fitter = c->fitter;
    const size_t m = fitter->nresidual;
    const int n = fitter->nlinear;
    double lo[STN_FREE_MAX], hi[STN_FREE_MAX], tau[STN_FREE_MAX];
    *b = (Bounded){.n = n};
    stn_fit_bounds(&fitter->map, x, lo, hi);
    for (int k = 0; k < n; k++) {
        const int j = fitter->linear[k];
        const double step = step_of(fitter, x, j, 1.0);
        double *column = c->a + (size_t)k * m, sum = 0.0;
        if (step == 0.0 || !take_column(c, x, j, step, column))
            return false;
        for (size_t i = 0; i < m; i++)
            sum += column[i] * column[i];
        scale[k] = sum > 0.0 ? sqrt(sum) / fabs(step) : 1.0;
        for (size_t i = 0; i < m; i++)
            column[i] /= step * scale[k];
        b->lo[k] = fmin((lo[j] - x[j]) * scale[k], 0.0);
        b->hi[k] = fmax((hi[j] - x[j]) * scale[k], 0.0);
    }
    stn_dense_qr(m, n, c->a, NULL, tau);
    memcpy(c->trial, c->r, m * sizeof *c->r);
    stn_dense_apply_q(m, n, c->a, tau, c->trial);
    for (int k = 0; k < n; k++) {
        b->c[k] = c->trial[k];
        for (int r = 0; r <= k; r++)
            b->R[k * n + r] = c->a[(size_t)k * m + (size_t)r];
    }
    return true;
}

/* Moves x to the best values of the linear coordinates, where that costs less; returns the cost. */
static double solve_linear(Columns *c, double *x, double cost)
{
    StnFitter *fitter = c->fitter;
    const int n = fitter->nlinear;
    Bounded bounded;
    double scale[STN_FREE_MAX], moved[STN_FREE_MAX];
    if (n < 1 || !reduce(c, x, scale, &bounded))
        return cost;
    solve_bounded(&bounded);
    memcpy(moved, x, sizeof moved);
    for (int k = 0; k < n; k++)
        moved[fitter->linear[k]] += bounded.d[k] / scale[k];
    stn_fit_inside(&fitter->map, moved);
    if (!stn_fit_residual(fitter, &c->workspace, moved, c->trial, NULL))
        return cost;
    const double better = stn_fit_cost(fitter, c->trial);
    if (!(better < cost))
        return cost;
    memcpy(x, moved, (size_t)fitter->map.nx * sizeof *x);
    return better;
}

double stn_fit_project(StnFitter *fitter, double *x)
{
    Columns c;
    double cost = NAN;
    if (columns_begin(&c, fitter)) {
        stn_fit_inside(&fitter->map, x);
        if (stn_fit_residual(fitter, &c.workspace, x, c.r, NULL))
            cost = stn_fit_cost(fitter, c.r);
        if (!isnan(cost))
            cost = solve_linear(&c, x, cost);
    }
    columns_end(&c);
    return cost;
}
