/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* From the tree of a document to its system: a copy of the tree is read section by section, which adds
 * the defaults of what is left out, and completed with what the system decided it is the resolved text. */
#include "scenario/document.h"

#include <stdlib.h>
#include <string.h>

static bool read_sections(StnReader *reader)
{
    return stn_check_keys(reader) && stn_read_title(reader) && stn_read_plant(reader) &&
           stn_read_seed(reader) && stn_read_duration(reader) && stn_read_parameters(reader) &&
           stn_read_friction(reader) && stn_read_compensation(reader) && stn_read_initial(reader) &&
           stn_read_inputs(reader) && stn_read_sensors(reader) && stn_read_solver(reader);
}

/* The system places errors in given values itself.  Of another setting it knows the path; without
 * one the scenario as a whole is wrong, and so its plant. */
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

static bool make_system(StnReader *reader, StnMade *made)
{
    made->system = stn_system_new(&reader->def, reader->error);
    if (made->system == NULL) {
        place_error(reader);
        return false;
    }
    made->def = reader->def;
    made->def.borrow = true;
    memset(reader->def.input, 0, sizeof reader->def.input); /* the system's now */
    return true;
}

static bool read_all(StnReader *reader, StnMade *made)
{
    if (!read_sections(reader) || !make_system(reader, made) ||
        !stn_read_record(reader, made->system) || !stn_read_intervals(reader, made->system, made))
        return false;
    made->run = reader->run;
    made->title = reader->title != NULL ? reader->title : reader->plant->title;
    made->warnings = reader->warnings;
    made->files = reader->files.paths;
    made->resolved = stn_resolve(reader, made->system, &made->tree);
    return made->resolved != NULL || stn_no_memory(reader->error);
}

static void unmake(StnMade *made)
{
    stn_system_free(made->system);
    stn_arena_free(&made->arena);
    *made = (StnMade){.system = NULL};
}

bool stn_document_make(const StnScenario *scenario, StnError *error)
{
    StnMade *made = scenario->made;
    if (scenario->mistake.status != STN_OK) {
        *error = scenario->mistake;
        return false;
    }
    if (made->system != NULL)
        return true;
    if (stn_catalog_check(&scenario->catalog, error))
        return false;
    StnReader reader = {.arena = &made->arena,
                        .files = scenario->files,
                        .catalog = &scenario->catalog,
                        .error = error,
                        .root = stn_node_copy(&made->arena, scenario->root),
                        .warnings = stn_node_new(&made->arena, STN_NODE_LIST, NULL)};
    reader.files.arena = &made->arena;
    reader.files.paths = stn_node_copy(&made->arena, scenario->files.paths);
    bool good = (reader.root != NULL && reader.files.paths != NULL && reader.warnings != NULL) ||
                stn_no_memory(error);
    good = good && read_all(&reader, made);
    for (int i = 0; i < STN_INPUTS_MAX; i++)
        stn_signal_free(reader.def.input[i]);
    if (!good)
        unmake(made);
    return good;
}

void stn_document_void(StnScenario *scenario) { unmake(scenario->made); }
