/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Energy at the friction sites: work of the active forces and of friction, by Gauss or Lobatto
 * quadrature along a step; the kinetic energy is compared with it, so the balance checks the whole
 * chain independently. */
#include "solve/step.h"

#include <math.h>
#include <string.h>

typedef struct Rule {
    int points;
    const double *at, *weight;
} Rule;

static const double at3[3] = {0.11270166537925831148, 0.5, 0.88729833462074168852};
static const double weight3[3] = {0.27777777777777777778, 0.44444444444444444444,
                                  0.27777777777777777778};
static const double at5[5] = {0.046910077030668003601, 0.23076534494715845448, 0.5,
                              0.76923465505284154552, 0.95308992296933199640};
static const double weight5[5] = {0.11846344252809454376, 0.23931433524968323402,
                                  0.28444444444444444444, 0.23931433524968323402,
                                  0.11846344252809454376};
static const double at8[8] = {
    0.019855071751231884158, 0.10166676129318663020, 0.23723379504183550709, 0.40828267875217509753,
    0.59171732124782490247,  0.76276620495816449291, 0.89833323870681336980, 0.98014492824876811584,
};
static const double weight8[8] = {
    0.050614268145188129576, 0.11119051722668723527,  0.15685332293894364367,
    0.18134189168918099148,  0.18134189168918099148,  0.15685332293894364367,
    0.11119051722668723527,  0.050614268145188129576,
};

/* Lobatto's, with both ends: exact to degree 7, as an explicit step. */
static const double at_ends[5] = {0.0, 0.17267316464601142810, 0.5, 0.82732683535398857190, 1.0};
static const double weight_ends[5] = {0.05, 0.27222222222222222222, 0.35555555555555555556,
                                      0.27222222222222222222, 0.05};

/* Friction is then right at the ends only.  What swings in the plant, a stiff shaft, does not matter: its polynomial moves on
 * average as its torque says, and steps of its own to the tolerance. */
static bool needs_steps(const StnWork *W)
{
    return W->how == STN_STEP_EXPLICIT && W->swings == STN_SWINGS_LAW;
}

/* The rule with as few points as the step allows; one that costs an explicit step of its own is dear.
 * Of Gauss's for a propagated step: a power is a product of two sums of exp(L*t), |L| <= r; p points leave
 * (p!)^4/((2*p + 1)*(2*p)!^3) of its derivative 2*p, and its first derivative may be of any size: (2*r*h)^(2*p - 1).  The
 * terms that the propagator took say r*h: (r*h)^k/(k + 1)! has fallen to 1e-19 with the last one.  With 7 terms r*h is
 * at most 0.0088 and three points leave 9e-16, with 12 it is 0.17 and five points leave 3e-17. */
static Rule rule(const StnWork *W)
{
    if (W->propagated && W->kept_terms <= 7)
        return (Rule){3, at3, weight3};
    if (W->propagated && W->kept_terms <= 12)
        return (Rule){5, at5, weight5};
    if (needs_steps(W))
        return (Rule){5, at_ends, weight_ends};
    return (Rule){8, at8, weight8};
}

/* The work from the start of the step to theta. */
static void add_step(const StnSystem *S, StnState *st, double theta, StnEnergy *energy)
{
    StnWork *W = stn_work(st);
    const Rule quadrature = rule(W);
    StnEvaluation e;
    double y[STN_ROW];
    StnIn u[STN_INPUTS_MAX];
    StnEnergy step = {0};
    for (int q = 0; q < quadrature.points; q++) {
        double at = theta * quadrature.at[q], weight = theta * W->h * quadrature.weight[q];
        if (W->propagated || needs_steps(W))
            stn_step_at(S, st, at, y);
        else
            stn_poly_at(S, st, at, y);
        stn_inputs(S, st, W->t0 + at * W->h, u);
        stn_assemble(S, st, y, u, 0, e.dy, e.guard, e.site, e.FF);
        for (int i = 0; i < S->model.nsite; i++)
            stn_add_work(&step, weight * e.site[i].h * e.site[i].v, weight * e.FF[i] * e.site[i].v);
    }
    energy->input += step.input;
    energy->friction += step.friction;
    energy->moved += step.moved;
}

void stn_energy_step(const StnSystem *S, StnState *st, double theta)
{
    if (theta > 0.0 && !stn_all_stand(S, st))
        add_step(S, st, theta, &st->energy);
}

StnEnergy stn_state_energy(const StnSystem *S, const StnState *state)
{
    StnState *st = (StnState *)state; /* guards are scratch */
    const StnWork *W = stn_work(st);
    StnEnergy e = state->energy;
    if (!S->solver.energy)
        return (StnEnergy){0};
    if (S->model.method != STN_METHOD_FIXED && st->started && W->h > 0.0 && st->t > W->t0 &&
        !stn_all_stand(S, st))
        add_step(S, st, (st->t - W->t0) / W->h, &e);
    e.moved += st->e_start;
    e.stored = stn_kinetic(S, st, stn_now(S, st)) - st->e_start;
    return e;
}

double stn_energy_left_over(const StnEnergy *e)
{
    return e->input - e->stored - e->friction - e->impact;
}
