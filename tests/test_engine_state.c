/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A state is plain memory: results depend neither on how often they are looked at nor on whether
 * the state was saved and restored; inputs can be replaced at any instant; the energy balance
 * closes; nothing is allocated on the way. */
#include "build_block.h"

/* ---- Allocation: counted by our own malloc while `counting` ---- */

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif
#if defined(__GLIBC__) && !defined(SANITIZED)
#define COUNTS_ALLOCATIONS 1
#endif

#ifdef COUNTS_ALLOCATIONS
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);
static bool counting;
static int allocations;

void *malloc(size_t size)
{
    allocations += counting;
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size)
{
    allocations += counting;
    return __libc_calloc(count, size);
}
void *realloc(void *old, size_t size)
{
    allocations += counting;
    return __libc_realloc(old, size);
}
void free(void *memory)
{
    allocations += counting && memory;
    __libc_free(memory);
}
#endif

/* ---- One case per law, in either engine ---- */

/* The stick-slip case, with a bristle soft enough for every law. */
static void law_case(Block *b, int index, bool fixed)
{
    block_stick_slip(b, stn_law_at(index)->name);
    block_friction(b, "sigma0", 1e4);
    block_friction(b, "sigma1", 100.0);
    b->def.solver.dt = 1e-4;
    if (fixed)
        block_fixed(b, 1e-4);
    block_make(b);
    b->quiet = stn_system_law(b->system, 0)->flags & STN_LAW_FIXED_ONLY;
}

static bool event_case(int index) { return !(stn_law_at(index)->flags & STN_LAW_FIXED_ONLY); }

static void same_columns(const Block *b, const double *want, const char *what)
{
    double out[STN_OUTPUTS_MAX + STN_STATES_MAX];
    stn_state_columns(b->system, b->state, out);
    for (int c = 0; c < stn_system_column_count(b->system); c++)
        CHECK(memcmp(&out[c], &want[c], sizeof *out) == 0, "%s, %s, column %s: %.17g, not %.17g",
              stn_system_law(b->system, 0)->name, what, stn_system_column_at(b->system, c).name,
              out[c], want[c]);
}

static void same_events(const Block *b, int from, const StnEvent *want, int count)
{
    CHECK(b->nevent - from == count, "%d events, not %d", b->nevent - from, count);
    for (int i = 0; i < count; i++) {
        const StnEvent *event = &b->event[from + i];
        CHECK(event->kind == want[i].kind && memcmp(&event->t, &want[i].t, sizeof event->t) == 0,
              "event %d: %s at %.17g s, not %s at %.17g s", i, stn_event_word(event->kind),
              event->t, stn_event_word(want[i].kind), want[i].t);
    }
}

/* What the balance lacks, over the work done. */
static double missing_energy(const Block *b)
{
    StnEnergy e = stn_state_energy(b->system, b->state);
    return fabs(e.input - e.stored - e.friction - e.impact) / fmax(fabs(e.input), fabs(e.friction));
}

/* ---- Looking does not change anything ---- */

static void events_and_states_do_not_depend_on_the_output_interval(void **state)
{
    static const double every[] = {40.0, 0.1, 0.0317};
    (void)state;
    for (int i = 0; i < stn_law_count(); i++) {
        Block b[COUNT(every)];
        double out[COUNT(every)][STN_OUTPUTS_MAX + STN_STATES_MAX];
        if (!event_case(i))
            continue;
        for (int k = 0; k < COUNT(every); k++) {
            law_case(&b[k], i, false);
            for (double t = every[k]; t < 40.0; t += every[k])
                block_to(&b[k], t);
            block_to(&b[k], 40.0);
            stn_state_columns(b[k].system, b[k].state, out[k]);
            same_events(&b[k], 0, b[0].event, b[0].nevent);
            same_columns(&b[k], out[0], "other interval");
        }
        for (int k = 0; k < COUNT(every); k++)
            block_end(&b[k]);
    }
}

/* To the present instant, also where the fixed step has rounded it: nothing to do, and no error. */
static void advancing_to_the_present_instant_is_no_error(void **state)
{
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        Block b;
        double t = 0.0;
        block_stick_slip(&b, "coulomb");
        if (engine)
            block_fixed(&b, 1e-3);
        block_make(&b);
        for (int k = 0; k < 2000; k++) {
            t += 0.007; /* with its rounding errors */
            block_to(&b, t);
            int64_t steps = stn_state_counters(b.state).steps;
            block_to(&b, t);
            assert_int_equal(stn_state_counters(b.state).steps, steps);
        }
        block_end(&b);
    }
}

/* stn_run keeps the same events for every = 0.1 s and 0.0317 s. */
static void a_record_has_the_same_events_at_every_output_interval(void **state)
{
    Block b;
    StnRecord record[2];
    (void)state;
    block_stick_slip(&b, "stribeck");
    block_make(&b);
    for (int k = 0; k < 2; k++) {
        StnRunDef run = stn_default_run_def(100.0, k ? 0.1 : 0.0317);
        stn_state_init(b.system, b.state);
        assert_int_equal(stn_run(b.system, b.state, &run, &record[k], &b.error), STN_OK);
    }
    assert_int_equal(record[1].rows, 1001);
    assert_true(record[0].nevent > 15 && record[0].nevent == record[1].nevent);
    for (size_t i = 0; i < record[0].nevent; i++)
        assert_true(record[0].event[i].t == record[1].event[i].t);
    for (int k = 0; k < 2; k++)
        stn_record_free(&record[k]);
    block_end(&b);
}

/* ---- Save and restore ---- */

static void a_restored_state_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * stn_law_count(); i++) {
        Block b;
        double want[STN_OUTPUTS_MAX + STN_STATES_MAX];
        bool fixed = i % 2;
        if (!fixed && !event_case(i / 2))
            continue;
        law_case(&b, i / 2, fixed);
        block_to(&b, 8.76543); /* in the middle of a step, and in slip */
        void *saved = block_save(&b);
        int before = b.nevent;
        block_to(&b, 25.0);
        stn_state_columns(b.system, b.state, want);
        int count = b.nevent - before;
        StnEvent *events = malloc((size_t)(count + 1) * sizeof *events);
        for (int k = 0; k < count; k++)
            events[k] = b.event[before + k];
        block_to(&b, 30.0);
        block_restore(&b, saved);
        before = b.nevent;
        block_to(&b, 25.0);
        same_columns(&b, want, fixed ? "fixed" : "event");
        same_events(&b, before, events, count);
        free(events);
        free(saved);
        block_end(&b);
    }
}

/* The memory holds no pointers: it may move, and a copy of it is a state of its own. */
static void a_state_may_move_in_memory(void **state)
{
    Block b, other;
    double want[STN_OUTPUTS_MAX + STN_STATES_MAX];
    (void)state;
    block_stick_slip(&b, "lugre");
    block_make(&b);
    block_to(&b, 8.0);
    block_stick_slip(&other, "lugre"); /* an equal system, made anew */
    block_make(&other);
    block_restore(&other, b.state);
    block_to(&b, 20.0);
    stn_state_columns(b.system, b.state, want);
    block_to(&other, 20.0);
    same_columns(&other, want, "moved");
    block_end(&b);
    block_end(&other);
}

/* ---- Replaced inputs ---- */

/* Stuck under 1 N; at 3.3 s the push becomes 3 N: a = (3 - Fc)/m from that instant on. */
static void a_replaced_input_acts_from_the_present_instant_on_a_stuck_mass(void **state)
{
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        Block b;
        double dt = 1e-3, tolerance = engine ? 2.0 * 2.0 * dt : 1e-13;
        block_pushed(&b, "coulomb", 1.0, 1.5, 1.0);
        block_input(&b, "u", stn_signal_constant(1.0));
        if (engine)
            block_fixed(&b, dt);
        block_make(&b);
        block_to(&b, 3.3);
        stn_state_set_input(b.system, b.state, 0, (StnIn){.val = 3.0});
        block_to(&b, 4.3);
        NEAR(block_when(&b, STN_EVENT_SLIP_FORWARD, 0), 3.3, engine ? 1.01 * dt : 0.0);
        NEAR(block_value(&b, "v"), 2.0, tolerance);
        NEAR(block_value(&b, "x"), 1.0, tolerance);
        block_end(&b);
    }
}

/* Moving at 2 m/s^2; at 1.7 s the push turns to -3 N: braking at 4 m/s^2, and back at 2 m/s^2. */
static void a_replaced_input_rewinds_the_step_of_a_moving_mass(void **state)
{
    double v = 3.4, x = 2.89, stop = v / 4.0, more = 0.5 * v * v / 4.0, d = 2.0 - stop;
    (void)state;
    for (int c = 0; c < 3; c++) {
        Block b;
        block_pushed(&b, c == 2 ? "stribeck" : "coulomb", 1.0, c == 2 ? 1.0 : 1.5, 1.0);
        block_input(&b, "u", stn_signal_constant(3.0));
        block_make(&b);
        block_to(&b, c == 1 ? 0.4 : 1.7);
        block_to(&b, 1.7);
        stn_state_set_input(b.system, b.state, 0, (StnIn){.val = -3.0});
        NEAR(block_value(&b, "x"), x, 1e-12); /* the present is as it was */
        NEAR(block_value(&b, "u"), -3.0, 0.0);
        block_to(&b, 3.7);
        NEAR(block_value(&b, "v"), -2.0 * d, 1e-11);
        NEAR(block_value(&b, "x"), x + more - d * d, 1e-11);
        NEAR(missing_energy(&b), 0.0, 1e-9);
        block_end(&b);
    }
}

/* The same as a step of the signal at that instant, whatever method was in the middle of a step. */
static void a_replaced_input_equals_a_step_of_the_signal(void **state)
{
    static const double at[] = {0.003, 0.4, 1.7};
    double worst_energy = 0.0;
    (void)state;
    for (int i = 0; i < stn_law_count() * COUNT(at); i++) {
        Block b[2];
        double t = at[i % COUNT(at)];
        if (!event_case(i / COUNT(at)))
            continue;
        for (int k = 0; k < 2; k++) {
            block_pushed(&b[k], stn_law_at(i / COUNT(at))->name, 1.0, 1.5, 1.0);
            block_friction(&b[k], "vs", 0.5); /* wide, so that no mode is affine */
            block_friction(&b[k], "sigma0", 1e3);
            block_friction(&b[k], "sigma1", 30.0);
            block_input(&b[k], "u", k ? stn_signal_step(t, 3.0, -2.0) : stn_signal_constant(3.0));
            block_make(&b[k]);
            block_to(&b[k], t);
            if (k == 0)
                stn_state_set_input(b[k].system, b[k].state, 0, (StnIn){.val = -2.0});
            block_to(&b[k], 3.0);
        }
        const char *name = stn_law_at(i / COUNT(at))->name;
        double x[2] = {block_value(&b[0], "x"), block_value(&b[1], "x")};
        CHECK(fabs(x[0] - x[1]) <= 1e-8, "%s at %g s: %.12g, not %.12g", name, t, x[0], x[1]);
        worst_energy = fmax(worst_energy, missing_energy(&b[0]));
        worst_energy = fmax(worst_energy, missing_energy(&b[1]));
        block_end(&b[0]);
        block_end(&b[1]);
    }
    /* What would be lost at the rewind is of order 1.  Both runs leave the same, 4.5e-11 at most (lugre_modified, 1.7 s): what
     * the polynomials of steps, along which work is summed, are wrong by within their tolerance. */
    NEAR(worst_energy, 0.0, 1e-9);
}

static void an_input_may_be_replaced_before_the_start_and_many_times(void **state)
{
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        Block b;
        block_pushed(&b, "coulomb", 1.0, 1.5, 1.0);
        block_input(&b, "u", stn_signal_constant(100.0));
        if (engine)
            block_fixed(&b, 0.125);
        block_make(&b);
        stn_state_set_input(b.system, b.state, 0, (StnIn){.val = 1.0});
        for (int k = 1; k <= 80; k++) {
            block_to(&b, 0.125 * k);
            stn_state_set_input(b.system, b.state, 0, (StnIn){.val = k % 2 ? -1.4 : 1.4});
        }
        assert_true(block_value(&b, "x") == 0.0);
        assert_int_equal(b.nevent, 1);
        block_end(&b);
    }
}

/* ---- Energy ---- */

static void the_energy_balance_closes_for_every_law(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * stn_law_count(); i++) {
        Block b;
        bool fixed = i % 2;
        const char *name = stn_law_at(i / 2)->name;
        if (!fixed && !event_case(i / 2))
            continue;
        law_case(&b, i / 2, fixed);
        block_to(&b, 33.3);
        StnEnergy e = stn_state_energy(b.system, b.state);
        double left = e.input - e.stored - e.friction - e.impact;
        CHECK(fabs(left) <= 1e-8 * e.input, "%s %s: %g of %g J is missing", name,
              fixed ? "fixed" : "event", left, e.input);
        CHECK(e.input > 1.0 || strcmp(name, "none") == 0, "%s: input %g J", name, e.input);
        double v = block_value(&b, "v");
        NEAR(e.stored, 0.5 * v * v, 1e-9);
        block_end(&b);
    }
}

static void the_energy_balance_closes_over_impacts(void **state)
{
    static const char *const laws[] = {"coulomb", "stribeck", "lugre", "none", "hybrid"};
    (void)state;
    for (int c = 0; c < 2 * COUNT(laws); c++) {
        Block b;
        block_pushed(&b, laws[c / 2], 1.0, 1.5, 1.0);
        block_friction(&b, "sigma0", 1e4);
        block_set(&b, "xmax", 0.5);
        block_set(&b, "xmin", -0.25);
        block_input(&b, "u", stn_signal_sine(4.0, 0.25, 0.0, 0.0, 0.0));
        if (c % 2)
            block_fixed(&b, 1e-4);
        block_make(&b);
        block_to(&b, 20.0);
        StnEnergy e = stn_state_energy(b.system, b.state);
        double left = e.input - e.stored - e.friction - e.impact;
        CHECK(e.impact > 1.0, "%s: impact %g J", laws[c / 2], e.impact);
        CHECK(fabs(left) <= 1e-8 * e.input, "%s %s: %g of %g J is missing", laws[c / 2],
              c % 2 ? "fixed" : "event", left, e.input);
        block_end(&b);
    }
}

/* ---- Allocation ---- */

#ifdef COUNTS_ALLOCATIONS /* a sanitizer has its own malloc: not in those builds */
static void count_event(void *user, const StnEvent *event)
{
    (void)event;
    ++*(int *)user;
}

static void advancing_allocates_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * stn_law_count(); i++) {
        Block b;
        int events = 0;
        double out[STN_OUTPUTS_MAX + STN_STATES_MAX];
        StnObserver observer = {.event = count_event, .user = &events};
        law_case(&b, i / 2, i % 2);
        allocations = 0;
        counting = true;
        StnStatus status = STN_OK;
        for (int k = 1; k <= 100 && !status; k++) {
            status = stn_advance(b.system, b.state, 0.3 * k, &observer, &b.error);
            stn_state_columns(b.system, b.state, out);
        }
        counting = false;
        CHECK(status == STN_OK, "%s: %s", stn_law_at(i / 2)->name, b.error.text);
        CHECK(allocations == 0, "%s: %d allocations", stn_law_at(i / 2)->name, allocations);
        assert_true(events > 0);
        block_end(&b);
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_and_states_do_not_depend_on_the_output_interval),
        cmocka_unit_test(advancing_to_the_present_instant_is_no_error),
        cmocka_unit_test(a_record_has_the_same_events_at_every_output_interval),
        cmocka_unit_test(a_restored_state_goes_on_with_the_same_bits),
        cmocka_unit_test(a_state_may_move_in_memory),
        cmocka_unit_test(a_replaced_input_acts_from_the_present_instant_on_a_stuck_mass),
        cmocka_unit_test(a_replaced_input_rewinds_the_step_of_a_moving_mass),
        cmocka_unit_test(a_replaced_input_equals_a_step_of_the_signal),
        cmocka_unit_test(an_input_may_be_replaced_before_the_start_and_many_times),
        cmocka_unit_test(the_energy_balance_closes_for_every_law),
        cmocka_unit_test(the_energy_balance_closes_over_impacts),
#ifdef COUNTS_ALLOCATIONS
        cmocka_unit_test(advancing_allocates_nothing),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
