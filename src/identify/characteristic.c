/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Stribeck's characteristic through points.  The law is linear in all but vs and n: a grid over these,
 * with linear least squares at each place, finds the valley; Levenberg-Marquardt (MINPACK lmder) on
 * all parameters finds its bottom and gives the Jacobian for the intervals.  vs and n enter as
 * logarithms, so they stay positive. */
#include "stiction/identify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(STN_HAVE_CMINPACK) && STN_HAVE_CMINPACK
#include <cminpack.h>
#endif

enum { SPEEDS = 60, EXPONENTS = 9, COLUMNS = 6 };
static const double exponent_grid[EXPONENTS] = {0.3, 0.5, 0.7, 0.9, 1.2, 1.6, 2.0, 2.6, 3.5};
static const double significant = 0.05;

/* Parameters in order: Fc, sigma2, [offset], Fs - Fc, ln vs, [ln n]. */
typedef struct Points {
    const StnCurveDef *def;
    const double *v, *F;
    size_t count;
    bool offset, exponent;
    int linear, nparam; /* Fc, sigma2, offset; all */
    double *column[COLUMNS];
} Points;

static double sign_of(double v) { return (v > 0.0) - (v < 0.0); }

static double falling(double v, double vs, double n) { return exp(-pow(fabs(v) / vs, n)); }

static double value_at(const Points *p, const double *q, double v)
{
    const int k = p->linear;
    const double vs = exp(q[k + 1]), n = p->exponent ? exp(q[k + 2]) : p->def->n;
    return sign_of(v) * (q[0] + q[k] * falling(v, vs, n)) + q[1] * v + (p->offset ? q[2] : 0.0);
}

/* Derivatives by the parameters. */
static void slopes_at(const Points *p, const double *q, double v, double *d)
{
    const int k = p->linear;
    const double vs = exp(q[k + 1]), n = p->exponent ? exp(q[k + 2]) : p->def->n;
    const double r = pow(fabs(v) / vs, n), e = exp(-r), sign = sign_of(v);
    d[0] = sign;
    d[1] = v;
    if (p->offset)
        d[2] = 1.0;
    d[k] = sign * e;
    d[k + 1] = sign * q[k] * e * r * n; /* by ln vs */
    if (p->exponent)
        d[k + 2] = v != 0.0 ? -sign * q[k] * e * r * n * log(fabs(v) / vs) : 0.0; /* by ln n */
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

static StnStatus linear_fit(const Points *p, int nparam, StnFit *fit, StnError *error)
{
    static const char *const names[] = {"Fc", "sigma2", "offset", "Fs-Fc"};
    static const char *const short_names[] = {"Fc", "sigma2", "Fs-Fc"};
    return stn_least_squares((const double *const *)p->column, nparam, p->F, NULL, p->count,
                             p->offset ? names : short_names, fit, NULL, error);
}

/* The start: the best place of the grid. */
static bool search(Points *p, double *q)
{
    double slow = INFINITY, fast = 0.0, least = INFINITY;
    for (size_t i = 0; i < p->count; i++) {
        slow = p->v[i] != 0.0 ? fmin(slow, fabs(p->v[i])) : slow;
        fast = fmax(fast, fabs(p->v[i]));
    }
    for (int e = 0; e < (p->exponent ? EXPONENTS : 1); e++)
        for (int s = 0; s <= SPEEDS; s++) {
            const double n = p->exponent ? exponent_grid[e] : p->def->n;
            const double vs = 0.5 * slow * pow(2.0 * fast / slow, (double)s / SPEEDS);
            StnFit fit;
            StnError ignored;
            for (size_t i = 0; i < p->count; i++)
                p->column[p->linear][i] = sign_of(p->v[i]) * falling(p->v[i], vs, n);
            if (linear_fit(p, p->linear + 1, &fit, &ignored) != STN_OK || !(fit.sse < least))
                continue;
            least = fit.sse;
            memcpy(q, fit.value, (size_t)(p->linear + 1) * sizeof *q);
            q[p->linear + 1] = log(vs);
            q[p->linear + 2] = log(n);
        }
    return isfinite(least);
}

#if defined(STN_HAVE_CMINPACK) && STN_HAVE_CMINPACK
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
        for (int k = 0; k < nparam; k++)
            jacobian[i + k * leading] = d[k];
    }
    return 0;
}

static StnStatus polish(const Points *p, double *q, StnError *error)
{
    const int m = (int)p->count, n = p->nparam;
    double diagonal[COLUMNS], qtf[COLUMNS], wa1[COLUMNS], wa2[COLUMNS], wa3[COLUMNS];
    int pivot[COLUMNS], nfev, njev;
    double *work = malloc((size_t)(m * (n + 2)) * sizeof *work);
    if (!work)
        return stn_error(error, STN_NO_MEMORY, "out of memory");
    const int info =
        lmder(residuals, (void *)(uintptr_t)p, m, n, q, work, work + m, m, 1e-14, 1e-12, 0.0, 1000,
              diagonal, 1, 100.0, 0, &nfev, &njev, pivot, qtf, wa1, wa2, wa3, work + m * (n + 1));
    free(work);
    return info > 0 ? STN_OK : stn_error(error, STN_FAILED, "MINPACK failed (%d)", info);
}
#else
static StnStatus polish(const Points *p, double *q, StnError *error)
{
    (void)p, (void)q;
    return stn_error(error, STN_UNAVAILABLE,
                     "this build makes no nonlinear fits: it was made without cminpack (Debian: "
                     "libcminpack-dev)");
}
#endif

/* ---- Estimates ---- */

/* From (Fc, Fs - Fc, ln vs, ln n) to what people name: the Jacobian by Fs, Fc, vs, n. */
static StnStatus estimate(Points *p, const double *q, bool rotary, StnCharacteristic *out,
                          StnError *error)
{
    static const char *const names[] = {"Fc", "sigma2", "offset", "Fs", "vs", "n"};
    static const char *const units[] = {"$F", "$F*s/$x", "$F", "$F", "$x/s", "1"};
    static const int order[] = {3, 0, 4, 5, 1, 2};
    const int k = p->linear;
    const double vs = exp(q[k + 1]), n = p->exponent ? exp(q[k + 2]) : p->def->n;
    double value[STN_FIT_MAX], d[COLUMNS], sse = 0.0;
    StnFit fit;
    memcpy(value, q, (size_t)p->nparam * sizeof *q);
    value[k] = q[0] + q[k];
    value[k + 1] = vs;
    if (p->exponent)
        value[k + 2] = n;
    for (size_t i = 0; i < p->count; i++) {
        const double rest = value_at(p, q, p->v[i]) - p->F[i];
        sse += rest * rest;
        slopes_at(p, q, p->v[i], d);
        d[0] -= d[k]; /* Fc at fixed Fs */
        d[k + 1] /= vs;
        if (p->exponent)
            d[k + 2] /= n;
        for (int c = 0; c < p->nparam; c++)
            p->column[c][i] = d[c];
    }
    out->stribeck_rms = sqrt(sse / (double)p->count);
    const StnStatus status = stn_fit_intervals((const double *const *)p->column, p->nparam, value,
                                               sse, p->count, &fit, error);
    if (status != STN_OK)
        return status;
    for (int i = 0; i < COLUMNS; i++) {
        const int which = order[i];
        int place = which;
        if ((which == 2 && !p->offset) || (which == 5 && !p->exponent))
            continue;
        place -= which > 2 && !p->offset;
        stn_estimates_add(&out->stribeck, names[which], units[which], rotary, &fit, place);
    }
    return STN_OK;
}

static StnStatus fit_stribeck(Points *p, const StnFit *coulomb, bool rotary, StnCharacteristic *out,
                              StnError *error)
{
    double q[COLUMNS + 2];
    if (!search(p, q))
        return STN_OK;
    StnStatus status = polish(p, q, error);
    if (status != STN_OK)
        return status;
    StnError ignored;
    if (estimate(p, q, rotary, out, &ignored) != STN_OK)
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
    StnFit fit;
    set_linear_columns(p);
    StnStatus status = linear_fit(p, p->linear, &fit, error);
    if (status != STN_OK)
        return status;
    for (int c = 0; c < p->linear; c++)
        stn_estimates_add(&out->coulomb, names[c], units[c], rotary, &fit, c);
    out->coulomb_rms = fit.rms;
    return p->count > (size_t)p->nparam ? fit_stribeck(p, &fit, rotary, out, error) : STN_OK;
}

/* ---- Points of one direction, or of both ---- */

StnStatus stn_fit_characteristic(const StnCurveDef *def, const double *v, const double *F,
                                 size_t count, int sense, bool rotary, StnCharacteristic *out,
                                 StnError *error)
{
    double *memory = malloc((COLUMNS + 2) * (count + 1) * sizeof *memory);
    memset(out, 0, sizeof *out);
    out->chance = out->stribeck_rms = NAN;
    if (!memory)
        return stn_error(error, STN_NO_MEMORY, "out of memory");
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
