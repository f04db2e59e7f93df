/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the law along a measured motion lacks, from the residual of its fit: what a term explains beside all
 * that the free parameters could still do. */
#include "identify/fit_internal.h"
#include "identify/inverse_model.h"
#include "identify/lacking.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 2, SPEEDS = 25, LEAST_ROWS = 20 };
#define ALIKE 1e-6 /* of a column: what is left of it beside the others; less is none */

/* The rows that were fitted. */
typedef struct {
    const StnFitter *fitter;
    const StnFitRun *run;
    size_t rows;
    int nmodel;          /* columns of the free parameters, orthonormal */
    double *q;           /* those, then those of a term */
    double *rest, *left; /* residual beside the model's columns; what a term leaves of it */
    double *v, *force;   /* velocity, and friction that the model has */
    size_t *row;
    double plain, fastest, vs;
    StnLacking best;
} Search;

/* The column in place `at` beside those before it, of length 1; false: nothing is left of it. */
static bool orthogonalise(Search *s, int at)
{
    double *column = s->q + (size_t)at * s->rows, before = 0.0, after = 0.0;
    for (size_t i = 0; i < s->rows; i++)
        before += column[i] * column[i];
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < at; k++) {
            const double *other = s->q + (size_t)k * s->rows;
            double sum = 0.0;
            for (size_t i = 0; i < s->rows; i++)
                sum += column[i] * other[i];
            for (size_t i = 0; i < s->rows; i++)
                column[i] -= sum * other[i];
        }
    for (size_t i = 0; i < s->rows; i++)
        after += column[i] * column[i];
    if (!(after > ALIKE * ALIKE * before))
        return false;
    for (size_t i = 0; i < s->rows; i++)
        column[i] /= sqrt(after);
    return true;
}

/* Takes what is along the column out of a residual; its part. */
static double take_out(const Search *s, int at, double *residual)
{
    const double *column = s->q + (size_t)at * s->rows;
    double sum = 0.0;
    for (size_t i = 0; i < s->rows; i++)
        sum += column[i] * residual[i];
    for (size_t i = 0; i < s->rows; i++)
        residual[i] -= sum * column[i];
    return sum;
}

static double squares(const double *x, size_t rows)
{
    double sum = 0.0;
    for (size_t i = 0; i < rows; i++)
        sum += x[i] * x[i];
    return sum;
}

/* ---- Terms ---- */

typedef struct {
    const char *name, *words, *option;
    bool wanted; /* the data can show it, and the model lacks it */
    int columns, nparam;
    double (*value)(const Search *s, size_t i, int column); /* of a fitted row */
} Term;

static double side(const Search *s, size_t i) { return s->v[i] < 0.0 ? -1.0 : 1.0; }
static double inertia(const Search *s, size_t i, int column)
{
    const double a = s->run->a[s->row[i]];
    (void)column;
    return isnan(a) ? 0.0 : a;
}
static double gravity(const Search *s, size_t i, int column)
{
    return column ? cos(s->run->x[s->row[i]]) : sin(s->run->x[s->row[i]]);
}
static double spring(const Search *s, size_t i, int column)
{
    return column ? 1.0 : s->run->x[s->row[i]];
}
static double position(const Search *s, size_t i, int column)
{
    (void)column;
    return s->run->x[s->row[i]] * side(s, i);
}
static double direction(const Search *s, size_t i, int column)
{
    return column ? fabs(s->v[i]) : 1.0;
}
static double drift(const Search *s, size_t i, int column)
{
    (void)column;
    return (s->run->t[s->row[i]] - s->run->t[0]) * s->force[i];
}
static double viscous(const Search *s, size_t i, int column)
{
    (void)column;
    return s->v[i];
}
static double falling(const Search *s, size_t i, int column)
{
    const double v = s->v[i] / s->vs;
    (void)column;
    return side(s, i) * exp(-v * v);
}

/* With a sign of its own the part of a falling friction must be positive: the model is short of it. */
static bool try_term(Search *s, const Term *term)
{
    int columns = 0;
    double first = 0.0;
    memcpy(s->left, s->rest, s->rows * sizeof *s->left);
    for (int c = 0; c < term->columns; c++) {
        const int at = s->nmodel + columns;
        for (size_t i = 0; i < s->rows; i++)
            s->q[(size_t)at * s->rows + i] = term->value(s, i, c);
        if (!orthogonalise(s, at))
            continue;
        const double part = take_out(s, at, s->left);
        first = columns == 0 ? part : first;
        columns++;
    }
    const StnLackingTerm found = {term->name,
                                  term->words,
                                  term->option,
                                  s->plain,
                                  .sse = squares(s->left, s->rows),
                                  .correlation = stn_neighbour_correlation(s->left, s->rows),
                                  .rows = s->rows,
                                  .nmodel = s->nmodel,
                                  .nparam = term->nparam};
    return columns > 0 && !(term->value == falling && first > 0.0) &&
           stn_lacking_take(&s->best, &found);
}

static bool is_free(const StnFitter *fitter, StnFitPlace place, const char *item, bool apart)
{
    for (int i = 0; i < fitter->map.nq; i++) {
        const StnFitParam *p = &fitter->map.param[i];
        if (p->place == place && (!item || strcmp(p->item, item) == 0) &&
            (!apart || p->first == p->last))
            return true;
    }
    return false;
}

static void try_all(Search *s)
{
    const StnFitter *fitter = s->fitter;
    const StnLaw *law = fitter->run[0].law;
    const bool x = s->run->x != NULL, mass = !isnan(fitter->def->m);
    const Term terms[] = {
        {"inertia", "the acceleration (effort that moves a mass)", "--free m",
         s->run->a && !mass && !is_free(fitter, STN_FIT_PLACE_MASS, NULL, false), 1, 1, inertia},
        {"gravity", "the angle as gravity does (sin and cos)", "--gravity",
         x && s->run->rotary && !fitter->def->gravity, 2, 2, gravity},
        {"spring", "the position", NULL, x, 2, 2, spring},
        {"position", "the position times the direction (friction that changes over the travel)",
         NULL, x, 1, 1, position},
        {"direction", "the direction", "--free Fc.each",
         !is_free(fitter, STN_FIT_PLACE_FRICTION, "Fc", true), 2, 2, direction},
        {"viscous", "the speed", "--free sigma2",
         stn_law_parameter(law, "sigma2") >= 0 &&
             !is_free(fitter, STN_FIT_PLACE_FRICTION, "sigma2", false),
         1, 1, viscous},
        {"drift", "the time (the level of friction drifts)", "--drift", !fitter->def->drift, 1, 1,
         drift},
    };
    const Term stribeck = {"stribeck",
                           "the speed as a falling part does (Stribeck)",
                           "--law stribeck",
                           !is_free(fitter, STN_FIT_PLACE_FRICTION, "vs", false),
                           1,
                           2,
                           falling};
    for (int k = 0; stribeck.wanted && k < SPEEDS; k++) {
        s->vs = s->fastest / 3.0 * pow(1.0 / 33.0, (double)k / (SPEEDS - 1));
        try_term(s, &stribeck);
    }
    for (size_t k = 0; k < sizeof terms / sizeof terms[0]; k++)
        if (terms[k].wanted)
            try_term(s, &terms[k]);
}

/* ---- The rows ---- */

static void load(Search *s, const double *J, const double *r, const StnFitResult *result)
{
    const StnFitter *fitter = s->fitter;
    size_t n = 0;
    for (size_t i = 0; i < fitter->run[0].last_fitted; i++)
        if (!s->run->use || s->run->use[i] == STN_ROW_FIT) {
            s->row[n] = i;
            s->v[n] = stn_fit_velocity_at(s->run, i);
            s->force[n] = result->model[0][0][i];
            s->fastest = fmax(s->fastest, fabs(s->v[n++]));
        }
    memcpy(s->rest, r, s->rows * sizeof *s->rest);
    for (int j = 0; j < fitter->map.nx; j++) {
        memcpy(s->q + (size_t)s->nmodel * s->rows, J + (size_t)j * s->rows, s->rows * sizeof *s->q);
        if (orthogonalise(s, s->nmodel))
            take_out(s, s->nmodel++, s->rest);
    }
    s->plain = squares(s->rest, s->rows);
}

StnStatus stn_fit_missing(const StnFitter *fitter, const double *J, const double *r,
                          StnFitResult *result, StnError *error)
{
    const StnFitRun *run = fitter->run[0].run;
    Search s = {.fitter = fitter, .run = run, .rows = fitter->nresidual};
    const size_t columns = (size_t)fitter->map.nx + COLUMNS + 4;
    if (!(run->x || run->v) || fitter->nrun > 1 || s.rows < LEAST_ROWS)
        return STN_OK;
    s.q = malloc((columns * s.rows + 1) * sizeof *s.q);
    s.row = malloc((s.rows + 1) * sizeof *s.row);
    StnStatus status = s.q && s.row ? STN_OK : stn_out_of_memory(error);
    if (!status) {
        s.rest = s.q + ((size_t)fitter->map.nx + COLUMNS) * s.rows;
        s.left = s.rest + s.rows;
        s.v = s.left + s.rows;
        s.force = s.v + s.rows;
        load(&s, J, r, result);
        if (s.plain > 0.0 && s.fastest > 0.0)
            try_all(&s);
        result->missing = s.best.name;
        result->missing_share = s.best.share;
        result->missing_chance = s.best.chance;
        stn_lacking_remark(&s.best, &result->remarks);
    }
    free(s.q);
    free(s.row);
    return status;
}
