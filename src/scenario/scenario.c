/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A scenario: its tree is read section by section, the system is made, and the tree, completed, is
 * written out as the resolved text. */
#include "scenario/load.h"
#include "scenario/merge.h"
#include "scenario/override.h"
#include "scenario/paths.h"
#include "scenario/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct StnScenario {
    StnArena arena;
    StnSystem *system;
    StnSystemDef def; /* its lists stand in the arena, its signals belong to the system */
    StnRunDef run;
    uint64_t seed;
    const char *title, *resolved;
    const StnNode *files; /* paths */
    const StnNode *warnings;
    const StnNode *tree; /* resolved */
};

static bool apply_sets(StnReader *reader, const StnScenarioOptions *options)
{
    for (int i = 0; options != NULL && i < options->nset; i++)
        if (!stn_tree_set(reader->arena, reader->root, &options->set[i], reader->error))
            return false;
    stn_tree_prune(reader->root);
    return true;
}

static bool apply_laws(StnReader *reader, const StnScenarioOptions *options)
{
    for (int i = 0; options != NULL && i < options->nlaw; i++)
        if (!stn_tree_set_law(reader->arena, reader->root, reader->plant, options->law[i],
                              reader->error))
            return false;
    return true;
}

static bool read_sections(StnReader *reader, const StnScenarioOptions *options)
{
    return apply_sets(reader, options) && stn_check_keys(reader) && stn_read_title(reader) &&
           stn_read_plant(reader) && apply_laws(reader, options) && stn_read_seed(reader) &&
           stn_read_duration(reader) && stn_read_parameters(reader) && stn_read_friction(reader) &&
           stn_read_initial(reader) && stn_read_inputs(reader) && stn_read_sensors(reader) &&
           stn_read_solver(reader);
}

/* The system places errors in given values itself.  Of another setting it knows the path; without one the
 * scenario as a whole is wrong, and so its plant. */
static void place_error(const StnReader *reader)
{
    StnError *error = reader->error;
    if (error->file[0] != '\0' || error->status == STN_NO_MEMORY)
        return;
    const StnNode *best = stn_node_at_path(reader->root, error->path);
    if (best == NULL)
        best = stn_node_find(reader->root, "plant");
    stn_node_place(error, best);
}

static bool make_system(StnReader *reader, StnScenario *scenario)
{
    scenario->system = stn_system_new(&reader->def, reader->error);
    if (scenario->system == NULL) {
        place_error(reader);
        return false;
    }
    scenario->def = reader->def;
    scenario->def.borrow = true;
    memset(reader->def.input, 0, sizeof reader->def.input); /* the system's now */
    return true;
}

static bool build(StnScenario *scenario, StnReader *reader, const StnScenarioOptions *options)
{
    reader->warnings = stn_node_new(reader->arena, STN_NODE_LIST, NULL);
    if (reader->warnings == NULL)
        return stn_no_memory(reader->error);
    if (!read_sections(reader, options) || !make_system(reader, scenario) ||
        !stn_read_record(reader, scenario->system))
        return false;
    scenario->run = reader->run;
    scenario->seed = reader->def.seed;
    scenario->title = reader->title != NULL ? reader->title : reader->plant->title;
    scenario->warnings = reader->warnings;
    scenario->resolved = stn_resolve(reader, scenario->system, &scenario->tree);
    return scenario->resolved != NULL || stn_no_memory(reader->error);
}

/* `text` NULL: `name` is a file or a built-in scenario.  The overrides stand for themselves. */
static StnScenario *load_plain(const char *text, size_t length, const char *name,
                               const StnScenarioOptions *options, StnError *error)
{
    StnError own = {0};
    StnReader reader = {.catalog = options == NULL ? NULL : options->catalog, .error = &own};
    StnScenario *scenario = calloc(1, sizeof *scenario);
    bool good = false;
    if (scenario == NULL) {
        stn_no_memory(&own);
        goto done;
    }
    reader.arena = &scenario->arena;
    if (!stn_files_init(&reader.files, reader.arena, options != NULL && options->confine)) {
        stn_no_memory(&own);
        goto done;
    }
    good = text == NULL ? stn_tree_load(&reader.files, name, &reader.root, &own)
                        : stn_tree_load_text(&reader.files, text, length, name, &reader.root, &own);
    good = good && build(scenario, &reader, options);
    scenario->files = reader.files.paths;
done:
    for (int i = 0; i < STN_INPUTS_MAX; i++)
        stn_signal_free(reader.def.input[i]);
    if (good)
        return scenario;
    stn_scenario_free(scenario);
    if (error != NULL)
        *error = own;
    return NULL;
}

/* Each short override is expanded beside the scenario with all others that stand for themselves by then, so
 * that `*2` twice is 4 times. */
static StnScenario *load(const char *text, size_t length, const char *name,
                         const StnScenarioOptions *options, StnError *error)
{
    const int count = options == NULL ? 0 : options->nset;
    StnError own = {0};
    StnArena arena = {NULL};
    StnOverride *set = stn_arena_take(&arena, (size_t)(2 * count + 1) * sizeof *set);
    StnOverride *full = set + count;
    bool *open = stn_arena_take(&arena, (size_t)count + 1);
    bool good = (set != NULL && open != NULL) || stn_no_memory(&own);
    for (int i = 0; good && i < count; i++) {
        set[i] = options->set[i];
        open[i] = stn_override_is_short(&set[i]);
    }
    StnScenarioOptions known = options == NULL ? (StnScenarioOptions){0} : *options;
    for (int i = 0; good && i < count; i++) {
        if (!open[i])
            continue;
        known.set = full;
        known.nset = 0;
        for (int k = 0; k < count; k++)
            if (!open[k])
                full[known.nset++] = set[k];
        StnScenario *before = load_plain(text, length, name, &known, &own);
        good = before != NULL && stn_override_expand(&arena, before->tree, &set[i], &set[i], &own);
        open[i] = false;
        stn_scenario_free(before);
    }
    known.set = set;
    known.nset = count;
    StnScenario *scenario = good ? load_plain(text, length, name, &known, &own) : NULL;
    stn_arena_free(&arena);
    if (scenario == NULL && error != NULL)
        *error = own;
    return scenario;
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

void stn_scenario_free(StnScenario *scenario)
{
    if (scenario == NULL)
        return;
    stn_system_free(scenario->system);
    stn_arena_free(&scenario->arena);
    free(scenario);
}

const char *stn_scenario_title(const StnScenario *scenario) { return scenario->title; }

const StnSystem *stn_scenario_system(const StnScenario *scenario) { return scenario->system; }

StnSystemDef stn_scenario_def(const StnScenario *scenario) { return scenario->def; }

double stn_scenario_duration(const StnScenario *scenario) { return scenario->run.duration; }

StnRunDef stn_scenario_run_def(const StnScenario *scenario) { return scenario->run; }

uint64_t stn_scenario_seed(const StnScenario *scenario) { return scenario->seed; }

const char *stn_scenario_resolved(const StnScenario *scenario) { return scenario->resolved; }

char *stn_scenario_paths(const StnScenario *scenario) { return stn_tree_paths(scenario->tree); }

int stn_scenario_warning_count(const StnScenario *scenario) { return scenario->warnings->count; }

int stn_scenario_file_count(const StnScenario *scenario) { return scenario->files->count; }

const char *stn_scenario_file_at(const StnScenario *scenario, int index)
{
    return index >= 0 && index < scenario->files->count ? scenario->files->entry[index].value->text
                                                        : "";
}

const char *stn_scenario_warning_at(const StnScenario *scenario, int index)
{
    return index >= 0 && index < scenario->warnings->count
               ? scenario->warnings->entry[index].value->text
               : "";
}
