/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction from measured data, by every method that the library describes. */
#include "identify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Methods ---- */

static const StnIdentifyMethod *find_method(Call *call, const char *name)
{
    const char *names[64];
    int count = 0;
    for (; count < stn_identify_method_count() && count < 64; count++) {
        const StnIdentifyMethod *method = stn_identify_method_at(count);
        names[count] = method->name;
        if (strcmp(method->name, name) == 0)
            return method;
    }
    bad_input(call, "unknown method \"%s\"%s", name,
              stn_suggest(name, names, (size_t)count, "; allowed: ").text);
    return NULL;
}

/* ---- What is missing, and what is of no use ---- */

static void role_options(unsigned mask, char *out, size_t size)
{
    out[0] = '\0';
    for (int i = 0; i < stn_data_column_count(); i++) {
        const StnDataColumn *column = stn_data_column_at(i);
        const size_t used = strlen(out);
        if (mask & 1u << column->role)
            snprintf(out + used, size - used, "%s'%s', COLUMN", used ? " or " : "", column->name);
    }
}

static StnStatus check_needs(Call *call, const StnMethodNeeds *needs)
{
    const unsigned time = 1u << STN_ROLE_TIME,
                   allowed = needs->all | needs->any | needs->also | needs->may | time;
    const unsigned one_of[] = {needs->any, needs->also};
    char options[400];
    const char *with = needs->with ? needs->with : "";
    for (int role = 0; role < STN_ROLE_COUNT; role++)
        if (needs->all & 1u << role && !(needs->roles & 1u << role)) {
            role_options(1u << role, options, sizeof options);
            return bad_input(call, "identify %s%s%s needs the %s: %s", call->method->name,
                             with[0] ? " " : "", with, stn_role_word((StnRole)role), options);
        }
    for (int i = 0; i < 2; i++)
        if (one_of[i] && !(needs->roles & one_of[i])) {
            role_options(one_of[i], options, sizeof options);
            return bad_input(call, "identify %s%s%s needs %s", call->method->name,
                             with[0] ? " " : "", with, options);
        }
    for (int i = 0; i < stn_data_column_count(); i++) {
        const StnDataColumn *column = stn_data_column_at(i);
        if (needs->roles & 1u << column->role && !(allowed & 1u << column->role))
            return bad_input(call, "%s: identify %s makes no use of the %s; leave it out",
                             column->name, call->method->name, stn_role_word(column->role));
    }
    return STN_OK;
}

/* ---- What was found ---- */

/* The document that what was found makes, as text that run() takes. */
static StnStatus put_scenario(Call *call, const char *site, const StnScenario *base, mxArray *out)
{
    const StnIdentifyMethod *method = call->method;
    StnError error = {.status = STN_OK};
    if (!method->findings_at)
        return STN_OK;
    const StnFindings *findings =
        (const StnFindings *)((const char *)call->found + method->findings_at);
    if (stn_findings_check(findings, &error) != STN_OK) {
        put(out, "scenario", mxCreateString("")); /* nothing that runs; why stands beside it */
        put(out, "no_scenario", mxCreateString(error.text));
        return STN_OK;
    }
    StnScenario *made =
        stn_findings_scenario(findings, method->title, NULL, base, site, &call->error);
    stn_scenario_free(call->other);
    call->other = made;
    if (!made)
        return call->error.status;
    stn_text_free(call->text);
    call->text = stn_scenario_text(made);
    if (!call->text)
        return stn_out_of_memory(&call->error);
    put(out, "scenario", mxCreateString(call->text));
    return STN_OK;
}

static StnStatus work(Call *call, const DataOptions *options, const mxArray *other)
{
    const StnIdentifyMethod *method = call->method;
    const StnData *data[RECORDS_MAX];
    const int count = call->ndata;
    for (int i = 0; i < count; i++)
        data[i] = &call->data[i];
    if (method->identify(call->options, data, count, call->found, &call->error) != STN_OK)
        return call->error.status;
    if (other) {
        if (!method->validate)
            return bad_input(call, "identify %s does not validate", method->name);
        const StnStatus status = read_data(call, options, other, 2);
        if (status)
            return status;
        if (method->validate(call->options, call->found, &call->data[count], &call->error) !=
            STN_OK)
            return call->error.status;
    }
    method->report(call->options, call->found, data, count, &call->result);
    return STN_OK;
}

/* ---- The verbs ---- */

static StnStatus prepare(Call *call, DataOptions *options, bool has_data)
{
    bool given[STN_FIELDS_MAX] = {false};
    const StnIdentifyMethod *method = call->method;
    StnStatus status = option_fields(call, method->fields, call->options, given);
    if (!status)
        status = data_options(call, options);
    StnMethodNeeds needs = {.given = given,
                            .roles = options->roles,
                            .runs = options->def.runs != NULL,
                            .all = method->all,
                            .any = method->any,
                            .may = method->may,
                            .even = (method->flags & STN_IDENTIFY_EVEN) != 0};
    if (!status && method->prepare)
        status = method->prepare(call->options, &needs, &call->error);
    if (!status && has_data)
        status = check_needs(call, &needs);
    options->def.even = needs.even;
    return status;
}

static StnStatus read_all(Call *call, const DataOptions *options, const mxArray *data)
{
    const size_t count = !data ? 0 : mxIsCell(data) ? mxGetNumberOfElements(data) : 1;
    StnStatus status = STN_OK;
    if (count > 1 && !(call->method->flags & STN_IDENTIFY_SEVERAL))
        return bad_input(call, "identify %s takes one record", call->method->name);
    if (count >= RECORDS_MAX)
        return bad_input(call, "more than %d records", RECORDS_MAX - 1);
    for (size_t i = 0; i < count && !status; i++)
        status = read_data(call, options, mxIsCell(data) ? mxGetCell(data, i) : data,
                           call->method->least_rows);
    return status;
}

/* The scenario that what was found goes into, into call->scenario, and the site there. */
static StnStatus take_base(Call *call, const mxArray *base, const char **site)
{
    const char *name = "";
    if (!base)
        return STN_OK;
    const StnStatus status = load_scenario(call, base, &name);
    if (!status && !*site)
        *site = stn_system_plant(stn_scenario_system(call->scenario))->sites[0].name;
    return status;
}

static StnStatus allocate(Call *call)
{
    call->options = calloc(1, call->method->fields->size + sizeof(double));
    call->found = calloc(1, call->method->result_size + sizeof(double));
    if (!call->options || !call->found)
        return stn_out_of_memory(&call->error);
    stn_fields_default(call->method->fields, call->options);
    return STN_OK;
}

/* Measured beside modelled, row by row. */
static mxArray *put_rows(mxArray *to)
{
    mxArray *rows = new_struct();
    put(to, "rows", rows);
    return rows;
}

/* identify(METHOD, DATA, ...); what a sensor can tell needs no data. */
StnStatus verb_identify(Call *call, int nout, mxArray **out, int nin, const mxArray **in)
{
    DataOptions *options = mxCalloc(1, sizeof *options);
    const char *site = NULL, *name = nin > 0 ? plain_text(call, in[0], "the method") : NULL;
    (void)nout;
    if (!name)
        return nin > 0 ? STN_BAD_INPUT : bad_input(call, "identify needs a method and data");
    call->method = find_method(call, name);
    if (!call->method)
        return STN_BAD_INPUT;
    const mxArray *data = nin > 1 && !mxIsEmpty(in[1]) ? in[1] : NULL;
    StnStatus status = options_take(call, nin - 2, in + 2);
    if (!status && call->method->flags & STN_IDENTIFY_MODEL)
        return identify_model(call, data, out);
    if (!status)
        status = allocate(call);
    if (!status)
        status = prepare(call, options, data != NULL);
    const mxArray *other = status ? NULL : option(call, "validate");
    const mxArray *base = status ? NULL : option(call, "base");
    if (!status)
        status = option_text(call, "site", &site);
    if (!status)
        status = take_base(call, base, &site);
    if (!status)
        status = options_end(call);
    if (!status)
        status = read_all(call, options, data);
    call->result.method = call->method->name;
    call->result.site = site;
    if (!status)
        status = work(call, options, other);
    if (!status)
        status = new_result(call, &call->result, NULL, out);
    if (!status && call->result.rows.ncolumn > 0)
        put_record(put_rows(*out), &call->result.rows);
    return status ? status : put_scenario(call, site, call->scenario, *out);
}

/* "more than 0 m/s or rad/s": what is allowed, with units. */
static void range_text(const StnField *field, char *out, size_t size)
{
    char linear[64], rotary[64], unit[160];
    const bool mass = strncmp(field->unit, "$m", 2) == 0;
    stn_unit_text(mass ? "kg" : field->unit, 0, linear, sizeof linear);
    stn_unit_text(mass ? "kg*m^2" : field->unit, 1, rotary, sizeof rotary);
    const bool same = strcmp(linear, rotary) == 0;
    snprintf(unit, sizeof unit, "%s%s%s", linear, same ? "" : " or ", same ? "" : rotary);
    switch (field->kind) {
    case STN_FIELD_WORD: snprintf(out, size, "%s", field->unit); break;
    case STN_FIELD_FLAG:
        snprintf(out, size, "%s", field->def != 0.0 ? "with false" : "with true");
        break;
    case STN_FIELD_TEXT: snprintf(out, size, "%s", field->unit[0] ? field->unit : "TEXT"); break;
    default: stn_range_text(field->least, field->most, unit, out, size); break;
    }
}

/* The options of a method: names, ranges and meaning, a line each. */
StnStatus verb_options(Call *call, int nout, mxArray **out, int nin, const mxArray **in)
{
    const char *name = only_text(call, nin, in, "a method");
    (void)nout;
    if (!name)
        return STN_BAD_INPUT;
    call->method = find_method(call, name);
    if (!call->method)
        return STN_BAD_INPUT;
    const StnFields *tables[] = {call->method->fields, stn_data_fields()};
    *out = put(new_struct(), "summary", mxCreateString(call->method->summary));
    for (int i = 0; i < stn_data_column_count(); i++)
        put(*out, stn_data_column_at(i)->name, mxCreateString(stn_data_column_at(i)->text));
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < tables[t]->count; i++) {
            const StnField *field = &tables[t]->field[i];
            char range[STN_FIELD_TEXT_SIZE + 160], line[700];
            if (t == 1 && stn_fields_find(tables[0], field->name, NULL))
                continue; /* that of the method comes first */
            range_text(field, range, sizeof range);
            snprintf(line, sizeof line, "%s (%s)", field->text, range);
            put(*out, field->name, mxCreateString(line));
        }
    return STN_OK;
}
