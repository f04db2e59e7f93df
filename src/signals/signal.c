/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "signals/signal.h"

#include "kernel/pi.h"
#include "kernel/real.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A kind with a fixed number of numbers has them in v, in the order of its table (signals/kinds.c): in its
 * own memory, or in the parameter block of a variant.  LINES: value c0[i] + c1[i]*(t - at[i]) for
 * at[i] <= t < at[i+1], `before` ahead of the first. */
struct StnSignal {
    StnSignalShape shape;
    const double *v;
    double own[STN_SIGNAL_NUMBERS];
    size_t count;
    double *at, *c0, *c1, before;
    StnSignal **part;
};

/* Places in v. */
enum { STEP_AT, STEP_FROM, STEP_TO };
enum { RAMP_SLOPE, RAMP_FROM, RAMP_START, RAMP_END };
enum { SINE_AMPLITUDE, SINE_FREQUENCY, SINE_PHASE, SINE_BIAS, SINE_START };
enum { PULSES_LOW, PULSES_HIGH, PULSES_PERIOD, PULSES_DUTY, PULSES_START };
enum { CHIRP_AMPLITUDE, CHIRP_F0, CHIRP_F1, CHIRP_DURATION };

static const int number_count[] = {1, 3, 4, 5, 5, 4, 0, 0};

static StnSignal *new_signal(StnSignalShape shape, const double *numbers)
{
    StnSignal *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->shape = shape;
    s->v = s->own;
    for (int i = 0; i < number_count[shape]; i++)
        s->own[i] = numbers[i];
    return s;
}

StnSignal *stn_signal_constant(double value)
{
    return new_signal(STN_SIGNAL_CONSTANT, (double[]){value});
}

StnSignal *stn_signal_step(double at, double from, double to)
{
    return new_signal(STN_SIGNAL_STEP, (double[]){at, from, to});
}

StnSignal *stn_signal_ramp(double slope, double from, double start, double end)
{
    return new_signal(STN_SIGNAL_RAMP, (double[]){slope, from, start, end});
}

StnSignal *stn_signal_sine(double amplitude, double frequency, double phase, double bias,
                           double start)
{
    return new_signal(STN_SIGNAL_SINE, (double[]){amplitude, frequency, phase, bias, start});
}

StnSignal *stn_signal_pulses(double low, double high, double period, double duty, double start)
{
    return new_signal(STN_SIGNAL_PULSES, (double[]){low, high, period, duty, start});
}

StnSignal *stn_signal_chirp(double amplitude, double f0, double f1, double duration)
{
    return new_signal(STN_SIGNAL_CHIRP, (double[]){amplitude, f0, f1, duration});
}

static StnSignal *new_lines(size_t count, double before)
{
    StnSignal *s = new_signal(STN_SIGNAL_LINES, NULL);
    if (!s)
        return NULL;
    s->at = calloc(count ? 3 * count : 1, sizeof *s->at);
    if (!s->at) {
        free(s);
        return NULL;
    }
    s->at[0] = INFINITY; /* without points all is before the first */
    s->c0 = s->at + count;
    s->c1 = s->at + 2 * count;
    s->count = count;
    s->before = before;
    return s;
}

StnSignal *stn_signal_table(const double *times, const double *values, size_t count, bool hold)
{
    StnSignal *s = new_lines(count, count ? values[0] : NAN);
    if (!s)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        s->at[i] = times[i];
        s->c0[i] = values[i];
        if (!hold && i + 1 < count && times[i + 1] > times[i]) /* equal times: a jump */
            s->c1[i] = (values[i + 1] - values[i]) / (times[i + 1] - times[i]);
    }
    return s;
}

StnSignal *stn_signal_trapezoid(const double *times, const double *levels, size_t count)
{
    return stn_signal_table(times, levels, count, false);
}

StnSignal *stn_signal_sum(StnSignal **parts, size_t count)
{
    StnSignal *s = new_signal(STN_SIGNAL_SUM, NULL);
    StnSignal **own = s ? calloc(count ? count : 1, sizeof *own) : NULL;
    bool whole = own != NULL;
    for (size_t i = 0; i < count; i++)
        whole = whole && parts[i];
    if (!whole) {
        free(own);
        for (size_t i = 0; i < count; i++)
            stn_signal_free(parts[i]);
        free(s);
        return NULL;
    }
    memcpy(own, parts, count * sizeof *own);
    s->part = own;
    s->count = count;
    return s;
}

StnSignal *stn_signal_multisine(const StnSineTerm *terms, size_t count)
{
    StnSignal **part = calloc(count ? count : 1, sizeof *part);
    if (!part)
        return NULL;
    size_t made = 0;
    for (; made < count; made++) {
        const StnSineTerm *term = &terms[made];
        part[made] = stn_signal_sine(term->amplitude, term->frequency, term->phase, 0.0, -INFINITY);
        if (!part[made])
            break;
    }
    StnSignal *s = NULL;
    if (made == count) {
        s = stn_signal_sum(part, count);
    } else {
        for (size_t i = 0; i < made; i++)
            stn_signal_free(part[i]);
    }
    free(part);
    return s;
}

void stn_signal_free(StnSignal *signal)
{
    if (!signal)
        return;
    for (size_t i = 0; signal->part && i < signal->count; i++)
        stn_signal_free(signal->part[i]);
    free(signal->part);
    free(signal->at);
    free(signal);
}

static StnSignal *copy_lines(const StnSignal *signal)
{
    StnSignal *s = new_lines(signal->count, signal->before);
    if (s)
        memcpy(s->at, signal->at, 3 * signal->count * sizeof *s->at);
    return s;
}

StnSignal *stn_signal_copy(const StnSignal *signal)
{
    if (signal->shape == STN_SIGNAL_LINES)
        return copy_lines(signal);
    if (signal->shape != STN_SIGNAL_SUM)
        return new_signal(signal->shape, signal->v);
    StnSignal **part = calloc(signal->count ? signal->count : 1, sizeof *part);
    if (!part)
        return NULL;
    for (size_t i = 0; i < signal->count; i++)
        part[i] = stn_signal_copy(signal->part[i]);
    StnSignal *s = stn_signal_sum(part, signal->count); /* frees them where one is missing */
    free(part);
    return s;
}

/* ---- Pieces ---- */

static StnPiece line(double t0, double c0, double c1, double end)
{
    return (StnPiece){.t0 = t0, .end = end, .c = {c0, c1}, .exact = true, .linear = true};
}

/* Largest i with at[i] <= t; SIZE_MAX when t lies before the first.  Most tables are records with equal distances, where
 * the first look finds it. */
static size_t find_point(const StnSignal *s, double t)
{
    size_t lo = 0, hi = s->count;
    if (hi > 1 && s->at[0] <= t && t < s->at[hi - 1] && isfinite(s->at[hi - 1] - s->at[0])) {
        const double part = (t - s->at[0]) / (s->at[hi - 1] - s->at[0]);
        const size_t near = (size_t)(part * (double)(hi - 1) + 0.5);
        if (near > 0 && s->at[near - 1] <= t && t < s->at[near])
            return near - 1;
        if (s->at[near] <= t && t < s->at[near + 1])
            return near;
    }
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (s->at[mid] <= t)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo - 1;
}

static StnPiece lines_piece(const StnSignal *s, double t)
{
    size_t i = find_point(s, t);
    if (i == SIZE_MAX)
        return line(0.0, s->before, 0.0, s->at[0]);
    double end = i + 1 < s->count ? s->at[i + 1] : INFINITY;
    return line(isfinite(s->at[i]) ? s->at[i] : 0.0, s->c0[i], s->c1[i], end);
}

static StnPiece step_piece(const double *v, double t)
{
    if (t < v[STEP_AT])
        return line(0.0, v[STEP_FROM], 0.0, v[STEP_AT]);
    return line(isfinite(v[STEP_AT]) ? v[STEP_AT] : 0.0, v[STEP_TO], 0.0, INFINITY);
}

static StnPiece ramp_piece(const double *v, double t)
{
    double start = v[RAMP_START], end = v[RAMP_END];
    if (t < start && t < end)
        return line(0.0, v[RAMP_FROM], 0.0, start);
    if (t < end)
        return line(isfinite(start) ? start : 0.0, v[RAMP_FROM], v[RAMP_SLOPE], end);
    double last = isfinite(end) ? v[RAMP_FROM] + v[RAMP_SLOPE] * (end - start) : v[RAMP_FROM];
    return line(isfinite(end) ? end : 0.0, last, 0.0, INFINITY);
}

static StnPiece sine_piece(const double *v, double t)
{
    double start = v[SINE_START];
    if (t < start)
        return line(0.0, v[SINE_BIAS] + v[SINE_AMPLITUDE] * stn_sin_d(v[SINE_PHASE]), 0.0, start);
    StnPiece p = line(isfinite(start) ? start : 0.0, v[SINE_BIAS], 0.0, INFINITY);
    p.nsine = 1;
    p.linear = false;
    p.sine[0] = (StnPieceSine){v[SINE_AMPLITUDE], STN_TWO_PI * v[SINE_FREQUENCY], v[SINE_PHASE]};
    return p;
}

/* Edges are start + period*(k or k + duty); the index is corrected for rounding, so that the end of
 * a piece is the exact start of the next. */
static StnPiece pulses_piece(const double *v, double t)
{
    double start = v[PULSES_START], period = v[PULSES_PERIOD];
    if (t < start)
        return line(0.0, v[PULSES_LOW], 0.0, start);
    double k = floor((t - start) / period);
    if (start + period * (k + 1.0) <= t)
        k += 1.0;
    else if (start + period * k > t)
        k -= 1.0;
    double fall = start + period * (k + v[PULSES_DUTY]), rise = start + period * (k + 1.0);
    return t < fall ? line(0.0, v[PULSES_HIGH], 0.0, fall) : line(0.0, v[PULSES_LOW], 0.0, rise);
}

static StnPiece chirp_piece(const double *v, double t)
{
    double f0 = v[CHIRP_F0], f1 = v[CHIRP_F1], duration = v[CHIRP_DURATION];
    double end = v[CHIRP_AMPLITUDE] * stn_sin_d(STN_TWO_PI * 0.5 * (f0 + f1) * duration);
    if (t >= duration)
        return line(0.0, end, 0.0, INFINITY);
    if (t < 0.0)
        return line(0.0, 0.0, 0.0, 0.0);
    StnPiece p = line(0.0, 0.0, 0.0, duration);
    p.exact = p.linear = false;
    return p;
}

static void add_piece(StnPiece *sum, const StnPiece *p)
{
    sum->c[0] += p->c[0] + p->c[1] * (sum->t0 - p->t0);
    sum->c[1] += p->c[1];
    sum->end = fmin(sum->end, p->end);
    sum->linear = sum->linear && p->linear;
    if (!p->exact || sum->nsine + p->nsine > STN_PIECE_SINES) {
        sum->exact = false;
        return;
    }
    for (int i = 0; i < p->nsine; i++) {
        StnPieceSine sine = p->sine[i];
        sine.phase += sine.omega * (sum->t0 - p->t0);
        sum->sine[sum->nsine++] = sine;
    }
}

StnPiece stn_signal_piece(const StnSignal *signal, double t)
{
    switch (signal->shape) {
    case STN_SIGNAL_CONSTANT: return line(0.0, signal->v[0], 0.0, INFINITY);
    case STN_SIGNAL_STEP: return step_piece(signal->v, t);
    case STN_SIGNAL_RAMP: return ramp_piece(signal->v, t);
    case STN_SIGNAL_SINE: return sine_piece(signal->v, t);
    case STN_SIGNAL_PULSES: return pulses_piece(signal->v, t);
    case STN_SIGNAL_CHIRP: return chirp_piece(signal->v, t);
    case STN_SIGNAL_LINES: return lines_piece(signal, t);
    case STN_SIGNAL_SUM: break;
    }
    StnPiece sum = line(0.0, 0.0, 0.0, INFINITY);
    if (signal->count > 0)
        sum.t0 = stn_signal_piece(signal->part[0], t).t0;
    for (size_t i = 0; i < signal->count; i++) {
        StnPiece p = stn_signal_piece(signal->part[i], t);
        add_piece(&sum, &p);
    }
    return sum;
}

void stn_signal_go_on(const StnSignal *signal, double t, StnPiece *piece)
{
    const size_t i = signal->shape == STN_SIGNAL_LINES ? find_point(signal, t) : SIZE_MAX;
    if (i == SIZE_MAX || !piece->linear || !isfinite(signal->at[i])) {
        *piece = stn_signal_piece(signal, t);
        return;
    }
    piece->t0 = signal->at[i];
    piece->end = i + 1 < signal->count ? signal->at[i + 1] : INFINITY;
    piece->c[0] = signal->c0[i];
    piece->c[1] = signal->c1[i];
}

StnIn stn_piece_at(const StnPiece *piece, double t)
{
    double tau = t - piece->t0;
    StnIn u = {piece->c[0] + piece->c[1] * tau, piece->c[1], 0.0};
    if (piece->c[2] != 0.0) {
        u.val += piece->c[2] * tau * tau;
        u.d1 += 2.0 * piece->c[2] * tau;
        u.d2 = 2.0 * piece->c[2];
    }
    for (int i = 0; i < piece->nsine; i++) {
        const StnPieceSine *s = &piece->sine[i];
        double sn, cs;
        stn_sin_cos_d(s->omega * tau + s->phase, &sn, &cs);
        double value = s->amplitude * sn;
        u.val += value;
        u.d1 += s->amplitude * s->omega * cs;
        u.d2 -= s->omega * s->omega * value;
    }
    return u;
}

double stn_piece_value(const StnPiece *piece, double t)
{
    double tau = t - piece->t0, sum = piece->c[0] + piece->c[1] * tau;
    if (piece->c[2] != 0.0)
        sum += piece->c[2] * tau * tau;
    for (int i = 0; i < piece->nsine; i++)
        sum +=
            piece->sine[i].amplitude * stn_sin_d(piece->sine[i].omega * tau + piece->sine[i].phase);
    return sum;
}

void stn_piece_taylor(const StnPiece *piece, double t, double h, int order, double *out)
{
    double tau = t - piece->t0;
    for (int k = 2; k <= order; k++)
        out[k] = 0.0;
    out[0] = piece->c[0] + piece->c[1] * tau;
    out[1] = piece->c[1] * h;
    if (piece->c[2] != 0.0) {
        out[0] += piece->c[2] * tau * tau;
        out[1] += 2.0 * piece->c[2] * tau * h;
        out[2] = piece->c[2] * h * h;
    }
    for (int i = 0; i < piece->nsine; i++) {
        const StnPieceSine *s = &piece->sine[i];
        double wh = s->omega * h, scale = s->amplitude, sn, cs;
        stn_sin_cos_d(s->omega * tau + s->phase, &sn, &cs);
        for (int k = 0; k <= order; k++) {
            out[k] += scale * sn;
            scale *= wh / (k + 1);
            double next = cs; /* derivative of sin is cos, of cos is -sin */
            cs = -sn;
            sn = next;
        }
    }
}

static StnIn chirp_at(const double *v, double t)
{
    double f0 = v[CHIRP_F0], duration = v[CHIRP_DURATION], amplitude = v[CHIRP_AMPLITUDE];
    if (t < 0.0)
        return (StnIn){0.0, 0.0, 0.0};
    if (t >= duration) {
        StnPiece p = chirp_piece(v, t);
        return stn_piece_at(&p, t);
    }
    double rise = (v[CHIRP_F1] - f0) / duration;
    double angle = STN_TWO_PI * (f0 * t + 0.5 * rise * t * t);
    double w = STN_TWO_PI * (f0 + rise * t), sn, cs;
    stn_sin_cos_d(angle, &sn, &cs);
    return (StnIn){amplitude * sn, amplitude * w * cs,
                   amplitude * (STN_TWO_PI * rise * cs - w * w * sn)};
}

StnIn stn_signal_at(const StnSignal *signal, double t)
{
    if (signal->shape == STN_SIGNAL_CHIRP)
        return chirp_at(signal->v, t);
    if (signal->shape != STN_SIGNAL_SUM) {
        StnPiece p = stn_signal_piece(signal, t);
        return stn_piece_at(&p, t);
    }
    StnIn sum = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < signal->count; i++) {
        StnIn u = stn_signal_at(signal->part[i], t);
        sum.val += u.val, sum.d1 += u.d1, sum.d2 += u.d2;
    }
    return sum;
}

double stn_signal_time_scale(const StnSignal *signal)
{
    const double *v = signal->v;
    double fastest = signal->shape == STN_SIGNAL_SINE ? fabs(v[SINE_FREQUENCY]) : 0.0;
    double shortest = INFINITY;
    if (signal->shape == STN_SIGNAL_CHIRP)
        fastest = fmax(fabs(v[CHIRP_F0]), fabs(v[CHIRP_F1]));
    if (fastest > 0.0)
        shortest = 1.0 / (STN_TWO_PI * fastest);
    for (size_t i = 0; signal->shape == STN_SIGNAL_SUM && i < signal->count; i++)
        shortest = fmin(shortest, stn_signal_time_scale(signal->part[i]));
    return shortest;
}

double stn_signal_period(const StnSignal *signal)
{
    double period = signal->shape == STN_SIGNAL_PULSES ? signal->v[PULSES_PERIOD]
                                                       : STN_TWO_PI * stn_signal_time_scale(signal);
    for (size_t i = 0; signal->shape == STN_SIGNAL_SUM && i < signal->count; i++)
        period = fmin(period, stn_signal_period(signal->part[i]));
    return period;
}

/* ---- Numbers ---- */

int stn_signal_part_count(const StnSignal *signal)
{
    return signal->shape == STN_SIGNAL_SUM ? (int)signal->count : 1;
}

const StnSignal *stn_signal_part(const StnSignal *signal, int index)
{
    return signal->shape == STN_SIGNAL_SUM ? signal->part[index] : signal;
}

StnSignalShape stn_signal_shape(const StnSignal *signal) { return signal->shape; }
int stn_signal_number_count(const StnSignal *signal) { return number_count[signal->shape]; }
const double *stn_signal_numbers(const StnSignal *signal) { return signal->v; }

bool stn_signal_holds(const StnSignal *signal)
{
    bool holds = signal->shape == STN_SIGNAL_LINES;
    for (size_t i = 0; holds && i < signal->count; i++)
        holds = signal->c1[i] == 0.0;
    return holds;
}

size_t stn_signal_points(const StnSignal *signal, const double **times, const double **values)
{
    const bool lines = signal->shape == STN_SIGNAL_LINES;
    *times = signal->at;
    *values = signal->c0;
    return lines ? signal->count : 0;
}

size_t stn_signal_variant_size(const StnSignal *signal)
{
    size_t size = sizeof *signal;
    for (size_t i = 0; signal->shape == STN_SIGNAL_SUM && i < signal->count; i++)
        size += sizeof(StnSignal *) + stn_signal_variant_size(signal->part[i]);
    return size;
}

StnSignal *stn_signal_variant(const StnSignal *signal, const double **numbers, void *memory)
{
    StnSignal *s = memory;
    *s = *signal;
    if (number_count[s->shape] > 0) {
        s->v = *numbers;
        *numbers += number_count[s->shape];
    }
    if (s->shape != STN_SIGNAL_SUM)
        return s;
    s->part = (StnSignal **)(s + 1);
    char *behind = (char *)(s->part + s->count);
    for (size_t i = 0; i < s->count; i++) { /* a sum may be part of another */
        s->part[i] = stn_signal_variant(signal->part[i], numbers, behind);
        behind += stn_signal_variant_size(signal->part[i]);
    }
    return s;
}

double stn_signal_next(const StnSignal *signal, double t)
{
    return stn_signal_piece(signal, t).end;
}
