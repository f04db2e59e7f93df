/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The list of plants: an include and a line each. */
#ifndef STN_PLANTS_PLANTS_H
#define STN_PLANTS_PLANTS_H

#include "plants/block.h"
#include "plants/chain.h"
#include "plants/clutch.h"
#include "plants/cylinder.h"
#include "plants/eha.h"
#include "plants/flap.h"

#define STN_PLANT_LIST(M) M(block) M(eha) M(cylinder) M(flap) M(clutch) M(chain)

#endif
