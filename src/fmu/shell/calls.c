/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the functions of FMI 2 and FMI 3 have in common: when they may be called, what their arguments must be, and
 * what they do. */
#include "calls.h"

#include <math.h>

#define READING                                                                        \
    (FMU_INITIALIZING | FMU_EVENT | FMU_CONTINUOUS | FMU_STEPPING | FMU_INTERMEDIATE | \
     FMU_TERMINATED | FMU_FAILED) /* after an error, to find out what went wrong */
#define WRITING                                                                        \
    (FMU_INSTANTIATED | FMU_INITIALIZING | FMU_EVENT | FMU_CONTINUOUS | FMU_STEPPING | \
     FMU_INTERMEDIATE)
#define KEEPING (FMU_ANY & ~(FMU_FAILED | FMU_INTERMEDIATE | FMU_CONFIGURING))
#define STATES_KNOWN (FMU_INITIALIZING | FMU_EVENT | FMU_CONTINUOUS | FMU_TERMINATED)

/* Begins a function: an error where it may not be called now. */
#define BEGIN(phases)                      \
    if (!fmu_allowed(I, function, phases)) \
    return FMU_ERROR
#define NEED(condition, text)                                         \
    do {                                                              \
        if (!(condition))                                             \
            return fmu_say(I, FMU_ERROR, "%s: %s", function, (text)); \
    } while (0)
#define NEED_ARRAY(array, count) NEED((array) || (count) == 0, "a list is NULL")
#define NEED_ME NEED(I->model_exchange, "the instance is one of Co-Simulation")

FmuStatus fmu_call_logging(FmuInstance *I, const char *function, bool on, const void *categories,
                           size_t count)
{
    BEGIN(FMU_ANY);
    NEED_ARRAY(categories, count);
    I->logging = on;
    I->plain_until = -INFINITY;
    return FMU_OK;
}

FmuStatus fmu_call_refuse(FmuInstance *I, const char *function, unsigned phases, const char *reason)
{
    BEGIN(phases);
    return fmu_say(I, FMU_ERROR, "%s: %s", function, reason);
}

FmuStatus fmu_call_change(FmuInstance *I, const char *function, unsigned from, FmuPhase to)
{
    BEGIN(from);
    I->phase = to;
    I->plain_until = -INFINITY;
    return FMU_OK;
}

FmuStatus fmu_call_start(FmuInstance *I, const char *function, bool event_mode)
{
    BEGIN(FMU_INITIALIZING);
    const FmuStatus status = fmu_exit_initialization(I);
    if (status == FMU_OK)
        I->phase = I->model_exchange || event_mode ? FMU_EVENT : FMU_STEPPING;
    return status;
}

/* ---- Variables ---- */

static FmuStatus check_list(FmuInstance *I, const FmuList *list, unsigned phases, const void *value)
{
    const char *function = list->function;
    BEGIN(phases);
    NEED(list->type != FMU_NO_TYPE || (list->count == 0 && list->nvalue == 0),
         "there are no variables of this type, or none that can be set");
    NEED_ARRAY(list->reference, list->count);
    NEED_ARRAY(value, list->nvalue);
    NEED(list->count == list->nvalue, "the numbers of references and values differ");
    return FMU_OK;
}

static FmuStatus get_one(FmuInstance *I, const FmuList *list, size_t k, void *value)
{
    const uint32_t reference = list->reference[k];
    bool flag = false;
    int mode = 0;
    FmuStatus status = FMU_OK;
    switch (list->type) {
    case FMU_DOUBLE: return fmu_get_number(I, list->function, reference, (double *)value + k);
    case FMU_MODE_INT: return fmu_get_mode(I, list->function, reference, (int *)value + k);
    case FMU_MODE_INT64:
        status = fmu_get_mode(I, list->function, reference, &mode);
        if (status == FMU_OK)
            ((int64_t *)value)[k] = mode;
        return status;
    case FMU_FLAG_BOOL: return fmu_get_flag(I, list->function, reference, (bool *)value + k);
    case FMU_FLAG_INT:
        status = fmu_get_flag(I, list->function, reference, &flag);
        if (status == FMU_OK)
            ((int *)value)[k] = flag;
        return status;
    case FMU_NO_TYPE: break;
    }
    return status;
}

FmuStatus fmu_call_get(FmuInstance *I, const FmuList *list, void *value)
{
    FmuStatus status = check_list(I, list, READING, value);
    if (status == FMU_OK && I->started && I->model_exchange && I->phase != FMU_FAILED)
        status = fmu_put_inputs(I, list->function);
    for (size_t k = 0; k < list->count && status == FMU_OK; k++)
        status = get_one(I, list, k, value);
    return status;
}

FmuStatus fmu_call_set(FmuInstance *I, const FmuList *list, const void *value)
{
    const bool flags = list->type == FMU_FLAG_BOOL || list->type == FMU_FLAG_INT;
    FmuStatus status =
        check_list(I, list, flags ? FMU_INSTANTIATED | FMU_INITIALIZING : WRITING, value);
    for (size_t k = 0; k < list->count && status == FMU_OK; k++) {
        const uint32_t reference = list->reference[k];
        if (list->type == FMU_DOUBLE)
            status = fmu_set_number(I, list->function, reference, ((const double *)value)[k]);
        else if (list->type == FMU_FLAG_BOOL)
            status = fmu_set_flag(I, list->function, reference, ((const bool *)value)[k]);
        else
            status = fmu_set_flag(I, list->function, reference, ((const int *)value)[k] != 0);
    }
    return status;
}

/* ---- States that are kept ---- */

FmuStatus fmu_call_save(FmuInstance *I, const char *function, void **state)
{
    BEGIN(KEEPING);
    NEED(state, "the state is NULL");
    FmuSaved *saved = *state;
    const FmuStatus status = fmu_save(I, &saved);
    *state = saved;
    return status;
}

FmuStatus fmu_call_restore(FmuInstance *I, const char *function, const void *state)
{
    BEGIN(KEEPING | FMU_FAILED);
    NEED(state, "the state is NULL");
    return fmu_restore(I, state);
}

FmuStatus fmu_call_forget(FmuInstance *I, const char *function, void **state)
{
    BEGIN(FMU_ANY);
    if (state) {
        fmu_forget(*state);
        *state = NULL;
    }
    return FMU_OK;
}

FmuStatus fmu_call_size(FmuInstance *I, const char *function, const void *state, size_t *size)
{
    BEGIN(KEEPING);
    NEED(state && size, "an argument is NULL");
    *size = fmu_saved_size(I);
    return FMU_OK;
}

FmuStatus fmu_call_write(FmuInstance *I, const char *function, const void *state, void *bytes,
                         size_t size)
{
    BEGIN(KEEPING);
    NEED(state && bytes, "an argument is NULL");
    return fmu_write(I, state, bytes, size);
}

FmuStatus fmu_call_read(FmuInstance *I, const char *function, const void *bytes, size_t size,
                        void **state)
{
    BEGIN(KEEPING);
    NEED(state && bytes, "an argument is NULL");
    FmuSaved *saved = NULL;
    const FmuStatus status = fmu_read(I, bytes, size, &saved);
    if (status == FMU_OK)
        *state = saved;
    return status;
}

FmuStatus fmu_call_derivative(FmuInstance *I, const char *function, FmuPair pair,
                              const double *seed, size_t nseed, bool adjoint, double *out,
                              size_t nout)
{
    BEGIN(FMU_INITIALIZING | FMU_EVENT | FMU_CONTINUOUS | FMU_STEPPING | FMU_INTERMEDIATE |
          FMU_TERMINATED);
    NEED_ARRAY(pair.unknown, pair.nunknown);
    NEED_ARRAY(pair.known, pair.nknown);
    NEED_ARRAY(seed, nseed);
    NEED_ARRAY(out, nout);
    NEED(nseed == (adjoint ? pair.nunknown : pair.nknown) &&
             nout == (adjoint ? pair.nknown : pair.nunknown),
         "the lengths of the lists do not fit");
    return fmu_derivative(I, function, pair, seed, adjoint, out);
}

/* ---- Model Exchange ---- */

FmuStatus fmu_call_go_on(FmuInstance *I, const char *function)
{
    BEGIN(FMU_EVENT);
    NEED_ME;
    I->phase = FMU_CONTINUOUS;
    return FMU_OK;
}

FmuStatus fmu_call_step_completed(FmuInstance *I, const char *function,
                                  const void *enter_event_mode, const void *terminate)
{
    BEGIN(FMU_CONTINUOUS);
    NEED(enter_event_mode && terminate, "an argument is NULL");
    return FMU_OK;
}

FmuStatus fmu_call_time(FmuInstance *I, const char *function, double time)
{
    BEGIN(FMU_CONTINUOUS | FMU_EVENT);
    NEED_ME;
    return fmu_set_time(I, function, time);
}

FmuStatus fmu_call_states(FmuInstance *I, const char *function, FmuStates what, double *value,
                          size_t count)
{
    BEGIN(STATES_KNOWN);
    NEED_ME;
    NEED(count == (size_t)(what == FMU_GUARDS ? I->nguard + 1 : I->nstate),
         "the list has a wrong length");
    NEED_ARRAY(value, count);
    const FmuStatus status = fmu_be_present(I, function);
    if (status != FMU_OK)
        return status;
    switch (what) {
    case FMU_STATES: stn_host_states(fmu_used(I), fmu_state(I), value); break;
    case FMU_RATES: return fmu_rates(I, function, value);
    case FMU_GUARDS: return fmu_guards(I, value);
    case FMU_NOMINALS:
        for (int k = 0; k < I->nstate; k++)
            value[k] = stn_host_state_at(I->base, k).scale;
        break;
    }
    return FMU_OK;
}

FmuStatus fmu_call_put_states(FmuInstance *I, const char *function, const double *value,
                              size_t count)
{
    BEGIN(FMU_CONTINUOUS);
    NEED_ME;
    NEED(count == (size_t)I->nstate, "the list has a wrong length");
    NEED_ARRAY(value, count);
    return fmu_set_states(I, function, value);
}

FmuStatus fmu_call_event(FmuInstance *I, const char *function, bool arguments, FmuEventInfo *info)
{
    BEGIN(FMU_EVENT);
    NEED(arguments, "an argument is NULL");
    const FmuStatus status = I->model_exchange ? fmu_event(I, function) : fmu_retune(I);
    info->states_changed = I->model_exchange && I->nstate > 0;
    info->next_known = I->model_exchange && isfinite(I->t_next);
    info->next = info->next_known ? I->start + I->t_next : I->time;
    return status;
}

/* ---- Co-Simulation ---- */

FmuStatus fmu_call_do_step(FmuInstance *I, const char *function, bool arguments, FmuStep *step)
{
    BEGIN(FMU_STEPPING);
    NEED(arguments, "an argument is NULL");
    return fmu_do_step(I, function, step);
}
