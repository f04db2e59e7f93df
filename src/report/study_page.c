/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A study as one page that needs nothing else: no script, no request to anywhere. */
#include "report/study_page.h"
#include "io/atomic_file.h"
#include "report/html.h"
#include "report/page.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool stn_study_page_load(StnStudyPage *p, int column, double *to)
{
    if (p->status == STN_OK)
        p->status = stn_study_column(p->study, column, to, p->error);
    return p->status == STN_OK;
}

static const char *unit_of(const StnStudy *s, int column)
{
    return strcmp(s->column[column].unit, "1") == 0 ? "" : s->column[column].unit;
}

const char *stn_study_page_label(const StnStudyPage *p, int column, char *out, size_t size)
{
    const char *unit = unit_of(p->study, column);
    snprintf(out, size, "%s%s%s%s", p->study->column[column].name, *unit ? " [" : "", unit,
             *unit ? "]" : "");
    return out;
}

static void put_number(FILE *out, const char *what, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.4g", value);
    fprintf(out, "<td class=\"number\" data-is=\"%s\">", what);
    stn_html_rich(out, isnan(value) ? "" : text);
    fputs("</td>", out);
}

/* A bar from 0 to 1, with its interval where there is one. */
static void put_share(FILE *out, const char *what, StnShare share)
{
    const double end = fmin(fmax(share.value, 0.0), 1.0);
    fprintf(out,
            "<td data-is=\"%s\"><span class=\"share\" aria-hidden=\"true\"><i "
            "style=\"width:%.1f%%\"></i>",
            what, 100.0 * end);
    if (!isnan(share.low)) {
        const double low = fmin(fmax(share.low, 0.0), 1.0), high = fmin(fmax(share.high, 0.0), 1.0);
        fprintf(out, "<b style=\"left:%.1f%%;width:%.1f%%\"></b>", 100.0 * low,
                100.0 * (high - low));
    }
    fprintf(out, "</span>%.3f", share.value);
    if (!isnan(share.low))
        fprintf(out, "<small>%.3f to %.3f</small>", share.low, share.high);
    fputs("</td>", out);
}

static void put_code(FILE *out, const char *text)
{
    fputs("<code>", out);
    stn_html_text(out, text);
    fputs("</code>", out);
}

/* ---- Head ---- */

static void put_header(StnStudyPage *p)
{
    const StnStudy *s = p->study;
    const int64_t all =
        s->done[STN_OUTCOME_DONE] + s->done[STN_OUTCOME_INVALID] + s->done[STN_OUTCOME_FAILED];
    fputs("<header><p class=\"eyebrow\">Stiction " STN_VERSION ", a study of <code>", p->out);
    stn_html_text(p->out, s->name);
    fputs("</code></p>\n<h1>", p->out);
    stn_html_text(p->out, stn_scenario_title(s->scenario));
    fprintf(p->out,
            "</h1>\n<p class=\"lead\"><b>%" PRId64 "</b> runs with other numbers (%s, seed %" PRIu64
            "): %" PRId64 " done, %" PRId64 " invalid, %" PRId64 " failed%s.</p>\n",
            s->count, stn_design_word(s->kind), s->seed, s->done[STN_OUTCOME_DONE],
            s->done[STN_OUTCOME_INVALID], s->done[STN_OUTCOME_FAILED],
            all < s->count ? ", the others still to do" : "");
    fputs("</header>\n", p->out);
}

static void put_expectations(StnStudyPage *p)
{
    const StnStudy *s = p->study;
    const int64_t valid = s->done[STN_OUTCOME_DONE] + s->done[STN_OUTCOME_FAILED];
    if (s->nexpectation == 0)
        return;
    fputs("<section id=\"expectations\"><h2>Expectations</h2>\n<p>Share of the valid runs that "
          "pass, with its 95 % interval. A run in which the metric does not exist does not "
          "pass.</p>\n<table><thead><tr><th>Expected</th><th>Share</th><th "
          "class=\"number\">Runs</th><th class=\"number\">Metric missing</th></tr></thead>\n"
          "<tbody>\n",
          p->out);
    for (int i = 0; i < s->nexpectation; i++) {
        const StnExpectation *e = &s->expectation[i];
        int64_t passed = 0, there = 0;
        if (!stn_study_page_load(p, s->nvary + e->metric, p->y))
            break;
        for (int64_t k = 0; k < s->count; k++) {
            passed += stn_expectation_holds(e, p->y[k]);
            there += !isnan(p->y[k]);
        }
        fputs("<tr><td>", p->out);
        put_code(p->out, e->text);
        fputs("</td>", p->out);
        put_share(p->out, "share", stn_share(passed, valid));
        fprintf(p->out,
                "<td class=\"number\" data-is=\"runs\">%" PRId64 " of %" PRId64
                "</td><td class=\"number\" data-is=\"missing\">%" PRId64 "</td></tr>\n",
                passed, valid, valid - there);
    }
    fputs("</tbody></table></section>\n", p->out);
}

/* ---- Quantities and metrics ---- */

static void put_quantities(StnStudyPage *p)
{
    const StnStudy *s = p->study;
    fputs("<section id=\"quantities\"><h2>What varies</h2>\n<table><thead><tr><th>Quantity</th>"
          "<th>Values</th><th>Unit</th></tr></thead>\n<tbody>\n",
          p->out);
    for (int i = 0; i < s->nvary; i++) {
        fputs("<tr><td>", p->out);
        put_code(p->out, s->column[i].name);
        fputs("</td><td data-is=\"values\">", p->out);
        put_code(p->out, s->column[i].about);
        fputs("</td><td data-is=\"unit\">", p->out);
        stn_html_text(p->out, unit_of(s, i));
        fputs("</td></tr>\n", p->out);
    }
    fputs("</tbody></table></section>\n", p->out);
}

static void put_metric(StnStudyPage *p, int metric)
{
    const StnStudy *s = p->study;
    const StnDistribution *d = &p->distribution[metric];
    fputs("<tr><td>", p->out);
    put_code(p->out, s->column[s->nvary + metric].name);
    fputs("</td><td data-is=\"unit\">", p->out);
    stn_html_text(p->out, unit_of(s, s->nvary + metric));
    fprintf(p->out, "</td><td class=\"number\" data-is=\"runs\">%" PRId64 "</td>", d->count);
    put_number(p->out, "mean", d->mean);
    put_number(p->out, "deviation", d->deviation);
    put_number(p->out, "least", d->least);
    put_number(p->out, "5 %", d->q05);
    put_number(p->out, "median", d->median);
    put_number(p->out, "95 %", d->q95);
    put_number(p->out, "largest", d->most);
    fputs("</tr>\n", p->out);
}

static void put_metrics(StnStudyPage *p)
{
    static const char *const heads[] = {"Runs", "Mean",   "Deviation", "Least",
                                        "5 %",  "Median", "95 %",      "Largest"};
    const StnStudy *s = p->study;
    fputs("<section id=\"metrics\"><h2>Metrics</h2>\n<table><thead><tr><th>Metric</th>"
          "<th>Unit</th>",
          p->out);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        fprintf(p->out, "<th class=\"number\">%s</th>", heads[i]);
    fputs("</tr></thead>\n<tbody>\n", p->out);
    for (int m = 0; m < s->nmetric && stn_study_page_load(p, s->nvary + m, p->y); m++) {
        p->distribution[m] = stn_distribution(p->y, s->count, p->scratch);
        put_metric(p, m);
    }
    fputs("</tbody></table>\n", p->out);
    stn_study_page_histograms(p);
    fputs("</section>\n", p->out);
}

/* ---- Influence ---- */

static void put_names(StnStudyPage *p, int metric, int quantity)
{
    fputs("<tr><td>", p->out);
    put_code(p->out, p->study->column[p->study->nvary + metric].name);
    fputs("</td><td>", p->out);
    put_code(p->out, p->study->column[quantity].name);
    fputs("</td>", p->out);
}

static void put_indices(StnStudyPage *p, int metric)
{
    const StnStudy *s = p->study;
    StnSobolIndex index[STN_VARIES_MAX];
    int64_t used = 0;
    p->status = stn_sobol_indices(p->y, s->count, s->nvary, index, &used, p->error);
    for (int i = 0; i < s->nvary && p->status == STN_OK; i++) {
        p->influence[metric][i] = index[i].total.value;
        if (isnan(index[i].first.value))
            continue;
        put_names(p, metric, i);
        put_share(p->out, "first order", index[i].first);
        put_share(p->out, "total", index[i].total);
        fputs("</tr>\n", p->out);
    }
}

static void put_ranks(StnStudyPage *p, int metric)
{
    const StnStudy *s = p->study;
    for (int i = 0; i < s->nvary && stn_study_page_load(p, i, p->x); i++) {
        const bool law = s->column[i].law != NULL;
        double share = NAN;
        p->status = stn_rank_share(p->x, p->y, s->count, law, &share, p->error);
        p->influence[metric][i] = fabs(share);
        if (isnan(share) || p->status != STN_OK)
            continue;
        put_names(p, metric, i);
        put_share(p->out, "explains", (StnShare){fabs(share), NAN, NAN});
        fprintf(p->out, "<td data-is=\"more of it\">%s</td></tr>\n",
                law           ? ""
                : share > 0.0 ? "larger"
                              : "smaller");
    }
}

static void put_influence(StnStudyPage *p)
{
    const StnStudy *s = p->study;
    const bool sobol = s->kind == STN_DESIGN_SALTELLI;
    fprintf(p->out,
            "<section id=\"influence\"><h2>What each quantity explains</h2>\n<p>%s</p>\n"
            "<table><thead><tr><th>Metric</th><th>Quantity</th><th>%s</th><th>%s</th></tr></thead>"
            "\n<tbody>\n",
            sobol ? "Indices of Sobol’, shares of the variance of a metric: what a quantity "
                    "explains alone (first order), and with all its interactions (total); with "
                    "95 % intervals (bootstrap)."
                  : "Share of the variance of the ranks of a metric that a quantity explains "
                    "alone, and what more of it does. <code>--design saltelli</code> also tells "
                    "interactions.",
            sobol ? "First order" : "Explains", sobol ? "Total" : "More of it");
    for (int m = 0; m < s->nmetric && p->status == STN_OK; m++) {
        for (int i = 0; i < s->nvary; i++)
            p->influence[m][i] = NAN;
        if (p->distribution[m].count == 0 || !stn_study_page_load(p, s->nvary + m, p->y))
            continue;
        if (sobol)
            put_indices(p, m);
        else
            put_ranks(p, m);
    }
    fputs("</tbody></table></section>\n", p->out);
}

/* ---- Foot ---- */

static void put_footer(StnStudyPage *p)
{
    const StnStudy *s = p->study;
    fputs("<footer id=\"provenance\"><h2>How this page was made</h2>\n<p>By <code>stiction "
          "sweep</code> of Stiction " STN_VERSION ", from runs of this scenario; every run is that "
          "of <code>",
          p->out);
    stn_html_text(p->out, s->command);
    fputs("</code> with other numbers by <code>--set</code>. All of them with full precision: "
          "<code>stiction sweep --from STUDY.sqlite -o FILE.csv</code>.</p>\n"
          "<details><summary>The scenario with all its values</summary><pre>",
          p->out);
    stn_html_text(p->out, s->text ? s->text : stn_scenario_resolved(s->scenario));
    fputs("</pre></details>\n</footer>\n</body></html>\n", p->out);
}

static void put_page(StnStudyPage *p)
{
    stn_page_head(p->out, stn_scenario_title(p->study->scenario));
    put_header(p);
    fputs("<main>\n", p->out);
    put_expectations(p);
    put_quantities(p);
    put_metrics(p);
    put_influence(p);
    stn_study_page_scatter(p);
    stn_study_page_bands(p);
    stn_study_page_runs(p);
    fputs("</main>\n", p->out);
    put_footer(p);
}

StnStatus stn_study_write_page(StnStudy *study, const char *path, StnError *error)
{
    StnAtomicFile file;
    const size_t count = (size_t)study->count + 1;
    StnStudyPage *p = calloc(1, sizeof *p);
    double *memory = malloc(3 * count * sizeof *memory);
    if (p == NULL || memory == NULL) {
        free(p);
        free(memory);
        return stn_out_of_memory(error);
    }
    StnStatus status = stn_atomic_open(&file, path, error);
    if (status == STN_OK) {
        p->out = file.stream;
        p->study = study;
        p->error = error;
        p->x = memory;
        p->y = memory + count;
        p->scratch = memory + 2 * count;
        put_page(p);
        status = p->status;
        if (status == STN_OK)
            status = stn_atomic_commit(&file, error);
        else
            stn_atomic_discard(&file);
    }
    free(memory);
    free(p);
    return status;
}
