/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What rounding makes of the states of an implicit step. */
#include "solve/stages.h"

#include <math.h>
#include <string.h>

#define ROUNDING 4e-15 /* of the terms of a rate: a few sums over the stages, about 20 ulp */

/* The terms of a rate beside those of its states: inputs, with the rounding of time in them, and constants.  In an
 * affine mode the matrices have them; elsewhere they are what the states leave over, and what time changes. */
static void input_terms(const StnSystem *S, StnState *st, const StnStages *w, const double *y0,
                        double *terms)
{
    StnWork *W = stn_work(st);
    const int n = S->model.nactive, nu = S->model.ninput;
    const StnAffine m = stn_affine(S, st);
    StnIn u[STN_INPUTS_MAX];
    double f[STN_ROW], later[STN_ROW], guard[STN_GUARDS_MAX];
    if (W->affine_mode && W->affine_ready) {
        stn_inputs(S, st, W->t0, u);
        for (int i = 0; i < n; i++) {
            terms[i] = fabs(m.c[S->model.active[i]]);
            for (int j = 0; j < nu; j++)
                terms[i] += fabs(m.B[S->model.active[i] * nu + j]) *
                            (fabs(u[j].val) + fabs(W->t0 * u[j].d1));
        }
        return;
    }
    stn_rates(S, st, W->t0, y0, f, guard);
    stn_rates(S, st, W->t0 + W->h, y0, later, guard);
    for (int i = 0; i < n; i++) {
        const int r = S->model.active[i];
        double rest = f[r];
        for (int j = 0; j < n; j++)
            rest -= w->J[r * S->model.n + S->model.active[j]] * y0[S->model.active[j]];
        terms[i] = fabs(rest) + fabs((later[r] - f[r]) / W->h * W->t0);
        terms[i] = isfinite(terms[i]) ? terms[i] : 0.0;
    }
}

/* What rounding of the rates makes of each state.  A rate is the sum of terms J_ij*y_j, each with its
 * rounding; where they cancel (two large angles in a stiff shaft, friction against a load) the sum is far
 * less certain than its size says.  Costs as much as a factorisation. */
void stn_stages_rounding(const StnSystem *S, StnState *st, const StnStages *w, const double *y0,
                         double *noise)
{
    int n = S->model.nactive;
    double column[STN_STATES_MAX], given[STN_STATES_MAX];
    memset(noise, 0, (size_t)n * sizeof *noise);
    input_terms(S, st, w, y0, given);
    for (int c = 0; c < n; c++) {
        const double *J = w->J + S->model.active[c] * S->model.n;
        double terms = given[c];
        for (int i = 0; i < n; i++)
            terms += fabs(J[S->model.active[i]] * y0[S->model.active[i]]);
        if (terms == 0.0)
            continue;
        memset(column, 0, (size_t)n * sizeof *column);
        column[c] = ROUNDING * terms;
        stn_stages_solve_real(w, n, column);
        for (int i = 0; i < n; i++)
            noise[i] += fabs(column[i]);
    }
}

double stn_implicit_rounding(const StnSystem *S, StnState *st, int site)
{
    const StnModel *M = &S->model;
    StnStages w;
    double noise[STN_STATES_MAX], sum = 0.0;
    stn_stages_place(S, st, &w);
    if (!stn_stages_factor_real(S, &w, stn_work(st)->h))
        return 0.0;
    stn_stages_rounding(S, st, &w, stn_coef(S, st), noise);
    for (int v = stn_site_first(M, site); v >= 0; v = stn_site_next(M, site, v))
        for (int i = 0; i < M->nactive; i++)
            sum += M->active[i] == v ? noise[i] : 0.0;
    return sum;
}
