/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A search for gains as a result: gains, what they reach, and what a limit costs. */
#include "ensemble/tune.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRONT_SHOWN = 8 };

typedef struct Report {
    const StnTune *tune;
    StnResult *out;
    char format[16];
} Report;

static const char *unit_of(const char *unit) { return strcmp(unit, "1") == 0 ? "" : unit; }

static const StnTuneScore *best_of(const StnTune *t) { return &t->trial[t->best].score; }

static const char *words_about_best(const StnTune *t)
{
    const bool limits = t->study->nexpectation > 0;
    if (!stn_tune_found(t))
        return limits ? "; no candidate meets all limits: the nearest one"
                      : "; what is minimised does not exist in the runs of any";
    return limits         ? "; the best one meets all limits"
           : t->best == 0 ? "; none is better than the numbers given"
                          : "";
}

static void report_head(Report *r)
{
    const StnTune *t = r->tune;
    const StnStudy *s = t->study;
    r->out->method = "tune";
    stn_result_text(r->out, "scenario", s->name);
    stn_result_text(r->out, "minimise", s->column[s->nvary].name);
    stn_result_count(r->out, "candidates", (uint64_t)t->ntrial);
    stn_result_count(r->out, "runs_each", (uint64_t)t->nsample);
    stn_result_fact(r->out, "robust", NULL, stn_cell_number(t->settings.robust), NULL);
    stn_result_text(r->out, "status",
                    stn_tune_found(t)     ? "found"
                    : s->nexpectation > 0 ? "no candidate meets all limits"
                                          : "no candidate has what is minimised");
    stn_result_line(r->out, "%s", stn_scenario_title(s->scenario));
    stn_result_line(r->out, "%d candidates of %d run%s each%s", t->ntrial, t->nsample,
                    t->nsample == 1 ? "" : "s", words_about_best(t));
}

static void report_gains(Report *r)
{
    const StnTune *t = r->tune;
    const StnResultColumn head[] = {
        {"quantity", "tuned", NULL, NULL},      {"unit", "unit", NULL, NULL},
        {"from", "from", NULL, r->format},      {"to", "to", NULL, r->format},
        {"given", "as given", NULL, r->format}, {"value", "found", NULL, r->format}};
    stn_result_table(r->out, "gains", "", head, 6);
    for (int i = 0; i < t->ntune; i++) {
        const StnVary *v = &t->study->vary[i];
        const StnCell cell[] = {stn_cell_text(v->path),
                                stn_cell_text(unit_of(v->unit)),
                                stn_cell_number(v->a),
                                stn_cell_number(v->b),
                                stn_cell_number(t->trial[0].value[i]),
                                stn_cell_number(t->trial[t->best].value[i])};
        stn_result_row(r->out, true, cell);
    }
}

/* Where the range decides, and not the metric. */
static void report_ends(Report *r)
{
    const StnTune *t = r->tune;
    for (int i = 0; i < t->ntune; i++) {
        const StnVary *v = &t->study->vary[i];
        const double value = t->trial[t->best].value[i], near = 1e-3 * (v->b - v->a);
        if (value - v->a < near || v->b - value < near)
            stn_result_line(r->out, "%s lies at the end of its range", v->path);
    }
}

/* What is minimised, then the limits. */
static void report_scores(Report *r)
{
    const StnTune *t = r->tune;
    const StnStudy *s = t->study;
    const StnTuneScore *from = &t->trial[0].score, *to = best_of(t);
    char text[96];
    const StnResultColumn head[] = {{"what", "over the runs", NULL, NULL},
                                    {"unit", "unit", NULL, NULL},
                                    {"given", "as given", NULL, r->format},
                                    {"value", "found", NULL, r->format},
                                    {"share", "share that\nmeets it", NULL, "%.4g"},
                                    {"missing", "runs\nwithout it", NULL, NULL}};
    snprintf(text, sizeof text, "\n%s",
             t->nsample == 1 ? "What they give"
             : t->settings.robust >= 1.0
                 ? "What they give, in the worst run"
                 : "What they give, not exceeded in the share of runs asked for");
    stn_result_table(r->out, "scores", text, head, 6);
    for (int i = -1; i < s->nexpectation; i++) {
        const int metric = i < 0 ? 0 : s->expectation[i].metric;
        const StnCell cell[] = {
            stn_cell_text(i < 0 ? s->column[s->nvary].name : s->expectation[i].text),
            stn_cell_text(unit_of(s->column[s->nvary + metric].unit)),
            stn_cell_number(i < 0 ? from->value : from->limited[i]),
            stn_cell_number(i < 0 ? to->value : to->limited[i]),
            stn_cell_number(i < 0 ? NAN : to->share[i]),
            stn_cell_count((uint64_t)to->missing[1 + i])};
        stn_result_row(r->out, true, cell);
    }
    if (to->bad > 0)
        stn_result_line(r->out, "%d of its runs are invalid or failed", to->bad);
}

/* ---- The trade-off ---- */

/* A candidate by what is minimised and by how far it is from a limit, the good side being negative. */
typedef struct Point {
    double value, distance;
    int trial;
} Point;

static int by_value(const void *a, const void *b)
{
    const Point *p = a, *q = b;
    return p->value != q->value         ? (p->value > q->value) - (p->value < q->value)
           : p->distance != q->distance ? (p->distance > q->distance) - (p->distance < q->distance)
                                        : p->trial - q->trial;
}

/* Those that no other one beats in both; sorted by what is minimised. */
static int front(const StnTune *t, int limit, Point *point)
{
    int count = 0, kept = 0;
    double least = INFINITY;
    for (int k = 0; k < t->ntrial; k++) {
        const StnTuneScore *score = &t->trial[k].score;
        if (!isnan(score->value) && !isnan(score->limited[limit]))
            point[count++] = (Point){
                score->value,
                stn_expectation_distance(&t->study->expectation[limit], score->limited[limit]), k};
    }
    qsort(point, (size_t)count, sizeof *point, by_value);
    for (int k = 0; k < count; k++) {
        if (!(point[k].distance < least))
            continue;
        least = point[k].distance;
        point[kept++] = point[k];
    }
    return kept;
}

static void report_front(Report *r, int limit, Point *point)
{
    const StnTune *t = r->tune;
    const StnStudy *s = t->study;
    const StnExpectation *e = &s->expectation[limit];
    const StnStoreColumn *metric = &s->column[s->nvary + e->metric];
    StnResultColumn head[STN_VARIES_MAX + 2] = {
        {s->column[s->nvary].name, s->column[s->nvary].name, unit_of(s->column[s->nvary].unit),
         r->format},
        {metric->name, metric->name, unit_of(metric->unit), r->format}};
    StnCell cell[STN_VARIES_MAX + 2];
    char name[160], text[200];
    const int count = front(t, limit, point), shown = count < FRONT_SHOWN ? count : FRONT_SHOWN;
    if (count < 2 || e->metric == 0)
        return;
    for (int i = 0; i < t->ntune; i++)
        head[2 + i] = (StnResultColumn){s->column[i].name, s->column[i].name,
                                        unit_of(s->column[i].unit), r->format};
    snprintf(name, sizeof name, "trade_off_%d", limit + 1);
    snprintf(text, sizeof text, "\nWhat \"%s\" costs: candidates that no other one beats in both",
             e->text);
    stn_result_table(r->out, name, text, head, t->ntune + 2);
    const double first = point[0].value, last = point[count - 1].value;
    for (int k = 0, at = 0; k < shown && at < count; k++, at++) { /* at about equal distances */
        const double wanted = first + (last - first) * k / (shown - 1);
        while (at + 1 < count && point[at].value < wanted)
            at++;
        const StnTuneTrial *trial = &t->trial[point[at].trial];
        cell[0] = stn_cell_number(trial->score.value);
        cell[1] = stn_cell_number(trial->score.limited[limit]);
        for (int i = 0; i < t->ntune; i++)
            cell[2 + i] = stn_cell_number(trial->value[i]);
        stn_result_row(r->out, true, cell);
    }
}

StnStatus stn_report_tune(const StnTune *tune, int digits, StnResult *out, StnError *error)
{
    Report r = {.tune = tune, .out = out};
    Point *point = malloc(((size_t)tune->ntrial + 1) * sizeof *point);
    if (point == NULL)
        return stn_out_of_memory(error);
    snprintf(r.format, sizeof r.format, "%%.%dg", digits > 0 ? digits : 4);
    report_head(&r);
    report_gains(&r);
    report_ends(&r);
    report_scores(&r);
    for (int i = 0; i < tune->study->nexpectation; i++)
        report_front(&r, i, point);
    free(point);
    return stn_result_check(out, error);
}
