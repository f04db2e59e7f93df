/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A body held by bristles: rest costs no steps and no events, whatever the tolerance and the stiffness;
 * what moves, however slowly, is still seen; and a rest ends where its cause lies. */
#include "build_chain.h"

static bool is_bristle(const Block *b)
{
    return b->system->num.shape[0].stroke > 0.0 && !b->system->model.set_valued[0];
}

/* Mass 1, Fs 1.5, Fc 1, vs 1e-3, pushed by u. */
static void bristle(Block *b, const char *law, double sigma0, double rtol, StnSignal *u)
{
    block_pushed(b, law, 1.0, 1.5, 1.0);
    block_friction(b, "vs", 1e-3);
    block_friction(b, "sigma0", sigma0);
    block_friction(b, "sigma2", 2.0 * sqrt(sigma0)); /* dahl and gms have no other damping */
    block_input(b, "u", u);
    b->def.solver.rtol = rtol;
    block_make(b);
}

typedef struct {
    int64_t steps;
    int events;
} Cost;

/* What the time from `from` to `to` costs. */
static Cost cost(Block *b, double from, double to)
{
    block_to(b, from);
    int64_t steps = stn_state_counters(b->state).steps;
    int events = b->nevent;
    block_to(b, to);
    return (Cost){stn_state_counters(b->state).steps - steps, b->nevent - events};
}

/* Settled: oscillations after 1 s (their damping is critical or nearly so), the film of two laws after
 * 60 s, 40 of its time constants.  The engine looks ahead, so the window of the set-valued law may hold no
 * step of its own: it counts as one. */
static void a_held_body_takes_few_steps_and_logs_nothing(void **state)
{
    static const double stiff[] = {1e4, 1e6, 1e8, 1e10},
                        rtol[] = {1e-9, 1e-10, 1e-11, 1e-12, 1e-13};
    int laws = 0;
    Block b;
    (void)state;
    bristle(&b, "coulomb", 1e6, 1e-9, stn_signal_step(0.5, 0.0, 0.5));
    Cost least = cost(&b, 60.0, 1000.0);
    block_end(&b);
    for (int k = 0; k < stn_law_count(); k++)
        for (int c = 0; c < COUNT(stiff) * COUNT(rtol); c++) {
            double sigma0 = stiff[c % COUNT(stiff)], tolerance = rtol[c / COUNT(stiff)];
            bristle(&b, stn_law_at(k)->name, sigma0, tolerance, stn_signal_step(0.5, 0.0, 0.5));
            bool wanted = is_bristle(&b);
            laws += wanted && c == 0;
            if (wanted) {
                Cost got = cost(&b, 60.0, 1000.0);
                CHECK(got.events == 0 && got.steps <= 10 * (least.steps > 0 ? least.steps : 1),
                      "%s, sigma0 %g, rtol %g: %d events, %d steps", stn_law_at(k)->name, sigma0,
                      tolerance, got.events, (int)got.steps);
                CHECK(block_count(&b, STN_EVENT_REVERSAL) <= 1, "%s, sigma0 %g, rtol %g: %d",
                      stn_law_at(k)->name, sigma0, tolerance, block_count(&b, STN_EVENT_REVERSAL));
                NEAR(block_value(&b, "FF"), 0.5, 1e-8);
            }
            block_end(&b);
        }
    assert_true(laws >= 7);
}

/* At rest under 0.3 N the load begins to change at an instant that is no round number: v leaves zero there,
 * as (t - kink)^2, in the sense of the load.  In the sense of the last motion that is no reversal. */
static void a_rest_that_ends_at_a_kink_is_logged_at_the_kink(void **state)
{
    static const double rtol[] = {1e-6, 1e-9, 1e-12}, kink = 60.1234567890123;
    int reversals = 0;
    (void)state;
    for (int k = 0; k < stn_law_count(); k++)
        for (int c = 0; c < 2 * COUNT(rtol); c++) {
            Block b;
            double rate = c % 2 ? 0.01 : -0.01;
            StnSignal *part[] = {stn_signal_step(0.5, 0.0, 0.3),
                                 stn_signal_ramp(rate, 0.0, kink, INFINITY)};
            bristle(&b, stn_law_at(k)->name, 1e5, rtol[c / 2], stn_signal_sum(part, 2));
            if (is_bristle(&b)) {
                block_to(&b, 60.0);
                bool turns = b.state->modes.dir[0] * rate < 0.0;
                int before = block_count(&b, STN_EVENT_REVERSAL);
                block_to(&b, 60.5);
                assert_true(block_value(&b, "v") * rate > 0.0);
                CHECK(block_count(&b, STN_EVENT_REVERSAL) == before + turns, "%s, %g N/s",
                      stn_law_at(k)->name, rate);
                if (turns)
                    NEAR(block_when(&b, STN_EVENT_REVERSAL, -1), kink, 1e-7), reversals++;
            }
            block_end(&b);
        }
    assert_true(reversals >= 7 * COUNT(rtol));
}

/* Pre-sliding of hybrid rests in the balance of a spring, with a direction that the start has guessed.  Where the load
 * comes against it, it turns at the kink or at the start of the run, not where v has left the noise of the
 * tolerance (24 ns later here, 5 us in a servo whose valve lags). */
static void the_elastic_rest_of_hybrid_ends_at_the_kink(void **state)
{
    (void)state;
    for (int c = 0; c < 4; c++) {
        const double at = c % 2 ? 0.1 : 0.0;
        Block b;
        block_pushed(&b, "hybrid", 1.0, 1.0, 0.8);
        block_friction(&b, "z_max", 1e-3);
        block_input(&b, "u", stn_signal_ramp(-0.5, 0.0, at, INFINITY));
        b.def.solver.rtol = c < 2 ? 1e-6 : 1e-9;
        block_make(&b);
        block_to(&b, at + 0.2);
        assert_int_equal(block_count(&b, STN_EVENT_REVERSAL), 1);
        assert_true(block_when(&b, STN_EVENT_REVERSAL, 0) == at);
        block_end(&b);
    }
}

/* A load that turns within 10 000 s on a bristle of 1e10 N/m: |v| = 2e-14 m/s is far below v_dead, but the
 * way is not.  Quasi-static: v is in phase with dh/dt, so it turns at 2 500 s and 7 500 s. */
static void slow_presliding_is_no_rest(void **state)
{
    Block b;
    (void)state;
    bristle(&b, "lugre", 1e10, 1e-9, stn_signal_sine(0.3, 1e-4, 0.0, 0.0, 0.0));
    block_to(&b, 1e4);
    assert_int_equal(block_count(&b, STN_EVENT_REVERSAL), 2);
    NEAR(block_when(&b, STN_EVENT_REVERSAL, 0), 2500.0, 1.0);
    NEAR(block_when(&b, STN_EVENT_REVERSAL, 1), 7500.0, 1.0);
    block_end(&b);
}

/* Without damping a light load rings for ever: x = u/sigma0*(1 - cos(w*t)), w^2 = sigma0/m, and v turns at
 * each k*pi/w.  The correction is of order u/Fc = 1e-6; here 318 turns must not be damped away. */
static void an_undamped_bristle_rings(void **state)
{
    static const char *const laws[] = {"dahl", "lugre", "gms"};
    (void)state;
    for (int c = 0; c < COUNT(laws); c++) {
        Block b;
        block_pushed(&b, laws[c], 1.0, 1.0, 1.0);
        block_friction(&b, "sigma0", 1e4);
        block_friction(&b, "sigma1", 0.0);
        if (strcmp(laws[c], "gms") == 0)
            block_words(&b, "nu=1 k=1e4");
        block_friction(&b, "sigma2", 0.0);
        block_input(&b, "u", stn_signal_constant(1e-6));
        block_make(&b);
        block_to(&b, 10.0);
        CHECK(block_count(&b, STN_EVENT_REVERSAL) == 318, "%s: %d turns", laws[c],
              block_count(&b, STN_EVENT_REVERSAL));
        for (int k = 0; k < 318; k++)
            NEAR(block_when(&b, STN_EVENT_REVERSAL, k), (k + 1) * PI / 100.0, 1e-4);
        block_end(&b);
    }
}

/* Pushed to 10 m/s and left alone, a body comes to rest on Dahl's bristles ringing: 1e-2 m/s at first, 1e-6
 * of that in the end.  Against rtol 1e-12: each reversal keeps its time although errors are relative. */
static void a_ringing_keeps_its_phase_while_it_dies_away(void **state)
{
    enum { TURNS = 200 };
    double when[2][TURNS];
    (void)state;
    for (int c = 0; c < 2; c++) {
        Block b;
        block_pushed(&b, "dahl", 1.0, 1.0, 1.0);
        block_friction(&b, "sigma0", 1e4);
        block_friction(&b, "sigma2", 4.0); /* damping ratio 0.02: exp(-0.02*pi*200) = 3e-6 */
        StnSignal *part[] = {stn_signal_step(0.0, 0.0, 30.0), stn_signal_step(0.5, 0.0, -30.0)};
        block_input(&b, "u", stn_signal_sum(part, 2));
        b.def.solver.rtol = c ? 1e-12 : 1e-9;
        block_make(&b);
        block_to(&b, 10.0);
        CHECK(block_count(&b, STN_EVENT_REVERSAL) >= TURNS, "%d",
              block_count(&b, STN_EVENT_REVERSAL));
        for (int k = 0; k < TURNS; k++)
            when[c][k] = block_when(&b, STN_EVENT_REVERSAL, k);
        block_end(&b);
    }
    for (int k = 0; k < TURNS; k++)
        NEAR(when[0][k], when[1][k], 1e-7);
}

/* Body 2, alone within a wide play, is turned at 2.5 s by a slow pre-sliding load, quasi-statically: dv/dt =
 * 2e-6 rad/s^2, so that |v| is below v_dead = 3e-11 rad/s for 3e-5 s.  Just before, body 3 makes contact with
 * body 1: an event, but no rest of body 2 ended there. */
static void a_body_that_passes_zero_near_an_event_did_not_rest(void **state)
{
    static const double before[] = {1.0, 3e-6, 1e-5, 1.4e-5};
    double turned[COUNT(before)];
    (void)state;
    for (int i = 0; i < COUNT(before); i++) {
        Chain c;
        char start[64];
        double contact = i ? turned[0] - before[i] : 1.0;
        chain_begin(&c, "bodies=3 J1=1 J2=1 K2=1 play2=1000 J3=1 K3=1e4 parent3=1 play3=0.02");
        chain_friction(&c, 1, "coulomb", "Fs=1 Fc=1");
        chain_friction(&c, 2, "lugre", "Fs=1.5 Fc=1 vs=1e-3 sigma0=1e5");
        chain_friction(&c, 3, "none", "");
        snprintf(start, sizeof start, "w2=1e-2 w3=%.17g", 0.01 / contact);
        chain_start_at(&c, start);
        block_input(&c.b, "u", stn_signal_constant(0.0));
        block_input(&c.b, "load2", stn_signal_sine(-0.5, 0.1, 0.0, 0.0, 0.0));
        block_make(&c.b);
        block_to(&c.b, 2.6);
        turned[i] = chain_when(&c, "body2", STN_EVENT_REVERSAL, -1);
        NEAR(turned[i], i ? turned[0] : 2.5, i ? 1e-7 : 5e-2); /* later by sigma1/sigma0 */
        chain_end(&c);
    }
}

/* A torque pulls body 1 backward from t = 0 on, and through shafts all others: their velocities leave
 * zero as t^3, t^5 and t^7, so that they are below every tolerance for milliseconds.  None of them
 * was at rest in that time, whether the last one is free or on a bristle. */
static void bodies_pulled_through_shafts_start_with_the_run(void **state)
{
    static const double rtol[] = {1e-6, 1e-9, 1e-12};
    static const char *const body[] = {"body2", "body3", "body4"};
    (void)state;
    for (int c = 0; c < 2 * COUNT(rtol); c++) {
        Chain chain;
        chain_begin(&chain, "bodies=4 J1=1 J2=1 J3=1 J4=1 K2=1 K3=1 K4=1");
        for (int k = 1; k <= 3; k++)
            chain_friction(&chain, k, "none", "");
        chain_friction(&chain, 4, c % 2 ? "lugre" : "none", c % 2 ? "Fs=1.5 Fc=1 vs=1e-3" : "");
        block_input(&chain.b, "u", stn_signal_constant(-1.0));
        chain.b.def.solver.rtol = rtol[c / 2];
        chain.b.def.solver.integrator = STN_INTEGRATOR_EXPLICIT;
        block_make(&chain.b);
        block_to(&chain.b, 0.5);
        for (int k = 0; k < COUNT(body); k++)
            NEAR(chain_when(&chain, body[k], STN_EVENT_REVERSAL, 0), 0.0, 0.0);
        chain_end(&chain);
    }
}

/* At rest, body 1 is pulled backward by -r*(t - at) from `at` on, bodies 2 and 3 behind it through shafts: to first order
 * their velocities are -r/J*s^2/2, -r*K/J^2*s^4/24 and -r*K^2/J^3*s^6/720, s = t - at.  So all turn at `at`,
 * on bristles or free, although body 3 is slower than v_dead for 0.5 ms (rtol 1e-12) to 5 ms (1e-6), while the load of
 * a body that stands has kinks: a turn on bristles was logged at the last of these, a free one up to 0.2 ms late. */
static void a_rest_behind_shafts_ends_where_the_first_was_pulled(void **state)
{
    static const char *const body[] = {"body1", "body2", "body3"};
    static const double rtol[] = {1e-6, 1e-9, 1e-12}, kinks[] = {1e-4, 6e-4, 4e-3};
    const double at = 0.1234567890123;
    (void)state;
    for (int c = 0; c < 2 * COUNT(rtol) * COUNT(kinks); c++) {
        const bool bristles = c % 2;
        const double every = kinks[c / 2 / COUNT(rtol)];
        Chain chain;
        chain_begin(&chain, "bodies=4 J1=1 J2=1 K2=1e4 J3=1 K3=1e4 J4=1 K4=1 parent4=1");
        for (int k = 1; k <= 3; k++)
            chain_friction(&chain, k, bristles ? "lugre" : "none",
                           bristles ? "Fs=1.5 Fc=1 vs=0.1 sigma0=100 sigma1=1" : "");
        chain_friction(&chain, 4, "coulomb", "Fs=10 Fc=10");
        block_input(&chain.b, "u", stn_signal_ramp(-1.0, 0.0, at, INFINITY));
        block_input(&chain.b, "load4", stn_signal_pulses(0.0, 1.0, every, 0.5, at + 0.4 * every));
        chain.b.def.solver.rtol = rtol[c / 2 % COUNT(rtol)];
        if (!bristles) /* exact steps would see it anyway */
            chain.b.def.solver.integrator = STN_INTEGRATOR_EXPLICIT;
        block_make(&chain.b);
        block_to(&chain.b, at + 0.02);
        for (int k = 0; k < COUNT(body); k++) {
            double turned = chain_when(&chain, body[k], STN_EVENT_REVERSAL, -1);
            CHECK(turned == at, "%s, rtol %g, kinks every %g s: %s turns %g s late",
                  bristles ? "lugre" : "none", chain.b.def.solver.rtol, every, body[k],
                  turned - at);
        }
        chain_end(&chain);
    }
}

/* A force of 1.7 Fc in phase with sin moves the block in each half period and holds it in between, at rest but
 * for rounding: one reversal a half period, where the force exceeds Fc again, at every tolerance. */
static void a_steep_line_at_rest_logs_no_reversals(void **state)
{
    static const double rtol[] = {1e-6, 1e-9, 1e-10, 1e-11, 1e-12};
    (void)state;
    for (int c = 0; c < COUNT(rtol); c++) {
        Block b;
        block_pushed(&b, "quinn", 69.0, 118.0, 118.0);
        block_friction(&b, "eps", 8.4e-5);
        block_friction(&b, "sigma2", 2000.0);
        block_input(&b, "u", stn_signal_sine(200.0, 0.5, 0.0, 0.0, 0.0));
        b.def.solver.rtol = rtol[c];
        block_make(&b);
        block_to(&b, 20.0);
        CHECK(block_count(&b, STN_EVENT_REVERSAL) == 19, "rtol %g: %d", rtol[c],
              block_count(&b, STN_EVENT_REVERSAL));
        for (int k = 0; k < 19; k++)
            NEAR(block_when(&b, STN_EVENT_REVERSAL, k), k + 1.0 + asin(118.0 / 200.0) / PI, 1e-6);
        block_end(&b);
    }
}

/* v = 0.159 + sin(2*pi*t)/(2*pi) m/s on top of a slow push dips below zero once a second, for a moment, in the
 * middle of long steps.  10 s hold 10 dips, each with two turns, whatever the tolerance. */
static void short_turns_within_long_steps_are_seen(void **state)
{
    static const double rtol[] = {1e-6, 1e-7, 1e-8, 1e-9, 1e-12};
    (void)state;
    for (int c = 0; c < COUNT(rtol); c++) {
        Block b;
        StnSignal *part[] = {stn_signal_constant(1.0),
                             stn_signal_sine(100.0, 1.0, 0.5 * PI, 0.0, 0.0)};
        block_pushed(&b, "dahl", 100.0, 1.0, 1.0);
        block_friction(&b, "sigma0", 1e4);
        block_start(&b, "v", 0.159);
        block_input(&b, "u", stn_signal_sum(part, 2));
        b.def.solver.rtol = rtol[c];
        block_make(&b);
        block_to(&b, 10.0);
        CHECK(block_count(&b, STN_EVENT_REVERSAL) == 20, "rtol %g: %d", rtol[c],
              block_count(&b, STN_EVENT_REVERSAL));
        block_end(&b);
    }
}

/* A ramp loads one element of 1e13 N/m, which rings; where it slips at last its force settles within
 * Fc/C = 5e-5 s, and the polynomial of a step five times as long swings in it.  In that step v dips
 * below zero and comes back: two turns more, of 2e-7 m/s, after which the block starts 1e-4 s later. */
static void a_turn_is_seen_while_an_element_force_swings(void **state)
{
    static const double rtol[] = {1e-9, 1e-12}, k = 1e13, nu = 1.0;
    double last[COUNT(rtol)];
    (void)state;
    for (int c = 0; c < COUNT(rtol); c++) {
        Block b;
        block_pushed(&b, "gms", 3000.0, 5000.011, 5000.0);
        block_friction(&b, "vs", 1e-5);
        block_friction(&b, "C", 9.6e7);
        block_friction_list(&b, "k", 1, &k);
        block_friction_list(&b, "nu", 1, &nu);
        block_start(&b, "v", 2.3e-6);
        block_input(&b, "u", stn_signal_ramp(1.65e5, 0.0, 0.0, INFINITY));
        b.def.solver.rtol = rtol[c];
        block_make(&b);
        block_to(&b, 0.034);
        CHECK(block_count(&b, STN_EVENT_REVERSAL) == 556, "rtol %g: %d", rtol[c],
              block_count(&b, STN_EVENT_REVERSAL));
        last[c] = block_when(&b, STN_EVENT_REVERSAL, 555);
        block_end(&b);
    }
    NEAR(last[0], last[1], 1e-9);
}

/* A level that falls from v = 0 without a limit to its slope (n < 1): an element that slips on for the time of a dead
 * band after v has passed zero takes a force of its own with it into rest (5e-6 of the level here, at rtol 1e-9 in
 * proportion), and the next slip began 1.3e-6 s off.  Compared with rtol 1e-12; 1e-8 of the mass moves it by 3e-9 s. */
static void elements_stick_where_v_passes_zero(void **state)
{
    static const double exponent[] = {0.3, 0.5}, k[] = {6e6, 4e6}, nu[] = {0.5, 0.5};
    (void)state;
    for (int e = 0; e < COUNT(exponent); e++) {
        double last[2];
        for (int c = 0; c < 2; c++) {
            Block b;
            block_pushed(&b, "gms", 1.0, 1.2, 1.0);
            block_friction(&b, "vs", 0.1);
            block_friction(&b, "n", exponent[e]);
            block_friction(&b, "sigma0", 1e7);
            block_friction_list(&b, "k", 2, k);
            block_friction_list(&b, "nu", 2, nu);
            block_input(&b, "u", stn_signal_sine(1.3, 1.0, 0.0, 0.0, 0.0));
            b.def.solver.rtol = c ? 1e-12 : 1e-9;
            block_make(&b);
            block_to(&b, 0.7);
            last[c] = block_when(&b, STN_EVENT_REVERSAL, -1);
            block_end(&b);
        }
        CHECK(last[1] > 0.68 && last[1] < 0.69, "%.9g", last[1]);
        NEAR(last[0], last[1], 1e-8);
    }
}

/* A film begins with |v|^(2/3), which no polynomial follows from v = 0 on.  Where the rest before was taken by
 * implicit steps, they were refused at any length from rtol 1e-12 on: the run ended. */
static void a_film_that_leaves_rest_under_a_jump_is_followed(void **state)
{
    double x[3];
    (void)state;
    for (int k = 0; k < 3; k++) {
        Block b;
        block_begin(&b, "lugre_new_modified");
        block_choose(&b, "drive", "spring");
        block_set(&b, "m", 31276.0);
        block_set(&b, "K", 3e6);
        block_words(&b, "Fs=981 Fc=450 vs=2.478e-8 sigma2=1560 sigma0=2.1344e10 sigma1=5.3561e7 "
                        "tau_hp=0.0113 tau_hn=0.00296 tau_h0=22.9 T=0.0423");
        block_input(&b, "y", stn_signal_step(0.5, 0.0, 1e-6));
        b.def.solver.rtol = ((const double[]){1e-9, 1e-12, 1e-13})[k];
        block_make(&b);
        block_to(&b, 1.0);
        x[k] = block_value(&b, "x");
        block_end(&b);
    }
    NEAR(x[0], x[2], 1e-8 * fabs(x[2]));
    NEAR(x[1], x[2], 1e-11 * fabs(x[2]));
}

static void held_swing(Block *b, double rtol)
{
    block_pushed(b, "dahl", 4.45e-5, 1.0, 1.0);
    b->def.site[0].ngiven = 0;
    block_friction_pair(b, "Fc", 13.07, 7.23);
    block_friction(b, "sigma0", 25119.0);
    block_friction(b, "sigma2", 0.0);
    block_input(b, "u", stn_signal_ramp(108.0, 0.0, 0.0, 0.05));
    b->def.solver.rtol = rtol;
    block_make(b);
    block_to(b, 0.6);
}

/* A load that a bristle holds swings about its rest, 2000 times, with a deflection of a thousandth of that under
 * the load.  Steps that passed by a zero of the estimate for v made the swing lose 2e-6 of its height each,
 * and with it its phase: 6e-8 s.  The tolerance: some rtol of the duration. */
static void the_swing_of_a_held_load_keeps_its_phase(void **state)
{
    Block b, fine;
    (void)state;
    held_swing(&b, 1e-9);
    held_swing(&fine, 1e-12);
    assert_true(fine.nevent > 4000);
    assert_int_equal(b.nevent, fine.nevent);
    for (int k = 0; k < fine.nevent; k++)
        NEAR(b.event[k].t, fine.event[k].t, 2e-9);
    block_end(&b);
    block_end(&fine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_held_body_takes_few_steps_and_logs_nothing),
        cmocka_unit_test(a_rest_that_ends_at_a_kink_is_logged_at_the_kink),
        cmocka_unit_test(the_elastic_rest_of_hybrid_ends_at_the_kink),
        cmocka_unit_test(slow_presliding_is_no_rest),
        cmocka_unit_test(an_undamped_bristle_rings),
        cmocka_unit_test(a_ringing_keeps_its_phase_while_it_dies_away),
        cmocka_unit_test(a_body_that_passes_zero_near_an_event_did_not_rest),
        cmocka_unit_test(bodies_pulled_through_shafts_start_with_the_run),
        cmocka_unit_test(a_rest_behind_shafts_ends_where_the_first_was_pulled),
        cmocka_unit_test(a_steep_line_at_rest_logs_no_reversals),
        cmocka_unit_test(short_turns_within_long_steps_are_seen),
        cmocka_unit_test(a_turn_is_seen_while_an_element_force_swings),
        cmocka_unit_test(elements_stick_where_v_passes_zero),
        cmocka_unit_test(a_film_that_leaves_rest_under_a_jump_is_followed),
        cmocka_unit_test(the_swing_of_a_held_load_keeps_its_phase),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
