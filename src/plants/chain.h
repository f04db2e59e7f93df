/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Up to eight bodies in a line or a tree, for a drive of one's own: the shaft of body k joins it to body
 * parent_k by a gear, a spring, a damper and a play (shaft.h).
 *   twist_k = th_parent/ratio_k - th_k,   T_k = shaft(K_k, D_k, play_k; twist_k)
 *   J_k*dw_k/dt = T_k - (T_j/ratio_j of the shafts j that hang on k) - load_k - C_k*w_k - FF_k
 * each with friction FF_k, stops and a brake.  On body 1 acts the drive:
 *   torque  the input u
 *   pid     u = -Kp*(th - Com) - Kv*w - Ki*int(th - Com), |u| <= limit, sampled or not: pid.h
 *   valve   the loops, servovalve and motor of a flap drive: u = D*P12
 * The angles of two bodies can be watched: if they differ too much for too long the drive is dead and the
 * brakes fall in. */
#include "plants/chain_lists.h"
#include "plants/shaft.h"

STN_PLANT_TYPES(chain)
STN_PID_LISTS(chain);

enum { chain_TORQUE, chain_PID, chain_VALVE, chain_MOST = 8 };

/* Entry of body k (from 1) in a family that begins with that of body 1 (or 2 for shafts). */
#define CHAIN_P(name, k) (p_[STN_INDEX(chain_p, name##1) + (k)-1])
#define CHAIN_SHAFT_P(name, k) (p_[STN_INDEX(chain_p, name##2) + (k)-2])
#define CHAIN_INPUT(name) ((int)(offsetof(chain_u, name) / sizeof(StnIn)))
#define CHAIN_REL(name) STN_INDEX(chain_r, name)
#define CHAIN_ON(r, name) (stn_value((r)->mode[CHAIN_REL(name)]) > 0.0)

/* ---- Monitor ---- */

STN_FN bool chain_watched(const real *p_)
{
    return stn_value(((const chain_p *)p_)->asymmetry) < INFINITY;
}

/* The angle of body k, a number in a parameter. */
STN_FN real chain_angle(const real *s_, real k)
{
    return s_[STN_INDEX(chain_s, th1) + stn_choice(k) - 1];
}
STN_FN real chain_speed(const real *s_, real k)
{
    return s_[STN_INDEX(chain_s, w1) + stn_choice(k) - 1];
}

STN_FN bool chain_others_braked(const real *p_)
{
    bool any = false;
    for (int k = 2; k <= stn_choice(((const chain_p *)p_)->bodies); k++)
        any = any || stn_value(CHAIN_P(brake, k)) > 0.0;
    return any;
}

/* Decides what is broken, dead and braked: their relations tell from now on. */
STN_FN void chain_monitor(const real *p_, const real *s_, const StnIn *u_, StnRel *r, real *rate_)
{
    STN_PLANT_USE(chain);
    chain_s *rate = (chain_s *)rate_;
    rate->left = rate->wait = stn_splat(0.0);
    stn_trip(r, CHAIN_REL(weak_shaft), 1.0 - 2.0 * u->broken.val);
    stn_side(r, CHAIN_REL(brakes), 2.0 * u->brake.val - 1.0, stn_splat(1.0), stn_splat(0.0));
    if (!chain_watched(p_))
        return;
    real asym = chain_angle(s_, p->watch_a) - chain_angle(s_, p->watch_b);
    if (stn_value(stn_trip(r, CHAIN_REL(drive_dead), s->left)) > 0.0) {
        if (chain_others_braked(p_))
            rate->wait = 1.0 - stn_trip(r, CHAIN_REL(other_brakes), p->t_brakes - s->wait);
        return;
    }
    stn_clip(r, CHAIN_REL(asymmetry), asym, -p->asymmetry, p->asymmetry);
    real beyond = r->mode[CHAIN_REL(asymmetry)];
    rate->left = 1.0 - 2.0 * beyond * beyond;
}

/* ---- Drive ---- */

typedef struct {
    real effort, Wref, Cor, P12;
} chain_drive;

STN_FN real chain_pid(const real *p_, const real *s_, const StnIn *u_, const real *d_, StnRel *r,
                      real *rate_)
{
    STN_PLANT_USE(chain);
    real gap = chain_angle(s_, p->position_of) - u->Com.val;
    if (stn_value(p->Ts) > 0.0) /* NaN: continuous */
        return ((const chain_d *)d_)->u;
    return pid_effort(&p->Kp, PID_MEASURED_LESS_WANTED, gap, chain_speed(s_, p->velocity_of), s->i,
                      r, CHAIN_REL(effort), CHAIN_REL(hold), &((chain_s *)rate_)->i);
}

STN_FN void chain_valve(const real *p_, const real *s_, const StnIn *u_, StnRel *r, bool dead,
                        chain_drive *out, real *rate_)
{
    STN_PLANT_USE(chain);
    if (!dead) {
        real gap = u->Com.val - chain_angle(s_, p->position_of);
        out->Wref = stn_clip(r, CHAIN_REL(speed), p->KP * gap, -p->WM, p->WM);
        real current = p->KW * (out->Wref - chain_speed(s_, p->velocity_of));
        out->Cor = stn_clip(r, CHAIN_REL(current), current, -p->CorM, p->CorM);
    }
    servovalve_rates(p_ + STN_INDEX(chain_p, GM), s_ + STN_INDEX(chain_s, XF), out->Cor,
                     rate_ + STN_INDEX(chain_s, XF));
    out->P12 =
        motor_pressure(p_ + STN_INDEX(chain_p, D), s->XS, s->w1, u->PSR.val, r, CHAIN_REL(ports));
    out->effort = p->D * out->P12;
}

/* The torque on body 1, and the rates of what makes it. */
STN_FN chain_drive chain_driven(const real *p_, const real *s_, const StnIn *u_, const real *d_,
                                StnRel *r, real *rate_)
{
    STN_PLANT_USE(chain);
    chain_s *rate = (chain_s *)rate_;
    chain_drive out = {stn_splat(0.0), stn_splat(0.0), stn_splat(0.0), stn_splat(0.0)};
    bool dead = CHAIN_ON(r, drive_dead);
    rate->i = rate->XF = rate->VF = rate->XS = stn_splat(0.0);
    if (stn_choice(p->drive) == chain_VALVE)
        chain_valve(p_, s_, u_, r, dead, &out, rate_);
    else if (!dead)
        out.effort =
            stn_choice(p->drive) == chain_PID ? chain_pid(p_, s_, u_, d_, r, rate_) : u->u.val;
    return out;
}

/* ---- Shafts ---- */

/* T[k - 1]: what the shaft of body k does to body k; n: number of bodies. */
STN_FN void chain_shafts(const real *p_, const real *s_, StnRel *r, int n, real *T)
{
    int weak = stn_choice(((const chain_p *)p_)->weak);
    T[0] = stn_splat(0.0);
    for (int k = 2; k <= n; k++) {
        real parent = CHAIN_SHAFT_P(parent, k), own = k;
        double ratio = stn_value(CHAIN_SHAFT_P(ratio, k));
        real twist =
            s_[sizeof(chain_s) / sizeof(real) + k - 2]; /* behind the states: chain_twists */
        real rate = chain_speed(s_, parent) / ratio - chain_speed(s_, own);
        T[k - 1] = stn_splat(0.0);
        if (k != weak || !CHAIN_ON(r, weak_shaft))
            T[k - 1] =
                shaft_torque(CHAIN_SHAFT_P(K, k), CHAIN_SHAFT_P(D, k), CHAIN_SHAFT_P(play, k),
                             twist, rate, r, CHAIN_REL(gap2) + k - 2, CHAIN_REL(shaft2) + k - 2);
    }
}

/* ---- All ---- */

STN_EVAL(chain)
{
    STN_PLANT_USE(chain);
    int n = stn_choice(p->bodies);
    real T[chain_MOST], *th_rate = rate_ + STN_INDEX(chain_s, th1);
    chain_monitor(p_, s_, u_, r, rate_);
    chain_drive drive = chain_driven(p_, s_, u_, d_, r, rate_);
    bool by_input = CHAIN_ON(r, brakes);
    chain_shafts(p_, s_, r, n, T);
    for (int k = 1; k <= chain_MOST; k++) {
        th_rate[k - 1] = k <= n ? chain_speed(s_, stn_splat(k)) : stn_splat(0.0);
        rate_[STN_INDEX(chain_s, w1) + k - 1] = stn_splat(0.0);
    }
    for (int k = 1; k <= n; k++) {
        StnSite *body = &site[k - 1];
        bool braked = by_input || (k == 1 ? CHAIN_ON(r, drive_dead) : CHAIN_ON(r, other_brakes));
        body->x = chain_angle(s_, stn_splat(k));
        body->v = chain_speed(s_, stn_splat(k));
        body->m = CHAIN_P(J, k);
        body->load = u_[CHAIN_INPUT(load1) + k - 1].val;
        body->h = T[k - 1] - body->load - CHAIN_P(C, k) * body->v;
        body->brake = braked ? CHAIN_P(brake, k) : stn_splat(0.0);
    }
    site[0].h += drive.effort;
    for (int k = 2; k <= n; k++)
        site[stn_choice(CHAIN_SHAFT_P(parent, k)) - 1].h -=
            T[k - 1] / stn_value(CHAIN_SHAFT_P(ratio, k));
}

STN_OUTPUTS_AT(chain)
{
    STN_PLANT_USE(chain);
    (void)site;
    chain_y *out = (chain_y *)out_;
    int n = stn_choice(p->bodies);
    real T[chain_MOST], rate[sizeof(chain_s) / sizeof(real)];
    chain_drive drive = chain_driven(p_, s_, u_, d_, r, rate);
    chain_shafts(p_, s_, r, n, T);
    for (int i = 0; i < (int)(sizeof *out / sizeof(real)); i++)
        out_[i] = stn_splat(0.0);
    for (int k = 1; k <= n; k++) {
        out_[STN_INDEX(chain_y, th1) + k - 1] = chain_angle(s_, stn_splat(k));
        out_[STN_INDEX(chain_y, w1) + k - 1] = chain_speed(s_, stn_splat(k));
        out_[STN_INDEX(chain_y, FF1) + k - 1] = FF[k - 1];
        if (k > 1)
            out_[STN_INDEX(chain_y, T2) + k - 2] = T[k - 1];
    }
    out->Com = u->Com.val;
    out->u = drive.effort;
    if (chain_watched(p_))
        out->asym = chain_angle(s_, p->watch_a) - chain_angle(s_, p->watch_b);
    out->Wref = drive.Wref;
    out->Cor = drive.Cor;
    out->XF = s->XF;
    out->XS = s->XS;
    out->P12 = drive.P12;
    out->PSR = u->PSR.val;
}

#define STN_KERNEL_chain .eval = chain_eval, .outputs_at = chain_outputs_at
#ifdef STN_SETUP
#include "plants/chain_setup.h"
#endif
