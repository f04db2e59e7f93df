/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Pre-sliding from a slow ramp: position over effort.
 *
 * A branch starts where the effort turns.  Samples that show the same place are one point, at their mean
 * effort: that undoes most of the quantisation, and gives as many independent points as the sensor
 * has steps.  The first slope 1/c1 is that of  way = c0 + c1*e + bend  (the sensor's errors are in the way),
 * where the bend is nothing (springs), that of bristles, c2*(-ln(1 - e/L) - e/L), which Dahl's and LuGre's
 * laws follow from everywhere with c2 = c1*L and beside a compliance with less, or c2*e^2 (+ c3*e^3); Schwarz's
 * criterion chooses.
 *
 * From rest the first slope is sigma0 with every law.  After a reversal it is 2*sigma0 with Dahl's and
 * LuGre's law (dF/dx = sigma0*(1 - F*sgn v/Fc), F = -Fc*sgn v), and sigma0 with springs and Maxwell slip
 * (Masing's rule).  Where both kinds of branches are there, their ratio tells which. */
#include "identify/ramp.h"
#include "identify/failure.h"
#include "identify/flat_effort.h"
#include "identify/ramp_alias.h"
#include "identify/ramp_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 6, ROUNDS = 4, FEW = 8, MANY = 40, FORMS = 5, BRISTLES = 5 };

#define TURN 0.1   /* of the swing of the effort: a smaller way back is no turn */
#define SWINGS 0.2 /* of the largest effort: one that swings by less stands for sliding on */
#define NOISE 10.0 /* deviations of the effort's noise: in a million rows no way back is so large */
#define ABOUT 5.0  /* deviations: at the extreme of the effort, but for noise */
#define NEAR_REST 0.1    /* of the largest effort, or of a level */
#define FROM_SLIDING 0.5 /* of the level of the other direction */
#define SOFTER -0.5      /* of its level: friction at rest under a load, in the sense of a branch */
#define WINDOW 0.15      /* of level/slope: over so long a way it must be soft to slide */
#define BEYOND 2.0       /* of the way into sliding: as far the level is looked for */
#define SLIDES 0.5       /* of level/slope: so long a way behind it is sliding */
#define SUDDEN \
    0.7 /* of the level: when the sensor shows its first step only then, it is too coarse */
#define BEFORE 0.1   /* of time and way of a branch */
#define ZERO 0.005   /* of the largest effort: there is none */
#define STANDS 0.02  /* of its time: so long it stands before a branch that starts afresh */
#define STILL 0.01   /* of its way: less is no motion meanwhile */
#define MOVES_ON 0.1 /* of the way of a branch: as far it may go on when the effort has turned */
#define UNSEEN \
    0.0015 /* of the slope of bristles: the last part of the level, which is not reached, moves it */
#define BLUR 0.05 /* of a sensor step: residuals below it are no reason for another form */

typedef struct Work {
    const StnRampTestDef *def;
    const StnData *data;
    StnRampTest *result;
    const double *x, *u;
    double largest; /* |effort| */
    double swing;   /* ... or less, where a load keeps the effort off 0 */
    double noise;   /* deviation of the effort's noise */
    double turn;    /* a smaller way back of the effort is no turn */
    size_t begin;   /* of the run at hand */
    double *way, *effort, *rows, *column[COLUMNS], *memory; /* rows: that show the place */
    size_t count;                                           /* points of the branch at hand */
    double first;  /* effort at the end of its first place, from which on a step shows */
    double stands; /* the time there */
    StnRampCoarse coarse;
    StnRampLoad load;
    bool memory_out;
} Work;

/* ---- Branches ---- */

/* Whether it stood before a branch: over a tenth of its time, it moved by less than a tenth of its way. */
static bool rested(const Work *w, size_t start, size_t last)
{
    const double *t = w->data->value[STN_ROLE_TIME], way = fabs(w->x[last] - w->x[start]);
    for (size_t i = start; i > w->begin && t[start] - t[i - 1] <= BEFORE * (t[last] - t[start]);
         i--)
        if (fabs(w->x[i - 1] - w->x[start]) > fmax(BEFORE * way, 1.5 * w->result->dx))
            return false;
    return true;
}

/* Where the effort was let go, or the ramp before ended, and the body came to rest: the last row before the effort rises
 * from 0; `last`: there is none. */
static size_t fresh_start(const Work *w, size_t first, size_t last, double sense)
{
    const double *t = w->data->value[STN_ROLE_TIME], time = t[last] - t[first];
    size_t from = first, start = last, peak = first;
    while (from < last && fabs(w->u[from]) > NEAR_REST * w->largest)
        from++;
    if (t[from] - t[first] > BEFORE * time) /* it goes through 0 slowly: from sliding */
        return last;
    for (size_t i = from; i <= last; i++) /* behind the peak it may slide on without an effort */
        peak = sense * w->u[i] > sense * w->u[peak] ? i : peak;
    for (size_t i = from; i < peak; i++)
        if (sense * w->u[i] <= ZERO * w->largest)
            start = i;
    if (start + 3 > last)
        return last;
    const double way = fmax(STILL * fabs(w->x[last] - w->x[start]), 1.5 * w->result->dx);
    size_t i = start;
    while (i > w->begin && t[start] - t[i] < STANDS * (t[last] - t[start]))
        if (fabs(w->x[--i] - w->x[start]) > way || fabs(w->u[i]) > NEAR_REST * w->largest)
            return last;
    return i < start ? start : last;
}

static bool add_branch(Work *w, size_t first, size_t last, double sense)
{
    StnRampTest *r = w->result;
    /* The motion turns with the effort, or, after sliding, later: it starts where the position turns. */
    size_t start = first;
    for (size_t i = first; i <= last; i++)
        if (sense * (w->x[i] - w->x[start]) < -0.5 * r->dx)
            start = i;
    if (last < start + 3 || !(sense * (w->x[last] - w->x[start]) > 0.0))
        return true; /* it moves against the effort: it still slides */
    StnRampBranch *more =
        realloc(r->branch, ((size_t)r->nbranch + 1) * sizeof *more); /* few branches */
    if (!more)
        return false;
    r->branch = more;
    bool stood = rested(w, start, last);
    const size_t fresh = stood && fabs(w->u[start]) <= NEAR_REST * w->largest
                             ? last
                             : fresh_start(w, first, last, sense);
    if (fresh < last) {
        first = start = fresh;
        stood = true;
    }
    size_t turned = first; /* it may slide on at one level before the effort turns */
    while (turned < start && sense * (w->u[turned] - w->u[first]) < 0.5 * w->turn)
        turned++;
    const double on = sense * (w->x[turned] - w->x[start]);
    const bool moves_on = on > fmax(3.0 * r->dx, MOVES_ON * sense * (w->x[last] - w->x[start]));
    r->branch[r->nbranch++] =
        (StnRampBranch){.left_out = moves_on ? stn_ramp_reason[STN_RAMP_MOVES_ON] : NULL,
                        .first = start,
                        .last = last,
                        .side = sense < 0.0,
                        .from_rest = stood, /* until the levels are known */
                        .x = w->x[start],
                        .effort = w->u[start],
                        .slope = NAN,
                        .slope_std = NAN,
                        .level = NAN,
                        .way = NAN};
    return true;
}

/* Beyond the turn of the effort, as long as the position goes on: a slip unloads a spring. */
static size_t carry_on(const Work *w, size_t last, size_t end, double sense)
{
    double most = sense * w->x[last];
    while (last + 1 < end && sense * w->x[last + 1] >= most - 0.5 * w->result->dx) {
        last++;
        most = fmax(most, sense * w->x[last]);
    }
    return last;
}

/* Before row i the effort turned at its extreme.  While it slides at one level noise makes any row the extreme: that of the
 * time in which the effort then left the level is near the turn. */
static size_t find_turn(const Work *w, size_t extreme, size_t i, double sense)
{
    size_t k = i;
    if (NOISE * w->noise < 0.5 * TURN * w->swing) /* it does not hide where the effort turns */
        return extreme;
    while (k > extreme && sense * (w->u[extreme] - w->u[k]) > ABOUT * w->noise)
        k--;
    const size_t from = k - extreme > i - k ? k - (i - k) : extreme;
    size_t turn = from;
    for (size_t n = from; n <= k; n++)
        turn = sense * w->u[n] > sense * w->u[turn] ? n : turn;
    return turn;
}

static bool find_branches(Work *w, size_t begin, size_t end)
{
    const double turn = w->turn;
    w->begin = begin;
    size_t at = begin, high = begin, low = begin;
    double sense = 0.0;
    bool good = true;
    for (size_t i = begin + 1; i < end && good; i++) {
        high = w->u[i] > w->u[high] ? i : high;
        low = w->u[i] < w->u[low] ? i : low;
        const bool falls = sense >= 0.0 && w->u[i] < w->u[high] - turn;
        const bool rises = sense <= 0.0 && w->u[i] > w->u[low] + turn;
        if (!falls && !rises)
            continue;
        const size_t peak = find_turn(w, falls ? high : low, i, falls ? 1.0 : -1.0);
        if (sense != 0.0)
            good = add_branch(w, at, carry_on(w, peak, end, sense), sense);
        at = peak;
        sense = falls ? -1.0 : 1.0;
        high = low = i;
    }
    if (good && sense != 0.0)
        good = add_branch(w, at, end - 1, sense);
    return good;
}

/* ---- One branch ---- */

/* Points: way and effort since the start, in the sense of the branch; without the first place, of which
 * the sensor shows an unknown part. */
static void load_points(Work *w, const StnRampBranch *b)
{
    const double *t = w->data->value[STN_ROLE_TIME], sense = b->side ? -1.0 : 1.0,
                 half = 0.5 * w->result->dx;
    w->count = 0;
    for (size_t i = b->first, end; i <= b->last; i = end) {
        double sum = 0.0;
        for (end = i; end <= b->last && fabs(w->x[end] - w->x[i]) < half; end++)
            sum += w->u[end];
        end = end > i ? end : i + 1;
        if (i == b->first) {
            w->first = sense * (w->u[end - 1] - b->effort);
            w->stands = t[end - 1] - t[i];
            continue;
        }
        w->way[w->count] = sense * (w->x[i] - b->x);
        w->rows[w->count] = (double)(end - i);
        w->effort[w->count++] = sense * (sum / (double)(end - i) - b->effort);
    }
}

/* The point from which on the curve is soft; count: it never is. */
static size_t find_slide(const Work *w, double slope, double level)
{
    const double window = fmax(2.0 * w->result->dx, WINDOW * level / slope);
    size_t far = 0;
    for (size_t i = 0; i < w->count; i++) {
        while (far < w->count && w->way[far] < w->way[i] + window)
            far++;
        if (far == w->count)
            return w->count;
        const double rise = w->effort[far] - w->effort[i], way = w->way[far] - w->way[i];
        if (rise < w->def->soft * slope * way)
            return i;
    }
    return w->count;
}

static double largest_effort(const Work *w, double way)
{
    double most = 0.0;
    for (size_t i = 0; i < w->count && w->way[i] <= way; i++)
        most = fmax(most, w->effort[i]);
    return most;
}

/* A secant near the start, to begin with. */
static double first_guess(const Work *w, double level)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->way[i] >= 2.5 * w->result->dx && w->effort[i] >= 0.02 * level)
            return w->effort[i] / w->way[i];
    return NAN;
}

/* How far up the fit goes, as a part of the level: the less, the straighter; but a coarse sensor has few
 * steps there. */
static double part_of(const Work *w, size_t end, double level)
{
    size_t low = 0, half = 0;
    for (size_t i = 0; i < end; i++) {
        low += w->effort[i] <= 0.25 * level;
        half += w->effort[i] <= 0.5 * level;
    }
    return low >= MANY ? 0.25 : half >= FEW ? 0.5 : 0.8;
}

/* Columns of the points up to `part`: 1, p, p^2, p^3, the bend of bristles, and bristles, p = e/level. */
static size_t set_columns(Work *w, size_t end, double level, double part)
{
    size_t n = 0;
    for (size_t i = 0; i < end; i++) {
        const double p = w->effort[i] / level;
        if (w->effort[i] > part)
            continue;
        const double columns[COLUMNS] = {1.0, p, p * p, p * p * p, -log1p(-p) - p, -log1p(-p)};
        for (int k = 0; k < COLUMNS; k++)
            w->column[k][n] = columns[k];
        w->memory[n++] = w->way[i];
    }
    return n;
}

/* A form of the curve: which columns it has. */
typedef struct Form {
    int count, column[4];
} Form;

static bool fit_slope(Work *w, StnRampBranch *b, size_t end, double level)
{
    static const Form forms[FORMS] = {
        {2, {0, 1}}, {2, {0, 5}}, {3, {0, 1, 4}}, {3, {0, 1, 2}}, {4, {0, 1, 2, 3}}};
    const double part = level * part_of(w, end, level), blur = BLUR * w->result->dx;
    const size_t n = set_columns(w, end, level, part);
    double least = INFINITY, scores[FORMS];
    for (int f = 0; f < FORMS; f++) {
        const double *column[4];
        scores[f] = INFINITY;
        StnLeastSquares fit;
        StnError ignored;
        for (int k = 0; k < forms[f].count; k++)
            column[k] = w->column[forms[f].column[k]];
        if (n < (size_t)forms[f].count + 2 || (f == 1 && end == w->count))
            continue; /* bristles: only from where it slides is their level known */
        const StnStatus status = stn_least_squares(column, forms[f].count, w->memory, NULL, n, NULL,
                                                   &fit, NULL, &ignored);
        w->memory_out = w->memory_out || status == STN_NO_MEMORY;
        if (status != STN_OK || !(fit.value[1] > 0.0))
            continue;
        const double rows = (double)n,
                     score = rows * log(fit.sse / rows + blur * blur) + forms[f].count * log(rows);
        scores[f] = score;
        if (score >= least - 1e-9)
            continue;
        least = score;
        memset(b->fit, 0, sizeof b->fit);
        for (int k = 0; k < forms[f].count; k++)
            b->fit[forms[f].column[k] % BRISTLES] = fit.value[k];
        if (forms[f].column[1] == BRISTLES) /* a first slope, and its bend */
            b->fit[1] = b->fit[4] = fit.value[1];
        b->straight = f == 0;
        b->slope = level / fit.value[1];
        b->slope_std =
            b->slope *
            hypot(hypot(fit.std[1], stn_ramp_alias(w->column[1], w->rows, n, w->result->dx, &fit)) /
                      fit.value[1],
                  f == 1 ? UNSEEN : 0.0);
        b->fit_range = part;
        b->scale = level;
    }
    b->unbent = b->straight && isfinite(scores[1]) ? scores[1] - scores[0] : 0.0;
    return isfinite(least);
}

/* A branch of which the sensor shows too little.  One that stands through most of its rise, for long enough to be no part of
 * a quick motion, is rigid. */
static void note_coarse(Work *w, const StnRampBranch *b, double steps, double level)
{
    const bool sudden = w->first > SUDDEN * level;
    const double sense = b->side ? -1.0 : 1.0, at = sense * b->effort + (sudden ? w->first : level);
    double *of = &w->coarse.level[b->side];
    w->coarse.steps = fmax(w->coarse.steps, sudden ? 1.0 : ceil(steps + 1e-9));
    *of = isnan(*of) ? at : fmax(*of, at);
    w->coarse.stands = fmax(w->coarse.stands, sudden ? w->stands : 0.0);
}

/* Slope, where it slides, and at which level: each needs the others, so a few rounds. */
static void measure_branch(Work *w, StnRampBranch *b)
{
    load_points(w, b);
    const double sense = b->side ? -1.0 : 1.0;
    double level = largest_effort(w, INFINITY), slope = first_guess(w, level);
    size_t slide = w->count;
    b->slope = b->level = b->way = NAN;
    for (int round = 0; round < ROUNDS && slope > 0.0 && level > 0.0; round++) {
        slide = find_slide(w, slope, level);
        const double way = slide < w->count ? w->way[slide] : INFINITY;
        level = largest_effort(w, BEYOND * way);
        if (!fit_slope(w, b, slide, level))
            break;
        slope = b->slope;
    }
    /* What bends last before the effort turns again, or moves by itself before the effort rises, does not slide yet. */
    if (slide < w->count && w->way[w->count - 1] - w->way[slide] < SLIDES * level / slope)
        slide = w->count;
    if (level < w->turn)
        b->slope = NAN;
    const double way = slide < w->count ? w->way[slide] : NAN;
    const double steps =
        (isnan(way) ? (w->count ? w->way[w->count - 1] : 0.0) : way) / w->result->dx;
    if (steps < w->def->steps || isnan(b->slope) || w->first > SUDDEN * level) {
        const bool coarse = steps < w->def->steps + 3.0 || w->first > SUDDEN * level;
        b->left_out = stn_ramp_reason[coarse ? STN_RAMP_COARSE : STN_RAMP_NO_START];
        b->slope = NAN;
        if (coarse)
            note_coarse(w, b, steps, level);
        return;
    }
    b->way = way;
    if (!isnan(way))
        b->level = sense * b->effort + level;
}

/* From rest, from sliding the other way, or neither: by the friction at its start, which is the effort but for a load. */
static void place_start(const Work *w, StnRampBranch *b)
{
    const StnRampCause cause = w->load.cause;
    const double own = b->side ? -b->effort : b->effort, none = -own / w->largest;
    const bool seen = !isnan(w->load.level[0]); /* otherwise nothing slides */
    const double turned = seen ? stn_ramp_turned(b, &w->load, cause) : none,
                 from = seen ? stn_ramp_came_from(b, &w->load, cause) : none;
    const double least = w->load.seen && cause == STN_RAMP_LOADED ? SOFTER : -NEAR_REST;
    const bool slid = from > FROM_SLIDING;
    b->turned = turned;
    /* Springs that a load has bent at rest may slide already: what is known of them is the way back. */
    const bool bent = w->load.seen && cause == STN_RAMP_SPRINGS &&
                      stn_ramp_turned(b, &w->load, STN_RAMP_LOADED) < -NEAR_REST;
    if (!slid &&
        (bent || !(b->from_rest && turned >= least && (w->load.seen || turned <= NEAR_REST))))
        b->left_out = stn_ramp_reason[STN_RAMP_PARTIAL];
    b->from_rest = b->from_rest && !slid;
}

/* All branches: first only to see at which efforts it slides, which tells where friction is 0. */
static void measure_branches(Work *w)
{
    StnRampTest *r = w->result;
    w->coarse = (StnRampCoarse){.level = {NAN, NAN}};
    for (int i = 0; i < r->nbranch; i++)
        if (!r->branch[i].left_out)
            measure_branch(w, &r->branch[i]);
    w->load = stn_ramp_find_load(r, w->coarse.level, w->noise);
    if (w->load.seen)
        stn_ramp_judge_load(r, &w->load);
    w->coarse = (StnRampCoarse){.level = {NAN, NAN}, .least = w->turn};
    for (int i = 0; i < r->nbranch; i++) {
        StnRampBranch *b = &r->branch[i];
        if (b->left_out == stn_ramp_reason[STN_RAMP_MOVES_ON])
            continue;
        /* What stands until it slides is rigid wherever friction was at its start. */
        const bool rigid = b->from_rest && b->left_out == stn_ramp_reason[STN_RAMP_COARSE];
        b->left_out = NULL;
        place_start(w, b);
        if (!b->left_out || rigid)
            measure_branch(w, b);
        const double W = stn_ramp_load_by(&w->load, w->load.cause);
        if (b->level <= (b->side ? -W : W)) { /* it slides against the effort */
            b->left_out = stn_ramp_reason[STN_RAMP_NO_START];
            b->slope = NAN;
        }
    }
}

StnStatus stn_identify_ramp(const StnRampTestDef *def, const StnData *data, StnRampTest *result,
                            StnError *error)
{
    memset(result, 0, sizeof *result);
    StnStatus status =
        stn_data_require(data, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, 0, error);
    if (status != STN_OK)
        return status;
    if (def->steps < 3 || !(def->soft > 0.0 && def->soft < 1.0))
        return stn_error(error, STN_BAD_INPUT, "steps must be 3 or more, soft between 0 and 1");
    Work w = {.def = def, .data = data, .result = result};
    w.x = data->value[STN_ROLE_POSITION];
    w.u = data->value[STN_ROLE_EFFORT];
    status = stn_data_find_resolution(data, STN_ROLE_POSITION, def->dx, &result->dx, error);
    if (status != STN_OK)
        return status;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < data->rows; i++) {
        low = fmin(low, w.u[i]), high = fmax(high, w.u[i]);
        w.largest = fmax(w.largest, fabs(w.u[i]));
    }
    w.swing = fmin(w.largest, high - low);
    status = stn_data_row_noise(data, STN_ROLE_EFFORT, &w.noise, error);
    if (status != STN_OK)
        return status;
    w.swing = fmax(w.swing, SWINGS * w.largest);
    /* An effort with few values, as of rigid friction, has no steps that are noise. */
    w.turn = fmax(TURN * w.swing, fmin(NOISE * w.noise, 0.5 * w.swing));
    w.memory = malloc((COLUMNS + 4) * data->rows * sizeof *w.memory);
    if (!w.memory)
        return stn_no_memory(error);
    w.way = w.memory + data->rows;
    w.effort = w.way + data->rows;
    w.rows = w.effort + data->rows;
    for (int k = 0; k < COLUMNS; k++)
        w.column[k] = w.rows + (size_t)(k + 1) * data->rows;
    bool good = true;
    for (int run = 0; run < data->nrun && good; run++)
        good = find_branches(&w, data->run[run], data->run[run + 1]);
    if (good)
        measure_branches(&w);
    good = good && !w.memory_out;
    if (good) {
        const StnRampDelay delay = stn_ramp_find_delay(data, result, &w.load, w.noise);
        status = stn_ramp_conclude(def, data, &w.coarse, &w.load, &delay, result, error);
    } else {
        status = stn_no_memory(error);
    }
    free(w.memory);
    if (status != STN_OK)
        stn_ramp_test_free(result);
    return status;
}

void stn_ramp_test_free(StnRampTest *result)
{
    free(result->branch);
    memset(result, 0, sizeof *result);
}
