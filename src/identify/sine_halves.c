/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/sine_halves.h"
#include "identify/failure.h"
#include "kernel/pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A record while it is cut. */
typedef struct Record {
    const StnSineTestDef *def;
    const StnData *data;
    StnHalves *halves;
    const double *x;  /* measured position, integrated where only the speed is known; or NULL */
    double *integral; /* memory of x */
    double *speed;    /* commanded speed, or NULL */
    double *commanded, *held; /* signs; commanded NULL without a reference, held NULL without x */
    const double *sign;       /* the one that cuts */
    double dx;
    StnError *error;
} Record;

/* ---- Signals ---- */

/* Integral of a speed, run by run. */
static double *integrate(const StnData *data, const double *v)
{
    double *x = malloc(data->rows * sizeof *x);
    for (int r = 0; x && r < data->nrun; r++) {
        double sum = 0.0;
        for (size_t i = data->run[r]; i < data->run[r + 1]; i++)
            x[i] = sum += data->Ts * v[i];
    }
    return x;
}

static StnStatus take_speed(Record *r)
{
    const StnData *data = r->data;
    if (!data->value[STN_ROLE_SPEED_COMMAND] && !data->value[STN_ROLE_COMMAND])
        return STN_OK;
    r->speed = calloc(data->rows, sizeof *r->speed);
    r->commanded = malloc(data->rows * sizeof *r->commanded);
    if (!r->speed || !r->commanded)
        return stn_no_memory(r->error);
    for (int k = 0; k < data->nrun; k++) {
        const size_t from = data->run[k], count = data->run[k + 1] - from;
        if (data->value[STN_ROLE_SPEED_COMMAND])
            memcpy(r->speed + from, data->value[STN_ROLE_SPEED_COMMAND] + from,
                   count * sizeof(double));
        else if (count > 1)
            stn_central_difference(data->value[STN_ROLE_COMMAND] + from, count, data->Ts,
                                   r->speed + from);
    }
    for (size_t i = 0; i < data->rows; i++)
        r->commanded[i] = (r->speed[i] > 0.0) - (r->speed[i] < 0.0);
    return STN_OK;
}

static StnStatus take_position(Record *r)
{
    const StnData *data = r->data;
    r->x = data->value[STN_ROLE_POSITION];
    if (stn_data_find_resolution(data, STN_ROLE_POSITION, r->x ? NAN : 0.0, &r->dx, r->error) !=
        STN_OK)
        return STN_NO_MEMORY;
    if (!r->x && data->value[STN_ROLE_VELOCITY]) {
        r->x = r->integral = integrate(data, data->value[STN_ROLE_VELOCITY]);
        if (!r->x)
            return stn_no_memory(r->error);
    }
    if (!r->x)
        return STN_OK;
    r->held = calloc(data->rows, sizeof *r->held);
    if (!r->held)
        return stn_no_memory(r->error);
    for (int k = 0; k < data->nrun; k++) {
        const size_t from = data->run[k], count = data->run[k + 1] - from;
        double low = INFINITY, high = -INFINITY;
        for (size_t i = from; i < data->run[k + 1]; i++)
            low = fmin(low, r->x[i]), high = fmax(high, r->x[i]);
        const double own = fmax(2.0 * (1.0 - 1e-6) * r->dx, 0.01 * (high - low));
        stn_direction_held(r->x + from, count, isnan(r->def->hysteresis) ? own : r->def->hysteresis,
                           r->held + from);
    }
    return STN_OK;
}

/* ---- Half periods ---- */

static StnStatus add_half(Record *r, const StnHalf *half)
{
    StnHalves *h = r->halves;
    if (h->count == h->capacity) {
        const int capacity = h->capacity ? 2 * h->capacity : 64;
        StnHalf *more = realloc(h->half, (size_t)capacity * sizeof *more);
        if (!more)
            return stn_no_memory(r->error);
        h->half = more;
        h->capacity = capacity;
    }
    h->half[h->count++] = *half;
    return STN_OK;
}

/* sgn(v) that is averaged with: the one that cuts, or raw differences. */
static double sign_at(const Record *r, size_t i, size_t begin)
{
    if (r->halves->sign != STN_SINE_SIGN_RAW)
        return r->sign[i];
    const double step = i > begin ? r->x[i] - r->x[i - 1] : 0.0;
    return (step > 0.0) - (step < 0.0);
}

/* Time from the commanded reversal to the measured one nearest to sample i. */
static double lag_at(const Record *r, size_t i, size_t begin, size_t end)
{
    if (!r->held || !r->commanded)
        return NAN;
    const double *measured = r->sign == r->held ? r->commanded : r->held;
    const double sense = r->sign == r->held ? -1.0 : 1.0;
    for (size_t k = 0; k < end - begin; k++) {
        if (i + k + 1 < end && measured[i + k] != measured[i + k + 1])
            return sense * (double)(k + 1) * r->data->Ts;
        if (i >= begin + k + 1 && measured[i - k] != measured[i - k - 1])
            return -sense * (double)k * r->data->Ts;
    }
    return NAN;
}

/* Share of the half period spent near its turning points, beyond what a sine spends there. */
static double stood_at(const Record *r, size_t begin, size_t end, double travel)
{
    const double near = fmax(2.0 * r->dx, 0.01 * travel), X = 0.5 * travel;
    const double count = (double)(end - begin);
    size_t first = begin, last = end - 1;
    if (!r->x || !(near < X))
        return 0.0;
    while (first < last && fabs(r->x[first] - r->x[begin]) <= near)
        first++;
    while (last > first && fabs(r->x[last] - r->x[end - 1]) <= near)
        last--;
    const double spent = (double)(first - begin + end - 1 - last) / count;
    return fmax(0.0, spent - 2.0 * acos(1.0 - near / X) / STN_PI);
}

static StnStatus measure_half(Record *r, size_t begin, size_t end, size_t run_begin, size_t run_end,
                              bool broken)
{
    const StnData *data = r->data;
    const double count = (double)(end - begin);
    const size_t after = end < run_end ? end : end - 1;
    StnHalf half = {.t = data->value[STN_ROLE_TIME][begin],
                    .duration = count * data->Ts,
                    .sense = r->sign[begin],
                    .broken = broken,
                    .record = r->halves->records,
                    .ratio = NAN};
    double commanded = 0.0;
    for (size_t i = begin; i < end; i++) {
        half.mean += data->value[STN_ROLE_EFFORT][i] * sign_at(r, i, run_begin) / count;
        commanded += r->speed ? fabs(r->speed[i]) / count : 0.0;
    }
    const double travel = r->x ? fabs(r->x[after] - r->x[begin]) : commanded * half.duration;
    half.speed = travel / half.duration;
    if (r->x && r->speed)
        half.ratio = half.speed / commanded;
    half.lag = lag_at(r, begin, run_begin, run_end);
    half.stood = stood_at(r, begin, end, travel);
    const double *x = data->value[STN_ROLE_POSITION];
    half.low = x ? fmin(x[begin], x[after]) : NAN;
    half.high = x ? fmax(x[begin], x[after]) : NAN;
    /* x = A*(1 - cos phase) from the turning point on. */
    const double part = 2.0 * r->def->play / (half.high - half.low);
    half.crossing = r->def->play > 0.0 ? acos(fmax(1.0 - part, -1.0)) / STN_PI : 0.0;
    return add_half(r, &half);
}

/* Half periods are stretches of one sign.  Those at the ends of a run count when they are as long as
 * their neighbour. */
static StnStatus cut_run(Record *r, size_t from, size_t to)
{
    size_t begin = from, before = 0;
    StnStatus status = STN_OK;
    bool broken = true;
    while (begin < to && status == STN_OK) {
        size_t end = begin + 1, next;
        while (end < to && r->sign[end] == r->sign[begin])
            end++;
        for (next = end; next < to && r->sign[next] == r->sign[end]; next++)
            continue;
        const size_t neighbour = end < to && begin == from ? next - end : before;
        const bool at_end = begin == from || end == to;
        const bool whole = !at_end || (double)(end - begin) > 0.98 * (double)neighbour;
        if (r->sign[begin] != 0.0 && whole && end - begin > 3 && (neighbour > 0 || !at_end)) {
            status = measure_half(r, begin, end, from, to, broken);
            broken = false;
        } else {
            broken = true;
        }
        before = end - begin;
        begin = end;
    }
    return status;
}

/* The commanded sign, unless the motion lags so much that the held one is better. */
static StnSineSign choose_sign(const Record *r)
{
    const StnSineSign requested = r->def->sign;
    if (requested == STN_SINE_SIGN_REFERENCE || requested == STN_SINE_SIGN_HELD)
        return requested;
    if (requested == STN_SINE_SIGN_RAW)
        return STN_SINE_SIGN_RAW;
    if (!r->commanded || !r->held)
        return r->commanded ? STN_SINE_SIGN_REFERENCE : STN_SINE_SIGN_HELD;
    size_t apart = 0;
    for (size_t i = 0; i < r->data->rows; i++)
        apart += r->commanded[i] != r->held[i];
    return (double)apart > 0.02 * (double)r->data->rows ? STN_SINE_SIGN_HELD
                                                        : STN_SINE_SIGN_REFERENCE;
}

static StnStatus cut(Record *r)
{
    const StnSineSign sign = choose_sign(r);
    r->halves->sign = sign;
    r->halves->signs |= 1u << sign;
    r->halves->records++;
    r->sign = sign == STN_SINE_SIGN_HELD || !r->commanded ? r->held : r->commanded;
    if (sign == STN_SINE_SIGN_REFERENCE && !r->commanded)
        return stn_error(r->error, STN_BAD_INPUT,
                         "the sign of the reference needs a reference: name its column");
    if ((sign == STN_SINE_SIGN_HELD && !r->held) || (sign == STN_SINE_SIGN_RAW && !r->x))
        return stn_error(r->error, STN_BAD_INPUT,
                         "the measured sign needs the position or the velocity: name its column");
    StnStatus status = STN_OK;
    for (int k = 0; k < r->data->nrun && status == STN_OK; k++)
        status = cut_run(r, r->data->run[k], r->data->run[k + 1]);
    return status;
}

StnStatus stn_sine_halves(const StnSineTestDef *def, const StnData *data, StnHalves *halves,
                          StnError *error)
{
    Record r = {.def = def, .data = data, .halves = halves, .error = error};
    StnStatus status = stn_data_require(data, 1u << STN_ROLE_EFFORT, 0, error);
    if (status == STN_OK && data->value[STN_ROLE_POSITION])
        status = stn_data_require(data, 1u << STN_ROLE_POSITION, 0, error);
    if (status == STN_OK)
        status = stn_data_require_uniform(data, error);
    if (status == STN_OK)
        status = take_speed(&r);
    if (status == STN_OK)
        status = take_position(&r);
    if (status == STN_OK && !r.commanded && !r.held)
        status = stn_error(error, STN_BAD_INPUT,
                           "this method needs a position, velocity or reference: name its column");
    if (status == STN_OK)
        status = cut(&r);
    free(r.integral);
    free(r.speed);
    free(r.commanded);
    free(r.held);
    return status;
}

/* ---- Segments ---- */

static bool alike(const StnHalf *a, const StnHalf *b, double part)
{
    return fabs(a->speed - b->speed) < part * fmax(a->speed, b->speed) &&
           fabs(a->duration - b->duration) < part * fmax(a->duration, b->duration);
}

/* The mean of one quantity over halves of a sense (0: both). */
static double mean_of(const StnHalf *half, int count, double sense, size_t field, int *number)
{
    double sum = 0.0;
    *number = 0;
    for (int i = 0; i < count; i++) {
        const double value = *(const double *)((const char *)&half[i] + field);
        if ((sense != 0.0 && half[i].sense != sense) || isnan(value))
            continue;
        sum += value;
        (*number)++;
    }
    return *number > 0 ? sum / *number : NAN;
}

static void make_point(const StnHalf *half, int count, StnSineTestPoint *p)
{
    int n[2], ignored;
    double squares = 0.0;
    *p = (StnSineTestPoint){.t = half->t, .halves = count};
#define MEAN(field, sense, number) mean_of(half, count, sense, offsetof(StnHalf, field), number)
    p->frequency = 0.5 / MEAN(duration, 0.0, &ignored);
    p->V = 0.5 * STN_PI * MEAN(speed, 0.0, &ignored);
    p->side[0] = MEAN(mean, 1.0, &n[0]);
    p->side[1] = MEAN(mean, -1.0, &n[1]);
    p->lag = MEAN(lag, 0.0, &ignored) * p->frequency;
    p->ratio = MEAN(ratio, 0.0, &ignored);
    p->stood = MEAN(stood, 0.0, &ignored);
    p->crossing = MEAN(crossing, 0.0, &ignored);
#undef MEAN
    p->mean = 0.5 * (p->side[0] + p->side[1]);
    for (int i = 0; i < count; i++)
        squares += pow(half[i].mean - p->side[half[i].sense < 0.0], 2);
    p->scatter = count > 2 ? sqrt(squares / (count - 2) / count) : NAN;
    if (n[0] == 0 || n[1] == 0)
        p->left_out = "not both directions";
    else if (p->stood > 0.1)
        p->left_out = "it stands still at the turning points";
    else if (!(p->V > 0.0))
        p->left_out = "no motion";
    else if (!(p->crossing < 0.5))
        p->left_out = "half of the time is spent in the play";
}

/* Stretches of alike half periods. */
typedef struct Segment {
    int first, count;
    StnHalf mean; /* speed and duration */
    int record;
    bool short_of; /* settling leaves it less than a half period of each direction */
} Segment;

const char stn_sine_too_short[] = "--settle leaves less than 2 of its half periods";

static int find_segments(const StnSineTestDef *def, const StnHalves *halves, Segment *segment)
{
    int count = 0;
    for (int i = 0, end; i < halves->count; i = end) {
        for (end = i + 1; end < halves->count && !halves->half[end].broken &&
                          alike(&halves->half[end], &halves->half[end - 1], def->alike);
             end++)
            continue;
        const bool short_of = end - i < floor(def->settle) + 2.0;
        const int settle = short_of ? 0 : (int)def->settle;
        Segment s = {.first = i + settle, .count = end - i - settle, .short_of = short_of};
        if (s.count < 2)
            continue;
        for (int k = s.first; k < end; k++) {
            s.mean.speed += halves->half[k].speed / s.count;
            s.mean.duration += halves->half[k].duration / s.count;
        }
        s.record = halves->half[i].record;
        segment[count++] = s;
    }
    return count;
}

/* The half periods of segment i and of those of its record that are alike, which are taken; only those that are short of
 * half periods, or only the others. */
static int gather(const StnHalves *halves, Segment *segment, int count, int i, double part,
                  bool short_of, StnHalf *own)
{
    const StnHalf like = segment[i].mean;
    const int record = segment[i].record;
    int number = 0;
    for (int k = i; k < count; k++) {
        Segment *s = &segment[k];
        if (s->count == 0 || s->short_of != short_of || s->record != record ||
            !alike(&s->mean, &like, part))
            continue;
        memcpy(own + number, &halves->half[s->first], (size_t)s->count * sizeof *own);
        number += s->count;
        s->count = 0; /* taken */
    }
    return number;
}

/* A point for each segment, together with those of its record that are alike: a gap or a half period
 * that is disturbed does not make another amplitude. */
StnStatus stn_sine_points(const StnSineTestDef *def, const StnHalves *halves, StnSineTest *result,
                          StnError *error)
{
    const size_t room = (size_t)halves->count + 1;
    Segment *segment = calloc(room, sizeof *segment);
    StnHalf *own = calloc(room, sizeof *own);
    result->point = calloc(room, sizeof *result->point);
    StnStatus status = segment && own && result->point ? STN_OK : stn_no_memory(error);
    const int count = status == STN_OK ? find_segments(def, halves, segment) : 0;
    for (int i = 0; i < count; i++) {
        if (segment[i].count == 0)
            continue;
        StnSineTestPoint *point = &result->point[result->npoint++];
        int number = gather(halves, segment, count, i, def->alike, false, own);
        const int unsettled = gather(halves, segment, count, i, def->alike, true, own + number);
        make_point(own, number > 0 ? number : unsettled, point);
        if (number == 0)
            point->left_out = stn_sine_too_short;
    }
    free(segment);
    free(own);
    return status;
}
