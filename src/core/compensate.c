/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The compensation of friction at work: once per sample, in bounded time. */
#include "compensation/comp.h"
#include "compensation/term_law.h"
#include "core/system.h"

#include <string.h>

/* The law of a term: functions, numbers, memory. */
static void law_at(const StnSystem *S, const StnState *st, int k, StnLawKernel *kernel,
                   StnTermLaw *own)
{
    const StnModel *M = &S->model;
    const StnLaw *law = M->term_law[k];
    const double *p = S->term_p + M->term_p[k];
    for (int i = 0; i < M->term[k]->nparam; i++)
        p += stn_param_width(M->term[k]->params[i]);
    *kernel = (StnLawKernel){law->slide, law->rest, law->decide, law->advance};
    own->law = kernel;
    own->self = &M->term_self[k];
    own->p = p;
    own->memory = stn_terms_memory(S, st) + M->term_at[k] + 1 + M->term[k]->nstate;
    stn_term_law_sizes(law, own->self->n, own);
}

void stn_terms_act(const StnSystem *S, StnState *st, StnSampled *at)
{
    const StnModel *M = &S->model;
    const StnPlant *plant = M->plant;
    double *memory = stn_terms_memory(S, st), sum = 0.0;
    memset(&at->loop, 0, sizeof at->loop);
    plant->loop(&M->self, S->p, at->u, at->meas, stn_disc(S, st), &at->loop);
    at->loop.t = at->t;
    at->loop.Ts = S->num.Ts;
    for (int k = 0; k < M->nterm; k++) {
        const double *p = S->term_p + M->term_p[k];
        double *own = memory + M->term_at[k];
        StnLawKernel kernel;
        StnTermLaw law;
        if (M->term_law[k])
            law_at(S, st, k, &kernel, &law);
        at->loop.friction = M->term_law[k] ? stn_term_friction : NULL;
        at->loop.term = &law;
        own[0] = p[STN_TERM_SCALE] * M->term[k]->act(p, &at->loop, own + 1);
        sum += own[0];
    }
    memory[0] = sum;
    stn_disc(S, st)[plant->compensation] = plant->effort(&M->self, S->p, at->u, sum);
}

bool stn_terms_want_learning(const StnModel *M)
{
    bool any = false;
    for (int k = 0; k < M->nterm; k++)
        any = any || M->term[k]->learn;
    return any;
}

/* meas: as after the controller's sample. */
void stn_terms_learn(const StnSystem *S, StnState *st, StnSampled *at)
{
    const StnModel *M = &S->model;
    StnLoop after = {0};
    M->plant->loop(&M->self, S->p, at->u, at->meas, stn_disc(S, st), &after);
    at->loop.u = after.u;
    for (int k = 0; k < M->nterm; k++)
        if (M->term[k]->learn)
            M->term[k]->learn(S->term_p + M->term_p[k], &at->loop,
                              stn_terms_memory(S, st) + M->term_at[k] + 1);
}
