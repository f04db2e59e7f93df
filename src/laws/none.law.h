/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* No dry friction: FF = 0.  The comparison that shows what friction does (figure 2 of Borello and
 * Dalla Vedova 2014). */
#include "laws/law.h"

#define STN_PARAMS_none(P, P2, PV, N)
#define STN_STATES_none(S, SV)
#define STN_RELS_none(R)
STN_LAW_TYPES(none)

STN_SLIDE(none)
{
    STN_USE(none);
    return stn_fric(stn_splat(0.0), stn_splat(0.0));
}

#define STN_KERNEL_none .slide = none_slide
#ifdef STN_SETUP
STN_SHAPE(none)
{
    STN_USE_P(none);
    return STN_SHAPE_AFFINE;
}
#define STN_SETUP_none                                                                           \
    .title = "No friction", .equation = "FF = 0", .text = "The mechanism without dry friction.", \
    .reference = "", .shape = none_shape
#endif
