/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the velocity, where it is smoothed, does to the parameters of a falling part.  Beside a reversal smoothing is wrong
 * by some deviations of the noise that it leaves, and in every reversal in the same sense: that does not average out as
 * noise does, and no residual shows it. */
#include "identify/failure.h"
#include "identify/inverse_model.h"

#include <math.h>
#include <stdlib.h>

static double falling(double v, double vs, double n) { return exp(-pow(fmax(v, 0.0) / vs, n)); }

/* The error of friction in every row, half of the way from a speed that is too low to one that is too high. */
static StnStatus errors_of_speed(const StnInverseModel *m, const StnInverse *r, double *out)
{
    const double n = m->def->n, rise = r->fit.value[m->dexp];
    for (size_t i = 0; i < m->data->rows; i++) {
        const double v = fabs(m->full_quick[i]), wrong = m->falling_wrong * m->full_noise[i];
        const double fall = falling(v - wrong, r->vs, n) - falling(v + wrong, r->vs, n);
        m->work[i] = 0.5 * rise * m->full_sign[i] * fall;
    }
    return stn_inverse_decimate(m, m->work, out);
}

/* Likewise that of inertia, where windows leave rests out: |v| too large beside them is a change of the velocity at rest
 * that was none (take_off_rests in inverse_model.c).  Added to `out`. */
static StnStatus add_errors_of_rests(const StnInverseModel *m, const StnInverse *r, double *out)
{
    const double mass = isnan(m->def->m) ? r->fit.value[0] : m->def->m;
    const double wrong = 0.5 * m->falling_wrong * mass / (2.0 * m->data->Ts);
    double *error = m->work + m->data->rows;
    for (int k = 0; k < m->data->nrun; k++)
        for (size_t i = m->data->run[k]; i < m->data->run[k + 1]; i++) {
            const bool inner = i > m->data->run[k] && i + 1 < m->data->run[k + 1];
            m->work[i] = 0.0;
            if (inner && m->full_moves[i] == 0.0)
                m->work[i] = wrong * (m->full_sign[i + 1] * m->full_noise[i + 1] -
                                      m->full_sign[i - 1] * m->full_noise[i - 1]);
        }
    const StnStatus status = stn_inverse_decimate_all(m, m->work, error);
    for (size_t i = 0; i < m->rows && status == STN_OK; i++)
        out[i] += error[i];
    return status;
}

StnStatus stn_inverse_bias(const StnInverseModel *m, const StnInverse *r, const StnRows *rows,
                           const StnLeastSquares *fit, double *bias)
{
    double slope[STN_LEAST_SQUARES_MAX] = {0.0};
    for (int c = 0; c < rows->n; c++)
        bias[c] = 0.0;
    if (m->dexp < 0 || !m->full_noise || !(fit->sigma > 0.0))
        return STN_OK;
    double *error = malloc((m->rows + 1) * sizeof *error);
    StnStatus status = error ? errors_of_speed(m, r, error) : stn_no_memory(m->error);
    if (status == STN_OK && m->full_moves)
        status = add_errors_of_rests(m, r, error);
    for (size_t i = 0; i < rows->count && status == STN_OK; i++)
        for (int c = 0; c < rows->n; c++)
            slope[c] += (rows->weight ? rows->weight[i] : 1.0) * rows->column[c][i] * error[i];
    for (int c = 0; c < rows->n; c++)
        for (int k = 0; k < rows->n; k++)
            bias[c] += fit->covariance[c][k] * slope[k] / (fit->sigma * fit->sigma);
    free(error);
    return status;
}

void stn_inverse_add_bias(StnLeastSquares *fit, const double *bias, int n)
{
    for (int c = 0; c < n; c++) {
        const double wider = hypot(fit->std[c], bias[c]) / fit->std[c];
        if (!(wider > 1.0 && fit->std[c] > 0.0))
            continue;
        fit->low[c] = fit->value[c] - wider * (fit->value[c] - fit->low[c]);
        fit->high[c] = fit->value[c] + wider * (fit->high[c] - fit->value[c]);
        fit->std[c] *= wider;
        fit->relative[c] *= wider;
    }
}
