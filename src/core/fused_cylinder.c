/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of the plant cylinder. */
#define STN_FUSED
#include "plants/cylinder.plant.h"
#define FUSED_PLANT cylinder
#define FUSED_LAWS(M) M(stribeck) M(lugre) M(lugre_new_modified)
#include "core/fused_plant.h"
