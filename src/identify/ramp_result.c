/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the branches of a slow ramp say together: parameters by direction, and words. */
#include "identify/ramp.h"
#include "identify/spread.h"

#include <math.h>
#include <string.h>

#define RATIO_MOST 5.0 /* of slopes after a reversal and from rest: 1 ... 2 with every law */
#define APART 0.2      /* of the level: frictions at the start that tell the kinds */
#define SURER 3.0 /* deviations: then branches after a reversal count in place of those from rest */
#define DIFFER 1.2 /* slopes of one ramp that is repeated are alike */

/* Mean over the branches of a direction and kind, as from friction 0 by a cause; how many in *count.  Its deviation is that of the lines or that
 * between the branches, whichever is larger: a line says nothing of the next branch. */
static StnLeastSquares mean_slope(const StnRampTest *r, const StnRampLoad *load, StnRampCause cause,
                                  int side, bool from_rest, int *count)
{
    StnLeastSquares mean = {.nparam = 1};
    double variance = 0.0, squares = 0.0;
    *count = 0;
    for (int i = 0; i < r->nbranch; i++) {
        const StnRampBranch *b = &r->branch[i];
        if (b->left_out || b->side != side || b->from_rest != from_rest)
            continue;
        const double slope = stn_ramp_slope_of(b, load, cause);
        mean.value[0] += slope;
        squares += slope * slope;
        variance += pow(b->slope_std * slope / b->slope, 2);
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
    double mean, of_lines, turned;
    int count;
} Kind;

static Kind slopes_of(const StnRampTest *r, bool from_rest, double *squares, int *freedom)
{
    double sum = 0.0, variance = 0.0, turned = 0.0;
    int number = 0;
    for (int side = 0; side < 2; side++) {
        int count;
        const StnLeastSquares own = mean_slope(r, NULL, STN_RAMP_SPRINGS, side, from_rest, &count);
        for (int i = 0; i < r->nbranch && count > 0; i++) {
            const StnRampBranch *b = &r->branch[i];
            if (b->left_out || b->side != side || b->from_rest != from_rest)
                continue;
            sum += b->slope;
            turned += isnan(b->turned) ? !from_rest : b->turned;
            variance += b->slope_std * b->slope_std;
            *squares += pow(b->slope / own.value[0] - 1.0, 2);
        }
        *freedom += count > 1 ? count - 1 : 0;
        number += count;
    }
    return (Kind){sum / number, variance / (sum * sum), turned / number, number};
}

/* Slope after a reversal over slope from rest, and its interval: of a single branch, what the others differ by holds. */
typedef struct Ratio {
    double value, low, high;
} Ratio;

/* A branch whose friction starts at the part p of its level is 1 + k*p times as stiff as from friction 0: 1 + k, of what
 * two kinds of branches differ by. */
static double after_reversal(double ratio, const Kind *turned, const Kind *rested)
{
    const double per = turned->turned - ratio * rested->turned;
    return per > 0.0 ? fmax(1.0 + (ratio - 1.0) / per, 0.0) : INFINITY;
}

static Ratio slope_ratio(const StnRampTest *r)
{
    double squares = 0.0;
    int freedom = 0;
    const Kind turned = slopes_of(r, false, &squares, &freedom),
               rested = slopes_of(r, true, &squares, &freedom);
    if (turned.count == 0 || rested.count == 0 || turned.turned < rested.turned + APART)
        return (Ratio){NAN, NAN, NAN};
    const double between = freedom > 0 ? squares / freedom : 0.0;
    const double std = sqrt(fmax(turned.of_lines, between / turned.count) +
                            fmax(rested.of_lines, between / rested.count));
    const double reach = freedom > 0 ? stn_student_95(freedom) : 1.96;
    const double value = turned.mean / rested.mean;
    return (Ratio){after_reversal(value, &turned, &rested),
                   after_reversal(value * exp(-reach * std), &turned, &rested),
                   after_reversal(value * exp(reach * std), &turned, &rested)};
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

/* Another value, the same deviation and reach. */
static void scale(StnLeastSquares *fit, double by)
{
    const double before = fit->value[0] / by, wide = log(fit->high[0] / before);
    const double reach = exp(wide / by); /* of the logarithm: as many units as before */
    fit->low[0] = fit->value[0] / reach;
    fit->high[0] = fit->value[0] * reach;
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

/* What the branches are taken for, and what they may be as well. */
typedef struct Verdict {
    const StnRampLoad *load;
    StnRampCause cause;
    bool open[STN_RAMP_CAUSES];
} Verdict;

static Verdict judge(const StnRampLoad *load, Ratio ratio, bool straight)
{
    Verdict v = {.load = load, .cause = load->cause};
    const double kind = kind_of(ratio);
    for (int k = 0; k < STN_RAMP_CAUSES && load->seen; k++)
        v.open[k] = load->open[k];
    if (load->seen)
        return v;
    v.cause = ratio.value > MIDDLE ? STN_RAMP_UNEQUAL : STN_RAMP_SPRINGS;
    /* Where nothing slides it is not known how far bristles were bent when the effort turned. */
    v.open[STN_RAMP_SPRINGS] = kind != BRISTLES || isnan(load->level[0]);
    v.open[STN_RAMP_UNEQUAL] = kind != SPRINGS && !(isnan(kind) && straight);
    if (!v.open[v.cause])
        v.cause = v.open[STN_RAMP_SPRINGS] ? STN_RAMP_SPRINGS : STN_RAMP_UNEQUAL;
    return v;
}

/* sigma0, z_max and Fs of a direction, and by which factors at least and at most another open cause changes them. */
typedef struct Values {
    StnLeastSquares slope, range, level;
    double least[3], most[3];
} Values;

static void widen(StnLeastSquares *fit, double least, double most)
{
    fit->low[0] *= least;
    fit->high[0] *= most;
}

/* Springs are as stiff with a load as without: both levels are open, then. */
static void take_open(const StnRampTest *r, const Verdict *v, int side, bool from_rest, Values *is)
{
    const double sense = side ? -1.0 : 1.0, slope = is->slope.value[0], level = is->level.value[0],
                 measured = level + sense * stn_ramp_load_by(v->load, v->cause);
    for (int i = 0; i < 3; i++)
        is->least[i] = is->most[i] = 1.0;
    for (int k = 0; k < STN_RAMP_CAUSES; k++) {
        int count;
        if (!v->open[k] || (k == STN_RAMP_LOADED && !v->load->seen))
            continue;
        const double other = mean_slope(r, v->load, k, side, from_rest, &count).value[0] / slope;
        const double loads[2] = {stn_ramp_load_by(v->load, k), k == STN_RAMP_SPRINGS
                                                                   ? v->load->load
                                                                   : stn_ramp_load_by(v->load, k)};
        for (int n = 0; n < 2; n++) {
            const double by = (measured - sense * loads[n]) / level,
                         factor[3] = {other, by / other, by};
            for (int i = 0; i < 3; i++) {
                is->least[i] = fmin(is->least[i], factor[i]); /* NaN: no level */
                is->most[i] = fmax(is->most[i], factor[i]);
            }
        }
    }
}

/* One cause is left: all branches say the same of sigma0. */
static bool is_sure(const Verdict *v)
{
    int open = 0;
    for (int k = 0; k < STN_RAMP_CAUSES; k++)
        open += v->open[k];
    return open == 1;
}

static Values values_of(const StnRampTest *r, const Verdict *v, int side, bool *from_rest,
                        int *count)
{
    Values is = {.range = {.nparam = 1}};
    int turned;
    const StnLeastSquares other = mean_slope(r, v->load, v->cause, side, false, &turned);
    is.slope = mean_slope(r, v->load, v->cause, side, true, count);
    *from_rest =
        *count > 0 && !(turned > 0 && is_sure(v) && other.std[0] * SURER < is.slope.std[0]);
    if (!*from_rest)
        is.slope = other, *count = turned;
    if (*count == 0)
        return is;
    is.level = mean_of(r, side, -1, level_of);
    const double measured = is.level.value[0];
    is.level.value[0] -= (side ? -1.0 : 1.0) * r->load;
    scale(&is.level, is.level.value[0] / measured);
    take_open(r, v, side, *from_rest, &is);
    set_interval(&is.slope, *count > 1 ? stn_student_95(*count - 1) : 1.96);
    is.range.value[0] = is.level.value[0] / is.slope.value[0];
    is.range.std[0] =
        is.range.value[0] * /* of a single level nobody knows how sure it is */
        hypot(is.slope.std[0] / is.slope.value[0], is.level.std[0] / is.level.value[0]);
    set_interval(&is.range, *count > 1 ? stn_student_95(*count - 1) : 1.96);
    widen(&is.slope, is.least[0], is.most[0]);
    widen(&is.range, is.least[1], is.most[1]);
    widen(&is.level, is.least[2], is.most[2]);
    return is;
}

static void take_side(const StnData *data, const Verdict *v, StnRampTest *r, int side)
{
    static const char *const names[2][4] = {{"sigma0+", "z_max+", "Fs+", "way+"},
                                            {"sigma0-", "z_max-", "Fs-", "way-"}};
    const bool rotary = data->rotary;
    bool from_rest;
    int count;
    const int first = r->parameters.count;
    const Values is = values_of(r, v, side, &from_rest, &count);
    if (count == 0)
        return;
    remark_on_branches(data, r, side, from_rest);
    stn_estimates_add(&r->parameters, names[side][0], "$F/$x", rotary, &is.slope, 0);
    if (isnan(is.level.value[0]))
        return;
    StnLeastSquares way = mean_of(r, side, 1, way_of);
    if (isnan(way.value[0]))
        way = mean_of(r, side, 0, way_of);
    stn_estimates_add(&r->parameters, names[side][1], "$x", rotary, &is.range, 0);
    stn_estimates_add(&r->parameters, names[side][2], "$F", rotary, &is.level, 0);
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

static void remark_on(const StnRampTestDef *def, const StnData *data, const Verdict *v, Ratio ratio,
                      const StnRampDelay *delay, StnRampTest *r)
{
    const char *x = data->rotary ? "rad" : "m";
    bool slides = false, rested = false, both = true;
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
    for (int side = 0; side < 2; side++)
        both = both && !isnan(mean_of(r, side, -1, level_of).value[0]);
    if (!rested && !is_sure(v))
        stn_remark(&r->remarks,
                   "No branch starts from rest: whether it is bristles (dahl, lugre), whose sigma0 "
                   "is half of the slope after a reversal, or springs, whose sigma0 is that slope, "
                   "is not known, and the intervals hold both.");
    if (slides && !both)
        stn_remark(&r->remarks,
                   "It slides in one direction only: a constant effort beside friction, as of a "
                   "weight, would be in Fs and z_max, and with bristles in sigma0, and is not "
                   "seen.  A ramp there and back shows it.");
    if (delay->effort == 0.0) /* otherwise it makes the ratio */
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

/* A delay moves each branch along the loop, by as much as it is fast: what it does to a slope nobody knows. */
static void withhold(const StnRampDelay *delay, const StnData *data, StnRampTest *r)
{
    char words[400];
    stn_ramp_delay_words(delay, data, words, sizeof words);
    if (*words == '\0')
        return;
    for (int k = 0; k < r->parameters.count; k++) {
        StnEstimate *e = &r->parameters.item[k];
        if (strncmp(e->name, "Fs", 2) != 0)
            e->low = e->high = e->next_low = e->next_high = NAN;
    }
    stn_remark(&r->remarks,
               "%s  sigma0, z_max and way are wrong by what it does: they have no "
               "intervals.",
               words);
}

StnStatus stn_ramp_conclude(const StnRampTestDef *def, const StnData *data,
                            const StnRampCoarse *coarse, const StnRampLoad *load,
                            const StnRampDelay *delay, StnRampTest *r, StnError *error)
{
    bool straight = true;
    for (int i = 0; i < r->nbranch; i++)
        straight = straight && (r->branch[i].left_out || r->branch[i].straight);
    const Ratio ratio = slope_ratio(r);
    r->ratio = ratio.value;
    const bool contrary = ratio.low > RATIO_MOST || ratio.high < 1.0 / RATIO_MOST;
    const StnStatus status = stn_ramp_refuse(def, data, coarse, delay, contrary, r, error);
    if (status != STN_OK)
        return status;
    const Verdict verdict = judge(load, ratio, stn_ramp_is_straight(r));
    r->load = stn_ramp_load_by(load, load->cause); /* undecided: 0 */
    take_side(data, &verdict, r, 0);
    take_side(data, &verdict, r, 1);
    withhold(delay, data, r);
    stn_ramp_remark_load(load, data->rotary, &r->remarks);
    remark_on(def, data, &verdict, ratio, delay, r);
    remark_on_left_out(r);
    take_findings(r, data->rotary, straight && verdict.cause == STN_RAMP_SPRINGS);
    return STN_OK;
}
