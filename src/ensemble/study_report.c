/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A study as a result: each metric over the runs, expectations, what each quantity explains. */
#include "ensemble/statistics.h"
#include "ensemble/study.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many runs are shown one by one. */
enum { RUNS_SHOWN = 24 };

#define FAR_BEYOND 1000.0 /* times the largest value: a limit in another unit */

typedef struct Report {
    StnStudy *study;
    StnResult *out;
    StnError *error;
    StnStatus status;
    char format[16];
    double *x, *y, *scratch; /* a quantity, a metric, room */
    bool exists[STN_METRICS_MAX];
    int64_t there[STN_METRICS_MAX]; /* runs that have it */
} Report;

/* A metric of all runs into y. */
static bool load_metric(Report *r, int metric)
{
    if (r->status == STN_OK)
        r->status = stn_study_column(r->study, r->study->nvary + metric, r->y, r->error);
    return r->status == STN_OK;
}

static bool load_quantity(Report *r, int quantity)
{
    if (r->status == STN_OK)
        r->status = stn_study_column(r->study, quantity, r->x, r->error);
    return r->status == STN_OK;
}

static const char *unit_of(const StnStudy *s, int column)
{
    const char *unit = s->column[column].unit;
    return strcmp(unit, "1") == 0 ? "" : unit;
}

/* ---- Head ------------------------------------------------------------------------------------ */

static void report_head(Report *r)
{
    const StnStudy *s = r->study;
    StnResult *out = r->out;
    out->method = "sweep";
    stn_result_text(out, "scenario", s->name);
    stn_result_fact(out, "title", NULL, stn_cell_text(stn_scenario_title(s->scenario)), "%s",
                    stn_scenario_title(s->scenario));
    stn_result_text(out, "design", stn_design_word(s->kind));
    stn_result_count(out, "seed", s->seed);
    stn_result_count(out, "runs", (uint64_t)s->count);
    for (int i = STN_OUTCOME_DONE; i < STN_OUTCOMES; i++)
        stn_result_count(out, stn_outcome_word((StnOutcome)i), (uint64_t)s->done[i]);
    stn_result_line(
        out, "%" PRId64 " runs (%s): %" PRId64 " done, %" PRId64 " invalid, %" PRId64 " failed",
        s->count, stn_design_word(s->kind), s->done[STN_OUTCOME_DONE], s->done[STN_OUTCOME_INVALID],
        s->done[STN_OUTCOME_FAILED]);
    const int64_t all =
        s->done[STN_OUTCOME_DONE] + s->done[STN_OUTCOME_INVALID] + s->done[STN_OUTCOME_FAILED];
    if (all < s->count)
        stn_result_line(out, "%" PRId64 " runs are still to do", s->count - all);
    const char *why = "";
    if (s->ensemble != NULL && stn_ensemble_lanes(s->ensemble, &why) > 1 && why[0] != '\0')
        stn_result_line(out, "Some runs were not made side by side: %s", why);
    else if (s->ensemble != NULL && why[0] != '\0' && s->lanes != 1)
        stn_result_line(out, "Runs were not made side by side: %s", why);
}

/* ---- Few runs: each of them ------------------------------------------------------------------ */

static StnCell value_cell(const StnStoreColumn *c, double value)
{
    return c->law && !isnan(value) ? stn_cell_text(c->law[(int)value]->name)
                                   : stn_cell_number(value);
}

static bool any_value(const double *value, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (!isnan(value[i]))
            return true;
    return false;
}

static void report_runs(Report *r)
{
    StnStudy *s = r->study;
    const int count = s->nvary + s->nmetric;
    double memory[STN_STUDY_COLUMNS][RUNS_SHOWN], *value[STN_STUDY_COLUMNS];
    unsigned char outcome[RUNS_SHOWN];
    StnResultColumn head[STN_STUDY_COLUMNS + 2] = {{"number", "run", NULL, NULL}};
    StnCell cell[STN_STUDY_COLUMNS + 2];
    for (int i = 0; i < count; i++)
        value[i] = memory[i];
    const StnStoreRows rows = {0, s->count, value, outcome, NULL};
    r->status = stn_study_rows(s, &rows, r->error);
    if (r->status != STN_OK)
        return;
    for (int i = 0; i < count; i++)
        head[1 + i] = (StnResultColumn){s->column[i].name,
                                        any_value(value[i], s->count) ? s->column[i].name : NULL,
                                        unit_of(s, i), r->format};
    head[1 + count] = (StnResultColumn){"status", "status", NULL, NULL};
    stn_result_table(r->out, "rows", "\nRuns", head, count + 2);
    stn_result_flush(r->out);
    for (int64_t k = 0; k < s->count; k++) {
        cell[0] = stn_cell_count((uint64_t)k);
        for (int i = 0; i < count; i++)
            cell[1 + i] = value_cell(&s->column[i], value[i][k]);
        cell[1 + count] = stn_cell_text(stn_outcome_word((StnOutcome)outcome[k]));
        stn_result_row(r->out, true, cell);
    }
}

/* ---- Metrics --------------------------------------------------------------------------------- */

static void report_metrics(Report *r)
{
    const StnStudy *s = r->study;
    const StnResultColumn head[] = {{"metric", "metric", NULL, NULL},
                                    {"unit", "unit", NULL, NULL},
                                    {"count", "runs", NULL, NULL},
                                    {"mean", "mean", NULL, r->format},
                                    {"deviation", "deviation", NULL, r->format},
                                    {"least", "least", NULL, r->format},
                                    {"q05", "5 %", NULL, r->format},
                                    {"median", "median", NULL, r->format},
                                    {"q95", "95 %", NULL, r->format},
                                    {"largest", "largest", NULL, r->format}};
    stn_result_table(r->out, "metrics", "\nOver the runs", head, 10);
    for (int m = 0; m < s->nmetric && load_metric(r, m); m++) {
        const StnDistribution d = stn_distribution(r->y, s->count, r->scratch);
        r->exists[m] = d.count > 0;
        r->there[m] = d.count;
        const StnCell cell[] = {stn_cell_text(s->column[s->nvary + m].name),
                                stn_cell_text(unit_of(s, s->nvary + m)),
                                stn_cell_count((uint64_t)d.count),
                                stn_cell_number(d.mean),
                                stn_cell_number(d.deviation),
                                stn_cell_number(d.least),
                                stn_cell_number(d.q05),
                                stn_cell_number(d.median),
                                stn_cell_number(d.q95),
                                stn_cell_number(d.most)};
        stn_result_row(r->out, d.count > 0, cell);
    }
}

/* One that exists in some runs only is a finding in itself.  A run that failed has none at all, which says nothing. */
static void report_missing(Report *r)
{
    const StnStudy *s = r->study;
    const int64_t done = s->done[STN_OUTCOME_DONE];
    char text[STN_METRICS_MAX * 24] = "";
    size_t used = 0;
    for (int m = 0; m < s->nmetric && used + 100 < sizeof text; m++)
        if (!r->exists[m])
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "",
                                     s->column[s->nvary + m].name);
    if (used > 0)
        stn_result_line(r->out, "Exist in no run: %s", text);
    for (int m = 0; m < s->nmetric; m++)
        if (r->exists[m] && r->there[m] < done)
            stn_result_line(
                r->out,
                "%s exists in %" PRId64 " of %" PRId64
                " runs that ended well: what is said of it, also what explains it, is of "
                "these alone%s",
                s->column[s->nvary + m].name, r->there[m], done,
                strncmp(s->column[s->nvary + m].name, "settling_time", 13) == 0
                    ? "; the others do not settle within the band: another one "
                      "(settling_time(band=5 %)), or final_error, has a number there"
                    : "");
}

/* A bare number is in SI; one far beyond all values may be meant in another unit. */
static void report_scale(const Report *r, const StnExpectation *e)
{
    const StnStudy *s = r->study;
    const char *unit = unit_of(s, s->nvary + e->metric);
    const size_t length = strlen(e->text);
    double largest = 0.0;
    for (int64_t k = 0; k < s->count; k++)
        largest = isnan(r->y[k]) ? largest : fmax(largest, fabs(r->y[k]));
    if (!unit[0] || length == 0 || !strchr("0123456789.", e->text[length - 1]) ||
        !(largest > 0.0) || !(fabs(e->limit) > FAR_BEYOND * largest))
        return;
    stn_result_line(r->out,
                    "\n\"%s\": %g is in %s, and the largest in these runs is %.3g %s; a unit can "
                    "stand behind the number",
                    e->text, e->limit, unit, largest, unit);
}

static void report_expectations(Report *r)
{
    const StnStudy *s = r->study;
    const StnResultColumn head[] = {
        {"expected", "expected", NULL, NULL}, {"passed", "runs", NULL, NULL},
        {"share", "share", NULL, "%.4g"},     {"low", "95 %\nfrom", NULL, "%.4g"},
        {"high", "95 %\nto", NULL, "%.4g"},   {"missing", "metric\nmissing", NULL, NULL}};
    if (s->nexpectation == 0)
        return;
    const int64_t valid = s->done[STN_OUTCOME_DONE] + s->done[STN_OUTCOME_FAILED];
    stn_result_table(r->out, "expectations", "\nExpectations, of the runs that are valid", head, 6);
    for (int i = 0; i < s->nexpectation && load_metric(r, s->expectation[i].metric); i++) {
        int64_t passed = 0, there = 0;
        for (int64_t k = 0; k < s->count; k++) {
            passed += stn_expectation_holds(&s->expectation[i], r->y[k]);
            there += !isnan(r->y[k]);
        }
        const StnShare share = stn_share(passed, valid);
        const StnCell cell[] = {
            stn_cell_text(s->expectation[i].text), stn_cell_count((uint64_t)passed),
            stn_cell_number(share.value),          stn_cell_number(share.low),
            stn_cell_number(share.high),           stn_cell_count((uint64_t)(valid - there))};
        stn_result_row(r->out, true, cell);
    }
}

/* ---- Influence ------------------------------------------------------------------------------- */

static void report_ranks(Report *r)
{
    const StnStudy *s = r->study;
    const StnResultColumn head[] = {{"metric", "metric", NULL, NULL},
                                    {"quantity", "quantity", NULL, NULL},
                                    {"explained", "explains", NULL, "%.2f"},
                                    {"direction", "more of it:", NULL, NULL}};
    stn_result_table(r->out, "influence",
                     "\nWhat each quantity explains alone (share of the variance of the ranks)",
                     head, 4);
    for (int m = 0; m < s->nmetric; m++) {
        if (!r->exists[m])
            continue;
        if (!load_metric(r, m))
            return;
        for (int i = 0; i < s->nvary && load_quantity(r, i); i++) {
            double share = NAN;
            const bool law = s->vary[i].law != NULL;
            r->status = stn_rank_share(r->x, r->y, s->count, law, &share, r->error);
            const StnCell cell[] = {stn_cell_text(s->column[s->nvary + m].name),
                                    stn_cell_text(s->column[i].name), stn_cell_number(fabs(share)),
                                    stn_cell_text(law           ? ""
                                                  : share > 0.0 ? "larger"
                                                  : share < 0.0 ? "smaller"
                                                                : "")};
            stn_result_row(r->out, !isnan(share), cell);
        }
    }
}

static void report_indices(Report *r)
{
    const StnStudy *s = r->study;
    const StnResultColumn head[] = {
        {"metric", "metric", NULL, NULL},          {"quantity", "quantity", NULL, NULL},
        {"first", "first\norder", NULL, "%.3f"},   {"first_low", "95 %\nfrom", NULL, "%.3f"},
        {"first_high", "95 %\nto", NULL, "%.3f"},  {"total", "total", NULL, "%.3f"},
        {"total_low", "95 %\nfrom", NULL, "%.3f"}, {"total_high", "95 %\nto", NULL, "%.3f"},
        {"points", "points", NULL, NULL}};
    stn_result_table(r->out, "sobol", "\nIndices of Sobol' (shares of the variance)", head, 9);
    for (int m = 0; m < s->nmetric && r->status == STN_OK; m++) {
        StnSobolIndex index[STN_VARIES_MAX];
        int64_t used = 0;
        if (!r->exists[m] || !load_metric(r, m))
            continue;
        r->status = stn_sobol_indices(r->y, s->count, s->nvary, index, &used, r->error);
        for (int i = 0; i < s->nvary; i++) {
            const StnCell cell[] = {stn_cell_text(s->column[s->nvary + m].name),
                                    stn_cell_text(s->column[i].name),
                                    stn_cell_number(index[i].first.value),
                                    stn_cell_number(index[i].first.low),
                                    stn_cell_number(index[i].first.high),
                                    stn_cell_number(index[i].total.value),
                                    stn_cell_number(index[i].total.low),
                                    stn_cell_number(index[i].total.high),
                                    stn_cell_count((uint64_t)used)};
            stn_result_row(r->out, !isnan(index[i].first.value), cell);
        }
    }
}

/* ---- Runs to look at ------------------------------------------------------------------------- */

static void put_reason(void *user, int64_t run, StnOutcome outcome, const char *reason)
{
    stn_result_line(((Report *)user)->out, "\nRun %" PRId64 " is %s: %s", run,
                    stn_outcome_word(outcome), reason);
}

double stn_expectation_distance(const StnExpectation *e, double value)
{
    const bool upper = e->relation == STN_BELOW || e->relation == STN_AT_MOST;
    return isnan(value) ? INFINITY : upper ? value - e->limit : e->limit - value;
}

/* The run that misses an expectation most, and how to repeat it; where runs lack the metric, the first of them. */
static void report_worst(Report *r)
{
    const StnStudy *s = r->study;
    const StnResultColumn head[] = {{"expected", NULL, NULL, NULL},
                                    {"number", NULL, NULL, NULL},
                                    {"value", NULL, NULL, NULL},
                                    {"command", NULL, NULL, NULL}};
    char command[2048];
    stn_result_table(r->out, "worst", NULL, head, 4);
    for (int i = 0; i < s->nexpectation && load_metric(r, s->expectation[i].metric); i++) {
        const StnExpectation *e = &s->expectation[i];
        int64_t worst = 0;
        report_scale(r, e);
        for (int64_t k = 1; k < s->count; k++)
            worst = stn_expectation_distance(e, r->y[k]) > stn_expectation_distance(e, r->y[worst])
                        ? k
                        : worst;
        if (stn_expectation_holds(e, r->y[worst]))
            continue;
        stn_study_command(s, worst, command, sizeof command);
        const StnCell cell[] = {stn_cell_text(e->text), stn_cell_count((uint64_t)worst),
                                stn_cell_number(r->y[worst]), stn_cell_text(command)};
        stn_result_row(r->out, false, cell);
        int64_t alike = 0;
        for (int64_t k = 0; k < s->count; k++)
            alike += isnan(r->y[k]);
        char failed[48] = "";
        if (s->done[STN_OUTCOME_FAILED] > 0)
            snprintf(failed, sizeof failed, " (%" PRId64 " of them failed)",
                     s->done[STN_OUTCOME_FAILED]);
        if (isnan(r->y[worst]) && alike > 1)
            stn_result_line(r->out,
                            "\n%" PRId64 " of %" PRId64
                            " runs miss \"%s\" since they have no %s%s; "
                            "the first, run %" PRId64 ":\n  %s",
                            alike, s->count, e->text, s->column[s->nvary + e->metric].name, failed,
                            worst, command);
        else
            stn_result_line(r->out, "\nRun %" PRId64 " misses \"%s\" most:\n  %s", worst, e->text,
                            command);
    }
}

StnStatus stn_report_study(StnStudy *study, int digits, StnResult *out, StnError *error)
{
    Report r = {.study = study, .out = out, .error = error, .status = STN_OK};
    const size_t count = (size_t)study->count + 1;
    snprintf(r.format, sizeof r.format, "%%.%dg", digits > 0 ? digits : 4);
    r.x = malloc(3 * count * sizeof *r.x);
    if (r.x == NULL)
        return stn_out_of_memory(error);
    r.y = r.x + count;
    r.scratch = r.y + count;
    report_head(&r);
    if (study->count <= RUNS_SHOWN)
        report_runs(&r);
    report_metrics(&r);
    report_missing(&r);
    report_expectations(&r);
    if (study->kind == STN_DESIGN_SALTELLI)
        report_indices(&r);
    else if (study->count >= 3)
        report_ranks(&r);
    if (study->nexpectation > 0)
        report_worst(&r);
    if (r.status == STN_OK)
        r.status = stn_study_bad(study, 1, put_reason, &r, error);
    free(r.x);
    return r.status == STN_OK ? stn_result_check(out, error) : r.status;
}
