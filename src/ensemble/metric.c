/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Metrics of a run's summary, and the values of all. */
#include "ensemble/metric.h"

#include <math.h>
#include <string.h>

#define METRIC(name, value)                                                       \
    static double name(const StnMetricRun *run, const StnMeasureArguments *given) \
    {                                                                             \
        (void)given;                                                              \
        return value;                                                             \
    }
METRIC(final_error, run->metrics.final_error)
METRIC(largest_error, run->response.largest_error)
METRIC(overshoot, run->response.overshoot)
METRIC(rise, run->response.rise)
METRIC(stands, run->metrics.stands)
METRIC(since, run->metrics.since)
METRIC(standstill, run->metrics.standstill)
METRIC(creep, run->metrics.creep)
METRIC(breakaway, run->metrics.breakaway)
METRIC(period, run->metrics.period)
METRIC(height, run->metrics.height)
METRIC(slips, run->metrics.slips)
METRIC(reversals, run->metrics.reversals)
METRIC(events, (double)run->record->nevent)
METRIC(work, run->record->energy.input)
METRIC(loss, run->record->energy.friction)
METRIC(impact, run->record->energy.impact)
METRIC(sides, (double)run->record->counters.rates)

#define OF_LOOP(member) stn_loop_metrics_of(run->system, run->site, run->record).member
METRIC(hunting, OF_LOOP(hunting))
METRIC(staircase, OF_LOOP(staircase))
METRIC(swing_period, OF_LOOP(period))
METRIC(held, OF_LOOP(held))
METRIC(standing, OF_LOOP(standing_error))
METRIC(late_error, OF_LOOP(largest_error))
METRIC(rms_error, OF_LOOP(rms_error))
METRIC(glitch, OF_LOOP(quadrant_glitch))
METRIC(largest_effort, OF_LOOP(largest_effort))
METRIC(rms_effort, OF_LOOP(rms_effort))
METRIC(effort_reversals, OF_LOOP(effort_reversals))

static double settling(const StnMetricRun *run, const StnMeasureArguments *given)
{
    return given->band > 0.0
               ? stn_response_within(run->system, run->site, run->record, given->band).settling
               : run->response.settling;
}

static const StnRunMetric metrics[] = {
    {{"final_error", "$x", "distance from the command at the end"},
     "",
     STN_NEEDS_NOTHING,
     final_error},
    {{"largest_error", "$x", "largest distance from the command"},
     "",
     STN_NEEDS_ROWS,
     largest_error},
    {{"overshoot", "1", "farthest beyond the command, as a share of the way"},
     "",
     STN_NEEDS_ROWS,
     overshoot},
    {{"rise_time", "s", "of a step, from 10 % to 90 % of the way"}, "", STN_NEEDS_ROWS, rise},
    {{"settling_time", "s", "until it stays within `band` (2 %) of the way around the command"},
     "band?",
     STN_NEEDS_ROWS,
     settling},
    {{"stands", "1", "1: it stands still at the end, 0: it moves"}, "", STN_NEEDS_NOTHING, stands},
    {{"stands_since", "s", "since when it stands still"}, "", STN_NEEDS_ROWS, since},
    {{"standstill", "1", "share of the time in which it stands still"},
     "",
     STN_NEEDS_ROWS,
     standstill},
    {{"creep", "$x/s", "mean velocity over the last tenth of the run"}, "", STN_NEEDS_ROWS, creep},
    {{"breakaway", "s", "when the first slip begins"}, "", STN_NEEDS_SLIPS, breakaway},
    {{"period", "s", "median time from the beginning of a slip to that of the next"},
     "",
     STN_NEEDS_SLIPS,
     period},
    {{"height", "$x", "median way of a slip"}, "", STN_NEEDS_ROWS, height},
    {{"slips", "1", "how many slips began"}, "", STN_NEEDS_SLIPS, slips},
    {{"reversals", "1/s", "changes of direction per second"}, "", STN_NEEDS_NOTHING, reversals},
    {{"events", "1", "entries of the event log"}, "", STN_NEEDS_NOTHING, events},
    {{"hunting", "$x",
      "largest less least error while the command rests; this one and those that "
      "follow of the second half of the run"},
     "",
     STN_NEEDS_ROWS,
     hunting},
    {{"staircase", "$x", "the same while the command runs one way"}, "", STN_NEEDS_ROWS, staircase},
    {{"swing_period", "s", "how long one swing of it takes; 0: it stands still"},
     "",
     STN_NEEDS_ROWS,
     swing_period},
    {{"held_share", "1",
      "share of the time at less than a tenth of the speed of a command that runs"},
     "",
     STN_NEEDS_ROWS,
     held},
    {{"standing_error", "$x", "distance from a resting command, where it stands"},
     "",
     STN_NEEDS_ROWS,
     standing},
    {{"tracking_error", "$x", "largest distance from the command"}, "", STN_NEEDS_ROWS, late_error},
    {{"rms_error", "$x", "RMS distance from the command"}, "", STN_NEEDS_ROWS, rms_error},
    {{"quadrant_glitch", "$x", "largest one within a quarter period after the command turns"},
     "",
     STN_NEEDS_ROWS,
     glitch},
    {{"largest_effort", "$F", "largest effort of the drive"}, "", STN_NEEDS_ROWS, largest_effort},
    {{"rms_effort", "$F", "RMS effort of the drive"}, "", STN_NEEDS_ROWS, rms_effort},
    {{"effort_reversals", "1/s", "changes of its sign per second"},
     "",
     STN_NEEDS_ROWS,
     effort_reversals},
    {{"work", "J", "work of the active forces at friction sites"}, "", STN_NEEDS_ENERGY, work},
    {{"friction_loss", "J", "work against friction"}, "", STN_NEEDS_ENERGY, loss},
    {{"impact_loss", "J", "energy lost at stops"}, "", STN_NEEDS_ENERGY, impact},
    {{"right_hand_sides", "1", "evaluations of the model"}, "", STN_NEEDS_ENERGY, sides},
};

int stn_metric_count(void) { return (int)(sizeof metrics / sizeof metrics[0]); }

StnMetricInfo stn_metric_at(int index) { return metrics[index].about; }

const StnRunMetric *stn_run_metric(const char *name)
{
    for (int i = 0; i < stn_metric_count(); i++)
        if (strcmp(metrics[i].about.name, name) == 0)
            return &metrics[i];
    return NULL;
}

/* Values at the end are in the last row, events in the log. */
static StnMetricNeeds needs(const StnMetric *metric)
{
    if (metric->own)
        return metric->own->needs;
    if (metric->given.column)
        return strncmp(metric->measure->name, "end", 3) == 0 ? STN_NEEDS_NOTHING : STN_NEEDS_ROWS;
    return metric->measure->takes[0] ? STN_NEEDS_NOTHING : STN_NEEDS_SLIPS;
}

bool stn_metric_needs_rows(const StnMetric *metric, const StnSystem *system)
{
    const int site = metric->own ? metric->site : 0; /* measures are of the first one */
    const bool logged = stn_system_law(system, site)->flags & STN_LAW_SET_VALUED;
    return needs(metric) == STN_NEEDS_ROWS || (needs(metric) == STN_NEEDS_SLIPS && !logged);
}

bool stn_metric_needs_energy(const StnMetric *metric) { return needs(metric) == STN_NEEDS_ENERGY; }

StnStatus stn_metric_values(const StnMetric *const *metric, int count, const StnSystem *system,
                            const StnRecord *record, double *out)
{
    if (count == 0)
        return STN_OK;
    const int site = metric[0]->site;
    StnMetricRun run = {.system = system, .site = site, .record = record};
    if (site >= 0) {
        run.metrics =
            stn_metrics_of(system, site, record, stn_metrics_command(system, site, record));
        run.response = stn_response_of(system, site, record);
    }
    /* measures are of the first site, as in papers */
    const StnMeasuredRun measured = {
        system, record,
        site == 0 || site < 0 ? run.metrics : stn_metrics_of(system, 0, record, NAN)};
    for (int i = 0; i < count; i++)
        out[i] = metric[i]->own ? metric[i]->own->value(&run, &metric[i]->given)
                                : metric[i]->measure->measure(&measured, &metric[i]->given);
    return run.metrics.memory_out || measured.metrics.memory_out ? STN_NO_MEMORY : STN_OK;
}
