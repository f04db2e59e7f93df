/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The figures of a study. */
#include "compare/sort.h"
#include "io/panel_units.h"
#include "report/chart.h"
#include "report/html.h"
#include "report/study_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BINS_MIN = 8, BINS_MAX = 40, DOTS_MAX = 1500, SCATTERS = 4, LABEL_SIZE = 256 };

static void put_panel(StnStudyPage *p, const StnPanel *panel, int areas, const char *id)
{
    StnScaledPanel scaled;
    fputs("<div class=\"panel\"><h4>", p->out);
    stn_html_text(p->out, panel->title);
    fputs("</h4>\n", p->out);
    p->status = stn_panel_scale(panel, &scaled);
    if (p->status == STN_OK)
        p->status = stn_chart_areas_svg(p->out, &scaled.panel, areas, id);
    stn_panel_scale_free(&scaled);
    if (p->status != STN_OK)
        stn_error(p->error, p->status, "%s", stn_status_text(p->status));
    fputs("</div>\n", p->out);
}

/* ---- Histograms ---- */

/* The border of the bars: up and down at each edge. */
typedef struct Bars {
    double x[2 * BINS_MAX + 2], y[2 * BINS_MAX + 2], top;
    size_t count;
} Bars;

static Bars bars_of(const double *value, int64_t count, const StnDistribution *d)
{
    Bars b = {.count = 0};
    double runs[BINS_MAX] = {0.0};
    const double root = sqrt((double)d->count);
    const int bins = root < BINS_MIN ? BINS_MIN : root > BINS_MAX ? BINS_MAX : (int)root;
    const double width = (d->most - d->least) / bins;
    for (int64_t i = 0; i < count; i++) {
        if (isnan(value[i]))
            continue;
        const double place = (value[i] - d->least) / width;
        runs[place < bins ? (int)place : bins - 1] += 1.0;
    }
    b.x[b.count++] = d->least;
    for (int k = 0; k < bins; k++) {
        b.top = fmax(b.top, runs[k]);
        b.x[b.count] = d->least + k * width;
        b.y[b.count++] = runs[k];
        b.x[b.count] = k + 1 < bins ? d->least + (k + 1) * width : d->most;
        b.y[b.count++] = runs[k];
    }
    b.x[b.count++] = d->most;
    return b;
}

static void put_histogram(StnStudyPage *p, int metric)
{
    const StnStudy *s = p->study;
    const Bars b = bars_of(p->y, s->count, &p->distribution[metric]);
    StnCurve curve[1 + STN_EXPECTATIONS_MAX] = {{b.x, b.y, b.count, "runs", STN_STYLE_LINES}};
    double limit[STN_EXPECTATIONS_MAX][2];
    const double height[2] = {0.0, 1.05 * b.top};
    char label[LABEL_SIZE], id[32];
    int count = 1;
    for (int i = 0; i < s->nexpectation; i++) {
        if (s->expectation[i].metric != metric)
            continue;
        limit[i][0] = limit[i][1] = s->expectation[i].limit;
        curve[count++] = (StnCurve){limit[i], height, 2, s->expectation[i].text, STN_STYLE_DASHES};
    }
    const StnPanel panel = {.title = s->column[s->nvary + metric].name,
                            .xlabel =
                                stn_study_page_label(p, s->nvary + metric, label, sizeof label),
                            .ylabel = "runs",
                            .curve = curve,
                            .ncurve = count,
                            .ymin = 0.0,
                            .ymax = height[1]};
    snprintf(id, sizeof id, "histogram-%d", metric + 1);
    put_panel(p, &panel, 1, id);
}

void stn_study_page_histograms(StnStudyPage *p)
{
    const StnStudy *s = p->study;
    fputs("<figure id=\"histograms\"><figcaption><b>How often</b> <span>Runs by the value of each "
          "metric; dashed: what is expected.</span></figcaption>\n<div class=\"panels\">\n",
          p->out);
    for (int m = 0; m < s->nmetric && p->status == STN_OK; m++)
        if (p->distribution[m].most > p->distribution[m].least &&
            stn_study_page_load(p, s->nvary + m, p->y))
            put_histogram(p, m);
    fputs("</div></figure>\n", p->out);
}

/* ---- Scatter ---- */

/* Of a grid at equal distances; the first ones of a sample are a sample. */
static size_t pick(const StnStudy *s, const double *value, double *out)
{
    const int64_t count = s->count < DOTS_MAX ? s->count : DOTS_MAX;
    for (int64_t i = 0; i < count; i++)
        out[i] =
            value[s->kind == STN_DESIGN_GRID ? s->count / count * i + s->count % count * i / count
                                             : i];
    return (size_t)count;
}

/* "friction.contact.law: 1 coulomb, 2 lugre" */
static const char *quantity_label(const StnStudyPage *p, int quantity, char *out, size_t size)
{
    const StnStoreColumn *c = &p->study->column[quantity];
    size_t used = strlen(stn_study_page_label(p, quantity, out, size));
    for (int i = 0; i < c->nlaw && c->law && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s %d %s", i > 0 ? "," : ":", i + 1,
                                 c->law[i]->name);
    return out;
}

static void put_scatter(StnStudyPage *p, int metric, int quantity)
{
    const StnStudy *s = p->study;
    double x[DOTS_MAX] = {0.0}, y[DOTS_MAX] = {0.0};
    char xlabel[LABEL_SIZE], ylabel[LABEL_SIZE], title[LABEL_SIZE], id[48];
    const size_t count = pick(s, p->x, x);
    pick(s, p->y, y);
    for (size_t i = 0; i < count && s->column[quantity].law; i++)
        x[i] += 1.0;
    const StnCurve curve = {x, y, count, "runs", STN_STYLE_POINTS};
    snprintf(title, sizeof title, "%s explains %.2g %%", s->column[quantity].name,
             100.0 * p->influence[metric][quantity]);
    const StnPanel panel = {.title = title,
                            .xlabel = quantity_label(p, quantity, xlabel, sizeof xlabel),
                            .ylabel =
                                stn_study_page_label(p, s->nvary + metric, ylabel, sizeof ylabel),
                            .curve = &curve,
                            .ncurve = 1};
    snprintf(id, sizeof id, "scatter-%d-%d", metric + 1, quantity + 1);
    put_panel(p, &panel, 0, id);
}

/* The next quantity by what it explains, after those that were taken; -1: none. */
static int next_quantity(const StnStudyPage *p, int metric, const bool *taken)
{
    int best = -1;
    for (int i = 0; i < p->study->nvary; i++)
        if (!taken[i] && !isnan(p->influence[metric][i]) &&
            (best < 0 || p->influence[metric][i] > p->influence[metric][best]))
            best = i;
    return best;
}

static void put_scatters(StnStudyPage *p, int metric)
{
    const StnStudy *s = p->study;
    bool taken[STN_VARIES_MAX] = {false};
    int quantity = next_quantity(p, metric, taken);
    if (quantity < 0 || !stn_study_page_load(p, s->nvary + metric, p->y))
        return;
    fputs("<figure><figcaption><b>", p->out);
    stn_html_text(p->out, s->column[s->nvary + metric].name);
    fputs("</b></figcaption>\n<div class=\"panels\">\n", p->out);
    for (int k = 0; k < SCATTERS && quantity >= 0; k++) {
        if (stn_study_page_load(p, quantity, p->x))
            put_scatter(p, metric, quantity);
        taken[quantity] = true;
        quantity = next_quantity(p, metric, taken);
    }
    fputs("</div></figure>\n", p->out);
}

void stn_study_page_scatter(StnStudyPage *p)
{
    const StnStudy *s = p->study;
    fprintf(p->out,
            "<section id=\"scatter\"><h2>Metrics over quantities</h2>\n<p>A dot is a run%s; the "
            "quantities that explain most come first%s.</p>\n",
            s->count > DOTS_MAX ? ", of 1500 of them" : "",
            s->nvary > SCATTERS ? ", and the first four are shown" : "");
    for (int m = 0; m < s->nmetric && p->status == STN_OK; m++)
        if (p->distribution[m].most > p->distribution[m].least)
            put_scatters(p, m);
    fputs("</section>\n", p->out);
}

/* ---- Bands over time ---- */

enum { LEVELS = 5 };
static const double level[LEVELS] = {0.05, 0.25, 0.5, 0.75, 0.95};

typedef struct Bands {
    double t[STN_TRACE_POINTS], q[LEVELS][STN_TRACE_POINTS];
    size_t points; /* up to the last time that a run has */
    double border_x[2][2 * STN_TRACE_POINTS], border_y[2][2 * STN_TRACE_POINTS];
} Bands;

static void take_quantiles(Bands *b, const StnTraces *t, int column, double *value)
{
    b->points = 0;
    for (int k = 0; k < STN_TRACE_POINTS; k++) {
        size_t count = 0;
        for (int i = 0; i < t->nrun; i++)
            if (t->there[i] && !isnan(stn_trace(t, i, column)[k]))
                value[count++] = stn_trace(t, i, column)[k];
        if (count == 0)
            return;
        stn_sort(value, count);
        b->t[k] = stn_trace_time(t, k);
        for (int q = 0; q < LEVELS; q++)
            b->q[q][k] = stn_quantile(value, count, level[q]);
        b->points++;
    }
}

/* Along the lower level, and back along the upper one. */
static StnCurve border(Bands *b, int which, int low, int high, const char *label)
{
    for (size_t k = 0; k < b->points; k++) {
        const size_t back = 2 * b->points - 1 - k;
        b->border_x[which][k] = b->border_x[which][back] = b->t[k];
        b->border_y[which][k] = b->q[low][k];
        b->border_y[which][back] = b->q[high][k];
    }
    return (StnCurve){b->border_x[which], b->border_y[which], 2 * b->points, label,
                      STN_STYLE_LINES};
}

static void put_band(StnStudyPage *p, Bands *b, int column)
{
    const StnTraces *t = &p->study->traces;
    char ylabel[96], id[32];
    const bool unit = t->unit[column][0] && strcmp(t->unit[column], "1") != 0;
    const StnCurve curve[] = {border(b, 0, 0, 4, "5 % to 95 %"),
                              border(b, 1, 1, 3, "25 % to 75 %"),
                              {b->t, b->q[2], b->points, "median", STN_STYLE_LINES}};
    snprintf(ylabel, sizeof ylabel, "%s%s%s%s", t->name[column], unit ? " [" : "",
             unit ? t->unit[column] : "", unit ? "]" : "");
    const StnPanel panel = {
        .title = t->name[column], .xlabel = "t [s]", .ylabel = ylabel, .curve = curve, .ncurve = 3};
    snprintf(id, sizeof id, "band-%d", column + 1);
    put_panel(p, &panel, 2, id);
}

void stn_study_page_bands(StnStudyPage *p)
{
    const StnTraces *t = &p->study->traces;
    int there = 0;
    for (int i = 0; i < t->nrun; i++)
        there += t->there[i];
    if (there == 0)
        return;
    Bands *b = malloc(sizeof *b);
    double *value = malloc((size_t)t->nrun * sizeof *value);
    if (b == NULL || value == NULL) {
        p->status = stn_out_of_memory(p->error);
        free(b);
        free(value);
        return;
    }
    fprintf(p->out,
            "<section id=\"bands\"><h2>Over time</h2>\n<p>Of %d runs: the median, and the bands "
            "in which half and nine tenths of them lie at each time. No single run needs to "
            "follow such a line.</p>\n<div class=\"panels two\">\n",
            there);
    for (int c = 0; c < t->ncolumn && p->status == STN_OK; c++) {
        take_quantiles(b, t, c, value);
        put_band(p, b, c);
    }
    fputs("</div></section>\n", p->out);
    free(b);
    free(value);
}
