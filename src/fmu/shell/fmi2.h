/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The interface of FMI 2.0 (https://fmi-standard.org), declared by ourselves; a test proves that it is the same as
 * the official headers. */
#ifndef STN_FMI2_H
#define STN_FMI2_H

#include <stddef.h>

#if defined(_WIN32)
#define FMI_EXPORT __declspec(dllexport)
#else
#define FMI_EXPORT __attribute__((visibility("default")))
#endif

#ifndef STN_FMI_TYPES_KNOWN
typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum {
    fmi2DoStepStatus,
    fmi2PendingStatus,
    fmi2LastSuccessfulTime,
    fmi2Terminated
} fmi2StatusKind;

typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String instance, fmi2Status,
                                   fmi2String category, fmi2String message, ...);
typedef void *(*fmi2CallbackAllocateMemory)(size_t count, size_t size);
typedef void (*fmi2CallbackFreeMemory)(void *memory);
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment, fmi2Status);
typedef struct {
    fmi2CallbackLogger logger;
    fmi2CallbackAllocateMemory allocateMemory;
    fmi2CallbackFreeMemory freeMemory;
    fmi2StepFinished stepFinished;
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;
typedef struct {
    fmi2Boolean newDiscreteStatesNeeded;
    fmi2Boolean terminateSimulation;
    fmi2Boolean nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged;
    fmi2Boolean nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;
#endif

#define REFERENCES const fmi2ValueReference vr[], size_t nvr
FMI_EXPORT const char *fmi2GetTypesPlatform(void);
FMI_EXPORT const char *fmi2GetVersion(void);
FMI_EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component, fmi2Boolean on, size_t count,
                                          const fmi2String categories[]);
FMI_EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type, fmi2String guid,
                                         fmi2String resources, const fmi2CallbackFunctions *,
                                         fmi2Boolean visible, fmi2Boolean logging);
FMI_EXPORT void fmi2FreeInstance(fmi2Component);
FMI_EXPORT fmi2Status fmi2SetupExperiment(fmi2Component, fmi2Boolean tolerance_defined,
                                          fmi2Real tolerance, fmi2Real start,
                                          fmi2Boolean stop_defined, fmi2Real stop);
FMI_EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component);
FMI_EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component);
FMI_EXPORT fmi2Status fmi2Terminate(fmi2Component);
FMI_EXPORT fmi2Status fmi2Reset(fmi2Component);
FMI_EXPORT fmi2Status fmi2GetReal(fmi2Component, REFERENCES, fmi2Real value[]);
FMI_EXPORT fmi2Status fmi2GetInteger(fmi2Component, REFERENCES, fmi2Integer value[]);
FMI_EXPORT fmi2Status fmi2GetBoolean(fmi2Component, REFERENCES, fmi2Boolean value[]);
FMI_EXPORT fmi2Status fmi2GetString(fmi2Component, REFERENCES, fmi2String value[]);
FMI_EXPORT fmi2Status fmi2SetReal(fmi2Component, REFERENCES, const fmi2Real value[]);
FMI_EXPORT fmi2Status fmi2SetInteger(fmi2Component, REFERENCES, const fmi2Integer value[]);
FMI_EXPORT fmi2Status fmi2SetBoolean(fmi2Component, REFERENCES, const fmi2Boolean value[]);
FMI_EXPORT fmi2Status fmi2SetString(fmi2Component, REFERENCES, const fmi2String value[]);
FMI_EXPORT fmi2Status fmi2GetFMUstate(fmi2Component, fmi2FMUstate *);
FMI_EXPORT fmi2Status fmi2SetFMUstate(fmi2Component, fmi2FMUstate);
FMI_EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component, fmi2FMUstate *);
FMI_EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component, fmi2FMUstate, size_t *);
FMI_EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component, fmi2FMUstate, fmi2Byte[], size_t);
FMI_EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component, const fmi2Byte[], size_t,
                                              fmi2FMUstate *);
FMI_EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component,
                                                   const fmi2ValueReference unknown[],
                                                   size_t nunknown,
                                                   const fmi2ValueReference known[], size_t nknown,
                                                   const fmi2Real seed[], fmi2Real out[]);
FMI_EXPORT fmi2Status fmi2EnterEventMode(fmi2Component);
FMI_EXPORT fmi2Status fmi2NewDiscreteStates(fmi2Component, fmi2EventInfo *);
FMI_EXPORT fmi2Status fmi2EnterContinuousTimeMode(fmi2Component);
FMI_EXPORT fmi2Status fmi2CompletedIntegratorStep(fmi2Component, fmi2Boolean no_set_before,
                                                  fmi2Boolean *enter_event_mode,
                                                  fmi2Boolean *terminate);
FMI_EXPORT fmi2Status fmi2SetTime(fmi2Component, fmi2Real);
FMI_EXPORT fmi2Status fmi2SetContinuousStates(fmi2Component, const fmi2Real[], size_t);
FMI_EXPORT fmi2Status fmi2GetDerivatives(fmi2Component, fmi2Real[], size_t);
FMI_EXPORT fmi2Status fmi2GetEventIndicators(fmi2Component, fmi2Real[], size_t);
FMI_EXPORT fmi2Status fmi2GetContinuousStates(fmi2Component, fmi2Real[], size_t);
FMI_EXPORT fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component, fmi2Real[], size_t);
FMI_EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component, REFERENCES,
                                                  const fmi2Integer order[],
                                                  const fmi2Real value[]);
FMI_EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component, REFERENCES,
                                                   const fmi2Integer order[], fmi2Real value[]);
FMI_EXPORT fmi2Status fmi2DoStep(fmi2Component, fmi2Real now, fmi2Real step,
                                 fmi2Boolean no_set_before);
FMI_EXPORT fmi2Status fmi2CancelStep(fmi2Component);
FMI_EXPORT fmi2Status fmi2GetStatus(fmi2Component, const fmi2StatusKind, fmi2Status *);
FMI_EXPORT fmi2Status fmi2GetRealStatus(fmi2Component, const fmi2StatusKind, fmi2Real *);
FMI_EXPORT fmi2Status fmi2GetIntegerStatus(fmi2Component, const fmi2StatusKind, fmi2Integer *);
FMI_EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component, const fmi2StatusKind, fmi2Boolean *);
FMI_EXPORT fmi2Status fmi2GetStringStatus(fmi2Component, const fmi2StatusKind, fmi2String *);

#endif
