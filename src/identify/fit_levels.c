/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Static levels, which move as their height above the sliding ones. */
#include "identify/fit_reader.h"

#include <math.h>
#include <string.h>

const StnParam *stn_fit_level(int *k)
{
    while (*k < stn_friction_parameter_count()) {
        const StnParam *p = stn_friction_parameter_at((*k)++);
        if (p->above)
            return p;
    }
    return NULL;
}

static bool find_friction(const StnSystem *S, int site, const char *name, StnValue *value)
{
    const int k = stn_law_parameter(S->model.law[site], name);
    if (k >= 0)
        *value = stn_system_value_at(S, site, k);
    return k >= 0;
}

/* The lowest sliding level of the sides of a static one that is not free itself. */
static double fixed_floor(const StnSystem *S, const StnFitMap *map, const StnFitParam *a,
                          const char *sliding)
{
    StnValue value;
    double least = INFINITY;
    if (!find_friction(S, a->site, sliding, &value))
        return INFINITY;
    for (int side = a->first; side <= a->last; side++) {
        bool is_free = false;
        for (int k = 0; k < a->nbelow; k++)
            is_free = is_free || (map->param[a->below[k]].first <= side &&
                                  side <= map->param[a->below[k]].last);
        if (!is_free)
            least = fmin(least, value.value[side < value.count ? side : 0]);
    }
    return least;
}

/* A static level moves above the sliding one, and starts visibly above it unless the caller says where: on it,
 * nothing would show. */
static void part_level(const StnSystem *S, StnFitMap *map, StnFitParam *a, const char *sliding)
{
    for (int k = 0; k < map->nq; k++) {
        const StnFitParam *b = &map->param[k];
        if (b->place == STN_FIT_PLACE_FRICTION && a->site == b->site &&
            strcmp(b->item, sliding) == 0 && a->first <= b->last && b->first <= a->last)
            a->below[a->nbelow++] = k;
    }
    a->base = fixed_floor(S, map, a, sliding);
    double level = a->base;
    for (int k = 0; k < a->nbelow; k++) {
        const StnFitParam *b = &map->param[a->below[k]];
        level = fmin(level, b->start);
        if (!a->requested && (!a->given || a->start < 1.05 * b->start))
            a->start = fmin(1.25 * b->start, a->hi);
    }
    if (!isfinite(level))
        return;
    a->how = STN_COORDINATE_ABOVE;
    a->scale = fmax(a->start - level, fmax(0.05 * level, 1e-12));
}

void stn_fit_part_levels(const StnSystem *S, StnFitMap *map)
{
    for (int i = 0; i < map->nq; i++) {
        StnFitParam *a = &map->param[i];
        if (a->above)
            part_level(S, map, a, a->above);
    }
}
