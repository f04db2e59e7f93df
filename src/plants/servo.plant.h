/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Robot joint or hobby servo: a motor, its gear and an arm under gravity, all values at the joint:
 *   (J + Jm)*dw/dt = h - FF,  h = tm - L(q) - load - C*w,  L(q) = G*sin(q - q0) + Kg*(q - qg)
 * motor: torque    tm is the input u
 *        current   tm = kt*i, the input i limited to +-imax
 *        voltage   the input V limited to +-supply;  La = 0: tm = (kt/R)*V - (kt^2/R)*w,
 *                  La > 0: tm = kt*i,  La*di/dt = V - R*i - kt*w
 *        position  sampled firmware, every Ts: the goal, which starts where the joint is, moves towards
 *                  the input qd by at most slew*Ts;  duty = kp*(goal - q) - kd*(q - the one before)/Ts,
 *                  within +-dmax;  V = duty*supply, held until the next sample
 * on <= 0.5 (voltage, position): open circuit, no torque and no current.  The firmware sees it at its
 * samples; switched on again its goal is where the joint is.
 * Trap: motion shows kt/R and kt^2/R only, never kt and R apart from them, unless the current is measured. */
#include "plants/arm.h"

#define STN_PARAMS_servo(P, GAIN, O)                                                \
    O(motor, "torque|current|voltage|position", 0, "what the motor is given")       \
    P(J, "kg*m^2", 0.03, 0.0, 1e6, "inertia of the arm")                            \
    P(Jm, "kg*m^2", 0.0, 0.0, 1e6, "inertia of the rotor, times the ratio squared") \
    P(C, "N*m*s/rad", 0.0, 0.0, 1e9, "damping beside the friction")                 \
    P(G, "N*m", 0.0, 0.0, 1e9, "torque of gravity, m*g*l; 0: none")                 \
    P(q0, "rad", 0.0, -1e6, 1e6, "angle at which the arm hangs")                    \
    P(Kg, "N*m/rad", 0.0, 0.0, 1e12, "spring to ground")                            \
    P(qg, "rad", 0.0, -1e6, 1e6, "angle at which that spring is relaxed")           \
    P(lo, "rad", -INFINITY, -INFINITY, INFINITY, "lower hard stop")                 \
    P(hi, "rad", INFINITY, -INFINITY, INFINITY, "upper hard stop")                  \
    P(kt, "N*m/A", 1.0, 1e-12, 1e6, "torque per current, at the joint")             \
    P(R, "Ohm", 1.0, 1e-9, 1e9, "winding resistance")                               \
    P(La, "H", 0.0, 0.0, 1e3, "winding inductance; 0: the current has no delay")    \
    P(imax, "A", INFINITY, 0.0, INFINITY, "current limit")                          \
    GAIN(kp, "1/rad", 5.0, 0.0, 1e9, "duty per position error")                     \
    GAIN(kd, "s/rad", 0.0, 0.0, 1e9, "duty per estimated speed")                    \
    GAIN(slew, "rad/s", INFINITY, 0.0, INFINITY, "fastest motion of the goal")      \
    GAIN(dmax, "1", 1.0, 0.0, 1.0, "largest duty")                                  \
    GAIN(Ts, "s", 1e-3, 1e-9, 1e6, "sample time of the firmware")
#define STN_STATES_servo(S, X, Q)                         \
    X(q, 0, "rad", 1.0, w, "angle of the joint", Q)       \
    S(w, VELOCITY, 0, "rad/s", 1.0, "speed of the joint") \
    S(i, OTHER, -1, "A", 1.0, "motor current (La > 0)")
#define STN_INPUTS_servo(I)                                         \
    I(u, EFFORT, 0, "N*m", NAN, "motor torque (motor: torque)")     \
    I(i, OTHER, -1, "A", NAN, "motor current (motor: current)")     \
    I(V, OTHER, -1, "V", NAN, "motor voltage (motor: voltage)")     \
    I(qd, COMMAND, 0, "rad", NAN, "wanted angle (motor: position)") \
    I(supply, OTHER, -1, "V", 12.0, "supply voltage")               \
    I(on, OTHER, -1, "1", 1.0, "0.5 or less: open circuit")         \
    I(load, LOAD, 0, "N*m", 0.0, "load against positive motion, beside gravity and spring")
#define STN_OUTPUTS_servo(OUT)                               \
    OUT(q, POSITION, 0, "rad", "angle of the joint")         \
    OUT(w, VELOCITY, 0, "rad/s", "speed of the joint")       \
    OUT(u, EFFORT, 0, "N*m", "motor torque")                 \
    OUT(i, OTHER, -1, "A", "motor current")                  \
    OUT(V, OTHER, -1, "V", "motor voltage")                  \
    OUT(duty, OTHER, -1, "1", "duty of the firmware")        \
    OUT(goal, OTHER, -1, "rad", "goal of the firmware")      \
    OUT(L, OTHER, -1, "N*m", "torque of gravity and spring") \
    OUT(h, OTHER, -1, "N*m", "active torque")                \
    OUT(FF, FRICTION, 0, "N*m", "friction torque")
#define STN_DISCS_servo(D)                                     \
    D(duty, "1", "duty held between samples")                  \
    D(goal, "rad", "goal of the firmware")                     \
    D(q1, "rad", "measured angle one sample ago")              \
    D(started, "1", "the first sample was taken")              \
    D(awake, "1", "the circuit was closed at the last sample") \
    D(comp, "N*m", "torque of the compensation of friction")
#define STN_RELS_servo(R)                      \
    R(closed, "mode", "the circuit is closed") \
    R(limit, "saturation", "limit of current or voltage")
#define STN_SITES_servo(F, Q) F(gear, w, q, 1, "stribeck_load", "gear and bearings", Q)
#define STN_STOPS_servo(L, LV, LP, LB, Q) L(stop, q, w, lo, hi, gear, Q)
STN_PLANT_TYPES(servo)
#define STN_CHOICES_servo(K)                \
    K(motor, p->motor)                      \
    K(lags, p->motor >= 2.0 && p->La > 0.0) \
    K(hangs, p->G != 0.0)
STN_CHOICE_TYPES(servo)

enum { servo_TORQUE, servo_CURRENT, servo_VOLTAGE, servo_POSITION };

/* Gravity and spring. */
STN_FN real servo_pull(STN_SELF, const servo_p *p, real q)
{
    return arm_pull(STN_CHOSEN(servo)->hangs, p->G, p->q0, p->Kg, p->qg, q);
}

typedef struct {
    real torque, i, V;
} servo_motor;

/* What the motor does; i: its current where that has a delay. */
STN_FN servo_motor servo_driven(STN_SELF, const servo_p *p, const servo_s *s, const servo_u *u,
                                const servo_d *d, StnRel *r)
{
    const servo_k *chosen = STN_CHOSEN(servo);
    const int limit = STN_INDEX(servo_r, limit);
    real zero = stn_splat(0.0);
    servo_motor m = {zero, zero, zero};
    if (chosen->motor == servo_TORQUE) {
        m.torque = stn_compensated(u->u.val, d->comp);
        return m;
    }
    if (chosen->motor == servo_CURRENT) {
        real wanted = stn_compensated(u->i.val, stn_over(d->comp, p->kt));
        m.i = stn_clip(r, limit, wanted, -p->imax, p->imax);
        m.torque = p->kt * m.i;
        return m;
    }
    real closed = stn_side(r, STN_INDEX(servo_r, closed), u->on.val - 0.5, stn_splat(1.0), zero);
    if (chosen->motor == servo_VOLTAGE)
        m.V = stn_clip(r, limit, stn_compensated(u->V.val, stn_over(p->R * d->comp, p->kt)),
                       -u->supply.val, u->supply.val);
    else
        m.V = d->duty * u->supply.val;
    m.V = closed * m.V;
    m.i = closed * (chosen->lags ? s->i : stn_over(m.V - p->kt * s->w, p->R));
    m.torque = p->kt * m.i;
    return m;
}

STN_EVAL(servo)
{
    STN_PLANT_USE(servo);
    const servo_k *chosen = STN_CHOSEN(servo);
    servo_s *rate = (servo_s *)rate_;
    servo_motor m = servo_driven(self, p, s, u, (const servo_d *)d_, r);
    real load = servo_pull(self, p, s->q) + u->load.val;
    rate->q = s->w;
    rate->w = rate->i = stn_splat(0.0);
    if (chosen->lags) {
        mask closed = stn_lt(stn_splat(0.0), r->mode[STN_INDEX(servo_r, closed)]);
        rate->i = stn_select(closed, stn_over(m.V - p->R * s->i - p->kt * s->w, p->La), rate->i);
    }
    site->v = s->w;
    site->x = s->q;
    site->m = p->J + p->Jm;
    site->load = load;
    site->drive = m.torque;
    site->h = m.torque - load - p->C * s->w;
}

STN_OUTPUTS_AT(servo)
{
    STN_PLANT_USE(servo);
    const servo_d *d = (const servo_d *)d_;
    servo_y *out = (servo_y *)out_;
    servo_motor m = servo_driven(self, p, s, u, d, r);
    out->q = s->q;
    out->w = site->v;
    out->u = m.torque;
    out->i = m.i;
    out->V = m.V;
    out->duty = d->duty;
    out->goal = d->goal;
    out->L = servo_pull(self, p, s->q);
    out->h = site->h;
    out->FF = FF[0];
}

/* The firmware: goal, speed by difference, duty. */
STN_SAMPLE(servo)
{
    STN_PLANT_USE(servo);
    servo_d *d = (servo_d *)d_;
    real zero = stn_splat(0.0), one = stn_splat(1.0), q = ((const servo_y *)meas_)->q;
    mask first = stn_eq(d->started, zero), on = stn_lt(stn_splat(0.5), u->on.val);
    mask wakes = stn_or(first, stn_eq(d->awake, zero));
    real goal = stn_select(wakes, q, d->goal), step = p->slew * p->Ts;
    real speed = (q - stn_select(first, q, d->q1)) / p->Ts;
    goal = goal + stn_bound(u->qd.val - goal, -step, step);
    real supply =
        u->supply.val; /* 0: no duty makes the torque that is wanted, and 0/0 is no number */
    real comp = stn_select(stn_eq(supply, zero), zero, p->R * d->comp / (p->kt * supply));
    real duty = stn_compensated(p->kp * (goal - q) - p->kd * speed, comp);
    duty = stn_bound(duty, -p->dmax, p->dmax);
    d->duty = stn_select(on, duty, zero);
    d->goal = stn_select(on, goal, q);
    d->q1 = q;
    d->started = one;
    d->awake = stn_select(on, one, zero);
}

#define STN_KERNEL_servo .eval = servo_eval, .outputs_at = servo_outputs_at, .sample = servo_sample
#ifdef STN_SETUP
#include <stdio.h>
#include <string.h>

STN_FN uint32_t servo_needs(STN_SELF, const double *p_)
{
    (void)p_;
    return 1u << STN_CHOSEN(servo)->motor; /* the first four inputs in the order of the option */
}
STN_FN bool servo_affine(STN_SELF, const double *p_)
{
    (void)p_;
    return !STN_CHOSEN(servo)->hangs;
}
STN_FN uint32_t servo_idle(STN_SELF, const double *p_)
{
    (void)p_;
    return STN_CHOSEN(servo)->lags ? 0u : 1u << STN_INDEX(servo_s, i);
}
/* An opened circuit has no current, whatever its inductance. */
STN_FN void servo_decide(STN_SELF, const double *p_, double *s_, const StnIn *u_, const double *d_,
                         const double *mode, int relation)
{
    (void)p_, (void)u_, (void)d_;
    if (relation == STN_INDEX(servo_r, closed) && !(mode[relation] > 0.0))
        ((servo_s *)s_)->i = 0.0;
}
STN_FN void servo_context(STN_SELF, const double *p_, int site, StnContext *context)
{
    const servo_p *p = (const servo_p *)p_;
    (void)site;
    context->m = p->J + p->Jm;
    if (STN_CHOSEN(servo)->motor == servo_CURRENT && isfinite(p->imax))
        context->umax = p->kt * p->imax;
    if (STN_CHOSEN(servo)->motor == servo_POSITION)
        context->Ts = p->Ts;
}
STN_FN bool servo_inactive(STN_SELF, const double *p_, StnPart part, const char *name)
{
    /* Entries by the kinds of motor that have them: t, c, v, p. */
    static const struct {
        StnPart part;
        const char *name, *motors;
    } some[] = {
        {STN_PART_PARAMETER, "kt", "cvp"}, {STN_PART_PARAMETER, "R", "vp"},
        {STN_PART_PARAMETER, "La", "vp"},  {STN_PART_PARAMETER, "imax", "c"},
        {STN_PART_PARAMETER, "kp", "p"},   {STN_PART_PARAMETER, "kd", "p"},
        {STN_PART_PARAMETER, "slew", "p"}, {STN_PART_PARAMETER, "dmax", "p"},
        {STN_PART_PARAMETER, "Ts", "p"},   {STN_PART_INPUT, "u", "t"},
        {STN_PART_INPUT, "i", "c"},        {STN_PART_INPUT, "V", "v"},
        {STN_PART_INPUT, "qd", "p"},       {STN_PART_INPUT, "supply", "vp"},
        {STN_PART_INPUT, "on", "vp"},      {STN_PART_OUTPUT, "i", "cvp"},
        {STN_PART_OUTPUT, "V", "vp"},      {STN_PART_OUTPUT, "duty", "p"},
        {STN_PART_OUTPUT, "goal", "p"},
    };
    (void)p_;
    const servo_k *chosen = STN_CHOSEN(servo);
    if (part == STN_PART_STATE && strcmp(name, "i") == 0)
        return !chosen->lags;
    for (size_t k = 0; k < sizeof some / sizeof some[0]; k++)
        if (some[k].part == part && strcmp(some[k].name, name) == 0)
            return strchr(some[k].motors, "tcvp"[chosen->motor]) == NULL;
    return false;
}
/* The motor as a joint has it: what is sampled or has a delay acts at once there. */
STN_FN void servo_joint_motor(STN_SELF, const servo_p *p, double supply, StnJointInfo *out)
{
    const double per_volt = p->kt / p->R;
    out->drive = STN_JOINT_FORCE, out->gain = 1.0, out->most = INFINITY;
    out->kt = out->R = NAN;
    if (STN_CHOSEN(servo)->motor == servo_TORQUE)
        return; /* what moves it has no constants */
    out->kt = p->kt;
    switch (STN_CHOSEN(servo)->motor) {
    case servo_CURRENT:
        out->drive = STN_JOINT_CURRENT, out->gain = p->kt, out->most = p->imax;
        return;
    case servo_VOLTAGE:
        out->drive = STN_JOINT_VOLTAGE;
        out->gain = per_volt, out->speed_gain = per_volt * p->kt, out->most = supply;
        break;
    default: /* position */
        out->drive = STN_JOINT_POSITION;
        out->gain = out->stiffness = per_volt * supply * p->kp;
        out->speed_gain = per_volt * (supply * p->kd + p->kt);
        out->most = per_volt * supply * p->dmax;
        snprintf(out->lost[0], sizeof out->lost[0],
                 "The firmware's sampling (Ts = %g s) is not held.", p->Ts);
        if (isfinite(p->slew))
            snprintf(out->lost[2], sizeof out->lost[2],
                     "The firmware's slew rate, %g rad/s, is not held.", p->slew);
    }
    out->R = p->R;
    if (STN_CHOSEN(servo)->lags)
        snprintf(out->lost[1], sizeof out->lost[1],
                 "The winding's inductance La = %g H is not held.", p->La);
}
STN_FN const char *servo_joint(STN_SELF, const double *p_, const StnIn *u_, StnJointInfo *out)
{
    const servo_p *p = (const servo_p *)p_;
    *out = (StnJointInfo){.inertia = p->J,
                          .armature = p->Jm,
                          .damping = p->C,
                          .G = p->G,
                          .hang = p->q0,
                          .K = p->Kg,
                          .relaxed = p->qg,
                          .low = p->lo,
                          .high = p->hi};
    servo_joint_motor(self, p, ((const servo_u *)u_)->supply.val, out);
    return NULL;
}
/* Motion shows the torque per voltage and the braking by the motor's own voltage. */
STN_FN bool servo_combination(STN_SELF, const double *p_, int index, StnCombination *out)
{
    const servo_p *p = (const servo_p *)p_;
    if (STN_CHOSEN(servo)->motor < servo_VOLTAGE || index > 1)
        return false;
    *out = index == 0
               ? (StnCombination){"kt/R", "N*m/V", "torque per voltage", p->kt / p->R}
               : (StnCombination){"kt^2/R", "N*m*s/rad", "braking by the motor's own voltage",
                                  p->kt * p->kt / p->R};
    return true;
}
STN_FN const char *servo_check(STN_SELF, const double *p_)
{
    const servo_p *p = (const servo_p *)p_;
    if (!(p->J + p->Jm > 0.0))
        return "the joint has no inertia: J + Jm must be above 0";
    return p->lo < p->hi ? NULL : "the lower stop lo must lie below the upper stop hi";
}
/* The firmware sees the speed as the difference that it feeds back; without it there is no wanted angle. */
STN_FN const char *servo_loop(STN_SELF, const double *p_, const StnIn *u_, const double *meas_,
                              const double *d_, StnLoop *out)
{
    const servo_p *p = (const servo_p *)p_;
    const servo_u *u = (const servo_u *)u_;
    const servo_y *meas = (const servo_y *)meas_;
    const servo_d *d = (const servo_d *)d_;
    const bool firmware = STN_CHOSEN(servo)->motor == servo_POSITION;
    out->commanded = firmware;
    out->x = meas->q;
    out->v = !firmware ? meas->w : d->started == 0.0 ? 0.0 : (meas->q - d->q1) / p->Ts;
    out->m = p->J + p->Jm, out->c = p->C, out->most = INFINITY;
    if (STN_CHOSEN(servo)->motor == servo_CURRENT)
        out->most = p->kt * p->imax;
    if (STN_CHOSEN(servo)->motor >= servo_VOLTAGE) {
        out->most = p->kt * u->supply.val / p->R * (firmware ? p->dmax : 1.0);
        out->c += p->kt * p->kt / p->R;
    }
    if (firmware) {
        out->Kp = p->kt * u->supply.val / p->R * p->kp,
        out->Kv = p->kt * u->supply.val / p->R * p->kd;
        out->derivative = 1;
        out->e = meas->q - u->qd.val;
        out->x_ref = u->qd.val, out->v_ref = u->qd.d1, out->a_ref = u->qd.d2;
    }
    out->load = servo_pull(self, p, meas->q) + u->load.val;
    out->u = meas->u;
    out->site = 0;
    return NULL;
}
/* A torque; servo_driven and the firmware make a current, a voltage or a duty of it. */
STN_FN double servo_compensate(STN_SELF, const double *p_, const StnIn *u_, double force)
{
    (void)p_, (void)u_;
    return force;
}
#define STN_SETUP_servo                                                                            \
    .title = "Robot joint or servo: motor, gear, arm",                                             \
    .equation = "(J + Jm)*dw/dt = u - G*sin(q - q0) - Kg*(q - qg) - load - C*w - FF;  current: "   \
                "u = kt*i;  voltage: u = (kt/R)*V - (kt^2/R)*w, or La*di/dt = V - R*i - kt*w;  "   \
                "position: V = supply*clip(kp*(goal - q) - kd*dq/dt)",                             \
    .text = "An arm under gravity on a geared motor that is given a torque, a current, a voltage " \
            "or, through its firmware, a position.  A log of the motion shows kt/R and kt^2/R; "   \
            "kt and R one by one need a measured current.",                                        \
    .reference = "Duclusaud, Passault et al. 2024 (BAM)", .flags = STN_PLANT_AFFINE,               \
    .clock = STN_INDEX(servo_p, Ts), STN_CHOOSES(servo), .needs = servo_needs,                     \
    .affine = servo_affine, .idle = servo_idle, .decide = servo_decide, .context = servo_context,  \
    .inactive = servo_inactive, .check = servo_check, .joint = servo_joint,                        \
    .combination = servo_combination, .loop = servo_loop, .effort = servo_compensate,              \
    .compensation = STN_INDEX(servo_d, comp)
#endif
