/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Prints what the types of FMI are: compiled with our headers and with the official ones, it must print the same.
 * FMI: 2 or 3; STN_FMI_TYPES_KNOWN: the official ones, after which our declarations of all functions must be the
 * same, too, or it does not compile. */
#ifdef STN_FMI_TYPES_KNOWN
#if FMI == 2
#include "fmi2Functions.h"
#else
#include "fmi3Functions.h"
#endif
#endif
#if FMI == 2
#include "fmi2.h"
#else
#include "fmi3.h"
#endif

#include <stdint.h>
#include <stdio.h>

/* Which of the plain types it is. */
#define SAME(T, plain) __builtin_types_compatible_p(T, plain)
#define TYPE(T)                                                                                  \
    printf(#T " %zu %d%d%d%d%d%d%d%d%d%d%d%d%d%d\n", sizeof(T), SAME(T, void *), SAME(T, float), \
           SAME(T, double), SAME(T, int8_t), SAME(T, uint8_t), SAME(T, int16_t),                 \
           SAME(T, uint16_t), SAME(T, int32_t), SAME(T, uint32_t), SAME(T, int64_t),             \
           SAME(T, uint64_t), SAME(T, _Bool), SAME(T, char), SAME(T, const char *))
#define VALUE(constant) printf(#constant " %d\n", (int)(constant))
#define MEMBER(T, member) printf(#T "." #member " %zu\n", offsetof(T, member))

#if FMI == 2
static void print_all(void)
{
    TYPE(fmi2Component), TYPE(fmi2ComponentEnvironment), TYPE(fmi2FMUstate);
    TYPE(fmi2ValueReference), TYPE(fmi2Real), TYPE(fmi2Integer), TYPE(fmi2Boolean);
    TYPE(fmi2Char), TYPE(fmi2String), TYPE(fmi2Byte);
    VALUE(fmi2OK), VALUE(fmi2Warning), VALUE(fmi2Discard), VALUE(fmi2Error), VALUE(fmi2Fatal);
    VALUE(fmi2Pending), VALUE(fmi2ModelExchange), VALUE(fmi2CoSimulation);
    VALUE(fmi2DoStepStatus), VALUE(fmi2PendingStatus), VALUE(fmi2LastSuccessfulTime);
    VALUE(fmi2Terminated);
    TYPE(fmi2Status), TYPE(fmi2Type), TYPE(fmi2StatusKind);
    TYPE(fmi2CallbackFunctions), TYPE(fmi2EventInfo);
    MEMBER(fmi2CallbackFunctions, logger), MEMBER(fmi2CallbackFunctions, allocateMemory);
    MEMBER(fmi2CallbackFunctions, freeMemory), MEMBER(fmi2CallbackFunctions, stepFinished);
    MEMBER(fmi2CallbackFunctions, componentEnvironment);
    MEMBER(fmi2EventInfo, newDiscreteStatesNeeded), MEMBER(fmi2EventInfo, terminateSimulation);
    MEMBER(fmi2EventInfo, nominalsOfContinuousStatesChanged);
    MEMBER(fmi2EventInfo, valuesOfContinuousStatesChanged);
    MEMBER(fmi2EventInfo, nextEventTimeDefined), MEMBER(fmi2EventInfo, nextEventTime);
    printf("callbacks %d%d%d%d\n",
           SAME(fmi2CallbackLogger, void (*)(fmi2ComponentEnvironment, fmi2String, fmi2Status,
                                             fmi2String, fmi2String, ...)),
           SAME(fmi2CallbackAllocateMemory, void *(*)(size_t, size_t)),
           SAME(fmi2CallbackFreeMemory, void (*)(void *)),
           SAME(fmi2StepFinished, void (*)(fmi2ComponentEnvironment, fmi2Status)));
}
#else
static void print_all(void)
{
    TYPE(fmi3Instance), TYPE(fmi3InstanceEnvironment), TYPE(fmi3FMUState);
    TYPE(fmi3ValueReference), TYPE(fmi3Float32), TYPE(fmi3Float64), TYPE(fmi3Int8);
    TYPE(fmi3UInt8), TYPE(fmi3Int16), TYPE(fmi3UInt16), TYPE(fmi3Int32), TYPE(fmi3UInt32);
    TYPE(fmi3Int64), TYPE(fmi3UInt64), TYPE(fmi3Boolean), TYPE(fmi3Char), TYPE(fmi3String);
    TYPE(fmi3Byte), TYPE(fmi3Binary), TYPE(fmi3Clock);
    VALUE(fmi3OK), VALUE(fmi3Warning), VALUE(fmi3Discard), VALUE(fmi3Error), VALUE(fmi3Fatal);
    VALUE(fmi3Independent), VALUE(fmi3Constant), VALUE(fmi3Fixed), VALUE(fmi3Tunable);
    VALUE(fmi3Discrete), VALUE(fmi3Dependent), VALUE(fmi3IntervalNotYetKnown);
    VALUE(fmi3IntervalUnchanged), VALUE(fmi3IntervalChanged);
    TYPE(fmi3Status), TYPE(fmi3DependencyKind), TYPE(fmi3IntervalQualifier);
    printf("callbacks %d%d%d%d%d\n",
           SAME(fmi3LogMessageCallback,
                void (*)(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String)),
           SAME(fmi3ClockUpdateCallback, void (*)(fmi3InstanceEnvironment)),
           SAME(fmi3IntermediateUpdateCallback,
                void (*)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean, fmi3Boolean,
                         fmi3Boolean, fmi3Boolean, fmi3Boolean *, fmi3Float64 *)),
           SAME(fmi3LockPreemptionCallback, void (*)(void)),
           SAME(fmi3UnlockPreemptionCallback, void (*)(void)));
}
#endif

int main(void)
{
    print_all();
    return 0;
}
