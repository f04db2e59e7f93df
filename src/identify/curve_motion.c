/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction over speed of a moving record: the characteristic is fitted to the record itself, by the inverse model over
 * windows, and what is not friction (inertia, gravity, weight) with it.  Means over intervals of speed near standstill are
 * wide against the falling part, and hold what the body does at rest; they only show the curve here. */
#include "identify/curve_parts.h"
#include "identify/failure.h"
#include "identify/golden.h"
#include "identify/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHRINKS = 14 };
#define BESIDE 0.15 /* in log(n), where the sum of squares is looked at for its curvature */
static const double significant = 0.05, least_exponent = 0.2, most_exponent = 5.0;

/* One direction, or both. */
typedef struct Fit {
    StnInverseDef def;
    const StnData *data;
    StnInverse best,
        other; /* of the exponents that were tried; `other` of those 1 and 2 that fits worse */
    double n, n_std; /* n_std: of log(n), NaN: it is not free, or not determined */
    StnStatus status;
    StnError *error;
} Fit;

static double try_exponent(void *user, double log_n)
{
    Fit *f = user;
    StnInverse r;
    if (f->status != STN_OK)
        return INFINITY;
    f->def.n = exp(log_n);
    f->status = stn_identify_inverse(&f->def, f->data, &r, f->error);
    if (f->status != STN_OK)
        return INFINITY;
    const double sse = r.fit.sse;
    if (f->best.rows == 0 || sse < f->best.fit.sse) {
        stn_inverse_free(&f->other);
        f->other = f->best;
        f->best = r;
        f->n = f->def.n;
    } else {
        stn_inverse_free(&f->other);
        f->other = r;
    }
    return sse;
}

/* Deviation of log(n): so far the sum of squares rises by that of one independent sample.  vs and levels are at
 * their best for each exponent, so that this counts what they could do in its place. */
static double exponent_deviation(Fit *f)
{
    const double at = log(f->n), least = f->best.fit.sse;
    const double rise = try_exponent(f, at - BESIDE) + try_exponent(f, at + BESIDE) - 2.0 * least;
    const double freedom = (double)f->best.fit.rows - f->best.fit.nparam - 2.0;
    const double variance = 2.0 * least / freedom * BESIDE * BESIDE / rise;
    return isfinite(rise) && rise > 0.0 ? fmax(f->best.widened, 1.0) * sqrt(variance) : NAN;
}

static void try_exponents(const StnCurveDef *def, Fit *f)
{
    f->n_std = NAN;
    if (def->free_exponent) {
        const double n = stn_golden_section(try_exponent, f, log(least_exponent),
                                            log(most_exponent), 0.02, SHRINKS);
        try_exponent(f, n);
        if (f->status == STN_OK)
            f->n_std = exponent_deviation(f);
    } else if (!isnan(def->n)) {
        try_exponent(f, log(def->n));
    } else {
        try_exponent(f, 0.0);
        try_exponent(f, log(2.0));
    }
}

/* ---- Estimates by the names of the characteristic ---- */

static void add_as(StnEstimates *out, const StnEstimate *from, const char *name)
{
    StnLeastSquares one = {
        .value = {from->value}, .std = {from->std}, .low = {from->low}, .high = {from->high}};
    stn_estimates_add(out, name, "1", false, &one, 0);
    StnEstimate *e = &out->item[out->count - 1];
    snprintf(e->path, sizeof e->path, "%s", from->path);
    snprintf(e->unit, sizeof e->unit, "%s", from->unit);
    e->next_low = from->next_low;
    e->next_high = from->next_high;
}

static void add_found(StnEstimates *out, const StnInverse *r, const char *from, const char *name)
{
    const StnEstimate *e = stn_estimates_find(&r->parameters, from);
    if (e)
        add_as(out, e, name);
}

/* Where nothing is known of it, it has no deviation. */
static void add_static(StnEstimates *out, const StnInverse *r)
{
    add_found(out, r, "Fs", "Fs");
    StnEstimate *e = &out->item[out->count - 1];
    e->std = e->std > fabs(e->value) ? NAN : e->std;
}

static void add_others(StnEstimates *out, const StnInverse *r)
{
    static const char *const names[][2] = {{"Fv", "sigma2"}, {"offset", "offset"},
                                           {"M", "m"},       {"G", "G"},
                                           {"hang", "hang"}, {"drift", "drift"}};
    for (int i = 0; i < 6; i++)
        add_found(out, r, names[i][0], names[i][1]);
}

/* Place of a column, which a parameter up to the arm has too; -1: none. */
static int place_of(const StnInverse *r, const char *name)
{
    const StnEstimate *e = stn_estimates_find(&r->parameters, name);
    return e ? (int)(e - r->parameters.item) : -1;
}

StnSpread4 stn_inverse_spread(const StnInverse *r, int side)
{
    StnSpread4 out = {.covariance = {{0.0}}};
    int Fc = place_of(r, side ? "Fc-" : "Fc+"), Fv = place_of(r, side ? "Fv-" : "Fv+");
    Fc = Fc >= 0 ? Fc : place_of(r, "Fc");
    Fv = Fv >= 0 ? Fv : place_of(r, "Fv");
    const int d = place_of(r, "Fs-Fc") >= 0 ? r->fit.nparam - 1 : -1;
    if (Fc < 0 || Fv < 0 || !(r->fit.std[Fc] > 0.0))
        return out;
    const double reach = 0.5 * (r->fit.high[Fc] - r->fit.low[Fc]) / r->fit.std[Fc];
    const double part[3][3] = {{[0] = 1.0}, {[1] = 1.0}, {[0] = 1.0, [2] = d >= 0}};
    const int place[3] = {Fc, Fv, d >= 0 ? d : Fc};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            for (int a = 0; a < 3; a++)
                for (int b = 0; b < 3; b++)
                    out.covariance[i][k] += reach * reach * part[i][a] * part[k][b] *
                                            r->fit.covariance[place[a]][place[b]];
    return out;
}

static void take_straight(const StnInverse *r, StnCharacteristic *out)
{
    add_found(&out->coulomb, r, "Fc", "Fc");
    add_others(&out->coulomb, r);
    stn_estimates_copy_correlation(&out->coulomb, &r->parameters);
    out->coulomb_rms = r->fit.rms;
}

/* The other exponent, where the record hardly tells it from the better one.  Variances are those of residuals that hold
 * together. */
static void allow_other(const Fit *f, StnEstimates *out)
{
    const StnInverse *best = &f->best, *r = &f->other;
    const double freedom = (double)best->fit.rows - best->fit.nparam - 1.0;
    const double by = fmax(best->widened, 1.0), reach = stn_student_95(freedom);
    const double rise = (r->fit.sse - best->fit.sse) / (best->fit.sse / freedom * by * by);
    StnEstimates other = {.count = 0};
    if (r->rows == 0 || !(rise < reach * reach) ||
        !(stn_estimates_value(&r->parameters, "Fs-Fc", 0) > 0.0))
        return;
    add_static(&other, r);
    add_found(&other, r, "Fc", "Fc");
    add_found(&other, r, "vs", "vs");
    add_others(&other, r);
    stn_estimates_allow(out, &other, reach, rise);
}

/* The exponent, with an interval where it is free and lies within what is tried; the next record's is wider by as
 * much as that of vs. */
static void add_exponent(const Fit *f, StnCharacteristic *out)
{
    const StnEstimate *vs = stn_estimates_find(&f->best.parameters, "vs");
    const double reach = 2.0 * f->n_std, low = f->n * exp(-reach), high = f->n * exp(reach);
    const bool known = low > least_exponent && high < most_exponent;
    const StnLeastSquares n = {.value = {f->n},
                               .std = {known ? f->n * f->n_std : NAN},
                               .low = {known ? low : NAN},
                               .high = {known ? high : NAN}};
    stn_estimates_add(&out->stribeck, "n", "1", f->data->rotary, &n, 0);
    StnEstimate *e = &out->stribeck.item[out->stribeck.count - 1];
    const double wider =
        vs && vs->high > vs->low ? (vs->next_high - vs->next_low) / (vs->high - vs->low) : NAN;
    if (known && isfinite(wider)) {
        e->next_low = f->n * exp(-reach * fmax(wider, 1.0));
        e->next_high = f->n * exp(reach * fmax(wider, 1.0));
    }
    out->at_edge = !isnan(f->n_std) && !known;
}

static void take_falling(const StnCurveDef *def, const Fit *f, StnCharacteristic *out)
{
    const StnInverse *r = &f->best;
    const double rise = stn_estimates_value(&r->parameters, "Fs-Fc", 0),
                 Fv = stn_estimates_value(&r->parameters, "Fv", 0),
                 Fc = stn_estimates_value(&r->parameters, "Fc", 0);
    if (!(rise > 0.0 && Fc > 0.0 && Fv > -0.05 * Fc / r->findings.speed))
        return; /* no curve that falls and can be friction */
    add_static(&out->stribeck, r);
    add_found(&out->stribeck, r, "Fc", "Fc");
    add_found(&out->stribeck, r, "vs", "vs");
    if (def->free_exponent || isnan(def->n)) {
        add_exponent(f, out);
    }
    add_others(&out->stribeck, r);
    stn_estimates_copy_correlation(&out->stribeck, &r->parameters);
    if (!def->free_exponent && isnan(def->n))
        allow_other(f, &out->stribeck);
    out->stribeck_rms = r->fit.rms;
    if (isfinite(r->straight_rms)) /* of the same samples: windows are chosen for the law */
        out->coulomb_rms = r->straight_rms;
    out->n = f->n;
    out->fitted = true;
    out->chance = r->stribeck_chance;
    if (def->free_exponent && isfinite(r->straight_rms)) /* n is a parameter as well as vs */
        out->chance =
            fmax(out->chance,
                 stn_compare_correlated(r->straight_rms * r->straight_rms * (double)r->fit.rows,
                                        r->fit.nparam - 1, r->fit.sse, r->fit.nparam + 2,
                                        r->fit.rows, r->correlation));
    /* a height whose interval holds 0 is no falling part, however well the curve bends */
    const StnEstimate *height = stn_estimates_find(&r->parameters, "Fs-Fc");
    if (!height || !(height->low > 0.0))
        out->chance = fmax(out->chance, significant);
    out->significant = out->chance < significant;
}

static void copy_remarks(const StnRemarks *from, StnRemarks *to)
{
    for (int i = 0; i < from->count; i++) {
        bool there = false;
        for (int k = 0; k < to->count; k++)
            there = there || strcmp(to->text[k], from->text[i]) == 0;
        if (!there)
            stn_remark(to, "%s", from->text[i]);
    }
}

/* The names of options that the inverse model has for a term, in this method. */
static void remark_missing(const StnInverse *rows, StnFrictionCurve *r)
{
    const char *missing = rows->missing ? rows->missing : "";
    if (strcmp(missing, "spring") == 0 || strcmp(missing, "position") == 0)
        stn_remark(&r->remarks, "identify inverse has that term; curve has no place for it.");
    else if (strcmp(missing, "direction") == 0)
        stn_remark(&r->remarks, "Here --per-side does that.");
    r->missing = rows->missing;
    r->missing_share = rows->missing_share;
    r->missing_chance = rows->missing_chance;
    r->delay = rows->delay;
}

/* One direction (side 1, -1) or both (0).  The rows of the better law stay in `rows`. */
static StnStatus fit_side(const StnCurveDef *def, const StnData *data, int side,
                          StnCharacteristic *out, StnInverse *rows, StnError *error)
{
    Fit f = {.def = stn_default_inverse_def(), .data = data, .error = error};
    f.def.m = def->m;
    f.def.offset = !def->no_offset && side == 0;
    f.def.gravity = def->gravity && data->rotary;
    f.def.drift = def->drift;
    f.def.side = side;
    memset(out, 0, sizeof *out);
    out->chance = out->stribeck_rms = out->n = NAN;
    f.def.stribeck = true;
    try_exponents(def, &f);
    StnInverse straight = {.rows = 0};
    f.def.stribeck = false;
    if (f.status == STN_OK)
        f.status = stn_identify_inverse(&f.def, data, &straight, error);
    if (f.status == STN_OK) {
        out->enough = true;
        out->one_direction =
            side == 0 && !def->no_offset && !stn_estimates_find(&straight.parameters, "offset");
        take_straight(&straight, out);
        take_falling(def, &f, out);
        *rows = out->significant ? f.best : straight;
        out->spread = stn_inverse_spread(rows, 0);
        if (out->significant)
            f.best = straight;
        stn_inverse_free(&f.best);
        stn_inverse_free(&f.other);
    } else {
        stn_inverse_free(&f.best);
        stn_inverse_free(&f.other);
        stn_inverse_free(&straight);
    }
    return f.status;
}

/* The rows of one fit behind those that are there. */
static StnStatus append(StnFrictionCurve *r, const StnInverse *from, StnError *error)
{
    const size_t all = r->rows + from->rows;
    const double offset = stn_estimates_value(&from->parameters, "offset", 0);
    double **const to[] = {&r->t, &r->v, &r->F};
    const double *const source[] = {from->t, from->velocity, from->friction};
    for (int k = 0; k < 3; k++) {
        double *grown = realloc(*to[k], (all + 1) * sizeof *grown);
        if (!grown)
            return stn_no_memory(error);
        if (from->rows > 0) /* else there is no source either */
            memcpy(grown + r->rows, source[k], from->rows * sizeof *grown);
        *to[k] = grown;
    }
    for (size_t i = r->rows; i < all && !isnan(offset); i++)
        r->F[i] += offset;
    r->rows = all;
    return STN_OK;
}

StnStatus stn_curve_of_motion(const StnCurveDef *def, const StnData *data, StnFrictionCurve *r,
                              StnError *error)
{
    StnStatus status = STN_OK;
    r->rows = 0;
    r->nside = def->per_side ? 2 : 1;
    for (int side = 0; side < r->nside && status == STN_OK; side++) {
        StnInverse rows = {.rows = 0};
        status = fit_side(def, data,
                          !def->per_side ? 0
                          : side         ? -1
                                         : 1,
                          &r->side[side], &rows, error);
        if (status == STN_OK)
            status = append(r, &rows, error);
        if (status == STN_OK)
            copy_remarks(&rows.remarks, &r->remarks);
        if (status == STN_OK && rows.missing)
            remark_missing(&rows, r);
        stn_inverse_free(&rows);
    }
    return status;
}
