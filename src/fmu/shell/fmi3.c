/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* FMI 3.0 over fmu.h. */
#include "fmi3.h"

#include "calls.h"

typedef struct {
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback log;
    fmi3IntermediateUpdateCallback update;
} Version;

static const Version *version_of(const FmuInstance *I) { return I->version; }

static void log_message(FmuInstance *I, FmuStatus status, const char *text)
{
    const Version *version = version_of(I);
    if (version->log)
        version->log(version->environment, (fmi3Status)status,
                     status == FMU_OK ? "logEvents" : "logStatusError", text);
}

/* The function's name stands before the reason of an error. */
#define CALL(what, ...) ((fmi3Status)fmu_call_##what(instance, __func__, __VA_ARGS__))
#define LIST(type) (&(FmuList){__func__, type, vr, nvr, nvalue})

const char *fmi3GetVersion(void) { return "3.0"; }

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean on, size_t count,
                               const fmi3String categories[])
{
    return CALL(logging, on, categories, count);
}

/* ---- Life ---- */

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean logging,
                                          fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback log)
{
    const Version version = {environment, log, NULL};
    (void)resources, (void)visible;
    FmuInstance *I = fmu_new(name, token, true, log_message, &version, sizeof version);
    if (I)
        I->logging = logging;
    return I;
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                         fmi3Boolean visible, fmi3Boolean logging,
                                         fmi3Boolean event_mode, fmi3Boolean early_return,
                                         const fmi3ValueReference intermediate[],
                                         size_t nintermediate, fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update)
{
    const Version version = {environment, log, update};
    (void)resources, (void)visible, (void)intermediate, (void)nintermediate;
    FmuInstance *I = fmu_new(name, token, false, log_message, &version, sizeof version);
    if (I) {
        I->logging = logging;
        I->event_mode = event_mode;
        I->early_return = early_return;
    }
    return I;
}

fmi3Instance
fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                  fmi3Boolean visible, fmi3Boolean logging,
                                  fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                  fmi3ClockUpdateCallback clock, fmi3LockPreemptionCallback lock,
                                  fmi3UnlockPreemptionCallback unlock)
{
    (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)clock;
    (void)lock, (void)unlock;
    if (log)
        log(environment, fmi3Error, "logStatusError",
            "fmi3InstantiateScheduledExecution: this FMU has Model Exchange and Co-Simulation");
    return NULL;
}

void fmi3FreeInstance(fmi3Instance instance)
{
    FmuInstance *I = instance;
    if (I && I->phase == FMU_INTERMEDIATE) /* a step of it is running */
        fmu_say(I, FMU_ERROR, "%s: not allowed, the instance is in intermediate update", __func__);
    else
        fmu_free(I);
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean tolerance_defined,
                                       fmi3Float64 tolerance, fmi3Float64 start,
                                       fmi3Boolean stop_defined, fmi3Float64 stop)
{
    if (!fmu_allowed(instance, __func__, FMU_INSTANTIATED))
        return fmi3Error;
    const FmuStatus status =
        fmu_setup(instance, tolerance_defined, tolerance, start, stop_defined, stop);
    return status == FMU_OK ? CALL(change, FMU_INSTANTIATED, FMU_INITIALIZING) : (fmi3Status)status;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance)
{
    FmuInstance *I = instance;
    return CALL(start, I && I->event_mode);
}

fmi3Status fmi3EnterEventMode(fmi3Instance instance)
{
    FmuInstance *I = instance;
    if (I && !I->model_exchange && !I->event_mode)
        return CALL(refuse, FMU_CONTINUOUS | FMU_STEPPING,
                    "the instance was made without event mode (eventModeUsed = false)");
    return CALL(change, FMU_CONTINUOUS | FMU_STEPPING, FMU_EVENT);
}

fmi3Status fmi3Terminate(fmi3Instance instance)
{
    return CALL(change, FMU_EVENT | FMU_CONTINUOUS | FMU_STEPPING, FMU_TERMINATED);
}

fmi3Status fmi3Reset(fmi3Instance instance)
{
    const bool allowed = fmu_allowed(instance, __func__, FMU_ANY & ~FMU_INTERMEDIATE);
    return allowed ? (fmi3Status)fmu_reset(instance) : fmi3Error;
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance)
{
    return CALL(refuse, FMU_INSTANTIATED, "there are no structural parameters");
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance)
{
    return CALL(change, FMU_CONFIGURING, FMU_INSTANTIATED);
}

/* ---- Variables ---- */

#define GET(T, type)                                                                         \
    fmi3Status fmi3Get##T(fmi3Instance instance, REFERENCES, fmi3##T value[], size_t nvalue) \
    {                                                                                        \
        return (fmi3Status)fmu_call_get(instance, LIST(type), value);                        \
    }
#define SET(T, type)                                                                               \
    fmi3Status fmi3Set##T(fmi3Instance instance, REFERENCES, const fmi3##T value[], size_t nvalue) \
    {                                                                                              \
        return (fmi3Status)fmu_call_set(instance, LIST(type), value);                              \
    }
GET(Float64, FMU_DOUBLE)
SET(Float64, FMU_DOUBLE)
GET(Boolean, FMU_FLAG_BOOL)
SET(Boolean, FMU_FLAG_BOOL)
GET(Int64, FMU_MODE_INT64) /* enumerations */
SET(Int64, FMU_NO_TYPE)
GET(Float32, FMU_NO_TYPE)
SET(Float32, FMU_NO_TYPE)
GET(Int8, FMU_NO_TYPE)
SET(Int8, FMU_NO_TYPE)
GET(UInt8, FMU_NO_TYPE)
SET(UInt8, FMU_NO_TYPE)
GET(Int16, FMU_NO_TYPE)
SET(Int16, FMU_NO_TYPE)
GET(UInt16, FMU_NO_TYPE)
SET(UInt16, FMU_NO_TYPE)
GET(Int32, FMU_NO_TYPE)
SET(Int32, FMU_NO_TYPE)
GET(UInt32, FMU_NO_TYPE)
SET(UInt32, FMU_NO_TYPE)
GET(UInt64, FMU_NO_TYPE)
SET(UInt64, FMU_NO_TYPE)
GET(String, FMU_NO_TYPE)
SET(String, FMU_NO_TYPE)

fmi3Status fmi3GetBinary(fmi3Instance instance, REFERENCES, size_t size[], fmi3Binary value[],
                         size_t nvalue)
{
    (void)size;
    return (fmi3Status)fmu_call_get(instance, LIST(FMU_NO_TYPE), value);
}

fmi3Status fmi3SetBinary(fmi3Instance instance, REFERENCES, const size_t size[],
                         const fmi3Binary value[], size_t nvalue)
{
    (void)size;
    return (fmi3Status)fmu_call_set(instance, LIST(FMU_NO_TYPE), value);
}

/* ---- States that are kept ---- */

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *state) { return CALL(save, state); }
fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state)
{
    return CALL(restore, state);
}
fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *state)
{
    return CALL(forget, state);
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState state, size_t *size)
{
    return CALL(size, state, size);
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[],
                                 size_t size)
{
    return CALL(write, state, bytes, size);
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState *state)
{
    return CALL(read, bytes, size, state);
}

/* ---- Derivatives and dependencies ---- */

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const fmi3ValueReference unknown[],
                                        size_t nunknown, const fmi3ValueReference known[],
                                        size_t nknown, const fmi3Float64 seed[], size_t nseed,
                                        fmi3Float64 out[], size_t nout)
{
    const FmuPair pair = {unknown, known, nunknown, nknown};
    return CALL(derivative, pair, seed, nseed, false, out, nout);
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance, const fmi3ValueReference unknown[],
                                    size_t nunknown, const fmi3ValueReference known[],
                                    size_t nknown, const fmi3Float64 seed[], size_t nseed,
                                    fmi3Float64 out[], size_t nout)
{
    const FmuPair pair = {unknown, known, nunknown, nknown};
    return CALL(derivative, pair, seed, nseed, true, out, nout);
}

static const char no_dependencies[] =
    "all dependencies stand in modelDescription.xml (providesPerElementDependencies = false)";

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, fmi3ValueReference reference,
                                               size_t *count)
{
    (void)reference, (void)count;
    return CALL(refuse, FMU_ANY, no_dependencies);
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance instance, fmi3ValueReference reference,
                                       size_t element[], fmi3ValueReference independent[],
                                       size_t independent_element[], fmi3DependencyKind kind[],
                                       size_t count)
{
    (void)reference, (void)element, (void)independent, (void)independent_element, (void)kind;
    (void)count;
    return CALL(refuse, FMU_ANY, no_dependencies);
}

/* ---- Events, and time that the importer keeps ---- */

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance)
{
    return fmu_allowed(instance, __func__, FMU_EVENT | FMU_INITIALIZING) ? fmi3OK : fmi3Error;
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean *need_update,
                                    fmi3Boolean *terminate, fmi3Boolean *nominals,
                                    fmi3Boolean *values, fmi3Boolean *next_defined,
                                    fmi3Float64 *next)
{
    FmuEventInfo info = {0};
    const bool arguments = need_update && terminate && nominals && values && next_defined && next;
    const fmi3Status status = CALL(event, arguments, &info);
    if (arguments) {
        *need_update = *terminate = *nominals = false;
        *values = info.states_changed;
        *next_defined = info.next_known;
        *next = info.next;
    }
    return status;
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance)
{
    return (fmi3Status)fmu_call_go_on(instance, __func__);
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean no_set_before,
                                       fmi3Boolean *enter_event_mode, fmi3Boolean *terminate)
{
    (void)no_set_before;
    const fmi3Status status = CALL(step_completed, enter_event_mode, terminate);
    if (status == fmi3OK)
        *enter_event_mode = *terminate = false;
    return status;
}

fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time) { return CALL(time, time); }

fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 value[], size_t count)
{
    return CALL(put_states, value, count);
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 value[],
                                             size_t count)
{
    return CALL(states, FMU_RATES, value, count);
}

fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 value[], size_t count)
{
    return CALL(states, FMU_GUARDS, value, count);
}

fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 value[], size_t count)
{
    return CALL(states, FMU_STATES, value, count);
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 value[],
                                             size_t count)
{
    return CALL(states, FMU_NOMINALS, value, count);
}

/* Begins a function: the instance I, or an error where it may not be called now. */
#define BEGIN(phases)                      \
    FmuInstance *I = instance;             \
    if (!fmu_allowed(I, __func__, phases)) \
    return fmi3Error
#define NEED(condition, text)                                \
    do {                                                     \
        if (!(condition)) {                                  \
            fmu_say(I, FMU_ERROR, "%s: %s", __func__, text); \
            return fmi3Error;                                \
        }                                                    \
    } while (0)

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t *count)
{
    BEGIN(FMU_ANY & ~FMU_FAILED);
    NEED(count, "an argument is NULL");
    *count = I->model_exchange ? (size_t)I->nguard + 1 : 0;
    return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t *count)
{
    BEGIN(FMU_ANY & ~FMU_FAILED);
    NEED(count, "an argument is NULL");
    *count = I->model_exchange ? (size_t)I->nstate : 0;
    return fmi3OK;
}

/* ---- Co-Simulation ---- */

fmi3Status fmi3EnterStepMode(fmi3Instance instance)
{
    BEGIN(FMU_EVENT);
    NEED(!I->model_exchange, "the instance is one of Model Exchange");
    I->phase = FMU_STEPPING;
    return fmi3OK;
}

fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance, REFERENCES, const fmi3Int32 order[],
                                    fmi3Float64 value[], size_t nvalue)
{
    (void)vr, (void)order, (void)value, (void)nvalue;
    BEGIN(FMU_STEPPING | FMU_INTERMEDIATE | FMU_TERMINATED | FMU_EVENT);
    NEED(nvr == 0, "there are no derivatives of outputs (maxOutputDerivativeOrder = 0)");
    return fmi3OK;
}

/* Where an event has happened, and at the end of a step. */
static bool update(FmuInstance *I, bool at_end)
{
    const Version *version = version_of(I);
    bool returns = false;
    double when = I->time;
    I->phase = FMU_INTERMEDIATE;
    version->update(version->environment, I->time, true, true, true, I->early_return && !at_end,
                    &returns, &when);
    if (I->phase == FMU_INTERMEDIATE)
        I->phase = FMU_STEPPING;
    return returns && I->early_return;
}

/* Not inlined: plain steps would have to keep its registers. */
static __attribute__((noinline)) fmi3Status
general_step(fmi3Instance instance, fmi3Float64 now, fmi3Float64 size, fmi3Boolean no_set_before,
             fmi3Boolean *event_needed, fmi3Boolean *terminate, fmi3Boolean *early,
             fmi3Float64 *last)
{
    (void)no_set_before;
    FmuInstance *I = instance;
    const bool arguments = event_needed && terminate && early && last;
    FmuStep step = {.now = now, .step = size};
    if (I && version_of(I)->update)
        step.update = update;
    const FmuStatus status = fmu_call_do_step(I, "fmi3DoStep", arguments, &step);
    if (I && arguments) {
        *terminate = false;
        *early = step.early;
        *event_needed = step.at_event && I->event_mode;
        *last = I->time;
    }
    return (fmi3Status)status;
}

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 now, fmi3Float64 size,
                      fmi3Boolean no_set_before, fmi3Boolean *event_needed, fmi3Boolean *terminate,
                      fmi3Boolean *early, fmi3Float64 *last)
{
    FmuInstance *I = instance;
    if (!I || !event_needed || !terminate || !early || !last || !fmu_is_plain_step(I, now, size))
        return general_step(I, now, size, no_set_before, event_needed, terminate, early, last);
    *event_needed = *terminate = *early = false;
    const FmuStatus status = fmu_plain_step(I, __func__, now + size);
    *last = I->time;
    return (fmi3Status)status;
}

/* ---- Clocks: there are none ---- */

#define NO_CLOCKS                                      \
    (void)vr;                                          \
    BEGIN(FMU_ANY & ~FMU_FAILED);                      \
    NEED(nvr == 0, "there are no clocks in this FMU"); \
    return fmi3OK

fmi3Status fmi3GetClock(fmi3Instance instance, REFERENCES, fmi3Clock value[])
{
    (void)value;
    NO_CLOCKS;
}
fmi3Status fmi3SetClock(fmi3Instance instance, REFERENCES, const fmi3Clock value[])
{
    (void)value;
    NO_CLOCKS;
}
fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance, REFERENCES, fmi3Float64 interval[],
                                  fmi3IntervalQualifier qualifier[])
{
    (void)interval, (void)qualifier;
    NO_CLOCKS;
}
fmi3Status fmi3GetIntervalFraction(fmi3Instance instance, REFERENCES, fmi3UInt64 counter[],
                                   fmi3UInt64 resolution[], fmi3IntervalQualifier qualifier[])
{
    (void)counter, (void)resolution, (void)qualifier;
    NO_CLOCKS;
}
fmi3Status fmi3GetShiftDecimal(fmi3Instance instance, REFERENCES, fmi3Float64 shift[])
{
    (void)shift;
    NO_CLOCKS;
}
fmi3Status fmi3GetShiftFraction(fmi3Instance instance, REFERENCES, fmi3UInt64 counter[],
                                fmi3UInt64 resolution[])
{
    (void)counter, (void)resolution;
    NO_CLOCKS;
}
fmi3Status fmi3SetIntervalDecimal(fmi3Instance instance, REFERENCES, const fmi3Float64 interval[])
{
    (void)interval;
    NO_CLOCKS;
}
fmi3Status fmi3SetIntervalFraction(fmi3Instance instance, REFERENCES, const fmi3UInt64 counter[],
                                   const fmi3UInt64 resolution[])
{
    (void)counter, (void)resolution;
    NO_CLOCKS;
}
fmi3Status fmi3SetShiftDecimal(fmi3Instance instance, REFERENCES, const fmi3Float64 shift[])
{
    (void)shift;
    NO_CLOCKS;
}
fmi3Status fmi3SetShiftFraction(fmi3Instance instance, REFERENCES, const fmi3UInt64 counter[],
                                const fmi3UInt64 resolution[])
{
    (void)counter, (void)resolution;
    NO_CLOCKS;
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, fmi3ValueReference clock,
                                      fmi3Float64 time)
{
    (void)clock, (void)time;
    BEGIN(FMU_ANY & ~FMU_FAILED);
    NEED(false, "there is no Scheduled Execution in this FMU");
    return fmi3OK;
}
