/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What is inside an FMU, without the words of a version of FMI: an instance with its parameters, inputs and
 * motion.  fmi2.c and fmi3.c put the functions of the standard over it. */
#ifndef STN_FMU_H
#define STN_FMU_H

#include "stiction_core.h"

/* The model of this FMU, in model.c, which the writer makes. */
extern const char *const fmu_token;
extern const uint64_t fmu_seed; /* of its noise */
StnSystem *fmu_system(StnError *error);

/* OK to FATAL have the numbers that FMI 2 and FMI 3 give them. */
typedef enum { FMU_OK, FMU_WARNING, FMU_DISCARD, FMU_ERROR, FMU_FATAL } FmuStatus;

typedef enum {
    FMU_INSTANTIATED = 1,
    FMU_CONFIGURING = 2,
    FMU_INITIALIZING = 4,
    FMU_EVENT = 8,
    FMU_CONTINUOUS = 16,
    FMU_STEPPING = 32,
    FMU_INTERMEDIATE = 64,
    FMU_TERMINATED = 128,
    FMU_FAILED = 256, /* after an error only values can be read, and the instance reset or freed */
    FMU_ANY = 511
} FmuPhase;
/* Of a second: times of communication points are sums that the importer rounds. */
#define FMU_TIME_ROUNDING 1e-9
#define FMU_RUNNING (FMU_EVENT | FMU_CONTINUOUS | FMU_STEPPING | FMU_INTERMEDIATE)

typedef struct FmuInstance FmuInstance;
typedef void FmuLog(FmuInstance *instance, FmuStatus status, const char *text);

/* A parameter block with the variant that is bound to it and its motion. */
typedef struct {
    void *block, *memory;
    const StnSystem *system;
    StnState *state;
} FmuModel;

struct FmuInstance {
    FmuPhase phase;
    bool model_exchange, logging;
    FmuLog *log;
    const void *version; /* of fmi2.c or fmi3.c */
    char *name;

    StnSystem *base; /* as it was exported */
    FmuModel model[2];
    FmuModel *use, *spare; /* room for the next one */
    void *wanted;          /* parameters as set; they hold when they are settled */
    bool retuned;          /* they differ from those in use */
    bool *touched;         /* parameters that were set, by address */
    bool fresh;            /* initialising: the motion must be made from the start */
    bool started;
    int nstate, nguard, ncolumn, ninput, nsite, naddress;

    double start, stop, time; /* FMI's; the time of the scenario begins at the start */
    double tolerance;         /* 0: not given */
    StnIn input[STN_INPUTS_MAX];
    bool changed[STN_INPUTS_MAX]; /* inputs that are not in the state yet */
    bool internal;                /* the scenario's own signals */
    double
        plain_until; /* steps that end up to here need nothing but that time goes on; -INFINITY: no step */

    StnHost host;
    double t_next;                 /* of the scenario */
    bool event_mode, early_return; /* FMI 3 */
    double *column;                /* at the present time, where column_known */
    bool column_known;
    StnError error;
};

static inline const StnSystem *fmu_used(const FmuInstance *I) { return I->use->system; }
static inline StnState *fmu_state(const FmuInstance *I) { return I->use->state; }

static inline void fmu_use_spare(FmuInstance *I)
{
    FmuModel *old = I->use;
    I->use = I->spare;
    I->spare = old;
}

/* Its texts are long: to set them all to 0 would cost more than a short step. */
static inline void fmu_clear_error(FmuInstance *I)
{
    I->error.status = STN_OK;
    I->error.line = I->error.column = 0;
    I->error.file[0] = I->error.path[0] = I->error.text[0] = '\0';
}

/* ---- Messages ---- */

/* Logs a sentence and returns the status; FMU_ERROR and worse end the simulation. */
FmuStatus fmu_say(FmuInstance *I, FmuStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Whether a function may be called now; if not, the reason is logged. */
bool fmu_allowed(FmuInstance *I, const char *function, unsigned phases);
/* The sentence of I->error. */
FmuStatus fmu_failed(FmuInstance *I, const char *function, StnStatus status);

/* ---- Life (instance.c) ---- */

/* NULL when the token is another or memory is out; the reason is logged by `log`, which gets an instance that
 * has `version` alone. */
FmuInstance *fmu_new(const char *name, const char *token, bool model_exchange, FmuLog *log,
                     const void *version, size_t version_size);
void fmu_free(FmuInstance *I);
FmuStatus fmu_reset(FmuInstance *I);
/* The start of an experiment. */
FmuStatus fmu_setup(FmuInstance *I, bool tolerance_defined, double tolerance, double start,
                    bool stop_defined, double stop);
/* While initialising: makes the motion anew where a parameter or input was set. */
FmuStatus fmu_settle(FmuInstance *I);
FmuStatus fmu_exit_initialization(FmuInstance *I);
/* There is a motion, and inputs that were set act on it. */
FmuStatus fmu_be_present(FmuInstance *I, const char *function);
/* Parameters that were set take effect: the motion goes on with them. */
FmuStatus fmu_retune(FmuInstance *I);

/* ---- Variables (variables.c) ---- */

FmuStatus fmu_get_number(FmuInstance *I, const char *function, uint32_t reference, double *value);
FmuStatus fmu_set_number(FmuInstance *I, const char *function, uint32_t reference, double value);
FmuStatus fmu_get_mode(FmuInstance *I, const char *function, uint32_t reference, int *value);
FmuStatus fmu_get_flag(FmuInstance *I, const char *function, uint32_t reference, bool *value);
FmuStatus fmu_set_flag(FmuInstance *I, const char *function, uint32_t reference, bool value);
/* order 1 or 2 of an input */
FmuStatus fmu_set_input_derivative(FmuInstance *I, const char *function, uint32_t reference,
                                   int order, double value);

/* ---- Model Exchange and Co-Simulation (motion.c) ---- */

FmuStatus fmu_set_time(FmuInstance *I, const char *function, double time);
FmuStatus fmu_set_states(FmuInstance *I, const char *function, const double *y);
FmuStatus fmu_rates(FmuInstance *I, const char *function, double *dy);
FmuStatus fmu_guards(FmuInstance *I, double *guard);
/* Decides everything at the present time.  Importers must begin anew after it: each event has changed states or,
 * as a sample or kink does, their rates, and integrators that go on remember the old ones. */
FmuStatus fmu_event(FmuInstance *I, const char *function);
/* Logs events where the importer wants to know them. */
StnObserver fmu_observer(FmuInstance *I);
/* Inputs that were set reach the state. */
FmuStatus fmu_put_inputs(FmuInstance *I, const char *function);

/* A communication step.  update: called where an event has happened and at the end, NULL: not; true: return. */
typedef struct {
    double now, step;
    bool (*update)(FmuInstance *I, bool at_end);
    bool at_event, early; /* answers */
} FmuStep;
FmuStatus fmu_do_step(FmuInstance *I, const char *function, FmuStep *step);
/* Whether a step is plain: in step mode, nothing was set since the last one, and nobody is told of events.  Most
 * steps are, and where those of the engine are long they are read off a polynomial: checks that find nothing would
 * cost half as much again. */
static inline bool fmu_is_plain_step(const FmuInstance *I, double now, double step)
{
    const double off = now - I->time, end = now + step;
    return end <= I->plain_until && step > 0.0 && off <= FMU_TIME_ROUNDING &&
           off >= -FMU_TIME_ROUNDING;
}
static inline FmuStatus fmu_plain_step(FmuInstance *I, const char *function, double end)
{
    StnAdvance advance = {.t_end = end - I->start, .until = STN_UNTIL_TIME};
    /* Whatever leaves a sentence in I->error ends the simulation, too: it is empty here. */
    const StnStatus status = stn_advance_to(fmu_used(I), fmu_state(I), &advance, NULL, &I->error);
    I->column_known = false;
    if (status)
        return fmu_failed(I, function, status);
    I->time = end;
    return FMU_OK;
}

/* ---- States that are kept (saved.c) ---- */

typedef struct FmuSaved FmuSaved;
FmuStatus fmu_save(FmuInstance *I, FmuSaved **saved);
FmuStatus fmu_restore(FmuInstance *I, const FmuSaved *saved);
void fmu_forget(FmuSaved *saved);
size_t fmu_saved_size(const FmuInstance *I);
FmuStatus fmu_write(FmuInstance *I, const FmuSaved *saved, void *bytes, size_t size);
FmuStatus fmu_read(FmuInstance *I, const void *bytes, size_t size, FmuSaved **saved);

/* ---- Derivatives of the present mode (derivative.c) ---- */

typedef struct {
    const uint32_t *unknown, *known;
    size_t nunknown, nknown;
} FmuPair;
/* out = J*seed, or with `adjoint` its transpose. */
FmuStatus fmu_derivative(FmuInstance *I, const char *function, FmuPair pair, const double *seed,
                         bool adjoint, double *out);

#endif
