/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The plant servo: pendulum, motors, firmware.  Expected values are closed forms. */
#include "run_scenario.h"

/* A joint with these lines, run into a record. */
static void joint(Trial *a, const char *lines)
{
    char text[2000];
    snprintf(text, sizeof text, "title: joint\nplant: servo\n%s", lines);
    trial_run_text(a, "joint", text, NULL, 0);
}

/* ---- Pendulum ---- */

/* T = 2*pi/w0/agm(1, cos(A/2)), w0^2 = G/J: Gauss's form of the elliptic integral. */
static double period(double J, double G, double amplitude)
{
    double a = 1.0, b = cos(0.5 * amplitude);
    for (int k = 0; k < 8; k++) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b), a = mean;
    }
    return 2.0 * PI * sqrt(J / G) / a;
}

static void a_free_pendulum_has_the_period_of_the_elliptic_integral(void **state)
{
    static const double degrees[] = {10.0, 90.0, 170.0};
    (void)state;
    for (int k = 0; k < COUNT(degrees); k++) {
        Trial a;
        char lines[400];
        snprintf(lines, sizeof lines,
                 "parameters: {J: 0.02, Jm: 0.01, G: 0.59}\nfriction: {gear: {law: none}}\n"
                 "inputs: {u: 0}\ninitial: {q: %g deg}\nsolver: {rtol: 1e-11}\nduration: 8 s\n",
                 degrees[k]);
        joint(&a, lines);
        double T = period(0.03, 0.59, degrees[k] * PI / 180.0);
        double first = trial_when(&a, STN_EVENT_REVERSAL, "gear", 0);
        NEAR(first, 0.5 * T, 1e-9 * T); /* it starts from rest: back after half a period */
        NEAR(trial_when(&a, STN_EVENT_REVERSAL, "gear", 2) - first, T, 1e-9 * T);
        trial_end(&a);
    }
}

/* The arm of a chain's body is the same: one body, and the period of the integral. */
static void a_body_of_a_chain_swings_like_the_joint(void **state)
{
    Trial a;
    (void)state;
    trial_run_text(
        &a, "arm",
        "title: arm\nplant: chain\nparameters: {bodies: 1, J1: 0.03, G1: 0.59, q01: "
        "0.5}\ninputs: {u: 0}\ninitial: {th1: 2}\nsolver: {rtol: 1e-11}\nduration: 8 s\n",
        NULL, 0);
    double T = period(0.03, 0.59, 1.5);
    NEAR(trial_when(&a, STN_EVENT_REVERSAL, "body1", 2), 1.5 * T, 1e-9 * T);
    trial_end(&a);
    trial_run_text(&a, "spring",
                   "title: spring\nplant: chain\nparameters: {bodies: 1, J1: 0.02, Kg1: 5, qg1: "
                   "-0.1}\ninputs: {u: 0}\ninitial: {th1: 0.2}\nduration: 2 s\n",
                   NULL, 0);
    NEAR(trial_last(&a, "th1"), -0.1 + 0.3 * cos(2.0 * sqrt(5.0 / 0.02)), 1e-8);
    trial_end(&a);
}

/* Gravity and spring of any body are part of the load that its friction sees.  Body 2 hangs on a relaxed shaft
 * with L = G + Kg*pi/4; nothing drives it, so it falls where the whole load L + load = T0 + (1 - eta_aid)*(L + load),
 * which is T0/eta_aid = 0.6. */
static void what_pulls_at_a_body_of_a_chain_is_its_load(void **state)
{
    const double L = 0.4 + 0.1 * PI / 4.0;
    Trial a;
    (void)state;
    trial_run_text(
        &a, "arm",
        "title: arm\nplant: chain\nparameters: {bodies: 2, J1: 1, J2: 0.03, K2: 10, G2: 0.4, "
        "Kg2: 0.1, qg2: 45 deg}\nfriction: {body2: {law: coulomb_load, T0_stat: 0.3, T0_din: "
        "0.3, eta_din_aid: 0.5}}\ninputs: {u: 0, load2: {ramp: {slope: 1 N*m/s}}}\n"
        "initial: {th1: 90 deg, th2: 90 deg}\nduration: 0.5 s\n",
        NULL, 0);
    NEAR(trial_when(&a, STN_EVENT_SLIP_BACKWARD, "body2", 0), 0.6 - L, 1e-9);
    trial_end(&a);
}

/* Around its hanging angle the arm is a linear oscillator but for A^2/16 of its stiffness: dry friction
 * takes 2*Fc/G from each half swing, to first order. */
static void dry_friction_takes_the_same_angle_from_each_swing(void **state)
{
    Trial a;
    (void)state;
    joint(&a,
          "parameters: {J: 0.03, G: 0.6, q0: 0.4}\n"
          "friction: {gear: {law: coulomb, Fs: 6e-6, Fc: 6e-6}}\ninputs: {u: 0}\n"
          "initial: {q: 0.41}\nduration: 8 s\nsolver: {rtol: 1e-11}\nrecord: {every: 100 us}\n");
    const double *q = trial_column(&a, "q");
    double turn = trial_when(&a, STN_EVENT_REVERSAL, "gear", 1), most = 0.0;
    for (size_t k = 0; k < a.record.rows; k++)
        if (fabs(trial_column(&a, "t")[k] - turn) < 0.01)
            most = fmax(most, q[k] - 0.4);
    NEAR(0.01 - most, 4.0 * 6e-6 / 0.6, 1e-4 * 4.0 * 6e-6 / 0.6); /* A^2 = 1e-4 */
    trial_end(&a);
}

static void inside_its_rest_band_the_arm_stands_to_the_last_bit(void **state)
{
    static const double share[] = {-0.999, -0.5, 0.0, 0.7, 0.999};
    (void)state;
    for (int k = 0; k < COUNT(share); k++) {
        const double q = asin(share[k] * 0.2 / 0.59);
        Trial a;
        char lines[400];
        snprintf(lines, sizeof lines,
                 "parameters: {J: 0.03, G: 0.59}\nfriction: {gear: {law: stribeck, Fs: 0.2, Fc: "
                 "0.1, vs: 0.1}}\ninputs: {u: 0}\ninitial: {q: %.17g}\nduration: 1000 s\n"
                 "record: {every: 100 s}\n",
                 q);
        joint(&a, lines);
        assert_true(trial_last(&a, "q") == q && trial_last(&a, "w") == 0.0);
        assert_int_equal(a.record.nevent, 1); /* the stick of the start */
        trial_end(&a);
    }
}

/* The spring to ground balances gravity and load where G*sin(q - q0) + Kg*(q - qg) = -load. */
static void a_spring_to_ground_counts_as_load(void **state)
{
    Trial a;
    (void)state;
    joint(&a, "parameters: {J: 0.03, G: 0.59, q0: 0.3, Kg: 2, qg: -0.2, C: 0.4}\n"
              "friction: {gear: {law: none}}\ninputs: {u: 0, load: 0.25}\nduration: 60 s\n");
    double q = trial_last(&a, "q"), pull = 0.59 * sin(q - 0.3) + 2.0 * (q + 0.2);
    NEAR(pull, -0.25, 1e-9);
    NEAR(trial_last(&a, "L"), pull, 1e-12);
    trial_end(&a);
}

/* ---- Motors ---- */

#define DC_MOTOR "options: {motor: voltage}\n"

/* Where motor, friction and damping balance: w = (V*kt/R - Fc)/(kt^2/R + sigma2). */
static void a_dc_motor_runs_up_to_its_free_speed(void **state)
{
    static const char *const winding[] = {"", ", La: 5 mH"};
    (void)state;
    for (int k = 0; k < 2; k++) {
        Trial a;
        char lines[500];
        snprintf(lines, sizeof lines,
                 DC_MOTOR "parameters: {J: 0.03, kt: 2.5, R: 3%s}\nfriction: {gear: {law: coulomb, "
                          "Fs: 0.3, Fc: 0.25, sigma2: 0.2}}\ninputs: {V: 9}\nduration: 5 s\n",
                 winding[k]);
        joint(&a, lines);
        double w = (9.0 * 2.5 / 3.0 - 0.25) / (2.5 * 2.5 / 3.0 + 0.2);
        NEAR(trial_last(&a, "w"), w, 1e-9);
        NEAR(trial_last(&a, "i"), (9.0 - 2.5 * w) / 3.0, 1e-9);
        trial_end(&a);
    }
}

static void the_supply_limits_the_voltage_and_imax_the_current(void **state)
{
    Trial a;
    (void)state;
    joint(&a, DC_MOTOR
          "parameters: {J: 0.03, kt: 2.5, R: 3}\nfriction: {gear: {law: coulomb, Fs: "
          "99, Fc: 99}}\ninputs: {V: {ramp: {slope: 10 V/s}}, supply: 7}\nduration: 1 s\n");
    NEAR(trial_last(&a, "V"), 7.0, 0.0);
    NEAR(trial_when(&a, STN_EVENT_SATURATION_ON, "limit", 0), 0.7, 1e-12);
    trial_end(&a);
    joint(&a,
          "options: {motor: current}\nparameters: {J: 0.03, kt: 2.5, imax: 2}\nfriction: {gear: "
          "{law: coulomb, Fs: 99, Fc: 99}}\ninputs: {i: {ramp: {slope: -4 A/s}}}\nduration: 1 s\n");
    NEAR(trial_last(&a, "u"), -5.0, 1e-15);
    NEAR(trial_when(&a, STN_EVENT_SATURATION_ON, "limit", 0), 0.5, 1e-12);
    trial_end(&a);
}

/* Locked, the current rises with the time constant La/R. */
static void a_locked_motor_has_the_time_constant_of_its_winding(void **state)
{
    Trial a;
    (void)state;
    joint(&a, DC_MOTOR "parameters: {J: 0.03, kt: 2.5, R: 3, La: 0.06}\nfriction: {gear: {law: "
                       "coulomb, Fs: 99, Fc: 99}}\ninputs: {V: 6}\nduration: 0.1 s\n"
                       "record: {every: 10 ms}\n");
    for (size_t k = 0; k < a.record.rows; k++) {
        double t = trial_column(&a, "t")[k];
        NEAR(trial_column(&a, "i")[k], 2.0 * (1.0 - exp(-t * 3.0 / 0.06)), 1e-9);
    }
    trial_end(&a);
}

/* An open circuit has no torque and no current, at once, in every engine: the arm falls.  Closed again, the
 * current starts from 0. */
static void an_open_circuit_lets_the_arm_fall(void **state)
{
    static const char *const solver[] = {"{}", "{method: fixed, dt: 10 us}", "{method: sundials}"};
    (void)state;
    for (int k = 0; k < COUNT(solver); k++) {
        Trial a;
        char lines[700];
        snprintf(lines, sizeof lines,
                 DC_MOTOR
                 "parameters: {J: 0.03, G: 0.59, kt: 2.5, R: 3, La: 0.06}\n"
                 "friction: {gear: {law: coulomb, Fs: 0.06, Fc: 0.05}}\n"
                 "inputs: {V: 0.708, on: {pulses: {low: 1, high: 0, period: 100 s, duty: 0.001, "
                 "start: 1 s}}}\n"
                 "initial: {q: 90 deg, i: 0.236}\nduration: 1.11 s\nrecord: {every: 1 ms}\n"
                 "solver: %s\n",
                 solver[k]);
        joint(&a, lines);
        if (!a.missing) {
            NEAR(trial_at(&a, "q", 1.0), PI / 2.0, 0.0); /* kt/R*V = G: it is held */
            NEAR(trial_at(&a, "i", 1.05), 0.0, 0.0);
            NEAR(trial_at(&a, "u", 1.05), 0.0, 0.0);
            /* m*a = G*sin(q) - Fc at the beginning: to the order t^4 of the fall */
            NEAR(trial_at(&a, "q", 1.05) - PI / 2.0, -0.5 * (0.59 - 0.05) / 0.03 * 0.0025, 2e-5);
            /* with the voltage back it starts from no current: V + kt*|w| over La times 10 ms, less what R takes */
            double i = trial_last(&a, "i"), w = trial_at(&a, "w", 1.1);
            double free = (0.708 - 2.5 * w) / 3.0 * (1.0 - exp(-0.01 * 3.0 / 0.06));
            NEAR(i, free, 0.1 * free);
        }
        trial_end(&a);
    }
}

/* ---- Firmware ---- */

#define FIRMWARE "options: {motor: position}\n"

/* With much gain the joint follows the goal, and that moves at `slew`; behind by what the back EMF takes. */
static void the_goal_moves_at_its_slew_rate(void **state)
{
    Trial a;
    (void)state;
    joint(&a,
          FIRMWARE "parameters: {J: 0.03, kt: 1, R: 1}\ncontroller: {kp: 20, slew: 2, Ts: 1 ms}\n"
                   "friction: {gear: {law: none}}\ninputs: {qd: 3}\nduration: 2 s\n"
                   "record: {every: 1 ms}\n");
    NEAR(trial_at(&a, "goal", 0.0), 2e-3, 1e-15); /* the first sample moves it by slew*Ts */
    NEAR(trial_at(&a, "goal", 0.5), 1.002, 1e-12);
    NEAR(trial_at(&a, "w", 1.0), 2.0, 1e-6);
    NEAR(trial_at(&a, "goal", 1.0) - trial_at(&a, "q", 1.0), 2.0 / 12.0 / 20.0, 2e-3);
    NEAR(trial_last(&a, "q"), 3.0, 1e-4); /* half a second after the goal stands */
    trial_end(&a);
}

/* kp*(goal - q) = duty: sampled by hand, in the same words as the specification; up and down to the angle wanted. */
static void the_firmware_is_the_one_specified(void **state)
{
    static const double from[] = {0.0, 1.7};
    const double kp = 4.0, kd = 0.02, slew = 5.0, dmax = 0.6, Ts = 0.01, want = 1.0;
    (void)state;
    for (int c = 0; c < COUNT(from); c++) {
        Trial a;
        char lines[600];
        snprintf(lines, sizeof lines,
                 FIRMWARE
                 "parameters: {J: 0.03, kt: 2.5, R: 3, G: 0.59}\n"
                 "controller: {kp: 4, kd: 0.02, slew: 5, dmax: 0.6, Ts: 10 ms}\n"
                 "friction: {gear: {law: stribeck, Fs: 0.35, Fc: 0.25, vs: 0.1, sigma2: 0.2}}\n"
                 "sensors: {q: {resolution: 0.0015}}\ninputs: {qd: 1}\ninitial: {q: %g}\n"
                 "duration: 1 s\nrecord: {every: 10 ms}\n",
                 from[c]);
        joint(&a, lines);
        const double *q = trial_column(&a, "q_meas");
        double goal = q[0], before = q[0]; /* it starts where it measures itself, without speed */
        /* the row at the end is before its sample */
        for (size_t k = 0; k + 1 < a.record.rows; k++) {
            goal += fmax(-slew * Ts, fmin(slew * Ts, want - goal));
            double speed = (q[k] - before) / Ts;
            double duty = fmax(-dmax, fmin(dmax, kp * (goal - q[k]) - kd * speed));
            before = q[k];
            NEAR(trial_column(&a, "goal")[k], goal, 1e-12);
            NEAR(trial_column(&a, "duty")[k], duty, 1e-12);
        }
        trial_end(&a);
    }
}

static void switched_on_again_the_goal_is_where_the_joint_is(void **state)
{
    Trial a;
    (void)state;
    joint(
        &a, FIRMWARE
        "parameters: {J: 0.03, kt: 2.5, R: 3, G: 0.59}\ncontroller: {kp: 4, slew: 1, Ts: 10 ms}\n"
        "friction: {gear: {law: coulomb, Fs: 0.1, Fc: 0.1}}\n"
        "inputs: {qd: 1, on: {pulses: {low: 1, high: 0, period: 100 s, duty: 0.002, start: 2 s}}}\n"
        "duration: 3.5 s\nrecord: {every: 10 ms}\n");
    NEAR(trial_at(&a, "goal", 1.9), 1.0, 1e-12);
    assert_true(trial_at(&a, "q", 2.19) < 0.8); /* it fell */
    NEAR(trial_at(&a, "u", 2.1), 0.0, 0.0);
    NEAR(trial_at(&a, "goal", 2.2), trial_at(&a, "q", 2.2) + 0.01, 1e-9);
    NEAR(trial_last(&a, "goal"), 1.0, 1e-12);
    trial_end(&a);
}

/* The circuit opens between two samples, and nothing waits for the next. */
static void firmware_loses_its_torque_at_once(void **state)
{
    Trial a;
    (void)state;
    joint(&a,
          FIRMWARE "parameters: {J: 0.03, kt: 2.5, R: 3, G: 0.59}\ncontroller: {kp: 4, Ts: 10 ms}\n"
                   "friction: {gear: {law: coulomb, Fs: 0.1, Fc: 0.1}}\n"
                   "inputs: {qd: 1, on: {step: {from: 1, to: 0, at: 13 ms}}}\n"
                   "duration: 18 ms\nrecord: {every: 1 ms}\n");
    assert_true(trial_at(&a, "u", 0.012) > 1.0);
    NEAR(trial_at(&a, "u", 0.014), 0.0, 0.0);
    NEAR(trial_at(&a, "i", 0.014), 0.0, 0.0);
    trial_end(&a);
}

/* No duty makes the torque that a compensation wants of a supply that is gone; the motor brakes by its own circuit. */
static void without_its_supply_firmware_has_no_torque(void **state)
{
    static const char *const terms[] = {"", "compensation: [{kind: push, band: 1 mrad}]\n"};
    (void)state;
    for (int k = 0; k < COUNT(terms); k++) {
        Trial a;
        char lines[600];
        snprintf(lines, sizeof lines,
                 FIRMWARE
                 "parameters: {J: 0.03, kt: 2.5, R: 3, G: 0.59}\ncontroller: {kp: 4, Ts: 10 ms}\n"
                 "friction: {gear: {law: coulomb, Fs: 0.1, Fc: 0.1}}\n%s"
                 "inputs: {qd: 1, supply: {step: {from: 12, to: 0, at: 100 ms}}}\n"
                 "duration: 1 s\nrecord: {every: 1 ms}\n",
                 terms[k]);
        joint(&a, lines);
        assert_true(trial_at(&a, "u", 0.012) > 1.0);
        for (double t = 0.12; t < 1.0; t += 0.01) {
            NEAR(trial_at(&a, "V", t), 0.0, 0.0);
            NEAR(trial_at(&a, "u", t), -2.5 * 2.5 / 3.0 * trial_at(&a, "w", t), 1e-9);
        }
        trial_end(&a);
    }
}

/* ---- What a user is told ---- */

static void a_joint_that_cannot_be_is_refused(void **state)
{
    static const struct {
        const char *lines, *words;
    } wrong[] = {
        {"parameters: {J: 0}\ninputs: {u: 0}\n", "no inertia"},
        {"parameters: {lo: 1, hi: -1}\ninputs: {u: 0}\n", "lower stop"},
        {"options: {motor: voltage}\ninputs: {u: 0}\n", "V"},
        {"friction: {gear: {k_m: 0.6, k_ms: 0.4}}\ninputs: {u: 0}\n", "no drive breaks it away"},
        {"friction: {gear: {law: lugre, eta_opp: 0}}\ninputs: {u: 0}\n", "eta_opp"},
        {"friction: {gear: {law: lugre, eta_aid: 1.2}}\ninputs: {u: 0}\n", "eta_aid"},
    };
    (void)state;
    for (int k = 0; k < COUNT(wrong); k++) {
        char text[500];
        StnError error = {0};
        snprintf(text, sizeof text, "title: joint\nplant: servo\n%sduration: 1 s\n",
                 wrong[k].lines);
        StnScenario *s = stn_scenario_parse(text, strlen(text), "joint", NULL, &error);
        CHECK(!s && strstr(error.text, wrong[k].words), "%s: %s", wrong[k].lines, error.text);
        stn_scenario_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_pendulum_has_the_period_of_the_elliptic_integral),
        cmocka_unit_test(a_body_of_a_chain_swings_like_the_joint),
        cmocka_unit_test(what_pulls_at_a_body_of_a_chain_is_its_load),
        cmocka_unit_test(dry_friction_takes_the_same_angle_from_each_swing),
        cmocka_unit_test(inside_its_rest_band_the_arm_stands_to_the_last_bit),
        cmocka_unit_test(a_spring_to_ground_counts_as_load),
        cmocka_unit_test(a_dc_motor_runs_up_to_its_free_speed),
        cmocka_unit_test(the_supply_limits_the_voltage_and_imax_the_current),
        cmocka_unit_test(a_locked_motor_has_the_time_constant_of_its_winding),
        cmocka_unit_test(an_open_circuit_lets_the_arm_fall),
        cmocka_unit_test(the_goal_moves_at_its_slew_rate),
        cmocka_unit_test(the_firmware_is_the_one_specified),
        cmocka_unit_test(switched_on_again_the_goal_is_where_the_joint_is),
        cmocka_unit_test(firmware_loses_its_torque_at_once),
        cmocka_unit_test(without_its_supply_firmware_has_no_torque),
        cmocka_unit_test(a_joint_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
