/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Breakaway levels: where the position leaves a rest, the effort just before is a point of Cs(x).
 * A polynomial per direction smooths them; its degree is what the data ask for (F tests).
 */
#include "identify/breakaway_creep.h"
#include "identify/breakaway_delay.h"
#include "identify/breakaway_findings.h"
#include "compare/sort.h"
#include "identify/breakaway_rig.h"
#include "identify/breakaway_rise.h"
#include "identify/breakaway_words.h"
#include "identify/failure.h"
#include "identify/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEGREE_LIMIT = STN_VECTOR_MAX - 1, TRAVEL_POINTS = 100 };

static const char after_turn[] = "after a change of direction (play?)";
static const char at_start[] = "at the start (play?)";
static const char far_off[] = "far from its neighbours";
static const double negligible = 0.005; /* of the level */
#define CHANCE 0.01                     /* of a degree too many */
#define APART 0.02                      /* of the travel: places that are nearer are one */
#define BEYOND \
    0.5 /* of the span of the levels: a polynomial that leaves it by more is none of them */

/* ---- Finding the points ---- */

typedef struct Search {
    const StnBreakawayDef *def;
    const StnData *data;
    StnBreakaway *result;
    int capacity;
    StnBreakawaySeen seen;
    double step; /* of the effort */
    StnError *error;
} Search;

static StnStatus add_point(Search *s, StnBreakawayPoint point)
{
    StnBreakaway *r = s->result;
    if (r->npoint == s->capacity) {
        const int capacity = s->capacity ? 2 * s->capacity : 64;
        StnBreakawayPoint *more = realloc(r->point, (size_t)capacity * sizeof *more);
        if (!more)
            return stn_no_memory(s->error);
        r->point = more;
        s->capacity = capacity;
    }
    r->point[r->npoint++] = point;
    return STN_OK;
}

/* A rest from sample `begin` on ended: `last` is the last sample that shows it, `now` the first one
 * that has moved far enough. */
static StnStatus judge(Search *s, size_t begin, size_t last, size_t now, double moved)
{
    const double *t = s->data->value[STN_ROLE_TIME], *u = s->data->value[STN_ROLE_EFFORT];
    const double sense = moved > 0.0 ? 1.0 : -1.0;
    if (t[last] - t[begin] < s->def->rest)
        return STN_OK;
    if (!(sense * u[last] > 0.0)) {
        s->seen.against++;
        return STN_OK;
    }
    const double x = s->data->value[STN_ROLE_POSITION][last] - 0.5 * sense * s->def->play;
    const StnBreakawayPoint point = {t[last], x, sense * u[last], moved < 0.0, NULL, last};
    /* It started before it showed.  Where friction does not fall at once the way grows with the cube
     * of time, and the first step takes at most 1/(cbrt(N) - 1) times as long as the N - 1 that
     * follow. */
    const size_t half =
        stn_rise_half(u, begin, last, sense); /* where it rises ever faster, the slope of its end */
    size_t before = last;
    while (before > half && t[last] - t[before] < s->def->rest)
        before--;
    const double rise = before < last ? (u[last] - u[before]) / (t[last] - t[before]) : 0.0;
    const double delay =
        s->def->steps > 1 ? (t[now] - t[last]) / (cbrt(s->def->steps) - 1.0) : t[now] - t[last];
    s->seen.delay += delay;
    s->seen.excess += sense * rise * delay;
    return add_point(s, point);
}

/* Rests are samples that show one place, within less than one step. */
static StnStatus search_run(Search *s, size_t from, size_t to)
{
    const double *x = s->data->value[STN_ROLE_POSITION], *t = s->data->value[STN_ROLE_TIME];
    const double step = (1.0 - 1e-6) * s->result->dx, far = s->seen.motion;
    size_t begin = from, last = from;
    StnStatus status = STN_OK;
    for (size_t i = from + 1; i < to && status == STN_OK; i++) {
        const double moved = x[i] - x[begin];
        if (fabs(moved) < step) {
            last = i;
        } else if (fabs(moved) >= far) {
            status = judge(s, begin, last, i, moved);
            begin = last = i;
        } else if (i - last > 1 && fabs(x[i] - x[i - 1]) < step &&
                   t[i] - t[last] > fmax(s->def->rest, STN_SHORT_REST * (t[last] - t[begin]))) {
            begin = last = i; /* it stays at a place less than `steps` away: a rest of its own */
        }
    }
    return status;
}

/* ---- Creep ---- */

static int by_time(const void *a, const void *b)
{
    const double one = ((const StnBreakawayPoint *)a)->t, other = ((const StnBreakawayPoint *)b)->t;
    return (one > other) - (one < other);
}

/* A rise in which it creeps has one breakaway, and what was taken for one meanwhile is none.  first: point of the run. */
static StnStatus search_creep(Search *s, size_t from, size_t to, int first)
{
    const double *u = s->data->value[STN_ROLE_EFFORT], *t = s->data->value[STN_ROLE_TIME];
    StnBreakaway *r = s->result;
    double most = 0.0;
    StnStatus status = STN_OK;
    for (size_t i = from; i < to; i++)
        most = fmax(most, fabs(u[i]));
    StnRise rise = {.end = from};
    while (status == STN_OK && stn_rise_next(u, rise.end, to, most, &rise)) {
        const size_t at = stn_rise_breakaway(s->data, &rise, s->seen.motion, s->def->rest);
        if (at == 0)
            continue;
        int kept = first;
        for (int i = first; i < r->npoint; i++)
            if (r->point[i].t < t[rise.lowest] || r->point[i].t >= t[rise.end - 1] ||
                r->point[i].side != (rise.sense < 0.0))
                r->point[kept++] = r->point[i];
        r->npoint = kept;
        r->crept++;
        const double x = s->data->value[STN_ROLE_POSITION][at] - 0.5 * rise.sense * s->def->play;
        status = add_point(s, (StnBreakawayPoint){t[at], x,
                                                  stn_rise_effort(s->data, &rise, at, s->def->rest),
                                                  rise.sense < 0.0, NULL, at});
    }
    if (r->npoint > first)
        qsort(r->point + first, (size_t)(r->npoint - first), sizeof *r->point, by_time);
    return status;
}

/* ---- Polynomials ---- */

/* Points of one direction that are used, in columns. */
typedef struct Side {
    int count;
    double *y, *residual, *power[DEGREE_LIMIT + 1];
    StnBreakawayPoint **point;
    double *memory;
} Side;

static StnStatus side_make(Side *side, const StnBreakaway *r, StnError *error)
{
    const size_t n = (size_t)r->npoint + 1;
    *side = (Side){.count = 0};
    side->memory = malloc((DEGREE_LIMIT + 3) * n * sizeof *side->memory);
    side->point = malloc(n * sizeof(*side->point));
    if (!side->memory || !side->point)
        return stn_no_memory(error);
    side->y = side->memory;
    side->residual = side->memory + n;
    for (int k = 0; k <= DEGREE_LIMIT; k++)
        side->power[k] = side->memory + (size_t)(2 + k) * n;
    return STN_OK;
}

static void side_load(Side *side, StnBreakaway *r, int which)
{
    side->count = 0;
    for (int i = 0; i < r->npoint; i++) {
        StnBreakawayPoint *p = &r->point[i];
        if (p->side != which || p->left_out)
            continue;
        side->y[side->count] = p->effort;
        side->point[side->count] = p;
        double power = 1.0;
        for (int k = 0; k <= DEGREE_LIMIT; k++, power *= p->x)
            side->power[k][side->count] = power;
        side->count++;
    }
}

/* The smallest degree that no larger one is better than beyond chance: tests at a level that all of them share.  A
 * criterion of information takes a degree too many in a third of the records of a constant level. */
static int needed_degree(const double *sse, int most, int count)
{
    int degree = 0;
    for (int larger = 1; larger <= most; larger++)
        if (stn_compare_fits(sse[degree], degree + 1, sse[larger], larger + 1, (size_t)count) <
            CHANCE / most)
            degree = larger;
    return degree;
}

/* The largest degree with two places more than coefficients: points at one place tell it but one level.  The places
 * are counted from below, `least` or more apart. */
static int degree_of_places(const Side *side, double least)
{
    const double *x = side->power[1];
    double low = INFINITY, high = -INFINITY, from = -INFINITY;
    for (int i = 0; i < side->count; i++)
        low = fmin(low, x[i]), high = fmax(high, x[i]);
    const double apart = fmax(least, APART * (high - low));
    int places = 0;
    for (double next = low; isfinite(next) && places < DEGREE_LIMIT + 3; places++) {
        from = next, next = INFINITY;
        for (int i = 0; i < side->count; i++)
            if (x[i] - from >= apart)
                next = fmin(next, x[i]);
    }
    return places - 3;
}

/* Between the places, too, a polynomial must stay near the levels that were measured. */
static bool stays_near(const Side *side, const StnLeastSquares *fit, int degree)
{
    double range[2][2] = {{INFINITY, -INFINITY}, {INFINITY, -INFINITY}};
    for (int i = 0; i < side->count; i++)
        for (int k = 0; k < 2; k++) {
            const double value = k ? side->y[i] : side->power[1][i];
            range[k][0] = fmin(range[k][0], value);
            range[k][1] = fmax(range[k][1], value);
        }
    const double margin = BEYOND * (range[1][1] - range[1][0]);
    for (int i = 0; i <= TRAVEL_POINTS; i++) {
        const double x = range[0][0] + (range[0][1] - range[0][0]) * i / TRAVEL_POINTS;
        double level = 0.0;
        for (int k = degree; k >= 0; k--)
            level = level * x + fit->value[k];
        if (!(level >= range[1][0] - margin && level <= range[1][1] + margin))
            return false;
    }
    return true;
}

/* What is below half a per cent of the level, or what its quantisation makes, is no reason for a degree. */
static StnStatus side_fit(const Search *s, const Side *side, int degree_max, StnBreakawaySide *out)
{
    const double n = side->count;
    const int places = degree_of_places(side, s->seen.motion);
    double sse[DEGREE_LIMIT + 1], level = 0.0;
    for (int i = 0; i < side->count; i++)
        level += side->y[i] / n;
    const double noise = n * (negligible * level * negligible * level + s->step * s->step / 12.0);
    out->degree = -1;
    for (int degree = 0; degree <= degree_max && degree + 2 < side->count; degree++) {
        if (degree > 0 && degree > places)
            break;
        StnLeastSquares fit;
        StnError ignored;
        const StnStatus status =
            stn_least_squares((const double *const *)side->power, degree + 1, side->y, NULL,
                              (size_t)side->count, NULL, &fit, side->residual, &ignored);
        if (status == STN_NO_MEMORY)
            return stn_no_memory(s->error);
        if (status != STN_OK)
            break; /* all at one place: no polynomial */
        if (degree > 0 && !stays_near(side, &fit, degree))
            break;
        sse[degree] = fit.sse + noise;
        out->degree = degree;
    }
    if (out->degree > 0)
        out->degree = needed_degree(sse, out->degree, side->count);
    if (out->degree < 0) { /* one or two points, or all at one place: their mean */
        out->degree = 0;
        out->fit = (StnLeastSquares){.nparam = 1, .rows = (size_t)side->count, .value = {level}};
        for (int i = 0; i < side->count; i++)
            side->residual[i] = side->y[i] - level;
        return STN_OK;
    }
    return stn_least_squares((const double *const *)side->power, out->degree + 1, side->y, NULL,
                             (size_t)side->count, NULL, &out->fit, side->residual, s->error);
}

static double median_size(const double *x, int count, double *work)
{
    for (int i = 0; i < count; i++)
        work[i] = fabs(x[i]);
    stn_sort(work, (size_t)count);
    return work[count / 2];
}

/* Points that only cross a play stand at the start of a stretch of one direction, at a low level, and
 * end with a jump upwards that no neighbours show elsewhere. */
static void drop_play(StnBreakawayPoint *p, int count, bool turned, double *work)
{
    int jump = -1;
    for (int i = 0; i + 1 < count; i++)
        work[i] = fabs(p[i + 1].effort - p[i].effort);
    if (count < 5)
        return;
    stn_sort(work, (size_t)count - 1);
    const double usual = work[(count - 1) / 2];
    for (int i = 0; i < count / 4 || i < 2; i++) {
        const double rise = p[i + 1].effort - p[i].effort;
        if (rise > 6.0 * usual && rise > 0.15 * p[i + 1].effort)
            jump = i;
    }
    for (int i = 0; i <= jump; i++)
        p[i].left_out = turned ? after_turn : at_start;
}

static void drop_plays(StnBreakaway *r, double *work)
{
    for (int i = 0, end; i < r->npoint; i = end) {
        for (end = i + 1; end < r->npoint && r->point[end].side == r->point[i].side; end++)
            continue;
        drop_play(&r->point[i], end - i, i > 0, work);
    }
}

/* The worst point beyond the limit leaves; false when there is none. */
static bool drop_worst(const Side *side, double limit, double *work)
{
    const double scale = 1.4826 * median_size(side->residual, side->count, work);
    int worst = -1;
    for (int i = 0; i < side->count; i++)
        if (fabs(side->residual[i]) > fmax(limit * scale, negligible * fabs(side->y[i])) &&
            (worst < 0 || fabs(side->residual[i]) > fabs(side->residual[worst])))
            worst = i;
    if (worst < 0)
        return false;
    side->point[worst]->left_out = far_off;
    return true;
}

static double polynomial_mean(const StnBreakawaySide *s)
{
    double sum = 0.0, a = s->x_min, b = s->x_max;
    for (int k = 0; k <= s->degree; k++)
        sum += s->fit.value[k] * (pow(b, k + 1) - pow(a, k + 1)) / (k + 1);
    return b > a ? sum / (b - a) : s->mean;
}

/* step: of the effort.  What was read may be anything within half of one, in all points alike. */
static void summarise(const Side *side, double step, StnBreakawaySide *out)
{
    double sum = 0.0, squares = 0.0;
    const int n = side->count;
    out->count = n;
    out->x_min = INFINITY;
    out->x_max = -INFINITY;
    for (int i = 0; i < n; i++) {
        sum += side->y[i];
        out->x_min = fmin(out->x_min, side->power[1][i]);
        out->x_max = fmax(out->x_max, side->power[1][i]);
    }
    out->mean = sum / n;
    for (int i = 0; i < n; i++)
        squares += (side->y[i] - out->mean) * (side->y[i] - out->mean);
    const double scatter = n > 1 ? sqrt(squares / (n - 1)) : NAN; /* a single point tells none */
    const double reach = hypot(stn_student_95(n - 1) * scatter / sqrt(n), 0.5 * step);
    out->std = n > 1 ? fmax(scatter, step / sqrt(12.0)) : NAN;
    out->mean_low = out->mean - reach;
    out->mean_high = out->mean + reach;
    out->travel_mean = polynomial_mean(out);
}

/* Fits one direction, leaving out outliers one by one, at most a fifth of the points. */
static StnStatus fit_side(const Search *s, int which)
{
    const StnBreakawayDef *def = s->def;
    StnBreakaway *r = s->result;
    StnBreakawaySide *out = &r->side[which];
    Side side;
    StnStatus status = side_make(&side, r, s->error);
    double *work = malloc(((size_t)r->npoint + 1) * sizeof *work);
    if (status == STN_OK && !work)
        status = stn_no_memory(s->error);
    bool again = status == STN_OK;
    int in_play = 0;
    while (again) {
        side_load(&side, r, which);
        if (side.count == 0)
            break;
        const int all = side.count + out->outliers;
        const int most = def->degree_max < DEGREE_LIMIT ? def->degree_max : DEGREE_LIMIT;
        status = side_fit(s, &side, most, out);
        again = status == STN_OK && 5 * (out->outliers + 1) <= all &&
                drop_worst(&side, def->outlier, work);
        out->outliers += again;
    }
    for (int i = 0; i < r->npoint; i++)
        in_play +=
            r->point[i].side == which && r->point[i].left_out && r->point[i].left_out != far_off;
    out->outliers += in_play;
    if (status == STN_OK && side.count > 0)
        summarise(&side, s->step, out);
    free(work);
    free(side.memory);
    free(side.point);
    return status;
}

/* ---- Result ---- */

/* A sliding level above the static one, beyond the interval of that: no law has it. */
static StnStatus check_sliding(const StnBreakawayDef *def, const StnData *data,
                               const StnBreakaway *r, StnError *error)
{
    for (int side = 0; side < 2; side++) {
        const StnBreakawaySide *own = &r->side[side];
        const double most = fmax(own->mean_high, own->travel_mean);
        if (own->count > 1 && def->sliding[side] > most)
            return stn_error(error, STN_BAD_INPUT,
                             "the sliding level of %g %s %s is above the static one of the data, "
                             "%.4g (%.4g ... %.4g): no friction is",
                             def->sliding[side], stn_role_unit(STN_ROLE_EFFORT, data->rotary),
                             side ? "backward" : "forward", own->mean, own->mean_low,
                             own->mean_high);
    }
    return STN_OK;
}

static StnStatus find_points(Search *s)
{
    const char *unit = stn_role_unit(STN_ROLE_POSITION, s->data->rotary);
    StnStatus status = STN_OK;
    for (int run = 0; run < s->data->nrun && status == STN_OK; run++) {
        const int first = s->result->npoint;
        status = search_run(s, s->data->run[run], s->data->run[run + 1]);
        if (status == STN_OK)
            status = search_creep(s, s->data->run[run], s->data->run[run + 1], first);
    }
    if (status == STN_OK && s->result->npoint == 0)
        status = stn_error(
            s->error, STN_BAD_INPUT,
            "no breakaway was found: no rest of %g s or more (--rest) is followed by a motion of "
            "%.4g %s (--steps, "
            "--motion; the sensor resolves %.4g %s) in the sense of the effort, nor does it creep "
            "and run away. "
            "Where it creeps only, \"identify ramp\" finds stiffness and level of pre-sliding",
            s->def->rest, s->seen.motion, unit, s->result->dx, unit);
    return status;
}

StnStatus stn_identify_breakaway(const StnBreakawayDef *def, const StnData *data,
                                 StnBreakaway *result, StnError *error)
{
    memset(result, 0, sizeof *result);
    StnStatus status =
        stn_data_require(data, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, 0, error);
    if (status != STN_OK)
        return status;
    if (def->steps < 1 || def->degree_max < 0 || !(def->rest >= 0.0) || !(def->play >= 0.0))
        return stn_error(error, STN_BAD_INPUT,
                         "steps must be 1 or more, degree, rest and play not negative");
    if (def->dx <= 0.0)
        return stn_error(error, STN_BAD_INPUT, "the sensor step of %g must be positive", def->dx);
    status = stn_data_find_resolution(data, STN_ROLE_POSITION, def->dx, &result->dx, error);
    if (status != STN_OK)
        return status;
    Search s = {.def = def, .data = data, .result = result, .error = error};
    s.seen.motion = (1.0 - 1e-6) * (isnan(def->motion) ? result->dx * def->steps : def->motion);
    if (s.seen.motion < (1.0 - 1e-6) * result->dx)
        return stn_error(error, STN_BAD_INPUT, "a motion of %g is less than the sensor step of %g",
                         def->motion, result->dx);
    status = find_points(&s);
    if (status == STN_OK)
        status = stn_breakaway_find_delay(data, result, def->rest, &s.seen.moved, error);
    if (status == STN_OK)
        status =
            stn_breakaway_refuse_commanded(data, result, s.seen.motion, s.seen.moved.late, error);
    if (status == STN_OK)
        status = stn_effort_step(data, &s.step, error);
    double *work = status == STN_OK ? malloc(((size_t)result->npoint + 1) * sizeof *work) : NULL;
    if (status == STN_OK && !work)
        status = stn_no_memory(error);
    if (status == STN_OK)
        drop_plays(result, work);
    free(work);
    for (int side = 0; side < 2 && status == STN_OK; side++)
        status = fit_side(&s, side);
    if (status == STN_OK)
        status = check_sliding(def, data, result, error);
    if (status == STN_OK) {
        stn_breakaway_widen(&s.seen, result);
        stn_breakaway_findings(def, data, result);
        stn_breakaway_words(def, data, &s.seen, result);
    } else {
        stn_breakaway_free(result);
    }
    return status;
}

void stn_breakaway_free(StnBreakaway *result)
{
    free(result->point);
    memset(result, 0, sizeof *result);
}
