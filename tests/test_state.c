/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A state as memory (copied, checked, moved to another engine), advances that stop at events, guards
 * and steps for hosts, inputs with slope and curvature. */
#include "build_block.h"
#include "skip.h"

/* A block pulled by a spring; fixed: in steps of 0.1 ms. */
static void pulled(Block *b, const char *law, bool fixed)
{
    block_begin(b, law);
    block_choose(b, "drive", "spring");
    block_set(b, "m", 1.0);
    block_set(b, "K", 2.0);
    block_friction(b, "Fs", 1.5);
    block_friction(b, "Fc", 1.0);
    block_input(b, "y", stn_signal_ramp(0.1, 0.0, 0.0, INFINITY));
    if (fixed)
        block_fixed(b, 1e-4);
    block_make(b);
}

/* Its first slip begins where 2*0.1*t = 1.5. */
#define BREAKAWAY 7.5

static void a_state_has_the_bytes_that_its_method_needs(void **state)
{
    static const char *const methods[] = {"event", "fixed"};
    static const struct {
        const char *scenario;
        double before, event, fixed; /* bytes that a state of either method had; largest shares */
    } rows[] = {
        /* 0.45: the matrices of three affine modes are kept, which saves a sixth of the instructions of a slip */
        {"block-stick-slip", 23776, 0.45, 0.21},       {"eha-step", 30416, 0.45, 0.20},
        {"flap-reversible-deploy", 29160, 0.35, 0.20}, {"clutch-step", 26376, 0.45, 0.20},
        {"cylinder-2mA", 35544, 0.45, 0.20},           {"chain-two-mass", 117376, 0.65, 0.35}};
    for (int i = 0; i < COUNT(rows) * 2; i++) {
        const StnOverride set = {"solver.method", methods[i % 2]};
        const StnScenarioOptions options = {.set = &set, .nset = 1};
        StnError error = {0};
        StnScenario *s = stn_scenario_load(rows[i / 2].scenario, &options, &error);
        CHECK(s != NULL, "%s", error.text);
        double bytes = (double)stn_state_size(stn_scenario_system(s));
        double share = bytes / rows[i / 2].before;
        print_message("%-24s %s: %6.0f bytes, %4.1f %% of before\n", rows[i / 2].scenario,
                      methods[i % 2], bytes, 100.0 * share);
        CHECK(share <= (i % 2 ? rows[i / 2].fixed : rows[i / 2].event), "%s", rows[i / 2].scenario);
        stn_scenario_free(s);
    }
}

/* Copied to exactly stn_state_size bytes (the sanitizers see what lies behind), in stick and in slip. */
static void a_copy_continues_bit_for_bit(void **state)
{
    static const char *const laws[] = {"stribeck", "lugre", "gms", "coulomb", "dahl"};
    for (int i = 0; i < COUNT(laws) * 4; i++) {
        Block b;
        double want[STN_OUTPUTS_MAX + STN_STATES_MAX], got[STN_OUTPUTS_MAX + STN_STATES_MAX];
        pulled(&b, laws[i / 4], i % 2);
        block_to(&b, i / 2 % 2 ? BREAKAWAY + 0.3 : 5.0);
        size_t size = stn_state_size(b.system);
        void *copy = malloc(size);
        memcpy(copy, b.state, size);
        assert_int_equal(stn_state_check(b.system, copy, size, NULL), STN_OK);
        block_to(&b, 12.0);
        assert_int_equal(stn_advance(b.system, copy, 12.0, NULL, NULL), STN_OK);
        stn_state_columns(b.system, b.state, want);
        stn_state_columns(b.system, copy, got);
        assert_memory_equal(want, got, (size_t)stn_system_column_count(b.system) * sizeof *want);
        free(copy);
        block_end(&b);
    }
}

static void refuse(const Block *b, const void *memory, size_t size, const char *word)
{
    StnError error = {0};
    assert_int_equal(stn_state_check(b->system, memory, size, &error), STN_BAD_INPUT);
    CHECK(strstr(error.text, word) != NULL, "%s: %s", word, error.text);
}

static void a_foreign_or_damaged_state_is_refused(void **state)
{
    Block b, law, method;
    pulled(&b, "stribeck", false);
    pulled(&law, "lugre", false);
    pulled(&method, "stribeck", true);
    block_to(&b, 1.0);
    size_t size = stn_state_size(b.system);
    char *memory = malloc(2 * size + stn_state_size(law.system));
    memcpy(memory, b.state, size);
    assert_int_equal(stn_state_check(b.system, memory, size, NULL), STN_OK);
    refuse(&b, memory, size - 1, "bytes");
    refuse(&b, memory, 0, "bytes");
    memcpy(memory, law.state, stn_state_size(law.system));
    refuse(&b, memory, 2 * size, "another");
    memcpy(memory, method.state, stn_state_size(method.system));
    refuse(&b, memory, 2 * size, "another");
    memcpy(memory, b.state, size);
    ((StnState *)memory)->modes.dir[0] = 0.5;
    refuse(&b, memory, size, "damaged");
    memcpy(memory, b.state, size);
    stn_work((StnState *)memory)->due = 10000;
    refuse(&b, memory, size, "damaged");
    memcpy(memory, b.state, size);
    stn_now(b.system, (StnState *)memory)[0] = NAN;
    refuse(&b, memory, size, "damaged");
    memcpy(memory, b.state, size);
    stn_work((StnState *)memory)->how = (StnStepKind)9;
    refuse(&b, memory, size, "damaged");
    memcpy(memory, b.state, size);
    memset(&stn_pieces(b.system, (StnState *)memory)[0].linear, 254, 1);
    refuse(&b, memory, size, "damaged");
    memcpy(memory, b.state, size);
    stn_pieces(b.system, (StnState *)memory)[0].c[1] = INFINITY;
    refuse(&b, memory, size, "damaged");
    memcpy(memory, b.state, size);
    stn_replaced(b.system, (StnState *)memory)[0].when = 3;
    refuse(&b, memory, size, "damaged");
    memcpy(memory, b.state, size);
    stn_coef(b.system, (StnState *)memory)[0] = NAN;
    refuse(&b, memory, size, "damaged");
    memcpy(memory, b.state, size);
    stn_work((StnState *)memory)->h = INFINITY;
    refuse(&b, memory, size, "damaged");
    memset(memory, 0, size);
    refuse(&b, memory, size, "another");
    free(memory);
    block_end(&b), block_end(&law), block_end(&method);
}

/* Matrices of the present mode are no indices: the wrong event may happen, nothing worse.  Guards of stops of
 * parts that are not there led out of the lists. */
static void damaged_matrices_do_not_crash(void **state)
{
    StnError error = {0};
    StnScenario *s = stn_scenario_load("chain-joint", NULL, &error);
    const StnSystem *S = stn_scenario_system(s);
    const size_t size = stn_state_size(S);
    StnState *whole = stn_state_init(S, malloc(size)), *st = malloc(size);
    assert_int_equal(stn_advance(S, whole, 0.5 * stn_scenario_duration(s), NULL, &error), STN_OK);
    const int count = (int)(stn_coef(S, whole) - stn_matrix(S, whole));
    for (int k = 0; k < count; k += 3) {
        memcpy(st, whole, size);
        ((unsigned char *)&stn_matrix(S, st)[k])[7] ^= 0xffu;
        if (stn_state_check(S, st, size, NULL) == STN_OK)
            (void)stn_advance(S, st, stn_state_time(st) + 0.02, NULL, NULL);
    }
    free(st);
    free(whole);
    stn_scenario_free(s);
}

/* To the fixed step and back without a step: the modes stay, and later events are those of a run that was
 * not moved, as well as docs/solver.md promises. */
static void a_motion_moves_to_another_engine_and_back(void **state)
{
    static const char *const laws[] = {"coulomb",       "stribeck", "lugre",
                                       "elastoplastic", "leuven",   "none"};
    for (int i = 0; i < COUNT(laws) * 2; i++) {
        Block whole, b, fixed;
        const char *law = laws[i / 2];
        pulled(&whole, law, false), pulled(&b, law, false), pulled(&fixed, law, true);
        double at = i % 2 ? BREAKAWAY + 0.3 : 5.0;
        block_to(&b, at);
        StnModes modes = b.state->modes;
        assert_int_equal(stn_state_move(fixed.system, fixed.state, b.system, b.state, NULL),
                         STN_OK);
        assert_true(stn_state_time(fixed.state) == at);
        assert_int_equal(stn_state_move(b.system, b.state, fixed.system, fixed.state, NULL),
                         STN_OK);
        for (int k = 0; k < STN_SITES_MAX; k++) {
            assert_true(modes.dir[k] == b.state->modes.dir[k]);
            assert_true(modes.zone[k] == b.state->modes.zone[k]);
        }
        block_to(&b, 20.0);
        block_to(&whole, 20.0);
        CHECK(b.nevent == whole.nevent, "%s: %d events, not %d", law, b.nevent, whole.nevent);
        for (int k = 0; k < b.nevent; k++) {
            assert_int_equal(b.event[k].kind, whole.event[k].kind);
            NEAR(b.event[k].t, whole.event[k].t, 2e-7); /* each is right to 1e-7 s */
        }
        block_end(&whole), block_end(&b), block_end(&fixed);
    }
}

/* A fixed step that takes over goes on with the same motion: first order in dt. */
static void the_fixed_step_goes_on_with_a_moved_motion(void **state)
{
    Block b, fixed;
    pulled(&b, "stribeck", false), pulled(&fixed, "stribeck", true);
    block_to(&b, BREAKAWAY + 0.3);
    assert_int_equal(stn_state_move(fixed.system, fixed.state, b.system, b.state, NULL), STN_OK);
    block_to(&b, 8.5);
    block_to(&fixed, 8.5);
    NEAR(block_value(&fixed, "x"), block_value(&b, "x"), 1e-3);
    assert_true(block_value(&b, "x") > 0.1);
    block_end(&b), block_end(&fixed);
}

static void a_motion_of_another_structure_does_not_fit(void **state)
{
    Block b, other;
    StnError error = {0};
    pulled(&b, "stribeck", false), pulled(&other, "lugre", false);
    StnStatus status = stn_state_move(b.system, b.state, other.system, other.state, &error);
    assert_int_equal(status, STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "lugre"));
    block_end(&b), block_end(&other);
}

/* A block on a force, a spring or an imposed motion. */
static void driven(Block *b, const char *drive, const char *input, bool limited)
{
    block_begin(b, "stribeck");
    block_choose(b, "drive", drive);
    block_friction(b, "Fs", 1.5);
    block_friction(b, "Fc", 1.0);
    if (limited)
        block_set(b, "xmax", 1.0);
    block_input(b, input, stn_signal_ramp(0.1, 0.0, 0.0, INFINITY));
    block_make(b);
}

static void refuse_both(const Block *b, const Block *other, const char *what)
{
    StnError error = {0};
    const size_t size = stn_state_size(b->system);
    StnState *moved = malloc(size);
    CHECK(stn_state_check(b->system, other->state, stn_state_size(other->system), &error) ==
              STN_BAD_INPUT,
          "%s: checked", what);
    CHECK(stn_state_move(b->system, moved, other->system, other->state, &error) == STN_BAD_INPUT,
          "%s: moved", what);
    free(moved);
}

/* The names and counts of all these are the same. */
static void states_of_other_choices_and_facts_are_refused(void **state)
{
    Block spring, motion, limited;
    driven(&spring, "spring", "y", false);
    driven(&motion, "motion", "vd", false);
    driven(&limited, "spring", "y", true);
    refuse_both(&motion, &spring, "spring on motion");
    refuse_both(&spring, &motion, "motion on spring");
    refuse_both(&limited, &spring, "no stop on a stop");
    block_end(&spring), block_end(&motion), block_end(&limited);
}

/* Loaded with controller.Ts; "": continuous. */
static StnScenario *cycling(const char *Ts)
{
    const StnOverride set = {"controller.Ts", Ts};
    const StnScenarioOptions options = {.set = &set, .nset = Ts[0] != '\0'};
    StnError error = {0};
    StnScenario *s = stn_scenario_load("block-limit-cycle", &options, &error);
    CHECK(s != NULL, "%s", error.text);
    return s;
}

static void samples_move_by_their_times(void **state)
{
    static const struct {
        const char *from, *to;
        double at, next; /* s */
    } rows[] = {
        {"10 ms", "1 ms", 1.0, 1.001}, {"10 ms", "100 ms", 1.0, 1.1},
        {"10 ms", "3 ms", 1.0, 1.002}, {"10 ms", "100 ms", 0.999, 1.0},
        {"10 ms", "10 ms", 1.0, 1.01}, {"1 ms", "10 ms", 0.0105, 0.02},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        StnScenario *one = cycling(rows[i].from), *other = cycling(rows[i].to);
        const StnSystem *from = stn_scenario_system(one), *to = stn_scenario_system(other);
        StnState *a = stn_state_init(from, malloc(stn_state_size(from)));
        StnState *b = malloc(stn_state_size(to));
        assert_int_equal(stn_state_move(to, b, from, a, NULL), STN_OK);
        assert_true(stn_next_sample(to, b) == 0.0); /* nothing is sampled yet */
        assert_int_equal(stn_advance(from, a, rows[i].at, NULL, NULL), STN_OK);
        assert_int_equal(stn_state_move(to, b, from, a, NULL), STN_OK);
        CHECK(stn_next_sample(to, b) >= rows[i].at, "%s to %s: a sample at %g s", rows[i].from,
              rows[i].to, stn_next_sample(to, b)); /* none is made up for */
        assert_int_equal(stn_advance(to, b, rows[i].at + 1e-6, NULL, NULL), STN_OK);
        NEAR(stn_next_sample(to, b), rows[i].next, 1e-12);
        free(a), free(b);
        stn_scenario_free(one), stn_scenario_free(other);
    }
}

static void a_continuous_controller_does_not_become_a_sampled_one(void **state)
{
    StnScenario *one = cycling(""), *other = cycling("10 ms");
    const StnSystem *from = stn_scenario_system(one), *to = stn_scenario_system(other);
    StnState *a = stn_state_init(from, malloc(stn_state_size(from)));
    StnState *b = malloc(stn_state_size(to));
    assert_int_equal(stn_advance(from, a, 0.5, NULL, NULL), STN_OK);
    assert_int_equal(stn_state_move(to, b, from, a, NULL), STN_BAD_INPUT);
    free(a), free(b);
    stn_scenario_free(one), stn_scenario_free(other);
}

static void count_steps(void *user, const StnStepInfo *step)
{
    double *at = user; /* where the last one ended, how many, how many states */
    assert_true(step->t0 == at[0] && step->t1 >= step->t0);
    at[0] = step->t1;
    at[1] += 1.0;
    at[2] = step->n;
}

/* The first slip begins at 7.5 s (in fixed steps: in the first one whose start lies behind it, seen at its
 * end); the host reads the state there, goes on and gets the same bits. */
static void an_advance_stops_just_after_an_event(void **state)
{
    for (int fixed = 0; fixed < 2; fixed++) {
        Block b, whole;
        double want[STN_OUTPUTS_MAX + STN_STATES_MAX], got[STN_OUTPUTS_MAX + STN_STATES_MAX];
        double steps[3] = {0.0, 0.0, 0.0};
        const StnObserver observer = {.step = count_steps, .user = steps};
        pulled(&b, "coulomb", fixed), pulled(&whole, "coulomb", fixed);
        StnAdvance advance = {.t_end = 20.0, .until = STN_UNTIL_EVENT};
        int stops = 0;
        do {
            assert_int_equal(stn_advance_to(b.system, b.state, &advance, &observer, NULL), STN_OK);
            if (stops == 0)
                NEAR(stn_state_time(b.state), BREAKAWAY, fixed ? 2.01e-4 : 1e-9);
            stops += advance.stopped == STN_STOPPED_EVENT;
        } while (advance.stopped == STN_STOPPED_EVENT);
        block_to(&whole, 20.0);
        assert_true(stn_state_time(b.state) == stn_state_time(whole.state));
        assert_int_equal(stops, whole.nevent - 1); /* that of the start does not count */
        assert_true(steps[1] > 3.0 && steps[2] >= 2.0);
        stn_state_columns(whole.system, whole.state, want);
        stn_state_columns(b.system, b.state, got);
        assert_memory_equal(want, got, (size_t)stn_system_column_count(b.system) * sizeof *want);
        block_end(&b), block_end(&whole);
    }
}

/* Standing, the block's two guards are the distances of h = 2*0.1*t to -1.5 and 1.5 N; of the guards that
 * cannot be used (stops that are not there) none is listed. */
static void guards_are_listed_once_and_for_all(void **state)
{
    Block b;
    double guard[STN_GUARDS_MAX];
    pulled(&b, "coulomb", false);
    int count = stn_guard_count(b.system), found = 0;
    assert_true(count >= 2 && count < b.system->model.nguard);
    block_to(&b, 5.0);
    stn_guards(b.system, b.state, guard);
    for (int k = 0; k < count; k++) {
        StnGuardInfo info = stn_guard_at(b.system, k);
        assert_non_null(info.name);
        assert_true(info.scale > 0.0 && guard[k] > 0.0);
        found += strcmp(info.name, "contact") == 0 &&
                 (fabs(guard[k] - 0.5) < 1e-12 || fabs(guard[k] - 2.5) < 1e-12);
    }
    assert_int_equal(found, 2);
    block_to(&b, BREAKAWAY + 0.2); /* sliding: v itself */
    stn_guards(b.system, b.state, guard);
    int moving = 0;
    for (int k = 0; k < count; k++)
        moving += guard[k] == block_value(&b, "v");
    assert_int_equal(moving, 1);
    assert_int_equal(stn_guard_count(b.system), count);
    block_end(&b);
}

/* m = 1, no friction: u = 2 + 3*t + t^2/2 from t = 1 on gives v = v1 + 2*s + 1.5*s^2 + s^3/6. */
static void a_replaced_input_has_slope_and_curvature(void **state)
{
    Block b;
    block_pushed(&b, "none", 1.0, 0.0, 0.0);
    block_input(&b, "u", stn_signal_constant(1.0));
    block_make(&b);
    block_to(&b, 1.0);
    NEAR(block_value(&b, "v"), 1.0, 1e-12);
    StnIn in = {.val = 2.0, .d1 = 3.0, .d2 = 1.0};
    assert_int_equal(stn_state_set_input(b.system, b.state, 0, in), STN_OK);
    block_to(&b, 3.0);
    NEAR(block_value(&b, "v"), 1.0 + 4.0 + 6.0 + 8.0 / 6.0, 1e-10);
    NEAR(stn_state_input(b.system, b.state, 0).val, 2.0 + 6.0 + 2.0, 1e-12);
    NEAR(stn_state_input(b.system, b.state, 0).d1, 3.0 + 2.0, 1e-12);
    assert_int_equal(stn_state_set_input(b.system, b.state, -1, in), STN_BAD_INPUT);
    in.d2 = NAN;
    assert_int_equal(stn_state_set_input(b.system, b.state, 0, in), STN_BAD_INPUT);
    block_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_has_the_bytes_that_its_method_needs),
        cmocka_unit_test(a_copy_continues_bit_for_bit),
        cmocka_unit_test(a_foreign_or_damaged_state_is_refused),
        cmocka_unit_test(damaged_matrices_do_not_crash),
        cmocka_unit_test(a_motion_moves_to_another_engine_and_back),
        cmocka_unit_test(the_fixed_step_goes_on_with_a_moved_motion),
        cmocka_unit_test(a_motion_of_another_structure_does_not_fit),
        cmocka_unit_test(states_of_other_choices_and_facts_are_refused),
        cmocka_unit_test(samples_move_by_their_times),
        cmocka_unit_test(a_continuous_controller_does_not_become_a_sampled_one),
        cmocka_unit_test(an_advance_stops_just_after_an_event),
        cmocka_unit_test(guards_are_listed_once_and_for_all),
        cmocka_unit_test(a_replaced_input_has_slope_and_curvature),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
