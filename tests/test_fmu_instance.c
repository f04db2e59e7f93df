/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The code inside an FMU, called as an importer does, FMI 2 and 3: states that are kept, reset, many instances in
 * threads, event mode and early return, exact derivatives. */
#include "build_block.h"
#undef I /* of complex.h: an instance here */
#include "fmu/shell/fmi3.h"
#include "fmu/shell/fmu.h"
#include "fmu/shell/references.h"
#include "fmu_model.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COLUMNS = 5, THREADS = 8, INSTANCES = 8 };

static void log_message(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                        fmi3String message)
{
    (void)category;
    if (status != fmi3OK && !environment)
        fprintf(stderr, "%s\n", message);
}

/* Stick-slip: sticks until 7.5 s, slips until 10.34 s. */
static void choose_block(void) { fmu_model_choose("block-stick-slip", NULL); }

static fmi3Instance new_cs(bool event_mode, bool early, fmi3IntermediateUpdateCallback update,
                           void *environment)
{
    fmi3Instance I = fmi3InstantiateCoSimulation("a", "{test}", NULL, false, false, event_mode,
                                                 early, NULL, 0, environment, log_message, update);
    assert_non_null(I);
    return I;
}

static void start(fmi3Instance I)
{
    static const fmi3ValueReference internal = FMU_INTERNAL;
    const fmi3Boolean on = true;
    assert_int_equal(fmi3SetBoolean(I, &internal, 1, &on, 1), fmi3OK);
    assert_int_equal(fmi3EnterInitializationMode(I, false, 0.0, 0.0, false, 0.0), fmi3OK);
    assert_int_equal(fmi3ExitInitializationMode(I), fmi3OK);
}

static void columns_of(fmi3Instance I, double *column)
{
    fmi3ValueReference reference[COLUMNS];
    for (int k = 0; k < COLUMNS; k++)
        reference[k] = (fmi3ValueReference)(FMU_COLUMN + k);
    assert_int_equal(fmi3GetFloat64(I, reference, COLUMNS, column, COLUMNS), fmi3OK);
}

static int mode_of(fmi3Instance I)
{
    const fmi3ValueReference reference = FMU_MODE;
    fmi3Int64 mode = 0;
    assert_int_equal(fmi3GetInt64(I, &reference, 1, &mode, 1), fmi3OK);
    return (int)mode;
}

/* Steps of 0.05 s from tick to tick. */
static void go(fmi3Instance I, int from, int to)
{
    fmi3Boolean event, terminate, early;
    double last;
    for (int k = from; k < to; k++)
        assert_int_equal(fmi3DoStep(I, 0.05 * k, 0.05 * (k + 1) - 0.05 * k, false, &event,
                                    &terminate, &early, &last),
                         fmi3OK);
}

/* ---- States that are kept ---- */

/* Another process makes an instance, reads the bytes, goes on, and answers its columns. */
static void resume_elsewhere(const fmi3Byte *bytes, size_t size, int from, int to, double *column)
{
    int way[2];
    assert_int_equal(pipe(way), 0);
    const pid_t child = fork();
    if (child == 0) {
        fmi3FMUState kept = NULL;
        fmi3Instance I = new_cs(true, true, NULL, NULL); /* other flags of instantiation */
        bool good = fmi3DeserializeFMUState(I, bytes, size, &kept) == fmi3OK &&
                    fmi3SetFMUState(I, kept) == fmi3OK;
        fmi3Boolean event = false, terminate = false, early = false;
        double last = 0.05 * from;
        while (good && last < 0.05 * to) { /* event mode and early return are still this one's */
            good = fmi3DoStep(I, last, 0.05 * to - last, false, &event, &terminate, &early,
                              &last) == fmi3OK;
            if (good && event)
                good = fmi3EnterEventMode(I) == fmi3OK && fmi3EnterStepMode(I) == fmi3OK;
        }
        columns_of(I, column);
        fmi3FreeFMUState(I, &kept);
        fmi3FreeInstance(I);
        const size_t all = COLUMNS * sizeof *column;
        _exit(good && write(way[1], column, all) == (ssize_t)all ? 0 : 1);
    }
    int code = 1;
    close(way[1]);
    assert_int_equal(read(way[0], column, COLUMNS * sizeof *column), COLUMNS * sizeof *column);
    close(way[0]);
    assert_int_equal(waitpid(child, &code, 0), child);
    assert_int_equal(code, 0);
}

static void kept_at(int from, int mode)
{
    enum { TO = 260 }; /* 13 s: after two changes */
    double want[COLUMNS], got[COLUMNS];
    fmi3FMUState kept = NULL;
    size_t size = 0;
    fmi3Instance I = new_cs(false, false, NULL, NULL);
    start(I);
    go(I, 0, from);
    assert_int_equal(mode_of(I), mode);
    assert_int_equal(fmi3GetFMUState(I, &kept), fmi3OK);
    assert_int_equal(fmi3SerializedFMUStateSize(I, kept, &size), fmi3OK);
    fmi3Byte *bytes = malloc(size);
    assert_int_equal(fmi3SerializeFMUState(I, kept, bytes, size), fmi3OK);
    go(I, from, TO);
    columns_of(I, want);
    resume_elsewhere(bytes, size, from, TO, got);
    assert_memory_equal(got, want, sizeof want);
    assert_int_equal(fmi3SetFMUState(I, kept), fmi3OK); /* and here */
    go(I, from, TO);
    columns_of(I, got);
    assert_memory_equal(got, want, sizeof want);
    bytes[size / 2] ^= 1;
    fmi3FreeInstance(I);
    I = new_cs(false, false, NULL, &kept); /* whose messages are not printed */
    fmi3FMUState damaged = NULL;
    assert_int_equal(fmi3DeserializeFMUState(I, bytes, size, &damaged), fmi3Error);
    assert_null(damaged);
    fmi3FreeFMUState(I, &kept);
    fmi3FreeInstance(I);
    free(bytes);
}

static void a_state_goes_on_in_another_process(void **state)
{
    choose_block();
    kept_at(100, 2); /* stuck */
    kept_at(180, 3); /* slipping */
}

static void a_state_is_refused_by_the_other_kind_of_instance(void **state)
{
    choose_block();
    fmi3FMUState kept = NULL;
    fmi3Instance I = new_cs(false, false, NULL, NULL);
    start(I);
    assert_int_equal(fmi3GetFMUState(I, &kept), fmi3OK);
    int environment = 1; /* not printed */
    fmi3Instance other =
        fmi3InstantiateModelExchange("b", "{test}", NULL, false, false, &environment, log_message);
    assert_int_equal(fmi3SetFMUState(other, kept), fmi3Error);
    fmi3FreeFMUState(I, &kept);
    fmi3FreeInstance(I);
    fmi3FreeInstance(other);
}

static void a_reset_instance_is_as_a_fresh_one(void **state)
{
    choose_block();
    double want[COLUMNS], got[COLUMNS];
    fmi3Instance fresh = new_cs(false, false, NULL, NULL), used = new_cs(false, false, NULL, NULL);
    const fmi3ValueReference parameter = 0;
    double value = 0.0;
    start(fresh);
    go(fresh, 0, 200);
    columns_of(fresh, want);
    start(used);
    assert_int_equal(fmi3GetFloat64(used, &parameter, 1, &value, 1), fmi3OK);
    value *= 1.5;
    assert_int_equal(fmi3SetFloat64(used, &parameter, 1, &value, 1), fmi3OK);
    go(used, 0, 170);
    assert_int_equal(fmi3Reset(used), fmi3OK);
    start(used);
    go(used, 0, 200);
    columns_of(used, got);
    assert_memory_equal(got, want, sizeof want);
    fmi3FreeInstance(fresh);
    fmi3FreeInstance(used);
}

/* ---- Many of them ---- */

static void *work(void *argument)
{
    double(*column)[COLUMNS] = argument;
    fmi3Instance I[INSTANCES];
    for (int i = 0; i < INSTANCES; i++) {
        I[i] = new_cs(false, false, NULL, NULL);
        start(I[i]);
    }
    for (int k = 0; k < 240; k++)
        for (int i = 0; i < INSTANCES; i++)
            go(I[i], k, k + 1);
    for (int i = 0; i < INSTANCES; i++) {
        columns_of(I[i], column[i]);
        fmi3FreeInstance(I[i]);
    }
    return NULL;
}

static void instances_in_threads_get_the_same_bits(void **state)
{
    pthread_t thread[THREADS];
    static double column[THREADS][INSTANCES][COLUMNS];
    choose_block();
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, work, column[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < THREADS; i++)
        for (int k = 0; k < INSTANCES; k++)
            assert_memory_equal(column[i][k], column[0][0], sizeof column[0][0]);
    assert_true(column[0][0][0] > 0.1);
}

/* Leaks are seen by the address sanitizer. */
static void a_thousand_instances_come_and_go(void **state)
{
    choose_block();
    for (int k = 0; k < 1000; k++) {
        fmi3Instance I = new_cs(k % 2, k % 3 == 0, NULL, NULL);
        if (k % 5 != 0)
            start(I);
        if (k % 7 == 0) {
            fmi3FMUState kept = NULL;
            assert_int_equal(fmi3GetFMUState(I, &kept), fmi3OK);
            assert_int_equal(fmi3FreeFMUState(I, &kept), fmi3OK);
        }
        fmi3FreeInstance(I);
    }
    int environment = 1;
    assert_null(fmi3InstantiateCoSimulation("a", "{other}", NULL, false, false, false, false, NULL,
                                            0, &environment, log_message, NULL));
}

/* ---- Event mode, early return, intermediate update ---- */

typedef struct {
    int updates;
    bool ask;
    double last;
} Watch;

static void update(fmi3InstanceEnvironment environment, fmi3Float64 time, fmi3Boolean set_requested,
                   fmi3Boolean get_allowed, fmi3Boolean finished, fmi3Boolean can_return,
                   fmi3Boolean *returns, fmi3Float64 *when)
{
    Watch *watch = environment;
    (void)set_requested, (void)get_allowed, (void)finished;
    assert_true(time >= watch->last);
    watch->last = time;
    watch->updates++;
    *returns = watch->ask && can_return;
    *when = time;
}

/* All combinations end at the same bits; early returns stand at the events. */
static void combine(bool event_mode, bool early, bool updates, bool ask, const double *want)
{
    Watch watch = {.ask = ask};
    fmi3Boolean event, terminate, returned;
    double last = 0.0, got[COLUMNS];
    int returns = 0;
    fmi3Instance I = new_cs(event_mode, early, updates ? update : NULL, &watch);
    start(I);
    if (event_mode)
        assert_int_equal(fmi3EnterStepMode(I), fmi3OK);
    while (last < 12.0) {
        assert_int_equal(
            fmi3DoStep(I, last, 12.0 - last, false, &event, &terminate, &returned, &last), fmi3OK);
        assert_true(returned == (last < 12.0));
        assert_true(!event || event_mode);
        assert_false(terminate);
        returns += returned;
        if (returned)
            assert_true(fabs(last - 7.5) < 1e-6 || fabs(last - 10.340289) < 1e-6);
        if (event) {
            bool a, b, c, d, e;
            double t;
            assert_int_equal(fmi3EnterEventMode(I), fmi3OK);
            assert_int_equal(fmi3UpdateDiscreteStates(I, &a, &b, &c, &d, &e, &t), fmi3OK);
            assert_int_equal(fmi3EnterStepMode(I), fmi3OK);
        }
    }
    columns_of(I, got);
    assert_memory_equal(got, want, COLUMNS * sizeof *got);
    assert_int_equal(returns, early && (event_mode || (updates && ask)) ? 2 : 0);
    assert_int_equal(watch.updates, updates ? 3 : 0); /* two events and the end */
    fmi3FreeInstance(I);
}

static void event_mode_early_return_and_updates_combine(void **state)
{
    choose_block();
    double want[COLUMNS];
    fmi3Instance I = new_cs(false, false, NULL, NULL);
    start(I);
    go(I, 0, 240);
    columns_of(I, want);
    fmi3FreeInstance(I);
    for (int k = 0; k < 16; k++)
        combine(k & 1, k & 2, k & 4, k & 8, want);
}

/* ---- Derivatives ---- */

enum { MOST = 1024, SIZES = 5 };

/* A Model Exchange instance whose inputs come from the signals of another one. */
typedef struct {
    fmi3Instance I, signals;
    const FmuInstance *own;
    fmi3ValueReference unknown[MOST], known[MOST];
    size_t nunknown, nknown;
    double t, y[MOST], u[MOST];
    int compared, events;
} Model;

static void list_variables(Model *m)
{
    for (int k = 0; k < m->own->nstate; k++) {
        m->unknown[m->nunknown++] = (fmi3ValueReference)(FMU_RATE + k);
        m->known[m->nknown++] = (fmi3ValueReference)(FMU_STATE + k);
    }
    for (int k = 0; k < m->own->ncolumn; k++)
        m->unknown[m->nunknown++] = (fmi3ValueReference)(FMU_COLUMN + k);
    for (int k = 0; k < m->own->nguard; k++)
        m->unknown[m->nunknown++] = (fmi3ValueReference)(FMU_GUARD + k);
    for (int k = 0; k < 2 * m->own->ninput; k++)
        m->known[m->nknown++] =
            (fmi3ValueReference)(k < m->own->ninput ? FMU_INPUT + k
                                                    : FMU_SLOPE + k - m->own->ninput);
}

/* The unknowns where one known is moved by h. */
static void moved(Model *m, size_t known, double h, double *out)
{
    const size_t n = (size_t)m->own->nstate;
    const bool state = known < n;
    double *place = state ? &m->y[known] : &m->u[known - n];
    const double keep = *place;
    *place = keep + h;
    assert_int_equal(fmi3SetContinuousStates(m->I, m->y, n), fmi3OK);
    if (!state)
        assert_int_equal(fmi3SetFloat64(m->I, &m->known[known], 1, place, 1), fmi3OK);
    assert_int_equal(fmi3GetFloat64(m->I, m->unknown, m->nunknown, out, m->nunknown), fmi3OK);
    *place = keep;
    assert_int_equal(fmi3SetContinuousStates(m->I, m->y, n), fmi3OK);
    if (!state)
        assert_int_equal(fmi3SetFloat64(m->I, &m->known[known], 1, place, 1), fmi3OK);
}

/* Differences have an error of rounding and one of curvature: of several sizes the best counts. */
static void compare_column(Model *m, size_t known)
{
    const double one = 1.0;
    double exact[MOST], up[MOST], down[MOST], least[MOST], here[MOST];
    const size_t n = (size_t)m->own->nstate;
    const double size =
        known < n ? fmax(fabs(m->y[known]), stn_host_state_at(m->own->base, (int)known).scale)
                  : fmax(fabs(m->u[known - n]), 1e-3);
    assert_int_equal(fmi3GetFloat64(m->I, m->unknown, m->nunknown, here, m->nunknown), fmi3OK);
    assert_int_equal(fmi3GetDirectionalDerivative(m->I, m->unknown, m->nunknown, &m->known[known],
                                                  1, &one, 1, exact, m->nunknown),
                     fmi3OK);
    for (int k = 0; k < SIZES; k++) {
        const double h = size * pow(10.0, -3.0 - 1.5 * k);
        moved(m, known, h, up);
        moved(m, known, -h, down);
        for (size_t i = 0; i < m->nunknown; i++) {
            const double error = fabs((up[i] - down[i]) / (2.0 * h) - exact[i]);
            least[i] = k == 0 ? error : fmin(least[i], error);
        }
    }
    for (size_t i = 0; i < m->nunknown; i++)
        CHECK(least[i] <= 1e-6 * fmax(fabs(exact[i]), 1e-3 * fabs(here[i]) / size) + 1e-12,
              "t = %g s: %x by %x: %.12g, differences are %.3g off", m->t, m->unknown[i],
              m->known[known], exact[i], least[i]);
}

/* FMI 2 shares the code behind its function; adjoint: the transpose. */
static void compare_adjoint(Model *m)
{
    double seed[MOST], along[MOST], out[MOST], back[MOST], left = 0.0, right = 0.0, size = 0.0;
    for (size_t k = 0; k < m->nknown; k++)
        along[k] = sin(1.0 + (double)k);
    for (size_t i = 0; i < m->nunknown; i++)
        seed[i] = cos(1.0 + (double)i);
    assert_int_equal(fmi3GetDirectionalDerivative(m->I, m->unknown, m->nunknown, m->known,
                                                  m->nknown, along, m->nknown, out, m->nunknown),
                     fmi3OK);
    assert_int_equal(fmi3GetAdjointDerivative(m->I, m->unknown, m->nunknown, m->known, m->nknown,
                                              seed, m->nunknown, back, m->nknown),
                     fmi3OK);
    for (size_t i = 0; i < m->nunknown; i++)
        left += seed[i] * out[i], size += fabs(seed[i] * out[i]);
    for (size_t k = 0; k < m->nknown; k++)
        right += along[k] * back[k], size += fabs(along[k] * back[k]);
    CHECK(fabs(left - right) <= 1e-9 * size,
          /* rates cancel: friction against force */ "%.17g, %.17g", left, right);
}

static void compare_all(Model *m)
{
    for (size_t k = 0; k < m->nknown; k++)
        compare_column(m, k);
    compare_adjoint(m);
    m->compared++;
}

static void feed(Model *m, double t)
{
    const size_t n = (size_t)m->own->nstate, nu = m->nknown - n;
    fmi3Boolean event, terminate, early;
    double last;
    if (t > m->t)
        assert_int_equal(
            fmi3DoStep(m->signals, m->t, t - m->t, true, &event, &terminate, &early, &last),
            fmi3OK);
    assert_int_equal(fmi3GetFloat64(m->signals, m->known + n, nu, m->u, nu), fmi3OK);
    assert_int_equal(fmi3SetFloat64(m->I, m->known + n, nu, m->u, nu), fmi3OK);
}

static void update_event(Model *m)
{
    bool a, b, c, d, e;
    double t;
    assert_int_equal(fmi3UpdateDiscreteStates(m->I, &a, &b, &c, &d, &e, &t), fmi3OK);
    assert_int_equal(fmi3EnterContinuousTimeMode(m->I), fmi3OK);
    assert_int_equal(fmi3GetContinuousStates(m->I, m->y, (size_t)m->own->nstate), fmi3OK);
}

/* Euler steps, which meet every mode of the scenario; derivatives after each event and now and then. */
static void follow(const char *scenario, const StnOverride *set, double dt, double duration)
{
    Model *m = calloc(1, sizeof *m);
    fmu_model_choose(scenario, set);
    m->signals = new_cs(false, false, NULL, NULL);
    start(m->signals);
    m->I = fmi3InstantiateModelExchange("a", "{test}", NULL, false, false, NULL, log_message);
    m->own = m->I;
    list_variables(m);
    const size_t n = (size_t)m->own->nstate, ng = (size_t)m->own->nguard + 1;
    double rate[MOST], guard[MOST];
    assert_int_equal(fmi3EnterInitializationMode(m->I, false, 0.0, 0.0, false, 0.0), fmi3OK);
    feed(m, 0.0);
    assert_int_equal(fmi3ExitInitializationMode(m->I), fmi3OK);
    update_event(m);
    const int steps = (int)(duration / dt);
    for (int k = 0; k < steps; k++) {
        if (k % (steps / 8) == 0)
            compare_all(m);
        assert_int_equal(fmi3GetContinuousStateDerivatives(m->I, rate, n), fmi3OK);
        for (size_t i = 0; i < n; i++)
            m->y[i] += dt * rate[i];
        feed(m, (k + 1) * dt);
        m->t = (k + 1) * dt;
        assert_int_equal(fmi3SetTime(m->I, m->t), fmi3OK);
        assert_int_equal(fmi3SetContinuousStates(m->I, m->y, n), fmi3OK);
        assert_int_equal(fmi3GetEventIndicators(m->I, guard, ng), fmi3OK);
        bool event = false;
        for (size_t i = 0; i < ng; i++)
            event = event || guard[i] <= 0.0;
        if (!event)
            continue;
        assert_int_equal(fmi3EnterEventMode(m->I), fmi3OK);
        update_event(m);
        if (m->events++ < 20)
            compare_all(m);
    }
    assert_true(m->compared >= 8);
    fmi3FreeInstance(m->signals);
    fmi3FreeInstance(m->I);
    free(m);
}

#define SET(...) ((StnOverride[]){__VA_ARGS__, {NULL, NULL}})

static void derivatives_are_those_of_differences_in_every_mode(void **state)
{
    follow("block-stick-slip", NULL, 1e-3, 12.0);
    follow("eha-step", NULL, 1e-5, 0.1);
    follow("flap-reversible-deploy-drop", NULL, 4e-5, 5.0);
    follow("chain-joint", NULL, 2e-4, 4.0);
    follow("block-stick-slip", SET({"friction.contact.law", "lugre"}), 1e-5, 0.2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_goes_on_in_another_process),
        cmocka_unit_test(a_state_is_refused_by_the_other_kind_of_instance),
        cmocka_unit_test(a_reset_instance_is_as_a_fresh_one),
        cmocka_unit_test(instances_in_threads_get_the_same_bits),
        cmocka_unit_test(a_thousand_instances_come_and_go),
        cmocka_unit_test(event_mode_early_return_and_updates_combine),
        cmocka_unit_test(derivatives_are_those_of_differences_in_every_mode),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fmu_model_free();
    return failed;
}
