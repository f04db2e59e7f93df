/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "signals/signal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TWO_PI 6.283185307179586476925286766559

typedef enum { LINES, SINE, PULSES, CHIRP, SUM } Kind;

/* LINES: value c0[i] + c1[i]*(t - at[i]) for at[i] <= t < at[i+1], `before` ahead of the first. */
struct StnSignal {
    Kind kind;
    size_t count;
    double *at, *c0, *c1, before;
    double amplitude, frequency, phase, bias, start; /* SINE; CHIRP uses frequency as f0 */
    double low, high, period, duty, f1, duration;
    StnSignal **part;
};

static StnSignal *new_signal(Kind kind)
{
    StnSignal *s = calloc(1, sizeof *s);
    if (s)
        s->kind = kind;
    return s;
}

static StnSignal *new_lines(size_t count, double before)
{
    StnSignal *s = new_signal(LINES);
    if (!s)
        return NULL;
    s->at = calloc(3 * count, sizeof *s->at);
    if (!s->at) {
        free(s);
        return NULL;
    }
    s->c0 = s->at + count;
    s->c1 = s->at + 2 * count;
    s->count = count;
    s->before = before;
    return s;
}

StnSignal *stn_signal_constant(double value)
{
    StnSignal *s = new_lines(1, value);
    if (s)
        s->at[0] = -INFINITY, s->c0[0] = value;
    return s;
}

StnSignal *stn_signal_step(double at, double from, double to)
{
    StnSignal *s = new_lines(1, from);
    if (s)
        s->at[0] = at, s->c0[0] = to;
    return s;
}

StnSignal *stn_signal_ramp(double slope, double from, double start, double end)
{
    StnSignal *s = new_lines(2, from);
    if (!s)
        return NULL;
    s->at[0] = start, s->c0[0] = from, s->c1[0] = slope;
    s->at[1] = end, s->c0[1] = isfinite(end) ? from + slope * (end - start) : from;
    return s;
}

StnSignal *stn_signal_sine(double amplitude, double frequency, double phase, double bias,
                           double start)
{
    StnSignal *s = new_signal(SINE);
    if (!s)
        return NULL;
    s->amplitude = amplitude, s->frequency = frequency, s->phase = phase, s->bias = bias;
    s->start = start;
    return s;
}

StnSignal *stn_signal_table(const double *times, const double *values, size_t count, bool hold)
{
    if (count == 0)
        return NULL;
    StnSignal *s = new_lines(count, values[0]);
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

StnSignal *stn_signal_pulses(double low, double high, double period, double duty, double start)
{
    StnSignal *s = new_signal(PULSES);
    if (!s)
        return NULL;
    s->low = low, s->high = high, s->period = period, s->duty = duty, s->start = start;
    return s;
}

StnSignal *stn_signal_chirp(double amplitude, double f0, double f1, double duration)
{
    StnSignal *s = new_signal(CHIRP);
    if (!s)
        return NULL;
    s->amplitude = amplitude, s->frequency = f0, s->f1 = f1, s->duration = duration;
    return s;
}

StnSignal *stn_signal_sum(StnSignal **parts, size_t count)
{
    StnSignal *s = new_signal(SUM);
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

/* ---- Pieces ---- */

static StnPiece line(double t0, double c0, double c1, double end)
{
    return (StnPiece){.t0 = t0, .end = end, .c = {c0, c1}, .exact = true, .linear = true};
}

/* Largest i with at[i] <= t; SIZE_MAX when t lies before the first. */
static size_t find(const StnSignal *s, double t)
{
    size_t lo = 0, hi = s->count;
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
    size_t i = find(s, t);
    if (i == SIZE_MAX)
        return line(0.0, s->before, 0.0, s->at[0]);
    double end = i + 1 < s->count ? s->at[i + 1] : INFINITY;
    return line(isfinite(s->at[i]) ? s->at[i] : 0.0, s->c0[i], s->c1[i], end);
}

static StnPiece sine_piece(const StnSignal *s, double t)
{
    if (t < s->start)
        return line(0.0, s->bias + s->amplitude * sin(s->phase), 0.0, s->start);
    StnPiece p = line(isfinite(s->start) ? s->start : 0.0, s->bias, 0.0, INFINITY);
    p.nsine = 1;
    p.linear = false;
    p.sine[0] = (StnPieceSine){s->amplitude, TWO_PI * s->frequency, s->phase};
    return p;
}

/* Edges are start + period*(k or k + duty); the index is corrected for rounding, so that the end of
 * a piece is the exact start of the next. */
static StnPiece pulses_piece(const StnSignal *s, double t)
{
    if (t < s->start)
        return line(0.0, s->low, 0.0, s->start);
    double k = floor((t - s->start) / s->period);
    if (s->start + s->period * (k + 1.0) <= t)
        k += 1.0;
    else if (s->start + s->period * k > t)
        k -= 1.0;
    double fall = s->start + s->period * (k + s->duty), rise = s->start + s->period * (k + 1.0);
    return t < fall ? line(0.0, s->high, 0.0, fall) : line(0.0, s->low, 0.0, rise);
}

static StnPiece chirp_piece(const StnSignal *s, double t)
{
    double end = s->amplitude * sin(TWO_PI * 0.5 * (s->frequency + s->f1) * s->duration);
    if (t >= s->duration)
        return line(0.0, end, 0.0, INFINITY);
    if (t < 0.0)
        return line(0.0, 0.0, 0.0, 0.0);
    StnPiece p = line(0.0, 0.0, 0.0, s->duration);
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
    switch (signal->kind) {
    case LINES: return lines_piece(signal, t);
    case SINE: return sine_piece(signal, t);
    case PULSES: return pulses_piece(signal, t);
    case CHIRP: return chirp_piece(signal, t);
    case SUM: break;
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
        double angle = s->omega * tau + s->phase, value = s->amplitude * sin(angle);
        u.val += value;
        u.d1 += s->amplitude * s->omega * cos(angle);
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
        sum += piece->sine[i].amplitude * sin(piece->sine[i].omega * tau + piece->sine[i].phase);
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
        double angle = s->omega * tau + s->phase, wh = s->omega * h, scale = s->amplitude;
        double sn = sin(angle), cs = cos(angle);
        for (int k = 0; k <= order; k++) {
            out[k] += scale * sn;
            scale *= wh / (k + 1);
            double next = cs; /* derivative of sin is cos, of cos is -sin */
            cs = -sn;
            sn = next;
        }
    }
}

static StnIn chirp_at(const StnSignal *s, double t)
{
    if (t < 0.0)
        return (StnIn){0.0, 0.0, 0.0};
    if (t >= s->duration) {
        StnPiece p = chirp_piece(s, t);
        return stn_piece_at(&p, t);
    }
    double rise = (s->f1 - s->frequency) / s->duration;
    double angle = TWO_PI * (s->frequency * t + 0.5 * rise * t * t);
    double w = TWO_PI * (s->frequency + rise * t);
    double sn = sin(angle), cs = cos(angle);
    return (StnIn){s->amplitude * sn, s->amplitude * w * cs,
                   s->amplitude * (TWO_PI * rise * cs - w * w * sn)};
}

StnIn stn_signal_at(const StnSignal *signal, double t)
{
    if (signal->kind == CHIRP)
        return chirp_at(signal, t);
    if (signal->kind != SUM) {
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

double stn_signal_pace(const StnSignal *signal)
{
    double fastest = signal->kind == SINE ? fabs(signal->frequency) : 0.0, pace = INFINITY;
    if (signal->kind == CHIRP)
        fastest = fmax(fabs(signal->frequency), fabs(signal->f1));
    if (fastest > 0.0)
        pace = 1.0 / (TWO_PI * fastest);
    for (size_t i = 0; signal->kind == SUM && i < signal->count; i++)
        pace = fmin(pace, stn_signal_pace(signal->part[i]));
    return pace;
}

double stn_signal_period(const StnSignal *signal)
{
    double period = signal->kind == PULSES ? signal->period : TWO_PI * stn_signal_pace(signal);
    for (size_t i = 0; signal->kind == SUM && i < signal->count; i++)
        period = fmin(period, stn_signal_period(signal->part[i]));
    return period;
}

double stn_signal_next(const StnSignal *signal, double t)
{
    return stn_signal_piece(signal, t).end;
}

/* ---- Noise ---- */

static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

double stn_noise(uint64_t seed, uint64_t stream, uint64_t k)
{
    uint64_t a = mix(mix(mix(seed) ^ stream) ^ (2 * k)),
             b = mix(mix(mix(seed) ^ stream) ^ (2 * k + 1));
    double u = ((double)(a >> 11) + 0.5) * 0x1p-53, v = (double)(b >> 11) * 0x1p-53;
    return sqrt(-2.0 * log(u)) * cos(TWO_PI * v);
}
