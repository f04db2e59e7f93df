/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The linear systems of an implicit step: see stages.h. */
#include "solve/stages.h"
#include "kernel/assertion.h"

#include "core/structure.h"
#include "solve/radau_table.h"
#include "solve/small_systems.h"

#include <math.h>

enum { PAIRS = STN_PAIRS };
STN_ASSERT_AT_BUILD((int)STN_STAGES == (int)RADAU_STAGES, "the table has as many stages");

/* What every step calls, and one other place: the compiler would make a call of it. */
#define INTO_STEP static inline __attribute__((always_inline))

void stn_stages_place(const StnSystem *S, StnState *st, StnStages *w)
{
    size_t n = (size_t)S->model.nactive;
    double *next = stn_scratch(S, st);
    w->J = next, next += S->model.n * S->model.n;
    w->lu0 = next, next += n * n;
    for (int k = 0; k < PAIRS; k++)
        w->lu[k] = next, next += 2 * n * n;
    w->Z = next, next += STN_STAGES * n;
    w->F = next, next += STN_STAGES * n;
    w->weight = next;
    w->raised = w->sparse = w->planned = false;
    if (!stn_has_structure(&S->model))
        return;
    const StnStructure known = stn_structure(S, st);
    /* zeros save more than half of the products */
    w->planned = *known.products > 0 && 6 * *known.products < n * n * n;
    w->plan = (StnSparse){(int)n, known.order, known.right, known.below};
}

/* eigenvalue/h - J */
INTO_STEP void real_system(const StnSystem *S, StnStages *w, const int n, double h)
{
    for (int r = 0; r < n; r++) {
        const double *J = w->J + S->model.active[r] * S->model.n;
        for (int c = 0; c < n; c++)
            w->lu0[r * n + c] = -J[S->model.active[c]];
        w->lu0[r * n + r] += radau_real / h;
    }
}

/* The same for the pairs, from the real one. */
INTO_STEP void complex_systems(StnStages *w, const int n, double h)
{
    for (int k = 0; k < PAIRS; k++) {
        double *a = w->lu[k];
        for (int i = 0; i < n * n; i++)
            a[2 * i] = w->lu0[i], a[2 * i + 1] = 0.0;
        for (int i = 0; i < n; i++) {
            a[2 * (i * n + i)] += (radau_pair[k][0] - radau_real) / h;
            a[2 * (i * n + i) + 1] = radau_pair[k][1] / h;
        }
    }
}

/* One entry of all systems. */
INTO_STEP void entry(const StnSystem *S, StnStages *w, int r, int c)
{
    const int at = r * w->plan.n + c;
    const double j = w->J[S->model.active[r] * S->model.n + S->model.active[c]];
    w->lu0[at] = -j;
    for (int k = 0; k < PAIRS; k++)
        w->lu[k][2 * at] = -j, w->lu[k][2 * at + 1] = 0.0;
}

/* The systems where their factors have entries. */
static void sparse_systems(const StnSystem *S, StnStages *w, double h)
{
    for (int turn = 0; turn < w->plan.n; turn++) {
        const int q = (int)w->plan.order[turn], at = q * (w->plan.n + 1);
        for (uint64_t m = w->plan.right[turn]; m; m &= m - 1)
            entry(S, w, q, stn_lowest_bit(m));
        for (uint64_t m = w->plan.below[turn]; m; m &= m - 1)
            entry(S, w, stn_lowest_bit(m), q);
        entry(S, w, q, q);
        w->lu0[at] += radau_real / h;
        for (int k = 0; k < PAIRS; k++) {
            w->lu[k][2 * at] += radau_pair[k][0] / h;
            w->lu[k][2 * at + 1] = radau_pair[k][1] / h;
        }
    }
}

static bool factor_sparse(const StnSystem *S, StnStages *w, double h)
{
    sparse_systems(S, w, h);
    bool good = stn_sparse_factor_real(&w->plan, w->lu0);
    for (int k = 0; k < PAIRS && good; k++)
        good = stn_sparse_factor_complex(&w->plan, w->lu[k]);
    return good;
}

/* Few states are most: n is a constant for them. */
INTO_STEP bool factor_of(const StnSystem *S, StnStages *w, const int n, double h)
{
    real_system(S, w, n, h);
    complex_systems(w, n, h);
    bool good = stn_factor_real(w->lu0, n, w->p0);
    for (int k = 0; k < PAIRS && good; k++)
        good = stn_factor_complex(w->lu[k], n, w->p[k]);
    return good;
}

bool stn_stages_factor(const StnSystem *S, StnStages *w, double h)
{
    const int n = S->model.nactive;
    w->sparse = w->planned && factor_sparse(S, w, h);
    if (w->sparse)
        return true;
    switch (n) {
    case 2: return factor_of(S, w, 2, h);
    case 3: return factor_of(S, w, 3, h);
    default: return factor_of(S, w, n, h);
    }
}

bool stn_stages_factor_real(const StnSystem *S, StnStages *w, double h)
{
    const int n = S->model.nactive;
    real_system(S, w, n, h);
    w->sparse = w->planned && stn_sparse_factor_real(&w->plan, w->lu0);
    if (w->sparse)
        return true;
    real_system(S, w, n, h);
    return stn_factor_real(w->lu0, n, w->p0);
}

void stn_stages_solve_real(const StnStages *w, int n, double *b)
{
    if (w->sparse)
        stn_sparse_solve_real(&w->plan, w->lu0, b);
    else
        stn_solve_real(w->lu0, n, w->p0, b);
}

/* What the stages lack, F - A^-1*Z/h, in the eigenbasis.  It is small beside F, and so is then what the large entries of
 * T^-1 make of its rounding: T^-1*F alone would be 150 ulp of F off in the last stage. */
INTO_STEP void residual(const StnStages *w, const int n, double h, double *b0,
                        double (*b)[2 * STN_STATES_MAX])
{
    const double rate = 1.0 / h;
    for (int i = 0; i < n; i++) {
        double slope[RADAU_WIDTH], part[RADAU_WIDTH];
        stn_stage_product(radau_ai, w->Z + i, n, slope);
        for (int s = 0; s < STN_STAGES; s++)
            slope[s] = w->F[s * n + i] - slope[s] * rate;
        stn_stage_product(radau_ti, slope, 1, part);
        b0[i] = part[0];
        for (int k = 0; k < PAIRS; k++)
            b[k][2 * i] = part[1 + 2 * k], b[k][2 * i + 1] = part[2 + 2 * k];
    }
}

/* The same with a constant number of states. */
INTO_STEP double correct_of(StnStages *w, double h, double *size, const int n, const bool sparse)
{
    double b0[STN_STATES_MAX], b[PAIRS][2 * STN_STATES_MAX], norm = 0.0;
    residual(w, n, h, b0, b);
    if (sparse) {
        stn_sparse_solve_real(&w->plan, w->lu0, b0);
        for (int k = 0; k < PAIRS; k++)
            stn_sparse_solve_complex(&w->plan, w->lu[k], b[k]);
    } else {
        stn_solve_real(w->lu0, n, w->p0, b0);
        for (int k = 0; k < PAIRS; k++)
            stn_solve_complex(w->lu[k], n, w->p[k], b[k]);
    }
    for (int i = 0; i < n; i++) {
        double part[STN_STAGES], d[RADAU_WIDTH], most = 0.0;
        part[0] = b0[i];
        for (int k = 0; k < PAIRS; k++)
            part[1 + 2 * k] = b[k][2 * i], part[2 + 2 * k] = b[k][2 * i + 1];
        stn_stage_product(radau_t, part, 1, d);
        for (int s = 0; s < STN_STAGES; s++) {
            w->Z[s * n + i] += d[s];
            most = fabs(d[s]) > most || isnan(d[s]) ? fabs(d[s]) : most;
        }
        size[i] = most / w->weight[i];
        norm = size[i] > norm || isnan(size[i]) ? size[i] : norm;
    }
    return norm;
}

double stn_stages_correct(const StnSystem *S, StnStages *w, double h, double *size)
{
    const int n = S->model.nactive;
    if (w->sparse)
        return correct_of(w, h, size, n, true);
    switch (n) {
    case 2: return correct_of(w, h, size, 2, false);
    case 3: return correct_of(w, h, size, 3, false);
    default: return correct_of(w, h, size, n, false);
    }
}
