/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The texts of a study: what varies, what is measured, what is expected. */
#include "ensemble/study.h"
#include "ensemble/settings.h"
#include "scenario/quantity.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What people look at first. */
static const char *const usual[] = {"final_error", "overshoot", "rise_time", "settling_time",
                                    "standstill",  "slips",     "period",    "height"};

/* clang-format off */
#define S StnStudySettings
static const StnField entries[] = {
    STN_WORD(S, design, "auto|grid|random|latin|sobol|saltelli", 0,
             "how runs are spread over what varies; auto: grid where all have levels and samples is not given, otherwise sobol"),
    STN_INTEGER(S, samples, 0, 0, 4294967296.0, "runs, not of a grid (0: 1,024); saltelli makes quantities + 2 of each"),
    STN_SEED_FIELD(S),
    STN_INTEGER(S, trajectory_runs, 200, 1, 10000, "runs whose trajectories are kept"),
    STN_THREADS_FIELD(S),
    STN_INTEGER(S, lanes, 0, 0, 8, "fixed-step runs side by side in one thread, at most: 1, 2, 4 or 8; 0: what the processor has"),
};
#undef S
/* clang-format on */
const StnFields stn_study_fields = STN_TABLE("sweep", StnStudySettings, entries);

static StnStatus at_setting(StnError *error, const char *name)
{
    if (error)
        snprintf(error->path, sizeof error->path, "%s", name);
    return error ? error->status : STN_BAD_INPUT;
}

/* `"TEXT": sentence`, so that one of several options is named; the column stays. */
static StnStatus of_text(StnError *error, const char *setting, const char *text)
{
    StnError inner = *error;
    if (inner.status == STN_BAD_INPUT) {
        const int column = inner.column;
        stn_error(error, STN_BAD_INPUT, "\"%s\": %s", text, inner.text);
        error->column = column;
    }
    return at_setting(error, setting);
}

/* ---- Quantities and correlations ------------------------------------------------------------- */

static StnStatus read_quantities(StnStudy *s, const StnStudyDef *def, StnError *error)
{
    const StnSystem *system = stn_scenario_system(s->scenario);
    if (def->nvary < 1 || def->nvary > STN_VARIES_MAX) {
        stn_error(error, STN_BAD_INPUT, "%d quantities vary; allowed: 1 to %d", def->nvary,
                  STN_VARIES_MAX);
        return at_setting(error, "vary");
    }
    for (int i = 0; i < def->nvary; i++) {
        const char *text = def->vary[i];
        if (stn_vary_parse(system, def->catalog, text, &s->vary[i], error) != STN_OK)
            return of_text(error, "vary", text);
        s->nvary = i + 1;
        const char *spread = strchr(text, '=') + 1;
        s->spread[i] = strdup(spread + strspn(spread, " \t"));
        if (s->spread[i] == NULL)
            return stn_out_of_memory(error);
    }
    return STN_OK;
}

/* The quantity that a piece of text names, by its whole path or its end; -1: none, -2: several. */
static int quantity_of(const StnStudy *s, const char *text, size_t length)
{
    int found = -1;
    while (length > 0 && isspace((unsigned char)*text))
        text++, length--;
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    for (int i = 0; i < s->nvary; i++) {
        const size_t whole = strlen(s->vary[i].path);
        const char *end = s->vary[i].path + whole - (length < whole ? length : whole);
        const bool fits = length > 0 && length <= whole && strncmp(end, text, length) == 0 &&
                          (length == whole || end[-1] == '.');
        if (fits && length == whole)
            return i;
        if (fits)
            found = found == -1 ? i : -2;
    }
    return found;
}

static StnStatus read_correlations(StnStudy *s, const StnStudyDef *def, StnError *error)
{
    if (def->ncorrelate > STN_CORRELATIONS_MAX) {
        stn_error(error, STN_BAD_INPUT, "%d correlations; there are at most %d pairs",
                  def->ncorrelate, STN_CORRELATIONS_MAX);
        return at_setting(error, "correlate");
    }
    for (int i = 0; i < def->ncorrelate; i++) {
        const char *text = def->correlate[i];
        const char *comma = strchr(text, ','), *equals = strchr(text, '=');
        char *end = NULL;
        StnCorrelation *c = &s->correlation[s->ncorrelation++];
        *c = (StnCorrelation){-1, -1, NAN};
        if (comma && equals && comma < equals) {
            c->first = quantity_of(s, text, (size_t)(comma - text));
            c->second = quantity_of(s, comma + 1, (size_t)(equals - comma - 1));
            c->value = strtod(equals + 1, &end);
        }
        if (end == NULL || end == equals + 1 || end[strspn(end, " \t")] != '\0')
            stn_error(error, STN_BAD_INPUT,
                      "it is written ADDRESS,ADDRESS=VALUE with a value between -1 and 1");
        else if (c->first < 0 || c->second < 0)
            stn_error(error, STN_BAD_INPUT,
                      (c->first < 0 ? c->first : c->second) == -2
                          ? "the %s is the end of several quantities that vary; give the whole path"
                          : "the %s is none of the quantities that vary",
                      c->first < 0 ? "first" : "second");
        else
            continue;
        return of_text(error, "correlate", text);
    }
    return STN_OK;
}

/* ---- Metrics --------------------------------------------------------------------------------- */

/* The place of a metric, which is added where it is new; -1: an error. */
static int take_metric(StnStudy *s, const char *text, StnError *error)
{
    StnMetric *metric = stn_metric_new(stn_scenario_system(s->scenario), text, error);
    if (metric == NULL)
        return -1;
    for (int i = 0; i < s->nmetric; i++)
        if (strcmp(stn_metric_text(s->metric[i]), stn_metric_text(metric)) == 0) {
            stn_metric_free(metric);
            return i;
        }
    if (s->nmetric == STN_METRICS_MAX) {
        stn_metric_free(metric);
        stn_error(error, STN_BAD_INPUT, "more than %d metrics", STN_METRICS_MAX);
        return -1;
    }
    s->metric[s->nmetric] = metric;
    return s->nmetric++;
}

/* Up to the next comma outside of parentheses. */
static size_t metric_span(const char *text)
{
    size_t length = 0;
    int depth = 0;
    for (; text[length] && (text[length] != ',' || depth > 0); length++)
        depth += (text[length] == '(') - (text[length] == ')');
    return length;
}

static StnStatus read_metric_list(StnStudy *s, const char *text, StnError *error)
{
    char one[160];
    for (;; text++) {
        text += strspn(text, " \t");
        const size_t length = metric_span(text);
        snprintf(one, sizeof one, "%.*s", (int)length, text);
        if (take_metric(s, one, error) < 0)
            return of_text(error, "metrics", one);
        text += length;
        if (*text == '\0')
            return STN_OK;
    }
}

static StnStatus read_metrics(StnStudy *s, const StnStudyDef *def, StnError *error)
{
    const int count = def->nmetric > 0 ? def->nmetric : (int)(sizeof usual / sizeof *usual);
    const char *const *text = def->nmetric > 0 ? def->metric : usual;
    StnStatus status = STN_OK;
    for (int i = 0; i < count && status == STN_OK; i++)
        status = read_metric_list(s, text[i], error);
    return status;
}

/* ---- Expectations ---------------------------------------------------------------------------- */

bool stn_expectation_holds(const StnExpectation *expectation, double value)
{
    switch (expectation->relation) {
    case STN_BELOW: return value < expectation->limit;
    case STN_AT_MOST: return value <= expectation->limit;
    case STN_ABOVE: return value > expectation->limit;
    case STN_AT_LEAST: return value >= expectation->limit;
    }
    return false;
}

static bool read_expectation(StnStudy *s, const char *text, StnExpectation *e, StnError *error)
{
    char name[128];
    const size_t length = strcspn(text, "<>");
    const char *sign = text + length;
    if (*sign == '\0' || length >= sizeof name || strlen(text) >= sizeof e->text) {
        stn_error(error, STN_BAD_INPUT, "it is written METRIC < VALUE (or <=, >, >=)");
        return false;
    }
    const bool equal = sign[1] == '=';
    e->relation =
        *sign == '<' ? (equal ? STN_AT_MOST : STN_BELOW) : (equal ? STN_AT_LEAST : STN_ABOVE);
    snprintf(e->text, sizeof e->text, "%s", text);
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    e->metric = take_metric(s, name, error);
    return e->metric >= 0 &&
           stn_quantity_read(sign + 1 + equal, stn_metric_text(s->metric[e->metric]),
                             stn_metric_unit(s->metric[e->metric]), &e->limit, error) == STN_OK;
}

static StnStatus read_expectations(StnStudy *s, const StnStudyDef *def, StnError *error)
{
    if (def->nexpect > STN_EXPECTATIONS_MAX) {
        stn_error(error, STN_BAD_INPUT, "more than %d expectations", STN_EXPECTATIONS_MAX);
        return at_setting(error, "expect");
    }
    for (int i = 0; i < def->nexpect; i++)
        if (!read_expectation(s, def->expect[i], &s->expectation[s->nexpectation++], error))
            return of_text(error, "expect", def->expect[i]);
    return STN_OK;
}

/* ---- Design ---------------------------------------------------------------------------------- */

static StnStatus read_design(StnStudy *s, const StnStudyDef *def, StnError *error)
{
    bool levels = true;
    for (int i = 0; i < s->nvary; i++)
        levels = levels && s->vary[i].levels > 0;
    const StnStudySettings *given = &def->settings;
    s->kind = given->design > 0               ? (StnDesignKind)(given->design - 1)
              : levels && given->samples == 0 ? STN_DESIGN_GRID
                                              : STN_DESIGN_SOBOL;
    s->samples = given->samples != 0 ? (int64_t)given->samples : 1024;
    if (s->kind == STN_DESIGN_GRID && given->samples != 0) {
        stn_error(error, STN_BAD_INPUT, "a grid has as many runs as its levels give; leave it out");
        return at_setting(error, "samples");
    }
    const StnDesignDef design = {.kind = s->kind,
                                 .vary = s->vary,
                                 .nvary = s->nvary,
                                 .samples = s->samples,
                                 .seed = given->seed,
                                 .correlation = s->correlation,
                                 .ncorrelation = s->ncorrelation};
    s->design = stn_design_new(&design, error);
    if (s->design == NULL)
        return error ? error->status : STN_BAD_INPUT;
    s->count = stn_design_count(s->design);
    return STN_OK;
}

StnStatus stn_study_read(StnStudy *study, const StnStudyDef *def, StnError *error)
{
    StnStatus status = read_quantities(study, def, error);
    if (status == STN_OK)
        status = read_correlations(study, def, error);
    if (status == STN_OK)
        status = read_metrics(study, def, error);
    if (status == STN_OK)
        status = read_expectations(study, def, error);
    if (status == STN_OK)
        status = read_design(study, def, error);
    if (status == STN_OK)
        status = stn_traces_choose(study, def->trajectory, def->ntrajectory,
                                   (int64_t)def->settings.trajectory_runs, error);
    return status;
}
