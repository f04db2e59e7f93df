/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How a run ends badly, in words: the same for all engines. */
#include "core/system.h"

#include <math.h>

enum { INSTANT_MOST = 200 };

StnStatus stn_lost(const StnSystem *S, double t, const double *y, StnStatus status, const char *why,
                   StnError *error)
{
    char text[512] = "";
    size_t at = 0;
    for (int i = 0; i < S->model.nplant && at < sizeof text - 48; i++)
        if (stn_plant_is_active(S->model.full_plant, S->p, STN_PART_STATE,
                                S->model.plant->states[i].name))
            at += (size_t)stn_format(text + at, sizeof text - at, "%s%s = %.6g", at ? ", " : "",
                                     S->model.plant->states[i].name, y[i]);
    return stn_error(error, status, "%s at t = %.9g s (%s)", why, t, text);
}

StnStatus stn_diverged(const StnSystem *S, double t, const double *y, StnError *error)
{
    char why[160] = "the run diverged";
    for (int i = 0; i < S->model.nplant; i++)
        if (fabs(y[i]) > S->range[i]) {
            stn_format(why, sizeof why,
                       "the run diverged: %s grew beyond %.0e %s (unstable loop, or a fixed step "
                       "that is too long)",
                       S->model.plant->states[i].name, S->range[i], S->model.plant->states[i].unit);
            break;
        }
    return stn_lost(S, t, y, STN_DIVERGED, why, error);
}

StnStatus stn_watch_storm(const StnEngine *E, int fired)
{
    const StnSystem *S = E->system;
    StnWork *W = E->work;
    char why[160];
    W->instant = W->t0 - W->t_event <= stn_instant(W->t0) ? W->instant + 1 : 0;
    W->t_event = W->t0;
    if (W->instant > INSTANT_MOST)
        stn_format(why, sizeof why,
                   "event storm at \"%s\": more than %d events without progress in time",
                   stn_guard_name(&S->model, fired), INSTANT_MOST);
    else if (E->state->counters.events > S->solver.max_events)
        stn_format(why, sizeof why, "more than max_events = %ld events, the last at \"%s\"",
                   S->solver.max_events, stn_guard_name(&S->model, fired));
    else
        return STN_OK;
    return stn_lost(S, W->t0, E->y, STN_STORM, why, E->error);
}

StnStatus stn_check_go_on(const StnEngine *E, double t)
{
    const StnObserver *observer = E->observer;
    if (!observer || !observer->go_on || observer->go_on(observer->user))
        return STN_OK;
    return stn_error(E->error, STN_CANCELLED, "interrupted at t = %g s", t);
}
