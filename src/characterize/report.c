/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What laws show, as a result. */
#include "stiction/characterize.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_WIDTH = 7 };
_Static_assert(STN_MEASURE_COUNT % TABLE_WIDTH == 0, "tables of one width");

/* ---- Settings ---- */

static void report_parameters(const StnCharacterizeDef *def, double xe, StnResult *out)
{
    char text[512];
    int used = snprintf(text, sizeof text, "m %g kg", def->m);
    stn_result_open(out, "parameters");
    stn_result_number(out, "m", "kg", def->m);
#define PUT(parameter, number, unit)                                                        \
    stn_result_number(out, #parameter, unit, number);                                       \
    used += snprintf(text + used, sizeof text - (size_t)used, ", " #parameter " %g%s" unit, \
                     (double)(number), unit[0] ? " " : "");
    STN_CHARACTERIZE_COMMON(PUT)
#undef PUT
    stn_result_close(out);
    snprintf(text + used, sizeof text - (size_t)used, "; xe = Fs/sigma0 = %g m.", xe);
    stn_result_paragraph(out, NULL, text);
}

static void report_settings(const StnCharacterizeDef *def, const char *const *set, int nset,
                            StnResult *out)
{
    const StnResultColumn one = {"", NULL, NULL, NULL};
    char text[1024] = "";
    size_t used = 0;
    stn_result_table(out, "set", NULL, &one, 1);
    for (int i = 0; i < nset; i++) {
        const StnCell cell = stn_cell_text(set[i]);
        stn_result_row(out, false, &cell);
        if (used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                     i == 0 ? "Instead: " : ", ", set[i]);
    }
    if (nset > 0)
        stn_result_line(out, "%s", text);
    stn_result_fact(out, "rtol", "1", stn_cell_number(def->rtol),
                    "Event engine, rtol %g; laws with * in fixed steps of %g s.\n", def->rtol,
                    def->dt);
    stn_result_number(out, "dt", "s", def->dt);
}

static void report_definitions(StnResult *out)
{
    stn_result_open(out, "behaviours");
    for (int b = 0; b < STN_BEHAVIOUR_COUNT; b++) {
        const StnBehaviourInfo info = stn_behaviour_info((StnBehaviour)b);
        stn_result_open(out, info.word);
        stn_result_text(out, "title", info.title);
        stn_result_text(out, "experiment", info.experiment);
        stn_result_text(out, "criterion", info.criterion);
        stn_result_close(out);
    }
    stn_result_close(out);
    stn_result_open(out, "units");
    for (int m = 0; m < STN_MEASURE_COUNT; m++)
        stn_result_text(out, stn_measure_info((StnMeasure)m).word,
                        stn_measure_info((StnMeasure)m).unit);
    stn_result_close(out);
}

/* ---- Laws ---- */

static void report_law(const StnCharacter *row, StnResult *out)
{
    const StnResultColumn one = {"", NULL, NULL, NULL};
    stn_result_open(out, NULL);
    stn_result_text(out, "name", row->label);
    stn_result_text(out, "law", row->law->name);
    stn_result_text(out, "engine", row->method == STN_METHOD_FIXED ? "fixed" : "event");
    stn_result_open(out, "shown");
    for (int b = 0; b < STN_BEHAVIOUR_COUNT; b++)
        stn_result_fact(out, stn_behaviour_info((StnBehaviour)b).word, NULL,
                        row->known[b] ? stn_cell_flag(row->shown[b]) : stn_cell_text(NULL), NULL);
    stn_result_close(out);
    stn_result_open(out, "measured");
    for (int m = 0; m < STN_MEASURE_COUNT; m++)
        stn_result_number(out, stn_measure_info((StnMeasure)m).word,
                          stn_measure_info((StnMeasure)m).unit, row->value[m]);
    stn_result_close(out);
    stn_result_table(out, "notes", NULL, &one, 1);
    for (int t = 0; t < STN_TRIAL_COUNT; t++) {
        const StnCell note = stn_cell_text(row->reason[t]);
        if (row->reason[t][0])
            stn_result_row(out, false, &note);
    }
    stn_result_number(out, "seconds", "s", row->seconds);
    stn_result_close(out);
}

static void label_text(const StnCharacter *row, char *out, size_t size)
{
    snprintf(out, size, "%s%s", row->label, row->method == STN_METHOD_FIXED ? " *" : "");
}

static void report_matrix(const StnCharacter *row, int count, StnResult *out)
{
    StnResultColumn columns[STN_BEHAVIOUR_COUNT + 1] = {{NULL, "law", NULL, NULL}};
    for (int b = 0; b < STN_BEHAVIOUR_COUNT; b++)
        columns[b + 1] =
            (StnResultColumn){NULL, stn_behaviour_info((StnBehaviour)b).word, NULL, NULL};
    stn_result_table(out, NULL, "", columns, STN_BEHAVIOUR_COUNT + 1);
    stn_result_flush(out);
    for (int i = 0; i < count; i++) {
        StnCell cells[STN_BEHAVIOUR_COUNT + 1];
        char label[80];
        label_text(&row[i], label, sizeof label);
        cells[0] = stn_cell_text(label);
        for (int b = 0; b < STN_BEHAVIOUR_COUNT; b++)
            cells[b + 1] = stn_cell_text(!row[i].known[b] ? "?" : row[i].shown[b] ? "yes" : "no");
        stn_result_row(out, true, cells);
    }
    stn_result_line(out, "(drift and creep are defects; ? = the experiment failed)");
}

/* Below this a number is rounding and tolerance. */
static double rounding_limit(const StnCharacter *row, const char *unit)
{
    if (strcmp(unit, "m") == 0)
        return 1e-5 * row->xe;
    return strcmp(unit, "m/s") == 0 ? 1e-5 * row->vs : unit[0] == '%' ? 1e-3 : 1e-6;
}

static void report_numbers(const StnCharacter *row, int count, int from, StnResult *out)
{
    StnResultColumn columns[TABLE_WIDTH + 1] = {{NULL, "law", NULL, NULL}};
    for (int m = 0; m < TABLE_WIDTH; m++) {
        const StnMeasureInfo info = stn_measure_info((StnMeasure)(from + m));
        columns[m + 1] = (StnResultColumn){NULL, info.word, info.unit, "%.3g"};
    }
    stn_result_line(out, "%s", "");
    stn_result_table(out, NULL, "", columns, TABLE_WIDTH + 1);
    stn_result_flush(out);
    for (int i = 0; i < count; i++) {
        StnCell cells[TABLE_WIDTH + 1];
        char label[80];
        label_text(&row[i], label, sizeof label);
        cells[0] = stn_cell_text(label);
        for (int m = 0; m < TABLE_WIDTH; m++) {
            const double value = row[i].value[from + m];
            const bool small = fabs(value) < rounding_limit(&row[i], columns[m + 1].unit);
            cells[m + 1] = stn_cell_number(small ? 0.0 : value);
        }
        stn_result_row(out, true, cells);
    }
}

/* ---- Figure ---- */

/* One panel per experiment, laws overlaid; the legend stands over the first one. */
static void draw(const StnCharacter *row, int count, StnResult *out)
{
    StnPanel panel[STN_TRIAL_COUNT];
    StnCurve *curve = calloc((size_t)count * STN_TRIAL_COUNT, sizeof *curve);
    if (!curve) {
        out->failed = true;
        return;
    }
    for (int t = 0; t < STN_TRIAL_COUNT; t++) {
        const StnTrialInfo info = stn_trial_info((StnTrial)t);
        StnCurve *own = &curve[t * count];
        for (int i = 0; i < count; i++) {
            const StnTrace *trace = &row[i].trace[t];
            own[i] = (StnCurve){trace->x, trace->y, trace->count, t == 0 ? row[i].label : NULL,
                                STN_STYLE_LINES};
        }
        panel[t] = (StnPanel){.title = info.title,
                              .xlabel = info.xlabel,
                              .ylabel = info.ylabel,
                              .curve = own,
                              .ncurve = count,
                              .logx = t == STN_TRIAL_CURVE};
    }
    stn_result_figure(out, &(StnFigure){.title = "What the friction laws show",
                                        .panel = panel,
                                        .npanel = STN_TRIAL_COUNT,
                                        .columns = 3});
    free(curve);
}

void stn_report_characters(const StnCharacterizeDef *def, const StnCharacter *row, int count,
                           const char *const *set, int nset, StnResult *out)
{
    out->method = "characterize";
    report_parameters(def, row[0].xe, out);
    report_settings(def, set, nset, out);
    report_definitions(out);
    stn_result_open_list(out, "laws");
    for (int i = 0; i < count; i++)
        report_law(&row[i], out);
    stn_result_close(out);
    report_matrix(row, count, out);
    for (int m = 0; m < STN_MEASURE_COUNT; m += TABLE_WIDTH)
        report_numbers(row, count, m, out);
    draw(row, count, out);
}
