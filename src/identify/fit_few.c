/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Many runs tell the same parameters many times over.  To find the right minimum, and all starts that do not lead
 * there, a few of them are enough; only the last steps need all.  Which: those that lie farthest apart in what was
 * measured (mean, size and liveliness of each signal) and in what was set run by run (--each), as they determine
 * most; one after the other the run that is farthest from all that were taken (Gonzalez 1985).  No simulation is
 * needed to choose them. */
#include "identify/fit_internal.h"

#include <math.h>
#include <string.h>

enum { FEW_LEAST = 4, FEATURES = 3 * STN_FIT_SIGNALS_MAX + 32, ROWS_PER_COORDINATE = 200 };
#define COARSER 1e3 /* of the tolerance, */
#define COARSEST \
    1e-7 /* to this: below the error of sensors, and of differences that change residuals by 3e-3 */

typedef struct {
    int count; /* features */
    double of[STN_FIT_RUNS_MAX][FEATURES];
} Features;

/* Mean, size about it, size of the change from row to row of the rows that are fitted. */
static void measure(const StnFitInside *inside, int s, double *out)
{
    const StnFitRun *run = inside->run;
    const double *y = run->signal[s].value;
    double sum = 0.0, squares = 0.0, change = 0.0, last = NAN, rows = (double)inside->nfit;
    for (size_t i = 0; i < inside->last_fitted; i++) {
        if (run->use && run->use[i] != STN_ROW_FIT)
            continue;
        sum += y[i], squares += y[i] * y[i];
        change += isnan(last) ? 0.0 : (y[i] - last) * (y[i] - last);
        last = y[i];
    }
    out[0] = sum / rows;
    out[1] = sqrt(fmax(squares / rows - out[0] * out[0], 0.0));
    out[2] = sqrt(change / rows);
}

/* The number that a run gives to a parameter of the plant; NaN: it gives none. */
static double given(const StnFitRun *run, const char *name)
{
    const int at = stn_given_index(run->def.given, run->def.ngiven, name);
    return at < 0 ? NAN : run->def.given[at].value[0];
}

static void collect(const StnFitter *fitter, Features *f)
{
    const StnFitRun *first = fitter->run[0].run;
    f->count = 0;
    for (int k = 0; k < fitter->nrun; k++)
        for (int i = 0; i < FEATURES; i++)
            f->of[k][i] = NAN;
    for (int s = 0; s < first->nsignal; s++, f->count += 3)
        for (int k = 0; k < fitter->nrun; k++)
            if (fitter->run[k].nfit > 0 && s < fitter->run[k].run->nsignal)
                measure(&fitter->run[k], s, f->of[k] + f->count);
    for (int i = 0; i < first->def.ngiven && f->count < FEATURES; i++, f->count++)
        for (int k = 0; k < fitter->nrun; k++)
            f->of[k][f->count] = given(fitter->run[k].run, first->def.given[i].name);
}

/* Each feature from 0 (the least of all runs) to 1 (the largest); one that some run does not have counts nothing. */
static void normalise(const StnFitter *fitter, Features *f)
{
    for (int i = 0; i < f->count; i++) {
        double low = INFINITY, high = -INFINITY;
        bool all = true;
        for (int k = 0; k < fitter->nrun; k++)
            if (fitter->run[k].nfit > 0) {
                low = fmin(low, f->of[k][i]), high = fmax(high, f->of[k][i]);
                all = all && isfinite(f->of[k][i]);
            }
        for (int k = 0; k < fitter->nrun; k++)
            f->of[k][i] = all && high > low ? (f->of[k][i] - low) / (high - low) : 0.0;
    }
}

static double apart(const Features *f, int a, int b)
{
    double sum = 0.0;
    for (int i = 0; i < f->count; i++)
        sum += (f->of[a][i] - f->of[b][i]) * (f->of[a][i] - f->of[b][i]);
    return sum;
}

/* The run, of those set aside, that is farthest from all others taken; the first: from the middle. */
static int farthest(const StnFitter *fitter, const Features *f, int taken)
{
    double most = -1.0;
    int best = -1;
    for (int k = 0; k < fitter->nrun; k++) {
        double least = taken == 0 ? 0.0 : INFINITY;
        if (fitter->run[k].nfit == 0 || !fitter->run[k].aside)
            continue;
        for (int i = 0; taken == 0 && i < f->count; i++)
            least += (f->of[k][i] - 0.5) * (f->of[k][i] - 0.5);
        for (int other = 0; other < fitter->nrun; other++)
            if (fitter->run[other].nfit > 0 && !fitter->run[other].aside)
                least = fmin(least, apart(f, k, other));
        if (least > most)
            most = least, best = k;
    }
    return best;
}

size_t stn_fit_set_aside(StnFitter *fitter)
{
    Features f;
    int fitted = 0, taken = 0;
    size_t residuals = 0;
    for (int k = 0; k < fitter->nrun; k++)
        fitted += fitter->run[k].nfit > 0;
    const int few = (int)fmax(floor(sqrt(fitted)), FEW_LEAST);
    const size_t enough = (size_t)ROWS_PER_COORDINATE * (size_t)fitter->map.nx;
    if (stn_fit_is_motion(fitter->def) || fitted < 2 * few)
        return 0;
    collect(fitter, &f);
    normalise(fitter, &f);
    for (int k = 0; k < fitter->nrun; k++)
        fitter->run[k].aside = true;
    while (taken < fitted && (taken < few || residuals < enough)) {
        const int k = farthest(fitter, &f, taken);
        fitter->run[k].aside = false;
        residuals += fitter->run[k].nfit * (size_t)fitter->run[k].run->nsignal;
        taken++;
    }
    if (2 * residuals <= fitter->nresidual)
        return residuals;
    for (int k = 0; k < fitter->nrun; k++)
        fitter->run[k].aside = false;
    return 0;
}

void stn_fit_take_all(StnFitter *fitter)
{
    for (int k = 0; k < fitter->nrun; k++)
        fitter->run[k].aside = false;
    fitter->best_cost = INFINITY; /* of fewer runs */
    fitter->kept.known = fitter->kept.seen = false;
}

void stn_fit_set_coarse(StnFitter *fitter, bool coarse)
{
    for (int k = 0; k < fitter->nrun; k++) {
        StnSystem *base = fitter->run[k].base.system; /* of which all candidates are variants */
        const double rtol = fitter->run[k].run->def.solver.rtol;
        if (base)
            base->solver.rtol = coarse ? fmax(rtol, fmin(COARSER * rtol, COARSEST)) : rtol;
    }
    fitter->best_cost = INFINITY; /* costs and residuals are of the other tolerance */
    fitter->kept.seen = false;
}
