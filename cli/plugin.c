/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "plugin.h"

#include "command.h"
#include "files.h"
#include "message.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { MODELS_MAX = 256 };

typedef const StnLaw *const *LawsFunction(int *count);
typedef const StnPlant *const *PlantsFunction(int *count);

static const StnLaw *laws[MODELS_MAX];
static const StnPlant *plants[MODELS_MAX];

/* Texts that people are shown; "" where there is nothing to say. */
static bool law_shown(const StnLaw *law)
{
    return law->title && law->equation && law->text && law->reference;
}

static bool plant_shown(const StnPlant *plant)
{
    return plant->title && plant->equation && plant->text && plant->reference;
}

static int missing_text(const char *file, const char *kind, const char *name)
{
    return bad_input("%s: %s %s: title, equation, text or reference is NULL; \"\" is allowed", file,
                     kind, name);
}

static int add_laws(const char *file, LawsFunction *function, StnCatalog *catalog)
{
    int count = 0;
    StnError error = {0};
    const StnLaw *const *found = function(&count);
    if (count < 0 || (count > 0 && !found))
        return bad_input("%s: stn_plugin_laws has no list of its %d laws", file, count);
    for (int i = 0; i < count; i++) {
        if (stn_law_check(found[i], &error))
            return bad_input("%s: law %d of %d: %s", file, i + 1, count, error.text);
        if (!law_shown(found[i]))
            return missing_text(file, "law", found[i]->name);
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
    StnError error = {0};
    const StnPlant *const *found = function(&count);
    if (count < 0 || (count > 0 && !found))
        return bad_input("%s: stn_plugin_plants has no list of its %d plants", file, count);
    for (int i = 0; i < count; i++) {
        if (stn_plant_check(found[i], &error))
            return bad_input("%s: plant %d of %d: %s", file, i + 1, count, error.text);
        if (!plant_shown(found[i]))
            return missing_text(file, "plant", found[i]->name);
        if (stn_catalog_plant(catalog, found[i]->name))
            return bad_input("%s: there is a plant \"%s\" already", file, found[i]->name);
        if (catalog->nplant == MODELS_MAX)
            return bad_input("%s: more than %d plants", file, MODELS_MAX);
        plants[catalog->nplant++] = found[i];
    }
    return EXIT_DONE;
}

/* Without a slash dlopen() would look into the system's folders.  RTLD_NOW: a missing symbol is said
 * here, and does not end the program in the middle of a run. */
static void *open_library(const char *file)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%s", strchr(file, '/') ? "" : "./", file);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static int load(const char *file, StnCatalog *catalog)
{
    LawsFunction *find_laws = NULL;
    PlantsFunction *find_plants = NULL;
    int code = files_was_read("--plugin", file);
    if (code != EXIT_DONE)
        return code;
    void *library = open_library(file);
    if (!library)
        return bad_input("plugin: %s", dlerror());
    /* ISO C has no way from void * to a function but this one (POSIX, dlsym). */
    *(void **)&find_laws = dlsym(library, "stn_plugin_laws");
    *(void **)&find_plants = dlsym(library, "stn_plugin_plants");
    if (!find_laws && !find_plants)
        return bad_input("%s: exports neither stn_plugin_laws nor stn_plugin_plants", file);
    code = find_laws ? add_laws(file, find_laws, catalog) : EXIT_DONE;
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
