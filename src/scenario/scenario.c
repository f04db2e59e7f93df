/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Scenarios from files and texts, with overrides, and what can be asked of them. */
#include "io/file_load.h"
#include "scenario/document.h"
#include "scenario/edit.h"
#include "scenario/merge.h"
#include "scenario/override.h"
#include "scenario/paths.h"

#include <math.h>
#include <stdlib.h>

enum { STREAM_MAX = 16 << 20 }; /* bytes */

/* ---- Loading --------------------------------------------------------------------------------- */

static bool set_laws(StnScenario *scenario, const StnScenarioOptions *options, StnError *error)
{
    const StnNode *name = stn_node_find(scenario->root, "plant");
    const StnPlant *plant = name == NULL ? NULL : stn_catalog_plant(&scenario->catalog, name->text);
    for (int i = 0; plant != NULL && i < options->nlaw; i++)
        if (!stn_tree_set_law(&scenario->arena, scenario->root, plant, options->law[i], error))
            return false;
    return true; /* without a plant there is no system: the reader says why */
}

/* The overrides, and which of them can be understood only beside the rest of the scenario. */
typedef struct Overrides {
    StnOverride *set;
    bool *open;
    int count;
} Overrides;

/* The tree becomes `plain` with the laws and all overrides that stand for themselves. */
static bool lay_over(StnScenario *scenario, const StnNode *plain, const Overrides *all,
                     const StnScenarioOptions *options, StnError *error)
{
    stn_document_void(scenario);
    scenario->root = stn_node_copy(&scenario->arena, plain);
    if (scenario->root == NULL)
        return stn_no_memory(error);
    for (int i = 0; i < all->count; i++)
        if (!all->open[i] &&
            (!stn_tree_open(&scenario->arena, scenario->root, &stn_set_source, &scenario->catalog,
                            all->set[i].path, error) ||
             !stn_tree_set(&scenario->arena, scenario->root, &stn_set_source, &all->set[i], error)))
            return false;
    stn_tree_prune(scenario->root);
    return set_laws(scenario, options, error);
}

/* Each short override is expanded beside the scenario with all others that stand for themselves by
 * then, so that `*2` twice is 4 times. */
static bool apply(StnScenario *scenario, const StnScenarioOptions *options, StnError *error)
{
    const size_t room = (size_t)options->nset + 1;
    const StnNode *plain = scenario->root;
    Overrides all = {.set = stn_arena_take(&scenario->arena, room * sizeof *all.set),
                     .open = stn_arena_take(&scenario->arena, room),
                     .count = options->nset};
    if (all.set == NULL || all.open == NULL)
        return stn_no_memory(error);
    for (int i = 0; i < all.count; i++) {
        all.set[i] = options->set[i];
        all.open[i] = stn_override_is_short(&all.set[i]);
    }
    for (int i = 0; i < all.count; i++) {
        if (!all.open[i])
            continue;
        if (!lay_over(scenario, plain, &all, options, error) ||
            !stn_document_make(scenario, error) ||
            !stn_override_expand(&scenario->arena, scenario->made->tree, &stn_set_source,
                                 &all.set[i], error))
            return false;
        all.open[i] = false;
    }
    return lay_over(scenario, plain, &all, options, error);
}

/* `text` NULL: `name` is a file or a built-in scenario. */
static StnScenario *load(const char *text, size_t length, const char *name,
                         const StnScenarioOptions *options, StnError *error)
{
    const StnScenarioOptions none = {0};
    StnError own = {0};
    StnLoaded loaded = {0};
    if (options == NULL)
        options = &none;
    StnScenario *scenario = stn_document_new(options->catalog, options->confine);
    bool good = scenario != NULL || stn_no_memory(&own);
    if (good)
        good = text == NULL
                   ? stn_tree_load(&scenario->files, name, &loaded, &own)
                   : stn_tree_load_text(&scenario->files, text, length, name, &loaded, &own);
    if (good) {
        scenario->root = loaded.root;
        scenario->name = loaded.name;
        scenario->base = loaded.base;
        good = apply(scenario, options, &own) && stn_document_make(scenario, &own);
    }
    if (good)
        return scenario;
    stn_scenario_free(scenario);
    if (error != NULL)
        *error = own;
    return NULL;
}

StnScenario *stn_scenario_load(const char *name, const StnScenarioOptions *options, StnError *error)
{
    return load(NULL, 0, name, options, error);
}

StnScenario *stn_scenario_parse(const char *text, size_t length, const char *name,
                                const StnScenarioOptions *options, StnError *error)
{
    return load(text == NULL ? "" : text, text == NULL ? 0 : length, name, options, error);
}

StnScenario *stn_scenario_read(FILE *stream, const char *name, const StnScenarioOptions *options,
                               StnError *error)
{
    char *text;
    size_t length;
    if (stn_stream_load(stream, name, STREAM_MAX, &text, &length, error) != STN_OK)
        return NULL;
    StnScenario *scenario = stn_scenario_parse(text, length, name, options, error);
    free(text);
    return scenario;
}

/* ---- What it means --------------------------------------------------------------------------- */

/* What the document means; where it makes no system, nothing. */
static const StnMade *made(const StnScenario *scenario)
{
    static const StnNode no_texts = {.kind = STN_NODE_LIST};
    static const StnMade nothing = {
        .run = {.duration = NAN}, .warnings = &no_texts, .files = &no_texts};
    StnError ignored = {0};
    return scenario != NULL && stn_document_make(scenario, &ignored) ? scenario->made : &nothing;
}

StnStatus stn_scenario_check(const StnScenario *scenario, StnError *error)
{
    StnError own = {0};
    if (scenario == NULL)
        return stn_out_of_memory(error);
    if (stn_document_make(scenario, &own))
        return STN_OK;
    if (error != NULL)
        *error = own;
    return own.status;
}

StnStatus stn_scenario_run(const StnScenario *scenario, StnRecord *record, StnError *error)
{
    *record = (StnRecord){0};
    const StnStatus status = stn_scenario_check(scenario, error);
    if (status != STN_OK)
        return status;
    const StnSystem *system = scenario->made->system;
    void *memory = malloc(stn_state_size(system));
    if (memory == NULL)
        return stn_out_of_memory(error);
    const StnStatus end =
        stn_run(system, stn_state_init(system, memory), &scenario->made->run, record, error);
    free(memory);
    return end;
}

const char *stn_scenario_title(const StnScenario *scenario) { return made(scenario)->title; }

const StnSystem *stn_scenario_system(const StnScenario *scenario) { return made(scenario)->system; }

StnSystemDef stn_scenario_def(const StnScenario *scenario) { return made(scenario)->def; }

double stn_scenario_duration(const StnScenario *scenario) { return made(scenario)->run.duration; }

StnRunDef stn_scenario_run_def(const StnScenario *scenario) { return made(scenario)->run; }

uint64_t stn_scenario_seed(const StnScenario *scenario) { return made(scenario)->def.seed; }

const char *stn_scenario_resolved(const StnScenario *scenario) { return made(scenario)->resolved; }

char *stn_scenario_paths(const StnScenario *scenario)
{
    const StnNode *tree = made(scenario)->tree;
    return tree == NULL ? NULL : stn_tree_paths(tree);
}

static const char *text_at(const StnNode *list, int index)
{
    return index >= 0 && index < list->count ? list->entry[index].value->text : "";
}

int stn_scenario_warning_count(const StnScenario *scenario)
{
    return made(scenario)->warnings->count;
}

const char *stn_scenario_warning_at(const StnScenario *scenario, int index)
{
    return text_at(made(scenario)->warnings, index);
}

int stn_scenario_file_count(const StnScenario *scenario) { return made(scenario)->files->count; }

const char *stn_scenario_file_at(const StnScenario *scenario, int index)
{
    return text_at(made(scenario)->files, index);
}
