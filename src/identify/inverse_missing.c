/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What an inverse model lacks: intervals say how well its terms fit, not that a term is missing. */
#include "identify/inverse_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPEEDS = 25, LEAST_ROWS = 50 };

typedef struct Trial {
    const StnInverseModel *m;
    const StnInverse *result;
    const double *column[STN_LEAST_SQUARES_MAX];
    double *extra;
    size_t rows;
    bool memory_out;
} Trial;

/* The fit with sgn(v)*exp(-(|v|/vs)^n) beside the model's own columns. */
static StnStatus fit_with(Trial *t, double vs, StnLeastSquares *fit)
{
    const int n = t->m->ncolumn;
    StnStatus status = stn_inverse_falling(t->m, vs, t->extra);
    if (status == STN_OK)
        status = stn_least_squares(t->column, n + 1, t->result->measured, t->m->weight, t->rows,
                                   NULL, fit, NULL, NULL);
    t->memory_out = t->memory_out || status == STN_NO_MEMORY;
    return status;
}

/* The best Stribeck speed of a grid between a hundredth and a third of the largest speed. */
static double best_speed(Trial *t, StnLeastSquares *best)
{
    double speed = NAN;
    best->sse = INFINITY;
    for (int k = 0; k < SPEEDS; k++) {
        StnLeastSquares fit;
        const double vs =
            t->result->findings.speed / 3.0 * pow(1.0 / 33.0, (double)k / (SPEEDS - 1));
        if (fit_with(t, vs, &fit) == STN_OK && fit.sse < best->sse)
            *best = fit, speed = vs;
    }
    return speed;
}

static void judge(Trial *t, StnInverse *r)
{
    const StnInverseModel *m = t->m;
    const int n = m->ncolumn;
    StnLeastSquares plain, full;
    const double vs = best_speed(t, &full), c = fmin(fmax(r->correlation, 0.0), 0.99);
    if (isnan(vs))
        return;
    const StnStatus status =
        stn_least_squares(t->column, n, r->measured, m->weight, t->rows, NULL, &plain, NULL, NULL);
    t->memory_out = t->memory_out || status == STN_NO_MEMORY;
    if (status != STN_OK)
        return;
    /* correlated residuals say less than their number; n and vs are two parameters more */
    const double effective = (double)t->rows * (1.0 - c) / (1.0 + c);
    if (effective < n + 3.0)
        return;
    r->missing_chance = stn_compare_fits(plain.sse, n, full.sse, n + 2, (size_t)effective);
    r->missing_stribeck = r->missing_chance < 0.01 &&
                          full.value[n] > 0.05 * stn_findings_get(&r->findings, "Fc", 0) &&
                          plain.sse > 1.1 * full.sse;
    if (r->missing_stribeck)
        stn_remark(
            &r->remarks,
            "A falling part (Stribeck) of about %.2g %s over %.2g %s is missing: it would be "
            "significant (probability of chance %.1g).  Fc and Fv stand for it now, and their "
            "intervals do not know.",
            full.value[n], m->data->unit[STN_ROLE_EFFORT], vs, m->data->rotary ? "rad/s" : "m/s",
            r->missing_chance);
}

StnStatus stn_inverse_missing(const StnInverseModel *m, StnInverse *r)
{
    Trial t = {.m = m, .result = r, .rows = r->fit.rows};
    r->missing_chance = NAN;
    if (m->dexp >= 0 || t.rows < LEAST_ROWS || m->ncolumn + 2 > STN_LEAST_SQUARES_MAX ||
        !(r->findings.speed > 0.0))
        return STN_OK;
    t.extra = malloc((m->rows + 1) * sizeof *t.extra);
    if (!t.extra)
        return stn_out_of_memory(m->error);
    for (int k = 0; k < m->ncolumn; k++)
        t.column[k] = m->column[k];
    t.column[m->ncolumn] = t.extra;
    judge(&t, r);
    free(t.extra);
    return t.memory_out ? stn_out_of_memory(m->error) : STN_OK;
}
