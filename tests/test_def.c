/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Definitions filled by path, and names found in lists. */
#include "build_block.h"

static StnSystemDef spring_block(void)
{
    StnSystemDef def = stn_system_def("block", NULL);
    stn_def_set_word(&def, "options.drive", "spring");
    stn_def_set(&def, "parameters.m", 1.0);
    stn_def_set(&def, "parameters.K", 2.0);
    stn_def_set_word(&def, "friction.contact.law", "coulomb");
    stn_def_set(&def, "friction.contact.Fs", 1.5);
    stn_def_set(&def, "friction.contact.Fc", 1.0);
    stn_def_set_input(&def, "y", stn_signal_ramp(0.1, 0.0, 0.0, INFINITY));
    return def;
}

static void first_slip(void *user, const StnEvent *event)
{
    double *t = user;
    if (event->kind == STN_EVENT_SLIP_FORWARD && isnan(*t))
        *t = event->t;
}

static void a_block_made_by_path_breaks_away_when_the_spring_reaches_the_static_level(void **state)
{
    StnError error = {0};
    double t = NAN;
    StnSystemDef def = spring_block();
    stn_def_set(&def, "parameters.K", 4.0); /* the last one counts */
    stn_def_set(&def, "solver.rtol", 1e-10);
    StnSystem *system = stn_system_new(&def, &error);
    CHECK(system != NULL, "%s", error.text);
    StnState *motion = stn_state_init(system, malloc(stn_state_size(system)));
    const StnObserver observer = {.event = first_slip, .user = &t};
    assert_int_equal(stn_advance(system, motion, 5.0, &observer, &error), STN_OK);
    NEAR(t, 1.5 / (4.0 * 0.1), 1e-9);
    NEAR(stn_system_solver(system)->rtol, 1e-10, 0.0);
    free(motion);
    stn_system_free(system);
    stn_def_free(&def);
}

static void directions_and_elements_are_set_one_by_one(void **state)
{
    StnError error = {0};
    StnSystemDef def = spring_block();
    stn_def_set(&def, "friction.contact.Fs.backward", 1.75);
    stn_def_set(&def, "initial.x", 0.25);
    stn_def_set(&def, "seed", 7.0);
    StnSystem *system = stn_system_new(&def, &error);
    CHECK(system != NULL, "%s", error.text);
    NEAR(stn_system_friction(system, 0, "Fs", 0), 1.5, 0.0);
    NEAR(stn_system_friction(system, 0, "Fs", 1), 1.75, 0.0);
    stn_system_free(system);
    stn_def_free(&def);
    def = spring_block();
    stn_def_set_word(&def, "friction.contact.law", "gms");
    const double k[] = {100.0, 200.0}, nu[] = {0.4, 0.6};
    char path[40];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "friction.contact.k.%d", i + 1);
        stn_def_set(&def, path, k[i]);
        snprintf(path, sizeof path, "friction.contact.nu.%d", i + 1);
        stn_def_set(&def, path, nu[i]);
    }
    system = stn_system_new(&def, &error);
    CHECK(system != NULL, "%s", error.text);
    NEAR(stn_system_friction(system, 0, "k", 1), 200.0, 0.0);
    stn_system_free(system);
    stn_def_free(&def);
}

static void a_list_of_the_caller_is_kept_and_not_touched(void **state)
{
    StnError error = {0};
    StnGiven own[] = {stn_given_make("Fs", (double[]){2.0}, 1)};
    StnSystemDef def = spring_block();
    StnSystemDef plain = stn_default_system_def(def.plant);
    plain.site[0].given = own;
    plain.site[0].ngiven = 1;
    stn_def_set(&plain, "friction.contact.Fc", 0.5);
    stn_def_set_input(&plain, "u", stn_signal_constant(0.0));
    StnSystem *system = stn_system_new(&plain, &error);
    CHECK(system != NULL, "%s", error.text);
    NEAR(stn_system_friction(system, 0, "Fs", 0), 2.0, 0.0);
    NEAR(stn_system_friction(system, 0, "Fc", 0), 0.5, 0.0);
    NEAR(own[0].value[0], 2.0, 0.0);
    stn_system_free(system);
    stn_def_free(&plain);
    stn_def_free(&def); /* with the signal that no system took */
}

static void check_mistake(StnSystemDef def, const char *fragment)
{
    StnError error = {0};
    assert_int_equal(stn_def_set(&def, "parameters.m", 2.0), STN_BAD_INPUT);
    assert_null(stn_system_new(&def, &error));
    CHECK(strstr(error.text, fragment) != NULL, "%s", error.text);
    stn_def_free(&def);
}

/* The second one, and the definition, keep their signals when the first is gone. */
static void a_definition_serves_several_systems(void **state)
{
    const double times[] = {0.0, 1.0}, levels[] = {0.0, 0.2};
    StnError error = {0};
    StnSystemDef def = spring_block();
    StnSignal *parts[] = {stn_signal_ramp(0.1, 0.0, 0.0, INFINITY),
                          stn_signal_table(times, levels, 2, false)};
    stn_def_set_input(&def, "y", stn_signal_sum(parts, 2));
    StnSystem *first = stn_system_new(&def, &error);
    CHECK(first != NULL, "%s", error.text);
    stn_def_set(&def, "parameters.K", 4.0);
    StnSystem *second = stn_system_new(&def, &error);
    CHECK(second != NULL, "%s", error.text);
    const int y = stn_plant_input(def.plant, "y");
    NEAR(stn_system_input(first, y, 0.5).val, 0.15, 1e-15);
    stn_system_free(first);
    NEAR(stn_system_input(second, y, 0.5).val, 0.15, 1e-15);
    NEAR(stn_system_input(second, y, 3.0).val, 0.5, 1e-15);
    stn_def_set_input(&def, "y", stn_signal_constant(0.0));
    NEAR(stn_system_input(second, y, 3.0).val, 0.5, 1e-15);
    NEAR(stn_system_parameter(second, "K"), 4.0, 0.0);
    stn_def_free(&def);
    NEAR(stn_system_input(second, y, 3.0).val, 0.5, 1e-15);
    stn_system_free(second);
}

/* Nothing is shared: either may change, make systems and be freed. */
static void a_copy_of_a_definition_is_its_own(void **state)
{
    StnError error = {0};
    StnSystemDef def = spring_block();
    stn_def_set(&def, "friction.contact.Fs", 1.5);
    stn_def_set_input(&def, "y", stn_signal_constant(0.25));
    StnSystemDef copy = stn_def_copy(&def);
    stn_def_set(&copy, "friction.contact.Fs", 1.7);
    stn_def_set(&def, "parameters.K", 4.0);
    StnSystem *first = stn_system_new(&def, &error), *second = stn_system_new(&copy, &error);
    CHECK(first && second, "%s", error.text);
    stn_def_free(&def);
    StnSystem *third = stn_system_new(&copy, &error);
    CHECK(third, "%s", error.text);
    stn_def_free(&copy);
    NEAR(stn_system_friction(first, 0, "Fs", 0), 1.5, 0.0);
    NEAR(stn_system_friction(third, 0, "Fs", 0), 1.7, 0.0);
    NEAR(stn_system_parameter(first, "K"), 4.0, 0.0);
    assert_true(stn_system_parameter(second, "K") != 4.0);
    NEAR(stn_system_input(third, stn_plant_input(stn_system_plant(third), "y"), 1.0).val, 0.25,
         0.0);
    stn_system_free(first);
    stn_system_free(second);
    stn_system_free(third);
    def = stn_system_def("blok", NULL); /* a mistake is copied too */
    copy = stn_def_copy(&def);
    stn_def_free(&def);
    assert_null(stn_system_new(&copy, &error));
    CHECK(strstr(error.text, "did you mean \"block\"?"), "%s", error.text);
    stn_def_free(&copy);
}

static void refused_with_path(StnSystemDef *def, const char *path, const char *text)
{
    StnError error = {0};
    assert_null(stn_system_new(def, &error));
    CHECK(strcmp(error.path, path) == 0 && strstr(error.text, text), "%s: %s", error.path,
          error.text);
    stn_def_free(def);
}

static void a_value_that_is_refused_is_named_with_its_path(void **state)
{
    StnSystemDef def = spring_block();
    stn_def_set(&def, "parameters.m", -1.0);
    refused_with_path(&def, "parameters.m", "m = -1 is out of range");
    def = spring_block();
    stn_def_set(&def, "controller.Kp", -1.0);
    refused_with_path(&def, "controller.Kp", "Kp = -1 is out of range");
    def = spring_block();
    stn_def_set(&def, "friction.contact.sigma2.backward", 1.5);
    refused_with_path(&def, "friction.contact.sigma2",
                      "sigma2 is given for one direction only: sigma2.forward is missing");
    def = spring_block();
    stn_def_set(&def, "friction.contact.k.2", 1.5);
    refused_with_path(&def, "friction.contact.k", "k.1 is missing");
}

static void more_values_than_there_is_room_for_are_refused(void **state)
{
    double many[STN_VECTOR_MAX + 5];
    for (int i = 0; i < COUNT(many); i++)
        many[i] = i;
    StnGiven given = stn_given_make("k", many, COUNT(many));
    NEAR(given.value[STN_VECTOR_MAX - 1], STN_VECTOR_MAX - 1, 0.0);
    assert_int_equal(stn_given_make("k", many, -1).count, 0);
    StnSystemDef def = spring_block();
    def.site[0].given = &given;
    def.site[0].ngiven = 1;
    refused_with_path(&def, "friction.contact.k", "k takes at most 10 values, not 15 values");
}

static void seed_and_duration_are_checked(void **state)
{
    static const struct {
        const char *path;
        double value;
    } bad[] = {{"seed", 1.5},      {"seed", -1.0},    {"seed", NAN},    {"seed", 0x1p64},
               {"duration", -3.0}, {"duration", NAN}, {"duration", 0.0}};
    for (int i = 0; i < COUNT(bad); i++) {
        StnSystemDef def = spring_block();
        assert_int_equal(stn_def_set(&def, bad[i].path, bad[i].value), STN_BAD_INPUT);
        check_mistake(def, "must be");
    }
    StnSystemDef def = spring_block();
    assert_int_equal(stn_def_set(&def, "seed", 0x1p63), STN_OK);
    assert_int_equal(stn_def_set(&def, "duration", 2.0), STN_OK);
    assert_true(def.seed == UINT64_C(1) << 63 && def.duration == 2.0);
    stn_def_free(&def);
}

/* A law of one's own is suggested like a built-in one. */
static void laws_of_the_catalogue_are_suggested(void **state)
{
    StnLaw own = *stn_catalog_law(NULL, "coulomb");
    own.name = "sandpaper";
    const StnLaw *const laws[] = {&own};
    const StnCatalog catalog = {.laws = laws, .nlaw = 1};
    StnSystemDef def = stn_system_def("block", &catalog);
    stn_def_set_word(&def, "friction.contact.law", "sandpapr");
    check_mistake(def, "did you mean \"sandpaper\"?");
}

static void the_first_mistake_is_kept_with_the_nearest_name(void **state)
{
    check_mistake(stn_system_def("blok", NULL), "no plant \"blok\"; did you mean \"block\"?");
    static const struct {
        const char *path, *fragment;
    } numbers[] = {
        {"parameters.mm", "called \"mm\"; did you mean \"m\"?"},
        {"parameters.Kp", "\"Kp\" of plant block belongs under controller, not parameters"},
        {"friction.contac.Fs", "called \"contac\"; did you mean \"contact\"?"},
        {"friction.contact.Fss", "no friction parameter \"Fss\"; did you mean \"Fs\"?"},
        {"friction.contact.Fs.up", "Fs has no such part"},
        {"friction.contact.Fs.3", "Fs has no such part"},
        {"friction.contact", "is not a path such as friction.contact.Fs"},
        {"solver.rtoll", "rtol"},
        {"solver.rtol", "rtol"},
        {"speed", "\"speed\" is not a path"},
        {"parameters..m", "is not a path"},
        {"", "is not a path"},
    };
    for (int i = 0; i < COUNT(numbers); i++) {
        StnSystemDef def = spring_block();
        assert_int_equal(stn_def_set(&def, numbers[i].path, -3.0), STN_BAD_INPUT);
        check_mistake(def, numbers[i].fragment);
    }
    StnSystemDef def = spring_block();
    stn_def_set_word(&def, "friction.contact.law", "lugr");
    check_mistake(def, "no friction law \"lugr\"; did you mean \"lugre\"?");
    def = spring_block();
    stn_def_set_word(&def, "options.drive", "string");
    check_mistake(def, "options.drive is one of ");
    def = spring_block();
    stn_def_set_word(&def, "parameters.m", "heavy");
    check_mistake(def, "\"parameters.m\" takes no word");
    def = spring_block();
    stn_def_set_input(&def, "yy", stn_signal_constant(0.0));
    check_mistake(def, "no input \"yy\"");
    def = spring_block();
    assert_int_equal(stn_def_set_input(&def, "y", NULL), STN_NO_MEMORY);
    stn_def_free(&def);
}

/* Numbers of signals made in C follow the rules of scenarios. */
static void signals_are_checked_when_the_system_is_made(void **state)
{
    static const double rise[] = {0.0, 1.0, 2.0}, fall[] = {0.0, 2.0, 1.0},
                        same[] = {1.0, 1.0, 1.0}, gap[] = {0.0, NAN, 2.0},
                        far[] = {0.0, 1.0, INFINITY};
    StnSignal *sum[2] = {stn_signal_constant(0.0), stn_signal_step(NAN, 0.0, 1.0)};
    const struct {
        StnSignal *signal;
        const char *path, *fragment;
    } cases[] = {
        {stn_signal_pulses(0.0, 1.0, 0.0, 0.5, 0.0), "inputs.y.pulses.period", "more than 0 s"},
        {stn_signal_pulses(0.0, 1.0, 1.0, 2.0, 0.0), "inputs.y.pulses.duty", "duty = 2 is out"},
        {stn_signal_constant(NAN), "inputs.y.constant.value", "value = nan is out of range"},
        {stn_signal_constant(-INFINITY), "inputs.y.constant.value", "finite numbers"},
        {stn_signal_step(NAN, 0.0, 1.0), "inputs.y.step.at", "at = nan"},
        {stn_signal_sum(sum, 2), "inputs.y.step.at", "input y: step at = nan"},
        {stn_signal_ramp(1.0, 0.0, 5.0, 1.0), "inputs.y.ramp.end", "lies before the start"},
        {stn_signal_ramp(1.0, 0.0, -INFINITY, 1.0), "inputs.y.ramp.start", "start = -inf"},
        {stn_signal_sine(1.0, -1.0, 0.0, 0.0, 0.0), "inputs.y.sine.frequency", "at least 0 Hz"},
        {stn_signal_chirp(1.0, 1.0, 2.0, NAN), "inputs.y.chirp.duration", "duration = nan"},
        {stn_signal_trapezoid(fall, rise, 3), "inputs.y", "point 3 of the signal, at 1 s"},
        {stn_signal_trapezoid(same, rise, 3), "inputs.y", "two equal times make a jump"},
        {stn_signal_trapezoid(gap, rise, 3), "inputs.y", "point 2 of the signal, 1 at nan s"},
        {stn_signal_trapezoid(far, rise, 3), "inputs.y", "point 3 of the signal, 2 at inf s"},
        {stn_signal_table(rise, gap, 3, true), "inputs.y", "nan at 1 s, is not a finite number"},
        {stn_signal_trapezoid(rise, rise, 0), "inputs.y", "the signal has no points"},
    };
    for (int k = 0; k < COUNT(cases); k++) {
        StnSystemDef def = spring_block();
        StnError error = {0};
        assert_int_equal(stn_def_set_input(&def, "y", cases[k].signal), STN_OK);
        assert_null(stn_system_new(&def, &error));
        CHECK(strstr(error.text, cases[k].fragment) != NULL, "%d: %s", k, error.text);
        assert_string_equal(error.path, cases[k].path);
        stn_def_free(&def);
    }
}

/* Without a duration nothing says that so many pulses are too many. */
static void pulses_shorter_than_time_resolves_end_the_run(void **state)
{
    StnSystemDef def = spring_block();
    StnError error = {0};
    stn_def_set_input(&def, "y", stn_signal_pulses(0.0, 1.0, 1e-300, 0.5, 0.0));
    StnSystem *system = stn_system_new(&def, &error);
    assert_non_null(system);
    StnState *memory = stn_state_init(system, malloc(stn_state_size(system)));
    assert_int_equal(stn_advance(system, memory, 1e-4, NULL, &error), STN_STEP_TOO_SMALL);
    free(memory);
    stn_system_free(system);
    stn_def_free(&def);
}

static void names_are_found_in_lists(void **state)
{
    const StnPlant *plant = stn_catalog_plant(NULL, "block");
    assert_string_equal(plant->inputs[stn_plant_input(plant, "y")].name, "y");
    assert_string_equal(plant->outputs[stn_plant_output(plant, "FF")].name, "FF");
    assert_string_equal(plant->states[stn_plant_state(plant, "v")].name, "v");
    assert_string_equal(plant->params[stn_plant_parameter(plant, "K")].name, "K");
    assert_int_equal(stn_plant_site(plant, "contact"), 0);
    for (int i = 0; i < plant->nstop; i++)
        assert_int_equal(stn_plant_stop(plant, plant->stops[i].name), i);
    assert_int_equal(stn_plant_input(plant, "no such"), -1);
    assert_int_equal(stn_plant_stop(plant, "no such"), -1);
    assert_int_equal(stn_law_parameter(stn_catalog_law(NULL, "lugre"), "no such"), -1);
    assert_string_equal(stn_friction_parameter_at(stn_friction_parameter("Fs"))->name, "Fs");
    StnSystemDef def = spring_block();
    StnSystem *system = stn_system_new(&def, NULL);
    assert_string_equal(stn_system_column_at(system, stn_system_column(system, "v")).name, "v");
    assert_int_equal(stn_system_column(system, "no such"), -1);
    stn_system_free(system);
    stn_def_free(&def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_made_by_path_breaks_away_when_the_spring_reaches_the_static_level),
        cmocka_unit_test(directions_and_elements_are_set_one_by_one),
        cmocka_unit_test(a_list_of_the_caller_is_kept_and_not_touched),
        cmocka_unit_test(a_definition_serves_several_systems),
        cmocka_unit_test(a_copy_of_a_definition_is_its_own),
        cmocka_unit_test(a_value_that_is_refused_is_named_with_its_path),
        cmocka_unit_test(more_values_than_there_is_room_for_are_refused),
        cmocka_unit_test(seed_and_duration_are_checked),
        cmocka_unit_test(laws_of_the_catalogue_are_suggested),
        cmocka_unit_test(the_first_mistake_is_kept_with_the_nearest_name),
        cmocka_unit_test(signals_are_checked_when_the_system_is_made),
        cmocka_unit_test(pulses_shorter_than_time_resolves_end_the_run),
        cmocka_unit_test(names_are_found_in_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
