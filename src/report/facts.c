/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "report/facts.h"
#include "io/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *stn_verdict_text(StnVerdict verdict)
{
    static const char *const texts[] = {"reproduced", "not reproduced", "not published"};
    return texts[verdict];
}

const char *stn_fact_kind_text(StnFactKind kind)
{
    static const char *const texts[] = {"number", "statement", "by construction"};
    return texts[kind];
}

StnVerdict stn_fact_verdict(double value, double lo, double hi)
{
    if (isnan(lo) && isnan(hi))
        return STN_VERDICT_NOT_PUBLISHED;
    return value >= lo && value <= hi ? STN_VERDICT_REPRODUCED : STN_VERDICT_NOT_REPRODUCED;
}

const char *stn_fact_number(double value, char *out, size_t size)
{
    char text[40], mark;
    double rounded = value;
    const int length = snprintf(text, sizeof text, "%.3e", value);
    (void)stn_number_read(text, text + length, true, &mark, &rounded);
    snprintf(out, size, "%s", stn_number_text(rounded + 0.0, text)); /* no -0 */
    return out;
}

const char *stn_fact_value(double value, const char *unit, char *out, size_t size)
{
    char number[40];
    if (isnan(value))
        snprintf(out, size, "did not happen");
    else
        snprintf(out, size, "%s%s%s", stn_fact_number(value, number, sizeof number),
                 unit && unit[0] && strncmp(unit, "°", strlen("°")) != 0 ? " " : "",
                 unit ? unit : "");
    return out;
}

/* "10 ± 0.001 µm": where four digits do not show the ends. */
static bool is_narrow(double lo, double hi)
{
    return hi > lo && hi - lo < 0.01 * fmax(fabs(lo), fabs(hi));
}

const char *stn_fact_interval(const StnFactDef *def, char *out, size_t size)
{
    const double lo = def->accept.from, hi = def->accept.to;
    const bool open_above = isinf(hi), open_below = isinf(lo);
    char first[40], text[STN_FACT_TEXT];
    const char *lead = "";
    if (isnan(lo) && isnan(hi))
        return strcpy(out, "");
    stn_fact_value(open_above ? lo : hi, def->unit, text, sizeof text);
    if (lo == hi)
        lead = "exactly ";
    else if (open_above)
        lead = "at least ";
    else if (open_below)
        lead = "at most ";
    snprintf(out, size, "%s%s", lead, text);
    if (lo == hi || open_above || open_below)
        return out;
    if (is_narrow(lo, hi)) {
        stn_fact_value(0.5 * (hi - lo), def->unit, text, sizeof text);
        stn_fact_number(0.5 * (lo + hi), first, sizeof first);
        snprintf(out, size, "%s ± %s", first, text);
    } else {
        snprintf(out, size, "%s … %s", stn_fact_number(lo, first, sizeof first), text);
    }
    return out;
}

static const char *second_case(const StnFactDef *def) { return def->over ? def->over : def->less; }

/* Whether all cases that the fact needs were run. */
static bool is_measurable(const StnPaperRun *paper, const StnFactDef *def)
{
    const char *second = second_case(def);
    return stn_paper_case(paper, def->run) && (!second || stn_paper_case(paper, second));
}

static double measure_case(const StnCaseRun *run, const StnRunMeasure *measure,
                           const StnMeasureArguments *given)
{
    const StnMeasuredRun measured = {run->system, &run->record, run->metrics};
    return measure->measure(&measured, given);
}

/* In SI; the ratio to the second case or the difference from it, where there is one. */
static double measured(const StnPaperRun *paper, const StnFactDef *def)
{
    StnMeasureArguments given = def->arguments;
    const double value = measure_case(stn_paper_case(paper, def->run), def->measure, &given);
    if (!second_case(def))
        return value;
    if (def->other_column)
        given.column = def->other_column;
    const double second =
        measure_case(stn_paper_case(paper, second_case(def)), def->measure, &given);
    return def->over ? value / second : value - second;
}

StnStatus stn_fact_measure(const StnPaperRun *paper, const StnFactDef *def, StnFact *fact)
{
    char text[STN_FACT_TEXT];
    const bool measurable = is_measurable(paper, def);
    const double scale = def->scale == 0.0 ? 1.0 : def->scale;
    const double value = measurable ? measured(paper, def) * scale : NAN;
    *fact = (StnFact){.paper = paper->def->name,
                      .id = def->id,
                      .claim = def->claim,
                      .published = def->published,
                      .unit = def->unit ? def->unit : "",
                      .value = value,
                      .lo = def->accept.from,
                      .hi = def->accept.to,
                      .verdict = stn_fact_verdict(value, def->accept.from, def->accept.to),
                      .kind = def->construction   ? STN_FACT_CONSTRUCTION
                              : isnan(def->given) ? STN_FACT_STATEMENT
                                                  : STN_FACT_NUMBER,
                      .given = def->given,
                      .reason = measurable ? def->reason : "the run failed"};
    stn_fact_value(value, def->unit, text, sizeof text);
    const char *second = second_case(def);
    const size_t size = strlen(def->run) + (second ? strlen(second) : 0) + 3;
    char *cases = malloc(size);
    fact->obtained = strdup(measurable ? text : "the run failed");
    fact->cases = cases;
    if (!fact->obtained || !cases)
        return STN_NO_MEMORY;
    snprintf(cases, size, "%s%s%s", def->run, second ? ", " : "", second ? second : "");
    return STN_OK;
}
