/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Definitions of identifications that make no sense are refused with a sentence; so are data that cannot tell. */
#include "identify_support.h"
#include "skip.h"

static void refused(StnStatus status, const StnError *error, const char *words)
{
    assert_true(words[0] != 0); /* "" is in every text */
    CHECK(status == STN_BAD_INPUT && strstr(error->text, words), "%d, \"%s\" in \"%s\"", status,
          words, error->text);
}

/* Two sines at 250 Hz: m 2, Fv 0.7, Fc 1.3. */
static StnData moved(unsigned roles)
{
    const size_t rows = 1000;
    StnData data = data_make(rows, 0.004, roles, false);
    for (size_t i = 0; i < rows; i++) {
        const double t = 0.004 * (double)i, a = PI, b = 8.1;
        const double v = 0.3 * a * cos(a * t) + 0.1 * b * cos(b * t);
        const double acc = -0.3 * a * a * sin(a * t) - 0.1 * b * b * sin(b * t);
        const double value[] = {[STN_ROLE_POSITION] = 0.3 * sin(a * t) + 0.1 * sin(b * t),
                                [STN_ROLE_VELOCITY] = v,
                                [STN_ROLE_EFFORT] = 2 * acc + 0.7 * v + (v > 0 ? 1.3 : -1.3)};
        for (int role = 0; role < COUNT(value); role++)
            if (role != STN_ROLE_TIME && (roles & 1u << role))
                data.value[role][i] = value[role];
    }
    return data;
}

#define ALL (1u << STN_ROLE_POSITION | 1u << STN_ROLE_VELOCITY | 1u << STN_ROLE_EFFORT)

static void power_refuses(const StnPowerDef *def, const StnData *data, const char *words)
{
    StnPower result;
    StnError error = {0};
    refused(stn_identify_power(def, data, &result, &error), &error, words);
    assert_null(result.work);
}

static void a_balance_of_power_that_cannot_be_made_is_refused(void **state)
{
    StnPowerDef def = stn_default_power_def();
    StnData data = moved(ALL), bare = moved(1u << STN_ROLE_EFFORT),
            still = moved(1u << STN_ROLE_POSITION);
    (void)state;
    def.dx = -1.0, power_refuses(&def, &data, "the sensor step must not be negative");
    def = stn_default_power_def(), def.m = -1.0;
    power_refuses(&def, &data, "a known mass must not be negative");
    def = stn_default_power_def(), def.window = 0.004;
    power_refuses(&def, &data, "window");
    def.window = 1e17; /* 1000 samples at 4 ms */
    power_refuses(&def, &data, "longer than the data: the longest run takes 3.996 s");
    def = stn_default_power_def(), power_refuses(&def, &bare, "the position or the velocity");
    power_refuses(&def, &still, "effort");
    data.uniform = false, power_refuses(&def, &data, "the samples are not evenly spaced");
    data.uniform = true;
    memset(data.value[STN_ROLE_POSITION], 0, data.rows * sizeof(double));
    power_refuses(&def, &data, "position");
    stn_data_free(&data);
    stn_data_free(&bare);
    stn_data_free(&still);
}

/* A level below 0 with its whole interval: the sign of the effort is in question where it does no work, but not where it is at
 * its limits, which makes such levels as well. */
static void a_clipped_effort_is_not_called_reversed(void **state)
{
    const StnLeastSquares fit = {.value = {-0.5}, .std = {0.05}, .low = {-0.6}, .high = {-0.4}};
    StnData data = moved(ALL);
    snprintf(data.column[STN_ROLE_EFFORT], sizeof data.column[0], "u");
    for (size_t i = 0; i < data.rows; i++)
        data.value[STN_ROLE_EFFORT][i] = -data.value[STN_ROLE_EFFORT][i];
    for (int limited = 0; limited < 2; limited++) {
        StnFindings findings = stn_findings_none(false);
        StnEstimates estimates = {.count = 0};
        StnRemarks remarks = {.count = 0};
        for (size_t i = 0; i < data.rows && limited; i++)
            data.value[STN_ROLE_EFFORT][i] = fmin(fmax(data.value[STN_ROLE_EFFORT][i], -3.0), 3.0);
        stn_estimates_add(&estimates, "Fc", "$F", false, &fit, 0);
        stn_findings_signs(&findings, &estimates, &data, &remarks);
        assert_true(
            says(&remarks, limited ? "(u) is at its limits" : "is the sign of the effort (u)"));
        assert_int_equal(findings.reversed, !limited);
    }
    stn_data_free(&data);
}

static void inverse_refuses(const StnInverseDef *def, const StnData *data, const char *words)
{
    StnInverse result;
    StnError error = {0};
    refused(stn_identify_inverse(def, data, &result, &error), &error, words);
}

static void an_inverse_model_that_makes_no_sense_is_refused(void **state)
{
    const StnInverseDef good = stn_default_inverse_def();
    StnInverseDef def = good;
    StnData data = moved(ALL | 1u << STN_DATA_EXTRA), bare = moved(1u << STN_ROLE_EFFORT);
    (void)state;
    def.position_terms = -1, inverse_refuses(&def, &data, "-1 position terms");
    def.position_terms = 99, inverse_refuses(&def, &data, "99 position terms");
    def = good, def.decimate = -1, inverse_refuses(&def, &data, "decimation by -1");
    def = good, def.hold_out = -0.1, inverse_refuses(&def, &data, "the held-out part of -0.1");
    def.hold_out = 1.0, inverse_refuses(&def, &data, "the held-out part of 1");
    def = good, def.n = 0.0, inverse_refuses(&def, &data, "exponent must be positive");
    def = good, def.vs = -1.0, inverse_refuses(&def, &data, "exponent must be positive");
    def = good, def.m = -1.0, inverse_refuses(&def, &data, "a known mass");
    def = good, def.load = true, inverse_refuses(&def, &data, "load");
    def = good, inverse_refuses(&def, &bare, "position or the velocity");
    def = good, def.cutoff = 1e6, inverse_refuses(&def, &data, "cut-off");
    def = good, def.sign = STN_INVERSE_SIGN_REFERENCE, inverse_refuses(&def, &data, "reference");
    def = good, def.skip = 990, inverse_refuses(&def, &data, "990 and 3 are dropped at the ends");
    def = good, def.dead_speed = 100.0, inverse_refuses(&def, &data, "are slower than 100");
    def = good, def.weight = STN_DATA_EXTRA, data.value[STN_DATA_EXTRA][5] = -1.0;
    inverse_refuses(&def, &data, "weight");
    stn_data_free(&data);
    stn_data_free(&bare);
}

static void bench_refuses(const StnBreakawayRigDef *def, const StnSystem *system, const char *words)
{
    StnBreakawayDef how = stn_default_breakaway_def();
    StnData data;
    StnError error = {0};
    how.dx = 1e-5;
    refused(stn_breakaway_experiment(def, &how, system, &data, &error), &error, words);
}

/* The same of what looks for the breakaways. */
static void bench_refuses_how(const StnBreakawayRigDef *def, double dx, int steps,
                              const StnSystem *system, const char *words)
{
    StnBreakawayDef how = stn_default_breakaway_def();
    StnData data;
    StnError error = {0};
    how.dx = dx;
    how.steps = steps;
    refused(stn_breakaway_experiment(def, &how, system, &data, &error), &error, words);
}

static void a_bench_that_makes_no_sense_is_refused(void **state)
{
    StnBreakawayRigDef good = stn_default_breakaway_rig_def();
    Block b;
    (void)state;
    block_begin(&b, "coulomb");
    block_input(&b, "u", stn_signal_constant(0.0));
    block_make(&b);
    good.rate = 1.0, good.limit = 10.0, good.longest = 10.0;
    good.travel[0] = 0.0, good.travel[1] = 0.01;
#define WRONG(member, value, words)           \
    do {                                      \
        StnBreakawayRigDef def = good;        \
        def.member = (value);                 \
        bench_refuses(&def, b.system, words); \
    } while (0)
    WRONG(input, "load_", "unknown input \"load_\"; did you mean \"load\"?");
    WRONG(Ts, 0.0, "positive sampling time");
    WRONG(rate, 0.0, "rate = 0 is out of range; allowed: more than 0");
    WRONG(longest, 0.0, "longest = 0 is out of range");
    WRONG(passes, 0, "passes = 0 is out of range");
    WRONG(points, 0, "points = 0 is out of range");
    WRONG(travel[0], NAN, "needs the ends of the travel");
    WRONG(travel[1], INFINITY, "travel");
    WRONG(travel[0], 1.0, "two ends of travel");
    WRONG(effort, "nothing", "no column \"nothing\"");
    WRONG(position, "nowhere", "no column \"nowhere\"");
#undef WRONG
    bench_refuses_how(&good, 0.0, 2, b.system, "positive sampling time, sensor step");
    bench_refuses_how(&good, NAN, 2, b.system, "no sensor with a resolution");
    bench_refuses_how(&good, 1e-5, 0, b.system, "number of steps");
    block_end(&b);
}

static bool stop_at_once(void *user, double fraction)
{
    (void)user, (void)fraction;
    return false;
}

static void a_bench_stops_when_it_is_told_to(void **state)
{
    StnBreakawayDef how = stn_default_breakaway_def();
    StnBreakawayRigDef def = stn_default_breakaway_rig_def();
    StnData data;
    StnError error = {0};
    Block b;
    (void)state;
    block_begin(&b, "coulomb");
    block_input(&b, "u", stn_signal_constant(0.0));
    block_make(&b);
    def.rate = 1.0, def.limit = 10.0, def.longest = 10.0;
    def.travel[0] = 0.0, def.travel[1] = 0.01;
    def.progress = stop_at_once;
    how.dx = 1e-5;
    assert_int_equal(stn_breakaway_experiment(&def, &how, b.system, &data, &error), STN_CANCELLED);
    block_end(&b);
}

/* ---- Identified numbers as scenarios ---- */

static StnFindings found(const char *name, double forward, double backward)
{
    StnFindings k = stn_findings_none(false);
    stn_findings_set(&k, name, (double[]){forward, backward}, 2);
    return k;
}

static void numbers_that_no_scenario_can_hold_are_refused(void **state)
{
    StnError error = {0};
    StnFindings k = found("Fc", -1.0, -1.0);
    (void)state;
    refused(stn_findings_check(&k, &error), &error, "the friction level came out as -1");
    k = found("Fc", 1.0, 1.0);
    stn_findings_set(&k, "m", (double[]){-1.0}, 1);
    refused(stn_findings_check(&k, &error), &error, "mass");
    k = found("Fc", 1.0, 1.0), k.speed = 1.0;
    stn_findings_set(&k, "sigma2", (double[]){-100.0}, 1);
    refused(stn_findings_check(&k, &error), &error, "viscous");
}

static StnFindings rotary_result(void)
{
    StnFindings k = found("Fc", 1.0, 2.0);
    k.rotary = true;
    stn_findings_set(&k, "Fs", (double[]){1.5, 2.5}, 2);
    stn_findings_set(&k, "vs", (double[]){0.1}, 1);
    stn_findings_set(&k, "sigma2", (double[]){-1e-9, -1e-9}, 2);
    stn_findings_set(&k, "m", (double[]){0.5}, 1);
    stn_findings_set(&k, "load", (double[]){0.1}, 1);
    return k;
}

static void a_scenario_of_its_own_runs(void **state)
{
    const StnFindings k = rotary_result();
    StnError error = {0};
    (void)state;
    StnScenario *scenario = stn_findings_scenario(&k, "t: \"1\"", "c\nd", NULL, NULL, &error);
    CHECK(scenario != NULL && stn_scenario_check(scenario, &error) == STN_OK, "%s", error.text);
    char *text = stn_scenario_text(scenario);
    CHECK(strstr(text, "law: stribeck") && strstr(text, "# c\n# d\n"), "%s", text);
    StnScenario *again = stn_scenario_parse(text, strlen(text), "t", NULL, &error);
    CHECK(again != NULL || error.status == STN_UNAVAILABLE, "%s\n%s", error.text, text);
    if (again)
        assert_string_equal(stn_scenario_title(again), "t: \"1\"");
    stn_scenario_free(again);
    stn_scenario_free(scenario);
    stn_text_free(text);
}

static void a_scenario_names_its_base_and_site(void **state)
{
    const StnFindings k = rotary_result();
    StnError error = {0};
    (void)state;
    StnScenario *base = stn_scenario_load("block-stick-slip", NULL, &error);
    StnScenario *scenario = stn_findings_scenario(&k, "t", "c", base, "contact", &error);
    CHECK(scenario != NULL, "%s", error.text);
    char *text = stn_scenario_text(scenario);
    CHECK(strstr(text, "base: block-stick-slip\n") &&
              strstr(text, "Fs: {forward: 1.5 N, backward: 2.5 N}") && !strstr(text, "plant"),
          "%s", text);
    NEAR(stn_system_friction(stn_scenario_system(scenario), 0, "Fs", 1), 2.5, 0.0);
    stn_text_free(text);
    stn_scenario_free(scenario);
    stn_scenario_free(base);
}

static void every_method_but_check_refuses_to_work_without_data(void **state)
{
    int tried = 0;
    (void)state;
    for (int i = 0; i < stn_identify_method_count(); i++) {
        const StnIdentifyMethod *method = stn_identify_method_at(i);
        StnError error = {0};
        if (method->flags & STN_IDENTIFY_MODEL || strcmp(method->name, "check") == 0)
            continue;
        void *options = calloc(1, method->fields->size), *result = calloc(1, method->result_size);
        stn_fields_default(method->fields, options);
        refused(method->identify(options, NULL, 0, result, &error), &error, "data are needed");
        method->release(result);
        free(options);
        free(result);
        tried++;
    }
    assert_true(tried >= 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clipped_effort_is_not_called_reversed),
        cmocka_unit_test(a_balance_of_power_that_cannot_be_made_is_refused),
        cmocka_unit_test(an_inverse_model_that_makes_no_sense_is_refused),
        cmocka_unit_test(a_bench_that_makes_no_sense_is_refused),
        cmocka_unit_test(a_bench_stops_when_it_is_told_to),
        cmocka_unit_test(numbers_that_no_scenario_can_hold_are_refused),
        cmocka_unit_test(every_method_but_check_refuses_to_work_without_data),
        cmocka_unit_test(a_scenario_of_its_own_runs),
        cmocka_unit_test(a_scenario_names_its_base_and_site),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
