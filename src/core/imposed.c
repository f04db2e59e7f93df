/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "core/imposed.h"

#include <math.h>
#include <string.h>

enum { IMPOSED_STEPS_MOST = 4000 };
#define HEAVY 1e30    /* kg: the law cannot change the velocity */
#define SETTLED 1e-12 /* relative change of the force between two steps */
#define FIRST 0.02    /* of the way in which states settle: the first step */

static StnRel imposed_relations(StnImposed *imposed)
{
    return (StnRel){imposed->mode, imposed->guard, imposed->next, 1, imposed->guard_low, NULL};
}

static StnSite site_at(const StnImposed *imposed, double x, double v, double dt)
{
    return (StnSite){.v = v,
                     .x = x,
                     .m = HEAVY,
                     .load = imposed->load,
                     .dir = imposed->dir,
                     .dt = dt,
                     .imposed = 1};
}

void stn_imposed_begin(StnImposed *imposed, const StnSystem *system, int site, double load)
{
    memset(imposed, 0, sizeof *imposed);
    imposed->system = system;
    imposed->site = site;
    imposed->load = load;
    imposed->dir = 1.0;
    memcpy(imposed->s, system->y_start + system->model.law_state[site],
           (size_t)system->model.law_nstate[site] * sizeof *imposed->s);
}

void stn_imposed_turn(StnImposed *imposed, double v)
{
    if (v != 0.0)
        imposed->dir = v > 0.0 ? 1.0 : -1.0;
}

void stn_imposed_step(StnImposed *imposed, double x, double v, double dt)
{
    const StnModel *model = &imposed->system->model;
    const int i = imposed->site;
    StnSite in = site_at(imposed, x, v, dt);
    StnRel r = imposed_relations(imposed);
    if (!model->set_valued[i] && model->law[i]->advance)
        model->law[i]->advance(&model->law_self[i], imposed->system->law_p[i], imposed->s, &in, &r);
}

double stn_imposed_force(StnImposed *imposed, double x, double v)
{
    const StnModel *model = &imposed->system->model;
    const int i = imposed->site;
    StnSite in = site_at(imposed, x, v, 0.0);
    StnRel r = imposed_relations(imposed);
    r.live = 1;
    return model->law[i]
        ->slide(&model->law_self[i], imposed->system->law_p[i], imposed->s, &in, &r, imposed->rate)
        .F;
}

void stn_imposed_rest(StnImposed *imposed, double x, double drive, double *lo, double *hi)
{
    const StnModel *model = &imposed->system->model;
    const int i = imposed->site;
    StnSite in = site_at(imposed, x, 0.0, 0.0);
    StnRel r = imposed_relations(imposed);
    in.imposed = 0; /* the drive is the one that is given */
    in.drive = drive;
    r.live = 1;
    model->law[i]->rest(&model->law_self[i], imposed->system->law_p[i], imposed->s, &in, &r, lo, hi,
                        imposed->rate);
}

/* Latched modes as at the start of a run at this velocity: a law that sticks in pre-sliding slips. */
static void decide_start(StnImposed *imposed, double v)
{
    const StnModel *model = &imposed->system->model;
    const int i = imposed->site;
    StnSite in = site_at(imposed, 0.0, v, 0.0);
    StnRel r = imposed_relations(imposed);
    in.a = 2.0; /* no direction before */
    if (model->law[i]->decide)
        model->law[i]->decide(&model->law_self[i], imposed->system->law_p[i], imposed->s, &in, &r);
}

/* A first step in which no state goes far beyond where it ends: from there a fixed step with a relation in
 * the wrong mode, or a power of a force far off, may lead to a cycle, and a cycle looks settled too. */
static double first_step(const StnImposed *imposed, double v)
{
    const double way = FIRST * imposed->system->num.shape[imposed->site].stroke;
    return way > 0.0 && 1e-3 * fabs(v) > way ? way / fabs(v) : 1e-3;
}

/* States of a set-valued law, which has no step for them here: a lag of the speed.  By Euler's method in parts
 * of the law's own time constant. */
static void settle_rates(StnImposed *imposed, double v)
{
    const int i = imposed->site, nstate = imposed->system->model.law_nstate[i];
    const double t_scale = imposed->system->num.shape[i].t_scale;
    for (int k = 0; k < 200 && isfinite(t_scale); k++) {
        stn_imposed_force(imposed, 0.0, v);
        for (int n = 0; n < nstate; n++)
            imposed->s[n] += 0.3 * t_scale * imposed->rate[n];
    }
}

double stn_imposed_steady(StnImposed *imposed, double v)
{
    memset(imposed->s, 0, sizeof imposed->s);
    memset(imposed->mode, 0, sizeof imposed->mode);
    stn_imposed_turn(imposed, v);
    decide_start(imposed, v);
    if (imposed->system->model.set_valued[imposed->site]) {
        settle_rates(imposed, v);
        return stn_imposed_force(imposed, 0.0, v);
    }
    double F = stn_imposed_force(imposed, 0.0, v), dt = first_step(imposed, v);
    for (int k = 0; k < IMPOSED_STEPS_MOST && imposed->system->model.law_nstate[imposed->site] > 0;
         k++) {
        const double before = F;
        stn_imposed_step(imposed, 0.0, v, dt);
        F = stn_imposed_force(imposed, 0.0, v);
        if (fabs(F - before) <= SETTLED * fabs(F) && k > 10)
            break;
        dt *= 1.05;
    }
    return F;
}

void stn_law_curve(const StnSystem *system, int site, double load, const double *v, size_t count,
                   double *friction)
{
    StnImposed imposed;
    stn_imposed_begin(&imposed, system, site, load);
    for (size_t i = 0; i < count; i++)
        friction[i] = stn_imposed_steady(&imposed, v[i]);
}
