/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One fixed step: all rates at its start, then velocities, then positions with the new velocities; then stops,
 * directions and relations as they are found at its end. */
#include "core/fixed.h"

#include <math.h>
#include <string.h>

/* Friction work with the mean velocity closes the balance of an Euler step exactly. */
static inline __attribute__((always_inline)) void account(StnState *st, const StnSite *in,
                                                          double v_new, double dt)
{
    double mean = 0.5 * (in->v + v_new) * dt;
    stn_add_work(&st->energy, in->h * mean, (in->h - in->m * (v_new - in->v) * (1.0 / dt)) * mean);
}

/* Under imposed motion the active force is what friction and inertia take. */
static void account_imposed(StnState *st, const StnSite *in, double FF, double dt)
{
    stn_add_work(&st->energy, (FF + in->m * in->a) * in->v * dt, FF * in->v * dt);
}

static void velocities(const StnSystem *S, StnState *st, StnFixedStep *w, double dt)
{
    for (int i = 0; i < S->model.nsite; i++) {
        double stop = stn_stop_of(S, st, i);
        if (S->model.law[i]->advance)
            stn_fixed_own(S, st, w, i, dt);
        else
            stn_fixed_plain(S, st, w, i, dt);
        if (stop != 0.0 && stop * w->v_new[i] > 0.0)
            w->v_new[i] = 0.0;
        st->FF[i] = w->FF[i];
        if (S->solver.energy && S->model.imposed[i])
            account_imposed(st, &w->site[i], w->FF[i], dt);
        else if (S->solver.energy)
            account(st, &w->site[i], w->v_new[i], dt);
    }
}

static void states(const StnSystem *S, double *y, StnFixedStep *w, double dt)
{
    double old[STN_STATES_MAX], moved[STN_STATES_MAX];
    bool explicit_euler = S->solver.euler == STN_EULER_EXPLICIT;
    if (explicit_euler)
        memcpy(old, y, (size_t)S->model.nplant * sizeof *old);
    if (S->model.ntwist > 0)
        memset(moved, 0, (size_t)S->model.nplant * sizeof *moved);
    for (int i = 0; i < S->model.nplant; i++)
        if (S->model.plant->partner[i] < 0)
            y[i] += dt * w->dy[i];
    for (int i = 0; i < S->model.nsite; i++)
        if (!S->model.imposed[i])
            stn_site_set_v(&S->model, y, i, w->v_new[i]);
    for (int a = 0; a < S->model.nactive && S->model.active[a] < S->model.nplant; a++) {
        int i = S->model.active[a], v = S->model.plant->partner[i];
        if (v < 0)
            continue;
        const int site = S->model.speed_of[v];
        const bool imposed = site >= 0 && S->model.imposed[site];
        moved[i] = dt * (imposed ? w->dy[i] : explicit_euler ? old[v] : y[v]);
        y[i] += moved[i];
    }
    for (int i = 0; i < S->model.nsite; i++)
        if (!S->model.imposed[i]) {
            y[S->model.plant->sites[i].x] += w->extra[i];
            if (S->model.ntwist > 0)
                moved[S->model.plant->sites[i].x] += w->extra[i];
        }
    for (int k = 0; k < S->model.ntwist; k++)
        y[S->model.nplant + k] +=
            moved[S->num.twist[k].from] * (1.0 / S->num.twist[k].ratio) - moved[S->num.twist[k].to];
    for (int j = 0; j < S->model.nstop; j++) { /* a play follows its site, wherever that goes */
        const StnStopInfo *stop = &S->model.plant->stops[j];
        if (stop->play && !S->model.imposed[stop->site])
            y[stop->pos] += w->extra[stop->site];
    }
    for (int k = 0; k < S->model.nsensor; k++)
        if (S->model.sensor_lag[k] >= 0)
            y[S->model.sensor_lag[k]] += dt * w->dy[S->model.sensor_lag[k]];
}

/* Set a position onto its limit; the twists that it is part of go with it. */
static void put_at_stop(const StnSystem *S, double *y, int i, double x)
{
    for (int k = 0; k < S->model.ntwist; k++) {
        if (S->num.twist[k].from == i)
            y[S->model.nplant + k] += (x - y[i]) / S->num.twist[k].ratio;
        if (S->num.twist[k].to == i)
            y[S->model.nplant + k] -= x - y[i];
    }
    y[i] = x;
}

static void step_stops(const StnEngine *E, const StnFixedStep *w)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    double *y = E->y;
    for (int j = 0; j < S->model.nstop; j++) {
        const StnStopInfo *info = &S->model.plant->stops[j];
        double *x = &y[info->pos], still = 0.0, *v = info->vel >= 0 ? &y[info->vel] : &still;
        double was = st->modes.stop[j], now = 0.0;
        bool leaves = was != 0.0 && info->site < 0 && w->guard[S->model.g_stop + 2 * j] < 0.0;
        if (leaves)
            now =
                0.0; /* its rate was held at 0 in this step and points inwards: free from now on */
        else if (*x >= S->num.stop_hi[j])
            now = 1.0, put_at_stop(S, y, info->pos, S->num.stop_hi[j]);
        else if (*x <= S->num.stop_lo[j])
            now = -1.0, put_at_stop(S, y, info->pos, S->num.stop_lo[j]);
        if (now * *v < 0.0)
            now = 0.0;
        if (now != 0.0 && was == 0.0) {
            double m = info->site >= 0 ? E->work->mass[info->site] : 0.0;
            st->energy.impact += 0.5 * m * *v * *v;
            stn_event_emit(E, info->play ? STN_EVENT_CONTACT : STN_EVENT_STOP_HIT, info->name,
                           now < 0.0 ? "lower" : "upper");
        } else if (now == 0.0 && was != 0.0) {
            stn_event_emit(E, info->play ? STN_EVENT_SEPARATION : STN_EVENT_STOP_LEFT, info->name,
                           "");
        }
        if (now != 0.0)
            *v = 0.0;
        if (now != was)
            E->work->affine_ready = 0;
        st->modes.stop[j] = now;
    }
}

/* The velocity that says which way a site goes.  An imposed one that only passes zero goes the way of its
 * slope: it does not stand. */
static double leading(const StnSystem *S, const double *y, const StnSite *site, int i)
{
    if (!S->model.imposed[i])
        return stn_site_v(&S->model, y, i);
    return site->v != 0.0 ? site->v : site->a;
}

/* Compare with the directions before the step. */
static void directions(const StnEngine *E, const StnFixedStep *w)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    for (int i = 0; i < S->model.nsite; i++) {
        double was = st->modes.dir[i], v = leading(S, E->y, &w->site[i], i);
        double dir = stn_fixed_direction(S, st, i, v, was);
        const char *name = S->model.plant->sites[i].name;
        int zone = S->num.shape[i].zone > 0.0 && dir * v < S->num.shape[i].zone;
        if (dir != was || zone != st->modes.zone[i])
            W->affine_ready = 0;
        st->modes.dir[i] = dir;
        st->modes.zone[i] = zone;
        bool news = dir != was && (dir == 0.0 || dir != W->reported_dir[i]);
        W->reported_dir[i] = dir != 0.0 ? 0.0 : W->reported_dir[i];
        if (!news)
            continue;
        if (dir == 0.0)
            stn_event_emit(E, STN_EVENT_STICK, name, "");
        else if (was == 0.0)
            stn_event_emit(E, dir > 0.0 ? STN_EVENT_SLIP_FORWARD : STN_EVENT_SLIP_BACKWARD, name,
                           "");
        else
            stn_event_emit(E, STN_EVENT_REVERSAL, name, dir > 0.0 ? "forward" : "backward");
    }
}

static void relations(const StnEngine *E, const double *before)
{
    const StnModel *M = &E->system->model;
    const double *mode = stn_mode(E->system, E->state);
    for (int k = 0; k < M->nrel; k++)
        if (mode[k] != before[k])
            E->work->affine_ready = 0;
    for (int k = 0; k < M->plant->nrel; k++)
        if (mode[k] != before[k])
            stn_relation_switched(E, k);
}

void stn_fixed_refresh(const StnSystem *S, StnState *st, double dt)
{
    StnWork *W = stn_work(st);
    StnIn u[STN_INPUTS_MAX];
    if (st->t < W->t_break - 1e-9 * dt)
        return;
    W->affine_ready = 0;
    stn_inputs_refresh(S, st, st->t + 1e-9 * dt);
    stn_inputs(S, st, st->t, u);
    stn_sample_due(S, st, st->t, stn_now(S, st), u);
}

/* Rates that depend on the accelerations of the step as it was made. */
static void late_rates(const StnSystem *S, StnState *st, StnFixedStep *w, int live, double dt)
{
    const double *y = stn_now(S, st);
    StnRel rel = {stn_mode(S, st),          w->guard,      stn_next(S, st), live,
                  w->guard + S->model.nrel, st->modes.stop};
    for (int i = 0; i < S->model.nsite; i++)
        stn_site_set_v(&S->model, w->dy, i, (w->v_new[i] - w->site[i].v) / dt);
    w->site[0].dt = dt;
    S->model.plant->late(&S->model.self, S->p, y, stn_inputs_now(S, st, st->t), stn_disc(S, st),
                         &rel, w->site, w->dy);
}

/* The same step for one site without stops and lags, which is most of them, without the loops. */
static void single_site_step(const StnEngine *E, double dt)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    StnFixedStep w;
    double *y = E->y, *mode = stn_mode(S, st), before[STN_RELS_MAX];
    bool changed = false;
    const int nrel = S->model.nrel;
    stn_fixed_refresh(S, st, dt);
    for (int k = 0; k < nrel; k++)
        before[k] = mode[k];
    if (S->model.law[0]->advance) { /* the law does the rest itself */
        StnRel rel = {mode, w.guard, stn_next(S, st), 1, w.guard + S->model.nrel, st->modes.stop};
        w.site[0].imposed = 0;
        w.site[0].drive = w.site[0].brake = w.site[0].play[0] = w.site[0].play[1] = 0.0;
        w.site[0].barred[0] = w.site[0].barred[1] = 0.0;
        S->model.plant->eval(&S->model.self, S->p, y, stn_inputs_now(S, st, st->t), stn_disc(S, st),
                             &rel, w.site, w.dy);
        stn_fixed_own(S, st, &w, 0, dt);
    } else {
        stn_assemble(S, st, y, stn_inputs_now(S, st, st->t), STN_LIVE, w.dy, w.guard, w.site, w.FF);
        stn_fixed_plain(S, st, &w, 0, dt);
    }
    if (S->model.late)
        late_rates(S, st, &w, S->model.law[0]->advance != NULL, dt);
    st->counters.rates++;
    st->FF[0] = w.FF[0];
    W->mass[0] = w.site[0].m;
    if (S->solver.energy)
        account(st, &w.site[0], w.v_new[0], dt);
    double v_old = stn_site_v(&S->model, y, 0);
    for (int k = 0; k < S->model.nsmooth; k++)
        y[S->model.smooth[k]] += dt * w.dy[S->model.smooth[k]];
    stn_site_set_v(&S->model, y, 0, w.v_new[0]);
    double moved = dt * (S->solver.euler == STN_EULER_EXPLICIT ? v_old : w.v_new[0]);
    for (int k = 0; k < S->model.nfollow; k++)
        y[S->model.follow[k]] += moved;
    y[S->model.plant->sites[0].x] += w.extra[0];
    st->fixed_steps++;
    st->counters.steps++;
    st->t = W->t_next;
    double edge = S->num.shape[0].zone, speed = fabs(w.v_new[0]);
    if (stn_sign(w.v_new[0]) != st->modes.dir[0] ||
        (edge > 0.0 && (speed < edge) != st->modes.zone[0]))
        directions(E, &w);
    for (int k = 0; k < nrel; k++)
        changed |= mode[k] != before[k];
    if (changed)
        relations(E, before);
}

static void general_step(const StnEngine *E, double dt)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    StnFixedStep w;
    double *y = E->y, before[STN_RELS_MAX];
    /* A lag may look at the friction, which takes all rates. */
    const int live = S->model.nlag > 0 ? STN_LIVE : STN_LIVE | STN_LIVE_NOT_OWN;
    stn_fixed_refresh(S, st, dt);
    memcpy(before, stn_mode(S, st), (size_t)S->model.nrel * sizeof *before);
    stn_assemble(S, st, y, stn_inputs_now(S, st, st->t), live, w.dy, w.guard, w.site, w.FF);
    st->counters.rates++;
    for (int i = 0; i < S->model.nsite; i++)
        W->mass[i] = w.site[i].m;
    velocities(S, st, &w, dt);
    if (S->model.late)
        late_rates(S, st, &w, 0, dt);
    states(S, y, &w, dt);
    st->fixed_steps++;
    st->counters.steps++;
    st->t = W->t_next;
    step_stops(E, &w);
    directions(E, &w);
    relations(E, before);
}

void stn_fixed_step(const StnEngine *E, double dt)
{
    if (E->system->model.single_site)
        single_site_step(E, dt);
    else
        general_step(E, dt);
}
