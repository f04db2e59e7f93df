/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed-step loops for single mechanisms as one writes them by hand: the equations in their plainest order,
 * numbers behind a pointer, what is constant computed once, stops and limits included.  Of each plant only
 * what its scenario uses. */
#ifndef BENCH_TEXTBOOK_MECHANISMS_H
#define BENCH_TEXTBOOK_MECHANISMS_H

#include "mechanism.h"

#define BY_HAND static __attribute__((noinline)) double
#define PART static inline __attribute__((always_inline))

PART double limited(double x, double lo, double hi) { return x > hi ? hi : x < lo ? lo : x; }

/* ---- Two-stage servovalve, a part of eha and flap ---- */

typedef struct Valve {
    double GM, KF, KSF, wF, zF, XFM, GV, XSM;
} Valve;
#define VALVE_PATHS "GM", "KF", "KSF", "wF", "zF", "XFM", "GV", "XSM"

typedef struct ValveMotion {
    double XF, VF, XS;
    double at_F,
        at_S; /* sides of the stops that are touched; left in the step after the push turns */
} ValveMotion;

PART double held(double *at, double rate)
{
    if (*at == 0.0)
        return rate;
    *at = *at * rate < 0.0 ? 0.0 : *at;
    return 0.0;
}

PART void valve_step(const Valve *p, ValveMotion *s, double Cor, double dt)
{
    double push = p->wF * p->wF * (p->KF * (p->GM * Cor - p->KSF * s->XS) - s->XF) -
                  2.0 * p->zF * p->wF * s->VF;
    double was_F = s->at_F, was_S = s->at_S;
    double spool = s->XS + dt * held(&s->at_S, p->GV * s->XF);
    s->VF += dt * held(&s->at_F, push);
    s->XF += dt * s->VF;
    s->XS = spool;
    if (s->XF >= p->XFM && !(was_F != 0.0 && s->at_F == 0.0))
        s->XF = p->XFM, s->VF = 0.0, s->at_F = 1.0;
    if (s->XF <= -p->XFM && !(was_F != 0.0 && s->at_F == 0.0))
        s->XF = -p->XFM, s->VF = 0.0, s->at_F = -1.0;
    if (s->XS >= p->XSM && !(was_S != 0.0 && s->at_S == 0.0))
        s->XS = p->XSM, s->at_S = 1.0;
    if (s->XS <= -p->XSM && !(was_S != 0.0 && s->at_S == 0.0))
        s->XS = -p->XSM, s->at_S = -1.0;
}

/* ---- eha ---- */

typedef struct Eha {
    double Com, FR, PSR, GAP, CorM;
    Valve valve;
    double GPS, GQS, CLK, AJ, MJ, CJ, XJM, Fs, Fc;
} Eha;
static const char *const eha_paths[] = {
    "inputs.Com", "inputs.FR", "inputs.PSR", "GAP", "CorM", VALVE_PATHS,  "GPS",        "GQS",
    "CLK",        "AJ",        "MJ",         "CJ",  "XJM",  "Fs.forward", "Fc.forward", NULL};

BY_HAND eha_walk(const double *number, double dt, int64_t steps)
{
    const Eha *p = (const Eha *)number;
    ValveMotion valve = {0};
    double x = 0.0, v = 0.0, ratio = p->GPS / p->GQS, leak = 1.0 / (1.0 + p->CLK * ratio);
    double gain = p->GPS * leak, back = ratio * p->AJ * leak, dt_m = dt / p->MJ;
    for (int64_t k = 0; k < steps; k++) {
        double Cor = limited(p->GAP * (p->Com - x), -p->CorM, p->CorM);
        double P12 = limited(gain * valve.XS - back * v, -p->PSR, p->PSR);
        double h = p->AJ * P12 - p->FR - p->CJ * v;
        double F = v > 0.0 ? p->Fc : v < 0.0 ? -p->Fc : limited(h, -p->Fs, p->Fs);
        double next = v + dt_m * (h - F);
        valve_step(&p->valve, &valve, Cor, dt);
        v = v * next < 0.0 ? 0.0 : next;
        x += dt * v;
        if (x >= p->XJM)
            x = p->XJM, v = v < 0.0 ? v : 0.0;
        if (x <= -p->XJM)
            x = -p->XJM, v = v > 0.0 ? v : 0.0;
    }
    return x;
}

/* ---- flap, with the trapezoid of the supply pressure ---- */

typedef struct Flap {
    double Com, TLD, KP, WM, KW, CorM;
    Valve valve;
    double D, CQ, CLK, PREL, JS, CS, THmin, THmax;
    double T0_din, T0_stat, opp_din, aid_din, opp_stat, aid_stat;
} Flap;
static const char *const flap_paths[] = {"inputs.Com",
                                         "inputs.TLD",
                                         "KP",
                                         "WM",
                                         "KW",
                                         "CorM",
                                         VALVE_PATHS,
                                         "parameters.D",
                                         "CQ",
                                         "CLK",
                                         "PREL",
                                         "JS",
                                         "CS",
                                         "THmin",
                                         "THmax",
                                         "T0_din.forward",
                                         "T0_stat.forward",
                                         "eta_din_opp.forward",
                                         "eta_din_aid.forward",
                                         "eta_stat_opp.forward",
                                         "eta_stat_aid.forward",
                                         NULL};

PART double supply(double t)
{
    if (t < 1.0)
        return 26e6;
    if (t < 3.0)
        return 26e6 - 12e6 * (t - 1.0);
    if (t < 4.0)
        return 2e6;
    return t < 5.0 ? 2e6 + 24e6 * (t - 4.0) : 26e6;
}

/* The pressure at which the flows through valve and motor agree: motor.h has the derivation. */
PART double motor(const Flap *p, double XS, double W, double PSR, double per_CLK)
{
    double s = XS > 0.0 ? 1.0 : -1.0, K = p->CQ * s * XS, turn = s * p->D * W, leak = p->CLK * PSR;
    double b = turn + leak, most = fabs(b) + 1e-60;
    double down = 2.0 / (K + sqrt(K * K + 4.0 * p->CLK * most)), q = b * down, root = most * down;
    double P = K * root < 0.5 * leak ? (K * q - turn) * per_CLK : PSR - root * q;
    return limited(s * P, -p->PREL, p->PREL);
}

BY_HAND flap_walk(const double *number, double dt, int64_t steps)
{
    const Flap *p = (const Flap *)number;
    ValveMotion valve = {0};
    double x = 0.0, v = 0.0, dt_J = dt / p->JS, per_CLK = 1.0 / p->CLK;
    /* The load opposes motion forward and aids motion backward. */
    double up = p->T0_din + (1.0 / p->opp_din - 1.0) * p->TLD;
    double down = p->T0_din + (1.0 - p->aid_din) * p->TLD;
    double up_stat = p->T0_stat + (1.0 / p->opp_stat - 1.0) * p->TLD;
    double down_stat = p->T0_stat + (1.0 - p->aid_stat) * p->TLD;
    for (int64_t k = 0; k < steps; k++) {
        double Wref = limited(p->KP * (p->Com - x), -p->WM, p->WM);
        double Cor = limited(p->KW * (Wref - v), -p->CorM, p->CorM);
        double P12 = motor(p, valve.XS, v, supply((double)k * dt), per_CLK);
        double h = p->D * P12 - p->TLD - p->CS * v;
        double F = v > 0.0 ? up : v < 0.0 ? -down : limited(h, -down_stat, up_stat);
        double next = v + dt_J * (h - F);
        valve_step(&p->valve, &valve, Cor, dt);
        v = v * next < 0.0 ? 0.0 : next;
        x += dt * v;
        if (x >= p->THmax)
            x = p->THmax, v = v < 0.0 ? v : 0.0;
        if (x <= p->THmin)
            x = p->THmin, v = v > 0.0 ? v : 0.0;
    }
    return x;
}

/* ---- cylinder: new modified LuGre, linearly implicit in z and v ---- */

typedef struct Seal { /* one direction */
    double Fs, Fc, vs, n, sigma2, T, vb;
} Seal;
#define SEAL_PATHS(way) \
    "Fs." way, "Fc." way, "vs." way, "n." way, "sigma2." way, "T." way, "vb." way
typedef struct Cylinder {
    double bore, rod, L, xmin, m, g, Ps, kv, wv, zv, beta, V10, V20, U, cd, rho, w;
    Seal seal[2];
    double sigma0, sigma1, tau_hp, tau_hn, tau_h0, amplitude, frequency;
} Cylinder;
static const char *const cylinder_paths[] = {"bore",
                                             "rod",
                                             "parameters.L",
                                             "xmin",
                                             "parameters.m",
                                             "parameters.g",
                                             "Ps",
                                             "kv",
                                             "wv",
                                             "zv",
                                             "beta",
                                             "V10",
                                             "V20",
                                             "parameters.U",
                                             "cd",
                                             "rho",
                                             "parameters.w",
                                             SEAL_PATHS("forward"),
                                             SEAL_PATHS("backward"),
                                             "sigma0.forward",
                                             "sigma1.forward",
                                             "tau_hp.forward",
                                             "tau_hn.forward",
                                             "tau_h0",
                                             "inputs.u.sine.amplitude",
                                             "inputs.u.sine.frequency",
                                             NULL};

PART double signed_root(double x) { return x > 0.0 ? sqrt(x) : -sqrt(-x); }

typedef struct SealMotion {
    double z, hf;
} SealMotion;

/* What a step of the seal needs of dt, computed once. */
typedef struct SealStep {
    double per_dt, grows, shrinks, still, per_vs[2], per_vb[2], film[2], limit[2], inertia[2];
} SealStep;

PART SealStep seal_step(const Cylinder *p, double dt)
{
    SealStep c = {1.0 / dt,
                  exp(-dt / p->tau_hp),
                  exp(-dt / p->tau_hn),
                  exp(-dt / p->tau_h0),
                  {1.0 / p->seal[0].vs, 1.0 / p->seal[1].vs},
                  {1.0 / p->seal[0].vb, 1.0 / p->seal[1].vb},
                  {1.0 - p->seal[0].Fc / p->seal[0].Fs, 1.0 - p->seal[1].Fc / p->seal[1].Fs},
                  {p->seal[0].Fs / p->sigma0, p->seal[1].Fs / p->sigma0},
                  {(p->m + p->seal[0].sigma2 * p->seal[0].T) / dt,
                   (p->m + p->seal[1].sigma2 * p->seal[1].T) / dt}};
    return c;
}

/* The velocity at the end of a step under the force h. */
PART double seal(const Cylinder *p, const SealStep *c, SealMotion *s, double v, double h, double dt)
{
    int way = v != 0.0 ? v < 0.0 : h < 0.0;
    const Seal *f = &p->seal[way];
    double speed = fabs(v), q = speed * c->per_vb[way];
    double hss = c->film[way] * (speed < f->vb ? pow(q, 2.0 / 3.0) : 1.0);
    double decay = v == 0.0 ? c->still : hss > s->hf ? c->grows : c->shrinks;
    double g = f->Fc + ((1.0 - s->hf) * f->Fs - f->Fc) * exp(-pow(speed * c->per_vs[way], f->n));
    double per_L = g / (g + dt * p->sigma0 * speed), z = s->z;
    double push = c->inertia[way] * v + h;
    double gain = (p->sigma0 * dt + p->sigma1) * per_L + f->sigma2;
    double hold = p->sigma0 * z * per_L + p->sigma1 * (z * per_L - z) * c->per_dt;
    s->hf = hss + (s->hf - hss) * decay;
    v = (push - hold) / (c->inertia[way] + gain);
    s->z = (z + dt * v) * per_L;
    if (s->z > c->limit[0] || s->z < -c->limit[1]) {
        s->z = limited(s->z, -c->limit[1], c->limit[0]);
        v = (push - p->sigma0 * s->z - p->sigma1 * (s->z - z) * c->per_dt) /
            (c->inertia[way] + f->sigma2);
    }
    return v;
}

BY_HAND cylinder_walk(const double *number, double dt, int64_t steps)
{
    const Cylinder *p = (const Cylinder *)number;
    const double quarter = 0.78539816339744830962, A1 = quarter * p->bore * p->bore;
    const double A2 = quarter * (p->bore * p->bore - p->rod * p->rod), weight = p->m * p->g;
    const double flow = p->cd * sqrt(2.0 / p->rho) * p->w, turn = 6.283185307179586 * p->frequency;
    const SealStep c = seal_step(p, dt);
    SealMotion s = {0.0, 0.0};
    double x = 0.1, v = 0.0, xv = 0.0, dxv = 0.0, P2 = 2.5e6, P1 = (weight + P2 * A2) / A1;
    for (int64_t k = 0; k < steps; k++) {
        double u = p->amplitude * sin(turn * ((double)k * dt));
        double a = p->U + xv > 0.0 ? p->U + xv : 0.0, b = p->U - xv > 0.0 ? p->U - xv : 0.0;
        double Q1 = flow * (a * signed_root(p->Ps - P1) - b * signed_root(P1));
        double Q2 = flow * (a * signed_root(P2) - b * signed_root(p->Ps - P2));
        double h = P1 * A1 - P2 * A2 - weight;
        double dP1 = p->beta * (Q1 - A1 * v) / (p->V10 + A1 * x);
        double dP2 = p->beta * (A2 * v - Q2) / (p->V20 + A2 * (p->L - x));
        v = seal(p, &c, &s, v, h, dt);
        dxv += dt * (p->wv * (p->wv * (p->kv * u - xv) - 2.0 * p->zv * dxv));
        P1 += dt * dP1;
        P2 += dt * dP2;
        x += dt * v;
        xv += dt * dxv;
        if (x >= p->L)
            x = p->L, v = v < 0.0 ? v : 0.0;
        if (x <= p->xmin)
            x = p->xmin, v = v > 0.0 ? v : 0.0;
    }
    return x;
}

/* ---- clutch: sampled PID on an encoder, levels as polynomials of the angle ---- */

typedef struct Clutch {
    double thetad, J, Kp, Kd, Ki, Ts, limit, resolution;
    double forward[4], backward[5], beta[2], sigma2, onset;
} Clutch;
static const char *const clutch_paths[] = {"inputs.thetad.step.to",
                                           "parameters.J",
                                           "Kp",
                                           "Kd",
                                           "Ki",
                                           "Ts",
                                           "limit",
                                           "resolution",
                                           "Cs_forward.1",
                                           "Cs_forward.2",
                                           "Cs_forward.3",
                                           "Cs_forward.4",
                                           "Cs_backward.1",
                                           "Cs_backward.2",
                                           "Cs_backward.3",
                                           "Cs_backward.4",
                                           "Cs_backward.5",
                                           "beta.forward",
                                           "beta.backward",
                                           "sigma2.forward",
                                           "v_onset.forward",
                                           NULL};

typedef struct Pid {
    double u, i, last;
    bool started;
} Pid;

PART void pid_by_hand(const Clutch *p, Pid *d, double theta)
{
    double seen = p->resolution * floor(theta / p->resolution + 0.5), gap = p->thetad - seen;
    double speed = d->started ? (seen - d->last) / p->Ts : 0.0, i = d->i + gap * p->Ts;
    double raw = p->Kp * gap - p->Kd * speed + p->Ki * i;
    d->u = limited(raw, -p->limit, p->limit);
    d->i = d->u == raw ? i : d->i;
    d->last = seen;
    d->started = true;
}

BY_HAND clutch_walk(const double *number, double dt, int64_t steps)
{
    const Clutch *p = (const Clutch *)number;
    const double *f = p->forward, *b = p->backward;
    const double dt_J = dt / p->J, per_beta[2] = {1.0 / p->beta[0], 1.0 / p->beta[1]};
    const int64_t every = (int64_t)(p->Ts / dt + 0.5);
    int64_t due = 0;
    Pid pid = {0};
    double x = 0.0, v = 0.0;
    for (int64_t k = 0; k < steps; k++) {
        if (k == due)
            pid_by_hand(p, &pid, x), due += every;
        double F, h = pid.u;
        if (v > 0.0) {
            F = (f[0] + x * (f[1] + x * (f[2] + x * f[3]))) * per_beta[0];
            F = (F > 0.0 ? F : 0.0) + (v > p->onset ? p->sigma2 * (v - p->onset) : 0.0);
        } else if (v < 0.0) {
            F = (b[0] + x * (b[1] + x * (b[2] + x * (b[3] + x * b[4])))) * per_beta[1];
            F = -(F > 0.0 ? F : 0.0) - (-v > p->onset ? p->sigma2 * (-v - p->onset) : 0.0);
        } else {
            double hi = f[0] + x * (f[1] + x * (f[2] + x * f[3]));
            double lo = b[0] + x * (b[1] + x * (b[2] + x * (b[3] + x * b[4])));
            F = limited(h, lo > 0.0 ? -lo : 0.0, hi > 0.0 ? hi : 0.0);
        }
        double next = v + dt_J * (h - F);
        v = v * next < 0.0 ? 0.0 : next;
        x += dt * v;
    }
    return x;
}

/* ---- chain-joint: motor, gear with friction that follows the load, arm ---- */

typedef struct Joint {
    double J1, C1, J2, ratio, K, D, Kp, Kv, Ki, limit, load;
    double Fs1, Fc1, T0_din, T0_stat, opp_din, aid_din, opp_stat, aid_stat;
} Joint;
static const char *const joint_paths[] = {"J1",
                                          "C1",
                                          "J2",
                                          "ratio2",
                                          "K2",
                                          "D2",
                                          "Kp",
                                          "Kv",
                                          "Ki",
                                          "limit",
                                          "inputs.load2",
                                          "body1.Fs.forward",
                                          "body1.Fc.forward",
                                          "T0_din.forward",
                                          "T0_stat.forward",
                                          "eta_din_opp.forward",
                                          "eta_din_aid.forward",
                                          "eta_stat_opp.forward",
                                          "eta_stat_aid.forward",
                                          NULL};

PART double joint_command(double t)
{
    if (t < 2.5)
        return t < 0.5 ? 0.0 : 0.5 * (t - 0.5);
    return t < 4.0 ? 1.0 : t < 6.0 ? 1.0 - 0.5 * (t - 4.0) : 0.0;
}

BY_HAND joint_walk(const double *number, double dt, int64_t steps)
{
    const Joint *p = (const Joint *)number;
    double th1 = 0.3, w1 = 0.0, th2 = 0.0, w2 = 0.0, i = -0.006;
    const double dt_J1 = dt / p->J1, dt_J2 = dt / p->J2, per_ratio = 1.0 / p->ratio;
    const double up = p->T0_din + (1.0 / p->opp_din - 1.0) * p->load;
    const double down = p->T0_din + (1.0 - p->aid_din) * p->load;
    const double up_stat = p->T0_stat + (1.0 / p->opp_stat - 1.0) * p->load;
    const double down_stat = p->T0_stat + (1.0 - p->aid_stat) * p->load;
    double twist = th1 * per_ratio - th2;
    for (int64_t k = 0; k < steps; k++) {
        double gap = th2 - joint_command((double)k * dt);
        double raw = -p->Kp * gap - p->Kv * w1 - p->Ki * i, u = limited(raw, -p->limit, p->limit);
        double T = p->K * twist + p->D * (w1 * per_ratio - w2);
        double h1 = u - T * per_ratio - p->C1 * w1, h2 = T - p->load;
        double F1 = w1 > 0.0 ? p->Fc1 : w1 < 0.0 ? -p->Fc1 : limited(h1, -p->Fs1, p->Fs1);
        double F2 = w2 > 0.0 ? up : w2 < 0.0 ? -down : limited(h2, -down_stat, up_stat);
        double next1 = w1 + dt_J1 * (h1 - F1), next2 = w2 + dt_J2 * (h2 - F2);
        i += u == raw ? dt * gap : 0.0;
        w1 = w1 * next1 < 0.0 ? 0.0 : next1;
        w2 = w2 * next2 < 0.0 ? 0.0 : next2;
        th2 += dt * w2;
        twist += dt * w1 * per_ratio - dt * w2;
    }
    return th2;
}

static const Hand eha_hand = {"eha-step", "XJ", 0.5, eha_paths, eha_walk};
static const Hand flap_hand = {"flap-irreversible-deploy-drop", "TH", 11.0, flap_paths, flap_walk};
static const Hand cylinder_hand = {"cylinder-2mA", "x", 4.0, cylinder_paths, cylinder_walk};
static const Hand clutch_hand = {"clutch-step", "theta", 10.0, clutch_paths, clutch_walk};
static const Hand joint_hand = {"chain-joint", "th2", 7.5, joint_paths, joint_walk};

#endif
