/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Where a measured motion starts.  A record that is cut out of a longer one starts under load: elements and bristles hold a
 * force that nobody measured one by one, and from zero a law would take a stroke to reach it, in which all rows are wrong.
 * The sum is known, it is the force of the first row: a slow motion in one direction leads a law there.  That is right where
 * the body slid before, and where it was loaded from rest. */
#include "identify/fit_internal.h"

#include <math.h>
#include <string.h>

#define LOADED 0.05   /* of the rms of the fitted signal: less is a start without load */
#define STANDS 1e-3   /* of the travel: so far the first force follows a line */
#define FIRST 1e-6    /* of the travel: the first step of the slow motion, */
#define FARTHEST 10.0 /* its last one, */
#define GROWS 1.25    /* and what each is longer than the one before */
#define SLOW 1e-6     /* of the travel, per second */
enum { ROWS_MOST = 1000, HALVES = 40 };

void stn_fit_correct(const StnFitter *fitter, const StnFitRun *run, const double *q, size_t rows,
                     double **out, double *heavy)
{
    const double m = stn_fit_beside(&fitter->map, q, STN_FIT_PLACE_MASS, fitter->def->m);
    const int arm = stn_fit_beside_at(&fitter->map, STN_FIT_PLACE_GRAVITY);
    for (size_t i = 0; arm >= 0 && i < rows; i++)
        out[0][i] += q[arm] * sin(run->x[i] - q[arm + 1]);
    for (int s = 0; s < run->nsignal; s++) {
        double gain = 1.0, offset = 0.0;
        for (int i = 0; i < fitter->map.nq; i++) {
            const StnFitParam *p = &fitter->map.param[i];
            if (strcmp(p->item, run->signal[s].column) != 0)
                continue;
            if (p->place == STN_FIT_PLACE_GAIN)
                gain = q[i];
            if (p->place == STN_FIT_PLACE_OFFSET)
                offset = q[i];
        }
        for (size_t i = 0; (gain != 1.0 || offset != 0.0) && i < rows; i++)
            out[s][i] = gain * out[s][i] + offset;
        if (s == 0)
            *heavy = run->a && !isnan(m) ? gain * m : 0.0;
    }
}

/* The force in the first row, by the line over the positions of `rows`: where a body is loaded from rest, their mean would be
 * that of a place further on. */
static double first_force(const StnFitRun *run, size_t rows)
{
    const double *F = run->signal[0].value, n = (double)rows;
    double mean = 0.0, way = 0.0, squares = 0.0, product = 0.0;
    for (size_t i = 0; i < rows; i++)
        mean += F[i] / n, way += (run->x[i] - run->x[0]) / n;
    for (size_t i = 0; i < rows; i++) {
        const double x = run->x[i] - run->x[0] - way;
        squares += x * x, product += x * (F[i] - mean);
    }
    return squares > 0.0 ? mean - product / squares * way : mean;
}

void stn_fit_look_at_start(StnFitInside *inside, const StnSystem *system)
{
    const StnFitRun *run = inside->run;
    double least = INFINITY, most = -INFINITY;
    size_t rows = 0;
    inside->first_force = NAN;
    if (!run->x || run->box > 0 || inside->law->nstate == 0 || system->model.set_valued[0])
        return;
    for (size_t i = 0; i < run->rows; i++)
        least = fmin(least, run->x[i]), most = fmax(most, run->x[i]);
    inside->travel = most - least;
    while (rows < run->rows && rows < ROWS_MOST &&
           fabs(run->x[rows] - run->x[0]) <= STANDS * inside->travel)
        rows++;
    const double force = first_force(run, rows);
    if (fabs(force) > LOADED * inside->size[0])
        inside->first_force = force;
}

double stn_fit_start_force(const StnFitter *fitter, const StnFitInside *inside, const double *q)
{
    double none = 0.0, one = 1.0, heavy, *out = &none;
    if (isnan(inside->first_force))
        return NAN;
    stn_fit_correct(fitter, inside->run, q, 1, &out, &heavy);
    out = &one;
    stn_fit_correct(fitter, inside->run, q, 1, &out, &heavy);
    return one != none ? (inside->first_force - none) / (one - none) : NAN;
}

static void go_slowly(StnImposed *imposed, double x, double speed, double way)
{
    stn_imposed_turn(imposed, speed);
    stn_imposed_step(imposed, x, speed, way / fabs(speed));
}

/* The force in the first row, at the velocity there, less the one that is wanted. */
static double too_much(const StnImposed *imposed, const StnFitRun *run, double v, double force)
{
    StnImposed row = *imposed;
    stn_imposed_turn(&row, v);
    return stn_imposed_force(&row, run->x[0], v) - force;
}

void stn_fit_load(StnImposed *imposed, const StnFitInside *inside, double force)
{
    const StnFitRun *run = inside->run;
    const double v = stn_fit_velocity_at(run, 0), x = run->x[0];
    const double sense = too_much(imposed, run, v, force) < 0.0 ? 1.0 : -1.0,
                 speed = sense * SLOW * inside->travel;
    StnImposed before = *imposed;
    double way = FIRST * inside->travel;
    for (; way < FARTHEST * inside->travel; way *= GROWS) {
        before = *imposed;
        go_slowly(imposed, x, speed, way);
        if (sense * too_much(imposed, run, v, force) >= 0.0)
            break;
    }
    if (!(way < FARTHEST * inside->travel))
        return; /* beyond what this law can hold */
    for (double low = 0.0, high = way, k = 0; k < HALVES; k++) {
        const double middle = 0.5 * (low + high);
        *imposed = before;
        go_slowly(imposed, x, speed, middle);
        if (sense * too_much(imposed, run, v, force) < 0.0)
            low = middle;
        else
            high = middle;
    }
}
