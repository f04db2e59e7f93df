/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Everything discrete is decided here: which site stands, which way it goes, which stop is touched,
 * which side of a relation holds.  W->t0 is the present instant. */
#include "core/system.h"

#include <math.h>
#include <string.h>

typedef struct {
    double dy[STN_STATES_MAX + STN_VECTOR_MAX], g[STN_GUARDS_MAX], FF[STN_SITES_MAX];
    StnSite site[STN_SITES_MAX];
} Evaluation;

static void evaluate_at(const StnSystem *S, StnState *st, double t, const double *y, int live,
                        Evaluation *view)
{
    StnIn u[STN_INPUTS_MAX];
    stn_inputs(S, st, t, u);
    for (int i = 0; i < S->model.nsite; i++)
        view->site[i] = (StnSite){0};
    stn_assemble(S, st, y, u, live, view->dy, view->g, view->site, view->FF);
}

static void evaluate(const StnSystem *S, StnState *st, const double *y, int live, Evaluation *view)
{
    StnWork *W = stn_work(st);
    evaluate_at(S, st, W->t0, y, live, view);
    for (int i = 0; i < S->model.nsite; i++)
        W->accel_at_event[i] = fabs(view->site[i].h / view->site[i].m);
}

void stn_event_emit(const StnSystem *S, StnState *st, const StnObserver *observer,
                    StnEventKind kind, const char *site, const char *detail)
{
    StnWork *W = stn_work(st);
    st->counters.events++;
    if (observer && observer->event) {
        double t = S->model.method == STN_METHOD_FIXED ? st->t : W->t0;
        if (W->event_delay > 0.0)
            t = fmax(t - W->event_delay, W->t_reported);
        W->t_reported = t;
        StnEvent event = {t, kind, site, detail};
        observer->event(observer->user, &event);
    }
}

const StnVar *stn_site_velocity(const StnPlant *plant, int site)
{
    return &plant->states[plant->sites[site].v];
}

static StnEventKind slip_kind(double dir)
{
    return dir > 0.0 ? STN_EVENT_SLIP_FORWARD : STN_EVENT_SLIP_BACKWARD;
}

/* Let the law set its latched modes after the direction changed from `was` (2: at the start). */
static void law_decide(const StnSystem *S, StnState *st, double *y, int i, double was, int live)
{
    Evaluation view;
    int k = S->model.law_rel[i];
    evaluate(S, st, y, live, &view);
    if (!S->model.law[i]->decide)
        return;
    StnRel r = {stn_mode(S, st) + k,        view.g + k, stn_next(S, st) + k, 0,
                view.g + S->model.nrel + k, NULL};
    view.site[i].a = was;
    view.site[i].dir = st->modes.dir[i];
    S->model.law[i]->decide(&S->model.law_self[i], S->law_p[i], y + S->model.law_state[i],
                            &view.site[i], &r);
}

/* The states a moment later, by the rates of the present; returns how much later. */
static double step_ahead(const StnSystem *S, const StnState *st, const double *y,
                         const Evaluation *now, double *ahead)
{
    StnWork *W = stn_work(st);
    double dt = 1e-9 * fmax(1.0, fabs(W->t0));
    for (int k = 0; k < S->model.n; k++)
        ahead[k] = y[k] + dt * now->dy[k];
    return dt;
}

/* Which way a site leaves v = 0 where the law cannot hold it: by its acceleration or, in balance, by
 * what that becomes in the next moment. */
static double direction_ahead(const StnSystem *S, StnState *st, const double *y, int i)
{
    StnWork *W = stn_work(st);
    Evaluation now, next;
    double ahead[STN_STATES_MAX + STN_VECTOR_MAX] = {0};
    int v = S->model.plant->sites[i].v;
    st->modes.dir[i] = 1.0;
    evaluate(S, st, y, STN_LIVE_LAWS, &now);
    double dt = step_ahead(S, st, y, &now, ahead);
    evaluate_at(S, st, W->t0 + dt, ahead, 0, &next);
    return now.dy[v] + next.dy[v] < 0.0 ? -1.0 : 1.0;
}

/* The active force pulls a standing site off its stop, and still does a moment later: where it is in
 * balance, the sign that rounding gives it does not count. */
static bool pulled_off(const StnSystem *S, StnState *st, const double *y, int i,
                       const Evaluation *now)
{
    StnWork *W = stn_work(st);
    Evaluation next;
    double ahead[STN_STATES_MAX + STN_VECTOR_MAX] = {0};
    int guard = S->model.g_site + 2 * i;
    if (!(now->g[guard] < 0.0))
        return false;
    double dt = step_ahead(S, st, y, now, ahead);
    evaluate_at(S, st, W->t0 + dt, ahead, 0, &next);
    return next.g[guard] < 0.0;
}

/* Direction in which a site that now has v = 0 goes on: 0 = stands.  A touched stop is left when the
 * active force exceeds what friction holds, inwards. */
static double direction_from_rest(const StnSystem *S, StnState *st, double *y, int i, double was)
{
    Evaluation view;
    const double *g = view.g + S->model.g_site + 2 * i;
    int j = S->model.site_stop[i];
    double stop = j >= 0 ? st->modes.stop[j] : 0.0;
    st->modes.dir[i] = 0.0;
    if (S->model.set_valued[i] || stop != 0.0) {
        evaluate(S, st, y, STN_LIVE_LAWS, &view);
        if (!S->model.set_valued[i])
            return pulled_off(S, st, y, i, &view) ? -stop : 0.0;
        if (S->model.law[i]->decide && g[0] == 0.0 && g[1] == 0.0)
            return was != 0.0 ? was
                              : 1.0; /* elastic at rest: it moves with the load, from now on */
        return g[0] < 0.0 ? -1.0 : g[1] < 0.0 ? 1.0 : 0.0;
    }
    if (was != 0.0)
        return -was;
    return direction_ahead(S, st, y, i);
}

/* A site that turns back leaves the side of the play that it pushed, from the limit itself: an
 * integrator may have moved what stands there by rounding. */
static void leave_play(const StnSystem *S, StnState *st, double *y, int i, double dir,
                       const StnObserver *observer)
{
    for (int j = 0; j < S->model.nstop; j++) {
        const StnStopInfo *info = &S->model.plant->stops[j];
        double at = st->modes.stop[j];
        if (!info->play || info->site != i || !(at * dir < 0.0))
            continue;
        y[info->pos] = at < 0.0 ? S->num.stop_lo[j] : S->num.stop_hi[j];
        st->modes.stop[j] = 0.0;
        stn_event_emit(S, st, observer, STN_EVENT_SEPARATION, info->name, "");
    }
}

static void set_direction(const StnSystem *S, StnState *st, double *y, int i, double dir,
                          double was, const StnObserver *observer)
{
    int j = S->model.site_stop[i];
    leave_play(S, st, y, i, dir, observer);
    st->modes.dir[i] = dir;
    st->modes.zone[i] =
        S->num.shape[i].zone > 0.0 && dir * y[S->model.plant->sites[i].v] < S->num.shape[i].zone;
    if (dir != 0.0 && j >= 0)
        st->modes.stop[j] = 0.0;
    law_decide(S, st, y, i, was, STN_LIVE_LAWS);
}

/* At rest it follows the load (lo = hi): pre-sliding. */
static bool elastic(const StnSystem *S, StnState *st, double *y, int i)
{
    Evaluation view;
    double dir = st->modes.dir[i];
    st->modes.dir[i] = 0.0;
    evaluate(S, st, y, 0, &view);
    st->modes.dir[i] = dir;
    const double *g = view.g + S->model.g_site + 2 * i;
    return g[0] == -g[1];
}

/* A site came to v = 0 moving in the sense `was`. */
static void site_arrives(const StnSystem *S, StnState *st, double *y, int i, double was,
                         bool by_itself, const StnObserver *observer)
{
    const char *name = S->model.plant->sites[i].name;
    int j = S->model.site_stop[i];
    bool touching = j >= 0 && st->modes.stop[j] != 0.0;
    double dir = direction_from_rest(S, st, y, i, was);
    if (by_itself && S->model.set_valued[i] && dir == was && !elastic(S, st, y, i))
        dir = 0.0; /* it came to rest although it should go on: h exceeds the limit by rounding */
    set_direction(S, st, y, i, dir, dir == was ? 0.0 : was,
                  observer); /* it did stand, if only for an instant */
    if (dir == 0.0)
        stn_event_emit(S, st, observer, STN_EVENT_STICK, name, "");
    else if (touching) {
        stn_event_emit(S, st, observer, STN_EVENT_STOP_LEFT, S->model.plant->stops[j].name, "");
        stn_event_emit(S, st, observer, slip_kind(dir), name, "");
    } else if (dir != was)
        stn_event_emit(S, st, observer, STN_EVENT_REVERSAL, name,
                       dir > 0.0 ? "forward" : "backward");
}

static void site_departs(const StnSystem *S, StnState *st, double *y, int i, double dir,
                         const StnObserver *observer)
{
    int j = S->model.site_stop[i];
    if (j >= 0 && st->modes.stop[j] != 0.0)
        stn_event_emit(S, st, observer, STN_EVENT_STOP_LEFT, S->model.plant->stops[j].name, "");
    set_direction(S, st, y, i, dir, 0.0, observer);
    stn_event_emit(S, st, observer, slip_kind(dir), S->model.plant->sites[i].name, "");
}

/* Imposed motion: the direction is that of the signal, or of its slope while it passes zero. */
static double imposed_direction(const StnSite *site)
{
    double lead = site->v != 0.0 ? site->v : site->a;
    return lead > 0.0 ? 1.0 : lead < 0.0 ? -1.0 : 0.0;
}

static void imposed_event(const StnSystem *S, StnState *st, double *y, int i,
                          const StnObserver *observer)
{
    Evaluation view;
    double was = st->modes.dir[i];
    evaluate(S, st, y, 0, &view);
    double dir = view.site[i].a > 0.0 ? 1.0 : view.site[i].a < 0.0 ? -1.0 : 0.0;
    set_direction(S, st, y, i, dir, was, observer);
    if (dir == 0.0)
        stn_event_emit(S, st, observer, STN_EVENT_STICK, S->model.plant->sites[i].name, "");
    else if (dir != was)
        stn_event_emit(S, st, observer, STN_EVENT_REVERSAL, S->model.plant->sites[i].name,
                       dir > 0.0 ? "forward" : "backward");
}

static void site_event(const StnSystem *S, StnState *st, double *y, int i, int which,
                       const StnObserver *observer)
{
    double was = st->modes.dir[i];
    int j = S->model.site_stop[i];
    if (was != 0.0 && which == 1) {
        st->modes.zone[i] = !st->modes.zone[i];
    } else if (S->model.imposed[i]) {
        imposed_event(S, st, y, i, observer);
    } else if (was != 0.0) {
        if (!S->model.soft[i] || !(was * y[S->model.plant->sites[i].v] < 0.0))
            y[S->model.plant->sites[i].v] =
                0.0; /* else it may have turned a moment ago, and goes on */
        site_arrives(S, st, y, i, was, true, observer);
    } else if (!S->model.set_valued[i]) {
        site_departs(S, st, y, i, j >= 0 ? -st->modes.stop[j] : 1.0, observer);
    } else {
        site_departs(S, st, y, i, which == 0 ? -1.0 : 1.0, observer);
    }
}

static void stop_event(const StnSystem *S, StnState *st, double *y, int j, int which,
                       const StnObserver *observer)
{
    const StnStopInfo *info = &S->model.plant->stops[j];
    if (st->modes.stop[j] != 0.0) {
        st->modes.stop[j] = 0.0;
        stn_event_emit(S, st, observer, STN_EVENT_STOP_LEFT, info->name, "");
        return;
    }
    st->modes.stop[j] = which == 0 ? -1.0 : 1.0;
    y[info->pos] = which == 0 ? S->num.stop_lo[j] : S->num.stop_hi[j];
    stn_event_emit(S, st, observer, info->play ? STN_EVENT_CONTACT : STN_EVENT_STOP_HIT, info->name,
                   which == 0 ? "lower" : "upper");
    if (info->vel < 0)
        return;
    double v = y[info->vel];
    y[info->vel] = 0.0;
    if (info->site < 0)
        return;
    Evaluation view;
    evaluate(S, st, y, 0, &view);
    st->energy.impact += 0.5 * view.site[info->site].m * v * v;
    site_arrives(S, st, y, info->site, st->modes.dir[info->site], false, observer);
}

/* The variable that describes relation k, and the site whose law it belongs to (-1: the plant's). */
static const StnVar *relation(const StnSystem *S, int k, int *site)
{
    *site = -1;
    if (k < S->model.plant->nrel)
        return &S->model.plant->rels[k];
    for (int i = 0; i < S->model.nsite; i++) {
        int place = k - S->model.law_rel[i];
        if (place >= 0 && place < S->model.law_nrel[i]) {
            *site = i;
            return &S->model.law[i]
                        ->rels[place < S->model.law[i]->nrel ? place : S->model.law[i]->nrel - 1];
        }
    }
    return NULL;
}

void stn_relation_emit(const StnSystem *S, StnState *st, int k, const StnObserver *observer)
{
    int site;
    const StnVar *rel = relation(S, k, &site);
    double mode = stn_mode(S, st)[k];
    const char *name = site >= 0 ? S->model.plant->sites[site].name : rel->name;
    if (strcmp(rel->unit, "saturation") == 0)
        stn_event_emit(S, st, observer,
                       mode != 0.0 ? STN_EVENT_SATURATION_ON : STN_EVENT_SATURATION_OFF, name,
                       mode > 0.0   ? "upper"
                       : mode < 0.0 ? "lower"
                                    : "");
    else if (strcmp(rel->unit, "contact") == 0)
        stn_event_emit(S, st, observer, mode > 0.0 ? STN_EVENT_CONTACT : STN_EVENT_SEPARATION, name,
                       "");
    else if (strcmp(rel->unit, "mode") == 0)
        stn_event_emit(S, st, observer, STN_EVENT_MODE, name, rel->name);
    else if (strcmp(rel->unit, "failure") == 0 && mode > 0.0)
        stn_event_emit(S, st, observer, STN_EVENT_FAILURE, name, "");
    else if (strcmp(rel->unit, "brake") == 0 && mode > 0.0)
        stn_event_emit(S, st, observer, STN_EVENT_BRAKE, name, "");
}

/* far: the second guard of a saturation fired. */
static void relation_event(const StnSystem *S, StnState *st, double *y, int k, bool far,
                           const StnObserver *observer)
{
    StnWork *W = stn_work(st);
    Evaluation view;
    int site;
    relation(S, k, &site);
    evaluate(S, st, y, 0, &view); /* next[] at the event itself */
    stn_mode(S, st)[k] = far ? -1.0 : stn_next(S, st)[k];
    stn_since(S, st)[k] = W->t0;
    stn_relation_emit(S, st, k, observer);
    if (site >= 0 && S->model.law[site]->decide)
        law_decide(S, st, y, site, st->modes.dir[site], 0); /* what has just flipped stays */
}

void stn_modes_event(const StnSystem *S, StnState *st, double *y, int fired,
                     const StnObserver *observer)
{
    if (fired < S->model.g_site)
        relation_event(S, st, y, fired % S->model.nrel, fired >= S->model.nrel, observer);
    else if (fired < S->model.g_stop)
        site_event(S, st, y, (fired - S->model.g_site) / 2, (fired - S->model.g_site) % 2,
                   observer);
    else
        stop_event(S, st, y, (fired - S->model.g_stop) / 2, (fired - S->model.g_stop) % 2,
                   observer);
}

const char *stn_guard_name(const StnSystem *S, int guard)
{
    int site;
    if (guard < 0)
        return "input";
    if (guard < S->model.g_site) {
        const StnVar *rel = relation(S, guard % S->model.nrel, &site);
        return site >= 0 ? S->model.plant->sites[site].name : rel->name;
    }
    if (guard < S->model.g_stop)
        return S->model.plant->sites[(guard - S->model.g_site) / 2].name;
    return S->model.plant->stops[(guard - S->model.g_stop) / 2].name;
}

/* Relations decided anew; what changed is told. */
static void relations_live(const StnSystem *S, StnState *st, double *y, const StnObserver *observer)
{
    Evaluation view;
    double before[STN_RELS_MAX], *mode = stn_mode(S, st);
    memcpy(before, mode, (size_t)S->model.nrel * sizeof *before);
    evaluate(S, st, y, STN_LIVE, &view);
    for (int k = 0; k < S->model.nrel; k++)
        if (mode[k] != before[k])
            stn_relation_emit(S, st, k, observer);
}

static void imposed_refresh(const StnSystem *S, StnState *st, double *y, int i,
                            const StnObserver *observer)
{
    Evaluation view;
    evaluate(S, st, y, 0, &view);
    double was = st->modes.dir[i], dir = imposed_direction(&view.site[i]);
    if (dir != was) {
        set_direction(S, st, y, i, dir, was, observer);
        stn_event_emit(S, st, observer, dir == 0.0 ? STN_EVENT_STICK : slip_kind(dir),
                       S->model.plant->sites[i].name, "");
    }
    st->modes.zone[i] = S->num.shape[i].zone > 0.0 && dir * view.site[i].v < S->num.shape[i].zone;
}

void stn_modes_refresh(const StnSystem *S, StnState *st, double *y, const StnObserver *observer)
{
    relations_live(S, st, y, observer);
    for (int i = 0; i < S->model.nsite; i++) {
        if (S->model.imposed[i]) {
            imposed_refresh(S, st, y, i, observer);
        } else if (st->modes.dir[i] == 0.0) {
            double dir = direction_from_rest(S, st, y, i, 0.0);
            if (dir != 0.0)
                site_departs(S, st, y, i, dir, observer);
        } else if (S->model.set_valued[i] &&
                   !(st->modes.dir[i] * y[S->model.plant->sites[i].v] > 0.0)) {
            y[S->model.plant->sites[i].v] = 0.0; /* it came to rest at this very instant */
            site_arrives(S, st, y, i, st->modes.dir[i], false, observer);
        }
    }
}

void stn_modes_turn(const StnSystem *S, StnState *st, double *y, int i, const StnObserver *observer)
{
    double was = st->modes.dir[i], dir = direction_ahead(S, st, y, i);
    set_direction(S, st, y, i, dir, was, observer);
    if (dir != was)
        stn_event_emit(S, st, observer, STN_EVENT_REVERSAL, S->model.plant->sites[i].name,
                       dir > 0.0 ? "forward" : "backward");
}

/* A state that starts on or beyond a limit stands on it, unless it moves inwards. */
static void stops_start(const StnSystem *S, StnState *st, double *y)
{
    for (int j = 0; j < S->model.nstop; j++) {
        const StnStopInfo *info = &S->model.plant->stops[j];
        int vel = info->play ? S->model.plant->sites[info->site].v : info->vel;
        double x = y[info->pos], v = vel >= 0 ? y[vel] : 0.0;
        st->modes.stop[j] = 0.0;
        if (x >= S->num.stop_hi[j] && v >= 0.0)
            st->modes.stop[j] = 1.0, y[info->pos] = S->num.stop_hi[j];
        else if (x <= S->num.stop_lo[j] && v <= 0.0)
            st->modes.stop[j] = -1.0, y[info->pos] = S->num.stop_lo[j];
        if (st->modes.stop[j] != 0.0 && info->vel >= 0)
            y[info->vel] = 0.0;
    }
}

void stn_modes_start(const StnSystem *S, StnState *st, double *y, const StnObserver *observer)
{
    Evaluation view;
    st->e_start = stn_kinetic(S, st, y);
    stops_start(S, st, y);
    st->energy.impact += st->e_start - stn_kinetic(S, st, y); /* it started into a stop */
    for (int i = 0; i < S->model.nsite; i++) {
        double v = y[S->model.plant->sites[i].v];
        st->modes.dir[i] = v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : 0.0;
    }
    evaluate(S, st, y, STN_LIVE, &view);
    for (int i = 0; i < S->model.nsite; i++) {
        double v = y[S->model.plant->sites[i].v], dir = st->modes.dir[i];
        if (S->model.imposed[i])
            v = view.site[i].v, dir = imposed_direction(&view.site[i]);
        else if (dir == 0.0)
            dir = direction_from_rest(S, st, y, i, 0.0);
        set_direction(S, st, y, i, dir, 2.0, observer);
        if (S->model.imposed[i])
            st->modes.zone[i] = S->num.shape[i].zone > 0.0 && dir * v < S->num.shape[i].zone;
        bool stands = dir == 0.0 || (!S->model.set_valued[i] && v == 0.0);
        stn_event_emit(S, st, observer, stands ? STN_EVENT_STICK : slip_kind(dir),
                       S->model.plant->sites[i].name, "initial");
    }
    evaluate(S, st, y, STN_LIVE, &view);
    for (int k = 0; k < S->model.plant->nrel; k++)
        if (strcmp(S->model.plant->rels[k].unit, "saturation") == 0 && stn_mode(S, st)[k] != 0.0)
            stn_event_emit(S, st, observer, STN_EVENT_SATURATION_ON, S->model.plant->rels[k].name,
                           "initial");
    for (int j = 0; j < S->model.nstop; j++)
        if (st->modes.stop[j] != 0.0)
            stn_event_emit(S, st, observer,
                           S->model.plant->stops[j].play ? STN_EVENT_CONTACT : STN_EVENT_STOP_HIT,
                           S->model.plant->stops[j].name, "initial");
}

void stn_modes_resume(const StnSystem *S, StnState *st, double *y)
{
    const int64_t events = st->counters.events;
    for (int i = 0; i < S->model.nsite; i++) {
        int j = S->model.site_stop[i];
        bool touching = j >= 0 && st->modes.stop[j] != 0.0;
        if (S->model.set_valued[i] || S->model.imposed[i] || touching || st->modes.dir[i] != 0.0)
            continue;
        set_direction(S, st, y, i, direction_ahead(S, st, y, i), 0.0, NULL);
    }
    st->counters.events = events;
}
