/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Limit cycles of a position loop.  The effort says when a cycle turns, and at which level: a coarse
 * sensor may show one step of the position, or none.
 *
 * Cycles are distinguished by a Schmitt trigger on the effort, 35 % of its span to both sides of the
 * middle: a controller that differentiates a coarse sensor kicks at every step of it, and such kicks
 * must not count as turns. */
#include "identify/cycles_hunt.h"
#include "compare/sort.h"
#include "identify/breakaway_delay.h"
#include "identify/cycles_against.h"
#include "identify/failure.h"
#include "identify/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_CYCLES = 2, CYCLES_MAX = 100000, LEAST_RISE = 8, MOVES = 3 };

#define SKIP 0.2     /* of the record, before it hunts steadily */
#define TRIGGER 0.35 /* of the span, to both sides of the middle */
#define MOVING 0.5   /* of the time: where it rests for less the effort turns while it moves */
#define UNLIKE 0.4   /* of the period: cycles that differ by more are not of one kind */
#define RISE 0.1     /* of the period: the effort before it turns, along a line */
#define BENT 0.7     /* correlation of neighbours; the median of three makes 0.4 of white noise */
#define DROP 3.0     /* deviations below that line: it has turned */
#define LATE 0.03    /* of the level: so much the effort may rise when the body has left its rest */
#define JUMP 0.2    /* of the rise of the effort in a rest: so much may come within a tenth of it */
#define SCATTER 0.2 /* of the level: cycles whose levels differ by more are not of one kind */
#define POINT_TO_POINT                                                                            \
    "this is a motion that is commanded, as from point to point, and no limit cycle; \"identify " \
    "inverse\", \"curve\" or \"power\" are for such motion"
#define NEGLIGIBLE 0.005 /* of the level */
#define FINE 0.02        /* of the way of a cycle: steps of a sensor that is finer than this */

static double median3(double a, double b, double c)
{
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

static void median_filter(const double *y, size_t rows, double *out)
{
    out[0] = y[0];
    out[rows - 1] = y[rows - 1];
    for (size_t i = 1; i + 1 < rows; i++)
        out[i] = median3(y[i - 1], y[i], y[i + 1]);
}

/* ---- Cycles ---- */

static StnStatus band(const StnHunt *h, double *middle, double *reach, StnError *error)
{
    const size_t count = h->rows - h->begin;
    double *sorted = malloc(count * sizeof *sorted);
    if (!sorted)
        return stn_no_memory(error);
    memcpy(sorted, h->u + h->begin, count * sizeof *sorted);
    stn_sort(sorted, count);
    const double low = sorted[count / 20], high = sorted[count - 1 - count / 20];
    free(sorted);
    *middle = 0.5 * (low + high);
    *reach = TRIGGER * (high - low);
    return STN_OK;
}

static void find_cycles(StnHunt *h, double middle, double reach)
{
    double top = -INFINITY, bottom = INFINITY, low = INFINITY, high = -INFINITY, since = NAN;
    size_t top_at = 0, bottom_at = 0;
    int state = 0;
    for (size_t i = h->begin; i < h->rows && h->count < CYCLES_MAX; i++) {
        if (state <= 0 && h->u[i] > middle + reach) {
            if (state < 0 && !isnan(since))
                h->cycle[h->count++] =
                    (StnHuntCycle){h->t[i] - since, top, bottom, high - low, top_at, bottom_at};
            since = state < 0 ? h->t[i] : NAN;
            top = high = -INFINITY;
            bottom = low = INFINITY;
            state = 1;
        } else if (state >= 0 && h->u[i] < middle - reach) {
            state = -1;
        }
        if (h->u[i] > top)
            top = h->u[i], top_at = i;
        if (h->u[i] < bottom)
            bottom = h->u[i], bottom_at = i;
        low = fmin(low, h->x[i]), high = fmax(high, h->x[i]);
    }
}

/* A line through rows from ... to - 1, about `to`. */
typedef struct Line {
    double value, slope, noise; /* noise: deviation from it */
    double alike;               /* of neighbours: near 1 the effort does not follow a line */
} Line;

static Line line_before(const StnHunt *h, size_t from, size_t to)
{
    double n = 0.0, t = 0.0, u = 0.0, tt = 0.0, tu = 0.0, rest = 0.0, both = 0.0, before = 0.0;
    Line line;
    for (size_t i = from; i < to; i++) {
        const double at = h->t[i] - h->t[to];
        n += 1.0, t += at, u += h->u[i], tt += at * at, tu += at * h->u[i];
    }
    line.slope = (n * tu - t * u) / (n * tt - t * t);
    line.value = (u - line.slope * t) / n;
    for (size_t i = from; i < to; i++) {
        const double e = h->u[i] - line.value - line.slope * (h->t[i] - h->t[to]);
        rest += e * e, both += e * before;
        before = e;
    }
    line.noise = sqrt(rest / (n - 2.0));
    line.alike = rest > 0.0 ? both / rest : 1.0;
    return line;
}

/* The largest of many noisy numbers is too large.  While it sticks the effort rises along a line; where noise matters, the
 * level is that line where the rise ends: the last row in which the effort still follows it.  sense: -1 at a bottom. */
static double turning_level(const StnHunt *h, size_t at, double sense, double period)
{
    size_t from = at;
    while (from > h->begin && h->t[at] - h->t[from - 1] < RISE * period)
        from--;
    if (at - from < LEAST_RISE)
        return h->u[at];
    const Line line = line_before(h, from, at);
    if (2.0 * line.noise < NEGLIGIBLE * fabs(h->u[at]) || line.alike > BENT)
        return h->u[at];
    size_t end = at;
    for (size_t i = at; i < h->rows && h->t[i] - h->t[at] < RISE * period; i++) {
        const double off = h->u[i] - line.value - line.slope * (h->t[i] - h->t[at]);
        if (sense * off < -DROP * line.noise)
            break;
        end = i;
    }
    const double level = line.value + line.slope * (h->t[end] - h->t[at]);
    return sense * fmin(sense * level, sense * h->u[at]);
}

static void take_noise_off(StnHunt *h, double period)
{
    for (int i = 0; i < h->count; i++) {
        StnHuntCycle *c = &h->cycle[i];
        c->top = turning_level(h, c->top_at, 1.0, period);
        c->bottom = turning_level(h, c->bottom_at, -1.0, period);
    }
}

typedef double (*Feature)(const StnHuntCycle *);
static double period_of(const StnHuntCycle *c) { return c->period; }
static double effort_of(const StnHuntCycle *c) { return 0.5 * (c->top - c->bottom); }
static double way_of(const StnHuntCycle *c) { return c->way; }
static double top_of(const StnHuntCycle *c) { return c->top; }
static double bottom_of(const StnHuntCycle *c) { return -c->bottom; }

/* Sorts y. */
static StnSpread spread_of(double *y, int count)
{
    StnSpread s = {.count = count};
    double squares = 0.0;
    for (int i = 0; i < count; i++)
        s.mean += y[i] / count;
    for (int i = 0; i < count; i++)
        squares += (y[i] - s.mean) * (y[i] - s.mean);
    s.std = count > 1 ? sqrt(squares / (count - 1)) : NAN;
    const double reach = count > 1 ? stn_student_95(count - 1) * s.std / sqrt(count) : NAN;
    s.low = s.mean - reach;
    s.high = s.mean + reach;
    stn_sort(y, (size_t)count);
    for (int k = 0; k < 2; k++) { /* between neighbours in proportion */
        const double at = (k ? 0.75 : 0.25) * (count - 1), below = floor(at);
        const int i = (int)below, next = i + 1 < count ? i + 1 : i;
        s.quartile[k] = count > 0 ? y[i] + (at - below) * (y[next] - y[i]) : NAN;
    }
    return s;
}

static StnSpread spread(const StnHunt *h, Feature feature, double *work)
{
    for (int i = 0; i < h->count; i++)
        work[i] = feature(&h->cycle[i]);
    return spread_of(work, h->count);
}

/* ---- Result ---- */

static void add(StnEstimates *out, const char *name, bool rotary, StnSpread s)
{
    StnLeastSquares fit = {.nparam = 1};
    fit.value[0] = s.mean;
    fit.std[0] = s.count > 1 ? s.std / sqrt(s.count) : NAN;
    fit.low[0] = s.low;
    fit.high[0] = s.high;
    stn_estimates_add(out, name, "$F", rotary, &fit, 0);
    stn_estimates_next_of_repetitions(out);
}

/* Mean level of the slips of one direction, or of both (side < 0). */
static StnSpread sliding_of(const StnHunting *r, int side, double *work)
{
    int n = 0;
    for (int i = 0; i < r->nslip; i++)
        if (!r->slip[i].left_out && (side < 0 || r->slip[i].side == side))
            work[n++] = r->slip[i].level;
    return spread_of(work, n);
}

/* The effort may have risen on by so much while the motion began. */
static void hold_excess(StnEstimates *levels, double excess)
{
    StnEstimate *e = &levels->item[levels->count - 1];
    e->low -= excess;
    e->next_low -= excess;
}

static void take_play(StnHunt *h, double *work)
{
    StnHunting *r = h->result;
    const StnSpread sliding = sliding_of(r, -1, work);
    const bool both = r->breaks_away[0] && r->breaks_away[1];
    const StnSpread level = both ? r->effort : r->top[r->breaks_away[1]];
    add(&r->levels, "Cd_s", h->data->rotary, level);
    if (sliding.count > 0)
        add(&r->levels, "Cd", h->data->rotary, sliding);
    const double Cd = sliding.count > 0 ? fmin(sliding.mean, level.mean) : level.mean;
    stn_findings_set(&r->findings, "Cd", &Cd, 1);
    stn_findings_set(&r->findings, "Cd_s", &level.mean, 1);
}

static void take_levels(StnHunt *h, double *work)
{
    StnHunting *r = h->result;
    double Fs[2], Fc[2];
    r->findings = stn_findings_none(h->data->rotary);
    r->used = sliding_of(r, -1, work).count;
    if (h->def->play) {
        take_play(h, work);
        return;
    }
    const double excess = r->used > 0 ? stn_hunt_excess(h) : 0.0;
    for (int side = 0; side < 2; side++) {
        Fs[side] = r->top[r->breaks_away[side] ? side : 1 - side].mean;
        if (r->breaks_away[side]) {
            add(&r->levels, side ? "Fs-" : "Fs+", h->data->rotary, r->top[side]);
            hold_excess(&r->levels, excess);
        }
    }
    for (int side = 0; side < 2; side++) {
        const StnSpread sliding = sliding_of(r, side, work);
        if (sliding.count > 0)
            add(&r->levels, side ? "Fc-" : "Fc+", h->data->rotary, sliding);
        Fc[side] = sliding.count > 0 ? sliding.mean : NAN;
    }
    for (int side = 0; side < 2; side++)
        Fc[side] = isnan(Fc[side]) ? Fc[1 - side] : Fc[side];
    stn_findings_know(&r->findings, &r->levels);
    stn_findings_set(&r->findings, "Fs", Fs, 2);
    stn_findings_set(&r->findings, "Fc", Fc, 2);
}

/* What the levels of the slips are more by, by side (play: of both), where the effort is moved by some rows. */
static StnStatus change_by(const StnHunt *h, double step, double pause, long rows, double *work,
                           double *by, StnError *error)
{
    StnHunting moved;
    const StnStatus status = stn_hunt_slips_moved(h, step, pause, rows, &moved, error);
    for (int side = 0; side < 2 && status == STN_OK; side++) {
        const int which = h->def->play ? -1 : side;
        const double was = sliding_of(h->result, which, work).mean,
                     is = sliding_of(&moved, which, work).mean;
        by[side] = was > 0.0 && is > 0.0 ? is - was : 0.0;
    }
    free(moved.slip);
    return status;
}

static void hold_change(StnEstimates *levels, const char *name, double by)
{
    for (int k = 0; k < levels->count; k++) {
        StnEstimate *e = &levels->item[k];
        if (strcmp(e->name, name) != 0)
            continue;
        e->low += fmin(by, 0.0), e->next_low += fmin(by, 0.0);
        e->high += fmax(by, 0.0), e->next_high += fmax(by, 0.0);
    }
}

/* Sliding levels hold the ones with and without a delay, as far as it is open. */
static StnStatus take_delay(StnHunt *h, double step, double pause, double *work, StnError *error)
{
    static const char *const names[] = {"Fc+", "Fc-"};
    StnHunting *r = h->result;
    StnHuntDelay delay;
    StnStatus status = stn_hunt_delay(h, &delay, error);
    const long rows[MOVES] = {delay.least, delay.rows != 0 ? delay.rows : delay.most, delay.most};
    double by[MOVES][2] = {{0.0}};
    for (int i = 0; i < MOVES && status == STN_OK && r->used > 0; i++)
        if (rows[i] != 0)
            status = change_by(h, step, pause, rows[i], work, by[i], error);
    for (int side = 0; side < 2 - h->def->play && status == STN_OK; side++) {
        double low = 0.0, high = 0.0;
        for (int i = 0; i < MOVES; i++)
            low = fmin(low, by[i][side]), high = fmax(high, by[i][side]);
        hold_change(&r->levels, h->def->play ? "Cd" : names[side], low);
        hold_change(&r->levels, h->def->play ? "Cd" : names[side], high);
    }
    if (status == STN_OK && r->used > 0)
        stn_hunt_words_on_delay(h, &delay, by[1]);
    return status;
}

/* Only where it sticks the effort is the friction. */
static StnStatus check_hunting(const StnHunting *r, StnError *error)
{
    if (r->rest < MOVING)
        return stn_error(error, STN_BAD_INPUT,
                         "this is no limit cycle that sticks and slips: it rests for only %.0f %% "
                         "of the time, so that "
                         "the effort turns while it moves, and is inertia and viscous friction as "
                         "well; \"identify "
                         "inverse\", \"power\" or \"sine\" are for such motion",
                         100.0 * r->rest);
    if (r->period.std > UNLIKE * r->period.mean)
        return stn_error(error, STN_BAD_INPUT,
                         "the %d cycles of the effort are not of one kind: their periods, %.3g s "
                         "on average, differ by "
                         "%.0f %%; noise, or a motion that is commanded, is no limit cycle "
                         "(--settled: from when on it "
                         "hunts)",
                         r->period.count, r->period.mean, 100.0 * r->period.std / r->period.mean);
    return STN_OK;
}

/* Of a side at which it breaks away. */
static StnStatus check_side(const StnHunt *h, int side, const StnHuntTurns *turns, StnError *error)
{
    const StnHunting *r = h->result;
    const char *F = h->data->rotary ? "N*m" : "N";
    const double level = fmax(r->effort.mean, fabs(r->top[side].mean));
    if (turns->late > LATE * level)
        return stn_error(error, STN_BAD_INPUT,
                         "the effort rises by another %.3g %s when the body has left its rest, so "
                         "it turns while the body is accelerated: " POINT_TO_POINT STN_OR_LATE,
                         turns->late, F);
    if (turns->jump > JUMP)
        return stn_error(error, STN_BAD_INPUT,
                         "the effort does not wind up while the body rests, %.0f %% of its rise "
                         "comes within a tenth of that time: " POINT_TO_POINT STN_OR_LATE,
                         100.0 * turns->jump);
    if (r->top[side].std > SCATTER * level)
        return stn_error(error, STN_BAD_INPUT,
                         "the %d cycles of the effort are not of one kind: the levels at which it "
                         "turns %s, %.3g %s on average, differ by %.0f %%: " POINT_TO_POINT,
                         h->count, side ? "backward" : "forward", r->top[side].mean, F,
                         100.0 * r->top[side].std / level);
    return STN_OK;
}

/* Where the effort does not turn at a breakaway it turns at no level of friction. */
static StnStatus check_turns(const StnHunt *h, double step, double pause, double *work,
                             StnError *error)
{
    StnHunting *r = h->result;
    const int commanded = stn_hunt_reference_turns(h);
    int seen = 0;
    if (commanded >= h->count)
        return stn_error(error, STN_BAD_INPUT,
                         "the wanted position (column \"%s\") turns %d times in %d cycles of the "
                         "effort: " POINT_TO_POINT,
                         h->data->column[STN_ROLE_COMMAND], commanded, h->count);
    for (int side = 0; side < 2; side++) {
        const StnHuntTurns turns = stn_hunt_turns(h, side, step, pause, work);
        seen += turns.seen;
        r->breaks_away[side] = 2 * turns.breakaways > turns.seen;
        const StnStatus status = r->breaks_away[side] ? check_side(h, side, &turns, error) : STN_OK;
        if (status != STN_OK)
            return status;
    }
    if (seen == 0)
        return stn_error(error, STN_BAD_INPUT,
                         "the position does not change in the %d cycles of the effort: nothing "
                         "tells that the body breaks away where the effort turns",
                         h->count);
    if (!r->breaks_away[0] && !r->breaks_away[1])
        return stn_error(error, STN_BAD_INPUT,
                         "the body does not break away where the effort turns: this is no limit "
                         "cycle that sticks and slips");
    return STN_OK;
}

static StnStatus measure(StnHunt *h, StnError *error)
{
    StnHunting *r = h->result;
    double middle, reach;
    StnStatus status = band(h, &middle, &reach, error);
    if (status != STN_OK)
        return status;
    find_cycles(h, middle, reach);
    if (h->count < LEAST_CYCLES)
        return stn_error(error, STN_BAD_INPUT,
                         "%d whole limit cycle%s of the effort after %g s: at least %d are needed "
                         "(a longer record, or an earlier --settled)",
                         h->count, h->count == 1 ? "" : "s", r->from, LEAST_CYCLES);
    double *work = malloc((size_t)(2 * h->count + STN_SLIPS_MAX) * sizeof *work);
    r->slip = malloc(STN_SLIPS_MAX * sizeof *r->slip);
    if (!work || !r->slip) {
        free(work);
        return stn_no_memory(error);
    }
    r->period = spread(h, period_of, work);
    take_noise_off(h, r->period.mean);
    r->effort = spread(h, effort_of, work);
    r->position = spread(h, way_of, work);
    r->top[0] = spread(h, top_of, work);
    r->top[1] = spread(h, bottom_of, work);
    r->offset = 0.5 * (r->top[0].mean - r->top[1].mean);
    const double step = fmax(r->dx, FINE * r->position.mean),
                 pause = STN_SLIP_PAUSE * r->period.mean;
    stn_hunt_slips(h, step, pause);
    r->rest = stn_hunt_rest(h, step, pause);
    status = check_hunting(r, error);
    if (status == STN_OK)
        status = check_turns(h, step, pause, work, error);
    if (status == STN_OK)
        status = stn_step_response(h->data, r->from, h->def->target, &r->step, error);
    if (status == STN_OK) {
        take_levels(h, work);
        stn_hunt_words(h);
        status = take_delay(h, step, pause, work, error);
    }
    free(work);
    return status;
}

StnStatus stn_identify_cycles(const StnHuntingDef *def, const StnData *data, StnHunting *result,
                              StnError *error)
{
    memset(result, 0, sizeof *result);
    StnStatus status =
        stn_data_require(data, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, 0, error);
    if (status != STN_OK)
        return status;
    if (data->nrun > 1)
        return stn_error(error, STN_BAD_INPUT, "limit cycles are looked for in one run at a time");
    const double *t = data->value[STN_ROLE_TIME];
    StnHunt h = {.def = def, .data = data, .t = t, .rows = data->rows, .result = result};
    h.x = data->value[STN_ROLE_POSITION];
    status = stn_data_find_resolution(data, STN_ROLE_POSITION, def->dx, &result->dx, error);
    if (status != STN_OK)
        return status;
    result->from = isnan(def->from) ? t[0] + SKIP * (t[h.rows - 1] - t[0]) : def->from;
    while (h.begin < h.rows && t[h.begin] < result->from)
        h.begin++;
    if (h.rows - h.begin < 20)
        return stn_error(error, STN_BAD_INPUT, "%zu samples after %g s are too few",
                         h.rows - h.begin, result->from);
    h.u = malloc(h.rows * sizeof *h.u);
    h.cycle = malloc((h.rows < CYCLES_MAX ? h.rows : CYCLES_MAX) * sizeof *h.cycle);
    if (h.u && h.cycle) {
        median_filter(data->value[STN_ROLE_EFFORT], h.rows, h.u);
        status = measure(&h, error);
    } else {
        status = stn_no_memory(error);
    }
    free(h.u);
    free(h.cycle);
    if (status == STN_OK && def->against)
        status = stn_cycles_compare(def, data, result, error);
    if (status != STN_OK)
        stn_hunting_free(result);
    return status;
}

void stn_hunting_free(StnHunting *result)
{
    free(result->slip);
    if (result->model) {
        stn_hunting_free(&result->model->result);
        stn_data_free(&result->model->data);
        free(result->model);
    }
    memset(result, 0, sizeof *result);
}
