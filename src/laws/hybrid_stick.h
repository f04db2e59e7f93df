/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Mode 0 of `hybrid` with pre-sliding: spring, Maxwell-slip chain or Preisach operator.  Part of
 * hybrid.law.h. */

/* The switching level towards side 0 (forward) or 1; k1 and k2 keep Fs. */
STN_FN real hybrid_level(STN_SELF, const hybrid_p *p, const hybrid_s *s, int side)
{
    if (!STN_CHOSEN(hybrid)->rises)
        return p->Fs[side];
    return p->Fs[side] + s->rise * (p->Fs_inf[side] - p->Fs[side]);
}

typedef struct {
    real k1, k2, m; /* m: the mass that moves in stick */
} HybridSpring;

/* Values of the side on which z lies, at z = 0 of that to which it goes; no event where both sides are
 * alike. */
STN_FN HybridSpring hybrid_spring(STN_SELF, const hybrid_p *p, const hybrid_s *s, const StnSite *in,
                                  StnRel *r)
{
    real one = stn_splat(1.0);
    mask alike = stn_and(stn_is_zero(p->Fs[0] - p->Fs[1]), stn_is_zero(p->z_max[0] - p->z_max[1]));
    real g = stn_select(alike, one, s->z + 1e-9 * p->z_max[0] * in->dir);
    real side = stn_side(r, STN_REL(hybrid, side), g, one, -one);
    real k1 = stn_pick(side, p->Fs) * stn_pick_per(side, p->z_max);
    real m = STN_CHOSEN(hybrid)->own_mass ? p->m0 : in->m;
    HybridSpring spring = {k1, 2.0 * stn_sqrt(m * k1), m};
    return spring;
}

STN_FN StnPreisach hybrid_preisach(STN_SELF, const hybrid_p *p)
{
    StnPreisach o = {0.5 * (p->Fs[0] + p->Fs[1]), 0.5 * (p->z_max[0] + p->z_max[1]), self->n};
    return o;
}

/* Elastic force in stick; rates and guards of its memory. */
STN_FN real hybrid_bristle(STN_SELF, const hybrid_p *p, const hybrid_s *s, const StnSite *in,
                           StnRel *r, const HybridSpring *q, mask sticks, hybrid_s *rate)
{
    real zero = stn_splat(0.0), one = stn_splat(1.0), F = q->k1 * s->z,
         level = stn_pick(in->dir, p->Fs);
    StnPreisach o = hybrid_preisach(self, p);
    StnBranch b;
    int k = STN_REL(hybrid, depth);
    switch (STN_CHOSEN(hybrid)->stick) {
    case hybrid_MAXWELL:
        F = zero;
        for (int i = 0; i < self->n; i++) {
            int e = STN_REL(hybrid, element) + i;
            mask holds = stn_and(sticks, stn_is_zero(r->mode[e]));
            rate->d[i] = stn_select(holds, in->v, zero);
            stn_latch(
                r, e,
                stn_select(holds, stn_over(p->nu[i] * level, p->k[i]) - in->dir * s->d[i], one),
                in->dir);
            F = F + p->k[i] * s->d[i];
        }
        break;
    case hybrid_PREISACH:
        b = stn_preisach_at(&o, s->d, r->mode[k], s->z);
        stn_latch(r, k, stn_select(sticks, b.guard, one), b.next);
        F = b.F;
        break;
    default: break;
    }
    return F;
}

/* > 0 while stick holds, as a length: both z and u must exceed their limits on the same side.  That z leaves
 * its range is an event of its own: where u exceeds its limit for a short time only, the larger of the two
 * would dip below zero between two kinks, unseen by a step that is longer. */
STN_FN real hybrid_exit(STN_SELF, const hybrid_p *p, const hybrid_s *s, const StnSite *in,
                        mask sticks, StnRel *r)
{
    real one = stn_splat(1.0);
    int k = STN_REL(hybrid, range);
    stn_clip(r, k, s->z, -p->z_max[1], p->z_max[0]);
    r->guard[k] = stn_select(sticks, r->guard[k], one);
    if (r->guard_low)
        r->guard_low[k] = stn_select(sticks, r->guard_low[k], one);
    real forward = stn_over((hybrid_level(self, p, s, 0) - in->h) * p->z_max[0], p->Fs[0]);
    real backward = stn_over((hybrid_level(self, p, s, 1) + in->h) * p->z_max[1], p->Fs[1]);
    return stn_gt0(r->mode[k], forward, stn_gt0(-r->mode[k], backward, one));
}

/* 1 -> 0: z = 0, dz/dt = v, nothing remembered. */
STN_FN void hybrid_enter(STN_SELF, hybrid_s *s, StnRel *r, mask enters)
{
    static const int modes[] = {STN_REL(hybrid, mode), STN_REL(hybrid, depth),
                                STN_REL(hybrid, range)};
    real zero = stn_splat(0.0);
    if (!stn_any(enters))
        return;
    s->z = stn_select(enters, zero, s->z);
    s->rise = stn_select(enters, zero, s->rise);
    for (int i = 0; i < 3; i++)
        r->mode[modes[i]] = stn_select(enters, zero, r->mode[modes[i]]);
    for (int i = 0; i < self->n; i++) {
        real *mode = &r->mode[STN_REL(hybrid, element) + i];
        s->d[i] = stn_select(enters, zero, s->d[i]);
        *mode = stn_select(enters, zero, *mode);
    }
}

/* v has passed 0 within stick: the elements stick again, a turn is remembered. */
STN_FN void hybrid_turn(STN_SELF, const hybrid_p *p, hybrid_s *s, const StnSite *in, StnRel *r,
                        mask turns)
{
    real *element = r->mode + STN_REL(hybrid, element), zero = stn_splat(0.0);
    if (!stn_any(turns))
        return;
    if (STN_CHOSEN(hybrid)->stick == hybrid_PREISACH) {
        StnPreisach o = hybrid_preisach(self, p);
        real *depth = &r->mode[STN_REL(hybrid, depth)];
        /* where nothing turns the motion goes on in the sense of the branch */
        real sense = stn_select(turns, in->dir, zero);
        stn_preisach_turn(&o, s->d, depth, s->z, sense);
    }
    for (int i = 0; i < self->n; i++)
        element[i] = stn_select(turns, zero, element[i]);
}
