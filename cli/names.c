/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "names.h"

#include <string.h>

size_t names_collect(const StnCatalog *catalog, unsigned kinds, const char *names[NAMES_MAX])
{
    size_t count = 0;
    for (int i = 0; (kinds & NAMES_LAWS) && i < stn_catalog_law_count(catalog) && count < NAMES_MAX;
         i++)
        names[count++] = stn_catalog_law_at(catalog, i)->name;
    for (int i = 0;
         (kinds & NAMES_PLANTS) && i < stn_catalog_plant_count(catalog) && count < NAMES_MAX; i++)
        names[count++] = stn_catalog_plant_at(catalog, i)->name;
    for (int i = 0;
         (kinds & NAMES_COMPENSATIONS) && i < stn_compensation_count() && count < NAMES_MAX; i++)
        names[count++] = stn_compensation_at(i)->name;
    for (int i = 0; (kinds & NAMES_SCENARIOS) && i < stn_builtin_count() && count < NAMES_MAX; i++)
        names[count++] = stn_builtin_at(i).name;
    for (int i = 0; (kinds & NAMES_PAPERS) && i < stn_paper_count() && count < NAMES_MAX; i++)
        names[count++] = stn_paper_at(i).name;
    for (int i = 0; (kinds & NAMES_MEASURES) && i < stn_run_measure_count() && count < NAMES_MAX;
         i++)
        names[count++] = stn_run_measure_at(i)->name;
    return count;
}

bool names_builtin(const char *name, StnBuiltin *builtin)
{
    for (int i = 0; i < stn_builtin_count(); i++) {
        *builtin = stn_builtin_at(i);
        if (strcmp(builtin->name, name) == 0)
            return true;
    }
    return false;
}
