/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The stages of an implicit step, and the linear systems of their Newton corrections: in the eigenbasis of the inverse
 * Runge-Kutta matrix one real system and one complex system per pair of eigenvalues, each of the size of the state. */
#ifndef STN_SOLVE_STAGES_H
#define STN_SOLVE_STAGES_H

#include "solve/sparse_systems.h"
#include "solve/step.h"

enum { STN_STAGES = 7, STN_PAIRS = STN_STAGES / 2 };

/* All arrays but J are those of the active states, n = S->model.nactive of them, in the scratch memory of the state. */
typedef struct StnStages {
    double *J, *lu0, *lu[STN_PAIRS]; /* lu: n x n complex, interleaved */
    bool planned;                    /* there is an order of elimination, */
    bool sparse;                     /* and they are factored so; else with pivots p0, p */
    StnSparse plan;
    int p0[STN_STATES_MAX], p[STN_PAIRS][STN_STATES_MAX];
    double *Z, *F, *weight;     /* STN_STAGES x n: states less those of the start; rates; n */
    bool raised;                /* the weights are above rounding, */
    bool noisy[STN_STATES_MAX]; /* and are rounding */
} StnStages;

/* out = matrix*x for the numbers of one state in all stages, x apart by `apart`; a matrix of radau_table.h.  Written
 * with pairs of numbers, which one instruction adds and multiplies; each sum is made in the order of the stages. */
typedef double StnTwo __attribute__((vector_size(16), aligned(8)));
static inline __attribute__((always_inline)) void
stn_stage_product(const double (*matrix)[STN_STAGES + 1], const double *x, int apart, double *out)
{
    const StnTwo *m = (const void *)matrix;
    StnTwo a = m[0] * x[0], b = m[1] * x[0], c = m[2] * x[0], d = m[3] * x[0];
    for (int j = 1; j < STN_STAGES; j++) {
        const double y = x[j * apart];
        a += m[4 * j] * y, b += m[4 * j + 1] * y, c += m[4 * j + 2] * y, d += m[4 * j + 3] * y;
    }
    StnTwo *to = (void *)out;
    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
}

void stn_stages_place(const StnSystem *S, StnState *st, StnStages *w);
/* Factors the systems of a step h; false: one is singular. */
bool stn_stages_factor(const StnSystem *S, StnStages *w, double h);
/* The real system alone. */
bool stn_stages_factor_real(const StnSystem *S, StnStages *w, double h);
void stn_stages_solve_real(const StnStages *w, int n, double *b);
/* One Newton correction of Z by the rates F; its size over the weights, and that of each state in size. */
double stn_stages_correct(const StnSystem *S, StnStages *w, double h, double *size);

/* What rounding of the rates makes of each state in a step from y0.  Costs as much as a factorisation. */
void stn_stages_rounding(const StnSystem *S, StnState *st, const StnStages *w, const double *y0,
                         double *noise);

#endif
