/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the lists of a plant and of a law tell about stepping them together: members of FusedPair.  The includer has included the
 * plant and defines FUSED_PLANT, its name. */
#include "core/fused_step.h"

#define FUSED_COUNT(...) +1
#define FUSED_S_PARTNER(name, role, site, unit, scale, text) -1,
#define FUSED_X_PARTNER(name, site, unit, scale, partner, text, Q) STN_INDEX(Q##_s, partner),
#define FUSED_V(name, v, x, rotary, law, text, Q) STN_INDEX(Q##_s, v)
#define FUSED_X(name, v, x, rotary, law, text, Q) STN_INDEX(Q##_s, x)
#define FUSED_L(name, pos, vel, lo, hi, site, Q) \
    {#name, STN_INDEX(Q##_s, pos), STN_INDEX(Q##_s, vel), 0, 0, STN_INDEX(Q##_f, site), 0},
#define FUSED_LV(name, pos, vel, lo, hi, Q) \
    {#name, STN_INDEX(Q##_s, pos), STN_INDEX(Q##_s, vel), 0, 0, -1, 0},
#define FUSED_LP(name, pos, lo, hi, Q) {#name, STN_INDEX(Q##_s, pos), -1, 0, 0, -1, 0},
#define FUSED_LB(name, pos, lo, hi, site, Q) \
    {#name, STN_INDEX(Q##_s, pos), -1, 0, 0, STN_INDEX(Q##_f, site), 1},

#define FUSED_PASTE_(a, b) a##b
#define FUSED_PASTE(a, b) FUSED_PASTE_(a, b)
#define FUSED_LIST(list) FUSED_PASTE(list, FUSED_PLANT)
#define FUSED_TYPE(end) FUSED_PASTE(FUSED_PLANT, end)
#define FUSED_RUN(law) FUSED_TYPE(_##law##_run)

static const int FUSED_TYPE(_fused_partner)[] = {
    FUSED_LIST(STN_STATES_)(FUSED_S_PARTNER, FUSED_X_PARTNER, FUSED_PLANT)};
static const StnStopInfo FUSED_TYPE(_fused_stop)[] = {
    FUSED_LIST(STN_STOPS_)(FUSED_L, FUSED_LV, FUSED_LP, FUSED_LB, FUSED_PLANT){NULL, 0, 0, 0, 0, 0,
                                                                               0}};

#define FUSED_OF_PLANT                                                                        \
    .plant = {FUSED_LIST(STN_KERNEL_)}, .nparam = sizeof(FUSED_TYPE(_p)) / sizeof(real),      \
    .ninput = sizeof(FUSED_TYPE(_u)) / sizeof(StnIn),                                         \
    .nstate = sizeof(FUSED_TYPE(_s)) / sizeof(real),                                          \
    .nrel = sizeof(FUSED_TYPE(_r)) / sizeof(real),                                            \
    .nstop = sizeof FUSED_TYPE(_fused_stop) / sizeof(StnStopInfo) - 1,                        \
    .v = FUSED_LIST(STN_SITES_)(FUSED_V, FUSED_PLANT),                                        \
    .x = FUSED_LIST(STN_SITES_)(FUSED_X, FUSED_PLANT), .partner = FUSED_TYPE(_fused_partner), \
    .stop = FUSED_TYPE(_fused_stop)

#define FUSED_OF_LAW(name)                                                     \
    .law = {STN_KERNEL_##name}, .nlaw_param = sizeof(name##_p) / sizeof(real), \
    .nlaw = sizeof(name##_s) / sizeof(real), .nlaw_rel = sizeof(name##_r) / sizeof(real)
