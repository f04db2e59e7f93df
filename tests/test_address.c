/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Addresses of every number of every built-in scenario, and variants: systems with other numbers. */
#include "build_block.h"
#include "skip.h"

static StnScenario *load(const char *name, const StnOverride *set, int nset)
{
    const StnScenarioOptions options = {.set = set, .nset = nset};
    StnError error = {0};
    StnScenario *s = stn_scenario_load(name, &options, &error);
    CHECK(s != NULL, "%s: %s", name, error.text);
    return s;
}

/* A block, memory for a variant and the variant itself. */
typedef struct Variant {
    void *block, *memory;
    const StnSystem *system;
} Variant;

static Variant variant_of(const StnSystem *system)
{
    Variant v = {malloc(stn_params_size(system)), malloc(stn_variant_size(system)), NULL};
    stn_params_copy(system, v.block);
    return v;
}

static void variant_bind(Variant *v, const StnSystem *system)
{
    v->system = stn_system_variant(system, v->block, 1, v->memory);
}

static void variant_free(Variant *v)
{
    free(v->block);
    free(v->memory);
}

/* All columns after a short run, in exactly the bytes that a state has. */
static void end_of_run(const StnSystem *system, double duration, double *out)
{
    StnState *state = stn_state_init(system, malloc(stn_state_size(system)));
    StnError error = {0};
    StnStatus status = stn_advance(system, state, duration, NULL, &error);
    CHECK(status == STN_OK, "%s", error.text);
    stn_state_columns(system, state, out);
    free(state);
}

static void same_run(const StnSystem *a, const StnSystem *b, double duration, const char *what)
{
    double one[STN_OUTPUTS_MAX + STN_STATES_MAX], two[STN_OUTPUTS_MAX + STN_STATES_MAX];
    end_of_run(a, duration, one);
    end_of_run(b, duration, two);
    size_t bytes = (size_t)stn_system_column_count(a) * sizeof *one;
    CHECK(memcmp(one, two, bytes) == 0, "%s: other bits", what);
}

static void every_address_leads_to_its_path_and_back(void **state)
{
    int total = 0;
    for (int b = 0; b < stn_builtin_count(); b++) {
        StnScenario *s = load(stn_builtin_at(b).name, NULL, 0);
        const StnSystem *system = stn_scenario_system(s);
        int count = stn_address_count(system);
        assert_true(count > 20);
        for (int k = 0; k < count; k++) {
            StnAddress at = stn_address_at(system, k), again = {-1, -1};
            char path[160];
            StnError error = {0};
            stn_address_path(system, at, path, sizeof path);
            CHECK(stn_address(system, path, &again, &error) == STN_OK, "%s: %s", path, error.text);
            CHECK(at.item == again.item && at.place == again.place, "%s", path);
            StnAddressInfo info = stn_address_info(system, at);
            assert_true(info.name != NULL && info.min <= info.max);
            CHECK(info.kind == STN_KIND_CHOICE || info.unit[0], "%s has no unit", path);
            assert_string_equal(stn_address_path(system, at, path, 0), "");
        }
        total += count;
        stn_scenario_free(s);
    }
    print_message("%d addresses\n", total);
}

/* The first number in which a variant differs from the system it was made of; -1: none. */
static int first_difference(const StnSystem *system, const StnSystem *variant)
{
    for (int k = 0; k < stn_address_count(system); k++) {
        const StnAddress at = stn_address_at(system, k);
        const double one = stn_address_info(system, at).value;
        const double two = stn_address_info(variant, at).value;
        if (memcmp(&one, &two, sizeof one) != 0)
            return k;
    }
    return -1;
}

/* A level of a compensation's own, given from then on, replaces the map of the site. */
static bool replaces_a_map(const char *path, const char *other)
{
    const size_t term = strlen("compensation.1.");
    return strncmp(path, "compensation.", 13) == 0 && strncmp(path, other, term) == 0 &&
           strncmp(other + term, "Cs_", 3) == 0 && strncmp(path + term, "Fs.", 3) == 0;
}

/* Sets a number to one of its bounds, which is taken or refused with a sentence, and back: all numbers
 * are those of the system. */
static void there_and_back(const StnSystem *system, Variant *v, StnAddress at, double bound)
{
    const StnAddressInfo info = stn_address_info(system, at);
    char path[160], other[160] = "";
    StnError error = {0};
    stn_address_path(system, at, path, sizeof path);
    stn_params_copy(system, v->block);
    StnStatus status = stn_params_set(system, v->block, at, bound, &error);
    CHECK(status == STN_OK, "%s = %g: %s", path, bound, error.text);
    status = stn_params_finish(system, v->block, &error);
    CHECK(status == STN_OK || (status == STN_BAD_INPUT && error.text[0]), "%s", path);
    assert_int_equal(stn_params_set(system, v->block, at, info.value, NULL), STN_OK);
    status = stn_params_finish(system, v->block, &error);
    CHECK(status == STN_OK, "%s set back: %s", path, error.text);
    variant_bind(v, system);
    const int k = first_difference(system, v->system);
    if (k >= 0)
        stn_address_path(system, stn_address_at(system, k), other, sizeof other);
    CHECK(k < 0 || replaces_a_map(path, other), "%s set to %g and back: %s differs", path, bound,
          other);
}

static void each_tunable_number_takes_its_bounds_and_its_value_again(void **state)
{
    int cases = 0;
    for (int b = 0; b < stn_builtin_count(); b++) {
        StnScenario *s = load(stn_builtin_at(b).name, NULL, 0);
        const StnSystem *system = stn_scenario_system(s);
        Variant v = variant_of(system);
        for (int k = 0; k < stn_address_count(system); k++) {
            const StnAddressInfo info = stn_address_info(system, stn_address_at(system, k));
            const double bound[] = {info.min, info.max};
            for (int i = 0; info.tunable && isfinite(info.value) && i < 2; i++)
                if (isfinite(bound[i])) {
                    there_and_back(system, &v, stn_address_at(system, k), bound[i]);
                    cases++;
                }
        }
        same_run(system, v.system, fmin(0.05, stn_scenario_duration(s)), stn_builtin_at(b).name);
        variant_free(&v);
        stn_scenario_free(s);
    }
    print_message("%d bounds\n", cases);
    assert_true(cases > 3000);
}

/* A law derives numbers from others only while they are not given: a number that was set stays given,
 * whatever its value, until the block is copied again. */
static void what_is_set_counts_as_given_until_the_block_is_copied_again(void **state)
{
    const char *law = "gms";
    const StnScenarioOptions options = {.law = &law, .nlaw = 1};
    StnError error = {0};
    StnScenario *s = stn_scenario_load("block-stick-slip", &options, &error);
    CHECK(s != NULL, "%s", error.text);
    const StnSystem *system = stn_scenario_system(s);
    Variant v = variant_of(system);
    StnAddress k;
    assert_int_equal(stn_address(system, "friction.contact.k.1", &k, &error), STN_OK);
    const double own = stn_address_info(system, k).value;
    assert_false(stn_address_info(system, k).given);
    assert_int_equal(stn_params_set(system, v.block, k, own, &error), STN_OK);
    CHECK(stn_params_finish(system, v.block, &error) == STN_OK, "%s", error.text);
    variant_bind(&v, system);
    assert_true(stn_address_info(v.system, k).given);
    const int other = first_difference(system, v.system); /* nu is now derived from k */
    assert_true(other >= 0);
    assert_string_equal(stn_address_info(system, stn_address_at(system, other)).name, "nu");
    stn_params_copy(system, v.block);
    assert_int_equal(stn_params_finish(system, v.block, &error), STN_OK);
    variant_bind(&v, system);
    assert_false(stn_address_info(v.system, k).given);
    assert_int_equal(first_difference(system, v.system), -1);
    variant_free(&v);
    stn_scenario_free(s);
}

/* A variant has the bits of a system made with the same numbers, also where values are derived from them. */
static void a_variant_has_the_bits_of_a_new_system(void **state)
{
    static const struct {
        const char *scenario, *path, *text;
        double value;
    } cases[] = {
        {"block-stick-slip", "parameters.K", "2.5 N/m", 2.5},
        {"block-stick-slip", "friction.contact.Fs", "1.7 N", 1.7},
        {"block-stick-slip", "inputs.y.ramp.slope", "0.13 m/s", 0.13},
        {"block-stick-slip", "initial.v", "0.01 m/s", 0.01},
        {"eha-step", "friction.piston.Fc", "1.5 kN", 1500.0},
        {"eha-step", "parameters.MJ", "450 kg", 450.0},
        {"clutch-step", "controller.Kp", "11", 11.0},
        {"cylinder-2mA", "parameters.m", "40 kg", 40.0},
        {"chain-two-mass", "parameters.K2", "2000 N*m/rad", 2000.0},
        {"block-emps", "friction.contact.sigma2.forward", "200", 200.0},
    };
    static const char *const laws[] = {"coulomb", "stribeck", "lugre", "dahl", "hybrid"};
    int compared = 0;
    for (int i = 0; i < COUNT(cases) * COUNT(laws); i++) {
        const char *scenario = cases[i / COUNT(laws)].scenario, *path = cases[i / COUNT(laws)].path;
        const char *law = laws[i % COUNT(laws)];
        const StnOverride set = {path, cases[i / COUNT(laws)].text};
        StnScenarioOptions options = {.law = &law, .nlaw = 1};
        StnError error = {0};
        StnScenario *base = stn_scenario_load(scenario, &options, &error);
        CHECK(base != NULL, "%s %s: %s", scenario, law, error.text);
        options.set = &set, options.nset = 1;
        StnScenario *changed = stn_scenario_load(scenario, &options, &error);
        CHECK(changed != NULL, "%s %s %s: %s", scenario, path, law, error.text);
        const StnSystem *system = stn_scenario_system(base);
        StnAddress at;
        if (stn_address(system, path, &at, &error) == STN_OK) {
            Variant v = variant_of(system);
            double value = cases[i / COUNT(laws)].value;
            CHECK(stn_params_set(system, v.block, at, value, &error) == STN_OK, "%s", error.text);
            CHECK(stn_params_finish(system, v.block, &error) == STN_OK, "%s %s: %s", path, law,
                  error.text);
            variant_bind(&v, system);
            same_run(stn_scenario_system(changed), v.system, 0.3, path);
            variant_free(&v);
            compared++;
        } else { /* a law without that parameter */
            char missing[80];
            snprintf(missing, sizeof missing, ": law %s has ", law);
            CHECK(strstr(error.text, missing) != NULL, "%s %s: %s", law, path, error.text);
        }
        stn_scenario_free(base);
        stn_scenario_free(changed);
    }
    assert_int_equal(compared, COUNT(cases) * COUNT(laws) - 1); /* dahl has no Fs */
}

/* With a sample time the controller becomes a digital one: another structure. */
static void a_value_that_changes_the_structure_is_refused_with_a_sentence(void **state)
{
    StnScenario *s = load("block-limit-cycle", NULL, 0);
    const StnSystem *system = stn_scenario_system(s);
    Variant v = variant_of(system);
    StnAddress at;
    StnError error = {0};
    assert_int_equal(stn_address(system, "controller.Ts", &at, &error), STN_OK);
    assert_int_equal(stn_params_set(system, v.block, at, 1e-3, &error), STN_OK);
    assert_int_equal(stn_params_finish(system, v.block, &error), STN_BAD_INPUT);
    CHECK(strstr(error.text, "structure") != NULL, "%s", error.text);
    assert_int_equal(stn_address(system, "solver.rtol", &at, &error), STN_OK);
    assert_int_equal(stn_params_set(system, v.block, at, 1e-6, &error), STN_BAD_INPUT);
    CHECK(strstr(error.text, "new") != NULL, "%s", error.text);
    variant_free(&v);
    stn_scenario_free(s);
}

#define SECTIONS                                                                            \
    "a path begins with parameters, controller, options, friction, compensation, initial, " \
    "inputs, sensors or "                                                                   \
    "solver"
#define NUMBERS                                                                         \
    "m, K, xmin, xmax, friction.contact.Fs, friction.contact.Fc, friction.contact.vs, " \
    "friction.contact.n, friction.contact.sigma2"

static void a_wrong_path_gets_its_sentence(void **state)
{
    static const struct {
        const char *path, *text;
    } rows[] = {
        {"parameters.n",
         "there is no number \"parameters.n\"; did you mean \"friction.contact.n\"?"},
        {"parameters.mm", "there is no number \"parameters.mm\"; did you mean \"parameters.m\"?"},
        {"parameter.m", "there is no number \"parameter.m\"; did you mean \"parameters.m\"?"},
        {"friction.contact.Fx",
         "there is no number \"friction.contact.Fx\"; did you mean \"friction.contact.Fs\"?"},
        {"friction.contact.FS",
         "there is no number \"friction.contact.FS\"; did you mean \"friction.contact.Fs\"?"},
        {"friction.contakt.Fs",
         "there is no number \"friction.contakt.Fs\"; did you mean \"friction.contact.Fs\"?"},
        {"friction.contact",
         "\"friction.contact\" is no number; there are Fs, Fc, vs, n, sigma2 in it"},
        {"friction.contact.Fs.forwards",
         "there is no number \"friction.contact.Fs.forwards\": Fs has .forward and .backward"},
        {"friction.contact.Fs.3", "\"friction.contact.Fs.3\": there are 2 elements"},
        {"friction.contact.vs.0",
         "there is no number \"friction.contact.vs.0\": vs has .forward and .backward"},
        {"parameters.m.1", "\"parameters.m.1\": this is a single number"},
        {"parameters.m.forward", "\"parameters.m.forward\": this is a single number"},
        {"initial.w", "there is no number \"initial.w\"; there are x, v, i"},
        {"initial.velocity", "there is no number \"initial.velocity\"; there are x, v, i"},
        {"inputs.y.ramp",
         "\"inputs.y.ramp\" is no number; there are slope, from, start, end in it"},
        {"inputs.y.ramp.slop",
         "there is no number \"inputs.y.ramp.slop\"; did you mean \"inputs.y.ramp.slope\"?"},
        {"inputs.y.sine.amplitude", "there is no number \"inputs.y.sine.amplitude\"; " SECTIONS},
        {"inputs.z", "there is no number \"inputs.z\"; there are u, y.ramp.slope, y.ramp.from, "
                     "y.ramp.start, y.ramp.end, xd, vd, load"},
        {"sensors.x.noise", "there is no number \"sensors.x.noise\"; " SECTIONS},
        {"solver.rtoll", "there is no number \"solver.rtoll\"; did you mean \"solver.rtol\"?"},
        {"solver.method",
         "\"solver.method\" is no number but one of the words event|fixed|sundials"},
        {"solver.energy", "\"solver.energy\" is no number but true or false"},
        {"solver", "\"solver\" is no number; there are rtol, dt, h_max, max_events in it"},
        {"seed", "there is no number \"seed\"; there are " NUMBERS},
        {"", "there is no number \"\"; there are " NUMBERS},
        {".", "there is no number \".\"; there are " NUMBERS},
        {"..", "there is no number \"..\"; " SECTIONS},
        {"friction..Fs",
         "there is no number \"friction..Fs\"; did you mean \"friction.contact.Fs\"?"},
        {"parameters.", "there is no number \"parameters.\"; there are m, K, xmin, xmax"},
        {".m", "there is no number \".m\"; did you mean \"parameters.m\"?"},
        {"m ", "there is no number \"m \"; did you mean \"parameters.m\"?"},
        {" m", "there is no number \" m\"; did you mean \"parameters.m\"?"},
        {"M", "there is no number \"M\"; there are " NUMBERS},
        {"controller.Kp.1", "\"controller.Kp.1\": this is a single number"},
        {"options.drive.1", "\"options.drive.1\": this is a single number"},
        {"friction.contact.Fs.-1",
         "there is no number \"friction.contact.Fs.-1\": Fs has .forward and .backward"},
        {"friction.contact.Fs.1e0",
         "there is no number \"friction.contact.Fs.1e0\": Fs has .forward and .backward"},
        {"friction.contact.Fs.forward.forward",
         "there is no number \"friction.contact.Fs.forward.forward\"; " SECTIONS},
        {"parameters.m.m", "there is no number \"parameters.m.m\": m is a single number"},
        {"ramp", "there is no number \"ramp\"; there are " NUMBERS},
        {"contact.Fs.9", "\"contact.Fs.9\": there are 2 elements"},
        {"0", "there is no number \"0\"; there are " NUMBERS},
        {"qqq", "there is no number \"qqq\"; there are " NUMBERS},
        {"T0_din", "there is no number \"T0_din\": law stribeck has Fs, Fc, vs, n, sigma2"},
        {"friction.contact.bogus",
         "there is no number \"friction.contact.bogus\"; there are Fs, Fc, vs, n, sigma2"},
    };
    StnScenario *s = load("block-stick-slip", NULL, 0);
    assert_int_equal(COUNT(rows), 45);
    for (int i = 0; i < COUNT(rows); i++) {
        StnAddress at = {7, 7};
        StnError error = {0};
        StnStatus status = stn_address(stn_scenario_system(s), rows[i].path, &at, &error);
        CHECK(status == STN_BAD_INPUT && strcmp(error.text, rows[i].text) == 0, "\"%s\": %s",
              rows[i].path, error.text);
        assert_true(at.item == 7 && at.place == 7);
    }
    stn_scenario_free(s);
}

/* The last words are enough where they are unique. */
static void short_paths_are_enough_where_they_are_unique(void **state)
{
    StnScenario *s = load("chain-two-mass", NULL, 0);
    const StnSystem *system = stn_scenario_system(s);
    StnAddress at, whole;
    StnError error = {0};
    assert_int_equal(stn_address(system, "K2", &at, &error), STN_OK);
    assert_int_equal(stn_address(system, "parameters.K2", &whole, &error), STN_OK);
    assert_true(at.item == whole.item);
    assert_int_equal(stn_address(system, "Fc", &at, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "full path"));
    stn_scenario_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_address_leads_to_its_path_and_back),
        cmocka_unit_test(each_tunable_number_takes_its_bounds_and_its_value_again),
        cmocka_unit_test(what_is_set_counts_as_given_until_the_block_is_copied_again),
        cmocka_unit_test(a_variant_has_the_bits_of_a_new_system),
        cmocka_unit_test(a_value_that_changes_the_structure_is_refused_with_a_sentence),
        cmocka_unit_test(a_wrong_path_gets_its_sentence),
        cmocka_unit_test(short_paths_are_enough_where_they_are_unique),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
