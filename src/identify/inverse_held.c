/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How the recorded effort stands to the motion within a sampling step.  A sampled controller holds its output until the
 * next one, so that the motion between two rows belongs to the first: a second difference about row i has felt
 * (u[i - 1] + u[i])/2, half a step later than what stands in row i.  Of an effort that decays within tau that makes
 * the mass wrong by Ts/(2*tau), 10 % where a loop is as quick as a tenth of its sampling rate, and of a motion with the
 * frequency w the viscous coefficient by M*w^2*Ts/2.  No residual shows it: a shifted effort looks like other values.
 *
 * With the shift s (in steps) y = X*value + s*d, d the slope of the model's effort over a step: s is what the residual has of d,
 * beyond what other values make of it.  The slope is that of the model, so that noise of the effort does not come in. */
#include "identify/failure.h"
#include "identify/falsified.h"
#include "identify/inverse_trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ROWS = 50, LONGER = 8 };
#define CERTAIN 4.0   /* deviations from 0, and at most so many from half a step */
#define BEYOND 0.3    /* of the slope: where values make the rest, noise makes what is left of it */
#define SEEN 0.8      /* of the slope's square, that must be motion */
#define AS_LITTLE 1.5 /* times what a missing term leaves */
#define HELD 0.05     /* ... or this part of a step: the slope stands for small shifts */

/* The model's effort in one sample. */
static double effort_at(const StnInverseModel *m, const StnInverse *r, size_t i)
{
    double x[STN_LEAST_SQUARES_MAX];
    double effort = !isnan(m->def->m) ? m->def->m * m->motion.a[i] : 0.0;
    stn_inverse_sample(m, &m->motion, i, x);
    if (m->dexp >= 0)
        x[m->dexp] *= exp(-pow(fabs(m->full_v[i]) / r->vs, m->def->n));
    for (int c = 0; c < m->ncolumn; c++)
        effort += r->fit.value[c] * x[c];
    return effort;
}

/* Its slope over a step, in the rows. */
static StnStatus slope_of(const StnInverseModel *m, const StnInverse *r, double *out)
{
    double *effort = m->work, *slope = m->work + m->data->rows;
    for (size_t i = 0; i < m->data->rows; i++)
        effort[i] = effort_at(m, r, i);
    memset(slope, 0, m->data->rows * sizeof *slope);
    for (int n = 0; n < m->data->nrun; n++)
        for (size_t i = m->data->run[n] + 1; i + 1 < m->data->run[n + 1]; i++)
            slope[i] = 0.5 * (effort[i + 1] - effort[i - 1]);
    return stn_inverse_decimate(m, slope, out);
}

/* The part of the slope's square that is motion.  The rest is noise of the acceleration, and makes the shift that is found
 * smaller by as much. */
static double seen_part(const StnInverseModel *m, const StnInverse *r, const StnGain *slope,
                        size_t rows)
{
    const double M = isnan(m->def->m) ? r->fit.value[0] : m->def->m;
    const double noise = M * M * stn_window_change_variance(&m->noise, m->data->Ts, m->box);
    const double whole = slope->length * slope->length / (double)rows;
    return fmax(1.0 - noise / whole, 1e-3);
}

/* The shift that is left, and its deviation; infinite where it is not known. */
static StnStatus find_shift(StnInverseModel *m, const StnInverse *r, double *shift,
                            double *deviation)
{
    StnInverseTrial t;
    StnStatus status = stn_inverse_trial_make(&t, m, r->fit.rows);
    *shift = 0.0;
    *deviation = INFINITY;
    if (status == STN_OK)
        status = slope_of(m, r, t.extra[0]);
    if (status == STN_OK) {
        const double whole = sqrt(stn_dot(t.extra[0], t.extra[0], t.rows));
        const StnGain gain = stn_inverse_trial_gain(&t, 1);
        if (isfinite(gain.sse) && gain.length > BEYOND * whole) {
            for (size_t i = 0; i < t.rows; i++)
                t.left[i] *= t.extra[0][i];
            const double known = seen_part(m, r, &gain, t.rows);
            *shift = gain.value / known;
            *deviation = sqrt(stn_long_run(t.left, t.rows, STN_WINDOW_OVERLAP)) / gain.length;
            *deviation = known > SEEN ? *deviation / known : INFINITY;
        }
    }
    stn_inverse_trial_free(&t);
    return status;
}

StnStatus stn_inverse_shift(StnInverseModel *m, double shift)
{
    const double *u = m->data->value[STN_ROLE_EFFORT];
    const double part = fabs(shift), before = 1.0 - 2.0 * fabs(m->shift), now = 1.0 - 2.0 * part;
    if (!m->full_effort && !(m->full_effort = malloc((m->data->rows + 1) * sizeof(double))))
        return stn_no_memory(m->error);
    for (int n = 0; n < m->data->nrun; n++) {
        const size_t begin = m->data->run[n], last = m->data->run[n + 1] - 1;
        for (size_t i = begin; i <= last; i++) {
            const size_t at = shift > 0.0 ? i - (i > begin) : i + (i < last);
            m->full_effort[i] = (1.0 - part) * u[i] + part * u[at];
        }
    }
    /* an effort that is held has no bends within a step that the differences could lose */
    if (!m->data->value[STN_ROLE_ACCELERATION])
        stn_window_sharpen(m->data,
                           stn_window_blur(m->noise.of_velocity) * (now * now - before * before),
                           m->motion.a);
    m->shift = shift;
    return stn_inverse_fill_effort(m);
}

static bool is_at(double place, double shift, double deviation)
{
    return fabs(shift - place) < fmax(HELD, CERTAIN * deviation);
}

/* Half a step, where the residual tells it from none: other parts of a step are as likely what the model lacks. */
static bool is_half(double shift, double deviation)
{
    return fabs(shift) > CERTAIN * deviation && is_at(0.5, fabs(shift), deviation);
}

/* The shift that another model of the same data shows, with windows of such boxes (0: its own). */
static StnStatus ask_other(const StnInverseModel *m, const StnInverseDef *def, size_t box,
                           double *shift, double *deviation, double *sse)
{
    StnInverseModel other;
    StnError ignored;
    double *residual = malloc((m->data->rows + 1) * sizeof *residual);
    StnInverse *fit = calloc(1, sizeof *fit);
    StnStatus status = residual && fit ? STN_OK : STN_NO_MEMORY;
    if (status == STN_OK) {
        status = stn_inverse_model_make_windows(&other, def, m->data, (StnWindowsAsked){.box = box},
                                                &ignored);
        if (status == STN_OK && *sse > 0.0)
            status = stn_inverse_shift(&other, *shift);
        if (status == STN_OK)
            status = stn_inverse_fit_levels(&other, fit, residual);
        if (status == STN_OK && *sse > 0.0)
            *sse = fit->fit.sse;
        else if (status == STN_OK && fit->fit.rows >= LEAST_ROWS)
            status = find_shift(&other, fit, shift, deviation);
        stn_inverse_model_free(&other);
    }
    free(residual);
    free(fit);
    return status;
}

/* Short windows follow the velocity beside a reversal, but noise of the acceleration may hide the shift in them.  Longer ones
 * have less of it, and a shift is the same in all. */
static StnStatus look_longer(const StnInverseModel *m, double *shift, double *deviation)
{
    StnStatus status = STN_OK;
    double none = 0.0;
    for (size_t box = 2 * m->box;
         box <= LONGER * m->box && status == STN_OK && CERTAIN * *deviation > 0.5 - HELD; box *= 2)
        status = ask_other(m, m->def, box, shift, deviation, &none);
    /* windows that do not fit any more say nothing */
    return status == STN_NO_MEMORY ? stn_no_memory(m->error) : STN_OK;
}

/* A falling part of friction takes up some of the shift, so that neither is right; the law without one shows it whole.  Then
 * the law with a falling part must fit better with it, too. */
static StnStatus look_straight(const StnInverseModel *m, const StnInverse *r, double *shift,
                               double *deviation)
{
    StnInverseDef straight = *m->def;
    double half = 0.0, certain = INFINITY, sse = 0.0;
    straight.stribeck = false;
    StnStatus status = ask_other(m, &straight, 0, &half, &certain, &sse);
    if (status == STN_OK && is_half(half, certain)) {
        half = copysign(0.5, half);
        sse = r->fit.sse;
        status = ask_other(m, m->def, m->box, &half, &certain, &sse);
        if (status == STN_OK && sse < r->fit.sse)
            *shift = half, *deviation = certain;
    }
    return status == STN_NO_MEMORY ? stn_no_memory(m->error) : STN_OK;
}

StnStatus stn_inverse_find_shift(StnInverseModel *m, const StnInverse *r, bool *again)
{
    double shift, deviation;
    *again = false;
    if (m->box == 0 || m->shift != 0.0 || m->def->load_friction || r->fit.rows < LEAST_ROWS ||
        !(r->fit.sse > 0.0) || m->ncolumn + STN_TRIAL_COLUMNS > STN_LEAST_SQUARES_MAX)
        return STN_OK;
    StnStatus status = find_shift(m, r, &shift, &deviation);
    if (status == STN_OK)
        status = look_longer(m, &shift, &deviation);
    if (status == STN_OK && m->dexp >= 0 && !is_half(shift, deviation))
        status = look_straight(m, r, &shift, &deviation);
    m->shift_unknown = !(is_at(0.0, shift, deviation) && !is_at(0.5, shift, deviation));
    if (status != STN_OK || !is_half(shift, deviation))
        return status;
    *again = true;
    m->shift_unknown = false;
    return stn_inverse_shift(m, copysign(0.5, shift));
}

StnStatus stn_inverse_ask(const StnInverseDef *def, const StnData *data, StnInverse *found,
                          bool *good, StnError *error)
{
    StnError ignored = {.status = STN_OK};
    const StnStatus status = stn_identify_inverse(def, data, found, &ignored);
    *good = status == STN_OK;
    if (!*good)
        memset(found, 0, sizeof *found);
    return status == STN_NO_MEMORY ? stn_no_memory(error) : STN_OK;
}

/* What M, or what else there is, would be. */
static void remark_unknown(const StnInverseModel *m, const StnInverse *held, StnInverse *r)
{
    const StnEstimate *own = &r->parameters.item[0], *other = &held->parameters.item[0];
    char option[320] = "";
    if (!(2.0 * fabs(other->value - own->value) > r->fit.high[0] - r->fit.low[0]))
        return;
    stn_inverse_delay_option(m->data, STN_ROLE_EFFORT, -0.5 * m->data->Ts, option, sizeof option);
    stn_remark(&r->remarks,
               "These data cannot tell whether the effort is held from row to row (a sampled "
               "controller), and rows are taken as simultaneous: if it is, %s is %.4g %s instead; "
               "intervals hold both.  %s takes it so.",
               own->name, other->value, own->unit, option);
}

/* Where only an effort that is held leaves a residual that nothing explains, and no more than what is missing without that
 * would leave, it is. */
void stn_inverse_compare_held(const StnInverseModel *m, StnInverse *held, StnInverse *r)
{
    const double left = (1.0 - r->missing_share) * r->fit.sse / (double)r->fit.rows;
    if (r->missing && !held->missing && held->fit.sse / (double)held->fit.rows < AS_LITTLE * left) {
        r->t = r->measured = r->velocity = NULL; /* the model still has them */
        stn_inverse_free(r);
        *r = *held;
        *held = (StnInverse){.rows = 0};
    } else {
        remark_unknown(m, held, r);
        stn_estimates_cover(&r->parameters, &held->parameters, 1.0 + HELD);
        r->may_be_held = true;
    }
    stn_inverse_free(held);
}

void stn_inverse_remark_held(double shift, StnRemarks *remarks)
{
    if (shift != 0.0)
        stn_remark(remarks,
                   "The effort is held from row to row, as a sampled controller does (the motion "
                   "is half a step %s it): between two rows acts what stands in the %s, and the "
                   "mean of two rows stands for it here.",
                   shift > 0.0 ? "behind" : "ahead of", shift > 0.0 ? "first" : "second");
}
