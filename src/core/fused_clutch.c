/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of the plant clutch. */
#define STN_FUSED
#include "plants/clutch.plant.h"
#define FUSED_PLANT clutch
#define FUSED_LAWS(M) M(coulomb) M(coulomb_map)
#include "core/fused_plant.h"
