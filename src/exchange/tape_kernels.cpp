// SPDX-FileCopyrightText: 2026 The Stiction authors
// SPDX-License-Identifier: MIT
// The kernels of all laws and compensations on the back end that writes down what they do.
#define STN_KERNEL_ONLY
#define STN_TAPE "exchange/tape_real.h"
#include "compensation/compensations.h"
#include "compensation/term_law.h"
#include "laws/laws.h"

namespace {

struct Kind {
    real (*act)(const real *p, const StnLoop *loop, real *s);
    void (*learn)(const real *p, const StnLoop *loop, real *s);
};
#define KIND_ROW(kind) {STN_KERNEL_##kind},
const Kind kinds[] = {STN_COMPENSATION_LIST(KIND_ROW)};

#define LAW_ROW(law) {STN_KERNEL_##law},
const StnLawKernel laws[] = {STN_LAW_LIST(LAW_ROW)};

real of(int id)
{
    real r = 0.0;
    r.id = id;
    return r;
}

StnLoop loop_of(const StnTapeLoop *at)
{
    StnLoop loop;
    loop.t = of(at->t), loop.Ts = of(at->Ts), loop.e = of(at->e);
    loop.x = of(at->x), loop.v = of(at->v);
    loop.x_ref = of(at->x_ref), loop.v_ref = of(at->v_ref), loop.a_ref = of(at->a_ref);
    loop.load = of(at->load), loop.u = of(at->u);
    loop.friction = nullptr, loop.term = nullptr;
    return loop;
}

// An array of numbers of expressions is one of reals.
static_assert(sizeof(real) == sizeof(int), "a real is its number");
real *reals(int *id) { return reinterpret_cast<real *>(id); }
const real *reals(const int *id) { return reinterpret_cast<const real *>(id); }

} // namespace

int stn_tape_act(int kind, const int *p, const StnTapeLoop *at, const StnTapeLaw *law, int *s)
{
    StnLoop loop = loop_of(at);
    StnTermLaw own;
    if (law->index >= 0) {
        own.law = &laws[law->index], own.self = law->self;
        own.p = reals(law->p), own.memory = reals(law->memory);
        stn_term_law_sizes(stn_law_at(law->index), law->self->n, &own);
        loop.friction = stn_term_friction, loop.term = &own;
    }
    return kinds[kind].act(reals(p), &loop, reals(s)).id;
}

bool stn_tape_learn(int kind, const int *p, const StnTapeLoop *at, int *s)
{
    StnLoop loop = loop_of(at);
    if (!kinds[kind].learn)
        return false;
    kinds[kind].learn(reals(p), &loop, reals(s));
    return true;
}
