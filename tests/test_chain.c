/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The plant chain against closed forms and against itself (trees, one body). */
#include "build_chain.h"

/* ---- Shafts without play ---- */

/* Two free bodies swing against each other with w = sqrt(K*(1/J1 + 1/J2)), around a centre that runs
 * on at 10 rad/s, faster than they swing: no speed comes to 0. */
static void two_bodies_swing_at_their_frequency(void **state)
{
    Chain c;
    (void)state;
    chain_begin(&c, "bodies=2 J1=0.01 J2=0.04 K2=300");
    chain_start_at(&c, "th1=0.04 th2=-0.01 w1=10 w2=10");
    block_input(&c.b, "u", stn_signal_constant(0.0));
    block_make(&c.b);
    double w = sqrt(300.0 * (1.0 / 0.01 + 1.0 / 0.04));
    for (int k = 1; k <= 40; k++) {
        double t = 0.013 * k;
        block_to(&c.b, t);
        NEAR(block_value(&c.b, "th1"), 10.0 * t + 0.04 * cos(w * t), 1e-12);
        NEAR(block_value(&c.b, "th2"), 10.0 * t - 0.01 * cos(w * t), 1e-12);
        NEAR(block_value(&c.b, "T2"), 300.0 * 0.05 * cos(w * t), 1e-9);
    }
    chain_end(&c);
}

/* A load on body 2 twists the shaft by load/K; body 1 is held by its friction. */
static void a_load_twists_the_shaft_and_takes_up_the_play(void **state)
{
    for (int play = 0; play < 2; play++) {
        Chain c;
        (void)state;
        chain_begin(&c, "bodies=2 J1=0.01 J2=0.04 K2=300 D2=2 C2=1 ratio2=5");
        chain_set(&c, play ? "play2=0.02" : "play2=0");
        chain_start_at(&c, "th1=0.5 th2=0.1");
        chain_friction(&c, 1, "coulomb", "Fs=2 Fc=2");
        block_input(&c.b, "u", stn_signal_constant(0.0));
        block_input(&c.b, "load2", stn_signal_constant(6.0));
        block_make(&c.b);
        block_to(&c.b, 10.0);
        NEAR(block_value(&c.b, "th2"), 0.1 - 6.0 / 300.0 - (play ? 0.01 : 0.0), 1e-10);
        NEAR(block_value(&c.b, "T2"), 6.0, 1e-7);
        assert_true(block_value(&c.b, "th1") == 0.5);
        NEAR(block_value(&c.b, "FF1"), -6.0 / 5.0, 1e-7); /* the load over the ratio */
        chain_end(&c);
    }
}

/* J1*w1 + J2*w2/ratio = u*t whatever the shaft does, and at last w1 = ratio*w2 and
 * T2 = J2/ratio*u/(J1 + J2/ratio^2). */
static void a_gear_passes_on_torque_and_speed(void **state)
{
    static const double ratios[] = {1.0, 7.0, -3.0, 0.25};
    (void)state;
    for (int i = 0; i < COUNT(ratios); i++) {
        double r = ratios[i], J1 = 0.01, J2 = 0.3, u = 0.8;
        char words[64];
        Chain c;
        chain_begin(&c, "bodies=2 J1=0.01 J2=0.3 K2=500 D2=5");
        snprintf(words, sizeof words, "ratio2=%.17g", r);
        chain_set(&c, words);
        block_input(&c.b, "u", stn_signal_constant(u));
        block_make(&c.b);
        for (int k = 1; k <= 20; k++) {
            block_to(&c.b, 0.1 * k);
            double sum = J1 * block_value(&c.b, "w1") + J2 * block_value(&c.b, "w2") / r;
            NEAR(sum, u * 0.1 * k, 1e-11);
        }
        block_to(&c.b, 5.0);
        NEAR(block_value(&c.b, "w1"), r * block_value(&c.b, "w2"), 1e-6);
        NEAR(block_value(&c.b, "T2"), J2 / r * u / (J1 + J2 / (r * r)), 1e-6);
        chain_end(&c);
    }
}

/* ---- Play ---- */

/* Body 1 crosses half the play: J1*th1 = u*t^2/2, th1 = ratio*play/2. */
static void contact_comes_when_the_gap_has_been_crossed(void **state)
{
    static const double ratios[] = {1.0, -4.0};
    (void)state;
    for (int i = 0; i < COUNT(ratios); i++)
        for (int side = -1; side <= 1; side += 2) {
            Chain c;
            char words[64];
            chain_begin(&c, "bodies=2 J1=0.01 J2=0.3 K2=500 D2=5 play2=0.02");
            snprintf(words, sizeof words, "ratio2=%g", ratios[i]);
            chain_set(&c, words);
            chain_friction(&c, 2, "coulomb", "Fs=50 Fc=50");
            block_input(&c.b, "u", stn_signal_constant(0.5 * side));
            block_make(&c.b);
            block_to(&c.b, 0.2);
            double t = sqrt(2.0 * 0.01 * fabs(ratios[i]) * 0.01 / 0.5);
            NEAR(chain_when(&c, "shaft2", STN_EVENT_CONTACT, 0), t, 1e-12);
            assert_true(block_value(&c.b, "w2") == 0.0);
            chain_end(&c);
        }
}

/* Body 1 runs into a body 2 that friction holds, and bounces.  x = w0/wd*exp(-d*t)*sin(wd*t) is the
 * twist beyond the gap; the torque K*x + D*x' comes to 0 when tan(wd*t) = -D*wd/(K - D*d), before the
 * gap opens; from then on the body is free. */
static void contact_ends_when_the_torque_comes_to_zero(void **state)
{
    static const double dampings[] = {0.0, 0.2, 1.0};
    (void)state;
    for (int i = 0; i < COUNT(dampings); i++) {
        double J = 0.01, K = 400.0, D = dampings[i], w0 = 1.5, gap = 0.03;
        double d = D / (2.0 * J), wd = sqrt(K / J - d * d);
        double in = gap / w0, stay = (PI - atan2(D * wd, K - D * d)) / wd;
        double x = w0 / wd * exp(-d * stay) * sin(wd * stay);
        double w = w0 * exp(-d * stay) * (cos(wd * stay) - d / wd * sin(wd * stay));
        char words[64];
        Chain c;
        chain_begin(&c, "bodies=2 J1=0.01 J2=0.3 K2=400 play2=0.06");
        snprintf(words, sizeof words, "D2=%.17g", D);
        chain_set(&c, words);
        chain_friction(&c, 2, "coulomb", "Fs=500 Fc=500");
        chain_start_at(&c, "w1=1.5");
        block_input(&c.b, "u", stn_signal_constant(0.0));
        block_make(&c.b);
        block_to(&c.b, in + stay + 0.002);
        NEAR(chain_when(&c, "shaft2", STN_EVENT_CONTACT, 0), in, 1e-12);
        NEAR(chain_when(&c, "shaft2", STN_EVENT_SEPARATION, 0), in + stay, 1e-10);
        NEAR(block_value(&c.b, "w1"), w, 1e-9);
        NEAR(block_value(&c.b, "th1"), gap + x + 0.002 * w, 1e-9);
        assert_true(block_value(&c.b, "T2") == 0.0 && (D == 0.0 || x > 1e-4));
        chain_end(&c);
    }
}

/* A shaft without damping keeps all energy through every contact: two bodies rattle in their gap. */
static void contacts_without_damping_lose_no_energy(void **state)
{
    Chain c;
    (void)state;
    chain_begin(&c,
                "bodies=3 J1=0.01 J2=0.02 J3=0.015 K2=400 K3=900 play2=0.05 play3=0.02 ratio3=2");
    chain_start_at(&c, "w1=2 w3=-1");
    block_input(&c.b, "u", stn_signal_constant(0.0));
    block_make(&c.b);
    double all = 0.5 * (0.01 * 4.0 + 0.015);
    for (int k = 1; k <= 50; k++) {
        block_to(&c.b, 0.1 * k);
        double w1 = block_value(&c.b, "w1"), w2 = block_value(&c.b, "w2");
        double w3 = block_value(&c.b, "w3"), T2 = block_value(&c.b, "T2");
        double T3 = block_value(&c.b, "T3");
        double sum = 0.5 * (0.01 * w1 * w1 + 0.02 * w2 * w2 + 0.015 * w3 * w3) +
                     0.5 * (T2 * T2 / 400.0 + T3 * T3 / 900.0);
        NEAR(sum, all, 1e-10);
    }
    assert_true(block_count(&c.b, STN_EVENT_CONTACT) > 20);
    assert_true(
        abs(block_count(&c.b, STN_EVENT_CONTACT) - block_count(&c.b, STN_EVENT_SEPARATION)) <= 2);
    chain_end(&c);
}

/* Torque and twist have the same sign, or there is no torque: teeth do not pull. */
static void a_shaft_with_play_never_pulls(void **state)
{
    static const StnMethod methods[] = {STN_METHOD_EVENT, STN_METHOD_FIXED};
    (void)state;
    for (int m = 0; m < COUNT(methods); m++) {
        Chain c;
        int loaded = 0;
        chain_begin(&c, "bodies=2 J1=0.01 J2=0.02 K2=200 D2=1.5 play2=0.03 C1=0.05 C2=0.02");
        chain_friction(&c, 1, "coulomb", "Fs=0.3 Fc=0.2");
        chain_friction(&c, 2, "stribeck", "Fs=0.5 Fc=0.3 vs=0.1");
        block_input(&c.b, "u", stn_signal_sine(1.5, 2.0, 0.0, 0.0, 0.0));
        c.b.def.solver.method = methods[m];
        c.b.def.solver.dt = 1e-4;
        block_make(&c.b);
        for (int k = 1; k <= 2000; k++) {
            block_to(&c.b, 1e-3 * k);
            double twist = block_value(&c.b, "th1") - block_value(&c.b, "th2");
            double T = block_value(&c.b, "T2");
            CHECK(T * twist >= 0.0 && (T == 0.0 || fabs(twist) >= 0.015 - 1e-12),
                  "T2 = %g at a twist of %g", T, twist);
            loaded += T != 0.0;
        }
        assert_true(loaded > 500 && loaded < 1900);
        chain_end(&c);
    }
}

/* Without damping torque and gap come to zero at one instant, and a controller may push the flanks
 * together again within the next step: that is no storm of events. */
static void flanks_that_part_and_soon_meet_again_are_no_storm(void **state)
{
    Chain c;
    (void)state;
    chain_begin(&c, "bodies=2 J1=0.00838784465544 J2=0.00103631183123 C2=0.1 K2=4168.6143 "
                    "play2=0.001 Kp=1.62574325736 Kv=2.873868370247 Ki=10 position_of=2");
    chain_drive(&c, "pid");
    chain_friction(&c, 1, "hyperviscous", "Fs=0.36685718 Fc=0.281591414");
    chain_friction(&c, 2, "dahl", "Fs=0.2379189668 Fc=0.22778116429 sigma2=0.01");
    block_input(&c.b, "Com", stn_signal_step(0.3, 0.0, 0.962331575));
    block_make(&c.b);
    block_to(&c.b, 1.0);
    assert_int_equal(block_count(&c.b, STN_EVENT_CONTACT), 3); /* so many by every engine */
    assert_int_equal(block_count(&c.b, STN_EVENT_SEPARATION), 2);
    chain_end(&c);
}

/* The brake lets go at the very instant at which body 2 turns around: no step lies between the two.
 * (All numbers as a random search found them: the coincidence is one of rounding.) */
static void an_event_at_the_instant_of_a_kink_is_both(void **state)
{
    Chain c;
    (void)state;
    chain_begin(&c, "bodies=3 J1=0.0029081652947635177 C1=0.1 J2=0.008587991409436672 C2=0.1 "
                    "ratio2=2 K2=88.23092511223658 D2=0.021311887478259923");
    chain_set(&c, "J3=0.03289868606676236 C3=0.01 ratio3=2 K3=30.917811063508722 "
                  "D3=0.22245185269086357 brake3=2.3987112806252284 asymmetry=0.22315873462832395");
    chain_friction(&c, 1, "dahl", "Fs=0.14892613859192771 Fc=0.11008518025703132");
    chain_friction(&c, 3, "coulomb_load",
                   "T0_din=0.5487076830848618 T0_stat=0.7133199880103204 eta_din_opp=0.8 "
                   "eta_din_aid=0.5");
    block_input(&c.b, "u",
                stn_signal_pulses(-1.9160074147505697, 1.9160074147505697, 0.7, 0.5, 0.0));
    block_input(&c.b, "brake", stn_signal_pulses(0.0, 1.0, 0.9, 0.5, 0.4));
    block_make(&c.b);
    block_to(&c.b, 2.0);
    chain_end(&c);
}

/* ---- Equivalent chains ---- */

static void compare(const Chain *a, const char *const *left, const Chain *b,
                    const char *const *right, int count, double tolerance)
{
    for (int i = 0; i < count; i++)
        NEAR(block_value(&a->b, left[i]), block_value(&b->b, right[i]), tolerance);
}

/* A line a-b-c driven by its loads alone is the tree with b as its root. */
static void a_tree_with_its_root_in_the_middle_is_a_line(void **state)
{
    static const char *const in_line[] = {"th1", "th2", "th3", "w1", "w2", "w3"};
    static const char *const in_tree[] = {"th2", "th1", "th3", "w2", "w1", "w3"};
    Chain line, tree;
    (void)state;
    chain_begin(&line, "bodies=3 J1=0.01 J2=0.05 J3=0.02 K2=200 D2=0.3 play2=0.02 K3=300 D3=0.1 "
                       "play3=0.01");
    chain_begin(&tree, "bodies=3 J2=0.01 J1=0.05 J3=0.02 K2=200 D2=0.3 play2=0.02 K3=300 D3=0.1 "
                       "play3=0.01 parent3=1");
    chain_friction(&line, 1, "coulomb", "Fs=0.2 Fc=0.1");
    chain_friction(&tree, 2, "coulomb", "Fs=0.2 Fc=0.1");
    chain_friction(&line, 2, "stribeck", "Fs=0.3 Fc=0.2 vs=0.05");
    chain_friction(&tree, 1, "stribeck", "Fs=0.3 Fc=0.2 vs=0.05");
    for (int i = 0; i < 2; i++) {
        Chain *c = i ? &tree : &line;
        block_input(&c->b, "u", stn_signal_constant(0.0));
        block_input(&c->b, i ? "load2" : "load1", stn_signal_sine(1.0, 1.3, 0.0, 0.0, 0.0));
        block_input(&c->b, "load3", stn_signal_sine(0.4, 0.7, 1.0, 0.0, 0.0));
        block_make(&c->b);
    }
    for (int k = 1; k <= 40; k++) {
        block_to(&line.b, 0.1 * k);
        block_to(&tree.b, 0.1 * k);
        compare(&line, in_line, &tree, in_tree, COUNT(in_line), 1e-9);
    }
    assert_int_equal(line.b.nevent, tree.b.nevent);
    assert_true(block_count(&line.b, STN_EVENT_CONTACT) > 10);
    chain_end(&line);
    chain_end(&tree);
}

/* Two equal branches are one branch with twice the inertia, stiffness, damping and friction. */
static void equal_branches_are_one_branch_of_their_sum(void **state)
{
    static const char *const left[] = {"th1", "th2", "th3", "w1", "w2"};
    static const char *const right[] = {"th1", "th2", "th2", "w1", "w2"};
    Chain two, one;
    (void)state;
    chain_begin(&two, "bodies=3 parent3=1 J1=0.02 J2=0.01 J3=0.01 K2=150 K3=150 D2=0.2 D3=0.2 "
                      "play2=0.02 play3=0.02 ratio2=2 ratio3=2");
    chain_begin(&one, "bodies=2 J1=0.02 J2=0.02 K2=300 D2=0.4 play2=0.02 ratio2=2");
    for (int body = 2; body <= 3; body++)
        chain_friction(&two, body, "coulomb", "Fs=0.15 Fc=0.1");
    chain_friction(&one, 2, "coulomb", "Fs=0.3 Fc=0.2");
    for (int i = 0; i < 2; i++) {
        Chain *c = i ? &one : &two;
        block_input(&c->b, "u", stn_signal_sine(0.8, 0.9, 0.0, 0.0, 0.0));
        block_make(&c->b);
    }
    for (int k = 1; k <= 40; k++) {
        block_to(&two.b, 0.1 * k);
        block_to(&one.b, 0.1 * k);
        compare(&two, left, &one, right, COUNT(left), 1e-7); /* rtol 1e-9 through 50 events */
    }
    chain_end(&two);
    chain_end(&one);
}

/* A chain of one body under a PID loop with a limit is the block, continuous and sampled. */
static void a_chain_of_one_body_is_the_block(void **state)
{
    static const char *const names[] = {"m", "Kp", "Kv", "Ki", "xmin", "xmax", "limit", "Ts"};
    static const double values[] = {0.5, 30.0, 6.0, 40.0, -0.3, 0.6, 2.5, 1e-3};
    (void)state;
    for (int sampled = 0; sampled < 2; sampled++) {
        Chain c;
        Block b;
        chain_begin(&c, "bodies=1 J1=0.5 Kp=30 Kv=6 Ki=40 lo1=-0.3 hi1=0.6");
        chain_set(&c, sampled ? "limit=2.5 Ts=1e-3" : "limit=2.5");
        chain_drive(&c, "pid");
        chain_friction(&c, 1, "stribeck", "Fs=1.5 Fc=1 vs=0.01 sigma2=0.1");
        block_begin(&b, "stribeck");
        block_choose(&b, "drive", "pid");
        block_words(&b, "Fs=1.5 Fc=1 vs=0.01 sigma2=0.1");
        for (int k = 0; k < COUNT(names) - (sampled ? 0 : 1); k++)
            block_set(&b, names[k], values[k]);
        block_input(&b, "xd", stn_signal_sine(0.7, 0.3, 0.0, 0.0, 0.0));
        block_input(&c.b, "Com", stn_signal_sine(0.7, 0.3, 0.0, 0.0, 0.0));
        block_make(&b);
        block_make(&c.b);
        for (int k = 1; k <= 50; k++) {
            block_to(&b, 0.1 * k);
            block_to(&c.b, 0.1 * k);
            NEAR(block_value(&c.b, "th1"), block_value(&b, "x"), 1e-9);
            NEAR(block_value(&c.b, "w1"), block_value(&b, "v"), 1e-8);
            NEAR(block_value(&c.b, "u"), block_value(&b, "u"), 1e-7);
        }
        assert_true(block_count(&b, STN_EVENT_STOP_HIT) > 0);
        assert_true(sampled || b.nevent == c.b.nevent);
        chain_end(&c);
        block_end(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_bodies_swing_at_their_frequency),
        cmocka_unit_test(a_load_twists_the_shaft_and_takes_up_the_play),
        cmocka_unit_test(a_gear_passes_on_torque_and_speed),
        cmocka_unit_test(contact_comes_when_the_gap_has_been_crossed),
        cmocka_unit_test(contact_ends_when_the_torque_comes_to_zero),
        cmocka_unit_test(contacts_without_damping_lose_no_energy),
        cmocka_unit_test(a_shaft_with_play_never_pulls),
        cmocka_unit_test(flanks_that_part_and_soon_meet_again_are_no_storm),
        cmocka_unit_test(an_event_at_the_instant_of_a_kink_is_both),
        cmocka_unit_test(a_tree_with_its_root_in_the_middle_is_a_line),
        cmocka_unit_test(equal_branches_are_one_branch_of_their_sum),
        cmocka_unit_test(a_chain_of_one_body_is_the_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
