/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The list of plants: an include and a line each.  A plant is a file NAME.plant.h; the other headers of this
 * folder are what plants share. */
#ifndef STN_PLANTS_PLANTS_H
#define STN_PLANTS_PLANTS_H

#include "plants/block.plant.h"
#include "plants/chain.plant.h"
#include "plants/clutch.plant.h"
#include "plants/cylinder.plant.h"
#include "plants/eha.plant.h"
#include "plants/flap.plant.h"
#include "plants/servo.plant.h"

#define STN_PLANT_LIST(M) M(block) M(eha) M(cylinder) M(flap) M(clutch) M(chain) M(servo)

#endif
