/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How fast a run gets ahead.  An explicit method that the user has forced on a stiff mode still gives the
 * right answer, but its steps are as short as the fastest damping, however smooth the motion is: a
 * chamber at the supply pressure needs billions of them for a second.  Such a run is ended with a reason,
 * an estimate and the remedy; one that is merely long goes on. */
#include "solve/step.h"

#include <math.h>

enum { WINDOW = 50000, WINDOWS = 4 }; /* steps that are looked at together; how often in a row */
#define STEPS_MOST 1e8

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
