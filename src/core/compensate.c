/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The compensation of friction at work: once per sample, in bounded time. */
#include "compensation/comp.h"
#include "core/system.h"

#include <math.h>
#include <string.h>

#define TERM_HEAVY 1e30 /* kg: the law cannot change the speed that it is given */

/* A law that runs on the speed of a term: its numbers, and its memory: the direction, its states, its modes. */
typedef struct {
    const StnLaw *law;
    const StnSelf *self;
    const double *p;
    double *memory;
} TermLaw;

static double term_friction(const StnLoop *loop, double v)
{
    const TermLaw *own = loop->term;
    const StnLaw *law = own->law;
    const int more = law->vector ? own->self->n - 1 : 0;
    const bool stands = (law->flags & STN_LAW_SET_VALUED) != 0;
    double *dir = own->memory, *s = dir + 1,
           *mode = s + law->nstate + (law->vector ? STN_VECTOR_MAX : 0);
    double guard[2 * STN_VECTOR_MAX + 16], next[2 * STN_VECTOR_MAX + 16],
        low[2 * STN_VECTOR_MAX + 16];
    double rate[STN_ROW] = {0};
    StnRel r = {mode, guard, next, 1, low, NULL};
    if (v == 0.0 && (stands || law->nstate == 0))
        return 0.0;
    const double before = *dir;
    *dir = v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : *dir != 0.0 ? *dir : 1.0;
    StnSite in = {.v = v,
                  .x = loop->x,
                  .m = TERM_HEAVY,
                  .load = loop->load,
                  .dir = *dir,
                  .dt = loop->Ts,
                  .imposed = 1,
                  .a = before != 0.0 ? before : 2.0};
    if (law->decide && before != *dir)
        law->decide(own->self, own->p, s, &in, &r);
    in.a = 0.0;
    if (!stands && law->advance)
        law->advance(own->self, own->p, s, &in, &r);
    in.dt = 0.0;
    const double F = law->slide(own->self, own->p, s, &in, &r, rate).F;
    for (int j = 0; stands && j < law->nstate + (law->nstate ? more : 0); j++)
        s[j] += loop->Ts * rate[j]; /* a lag of the speed, a film */
    return F;
}

static TermLaw law_at(const StnSystem *S, const StnState *st, int k)
{
    const StnModel *M = &S->model;
    const double *p = S->term_p + M->term_p[k];
    for (int i = 0; i < M->term[k]->nparam; i++)
        p += stn_param_width(M->term[k]->params[i]);
    return (TermLaw){M->term_law[k], &M->term_self[k], p,
                     stn_terms_memory(S, st) + M->term_at[k] + 1 + M->term[k]->nstate};
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
        TermLaw law = {0};
        if (M->term_law[k])
            law = law_at(S, st, k);
        at->loop.friction = M->term_law[k] ? term_friction : NULL;
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
