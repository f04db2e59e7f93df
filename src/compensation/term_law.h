/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A law that runs on the speed of a term, sample by sample: its numbers, and its memory, the direction, states and modes.
 * A law that stands still exactly, or has no state, adds nothing at rest and keeps its memory. */
#ifndef STN_COMPENSATION_TERM_LAW_H
#define STN_COMPENSATION_TERM_LAW_H

#include "kernel/table.h"

#define STN_TERM_HEAVY 1e30 /* kg: the law cannot change the speed that it is given */
enum { STN_TERM_ROOM = 2 * STN_VECTOR_MAX + 16 };

typedef struct {
    const StnLawKernel *law;
    const StnSelf *self;
    const real *p;
    real *memory;
    int nstate, nmode; /* in use, and where modes begin: behind `first` states */
    int first;
    uniform stands;
} StnTermLaw;

/* The places of a law's memory; n: elements of a vector law. */
STN_FN void stn_term_law_sizes(const StnLaw *law, int n, StnTermLaw *own)
{
    const int more = law->vector ? n - 1 : 0;
    own->nstate = law->nstate + (law->nstate ? more : 0);
    own->nmode = law->nrel + (law->nrel ? more : 0);
    own->first = law->nstate + (law->vector ? STN_VECTOR_MAX : 0);
    own->stands = (law->flags & STN_LAW_SET_VALUED) != 0;
}

/* b where m, else a as it was, of so many numbers. */
STN_FN void stn_keep_where(mask m, real *a, const real *b, int count)
{
    for (int j = 0; j < count; j++)
        a[j] = stn_select(m, b[j], a[j]);
}

/* A turn, of which a law may want to know; in->a: the direction before, 2: none. */
STN_FN void stn_term_turn(const StnTermLaw *own, mask turned, real *s, const StnSite *in, StnRel *r)
{
    real kept[STN_TERM_ROOM], mode[STN_TERM_ROOM];
    StnRel aside = *r;
    if (!own->law->decide || !stn_any(turned))
        return;
    for (int j = 0; j < own->nstate; j++)
        kept[j] = s[j];
    for (int j = 0; j < own->nmode; j++)
        mode[j] = r->mode[j];
    aside.mode = mode;
    own->law->decide(own->self, own->p, kept, in, &aside);
    stn_keep_where(turned, s, kept, own->nstate);
    stn_keep_where(turned, r->mode, mode, own->nmode);
}

STN_FN real stn_term_friction(const StnLoop *loop, real v)
{
    const StnTermLaw *own = (const StnTermLaw *)loop->term;
    const StnLawKernel *law = own->law;
    real zero = stn_splat(0.0), one = stn_splat(1.0), before = own->memory[0];
    real s[STN_TERM_ROOM], mode[STN_TERM_ROOM], rate[STN_TERM_ROOM];
    real guard[STN_TERM_ROOM], next[STN_TERM_ROOM], low[STN_TERM_ROOM];
    mask rests = stn_eq(v, zero);
    if (!own->stands && own->nstate > 0)
        rests = stn_never();
    for (int j = 0; j < own->nstate; j++)
        s[j] = own->memory[1 + j], rate[j] = zero;
    for (int j = 0; j < own->nmode; j++)
        mode[j] = own->memory[1 + own->first + j];
    StnRel r = {mode, guard, next, 1, low, 0};
    real held = stn_select(stn_eq(before, zero), one, before);
    StnSite in = {v,          loop->x, zero,         stn_splat(STN_TERM_HEAVY),
                  loop->load, zero,    zero,         zero,
                  loop->Ts,   zero,    {zero, zero}, {zero, zero},
                  1};
    in.dir = stn_select(stn_lt(zero, v), one, stn_select(stn_lt(v, zero), -one, held));
    in.a = stn_select(stn_eq(before, zero), stn_splat(2.0), before);
    stn_term_turn(own, stn_not(stn_eq(before, in.dir)), s, &in, &r);
    in.a = zero;
    if (!own->stands && law->advance)
        law->advance(own->self, own->p, s, &in, &r);
    in.dt = zero;
    real F = law->slide(own->self, own->p, s, &in, &r, rate).F;
    for (int j = 0; own->stands && j < own->nstate; j++)
        s[j] = s[j] + loop->Ts * rate[j]; /* a lag of the speed, a film */
    mask moves = stn_not(rests);
    stn_keep_where(moves, own->memory, &in.dir, 1);
    stn_keep_where(moves, own->memory + 1, s, own->nstate);
    stn_keep_where(moves, own->memory + 1 + own->first, mode, own->nmode);
    return stn_select(moves, F, zero);
}

#endif
