/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A mass under a force (Canudas de Wit 1995, Nouailletas 2010):
 *   m*dv/dt = h - FF,  h = u - load,  dx/dt = v,  stops xmin <= x <= xmax
 * drive: force   u is the input
 *        spring  u = K*(y - x)
 *        pid     u = -Kp*(x - xd) - Kv*v - Ki*i,  di/dt = x - xd,  |u| <= limit (integrator held
 *                meanwhile); with Ts the same law sampled on the measured x and held
 *        motion  v (or x) is imposed by the input vd (or xd); only the friction is computed */
#include "plants/pid.h"

#define STN_PARAMS_block(P, C, O)                                                               \
    P(m, "kg", 1.0, 1e-9, 1e9, "moving mass")                                                   \
    P(K, "N/m", 2.0, 0.0, 1e12, "stiffness of the pulling spring")                              \
    P(xmin, "m", -INFINITY, -INFINITY, INFINITY, "lower hard stop")                             \
    P(xmax, "m", INFINITY, -INFINITY, INFINITY, "upper hard stop")                              \
    C(Kp, "N/m", 3.0, 0.0, 1e12, "proportional gain")                                           \
    C(Kv, "N*s/m", 6.0, 0.0, 1e12, "velocity gain")                                             \
    C(Ki, "N/(m*s)", 4.0, 0.0, 1e12, "integral gain")                                           \
    C(Ts, "s", NAN, 1e-9, 1e6, "sample time; not given: continuous")                            \
    C(limit, "N", INFINITY, 0.0, INFINITY, "effort limit")                                      \
    PID_RULE(C, O, "m")                                                                         \
    O(derivative, "state|difference|difference2", 0, "velocity that a sampled controller uses") \
    O(drive, "force|spring|pid|motion", 0, "what moves the block")                              \
    O(motion, "velocity|position", 0, "what drive: motion imposes")
#define STN_STATES_block(S, X, Q)             \
    X(x, 0, "m", 1.0, v, "position", Q)       \
    S(v, VELOCITY, 0, "m/s", 1.0, "velocity") \
    S(i, OTHER, -1, "m*s", 1.0, "integral of the position error")
#define STN_INPUTS_block(I)                                                          \
    I(u, EFFORT, 0, "N", NAN, "force (drive: force)")                                \
    I(y, OTHER, -1, "m", NAN, "free end of the spring (drive: spring)")              \
    I(xd, COMMAND, 0, "m", NAN, "wanted position (drive: pid), or imposed position") \
    I(vd, SPEED_COMMAND, 0, "m/s", NAN, "imposed velocity (drive: motion)")          \
    I(load, LOAD, 0, "N", 0.0, "load against positive motion")
#define STN_OUTPUTS_block(V)                    \
    V(x, POSITION, 0, "m", "position")          \
    V(v, VELOCITY, 0, "m/s", "velocity")        \
    V(u, EFFORT, 0, "N", "effort of the drive") \
    V(h, OTHER, -1, "N", "active force")        \
    V(FF, FRICTION, 0, "N", "friction force")
#define STN_DISCS_block(D) STN_DISCS_pid(D, "effort", "N", "m*s", "position", "m")
#define STN_RELS_block(R)          \
    R(hold, "", "integrator held") \
    R(effort, "saturation", "effort limit")
#define STN_SITES_block(F, Q) F(contact, v, x, 0, "stribeck", "block on its support", Q)
#define STN_STOPS_block(L, LV, LP, LB, Q) L(stop, x, v, xmin, xmax, contact, Q)
STN_PLANT_TYPES(block)
STN_PID_LISTS(block);
#define STN_CHOICES_block(K) K(drive, p->drive) K(motion, p->motion) STN_CHOICES_pid(K)
STN_CHOICE_TYPES(block)

enum { block_FORCE, block_SPRING, block_PID, block_MOTION };

STN_EVAL(block)
{
    STN_PLANT_USE(block);
    const block_k *chosen = STN_CHOSEN(block);
    const block_d *d = (const block_d *)d_;
    block_s *rate = (block_s *)rate_;
    real v = s->v, x = s->x, a = stn_splat(0.0), effort = stn_splat(0.0);
    real gap = stn_splat(0.0);
    switch (chosen->drive) {
    case block_FORCE: effort = u->u.val; break;
    case block_SPRING: effort = p->K * (u->y.val - x); break;
    case block_PID:
        effort = d->u;
        if (chosen->sampled)
            break;
        gap = x - u->xd.val;
        effort = pid_effort(&p->Kp, PID_MEASURED_LESS_WANTED, gap, v, s->i, d->comp, r,
                            STN_INDEX(block_r, effort), STN_INDEX(block_r, hold), chosen->winds_up);
        break;
    default:
        v = chosen->motion ? u->xd.d1 : u->vd.val;
        a = chosen->motion ? u->xd.d2 : u->vd.d1;
        break;
    }
    rate->x = v;
    rate->v = stn_splat(0.0);
    rate->i = gap;
    site->v = v;
    site->x = x;
    site->a = a;
    site->m = p->m;
    site->load = u->load.val;
    site->drive = effort;
    site->h = effort - u->load.val;
}

STN_LATE(block)
{
    STN_PLANT_USE(block);
    block_s *rate = (block_s *)rate_;
    PidMotion at = {s->x - u->xd.val, s->v, s->i, rate->x - u->xd.d1, rate->v};
    rate->i = pid_rate(&p->Kp, PID_MEASURED_LESS_WANTED, &at, ((const block_d *)d_)->comp, at.gap,
                       r, STN_INDEX(block_r, effort), STN_INDEX(block_r, hold), site->dt);
}

STN_OUTPUTS_AT(block)
{
    STN_PLANT_USE(block);
    (void)d_, (void)r;
    block_y *out = (block_y *)out_;
    out->x = s->x;
    out->v = site->v;
    out->u = site->h + u->load.val;
    out->h = site->h;
    out->FF = FF[0];
}

/* The PID of the continuous drive on the measured position; derivative as chosen. */
STN_SAMPLE(block)
{
    STN_PLANT_USE(block);
    const block_k *chosen = STN_CHOSEN(block);
    const block_y *meas = (const block_y *)meas_;
    if (chosen->drive != block_PID)
        return;
    PidSample at = {meas->x - u->xd.val, meas->x, meas->v};
    pid_sample(&p->Kp, PID_MEASURED_LESS_WANTED, &at, chosen->derivative, chosen->rule,
               chosen->scheduled, d_);
}

#define STN_KERNEL_block \
    .eval = block_eval, .late = block_late, .outputs_at = block_outputs_at, .sample = block_sample
#ifdef STN_SETUP
STN_FN uint32_t block_needs(STN_SELF, const double *p_)
{
    const block_k *chosen = STN_CHOSEN(block);
    (void)p_;
    if (chosen->drive == block_MOTION)
        return chosen->motion == 0 ? 1u << 3 : 1u << 2;
    return 1u << chosen->drive;
}
STN_FN uint32_t block_imposed(STN_SELF, const double *p_)
{
    (void)p_;
    return STN_CHOSEN(block)->drive == block_MOTION ? 1u : 0u;
}
STN_FN bool block_has_late(STN_SELF, const double *p_)
{
    (void)p_;
    return STN_CHOSEN(block)->drive == block_PID && STN_CHOSEN(block)->winds_up;
}
STN_FN void block_decide(STN_SELF, const double *p_, double *s_, const StnIn *u_, const double *d_,
                         const double *mode, int relation)
{
    STN_PLANT_USE(block);
    if (relation == STN_INDEX(block_r, hold) || relation == STN_INDEX(block_r, effort))
        ((block_s *)s_)->i +=
            pid_begin(&p->Kp, PID_MEASURED_LESS_WANTED, s->x - u->xd.val, s->v, s->i,
                      ((const block_d *)d_)->comp, mode[STN_INDEX(block_r, effort)],
                      mode[STN_INDEX(block_r, hold)]);
}
STN_FN uint32_t block_slopes(STN_SELF, const double *p_)
{
    return block_has_late(self, p_) ? 1u << 2 : 0u; /* xd */
}
STN_FN uint32_t block_idle(STN_SELF, const double *p_)
{
    const block_k *chosen = STN_CHOSEN(block);
    (void)p_;
    bool integrates = chosen->drive == block_PID && !chosen->sampled;
    return integrates ? 0u : 1u << STN_INDEX(block_s, i);
}
STN_FN void block_context(STN_SELF, const double *p_, int site, StnContext *context)
{
    const block_p *p = (const block_p *)p_;
    (void)site;
    context->m = p->m;
    if (STN_CHOSEN(block)->drive == block_PID)
        pid_context(&p->Kp, context);
}
STN_FN const char *block_check(STN_SELF, const double *p_)
{
    const block_p *p = (const block_p *)p_;
    const char *lacks = STN_CHOSEN(block)->drive == block_PID
                            ? pid_check(&p->Kp, p->integrator, STN_CHOSEN(block)->scheduled)
                            : NULL;
    if (lacks)
        return lacks;
    if (STN_CHOSEN(block)->drive == block_MOTION && (isfinite(p->xmin) || isfinite(p->xmax)))
        return "an imposed motion knows no stops: leave xmin and xmax out";
    return p->xmin < p->xmax ? NULL : "the lower stop xmin must lie below the upper stop xmax";
}
STN_FN const char *block_joint(STN_SELF, const double *p_, const StnIn *u_, StnJointInfo *out)
{
    const block_p *p = (const block_p *)p_;
    (void)u_;
    *out = (StnJointInfo){.inertia = p->m,
                          .low = p->xmin,
                          .high = p->xmax,
                          .drive = STN_CHOSEN(block)->drive == block_FORCE ? STN_JOINT_FORCE
                                                                           : STN_JOINT_POSITION,
                          .gain = 1.0,
                          .most = INFINITY,
                          .kt = NAN,
                          .R = NAN};
    if (STN_CHOSEN(block)->drive == block_MOTION)
        return "an imposed motion has no model of a joint: choose drive force, spring or pid";
    if (STN_CHOSEN(block)->drive == block_SPRING)
        out->gain = out->stiffness = p->K;
    if (STN_CHOSEN(block)->drive != block_PID)
        return NULL;
    out->gain = out->stiffness = p->Kp, out->speed_gain = p->Kv, out->most = p->limit;
    if (p->Ki != 0.0)
        snprintf(out->lost[0], sizeof out->lost[0],
                 "The integral part of the controller, Ki = %g N/(m*s), is not held.", p->Ki);
    if (p->Ts > 0.0)
        snprintf(out->lost[1], sizeof out->lost[1],
                 "The controller's sampling (Ts = %g s) is not held.", p->Ts);
    if (STN_CHOSEN(block)->scheduled)
        snprintf(out->lost[2], sizeof out->lost[2],
                 "The controller's gains are those at schedule_at; their schedule is not held.");
    return NULL;
}
STN_FN const char *block_loop(STN_SELF, const double *p_, const StnIn *u_, const double *meas_,
                              const double *d_, StnLoop *out)
{
    const block_p *p = (const block_p *)p_;
    const block_u *u = (const block_u *)u_;
    const block_y *meas = (const block_y *)meas_;
    const PidSample at = {meas->x - u->xd.val, meas->x, meas->v};
    if (STN_CHOSEN(block)->drive != block_PID)
        return "there is no controller: choose options.drive: pid";
    pid_loop(&p->Kp, d_, PID_MEASURED_LESS_WANTED, &at, STN_CHOSEN(block)->derivative,
             STN_CHOSEN(block)->sampled, STN_CHOSEN(block)->scheduled, out);
    out->x = meas->x;
    out->x_ref = u->xd.val, out->v_ref = u->xd.d1, out->a_ref = u->xd.d2;
    out->load = u->load.val;
    out->u = meas->u;
    out->m = p->m;
    out->site = 0;
    return NULL;
}
STN_FN double block_compensate(STN_SELF, const double *p_, const StnIn *u_, double force)
{
    (void)p_, (void)u_;
    return force;
}
#define STN_SETUP_block                                                                          \
    .title = "A mass under a force",                                                             \
    .equation =                                                                                  \
        "m*dv/dt = u - load - FF;  spring: u = K*(y - x);  pid: u = -Kp*(x - xd) - Kv*v - "      \
        "Ki*int(x - xd)",                                                                        \
    .text =                                                                                      \
        "The smallest mechanism with friction: pushed, pulled by a spring, position-controlled " \
        "or moved as wanted.",                                                                   \
    .reference = "Canudas de Wit et al. 1995; Nouailletas et al. 2010",                          \
    .flags = STN_PLANT_AFFINE | STN_PLANT_AFFINE_HELD, STN_CHOOSES(block),                       \
    .clock = STN_INDEX(block_p, Ts), .needs = block_needs, .imposed = block_imposed,             \
    .has_late = block_has_late, .decide = block_decide, .slopes = block_slopes,                  \
    .idle = block_idle, .context = block_context, .check = block_check, .joint = block_joint,    \
    .loop = block_loop, .effort = block_compensate, .compensation = STN_INDEX(block_d, comp)
#endif
