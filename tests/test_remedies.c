/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Remedies: what is derived for them, which there are, and that they are measured alike. */
#include "run_scenario.h"
#include "stiction/remedies.h"

#include <math.h>

static const StnOverride sampled[] = {{"controller.Ts", "1 ms"}, {"duration", "20 s"}};

static StnRemedies *load(const StnRemediesDef *def)
{
    StnError error = {0};
    StnRemedies *all = stn_remedies_new(def, &error);
    CHECK(all != NULL, "%s: %s", def->scenario, error.text);
    return all;
}

/* m = 1 kg, Kp = 3 N/m, Kv = 6 N*s/m, sigma2 = 0.4 N*s/m, Fs = 1.5 N, Fc = 1 N, vs = 1 mm/s, Ts = 1 ms, by hand, to the two
 * digits of defaults. */
static void defaults_follow_from_the_loop(void **state)
{
    (void)state;
    const struct {
        const char *name;
        double value;
    } wanted[] = {{"band", 0.0093}, /* 1.5/(4*6.4^2 - 3) = 0.009325 */
                  {"eps", 0.010},   {"fade", 0.020},
                  {"L", 8.7},  /* 5*sqrt(3) = 8.66 */
                  {"k", 0.43}, /* sqrt(3)/4 = 0.433 */
                  {"A", 3.0},       {"f", 50.0},
                  {"width", 0.056}, /* sqrt(2*0.009325*1*1/(3*2)) = 0.05575 */
                  {"period", 0.28}, {"alpha", 0.5}};
    Trial a;
    RUN(&a, "block-limit-cycle", {"controller.Ts", "1 ms"}, {"duration", "1 ms"});
    for (int i = 0; i < COUNT(wanted); i++)
        NEAR(stn_remedy_default(a.system, wanted[i].name), wanted[i].value, 1e-12);
    CHECK(isnan(stn_remedy_default(a.system, "colour")), "a default of a number that nobody has");
    trial_end(&a);
    /* beside a continuous controller: 0.02/sqrt(3) = 11.5 ms is more than 1 ms */
    RUN(&a, "block-limit-cycle", {"duration", "1 ms"});
    NEAR(stn_remedy_default(a.system, "Ts"), 1e-3, 1e-15);
    trial_end(&a);
    /* sqrt(Kp/m) = 1000 1/s: 20 us */
    RUN(&a, "block-limit-cycle", {"controller.Kp", "1e6 N/m"}, {"duration", "1 ms"});
    NEAR(stn_remedy_default(a.system, "Ts"), 2e-5, 1e-17);
    trial_end(&a);
    RUN(&a, "block-brake", {"duration", "1 ms"});
    CHECK(isnan(stn_remedy_default(a.system, "band")), "a band without a controller");
    trial_end(&a);
}

/* Every compensation can be used on every plant with a position loop, with nothing but what the scenario says. */
static void each_plant_with_a_position_loop_takes_every_compensation(void **state)
{
    (void)state;
    const char *const scenarios[] = {"block-limit-cycle", "clutch-step", "clutch-step-play",
                                     "chain-two-mass",    "chain-joint", "chain-flap",
                                     "servo-position",    "eha-step",    "flap-reversible-deploy"};
    for (int i = 0; i < COUNT(scenarios); i++) {
        const StnRemediesDef def = {.scenario = scenarios[i]};
        StnRemedies *all = load(&def);
        CHECK(stn_remedies_count(all) >= 1 + stn_compensation_count(), "%s: %d rows", scenarios[i],
              stn_remedies_count(all));
        for (int k = 0; k < stn_remedies_count(all); k++) {
            const StnRemedy *row = stn_remedies_at(all, k);
            CHECK(row->scenario != NULL || stn_compensation_find(row->name) == NULL, "%s, %s: %s",
                  scenarios[i], row->name, row->error.text);
        }
        stn_remedies_free(all);
    }
}

/* Rules of an integrator need one that is sampled: the row says so and is not run. */
static void a_remedy_that_cannot_be_used_says_why(void **state)
{
    (void)state;
    const char *const names[] = {"reset"};
    const StnRemediesDef def = {.scenario = "block-limit-cycle", .remedy = names, .nremedy = 1};
    StnRemedies *all = load(&def);
    const StnRemedy *row = stn_remedies_at(all, stn_remedies_count(all) - 1);
    assert_string_equal(row->name, "reset");
    CHECK(row->scenario == NULL && strstr(row->error.text, "give Ts") != NULL, "%s",
          row->error.text);
    assert_string_equal(stn_remedy_word(row), "not used");
    stn_remedies_free(all);
}

/* Scale 0 changes nothing, and a bare row is the scenario itself. */
static void a_compensation_of_scale_0_is_the_bare_loop(void **state)
{
    (void)state;
    const char *const names[] = {"push"};
    const double scale[] = {0.0, 1.0};
    StnRemediesDef def = {.scenario = "block-limit-cycle",
                          .options = {.set = sampled, .nset = 2},
                          .remedy = names,
                          .nremedy = 1,
                          .scale = scale,
                          .nscale = 2};
    StnError error = {0};
    for (int threads = 1; threads <= 2; threads++) {
        def.threads = threads;
        StnRemedies *all = load(&def);
        /* none, none without Ki, push 0, push 1, both without Ki */
        assert_int_equal(stn_remedies_count(all), 6);
        assert_int_equal(stn_remedies_run(all, NULL, NULL, &error), STN_OK);
        const StnRemedy *bare = stn_remedies_at(all, 0), *zero = stn_remedies_at(all, 2);
        NEAR(zero->loop.hunting, bare->loop.hunting, 0.0);
        NEAR(zero->loop.rms_error, bare->loop.rms_error, 0.0);
        NEAR(zero->work, bare->work, 0.0);
        NEAR(stn_remedies_at(all, 4)->loop.standing_error,
             stn_remedies_at(all, 1)->loop.standing_error, 0.0);
        CHECK(stn_remedies_at(all, 3)->loop.rms_error < bare->loop.rms_error,
              "a push made it worse");
        /* Ki = 0: it stands Kp*e = u off, |u| <= Fs */
        CHECK(stn_remedies_at(all, 1)->loop.standing_error < 0.5, "beyond Fs/Kp");
        stn_remedies_free(all);
    }
}

static void laws_and_sensors_multiply_the_rows(void **state)
{
    (void)state;
    const char *const names[] = {"push"}, *const laws[] = {"stribeck", "lugre"},
                      *const sensors[] = {"ideal", "resolution: 1 mm"};
    const StnRemediesDef def = {.scenario = "block-limit-cycle",
                                .options = {.set = sampled, .nset = 2},
                                .remedy = names,
                                .nremedy = 1,
                                .law = laws,
                                .nlaw = 2,
                                .sensor = sensors,
                                .nsensor = 2};
    StnRemedies *all = load(&def);
    assert_int_equal(stn_remedies_count(all), 2 * 2 * 4);
    const StnRemedy *last = stn_remedies_at(all, 15);
    char label[160];
    assert_string_equal(stn_remedy_label(last, label, sizeof label),
                        "push, Ki = 0, lugre, resolution: 1 mm");
    assert_string_equal(stn_system_law(last->system, 0)->name, "lugre");
    /* the band is at least two steps of the encoder; here the loop asks for more */
    NEAR(last->value[0], 0.0093, 1e-12);
    stn_remedies_free(all);
}

/* A scenario that is nobody's file. */
static void a_document_serves_in_place_of_a_name(void **state)
{
    (void)state;
    const char *const names[] = {"push"};
    const StnScenarioOptions options = {.set = sampled, .nset = 2};
    StnError error = {0};
    StnScenario *document = stn_scenario_load("block-limit-cycle", &options, &error);
    assert_non_null(document);
    const StnRemediesDef def = {
        .scenario = "mine", .document = document, .remedy = names, .nremedy = 1};
    StnRemedies *all = load(&def);
    assert_int_equal(stn_remedies_count(all), 4);
    NEAR(stn_remedies_at(all, 2)->value[0], 0.0093, 1e-12);
    StnRemedyTuneDef search = {.scenario = "mine",
                               .document = document,
                               .remedy = "push",
                               .minimise = "hunting",
                               .law = "lugre"};
    StnRemedyTune *tune = stn_remedy_tune_new(&search, &error);
    CHECK(tune != NULL, "%s", error.text);
    stn_remedy_tune_free(tune);
    stn_remedies_free(all);
    stn_scenario_free(document);
}

static void an_empty_list_is_none(void **state)
{
    const char *nothing[] = {NULL};
    StnRemediesDef def = {.scenario = "block-hunting"};
    StnError error = {0};
    (void)state;
    StnRemedies *all = stn_remedies_new(&def, &error);
    CHECK(all != NULL, "%s", error.text);
    def.law = def.sensor = nothing;
    StnRemedies *empty = stn_remedies_new(&def, &error);
    CHECK(empty != NULL, "%s", error.text);
    assert_int_equal(stn_remedies_count(empty), stn_remedies_count(all));
    stn_remedies_free(empty);
    stn_remedies_free(all);
}

/* The verdict is what the table of levels and sensors says: less than half of what the bare loop has, or a number where the
 * bare loop has none. */
static void check_verdict(const StnRemedyTune *tune, const char *beginning)
{
    StnError error = {0};
    StnResult out = {.method = NULL};
    assert_int_equal(stn_report_remedy_tune(tune, 4, &out, &error), STN_OK);
    const char *verdict = "none";
    for (int i = 0; i < out.count; i++)
        if (out.item[i].name && strcmp(out.item[i].name, "verdict") == 0)
            verdict = out.item[i].text;
    CHECK(strncmp(verdict, beginning, strlen(beginning)) == 0, "\"%s\"", verdict);
    stn_result_free(&out);
}

static void a_verdict_names_where_a_remedy_fails(void **state)
{
    static const StnOverride brief[] = {{"duration", "4 s"}};
    const struct {
        const char *scenario, *remedy, *minimise, *sensor, *verdict;
    } cases[] = {
        {"block-reversals", "feedforward", "quadrant_glitch", NULL, "A cure: it leaves less"},
        {"block-reversals", "feedforward", "quadrant_glitch", "resolution: 0.5",
         "A cure with friction wrong by 20 %, but not with each"},
        {"block-reversals", "push", "rms_error", NULL, "No cure"},
        {"clutch-step", "push", "rms_error", NULL, "A cure at the exact level and with this"},
        {"clutch-step", "dither", "hunting", NULL, "A cure at the exact level only"},
        {"block-hunting", "push", "quadrant_glitch", NULL, "No word about a cure"},
    };
    (void)state;
    for (int i = 0; i < COUNT(cases); i++) {
        StnError error = {0};
        const StnRemedyTuneDef def = {.scenario = cases[i].scenario,
                                      .options = {.set = brief, .nset = 1},
                                      .remedy = cases[i].remedy,
                                      .minimise = cases[i].minimise,
                                      .sensor = cases[i].sensor ? &cases[i].sensor : NULL,
                                      .nsensor = cases[i].sensor ? 1 : 0,
                                      .evaluations = 6};
        StnRemedyTune *tune = stn_remedy_tune_new(&def, &error);
        CHECK(tune != NULL, "%s: %s", cases[i].scenario, error.text);
        assert_int_equal(stn_remedy_tune_run(tune, NULL, NULL, &error), STN_OK);
        check_verdict(tune, cases[i].verdict);
        stn_remedy_tune_free(tune);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_follow_from_the_loop),
        cmocka_unit_test(each_plant_with_a_position_loop_takes_every_compensation),
        cmocka_unit_test(a_remedy_that_cannot_be_used_says_why),
        cmocka_unit_test(a_compensation_of_scale_0_is_the_bare_loop),
        cmocka_unit_test(laws_and_sensors_multiply_the_rows),
        cmocka_unit_test(a_document_serves_in_place_of_a_name),
        cmocka_unit_test(an_empty_list_is_none),
        cmocka_unit_test(a_verdict_names_where_a_remedy_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
