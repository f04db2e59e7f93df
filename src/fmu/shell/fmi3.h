/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The interface of FMI 3.0 (https://fmi-standard.org), declared by ourselves; a test proves that it is the same as
 * the official headers. */
#ifndef STN_FMI3_H
#define STN_FMI3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define FMI_EXPORT __declspec(dllexport)
#else
#define FMI_EXPORT __attribute__((visibility("default")))
#endif

#ifndef STN_FMI_TYPES_KNOWN
typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean;
typedef char fmi3Char;
typedef const fmi3Char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef bool fmi3Clock;

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum {
    fmi3Independent,
    fmi3Constant,
    fmi3Fixed,
    fmi3Tunable,
    fmi3Discrete,
    fmi3Dependent
} fmi3DependencyKind;
typedef enum {
    fmi3IntervalNotYetKnown,
    fmi3IntervalUnchanged,
    fmi3IntervalChanged
} fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String category,
                                       fmi3String message);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64 time,
                                               fmi3Boolean set_requested, fmi3Boolean get_allowed,
                                               fmi3Boolean step_finished,
                                               fmi3Boolean can_return_early,
                                               fmi3Boolean *return_early, fmi3Float64 *return_time);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);
#endif

#define REFERENCES const fmi3ValueReference vr[], size_t nvr
FMI_EXPORT const char *fmi3GetVersion(void);
FMI_EXPORT fmi3Status fmi3SetDebugLogging(fmi3Instance, fmi3Boolean on, size_t count,
                                          const fmi3String categories[]);
FMI_EXPORT fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token,
                                                     fmi3String resources, fmi3Boolean visible,
                                                     fmi3Boolean logging, fmi3InstanceEnvironment,
                                                     fmi3LogMessageCallback);
FMI_EXPORT fmi3Instance fmi3InstantiateCoSimulation(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3Boolean event_mode, fmi3Boolean early_return,
    const fmi3ValueReference intermediate[], size_t nintermediate, fmi3InstanceEnvironment,
    fmi3LogMessageCallback, fmi3IntermediateUpdateCallback);
FMI_EXPORT fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3InstanceEnvironment, fmi3LogMessageCallback, fmi3ClockUpdateCallback,
    fmi3LockPreemptionCallback, fmi3UnlockPreemptionCallback);
FMI_EXPORT void fmi3FreeInstance(fmi3Instance);
FMI_EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance, fmi3Boolean tolerance_defined,
                                                  fmi3Float64 tolerance, fmi3Float64 start,
                                                  fmi3Boolean stop_defined, fmi3Float64 stop);
FMI_EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance);
FMI_EXPORT fmi3Status fmi3EnterEventMode(fmi3Instance);
FMI_EXPORT fmi3Status fmi3Terminate(fmi3Instance);
FMI_EXPORT fmi3Status fmi3Reset(fmi3Instance);

/* The types that have a get and a set of the same form. */
#define STN_FMI3_TYPES(X) \
    X(Float32)            \
    X(Float64)            \
    X(Int8)               \
    X(UInt8)              \
    X(Int16)              \
    X(UInt16)             \
    X(Int32)              \
    X(UInt32)             \
    X(Int64)              \
    X(UInt64)             \
    X(Boolean)            \
    X(String)
#define STN_FMI3_DECLARE(T)                                                                     \
    FMI_EXPORT fmi3Status fmi3Get##T(fmi3Instance, REFERENCES, fmi3##T value[], size_t nvalue); \
    FMI_EXPORT fmi3Status fmi3Set##T(fmi3Instance, REFERENCES, const fmi3##T value[],           \
                                     size_t nvalue);
STN_FMI3_TYPES(STN_FMI3_DECLARE)
#undef STN_FMI3_DECLARE
FMI_EXPORT fmi3Status fmi3GetBinary(fmi3Instance, REFERENCES, size_t size[], fmi3Binary value[],
                                    size_t nvalue);
FMI_EXPORT fmi3Status fmi3SetBinary(fmi3Instance, REFERENCES, const size_t size[],
                                    const fmi3Binary value[], size_t nvalue);
FMI_EXPORT fmi3Status fmi3GetClock(fmi3Instance, REFERENCES, fmi3Clock value[]);
FMI_EXPORT fmi3Status fmi3SetClock(fmi3Instance, REFERENCES, const fmi3Clock value[]);
FMI_EXPORT fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance, fmi3ValueReference,
                                                          size_t *);
FMI_EXPORT fmi3Status fmi3GetVariableDependencies(fmi3Instance, fmi3ValueReference,
                                                  size_t element[],
                                                  fmi3ValueReference independent[],
                                                  size_t independent_element[],
                                                  fmi3DependencyKind[], size_t count);
FMI_EXPORT fmi3Status fmi3GetFMUState(fmi3Instance, fmi3FMUState *);
FMI_EXPORT fmi3Status fmi3SetFMUState(fmi3Instance, fmi3FMUState);
FMI_EXPORT fmi3Status fmi3FreeFMUState(fmi3Instance, fmi3FMUState *);
FMI_EXPORT fmi3Status fmi3SerializedFMUStateSize(fmi3Instance, fmi3FMUState, size_t *);
FMI_EXPORT fmi3Status fmi3SerializeFMUState(fmi3Instance, fmi3FMUState, fmi3Byte[], size_t);
FMI_EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance, const fmi3Byte[], size_t,
                                              fmi3FMUState *);
#define STN_FMI3_DERIVATIVE(name)                                                                 \
    FMI_EXPORT fmi3Status name(fmi3Instance, const fmi3ValueReference unknown[], size_t nunknown, \
                               const fmi3ValueReference known[], size_t nknown,                   \
                               const fmi3Float64 seed[], size_t nseed, fmi3Float64 out[],         \
                               size_t nout)
STN_FMI3_DERIVATIVE(fmi3GetDirectionalDerivative);
STN_FMI3_DERIVATIVE(fmi3GetAdjointDerivative);
#undef STN_FMI3_DERIVATIVE
FMI_EXPORT fmi3Status fmi3EnterConfigurationMode(fmi3Instance);
FMI_EXPORT fmi3Status fmi3ExitConfigurationMode(fmi3Instance);
FMI_EXPORT fmi3Status fmi3GetIntervalDecimal(fmi3Instance, REFERENCES, fmi3Float64 interval[],
                                             fmi3IntervalQualifier[]);
FMI_EXPORT fmi3Status fmi3GetIntervalFraction(fmi3Instance, REFERENCES, fmi3UInt64 counter[],
                                              fmi3UInt64 resolution[], fmi3IntervalQualifier[]);
FMI_EXPORT fmi3Status fmi3GetShiftDecimal(fmi3Instance, REFERENCES, fmi3Float64 shift[]);
FMI_EXPORT fmi3Status fmi3GetShiftFraction(fmi3Instance, REFERENCES, fmi3UInt64 counter[],
                                           fmi3UInt64 resolution[]);
FMI_EXPORT fmi3Status fmi3SetIntervalDecimal(fmi3Instance, REFERENCES,
                                             const fmi3Float64 interval[]);
FMI_EXPORT fmi3Status fmi3SetIntervalFraction(fmi3Instance, REFERENCES, const fmi3UInt64 counter[],
                                              const fmi3UInt64 resolution[]);
FMI_EXPORT fmi3Status fmi3SetShiftDecimal(fmi3Instance, REFERENCES, const fmi3Float64 shift[]);
FMI_EXPORT fmi3Status fmi3SetShiftFraction(fmi3Instance, REFERENCES, const fmi3UInt64 counter[],
                                           const fmi3UInt64 resolution[]);
FMI_EXPORT fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance);
FMI_EXPORT fmi3Status fmi3UpdateDiscreteStates(fmi3Instance, fmi3Boolean *need_update,
                                               fmi3Boolean *terminate, fmi3Boolean *nominals,
                                               fmi3Boolean *values, fmi3Boolean *next_defined,
                                               fmi3Float64 *next);
FMI_EXPORT fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance);
FMI_EXPORT fmi3Status fmi3CompletedIntegratorStep(fmi3Instance, fmi3Boolean no_set_before,
                                                  fmi3Boolean *enter_event_mode,
                                                  fmi3Boolean *terminate);
FMI_EXPORT fmi3Status fmi3SetTime(fmi3Instance, fmi3Float64);
FMI_EXPORT fmi3Status fmi3SetContinuousStates(fmi3Instance, const fmi3Float64[], size_t);
FMI_EXPORT fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance, fmi3Float64[], size_t);
FMI_EXPORT fmi3Status fmi3GetEventIndicators(fmi3Instance, fmi3Float64[], size_t);
FMI_EXPORT fmi3Status fmi3GetContinuousStates(fmi3Instance, fmi3Float64[], size_t);
FMI_EXPORT fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance, fmi3Float64[], size_t);
FMI_EXPORT fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance, size_t *);
FMI_EXPORT fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance, size_t *);
FMI_EXPORT fmi3Status fmi3EnterStepMode(fmi3Instance);
FMI_EXPORT fmi3Status fmi3GetOutputDerivatives(fmi3Instance, REFERENCES, const fmi3Int32 order[],
                                               fmi3Float64 value[], size_t nvalue);
FMI_EXPORT fmi3Status fmi3DoStep(fmi3Instance, fmi3Float64 now, fmi3Float64 step,
                                 fmi3Boolean no_set_before, fmi3Boolean *event_needed,
                                 fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *last);
FMI_EXPORT fmi3Status fmi3ActivateModelPartition(fmi3Instance, fmi3ValueReference, fmi3Float64);

#endif
