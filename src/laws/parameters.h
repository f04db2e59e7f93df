/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The friction parameters that laws share, named once: name, kind, unit, default, min, max, text, how
 * it is derived when not given (NaN default), and of a static level the sliding one that it never lies
 * below.  Those of one law stand in its own list.  A friction site accepts all of them whatever its
 * law, so that --law can switch laws on one scenario.  $F = N or N*m, $x = m or rad. */
#ifndef STN_LAWS_PARAMETERS_H
#define STN_LAWS_PARAMETERS_H

#define STN_FRICTION_PARAMETERS(X)                                                                 \
    X(Fs, STN_KIND_PAIR, "$F", 1.5, 0, 1e9, "static level: what breakaway takes", NULL, "Fc")      \
    X(Fc, STN_KIND_PAIR, "$F", 1.0, 0, 1e9, "sliding level", NULL, NULL)                           \
    X(sigma2, STN_KIND_PAIR, "$F*s/$x", 0.0, 0, 1e9, "viscous coefficient", NULL, NULL)            \
    X(vs, STN_KIND_PAIR, "$x/s", 1e-3, 1e-9, 1e6, "Stribeck velocity", NULL, NULL)                 \
    X(n, STN_KIND_PAIR, "1", 2.0, 0.1, 10, "Stribeck exponent", NULL, NULL)                        \
    X(eps, STN_KIND_SCALAR, "$x/s", NAN, 1e-15, 1e6, "width of the velocity band", "1.1*Fc*dt/m",  \
      NULL)                                                                                        \
    X(sigma0, STN_KIND_PAIR, "$F/$x", NAN, 1e-3, 1e13, "bristle stiffness",                        \
      "Fs/1e-5 m (1e-4 rad)", NULL)                                                                \
    X(sigma1, STN_KIND_PAIR, "$F*s/$x", NAN, 0, 1e10, "bristle damping", "2*sqrt(sigma0*m)", NULL) \
    X(T, STN_KIND_PAIR, "s", 0.0, 0, 1e3, "lead time of the viscous term", NULL, NULL)             \
    X(vb, STN_KIND_PAIR, "$x/s", NAN, 1e-9, 1e6, "velocity where the film stops growing", "5*vs",  \
      NULL)                                                                                        \
    X(tau_hp, STN_KIND_PAIR, "s", 0.25, 1e-9, 1e9, "film time constant, growing", NULL, NULL)      \
    X(tau_hn, STN_KIND_PAIR, "s", 1.5, 1e-9, 1e9, "film time constant, shrinking", NULL, NULL)     \
    X(tau_h0, STN_KIND_SCALAR, "s", 40.0, 1e-9, 1e9, "film time constant at rest", NULL, NULL)     \
    X(z_max, STN_KIND_PAIR, "$x", NAN, 1e-15, 1e3, "pre-sliding range; given: pre-sliding on",     \
      NULL, NULL)                                                                                  \
    X(Fs_inf, STN_KIND_PAIR, "$F", NAN, 0, 1e9, "static level after long dwell; given: it rises",  \
      NULL, NULL)                                                                                  \
    X(tau_s, STN_KIND_SCALAR, "s", 1.0, 1e-9, 1e9, "time constant of the rising static level",     \
      NULL, NULL)                                                                                  \
    X(m0, STN_KIND_SCALAR, "$F*s^2/$x", NAN, 1e-12, 1e9,                                           \
      "mass in stick (memory as the paper has it)", NULL, NULL)                                    \
    X(tau_m, STN_KIND_SCALAR, "s", NAN, 1e-9, 1e3, "lag of |v| in the Stribeck term (ours)", NULL, \
      NULL)                                                                                        \
    X(stick, STN_KIND_CHOICE, "spring|maxwell|preisach", 0, 0, 2, "what pre-sliding is made of",   \
      NULL, NULL)                                                                                  \
    X(k, STN_KIND_VECTOR, "$F/$x", NAN, 0, 1e13, "element stiffnesses",                            \
      "4 elements on the pre-sliding curve of LuGre", NULL)                                        \
    X(nu, STN_KIND_VECTOR, "1", NAN, 0, 1, "element shares of the level, sum 1", "as k", NULL)     \
    X(n_z, STN_KIND_PAIR, "1", 2.0, 0.1, 10, "exponent of the transition curve", NULL, NULL)       \
    X(T0_din, STN_KIND_PAIR, "$F", NAN, 0, 1e9, "load-independent part, sliding", "Fc", NULL)      \
    X(T0_stat, STN_KIND_PAIR, "$F", NAN, 0, 1e9, "load-independent part, at rest", "Fs", "T0_din") \
    X(eta_opp, STN_KIND_SCALAR, "1", 1.0, 1e-3, 1, "efficiency of a bristle law, load opposing",   \
      NULL, NULL)                                                                                  \
    X(eta_aid, STN_KIND_SCALAR, "1", 1.0, -1e3, 1, "efficiency of a bristle law, load aiding",     \
      NULL, NULL)                                                                                  \
    X(eta_din_opp, STN_KIND_PAIR, "1", 1.0, 1e-3, 1, "efficiency, sliding, load opposing", NULL,   \
      NULL)                                                                                        \
    X(eta_din_aid, STN_KIND_PAIR, "1", NAN, -1e3, 1, "efficiency, sliding, load aiding",           \
      "2 - 1/eta_din_opp", NULL)                                                                   \
    X(eta_stat_opp, STN_KIND_PAIR, "1", NAN, 1e-3, 1, "efficiency, at rest, load opposing",        \
      "eta_din_opp", NULL)                                                                         \
    X(eta_stat_aid, STN_KIND_PAIR, "1", NAN, -1e3, 1, "efficiency, at rest, load aiding",          \
      "eta_din_aid, or 2 - 1/eta_stat_opp where that is given", NULL)                              \
    X(Cs_forward, STN_KIND_VECTOR, "$F", NAN, -1e12, 1e12,                                         \
      "static level, forward: coefficients of 1, x, x^2, ...", "Fs", NULL)                         \
    X(Cs_backward, STN_KIND_VECTOR, "$F", NAN, -1e12, 1e12,                                        \
      "static level, backward: coefficients of 1, x, x^2, ...", "Fs", NULL)                        \
    X(beta, STN_KIND_PAIR, "1", NAN, 1, 1e3, "static over sliding level", "Fs/Fc", NULL)           \
    X(Cd, STN_KIND_SCALAR, "$F", NAN, 0, 1e9, "sliding level inside a play",                       \
      "Fc, the smaller one", NULL)                                                                 \
    X(Cd_s, STN_KIND_SCALAR, "$F", NAN, 0, 1e9, "breakaway level inside a play", "Cd", NULL)       \
    X(v_onset, STN_KIND_PAIR, "$x/s", 0.0, 0, 1e9, "speed above which the viscous term acts",      \
      NULL, NULL)                                                                                  \
    X(onset, STN_KIND_CHOICE, "continuous|jump", 0, 0, 1, "how the viscous term sets in", NULL,    \
      NULL)

#endif
