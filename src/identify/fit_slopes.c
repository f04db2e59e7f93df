/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Slopes of a search: when they are taken by differences, which costs a simulation of all runs per coordinate, and
 * when those before still do.
 *
 * They do without any change as long as the search has moved no farther from where they were taken than differences
 * themselves reach: neither in the residuals (STN_FIT_EFFECT) nor in a coordinate (NEAR), for along a direction that
 * the data hardly see a search goes far and changes next to nothing.  Everywhere else they are taken anew. */
#include "identify/fit_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR 0.02 /* in a coordinate, relative to it where it is above 1 */

bool stn_fit_kept_room(StnFitter *fitter, StnFitKept *kept)
{
    const size_t m = fitter->nresidual;
    if (kept->change)
        return true;
    kept->known = kept->seen = false;
    kept->change = malloc((m + 1) * ((size_t)fitter->map.nx + 2) * sizeof *kept->change);
    if (!kept->change) {
        atomic_store(&fitter->memory_out, true);
        return false;
    }
    kept->r = kept->change + m;
    kept->J = kept->r + m;
    return true;
}

void stn_fit_keep_residuals(const StnFitter *fitter, StnFitKept *kept, const double *x,
                            const double *r)
{
    memcpy(kept->r, r, fitter->nresidual * sizeof *r);
    memcpy(kept->at, x, (size_t)fitter->map.nx * sizeof *x);
    kept->seen = true;
}

bool stn_fit_kept_residuals(const StnFitter *fitter, const StnFitKept *kept, const double *x,
                            double *r)
{
    if (!kept->seen || memcmp(kept->at, x, (size_t)fitter->map.nx * sizeof *x) != 0)
        return false;
    memcpy(r, kept->r, fitter->nresidual * sizeof *r);
    return true;
}

void stn_fit_kept_free(StnFitKept *kept)
{
    free(kept->change);
    memset(kept, 0, sizeof *kept);
}

/* The coordinates beyond their bounds, which have no slope. */
static uint32_t beyond(const StnFitMap *map, const double *x)
{
    double inside[STN_FREE_MAX];
    uint32_t mask = 0;
    memcpy(inside, x, (size_t)map->nx * sizeof *x);
    stn_fit_inside(map, inside);
    for (int j = 0; j < map->nx; j++)
        mask |= (uint32_t)(inside[j] != x[j]) << j;
    return mask;
}

/* J*(x - from) into kept->change; its size. */
static double foretell(const StnFitter *fitter, StnFitKept *kept, const double *from,
                       const double *x)
{
    const size_t m = fitter->nresidual;
    double sum = 0.0;
    memset(kept->change, 0, m * sizeof *kept->change);
    for (int j = 0; j < fitter->map.nx; j++) {
        const double *column = kept->J + (size_t)j * m, s = x[j] - from[j];
        for (size_t i = 0; s != 0.0 && i < m; i++)
            kept->change[i] += s * column[i];
    }
    for (size_t i = 0; i < m; i++)
        sum += kept->change[i] * kept->change[i];
    return sqrt(sum);
}

bool stn_fit_kept_near(const StnFitter *fitter, StnFitKept *kept, const double *x, const double *r)
{
    if (!kept->known || beyond(&fitter->map, x) != kept->beyond)
        return false;
    for (int j = 0; j < fitter->map.nx; j++)
        if (fabs(x[j] - kept->taken[j]) > NEAR * fmax(1.0, fabs(x[j])))
            return false;
    return foretell(fitter, kept, kept->taken, x) <= STN_FIT_EFFECT * stn_fit_reference(fitter, r);
}

bool stn_fit_slopes(StnFitter *fitter, int threads, StnFitKept *kept, const double *x,
                    const double *r, double *J)
{
    const size_t m = fitter->nresidual, n = (size_t)fitter->map.nx;
    if (!stn_fit_kept_near(fitter, kept, x, r)) {
        kept->known = stn_fit_jacobian(fitter, threads, x, r, kept->J, kept);
        kept->beyond = beyond(&fitter->map, x);
        memcpy(kept->taken, x, n * sizeof *x);
    }
    memcpy(J, kept->J, m * n * sizeof *J);
    return kept->known;
}

void stn_fit_kept_reweigh(const StnFitter *fitter, StnFitKept *kept, int run, int signal,
                          double factor)
{
    const StnFitInside *inside = &fitter->run[run];
    const size_t m = fitter->nresidual;
    const size_t from = inside->first_residual + (size_t)signal * inside->nfit;
    for (size_t i = from; kept->seen && i < from + inside->nfit; i++)
        kept->r[i] *= factor;
    for (int j = 0; kept->known && j < fitter->map.nx; j++)
        for (size_t i = from; i < from + inside->nfit; i++)
            kept->J[(size_t)j * m + i] *= factor;
}
