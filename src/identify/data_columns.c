/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Columns by name and role, in SI.  The first column whose unit tells linear from rotary decides;
 * a later one that contradicts is an error. */
#include "identify/data_rows.h"
#include "identify/failure.h"

#include "io/error_place.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAMES_MAX = 1024 };

/* What the units say about the system. */
typedef enum Sense { SENSE_OPEN, SENSE_LINEAR, SENSE_ROTARY } Sense;

/* Columns that say no unit, for a remark. */
typedef struct Silent {
    char text[200];
    size_t used;
} Silent;

/* A term while it is taken. */
typedef struct Column {
    const StnDataDef *def;
    const StnTerm *term;
    const char *unit; /* of the numbers in the file, "" unknown */
    double factor;    /* to SI of the role */
    Sense sense;
    Silent *silent;
    StnError *error;
} Column;

int stn_data_column(const StnDataDef *def, const StnTable *table, const char *what,
                    const char *name, StnError *error)
{
    const char *names[NAMES_MAX];
    char all[400];
    size_t count = 0, used = 0;
    const int index = stn_table_column(table, name);
    if (index >= 0 && table->flaw && table->flaw[index]) {
        if (error)
            *error = *table->flaw[index];
        return -1;
    }
    if (index >= 0)
        return index;
    all[0] = '\0';
    for (int i = 0; i < table->ncolumn && count < NAMES_MAX; i++) {
        names[count++] = table->column[i].name;
        if (used < sizeof all)
            used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i > 0 ? ", " : "",
                                     table->column[i].name);
    }
    const char *near = stn_nearest(name, names, count);
    stn_error_at(error, STN_BAD_INPUT, def->file ? def->file : "", 0, 0,
                 "no column \"%s\"%s%s%s%s%s; the file has: %s", name, what ? " for the " : "",
                 what ? what : "", near ? "; did you mean \"" : "", near ? near : "",
                 near ? "\"?" : "", all);
    return -1;
}

__attribute__((format(printf, 2, 3))) static StnStatus refuse(const Column *c, const char *format,
                                                              ...)
{
    char reason[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return stn_error_at(c->error, STN_BAD_INPUT, c->def->file ? c->def->file : "", 0, 0,
                        "column \"%s\" (%s): %s", c->term->column, stn_role_word(c->term->role),
                        reason);
}

static void add_dimension(StnDimension *d, StnDimension other)
{
    d->m = (int8_t)(d->m + other.m);
    d->kg = (int8_t)(d->kg + other.kg);
    d->s = (int8_t)(d->s + other.s);
    d->A = (int8_t)(d->A + other.A);
    d->K = (int8_t)(d->K + other.K);
    d->angle = (int8_t)(d->angle + other.angle);
    d->cycle = (int8_t)(d->cycle + other.cycle);
}

/* Unit times gain: factor and dimension; *bare: the gain, if there is one, has no unit. */
static StnStatus read_scale(Column *c, StnDimension *d, bool *bare)
{
    StnError inner = {.status = STN_OK};
    StnDimension gain = {.m = 0};
    double value = 1.0;
    memset(d, 0, sizeof *d);
    c->factor = 1.0;
    *bare = true;
    if (c->unit[0] && stn_unit_factor(c->unit, &c->factor, d, &inner) != STN_OK)
        return refuse(c, "%s", inner.text);
    if (c->term->gain && stn_unit_parse(c->term->gain, &value, &gain, bare, &inner) != STN_OK)
        return refuse(c, "gain: %s", inner.text);
    if (!isfinite(value) || value == 0.0)
        return refuse(c, "the gain \"%s\" must be finite and not 0", c->term->gain);
    c->factor *= value;
    add_dimension(d, gain);
    return STN_OK;
}

static bool fits(StnDimension given, const char *unit)
{
    StnDimension wanted;
    double factor;
    return stn_unit_factor(unit, &factor, &wanted, NULL) == STN_OK &&
           stn_dimension_fits(given, wanted);
}

/* Whether the unit fits the role, and what it says about linear or rotary. */
static StnStatus judge(Column *c)
{
    StnDimension given;
    bool bare;
    const StnRole role = c->term->role;
    const bool extra = role >= STN_DATA_EXTRA;
    StnStatus status = read_scale(c, &given, &bare);
    c->sense = SENSE_OPEN;
    if (status != STN_OK || !c->unit[0] || (extra && !c->term->wanted))
        return status; /* without a unit there is nothing to check: a gain in N/V says V itself */
    const char *linear = extra ? c->term->wanted : stn_role_unit(role, false);
    const char *rotary = extra ? c->term->wanted : stn_role_unit(role, true);
    const bool is_linear = fits(given, linear), is_rotary = fits(given, rotary);
    if (is_linear != is_rotary)
        c->sense = is_linear ? SENSE_LINEAR : SENSE_ROTARY;
    if (is_linear || is_rotary || (bare && c->term->gain))
        return STN_OK;
    const bool same = strcmp(linear, rotary) == 0;
    return refuse(
        c, "it is in %s%s%s, but %s%s%s is needed%s", c->unit, c->term->gain ? " times " : "",
        c->term->gain ? c->term->gain : "", linear, same ? "" : " or ", same ? "" : rotary,
        role == STN_ROLE_EFFORT ? "; a gain such as \"2.5 N/A\" converts a current or voltage"
                                : "");
}

static StnStatus add_values(const Column *c, const double *from, StnData *data)
{
    const StnRole role = c->term->role;
    if (!data->value[role]) {
        data->value[role] = calloc(data->rows, sizeof *data->value[role]);
        if (!data->value[role])
            return stn_no_memory(c->error);
        snprintf(data->column[role], sizeof data->column[role], "%s", c->term->column);
    } else {
        const size_t used = strlen(data->column[role]);
        snprintf(data->column[role] + used, sizeof data->column[role] - used, " + %s",
                 c->term->column);
    }
    for (size_t i = 0; i < data->rows; i++)
        data->value[role][i] += c->factor * from[i];
    return STN_OK;
}

/* A column by one of these names, otherwise the first one. */
static const char *time_column(const StnTable *table)
{
    static const char *const names[] = {"t", "time", "t_s", "time_s"};
    for (int i = 0; i < table->ncolumn; i++)
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
            if (strcasecmp(table->column[i].name, names[k]) == 0)
                return table->column[i].name;
    return table->column[0].name;
}

static StnStatus take_term(Column *c, const StnTable *table, StnData *data, Sense *sense)
{
    static const char *const words[] = {"", "linear", "rotary"};
    const int index = stn_data_column(
        c->def, table, c->term->role < STN_DATA_EXTRA ? stn_role_word(c->term->role) : NULL,
        c->term->column, c->error);
    if (index < 0)
        return STN_BAD_INPUT;
    c->unit = c->term->unit ? c->term->unit : table->column[index].unit;
    const StnStatus status = judge(c);
    if (status != STN_OK)
        return status;
    if (c->sense != SENSE_OPEN && *sense != SENSE_OPEN && c->sense != *sense)
        return refuse(c, "its unit %s says %s, but a column before it says %s", c->unit,
                      words[c->sense], words[*sense]);
    *sense = *sense == SENSE_OPEN ? c->sense : *sense;
    if (!c->unit[0] && !c->term->gain && (c->term->role < STN_DATA_EXTRA || c->term->wanted))
        c->silent->used += (size_t)snprintf(
            c->silent->text + c->silent->used, sizeof c->silent->text - c->silent->used,
            "%s%s (%s)", c->silent->used > 0 ? ", " : "", c->term->column,
            c->term->role < STN_DATA_EXTRA ? stn_role_word(c->term->role) : c->term->wanted);
    if (c->silent->used >= sizeof c->silent->text)
        c->silent->used = sizeof c->silent->text - 1;
    return add_values(c, table->data[index], data);
}

StnStatus stn_data_columns(const StnDataDef *def, const StnTable *table, StnData *data,
                           StnError *error)
{
    Sense sense = SENSE_OPEN;
    Silent silent = {.used = 0};
    StnStatus status = STN_OK;
    data->rows = table->rows;
    for (int i = 0; i < def->nterm && status == STN_OK; i++) {
        StnTerm term = def->term[i];
        Column c = {.def = def, .term = &term, .silent = &silent, .error = error};
        if (!term.column)
            term.column = time_column(table);
        status = take_term(&c, table, data, &sense);
    }
    if (silent.used > 0)
        stn_remark(&data->remarks, "No unit is said for %s: the numbers are taken as SI.",
                   silent.text);
    data->rotary = sense == SENSE_ROTARY;
    data->kind_known = sense != SENSE_OPEN;
    for (int role = 0; role < STN_DATA_COLUMNS; role++)
        if (data->value[role] && role < STN_DATA_EXTRA)
            snprintf(data->unit[role], sizeof data->unit[role], "%s",
                     stn_role_unit((StnRole)role, data->rotary));
    for (int i = 0; i < def->nterm; i++)
        if (def->term[i].role >= STN_DATA_EXTRA && def->term[i].wanted)
            snprintf(data->unit[def->term[i].role], sizeof data->unit[0], "%s",
                     def->term[i].wanted);
    return status;
}
