/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The hydraulic cylinder: accuracy of both engines, valve edges, stops. */
#include "run_cylinder.h"
#include "skip.h"

/* ---- Accuracy ---- */

/* Asked: v right to 2e-6 m/s, P to 50 Pa.  Measured: 4e-9 m/s and 0.08 Pa. */
static void assert_accurate(const Run *run, const Run *fine, int stride, const char *what)
{
    double v = apart(run, fine, stride, "v"), P1 = apart(run, fine, stride, "P1"),
           P2 = apart(run, fine, stride, "P2");
    print_message("%s: v to %.1e m/s, P1 to %.1e Pa, P2 to %.1e Pa\n", what, v, P1, P2);
    assert_true(v < 1e-7 && P1 < 1.0 && P2 < 1.0);
}

static void default_tolerance_agrees_with_a_thousand_times_finer_one(void **state)
{
    (void)state;
    for (int c = 0; c < CASES * LAWS; c++) {
        const Run *run = published(c / LAWS, c % LAWS);
        Run fine = run_scenario(cases[c / LAWS], laws[c % LAWS], "solver.rtol=1e-12");
        assert_accurate(run, &fine, 1, laws[c % LAWS]);
        assert_int_equal(run->record.nevent, fine.record.nevent);
        for (size_t k = 0; k < fine.record.nevent; k++)
            NEAR(run->record.event[k].t, fine.record.event[k].t, 1e-8);
        run_free(&fine);
    }
}

static void default_tolerance_agrees_with_sundials(void **state)
{
    (void)state;
    for (int c = 0; c < CASES * LAWS; c++) {
        Run other = run_scenario(cases[c / LAWS], laws[c % LAWS],
                                 "solver.method=sundials|solver.rtol=1e-11|record.every=0.1");
        if (other.status == STN_UNAVAILABLE) {
            run_free(&other);
            SKIP("sundials", "not checked against it");
        }
        const Run *run = published(c / LAWS, c % LAWS);
        assert_accurate(run, &other, 100, laws[c % LAWS]);
        assert_int_equal(run->record.nevent, other.record.nevent);
        for (size_t k = 0; k < other.record.nevent; k++)
            NEAR(run->record.event[k].t, other.record.event[k].t, 1e-8);
        run_free(&other);
    }
}

/* The spool follows the current by its transfer function; its own motion has died away after 0.1 s
 * (exp(-zv*wv*t)).  So |xv| = U at closed-form times. */
static void lap_edges_are_passed_at_their_closed_form_times(void **state)
{
    static const double amplitude[CASES] = {2e-3, 4.5e-3}, frequency[CASES] = {0.5, 1.0};
    (void)state;
    for (int c = 0; c < CASES; c++) {
        double w = 2.0 * PI * frequency[c], re = 1.0 - w * w / (440.0 * 440.0),
               im = 2.0 * 0.75 * w / 440.0, top = 0.0227 * amplitude[c] / hypot(re, im);
        const StnRecord *record = &published(c, 2)->record;
        int count = 0;
        for (size_t k = 0; k < record->nevent; k++) {
            const StnEvent *e = &record->event[k];
            if (e->kind != STN_EVENT_MODE || e->t < 0.1)
                continue;
            double phase = w * e->t - atan2(im, re), xv = top * sin(phase);
            NEAR((fabs(xv) - 4e-5) / (top * w * fabs(cos(phase))), 0.0, 1e-10); /* s */
            assert_string_equal(e->site, xv > 0.0 ? "lap_b" : "lap_a");
            count++;
        }
        CHECK(count == (c ? 15 : 8), "%d edges", count); /* 4 a period; the first at 1 Hz: early */
    }
}

static void energy_balance_closes(void **state)
{
    (void)state;
    for (int c = 0; c < CASES * LAWS; c++)
        close_balance(published(c / LAWS, c % LAWS), laws[c % LAWS]);
}

/* ---- Fixed step ---- */

static double rms_apart(const Run *run, const Run *fine)
{
    const double *a = column(run, "v"), *b = column(fine, "v");
    double sum = 0.0;
    assert_int_equal(run->record.rows, fine->record.rows);
    for (size_t i = 0; i < fine->record.rows; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum / (double)fine->record.rows);
}

/* Halving dt halves the error; the reference is the event engine (borello: with coulomb). */
static void fixed_steps_converge_at_first_order(void **state)
{
    static const struct {
        const char *law, *exact;
    } pairs[] = {{"borello", "coulomb"},
                 {"stribeck", "stribeck"},
                 {"lugre", "lugre"},
                 {"lugre_new_modified", "lugre_new_modified"}};
    (void)state;
    for (int c = 0; c < COUNT(pairs); c++) {
        Run exact = run_scenario("cylinder-4.5mA", pairs[c].exact, "record.every=0.01|duration=1");
        double before = NAN;
        for (int k = 0; k < 3; k++) {
            char sets[128];
            snprintf(sets, sizeof sets,
                     "record.every=0.01|duration=1|solver.method=fixed|solver.dt=%g",
                     1e-4 / (1 << k));
            Run run = run_scenario("cylinder-4.5mA", pairs[c].law, sets);
            double error = rms_apart(&run, &exact);
            CHECK(k == 0 || (before / error > 1.7 && before / error < 2.3), "%s: %g after %g m/s",
                  pairs[c].law, error, before);
            before = error;
            run_free(&run);
        }
        run_free(&exact);
    }
}

/* ---- Stops ---- */

static const StnEvent *event_at(const Run *run, StnEventKind kind, int index)
{
    for (size_t k = 0; k < run->record.nevent; k++)
        if (run->record.event[k].kind == kind && index-- == 0)
            return &run->record.event[k];
    fail_msg("no such event: %s", stn_event_word(kind));
    return NULL;
}

/* 1.6 mA, both edges open: onto the upper stop, held there by the pressures, off again after the current
 * has turned.  Against a finer tolerance and SUNDIALS. */
static void the_piston_runs_onto_its_stop_and_off_again(void **state)
{
#define GENTLE \
    "initial.x=0.18|inputs.u={sine: {amplitude: 1.6 mA, frequency: 0.25 Hz}}|record.every=0.1"
    (void)state;
    for (int i = 0; i < LAWS; i++) {
        Run run = run_scenario("cylinder-2mA", laws[i], GENTLE);
        Run fine = run_scenario("cylinder-2mA", laws[i], GENTLE "|solver.rtol=1e-12");
        Run other = run_scenario("cylinder-2mA", laws[i],
                                 GENTLE "|solver.method=sundials|solver.rtol=1e-11");
        const Run *all[] = {&run, &fine, &other};
        double hit = event_at(&run, STN_EVENT_STOP_HIT, 0)->t,
               left = event_at(&run, STN_EVENT_STOP_LEFT, 0)->t;
        assert_true(hit < 1.0 && left > 1.9 && left < 2.2);
        for (size_t k = 0; k < run.record.rows; k++) {
            double t = column(&run, "t")[k];
            if (t > hit && t < left)
                assert_true(column(&run, "x")[k] == 0.2 && column(&run, "v")[k] == 0.0);
        }
        for (int k = 1; k < COUNT(all); k++) {
            if (all[k]->status == STN_UNAVAILABLE)
                continue;
            NEAR(event_at(all[k], STN_EVENT_STOP_HIT, 0)->t, hit, 1e-8);
            NEAR(event_at(all[k], STN_EVENT_STOP_LEFT, 0)->t, left, 1e-8);
            assert_accurate(&run, all[k], 1, laws[i]);
        }
        close_balance(&run, laws[i]);
        run_free(&run);
        run_free(&fine);
        run_free(&other);
    }
}

/* 4 mA either way, from stop to stop: at a stop one chamber comes to the supply pressure and the other to
 * 0 in finite time, and both stay there; then the piston leaves in time, and once. */
static void pressures_reach_their_limits_at_a_stop_and_leave_them(void **state)
{
#define THERE_AND_BACK                                                                       \
    "inputs.u={trapezoid: {times: [0, 0.1, 2, 2.2, 5, 5.2], levels: [0, 4 mA, 4 mA, -4 mA, " \
    "-4 mA, 4 mA]}}|duration=7|record.every=0.1"
    static const char *const all[] = {"coulomb", "stribeck",           "lugre", "elastoplastic",
                                      "dahl",    "lugre_new_modified", "gms"};
    (void)state;
    for (int i = 0; i < COUNT(all); i++) {
        Run run = run_scenario("cylinder-2mA", all[i], THERE_AND_BACK);
        size_t last = run.record.rows - 1;
        NEAR(column(&run, "P1")[last], 5e6, 1e-2);
        NEAR(column(&run, "P2")[last], 0.0, 1e-2);
        assert_true(column(&run, "x")[last] == 0.2);
        assert_true(event_at(&run, STN_EVENT_STOP_LEFT, 1)->t < 5.2);
        for (size_t k = 1; k < run.record.nevent; k++)
            CHECK(run.record.event[k].kind != STN_EVENT_STOP_HIT ||
                      run.record.event[k].t > run.record.event[k - 1].t + 1e-3,
                  "%s: touched again at %.9g s", all[i], run.record.event[k].t);
        close_balance(&run, all[i]);
        run_free(&run);
    }
}

/* The slope of the root has no limit where pressures are equal: an explicit method would crawl there
 * (millions of steps for milliseconds), and must give way to the implicit one. */
static void pressures_at_their_limits_cost_few_steps(void **state)
{
    static const struct {
        const char *law, *sets;
    } runs[] = {{"none", THERE_AND_BACK},
                {"dahl", "inputs.u={sine: {amplitude: 4 mA, frequency: 0.25 Hz}}"},
                {"none", "inputs.u={sine: {amplitude: 2 mA, frequency: 0.25 Hz, bias: 3 mA}}"},
                {"hybrid", "inputs.u={sine: {amplitude: 20 mA, frequency: 0.25 Hz}}"},
                {"stribeck", "inputs.u={sine: {amplitude: 20 mA, frequency: 3 Hz, bias: 3 mA}}|"
                             "parameters.Ps=1 MPa"}};
    (void)state;
    for (int i = 0; i < COUNT(runs); i++) {
        Run run = run_scenario("cylinder-2mA", runs[i].law, runs[i].sets);
        CHECK(run.record.counters.rates < 200000, "%s, %s: %lld right-hand sides", runs[i].law,
              runs[i].sets, (long long)run.record.counters.rates);
        run_free(&run);
    }
}

/* A piston that bristles hold rests with both pressures at their limits, where they are known to an ulp only.  Carried on by
 * the polynomial of the last step that ulp left the band of the root, and every other implicit step was refused: 372,049
 * steps at this tolerance. */
static void a_held_piston_at_the_limits_of_pressure_costs_few_steps(void **state)
{
    (void)state;
    Run run = run_scenario(
        "cylinder-4.5mA", "elastoplastic",
        "duration=0.6|record.every=0.1|solver.rtol=1e-11|initial.x=54 mm|"
        "inputs.u={multisine: {components: 4, amplitude: 15.69 mA, f0: 0.112, f1: 3.37}}|"
        "parameters={m: 174 kg, beta: 45.8 MPa, Ps: 2.59 MPa, wv: 1650 rad/s}|"
        "friction.piston={Fs: 591 N, Fc: 491 N, vs: 0.54 mm/s, n: 2, sigma2: 7165 N*s/m, "
        "sigma0: 7.06e7 N/m, sigma1: 1.466e5 N*s/m}");
    CHECK(run.record.counters.steps < 10000, "%lld steps", (long long)run.record.counters.steps);
    run_free(&run);
}

/* A chamber that reached the supply pressure stayed 2.8e-4 Pa below it: Newton's corrections jumped to and fro over the root,
 * and what they left was an error of 0.15 at each length of step, so that none grew: 1,012,162 steps of 4 us at 1e-9. */
static void a_chamber_that_fills_up_to_the_supply_pressure_costs_few_steps(void **state)
{
    (void)state;
    for (double rtol = 1e-6; rtol > 1e-12; rtol /= 10.0) {
        char set[512];
        snprintf(set, sizeof set,
                 "duration=2.75819103814|record.every=0.1|solver.rtol=%g|"
                 "inputs.u={step: {at: 0.0, from: 0.0, to: -0.0056362331563}}|"
                 "parameters={m: 195.804903258, Ps: 2740113.84363, V20: 3.30595083853e-06}|"
                 "friction.piston={Fs: {forward: 397.794636053, backward: 357.386341356}, "
                 "Fc: {forward: 378.153000329, backward: 339.73991857}, vs: 0.0129194683913, n: "
                 "0.7, sigma2: 0}",
                 rtol);
        Run run = run_scenario("cylinder-4.5mA", "stribeck", set);
        CHECK(run.record.counters.steps < 10000, "%lld steps at %g",
              (long long)run.record.counters.steps, rtol);
        run_free(&run);
    }
}

/* ---- Chambers at the supply and return pressure ---- */

static void assert_same_events(const Run *run, const Run *other, const char *what)
{
    assert_int_equal(run->status, STN_OK);
    assert_int_equal(other->status, STN_OK);
    CHECK(run->record.nevent == other->record.nevent, "%s: %zu events, %zu in the other", what,
          run->record.nevent, other->record.nevent);
    for (size_t k = 0; k < run->record.nevent; k++) {
        const StnEvent *a = &run->record.event[k], *b = &other->record.event[k];
        CHECK(a->kind == b->kind && strcmp(a->site, b->site) == 0, "%s: event %zu", what, k);
        CHECK(fabs(a->t - b->t) < 1e-7, "%s: event %zu at %.10f s, %.10f s in the other", what, k,
              a->t, b->t);
    }
}

/* At these currents the piston rests on its stop, with one chamber at the supply pressure and the other at
 * 0, until the spool comes back: the pressures leave a point where the slope of the orifice's root has no
 * limit.  The promise of docs/solver.md, against a finer tolerance and SUNDIALS. */
static void a_piston_on_its_stop_leaves_it_in_time(void **state)
{
    static const struct {
        const char *law, *current, *more;
        bool sundials;
    } runs[] = {{"coulomb", "15 mA", "", false},
                {"coulomb", "20 mA", "", false},
                {"coulomb", "40 mA", "", false},
                {"coulomb", "20 mA", "|parameters.beta=1 GPa|parameters.Ps=7 MPa", false},
                {"stribeck", "25 mA", "", false},
                {"lugre", "15 mA", "", true},
                {"lugre", "40 mA", "|duration=1.5", false},
                {"lugre_new_modified", "20 mA", "", true},
                {"elastoplastic", "25 mA", "", false},
                {"dahl", "40 mA", "|duration=1.5", false},
                {"gms", "15 mA", "", false},
                {"leuven", "15 mA", "", false},
                {"hyperviscous", "30 mA", "", false},
                {"hybrid", "30 mA", "", false},
                {"none", "20 mA", "", false},
                {"none", "25 mA", "|parameters.m=33 kg|parameters.beta=350 MPa", false}};
    (void)state;
    for (int c = 0; c < COUNT(runs); c++) {
        char sets[256], fine_sets[320];
        snprintf(sets, sizeof sets,
                 "duration=1|record.every=0.1|inputs.u={sine: {amplitude: %s, frequency: 1 Hz}}%s",
                 runs[c].current, runs[c].more);
        snprintf(fine_sets, sizeof fine_sets, "%s|solver.rtol=1e-12", sets);
        Run run = run_scenario("cylinder-4.5mA", runs[c].law, sets);
        Run fine = run_scenario("cylinder-4.5mA", runs[c].law, fine_sets);
        assert_true(event_at(&run, STN_EVENT_STOP_LEFT, 0)->t > 0.2);
        assert_same_events(&run, &fine, runs[c].law);
        run_free(&fine);
        snprintf(fine_sets, sizeof fine_sets, "%s|solver.rtol=1e-12|solver.method=sundials", sets);
        if (runs[c].sundials)
            fine = run_scenario("cylinder-4.5mA", runs[c].law, fine_sets);
        if (runs[c].sundials && fine.status != STN_UNAVAILABLE)
            assert_same_events(&run, &fine, runs[c].law);
        if (runs[c].sundials)
            run_free(&fine);
        run_free(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_tolerance_agrees_with_a_thousand_times_finer_one),
        cmocka_unit_test(default_tolerance_agrees_with_sundials),
        cmocka_unit_test(lap_edges_are_passed_at_their_closed_form_times),
        cmocka_unit_test(energy_balance_closes),
        cmocka_unit_test(fixed_steps_converge_at_first_order),
        cmocka_unit_test(the_piston_runs_onto_its_stop_and_off_again),
        cmocka_unit_test(pressures_reach_their_limits_at_a_stop_and_leave_them),
        cmocka_unit_test(pressures_at_their_limits_cost_few_steps),
        cmocka_unit_test(a_held_piston_at_the_limits_of_pressure_costs_few_steps),
        cmocka_unit_test(a_chamber_that_fills_up_to_the_supply_pressure_costs_few_steps),
        cmocka_unit_test(a_piston_on_its_stop_leaves_it_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
