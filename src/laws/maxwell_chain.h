/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Maxwell-slip elements: springs k_i that stick up to a bound W_i and then slip.  Mode of an element:
 * 0 = sticks, +-1 = slips in that sense.  This is the fixed step shared by the laws made of them,
 * linearly implicit in the element forces F_i and v together:
 *   m*(v' - v)/dt = h - sum F_i' - damping*v',
 *   sticking  F_i' = F_i + dt*ratio*k_i*v',   slipping  F_i' = slip_i   (given)
 * and under a load (loaded.h) the friction is (1 + share)*sum F_i' + load.
 * Elements that would exceed their bound slip, and the equation is solved again; each pass only
 * softens the chain, so after n + 1 passes none is left to yield.  Where a stop bars the way v' = 0,
 * and the elements see that. */
#ifndef STN_LAWS_MAXWELL_CHAIN_H
#define STN_LAWS_MAXWELL_CHAIN_H

#include "laws/bristle.h"

typedef struct {
    int n;
    const real *k, *nu;
    real level[2]; /* an element yields at its share nu_i of it, forward, backward */
    real slip[STN_VECTOR_MAX];
    real ratio; /* of the elements' velocity to v */
    real damping;
    uniform loaded;
    real share, load;
} StnChain;

/* All but slip. */
STN_FN StnChain stn_chain(int n, const real *k, const real *nu, real forward, real backward,
                          real ratio, real damping)
{
    StnChain c;
    c.n = n, c.k = k, c.nu = nu;
    c.level[0] = forward, c.level[1] = backward;
    c.ratio = ratio, c.damping = damping;
    c.loaded = 0, c.share = c.load = stn_splat(0.0);
    return c;
}

/* The velocity after the step with the present modes. */
STN_FN real stn_chain_velocity(const StnChain *c, const StnSite *in, const real *F,
                               const real *mode)
{
    real gain = c->damping + in->m / in->dt, push = in->h + in->m / in->dt * in->v;
    for (int i = 0; i < c->n; i++) {
        mask sticks = stn_is_zero(mode[i]);
        gain = gain + stn_select(sticks, in->dt * c->ratio * c->k[i], stn_splat(0.0));
        push = push - stn_select(sticks, F[i], c->slip[i]);
    }
    if (c->loaded) {
        real elements = gain - c->damping - in->m / in->dt;
        gain = gain + c->share * elements;
        push = push - c->share * (in->h + in->m / in->dt * in->v - push) - c->load;
    }
    return push / gain;
}

/* Sticking elements beyond their bound slip in the sense in which they are stretched; are there any? */
STN_FN uniform stn_chain_yield(StnChain *c, const StnSite *in, const real *F, real *mode, real v)
{
    real sense = stn_gt0(c->ratio * v, stn_splat(1.0), stn_splat(-1.0));
    real level = stn_pick(sense, c->level);
    uniform any = 0;
    for (int i = 0; i < c->n; i++) {
        real trial = F[i] + in->dt * c->ratio * c->k[i] * v;
        real bound = c->nu[i] * level;
        mask yields = stn_and(stn_is_zero(mode[i]), stn_lt(bound, sense * trial));
        mode[i] = stn_select(yields, sense, mode[i]);
        c->slip[i] = stn_select(yields, sense * bound, c->slip[i]);
        any |= stn_any(yields);
    }
    return any;
}

STN_FN StnStep stn_chain_step(StnChain *c, const StnSite *in, real *F, real *mode)
{
    real zero = stn_splat(0.0), sense = stn_gt0(c->ratio, in->dir, -in->dir);
    for (int i = 0; i < c->n; i++) /* a slipping element sticks when the motion ends or turns */
        mode[i] = stn_gt0(mode[i] * sense * stn_abs(in->v), mode[i], zero);
    real v = stn_chain_velocity(c, in, F, mode);
    mask turns = stn_lt(v * in->v, zero);
    for (int i = 0; i < c->n; i++)
        mode[i] = stn_select(turns, zero, mode[i]);
    uniform any = 1;
    for (int pass = 0; any && pass <= c->n + 1; pass++) {
        v = stn_allowed(in, stn_chain_velocity(c, in, F, mode));
        any = stn_chain_yield(c, in, F, mode, v);
    }
    real FF = in->h - stn_over(in->m * (v - in->v), in->dt), sum = c->damping * v;
    for (int i = 0; i < c->n; i++) {
        F[i] = stn_select(stn_is_zero(mode[i]), F[i] + in->dt * c->ratio * c->k[i] * v, c->slip[i]);
        sum = sum + F[i];
    }
    if (c->loaded)
        sum = sum + c->share * (sum - c->damping * v) + c->load;
    return stn_step(v, stn_select(stn_barred(in), sum, FF), zero); /* without what a stop takes */
}

#ifdef STN_SETUP
/* How far the chain moves in pre-sliding, all elements sticking. */
STN_FN double stn_chain_stroke(const double Fc[2], const double *k)
{
    double stiffness = 0.0;
    for (int i = 0; i < STN_VECTOR_MAX; i++)
        stiffness += k[i] > 0.0 ? k[i] : 0.0;
    return fmin(Fc[0], Fc[1]) / stiffness;
}

/* Four elements whose virgin curve sum min(k_i*x, nu_i*Fs) is the best approximation of LuGre's
 * Fs*(1 - exp(-y)), y = sigma0*x/Fs, among those with its initial stiffness: the error alternates
 * between +-1.7 % of Fs.  Each with the place where it slips, in y, and its share of the level. */
enum { STN_ELEMENTS = 4 };
static const double stn_element[STN_ELEMENTS][2] = {{0.19061736634736204, 0.07613273553873015},
                                                    {0.8670200651278939, 0.2930142354549928},
                                                    {1.894030316758967, 0.3813764675881982},
                                                    {4.070660002182569, 0.24947656141807883}};

/* k and nu, and what they follow from.  A Preisach operator only needs places for its turning points: as
 * many as there are.  hybrid: the last element slips at z_max. */
STN_FN void stn_chain_derive(StnDerive *derive, const StnContext *context)
{
    stn_bristle_derive(derive, context);
    double k[STN_VECTOR_MAX], nu[STN_VECTOR_MAX], Fs = stn_mean(stn_of(derive, "Fs"));
    double stick = stn_of(derive, "stick")[0], per_y = Fs / stn_mean(stn_of(derive, "sigma0"));
    bool has_k = derive->given(derive, "k"), has_nu = derive->given(derive, "nu");
    if (stick != 0.0 && derive->given(derive, "z_max"))
        per_y = stn_mean(stn_of(derive, "z_max")) / stn_element[STN_ELEMENTS - 1][0];
    int n = stick == 2.0 ? STN_VECTOR_MAX : STN_ELEMENTS;
    if (has_k || has_nu)
        n = derive->count(derive, has_k ? "k" : "nu");
    bool equal = n != STN_ELEMENTS || has_k || has_nu;
    const double *shares = has_nu ? stn_of(derive, "nu") : nu;
    for (int i = 0; i < n; i++) {
        nu[i] = equal ? 1.0 / n : stn_element[i][1];
        double y = equal ? -stn_log(1.0 - (i + 0.5) / n) : stn_element[i][0];
        k[i] = fmax(shares[i] * Fs / (y * per_y), 1e-12);
    }
    derive->fill(derive, "nu", n, nu);
    derive->fill(derive, "k", n, k);
}

/* Places beyond the vector's length hold 0 (or NaN). */
STN_FN const char *stn_chain_check(const double *k, const double *nu)
{
    double sum = 0.0;
    for (int i = 0; i < STN_VECTOR_MAX; i++) {
        if ((k[i] > 0.0) != (nu[i] > 0.0))
            return "k and nu must have as many entries each, all above 0";
        sum += nu[i] > 0.0 ? nu[i] : 0.0;
    }
    return fabs(sum - 1.0) <= 1e-6 ? NULL : "the shares nu must add up to 1";
}
#endif

#endif
