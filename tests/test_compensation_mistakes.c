/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Compensations that cannot be: what is wrong is named. */
#include "run_scenario.h"

static void refused(const char *scenario, const char *path, const char *value, const char *says)
{
    const StnOverride set[] = {{path, value}};
    const StnScenarioOptions options = {.set = set, .nset = 1};
    StnError error = {0};
    StnScenario *made = stn_scenario_load(scenario, &options, &error);
    CHECK(made == NULL && error.status == STN_BAD_INPUT, "%s was taken", value);
    CHECK(strstr(error.text, says) != NULL, "%s: %s", value, error.text);
}

static void mistakes_are_named(void **state)
{
    (void)state;
    refused("clutch-step", "compensation", "[{kind: pusch, band: 1}]", "did you mean \"push\"");
    refused("clutch-step", "compensation", "[{band: 1}]", "needs its kind: one of feedforward");
    refused("clutch-step", "compensation", "[{kind: push, bnad: 1}]", "did you mean \"band\"");
    refused("clutch-step", "compensation", "[{kind: push}]", "push needs band");
    refused("clutch-step", "compensation", "[{kind: push, band: 1 m}]", "rad");
    refused("clutch-step", "compensation", "[{kind: push, band: 0.1, law: lugre}]",
            "no law of its own");
    refused("clutch-step", "compensation", "[{kind: feedforward, law: lugree}]",
            "did you mean \"lugre\"");
    refused("clutch-step", "compensation", "[{kind: push, band: 0.1, Ts: 2 ms}]",
            "the controller samples every 0.001 s");
    refused("clutch-step", "compensation", "push", "a list of terms");
    refused("clutch-step", "compensation", "[push]", "is a map");
    refused("block-stick-slip", "compensation", "[{kind: push, band: 0.1}]",
            "there is no controller");
    refused("cylinder-2mA", "compensation", "[{kind: dither, A: 1, f: 1}]",
            "there is no controller");
    refused("block-limit-cycle", "compensation", "[{kind: push, band: 0.1}]",
            "give a term its sample time Ts");
    refused("eha-step", "compensation",
            "[{kind: push, band: 0.1, Ts: 1 ms}, {kind: dither, A: 1, f: 1, Ts: 2 ms}]",
            "sample together");
    refused("servo-pendulum", "compensation", "[{kind: push, band: 0.1, Ts: 1 ms}]",
            "needs a wanted position");
    refused("clutch-step", "compensation", "[{kind: dither, A: nan, f: 1}]", "A");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
