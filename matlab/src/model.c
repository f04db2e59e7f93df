/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fits of a scenario to measured data, closed loop included, or of a law alone to a measured motion: identify fit and identify
 * select. */
#include "identify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is simulated, and what it is compared with. */
typedef struct Model {
    DataOptions data;
    const StnSystem *system; /* NULL: a measured motion, without a plant */
    bool selects, means, held_given;
    const char
        *column[STN_DATA_EXTRA_MAX]; /* of the model that are compared; the first extra columns */
    int input[STN_DATA_EXTRA_MAX];   /* of the plant that were measured; the others */
    int ncolumn, ninput;
    const char *measured[STN_DATA_EXTRA_MAX]; /* what the data call the first */
    StnFitRun run[STN_FIT_RUNS_MAX];
    int nrun;
    unsigned char *use; /* of the first run */
    StnFitSignal signal[STN_FIT_RUNS_MAX][STN_DATA_EXTRA_MAX];
    StnFreeParameter free[STN_FREE_MAX];
    int nfree;
    double hold_out;
    bool hold, lines, from_zero, cycles, evaluate;
} Model;

/* ---- Columns ---- */

static StnStatus add_extra(Call *call, Model *model, const char *column, const char *unit)
{
    if (model->data.nextra == STN_DATA_EXTRA_MAX)
        return bad_input(call, "more than %d columns of match and input", STN_DATA_EXTRA_MAX);
    char *own = mxCalloc(strlen(unit) + 1, 1);
    strcpy(own, unit);
    model->data.extra[model->data.nextra].column = column;
    model->data.extra[model->data.nextra++].unit = own;
    return STN_OK;
}

static StnStatus add_match(Call *call, void *user, const char *name, const char *column)
{
    Model *model = user;
    const int index = stn_system_column(model->system, name);
    if (index < 0) {
        const char *names[128];
        static char copy[128][48];
        int count = stn_system_column_count(model->system);
        count = count < 128 ? count : 128;
        for (int i = 0; i < count; i++) {
            snprintf(copy[i], sizeof copy[i], "%s", stn_system_column_at(model->system, i).name);
            names[i] = copy[i];
        }
        return bad_input(call, "unknown column of the model: \"%s\"%s", name,
                         stn_suggest(name, names, (size_t)count, "; allowed: ").text);
    }
    if (model->ncolumn < STN_DATA_EXTRA_MAX) {
        model->measured[model->ncolumn] = column;
        model->column[model->ncolumn++] = name;
    }
    return add_extra(call, model, column, stn_system_column_at(model->system, index).unit);
}

static StnStatus add_input(Call *call, void *user, const char *name, const char *column)
{
    Model *model = user;
    const StnPlant *plant = stn_system_plant(model->system);
    const int index = stn_plant_input(plant, name);
    if (index < 0) {
        const char *names[64];
        int count = 0;
        for (; count < plant->ninput && count < 64; count++)
            names[count] = plant->inputs[count].name;
        return bad_input(call, "unknown input of the model: \"%s\"%s", name,
                         stn_suggest(name, names, (size_t)count, "; allowed: ").text);
    }
    if (model->ninput < STN_DATA_EXTRA_MAX)
        model->input[model->ninput++] = index;
    return add_extra(call, model, column, plant->inputs[index].unit);
}

static StnStatus take_flag(Call *call, const char *name, bool *flag)
{
    const mxArray *value = option(call, name);
    if (value && !mxIsLogicalScalar(value))
        return bad_input(call, "%s: true or false is needed", name);
    *flag = value && mxIsLogicalScalarTrue(value);
    return STN_OK;
}

static StnStatus take_hold_out(Call *call, Model *model)
{
    const mxArray *value = option(call, "hold_out");
    if (!value)
        return STN_OK;
    if (!is_numbers(value) || mxGetNumberOfElements(value) != 1 ||
        !(mxGetScalar(value) >= 0.0 && mxGetScalar(value) < 1.0))
        return bad_input(call, "hold_out: a part from 0 to below 1 is needed");
    model->hold_out = mxGetScalar(value);
    model->held_given = true;
    return STN_OK;
}

/* The options about a plant, and what is compared with the data. */
static StnStatus take_plant(Call *call, Model *model, const mxArray *scenario)
{
    const char *name = "";
    StnStatus status = load_scenario(call, scenario, &name);
    if (status)
        return status;
    model->system = stn_scenario_system(call->scenario);
    status = option_pairs(call, "match", add_match, model);
    if (!status)
        status = option_pairs(call, "input", add_input, model);
    if (!status && model->ncolumn == 0)
        status = bad_input(call, "say what is compared: 'match', {COLUMN, DATA}, as in 'match', "
                                 "{'x', 'position'}");
    if (!status)
        status = data_options(call, &model->data);
    if (!status && model->data.roles & ~(1u << STN_ROLE_TIME))
        status = bad_input(
            call, "with a scenario, 'match' and 'input' name the columns of data, no roles");
    if (!status)
        status = take_flag(call, "hold", &model->hold);
    if (!status)
        status = take_flag(call, "lines", &model->lines);
    if (!status)
        status = take_flag(call, "from_zero", &model->from_zero);
    return status ? status : take_flag(call, "cycles", &model->cycles);
}

/* The options about a measured motion: columns by role. */
static StnStatus take_motion(Call *call, Model *model)
{
    const unsigned motion = 1u << STN_ROLE_POSITION | 1u << STN_ROLE_VELOCITY;
    StnStatus status = data_options(call, &model->data);
    if (!status && (!(model->data.roles & 1u << STN_ROLE_EFFORT) || !(model->data.roles & motion)))
        status = bad_input(
            call,
            "identify %s needs a model: 'scenario', SCENARIO; or, where the force of friction was "
            "measured, 'effort', COLUMN and 'position' or 'velocity', COLUMN",
            call->method->name);
    return status ? status : take_flag(call, "means", &model->means);
}

static StnStatus take_model(Call *call, Model *model)
{
    const mxArray *scenario = option(call, "scenario");
    StnStatus status = scenario ? take_plant(call, model, scenario) : take_motion(call, model);
    if (!status)
        status = take_hold_out(call, model);
    return status ? status : take_flag(call, "evaluate", &model->evaluate);
}

/* ---- Runs ---- */

static double *values_of(const Call *call, int extra, size_t first)
{
    return call->data[0].value[STN_DATA_EXTRA + extra] + first;
}

/* Which rows are fitted, and which, the last ones, are held out. */
static unsigned char *new_use(size_t rows, double hold_out)
{
    unsigned char *use = mxCalloc(rows + 1, 1);
    const double kept = floor((1.0 - hold_out) * (double)rows + 0.5);
    for (size_t i = 0; i < rows; i++)
        use[i] = (double)i < kept ? STN_ROW_FIT : STN_ROW_HELD;
    return use;
}

static StnStatus make_run(Call *call, Model *model, int r)
{
    const StnData *data = &call->data[0];
    const size_t first = data->run[r], rows = data->run[r + 1] - first;
    double *t = data->value[STN_ROLE_TIME] + first;
    const double begin = t[0];
    StnFitRun *run = &model->run[r];
    for (size_t i = 0; i < rows; i++)
        t[i] -= model->from_zero ? begin : 0.0;
    *run = (StnFitRun){.def = stn_scenario_def(call->scenario),
                       .t = t,
                       .rows = rows,
                       .signal = model->signal[r],
                       .nsignal = model->ncolumn,
                       .use = new_use(rows, model->hold_out),
                       .measured = model->measured,
                       .target = model->cycles ? STN_FIT_TARGET_CYCLES : STN_FIT_TARGET_ROWS};
    for (int i = 0; i < model->ncolumn; i++)
        model->signal[r][i] = (StnFitSignal){model->column[i], values_of(call, i, first), NAN};
    for (int i = 0; i < model->ninput; i++) {
        const bool held =
            model->hold || (stn_fit_holds(model->system, model->input[i]) && !model->lines);
        StnSignal *signal =
            stn_signal_table(t, values_of(call, model->ncolumn + i, first), rows, held);
        if (!signal)
            return stn_out_of_memory(&call->error);
        call->signal[call->nsignal++] = signal;
        run->def.input[model->input[i]] = signal;
    }
    return STN_OK;
}

/* The law, the number of its elements and the filter of a measured motion, whose run this makes. */
static StnStatus make_motion(Call *call, Model *model, const StnLaw *law)
{
    static const StnField elements = {"elements",
                                      STN_FIELD_INTEGER,
                                      offsetof(StnMeasuredDef, elements),
                                      sizeof(int),
                                      "1",
                                      4.0,
                                      1.0,
                                      STN_VECTOR_MAX,
                                      ""};
    const StnFields own = {"measured", &elements, 1, sizeof(StnMeasuredDef)};
    StnMeasuredDef def = stn_default_measured_def(law);
    StnFitDef early = stn_default_fit_def(NULL, 0, NULL, 0); /* its filter is needed before it */
    StnStatus status = option_fields(call, &own, &def, NULL);
    if (!status)
        status = option_fields(call, &stn_fit_fields, &early, NULL);
    if (status)
        return status;
    def.means = model->means;
    def.cutoff = early.cutoff;
    call->measured = calloc(1, sizeof *call->measured);
    if (!call->measured)
        return stn_out_of_memory(&call->error);
    status = stn_measured_take(&call->data[0], &def, call->measured, &model->run[0], &call->error);
    if (status)
        return status;
    model->nrun = 1;
    model->use =
        new_use(model->run[0].rows, model->means && !model->held_given ? 0.0 : model->hold_out);
    model->run[0].use = model->use;
    return STN_OK;
}

static StnStatus make_runs(Call *call, Model *model, const StnLaw *law, const mxArray *data)
{
    if (!data || (mxIsCell(data) && mxGetNumberOfElements(data) != 1))
        return bad_input(call, "identify %s needs one record", call->method->name);
    StnStatus status = read_data(call, &model->data, mxIsCell(data) ? mxGetCell(data, 0) : data, 2);
    if (status)
        return status;
    if (!model->system)
        return make_motion(call, model, law);
    model->nrun = call->data[0].nrun;
    if (model->nrun > STN_FIT_RUNS_MAX)
        return bad_input(call, "%d runs; at most %d can be fitted at once", model->nrun,
                         STN_FIT_RUNS_MAX);
    for (int r = 0; r < model->nrun && !status; r++)
        status = make_run(call, model, r);
    return status;
}

/* ---- What is free ---- */

/* "NAME" or "NAME=START". */
static StnStatus add_free(Call *call, Model *model, char *text)
{
    char unit[32] = "";
    char *equals = strchr(text, '=');
    if (model->nfree == STN_FREE_MAX)
        return bad_input(call, "free: more than %d parameters", STN_FREE_MAX);
    if (equals)
        *equals = '\0';
    StnFreeParameter *one = &model->free[model->nfree++];
    *one = stn_free_parameter(text);
    if (!equals)
        return STN_OK;
    if (stn_free_parameter_unit(&model->run[0], one, unit, &call->error) != STN_OK)
        return STN_BAD_INPUT;
    const StnField start = {.name = text,
                            .kind = STN_FIELD_NUMBER,
                            .at = offsetof(StnFreeParameter, start),
                            .size = sizeof(double),
                            .unit = unit[0] ? unit : "1",
                            .least = -DBL_MAX,
                            .most = DBL_MAX};
    return stn_field_set_text(&start, one, equals + 1, &call->error);
}

/* Texts, each of which may name several with commas between them. */
static StnStatus take_free(Call *call, Model *model)
{
    const char **texts;
    int count;
    StnStatus status = option_texts(call, "free", &texts, &count);
    for (int i = 0; i < count && !status; i++) {
        const char *rest = texts[i];
        while (*rest && !status) {
            const size_t length = strcspn(rest, ",");
            char *one = mxCalloc(length + 1, 1);
            memcpy(one, rest, length);
            status = length ? add_free(call, model, one)
                            : bad_input(call, "free: \"%s\" has an empty entry", texts[i]);
            rest += length + (rest[length] == ',');
        }
    }
    return status;
}

static StnStatus take_settings(Call *call, Model *model, StnFitDef *def)
{
    bool given[STN_FIELDS_MAX] = {false};
    StnStatus status = take_free(call, model);
    *def = stn_default_fit_def(model->run, model->nrun, model->free, model->nfree);
    if (model->cycles)
        def->spread = 10.0;
    if (!model->system)
        stn_measured_search(def);
    if (!status)
        status = option_fields(call, &stn_fit_fields, def, given);
    for (int i = 0; i < stn_fit_fields.count && !status; i++) {
        const char *name = stn_fit_fields.field[i].name;
        if (model->system && given[i] && (strcmp(name, "mass") == 0 || strcmp(name, "cutoff") == 0))
            status = bad_input(
                call,
                "mass and cutoff are for a measured motion without a plant; set the mass in the "
                "scenario");
    }
    def->progress = stn_watch_progress;
    def->user = &call->watch;
    return status;
}

/* ---- Results ---- */

/* The document of the model with what was found. */
static StnStatus put_model(Call *call, const StnFitDef *def, const StnFitResult *result,
                           const StnCandidate *candidate, int site, mxArray *out)
{
    call->other = call->measured ? stn_measured_scenario(call->measured, def, candidate, result,
                                                         catalog(), &call->error)
                                 : stn_scenario_copy(call->scenario);
    if (!call->other)
        return call->error.status ? call->error.status : stn_out_of_memory(&call->error);
    stn_scenario_set_catalog(call->other, catalog());
    if (stn_fit_apply(result, candidate, site, call->other, &call->error) != STN_OK)
        return call->error.status;
    stn_text_free(call->text);
    call->text = stn_scenario_text(call->other);
    if (!call->text)
        return stn_out_of_memory(&call->error);
    put(out, "scenario", mxCreateString(call->text));
    return STN_OK;
}

/* Rows of a measured motion that a law can make no use of are left out. */
static StnStatus mark(Call *call, Model *model, const StnFitDef *def, const StnCandidate *candidate,
                      int count)
{
    return call->measured ? stn_measured_mark(call->measured, &call->data[0], def, candidate, count,
                                              model->use, &call->error)
                          : STN_OK;
}

static StnStatus fit(Call *call, Model *model, mxArray **out)
{
    StnFitDef def;
    StnStatus status = take_settings(call, model, &def);
    if (!status)
        status = options_end(call);
    if (!status)
        status = mark(call, model, &def, NULL, 0);
    if (status)
        return status;
    call->fit = calloc(1, sizeof *call->fit);
    if (!call->fit)
        return stn_out_of_memory(&call->error);
    work_begin(call);
    status = model->evaluate ? stn_fit_evaluate(&def, call->fit, &call->error)
                             : stn_fit(&def, call->fit, &call->error);
    work_end();
    if (status)
        return status;
    stn_report_data(&call->result, &call->data[0]);
    stn_report_fit(&def, call->fit, &call->data[0], false, &call->result);
    status = new_result(call, &call->result, NULL, out);
    return status ? status : put_model(call, &def, call->fit, NULL, 0, *out);
}

static StnStatus take_laws(Call *call, const StnLaw **law, int *count)
{
    const char **names;
    StnStatus status = option_texts(call, "laws", &names, count);
    if (!status && *count == 0)
        return bad_input(call, "identify select needs laws: 'laws', {'coulomb', 'stribeck', ...}");
    if (!status && *count > STN_COMPARISON_LAWS_MAX)
        return bad_input(call, "more than %d laws", STN_COMPARISON_LAWS_MAX);
    for (int i = 0; i < *count && !status; i++) {
        law[i] = find_law(call, names[i]);
        status = law[i] ? STN_OK : STN_BAD_INPUT;
    }
    return status;
}

static StnStatus take_site(Call *call, const Model *model, int *site)
{
    const char *name = NULL;
    StnStatus status = option_text(call, "site", &name);
    *site = name && model->system ? stn_plant_site(stn_system_plant(model->system), name) : 0;
    if (!status && *site < 0)
        status = bad_input(call, "unknown friction site \"%s\"", name);
    return status;
}

static StnStatus choose(Call *call, Model *model, const StnLaw *const *law, int nlaw, mxArray **out)
{
    StnCandidate *candidate = mxCalloc(STN_CANDIDATES_MAX, sizeof *candidate);
    StnFitDef def;
    int site = 0;
    StnStatus status = take_settings(call, model, &def);
    StnSelectDef chosen = stn_default_select_def(def);
    if (!status)
        status = stn_data_position_resolution(&call->data[0], &chosen.resolution, &call->error);
    if (!status)
        status = take_site(call, model, &site);
    chosen.folds = model->means && !model->held_given ? STN_SELECT_FOLDS : 0;
    if (!status)
        status = option_fields(call, &stn_select_fields, &chosen, NULL);
    if (!status)
        status = options_end(call);
    if (status)
        return status;
    chosen.site = site;
    chosen.candidate = candidate;
    chosen.ncandidate = stn_select_candidates(model->run, site, law, nlaw, candidate);
    status = mark(call, model, &chosen.fit, candidate, chosen.ncandidate);
    if (status)
        return status;
    work_begin(call);
    status = stn_select_law(&chosen, &call->selection, &call->error);
    work_end();
    if (status)
        return status;
    stn_report_selection(&chosen, &call->selection, &call->data[0], false, &call->result);
    status = new_result(call, &call->result, NULL, out);
    const int best = call->selection.recommended;
    return status || best < 0 ? status
                              : put_model(call, &chosen.fit, &call->selection.row[best].result,
                                          &candidate[best], site, *out);
}

StnStatus identify_model(Call *call, const mxArray *data, mxArray **out)
{
    Model *model = mxCalloc(1, sizeof *model);
    const StnLaw *law[STN_COMPARISON_LAWS_MAX] = {NULL};
    const char *name = "coulomb"; /* of a measured motion, as in the program */
    int nlaw = 0;
    model->selects = call->method->fields == &stn_select_fields;
    model->hold_out =
        model->selects ? STN_SELECT_HELD : 0.0; /* a choice needs rows that it has not seen */
    StnStatus status = take_model(call, model);
    if (!status && model->selects)
        status = take_laws(call, law, &nlaw);
    const StnLaw *moved = NULL;
    if (!status && !model->system) {
        status = option_text(call, "law", &name);
        moved = status ? NULL : find_law(call, name);
        status = moved ? STN_OK : STN_BAD_INPUT;
    }
    if (!status)
        status = make_runs(call, model, moved, data);
    call->result.method = call->method->name;
    if (status)
        return status;
    return model->selects ? choose(call, model, law, nlaw, out) : fit(call, model, out);
}
