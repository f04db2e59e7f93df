/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of the plant block. */
#define STN_FUSED
#include "plants/block.plant.h"
#define FUSED_PLANT block
#define FUSED_LAWS(M) M(coulomb) M(stribeck) M(lugre)
#include "core/fused_plant.h"
