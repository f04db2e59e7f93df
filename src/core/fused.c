/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which systems have a loop of their own for fixed steps. */
#include "core/fused.h"

#include <string.h>

static const struct {
    const char *plant;
    StnFused *(*with)(const char *law);
} rows[] = {{"block", stn_fused_block},       {"eha", stn_fused_eha},
            {"cylinder", stn_fused_cylinder}, {"flap", stn_fused_flap},
            {"clutch", stn_fused_clutch},     {"servo", stn_fused_servo}};

static bool is_builtin_plant(const StnPlant *plant)
{
    for (int k = 0; k < stn_plant_count(); k++)
        if (stn_plant_at(k) == plant)
            return true;
    return false;
}

/* One from outside may have the name of a built-in one. */
static bool is_builtin_law(const StnLaw *law)
{
    for (int k = 0; k < stn_law_count(); k++)
        if (stn_law_at(k) == law)
            return true;
    return false;
}

StnFused *stn_fused(const StnSystem *S)
{
    const StnModel *M = &S->model;
    if (M->nsite != 1 || M->imposed[0] || M->nlag > 0 || M->ntwist > 0 || M->late ||
        S->solver.dt == 0.0 || S->solver.euler == STN_EULER_EXPLICIT ||
        M->set_valued[0] != (M->law[0]->rest != NULL) || M->law_nstate[0] > STN_FUSED_LAW_STATES ||
        M->law_nrel[0] > STN_FUSED_LAW_RELS || !is_builtin_plant(M->full_plant) ||
        !is_builtin_law(M->law[0]))
        return NULL;
    /* Under a load (laws/loaded.h) all relations of a bristle law are used: it is called. */
    const StnLaw *law = M->law[0];
    const bool loaded = law->unused_rels && law->unused_rels(&M->law_self[0]) == 0;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        if (strcmp(rows[k].plant, M->full_plant->name) == 0)
            return rows[k].with(loaded ? "" : law->name);
    return NULL;
}
