/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of the plant eha. */
#define STN_FUSED
#include "plants/eha.plant.h"
#define FUSED_PLANT eha
#define FUSED_LAWS(M) M(coulomb) M(stribeck) M(lugre)
#include "core/fused_plant.h"
