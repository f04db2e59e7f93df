/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Intervals of an inverse model that lacks a term: as long as others stand for it, noise does not say how far they are off.
 * An interval then also holds what the estimate would be with the term. */
#include "identify/falsified.h"
#include "identify/failure.h"
#include "identify/inverse_trial.h"

#include <math.h>

/* Values and deviations with the columns of the model, slopes of what was searched, and the first `terms` of the term. */
static StnStatus fit_with(const StnInverseTrial *t, int terms, int slopes, StnLeastSquares *out)
{
    const StnInverseModel *m = t->m;
    const double *column[STN_LEAST_SQUARES_MAX];
    int n = 0;
    for (; n < m->ncolumn + slopes; n++)
        column[n] = m->column[n];
    for (int c = 0; c < terms; c++)
        column[n++] = t->kept[c];
    return stn_least_squares(column, n, m->y, stn_inverse_weight(m), t->rows, NULL, out, NULL,
                             NULL);
}

/* Without slopes where the term takes their place. */
StnStatus stn_inverse_falsify(const StnInverseTrial *t, StnEstimates *estimates)
{
    const StnInverseModel *m = t->m;
    StnLeastSquares without, with;
    StnStatus status = STN_BAD_INPUT;
    for (int slopes = m->nslope; slopes >= 0 && status == STN_BAD_INPUT;
         slopes = slopes > 0 ? 0 : -1) {
        const int n = m->ncolumn + slopes;
        if (t->nkept == 0 || n + t->nkept > STN_LEAST_SQUARES_MAX)
            continue;
        status = fit_with(t, 0, slopes, &without);
        if (status == STN_OK)
            status = fit_with(t, t->nkept, slopes, &with);
        for (int i = 0; i < estimates->count && status == STN_OK; i++) {
            const StnEstimateOrigin *of = &estimates->origin[i];
            double moved = 0.0, wider = 1.0;
            for (int k = 0; k < 2; k++) {
                const int c = of->index[k];
                if (c < 0 || c >= n || of->slope[k] == 0.0)
                    continue;
                moved += of->slope[k] * (with.value[c] - without.value[c]);
                wider = fmax(wider, with.std[c] / without.std[c]);
            }
            stn_estimate_hold(&estimates->item[i], moved, wider);
        }
    }
    return status == STN_NO_MEMORY ? stn_out_of_memory(m->error) : STN_OK;
}
