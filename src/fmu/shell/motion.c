/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How an instance moves: integrated by the importer (Model Exchange), or by our engine (Co-Simulation). */
#include "fmu.h"

#include <float.h>
#include <math.h>

FmuStatus fmu_put_inputs(FmuInstance *I, const char *function)
{
    for (int i = 0; i < I->ninput; i++) {
        if (!I->changed[i] || I->internal)
            continue;
        const StnSystem *system = fmu_used(I);
        const StnStatus status = I->model_exchange
                                     ? stn_host_set_input(system, fmu_state(I), i, I->input[i])
                                     : stn_state_set_input(system, fmu_state(I), i, I->input[i]);
        if (status)
            return fmu_failed(I, function, status);
        I->changed[i] = false;
        I->host.jumped = I->host.jumped || I->phase == FMU_EVENT;
        I->column_known = false;
    }
    return FMU_OK;
}

/* ---- What happens, for the log ---- */

static void log_event(void *user, const StnEvent *event)
{
    FmuInstance *I = user;
    fmu_say(I, FMU_OK, "%.17g s: %s %s%s%s", I->start + event->t, event->site,
            stn_event_word(event->kind), event->detail[0] ? " " : "", event->detail);
}

StnObserver fmu_observer(FmuInstance *I)
{
    return (StnObserver){.event = I->logging && I->log ? log_event : NULL, .user = I};
}

/* ---- Model Exchange ---- */

FmuStatus fmu_set_time(FmuInstance *I, const char *function, double time)
{
    if (!isfinite(time))
        return fmu_say(I, FMU_ERROR, "%s: the time is not finite", function);
    double t = time - I->start;
    if (fabs(t - I->t_next) <= 4.0 * DBL_EPSILON * fmax(fabs(time), fabs(I->start)))
        t = I->t_next; /* the importer got start + t_next, rounded */
    I->time = time;
    I->column_known = false;
    stn_host_put(fmu_used(I), fmu_state(I), t, NULL);
    return FMU_OK;
}

FmuStatus fmu_set_states(FmuInstance *I, const char *function, const double *y)
{
    I->column_known = false;
    if (stn_host_put(fmu_used(I), fmu_state(I), stn_state_time(fmu_state(I)), y))
        return fmu_say(I, FMU_ERROR, "%s: a state is not finite", function);
    return FMU_OK;
}

FmuStatus fmu_rates(FmuInstance *I, const char *function, double *dy)
{
    if (stn_host_rates(fmu_used(I), fmu_state(I), dy)) /* a shorter step may do */
        return fmu_say(I, FMU_DISCARD, "%s: a derivative is not finite at t = %g s", function,
                       I->time);
    return FMU_OK;
}

FmuStatus fmu_guards(FmuInstance *I, double *guard)
{
    stn_host_guards(fmu_used(I), fmu_state(I), &I->host, guard);
    guard[I->nguard] = isfinite(I->t_next) ? I->t_next - stn_state_time(fmu_state(I)) : 1.0;
    return FMU_OK;
}

FmuStatus fmu_event(FmuInstance *I, const char *function)
{
    StnHostEvent event;
    const StnObserver observer = fmu_observer(I);
    FmuStatus done = fmu_retune(I);
    if (done == FMU_OK)
        done = fmu_put_inputs(I, function);
    if (done != FMU_OK)
        return done;
    fmu_clear_error(I);
    const StnStatus status =
        stn_host_event(fmu_used(I), fmu_state(I), &I->host, &observer, &event, &I->error);
    if (status)
        return fmu_failed(I, function, status);
    I->column_known = false;
    I->t_next = event.t_next;
    return FMU_OK;
}

/* ---- Co-Simulation ---- */

static FmuStatus check_step(FmuInstance *I, const char *function, const FmuStep *step)
{
    const double end = step->now + step->step, room = FMU_TIME_ROUNDING * fmax(1.0, fabs(I->time));
    if (!(fabs(step->now - I->time) <= room))
        return fmu_say(I, FMU_ERROR, "%s: the step begins at %.17g s, the instance is at %.17g s",
                       function, step->now, I->time);
    if (!(step->step > 0.0) || !isfinite(end))
        return fmu_say(I, FMU_ERROR, "%s: the step %g s is not above 0", function, step->step);
    if (end > I->stop + room)
        return fmu_say(I, FMU_ERROR, "%s: the step ends at %g s, behind the stop time %g s",
                       function, end, I->stop);
    return FMU_OK;
}

FmuStatus fmu_do_step(FmuInstance *I, const char *function, FmuStep *step)
{
    const double end = step->now + step->step;
    const StnObserver observer = fmu_observer(I);
    FmuStatus done = check_step(I, function, step);
    step->at_event = step->early = false;
    if (done == FMU_OK)
        done = fmu_retune(I);
    while (done == FMU_OK) {
        const bool stops = step->update || (I->event_mode && I->early_return);
        I->plain_until = stops || observer.event ? -INFINITY : I->stop;
        StnAdvance advance = {.t_end = end - I->start,
                              .until = stops ? STN_UNTIL_EVENT : STN_UNTIL_TIME};
        done = fmu_put_inputs(I, function);
        if (done != FMU_OK)
            return done;
        fmu_clear_error(I);
        const StnStatus status =
            stn_advance_to(fmu_used(I), fmu_state(I), &advance, &observer, &I->error);
        I->column_known = false;
        if (status)
            return fmu_failed(I, function, status);
        step->at_event = advance.stopped == STN_STOPPED_EVENT;
        I->time = step->at_event ? fmin(end, I->start + stn_state_time(fmu_state(I))) : end;
        const bool at_end = !step->at_event || I->time >= end;
        if (at_end)
            I->time = end;
        const bool returns = step->update && step->update(I, at_end);
        if (I->phase == FMU_FAILED) /* by what the importer called in between */
            return FMU_ERROR;
        if (at_end)
            return FMU_OK;
        if (returns || (step->at_event && I->event_mode && I->early_return)) {
            step->early = true;
            return FMU_OK;
        }
    }
    return done;
}
