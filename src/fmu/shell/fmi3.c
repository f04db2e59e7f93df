/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* FMI 3.0 over fmu.h. */
#include "fmi3.h"

#include "fmu.h"

#include <math.h>

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

/* Begins a function: the instance I, or an error where it may not be called now. */
#define BEGIN(phases)                      \
    FmuInstance *I = instance;             \
    if (!fmu_allowed(I, __func__, phases)) \
    return fmi3Error
/* An argument that must not be NULL, or another condition on arguments. */
#define NEED(condition, text)                                \
    do {                                                     \
        if (!(condition)) {                                  \
            fmu_say(I, FMU_ERROR, "%s: %s", __func__, text); \
            return fmi3Error;                                \
        }                                                    \
    } while (0)
#define NEED_ARRAY(array, count) NEED((array) || (count) == 0, "a list is NULL")

#define READING                                                                        \
    (FMU_INITIALIZING | FMU_EVENT | FMU_CONTINUOUS | FMU_STEPPING | FMU_INTERMEDIATE | \
     FMU_TERMINATED | FMU_INSTANTIATED)
#define WRITING                                                                        \
    (FMU_INSTANTIATED | FMU_INITIALIZING | FMU_EVENT | FMU_CONTINUOUS | FMU_STEPPING | \
     FMU_INTERMEDIATE)

const char *fmi3GetVersion(void) { return "3.0"; }

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean on, size_t count,
                               const fmi3String categories[])
{
    BEGIN(FMU_ANY);
    NEED_ARRAY(categories, count);
    I->logging = on;
    return fmi3OK;
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

void fmi3FreeInstance(fmi3Instance instance) { fmu_free(instance); }

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean tolerance_defined,
                                       fmi3Float64 tolerance, fmi3Float64 start,
                                       fmi3Boolean stop_defined, fmi3Float64 stop)
{
    BEGIN(FMU_INSTANTIATED);
    const FmuStatus status = fmu_setup(I, tolerance_defined, tolerance, start, stop_defined, stop);
    if (status == FMU_OK)
        I->phase = FMU_INITIALIZING;
    return (fmi3Status)status;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance)
{
    BEGIN(FMU_INITIALIZING);
    const FmuStatus status = fmu_exit_initialization(I);
    if (status == FMU_OK)
        I->phase = I->model_exchange || I->event_mode ? FMU_EVENT : FMU_STEPPING;
    return (fmi3Status)status;
}

fmi3Status fmi3EnterEventMode(fmi3Instance instance)
{
    BEGIN(FMU_CONTINUOUS | FMU_STEPPING);
    NEED(I->model_exchange || I->event_mode,
         "the instance was made without event mode (eventModeUsed = false)");
    I->phase = FMU_EVENT;
    return fmi3OK;
}

fmi3Status fmi3Terminate(fmi3Instance instance)
{
    BEGIN(FMU_EVENT | FMU_CONTINUOUS | FMU_STEPPING);
    I->phase = FMU_TERMINATED;
    return fmi3OK;
}

fmi3Status fmi3Reset(fmi3Instance instance)
{
    BEGIN(FMU_ANY & ~FMU_INTERMEDIATE);
    return (fmi3Status)fmu_reset(I);
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance)
{
    BEGIN(FMU_INSTANTIATED);
    NEED(false, "there are no structural parameters");
    return fmi3OK;
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance)
{
    BEGIN(FMU_CONFIGURING);
    I->phase = FMU_INSTANTIATED;
    return fmi3OK;
}

/* ---- Variables ---- */

fmi3Status fmi3GetFloat64(fmi3Instance instance, REFERENCES, fmi3Float64 value[], size_t nvalue)
{
    BEGIN(READING);
    NEED_ARRAY(vr, nvr);
    NEED_ARRAY(value, nvalue);
    NEED(nvr == nvalue, "the numbers of references and values differ");
    FmuStatus status = I->started && I->model_exchange ? fmu_put_inputs(I, __func__) : FMU_OK;
    for (size_t k = 0; k < nvr && status == FMU_OK; k++)
        status = fmu_get_number(I, __func__, vr[k], &value[k]);
    return (fmi3Status)status;
}

fmi3Status fmi3SetFloat64(fmi3Instance instance, REFERENCES, const fmi3Float64 value[],
                          size_t nvalue)
{
    BEGIN(WRITING);
    NEED_ARRAY(vr, nvr);
    NEED_ARRAY(value, nvalue);
    NEED(nvr == nvalue, "the numbers of references and values differ");
    FmuStatus status = FMU_OK;
    for (size_t k = 0; k < nvr && status == FMU_OK; k++)
        status = fmu_set_number(I, __func__, vr[k], value[k]);
    return (fmi3Status)status;
}

/* Enumerations are Int64. */
fmi3Status fmi3GetInt64(fmi3Instance instance, REFERENCES, fmi3Int64 value[], size_t nvalue)
{
    BEGIN(READING);
    NEED_ARRAY(vr, nvr);
    NEED_ARRAY(value, nvalue);
    NEED(nvr == nvalue, "the numbers of references and values differ");
    for (size_t k = 0; k < nvr; k++) {
        int mode;
        const FmuStatus status = fmu_get_mode(I, __func__, vr[k], &mode);
        if (status != FMU_OK)
            return (fmi3Status)status;
        value[k] = mode;
    }
    return fmi3OK;
}

fmi3Status fmi3GetBoolean(fmi3Instance instance, REFERENCES, fmi3Boolean value[], size_t nvalue)
{
    BEGIN(READING);
    NEED_ARRAY(vr, nvr);
    NEED_ARRAY(value, nvalue);
    NEED(nvr == nvalue, "the numbers of references and values differ");
    FmuStatus status = FMU_OK;
    for (size_t k = 0; k < nvr && status == FMU_OK; k++)
        status = fmu_get_flag(I, __func__, vr[k], &value[k]);
    return (fmi3Status)status;
}

fmi3Status fmi3SetBoolean(fmi3Instance instance, REFERENCES, const fmi3Boolean value[],
                          size_t nvalue)
{
    BEGIN(FMU_INSTANTIATED | FMU_INITIALIZING);
    NEED_ARRAY(vr, nvr);
    NEED_ARRAY(value, nvalue);
    NEED(nvr == nvalue, "the numbers of references and values differ");
    FmuStatus status = FMU_OK;
    for (size_t k = 0; k < nvr && status == FMU_OK; k++)
        status = fmu_set_flag(I, __func__, vr[k], value[k]);
    return (fmi3Status)status;
}

/* Types of which there are no variables: an empty list is right, anything else is not. */
#define NO_GET(T)                                                                            \
    fmi3Status fmi3Get##T(fmi3Instance instance, REFERENCES, fmi3##T value[], size_t nvalue) \
    {                                                                                        \
        (void)vr, (void)value;                                                               \
        BEGIN(READING);                                                                      \
        NEED(nvr == 0 && nvalue == 0, "there are no variables of this type");                \
        return fmi3OK;                                                                       \
    }
#define NO_SET(T)                                                                                  \
    fmi3Status fmi3Set##T(fmi3Instance instance, REFERENCES, const fmi3##T value[], size_t nvalue) \
    {                                                                                              \
        (void)vr, (void)value;                                                                     \
        BEGIN(WRITING);                                                                            \
        NEED(nvr == 0 && nvalue == 0, "there are no variables of this type that can be set");      \
        return fmi3OK;                                                                             \
    }
NO_GET(Float32)
NO_GET(Int8)
NO_GET(UInt8)
NO_GET(Int16)
NO_GET(UInt16)
NO_GET(Int32)
NO_GET(UInt32)
NO_GET(UInt64)
NO_GET(String)
NO_SET(Float32)
NO_SET(Int8)
NO_SET(UInt8)
NO_SET(Int16)
NO_SET(UInt16)
NO_SET(Int32)
NO_SET(UInt32)
NO_SET(Int64)
NO_SET(UInt64)
NO_SET(String)

fmi3Status fmi3GetBinary(fmi3Instance instance, REFERENCES, size_t size[], fmi3Binary value[],
                         size_t nvalue)
{
    (void)vr, (void)size, (void)value;
    BEGIN(READING);
    NEED(nvr == 0 && nvalue == 0, "there are no variables of this type");
    return fmi3OK;
}

fmi3Status fmi3SetBinary(fmi3Instance instance, REFERENCES, const size_t size[],
                         const fmi3Binary value[], size_t nvalue)
{
    (void)vr, (void)size, (void)value;
    BEGIN(WRITING);
    NEED(nvr == 0 && nvalue == 0, "there are no variables of this type");
    return fmi3OK;
}

/* ---- States that are kept ---- */

#define KEEPING (FMU_ANY & ~(FMU_FAILED | FMU_INTERMEDIATE | FMU_CONFIGURING))

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *state)
{
    BEGIN(KEEPING);
    NEED(state, "the state is NULL");
    FmuSaved *saved = *state;
    const FmuStatus status = fmu_save(I, &saved);
    *state = saved;
    return (fmi3Status)status;
}

fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state)
{
    BEGIN(KEEPING | FMU_FAILED);
    NEED(state, "the state is NULL");
    return (fmi3Status)fmu_restore(I, state);
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *state)
{
    BEGIN(FMU_ANY);
    if (state) {
        fmu_forget(*state);
        *state = NULL;
    }
    return fmi3OK;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState state, size_t *size)
{
    BEGIN(KEEPING);
    NEED(state && size, "an argument is NULL");
    *size = fmu_saved_size(I);
    return fmi3OK;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[],
                                 size_t size)
{
    BEGIN(KEEPING);
    NEED(state && bytes, "an argument is NULL");
    return (fmi3Status)fmu_write(I, state, bytes, size);
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState *state)
{
    BEGIN(KEEPING);
    NEED(state && bytes, "an argument is NULL");
    FmuSaved *saved = NULL;
    const FmuStatus status = fmu_read(I, bytes, size, &saved);
    if (status == FMU_OK)
        *state = saved;
    return (fmi3Status)status;
}

/* ---- Derivatives and dependencies ---- */

static fmi3Status derivative(FmuInstance *I, const char *function, FmuPair pair,
                             const fmi3Float64 *seed, size_t nseed, bool adjoint, fmi3Float64 *out,
                             size_t nout)
{
    if ((pair.nunknown && !pair.unknown) || (pair.nknown && !pair.known) || (nseed && !seed) ||
        (nout && !out) || nseed != (adjoint ? pair.nunknown : pair.nknown) ||
        nout != (adjoint ? pair.nknown : pair.nunknown))
        return (fmi3Status)fmu_say(I, FMU_ERROR, "%s: the lengths of the lists do not fit",
                                   function);
    return (fmi3Status)fmu_derivative(I, function, pair, seed, adjoint, out);
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const fmi3ValueReference unknown[],
                                        size_t nunknown, const fmi3ValueReference known[],
                                        size_t nknown, const fmi3Float64 seed[], size_t nseed,
                                        fmi3Float64 out[], size_t nout)
{
    BEGIN(FMU_INITIALIZING | FMU_EVENT | FMU_CONTINUOUS | FMU_STEPPING | FMU_INTERMEDIATE |
          FMU_TERMINATED);
    return derivative(I, __func__, (FmuPair){unknown, known, nunknown, nknown}, seed, nseed, false,
                      out, nout);
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance, const fmi3ValueReference unknown[],
                                    size_t nunknown, const fmi3ValueReference known[],
                                    size_t nknown, const fmi3Float64 seed[], size_t nseed,
                                    fmi3Float64 out[], size_t nout)
{
    BEGIN(FMU_INITIALIZING | FMU_EVENT | FMU_CONTINUOUS | FMU_STEPPING | FMU_INTERMEDIATE |
          FMU_TERMINATED);
    return derivative(I, __func__, (FmuPair){unknown, known, nunknown, nknown}, seed, nseed, true,
                      out, nout);
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, fmi3ValueReference reference,
                                               size_t *count)
{
    (void)reference, (void)count;
    BEGIN(FMU_ANY);
    NEED(false, "all dependencies stand in modelDescription.xml "
                "(providesPerElementDependencies = false)");
    return fmi3OK;
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance instance, fmi3ValueReference reference,
                                       size_t element[], fmi3ValueReference independent[],
                                       size_t independent_element[], fmi3DependencyKind kind[],
                                       size_t count)
{
    (void)reference, (void)element, (void)independent, (void)independent_element, (void)kind;
    (void)count;
    BEGIN(FMU_ANY);
    NEED(false, "all dependencies stand in modelDescription.xml "
                "(providesPerElementDependencies = false)");
    return fmi3OK;
}

/* ---- Events, and time that the importer keeps ---- */

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance)
{
    BEGIN(FMU_EVENT | FMU_INITIALIZING);
    return fmi3OK;
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean *need_update,
                                    fmi3Boolean *terminate, fmi3Boolean *nominals,
                                    fmi3Boolean *values, fmi3Boolean *next_defined,
                                    fmi3Float64 *next)
{
    BEGIN(FMU_EVENT);
    NEED(need_update && terminate && nominals && values && next_defined && next,
         "an argument is NULL");
    const FmuStatus status = I->model_exchange ? fmu_event(I, __func__) : fmu_retune(I);
    *need_update = *terminate = *nominals = false;
    *values = I->model_exchange && I->nstate > 0;
    *next_defined = I->model_exchange && isfinite(I->t_next);
    *next = *next_defined ? I->start + I->t_next : I->time;
    return (fmi3Status)status;
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance)
{
    BEGIN(FMU_EVENT);
    NEED(I->model_exchange, "the instance is one of Co-Simulation");
    I->phase = FMU_CONTINUOUS;
    return fmi3OK;
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean no_set_before,
                                       fmi3Boolean *enter_event_mode, fmi3Boolean *terminate)
{
    (void)no_set_before;
    BEGIN(FMU_CONTINUOUS);
    NEED(enter_event_mode && terminate, "an argument is NULL");
    *enter_event_mode = *terminate = false;
    return fmi3OK;
}

fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time)
{
    BEGIN(FMU_CONTINUOUS | FMU_EVENT);
    NEED(I->model_exchange, "the instance is one of Co-Simulation");
    return (fmi3Status)fmu_set_time(I, __func__, time);
}

/* Model Exchange alone has states, rates and guards. */
#define BEGIN_STATES(phases, array, count, right)                    \
    BEGIN(phases);                                                   \
    NEED(I->model_exchange, "the instance is one of Co-Simulation"); \
    NEED((count) == (size_t)(right), "the list has a wrong length"); \
    NEED_ARRAY(array, count)
#define STATES_KNOWN (FMU_INITIALIZING | FMU_EVENT | FMU_CONTINUOUS | FMU_TERMINATED)

fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 value[], size_t count)
{
    BEGIN_STATES(FMU_CONTINUOUS, value, count, I->nstate);
    return (fmi3Status)fmu_set_states(I, __func__, value);
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 value[],
                                             size_t count)
{
    BEGIN_STATES(STATES_KNOWN, value, count, I->nstate);
    FmuStatus status = I->started ? fmu_put_inputs(I, __func__) : fmu_settle(I);
    if (status == FMU_OK)
        status = fmu_rates(I, __func__, value);
    return (fmi3Status)status;
}

fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 value[], size_t count)
{
    BEGIN_STATES(STATES_KNOWN, value, count, I->nguard + 1);
    FmuStatus status = I->started ? fmu_put_inputs(I, __func__) : fmu_settle(I);
    if (status == FMU_OK)
        status = fmu_guards(I, value);
    return (fmi3Status)status;
}

fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 value[], size_t count)
{
    BEGIN_STATES(STATES_KNOWN, value, count, I->nstate);
    const FmuStatus status = I->started ? FMU_OK : fmu_settle(I);
    if (status == FMU_OK)
        stn_host_states(fmu_used(I), fmu_state(I), value);
    return (fmi3Status)status;
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 value[],
                                             size_t count)
{
    BEGIN_STATES(STATES_KNOWN, value, count, I->nstate);
    for (int k = 0; k < I->nstate; k++)
        value[k] = stn_host_state_at(I->base, k).scale;
    return fmi3OK;
}

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

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 now, fmi3Float64 size,
                      fmi3Boolean no_set_before, fmi3Boolean *event_needed, fmi3Boolean *terminate,
                      fmi3Boolean *early, fmi3Float64 *last)
{
    (void)no_set_before;
    BEGIN(FMU_STEPPING);
    NEED(!I->model_exchange, "the instance is one of Model Exchange");
    NEED(event_needed && terminate && early && last, "an argument is NULL");
    FmuStep step = {.now = now, .step = size, .update = version_of(I)->update ? update : NULL};
    const FmuStatus status = fmu_do_step(I, __func__, &step);
    *terminate = false;
    *early = step.early;
    *event_needed = step.at_event && I->event_mode;
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
