/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One fixed step, and the law's share in it. */
#ifndef STN_CORE_FIXED_H
#define STN_CORE_FIXED_H

#include "core/system.h"

#include <math.h>

typedef struct StnFixedStep {
    double dy[STN_ROW], guard[STN_GUARDS_MAX], FF[STN_SITES_MAX];
    StnSite site[STN_SITES_MAX];
    double v_new[STN_SITES_MAX], extra[STN_SITES_MAX]; /* extra: displacement beyond dt*v */
} StnFixedStep;

static inline double stn_sign(double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; }

/* Where the site touches its stop: -1, 0, +1. */
static inline double stn_stop_of(const StnSystem *S, const StnState *st, int site)
{
    return S->model.site_stop[site] >= 0 ? st->modes.stop[S->model.site_stop[site]] : 0.0;
}
#define STN_LINE_REST 1e-8 /* of the law's own speed: rounding of a load of 1e8 times its level */

/* Site i is held by the steep line of a smoothed law, which never stands: the speed below which the sign of v may be that of
 * rounding, so that it is no direction.  0: it has none. */
static inline double stn_line_rest(const StnSystem *S, int i)
{
    const StnShape *shape = &S->num.shape[i];
    const bool line = S->model.soft[i] && shape->stroke == 0.0 && !S->model.law[i]->advance;
    return line ? STN_LINE_REST * shape->v_scale : 0.0;
}

/* The direction of site i that moves with v, after `was`. */
static inline double stn_fixed_direction(const StnSystem *S, const StnState *st, int i, double v,
                                         double was)
{
    const bool keeps = was != 0.0 && fabs(v) <= stn_line_rest(S, i) && stn_line_rest(S, i) > 0.0 &&
                       stn_stop_of(S, st, i) == 0.0;
    return keeps ? was : stn_sign(v);
}

/* The velocity of site i at the end of the step, and its law's states: by the law's own step, or by its rates
 * (inline: a call is 1 % of a step). */
void stn_fixed_own(const StnSystem *S, StnState *st, StnFixedStep *w, int i, double dt);
static inline void stn_fixed_plain(const StnSystem *S, const StnState *st, StnFixedStep *w, int i,
                                   double dt)
{
    double *y = stn_now(S, st);
    const StnSite *in = &w->site[i];
    /* FF has the share of a mass that the law adds. */
    double a = S->model.imposed[i] ? 0.0 : in->h - w->FF[i];
    double v = in->v + dt * (1.0 / in->m) * a;
    if (S->model.set_valued[i] && in->v * v < 0.0)
        v = 0.0;
    w->v_new[i] = v;
    w->extra[i] = 0.0;
    for (int j = 0; j < S->model.law_nstate[i]; j++)
        y[S->model.law_state[i] + j] += dt * w->dy[S->model.law_state[i] + j];
}
/* A step of length dt to W->t_next. */
void stn_fixed_step(const StnEngine *E, double dt);
/* Kinks of the inputs and samples that are due.  At the end of an advance too: who looks at the state there
 * finds what holds from this instant on, as in the other engines. */
void stn_fixed_refresh(const StnSystem *S, StnState *st, double dt);

#endif
