/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A result as JSON. */
#include "io/json_text.h"
#include "stiction/result.h"

#include <math.h>
#include <string.h>

static void put_cell(StnJsonText *json, const char *name, const StnCell *cell)
{
    switch (cell->kind) {
    case STN_CELL_NUMBER: stn_json_put_number(json, name, cell->number); break;
    case STN_CELL_COUNT: stn_json_put_count(json, name, cell->count); break;
    case STN_CELL_FLAG: stn_json_put_flag(json, name, cell->count != 0); break;
    case STN_CELL_TEXT: stn_json_put_text(json, name, cell->text); break;
    }
}

static void put_table(StnJsonText *json, const StnResultItem *item)
{
    const bool bare = item->ncolumn > 0 && item->column[0].name && !item->column[0].name[0];
    stn_json_open_list(json, item->name);
    for (int row = 0; row < item->nrow; row++) {
        const StnCell *cell = &item->cell[(size_t)row * (size_t)item->ncolumn];
        if (bare && item->ncolumn == 1) {
            put_cell(json, NULL, cell);
            continue;
        }
        if (bare)
            stn_json_open_list(json, NULL);
        else
            stn_json_open_map(json, NULL);
        for (int c = 0; c < item->ncolumn; c++)
            if (item->column[c].name)
                put_cell(json, bare ? NULL : item->column[c].name, &cell[c]);
        stn_json_close(json);
    }
    stn_json_close(json);
}

/* What is not determined is null, as what is not known. */
static double null_if_infinite(double value) { return isinf(value) ? NAN : value; }

static void put_estimates(StnJsonText *json, const StnResultItem *item)
{
    stn_json_open_map(json, item->name);
    for (int i = 0; i < item->nestimate; i++) {
        const StnEstimate *e = &item->estimate[i];
        stn_json_open_map(json, e->name);
        stn_json_put_number(json, "value", e->value);
        stn_json_put_text(json, "unit", e->unit);
        if (e->path[0])
            stn_json_put_text(json, "path", e->path);
        stn_json_put_number(json, "std", null_if_infinite(e->std));
        stn_json_put_number(json, "relative_std_percent",
                            null_if_infinite(100.0 * e->std / fabs(e->value)));
        stn_json_put_number(json, "low", null_if_infinite(e->low));
        stn_json_put_number(json, "high", null_if_infinite(e->high));
        stn_json_put_number(json, "next_low", null_if_infinite(e->next_low));
        stn_json_put_number(json, "next_high", null_if_infinite(e->next_high));
        stn_json_close(json);
    }
    stn_json_close(json);
}

static void put_item(StnJsonText *json, const StnResultItem *item)
{
    if (!item->name && item->kind != STN_RESULT_GROUP)
        return;
    switch (item->kind) {
    case STN_RESULT_FACT:
    case STN_RESULT_PARAGRAPH: put_cell(json, item->name, &item->value); break;
    case STN_RESULT_TABLE: put_table(json, item); break;
    case STN_RESULT_ESTIMATES: put_estimates(json, item); break;
    case STN_RESULT_REMARKS:
        stn_json_open_list(json, item->name);
        for (int i = 0; i < item->remarks->count; i++)
            stn_json_put_text(json, NULL, item->remarks->text[i]);
        stn_json_close(json);
        break;
    case STN_RESULT_GROUP: stn_json_open_map(json, item->name); break;
    case STN_RESULT_LIST: stn_json_open_list(json, item->name); break;
    case STN_RESULT_END: break;
    }
}

/* ---- Units ---- */

static bool is_unit(const char *unit) { return unit && unit[0] && strcmp(unit, "1") != 0; }

static bool has_units(const StnResultItem *item)
{
    if (!item->name)
        return false;
    for (int c = 0; item->kind == STN_RESULT_TABLE && c < item->ncolumn; c++)
        if (item->column[c].name && is_unit(item->column[c].unit))
            return true;
    return item->kind == STN_RESULT_FACT && is_unit(item->unit);
}

/* Of a table whose rows are lists the units are one too, and of one with single values one text. */
static void put_table_units(StnJsonText *json, const StnResultItem *item)
{
    const bool bare = item->column[0].name && !item->column[0].name[0];
    if (bare && item->ncolumn == 1) {
        stn_json_put_text(json, item->name, item->column[0].unit);
        return;
    }
    if (bare)
        stn_json_open_list(json, item->name);
    else
        stn_json_open_map(json, item->name);
    for (int c = 0; c < item->ncolumn; c++) {
        const StnResultColumn *column = &item->column[c];
        if (column->name && (bare || is_unit(column->unit)))
            stn_json_put_text(json, bare ? NULL : column->name,
                              is_unit(column->unit) ? column->unit : "1");
    }
    stn_json_close(json);
}

/* The item behind this one in the same map; those of groups and lists inside it are passed over. */
static int next_beside(const StnResult *result, int i)
{
    for (int depth = 0; i < result->count; i++) {
        const StnResultKind kind = result->item[i].kind;
        depth += kind == STN_RESULT_GROUP || kind == STN_RESULT_LIST;
        depth -= kind == STN_RESULT_END;
        if (depth <= 0)
            return i + 1;
    }
    return i;
}

/* A map that names its units itself gets no others. */
static bool names_units(const StnResult *result, int first)
{
    for (int i = first; i < result->count && result->item[i].kind != STN_RESULT_END;
         i = next_beside(result, i)) {
        const char *name = result->item[i].name;
        if (name && (strcmp(name, "unit") == 0 || strcmp(name, "units") == 0))
            return true;
    }
    return false;
}

/* Whether the map whose first item is `first`, or a map inside it, has a unit to name. */
static bool map_has_units(const StnResult *result, int first)
{
    if (names_units(result, first))
        return false;
    for (int i = first; i < result->count && result->item[i].kind != STN_RESULT_END;
         i = next_beside(result, i)) {
        const StnResultItem *item = &result->item[i];
        if (has_units(item) || (item->kind == STN_RESULT_GROUP && map_has_units(result, i + 1)))
            return true;
    }
    return false;
}

/* The units of a map and of the maps inside it, as a map of the same shape under `name`: a reader
 * of {"energy": {...}} finds numbers there and nothing else. */
static void put_units(StnJsonText *json, const StnResult *result, int first, const char *name)
{
    if (!map_has_units(result, first))
        return;
    stn_json_open_map(json, name);
    for (int i = first; i < result->count && result->item[i].kind != STN_RESULT_END;
         i = next_beside(result, i)) {
        const StnResultItem *item = &result->item[i];
        if (item->kind == STN_RESULT_GROUP)
            put_units(json, result, i + 1, item->name);
        else if (has_units(item) && item->kind == STN_RESULT_TABLE)
            put_table_units(json, item);
        else if (has_units(item))
            stn_json_put_text(json, item->name, item->unit);
    }
    stn_json_close(json);
}

/* The items from `first` to the end of their map or list. Units stand once, at the end of the
 * outermost map; only a map in a list has no place there and keeps its own. */
static int put_items(StnJsonText *json, const StnResult *result, int first, bool units)
{
    int i = first;
    while (i < result->count && result->item[i].kind != STN_RESULT_END) {
        const StnResultItem *item = &result->item[i++];
        put_item(json, item);
        if (item->kind == STN_RESULT_GROUP || item->kind == STN_RESULT_LIST) {
            i = put_items(json, result, i, item->kind == STN_RESULT_GROUP && !item->name);
            stn_json_close(json);
        }
    }
    if (units)
        put_units(json, result, first, "units");
    return i + 1;
}

/* ---- Settings ---- */

static void put_integer(StnJsonText *json, const StnField *field, const void *settings)
{
    bool negative;
    const uint64_t size = stn_field_get_integer(field, settings, &negative);
    if (negative)
        stn_json_put_number(json, field->name, -(double)size);
    else
        stn_json_put_count(json, field->name, size);
}

static void put_lists(StnJsonText *json, const StnField *field, const void *member)
{
    const StnNumbers *numbers = member;
    const StnTextList *texts = member;
    stn_json_open_list(json, field->name);
    if (field->kind == STN_FIELD_NUMBERS)
        for (int i = 0; i < numbers->count; i++)
            stn_json_put_number(json, NULL, numbers->value[i]);
    else
        for (int i = 0; i < texts->count; i++)
            stn_json_put_text(json, NULL, texts->item[i]);
    stn_json_close(json);
}

static void put_field(StnJsonText *json, const StnField *field, const void *settings)
{
    const double value = stn_field_get(field, settings);
    const void *member = (const char *)settings + field->at;
    char word[64];
    switch (field->kind) {
    case STN_FIELD_FLAG: stn_json_put_flag(json, field->name, value != 0.0); break;
    case STN_FIELD_WORD:
        stn_json_put_text(json, field->name,
                          stn_field_word_at(field, (int)value, word, sizeof word));
        break;
    case STN_FIELD_PAIR:
        stn_json_open_list(json, field->name);
        stn_json_put_number(json, NULL, ((const double *)member)[0]);
        stn_json_put_number(json, NULL, ((const double *)member)[1]);
        stn_json_close(json);
        break;
    case STN_FIELD_TEXT: stn_json_put_text(json, field->name, *(const char *const *)member); break;
    case STN_FIELD_NUMBER:
    case STN_FIELD_OR_AUTO: stn_json_put_number(json, field->name, value); break;
    case STN_FIELD_INTEGER: put_integer(json, field, settings); break;
    case STN_FIELD_TEXTS:
    case STN_FIELD_NUMBERS: put_lists(json, field, member); break;
    case STN_FIELD_OTHER: break;
    }
}

static void put_result(StnJsonText *json, const StnResult *result, const StnFields *fields,
                       const void *settings)
{
    stn_json_open_map(json, NULL);
    stn_json_put_text(json, "version", STN_VERSION);
    stn_json_put_text(json, "method", result->method);
    put_items(json, result, 0, true);
    if (fields) {
        stn_json_open_map(json, "options");
        for (int i = 0; i < fields->count; i++)
            put_field(json, &fields->field[i], settings);
        stn_json_close(json);
    }
    stn_json_close(json);
}

StnStatus stn_result_write_json(const StnResult *result, const StnFields *fields,
                                const void *settings, FILE *out, StnError *error)
{
    const StnStatus status = stn_result_check(result, error);
    StnJsonText json = {.out = out};
    if (status == STN_OK)
        put_result(&json, result, fields, settings);
    return status;
}

char *stn_result_json(const StnResult *result, const StnFields *fields, const void *settings,
                      StnError *error)
{
    StnJsonMemory memory;
    if (stn_result_check(result, error) != STN_OK)
        return NULL;
    if (stn_json_memory_open(&memory))
        put_result(&memory.json, result, fields, settings);
    return stn_json_memory_close(&memory, error);
}
