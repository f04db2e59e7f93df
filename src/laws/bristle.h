/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed step shared by the bristle laws, linearly implicit in z and v together:
 *   L = 1 + dt*pull/g,  pull = a*sigma0*|v|,  z' = (z + dt*v')/L  inserted into  m*(v' - v)/dt = h - FF',
 *   FF' = sigma0*z' + sigma1*(z' - z)/dt + sigma2*(v' + T*(v' - v)/dt) + load(z').
 * load(z'), the part of a load (loaded.h), goes along its tangent; left at z a stiff bristle would chatter.
 * A stable z alone is not enough: with an explicit v a stiff bristle chatters and slides away.
 *
 * The bristle sees the velocity that the body really has: where a stop bars the way, v' = 0 and the stop
 * takes the rest of h.  And z' stays in the invariant set of the law, between its largest deflections
 * -limit[1] and limit[0] in steady motion: L knows the speed before the step only, so a body that breaks
 * away in one long step would stretch the bristle up to h/sigma0.  There z' is the limit, and the equation
 * is solved again for v'. */
#ifndef STN_LAWS_BRISTLE_H
#define STN_LAWS_BRISTLE_H

#include "laws/loaded.h"

typedef struct {
    real sigma0, sigma1, sigma2, T;
    real pull, g;            /* pull/g: rate at which sliding relaxes the bristle */
    real level[2], slope[2]; /* limit[k] = level[k]/slope[k] */
} StnBristle;

/* The velocity with z' at its limit; rare, hence not inline. */
static __attribute__((noinline, unused)) real stn_bristle_limited(const StnBristle *b,
                                                                  const StnSite *in, real push,
                                                                  real inertia, real before,
                                                                  const StnLoadPart *load, real *z)
{
    real lo = -b->level[1] / b->slope[1], hi = b->level[0] / b->slope[0];
    *z = stn_bound(*z, stn_min(before, lo), stn_max(before, hi)); /* it may have begun beyond */
    push = push - b->sigma0 * *z - stn_over(b->sigma1 * (*z - before), in->dt);
    if (load)
        push = push - load->F - load->slope * (*z - before);
    return stn_allowed(in, push / (inertia + b->sigma2));
}

/* load: at the deflection before the step, with its slope in z; or NULL.
 * Always inline: a call costs a fixed step of one site some 3 % of its instructions. */
STN_FN __attribute__((always_inline)) StnStep
stn_bristle_step(const StnBristle *b, const StnSite *in, const StnLoadPart *load, real *z)
{
    /* All of it times L*g: v waits for g and then for one quotient only. */
    real dt = in->dt, lost = dt * b->pull, Lg = b->g + lost, before = *z;
    real inertia = (in->m + b->sigma2 * b->T) / dt, push = inertia * in->v + in->h, free = push;
    real stiff = b->sigma0 * dt + b->sigma1, damp = stn_over(b->sigma1, dt);
    if (load) {
        stiff = stiff + load->slope * dt;
        damp = damp + load->slope;
        free = free - load->F;
    }
    real moved = free * Lg - (b->sigma0 * before * b->g - damp * before * lost);
    real v = stn_allowed(in, moved / ((inertia + b->sigma2) * Lg + stiff * b->g));
    *z = (before + dt * v) * (b->g / Lg);
    mask over =
        stn_or(stn_lt(b->level[0], b->slope[0] * *z), stn_lt(b->level[1], -b->slope[1] * *z));
    if (stn_any(over)) {
        const StnBristle rare = *b; /* copies: what is passed on by address is kept in memory */
        const StnSite site = *in;
        real limited = *z,
             slower = stn_bristle_limited(&rare, &site, push, inertia, before, load, &limited);
        v = stn_select(over, slower, v);
        *z = stn_select(over, limited, *z);
    }
    StnStep step = {v, in->h - stn_over(in->m * (v - in->v), dt), stn_splat(0.0)};
    mask barred = stn_barred(in);
    if (stn_any(barred)) { /* without what the stop takes */
        real FF = b->sigma0 * *z + stn_over(b->sigma1 * (*z - before), dt) +
                  b->sigma2 * (v + stn_over(b->T * (v - in->v), dt));
        if (load)
            FF = FF + load->F + load->slope * (*z - before);
        step.FF = stn_select(barred, FF, step.FF);
    }
    return step;
}

/* The two functions of a bristle law under a load, of its law_force, law_bristle and law_load. */
#define STN_LOADED_BRISTLE(law)                                                              \
    STN_LOADED_FN StnFric law##_slide_loaded(const law##_p *p, const law##_s *s,             \
                                             const StnSite *in, StnRel *r, law##_s *rate)    \
    {                                                                                        \
        real F = law##_force(p, s, in, r, rate);                                             \
        return stn_fric(F + law##_load(p, in, r, s->z).F, stn_splat(0.0));                   \
    }                                                                                        \
    STN_LOADED_FN StnStep law##_step_loaded(const law##_p *p, law##_s *s, const StnSite *in, \
                                            StnRel *r)                                       \
    {                                                                                        \
        StnBristle b = law##_bristle(p, in, s->z, r);                                        \
        StnLoadPart load = law##_load(p, in, r, s->z);                                       \
        return stn_bristle_step(&b, in, &load, &s->z);                                       \
    }

#ifdef STN_SETUP
/* The least deflection at which the bristle slides. */
STN_FN double stn_stroke(const double Fc[2], const double sigma0[2])
{
    return fmin(Fc[0] / sigma0[0], Fc[1] / sigma0[1]);
}
/* sigma0 and sigma1.  The stiffness is that of one and the same bristle: if it changed with the sign of
 * v, a deflected one would chatter about v = 0. */
STN_FN void stn_bristle_derive(StnDerive *derive, const StnContext *context)
{
    double length = context->rotary ? 1e-4 : 1e-5, m = stn_known(context->m, STN_UNKNOWN_MASS);
    double stiffness = fmax(stn_mean(stn_of(derive, "Fs")) / length, 1e-3);
    stn_fill2(derive, "sigma0", stiffness, stiffness);
    const double *sigma0 = stn_of(derive, "sigma0");
    stn_fill2(derive, "sigma1", 2.0 * sqrt(sigma0[0] * m), 2.0 * sqrt(sigma0[1] * m));
}
#endif

#endif
