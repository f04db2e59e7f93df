/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The guards that hosts are given are all that a system can ever use. */
#include "build_block.h"
#include "skip.h"

static uint64_t drawn = 1;
static double draw(void) /* in [0, 1) */
{
    drawn = drawn * 6364136223846793005u + 1442695040888963407u;
    return (double)(drawn >> 11) * 0x1p-53;
}
static double draw_side(void) { return (double)(int)(3.0 * draw()) - 1.0; }

static StnState *new_state(const StnSystem *S)
{
    return stn_state_init(S, malloc(stn_state_size(S)));
}

/* Those of the equations that apply are those of the list that apply, in the same order. */
static void assert_all_listed(const StnSystem *S, StnState *st, const char *what)
{
    double listed[STN_GUARDS_MAX];
    StnEvaluation at;
    int next = 0;
    const int count = stn_guard_count(S);
    stn_guards(S, st, listed);
    stn_evaluate(S, st, st->t, stn_now(S, st), 0, &at);
    for (int k = 0; k < count; k++) /* those of limits that there are not read 1 */
        CHECK(isfinite(listed[k]), "%s: guard %s = %g", what, stn_guard_at(S, k).name, listed[k]);
    for (int k = 0; k < S->model.nguard; k++) {
        if (at.guard[k] == 1.0 || isinf(at.guard[k]))
            continue;
        while (next < count && listed[next] == 1.0)
            next++;
        CHECK(next < count && memcmp(&listed[next], &at.guard[k], sizeof *listed) == 0,
              "%s: guard %d (%s) = %g is not listed", what, k, stn_guard_name(&S->model, k),
              at.guard[k]);
        next++;
    }
}

/* A state with any modes at any time of the run: the equations alone decide which guards apply. */
static void put_anywhere(const StnSystem *S, StnState *st, double duration)
{
    const StnModel *M = &S->model;
    st->t = duration * draw();
    for (int i = 0; i < M->n; i++)
        stn_now(S, st)[i] = S->y_start[i] + (draw() - 0.5) * S->scale[i];
    for (int k = 0; k < M->nrel; k++)
        stn_mode(S, st)[k] = draw_side();
    for (int i = 0; i < M->nsite; i++) {
        st->modes.dir[i] = draw_side();
        st->modes.zone[i] = draw() < 0.5;
    }
    for (int a = 0; a < M->nlimited; a++)
        st->modes.stop[M->limited[a]] = draw_side();
    stn_inputs_refresh(S, st, st->t);
}

/* Returns whether the scenario takes the law. */
static int walk(const char *scenario, const char *law)
{
    const StnScenarioOptions options = {.law = &law, .nlaw = law != NULL};
    StnError error = {0};
    char what[128];
    StnScenario *s = stn_scenario_load(scenario, &options, &error);
    snprintf(what, sizeof what, "%s, %s", scenario, law ? law : "its own law");
    CHECK(s || law, "%s: %s", what, error.text);
    if (!s)
        return 0; /* a law that cannot hold a brake, or lacks a parameter */
    const StnSystem *S = stn_scenario_system(s);
    const double duration = stn_scenario_run_def(s).duration;
    StnState *st = new_state(S);
    for (int k = 0; k < 40; k++) {
        put_anywhere(S, st, duration);
        assert_all_listed(S, st, what);
    }
    free(st);
    stn_scenario_free(s);
    return 1;
}

static void every_guard_of_every_scenario_and_law_is_listed(void **state)
{
    int walked = 0, all = 0;
    for (int i = 0; i < stn_builtin_count(); i++)
        for (int k = -1; k < stn_law_count(); k++, all++)
            walked += walk(stn_builtin_at(i).name, k < 0 ? NULL : stn_law_at(k)->name);
    print_message("%d of %d systems\n", walked, all);
    assert_true(walked > all / 2);
}

/* The brakes at the wing tips fall in 50 ms after the drive was found dead. */
static void the_brakes_of_a_broken_shaft_have_a_guard_before_they_fall_in(void **state)
{
    StnError error = {0};
    StnScenario *s = stn_scenario_load("flap-shaft-failure-wingtip-brakes", NULL, &error);
    const StnSystem *S = stn_scenario_system(s);
    StnState *st = new_state(S);
    StnAdvance advance = {.t_end = 2.2, .until = STN_UNTIL_EVENT};
    double guard[STN_GUARDS_MAX], most = 0.0;
    do {
        assert_int_equal(stn_advance_to(S, st, &advance, NULL, &error), STN_OK);
        stn_guards(S, st, guard);
        for (int k = 0; k < stn_guard_count(S); k++)
            if (strcmp(stn_guard_at(S, k).name, "other_brakes") == 0 && guard[k] != 1.0)
                most = fmax(most, guard[k]);
    } while (advance.stopped == STN_STOPPED_EVENT);
    NEAR(most, 0.05, 1e-9);
    free(st);
    stn_scenario_free(s);
}

/* Trips write the mode of their relation, and all relations what they would become. */
static void reading_guards_and_columns_leaves_the_state_alone(void **state)
{
    StnError error = {0};
    StnScenario *s = stn_scenario_load("flap-shaft-failure-wingtip-brakes", NULL, &error);
    const StnSystem *S = stn_scenario_system(s);
    const size_t size = stn_state_size(S);
    double out[STN_GUARDS_MAX + STN_OUTPUTS_MAX + STN_STATES_MAX];
    StnState *st = new_state(S);
    void *before = malloc(size);
    assert_int_equal(stn_advance(S, st, 0.1, NULL, NULL), STN_OK);
    memset(stn_next(S, st), 0, (size_t)S->model.nrel * sizeof(double));
    stn_mode(S, st)[0] = -0.0;
    memcpy(before, st, size);
    stn_guards(S, st, out);
    stn_state_columns(S, st, out);
    assert_memory_equal(before, st, size);
    free(before);
    free(st);
    stn_scenario_free(s);
}

static void beyond_the_last_guard_there_is_none(void **state)
{
    Block b;
    block_pushed(&b, "coulomb", 1.0, 0.0, 0.0);
    block_input(&b, "u", stn_signal_constant(0.0));
    block_make(&b);
    const int count = stn_guard_count(b.system);
    assert_string_not_equal(stn_guard_at(b.system, count - 1).name, "");
    assert_string_equal(stn_guard_at(b.system, count).name, "");
    assert_string_equal(stn_guard_at(b.system, -1).name, "");
    block_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_guard_of_every_scenario_and_law_is_listed),
        cmocka_unit_test(the_brakes_of_a_broken_shaft_have_a_guard_before_they_fall_in),
        cmocka_unit_test(reading_guards_and_columns_leaves_the_state_alone),
        cmocka_unit_test(beyond_the_last_guard_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
