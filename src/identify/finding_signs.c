/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Masses and levels that came out below 0: why, and what is not determined then. */
#include "core/names.h"
#include "identify/falsified.h"
#include "identify/finding_path.h"
#include "identify/finding_signs.h"
#include "identify/suspect.h"

#include <math.h>
#include <string.h>

typedef enum Kind { KIND_OTHER, KIND_MASS, KIND_LEVEL, KIND_VISCOUS } Kind;

static Kind kind_of(const char *path)
{
    const StnPathWords words = stn_path_words(path);
    const int param = words.count > 2 ? stn_friction_parameter(words.word[2]) : -1;
    if (strcmp(path, stn_finding_body(false).mass) == 0 ||
        strcmp(path, stn_finding_body(true).mass) == 0)
        return KIND_MASS;
    if (param >= 0 && strcmp(words.word[2], "sigma2") == 0)
        return KIND_VISCOUS;
    return param >= 0 && strcmp(stn_friction_parameter_at(param)->unit, "$F") == 0 ? KIND_LEVEL
                                                                                   : KIND_OTHER;
}

/* 0 forward, 1 backward, -1: of both. */
static int side_of(const char *path)
{
    const size_t length = strlen(path);
    return length > 8 && strcmp(path + length - 8, ".forward") == 0    ? 0
           : length > 9 && strcmp(path + length - 9, ".backward") == 0 ? 1
                                                                       : -1;
}

static bool below(const StnEstimate *e) { return e->value < 0.0 && !(e->high > 0.0); }

/* Why: the sign of the effort, its limits, or something else that acts. */
typedef struct Cause {
    const StnData *data; /* NULL: the sign of the effort is not in question */
    bool limited;
    bool works;  /* over motion that comes back, as an effort against friction: its sign is right */
    bool turned; /* a mass or level is below 0: that friction falls with speed does not follow */
} Cause;

static void remark_negative(const StnEstimate *e, Kind kind, const Cause *cause,
                            StnRemarks *remarks)
{
    static const char *const what[] = {"", "mass", "friction level", "viscous coefficient"};
    const char *column = cause->data ? cause->data->column[STN_ROLE_EFFORT] : "";
    if (kind == KIND_VISCOUS && !cause->turned)
        stn_remark(remarks,
                   "%s is negative (%.4g %s): friction falls with speed in these data, so a "
                   "term is missing (Stribeck), or the speeds are too low to show it.",
                   e->name, e->value, e->unit);
    else if (!cause->data)
        stn_remark(remarks, "%s is negative (%.4g %s): no %s is, so it has no interval.", e->name,
                   e->value, e->unit, what[kind]);
    else if (cause->limited)
        stn_remark(remarks,
                   "%s is negative (%.4g %s): no %s is, so it has no interval; the effort (%s) is "
                   "at its limits in a part of the rows: leave them out (--where).",
                   e->name, e->value, e->unit, what[kind], column);
    else if (cause->works)
        stn_remark(remarks,
                   "%s is negative (%.4g %s): no %s is, so it has no interval.  The effort (%s) "
                   "does work over motion that comes back, so its sign is right: another force "
                   "acts, or a term is missing, "
                   "and this stands for it.",
                   e->name, e->value, e->unit, what[kind], column);
    else
        stn_remark(remarks,
                   "%s is negative (%.4g %s): no %s is, so it has no interval; is the sign of the "
                   "effort (%s) reversed?",
                   e->name, e->value, e->unit, what[kind], column);
}

/* Levels of both directions that a constant effort moves apart until one of them is below 0: that it is in them is
 * certain then, and only the half of their sum is friction.  Whether it is so. */
static bool constant_effort(StnEstimates *const *list, int count, const Cause *cause,
                            StnRemarks *remarks)
{
    double level[2] = {NAN, NAN};
    const char *unit = "";
    for (int k = 0; k < count; k++)
        for (int i = 0; i < list[k]->count; i++) {
            const StnEstimate *e = &list[k]->item[i];
            const int side = side_of(e->path);
            if (side >= 0 && strstr(e->path, ".Fc."))
                level[side] = e->value, unit = e->unit;
        }
    if (!cause->works || !(fmin(level[0], level[1]) < 0.0 && level[0] + level[1] > 0.0))
        return false;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < list[k]->count; i++)
            if (side_of(list[k]->item[i].path) >= 0 && kind_of(list[k]->item[i].path) == KIND_LEVEL)
                stn_estimate_withdraw(&list[k]->item[i]);
    stn_remark(remarks,
               "The levels are %.4g and %.4g %s, and no friction level is negative: a constant "
               "effort that is no friction (a weight, an error of the sensor) of about %.4g %s is "
               "in both, so neither has an interval.  The half of their sum, %.4g %s, is friction: "
               "the model with levels alike and an offset finds it.",
               level[0], level[1], unit, 0.5 * (level[0] - level[1]), unit,
               0.5 * (level[0] + level[1]), unit);
    return true;
}

/* A model with a level below 0 is that of no friction: what else it found is none, either. */
static bool has_level_below(const StnEstimates *list)
{
    bool level = false;
    for (int i = 0; i < list->count; i++)
        level = level || (kind_of(list->item[i].path) == KIND_LEVEL && list->item[i].high < 0.0);
    return level;
}

static void withdraw_beside_level(StnEstimates *list, StnRemarks *remarks)
{
    bool any = false;
    for (int i = 0; i < list->count; i++) {
        const Kind kind = kind_of(list->item[i].path);
        if ((kind != KIND_VISCOUS && kind != KIND_MASS) || !isfinite(list->item[i].std))
            continue;
        stn_estimate_withdraw(&list->item[i]);
        any = true;
    }
    if (any)
        stn_remark(remarks,
                   "A mass or a viscous coefficient beside such a level has no interval, either.  "
                   "Where effort and motion were swapped a level is negative, too.");
}

static bool is_turned(StnEstimates *const *list, int count)
{
    bool turned = false;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < list[k]->count; i++) {
            const Kind kind = kind_of(list[k]->item[i].path);
            turned =
                turned || ((kind == KIND_MASS || kind == KIND_LEVEL) && below(&list[k]->item[i]));
        }
    return turned;
}

void stn_findings_signs_of(StnFindings *findings, StnEstimates *const *list, int count,
                           const StnData *data, StnRemarks *remarks)
{
    bool any = false;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < list[k]->count; i++)
            any = any || (list[k]->item[i].value < 0.0 && kind_of(list[k]->item[i].path));
    if (!any)
        return;
    const bool effort = data && data->value[STN_ROLE_EFFORT];
    Cause cause = {.data = data,
                   .limited = effort && stn_data_clips(data),
                   .works = effort && stn_data_work(data) > 0.0};
    const bool constant = constant_effort(list, count, &cause, remarks);
    bool seen[4] = {false};
    cause.turned = is_turned(list, count);
    uint32_t refuted = 0;
    for (int k = 0; k < count && !constant; k++)
        refuted |= has_level_below(list[k]) ? 1u << k : 0u;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < list[k]->count; i++) {
            StnEstimate *e = &list[k]->item[i];
            const Kind kind = kind_of(e->path);
            if (kind == KIND_OTHER || !below(e) || (constant && kind == KIND_LEVEL))
                continue;
            if (kind == KIND_VISCOUS && constant)
                continue; /* the levels have it, not this one */
            if (!seen[kind])
                remark_negative(e, kind, &cause, remarks);
            seen[kind] = true;
            if (kind != KIND_VISCOUS || cause.turned)
                stn_estimate_withdraw(e);
            findings->reversed = findings->reversed ||
                                 (data && !cause.limited && !cause.works && kind != KIND_VISCOUS);
        }
    for (int k = 0; k < count; k++)
        if (refuted >> k & 1u)
            withdraw_beside_level(list[k], remarks);
}

void stn_withdraw_steady(const StnData *data, StnEstimates *estimates)
{
    bool viscous = false; /* together with that a level is known at no speed but this one */
    if (!stn_data_is_steady(data))
        return;
    for (int i = 0; i < estimates->count; i++)
        viscous = viscous || kind_of(estimates->item[i].path) == KIND_VISCOUS;
    for (int i = 0; i < estimates->count; i++) {
        const Kind kind = kind_of(estimates->item[i].path);
        if (kind == KIND_MASS || kind == KIND_VISCOUS || (kind == KIND_LEVEL && viscous))
            stn_estimate_withdraw(&estimates->item[i]);
    }
}

void stn_findings_signs(StnFindings *findings, StnEstimates *estimates, const StnData *data,
                        StnRemarks *remarks)
{
    stn_findings_signs_of(findings, &estimates, 1, data, remarks);
}
