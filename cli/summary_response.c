/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The head of a summary: how each site followed its command, and whether it stands. */
#include "message.h"
#include "summary.h"

#include "text_table.h"

#include <math.h>
#include <string.h>

/* "-34.67 µm", in the unit that suits it. */
static const char *quantity(double value, const char *unit, int digits, char *out, size_t size)
{
    const StnEngineering e = stn_engineering(unit, fabs(value));
    const bool angle = strncmp(e.unit, "°", strlen("°")) == 0;
    snprintf(out, size, "%.*g%s%s", digits, value / e.factor, angle ? "" : " ", e.unit);
    return out;
}

static void put_line(TextTable *table, const char *what, const char *value, const char *remark)
{
    text_table_cell(table, "%s", what);
    text_table_cell(table, "%s", value);
    text_table_cell(table, "%s", remark);
}

/* "(3.5 % of the step)", or nothing where there is no way to compare with. */
static const char *share(double value, const StnResponse *r, int digits, char *out, size_t size)
{
    out[0] = '\0';
    if (fabs(r->size) > 0.0)
        snprintf(out, size, "%.*g %% of the %s", digits, 100.0 * value / fabs(r->size),
                 r->step ? "step" : "travel");
    return out;
}

static void put_arrival(TextTable *table, const StnResponse *r, const char *unit, int digits)
{
    char value[80], remark[80];
    snprintf(value, sizeof value, "%.*g %%", digits, 100.0 * r->overshoot);
    put_line(table, "overshoot", isnan(r->overshoot) ? "-" : value,
             isnan(r->overshoot)
                 ? ""
                 : quantity(r->overshoot * fabs(r->size), unit, digits, remark, sizeof remark));
    if (r->step)
        put_line(table, "rise time",
                 isnan(r->rise) ? "-" : quantity(r->rise, "s", digits, value, sizeof value),
                 isnan(r->rise) ? "90 % of the step are not reached" : "10 % to 90 % of the step");
    put_line(table, "settling time",
             isnan(r->settling) ? "-" : quantity(r->settling, "s", digits, value, sizeof value),
             isnan(r->settling) ? "it does not stay within 2 % of the command"
                                : "stays within 2 % of the command");
}

static void put_response(FILE *out, const Experiment *experiment, int site, int digits)
{
    const StnPlant *plant = stn_system_plant(experiment->system);
    const char *unit = plant->states[plant->sites[site].x].unit;
    const StnResponse r = stn_response_of(experiment->system, site, &experiment->record);
    char value[80], at[80], remark[80];
    TextTable table = {.columns = 3};
    if (r.input < 0)
        return;
    fprintf(out, "\nResponse of %s to %s", plant->sites[site].name, plant->inputs[r.input].name);
    if (r.step && fabs(r.size) > 0.0)
        fprintf(out, ", a step of %s at %s", quantity(r.size, unit, digits, value, sizeof value),
                quantity(r.at, "s", digits, at, sizeof at));
    else if (!isnan(r.at) && !r.step)
        fprintf(out, ", which rests at %s from %s on",
                quantity(r.command, unit, digits, value, sizeof value),
                quantity(r.at, "s", digits, at, sizeof at));
    putc('\n', out);
    put_line(&table, "final error", quantity(r.final_error, unit, digits, value, sizeof value),
             share(r.final_error, &r, digits, remark, sizeof remark));
    if (!r.step)
        put_line(&table, "largest error",
                 quantity(r.largest_error, unit, digits, value, sizeof value),
                 share(r.largest_error, &r, digits, remark, sizeof remark));
    if (!isnan(r.at))
        put_arrival(&table, &r, unit, digits);
    text_table_print(&table, out, 2, "lrl");
    text_table_free(&table);
}

/* "stands since 92.35 ms, stood 83.9 % of the time". */
static void put_standstill(FILE *out, const StnMetrics *m, int digits)
{
    char text[80];
    if (m->stands)
        fprintf(out, "stands since %s", quantity(m->since, "s", digits, text, sizeof text));
    else
        fputs("moves at the end", out);
    if (m->standstill > 0.0)
        fprintf(out, ", stood %.*g %% of the time", digits < 3 ? digits : 3, 100.0 * m->standstill);
}

static void put_motion(FILE *out, const Experiment *experiment, int site, int width, int digits)
{
    const StnPlant *plant = stn_system_plant(experiment->system);
    const char *unit = plant->states[plant->sites[site].x].unit;
    const StnMetrics m = stn_metrics_of(experiment->system, site, &experiment->record, NAN);
    char text[80];
    if (m.memory_out)
        out_of_memory();
    fprintf(out, "  %-*s  ", width, plant->sites[site].name);
    if (isnan(m.standstill)) {
        fputs("velocity not recorded\n", out);
        return;
    }
    put_standstill(out, &m, digits);
    fprintf(out, "; %d %s", m.slips, m.slips == 1 ? "slip" : "slips");
    if (m.slips > 0)
        fprintf(
            out, " from %s on",
            quantity(m.breakaway + experiment->record.data[0][0], "s", digits, text, sizeof text));
    if (m.slips > 2)
        fprintf(out, ", every %s", quantity(m.period, "s", digits, text, sizeof text));
    if (m.slips > 1 && !isnan(m.height))
        fprintf(out, ", by %s", quantity(m.height, unit, digits, text, sizeof text));
    putc('\n', out);
}

void summary_put_response(FILE *out, const Experiment *experiment, int digits)
{
    const StnPlant *plant = stn_system_plant(experiment->system);
    int width = 0;
    if (experiment->record.rows == 0)
        return;
    for (int i = 0; i < plant->nsite; i++) {
        put_response(out, experiment, i, digits);
        width =
            (int)strlen(plant->sites[i].name) > width ? (int)strlen(plant->sites[i].name) : width;
    }
    fputs("\nMotion\n", out);
    for (int i = 0; i < plant->nsite; i++)
        put_motion(out, experiment, i, width, digits);
}
