/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Energy at the friction sites: work of the active forces and of friction, by Gauss quadrature along
 * the polynomials of a step; the kinetic energy is compared with it, so the balance checks the whole
 * chain independently. */
#include "solve/step.h"

#include <math.h>
#include <string.h>

enum { POINTS = 8 };
static const double gauss_x[POINTS] = {
    0.019855071751231884158, 0.10166676129318663020, 0.23723379504183550709, 0.40828267875217509753,
    0.59171732124782490247,  0.76276620495816449291, 0.89833323870681336980, 0.98014492824876811584,
};
static const double gauss_w[POINTS] = {
    0.050614268145188129576, 0.11119051722668723527,  0.15685332293894364367,
    0.18134189168918099148,  0.18134189168918099148,  0.15685332293894364367,
    0.11119051722668723527,  0.050614268145188129576,
};

/* The work from the start of the step to theta. */
static void add_step(const StnSystem *S, StnState *st, double theta, StnEnergy *energy)
{
    StnWork *W = stn_work(st);
    StnEvaluation e;
    double y[STN_ROW];
    StnIn u[STN_INPUTS_MAX];
    StnEnergy step = {0};
    for (int q = 0; q < POINTS; q++) {
        double at = theta * gauss_x[q], weight = theta * W->h * gauss_w[q];
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
