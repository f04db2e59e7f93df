/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Output-error fits: prepare, search, judge. */
#define _POSIX_C_SOURCE 200809L
#include "identify/fit_colour.h"
#include "identify/fit_internal.h"
#include "threads/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REWEIGHTS = 3, PARTS_MOST = 64 };

#define REWEIGHT_ENOUGH 0.02 /* relative change of a sigma */
#define AS_GOOD 1.03         /* cost, relative to the best */
#define ELSEWHERE 0.1        /* in a coordinate, relative to it where it is above 1 */
#define PARTS_ENOUGH 3e-5    /* relative change of the force when steps are halved */

void stn_rows_mark(const double *t, size_t rows, double from, double to, int mark,
                   unsigned char *use)
{
    for (size_t i = 0; i < rows; i++)
        if (t[i] >= from && t[i] < to)
            use[i] = (unsigned char)mark;
}

bool stn_fit_has_mass(const StnFitDef *def)
{
    bool has = !isnan(def->m);
    for (int i = 0; i < def->nfree; i++)
        has = has || strcmp(def->free[i].path, "m") == 0;
    return has && def->run[0].a;
}

void stn_fit_mark_known(const StnFitDef *def, const StnCandidate *candidate, int ncandidate,
                        unsigned char *use, StnRemarks *remarks)
{
    const StnFitRun *run = &def->run[0];
    const bool mass = stn_fit_has_mass(def);
    size_t slow = 0, ends = 0;
    bool states = run->def.site[0].law->nstate > 0 && ncandidate == 0;
    if (run->box > 0)
        return; /* windows have left out what they could not use */
    for (int i = 0; i < ncandidate; i++)
        states = states || candidate[i].law->nstate > 0;
    for (size_t i = 0; i < run->rows; i++) {
        const bool end = mass && isnan(run->a[i]);
        const bool still = run->v && run->v[i] == 0.0 && !(states && run->x);
        if (end || still)
            use[i] = STN_ROW_OUT;
        ends += end, slow += still && !end;
    }
    if (slow > 0)
        stn_remark(remarks,
                   "%zu rows are left out: the motion is too slow there for its direction to be "
                   "certain.",
                   slow);
    if (ends > 0)
        stn_remark(remarks,
                   "%zu rows at the ends are left out: the filtered acceleration is not known "
                   "there.",
                   ends);
}

static StnStatus check_def(const StnFitDef *def, StnError *error)
{
    if (def->starts < 1 || def->starts > STN_FIT_STARTS_MAX)
        return stn_error(error, STN_BAD_INPUT, "starts = %d: 1 ... %d are possible", def->starts,
                         STN_FIT_STARTS_MAX);
    if (!(def->spread > 1.0) || !isfinite(def->spread))
        return stn_error(error, STN_BAD_INPUT, "spread = %g must be above 1", def->spread);
    if (def->iterations < 1 || !(def->tolerance > 0.0) || def->evaluations < 10)
        return stn_error(error, STN_BAD_INPUT,
                         "iterations, tolerance and evaluations must be positive (evaluations at "
                         "least 10)");
    return STN_OK;
}

StnStatus stn_fit_begin(StnFitter *fitter, const StnFitDef *def, double *x, StnError *error)
{
    double q[STN_FREE_MAX];
    memset(fitter, 0, sizeof *fitter);
    fitter->def = def;
    fitter->best_cost = INFINITY;
    fitter->fraction_to = 1.0;
    stn_lock_init(&fitter->lock);
    fitter->threads = stn_pool_threads(def->threads);
    StnStatus status = check_def(def, error);
    if (!status)
        status = stn_fit_prepare(fitter, error);
    for (int i = 0; i < fitter->map.nq; i++)
        q[i] = fitter->map.param[i].start;
    stn_fit_to_x(&fitter->map, q, x);
    return status;
}

void stn_fit_end(StnFitter *fitter)
{
    stn_fit_kept_free(&fitter->kept);
    stn_fit_best_free(fitter);
    stn_fit_colour_free(fitter);
    stn_fit_unshift(fitter);
    stn_fit_release(fitter);
    stn_lock_free(&fitter->lock);
}

/* The cost at x, with the reason where there is none. */
static StnStatus cost_at(StnFitter *fitter, const double *x, double *cost, StnError *error)
{
    StnFitWorkspace workspace;
    StnError why = {.status = STN_OK};
    double *r = malloc((fitter->nresidual + 1) * sizeof *r);
    StnStatus status = STN_OK;
    if (!stn_fit_workspace(fitter, &workspace) || !r)
        status = stn_out_of_memory(error);
    else if (stn_fit_residual(fitter, &workspace, x, r, &why)) {
        *cost = stn_fit_cost(fitter, r);
        stn_fit_keep_best(fitter, x, &workspace);
    } else
        status = stn_error(error, why.status ? why.status : STN_FAILED,
                           "the model cannot be simulated with the start values: %s", why.text);
    stn_fit_workspace_free(&workspace);
    free(r);
    return status;
}

bool stn_fit_choose_parts(StnFitter *fitter, const double *x)
{
    StnFitWorkspace workspace;
    double q[STN_FREE_MAX];
    bool changed = false;
    if (!stn_fit_workspace(fitter, &workspace))
        return false;
    stn_fit_to_q(&fitter->map, x, q);
    for (int k = 0; k < fitter->nrun; k++) {
        StnFitInside *inside = &fitter->run[k];
        size_t rows = inside->last_fitted > 0 ? inside->last_fitted : inside->last_used;
        const int before = inside->parts;
        double *a = malloc(2 * rows * sizeof *a), *b = a ? a + rows : NULL;
        double change = INFINITY;
        if (!a)
            atomic_store(&fitter->memory_out, true);
        while (a && inside->run->x && inside->parts < PARTS_MOST && change > PARTS_ENOUGH) {
            double sum = 0.0, size = 0.0;
            if (stn_fit_simulate(fitter, &workspace, k, q, rows, &a, NULL))
                break;
            inside->parts *= 2;
            if (stn_fit_simulate(fitter, &workspace, k, q, rows, &b, NULL))
                break;
            for (size_t i = 0; i < rows; i++)
                sum += (a[i] - b[i]) * (a[i] - b[i]), size += b[i] * b[i];
            change = sqrt(sum / size);
            if (change <= PARTS_ENOUGH)
                inside->parts /= 2;
        }
        free(a);
        changed = changed || inside->parts != before;
    }
    stn_fit_workspace_free(&workspace);
    return changed;
}

static void take_end(StnFitter *fitter, const StnFitEnd *end, StnFitResult *result)
{
    result->start_cost[fitter->best_start] = end->cost;
    memcpy(fitter->start_x[fitter->best_start], end->x, sizeof end->x);
    memcpy(fitter->start_left[fitter->best_start], end->left, sizeof end->left);
}

/* From x to the end, with weights that changed: costs from before are not comparable, and the starts are ranked again. */
static StnStatus go_on(StnFitter *fitter, double tolerance, double *x, StnFitResult *result,
                       StnError *error)
{
    const StnFitDescent how = {.threads = fitter->threads,
                               .iterations = fitter->def->iterations,
                               .tolerance = tolerance,
                               .kept = &fitter->kept};
    StnFitEnd end = {.cost = NAN};
    memcpy(end.x, x, (size_t)fitter->map.nx * sizeof *x);
    fitter->best_cost = INFINITY;
    stn_fit_local(fitter, &how, &end);
    if (isnan(end.cost) && fitter->best_cost < INFINITY) {
        memcpy(end.x, fitter->best_x, sizeof end.x);
        stn_fit_look(fitter, INFINITY, &end);
    }
    memcpy(x, end.x, (size_t)fitter->map.nx * sizeof *x);
    for (int i = 0; i < result->nstart; i++)
        if (!isnan(result->start_cost[i]))
            result->start_cost[i] = stn_fit_squares_cost(fitter, fitter->start_left[i]);
    take_end(fitter, &end, result);
    if (atomic_load(&fitter->stop))
        return stn_error(error, STN_CANCELLED, "interrupted; the best so far is kept");
    return STN_OK;
}

/* What all starts left of all runs, where only a few were searched: the best of them goes on, or, should none be better,
 * the place where the search began. */
static StnStatus take_all_runs(StnFitter *fitter, const double *begin, double *x,
                               StnFitResult *result, StnError *error)
{
    StnFitEnd end = {.cost = NAN};
    double best = INFINITY;
    stn_fit_take_all(fitter);
    memcpy(fitter->start_few, result->start_cost, sizeof fitter->start_few);
    for (int i = 0; i < result->nstart && !atomic_load(&fitter->stop); i++) {
        if (isnan(result->start_cost[i]))
            continue;
        memcpy(end.x, fitter->start_x[i], sizeof end.x);
        stn_fit_look(fitter, best, &end);
        result->start_cost[i] = end.cost;
        memcpy(fitter->start_left[i], end.left, sizeof end.left);
        if (end.cost < best)
            best = end.cost, fitter->best_start = i;
    }
    memcpy(x, fitter->start_x[fitter->best_start], (size_t)fitter->map.nx * sizeof *x);
    if (!(best < result->cost_start)) {
        memcpy(x, begin, (size_t)fitter->map.nx * sizeof *x);
        memcpy(end.x, begin, (size_t)fitter->map.nx * sizeof *x);
        stn_fit_look(fitter, INFINITY, &end);
        take_end(fitter, &end, result);
    }
    if (atomic_load(&fitter->stop))
        return stn_error(error, STN_CANCELLED, "interrupted; the best so far is kept");
    return STN_OK;
}

/* The best start that ended elsewhere than the one that was followed, and about as well; -1: none. */
static int find_another(const StnFitter *fitter, const double *x, const StnFitResult *result)
{
    const int best = fitter->best_start;
    int other = -1;
    for (int i = 0; i < result->nstart; i++) {
        double apart = 0.0;
        for (int j = 0; j < fitter->map.nx; j++)
            apart = fmax(apart, fabs(fitter->start_x[i][j] - x[j]) / fmax(1.0, fabs(x[j])));
        if (i != best && apart > ELSEWHERE &&
            result->start_cost[i] <= AS_GOOD * result->start_cost[best] &&
            (other < 0 || result->start_cost[i] < result->start_cost[other]))
            other = i;
    }
    return other;
}

/* Minima of a few runs that differ by little may change places with all of them: a second one is followed, too. */
static StnStatus try_another(StnFitter *fitter, double tolerance, double *x, StnFitResult *result,
                             StnError *error)
{
    const int best = fitter->best_start, other = find_another(fitter, x, result);
    StnStatus status = STN_OK;
    if (other < 0)
        return STN_OK;
    const double before = result->start_cost[best];
    double second[STN_FREE_MAX];
    memcpy(second, fitter->start_x[other], sizeof second);
    fitter->best_start = other;
    status = go_on(fitter, tolerance, second, result, error);
    if (result->start_cost[other] < before)
        memcpy(x, second, (size_t)fitter->map.nx * sizeof *x);
    else
        fitter->best_start = best;
    return status;
}

/* All starts, with a few of many runs, and to the end with all. */
static StnStatus find_minimum(StnFitter *fitter, double tolerance, double *x, StnFitResult *result,
                              StnError *error)
{
    double begin[STN_FREE_MAX];
    memcpy(begin, x, sizeof begin);
    const size_t few = stn_fit_set_aside(fitter);
    /* the minimum of so many residuals is that of all to about this part of the cost */
    const double chance = few > 0 ? fmax(STN_FIT_LOOSE, fitter->map.nx / (double)few) : 0.0;
    StnStatus status = stn_fit_search(fitter, fmax(tolerance, chance), x, result, error);
    if (few == 0)
        return status;
    if (status || fitter->rough) {
        stn_fit_take_all(fitter);
        for (int i = 0; i < result->nstart; i++) /* those are of a few runs */
            result->start_cost[i] = NAN;
        return status;
    }
    status = take_all_runs(fitter, begin, x, result, error);
    if (stn_fit_weighs(fitter))
        stn_fit_reweigh(fitter, fitter->start_left[fitter->best_start]);
    if (tolerance < STN_FIT_LOOSE)
        stn_fit_set_coarse(fitter, false);
    if (!status)
        status = go_on(fitter, tolerance, x, result, error);
    if (!status)
        status = try_another(fitter, tolerance, x, result, error);
    return status;
}

/* With a few of many runs all starts were searched with these: how they compare there is how they compare. */
static void rank_starts(const StnFitter *fitter, StnFitResult *result)
{
    const int best = fitter->best_start;
    for (int i = 0; i < result->nstart; i++)
        if (i != best && fitter->start_few[best] > 0.0 && !isnan(result->start_cost[i]))
            result->start_cost[i] =
                result->start_cost[best] * fitter->start_few[i] / fitter->start_few[best];
}

StnStatus stn_fit_all_starts(StnFitter *fitter, double *x, StnFitResult *result, StnError *error)
{
    const StnFitRun *run = &fitter->def->run[0];
    const bool weighs = stn_fit_weighs(fitter) && !fitter->rough;
    const double tolerance = fitter->def->tolerance;
    StnStatus status = STN_OK;
    if (run->target == STN_FIT_TARGET_CYCLES)
        return stn_fit_cycle_search(fitter, x, result, error);
    stn_fit_choose_parts(fitter, x);
    if (run->x || run->v) /* a plant is seldom linear in anything, and its runs are long */
        stn_fit_find_linear(fitter, x);
    if (fitter->def->starts > 1)
        status = stn_fit_find_nested(fitter, error);
    if (!status)
        status = find_minimum(fitter, weighs ? fmax(tolerance, STN_FIT_LOOSE) : tolerance, x,
                              result, error);
    if (!status && stn_fit_choose_parts(fitter, x)) {
        fitter->kept.known = fitter->kept.seen = false;
        status = go_on(fitter, tolerance, x, result, error);
    }
    stn_fit_set_coarse(fitter, false);
    for (int k = 0; !status && weighs && k < REWEIGHTS; k++) {
        const double change = stn_fit_reweigh(fitter, fitter->start_left[fitter->best_start]);
        if (change < REWEIGHT_ENOUGH && k > 0)
            break;
        status = go_on(fitter, tolerance, x, result, error);
    }
    if (!status)
        rank_starts(fitter, result);
    if (!status && !fitter->rough)
        status = stn_fit_weigh_inputs(fitter, tolerance, x, result, error);
    return status;
}

static double seconds_since(const struct timespec *start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + 1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

/* What was judged of a fit that is ended there: not the way to it. */
static void forget(StnFitResult *result)
{
    double start_cost[STN_FIT_STARTS_MAX];
    const double cost = result->cost_start;
    const int nstart = result->nstart;
    const bool judged = result->judged;
    memcpy(start_cost, result->start_cost, sizeof start_cost);
    stn_fit_result_free(result);
    memset(result, 0, sizeof *result);
    result->judged = judged;
    result->cost_start = cost;
    result->nstart = nstart;
    memcpy(result->start_cost, start_cost, sizeof start_cost);
}

static StnStatus judge(StnFitter *fitter, const double *x, bool searched, StnFitResult *result,
                       StnError *error)
{
    const bool rows = fitter->def->run[0].target == STN_FIT_TARGET_ROWS;
    StnStatus status = STN_OK;
    if (!atomic_load(&fitter->stop))
        status = stn_fit_judge(fitter, x, searched && rows && fitter->map.nx > 0, result, error);
    if (!atomic_load(&fitter->stop))
        return status;
    forget(result);
    status = stn_fit_judge_best(fitter, x, result, error);
    return status ? status
                  : stn_error(error, STN_CANCELLED, "interrupted; the best so far is kept");
}

static StnStatus fit(const StnFitDef *def, bool searches, StnFitResult *result, StnError *error)
{
    struct timespec start;
    StnFitter *fitter = malloc(sizeof *fitter);
    double x[STN_FREE_MAX] = {0};
    clock_gettime(CLOCK_MONOTONIC, &start);
    memset(result, 0, sizeof *result);
    if (!fitter)
        return stn_out_of_memory(error);
    result->judged = !searches;
    StnStatus status = stn_fit_begin(fitter, def, x, error), searched = STN_OK;
    if (!status && searches && fitter->map.nq == 0)
        status = stn_error(error, STN_BAD_INPUT, "no parameter is free");
    if (!status)
        status = cost_at(fitter, x, &result->cost_start, error);
    if (!status && searches)
        searched = status = stn_fit_all_starts(fitter, x, result, error);
    else if (!status)
        stn_fit_choose_parts(fitter, x);
    if (!status || status == STN_CANCELLED)
        status = judge(fitter, x, searched == STN_OK, result, error);
    if (atomic_load(&fitter->memory_out)) {
        stn_fit_result_free(result);
        status = stn_out_of_memory(error);
    }
    result->simulations = atomic_load(&fitter->simulations);
    result->iterations = atomic_load(&fitter->iterations);
    result->seconds = seconds_since(&start);
    stn_fit_end(fitter);
    free(fitter);
    return status ? status : searched;
}

StnStatus stn_fit(const StnFitDef *def, StnFitResult *result, StnError *error)
{
    return fit(def, true, result, error);
}

StnStatus stn_fit_evaluate(const StnFitDef *def, StnFitResult *result, StnError *error)
{
    return fit(def, false, result, error);
}

void stn_fit_result_free(StnFitResult *result)
{
    for (int k = 0; k < STN_FIT_RUNS_MAX; k++)
        for (int s = 0; s < STN_FIT_SIGNALS_MAX; s++) {
            free(result->model[k][s]);
            result->model[k][s] = NULL;
        }
}
