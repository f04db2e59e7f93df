/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Pulses towards the target while the error is larger than a band (Hagglund 2002): for valves that stick under a controller
 * without integrator, which would wind up against it. */
#include "compensation/comp.h"

#define STN_PARAMS_knocker(P2, PV, N, K, Q)                       \
    N(Q, A, "$F", NAN, 0.0, 1e12, "height of a pulse")            \
    N(Q, width, "s", NAN, 1e-9, 1e6, "width of a pulse")          \
    N(Q, period, "s", NAN, 1e-9, 1e6, "time from pulse to pulse") \
    N(Q, band, "$x", NAN, 0.0, 1e6, "error within which there are no pulses")
#define STN_STATES_knocker(S, E)                          \
    S(samples, "1", "samples since the last pulse began") \
    S(side, "1", "its sense; 0: there was none yet")
STN_COMP_TYPES(knocker)

/* Times are multiples of Ts; a hundredth of one is rounding. */
STN_ACT(knocker)
{
    STN_COMP_USE(knocker);
    real zero = stn_splat(0.0), since = (s->samples + 0.01) * loop->Ts;
    mask ready = stn_or(stn_eq(s->side, zero), stn_not(stn_lt(since, p->period)));
    mask begins = stn_and(ready, stn_lt(p->band, stn_abs(loop->e)));
    s->side = stn_select(begins, -stn_side_of(loop->e), s->side);
    s->samples = stn_select(begins, zero, s->samples);
    mask on = stn_lt((s->samples + 0.01) * loop->Ts, p->width);
    real F = stn_select(on, s->side * p->A, zero);
    s->samples = s->samples + 1.0;
    return F;
}
#define STN_KERNEL_knocker .act = knocker_act
#define STN_SETUP_knocker                                                                         \
    .title = "Knocker", .equation = "F = -A*sgn(e) during width, every period, while |e| > band", \
    .text = "Pulses towards the target, for sticking valves without an integrator.",              \
    .reference = "Hagglund 2002", .flags = STN_COMPENSATION_COMMAND
