/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Everything discrete is decided here: which site stands, which way it goes, which stop is touched,
 * which side of a relation holds.  E->work->t0 is the present instant, E->y the states there. */
#include "core/system.h"

#include <math.h>
#include <string.h>

static void evaluate(const StnEngine *E, int live, StnEvaluation *view)
{
    stn_evaluate(E->system, E->state, E->work->t0, E->y, live, view);
    for (int i = 0; i < E->system->model.nsite; i++)
        E->work->accel_at_event[i] = fabs(view->site[i].h / view->site[i].m);
}

const StnVar *stn_site_velocity(const StnPlant *plant, int site)
{
    return &plant->states[plant->sites[site].v];
}

static StnEventKind slip_kind(double dir)
{
    return dir > 0.0 ? STN_EVENT_SLIP_FORWARD : STN_EVENT_SLIP_BACKWARD;
}

static void emit_reversal(const StnEngine *E, int i, double dir)
{
    stn_event_emit(E, STN_EVENT_REVERSAL, E->system->model.plant->sites[i].name,
                   dir > 0.0 ? "forward" : "backward");
}

/* Let the law set its latched modes after the direction changed from `was` (2: at the start). */
static void law_decide(const StnEngine *E, int i, double was, int live)
{
    const StnSystem *S = E->system;
    const StnModel *M = &S->model;
    StnState *st = E->state;
    StnModes *modes = &E->state->modes;
    double *y = E->y;
    StnEvaluation view;
    int k = M->law_rel[i];
    evaluate(E, live, &view);
    if (!M->law[i]->decide)
        return;
    StnRel r = {stn_mode(S, st) + k,      view.guard + k,
                stn_next(S, st) + k,      0,
                view.guard + M->nrel + k, NULL};
    view.site[i].a = was;
    view.site[i].dir = modes->dir[i];
    M->law[i]->decide(&M->law_self[i], S->law_p[i], y + M->law_state[i], &view.site[i], &r);
}

/* The states a moment later, by the rates of the present; returns how much later. */
static double step_ahead(const StnEngine *E, const StnEvaluation *now, double *ahead)
{
    const StnModel *M = &E->system->model;
    double *y = E->y;
    double dt = 1e-9 * fmax(1.0, fabs(E->work->t0));
    for (int k = 0; k < M->n; k++)
        ahead[k] = y[k] + dt * now->dy[k];
    return dt;
}

/* Which way a site leaves v = 0 where the law cannot hold it: by its acceleration or, in balance, by
 * what that becomes in the next moment. */
static double direction_ahead(const StnEngine *E, int i)
{
    const StnModel *M = &E->system->model;
    StnModes *modes = &E->state->modes;
    StnEvaluation now, next;
    double ahead[STN_ROW] = {0};
    modes->dir[i] = 1.0;
    evaluate(E, STN_LIVE_LAWS, &now);
    double dt = step_ahead(E, &now, ahead);
    stn_evaluate(E->system, E->state, E->work->t0 + dt, ahead, 0, &next);
    return stn_site_v(M, now.dy, i) + stn_site_v(M, next.dy, i) < 0.0 ? -1.0 : 1.0;
}

/* The active force pulls a standing site off its stop, and still does a moment later: where it is in
 * balance, the sign that rounding gives it does not count. */
static bool pulled_off(const StnEngine *E, int i, const StnEvaluation *now)
{
    const StnModel *M = &E->system->model;
    StnEvaluation next;
    double ahead[STN_ROW] = {0};
    int guard = M->g_site + 2 * i;
    if (!(now->guard[guard] < 0.0))
        return false;
    double dt = step_ahead(E, now, ahead);
    stn_evaluate(E->system, E->state, E->work->t0 + dt, ahead, 0, &next);
    return next.guard[guard] < 0.0;
}

/* The stop that site i touches: -1, 0, +1. */
static double stop_at(const StnEngine *E, int i)
{
    const int j = E->system->model.site_stop[i];
    return j >= 0 ? E->state->modes.stop[j] : 0.0;
}

/* Direction in which a site that its law or a stop may hold goes on, by the evaluation at rest.  A touched stop is left
 * when the active force exceeds what friction holds, inwards. */
static double held_direction(const StnEngine *E, int i, double was, const StnEvaluation *at_rest)
{
    const StnModel *M = &E->system->model;
    const double *g = at_rest->guard + M->g_site + 2 * i;
    if (!M->set_valued[i])
        return pulled_off(E, i, at_rest) ? -stop_at(E, i) : 0.0;
    if (M->law[i]->decide && g[0] == 0.0 && g[1] == 0.0)
        return was != 0.0 ? was : 1.0; /* elastic at rest: it moves with the load, from now on */
    return g[0] < 0.0 ? -1.0 : g[1] < 0.0 ? 1.0 : 0.0;
}

/* Direction in which a site that now has v = 0 goes on: 0 = stands. */
static double direction_from_rest(const StnEngine *E, int i, double was)
{
    const StnModel *M = &E->system->model;
    StnModes *modes = &E->state->modes;
    StnEvaluation view;
    const double stop = stop_at(E, i);
    modes->dir[i] = 0.0;
    if (M->set_valued[i] || stop != 0.0) {
        evaluate(E, STN_LIVE_LAWS, &view);
        return held_direction(E, i, was, &view);
    }
    if (was != 0.0)
        return -was;
    return direction_ahead(E, i);
}

/* A site that turns back leaves the side of the play that it pushed, from the limit itself: an
 * integrator may have moved what stands there by rounding. */
static void leave_play(const StnEngine *E, int i, double dir)
{
    const StnSystem *S = E->system;
    const StnModel *M = &S->model;
    StnModes *modes = &E->state->modes;
    double *y = E->y;
    for (int j = 0; j < M->nstop; j++) {
        const StnStopInfo *info = &M->plant->stops[j];
        double at = modes->stop[j];
        if (!info->play || info->site != i || !(at * dir < 0.0))
            continue;
        y[info->pos] = at < 0.0 ? S->num.stop_lo[j] : S->num.stop_hi[j];
        modes->stop[j] = 0.0;
        stn_event_emit(E, STN_EVENT_SEPARATION, info->name, "");
    }
}

static void set_direction(const StnEngine *E, int i, double dir, double was)
{
    const StnSystem *S = E->system;
    const StnModel *M = &S->model;
    StnModes *modes = &E->state->modes;
    double *y = E->y;
    int j = M->site_stop[i];
    leave_play(E, i, dir);
    modes->dir[i] = dir;
    modes->zone[i] = S->num.shape[i].zone > 0.0 && dir * stn_site_v(M, y, i) < S->num.shape[i].zone;
    if (dir != 0.0 && j >= 0)
        modes->stop[j] = 0.0;
    law_decide(E, i, was, STN_LIVE_LAWS);
}

/* At rest it follows the load (lo = hi): pre-sliding. */
static bool elastic(const StnEngine *E, int i)
{
    const StnModel *M = &E->system->model;
    StnModes *modes = &E->state->modes;
    StnEvaluation view;
    double dir = modes->dir[i];
    modes->dir[i] = 0.0;
    evaluate(E, 0, &view);
    modes->dir[i] = dir;
    const double *g = view.guard + M->g_site + 2 * i;
    return g[0] == -g[1];
}

/* A site came to v = 0 moving in the sense `was`. */
static void site_arrives(const StnEngine *E, int i, double was, bool by_itself)
{
    const StnModel *M = &E->system->model;
    StnModes *modes = &E->state->modes;
    const char *name = M->plant->sites[i].name;
    int j = M->site_stop[i];
    bool touching = j >= 0 && modes->stop[j] != 0.0;
    double dir = direction_from_rest(E, i, was);
    if (by_itself && M->set_valued[i] && dir == was && !elastic(E, i))
        dir = 0.0; /* it came to rest although it should go on: h exceeds the limit by rounding */
    set_direction(E, i, dir, dir == was ? 0.0 : was); /* it did stand, if only for an instant */
    if (dir == 0.0)
        stn_event_emit(E, STN_EVENT_STICK, name, "");
    else if (touching) {
        stn_event_emit(E, STN_EVENT_STOP_LEFT, M->plant->stops[j].name, "");
        stn_event_emit(E, slip_kind(dir), name, "");
    } else if (dir != was)
        emit_reversal(E, i, dir);
}

static void site_departs(const StnEngine *E, int i, double dir)
{
    const StnModel *M = &E->system->model;
    StnModes *modes = &E->state->modes;
    int j = M->site_stop[i];
    if (j >= 0 && modes->stop[j] != 0.0)
        stn_event_emit(E, STN_EVENT_STOP_LEFT, M->plant->stops[j].name, "");
    set_direction(E, i, dir, 0.0);
    stn_event_emit(E, slip_kind(dir), M->plant->sites[i].name, "");
}

/* Imposed motion: the direction is that of the signal, or of its slope while it passes zero. */
static double imposed_direction(const StnSite *site)
{
    double lead = site->v != 0.0 ? site->v : site->a;
    return lead > 0.0 ? 1.0 : lead < 0.0 ? -1.0 : 0.0;
}

static void imposed_event(const StnEngine *E, int i)
{
    const StnModel *M = &E->system->model;
    StnModes *modes = &E->state->modes;
    StnEvaluation view;
    double was = modes->dir[i];
    evaluate(E, 0, &view);
    double dir = view.site[i].a > 0.0 ? 1.0 : view.site[i].a < 0.0 ? -1.0 : 0.0;
    set_direction(E, i, dir, was);
    if (dir == 0.0)
        stn_event_emit(E, STN_EVENT_STICK, M->plant->sites[i].name, "");
    else if (dir != was)
        emit_reversal(E, i, dir);
}

static void site_event(const StnEngine *E, int i, int which)
{
    const StnModel *M = &E->system->model;
    StnModes *modes = &E->state->modes;
    double *y = E->y;
    double was = modes->dir[i];
    int j = M->site_stop[i];
    if (was != 0.0 && which == 1) {
        modes->zone[i] = !modes->zone[i];
    } else if (M->imposed[i]) {
        imposed_event(E, i);
    } else if (was != 0.0) {
        if (!M->soft[i] || !(was * stn_site_v(M, y, i) < 0.0))
            stn_site_set_v(M, y, i, 0.0); /* else it may have turned a moment ago, and goes on */
        site_arrives(E, i, was, true);
    } else if (!M->set_valued[i]) {
        site_departs(E, i, j >= 0 ? -modes->stop[j] : 1.0);
    } else {
        site_departs(E, i, which == 0 ? -1.0 : 1.0);
    }
}

/* Relations decided anew, STN_LIVE or only those of the plant; what changed is reported.  Where nothing did, *view is also
 * that of the frozen modes. */
static bool relations_live(const StnEngine *E, int live, StnEvaluation *view)
{
    const StnSystem *S = E->system;
    const StnModel *M = &S->model;
    StnState *st = E->state;
    bool changed = false;
    double before[STN_RELS_MAX], *mode = stn_mode(S, st);
    for (int k = 0; k < M->nrel; k++)
        before[k] = mode[k];
    evaluate(E, live, view);
    for (int k = 0; k < M->nrel; k++)
        if (mode[k] != before[k]) {
            changed = true;
            stn_relation_switched(E, k);
        }
    return changed;
}

static void stop_event(const StnEngine *E, int j, int which)
{
    const StnSystem *S = E->system;
    const StnModel *M = &S->model;
    StnState *st = E->state;
    StnModes *modes = &E->state->modes;
    double *y = E->y;
    const StnStopInfo *info = &M->plant->stops[j];
    if (modes->stop[j] != 0.0) {
        modes->stop[j] = 0.0;
        stn_event_emit(E, STN_EVENT_STOP_LEFT, info->name, "");
        return;
    }
    modes->stop[j] = which == 0 ? -1.0 : 1.0;
    y[info->pos] = which == 0 ? S->num.stop_lo[j] : S->num.stop_hi[j];
    stn_event_emit(E, info->play ? STN_EVENT_CONTACT : STN_EVENT_STOP_HIT, info->name,
                   which == 0 ? "lower" : "upper");
    if (info->vel < 0)
        return;
    double v = y[info->vel];
    y[info->vel] = 0.0;
    if (info->site < 0 || info->site >= M->nsite) /* of a part that is not there: a damaged state */
        return;
    StnEvaluation view;
    evaluate(E, 0, &view);
    st->energy.impact += 0.5 * view.site[info->site].m * v * v;
    if (M->late)
        relations_live(E, STN_LIVE_PLANT, &view); /* what it feeds back has jumped */
    site_arrives(E, info->site, modes->dir[info->site], false);
}

/* low: the second guard of a saturation fired. */
static void relation_event(const StnEngine *E, int k, bool low)
{
    const StnSystem *S = E->system;
    const StnModel *M = &S->model;
    StnState *st = E->state;
    StnModes *modes = &E->state->modes;
    StnEvaluation view;
    const int site = stn_relation_site(M, k);
    evaluate(E, 0, &view); /* next[] at the event itself */
    stn_mode(S, st)[k] = low ? -1.0 : stn_next(S, st)[k];
    stn_since(S, st)[k] = E->work->t0;
    stn_relation_switched(E, k);
    if (site < 0 && M->late && M->plant->decide)
        M->plant->decide(&M->self, S->p, E->y, stn_inputs_now(S, st, E->work->t0), stn_disc(S, st),
                         stn_mode(S, st), k);
    if (site >= 0 && M->law[site]->decide)
        law_decide(E, site, modes->dir[site], 0); /* what has just flipped stays */
}

void stn_modes_event(const StnEngine *E, int fired)
{
    const StnModel *M = &E->system->model;
    if (fired < M->g_site)
        relation_event(E, fired % M->nrel, fired >= M->nrel);
    else if (fired < M->g_stop)
        site_event(E, (fired - M->g_site) / 2, (fired - M->g_site) % 2);
    else
        stop_event(E, (fired - M->g_stop) / 2, (fired - M->g_stop) % 2);
}

/* The signal of an imposed motion passes zero at this instant, as far as time can tell. */
static bool imposed_passes(const StnEngine *E, const StnSite *site)
{
    return fabs(site->v) <= stn_instant(E->work->t0) * fabs(site->a);
}

static void imposed_refresh(const StnEngine *E, int i)
{
    const StnSystem *S = E->system;
    const StnModel *M = &S->model;
    StnModes *modes = &E->state->modes;
    StnEvaluation view;
    evaluate(E, 0, &view);
    double was = modes->dir[i], dir = imposed_direction(&view.site[i]);
    if (dir != was) {
        set_direction(E, i, dir, was);
        if (dir == -was && imposed_passes(E, &view.site[i]))
            emit_reversal(E, i, dir);
        else
            stn_event_emit(E, dir == 0.0 ? STN_EVENT_STICK : slip_kind(dir),
                           M->plant->sites[i].name, "");
    }
    modes->zone[i] = S->num.shape[i].zone > 0.0 && dir * view.site[i].v < S->num.shape[i].zone;
}

bool stn_modes_refresh(const StnEngine *E, StnEvaluation *view)
{
    const StnModel *M = &E->system->model;
    StnModes *modes = &E->state->modes;
    double *y = E->y;
    bool same = !relations_live(E, STN_LIVE, view);
    for (int i = 0; i < M->nsite; i++) {
        if (M->imposed[i]) {
            same = false;
            imposed_refresh(E, i);
        } else if (modes->dir[i] == 0.0) {
            const bool held = same && (M->set_valued[i] || stop_at(E, i) != 0.0);
            double dir = held ? held_direction(E, i, 0.0, view) : direction_from_rest(E, i, 0.0);
            same = same && held && dir == 0.0;
            if (dir != 0.0)
                site_departs(E, i, dir);
        } else if (M->set_valued[i] && !(modes->dir[i] * stn_site_v(M, y, i) > 0.0)) {
            same = false;
            stn_site_set_v(M, y, i, 0.0); /* it came to rest at this very instant */
            site_arrives(E, i, modes->dir[i], false);
        }
    }
    return same;
}

void stn_modes_turn(const StnEngine *E, int i)
{
    double was = E->state->modes.dir[i], dir = direction_ahead(E, i);
    set_direction(E, i, dir, was);
    if (dir != was)
        emit_reversal(E, i, dir);
}

void stn_modes_go_back(const StnEngine *E, int i)
{
    double was = E->state->modes.dir[i];
    set_direction(E, i, -was, was);
    emit_reversal(E, i, -was);
}

/* A state that starts on or beyond a limit stands on it, unless it moves inwards. */
static void stops_start(const StnEngine *E)
{
    const StnSystem *S = E->system;
    const StnModel *M = &S->model;
    StnModes *modes = &E->state->modes;
    double *y = E->y;
    for (int j = 0; j < M->nstop; j++) {
        const StnStopInfo *info = &M->plant->stops[j];
        double x = y[info->pos], v = info->play       ? stn_site_v(M, y, info->site)
                                     : info->vel >= 0 ? y[info->vel]
                                                      : 0.0;
        modes->stop[j] = 0.0;
        if (x >= S->num.stop_hi[j] && v >= 0.0)
            modes->stop[j] = 1.0, y[info->pos] = S->num.stop_hi[j];
        else if (x <= S->num.stop_lo[j] && v <= 0.0)
            modes->stop[j] = -1.0, y[info->pos] = S->num.stop_lo[j];
        if (modes->stop[j] != 0.0 && info->vel >= 0)
            y[info->vel] = 0.0;
    }
}

void stn_modes_start(const StnEngine *E)
{
    const StnSystem *S = E->system;
    const StnModel *M = &S->model;
    StnState *st = E->state;
    StnModes *modes = &E->state->modes;
    double *y = E->y;
    StnEvaluation view;
    st->e_start = stn_kinetic(S, st, y);
    stops_start(E);
    st->energy.impact += st->e_start - stn_kinetic(S, st, y); /* it started into a stop */
    for (int i = 0; i < M->nsite; i++) {
        double v = stn_site_v(M, y, i);
        modes->dir[i] = v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : 0.0;
    }
    evaluate(E, STN_LIVE, &view);
    for (int i = 0; i < M->nsite; i++) {
        double v = stn_site_v(M, y, i), dir = modes->dir[i];
        if (M->imposed[i])
            v = view.site[i].v, dir = imposed_direction(&view.site[i]);
        else if (dir == 0.0)
            dir = direction_from_rest(E, i, 0.0);
        set_direction(E, i, dir, 2.0);
        if (M->imposed[i])
            modes->zone[i] = S->num.shape[i].zone > 0.0 && dir * v < S->num.shape[i].zone;
        bool stands = dir == 0.0 || (!M->set_valued[i] && v == 0.0);
        stn_event_emit(E, stands ? STN_EVENT_STICK : slip_kind(dir), M->plant->sites[i].name,
                       "initial");
    }
    evaluate(E, STN_LIVE, &view);
    for (int k = 0; k < M->plant->nrel; k++)
        if (strcmp(M->plant->rels[k].unit, "saturation") == 0 && stn_mode(S, st)[k] != 0.0)
            stn_event_emit(E, STN_EVENT_SATURATION_ON, M->plant->rels[k].name, "initial");
    for (int j = 0; j < M->nstop; j++)
        if (modes->stop[j] != 0.0)
            stn_event_emit(E, M->plant->stops[j].play ? STN_EVENT_CONTACT : STN_EVENT_STOP_HIT,
                           M->plant->stops[j].name, "initial");
}

void stn_modes_resume(const StnEngine *E)
{
    const StnModel *M = &E->system->model;
    StnState *st = E->state;
    StnModes *modes = &E->state->modes;
    StnEngine quiet = *E;
    const int64_t events = st->counters.events;
    quiet.observer = NULL;
    for (int i = 0; i < M->nsite; i++) {
        int j = M->site_stop[i];
        bool touching = j >= 0 && modes->stop[j] != 0.0;
        if (M->set_valued[i] || M->imposed[i] || touching || modes->dir[i] != 0.0)
            continue;
        set_direction(&quiet, i, direction_ahead(&quiet, i), 0.0);
    }
    st->counters.events = events;
}
