/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The functions of FMI without the types of one of its versions.  Each checks when it is called and its arguments, and
 * logs the reason where it returns an error; function: the name that the reason begins with. */
#ifndef STN_FMU_CALLS_H
#define STN_FMU_CALLS_H

#include "fmu.h"

FmuStatus fmu_call_logging(FmuInstance *I, const char *function, bool on, const void *categories,
                           size_t count);
/* A function that this FMU has no use for. */
FmuStatus fmu_call_refuse(FmuInstance *I, const char *function, unsigned phases,
                          const char *reason);
/* Another phase, where the present one is among `from`. */
FmuStatus fmu_call_change(FmuInstance *I, const char *function, unsigned from, FmuPhase to);
/* Initialisation ends. */
FmuStatus fmu_call_start(FmuInstance *I, const char *function, bool event_mode);

/* A list of variables and, by the type, of what their values are. */
typedef enum {
    FMU_NO_TYPE, /* there are no variables of this type: the list must be empty */
    FMU_DOUBLE,
    FMU_MODE_INT,
    FMU_MODE_INT64,
    FMU_FLAG_INT,
    FMU_FLAG_BOOL
} FmuType;
typedef struct {
    const char *function;
    FmuType type;
    const uint32_t *reference;
    size_t count, nvalue;
} FmuList;
FmuStatus fmu_call_get(FmuInstance *I, const FmuList *list, void *value);
FmuStatus fmu_call_set(FmuInstance *I, const FmuList *list, const void *value);

FmuStatus fmu_call_save(FmuInstance *I, const char *function, void **state);
FmuStatus fmu_call_restore(FmuInstance *I, const char *function, const void *state);
FmuStatus fmu_call_forget(FmuInstance *I, const char *function, void **state);
FmuStatus fmu_call_size(FmuInstance *I, const char *function, const void *state, size_t *size);
FmuStatus fmu_call_write(FmuInstance *I, const char *function, const void *state, void *bytes,
                         size_t size);
FmuStatus fmu_call_read(FmuInstance *I, const char *function, const void *bytes, size_t size,
                        void **state);
FmuStatus fmu_call_derivative(FmuInstance *I, const char *function, FmuPair pair,
                              const double *seed, size_t nseed, bool adjoint, double *out,
                              size_t nout);

/* Model Exchange.  arguments: whether all pointers for answers are there. */
FmuStatus fmu_call_go_on(FmuInstance *I, const char *function);
FmuStatus fmu_call_step_completed(FmuInstance *I, const char *function,
                                  const void *enter_event_mode, const void *terminate);
FmuStatus fmu_call_time(FmuInstance *I, const char *function, double time);
typedef enum { FMU_STATES, FMU_RATES, FMU_GUARDS, FMU_NOMINALS } FmuStates;
FmuStatus fmu_call_states(FmuInstance *I, const char *function, FmuStates what, double *value,
                          size_t count);
FmuStatus fmu_call_put_states(FmuInstance *I, const char *function, const double *value,
                              size_t count);
typedef struct {
    bool states_changed, next_known;
    double next;
} FmuEventInfo;
FmuStatus fmu_call_event(FmuInstance *I, const char *function, bool arguments, FmuEventInfo *info);
FmuStatus fmu_call_do_step(FmuInstance *I, const char *function, bool arguments, FmuStep *step);

#endif
