/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Forces of the terms that a fit may lack. */
#include "identify/fit_missing.h"

#include <math.h>

static double side(const StnSiteMotion *m, size_t i) { return m->v[i] < 0.0 ? -1.0 : 1.0; }
double stn_term_inertia(const StnSiteMotion *m, size_t i, int column, double vs)
{
    (void)column, (void)vs;
    return isnan(m->a[i]) ? 0.0 : m->a[i];
}
double stn_term_gravity(const StnSiteMotion *m, size_t i, int column, double vs)
{
    (void)vs;
    return column ? cos(m->x[i]) : sin(m->x[i]);
}
double stn_term_spring(const StnSiteMotion *m, size_t i, int column, double vs)
{
    (void)vs;
    return column ? 1.0 : m->x[i];
}
double stn_term_position(const StnSiteMotion *m, size_t i, int column, double vs)
{
    (void)column, (void)vs;
    return m->x[i] * side(m, i);
}
double stn_term_direction(const StnSiteMotion *m, size_t i, int column, double vs)
{
    (void)vs;
    return column ? fabs(m->v[i]) : 1.0;
}
/* Levels drift; what is viscous does not. */
double stn_term_drift(const StnSiteMotion *m, size_t i, int column, double vs)
{
    (void)column, (void)vs;
    return (m->t[i] - m->t[0]) * (m->FF[i] - m->viscous * m->v[i]);
}
/* Beside a drift that is found: the viscous part changes, too, or the levels do not change evenly. */
double stn_term_drifting_viscous(const StnSiteMotion *m, size_t i, int column, double vs)
{
    (void)column, (void)vs;
    return (m->t[i] - m->t[0]) * m->v[i];
}
double stn_term_bent_drift(const StnSiteMotion *m, size_t i, int column, double vs)
{
    const double t = m->t[i] - m->t[0];
    (void)column, (void)vs;
    return t * t * side(m, i);
}
double stn_term_viscous(const StnSiteMotion *m, size_t i, int column, double vs)
{
    (void)column, (void)vs;
    return m->v[i];
}
double stn_term_falling(const StnSiteMotion *m, size_t i, int column, double vs)
{
    const double v = m->v[i] / vs;
    (void)column;
    return side(m, i) * exp(-v * v);
}

size_t stn_term_leave_out_ends(const StnFitInside *inside, double *column)
{
    const StnFitRun *run = inside->run;
    size_t row = 0, ends = 0;
    for (size_t i = 0; run->a && i < inside->last_fitted; i++) {
        if (run->use && run->use[i] != STN_ROW_FIT)
            continue;
        if (isnan(run->a[i]))
            column[row] = 0.0, ends++;
        row++;
    }
    return ends;
}
