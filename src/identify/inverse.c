/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Least squares on the inverse model (Gautier; Janot, Gautier & Brunot 2019):
 *   effort = M*a + Fv*v + Fc*sgn(v) + offset + ...
 */
#include "identify/failure.h"

#include "kernel/pi.h"
#include "identify/inverse_model.h"
#include "identify/sort.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HUBER_ROUNDS = 20, SCALES = 30, SHRINKS = 60, COLUMNS_MAX = STN_LEAST_SQUARES_MAX - 1 };
static const double golden = 0.6180339887498949;

/* ---- Fitting ---- */

/* Median of |x|; x is overwritten. */
static StnStatus plain_fit(const StnInverseModel *m, const double *weight, size_t rows,
                           StnLeastSquares *fit, double *residual)
{
    return stn_least_squares((const double *const *)m->column, m->ncolumn, m->y, weight, rows,
                             m->name, fit, residual, m->error);
}

/* Huber's weights with the scale of the median residual, until they settle.  The last ones stay in the
 * model: fits that are compared with this one must have the same. */
static StnStatus robust_fit(StnInverseModel *m, size_t rows, StnLeastSquares *fit, double *residual)
{
    double *sorted = malloc(rows * sizeof *sorted);
    m->huber = malloc(rows * sizeof *m->huber);
    if (!m->huber || !sorted) {
        free(sorted);
        return stn_no_memory(m->error);
    }
    StnStatus status = plain_fit(m, m->weight, rows, fit, residual);
    for (int round = 0; round < HUBER_ROUNDS && status == STN_OK; round++) {
        for (size_t i = 0; i < rows; i++)
            sorted[i] = fabs(residual[i]);
        stn_sort(sorted, rows);
        const double scale = 1.345 * 1.4826 * sorted[rows / 2];
        for (size_t i = 0; i < rows; i++)
            m->huber[i] = (m->weight ? m->weight[i] : 1.0) *
                          (fabs(residual[i]) > scale ? scale / fabs(residual[i]) : 1.0);
        status = plain_fit(m, m->huber, rows, fit, residual);
    }
    free(sorted);
    return status;
}

static StnStatus solve(StnInverseModel *m, size_t rows, StnLeastSquares *fit, double *residual)
{
    return m->def->robust ? robust_fit(m, rows, fit, residual)
                          : plain_fit(m, m->weight, rows, fit, residual);
}

static double stribeck_sse(StnInverseModel *m, double log_vs, size_t rows)
{
    StnLeastSquares fit;
    StnError ignored, *kept = m->error;
    m->error = &ignored;
    StnStatus status = stn_inverse_falling(m, exp(log_vs), m->column[m->dexp]);
    if (status == STN_OK)
        status = plain_fit(m, m->weight, rows, &fit, NULL);
    m->error = kept;
    m->memory_out = m->memory_out || status == STN_NO_MEMORY;
    return status == STN_OK ? fit.sse : INFINITY;
}

/* The Stribeck speed with the least squares: a coarse grid, then golden sections. */
static double search_vs(StnInverseModel *m, size_t rows)
{
    double fast = 0.0, slow = INFINITY;
    for (size_t i = 0; i < rows; i++) {
        fast = fmax(fast, fabs(m->v[i]));
        slow = m->v[i] != 0.0 ? fmin(slow, fabs(m->v[i])) : slow;
    }
    const double from = log(fmax(slow, 1e-5 * fast)), step = (log(fast) - from) / SCALES;
    double best = from, least = INFINITY;
    for (int k = 0; k <= SCALES; k++) {
        const double sse = stribeck_sse(m, from + k * step, rows);
        if (sse < least)
            least = sse, best = from + k * step;
    }
    double a = best - step, b = best + step, c = b - golden * (b - a), d = a + golden * (b - a);
    double fc = stribeck_sse(m, c, rows), fd = stribeck_sse(m, d, rows);
    for (int k = 0; k < SHRINKS && b - a > 1e-4; k++) {
        if (fc < fd) {
            b = d, d = c, fd = fc, c = b - golden * (b - a);
            fc = stribeck_sse(m, c, rows);
        } else {
            a = c, c = d, fc = fd, d = a + golden * (b - a);
            fd = stribeck_sse(m, d, rows);
        }
    }
    return exp(0.5 * (a + b));
}

/* ---- Result ---- */

static void take_findings(const StnInverseModel *m, StnInverse *r)
{
    const StnEstimates *e = &r->parameters;
    StnFindings *k = &r->findings;
    const double rise = m->dexp >= 0 ? stn_estimates_value(e, "Fs-Fc", 0) : 0.0;
    const double mass = !isnan(m->def->m) ? m->def->m : stn_estimates_value(e, "M", 0);
    const double load = stn_estimates_value(e, "offset", 0);
    const double Fs[2] = {stn_estimates_value(e, "Fc", 0) + rise,
                          stn_estimates_value(e, "Fc", 1) + rise};
    *k = stn_findings_none(m->data->rotary);
    stn_findings_set(k, "m", &mass, 1);
    stn_findings_set(k, "load", &load, 1);
    stn_findings_set(k, "Fs", Fs, 2);
    stn_findings_take(k, "Fc", e, "Fc");
    stn_findings_take(k, "sigma2", e, "Fv");
    if (m->dexp >= 0 && rise > 0.0) {
        stn_findings_set(k, "vs", &r->vs, 1);
        stn_findings_set(k, "n", &m->def->n, 1);
    }
    k->speed = 0.0;
    for (size_t i = 0; i < m->rows; i++)
        k->speed = fmax(k->speed, fabs(m->v[i]));
}

/* What the columns sin and cos of the angle say: T = G*sin(x - hang) hangs where it is 0 and rises. */
static void remark_gravity(const StnInverseModel *m, StnInverse *r)
{
    const double a = stn_estimates_value(&r->parameters, "Gsin", 0);
    const double b = stn_estimates_value(&r->parameters, "Gcos", 0);
    if (m->def->gravity)
        stn_remark(&r->remarks,
                   "Gravity: G %.5g N*m, and the arm hangs at %.4g rad (%.4g deg); Gsin is "
                   "G*cos(hang), Gcos is -G*sin(hang).",
                   hypot(a, b), atan2(-b, a), atan2(-b, a) * 180.0 / STN_PI);
}

/* How the samples were prepared, and what was chosen for them. */
static void remark_preparation(const StnInverseModel *m, StnInverse *r)
{
    const char *unit = m->data->rotary ? "rad/s" : "m/s";
    const StnInverseDef *def = m->def;
    if (def->order > 0)
        stn_remark(&r->remarks,
                   "Filter: Butterworth of order %d at %.4g Hz, forwards and backwards; central "
                   "differences; the first %ld and the last %ld samples of each run are dropped.",
                   def->order, m->cutoff, m->skip, m->skip_end);
    if (isnan(def->cutoff))
        stn_remark(
            &r->remarks,
            "The cut-off is chosen: noise of the %s (%.2g %s) makes less than %g %% of the "
            "acceleration's variance below %.3g Hz; the velocity is filtered at %.4g Hz, where "
            "smoothing and noise disturb it least (--cutoff sets both).",
            m->noise.of_velocity ? "velocity" : "position", m->noise.deviation,
            m->data->unit[m->noise.of_velocity ? STN_ROLE_VELOCITY : STN_ROLE_POSITION],
            100.0 * STN_NOISE_SHARE, 0.4 * m->cutoff, m->cutoff_v);
    if (m->decimate > 1)
        stn_remark(&r->remarks,
                   "All regressors and the effort are decimated by %d (zero-phase Chebyshev).",
                   m->decimate);
    if (m->one_direction && def->offset)
        stn_remark(
            &r->remarks,
            "The body moves in one direction only: a constant effort cannot be "
            "distinguished from Fc, which contains it (as --no-offset).  Motion in the other "
            "direction would separate them.");
    if (m->dead_speed > 0.0)
        stn_remark(&r->remarks,
                   "%zu of %zu samples are left out because |v| < %.4g %s, where the sign of the "
                   "velocity is not certain.",
                   m->left_out, m->left_out + m->rows, m->dead_speed, unit);
}

/* What the terms are worth. */
static void remark_terms(const StnInverseModel *m, StnInverse *r)
{
    const char *unit = m->data->rotary ? "rad/s" : "m/s";
    if (m->dexp >= 0 && r->stribeck_chance > 0.05)
        stn_remark(&r->remarks,
                   "The Stribeck term is not significant (probability of chance %.2g): leave it "
                   "out.",
                   r->stribeck_chance);
    if (m->dexp >= 0 && stn_estimates_value(&r->parameters, "Fs-Fc", 0) < 0.0)
        stn_remark(&r->remarks, "The Stribeck term came out negative: friction rises from "
                                "standstill; no static level follows from these data.");
    if (m->def->asymmetric && r->asymmetry_chance > 0.05)
        stn_remark(&r->remarks,
                   "The directions do not differ significantly (probability of chance %.2g).",
                   r->asymmetry_chance);
    for (int i = 0; i < r->parameters.count && !r->missing; i++) {
        const StnEstimate *e = &r->parameters.item[i];
        if (e->low < 0.0 && e->high > 0.0)
            stn_remark(&r->remarks, "The interval of %s includes 0: the data do not need it.",
                       e->name);
    }
    if (m->dexp >= 0 && r->vs > 0.5 * r->findings.speed)
        stn_remark(&r->remarks,
                   "The Stribeck speed lies near the largest speed in the data (%.3g %s): the "
                   "falling part is not seen as such; prefer slower motion, or leave it out.",
                   r->findings.speed, unit);
    if (r->correlation > 0.3)
        stn_remark(&r->remarks,
                   "Neighbouring residuals are correlated (%.2f): the samples are not independent, "
                   "and the intervals are %.1f times as wide as if they were.",
                   r->correlation, sqrt((1.0 + r->correlation) / (1.0 - r->correlation)));
    if (r->fit.condition > 100.0)
        stn_remark(&r->remarks,
                   "The regressors are nearly dependent (condition %.0f): single parameters are "
                   "less certain than their sum.",
                   r->fit.condition);
    remark_gravity(m, r);
    stn_findings_signs(&r->findings, &r->parameters, m->data, &r->remarks);
}

static const double *final_weight(const StnInverseModel *m)
{
    return m->huber ? m->huber : m->weight;
}

/* As many samples as neighbours that are alike leave independent (AR(1)); some more than parameters, so that
 * there is a test at all. */
static size_t independent(size_t rows, double correlation)
{
    const double c = fmax(correlation, 0.0), left = (double)rows * (1.0 - c) / (1.0 + c);
    return (size_t)fmin(fmax(left, STN_LEAST_SQUARES_MAX + 10.0), (double)rows);
}

/* Intervals of independent samples are too narrow by the root of that. */
static void widen(StnLeastSquares *fit, double correlation)
{
    const double c = fmin(fmax(correlation, 0.0), 0.999), by = sqrt((1.0 + c) / (1.0 - c));
    for (int i = 0; i < fit->nparam; i++) {
        fit->std[i] *= by;
        fit->relative[i] *= by;
        fit->low[i] = fit->value[i] - by * (fit->value[i] - fit->low[i]);
        fit->high[i] = fit->value[i] + by * (fit->high[i] - fit->value[i]);
        for (int k = 0; k < fit->nparam; k++)
            fit->covariance[i][k] *= by * by;
    }
}

/* How likely chance explains the Stribeck column: fit again without it.  Its speed is a parameter
 * too where it was searched. */
static double stribeck_chance(const StnInverseModel *m, size_t rows, double correlation,
                              const StnLeastSquares *full, StnStatus *status)
{
    StnLeastSquares fit;
    StnError ignored;
    const StnStatus fitted = stn_least_squares((const double *const *)m->column, m->dexp, m->y,
                                               final_weight(m), rows, NULL, &fit, NULL, &ignored);
    if (fitted == STN_NO_MEMORY)
        *status = stn_no_memory(m->error);
    if (fitted != STN_OK)
        return NAN;
    return stn_compare_fits(fit.sse, m->dexp, full->sse, m->ncolumn + isnan(m->def->vs),
                            independent(rows, correlation));
}

/* The same for the difference between the directions: fit again with their columns added up. */
static double asymmetry_chance(const StnInverseModel *m, size_t rows, double correlation,
                               const StnLeastSquares *full, StnStatus *status)
{
    const int first = isnan(m->def->m); /* Fv+ Fv- Fc+ Fc- */
    double *column[STN_LEAST_SQUARES_MAX], *sum = malloc(2 * rows * sizeof *sum);
    StnLeastSquares fit;
    StnError ignored;
    int n = 0;
    if (!sum) {
        *status = stn_no_memory(m->error);
        return NAN;
    }
    for (int c = 0; c < m->ncolumn; c++)
        if (c < first || c >= first + 4)
            column[n++] = m->column[c];
    for (int k = 0; k < 2; k++) {
        column[n++] = sum + (size_t)k * rows;
        for (size_t i = 0; i < rows; i++)
            sum[(size_t)k * rows + i] =
                m->column[first + 2 * k][i] + m->column[first + 2 * k + 1][i];
    }
    const StnStatus fitted = stn_least_squares((const double *const *)column, n, m->y,
                                               final_weight(m), rows, NULL, &fit, NULL, &ignored);
    free(sum);
    if (fitted == STN_NO_MEMORY)
        *status = stn_no_memory(m->error);
    return fitted == STN_OK
               ? stn_compare_fits(fit.sse, n, full->sse, m->ncolumn, independent(rows, correlation))
               : NAN;
}

/* 100*|rest|/|effort| over some samples; the effort is what is fitted: without the part of a known mass. */
static double error_over(const StnInverseModel *m, const double *value, size_t from, size_t to)
{
    double rest = 0.0, whole = 0.0;
    for (size_t i = from; i < to; i++) {
        double r = m->y[i];
        for (int c = 0; c < m->ncolumn; c++)
            r -= value[c] * m->column[c][i];
        rest += r * r;
        whole += m->y[i] * m->y[i];
    }
    return whole > 0.0 ? 100.0 * sqrt(rest / whole) : NAN;
}

double stn_neighbour_correlation(const double *x, size_t count)
{
    double both = 0.0, own = 0.0;
    for (size_t i = 1; i < count; i++) {
        both += x[i] * x[i - 1];
        own += x[i] * x[i];
    }
    return own > 0.0 ? both / own : 0.0;
}

/* A Stribeck speed that was searched is a parameter as well: the intervals of the others allow for it, and it
 * has one.  *speed: what stn_estimates_add takes, its values at 0; left alone where the data do not determine it. */
static StnStatus spread_with_speed(const StnInverseModel *m, StnInverse *r, size_t rows,
                                   StnLeastSquares *speed)
{
    const int n = m->ncolumn;
    const double step = 0.01 * r->vs, excess = r->fit.value[m->dexp];
    double *slope = m->column[n], value[STN_LEAST_SQUARES_MAX];
    StnLeastSquares with;
    double *below = malloc((m->rows + 1) * sizeof *below);
    if (!below)
        return stn_no_memory(m->error);
    StnStatus status = stn_inverse_falling(m, r->vs + step, slope);
    if (status == STN_OK)
        status = stn_inverse_falling(m, r->vs - step, below);
    for (size_t i = 0; i < m->rows && status == STN_OK; i++)
        slope[i] = excess * (slope[i] - below[i]) / (2.0 * step);
    free(below);
    if (status != STN_OK)
        return status;
    memcpy(value, r->fit.value, (size_t)n * sizeof *value);
    value[n] = r->vs;
    const StnStatus spread = stn_least_squares_intervals((const double *const *)m->column, n + 1,
                                                         value, r->fit.sse, rows, &with, NULL);
    if (spread != STN_OK)
        return spread == STN_NO_MEMORY ? stn_no_memory(m->error) : STN_OK;
    widen(&with, r->correlation);
    *speed = (StnLeastSquares){.value = {r->vs},
                               .std = {with.std[n]},
                               .low = {fmax(with.low[n], 0.0)},
                               .high = {with.high[n]}};
    for (int i = 0; i < n; i++) {
        r->fit.std[i] = with.std[i];
        r->fit.relative[i] = with.relative[i];
        r->fit.low[i] = with.low[i];
        r->fit.high[i] = with.high[i];
        memcpy(r->fit.covariance[i], with.covariance[i], sizeof with.covariance[i]);
    }
    return STN_OK;
}

static StnStatus fit_model(StnInverseModel *m, StnInverse *r)
{
    StnLeastSquares speed = {.std = {NAN}};
    const size_t rows = (size_t)lround((1.0 - m->def->hold_out) * (double)m->rows);
    double *residual = malloc((m->rows + 1) * sizeof *residual);
    if (!residual)
        return stn_no_memory(m->error);
    StnStatus status = STN_OK;
    if (m->dexp >= 0) {
        r->vs = isnan(m->def->vs) ? search_vs(m, rows) : m->def->vs;
        status = stn_inverse_falling(m, r->vs, m->column[m->dexp]);
    }
    if (m->memory_out)
        status = stn_no_memory(m->error);
    if (status == STN_OK)
        status = solve(m, rows, &r->fit, residual);
    if (status == STN_OK) {
        r->correlation = stn_neighbour_correlation(residual, rows);
        widen(&r->fit, r->correlation);
        r->fit.relative_error = error_over(m, r->fit.value, 0, rows); /* without weights */
        if (m->dexp >= 0 && isnan(m->def->vs) && !final_weight(m) && m->ncolumn < COLUMNS_MAX)
            status = spread_with_speed(m, r, rows, &speed);
    }
    for (int c = 0; c < m->ncolumn && status == STN_OK; c++)
        stn_estimates_add(&r->parameters, m->name[c], m->unit[c], m->data->rotary, &r->fit, c);
    if (status == STN_OK && !isnan(speed.std[0]))
        stn_estimates_add(&r->parameters, "vs", "$x/s", m->data->rotary, &speed, 0);
    for (size_t i = 0; i < m->rows && status == STN_OK; i++) {
        r->fitted[i] = 0.0;
        for (int c = 0; c < m->ncolumn; c++)
            r->fitted[i] += r->fit.value[c] * m->column[c][i];
        r->inertia[i] = !isnan(m->def->m) ? 0.0 : r->fit.value[0] * m->column[0][i];
    }
    if (status == STN_OK && m->dexp >= 0)
        r->stribeck_chance = stribeck_chance(m, rows, r->correlation, &r->fit, &status);
    if (status == STN_OK && m->def->asymmetric)
        r->asymmetry_chance = asymmetry_chance(m, rows, r->correlation, &r->fit, &status);
    if (status == STN_OK && rows < m->rows)
        r->held_out_error = error_over(m, r->fit.value, rows, m->rows);
    free(residual);
    return status;
}

StnStatus stn_identify_inverse(const StnInverseDef *def, const StnData *data, StnInverse *result,
                               StnError *error)
{
    StnInverseModel m;
    memset(result, 0, sizeof *result);
    result->vs = result->stribeck_chance = result->asymmetry_chance = NAN;
    result->held_out_error = result->validation_error = NAN;
    StnStatus status = stn_inverse_model_make(&m, def, data, error);
    const size_t size = status == STN_OK ? (m.rows + 1) * sizeof(double) : 0;
    if (status == STN_OK && (!(result->fitted = malloc(size)) || !(result->inertia = malloc(size))))
        status = stn_no_memory(error);
    if (status == STN_OK)
        status = fit_model(&m, result);
    if (status == STN_OK) {
        result->rows = m.rows;
        result->left_out = m.left_out;
        result->cutoff = m.cutoff;
        result->dead_speed = m.dead_speed;
        result->t = m.t, result->measured = m.y, result->velocity = m.v;
        m.t = m.y = NULL;
        take_findings(&m, result);
        status = stn_inverse_missing(&m, result);
        remark_preparation(&m, result);
        remark_terms(&m, result);
        m.v = NULL;
    }
    if (status != STN_OK) {
        stn_inverse_free(result);
    }
    stn_inverse_model_free(&m);
    return status;
}

StnStatus stn_inverse_validate(const StnInverseDef *def, StnInverse *result, const StnData *data,
                               StnError *error)
{
    StnInverseModel m;
    result->validation_error = NAN;
    StnStatus status = stn_inverse_model_make(&m, def, data, error);
    if (status == STN_OK) {
        if (m.dexp >= 0)
            status = stn_inverse_falling(&m, result->vs, m.column[m.dexp]);
    }
    if (status == STN_OK) {
        result->validation_error = error_over(&m, result->fit.value, 0, m.rows);
        snprintf(result->validation_file, sizeof result->validation_file, "%s", data->file);
    }
    stn_inverse_model_free(&m);
    return status;
}

void stn_inverse_free(StnInverse *result)
{
    free(result->t);
    free(result->measured);
    free(result->fitted);
    free(result->velocity);
    free(result->inertia);
    memset(result, 0, sizeof *result);
}
