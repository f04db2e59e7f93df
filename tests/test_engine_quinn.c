/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Quinn's smoothed law in the engines: where it yields, the work it takes, and its equation under imposed motion. */
#include "build_chain.h"
#include "run_scenario.h"

/* Quinn's law with two levels.  The block comes to rest going forward; then a ramp of -1 N/s pushes it
 * backward: held until -Fc backward = -1 N, and from there m*dv/dt = -(t - t1), as v stays below eps only
 * for sqrt(2*eps) = 1e-4 s.  The sign of v before is that of a rounding error, and must not count. */
static void quinn_yields_at_the_level_of_the_force(void **state)
{
    (void)state;
    for (int c = 0; c < 2; c++) {
        Block b;
        double sign = c ? -1.0 : 1.0;
        StnSignal *part[] = {stn_signal_step(0.0, 0.0, sign * 4.0),
                             stn_signal_step(0.1, 0.0, -sign * 4.0),
                             stn_signal_ramp(-sign, 0.0, 10.0, INFINITY)};
        block_pushed(&b, "quinn", 1.0, 1.0, 1.0);
        block_friction_pair(&b, "Fc", c ? 1.0 : 3.0, c ? 3.0 : 1.0);
        block_friction(&b, "eps", 5e-9);
        block_input(&b, "u", stn_signal_sum(part, 3));
        block_make(&b);
        block_to(&b, 10.999);
        NEAR(block_value(&b, "v"), 0.0, 1e-12);
        block_to(&b, 12.0);
        NEAR(block_value(&b, "v"), -sign * 0.5, 1e-6);
        assert_int_equal(block_count(&b, STN_EVENT_REVERSAL), 1);
        NEAR(block_when(&b, STN_EVENT_REVERSAL, 0), 11.0, 1e-5);
        block_end(&b);
    }
}

/* Quinn's law with one level only, against Coulomb's with the same: eps of 1 mm/s is 2e-5 of the force here. */
static void quinn_with_one_level_takes_the_work_of_coulomb(void **state)
{
    (void)state;
    for (int c = 0; c < 2; c++) {
        static const char *const law[] = {"coulomb", "quinn"};
        double x[2], work[2];
        for (int k = 0; k < 2; k++) {
            Block b;
            block_pushed(&b, law[k], 1.0, 1.0, 1.0);
            block_friction_pair(&b, "Fc", c ? 1.0 : 0.0, c ? 0.0 : 1.0);
            if (k == 0)
                block_friction_pair(&b, "Fs", c ? 1.0 : 0.0, c ? 0.0 : 1.0);
            block_friction(&b, "eps", 1e-3);
            block_friction(&b, "sigma2", 0.4);
            block_input(&b, "u", stn_signal_sine(1.0, 1.0, 0.0, 0.0, 0.0));
            b.def.solver.energy = true;
            block_make(&b);
            block_to(&b, 3.0);
            x[k] = block_value(&b, "x");
            work[k] = stn_state_energy(b.system, b.state).friction;
            block_end(&b);
        }
        NEAR(x[1], x[0], 1e-3);
        NEAR(work[1], work[0], 1e-3);
    }
}

static double quinn_clip(double F, double forward, double backward)
{
    return fmin(fmax(F, -backward), forward);
}

/* Under imposed motion the load is what the motion takes, h = m*a + FF, and so FF solves
 * FF = clip(clip(m*a + FF) + Fc*v/eps), Fc being the mean of the levels in the slope; where m*a and the line point
 * to opposite sides the motion may be driven by FF.  Random amplitudes, one band that the speed passes at
 * once and one that it does not leave. */
static void quinn_solves_its_equation_under_imposed_motion(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++) {
        const double m = 100.0, Fc[] = {210.0, 80.0}, f = 1.0, V = 0.3, w = 2.0 * PI * f;
        const double eps[] = {1e-4, 0.2, 2.0}, slope = 0.5 * (Fc[0] + Fc[1]) / eps[k % 3];
        Block b;
        block_begin(&b, "quinn");
        block_choose(&b, "drive", "motion");
        block_set(&b, "m", m);
        block_friction_pair(&b, "Fc", Fc[0], Fc[1]);
        block_friction(&b, "sigma2", 0.0);
        block_friction(&b, "eps", eps[k % 3]);
        block_input(&b, "vd", stn_signal_sine(V, f, 0.0, 0.0, 0.0));
        if (k >= 3)
            block_fixed(&b, 1e-3);
        block_make(&b);
        for (int i = 1; i < 400; i++) {
            double t = 0.01 * i + 0.001, v = V * sin(w * t), a = V * w * cos(w * t);
            block_to(&b, t);
            double FF = block_value(&b, "FF");
            double held = quinn_clip(m * a + FF, Fc[0], Fc[1]);
            NEAR(FF, quinn_clip(held + slope * v, Fc[0], Fc[1]), 1e-9 * Fc[0]);
            NEAR(block_value(&b, "h"), m * a + FF, 1e-9 * Fc[0]);
        }
        CHECK(block_count(&b, STN_EVENT_REVERSAL) == 7, "%d reversals",
              block_count(&b, STN_EVENT_REVERSAL));
        block_end(&b);
    }
}

/* Held by the line, v falls to rounding and changes its sign at random.  Fixed steps log what the event engine does: the
 * same turns, and none of those (eha-step had 7 for 1, block-brake a stick that quinn does not know). */
static void fixed_steps_log_no_turn_of_rounding(void **state)
{
    static const char *const names[] = {"block-brake", "eha-step", "clutch-breakaway",
                                        "servo-lift"};
    static const char *const laws[] = {"quinn", "hyperviscous"};
    (void)state;
    for (int k = 0; k < 2 * COUNT(names); k++) {
        Trial trial[2];
        for (int m = 0; m < 2; m++) {
            StnOverride set[] = {{"solver.method", m ? "fixed" : "event"}};
            StnScenarioOptions options = {.set = set, .nset = 1, .law = &laws[k % 2], .nlaw = 1};
            StnError error = {0};
            trial_go(&trial[m], names[k / 2], stn_scenario_load(names[k / 2], &options, &error),
                     &error);
        }
        const StnRecord *event = &trial[0].record, *fixed = &trial[1].record;
        CHECK(event->nevent == fixed->nevent, "%s with %s: %zu events, %zu in fixed steps",
              names[k / 2], laws[k % 2], event->nevent, fixed->nevent);
        for (size_t i = 0; i < event->nevent; i++)
            CHECK(event->event[i].kind == fixed->event[i].kind, "%s with %s: event %zu",
                  names[k / 2], laws[k % 2], i);
        trial_end(&trial[0]);
        trial_end(&trial[1]);
    }
}

/* A force that exceeds Fc once a period and never falls below -Fc: the block is driven forward, rests, is driven
 * forward again, and no velocity is negative but that of a rounding error.  So nothing turns, however many whole slips
 * lie within one step each. */
static void a_slip_within_one_step_is_no_turn(void **state)
{
    (void)state;
    static const double table[][7] = {
        /* m, Fc, eps, sigma2, frequency, amplitude, bias */
        {2.0, 280.0, 1e-3, 0.0, 10.0, 219.90579953689883, 75.65851983258165},
        {5.0, 100.0, 2e-4, 8.0, 5.0, 77.87936851634105, 29.782040703037012},
        {5.0, 100.0, 1e-3, 0.0, 20.0, 68.4704233408342, 39.19379504534629},
        {20.0, 280.0, 1e-4, 0.0, 88.0, 197.3802385503598, 103.49121841163245},
    };
    for (int k = 0; k < COUNT(table); k++) {
        const double *c = table[k];
        Block b;
        block_begin(&b, "quinn");
        block_choose(&b, "drive", "force");
        block_set(&b, "m", c[0]);
        block_friction(&b, "Fc", c[1]);
        block_friction(&b, "eps", c[2]);
        block_friction(&b, "sigma2", c[3]);
        block_input(&b, "u", stn_signal_sine(c[5], c[4], 0.0, c[6], 0.0));
        block_make(&b);
        block_to(&b, 20.0 / c[4]);
        assert_true(block_value(&b, "x") > 0.0);
        assert_int_equal(block_count(&b, STN_EVENT_REVERSAL), 0);
        block_end(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quinn_yields_at_the_level_of_the_force),
        cmocka_unit_test(quinn_with_one_level_takes_the_work_of_coulomb),
        cmocka_unit_test(quinn_solves_its_equation_under_imposed_motion),
        cmocka_unit_test(fixed_steps_log_no_turn_of_rounding),
        cmocka_unit_test(a_slip_within_one_step_is_no_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
