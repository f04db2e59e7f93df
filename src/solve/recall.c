/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The matrices of the last few modes.  Stick, break away, slip and stop take turns, and a mode that comes back has the
 * same matrices: only their constants are made anew.  Sets of a plant with many states are not kept. */
#include "solve/step.h"

/* What tells modes apart: their words, and the inputs that vary. */
static void fill_key(const StnSystem *S, const StnState *st, double *key)
{
    const StnModel *M = &S->model;
    const StnWork *W = stn_work(st);
    for (int i = 0; i < M->nsite; i++)
        *key++ = st->modes.dir[i], *key++ = st->modes.zone[i];
    for (int j = 0; j < M->nstop; j++)
        *key++ = st->modes.stop[j];
    for (int k = 0; k < M->nrel; k++)
        *key++ = stn_mode(S, st)[k];
    *key++ = W->nvarying;
    for (int b = 0; b < M->ninput; b++)
        *key++ = b < W->nvarying ? W->varying[b] : 0.0;
}

static double *key_of(const StnSystem *S, const StnState *st, int set)
{
    const size_t size = S->model.kept_size;
    return stn_matrix(S, st) + (size_t)(set + 1) * size - S->model.nkey;
}

bool stn_recall_matrices(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    const int nkey = S->model.nkey;
    double key[STN_KEY_MOST];
    int oldest = 0;
    if (nkey == 0)
        return false;
    fill_key(S, st, key);
    if (++W->kept_count == INT32_MAX)
        memset(W->kept_used, 0, sizeof W->kept_used), W->kept_count = 1;
    for (int set = 0; set < S->model.nkept; set++) {
        const double *old = key_of(S, st, set);
        bool same = W->kept_used[set] > 0;
        for (int e = 0; same && e < nkey; e++)
            same = key[e] == old[e];
        if (same) {
            W->kept = set;
            W->kept_used[set] = W->kept_count;
            return true;
        }
        oldest = W->kept_used[set] < W->kept_used[oldest] ? set : oldest;
    }
    W->kept = oldest;
    W->kept_used[oldest] = W->kept_count;
    memcpy(key_of(S, st, oldest), key, (size_t)nkey * sizeof *key);
    return false;
}
