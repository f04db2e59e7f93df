/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Guards for hosts that look for events themselves: those that can ever be other than 1. */
#include "core/build.h"

#include <math.h>

/* A state as far as stn_assemble and the inputs look at it. */
enum {
    SCRATCH = (sizeof(StnState) + sizeof(StnWork)) / sizeof(double) + 2 * STN_STATES_MAX +
              3 * STN_RELS_MAX + STN_SENSORS_MAX +
              STN_INPUTS_MAX * (sizeof(StnReplaced) + sizeof(StnPiece)) / sizeof(double)
};

/* Which guards the equations write depends on the modes, not on the numbers: so a few states with other
 * modes show them all.  A guard that is 1 by chance is another number in the next state. */
static void list_guards(const StnSystem *S, StnGuardList *list)
{
    const StnModel *M = &S->model;
    double scratch[SCRATCH] = {0};
    StnState *st = (StnState *)scratch;
    double y[STN_ROW] = {0}, *mode = stn_mode(S, st);
    StnEvaluation at;
    bool used[STN_GUARDS_MAX] = {false};
    stn_inputs_refresh(S, st, 0.0);
    for (int trial = 0; trial < 6; trial++) {
        const double side = trial % 3 - 1.0; /* -1, 0, 1 */
        for (int i = 0; i < M->n; i++)
            y[i] = S->y_start[i] + 1e-3 * (trial + 1.37) * S->scale[i];
        for (int k = 0; k < M->nrel; k++)
            mode[k] = side;
        for (int i = 0; i < M->nsite; i++)
            st->modes.dir[i] = trial < 3 ? 0.0 : trial == 4 ? -1.0 : 1.0;
        for (int j = 0; j < M->nstop; j++)
            st->modes.stop[j] = trial < 3 ? side : 0.0;
        stn_evaluate(S, st, 0.0, y, 0, &at);
        for (int k = 0; k < M->nguard; k++)
            used[k] = used[k] || at.guard[k] != 1.0;
    }
    list->count = 0;
    for (int k = 0; k < M->nguard; k++)
        if (used[k])
            list->guard[list->count++] = (int16_t)k;
}

/* The list is made when it is first asked for: few hosts do.  Threads share a system, so whoever comes
 * first keeps it there, and who comes meanwhile uses its own. */
static const StnGuardList *guards_of(const StnSystem *S, StnGuardList *own)
{
    enum { NOT_MADE, CLAIMED, MADE };
    StnTexts *texts = S->texts;
    int made = NOT_MADE;
    if (atomic_load_explicit(&texts->guards_made, memory_order_acquire) == MADE)
        return &texts->guards;
    list_guards(S, own);
    if (atomic_compare_exchange_strong(&texts->guards_made, &made, CLAIMED)) {
        texts->guards = *own;
        atomic_store_explicit(&texts->guards_made, MADE, memory_order_release);
    }
    return own;
}

int stn_guard_count(const StnSystem *system)
{
    StnGuardList own;
    return guards_of(system, &own)->count;
}

StnGuardInfo stn_guard_at(const StnSystem *S, int index)
{
    const StnModel *M = &S->model;
    StnGuardList own;
    const int k = guards_of(S, &own)->guard[index];
    StnGuardInfo info = {stn_guard_name(&S->model, k), 1.0};
    if (k >= M->g_stop)
        info.scale = S->scale[M->plant->stops[(k - M->g_stop) / 2].pos];
    else if (k >= M->g_site)
        info.scale = stn_site_v(M, S->scale, (k - M->g_site) / 2);
    return info;
}

void stn_guards(const StnSystem *S, const StnState *state, double *out)
{
    StnState *st = (StnState *)state; /* next[] is scratch; the state stays as it is */
    StnEvaluation now;
    stn_evaluate(S, st, st->t, stn_now(S, st), 0, &now);
    StnGuardList own;
    const StnGuardList *list = guards_of(S, &own);
    for (int k = 0; k < list->count; k++)
        out[k] = now.guard[list->guard[k]];
}
