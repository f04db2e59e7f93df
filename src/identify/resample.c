/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Evenly spaced samples from uneven ones.
 *
 * A step much longer than the usual one is a gap: nothing is invented there, and a new run starts behind
 * it.  Rows beyond those that were measured would count as measurements in every interval: a rate above that of the data is
 * refused, and of runs with different rates the lowest counts.  Between samples runs a natural cubic spline.  Where the new rate is lower than the old one, a
 * symmetric low-pass (sinc in a Kaiser window, 60 dB) takes away what lies above half the new rate before
 * samples are taken, so that it is not folded down to low frequencies; it shifts nothing in time. */
#include "compare/sort.h"
#include "identify/failure.h"
#include "identify/resample.h"

#include "io/error_place.h"
#include "kernel/pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Samples closer than CLOSE of the usual step are one (a spline through both would swing); a step of GAP
 * usual ones is a gap.  A piece needs LEAST new samples, more than the ends of zero-phase filters take.  The low-pass: HALF_WIDTH new samples on either
 * side, its -6 dB point at CUTOFF of the new rate, the shape of its window. */
#define CLOSE 0.25
#define GAP 3.0
#define MORE \
    1.25 /* rows made of each measured one: more would narrow intervals by more than a tenth */
enum { LEAST = 25, HALF_WIDTH = 18 };
#define CUTOFF 0.45
#define KAISER 5.65
/* More new samples than this are a slip of the pen: 1e8 rows of five columns are 4 GB. */
#define ROWS_MAX 1e8

/* One column between two gaps: a natural cubic spline through its knots. */
typedef struct Spline {
    size_t count;
    double *t, *x, *bend; /* times, values, second derivatives */
    double *work;
} Spline;

/* What is made. */
typedef struct Resampling {
    const StnData *from;
    StnData *to;
    double rate;              /* Hz */
    double *step;             /* s: the median one of each run, NaN: it has none */
    double quickest, slowest; /* s: of these */
    double usual, gap;        /* s: of the run that is looked at; the shortest gap in it */
    double asked_gap;         /* s; NaN: none */
    int fine;                 /* points of the fine grid for each new sample; 1: no low-pass */
    size_t gaps, short_pieces, merged;
    Spline spline;
    double *grid, *kernel;
    StnError *error;
} Resampling;

/* ---- Steps and pieces ---- */

static StnStatus find_steps(Resampling *r)
{
    enum { LEAST_ROWS = 4 }; /* of a run whose rate counts: those of a spline */
    const StnData *from = r->from;
    const double *t = from->value[STN_ROLE_TIME];
    double *step = malloc((from->rows + 1) * sizeof *step);
    r->step = malloc(((size_t)from->nrun + 1) * sizeof *r->step);
    r->quickest = INFINITY, r->slowest = 0.0;
    for (int n = 0; step && r->step && n < from->nrun; n++) {
        size_t count = 0;
        for (size_t i = from->run[n] + 1; i < from->run[n + 1]; i++)
            step[count++] = t[i] - t[i - 1];
        stn_sort(step, count);
        r->step[n] = count > 0 ? step[count / 2] : NAN;
        if (count + 1 < LEAST_ROWS)
            continue;
        r->quickest = fmin(r->quickest, r->step[n]);
        r->slowest = fmax(r->slowest, r->step[n]);
    }
    free(step);
    return step && r->step ? STN_OK : stn_no_memory(r->error);
}

static void enter_run(Resampling *r, int run)
{
    r->usual = r->step[run];
    r->gap = isnan(r->asked_gap) ? GAP * r->usual : r->asked_gap;
}

/* The end of the piece that starts at `begin`: the next gap, or the end of the run. */
static size_t piece_end(const Resampling *r, size_t begin, size_t end)
{
    const double *t = r->from->value[STN_ROLE_TIME];
    size_t i = begin + 1;
    while (i < end && t[i] - t[i - 1] <= r->gap)
        i++;
    return i;
}

/* New samples of a piece; 0 where it is too short to be of use. */
static size_t piece_rows(const Resampling *r, size_t begin, size_t end)
{
    const double *t = r->from->value[STN_ROLE_TIME];
    const double steps = (t[end - 1] - t[begin]) * r->rate;
    const size_t count = (size_t)floor(steps * (1.0 + 1e-12) + 1e-6) + 1;
    return end - begin < 4 || count < LEAST ? 0 : count;
}

/* Calls visit(r, run, begin, end) for each piece. */
static StnStatus each_piece(Resampling *r, StnStatus (*visit)(Resampling *, int, size_t, size_t))
{
    for (int n = 0; n < r->from->nrun; n++) {
        enter_run(r, n);
        for (size_t begin = r->from->run[n], end; begin < r->from->run[n + 1]; begin = end) {
            end = piece_end(r, begin, r->from->run[n + 1]);
            const StnStatus status = visit(r, n, begin, end);
            if (status != STN_OK)
                return status;
        }
    }
    return STN_OK;
}

static StnStatus count_piece(Resampling *r, int run, size_t begin, size_t end)
{
    const size_t rows = piece_rows(r, begin, end);
    r->gaps += begin > r->from->run[run];
    r->short_pieces += rows == 0;
    r->to->rows += rows;
    r->to->nrun += rows > 0;
    return STN_OK;
}

/* ---- A piece of a column ---- */

static void take_knots(Resampling *r, const double *x, size_t begin, size_t end)
{
    const double *t = r->from->value[STN_ROLE_TIME];
    Spline *s = &r->spline;
    s->count = 0;
    for (size_t i = begin; i < end;) {
        double sum_t = t[i], sum_x = x[i];
        size_t k = i + 1;
        for (; k < end && t[k] - t[i] < CLOSE * r->usual; k++)
            sum_t += t[k], sum_x += x[k];
        s->t[s->count] = sum_t / (double)(k - i);
        s->x[s->count++] = sum_x / (double)(k - i);
        i = k;
    }
}

/* Second derivatives of the natural spline: a tridiagonal system, by elimination. */
static void bend(Spline *s)
{
    double *right = s->bend, *above = s->work;
    right[0] = above[0] = 0.0;
    for (size_t i = 1; i + 1 < s->count; i++) {
        const double h0 = s->t[i] - s->t[i - 1], h1 = s->t[i + 1] - s->t[i];
        const double slope = (s->x[i + 1] - s->x[i]) / h1 - (s->x[i] - s->x[i - 1]) / h0;
        const double pivot = 2.0 * (h0 + h1) - h0 * above[i - 1];
        above[i] = h1 / pivot;
        right[i] = (6.0 * slope - h0 * right[i - 1]) / pivot;
    }
    right[s->count - 1] = 0.0;
    for (size_t i = s->count - 1; i-- > 1;)
        right[i] -= above[i] * right[i + 1];
}

/* The spline at t0 + k*step for k = 0 ... count - 1, beyond its ends their values. */
static void evaluate(const Spline *s, double t0, double step, size_t count, double *out)
{
    size_t i = 0;
    for (size_t k = 0; k < count; k++) {
        const double last = s->t[s->count - 1];
        const double t = fmin(fmax(t0 + (double)k * step, s->t[0]), last);
        while (i + 2 < s->count && s->t[i + 1] < t)
            i++;
        const double h = s->t[i + 1] - s->t[i], b = (t - s->t[i]) / h, a = 1.0 - b;
        out[k] = a * s->x[i] + b * s->x[i + 1] +
                 h * h / 6.0 * ((a * a * a - a) * s->bend[i] + (b * b * b - b) * s->bend[i + 1]);
    }
}

/* ---- The low-pass ---- */

/* The modified Bessel function of order 0, by its series. */
static double bessel(double x)
{
    double sum = 1.0, term = 1.0;
    for (int k = 1; term > 1e-17 * sum; k++) {
        term *= 0.25 * x * x / ((double)k * k);
        sum += term;
    }
    return sum;
}

/* kernel[0 ... half] of the symmetric filter on the fine grid; its sum over both sides is 1. */
static void make_kernel(const Resampling *r)
{
    const int half = HALF_WIDTH * r->fine;
    double sum = 0.0;
    for (int k = 0; k <= half; k++) {
        const double turn = 2.0 * STN_PI * CUTOFF * k / r->fine, edge = (double)k / half;
        r->kernel[k] = (k == 0 ? 1.0 : sin(turn) / turn) * bessel(KAISER * sqrt(1.0 - edge * edge));
        sum += (k == 0 ? 1.0 : 2.0) * r->kernel[k];
    }
    for (int k = 0; k <= half; k++)
        r->kernel[k] /= sum;
}

/* The fine grid, continued beyond its ends by their point reflection. */
static double reflected(const double *grid, size_t count, long long k)
{
    const long long last = (long long)count - 1;
    if (k < 0)
        return 2.0 * grid[0] - grid[-k < last ? -k : last];
    if (k > last)
        return 2.0 * grid[last] - grid[2 * last - k > 0 ? 2 * last - k : 0];
    return grid[k];
}

static double low_pass(const Resampling *r, size_t count, size_t at)
{
    const long long half = (long long)HALF_WIDTH * r->fine, here = (long long)at;
    double sum = r->kernel[0] * r->grid[at];
    for (long long k = 1; k <= half; k++)
        sum += r->kernel[k] *
               (reflected(r->grid, count, here - k) + reflected(r->grid, count, here + k));
    return sum;
}

static StnStatus make_piece(Resampling *r, int run, size_t begin, size_t end)
{
    StnData *to = r->to;
    const double *t = r->from->value[STN_ROLE_TIME];
    const size_t rows = piece_rows(r, begin, end), first = to->run[to->nrun];
    if (rows == 0)
        return STN_OK;
    for (int role = 0; role < STN_DATA_COLUMNS; role++) {
        double *out = to->value[role] ? to->value[role] + first : NULL;
        if (!out)
            continue;
        if (role == STN_ROLE_TIME) {
            for (size_t i = 0; i < rows; i++)
                out[i] = t[begin] + (double)i / r->rate;
            continue;
        }
        take_knots(r, r->from->value[role], begin, end);
        bend(&r->spline);
        const size_t fine = (size_t)r->fine, count = (rows - 1) * fine + 1;
        evaluate(&r->spline, t[begin], 1.0 / (r->rate * r->fine), count, r->grid);
        for (size_t i = 0; i < rows; i++)
            out[i] = fine == 1 ? r->grid[i] : low_pass(r, count, i * fine);
    }
    to->run_value[to->nrun++] = r->from->run_value[run];
    to->run[to->nrun] = first + rows;
    return STN_OK;
}

/* ---- All of it ---- */

static bool allocate(Resampling *r)
{
    StnData *to = r->to;
    const size_t old = (r->from->rows + 2) * sizeof(double);
    bool good = true;
    for (int role = 0; role < STN_DATA_COLUMNS; role++)
        if (r->from->value[role])
            good = (to->value[role] = malloc((to->rows + 1) * sizeof(double))) && good;
    to->run = calloc((size_t)to->nrun + 1, sizeof *to->run);
    to->run_value = calloc((size_t)to->nrun + 1, sizeof *to->run_value);
    r->spline = (Spline){.t = malloc(old), .x = malloc(old), .bend = malloc(old)};
    r->spline.work = malloc(old);
    r->grid = malloc((to->rows * (size_t)r->fine + 1) * sizeof(double));
    r->kernel = malloc(((size_t)HALF_WIDTH * (size_t)r->fine + 1) * sizeof(double));
    return good && to->run && to->run_value && r->spline.t && r->spline.x && r->spline.bend &&
           r->spline.work && r->grid && r->kernel;
}

/* In messages: of the run with the longest steps. */
static double longest_gap(const Resampling *r)
{
    return isnan(r->asked_gap) ? GAP * r->slowest : r->asked_gap;
}

/* The rate that was asked for, or that of the run with the lowest. */
static void choose_rate(Resampling *r)
{
    if (r->slowest == 0.0) /* every run is too short: plan says so */
        r->quickest = r->slowest = r->from->Ts;
    r->rate = isnan(r->rate) ? 1.0 / r->slowest : r->rate;
    r->fine = r->rate * r->quickest < 0.9 ? (int)ceil(fmin(2.0 / (r->rate * r->quickest), 1e6)) : 1;
}

static StnStatus refuse_more_rows(const Resampling *r)
{
    if (!(r->rate * r->slowest > MORE))
        return STN_OK;
    return stn_error_at(r->error, STN_BAD_INPUT, r->from->file, 0, 0,
                        "%s every %.4g s: at %.6g Hz %.3g rows would be made of each measured one, "
                        "and intervals would count them as measurements; choose at most %.6g Hz, "
                        "or no rate: where a method needs even samples, it is that of the data",
                        r->quickest * MORE < r->slowest ? "a run was sampled"
                                                        : "the data were sampled",
                        r->slowest, r->rate, r->rate * r->slowest, 1.0 / r->slowest);
}

static StnStatus plan(Resampling *r)
{
    const StnData *data = r->from;
    StnStatus status = find_steps(r);
    if (status != STN_OK)
        return status;
    choose_rate(r);
    const double *t = data->value[STN_ROLE_TIME];
    double span = 0.0;
    for (int n = 0; n < data->nrun; n++)
        span += t[data->run[n + 1] - 1] - t[data->run[n]];
    if (!(span * r->rate < ROWS_MAX))
        return stn_error_at(r->error, STN_BAD_INPUT, data->file, 0, 0,
                            "%g s resampled at %g Hz are more than %g rows", span, r->rate,
                            ROWS_MAX);
    status = refuse_more_rows(r);
    if (status == STN_OK)
        status = each_piece(r, count_piece);
    if (status == STN_OK && r->to->rows == 0)
        return stn_error_at(r->error, STN_BAD_INPUT, data->file, 0, 0,
                            "resampled at %g Hz no stretch without a gap (longer than %.3g s) has "
                            "%d samples; choose a higher rate or a longer gap",
                            r->rate, longest_gap(r), LEAST);
    return status;
}

static void remark(const Resampling *r)
{
    StnRemarks *remarks = &r->to->remarks;
    stn_remark(remarks,
               "Resampled at %.6g Hz by a cubic spline%s: the steps of the file are from %.4g s to "
               "%.4g s (--resample sets the rate).",
               r->rate, r->fine > 1 ? " and a low-pass at 0.45 of that" : "", r->from->Ts_min,
               r->from->Ts_max);
    if (r->gaps > 0)
        stn_remark(remarks,
                   "%zu gap%s longer than %.3g s split%s the record: %d runs%s (--gap sets the "
                   "length).",
                   r->gaps, r->gaps == 1 ? "" : "s", longest_gap(r), r->gaps == 1 ? "s" : "",
                   r->to->nrun, r->short_pieces > 0 ? ", shorter stretches are left out" : "");
}

static StnStatus resample(Resampling *r)
{
    StnStatus status = plan(r);
    if (status != STN_OK)
        return status;
    if (!allocate(r))
        return stn_no_memory(r->error);
    make_kernel(r);
    r->to->nrun = 0;
    status = each_piece(r, make_piece);
    r->to->Ts = r->to->Ts_min = r->to->Ts_max = 1.0 / r->rate;
    r->to->uniform = r->to->resampled = true;
    r->to->low_passed = r->fine > 1;
    remark(r);
    return status;
}

StnStatus stn_data_resample(StnData *data, double rate, double gap, StnError *error)
{
    StnData made = *data;
    Resampling r = {.from = data, .to = &made, .rate = rate, .asked_gap = gap, .error = error};
    made.rows = 0, made.nrun = 0;
    made.run = NULL, made.run_value = NULL;
    memset(made.value, 0, sizeof made.value);
    const StnStatus status = resample(&r);
    free(r.step);
    free(r.spline.t);
    free(r.spline.x);
    free(r.spline.bend);
    free(r.spline.work);
    free(r.grid);
    free(r.kernel);
    if (status != STN_OK) {
        stn_data_free(&made);
        return status;
    }
    stn_data_free(data);
    *data = made;
    return STN_OK;
}

/* ---- Whose clock jitters ---- */

/* The value at t[2] of the cubic through the other four of five points. */
static double predicted(const double t[5], const double x[5])
{
    static const int other[] = {0, 1, 3, 4};
    double sum = 0.0;
    for (int i = 0; i < 4; i++) {
        double weight = 1.0;
        for (int k = 0; k < 4; k++)
            if (k != i)
                weight *= (t[2] - t[other[k]]) / (t[other[i]] - t[other[k]]);
        sum += weight * x[other[i]];
    }
    return sum;
}

bool stn_data_follows_stamps(const StnData *data)
{
    static const double even[] = {0.0, 1.0, 2.0, 3.0, 4.0};
    const double *t = data->value[STN_ROLE_TIME], *x = data->value[STN_ROLE_POSITION];
    double by_stamp = 0.0, by_place = 0.0;
    for (int n = 0; x && n < data->nrun; n++)
        for (size_t i = data->run[n]; i + 4 < data->run[n + 1]; i++) {
            const double stamp = predicted(t + i, x + i) - x[i + 2];
            const double place = predicted(even, x + i) - x[i + 2];
            by_stamp += stamp * stamp;
            by_place += place * place;
        }
    return by_stamp < 0.5 * by_place;
}
