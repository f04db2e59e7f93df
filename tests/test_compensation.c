/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Compensations of friction in a loop: what it makes of them, and what must not change.  Figures of loops are those of a
 * fixed-step prototype of another author at Ts/100, Ts = 1 ms; long_compensation.c has the table whole. */
#include "run_scenario.h"

#define PI 3.14159265358979323846

/* ---- In a loop ---- */

#define SAMPLED                 \
    {                           \
        "controller.Ts", "1 ms" \
    }
/* Kv acts on the rate of the error: Kv*v_ref is a feed-forward, too. */
#define TRACKING(inertia, more)                                                                    \
    SAMPLED, {"controller.Kp", "400 N/m"}, {"controller.Kv", "40 N*s/m"}, {"controller.Ki", "0"},  \
        {"inputs.xd", "{sine: {amplitude: 10 mm, frequency: 0.5 Hz}}"}, {"duration", "20 s"},      \
        {"record.every", "1 ms"},                                                                  \
    {                                                                                              \
        "compensation", "[{kind: feedforward, law: coulomb, Fs: 0, Fc: 0, sigma2: 40, m: " inertia \
                        "}" more "]"                                                               \
    }

static double tracking_error(const Trial *a)
{
    const double *x = trial_column(a, "x"), *t = trial_column(a, "t");
    double most = 0.0;
    for (size_t k = trial_row(a, 10.0); k < a->record.rows; k++)
        most = fmax(most, fabs(x[k] - 0.01 * sin(PI * t[k])));
    return most;
}

static void tracking_errors_are_those_of_the_prototype(void **state)
{
    Trial a;
    (void)state;
#define TRACKS(law, inertia, more, error)                                                 \
    RUN(&a, "block-limit-cycle", {"friction.contact.law", law}, TRACKING(inertia, more)); \
    NEAR(tracking_error(&a), error, 0.05 * (error));                                      \
    trial_end(&a)
    TRACKS("stribeck", "0", "", 2.59e-3);
    TRACKS("stribeck", "1", ", {kind: feedforward, law: coulomb, m: 0}", 0.45e-3);
    TRACKS("stribeck", "1", ", {kind: disturbance_observer, L: 50}", 0.66e-3);
    TRACKS("stribeck", "1", ", {kind: feedback, eps: 10 mm/s}", 1.98e-3);
    TRACKS("stribeck", "1", ", {kind: observer}", 4.1e-3);
    TRACKS("lugre", "1", ", {kind: feedforward, law: coulomb, m: 0}", 0.057e-3);
    TRACKS("lugre", "1", ", {kind: disturbance_observer, L: 50}", 0.61e-3);
    TRACKS("lugre", "1", ", {kind: feedback, eps: 10 mm/s}", 1.43e-3);
}

/* With a Stribeck speed that matters the whole curve does what the sliding level alone cannot. */
static void a_feedforward_takes_a_whole_law(void **state)
{
    Trial a;
    (void)state;
    RUN(&a, "block-limit-cycle", {"friction.contact.vs", "10 mm/s"},
        TRACKING("1", ", {kind: feedforward, law: coulomb, m: 0}"));
    NEAR(tracking_error(&a), 0.60e-3, 0.05 * 0.60e-3);
    trial_end(&a);
    RUN(&a, "block-limit-cycle", {"friction.contact.vs", "10 mm/s"},
        TRACKING("1", ", {kind: feedforward, m: 0}")); /* the law of the site */
    NEAR(tracking_error(&a), 0.007e-3, 0.05 * 0.007e-3);
    trial_end(&a);
}

/* A level that is wrong by 10 % of 1 N leaves 0.1/Kp = 0.25 mm in motion. */
static void a_wrong_level_leaves_its_difference_over_the_stiffness(void **state)
{
    Trial a;
    (void)state;
    RUN(&a, "block-limit-cycle", {"friction.contact.law", "lugre"},
        TRACKING("1", ", {kind: feedforward, law: coulomb, m: 0, Fs: 1.1, Fc: 1.1}"));
    NEAR(tracking_error(&a), 0.25e-3, 0.01 * 0.25e-3);
    trial_end(&a);
}

static void an_adaptive_term_finds_the_level(void **state)
{
    Trial a;
    (void)state;
    RUN(&a, "block-limit-cycle", TRACKING("1", ", {kind: adaptive, k: 5, eps: 1 mm/s}"));
    NEAR(trial_last(&a, "comp2_Fc"), 1.0, 0.01);
    trial_end(&a);
}

/* Mean friction under a swing V of the velocity: (2/pi)*Fc*asin(v/V).  So a force F moves it at v = V*sin(pi*F/(2*Fc)); V is that
 * of a mass under A*sin(w*t), less what friction takes of it: its first harmonic, 4*Fc/pi, in quadrature. */
static void a_dither_makes_friction_viscous_on_the_average(void **state)
{
    const double A = 20.0, f = 20.0, F = 0.3, V = sqrt(A * A - pow(4.0 / PI, 2.0)) / (2.0 * PI * f);
    Trial a;
    (void)state;
    RUN(&a, "block-limit-cycle", {"friction.contact.law", "coulomb"},
        {"friction.contact.Fs", "1 N"}, {"friction.contact.sigma2", "0"}, {"controller.Kp", "0"},
        {"controller.Kv", "0"}, {"controller.Ki", "0"}, {"controller.Ts", "0.1 ms"},
        {"inputs.load", "-0.3 N"}, {"duration", "6 s"}, {"record.every", "50 ms"},
        {"compensation", "[{kind: dither, A: 20 N, f: 20 Hz}]"});
    const double *x = trial_column(&a, "x");
    const double v = (x[a.record.rows - 1] - x[trial_row(&a, 3.0)]) / 3.0;
    NEAR(v, V * sin(0.5 * PI * F), 0.01 * v);
    trial_end(&a);
}

/* 200 s of hunting take 0.1 s: what stands, and where. */
static void standing_errors_are_those_of_the_prototype(void **state)
{
    Trial a;
    (void)state;
#define STANDS(law, ki, term, error)                                                            \
    RUN(&a, "block-limit-cycle", SAMPLED, {"friction.contact.law", law}, {"controller.Ki", ki}, \
        {"duration", "100 s"}, {"record.every", "100 ms"}, {"compensation", "[" term "]"});     \
    NEAR(trial_last(&a, "x") - 1.0, error, 0.05 * fabs(error));                                 \
    NEAR(trial_last(&a, "x"), trial_at(&a, "x", 80.0), 1e-5);                                   \
    trial_end(&a)
    STANDS("stribeck", "4", "{kind: push, Fs: 1.5 N, band: 10 mm, fade: 20 mm/s}", -0.82e-3);
    STANDS("stribeck", "0", "{kind: push, Fs: 1.5 N, band: 10 mm, fade: 20 mm/s}", -6.5e-3);
    STANDS("lugre", "0", "{kind: push, Fs: 1.5 N, band: 10 mm, fade: 20 mm/s}", -6.5e-3);
    STANDS("stribeck", "0", "{kind: observer}", -2.6e-3);
}

/* ---- A continuous controller ---- */

static double ramp_swing(const Trial *a)
{
    const double *x = trial_column(a, "XJ"), *com = trial_column(a, "Com");
    double lo = INFINITY, hi = -INFINITY;
    for (size_t k = trial_row(a, 5.0); k < a->record.rows; k++)
        lo = fmin(lo, x[k] - com[k]), hi = fmax(hi, x[k] - com[k]);
    return hi - lo;
}

static double ramp_error(const Trial *a)
{
    const double *x = trial_column(a, "XJ"), *com = trial_column(a, "Com");
    double most = 0.0;
    for (size_t k = trial_row(a, 5.0); k < a->record.rows; k++)
        most = fmax(most, fabs(x[k] - com[k]));
    return most;
}

/* A force becomes a current through the valve at rest, 6.25e-8 A/N. */
static void a_servovalve_takes_the_compensation_as_current(void **state)
{
    Trial a;
    (void)state;
#define RAMP(term) RUN(&a, "eha-ramp", {"record.every", "1 ms"}, {"compensation", "[" term "]"})
    RAMP("{kind: push, scale: 0.66, band: 10 um, fade: 1 mm/s, Ts: 1 ms}");
    NEAR(ramp_error(&a), 9.5e-6, 0.05 * 9.5e-6);
    assert_true(ramp_swing(&a) < 1e-8); /* no steps */
    trial_end(&a);
    RAMP("{kind: push, band: 10 um, fade: 1 mm/s, Ts: 1 ms}");
    NEAR(ramp_swing(&a), 9.4e-6, 0.05 * 9.4e-6); /* steps of 11.5 um again */
    trial_end(&a);
    RAMP("{kind: dither, A: 4.8 kN, f: 100 Hz, Ts: 1 ms}"); /* 0.3 mA */
    NEAR(ramp_swing(&a), 6.4e-6, 0.05 * 6.4e-6);
    trial_end(&a);
    RAMP("{kind: feedforward, law: coulomb, m: 0, Ts: 1 ms}");
    NEAR(ramp_error(&a), 31e-6, 0.05 * 31e-6);
    NEAR(trial_when(&a, STN_EVENT_SLIP_FORWARD, "piston", 0), 0.124, 0.001);
    trial_end(&a);
}

/* The column at the start, where a square wave of a long period is its amplitude. */
static double at_start(const char *scenario, const char *options, const char *parameters,
                       const char *input, const char *value, const char *column, const char *force)
{
    char text[160];
    Trial a;
    snprintf(text, sizeof text, "[{kind: dither, shape: square, A: %s, f: 1 mHz, Ts: 1 ms}]",
             force);
    RUN(&a, scenario, {"options", options}, {"parameters", parameters}, {input, value},
        {"compensation", text}, {"duration", "10 ms"}, {"record.every", "1 ms"});
    const double first = trial_column(&a, column)[0];
    trial_end(&a);
    return first;
}

/* A torque of 0.5 N*m with kt 2 N*m/A, R 3 Ohm and a supply of 12 V. */
static void forces_become_what_the_drive_takes(void **state)
{
    (void)state;
#define SERVO(motor, input, column) \
    at_start("servo-pendulum", "{motor: " motor "}", "{kt: 2, R: 3}", input, "0", column, "0.5")
    NEAR(SERVO("torque", "inputs.u", "u"), 0.5, 1e-15);
    NEAR(SERVO("current", "inputs.i", "i"), 0.5 / 2.0, 1e-15);
    NEAR(SERVO("voltage", "inputs.V", "V"), 0.5 * 3.0 / 2.0, 1e-15);
    NEAR(at_start("servo-position", "{motor: position}", "{kt: 2, R: 3}", "inputs.qd", "0", "duty",
                  "0.5"),
         0.5 * 3.0 / (2.0 * 12.0), 1e-12);
    NEAR(at_start("eha-step", "{}", "{}", "inputs.Com", "0", "Cor", "1000"), 6.25e-5, 1e-17);
    /* P = F/D, XS = CLK*P/(CQ*sqrt(PSR - P)), KSF*XS/GM */
    const double P = 2e4 / 2.75e-3, XS = 6e-13 * P / (1.3e-4 * sqrt(26e6 - P));
    NEAR(at_start("flap-reversible-deploy", "{}", "{}", "inputs.Com", "0", "Cor", "20000"),
         30.0 * XS / 3.0, 1e-15);
    NEAR(at_start("chain-flap", "{}", "{}", "inputs.Com", "0", "Cor", "20000"), 30.0 * XS / 3.0,
         1e-15);
}

/* ---- What must not change ---- */

static const char *const terms[] = {
    "{kind: feedforward, m: 1 kg}",
    "{kind: feedforward, law: lugre}",
    "{kind: feedforward, law: gms, reference: difference}",
    "{kind: feedback, eps: 10 mm/s}",
    "{kind: push, band: 10 mm, fade: 20 mm/s}",
    "{kind: observer}",
    "{kind: disturbance_observer, L: 20}",
    "{kind: adaptive, k: 5, eps: 10 mm/s}",
    "{kind: dither, A: 2 N, f: 20 Hz}",
    "{kind: knocker, A: 3 N, width: 10 ms, period: 100 ms, band: 1 mm}",
};

static void same_columns(const Trial *a, const Trial *b)
{
    static const char *const names[] = {"t", "x", "v", "u", "h", "FF"};
    assert_int_equal(a->record.rows, b->record.rows);
    for (int c = 0; c < COUNT(names); c++)
        assert_memory_equal(trial_column(a, names[c]), trial_column(b, names[c]),
                            a->record.rows * sizeof(double));
}

/* An empty list leaves the columns as they are, too. */
static void no_terms_and_terms_of_scale_0_keep_every_bit(void **state)
{
    static const char *const methods[] = {"event", "fixed"};
    (void)state;
    for (int m = 0; m < COUNT(methods); m++) {
        Trial plain, b;
        RUN(&plain, "block-limit-cycle", SAMPLED, {"duration", "12 s"},
            {"solver.method", methods[m]}, {"solver.dt", "0.1 ms"}, {"record.every", "10 ms"});
        RUN(&b, "block-limit-cycle", SAMPLED, {"duration", "12 s"}, {"solver.method", methods[m]},
            {"solver.dt", "0.1 ms"}, {"record.every", "10 ms"}, {"compensation", "[]"});
        assert_int_equal(plain.record.ncolumn, b.record.ncolumn);
        assert_int_equal(stn_state_size(plain.system), stn_state_size(b.system));
        same_columns(&plain, &b);
        trial_end(&b);
        for (int k = 0; k < COUNT(terms); k++) {
            char text[200];
            snprintf(text, sizeof text, "[{scale: 0, %s]", terms[k] + 1);
            RUN(&b, "block-limit-cycle", SAMPLED, {"duration", "12 s"},
                {"solver.method", methods[m]}, {"solver.dt", "0.1 ms"}, {"record.every", "10 ms"},
                {"compensation", text});
            same_columns(&plain, &b);
            trial_end(&b);
        }
        trial_end(&plain);
    }
}

/* On a continuous controller the samples end steps: within the tolerance. */
static void scale_0_beside_a_continuous_controller_changes_nothing_that_counts(void **state)
{
    Trial a, b;
    (void)state;
    RUN(&a, "eha-step", {"duration", "0.5 s"}, {"record.every", "1 ms"});
    RUN(&b, "eha-step", {"duration", "0.5 s"}, {"record.every", "1 ms"},
        {"compensation", "[{kind: push, scale: 0, band: 10 um, Ts: 1 ms}]"});
    for (size_t k = 0; k < a.record.rows; k++)
        NEAR(trial_column(&a, "XJ")[k], trial_column(&b, "XJ")[k], 1e-12);
    trial_end(&a), trial_end(&b);
}

/* From a copy of the state in the middle of a stick the run goes on bit for bit; a check lets it pass. */
static void a_saved_state_goes_on_with_each_kind(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(terms); k++) {
        char text[200];
        snprintf(text, sizeof text, "[%s]", terms[k]);
        const StnOverride set[] = {SAMPLED, {"compensation", text}};
        const StnScenarioOptions options = {.set = set, .nset = 2};
        StnError error = {0};
        StnScenario *scenario = stn_scenario_load("block-limit-cycle", &options, &error);
        CHECK(scenario != NULL, "%s: %s", terms[k], error.text);
        const StnSystem *system = stn_scenario_system(scenario);
        const size_t size = stn_state_size(system);
        double first[64], second[64];
        void *memory = malloc(size), *saved = malloc(size);
        StnState *st = stn_state_init(system, memory);
        assert_int_equal(stn_advance(system, st, 4.0005, NULL, &error), STN_OK);
        memcpy(saved, memory, size);
        assert_int_equal(stn_state_check(system, saved, size, &error), STN_OK);
        assert_int_equal(stn_advance(system, st, 9.0, NULL, &error), STN_OK);
        stn_state_columns(system, st, first);
        memcpy(memory, saved, size);
        assert_int_equal(stn_advance(system, st, 9.0, NULL, &error), STN_OK);
        stn_state_columns(system, st, second);
        assert_memory_equal(first, second,
                            (size_t)stn_system_column_count(system) * sizeof(double));
        free(memory), free(saved);
        stn_scenario_free(scenario);
    }
}

/* The event engine and the fixed step sample the same values: first order, about v*dt at each slip. */
static void both_engines_agree(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(terms); k++) {
        char text[200];
        Trial a, b;
        snprintf(text, sizeof text, "[%s]", terms[k]);
        RUN(&a, "block-limit-cycle", SAMPLED, {"duration", "6 s"}, {"record.every", "10 ms"},
            {"controller.Ki", "0"}, {"compensation", text});
        RUN(&b, "block-limit-cycle", SAMPLED, {"duration", "6 s"}, {"record.every", "10 ms"},
            {"controller.Ki", "0"}, {"compensation", text}, {"solver.method", "fixed"},
            {"solver.dt", "10 us"});
        NEAR(trial_last(&a, "x"), trial_last(&b, "x"), 3e-4);
        trial_end(&a), trial_end(&b);
    }
}

/* A number of a term is one of the system's: a variant runs as a new system with it. */
static void terms_have_addresses(void **state)
{
    const StnOverride set[] = {
        SAMPLED, {"compensation", "[{kind: dither, A: 1 N, f: 5 Hz}, {kind: push, band: 10 mm}]"}};
    const StnScenarioOptions options = {.set = set, .nset = 2};
    StnError error = {0};
    StnScenario *scenario = stn_scenario_load("block-limit-cycle", &options, &error);
    const StnSystem *system = stn_scenario_system(scenario);
    StnAddress band, level;
    (void)state;
    assert_int_equal(stn_address(system, "compensation.2.band", &band, &error), STN_OK);
    assert_int_equal(stn_address(system, "compensation.2.Fs.backward", &level, &error), STN_OK);
    assert_true(stn_address_info(system, band).value == 0.01);
    assert_true(stn_address_info(system, level).value == 1.5 &&
                !stn_address_info(system, level).given);
    assert_int_equal(stn_address(system, "compensation.2.bnad", &band, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "did you mean \"compensation.2.band\""));
    assert_int_equal(stn_address(system, "compensation.2.band", &band, &error), STN_OK);
    double *block = malloc(stn_params_size(system));
    void *memory = malloc(stn_variant_size(system)), *motion = malloc(stn_state_size(system));
    stn_params_copy(system, block);
    assert_int_equal(stn_params_set(system, block, band, 0.02, &error), STN_OK);
    assert_int_equal(stn_params_set(system, block, level, 1.2, &error), STN_OK);
    assert_int_equal(stn_params_finish(system, block, &error), STN_OK);
    const StnSystem *variant = stn_system_variant(system, block, 1, memory);
    StnState *st = stn_state_init(variant, motion);
    assert_int_equal(stn_advance(variant, st, 12.0, NULL, &error), STN_OK);
    double columns[64];
    stn_state_columns(variant, st, columns);
    Trial a;
    RUN(&a, "block-limit-cycle", SAMPLED, {"duration", "12 s"}, {"record.every", "1 s"},
        {"compensation", "[{kind: dither, A: 1 N, f: 5 Hz}, {kind: push, band: 20 mm, Fs: "
                         "{forward: 1.5, backward: 1.2}}]"});
    assert_true(columns[stn_system_column(system, "x")] == trial_last(&a, "x"));
    trial_end(&a);
    free(block), free(memory), free(motion);
    stn_scenario_free(scenario);
}

/* The same by path, without a document. */
static void a_definition_takes_terms_by_path(void **state)
{
    StnSystemDef def = stn_system_def("block", NULL);
    StnError error = {0};
    (void)state;
    stn_def_set_word(&def, "options.drive", "pid");
    stn_def_set(&def, "controller.Ts", 1e-3);
    stn_def_set_input(&def, "xd", stn_signal_constant(1.0));
    stn_def_set_word(&def, "compensation.1.kind", "push");
    stn_def_set(&def, "compensation.1.band", 0.01);
    stn_def_set_word(&def, "compensation.2.kind", "feedforward");
    stn_def_set_word(&def, "compensation.2.law", "lugre");
    stn_def_set(&def, "compensation.2.Fc.forward", 0.9);
    stn_def_set(&def, "compensation.2.Fc.backward", 0.8);
    StnSystemDef copy = stn_def_copy(&def);
    StnSystem *system = stn_system_new(&copy, &error);
    CHECK(system != NULL, "%s", error.text);
    assert_int_equal(stn_system_term_count(system), 2);
    assert_string_equal(stn_system_term_law(system, 1)->name, "lugre");
    StnAddress at;
    assert_int_equal(stn_address(system, "compensation.2.Fc.backward", &at, &error), STN_OK);
    assert_true(stn_address_info(system, at).value == 0.8);
    stn_system_free(system);
    stn_def_free(&copy);
    assert_int_equal(stn_def_set_word(&def, "compensation.3.kind", "pusch"), STN_BAD_INPUT);
    assert_null(stn_system_new(&def, &error));
    assert_non_null(strstr(error.text, "did you mean \"push\""));
    stn_def_free(&def);
}

/* ---- Maps ---- */

static double value_at(const StnSystem *system, const char *path)
{
    StnAddress address;
    StnError error = {0};
    CHECK(stn_address(system, path, &address, &error) == STN_OK, "%s", error.text);
    return stn_address_info(system, address).value;
}

/* The level of a push on the clutch is the polynomial of its place; one of its own replaces it. */
static void levels_follow_the_map_of_the_site(void **state)
{
    Trial a;
    (void)state;
    RUN(&a, "clutch-step", {"duration", "2 s"}, {"record.every", "10 ms"},
        {"compensation", "[{kind: push, band: 1 mrad}]"});
    const double *theta = trial_column(&a, "theta_meas"), *F = trial_column(&a, "comp1_push");
    for (size_t k = 0; k < 50 && 30.0 - theta[k] > 0.2; k++) {
        const double x = theta[k];
        NEAR(F[k], 0.132995 + x * (0.0063 + x * (-2.67e-4 + x * 2.54e-6)), 1e-12);
    }
    trial_end(&a);
    RUN(&a, "clutch-step", {"duration", "0.1 s"},
        {"compensation", "[{kind: push, Fs: 0.1 N*m, band: 1 mrad}]"});
    NEAR(trial_column(&a, "comp1_push")[0], 0.1, 1e-15);
    trial_end(&a);
    /* A map of its own forward leaves the site's backward, a level within the play leaves both. */
    RUN(&a, "clutch-step", {"duration", "1 ms"},
        {"compensation", "[{kind: push, Cs_forward: [0.2], band: 1 mrad}, "
                         "{kind: feedforward, Cd: 0.01, Cd_s: 0.02}]"});
    assert_true(value_at(a.system, "compensation.1.Cs_backward.2") == -0.0162);
    assert_true(value_at(a.system, "compensation.2.Cs_forward.2") == 0.0063);
    trial_end(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tracking_errors_are_those_of_the_prototype),
        cmocka_unit_test(a_feedforward_takes_a_whole_law),
        cmocka_unit_test(a_wrong_level_leaves_its_difference_over_the_stiffness),
        cmocka_unit_test(an_adaptive_term_finds_the_level),
        cmocka_unit_test(a_dither_makes_friction_viscous_on_the_average),
        cmocka_unit_test(standing_errors_are_those_of_the_prototype),
        cmocka_unit_test(a_servovalve_takes_the_compensation_as_current),
        cmocka_unit_test(forces_become_what_the_drive_takes),
        cmocka_unit_test(no_terms_and_terms_of_scale_0_keep_every_bit),
        cmocka_unit_test(scale_0_beside_a_continuous_controller_changes_nothing_that_counts),
        cmocka_unit_test(a_saved_state_goes_on_with_each_kind),
        cmocka_unit_test(both_engines_agree),
        cmocka_unit_test(terms_have_addresses),
        cmocka_unit_test(a_definition_takes_terms_by_path),
        cmocka_unit_test(levels_follow_the_map_of_the_site),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
