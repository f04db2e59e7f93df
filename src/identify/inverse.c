/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Least squares on the inverse model (Gautier; Janot, Gautier & Brunot 2019):
 *   effort = M*a + Fv*v + Fc*sgn(v) + offset + ...
 */
#include "compare/sort.h"
#include "identify/failure.h"
#include "identify/golden.h"
#include "identify/inverse_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HUBER_ROUNDS = 20, SCALES = 30, SHRINKS = 60, SEARCH_STEPS = 20 };
/* What coefficients of drive and load may be in the search. */
#define GROWTH_MOST 20.0 /* of a drift, over the rate at which levels would end at a tenth */
#define MOST_OF_DRIVE 0.9
#define MOST_OF_LOAD 5.0
#define VISIBLE 0.05 /* of the height of a falling part */

/* ---- Fitting ---- */

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

/* The sum of squares with a Stribeck speed, for its search. */
typedef struct Speeds {
    StnInverseModel *m;
    size_t rows;
} Speeds;

/* The least Stribeck speed that the samples show: where the largest value of the falling part in a sample is less than
 * VISIBLE, its height is not measured but extrapolated. */
static double least_visible(StnInverseModel *m, size_t rows, double slow, double fast)
{
    double vs = slow;
    while (vs < fast) {
        double most = 0.0;
        const StnStatus status = stn_inverse_falling(m, vs, m->column[m->dexp]);
        m->memory_out = m->memory_out || status == STN_NO_MEMORY;
        for (size_t i = 0; i < rows && status == STN_OK; i++)
            most = fmax(most, fabs(m->column[m->dexp][i]));
        if (most > VISIBLE || status != STN_OK)
            return vs;
        vs *= 1.1;
    }
    return fast;
}

/* Infinite where the part does not fall: only what can be friction is compared. */
static double sse_at(void *user, double log_vs)
{
    const Speeds *s = user;
    StnInverseModel *m = s->m;
    StnLeastSquares fit;
    StnError ignored, *kept = m->error;
    m->error = &ignored;
    StnStatus status = stn_inverse_falling(m, exp(log_vs), m->column[m->dexp]);
    if (status == STN_OK)
        status = plain_fit(m, m->weight, s->rows, &fit, NULL);
    m->error = kept;
    m->memory_out = m->memory_out || status == STN_NO_MEMORY;
    return status == STN_OK && fit.value[m->dexp] > 0.0 ? fit.sse : INFINITY;
}

/* The Stribeck speed with the least squares: a coarse grid, then golden sections.  Where no part falls, `falls` is
 * false. */
static double search_vs(StnInverseModel *m, size_t rows)
{
    Speeds speeds = {m, rows};
    double fast = 0.0, slow = INFINITY;
    for (size_t i = 0; i < rows; i++) {
        fast = fmax(fast, fabs(m->v[i]));
        slow = m->v[i] != 0.0 ? fmin(slow, fabs(m->v[i])) : slow;
    }
    /* windows that leave rests out have rows slower than any speed that counts in them */
    slow = m->full_moves ? m->dead_speed : m->reach > 0 ? fmin(slow, m->dead_speed) : slow;
    m->vs_least = least_visible(m, rows, fmax(slow, 1e-5 * fast), fast);
    m->vs_most = fast;
    const double from = log(m->vs_least), step = (log(fast) - from) / SCALES;
    double best = from, least = INFINITY;
    for (int k = 0; k <= SCALES; k++) {
        const double sse = sse_at(&speeds, from + k * step);
        if (sse < least)
            least = sse, best = from + k * step;
    }
    m->falls = isfinite(least);
    if (!m->falls)
        return fast /
               3.0; /* a column that is there; its value is not reported as a part that falls */
    return exp(stn_golden_section(sse_at, &speeds, fmax(best - step, from),
                                  fmin(best + step, log(fast)), 1e-4, SHRINKS));
}

/* ---- Errors ---- */

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
    double both = 0.0, own = count > 0 ? x[0] * x[0] : 0.0;
    for (size_t i = 1; i < count; i++) {
        both += x[i] * x[i - 1];
        own += x[i] * x[i];
    }
    return own > 0.0 ? both / own : 0.0;
}

/* ---- Result ---- */

/* Those that are not held out. */
static size_t fitted_rows(const StnInverseModel *m)
{
    return (size_t)lround((1.0 - m->def->hold_out) * (double)m->rows);
}

/* All but the drift; with the Stribeck speed that is there, or searched. */
static StnStatus fit_levels(StnInverseModel *m, StnInverse *r, bool search, double *residual)
{
    const size_t rows = fitted_rows(m);
    StnStatus status = STN_OK;
    if (rows <= (size_t)m->ncolumn)
        return stn_error(m->error, STN_BAD_INPUT, "%zu samples are left for %d parameters", rows,
                         m->ncolumn);
    if (m->dexp >= 0) {
        m->falls = m->falls || !isnan(m->def->vs);
        r->vs = !isnan(m->def->vs) ? m->def->vs : search ? search_vs(m, rows) : r->vs;
        status = stn_inverse_falling(m, r->vs, m->column[m->dexp]);
    }
    if (m->memory_out)
        status = stn_no_memory(m->error);
    free(m->huber);
    m->huber = NULL;
    return status == STN_OK ? solve(m, rows, &r->fit, residual) : status;
}

StnStatus stn_inverse_fit_levels(StnInverseModel *m, StnInverse *r, double *residual)
{
    return fit_levels(m, r, true, residual);
}

/* What a step makes of drift and load; done: it changed next to nothing. */
static StnStatus take_step(StnInverseModel *m, StnInverse *r, const StnLeastSquares *change,
                           bool *done)
{
    const double most = 0.9 / (m->t[m->rows - 1] - m->data->value[STN_ROLE_TIME][0]);
    const double *step = change->value + m->ncolumn;
    *done = true;
    if (m->def->drift) {
        /* Levels stay above 0; they may grow to many times what they were. */
        const double next = fmin(fmax(m->drift + *step++, -most), GROWTH_MOST * most);
        *done = fabs(next - m->drift) < 1e-5 * most;
        stn_inverse_drift(m, next);
        r->drift = next;
    }
    if (!m->def->load_friction)
        return STN_OK;
    r->k_m = fmin(fmax(m->k_m + step[0], -MOST_OF_DRIVE), MOST_OF_DRIVE);
    r->k_e = fmin(fmax(m->k_e + step[1], -MOST_OF_LOAD), MOST_OF_LOAD);
    *done = *done && fabs(r->k_m - m->k_m) + fabs(r->k_e - m->k_e) < 1e-7;
    return stn_inverse_load(m, r->fit.value, r->vs, r->k_m, r->k_e);
}

/* Drift and coefficients of load by Gauss-Newton steps: the residual over the columns and these slopes. */
static StnStatus fit_searched(StnInverseModel *m, StnInverse *r, double *residual)
{
    const double *column[STN_LEAST_SQUARES_MAX];
    const bool any = m->def->drift || m->def->load_friction;
    bool again = true;
    StnStatus status = STN_OK;
    while (again && status == STN_OK) {
        status = fit_levels(m, r, true, residual);
        if (status == STN_OK)
            status = stn_inverse_find_shift(m, r, &again);
    }
    r->shift = m->shift;
    if (m->def->load_friction && status == STN_OK) {
        r->k_m = r->k_e = 0.0;
        status = stn_inverse_load(m, r->fit.value, r->vs, 0.0, 0.0);
        if (status == STN_OK)
            status = fit_levels(m, r, false, residual);
    }
    for (int step = 0; step < SEARCH_STEPS && any && status == STN_OK; step++) {
        StnLeastSquares change;
        bool done = false;
        m->nslope = 0;
        status = stn_inverse_slopes(m, r);
        for (int c = 0; c < m->ncolumn + m->nslope; c++)
            column[c] = m->column[c];
        if (status == STN_OK)
            status =
                stn_least_squares(column, m->ncolumn + m->nslope, residual, stn_inverse_weight(m),
                                  fitted_rows(m), m->name, &change, NULL, m->error);
        if (status == STN_OK)
            status = take_step(m, r, &change, &done);
        if (status == STN_OK)
            status = fit_levels(m, r, done || step == SEARCH_STEPS - 1, residual);
        if (done)
            break;
    }
    return status;
}

#define LEAST_MOTION 0.1 /* of a window: less of it shows no friction */

/* Windows of slow motion leave their rests out: friction is what it is while the body moves. */
static StnStatus whole_windows(StnInverseModel *m, double *friction)
{
    const StnStatus status = stn_inverse_decimate_all(m, m->full_moves, m->masked);
    for (size_t i = 0; i < m->rows && status == STN_OK; i++)
        friction[i] /= fmax(m->masked[i], LEAST_MOTION);
    return status;
}

static StnStatus fit_model(StnInverseModel *m, StnInverse *r)
{
    double *residual = malloc((m->data->rows + 1) * sizeof *residual);
    if (!residual)
        return stn_no_memory(m->error);
    StnStatus status = fit_searched(m, r, residual);
    const size_t rows = fitted_rows(m);
    if (status == STN_OK) {
        r->correlation = stn_neighbour_correlation(residual, rows);
        status = stn_inverse_parameters(m, r, rows, residual);        /* it puts the mass right */
        r->fit.relative_error = error_over(m, r->fit.value, 0, rows); /* without weights */
    }
    for (size_t i = 0; i < m->rows && status == STN_OK; i++) {
        r->fitted[i] = 0.0;
        for (int c = 0; c < m->ncolumn; c++)
            r->fitted[i] += r->fit.value[c] * m->column[c][i];
        r->inertia[i] = !isnan(m->def->m) ? 0.0 : r->fit.value[0] * m->column[0][i];
        r->friction[i] = m->y[i];
        for (int c = 0; c < m->ncolumn;
             c++) { /* Fv, Fc, Fs-Fc stay but for what a drift has added */
            const double drifted = m->levels >> c & 1u ? stn_inverse_drifted(m, m->drift, i) : 1.0;
            const bool stays = m->name[c][0] == 'F' && m->name[c][1] != 'x';
            r->friction[i] -=
                r->fit.value[c] * m->column[c][i] * (stays ? 1.0 - 1.0 / drifted : 1.0);
        }
    }
    if (status == STN_OK && m->full_side)
        status = stn_inverse_sides(m, m->masked);
    for (size_t i = 0; i < m->rows && m->full_side && status == STN_OK; i++)
        r->friction[i] /= fabs(m->masked[i]); /* as it is without a load */
    if (status == STN_OK && m->full_moves && !m->full_side)
        status = whole_windows(m, r->friction);
    if (status == STN_OK)
        status = stn_inverse_chances(m, r, rows);
    if (status == STN_OK && rows < m->rows)
        r->held_out_error = error_over(m, r->fit.value, rows, m->rows);
    free(residual);
    return status;
}

static StnStatus identify_shifted(const StnInverseDef *def, const StnData *data, double shift,
                                  StnInverse *result, StnError *error);

/* Also with an effort that is held, where the residual does not show whether it is. */
static StnStatus look_held(StnInverseModel *m, StnInverse *r)
{
    StnInverse held;
    StnError ignored;
    if (!m->shift_unknown)
        return STN_OK;
    const StnStatus status = identify_shifted(m->def, m->data, 0.5, &held, &ignored);
    if (status == STN_OK)
        stn_inverse_compare_held(m, &held, r);
    return status == STN_NO_MEMORY ? stn_no_memory(m->error) : STN_OK;
}

/* What the model finds, but for its words; t, measured and velocity are the model's. */
static StnStatus finish(StnInverseModel *m, StnInverse *r)
{
    r->rows = m->rows;
    r->left_out = m->left_out;
    r->cutoff = m->cutoff;
    r->dead_speed = m->dead_speed;
    r->t = m->t, r->measured = m->y, r->velocity = m->v;
    stn_inverse_findings(m, r);
    StnStatus status = stn_inverse_missing(m, r);
    if (status == STN_OK)
        status = look_held(m, r);
    if (status != STN_OK || r->t != m->t)
        return status;
    stn_findings_know(&r->findings, &r->parameters);
    stn_inverse_words(m, r);
    m->t = m->y = m->v = NULL;
    return STN_OK;
}

/* shift: of an effort that is taken as held; 0: as the residual shows. */
static StnStatus identify_shifted(const StnInverseDef *def, const StnData *data, double shift,
                                  StnInverse *result, StnError *error)
{
    StnInverseModel m;
    memset(result, 0, sizeof *result);
    result->vs = result->drift = result->k_m = result->k_e = NAN;
    result->stribeck_chance = result->asymmetry_chance = NAN;
    result->straight_rms = NAN;
    result->held_out_error = result->validation_error = NAN;
    StnStatus status = stn_inverse_model_make(&m, def, data, error);
    const size_t size = (data->rows + 1) * sizeof(double);
    if (status == STN_OK &&
        (!(result->fitted = malloc(size)) || !(result->inertia = malloc(size)) ||
         !(result->friction = malloc(size))))
        status = stn_no_memory(error);
    if (status == STN_OK && shift != 0.0)
        status = stn_inverse_shift(&m, shift);
    if (status == STN_OK)
        status = fit_model(&m, result);
    if (status == STN_OK)
        status = finish(&m, result);
    if (status != STN_OK) {
        if (result->t == m.t)
            result->t = result->measured = result->velocity = NULL;
        stn_inverse_free(result);
    }
    stn_inverse_model_free(&m);
    return status;
}

StnStatus stn_identify_inverse(const StnInverseDef *def, const StnData *data, StnInverse *result,
                               StnError *error)
{
    return identify_shifted(def, data, 0.0, result, error);
}

StnStatus stn_inverse_validate(const StnInverseDef *def, StnInverse *result, const StnData *data,
                               StnError *error)
{
    StnInverseModel m;
    result->validation_error = NAN;
    StnStatus status = stn_inverse_model_make(&m, def, data, error);
    if (status == STN_OK && result->shift != 0.0)
        status = stn_inverse_shift(&m, result->shift);
    if (status == STN_OK) {
        for (int k = 0; k < 2 && def->load_friction && status == STN_OK; k++)
            status = stn_inverse_load(&m, result->fit.value, result->vs, result->k_m, result->k_e);
        if (def->drift)
            stn_inverse_drift(&m, result->drift);
        if (m.dexp >= 0 && status == STN_OK)
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
    free(result->friction);
    memset(result, 0, sizeof *result);
}
