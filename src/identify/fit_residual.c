/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Residuals, and their slopes by perturbed simulations on threads.
 *
 * Differences across events.  Position, velocity, spring and controller forces pass a stick-slip switch
 * without a jump, so that a row's derivative exists although the switch moves; the engine places events to
 * 1e-9, far below what a step changes.  What jumps there (the friction force itself, a quantised sensor
 * in the loop) has no derivative in single rows, only on average.  So a step is chosen by what it does,
 * not by a rule for rounding: it changes the residuals by some thousandths of their size, which moves
 * switches by a visible part of a sample.  The last slopes, from which intervals come, are taken on
 * both sides, and where the two disagree (jumps) the step grows until they agree. */
#include "identify/fit_colour.h"
#include "identify/fit_internal.h"
#include "threads/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 6, GROWTHS = 3 };

#define FIRST_STEP 1e-4
#define STEP_LEAST 1e-8
#define STEP_MOST 0.1
#define EFFECT_BAND 30.0  /* a step may do so many times more or less than wanted */
#define EFFECT_NOISE 1e-7 /* of the longest step: rounding, not a slope */
#define QUIET 1e-3        /* residuals count as at least this part of the signals */
#define KINK 0.2          /* disagreement of the two sides that asks for a longer step */

/* ---- Memory ---- */

bool stn_fit_workspace(StnFitter *fitter, StnFitWorkspace *workspace)
{
    size_t bytes = 16, longest = 0, windows = 0;
    memset(workspace, 0, sizeof *workspace);
    for (int r = 0; r < fitter->nrun; r++) {
        const size_t rows = fitter->def->drift ? fitter->def->run[r].rows : 0;
        windows += fitter->def->run[r].box > 0 ? 3 * fitter->def->run[r].rows + 4 : 0;
        bytes += stn_fit_room(&fitter->run[r], NULL, &workspace->room[r]);
        longest = rows > longest ? rows : longest;
    }
    if (fitter->def->drift)
        bytes += stn_fit_room(&fitter->run[0], NULL, &workspace->other);
    char *at = workspace->memory =
        malloc(bytes + (fitter->rows + longest + windows) * sizeof(double));
    if (!at) {
        atomic_store(&fitter->memory_out, true);
        return false;
    }
    for (int r = 0; r < fitter->nrun; r++)
        at += stn_fit_room(&fitter->run[r], at, &workspace->room[r]);
    if (fitter->def->drift)
        at += stn_fit_room(&fitter->run[0], at, &workspace->other);
    double *model = (double *)at;
    for (int r = 0; r < fitter->nrun; r++)
        for (int s = 0; s < fitter->def->run[r].nsignal; s++) {
            workspace->model[r][s] = model;
            model += fitter->def->run[r].rows;
        }
    workspace->drifted = model;
    workspace->whole = model + longest;
    return true;
}

void stn_fit_workspace_free(StnFitWorkspace *workspace)
{
    free(workspace->memory);
    memset(workspace, 0, sizeof *workspace);
}

/* ---- Residuals ---- */

static void run_residuals(const StnFitInside *inside, double *const *model, double *r)
{
    const StnFitRun *run = inside->run;
    for (int s = 0; s < run->nsignal; s++) {
        double weight = 1.0 / inside->sigma[s];
        for (size_t i = 0; i < inside->last_fitted; i++)
            if (!run->use || run->use[i] == STN_ROW_FIT)
                *r++ = (model[s][i] - run->signal[s].value[i]) * weight;
    }
}

static bool cycle_residuals(StnFitter *fitter, const StnFitInside *inside, const double *model,
                            double *r, StnError *error)
{
    StnCycles cycles;
    const StnStatus status =
        stn_cycles_measure(inside->run->t, model, inside->last_fitted, &cycles, error);
    if (status == STN_NO_MEMORY)
        atomic_store(&fitter->memory_out, true);
    if (status)
        return false;
    stn_fit_cycle_residuals(&inside->measured, &cycles, r);
    return true;
}

static bool residuals_of(StnFitter *fitter, const StnFitInside *inside, double *const *model,
                         double *r, StnError *error)
{
    if (inside->run->target == STN_FIT_TARGET_CYCLES)
        return cycle_residuals(fitter, inside, model[0], r, error);
    run_residuals(inside, model, r);
    return true;
}

/* Runs that are fitted, to the last row that is; all: every run, to the last row that is used. */
static bool simulate_runs(StnFitter *fitter, StnFitWorkspace *workspace, const double *x, bool all,
                          double *r, StnError *error)
{
    double inside_x[STN_FREE_MAX], q[STN_FREE_MAX];
    memcpy(inside_x, x, (size_t)fitter->map.nx * sizeof *x);
    stn_fit_inside(&fitter->map, inside_x);
    stn_fit_to_q(&fitter->map, inside_x, q);
    for (int k = 0; k < fitter->nrun; k++) {
        const StnFitInside *inside = &fitter->run[k];
        double *own = r + inside->first_residual, *const *model = workspace->model[k];
        if (inside->aside)
            memset(own, 0, inside->nfit * (size_t)inside->run->nsignal * sizeof *own);
        if (inside->aside || (!all && inside->nfit == 0))
            continue; /* the whole run is held out */
        if (stn_fit_simulate(fitter, workspace, k, q, all ? inside->last_used : inside->last_fitted,
                             workspace->model[k], error))
            return false;
        if (!residuals_of(fitter, inside, model, own, error))
            return false;
    }
    return true;
}

bool stn_fit_residual(StnFitter *fitter, StnFitWorkspace *workspace, const double *x, double *r,
                      StnError *error)
{
    if (!simulate_runs(fitter, workspace, x, false, r, error))
        return false;
    stn_fit_weigh(fitter, r);
    return true;
}

bool stn_fit_residual_used(StnFitter *fitter, StnFitWorkspace *workspace, const double *x,
                           double *r, StnError *error)
{
    return simulate_runs(fitter, workspace, x, true, r, error);
}

bool stn_fit_best_residual(StnFitter *fitter, StnFitWorkspace *workspace, double *r,
                           StnError *error)
{
    memset(r, 0, fitter->nresidual * sizeof *r);
    stn_fit_recall_best(fitter, workspace);
    for (int k = 0; k < fitter->nrun; k++)
        if (fitter->best.rows[k] > 0 && !residuals_of(fitter, &fitter->run[k], workspace->model[k],
                                                      r + fitter->run[k].first_residual, error))
            return false;
    return true;
}

double stn_fit_cost(const StnFitter *fitter, const double *r)
{
    double sum = 0.0;
    for (size_t i = 0; i < fitter->nresidual; i++)
        sum += r[i] * r[i];
    return sum;
}

/* ---- Slopes ---- */

typedef struct {
    StnFitter *fitter;
    const double *x, *r;
    double *J, *kink; /* kink NULL: from one side */
    StnFitKept *kept;
    bool near;        /* that has one side already */
    double reference; /* size of the residuals */
} Task;

double stn_fit_reference(const StnFitter *fitter, const double *r)
{
    double signals = 0.0;
    for (int k = 0; k < fitter->nrun; k++)
        for (int s = 0; s < fitter->run[k].run->nsignal && !fitter->run[k].aside; s++) {
            double size = fitter->run[k].size[s] / fitter->run[k].sigma[s];
            signals += (double)fitter->run[k].nfit * size * size;
        }
    /* weighed residuals are small, and bend where large ones that they are made of do not */
    const bool weighed = fitter->colour.mode == STN_FIT_COLOUR_WEIGHED;
    return fmax(sqrt(stn_fit_cost(fitter, r)), weighed ? 0.0 : QUIET * sqrt(signals));
}

/* r(x + h*e_j) - r into d; its size, NaN where it cannot be simulated. */
static double difference(const Task *task, StnFitWorkspace *workspace, int j, double h, double *d)
{
    double x[STN_FREE_MAX], sum = 0.0;
    memcpy(x, task->x, (size_t)task->fitter->map.nx * sizeof *x);
    x[j] += h;
    if (!stn_fit_residual(task->fitter, workspace, x, d, NULL))
        return NAN;
    for (size_t i = 0; i < task->fitter->nresidual; i++) {
        d[i] -= task->r[i];
        sum += d[i] * d[i];
    }
    return sqrt(sum);
}

/* Is there room for a step of h on this side? */
static bool has_room(const Task *task, int j, double h)
{
    double x[STN_FREE_MAX];
    memcpy(x, task->x, (size_t)task->fitter->map.nx * sizeof *x);
    stn_fit_inside(&task->fitter->map, x);
    double before = x[j];
    x[j] += h;
    stn_fit_inside(&task->fitter->map, x);
    return fabs(x[j] - before - h) < 1e-6 * fabs(h);
}

static double bounded(double h) { return fmin(fmax(h, STEP_LEAST), STEP_MOST); }

/* Forward difference into column j, with a step that has the effect wanted; the step, signed. */
static double forward(const Task *task, StnFitWorkspace *workspace, int j, double *column)
{
    double *step = &task->kept->step[j], h = *step > 0.0 ? *step : FIRST_STEP, sign = 1.0;
    double scale = fmax(1.0, fabs(task->x[j]));
    for (int k = 0; k < TRIES; k++) {
        sign = has_room(task, j, h * scale) ? 1.0 : -1.0;
        double size = difference(task, workspace, j, sign * h * scale, column);
        if (isnan(size)) {
            sign = -sign;
            size = difference(task, workspace, j, sign * h * scale, column);
        }
        double effect = size / task->reference;
        if (isnan(effect)) {
            h = bounded(0.1 * h);
            continue;
        }
        double better = bounded(h * fmin(fmax(STN_FIT_EFFECT / fmax(effect, 1e-12), 1e-3), 1e3));
        bool fits =
            (effect * EFFECT_BAND >= STN_FIT_EFFECT && effect <= EFFECT_BAND * STN_FIT_EFFECT) ||
            better == h || k + 1 == TRIES;
        *step = better; /* the next difference starts with it */
        if (effect < EFFECT_NOISE && h >= STEP_MOST)
            memset(column, 0, task->fitter->nresidual * sizeof *column);
        if (fits)
            return sign * h * scale;
        h = better;
    }
    memset(column, 0, task->fitter->nresidual * sizeof *column);
    return sign * h * scale;
}

/* Both sides; the column is the mean slope.  `plus`: how large the difference is that the column has already of this
 * step, 0: none.  Returns their disagreement, NaN when one side is closed. */
static double two_sides(const Task *task, StnFitWorkspace *workspace, int j, double h, double plus,
                        double *column, double *other)
{
    size_t n = task->fitter->nresidual;
    if (plus == 0.0)
        plus = difference(task, workspace, j, h, column);
    double minus = difference(task, workspace, j, -h, other), sum = 0.0;
    if (isnan(plus) || isnan(minus) || !has_room(task, j, h) || !has_room(task, j, -h))
        return NAN;
    for (size_t i = 0; i < n; i++) {
        double both = column[i] + other[i];
        sum += both * both;
        column[i] = (column[i] - other[i]) / (2.0 * h);
    }
    return plus + minus > 0.0 ? sqrt(sum) / (plus + minus) : 0.0;
}

/* Beyond its bound a coordinate changes nothing. */
static bool outside(const Task *task, int j)
{
    double x[STN_FREE_MAX];
    memcpy(x, task->x, (size_t)task->fitter->map.nx * sizeof *x);
    stn_fit_inside(&task->fitter->map, x);
    return x[j] != task->x[j];
}

static void column_of(Task *task, StnFitWorkspace *workspace, int j, double *scratch)
{
    size_t n = task->fitter->nresidual;
    double *column = task->J + (size_t)j * n;
    task->kept->h[j] = task->near ? task->kept->h[j] : 0.0;
    if (outside(task, j)) {
        memset(column, 0, n * sizeof *column);
        return;
    }
    double h = task->near ? task->kept->h[j] : 0.0, kink = NAN;
    for (size_t i = 0; h != 0.0 && i < n; i++)
        column[i] = h * task->kept->J[(size_t)j * n + i];
    h = h != 0.0 ? h : forward(task, workspace, j, column);
    if (!task->kink) {
        task->kept->h[j] = h;
        for (size_t i = 0; i < n; i++)
            column[i] /= h;
        return;
    }
    double plus = h > 0.0 ? sqrt(stn_fit_cost(task->fitter, column)) : 0.0;
    h = fabs(h);
    task->kink[j] = 0.0;
    for (int k = 0; k <= GROWTHS; k++, plus = 0.0) {
        kink = two_sides(task, workspace, j, h, plus, column, scratch);
        if (!isnan(kink))
            task->kink[j] = kink;
        if (isnan(kink) || kink < KINK || task->fitter->colour.mode == STN_FIT_COLOUR_WEIGHED)
            break; /* weighed: it is the bend, not a jump */
        h *= 4.0;
    }
    if (isnan(kink)) { /* only one side is open; what was seen of roughness stays */
        h = forward(task, workspace, j, column);
        for (size_t i = 0; i < n; i++)
            column[i] /= h;
    }
}

static StnStatus column_job(StnPool *pool, int j, void *user, StnError *error)
{
    Task *task = user;
    StnFitWorkspace workspace;
    (void)pool;
    double *scratch = malloc((task->fitter->nresidual + 1) * sizeof *scratch);
    if (!scratch)
        atomic_store(&task->fitter->memory_out, true);
    const bool room = stn_fit_workspace(task->fitter, &workspace) && scratch;
    if (room)
        column_of(task, &workspace, j, scratch);
    stn_fit_workspace_free(&workspace);
    free(scratch);
    if (!room)
        return stn_out_of_memory(error);
    return atomic_load(&task->fitter->stop) ? STN_CANCELLED : STN_OK;
}

bool stn_fit_jacobian_both(StnFitter *fitter, int threads, const double *x, const double *r,
                           double *J, StnFitKept *kept, bool near, double *kink)
{
    Task task = {.fitter = fitter,
                 .x = x,
                 .r = r,
                 .J = J,
                 .kept = kept,
                 .near = near,
                 .kink = kink,
                 .reference = stn_fit_reference(fitter, r)};
    const StnPoolDef pool = {
        .count = fitter->map.nx, .threads = threads, .job = column_job, .user = &task};
    return stn_pool_run(&pool, NULL) == STN_OK && !atomic_load(&fitter->stop);
}

bool stn_fit_jacobian(StnFitter *fitter, int threads, const double *x, const double *r, double *J,
                      StnFitKept *kept)
{
    return stn_fit_jacobian_both(fitter, threads, x, r, J, kept, false, NULL);
}
