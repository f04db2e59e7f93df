/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Scenario files: what they mean, how they inherit and are overridden, and the resolved text. */
#include "stiction/scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define HEAD "plant: block\nduration: 1 s\n"

/* ---- Meaning --------------------------------------------------------------------------------- */

static StnScenario *parse_with(const char *text, const char *name,
                               const StnScenarioOptions *options)
{
    StnError error = {0};
    char message[1400];
    StnScenario *scenario = stn_scenario_parse(text, strlen(text), name, options, &error);
    if (scenario == NULL)
        fail_msg("%s\n%s", text, stn_error_format(&error, message, sizeof message));
    return scenario;
}

static StnScenario *parse(const char *text) { return parse_with(text, "test.yaml", NULL); }

static const char full[] =
    "title: \"All: sections\"\n"
    "description: |\n  two\n  lines\n"
    "plant: block\n"
    "options: {drive: pid}\n"
    "parameters: {m: 2500 g, xmax: inf, xmin: -3 in}\n"
    "initial: {x: 2 mm, contact: {z: 1 um}}\n"
    "friction:\n"
    "  contact: {law: lugre, Fs: {forward: 1.5 N, backward: 1.25 N}, Fc: [1 N, 0.5], vs: 1 mm/s,\n"
    "            sigma0: 1e5 N/m, p0: 1e3, k: [1 N/m, 2 N/m, 3 N/m], stick: maxwell}\n"
    "controller: {Kp: 3 N/m, Kv: 6 N*s/m, Ki: 4 N/(m*s), Ts: 1 ms, limit: 2 N,\n"
    "             derivative: difference2}\n"
    "sensors: {x: {resolution: 1 um, sample: 1 ms, lag: 2 ms, noise: 3 um}}\n"
    "seed: 18446744073709551615\n"
    "inputs:\n  xd: [1 mm, {step: {at: 1 s, to: 2 mm}}]\n"
    "solver: {method: fixed, integrator: exact, euler: explicit, rtol: 1e-6, dt: 10 us, h_max: 1 "
    "ms,\n"
    "         zone_guard: false, energy: off, max_events: 77}\n"
    "duration: 1 min\n"
    "record: {every: 5 ms, columns: [t, x, z, x_meas], at_events: yes}\n";

static void values_arrive_in_the_system(void **state)
{
    StnScenario *scenario = parse(full);
    const StnSystem *system = stn_scenario_system(scenario);
    const StnSolverDef *solver = stn_system_solver(system);
    const StnRunDef run = stn_scenario_run_def(scenario);
    assert_string_equal(stn_scenario_title(scenario), "All: sections");
    assert_string_equal(stn_system_plant(system)->name, "block");
    assert_string_equal(stn_system_law(system, 0)->name, "lugre");
    assert_true(stn_system_parameter(system, "m") == 2.5);
    assert_true(stn_system_parameter(system, "xmin") == -0.0762);
    assert_true(stn_system_parameter(system, "drive") == 2.0);
    assert_true(stn_system_parameter(system, "derivative") == 2.0);
    assert_true(stn_system_parameter(system, "Ts") == 1e-3);
    assert_true(stn_system_friction(system, 0, "Fs", 0) == 1.5);
    assert_true(stn_system_friction(system, 0, "Fs", 1) == 1.25);
    assert_true(stn_system_friction(system, 0, "Fc", 1) == 0.5);
    assert_true(stn_system_friction(system, 0, "vs", 1) == 1e-3);
    assert_true(stn_system_friction(system, 0, "n", 0) == 2.0);
    assert_true(solver->method == STN_METHOD_FIXED && solver->integrator == STN_INTEGRATOR_EXACT);
    assert_true(solver->euler == STN_EULER_EXPLICIT && solver->rtol == 1e-6 && solver->dt == 1e-5);
    assert_true(solver->h_max == 1e-3 && !solver->zone_guard && !solver->energy);
    assert_true(solver->max_events == 77);
    assert_true(stn_scenario_duration(scenario) == 60.0 && run.duration == 60.0);
    assert_true(run.every == 5e-3 && run.at_events && run.ncolumn == 3);
    assert_string_equal(run.columns[2], "x_meas");
    assert_true(stn_scenario_seed(scenario) == UINT64_MAX);
    stn_scenario_free(scenario);
}

static void what_is_left_out_has_a_default(void **state)
{
    StnScenario *scenario = parse(HEAD "inputs: {u: 0}\nparameters:\nsolver: {dt: auto}\n");
    const StnRunDef run = stn_scenario_run_def(scenario);
    assert_true(run.every == 1e-3 && run.columns == NULL && !run.at_events);
    assert_true(stn_system_solver(stn_scenario_system(scenario))->dt == 0.0);
    assert_true(stn_system_step(stn_scenario_system(scenario)) == 1e-5);
    assert_string_equal(stn_scenario_title(scenario),
                        stn_system_plant(stn_scenario_system(scenario))->title);
    assert_int_equal(stn_scenario_warning_count(scenario), 0);
    stn_scenario_free(scenario);
}

/* A plant and a law that the caller brings along; at a rotary site units are those of torques. */
static void models_from_outside_are_known(void **state)
{
    StnPlant plant = *stn_catalog_plant(NULL, "block");
    StnLaw law = *stn_catalog_law(NULL, "coulomb");
    StnSiteInfo site = plant.sites[0];
    const StnLaw *laws[] = {&law};
    const StnPlant *plants[] = {&plant};
    const StnCatalog catalog = {laws, 1, plants, 1};
    const StnScenarioOptions options = {.catalog = &catalog};
    const char *text = "plant: wheel\nduration: 1\ninputs: {u: 1}\n"
                       "friction: {hub: {law: mine, Fs: 2 N*m, vs: 30 deg/s, sigma0: 1 N*m/rad}}\n";
    plant.name = "wheel";
    law.name = "mine";
    plant.back_ends = NULL, law.back_ends = NULL;
    site.name = "hub";
    site.rotary = 1;
    plant.sites = &site;
    StnScenario *scenario = parse_with(text, "test.yaml", &options);
    assert_true(stn_system_friction(stn_scenario_system(scenario), 0, "Fs", 0) == 2.0);
    stn_scenario_free(scenario);
    StnError error = {0};
    const StnOverride set = {"friction.hub.Fs", "2 N"};
    const StnScenarioOptions wrong = {.catalog = &catalog, .set = &set, .nset = 1};
    assert_null(stn_scenario_parse(text, strlen(text), "test.yaml", &wrong, &error));
    assert_non_null(strstr(error.text, "\"2 N\" is in N, but Fs is in N*m"));
    assert_null(stn_scenario_parse(text, strlen(text), "test.yaml", NULL, &error));
    assert_non_null(strstr(error.text, "unknown plant \"wheel\""));
}

/* The force that a signal gives to a body at rest on its stops, at t. */
static double force_at(const char *signal, const char *name, double t)
{
    char text[1000];
    StnError error = {0};
    StnRecord record = {0};
    snprintf(text, sizeof text,
             HEAD "friction: {contact: {law: coulomb, Fs: 1e9, Fc: 1e9}}\n"
                  "solver: {h_max: 10 ms}\ninputs: {u: %s}\n",
             signal);
    StnScenario *scenario = parse_with(text, name, NULL);
    const StnSystem *system = stn_scenario_system(scenario);
    void *memory = malloc(stn_state_size(system));
    const StnRunDef run = stn_default_run_def(t, INFINITY);
    assert_non_null(memory);
    assert_int_equal(stn_run(system, stn_state_init(system, memory), &run, &record, &error),
                     STN_OK);
    const double force = record.data[stn_record_column(&record, "u")][record.rows - 1];
    stn_record_free(&record);
    free(memory);
    stn_scenario_free(scenario);
    return force;
}

static void signals_are_what_they_say(void **state)
{
    static const struct {
        const char *signal;
        double t, force;
    } cases[] = {
        {"3 N", 0.5, 3.0},
        {"{constant: 2}", 0.5, 2.0},
        {"{constant: {value: 2 kN}}", 0.5, 2000.0},
        {"{step: {at: 250 ms, from: 1, to: 4 N}}", 0.2, 1.0},
        {"{step: {at: 250 ms, from: 1, to: 4 N}}", 0.3, 4.0},
        {"{ramp: {slope: 2 N/s, from: 1 N, start: 0.25 s}}", 0.75, 2.0},
        {"{ramp: {slope: 120 N/min, end: 0.5}}", 0.75, 1.0},
        {"{sine: {amplitude: 2, frequency: 1 Hz, phase: 90 deg, bias: 1}}", 0.5, -1.0},
        {"{trapezoid: {levels: [0, 2, 2], times: [0, 0.5, 0.6]}}", 0.25, 1.0},
        {"{pulses: {low: 1, high: 3, period: 0.5, duty: 50 %}}", 0.3, 1.0},
        {"{pulses: {low: 1, high: 3, period: 0.5, duty: 50 %}}", 0.6, 3.0},
        {"{multisine: {components: [{amplitude: 1, frequency: 1}, {amplitude: 2, frequency: 0, "
         "phase: 90 deg}]}}",
         0.25, 3.0},
        {"[1 N, {step: {at: 0.5, to: 2}}, {ramp: {slope: 1}}]", 0.75, 3.75},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const double force = force_at(cases[i].signal, "test.yaml", cases[i].t);
        if (!(fabs(force - cases[i].force) < 1e-9)) /* rounding of a sine */
            fail_msg("%s at %g: %.17g", cases[i].signal, cases[i].t, force);
    }
}

/* The same seed gives the same phases, another one others. */
static void multisine_phases_follow_the_seed(void **state)
{
    const char *a = "{multisine: {components: 5, amplitude: 1, f0: 1, f1: 9, seed: 3}}";
    const char *b = "{multisine: {components: 5, amplitude: 1, f0: 1, f1: 9, seed: 4}}";
    assert_true(force_at(a, "x", 0.3) == force_at(a, "x", 0.3));
    assert_true(force_at(a, "x", 0.3) != force_at(b, "x", 0.3));
}

/* ---- Files ----------------------------------------------------------------------------------- */

static char folder[] = "/tmp/stiction-test-XXXXXX";

static int make_folder(void **state) { return mkdtemp(folder) == NULL; }

static int remove_folder(void **state) { return rmdir(folder); }

static const char *write_file(const char *name, const char *text)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    return path;
}

static void remove_file(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(unlink(path), 0);
}

static const char base_text[] =
    "title: base\nplant: block\nparameters: {m: 2 kg, K: 5 N/m}\n"
    "friction: {contact: {law: coulomb, Fs: {forward: 3 N, backward: 2 N}, Fc: 1 N, z_max: 1 um}}\n"
    "inputs: {u: {sine: {amplitude: 1 N, frequency: 1 Hz}}, load: 1 N}\n"
    "duration: 5 s\nrecord: {every: 1 s, columns: [x, v]}\n";

/* Maps merge key by key; scalars, lists and signals replace; null takes away. */
static void a_scenario_inherits_from_its_base(void **state)
{
    write_file("base.yaml", base_text);
    const char *path =
        write_file("heir.yaml", "base: base.yaml\nparameters: {m: 3 kg, K: ~}\n"
                                "friction: {contact: {Fs: {forward: 4 N}, Fc: 2 N, z_max: null}}\n"
                                "inputs: {u: {step: {to: 1 N}}}\nrecord: {columns: [FF]}\n");
    StnError error = {0};
    StnScenario *scenario = stn_scenario_load(path, NULL, &error);
    assert_non_null(scenario);
    const StnSystem *system = stn_scenario_system(scenario);
    const StnRunDef run = stn_scenario_run_def(scenario);
    assert_string_equal(stn_scenario_title(scenario), "base");
    assert_true(stn_system_parameter(system, "m") == 3.0);
    assert_true(stn_system_parameter(system, "K") == 2.0); /* the plant's default */
    assert_true(stn_system_friction(system, 0, "Fs", 0) == 4.0);
    assert_true(stn_system_friction(system, 0, "Fs", 1) == 2.0);
    assert_true(stn_system_friction(system, 0, "Fc", 0) == 2.0);
    assert_true(run.every == 1.0 && run.ncolumn == 1);
    assert_non_null(strstr(stn_scenario_resolved(scenario), "step: {to: 1 N, at: 0 s, from: 0 N}"));
    assert_null(strstr(stn_scenario_resolved(scenario), "sine"));
    assert_null(strstr(stn_scenario_resolved(scenario), "z_max"));
    stn_scenario_free(scenario);
    remove_file("heir.yaml");
    remove_file("base.yaml");
}

static void check_load_error(const char *path, const char *file, int line, int column,
                             const char *fragment)
{
    StnError error = {0};
    assert_null(stn_scenario_load(path, NULL, &error));
    if (strstr(error.text, fragment) == NULL || error.line != line || error.column != column ||
        strstr(error.file, file) == NULL)
        fail_msg("%s:%d:%d: %s", error.file, error.line, error.column, error.text);
}

static void errors_name_the_file_they_stand_in(void **state)
{
    write_file("base.yaml", base_text);
    const char *path = write_file("heir.yaml", "base: base.yaml\nplant: eha\n");
    check_load_error(path, "heir.yaml", 2, 8, "the plant is \"block\" in");
    path = write_file("heir.yaml", "base: base.yaml\nduration: 3 m\n");
    check_load_error(path, "heir.yaml", 2, 11, "but duration is in s");
    path = write_file("heir.yaml", "base: base.yaml\nfriction: {contact: {Fc: 4 N}}\n");
    check_load_error(path, "base.yaml", 4, 40, "contact"); /* Fs < Fc: the site's first value */
    /* Two values at the same line and column, and the sentence names both. */
    write_file("base.yaml", "plant: block\nfriction: {contact: {Fs: 1 N, law: coulomb}}\n"
                            "duration: 1 s\ninputs: {u: 1 N}\n");
    path = write_file("heir.yaml", "base: base.yaml\nfriction: {contact: {Fc: 4 N}}\n");
    check_load_error(path, "base.yaml", 2, 26, "static");
    write_file("base.yaml", "base: heir.yaml\n");
    path = write_file("heir.yaml", "base: base.yaml\n");
    check_load_error(path, "base.yaml", 1, 7, "leads back to itself");
    write_file("base.yaml", "plant: [\n");
    check_load_error(path, "base.yaml", 2, 1, "not valid YAML");
    check_load_error("/no/such/file.yaml", "", 0, 0, "there is no file");
    check_load_error("/dev/zero", "", 0, 0, "is a pipe or a device, not a scenario file");
    check_load_error("/", "", 0, 0, "is a folder, not a scenario file");
    remove_file("heir.yaml");
    remove_file("base.yaml");
}

static void a_table_comes_from_a_file(void **state)
{
    char name[200];
    write_file("data.csv", "time [ms],force [kN],x [m]\n0,1,0\n500,2,0\n2000,5,0\n");
    snprintf(name, sizeof name, "%s/test.yaml", folder);
    assert_true(force_at("{table: {file: data.csv, column: force}}", name, 0.25) == 1500.0);
    assert_true(force_at("{table: {file: data.csv, time: time, column: force, hold}}", name,
                         0.25) == 1000.0);
    static const struct {
        const char *keys, *fragment;
    } wrong[] = {
        {"column: forse", "did you mean \"force\"?"},
        {"column: x", "column \"x\" is in m, but N is needed"},
        {"column: time", "the time itself"},
        {"column: force, time: x", "column \"x\" is in m, but s is needed"},
        {"column: force, hold, linear", "not both"},
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        char text[300];
        StnError error = {0};
        snprintf(text, sizeof text, HEAD "inputs: {u: {table: {file: data.csv, %s}}}\n",
                 wrong[i].keys);
        assert_null(stn_scenario_parse(text, strlen(text), name, NULL, &error));
        if (strstr(error.text, wrong[i].fragment) == NULL || error.line != 3)
            fail_msg("%d: %s", error.line, error.text);
    }
    remove_file("data.csv");
}

static void the_files_of_a_scenario_are_known(void **state)
{
    char path[4][200];
    static const char *const names[] = {"heir.yaml", "base.yaml", "data.csv", "more.csv"};
    for (int i = 0; i < 4; i++)
        snprintf(path[i], sizeof path[i], "%s/%s", folder, names[i]);
    write_file("data.csv", "t [s],F [N]\n0,1\n2,5\n");
    write_file("more.csv", "t [s],F [N]\n0,1\n2,5\n");
    write_file("base.yaml", HEAD "inputs: {u: [{table: {file: data.csv, column: F}}, "
                                 "{table: {file: more.csv, column: F}}]}\n");
    StnError error = {0};
    StnScenario *scenario =
        stn_scenario_load(write_file("heir.yaml", "base: base.yaml\n"), NULL, &error);
    assert_non_null(scenario);
    assert_int_equal(stn_scenario_file_count(scenario), 4);
    for (int i = 0; i < 4; i++)
        assert_string_equal(stn_scenario_file_at(scenario, i), path[i]);
    assert_string_equal(stn_scenario_file_at(scenario, 4), "");
    stn_scenario_free(scenario);
    scenario = parse(base_text);
    assert_int_equal(stn_scenario_file_count(scenario), 0);
    stn_scenario_free(scenario);
    for (int i = 0; i < 4; i++)
        remove_file(names[i]);
}

/* ---- The resolved text ----------------------------------------------------------------------- */

static void same_values(const StnSystem *a, const StnSystem *b, int site)
{
    assert_int_equal(stn_system_value_count(a, site), stn_system_value_count(b, site));
    for (int i = 0; i < stn_system_value_count(a, site); i++) {
        const StnValue v = stn_system_value_at(a, site, i), w = stn_system_value_at(b, site, i);
        const size_t width = (size_t)stn_param_width(v.param) * sizeof(double);
        if (memcmp(v.value, w.value, width) != 0 || v.count != w.count || v.derived != w.derived)
            fail_msg("%s: %.17g and %.17g", v.param->name, v.value[0], w.value[0]);
    }
}

/* The resolved text means the same system, and resolved again it stays as it is. */
static void check_round_trip(const StnScenario *first)
{
    const char *name = "/resolved.yaml";
    StnScenario *second = parse_with(stn_scenario_resolved(first), name, NULL);
    StnScenario *third = parse_with(stn_scenario_resolved(second), name, NULL);
    const StnSystem *a = stn_scenario_system(first), *b = stn_scenario_system(second);
    const StnRunDef run = stn_scenario_run_def(first), again = stn_scenario_run_def(second);
    assert_string_equal(stn_scenario_resolved(second), stn_scenario_resolved(third));
    assert_string_equal(stn_scenario_title(first), stn_scenario_title(second));
    for (int site = -1; site < stn_system_plant(a)->nsite; site++)
        same_values(a, b, site);
    assert_memory_equal(&run.duration, &again.duration, sizeof run.duration);
    assert_memory_equal(&run.every, &again.every, sizeof run.every);
    assert_int_equal(run.ncolumn, again.ncolumn);
    assert_int_equal(stn_system_method(a), stn_system_method(b));
    assert_true(stn_scenario_seed(first) == stn_scenario_seed(second));
    assert_int_equal(stn_system_column_count(a), stn_system_column_count(b));
    stn_scenario_free(third);
    stn_scenario_free(second);
}

/* A copy of the definition with a mass of its own is another system on the same signals; freeing it
 * leaves the scenario's as it is (the sanitizers watch). */
static void the_definition_of_a_scenario_makes_further_systems(void **state)
{
    StnScenario *scenario = parse(HEAD "inputs: {u: {ramp: {slope: 2 N/s}}}\n");
    (void)state;
    for (int k = 0; k < 3; k++) {
        StnSystemDef def = stn_scenario_def(scenario);
        StnGiven mass = {.name = "m", .count = 1, .value = {3.0 + k}};
        StnError error = {0};
        def.given = &mass, def.ngiven = 1;
        StnSystem *system = stn_system_new(&def, &error);
        assert_non_null(system);
        assert_true(stn_system_parameter(system, "m") == 3.0 + k);
        assert_true(stn_system_input(system, 0, 1.5).val == 3.0);
        stn_system_free(system);
    }
    assert_true(stn_system_input(stn_scenario_system(scenario), 0, 1.5).val == 3.0);
    stn_scenario_free(scenario);
}

static void the_resolved_text_loads_again(void **state)
{
    StnScenario *scenario = parse(full);
    check_round_trip(scenario);
    stn_scenario_free(scenario);
    scenario =
        parse(HEAD "title: \"tab\\t \\\"quote\\\" \\u2028 \\u00e9 \\x07 # : {\"\n"
                   "options: {drive: motion}\ninputs: {vd: {chirp: {amplitude: 1, f0: 1, f1: 2}}}\n"
                   "sensors:\nrecord: {every: inf}\n");
    check_round_trip(scenario);
    stn_scenario_free(scenario);
}

/* A site with a brake takes only laws that can stand, and says so. */
static bool refused_for_a_brake(const StnLaw *law, const StnError *error)
{
    return !(law->flags & STN_LAW_SET_VALUED) && strstr(error->text, "has a brake, which law");
}

static void every_built_in_scenario_loads_with_every_law(void **state)
{
    for (int i = 0; i < stn_builtin_count(); i++)
        for (int k = -1; k < stn_law_count(); k++) {
            StnError error = {0};
            const char *law = k < 0 ? "" : stn_law_at(k)->name;
            const StnScenarioOptions options = {.law = &law, .nlaw = k >= 0};
            StnScenario *scenario = stn_scenario_load(stn_builtin_at(i).name, &options, &error);
            if (scenario == NULL && k >= 0 && refused_for_a_brake(stn_law_at(k), &error))
                continue;
            if (scenario == NULL)
                fail_msg("%s, law %s: %s", stn_builtin_at(i).name, law, error.text);
            check_round_trip(scenario);
            stn_scenario_free(scenario);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_arrive_in_the_system),
        cmocka_unit_test(what_is_left_out_has_a_default),
        cmocka_unit_test(models_from_outside_are_known),
        cmocka_unit_test(signals_are_what_they_say),
        cmocka_unit_test(multisine_phases_follow_the_seed),
        cmocka_unit_test(a_scenario_inherits_from_its_base),
        cmocka_unit_test(errors_name_the_file_they_stand_in),
        cmocka_unit_test(a_table_comes_from_a_file),
        cmocka_unit_test(the_files_of_a_scenario_are_known),
        cmocka_unit_test(the_definition_of_a_scenario_makes_further_systems),
        cmocka_unit_test(the_resolved_text_loads_again),
        cmocka_unit_test(every_built_in_scenario_loads_with_every_law),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
