/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Searches that weigh residuals by the noise of measured inputs (fit_colour.c), from where those without ended.
 *
 * Slow errors, which dominate a plain sum of squares, hide what quick ones tell: a plain minimum may lie where a falling part
 * of friction has vanished.  So several ends are followed, and what rests on a bound there is tried once more. */
#include "identify/fit_colour.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FOLLOWED = 3 }; /* ends of starts */
enum { ROUNDS = 3 };   /* each with weights and inputs of where the last one ended */
#define SAME 1e-2      /* relative difference of costs: the same place */

/* The ends of all starts by their weighed cost, the least first; how many there are. */
static int sort_ends(StnFitter *fitter, const StnFitResult *result, StnFitEnd *list)
{
    int count = 0;
    for (int i = 0; i < result->nstart; i++) {
        StnFitEnd end = {.cost = NAN};
        int at = count;
        memcpy(end.x, fitter->start_x[i], sizeof end.x);
        if (!isnan(result->start_cost[i]))
            stn_fit_look(fitter, -INFINITY, &end);
        if (isnan(end.cost))
            continue;
        for (; at > 0 && list[at - 1].cost > end.cost; at--)
            list[at] = list[at - 1];
        list[at] = end;
        count++;
    }
    return count;
}

/* What rests on a bound, or changes nothing there, is put back to where the search began: other weights may want it.  False:
 * there is nothing. */
static bool revive(const StnFitter *fitter, const StnFitKept *kept, double *x)
{
    const size_t m = fitter->nresidual;
    double q[STN_FREE_MAX], start[STN_FREE_MAX];
    const uint32_t held = stn_fit_inside(&fitter->map, x);
    bool any = false;
    for (int i = 0; i < fitter->map.nq; i++)
        q[i] = fitter->map.param[i].start;
    stn_fit_to_x(&fitter->map, q, start);
    for (int j = 0; j < fitter->map.nx; j++) {
        double slope = 0.0;
        for (size_t i = 0; kept->known && i < m; i++)
            slope += fabs(kept->J[(size_t)j * m + i]);
        if ((held >> j & 1u) || (kept->known && slope == 0.0))
            x[j] = start[j], any = true;
    }
    return any;
}

/* One search with the weights of now. */
static void follow(StnFitter *fitter, double tolerance, StnFitEnd *end, StnFitEnd *best)
{
    const StnFitDescent how = {.threads = fitter->threads,
                               .iterations = fitter->def->iterations,
                               .tolerance = tolerance,
                               .kept = &fitter->kept};
    fitter->kept.known = fitter->kept.seen = false;
    stn_fit_local(fitter, &how, end);
    if (end->cost < best->cost)
        *best = *end;
}

/* From the ends that are best with these weights; the best of all into x. */
static void search_weighed(StnFitter *fitter, double tolerance, StnFitEnd *list, double *x,
                           const StnFitResult *result)
{
    StnFitEnd best = {.cost = INFINITY};
    const int count = sort_ends(fitter, result, list);
    double before = 0.0; /* cost of the end that was followed last */
    int followed = 0;
    for (int i = 0; i < count && followed < FOLLOWED && !atomic_load(&fitter->stop); i++) {
        if (list[i].cost < (1.0 + SAME) * before)
            continue;
        before = list[i].cost;
        followed++;
        follow(fitter, tolerance, &list[i], &best);
        StnFitEnd again = list[i];
        if (!isnan(again.cost) && revive(fitter, &fitter->kept, again.x))
            follow(fitter, tolerance, &again, &best);
    }
    if (best.cost < INFINITY)
        memcpy(x, best.x, (size_t)fitter->map.nx * sizeof *x);
    fitter->kept.known = fitter->kept.seen = false;
}

StnStatus stn_fit_weigh_inputs(StnFitter *fitter, double tolerance, double *x, StnFitResult *result,
                               StnError *error)
{
    StnFitEnd *list = malloc(STN_FIT_STARTS_MAX * sizeof *list);
    if (!list)
        return stn_out_of_memory(error);
    for (int k = 0; k < ROUNDS && stn_fit_find_colour(fitter, x, k > 0); k++) {
        if (k > 0)
            memcpy(fitter->start_x[fitter->best_start], x, sizeof fitter->start_x[0]);
        search_weighed(fitter, tolerance, list, x, result);
        if (k + 1 < ROUNDS && stn_fit_find_parts(fitter, x))
            stn_fit_shift_inputs(fitter);
    }
    free(list);
    if (atomic_load(&fitter->stop))
        return stn_error(error, STN_CANCELLED, "interrupted; the best so far is kept");
    return STN_OK;
}
