/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The linear form of a system near a state: derivatives of rates and columns with frozen modes. */
#include "core/cstep.h"

#include <math.h>
#include <string.h>

int stn_system_state_count(const StnSystem *system) { return system->model.n; }

/* Central differences along one state, or along an input where state < 0, for models without a complex form;
 * rounding and curvature balance at some 6e-6 of the size. */
static void slopes_by_differences(const StnSystem *S, const StnState *st, const double *y0,
                                  const StnIn *u0, int state, int input, double *rates,
                                  double *outputs)
{
    double y[STN_ROW], out[2][STN_OUTPUTS_MAX];
    StnIn u[STN_INPUTS_MAX];
    StnEvaluation at[2];
    memcpy(y, y0, (size_t)S->model.n * sizeof *y);
    memcpy(u, u0, (size_t)S->model.ninput * sizeof *u);
    double *x = state >= 0 ? &y[state] : &u[input].val;
    const double keep = *x, size = state >= 0 ? S->scale[state] : 1.0;
    const double step = 6e-6 * fmax(fabs(keep), 1e-3 * size);
    *x = keep + step;
    stn_outputs_shown(S, st, y, u, &at[0], out[0]);
    *x = keep - step;
    stn_outputs_shown(S, st, y, u, &at[1], out[1]);
    for (int i = 0; i < S->model.n; i++)
        rates[i] = (at[0].dy[i] - at[1].dy[i]) / (2.0 * step);
    for (int k = 0; k < S->model.full_plant->noutput; k++)
        outputs[k] = (out[0][k] - out[1][k]) / (2.0 * step);
}

/* The derivatives of the columns from those of the outputs, into column j of a matrix that is `width` wide. */
static void put_column_slopes(const StnSystem *S, const double *outputs, int state, double *matrix,
                              int width, int j)
{
    const StnModel *M = &S->model;
    int c = 0;
    for (; c < M->noutput; c++)
        matrix[c * width + j] = outputs[M->visible[c]];
    for (int i = 0; i < M->nsite; i++)
        for (int k = 0; k < M->law_nstate[i]; k++)
            matrix[c++ * width + j] = state == M->law_state[i] + k ? 1.0 : 0.0;
    for (int k = 0; k < M->nsensor; k++) {
        const StnSensorDef *def = &S->num.sensor[k];
        const bool follows = !(def->sample > 0.0) && !M->sampled && !(def->resolution > 0.0);
        const double slope = M->sensor_lag[k] < 0        ? outputs[def->output]
                             : M->sensor_lag[k] == state ? 1.0
                                                         : 0.0;
        matrix[c++ * width + j] = follows ? slope : 0.0;
    }
}

/* The columns of two matrices, one for each state or, with `inputs`, for each input. */
static void fill_linear(const StnSystem *S, const StnState *st, const StnIn *u, bool inputs,
                        double *of_rates, double *of_columns)
{
    const int width = inputs ? S->model.ninput : S->model.n;
    double rates[STN_ROW], outputs[STN_OUTPUTS_MAX];
    for (int j = 0; (of_rates || of_columns) && j < width; j++) {
        const int state = inputs ? -1 : j;
        if (S->model.complex_step)
            stn_slopes_complex(S, st, stn_now(S, st), u, state, j, rates, outputs);
        else
            slopes_by_differences(S, st, stn_now(S, st), u, state, j, rates, outputs);
        for (int i = 0; of_rates && i < S->model.n; i++)
            of_rates[i * width + j] = rates[i];
        if (of_columns)
            put_column_slopes(S, outputs, state, of_columns, width, j);
    }
}

void stn_state_linear(const StnSystem *system, const StnState *state, const StnLinear *out)
{
    StnIn u[STN_INPUTS_MAX];
    stn_inputs_shown(system, state, u);
    fill_linear(system, state, u, false, out->A, out->C);
    fill_linear(system, state, u, true, out->B, out->D);
}
