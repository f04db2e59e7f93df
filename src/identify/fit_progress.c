/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How far a search is, whether it should go on, and the best run that it made.
 *
 * The caller is asked within simulations too, each of which may take longer than he wants to wait; a search that is ended is
 * judged by the best run that it has, without another one. */
#include "identify/fit_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool stn_fit_progress(StnFitter *fitter, double more)
{
    stn_lock_take(&fitter->lock);
    fitter->fraction = fmin(fitter->fraction + more, fitter->fraction_to);
    if (fitter->def->progress && !atomic_load(&fitter->stop) &&
        !fitter->def->progress(fitter->def->user, fitter->fraction))
        atomic_store(&fitter->stop, true);
    stn_lock_give(&fitter->lock);
    return !atomic_load(&fitter->stop);
}

bool stn_fit_goes_on(void *user) { return stn_fit_progress(user, 0.0); }

/* The caller has fitter->lock, or is the only thread. */
void stn_fit_keep_best(StnFitter *fitter, const double *x, const StnFitWorkspace *workspace)
{
    StnFitBest *best = &fitter->best;
    if (!best->model)
        best->model = malloc((fitter->rows + 1) * sizeof *best->model);
    if (!best->model) {
        atomic_store(&fitter->memory_out, true);
        return;
    }
    memcpy(best->x, x, (size_t)fitter->map.nx * sizeof *x);
    stn_fit_inside(&fitter->map, best->x);
    double *to = best->model;
    for (int k = 0; k < fitter->nrun; k++) {
        const StnFitInside *inside = &fitter->run[k];
        best->rows[k] = inside->aside || inside->nfit == 0 ? 0 : inside->last_fitted;
        for (int s = 0; s < inside->run->nsignal; s++) {
            memcpy(to, workspace->model[k][s], best->rows[k] * sizeof *to);
            to += inside->run->rows;
        }
    }
    best->known = true;
}

void stn_fit_recall_best(const StnFitter *fitter, StnFitWorkspace *workspace)
{
    const double *from = fitter->best.model;
    for (int k = 0; k < fitter->nrun; k++)
        for (int s = 0; s < fitter->run[k].run->nsignal; s++) {
            memcpy(workspace->model[k][s], from, fitter->best.rows[k] * sizeof *from);
            from += fitter->run[k].run->rows;
        }
}

void stn_fit_best_free(StnFitter *fitter)
{
    free(fitter->best.model);
    fitter->best = (StnFitBest){.known = false};
}
