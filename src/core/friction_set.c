/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "core/friction_set.h"
#include "laws/derived.h"

#include <string.h>

/* Most names come as the very text that the list has: the linker merges equal texts of one program. */
static int number_of(const char *name)
{
    for (int i = 0; i < STN_PAR_COUNT; i++)
        if (stn_friction_parameters[i].name == name)
            return i;
    for (int i = 0; i < STN_PAR_COUNT; i++) {
        const char *other = stn_friction_parameters[i].name;
        if (other[0] == name[0] && strcmp(other, name) == 0)
            return i;
    }
    return -1;
}

/* ---- How a law sees it ---- */

static const double *parameter_value(const StnDerive *derive, const char *name)
{
    int i = number_of(name);
    return i < 0 ? NULL : ((const StnFrictionSet *)derive)->value[i];
}

static bool parameter_given(const StnDerive *derive, const char *name)
{
    int i = number_of(name);
    return i >= 0 && ((const StnFrictionSet *)derive)->given[i];
}

static int parameter_count(const StnDerive *derive, const char *name)
{
    int i = number_of(name);
    return i < 0 ? 0 : ((const StnFrictionSet *)derive)->count[i];
}

static void fill_parameter(StnDerive *derive, const char *name, int n, const double *values)
{
    StnFrictionSet *set = (StnFrictionSet *)derive;
    int i = number_of(name);
    if (i < 0 || set->given[i] || n < 0 || n > STN_VECTOR_MAX)
        return;
    memset(set->value[i], 0, sizeof set->value[i]);
    memcpy(set->value[i], values, (size_t)n * sizeof *values);
    set->count[i] = n;
    set->derived[i] = true;
}

/* ---- Defaults ---- */

void stn_friction_defaults(StnFrictionSet *set)
{
    memset(set, 0, sizeof *set);
    set->derive = (StnDerive){parameter_value, parameter_given, parameter_count, fill_parameter};
    for (int i = 0; i < STN_PAR_COUNT; i++) {
        const StnParam *param = &stn_friction_parameters[i];
        set->value[i][0] = set->value[i][1] = param->def;
        for (int j = 2; param->kind == STN_KIND_VECTOR && j < STN_VECTOR_MAX; j++)
            set->value[i][j] = param->def;
        if (!isnan(param->def))
            set->count[i] = param->kind == STN_KIND_PAIR ? 2 : 1;
    }
}

/* One value means the same on both sides; unused places of a vector are 0. */
static void complete_set(StnFrictionSet *set)
{
    for (int i = 0; i < STN_PAR_COUNT; i++) {
        StnKind kind = stn_friction_parameters[i].kind;
        if (kind == STN_KIND_PAIR && set->count[i] == 1) {
            set->value[i][1] = set->value[i][0];
            set->count[i] = 2;
        }
        for (int j = set->count[i]; kind == STN_KIND_VECTOR && j < STN_VECTOR_MAX; j++)
            set->value[i][j] = 0.0;
    }
}

/* A law from outside may use the parameters of any built-in one. */
void stn_friction_derive(StnFrictionSet *set, const StnLaw *law, const StnContext *context)
{
    complete_set(set);
    stn_derive_levels(&set->derive, context);
    bool outside = true;
    for (int i = 0; i < stn_law_count(); i++)
        outside = outside && law != stn_law_at(i);
    for (int i = 0; outside && i < stn_law_count(); i++)
        if (stn_law_at(i)->derive)
            stn_law_at(i)->derive(&set->derive, context);
    if (law->derive)
        law->derive(&set->derive, context);
}
