/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* FMI 2.0 over fmu.h. */
#include "fmi2.h"

#include "fmu.h"

#include <math.h>

typedef struct {
    fmi2CallbackFunctions callbacks;
} Version;

static void log_message(FmuInstance *I, FmuStatus status, const char *text)
{
    const Version *version = I->version;
    if (version->callbacks.logger)
        version->callbacks.logger(version->callbacks.componentEnvironment, I->name ? I->name : "",
                                  (fmi2Status)status,
                                  status == FMU_OK ? "logEvents" : "logStatusError", "%s", text);
}

/* Begins a function: the instance I, or an error where it may not be called now. */
#define BEGIN(phases)                      \
    FmuInstance *I = c;                    \
    if (!fmu_allowed(I, __func__, phases)) \
    return fmi2Error
#define NEED(condition, text)                                \
    do {                                                     \
        if (!(condition)) {                                  \
            fmu_say(I, FMU_ERROR, "%s: %s", __func__, text); \
            return fmi2Error;                                \
        }                                                    \
    } while (0)
#define NEED_ARRAY(array, count) NEED((array) || (count) == 0, "a list is NULL")

#define READING                                                                        \
    (FMU_INSTANTIATED | FMU_INITIALIZING | FMU_EVENT | FMU_CONTINUOUS | FMU_STEPPING | \
     FMU_TERMINATED)
#define WRITING (FMU_INSTANTIATED | FMU_INITIALIZING | FMU_EVENT | FMU_CONTINUOUS | FMU_STEPPING)

const char *fmi2GetTypesPlatform(void) { return "default"; }
const char *fmi2GetVersion(void) { return "2.0"; }

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t count,
                               const fmi2String categories[])
{
    BEGIN(FMU_ANY);
    NEED_ARRAY(categories, count);
    I->logging = on != 0;
    return fmi2OK;
}

/* ---- Life ---- */

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible,
                              fmi2Boolean logging)
{
    (void)resources, (void)visible;
    if (!functions || !functions->logger)
        return NULL;
    const Version version = {*functions};
    FmuInstance *I =
        fmu_new(name, guid, type == fmi2ModelExchange, log_message, &version, sizeof version);
    if (I)
        I->logging = logging != 0;
    return I;
}

void fmi2FreeInstance(fmi2Component c) { fmu_free(c); }

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerance_defined, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean stop_defined, fmi2Real stop)
{
    BEGIN(FMU_INSTANTIATED);
    return (fmi2Status)fmu_setup(I, tolerance_defined != 0, tolerance, start, stop_defined != 0,
                                 stop);
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
    BEGIN(FMU_INSTANTIATED);
    I->phase = FMU_INITIALIZING;
    return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    BEGIN(FMU_INITIALIZING);
    const FmuStatus status = fmu_exit_initialization(I);
    if (status == FMU_OK)
        I->phase = I->model_exchange ? FMU_EVENT : FMU_STEPPING;
    return (fmi2Status)status;
}

fmi2Status fmi2Terminate(fmi2Component c)
{
    BEGIN(FMU_EVENT | FMU_CONTINUOUS | FMU_STEPPING);
    I->phase = FMU_TERMINATED;
    return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component c)
{
    BEGIN(FMU_ANY);
    return (fmi2Status)fmu_reset(I);
}

/* ---- Variables ---- */

fmi2Status fmi2GetReal(fmi2Component c, REFERENCES, fmi2Real value[])
{
    BEGIN(READING);
    NEED_ARRAY(vr, nvr);
    NEED_ARRAY(value, nvr);
    FmuStatus status = I->started && I->model_exchange ? fmu_put_inputs(I, __func__) : FMU_OK;
    for (size_t k = 0; k < nvr && status == FMU_OK; k++)
        status = fmu_get_number(I, __func__, vr[k], &value[k]);
    return (fmi2Status)status;
}

fmi2Status fmi2SetReal(fmi2Component c, REFERENCES, const fmi2Real value[])
{
    BEGIN(WRITING);
    NEED_ARRAY(vr, nvr);
    NEED_ARRAY(value, nvr);
    FmuStatus status = FMU_OK;
    for (size_t k = 0; k < nvr && status == FMU_OK; k++)
        status = fmu_set_number(I, __func__, vr[k], value[k]);
    return (fmi2Status)status;
}

fmi2Status fmi2GetInteger(fmi2Component c, REFERENCES, fmi2Integer value[])
{
    BEGIN(READING);
    NEED_ARRAY(vr, nvr);
    NEED_ARRAY(value, nvr);
    FmuStatus status = FMU_OK;
    for (size_t k = 0; k < nvr && status == FMU_OK; k++)
        status = fmu_get_mode(I, __func__, vr[k], &value[k]);
    return (fmi2Status)status;
}

fmi2Status fmi2GetBoolean(fmi2Component c, REFERENCES, fmi2Boolean value[])
{
    BEGIN(READING);
    NEED_ARRAY(vr, nvr);
    NEED_ARRAY(value, nvr);
    for (size_t k = 0; k < nvr; k++) {
        bool flag;
        const FmuStatus status = fmu_get_flag(I, __func__, vr[k], &flag);
        if (status != FMU_OK)
            return (fmi2Status)status;
        value[k] = flag;
    }
    return fmi2OK;
}

fmi2Status fmi2SetBoolean(fmi2Component c, REFERENCES, const fmi2Boolean value[])
{
    BEGIN(FMU_INSTANTIATED | FMU_INITIALIZING);
    NEED_ARRAY(vr, nvr);
    NEED_ARRAY(value, nvr);
    FmuStatus status = FMU_OK;
    for (size_t k = 0; k < nvr && status == FMU_OK; k++)
        status = fmu_set_flag(I, __func__, vr[k], value[k] != 0);
    return (fmi2Status)status;
}

fmi2Status fmi2SetInteger(fmi2Component c, REFERENCES, const fmi2Integer value[])
{
    (void)vr, (void)value;
    BEGIN(WRITING);
    NEED(nvr == 0, "there are no variables of this type that can be set");
    return fmi2OK;
}

fmi2Status fmi2GetString(fmi2Component c, REFERENCES, fmi2String value[])
{
    (void)vr, (void)value;
    BEGIN(READING);
    NEED(nvr == 0, "there are no variables of this type");
    return fmi2OK;
}

fmi2Status fmi2SetString(fmi2Component c, REFERENCES, const fmi2String value[])
{
    (void)vr, (void)value;
    BEGIN(WRITING);
    NEED(nvr == 0, "there are no variables of this type");
    return fmi2OK;
}

/* ---- States that are kept ---- */

#define KEEPING (FMU_ANY & ~FMU_FAILED)

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    BEGIN(KEEPING);
    NEED(state, "the state is NULL");
    FmuSaved *saved = *state;
    const FmuStatus status = fmu_save(I, &saved);
    *state = saved;
    return (fmi2Status)status;
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
    BEGIN(FMU_ANY);
    NEED(state, "the state is NULL");
    return (fmi2Status)fmu_restore(I, state);
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    BEGIN(FMU_ANY);
    if (state) {
        fmu_forget(*state);
        *state = NULL;
    }
    return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
    BEGIN(KEEPING);
    NEED(state && size, "an argument is NULL");
    *size = fmu_saved_size(I);
    return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    BEGIN(KEEPING);
    NEED(state && bytes, "an argument is NULL");
    return (fmi2Status)fmu_write(I, state, bytes, size);
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate *state)
{
    BEGIN(KEEPING);
    NEED(state && bytes, "an argument is NULL");
    FmuSaved *saved = NULL;
    const FmuStatus status = fmu_read(I, bytes, size, &saved);
    if (status == FMU_OK)
        *state = saved;
    return (fmi2Status)status;
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[],
                                        size_t nunknown, const fmi2ValueReference known[],
                                        size_t nknown, const fmi2Real seed[], fmi2Real out[])
{
    BEGIN(FMU_INITIALIZING | FMU_EVENT | FMU_CONTINUOUS | FMU_STEPPING | FMU_TERMINATED);
    NEED_ARRAY(unknown, nunknown);
    NEED_ARRAY(out, nunknown);
    NEED_ARRAY(known, nknown);
    NEED_ARRAY(seed, nknown);
    return (fmi2Status)fmu_derivative(I, __func__, (FmuPair){unknown, known, nunknown, nknown},
                                      seed, false, out);
}

/* ---- Model Exchange ---- */

#define NEED_ME NEED(I->model_exchange, "the instance is one of Co-Simulation")

fmi2Status fmi2EnterEventMode(fmi2Component c)
{
    BEGIN(FMU_CONTINUOUS | FMU_EVENT);
    I->phase = FMU_EVENT;
    return fmi2OK;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    BEGIN(FMU_EVENT);
    NEED(info, "an argument is NULL");
    const FmuStatus status = fmu_event(I, __func__);
    const bool next = isfinite(I->t_next);
    *info = (fmi2EventInfo){.valuesOfContinuousStatesChanged = I->nstate > 0,
                            .nextEventTimeDefined = next,
                            .nextEventTime = next ? I->start + I->t_next : I->time};
    return (fmi2Status)status;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
    BEGIN(FMU_EVENT);
    NEED_ME;
    I->phase = FMU_CONTINUOUS;
    return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_set_before,
                                       fmi2Boolean *enter_event_mode, fmi2Boolean *terminate)
{
    (void)no_set_before;
    BEGIN(FMU_CONTINUOUS);
    NEED(enter_event_mode && terminate, "an argument is NULL");
    *enter_event_mode = *terminate = 0;
    return fmi2OK;
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
    BEGIN(FMU_CONTINUOUS | FMU_EVENT);
    NEED_ME;
    return (fmi2Status)fmu_set_time(I, __func__, time);
}

#define STATES_KNOWN (FMU_INITIALIZING | FMU_EVENT | FMU_CONTINUOUS | FMU_TERMINATED)
#define BEGIN_STATES(phases, array, count, right)                    \
    BEGIN(phases);                                                   \
    NEED_ME;                                                         \
    NEED((count) == (size_t)(right), "the list has a wrong length"); \
    NEED_ARRAY(array, count)

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real value[], size_t count)
{
    BEGIN_STATES(FMU_CONTINUOUS, value, count, I->nstate);
    return (fmi2Status)fmu_set_states(I, __func__, value);
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real value[], size_t count)
{
    BEGIN_STATES(STATES_KNOWN, value, count, I->nstate);
    FmuStatus status = I->started ? fmu_put_inputs(I, __func__) : fmu_settle(I);
    if (status == FMU_OK)
        status = fmu_rates(I, __func__, value);
    return (fmi2Status)status;
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real value[], size_t count)
{
    BEGIN_STATES(STATES_KNOWN, value, count, I->nguard + 1);
    FmuStatus status = I->started ? fmu_put_inputs(I, __func__) : fmu_settle(I);
    if (status == FMU_OK)
        status = fmu_guards(I, value);
    return (fmi2Status)status;
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real value[], size_t count)
{
    BEGIN_STATES(STATES_KNOWN, value, count, I->nstate);
    const FmuStatus status = I->started ? FMU_OK : fmu_settle(I);
    if (status == FMU_OK)
        stn_host_states(fmu_used(I), fmu_state(I), value);
    return (fmi2Status)status;
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real value[], size_t count)
{
    BEGIN_STATES(STATES_KNOWN, value, count, I->nstate);
    for (int k = 0; k < I->nstate; k++)
        value[k] = stn_host_state_at(I->base, k).scale;
    return fmi2OK;
}

/* ---- Co-Simulation ---- */

#define NEED_CS NEED(!I->model_exchange, "the instance is one of Model Exchange")

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, REFERENCES, const fmi2Integer order[],
                                       const fmi2Real value[])
{
    BEGIN(FMU_INSTANTIATED | FMU_INITIALIZING | FMU_STEPPING);
    NEED_CS;
    NEED_ARRAY(vr, nvr);
    NEED_ARRAY(order, nvr);
    NEED_ARRAY(value, nvr);
    FmuStatus status = FMU_OK;
    for (size_t k = 0; k < nvr && status == FMU_OK; k++)
        status = fmu_set_input_derivative(I, __func__, vr[k], order[k], value[k]);
    return (fmi2Status)status;
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, REFERENCES, const fmi2Integer order[],
                                        fmi2Real value[])
{
    (void)vr, (void)order, (void)value;
    BEGIN(FMU_STEPPING | FMU_TERMINATED);
    NEED(nvr == 0, "there are no derivatives of outputs (maxOutputDerivativeOrder = 0)");
    return fmi2OK;
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real now, fmi2Real size, fmi2Boolean no_set_before)
{
    (void)no_set_before;
    BEGIN(FMU_STEPPING);
    NEED_CS;
    FmuStep step = {.now = now, .step = size, .update = NULL};
    return (fmi2Status)fmu_do_step(I, __func__, &step);
}

fmi2Status fmi2CancelStep(fmi2Component c)
{
    BEGIN(FMU_STEPPING);
    NEED(false, "no step is running: steps are not asynchronous");
    return fmi2OK;
}

/* Steps end before they return: nothing is ever pending. */
#define NO_STATUS                                                        \
    (void)kind;                                                          \
    BEGIN(FMU_STEPPING | FMU_TERMINATED | FMU_FAILED);                   \
    fmu_say(I, FMU_DISCARD, "%s: steps are not asynchronous", __func__); \
    return fmi2Discard

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value)
{
    (void)value;
    NO_STATUS;
}
fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value)
{
    BEGIN(FMU_STEPPING | FMU_TERMINATED | FMU_FAILED);
    NEED(value, "an argument is NULL");
    if (kind != fmi2LastSuccessfulTime)
        return fmi2Discard;
    *value = I->time;
    return fmi2OK;
}
fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value)
{
    (void)value;
    NO_STATUS;
}
fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value)
{
    BEGIN(FMU_STEPPING | FMU_TERMINATED | FMU_FAILED);
    NEED(value, "an argument is NULL");
    if (kind != fmi2Terminated)
        return fmi2Discard;
    *value = 0; /* it never asks for the end of a simulation */
    return fmi2OK;
}
fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value)
{
    (void)value;
    NO_STATUS;
}
