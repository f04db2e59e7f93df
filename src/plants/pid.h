/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Position controller with integral and velocity feedback, a part that plants share:
 *   u = Kp*e - Kv*v + Ki*int(e),  e = wanted - measured,  |u| <= limit (integrator held meanwhile)
 * continuous, or with a sample time Ts the same law on measured values, its output held between
 * samples.  A plant has the gains Kp, Kv (by any name), Ki, Ts, limit in its list, in this order; its
 * discrete states begin with STN_DISCS_pid. */
#ifndef STN_PLANTS_PID_H
#define STN_PLANTS_PID_H

#include "plants/plant.h"

#include <assert.h>

/* effort, place: what they are called, with their units; area: the unit of the integral. */
#define STN_DISCS_pid(D, effort, force, area, place, length) \
    D(u, force, effort " held between samples")              \
    D(i, area, "integral of the sampled error")              \
    D(x1, length, "measured " place " one sample ago")       \
    D(x2, length, "measured " place " two samples ago")      \
    D(started, "1", "the first sample was taken")

typedef struct {
    real Kp, Kv, Ki, Ts, limit;
} pid_p;
typedef struct {
    STN_DISCS_pid(STN_PF_D, "", "", "", "", "")
} pid_d;

/* After STN_PLANT_TYPES: the gains stand in one piece. */
#define STN_PID_LISTS(plant)                                                      \
    static_assert(STN_INDEX(plant##_p, limit) - STN_INDEX(plant##_p, Kp) == 4 &&  \
                      STN_INDEX(plant##_p, Ki) - STN_INDEX(plant##_p, Kp) == 2 && \
                      STN_INDEX(plant##_p, Ts) - STN_INDEX(plant##_p, Kp) == 3,   \
                  #plant ": Kp, Kv, Ki, Ts, limit in this order")

/* Which gap a plant integrates: the error e, or -e. */
enum { PID_MEASURED_LESS_WANTED = -1, PID_WANTED_LESS_MEASURED = 1 };

/* The effort before its limit; i: the integral of the gap. */
STN_FN real pid_raw(const pid_p *p, int sense, real gap, real v, real i)
{
    real near = p->Kp * gap, sum = p->Ki * i;
    return sense < 0 ? -near - p->Kv * v - sum : near - p->Kv * v + sum;
}

/* What a plant chooses for its PID: sampled, or continuous; does its integrator wind up? */
#define STN_CHOICES_pid(K)                        \
    K(derivative, p->derivative)                  \
    K(sampled, p->Ts > 0.0) /* NaN: continuous */ \
    K(winds_up, !(p->Ts > 0.0) && STN_WINDS_UP(p->Ki, p->limit))

/* The continuous effort; p_ from Kp on.  effort, hold: places of the relations of the limit and of the held
 * integrator. */
STN_FN real pid_effort(const real *p_, int sense, real gap, real v, real i, StnRel *r, int effort,
                       int hold, uniform winds_up)
{
    const pid_p *p = (const pid_p *)p_;
    real raw = pid_raw(p, sense, gap, v, i);
    if (winds_up)
        return stn_hold_limit(r, effort, hold, raw, p->limit);
    return stn_clip(r, effort, raw, -p->limit, p->limit);
}

/* How a gap, a speed and an integral stand, and the rates of the first two. */
typedef struct {
    real gap, v, i, gap_rate, v_rate;
} PidMotion;

/* The rate of the integral where it winds up; in late().  rate: of a free integral; step: the fixed step. */
STN_FN real pid_rate(const real *p_, int sense, const PidMotion *at, real rate, StnRel *r,
                     int effort, int hold, real step)
{
    const pid_p *p = (const pid_p *)p_;
    return stn_hold_rate(r, effort, hold, pid_raw(p, sense, at->gap, at->v, at->i), p->limit,
                         pid_raw(p, sense, at->gap_rate, at->v_rate, stn_splat(0.0)),
                         sense < 0 ? -p->Ki : p->Ki, rate, step);
}

/* What to add to the integral where one of its relations has just switched; for decide(). */
STN_FN real pid_begin(const real *p_, int sense, real gap, real v, real i, real effort, real hold)
{
    const pid_p *p = (const pid_p *)p_;
    return stn_hold_begin(effort, hold, pid_raw(p, sense, gap, v, i), p->limit,
                          sense < 0 ? -p->Ki : p->Ki);
}

/* What a digital controller sees at a sample: the gap, the place whose speed it feeds back, and that
 * speed as a sensor shows it. */
typedef struct {
    real gap, place, speed;
} PidSample;

/* A sample; p_ from Kp, d_ from u on.  derivative: the speed is 0 the sensor's, 1 the difference over
 * one sample, 2 over two.  silent: no effort (a dead band), and the integrator is held too. */
STN_FN void pid_sample(const real *p_, int sense, const PidSample *at, uniform derivative,
                       mask silent, real *d_)
{
    const pid_p *p = (const pid_p *)p_;
    pid_d *d = (pid_d *)d_;
    real speed = at->speed;
    mask first = stn_eq(d->started, stn_splat(0.0));
    d->x1 = stn_select(first, at->place, d->x1);
    d->x2 = stn_select(first, at->place, d->x2);
    d->started = stn_splat(1.0);
    if (derivative == 1)
        speed = (at->place - d->x1) / p->Ts;
    if (derivative == 2)
        speed = (at->place - d->x2) / (2.0 * p->Ts);
    real i = d->i + at->gap * p->Ts, raw = pid_raw(p, sense, at->gap, speed, i);
    d->u = stn_select(silent, stn_splat(0.0), stn_bound(raw, -p->limit, p->limit));
    d->i = stn_select(stn_eq(d->u, raw), i, d->i); /* held in saturation */
    d->x2 = d->x1;
    d->x1 = at->place;
}

#ifdef STN_SETUP
/* What derived friction parameters may know of the controller; p_ from Kp on. */
STN_FN void pid_context(const double *p_, StnContext *context)
{
    const pid_p *p = (const pid_p *)p_;
    context->Ts = p->Ts;
    context->umax = isfinite(p->limit) ? p->limit : NAN;
}
#endif

#endif
