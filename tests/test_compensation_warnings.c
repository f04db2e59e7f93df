/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Doubts about a compensation before the run: each names both numbers. */
#include "run_scenario.h"

static void warns(const char *scenario, const char *terms_text, const char *says)
{
    const StnOverride set[] = {{"compensation", terms_text}};
    const StnScenarioOptions options = {.set = set, .nset = 1};
    StnError error = {0};
    StnScenario *made = stn_scenario_load(scenario, &options, &error);
    CHECK(made != NULL, "%s: %s", terms_text, error.text);
    const StnSystem *system = stn_scenario_system(made);
    bool said = false;
    for (int k = 0; k < stn_system_note_count(system); k++)
        said = said || (stn_system_note_at(system, k).kind == STN_NOTE_WARNING &&
                        strstr(stn_system_note_at(system, k).text, says) != NULL);
    for (int k = 0; !said && k < stn_system_note_count(system); k++)
        print_message("%s\n", stn_system_note_at(system, k).text);
    CHECK(said, "%s: no word of \"%s\"", terms_text, says);
    stn_scenario_free(made);
}

static void doubts_come_with_both_numbers(void **state)
{
    (void)state;
    warns("clutch-step", "[{kind: feedback, eps: 1}]",
          "beside an integrator (Ki = 0.6 N*m/(rad*s))");
    warns("eha-step", "[{kind: push, Fs: 3 kN, band: 1 mm, Ts: 1 ms}]",
          "3000 N, is more than the static level of the site, 2700 N");
    warns("clutch-step", "[{kind: push, Fs: 0.1, band: 0.0005}]",
          "scale*Fs/band = 200 N*m/rad, is above the gain margin of the sampled loop");
    warns("clutch-step", "[{kind: disturbance_observer, L: 600}]",
          "L*Ts = 0.6 is above 0.5 (L = 600 1/s, Ts = 0.001 s)");
    warns("clutch-step", "[{kind: dither, A: 3, f: 50}]",
          "3 N*m, is above what the drive can do, 2 N*m");
    warns("clutch-step", "[{kind: push, band: 0.05}]",
          "0.05 rad, is below the step of the sensor of theta, 0.1122 rad");
    warns("eha-step", "[{kind: dither, A: 200 kN, f: 50, Ts: 1 ms}]", "160000 N");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubts_come_with_both_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
