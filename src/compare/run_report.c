/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a run shows, as a result: first what a servo engineer asks (how the command was followed,
 * standstill), then events, final values, what was run, energy and work. */
#include "stiction/compare.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* All events up to EVENTS_SHOWN; of more the first and the last ones. */
enum { EVENTS_SHOWN = 20, EVENTS_FIRST = 8, EVENTS_LAST = 4, DIGITS_MOST = 12, TEXT = 80 };

typedef struct Run {
    const StnScenario *scenario;
    const StnSystem *system;
    const StnPlant *plant;
    const StnRecord *record;
    int digits;
    StnResult *out;
} Run;

/* "-34.67 µm", in the unit that suits it; "-" for NaN. */
static const char *quantity(const Run *run, double value, const char *unit, char out[TEXT])
{
    const StnEngineering e = stn_engineering(unit, fabs(value));
    const bool angle = strncmp(e.unit, "°", strlen("°")) == 0;
    snprintf(out, TEXT, "%.*g%s%s", run->digits, value / e.factor, angle ? "" : " ", e.unit);
    return isnan(value) ? "-" : out;
}

/* ---- Head ---- */

static void report_notes(const Run *run)
{
    static const StnResultColumn one = {"", NULL, NULL, NULL};
    StnCell cell;
    for (int kind = 0; kind < 2; kind++) {
        stn_result_table(run->out, kind == 0 ? "warnings" : "derived", NULL, &one, 1);
        for (int i = 0; kind == 0 && i < stn_scenario_warning_count(run->scenario); i++) {
            cell = stn_cell_text(stn_scenario_warning_at(run->scenario, i));
            stn_result_row(run->out, false, &cell);
        }
        for (int i = 0; i < stn_system_note_count(run->system); i++) {
            const StnNote note = stn_system_note_at(run->system, i);
            cell = stn_cell_text(note.text);
            if ((note.kind == STN_NOTE_WARNING) == (kind == 0))
                stn_result_row(run->out, false, &cell);
        }
    }
}

static void report_head(const Run *run, const char *name, StnStatus status)
{
    static const char *const methods[] = {"event", "fixed", "sundials"};
    StnResult *out = run->out;
    stn_result_text(out, "scenario", name);
    stn_result_fact(out, "title", NULL, stn_cell_text(stn_scenario_title(run->scenario)), "%s",
                    stn_scenario_title(run->scenario));
    stn_result_text(out, "status", status == STN_OK ? "done" : "interrupted");
    stn_result_text(out, "plant", run->plant->name);
    stn_result_open(out, "friction");
    for (int i = 0; i < run->plant->nsite; i++)
        stn_result_text(out, run->plant->sites[i].name, stn_system_law(run->system, i)->name);
    stn_result_close(out);
    stn_result_open(out, "solver");
    stn_result_text(out, "method", methods[stn_system_method(run->system)]);
    stn_result_number(out, "rtol", "1", stn_system_solver(run->system)->rtol);
    stn_result_number(out, "dt", "s", stn_system_step(run->system));
    stn_result_close(out);
    stn_result_count(out, "seed", stn_scenario_seed(run->scenario));
    stn_result_number(out, "duration", "s", stn_scenario_duration(run->scenario));
    stn_result_count(out, "rows", run->record->rows);
    report_notes(run);
}

/* ---- The response to a command ---- */

/* null where nothing is commanded. */
static void response_fields(const Run *run, const StnResponse *r, const char *unit)
{
    StnResult *out = run->out;
    if (r->input < 0) {
        stn_result_text(out, "response", NULL);
        return;
    }
    stn_result_open(out, "response");
    stn_result_text(out, "command", run->plant->inputs[r->input].name);
    stn_result_flag(out, "step", r->step);
    stn_result_number(out, "at", "s", r->at);
    stn_result_number(out, "final_command", unit, r->command);
    stn_result_number(out, "size", unit, r->size);
    stn_result_number(out, "final_error", unit, r->final_error);
    stn_result_number(out, "largest_error", unit, r->largest_error);
    stn_result_number(out, "overshoot", "1", r->overshoot);
    stn_result_number(out, "rise_time", "s", r->rise);
    stn_result_number(out, "settling_time", "s", r->settling);
    stn_result_close(out);
}

/* An error with "3.5 % of the step", or nothing where there is no way to compare with. */
static void error_row(const Run *run, const char *name, double value, const StnResponse *r,
                      const char *unit)
{
    char text[TEXT], share[TEXT] = "";
    if (fabs(r->size) > 0.0)
        snprintf(share, sizeof share, "%.*g %% of the %s", run->digits,
                 100.0 * value / fabs(r->size), r->step ? "step" : "travel");
    stn_result_text_row(run->out, (const char *[]){name, quantity(run, value, unit, text), share});
}

static void arrival_rows(const Run *run, const StnResponse *r, const char *unit)
{
    char text[TEXT], share[TEXT];
    const bool risen = !isnan(r->rise), settled = !isnan(r->settling), over = !isnan(r->overshoot);
    snprintf(share, sizeof share, "%.*g %%", run->digits, 100.0 * r->overshoot);
    stn_result_text_row(
        run->out,
        (const char *[]){"overshoot", over ? share : "-",
                         over ? quantity(run, r->overshoot * fabs(r->size), unit, text) : ""});
    if (r->step)
        stn_result_text_row(run->out,
                            (const char *[]){"rise time", quantity(run, r->rise, "s", text),
                                             risen ? "10 % to 90 % of the step"
                                                   : "90 % of the step are not reached"});
    stn_result_text_row(run->out,
                        (const char *[]){"settling time", quantity(run, r->settling, "s", text),
                                         settled ? "stays within 2 % of the command"
                                                 : "it does not stay within 2 % of the command"});
}

static void response_text(const Run *run, int site, const StnResponse *r, const char *unit)
{
    char value[TEXT], at[TEXT], heading[4 * TEXT];
    if (r->input < 0)
        return;
    int used = snprintf(heading, sizeof heading, "\nResponse of %s to %s",
                        run->plant->sites[site].name, run->plant->inputs[r->input].name);
    if (r->step && fabs(r->size) > 0.0)
        snprintf(heading + used, sizeof heading - (size_t)used, ", a step of %s at %s",
                 quantity(run, r->size, unit, value), quantity(run, r->at, "s", at));
    else if (!isnan(r->at) && !r->step)
        snprintf(heading + used, sizeof heading - (size_t)used, ", which rests at %s from %s on",
                 quantity(run, r->command, unit, value), quantity(run, r->at, "s", at));
    stn_result_text_table(run->out, heading, "|>|");
    error_row(run, "final error", r->final_error, r, unit);
    if (!r->step)
        error_row(run, "largest error", r->largest_error, r, unit);
    if (!isnan(r->at))
        arrival_rows(run, r, unit);
}

/* ---- Standstill and slips ---- */

static void motion_fields(const Run *run, const StnMetrics *m, const char *unit)
{
    StnResult *out = run->out;
    char speed[40];
    snprintf(speed, sizeof speed, "%s/s", unit);
    stn_result_flag(out, "stands", m->stands);
    stn_result_number(out, "stands_since", "s", m->since);
    stn_result_number(out, "standstill", "1", m->standstill);
    stn_result_number(out, "creep", speed, m->creep);
    stn_result_count(out, "slips", (uint64_t)m->slips);
    stn_result_number(out, "breakaway", "s", m->breakaway);
    stn_result_number(out, "period", "s", m->period);
    stn_result_number(out, "height", unit, m->height);
    stn_result_number(out, "reversals", "1/s", m->reversals);
}

/* "stands since 92.35 ms, stood 83.9 % of the time; 3 slips from 1 s on, every 2 s, by 1 mm". */
static void motion_row(const Run *run, int site, const StnMetrics *m, const char *unit)
{
    char text[8 * TEXT] = "", number[TEXT];
    size_t used = 0;
#define ADD(...) used += (size_t)snprintf(text + used, sizeof text - used, __VA_ARGS__)
    if (isnan(m->standstill)) {
        ADD("velocity not recorded");
    } else {
        if (m->stands)
            ADD("stands since %s", quantity(run, m->since, "s", number));
        else
            ADD("moves at the end");
        if (m->standstill > 0.0)
            ADD(", stood %.*g %% of the time", run->digits < 3 ? run->digits : 3,
                100.0 * m->standstill);
        ADD("; %d %s", m->slips, m->slips == 1 ? "slip" : "slips");
        if (m->slips > 0)
            ADD(" from %s on", quantity(run, m->breakaway + run->record->data[0][0], "s", number));
        if (m->slips > 2)
            ADD(", every %s", quantity(run, m->period, "s", number));
        if (m->slips > 1 && !isnan(m->height))
            ADD(", by %s", quantity(run, m->height, unit, number));
    }
#undef ADD
    stn_result_text_row(run->out, (const char *[]){run->plant->sites[site].name, text});
}

/* For machines all of a site together; for people responses first. */
static void report_sites(const Run *run)
{
    StnMetrics metrics[STN_SITES_MAX];
    const int count = run->record->rows > 0 ? run->plant->nsite : 0;
    stn_result_open(run->out, "sites");
    for (int i = 0; i < count; i++) {
        const char *unit = run->plant->states[run->plant->sites[i].x].unit;
        const StnResponse response = stn_response_of(run->system, i, run->record);
        metrics[i] = stn_metrics_of(run->system, i, run->record, NAN);
        run->out->failed = run->out->failed || metrics[i].memory_out;
        stn_result_open(run->out, run->plant->sites[i].name);
        response_fields(run, &response, unit);
        motion_fields(run, &metrics[i], unit);
        stn_result_close(run->out);
        response_text(run, i, &response, unit);
    }
    stn_result_close(run->out);
    stn_result_text_table(run->out, "\nMotion", "|");
    for (int i = 0; i < count; i++)
        motion_row(run, i, &metrics[i], run->plant->states[run->plant->sites[i].x].unit);
}

/* ---- Events ---- */

static bool is_shown(const StnRecord *record, size_t i)
{
    return record->nevent <= EVENTS_SHOWN || i < EVENTS_FIRST || i + EVENTS_LAST >= record->nevent;
}

/* The event shown after the event i. */
static size_t next_shown(const StnRecord *record, size_t i)
{
    i++;
    return is_shown(record, i) ? i : record->nevent - EVENTS_LAST;
}

/* The least number of digits that shows the times of neighbouring events as different. */
static int event_digits(const StnRecord *record, int digits)
{
    char before[40], text[40];
    for (; digits < DIGITS_MOST; digits++) {
        bool apart = true;
        for (size_t i = 0, next; apart && (next = next_shown(record, i)) < record->nevent;
             i = next) {
            const double a = record->event[i].t, b = record->event[next].t;
            snprintf(before, sizeof before, "%.*g", digits, a);
            snprintf(text, sizeof text, "%.*g", digits, b);
            apart = a == b || strcmp(before, text) != 0;
        }
        if (apart)
            break;
    }
    return digits;
}

/* The last events, where some are left out, are a table of their own: its times may be wider. */
static void events_text(const Run *run)
{
    const StnRecord *record = run->record;
    const int digits = event_digits(record, run->digits);
    char heading[120];
    stn_result_line(run->out, "\nEvents: %zu", record->nevent);
    stn_result_text_table(run->out, "", ">|||");
    for (size_t i = 0; i < record->nevent; i = next_shown(record, i)) {
        const StnEvent *event = &record->event[i];
        if (i + EVENTS_LAST == record->nevent && record->nevent > EVENTS_SHOWN) {
            snprintf(heading, sizeof heading,
                     "  ... %zu more; --events FILE.csv writes them all ...",
                     record->nevent - EVENTS_FIRST - EVENTS_LAST);
            stn_result_text_table(run->out, heading, ">|||");
        }
        snprintf(heading, sizeof heading, "%.*g s", digits, event->t);
        stn_result_text_row(run->out, (const char *[]){heading, event->site,
                                                       stn_event_word(event->kind), event->detail});
    }
}

static void report_events(const Run *run)
{
    static const StnResultColumn columns[] = {{"t", NULL, "s", NULL},
                                              {"site", NULL, NULL, NULL},
                                              {"event", NULL, NULL, NULL},
                                              {"detail", NULL, NULL, NULL}};
    stn_result_table(run->out, "events", NULL, columns, 4);
    for (size_t i = 0; i < run->record->nevent; i++) {
        const StnEvent *event = &run->record->event[i];
        stn_result_row(run->out, false,
                       (StnCell[]){stn_cell_number(event->t), stn_cell_text(event->site),
                                   stn_cell_text(stn_event_word(event->kind)),
                                   stn_cell_text(event->detail)});
    }
    events_text(run);
}

/* ---- The end ---- */

/* {"x": {"value": ..., "unit": "m"}, ...} */
static void report_final(const Run *run)
{
    const StnRecord *record = run->record;
    const int count = record->rows > 0 ? record->ncolumn : 0;
    char text[TEXT];
    stn_result_open(run->out, "final");
    for (int c = 0; c < count; c++) {
        stn_result_open(run->out, record->column[c].name);
        stn_result_number(run->out, "value", NULL, record->data[c][record->rows - 1]);
        stn_result_text(run->out, "unit", record->column[c].unit);
        stn_result_close(run->out);
    }
    stn_result_close(run->out);
    if (count == 0)
        return;
    stn_result_line(run->out, "\nFinal values, t = %.*g s", run->digits,
                    record->data[0][record->rows - 1]);
    stn_result_text_table(run->out, "", "|>||");
    for (int c = 1; c < count; c++) {
        const StnColumnInfo *column = &record->column[c];
        snprintf(text, sizeof text, "%.*g", run->digits, record->data[c][record->rows - 1]);
        stn_result_text_row(run->out,
                            (const char *[]){column->name, text, column->unit, column->text});
    }
}

static void report_setting(const Run *run)
{
    char text[200];
    stn_result_line(run->out, "\nRun\n  plant     %s: %s", run->plant->name, run->plant->title);
    for (int i = 0; i < run->plant->nsite; i++) {
        const StnLaw *law = stn_system_law(run->system, i);
        stn_result_line(run->out, "  friction  %s: %s (%s)", run->plant->sites[i].name, law->name,
                        law->title);
    }
    stn_result_line(run->out, "  solver    %s", stn_solver_text(run->system, text, sizeof text));
    stn_result_line(run->out, "  duration  %.12g s, %zu rows of %d columns",
                    stn_scenario_duration(run->scenario), run->record->rows, run->record->ncolumn);
}

static void report_energy(const Run *run)
{
    const StnEnergy *e = &run->record->energy;
    const double left = stn_energy_left_over(e);
    const int digits = run->digits;
    StnResult *out = run->out;
    if (!stn_system_solver(run->system)->energy) {
        stn_result_fact(out, "energy", NULL, stn_cell_text(NULL),
                        "\nEnergy: not integrated (solver: energy: false)");
        return;
    }
    stn_result_open(out, "energy");
    stn_result_line(out, "\nEnergy at the friction sites");
    stn_result_fact(out, "input", "J", stn_cell_number(e->input),
                    "  %12.*g J  work of the active forces", digits, e->input);
    stn_result_fact(out, "stored", "J", stn_cell_number(e->stored),
                    "  %12.*g J  change of the kinetic energy", digits, e->stored);
    stn_result_fact(out, "friction", "J", stn_cell_number(e->friction),
                    "  %12.*g J  work against friction", digits, e->friction);
    stn_result_fact(out, "impact", "J", stn_cell_number(e->impact), "  %12.*g J  lost at stops",
                    digits, e->impact);
    stn_result_number(out, "moved", "J", e->moved);
    if (e->moved > 0.0)
        stn_result_line(out,
                        "  %12.2g J  left over: error of the balance (%.2g of the energy moved)",
                        left, fabs(left) / e->moved);
    else
        stn_result_line(out, "  %12.2g J  left over: error of the balance", left);
    stn_result_close(out);
}

static void work_text(const Run *run)
{
    const StnCounters *c = &run->record->counters;
    const double seconds = run->record->seconds;
    char steps[160] = "", jacobians[60] = "";
    if (c->exact_steps + c->explicit_steps + c->implicit_steps > 0) { /* not in fixed steps */
        snprintf(steps, sizeof steps,
                 " (%" PRId64 " exact, %" PRId64 " explicit, %" PRId64 " implicit, %" PRId64
                 " rejected)",
                 c->exact_steps, c->explicit_steps, c->implicit_steps, c->rejected);
        snprintf(jacobians, sizeof jacobians, "%" PRId64 " Jacobian%s, ", c->jacobians,
                 c->jacobians == 1 ? "" : "s");
    }
    stn_result_line(
        run->out, "\nWork: %" PRId64 " step%s%s, %" PRId64 " right-hand side%s, %s%.*g %s",
        c->steps, c->steps == 1 ? "" : "s", steps, c->rates, c->rates == 1 ? "" : "s", jacobians, 3,
        seconds < 1.0 ? 1e3 * seconds : seconds, seconds < 1.0 ? "ms" : "s");
}

static void report_work(const Run *run)
{
    const StnCounters *c = &run->record->counters;
    const struct {
        const char *name;
        int64_t count;
    } counters[] = {{"steps", c->steps},
                    {"rejected", c->rejected},
                    {"rates", c->rates},
                    {"jacobians", c->jacobians},
                    {"events", c->events},
                    {"exact_steps", c->exact_steps},
                    {"explicit_steps", c->explicit_steps},
                    {"implicit_steps", c->implicit_steps}};
    stn_result_open(run->out, "counters");
    for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++)
        stn_result_count(run->out, counters[i].name, (uint64_t)counters[i].count);
    stn_result_close(run->out);
    stn_result_number(run->out, "seconds", "s", run->record->seconds);
    work_text(run);
}

void stn_report_scenario_run(const StnScenario *scenario, const char *name, const StnRecord *record,
                             StnStatus status, int digits, StnResult *out)
{
    const StnSystem *system = stn_scenario_system(scenario);
    const Run run = {scenario, system, stn_system_plant(system), record, digits > 0 ? digits : 4,
                     out};
    out->method = "run";
    report_head(&run, name, status);
    report_sites(&run);
    report_events(&run);
    report_final(&run);
    report_setting(&run);
    report_energy(&run);
    report_work(&run);
}
