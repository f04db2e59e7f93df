/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Measures that several papers use. */
#include "report/measure.h"

#include <math.h>
#include <string.h>

const StnCaseRun *stn_fact_run(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_paper_case(paper, fact->run);
}

const StnCaseRun *stn_fact_other(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_paper_case(paper, fact->other);
}

static StnWindow window_of(const StnFactDef *fact) { return (StnWindow){fact->from, fact->to}; }

double stn_measure_end(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_run_end(stn_fact_run(paper, fact), fact->column);
}

double stn_measure_min(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_run_min(stn_fact_run(paper, fact), fact->column, window_of(fact));
}

double stn_measure_max(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_run_max(stn_fact_run(paper, fact), fact->column, window_of(fact));
}

double stn_measure_mean(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_run_mean(stn_fact_run(paper, fact), fact->column, window_of(fact));
}

double stn_measure_sign_changes(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_run_sign_changes(stn_fact_run(paper, fact), fact->column, window_of(fact));
}

double stn_measure_still(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_run_still(stn_fact_run(paper, fact), fact->column, window_of(fact));
}

/* ---- Slips ---- */

static bool is_initial(const StnEvent *event)
{
    return event->detail && strcmp(event->detail, "initial") == 0;
}

static bool is_slip(const StnEvent *event, const char *site)
{
    return (event->kind == STN_EVENT_SLIP_FORWARD || event->kind == STN_EVENT_SLIP_BACKWARD) &&
           event->site && strcmp(event->site, site) == 0 && !is_initial(event);
}

static const char *first_site(const StnCaseRun *run)
{
    return stn_system_plant(run->system)->sites[0].name;
}

double stn_measure_period(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_fact_run(paper, fact)->metrics.period;
}

double stn_measure_height(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_fact_run(paper, fact)->metrics.height;
}

double stn_measure_period_ratio(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_fact_run(paper, fact)->metrics.period / stn_fact_other(paper, fact)->metrics.period;
}

double stn_measure_height_ratio(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_fact_run(paper, fact)->metrics.height / stn_fact_other(paper, fact)->metrics.height;
}

double stn_measure_slips(const StnPaperRun *paper, const StnFactDef *fact)
{
    const StnCaseRun *run = stn_fact_run(paper, fact);
    double count = 0.0;
    for (size_t i = 0; i < run->record.nevent; i++)
        count += is_slip(&run->record.event[i], first_site(run));
    return count;
}

double stn_measure_irregularity(const StnPaperRun *paper, const StnFactDef *fact)
{
    const StnCaseRun *run = stn_fact_run(paper, fact);
    const double period = run->metrics.period;
    double worst = NAN, last = NAN;
    for (size_t i = 0; i < run->record.nevent; i++) {
        const StnEvent *event = &run->record.event[i];
        if (!is_slip(event, first_site(run)))
            continue;
        const double off = fabs(event->t - last - period) / period;
        worst = off <= worst || isnan(off) ? worst : off;
        last = event->t;
    }
    return worst;
}

static double first_slip(const StnCaseRun *run)
{
    for (size_t i = 0; i < run->record.nevent; i++)
        if (is_slip(&run->record.event[i], first_site(run)))
            return run->record.event[i].t;
    return NAN;
}

double stn_measure_breakaway(const StnPaperRun *paper, const StnFactDef *fact)
{
    return first_slip(stn_fact_run(paper, fact));
}

double stn_measure_breakaway_delay(const StnPaperRun *paper, const StnFactDef *fact)
{
    return first_slip(stn_fact_run(paper, fact)) - first_slip(stn_fact_other(paper, fact));
}

double stn_measure_last_stop(const StnPaperRun *paper, const StnFactDef *fact)
{
    const StnCaseRun *run = stn_fact_run(paper, fact);
    double last = NAN;
    for (size_t i = 0; i < run->record.nevent; i++) {
        const StnEvent *event = &run->record.event[i];
        if (event->kind == STN_EVENT_STICK && event->site && !is_initial(event) &&
            strcmp(event->site, first_site(run)) == 0)
            last = event->t;
    }
    return last;
}
