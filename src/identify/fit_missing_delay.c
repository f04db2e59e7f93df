/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Whether a signal of a model with a plant was recorded late (or early) against the model's inputs: what was measured is
 * moved in time, and compared again with the model and all that its free parameters could still do. */
#include "identify/fit_missing.h"
#include "identify/basis.h"
#include "identify/fit_colour.h"
#include "identify/inverse_model.h"
#include "identify/shift.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ROWS = 50, ROUNDS = 4 };

typedef struct {
    StnTermColumns *c; /* the fit */
    const double *J;   /* slopes of all residuals, by free coordinate */
    StnFitter *fitter;
    double *const (*model)[STN_FIT_SIGNALS_MAX];
    int signal;  /* that is moved; -1: all of them */
    double step; /* s: mean time between rows */
    double *r;   /* all residuals */
    size_t *
        row; /* those that are compared: of the signal, and not so near to an end that a shift leaves the run */
    double *y;                /* what of them the model leaves */
    StnBasis basis;           /* of the slopes, in the rows that are compared */
    int column[STN_FREE_MAX]; /* whose slope a member of it is */
} Shifts;

static double mean_step(const StnFitRun *run)
{
    return (run->t[run->rows - 1] - run->t[0]) / (double)(run->rows - 1);
}

/* How often the model's signal passes its mean, in the rows that are fitted. */
static double crossings(const double *model, size_t rows)
{
    double mean = 0.0, count = 0.0;
    for (size_t i = 0; i < rows; i++)
        mean += model[i] / (double)rows;
    for (size_t i = 1; i < rows; i++)
        count += (model[i] - mean) * (model[i - 1] - mean) < 0.0;
    return count;
}

/* How far a signal is moved, in samples: as the inverse model does, with half periods for reversals. */
static long reach_of(const Shifts *s)
{
    double shortest = INFINITY, turns = 0.0, rows = 0.0;
    const int signal = s->signal < 0 ? 0 : s->signal;
    for (int k = 0; k < s->fitter->nrun; k++) {
        const StnFitInside *inside = &s->fitter->run[k];
        if (inside->aside || inside->nfit == 0)
            continue;
        const size_t own = inside->last_fitted;
        shortest = fmin(shortest, (double)own);
        rows += (double)own;
        turns += 1.0 + crossings(s->model[k][signal], own);
    }
    return rows > 0.0 ? (long)fmin(STN_SHIFT_REACH * rows / turns, STN_SHIFT_RECORD * shortest) : 0;
}

/* What was measured at another time, on a line between rows; as it stands beyond the ends. */
static void residuals_of(const StnFitInside *inside, const double *model, int s, double later,
                         double **out)
{
    const StnFitRun *run = inside->run;
    const double *value = run->signal[s].value;
    size_t k = 0;
    for (size_t i = 0; i < inside->last_fitted; i++) {
        if (run->use && run->use[i] != STN_ROW_FIT)
            continue;
        const double t = run->t[i] + later;
        while (k + 2 < run->rows && run->t[k + 1] <= t)
            k++;
        const double part = (t - run->t[k]) / (run->t[k + 1] - run->t[k]);
        const double y = fmin(fmax(part, 0.0), 1.0);
        *(*out)++ = (model[i] - (1.0 - y) * value[k] - y * value[k + 1]) / inside->sigma[s];
    }
}

/* The rows that are compared, whatever the shift. */
static void choose_rows(Shifts *s, double margin)
{
    s->basis.rows = 0;
    for (int k = 0; k < s->fitter->nrun; k++) {
        const StnFitInside *inside = &s->fitter->run[k];
        const StnFitRun *run = inside->run;
        size_t at = inside->first_residual;
        for (int n = 0; n < run->nsignal; n++)
            for (size_t i = 0; i < inside->last_fitted; i++) {
                if (run->use && run->use[i] != STN_ROW_FIT)
                    continue;
                const bool inner =
                    run->t[i] >= run->t[0] + margin && run->t[i] <= run->t[run->rows - 1] - margin;
                if (!inside->aside && inner && (s->signal < 0 || s->signal == n))
                    s->row[s->basis.rows++] = at;
                at++;
            }
    }
    s->basis.n = 0;
    for (int j = 0; j < s->fitter->map.nx; j++) {
        for (size_t i = 0; i < s->basis.rows; i++)
            s->basis.q[s->basis.n][i] = s->J[(size_t)j * s->fitter->nresidual + s->row[i]];
        if (stn_basis_add(&s->basis) > 0.0)
            s->column[s->basis.n - 1] = j;
    }
}

/* The residuals that are compared, with a shift, into s->y. */
static void compare_at(Shifts *s, long shift)
{
    const StnFitter *fitter = s->fitter;
    for (int k = 0; k < fitter->nrun; k++) {
        const StnFitInside *inside = &fitter->run[k];
        double *at = s->r + inside->first_residual;
        for (int n = 0; n < inside->run->nsignal && !inside->aside; n++)
            residuals_of(inside, s->model[k][n], n,
                         s->signal < 0 || s->signal == n ? s->step * (double)shift : 0.0, &at);
    }
    stn_fit_weigh(fitter, s->r);
    for (size_t i = 0; i < s->basis.rows; i++)
        s->y[i] = s->r[s->row[i]];
}

static double left_at(void *user, long shift)
{
    Shifts *s = user;
    compare_at(s, shift);
    stn_basis_take_off(&s->basis, 0, s->y);
    return stn_dot(s->y, s->y, s->basis.rows);
}

/* The free coordinates moved to where they fit best with a shift, by the slopes: their values have taken up a part of the
 * delay.  slopes = q*R, by back substitution. */
static void follow(const Shifts *s, double *x)
{
    const StnBasis *b = &s->basis;
    double by[STN_FREE_MAX];
    for (int k = b->n; k-- > 0;) {
        double rest = -stn_dot(b->q[k], s->y, b->rows), own = 1.0;
        for (int l = b->n; l-- > k;) {
            double R = 0.0;
            for (size_t i = 0; i < b->rows; i++)
                R += b->q[k][i] * s->J[(size_t)s->column[l] * s->fitter->nresidual + s->row[i]];
            if (l == k)
                own = R;
            else
                rest -= R * by[l];
        }
        by[k] = rest / own;
        x[s->column[k]] += by[k];
    }
}

/* The best shift, in samples, and what it leaves; again from where the free parameters go with it, as long as that leaves
 * less: the slopes stand for small changes. */
static bool find_shift(Shifts *s, const StnShift *shift, double *place, long *at, double *least)
{
    double x[STN_FREE_MAX], further, left;
    long next;
    bool found = stn_shift_find(shift, place, at, least);
    memcpy(x, s->c->x, (size_t)s->fitter->map.nx * sizeof *x);
    for (int k = 0; k < ROUNDS && found; k++) {
        compare_at(s, *at);
        follow(s, x);
        if (!stn_fit_residual(s->fitter, s->c->workspace, x, s->r, NULL))
            break;
        s->model = (double *const(*)[STN_FIT_SIGNALS_MAX])s->c->workspace->model;
        left = left_at(s, 0);
        if (!stn_shift_find(shift, &further, &next, &left) || !(left < *least))
            break;
        *place = further, *at = next, *least = left;
    }
    return found;
}

/* One signal, or all. */
static void try_signal(Shifts *s, const StnFitResult *result, int signal, StnLacking *best,
                       StnFitDelay *found)
{
    double place, least;
    long at;
    s->signal = signal;
    s->model = (double *const(*)[STN_FIT_SIGNALS_MAX])result->model;
    const StnShift shift = {.left = left_at, .user = s, .most = reach_of(s)};
    if (shift.most < 2)
        return;
    choose_rows(s, s->step * (double)shift.most);
    if (s->basis.rows < LEAST_ROWS)
        return;
    const double plain = least = left_at(s, 0);
    if (!find_shift(s, &shift, &place, &at, &least) || !(fabs(place) >= 1.0) ||
        !(least < STN_SHIFT_LEFT * plain))
        return; /* a part of a step says how a controller holds its output */
    left_at(s, at);
    const StnLackingTerm term = {.kind = STN_LACKS_DELAY,
                                 .plain = plain,
                                 .sse = least,
                                 .correlation = stn_neighbour_correlation(s->y, s->basis.rows),
                                 .rows = s->basis.rows,
                                 .nmodel = s->basis.n,
                                 .nparam = 2}; /* the delay, and that it was searched */
    if (stn_lacking_take(best, &term))
        *found = (StnFitDelay){.seconds = place * s->step,
                               .signal = signal,
                               .correlation = term.correlation,
                               .way = NAN};
}

StnStatus stn_fit_missing_delay(StnTermColumns *columns, const double *J,
                                const StnFitResult *result, StnLacking *best, StnFitDelay *found)
{
    StnFitter *fitter = columns->fitter;
    const StnFitRun *run = fitter->run[0].run;
    const size_t rows = fitter->nresidual + 1;
    Shifts s = {.c = columns, .J = J, .fitter = fitter, .step = mean_step(run)};
    s.r = calloc(((size_t)fitter->map.nx + 3) * rows, sizeof *s.r);
    s.row = malloc(rows * sizeof *s.row);
    if (!s.r || !s.row) {
        free(s.r);
        free(s.row);
        return STN_NO_MEMORY;
    }
    s.y = s.r + rows;
    for (int j = 0; j <= fitter->map.nx; j++)
        s.basis.q[j] = s.y + ((size_t)j + 1) * rows;
    for (int signal = run->nsignal > 1 ? -1 : 0; signal < run->nsignal; signal++)
        try_signal(&s, result, signal, best, found);
    free(s.r);
    free(s.row);
    return STN_OK;
}

/* "--delay force=0.04s", for all that are late. */
static void options_of(const StnFitRun *run, const StnFitDelay *found, char *out, size_t size)
{
    size_t used = 0;
    for (int n = 0; n < run->nsignal; n++)
        if (run->measured && run->measured[n] && (found->signal < 0 || found->signal == n) &&
            used < size)
            used += (size_t)stn_format(out + used, size - used, "%s--delay %s=%.3gs",
                                       used ? " " : "", run->measured[n], found->seconds);
}

/* A time or a way: what these data cannot tell, and what would. */
static void remark_either(const StnFitDelay *found, const char *option, StnRemarks *remarks)
{
    char way[40] = "a short way";
    if (found->way > 0.0)
        snprintf(way, sizeof way, "about %.2g %s", found->way, found->rotary ? "rad" : "m");
    stn_remark(remarks,
               "Or friction builds up over %s after each reversal (pre-sliding): these data do not "
               "tell which.  All values above are wrong by the one or the other, and have no "
               "interval.",
               way);
    stn_remark(remarks,
               "A delay takes the same time at each reversal, pre-sliding the same way: motion "
               "that turns with several accelerations tells them apart.  %s%sa law with "
               "pre-sliding (dahl, lugre, gms) takes the other.",
               option, *option ? " takes a delay out; " : "");
}

void stn_fit_remark_delay(const StnFitRun *run, const StnFitDelay *found, const StnLacking *best,
                          StnRemarks *remarks)
{
    char option[320] = "";
    options_of(run, found, option, sizeof option);
    const char *all = found->signal < 0 ? "All that is compared" : "What is compared with ",
               *column = found->signal < 0 ? "" : run->signal[found->signal].column,
               *side = found->seconds > 0.0 ? "behind" : "ahead of";
    const bool either = !isnan(found->way);
    stn_remark(
        remarks,
        "%s%s %s %.3g s %s the model's inputs: %s, %.0f %% of its residual's variance is "
        "gone (probability of chance %.1g).%s",
        all, column, either ? "may have been recorded" : "was recorded", fabs(found->seconds), side,
        either ? "by that, or by what follows" : "moved by that", 100.0 * best->share, best->chance,
        either ? "" : "  All values above are wrong by what the delay does, and have no interval.");
    if (either)
        remark_either(found, option, remarks);
    else if (*option) /* names of columns may be long */
        stn_remark(remarks, "%s takes it out.", option);
}
