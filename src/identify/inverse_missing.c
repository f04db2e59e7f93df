/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What an inverse model lacks: intervals say how well its terms fit, not that a term is missing.  Terms that
 * were not asked for are added one after another, and the one that explains most of the residual is named. */
#include "identify/inverse_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPEEDS = 25, LEAST_ROWS = 50, COLUMNS = 2 };

/* A term is named where chance explains it with less than CHANCE and it explains more than SHARE of the
 * residual's variance. */
#define CHANCE 1e-3
#define SHARE 0.1

typedef struct Trial {
    const StnInverseModel *m;
    const StnInverse *result;
    const double *column[STN_LEAST_SQUARES_MAX];
    double *extra[COLUMNS], *residual;
    double plain; /* sum of squares of the model itself */
    size_t rows;
    bool memory_out;
} Trial;

/* A term that may be missing: its values at the sampling rate; columns that it has; parameters that it costs. */
typedef struct Term {
    const char *name, *words, *option;
    int columns, nparam;
    bool wanted; /* the data can show it, and the model lacks it */
    double (*value)(const StnInverseModel *m, size_t i, int column);
} Term;

static double gravity(const StnInverseModel *m, size_t i, int column)
{
    return column ? cos(m->full_x[i]) : sin(m->full_x[i]);
}
static double spring(const StnInverseModel *m, size_t i, int column)
{
    (void)column;
    return m->full_x[i];
}
static double position(const StnInverseModel *m, size_t i, int column)
{
    (void)column;
    return m->full_x[i] * m->full_sign[i];
}
static double direction(const StnInverseModel *m, size_t i, int column)
{
    return column ? 1.0 : fabs(m->full_v[i]); /* a constant: only where there is no offset */
}
static double drift(const StnInverseModel *m, size_t i, int column)
{
    (void)column;
    return (m->data->value[STN_ROLE_TIME][i] - m->data->value[STN_ROLE_TIME][0]) * m->full_sign[i];
}

/* What a term gains: sum of squares (infinite where it cannot be fitted), and the correlation of neighbours in
 * the residual that it leaves. */
typedef struct Gain {
    double sse, correlation, value; /* value: of the first extra column */
} Gain;

static Gain gain_with(Trial *t, int columns)
{
    StnLeastSquares fit;
    const StnStatus status =
        stn_least_squares(t->column, t->m->ncolumn + columns, t->result->measured, t->m->weight,
                          t->rows, NULL, &fit, t->residual, NULL);
    t->memory_out = t->memory_out || status == STN_NO_MEMORY;
    if (status != STN_OK)
        return (Gain){.sse = INFINITY};
    return (Gain){fit.sse, stn_neighbour_correlation(t->residual, t->rows),
                  fit.value[t->m->ncolumn]};
}

static Gain gain_of(Trial *t, const Term *term)
{
    for (int c = 0; c < term->columns; c++) {
        for (size_t i = 0; i < t->m->data->rows; i++)
            t->m->work[i] = term->value(t->m, i, c);
        const StnStatus status = stn_inverse_decimate(t->m, t->m->work, t->extra[c]);
        t->memory_out = t->memory_out || status == STN_NO_MEMORY;
        if (status != STN_OK)
            return (Gain){.sse = INFINITY};
    }
    return gain_with(t, term->columns);
}

/* The best Stribeck speed of a grid between a hundredth and a third of the largest speed, for a part that falls. */
static Gain gain_of_falling(Trial *t, double *vs)
{
    Gain best = {.sse = INFINITY};
    for (int k = 0; k < SPEEDS; k++) {
        const double speed =
            t->result->findings.speed / 3.0 * pow(1.0 / 33.0, (double)k / (SPEEDS - 1));
        const StnStatus status = stn_inverse_falling(t->m, speed, t->extra[0]);
        t->memory_out = t->memory_out || status == STN_NO_MEMORY;
        const Gain gain = status == STN_OK ? gain_with(t, 1) : (Gain){.sse = INFINITY};
        if (gain.sse < best.sse && gain.value > 0.0)
            best = gain, *vs = speed;
    }
    return best;
}

/* Correlated residuals say less than their number.  Those that the term leaves count: it is itself the
 * correlation of those before. */
static double chance_of(const Trial *t, Gain gain, int nparam)
{
    const double c = fmin(fmax(gain.correlation, 0.0), 0.99);
    const double effective = (double)t->rows * (1.0 - c) / (1.0 + c);
    const int n = t->m->ncolumn;
    return effective < n + nparam + 1.0 ? 1.0
                                        : stn_compare_fits(t->plain, n, fmin(gain.sse, t->plain),
                                                           n + nparam, (size_t)effective);
}

static void take(const Trial *t, StnInverse *r, const char *name, Gain gain, int nparam)
{
    const double share = 1.0 - gain.sse / t->plain, chance = chance_of(t, gain, nparam);
    if (!(share > SHARE && chance < CHANCE && share > r->missing_share))
        return;
    r->missing = name;
    r->missing_share = share;
    r->missing_chance = chance;
}

static void search(Trial *t, StnInverse *r)
{
    const StnInverseModel *m = t->m;
    const StnInverseDef *def = m->def;
    const bool x = m->full_x != NULL, both = !m->one_direction;
    const Term terms[] = {
        {"gravity", "the angle as gravity does (sin and cos)", "--gravity", 2, 2,
         x && m->data->rotary && !def->gravity, gravity},
        {"spring", "the position", "--spring", 1, 1, x && !def->spring, spring},
        {"position", "the position times the direction (friction that changes over the travel)",
         "--position-terms 1", 1, 1, x && def->position_terms == 0, position},
        {"direction", "the direction", "--asymmetric", 1 + !m->offset, 1 + !m->offset,
         both && !def->asymmetric, direction},
        {"drift", "the time (the level of friction drifts)", NULL, 1, 1, true, drift},
    };
    double vs = NAN;
    Gain falling = {.sse = INFINITY};
    const char *words = "the speed as a falling part does (Stribeck)", *option = "--stribeck";
    r->missing_share = 0.0;
    if (m->dexp < 0) {
        falling = gain_of_falling(t, &vs);
        take(t, r, "stribeck", falling, 2);
    }
    for (size_t k = 0; k < sizeof terms / sizeof terms[0]; k++) {
        const char *before = r->missing;
        if (terms[k].wanted)
            take(t, r, terms[k].name, gain_of(t, &terms[k]), terms[k].nparam);
        if (r->missing != before)
            words = terms[k].words, option = terms[k].option;
    }
    if (!r->missing)
        return;
    stn_remark(&r->remarks,
               "The residual follows %s: that explains %.0f %% of its variance (probability of "
               "chance %.1g) and is missing in the model.  Other terms stand for it now, and their "
               "intervals do not know.%s%s%s",
               words, 100.0 * r->missing_share, r->missing_chance, option ? "  " : "",
               option ? option : "", option ? " adds it." : "");
    if (strcmp(r->missing, "stribeck") == 0)
        stn_remark(&r->remarks, "The falling part is about %.2g %s over %.2g %s.", falling.value,
                   m->data->unit[STN_ROLE_EFFORT], vs, m->data->rotary ? "rad/s" : "m/s");
}

StnStatus stn_inverse_missing(const StnInverseModel *m, StnInverse *r)
{
    Trial t = {.m = m, .result = r, .rows = r->fit.rows, .plain = r->fit.sse};
    r->missing = NULL;
    r->missing_share = r->missing_chance = NAN;
    if (t.rows < LEAST_ROWS || m->ncolumn + COLUMNS > STN_LEAST_SQUARES_MAX ||
        !(r->findings.speed > 0.0) || !(t.plain > 0.0))
        return STN_OK;
    double *memory = malloc((COLUMNS + 1) * (m->rows + 1) * sizeof *memory);
    if (!memory)
        return stn_out_of_memory(m->error);
    for (int k = 0; k < m->ncolumn; k++)
        t.column[k] = m->column[k];
    for (int k = 0; k < COLUMNS; k++)
        t.column[m->ncolumn + k] = t.extra[k] = memory + (size_t)k * (m->rows + 1);
    t.residual = memory + COLUMNS * (m->rows + 1);
    search(&t, r);
    free(memory);
    return t.memory_out ? stn_out_of_memory(m->error) : STN_OK;
}
