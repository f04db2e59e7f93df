/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Up to eight bodies in a line or a tree, for a drive of one's own: the shaft of body k joins it to body
 * parent_k by a gear, a spring, a damper and a play (shaft.h).
 *   twist_k = th_parent/ratio_k - th_k,   T_k = shaft(K_k, D_k, play_k; twist_k)
 *   J_k*dw_k/dt = T_k - (T_j/ratio_j of the shafts j that hang on k) - L_k - load_k - C_k*w_k - FF_k
 * each with friction FF_k, stops, a brake, and gravity and a spring to ground L_k (arm.h).  On body 1 acts the drive:
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

#define CHAIN_PARENT(K, k, Q) K(parent##k, p->parent##k)
#define CHAIN_HAS_PLAY(K, k, Q) K(has_play##k, p->play##k > 0.0)
#define CHAIN_HAS_BRAKE(K, k, Q) K(has_brake##k, p->brake##k > 0.0)
#define CHAIN_HANGS(M, k, Q) || p->G##k != 0.0
#define CHAIN_PULLS(M, k, Q) || p->G##k != 0.0 || p->Kg##k != 0.0
#define STN_CHOICES_chain(K)                  \
    K(hangs, 0 CHAIN_ONE_ON(CHAIN_HANGS, , )) \
    K(pulls, 0 CHAIN_ONE_ON(CHAIN_PULLS, , )) \
    K(drive, p->drive)                        \
    K(bodies, p->bodies)                      \
    CHAIN_TWO_ON(CHAIN_PARENT, K, )           \
    CHAIN_TWO_ON(CHAIN_HAS_PLAY, K, )         \
    CHAIN_ONE_ON(CHAIN_HAS_BRAKE, K, )        \
    K(weak, p->weak)                          \
    K(watched, p->asymmetry < INFINITY)       \
    K(watch_a, p->watch_a)                    \
    K(watch_b, p->watch_b)                    \
    K(position_of, p->position_of)            \
    K(velocity_of, p->velocity_of)            \
    STN_CHOICES_pid(K)
STN_CHOICE_TYPES(chain)

/* Entry of body k (from 1) in a family that begins with that of body 1 (or 2 for shafts). */
#define CHAIN_P(name, k) (p_[STN_INDEX(chain_p, name##1) + (k)-1])
#define CHAIN_SHAFT_P(name, k) (p_[STN_INDEX(chain_p, name##2) + (k)-2])
#define CHAIN_SHAFT_CHOICE(name, k) ((&STN_CHOSEN(chain)->name##2)[(k)-2])
#define CHAIN_INPUT(name) ((int)(offsetof(chain_u, name) / sizeof(StnIn)))
#define CHAIN_REL(name) STN_INDEX(chain_r, name)
#define CHAIN_ON(r, name) stn_lt(stn_splat(0.0), (r)->mode[CHAIN_REL(name)])

STN_FN real chain_angle(const real *s_, int k) { return s_[STN_INDEX(chain_s, th1) + k - 1]; }
STN_FN real chain_speed(const real *s_, int k) { return s_[STN_INDEX(chain_s, w1) + k - 1]; }

/* ---- Monitor ---- */

STN_FN uniform chain_others_braked(STN_SELF)
{
    const uniform *has_brake = &STN_CHOSEN(chain)->has_brake1;
    uniform any = 0;
    for (int k = 2; k <= STN_CHOSEN(chain)->bodies; k++)
        any = any || has_brake[k - 1];
    return any;
}

/* The drive is dead: the other brakes wait. */
STN_FN void chain_count_down(STN_SELF, const real *p_, const real *s_, StnRel *r, mask dead,
                             chain_s *rate)
{
    STN_PLANT_USE_P(chain);
    const chain_s *s = (const chain_s *)s_;
    if (!chain_others_braked(self) || !stn_any(dead))
        return;
    StnRelation before = stn_relation(r, CHAIN_REL(other_brakes));
    real wait = 1.0 - stn_trip(r, CHAIN_REL(other_brakes), p->t_brakes - s->wait);
    stn_restore(r, CHAIN_REL(other_brakes), stn_not(dead), &before);
    rate->wait = stn_select(dead, wait, rate->wait);
}

/* Switches the relations of what is broken, dead and braked; the other functions read them. */
STN_FN void chain_monitor(STN_SELF, const real *p_, const real *s_, const StnIn *u_, StnRel *r,
                          real *rate_)
{
    STN_PLANT_USE(chain);
    const chain_k *chosen = STN_CHOSEN(chain);
    chain_s *rate = (chain_s *)rate_;
    rate->left = rate->wait = stn_splat(0.0);
    stn_trip(r, CHAIN_REL(weak_shaft), 1.0 - 2.0 * u->broken.val);
    stn_side(r, CHAIN_REL(brakes), 2.0 * u->brake.val - 1.0, stn_splat(1.0), stn_splat(0.0));
    if (!chosen->watched)
        return;
    int k = CHAIN_REL(asymmetry);
    mask dead = stn_lt(stn_splat(0.0), stn_trip(r, CHAIN_REL(drive_dead), s->left));
    chain_count_down(self, p_, s_, r, dead, rate);
    if (stn_all(dead))
        return;
    StnRelation before = stn_relation(r, k);
    stn_clip(r, k, chain_angle(s_, chosen->watch_a) - chain_angle(s_, chosen->watch_b),
             -p->asymmetry, p->asymmetry);
    real left = 1.0 - 2.0 * r->mode[k] * r->mode[k];
    rate->left = stn_select(dead, rate->left, left);
    stn_restore(r, k, dead, &before);
}

/* ---- Drive ---- */

typedef struct {
    real effort, Wref, Cor, P12;
} chain_drive;

/* Relations `first` and `second` stay as they are where the drive is dead. */
STN_FN real chain_pid(STN_SELF, const real *p_, const real *s_, const StnIn *u_, const real *d_,
                      StnRel *r, mask dead, real *rate_)
{
    STN_PLANT_USE(chain);
    const chain_k *chosen = STN_CHOSEN(chain);
    real gap = chain_angle(s_, chosen->position_of) - u->Com.val;
    if (chosen->sampled)
        return ((const chain_d *)d_)->u;
    StnRelation effort = stn_relation(r, CHAIN_REL(effort)),
                hold = stn_relation(r, CHAIN_REL(hold));
    real out = pid_effort(&p->Kp, PID_MEASURED_LESS_WANTED, gap,
                          chain_speed(s_, chosen->velocity_of), s->i, ((const chain_d *)d_)->comp,
                          r, CHAIN_REL(effort), CHAIN_REL(hold), chosen->winds_up);
    ((chain_s *)rate_)->i = stn_select(dead, stn_splat(0.0), gap);
    stn_restore(r, CHAIN_REL(effort), dead, &effort);
    stn_restore(r, CHAIN_REL(hold), dead, &hold);
    return out;
}

/* The loops of a valve: wanted speed and current. */
STN_FN void chain_loops(STN_SELF, const real *p_, const real *s_, const StnIn *u_, const real *d_,
                        StnRel *r, mask dead, chain_drive *out)
{
    STN_PLANT_USE(chain);
    const chain_k *chosen = STN_CHOSEN(chain);
    StnRelation speed = stn_relation(r, CHAIN_REL(speed)),
                limit = stn_relation(r, CHAIN_REL(current));
    real gap = u->Com.val - chain_angle(s_, chosen->position_of);
    real Wref = stn_clip(r, CHAIN_REL(speed), p->KP * gap, -p->WM, p->WM);
    real current = stn_compensated(p->KW * (Wref - chain_speed(s_, chosen->velocity_of)),
                                   ((const chain_d *)d_)->comp);
    real Cor = stn_clip(r, CHAIN_REL(current), current, -p->CorM, p->CorM);
    out->Wref = stn_select(dead, out->Wref, Wref);
    out->Cor = stn_select(dead, out->Cor, Cor);
    stn_restore(r, CHAIN_REL(speed), dead, &speed);
    stn_restore(r, CHAIN_REL(current), dead, &limit);
}

STN_FN void chain_valve(STN_SELF, const real *p_, const real *s_, const StnIn *u_, const real *d_,
                        StnRel *r, mask dead, chain_drive *out, real *rate_)
{
    STN_PLANT_USE(chain);
    if (!stn_all(dead))
        chain_loops(self, p_, s_, u_, d_, r, dead, out);
    servovalve_rates(p_ + STN_INDEX(chain_p, GM), s_ + STN_INDEX(chain_s, XF), out->Cor,
                     rate_ + STN_INDEX(chain_s, XF));
    out->P12 =
        motor_pressure(p_ + STN_INDEX(chain_p, D), s->XS, s->w1, u->PSR.val, r, CHAIN_REL(ports));
    out->effort = p->D * out->P12;
}

/* The torque on body 1, and the rates of what makes it. */
STN_FN chain_drive chain_driven(STN_SELF, const real *p_, const real *s_, const StnIn *u_,
                                const real *d_, StnRel *r, real *rate_)
{
    STN_PLANT_USE(chain);
    chain_s *rate = (chain_s *)rate_;
    uniform drive = STN_CHOSEN(chain)->drive;
    chain_drive out = {stn_splat(0.0), stn_splat(0.0), stn_splat(0.0), stn_splat(0.0)};
    mask dead = CHAIN_ON(r, drive_dead);
    rate->i = rate->XF = rate->VF = rate->XS = stn_splat(0.0);
    if (drive == chain_VALVE)
        chain_valve(self, p_, s_, u_, d_, r, dead, &out, rate_);
    else if (!stn_all(dead))
        out.effort = stn_select(dead, out.effort,
                                drive == chain_PID ? chain_pid(self, p_, s_, u_, d_, r, dead, rate_)
                                                   : u->u.val);
    return out;
}

/* ---- Shafts ---- */

/* What the shaft of body k does to it; broken: nothing, and its relations stay as they are. */
STN_STEP_FN real chain_shaft(STN_SELF, const real *p_, const real *s_, StnRel *r, int k,
                             mask broken)
{
    int gap = CHAIN_REL(gap2) + k - 2, contact = CHAIN_REL(shaft2) + k - 2;
    real parent = chain_speed(s_, CHAIN_SHAFT_CHOICE(parent, k));
    real twist = s_[sizeof(chain_s) / sizeof(real) + k - 2]; /* behind the states: chain_twists */
    real rate = stn_over(parent, CHAIN_SHAFT_P(ratio, k)) - chain_speed(s_, k);
    if (stn_all(broken))
        return stn_splat(0.0);
    StnRelation before = stn_relation(r, gap), touch = stn_relation(r, contact);
    real T = shaft_torque(CHAIN_SHAFT_P(K, k), CHAIN_SHAFT_P(D, k), CHAIN_SHAFT_P(play, k),
                          CHAIN_SHAFT_CHOICE(has_play, k), twist, rate, r, gap, contact);
    stn_restore(r, gap, broken, &before);
    stn_restore(r, contact, broken, &touch);
    return stn_select(broken, stn_splat(0.0), T);
}

/* T[k - 1]: what the shaft of body k does to body k; n: number of bodies. */
STN_FN void chain_shafts(STN_SELF, const real *p_, const real *s_, StnRel *r, int n, real *T)
{
    mask broken = CHAIN_ON(r, weak_shaft);
    T[0] = stn_splat(0.0);
    for (int k = 2; k <= n; k++)
        T[k - 1] =
            chain_shaft(self, p_, s_, r, k, k == STN_CHOSEN(chain)->weak ? broken : stn_never());
}

/* ---- All ---- */

STN_FN real chain_pull(STN_SELF, const real *p_, int k, real angle)
{
    return arm_pull(STN_CHOSEN(chain)->hangs, CHAIN_P(G, k), CHAIN_P(q0, k), CHAIN_P(Kg, k),
                    CHAIN_P(qg, k), angle);
}

STN_EVAL(chain)
{
    const int n = STN_CHOSEN(chain)->bodies;
    real T[chain_MOST], *th_rate = rate_ + STN_INDEX(chain_s, th1);
    chain_monitor(self, p_, s_, u_, r, rate_);
    chain_drive drive = chain_driven(self, p_, s_, u_, d_, r, rate_);
    mask by_input = CHAIN_ON(r, brakes), first = stn_or(by_input, CHAIN_ON(r, drive_dead));
    mask others = stn_or(by_input, CHAIN_ON(r, other_brakes));
    chain_shafts(self, p_, s_, r, n, T);
    for (int k = 1; k <= chain_MOST; k++) {
        th_rate[k - 1] = k <= n ? chain_speed(s_, k) : stn_splat(0.0);
        rate_[STN_INDEX(chain_s, w1) + k - 1] = stn_splat(0.0);
    }
    for (int k = 1; k <= n; k++) {
        StnSite *body = &site[k - 1];
        body->x = chain_angle(s_, k);
        body->v = chain_speed(s_, k);
        body->m = CHAIN_P(J, k);
        body->load = u_[CHAIN_INPUT(load1) + k - 1].val;
        if (STN_CHOSEN(chain)->pulls)
            body->load = body->load + chain_pull(self, p_, k, body->x);
        body->drive = k == 1 ? drive.effort : T[k - 1];
        body->h = T[k - 1] - body->load - CHAIN_P(C, k) * body->v;
        body->brake = stn_select(k == 1 ? first : others, CHAIN_P(brake, k), stn_splat(0.0));
    }
    site[0].h += drive.effort;
    for (int k = 2; k <= n; k++)
        site[CHAIN_SHAFT_CHOICE(parent, k) - 1].h -= stn_over(T[k - 1], CHAIN_SHAFT_P(ratio, k));
}

STN_LATE(chain)
{
    STN_PLANT_USE(chain);
    const chain_k *chosen = STN_CHOSEN(chain);
    const int place = chosen->position_of, speed = chosen->velocity_of;
    mask dead = CHAIN_ON(r, drive_dead);
    StnRelation effort = stn_relation(r, CHAIN_REL(effort)),
                hold = stn_relation(r, CHAIN_REL(hold));
    PidMotion at = {chain_angle(s_, place) - u->Com.val, chain_speed(s_, speed), s->i,
                    chain_angle(rate_, place) - u->Com.d1, chain_speed(rate_, speed)};
    real rate = pid_rate(&p->Kp, PID_MEASURED_LESS_WANTED, &at, ((const chain_d *)d_)->comp, at.gap,
                         r, CHAIN_REL(effort), CHAIN_REL(hold), site->dt);
    ((chain_s *)rate_)->i = stn_select(dead, stn_splat(0.0), rate);
    stn_restore(r, CHAIN_REL(effort), dead, &effort);
    stn_restore(r, CHAIN_REL(hold), dead, &hold);
}

STN_OUTPUTS_AT(chain)
{
    STN_PLANT_USE(chain);
    (void)site;
    const chain_k *chosen = STN_CHOSEN(chain);
    chain_y *out = (chain_y *)out_;
    const int n = chosen->bodies;
    real T[chain_MOST], rate[sizeof(chain_s) / sizeof(real)];
    chain_drive drive = chain_driven(self, p_, s_, u_, d_, r, rate);
    chain_shafts(self, p_, s_, r, n, T);
    for (int i = 0; i < (int)(sizeof *out / sizeof(real)); i++)
        out_[i] = stn_splat(0.0);
    for (int k = 1; k <= n; k++) {
        out_[STN_INDEX(chain_y, th1) + k - 1] = chain_angle(s_, k);
        out_[STN_INDEX(chain_y, w1) + k - 1] = chain_speed(s_, k);
        out_[STN_INDEX(chain_y, FF1) + k - 1] = FF[k - 1];
        if (k > 1)
            out_[STN_INDEX(chain_y, T2) + k - 2] = T[k - 1];
    }
    out->Com = u->Com.val;
    out->u = drive.effort;
    if (chosen->watched)
        out->asym = chain_angle(s_, chosen->watch_a) - chain_angle(s_, chosen->watch_b);
    out->Wref = drive.Wref;
    out->Cor = drive.Cor;
    out->XF = s->XF;
    out->XS = s->XS;
    out->P12 = drive.P12;
    out->PSR = u->PSR.val;
}

/* The PID of the continuous drive on measured angle and speed; derivative as chosen. */
STN_SAMPLE(chain)
{
    STN_PLANT_USE(chain);
    const chain_k *chosen = STN_CHOSEN(chain);
    if (chosen->drive != chain_PID)
        return;
    PidSample at = {meas_[STN_INDEX(chain_y, th1) + chosen->position_of - 1] - u->Com.val,
                    meas_[STN_INDEX(chain_y, th1) + chosen->velocity_of - 1],
                    meas_[STN_INDEX(chain_y, w1) + chosen->velocity_of - 1]};
    pid_sample(&p->Kp, PID_MEASURED_LESS_WANTED, &at, chosen->derivative, chosen->rule,
               chosen->scheduled, d_);
}

#define STN_KERNEL_chain \
    .eval = chain_eval, .late = chain_late, .outputs_at = chain_outputs_at, .sample = chain_sample
#ifdef STN_SETUP
#include "plants/chain_setup.h"
#endif
