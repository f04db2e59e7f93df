/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How the motion of the inverse model is made of its columns: by means over windows whose length follows from the
 * noise, or by the filters that were asked for. */
#include "compare/sort.h"
#include "identify/failure.h"
#include "identify/inverse_model.h"
#include "identify/smooth_speed.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#define AGREE 3.0 /* deviations that means of the velocity may lie apart */
/* The same for a falling part: shorter means follow the speed beside a reversal. */
#define FALLING_AGREE 1.5
/* What its velocity may be wrong by beside a rest, in deviations: noise of a measured velocity is white there, steps of a
 * position are not.  At the ends of the motion beside rests, in windows that count, |v| was too large by 2.1 on average (root
 * mean square 2.9) of 188 in 12 records of inverse-stribeck-v2, by 2.0 (4.4) of 120 with both sensors, by 1.7 (3.6) of 80
 * with 12-bit steps; by 2.8 (3.5) of 340 where fits leave rests out by the rule of find_moves, so that it stands for the
 * inverse model with that rule, too. */
#define FALLING_WRONG 3.0
#define FALLING_WRONG_STEPS 1.5
#define SIGMAS 4.0 /* deviations of noise of a velocity whose sign is certain */
/* What noise may make of the variance of the acceleration where a falling part is seen, which is within milliseconds after a
 * reversal: by short windows. */
#define FALLING_NOISE 4e-3
/* Windows of the velocity, over those of the rows: at rest they would grow for ever, and an offset of the sensor or a
 * creep would become a sign. */
enum { LONGEST = 4 };
/* Samples beyond a window into which a rest still reaches: by the second difference; farther by the spline that makes
 * jittered samples even, from which a kink fades slowly (with 6 a mass was 0.7 deviations too large, with 16 no less wrong
 * than with 12); by most of the low-pass of a lower rate. */
enum { BESIDE = 3 }; /* samples beside a rest that count as rest: smoothing moves its ends */
enum { SMEARED = 4, SMEARED_EVEN = 12, SMEARED_BAND = 16 };

static StnStatus choose_windows(StnInverseModel *m, StnMotion *motion)
{
    StnSpline window;
    const StnStatus status =
        stn_window_find(m->data, m->share, &m->noise, motion, &window, m->error);
    m->box = m->asked.box > 0 ? m->asked.box : window.box;
    m->noise_a = window.noise;
    m->a_rms = window.a_rms;
    m->cutoff = STN_SPLINE_BAND / (m->data->Ts * (double)m->box);
    return status;
}

/* By filters; the velocity that friction depends on is that of the columns. */
static StnStatus filter_motion(StnInverseModel *m, StnMotion *motion)
{
    const StnInverseDef *def = m->def;
    m->cutoff = isnan(def->cutoff) ? 0.1 / m->data->Ts : def->cutoff;
    StnStatus status = stn_motion_noise(m->data, &m->noise, m->error);
    if (status == STN_OK)
        status = stn_motion_make(m->data, def->order, m->cutoff, NAN, motion, m->error);
    if (status != STN_OK)
        return status;
    const double dead = stn_dead_speed(&m->noise, m->data->Ts, m->cutoff);
    m->full_v = calloc(m->data->rows + 1, sizeof *m->full_v);
    m->full_dead = calloc(m->data->rows + 1, sizeof *m->full_dead);
    if (!m->full_v || !m->full_dead)
        return stn_no_memory(m->error);
    for (size_t i = 0; i < m->data->rows; i++) {
        m->full_v[i] = motion->v[i];
        m->full_dead[i] = dead;
    }
    return STN_OK;
}

/* The speed at which signs become uncertain, where that is: the median over samples not far above it. */
static StnStatus find_dead_speed(StnInverseModel *m)
{
    size_t count = 0;
    double *near = malloc((m->data->rows + 1) * sizeof *near);
    if (!near)
        return stn_no_memory(m->error);
    for (size_t i = 0; i < m->data->rows; i++)
        if (fabs(m->full_v[i]) >= m->full_dead[i] && fabs(m->full_v[i]) < 2.0 * m->full_dead[i])
            near[count++] = m->full_dead[i];
    stn_sort(near, count);
    m->dead_speed = count > 0 ? near[count / 2] : m->full_dead[0];
    free(near);
    return STN_OK;
}

static StnStatus choose_rows(StnInverseModel *m)
{
    const StnInverseDef *def = m->def;
    /* A cut-off of next to nothing asks for more samples than there are. */
    const double rate = 1.0 / m->data->Ts, most = fmin((double)m->data->rows, INT_MAX);
    const double step = m->box > 0 ? (double)m->box : rate / m->cutoff;
    m->decimate = def->decimate > 0 ? def->decimate : (int)fmax(1.0, fmin(round(step), most));
    const long settle = m->box > 0       ? (long)stn_window_reach(m->box) + 1
                        : def->order > 0 ? lround(fmin(5.0 * rate / m->cutoff, most + 1.0)) - 1
                                         : 0;
    m->skip = def->skip >= 0 ? def->skip : settle;
    m->skip_end = def->skip_end >= 0 ? def->skip_end : settle;
    for (size_t i = 0; i < m->data->rows && !isnan(def->dead_speed); i++)
        m->full_dead[i] = def->dead_speed;
    if (find_dead_speed(m) != STN_OK)
        return STN_NO_MEMORY;
    const size_t smeared = m->data->low_passed  ? SMEARED_BAND
                           : m->data->resampled ? SMEARED_EVEN
                                                : SMEARED;
    const bool leaves = m->dead_speed > 0.0 || isnan(def->dead_speed);
    m->reach = m->box > 0 && leaves                       ? stn_window_reach(m->box) + smeared
               : isnan(def->dead_speed) && def->order > 0 ? (size_t)m->decimate
                                                          : 0;
    return STN_OK;
}

/* Where the body moves for certain; where a falling part is wanted, windows use what of them does.  Means over a rest
 * reach into the motion beside it, and are wrong by as much as smoothing may be: of rests of 20 to 100 ms a quarter passed for
 * motion at a few deviations of noise alone, with the effort that holds a body taken for friction of its motion.  Fits leave
 * them out (asked.share); the inverse model, whose windows are a third as long, counts what they do (inverse_bias.c). */
static StnStatus find_moves(StnInverseModel *m)
{
    const size_t rows = m->data->rows;
    double *moves = malloc((rows + 1) * sizeof *moves);
    const bool measured = m->data->value[STN_ROLE_VELOCITY] != NULL; /* steps have a dead speed */
    const double certain = measured && m->asked.share > 0.0 ? SIGMAS + m->falling_wrong : 0.0;
    if (!moves)
        return stn_no_memory(m->error);
    for (size_t i = 0; i < rows; i++)
        moves[i] = 1.0;
    for (int r = 0; r < m->data->nrun; r++)
        for (size_t i = m->data->run[r]; i < m->data->run[r + 1]; i++) {
            const double v = m->full_v[i];
            const bool turns = i > m->data->run[r] && v * m->full_v[i - 1] <= 0.0;
            const double quick = m->full_quick[i] * copysign(1.0, v);
            if (fabs(v) >= m->full_dead[i] && quick >= certain * m->full_noise[i] && !turns &&
                !(v * m->def->side < 0.0))
                continue;
            for (size_t k = i > BESIDE ? i - BESIDE : 0; k <= i + BESIDE && k < rows; k++)
                moves[k] = 0.0;
        }
    m->full_moves = moves;
    return STN_OK;
}

/* The velocity that signs and viscous friction follow, and that of a falling part.  That part allows for noise of its
 * velocity (stn_inverse_falling), but nothing allows for what smoothing does at the kinks beside a rest, in every
 * reversal in the same sense (|v| too large, so vs, too): it is smoothed less. */
static StnStatus smooth_speeds(StnInverseModel *m)
{
    StnSmoothSpeed speed = {.v = NULL}, quick = {.v = NULL};
    const size_t longest = LONGEST * m->box;
    StnStatus status = stn_smooth_speed_make(m->data, longest, AGREE, &speed, m->error);
    const bool measured = m->data->value[STN_ROLE_VELOCITY] != NULL;
    if (status == STN_OK && m->def->stribeck)
        status = stn_smooth_speed_make(m->data, longest, FALLING_AGREE, &quick, m->error);
    m->falling_wrong = measured ? FALLING_WRONG : FALLING_WRONG_STEPS;
    m->full_v = speed.v;
    m->full_dead = speed.dead;
    m->full_quick = quick.v;
    m->full_noise = quick.v ? quick.deviation : speed.deviation;
    free(quick.v ? speed.deviation : quick.deviation);
    free(quick.dead);
    return status;
}

StnStatus stn_inverse_motion(StnInverseModel *m, StnMotion *motion)
{
    m->share = m->asked.share > 0.0 ? m->asked.share
               : m->def->stribeck   ? FALLING_NOISE
                                    : STN_WINDOW_SHARE;
    StnStatus status;
    if (isnan(m->def->cutoff) && m->def->order > 0) {
        status = choose_windows(m, motion);
        if (status == STN_OK)
            status = smooth_speeds(m);
    } else {
        status = filter_motion(m, motion);
    }
    if (status == STN_OK)
        status = choose_rows(m);
    if (status == STN_OK && m->box > 0 && m->def->stribeck && m->reach > 0)
        status = find_moves(m);
    return status;
}
