/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What ground does to a body that turns, a part that plants share: gravity on an arm that hangs at q0, and a
 * spring that is relaxed at qg:  L(q) = G*sin(q - q0) + Kg*(q - qg), against positive motion. */
#ifndef STN_PLANTS_ARM_H
#define STN_PLANTS_ARM_H

#include "plants/plant.h"

/* hangs: whether there is an arm; without it L is affine. */
STN_FN real arm_pull(uniform hangs, real G, real q0, real Kg, real qg, real q)
{
    real spring = Kg * (q - qg);
    return hangs ? G * stn_sin(q - q0) + spring : spring;
}

#endif
