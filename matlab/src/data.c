/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Columns by role ---- */

static StnStatus take_role(Call *call, DataOptions *options, const StnDataColumn *column)
{
    const char **names;
    int count;
    StnStatus status = option_texts(call, column->name, &names, &count);
    if (!status && options->def.nterm + count > TERMS_MAX)
        status = bad_input(call, "more than %d columns", TERMS_MAX);
    if (!status && count > 1 && column->role != STN_ROLE_EFFORT)
        status = bad_input(call, "%s: one column is needed", column->name);
    if (status || count == 0)
        return status;
    options->roles |= 1u << column->role;
    if (column->role == STN_ROLE_TIME)
        options->term[0].column = names[0];
    else
        for (int k = 0; k < count; k++)
            options->term[options->def.nterm++] =
                (StnTerm){.role = (int)column->role, .column = names[k]};
    return STN_OK;
}

/* Efforts, which add up, last: the order of the program, and of its remarks. */
static StnStatus take_roles(Call *call, DataOptions *options)
{
    StnStatus status = STN_OK;
    options->term[0] = (StnTerm){.role = STN_ROLE_TIME};
    options->def.term = options->term;
    options->def.nterm = 1;
    for (int effort = 0; effort < 2; effort++)
        for (int i = 0; i < stn_data_column_count() && !status; i++)
            if ((stn_data_column_at(i)->role == STN_ROLE_EFFORT) == effort)
                status = take_role(call, options, stn_data_column_at(i));
    for (int i = 0; i < options->nextra && !status; i++) {
        if (options->def.nterm == TERMS_MAX)
            return bad_input(call, "more than %d columns", TERMS_MAX);
        options->term[options->def.nterm++] = (StnTerm){.role = STN_DATA_EXTRA + i,
                                                        .column = options->extra[i].column,
                                                        .wanted = options->extra[i].unit};
    }
    return status;
}

/* ---- What is said of a column ---- */

typedef struct About {
    DataOptions *options;
    const char *what;
} About;

/* A unit, gain or wrap of a column that has a name of the time, and is nothing else, names the time. */
static void take_time(DataOptions *options, const char *what, const char *column)
{
    StnTerm *time = NULL;
    for (int i = 0; i < options->def.nterm; i++) {
        StnTerm *term = &options->term[i];
        if (term->column && strcmp(term->column, column) == 0)
            return;
        if (term->role == STN_ROLE_TIME && !term->column)
            time = term;
    }
    if (time && strcmp(what, "counts") != 0 && strcmp(what, "delay") != 0 &&
        stn_data_is_time(column))
        time->column = column;
}

static StnStatus say_of(Call *call, void *user, const char *column, const char *value)
{
    const About *about = user;
    DataOptions *options = about->options;
    const char *names[TERMS_MAX], *what = about->what;
    size_t count = 0;
    bool used = false;
    char *end = NULL;
    take_time(options, what, column);
    for (int i = 0; i < options->def.nterm; i++) {
        StnTerm *term = &options->term[i];
        if (term->column)
            names[count++] = term->column;
        if (!term->column || strcmp(term->column, column) != 0)
            continue;
        used = true;
        if (strcmp(what, "unit") == 0)
            term->unit = value;
        else if (strcmp(what, "gain") == 0)
            term->gain = value;
        else if (strcmp(what, "counts") == 0)
            term->counts = value;
        else if (strcmp(what, "wrap") == 0) {
            term->wrap = strtod(value, &end);
            if (end == value || *end || !(term->wrap > 0.0) || !isfinite(term->wrap))
                return bad_input(call,
                                 "wrap %s=%s: a number above 0 is needed, in the unit of the file",
                                 column, value);
        } else {
            static const StnField delay = {
                "delay", STN_FIELD_NUMBER, 0, sizeof(double), "s", 0.0, -1e30, 1e30, ""};
            if (stn_field_set_text(&delay, &term->delay, value, &call->error) != STN_OK)
                return STN_BAD_INPUT;
        }
    }
    return used ? STN_OK
                : bad_input(call, "%s: the column \"%s\" is not used%s", what, column,
                            stn_suggest(column, names, count, NULL).text);
}

static StnStatus add_pick(Call *call, void *user, const char *column, const char *value)
{
    DataOptions *options = user;
    char *end;
    if (options->def.npick == PICKS_MAX)
        return bad_input(call, "where: more than %d columns", PICKS_MAX);
    options->pick[options->def.npick++] = (StnPick){column, strtod(value, &end)};
    return *end == '\0' && end != value
               ? STN_OK
               : bad_input(call, "where %s=%s: a number is needed", column, value);
}

/* The torque constant is the gain of the efforts that have none of their own. */
static StnStatus take_kt(Call *call, DataOptions *options)
{
    const mxArray *given = option(call, "kt");
    const char *text = given ? value_text(call, given, "kt") : NULL;
    double value;
    StnDimension dimension;
    bool bare = false;
    if (!given)
        return STN_OK;
    if (!text || stn_unit_parse(text, &value, &dimension, &bare, &call->error) != STN_OK)
        return STN_BAD_INPUT;
    char *gain = mxMalloc(strlen(text) + 8);
    sprintf(gain, "%s%s", text, bare ? " N*m/A" : "");
    for (int i = 0; i < options->def.nterm; i++)
        if (options->term[i].role == STN_ROLE_EFFORT && !options->term[i].gain)
            options->term[i].gain = gain;
    return STN_OK;
}

StnStatus data_options(Call *call, DataOptions *options)
{
    static const char *const about[] = {"unit", "gain", "counts", "wrap", "delay"};
    const char **runs;
    int nruns = 0;
    options->def = stn_default_data_def("arrays");
    StnStatus status = take_roles(call, options);
    for (size_t i = 0; i < sizeof about / sizeof about[0] && !status; i++)
        status = option_pairs(call, about[i], say_of, &(About){options, about[i]});
    if (!status)
        status = take_kt(call, options);
    if (!status)
        status = option_pairs(call, "where", add_pick, options);
    options->def.pick = options->pick;
    if (!status)
        status = option_texts(call, "runs", &runs, &nruns);
    if (!status && nruns > 1)
        status = bad_input(call, "runs: one text, 'COLUMN,COLUMN'");
    if (!status && nruns == 1)
        options->def.runs = runs[0];
    /* An option of the method has its name first: its `sample` is not that of the data. */
    for (int i = 0; i < stn_data_fields()->count && !status; i++) {
        const StnField *field = &stn_data_fields()->field[i];
        const StnFields one = {"data", field, 1, stn_data_fields()->size};
        if (!call->method || !stn_fields_find(call->method->fields, field->name, NULL))
            status = option_fields(call, &one, &options->def, NULL);
    }
    options->def.missing_hint = "'missing', 'fill' or 'missing', 'drop' goes on without them";
    options->def.runs_hint =
        "'runs', COLUMN separates them, 'sample', TIME stands for a missing column of time";
    return status;
}

/* ---- Arrays ---- */

/* A struct of columns as a table over the memory of the interpreter; units: a struct by column, or NULL. */
static StnStatus take_columns(Call *call, const mxArray *columns, const mxArray *units,
                              StnTable *table)
{
    const int count = mxGetNumberOfFields(columns);
    if (count == 0)
        return bad_input(call, "the data have no columns");
    table->column = mxCalloc((size_t)count + 1, sizeof *table->column);
    table->data = mxCalloc((size_t)count + 1, sizeof *table->data);
    for (int i = 0; i < count; i++) {
        const char *name = mxGetFieldNameByNumber(columns, i);
        const mxArray *value = mxGetFieldByNumber(columns, 0, i);
        const mxArray *unit = units ? mxGetField(units, 0, name) : NULL;
        StnColumnInfo *info = &table->column[table->ncolumn];
        if (!value || !is_numbers(value))
            return bad_input(call, "the column \"%s\": real numbers of class double are needed",
                             name);
        const size_t rows = mxGetNumberOfElements(value);
        if (rows > mxGetM(value) && rows > mxGetN(value))
            return bad_input(call, "the column \"%s\" is a matrix; one row of numbers is needed",
                             name);
        if (i > 0 && rows != table->rows)
            return bad_input(call, "columns must be of one length; \"%s\" has %zu rows, \"%s\" %zu",
                             table->column[0].name, table->rows, name, rows);
        table->rows = rows;
        snprintf(info->name, sizeof info->name, "%s", name);
        snprintf(info->unit, sizeof info->unit, "%s", unit && is_text(unit) ? text_of(unit) : "");
        info->site = -1;
        table->data[table->ncolumn++] = mxGetPr(value);
    }
    return STN_OK;
}

StnStatus read_data(Call *call, const DataOptions *options, const mxArray *source,
                    size_t least_rows)
{
    StnDataDef def = options->def;
    StnData *data = &call->data[call->ndata];
    StnTable table = {.rows = 0};
    def.least_rows = least_rows;
    if (source && is_text(source)) {
        def.file = plain_text(call, source, "the file");
        call->ndata++; /* what is half read is freed, too */
        return stn_data_read(&def, data, &call->error);
    }
    if (!source || !mxIsStruct(source) || mxGetNumberOfElements(source) != 1)
        return bad_input(call, "data: the name of a file, or a struct of columns is needed");
    const mxArray *columns = mxGetField(source, 0, "columns"),
                  *units = mxGetField(source, 0, "units");
    const bool record = columns && mxIsStruct(columns); /* what run() gave */
    StnStatus status = take_columns(call, record ? columns : source, record ? units : NULL, &table);
    if (status)
        return status;
    call->ndata++;
    return stn_data_take(&def, &table, data, &call->error);
}
