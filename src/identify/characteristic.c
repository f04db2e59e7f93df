/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Stribeck's characteristic through points.  The law is linear in all but vs and n: a grid over these,
 * with linear least squares at each place, finds the valley; Levenberg-Marquardt (MINPACK lmder) on
 * all parameters finds its bottom and gives the Jacobian for the intervals.  vs stays between the
 * slowest point and twice the fastest one, n between 0.2 and 5: beyond, a level far off at standstill
 * could explain a single point.  Inside, ln vs = middle + reach*sin(s), and likewise n. */
#include "stiction/identify.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(STN_HAVE_CMINPACK) && STN_HAVE_CMINPACK
#include <cminpack.h>
#endif

enum { SPEEDS = 60, EXPONENTS = 9, COLUMNS = 6 };
static const double exponent_grid[EXPONENTS] = {0.3, 0.5, 0.7, 0.9, 1.2, 1.6, 2.0, 2.6, 3.5};
static const double significant = 0.05;

/* ln of a bounded value = middle + reach*sin(s). */
typedef struct Range {
    double middle, reach;
} Range;

static Range range_of(double least, double most)
{
    return (Range){0.5 * log(least * most), 0.5 * log(most / least)};
}
static double range_value(Range r, double s) { return exp(r.middle + r.reach * sin(s)); }
static double range_place(Range r, double value)
{
    return asin(fmin(0.98, fmax(-0.98, (log(value) - r.middle) / r.reach)));
}
static bool range_edge(Range r, double s)
{
    return r.reach > 0.0 && fabs(sin(s)) > 1.0 - 0.01 / r.reach; /* within 1 % */
}

/* Parameters in order: Fc, sigma2, [offset], Fs - Fc, s of vs, [s of n]. */
typedef struct Points {
    const StnCurveDef *def;
    const double *v, *F;
    size_t count;
    bool offset, exponent;
    int linear, nparam; /* Fc, sigma2, offset; all */
    double *column[COLUMNS];
    Range vs, n;
    double slow, fast;
} Points;

static double sign_of(double v) { return (v > 0.0) - (v < 0.0); }

static double falling(double v, double vs, double n) { return exp(-pow(fabs(v) / vs, n)); }

static double value_at(const Points *p, const double *q, double v)
{
    const int k = p->linear;
    const double vs = range_value(p->vs, q[k + 1]);
    const double n = p->exponent ? range_value(p->n, q[k + 2]) : p->def->n;
    return sign_of(v) * (q[0] + q[k] * falling(v, vs, n)) + q[1] * v + (p->offset ? q[2] : 0.0);
}

/* Derivatives by Fc, sigma2, offset, Fs - Fc, ln vs, ln n. */
static void slopes_at(const Points *p, const double *q, double v, double *d)
{
    const int k = p->linear;
    const double vs = range_value(p->vs, q[k + 1]);
    const double n = p->exponent ? range_value(p->n, q[k + 2]) : p->def->n;
    const double r = pow(fabs(v) / vs, n), e = exp(-r), sign = sign_of(v);
    d[0] = sign;
    d[1] = v;
    if (p->offset)
        d[2] = 1.0;
    d[k] = sign * e;
    d[k + 1] = sign * q[k] * e * r * n;
    if (p->exponent)
        d[k + 2] = v != 0.0 ? -sign * q[k] * e * r * n * log(fabs(v) / vs) : 0.0;
}

static void set_linear_columns(Points *p)
{
    for (size_t i = 0; i < p->count; i++) {
        p->column[0][i] = sign_of(p->v[i]);
        p->column[1][i] = p->v[i];
        if (p->offset)
            p->column[2][i] = 1.0;
    }
}

static StnStatus linear_fit(const Points *p, int nparam, StnLeastSquares *fit, StnError *error)
{
    static const char *const names[] = {"Fc", "sigma2", "offset", "Fs-Fc"};
    static const char *const short_names[] = {"Fc", "sigma2", "Fs-Fc"};
    return stn_least_squares((const double *const *)p->column, nparam, p->F, NULL, p->count,
                             p->offset ? names : short_names, fit, NULL, error);
}

static void find_range(Points *p)
{
    p->slow = INFINITY;
    p->fast = 0.0;
    for (size_t i = 0; i < p->count; i++) {
        p->slow = fmin(p->slow, fabs(p->v[i]));
        p->fast = fmax(p->fast, fabs(p->v[i]));
    }
    p->vs = range_of(p->slow, 2.0 * p->fast);
    p->n = range_of(0.2, 5.0);
}

/* The start: the best place of the grid.  False: there is none, or *status says that memory is out. */
static bool search(Points *p, double *q, StnStatus *status, StnError *error)
{
    double least = INFINITY;
    for (int e = 0; e < (p->exponent ? EXPONENTS : 1); e++)
        for (int s = 0; s <= SPEEDS; s++) {
            const double n = p->exponent ? exponent_grid[e] : p->def->n;
            const double vs = p->slow * pow(2.0 * p->fast / p->slow, (double)s / SPEEDS);
            StnLeastSquares fit;
            StnError ignored;
            for (size_t i = 0; i < p->count; i++)
                p->column[p->linear][i] = sign_of(p->v[i]) * falling(p->v[i], vs, n);
            *status = linear_fit(p, p->linear + 1, &fit, &ignored);
            if (*status == STN_NO_MEMORY) {
                stn_no_memory(error);
                return false;
            }
            if (*status != STN_OK || !(fit.sse < least))
                continue;
            least = fit.sse;
            memcpy(q, fit.value, (size_t)(p->linear + 1) * sizeof *q);
            q[p->linear + 1] = range_place(p->vs, vs);
            q[p->linear + 2] = range_place(p->n, n);
        }
    *status = STN_OK;
    return isfinite(least);
}

#if defined(STN_HAVE_CMINPACK) && STN_HAVE_CMINPACK
static double range_slope(Range r, double s) { return r.reach * cos(s); } /* of the logarithm */

static int residuals(void *user, int m, int nparam, const double *q, double *rest, double *jacobian,
                     int leading, int flag)
{
    const Points *p = user;
    double d[COLUMNS];
    for (int i = 0; i < m; i++) {
        if (flag == 1) {
            rest[i] = value_at(p, q, p->v[i]) - p->F[i];
            continue;
        }
        slopes_at(p, q, p->v[i], d);
        d[p->linear + 1] *= range_slope(p->vs, q[p->linear + 1]);
        if (p->exponent)
            d[p->linear + 2] *= range_slope(p->n, q[p->linear + 2]);
        for (int k = 0; k < nparam; k++)
            jacobian[i + k * leading] = d[k];
    }
    return 0;
}

static StnStatus polish(Points *p, double *q, StnError *error)
{
    const int m = (int)p->count, n = p->nparam;
    double diagonal[COLUMNS], qtf[COLUMNS], wa1[COLUMNS], wa2[COLUMNS], wa3[COLUMNS];
    int pivot[COLUMNS], nfev, njev;
    double *work = malloc((size_t)(m * (n + 2)) * sizeof *work);
    if (!work)
        return stn_no_memory(error);
    const int info =
        lmder(residuals, p, m, n, q, work, work + m, m, 1e-14, 1e-12, 0.0, 1000, diagonal, 1, 100.0,
              0, &nfev, &njev, pivot, qtf, wa1, wa2, wa3, work + m * (n + 1));
    free(work);
    return info > 0 ? STN_OK : stn_error(error, STN_FAILED, "MINPACK failed (%d)", info);
}
#else
static StnStatus polish(Points *p, double *q, StnError *error)
{
    (void)p, (void)q;
    return stn_error(error, STN_UNAVAILABLE,
                     "this build makes no nonlinear fits: it was made without cminpack (Debian: "
                     "libcminpack-dev)");
}
#endif

/* ---- Estimates ---- */

/* A parameter that came to rest at the edge of its range is not estimated but fixed there. */
static int edge_of(const Points *p, const double *q)
{
    const int k = p->linear;
    return (range_edge(p->vs, q[k + 1]) ? 1 : 0) +
           (p->exponent && range_edge(p->n, q[k + 2]) ? 2 : 0);
}

/* The Jacobian by what people name: Fc, sigma2, offset, Fs, vs, n; those at the edge left out. */
static double fill_jacobian(Points *p, const double *q, int edge)
{
    const int k = p->linear;
    const double vs = range_value(p->vs, q[k + 1]);
    double d[COLUMNS], sse = 0.0;
    for (size_t i = 0; i < p->count; i++) {
        const double rest = value_at(p, q, p->v[i]) - p->F[i];
        sse += rest * rest;
        slopes_at(p, q, p->v[i], d);
        d[0] -= d[k]; /* Fc at fixed Fs */
        d[k + 1] /= vs;
        if (p->exponent)
            d[k + 2] /= range_value(p->n, q[k + 2]);
        int c = 0;
        for (int from = 0; from < p->nparam; from++)
            if (!(from == k + 1 && edge & 1) && !(from == k + 2 && edge & 2))
                p->column[c++][i] = d[from];
    }
    return sse;
}

/* Adds an estimate; place < 0: fixed, so without an interval. */
static void add(StnCharacteristic *out, const char *name, const char *unit, bool rotary,
                const StnLeastSquares *fit, int place, double value)
{
    StnLeastSquares fixed = {.value = {value}, .std = {NAN}, .low = {NAN}, .high = {NAN}};
    stn_estimates_add(&out->stribeck, name, unit, rotary, place < 0 ? &fixed : fit,
                      place < 0 ? 0 : place);
}

static StnStatus estimate(Points *p, const double *q, bool rotary, StnCharacteristic *out,
                          StnError *error)
{
    const int k = p->linear, edge = edge_of(p, q), count = p->nparam - (edge & 1) - (edge >> 1);
    const double vs = range_value(p->vs, q[k + 1]);
    const double n = p->exponent ? range_value(p->n, q[k + 2]) : p->def->n;
    double value[STN_LEAST_SQUARES_MAX];
    StnLeastSquares fit;
    const double sse = fill_jacobian(p, q, edge);
    memcpy(value, q, (size_t)p->nparam * sizeof *q);
    value[k] = q[0] + q[k];
    if (!(edge & 1))
        value[k + 1] = vs;
    if (p->exponent && !(edge & 2))
        value[count - 1] = n;
    out->stribeck_rms = sqrt(sse / (double)p->count);
    out->at_edge = edge != 0;
    const StnStatus status = stn_least_squares_intervals((const double *const *)p->column, count,
                                                         value, sse, p->count, &fit, error);
    if (status != STN_OK)
        return status;
    add(out, "Fs", "$F", rotary, &fit, k, 0.0);
    add(out, "Fc", "$F", rotary, &fit, 0, 0.0);
    add(out, "vs", "$x/s", rotary, &fit, edge & 1 ? -1 : k + 1, vs);
    if (p->exponent)
        add(out, "n", "1", rotary, &fit, edge & 2 ? -1 : count - 1, n);
    add(out, "sigma2", "$F*s/$x", rotary, &fit, 1, 0.0);
    if (p->offset)
        add(out, "offset", "$F", rotary, &fit, 2, 0.0);
    return STN_OK;
}

static StnStatus fit_stribeck(Points *p, const StnLeastSquares *coulomb, bool rotary,
                              StnCharacteristic *out, StnError *error)
{
    double q[COLUMNS + 2] = {0.0};
    StnStatus status = STN_OK;
    if (!(p->fast > p->slow) || !search(p, q, &status, error))
        return status;
    status = polish(p, q, error);
    if (status != STN_OK)
        return status;
    StnError ignored;
    status = estimate(p, q, rotary, out, &ignored);
    if (status == STN_NO_MEMORY)
        return stn_no_memory(error);
    if (status != STN_OK)
        return STN_OK; /* the points do not determine all parameters: the straight law stands */
    const double sse = out->stribeck_rms * out->stribeck_rms * (double)p->count;
    out->fitted = true;
    out->chance = stn_compare_fits(coulomb->sse, p->linear, sse, p->nparam, p->count);
    out->significant = out->chance < significant && q[p->linear] > 0.0;
    return STN_OK;
}

static StnStatus fit_points(Points *p, bool rotary, StnCharacteristic *out, StnError *error)
{
    static const char *const names[] = {"Fc", "sigma2", "offset"};
    static const char *const units[] = {"$F", "$F*s/$x", "$F"};
    StnLeastSquares fit;
    find_range(p);
    set_linear_columns(p);
    StnStatus status = linear_fit(p, p->linear, &fit, error);
    if (status != STN_OK)
        return status;
    for (int c = 0; c < 2 + p->offset; c++)
        stn_estimates_add(&out->coulomb, names[c], units[c], rotary, &fit, c);
    out->coulomb_rms = fit.rms;
    return p->count > (size_t)p->nparam ? fit_stribeck(p, &fit, rotary, out, error) : STN_OK;
}

/* ---- Points of one direction, or of both ---- */

StnStatus stn_characteristic_fit(const StnCurveDef *def, const double *v, const double *F,
                                 size_t count, int sense, bool rotary, StnCharacteristic *out,
                                 StnError *error)
{
    double *memory = malloc((COLUMNS + 2) * (count + 1) * sizeof *memory);
    memset(out, 0, sizeof *out);
    out->chance = out->stribeck_rms = NAN;
    if (!memory)
        return stn_no_memory(error);
    double *own_v = memory, *own_F = memory + count + 1;
    Points p = {.def = def, .v = own_v, .F = own_F, .exponent = def->free_exponent};
    p.offset = !def->no_offset && sense == 0;
    p.linear = 2 + p.offset;
    p.nparam = p.linear + 2 + p.exponent;
    for (int c = 0; c < COLUMNS; c++)
        p.column[c] = memory + (size_t)(2 + c) * (count + 1);
    for (size_t i = 0; i < count; i++) {
        if (v[i] == 0.0 || (sense != 0 && v[i] * sense < 0.0))
            continue;
        own_v[p.count] = sense < 0 ? -v[i] : v[i]; /* levels are positive in both directions */
        own_F[p.count++] = sense < 0 ? -F[i] : F[i];
    }
    const StnStatus status = fit_points(&p, rotary, out, error);
    free(memory);
    return status;
}
