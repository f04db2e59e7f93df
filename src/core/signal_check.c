/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Signals that a program made: the rules that scenarios are read by. */
#include "core/build.h"
#include "signals/kinds.h"

#include <math.h>

/* The path of what a sentence is about, and how it begins. */
typedef struct {
    const char *input;
    char path[96];
} Place;

static const char *setting_of(Place *at, const char *kind, const char *field)
{
    stn_format(at->path, sizeof at->path, "inputs.%.40s%s%s%s%s", at->input, kind[0] ? "." : "",
               kind, field[0] ? "." : "", field);
    return at->path;
}

static StnStatus check_points(Place *at, const StnSignal *signal, StnError *error)
{
    const double *times, *values;
    const size_t count = stn_signal_points(signal, &times, &values);
    const ptrdiff_t fault = stn_times_fault(times, count);
    if (count == 0)
        return stn_bad_setting(error, setting_of(at, "", ""), "input %s: the signal has no points",
                               at->input);
    for (size_t i = 0; i < count; i++)
        if (!isfinite(times[i]) || !isfinite(values[i]))
            return stn_bad_setting(
                error, setting_of(at, "", ""),
                "input %s: point %.0f of the signal, %g at %g s, is not a finite number", at->input,
                (double)(i + 1), values[i], times[i]);
    if (fault < 0)
        return STN_OK;
    return stn_bad_setting(error, setting_of(at, "", ""),
                           "input %s: times must increase (two equal times make a jump); point "
                           "%.0f of the signal, at %g s, does not",
                           at->input, (double)fault + 1.0, times[fault]);
}

static StnStatus check_numbers(Place *at, const StnSignal *signal, StnError *error)
{
    const StnSignalKind *kind = stn_signal_kind_of(signal);
    const double *number = stn_signal_numbers(signal);
    const char *name = kind->fields->name;
    StnSignalFault fault;
    for (int i = 0; i < kind->fields->count; i++) { /* the settings of a kind are its numbers */
        const StnField *field = &kind->fields->field[i];
        char range[STN_FIELD_TEXT_SIZE];
        const bool own_unit = field->unit[0] == '$';
        if (stn_field_allows(field, number[i]))
            continue;
        stn_range_text(field->least, field->most, own_unit ? "" : field->unit, range, sizeof range);
        return stn_bad_setting(error, setting_of(at, name, field->name),
                               "input %s: %s %s = %g is out of range; allowed: %s", at->input, name,
                               field->name, number[i], range);
    }
    if (!kind->check || kind->check(number, &fault))
        return STN_OK;
    return stn_bad_setting(error, setting_of(at, name, fault.field ? fault.field : ""),
                           "input %s: %s", at->input, fault.text);
}

static StnStatus check_signal(Place *at, const StnSignal *signal, StnError *error)
{
    StnStatus status = STN_OK;
    if (stn_signal_shape(signal) == STN_SIGNAL_LINES)
        return check_points(at, signal, error);
    if (stn_signal_shape(signal) != STN_SIGNAL_SUM)
        return check_numbers(at, signal, error);
    for (int k = 0; !status && k < stn_signal_part_count(signal); k++)
        status = check_signal(at, stn_signal_part(signal, k), error);
    return status;
}

StnStatus stn_signal_check(const char *input, const StnSignal *signal, StnError *error)
{
    Place at = {.input = input};
    return check_signal(&at, signal, error);
}

StnStatus stn_signal_variant_check(const char *input, const StnSignal *signal, StnError *error)
{
    const StnSignalShape shape = stn_signal_shape(signal);
    Place at;
    StnStatus status = STN_OK;
    if (shape == STN_SIGNAL_CONSTANT || shape == STN_SIGNAL_LINES)
        return STN_OK;
    at.input = input; /* its path is written with a sentence only */
    if (shape != STN_SIGNAL_SUM)
        return check_numbers(&at, signal, error);
    for (int k = 0; !status && k < stn_signal_part_count(signal); k++)
        status = stn_signal_variant_check(input, stn_signal_part(signal, k), error);
    return status;
}
