/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "core/affine.h"

#include <math.h>

StnAffine stn_affine(const StnSystem *S, const StnState *st)
{
    size_t n = (size_t)S->model.n, nu = (size_t)S->model.ninput, ng = (size_t)S->model.nguard;
    StnAffine m;
    m.A = stn_matrix(S, st);
    m.B = m.A + n * n;
    m.c = m.B + n * nu;
    m.Gy = m.c + n;
    m.Gu = m.Gy + ng * n;
    m.gc = m.Gu + ng * nu;
    return m;
}

bool stn_affine_holds(const StnSystem *S, const StnState *st)
{
    StnPiece *pieces = stn_pieces(S, st);
    if (!S->model.affine)
        return false;
    for (int i = 0; i < S->model.ninput; i++)
        if (!pieces[i].exact || ((S->model.slopes >> i & 1u) && !pieces[i].linear))
            return false;
    for (int i = 0; i < S->model.nsite; i++) {
        double above = S->num.shape[i].affine_above;
        bool moving = st->modes.dir[i] != 0.0 || S->model.imposed[i] || !S->model.set_valued[i];
        if (!moving && S->num.shape[i].curved_rest)
            return false;
        if (moving && above > 0.0 &&
            (st->modes.zone[i] || above > S->num.shape[i].zone || !S->solver.zone_guard))
            return false;
    }
    return true;
}

bool stn_frozen_still(const StnSystem *S, const StnState *st, const StnFrozen *then)
{
    const StnWork *W = stn_work(st);
    const StnModel *M = &S->model;
    const double *mode = stn_mode(S, st);
    bool same = W->nvarying == then->nvarying && (M->full_plant->flags & STN_PLANT_AFFINE_HELD);
    for (int k = 0; same && k < W->nvarying; k++)
        same = W->varying[k] == then->varying[k];
    for (int i = 0; same && i < M->nsite; i++)
        same = st->modes.dir[i] == then->modes.dir[i] && st->modes.zone[i] == then->modes.zone[i];
    for (int j = 0; same && j < M->nstop; j++)
        same = st->modes.stop[j] == then->modes.stop[j];
    for (int k = 0; same && k < M->nrel; k++)
        same = mode[k] == then->mode[k];
    return same;
}

/* r - M*y - W*u: what is left constant. */
static double constant(double r, const double *M, const double *y, int n, const double *W,
                       const StnIn *u, int nu)
{
    for (int j = 0; j < n; j++)
        r -= M[j] * y[j];
    for (int j = 0; j < nu; j++)
        r -= W[j] * u[j].val;
    return r;
}

void stn_affine_prepare(const StnSystem *S, StnState *st, double t, const double *y)
{
    StnWork *W = stn_work(st);
    double dy[STN_ROW], g[STN_GUARDS_MAX];
    StnIn u[STN_INPUTS_MAX];
    StnAffine m = stn_affine(S, st);
    stn_inputs(S, st, t, u);
    stn_rates(S, st, t, y, dy, g);
    if (!W->affine_kept)
        stn_jacobian(S, st, t, y, m.A, m.Gy, m.B, m.Gu, W->varying, W->nvarying);
    for (int i = 0; i < S->model.n; i++)
        m.c[i] = constant(dy[i], m.A + i * S->model.n, y, S->model.n, m.B + i * S->model.ninput, u,
                          S->model.ninput);
    for (int k = 0; k < S->model.nguard; k++)
        m.gc[k] = constant(g[k], m.Gy + k * S->model.n, y, S->model.n, m.Gu + k * S->model.ninput,
                           u, S->model.ninput);
    W->affine_ready = 1;
    W->affine_kept = 0;
}
