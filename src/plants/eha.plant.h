/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Electro-hydraulic position servo of a flight control (Borello & Dalla Vedova 2014): controller,
 * two-stage servovalve (servovalve.h), symmetric double-acting piston.
 *   Err  = Com - XJ;  Cor = clip(GAP*Err + GAI*int(Err) + GAD*dErr/dt, +-CorM)
 *   P12  = clip((GPS*XS - (GPS/GQS)*AJ*DXJ)/(1 + CLK*GPS/GQS), +-PSR)
 *   h    = AJ*P12 - FR - CJ*DXJ;  MJ*D2XJ = h - FF             piston, stops +-XJM
 * The integrator is held while the current is limited (stn_hold_limit). */
#include "plants/servovalve.h"

#define STN_PARAMS_eha(P, C, O)                                                                    \
    C(GAP, "A/m", 2.0, 0.0, 1e9, "proportional gain (calibrated)")                                 \
    C(GAI, "A/(m*s)", 0.0, 0.0, 1e9, "integral gain")                                              \
    C(GAD, "A*s/m", 0.0, 0.0, 1e9, "derivative gain")                                              \
    C(CorM, "A", 0.01, 0.0, INFINITY, "current limit (calibrated)")                                \
    STN_PARAMS_servovalve(P, 800.0)                                                                \
        P(GPS, "Pa/m", 8e10, 0.0, 1e15, "pressure gain of the valve at PSR 20.7 MPa (calibrated)") \
            P(GQS, "m^2/s", 0.8, 1e-9, 1e9, "flow gain of the valve at PSR 20.7 MPa (calibrated)") \
                P(CLK, "m^3/(s*Pa)", 0.0, 0.0, 1.0, "leakage across the piston (calibrated)")      \
                    P(AJ, "m^2", 2e-3, 1e-9, 1e3, "piston area (calibrated)")                      \
                        P(MJ, "kg", 400.0, 1e-9, 1e9,                                              \
                          "mass of piston and surface, at the piston (calibrated)")                \
                            P(CJ, "N*s/m", 1000.0, 0.0, 1e12, "viscous damping (calibrated)")      \
                                P(XJM, "m", 0.05, 1e-9, INFINITY,                                  \
                                  "piston stops at -XJM and +XJM (calibrated)")
#define STN_STATES_eha(S, X, Q)                         \
    X(XJ, 0, "m", 1e-3, DXJ, "piston position", Q)      \
    S(DXJ, VELOCITY, 0, "m/s", 0.01, "piston velocity") \
    STN_STATES_servovalve(S, X, Q) S(IErr, OTHER, -1, "m*s", 1e-3, "integral of the position error")
#define STN_INPUTS_eha(I)                                    \
    I(Com, COMMAND, 0, "m", NAN, "position command")         \
    I(FR, LOAD, 0, "N", 0.0, "load against positive motion") \
    I(PSR, OTHER, -1, "Pa", 20.7e6, "supply pressure above return: the limit of P12 (calibrated)")
#define STN_OUTPUTS_eha(V)                                   \
    V(Com, COMMAND, 0, "m", "position command")              \
    V(Err, OTHER, -1, "m", "position error")                 \
    V(Cor, OTHER, -1, "A", "torque motor current")           \
    V(XF, POSITION, -1, "m", "flapper position")             \
    V(XS, POSITION, -1, "m", "spool position")               \
    V(P12, OTHER, -1, "Pa", "pressure across the piston")    \
    V(XJ, POSITION, 0, "m", "piston position")               \
    V(DXJ, VELOCITY, 0, "m/s", "piston velocity")            \
    V(D2XJ, ACCELERATION, 0, "m/s^2", "piston acceleration") \
    V(FF, FRICTION, 0, "N", "friction force")                \
    V(h, OTHER, -1, "N", "active force")
#define STN_DISCS_eha(D) D(comp, "A", "current of the compensation of friction")
#define STN_RELS_eha(R)                       \
    R(hold, "", "integrator held")            \
    R(current, "saturation", "current limit") \
    R(pressure, "saturation", "supply pressure as the limit")
#define STN_SITES_eha(F, Q) F(piston, DXJ, XJ, 0, "coulomb", "piston and surface", Q)
#define STN_STOPS_eha(L, LV, LP, LB, Q) \
    L(travel, XJ, DXJ, XJM, XJM, piston, Q) STN_STOPS_servovalve(LV, LP, Q)
STN_PLANT_TYPES(eha)
#define STN_CHOICES_eha(K) K(winds_up, STN_WINDS_UP(p->GAI, p->CorM))
STN_CHOICE_TYPES(eha)

/* Current before its limit. */
STN_FN real eha_wanted(const eha_p *p, const eha_s *s, const eha_u *u, const real *d_)
{
    return stn_compensated(p->GAP * (u->Com.val - s->XJ) + p->GAI * s->IErr +
                               p->GAD * (u->Com.d1 - s->DXJ),
                           ((const eha_d *)d_)->comp);
}

STN_FN real eha_current(STN_SELF, const eha_p *p, const eha_s *s, const eha_u *u, const real *d_,
                        StnRel *r)
{
    const int current = STN_INDEX(eha_r, current);
    if (STN_MAY_HOLD(STN_CHOSEN(eha)->winds_up))
        return stn_hold_limit(r, current, STN_INDEX(eha_r, hold), eha_wanted(p, s, u, d_), p->CorM);
    return stn_clip(r, current, eha_wanted(p, s, u, d_), -p->CorM, p->CorM);
}

STN_FN real eha_pressure(const eha_p *p, const eha_s *s, const eha_u *u, StnRel *r)
{
    real ratio = p->GPS / p->GQS;
    real raw = stn_over(p->GPS * s->XS - ratio * p->AJ * s->DXJ, 1.0 + p->CLK * ratio);
    return stn_clip(r, STN_INDEX(eha_r, pressure), raw, -u->PSR.val, u->PSR.val);
}

STN_EVAL(eha)
{
    STN_PLANT_USE(eha);
    eha_s *rate = (eha_s *)rate_;
    servovalve_rates(&p->GM, &s->XF, eha_current(self, p, s, u, d_, r), &rate->XF);
    rate->XJ = s->DXJ;
    rate->DXJ = stn_splat(0.0);
    rate->IErr = u->Com.val - s->XJ;
    site->v = s->DXJ;
    site->x = s->XJ;
    site->m = p->MJ;
    site->load = u->FR.val;
    site->drive = p->AJ * eha_pressure(p, s, u, r);
    site->h = site->drive - u->FR.val - p->CJ * s->DXJ;
}

STN_LATE(eha)
{
    STN_PLANT_USE(eha);
    eha_s *rate = (eha_s *)rate_;
    real drift = p->GAP * (u->Com.d1 - rate->XJ) + p->GAD * (u->Com.d2 - rate->DXJ);
    rate->IErr =
        stn_hold_rate(r, STN_INDEX(eha_r, current), STN_INDEX(eha_r, hold), eha_wanted(p, s, u, d_),
                      p->CorM, drift, p->GAI, u->Com.val - s->XJ, site->dt);
}

STN_OUTPUTS_AT(eha)
{
    STN_PLANT_USE(eha);
    eha_y *out = (eha_y *)out_;
    out->Com = u->Com.val;
    out->Err = u->Com.val - s->XJ;
    out->Cor = eha_current(self, p, s, u, d_, r);
    out->XF = s->XF;
    out->XS = s->XS;
    out->P12 = eha_pressure(p, s, u, r);
    out->XJ = s->XJ;
    out->DXJ = s->DXJ;
    /* At rest friction takes all of h; on a stop it takes what it can, and the stop the rest. */
    out->D2XJ =
        stn_select(stn_eq(r->stop[0], stn_splat(0.0)), (site->h - FF[0]) / p->MJ, stn_splat(0.0));
    out->FF = FF[0];
    out->h = site->h;
}

#define STN_KERNEL_eha .eval = eha_eval, .late = eha_late, .outputs_at = eha_outputs_at
#ifdef STN_SETUP
STN_FN uint32_t eha_needs(STN_SELF, const double *p_)
{
    (void)p_;
    return 1u << 0; /* Com */
}
STN_FN bool eha_has_late(STN_SELF, const double *p_)
{
    (void)p_;
    return STN_CHOSEN(eha)->winds_up;
}
STN_FN void eha_decide(STN_SELF, const double *p_, double *s_, const StnIn *u_, const double *d_,
                       const double *mode, int relation)
{
    STN_PLANT_USE(eha);
    if (relation == STN_INDEX(eha_r, hold) || relation == STN_INDEX(eha_r, current))
        ((eha_s *)s_)->IErr +=
            stn_hold_begin(mode[STN_INDEX(eha_r, current)], mode[STN_INDEX(eha_r, hold)],
                           eha_wanted(p, s, u, d_), p->CorM, p->GAI);
}
STN_FN uint32_t eha_slopes(STN_SELF, const double *p_)
{
    return ((const eha_p *)p_)->GAD > 0.0 || STN_CHOSEN(eha)->winds_up ? 1u << 0 : 0u;
}
STN_FN uint32_t eha_idle(STN_SELF, const double *p_)
{
    return ((const eha_p *)p_)->GAI > 0.0 ? 0u : 1u << STN_INDEX(eha_s, IErr);
}
STN_FN void eha_context(STN_SELF, const double *p_, int site, StnContext *context)
{
    (void)site;
    context->m = ((const eha_p *)p_)->MJ;
}
/* The current that holds a force through the valve at rest. */
STN_FN double eha_amperes(const eha_p *p)
{
    return (1.0 + p->CLK * p->GPS / p->GQS) * p->KSF / (p->GM * p->AJ * p->GPS);
}
STN_FN const char *eha_loop(STN_SELF, const double *p_, const StnIn *u_, const double *meas_,
                            const double *d_, StnLoop *out)
{
    const eha_p *p = (const eha_p *)p_;
    const eha_u *u = (const eha_u *)u_;
    const eha_y *meas = (const eha_y *)meas_;
    (void)d_;
    if (!(p->GM * p->GPS > 0.0 && p->KSF > 0.0))
        return "no current makes a force through this valve: GM, GPS and KSF must be above 0";
    out->e = meas->XJ - u->Com.val;
    out->x = meas->XJ, out->v = meas->DXJ;
    out->x_ref = u->Com.val, out->v_ref = u->Com.d1, out->a_ref = u->Com.d2;
    out->load = u->FR.val;
    out->u = meas->Cor / eha_amperes(p);
    out->Ki = p->GAI / eha_amperes(p), out->most = p->CorM / eha_amperes(p);
    out->Kp = p->GAP / eha_amperes(p); /* at rest; */
    out->Kv = out->m = out->c = NAN;   /* in motion the valve lies between them */
    out->site = 0, out->commanded = 1;
    return NULL;
}
STN_FN double eha_compensate(STN_SELF, const double *p_, const StnIn *u_, double force)
{
    (void)u_;
    return force * eha_amperes((const eha_p *)p_);
}
#define STN_SETUP_eha                                                                           \
    .title = "Electro-hydraulic position servo",                                                \
    .equation = "MJ*D2XJ = AJ*P12 - FR - CJ*DXJ - FF;  P12 = (GPS*XS - GPS/GQS*AJ*DXJ)/(1 + "   \
                "CLK*GPS/GQS);  XS' = GV*XF;  XF'' = wF^2*(KF*(GM*Cor - KSF*XS) - XF) - "       \
                "2*zF*wF*XF';  Cor = GAP*(Com - XJ)",                                           \
    .text =                                                                                     \
        "Flight control actuator: PID loop, two-stage servovalve, double-acting piston.  GPS "  \
        "and GQS are constants, so the supply pressure PSR acts only as the limit of P12; for " \
        "another supply give their values too (GPS ~ PSR, GQS ~ sqrt(PSR)).",                   \
    .rated = "PSR|GPS|GQS", .reference = "Borello, Dalla Vedova 2014",                          \
    .flags = STN_PLANT_AFFINE | STN_PLANT_AFFINE_HELD, .clock = -1, STN_CHOOSES(eha),           \
    .needs = eha_needs, .has_late = eha_has_late, .decide = eha_decide, .slopes = eha_slopes,   \
    .idle = eha_idle, .context = eha_context, .loop = eha_loop, .effort = eha_compensate,       \
    .compensation = STN_INDEX(eha_d, comp)
#endif
