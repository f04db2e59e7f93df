/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which systems have a loop of their own for fixed steps. */
#include "core/fused.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *plant;
    StnFused *(*with)(const char *law);
} fused_plants[] = {{"block", stn_fused_block},       {"eha", stn_fused_eha},
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

const char *stn_fused_law(const StnModel *M)
{
    const StnLaw *law = M->law[0];
    if (law->unused_rels && law->unused_rels(&M->law_self[0]) == 0)
        return "";
    return strcmp(law->name, "borello") == 0 ? "coulomb" : law->name;
}

StnFused *stn_fused(const StnSystem *S)
{
    const StnModel *M = &S->model;
    /* the loops know no compensation of a continuous controller (stn_compensated); a sampled one holds it */
    if ((M->nterm > 0 && !M->controls) || M->nsite != 1 || M->imposed[0] || M->nlag > 0 ||
        M->ntwist > 0 || M->late || S->solver.dt == 0.0 || S->solver.euler == STN_EULER_EXPLICIT ||
        M->set_valued[0] != (M->law[0]->rest != NULL) || M->law_nstate[0] > STN_FUSED_LAW_STATES ||
        M->law_nrel[0] > STN_FUSED_LAW_RELS || !is_builtin_plant(M->full_plant) ||
        !is_builtin_law(M->law[0]))
        return NULL;
    for (size_t k = 0; k < sizeof fused_plants / sizeof fused_plants[0]; k++)
        if (strcmp(fused_plants[k].plant, M->full_plant->name) == 0)
            return fused_plants[k].with(stn_fused_law(M));
    return NULL;
}

bool stn_fused_begins(const StnSystem *S, const StnState *st)
{
    const double v = stn_site_v(&S->model, stn_now(S, st), 0), dir = st->modes.dir[0];
    const StnStopInfo *info = S->model.plant->stops;
    for (int j = 0; j < S->model.nstop; j++)
        if (info[j].site >= 0 && !info[j].play && st->modes.stop[j] != 0.0)
            return false;
    return dir == (v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : 0.0);
}

void stn_fused_moves(const StnSystem *S, int *moves)
{
    const StnModel *M = &S->model;
    for (int i = 0; i < M->nplant; i++)
        moves[i] = M->plant->partner[i] < 0 && !M->single_site;
    for (int a = 0; a < M->nactive && M->active[a] < M->nplant; a++)
        moves[M->active[a]] = 1;
}

int64_t stn_fused_last(double start, double dt, double until, int64_t last)
{
    double count = (double)last;
    if (start + (count - 1.0) * dt < until)
        return last;
    count = floor((until - start) / dt);
    while (start + count * dt < until)
        count += 1.0;
    while (start + (count - 1.0) * dt >= until)
        count -= 1.0;
    return (int64_t)count;
}
