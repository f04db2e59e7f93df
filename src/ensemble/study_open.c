/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A study from its file alone: the plan is read back as the texts that it was made of. */
#include "ensemble/study.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FACTS_READ = 8 };

/* What the file says; all texts to be freed. */
typedef struct Plan {
    StnStore *store;
    char *vary[STN_VARIES_MAX], *metric[STN_METRICS_MAX];
    int nvary, nmetric;
    char *fact[FACTS_READ];
    char *correlate[STN_CORRELATIONS_MAX];
    int ncorrelate;
    const char *expect[STN_EXPECTATIONS_MAX]; /* within the fact */
    int nexpect;
    char *trace,
        *trace_runs; /* columns of trajectories that it has, and of how many runs; NULL: none */
} Plan;

enum { SCENARIO, NAME, COMMAND, DESIGN, RUNS, SEED, CORRELATIONS, EXPECTATIONS };
static const char *const fact_names[FACTS_READ] = {
    "scenario", "name", "command", "design", "runs", "seed", "correlations", "expectations"};

static void free_plan(Plan *plan)
{
    for (int i = 0; i < plan->nvary; i++)
        free(plan->vary[i]);
    for (int i = 0; i < plan->nmetric; i++)
        free(plan->metric[i]);
    for (int i = 0; i < FACTS_READ; i++)
        free(plan->fact[i]);
    for (int i = 0; i < plan->ncorrelate; i++)
        free(plan->correlate[i]);
    free(plan->trace);
    free(plan->trace_runs);
    stn_store_close(plan->store);
}

static StnStatus read_facts(Plan *plan, const char *path, StnError *error)
{
    for (int i = 0; i < FACTS_READ; i++) {
        const StnStatus status = stn_store_fact(plan->store, fact_names[i], &plan->fact[i], error);
        if (status != STN_OK)
            return status;
        if (plan->fact[i] == NULL)
            return stn_error(error, STN_BAD_INPUT, "the study %s is not whole: it has no %s", path,
                             fact_names[i]);
    }
    return STN_OK;
}

/* "1,2=0.7; 1,3=-0.2", places from 1, as they are written in the plan -> "PATH,PATH=0.7". */
static StnStatus read_correlations(Plan *plan, StnError *error)
{
    const char *text = plan->fact[CORRELATIONS];
    int first, second, read;
    while (sscanf(text, "%d,%d=%n", &first, &second, &read) == 2) {
        const size_t length = strcspn(text + read, ";");
        if (first < 1 || second < 1 || first > plan->nvary || second > plan->nvary ||
            plan->ncorrelate == (int)(sizeof plan->correlate / sizeof *plan->correlate))
            return stn_error(error, STN_BAD_INPUT, "the correlations of the study are damaged");
        const char *a = plan->vary[first - 1], *b = plan->vary[second - 1];
        const size_t na = strcspn(a, "="), nb = strcspn(b, "="), size = na + nb + length + 3;
        char *made = malloc(size);
        if (made == NULL)
            return stn_out_of_memory(error);
        snprintf(made, size, "%.*s,%.*s=%.*s", (int)na, a, (int)nb, b, (int)length, text + read);
        plan->correlate[plan->ncorrelate++] = made;
        text += (size_t)read + length;
        text += strspn(text, "; ");
    }
    return STN_OK;
}

/* One in each line; the fact is cut into pieces. */
static void read_expectations(Plan *plan)
{
    char *text = plan->fact[EXPECTATIONS];
    while (*text && plan->nexpect < STN_EXPECTATIONS_MAX) {
        plan->expect[plan->nexpect++] = text;
        text += strcspn(text, "\n");
        if (*text)
            *text++ = '\0';
    }
}

static StnStatus read_plan(Plan *plan, const char *path, StnError *error)
{
    plan->store = stn_store_open_read(path, error);
    if (plan->store == NULL)
        return error->status != STN_OK ? error->status : STN_NO_FILE;
    StnStatus status =
        stn_store_quantities(plan->store, plan->vary, STN_VARIES_MAX, &plan->nvary, error);
    if (status == STN_OK)
        status =
            stn_store_metrics(plan->store, plan->metric, STN_METRICS_MAX, &plan->nmetric, error);
    if (status == STN_OK)
        status = stn_store_fact(plan->store, "trajectories", &plan->trace, error);
    if (status == STN_OK)
        status = stn_store_fact(plan->store, "trajectory_runs", &plan->trace_runs, error);
    if (status == STN_OK)
        status = read_facts(plan, path, error);
    if (status == STN_OK)
        status = read_correlations(plan, error);
    if (status == STN_OK)
        read_expectations(plan);
    return status;
}

static StnStatus set_design(const Plan *plan, StnStudySettings *settings, StnError *error)
{
    const int kind = stn_design_kind(plan->fact[DESIGN]);
    const uint64_t runs = strtoull(plan->fact[RUNS], NULL, 10);
    if (kind < 0)
        return stn_error(error, STN_BAD_INPUT, "the study has a design \"%s\" that is not known",
                         plan->fact[DESIGN]);
    stn_fields_default(&stn_study_fields, settings);
    if (plan->trace_runs)
        settings->trajectory_runs = strtoull(plan->trace_runs, NULL, 10);
    settings->design = kind + 1;
    settings->seed = strtoull(plan->fact[SEED], NULL, 10);
    settings->samples = kind == STN_DESIGN_GRID       ? 0
                        : kind == STN_DESIGN_SALTELLI ? runs / (uint64_t)(plan->nvary + 2)
                                                      : runs;
    return STN_OK;
}

/* A law of a plug-in that was not loaded, a table that is no longer there. */
static StnStatus load_scenario(StnStudy *study, const Plan *plan, const StnCatalog *catalog,
                               StnError *error)
{
    StnError inner = {.status = STN_OK};
    const StnScenarioOptions options = {.catalog = catalog};
    study->own = stn_scenario_parse(plan->fact[SCENARIO], strlen(plan->fact[SCENARIO]),
                                    plan->fact[NAME], &options, &inner);
    if (study->own)
        return STN_OK;
    return inner.status == STN_NO_MEMORY
               ? stn_out_of_memory(error)
               : stn_error(error, inner.status, "the scenario in the study: %s", inner.text);
}

static StnStatus make(StnStudy *study, Plan *plan, const StnStudyFrom *from, StnError *error)
{
    StnStatus status = load_scenario(study, plan, from->catalog, error);
    if (status != STN_OK)
        return status;
    StnStudyDef def = {
        .scenario = study->own,
        .name = plan->fact[NAME],
        .command = plan->fact[COMMAND],
        .catalog = from->catalog,
        .vary = (const char *const *)plan->vary,
        .nvary = plan->nvary,
        .correlate = (const char *const *)plan->correlate,
        .ncorrelate = plan->ncorrelate,
        .metric = (const char *const *)plan->metric,
        .nmetric = plan->nmetric,
        .expect = from->nexpect > 0 ? from->expect : plan->expect,
        .nexpect = from->nexpect > 0 ? from->nexpect : plan->nexpect,
        .trajectory = from->ntrajectory > 0 ? from->trajectory : (const char *const *)&plan->trace,
        .ntrajectory = from->ntrajectory > 0 ? from->ntrajectory : plan->trace != NULL};
    status = set_design(plan, &def.settings, error);
    if (status == STN_OK)
        status = stn_study_prepare(study, &def, error);
    if (status != STN_OK)
        return status;
    if (study->nmetric != plan->nmetric || study->nvary != plan->nvary) {
        snprintf(error->path, sizeof error->path, "expect");
        return stn_error(error, STN_BAD_INPUT, "\"%s\" is not measured in the study",
                         study->column[study->nvary + study->nmetric - 1].name);
    }
    study->text = plan->fact[SCENARIO];
    plan->fact[SCENARIO] = NULL;
    study->store = plan->store;
    plan->store = NULL;
    const StnStorePlan columns = {NULL, 0, study->column, study->nvary, study->nmetric};
    status = stn_store_columns(study->store, &columns, error);
    if (status == STN_OK)
        status = stn_store_counts(study->store, study->done, error);
    return status == STN_OK ? stn_traces_load(study, error) : status;
}

StnStudy *stn_study_open(const StnStudyFrom *from, StnError *error)
{
    StnError own = {.status = STN_OK};
    Plan *plan = calloc(1, sizeof *plan);
    StnStudy *study = calloc(1, sizeof *study);
    if (plan == NULL || study == NULL) {
        stn_out_of_memory(error);
        free(plan);
        free(study);
        return NULL;
    }
    StnStatus status = read_plan(plan, from->path, &own);
    if (status == STN_OK)
        status = make(study, plan, from, &own);
    free_plan(plan);
    free(plan);
    if (status == STN_OK)
        return study;
    if (error)
        *error = own;
    stn_study_free(study);
    return NULL;
}
