/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Random sequences of calls, legal and illegal, on the code inside an FMU.  A table of when the standard allows a
 * function, and what is known of its arguments, say what it must answer; every error has a reason.  A law of its own:
 * nothing here looks into the instance. */
#ifndef TEST_FMU_SEQUENCES_H
#define TEST_FMU_SEQUENCES_H

#include "build_block.h"
#undef I /* of complex.h: an instance here */
#include "fmu/shell/fmi3.h"
#include "fmu/shell/references.h"
#undef REFERENCES
#include "fmu/shell/fmi2.h"
#include "fmu_model.h"
#include "random_numbers.h"

/* Phases of an instance. */
enum {
    NEW = 1,
    INIT = 2,
    EVENT = 4,
    CONTINUOUS = 8,
    STEP = 16,
    DONE = 32,
    FAILED = 64,
    EVER = 127,
    ME = 128, /* in a table: Model Exchange, Co-Simulation alone */
    CS = 256
};

enum { WIDE = 64, OK = 0, ERROR = 3 };

typedef struct {
    void *I; /* NULL: calls on no instance */
    bool fmi2, me, event_mode, early;
    int phase;
    double t;
    int nstate, nguard, ninput, ncolumn, nsite, nparameter; /* of the model */
    void *kept;
    int kept_phase;
    double kept_t;
    int said; /* messages of errors */
    bool bad; /* this call has a wrong argument */
    char name[48];
    double value[WIDE];
    uint32_t vr[WIDE];
} Sequence;

static inline int pick(int count) { return (int)(next_bits() % (uint64_t)count); }
static inline bool rarely(void) { return pick(12) == 0; }

static void log_of_3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                     fmi3String message)
{
    Sequence *s = environment;
    (void)category;
    s->said += status >= fmi3Error && message[0] != '\0';
}

__attribute__((format(printf, 5, 6))) static void log_of_2(fmi2ComponentEnvironment environment,
                                                           fmi2String instance, fmi2Status status,
                                                           fmi2String category, fmi2String format,
                                                           ...)
{
    Sequence *s = environment;
    (void)instance, (void)category;
    s->said += status >= fmi2Error && format[0] != '\0';
}

/* ---- Arguments ---- */

/* A pointer that is sometimes NULL, which is wrong where something is to be read or written. */
static void *maybe(Sequence *s, void *pointer, bool matters)
{
    if (!rarely())
        return pointer;
    s->bad = s->bad || matters;
    return NULL;
}

static size_t length(Sequence *s, int right)
{
    if (!rarely())
        return (size_t)right;
    s->bad = true;
    return (size_t)right + 1 + (size_t)pick(3);
}

static uint32_t one_of(int first, int count) { return (uint32_t)(first + pick(count)); }

/* References that can be read as numbers. */
static uint32_t readable(const Sequence *s)
{
    switch (pick(6)) {
    case 0: return one_of(FMU_COLUMN, s->ncolumn);
    case 1: return one_of(FMU_STATE, s->nstate);
    case 2: return one_of(FMU_RATE, s->nstate);
    case 3: return one_of(FMU_GUARD, s->nguard);
    case 4: return one_of(FMU_INPUT, s->ninput);
    default: return FMU_TIME;
    }
}

static uint32_t nonsense(Sequence *s)
{
    static const uint32_t none[] = {0x0ffff, 0x10fff, 0x20fff, 0x30fff, 0x7fffffff, 0xffffffff};
    s->bad = true;
    return none[pick(6)];
}

static int fill(Sequence *s, uint32_t (*choose)(const Sequence *))
{
    const int count = pick(4);
    for (int k = 0; k < count; k++)
        s->vr[k] = rarely() ? nonsense(s) : choose(s);
    return count;
}

static uint32_t some_mode(const Sequence *s) { return one_of(FMU_MODE, s->nsite); }
static uint32_t some_flag(const Sequence *s) { return (void)s, FMU_INTERNAL; }
static uint32_t some_input(const Sequence *s) { return one_of(FMU_INPUT, s->ninput); }
static uint32_t some_known(const Sequence *s)
{
    return pick(2) ? one_of(FMU_STATE, s->nstate) : one_of(FMU_INPUT, s->ninput);
}

static double finite(Sequence *s, double value)
{
    if (!rarely())
        return value;
    s->bad = true;
    return pick(2) ? NAN : INFINITY;
}

/* ---- Calls of both versions ----
 * CALL(fmi2Name, fmi3Name, arguments) calls the one that the instance is of. */
#define CALL(two, three, ...) \
    (s->fmi2 ? (int)two(s->I, __VA_ARGS__) : (int)three(s->I, __VA_ARGS__))
#define CALL0(two, three) (s->fmi2 ? (int)two(s->I) : (int)three(s->I))

static int set_logging(Sequence *s)
{
    return CALL(fmi2SetDebugLogging, fmi3SetDebugLogging, pick(2), 0, NULL);
}

static int enter_init(Sequence *s)
{
    if (s->fmi2)
        return (int)fmi2EnterInitializationMode(s->I);
    const double start = rarely() ? (s->bad = true, NAN) : 0.0;
    return (int)fmi3EnterInitializationMode(s->I, false, 0.0, start, false, 0.0);
}

static int exit_init(Sequence *s)
{
    return CALL0(fmi2ExitInitializationMode, fmi3ExitInitializationMode);
}
static int terminate(Sequence *s) { return CALL0(fmi2Terminate, fmi3Terminate); }
static int reset(Sequence *s) { return CALL0(fmi2Reset, fmi3Reset); }
static int enter_event(Sequence *s) { return CALL0(fmi2EnterEventMode, fmi3EnterEventMode); }
static int enter_continuous(Sequence *s)
{
    return CALL0(fmi2EnterContinuousTimeMode, fmi3EnterContinuousTimeMode);
}

static int get_numbers(Sequence *s)
{
    const int n = fill(s, readable);
    void *vr = maybe(s, s->vr, n > 0), *value = maybe(s, s->value, n > 0);
    return s->fmi2 ? (int)fmi2GetReal(s->I, vr, (size_t)n, value)
                   : (int)fmi3GetFloat64(s->I, vr, (size_t)n, value, length(s, n));
}

static int get_modes(Sequence *s)
{
    int two[WIDE];
    int64_t three[WIDE];
    const int n = fill(s, some_mode);
    void *vr = maybe(s, s->vr, n > 0);
    return s->fmi2 ? (int)fmi2GetInteger(s->I, vr, (size_t)n, two)
                   : (int)fmi3GetInt64(s->I, vr, (size_t)n, three, length(s, n));
}

static int get_flags(Sequence *s)
{
    int two[WIDE];
    bool three[WIDE];
    const int n = fill(s, some_flag);
    return s->fmi2 ? (int)fmi2GetBoolean(s->I, s->vr, (size_t)n, two)
                   : (int)fmi3GetBoolean(s->I, s->vr, (size_t)n, three, length(s, n));
}

static int set_flags(Sequence *s)
{
    const int two[WIDE] = {1, 0, 1};
    const bool three[WIDE] = {true, false, true};
    const int n = fill(s, some_flag);
    return s->fmi2 ? (int)fmi2SetBoolean(s->I, s->vr, (size_t)n, two)
                   : (int)fmi3SetBoolean(s->I, s->vr, (size_t)n, three, length(s, n));
}

static int set_numbers(Sequence *s, int n)
{
    void *vr = maybe(s, s->vr, n > 0), *value = maybe(s, s->value, n > 0);
    return s->fmi2 ? (int)fmi2SetReal(s->I, vr, (size_t)n, value)
                   : (int)fmi3SetFloat64(s->I, vr, (size_t)n, value, length(s, n));
}

static int set_inputs(Sequence *s)
{
    const int n = fill(s, some_input);
    for (int k = 0; k < n; k++)
        s->value[k] = finite(s, between(-0.1, 0.1));
    return set_numbers(s, n);
}

/* The mass, an output, a negative mass. */
static int set_parameter(Sequence *s)
{
    s->vr[0] = 0;
    s->value[0] = between(0.9, 1.1);
    if (rarely())
        s->value[0] = -1.0, s->bad = true;
    if (rarely())
        s->vr[0] = one_of(FMU_COLUMN, s->ncolumn), s->bad = true;
    return set_numbers(s, 1);
}

static int get_state(Sequence *s)
{
    const int status = CALL(fmi2GetFMUstate, fmi3GetFMUState, &s->kept);
    if (status == OK)
        s->kept_phase = s->phase, s->kept_t = s->t;
    return status;
}

static int set_state(Sequence *s)
{
    s->bad = !s->kept;
    return CALL(fmi2SetFMUstate, fmi3SetFMUState, s->kept);
}

static int free_state(Sequence *s) { return CALL(fmi2FreeFMUstate, fmi3FreeFMUState, &s->kept); }

/* Serialises, sometimes damages, and reads again. */
static int serialize(Sequence *s)
{
    size_t size = 0;
    s->bad = !s->kept;
    int status = CALL(fmi2SerializedFMUstateSize, fmi3SerializedFMUStateSize, s->kept, &size);
    if (status != OK)
        return status;
    char *bytes = malloc(size);
    void *copy = NULL;
    status = s->fmi2 ? (int)fmi2SerializeFMUstate(s->I, s->kept, bytes, size)
                     : (int)fmi3SerializeFMUState(s->I, s->kept, (uint8_t *)bytes, size);
    if (status == OK && rarely()) {
        s->bad = true;
        bytes[pick((int)size)] ^= (char)(1 << pick(7));
    }
    size_t shown = size;
    if (status == OK && rarely()) {
        s->bad = true;
        shown = (size_t)pick((int)size);
    }
    if (status == OK)
        status = s->fmi2 ? (int)fmi2DeSerializeFMUstate(s->I, bytes, shown, &copy)
                         : (int)fmi3DeserializeFMUState(s->I, (uint8_t *)bytes, shown, &copy);
    if (copy)
        (void)CALL(fmi2FreeFMUstate, fmi3FreeFMUState, &copy);
    free(bytes);
    return status;
}

static int derive(Sequence *s)
{
    uint32_t unknown[WIDE];
    double along[WIDE] = {1.0, 2.0, 3.0, 4.0}, out[WIDE];
    const int nu = 1 + pick(3), nk = fill(s, some_known);
    for (int k = 0; k < nu; k++)
        unknown[k] = rarely() ? nonsense(s) : one_of(FMU_COLUMN, s->ncolumn);
    if (s->fmi2)
        return (int)fmi2GetDirectionalDerivative(s->I, unknown, (size_t)nu, s->vr, (size_t)nk,
                                                 along, out);
    return (int)fmi3GetDirectionalDerivative(s->I, unknown, (size_t)nu, s->vr, (size_t)nk, along,
                                             length(s, nk), out, (size_t)nu);
}

static int update_event(Sequence *s)
{
    fmi2EventInfo info;
    bool a, b, c, d, e;
    double t;
    if (s->fmi2)
        return (int)fmi2NewDiscreteStates(s->I, maybe(s, &info, true));
    return (int)fmi3UpdateDiscreteStates(s->I, &a, &b, maybe(s, &c, true), &d, &e, &t);
}

static int complete_step(Sequence *s)
{
    int a, b;
    bool c, d;
    return s->fmi2 ? (int)fmi2CompletedIntegratorStep(s->I, 0, maybe(s, &a, true), &b)
                   : (int)fmi3CompletedIntegratorStep(s->I, false, maybe(s, &c, true), &d);
}

static int set_time(Sequence *s)
{
    const double t = finite(s, s->t + between(0.0, 0.01));
    const int status = CALL(fmi2SetTime, fmi3SetTime, t);
    if (status == OK)
        s->t = t;
    return status;
}

static int get_states(Sequence *s)
{
    const size_t n = length(s, s->nstate);
    void *value = maybe(s, s->value, true);
    switch (pick(3)) {
    case 0: return CALL(fmi2GetContinuousStates, fmi3GetContinuousStates, value, n);
    case 1: return CALL(fmi2GetDerivatives, fmi3GetContinuousStateDerivatives, value, n);
    default:
        return CALL(fmi2GetNominalsOfContinuousStates, fmi3GetNominalsOfContinuousStates, value, n);
    }
}

static int get_indicators(Sequence *s)
{
    return CALL(fmi2GetEventIndicators, fmi3GetEventIndicators, maybe(s, s->value, true),
                length(s, s->nguard));
}

static int set_states(Sequence *s)
{
    for (int k = 0; k < s->nstate; k++)
        s->value[k] = finite(s, between(-0.05, 0.05));
    return CALL(fmi2SetContinuousStates, fmi3SetContinuousStates, s->value, length(s, s->nstate));
}

static int do_step(Sequence *s)
{
    bool event, ends, early;
    double last = s->t, now = s->t, size = between(1e-4, 0.05);
    if (rarely())
        now += 1.0, s->bad = true;
    if (rarely())
        size = pick(2) ? -size : NAN, s->bad = true;
    const int status = s->fmi2 ? (int)fmi2DoStep(s->I, now, size, 1)
                               : (int)fmi3DoStep(s->I, now, size, true, maybe(s, &event, true),
                                                 &ends, &early, &last);
    if (status == OK)
        s->t = s->fmi2 ? now + size : last;
    return status;
}

/* ---- Calls of one version ---- */

static int enter_step_mode(Sequence *s) { return (int)fmi3EnterStepMode(s->I); }
static int evaluate_discrete(Sequence *s) { return (int)fmi3EvaluateDiscreteStates(s->I); }
static int configure(Sequence *s)
{
    s->bad = true;
    return (int)fmi3EnterConfigurationMode(s->I);
}
static int get_strings(Sequence *s)
{
    fmi3String text[1];
    s->bad = true;
    return (int)fmi3GetString(s->I, s->vr, 1, text, 1);
}
static int no_clocks(Sequence *s)
{
    bool clock[1];
    const size_t n = (size_t)pick(2);
    s->bad = n > 0;
    return (int)fmi3GetClock(s->I, s->vr, n, clock);
}
static int count_states(Sequence *s)
{
    size_t n = 0;
    const int status = (int)fmi3GetNumberOfContinuousStates(s->I, maybe(s, &n, true));
    assert_true(status != OK || n == (s->me ? (size_t)s->nstate : 0));
    return status;
}
static int setup_experiment(Sequence *s)
{
    const double start = rarely() ? (s->bad = true, NAN) : 0.0;
    return (int)fmi2SetupExperiment(s->I, 0, 0.0, start, 0, 0.0);
}
static int input_slopes(Sequence *s)
{
    fmi2Integer order[1] = {1 + pick(2)};
    s->vr[0] = some_input(s);
    s->value[0] = finite(s, 0.01);
    if (rarely())
        order[0] = 3, s->bad = true;
    return (int)fmi2SetRealInputDerivatives(s->I, s->vr, 1, order, s->value);
}
static int cancel(Sequence *s)
{
    s->bad = true;
    return (int)fmi2CancelStep(s->I);
}

/* ---- When the standard allows them ---- */

#define READ (INIT | EVENT | CONTINUOUS | STEP | DONE | FAILED)
#define KEEP (NEW | INIT | EVENT | CONTINUOUS | STEP | DONE)
typedef struct {
    int (*call)(Sequence *);
    int version; /* 0: both */
    int allowed; /* phases, with ME or CS where it is of one kind */
    int next;    /* phase that follows, 0: the same */
    const char *name;
} Function;
static const Function functions[] = {
    {set_logging, 0, EVER, 0, "SetDebugLogging"},
    {setup_experiment, 2, NEW, 0, "SetupExperiment"},
    {enter_init, 0, NEW, INIT, "EnterInitializationMode"},
    {exit_init, 0, INIT, -1, "ExitInitializationMode"},
    {terminate, 0, EVENT | CONTINUOUS | STEP, DONE, "Terminate"},
    {reset, 0, EVER, NEW, "Reset"},
    {enter_event, 0, CONTINUOUS | STEP, EVENT, "EnterEventMode"},
    {enter_continuous, 0, EVENT | ME, CONTINUOUS, "EnterContinuousTimeMode"},
    {enter_step_mode, 3, EVENT | CS, STEP, "EnterStepMode"},
    {get_numbers, 0, READ, 0, "GetReal"},
    {get_modes, 0, READ, 0, "GetInteger"},
    {get_flags, 0, READ, 0, "GetBoolean"},
    {set_flags, 0, NEW | INIT, 0, "SetBoolean"},
    {set_inputs, 0, NEW | INIT | EVENT | CONTINUOUS | STEP, 0, "SetReal of inputs"},
    {set_parameter, 0, NEW | INIT | EVENT | STEP, 0, "SetReal of a parameter"},
    {get_state, 0, KEEP, 0, "GetFMUState"},
    {set_state, 0, KEEP | FAILED, -2, "SetFMUState"},
    {free_state, 0, EVER, 0, "FreeFMUState"},
    {serialize, 0, KEEP, 0, "SerializeFMUState"},
    {derive, 0, INIT | EVENT | CONTINUOUS | STEP | DONE, 0, "GetDirectionalDerivative"},
    {update_event, 0, EVENT, 0, "UpdateDiscreteStates"},
    {evaluate_discrete, 3, INIT | EVENT, 0, "EvaluateDiscreteStates"},
    {complete_step, 0, CONTINUOUS, 0, "CompletedIntegratorStep"},
    {set_time, 0, EVENT | CONTINUOUS | ME, 0, "SetTime"},
    {get_states, 0, INIT | EVENT | CONTINUOUS | DONE | ME, 0, "GetContinuousStates"},
    {get_indicators, 0, INIT | EVENT | CONTINUOUS | DONE | ME, 0, "GetEventIndicators"},
    {set_states, 0, CONTINUOUS | ME, 0, "SetContinuousStates"},
    {do_step, 0, STEP | CS, 0, "DoStep"},
    {do_step, 0, STEP | CS, 0, "DoStep"},
    {count_states, 3, EVER & ~FAILED, 0, "GetNumberOfContinuousStates"},
    {configure, 3, NEW, 0, "EnterConfigurationMode"},
    {get_strings, 3, READ, 0, "GetString"},
    {no_clocks, 3, EVER & ~FAILED, 0, "GetClock"},
    {input_slopes, 2, NEW | INIT | STEP | CS, 0, "SetRealInputDerivatives"},
    {cancel, 2, STEP, 0, "CancelStep"},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static bool is_allowed(const Sequence *s, const Function *f)
{
    if ((f->allowed & ME && !s->me) || (f->allowed & CS && s->me) || !(f->allowed & s->phase))
        return false;
    if (f->call == enter_event) /* FMI 2 may ask again in event mode */
        return s->me || s->event_mode;
    return true;
}

static void call_one(Sequence *s, const Function *f)
{
    const int said = s->said, before = s->phase;
    bool allowed = is_allowed(s, f);
    s->bad = false;
    const int status = f->call(s);
    if (f->call == enter_event && s->fmi2 && s->me && before == EVENT)
        allowed = true;
    const int want = s->I && allowed && !s->bad ? OK : ERROR;
    CHECK(status == want, "FMI %d, %s, %s in phase %d: %d instead of %d", s->fmi2 ? 2 : 3,
          s->me ? "ME" : "CS", f->name, before, status, want);
    if (!s->I)
        return;
    CHECK(status == OK || s->said > said, "%s: no reason", f->name);
    if (status != OK) /* an instance that has ended stays so */
        s->phase = before == DONE ? DONE : FAILED;
    else if (f->next == -1)
        s->phase = s->me || s->event_mode ? EVENT : STEP;
    else if (f->next == -2)
        s->phase = s->kept_phase, s->t = s->kept_t;
    else if (f->next != 0)
        s->phase = f->next;
    if (f->call == reset && status == OK)
        s->t = 0.0;
}

static void *make_instance(Sequence *s)
{
    if (rarely())
        return NULL;
    if (s->fmi2) {
        const fmi2CallbackFunctions callbacks = {log_of_2, NULL, NULL, NULL, s};
        return fmi2Instantiate("a", s->me ? fmi2ModelExchange : fmi2CoSimulation, "{test}", NULL,
                               &callbacks, 0, pick(2));
    }
    return s->me ? fmi3InstantiateModelExchange("a", "{test}", NULL, false, pick(2), s, log_of_3)
                 : fmi3InstantiateCoSimulation("a", "{test}", NULL, false, pick(2), s->event_mode,
                                               s->early, NULL, 0, s, log_of_3, NULL);
}

/* The next of a usual life, so that sequences reach every phase. */
static const Function *usual(const Sequence *s)
{
    for (int tries = 0; tries < 200; tries++) {
        const Function *f = &functions[pick(FUNCTIONS)];
        const bool ends = f->call == reset || f->call == terminate || f->call == configure ||
                          f->call == get_strings || f->call == cancel || f->call == set_state;
        if ((f->version == 0 || f->version == (s->fmi2 ? 2 : 3)) && is_allowed(s, f) && !ends)
            return f;
    }
    return &functions[0];
}

static void run_sequence(void)
{
    Sequence s = {.fmi2 = pick(2), .me = pick(2), .phase = NEW, .nstate = 3, .ninput = 3};
    s.event_mode = !s.fmi2 && pick(2);
    s.early = pick(2);
    s.ncolumn = 5, s.nsite = 1, s.nguard = 7;
    s.I = make_instance(&s);
    const int calls = 5 + pick(40);
    for (int k = 0; k < calls; k++) {
        const Function *f = pick(5) ? usual(&s) : &functions[pick(FUNCTIONS)];
        if (f->version == 0 || f->version == (s.fmi2 ? 2 : 3))
            call_one(&s, f);
    }
    if (s.kept && s.I)
        (void)(s.fmi2 ? (int)fmi2FreeFMUstate(s.I, &s.kept) : (int)fmi3FreeFMUState(s.I, &s.kept));
    if (s.fmi2)
        fmi2FreeInstance(s.I);
    else
        fmi3FreeInstance(s.I);
}

static void run_sequences(uint64_t first, int count)
{
    fmu_model_choose("block-stick-slip", NULL);
    for (int k = 0; k < count; k++) {
        seed = first + (uint64_t)k;
        run_sequence();
    }
    fmu_model_free();
}

#endif
