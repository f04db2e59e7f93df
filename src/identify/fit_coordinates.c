/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Between parameters and the coordinates in which a search moves.
 *
 * Levels, viscous coefficients and offsets enter a force in proportion: they move on a
 * linear scale, in units of their start value, and stop at their bounds.  What has a positive lower
 * bound or a derived default (stiffnesses, velocities, times, masses) moves on a logarithmic one.  The
 * shares of a vector that must add up to 1 move as logarithms of their ratio to the last one.  A static
 * level moves as its height above the sliding one: below that it would have no effect, and no search would
 * find back.  Gravity of an arm moves as the factors of sin and cos, in which the effort is linear, and is known as
 * amplitude and angle. */
#include "identify/fit_internal.h"

#include <math.h>
#include <string.h>

static void shares_to_q(const StnFitParam *first, const double *x, double *q)
{
    double most = 0.0, sum = 0.0;
    for (int i = 0; i < first->members - 1; i++)
        most = fmax(most, x[first->x + i]);
    for (int i = 0; i < first->members; i++) {
        q[i] = exp((i < first->members - 1 ? x[first->x + i] : 0.0) - most);
        sum += q[i];
    }
    for (int i = 0; i < first->members; i++)
        q[i] /= sum;
}

/* G*sin(x - hang) = a*sin(x) + b*cos(x) */
static void arm_to_q(const StnFitParam *first, const double *x, double *q)
{
    const double a = x[first->x], b = x[first->x + 1];
    q[0] = first->scale * hypot(a, b);
    q[1] = q[0] > 0.0 ? atan2(-b, a) : 0.0;
}

/* Slopes of amplitude and angle; without an amplitude there is no angle. */
static void arm_slope(const StnFitParam *first, const double *x, double *G, double *hang)
{
    const double a = x[first->x], b = x[first->x + 1], size = hypot(a, b);
    if (!(size > 0.0))
        return;
    G[first->x] = first->scale * a / size;
    G[first->x + 1] = first->scale * b / size;
    hang[first->x] = b / (size * size);
    hang[first->x + 1] = -a / (size * size);
}

/* The sliding level that a static one stands on, the lowest of its sides; *which: the parameter, -1: it is
 * not free. */
static double floor_of(const StnFitParam *p, const double *q, int *which)
{
    double level = p->base;
    *which = -1;
    for (int k = 0; k < p->nbelow; k++)
        if (q[p->below[k]] < level)
            level = q[p->below[k]], *which = p->below[k];
    return level;
}

static void static_levels(const StnFitMap *map, const double *x, double *q)
{
    int which;
    for (int i = 0; i < map->nq; i++) {
        const StnFitParam *p = &map->param[i];
        if (p->how == STN_COORDINATE_ABOVE)
            q[i] = floor_of(p, q, &which) + x[p->x] * p->scale;
    }
}

void stn_fit_to_q(const StnFitMap *map, const double *x, double *q)
{
    for (int i = 0; i < map->nq; i++) {
        const StnFitParam *p = &map->param[i];
        if (p->how == STN_COORDINATE_LINEAR)
            q[i] = x[p->x] * p->scale;
        else if (p->how == STN_COORDINATE_LOG)
            q[i] = exp(x[p->x]);
        else if (p->how == STN_COORDINATE_SHARE && i == p->group)
            shares_to_q(p, x, q + i);
        else if (p->how == STN_COORDINATE_ARM && i == p->group)
            arm_to_q(p, x, q + i);
    }
    static_levels(map, x, q);
}

void stn_fit_to_x(const StnFitMap *map, const double *q, double *x)
{
    for (int i = 0; i < map->nq; i++) {
        const StnFitParam *p = &map->param[i];
        int which;
        if (p->x < 0)
            continue;
        if (p->how == STN_COORDINATE_LINEAR)
            x[p->x] = q[i] / p->scale;
        else if (p->how == STN_COORDINATE_ABOVE)
            x[p->x] = fmax(q[i] - floor_of(p, q, &which), 0.0) / p->scale;
        else if (p->how == STN_COORDINATE_LOG)
            x[p->x] = log(q[i]);
        else if (p->how == STN_COORDINATE_ARM)
            x[p->x] = q[p->group] / map->param[p->group].scale *
                      (i == p->group ? cos(q[i + 1]) : -sin(q[i]));
        else
            x[p->x] = log(fmax(q[i], 1e-6) / fmax(q[p->group + p->members - 1], 1e-6));
    }
}

void stn_fit_slope(const StnFitMap *map, const double *x, double *slope)
{
    double q[STN_FREE_MAX] = {0};
    stn_fit_to_q(map, x, q);
    for (int i = 0; i < map->nq * map->nx; i++)
        slope[i] = 0.0;
    for (int i = 0; i < map->nq; i++) {
        const StnFitParam *p = &map->param[i];
        double *row = slope + i * map->nx;
        if (p->how == STN_COORDINATE_LINEAR)
            row[p->x] = p->scale;
        else if (p->how == STN_COORDINATE_LOG)
            row[p->x] = q[i];
        else if (p->how == STN_COORDINATE_ARM && i == p->group)
            arm_slope(p, x, row, row + map->nx);
        else if (p->how == STN_COORDINATE_SHARE)
            for (int k = 0; k < p->members - 1; k++) {
                int other = p->group + k;
                row[map->param[other].x] = q[i] * ((other == i ? 1.0 : 0.0) - q[other]);
            }
    }
    for (int i = 0; i < map->nq; i++) { /* after the sliding levels, which are no ABOVE */
        const StnFitParam *p = &map->param[i];
        int which;
        if (p->how != STN_COORDINATE_ABOVE)
            continue;
        floor_of(p, q, &which);
        if (which >= 0)
            memcpy(slope + i * map->nx, slope + which * map->nx, (size_t)map->nx * sizeof *slope);
        slope[i * map->nx + p->x] = p->scale;
    }
}

/* Of one coordinate; q: with the sliding levels that a static one stands on. */
static void bounds_of(const StnFitParam *p, const double *q, double *lo, double *hi)
{
    int which;
    *lo = p->lo / p->scale, *hi = p->hi / p->scale;
    if (p->how == STN_COORDINATE_LOG)
        *lo = log(p->lo), *hi = log(p->hi);
    else if (p->how == STN_COORDINATE_SHARE)
        *lo = -12.0, *hi = 12.0;
    else if (p->how == STN_COORDINATE_ARM)
        *lo = -INFINITY, *hi = INFINITY;
    else if (p->how == STN_COORDINATE_ABOVE)
        *lo = 0.0, *hi = fmax(p->hi - floor_of(p, q, &which), 0.0) / p->scale;
}

void stn_fit_bounds(const StnFitMap *map, const double *x, double *lo, double *hi)
{
    double q[STN_FREE_MAX] = {0};
    stn_fit_to_q(map, x, q);
    for (int i = 0; i < map->nq; i++)
        if (map->param[i].x >= 0)
            bounds_of(&map->param[i], q, &lo[map->param[i].x], &hi[map->param[i].x]);
}

uint32_t stn_fit_inside(const StnFitMap *map, double *x)
{
    uint32_t held = 0;
    double q[STN_FREE_MAX] = {0}, lo, hi;
    for (int above = 0; above < 2; above++) { /* static levels after those that they stand on */
        for (int i = 0; i < map->nq; i++) {
            const StnFitParam *p = &map->param[i];
            if (p->x < 0 || (p->how == STN_COORDINATE_ABOVE) != above)
                continue;
            bounds_of(p, q, &lo, &hi);
            held |= (uint32_t)(x[p->x] <= lo || x[p->x] >= hi) << p->x;
            x[p->x] = fmin(fmax(x[p->x], lo), hi);
        }
        stn_fit_to_q(map, x, q);
    }
    return held;
}
