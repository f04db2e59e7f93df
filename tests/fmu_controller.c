/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* An FMU that is not of this project: a controller u = 3*(1 - x) - 6*v, FMI 3, Co-Simulation.  REST(N) for each other
 * function of the standard stands in rest.h, which the test makes. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { OK, ERROR = 3, X = 0, V, U };

#define REST(name)  \
    int name(void); \
    int name(void) { return ERROR; }
#include "rest.h"

void *fmi3InstantiateCoSimulation(void) { return calloc(3, sizeof(double)); }
void fmi3FreeInstance(void *instance) { free(instance); }
int fmi3EnterInitializationMode(void) { return OK; }
int fmi3ExitInitializationMode(void) { return OK; }
int fmi3Terminate(void) { return OK; }

int fmi3SetFloat64(double *value, const uint32_t *reference, size_t n, const double *in, size_t nin)
{
    for (size_t k = 0; k < n && k < nin; k++)
        value[reference[k]] = in[k];
    return OK;
}

int fmi3GetFloat64(double *value, const uint32_t *reference, size_t n, double *out, size_t nout)
{
    value[U] = 3.0 * (1.0 - value[X]) - 6.0 * value[V];
    for (size_t k = 0; k < n && k < nout; k++)
        out[k] = value[reference[k]];
    return OK;
}

int fmi3DoStep(void *instance, double now, double step, bool final, bool *event, bool *terminate,
               bool *early, double *last)
{
    (void)instance, (void) final;
    *event = *terminate = *early = false;
    *last = now + step;
    return OK;
}
