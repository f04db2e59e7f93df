/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* FMI 2.0 over fmu.h. */
#include "fmi2.h"

#include "calls.h"

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

/* The function's name stands before the reason of an error. */
#define CALL(what, ...) ((fmi2Status)fmu_call_##what(c, __func__, __VA_ARGS__))
#define LIST(type) (&(FmuList){__func__, type, vr, nvr, nvr})

const char *fmi2GetTypesPlatform(void) { return "default"; }
const char *fmi2GetVersion(void) { return "2.0"; }

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t count,
                               const fmi2String categories[])
{
    return CALL(logging, on != 0, categories, count);
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
    if (!fmu_allowed(c, __func__, FMU_INSTANTIATED))
        return fmi2Error;
    return (fmi2Status)fmu_setup(c, tolerance_defined != 0, tolerance, start, stop_defined != 0,
                                 stop);
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
    return CALL(change, FMU_INSTANTIATED, FMU_INITIALIZING);
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c) { return CALL(start, false); }

fmi2Status fmi2Terminate(fmi2Component c)
{
    return CALL(change, FMU_EVENT | FMU_CONTINUOUS | FMU_STEPPING, FMU_TERMINATED);
}

fmi2Status fmi2Reset(fmi2Component c)
{
    return fmu_allowed(c, __func__, FMU_ANY) ? (fmi2Status)fmu_reset(c) : fmi2Error;
}

/* ---- Variables ---- */

fmi2Status fmi2GetReal(fmi2Component c, REFERENCES, fmi2Real value[])
{
    return (fmi2Status)fmu_call_get(c, LIST(FMU_DOUBLE), value);
}

fmi2Status fmi2SetReal(fmi2Component c, REFERENCES, const fmi2Real value[])
{
    return (fmi2Status)fmu_call_set(c, LIST(FMU_DOUBLE), value);
}

fmi2Status fmi2GetInteger(fmi2Component c, REFERENCES, fmi2Integer value[])
{
    return (fmi2Status)fmu_call_get(c, LIST(FMU_MODE_INT), value);
}

fmi2Status fmi2GetBoolean(fmi2Component c, REFERENCES, fmi2Boolean value[])
{
    return (fmi2Status)fmu_call_get(c, LIST(FMU_FLAG_INT), value);
}

fmi2Status fmi2SetBoolean(fmi2Component c, REFERENCES, const fmi2Boolean value[])
{
    return (fmi2Status)fmu_call_set(c, LIST(FMU_FLAG_INT), value);
}

fmi2Status fmi2SetInteger(fmi2Component c, REFERENCES, const fmi2Integer value[])
{
    return (fmi2Status)fmu_call_set(c, LIST(FMU_NO_TYPE), value);
}

fmi2Status fmi2GetString(fmi2Component c, REFERENCES, fmi2String value[])
{
    return (fmi2Status)fmu_call_get(c, LIST(FMU_NO_TYPE), value);
}

fmi2Status fmi2SetString(fmi2Component c, REFERENCES, const fmi2String value[])
{
    return (fmi2Status)fmu_call_set(c, LIST(FMU_NO_TYPE), value);
}

/* ---- States that are kept ---- */

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state) { return CALL(save, state); }
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) { return CALL(restore, state); }
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state) { return CALL(forget, state); }

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
    return CALL(size, state, size);
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    return CALL(write, state, bytes, size);
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate *state)
{
    return CALL(read, bytes, size, state);
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[],
                                        size_t nunknown, const fmi2ValueReference known[],
                                        size_t nknown, const fmi2Real seed[], fmi2Real out[])
{
    const FmuPair pair = {unknown, known, nunknown, nknown};
    return CALL(derivative, pair, seed, nknown, false, out, nunknown);
}

/* ---- Model Exchange ---- */

fmi2Status fmi2EnterEventMode(fmi2Component c)
{
    return CALL(change, FMU_CONTINUOUS | FMU_EVENT, FMU_EVENT);
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    FmuEventInfo own = {0};
    const fmi2Status status = CALL(event, info != NULL, &own);
    if (info)
        *info = (fmi2EventInfo){.valuesOfContinuousStatesChanged = own.states_changed,
                                .nextEventTimeDefined = own.next_known,
                                .nextEventTime = own.next};
    return status;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
    return (fmi2Status)fmu_call_go_on(c, __func__);
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_set_before,
                                       fmi2Boolean *enter_event_mode, fmi2Boolean *terminate)
{
    (void)no_set_before;
    const fmi2Status status = CALL(step_completed, enter_event_mode, terminate);
    if (status == fmi2OK)
        *enter_event_mode = *terminate = 0;
    return status;
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time) { return CALL(time, time); }

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real value[], size_t count)
{
    return CALL(put_states, value, count);
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real value[], size_t count)
{
    return CALL(states, FMU_RATES, value, count);
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real value[], size_t count)
{
    return CALL(states, FMU_GUARDS, value, count);
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real value[], size_t count)
{
    return CALL(states, FMU_STATES, value, count);
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real value[], size_t count)
{
    return CALL(states, FMU_NOMINALS, value, count);
}

/* ---- Co-Simulation ---- */

/* Begins a function of Co-Simulation: the instance I, or an error where it may not be called now. */
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

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, REFERENCES, const fmi2Integer order[],
                                       const fmi2Real value[])
{
    BEGIN(FMU_INSTANTIATED | FMU_INITIALIZING | FMU_STEPPING);
    NEED(!I->model_exchange, "the instance is one of Model Exchange");
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
    if (c && fmu_is_plain_step(c, now, size))
        return (fmi2Status)fmu_plain_step(c, __func__, now + size);
    FmuStep step = {.now = now, .step = size, .update = NULL};
    return CALL(do_step, true, &step);
}

fmi2Status fmi2CancelStep(fmi2Component c)
{
    return CALL(refuse, FMU_STEPPING, "no step is running: steps are not asynchronous");
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
