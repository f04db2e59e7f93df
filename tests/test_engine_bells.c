/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Stribeck zones (n = 2) by their series: against explicit steps at a tolerance a thousand times as fine, which share
 * no operation with it but the law. */
#include "skip.h"
#include "stiction/stiction.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct Run {
    const char *scenario, *law;
    StnOverride set[6];
} Run;

static const Run runs[] = {
    {"block-stick-slip", "stribeck", {{"duration", "30"}}},
    {"block-stick-slip",
     "stribeck",
     {{"duration", "30"}, {"friction.contact.vs", "[3 mm/s, 7 mm/s]"}}},
    {"block-limit-cycle", "stribeck", {{"duration", "10"}}},
    {"eha-step", "stribeck", {{"duration", "0.5"}}},
    {"chain-two-mass", "stribeck", {{"duration", "2"}}}, /* two bells at once, and a twist */
};

static StnRecord record_of(const Run *run, const char *integrator, const char *rtol)
{
    StnOverride set[8] = {{"solver.integrator", integrator}, {"solver.rtol", rtol}};
    int nset = 2;
    for (int i = 0; i < 6 && run->set[i].path; i++)
        set[nset++] = run->set[i];
    const StnScenarioOptions options = {.set = set, .nset = nset, .law = &run->law, .nlaw = 1};
    StnError error = {0};
    StnScenario *scenario = stn_scenario_load(run->scenario, &options, &error);
    if (!scenario)
        fail_msg("%s", error.text);
    const StnSystem *system = stn_scenario_system(scenario);
    void *memory = malloc(stn_state_size(system));
    StnRunDef def = stn_scenario_run_def(scenario);
    StnRecord record = {0};
    if (stn_run(system, stn_state_init(system, memory), &def, &record, &error) != STN_OK)
        fail_msg("%s: %s", run->scenario, error.text);
    free(memory);
    stn_scenario_free(scenario);
    return record;
}

static void a_zone_is_one_series_and_agrees_with_explicit_steps(void **state)
{
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        StnRecord ours = record_of(&runs[i], "auto", "1e-9");
        StnRecord fine = record_of(&runs[i], "explicit", "1e-12");
        assert_int_equal(ours.counters.explicit_steps, 0);
        assert_true(fine.counters.explicit_steps > 0 && ours.counters.steps < fine.counters.steps);
        assert_int_equal(ours.nevent, fine.nevent);
        for (size_t k = 0; k < ours.nevent; k++) {
            assert_int_equal(ours.event[k].kind, fine.event[k].kind);
            if (!(fabs(ours.event[k].t - fine.event[k].t) <= 1e-9))
                fail_msg("%s: event %zu at %.15g s, not at %.15g s", runs[i].scenario, k,
                         ours.event[k].t, fine.event[k].t);
        }
        stn_record_free(&ours);
        stn_record_free(&fine);
    }
}

/* The energy account of such steps closes: friction's work is summed by a rule of its own. */
static void the_energy_of_a_zone_is_accounted_for(void **state)
{
    StnRecord ours = record_of(&runs[0], "auto", "1e-9");
    const StnEnergy *e = &ours.energy;
    assert_true(e->friction > 0.0);
    assert_true(fabs(e->input - e->stored - e->friction - e->impact) <= 1e-8 * e->moved);
    stn_record_free(&ours);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zone_is_one_series_and_agrees_with_explicit_steps),
        cmocka_unit_test(the_energy_of_a_zone_is_accounted_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
