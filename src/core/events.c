/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Events as they are reported: when, of what, in which words. */
#include "core/system.h"

#include <math.h>
#include <string.h>

void stn_event_emit(const StnEngine *E, StnEventKind kind, const char *site, const char *detail)
{
    const StnModel *M = &E->system->model;
    StnState *st = E->state;
    st->counters.events++;
    if (E->observer && E->observer->event) {
        double t = M->method == STN_METHOD_FIXED ? st->t : E->work->t0;
        if (E->work->event_delay > 0.0)
            t = fmax(t - E->work->event_delay, E->work->t_reported);
        E->work->t_reported = t;
        StnEvent event = {t, kind, site, detail};
        E->observer->event(E->observer->user, &event);
    }
}

int stn_relation_site(const StnModel *M, int k)
{
    for (int i = M->nsite - 1; i >= 0; i--)
        if (M->law_nrel[i] > 0 && k >= M->law_rel[i])
            return i;
    return -1;
}

/* The variable that describes relation k; the last one of a vector law stands for all its elements. */
static const StnVar *relation(const StnModel *M, int k)
{
    const int site = stn_relation_site(M, k);
    if (site < 0)
        return &M->plant->rels[k];
    const int place = k - M->law_rel[site], last = M->law[site]->nrel - 1;
    return &M->law[site]->rels[place < last ? place : last];
}

static const char *relation_name(const StnModel *M, int k)
{
    const int site = stn_relation_site(M, k);
    return site >= 0 ? M->plant->sites[site].name : M->plant->rels[k].name;
}

static void emit_relation(const StnEngine *E, int k)
{
    const StnModel *M = &E->system->model;
    const StnVar *rel = relation(M, k);
    const double mode = stn_mode(E->system, E->state)[k];
    const char *name = relation_name(M, k);
    if (strcmp(rel->unit, "saturation") == 0)
        stn_event_emit(E, mode != 0.0 ? STN_EVENT_SATURATION_ON : STN_EVENT_SATURATION_OFF, name,
                       mode > 0.0   ? "upper"
                       : mode < 0.0 ? "lower"
                                    : "");
    else if (strcmp(rel->unit, "contact") == 0)
        stn_event_emit(E, mode > 0.0 ? STN_EVENT_CONTACT : STN_EVENT_SEPARATION, name, "");
    else if (strcmp(rel->unit, "mode") == 0)
        stn_event_emit(E, STN_EVENT_MODE, name, rel->name);
    else if (strcmp(rel->unit, "failure") == 0 && mode > 0.0)
        stn_event_emit(E, STN_EVENT_FAILURE, name, "");
    else if (strcmp(rel->unit, "brake") == 0 && mode > 0.0)
        stn_event_emit(E, STN_EVENT_BRAKE, name, "");
}

void stn_relation_switched(const StnEngine *E, int k)
{
    const StnSystem *S = E->system;
    const StnPlant *plant = S->model.plant;
    emit_relation(E, k);
    if (plant->decide && !plant->late && stn_relation_site(&S->model, k) < 0)
        plant->decide(&S->model.self, S->p, E->y, stn_inputs_now(S, E->state, E->state->t),
                      stn_disc(S, E->state), stn_mode(S, E->state), k);
}

const char *stn_guard_name(const StnModel *M, int guard)
{
    if (guard < 0)
        return "input";
    if (guard < M->g_site)
        return relation_name(M, guard % M->nrel);
    return guard < M->g_stop ? M->plant->sites[(guard - M->g_site) / 2].name
                             : M->plant->stops[(guard - M->g_stop) / 2].name;
}
