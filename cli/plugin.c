/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "plugin.h"

#include "command.h"
#include "message.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { MODELS_MAX = 256 };

typedef const StnLaw *const *LawsFunction(int *count);
typedef const StnPlant *const *PlantsFunction(int *count);

static const StnLaw *laws[MODELS_MAX];
static const StnPlant *plants[MODELS_MAX];

static const char *law_fault(const StnLaw *law)
{
    if (!law || !law->name || !law->name[0])
        return "a law without a name";
    if (!law->slide || !law->shape)
        return "a law without slide() or shape()";
    if ((law->nparam > 0 && !law->params) || (law->nstate > 0 && !law->states))
        return "a law whose parameter or state list is missing";
    if ((law->flags & STN_LAW_SET_VALUED) && !law->rest)
        return "a set-valued law without rest()";
    return law->builtin == -1 ? NULL : "a law whose builtin is not -1";
}

static const char *plant_fault(const StnPlant *plant)
{
    if (!plant || !plant->name || !plant->name[0])
        return "a plant without a name";
    if (!plant->eval || !plant->outputs_at)
        return "a plant without eval() or outputs_at()";
    if (plant->nstate < 1 || plant->noutput < 1 || !plant->states || !plant->outputs)
        return "a plant without states or outputs";
    return plant->builtin == -1 ? NULL : "a plant whose builtin is not -1";
}

static int add_laws(const char *file, LawsFunction *function, StnCatalog *catalog)
{
    int count = 0;
    const StnLaw *const *found = function(&count);
    for (int i = 0; i < count; i++) {
        const char *fault = law_fault(found[i]);
        if (fault)
            return bad_input("%s: %s", file, fault);
        if (stn_catalog_law(catalog, found[i]->name))
            return bad_input("%s: there is a law \"%s\" already", file, found[i]->name);
        if (catalog->nlaw == MODELS_MAX)
            return bad_input("%s: more than %d laws", file, MODELS_MAX);
        laws[catalog->nlaw++] = found[i];
    }
    return EXIT_DONE;
}

static int add_plants(const char *file, PlantsFunction *function, StnCatalog *catalog)
{
    int count = 0;
    const StnPlant *const *found = function(&count);
    for (int i = 0; i < count; i++) {
        const char *fault = plant_fault(found[i]);
        if (fault)
            return bad_input("%s: %s", file, fault);
        if (stn_catalog_plant(catalog, found[i]->name))
            return bad_input("%s: there is a plant \"%s\" already", file, found[i]->name);
        if (catalog->nplant == MODELS_MAX)
            return bad_input("%s: more than %d plants", file, MODELS_MAX);
        plants[catalog->nplant++] = found[i];
    }
    return EXIT_DONE;
}

/* Without a slash dlopen() would look into the system's folders. */
static void *open_library(const char *file)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%s", strchr(file, '/') ? "" : "./", file);
    return dlopen(path, RTLD_LAZY | RTLD_LOCAL);
}

static int load(const char *file, StnCatalog *catalog)
{
    LawsFunction *find_laws = NULL;
    PlantsFunction *find_plants = NULL;
    void *library = open_library(file);
    if (!library)
        return bad_input("plugin: %s", dlerror());
    /* ISO C has no way from void * to a function but this one (POSIX, dlsym). */
    *(void **)&find_laws = dlsym(library, "stn_plugin_laws");
    *(void **)&find_plants = dlsym(library, "stn_plugin_plants");
    if (!find_laws && !find_plants)
        return bad_input("%s: exports neither stn_plugin_laws nor stn_plugin_plants", file);
    int code = find_laws ? add_laws(file, find_laws, catalog) : EXIT_DONE;
    if (code == EXIT_DONE && find_plants)
        code = add_plants(file, find_plants, catalog);
    return code;
}

int plugins_load(const Texts *files, StnCatalog *catalog)
{
    int code = EXIT_DONE;
    catalog->laws = laws;
    catalog->plants = plants;
    for (int i = 0; i < files->count && code == EXIT_DONE; i++)
        code = load(files->item[i], catalog);
    return code;
}
