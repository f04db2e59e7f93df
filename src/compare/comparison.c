/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One scenario with several laws: loaded, run and measured. */
#include "compare/comparison.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Says which setting of the definition is wrong. */
static StnStatus at_setting(StnError *error, const char *setting, StnStatus status)
{
    snprintf(error->path, sizeof error->path, "%s", setting);
    return status;
}

/* With the nearest name, or all of them where none is near. */
static StnStatus unknown(StnError *error, const char *what, const char *name,
                         const char *const *names, int count)
{
    return stn_error(error, STN_BAD_INPUT, "unknown %s \"%s\"%s", what, name,
                     stn_suggest(name, names, (size_t)count, "; allowed: ").text);
}

/* ---- Laws ---- */

static StnStatus unknown_law(const StnCatalog *catalog, const char *name, StnError *error)
{
    const char *names[512];
    int count = 0;
    for (; count < stn_catalog_law_count(catalog) && count < 512; count++)
        names[count] = stn_catalog_law_at(catalog, count)->name;
    return unknown(error, "law", name, names, count);
}

static StnStatus add_law(StnComparison *comparison, const char *name, StnError *error)
{
    const StnCatalog *catalog = comparison->options.catalog;
    const StnLaw *law = stn_catalog_law(catalog, name);
    if (!law)
        return unknown_law(catalog, name, error);
    for (int i = 0; i < comparison->count; i++)
        if (strcmp(comparison->row[i].law, law->name) == 0)
            return stn_error(error, STN_BAD_INPUT, "\"%s\" appears twice", law->name);
    comparison->row[comparison->count++].law = law->name;
    return STN_OK;
}

static StnStatus find_laws(StnComparison *comparison, const StnComparisonDef *def, StnError *error)
{
    const StnCatalog *catalog = def->options.catalog;
    const int count = def->law ? def->nlaw : stn_catalog_law_count(catalog);
    StnStatus status = STN_OK;
    if (count <= 0)
        status = stn_error(error, STN_BAD_INPUT, "a comparison needs at least one law");
    else if (count > STN_COMPARISON_LAWS_MAX)
        status = stn_error(error, STN_BAD_INPUT, "more than %d laws", STN_COMPARISON_LAWS_MAX);
    for (int i = 0; i < count && status == STN_OK; i++)
        status = add_law(comparison, def->law ? def->law[i] : stn_catalog_law_at(catalog, i)->name,
                         error);
    return status == STN_OK ? STN_OK : at_setting(error, "laws", status);
}

/* ---- The site ---- */

static StnStatus find_site(StnComparison *comparison, const char *wanted, StnError *error)
{
    const StnSystem *system = comparison->row[0].system;
    const StnPlant *plant = stn_system_plant(system);
    const char *names[STN_SITES_MAX];
    const int commanded = stn_system_commanded(system);
    comparison->site = commanded > 0 ? commanded : 0;
    if (plant->nsite == 0)
        return stn_error(error, STN_BAD_INPUT, "the plant \"%s\" has no friction site",
                         plant->name);
    for (int i = 0; wanted && i < plant->nsite; i++) {
        names[i] = plant->sites[i].name;
        comparison->site = i;
        if (strcmp(names[i], wanted) == 0)
            return STN_OK;
    }
    return wanted ? at_setting(error, "site", unknown(error, "site", wanted, names, plant->nsite))
                  : STN_OK;
}

/* ---- The whole ---- */

/* text: of a document that is there already; NULL: it is loaded by its name. */
static StnStatus load_rows(StnComparison *comparison, const char *text, StnError *error)
{
    for (int i = 0; i < comparison->count; i++) {
        StnComparisonRow *row = &comparison->row[i];
        StnScenarioOptions options = comparison->options;
        options.law = &row->law;
        options.nlaw = 1;
        row->scenario =
            text ? stn_scenario_parse(text, strlen(text), comparison->name, &options, error)
                 : stn_scenario_load(comparison->name, &options, error);
        if (!row->scenario)
            return error->status;
        row->system = stn_scenario_system(row->scenario);
    }
    return STN_OK;
}

StnComparison *stn_comparison_new(const StnComparisonDef *def, StnError *error)
{
    StnError unread = {.status = STN_OK};
    StnError *why = error ? error : &unread;
    StnComparison *comparison = calloc(1, sizeof *comparison);
    if (!comparison) {
        stn_out_of_memory(error);
        return NULL;
    }
    comparison->options = def->options;
    comparison->name = strdup(def->scenario);
    comparison->detail = def->detail;
    char *text = def->document ? stn_scenario_text(def->document) : NULL;
    const bool whole = comparison->name && (text || !def->document);
    StnStatus status = whole ? find_laws(comparison, def, why) : stn_out_of_memory(why);
    if (status == STN_OK)
        status = load_rows(comparison, text, why);
    stn_text_free(text);
    if (status == STN_OK)
        status = find_site(comparison, def->site, why);
    comparison->options =
        (StnScenarioOptions){.catalog = NULL}; /* its overrides are the caller's */
    if (status == STN_OK)
        return comparison;
    stn_comparison_free(comparison);
    return NULL;
}

void stn_comparison_free(StnComparison *comparison)
{
    for (int i = 0; comparison && i < comparison->count; i++) {
        stn_record_free(&comparison->row[i].record);
        stn_record_free(&comparison->row[i].detail);
        stn_scenario_free(comparison->row[i].scenario);
    }
    if (comparison)
        free(comparison->name);
    free(comparison);
}

int stn_comparison_count(const StnComparison *comparison) { return comparison->count; }

const StnComparisonRow *stn_comparison_row(const StnComparison *comparison, int row)
{
    return &comparison->row[row];
}

int stn_comparison_site(const StnComparison *comparison) { return comparison->site; }

/* ---- Runs ---- */

StnRunDef stn_comparison_run_def(const StnComparison *comparison, int row)
{
    StnRunDef def = stn_scenario_run_def(comparison->row[row].scenario);
    def.columns = NULL; /* the measures need position and velocity */
    def.ncolumn = 0;
    return def;
}

/* What a further load adds to the friction, per load, between once and twice the friction without one; at a
 * speed where Stribeck's part has died away. */
static double added_per_load(const StnSystem *system, int site, double v, double load)
{
    double once, twice;
    stn_law_curve(system, site, load, &v, 1, &once);
    stn_law_curve(system, site, 2.0 * load, &v, 1, &twice);
    return (fabs(twice) - fabs(once)) / load;
}

static void measure_load(int site, StnComparisonRow *row)
{
    const double vs = stn_system_friction(row->system, site, "vs", 0);
    const double v = isfinite(vs) ? 10.0 * vs : 1.0;
    double plain;
    stn_law_curve(row->system, site, 0.0, &v, 1, &plain);
    const double load = fabs(plain) > 0.0 ? fabs(plain) : 1.0;
    row->lifting = added_per_load(row->system, site, v, load);
    row->lowering = added_per_load(row->system, site, -v, load);
    if (!(fabs(row->lifting) > 1e-9 || fabs(row->lowering) > 1e-9))
        row->lifting = row->lowering = NAN;
}

static StnStatus measure(const StnComparison *comparison, StnComparisonRow *row)
{
    measure_load(comparison->site, row);
    const double command = stn_metrics_command(row->system, comparison->site, &row->record);
    row->response = stn_response_of(row->system, comparison->site, &row->record);
    row->metrics = stn_metrics_of(row->system, comparison->site, &row->record, command);
    return row->metrics.memory_out ? STN_NO_MEMORY : row->status;
}

StnStatus stn_comparison_run(StnComparison *comparison, int index,
                             bool (*progress)(void *user, double fraction), void *user)
{
    StnComparisonRow *row = &comparison->row[index];
    StnRunDef def = stn_comparison_run_def(comparison, index);
    void *memory = malloc(stn_state_size(row->system));
    def.progress = progress;
    def.user = user;
    def.detail = comparison->detail ? &row->detail : NULL;
    stn_record_free(&row->record);
    stn_record_free(&row->detail);
    row->error = (StnError){.status = STN_OK};
    row->status = memory ? stn_run(row->system, stn_state_init(row->system, memory), &def,
                                   &row->record, &row->error)
                         : stn_out_of_memory(&row->error);
    free(memory);
    row->done = row->status != STN_CANCELLED;
    /* Without rows there is nothing to measure; the status says why. */
    return row->record.rows > 0 ? measure(comparison, row) : row->status;
}

int stn_comparison_done(const StnComparison *comparison)
{
    int count = 0;
    while (count < comparison->count && comparison->row[count].done)
        count++;
    return count;
}
