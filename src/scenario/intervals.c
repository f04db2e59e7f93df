/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* `intervals`: between which values identification found numbers of the scenario, 95 %, and how they hang
 * together.  They change nothing in the system; exports make an interval of the friction from them. */
#include "core/names.h"
#include "scenario/document.h"
#include "scenario/edit.h"
#include "scenario/quote.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Entry {
    const char *of;
    double low, high;
    StnNumbers correlation;
} Entry;

/* clang-format off */
static const StnField entries[] = {
    STN_TEXT   (Entry, of, "PATH", STN_NEEDED, "the number, as friction.gear.Fc"),
    STN_NUMBER (Entry, low,  "$u", STN_NEEDED, -DBL_MAX, DBL_MAX, "lower end"),
    STN_NUMBER (Entry, high, "$u", STN_NEEDED, -DBL_MAX, DBL_MAX, "upper end"),
    STN_NUMBERS(Entry, correlation, "1", NAN, -1.0, 1.0, "with each of the entries above"),
};
/* clang-format on */
static const StnFields interval_fields = STN_TABLE("intervals", Entry, entries);

/* A parameter that another law has: --law leaves it without a place, which is no mistake. */
static bool of_another_law(const char *path)
{
    const StnPathWords words = stn_path_words(path);
    return words.count >= 3 && strcmp(words.word[0], "friction") == 0 &&
           stn_friction_parameter(words.word[2]) >= 0;
}

/* *used false: the system has no such number. */
static bool find_number(StnReader *reader, const StnNode *node, const StnSystem *system,
                        StnAddress *at, bool *used)
{
    StnError why = {.status = STN_OK};
    const char *path = NULL;
    if (!stn_read_text(reader, node, "of", &path))
        return false;
    *used = stn_address(system, path, at, &why) == STN_OK;
    if (*used || of_another_law(path))
        return true;
    return stn_node_error(reader->error, node, "%s", why.text);
}

/* place[i]: where entry i of the list stands among those that are used, -1: nowhere. */
static bool read_entry(StnReader *reader, StnNode *map, const StnSystem *system, StnIntervals *all,
                       int *place, int index)
{
    const StnNode *given[STN_FIELDS_MAX], *of = stn_node_find(map, "of");
    Entry entry = {.low = NAN, .high = NAN};
    StnAddress at = {-1, -1};
    bool used = false;
    if (of && !find_number(reader, of, system, &at, &used))
        return false;
    const StnAddressInfo info = stn_address_info(system, at);
    place[index] = -1;
    if (of && !used)
        return true;
    if (!stn_read_fields(reader, map, "an entry of intervals", &interval_fields,
                         of ? info.unit : "1", &entry, given) ||
        !stn_complete_fields(reader, map, "an entry of intervals", &interval_fields,
                             of ? info.unit : "1", &entry, given))
        return false;
    if (!(entry.low <= entry.high))
        return stn_node_error(reader->error, given[1], "low must not be above high");
    if (given[3] && entry.correlation.count != index)
        return stn_node_error(reader->error, given[3],
                              "correlation has %d numbers, but %d entries stand above",
                              entry.correlation.count, index);
    const int k = place[index] = all->count++;
    stn_address_path(system, at, all->item[k].path, sizeof all->item[k].path);
    all->item[k].low = entry.low, all->item[k].high = entry.high;
    all->known = all->known && entry.correlation.count == index;
    for (int i = 0; i < entry.correlation.count; i++)
        if (place[i] >= 0)
            all->correlation[k][place[i]] = all->correlation[place[i]][k] =
                entry.correlation.value[i];
    all->correlation[k][k] = 1.0;
    return true;
}

bool stn_read_intervals(StnReader *reader, const StnSystem *system, StnMade *made)
{
    StnNode *list = stn_node_find(reader->root, "intervals");
    if (list == NULL || stn_node_is_empty(list))
        return true;
    if (list->kind != STN_NODE_LIST)
        return stn_node_error(reader->error, list,
                              "intervals is a list, as [{of: friction.gear.Fc, low: 0.9 N*m, high: "
                              "1.1 N*m}], not %s",
                              stn_node_word(list));
    if (list->count > STN_INTERVALS_MAX)
        return stn_node_error(reader->error, list, "more than %d intervals", STN_INTERVALS_MAX);
    made->intervals = stn_arena_take(reader->arena, sizeof *made->intervals);
    if (made->intervals == NULL)
        return stn_no_memory(reader->error);
    memset(made->intervals, 0, sizeof *made->intervals);
    made->intervals->known = true;
    int place[STN_INTERVALS_MAX];
    for (int i = 0; i < list->count; i++)
        if (!read_entry(reader, list->entry[i].value, system, made->intervals, place, i))
            return false;
    return true;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Six digits are more than data give. */
static StnNode *rounded(StnArena *arena, const double *value, int count, bool list,
                        const char *unit, const StnNode *at)
{
    double number[STN_INTERVALS_MAX];
    char text[40];
    for (int i = 0; i < count; i++) {
        snprintf(text, sizeof text, "%.6g", value[i]);
        number[i] = strtod(text, NULL);
    }
    return stn_numbers_node(arena, list ? STN_KIND_VECTOR : STN_KIND_SCALAR, number, count, unit,
                            at);
}

static StnNode *entry_node(StnScenario *scenario, const StnIntervals *all, int k, const StnNode *at)
{
    StnArena *arena = &scenario->arena;
    char unit[STN_UNIT_TEXT_MAX], path[sizeof all->item[k].path];
    snprintf(path, sizeof path, "%s", all->item[k].path);
    stn_path_unit(scenario->root, &scenario->catalog, path, unit);
    StnNode *map = stn_node_new(arena, STN_NODE_MAP, at), *list = NULL;
    bool good =
        stn_node_add(arena, map, "of",
                     stn_node_text(arena, stn_arena_text(arena, all->item[k].path), at)) &&
        stn_node_add(arena, map, "low", rounded(arena, &all->item[k].low, 1, false, unit, at)) &&
        stn_node_add(arena, map, "high", rounded(arena, &all->item[k].high, 1, false, unit, at));
    if (good && all->known && k > 0) {
        list = rounded(arena, all->correlation[k], k, true, "1", at);
        good = stn_node_add(arena, map, "correlation", list);
    }
    return good ? map : NULL;
}

StnStatus stn_scenario_set_intervals(StnScenario *scenario, const StnIntervals *intervals)
{
    const StnNode at = {.source = &stn_call_source, .line = 1, .column = 1};
    StnError error = {.status = STN_OK};
    if (scenario == NULL)
        return STN_NO_MEMORY;
    if (scenario->mistake.status != STN_OK)
        return scenario->mistake.status;
    StnNode *list = stn_node_new(&scenario->arena, STN_NODE_LIST, &at);
    bool good = list != NULL;
    for (int i = 0; good && i < intervals->count; i++)
        good =
            stn_node_append(&scenario->arena, list, NULL, entry_node(scenario, intervals, i, &at));
    good = good && stn_tree_put(&scenario->arena, scenario->root, &stn_call_source, "intervals",
                                list, &error);
    stn_document_void(scenario);
    if (!good) {
        if (error.status == STN_OK)
            stn_out_of_memory(&error);
        scenario->mistake = error;
    }
    return scenario->mistake.status;
}

const StnIntervals *stn_scenario_intervals(const StnScenario *scenario)
{
    static const StnIntervals none = {.count = 0};
    return stn_scenario_system(scenario) != NULL && scenario->made->intervals != NULL
               ? scenario->made->intervals
               : &none;
}
