/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Position-dependent Coulomb friction: the static level is a polynomial of the position, one per
 * direction, Cs(x, +-) >= 0; the sliding level is Cr = Cs/beta; the viscous term sets in at v_onset:
 *   continuous  FF = Cr*sgn(v) + sigma2*(|v| - v_onset)*sgn(v)   for |v| > v_onset
 *   jump        FF = Cr*sgn(v) + sigma2*v                        for |v| > v_onset, as printed
 * Where motion only crosses a play (the site says so) the levels are Cd and, at rest, Cd_s.
 * With `jump` an effort between the two sides holds |v| at v_onset (Filippov): relation `onset` is -1
 * below, +1 above, 0 on the jump, where FF = h. */
#include "laws/curve.h"

#define STN_PARAMS_coulomb_map(P, P2, PV, N) \
    PV(Cs_forward) PV(Cs_backward) P2(beta) P2(sigma2) P(Cd) P(Cd_s) P2(v_onset) P(onset)
#define STN_STATES_coulomb_map(S, SV)
#define STN_RELS_coulomb_map(R)                      \
    R(forward, "", "static level forward above 0")   \
    R(backward, "", "static level backward above 0") \
    R(onset, "mode", "speed below, on or above the onset")
STN_LAW_TYPES(coulomb_map)
#define STN_CHOICES_coulomb_map(K) K(jump, p->onset)
STN_CHOICE_TYPES(coulomb_map)

/* Static levels of both directions. */
STN_FN void coulomb_map_levels(const coulomb_map_p *p, const StnSite *in, StnRel *r, real Cs[2])
{
    const real *c[2] = {p->Cs_forward, p->Cs_backward};
    for (int side = 0; side < 2; side++) {
        int k = side ? STN_REL(coulomb_map, backward) : STN_REL(coulomb_map, forward);
        real sum = c[side][STN_VECTOR_MAX - 1];
        _Pragma("GCC unroll 16") for (int i = STN_VECTOR_MAX - 2; i >= 0; i--) sum =
            sum * in->x + c[side][i];
        Cs[side] = stn_side(r, k, sum, sum, stn_splat(0.0));
        stn_guard_margin(r, k, stn_splat(1e-200)); /* a level that is 0 everywhere */
    }
}

/* Levels in the sense of motion below and above the onset; over: |v| - v_onset, or 1 without onset. */
typedef struct {
    real below, above, over;
} coulomb_map_sides;

STN_FN coulomb_map_sides coulomb_map_at(STN_SELF, const coulomb_map_p *p, const StnSite *in,
                                        StnRel *r)
{
    real Cs[2], dir = in->dir, speed = dir * in->v, onset = stn_pick(dir, p->v_onset);
    coulomb_map_levels(p, in, r, Cs);
    real below = stn_pick(dir, Cs) * stn_pick_per(dir, p->beta);
    below = stn_gt0(stn_pick(dir, in->play), p->Cd, below);
    real above =
        below + stn_pick(dir, p->sigma2) * (STN_CHOSEN(coulomb_map)->jump ? speed : speed - onset);
    real over = stn_select(stn_is_zero(onset), stn_splat(1.0), speed - onset);
    coulomb_map_sides at = {below, above, over};
    return at;
}

/* On the jump the speed is held, so v stays at the onset to rounding only.  Two things keep that noise
 * from making events without end: the effort must leave its range by 1e-10 of the level, and a side holds
 * while the speed is on it or the effort takes it there. */
STN_FN real coulomb_map_jump(const coulomb_map_sides *at, real push, StnRel *r, int k)
{
    real zero = stn_splat(0.0), one = stn_splat(1.0), margin = 1e-10 * at->above;
    mask above = stn_lt(zero, r->mode[k]), below = stn_lt(r->mode[k], zero),
         on = stn_not(stn_or(above, below));
    real pass = push - at->above, fall = at->below - push;
    real side = stn_select(above, stn_max(at->over, pass), stn_max(-at->over, fall));
    real next = stn_gt0(pass, one, stn_gt0(fall, -one, zero));
    stn_latch(r, k, stn_select(on, margin - pass, side), stn_select(on, one, next));
    if (r->guard_low)
        r->guard_low[k] = stn_select(on, margin - fall, one);
    return stn_select(above, at->above, stn_select(below, at->below, push));
}

STN_SLIDE(coulomb_map)
{
    STN_USE(coulomb_map);
    int k = STN_REL(coulomb_map, onset);
    coulomb_map_sides at = coulomb_map_at(self, p, in, r);
    real dir = in->dir, zero = stn_splat(0.0);
    if (!STN_CHOSEN(coulomb_map)->jump || in->imposed) /* an imposed speed is not held anywhere */
        return stn_fric(dir * stn_side(r, k, at.over, at.above, at.below), zero);
    return stn_fric(dir * coulomb_map_jump(&at, dir * in->h, r, k), zero);
}

STN_REST(coulomb_map)
{
    STN_USE(coulomb_map);
    real Cs[2];
    coulomb_map_levels(p, in, r, Cs);
    *hi = stn_gt0(in->play[0], p->Cd_s, Cs[0]);
    *lo = -stn_gt0(in->play[1], p->Cd_s, Cs[1]);
}

/* The engine's Borello step, with the same reset at the onset as at v = 0. */
STN_ADVANCE(coulomb_map)
{
    STN_USE_STATE(coulomb_map);
    real dir = in->dir, zero = stn_splat(0.0), lo, hi, push = dir * in->h;
    coulomb_map_rest(self, p_, s_, in, r, &lo, &hi, NULL);
    coulomb_map_sides at = coulomb_map_at(self, p, in, r);
    const uniform jump = STN_CHOSEN(coulomb_map)->jump;
    mask on = jump ? stn_is_zero(at.over) : stn_never(), still = stn_is_zero(in->v);
    real F = stn_gt0(at.over, at.above, at.below);
    F = dir * stn_select(on, stn_bound(push, at.below, at.above), F);
    F = stn_select(still, stn_bound(in->h, lo, hi), F);
    real v = in->v + in->dt * stn_over(in->h - F, in->m), onset = stn_pick(dir, p->v_onset);
    mask crosses = stn_and(stn_lt(zero, onset), stn_lt((dir * v - onset) * at.over, zero));
    if (jump)
        v = stn_select(crosses, dir * onset, v);
    return stn_step(stn_allowed(in, stn_select(stn_lt(v * in->v, zero), zero, v)), F, zero);
}

/* The mode of the jump: at a change of direction by the speed; after its own event only corrected
 * where the velocity has jumped away from the onset. */
STN_DECIDE(coulomb_map)
{
    STN_USE_STATE(coulomb_map);
    if (!STN_CHOSEN(coulomb_map)->jump)
        return;
    real *mode = &r->mode[STN_REL(coulomb_map, onset)], zero = stn_splat(0.0), one = stn_splat(1.0);
    real onset = stn_pick(in->dir, p->v_onset), over = in->dir * in->v - onset;
    mask fresh = stn_not(stn_eq(in->dir, in->a)), off = stn_lt(1e-6 * onset, stn_abs(over));
    mask anew = stn_or(fresh, stn_and(stn_eq(*mode, zero), off));
    real side = stn_gt0(over, one, stn_gt0(-over, -one, zero));
    *mode = stn_select(stn_eq(onset, zero), one, stn_select(anew, side, *mode));
}

#define STN_KERNEL_coulomb_map                                                          \
    .slide = coulomb_map_slide, .rest = coulomb_map_rest, .decide = coulomb_map_decide, \
    .advance = coulomb_map_advance
#ifdef STN_SETUP
STN_SHAPE(coulomb_map)
{
    STN_USE_P(coulomb_map);
    bool curved = STN_CHOSEN(coulomb_map)->jump; /* the guard of the jump has a kink */
    for (int i = 2; i < STN_VECTOR_MAX; i++)
        curved = curved || p->Cs_forward[i] != 0.0 || p->Cs_backward[i] != 0.0;
    return (StnShape){.affine_above = curved ? INFINITY : 0.0, .t_scale = INFINITY};
}
STN_DERIVE(coulomb_map)
{
    const double *Fs = stn_of(derive, "Fs"), *Fc = stn_of(derive, "Fc");
    (void)context;
    stn_fill1(derive, "Cs_forward", Fs[0]);
    stn_fill1(derive, "Cs_backward", Fs[1]);
    stn_fill2(derive, "beta", Fc[0] > 0.0 ? fmin(Fs[0] / Fc[0], 1e3) : 1e3,
              Fc[1] > 0.0 ? fmin(Fs[1] / Fc[1], 1e3) : 1e3);
    stn_fill1(derive, "Cd", fmin(Fc[0], Fc[1]));
    stn_fill1(derive, "Cd_s", stn_of(derive, "Cd")[0]);
}
STN_CHECK(coulomb_map)
{
    STN_USE_P(coulomb_map);
    (void)context;
    if (!(p->beta[0] >= 1.0 && p->beta[1] >= 1.0))
        return "beta, the static over the sliding level, must not be below 1";
    if (p->Cd_s < p->Cd)
        return "Cd_s, the breakaway level inside a play, must not be below the sliding level Cd";
    return NULL;
}
#define STN_SETUP_coulomb_map                                                              \
    .title = "Position-dependent Coulomb friction",                                        \
    .equation = "v != 0: FF = Cs(x,+-)/beta*sgn(v) + sigma2*(|v| - v_onset)*sgn(v) above " \
                "v_onset;  v = 0: FF = h within Cs(x,+-)",                                 \
    .text = "Levels as polynomials of the position, viscous term above a speed only.",     \
    .reference = "Nouailletas et al. 2010 (clutch actuator)",                              \
    .flags = STN_LAW_SET_VALUED | STN_LAW_PLAY, STN_CHOOSES(coulomb_map),                  \
    .shape = coulomb_map_shape, .check = coulomb_map_check, .derive = coulomb_map_derive
#endif
