/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The points of a curve.  Runs at constant speed give a point each, their mean.  A moving record gives
 * friction as known forces less m*a (hydraulic cylinder, Tran & Yanada: signals through 150 Hz, the
 * differentiated velocity through 32 Hz, without phase), averaged over plateaus or intervals of speed. */
#include "identify/curve_parts.h"
#include "identify/failure.h"
#include "identify/noise.h"
#include "identify/plateaus.h"

#include "io/error_place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The constant force that is known. */
static double known_weight(const StnCurveDef *def, const StnData *data)
{
    return def->weight + (def->gravity && !data->rotary ? 9.81 * def->m : 0.0);
}

static StnStatus make_points(StnFrictionCurve *r, int count, StnError *error)
{
    r->point = calloc((size_t)count + 1, sizeof *r->point);
    return r->point ? STN_OK : stn_no_memory(error);
}

/* Mean speed of a run: of the measured speed, or the way over the time. */
static double run_speed(const StnData *data, size_t begin, size_t end)
{
    const double *v = data->value[STN_ROLE_VELOCITY], *x = data->value[STN_ROLE_POSITION];
    const double *t = data->value[STN_ROLE_TIME];
    double sum = 0.0;
    if (!v)
        return (x[end - 1] - x[begin]) / (t[end - 1] - t[begin]);
    for (size_t i = begin; i < end; i++)
        sum += v[i];
    return sum / (double)(end - begin);
}

/* Standard error of that: of measured speeds by their scatter and how alike neighbours are; a way is read twice. */
static double speed_error(const StnData *data, size_t begin, size_t end)
{
    const double *v = data->value[STN_ROLE_VELOCITY], *x = data->value[STN_ROLE_POSITION];
    const double *t = data->value[STN_ROLE_TIME], n = (double)(end - begin);
    double mean = 0.0, own = 0.0, both = 0.0, step = INFINITY;
    for (size_t i = begin; i < end; i++)
        mean += (v ? v[i] : 0.0) / n;
    for (size_t i = begin; i < end && v; i++) {
        own += (v[i] - mean) * (v[i] - mean);
        both += i > begin ? (v[i] - mean) * (v[i - 1] - mean) : 0.0;
    }
    for (size_t i = begin + 1; i < end && !v; i++)
        step = x[i] != x[i - 1] ? fmin(step, fabs(x[i] - x[i - 1])) : step;
    if (!v)
        return isfinite(step) ? step / sqrt(6.0) / (t[end - 1] - t[begin]) : 0.0;
    const double like = own > 0.0 ? fmin(fmax(both / own, -0.9), 0.9) : 0.0;
    return sqrt(own / (n * (n - 1.0)) * (1.0 + like) / (1.0 - like));
}

/* Whether it moves to and fro: its way is short beside the ways over its tenths. */
static bool turns_round(const StnData *data, size_t begin, size_t end)
{
    enum { PARTS = 10 };
    const double *t = data->value[STN_ROLE_TIME];
    double way = 0.0, path = 0.0;
    for (size_t k = 0; k < PARTS && end - begin >= 2 * PARTS; k++) {
        const size_t from = begin + k * (end - begin) / PARTS,
                     to = begin + (k + 1) * (end - begin) / PARTS;
        const double part = run_speed(data, from, to) * (t[to - 1] - t[from]);
        way += part;
        path += fabs(part);
    }
    return fabs(way) < 0.5 * path;
}

static StnStatus refuse_turning(const StnData *data, int turning, StnError *error)
{
    return stn_error_at(error, STN_BAD_INPUT, data->file, 0, 0,
                        "%d of %d runs move to and fro, but a run counts as one point at its mean "
                        "speed: runs of constant speed are needed; \"identify inverse\" takes runs "
                        "of any motion, and curve one of them (--where)",
                        turning, data->nrun);
}

StnStatus stn_curve_of_runs(const StnCurveDef *def, const StnData *data, StnFrictionCurve *r,
                            StnError *error)
{
    StnStatus status = make_points(r, data->nrun, error);
    int dropped = 0, turning = 0;
    for (int k = 0; k < data->nrun && status == STN_OK; k++) {
        size_t begin = data->run[k];
        const size_t end = data->run[k + 1];
        const double start = data->value[STN_ROLE_TIME][begin];
        while (begin < end && data->value[STN_ROLE_TIME][begin] - start < def->settle)
            begin++;
        if (end - begin < 2) {
            dropped++;
            continue;
        }
        turning += turns_round(data, begin, end);
        StnCurvePoint *p = &r->point[r->npoint++];
        double sum = 0.0, squares = 0.0;
        for (size_t i = begin; i < end; i++)
            sum += data->value[STN_ROLE_EFFORT][i];
        p->samples = end - begin;
        p->F = sum / (double)p->samples - known_weight(def, data);
        for (size_t i = begin; i < end; i++)
            squares += pow(data->value[STN_ROLE_EFFORT][i] - known_weight(def, data) - p->F, 2);
        p->std = sqrt(squares / (double)(p->samples - 1));
        p->v = run_speed(data, begin, end);
        p->v_error = speed_error(data, begin, end);
        p->run = data->run_value[k];
    }
    if (status == STN_OK && 2 * turning > r->npoint)
        return refuse_turning(data, turning, error);
    if (dropped > 0)
        stn_remark(&r->remarks, "%d run%s left out: fewer than two samples.", dropped,
                   dropped == 1 ? " is" : "s are");
    return status;
}

/* Friction over time. */
static StnStatus friction_of(const StnCurveDef *def, const StnData *data, StnFrictionCurve *r,
                             StnError *error)
{
    StnMotion motion;
    const double cutoff = isnan(def->cutoff) ? 0.1 / data->Ts : def->cutoff;
    const double cutoff_a = isnan(def->cutoff_a) ? 0.2 * cutoff : def->cutoff_a;
    StnStatus status = stn_motion_make(data, def->order, cutoff, cutoff_a, &motion, error);
    if (status != STN_OK)
        return status;
    const size_t size = data->rows * sizeof(double);
    r->rows = data->rows;
    r->t = malloc(size);
    r->F = malloc(size);
    r->v = motion.v;
    motion.v = NULL;
    if (!r->t || !r->F)
        status = stn_no_memory(error);
    if (status == STN_OK) {
        memcpy(r->t, data->value[STN_ROLE_TIME], size);
        status =
            stn_motion_filter(data, def->order, cutoff, data->value[STN_ROLE_EFFORT], r->F, error);
    }
    for (size_t i = 0; i < data->rows && status == STN_OK; i++)
        r->F[i] -= (isnan(def->m) ? 0.0 : def->m) * motion.a[i] + known_weight(def, data);
    stn_motion_free(&motion);
    if (status == STN_OK && def->order > 0)
        stn_remark(&r->remarks,
                   "Filters: Butterworth of order %d, forwards and backwards, at %g Hz; the "
                   "acceleration once more at %g Hz.",
                   def->order, cutoff, cutoff_a);
    return status;
}

/* Which interval of speed a sample belongs to, in equal steps of sqrt|v|: fine where friction falls. */
static int bin_of(double v, double fast, int bins)
{
    const int inside = fast > 0.0 ? (int)fmin(sqrt(fabs(v) / fast) * bins, bins - 1.0) : 0;
    return v < 0.0 ? inside : bins + inside;
}

/* Samples that count.  Not those within a period of the cut-off of a reversal, where the filter
 * smears the jump of the friction, nor those slower than the sensor tells, nor the ends of a run,
 * where the filters settle. */
static size_t mark_samples(const StnData *data, const StnFrictionCurve *r, double slow,
                           size_t reach, size_t ends, bool *good)
{
    size_t left_out = 0;
    for (int k = 0; k < data->nrun; k++)
        for (size_t i = data->run[k]; i < data->run[k + 1]; i++)
            good[i] =
                fabs(r->v[i]) > slow && i - data->run[k] >= ends && data->run[k + 1] - i > ends;
    for (int k = 0; k < data->nrun; k++)
        for (size_t i = data->run[k] + 1; i < data->run[k + 1]; i++) {
            if (r->v[i] * r->v[i - 1] > 0.0)
                continue;
            const size_t from = i > data->run[k] + reach ? i - reach : data->run[k];
            for (size_t n = from; n < i + reach && n < data->run[k + 1]; n++)
                good[n] = false;
        }
    for (size_t i = 0; i < r->rows; i++)
        left_out += !good[i];
    return left_out;
}

/* Means and deviations of the samples that count, by intervals of speed. */
static void fill_bins(const StnCurveDef *def, StnFrictionCurve *r, const bool *good)
{
    double fast = 0.0;
    for (size_t i = 0; i < r->rows; i++)
        fast = fmax(fast, fabs(r->v[i]));
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < r->rows; i++) {
            StnCurvePoint *p = &r->point[bin_of(r->v[i], fast, def->bins)];
            if (good && !good[i])
                continue;
            if (pass == 0)
                p->v += r->v[i], p->F += r->F[i], p->samples++;
            else
                p->std += pow(r->F[i] - p->F / (double)p->samples, 2);
        }
    for (int k = 0; k < 2 * def->bins; k++) {
        StnCurvePoint p = r->point[k];
        if (p.samples < 3)
            continue;
        p.v /= (double)p.samples;
        p.F /= (double)p.samples;
        p.std = sqrt(p.std / (double)(p.samples - 1));
        p.run = NAN;
        r->point[r->npoint++] = p;
    }
}

/* Speeds and times that say which samples of a moving record count. */
typedef struct Limits {
    double slow, noise; /* below it the sign of the speed is not certain; deviation of the speed */
    double reach, ends; /* samples beside a reversal, at the ends of a run */
} Limits;

static StnStatus find_limits(const StnCurveDef *def, const StnData *data, Limits *l,
                             StnError *error)
{
    StnMotionNoise noise;
    const double cutoff = isnan(def->cutoff) ? 0.1 / data->Ts : def->cutoff;
    const double cutoff_a = isnan(def->cutoff_a) ? 0.2 * cutoff : def->cutoff_a;
    const double band = def->order > 0 ? cutoff : 0.5 / data->Ts;
    const StnStatus status = stn_motion_noise(data, &noise, error);
    l->noise = stn_noise_of_velocity(&noise, data->Ts, band);
    l->slow = stn_dead_speed(&noise, data->Ts, band);
    l->reach = def->order > 0 ? ceil(1.0 / (cutoff * data->Ts)) : 1.0;
    l->ends = def->order > 0 ? ceil(2.0 / (cutoff_a * data->Ts)) : 0.0;
    return status;
}

/* Means over the plateaus. */
static StnStatus points_of_plateaus(const StnData *data, StnFrictionCurve *r,
                                    const StnPlateau *plateau, int count, StnError *error)
{
    const StnStatus status = make_points(r, count, error);
    for (int k = 0; k < count && status == STN_OK; k++) {
        StnCurvePoint *p = &r->point[r->npoint++];
        *p = (StnCurvePoint){.v = plateau[k].v, .run = NAN};
        p->v_error = isnan(plateau[k].v_error) ? speed_error(data, plateau[k].begin, plateau[k].end)
                                               : plateau[k].v_error;
        p->samples = plateau[k].end - plateau[k].begin;
        for (size_t i = plateau[k].begin; i < plateau[k].end; i++)
            p->F += r->F[i] / (double)p->samples;
        for (size_t i = plateau[k].begin; i < plateau[k].end; i++)
            p->std += pow(r->F[i] - p->F, 2) / (double)(p->samples - 1);
        p->std = sqrt(p->std);
    }
    if (status == STN_OK)
        stn_remark(&r->remarks,
                   "Points are the %d stretches of constant speed of the record, without the fifth "
                   "at each of their ends in which the speed settles (--points intervals takes all "
                   "of the motion).",
                   count);
    r->plateaus = true;
    return status;
}

static StnStatus points_of_intervals(const StnCurveDef *def, const StnData *data, const Limits *l,
                                     StnFrictionCurve *r, StnError *error)
{
    StnStatus status = make_points(r, 2 * def->bins, error);
    bool *good = calloc(data->rows, sizeof *good);
    if (status == STN_OK && !good)
        status = stn_no_memory(error);
    if (status == STN_OK) {
        const size_t left_out =
            mark_samples(data, r, l->slow, (size_t)fmin(l->reach, (double)data->rows),
                         (size_t)fmin(l->ends, (double)data->rows), good);
        fill_bins(def, r, good);
        stn_remark(&r->remarks,
                   "Points are means over intervals of speed; %zu of %zu samples are left out: "
                   "slower than %.3g %s, within %.3g s of a reversal, where the filter smears the "
                   "jump of the friction, or within %.3g s of an end.",
                   left_out, r->rows, l->slow, data->rotary ? "rad/s" : "m/s", l->reach * data->Ts,
                   l->ends * data->Ts);
    }
    free(good);
    return status;
}

bool stn_curve_by_windows(const StnCurveDef *def)
{
    return def->order > 0 && isnan(def->cutoff) && isnan(def->cutoff_a);
}

bool stn_curve_needs_windows(const StnCurveDef *def, const StnData *data)
{
    return def->drift || (def->gravity && data->rotary);
}

/* The characteristic from the record itself; intervals of speed show it. */
static StnStatus windows_of_motion(const StnCurveDef *def, const StnData *data, StnFrictionCurve *r,
                                   StnError *error)
{
    StnData known = *data;
    r->windows = true;
    r->remarks.count = 0; /* those of the filters that plateaus were looked for with */
    double *effort = malloc((data->rows + 1) * sizeof *effort);
    StnStatus status = effort ? make_points(r, 2 * def->bins, error) : stn_no_memory(error);
    for (size_t i = 0; i < data->rows && status == STN_OK; i++)
        effort[i] = data->value[STN_ROLE_EFFORT][i] - known_weight(def, data);
    known.value[STN_ROLE_EFFORT] = effort;
    free(r->t);
    free(r->v);
    free(r->F);
    r->t = r->v = r->F = NULL;
    if (status == STN_OK)
        status = stn_curve_of_motion(def, &known, r, error);
    if (status == STN_OK) {
        fill_bins(def, r, NULL);
        stn_remark(&r->remarks, "The curve is fitted to these samples; points are their means over "
                                "intervals of speed.");
    }
    free(effort);
    return status;
}

/* At constant speed a mass is not seen: it is 0 unless it is given.  Single runs have one speed each, so that they are no
 * records whose estimates could be compared, but pieces of one. */
StnStatus stn_curve_of_long_runs(const StnCurveDef *def, const StnData *data, StnFrictionCurve *r,
                                 StnError *error)
{
    StnCurveDef own = *def;
    StnData pieces = *data;
    StnStatus status = stn_data_require_uniform(data, error);
    pieces.run_value = malloc(((size_t)data->nrun + 1) * sizeof *pieces.run_value);
    if (!pieces.run_value)
        return stn_no_memory(error);
    for (int n = 0; n <= data->nrun; n++)
        pieces.run_value[n] = NAN;
    own.m = isnan(def->m) ? 0.0 : def->m;
    r->runs = false; /* points are intervals of speed */
    if (status == STN_OK)
        status = windows_of_motion(&own, &pieces, r, error);
    free(pieces.run_value);
    return status;
}

StnStatus stn_curve_of_record(const StnCurveDef *def, const StnData *data, StnFrictionCurve *r,
                              StnError *error)
{
    Limits l;
    StnPlateau *plateau = NULL;
    int count = 0;
    StnStatus status = friction_of(def, data, r, error);
    if (status == STN_OK)
        status = find_limits(def, data, &l, error);
    if (status == STN_OK && def->points != STN_POINTS_INTERVALS &&
        !stn_curve_needs_windows(def, data))
        status = stn_plateaus_of(data, &plateau, &count, error);
    if (status == STN_OK) {
        if (def->points == STN_POINTS_PLATEAUS && count < 3)
            status = stn_error_at(error, STN_BAD_INPUT, data->file, 0, 0,
                                  "the record has %d stretch%s of constant speed; at least 3 are "
                                  "needed (--points intervals takes all of the motion)",
                                  count, count == 1 ? "" : "es");
        else if (def->points == STN_POINTS_PLATEAUS ||
                 (count > 0 && stn_plateaus_rule(data, r->v, l.slow, plateau, count)))
            status = points_of_plateaus(data, r, plateau, count, error);
        else if (stn_curve_by_windows(def))
            status = windows_of_motion(def, data, r, error);
        else
            status = points_of_intervals(def, data, &l, r, error);
    }
    free(plateau);
    return status;
}
