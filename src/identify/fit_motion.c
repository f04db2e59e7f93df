/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction along a measured motion: the law alone, led from row to row at constant velocity.
 *
 * Laws with states go in their own fixed step, with a mass so large that the velocity stays as
 * measured; `parts` steps per row.  Set-valued laws have no state: their force follows from the velocity,
 * and at standstill, where it is anything between the limits, the last direction holds.
 *
 * v alone, without x: every row is a steady state of its own (the mean of a run at constant speed), and
 * states are led to rest before it is read. */
#include "identify/fitting.h"

#include <math.h>
#include <string.h>

enum { SETTLE_MOST = 4000, LOOK_EVERY = 1024 };
#define HEAVY 1e30   /* kg: the law cannot change the velocity */
#define SETTLED 1e-9 /* relative change of the force between two steps */

typedef struct {
    const StnSystem *system;
    const StnLaw *law;
    const double *p;
    double s[STN_STATES_MAX], rate[STN_STATES_MAX + STN_VECTOR_MAX];
    double mode[STN_RELS_MAX], guard[STN_RELS_MAX], far[STN_RELS_MAX], next[STN_RELS_MAX];
    double dir;
} Led;

static StnRel relations(Led *led)
{
    return (StnRel){led->mode, led->guard, led->next, 1, led->far, NULL};
}

static StnSite site_at(const Led *led, double x, double v, double dt)
{
    return (StnSite){.v = v, .x = x, .m = HEAVY, .dir = led->dir, .dt = dt};
}

static void step(Led *led, double x, double v, double dt)
{
    StnSite in = site_at(led, x, v, dt);
    StnRel r = relations(led);
    if (!led->system->model.set_valued[0] && led->law->advance)
        led->law->advance(&led->system->model.law_self[0], led->p, led->s, &in, &r);
}

static double force(Led *led, double x, double v)
{
    StnSite in = site_at(led, x, v, 0.0);
    StnRel r = relations(led);
    r.live = 1;
    return led->law->slide(&led->system->model.law_self[0], led->p, led->s, &in, &r, led->rate).F;
}

static void turn(Led *led, double v)
{
    if (v != 0.0)
        led->dir = v > 0.0 ? 1.0 : -1.0;
}

/* The force at a constant velocity for ever. */
static double steady(Led *led, double v)
{
    memset(led->s, 0, sizeof led->s);
    memset(led->mode, 0, sizeof led->mode);
    turn(led, v);
    double F = force(led, 0.0, v), dt = 1e-3;
    for (int k = 0; k < SETTLE_MOST && led->system->model.law_nstate[0] > 0; k++) {
        double before = F;
        step(led, 0.0, v, dt);
        F = force(led, 0.0, v);
        if (fabs(F - before) <= SETTLED * fabs(F) && k > 10)
            break;
        dt *= 1.05;
    }
    return F;
}

static void begin(Led *led, const StnSystem *system)
{
    memset(led, 0, sizeof *led);
    led->system = system;
    led->law = system->model.law[0];
    led->p = system->law_p[0];
    led->dir = 1.0;
    memcpy(led->s, system->y_start + system->model.law_state[0],
           (size_t)system->model.law_nstate[0] * sizeof *led->s);
}

StnStatus stn_fit_motion(const StnFitInside *inside, const StnSystem *system, size_t rows,
                         double *FF, const atomic_bool *stop, StnError *error)
{
    const StnFitRun *run = inside->run;
    Led led;
    begin(&led, system);
    for (size_t i = 0; i < rows; i++) {
        if (i % LOOK_EVERY == 0 && atomic_load_explicit(stop, memory_order_relaxed))
            return stn_error(error, STN_CANCELLED, "interrupted");
        if (!run->x) {
            FF[i] = steady(&led, run->v[i]);
            continue;
        }
        double dt = i > 0 ? run->t[i] - run->t[i - 1] : 0.0;
        double v = i > 0 ? (run->x[i] - run->x[i - 1]) / dt : 0.0;
        turn(&led, v);
        for (int k = 0; i > 0 && k < inside->parts; k++)
            step(&led, run->x[i], v, dt / inside->parts);
        FF[i] = force(&led, run->x[i], run->v ? run->v[i] : v);
    }
    return STN_OK;
}

StnSystemDef stn_motion_def(const StnLaw *law, StnGiven *given, int ngiven, StnGiven *drive)
{
    *drive = (StnGiven){.name = "drive", .count = 1, .value = {3.0}}; /* the last word: motion */
    StnSystemDef def = stn_default_system_def(stn_catalog_plant(NULL, "block"));
    def.given = drive;
    def.ngiven = 1;
    def.site[0] = (StnSiteDef){law, given, ngiven};
    def.borrow = true;
    return def;
}
