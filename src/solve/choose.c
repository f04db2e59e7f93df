/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which method makes the next step: the series where the mode is affine, or is so but for bells, explicit
 * otherwise, implicit where it turns out stiff. */
#include "solve/step.h"

#include <math.h>
#include <string.h>

enum {
    EXACT_FIRST = 400,
    TRIAL = 6,
    SUSPECT_FIRST = 40, /* suspect explicit steps until the Jacobian is asked about stiffness, */
    SUSPECT_MORE = 3,   /* and so many times more after each time in vain */
    TRIED = 24,         /* implicit steps after which they are compared with the explicit ones */
    BREAKAWAY_STEPS = 100,
    ASK_ROUNDING = 16, /* how often exact steps are asked whether they follow rounding */
};

#define ROUNDING 1e-15    /* of the terms of a rate */
#define IMPLICIT_COST 2.0 /* an implicit step costs as much as one or two exact ones */
#define GAIN 4.0          /* and at most four explicit ones */
#define EDGE 0.6 /* mean step times fastest rate: what is damped so much has long died away */
#define ROUNDING_EDGE 0.02 /* the same where rounding has shortened the steps */
#define DAMPED 0.3         /* of critical: what swings longer has to be followed anyway */

/* What rounding of the rates can leave in a term of the series, from the term before; the first from the
 * states and inputs themselves. */
static void rounding_of_term(const StnSystem *S, const StnState *st, int k, double *noise)
{
    StnWork *W = stn_work(st);
    const StnModel *M = &S->model;
    const StnAffine m = stn_affine(S, st);
    const double *y = stn_coef(S, st);
    double before[STN_STATES_MAX];
    memcpy(before, noise, (size_t)M->n * sizeof *before);
    for (int a = 0; a < M->nactive; a++) {
        int i = M->active[a];
        double sum = k == 1 ? fabs(m.c[i]) : 0.0;
        for (int b = 0; b < M->nactive; b++) {
            int j = M->active[b];
            sum += fabs(m.A[i * M->n + j] * (k == 1 ? y[j] : before[j]));
        }
        for (int j = 0; k == 1 && j < M->ninput; j++)
            sum += fabs(m.B[i * M->ninput + j]) * (fabs(W->u[j].val) + fabs(W->t0 * W->u[j].d1));
        noise[i] = (k == 1 ? ROUNDING : 1.0) * W->h / k * sum;
    }
}

/* The last exact step was far shorter than what is left of the motion asks for: its fast parts have died
 * away and only stability holds it.  By the terms 2 to 4 of the series: where a solution changes on the
 * scale T they are (h/T)^k/k!, and implicit steps, which feel the eighth, are sure to follow with h = T*(6!*rtol)^(1/6).
 * What rounding multiplies on the fast scale is no motion; that is asked now and then. */
static bool smooth(const StnSystem *S, const StnState *st, bool ask_rounding)
{
    StnWork *W = stn_work(st);
    const double *c = stn_coef(S, st);
    double rtol = S->solver.rtol, goal = W->bell_mode ? rtol : stn_affine_rtol(rtol);
    double q = stn_step_root(720.0 * goal, 6) / IMPLICIT_COST;
    double most[5] = {0.0, 0.0, q * q / 2.0, q * q * q / 6.0, q * q * q * q / 24.0};
    double noise[STN_STATES_MAX];
    int n = S->model.n;
    if (W->t_break - W->t0 < 4.0 * IMPLICIT_COST * W->h)
        return false;
    memset(noise, 0, (size_t)n * sizeof *noise);
    for (int k = 1; k <= 4 && k <= W->degree; k++) {
        if (ask_rounding)
            rounding_of_term(S, st, k, noise);
        for (int a = S->model.nactive - 1; k > 1 && a >= 0;
             a--) { /* velocities are seldom smooth */
            int i = S->model.active[a];
            double size = stn_weight(S, st, i, c[i], c[i]) / rtol;
            if (fabs(c[k * n + i]) > fmax(most[k] * size, noise[i]))
                return false;
        }
    }
    return true;
}

/* A Stribeck zone is short, and the next one will be as stiff: it begins with implicit steps, as any mode that is
 * not affine, until they turn out to get ahead no faster than the series (look_for_stiffness). */
static void stays_stiff(StnState *st)
{
    StnWork *W = stn_work(st);
    W->stiff = STN_STIFF_ENOUGH;
    W->h_tried = IMPLICIT_COST * W->h_exact / GAIN;
    W->span = 0.0;
    W->nspan = 0;
}

/* A stiff affine mode: where the motion is smooth, and anyway after many exact steps, the implicit method
 * is tried, and kept when it gets ahead faster; otherwise tried again when the mode has lasted four times as
 * long. */
static StnStepKind choose_affine(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    if (W->mode_steps == 0)
        W->implicit_trial_at = EXACT_FIRST, W->smooth_from = TRIAL;
    if (W->how == STN_STEP_EXACT)
        W->h_exact = W->h;
    if (W->mode_steps == 0)
        return STN_STEP_EXACT;
    if (W->how == STN_STEP_IMPLICIT) {
        if (W->mode_steps != W->implicit_trial_at + TRIAL)
            return STN_STEP_IMPLICIT;
        if (W->h >= IMPLICIT_COST * W->h_exact) {
            if (W->bell_mode)
                stays_stiff(st);
            return STN_STEP_IMPLICIT;
        }
        W->implicit_trial_at = W->smooth_from = 4 * W->mode_steps;
        return STN_STEP_EXACT;
    }
    if (W->mode_steps < W->implicit_trial_at &&
        (W->mode_steps < W->smooth_from || W->mode_steps % 2 ||
         !smooth(S, st, W->mode_steps % ASK_ROUNDING == 0)))
        return STN_STEP_EXACT;
    W->implicit_trial_at = W->mode_steps;
    return STN_STEP_IMPLICIT;
}

/* The mean of the last steps that were not affine; begins a new one. */
static double mean_step(StnState *st)
{
    StnWork *W = stn_work(st);
    double mean = W->nspan > 0 ? W->span / W->nspan : 0.0;
    W->span = 0.0;
    W->nspan = 0;
    return mean;
}

/* Explicit steps at the edge of stability pass like others, and their stages need not show what holds
 * them; so after many suspect ones the Jacobian is asked whether its fastest motion dies away within a few
 * steps.  Then the implicit method is tried, and kept when it gets ahead faster. */
static void look_for_stiffness(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    double *J = stn_scratch(S, st), *y = stn_coef(S, st);
    if (W->check_stiffness_at == 0)
        W->check_stiffness_at = SUSPECT_FIRST;
    bool rounding = W->held_by_rounding == 1; /* not looked for yet */
    if (W->stiff < STN_STIFF_ENOUGH && (rounding || W->suspect >= W->check_stiffness_at) &&
        !W->affine_mode && !W->bell_mode) {
        stn_jacobian(S, st, W->t0, y, J, NULL, NULL, NULL, NULL, 0);
        W->slope_ready = 0; /* J has overwritten it */
        StnFastest fastest = stn_fastest(S, st, J, y);
        W->h_tried = mean_step(st);
        W->suspect = 0;
        if (W->held_by_rounding)
            W->held_by_rounding = 2;
        if (fastest.damping > DAMPED &&
            W->h_tried * fastest.rate > (rounding ? ROUNDING_EDGE : EDGE))
            W->stiff = STN_STIFF_ENOUGH;
        else
            W->h_tried = 0.0, W->check_stiffness_at *= SUSPECT_MORE;
    } else if (W->stiff >= STN_STIFF_ENOUGH && W->h_tried > 0.0 && W->nspan >= TRIED) {
        if (mean_step(st) < GAIN * W->h_tried)
            W->stiff = 0, W->check_stiffness_at *= SUSPECT_MORE;
        W->h_tried = 0.0;
    }
}

bool stn_breaks_away(const StnSystem *S, const StnState *st)
{
    StnWork *W = stn_work(st);
    if (W->slip_steps >= BREAKAWAY_STEPS) /* it creeps, or something else is stiff */
        return false;
    for (int i = 0; i < S->model.nsite; i++)
        if (S->num.shape[i].nonsmooth && S->model.set_valued[i] && st->modes.zone[i] &&
            W->v_now[i] < S->num.shape[i].v_scale)
            return true;
    return false;
}

static void choose(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    if (!W->form_known) {
        W->form = stn_form(S, st);
        W->form_known = 1;
    }
    W->affine_mode = W->form == STN_FORM_AFFINE;
    W->bell_mode = W->form == STN_FORM_BELL && W->stiff < STN_STIFF_ENOUGH;
    switch (S->solver.integrator) {
    case STN_INTEGRATOR_EXPLICIT: W->how = STN_STEP_EXPLICIT; return;
    case STN_INTEGRATOR_IMPLICIT: W->how = STN_STEP_IMPLICIT; return;
    case STN_INTEGRATOR_EXACT:
    case STN_INTEGRATOR_AUTO: break;
    }
    if (S->solver.integrator == STN_INTEGRATOR_AUTO)
        look_for_stiffness(S, st);
    W->rests = S->model.nsoft > 0 && !W->affine_mode && !W->bell_mode &&
               W->stiff < STN_STIFF_ENOUGH && stn_rest_is_stiff(S, st);
    if (W->affine_mode || W->bell_mode)
        W->how = choose_affine(S, st);
    else if (stn_breaks_away(S, st))
        W->how = STN_STEP_EXPLICIT;
    else
        W->how = W->stiff >= STN_STIFF_ENOUGH || W->rests ? STN_STEP_IMPLICIT : STN_STEP_EXPLICIT;
}

static void method_begins(StnState *st)
{
    StnWork *W = stn_work(st);
    bool stiff_affine =
        (W->affine_mode || W->bell_mode) && W->how == STN_STEP_IMPLICIT && W->mode_steps > 0;
    W->h_next = stiff_affine                    ? IMPLICIT_COST * W->h_exact
                : W->rests && W->mode_steps > 0 ? W->h
                                                : 0.0;
    W->h_newton = W->error_before = 0.0;
    W->newton_ready = W->slope_ready = 0;
}

void stn_choose_method(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    const StnStepKind before = W->how;
    choose(S, st);
    if (W->how != STN_STEP_EXACT)
        W->propagator = STN_KEPT_NOT; /* other methods need the memory */
    if (W->how != before)
        method_begins(st);
}
