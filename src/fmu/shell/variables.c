/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Variables by their references. */
#include "fmu.h"

#include "references.h"

#include <math.h>
#include <string.h>

/* The kind of a reference and its place in the list of that kind; false where there is no such variable. */
static bool find(const FmuInstance *I, uint32_t reference, int *kind, int *place)
{
    static const int kinds[] = {FMU_INPUT, FMU_SLOPE, FMU_COLUMN, FMU_MODE,
                                FMU_STATE, FMU_RATE,  FMU_GUARD};
    const int counts[] = {I->ninput, I->ninput, I->ncolumn,   I->nsite,
                          I->nstate, I->nstate, I->nguard + 1};
    if (reference < (uint32_t)I->naddress || reference == FMU_TIME || reference == FMU_INTERNAL) {
        *kind = reference < (uint32_t)I->naddress ? FMU_PARAMETER : (int)reference;
        *place = (int)reference;
        return true;
    }
    for (int k = 0; k < 7; k++)
        if (reference >= (uint32_t)kinds[k] && reference < (uint32_t)(kinds[k] + counts[k])) {
            *kind = kinds[k];
            *place = (int)reference - kinds[k];
            return true;
        }
    return false;
}

static FmuStatus unknown(FmuInstance *I, const char *function, uint32_t reference)
{
    return fmu_say(I, FMU_ERROR, "%s: there is no such variable of this type: reference %lu",
                   function, (unsigned long)reference);
}

/* ---- Reading ---- */

/* Before the start, a motion that begins as everything is set now. */
static FmuStatus make_present(FmuInstance *I) { return I->started ? FMU_OK : fmu_settle(I); }

static double parameter(FmuInstance *I, int place)
{
    return stn_address_info(fmu_used(I), stn_address_at(I->base, place)).value;
}

static double column(FmuInstance *I, int place)
{
    if (!I->column_known)
        stn_state_columns(fmu_used(I), fmu_state(I), I->column);
    I->column_known = true;
    return I->column[place];
}

static FmuStatus one_of(FmuInstance *I, const char *function, int kind, int place, double *value)
{
    double all[512];
    FmuStatus status = FMU_OK;
    if (kind == FMU_STATE)
        stn_host_states(fmu_used(I), fmu_state(I), all);
    else if (kind == FMU_RATE)
        status = fmu_rates(I, function, all);
    else
        status = fmu_guards(I, all);
    *value = all[place];
    return status;
}

FmuStatus fmu_get_number(FmuInstance *I, const char *function, uint32_t reference, double *value)
{
    int kind, place;
    if (!find(I, reference, &kind, &place))
        return unknown(I, function, reference);
    if (kind == FMU_INPUT || kind == FMU_SLOPE) {
        const StnIn *in = &I->input[place];
        StnIn own = *in;
        if (I->internal && make_present(I) == FMU_OK)
            own = stn_state_input(fmu_used(I), fmu_state(I), place);
        *value = kind == FMU_INPUT ? own.val : own.d1;
        return FMU_OK;
    }
    if (kind == FMU_TIME) {
        *value = I->time;
        return FMU_OK;
    }
    if (kind == FMU_MODE || kind == FMU_INTERNAL)
        return unknown(I, function, reference);
    const FmuStatus status = make_present(I);
    if (status != FMU_OK)
        return status;
    if (kind == FMU_PARAMETER)
        *value = parameter(I, place);
    else if (kind == FMU_COLUMN)
        *value = column(I, place);
    else if (stn_system_method(I->base) == STN_METHOD_FIXED)
        return unknown(I, function, reference);
    else
        return one_of(I, function, kind, place, value);
    return FMU_OK;
}

FmuStatus fmu_get_mode(FmuInstance *I, const char *function, uint32_t reference, int *value)
{
    int kind, place;
    if (!find(I, reference, &kind, &place) || kind != FMU_MODE)
        return unknown(I, function, reference);
    const FmuStatus status = make_present(I);
    if (status == FMU_OK)
        *value = 2 + stn_state_direction(fmu_used(I), fmu_state(I), place);
    return status;
}

FmuStatus fmu_get_flag(FmuInstance *I, const char *function, uint32_t reference, bool *value)
{
    if (reference != FMU_INTERNAL)
        return unknown(I, function, reference);
    *value = I->internal;
    return FMU_OK;
}

/* ---- Writing ---- */

static FmuStatus set_parameter(FmuInstance *I, const char *function, int place, double value)
{
    const StnAddress address = stn_address_at(I->base, place);
    const bool tunable = stn_address_info(I->base, address).tunable;
    char path[160];
    stn_address_path(I->base, address, path, sizeof path);
    if (!tunable)
        return fmu_say(I, FMU_ERROR, "%s: %s cannot be set", function, path);
    if (I->started && strncmp(path, "initial.", 8) == 0)
        return fmu_say(I, FMU_ERROR, "%s: %s can be set before the start only", function, path);
    /* Importers set every parameter to its start: one that follows from others goes on to do so. */
    if (!I->touched[place] && value == stn_address_info(I->base, address).value)
        return FMU_OK;
    fmu_clear_error(I);
    const StnStatus status = stn_params_set(I->base, I->wanted, address, value, &I->error);
    if (status)
        return fmu_failed(I, function, status);
    I->touched[place] = true;
    I->retuned = true;
    I->plain_until = -INFINITY;
    return FMU_OK;
}

static FmuStatus set_input(FmuInstance *I, int place, double *target, double value)
{
    if (*target == value)
        return FMU_OK;
    *target = value;
    I->changed[place] = true;
    I->plain_until = -INFINITY;
    I->column_known = I->internal && I->column_known;
    if (!I->started)
        I->fresh = true;
    return FMU_OK;
}

FmuStatus fmu_set_number(FmuInstance *I, const char *function, uint32_t reference, double value)
{
    int kind, place;
    if (!find(I, reference, &kind, &place) || (kind == FMU_SLOPE && I->ninput == 0))
        return unknown(I, function, reference);
    if (!isfinite(value))
        return fmu_say(I, FMU_ERROR, "%s: a value is not finite: reference %lu", function,
                       (unsigned long)reference);
    if (kind == FMU_INPUT)
        return set_input(I, place, &I->input[place].val, value);
    if (kind == FMU_SLOPE)
        return set_input(I, place, &I->input[place].d1, value);
    if (kind != FMU_PARAMETER)
        return fmu_say(I, FMU_ERROR, "%s: the variable cannot be set: reference %lu", function,
                       (unsigned long)reference);
    if (I->phase == FMU_CONTINUOUS || I->phase == FMU_INTERMEDIATE)
        return fmu_say(I, FMU_ERROR, "%s: a parameter can be set at an event only", function);
    return set_parameter(I, function, place, value);
}

FmuStatus fmu_set_flag(FmuInstance *I, const char *function, uint32_t reference, bool value)
{
    if (reference != FMU_INTERNAL)
        return unknown(I, function, reference);
    if (I->started)
        return fmu_say(I, FMU_ERROR, "%s: internal_inputs can be set before the start only",
                       function);
    I->fresh = I->fresh || I->internal != value;
    I->internal = value;
    return FMU_OK;
}

FmuStatus fmu_set_input_derivative(FmuInstance *I, const char *function, uint32_t reference,
                                   int order, double value)
{
    int kind, place;
    if (!find(I, reference, &kind, &place) || kind != FMU_INPUT)
        return unknown(I, function, reference);
    if ((order != 1 && order != 2) || !isfinite(value))
        return fmu_say(I, FMU_ERROR, "%s: derivatives of order 1 and 2 are taken, and finite",
                       function);
    return set_input(I, place, order == 1 ? &I->input[place].d1 : &I->input[place].d2, value);
}
