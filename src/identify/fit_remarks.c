/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a reader of a fit must know, in words: what the data cannot tell, what they cannot tell apart,
 * and where the model does not follow them. */
#include "identify/fit_internal.h"
#include "identify/refuted.h"
#include "identify/spread.h"

#include <math.h>
#include <string.h>

/* Two parameters count as one: nearly the same effect, or much the same and one of them vague. */
#define TOGETHER 0.995
#define NEARLY 0.9
#define NEARLY_VAGUE 0.1 /* standard deviation over the value */
#define VAGUE 0.5        /* half width of an interval over the value */
#define KINK 0.3         /* disagreement of the slopes of both sides */
#define OVERFIT 1.5      /* held-out error over fitted error */
#define NOTHING_MET 90.0 /* %, relative error */
#define SLIGHT 0.2       /* correlation of neighbours that needs no model to explain it */
#define FEW 20.0         /* independent pieces */

/* "a", "a and b", "a, b and c" of the parameters in the mask. */
static const char *names_of(const StnFitResult *result, uint32_t mask, char *out, size_t size)
{
    int left = 0;
    size_t n = 0;
    for (int i = 0; i < result->nparam; i++)
        left += (int)(mask >> i & 1u);
    out[0] = '\0';
    for (int i = 0, done = 0; i < result->nparam; i++) {
        if (!(mask >> i & 1u) || n >= size)
            continue;
        const char *before = done == 0 ? "" : left == 1 ? " and " : ", ";
        n += (size_t)stn_format(out + n, size - n, "%s%s", before,
                                result->param[i].name + result->param[i].own);
        done++, left--;
    }
    return out;
}

static bool is_one(uint32_t mask) { return (mask & (mask - 1)) == 0; }

/* Static levels at the sliding one (pressed), and falling parts that are not certain. */
static void remark_falling(StnFitResult *result, uint32_t pressed)
{
    char names[200];
    if (pressed)
        stn_remark(&result->remarks,
                   "%s %s the sliding level: the data show no separate static level, or the search "
                   "missed it (try more starts).",
                   names_of(result, pressed, names, sizeof names),
                   is_one(pressed) ? "equals" : "equal");
    if (result->unfallen)
        stn_remark(&result->remarks,
                   "It is not certain that friction falls with the speed: the static level is less "
                   "than three deviations above the sliding one, or any speed fits.  %s %s no "
                   "interval; without a falling part any value fits (--law coulomb has none).",
                   names_of(result, result->unfallen, names, sizeof names),
                   is_one(result->unfallen) ? "has" : "have");
}

/* What is left without an interval, and why. */
static void remark_values(const StnFitter *fitter, const double *effect, StnFitResult *result)
{
    uint32_t pressed = 0, bound = 0, idle = 0, vague = 0, group = 0;
    char names[200];
    for (int i = 0; i < result->nparam; i++) {
        StnFitParameter *p = &result->param[i];
        const StnFitParam *param = &fitter->map.param[i];
        bool plain = param->place != STN_FIT_PLACE_OFFSET &&
                     param->place != STN_FIT_PLACE_INITIAL && param->place != STN_FIT_PLACE_DRIFT;
        if (result->unfallen >> i & 1u)
            continue;
        if (p->pressed)
            pressed |= 1u << i;
        else if (p->at_bound)
            bound |= 1u << i;
        else if (param->x >= 0 && !(effect[param->x] > 0.0))
            idle |= 1u << i;
        else if (p->undetermined)
            group |= 1u << i;
        else if (plain && (isnan(p->std) || p->high - p->low > 2.0 * VAGUE * fabs(p->value)))
            vague |= 1u << i;
        if (idle >> i & 1u)
            p->std = p->low = p->high = NAN;
    }
    remark_falling(result, pressed);
    if (bound)
        stn_remark(&result->remarks,
                   "%s ended at %s bound; no interval is given. Widen the bound or fix the value.",
                   names_of(result, bound, names, sizeof names), is_one(bound) ? "its" : "their");
    if (idle)
        stn_remark(&result->remarks, "%s %s not act in these data: any value near it fits as well.",
                   names_of(result, idle, names, sizeof names), is_one(idle) ? "does" : "do");
    if (group && result->ratios)
        stn_remark(&result->remarks,
                   "Only the ratios of %s are determined by these data: all of them multiplied by "
                   "one factor fit as well, so none has an interval.  Fix one of them.",
                   names_of(result, group, names, sizeof names));
    else if (group)
        stn_remark(&result->remarks,
                   "Only combinations of %s are determined by these data: they can change together "
                   "without any effect, so none has an interval.  Fix one of them, or excite the "
                   "system differently.",
                   names_of(result, group, names, sizeof names));
    if (vague)
        stn_remark(
            &result->remarks,
            "%s %s hardly determined by these data: give a known value, or excite the system "
            "where it acts.",
            names_of(result, vague, names, sizeof names), is_one(vague) ? "is" : "are");
}

/* The last of shares that add up to 1 follows from the others: nothing to tell apart. */
static bool together(const StnFitter *fitter, const StnFitResult *result, int i, int j)
{
    if (fitter->map.param[i].x < 0 || fitter->map.param[j].x < 0)
        return false;
    const StnFitParameter *a = &result->param[i], *b = &result->param[j];
    double c = fabs(result->correlation[i][j]);
    bool vague = a->std > NEARLY_VAGUE * fabs(a->value) || b->std > NEARLY_VAGUE * fabs(b->value);
    return !isnan(a->std) && !isnan(b->std) && (c >= TOGETHER || (c >= NEARLY && vague));
}

/* All that hang together with parameter i, directly or through others. */
static uint32_t group_of(const StnFitter *fitter, const StnFitResult *result, int i)
{
    uint32_t mask = 1u << i, before = 0;
    while (mask != before) {
        before = mask;
        for (int a = 0; a < result->nparam; a++)
            for (int b = 0; b < result->nparam; b++)
                if (a != b && (mask >> a & 1u) && together(fitter, result, a, b))
                    mask |= 1u << b;
    }
    return mask;
}

static void remark_groups(const StnFitter *fitter, StnFitResult *result)
{
    uint32_t reported = 0;
    char names[200];
    for (int i = 0; i < result->nparam; i++) {
        uint32_t group = group_of(fitter, result, i);
        if (is_one(group) || (reported >> i & 1u))
            continue;
        reported |= group;
        int other = i + 1;
        while (!(group >> other & 1u))
            other++;
        double c = result->correlation[i][other];
        names_of(result, group, names, sizeof names);
        if (is_one(group & ~(1u << i)))
            stn_remark(
                &result->remarks,
                "%s cannot be distinguished by this excitation (correlation %.3f): %s leaves the "
                "result as it is.  Fix one of them, or excite them differently.",
                names, c, c > 0.0 ? "raising both together" : "raising one and lowering the other");
        else
            stn_remark(
                &result->remarks,
                "%s cannot be distinguished by this excitation: only combinations of them are "
                "determined.  Fix some of them, or excite them differently.",
                names);
    }
}

static bool has_intervals(const StnFitResult *result)
{
    for (int i = 0; i < result->nparam; i++)
        if (!isnan(result->param[i].std))
            return true;
    return false;
}

/* The residuals were weighed by the noise of measured inputs (fit_colour.c); `name`: the first of these. */
static bool is_weighed(const StnFitter *fitter, const char **name, double *deviation)
{
    const StnPlant *plant = fitter->run[0].run->def.plant;
    for (int i = 0; fitter->colour.direction && i < plant->ninput; i++)
        if (fitter->colour.deviation[0][i] > 0.0) {
            *name = plant->inputs[i].name;
            *deviation = fitter->colour.deviation[0][i];
            return true;
        }
    return false;
}

static void remark_coloured(const StnFitter *fitter, const StnFitWhite *w, const char *column,
                            StnFitResult *result)
{
    const char *input = NULL;
    double deviation = 0.0;
    if (is_weighed(fitter, &input, &deviation)) {
        stn_remark(
            &result->remarks,
            "The residuals of %s are not noise (neighbours correlate by %.2f): noise of the "
            "input %s (standard deviation %.3g), which the model integrates, explains them. "
            " They were weighed by it, so that the parameters, not the residuals, err least.",
            column, w->lag1, input, deviation);
        return;
    }
    stn_remark(&result->remarks,
               "The residuals of %s are not %snoise (neighbours correlate by %.2f)%s.  %s.", column,
               w->lag1 < SLIGHT ? "quite " : "", w->lag1,
               w->lag1 < SLIGHT ? "" : ": the model misses something",
               !has_intervals(result) ? "No intervals were found"
               : !result->coloured    ? "The intervals are too narrow"
               : result->pieces < FEW
                   ? "They hold together for so long that few pieces are "
                     "independent: the intervals are rough"
                   : "The intervals of this record allow for it as noise, not for "
                     "what the model misses");
}

static void remark_residuals(const StnFitter *fitter, StnFitResult *result)
{
    for (int k = 0; k < fitter->nrun; k++)
        for (int s = 0; s < fitter->run[k].run->nsignal; s++) {
            const StnFitWhite *w = &result->white[k][s];
            const StnScore *fit = &result->fitted[k][s], *held = &result->held[k][s];
            const char *column = fitter->run[k].run->signal[s].column;
            if (fitter->run[k].run->target == STN_FIT_TARGET_CYCLES)
                continue;
            if (fit->relative > NOTHING_MET)
                stn_remark(
                    &result->remarks,
                    "The model meets nothing of %s (error %.3g %% of it): is a unit or a sign "
                    "wrong?",
                    column, fit->relative);
            if (!w->white && k == 0)
                remark_coloured(fitter, w, column, result);
            if (held->rows > 0 && held->rms > OVERFIT * fit->rms)
                stn_remark(
                    &result->remarks,
                    "%s is met worse on the held-out part (%.3g against %.3g): the fit follows "
                    "what does not repeat.",
                    column, held->rms, fit->rms);
        }
}

/* A measured motion whose effort is at its limit. */
bool stn_fit_is_refuted(const StnFitter *fitter, StnFitResult *result)
{
    const StnFitRun *run = fitter->run[0].run;
    if (!run->limited || !stn_is_refuted(result->fitted[0][0].relative,
                                         result->missing ? result->missing_share : 0.0,
                                         result->white[0][0].lag1, true))
        return false;
    stn_remark_refuted(true, run->measured ? run->measured[0] : run->signal[0].column,
                       &result->remarks);
    return true;
}

static void remark_drift(StnFitResult *result)
{
    for (int i = 0; i < result->nparam; i++) {
        const StnFitParameter *p = &result->param[i];
        if (p->place == STN_FIT_PLACE_DRIFT && !isnan(p->std))
            stn_remark_drift(&result->remarks, p->value, p->low, p->high);
    }
}

static void remark_start(const StnFitter *fitter, StnFitResult *result)
{
    const StnFitInside *inside = &fitter->run[0];
    if (stn_fit_is_motion(fitter->def) && !isnan(inside->first_force))
        stn_remark(
            &result->remarks,
            "The record starts under %.3g %s: %s starts as if a slow motion in one direction "
            "had led it there; if it was another one, the first stroke is not met.",
            inside->first_force, inside->run->rotary ? "N*m" : "N", inside->law->name);
}

static void remark_search(const StnFitter *fitter, const double *kink, StnFitResult *result)
{
    int ended = 0;
    for (int i = 0; i < result->nstart; i++)
        ended += !isnan(result->start_cost[i]);
    if (result->nstart > 2 && result->same < 2)
        stn_remark(&result->remarks,
                   "Only one of %d starts found this minimum: there may be a better one; try more "
                   "starts.",
                   ended);
    uint32_t jumps = 0;
    char names[200];
    for (int i = 0; kink && i < result->nparam; i++) {
        int x = fitter->map.param[i].x;
        if (x >= 0 && kink[x] > KINK && !result->param[i].at_bound)
            jumps |= 1u << i;
    }
    if (jumps)
        stn_remark(&result->remarks,
                   "The cost is not smooth in %s (events or steps of a sensor jump over samples): "
                   "%s rough.",
                   names_of(result, jumps, names, sizeof names),
                   is_one(jumps) ? "its interval is" : "their intervals are");
    const StnSystemDef *def = &fitter->run[0].run->def;
    StnSystemDef ideal = *def;
    if (stn_fit_idealise_sensors(fitter->def, fitter->run[0].run, &ideal))
        stn_remark(&result->remarks, "The model's sensors are ideal here: their noise%s left out.",
                   fitter->def->steps ? " is" : " and steps are");
    for (int i = 0; i < def->plant->nsite; i++)
        if (fitter->run[0].follows[i])
            stn_remark(&result->remarks, "The static level at %s is the sliding one.",
                       def->plant->sites[i].name);
}

void stn_fit_remarks(const StnFitter *fitter, const double *kink, const double *effect,
                     StnFitResult *result)
{
    if (effect) {
        remark_values(fitter, effect, result);
        remark_drift(result);
        remark_groups(fitter, result);
    }
    remark_residuals(fitter, result);
    remark_start(fitter, result);
    remark_search(fitter, kink, result);
}
