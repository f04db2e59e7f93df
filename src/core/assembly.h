/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Everything inertial is here: what a site's velocity is, accelerations, sticking, stops.
 *
 * The velocity of a site is a row W over the states, which has one entry, 1.  Only this file and modes.c know
 * that entry; others use the functions below, on states, rates, sizes or coefficients alike. */
#ifndef STN_CORE_ASSEMBLY_H
#define STN_CORE_ASSEMBLY_H

#include "core/model.h"

/* W*y: velocities of states, accelerations of rates. */
static inline double stn_site_v(const StnModel *M, const double *y, int site)
{
    return y[M->plant->sites[site].v];
}
/* Change y so that W*y = v. */
static inline void stn_site_set_v(const StnModel *M, double *y, int site, double v)
{
    y[M->plant->sites[site].v] = v;
}
/* A plant from outside: the row and the position lie within its states. */
static inline bool stn_site_is_within(const StnSiteInfo *site, int nstate)
{
    return site->v >= 0 && site->v < nstate && site->x >= 0 && site->x < nstate;
}
/* The states with an entry in the row: for (int k = stn_site_first(M, i); k >= 0; k = stn_site_next(M, i, k)). */
static inline int stn_site_first(const StnModel *M, int site) { return M->plant->sites[site].v; }
static inline int stn_site_next(const StnModel *M, int site, int state)
{
    (void)M, (void)site, (void)state;
    return -1;
}

#endif

/* Plant + laws -> rates and guards, written once on `real` and compiled per back end.  The includer
 * defines ASM_EVAL(S) (the plant's eval), ASM_LATE(S), ASM_OUTPUTS(S), ASM_SLIDE(S, i), ASM_REST(S, i),
 * ASM_P(S), ASM_LAW_P(S, i).  Friction and stop at one site are one decision: friction takes
 * clip(h, lo, hi), the stop the rest. */
#ifdef ASM_EVAL

/* The stop that shares a site, and whether it is touched: -1, 0, +1. */
STN_FN double asm_stop_of(const StnSystem *S, const StnModes *m, int site)
{
    return S->model.site_stop[site] >= 0 ? m->stop[S->model.site_stop[site]] : 0.0;
}

/* Standing still: friction balances what is applied, within its limits. */
STN_FN void asm_standing(const StnSystem *S, const StnModes *m, int i, StnSite *in, const real *s,
                         StnRel *r, real *rate, real *g, real *FF)
{
    double stop = asm_stop_of(S, m, i);
    in->dir = stn_splat(0.0);
    if (S->model.set_valued[i]) {
        real lo, hi;
        ASM_REST(S, i)(&S->model.law_self[i], ASM_LAW_P(S, i), s, in, r, &lo, &hi, rate);
        lo -= in->brake, hi += in->brake;
        g[0] = stop < 0.0 ? stn_splat(1.0) : in->h - lo;
        g[1] = stop > 0.0 ? stn_splat(1.0) : hi - in->h;
        *FF = stn_bound(in->h, lo, hi);
        return;
    }
    in->dir = stn_splat(stop < 0.0 ? -1.0 : 1.0);
    in->barred[stop < 0.0] = stn_splat(1.0);
    StnFric f = ASM_SLIDE(S, i)(&S->model.law_self[i], ASM_LAW_P(S, i), s, in, r, rate);
    g[0] = stop * (in->h - f.F);
    *FF = f.F;
}

/* Moving, or imposed motion.  Returns the acceleration. */
STN_FN real asm_moving(const StnSystem *S, const StnModes *m, int i, StnSite *in, const real *s,
                       StnRel *r, real *rate, real *g, real *FF)
{
    double dir = m->dir[i], zone = S->num.shape[i].zone;
    in->dir = stn_splat(dir);
    StnFric f = ASM_SLIDE(S, i)(&S->model.law_self[i], ASM_LAW_P(S, i), s, in, r, rate);
    if (S->model.imposed[i]) { /* the active force is what the motion takes; laws may look at it */
        in->h = in->m * in->a + f.F + f.M * in->a;
        f = ASM_SLIDE(S, i)(&S->model.law_self[i], ASM_LAW_P(S, i), s, in, r, rate);
    }
    f.F += dir * in->brake;
    if (dir != 0.0)
        g[0] = dir * in->v;
    if (dir != 0.0 && zone > 0.0 && S->solver.zone_guard)
        g[1] = m->zone[i] ? zone - dir * in->v : dir * in->v - zone;
    real a = S->model.imposed[i] ? in->a : (in->h - f.F) / (in->m + f.M);
    *FF = f.F + f.M * a;
    return a;
}

STN_FN void asm_stops(const StnSystem *S, const StnModes *m, const real *y, real *dy, real *guard)
{
    for (int a = 0; a < S->model.nlimited; a++) {
        int j = S->model.limited[a];
        const StnStopInfo *info = &S->model.plant->stops[j];
        real *g = guard + S->model.g_stop + 2 * j;
        double at = m->stop[j];
        if (at == 0.0) {
            if (S->num.stop_lo[j] > -INFINITY)
                g[0] = y[info->pos] - S->num.stop_lo[j];
            if (S->num.stop_hi[j] < INFINITY)
                g[1] = S->num.stop_hi[j] - y[info->pos];
        } else if (info->play) { /* left when the site turns: set_direction */
            dy[info->pos] = stn_splat(0.0);
        } else if (info->site < 0) {
            g[0] = at * dy[info->vel >= 0 ? info->vel : info->pos];
            dy[info->pos] = stn_splat(0.0);
            if (info->vel >= 0)
                dy[info->vel] = stn_splat(0.0);
        }
    }
}

/* Sensors with a lag follow the outputs. */
STN_FN void asm_lags(const StnSystem *S, const real *y, const StnIn *u, const real *d, StnRel *rel,
                     const StnSite *site, const real *FF, real *dy)
{
    real out[STN_OUTPUTS_MAX];
    ASM_OUTPUTS(S)(&S->model.self, ASM_P(S), y, u, d, rel, site, FF, out);
    for (int k = 0; k < S->model.nsensor; k++) {
        int lag = S->model.sensor_lag[k];
        if (lag >= 0)
            dy[lag] = (out[S->model.sensor_output[k]] - y[lag]) / S->num.sensor[k].lag;
    }
}

/* Guards that do not apply are 1.  There are up to a hundred of them, set in every evaluation: by eight. */
STN_FN void asm_ones(real *guard, int count)
{
    const real one = stn_splat(1.0);
    int k = 0;
    for (; k + 8 <= count; k += 8) {
        guard[k] = guard[k + 1] = guard[k + 2] = guard[k + 3] = one;
        guard[k + 4] = guard[k + 5] = guard[k + 6] = guard[k + 7] = one;
    }
    for (; k < count; k++)
        guard[k] = one;
}

STN_FN void asm_all(const StnSystem *S, const StnModes *m, const real *y, const StnIn *u,
                    const real *d, StnRel rel, real *dy, real *guard, StnSite *site, real *FF)
{
    const StnPlant *plant = S->model.plant;
    rel.guard = guard;
    rel.guard_low = guard + S->model.nrel;
    asm_ones(guard, S->model.nguard);
    int live = rel.live;
    rel.live = live & STN_LIVE_PLANT;
    rel.stop = m->stop;
    for (int i = 0; i < S->model.nsite; i++)
        site[i].drive = site[i].brake = site[i].play[0] = site[i].play[1] = site[i].barred[0] =
            site[i].barred[1] = stn_splat(0.0);
    ASM_EVAL(S)(&S->model.self, ASM_P(S), y, u, d, &rel, site, dy);
    for (int i = 0; i < S->model.nsite; i++) {
        const StnSiteInfo *info = &plant->sites[i];
        int k = S->model.law_rel[i];
        StnRel r = {rel.mode + k,         rel.guard + k,     rel.next + k,
                    live & STN_LIVE_LAWS, rel.guard_low + k, NULL};
        const real *s = y + S->model.law_state[i];
        real *rate = dy + S->model.law_state[i], *g = guard + S->model.g_site + 2 * i;
        site[i].imposed = S->model.imposed[i];
        if ((live & STN_LIVE_NOT_OWN) && S->model.law[i]->advance && !S->model.imposed[i])
            continue;
        if (m->dir[i] != 0.0 || S->model.imposed[i] ||
            (!S->model.set_valued[i] && asm_stop_of(S, m, i) == 0.0)) {
            dy[info->v] = asm_moving(S, m, i, &site[i], s, &r, rate, g, &FF[i]);
            if (S->model.imposed[i])
                dy[info->v] = stn_splat(0.0);
        } else {
            asm_standing(S, m, i, &site[i], s, &r, rate, g, &FF[i]);
            dy[info->v] = dy[info->x] = stn_splat(0.0);
        }
    }
    asm_stops(S, m, y, dy, guard);
    for (int k = 0; k < S->model.ntwist; k++)
        dy[S->model.nplant + k] =
            dy[S->num.twist[k].from] / S->num.twist[k].ratio - dy[S->num.twist[k].to];
    if (S->model.nlag > 0)
        asm_lags(S, y, u, d, &rel, site, FF, dy);
    if (S->model.late)
        ASM_LATE(S)(&S->model.self, ASM_P(S), y, u, d, &rel, site, dy);
}

#endif
