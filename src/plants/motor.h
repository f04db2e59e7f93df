/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Spool valve and hydraulic motor (Borello & Dalla Vedova 2006), a part that plants share: the
 * pressure across the motor is where the flows agree,
 *   D*W + CLK*P12 = CQ*XS*ssqrt(PSR - sgn(XS)*P12),   |P12| <= PREL
 * With s = sgn(XS), K = CQ*|XS|, and y = PSR - s*P12 the drop over the valve this is
 *   K*ssqrt(y) = b - CLK*y,   b = s*D*W + CLK*PSR
 * whose only root has the sign of b: q = ssqrt(y) = 2*b/(K + sqrt(K^2 + 4*CLK*|b|)), a sum of positive terms,
 * nothing cancels.  b < 0: the motor pumps back through the valve.  P12 = s*(PSR - y), or, by the flows,
 * P12 = (s*K*q - D*W)/CLK: the first cancels near a closed valve, which leaves P12 = -D*W/CLK, the second
 * where the flow through the valve is larger than the leakage. */
#ifndef STN_PLANTS_MOTOR_H
#define STN_PLANTS_MOTOR_H

#include "plants/plant.h"

#define STN_PARAMS_motor(P)                                                                 \
    P(D, "m^3/rad", 2.75e-3, 1e-12, 1e3, "displacement, at the surface shaft (calibrated)") \
    P(CQ, "m^2/(s*sqrt(Pa))", 1.3e-4, 0.0, 1e3, "flow per spool opening (calibrated)")      \
    P(CLK, "m^3/(s*Pa)", 6e-13, 1e-18, 1.0, "leakage across the motor (calibrated)")        \
    P(PREL, "Pa", 3.25e7, 1.0, INFINITY, "setting of the relief valve (calibrated)")
#define STN_RELS_motor(R)                                     \
    R(ports, "", "side of the spool")                         \
    R(backflow, "", "the motor pumps back through the valve") \
    R(relief, "saturation", "relief valve of the motor")

typedef struct {
    STN_PARAMS_motor(STN_PF_P)
} motor_p;
typedef struct {
    STN_RELS_motor(STN_PF_R)
} motor_r;

/* P12.  p_ from D on; k: place of `ports` among the relations.  Past a guard the curve goes on as it
 * is, so that a step may look beyond. */
STN_FN real motor_pressure(const real *p_, real XS, real W, real PSR, StnRel *r, int k)
{
    const motor_p *p = (const motor_p *)p_;
    real s = stn_gt0(XS, stn_splat(1.0), stn_splat(-1.0));
    real K = p->CQ * s * XS, turn = s * p->D * W, leak = p->CLK * PSR, b = turn + leak;
    real most = stn_abs(b) + 1e-60; /* valve closed and b = 0: not 0/0 */
    real down = 2.0 / (K + stn_sqrt(K * K + 4.0 * p->CLK * most)), q = b * down, root = most * down;
    mask closed = stn_lt(K * root, 0.5 * leak);
    real P = stn_select(closed, stn_over(K * q - turn, p->CLK), PSR - root * q);
    stn_side(r, k + STN_INDEX(motor_r, ports), XS, XS, XS);
    stn_side(r, k + STN_INDEX(motor_r, backflow), b, b, b);
    return stn_clip(r, k + STN_INDEX(motor_r, relief), s * P, -p->PREL, p->PREL);
}

#ifdef STN_SETUP
#define MOTOR_REACH 0.95 /* of the supply: the spool's way to more of it has no end */
/* The spool position at which the motor holds a torque at rest: CLK*P = CQ*XS*sqrt(PSR - |P|). */
STN_FN double motor_spool_at_rest(const double *p_, double torque, double PSR)
{
    const motor_p *p = (const motor_p *)p_;
    const double most = MOTOR_REACH * PSR, P = stn_bound(torque / p->D, -most, most);
    return p->CLK * P / (p->CQ * stn_sqrt(PSR - stn_abs(P)));
}
/* The torque that a spool position holds at rest; motor_pressure with W = 0. */
STN_FN double motor_torque_at_rest(const double *p_, double XS, double PSR)
{
    const motor_p *p = (const motor_p *)p_;
    const double K = p->CQ * stn_abs(XS), b = p->CLK * PSR;
    const double q = 2.0 * b / (K + stn_sqrt(K * K + 4.0 * p->CLK * b)), P = PSR - q * q;
    return p->D * (XS < 0.0 ? -P : P);
}
/* The torque at rest of a small current, per ampere; inf where nothing leaks. */
STN_FN double motor_torque_per_ampere(const double *p_, double GM, double KSF, double PSR)
{
    const motor_p *p = (const motor_p *)p_;
    return p->D * p->CQ * stn_sqrt(PSR) * GM / (KSF * p->CLK);
}
/* Why no current through valve and motor makes up for a torque; NULL: it does. */
STN_FN const char *motor_lacks(const double *p_, double GM, double KSF, double PSR)
{
    const motor_p *p = (const motor_p *)p_;
    return GM > 0.0 && KSF > 0.0 && p->CQ > 0.0 && PSR > 0.0
               ? NULL
               : "no current makes a torque through this valve: GM, KSF, CQ and PSR must be above "
                 "0";
}
#endif

#endif
