/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the error of a state is compared with. */
#include "solve/step.h"

#include <math.h>

#define SWING_LEAST 1e-6 /* of the largest speed: what a swing counts at least in the weight of v */

/* Positions of set-valued sites are measured from where the present slip began: only the motion since
 * then matters, wherever the zero of x lies. */
static double origin(const StnSystem *S, const StnState *st, int i)
{
    StnWork *W = stn_work(st);
    return S->model.slip_of[i] >= 0 ? W->x_rest[S->model.slip_of[i]] : 0.0;
}

static double weight(const StnSystem *S, const StnState *st, int i, double a, double b)
{
    StnWork *W = stn_work(st);
    double rtol = S->solver.rtol, zero = origin(S, st, i);
    if (W->how == STN_STEP_IMPLICIT && W->affine_mode) /* stiff but affine: asked to be exact */
        rtol = stn_affine_rtol(rtol);
    double floor_i = fmax(fmin(stn_top(S, st)[i], S->scale_max[i]), S->scale_min[i]);
    int site = S->model.rough_of[i], speed = S->model.speed_of[i];
    double rounding = speed >= 0 ? 1e-14 * W->accel_at_event[speed] * W->h / rtol : 0.0;
    if (!(S->scale_max[i] < INFINITY)) /* no velocity, or no friction with a scale of its own */
        floor_i = fmax(floor_i, rounding);
    else if (W->v_bound[speed] < floor_i && /* v itself counts */
             !(S->model.soft[speed] && fmax(fabs(a), fabs(b)) <= stn_dead_band(S, st, speed)))
        floor_i = fmax(fmax(W->v_bound[speed], 1e-7 * S->scale_max[i]), rounding);
    if (W->how == STN_STEP_IMPLICIT && S->scale_max[i] < INFINITY) { /* a damped velocity: Newton */
        floor_i = fmax(floor_i, 1e-3 * S->scale_max[i]); /* cannot reach its least values */
        site = -1;
    }
    if (site >= 0 &&
        W->v_now[site] < S->num.shape[site].v_scale) /* breaking away: each decade of v counts */
        floor_i = fmax(fmax(1e-4 * floor_i, S->scale_min[i]),
                       1e-15 * W->accel_at_event[site] * W->h / rtol);
    if (W->held_by_rounding && W->how == STN_STEP_EXPLICIT && speed >= 0)
        floor_i = fmax(floor_i, STN_STEP_ROUNDING * W->terms[speed] * W->h / rtol);
    return fmax(rtol, 2e-16) * fmax(fmax(fabs(a - zero), fabs(b - zero)), floor_i);
}

double stn_weight(const StnSystem *S, const StnState *st, int i, double a, double b)
{
    double own = weight(S, st, i, a, b), *y = stn_coef(S, st);
    int k = i - S->model.nplant;
    if (k < 0 || k >= S->model.ntwist)
        return own;
    /* a stiff shaft hardly twists: no more is asked of it than its two speeds can show */
    int from = S->model.plant->partner[S->num.twist[k].from],
        to = S->model.plant->partner[S->num.twist[k].to];
    double by_from = weight(S, st, from, y[from], y[from]) / S->num.twist[k].rate_from;
    double by_to = weight(S, st, to, y[to], y[to]) / S->num.twist[k].rate_to;
    return fmax(own, fmin(by_from, by_to));
}

static inline void grow(double *most, double value) { *most = value > *most ? value : *most; }

/* The sizes that errors are compared with: the largest so far; for the motion of set-valued sites the
 * largest of the present and of the last slip; for velocities under a law without a scale of its own (dahl,
 * none) that of the present and of the last swing. */
void stn_note_sizes(const StnSystem *S, StnState *st, const double *y)
{
    StnWork *W = stn_work(st);
    double *top = stn_top(S, st);
    for (int i = 0; i < S->model.n; i++)
        grow(&top[i], fabs(y[i] - origin(S, st, i)));
    for (int i = 0; i < S->model.nsite; i++) {
        double x = y[S->model.plant->sites[i].x], v = fabs(stn_site_v(&S->model, y, i));
        grow(&W->x_now[i], fabs(x - W->x_rest[i]));
        grow(&W->v_now[i], v);
        grow(&W->v_most[i], v);
    }
}

/* Slips that ended: the next ones are measured against them. */
void stn_note_slips(const StnSystem *S, StnState *st, const double *y, const StnModes *before)
{
    StnWork *W = stn_work(st);
    double *top = stn_top(S, st);
    for (int i = 0; i < S->model.nsite; i++) {
        bool ended = before->dir[i] != 0.0 && before->dir[i] != st->modes.dir[i];
        if (before->dir[i] != st->modes.dir[i] && S->model.set_valued[i] &&
            S->num.shape[i].nonsmooth)
            W->slip_steps = 0;
        if (!ended || S->model.imposed[i])
            continue;
        if (S->model.set_valued[i]) {
            stn_site_set_v(&S->model, top, i, W->v_now[i]);
            top[S->model.plant->sites[i].x] = W->x_now[i];
            W->x_now[i] = 0.0;
            W->x_rest[i] = y[S->model.plant->sites[i].x];
        } else if (!(S->num.shape[i].v_scale > 0.0)) /* no scale of the law's own near standstill */
            stn_site_set_v(&S->model, top, i, fmax(W->v_now[i], SWING_LEAST * W->v_most[i]));
        W->v_now[i] = 0.0;
    }
}
