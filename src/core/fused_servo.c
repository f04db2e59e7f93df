/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of the plant servo. */
#define STN_FUSED
#include "plants/servo.plant.h"
#define FUSED_PLANT servo
#define FUSED_LAWS(M) M(coulomb) M(stribeck) M(stribeck_load) M(lugre)
#include "core/fused_plant.h"
