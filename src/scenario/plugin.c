/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction laws and plants from shared objects. */
#include "io/path.h"
#include "stiction/scenario.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MODELS_MAX = 256 };

typedef const StnLaw *const *LawsFunction(int *count);
typedef const StnPlant *const *PlantsFunction(int *count);

/* What a file exports. */
typedef struct Exports {
    const StnLaw *const *laws;
    const StnPlant *const *plants;
    int nlaw, nplant;
} Exports;

static StnStatus check_unit(const char *model, const char *name, const char *unit, StnError *error)
{
    char text[80], quantity[100];
    StnError why = {.status = STN_OK};
    double value;
    StnDimension dimension;
    bool bare;
    snprintf(quantity, sizeof quantity, "1 %s", stn_unit_text(unit, 0, text, sizeof text));
    return strcmp(unit, "1") == 0 || unit[0] == '\0' ||
                   stn_unit_parse(quantity, &value, &dimension, &bare, &why) == STN_OK
               ? STN_OK
               : stn_error(error, STN_BAD_INPUT, "%s: the unit of %s: %s", model, name, why.text);
}

static StnStatus check_units(const char *model, const StnParam *param, const StnVar *var, int nvar,
                             StnError *error)
{
    StnStatus status = STN_OK;
    if (param && param->kind != STN_KIND_CHOICE)
        status = check_unit(model, param->name, param->unit, error);
    for (int i = 0; i < nvar && status == STN_OK; i++)
        status = check_unit(model, var[i].name, var[i].unit, error);
    return status;
}

/* What a model shows to people, and whether another has its name. */
static StnStatus check_shown(const char *kind, const char *name, const char *const text[4],
                             bool taken, StnError *error)
{
    for (int i = 0; i < 4; i++)
        if (!text[i])
            return stn_error(error, STN_BAD_INPUT,
                             "%s %s: title, equation, text or reference is NULL; \"\" is allowed",
                             kind, name);
    return taken ? stn_error(error, STN_BAD_INPUT, "there is a %s \"%s\" already", kind, name)
                 : STN_OK;
}

/* Both lists of *to have room; each model is checked against those before it. */
static StnStatus add_laws(StnCatalog *to, const StnLaw **list, const Exports *from, StnError *error)
{
    for (int i = 0; from->laws && i < from->nlaw; i++) {
        StnError why = {.status = STN_OK};
        if (stn_law_check(from->laws[i], &why) != STN_OK)
            return stn_error(error, STN_BAD_INPUT, "law %d of %d: %s", i + 1, from->nlaw, why.text);
        const StnLaw *law = from->laws[i];
        const char *const text[] = {law->title, law->equation, law->text, law->reference};
        const bool taken = stn_catalog_law(to, law->name) != NULL;
        StnStatus status = check_shown("law", law->name, text, taken, error);
        if (status == STN_OK)
            status = check_units(law->name, NULL, law->states, law->nstate, error);
        for (int k = 0; k < law->nparam && status == STN_OK; k++)
            status = check_units(law->name, law->params[k], NULL, 0, error);
        if (status != STN_OK)
            return status;
        if (to->nlaw == MODELS_MAX)
            return stn_error(error, STN_BAD_INPUT, "more than %d laws", MODELS_MAX);
        list[to->nlaw++] = from->laws[i];
    }
    return STN_OK;
}

static StnStatus add_plants(StnCatalog *to, const StnPlant **list, const Exports *from,
                            StnError *error)
{
    for (int i = 0; from->plants && i < from->nplant; i++) {
        StnError why = {.status = STN_OK};
        if (stn_plant_check(from->plants[i], &why) != STN_OK)
            return stn_error(error, STN_BAD_INPUT, "plant %d of %d: %s", i + 1, from->nplant,
                             why.text);
        const StnPlant *plant = from->plants[i];
        const char *const text[] = {plant->title, plant->equation, plant->text, plant->reference};
        const bool taken = stn_catalog_plant(to, plant->name) != NULL;
        StnStatus status = check_shown("plant", plant->name, text, taken, error);
        const StnVar *const lists[] = {plant->states, plant->inputs, plant->outputs};
        const int counts[] = {plant->nstate, plant->ninput, plant->noutput};
        for (int k = 0; k < 3 && status == STN_OK; k++)
            status = check_units(plant->name, NULL, lists[k], counts[k], error);
        for (int k = 0; k < plant->nparam && status == STN_OK; k++)
            status = check_units(plant->name, &plant->params[k], NULL, 0, error);
        if (status != STN_OK)
            return status;
        if (to->nplant == MODELS_MAX)
            return stn_error(error, STN_BAD_INPUT, "more than %d plants", MODELS_MAX);
        list[to->nplant++] = from->plants[i];
    }
    return STN_OK;
}

/* New lists, so that a file with a mistake leaves the catalogue as it was. */
static StnStatus extend(StnCatalog *catalog, const Exports *from, StnError *error)
{
    const StnLaw **laws = calloc((size_t)(catalog->nlaw + from->nlaw) + 1, sizeof *laws);
    const StnPlant **plants = calloc((size_t)(catalog->nplant + from->nplant) + 1, sizeof *plants);
    StnStatus status = STN_NO_MEMORY;
    if (!laws || !plants) {
        stn_out_of_memory(error);
    } else {
        StnCatalog longer = {laws, catalog->nlaw, plants, catalog->nplant};
        for (int i = 0; i < catalog->nlaw; i++)
            laws[i] = catalog->laws[i];
        for (int i = 0; i < catalog->nplant; i++)
            plants[i] = catalog->plants[i];
        status = add_laws(&longer, laws, from, error);
        if (status == STN_OK)
            status = add_plants(&longer, plants, from, error);
        if (status == STN_OK) {
            stn_plugin_free(catalog);
            *catalog = longer;
            return STN_OK;
        }
    }
    free((void *)laws);
    free((void *)plants);
    return status;
}

static StnStatus find_exports(void *library, Exports *found, StnError *error)
{
    LawsFunction *laws = NULL;
    PlantsFunction *plants = NULL;
    /* ISO C has no way from void * to a function but this one (POSIX, dlsym). */
    *(void **)&laws = dlsym(library, "stn_plugin_laws");
    *(void **)&plants = dlsym(library, "stn_plugin_plants");
    if (!laws && !plants)
        return stn_error(error, STN_BAD_INPUT,
                         "exports neither stn_plugin_laws nor stn_plugin_plants");
    found->laws = laws ? laws(&found->nlaw) : NULL;
    if (found->nlaw < 0 || (found->nlaw > 0 && !found->laws))
        return stn_error(error, STN_BAD_INPUT, "stn_plugin_laws has no list of its %d laws",
                         found->nlaw);
    found->plants = plants ? plants(&found->nplant) : NULL;
    if (found->nplant < 0 || (found->nplant > 0 && !found->plants))
        return stn_error(error, STN_BAD_INPUT, "stn_plugin_plants has no list of its %d plants",
                         found->nplant);
    return STN_OK;
}

/* Without a folder dlopen() would look into the system's folders.  RTLD_NOW: a missing symbol is reported
 * here, and does not end the program in the middle of a run. */
static void *open_library(const char *file)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%s", stn_path_name(file) == file ? "./" : "", file);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

StnStatus stn_plugin_load(StnCatalog *catalog, const char *path, StnError *error)
{
    Exports found = {.nlaw = 0};
    void *library = open_library(path);
    if (!library) {
        const char *why = dlerror();
        return stn_error(error, STN_BAD_INPUT, "plugin: %s", why ? why : path);
    }
    StnStatus status = find_exports(library, &found, error);
    if (status == STN_OK)
        status = extend(catalog, &found, error);
    if (status != STN_OK && status != STN_NO_MEMORY && error)
        snprintf(error->file, sizeof error->file, "%s", path);
    return status;
}

void stn_plugin_free(StnCatalog *catalog)
{
    free((void *)catalog->laws);
    free((void *)catalog->plants);
    *catalog = (StnCatalog){.nlaw = 0};
}
