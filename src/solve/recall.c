/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The matrices of the mode before the present one.  Stick and slip take turns, and a mode that comes back has the same
 * matrices: only their constants are made anew.  They lie in the scratch memory, which exact steps do not use; a mode that
 * other methods step through, or a propagator, takes their place. */
#include "solve/step.h"

/* Modes and inputs that vary, as numbers to compare. */
enum { KEY_MOST = 2 * STN_SITES_MAX + STN_STOPS_MAX + STN_RELS_MAX + 1 + STN_INPUTS_MAX };

typedef struct Memory {
    int nkey, nmatrix;
    double *key, *old_key, *old; /* of the matrices in use; of those kept; those kept */
} Memory;

static Memory memory(const StnSystem *S, const StnState *st)
{
    const StnModel *M = &S->model;
    double *at = stn_scratch(S, st);
    const int nkey = 2 * M->nsite + M->nstop + M->nrel + 1 + M->ninput;
    const int nmatrix =
        M->n * (M->n + M->ninput + 1 + M->nsite) + M->nguard * (M->n + M->ninput + 1);
    return (Memory){nkey, nmatrix, at, at + nkey, at + 2 * nkey};
}

/* Returns how many numbers it has: nkey of them. */
static int fill_key(const StnSystem *S, const StnState *st, double *begin)
{
    const StnModel *M = &S->model;
    const StnWork *W = stn_work(st);
    double *key = begin;
    for (int i = 0; i < M->nsite; i++)
        *key++ = st->modes.dir[i], *key++ = st->modes.zone[i];
    for (int j = 0; j < M->nstop; j++)
        *key++ = st->modes.stop[j];
    for (int k = 0; k < M->nrel; k++)
        *key++ = stn_mode(S, st)[k];
    *key++ = W->nvarying;
    for (int b = 0; b < M->ninput; b++)
        *key++ = b < W->nvarying ? W->varying[b] : 0.0;
    return (int)(key - begin);
}

static void exchange(double *restrict a, double *restrict b, int count)
{
    for (int k = 0; k < count; k++) {
        const double keep = a[k];
        a[k] = b[k];
        b[k] = keep;
    }
}

/* Which guards move and which inputs act goes with the matrices. */
static void exchange_watch(StnWork *W)
{
    const StnModeWatch watch = W->watch;
    W->watch = W->watch_then;
    W->watch_then = watch;
}

bool stn_recall_matrices(const StnSystem *S, StnState *st)
{
    const StnModel *M = &S->model;
    StnWork *W = stn_work(st);
    const Memory at = memory(S, st);
    double key[KEY_MOST], *now = stn_affine(S, st).A;
    if (!(M->full_plant->flags & STN_PLANT_AFFINE_HELD) ||
        2 * at.nkey + at.nmatrix > 6 * M->n * M->n + 24 * M->n)
        return false;
    const int nkey = fill_key(S, st, key);
    bool same = W->recall == STN_RECALL_TWO;
    for (int e = 0; same && e < nkey; e++)
        same = key[e] == at.old_key[e];
    if (same) {
        exchange(now, at.old, at.nmatrix);
        exchange(at.key, at.old_key, at.nkey);
        exchange_watch(W);
        return true;
    }
    exchange_watch(W); /* those of the present mode are about to be found */
    if (W->recall != STN_RECALL_NONE) {
        memcpy(at.old, now, (size_t)at.nmatrix * sizeof *now);
        memcpy(at.old_key, at.key, (size_t)at.nkey * sizeof *key);
    }
    memcpy(at.key, key, (size_t)at.nkey * sizeof *key);
    W->recall = W->recall == STN_RECALL_NONE ? STN_RECALL_ONE : STN_RECALL_TWO;
    return false;
}
