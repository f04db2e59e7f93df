/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Derivatives of the present mode, by central differences of what is smooth there: the modes are frozen, so
 * that no switch falls between the two points. */
#include "fmu.h"

#include "references.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STATES_MOST = 512 };
#define DIFFERENCE 6e-6 /* of the size of the known: the cube root of the rounding */

/* A motion of its own that may be moved about. */
typedef struct {
    FmuInstance *I;
    StnState *state;
    double t, y[STATES_MOST];
    StnIn input[STN_INPUTS_MAX];
} Probe;

static bool is_within(uint32_t reference, int first, int count)
{
    return reference >= (uint32_t)first && reference < (uint32_t)(first + count);
}

static double *known_place(Probe *probe, uint32_t reference, double *size)
{
    const FmuInstance *I = probe->I;
    if (is_within(reference, FMU_STATE, I->nstate)) {
        const int k = (int)reference - FMU_STATE;
        *size = fmax(fabs(probe->y[k]), stn_host_state_at(I->base, k).scale);
        return &probe->y[k];
    }
    for (int slope = 0; slope < 2; slope++)
        if (is_within(reference, slope ? FMU_SLOPE : FMU_INPUT, I->ninput)) {
            StnIn *in = &probe->input[(int)reference - (slope ? FMU_SLOPE : FMU_INPUT)];
            *size = fmax(fabs(slope ? in->d1 : in->val), 1e-3);
            return slope ? &in->d1 : &in->val;
        }
    return NULL;
}

static bool unknown_is_there(const FmuInstance *I, uint32_t reference)
{
    return is_within(reference, FMU_RATE, I->nstate) ||
           is_within(reference, FMU_COLUMN, I->ncolumn) ||
           is_within(reference, FMU_GUARD, I->nguard) || is_within(reference, FMU_STATE, I->nstate);
}

/* All unknowns at the probe's point. */
static void evaluate(Probe *probe, const FmuPair *pair, double *out)
{
    FmuInstance *I = probe->I;
    const StnSystem *system = fmu_used(I);
    double rate[STATES_MOST], guard[STATES_MOST], column[STATES_MOST];
    memcpy(probe->state, fmu_state(I), stn_state_size(I->base));
    for (int i = 0; i < I->ninput; i++)
        stn_host_set_input(system, probe->state, i, probe->input[i]);
    stn_host_put(system, probe->state, probe->t, probe->y);
    (void)stn_host_rates(system, probe->state, rate);
    stn_host_guards(system, probe->state, &I->host, guard);
    stn_state_columns(system, probe->state, column);
    for (size_t k = 0; k < pair->nunknown; k++) {
        const uint32_t reference = pair->unknown[k];
        out[k] = is_within(reference, FMU_RATE, I->nstate)      ? rate[reference - FMU_RATE]
                 : is_within(reference, FMU_COLUMN, I->ncolumn) ? column[reference - FMU_COLUMN]
                 : is_within(reference, FMU_GUARD, I->nguard)   ? guard[reference - FMU_GUARD]
                                                                : probe->y[reference - FMU_STATE];
    }
}

/* Adds the column of one known. */
static void add_column(Probe *probe, const FmuPair *pair, size_t k, const double *seed,
                       bool adjoint, double *two, double *out)
{
    double size, *place = known_place(probe, pair->known[k], &size);
    const double here = *place, step = DIFFERENCE * size;
    *place = here + step;
    const double up = *place;
    evaluate(probe, pair, two);
    *place = here - step;
    const double wide = up - *place;
    evaluate(probe, pair, two + pair->nunknown);
    *place = here;
    for (size_t i = 0; i < pair->nunknown; i++) {
        const double slope = (two[i] - two[pair->nunknown + i]) / wide;
        if (adjoint)
            out[k] += seed[i] * slope;
        else
            out[i] += seed[k] * slope;
    }
}

FmuStatus fmu_derivative(FmuInstance *I, const char *function, FmuPair pair, const double *seed,
                         bool adjoint, double *out)
{
    Probe probe = {.I = I, .t = I->time - I->start};
    double size;
    if (stn_system_method(I->base) == STN_METHOD_FIXED || I->nstate > STATES_MOST)
        return fmu_say(I, FMU_ERROR, "%s: a fixed step has no derivatives", function);
    FmuStatus done = I->started ? fmu_put_inputs(I, function) : fmu_settle(I);
    for (size_t k = 0; done == FMU_OK && k < pair.nknown; k++)
        if (!known_place(&probe, pair.known[k], &size))
            done = fmu_say(I, FMU_ERROR, "%s: reference %lu is no state or input", function,
                           (unsigned long)pair.known[k]);
    for (size_t k = 0; done == FMU_OK && k < pair.nunknown; k++)
        if (!unknown_is_there(I, pair.unknown[k]))
            done = fmu_say(I, FMU_ERROR, "%s: reference %lu is no output or derivative", function,
                           (unsigned long)pair.unknown[k]);
    if (done != FMU_OK)
        return done;
    probe.state = malloc(stn_state_size(I->base));
    double *two = calloc(2 * pair.nunknown + 1, sizeof *two);
    if (probe.state && two) {
        stn_host_states(fmu_used(I), fmu_state(I), probe.y);
        for (int i = 0; i < I->ninput; i++)
            probe.input[i] = stn_state_input(fmu_used(I), fmu_state(I), i);
        memset(out, 0, (adjoint ? pair.nknown : pair.nunknown) * sizeof *out);
        for (size_t k = 0; k < pair.nknown; k++)
            add_column(&probe, &pair, k, seed, adjoint, two, out);
    } else {
        done = fmu_say(I, FMU_ERROR, "out of memory");
    }
    free(probe.state);
    free(two);
    return done;
}
