/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Runs side by side: each has every bit of the run that it is alone, whatever the width, its place and its neighbours. */
#include "build_block.h"
#include "core/system.h"
#include "lanes/lanes.h"
#include "remedies/remedies.h"

#include <stdint.h>

enum { RUNS = 21 }; /* no multiple of a width: some lanes are idle at the end */

typedef struct {
    StnScenario *scenario;
    const StnSystem *base;
    StnAddress address;
    double value;
    void *block[STN_LANES_MOST], *variant[STN_LANES_MOST], *state[STN_LANES_MOST];
    int next, left; /* left: so many times more lanes may go on */
    struct {
        StnRecord record;
        StnStatus status;
        char text[200];
    } run[RUNS];
} Bench;

/* kind: a compensation with the numbers that are derived for it, or NULL. */
static void open_bench_with(Bench *b, const char *scenario, const char *law, const char *path,
                            const char *dt, const char *duration, const char *kind)
{
    const StnOverride set[] = {
        {"solver.method", "fixed"}, {"solver.dt", dt}, {"duration", duration}};
    const StnScenarioOptions options = {.set = set, .nset = 3, .law = &law, .nlaw = law != NULL};
    StnError error = {0};
    memset(b, 0, sizeof *b);
    b->scenario = stn_scenario_load(scenario, &options, &error);
    CHECK(b->scenario != NULL, "%s %s: %s", scenario, law, error.text);
    StnRemedy remedy = {.scale = 1.0, .name = kind};
    CHECK(!kind || stn_remedy_apply(b->scenario, kind, &remedy, &error) == STN_OK, "%s",
          error.text);
    b->base = stn_scenario_system(b->scenario);
    CHECK(stn_address(b->base, path, &b->address, &error) == STN_OK, "%s", error.text);
    b->value = stn_address_info(b->base, b->address).value;
    b->left = 1 << 30;
    for (int i = 0; i < STN_LANES_MOST; i++) {
        b->block[i] = malloc(stn_params_size(b->base));
        b->variant[i] = malloc(stn_variant_size(b->base));
        b->state[i] = malloc(stn_state_size(b->base));
    }
}

static void open_bench(Bench *b, const char *scenario, const char *law, const char *path,
                       const char *dt, const char *duration)
{
    open_bench_with(b, scenario, law, path, dt, duration, NULL);
}

static void close_records(Bench *b)
{
    for (int i = 0; i < RUNS; i++)
        stn_record_free(&b->run[i].record);
}

static void close_bench(Bench *b)
{
    for (int i = 0; i < STN_LANES_MOST; i++) {
        free(b->block[i]);
        free(b->variant[i]);
        free(b->state[i]);
    }
    close_records(b);
    stn_scenario_free(b->scenario);
}

/* The number of the address grows from run to run by 2 %. */
static const StnSystem *variant_of(Bench *b, int run, int place)
{
    StnError error = {0};
    stn_params_copy(b->base, b->block[place]);
    CHECK(stn_params_set(b->base, b->block[place], b->address, b->value * (1.0 + 0.02 * run),
                         &error) == STN_OK &&
              stn_params_finish(b->base, b->block[place], &error) == STN_OK,
          "%s", error.text);
    return stn_system_variant(b->base, b->block[place], 1, b->variant[place]);
}

static bool next_run(void *user, StnLaneRun *run)
{
    Bench *b = user;
    if (b->next == RUNS)
        return false;
    run->user = (void *)(intptr_t)b->next;
    run->system = variant_of(b, b->next++, run->place);
    run->state = stn_state_init(run->system, b->state[run->place]);
    run->def = stn_scenario_run_def(b->scenario);
    return true;
}

static void end_run(void *user, StnLaneRun *run)
{
    Bench *b = user;
    const int i = (int)(intptr_t)run->user;
    b->run[i].record = run->record;
    b->run[i].status = run->status;
    snprintf(b->run[i].text, sizeof b->run[i].text, "%s", run->status ? run->error.text : "");
}

static bool go_on(void *user)
{
    Bench *b = user;
    return --b->left > 0;
}

static bool run_lanes(Bench *b, int width)
{
    const char *why = "";
    StnError error = {0};
    const StnLanesDef def = {.base = b->base,
                             .width = width,
                             .loop = stn_lanes_loop(b->base, width, &why),
                             .next = next_run,
                             .done = end_run,
                             .go_on = go_on,
                             .user = b};
    if (def.loop == NULL)
        return false;
    b->next = 0;
    assert_int_equal(stn_lanes_run(&def, &error), STN_OK);
    assert_int_equal(b->next, RUNS);
    return true;
}

static bool same_bits(const double *a, const double *b, size_t count)
{
    return memcmp(a, b, count * sizeof *a) == 0;
}

/* Rows, events, energy, counters, and how it ended. */
static void check_alone(Bench *b, int i, const char *name, int width)
{
    StnRecord alone;
    StnError error = {0};
    const StnRecord *lane = &b->run[i].record;
    const StnSystem *system = variant_of(b, i, 0);
    const StnRunDef def = stn_scenario_run_def(b->scenario);
    const StnStatus status =
        stn_run(system, stn_state_init(system, b->state[0]), &def, &alone, &error);
    CHECK(status == b->run[i].status && (!status || strcmp(error.text, b->run[i].text) == 0),
          "%s, %d lanes, run %d: %s, alone %s", name, width, i, b->run[i].text, error.text);
    CHECK(alone.rows == lane->rows && alone.nevent == lane->nevent, "%s, %d lanes, run %d: %zu %zu",
          name, width, i, alone.nevent, lane->nevent);
    for (int c = 0; c < alone.ncolumn; c++)
        CHECK(same_bits(alone.data[c], lane->data[c], alone.rows), "%s, %d lanes, run %d: %s", name,
              width, i, alone.column[c].name);
    for (size_t k = 0; k < alone.nevent; k++)
        CHECK(alone.event[k].t == lane->event[k].t && alone.event[k].kind == lane->event[k].kind,
              "%s, %d lanes, run %d: event %zu", name, width, i, k);
    CHECK(same_bits((const double *)&alone.energy, (const double *)&lane->energy,
                    sizeof alone.energy / sizeof(double)),
          "%s, %d lanes, run %d: energy", name, width, i);
    assert_int_equal(alone.counters.steps, lane->counters.steps);
    stn_record_free(&alone);
}

static const struct {
    const char *scenario, *law, *path, *dt, *duration;
} row[] = {
    {"block-stick-slip", NULL, "friction.contact.Fs", "1 ms", "12 s"},
    {"block-stick-slip", "stribeck", "parameters.K", "1 ms", "12 s"},
    {"block-stick-slip", "lugre", "friction.contact.Fs", "0.2 ms", "1 s"},
    {"block-stick-slip", "elastoplastic", "friction.contact.Fs", "0.2 ms", "1 s"},
    {"block-pre-sliding", "dahl", "friction.contact.Fc", "0.2 ms", "1 s"},
    {"block-belt", "stribeck", "friction.contact.Fs", "1 ms", "12 s"},
    {"eha-step", "borello", "friction.piston.Fs", "20 us", "0.1 s"},
    {"eha-ramp", "coulomb", "parameters.MJ", "0.1 ms", "1 s"},
    {"cylinder-2mA", "stribeck", "friction.piston.Fs", "20 us", "0.1 s"},
    {"cylinder-4.5mA", "lugre_modified", "friction.piston.Fs", "20 us", "0.05 s"},
    {"flap-reversible-retract", "coulomb", "friction.surface.Fs", "1 ms", "3 s"},
    {"flap-reversible-deploy-drop", NULL, "friction.surface.T0_stat", "1 ms", "3 s"},
    {"clutch-step-play", "coulomb", "friction.rack.Fs", "0.1 ms", "0.5 s"},
    {"clutch-step", "coulomb_map", "friction.rack.sigma2", "0.1 ms", "0.5 s"},
    {"clutch-scheduled", NULL, "controller.schedule_1", "0.1 ms", "0.5 s"},
    {"servo-pendulum", NULL, "friction.gear.Fs", "1 ms", "2 s"},
    {"servo-lift", "coulomb", "friction.gear.Fs", "1 ms", "2 s"},
    {"servo-position", NULL, "friction.gear.Fs", "1 ms", "2 s"},
};

/* In all widths, of which it returns the number. */
static int check_widths(Bench *b, const char *name)
{
    int widths = 0;
    for (int width = stn_lanes_width(0); width > 1; width /= 2) {
        CHECK(run_lanes(b, width), "%s: no loop", name);
        for (int i = 0; i < RUNS; i++)
            check_alone(b, i, name, width);
        close_records(b);
        memset(b->run, 0, sizeof b->run);
        widths++;
    }
    close_bench(b);
    return widths;
}

static void lanes_have_the_bits_of_single_runs(void **state)
{
    int widths = 0;
    for (size_t r = 0; r < sizeof row / sizeof *row; r++) {
        Bench b;
        open_bench(&b, row[r].scenario, row[r].law, row[r].path, row[r].dt, row[r].duration);
        widths += check_widths(&b, row[r].scenario);
    }
    assert_true(widths > 0);
}

static void lanes_have_the_bits_of_single_runs_with_each_compensation(void **state)
{
    for (int k = 0; k < stn_compensation_count(); k++) {
        const char *kind = stn_compensation_at(k)->name;
        Bench b;
        open_bench_with(&b, "block-reversals", NULL, "friction.contact.Fs", "0.2 ms", "0.3 s",
                        kind);
        assert_true(check_widths(&b, kind) > 0);
        open_bench_with(&b, "clutch-step-play", NULL, "parameters.J", "0.2 ms", "0.1 s", kind);
        assert_true(check_widths(&b, kind) > 0);
    }
}

/* A step that is too long for the bristle: it diverges at the same step, with the same words, beside runs that do not. */
static void a_run_that_diverges_does_so_as_alone(void **state)
{
    Bench b;
    open_bench(&b, "block-free-oscillator", "coulomb", "parameters.m", "1 ms", "1 s");
    b.value = 2e-9; /* K*dt^2/m is far above 4 */
    for (int width = stn_lanes_width(0); width > 1; width /= 2) {
        assert_true(run_lanes(&b, width));
        for (int i = 0; i < RUNS; i++)
            check_alone(&b, i, "diverging", width);
        assert_int_not_equal(b.run[0].status, STN_OK);
        close_records(&b);
        memset(b.run, 0, sizeof b.run);
    }
    close_bench(&b);
}

/* All of them end, and what they have is freed. */
static void lanes_can_be_cancelled(void **state)
{
    Bench b;
    open_bench(&b, "block-stick-slip", "lugre", "friction.contact.Fs", "10 us", "10 s");
    const char *why = "";
    StnError error = {0};
    const StnLanesDef def = {.base = b.base,
                             .width = 2,
                             .loop = stn_lanes_loop(b.base, 2, &why),
                             .next = next_run,
                             .done = end_run,
                             .go_on = go_on,
                             .user = &b};
    b.left = 3;
    assert_int_equal(stn_lanes_run(&def, &error), STN_OK);
    assert_int_equal(b.run[0].status, STN_CANCELLED);
    close_bench(&b);
}

static void what_has_no_lanes_says_why(void **state)
{
    const char *why = "";
    StnError error = {0};
    StnScenario *event = stn_scenario_load("block-stick-slip", NULL, &error);
    assert_null(stn_lanes_loop(stn_scenario_system(event), 2, &why));
    assert_non_null(strstr(why, "method: fixed"));
    stn_scenario_free(event);
    const StnOverride set = {"solver.method", "fixed"};
    const char *law = "gms";
    const StnScenarioOptions options = {.set = &set, .nset = 1, .law = &law, .nlaw = 1};
    StnScenario *gms = stn_scenario_load("block-stick-slip", &options, &error);
    assert_null(stn_lanes_loop(stn_scenario_system(gms), 2, &why));
    assert_non_null(strstr(why, "no form"));
    stn_scenario_free(gms);
}

/* What the compiler's library says of this processor; builds for sanitizers have no lanes of eight. */
static void the_widest_lanes_are_those_of_the_processor(void **state)
{
    int width = 2;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        width = 4;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && getenv("SANITIZED") == NULL)
        width = 8;
#endif
    assert_int_equal(stn_lanes_width(0), width);
    assert_int_equal(stn_lanes_width(2), 2);
    assert_int_equal(stn_lanes_width(1), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_widest_lanes_are_those_of_the_processor),
        cmocka_unit_test(lanes_have_the_bits_of_single_runs),
        cmocka_unit_test(lanes_have_the_bits_of_single_runs_with_each_compensation),
        cmocka_unit_test(a_run_that_diverges_does_so_as_alone),
        cmocka_unit_test(lanes_can_be_cancelled),
        cmocka_unit_test(what_has_no_lanes_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
