/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of the plant flap. */
#define STN_FUSED
#include "plants/flap.plant.h"
#define FUSED_PLANT flap
#define FUSED_LAWS(M) M(coulomb) M(coulomb_load)
#include "core/fused_plant.h"
