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
 * its best (fit_linear.c); one is the optimum of a nested model (fit_nested.c).  Nothing depends on which thread
 * is first. */
#include "identify/fit_internal.h"
#include "threads/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(STN_HAVE_CMINPACK) && STN_HAVE_CMINPACK

#include <cminpack.h>

enum { ROUNDS = 4, CANDIDATES_PER_START = 6, FIRST_ITERATIONS = 12 };
/* First step, relative to x: longer ones leap into minima where a static level has vanished (8 of 80 searches
 * from 15 % off with 1, none with 0.1, which takes half as many iterations). */
#define FIRST_BOUND 0.1
#define FORBIDDEN 1e3 /* residuals, relative to the start's, where no model can be simulated */

/* ---- Progress and the best so far ---- */

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

static void note_best(StnFitter *fitter, const double *x, double cost)
{
    stn_lock_take(&fitter->lock);
    if (cost < fitter->best_cost) {
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
    double step[STN_FREE_MAX], forbidden;
    double share; /* of the progress per iteration */
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
    if (iflag == 2) {
        atomic_fetch_add(&fitter->iterations, 1);
        bool good = stn_fit_jacobian(fitter, search->threads, x, r, J, search->step, NULL);
        return good && stn_fit_progress(fitter, search->share) ? 0 : -1;
    }
    if (stn_fit_residual(fitter, &search->workspace, x, r, NULL)) {
        note_best(fitter, x, stn_fit_cost(fitter, r));
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
static double rounds(Search *search, Work *work, int iterations, double tolerance, double *x)
{
    StnFitter *fitter = search->fitter;
    int m = (int)fitter->nresidual, n = fitter->map.nx, nfev, njev;
    double cost = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        double before = cost;
        int info = lmder(evaluate, search, m, n, x, work->r, work->J, m, tolerance, tolerance, 0.0,
                         (iterations + 1) * 4, work->diag, 1, FIRST_BOUND, 0, &nfev, &njev,
                         work->pivot, work->qtf, work->wa1, work->wa2, work->wa3, work->wa4);
        uint32_t held = stn_fit_inside(&fitter->map, x);
        /* 0: lmder refused its arguments and searched nothing */
        if (info <= 0 || atomic_load(&fitter->stop))
            return NAN;
        if (!stn_fit_residual(fitter, &search->workspace, x, work->r, NULL))
            return NAN;
        cost = stn_fit_cost(fitter, work->r);
        if (round + 1 == ROUNDS || !held || !(cost < before * (1.0 - 1e-6)) ||
            !stn_fit_jacobian(fitter, search->threads, x, work->r, work->J, search->step, NULL) ||
            !wants_back(fitter, x, held, work->r, work->J))
            break;
        nudge(fitter, x, held);
    }
    return cost;
}

double stn_fit_local(StnFitter *fitter, int threads, int iterations, double tolerance, double *x)
{
    Search search = {.fitter = fitter, .threads = threads};
    Work work = {.r = NULL};
    double cost = NAN;
    search.share = (fitter->fraction_to - fitter->fraction_from) / (double)(iterations + 1);
    bool room = stn_fit_workspace(fitter, &search.workspace);
    if (room && work_new(&work, fitter) &&
        stn_fit_residual(fitter, &search.workspace, x, work.r, NULL)) {
        search.forbidden =
            FORBIDDEN * sqrt(stn_fit_cost(fitter, work.r) / (double)fitter->nresidual) + FORBIDDEN;
        cost = rounds(&search, &work, iterations, tolerance, x);
    }
    work_free(&work);
    stn_fit_workspace_free(&search.workspace);
    return cost;
}

/* ---- Starts ---- */

typedef struct {
    double x[STN_FREE_MAX], cost;
} Start;

typedef struct {
    StnFitter *fitter;
    Start *start;
    int count, threads, iterations; /* iterations 0: only the cost */
} Batch;

static double fraction_of(double v) { return v - floor(v); }

static double shift(uint64_t seed, int j)
{
    uint64_t z = seed * 0x9e3779b97f4a7c15u + (uint64_t)(j + 1) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
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

static void one_start(Batch *batch, Start *start)
{
    StnFitter *fitter = batch->fitter;
    if (batch->iterations > 0) {
        start->cost = stn_fit_local(fitter, batch->threads, batch->iterations, 1e-4, start->x);
        return;
    }
    start->cost = stn_fit_project(fitter, start->x);
    if (!isnan(start->cost))
        note_best(fitter, start->x, start->cost);
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
static void take_batch(StnFitter *fitter, Start *start, int count, int iterations)
{
    int outer = fitter->threads < count ? fitter->threads : count;
    Batch batch = {fitter, start, count, fitter->threads / (outer > 0 ? outer : 1), iterations};
    const StnPoolDef pool = {.count = count, .threads = outer, .job = start_job, .user = &batch};
    stn_pool_run(&pool, NULL);
}

static int by_cost(const void *a, const void *b)
{
    double p = ((const Start *)a)->cost, q = ((const Start *)b)->cost;
    if (isnan(p) || isnan(q))
        return isnan(p) - isnan(q);
    return (p > q) - (p < q);
}

static void progress_part(StnFitter *fitter, double from, double to)
{
    fitter->fraction_from = fitter->fraction = from;
    fitter->fraction_to = to;
}

/* Several starts, the promising ones followed for some iterations; the best comes first. */
static int scout(StnFitter *fitter, const double *x, Start *start)
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
    take_batch(fitter, start, count, 0);
    qsort(start + 1, (size_t)count - 1, sizeof *start, by_cost); /* the caller's own start stays */
    if (fitter->nested)
        memcpy(start[wanted - 1].x, fitter->nested_x, sizeof fitter->nested_x);
    progress_part(fitter, 0.1, 0.6);
    take_batch(fitter, start, wanted, FIRST_ITERATIONS);
    return wanted;
}

/* The best of the starts into x. */
static void take_starts(StnFitter *fitter, Start *start, double *x, StnFitResult *result)
{
    int best = 0;
    result->nstart = scout(fitter, x, start);
    for (int i = 0; i < result->nstart; i++) {
        result->start_cost[i] = start[i].cost;
        memcpy(fitter->start_x[i], start[i].x, sizeof start[i].x);
        best = by_cost(&start[i], &start[best]) < 0 ? i : best;
    }
    if (!isnan(start[best].cost))
        memcpy(x, start[best].x, sizeof start[best].x);
    fitter->best_start = best;
}

/* To the end: the search, and what is linear once more, from which it may go on. */
static double descend(StnFitter *fitter, double *x)
{
    const StnFitDef *def = fitter->def;
    double cost = stn_fit_local(fitter, fitter->threads, def->iterations, def->tolerance, x);
    if (fitter->nlinear == 0 || isnan(cost))
        return cost;
    const double projected = stn_fit_project(fitter, x);
    note_best(fitter, x, projected);
    return projected < cost * (1.0 - 1e-6)
               ? stn_fit_local(fitter, fitter->threads, def->iterations, def->tolerance, x)
               : projected;
}

StnStatus stn_fit_search(StnFitter *fitter, double *x, StnFitResult *result, StnError *error)
{
    const bool several = fitter->def->starts > 1;
    int room = 1 + CANDIDATES_PER_START * STN_FIT_STARTS_MAX;
    Start *start = calloc((size_t)room, sizeof *start);
    if (!start)
        return stn_out_of_memory(error);
    result->nstart = 1;
    if (several)
        take_starts(fitter, start, x, result);
    else if (fitter->nlinear > 0)
        stn_fit_project(fitter, x);
    free(start);
    progress_part(fitter, several ? 0.6 : 0.0, 0.9);
    double cost = atomic_load(&fitter->stop) ? NAN : descend(fitter, x);
    if (fitter->best_cost < INFINITY && !(cost <= fitter->best_cost)) {
        memcpy(x, fitter->best_x, (size_t)fitter->map.nx * sizeof *x);
        cost = fitter->best_cost;
    }
    result->start_cost[fitter->best_start] = cost;
    memcpy(fitter->start_x[fitter->best_start], x, (size_t)fitter->map.nx * sizeof *x);
    if (atomic_load(&fitter->stop))
        return stn_error(error, STN_CANCELLED, "interrupted; the best so far is kept");
    return STN_OK;
}

#else

double stn_fit_local(StnFitter *fitter, int threads, int iterations, double tolerance, double *x)
{
    (void)fitter, (void)threads, (void)iterations, (void)tolerance, (void)x;
    return NAN;
}

bool stn_fit_progress(StnFitter *fitter, double more)
{
    (void)fitter, (void)more;
    return true;
}

StnStatus stn_fit_search(StnFitter *fitter, double *x, StnFitResult *result, StnError *error)
{
    (void)fitter, (void)x, (void)result;
    return stn_error(error, STN_UNAVAILABLE, "this build has no cminpack: fits are off");
}

#endif
