/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The loops of a plant and a law compiled together (core/fused.h) make the steps of fixed_step.c to the last bit.
 * Whoever is told of each step gets single ones, so a run with an observer of steps is the other side. */
#include "build_block.h"

#include <string.h>

enum { EVENTS_MOST = 4096 };

typedef struct {
    int64_t nstep, nevent;
    StnEvent event[EVENTS_MOST];
} Seen;

static void note_step(void *user, const StnStepInfo *step)
{
    (void)step;
    ((Seen *)user)->nstep++;
}

static void note_event(void *user, const StnEvent *event)
{
    Seen *seen = user;
    if (seen->nevent < EVENTS_MOST)
        seen->event[seen->nevent] = *event;
    seen->nevent++;
}

typedef struct {
    StnState *state;
    Seen seen;
    StnStatus status;
    StnError error;
} Run;

/* In pieces of uneven length, as rows of a record are. */
static void run(const StnSystem *system, double duration, bool single, Run *out)
{
    StnObserver observer = {
        .event = note_event, .step = single ? note_step : NULL, .user = &out->seen};
    memset(out, 0, sizeof *out);
    out->state = stn_state_init(system, malloc(stn_state_size(system)));
    for (int k = 1; k <= 7 && !out->status; k++)
        out->status =
            stn_advance(system, out->state, duration * k * k / 49.0, &observer, &out->error);
}

static void compare(const StnSystem *system, const char *name, const char *law, const Run *a,
                    const Run *b)
{
    const StnModel *M = &system->model;
    const StnState *x = a->state, *y = b->state;
    CHECK(a->status == b->status && x->t == y->t, "%s %s: %s at %.17g s, %s at %.17g s", name, law,
          a->error.text, x->t, b->error.text, y->t);
    CHECK(memcmp(stn_now(system, x), stn_now(system, y), (size_t)M->n * sizeof(double)) == 0,
          "%s %s: other states", name, law);
    CHECK(memcmp(stn_disc(system, x), stn_disc(system, y), (size_t)M->ndisc * sizeof(double)) == 0,
          "%s %s: other samples", name, law);
    CHECK(memcmp(stn_mode(system, x), stn_mode(system, y), (size_t)M->nrel * sizeof(double)) == 0,
          "%s %s: other relations", name, law);
    CHECK(memcmp(&x->modes, &y->modes, sizeof x->modes) == 0, "%s %s: other modes", name, law);
    CHECK(memcmp(&x->energy, &y->energy, sizeof x->energy) == 0, "%s %s: other energy", name, law);
    CHECK(memcmp(x->FF, y->FF, (size_t)M->nsite * sizeof(double)) == 0, "%s %s: other friction",
          name, law);
    CHECK(memcmp(&x->counters, &y->counters, sizeof x->counters) == 0, "%s %s: other counters",
          name, law);
    CHECK(a->seen.nevent == b->seen.nevent, "%s %s: %ld and %ld events", name, law,
          (long)a->seen.nevent, (long)b->seen.nevent);
    for (int64_t k = 0; k < a->seen.nevent && k < EVENTS_MOST; k++)
        CHECK(a->seen.event[k].t == b->seen.event[k].t &&
                  a->seen.event[k].kind == b->seen.event[k].kind,
              "%s %s: event %ld at %.17g and %.17g s", name, law, (long)k, a->seen.event[k].t,
              b->seen.event[k].t);
}

/* Returns whether there is a loop. */
static bool check_pair(const char *name, const char *law, bool energy)
{
    static Run loop, single;
    const StnOverride set[] = {{"solver.method", "fixed"},
                               {"solver.dt", "1e-4"},
                               {"solver.energy", energy ? "true" : "false"}};
    StnScenarioOptions options = {.set = set, .nset = 3, .law = &law, .nlaw = law != NULL};
    StnError error = {0};
    StnScenario *scenario = stn_scenario_load(name, &options, &error);
    if (!scenario) /* a law that this plant cannot have */
        return false;
    const StnSystem *system = stn_scenario_system(scenario);
    const bool has_loop = system->model.fused != NULL;
    if (has_loop) {
        const double duration = fmin(stn_scenario_run_def(scenario).duration, 0.6);
        run(system, duration, false, &loop);
        run(system, duration, true, &single);
        compare(system, name, law ? law : "its law", &loop, &single);
        free(loop.state);
        free(single.state);
    }
    stn_scenario_free(scenario);
    return has_loop;
}

static void loops_make_the_steps_of_the_plain_way(void **state)
{
    int count = 0;
    (void)state;
    for (int i = 0; i < stn_builtin_count(); i++)
        for (int k = -1; k < stn_law_count(); k++)
            count += check_pair(stn_builtin_at(i).name, k < 0 ? NULL : stn_law_at(k)->name,
                                (i + k) % 2 == 0);
    CHECK(count > 100, "only %d pairs of a scenario and a law have a loop", count);
}

/* The account of energy only adds up what steps do.  Without it affine modes took a map of their own, whose last bits
 * were others. */
static void the_account_of_energy_changes_no_step(void **state)
{
    static const char *const names[] = {"eha-step", "eha-ramp", "block-stick-slip"};
    static Run with, without;
    const char *law = "coulomb";
    (void)state;
    for (int k = 0; k < COUNT(names); k++) {
        StnScenario *scenario[2];
        for (int energy = 0; energy < 2; energy++) {
            const StnOverride set[] = {{"solver.method", "fixed"},
                                       {"solver.dt", "1e-4"},
                                       {"solver.energy", energy ? "true" : "false"}};
            StnScenarioOptions options = {.set = set, .nset = 3, .law = &law, .nlaw = 1};
            StnError error = {0};
            scenario[energy] = stn_scenario_load(names[k], &options, &error);
            assert_non_null(scenario[energy]);
            run(stn_scenario_system(scenario[energy]), 2.0, false, energy ? &with : &without);
        }
        const StnSystem *system = stn_scenario_system(scenario[0]);
        CHECK(memcmp(stn_now(system, with.state), stn_now(system, without.state),
                     (size_t)system->model.n * sizeof(double)) == 0,
              "%s: other states with an account of energy", names[k]);
        free(with.state);
        free(without.state);
        stn_scenario_free(scenario[0]);
        stn_scenario_free(scenario[1]);
    }
}

/* What a loop does not do: shorter steps near rest, explicit Euler, imposed motion. */
static void what_has_no_loop_takes_the_plain_way(void **state)
{
    static const StnOverride other[][2] = {
        {{"solver.method", "fixed"}, {"solver.dt", "auto"}},
        {{"solver.method", "fixed"}, {"solver.euler", "explicit"}}};
    (void)state;
    for (int k = 0; k < 2; k++) {
        StnScenarioOptions options = {.set = other[k], .nset = 2};
        StnError error = {0};
        StnScenario *scenario = stn_scenario_load("block-stick-slip", &options, &error);
        assert_non_null(scenario);
        assert_null(stn_scenario_system(scenario)->model.fused);
        stn_scenario_free(scenario);
    }
}

/* A spring that a step of this length cannot follow: both ways end at the same time with the same words. */
static void a_run_that_diverges_ends_alike(void **state)
{
    static Run loop, single;
    static const StnOverride set[] = {
        {"solver.method", "fixed"}, {"solver.dt", "1e-2"}, {"parameters.K", "1e6 N/m"}};
    const char *law = "lugre";
    StnScenarioOptions options = {.set = set, .nset = 3, .law = &law, .nlaw = 1};
    StnError error = {0};
    (void)state;
    StnScenario *scenario = stn_scenario_load("block-stick-slip", &options, &error);
    assert_non_null(scenario);
    const StnSystem *system = stn_scenario_system(scenario);
    assert_non_null(system->model.fused);
    run(system, 100.0, false, &loop);
    run(system, 100.0, true, &single);
    assert_int_equal(loop.status, STN_DIVERGED);
    assert_string_equal(loop.error.text, single.error.text);
    compare(system, "block", law, &loop, &single);
    free(loop.state);
    free(single.state);
    stn_scenario_free(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_make_the_steps_of_the_plain_way),
        cmocka_unit_test(the_account_of_energy_changes_no_step),
        cmocka_unit_test(what_has_no_loop_takes_the_plain_way),
        cmocka_unit_test(a_run_that_diverges_ends_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
