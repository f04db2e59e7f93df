/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One remedy, tuned, and how much it depends on the friction levels and on the sensor: the compensation keeps its numbers
 * while those of the plant change. */
#include "remedies/remedies.h"
#include "threads/pool.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TUNED_MOST = STN_REMEDY_SETTINGS + 1, RANGE_TEXT = 160, LEVELS = 3 };
static const double level[LEVELS] = {0.8, 1.0, 1.2};

struct StnRemedyTune {
    char *minimise, *remedy;
    StnScenario *bare, *scenario; /* without and with the remedy, with rows for the metric */
    StnScenario *cured;           /* with the remedy and the rows of the scenario */
    StnRemedy row;
    char range[TUNED_MOST][RANGE_TEXT];
    int nrange, site, threads;
    StnTune *tune;
    StnScenario *found;
    StnRemedyTrial trial[STN_REMEDY_TRIALS_MAX];
    char *sensor[STN_REMEDY_TRIALS_MAX];
    int nsensor, ntrial;
};

/* ---- What is tuned ---- */

static void add_range(StnRemedyTune *t, const StnSystem *system, const char *path, double value,
                      double factor)
{
    StnAddress address;
    if (stn_address(system, path, &address, NULL) != STN_OK || t->nrange == TUNED_MOST)
        return;
    const StnAddressInfo info = stn_address_info(system, address);
    char from[32], to[32];
    const double low = fmax(value / factor, info.min), high = fmin(value * factor, info.max);
    snprintf(t->range[t->nrange++], RANGE_TEXT, "%s=log:%s:%s", path, stn_number_text(low, from),
             stn_number_text(high, to));
}

/* Of a rule, the numbers of the controller that its settings or their texts name. */
static void find_ranges(StnRemedyTune *t)
{
    const StnSystem *system = stn_scenario_system(t->scenario);
    const bool term = stn_compensation_find(t->remedy) != NULL;
    char path[96];
    for (int k = 0; k < t->row.nsetting; k++) {
        const StnRemedyDefault about = stn_remedy_default_at(t->row.setting[k]);
        snprintf(path, sizeof path, "%s.%s", term ? "compensation.1" : "controller", about.name);
        if (about.factor > 1.0)
            add_range(t, system, path, t->row.value[k], about.factor);
    }
    if (term)
        snprintf(t->range[t->nrange++], RANGE_TEXT, "compensation.1.scale=0.2:1.2");
    const StnPlant *plant = stn_system_plant(system);
    for (int i = 0; i < plant->nparam && !term; i++)
        for (int d = 0; d < stn_remedy_default_count(); d++)
            if (strcmp(plant->params[i].name, stn_remedy_default_at(d).name) == 0 &&
                strstr(plant->params[i].text, t->remedy)) {
                snprintf(path, sizeof path, "controller.%s", plant->params[i].name);
                add_range(t, system, path, stn_remedy_default(system, plant->params[i].name),
                          stn_remedy_default_at(d).factor);
            }
}

/* ---- Set-up ---- */

static StnStatus load(StnRemedyTune *t, const StnRemedyTuneDef *def, StnError *error)
{
    char every[48], number[32];
    StnLoop loop;
    t->bare = stn_remedy_load(def->scenario, def->document, def->options, def->law, error);
    if (!t->bare)
        return error->status;
    if (stn_system_loop(stn_scenario_system(t->bare), &loop, NULL, error) != STN_OK)
        return error->status;
    t->site = loop.site;
    StnRunDef run = stn_scenario_run_def(t->bare);
    snprintf(
        every, sizeof every, "%s s",
        stn_number_text(stn_remedy_time_between_rows(stn_scenario_system(t->bare), &run), number));
    if (stn_system_term_count(stn_scenario_system(t->bare)) > 0)
        stn_scenario_set(t->bare, "compensation", "[]");
    t->cured = stn_scenario_copy(t->bare);
    t->row = (StnRemedy){.name = t->remedy, .scale = 1.0};
    if (!t->cured)
        return stn_out_of_memory(error);
    const StnStatus status = stn_remedy_apply(t->cured, t->remedy, &t->row, error);
    t->scenario = stn_scenario_copy(t->cured);
    if (!t->scenario)
        return stn_out_of_memory(error);
    stn_scenario_set(t->bare, "record.every", every);
    stn_scenario_set(t->scenario, "record.every", every);
    if (status != STN_OK || stn_scenario_check(t->bare, error) != STN_OK)
        return status ? status : error->status;
    return stn_scenario_check(t->scenario, error);
}

static StnStatus check_name(StnRemedyTune *t, StnError *error)
{
    StnRemedyNames names;
    const StnStatus status = stn_scenario_check(t->bare, error);
    if (status != STN_OK)
        return status;
    error->file[0] = '\0', error->line = error->column = 0;
    stn_remedy_names(stn_scenario_system(t->bare), &names);
    for (int i = 0; i < names.count; i++)
        if (strcmp(names.name[i], t->remedy) == 0)
            return STN_OK;
    return stn_error(error, STN_BAD_INPUT, "unknown remedy \"%s\"%s", t->remedy,
                     stn_suggest(t->remedy, names.name, (size_t)names.count, "; allowed: ").text);
}

static StnStatus make_tune(StnRemedyTune *t, const StnRemedyTuneDef *def, StnError *error)
{
    const char *range[TUNED_MOST];
    find_ranges(t);
    if (t->nrange == 0)
        return stn_error(error, STN_BAD_INPUT, "%s has no number that could be tuned", t->remedy);
    for (int i = 0; i < t->nrange; i++)
        range[i] = t->range[i];
    StnTuneDef tune = {.scenario = t->scenario,
                       .name = def->scenario,
                       .catalog = def->options.catalog,
                       .tune = range,
                       .ntune = t->nrange,
                       .minimise = t->minimise};
    stn_fields_default(&stn_tune_fields, &tune.settings);
    tune.settings.evaluations = def->evaluations > 0 ? def->evaluations : 60;
    tune.settings.threads = def->threads;
    t->tune = stn_tune_new(&tune, error);
    return t->tune ? STN_OK : error->status;
}

/* The scenario's own sensor, then those asked for, or an ideal one and an encoder with 1/1000 of the way of the command;
 * false: out of memory. */
static bool list_sensors(StnRemedyTune *t, const StnRemedyTuneDef *def)
{
    char coarse[64], number[32];
    StnRecord record = {.rows = 0};
    StnError error = {.status = STN_OK};
    const char *usual[] = {"ideal", coarse};
    if (stn_scenario_run(t->bare, &record, &error) == STN_NO_MEMORY)
        return false;
    const StnResponse way = stn_response_of(stn_scenario_system(t->bare), t->site, &record);
    stn_record_free(&record);
    snprintf(coarse, sizeof coarse, "resolution: %s",
             stn_number_text(1e-3 * (way.size > 0.0 ? way.size : 1.0), number));
    const int count = def->sensor ? def->nsensor : 2;
    const char *const *text = def->sensor ? def->sensor : usual;
    for (int i = 0; i < count && LEVELS + t->nsensor < STN_REMEDY_TRIALS_MAX; i++) {
        t->sensor[t->nsensor] = strdup(text[i]);
        if (!t->sensor[t->nsensor++])
            return false;
    }
    return true;
}

/* Before a search those asked for are tried, so that a slip of the pen is no row without numbers. */
static StnStatus check_sensors(const StnRemedyTune *t, const StnRemedyTuneDef *def, StnError *error)
{
    StnStatus status = STN_OK;
    if (def->sensor && def->nsensor > STN_REMEDY_TRIALS_MAX - LEVELS)
        status =
            stn_error(error, STN_BAD_INPUT, "more than %d sensors", STN_REMEDY_TRIALS_MAX - LEVELS);
    for (int i = 0; def->sensor && i < t->nsensor && status == STN_OK; i++) {
        StnScenario *scenario = stn_scenario_copy(t->bare);
        status = scenario ? stn_remedy_sensor(scenario, t->site, t->sensor[i], error)
                          : stn_out_of_memory(error);
        stn_scenario_free(scenario);
    }
    if (status == STN_BAD_INPUT)
        snprintf(error->path, sizeof error->path, "sensor");
    return status;
}

StnRemedyTune *stn_remedy_tune_new(const StnRemedyTuneDef *def, StnError *error)
{
    StnError own = {.status = STN_OK};
    StnRemedyTune *t = calloc(1, sizeof *t);
    StnStatus status = t ? STN_OK : stn_out_of_memory(&own);
    if (t) {
        t->threads = def->threads;
        t->minimise = strdup(def->minimise);
        t->remedy = strdup(def->remedy);
        status = t->minimise && t->remedy ? STN_OK : stn_out_of_memory(&own);
    }
    if (status == STN_OK && (status = load(t, def, &own)) != STN_OK && t->bare &&
        check_name(t, &own) != STN_OK)
        status = own.status;
    const bool named = status == STN_OK && check_name(t, &own) == STN_OK;
    if (status == STN_OK)
        status = named ? make_tune(t, def, &own) : own.status;
    if (status != STN_OK && t && t->bare && !own.path[0])
        snprintf(own.path, sizeof own.path, "tune");
    if (status == STN_OK && !list_sensors(t, def))
        status = stn_out_of_memory(&own);
    if (status == STN_OK)
        status = check_sensors(t, def, &own);
    if (status == STN_OK)
        return t;
    if (error)
        *error = own;
    stn_remedy_tune_free(t);
    return NULL;
}

void stn_remedy_tune_free(StnRemedyTune *t)
{
    if (!t)
        return;
    stn_tune_free(t->tune);
    stn_scenario_free(t->found);
    stn_scenario_free(t->cured);
    stn_scenario_free(t->scenario);
    stn_scenario_free(t->bare);
    for (int i = 0; i < t->nsensor; i++)
        free(t->sensor[i]);
    free(t->minimise);
    free(t->remedy);
    free(t);
}

/* ---- Other friction, other sensors ---- */

/* Gives a term the friction numbers that it has from the plant, so that it keeps them. */
static void keep_numbers(StnScenario *scenario)
{
    const StnSystem *system = stn_scenario_system(scenario);
    double value[64][STN_VECTOR_MAX];
    char path[64][96];
    int count[64], found = 0;
    const int values = stn_system_term_value_count(system, 0);
    for (int i = 0; i < values && found < 64; i++) {
        const StnValue v = stn_system_term_value_at(system, 0, i);
        if (v.given || !v.derived || v.count < 1 || v.param->kind == STN_KIND_CHOICE ||
            isnan(v.value[0]))
            continue;
        snprintf(path[found], sizeof path[0], "compensation.1.%s", v.param->name);
        memcpy(value[found], v.value, (size_t)v.count * sizeof(double));
        count[found++] = v.count;
    }
    for (int i = 0; i < found; i++)
        stn_scenario_set_numbers(scenario, path[i], value[i], count[i]);
}

/* All levels of the site, which are forces. */
static void scale_levels(StnScenario *scenario, int site, double factor)
{
    const StnSystem *system = stn_scenario_system(scenario);
    const char *name = stn_system_plant(system)->sites[site].name;
    double value[64][STN_VECTOR_MAX];
    char path[64][96];
    int count[64], found = 0;
    for (int i = 0; i < stn_system_value_count(system, site) && found < 64; i++) {
        const StnValue v = stn_system_value_at(system, site, i);
        if (strcmp(v.param->unit, "$F") != 0 || v.count < 1 || isnan(v.value[0]))
            continue;
        snprintf(path[found], sizeof path[0], "friction.%s.%s", name, v.param->name);
        for (int k = 0; k < v.count; k++)
            value[found][k] = factor * v.value[k];
        count[found++] = v.count;
    }
    for (int i = 0; i < found; i++)
        stn_scenario_set_numbers(scenario, path[i], value[i], count[i]);
}

static double value_of(const StnScenario *scenario, const char *text, StnError *error)
{
    double value = NAN;
    if (stn_scenario_check(scenario, error) != STN_OK)
        return value;
    const StnSystem *system = stn_scenario_system(scenario);
    StnMetric *metric = stn_metric_new(system, text, error);
    StnRecord record = {.rows = 0};
    StnRunDef def = stn_scenario_run_def(scenario);
    void *memory = metric ? malloc(stn_state_size(system)) : NULL;
    def.columns = NULL, def.ncolumn = 0; /* a metric may ask for any */
    if (metric && !memory)
        stn_out_of_memory(error);
    if (memory && stn_run(system, stn_state_init(system, memory), &def, &record, error) == STN_OK) {
        const StnMetric *const list[] = {metric};
        stn_metric_values(list, 1, system, &record, &value);
    }
    free(memory);
    stn_record_free(&record);
    stn_metric_free(metric);
    return value;
}

/* Another friction for a copy, whose term keeps its own. */
static StnStatus adapt(const StnRemedyTune *t, StnScenario *scenario, double friction, bool remedy,
                       StnError *error)
{
    StnStatus status = stn_scenario_check(scenario, error);
    if (status == STN_OK && remedy && stn_system_term_count(stn_scenario_system(scenario)) > 0) {
        keep_numbers(scenario);
        status = stn_scenario_check(scenario, error);
    }
    if (status == STN_OK && friction != 1.0) {
        scale_levels(scenario, t->site, friction);
        status = stn_scenario_check(scenario, error);
    }
    return status;
}

/* Even jobs are bare, odd ones have the remedy. */
static StnStatus try_job(StnPool *pool, int job, void *user, StnError *error)
{
    StnRemedyTune *t = user;
    StnRemedyTrial *trial = &t->trial[job / 2];
    StnScenario *scenario = stn_scenario_copy(job % 2 ? t->found : t->bare);
    StnError why = {.status = STN_OK};
    if (!scenario)
        return stn_out_of_memory(error);
    StnStatus status = adapt(t, scenario, trial->friction, job % 2, &why);
    if (status == STN_OK && trial->sensor)
        status = stn_remedy_sensor(scenario, t->site, trial->sensor, &why);
    const double value = status == STN_OK ? value_of(scenario, t->minimise, &why) : NAN;
    *(job % 2 ? &trial->value : &trial->bare) = value;
    stn_scenario_free(scenario);
    if (why.status == STN_NO_MEMORY)
        return stn_out_of_memory(error);
    return stn_pool_progress(pool, job, 1.0) ? STN_OK : STN_CANCELLED;
}

StnStatus stn_remedy_tune_run(StnRemedyTune *t, bool (*progress)(void *user, double fraction),
                              void *user, StnError *error)
{
    StnStatus status = stn_tune_run(t->tune, progress, user, error);
    if (status != STN_OK)
        return status;
    stn_scenario_free(t->found);
    t->found = stn_tune_scenario(t->tune, error);
    if (!t->found)
        return error ? error->status : STN_FAILED;
    for (int i = 0; i < t->nrange; i++) {
        char path[RANGE_TEXT];
        const double value = stn_tune_value(t->tune, i);
        snprintf(path, sizeof path, "%.*s", (int)strcspn(t->range[i], "="), t->range[i]);
        stn_scenario_set_numbers(t->cured, path, &value, 1);
    }
    t->ntrial = 0;
    for (int i = 0; i < LEVELS; i++)
        t->trial[t->ntrial++] = (StnRemedyTrial){.friction = level[i], .value = NAN, .bare = NAN};
    for (int i = 0; i < t->nsensor; i++)
        t->trial[t->ntrial++] =
            (StnRemedyTrial){.friction = 1.0, .sensor = t->sensor[i], .value = NAN, .bare = NAN};
    const StnPoolDef pool = {
        .count = 2 * t->ntrial, .threads = t->threads, .job = try_job, .user = t};
    return stn_pool_run(&pool, error);
}

int stn_remedy_tune_count(const StnRemedyTune *t) { return t->ntrial; }
const StnRemedyTrial *stn_remedy_tune_at(const StnRemedyTune *t, int index)
{
    return &t->trial[index];
}
const StnScenario *stn_remedy_tune_scenario(const StnRemedyTune *t)
{
    return t->found ? t->cured : NULL;
}

bool stn_remedy_trial_cures(const StnRemedyTrial *trial)
{
    return trial->value <= 0.5 * trial->bare || (!isnan(trial->value) && isnan(trial->bare));
}

/* ---- The result ---- */

static void report_verdict(const StnRemedyTune *t, StnResult *out)
{
    const bool exact = stn_remedy_trial_cures(&t->trial[1]);
    bool levels = exact, sensors = exact;
    for (int i = 0; i < t->ntrial; i++)
        *(t->trial[i].sensor ? &sensors : &levels) &= stn_remedy_trial_cures(&t->trial[i]);
    char unknown[160];
    snprintf(unknown, sizeof unknown, "No word about a cure: %.90s does not exist in these runs.",
             t->minimise);
    const char *text =
        isnan(t->trial[1].bare) && isnan(t->trial[1].value) ? unknown
        : !exact
            ? "No cure: even at the exact levels it leaves more than half of what the bare loop "
              "has."
        : levels && sensors ? "A cure: it leaves less than half, also with friction wrong by 20 % "
                              "and with these sensors."
        : levels ? "A cure with friction wrong by 20 %, but not with each of these sensors."
        : sensors
            ? "A cure at the exact level only: with friction wrong by 20 % it leaves more than "
              "half of what the bare loop has."
            : "A cure at the exact level and with this sensor only.";
    stn_result_paragraph(out, "verdict", text);
    stn_result_flag(out, "cures", exact);
    stn_result_flag(out, "cures_wrong_friction", levels);
    stn_result_flag(out, "cures_other_sensors", sensors);
}

StnStatus stn_report_remedy_tune(const StnRemedyTune *t, int digits, StnResult *out,
                                 StnError *error)
{
    char format[16], heading[128];
    StnMetric *metric = stn_metric_new(stn_scenario_system(t->bare), t->minimise, error);
    if (!metric)
        return error ? error->status : STN_FAILED;
    StnStatus status = stn_report_tune(t->tune, digits, out, error);
    snprintf(format, sizeof format, "%%.%dg", digits > 0 ? digits : 4);
    snprintf(heading, sizeof heading, "\nHow much %s depends on the friction and on the sensor",
             t->minimise);
    const char *unit = strcmp(stn_metric_unit(metric), "1") == 0 ? "" : stn_metric_unit(metric);
    const StnResultColumn head[] = {{"friction", "friction\nlevels", NULL, "%g"},
                                    {"sensor", "sensor", NULL, NULL},
                                    {"bare", "bare", unit, format},
                                    {"value", t->remedy, unit, format},
                                    {"cures", "less than\nhalf", NULL, NULL}};
    stn_result_text(out, "remedy", t->remedy);
    stn_result_table(out, "sensitivity", heading, head, 5);
    for (int i = 0; i < t->ntrial; i++) {
        const StnRemedyTrial *trial = &t->trial[i];
        const StnCell cell[] = {stn_cell_number(trial->friction),
                                stn_cell_text(trial->sensor ? trial->sensor : "as given"),
                                stn_cell_number(trial->bare), stn_cell_number(trial->value),
                                stn_cell_flag(stn_remedy_trial_cures(trial))};
        stn_result_row(out, true, cell);
    }
    report_verdict(t, out);
    out->method = "compensate";
    stn_metric_free(metric);
    return status == STN_OK ? stn_result_check(out, error) : status;
}
