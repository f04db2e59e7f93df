/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Stribeck's characteristic through points.  The law is linear in all but vs and n, so the levels follow by
 * linear least squares from these two (variable projection), and only they are searched: a grid finds the
 * valley, golden sections its bottom.  Only curves that can be friction are compared: they fall somewhere
 * (Fs >= Fc >= 0), viscous friction does not push (sigma2 >= 0), vs lies within the measured speeds and n within 0.2 ... 5.
 * Without these bounds a negative sigma2 and a vs beyond the data imitate any curve, and a plain falling part
 * is denied. */
#include "stiction/identify.h"
#include "identify/failure.h"
#include "identify/golden.h"
#include "identify/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPEEDS = 40, EXPONENTS = 16, SHRINKS = 40, COLUMNS = 6 };
static const double significant = 0.05;
static const double least_exponent = 0.2, most_exponent = 5.0;

typedef struct Points {
    const StnCurveDef *def;
    const double *v, *F, *weight; /* weight NULL: all 1 */
    size_t count;
    bool offset;
    double slow, fast;
    double *column[COLUMNS], *residual;
    bool memory_out;
} Points;

/* A curve; sse is infinite where none is admissible. */
typedef struct Curve {
    double sse, Fc, sigma2, offset, excess, vs, n; /* excess: Fs - Fc */
    bool no_viscous;                               /* sigma2 lies at its bound 0 */
} Curve;

static double sign_of(double v) { return (v > 0.0) - (v < 0.0); }
static double weight_of(const Points *p, size_t i) { return p->weight ? p->weight[i] : 1.0; }

/* Speeds of a grid: the slowest for s = 0, the fastest for 1. */
static double speed_at(const Points *p, double s) { return p->slow * pow(p->fast / p->slow, s); }

/* ---- Levels at given vs and n ---- */

/* Columns: sgn(v), v, 1, sgn(v)*exp(-(|v|/vs)^n); those of the mask are left out. */
enum { SLIDING = 1, VISCOUS = 2, OFFSET = 4, FALLING = 8 };

static StnStatus solve(Points *p, unsigned terms, StnLeastSquares *fit, StnError *error)
{
    static const char *const all[] = {"Fc", "sigma2", "offset", "Fs-Fc"};
    const double *column[4];
    const char *names[4];
    int n = 0;
    for (int c = 0; c < 4; c++)
        if (terms & 1u << c) {
            column[n] = p->column[c];
            names[n++] = all[c];
        }
    const StnStatus status =
        stn_least_squares(column, n, p->F, p->weight, p->count, names, fit, p->residual, error);
    p->memory_out = p->memory_out || status == STN_NO_MEMORY;
    return status;
}

/* The k-th value among those of the mask; 0 where it is left out. */
static double value_of(const StnLeastSquares *fit, unsigned terms, unsigned term)
{
    int place = 0;
    for (unsigned t = 1; t < term; t <<= 1)
        place += (terms & t) != 0;
    return terms & term ? fit->value[place] : 0.0;
}

/* Whether friction falls somewhere among the measured speeds.  A wide bell on a steep line only bends it. */
static bool falls(const Points *p, const Curve *c)
{
    double before = INFINITY;
    for (int k = 0; k <= SPEEDS; k++) {
        const double v = speed_at(p, (double)k / SPEEDS);
        const double F = c->Fc + c->excess * exp(-pow(v / c->vs, c->n)) + c->sigma2 * v;
        if (k > 0 && F < before)
            return true;
        before = F;
    }
    return false;
}

static Curve curve_at(Points *p, double vs, double n)
{
    unsigned terms = SLIDING | VISCOUS | FALLING | (p->offset ? OFFSET : 0u);
    Curve c = {.sse = INFINITY, .vs = vs, .n = n};
    StnLeastSquares fit;
    for (size_t i = 0; i < p->count; i++)
        p->column[3][i] = sign_of(p->v[i]) * exp(-pow(fabs(p->v[i]) / vs, n));
    StnStatus status = solve(p, terms, &fit, NULL);
    if (status == STN_OK && value_of(&fit, terms, VISCOUS) < 0.0) {
        terms &= ~(unsigned)VISCOUS;
        status = solve(p, terms, &fit, NULL);
    }
    c.Fc = status == STN_OK ? value_of(&fit, terms, SLIDING) : NAN;
    c.excess = status == STN_OK ? value_of(&fit, terms, FALLING) : NAN;
    if (!(c.Fc >= 0.0 && c.excess > 0.0))
        return c;
    c.sigma2 = value_of(&fit, terms, VISCOUS);
    c.offset = value_of(&fit, terms, OFFSET);
    c.no_viscous = !(terms & VISCOUS);
    c.sse = falls(p, &c) ? fit.sse : INFINITY;
    return c;
}

/* ---- Search ---- */

/* A search along one variable, and the best curve that it saw. */
typedef struct Search {
    Points *p;
    double n;
    Curve best;
} Search;

static double keep(Search *s, Curve c)
{
    s->best = c.sse < s->best.sse ? c : s->best;
    return c.sse;
}

/* A grid over 0 ... 1, then golden sections beside its best place. */
static Curve search(Search *s, double (*value)(void *user, double at), int grid, double width)
{
    double place = 0.0;
    s->best.sse = INFINITY;
    for (int k = 0; k <= grid; k++) {
        const double before = s->best.sse, at = (double)k / grid;
        if (value(s, at) < before)
            place = at;
    }
    if (isfinite(s->best.sse))
        stn_golden_section(value, s, fmax(0.0, place - 1.0 / grid), fmin(1.0, place + 1.0 / grid),
                           width, SHRINKS);
    return s->best;
}

static double try_speed(void *user, double at)
{
    Search *s = user;
    return keep(s, curve_at(s->p, speed_at(s->p, at), s->n));
}

/* The best vs for an exponent. */
static Curve best_speed(Points *p, double n)
{
    Search s = {.p = p, .n = n};
    return search(&s, try_speed, SPEEDS, 0.0);
}

static double try_exponent(void *user, double at)
{
    Search *s = user;
    const double n = least_exponent * pow(most_exponent / least_exponent, at);
    return keep(s, best_speed(s->p, n));
}

static Curve best_exponent(Points *p)
{
    Search s = {.p = p};
    return search(&s, try_exponent, EXPONENTS, 1e-6);
}

/* The exponent that was given; otherwise 1 or 2, whichever fits better, and the other one in *other. */
static Curve best_curve(Points *p, Curve *other)
{
    other->sse = INFINITY;
    if (p->def->free_exponent)
        return best_exponent(p);
    if (!isnan(p->def->n))
        return best_speed(p, p->def->n);
    const Curve one = best_speed(p, 1.0), two = best_speed(p, 2.0);
    *other = one.sse < two.sse ? two : one;
    return one.sse < two.sse ? one : two;
}

/* ---- Estimates ---- */

/* A value that came to rest at its bound is not estimated but fixed there. */
static bool at_bound(double value, double least, double most)
{
    return !(value > 1.005 * least && value < 0.995 * most);
}

/* The Jacobian by what people name: Fc, sigma2, offset, Fs, vs, n, each only where it is estimated. */
typedef struct Named {
    const char *name, *unit;
    double value;
    bool estimated;
    int place; /* among the estimated ones */
} Named;

static int fill_jacobian(const Points *p, const Curve *c, Named named[COLUMNS])
{
    int count = 0;
    for (int k = 0; k < COLUMNS; k++)
        named[k].place = named[k].estimated ? count++ : -1;
    for (size_t i = 0; i < p->count; i++) {
        const double v = p->v[i], sign = sign_of(v), root = sqrt(weight_of(p, i));
        const double r = pow(fabs(v) / c->vs, c->n), e = exp(-r), slope = sign * c->excess * e * r;
        const double d[COLUMNS] = {sign * (1.0 - e),
                                   v,
                                   1.0,
                                   sign * e,
                                   slope * c->n / c->vs,
                                   -slope * log(fabs(v) / c->vs)};
        for (int k = 0; k < COLUMNS; k++)
            if (named[k].estimated)
                p->column[named[k].place][i] = root * d[k];
    }
    return count;
}

/* What a curve leaves, weighted as the Jacobian; returns the sum of squares without weights. */
static double residuals(const Points *p, const Curve *c)
{
    double squares = 0.0;
    for (size_t i = 0; i < p->count; i++) {
        const double v = p->v[i];
        const double fitted = sign_of(v) * (c->Fc + c->excess * exp(-pow(fabs(v) / c->vs, c->n))) +
                              c->sigma2 * v + c->offset;
        p->residual[i] = sqrt(weight_of(p, i)) * (p->F[i] - fitted);
        squares += pow(p->F[i] - fitted, 2);
    }
    return squares;
}

/* Covariances of Fc, sigma2, Fs, vs by their places in a fit; -1: fixed. */
static StnSpread4 spread_of(const StnLeastSquares *fit, const int place[4])
{
    StnSpread4 out = {.covariance = {{0.0}}};
    const double t = stn_student_95((double)fit->rows - fit->nparam);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            if (place[i] >= 0 && place[k] >= 0)
                out.covariance[i][k] = t * t * fit->covariance[place[i]][place[k]];
    return out;
}

static StnStatus estimate(const Points *p, const Curve *c, bool rotary, StnCharacteristic *out,
                          StnError *error)
{
    static const int order[COLUMNS] = {3, 0, 4, 5, 1, 2}; /* Fs Fc vs n sigma2 offset */
    Named named[COLUMNS] = {
        {"Fc", "$F", c->Fc, true, 0},
        {"sigma2", "$F*s/$x", c->sigma2, !c->no_viscous, 0},
        {"offset", "$F", c->offset, p->offset, 0},
        {"Fs", "$F", c->Fc + c->excess, true, 0},
        {"vs", "$x/s", c->vs, !at_bound(c->vs, p->slow, p->fast), 0},
        {"n", "1", c->n, p->def->free_exponent && !at_bound(c->n, least_exponent, most_exponent),
         0},
    };
    double value[STN_LEAST_SQUARES_MAX];
    StnLeastSquares fit;
    const int count = fill_jacobian(p, c, named);
    for (int k = 0; k < COLUMNS; k++)
        if (named[k].estimated)
            value[named[k].place] = named[k].value;
    out->at_edge = !named[4].estimated || (p->def->free_exponent && !named[5].estimated);
    StnStatus status = stn_least_squares_intervals((const double *const *)p->column, count, value,
                                                   c->sse, p->count, &fit, error);
    StnNext next;
    if (status == STN_OK) {
        const StnRows rows = {.column = (const double *const *)p->column,
                              .n = count,
                              .residual = p->residual,
                              .count = p->count,
                              .fixed = true};
        residuals(p, c);
        status = stn_rows_next(&rows, &next, error);
    }
    if (status == STN_OK)
        out->spread = spread_of(
            &fit, (const int[]){named[0].place, named[1].place, named[3].place, named[4].place});
    for (int k = 0; k < COLUMNS && status == STN_OK; k++) {
        const Named *one = &named[order[k]];
        const StnLeastSquares fixed = {
            .value = {one->value}, .std = {NAN}, .low = {NAN}, .high = {NAN}};
        if (one->name[0] == 'o' && !p->offset)
            continue;
        stn_estimates_add(&out->stribeck, one->name, one->unit, rotary,
                          one->estimated ? &fit : &fixed, one->estimated ? one->place : 0);
        if (one->estimated)
            stn_estimate_next(&out->stribeck.item[out->stribeck.count - 1], &next, one->place);
    }
    return status;
}

/* The other exponent, where the points hardly tell it from the better one. */
static StnStatus allow_other(Points *p, const Curve *c, const Curve *other, bool rotary,
                             StnCharacteristic *out, StnError *error)
{
    const double freedom = (double)p->count - (4 + p->offset), t = stn_student_95(freedom);
    const double rise = (other->sse - c->sse) / (c->sse / freedom);
    StnCharacteristic second = {.fitted = false};
    if (!(rise < t * t))
        return STN_OK;
    const StnStatus status = estimate(p, other, rotary, &second, error);
    if (status == STN_OK)
        stn_estimates_allow(&out->stribeck, &second.stribeck, t, rise);
    return status == STN_NO_MEMORY ? status : STN_OK;
}

static StnStatus fit_stribeck(Points *p, double straight, bool rotary, StnCharacteristic *out,
                              StnError *error)
{
    StnError ignored;
    Curve other = {.sse = INFINITY};
    const Curve c = p->fast > p->slow ? best_curve(p, &other) : (Curve){.sse = INFINITY};
    if (p->memory_out)
        return stn_no_memory(error);
    if (!isfinite(c.sse))
        return STN_OK; /* no curve that falls: the straight law stands */
    const StnSpread4 straight_spread = out->spread;
    StnStatus status = estimate(p, &c, rotary, out, &ignored);
    if (status == STN_OK)
        status = allow_other(p, &c, &other, rotary, out, &ignored);
    if (status == STN_NO_MEMORY)
        return stn_no_memory(error);
    if (status != STN_OK) {
        out->stribeck.count = 0;
        out->spread = straight_spread;
        return STN_OK; /* the points do not determine all parameters: the straight law stands */
    }
    StnEstimate *vs = NULL;
    for (int i = 0; i < out->stribeck.count; i++)
        vs = strcmp(out->stribeck.item[i].name, "vs") == 0 ? &out->stribeck.item[i] : vs;
    if (vs && vs->low < 0.0) /* no speed is below 0 */
        vs->low = 0.0;
    if (vs && vs->next_low < 0.0)
        vs->next_low = 0.0;
    const int nparam = 4 + p->offset + p->def->free_exponent;
    out->stribeck_rms = sqrt(residuals(p, &c) / (double)p->count);
    out->n = c.n;
    out->fitted = true;
    out->chance = stn_compare_fits(fmax(straight, c.sse), 2 + p->offset, c.sse, nparam, p->count);
    out->significant = out->chance < significant;
    if (!out->significant)
        out->spread = straight_spread;
    return STN_OK;
}

/* The straight law, and the sum of squares of the best one whose viscous friction does not push. */
static StnStatus fit_straight(Points *p, bool rotary, StnCharacteristic *out, double *sse,
                              StnError *error)
{
    static const char *const names[] = {"Fc", "sigma2", "offset"};
    static const char *const units[] = {"$F", "$F*s/$x", "$F"};
    const unsigned terms = SLIDING | VISCOUS | (p->offset ? OFFSET : 0u);
    StnLeastSquares fit;
    StnStatus status = solve(p, terms, &fit, error);
    if (status != STN_OK)
        return status;
    StnNext next;
    const StnRows rows = {.column = (const double *const *)p->column,
                          .n = fit.nparam,
                          .residual = p->residual,
                          .weight = p->weight,
                          .count = p->count,
                          .fixed = true};
    status = stn_rows_next(&rows, &next, error);
    for (int c = 0; c < 2 + p->offset && status == STN_OK; c++) {
        stn_estimates_add(&out->coulomb, names[c], units[c], rotary, &fit, c);
        stn_estimate_next(&out->coulomb.item[c], &next, c);
    }
    out->spread = spread_of(&fit, (const int[]){0, 1, -1, -1});
    out->coulomb_rms = fit.rms;
    if (status == STN_OK && fit.value[1] < 0.0)
        status = solve(p, terms & ~(unsigned)VISCOUS, &fit, error);
    *sse = fit.sse;
    return status;
}

static StnStatus fit_points(Points *p, bool rotary, StnCharacteristic *out, StnError *error)
{
    double straight = NAN;
    p->slow = INFINITY;
    p->fast = 0.0;
    for (size_t i = 0; i < p->count; i++) {
        p->slow = fmin(p->slow, fabs(p->v[i]));
        p->fast = fmax(p->fast, fabs(p->v[i]));
        p->column[0][i] = sign_of(p->v[i]);
        p->column[1][i] = p->v[i];
        p->column[2][i] = 1.0;
    }
    const StnStatus status = fit_straight(p, rotary, out, &straight, error);
    out->enough = p->count > (size_t)(4 + p->offset + p->def->free_exponent);
    return status == STN_OK && out->enough ? fit_stribeck(p, straight, rotary, out, error) : status;
}

/* ---- Points of one direction, or of both ---- */

StnStatus stn_characteristic_fit(const StnCurveDef *def, const double *v, const double *F,
                                 const double *weight, size_t count, int sense, bool rotary,
                                 StnCharacteristic *out, StnError *error)
{
    double *memory = malloc((COLUMNS + 4) * (count + 1) * sizeof *memory);
    memset(out, 0, sizeof *out);
    out->chance = out->stribeck_rms = out->n = NAN;
    if (!memory)
        return stn_no_memory(error);
    double *own_v = memory, *own_F = own_v + count + 1, *own_weight = own_F + count + 1;
    Points p = {.def = def, .v = own_v, .F = own_F, .weight = weight ? own_weight : NULL};
    p.offset = !def->no_offset && sense == 0;
    for (int c = 0; c < COLUMNS; c++)
        p.column[c] = memory + (size_t)(4 + c) * (count + 1);
    p.residual = memory + 3 * (count + 1);
    for (size_t i = 0; i < count; i++) {
        if (v[i] == 0.0 || (sense != 0 && v[i] * sense < 0.0))
            continue;
        own_v[p.count] = sense < 0 ? -v[i] : v[i]; /* levels are positive in both directions */
        own_weight[p.count] = weight ? weight[i] : 1.0;
        own_F[p.count++] = sense < 0 ? -F[i] : F[i];
    }
    bool both[2] = {false, false};
    for (size_t i = 0; i < p.count; i++)
        both[p.v[i] < 0.0] = true;
    out->one_direction = p.offset && both[0] != both[1];
    p.offset = p.offset && !out->one_direction; /* it would be a part of Fc */
    const StnStatus status = fit_points(&p, rotary, out, error);
    free(memory);
    return status;
}
