/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Advancing a state by the engine that its system has. */
#include "core/system.h"
#include "stiction/solve.h"

#include <math.h>

static StnStatus can_advance(const StnState *state, double t_end, StnError *error)
{
    if (!isfinite(t_end))
        return stn_error(error, STN_BAD_INPUT, "the end time must be finite");
    if (t_end < state->t && t_end < state->t - 1e-12 * fmax(1.0, fabs(state->t)))
        return stn_error(error, STN_BAD_INPUT, "cannot advance to t = %g s: the state is at %g s",
                         t_end, state->t);
    if (state->failed)
        return stn_error(error, (StnStatus)state->failed, "the run has already failed at t = %g s",
                         state->t);
    return STN_OK;
}

StnStatus stn_advance_to(const StnSystem *system, StnState *state, StnAdvance *advance,
                         const StnObserver *observer, StnError *error)
{
    StnEngine engine = stn_engine(system, state, observer, error);
    engine.until_event = advance->until == STN_UNTIL_EVENT;
    advance->stopped = STN_STOPPED_TIME;
    StnStatus status = can_advance(state, advance->t_end, error);
    if (status)
        return status;
    switch (system->model.method) {
    case STN_METHOD_FIXED: status = stn_fixed_advance(&engine, advance->t_end); break;
    case STN_METHOD_SUNDIALS: status = stn_sundials_advance(&engine, advance->t_end); break;
    case STN_METHOD_EVENT: status = stn_event_advance(&engine, advance->t_end); break;
    }
    state->failed = status;
    if (!status && engine.at_event)
        advance->stopped = STN_STOPPED_EVENT;
    return status;
}

StnStatus stn_advance(const StnSystem *system, StnState *state, double t_end,
                      const StnObserver *observer, StnError *error)
{
    StnAdvance advance = {.t_end = t_end, .until = STN_UNTIL_TIME};
    return stn_advance_to(system, state, &advance, observer, error);
}
