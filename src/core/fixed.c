/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The fixed step, for real time and for the papers' own algorithms: all rates at the start of the
 * step, then velocities, then positions with the new velocities.  No allocation, bounded time.
 *
 * Set-valued laws take the Borello step: friction balances h at v = 0, and a velocity that changes
 * sign inside a step is set to exactly 0, so that the next step decides. */
#include "core/affine.h"
#include "core/build.h"

#include <math.h>
#include <string.h>

/* PARTS_MOST keeps a step bounded; divergence is looked for every LOOK_EVERY steps, and at the end. */
enum { PARTS_MOST = 10000, ASK_EVERY = 4096, LOOK_EVERY = 16 };
#define STEPS_MOST 1e15 /* so that the number of a step, and its time, are exact */
#define ON_GRID 1e-6    /* of a step: so near to the grid is on it */

typedef struct {
    double dy[STN_STATES_MAX + STN_VECTOR_MAX], guard[STN_GUARDS_MAX], FF[STN_SITES_MAX];
    StnSite site[STN_SITES_MAX];
    double v_new[STN_SITES_MAX], extra[STN_SITES_MAX]; /* extra: displacement beyond dt*v */
} Step;

static double sign(double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; }

static double stop_of(const StnSystem *S, const StnState *st, int site)
{
    return S->model.site_stop[site] >= 0 ? st->modes.stop[S->model.site_stop[site]] : 0.0;
}

/* The law's step from *in, with whatever bars the way: a law from outside may not heed it. */
static inline StnStep law_step(const StnSystem *S, StnState *st, double *y, Step *w, int i,
                               const StnSite *in)
{
    int k = S->model.law_rel[i];
    StnRel r = {stn_mode(S, st) + k,          w->guard + k, stn_next(S, st) + k, 1,
                w->guard + S->model.nrel + k, NULL};
    StnStep step = S->model.law[i]->advance(&S->model.law_self[i], S->law_p[i],
                                            y + S->model.law_state[i], in, &r);
    if (in->barred[step.v < 0.0] > 0.0)
        step.v = 0.0;
    return step;
}

/* What a law remembers, to take a step of it back. */
typedef struct {
    double s[STN_STATES_MAX + STN_VECTOR_MAX], mode[STN_RELS_MAX];
} Memory;

static void keep(const StnSystem *S, const StnState *st, const double *y, int i, Memory *kept)
{
    memcpy(kept->s, y + S->model.law_state[i], (size_t)S->model.law_nstate[i] * sizeof *kept->s);
    memcpy(kept->mode, stn_mode(S, st) + S->model.law_rel[i],
           (size_t)S->model.law_nrel[i] * sizeof *kept->mode);
}

static void put_back(const StnSystem *S, StnState *st, double *y, int i, const Memory *kept)
{
    memcpy(y + S->model.law_state[i], kept->s, (size_t)S->model.law_nstate[i] * sizeof *kept->s);
    memcpy(stn_mode(S, st) + S->model.law_rel[i], kept->mode,
           (size_t)S->model.law_nrel[i] * sizeof *kept->mode);
}

/* A brake is dry friction beside the law: `brake` against the motion, or what it takes to hold the body
 * where that is less.  The law's states see the velocity that comes of it.  FF is that of both. */
static StnStep braked_step(const StnSystem *S, StnState *st, double *y, Step *w, int i,
                           const StnSite *in)
{
    Memory kept;
    StnSite held = *in, moves = *in;
    StnStep step = {0.0, 0.0, 0.0};
    double sense = sign(in->v);
    held.barred[0] = held.barred[1] = 1.0;
    keep(S, st, y, i, &kept);
    if (sense == 0.0) { /* does it hold? */
        step = law_step(S, st, y, w, i, &held);
        if (fabs(in->h - step.FF) <= in->brake)
            return (StnStep){0.0, in->h, 0.0};
        put_back(S, st, y, i, &kept);
        sense = sign(in->h - step.FF);
    }
    moves.h = in->h - sense * in->brake;
    moves.dir = sense;
    step = law_step(S, st, y, w, i, &moves);
    if (sense * step.v < 0.0) { /* it comes to rest: the next step decides */
        put_back(S, st, y, i, &kept);
        step = law_step(S, st, y, w, i, &held);
    }
    double rest = in->h - in->m * (step.v - in->v) / in->dt - step.FF;
    step.FF += fmin(fmax(rest, -in->brake), in->brake);
    return step;
}

/* The law's own step.  Under imposed motion the mass is without limit, so that v follows the signal. */
static void own_step(const StnSystem *S, StnState *st, double *y, Step *w, int i, double dt)
{
    StnSite *in = &w->site[i], driven;
    double stop = stop_of(S, st, i);
    in->dt = dt;
    in->dir = in->v != 0.0 ? sign(in->v) : sign(in->h);
    in->barred[0] = stop > 0.0, in->barred[1] = stop < 0.0;
    if (S->model.imposed[i]) {
        driven = *in, in = &driven;
        in->h = in->m * in->a + st->FF[i], in->m = 1e30;
    }
    StnStep step = in->brake > 0.0 ? braked_step(S, st, y, w, i, in) : law_step(S, st, y, w, i, in);
    w->v_new[i] = step.v;
    w->extra[i] = step.extra;
    w->FF[i] = S->model.imposed[i] ? w->FF[i] : step.FF;
}

static void plain_step(const StnSystem *S, const StnState *st, double *y, Step *w, int i, double dt)
{
    const StnSite *in = &w->site[i];
    bool stands = in->v == 0.0 && (S->model.set_valued[i] || stop_of(S, st, i) != 0.0);
    double a = stands ? (in->h - w->FF[i]) / in->m : stn_site_v(&S->model, w->dy, i);
    double v = in->v + dt * a;
    if (S->model.set_valued[i] && in->v * v < 0.0)
        v = 0.0;
    w->v_new[i] = v;
    w->extra[i] = 0.0;
    for (int j = 0; j < S->model.law_nstate[i]; j++)
        y[S->model.law_state[i] + j] += dt * w->dy[S->model.law_state[i] + j];
}

/* Friction work with the mean velocity closes the balance of an Euler step exactly. */
static inline __attribute__((always_inline)) void account(StnState *st, const StnSite *in,
                                                          double v_new, double dt)
{
    double mean = 0.5 * (in->v + v_new) * dt;
    stn_add_work(&st->energy, in->h * mean, (in->h - in->m * (v_new - in->v) / dt) * mean);
}

/* Under imposed motion the active force is what friction and inertia take. */
static void account_imposed(StnState *st, const StnSite *in, double FF, double dt)
{
    stn_add_work(&st->energy, (FF + in->m * in->a) * in->v * dt, FF * in->v * dt);
}

static void velocities(const StnSystem *S, StnState *st, double *y, Step *w, double dt)
{
    for (int i = 0; i < S->model.nsite; i++) {
        double stop = stop_of(S, st, i);
        if (S->model.law[i]->advance)
            own_step(S, st, y, w, i, dt);
        else
            plain_step(S, st, y, w, i, dt);
        if (stop != 0.0 && stop * w->v_new[i] > 0.0)
            w->v_new[i] = 0.0;
        st->FF[i] = w->FF[i];
        if (S->solver.energy && S->model.imposed[i])
            account_imposed(st, &w->site[i], w->FF[i], dt);
        else if (S->solver.energy)
            account(st, &w->site[i], w->v_new[i], dt);
    }
}

static void states(const StnSystem *S, double *y, Step *w, double dt)
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
            moved[S->num.twist[k].from] / S->num.twist[k].ratio - moved[S->num.twist[k].to];
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
static void put(const StnSystem *S, double *y, int i, double x)
{
    for (int k = 0; k < S->model.ntwist; k++) {
        if (S->num.twist[k].from == i)
            y[S->model.nplant + k] += (x - y[i]) / S->num.twist[k].ratio;
        if (S->num.twist[k].to == i)
            y[S->model.nplant + k] -= x - y[i];
    }
    y[i] = x;
}

static void stops(const StnSystem *S, StnState *st, double *y, const Step *w,
                  const StnObserver *observer)
{
    StnWork *W = stn_work(st);
    for (int j = 0; j < S->model.nstop; j++) {
        const StnStopInfo *info = &S->model.plant->stops[j];
        double *x = &y[info->pos], still = 0.0, *v = info->vel >= 0 ? &y[info->vel] : &still;
        double was = st->modes.stop[j], now = 0.0;
        bool leaves = was != 0.0 && info->site < 0 && w->guard[S->model.g_stop + 2 * j] < 0.0;
        if (leaves)
            now =
                0.0; /* its rate was held at 0 in this step and points inwards: free from now on */
        else if (*x >= S->num.stop_hi[j])
            now = 1.0, put(S, y, info->pos, S->num.stop_hi[j]);
        else if (*x <= S->num.stop_lo[j])
            now = -1.0, put(S, y, info->pos, S->num.stop_lo[j]);
        if (now * *v < 0.0)
            now = 0.0;
        if (now != 0.0 && was == 0.0) {
            double m = info->site >= 0 ? W->mass[info->site] : 0.0;
            st->energy.impact += 0.5 * m * *v * *v;
            stn_event_emit(S, st, observer, info->play ? STN_EVENT_CONTACT : STN_EVENT_STOP_HIT,
                           info->name, now < 0.0 ? "lower" : "upper");
        } else if (now == 0.0 && was != 0.0) {
            stn_event_emit(S, st, observer, info->play ? STN_EVENT_SEPARATION : STN_EVENT_STOP_LEFT,
                           info->name, "");
        }
        if (now != 0.0)
            *v = 0.0;
        if (now != was)
            W->affine_ready = 0;
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
static void directions(const StnSystem *S, StnState *st, const double *y, const Step *w,
                       const StnObserver *observer)
{
    StnWork *W = stn_work(st);
    for (int i = 0; i < S->model.nsite; i++) {
        double was = st->modes.dir[i], v = leading(S, y, &w->site[i], i);
        double dir = sign(v);
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
            stn_event_emit(S, st, observer, STN_EVENT_STICK, name, "");
        else if (was == 0.0)
            stn_event_emit(S, st, observer,
                           dir > 0.0 ? STN_EVENT_SLIP_FORWARD : STN_EVENT_SLIP_BACKWARD, name, "");
        else
            stn_event_emit(S, st, observer, STN_EVENT_REVERSAL, name,
                           dir > 0.0 ? "forward" : "backward");
    }
}

static void relations(const StnSystem *S, StnState *st, const double *before,
                      const StnObserver *observer)
{
    StnWork *W = stn_work(st);
    const double *mode = stn_mode(S, st);
    for (int k = 0; k < S->model.nrel; k++)
        if (mode[k] != before[k])
            W->affine_ready = 0;
    for (int k = 0; k < S->model.plant->nrel; k++)
        if (mode[k] != before[k])
            stn_relation_emit(S, st, k, observer);
}

/* Kinks of the inputs and samples that are due.  At the end of an advance too: who looks at the state there
 * finds what holds from this instant on, as in the other engines. */
static void refresh(const StnSystem *S, StnState *st, double dt, const double *y)
{
    StnWork *W = stn_work(st);
    if (st->t < W->t_break - 1e-9 * dt)
        return;
    W->affine_ready = 0;
    stn_inputs_refresh(S, st, st->t + 1e-9 * dt);
    stn_sample_due(S, st, st->t, y);
    stn_inputs_refresh(S, st, st->t + 1e-9 * dt);
}

/* The same step for one site without stops and lags, which is most of them, without the loops. */
static void single_site_step(const StnSystem *S, StnState *st, double dt,
                             const StnObserver *observer)
{
    StnWork *W = stn_work(st);
    Step w;
    double *y = stn_now(S, st), *mode = stn_mode(S, st), before[STN_RELS_MAX];
    bool changed = false;
    const int nrel = S->model.nrel;
    refresh(S, st, dt, y);
    for (int k = 0; k < nrel; k++)
        before[k] = mode[k];
    if (S->model.law[0]->advance) { /* the law does the rest itself */
        StnRel rel = {mode, w.guard, stn_next(S, st), 1, w.guard + S->model.nrel, st->modes.stop};
        w.site[0].imposed = 0;
        w.site[0].brake = w.site[0].play[0] = w.site[0].play[1] = 0.0;
        w.site[0].barred[0] = w.site[0].barred[1] = 0.0;
        S->model.plant->eval(&S->model.self, S->p, y, stn_inputs_now(S, st, st->t), stn_disc(S, st),
                             &rel, w.site, w.dy);
        own_step(S, st, y, &w, 0, dt);
    } else {
        stn_assemble(S, st, y, stn_inputs_now(S, st, st->t), STN_LIVE, w.dy, w.guard, w.site, w.FF);
        plain_step(S, st, y, &w, 0, dt);
    }
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
    if (sign(w.v_new[0]) != st->modes.dir[0] || (edge > 0.0 && (speed < edge) != st->modes.zone[0]))
        directions(S, st, y, &w, observer);
    for (int k = 0; k < nrel; k++)
        changed |= mode[k] != before[k];
    if (changed)
        relations(S, st, before, observer);
}

static void fixed_step(const StnSystem *S, StnState *st, double dt, const StnObserver *observer)
{
    StnWork *W = stn_work(st);
    Step w;
    double *y = stn_now(S, st), before[STN_RELS_MAX];
    refresh(S, st, dt, y);
    memcpy(before, stn_mode(S, st), (size_t)S->model.nrel * sizeof *before);
    stn_assemble(S, st, y, stn_inputs_now(S, st, st->t), STN_LIVE, w.dy, w.guard, w.site, w.FF);
    st->counters.rates++;
    for (int i = 0; i < S->model.nsite; i++)
        W->mass[i] = w.site[i].m;
    velocities(S, st, y, &w, dt);
    states(S, y, &w, dt);
    st->fixed_steps++;
    st->counters.steps++;
    st->t = W->t_next;
    stops(S, st, y, &w, observer);
    directions(S, st, y, &w, observer);
    relations(S, st, before, observer);
}

/* Where a run begins: the directions of a fixed step are those of v, and what the start has reported of a
 * site at rest is not reported again. */
static void take_up(StnEngine *E)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    double *y = stn_now(S, st);
    if (!st->started) {
        stn_sample_due(S, st, st->t, y);
        stn_inputs_refresh(S, st, st->t);
        stn_lags_start(S, st, y);
        stn_modes_start(S, st, y, E->observer);
        st->started = 1;
    } else {
        stn_inputs_refresh(S, st, st->t);
        st->fixed_steps = 0;
        W->t_fixed = st->t;
    }
    for (int i = 0; i < S->model.nsite; i++)
        if (!S->model.imposed[i]) {
            double v = stn_site_v(&S->model, y, i);
            W->reported_dir[i] = v == 0.0 ? st->modes.dir[i] : 0.0;
            st->modes.dir[i] = sign(v);
            st->modes.zone[i] = S->num.shape[i].zone > 0.0 && fabs(v) < S->num.shape[i].zone;
        }
    W->ready = 1;
    E->events = st->counters.events; /* those of the start do not end an advance */
}

/* dt: auto: how many parts a step needs near standstill. */
static int parts(const StnSystem *S, const StnState *st, double dt)
{
    double most = 1.0;
    for (int i = 0; i < S->model.nsite; i++)
        if (fabs(stn_site_v(&S->model, stn_now(S, st), i)) < S->num.near_below[i])
            most = fmax(most, ceil(dt / S->num.near_step[i]));
    return (int)fmin(most, PARTS_MOST);
}

static inline void short_step(const StnSystem *S, StnState *st, double dt, double end,
                              const StnObserver *observer)
{
    stn_work(st)->t_next = end;
    if (S->model.single_site)
        single_site_step(S, st, dt, observer);
    else
        fixed_step(S, st, dt, observer);
}

/* One step of length dt to `end`, in parts where the law asks for it.  inline: the grid calls it for each
 * step, the end of a run once (a call costs 2 % of a run). */
static inline void long_step(const StnSystem *S, StnState *st, double dt, double end,
                             const StnObserver *observer)
{
    if (S->solver.dt != 0.0) {
        short_step(S, st, dt, end, observer);
        return;
    }
    int64_t steps = st->fixed_steps;
    double t = st->t;
    int count = parts(S, st, dt);
    for (int k = 1; k <= count; k++)
        short_step(S, st, dt / count, k == count ? end : t + (double)k * dt / count, observer);
    st->fixed_steps = steps + 1;
}

static inline void grid_step(const StnSystem *S, StnState *st, double dt,
                             const StnObserver *observer)
{
    StnWork *W = stn_work(st);
    long_step(S, st, dt, W->t_fixed + (double)(st->fixed_steps + 1) * dt, observer);
}

StnStatus stn_fixed_finish(const StnSystem *S, StnState *st, double t_end,
                           const StnObserver *observer, StnError *error)
{
    StnWork *W = stn_work(st);
    const double dt = S->dt, rest = t_end - st->t;
    if (!(rest > ON_GRID * dt))
        return STN_OK;
    long_step(S, st, rest, t_end, observer);
    W->t_fixed = t_end - (double)st->fixed_steps * dt; /* whoever goes on begins a grid here */
    refresh(S, st, dt, stn_now(S, st));
    return stn_in_range(S, stn_now(S, st)) ? STN_OK : stn_diverged(S, st->t, stn_now(S, st), error);
}

static bool all_stand(const StnSystem *S, const StnState *st)
{
    for (int i = 0; i < S->model.nsite; i++)
        if (st->modes.dir[i] != 0.0 || S->model.imposed[i])
            return false;
    return true;
}

StnStatus stn_fixed_reaches(const StnSystem *S, const StnState *st, double t_end, StnError *error)
{
    StnWork *W = stn_work(st);
    return stn_fixed_can_count(S, t_end - W->t_fixed, t_end, error);
}

StnStatus stn_fixed_can_count(const StnSystem *S, double duration, double t_end, StnError *error)
{
    double steps = duration / S->dt;
    if (steps <= STEPS_MOST)
        return STN_OK;
    return stn_bad_setting(
        error, "solver.dt",
        "solver dt = %g s is too short: %.2g steps to t = %g s, at most %g are counted", S->dt,
        steps, t_end, STEPS_MOST);
}

/* What is looked at now and then: whether the caller wants no more, and whether the states are sane. */
static StnStatus look_after(const StnEngine *E, bool *sane)
{
    const StnState *st = E->state;
    if (st->fixed_steps % ASK_EVERY == 0) {
        StnStatus status = stn_check_go_on(E->observer, st->t, E->error);
        if (status)
            return status;
    }
    *sane = stn_in_range(E->system, stn_now(E->system, st));
    return STN_OK;
}

/* Runs of steps in one affine mode, and single ones; the number of the last step is `last`. */
static StnStatus steps_to(StnEngine *E, int64_t last)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    const double dt = S->dt, *y = stn_now(S, st);
    const StnObserver *observer = E->observer;
    const bool watched = E->until_event || (observer && observer->step);
    while (st->fixed_steps < last) {
        const double t = st->t;
        if (S->model.runs_affine && (st->modes.dir[0] == 0.0 || !st->modes.zone[0]) &&
            stn_affine_holds(S, st) && (!S->solver.energy || all_stand(S, st)) &&
            stn_fixed_affine(S, st, dt, last - st->fixed_steps) > 0 && st->fixed_steps >= last) {
            stn_step_emit(E, t, st->t, y);
            return STN_OK;
        }
        grid_step(S, st, dt, observer);
        if (st->fixed_steps % LOOK_EVERY == 0) {
            bool sane = true;
            StnStatus status = look_after(E, &sane);
            if (status || !sane)
                return status;
        }
        if (st->counters.events > S->solver.max_events)
            return stn_error(E->error, STN_STORM,
                             "more than max_events = %ld events by t = %.9g s, at \"%s\"",
                             S->solver.max_events, st->t, S->model.plant->sites[0].name);
        if (watched) { /* 3 % of a step where nobody watches */
            stn_step_emit(E, t, st->t, y);
            if (stn_ends_at_event(E))
                return STN_OK;
        }
    }
    return STN_OK;
}

StnStatus stn_fixed_advance(StnEngine *E, double t_end)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    double dt = S->dt, *y = stn_now(S, st);
    StnStatus status = stn_fixed_reaches(S, st, t_end, E->error);
    if (status)
        return status;
    if (!E->work->ready)
        take_up(E);
    status = steps_to(E, (int64_t)floor((t_end - E->work->t_fixed) / dt + ON_GRID));
    if (status)
        return status;
    if (!stn_in_range(S, y))
        return stn_diverged(S, st->t, y, E->error);
    refresh(S, st, dt, y);
    return STN_OK;
}
