/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Position controller with integral and velocity feedback, a part that plants share:
 *   u = Kp*e - Kv*v + Ki*int(e),  e = wanted - measured,  |u| <= limit (integrator held meanwhile)
 * continuous, or with a sample time Ts the same law on measured values, its output held between
 * samples.  A plant has the gains Kp, Kv (by any name), Ki, Ts, limit in its list, in this order, and
 * then PID_RULE; its discrete states begin with STN_DISCS_pid.
 *
 * Friction makes an integrator hunt: it stands, the integral grows until it breaks away, and it comes to rest on
 * the other side.  Rules of a sampled integrator against that (controller.integrator):
 *   band          no effort, and the integral held, while |e| <= band: rests, and cannot hold a load
 *   reset         where e changes its sign while the integral pushes away, the integral becomes -alpha times itself
 *   deadzone      the integral held while |e| <= band;  hold_at_rest: while the measured speed is 0
 *
 * Where friction depends on the position, so may the gains of a sampled controller: Kp, Kv and Ki are multiplied by
 * q(x)/q(x0), x: the measured position whose speed is fed back, x0: schedule_at, where the gains are as given,
 *   q(x) = 1 + schedule_1*x + schedule_2*x^2 + schedule_3*x^3 + schedule_4*x^4, 0 where that is below 0 */
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
    D(started, "1", "the first sample was taken")            \
    D(side, "1", "sign of the last error that was not 0")    \
    D(comp, force, effort " of the compensation of friction")

/* What the integrator does near the target; length: the unit of the error. */
#define PID_RULE(C, O, length)                                                                  \
    C(band, length, 0.0, 0.0, 1e6, "error within which a rule of the integrator acts; 0: none") \
    C(alpha, "1", 0.5, 0.0, 1.0, "part of the integral that integrator: reset turns over")      \
    C(schedule_1, "1/" length, 0.0, -1e9, 1e9,                                                  \
      "gains times q(x)/q(schedule_at), q = 1 + schedule_1*x + ..., at least 0; all 0: none")   \
    C(schedule_2, "1/" length "^2", 0.0, -1e12, 1e12, "factor of x^2 in q, x measured")         \
    C(schedule_3, "1/" length "^3", 0.0, -1e15, 1e15, "factor of x^3 in q")                     \
    C(schedule_4, "1/" length "^4", 0.0, -1e18, 1e18, "factor of x^4 in q")                     \
    C(schedule_at, length, 0.0, -1e6, 1e6,                                                      \
      "position at which a schedule leaves the gains as given")                                 \
    O(integrator, "auto|plain|band|reset|deadzone|hold_at_rest", 0,                             \
      "rule of a sampled integrator near the target; auto: band where one is given, else plain")

typedef struct {
    real Kp, Kv, Ki, Ts, limit, band, alpha, schedule[4], schedule_at;
} pid_p;
typedef struct {
    STN_DISCS_pid(STN_PF_D, "", "", "", "", "")
} pid_d;

/* After STN_PLANT_TYPES: the gains stand in one piece. */
#define STN_PID_LISTS(plant)                                                                    \
    STN_ASSERT_AT_BUILD(STN_INDEX(plant##_p, limit) - STN_INDEX(plant##_p, Kp) == 4 &&          \
                            STN_INDEX(plant##_p, Ki) - STN_INDEX(plant##_p, Kp) == 2 &&         \
                            STN_INDEX(plant##_p, Ts) - STN_INDEX(plant##_p, Kp) == 3 &&         \
                            STN_INDEX(plant##_p, band) - STN_INDEX(plant##_p, Kp) == 5 &&       \
                            STN_INDEX(plant##_p, alpha) - STN_INDEX(plant##_p, Kp) == 6 &&      \
                            STN_INDEX(plant##_p, schedule_1) - STN_INDEX(plant##_p, Kp) == 7 && \
                            STN_INDEX(plant##_p, schedule_at) - STN_INDEX(plant##_p, Kp) == 11, \
                        #plant ": Kp, Kv, Ki, Ts, limit, and PID_RULE, in this order")

/* Which gap a plant integrates: the error e, or -e. */
enum { PID_MEASURED_LESS_WANTED = -1, PID_WANTED_LESS_MEASURED = 1 };

/* The effort before its limit; i: the integral of the gap. */
STN_FN real pid_raw(const pid_p *p, int sense, real gap, real v, real i)
{
    real near = p->Kp * gap, sum = p->Ki * i;
    return sense < 0 ? -near - p->Kv * v - sum : near - p->Kv * v + sum;
}

/* The words of `integrator`, auto apart. */
enum { PID_PLAIN = 1, PID_BAND, PID_RESET, PID_DEADZONE, PID_HOLD_AT_REST };

/* What a plant chooses for its PID: sampled, or continuous; does its integrator wind up? */
#define STN_CHOICES_pid(K)                                                               \
    K(derivative, p->derivative)                                                         \
    K(rule, p->integrator > 0.0 ? p->integrator : p->band > 0.0 ? PID_BAND : PID_PLAIN)  \
    K(sampled, p->Ts > 0.0) /* NaN: continuous */                                        \
    K(scheduled, p->schedule_1 != 0.0 || p->schedule_2 != 0.0 || p->schedule_3 != 0.0 || \
                     p->schedule_4 != 0.0)                                               \
    K(winds_up, !(p->Ts > 0.0) && STN_WINDS_UP(p->Ki, p->limit))

/* The continuous effort; p_ from Kp on.  comp: what a compensation adds; effort, hold: places of the relations
 * of the limit and of the held integrator. */
STN_FN real pid_effort(const real *p_, int sense, real gap, real v, real i, real comp, StnRel *r,
                       int effort, int hold, uniform winds_up)
{
    const pid_p *p = (const pid_p *)p_;
    real raw = stn_compensated(pid_raw(p, sense, gap, v, i), comp);
    (void)hold, (void)winds_up;
    if (STN_MAY_HOLD(winds_up))
        return stn_hold_limit(r, effort, hold, raw, p->limit);
    return stn_clip(r, effort, raw, -p->limit, p->limit);
}

/* How a gap, a speed and an integral stand, and the rates of the first two. */
typedef struct {
    real gap, v, i, gap_rate, v_rate;
} PidMotion;

/* The rate of the integral where it winds up; in late().  rate: of a free integral; step: the fixed step. */
STN_FN real pid_rate(const real *p_, int sense, const PidMotion *at, real comp, real rate,
                     StnRel *r, int effort, int hold, real step)
{
    const pid_p *p = (const pid_p *)p_;
    return stn_hold_rate(r, effort, hold,
                         stn_compensated(pid_raw(p, sense, at->gap, at->v, at->i), comp), p->limit,
                         pid_raw(p, sense, at->gap_rate, at->v_rate, stn_splat(0.0)),
                         sense < 0 ? -p->Ki : p->Ki, rate, step);
}

/* What to add to the integral where one of its relations has just switched; for decide(). */
STN_FN real pid_begin(const real *p_, int sense, real gap, real v, real i, real comp, real effort,
                      real hold)
{
    const pid_p *p = (const pid_p *)p_;
    return stn_hold_begin(effort, hold, stn_compensated(pid_raw(p, sense, gap, v, i), comp),
                          p->limit, sense < 0 ? -p->Ki : p->Ki);
}

/* What a digital controller sees at a sample: the gap, the place whose speed it feeds back, and that
 * speed as a sensor shows it. */
typedef struct {
    real gap, place, speed;
} PidSample;

/* The speed that the controller feeds back; derivative: 0 the sensor's, 1 the difference over one sample, 2 over
 * two. */
STN_FN real pid_speed(const pid_p *p, const pid_d *d, const PidSample *at, uniform derivative)
{
    if (derivative == 1)
        return (at->place - d->x1) / p->Ts;
    if (derivative == 2)
        return (at->place - d->x2) / (2.0 * p->Ts);
    return at->speed;
}

/* The integral as the rule `reset` leaves it: turned over where the error has changed its sign since the last
 * one that was not 0 and the integral pushes away from the target, which it does where both have other signs. */
STN_FN real pid_turned(const pid_p *p, const pid_d *d, real gap)
{
    real zero = stn_splat(0.0);
    mask passed = stn_lt(d->side * gap, zero), away = stn_lt(d->i * gap, zero);
    return stn_select(stn_and(passed, away), -p->alpha * d->i, d->i);
}

/* The polynomial of a schedule. */
STN_FN real pid_polynomial(const pid_p *p, real x)
{
    real sum = p->schedule[3];
    for (int i = 2; i >= 0; i--)
        sum = sum * x + p->schedule[i];
    return stn_max(sum * x + 1.0, stn_splat(0.0));
}

/* The factor on the gains at a measured position. */
STN_FN real pid_schedule(const pid_p *p, real x)
{
    return stn_over(pid_polynomial(p, x), pid_polynomial(p, p->schedule_at));
}

/* A sample; p_ from Kp, d_ from u on; derivative as in pid_speed; rule: PID_PLAIN and so on. */
STN_FN void pid_sample(const real *p_, int sense, const PidSample *at, uniform derivative,
                       uniform rule, uniform scheduled, real *d_)
{
    const pid_p *p = (const pid_p *)p_;
    pid_d *d = (pid_d *)d_;
    real zero = stn_splat(0.0), one = stn_splat(1.0), gap = at->gap;
    mask first = stn_eq(d->started, zero);
    d->x1 = stn_select(first, at->place, d->x1);
    d->x2 = stn_select(first, at->place, d->x2);
    d->started = one;
    real speed = pid_speed(p, d, at, derivative);
    mask within = stn_not(stn_lt(p->band, stn_abs(gap)));
    real kept = rule == PID_RESET ? pid_turned(p, d, gap) : d->i, i = kept + gap * p->Ts;
    if (rule == PID_DEADZONE)
        i = stn_select(within, kept, i);
    if (rule == PID_HOLD_AT_REST)
        i = stn_select(stn_eq(speed, zero), kept, i);
    real raw = pid_raw(p, sense, gap, speed, i);
    if (scheduled)
        raw = pid_schedule(p, at->place) * raw;
    real own = rule == PID_BAND ? stn_select(within, zero, raw) : raw;
    real sum = stn_compensated(own, d->comp);
    d->u = stn_bound(sum, -p->limit, p->limit);
    mask free = stn_and(stn_eq(own, raw), stn_eq(d->u, sum));
    d->i = stn_select(free, i, kept); /* held in saturation and within the band */
    d->side = stn_select(stn_lt(zero, gap), one, stn_select(stn_lt(gap, zero), -one, d->side));
    d->x2 = d->x1;
    d->x1 = at->place;
}

#ifdef STN_SETUP
/* What a compensation sees; d_ as before the sample.  A continuous controller has the sensor's speed. */
STN_FN void pid_loop(const double *p_, const double *d_, int sense, const PidSample *at,
                     uniform derivative, uniform sampled, uniform scheduled, StnLoop *out)
{
    const pid_p *p = (const pid_p *)p_;
    pid_d d = *(const pid_d *)d_;
    if (d.started == 0.0)
        d.x1 = d.x2 = at->place;
    out->e = sense < 0 ? at->gap : -at->gap;
    out->v = sampled ? pid_speed(p, &d, at, derivative) : at->speed;
    out->commanded = 1;
    const double factor = scheduled ? pid_schedule(p, at->place) : 1.0;
    out->Kp = factor * p->Kp, out->Kv = factor * p->Kv, out->Ki = factor * p->Ki;
    out->most = p->limit;
    out->derivative = sampled ? derivative : 0;
}

/* What derived friction parameters may know of the controller; p_ from Kp on. */
STN_FN void pid_context(const double *p_, StnContext *context)
{
    const pid_p *p = (const pid_p *)p_;
    context->Ts = p->Ts;
    context->umax = isfinite(p->limit) ? p->limit : NAN;
}

/* What a schedule lacks; NULL: nothing. */
STN_FN const char *pid_schedule_check(const pid_p *p)
{
    if (!(p->Ts > 0.0))
        return "controller.schedule_1 and its like need a sampled controller: give Ts";
    if (!(pid_polynomial(p, p->schedule_at) > 0.0))
        return "controller.schedule_at: there the polynomial of the schedule is not above 0";
    return NULL;
}

/* What a schedule or a rule of the integrator lacks; NULL: nothing.  word: the value of `integrator`, 0 where it
 * was not given: a band alone may stand beside a continuous controller, as it did before there were rules. */
STN_FN const char *pid_check(const double *p_, double word, uniform scheduled)
{
    const pid_p *p = (const pid_p *)p_;
    const char *lacks = scheduled ? pid_schedule_check(p) : NULL;
    if (lacks)
        return lacks;
    if (word <= PID_PLAIN)
        return NULL;
    if (!(p->Ts > 0.0))
        return "controller.integrator: a rule of the integrator needs a sampled controller: give "
               "Ts";
    if (!(p->Ki > 0.0))
        return "controller.integrator: a rule of the integrator needs an integral gain: give Ki";
    if ((word == PID_BAND || word == PID_DEADZONE) && !(p->band > 0.0))
        return "controller.integrator: band and deadzone need the width of the band: give band";
    if (word == PID_RESET && !(p->alpha > 0.0))
        return "controller.alpha must be above 0 (and below 1: the integral comes to rest only "
               "then)";
    return NULL;
}
#endif

#endif
