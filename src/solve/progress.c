/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How fast a run gets ahead.
 *
 * An explicit method that the user has forced on a stiff mode still gives the
 * right answer, but its steps are as short as the fastest damping, however smooth the motion is: a
 * chamber at the supply pressure needs billions of them for a second.  Such a run is ended with a reason,
 * an estimate and the remedy; one that is merely long goes on.
 *
 * A continuous controller whose effort jumps at an edge is an ideal relay.  Where the motion is driven to the edge
 * from both sides it bounces there, ever lower and ever faster, and in the limit slides along the edge with a
 * mean effort: infinitely many switches, of which no step makes fewer.  The plant says where it has such an edge
 * (its `caution`, which is a warning before the run); a run that gets there ends with the same words. */
#include "solve/step.h"

#include <math.h>

enum { WINDOW = 50000, WINDOWS = 4 }; /* steps that are looked at together; how often in a row */
#define STEPS_MOST 1e8
enum { SWITCHES = 500, SWITCH_WINDOWS = 20 }; /* the same for switches */
/* Of 172 random loops of the clutch with a band 159 end after at most 35,023 steps, one with 500 switches at a rate above
 * this; two after 6e5 and 1.1e6 (7 and 8.5 s), which are given up as well; nine are not
 * done after 11 s, one ends as a storm after 5 s, one is refused. */
#define SWITCHES_MOST 1e5

StnStatus stn_watch_explicit(const StnSystem *S, StnState *st, double t_end, bool stiff,
                             StnError *error)
{
    StnWork *W = stn_work(st);
    StnProgress *progress = &W->progress;
    int64_t steps = st->counters.steps - progress->steps;
    if (steps < WINDOW)
        return STN_OK;
    int64_t taken = steps - (st->counters.rejected - progress->rejected);
    double way = W->t0 - progress->t, left = fmax(t_end, W->t_goal) - W->t0;
    double needed = left * (double)steps / fmax(way, 1e-300);
    progress->windows = stiff && needed > STEPS_MOST ? progress->windows + 1 : 0;
    progress->t = W->t0;
    progress->steps = st->counters.steps;
    progress->rejected = st->counters.rejected;
    progress->stiff = 0;
    if (progress->windows < WINDOWS)
        return STN_OK;
    char why[256];
    stn_format(
        why, sizeof why,
        "integrator: explicit is held up by stability, not by accuracy: with steps of %.1g s "
        "the rest of the run needs about %.0e of them (limit %.0e); integrator: auto changes "
        "to an implicit method here; given up",
        way / (double)(taken > 0 ? taken : 1), needed, STEPS_MOST);
    return stn_lost(S, W->t0, stn_coef(S, st), STN_STEP_TOO_SMALL, why, error);
}

void stn_note_switch(const StnSystem *S, StnState *st, int guard)
{
    StnProgress *progress = &stn_work(st)->progress;
    if (guard >= S->model.g_site || guard % S->model.nrel >= S->model.plant->nrel)
        return; /* relations of a law follow those of the plant */
    if (progress->switches == 0)
        progress->t_switches = stn_work(st)->t0;
    progress->switches++;
    progress->switched = guard;
}

StnStatus stn_watch_switches(const StnEngine *E, double t_end)
{
    const StnSystem *S = E->system;
    StnWork *W = E->work;
    StnProgress *progress = &W->progress;
    if (progress->switches < SWITCHES)
        return STN_OK;
    const StnPlant *plant = S->model.plant;
    const char *caution = plant->caution ? plant->caution(&S->model.self, S->p) : NULL;
    double way = W->t0 - progress->t_switches, left = fmax(t_end, W->t_goal) - W->t0;
    double needed = left * SWITCHES / fmax(way, 1e-300);
    progress->switch_windows = caution && needed > SWITCHES_MOST ? progress->switch_windows + 1 : 0;
    progress->switches = 0;
    if (progress->switch_windows < SWITCH_WINDOWS)
        return STN_OK;
    char why[512];
    stn_format(why, sizeof why,
               "the controller slides along the edge of \"%s\": it switches every %.1g s, and the "
               "rest of the run needs about %.0e switches (limit %.0e): %s; given up",
               stn_guard_name(&S->model, progress->switched), way / SWITCHES, needed, SWITCHES_MOST,
               caution);
    return stn_lost(S, W->t0, E->y, STN_STORM, why, E->error);
}
