/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The fixed step of `hybrid`, as published: guards once, before the step; at most one switch; mode 0
 * propagated exactly, because p0*dt may be 10.  A body that a stop or a brake holds against h is in
 * mode 0, as in the event engine, and stays there: it has come to v = 0.  Part of hybrid.law.h. */

STN_FN real hybrid_slip(STN_SELF, const hybrid_p *p, const hybrid_s *s, const StnSite *in)
{
    real dir = in->dir, speed = STN_CHOSEN(hybrid)->lags ? s->vm : dir * in->v;
    real g = stn_curve(stn_pick(dir, p->Fs), stn_pick(dir, p->Fc), stn_pick_per(dir, p->vs),
                       stn_pick(dir, p->n), speed);
    return dir * g + stn_pick(dir, p->sigma2) * in->v;
}

STN_FN mask hybrid_sticks(const hybrid_p *p, const StnSite *in)
{
    real zero = stn_splat(0.0), v = in->v, u = in->h;
    mask below = stn_lt(u, p->Fc[0]), above = stn_lt(-p->Fc[1], u);
    mask forward = stn_and(stn_and(stn_lt(zero, v), stn_lt(v, p->S)), below);
    mask backward = stn_and(stn_and(stn_lt(v, zero), stn_lt(-p->S, v)), above);
    return stn_or(stn_or(forward, backward), stn_and(stn_is_zero(v), stn_and(below, above)));
}

STN_FN mask hybrid_slips(STN_SELF, const hybrid_p *p, const hybrid_s *s, const StnSite *in)
{
    real u = in->h, speed = stn_abs(in->v);
    mask up = stn_lt(hybrid_level(self, p, s, 0), u),
         down = stn_lt(u, -hybrid_level(self, p, s, 1));
    /* a start in motion, or an impact: no stick ever began at such a speed */
    mask thrown = stn_and(stn_is_zero(s->z), stn_lt(p->S, speed));
    if (!STN_CHOSEN(hybrid)->presliding)
        return stn_or(thrown, stn_and(stn_or(up, down), stn_lt(speed, p->S2)));
    up = stn_and(up, stn_lt(p->z_max[0], s->z));
    down = stn_and(down, stn_lt(s->z, -p->z_max[1]));
    return stn_or(thrown, stn_or(up, down));
}

/* A stop or a brake keeps the body at rest against h. */
STN_FN mask hybrid_held(const StnSite *in)
{
    mask barred = stn_barred(in);
    if (!stn_any(barred))
        return barred;
    return stn_and(stn_is_zero(in->v), stn_lt(stn_splat(0.0), stn_pick(in->h, in->barred)));
}

/* dv/dt = -p0*v exactly; friction = u, or the static level where something else holds the body. */
STN_FN StnStep hybrid_stop(STN_SELF, const hybrid_p *p, const hybrid_s *s, const StnSite *in)
{
    real zero = stn_splat(0.0), left = zero;
    if (!stn_all(stn_is_zero(in->v)))
        left = stn_decay(p->p0 * in->dt);
    real v = in->v * left;
    real FF = stn_bound(in->h, -hybrid_level(self, p, s, 1), hybrid_level(self, p, s, 0));
    v = stn_select(stn_lt(stn_abs(v), 1e-6 * p->S2), zero, v);
    real extra = stn_over(in->v * (1.0 - left), p->p0) - in->dt * v;
    mask free = stn_is_zero(v - stn_allowed(in, v));
    return stn_step(stn_allowed(in, v), stn_select(hybrid_held(in), FF, in->h),
                    stn_select(free, extra, zero));
}

/* Mode 0 with pre-sliding; FF is that of the spring and its damper.  Spring: the critically damped
 * oscillator in closed form. */
STN_FN StnStep hybrid_creep_spring(hybrid_s *s, const StnSite *in, const HybridSpring *q)
{
    real dt = in->dt, w = stn_sqrt(q->k1 / q->m), rest = in->h / q->k1, y = s->z - rest;
    real c = in->v + w * y, left = stn_decay(w * dt), free = (in->v - w * c * dt) * left;
    real v = stn_allowed(in, free), moved = rest + (y + c * dt) * left - s->z;
    moved = stn_select(stn_is_zero(v - free), moved, dt * v);
    s->z = s->z + moved;
    return stn_step(v, q->k1 * s->z + q->k2 * v, moved - dt * v);
}

STN_FN StnStep hybrid_creep_maxwell(STN_SELF, const hybrid_p *p, hybrid_s *s, const StnSite *in,
                                    StnRel *r, const HybridSpring *q)
{
    real F[STN_VECTOR_MAX];
    StnChain c = stn_chain(self->n, p->k, p->nu, p->Fs[0], p->Fs[1], stn_splat(1.0), q->k2);
    for (int i = 0; i < self->n; i++) {
        F[i] = p->k[i] * s->d[i];
        c.slip[i] = in->dir * p->nu[i] * stn_pick(in->dir, p->Fs);
    }
    StnStep step = stn_chain_step(&c, in, F, r->mode + STN_REL(hybrid, element));
    for (int i = 0; i < self->n; i++)
        s->d[i] = stn_over(F[i], p->k[i]);
    s->z = s->z + in->dt * step.v;
    return step;
}

/* Linearly implicit on the present branch; then what the step has passed is wiped out. */
STN_FN StnStep hybrid_creep_preisach(STN_SELF, const hybrid_p *p, hybrid_s *s, const StnSite *in,
                                     StnRel *r, const HybridSpring *q)
{
    StnPreisach o = hybrid_preisach(self, p);
    real zero = stn_splat(0.0), *depth = &r->mode[STN_REL(hybrid, depth)], per = in->m / in->dt;
    stn_preisach_turn(&o, s->d, depth, s->z, in->dir);
    StnBranch b = stn_preisach_at(&o, s->d, *depth, s->z);
    real v = stn_allowed(in, (per * in->v + in->h - b.F) / (per + q->k2 + in->dt * b.slope));
    s->z = s->z + in->dt * v;
    real FF = b.F + (q->k2 + in->dt * b.slope) * v;
    for (int i = 0; i < self->n; i++) {
        b = stn_preisach_at(&o, s->d, *depth, s->z);
        *depth = stn_select(stn_lt(b.guard, zero), b.next, *depth);
    }
    return stn_step(v, FF, zero);
}

STN_FN StnStep hybrid_creep(STN_SELF, const hybrid_p *p, hybrid_s *s, const StnSite *in, StnRel *r)
{
    HybridSpring q = hybrid_spring(self, p, s, in, r);
    StnSite lump = *in;
    lump.m = q.m;
    uniform stick = STN_CHOSEN(hybrid)->stick;
    StnStep step = stick == hybrid_SPRING    ? hybrid_creep_spring(s, &lump, &q)
                   : stick == hybrid_MAXWELL ? hybrid_creep_maxwell(self, p, s, &lump, r, &q)
                                             : hybrid_creep_preisach(self, p, s, &lump, r, &q);
    mask held = stn_and(stn_is_zero(step.v), hybrid_held(in));
    step.FF = stn_select(held, step.FF, in->h - stn_over(in->m * (step.v - in->v), in->dt));
    return step;
}

/* The one kernel function without a form for lanes: a step is one of several algorithms, by the mode. */
#if defined STN_LANES || defined STN_TAPE
#define STN_HYBRID_ADVANCE
#else
STN_ADVANCE(hybrid)
{
    STN_USE_STATE(hybrid);
    const hybrid_k *chosen = STN_CHOSEN(hybrid);
    real *mode = &r->mode[STN_REL(hybrid, mode)], zero = stn_splat(0.0), speed = stn_abs(in->v);
    mask slips = stn_lt(zero, *mode), held = hybrid_held(in);
    StnStep step;
    if (slips && (held || hybrid_sticks(p, in)))
        hybrid_enter(self, s, r, slips), slips = stn_never();
    else if (!slips && !held && hybrid_slips(self, p, s, in))
        *mode = stn_splat(1.0), slips = stn_not(slips);
    if (slips) {
        real F = hybrid_slip(self, p, s, in);
        step = stn_step(stn_allowed(in, in->v + in->dt * stn_over(in->h - F, in->m)), F, zero);
    } else {
        step = chosen->presliding ? hybrid_creep(self, p, s, in, r) : hybrid_stop(self, p, s, in);
    }
    if (!chosen->rises || slips)
        s->rise = zero;
    else
        s->rise = 1.0 - (1.0 - s->rise) * stn_decay(stn_over(in->dt, p->tau_s));
    if (chosen->lags)
        s->vm = speed + (s->vm - speed) * stn_decay(stn_over(in->dt, p->tau_m));
    return step;
}
#define STN_HYBRID_ADVANCE , .advance = hybrid_advance
#endif
