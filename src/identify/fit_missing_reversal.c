/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Terms of a fit that follow the way since the last reversal: a play, friction that builds up (reversal.h). */
#include "identify/fit_missing.h"
#include "identify/reversal.h"

#include <math.h>

void stn_site_ways(const double *t, const double *v, size_t rows, double *way)
{
    StnReversalWay turned = {INFINITY, 0.0};
    for (size_t i = 0; i < rows; i++)
        way[i] = stn_reversal_way(&turned, v[i], i > 0 ? fabs(v[i]) * (t[i] - t[i - 1]) : 0.0);
}

double stn_term_longest_way(const StnTermColumns *columns)
{
    double longest = 0.0;
    for (int r = 0; r < columns->fitter->nrun; r++)
        for (size_t i = 0; i < columns->motion[r].rows; i++)
            if (isfinite(columns->motion[r].way[i]))
                longest = fmax(longest, columns->motion[r].way[i]);
    return longest;
}

/* What lies behind a play takes its mass along: the second column. */
double stn_term_play(const StnSiteMotion *motion, size_t row, int column, double length)
{
    const double shape = stn_reversal_shape(true, motion->way[row], length);
    if (column > 0)
        return motion->a && isfinite(motion->a[row]) ? shape * motion->a[row] : 0.0;
    return motion->v[row] < 0.0 ? -shape : shape;
}

double stn_term_presliding(const StnSiteMotion *motion, size_t row, int column, double length)
{
    const double shape = stn_reversal_shape(false, motion->way[row], length);
    (void)column;
    return motion->v[row] < 0.0 ? -shape : shape;
}
