/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The life of an instance.  Memory is allocated here, and where states are kept, only. */
#include "fmu.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Messages ---- */

FmuStatus fmu_say(FmuInstance *I, FmuStatus status, const char *format, ...)
{
    char text[1400];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (status >= FMU_ERROR && I->phase != FMU_TERMINATED) /* there nothing can be lost any more */
        I->phase = FMU_FAILED, I->plain_until = -INFINITY;
    if (I->log && (I->logging || status > FMU_OK))
        I->log(I, status, text);
    return status;
}

static const char *phase_word(FmuPhase phase)
{
    switch (phase) {
    case FMU_INSTANTIATED: return "instantiated";
    case FMU_CONFIGURING: return "in configuration mode";
    case FMU_INITIALIZING: return "in initialization mode";
    case FMU_EVENT: return "in event mode";
    case FMU_CONTINUOUS: return "in continuous-time mode";
    case FMU_STEPPING: return "in step mode";
    case FMU_INTERMEDIATE: return "in intermediate update";
    case FMU_TERMINATED: return "terminated";
    default: return "failed: reset or free it";
    }
}

bool fmu_allowed(FmuInstance *I, const char *function, unsigned phases)
{
    if (!I)
        return false;
    if (I->phase & phases)
        return true;
    fmu_say(I, FMU_ERROR, "%s: not allowed, the instance is %s", function, phase_word(I->phase));
    return false;
}

FmuStatus fmu_failed(FmuInstance *I, const char *function, StnStatus status)
{
    return fmu_say(I, FMU_ERROR, "%s: %s", function,
                   I->error.text[0] ? I->error.text : stn_status_text(status));
}

/* ---- Memory ---- */

static void free_model(FmuModel *model)
{
    free(model->block);
    free(model->memory);
    free(model->state);
}

void fmu_free(FmuInstance *I)
{
    if (!I)
        return;
    free_model(&I->model[0]);
    free_model(&I->model[1]);
    free(I->wanted);
    free(I->touched);
    free(I->host.lift);
    free(I->column);
    free((void *)I->version);
    free(I->name);
    stn_system_free(I->base);
    free(I);
}

static bool allocate(FmuInstance *I)
{
    const size_t block = stn_params_size(I->base);
    bool done = true;
    for (int k = 0; k < 2; k++) {
        I->model[k].block = malloc(block);
        I->model[k].memory = malloc(stn_variant_size(I->base));
        I->model[k].state = malloc(stn_state_size(I->base));
        done = done && I->model[k].block && I->model[k].memory && I->model[k].state;
    }
    I->wanted = malloc(block);
    I->touched = calloc((size_t)I->naddress + 1, sizeof *I->touched);
    I->host.lift = calloc((size_t)I->nguard + 1, sizeof *I->host.lift);
    I->column = calloc((size_t)I->ncolumn + 1, sizeof *I->column);
    return done && I->wanted && I->touched && I->host.lift && I->column;
}

static void measure(FmuInstance *I)
{
    const StnPlant *plant = stn_system_plant(I->base);
    I->nstate = stn_system_state_count(I->base);
    I->nguard = stn_guard_count(I->base);
    I->ncolumn = stn_system_column_count(I->base);
    I->ninput = plant->ninput;
    I->nsite = plant->nsite;
    I->naddress = stn_address_count(I->base);
}

/* As after instantiation; what the importer said then (logging, event mode) stays. */
static void begin(FmuInstance *I)
{
    stn_params_copy(I->base, I->wanted);
    memset(I->touched, 0, (size_t)I->naddress * sizeof *I->touched);
    memset(I->host.lift, 0, (size_t)I->nguard * sizeof *I->host.lift);
    I->host.jumped = false;
    I->use = &I->model[0], I->spare = &I->model[1];
    I->retuned = I->fresh = true;
    I->started = I->internal = I->column_known = false;
    I->start = I->time = I->tolerance = 0.0;
    I->stop = I->t_next = INFINITY;
    I->plain_until = -INFINITY;
    StnState *state = stn_state_init(I->base, I->model[1].state);
    for (int i = 0; i < I->ninput; i++) {
        I->input[i] = stn_state_input(I->base, state, i);
        I->input[i].d1 = I->input[i].d2 = 0.0;
        I->changed[i] = true;
    }
    I->phase = FMU_INSTANTIATED;
}

/* Logs by an instance that is not made. */
static FmuInstance *refuse(FmuInstance *I, const char *reason, const char *text)
{
    fmu_say(I, FMU_ERROR, "%s%s", reason, text);
    fmu_free(I);
    return NULL;
}

FmuInstance *fmu_new(const char *name, const char *token, bool model_exchange, FmuLog *log,
                     const void *version, size_t version_size)
{
    FmuInstance *I = calloc(1, sizeof *I);
    void *own = I ? malloc(version_size) : NULL;
    if (!own) {
        free(I);
        return NULL;
    }
    memcpy(own, version, version_size);
    I->version = own;
    I->log = log;
    I->model_exchange = model_exchange;
    if (!name || !name[0])
        return refuse(I, "the instance has no name", "");
    if (!token || strcmp(token, fmu_token) != 0)
        return refuse(I, "the token is not that of this FMU: ", token ? token : "");
    I->name = malloc(strlen(name) + 1);
    if (I->name)
        memcpy(I->name, name, strlen(name) + 1);
    I->base = fmu_system(&I->error);
    if (!I->base)
        return refuse(I, "", I->error.text);
    measure(I);
    if (!I->name || !allocate(I))
        return refuse(I, "out of memory", "");
    if (model_exchange && stn_system_method(I->base) == STN_METHOD_FIXED)
        return refuse(I, "the law of this FMU has a fixed step: there is no Model Exchange", "");
    begin(I);
    return I;
}

FmuStatus fmu_reset(FmuInstance *I)
{
    begin(I);
    return FMU_OK;
}

/* ---- Start ---- */

FmuStatus fmu_setup(FmuInstance *I, bool tolerance_defined, double tolerance, double start,
                    bool stop_defined, double stop)
{
    if (!isfinite(start) || (stop_defined && !(stop >= start)))
        return fmu_say(I, FMU_ERROR, "the stop time %g s lies before the start time %g s", stop,
                       start);
    if (tolerance_defined && !(tolerance > 0.0 && isfinite(tolerance)))
        return fmu_say(I, FMU_ERROR, "the tolerance %g is not above 0", tolerance);
    I->tolerance = tolerance_defined ? tolerance : 0.0;
    I->start = I->time = start;
    I->stop = stop_defined ? stop : INFINITY;
    I->fresh = true;
    return FMU_OK;
}

/* The wanted parameters, finished and bound to a variant. */
static StnStatus bind(FmuInstance *I, FmuModel *model)
{
    memcpy(model->block, I->wanted, stn_params_size(I->base));
    const StnStatus status = stn_params_finish(I->base, model->block, &I->error);
    if (!status)
        model->system = stn_system_variant(I->base, model->block, fmu_seed, model->memory);
    return status;
}

/* Makes the motion; its first events are logged where they stand for good. */
static FmuStatus settle(FmuInstance *I, const StnObserver *observer)
{
    FmuModel *model = I->use;
    fmu_clear_error(I);
    StnStatus status = bind(I, model);
    if (status)
        return fmu_failed(I, "parameters", status);
    stn_state_init(model->system, model->state);
    I->host.rtol = 0.1 * (I->tolerance > 0.0 ? I->tolerance : stn_system_solver(I->base)->rtol);
    memset(I->host.lift, 0, (size_t)I->nguard * sizeof *I->host.lift);
    for (int i = 0; i < I->ninput && !I->internal; i++)
        stn_state_set_input(model->system, model->state, i, I->input[i]);
    memset(I->changed, 0, sizeof I->changed);
    if (I->model_exchange) {
        StnHostEvent event;
        status = stn_host_event(model->system, model->state, &I->host, observer, &event, &I->error);
        I->t_next = event.t_next;
    } else {
        status = stn_advance(model->system, model->state, 0.0, observer, &I->error);
    }
    if (status)
        return fmu_failed(I, "start", status);
    I->fresh = I->retuned = I->column_known = false;
    return FMU_OK;
}

FmuStatus fmu_settle(FmuInstance *I) { return I->fresh || I->retuned ? settle(I, NULL) : FMU_OK; }

FmuStatus fmu_be_present(FmuInstance *I, const char *function)
{
    return I->started ? fmu_put_inputs(I, function) : fmu_settle(I);
}

FmuStatus fmu_exit_initialization(FmuInstance *I)
{
    const StnObserver observer = fmu_observer(I);
    const FmuStatus status = observer.event ? settle(I, &observer) : fmu_settle(I);
    if (status == FMU_OK)
        I->started = true;
    return status;
}

FmuStatus fmu_retune(FmuInstance *I)
{
    FmuModel *old = I->use, *next = I->spare;
    if (!I->retuned)
        return FMU_OK;
    fmu_clear_error(I);
    StnStatus status = bind(I, next);
    if (!status)
        status = stn_state_move(next->system, next->state, old->system, old->state, &I->error);
    if (status)
        return fmu_failed(I, "parameters", status);
    fmu_use_spare(I);
    I->retuned = I->column_known = false;
    I->host.jumped = true;
    return FMU_OK;
}
