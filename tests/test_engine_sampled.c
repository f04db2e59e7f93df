/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Digital controllers and sensors: sample times, rounding, lag, noise, in both engines. */
#include "build_block.h"
#include "skip.h"

/* ---- Sensors on an imposed motion, which no controller can disturb ---- */

static void watched(Block *b, double V, double resolution, double sample, double lag, double noise)
{
    block_begin(b, "coulomb");
    block_choose(b, "drive", "motion");
    block_input(b, "vd", stn_signal_constant(V));
    block_sensor(b, "x", resolution, sample, lag, noise);
}

static void a_sensor_shows_multiples_of_its_resolution(void **state)
{
    Block b;
    (void)state;
    watched(&b, 0.37, 1e-3, 0.0, 0.0, 0.0);
    block_make(&b);
    for (int k = 0; k < 500; k++) {
        block_to(&b, 0.0137 * k);
        double x = block_value(&b, "x"), shown = block_value(&b, "x_meas");
        NEAR(shown / 1e-3, round(shown / 1e-3), 1e-9);
        NEAR(shown, x, 0.5e-3 * (1.0 + 1e-9));
    }
    block_end(&b);
}

/* It shows V*t at the last multiple of the sample time. */
static void a_sampled_sensor_holds_its_value_between_samples(void **state)
{
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        Block b;
        double V = 0.37, T = 0.1;
        watched(&b, V, 0.0, T, 0.0, 0.0);
        if (engine)
            block_fixed(&b, 1e-3);
        block_make(&b);
        for (int k = 0; k < 300; k++) {
            block_to(&b, T * (k / 3 + 0.25 * (1 + k % 3)));
            NEAR(block_value(&b, "x_meas"), V * T * (k / 3), engine ? 1e-12 : 1e-14);
        }
        block_end(&b);
    }
}

/* First-order lag T of the ramp V*t from rest: V*(t - T*(1 - exp(-t/T))). */
static void a_lag_follows_a_ramp_by_its_closed_form(void **state)
{
    Block b;
    double V = 0.37, T = 0.05;
    (void)state;
    watched(&b, V, 0.0, 0.0, T, 0.0);
    block_make(&b);
    for (int k = 1; k <= 40; k++) {
        double t = 0.0171 * k;
        block_to(&b, t);
        NEAR(block_value(&b, "x_meas"), V * (t - T * (1.0 - exp(-t / T))), 1e-9 * V * T);
    }
    block_end(&b);
}

static void a_lag_in_fixed_step_converges_at_first_order(void **state)
{
    double error[3], V = 0.37, T = 0.05, t = 0.1, want = V * (t - T * (1.0 - exp(-t / T)));
    (void)state;
    for (int k = 0; k < 3; k++) {
        Block b;
        watched(&b, V, 0.0, 0.0, T, 0.0);
        block_fixed(&b, 1e-3 / (1 << k));
        block_make(&b);
        block_to(&b, t);
        error[k] = fabs(block_value(&b, "x_meas") - want);
        block_end(&b);
    }
    CHECK(error[0] > 1.8 * error[1] && error[1] > 1.8 * error[2] && error[0] < 1e-3 * V, "%g %g %g",
          error[0], error[1], error[2]);
}

/* N samples of a standing block: mean 0 and standard deviation s to about s/sqrt(N). */
static void noise_is_seeded_and_has_the_standard_deviation_asked_for(void **state)
{
    enum { N = 4000 };
    static double shown[3][N];
    double s = 1e-3, sum = 0.0, square = 0.0;
    (void)state;
    for (int run = 0; run < 3; run++) {
        Block b;
        watched(&b, 0.0, 0.0, 0.1, 0.0, s);
        b.def.seed = run == 2 ? 8 : 7;
        block_make(&b);
        for (int k = 0; k < N; k++) {
            block_to(&b, 0.1 * k + 0.05);
            shown[run][k] = block_value(&b, "x_meas");
        }
        block_end(&b);
    }
    assert_memory_equal(shown[0], shown[1], sizeof shown[0]);
    int equal = 0;
    for (int k = 0; k < N; k++) {
        equal += shown[0][k] == shown[2][k];
        sum += shown[0][k];
        square += shown[0][k] * shown[0][k];
    }
    assert_int_equal(equal, 0);
    NEAR(sum / N, 0.0, 4.0 * s / sqrt(N));
    NEAR(sqrt(square / N), s, 4.0 * s / sqrt(2.0 * N));
}

/* Without sample times every time that is looked at has a draw of its own, the same when looked at
 * again; once it was one draw for the whole run. */
static void noise_without_sample_times_differs_from_time_to_time(void **state)
{
    enum { N = 2000 };
    const double s = 1e-3;
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        Block b;
        double sum = 0.0, square = 0.0;
        watched(&b, 0.0, 0.0, 0.0, 0.0, s);
        if (engine)
            block_fixed(&b, 1e-3);
        block_make(&b);
        for (int k = 0; k < N; k++) {
            block_to(&b, 0.01 * (k + 1));
            const double shown = block_value(&b, "x_meas");
            assert_true(shown == block_value(&b, "x_meas"));
            sum += shown;
            square += shown * shown;
        }
        block_end(&b);
        NEAR(sum / N, 0.0, 4.0 * s / sqrt(N));
        NEAR(sqrt(square / N), s, 4.0 * s / sqrt(2.0 * N));
    }
}

/* Both engines see the same numbers at the same samples. */
static void noise_is_the_same_in_both_engines(void **state)
{
    Block b[2];
    (void)state;
    for (int k = 0; k < 2; k++) {
        watched(&b[k], 0.0, 0.0, 0.1, 0.0, 1e-3);
        if (k)
            block_fixed(&b[k], 1e-3);
        block_make(&b[k]);
    }
    for (int i = 0; i < 100; i++) {
        for (int k = 0; k < 2; k++)
            block_to(&b[k], 0.1 * i + 0.05);
        assert_true(block_value(&b[0], "x_meas") == block_value(&b[1], "x_meas"));
    }
    block_end(&b[0]);
    block_end(&b[1]);
}

/* ---- A sampled controller ---- */

static void sampled_loop(Block *b, double Ts, double resolution, const char *derivative)
{
    block_begin(b, "coulomb");
    block_choose(b, "drive", "pid");
    block_choose(b, "derivative", derivative);
    block_set(b, "Ts", Ts);
    block_friction(b, "Fs", 1.5);
    block_friction(b, "Fc", 1.0);
    block_friction(b, "sigma2", 0.4);
    block_input(b, "xd", stn_signal_constant(1.0));
    if (resolution > 0.0)
        block_sensor(b, "x", resolution, 0.0, 0.0, 0.0);
}

/* The effort changes at multiples of Ts only, and is what the discrete law makes of the samples:
 * i += (x - xd)*Ts;  u = -Kp*(x - xd) - Kv*slope - Ki*i, x rounded to the resolution. */
static void a_sampled_pid_is_the_difference_equation_on_the_measured_position(void **state)
{
    static const char *const words[] = {"state", "difference", "difference2"};
    (void)state;
    for (int c = 0; c < 2 * COUNT(words); c++) {
        Block b;
        double Ts = 0.01, dx = 1e-4, i = 0.0, x1 = 0.0, x2 = 0.0;
        sampled_loop(&b, Ts, dx, words[c / 2]);
        if (c % 2)
            block_fixed(&b, 1e-4);
        block_make(&b);
        for (int k = 0; k < 500; k++) {
            /* the state that the sample will see: a fixed step takes the sample when it goes on */
            block_to(&b, k == 0 ? 0.0 : c % 2 ? k * Ts : k * Ts - 1e-12);
            double x = block_value(&b, "x"), v = block_value(&b, "v"),
                   meas = dx * floor(x / dx + 0.5);
            double slope = c / 2 == 0   ? v
                           : c / 2 == 1 ? (meas - x1) / Ts
                                        : (meas - x2) / (2.0 * Ts);
            bool clear =
                fabs(x / dx - floor(x / dx) - 0.5) > 1e-3; /* no doubt about the rounding */
            i += (meas - 1.0) * Ts;
            block_to(&b, (k + 0.5) * Ts);
            if (!clear)
                break; /* from here on the two could part */
            double want = -3.0 * (meas - 1.0) - 6.0 * slope - 4.0 * i;
            NEAR(block_value(&b, "u"), want, 1e-9);
            x2 = x1, x1 = meas;
        }
        block_end(&b);
    }
}

/* Number of the first event after t. */
static int event_after(const Block *b, double t)
{
    for (int i = 0; i < b->nevent; i++)
        if (b->event[i].t > t)
            return i;
    fail_msg("no event after %g s", t);
    return -1;
}

/* The same sequence in both engines; times differ by a few steps. */
static void a_quantised_sampled_loop_has_the_same_events_in_both_engines(void **state)
{
    Block b[2];
    double dt = 1e-5;
    enum { WHILE = 13 };
    (void)state;
    for (int k = 0; k < 2; k++) {
        sampled_loop(&b[k], 0.01, 1e-4, "state");
        if (k)
            block_fixed(&b[k], dt);
        block_make(&b[k]);
        block_to(&b[k], 60.0);
    }
    const StnEvent *e = b[0].event + event_after(&b[0], 0.1),
                   *f = b[1].event + event_after(&b[1], 0.1);
    CHECK(b[0].nevent > WHILE && b[1].nevent > WHILE, "%d and %d events", b[0].nevent, b[1].nevent);
    for (int i = 0; i < WHILE; i++, e++, f++)
        CHECK(e->kind == f->kind && fabs(e->t - f->t) <= 20.0 * dt,
              "event %d: %s at %.9g, %s at %.9g", i, stn_event_word(e->kind), e->t,
              stn_event_word(f->kind), f->t);
    block_end(&b[0]);
    block_end(&b[1]);
}

/* |u| never exceeds the limit; while it is reached the integrator is held, so that it comes back at
 * once: with the integrator running on, i would be -0.9 and more after 1 s. */
static void a_sampled_effort_limit_holds_the_integrator(void **state)
{
    Block b;
    (void)state;
    sampled_loop(&b, 0.01, 0.0, "state");
    block_set(&b, "limit",
              1.2); /* below Fs: the block never moves, the effort stays at the limit */
    block_make(&b);
    block_to(&b, 5.0);
    NEAR(block_value(&b, "u"), 1.2, 0.0);
    assert_true(block_value(&b, "x") == 0.0);
    NEAR(stn_disc(b.system, b.state)[1], 0.0, 0.0); /* the integral: never left the limit */
    block_end(&b);
}

/* A sampled loop is saved and restored in the middle of a sample, with its noise. */
static void a_sampled_noisy_loop_is_restored_with_the_same_bits(void **state)
{
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        Block b;
        sampled_loop(&b, 0.01, 0.0, "difference");
        block_sensor(&b, "x", 1e-4, 0.0, 0.02, 1e-4);
        if (engine)
            block_fixed(&b, 1e-4);
        block_make(&b);
        block_to(&b, 0.7351);
        void *saved = block_save(&b);
        block_to(&b, 4.0);
        double x = block_value(&b, "x"), shown = block_value(&b, "x_meas");
        block_restore(&b, saved);
        block_to(&b, 4.0);
        assert_true(block_value(&b, "x") == x && block_value(&b, "x_meas") == shown);
        free(saved);
        block_end(&b);
    }
}

static void a_fixed_step_longer_than_the_sample_time_is_refused(void **state)
{
    Block b;
    (void)state;
    sampled_loop(&b, 1e-3, 0.0, "state");
    block_fixed(&b, 1e-2);
    b.system = stn_system_new(&b.def, &b.error);
    assert_null(b.system);
    CHECK(strstr(b.error.text, "Ts") != NULL, "%s", b.error.text);
    for (int i = 0; i < STN_INPUTS_MAX; i++) /* still ours */
        stn_signal_free(b.def.input[i]);
}

/* ---- What a sample makes anew ---- */

/* Held effort, input and reference only add to the rates: the matrices are those of the mode. */
static void a_sample_that_changes_no_mode_keeps_the_matrices(void **state)
{
    StnError error = {0};
    StnRecord record = {0};
    (void)state;
    StnScenario *scenario = stn_scenario_load("block-emps", NULL, &error);
    CHECK(scenario != NULL, "%s", error.text);
    const StnSystem *system = stn_scenario_system(scenario);
    StnRunDef def = stn_scenario_run_def(scenario);
    void *memory = malloc(stn_state_size(system));
    assert_int_equal(stn_run(system, stn_state_init(system, memory), &def, &record, &error),
                     STN_OK);
    CHECK(record.counters.exact_steps >= 12000, "one per sample");
    CHECK(record.counters.jacobians <= record.counters.events, "%ld Jacobians, %ld events",
          (long)record.counters.jacobians, (long)record.counters.events);
    stn_record_free(&record);
    free(memory);
    stn_scenario_free(scenario);
}

/* A plant from outside: a mass on a spring whose stiffness is held by a controller, k and 4*k in turn. */
enum { SWITCHED_TS };
static const StnParam switched_params[] = {
    {"Ts", STN_KIND_SCALAR, "s", 0.25, 1e-3, 1e3, "sample time", NULL, NULL, NULL}};
static const StnVar switched_states[] = {
    {"x", "m", 1.0, "position", STN_ROLE_POSITION, 0},
    {"v", "m/s", 1.0, "velocity", STN_ROLE_VELOCITY, 0},
};
static const int switched_partner[] = {1, -1};
static const StnVar switched_inputs[] = {{"u", "N", 0.0, "force", STN_ROLE_EFFORT, 0}};
static const StnVar switched_discs[] = {{"k", "N/m", 1.0, "stiffness", STN_ROLE_OTHER, -1}};
static const StnSiteInfo switched_sites[] = {{"contact", 1, 0, 0, "none", "mass on its support"}};

static void switched_eval(const StnSelf *self, const double *p, const double *s, const StnIn *u,
                          const double *d, StnRel *r, StnSite *site, double *rate)
{
    (void)self, (void)p, (void)r;
    rate[0] = s[1];
    rate[1] = 0.0;
    site->x = s[0];
    site->v = s[1];
    site->m = 1.0;
    site->h = u[0].val - d[0] * s[0];
    site->load = 0.0;
}
static void switched_outputs(const StnSelf *self, const double *p, const double *s, const StnIn *u,
                             const double *d, StnRel *r, const StnSite *site, const double *FF,
                             double *out)
{
    (void)self, (void)p, (void)u, (void)d, (void)r, (void)site, (void)FF;
    out[0] = s[0], out[1] = s[1];
}
static void switched_sample(const StnSelf *self, const double *p, const double *s, const StnIn *u,
                            const double *meas, double *d)
{
    (void)self, (void)p, (void)s, (void)u, (void)meas;
    d[0] = d[0] == 1.0 ? 4.0 : 1.0;
}
static uint32_t switched_needs(const StnSelf *self, const double *p)
{
    return (void)self, (void)p, 0u;
}

static const StnPlant switched = {
    .abi = STN_MODEL_ABI,
    .size = sizeof(StnPlant),
    .name = "switched",
    .title = "A mass on a spring that is switched",
    .equation = "dv/dt = u - k*x",
    .text = "For tests.",
    .reference = "",
    .nparam = 1,
    .nstate = 2,
    .ninput = 1,
    .noutput = 2,
    .ndisc = 1,
    .nsite = 1,
    .params = switched_params,
    .states = switched_states,
    .inputs = switched_inputs,
    .outputs = switched_states,
    .discs = switched_discs,
    .partner = switched_partner,
    .sites = switched_sites,
    .flags = STN_PLANT_AFFINE,
    .clock = SWITCHED_TS,
    .eval = switched_eval,
    .outputs_at = switched_outputs,
    .sample = switched_sample,
    .needs = switched_needs,
};

/* Between samples x'' = -w^2*x with w = 1 and 2 in turn, from x = 1, v = 0.  The matrices of a plant from
 * outside come from differences, right to 1e-10 or so. */
static void a_sample_that_changes_a_stiffness_makes_the_matrices_anew(void **state)
{
    Block b;
    double x = 1.0, v = 0.0, T = 0.25;
    (void)state;
    block_begin(&b, "none");
    b.def = stn_default_system_def(&switched);
    b.def.initial = b.start;
    b.def.site[0].law = stn_catalog_law(NULL, "none");
    block_start(&b, "x", 1.0);
    block_make(&b);
    for (int k = 0; k < 40; k++) {
        double w = k % 2 ? 2.0 : 1.0, c = cos(w * T), s = sin(w * T);
        double next = c * x + s * v / w;
        v = c * v - w * s * x;
        x = next;
        block_to(&b, (k + 1) * T);
        NEAR(block_value(&b, "x"), x, 1e-8 * (1.0 + k));
        NEAR(block_value(&b, "v"), v, 1e-8 * (1.0 + k));
    }
    CHECK(stn_state_counters(b.state).explicit_steps == 0, "all steps are exact");
    block_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sensor_shows_multiples_of_its_resolution),
        cmocka_unit_test(a_sampled_sensor_holds_its_value_between_samples),
        cmocka_unit_test(a_lag_follows_a_ramp_by_its_closed_form),
        cmocka_unit_test(a_lag_in_fixed_step_converges_at_first_order),
        cmocka_unit_test(noise_is_seeded_and_has_the_standard_deviation_asked_for),
        cmocka_unit_test(noise_without_sample_times_differs_from_time_to_time),
        cmocka_unit_test(noise_is_the_same_in_both_engines),
        cmocka_unit_test(a_sampled_pid_is_the_difference_equation_on_the_measured_position),
        cmocka_unit_test(a_quantised_sampled_loop_has_the_same_events_in_both_engines),
        cmocka_unit_test(a_sampled_effort_limit_holds_the_integrator),
        cmocka_unit_test(a_sampled_noisy_loop_is_restored_with_the_same_bits),
        cmocka_unit_test(a_fixed_step_longer_than_the_sample_time_is_refused),
        cmocka_unit_test(a_sample_that_changes_no_mode_keeps_the_matrices),
        cmocka_unit_test(a_sample_that_changes_a_stiffness_makes_the_matrices_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
