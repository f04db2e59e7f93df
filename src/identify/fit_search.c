/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Local searches by Levenberg-Marquardt (MINPACK's lmder), from several starts.
 *
 * Bounds.  MINPACK knows none.  The model is evaluated at the nearest point inside; a coordinate that
 * lies outside has no slope and rests there, while the others go on to their best.  Afterwards such
 * coordinates are put onto their bound, and the search goes on if one of them would rather come back in.
 *
 * Starts.  The first is the caller's.  The others are the best of a low-discrepancy set around it
 * (Roberts' additive recurrence, shifted by the seed), which costs one simulation each, and what is linear at
 * its best (fit_linear.c); the last are optima of nested models (fit_nested.c).  Nothing depends on which thread
 * is first. */
#include "identify/fit_internal.h"
#include "kernel/splitmix.h"
#include "threads/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(STN_HAVE_CMINPACK) && STN_HAVE_CMINPACK

#include <cminpack.h>

enum { CUT = -2 }; /* the iterations are used up: lmder stands where the last one ended */
enum { ROUNDS = 4, CANDIDATES_PER_START = 6, FIRST_ITERATIONS = 12 };
/* First step, relative to x: longer ones leap into minima where a static level has vanished (8 of 80 searches
 * from 15 % off with 1, none with 0.1, which takes half as many iterations). */
#define FIRST_BOUND 0.1
#define FORBIDDEN 1e3 /* residuals, relative to the start's, where no model can be simulated */

/* ---- The best so far ---- */

/* workspace: its models are those of x; NULL: it has none of them. */
static void note_best(StnFitter *fitter, const double *x, double cost,
                      const StnFitWorkspace *workspace)
{
    stn_lock_take(&fitter->lock);
    if (cost < fitter->best_cost) {
        if (workspace)
            stn_fit_keep_best(fitter, x, workspace);
        fitter->best_cost = cost;
        memcpy(fitter->best_x, x, (size_t)fitter->map.nx * sizeof *x);
        stn_fit_inside(&fitter->map, fitter->best_x);
    }
    stn_lock_give(&fitter->lock);
}

/* ---- One local search ---- */

typedef struct {
    StnFitter *fitter;
    StnFitWorkspace workspace;
    int threads;
    StnFitKept *kept;
    bool filled; /* the residuals of the start, for which lmder asks first, are in their place */
    double forbidden;
    double share; /* of the progress per iteration */
    int left;     /* iterations */
} Search;

/* For lmder: residuals (iflag 1) or slopes (2); negative: stop. */
static int evaluate(void *user, int m, int n, const double *x, double *r, double *J, int ldJ,
                    int iflag)
{
    Search *search = user;
    StnFitter *fitter = search->fitter;
    (void)ldJ, (void)n;
    if (atomic_load(&fitter->stop))
        return -1;
    if (iflag == 2 && search->left-- == 0)
        return CUT;
    if (iflag == 2) {
        atomic_fetch_add(&fitter->iterations, 1);
        bool good = stn_fit_slopes(fitter, search->threads, search->kept, x, r, J);
        return good && stn_fit_progress(fitter, search->share) ? 0 : -1;
    }
    const bool filled = search->filled;
    search->filled = false;
    if (filled || stn_fit_residual(fitter, &search->workspace, x, r, NULL)) {
        note_best(fitter, x, stn_fit_cost(fitter, r), filled ? NULL : &search->workspace);
        return 0;
    }
    for (int i = 0; i < m; i++)
        r[i] = search->forbidden;
    return atomic_load(&fitter->stop) ? -1 : 0;
}

typedef struct {
    double *r, *J, diag[STN_FREE_MAX], qtf[STN_FREE_MAX];
    double wa1[STN_FREE_MAX], wa2[STN_FREE_MAX], wa3[STN_FREE_MAX], *wa4;
    int pivot[STN_FREE_MAX];
} Work;

static bool work_new(Work *work, StnFitter *fitter)
{
    const size_t m = fitter->nresidual, n = (size_t)fitter->map.nx;
    work->r = calloc(m + 1, sizeof(double));
    work->wa4 = calloc(m + 1, sizeof(double));
    work->J = calloc(m * n + 1, sizeof(double));
    const bool whole = work->r && work->wa4 && work->J;
    if (!whole)
        atomic_store(&fitter->memory_out, true);
    return whole;
}

static void work_free(Work *work)
{
    free(work->r);
    free(work->wa4);
    free(work->J);
}

/* Does a coordinate on its bound want to come back?  The slope of the cost, one-sided, tells. */
static bool wants_back(const StnFitter *fitter, const double *x, uint32_t held, const double *r,
                       const double *J)
{
    for (int j = 0; j < fitter->map.nx; j++) {
        double slope = 0.0, probe[STN_FREE_MAX];
        if (!(held >> j & 1u))
            continue;
        for (size_t i = 0; i < fitter->nresidual; i++)
            slope += J[(size_t)j * fitter->nresidual + i] * r[i];
        memcpy(probe, x, (size_t)fitter->map.nx * sizeof *probe);
        probe[j] -= copysign(1e-6, slope); /* downhill */
        if (!(stn_fit_inside(&fitter->map, probe) >> j & 1u) && slope != 0.0)
            return true;
    }
    return false;
}

static void nudge(const StnFitter *fitter, double *x, uint32_t held)
{
    for (int j = 0; j < fitter->map.nx; j++) {
        double up[STN_FREE_MAX];
        if (!(held >> j & 1u))
            continue;
        memcpy(up, x, (size_t)fitter->map.nx * sizeof *up);
        up[j] += 1e-3;
        x[j] += stn_fit_inside(&fitter->map, up) >> j & 1u ? -1e-3 : 1e-3;
    }
}

/* Rounds of lmder until no coordinate on a bound would rather be inside. */
static void rounds(Search *search, const StnFitDescent *how, Work *work, StnFitEnd *end)
{
    StnFitter *fitter = search->fitter;
    int m = (int)fitter->nresidual, n = fitter->map.nx, nfev, njev;
    double cost = INFINITY, *x = end->x;
    for (int round = 0; round < ROUNDS; round++) {
        double before = cost;
        search->filled = true;
        int info =
            lmder(evaluate, search, m, n, x, work->r, work->J, m, how->tolerance, how->tolerance,
                  0.0, (how->iterations + 1) * 4, work->diag, 1, FIRST_BOUND, 0, &nfev, &njev,
                  work->pivot, work->qtf, work->wa1, work->wa2, work->wa3, work->wa4);
        uint32_t held = stn_fit_inside(&fitter->map, x); /* the residuals stay as they are */
        end->cost = NAN;
        /* 0: lmder refused its arguments and searched nothing */
        if ((info <= 0 && info != CUT) || atomic_load(&fitter->stop))
            return;
        end->cost = cost = stn_fit_cost(fitter, work->r);
        end->converged = info >= 1 && info <= 4;
        stn_fit_squares(fitter, work->r, end->left);
        stn_fit_keep_residuals(fitter, search->kept, x, work->r);
        if (info == CUT || round + 1 == ROUNDS || !held || !(cost < before * (1.0 - 1e-6)) ||
            !stn_fit_slopes(fitter, search->threads, search->kept, x, work->r, work->J) ||
            !wants_back(fitter, x, held, work->r, work->J))
            break;
        double inward[STN_FREE_MAX];
        memcpy(inward, x, (size_t)n * sizeof *x);
        nudge(fitter, inward, held);
        if (!stn_fit_residual(fitter, &search->workspace, inward, work->r, NULL))
            break; /* x has a cost, this has none */
        memcpy(x, inward, (size_t)n * sizeof *x);
    }
}

void stn_fit_local(StnFitter *fitter, const StnFitDescent *how, StnFitEnd *end)
{
    Search search = {
        .fitter = fitter, .threads = how->threads, .kept = how->kept, .left = how->iterations};
    Work work = {.r = NULL};
    end->cost = NAN;
    end->converged = false;
    search.share = (fitter->fraction_to - fitter->fraction_from) / (double)(how->iterations + 1);
    bool room = stn_fit_workspace(fitter, &search.workspace);
    if (room && work_new(&work, fitter) && stn_fit_kept_room(fitter, search.kept) &&
        (stn_fit_kept_residuals(fitter, search.kept, end->x, work.r) ||
         stn_fit_residual(fitter, &search.workspace, end->x, work.r, NULL))) {
        search.forbidden =
            FORBIDDEN * sqrt(stn_fit_cost(fitter, work.r) / (double)fitter->nresidual) + FORBIDDEN;
        rounds(&search, how, &work, end);
    }
    work_free(&work);
    stn_fit_workspace_free(&search.workspace);
}

void stn_fit_look(StnFitter *fitter, double below, StnFitEnd *end)
{
    StnFitWorkspace workspace;
    double *r = malloc((fitter->nresidual + 1) * sizeof *r);
    end->cost = NAN;
    if (!stn_fit_workspace(fitter, &workspace) || !r || !stn_fit_kept_room(fitter, &fitter->kept))
        atomic_store(&fitter->memory_out, true);
    else if (stn_fit_residual(fitter, &workspace, end->x, r, NULL)) {
        end->cost = stn_fit_cost(fitter, r);
        if (end->cost < below)
            stn_fit_keep_residuals(fitter, &fitter->kept, end->x, r);
        stn_fit_squares(fitter, r, end->left);
    }
    stn_fit_workspace_free(&workspace);
    free(r);
}

/* ---- Starts ---- */

typedef struct {
    StnFitter *fitter;
    StnFitEnd *start;
    int count, threads, iterations; /* iterations 0: only the cost */
    double tolerance;
    double step[STN_FREE_MAX]; /* of the slopes at the first start; 0: not known */
} Batch;

static double fraction_of(double v) { return v - floor(v); }

/* Of coordinate j; a constant of its own, so that neighbours in j and in the seed never meet. */
static double shift(uint64_t seed, int j)
{
    const uint64_t stream = (seed - 1) * STN_SPLITMIX_STEP;
    return stn_unit_interval(stn_splitmix(stream + (uint64_t)(j + 1) * 0xbf58476d1ce4e5b9u));
}

/* Candidate k around x0: each coordinate by up to the factor `spread`. */
static void candidate(const StnFitter *fitter, const double *x0, int k, double *x)
{
    const StnFitMap *map = &fitter->map;
    double base = 2.0, width = log(fitter->def->spread);
    for (int i = 0; i < 40; i++) /* the root of b^(n+1) = b + 1 */
        base = pow(1.0 + base, 1.0 / (map->nx + 1.0));
    for (int j = 0; j < map->nx; j++) {
        double u = fraction_of(shift(fitter->def->seed, j) + k * pow(base, -(j + 1.0)));
        x[j] = x0[j] + (2.0 * u - 1.0) * width;
        for (int i = 0; i < map->nq; i++) {
            const StnFitParam *p = &map->param[i];
            if (p->x == j && (p->how == STN_COORDINATE_LINEAR || p->how == STN_COORDINATE_ABOVE))
                x[j] = x0[j] != 0.0 ? x0[j] * exp((2.0 * u - 1.0) * width)
                                    : (p->lo >= 0.0 ? u : 2.0 * u - 1.0) * fitter->def->spread;
            if (p->x == j &&
                (p->place == STN_FIT_PLACE_INITIAL || p->place == STN_FIT_PLACE_OFFSET))
                x[j] = x0[j]; /* these are known well or found at once */
        }
    }
    stn_fit_inside(map, x);
}

static void one_start(Batch *batch, StnFitEnd *start)
{
    StnFitter *fitter = batch->fitter;
    if (batch->iterations > 0) {
        StnFitKept own = {.known = false};
        const StnFitDescent how = {.threads = batch->threads,
                                   .iterations = batch->iterations,
                                   .tolerance = batch->tolerance,
                                   .kept = start == batch->start ? &fitter->kept : &own};
        memcpy(own.step, batch->step, sizeof own.step);
        stn_fit_local(fitter, &how, start);
        stn_fit_kept_free(&own);
        return;
    }
    start->cost = stn_fit_project(fitter, start->x);
    if (!isnan(start->cost))
        note_best(fitter, start->x, start->cost, NULL);
    stn_fit_progress(fitter, 0.1 / batch->count);
}

static StnStatus start_job(StnPool *pool, int k, void *user, StnError *error)
{
    Batch *batch = user;
    (void)pool, (void)error;
    if (!atomic_load(&batch->fitter->stop))
        one_start(batch, &batch->start[k]);
    return STN_OK; /* a start without a cost is a bad one; only the caller's request ends a search */
}

/* All starts of a batch, by threads; what is left of them serves the slopes inside. */
static void take_batch(StnFitter *fitter, StnFitEnd *start, int count, int iterations,
                       double tolerance)
{
    int outer = fitter->threads < count ? fitter->threads : count;
    Batch batch = {.fitter = fitter,
                   .start = start,
                   .count = count,
                   .threads = fitter->threads / (outer > 0 ? outer : 1),
                   .iterations = iterations,
                   .tolerance = tolerance};
    memcpy(batch.step, fitter->kept.step, sizeof batch.step);
    const StnPoolDef pool = {.count = count, .threads = outer, .job = start_job, .user = &batch};
    stn_pool_run(&pool, NULL);
}

static int by_cost(const void *a, const void *b)
{
    double p = ((const StnFitEnd *)a)->cost, q = ((const StnFitEnd *)b)->cost;
    if (isnan(p) || isnan(q))
        return isnan(p) - isnan(q);
    return (p > q) - (p < q);
}

static void progress_part(StnFitter *fitter, double from, double to)
{
    fitter->fraction_from = fitter->fraction = from;
    fitter->fraction_to = to;
}

/* Slopes at the first start: how long a difference has to be there is the first guess elsewhere. */
static void begin_slopes(StnFitter *fitter, StnFitEnd *first)
{
    const size_t m = fitter->nresidual;
    StnFitKept *kept = &fitter->kept;
    stn_fit_look(fitter, INFINITY, first);
    double *J = malloc((m * (size_t)fitter->map.nx + 1) * sizeof *J);
    if (!J)
        atomic_store(&fitter->memory_out, true);
    else if (!isnan(first->cost))
        stn_fit_slopes(fitter, fitter->threads, kept, first->x, kept->r, J);
    free(J);
}

/* Several starts, the promising ones followed for some iterations. */
static int scout(StnFitter *fitter, double tolerance, const double *x, StnFitEnd *start)
{
    int wanted =
        fitter->def->starts < STN_FIT_STARTS_MAX ? fitter->def->starts : STN_FIT_STARTS_MAX;
    int count = 1 + CANDIDATES_PER_START * (wanted - 1 - fitter->nested);
    for (int k = 0; k < count; k++) {
        if (k == 0)
            memcpy(start[k].x, x, (size_t)fitter->map.nx * sizeof *x);
        else
            candidate(fitter, x, k, start[k].x);
        start[k].cost = NAN;
    }
    progress_part(fitter, 0.0, 0.1);
    take_batch(fitter, start, count, 0, 0.0);
    qsort(start + 1, (size_t)count - 1, sizeof *start, by_cost); /* the caller's own start stays */
    for (int k = 0; k < fitter->nested; k++)
        memcpy(start[wanted - 1 - k].x, fitter->nested_x[k], sizeof fitter->nested_x[k]);
    begin_slopes(fitter, &start[0]);
    progress_part(fitter, 0.1, 0.6);
    take_batch(fitter, start, wanted, FIRST_ITERATIONS, tolerance);
    return wanted;
}

/* All starts; the best of them into *end. */
static void take_starts(StnFitter *fitter, double tolerance, StnFitEnd *start, StnFitEnd *end,
                        StnFitResult *result)
{
    int best = 0;
    result->nstart = scout(fitter, tolerance, end->x, start);
    for (int i = 0; i < result->nstart; i++) {
        result->start_cost[i] = start[i].cost;
        memcpy(fitter->start_x[i], start[i].x, sizeof start[i].x);
        memcpy(fitter->start_left[i], start[i].left, sizeof start[i].left);
        best = by_cost(&start[i], &start[best]) < 0 ? i : best;
    }
    if (!isnan(start[best].cost))
        *end = start[best];
    fitter->best_start = best;
}

/* To the end: the search, and what is linear once more, from which it may go on.  Where the start that is followed was
 * followed as far already, there is nothing to do. */
static void descend(StnFitter *fitter, double tolerance, StnFitEnd *end)
{
    const StnFitDescent how = {.threads = fitter->threads,
                               .iterations = fitter->def->iterations,
                               .tolerance = tolerance,
                               .kept = &fitter->kept};
    if (!(end->converged && tolerance >= STN_FIT_LOOSE))
        stn_fit_local(fitter, &how, end);
    if (fitter->nlinear == 0 || isnan(end->cost))
        return;
    const double before = end->cost;
    end->cost = stn_fit_project(fitter, end->x);
    note_best(fitter, end->x, end->cost, NULL);
    if (end->cost < before * (1.0 - 1e-6))
        stn_fit_local(fitter, &how, end);
    else
        stn_fit_look(fitter, INFINITY, end);
}

StnStatus stn_fit_search(StnFitter *fitter, double tolerance, double *x, StnFitResult *result,
                         StnError *error)
{
    const bool several = fitter->def->starts > 1;
    int room = 1 + CANDIDATES_PER_START * STN_FIT_STARTS_MAX;
    StnFitEnd *start = calloc((size_t)room, sizeof *start), end = {.cost = NAN};
    if (!start)
        return stn_out_of_memory(error);
    memcpy(end.x, x, (size_t)fitter->map.nx * sizeof *x);
    result->nstart = 1;
    stn_fit_set_coarse(fitter, several || tolerance >= STN_FIT_LOOSE);
    if (several)
        take_starts(fitter, fmax(tolerance, STN_FIT_LOOSE), start, &end, result);
    else if (fitter->nlinear > 0)
        stn_fit_project(fitter, end.x);
    free(start);
    progress_part(fitter, several ? 0.6 : 0.0, 0.9);
    if (tolerance < STN_FIT_LOOSE)
        stn_fit_set_coarse(fitter, false);
    if (!atomic_load(&fitter->stop))
        descend(fitter, tolerance, &end);
    if (fitter->best_cost < INFINITY && !(end.cost <= fitter->best_cost)) {
        memcpy(end.x, fitter->best_x, sizeof end.x);
        stn_fit_look(fitter, INFINITY, &end);
    }
    memcpy(x, end.x, (size_t)fitter->map.nx * sizeof *x);
    result->start_cost[fitter->best_start] = end.cost;
    memcpy(fitter->start_x[fitter->best_start], end.x, sizeof end.x);
    memcpy(fitter->start_left[fitter->best_start], end.left, sizeof end.left);
    if (atomic_load(&fitter->stop))
        return stn_error(error, STN_CANCELLED, "interrupted; the best so far is kept");
    return STN_OK;
}

#else

void stn_fit_local(StnFitter *fitter, const StnFitDescent *how, StnFitEnd *end)
{
    (void)fitter, (void)how;
    end->cost = NAN;
}

void stn_fit_look(StnFitter *fitter, double below, StnFitEnd *end)
{
    (void)fitter, (void)below;
    end->cost = NAN;
}

StnStatus stn_fit_search(StnFitter *fitter, double tolerance, double *x, StnFitResult *result,
                         StnError *error)
{
    (void)fitter, (void)tolerance, (void)x, (void)result;
    return stn_error(error, STN_UNAVAILABLE, "this build has no cminpack: fits are off");
}

#endif
