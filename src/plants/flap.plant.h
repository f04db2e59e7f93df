/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Flap actuation with reversible or irreversible actuators (Borello & Dalla Vedova 2006), lumped to
 * the surface shaft: position and speed loop, servovalve (servovalve.h), valve and motor (motor.h).
 *   Wref = clip(KP*(Com - TH), +-WM);  Cor = clip(KW*(Wref - W), +-CorM)
 *   Act  = D*P12 - TLD - CS*W;  JS*dW/dt = Act - TFR            end stops on TH */
#include "plants/motor.h"
#include "plants/servovalve.h"

#define STN_PARAMS_flap(P, C, O)                                                          \
    C(KP, "1/s", 15.0, 0.0, 1e9, "gain of the position loop (calibrated)")                \
    C(WM, "rad/s", 0.3, 0.0, INFINITY, "largest wanted speed (calibrated)")               \
    C(KW, "A*s/rad", 0.15, 0.0, 1e9, "gain of the speed loop (calibrated)")               \
    C(CorM, "A", 0.01, 0.0, INFINITY, "current limit (calibrated)")                       \
    STN_PARAMS_servovalve(P, 1200.0) STN_PARAMS_motor(P)                                  \
        P(JS, "kg*m^2", 3000.0, 1e-9, 1e12, "inertia, at the surface shaft (calibrated)") \
            P(CS, "N*m*s/rad", 1e4, 0.0, 1e12, "viscous damping (calibrated)")            \
                P(THmin, "rad", -2.0 * STN_DEG, -INFINITY, INFINITY,                      \
                  "lower end of travel (calibrated)")                                     \
                    P(THmax, "rad", 42.0 * STN_DEG, -INFINITY, INFINITY,                  \
                      "upper end of travel (calibrated)")
#define STN_STATES_flap(S, X, Q)                     \
    X(TH, 0, "rad", 0.1, W, "surface angle", Q)      \
    S(W, VELOCITY, 0, "rad/s", 0.1, "surface speed") \
    STN_STATES_servovalve(S, X, Q)
#define STN_INPUTS_flap(I)                                                             \
    I(Com, COMMAND, 0, "rad", NAN, "angle command")                                    \
    I(TLD, LOAD, 0, "N*m", 35000.0, "aerodynamic load against deployment (published)") \
    I(PSR, OTHER, -1, "Pa", 26e6, "supply pressure above return (published)")
#define STN_OUTPUTS_flap(V)                              \
    V(Com, COMMAND, 0, "rad", "angle command")           \
    V(TH, POSITION, 0, "rad", "surface angle")           \
    V(W, VELOCITY, 0, "rad/s", "surface speed")          \
    V(Wref, SPEED_COMMAND, 0, "rad/s", "wanted speed")   \
    V(Cor, OTHER, -1, "A", "torque motor current")       \
    V(XF, POSITION, -1, "m", "flapper position")         \
    V(XS, POSITION, -1, "m", "spool position")           \
    V(P12, OTHER, -1, "Pa", "pressure across the motor") \
    V(PSR, OTHER, -1, "Pa", "supply pressure")           \
    V(TLD, LOAD, 0, "N*m", "aerodynamic load")           \
    V(Act, OTHER, -1, "N*m", "active torque")            \
    V(TFR, FRICTION, 0, "N*m", "friction torque")
#define STN_DISCS_flap(D) D(comp, "A", "current of the compensation of friction")
#define STN_RELS_flap(R)                      \
    R(speed, "saturation", "speed limit")     \
    R(current, "saturation", "current limit") \
    STN_RELS_motor(R)
#define STN_SITES_flap(F, Q) F(surface, W, TH, 1, "coulomb_load", "actuators and surface", Q)
#define STN_STOPS_flap(L, LV, LP, LB, Q) \
    L(travel, TH, W, THmin, THmax, surface, Q) STN_STOPS_servovalve(LV, LP, Q)
STN_PLANT_TYPES(flap)

STN_FN real flap_wanted_speed(const flap_p *p, const flap_s *s, const flap_u *u, StnRel *r)
{
    return stn_clip(r, STN_INDEX(flap_r, speed), p->KP * (u->Com.val - s->TH), -p->WM, p->WM);
}

STN_FN real flap_current(const flap_p *p, const flap_s *s, const real *d_, real Wref, StnRel *r)
{
    real wanted = stn_compensated(p->KW * (Wref - s->W), ((const flap_d *)d_)->comp);
    return stn_clip(r, STN_INDEX(flap_r, current), wanted, -p->CorM, p->CorM);
}

STN_FN real flap_pressure(const flap_p *p, const flap_s *s, const flap_u *u, StnRel *r)
{
    return motor_pressure(&p->D, s->XS, s->W, u->PSR.val, r, STN_INDEX(flap_r, ports));
}

STN_EVAL(flap)
{
    STN_PLANT_USE(flap);
    flap_s *rate = (flap_s *)rate_;
    real Cor = flap_current(p, s, d_, flap_wanted_speed(p, s, u, r), r);
    servovalve_rates(&p->GM, &s->XF, Cor, &rate->XF);
    rate->TH = s->W;
    rate->W = stn_splat(0.0);
    site->v = s->W;
    site->x = s->TH;
    site->m = p->JS;
    site->load = u->TLD.val;
    site->drive = p->D * flap_pressure(p, s, u, r);
    site->h = site->drive - u->TLD.val - p->CS * s->W;
}

STN_OUTPUTS_AT(flap)
{
    STN_PLANT_USE(flap);
    flap_y *out = (flap_y *)out_;
    out->Com = u->Com.val;
    out->TH = s->TH;
    out->W = s->W;
    out->Wref = flap_wanted_speed(p, s, u, r);
    out->Cor = flap_current(p, s, d_, out->Wref, r);
    out->XF = s->XF;
    out->XS = s->XS;
    out->P12 = flap_pressure(p, s, u, r);
    out->PSR = u->PSR.val;
    out->TLD = u->TLD.val;
    out->Act = site->h;
    out->TFR = FF[0];
}

#define STN_KERNEL_flap .eval = flap_eval, .outputs_at = flap_outputs_at
#ifdef STN_SETUP
STN_FN uint32_t flap_needs(STN_SELF, const double *p_)
{
    (void)p_;
    return 1u << 0; /* Com */
}
STN_FN void flap_context(STN_SELF, const double *p_, int site, StnContext *context)
{
    (void)site;
    context->m = ((const flap_p *)p_)->JS;
}
STN_FN const char *flap_check(STN_SELF, const double *p_)
{
    const flap_p *p = (const flap_p *)p_;
    return p->THmin < p->THmax ? NULL : "the lower end THmin must lie below the upper end THmax";
}
STN_FN const char *flap_loop(STN_SELF, const double *p_, const StnIn *u_, const double *meas_,
                             const double *d_, StnLoop *out)
{
    const flap_p *p = (const flap_p *)p_;
    const flap_u *u = (const flap_u *)u_;
    const flap_y *meas = (const flap_y *)meas_;
    (void)d_;
    out->e = meas->TH - u->Com.val;
    out->x = meas->TH, out->v = meas->W;
    out->x_ref = u->Com.val, out->v_ref = u->Com.d1, out->a_ref = u->Com.d2;
    out->load = u->TLD.val;
    out->u = motor_torque_at_rest(&p->D, p->GM * meas->Cor / p->KSF, u->PSR.val);
    out->most = motor_torque_at_rest(&p->D, p->GM * p->CorM / p->KSF, u->PSR.val);
    out->Kp = p->KP * p->KW * motor_torque_per_ampere(&p->D, p->GM, p->KSF, u->PSR.val);
    out->Kv = out->m = out->c = NAN; /* in motion the valve lies between them */
    out->site = 0, out->commanded = 1;
    return motor_lacks(&p->D, p->GM, p->KSF, u->PSR.val);
}
STN_FN double flap_compensate(STN_SELF, const double *p_, const StnIn *u_, double force)
{
    const flap_p *p = (const flap_p *)p_;
    return p->KSF * motor_spool_at_rest(&p->D, force, ((const flap_u *)u_)->PSR.val) / p->GM;
}
#define STN_SETUP_flap                                                                            \
    .title = "Flap actuation system",                                                             \
    .equation = "JS*dW/dt = D*P12 - TLD - CS*W - TFR;  D*W + CLK*P12 = CQ*XS*ssqrt(PSR - "        \
                "sgn(XS)*P12);  XS' = GV*XF;  XF'' = wF^2*(KF*(GM*Cor - KSF*XS) - XF) - "         \
                "2*zF*wF*XF';  Cor = KW*(Wref - W);  Wref = KP*(Com - TH)",                       \
    .text = "Flaps of a wing on one shaft: speed loop in a position loop, servovalve, hydraulic " \
            "motor, actuators whose friction follows the load.",                                  \
    .reference = "Borello, Dalla Vedova 2006", .clock = -1, .needs = flap_needs,                  \
    .context = flap_context, .check = flap_check, .loop = flap_loop, .effort = flap_compensate,   \
    .compensation = STN_INDEX(flap_d, comp)
#endif
