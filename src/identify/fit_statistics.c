/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How good a fit is: scores and tests of the residuals.  Covariance and intervals: fit_covariance.c. */
#include "identify/fit_colour.h"
#include "identify/fit_internal.h"
#include "identify/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAGS = 20 };

#define WHITE 0.01

/* ---- Scores ---- */

/* The rows of a signal with this mark; they count in `pooled` as well. */
static StnScore score(const StnFitRun *run, const double *y, const double *model, int mark,
                      size_t rows, StnScoreSums *pooled)
{
    StnScoreSums sums = {.rows = 0};
    for (size_t i = 0; i < rows; i++)
        if ((run->use ? run->use[i] : STN_ROW_FIT) == mark) {
            stn_score_add(&sums, y[i], model[i]);
            stn_score_add(pooled, y[i], model[i]);
        }
    return stn_score_of(&sums);
}

/* ---- Residual tests ---- */

/* Probability that chi-square with so many degrees of freedom is larger: closed form for even ones. */
static double chi_square_even(double q, int freedom)
{
    double term = exp(-0.5 * q), sum = term;
    for (int k = 1; k < freedom / 2; k++) {
        term *= 0.5 * q / k;
        sum += term;
    }
    return fmin(sum, 1.0);
}

/* Share of the variance of e that a straight combination of the model and its slope explains. */
static double explained_by(const double *e, const double *model, size_t n)
{
    double m = 0.0, mm = 0.0, me = 0.0, dd = 0.0, de = 0.0, md = 0.0, ee = 0.0, bar = 0.0;
    for (size_t i = 0; i < n; i++)
        m += model[i], bar += e[i];
    m /= (double)n, bar /= (double)n;
    for (size_t i = 1; i + 1 < n; i++) {
        double a = model[i] - m, d = model[i + 1] - model[i - 1], r = e[i] - bar;
        mm += a * a, me += a * r, dd += d * d, de += d * r, md += a * d, ee += r * r;
    }
    double det = mm * dd - md * md;
    if (!(ee > 0.0) || !(det > 1e-12 * mm * dd))
        return 0.0;
    return fmax(0.0, (me * me * dd - 2.0 * me * de * md + de * de * mm) / det / ee);
}

/* Ljung and Box's test. */
static StnFitWhite test_white(const double *e, size_t n)
{
    StnFitWhite w = {.lag1 = NAN, .portmanteau = NAN};
    double bar = 0.0, zero = 0.0, q = 0.0;
    int lags = n / 5 < LAGS ? (int)(n / 10) * 2 : LAGS;
    if (lags < 2)
        return (StnFitWhite){NAN, NAN, NAN, true};
    for (size_t i = 0; i < n; i++)
        bar += e[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        zero += (e[i] - bar) * (e[i] - bar);
    for (int k = 1; k <= lags; k++) {
        double sum = 0.0;
        for (size_t i = (size_t)k; i < n; i++)
            sum += (e[i] - bar) * (e[i - (size_t)k] - bar);
        double c = zero > 0.0 ? sum / zero : 0.0;
        w.lag1 = k == 1 ? c : w.lag1;
        q += c * c / (double)(n - (size_t)k);
    }
    w.portmanteau = chi_square_even(q * (double)n * ((double)n + 2.0), lags);
    w.white = w.portmanteau >= WHITE;
    return w;
}

/* Rows over which the model stays within a step of the sensor have one error,
 * which fit_steps.c knows: the first of them stands for all. */
StnFitWhite stn_fit_signal_white(StnFitter *fitter, const StnFitInside *inside, int s,
                                 const double *model)
{
    const StnFitRun *run = inside->run;
    StnFitWhite w = {NAN, NAN, NAN, false};
    StnFitSteps steps;
    if (inside->nfit == 0)
        return (StnFitWhite){NAN, NAN, NAN, true};
    double *e = calloc(3 * (inside->nfit + 1), sizeof *e), *kept = e ? e + inside->nfit : NULL;
    double *value = e ? kept + inside->nfit : NULL;
    size_t n = 0, apart = 0;
    for (size_t i = 0; e && i < inside->last_fitted; i++)
        if (!run->use || run->use[i] == STN_ROW_FIT) {
            e[n] = model[i] - run->signal[s].value[i];
            value[n] = run->signal[s].value[i];
            kept[n++] = model[i];
        }
    if (e && stn_fit_steps(value, e, n, &steps)) {
        const double explained = explained_by(e, kept, n);
        for (size_t from = 0; from < n; from = stn_fit_stay(&steps, kept, from, n))
            e[apart++] = e[from];
        w = test_white(e, apart);
        w.explained = explained;
    } else {
        atomic_store(&fitter->memory_out, true);
    }
    free(e);
    return w;
}

void stn_fit_press_levels(const StnFitter *fitter, StnFitResult *result)
{
    for (int i = 0; i < fitter->map.nq; i++) {
        const StnFitParam *p = &fitter->map.param[i];
        const char *sliding = p->above;
        double least = INFINITY;
        for (int k = 0; sliding && k < fitter->map.nq; k++) {
            const StnFitParam *other = &fitter->map.param[k];
            if (other->place == STN_FIT_PLACE_FRICTION && strcmp(other->item, sliding) == 0 &&
                other->site == p->site && other->last >= p->first && other->first <= p->last)
                least = fmin(least, result->param[k].value);
        }
        StnFitParameter *out = &result->param[i];
        if (!isfinite(least) || out->value > least)
            continue;
        out->value = least;
        out->pressed = out->at_bound = true;
        out->std = out->low = out->high = NAN;
    }
}

static void take_values(const StnFitter *fitter, const double *x, uint32_t held,
                        StnFitResult *result)
{
    double q[STN_FREE_MAX];
    stn_fit_to_q(&fitter->map, x, q);
    result->nparam = fitter->map.nq;
    for (int i = 0; i < fitter->map.nq; i++) {
        const StnFitParam *p = &fitter->map.param[i];
        StnFitParameter *out = &result->param[i];
        memcpy(out->name, p->name, sizeof out->name);
        memcpy(out->item, p->item, sizeof out->item);
        out->own = p->own, out->place = p->place, out->site = p->site;
        out->first = p->first, out->last = p->last;
        memcpy(out->unit, p->unit, sizeof out->unit);
        out->value = q[i];
        out->start = p->start;
        out->min = p->lo, out->max = p->hi;
        out->std = out->low = out->high = NAN;
        out->at_bound = p->x >= 0 && (held >> p->x & 1u);
    }
}

/* rows: those of each run that the models have; 0: none. */
static StnStatus take_scores(StnFitter *fitter, StnFitWorkspace *workspace, const size_t *rows,
                             StnFitResult *result, StnError *error)
{
    StnScoreSums pooled[2][STN_FIT_SIGNALS_MAX] = {{{.rows = 0}}};
    for (int k = 0; k < fitter->nrun; k++) {
        const StnFitInside *inside = &fitter->run[k];
        const StnFitRun *run = inside->run;
        result->nsignal = run->nsignal > result->nsignal ? run->nsignal : result->nsignal;
        for (int s = 0; s < run->nsignal; s++) {
            const double *y = run->signal[s].value, *model = workspace->model[k][s];
            result->fitted[k][s] = score(run, y, model, STN_ROW_FIT, rows[k], &pooled[0][s]);
            result->held[k][s] = score(run, y, model, STN_ROW_HELD, rows[k], &pooled[1][s]);
            result->white[k][s] = rows[k] > 0 ? stn_fit_signal_white(fitter, inside, s, model)
                                              : (StnFitWhite){NAN, NAN, NAN, true};
            result->sigma[k][s] = inside->sigma[s];
            result->model[k][s] = malloc(run->rows * sizeof(double));
            if (!result->model[k][s])
                return stn_out_of_memory(error);
            for (size_t i = 0; i < run->rows; i++)
                result->model[k][s][i] = i < rows[k] ? model[i] : NAN;
        }
        if (run->target == STN_FIT_TARGET_CYCLES && rows[k] > 0) {
            result->measured[k] = inside->measured;
            StnStatus status = stn_cycles_measure(run->t, workspace->model[k][0],
                                                  inside->last_fitted, &result->modelled[k], error);
            if (status)
                return status;
        }
    }
    for (int part = 0; part < 2; part++)
        for (int i = 0; i < result->nsignal; i++)
            result->pooled[part][i] = stn_score_of(&pooled[part][i]);
    return STN_OK;
}

/* How many starts found the minimum: within 3 % of its cost, or, where a model is perfect, of nothing. */
static int count_same(const StnFitter *fitter, const StnFitResult *result)
{
    double signals = 0.0;
    int same = 0;
    for (int k = 0; k < fitter->nrun; k++)
        for (int s = 0; s < fitter->run[k].run->nsignal; s++) {
            double size = fitter->run[k].size[s] / fitter->run[k].sigma[s];
            signals += (double)fitter->run[k].nfit * size * size;
        }
    for (int i = 0; i < result->nstart; i++)
        same += result->start_cost[i] <= fmax(1.03 * result->cost, 1e-10 * signals);
    return same;
}

/* The values, and what a report says of any fit; the mask of coordinates on a bound. */
static uint32_t take_point(const StnFitter *fitter, double *x, StnFitResult *result)
{
    const uint32_t held = stn_fit_inside(&fitter->map, x);
    take_values(fitter, x, held, result);
    result->nrun = fitter->nrun;
    for (int i = 0; i < fitter->run[0].run->def.plant->nsite; i++)
        result->follows |= (uint32_t)fitter->run[0].follows[i] << i;
    return held;
}

StnStatus stn_fit_judge(StnFitter *fitter, const double *x_found, bool intervals,
                        StnFitResult *result, StnError *error)
{
    double x[STN_FREE_MAX], *r = malloc((fitter->nresidual + 1) * sizeof *r);
    size_t rows[STN_FIT_RUNS_MAX];
    StnFitWorkspace workspace;
    StnError why = {.status = STN_OK};
    memcpy(x, x_found, sizeof x);
    const uint32_t held = take_point(fitter, x, result);
    for (int k = 0; k < fitter->nrun; k++)
        rows[k] = fitter->run[k].last_used;
    StnStatus status =
        stn_fit_workspace(fitter, &workspace) && r ? STN_OK : stn_out_of_memory(error);
    const StnFitColourMode mode = fitter->colour.mode;
    fitter->colour.mode = STN_FIT_COLOUR_OFF;
    if (!status && !stn_fit_residual_used(fitter, &workspace, x, r, &why))
        status = stn_error(error, why.status ? why.status : STN_FAILED, "%s", why.text);
    if (!status) {
        result->cost = stn_fit_cost(fitter, r);
        result->same = count_same(fitter, result);
    }
    if (!status)
        status = take_scores(fitter, &workspace, rows, result, error);
    fitter->colour.mode = mode;
    if (!status && mode == STN_FIT_COLOUR_WEIGHED &&
        !stn_fit_residual(fitter, &workspace, x, r, &why))
        status = stn_error(error, why.status ? why.status : STN_FAILED, "%s", why.text);
    if (!status && intervals)
        status = stn_fit_intervals(fitter, x, held, r, &workspace, result, error);
    else if (!status) {
        stn_fit_press_levels(fitter, result);
        stn_fit_remarks(fitter, NULL, NULL, result);
    }
    stn_fit_workspace_free(&workspace);
    free(r);
    return status;
}

StnStatus stn_fit_judge_best(StnFitter *fitter, const double *x_begin, StnFitResult *result,
                             StnError *error)
{
    double x[STN_FREE_MAX], *r = malloc((fitter->nresidual + 1) * sizeof *r);
    StnFitWorkspace workspace;
    memcpy(x, fitter->best.known ? fitter->best.x : x_begin, sizeof x);
    take_point(fitter, x, result);
    result->cost = NAN;
    StnStatus status =
        stn_fit_workspace(fitter, &workspace) && r ? STN_OK : stn_out_of_memory(error);
    if (!status && fitter->best.known && stn_fit_best_residual(fitter, &workspace, r, NULL))
        result->cost = stn_fit_cost(fitter, r);
    if (!status)
        status = take_scores(fitter, &workspace, fitter->best.rows, result, error);
    if (!status) {
        result->same = count_same(fitter, result);
        stn_fit_press_levels(fitter, result);
        stn_fit_remarks(fitter, NULL, NULL, result);
    }
    stn_fit_workspace_free(&workspace);
    free(r);
    return status;
}
