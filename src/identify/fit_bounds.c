/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Bounds that the data give to parameters of friction: what they can show, and what is large. */
#include "identify/fit_reader.h"

#include <math.h>
#include <string.h>

#define LEVEL_MOST 2.0
#define SLOWEST 1e-4 /* of the fastest speed: less is a step of the sensor or rounding */
#define UNSEEN 1e-8  /* of the way that a site goes */

/* What was measured of the friction force and the motion. */
typedef struct {
    double force, fastest, slowest; /* largest force and speed; smallest speed above 0 */
} Extent;

static Extent measure_extent(const StnFitRun *run)
{
    Extent e = {.slowest = INFINITY};
    for (size_t i = 0; i < run->rows; i++)
        e.force = fmax(e.force, fabs(run->signal[0].value[i]));
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = run->v ? 0 : 1; i < run->rows; i++) {
            const double v =
                run->v ? run->v[i] : (run->x[i] - run->x[i - 1]) / (run->t[i] - run->t[i - 1]);
            if (fabs(v) > SLOWEST * e.fastest && pass == 1)
                e.slowest = fmin(e.slowest, fabs(v));
            e.fastest = fmax(e.fastest, fabs(v));
        }
    return e;
}

/* With a plant: the largest speed of a site in what is compared, and the way that it goes; 0: it is not compared. */
typedef struct {
    double fastest, way;
} Reach;

static Reach reach_in(const StnFitRun *run, const double *y, bool position)
{
    Reach out = {0.0, 0.0};
    double lo = INFINITY, hi = -INFINITY;
    for (size_t i = 0; i < run->rows; i++) {
        const double v = !position ? y[i]
                         : i > 0   ? (y[i] - y[i - 1]) / (run->t[i] - run->t[i - 1])
                                   : 0.0;
        out.fastest = fmax(out.fastest, fabs(v));
        lo = fmin(lo, y[i]), hi = fmax(hi, y[i]);
    }
    if (run->rows > 0)
        out.way = position ? hi - lo : out.fastest * (run->t[run->rows - 1] - run->t[0]);
    return out;
}

static Reach reach_of(const StnFitReader *reader, int site)
{
    const StnPlant *plant = reader->system->model.plant;
    Reach most = {0.0, 0.0};
    for (int r = 0; r < reader->def->nrun; r++)
        for (int s = 0; s < reader->def->run[r].nsignal; s++) {
            const StnFitRun *run = &reader->def->run[r];
            for (int k = 0; k < plant->noutput; k++) {
                const StnVar *out = &plant->outputs[k];
                const bool position = out->role == STN_ROLE_POSITION;
                if (out->site != site || strcmp(out->name, run->signal[s].column) != 0 ||
                    !(position || out->role == STN_ROLE_VELOCITY))
                    continue;
                const Reach one = reach_in(run, run->signal[s].value, position);
                most.fastest = fmax(most.fastest, one.fastest);
                most.way = fmax(most.way, one.way);
            }
        }
    return most;
}

static double largest_value(const StnSystem *system, int site, const char *name)
{
    double most = 0.0;
    for (int i = 0; i < stn_system_value_count(system, site); i++) {
        const StnValue value = stn_system_value_at(system, site, i);
        for (int k = 0; k < value.count && strcmp(value.param->name, name) == 0; k++)
            most = fmax(most, fabs(value.value[k]));
    }
    return most;
}

/* With a plant a Stribeck velocity is below the fastest speed, unless it starts beyond.  A bristle that gives way within
 * UNSEEN of the motion shows in nothing that was measured, and what its swings cost grows with the root of its stiffness: data
 * without noise led searches to 1e13 N/m, where a run of 10 s took half a second. */
static void bound_by_reach(const StnFitReader *reader, const StnParam *p, double start,
                           StnFitParam *param)
{
    const bool speed = strcmp(p->unit, "$x/s") == 0 && isfinite(p->def);
    const bool stiffness = strcmp(p->unit, "$F/$x") == 0;
    if (!speed && !stiffness)
        return;
    const Reach reach = reach_of(reader, param->site);
    double most = reach.fastest;
    if (stiffness && reach.way > 0.0)
        most = largest_value(reader->system, param->site, "Fc") / (UNSEEN * reach.way);
    if (most > param->lo && (speed || !(reader->free->min >= most)))
        param->hi = fmin(isnan(start) ? most : fmax(start, most), param->hi);
}

/* Along a measured motion the data bound what they can show, and say what is large.  No level is larger than
 * LEVEL_MOST times the largest force: beyond, levels that the motion never reaches would only bend the curve
 * below.  A Stribeck velocity lies between the slowest and the fastest speed, unless it starts beyond. */
double stn_fit_bound_by_data(const StnFitReader *reader, const StnValue *value, StnFitParam *param)
{
    const StnParam *p = value->param;
    const double start = !isnan(reader->free->start) ? reader->free->start
                         : value->given              ? value->value[param->first]
                                                     : NAN;
    const bool speed = strcmp(p->unit, "$x/s") == 0 && isfinite(p->def);
    if (!stn_fit_is_motion(reader->def)) {
        bound_by_reach(reader, p, start, param);
        return 1.0;
    }
    const Extent e = measure_extent(&reader->def->run[0]);
    if (strcmp(p->unit, "$F") == 0 && e.force > 0.0) {
        param->hi = fmin(LEVEL_MOST * e.force, param->hi);
        return e.force;
    }
    if (speed && e.slowest < e.fastest) {
        param->lo = fmax(isnan(start) ? e.slowest : fmin(start, e.slowest), param->lo);
        param->hi = fmin(isnan(start) ? e.fastest : fmax(start, e.fastest), param->hi);
    }
    return strcmp(p->unit, "$F*s/$x") == 0 && e.force > 0.0 && e.fastest > 0.0 ? e.force / e.fastest
                                                                               : 1.0;
}
