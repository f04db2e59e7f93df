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
        return STN_NOT_PUBLISHED;
    return value >= lo && value <= hi ? STN_REPRODUCED : STN_NOT_REPRODUCED;
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

/* Word `index` of "a|b|c" into out; false when there is none. */
static bool word_at(const char *words, int index, char *out, size_t size)
{
    while (index > 0 && words) {
        words = strchr(words, '|');
        words = words ? words + 1 : NULL;
        index--;
    }
    if (!words)
        return false;
    snprintf(out, size, "%.*s", (int)strcspn(words, "|"), words);
    return true;
}

const char *stn_fact_value(double value, const char *unit, const char *words, char *out,
                           size_t size)
{
    char number[40];
    if (isnan(value))
        snprintf(out, size, "did not happen");
    else if (!words || !(value >= 0.0 && value < 16.0) || !word_at(words, (int)value, out, size))
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
    const double lo = def->lo, hi = def->hi;
    const bool open_above = isinf(hi), open_below = isinf(lo);
    char first[40], text[STN_FACT_TEXT];
    const char *lead = "";
    if (isnan(lo) && isnan(hi))
        return strcpy(out, "");
    stn_fact_value(open_above ? lo : hi, def->unit, lo == hi ? def->words : NULL, text,
                   sizeof text);
    if (lo == hi && !def->words)
        lead = "exactly ";
    else if (open_above)
        lead = "at least ";
    else if (open_below)
        lead = "at most ";
    snprintf(out, size, "%s%s", lead, text);
    if (lo == hi || open_above || open_below)
        return out;
    if (is_narrow(lo, hi)) {
        stn_fact_value(0.5 * (hi - lo), def->unit, NULL, text, sizeof text);
        stn_fact_number(0.5 * (lo + hi), first, sizeof first);
        snprintf(out, size, "%s ± %s", first, text);
    } else {
        snprintf(out, size, "%s … %s", stn_fact_number(lo, first, sizeof first), text);
    }
    return out;
}

/* Whether all cases that the fact looks at were run. */
static bool is_measurable(const StnPaperRun *paper, const StnFactDef *def)
{
    return stn_paper_case(paper, def->run) && (!def->other || stn_paper_case(paper, def->other));
}

StnStatus stn_fact_measure(const StnPaperRun *paper, const StnFactDef *def, StnFact *fact)
{
    char text[STN_FACT_TEXT];
    const bool measurable = is_measurable(paper, def);
    const double scale = def->scale == 0.0 ? 1.0 : def->scale;
    const double value = measurable ? def->measure(paper, def) * scale : NAN;
    *fact = (StnFact){.paper = paper->def->about.name,
                      .id = def->id,
                      .claim = def->claim,
                      .published = def->published,
                      .unit = def->unit ? def->unit : "",
                      .value = value,
                      .lo = def->lo,
                      .hi = def->hi,
                      .verdict = stn_fact_verdict(value, def->lo, def->hi),
                      .kind = def->construction   ? STN_FACT_CONSTRUCTION
                              : def->given != 0.0 ? STN_FACT_NUMBER
                                                  : STN_FACT_STATEMENT,
                      .given = def->given != 0.0 ? def->given : NAN,
                      .reason = measurable ? def->reason : "the run failed"};
    stn_fact_value(value, def->unit, def->words, text, sizeof text);
    const size_t size = strlen(def->run) + (def->other ? strlen(def->other) : 0) + 3;
    char *cases = malloc(size);
    fact->obtained = strdup(measurable ? text : "the run failed");
    fact->cases = cases;
    if (!fact->obtained || !cases)
        return STN_NO_MEMORY;
    snprintf(cases, size, "%s%s%s", def->run, def->other ? ", " : "", def->other ? def->other : "");
    return STN_OK;
}
