/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A shaft, belt or coupling, a part that plants share: a spring and a damper behind a play.
 *   no play          T = K*twist + D*rate
 *   twist > play/2   push = K*(twist - play/2) + D*rate,   T = push while push > 0, else 0
 *   twist < -play/2  the same to the other side
 *   between          T = 0
 * Teeth cannot pull: contact begins where the gap closes and ends where the torque comes to 0, which a
 * damper brings about before the gap opens (without one both are the same instant).  What the spring
 * still holds then is spent in its own damper; the rest of its way back, of the order of D/K, is taken as
 * done. */
#ifndef STN_PLANTS_SHAFT_H
#define STN_PLANTS_SHAFT_H

#include "plants/plant.h"

/* The torque.  has_play: play > 0; gap, contact: places of its two relations; contact is reported as contact
 * and separation. */
STN_FN real shaft_torque(real K, real D, real play, uniform has_play, real twist, real rate,
                         StnRel *r, int gap, int contact)
{
    if (!has_play)
        return K * twist + D * rate;
    real over = twist - stn_clip(r, gap, twist, -0.5 * play, 0.5 * play), side = r->mode[gap];
    real push = K * over + side * side * D * rate, none = stn_splat(-1.0); /* no gap, no contact */
    real closed = stn_select(stn_eq(side, stn_splat(0.0)), none, side * push);
    return stn_side(r, contact, closed, push, stn_splat(0.0));
}

#endif
