/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The parameters of the inverse model with their intervals.  What was searched (the Stribeck speed) is a
 * parameter as well: its slope is a column behind the others, so that their intervals allow for it. */
#include "identify/inverse_model.h"
#include "identify/failure.h"
#include "identify/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static StnStatus add_speed(StnInverseModel *m, const StnInverse *r)
{
    const int at = m->ncolumn + m->nslope;
    const double step = 0.01 * r->vs;
    double *slope = m->column[at], *below = malloc((m->rows + 1) * sizeof *below);
    if (!below)
        return stn_no_memory(m->error);
    StnStatus status = stn_inverse_falling(m, r->vs + step, slope);
    if (status == STN_OK)
        status = stn_inverse_falling(m, r->vs - step, below);
    for (size_t i = 0; i < m->rows && status == STN_OK; i++)
        slope[i] = r->fit.value[m->dexp] * (slope[i] - below[i]) / (2.0 * step);
    free(below);
    m->name[at] = "vs";
    m->unit[at] = "$x/s";
    m->nslope++;
    return status;
}

/* Covariance with the slopes as columns; without them where the data do not determine what was searched.  The values
 * are those that were found. */
static StnStatus linearise(StnInverseModel *m, const StnInverse *r, StnRows *rows,
                           StnLeastSquares *all)
{
    StnStatus status = STN_BAD_INPUT;
    for (; status == STN_BAD_INPUT && m->nslope > 0; m->nslope -= status == STN_BAD_INPUT) {
        rows->n = m->ncolumn + m->nslope;
        status = stn_least_squares(rows->column, rows->n, rows->residual, rows->weight, rows->count,
                                   NULL, all, NULL, NULL);
    }
    if (status == STN_NO_MEMORY)
        return stn_no_memory(m->error);
    rows->n = m->ncolumn + m->nslope;
    if (m->nslope == 0)
        *all = r->fit;
    memcpy(all->value, r->fit.value, (size_t)m->ncolumn * sizeof *all->value);
    for (int k = m->ncolumn; k < rows->n; k++)
        all->value[k] = r->vs;
    return STN_OK;
}

StnStatus stn_inverse_parameters(StnInverseModel *m, StnInverse *r, size_t count,
                                 const double *residual)
{
    const double *column[STN_LEAST_SQUARES_MAX];
    const bool records = m->data->nrun > 1 && !isnan(m->data->run_value[0]);
    StnLeastSquares all;
    StnNext next;
    StnStatus status = STN_OK;
    m->nslope = 0;
    if (m->dexp >= 0 && isnan(m->def->vs) && m->ncolumn < STN_LEAST_SQUARES_MAX)
        status = add_speed(m, r);
    for (int k = 0; k <= m->data->nrun; k++) /* what is held out does not count */
        m->run[k] = m->run[k] < count ? m->run[k] : count;
    for (int c = 0; c < m->ncolumn + m->nslope; c++)
        column[c] = m->column[c];
    StnRows rows = {.column = column,
                    .n = m->ncolumn,
                    .residual = residual,
                    .weight = stn_inverse_weight(m),
                    .count = count,
                    .run = records ? m->run : NULL,
                    .nrun = m->data->nrun};
    if (status == STN_OK)
        status = linearise(m, r, &rows, &all);
    if (status == STN_OK)
        status = stn_rows_widen(&rows, &all, m->error);
    if (status == STN_OK)
        status = stn_rows_next(&rows, &next, m->error);
    for (int c = 0; c < rows.n && status == STN_OK; c++) {
        const bool speed = c >= m->ncolumn;
        stn_estimates_add(&r->parameters, m->name[c], m->unit[c], m->data->rotary, &all, c);
        StnEstimate *e = &r->parameters.item[r->parameters.count - 1];
        stn_estimate_next(e, &next, c);
        e->low = speed ? fmax(e->low, 0.0) : e->low;
        e->next_low = speed ? fmax(e->next_low, 0.0) : e->next_low;
        if (speed)
            continue;
        r->widened = fmax(r->widened, all.std[c] / r->fit.std[c]);
        r->fit.std[c] = all.std[c];
        r->fit.relative[c] = all.relative[c];
        r->fit.low[c] = all.low[c];
        r->fit.high[c] = all.high[c];
        memcpy(r->fit.covariance[c], all.covariance[c], sizeof all.covariance[c]);
    }
    m->between_runs = status == STN_OK && next.between_runs;
    return status;
}
