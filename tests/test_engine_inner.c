/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Switches inside a law or a plant that a solver may see although they do not happen, or miss although they
 * do: an element that only comes near its bound, a polynomial that swings between right ends, a force on a
 * stop that begins at zero, a turn noticed a moment late, a jump at the end of a step.  Where no closed form
 * says what is true, the same events must come at rtol 1e-12. */
#include "run_scenario.h"

/* Steady sliding with Fs = Fc under twice that force, v = 1 m/s through sigma2: the force of the last of
 * four elements comes up to its bound as exp(-t), so three of them yield and it never does. */
static void an_element_that_only_comes_near_its_bound_sticks(void **state)
{
    static const double rtol[] = {1e-6, 1e-9, 1e-12};
    (void)state;
    for (int k = 0; k < 2 * COUNT(rtol); k++) {
        Block b;
        block_pushed(&b, "leuven", 1.0, 1.0, 1.0);
        block_friction(&b, "vs", 0.01);
        block_friction(&b, "sigma0", 1e4);
        block_friction(&b, "sigma2", 1.0);
        block_input(&b, "u", stn_signal_constant(k % 2 ? 2.0 : -2.0));
        b.def.solver.rtol = rtol[k / 2];
        block_make(&b);
        block_to(&b, 30.0);
        CHECK(block_count(&b, STN_EVENT_MODE) == 3, "rtol %g: %d elements yield", rtol[k / 2],
              block_count(&b, STN_EVENT_MODE));
        NEAR(fabs(block_value(&b, "v")), 1.0, 1e-7);
        block_end(&b);
    }
}

/* The same case at the default tolerance and at 1e-12; returns by how much the times differ. */
static double refined(const char *name, const StnOverride *set, Trial *a)
{
    Trial b;
    StnOverride all[20] = {{NULL, NULL}};
    int n = 0;
    for (; set[n].path; n++)
        all[n] = set[n];
    all[n] = (StnOverride){"solver.rtol", "1e-12"};
    trial_run(a, name, set);
    trial_run(&b, name, all);
    double worst = trial_compare(a, &b);
    trial_end(&b);
    return worst;
}

/* In steady sliding, where dz/dt = 0, explicit steps are held by stability: right at their ends, while the
 * polynomial between them swings, and with it the sign of dz/dt.  No element lets go. */
static void elements_slip_on_in_steady_sliding(void **state)
{
    static const StnOverride set[] = {{"parameters.m", "78.8413146878"},
                                      {"parameters.wv", "1027.21678031"},
                                      {"parameters.Ps", "7591271.96747"},
                                      {"friction.piston.law", "leuven"},
                                      {"friction.piston.Fs", "30.5173881224"},
                                      {"friction.piston.Fc", "19.6199497539"},
                                      {"friction.piston.vs", "2.00438211995e-06"},
                                      {"friction.piston.n", "2"},
                                      {"friction.piston.sigma0", "13404431.9008"},
                                      {"friction.piston.sigma1", "21767.7975747"},
                                      {"friction.piston.sigma2", "9046.34008751"},
                                      {"inputs.u",
                                       "{multisine: {components: 4, amplitude: 0.00835365254206,"
                                       " f0: 0.118322509304, f1: 3.54967527912}}"},
                                      {"duration", "0.5"},
                                      {NULL, NULL}};
    Trial a;
    (void)state;
    NEAR(refined("cylinder-2mA", set, &a), 0.0, 1e-7);
    trial_end(&a);
}

/* Elements let go and yield in groups: a step that follows a group is held to the tolerance as well, and where an explicit
 * step meets one of them its polynomial, which is a thousand tolerances off between right ends, does not say when.
 * In the first case three elements yield 1.1e-6 s early otherwise, in the block's two 7.3e-6 and 1.2e-7 s. */
static void elements_yield_on_time_after_a_group(void **state)
{
    static const StnOverride eha[] = {
        {"parameters.MJ", "1076.36405241"},
        {"parameters.CJ", "3534.47321262"},
        {"parameters.XSM", "0.00202684061522"},
        {"parameters.XFM", "4.83264941962e-05"},
        {"controller.CorM", "0.00913600743886"},
        {"friction.piston", "{law: leuven, Fs: 208.765262626, Fc: 190.747063922, "
                            "vs: 0.00174931046752, n: 3.3, sigma0: 159301701.494}"},
        {"inputs.Com", "{ramp: {slope: 0.000683087145322, start: 0.0773565374949}}"},
        {"inputs.FR", "-2825.78470462"},
        {"duration", "0.3"},
        {NULL, NULL}};
    static const StnOverride many[] = {
        {"parameters.K", "20000"},
        {"friction.contact",
         "{law: leuven, Fs: 1.2, Fc: 1, vs: 0.1, n: 2, sigma0: 1e5, sigma1: 200, sigma2: 0.4, "
         "k: [100000, 50000, 33333.3, 25000, 20000, 16666.7, 14285.7, 12500, 11111.1, 10000], "
         "nu: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]}"},
        {"inputs.y", "{sine: {amplitude: 0.001, frequency: 1}}"},
        {"duration", "1"},
        {NULL, NULL}};
    static const StnOverride soft[] = {
        {"parameters.K", "2000"},
        {"friction.contact",
         "{law: leuven, Fs: 1.2, Fc: 1, vs: 0.1, n: 2, sigma0: 1e5, sigma1: 20, sigma2: 0.4, "
         "k: [100000, 50000, 33333.3, 25000, 20000, 16666.7, 14285.7, 12500, 11111.1, 10000], "
         "nu: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]}"},
        {"inputs.y", "{sine: {amplitude: 0.004, frequency: 3}}"},
        {"duration", "0.1"},
        {NULL, NULL}};
    Trial a;
    (void)state;
    NEAR(refined("eha-step", eha, &a), 0.0, 1e-7);
    assert_int_equal(trial_count(&a, STN_EVENT_MODE, "piston"), 18);
    trial_end(&a);
    NEAR(refined("block-stick-slip", many, &a), 0.0, 1e-7);
    assert_true(trial_count(&a, STN_EVENT_MODE, "contact") > 200);
    trial_end(&a);
    NEAR(refined("block-stick-slip", soft, &a), 0.0, 1e-8);
    trial_end(&a);
}

/* A piston that slides down steadily meets the lower stop: driving force and friction are in balance, and
 * what presses it onto the stop begins at zero.  It stays there. */
static void a_body_in_balance_stays_on_its_stop(void **state)
{
    static const StnOverride set[] = {{"parameters.m", "32.700461785"},
                                      {"parameters.wv", "1224.32293882"},
                                      {"parameters.V10", "8.89939854372e-06"},
                                      {"friction.piston.law", "elastoplastic"},
                                      {"friction.piston.Fs", "109.892292213"},
                                      {"friction.piston.Fc", "102.868198243"},
                                      {"friction.piston.vs", "0.010865637196"},
                                      {"friction.piston.n", "0.7"},
                                      {"friction.piston.sigma0", "901211.591281"},
                                      {"friction.piston.sigma1", "1102.30869055"},
                                      {"friction.piston.sigma2", "0"},
                                      {"inputs.u", "-0.00147153052101"},
                                      {"duration", "2.2"},
                                      {NULL, NULL}};
    Trial a;
    (void)state;
    NEAR(refined("cylinder-2mA", set, &a), 0.0, 1e-7);
    assert_int_equal(trial_count(&a, STN_EVENT_STOP_HIT, "stroke"), 1);
    assert_int_equal(trial_count(&a, STN_EVENT_STOP_LEFT, "stroke"), 0);
    trial_end(&a);
}

/* Ringing of a bristle that fades: each of the turns is at its time, also where a step ends a moment after v
 * has passed zero and the turn is noticed in the next one. */
static void a_turn_noticed_late_delays_nothing(void **state)
{
    static const StnOverride set[] = {{"parameters.MJ", "3740.51519963"},
                                      {"parameters.CJ", "2487.35778387"},
                                      {"parameters.GQS", "0.925974074941"},
                                      {"parameters.zF", "0.651310316517"},
                                      {"parameters.XSM", "0.000326505245678"},
                                      {"parameters.XFM", "0.000126710582843"},
                                      {"parameters.CLK", "4.0120065037e-12"},
                                      {"controller.GAP", "0.794624768625"},
                                      {"controller.GAI", "15.3668912816"},
                                      {"friction.piston.law", "dahl"},
                                      {"friction.piston.Fs", "90.0543765045"},
                                      {"friction.piston.Fc", "86.3623958784"},
                                      {"friction.piston.sigma0", "8960870179.96"},
                                      {"friction.piston.sigma2", "23720.420455"},
                                      {"inputs.Com", "0.00154114432845"},
                                      {"duration", "1.25"},
                                      {NULL, NULL}};
    Trial a;
    (void)state;
    NEAR(refined("eha-step", set, &a), 0.0, 1e-8);
    assert_true(trial_count(&a, STN_EVENT_REVERSAL, "piston") > 50);
    trial_end(&a);
}

/* A standing mass under a chirp, which no piece describes, and a ramp: the force exceeds the static level
 * shortly before it jumps back.  The step that ends on the jump must not look beyond it. */
static void a_jump_hides_nothing_before_it(void **state)
{
    (void)state;
    for (int k = 1; k <= 40; k++) {
        Block b;
        double jump = 1.0 + 0.005 * k;
        StnSignal *part[] = {stn_signal_chirp(0.01, 0.1, 0.2, 10.0),
                             stn_signal_ramp(1.0, 0.0, 0.0, jump),
                             stn_signal_step(jump, 0.0, -jump)};
        block_pushed(&b, "coulomb", 1.0, 1.0, 1.0);
        StnSignal *u = stn_signal_sum(part, 3);
        double low = 0.9, high = 1.0; /* u exceeds 1 N between them */
        for (int i = 0; i < 60; i++) {
            double middle = 0.5 * (low + high);
            if (stn_signal_at(u, middle).val > 1.0)
                high = middle;
            else
                low = middle;
        }
        block_input(&b, "u", u);
        block_make(&b);
        block_to(&b, jump + 0.1);
        NEAR(block_when(&b, STN_EVENT_SLIP_FORWARD, 0), high, 1e-9);
        block_end(&b);
    }
}

/* z of a critically damped spring (rate w, k1 = Fs/z_max with Fs = 1) under A*sin(f*t) from rest, over z_max:
 * zp = g*A*sin(f*t - lag) with g = w^2/(w^2 + f^2), lag = 2*atan(f/w), and (c + d*t)*exp(-w*t). */
static double spring(double A, double w, double f, double t)
{
    double g = A * w * w / (w * w + f * f), lag = 2.0 * atan(f / w);
    double c = g * sin(lag), d = w * c - g * f * cos(lag);
    return g * sin(f * t - lag) + (c + d * t) * exp(-w * t);
}

/* Stick of the hybrid law ends when z and u both exceed their limits.  Near the peak of a sine z lags behind,
 * and the two do so for 1e-4 to 0.01 of a period: stick ends where z reaches z_max. */
static void a_short_excess_ends_stick(void **state)
{
    static const double rtol[] = {1e-9, 1e-5, 1e-6, 1e-7};
    const double z_max = 1e-3, w = sqrt(1.0 / z_max), f = 0.1 * w;
    (void)state;
    for (int k = 0; k < 40; k++) {
        Block b;
        double A = 1.01175 + 2e-5 * k, low = 0.5 * PI / f, high = low + 2.0 * atan(f / w) / f;
        for (int i = 0; i < 60; i++) { /* z rises up to its peak */
            double middle = 0.5 * (low + high);
            if (spring(A, w, f, middle) > 1.0)
                high = middle;
            else
                low = middle;
        }
        assert_true(A * sin(f * high) > 1.0);
        block_pushed(&b, "hybrid", 1.0, 1.0, 1.0);
        block_friction(&b, "z_max", z_max);
        block_input(&b, "u", stn_signal_sine(A, f / (2.0 * PI), 0.0, 0.0, 0.0));
        b.def.solver.rtol = rtol[k % COUNT(rtol)];
        block_make(&b);
        block_to(&b, PI / f);
        NEAR(block_when(&b, STN_EVENT_MODE, 0), high, fmax(1e3 * rtol[k % COUNT(rtol)] / f, 1e-8));
        block_end(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_element_that_only_comes_near_its_bound_sticks),
        cmocka_unit_test(elements_slip_on_in_steady_sliding),
        cmocka_unit_test(elements_yield_on_time_after_a_group),
        cmocka_unit_test(a_body_in_balance_stays_on_its_stop),
        cmocka_unit_test(a_turn_noticed_late_delays_nothing),
        cmocka_unit_test(a_jump_hides_nothing_before_it),
        cmocka_unit_test(a_short_excess_ends_stick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
