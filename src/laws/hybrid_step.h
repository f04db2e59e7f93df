/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The fixed step of `hybrid`, as published: guards once, before the step; at most one switch; mode 0
 * propagated exactly, because p0*dt may be 10.  A body that a stop or a brake holds against h is in
 * mode 0, as in the event engine, and stays there: it has come to v = 0.  Part of hybrid.h. */

STN_FN real hybrid_slip(const hybrid_p *p, const hybrid_s *s, const StnSite *in)
{
    real dir = in->dir, speed = stn_select(stn_given(p->tau_m), s->vm, dir * in->v);
    real g = stn_curve(stn_pick(dir, p->Fs), stn_pick(dir, p->Fc), stn_pick(dir, p->vs),
                       stn_pick(dir, p->n), speed);
    return dir * g + stn_pick(dir, p->sigma2) * in->v;
}

STN_FN mask hybrid_sticks(const hybrid_p *p, const StnSite *in)
{
    real zero = stn_splat(0.0), v = in->v, u = in->h;
    mask forward = stn_lt(zero, v) & stn_lt(v, p->S) & stn_lt(u, p->Fc[0]);
    mask backward = stn_lt(v, zero) & stn_lt(-p->S, v) & stn_lt(-p->Fc[1], u);
    return forward | backward | (stn_is_zero(v) & stn_lt(u, p->Fc[0]) & stn_lt(-p->Fc[1], u));
}

STN_FN mask hybrid_slips(const hybrid_p *p, const hybrid_s *s, const StnSite *in)
{
    real u = in->h, speed = stn_abs(in->v);
    mask up = stn_lt(hybrid_level(p, s, 0), u), down = stn_lt(u, -hybrid_level(p, s, 1));
    /* a start in motion, or an impact: no stick ever began at such a speed */
    mask thrown = stn_is_zero(s->z) & stn_lt(p->S, speed);
    if (!hybrid_presliding(p))
        return thrown | ((up | down) & stn_lt(speed, p->S2));
    return thrown | (up & stn_lt(p->z_max[0], s->z)) | (down & stn_lt(s->z, -p->z_max[1]));
}

/* A stop or a brake keeps the body at rest against h. */
STN_FN mask hybrid_held(const StnSite *in)
{
    return stn_barred(in) &&
           (stn_is_zero(in->v) & stn_lt(stn_splat(0.0), stn_pick(in->h, in->barred)));
}

/* dv/dt = -p0*v exactly; friction = u, or the static level where something else holds the body. */
STN_FN StnStep hybrid_stop(const hybrid_p *p, const hybrid_s *s, const StnSite *in)
{
    real left = stn_exp(-p->p0 * in->dt), v = in->v * left, zero = stn_splat(0.0);
    real FF = stn_bound(in->h, -hybrid_level(p, s, 1), hybrid_level(p, s, 0));
    v = stn_select(stn_lt(stn_abs(v), 1e-6 * p->S2), zero, v);
    real extra = in->v * (1.0 - left) / p->p0 - in->dt * v;
    mask free = stn_is_zero(v - stn_allowed(in, v));
    return stn_step(stn_allowed(in, v), stn_select(hybrid_held(in), FF, in->h),
                    stn_select(free, extra, zero));
}

/* Mode 0 with pre-sliding; FF is that of the spring and its damper.  Spring: the critically damped
 * oscillator in closed form. */
STN_FN StnStep hybrid_creep_spring(hybrid_s *s, const StnSite *in, const HybridSpring *q)
{
    real dt = in->dt, w = stn_sqrt(q->k1 / q->m), rest = in->h / q->k1, y = s->z - rest;
    real c = in->v + w * y, left = stn_exp(-w * dt), free = (in->v - w * c * dt) * left;
    real v = stn_allowed(in, free), moved = rest + (y + c * dt) * left - s->z;
    moved = stn_select(stn_is_zero(v - free), moved, dt * v);
    s->z = s->z + moved;
    return stn_step(v, q->k1 * s->z + q->k2 * v, moved - dt * v);
}

STN_FN StnStep hybrid_creep_maxwell(const hybrid_p *p, hybrid_s *s, const StnSite *in, StnRel *r,
                                    const HybridSpring *q)
{
    real F[STN_VECTOR_MAX];
    StnChain c = stn_chain(in->n, p->k, p->nu, p->Fs[0], p->Fs[1], stn_splat(1.0), q->k2);
    for (int i = 0; i < in->n; i++) {
        F[i] = p->k[i] * s->d[i];
        c.slip[i] = in->dir * p->nu[i] * stn_pick(in->dir, p->Fs);
    }
    StnStep step = stn_chain_step(&c, in, F, r->mode + STN_REL(hybrid, element));
    for (int i = 0; i < in->n; i++)
        s->d[i] = F[i] / p->k[i];
    s->z = s->z + in->dt * step.v;
    return step;
}

/* Linearly implicit on the present branch; then what the step has passed is wiped out. */
STN_FN StnStep hybrid_creep_preisach(const hybrid_p *p, hybrid_s *s, const StnSite *in, StnRel *r,
                                     const HybridSpring *q)
{
    StnPreisach o = hybrid_preisach(p, in);
    real zero = stn_splat(0.0), *depth = &r->mode[STN_REL(hybrid, depth)], per = in->m / in->dt;
    stn_preisach_turn(&o, s->d, depth, s->z, in->dir);
    StnBranch b = stn_preisach_at(&o, s->d, *depth, s->z);
    real v = stn_allowed(in, (per * in->v + in->h - b.F) / (per + q->k2 + in->dt * b.slope));
    s->z = s->z + in->dt * v;
    real FF = b.F + (q->k2 + in->dt * b.slope) * v;
    for (int i = 0; i < in->n; i++) {
        b = stn_preisach_at(&o, s->d, *depth, s->z);
        *depth = stn_select(stn_lt(b.guard, zero), b.next, *depth);
    }
    return stn_step(v, FF, zero);
}

STN_FN StnStep hybrid_creep(const hybrid_p *p, hybrid_s *s, const StnSite *in, StnRel *r)
{
    HybridSpring q = hybrid_spring(p, s, in, r);
    StnSite lump = *in;
    lump.m = q.m;
    int stick = stn_choice(p->stick);
    StnStep step = stick == hybrid_SPRING    ? hybrid_creep_spring(s, &lump, &q)
                   : stick == hybrid_MAXWELL ? hybrid_creep_maxwell(p, s, &lump, r, &q)
                                             : hybrid_creep_preisach(p, s, &lump, r, &q);
    mask held = stn_is_zero(step.v) & hybrid_held(in);
    step.FF = stn_select(held, step.FF, in->h - in->m * (step.v - in->v) / in->dt);
    return step;
}

STN_ADVANCE(hybrid)
{
    STN_USE_STATE(hybrid);
    real *mode = &r->mode[STN_REL(hybrid, mode)], F = hybrid_slip(p, s, in);
    bool slips = stn_value(*mode) > 0.0, held = hybrid_held(in);
    if (slips && (held || hybrid_sticks(p, in)))
        hybrid_enter(s, in, r);
    else if (!slips && !held && hybrid_slips(p, s, in))
        *mode = stn_splat(1.0);
    slips = stn_value(*mode) > 0.0;
    real v = stn_allowed(in, in->v + in->dt * (in->h - F) / in->m);
    StnStep step = {v, F, stn_splat(0.0)};
    if (!slips)
        step = hybrid_presliding(p) ? hybrid_creep(p, s, in, r) : hybrid_stop(p, s, in);
    real age = stn_exp(-in->dt / p->tau_s), lag = stn_exp(-in->dt / p->tau_m),
         speed = stn_abs(in->v);
    mask rises = stn_is_zero(*mode) & stn_given(p->Fs_inf[0]);
    s->rise = stn_select(rises, 1.0 - (1.0 - s->rise) * age, stn_splat(0.0));
    s->vm = stn_select(stn_given(p->tau_m), speed + (s->vm - speed) * lag, s->vm);
    return step;
}
