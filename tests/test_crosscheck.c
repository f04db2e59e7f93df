/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The published block cases against tighter tolerances and against SUNDIALS, which shares the
 * equations and the modes with our engine, but none of its numerics. */
#include "stiction/stiction.h"
#include "skip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_MOST = 256, MARKS = 10, FORCE = 0, SPRING = 1, PID = 2 };
#define DURATION 100.0

typedef struct Case {
    const char *name, *law;
    int drive;
    double sigma0, sigma1;
} Case;

static const Case stick_slip = {"block-stick-slip", "stribeck", SPRING, 1e5, 316.22776601683796};
static const Case limit_cycle = {"block-limit-cycle", "stribeck", PID, 1e5, 316.22776601683796};
static const Case bristles[] = {
    {"stick-slip, lugre 1e5", "lugre", SPRING, 1e5, 316.22776601683796},
    {"stick-slip, lugre 1e6", "lugre", SPRING, 1e6, 1e3},
    {"stick-slip, lugre 1e7", "lugre", SPRING, 1e7, 3162.2776601683796},
    {"stick-slip, lugre 1e8", "lugre", SPRING, 1e8, 1e4},
    {"limit cycle, lugre 1e5", "lugre", PID, 1e5, 316.22776601683796},
};

/* A chirp has no series, so outside its zone the law is integrated step by step, not propagated. */
static const Case chirp = {"block under a chirp", "stribeck", FORCE, 1e5, 316.22776601683796};

/* Events, and the position every tenth of the run. */
typedef struct Result {
    StnStatus status;
    size_t count;
    double t[EVENTS_MOST];
    StnEventKind kind[EVENTS_MOST];
    double x[MARKS];
    StnEnergy energy;
} Result;

/* ---- Runs ---- */

static void give(StnGiven *given, int *count, const char *name, double value)
{
    StnGiven *g = &given[(*count)++];
    memset(g, 0, sizeof *g);
    snprintf(g->name, sizeof g->name, "%s", name);
    g->count = 1;
    g->value[0] = value;
}

static StnSystem *make_system(const Case *c, StnMethod method, double rtol)
{
    StnSystemDef def = stn_default_system_def(stn_catalog_plant(NULL, "block"));
    StnGiven plant[8], friction[8];
    StnError error = {0};
    int np = 0, nf = 0;
    give(plant, &np, "drive", c->drive);
    give(plant, &np, "m", 1.0);
    give(plant, &np, "K", 2.0);
    give(plant, &np, "Kp", 3.0);
    give(plant, &np, "Kv", 6.0);
    give(plant, &np, "Ki", 4.0);
    give(friction, &nf, "Fs", 1.5);
    give(friction, &nf, "Fc", 1.0);
    give(friction, &nf, "vs", 1e-3);
    give(friction, &nf, "n", 2.0);
    give(friction, &nf, "sigma2", 0.4);
    give(friction, &nf, "sigma0", c->sigma0);
    give(friction, &nf, "sigma1", c->sigma1);
    def.given = plant, def.ngiven = np;
    def.site[0] = (StnSiteDef){stn_catalog_law(NULL, c->law), friction, nf};
    def.input[0] = stn_signal_chirp(2.5, 0.1, 3.0, 40.0);
    def.input[1] = stn_signal_ramp(0.1, 0.0, 0.0, INFINITY);
    def.input[2] = stn_signal_constant(1.0);
    def.solver.method = method;
    def.solver.rtol = rtol;
    StnSystem *system = stn_system_new(&def, &error);
    if (!system)
        fail_msg("%s: %s", c->name, error.text);
    return system;
}

static void note_event(void *user, const StnEvent *event)
{
    Result *r = user;
    if (r->count < EVENTS_MOST) {
        r->t[r->count] = event->t;
        r->kind[r->count] = event->kind;
    }
    r->count++;
}

static Result run_case(const Case *c, StnMethod method, double rtol)
{
    Result r = {0};
    StnError error = {0};
    StnSystem *system = make_system(c, method, rtol);
    void *memory = malloc(stn_state_size(system));
    double *columns = calloc((size_t)stn_system_column_count(system), sizeof *columns);
    assert_non_null(memory);
    assert_non_null(columns);
    StnState *state = stn_state_init(system, memory);
    StnObserver observer = {.event = note_event, .user = &r};
    for (int k = 0; !r.status && k < MARKS; k++) {
        r.status = stn_advance(system, state, DURATION * (k + 1) / MARKS, &observer, &error);
        stn_state_columns(system, state, columns);
        r.x[k] = columns[0];
    }
    if (r.status && r.status != STN_UNAVAILABLE)
        fail_msg("%s, rtol %g: %s", c->name, rtol, error.text);
    r.energy = stn_state_energy(system, state);
    free(columns);
    free(memory);
    stn_system_free(system);
    return r;
}

/* SUNDIALS may be missing in this build. */
static Result run_sundials(const Case *c, double rtol)
{
    Result r = run_case(c, STN_METHOD_SUNDIALS, rtol);
    if (r.status == STN_UNAVAILABLE) {
        SKIP("sundials", "not checked against it");
    }
    return r;
}

/* ---- Comparisons ---- */

static void same_events(const Case *c, const Result *got, const Result *wanted, double allowed)
{
    double worst = 0.0;
    for (size_t k = 0; k < got->count && k < wanted->count && k < EVENTS_MOST; k++) {
        if (got->kind[k] != wanted->kind[k])
            fail_msg("%s: event %zu at %.12g s is %s, should be %s at %.12g s", c->name, k,
                     got->t[k], stn_event_word(got->kind[k]), stn_event_word(wanted->kind[k]),
                     wanted->t[k]);
        worst = fmax(worst, fabs(got->t[k] - wanted->t[k]));
        if (!(fabs(got->t[k] - wanted->t[k]) <= allowed))
            fail_msg("%s: event %zu (%s) at %.15g s, should be at %.15g s: off by %.3g s, allowed "
                     "%.3g s",
                     c->name, k, stn_event_word(got->kind[k]), got->t[k], wanted->t[k],
                     fabs(got->t[k] - wanted->t[k]), allowed);
    }
    if (got->count != wanted->count)
        fail_msg("%s: %zu events, should be %zu", c->name, got->count, wanted->count);
    print_message("%s: %zu events, times differ by %.2g s at most\n", c->name, got->count, worst);
}

static void same_positions(const Case *c, const Result *got, const Result *wanted, double allowed)
{
    double worst = 0.0;
    for (int k = 0; k < MARKS; k++)
        worst = fmax(worst, fabs(got->x[k] - wanted->x[k]));
    print_message("%s: positions differ by %.2g m at most\n", c->name, worst);
    if (!(worst <= allowed))
        fail_msg("%s: positions differ by %.3g m, allowed %.3g m", c->name, worst, allowed);
}

static void both(const Case *c, double rtol, double reference, double allowed)
{
    Result got = run_case(c, STN_METHOD_EVENT, rtol),
           wanted = run_case(c, STN_METHOD_EVENT, reference);
    assert_true(wanted.count > 4);
    same_events(c, &got, &wanted, allowed);
}

/* ---- Our engine against itself ---- */

static void default_tolerance_gives_event_times_to_1e_7_s(void **state)
{
    both(&stick_slip, 1e-9, 1e-12, 1e-7);
    both(&limit_cycle, 1e-9, 1e-12, 1e-7);
}

static void tight_tolerances_agree_to_1e_10_s(void **state)
{
    both(&stick_slip, 1e-12, 1e-13, 1e-10);
    both(&limit_cycle, 1e-12, 1e-13, 1e-10);
}

static void first_breakaway_is_where_the_spring_reaches_the_static_level(void **state)
{
    Result r = run_case(&stick_slip, STN_METHOD_EVENT, 1e-9);
    assert_int_equal(r.kind[1], STN_EVENT_SLIP_FORWARD);
    assert_true(fabs(r.t[1] - 7.5) < 1e-12); /* Fs/(K*slope) */
}

static void bristle_positions_hold_to_1e_6_m(void **state)
{
    for (size_t k = 0; k < sizeof bristles / sizeof *bristles; k++) {
        Result got = run_case(&bristles[k], STN_METHOD_EVENT, 1e-9);
        Result wanted = run_case(&bristles[k], STN_METHOD_EVENT, 1e-12);
        same_positions(&bristles[k], &got, &wanted, 1e-6);
        same_events(&bristles[k], &got, &wanted, 1e-7);
    }
}

/* A step that starts outside the zone must not be spoilt by stages beyond its edge. */
static void long_steps_do_not_miss_the_peak(void **state)
{
    Result r = run_case(&chirp, STN_METHOD_EVENT, 1e-9);
    double gap = r.energy.input - r.energy.stored - r.energy.friction - r.energy.impact;
    both(&chirp, 1e-9, 1e-12, 1e-7);
    print_message("%s: %.3g J of %.3g J are missing\n", chirp.name, gap, r.energy.input);
    assert_true(fabs(gap) < 1e-7 * fabs(r.energy.input));
}

/* ---- Our engine against SUNDIALS ---- */

/* Measured with SUNDIALS at rtol 1e-11: 1e-11 s to 3e-11 s; it keeps 1e-9 s where rtol is 1e-9. */
static void sundials_finds_the_same_events(void **state)
{
    const Case *cases[] = {&stick_slip, &limit_cycle, &chirp};
    for (int k = 0; k < 3; k++) {
        Result other = run_sundials(cases[k], 1e-11);
        Result got = run_case(cases[k], STN_METHOD_EVENT, 1e-12);
        same_events(cases[k], &got, &other, 1e-9);
        same_positions(cases[k], &got, &other, 1e-8);
        other = run_sundials(cases[k], 1e-9);
        got = run_case(cases[k], STN_METHOD_EVENT, 1e-9);
        same_events(cases[k], &got, &other, 1e-7);
    }
}

/* Measured with BDF at rtol 1e-11: 3e-9 m and 1.2e-8 s. */
static void sundials_finds_the_same_bristle_motion(void **state)
{
    for (size_t k = 0; k < sizeof bristles / sizeof *bristles; k++) {
        Result other = run_sundials(&bristles[k], 1e-11);
        Result got = run_case(&bristles[k], STN_METHOD_EVENT, 1e-9);
        same_positions(&bristles[k], &got, &other, 1e-6);
        same_events(&bristles[k], &got, &other, 1e-7);
    }
}

static void sundials_closes_the_energy_balance(void **state)
{
    const Case *cases[] = {&stick_slip, &limit_cycle, &bristles[0]};
    for (int k = 0; k < 3; k++) {
        StnEnergy e = run_sundials(cases[k], 1e-10).energy;
        double gap = e.input - e.stored - e.friction - e.impact;
        print_message("%s: %.3g J of %.3g J are missing\n", cases[k]->name, gap, e.input);
        assert_true(fabs(gap) < 1e-7 * fabs(e.input));
    }
}

/* A saved state goes on to the same bits, and what stands does not move. */
static void sundials_states_are_plain_memory(void **state)
{
    StnSystem *system = make_system(&stick_slip, STN_METHOD_SUNDIALS, 1e-9);
    size_t size = stn_state_size(system);
    void *first = malloc(size), *second = malloc(size);
    double a[16], b[16];
    assert_true(first && second && stn_system_column_count(system) <= 16);
    StnState *st = stn_state_init(system, first);
    StnStatus status = stn_advance(system, st, 11.0, NULL, NULL); /* stuck since 10.34 s */
    if (status == STN_UNAVAILABLE) {
        free(first), free(second), stn_system_free(system);
        SKIP("sundials", "not checked against it");
    }
    assert_int_equal(status, STN_OK);
    stn_state_columns(system, st, a);
    memcpy(second, first, size);
    for (double t = 11.1; t < 13.95; t += 0.1)
        assert_int_equal(stn_advance(system, st, t, NULL, NULL), STN_OK);
    stn_state_columns(system, st, b);
    assert_memory_equal(a, b, 2 * sizeof *a); /* x and v */
    assert_true(b[1] == 0.0);
    st = second;
    memset(first, 0xff, size);
    assert_int_equal(stn_advance(system, st, 30.0, NULL, NULL), STN_OK);
    stn_state_columns(system, st, a);
    st = stn_state_init(system, first);
    assert_int_equal(stn_advance(system, st, 11.0, NULL, NULL), STN_OK);
    assert_int_equal(stn_advance(system, st, 30.0, NULL, NULL), STN_OK);
    stn_state_columns(system, st, b);
    assert_memory_equal(a, b, (size_t)stn_system_column_count(system) * sizeof *a);
    free(first), free(second), stn_system_free(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_tolerance_gives_event_times_to_1e_7_s),
        cmocka_unit_test(tight_tolerances_agree_to_1e_10_s),
        cmocka_unit_test(first_breakaway_is_where_the_spring_reaches_the_static_level),
        cmocka_unit_test(bristle_positions_hold_to_1e_6_m),
        cmocka_unit_test(long_steps_do_not_miss_the_peak),
        cmocka_unit_test(sundials_finds_the_same_events),
        cmocka_unit_test(sundials_finds_the_same_bristle_motion),
        cmocka_unit_test(sundials_closes_the_energy_balance),
        cmocka_unit_test(sundials_states_are_plain_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
