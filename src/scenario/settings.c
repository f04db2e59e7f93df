/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How a scenario runs and what it keeps: `title`, `seed`, `duration`, `sensors`, `solver`,
 * `record`. */
#include "scenario/quote.h"
#include "scenario/reader.h"

#include "io/number.h"
#include "io/utf8.h"
#include "stiction/io.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROWS_MAX 1e8

static const char *const root_keys[] = {
    "title",      "description", "base", "plant",  "options", "parameters", "initial", "friction",
    "controller", "sensors",     "seed", "inputs", "solver",  "duration",   "record",
};

bool stn_is_root_key(const char *text, size_t length)
{
    for (size_t k = 0; k < sizeof root_keys / sizeof root_keys[0]; k++)
        if (strlen(root_keys[k]) == length && memcmp(root_keys[k], text, length) == 0)
            return true;
    return false;
}

bool stn_check_keys(StnReader *reader)
{
    const size_t count = sizeof root_keys / sizeof root_keys[0];
    for (int i = 0; i < reader->root->count; i++) {
        const StnNode *key = reader->root->entry[i].key;
        if (!stn_is_root_key(key->text, strlen(key->text)))
            return stn_node_unknown(reader->error, key, "key", root_keys, count);
    }
    return true;
}

/* A title is one line, for terminals and figures: control characters become spaces, at its end nothing. */
static bool make_one_line(StnReader *reader, const char **text)
{
    const char *p = *text, *end = p + strlen(p);
    char *line = stn_arena_copy(reader->arena, p, strlen(p)); /* never longer */
    size_t length = 0;
    if (line == NULL)
        return stn_no_memory(reader->error);
    while (p < end) {
        const uint32_t code = stn_utf8_next(&p, end);
        const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
        length += stn_utf8_put(control ? ' ' : code, line + length);
    }
    while (length > 0 && line[length - 1] == ' ')
        length--;
    line[length] = '\0';
    *text = line;
    return true;
}

bool stn_read_title(StnReader *reader)
{
    const StnNode *title = stn_node_find(reader->root, "title");
    const StnNode *description = stn_node_find(reader->root, "description");
    const char *ignored = NULL;
    if (title != NULL && (!stn_read_text(reader, title, "title", &reader->title) ||
                          !make_one_line(reader, &reader->title)))
        return false;
    return description == NULL || stn_read_text(reader, description, "description", &ignored);
}

bool stn_read_seed(StnReader *reader)
{
    const StnNode *node = stn_node_find(reader->root, "seed");
    return node == NULL || stn_read_count(reader, node, "seed", 0, UINT64_MAX, &reader->def.seed);
}

bool stn_read_duration(StnReader *reader)
{
    const StnNode *node = stn_node_find(reader->root, "duration");
    if (node == NULL)
        return stn_node_error(reader->error, reader->root, "the key \"duration\" is missing");
    if (!stn_read_number(reader, node, "duration", "s", (StnRange)STN_RANGE_POSITIVE,
                         &reader->def.duration))
        return false;
    reader->run = stn_default_run_def(reader->def.duration, reader->def.duration / 1000.0);
    return true;
}

/* ---- Sensors --------------------------------------------------------------------------------- */

enum { SENSOR_RESOLUTION, SENSOR_NOISE, SENSOR_SAMPLE, SENSOR_LAG, SENSOR_FIELDS };

static const StnField sensor_fields[SENSOR_FIELDS] = {
    {"resolution", STN_FIELD_NUMBER, "$u", STN_RANGE_NOT_NEGATIVE, 0.0, false},
    {"noise", STN_FIELD_NUMBER, "$u", STN_RANGE_NOT_NEGATIVE, 0.0, false},
    {"sample", STN_FIELD_NUMBER, "s", STN_RANGE_NOT_NEGATIVE, 0.0, false},
    {"lag", STN_FIELD_NUMBER, "s", STN_RANGE_NOT_NEGATIVE, 0.0, false},
};

static bool unknown_output(StnReader *reader, const StnNode *key)
{
    const char *names[STN_NAMES_MAX];
    char what[100];
    size_t count = 0;
    for (int i = 0; i < reader->plant->noutput && count < STN_NAMES_MAX; i++)
        names[count++] = reader->plant->outputs[i].name;
    snprintf(what, sizeof what, "output of plant %s:", reader->plant->name);
    return stn_unknown_in_section(reader, key, "sensors", what, names, count);
}

static bool read_sensor(StnReader *reader, const StnEntry *entry)
{
    const StnPlant *plant = reader->plant;
    StnSlot slot[SENSOR_FIELDS];
    int output = 0;
    while (output < plant->noutput && strcmp(plant->outputs[output].name, entry->key->text) != 0)
        output++;
    if (output == plant->noutput)
        return unknown_output(reader, entry->key);
    if (reader->def.nsensor >= STN_SENSORS_MAX)
        return stn_node_error(reader->error, entry->key, "more than %d sensors", STN_SENSORS_MAX);
    if (!stn_read_fields(reader, entry->value, entry->key->text, sensor_fields, SENSOR_FIELDS,
                         plant->outputs[output].unit, slot))
        return false;
    reader->def.sensor[reader->def.nsensor++] = (StnSensorDef){
        .output = output,
        .resolution = slot[SENSOR_RESOLUTION].number,
        .sample = slot[SENSOR_SAMPLE].number,
        .lag = slot[SENSOR_LAG].number,
        .noise = slot[SENSOR_NOISE].number,
    };
    return true;
}

bool stn_read_sensors(StnReader *reader)
{
    bool good = true;
    const StnNode *section = stn_read_section(reader, "sensors", &good);
    for (int i = 0; good && section != NULL && i < section->count; i++)
        good = read_sensor(reader, &section->entry[i]);
    return good;
}

/* ---- Solver ---------------------------------------------------------------------------------- */

enum {
    SOLVER_METHOD,
    SOLVER_INTEGRATOR,
    SOLVER_EULER,
    SOLVER_RTOL,
    SOLVER_DT,
    SOLVER_H_MAX,
    SOLVER_ZONE_GUARD,
    SOLVER_ENERGY,
    SOLVER_MAX_EVENTS,
    SOLVER_FIELDS
};

/* No defaults here: they stand in stn_default_system_def. */
static const StnField solver_fields[SOLVER_FIELDS] = {
    {"method", STN_FIELD_WORD, STN_METHOD_WORDS, STN_RANGE_NONE, NAN, false},
    {"integrator", STN_FIELD_WORD, STN_INTEGRATOR_WORDS, STN_RANGE_NONE, NAN, false},
    {"euler", STN_FIELD_WORD, STN_EULER_WORDS, STN_RANGE_NONE, NAN, false},
    {"rtol", STN_FIELD_NUMBER, "1", {1e-14, 0.1, false}, NAN, false},
    {"dt", STN_FIELD_NODE, "s", STN_RANGE_NONE, NAN, false},
    {"h_max", STN_FIELD_NUMBER, "s", {0.0, INFINITY, true}, NAN, false},
    {"zone_guard", STN_FIELD_FLAG, NULL, STN_RANGE_NONE, NAN, false},
    {"energy", STN_FIELD_FLAG, NULL, STN_RANGE_NONE, NAN, false},
    {"max_events", STN_FIELD_COUNT, NULL, {1.0, 2147483647.0, false}, NAN, false},
};

static bool read_dt(StnReader *reader, const StnNode *node)
{
    StnSolverDef *solver = &reader->def.solver;
    solver->dt_auto = node->kind == STN_NODE_SCALAR && strcmp(node->text, "auto") == 0;
    return solver->dt_auto ||
           stn_read_number(reader, node, "dt", "s", (StnRange)STN_RANGE_POSITIVE, &solver->dt);
}

bool stn_read_solver(StnReader *reader)
{
    StnSolverDef *solver = &reader->def.solver;
    StnSlot slot[SOLVER_FIELDS];
    bool good = true;
    StnNode *section = stn_read_section(reader, "solver", &good);
    if (section == NULL)
        return good;
    if (!stn_read_fields(reader, section, "solver", solver_fields, SOLVER_FIELDS, "1", slot))
        return false;
    if (slot[SOLVER_METHOD].node != NULL)
        solver->method = (StnMethod)slot[SOLVER_METHOD].count;
    if (slot[SOLVER_INTEGRATOR].node != NULL)
        solver->integrator = (StnIntegrator)slot[SOLVER_INTEGRATOR].count;
    if (slot[SOLVER_EULER].node != NULL)
        solver->euler = (StnEuler)slot[SOLVER_EULER].count;
    if (slot[SOLVER_RTOL].node != NULL)
        solver->rtol = slot[SOLVER_RTOL].number;
    if (slot[SOLVER_H_MAX].node != NULL)
        solver->h_max = slot[SOLVER_H_MAX].number;
    if (slot[SOLVER_ZONE_GUARD].node != NULL)
        solver->zone_guard = slot[SOLVER_ZONE_GUARD].flag;
    if (slot[SOLVER_ENERGY].node != NULL)
        solver->energy = slot[SOLVER_ENERGY].flag;
    if (slot[SOLVER_MAX_EVENTS].node != NULL)
        solver->max_events = (long)slot[SOLVER_MAX_EVENTS].count;
    return slot[SOLVER_DT].node == NULL || read_dt(reader, slot[SOLVER_DT].node);
}

/* ---- Record ---------------------------------------------------------------------------------- */

enum { RECORD_EVERY, RECORD_COLUMNS, RECORD_AT_EVENTS, RECORD_FIELDS };

static const StnField record_fields[RECORD_FIELDS] = {
    {"every", STN_FIELD_NUMBER, "s", {0.0, INFINITY, true}, NAN, false},
    {"columns", STN_FIELD_NODE, NULL, STN_RANGE_NONE, NAN, false},
    {"at_events", STN_FIELD_FLAG, NULL, STN_RANGE_NONE, NAN, false},
};

static bool unknown_column(StnReader *reader, const StnNode *node, const StnSystem *system)
{
    const char *names[STN_NAMES_MAX];
    size_t count = 0;
    for (int i = 0; i < stn_system_column_count(system) && count < STN_NAMES_MAX; i++) {
        const StnColumnInfo column = stn_system_column_at(system, i);
        names[count] = stn_arena_copy(reader->arena, column.name, strlen(column.name));
        if (names[count++] == NULL)
            return stn_no_memory(reader->error);
    }
    return stn_node_unknown(reader->error, node, "column", names, count);
}

/* Adds one name to list[0..*count); t is always there and needs no naming. */
static bool read_column(StnReader *reader, const StnNode *node, const StnSystem *system,
                        const char **list, int *count)
{
    const char *name = NULL;
    if (!stn_read_text(reader, node, "a column", &name))
        return false;
    if (strcmp(name, "t") == 0)
        return true;
    for (int i = 0; i < *count; i++)
        if (strcmp(list[i], name) == 0)
            return stn_node_error(reader->error, node, "column \"%s\" is listed twice", name);
    for (int i = 0; i < stn_system_column_count(system); i++) {
        const StnColumnInfo column = stn_system_column_at(system, i);
        if (strcmp(column.name, name) == 0) {
            list[(*count)++] = name;
            return true;
        }
    }
    return unknown_column(reader, node, system);
}

static bool read_columns(StnReader *reader, const StnNode *node, const StnSystem *system)
{
    if (node->kind != STN_NODE_LIST || node->count == 0)
        return stn_node_error(reader->error, node, "columns is a list of names, as [x, v, FF]");
    const char **list = stn_arena_take(reader->arena, (size_t)node->count * sizeof *list);
    if (list == NULL)
        return stn_no_memory(reader->error);
    for (int i = 0; i < node->count; i++)
        if (!read_column(reader, node->entry[i].value, system, list, &reader->run.ncolumn))
            return false;
    reader->run.columns = list;
    return true;
}

static bool read_every(StnReader *reader, const StnSlot *slot)
{
    char number[STN_NUMBER_SIZE];
    reader->run.every = slot->number;
    if (reader->run.duration / slot->number <= ROWS_MAX)
        return true;
    return stn_node_error(
        reader->error, slot->node, "every = \"%s\" makes more than 1e8 rows in %s s",
        stn_quote_all(slot->node->text).text, stn_number_text(reader->run.duration, number));
}

bool stn_read_record(StnReader *reader, const StnSystem *system)
{
    StnSlot slot[RECORD_FIELDS];
    bool good = true;
    StnNode *section = stn_read_section(reader, "record", &good);
    if (section == NULL)
        return good;
    if (!stn_read_fields(reader, section, "record", record_fields, RECORD_FIELDS, "1", slot))
        return false;
    if (slot[RECORD_EVERY].node != NULL && !read_every(reader, &slot[RECORD_EVERY]))
        return false;
    if (slot[RECORD_AT_EVENTS].node != NULL)
        reader->run.at_events = slot[RECORD_AT_EVENTS].flag;
    return slot[RECORD_COLUMNS].node == NULL ||
           read_columns(reader, slot[RECORD_COLUMNS].node, system);
}
