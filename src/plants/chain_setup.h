/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The plant chain (chain.plant.h), as far as only its set-up needs it: checks, and which of its many
 * parts are there. */
#ifndef STN_PLANTS_CHAIN_SETUP_H
#define STN_PLANTS_CHAIN_SETUP_H

#include <string.h>

#define CHAIN_SLOWEST 1.0 /* rad/s: a softer shaft is held to the accuracy of this one */

STN_FN void chain_start(STN_SELF, const double *p_, double *s_)
{
    const int left = STN_INDEX(chain_s, left);
    for (int i = 0; i < (int)(sizeof(chain_s) / sizeof(real)); i++)
        if (isnan(s_[i]))
            s_[i] = i == left ? ((const chain_p *)p_)->t_confirm : 0.0;
}

STN_FN bool chain_has_late(STN_SELF, const double *p_)
{
    (void)p_;
    return STN_CHOSEN(chain)->drive == chain_PID && STN_CHOSEN(chain)->winds_up;
}
STN_FN void chain_decide(STN_SELF, const double *p_, double *s_, const StnIn *u_, const double *d_,
                         const double *mode, int relation)
{
    STN_PLANT_USE(chain);
    const chain_k *chosen = STN_CHOSEN(chain);
    if (relation == CHAIN_REL(hold) || relation == CHAIN_REL(effort))
        ((chain_s *)s_)->i += pid_begin(
            &p->Kp, PID_MEASURED_LESS_WANTED, chain_angle(s_, chosen->position_of) - u->Com.val,
            chain_speed(s_, chosen->velocity_of), s->i, ((const chain_d *)d_)->comp,
            mode[CHAIN_REL(effort)], mode[CHAIN_REL(hold)]);
}
STN_FN uint32_t chain_slopes(STN_SELF, const double *p_)
{
    return chain_has_late(self, p_) ? 1u << CHAIN_INPUT(Com) : 0u;
}
STN_FN uint32_t chain_needs(STN_SELF, const double *p_)
{
    (void)p_;
    return 1u << (STN_CHOSEN(chain)->drive == chain_TORQUE ? CHAIN_INPUT(u) : CHAIN_INPUT(Com));
}

STN_FN int chain_commanded(STN_SELF, const double *p_)
{
    (void)p_;
    return STN_CHOSEN(chain)->position_of - 1;
}

STN_FN uint32_t chain_brakes(STN_SELF, const double *p_)
{
    uint32_t bits = 0;
    (void)p_;
    for (int k = 1; k <= STN_CHOSEN(chain)->bodies; k++)
        bits |= (&STN_CHOSEN(chain)->has_brake1)[k - 1] ? 1u << (k - 1) : 0u;
    return bits;
}

STN_FN void chain_context(STN_SELF, const double *p_, int site, StnContext *context)
{
    const chain_p *p = (const chain_p *)p_;
    context->m = CHAIN_P(J, site + 1);
    if (STN_CHOSEN(chain)->drive == chain_PID && site == 0) {
        context->Ts = p->Ts;
        context->umax = isfinite(p->limit) ? p->limit : NAN;
    }
}

STN_FN bool chain_affine(STN_SELF, const double *p_)
{
    (void)p_;
    return STN_CHOSEN(chain)->drive != chain_VALVE && !STN_CHOSEN(chain)->hangs;
}

/* The twist of each shaft is a state of its own: between two large angles it would be lost in their
 * rounding, and K times that is torque out of nothing.  It swings with w^2 = K*(1/J + 1/(Jp*ratio^2)), body
 * and parent in proportion to what the torque does to each. */
STN_FN int chain_twists(STN_SELF, const double *p_, StnTwist *out)
{
    int n = STN_CHOSEN(chain)->bodies;
    for (int k = 2; k <= n; k++) {
        int parent = CHAIN_SHAFT_CHOICE(parent, k);
        double ratio = CHAIN_SHAFT_P(ratio, k), own = 1.0 / CHAIN_P(J, k);
        double others = 1.0 / (CHAIN_P(J, parent) * fabs(ratio)), sum = own + others / fabs(ratio);
        double swing = fmax(sqrt(CHAIN_SHAFT_P(K, k) * sum), CHAIN_SLOWEST);
        out[k - 2] = (StnTwist){.from = STN_INDEX(chain_s, th1) + parent - 1,
                                .to = STN_INDEX(chain_s, th1) + k - 1,
                                .ratio = ratio,
                                .rate_from = swing * others / sum,
                                .rate_to = swing * own / sum,
                                .damping = 0.5 * CHAIN_SHAFT_P(D, k) * sum / swing,
                                .stiffness = STN_INDEX(chain_p, K2) + k - 2,
                                .damper = STN_INDEX(chain_p, D2) + k - 2};
    }
    return n - 1;
}

/* ---- Which parts are there ---- */

#define CHAIN_WORD(name, ...) "|" #name "|"

/* Is `name` one of "|a||b||c|"? */
STN_FN bool chain_among(const char *words, const char *name)
{
    char word[40] = "|";
    strncat(word, name, sizeof word - 3);
    strcat(word, "|");
    return strstr(words, word) != NULL;
}

/* The body that an entry belongs to, 0: none. */
STN_FN int chain_body_of(const char *name)
{
    char last = name[strlen(name) - 1];
    return strcmp(name, "P12") != 0 && last >= '1' && last <= '8' ? last - '0' : 0;
}

STN_FN bool chain_inactive(STN_SELF, const double *p_, StnPart part, const char *name)
{
    static const char valve[] = STN_PARAMS_servovalve(CHAIN_WORD, 0.0) STN_PARAMS_motor(
        CHAIN_WORD) "|KP||WM||KW||CorM||XF||VF||XS||PSR||Wref||Cor||P12||flapper||spool|";
    static const char monitor[] =
        "|watch_a||watch_b||t_confirm||t_brakes||left||wait||asym||confirmation|";
    const chain_k *chosen = STN_CHOSEN(chain);
    if (chain_body_of(name) > chosen->bodies)
        return true;
    if (chain_among(valve, name))
        return chosen->drive != chain_VALVE;
    if (chain_among("|Kp||Kv||Ki||Ts||limit||band||alpha||integrator||schedule_1||schedule_2||"
                    "schedule_3||schedule_4||schedule_at||derivative||i|",
                    name))
        return chosen->drive != chain_PID;
    if (chain_among("|Com||position_of||velocity_of|", name))
        return chosen->drive == chain_TORQUE;
    if (chain_among(monitor, name))
        return !chosen->watched;
    if (chain_among("|weak||broken||asymmetry|", name))
        return chosen->bodies < 2;
    if (strcmp(name, "brake") == 0)
        return chain_brakes(self, p_) == 0;
    return part == STN_PART_INPUT && strcmp(name, "u") == 0 && chosen->drive != chain_TORQUE;
}

STN_FN uint32_t chain_idle(STN_SELF, const double *p_)
{
    static const char *const names[] = {
#define CHAIN_NAME_S(name, ...) #name,
        STN_STATES_chain(CHAIN_NAME_S, CHAIN_NAME_S, chain)
#undef CHAIN_NAME_S
    };
    uint32_t bits = 0;
    for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++)
        bits |= chain_inactive(self, p_, STN_PART_STATE, names[i]) ? 1u << i : 0u;
    return bits | (STN_CHOSEN(chain)->sampled ? 1u << STN_INDEX(chain_s, i) : 0u);
}

/* ---- Checks ---- */

/* A sentence about body k, from a list of eight. */
#define CHAIN_SAY(before, after)                                                                   \
    ((const char *const[]){before "1" after, before "2" after, before "3" after, before "4" after, \
                           before "5" after, before "6" after, before "7" after,                   \
                           before "8" after}[k - 1])

STN_FN bool chain_names_body(const chain_p *p, double number)
{
    return number == floor(number) && number >= 1.0 && number <= p->bodies;
}

/* Every body hangs on body 1 in the end. */
STN_FN bool chain_hangs(const double *p_, int k)
{
    int steps = 0;
    for (; k != 1 && steps < chain_MOST; steps++)
        k = (int)CHAIN_SHAFT_P(parent, k);
    return k == 1;
}

STN_FN const char *chain_check_shaft(const double *p_, int k)
{
    const chain_p *p = (const chain_p *)p_;
    if (!chain_names_body(p, CHAIN_SHAFT_P(parent, k)))
        return CHAIN_SAY("parent", " is not the number of a body: it must be 1 to bodies");
    if (CHAIN_SHAFT_P(parent, k) == k)
        return CHAIN_SAY("parent", " is the body itself");
    if (CHAIN_SHAFT_P(ratio, k) == 0.0)
        return CHAIN_SAY("ratio", " must not be 0");
    if (isnan(CHAIN_SHAFT_P(K, k)))
        return CHAIN_SAY("the stiffness K", " is missing");
    if (CHAIN_SHAFT_P(play, k) > 0.0 && !(CHAIN_SHAFT_P(K, k) > 0.0))
        return CHAIN_SAY("play", " needs a stiffness K behind it, which is 0");
    return NULL;
}

STN_FN const char *chain_check(STN_SELF, const double *p_)
{
    const chain_p *p = (const chain_p *)p_;
    const char *doubt = NULL;
    if (p->bodies != floor(p->bodies))
        return "bodies must be a whole number";
    for (int k = 1; k <= (int)p->bodies && !doubt; k++) {
        if (isnan(CHAIN_P(J, k)))
            doubt = CHAIN_SAY("the inertia J", " is missing");
        else if (!(CHAIN_P(lo, k) < CHAIN_P(hi, k)))
            doubt = CHAIN_SAY("the lower stop of body ", " must lie below its upper stop");
        else if (k > 1)
            doubt = chain_check_shaft(p_, k);
    }
    for (int k = 2; k <= (int)p->bodies && !doubt; k++)
        if (!chain_hangs(p_, k))
            doubt = CHAIN_SAY("the parents of body ", " form a ring: each must lead to body 1");
    if (doubt)
        return doubt;
    if (STN_CHOSEN(chain)->drive != chain_TORQUE &&
        !(chain_names_body(p, p->position_of) && chain_names_body(p, p->velocity_of)))
        return "position_of and velocity_of must be numbers of bodies: 1 to bodies";
    if (STN_CHOSEN(chain)->watched &&
        !(chain_names_body(p, p->watch_a) && chain_names_body(p, p->watch_b)))
        return "asymmetry: watch_a and watch_b must be numbers of bodies: 1 to bodies";
    if (p->bodies >= 2.0 && !chain_names_body(p, p->weak))
        return "weak must be the number of a body: 2 to bodies";
    return STN_CHOSEN(chain)->drive == chain_PID
               ? pid_check(&p->Kp, p->integrator, STN_CHOSEN(chain)->scheduled)
               : NULL;
}

/* All that body 1 moves, with shafts that do not yield; NaN where the controller sees another body. */
STN_FN double chain_rigid_inertia(STN_SELF, const double *p_)
{
    const chain_k *chosen = STN_CHOSEN(chain);
    double turns[chain_MOST + 1] = {0.0, 1.0},
                              sum = CHAIN_P(J, 1); /* of body k per turn of body 1 */
    if (chosen->position_of != 1 || chosen->velocity_of != 1)
        return NAN;
    for (int k = 2; k <= chosen->bodies; k++) {
        turns[k] = turns[CHAIN_SHAFT_CHOICE(parent, k)] / CHAIN_SHAFT_P(ratio, k);
        sum += CHAIN_P(J, k) * turns[k] * turns[k];
    }
    return sum;
}
/* The drive acts on body 1; the friction that it compensates is that of the body whose speed it sees. */
STN_FN const char *chain_loop(STN_SELF, const double *p_, const StnIn *u_, const double *meas_,
                              const double *d_, StnLoop *out)
{
    const chain_p *p = (const chain_p *)p_;
    const chain_u *u = (const chain_u *)u_;
    const chain_k *chosen = STN_CHOSEN(chain);
    const double *angle = meas_ + STN_INDEX(chain_y, th1), *speed = meas_ + STN_INDEX(chain_y, w1);
    const int body = chosen->velocity_of - 1;
    const PidSample at = {angle[chosen->position_of - 1] - u->Com.val, angle[body], speed[body]};
    const chain_y *meas = (const chain_y *)meas_;
    if (chosen->drive == chain_TORQUE)
        return "there is no controller: choose options.drive: pid or valve";
    pid_loop(&p->Kp, d_, PID_MEASURED_LESS_WANTED, &at, chosen->derivative,
             chosen->drive == chain_PID && chosen->sampled, chosen->scheduled, out);
    out->x = angle[body];
    out->x_ref = u->Com.val, out->v_ref = u->Com.d1, out->a_ref = u->Com.d2;
    out->load = u_[CHAIN_INPUT(load1) + body].val + chain_pull(self, p_, body + 1, angle[body]);
    out->site = body;
    out->m = chain_rigid_inertia(self, p_);
    if (chosen->drive == chain_PID) {
        out->u = meas->u;
        return NULL;
    }
    out->Ki = 0.0, out->most = motor_torque_at_rest(&p->D, p->GM * p->CorM / p->KSF, u->PSR.val);
    out->Kp = p->KP * p->KW * motor_torque_per_ampere(&p->D, p->GM, p->KSF, u->PSR.val);
    out->Kv = out->m = out->c = NAN; /* in motion the valve lies between them */
    out->u = motor_torque_at_rest(&p->D, p->GM * meas->Cor / p->KSF, u->PSR.val);
    return motor_lacks(&p->D, p->GM, p->KSF, u->PSR.val);
}
STN_FN double chain_compensate(STN_SELF, const double *p_, const StnIn *u_, double force)
{
    const chain_p *p = (const chain_p *)p_;
    if (STN_CHOSEN(chain)->drive == chain_PID)
        return force;
    return p->KSF * motor_spool_at_rest(&p->D, force, ((const chain_u *)u_)->PSR.val) / p->GM;
}
#define STN_SETUP_chain                                                                           \
    .title = "A drive of up to eight bodies",                                                     \
    .equation =                                                                                   \
        "J*dw/dt = T - (torques of the shafts that hang on it, over their ratios) - load - C*w "  \
        "- G*sin(th - q0) - Kg*(th - qg) - FF;  T = K*twist + D*dtwist/dt behind a play;  twist " \
        "= th_parent/ratio - th",                                                                 \
    .text = "Bodies in a line or a tree, joined by shafts with stiffness, damping, play and "     \
            "gear ratio; each with friction, stops, load and brake; body 1 is driven by a "       \
            "torque, a PID loop, or a valve and a hydraulic motor.",                              \
    .reference = "Nordin, Gutman 2002 (play); Borello, Dalla Vedova 2006 (flap transmission)",    \
    .flags = STN_PLANT_AFFINE | STN_PLANT_AFFINE_HELD, .clock = STN_INDEX(chain_p, Ts),           \
    STN_CHOOSES(chain), .start = chain_start, .needs = chain_needs, .has_late = chain_has_late,   \
    .decide = chain_decide, .slopes = chain_slopes, .idle = chain_idle, .brakes = chain_brakes,   \
    .commanded = chain_commanded, .context = chain_context, .check = chain_check,                 \
    .inactive = chain_inactive, .affine = chain_affine, .twists = chain_twists,                   \
    .loop = chain_loop, .effort = chain_compensate, .compensation = STN_INDEX(chain_d, comp)

#endif
