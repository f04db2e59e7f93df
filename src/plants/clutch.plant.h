/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Clutch-by-wire actuator: an electric motor that drives a rack (Nouailletas et al. 2010):
 *   J*domega/dt = u - Cr,  dtheta/dt = omega,  x = r*theta_rack
 * drive: torque  u is the input
 *        pid     u = Kp*gap - Kd*omega + Ki*i,  gap = thetad - theta,  di/dt = gap,  |u| <= limit
 *                (integrator held meanwhile); |gap| <= band: u = 0, integrator held too; with Ts the
 *                same law sampled on the measured theta and held
 *        motion  omega (or theta) is imposed by the input omegad (or thetad)
 * play: with     b = theta - theta_rack, |b| <= bmax.  The rack has no inertia and is held by its own
 *                friction: it moves only while it is pushed (b = bmax forward, b = -bmax backward).
 *                The site tells the law which senses of motion only cross the play. */
#include "plants/pid.h"

#define STN_PARAMS_clutch(P, C, O)                                                           \
    P(J, "kg*m^2", 1.32e-5, 1e-12, 1e6, "inertia at the motor (published, +- 2.1e-6)")       \
    P(r, "m/rad", 2.0414e-4, 0.0, 1e3, "travel of the rack per motor angle (published)")     \
    P(bmax, "rad", 1.5, 0.0, 1e6, "half of the play, at the motor; 0: none (calibrated)")    \
    C(Kp, "N*m/rad", 0.05, 0.0, 1e12, "proportional gain (calibrated)")                      \
    C(Kd, "N*m*s/rad", 6e-4, 0.0, 1e12, "speed gain (calibrated)")                           \
    C(Ki, "N*m/(rad*s)", 0.6, 0.0, 1e12, "integral gain (calibrated)")                       \
    C(Ts, "s", NAN, 1e-9, 1e6, "sample time (published: 1 ms); not given: continuous")       \
    C(limit, "N*m", 2.0, 0.0, INFINITY, "torque limit (published)")                          \
    PID_RULE(C, O, "rad")                                                                    \
    O(derivative, "state|difference|difference2", 0, "speed that a sampled controller uses") \
    O(drive, "torque|pid|motion", 0, "what moves the motor")                                 \
    O(motion, "speed|position", 0, "what drive: motion imposes")                             \
    O(play, "without|with", 0, "play between motor and rack")
#define STN_STATES_clutch(S, X, Q)                         \
    X(theta, 0, "rad", 1.0, omega, "motor angle", Q)       \
    S(omega, VELOCITY, 0, "rad/s", 100.0, "motor speed")   \
    S(i, OTHER, -1, "rad*s", 0.1, "integral of the error") \
    X(b, -1, "rad", 1.0, omega, "place within the play", Q)
#define STN_INPUTS_clutch(I)                                                         \
    I(u, EFFORT, 0, "N*m", NAN, "motor torque (drive: torque)")                      \
    I(thetad, COMMAND, 0, "rad", NAN, "wanted angle (drive: pid), or imposed angle") \
    I(omegad, SPEED_COMMAND, 0, "rad/s", NAN, "imposed speed (drive: motion)")
#define STN_OUTPUTS_clutch(V)                                          \
    V(theta, POSITION, 0, "rad", "motor angle")                        \
    V(omega, VELOCITY, 0, "rad/s", "motor speed")                      \
    V(u, EFFORT, 0, "N*m", "motor torque")                             \
    V(Cr, FRICTION, 0, "N*m", "friction torque")                       \
    V(b, OTHER, -1, "rad", "place within the play")                    \
    V(theta_rack, POSITION, -1, "rad", "angle of the rack, theta - b") \
    V(x, POSITION, -1, "m", "position of the rack")
#define STN_DISCS_clutch(D) STN_DISCS_pid(D, "torque", "N*m", "rad*s", "angle", "rad")
#define STN_RELS_clutch(R)                  \
    R(hold, "", "integrator held")          \
    R(effort, "saturation", "torque limit") \
    R(inside, "", "error within the dead band")
#define STN_SITES_clutch(F, Q) F(rack, omega, theta, 1, "coulomb_map", "rack and motor", Q)
#define STN_STOPS_clutch(L, LV, LP, LB, Q) LB(play, b, bmax, bmax, rack, Q)
STN_PLANT_TYPES(clutch)
STN_PID_LISTS(clutch);
#define STN_CHOICES_clutch(K)                 \
    K(drive, p->drive)                        \
    K(motion, p->motion)                      \
    K(plays, p->play != 0.0 && p->bmax > 0.0) \
    STN_CHOICES_pid(K)
STN_CHOICE_TYPES(clutch)

enum { clutch_TORQUE, clutch_PID, clutch_MOTION };

/* The continuous loop; its integrator's rate in *rate, as long as it is free. */
STN_FN real clutch_pid(const clutch_k *chosen, const clutch_p *p, const clutch_s *s, real thetad,
                       real comp, StnRel *r, real *rate)
{
    int band = STN_INDEX(clutch_r, inside);
    real gap = thetad - s->theta, outside = stn_splat(1.0);
    real u = pid_effort(&p->Kp, PID_WANTED_LESS_MEASURED, gap, s->omega, s->i, comp, r,
                        STN_INDEX(clutch_r, effort), STN_INDEX(clutch_r, hold), chosen->winds_up);
    if (chosen->rule == PID_BAND) {
        stn_clip(r, band, gap, -p->band, p->band);
        outside = r->mode[band] * r->mode[band];
    }
    *rate = outside * gap;
    /* within the band only the compensation acts */
    return stn_compensated(outside * u, (1.0 - outside) * stn_bound(comp, -p->limit, p->limit));
}

STN_EVAL(clutch)
{
    STN_PLANT_USE(clutch);
    const clutch_k *chosen = STN_CHOSEN(clutch);
    const clutch_d *d = (const clutch_d *)d_;
    clutch_s *rate = (clutch_s *)rate_;
    real zero = stn_splat(0.0), one = stn_splat(1.0), v = s->omega, a = zero, effort = zero;
    rate->i = rate->omega = zero;
    switch (chosen->drive) {
    case clutch_TORQUE: effort = u->u.val; break;
    case clutch_PID:
        if (chosen->sampled)
            effort = d->u;
        else
            effort = clutch_pid(chosen, p, s, u->thetad.val, d->comp, r, &rate->i);
        break;
    default:
        v = chosen->motion ? u->thetad.d1 : u->omegad.val;
        a = chosen->motion ? u->thetad.d2 : u->omegad.d1;
        break;
    }
    rate->theta = v;
    rate->b = chosen->plays ? v : zero;
    site->v = v;
    site->x = chosen->plays ? s->theta - s->b : s->theta;
    site->a = a;
    site->m = p->J;
    site->load = zero;
    site->drive = site->h = effort;
    if (chosen->plays) {
        site->play[0] = stn_gt0(r->stop[0], zero, one);
        site->play[1] = stn_gt0(-r->stop[0], zero, one);
    }
}

STN_LATE(clutch)
{
    STN_PLANT_USE(clutch);
    clutch_s *rate = (clutch_s *)rate_;
    const int band = STN_INDEX(clutch_r, inside);
    PidMotion at = {u->thetad.val - s->theta, s->omega, s->i, u->thetad.d1 - rate->theta,
                    rate->omega};
    real free = at.gap;
    if (STN_CHOSEN(clutch)->rule == PID_BAND)
        free = r->mode[band] * r->mode[band] * at.gap;
    rate->i = pid_rate(&p->Kp, PID_WANTED_LESS_MEASURED, &at, ((const clutch_d *)d_)->comp, free, r,
                       STN_INDEX(clutch_r, effort), STN_INDEX(clutch_r, hold), site->dt);
}

STN_OUTPUTS_AT(clutch)
{
    STN_PLANT_USE(clutch);
    (void)d_, (void)r;
    clutch_y *out = (clutch_y *)out_;
    out->theta = s->theta;
    out->omega = site->v;
    out->u = site->h;
    out->Cr = FF[0];
    out->b = s->b;
    out->theta_rack = site->x;
    out->x = p->r * site->x;
}

/* The same loop on the measured angle; derivative as chosen. */
STN_SAMPLE(clutch)
{
    STN_PLANT_USE(clutch);
    const clutch_k *chosen = STN_CHOSEN(clutch);
    const clutch_y *meas = (const clutch_y *)meas_;
    if (chosen->drive != clutch_PID)
        return;
    PidSample at = {u->thetad.val - meas->theta, meas->theta, meas->omega};
    pid_sample(&p->Kp, PID_WANTED_LESS_MEASURED, &at, chosen->derivative, chosen->rule,
               chosen->scheduled, d_);
}

#define STN_KERNEL_clutch                                                      \
    .eval = clutch_eval, .late = clutch_late, .outputs_at = clutch_outputs_at, \
    .sample = clutch_sample
#ifdef STN_SETUP
/* The motor starts against the side of the play that pushes forward. */
STN_FN void clutch_start(STN_SELF, const double *p_, double *s_)
{
    const clutch_p *p = (const clutch_p *)p_;
    clutch_s *s = (clutch_s *)s_;
    if (isnan(s->b))
        s->b = STN_CHOSEN(clutch)->plays ? p->bmax : 0.0;
    for (int k = 0; k < (int)(sizeof *s / sizeof *s_); k++)
        s_[k] = isnan(s_[k]) ? 0.0 : s_[k];
}
STN_FN uint32_t clutch_needs(STN_SELF, const double *p_)
{
    const clutch_k *chosen = STN_CHOSEN(clutch);
    (void)p_;
    if (chosen->drive == clutch_MOTION)
        return chosen->motion == 0 ? 1u << 2 : 1u << 1;
    return 1u << chosen->drive;
}
STN_FN uint32_t clutch_imposed(STN_SELF, const double *p_)
{
    (void)p_;
    return STN_CHOSEN(clutch)->drive == clutch_MOTION ? 1u : 0u;
}
STN_FN bool clutch_has_late(STN_SELF, const double *p_)
{
    (void)p_;
    return STN_CHOSEN(clutch)->drive == clutch_PID && STN_CHOSEN(clutch)->winds_up;
}
STN_FN void clutch_decide(STN_SELF, const double *p_, double *s_, const StnIn *u_, const double *d_,
                          const double *mode, int relation)
{
    STN_PLANT_USE(clutch);
    if (relation == STN_INDEX(clutch_r, hold) || relation == STN_INDEX(clutch_r, effort))
        ((clutch_s *)s_)->i +=
            pid_begin(&p->Kp, PID_WANTED_LESS_MEASURED, u->thetad.val - s->theta, s->omega, s->i,
                      ((const clutch_d *)d_)->comp, mode[STN_INDEX(clutch_r, effort)],
                      mode[STN_INDEX(clutch_r, hold)]);
}
STN_FN uint32_t clutch_slopes(STN_SELF, const double *p_)
{
    return clutch_has_late(self, p_) ? 1u << 1 : 0u; /* thetad */
}
STN_FN uint32_t clutch_idle(STN_SELF, const double *p_)
{
    const clutch_k *chosen = STN_CHOSEN(clutch);
    (void)p_;
    bool integrates = chosen->drive == clutch_PID && !chosen->sampled;
    return (integrates ? 0u : 1u << STN_INDEX(clutch_s, i)) |
           (chosen->plays ? 0u : 1u << STN_INDEX(clutch_s, b));
}
STN_FN void clutch_context(STN_SELF, const double *p_, int site, StnContext *context)
{
    const clutch_p *p = (const clutch_p *)p_;
    (void)site;
    context->m = p->J;
    context->load = 0.0;
    if (STN_CHOSEN(clutch)->drive == clutch_PID)
        pid_context(&p->Kp, context);
}
/* u jumps at the edge of the band, an ideal relay: where friction or the command moves the gap out while the
 * controller drives it in, the solution slides along the edge, which takes infinitely many switches. */
STN_FN const char *clutch_caution(STN_SELF, const double *p_)
{
    const clutch_k *chosen = STN_CHOSEN(clutch);
    (void)p_;
    if (chosen->drive != clutch_PID || chosen->rule != PID_BAND || chosen->sampled)
        return NULL;
    return "controller.band without Ts: the torque jumps at the edge of the dead band without "
           "delay, and where the gap is driven out and in again it switches without end: such a "
           "run is given up; give a sample time Ts";
}
STN_FN const char *clutch_check(STN_SELF, const double *p_)
{
    const clutch_p *p = (const clutch_p *)p_;
    return STN_CHOSEN(clutch)->drive == clutch_PID
               ? pid_check(&p->Kp, p->integrator, STN_CHOSEN(clutch)->scheduled)
               : NULL;
}
STN_FN const char *clutch_loop(STN_SELF, const double *p_, const StnIn *u_, const double *meas_,
                               const double *d_, StnLoop *out)
{
    const clutch_p *p = (const clutch_p *)p_;
    const clutch_u *u = (const clutch_u *)u_;
    const clutch_y *meas = (const clutch_y *)meas_;
    const PidSample at = {u->thetad.val - meas->theta, meas->theta, meas->omega};
    if (STN_CHOSEN(clutch)->drive != clutch_PID)
        return "there is no controller: choose options.drive: pid";
    pid_loop(&p->Kp, d_, PID_WANTED_LESS_MEASURED, &at, STN_CHOSEN(clutch)->derivative,
             STN_CHOSEN(clutch)->sampled, STN_CHOSEN(clutch)->scheduled, out);
    out->x = meas->theta;
    out->x_ref = u->thetad.val, out->v_ref = u->thetad.d1, out->a_ref = u->thetad.d2;
    out->load = 0.0;
    out->u = meas->u;
    out->m = p->J;
    out->site = 0;
    return NULL;
}
STN_FN double clutch_compensate(STN_SELF, const double *p_, const StnIn *u_, double force)
{
    (void)p_, (void)u_;
    return force;
}
#define STN_SETUP_clutch                                                                       \
    .title = "Clutch-by-wire actuator with position-dependent friction and play",              \
    .equation = "J*domega/dt = u - Cr;  x = r*(theta - b);  pid: u = Kp*(thetad - theta) - "   \
                "Kd*omega + Ki*int(thetad - theta)",                                           \
    .text = "A motor moves a rack whose friction depends on its place and sense; with or "     \
            "without play between them.",                                                      \
    .reference = "Nouailletas et al. 2010", .flags = STN_PLANT_AFFINE | STN_PLANT_AFFINE_HELD, \
    .clock = STN_INDEX(clutch_p, Ts), STN_CHOOSES(clutch), .start = clutch_start,              \
    .needs = clutch_needs, .imposed = clutch_imposed, .has_late = clutch_has_late,             \
    .decide = clutch_decide, .slopes = clutch_slopes, .idle = clutch_idle,                     \
    .context = clutch_context, .check = clutch_check, .caution = clutch_caution,               \
    .loop = clutch_loop, .effort = clutch_compensate, .compensation = STN_INDEX(clutch_d, comp)
#endif
