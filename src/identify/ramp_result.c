/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the branches of a slow ramp say together: parameters by direction, and words. */
#include "identify/ramp.h"
#include "identify/spread.h"

#include <math.h>

#define RATIO_MOST 5.0    /* of slopes after a reversal and from rest: 1 ... 2 with every law */
#define DIFFER 1.2        /* slopes of one ramp that is repeated are alike */
enum { MOVING_MOST = 4 }; /* branches that move on for each that is used */

/* Mean over the branches of a direction and kind; how many in *count.  Its deviation is that of the lines or that
 * between the branches, whichever is larger: a line says nothing of the next branch. */
static StnLeastSquares mean_slope(const StnRampTest *r, int side, bool from_rest, int *count)
{
    StnLeastSquares mean = {.nparam = 1};
    double variance = 0.0, squares = 0.0;
    *count = 0;
    for (int i = 0; i < r->nbranch; i++) {
        const StnRampBranch *b = &r->branch[i];
        if (b->left_out || b->side != side || b->from_rest != from_rest)
            continue;
        mean.value[0] += b->slope;
        squares += b->slope * b->slope;
        variance += b->slope_std * b->slope_std;
        ++*count;
    }
    const double n = *count,
                 between = n > 1 ? (squares / n - pow(mean.value[0] / n, 2)) / (n - 1) : 0;
    mean.value[0] /= n;
    mean.std[0] = sqrt(fmax(variance / (n * n), between));
    return mean;
}

static double level_of(const StnRampBranch *b) { return b->level; }
static double way_of(const StnRampBranch *b) { return b->way; }

/* Of a number that is above 0 whatever the scatter: its logarithm has the interval. */
static void set_interval(StnLeastSquares *fit, double reach)
{
    const double by = exp(reach * fit->std[0] / fit->value[0]);
    fit->low[0] = fit->value[0] / by;
    fit->high[0] = fit->value[0] * by;
}

/* Of a direction; kind: 1 from rest, 0 after turning, -1 any. */
static StnLeastSquares mean_of(const StnRampTest *r, int side, int kind,
                               double (*feature)(const StnRampBranch *))
{
    StnLeastSquares mean = {.nparam = 1};
    double sum = 0.0, squares = 0.0;
    int n = 0;
    for (int i = 0; i < r->nbranch; i++) {
        const StnRampBranch *b = &r->branch[i];
        const double value = feature(b);
        if (b->left_out || b->side != side || isnan(value) ||
            (kind >= 0 && b->from_rest != (kind == 1)))
            continue;
        sum += value;
        squares += value * value;
        n++;
    }
    mean.value[0] = n > 0 ? sum / n : NAN;
    const double variance = n > 1 ? fmax(squares - sum * sum / n, 0.0) / (n - 1) / n : NAN;
    mean.std[0] = sqrt(variance);
    mean.low[0] = mean.high[0] = NAN;
    if (n > 1)
        set_interval(&mean, stn_student_95(n - 1));
    return mean;
}

/* Of both directions together: the mean of one kind of branches, and how sure their lines make it, as parts of it; what the
 * branches of a direction differ by is added up over the kinds. */
typedef struct Kind {
    double mean, of_lines;
    int count;
} Kind;

static Kind slopes_of(const StnRampTest *r, bool from_rest, double *squares, int *freedom)
{
    double sum = 0.0, variance = 0.0;
    int number = 0;
    for (int side = 0; side < 2; side++) {
        int count;
        const StnLeastSquares own = mean_slope(r, side, from_rest, &count);
        for (int i = 0; i < r->nbranch && count > 0; i++) {
            const StnRampBranch *b = &r->branch[i];
            if (b->left_out || b->side != side || b->from_rest != from_rest)
                continue;
            sum += b->slope;
            variance += b->slope_std * b->slope_std;
            *squares += pow(b->slope / own.value[0] - 1.0, 2);
        }
        *freedom += count > 1 ? count - 1 : 0;
        number += count;
    }
    return (Kind){sum / number, variance / (sum * sum), number};
}

/* Slope after a reversal over slope from rest, and its interval: of a single branch, what the others differ by holds. */
typedef struct Ratio {
    double value, low, high;
} Ratio;

static Ratio slope_ratio(const StnRampTest *r)
{
    double squares = 0.0;
    int freedom = 0;
    const Kind turned = slopes_of(r, false, &squares, &freedom),
               rested = slopes_of(r, true, &squares, &freedom);
    if (turned.count == 0 || rested.count == 0)
        return (Ratio){NAN, NAN, NAN};
    const double between = freedom > 0 ? squares / freedom : 0.0;
    const double std = sqrt(fmax(turned.of_lines, between / turned.count) +
                            fmax(rested.of_lines, between / rested.count));
    const double reach = freedom > 0 ? stn_student_95(freedom) : 1.96;
    const double value = turned.mean / rested.mean;
    return (Ratio){value, value * exp(-reach * std), value * exp(reach * std)};
}

#define SPRINGS 1.0 /* the ratio with them, and with Maxwell slip */
#define BRISTLES 2.0
#define MIDDLE sqrt(SPRINGS *BRISTLES)

/* The ratio that the branches tell from the other one: 1 or 2; NaN: they do not, or there is none. */
static double kind_of(Ratio k)
{
    const bool springs = k.low <= SPRINGS && k.high >= SPRINGS,
               bristles = k.low <= BRISTLES && k.high >= BRISTLES;
    if (springs != bristles)
        return springs ? SPRINGS : BRISTLES;
    if (k.low < MIDDLE && k.high > MIDDLE)
        return NAN;
    return k.value > MIDDLE ? BRISTLES : k.value <= MIDDLE ? SPRINGS : NAN;
}

/* count: of the branches that it is a mean of. */
static void scale(StnLeastSquares *fit, double by, int count)
{
    fit->value[0] *= by;
    fit->std[0] *= by;
    set_interval(fit, count > 1 ? stn_student_95(count - 1) : 1.96);
}

/* Of estimates from `first` on: where the mean of as many ramps is expected. */
static void set_next(StnEstimates *estimates, int first)
{
    for (int i = first; i < estimates->count; i++) {
        StnEstimate *e = &estimates->item[i];
        e->next_low = e->value * pow(e->low / e->value, sqrt(2.0));
        e->next_high = e->value * pow(e->high / e->value, sqrt(2.0));
    }
}

/* Of the branches of a direction and kind: the one of several that is used, and those that are no repetitions. */
static void remark_on_branches(const StnData *data, StnRampTest *r, int side, bool from_rest)
{
    const char *where = side ? "backward" : "forward";
    double low = INFINITY, high = 0.0, since = NAN;
    int used = 0, others = 0;
    for (int i = 0; i < r->nbranch; i++) {
        const StnRampBranch *b = &r->branch[i];
        if (b->side != side)
            continue;
        others += b->left_out || b->from_rest != from_rest;
        if (b->left_out || b->from_rest != from_rest)
            continue;
        low = fmin(low, b->slope), high = fmax(high, b->slope);
        since = data->value[STN_ROLE_TIME][b->first];
        used++;
    }
    if (used == 1 && others > 0)
        stn_remark(&r->remarks,
                   "sigma0 %s is that of one branch, from %.4g s on, of %d: the others are left "
                   "out or start otherwise.",
                   where, since, others + 1);
    if (high > DIFFER * low)
        stn_remark(&r->remarks,
                   "The first slopes of the %d branches %s differ, from %.4g to %.4g %s: their "
                   "mean is that of no single ramp; --from and --to take one of them.",
                   used, where, low, high, data->rotary ? "N*m/rad" : "N/m");
}

static void take_side(const StnData *data, StnRampTest *r, int side)
{
    static const char *const names[2][4] = {{"sigma0+", "z_max+", "Fs+", "way+"},
                                            {"sigma0-", "z_max-", "Fs-", "way-"}};
    const bool rotary = data->rotary;
    int count;
    const int first = r->parameters.count;
    StnLeastSquares slope = mean_slope(r, side, true, &count);
    double by = 1.0;
    const int kind = count > 0;
    if (count == 0) {
        slope = mean_slope(r, side, false, &count);
        by = r->ratio > MIDDLE ? 0.5 : 1.0;
    }
    if (count == 0)
        return;
    remark_on_branches(data, r, side, kind);
    scale(&slope, by, count);
    stn_estimates_add(&r->parameters, names[side][0], "$F/$x", rotary, &slope, 0);
    const StnLeastSquares level = mean_of(r, side, -1, level_of);
    const StnLeastSquares way = mean_of(r, side, kind, way_of);
    if (isnan(level.value[0]))
        return;
    StnLeastSquares range = {.nparam = 1};
    range.value[0] = level.value[0] / slope.value[0];
    range.std[0] = range.value[0] * /* of a single level nobody knows how sure it is */
                   hypot(slope.std[0] / slope.value[0], level.std[0] / level.value[0]);
    scale(&range, 1.0, count);
    stn_estimates_add(&r->parameters, names[side][1], "$x", rotary, &range, 0);
    stn_estimates_add(&r->parameters, names[side][2], "$F", rotary, &level, 0);
    stn_estimates_add(&r->parameters, names[side][3], "$x", rotary, &way, 0);
    if (count > 1)
        set_next(&r->parameters, first);
    else
        stn_remark(
            &r->remarks,
            "One branch %s: its intervals are those of the line through it; nothing tells how "
            "the next ramp differs.",
            side ? "backward" : "forward");
}

/* A direction that was not seen is taken to be as the other one.  A range without curvature is a spring's. */
static void take_findings(StnRampTest *r, bool rotary, bool spring)
{
    static const char *const names[] = {"Fs", "z_max", "sigma0"};
    double value[3][2];
    for (int side = 0; side < 2; side++) {
        const bool seen = !isnan(stn_estimates_value(&r->parameters, "sigma0", side));
        for (int i = 0; i < 3; i++)
            value[i][side] = stn_estimates_value(&r->parameters, names[i], seen ? side : 1 - side);
        if (!seen)
            stn_remark(&r->remarks, "No branch %s: the scenario takes the other direction's.",
                       side ? "backward" : "forward");
    }
    const int own = spring && !isnan(value[1][0]) ? 1 : 2;
    r->findings = stn_findings_none(rotary);
    stn_findings_know(&r->findings, &r->parameters);
    stn_findings_set(&r->findings, "Fs", value[0], 2);
    stn_findings_set(&r->findings, names[own], value[own], 2);
}

/* The ratio identifies the law only where its interval holds one of the two numbers. */
static void remark_on_kind(StnRampTest *r, Ratio ratio)
{
    const double kind = kind_of(ratio);
    if (kind == BRISTLES)
        stn_remark(
            &r->remarks,
            "After a reversal it is %.2f times as stiff as from rest: bristles (dahl, lugre: "
            "2), not springs or Maxwell slip (1).",
            ratio.value);
    else if (kind == SPRINGS)
        stn_remark(
            &r->remarks,
            "After a reversal it is %.2f times as stiff as from rest: springs or Maxwell slip "
            "(hybrid, gms: 1), not bristles (dahl, lugre: 2).",
            ratio.value);
    else if (!isnan(ratio.value))
        stn_remark(&r->remarks,
                   "After a reversal it is %.2f times as stiff as from rest (%.2f to %.2f): these "
                   "branches do not tell bristles (dahl, lugre: 2) from springs or Maxwell slip "
                   "(1), and a direction without a branch from rest has sigma0 to a factor of 2.",
                   ratio.value, ratio.low, ratio.high);
}

static void remark_on(const StnRampTestDef *def, const StnData *data, Ratio ratio, StnRampTest *r)
{
    const char *x = data->rotary ? "rad" : "m";
    bool slides = false, rested = false;
    double least = INFINITY;
    for (int i = 0; i < r->nbranch; i++) {
        const StnRampBranch *b = &r->branch[i];
        slides = slides || (!b->left_out && !isnan(b->way));
        rested = rested || (!b->left_out && b->from_rest);
        least = b->left_out || isnan(b->way) ? least : fmin(least, b->way);
    }
    stn_remark(&r->remarks,
               "It slides (way) where the curve is %.0f times softer than at its start; z_max is "
               "the level over sigma0: a spring slides there, bristles only bend over.",
               1.0 / def->soft);
    if (!slides)
        stn_remark(&r->remarks, "The effort does not reach sliding: z_max is not seen.");
    if (least < 20.0 * r->dx)
        stn_remark(&r->remarks, "The way into sliding has only %.0f sensor steps of %.3g %s.",
                   least / r->dx, r->dx, x);
    if (!rested)
        stn_remark(&r->remarks,
                   "No branch starts from rest at effort 0: with bristles (dahl, lugre) sigma0 is "
                   "half of what is said here, z_max twice.");
    remark_on_kind(r, ratio);
    for (int k = 0; k < r->parameters.count; k++)
        if (!isnan(r->parameters.item[k].next_low)) {
            stn_remark_repetitions(&r->remarks, "branches");
            break;
        }
}

static void remark_on_left_out(StnRampTest *r)
{
    for (int k = 0; k < STN_RAMP_REASONS; k++) {
        int count = 0;
        for (int i = 0; i < r->nbranch; i++)
            count += r->branch[i].left_out == stn_ramp_reason[k];
        if (count > 0)
            stn_remark(&r->remarks, "%d branch%s left out: %s.", count,
                       count == 1 ? " is" : "es are", stn_ramp_reason[k]);
    }
}

/* Branches in which inertia is: it moves on when the effort has turned, or turns under an effort that is neither that of
 * rest nor that of sliding.  (One that starts within the sliding of its own direction is the next of a stick-slip.) */
static int count_moving(const StnRampTest *r, double least)
{
    int moving = 0;
    for (int i = 0; i < r->nbranch; i++) {
        const StnRampBranch *b = &r->branch[i];
        const bool turns = (b->side ? -b->effort : b->effort) <= least;
        moving += b->left_out == stn_ramp_reason[STN_RAMP_MOVES_ON] ||
                  (b->left_out == stn_ramp_reason[STN_RAMP_PARTIAL] && turns);
    }
    return moving;
}

/* No branch counts: the most frequent reason, or that there is none. */
static StnStatus no_branch(const StnData *data, const StnRampCoarse *coarse, const StnRampTest *r,
                           StnError *error)
{
    int most = 0, why = 0;
    for (int k = 0; k < STN_RAMP_REASONS; k++) {
        int count = 0;
        for (int i = 0; i < r->nbranch; i++)
            count += r->branch[i].left_out == stn_ramp_reason[k];
        if (count > most)
            most = count, why = k;
    }
    if (most > 0)
        return stn_error(error, STN_BAD_INPUT,
                         "none of the %d branches of the ramp shows a stiffness; of %d: %s. Less "
                         "noise, a finer sensor or a slower ramp would show it",
                         r->nbranch, most, stn_ramp_reason[why]);
    return stn_error(error, STN_BAD_INPUT,
                     "no ramp was found: the effort must rise or fall by %.4g %s or more, from "
                     "rest or from sliding, and the position with it",
                     coarse->least, data->rotary ? "N*m" : "N");
}

StnStatus stn_ramp_conclude(const StnRampTestDef *def, const StnData *data,
                            const StnRampCoarse *coarse, StnRampTest *r, StnError *error)
{
    const char *x = data->rotary ? "rad" : "m", *F = data->rotary ? "N*m" : "N";
    int used = 0;
    bool straight = true;
    for (int i = 0; i < r->nbranch; i++) {
        used += !r->branch[i].left_out;
        straight = straight && (r->branch[i].left_out || r->branch[i].straight);
    }
    const int moving = count_moving(r, coarse->least);
    const Ratio ratio = slope_ratio(r);
    r->ratio = ratio.value;
    const bool contrary = r->ratio > RATIO_MOST || r->ratio < 1.0 / RATIO_MOST;
    if (contrary || (moving > MOVING_MOST * used && 2 * moving > r->nbranch))
        return stn_error(
            error, STN_BAD_INPUT,
            "these are no slow ramps: of %d branches %d start neither at rest nor from sliding, or "
            "move on when "
            "the effort has turned%s, so inertia is in them. A ramp takes seconds from rest into "
            "sliding; "
            "\"identify inverse\" or \"curve\" are for motion like this",
            r->nbranch, moving,
            contrary ? ", and those after a reversal are not as stiff as those from rest" : "");
    if (used == 0 && coarse->level > 0.0)
        return stn_error(
            error, STN_BAD_INPUT,
            "pre-sliding is below %.0f sensor step%s of %.4g %s (z_max < %.3g %s), and "
            "it slides at about %.4g %s: the sensor cannot see it.  Leave pre-sliding "
            "out of the model, or use a sensor that is at least %.0f times finer",
            coarse->steps, coarse->steps > 1.0 ? "s" : "", r->dx, x, coarse->steps * r->dx, x,
            coarse->level, F, fmax(2.0, ceil(4.0 * def->steps / fmax(coarse->steps, 1.0))));
    if (used == 0)
        return no_branch(data, coarse, r, error);
    take_side(data, r, 0);
    take_side(data, r, 1);
    remark_on(def, data, ratio, r);
    remark_on_left_out(r);
    take_findings(r, data->rotary, straight && !(r->ratio > MIDDLE));
    return STN_OK;
}
