/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The linear form of a system near a state: derivatives of rates and columns with frozen modes. */
#include "core/cstep.h"

#include <math.h>
#include <string.h>

int stn_system_state_count(const StnSystem *system) { return system->model.n; }

/* What the derivatives are made of. */
typedef struct {
    double rates[STN_ROW], outputs[STN_OUTPUTS_MAX], guards[STN_GUARDS_MAX];
} Slopes;

/* How far a direction may be followed: as far as no state or input moves by more than `part` of its size.  Without fmax,
 * on whose loop gcc 12 for aarch64 ends with an internal error at -O3. */
static double way_along(const StnSystem *S, const double *y, const StnIn *u,
                        const StnDirection *along, double part)
{
    double most = 0.0;
    for (int i = 0; along->states && i < S->model.n; i++) {
        const double way = fabs(along->states[i]) / fmax(fabs(y[i]), 1e-3 * S->scale[i]);
        most = way > most ? way : most;
    }
    for (int i = 0; along->inputs && i < S->model.ninput; i++) {
        const StnIn *d = &along->inputs[i];
        const double size = fmax(fabs(u[i].val), 1e-3);
        const double way = fmax(fabs(d->val), fmax(fabs(d->d1), fabs(d->d2))) / size;
        most = way > most ? way : most;
    }
    return most > 0.0 ? part / most : 1.0;
}

/* Central differences, for models without a complex form; rounding and curvature balance at some 6e-6 of the
 * size. */
static void slopes_by_differences(const StnSystem *S, const StnState *st, const StnIn *u0,
                                  const StnDirection *along, Slopes *slopes)
{
    const double *y0 = stn_now(S, st), step = way_along(S, y0, u0, along, 6e-6);
    double out[2][STN_OUTPUTS_MAX];
    StnEvaluation at[2];
    for (int side = 0; side < 2; side++) {
        double y[STN_ROW] = {0}, h = side ? -step : step;
        StnIn u[STN_INPUTS_MAX];
        for (int i = 0; i < S->model.n; i++)
            y[i] = y0[i] + (along->states ? h * along->states[i] : 0.0);
        for (int i = 0; i < S->model.ninput; i++) {
            const StnIn d = along->inputs ? along->inputs[i] : (StnIn){0.0, 0.0, 0.0};
            u[i] = (StnIn){u0[i].val + h * d.val, u0[i].d1 + h * d.d1, u0[i].d2 + h * d.d2};
        }
        stn_outputs_shown(S, st, y, u, &at[side], out[side]);
    }
    for (int i = 0; i < S->model.n; i++)
        slopes->rates[i] = (at[0].dy[i] - at[1].dy[i]) / (2.0 * step);
    for (int k = 0; k < S->model.nguard; k++)
        slopes->guards[k] = (at[0].guard[k] - at[1].guard[k]) / (2.0 * step);
    for (int k = 0; k < S->model.full_plant->noutput; k++)
        slopes->outputs[k] = (out[0][k] - out[1][k]) / (2.0 * step);
}

/* The derivatives of the columns from those of the outputs; `stride` numbers lie between two of them. */
static void put_column_slopes(const StnSystem *S, const double *outputs, const double *states,
                              double *out, int stride)
{
    const StnModel *M = &S->model;
    for (int c = 0; c < M->noutput; c++, out += stride)
        *out = outputs[M->visible[c]];
    for (int i = 0; i < M->nsite; i++)
        for (int k = 0; k < M->law_nstate[i]; k++, out += stride)
            *out = states ? states[M->law_state[i] + k] : 0.0;
    for (int k = 0; k < M->nsensor; k++, out += stride) {
        const StnSensorDef *def = &S->num.sensor[k];
        const bool follows = !(def->sample > 0.0) && !M->sampled && !(def->resolution > 0.0);
        const double slope = M->sensor_lag[k] < 0 ? outputs[def->output]
                             : states             ? states[M->sensor_lag[k]]
                                                  : 0.0;
        *out = follows ? slope : 0.0;
    }
}

static void find_slopes(const StnSystem *S, const StnState *st, const StnIn *u,
                        const StnDirection *along, Slopes *out)
{
    if (S->model.complex_step)
        stn_slopes_complex(S, st, stn_now(S, st), u, along, out->rates, out->outputs, out->guards);
    else
        slopes_by_differences(S, st, u, along, out);
}

/* The columns of two matrices, one for each state or, with `inputs`, for each input. */
static void fill_linear(const StnSystem *S, const StnState *st, const StnIn *u, bool inputs,
                        double *of_rates, double *of_columns)
{
    const int width = inputs ? S->model.ninput : S->model.n;
    double states[STN_ROW] = {0};
    StnIn input[STN_INPUTS_MAX] = {{0.0, 0.0, 0.0}};
    const StnDirection along = {inputs ? NULL : states, inputs ? input : NULL};
    Slopes slopes;
    for (int j = 0; (of_rates || of_columns) && j < width; j++) {
        double *one = inputs ? &input[j].val : &states[j];
        *one = 1.0;
        find_slopes(S, st, u, &along, &slopes);
        for (int i = 0; of_rates && i < S->model.n; i++)
            of_rates[i * width + j] = slopes.rates[i];
        if (of_columns)
            put_column_slopes(S, slopes.outputs, along.states, of_columns + j, width);
        *one = 0.0;
    }
}

void stn_state_linear(const StnSystem *system, const StnState *state, const StnLinear *out)
{
    StnIn u[STN_INPUTS_MAX];
    stn_inputs_shown(system, state, u);
    fill_linear(system, state, u, false, out->A, out->C);
    fill_linear(system, state, u, true, out->B, out->D);
}

void stn_state_slopes(const StnSystem *system, const StnState *state, const StnDirection *along,
                      const StnSlopes *out)
{
    StnIn u[STN_INPUTS_MAX];
    Slopes slopes;
    stn_inputs_shown(system, state, u);
    find_slopes(system, state, u, along, &slopes);
    if (out->rates)
        memcpy(out->rates, slopes.rates, (size_t)system->model.n * sizeof *out->rates);
    if (out->columns)
        put_column_slopes(system, slopes.outputs, along->states, out->columns, 1);
    int listed = 0;
    for (int k = 0; out->guards && k < system->model.nguard; k++)
        if (stn_guard_is_listed(system, k)) /* a limit that there is not */
            out->guards[listed++] = isfinite(slopes.guards[k]) ? slopes.guards[k] : 0.0;
}
