/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Derivatives of the present mode, exact to rounding: all modes are frozen, so that no switch has a part in them. */
#include "fmu.h"

#include "references.h"

#include <stdlib.h>
#include <string.h>

/* A direction, and the derivatives along it. */
typedef struct {
    double *states, *rates, *columns, *guards; /* one piece of memory */
    StnIn inputs[STN_INPUTS_MAX];
} Along;

static bool is_within(uint32_t reference, int first, int count)
{
    return reference >= (uint32_t)first && reference < (uint32_t)(first + count);
}

/* Where a known stands in the direction; NULL: it is none. */
static double *known_place(const FmuInstance *I, Along *along, uint32_t reference)
{
    if (is_within(reference, FMU_STATE, I->nstate))
        return &along->states[reference - FMU_STATE];
    if (is_within(reference, FMU_INPUT, I->ninput))
        return &along->inputs[reference - FMU_INPUT].val;
    if (is_within(reference, FMU_SLOPE, I->ninput))
        return &along->inputs[reference - FMU_SLOPE].d1;
    return NULL;
}

/* Where the derivative of an unknown stands; NULL: it is none. */
static const double *unknown_place(const FmuInstance *I, const Along *along, uint32_t reference)
{
    if (is_within(reference, FMU_RATE, I->nstate))
        return &along->rates[reference - FMU_RATE];
    if (is_within(reference, FMU_COLUMN, I->ncolumn))
        return &along->columns[reference - FMU_COLUMN];
    if (is_within(reference, FMU_GUARD, I->nguard + 1))
        return &along->guards[reference - FMU_GUARD]; /* the last, time, depends on nothing */
    if (is_within(reference, FMU_STATE, I->nstate))
        return &along->states[reference - FMU_STATE];
    return NULL;
}

static FmuStatus check(FmuInstance *I, const char *function, Along *along, const FmuPair *pair)
{
    for (size_t k = 0; k < pair->nknown; k++)
        if (!known_place(I, along, pair->known[k]))
            return fmu_say(I, FMU_ERROR, "%s: reference %lu is no state or input", function,
                           (unsigned long)pair->known[k]);
    for (size_t k = 0; k < pair->nunknown; k++)
        if (!unknown_place(I, along, pair->unknown[k]))
            return fmu_say(I, FMU_ERROR, "%s: reference %lu is no output or derivative", function,
                           (unsigned long)pair->unknown[k]);
    return FMU_OK;
}

static void evaluate(const FmuInstance *I, const Along *along)
{
    const StnDirection direction = {along->states, along->inputs};
    const StnSlopes slopes = {along->rates, along->columns, along->guards};
    stn_state_slopes(fmu_used(I), fmu_state(I), &direction, &slopes);
}

static void follow(FmuInstance *I, Along *along, const FmuPair *pair, const double *seed,
                   double *out)
{
    for (size_t k = 0; k < pair->nknown; k++)
        *known_place(I, along, pair->known[k]) += seed[k];
    evaluate(I, along);
    for (size_t i = 0; i < pair->nunknown; i++)
        out[i] = *unknown_place(I, along, pair->unknown[i]);
}

/* The transpose: one direction after the other. */
static void follow_back(FmuInstance *I, Along *along, const FmuPair *pair, const double *seed,
                        double *out)
{
    for (size_t k = 0; k < pair->nknown; k++) {
        double *place = known_place(I, along, pair->known[k]);
        *place = 1.0;
        evaluate(I, along);
        out[k] = 0.0;
        for (size_t i = 0; i < pair->nunknown; i++)
            out[k] += seed[i] * *unknown_place(I, along, pair->unknown[i]);
        *place = 0.0;
    }
}

FmuStatus fmu_derivative(FmuInstance *I, const char *function, FmuPair pair, const double *seed,
                         bool adjoint, double *out)
{
    if (stn_system_method(I->base) == STN_METHOD_FIXED)
        return fmu_say(I, FMU_ERROR, "%s: a fixed step has no derivatives", function);
    FmuStatus done = fmu_be_present(I, function);
    if (done != FMU_OK)
        return done;
    const size_t n = (size_t)I->nstate;
    Along along = {.states = calloc(2 * n + (size_t)(I->ncolumn + I->nguard) + 1, sizeof(double))};
    if (!along.states)
        return fmu_say(I, FMU_ERROR, "%s: out of memory", function);
    along.rates = along.states + n;
    along.columns = along.rates + n;
    along.guards = along.columns + I->ncolumn;
    done = check(I, function, &along, &pair);
    if (done == FMU_OK)
        (adjoint ? follow_back : follow)(I, &along, &pair, seed, out);
    free(along.states);
    return done;
}
