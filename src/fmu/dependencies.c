/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What depends on what.  A number that is not a number reaches everything that is computed from it, factors that
 * happen to be 0 included, and nothing else: so each known is made NaN in turn, in many modes. */
#include "fmu/variables.h"

#include "core/system.h"
#include "kernel/splitmix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MODES = 160 };

typedef struct {
    const StnSystem *S;
    const StnFmuVariables *list;
    StnState *state;
    double *start, *column;
} Probe;

static double side(uint64_t *seed) { return (double)(stn_splitmix_next(seed) % 3) - 1.0; }

/* The first ones have everything on one side, the others are drawn. */
static void set_modes(Probe *probe, int which, uint64_t *seed)
{
    const StnModel *M = &probe->S->model;
    StnModes *modes = &probe->state->modes;
    double *mode = stn_mode(probe->S, probe->state);
    const bool drawn = which >= 27;
    for (int i = 0; i < M->nsite; i++) {
        modes->dir[i] = drawn ? side(seed) : which % 3 - 1.0;
        modes->zone[i] = drawn ? (int)(stn_splitmix_next(seed) % 2) : which % 2;
    }
    for (int k = 0; k < M->nrel; k++)
        mode[k] = drawn ? side(seed) : which / 3 % 3 - 1.0;
    for (int j = 0; j < M->nstop; j++)
        modes->stop[j] = drawn ? side(seed) : which / 9 % 3 - 1.0;
}

/* Notes which unknowns a known reaches. */
static void note_reached(Probe *probe, int known, StnFmuDependencies *d)
{
    const StnSystem *S = probe->S;
    StnIn u[STN_INPUTS_MAX];
    double mode[STN_RELS_MAX], next[STN_RELS_MAX];
    StnEvaluation at;
    stn_inputs_shown(S, probe->state, u);
    stn_evaluate_shown(S, probe->state, stn_now(S, probe->state), u, mode, next, &at);
    stn_state_columns(S, probe->state, probe->column);
    int row = 0;
    for (int k = 0; k < probe->list->nstate; k++, row++)
        d->acts[row * d->nknown + known] |= isnan(at.dy[k]);
    for (int k = 0; k < probe->list->ncolumn; k++, row++)
        d->acts[row * d->nknown + known] |= isnan(probe->column[k]);
    for (int k = 0; k < S->model.nguard; k++)
        if (probe->list->nguard > 0 && stn_guard_is_listed(S, k))
            d->acts[row++ * d->nknown + known] |= isnan(at.guard[k]);
}

/* The probe with one known that is not a number. */
static void spoil(Probe *probe, int known)
{
    const StnFmuVariables *list = probe->list;
    const StnSystem *S = probe->S;
    StnWork *W = stn_work(probe->state);
    memcpy(stn_now(S, probe->state), probe->start, (size_t)S->model.n * sizeof(double));
    W->nvarying = 0; /* inputs stay as they are here */
    for (int i = 0; i < S->model.ninput; i++)
        W->u[i] = (StnIn){list->item[list->input + i].start, 0.0, 0.0};
    if (known < list->nstate)
        stn_now(S, probe->state)[known] = NAN;
    else if (known < list->nstate + list->ninput)
        W->u[known - list->nstate].val = NAN;
    else
        for (int i = 0, slope = known - list->nstate - list->ninput; i < S->model.ninput; i++)
            if (S->model.slopes >> i & 1u && slope-- == 0)
                W->u[i].d1 = NAN;
}

static void probe_all(Probe *probe, StnFmuDependencies *d)
{
    for (int known = 0; known < d->nknown; known++) {
        uint64_t seed = 1;
        for (int which = 0; which < MODES; which++) {
            spoil(probe, known);
            set_modes(probe, which, &seed);
            note_reached(probe, known, d);
        }
    }
}

StnStatus stn_fmu_dependencies(const StnSystem *S, const StnFmuVariables *list,
                               StnFmuDependencies *out, StnError *error)
{
    Probe probe = {.S = S, .list = list, .state = malloc(stn_state_size(S))};
    out->nunknown = list->nstate + list->ncolumn + list->nguard;
    out->nknown = list->nstate + list->ninput + list->nslope;
    out->acts = calloc((size_t)(out->nunknown * out->nknown) + 1, sizeof *out->acts);
    probe.start = calloc((size_t)S->model.n + 1, sizeof(double));
    probe.column = calloc((size_t)S->model.ncolumn + 1, sizeof(double));
    const bool done = probe.state && out->acts && probe.start && probe.column;
    if (done) {
        stn_state_init(S, probe.state);
        memcpy(probe.start, stn_now(S, probe.state), (size_t)S->model.n * sizeof(double));
        probe_all(&probe, out);
    }
    free(probe.state);
    free(probe.start);
    free(probe.column);
    return done ? STN_OK : stn_out_of_memory(error);
}

void stn_fmu_dependencies_free(StnFmuDependencies *d)
{
    free(d->acts);
    *d = (StnFmuDependencies){.acts = NULL};
}
