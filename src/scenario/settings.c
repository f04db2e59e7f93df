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
#include <time.h>

#define ROWS_MAX 1e8

static const char *const root_keys[] = {
    "title",   "description", "base",       "plant",     "options",      "parameters",
    "initial", "friction",    "controller", "sensors",   "seed",         "inputs",
    "solver",  "duration",    "record",     "intervals", "compensation",
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

/* For StnRunDef: the core reads no clock. */
static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool stn_read_duration(StnReader *reader)
{
    const StnNode *node = stn_node_find(reader->root, "duration");
    if (node == NULL)
        return stn_node_error(reader->error, reader->root, "the key \"duration\" is missing");
    if (!stn_read_number(reader, node, "duration", "s", STN_RANGE_POSITIVE, &reader->def.duration))
        return false;
    reader->run = stn_default_run_def(reader->def.duration, reader->def.duration / 1000.0);
    reader->run.clock = clock_seconds;
    return true;
}

/* ---- Sensors --------------------------------------------------------------------------------- */

static bool read_sensor(StnReader *reader, const StnEntry *entry)
{
    const StnPlant *plant = reader->plant;
    const StnNode *given[STN_FIELDS_MAX];
    StnSensorDef sensor;
    const int output = stn_plant_output(plant, entry->key->text);
    if (output < 0)
        return stn_unknown_in_section(reader, entry->key, "sensors");
    if (reader->def.nsensor >= STN_SENSORS_MAX)
        return stn_node_error(reader->error, entry->key, "more than %d sensors", STN_SENSORS_MAX);
    const char *name = entry->key->text, *unit = plant->outputs[output].unit;
    sensor.output = output;
    stn_fields_default(&stn_sensor_fields, &sensor);
    if (!stn_read_fields(reader, entry->value, name, &stn_sensor_fields, unit, &sensor, given) ||
        !stn_complete_fields(reader, entry->value, name, &stn_sensor_fields, unit, &sensor, given))
        return false;
    reader->def.sensor[reader->def.nsensor++] = sensor;
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

bool stn_read_solver(StnReader *reader)
{
    const StnNode *given[STN_FIELDS_MAX];
    bool good = true;
    const StnNode *section = stn_read_section(reader, "solver", &good);
    return section == NULL ? good
                           : stn_read_fields(reader, section, "solver", &stn_solver_fields, "1",
                                             &reader->def.solver, given);
}

/* ---- Record ---------------------------------------------------------------------------------- */

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
    if (stn_system_column(system, name) < 0)
        return unknown_column(reader, node, system);
    list[(*count)++] = name;
    return true;
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

static bool check_every(StnReader *reader)
{
    char number[STN_NUMBER_SIZE];
    const StnNode *node = stn_node_find(stn_node_find(reader->root, "record"), "every");
    if (node == NULL || reader->run.duration / reader->run.every <= ROWS_MAX)
        return true;
    return stn_node_error(reader->error, node, "every = \"%s\" makes more than 1e8 rows in %s s",
                          stn_quote_all(node->text).text,
                          stn_number_text(reader->run.duration, number));
}

bool stn_read_record(StnReader *reader, const StnSystem *system)
{
    const StnNode *given[STN_FIELDS_MAX];
    bool good = true;
    const StnNode *section = stn_read_section(reader, "record", &good);
    if (section == NULL)
        return good;
    const StnNode *columns = stn_node_find(section, "columns");
    return stn_read_fields(reader, section, "record", &stn_record_fields, "1", &reader->run,
                           given) &&
           check_every(reader) && (columns == NULL || read_columns(reader, columns, system));
}
