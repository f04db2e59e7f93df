/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Each kind of compensation, by the list, with the numbers that are derived for it: a copy of the state, taken while friction
 * holds and between two samples, goes on with every bit of the state. */
#include "remedies/remedies.h"
#include "core/system.h"
#include "run_scenario.h"

static const struct {
    const char *scenario;
    double from, step, most, after; /* s: a stick is looked for from `from` on, in such steps */
} base[] = {
    {"block-hunting", 1.00013, 2e-3, 8.0, 4.0},    {"clutch-step-play", 0.05013, 3e-4, 1.0, 0.5},
    {"clutch-scheduled", 0.05013, 3e-4, 1.0, 0.5}, {"chain-two-mass", 0.10013, 3e-4, 2.0, 0.5},
    {"servo-position", 0.20013, 1e-3, 4.0, 0.5},   {"eha-ramp", 0.20013, 1e-3, 1.5, 0.3},
};

/* The scenario with the kind; NULL where it cannot be used there. */
static StnScenario *with_kind(const char *name, const char *kind, const char *method)
{
    const StnOverride set[] = {{"solver.method", method}, {"solver.dt", "50 us"}};
    const StnScenarioOptions options = {.set = set, .nset = 2};
    StnError error = {0};
    StnRemedy remedy = {.scale = 1.0, .name = kind};
    StnScenario *scenario = stn_scenario_load(name, &options, &error);
    CHECK(scenario != NULL, "%s: %s", name, error.text);
    if (strncmp(name, "chain", 5) == 0)
        stn_scenario_set(scenario, "controller.Ts", "1 ms");
    if (stn_remedy_apply(scenario, kind, &remedy, &error) == STN_OK)
        return scenario;
    stn_scenario_free(scenario);
    return NULL;
}

static bool stuck(const StnSystem *system, const StnState *st)
{
    return st->modes.dir[stn_system_term_site(system)] == 0.0;
}

/* Returns whether friction held where the copy was taken. */
static bool check_copy(const StnSystem *system, size_t b, const char *kind)
{
    const size_t size = stn_state_size(system);
    StnError error = {0};
    void *memory = malloc(size), *other = malloc(size);
    StnState *st = stn_state_init(system, memory);
    double t = base[b].from;
    assert_int_equal(stn_advance(system, st, t, NULL, &error), STN_OK);
    for (; !stuck(system, st) && t < base[b].most; t += base[b].step)
        assert_int_equal(stn_advance(system, st, t + base[b].step, NULL, &error), STN_OK);
    const bool held = stuck(system, st);
    memcpy(other, memory, size);
    CHECK(stn_state_check(system, other, size, &error) == STN_OK, "%s: %s", kind, error.text);
    assert_int_equal(stn_advance(system, st, t + base[b].after, NULL, &error), STN_OK);
    assert_int_equal(stn_advance(system, other, t + base[b].after, NULL, &error), STN_OK);
    CHECK(memcmp(memory, other, size) == 0, "%s, %s: the copy goes on otherwise", base[b].scenario,
          kind);
    free(memory), free(other);
    return held;
}

static void a_copy_taken_in_a_stick_goes_on_bit_for_bit(void **state)
{
    static const char *const methods[] = {"event", "fixed"};
    (void)state;
    for (int k = 0; k < stn_compensation_count(); k++) {
        const char *kind = stn_compensation_at(k)->name;
        int held = 0, used = 0;
        for (size_t b = 0; b < sizeof base / sizeof base[0]; b++)
            for (int m = 0; m < COUNT(methods); m++) {
                StnScenario *scenario = with_kind(base[b].scenario, kind, methods[m]);
                if (!scenario)
                    continue;
                used++;
                held += check_copy(stn_scenario_system(scenario), b, kind);
                stn_scenario_free(scenario);
            }
        print_message("%s: %d runs, %d copies while friction held\n", kind, used, held);
        CHECK(used >= 8 && held >= 2, "%s: %d runs, %d held", kind, used, held);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_taken_in_a_stick_goes_on_bit_for_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
