/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Two-stage electro-hydraulic servovalve (Borello & Dalla Vedova 2014), a part that plants share:
 *   XF'' = wF^2*(KF*(GM*Cor - KSF*XS) - XF) - 2*zF*wF*XF'     flapper, stops +-XFM
 *   XS'  = GV*XF                                              spool, stops +-XSM
 * A plant takes its lists into its own, in one piece each, and calls servovalve_rates. */
#ifndef STN_PLANTS_SERVOVALVE_H
#define STN_PLANTS_SERVOVALVE_H

#include "plants/plant.h"

/* gain: the default of GV. */
#define STN_PARAMS_servovalve(P, gain)                                                 \
    P(GM, "N*m/A", 3.0, 0.0, 1e6, "torque motor gain (calibrated)")                    \
    P(KF, "m/(N*m)", 3.5e-3, 0.0, 1e3, "flapper compliance (calibrated)")              \
    P(KSF, "N*m/m", 30.0, 0.0, 1e9,                                                    \
      "stiffness of the feedback spring, spool to flapper "                            \
      "(calibrated)")                                                                  \
    P(wF, "rad/s", 1000.0, 1e-3, 1e6, "natural frequency of the flapper (calibrated)") \
    P(zF, "1", 0.7, 0.0, 1e3, "damping ratio of the flapper (calibrated)")             \
    P(XFM, "m", 1e-4, 1e-9, INFINITY, "flapper stops at -XFM and +XFM (calibrated)")   \
    P(GV, "1/s", gain, 0.0, 1e9, "spool speed per flapper displacement (calibrated)")  \
    P(XSM, "m", 7.5e-4, 1e-9, INFINITY, "spool stops at -XSM and +XSM (calibrated)")
#define STN_STATES_servovalve(S, X, Q)                  \
    X(XF, -1, "m", 1e-4, VF, "flapper position", Q)     \
    S(VF, VELOCITY, -1, "m/s", 0.1, "flapper velocity") \
    S(XS, POSITION, -1, "m", 1e-3, "spool position")
#define STN_STOPS_servovalve(LV, LP, Q) \
    LV(flapper, XF, VF, XFM, XFM, Q)    \
    LP(spool, XS, XSM, XSM, Q)

typedef struct {
    STN_PARAMS_servovalve(STN_PF_P, 0.0)
} servovalve_p;
typedef struct {
    STN_STATES_servovalve(STN_PF_S, STN_PF_X, servovalve)
} servovalve_s;

/* p_ from GM, s_ and rate_ from XF on; Cor: current of the torque motor, A. */
STN_FN void servovalve_rates(const real *p_, const real *s_, real Cor, real *rate_)
{
    const servovalve_p *p = (const servovalve_p *)p_;
    const servovalve_s *s = (const servovalve_s *)s_;
    servovalve_s *rate = (servovalve_s *)rate_;
    real wanted = p->KF * (p->GM * Cor - p->KSF * s->XS);
    rate->XF = s->VF;
    rate->VF = p->wF * p->wF * (wanted - s->XF) - 2.0 * p->zF * p->wF * s->VF;
    rate->XS = p->GV * s->XF;
}

#endif
