/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A scenario bare and with every remedy: which there are, loaded and run. */
#include "remedies/remedies.h"
#include "threads/pool.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a scenario is tried with beside the remedies. */
typedef struct Setup {
    const StnRemediesDef *def;
    const char *law, *sensor; /* NULL: as the scenario has it */
    const StnScenario *base;  /* without a compensation */
    double Ki;
} Setup;

static StnStatus at_setting(StnError *error, const char *setting, StnStatus status)
{
    if (error)
        snprintf(error->path, sizeof error->path, "%s", setting);
    return status;
}

/* ---- What was asked for ---- */

static StnStatus check_names(const StnRemediesDef *def, const StnRemedyNames *names,
                             StnError *error)
{
    for (int i = 0; i < def->nremedy; i++) {
        int found = 0;
        for (int k = 0; k < names->count; k++)
            found |= strcmp(def->remedy[i], names->name[k]) == 0;
        if (!found)
            return at_setting(error, "with",
                              stn_error(error, STN_BAD_INPUT, "unknown remedy \"%s\"%s",
                                        def->remedy[i],
                                        stn_suggest(def->remedy[i], names->name,
                                                    (size_t)names->count, "; allowed: ")
                                            .text));
        for (int k = 0; k < i; k++)
            if (strcmp(def->remedy[i], def->remedy[k]) == 0)
                return at_setting(
                    error, "with",
                    stn_error(error, STN_BAD_INPUT, "\"%s\" appears twice", def->remedy[i]));
    }
    for (int i = 0; i < def->nscale; i++)
        if (!(def->scale[i] >= 0.0 && def->scale[i] <= 1e3))
            return at_setting(
                error, "scale",
                stn_error(error, STN_BAD_INPUT, "%g: allowed are 0 to 1000", def->scale[i]));
    return STN_OK;
}

static StnStatus too_many(StnError *error)
{
    return stn_error(error, STN_BAD_INPUT,
                     "more than %d runs: fewer remedies, scales, sensors or laws",
                     STN_REMEDIES_MAX);
}

/* *kept is NULL where no text is given. */
static StnStatus keep_text(StnRemedies *all, const char *text, const char **kept, StnError *error)
{
    *kept = NULL;
    if (text == NULL)
        return STN_OK;
    if (all->ntext == STN_REMEDIES_MAX)
        return too_many(error);
    char *copy = strdup(text);
    if (copy == NULL)
        return stn_out_of_memory(error);
    *kept = all->texts[all->ntext++] = copy;
    return STN_OK;
}

/* ---- Rows ---- */

static StnRemedy *add_row(StnRemedies *all, const Setup *at, const char *name, StnError *error)
{
    if (all->count == STN_REMEDIES_MAX) {
        too_many(error);
        return NULL;
    }
    StnRemedy *row = &all->row[all->count];
    *row = (StnRemedy){.name = name, .law = at->law, .sensor = at->sensor, .scale = NAN};
    row->scenario = stn_scenario_copy(at->base);
    if (row->scenario)
        all->count++;
    else
        stn_out_of_memory(error);
    return row->scenario ? row : NULL;
}

/* A row that cannot be used stays, with its reason and without its scenario. */
static StnStatus finish_row(StnRemedy *row, StnStatus status, StnError *error)
{
    if (status == STN_OK) {
        row->system = stn_scenario_system(row->scenario);
        return STN_OK;
    }
    stn_scenario_free(row->scenario);
    row->scenario = NULL;
    row->status = STN_BAD_INPUT;
    if (status == STN_NO_MEMORY)
        return stn_out_of_memory(error);
    return STN_OK;
}

static StnStatus add_remedy(StnRemedies *all, const Setup *at, const char *name, bool dropped,
                            double scale, StnError *error)
{
    StnRemedy *row = add_row(all, at, name, error);
    if (!row)
        return error->status;
    row->dropped = dropped;
    row->scale = scale;
    if (dropped)
        stn_scenario_set(row->scenario, "controller.Ki", "0");
    return finish_row(row, stn_remedy_apply(row->scenario, name, row, &row->error), error);
}

static StnStatus add_bare(StnRemedies *all, const Setup *at, bool dropped, StnError *error)
{
    StnRemedy *row = add_row(all, at, "none", error);
    if (!row)
        return error->status;
    row->dropped = dropped;
    if (dropped)
        stn_scenario_set(row->scenario, "controller.Ki", "0");
    return finish_row(row, stn_scenario_check(row->scenario, &row->error), error);
}

static StnStatus add_all(StnRemedies *all, const Setup *at, const StnRemedyNames *names,
                         StnError *error)
{
    const StnRemediesDef *def = at->def;
    const int asked = def->remedy ? def->nremedy : names->count;
    const int nscale = def->scale ? def->nscale : 1;
    StnStatus status = add_bare(all, at, false, error);
    if (status == STN_OK && at->Ki > 0.0)
        status = add_bare(all, at, true, error);
    for (int i = 0; i < asked && status == STN_OK; i++) {
        const char *name;
        status = keep_text(all, def->remedy ? def->remedy[i] : names->name[i], &name, error);
        if (status != STN_OK)
            return status;
        const StnCompensation *kind = stn_compensation_find(name);
        if (!kind)
            status = add_remedy(all, at, name, false, NAN, error);
        for (int k = 0; kind && k < 2 * nscale && status == STN_OK; k++) {
            const bool dropped = k >= nscale;
            if (!dropped || at->Ki > 0.0)
                status = add_remedy(all, at, name, dropped,
                                    def->scale ? def->scale[k % nscale] : 1.0, error);
        }
    }
    return status;
}

/* ---- The whole ---- */

StnScenario *stn_remedy_load(const char *name, const StnScenario *document,
                             StnScenarioOptions options, const char *law, StnError *error)
{
    options.law = &law;
    options.nlaw = law != NULL;
    if (!document)
        return stn_scenario_load(name, &options, error);
    char *text = stn_scenario_text(document);
    StnScenario *again =
        text ? stn_scenario_parse(text, strlen(text), name, &options, error) : NULL;
    if (!text)
        stn_out_of_memory(error);
    stn_text_free(text);
    return again;
}

/* The scenario with a law, without its compensation; what it had is the first row where this is the first setup. */
static StnScenario *load_base(StnRemedies *all, Setup *at, StnError *error)
{
    const StnRemediesDef *def = at->def;
    StnScenario *base = stn_remedy_load(def->scenario, def->document, def->options, at->law, error);
    if (!base) {
        if (at->law && error->status == STN_BAD_INPUT && !error->file[0])
            at_setting(error, "law", error->status);
        return NULL;
    }
    StnLoop loop;
    StnStatus status = stn_system_loop(stn_scenario_system(base), &loop, NULL, error);
    all->site = loop.site;
    if (status == STN_OK && at->sensor)
        status = at_setting(error, "sensor", stn_remedy_sensor(base, loop.site, at->sensor, error));
    at->base = base;
    if (status == STN_OK && stn_system_term_count(stn_scenario_system(base)) > 0) {
        StnRemedy *row = add_row(all, at, "as given", error);
        status = row ? finish_row(row, stn_scenario_check(row->scenario, &row->error), error)
                     : error->status;
        stn_scenario_set(base, "compensation", "[]");
    }
    if (status == STN_OK)
        status = stn_scenario_check(base, error);
    if (status == STN_OK)
        return base;
    stn_scenario_free(base);
    return NULL;
}

static StnStatus add_setup(StnRemedies *all, Setup *at, StnError *error)
{
    StnRemedyNames names;
    StnScenario *base = load_base(all, at, error);
    if (!base)
        return error->status;
    const StnSystem *system = stn_scenario_system(base);
    stn_remedy_names(system, &names);
    at->Ki = stn_remedy_integrator(system);
    StnStatus status = check_names(at->def, &names, error);
    if (status == STN_OK)
        status = add_all(all, at, &names, error);
    stn_scenario_free(base);
    return status;
}

StnRemedies *stn_remedies_new(const StnRemediesDef *def, StnError *error)
{
    StnError unread = {.status = STN_OK};
    StnError *why = error ? error : &unread;
    StnRemedies *all = calloc(1, sizeof *all);
    if (all) {
        all->name = strdup(def->scenario);
        all->row = calloc(STN_REMEDIES_MAX, sizeof *all->row);
        all->threads = def->threads;
        all->keep = def->keep;
    }
    const bool room = all && all->name && all->row;
    StnStatus status = room ? STN_OK : stn_out_of_memory(why);
    const char *const *laws = def->nlaw > 0 ? def->law : NULL; /* an empty list is none */
    const char *const *sensors = def->nsensor > 0 ? def->sensor : NULL;
    for (int l = 0; room && l < (laws ? def->nlaw : 1) && status == STN_OK; l++)
        for (int s = 0; s < (sensors ? def->nsensor : 1) && status == STN_OK; s++) {
            Setup at = {.def = def};
            status = keep_text(all, laws ? laws[l] : NULL, &at.law, why);
            if (status == STN_OK)
                status = keep_text(all, sensors ? sensors[s] : NULL, &at.sensor, why);
            if (status == STN_OK)
                status = add_setup(all, &at, why);
        }
    if (status == STN_OK)
        return all;
    stn_remedies_free(all);
    return NULL;
}

void stn_remedies_free(StnRemedies *all)
{
    for (int i = 0; all && i < all->count; i++) {
        stn_record_free(&all->row[i].record);
        stn_scenario_free(all->row[i].scenario);
    }
    for (int i = 0; all && i < all->ntext; i++)
        free(all->texts[i]);
    if (all) {
        free(all->row);
        free(all->name);
    }
    free(all);
}

int stn_remedies_count(const StnRemedies *all) { return all->count; }
const StnRemedy *stn_remedies_at(const StnRemedies *all, int index) { return &all->row[index]; }
int stn_remedies_site(const StnRemedies *all) { return all->site; }

/* ---- Runs ---- */

typedef struct Job {
    StnPool *pool;
    int job;
} Job;

static bool report_job(void *user, double fraction)
{
    const Job *job = user;
    return stn_pool_progress(job->pool, job->job, fraction);
}

/* A run that fails is a row of its own and ends nothing; one that is cancelled is not done. */
static StnStatus run_job(StnPool *pool, int job, void *user, StnError *error)
{
    StnRemedies *all = user;
    StnRemedy *row = &all->row[job];
    Job at = {pool, job};
    if (!row->scenario)
        return STN_OK;
    const StnStatus status = stn_remedy_run(row, all->site, all->keep, report_job, &at);
    if (status == STN_CANCELLED || status == STN_NO_MEMORY)
        return stn_error(error, status, "%s", row->error.text);
    return STN_OK;
}

StnStatus stn_remedies_run(StnRemedies *all, bool (*progress)(void *user, double fraction),
                           void *user, StnError *error)
{
    const StnPoolDef pool = {.count = all->count,
                             .threads = all->threads,
                             .job = run_job,
                             .user = all,
                             .progress = progress,
                             .progress_user = user};
    return stn_pool_run(&pool, error);
}
