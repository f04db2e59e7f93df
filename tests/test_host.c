/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A host with an integrator of its own (here the classical Runge-Kutta method with bisection) finds the events
 * that our engine finds, and sees them in the states. */
#include "run_scenario.h"

typedef struct {
    const StnSystem *S;
    StnState *st;
    StnHost host;
    StnEvent *event;
    int nevent;
    double y[16], lift[64];
} Importer;

static void note(void *user, const StnEvent *event)
{
    Importer *m = user;
    m->event[m->nevent++] = *event;
}

static void rates(Importer *m, double t, const double *y, double *dy)
{
    CHECK(stn_host_put(m->S, m->st, t, y) == STN_OK, "t = %g", t);
    CHECK(stn_host_rates(m->S, m->st, dy) == STN_OK, "t = %g", t);
}

static void step(Importer *m, double t, double h, double *out)
{
    const int n = stn_system_state_count(m->S);
    double k[4][16], at[16];
    rates(m, t, m->y, k[0]);
    for (int s = 1; s < 4; s++) {
        for (int i = 0; i < n; i++)
            at[i] = m->y[i] + (s < 3 ? 0.5 : 1.0) * h * k[s - 1][i];
        rates(m, t + (s < 3 ? 0.5 : 1.0) * h, at, k[s]);
    }
    for (int i = 0; i < n; i++)
        out[i] = m->y[i] + h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
}

/* The least guard at a point. */
static double least(Importer *m, double t, const double *y)
{
    double guard[64], min = INFINITY;
    stn_host_put(m->S, m->st, t, y);
    stn_host_guards(m->S, m->st, &m->host, guard);
    for (int k = 0; k < stn_guard_count(m->S); k++)
        min = fmin(min, guard[k]);
    return min;
}

/* How far of a step h there is no event. */
static double until_event(Importer *m, double t, double h, double *out)
{
    double low = 0.0, high = h;
    step(m, t, h, out);
    if (least(m, t + h, out) > 0.0)
        return h;
    for (int k = 0; k < 60; k++) {
        const double middle = 0.5 * (low + high);
        step(m, t, middle, out);
        *(least(m, t + middle, out) > 0.0 ? &low : &high) = middle;
    }
    step(m, t, high, out);
    return high;
}

static void event_at(Importer *m, double t, StnHostEvent *event)
{
    const StnObserver observer = {.event = note, .user = m};
    StnError error = {0};
    CHECK(stn_host_event(m->S, m->st, &m->host, &observer, event, &error) == STN_OK, "t = %g: %s",
          t, error.text);
    stn_host_states(m->S, m->st, m->y);
    CHECK(least(m, t, m->y) > 0.0, "a guard is not above 0 after the event at %.17g", t);
}

static void integrate(Importer *m, double t_end, double h_most)
{
    StnHostEvent event;
    double t = 0.0, to[16];
    stn_host_states(m->S, m->st, m->y);
    event_at(m, t, &event);
    while (t < t_end) {
        const double stop = fmin(t_end, event.t_next), h = fmin(h_most, stop - t);
        const double made = until_event(m, t, h, to);
        memcpy(m->y, to, sizeof to);
        t = made == stop - t ? stop : t + made;
        stn_host_put(m->S, m->st, t, m->y);
        if (made < h || t == event.t_next)
            event_at(m, t, &event);
    }
}

static void assert_same_events(const char *name, double t_end, double within)
{
    Trial a;
    StnEvent *found = calloc(4096, sizeof *found);
    RUN(&a, name, {"duration", t_end == 20.0 ? "20 s" : "2 s"}, {"solver.rtol", "1e-10"});
    Importer m = {.S = a.system,
                  .st = stn_state_init(a.system, malloc(stn_state_size(a.system))),
                  .event = found,
                  .host = {.rtol = 1e-11}};
    m.host.lift = m.lift;
    integrate(&m, t_end, 2e-4);
    CHECK(m.nevent == (int)a.record.nevent, "%s: %d events, %d expected", name, m.nevent,
          (int)a.record.nevent);
    for (int k = 0; k < m.nevent; k++) {
        const StnEvent *one = &found[k], *other = &a.record.event[k];
        CHECK(one->kind == other->kind && fabs(one->t - other->t) <= within,
              "%s: event %d is %s at %.12g, not %s at %.12g", name, k, stn_event_word(one->kind),
              one->t, stn_event_word(other->kind), other->t);
    }
    free(found);
    free(m.st);
    trial_end(&a);
}

/* The engine's times are right to 1e-10 of their scale at this tolerance; Runge-Kutta with steps of 0.2 ms errs by less
 * than 1e-7 s where the Stribeck curve, 1 mm/s wide, is passed. */
static void a_foreign_integrator_finds_the_events_of_stick_slip(void **state)
{
    (void)state;
    assert_same_events("block-stick-slip", 20.0, 1e-7);
}

static void a_site_that_breaks_away_has_a_velocity(void **state)
{
    Trial a;
    StnHostEvent event;
    (void)state;
    RUN(&a, "block-stick-slip", {"duration", "1 s"});
    StnState *st = stn_state_init(a.system, malloc(stn_state_size(a.system)));
    double lift[64] = {0}, y[16];
    StnHost host = {.rtol = 1e-9, .lift = lift};
    StnError error = {0};
    assert_int_equal(stn_host_event(a.system, st, &host, NULL, &event, &error), STN_OK);
    assert_int_equal(stn_state_direction(a.system, st, 0), 0);
    stn_host_put(a.system, st, 7.5 + 1e-9, NULL); /* Fs/(K*slope) */
    assert_int_equal(stn_host_event(a.system, st, &host, NULL, &event, &error), STN_OK);
    assert_true(event.changed);
    assert_int_equal(stn_state_direction(a.system, st, 0), 1);
    stn_host_states(a.system, st, y);
    const int v = stn_host_state_at(a.system, 0).rate;
    assert_true(v >= 0 && y[v] > 0.0 && y[v] < 1e-12);
    free(st);
    trial_end(&a);
}

static void what_is_not_finite_is_refused(void **state)
{
    Trial a;
    (void)state;
    RUN(&a, "block-stick-slip", {"duration", "1 s"});
    double y[16] = {NAN};
    StnState *st = stn_state_init(a.system, malloc(stn_state_size(a.system)));
    assert_int_equal(stn_host_put(a.system, st, NAN, NULL), STN_BAD_INPUT);
    assert_int_equal(stn_host_put(a.system, st, 0.0, y), STN_BAD_INPUT);
    assert_string_equal(stn_host_state_at(a.system, -1).name, "");
    assert_string_equal(stn_host_state_at(a.system, 99).name, "");
    free(st);
    trial_end(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_foreign_integrator_finds_the_events_of_stick_slip),
        cmocka_unit_test(a_site_that_breaks_away_has_a_velocity),
        cmocka_unit_test(what_is_not_finite_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
