/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Documents: making, changing, comparing and writing them. */
#define _POSIX_C_SOURCE 200809L
#include "scenario/document.h"

#include "core/names.h"
#include "io/atomic_file.h"
#include "io/utf8.h"
#include "scenario/edit.h"
#include "scenario/merge.h"
#include "scenario/override.h"
#include "scenario/quote.h"
#include "scenario/tree_write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making ---------------------------------------------------------------------------------- */

StnScenario *stn_document_new(const StnCatalog *catalog, bool confined)
{
    StnScenario *scenario = calloc(1, sizeof *scenario);
    if (scenario == NULL)
        return NULL;
    scenario->made = calloc(1, sizeof *scenario->made);
    scenario->catalog = catalog == NULL ? (StnCatalog){0} : *catalog;
    scenario->comments = stn_node_new(&scenario->arena, STN_NODE_LIST, NULL);
    if (scenario->made != NULL && scenario->comments != NULL &&
        stn_files_init(&scenario->files, &scenario->arena, confined))
        return scenario;
    stn_scenario_free(scenario);
    return NULL;
}

StnScenario *stn_scenario_new(const char *plant)
{
    static const StnSource call = {"stn_scenario_new", ""};
    const StnNode at = {.source = &call, .line = 1, .column = 1};
    StnScenario *scenario = stn_document_new(NULL, false);
    if (scenario == NULL)
        return NULL;
    StnArena *arena = &scenario->arena;
    scenario->root = stn_node_new(arena, STN_NODE_MAP, &at);
    if (stn_node_add(arena, scenario->root, "plant",
                     stn_node_text(arena, stn_arena_text(arena, plant), &at)))
        return scenario;
    stn_scenario_free(scenario);
    return NULL;
}

void stn_scenario_set_catalog(StnScenario *scenario, const StnCatalog *catalog)
{
    if (scenario == NULL)
        return;
    scenario->catalog = catalog == NULL ? (StnCatalog){0} : *catalog;
    stn_document_void(scenario);
}

static StnNode *copy_list(StnArena *arena, const StnNode *list)
{
    return list == NULL ? NULL : stn_node_copy_whole(arena, list);
}

StnScenario *stn_scenario_copy(const StnScenario *scenario)
{
    if (scenario == NULL)
        return NULL;
    StnScenario *copy = stn_document_new(&scenario->catalog, scenario->files.confined);
    if (copy == NULL)
        return NULL;
    StnArena *arena = &copy->arena;
    copy->root = stn_node_copy_whole(arena, scenario->root);
    copy->comments = stn_node_copy_whole(arena, scenario->comments);
    copy->files.paths = stn_node_copy_whole(arena, scenario->files.paths);
    copy->files.folder = stn_arena_text(arena, scenario->files.folder);
    copy->name = stn_arena_text(arena, scenario->name);
    copy->base =
        (StnBase){copy_list(arena, scenario->base.name), copy_list(arena, scenario->base.tree)};
    copy->mistake = scenario->mistake;
    const bool good = copy->root != NULL && copy->comments != NULL && copy->files.paths != NULL &&
                      (scenario->files.folder == NULL) == (copy->files.folder == NULL) &&
                      (scenario->name == NULL) == (copy->name == NULL) &&
                      (scenario->base.name == NULL) == (copy->base.name == NULL) &&
                      (scenario->base.tree == NULL) == (copy->base.tree == NULL);
    if (good)
        return copy;
    stn_scenario_free(copy);
    return NULL;
}

void stn_scenario_free(StnScenario *scenario)
{
    if (scenario == NULL)
        return;
    if (scenario->made != NULL)
        stn_document_void(scenario);
    free(scenario->made);
    stn_arena_free(&scenario->arena);
    free(scenario);
}

/* ---- Changing -------------------------------------------------------------------------------- */

/* A path whose beginning is left out, or a value such as *2, needs the resolved scenario. */
static bool expand(StnScenario *scenario, StnOverride *set, StnError *error)
{
    StnError inner = {0};
    if (!stn_override_is_short(set))
        return true;
    if (stn_document_make(scenario, &inner))
        return stn_override_expand(&scenario->arena, scenario->made->tree, &stn_call_source, set,
                                   error);
    if (inner.status == STN_NO_MEMORY)
        return stn_no_memory(error);
    const StnNode at = {.source = &stn_call_source, .line = 1, .column = 1};
    return stn_node_error(error, &at,
                          "\"%s\" needs its whole path, as parameters.m, and a value without * or "
                          "%%, as long as the scenario is not complete: %s",
                          stn_quote_all(set->path).text, inner.text);
}

static bool open_list(StnScenario *scenario, const char *path, StnError *error)
{
    return stn_tree_open(&scenario->arena, scenario->root, &stn_call_source, &scenario->catalog,
                         path, error);
}

/* Of a pair or a vector that was not given, the other values stay what they are now. */
static bool give_the_others(StnScenario *scenario, const char *path, StnError *error)
{
    StnError inner = {0};
    const char *last = strrchr(path, '.');
    if (last == NULL || !stn_path_is_place(last + 1))
        return true;
    const char *whole = stn_arena_copy(&scenario->arena, path, (size_t)(last - path));
    if (whole == NULL)
        return stn_no_memory(error);
    if (stn_node_at_path(scenario->root, whole) != NULL)
        return open_list(scenario, path, error);
    if (!stn_document_make(scenario, &inner))
        return inner.status != STN_NO_MEMORY || stn_no_memory(error);
    const StnNode *now = stn_node_at_path(scenario->made->tree, whole);
    if (now == NULL)
        return true;
    StnNode *value = stn_node_copy(&scenario->arena, now);
    if (value == NULL)
        return stn_no_memory(error);
    value->off = false;
    return stn_tree_put(&scenario->arena, scenario->root, &stn_call_source, whole, value, error) &&
           open_list(scenario, path, error);
}

/* What ends every change: memory that was out when the scenario was made, or the first mistake. */
static StnStatus earlier(const StnScenario *scenario)
{
    return scenario == NULL ? STN_NO_MEMORY : scenario->mistake.status;
}

/* Keeps the first mistake, with the path that was to be changed; the system is void. */
static StnStatus changed(StnScenario *scenario, bool good, const char *path, const StnError *error)
{
    stn_document_void(scenario);
    if (good)
        return scenario->mistake.status;
    scenario->mistake = *error;
    if (scenario->mistake.path[0] == '\0')
        snprintf(scenario->mistake.path, sizeof scenario->mistake.path, "%s", path);
    return scenario->mistake.status;
}

StnStatus stn_scenario_set(StnScenario *scenario, const char *path, const char *text)
{
    StnOverride set = {path, text};
    StnError error = {0};
    if (earlier(scenario) != STN_OK)
        return earlier(scenario);
    const bool good =
        expand(scenario, &set, &error) && give_the_others(scenario, set.path, &error) &&
        stn_tree_set(&scenario->arena, scenario->root, &stn_call_source, &set, &error);
    stn_tree_prune(scenario->root);
    return changed(scenario, good, path, &error);
}

/* ---- Numbers ---- */

/* The word of a choice by its number. */
static StnNode *choice_node(StnScenario *scenario, const StnParam *param, double value,
                            const StnNode *at, StnError *error)
{
    const int count = stn_word_count(param->unit);
    for (int i = 0; i < count; i++)
        if (value == i)
            return stn_node_text(&scenario->arena, stn_word_at(&scenario->arena, param->unit, i),
                                 at);
    stn_node_error(error, at, "%s = %g is none of its choices; 0 to %d are %s", param->name, value,
                   count - 1, param->unit);
    return NULL;
}

/* What is written for numbers; NULL: see *error, which says nothing when memory is out. */
static StnNode *number_node(StnScenario *scenario, const StnParam *param, const char *path,
                            const char *unit, const double *value, int count, StnError *error)
{
    const StnNode at = {.source = &stn_call_source, .line = 1, .column = 1};
    const bool pair = param != NULL && param->kind == STN_KIND_PAIR;
    for (int i = 0; i < count; i++)
        if (isnan(value[i])) {
            stn_node_error(error, &at, "%s = nan is not a number", stn_quote_all(path).text);
            return NULL;
        }
    if (param != NULL && param->kind == STN_KIND_CHOICE && count == 1)
        return choice_node(scenario, param, value[0], &at, error);
    return stn_numbers_node(&scenario->arena,
                            count == 1 ? STN_KIND_SCALAR
                            : pair     ? STN_KIND_PAIR
                                       : STN_KIND_VECTOR,
                            value, count, unit, &at);
}

/* A choice of a controller may stand beside its gains: it is changed where it stands. */
static const char *home_of(StnScenario *scenario, const StnParam *param, const char *path)
{
    const StnNode *controller = stn_node_find(scenario->root, "controller");
    const bool there = param != NULL && param->kind == STN_KIND_CHOICE &&
                       strncmp(path, "options.", 8) == 0 &&
                       stn_node_find(controller, param->name) != NULL;
    return there ? stn_arena_format(&scenario->arena, "controller.%s", param->name) : path;
}

/* `unit` NULL: the one that the path has. */
static StnStatus set_numbers(StnScenario *scenario, const char *path, const char *unit,
                             const double *value, int count)
{
    StnOverride set = {path, "0"};
    StnError error = {0};
    char own[STN_UNIT_TEXT_MAX];
    if (earlier(scenario) != STN_OK)
        return earlier(scenario);
    bool good = expand(scenario, &set, &error) && give_the_others(scenario, set.path, &error);
    if (good) {
        const StnParam *param = stn_path_unit(scenario->root, &scenario->catalog, set.path, own);
        const char *home = home_of(scenario, param, set.path);
        StnNode *node =
            number_node(scenario, param, set.path, unit == NULL ? own : unit, value, count, &error);
        good = node != NULL && home != NULL &&
               stn_tree_put(&scenario->arena, scenario->root, &stn_call_source, home, node, &error);
        if (!good && error.status == STN_OK)
            stn_no_memory(&error);
    }
    return changed(scenario, good, path, &error);
}

StnStatus stn_scenario_set_numbers(StnScenario *scenario, const char *path, const double *value,
                                   int count)
{
    return set_numbers(scenario, path, NULL, value, count);
}

StnStatus stn_scenario_set_number(StnScenario *scenario, StnAddress address, double value)
{
    char path[160];
    const StnStatus status =
        stn_scenario_check(scenario, NULL); /* once: a second try might find memory */
    if (status != STN_OK)
        return status;
    const StnSystem *system = stn_scenario_system(scenario);
    const StnAddressInfo info = stn_address_info(system, address);
    stn_address_path(system, address, path, sizeof path);
    return set_numbers(scenario, path, info.unit, &value, 1);
}

/* ---- Texts ---- */

StnStatus stn_scenario_set_text(StnScenario *scenario, const char *path, const char *text)
{
    const StnNode at = {.source = &stn_call_source, .line = 1, .column = (int)strlen(path) + 2};
    StnOverride set = {path, "0"};
    StnError error = {0};
    if (earlier(scenario) != STN_OK)
        return earlier(scenario);
    if (!stn_utf8_valid(text)) { /* YAML has no other texts */
        stn_node_error(&error, &at, "the text for %s is not UTF-8: \"%s\"",
                       stn_quote_all(path).text, stn_quote_all(text).text);
        return changed(scenario, false, path, &error);
    }
    StnNode *node = stn_node_text(&scenario->arena, stn_arena_text(&scenario->arena, text), &at);
    const bool good = node == NULL ? stn_no_memory(&error)
                                   : expand(scenario, &set, &error) &&
                                         stn_tree_put(&scenario->arena, scenario->root,
                                                      &stn_call_source, set.path, node, &error);
    return changed(scenario, good, path, &error);
}

StnStatus stn_scenario_remove(StnScenario *scenario, const char *path)
{
    StnError error = {0};
    if (earlier(scenario) != STN_OK)
        return earlier(scenario);
    const bool good =
        stn_tree_remove(&scenario->arena, scenario->root, &stn_call_source, path, &error);
    return changed(scenario, good, path, &error);
}

StnStatus stn_scenario_comment(StnScenario *scenario, const char *text)
{
    if (scenario == NULL)
        return STN_NO_MEMORY;
    StnArena *arena = &scenario->arena;
    if (stn_node_append(arena, scenario->comments, NULL,
                        stn_node_text(arena, stn_arena_text(arena, text), NULL)))
        return STN_OK;
    if (scenario->mistake.status == STN_OK)
        stn_out_of_memory(&scenario->mistake);
    return STN_NO_MEMORY;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* What `scenario` can inherit from. */
static bool check_base(const StnScenario *scenario, const StnScenario *base, StnError *error)
{
    const StnNode *own = stn_node_find(scenario->root, "plant");
    const StnNode *other = base == NULL ? NULL : stn_node_find(base->root, "plant");
    if (base == NULL)
        stn_error(error, STN_BAD_INPUT, "there is no base to write the difference to");
    else if (base->name == NULL)
        stn_error(error, STN_BAD_INPUT,
                  "a scenario that is neither built in nor a file cannot be inherited from");
    else if (own != NULL && other != NULL && strcmp(own->text, other->text) != 0)
        stn_error(error, STN_BAD_INPUT,
                  "the plant is \"%s\" and that of the base \"%s\" is \"%s\": a scenario inherits "
                  "from one with the same plant",
                  stn_quote_all(own->text).text, stn_quote_all(base->name).text,
                  stn_quote_all(other->text).text);
    else
        return true;
    return false;
}

StnScenario *stn_scenario_diff(const StnScenario *scenario, const StnScenario *base,
                               StnError *error)
{
    const StnNode at = {.source = &stn_call_source, .line = 1, .column = 1};
    if (scenario != NULL && !check_base(scenario, base, error))
        return NULL;
    StnScenario *diff = stn_scenario_copy(scenario);
    if (diff != NULL) {
        diff->base.name =
            stn_node_text(&diff->arena, stn_arena_text(&diff->arena, base->name), &at);
        diff->base.tree = stn_node_copy_whole(&diff->arena, base->root);
        if (diff->base.name != NULL && diff->base.tree != NULL)
            return diff;
    }
    stn_scenario_free(diff);
    stn_out_of_memory(error);
    return NULL;
}

/* The tree as it is written: the difference to its base, with names of files that hold anywhere. */
static StnNode *written_tree(const StnScenario *scenario, StnArena *arena, const char *file)
{
    StnNode *now = stn_node_copy(arena, scenario->root);
    if (now == NULL || !stn_tree_absolute_files(arena, now))
        return NULL;
    if (scenario->base.tree == NULL)
        return now;
    StnNode *base = stn_node_copy(arena, scenario->base.tree);
    if (base == NULL || !stn_tree_absolute_files(arena, base))
        return NULL;
    StnNode *own = stn_tree_diff(arena, now, base);
    StnNode *all = stn_node_new(arena, STN_NODE_MAP, NULL);
    const char *name = stn_path_from(arena, scenario->base.name->text, file);
    if (own == NULL || !stn_node_add(arena, all, "base", stn_node_text(arena, name, NULL)))
        return NULL;
    for (int i = 0; i < own->count; i++)
        if (!stn_node_append(arena, all, own->entry[i].key, own->entry[i].value))
            return NULL;
    return all;
}

static char *text_for(const StnScenario *scenario, const char *file)
{
    StnArena arena = {NULL};
    const StnNode *tree = scenario == NULL ? NULL : written_tree(scenario, &arena, file);
    const char *text = tree == NULL ? NULL : stn_tree_write(&arena, tree, scenario->comments);
    char *copy = text == NULL ? NULL : strdup(text);
    stn_arena_free(&arena);
    return copy;
}

char *stn_scenario_text(const StnScenario *scenario) { return text_for(scenario, NULL); }

StnStatus stn_scenario_write(const StnScenario *scenario, const char *file, StnError *error)
{
    StnAtomicFile out;
    if (scenario != NULL && scenario->mistake.status != STN_OK) {
        if (error != NULL)
            *error = scenario->mistake;
        return scenario->mistake.status;
    }
    char *text = text_for(scenario, file);
    if (text == NULL)
        return stn_out_of_memory(error);
    if (!stn_utf8_valid(text)) {
        free(text);
        return stn_error(error, STN_BAD_INPUT,
                         "the scenario cannot be written: the name of a table, of the base or of a "
                         "folder above them, or a comment, is not UTF-8");
    }
    StnStatus status = stn_atomic_open(&out, file, error);
    if (status == STN_OK) {
        fputs(text, out.stream);
        status = stn_atomic_commit(&out, error);
    }
    free(text);
    return status;
}
