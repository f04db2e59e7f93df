/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The parameters of the inverse model with their intervals.  What was searched (the Stribeck speed) is a
 * parameter as well: its slope is a column behind the others, so that their intervals allow for it. */
#include "identify/undetermined.h"
#include "identify/inverse_model.h"
#include "identify/failure.h"
#include "identify/profile.h"
#include "identify/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A Stribeck speed with a smaller relative deviation, of a part whose height is so many deviations away from 0, makes
 * symmetric intervals. */
#define CERTAIN 0.05
#define SEEN 6.0

static StnStatus add_speed(StnInverseModel *m, const StnInverse *r)
{
    const int at = m->ncolumn + m->nslope;
    const double step = 0.01 * r->vs;
    double *slope = m->column[at], *below = malloc((m->rows + 1) * sizeof *below);
    if (!below)
        return stn_no_memory(m->error);
    StnStatus status = stn_inverse_falling(m, r->vs + step, slope);
    if (status == STN_OK)
        status = stn_inverse_falling(m, r->vs - step, below);
    for (size_t i = 0; i < m->rows && status == STN_OK; i++)
        slope[i] = r->fit.value[m->dexp] * (slope[i] - below[i]) / (2.0 * step);
    free(below);
    m->name[at] = "vs";
    m->unit[at] = "$x/s";
    m->nslope++;
    return status;
}

static double *next_slope(StnInverseModel *m, const char *name, const char *unit)
{
    const int at = m->ncolumn + m->nslope++;
    m->name[at] = name;
    m->unit[at] = unit;
    return m->column[at];
}

StnStatus stn_inverse_slopes(StnInverseModel *m, const StnInverse *r)
{
    StnStatus status = STN_OK;
    if (m->def->drift && m->ncolumn + m->nslope < STN_LEAST_SQUARES_MAX)
        stn_inverse_drift_slope(m, r->fit.value, next_slope(m, "drift", "1/s"));
    for (int k = 0; k < 2 && m->def->load_friction && status == STN_OK; k++)
        if (m->ncolumn + m->nslope < STN_LEAST_SQUARES_MAX)
            status = stn_inverse_load_slope(m, r->fit.value, r->vs, k == 0,
                                            next_slope(m, k == 0 ? "k_m" : "k_e", "1"));
    return status;
}

/* What column `at`, a slope, is the slope of. */
static double *searched(const StnInverseModel *m, StnInverse *r, int at)
{
    const char *name = m->name[at];
    return name[0] == 'v'             ? &r->vs
           : name[0] == 'd'           ? &r->drift
           : strcmp(name, "k_m") == 0 ? &r->k_m
                                      : &r->k_e;
}

/* Covariance with the slopes as columns; without them where the data do not determine what was searched.  The values
 * are those that were found. */
static StnStatus linearise(StnInverseModel *m, StnInverse *r, StnRows *rows, StnLeastSquares *all)
{
    StnStatus status = STN_BAD_INPUT;
    for (; status == STN_BAD_INPUT && m->nslope > 0; m->nslope -= status == STN_BAD_INPUT) {
        rows->n = m->ncolumn + m->nslope;
        status = stn_least_squares(rows->column, rows->n, rows->residual, rows->weight, rows->count,
                                   NULL, all, NULL, NULL);
    }
    if (status == STN_NO_MEMORY)
        return stn_no_memory(m->error);
    rows->n = m->ncolumn + m->nslope;
    if (m->nslope == 0)
        *all = r->fit;
    memcpy(all->value, r->fit.value, (size_t)m->ncolumn * sizeof *all->value);
    for (int k = m->ncolumn; k < rows->n; k++)
        all->value[k] = *searched(m, r, k);
    return STN_OK;
}

#define STRAIGHT 0.2 /* of a Stribeck speed or of a height: further off no slope holds */

/* Whether a falling part that the data hardly determine would be moved so far that its slopes say nothing there: a
 * Stribeck speed came out negative. */
static bool beyond_slopes(const StnInverseModel *m, const StnRows *rows, const StnLeastSquares *all,
                          const double *moved)
{
    bool beyond = m->dexp >= 0 && fabs(moved[m->dexp]) > STRAIGHT * fabs(all->value[m->dexp]);
    for (int c = m->ncolumn; c < rows->n; c++)
        beyond =
            beyond || (m->name[c][0] == 'v' && fabs(moved[c]) > STRAIGHT * fabs(all->value[c]));
    return beyond;
}

/* Noise of the acceleration pulls the mass towards 0: to first order by its part of the variance that the other columns
 * leave.  The slope of k_m has the same noise, with the sides of the gear.  score: by row, what it takes; moved: by how much each value is put right; rest: what the values leave then. */
static StnStatus put_right(const StnInverseModel *m, StnInverse *r, StnRows *rows,
                           StnLeastSquares *all, double *score, double *rest, double *moved)
{
    double extra = 0.0, of_drive = 0.0;
    int drive = 0;
    memset(moved, 0, STN_LEAST_SQUARES_MAX * sizeof *moved);
    if (m->box == 0 || !isnan(m->def->m) || !(all->sigma > 0.0))
        return STN_OK;
    for (int c = m->ncolumn; c < rows->n; c++)
        drive = strcmp(m->name[c], "k_m") == 0 ? c : drive;
    StnStatus status =
        stn_inverse_noise_score(m, rows->residual, rows->count, all->value[0], score);
    if (status == STN_OK && drive > 0)
        status = stn_inverse_sides(m, rest);
    if (status != STN_OK)
        return status;
    for (size_t i = 0; i < rows->count; i++) {
        extra += score[i] / (all->sigma * all->sigma);
        if (drive > 0)
            of_drive += all->value[0] * rest[i] * score[i] / (all->sigma * all->sigma);
    }
    for (int c = 0; c < rows->n; c++)
        moved[c] = extra * all->covariance[c][0] + of_drive * all->covariance[c][drive];
    for (int alone = 0; alone < 2 && beyond_slopes(m, rows, all, moved); alone++)
        for (int c = 0; c < rows->n; c++) /* the levels with this speed; or the mass alone */
            moved[c] = c == 0 || (c < m->ncolumn && !alone) ? extra * r->fit.covariance[c][0] : 0.0;
    for (int c = 0; c < rows->n; c++) {
        all->value[c] += moved[c];
        *(c < m->ncolumn ? &r->fit.value[c] : searched(m, r, c)) = all->value[c];
    }
    for (size_t i = 0; i < rows->count; i++) {
        rest[i] = rows->residual[i];
        for (int c = 0; c < rows->n; c++)
            rest[i] -= moved[c] * rows->column[c][i];
    }
    rows->residual = rest;
    rows->score = score;
    return STN_OK;
}

/* Intervals by the profile of the sum of squares over the Stribeck speed: where the data hardly determine it, they are
 * far from symmetric, and that of Fs - Fc, which goes with it, too.  A value is inside where some speed makes the sum of
 * squares, with this value, rise by no more than reach^2 variances; `by`: HAC over plain deviations. */
typedef struct Profile {
    bool least; /* the least speed that was searched is inside */
    double low[STN_LEAST_SQUARES_MAX], high[STN_LEAST_SQUARES_MAX];
} Profile;

/* What the fit with one speed allows of the levels; returns the rise of the sum of squares, in variances. */
static double take_speed(const StnInverseModel *m, const StnLeastSquares *fit, double least,
                         const double *by, const double *reach, Profile *p)
{
    const double variance = least / (double)(fit->rows - (size_t)fit->nparam);
    const double rise = fmax(fit->sse - least, 0.0) / variance;
    for (int c = 0; c < m->ncolumn; c++) {
        const double across = fmax(by[c], 1.0);
        const double room = reach[c] * reach[c] - rise / (across * across);
        if (!(room >= 0.0))
            continue;
        const double half = by[c] * fit->std[c] * sqrt(variance * room) / fit->sigma;
        p->low[c] = fmin(p->low[c], fit->value[c] - half);
        p->high[c] = fmax(p->high[c], fit->value[c] + half);
    }
    return rise;
}

/* The column of the falling part is that of r->vs again afterwards. */
static StnStatus profile(StnInverseModel *m, const StnInverse *r, const StnRows *rows,
                         const double *by, const double *reach, Profile *p)
{
    enum { GRID = 80 };
    const int n = m->ncolumn;
    const double ratio = m->vs_most / m->vs_least, most = pow(reach[n] * by[n], 2);
    double before = NAN, rise_before = NAN;
    StnStatus status = STN_OK;
    p->least = false;
    for (int c = 0; c < STN_LEAST_SQUARES_MAX; c++)
        p->low[c] = INFINITY, p->high[c] = -INFINITY;
    for (int k = 0; k <= GRID && status == STN_OK; k++) {
        StnLeastSquares fit;
        const double vs = k < GRID ? m->vs_least * pow(ratio, k / (GRID - 1.0)) : r->vs;
        status = stn_inverse_falling(m, vs, m->column[m->dexp]);
        if (status != STN_OK)
            break;
        const StnStatus fitted =
            stn_least_squares((const double *const *)m->column, n, m->y, rows->weight, rows->count,
                              NULL, &fit, NULL, NULL);
        if (fitted == STN_NO_MEMORY)
            return stn_no_memory(m->error);
        const double rise =
            fitted == STN_OK ? take_speed(m, &fit, r->fit.sse, by, reach, p) : INFINITY;
        p->least = p->least || (k == 0 && rise <= most);
        if (k > 0 && k < GRID)
            stn_profile_step(before, rise_before, vs, rise, most, &p->low[n], &p->high[n]);
        before = vs, rise_before = fmin(rise, 1e300);
    }
    return status;
}

/* The most that friction at rest can be: the effort that set the body in motion, and what else acted. */
static double largest_effort(const StnInverseModel *m, const StnInverse *r)
{
    double effort = 0.0, load = 0.0;
    for (size_t i = 0; i < m->data->rows; i++)
        effort = fmax(effort, fabs(m->data->value[STN_ROLE_EFFORT][i]));
    for (size_t i = 0; i < m->rows; i++) {
        double sum = 0.0;
        for (int c = 0; c < m->ncolumn; c++)
            sum += m->carried >> c & 1u ? r->fit.value[c] * m->column[c][i] : 0.0;
        load = fmax(load, fabs(sum));
    }
    return effort + load;
}

/* Where the speed of a falling part may lie below all that were searched, its height is limited by the effort alone; and
 * where the samples may do without one, its speed is any. */
static StnStatus open_ends(StnInverseModel *m, const StnInverse *r, const StnRows *rows,
                           double most, StnLeastSquares *all)
{
    const int at = m->dexp, vs = m->ncolumn, level = isnan(m->def->m) + 1 + m->def->asymmetric;
    StnLeastSquares fit;
    const StnStatus status = stn_least_squares((const double *const *)m->column, at, m->y,
                                               rows->weight, rows->count, NULL, &fit, NULL, NULL);
    if (status == STN_NO_MEMORY)
        return stn_no_memory(m->error);
    const double variance = r->fit.sse / (double)(rows->count - (size_t)m->ncolumn);
    m->any_height = true;
    m->any_speed = status == STN_OK && fit.sse - r->fit.sse <= most * variance;
    all->high[at] = fmax(all->high[at], largest_effort(m, r) - all->value[level]);
    all->low[vs] = 0.0;
    if (m->any_speed) {
        all->low[at] = fmin(all->low[at], 0.0);
        all->high[vs] = fmax(all->high[vs], m->vs_most);
    }
    return STN_OK;
}

/* Puts them into the fit, moved with what was put right.  Of the speed the profile alone counts: a symmetric interval beside
 * it held all the speeds that the profile excludes, and the truth in all of 200 records.  The falling part keeps its own, too,
 * which knows more of how its rows scatter; what is straight in the model has that alone (with the profile 100 % of 200
 * records held Fc and Fv, with deviations half as large again as their errors). */
static StnStatus take_profile(StnInverseModel *m, const StnInverse *r, const StnRows *rows,
                              const double *plain, const double *moved, StnLeastSquares *all)
{
    double by[STN_LEAST_SQUARES_MAX] = {0}, reach[STN_LEAST_SQUARES_MAX] = {0};
    Profile p;
    for (int c = 0; c <= m->ncolumn; c++) {
        by[c] = fmax(all->std[c] / plain[c], c < m->dexp ? 0.0 : 1.0); /* near the result only */
        reach[c] = 0.5 * (all->high[c] - all->low[c]) / all->std[c];
    }
    StnStatus status = profile(m, r, rows, by, reach, &p);
    for (int c = 0; c <= m->ncolumn && status == STN_OK; c++) {
        const bool narrow = !(p.low[c] <= p.high[c]); /* narrower than the steps of the profile */
        const bool own = c < m->ncolumn || narrow;
        if (c < m->ncolumn && c != m->dexp)
            continue;
        all->low[c] = fmin(own ? all->low[c] : all->value[c], p.low[c] + moved[c]);
        all->high[c] = fmax(own ? all->high[c] : all->value[c], p.high[c] + moved[c]);
    }
    if (status == STN_OK && p.least)
        status = open_ends(m, r, rows, pow(reach[m->ncolumn] * by[m->ncolumn], 2), all);
    for (int c = 0; c <= m->ncolumn && status == STN_OK; c++) {
        all->std[c] = 0.5 * (all->high[c] - all->low[c]) / reach[c];
        all->relative[c] = 100.0 * all->std[c] / fabs(all->value[c]);
    }
    return status;
}

/* A column as people read it: those of an arm as G and hang. */
static void take_estimate(const StnInverseModel *m, StnInverse *r, const StnLeastSquares *all,
                          const StnNext *next, int c)
{
    const bool slope = c >= m->ncolumn;
    if (m->name[c][0] == 'G') {
        if (m->name[c][1] == 's')
            stn_estimates_arm(&r->parameters, all, c, next);
    } else {
        stn_estimates_add(&r->parameters, m->name[c], m->unit[c], m->data->rotary, all, c);
        StnEstimate *e = &r->parameters.item[r->parameters.count - 1];
        stn_estimate_next(e, next, c);
        e->low = slope && m->name[c][0] == 'v' && e->low < 0.0 ? 0.0 : e->low;
        e->next_low = slope && m->name[c][0] == 'v' && e->next_low < 0.0 ? 0.0 : e->next_low;
        if (slope && m->name[c][0] == 'd')
            stn_remark_drift(&r->remarks, e->value, e->low, e->high);
    }
    if (slope)
        return;
    r->widened = fmax(r->widened, all->std[c] / r->fit.std[c]);
    r->fit.std[c] = all->std[c];
    r->fit.relative[c] = all->relative[c];
    r->fit.low[c] = all->low[c];
    r->fit.high[c] = all->high[c];
    memcpy(r->fit.covariance[c], all->covariance[c], sizeof all->covariance[c]);
}

/* The mass put right, deviations of correlated residuals, profiles where the quadratic approximation does not hold, and
 * what smoothing may have done.  That is no noise, and comes last: a profile as far as it reaches held Fc and Fv in 99.3 % of
 * 300 records with deviations half as large again as their errors. */
static StnStatus take_deviations(StnInverseModel *m, StnInverse *r, const StnRows *rows,
                                 StnLeastSquares *all)
{
    double plain[STN_LEAST_SQUARES_MAX], moved[STN_LEAST_SQUARES_MAX];
    double bias[STN_LEAST_SQUARES_MAX], *score = malloc(2 * (m->rows + 1) * sizeof *score);
    const double vs = r->vs;
    StnRows own = *rows;
    if (!score)
        return stn_no_memory(m->error);
    memcpy(plain, all->std, sizeof plain);
    StnStatus status = stn_inverse_bias(m, r, rows, all, bias);
    if (status == STN_OK)
        status = put_right(m, r, &own, all, score, score + m->rows, moved);
    if (status == STN_OK)
        status = stn_rows_widen(&own, all, m->error);
    const int n = m->ncolumn;
    const bool speed = m->nslope > 0 && m->name[n][0] == 'v';
    m->any_height = m->any_speed = false;
    if (m->dexp >= 0)
        m->falling_deviations = all->value[m->dexp] / hypot(all->std[m->dexp], bias[m->dexp]);
    if (status == STN_OK && speed && all->sigma > 0.0 &&
        (hypot(all->std[n], bias[n]) > CERTAIN * vs || m->falling_deviations < SEEN)) {
        const double right = r->vs;
        r->vs = vs;
        status = take_profile(m, r, rows, plain, moved, all);
        r->vs = right;
    }
    if (status == STN_OK)
        stn_inverse_add_bias(all, bias, rows->n);
    free(score);
    return status;
}

/* The static level, of which Fs - Fc is the part that falls: one for each sliding level. */
static void take_static(const StnInverseModel *m, StnInverse *r, const StnLeastSquares *all,
                        const StnNext *next)
{
    static const char *const names[] = {"Fs", "Fs+", "Fs-"};
    for (int c = 0; m->dexp >= 0 && c < m->ncolumn; c++) {
        if (strncmp(m->name[c], "Fc", 2) != 0)
            continue;
        const char side = m->name[c][2];
        const StnDerived level = {.name = names[side == '+'   ? 1
                                                : side == '-' ? 2
                                                              : 0],
                                  .unit = "$F",
                                  .rotary = m->data->rotary,
                                  .value = all->value[c] + all->value[m->dexp],
                                  .index = {m->dexp, c},
                                  .slope = {1.0, 1.0}};
        stn_estimates_derive(&r->parameters, &level, all, next);
    }
}

StnStatus stn_inverse_parameters(StnInverseModel *m, StnInverse *r, size_t count,
                                 const double *residual)
{
    const double *column[STN_LEAST_SQUARES_MAX];
    const bool records = m->data->nrun > 1 && !isnan(m->data->run_value[0]);
    StnLeastSquares all;
    StnNext next;
    StnStatus status = STN_OK;
    m->nslope = 0;
    if (m->dexp >= 0 && isnan(m->def->vs) && m->ncolumn < STN_LEAST_SQUARES_MAX)
        status = add_speed(m, r);
    if (status == STN_OK)
        status = stn_inverse_slopes(m, r);
    for (int k = 0; k <= m->data->nrun; k++) /* what is held out does not count */
        m->run[k] = m->run[k] < count ? m->run[k] : count;
    for (int c = 0; c < m->ncolumn + m->nslope; c++)
        column[c] = m->column[c];
    StnRows rows = {.column = column,
                    .n = m->ncolumn,
                    .residual = residual,
                    .weight = stn_inverse_weight(m),
                    .count = count,
                    .run = records ? m->run : NULL,
                    .nrun = m->data->nrun,
                    .overlap = m->box > 0 ? STN_WINDOW_OVERLAP : 0,
                    .place = m->box > 0 ? m->place : NULL,
                    .every = (size_t)m->decimate};
    if (status == STN_OK)
        status = linearise(m, r, &rows, &all);
    if (status == STN_OK)
        status = take_deviations(m, r, &rows, &all);
    if (status == STN_OK)
        status = stn_rows_next(&rows, &next, m->error);
    for (int c = 0; c < rows.n && status == STN_OK; c++)
        take_estimate(m, r, &all, &next, c);
    if (status == STN_OK)
        take_static(m, r, &all, &next);
    if (status == STN_OK)
        stn_estimates_undetermined(&r->parameters, column, m->name, m->ncolumn, m->y, &r->fit,
                                   &r->remarks);
    m->between_runs = status == STN_OK && next.between_runs;
    return status;
}
