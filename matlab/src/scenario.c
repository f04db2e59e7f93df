/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Names, scenarios and their runs: list, describe, plugin, run, law, compare, sweep. */
#include "call.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { OVERRIDES_MAX = 256 };

/* ---- What there is ---- */

static StnStatus give_text(Call *call, char *text, mxArray **out)
{
    call->text = text;
    if (!text)
        return call->error.status ? call->error.status : STN_FAILED;
    *out = mxCreateString(text);
    return STN_OK;
}

StnStatus verb_list(Call *call, int nout, mxArray **out, int nin, const mxArray **in)
{
    (void)nout;
    const char *what = nin > 0 ? only_text(call, nin, in, "one word, as 'laws'") : NULL;
    if (nin > 0 && !what)
        return STN_BAD_INPUT;
    return give_text(call, stn_list_json(catalog(), what, &call->error), out);
}

StnStatus verb_describe(Call *call, int nout, mxArray **out, int nin, const mxArray **in)
{
    (void)nout;
    const char *name = only_text(call, nin, in, "a name");
    if (!name)
        return STN_BAD_INPUT;
    return give_text(call, stn_describe_json(catalog(), name, &call->error), out);
}

StnStatus verb_plugin(Call *call, int nout, mxArray **out, int nin, const mxArray **in)
{
    (void)nout;
    const char *file = only_text(call, nin, in, "a file");
    if (!file)
        return STN_BAD_INPUT;
    *out = mxCreateDoubleMatrix(0, 0, mxREAL);
    return stn_plugin_load(catalog(), file, &call->error);
}

/* ---- Scenarios ---- */

typedef struct Overrides {
    StnOverride item[OVERRIDES_MAX];
    int count;
} Overrides;

static StnStatus add_override(Call *call, void *user, const char *path, const char *value)
{
    Overrides *overrides = user;
    if (overrides->count == OVERRIDES_MAX)
        return bad_input(call, "set: more than %d values", OVERRIDES_MAX);
    overrides->item[overrides->count++] = (StnOverride){path, value};
    return STN_OK;
}

/* Options that stand for a path of the scenario. */
static StnStatus add_shorthands(Call *call, Overrides *overrides)
{
    static const char *const names[][2] = {
        {"duration", "duration"}, {"every", "record.every"}, {"columns", "record.columns"}};
    StnStatus status = STN_OK;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !status; i++) {
        const mxArray *value = option(call, names[i][0]);
        const char *text = value ? value_text(call, value, names[i][0]) : NULL;
        if (value)
            status = text ? add_override(call, overrides, names[i][1], text) : STN_BAD_INPUT;
    }
    return status;
}

static StnScenario *load(Call *call, const mxArray *what, const StnScenarioOptions *options,
                         const char **name)
{
    const bool document = mxIsStruct(what);
    const char *text =
        document ? value_text(call, what, "the scenario") : plain_text(call, what, "the scenario");
    if (!text)
        return NULL;
    if (!document && !strchr(text, '\n')) {
        *name = text;
        return stn_scenario_load(text, options, &call->error);
    }
    *name = document ? "struct" : "text";
    return stn_scenario_parse(text, strlen(text), document ? STRUCT_SOURCE : *name, options,
                              &call->error);
}

StnStatus load_scenario(Call *call, const mxArray *what, const char **name)
{
    Overrides *overrides = mxCalloc(1, sizeof *overrides);
    StnScenarioOptions options = {.catalog = catalog()};
    const char **laws;
    StnStatus status = option_texts(call, "law", &laws, &options.nlaw);
    options.law = laws;
    if (!status)
        status = option_pairs(call, "set", add_override, overrides);
    if (!status && !call->method) /* whose `every` is about data */
        status = add_shorthands(call, overrides);
    options.set = overrides->item;
    options.nset = overrides->count;
    if (status)
        return status;
    call->scenario = load(call, what, &options, name);
    if (!call->scenario)
        return call->error.status;
    stn_scenario_set_catalog(call->scenario, catalog());
    return stn_scenario_check(call->scenario, &call->error);
}

StnStatus begin(Call *call, int nin, const mxArray **in, const char *needs, const char **name)
{
    const int own = needs != NULL;
    if (nin < 1 + own)
        return bad_input(call, "%s needs %s", call->verb, own ? needs : "a scenario");
    StnStatus status = options_take(call, nin - 1 - own, in + 1 + own);
    return status ? status : load_scenario(call, in[0], name);
}

/* ---- run ---- */

StnStatus verb_run(Call *call, int nout, mxArray **out, int nin, const mxArray **in)
{
    const char *name = "";
    mxArray *report = NULL;
    (void)nout;
    StnStatus status = begin(call, nin, in, NULL, &name);
    if (!status)
        status = options_end(call);
    if (status)
        return status;
    const StnSystem *system = stn_scenario_system(call->scenario);
    StnRunDef def = stn_scenario_run_def(call->scenario);
    StnState *state = stn_state_init(system, mxMalloc(stn_state_size(system)));
    def.progress = stn_watch_progress;
    def.user = &call->watch;
    work_begin(call);
    status = stn_run(system, state, &def, &call->record, &call->error);
    work_end();
    if (status)
        return status;
    stn_report_scenario_run(call->scenario, name, &call->record, status, 0, &call->result);
    status = new_result(call, &call->result, (const char *[]){"events", "energy", "counters", NULL},
                        &report);
    if (status)
        return status;
    *out = new_struct();
    put_record(*out, &call->record);
    put(*out, "events", new_events(call->record.event, call->record.nevent));
    put(*out, "energy", new_part(&call->result, "energy"));
    put(*out, "counters", new_part(&call->result, "counters"));
    put(*out, "report", report);
    return STN_OK;
}

/* ---- law ---- */

typedef struct LawValues {
    const StnLaw *law;
    StnScenario *bench;
} LawValues;

static StnStatus set_parameter(Call *call, const LawValues *values, const char *name,
                               const char *text)
{
    const char *names[64];
    char path[96];
    size_t count = 0;
    if (stn_law_parameter(values->law, name) >= 0) {
        snprintf(path, sizeof path, "friction.contact.%s", name);
        return stn_scenario_set(values->bench, path, text);
    }
    for (; count < (size_t)values->law->nparam && count < sizeof names / sizeof names[0]; count++)
        names[count] = values->law->params[count]->name;
    return bad_input(call, "the law \"%s\" has no parameter \"%s\"%s", values->law->name, name,
                     stn_suggest(name, names, count, "; allowed: ").text);
}

/* A law on the smallest mechanism with a friction site, where it has all of its values. */
static StnStatus make_bench(Call *call, const StnLaw *law)
{
    StnStatus status = STN_OK;
    call->scenario = stn_scenario_new("block");
    const LawValues values = {law, call->scenario};
    stn_scenario_set_catalog(call->scenario, catalog());
    stn_scenario_set(call->scenario, "duration", "1 s");
    stn_scenario_set(call->scenario, "inputs.u", "0 N");
    stn_scenario_set(call->scenario, "friction.contact.law", law->name);
    for (int i = 0; i < call->ngiven && !status; i++) {
        const char *text;
        if (call->given[i].used)
            continue;
        text = value_text(call, call->given[i].value, call->given[i].name);
        call->given[i].used = true;
        status = text ? set_parameter(call, &values, call->given[i].name, text) : STN_BAD_INPUT;
    }
    if (call->error.text[0])
        return STN_BAD_INPUT; /* a name; a value that does not fit is reported by the check */
    return stn_scenario_check(call->scenario, &call->error);
}

static mxArray *parameters_of(const StnSystem *system)
{
    mxArray *out = new_struct();
    for (int i = 0; i < stn_system_value_count(system, 0); i++) {
        const StnValue value = stn_system_value_at(system, 0, i);
        char word[64];
        if (value.param->kind == STN_KIND_CHOICE)
            put(out, value.param->name,
                mxCreateString(
                    stn_param_word(value.param, (int)value.value[0], word, sizeof word)));
        else
            put(out, value.param->name, new_column(value.value, (size_t)value.count));
    }
    return out;
}

const StnLaw *find_law(Call *call, const char *name)
{
    const StnLaw *law = stn_catalog_law(catalog(), name);
    const char *names[256];
    int count = stn_catalog_law_count(catalog());
    count = count < 256 ? count : 256;
    for (int i = 0; i < count; i++)
        names[i] = stn_catalog_law_at(catalog(), i)->name;
    if (!law)
        bad_input(call, "unknown law \"%s\"%s", name,
                  stn_suggest(name, names, (size_t)count, "; allowed: ").text);
    return law;
}

StnStatus verb_law(Call *call, int nout, mxArray **out, int nin, const mxArray **in)
{
    const char *name = nin > 0 ? plain_text(call, in[0], "the law") : NULL;
    if (!name)
        return nin > 0 ? STN_BAD_INPUT
                       : bad_input(call, "law needs the name of a law and velocities");
    const StnLaw *law = find_law(call, name);
    if (!law)
        return STN_BAD_INPUT;
    if (nin < 2 || !is_numbers(in[1]))
        return bad_input(call, "law needs velocities in m/s: an array of class double");
    StnStatus status = options_take(call, nin - 2, in + 2);
    const mxArray *load = status ? NULL : option(call, "load");
    if (load && !(is_numbers(load) && mxGetNumberOfElements(load) == 1))
        return bad_input(call, "load: a number is needed");
    if (!status)
        status = make_bench(call, law);
    if (status)
        return status;
    const StnSystem *system = stn_scenario_system(call->scenario);
    out[0] = mxCreateNumericArray(mxGetNumberOfDimensions(in[1]), mxGetDimensions(in[1]),
                                  mxDOUBLE_CLASS, mxREAL);
    stn_law_curve(system, 0, load ? mxGetScalar(load) : 0.0, mxGetPr(in[1]),
                  mxGetNumberOfElements(in[1]), mxGetPr(out[0]));
    if (nout > 1)
        out[1] = parameters_of(system);
    return STN_OK;
}

/* ---- compare ---- */

/* The measures of all laws as columns, and each run. */
static StnStatus give_comparison(Call *call, mxArray **out)
{
    const StnComparison *comparison = call->comparison;
    const int rows = stn_comparison_done(comparison);
    mxArray *laws = new_texts((size_t)rows), *runs = new_struct(), *units = new_struct();
    *out = put(new_struct(), "laws", laws);
    for (int k = 0; k < stn_comparison_column_count(); k++) {
        const StnComparisonColumn column = stn_comparison_column_at(k);
        mxArray *values = mxCreateDoubleMatrix((mwSize)rows, 1, mxREAL);
        const int site = stn_comparison_site(comparison);
        const StnPlant *plant = stn_system_plant(stn_comparison_row(comparison, 0)->system);
        char unit[64];
        for (int row = 0; row < rows; row++)
            mxGetPr(values)[row] = stn_comparison_value(comparison, row, k);
        put(*out, column.name, values);
        stn_unit_text(column.unit ? column.unit : "", plant->sites[site].rotary, unit, sizeof unit);
        put(units, column.name, mxCreateString(unit));
    }
    for (int row = 0; row < rows; row++) {
        const StnComparisonRow *one = stn_comparison_row(comparison, row);
        mxArray *run = new_struct();
        put_text(laws, (size_t)row, one->law);
        put_record(run, &one->record);
        put(run, "events", new_events(one->record.event, one->record.nevent));
        put(run, "error", mxCreateString(one->status ? one->error.text : ""));
        put(runs, one->law, run);
    }
    stn_report_comparison(comparison, 0, &call->result);
    if (stn_result_check(&call->result, &call->error) != STN_OK)
        return STN_NO_MEMORY;
    put(put(*out, "units", units), "runs", runs);
    mxArray *page = new_page(call, &call->result);
    if (!page)
        return call->error.status ? call->error.status : STN_NO_MEMORY;
    put(*out, "text", page);
    return STN_OK;
}

StnStatus verb_compare(Call *call, int nout, mxArray **out, int nin, const mxArray **in)
{
    StnComparisonDef def = {.options = {.catalog = catalog()}};
    const char *name = "", **laws;
    (void)nout;
    StnStatus status = begin(call, nin, in, NULL, &name);
    if (!status)
        status = option_texts(call, "laws", &laws, &def.nlaw);
    if (!status)
        status = option_text(call, "site", &def.site);
    if (!status)
        status = options_end(call);
    if (status)
        return status;
    def.scenario = name;
    def.document = call->scenario;
    def.law = laws;
    call->comparison = stn_comparison_new(&def, &call->error);
    if (!call->comparison)
        return call->error.status;
    work_begin(call);
    for (int row = 0; row < stn_comparison_count(call->comparison); row++) {
        status = stn_comparison_run(call->comparison, row, stn_watch_progress, &call->watch);
        if (status == STN_CANCELLED || status == STN_NO_MEMORY)
            return status;
    }
    work_end();
    return give_comparison(call, out);
}

/* ---- sweep ---- */

typedef struct Varied {
    const char *text[STN_VARIES_MAX];
    int count;
} Varied;

/* "ADDRESS=SPREAD": a text as the program takes it, or these values. */
static StnStatus add_varied(Call *call, void *user, const char *path, const char *value)
{
    Varied *varied = user;
    const size_t length = strlen(path) + strlen(value) + 8;
    char *text = mxMalloc(length);
    const bool list = value[0] == '[';
    if (varied->count == STN_VARIES_MAX)
        return bad_input(call, "more than %d quantities vary", STN_VARIES_MAX);
    snprintf(text, length, "%s=%s%s", path, list ? "list:" : "", list ? value + 1 : value);
    if (list)
        text[strlen(text) - 1] = '\0';
    varied->text[varied->count++] = text;
    return STN_OK;
}

static StnStatus give_study(Call *call, mxArray **out)
{
    StnStudy *study = call->study;
    const int columns = stn_study_quantity_count(study) + stn_study_metric_count(study);
    mxArray *values = new_struct(), *units = new_struct(), *names = new_texts((size_t)columns),
            *report = NULL;
    StnStatus status = stn_report_study(study, 0, &call->result, &call->error);
    for (int i = 0; i < columns && !status; i++) {
        const char *name = stn_study_column_name(study, i);
        mxArray *column = mxCreateDoubleMatrix((mwSize)stn_study_count(study), 1, mxREAL);
        status = stn_study_column(study, i, mxGetPr(column), &call->error);
        put(values, name, column);
        put(units, name, mxCreateString(stn_study_column_unit(study, i)));
        put_text(names, (size_t)i, name);
    }
    if (!status)
        status = new_result(call, &call->result, NULL, &report);
    if (status)
        return status;
    *out = put(put(put(new_struct(), "columns", values), "units", units), "names", names);
    put(*out, "report", report);
    return STN_OK;
}

StnStatus verb_sweep(Call *call, int nout, mxArray **out, int nin, const mxArray **in)
{
    Varied *varied = mxCalloc(1, sizeof *varied);
    StnStudyDef def = {.catalog = catalog(), .vary = varied->text};
    const char *name = "", **metric, **expect, **correlate, **trajectory;
    (void)nout;
    stn_fields_default(&stn_study_fields, &def.settings);
    StnStatus status = begin(call, nin, in, "a scenario and what is varied", &name);
    if (!status)
        status = each_pair(call, "vary", in[1], add_varied, varied);
    if (!status)
        status = option_texts(call, "metrics", &metric, &def.nmetric);
    if (!status)
        status = option_texts(call, "expect", &expect, &def.nexpect);
    if (!status)
        status = option_texts(call, "correlate", &correlate, &def.ncorrelate);
    if (!status)
        status = option_texts(call, "trajectories", &trajectory, &def.ntrajectory);
    if (!status)
        status = option_text(call, "store", &def.store);
    if (!status)
        status = option_fields(call, &stn_study_fields, &def.settings, NULL);
    if (!status)
        status = options_end(call);
    if (status)
        return status;
    def.scenario = call->scenario;
    def.name = name;
    def.nvary = varied->count;
    def.metric = metric;
    def.expect = expect;
    def.correlate = correlate;
    def.trajectory = trajectory;
    call->study = stn_study_new(&def, &call->error);
    if (!call->study)
        return call->error.status;
    work_begin(call);
    status = stn_study_run(call->study, stn_watch_progress, &call->watch, &call->error);
    work_end();
    return status ? status : give_study(call, out);
}
