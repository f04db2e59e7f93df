/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Systems that a host integrates: Model Exchange.  The present instant is W->t0 and st->t, the states are row
 * 0 of the coefficients and, for readers, stn_now. */
#include "solve/smooth_piece.h"
#include "stiction/solve.h"

#include <math.h>
#include <string.h>

/* Of the scale of a velocity: what a site that breaks away has, so that hosts which compare states see it. */
#define NUDGE 1e-15
enum { EVENTS_MOST = 10000 }; /* at one instant; the watch for storms ends them earlier */

/* ---- What the states are ---- */

static void put_texts(StnStateInfo *info, const char *name, const char *unit, const char *text)
{
    stn_format(info->name, sizeof info->name, "%s", name);
    stn_format(info->unit, sizeof info->unit, "%s", unit);
    info->text = text;
}

static void describe_law_state(const StnSystem *S, int k, StnStateInfo *info)
{
    int column = S->model.noutput;
    for (int i = 0; i < S->model.nsite; i++)
        for (int j = 0; j < S->model.law_nstate[i]; j++, column++)
            if (S->model.law_state[i] + j == k) {
                const StnColumnInfo *own = &S->texts->column[column];
                put_texts(info, own->name, own->unit, own->text);
                info->site = i;
            }
}

static void describe_lag(const StnSystem *S, int k, StnStateInfo *info)
{
    char name[48];
    for (int j = 0; j < S->model.nsensor; j++)
        if (S->model.sensor_lag[j] == k) {
            const StnVar *output = &S->model.full_plant->outputs[S->model.sensor_output[j]];
            stn_format(name, sizeof name, "%s_lag", output->name);
            put_texts(info, name, output->unit, "lag of a sensor");
        }
}

StnStateInfo stn_host_state_at(const StnSystem *S, int k)
{
    const StnModel *M = &S->model;
    StnStateInfo info = {.text = "", .scale = 1.0, .rate = -1, .role = STN_ROLE_OTHER, .site = -1};
    char name[48];
    if (k < 0 || k >= M->n)
        return info;
    info.scale = S->scale_abs[k];
    if (k < M->nplant) {
        const StnVar *var = &M->plant->states[k];
        put_texts(&info, var->name, var->unit, var->text);
        info.rate = M->plant->partner[k];
        info.role = var->role;
        info.site = var->site;
    } else if (k < M->nplant + M->ntwist) {
        stn_format(name, sizeof name, "twist%d", k - M->nplant + 1);
        put_texts(&info, name, "rad", "difference of two positions");
    } else if (k >= M->n - M->nlag) {
        describe_lag(S, k, &info);
    } else {
        describe_law_state(S, k, &info);
    }
    return info;
}

int stn_state_direction(const StnSystem *system, const StnState *state, int site)
{
    const bool there = site >= 0 && site < system->model.nsite;
    return there ? (int)state->modes.dir[site] : 0;
}

/* ---- Between events ---- */

void stn_host_states(const StnSystem *system, const StnState *state, double *y)
{
    memcpy(y, stn_now(system, state), (size_t)system->model.n * sizeof *y);
}

StnStatus stn_host_put(const StnSystem *system, StnState *state, double t, const double *y)
{
    const int n = system->model.n;
    bool finite = isfinite(t);
    for (int i = 0; y && i < n; i++)
        finite = finite && isfinite(y[i]);
    if (!finite || system->model.method == STN_METHOD_FIXED)
        return STN_BAD_INPUT;
    state->t = stn_work(state)->t0 = stn_work(state)->tv = t;
    if (y) {
        memcpy(stn_now(system, state), y, (size_t)n * sizeof *y);
        memcpy(stn_coef(system, state), y, (size_t)n * sizeof *y);
    }
    return STN_OK;
}

StnStatus stn_host_set_input(const StnSystem *system, StnState *state, int input, StnIn in)
{
    StnStatus status = stn_state_set_input(system, state, input, in);
    if (!status)
        stn_inputs_refresh(system, state, state->t);
    return status;
}

StnStatus stn_host_rates(const StnSystem *system, StnState *state, double *dy)
{
    double y[STN_ROW] = {0}, rate[STN_ROW], guard[STN_GUARDS_MAX];
    bool finite = true;
    stn_host_states(system, state, y);
    stn_rates(system, state, state->t, y, rate, guard);
    for (int i = 0; i < system->model.n; i++)
        finite = finite && isfinite(rate[i]);
    memcpy(dy, rate, (size_t)system->model.n * sizeof *dy);
    return finite ? STN_OK : STN_DIVERGED;
}

/* The lifts of the guards that a host sees, as those of all guards, or back. */
static void take_lifts(StnSmoothPiece *piece, const StnHost *host)
{
    int listed = 0;
    for (int k = 0; k < piece->S->model.nguard; k++)
        piece->lift[k] = stn_guard_is_listed(piece->S, k) ? host->lift[listed++] : 0.0;
}
static void give_lifts(const StnSmoothPiece *piece, StnHost *host)
{
    int listed = 0;
    for (int k = 0; k < piece->S->model.nguard; k++)
        if (stn_guard_is_listed(piece->S, k))
            host->lift[listed++] = piece->lift[k];
}

void stn_host_guards(const StnSystem *system, StnState *state, const StnHost *host, double *guard)
{
    StnSmoothPiece piece = {.S = system, .st = state};
    double y[STN_ROW] = {0}, all[STN_GUARDS_MAX];
    take_lifts(&piece, host);
    stn_host_states(system, state, y);
    stn_piece_guards(&piece, state->t, y, all);
    for (int k = 0; k < system->model.nguard; k++)
        if (stn_guard_is_listed(system, k)) /* infinite: a limit that there is not */
            *guard++ = all[k] >= 1e300 ? 1.0 : all[k];
}

/* ---- Events ---- */

/* The first guard that has passed zero; -1: none. */
static int first_root(const StnSmoothPiece *piece, const double *y)
{
    double guard[STN_GUARDS_MAX];
    stn_piece_guards(piece, stn_work(piece->st)->t0, y, guard);
    for (int k = 0; k < piece->S->model.nguard; k++)
        if (guard[k] <= 0.0)
            return k;
    return -1;
}

/* Guards that are below zero or about to be change the modes, until none is.  Their number; below 0: a status. */
static int settle_guards(const StnEngine *E, StnSmoothPiece *piece)
{
    const StnSystem *S = E->system;
    StnWork *W = E->work;
    double dy[STN_ROW], now[STN_GUARDS_MAX];
    for (int count = 0; count < EVENTS_MOST; count++) {
        stn_rates(S, E->state, W->t0, E->y, dy, now);
        double h =
            fmin(stn_first_step(S, E->state, E->y, dy), stn_piece_step(S, E->state, E->y, dy));
        if (W->t_break > W->t0)
            h = fmin(h, W->t_break - W->t0);
        const int fired = stn_piece_start(piece, E->y, dy, now, h);
        if (fired < 0)
            return count;
        stn_piece_event_at_start(E, fired);
        const StnStatus status = stn_watch_storm(E, fired);
        if (status)
            return status;
    }
    return stn_lost(S, W->t0, E->y, STN_STORM, "events follow each other without end", E->error);
}

/* A site that has just broken away or turned gets a velocity that shows it. */
static void nudge(const StnEngine *E)
{
    const StnModel *M = &E->system->model;
    for (int i = 0; i < M->nsite; i++) {
        const double dir = E->state->modes.dir[i];
        if (dir != 0.0 && !M->imposed[i] && stn_site_v(M, E->y, i) == 0.0)
            stn_site_set_v(M, E->y, i, dir * NUDGE * stn_site_v(M, E->system->scale_abs, i));
    }
}

static StnStatus decide(const StnEngine *E, StnSmoothPiece *piece, bool jumped, bool *changed)
{
    StnState *st = E->state;
    StnWork *W = E->work;
    const bool first = !st->started;
    const int root = first ? -1 : first_root(piece, E->y);
    if (first)
        W->t_event = -INFINITY;
    if (root >= 0) {
        stn_modes_event(E, root);
        const StnStatus status = stn_watch_storm(E, root);
        if (status)
            return status;
    }
    if (first || jumped || W->t_break <= W->t0)
        stn_piece_on_time(E);
    st->started = 1;
    const int settled = settle_guards(E, piece);
    if (settled < 0)
        return (StnStatus)settled;
    *changed = first || root >= 0 || settled > 0;
    nudge(E);
    return STN_OK;
}

static bool same_modes(const StnModes *a, const StnModes *b)
{
    bool same = true;
    for (int i = 0; i < STN_SITES_MAX; i++)
        same = same && a->dir[i] == b->dir[i] && a->zone[i] == b->zone[i];
    for (int j = 0; j < STN_STOPS_MAX; j++)
        same = same && a->stop[j] == b->stop[j];
    return same;
}

StnStatus stn_host_event(const StnSystem *system, StnState *state, StnHost *host,
                         const StnObserver *observer, StnHostEvent *event, StnError *error)
{
    const StnModel *M = &system->model;
    StnSmoothPiece piece = {.S = system, .st = state, .rtol = fmax(host->rtol, 1e-14)};
    StnEngine engine = stn_engine(system, state, observer, error);
    const StnModes modes = state->modes;
    double before[STN_STATES_MAX], mode[STN_RELS_MAX];
    if (M->method == STN_METHOD_FIXED)
        return stn_error(error, STN_BAD_INPUT,
                         "a law that only the fixed step takes has no rates to integrate");
    stn_host_states(system, state, before);
    memcpy(mode, stn_mode(system, state), (size_t)M->nrel * sizeof *mode);
    memcpy(engine.y, before, (size_t)M->n * sizeof *before);
    engine.work->t0 = engine.work->tv = state->t;
    take_lifts(&piece, host);
    event->changed = false;
    StnStatus status = decide(&engine, &piece, host->jumped, &event->changed);
    host->jumped = false;
    if (!status && !stn_in_range(system, engine.y))
        status = stn_diverged(system, state->t, engine.y, error);
    give_lifts(&piece, host);
    memcpy(stn_now(system, state), engine.y, (size_t)M->n * sizeof *before);
    event->changed = event->changed || !same_modes(&modes, &state->modes) ||
                     memcmp(before, engine.y, (size_t)M->n * sizeof *before) != 0 ||
                     memcmp(mode, stn_mode(system, state), (size_t)M->nrel * sizeof *mode) != 0;
    event->t_next = engine.work->t_break;
    state->failed = status;
    return status;
}
