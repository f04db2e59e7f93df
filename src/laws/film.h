/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The lubricant film of the modified LuGre laws: a dimensionless thickness hf lowers the static level.
 *   g(v,hf) = Fc + [(1 - hf)*Fs - Fc]*exp(-(|v|/vs)^n),   dhf/dt = (hss - hf)/tau_h
 *   hss     = (1 - Fc/Fs)*(|v|/vb)^(2/3) for |v| <= vb, 1 - Fc/Fs beyond
 *   tau_h   = tau_hp while hf <= hss, tau_hn while hf > hss, tau_h0 at v = 0
 * Trap: |v|^(2/3) has an infinite slope at v = 0: a body at rest has the film of its own rounding.  So
 * hss falls off faster below |v| = 1e-15*vb; the factor that does it is exactly 1 above 1e-7*vb. */
#ifndef STN_LAWS_FILM_H
#define STN_LAWS_FILM_H

#include "laws/bristle.h"

#define STN_FILM_PARAMS(P, P2) \
    P2(Fs)                     \
    P2(Fc)                     \
    P2(vs)                     \
    P2(n)                      \
    P2(sigma0) P2(sigma1) P2(sigma2) P2(vb) P2(tau_hp) P2(tau_hn) P(tau_h0) STN_LOADED_PARAMS(P)
#define STN_FILM_STATES(S)                      \
    S(z, "$x", 1e-6, "mean bristle deflection") \
    S(hf, "1", 1.0, "dimensionless film thickness")
#define STN_FILM_RELS(R)                              \
    R(film, "", "film thinner than its steady value") \
    R(speed, "", "speed below vb")                    \
    STN_LOADED_RELS(R)
typedef struct {
    STN_FILM_RELS(STN_FIELDR)
} stn_film_r;

/* A law's parameters for one direction. */
typedef struct {
    real Fs, Fc, per_vs, n, sigma0, sigma1, sigma2, T, vb, tau_hp, tau_hn, tau_h0;
    const real *level, *slope; /* of the bristle's limit, as in bristle.h */
    uniform loaded;
    real eta_opp, eta_aid;
    const real *margin; /* as Fc of stn_loaded */
} StnFilm;
/* Of a law's parameters p, as an initialiser. */
#define STN_FILM_OF(law, dir, lead)                                                                \
    {                                                                                              \
        stn_pick(dir, p->Fs), stn_pick(dir, p->Fc), stn_pick_per(dir, p->vs), stn_pick(dir, p->n), \
            stn_pick(dir, p->sigma0), stn_pick(dir, p->sigma1), stn_pick(dir, p->sigma2), lead,    \
            stn_pick(dir, p->vb), stn_pick(dir, p->tau_hp), stn_pick(dir, p->tau_hn), p->tau_h0,   \
            p->Fs, p->sigma0, STN_IS_LOADED(law), p->eta_opp, p->eta_aid, p->Fc                    \
    }

STN_FN real stn_film_level(const StnFilm *f, real hf, real speed)
{
    return stn_curve((1.0 - hf) * f->Fs, f->Fc, f->per_vs, f->n, speed);
}

STN_LOADED_FN StnLoadPart stn_film_loaded(const StnFilm *f, const StnSite *in, StnRel *r, real z,
                                          real hf)
{
    real level = stn_film_level(f, hf, in->dir * in->v);
    return stn_loaded(f->eta_opp, f->eta_aid, f->margin, in, r, STN_REL(stn_film, load),
                      f->sigma0 / level, z);
}

/* Where the factor is not exactly 1; its slope never is.  A speed below the step of derivatives (core/cstep.c) is none: its
 * square would be that of the step. */
#ifdef STN_CSTEP
#define STN_FILM_SLOW(q) 1
#define STN_FILM_SPEED(q) stn_select(stn_lt(q, stn_splat(1e-30)), stn_splat(0.0), q)
#else
#define STN_FILM_SLOW(q) stn_any(stn_lt(q, stn_splat(1e-6)))
#define STN_FILM_SPEED(q) (q)
#endif
STN_FN real stn_film_steady(const StnFilm *f, real speed, StnRel *r)
{
    real q = STN_FILM_SPEED(stn_over(speed, f->vb)), grown = stn_two_thirds(q);
    int k = STN_REL(stn_film, speed);
    if (STN_FILM_SLOW(q))
        grown = grown * (q * q / (q * q + 1e-30));
    return (1.0 - f->Fc / f->Fs) * stn_side(r, k, f->vb - speed, grown, stn_splat(1.0));
}

/* Of a body that moves. */
STN_FN real stn_film_tau(const StnFilm *f, real hss, real hf, StnRel *r)
{
    int k = STN_REL(stn_film, film);
    real tau = stn_side(r, k, hss - hf, f->tau_hp, f->tau_hn);
    stn_guard_margin(r, k, stn_splat(1e-9));
    return tau;
}

/* What a step leaves of hf - hss.  A loop over steps computes the three factors once; so no branch here. */
STN_FN real stn_film_factor(const StnSite *in, real tau)
{
    real q = stn_over(in->dt, tau);
    return stn_select(stn_lt(stn_splat(STN_DECAY_END), q), stn_splat(0.0), stn_exp_within(-q));
}
STN_FN real stn_film_left(const StnFilm *f, real hss, real hf, const StnSite *in, StnRel *r)
{
    mask still = stn_is_zero(in->v);
    if (STN_IN_LOOP(r)) {
        real left = stn_side(r, STN_REL(stn_film, film), hss - hf, stn_film_factor(in, f->tau_hp),
                             stn_film_factor(in, f->tau_hn));
        return stn_select(still, stn_film_factor(in, f->tau_h0), left);
    }
    real tau = stn_film_tau(f, hss, hf, r);
    return stn_film_factor(in, stn_select(still, f->tau_h0, tau));
}

/* A standstill that lasts: dir = 0 is an imposed one, or the site rests on a stop.  The instants v = 0 of
 * a free site do not matter. */
STN_FN mask stn_film_still(const StnSite *in)
{
    return stn_or(stn_is_zero(in->dir), stn_lt(stn_splat(0.0), stn_pick(in->dir, in->barred)));
}

STN_FN StnFric stn_film_slide(const StnFilm *f, const StnSite *in, StnRel *r, real z, real hf,
                              real *rate_z, real *rate_hf)
{
    real speed = in->dir * in->v, hss = stn_film_steady(f, speed, r);
    *rate_z = in->v - f->sigma0 * speed / stn_film_level(f, hf, speed) * z;
    real tau = stn_film_tau(f, hss, hf, r);
    *rate_hf = stn_over(hss - hf, stn_select(stn_film_still(in), f->tau_h0, tau));
    real F = f->sigma0 * z + f->sigma1 * *rate_z + f->sigma2 * in->v;
    if (f->loaded)
        F = F + stn_film_loaded(f, in, r, z, hf).F;
    return stn_fric(F, f->sigma2 * f->T);
}

/* The bristle as in bristle.h with the film as it is; then the film, exactly for the held speed. */
STN_FN StnStep stn_film_step(const StnFilm *f, const StnSite *in, StnRel *r, real *z, real *hf)
{
    real speed = in->dir * in->v, hss = stn_film_steady(f, speed, r);
    StnBristle b = {f->sigma0,
                    f->sigma1,
                    f->sigma2,
                    f->T,
                    f->sigma0 * speed,
                    stn_film_level(f, *hf, speed),
                    {f->level[0], f->level[1]},
                    {f->slope[0], f->slope[1]}};
    real before = *hf;
    *hf = hss + (before - hss) * stn_film_left(f, hss, before, in, r);
    if (!f->loaded)
        return stn_bristle_step(&b, in, NULL, z);
    StnLoadPart load = stn_film_loaded(f, in, r, *z, before);
    return stn_bristle_step(&b, in, &load, z);
}

#ifdef STN_SETUP
STN_FN void stn_film_derive(StnDerive *derive, const StnContext *context)
{
    const double *vs = stn_of(derive, "vs");
    stn_bristle_derive(derive, context);
    stn_fill2(derive, "vb", 5.0 * vs[0], 5.0 * vs[1]);
}
STN_FN StnShape stn_film_shape(const double vs[2], const double n[2], const double tau_hp[2],
                               const double tau_hn[2], double stroke)
{
    double growing = stn_least(tau_hp), shrinking = stn_least(tau_hn);
    return (StnShape){.affine_above = INFINITY,
                      .zone = stn_curve_edge(vs, n),
                      .v_scale = stn_least(vs),
                      .t_scale = growing < shrinking ? growing : shrinking,
                      .stroke = stroke};
}
#endif

#endif
