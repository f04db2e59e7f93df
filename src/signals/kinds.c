/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "signals/kinds.h"

/* clang-format off */
#define VALUE(m, def, text) STN_NUMBER(S, m, "$u", def, -DBL_MAX, DBL_MAX, text)
#define TIME(m, text) STN_NUMBER(S, m, "s", 0.0, -DBL_MAX, DBL_MAX, text)
#define FREQUENCY(m, text) STN_NUMBER(S, m, "Hz", STN_NEEDED, 0.0, DBL_MAX, text)
/* The parts of a kind: struct, entries, maker. */
#define KIND(name) static const StnFields name##_fields = STN_TABLE(#name, S, name##_entries)

/* ---- constant, step, ramp ---- */

typedef struct Constant { double value; } Constant;
#define S Constant
static const StnField constant_entries[] = {VALUE(value, STN_NEEDED, "value")};
KIND(constant);
#undef S

typedef struct Step { double at, from, to; } Step;
#define S Step
static const StnField step_entries[] = {
    TIME (at, "time of the step"),
    VALUE(from, 0.0, "value before"),
    VALUE(to, STN_NEEDED, "value from then on"),
};
KIND(step);
#undef S

typedef struct Ramp { double slope, from, start, end; } Ramp;
#define S Ramp
static const StnField ramp_entries[] = {
    STN_NUMBER(S, slope, "$u/s", STN_NEEDED, -DBL_MAX, DBL_MAX, "slope"),
    VALUE     (from, 0.0, "value at the start and before"),
    TIME      (start, "time at which it starts"),
    STN_NUMBER(S, end, "s", INFINITY, -DBL_MAX, INFINITY, "time from which it is constant"),
};
KIND(ramp);
#undef S

/* ---- sine, trapezoid, pulses, chirp ---- */

typedef struct Sine { double amplitude, frequency, phase, bias, start; } Sine;
#define S Sine
static const StnField sine_entries[] = {
    VALUE     (amplitude, STN_NEEDED, "amplitude"),
    FREQUENCY (frequency, "frequency"),
    STN_NUMBER(S, phase, "rad", 0.0, -DBL_MAX, DBL_MAX, "phase at the start"),
    VALUE     (bias, 0.0, "mean value"),
    STN_NUMBER(S, start, "s", 0.0, -INFINITY, DBL_MAX, "time at which it starts"),
};
KIND(sine);
#undef S

typedef struct Trapezoid { StnNumbers levels, times; } Trapezoid;
#define S Trapezoid
static const StnField trapezoid_entries[] = {
    STN_NUMBERS(S, levels, "$u", STN_NEEDED, -DBL_MAX, DBL_MAX, "values at these times"),
    STN_NUMBERS(S, times, "s", STN_NEEDED, -DBL_MAX, DBL_MAX, "times; two equal ones make a jump"),
};
KIND(trapezoid);
#undef S

typedef struct Pulses { double low, high, period, duty, start; } Pulses;
#define S Pulses
static const StnField pulses_entries[] = {
    VALUE     (low, 0.0, "value between pulses"),
    VALUE     (high, STN_NEEDED, "value of a pulse"),
    STN_NUMBER(S, period, "s", STN_NEEDED, STN_ABOVE_0, DBL_MAX, "time between pulses"),
    STN_NUMBER(S, duty, "1", 0.5, 0.0, 1.0, "share of a period that the pulse takes"),
    TIME      (start, "time of the first pulse"),
};
KIND(pulses);
#undef S

typedef struct Chirp { double amplitude, f0, f1, duration; } Chirp;
#define S Chirp
static const StnField chirp_entries[] = {
    VALUE     (amplitude, STN_NEEDED, "amplitude"),
    FREQUENCY (f0, "frequency at the start"),
    FREQUENCY (f1, "frequency at the end"),
    STN_NUMBER(S, duration, "s", NAN, STN_ABOVE_0, DBL_MAX,
               "time from f0 to f1 (the duration of the run)"),
};
KIND(chirp);
#undef S
/* clang-format on */

/* ---- Makers ---- */

static StnSignal *make_constant(const void *settings)
{
    const Constant *s = settings;
    return stn_signal_constant(s->value);
}

static StnSignal *make_step(const void *settings)
{
    const Step *s = settings;
    return stn_signal_step(s->at, s->from, s->to);
}

static StnSignal *make_ramp(const void *settings)
{
    const Ramp *s = settings;
    return stn_signal_ramp(s->slope, s->from, s->start, s->end);
}

static bool check_ramp(const void *settings, StnSignalFault *fault)
{
    const Ramp *s = settings;
    *fault = (StnSignalFault){"ramp: the end lies before the start", "end", -1};
    return !(s->end < s->start);
}

static StnSignal *make_sine(const void *settings)
{
    const Sine *s = settings;
    return stn_signal_sine(s->amplitude, s->frequency, s->phase, s->bias, s->start);
}

static StnSignal *make_trapezoid(const void *settings)
{
    const Trapezoid *s = settings;
    return stn_signal_trapezoid(s->times.value, s->levels.value, (size_t)s->times.count);
}

ptrdiff_t stn_times_fault(const double *times, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (!(times[i] >= times[i - 1]) || (i > 1 && times[i] == times[i - 2]))
            return (ptrdiff_t)i;
    return -1;
}

static bool check_trapezoid(const void *settings, StnSignalFault *fault)
{
    const Trapezoid *s = settings;
    *fault = (StnSignalFault){"trapezoid needs as many times as levels", NULL, -1};
    if (s->times.count != s->levels.count)
        return false;
    fault->field = "times";
    fault->text = "times must increase (two equal times make a jump)";
    fault->element = (int)stn_times_fault(s->times.value, (size_t)s->times.count);
    return fault->element < 0;
}

static StnSignal *make_pulses(const void *settings)
{
    const Pulses *s = settings;
    return stn_signal_pulses(s->low, s->high, s->period, s->duty, s->start);
}

static StnSignal *make_chirp(const void *settings)
{
    const Chirp *s = settings;
    return stn_signal_chirp(s->amplitude, s->f0, s->f1, s->duration);
}

const StnSignalKind stn_signal_kinds[] = {
    {&constant_fields, STN_SIGNAL_CONSTANT, make_constant, NULL},
    {&step_fields, STN_SIGNAL_STEP, make_step, NULL},
    {&ramp_fields, STN_SIGNAL_RAMP, make_ramp, check_ramp},
    {&sine_fields, STN_SIGNAL_SINE, make_sine, NULL},
    {&trapezoid_fields, STN_SIGNAL_LINES, make_trapezoid, check_trapezoid},
    {&pulses_fields, STN_SIGNAL_PULSES, make_pulses, NULL},
    {&chirp_fields, STN_SIGNAL_CHIRP, make_chirp, NULL},
};

int stn_signal_kind_count(void)
{
    return (int)(sizeof stn_signal_kinds / sizeof stn_signal_kinds[0]);
}

const StnSignalKind *stn_signal_kind_of(const StnSignal *signal)
{
    const StnSignalShape shape = stn_signal_shape(signal);
    for (int k = 0; shape < STN_SIGNAL_LINES && k < stn_signal_kind_count(); k++)
        if (stn_signal_kinds[k].shape == shape)
            return &stn_signal_kinds[k];
    return NULL;
}
