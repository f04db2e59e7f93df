/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "names.h"

#include <string.h>

int names_law_count(const StnCatalog *catalog) { return stn_law_count() + catalog->nlaw; }

const StnLaw *names_law_at(const StnCatalog *catalog, int index)
{
    return index < stn_law_count() ? stn_law_at(index) : catalog->laws[index - stn_law_count()];
}

int names_plant_count(const StnCatalog *catalog) { return stn_plant_count() + catalog->nplant; }

const StnPlant *names_plant_at(const StnCatalog *catalog, int index)
{
    return index < stn_plant_count() ? stn_plant_at(index)
                                     : catalog->plants[index - stn_plant_count()];
}

size_t names_collect(const StnCatalog *catalog, unsigned kinds, const char *names[NAMES_MAX])
{
    size_t count = 0;
    for (int i = 0; (kinds & NAMES_LAWS) && i < names_law_count(catalog) && count < NAMES_MAX; i++)
        names[count++] = names_law_at(catalog, i)->name;
    for (int i = 0; (kinds & NAMES_PLANTS) && i < names_plant_count(catalog) && count < NAMES_MAX;
         i++)
        names[count++] = names_plant_at(catalog, i)->name;
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
