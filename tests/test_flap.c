/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Flap actuation: what Borello & Dalla Vedova (2006) report of reversible and irreversible actuators,
 * the closed form of valve and motor, limits, and event times against SUNDIALS. */
#include "plants/motor.h"
#include "run_scenario.h"

#define DEG (PI / 180.0)
#define LOAD 35e3
#define OPENING (1.3e-4 * 7.5e-4) /* CQ*XSM: the spool on its stop */

static const motor_p motor = {2.75e-3, 1.3e-4, 6e-13, 32.5e6};

typedef struct {
    const char *name;
    double published; /* s to within 0.05 deg; NaN: none printed */
} Case;

static const Case cases[] = {
    {"flap-irreversible-deploy", 6.0},       {"flap-irreversible-retract", 2.0},
    {"flap-irreversible-deploy-drop", 10.0}, {"flap-irreversible-retract-drop", NAN},
    {"flap-reversible-deploy", 3.5},         {"flap-reversible-retract", 1.6},
    {"flap-reversible-deploy-drop", NAN},    {"flap-reversible-retract-drop", NAN},
};

/* When the surface is within 0.05 deg of the command, and stays there; rows are 5 ms apart. */
static double reached(const Trial *a)
{
    const double *TH = trial_column(a, "TH"), *Com = trial_column(a, "Com");
    size_t k = a->record.rows;
    while (k > 0 && fabs(TH[k - 1] - Com[k - 1]) <= 0.05 * DEG)
        k--;
    CHECK(k < a->record.rows, "%s does not arrive", a->name);
    return trial_column(a, "t")[k];
}

/* ---- Published ---- */

static void every_move_takes_the_published_time(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(cases); i++) {
        Trial a;
        RUN_PLAIN(&a, cases[i].name);
        double t = reached(&a);
        if (!isnan(cases[i].published))
            NEAR(t, cases[i].published, 0.15 * cases[i].published);
        trial_end(&a);
    }
}

/* +1: TH never falls, -1: never rises, by more than the tolerance of a position. */
static void assert_one_way(const Trial *a, double sense)
{
    const double *TH = trial_column(a, "TH");
    for (size_t k = 1; k < a->record.rows; k++)
        CHECK(sense * (TH[k] - TH[k - 1]) >= -1e-12, "%s: %g rad at row %zu", a->name,
              TH[k] - TH[k - 1], k);
}

static void assert_stands(const Trial *a, double from, double to)
{
    const double *TH = trial_column(a, "TH"), *W = trial_column(a, "W");
    size_t first = trial_row(a, from);
    for (size_t k = first; k < trial_row(a, to); k++)
        CHECK(W[k] == 0.0 && TH[k] == TH[first], "%s moves at row %zu", a->name, k);
}

/* Spool on its stop, surface at rest: K*sqrt(PSR - |P12|) = CLK*|P12|.  Supply at which the motor
 * holds the torque T. */
static double supply_for(double T)
{
    double P = fabs(T) / motor.D, root = motor.CLK * P / OPENING;
    return P + root * root;
}

/* Static levels at the load, N*m: forward and backward. */
static double static_forward(double eta) { return 3000.0 + (1.0 / eta - 1.0) * LOAD; }
static double static_backward(double eta) { return 3000.0 + (1.0 - eta) * LOAD; }
/* When the supply passes p on its way down and up. */
static double falls_to(double p) { return 1.0 + (26e6 - p) / 12e6; }
static double rises_to(double p) { return 4.0 + (p - 2e6) / 24e6; }

static void irreversible_flaps_stop_without_moving_back_and_start_again(void **state)
{
    (void)state;
    Trial a;
    RUN_PLAIN(&a, "flap-irreversible-deploy-drop");
    assert_int_equal(trial_count(&a, STN_EVENT_STICK, "surface"), 2); /* the start is one */
    double stop = trial_when(&a, STN_EVENT_STICK, "surface", 1);
    double start = trial_when(&a, STN_EVENT_SLIP_FORWARD, "surface", 1);
    CHECK(stop > 1.0 && stop < 3.0, "stops at %g s", stop);
    NEAR(start, rises_to(supply_for(LOAD + static_forward(0.545))), 1e-8);
    assert_stands(&a, stop, start);
    assert_one_way(&a, 1.0);
    trial_end(&a);

    RUN_PLAIN(&a, "flap-irreversible-retract-drop");
    assert_int_equal(trial_count(&a, STN_EVENT_STICK, "surface"), 2);
    stop = trial_when(&a, STN_EVENT_STICK, "surface", 1);
    start = trial_when(&a, STN_EVENT_SLIP_BACKWARD, "surface", 1);
    CHECK(stop > 1.0 && stop < 3.0, "stops at %g s", stop);
    NEAR(start, rises_to(supply_for(LOAD - static_backward(-0.31))), 1e-8);
    assert_stands(&a, stop, start);
    assert_one_way(&a, -1.0);
    trial_end(&a);
}

static void reversible_flaps_stop_move_back_stand_and_go_forward_again(void **state)
{
    (void)state;
    Trial a;
    RUN_PLAIN(&a, "flap-reversible-deploy-drop");
    /* sticks: the one of the first millisecond, then these two */
    assert_int_equal(trial_count(&a, STN_EVENT_STICK, "surface"), 3);
    double stop = trial_when(&a, STN_EVENT_STICK, "surface", 1);
    double back = trial_when(&a, STN_EVENT_SLIP_BACKWARD, "surface", 1);
    double again = trial_when(&a, STN_EVENT_STICK, "surface", 2);
    double on = trial_when(&a, STN_EVENT_SLIP_FORWARD, "surface", 1);
    CHECK(1.0 < stop && stop < back && back < again && again < on, "%g, %g, %g, %g s", stop, back,
          again, on);
    NEAR(back, falls_to(supply_for(LOAD - static_backward(0.32))), 1e-8);
    NEAR(on, rises_to(supply_for(LOAD + static_forward(0.68))), 1e-8);
    CHECK(again > 4.0, "the supply rises from 4 s on; it stands at %g s", again);
    assert_stands(&a, stop, back);
    assert_stands(&a, again, on);
    double way = trial_at(&a, "TH", again) - trial_at(&a, "TH", stop);
    CHECK(way < -1.0 * DEG, "moves back by %g deg", -way / DEG);
    NEAR(trial_last(&a, "TH"), 17.0 * DEG, 0.05 * DEG);
    trial_end(&a);
}

static void reversible_flaps_retract_through_the_drop_without_stopping(void **state)
{
    (void)state;
    Trial a;
    RUN_PLAIN(&a, "flap-reversible-retract-drop");
    assert_int_equal(trial_count(&a, STN_EVENT_STICK, "surface"), 0);
    assert_one_way(&a, -1.0);
    const double *W = trial_column(&a, "W");
    for (size_t k = 1; k <= trial_row(&a, reached(&a)); k++)
        CHECK(W[k] < 0.0, "W = %g rad/s at row %zu", W[k], k);
    double fast = trial_at(&a, "W", 1.0), slow = trial_at(&a, "W", 3.9);
    CHECK(fabs(slow) < 0.75 * fabs(fast), "%g rad/s after %g rad/s", slow, fast);
    trial_end(&a);
}

/* Sliding level of the actuators from their efficiencies; steady speed from the two balances that
 * remain, D*W + CLK*P12 = OPENING*sqrt(PSR - |P12|) and D*P12 = load + friction + CS*W, by bisection. */
static double steady_speed(double sense, double friction)
{
    double slow = 0.0, fast = 1.0;
    for (int i = 0; i < 200; i++) {
        double w = 0.5 * (slow + fast);
        double P = (sense * LOAD + friction + 1e4 * w) / motor.D; /* against the motion */
        double flow = OPENING * sqrt(fmax(26e6 - P, 0.0));
        *(flow > motor.D * w + motor.CLK * P ? &slow : &fast) = w;
    }
    return sense * slow;
}

static void the_load_and_the_friction_are_those_of_the_paper(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double t, sense, friction;
    } moves[] = {{"flap-irreversible-deploy", 3.0, 1.0, 2000.0 + (1.0 / 0.565 - 1.0) * LOAD},
                 {"flap-irreversible-retract", 1.0, -1.0, 2000.0 + 1.25 * LOAD},
                 {"flap-reversible-deploy", 2.0, 1.0, 2000.0 + (1.0 / 0.71 - 1.0) * LOAD},
                 {"flap-reversible-retract", 1.0, -1.0, 2000.0 + 0.60 * LOAD}};
    for (int i = 0; i < COUNT(moves); i++) {
        Trial a;
        RUN_PLAIN(&a, moves[i].name);
        NEAR(trial_at(&a, "TFR", moves[i].t), moves[i].sense * moves[i].friction, 1e-9 * LOAD);
        NEAR(trial_at(&a, "W", moves[i].t), steady_speed(moves[i].sense, moves[i].friction), 1e-10);
        trial_end(&a);
    }
    /* retraction: what is left to the motor is small, against it (irreversible) or with it */
    CHECK(moves[1].friction > LOAD && moves[1].friction - LOAD < 0.4 * LOAD, "%g N*m net opposing",
          moves[1].friction - LOAD);
    CHECK(moves[3].friction < LOAD, "%g N*m net aiding", LOAD - moves[3].friction);
}

/* With XS = 0 the motor is unpressurised. */
static void a_reversible_surface_slips_back_a_little_before_the_valve_opens(void **state)
{
    (void)state;
    Trial a;
    RUN(&a, "flap-reversible-deploy", {"record.every", "10 us"}, {"duration", "2 ms"});
    const double *TH = trial_column(&a, "TH");
    double least = 0.0;
    for (size_t k = 0; k < a.record.rows; k++)
        least = fmin(least, TH[k]);
    NEAR(least, -2.2e-5 * DEG, 0.1e-5 * DEG); /* plants: about 2e-5 deg; refinement: 2.21e-5 */
    CHECK(trial_when(&a, STN_EVENT_STICK, "surface", 0) < 1e-3, "in the first millisecond");
    trial_end(&a);
    RUN(&a, "flap-irreversible-deploy", {"duration", "2 ms"});
    assert_one_way(&a, 1.0);
    trial_end(&a);
}

/* ---- Event times and energy ---- */

/* Measured: at most 1.5e-11 s against ourselves at 1e-12, and 5.3e-10 s against SUNDIALS. */
static void event_times_agree_with_sundials_and_with_a_tight_tolerance(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(cases); i++)
        trial_crosscheck(cases[i].name, (StnOverride[]){{NULL, NULL}}, 1e-8);
}

static void the_energy_balance_closes_in_every_case(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(cases); i++) {
        Trial a;
        RUN_PLAIN(&a, cases[i].name);
        NEAR(trial_leftover(&a), 0.0, 1e-11); /* measured: up to 8e-13 */
        trial_end(&a);
    }
}

/* ---- Limits ---- */

static void assert_within_limits(const Trial *a)
{
    const double *Cor = trial_column(a, "Cor"), *XF = trial_column(a, "XF");
    const double *XS = trial_column(a, "XS"), *P12 = trial_column(a, "P12");
    const double *TH = trial_column(a, "TH"), *Wref = trial_column(a, "Wref");
    for (size_t k = 0; k < a->record.rows; k++)
        CHECK(fabs(Cor[k]) <= 0.01 * (1 + 1e-15) && fabs(XF[k]) <= 1e-4 * (1 + 1e-9) &&
                  fabs(XS[k]) <= 7.5e-4 * (1 + 1e-12) && fabs(P12[k]) <= 32.5e6 * (1 + 1e-15) &&
                  fabs(Wref[k]) <= 0.3 && TH[k] >= -2.0 * DEG * (1 + 1e-12) &&
                  TH[k] <= 42.0 * DEG * (1 + 1e-12),
              "row %zu: Cor %g XF %g XS %g P12 %g TH %g", k, Cor[k], XF[k], XS[k], P12[k], TH[k]);
}

static void a_load_drives_the_flap_onto_its_end_when_the_supply_is_gone(void **state)
{
    (void)state;
    StnOverride set[] = {
        {"initial.TH", "1 deg"}, {"inputs.PSR", "0 Pa"}, {"duration", "2 s"}, {NULL, NULL}};
    Trial a;
    trial_run(&a, "flap-reversible-deploy", set);
    assert_int_equal(trial_count(&a, STN_EVENT_STOP_HIT, "travel"), 1);
    double hit = trial_when(&a, STN_EVENT_STOP_HIT, "travel", 0);
    assert_true(trial_when(&a, STN_EVENT_STICK, "surface", -1) == hit);
    assert_stands(&a, hit, 2.0);
    NEAR(trial_last(&a, "TH"), -2.0 * DEG, 1e-15);
    /* the motor pumps through the open valve: what the load has left after friction and drag */
    NEAR(trial_at(&a, "P12", 0.5) * motor.D, LOAD - 23000.0 + 1e4 * trial_at(&a, "W", 0.5),
         1e-6 * LOAD);
    double W = trial_at(&a, "W", 0.73), impact = 0.5 * 3000.0 * W * W;
    NEAR(a.record.energy.impact, impact, 1e-6 * impact);
    assert_within_limits(&a);
    NEAR(trial_leftover(&a), 0.0, 1e-12);
    trial_end(&a);
    trial_crosscheck("flap-reversible-deploy", set, 1e-8);
}

#define TURN                                                                              \
    {                                                                                     \
        "inputs.TLD", "{trapezoid: {times: [1 s, 3 s], levels: [35000 N*m, -35000 N*m]}}" \
    }

/* On the lower end, without supply: the reversible one leaves when the load, now aiding, exceeds its
 * static level, eta*|TLD| = T0; the irreversible one never. */
static void on_its_end_a_flap_leaves_under_a_reversed_load_only_if_it_is_reversible(void **state)
{
    (void)state;
    StnOverride set[] = {{"initial.TH", "-2 deg"},
                         {"inputs.Com", "-2 deg"},
                         {"inputs.PSR", "0 Pa"},
                         {"duration", "4 s"},
                         TURN,
                         {NULL, NULL}};
    Trial a;
    trial_run(&a, "flap-reversible-deploy", set);
    NEAR(trial_when(&a, STN_EVENT_STOP_LEFT, "travel", 0), 2.0 + 3000.0 / 0.32 / LOAD, 1e-11);
    assert_one_way(&a, 1.0);
    CHECK(trial_last(&a, "TH") > 0.0, "TH = %g rad", trial_last(&a, "TH"));
    NEAR(trial_leftover(&a), 0.0, 1e-12);
    trial_end(&a);
    trial_crosscheck("flap-reversible-deploy", set, 1e-8);

    trial_run(&a, "flap-irreversible-deploy", set);
    assert_int_equal(trial_count(&a, STN_EVENT_STOP_LEFT, "travel"), 0);
    assert_stands(&a, 0.0, 4.0);
    trial_end(&a);
}

/* The command turns round at full speed: the closing valve locks the motor, the relief valve opens, the
 * flapper is pressed onto its stop. */
static void a_reversed_command_opens_the_relief_valve(void **state)
{
    (void)state;
    StnOverride set[] = {{"initial.TH", "30 deg"},
                         {"inputs.Com", "{step: {at: 1 s, from: 0 deg, to: 35 deg}}"},
                         {"record.at_events", "true"},
                         {"duration", "2 s"},
                         {NULL, NULL}};
    Trial a;
    trial_run(&a, "flap-reversible-retract", set);
    assert_int_equal(trial_count(&a, STN_EVENT_SATURATION_ON, "relief"), 1);
    assert_int_equal(trial_count(&a, STN_EVENT_SATURATION_OFF, "relief"), 1);
    /* hit once, left once: not back on it by rounding */
    assert_int_equal(trial_count(&a, STN_EVENT_STOP_HIT, "flapper"), 1);
    double left = trial_when(&a, STN_EVENT_STOP_LEFT, "flapper", 0);
    NEAR(trial_at(&a, "XF", left), 1e-4, 1e-18);
    /* it leaves where its undamped acceleration vanishes: KF*(GM*CorM - KSF*XS) = XFM */
    NEAR(trial_at(&a, "XS", left), (3.0 * 0.01 - 1e-4 / 3.5e-3) / 30.0, 1e-12);
    /* and the spool where the flapper passes 0 */
    NEAR(trial_at(&a, "XF", trial_when(&a, STN_EVENT_STOP_LEFT, "spool", 0)), 0.0, 1e-13);
    assert_int_equal(trial_count(&a, STN_EVENT_REVERSAL, "surface"), 1);
    assert_within_limits(&a);
    NEAR(trial_leftover(&a), 0.0, 1e-11);
    trial_end(&a);
    trial_crosscheck("flap-reversible-retract", set, 1e-8);
}

/* With the pressure held by the relief valve nothing limits a step, and the guard that starts at 0
 * rises and falls again within its first quarter. */
static void the_relief_valve_closes_again_within_a_long_step(void **state)
{
    (void)state;
    StnOverride set[] = {
        {"inputs.Com", "{sine: {amplitude: 10 deg, frequency: 3.3 Hz, bias: 15 deg}}"},
        {"initial.TH", "23.6 deg"},
        {"inputs.TLD", "400 N*m"},
        {"inputs.PSR", "10.3 MPa"},
        {"duration", "1 s"},
        {NULL, NULL}};
    Trial a;
    trial_run(&a, "flap-irreversible-deploy", set);
    CHECK(trial_count(&a, STN_EVENT_SATURATION_ON, "relief") >= 2, "the relief valve opens");
    NEAR(trial_leftover(&a), 0.0, 2e-9); /* 4e-10; 2e-11 at rtol 1e-11 */
    trial_end(&a);
    trial_crosscheck("flap-irreversible-deploy", set, 1e-7);
}

/* At rest nothing limits a step but the period of the inputs: friction falls below the torque for
 * 2 ms about each zero of the load, near t = 1.733 s and 1.975 s. */
static void no_short_breakaway_is_missed_while_everything_stands(void **state)
{
    (void)state;
    StnOverride set[] = {
        {"inputs.Com", "8.14043 deg"},
        {"initial.TH", "7.26559 deg"},
        {"inputs.TLD", "{sine: {amplitude: 2472.99 N*m, frequency: 4.03946 Hz}}"},
        {"inputs.PSR", "{sine: {amplitude: 11.3556 MPa, frequency: 4.68877 Hz, bias: 13 MPa}}"},
        {"duration", "2 s"},
        {NULL, NULL}};
    Trial a;
    trial_run(&a, "flap-irreversible-deploy", set);
    assert_int_equal(trial_count(&a, STN_EVENT_SLIP_FORWARD, "surface"), 7);
    trial_end(&a);
    trial_crosscheck("flap-irreversible-deploy", set, 1e-6); /* the surface creeps to its stops */
}

/* A surface without dry friction ends between the pressure and its load, two torques of 35 kN*m: what is left
 * of them is rounding, and so is its speed.  The run took more than 1e6 steps from t = 4.2 s on. */
static void the_rounding_of_a_balance_does_not_shorten_the_steps(void **state)
{
    (void)state;
    Trial a;
    RUN(&a, "flap-irreversible-deploy", {"parameters.JS", "10627.7625701"},
        {"parameters.CS", "3529.58370445"}, {"parameters.XSM", "0.000303304880709"},
        {"friction.surface", "{law: stribeck, Fs: 0, Fc: 0, vs: 2.22189942409e-06, n: 1, "
                             "sigma2: 1972.20567356}"},
        {"inputs.Com", "{step: {at: 0, from: 0.2, to: 0.0343290303367}}"}, {"initial.TH", "0"},
        {"duration", "5.75146194723 s"}, {"solver.rtol", "1e-11"});
    CHECK(stn_state_counters(a.state).steps < 10000, "%ld steps",
          (long)stn_state_counters(a.state).steps);
    trial_end(&a);
}

/* All stands, the valve is closed and the supply pressure falls: P12 is 0, and no rounding of PSR may show in
 * it, or bristles are shaken by it (77 017 steps, 3e6 at rtol 1e-12). */
static void a_supply_that_falls_does_not_shake_a_flap_at_rest(void **state)
{
    static const char *const rtol[] = {"1e-9", "1e-12"};
    (void)state;
    for (int k = 0; k < COUNT(rtol); k++) {
        Trial a;
        RUN(&a, "flap-irreversible-deploy",
            {"friction.surface", "{law: leuven, Fs: 421.308, Fc: 393.363, "
                                 "vs: 3.13e-05, n: 3.3, sigma0: 119664.7, sigma1: 2019.9}"},
            {"inputs.Com", "0 rad"}, {"inputs.TLD", "0 N*m"},
            {"inputs.PSR", "{trapezoid: {levels: [26e6, 5e6, 26e6], times: [0.228, 0.57, 0.798]}}"},
            {"duration", "1 s"}, {"solver.rtol", rtol[k]});
        CHECK(stn_state_counters(a.state).steps < 200, "%ld steps",
              (long)stn_state_counters(a.state).steps);
        trial_end(&a);
    }
}

/* ---- Other laws ---- */

/* A site with efficiencies only gives the others their levels at its load. */
static void plain_coulomb_takes_its_levels_from_the_load(void **state)
{
    (void)state;
    Trial a, b;
    RUN_PLAIN(&a, "flap-reversible-deploy-drop");
    RUN(&b, "flap-reversible-deploy-drop", {"friction.surface.law", "coulomb"});
    NEAR(stn_system_friction(b.system, 0, "Fs", 0), static_forward(0.68), 1e-9);
    NEAR(stn_system_friction(b.system, 0, "Fs", 1), static_backward(0.32), 1e-9);
    NEAR(trial_compare(&a, &b), 0.0, 1e-9);
    trial_end(&a);
    trial_end(&b);
}

/* Bristles at rest under the drop: their derived stiffness is the same to both sides, else friction
 * would jump with the sign of v, and v would chatter about 0 without end. */
static void every_law_runs_on_the_flap(void **state)
{
    (void)state;
    for (int i = 0; i < stn_law_count(); i++) {
        const char *law = stn_law_at(i)->name;
        Trial a;
        RUN(&a, "flap-reversible-deploy-drop", {"friction.surface.law", law}, {"duration", "5 s"},
            {"solver.dt", "1e-4 s"}, {"solver.max_events", "60000"});
        double at = trial_last(&a, "TH"), wanted = strcmp(law, "none") == 0 ? 0.037 : 0.080;
        NEAR(at, wanted, 0.005);
        CHECK(trial_leftover(&a) < 1e-8, "%s leaves %g", law, trial_leftover(&a));
        trial_end(&a);
    }
}

/* On its stop a surface held by a bristle leaves with the first torque: that of the valve begins at 0 and grows
 * as the fourth power of time, 1e-30 of its size in an integrator's first step. */
static const char retracts[] =
    "plant: flap\n"
    "parameters: {JS: 27688.5743127, CS: 17256.9280992, wF: 691.831525457}\n"
    "initial: {TH: 0.733038285838}\n"
    "friction: {surface: {law: dahl, Fc: 750, sigma0: 91052.2967067, sigma2: 8.6}}\n"
    "inputs: {Com: -0.05, TLD: 0}\n"
    "duration: 0.02\n"
    "record: {every: 0.002}\n";

static void a_stop_is_left_at_once_under_a_force_that_begins_at_zero(void **state)
{
    static const char *const method[] = {"event", "sundials"};
    (void)state;
    for (int c = 0; c < COUNT(method); c++) {
        Trial a;
        StnOverride set[] = {{"solver.method", method[c]}};
        trial_run_text(&a, method[c], retracts, set, COUNT(set));
        if (!a.missing)
            NEAR(trial_when(&a, STN_EVENT_STOP_LEFT, "travel", 0), 0.0, 1e-6);
        trial_end(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_takes_the_published_time),
        cmocka_unit_test(irreversible_flaps_stop_without_moving_back_and_start_again),
        cmocka_unit_test(reversible_flaps_stop_move_back_stand_and_go_forward_again),
        cmocka_unit_test(reversible_flaps_retract_through_the_drop_without_stopping),
        cmocka_unit_test(the_load_and_the_friction_are_those_of_the_paper),
        cmocka_unit_test(a_reversible_surface_slips_back_a_little_before_the_valve_opens),
        cmocka_unit_test(event_times_agree_with_sundials_and_with_a_tight_tolerance),
        cmocka_unit_test(the_energy_balance_closes_in_every_case),
        cmocka_unit_test(a_load_drives_the_flap_onto_its_end_when_the_supply_is_gone),
        cmocka_unit_test(on_its_end_a_flap_leaves_under_a_reversed_load_only_if_it_is_reversible),
        cmocka_unit_test(a_reversed_command_opens_the_relief_valve),
        cmocka_unit_test(a_stop_is_left_at_once_under_a_force_that_begins_at_zero),
        cmocka_unit_test(the_relief_valve_closes_again_within_a_long_step),
        cmocka_unit_test(no_short_breakaway_is_missed_while_everything_stands),
        cmocka_unit_test(the_rounding_of_a_balance_does_not_shorten_the_steps),
        cmocka_unit_test(a_supply_that_falls_does_not_shake_a_flap_at_rest),
        cmocka_unit_test(plain_coulomb_takes_its_levels_from_the_load),
        cmocka_unit_test(every_law_runs_on_the_flap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
