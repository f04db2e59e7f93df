/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The electro-hydraulic position servo at its limits, and its controller and valve against closed forms. */
#include "run_scenario.h"

/* The scenario's numbers. */
#define AJ 2e-3
#define GPS 8e10
#define MJ 400.0
#define CorM 0.01
#define GAP 2.0
#define FORCE_PER_ERROR (AJ * GPS * 3.0 * GAP / 30.0)
#define Fs 2700.0

/* ---- Limits ---- */

static void assert_within_limits(const Trial *a)
{
    const double *Cor = trial_column(a, "Cor"), *XF = trial_column(a, "XF");
    const double *XS = trial_column(a, "XS"), *P12 = trial_column(a, "P12");
    const double *XJ = trial_column(a, "XJ");
    for (size_t k = 0; k < a->record.rows; k++)
        CHECK(fabs(Cor[k]) <= CorM * (1 + 1e-15) && fabs(XF[k]) <= 1e-4 * (1 + 1e-9) &&
                  fabs(XS[k]) <= 7.5e-4 * (1 + 1e-12) && fabs(P12[k]) <= 20.7e6 * (1 + 1e-15) &&
                  fabs(XJ[k]) <= 0.05 * (1 + 1e-12),
              "row %zu: Cor %g XF %g XS %g P12 %g XJ %g", k, Cor[k], XF[k], XS[k], P12[k], XJ[k]);
}

static void a_large_step_saturates_current_and_spool_and_touches_the_flapper_stop(void **state)
{
    (void)state;
    StnOverride set[] = {{"inputs.Com", "20 mm"}, {"duration", "0.5 s"}, {NULL, NULL}};
    Trial a;
    trial_run(&a, "eha-step", set);
    assert_int_equal(trial_count(&a, STN_EVENT_STOP_HIT, "flapper"), 1);
    assert_int_equal(trial_count(&a, STN_EVENT_STOP_HIT, "spool"), 1);
    assert_int_equal(trial_count(&a, STN_EVENT_SATURATION_ON, "pressure"), 0);
    /* touched with the force of the motor already pointing inwards: left at once */
    assert_true(trial_when(&a, STN_EVENT_STOP_HIT, "flapper", 0) ==
                trial_when(&a, STN_EVENT_STOP_LEFT, "flapper", 0));
    double off = trial_when(&a, STN_EVENT_SATURATION_OFF, "current", 0);
    NEAR(trial_at(&a, "Err", off), CorM / GAP, 3e-4); /* the next row, 0.5 ms later */
    assert_within_limits(&a);
    NEAR(trial_leftover(&a), 0.0, 1e-13);
    assert_true(trial_last(&a, "DXJ") == 0.0);
    trial_end(&a);
    trial_crosscheck("eha-step", set, 1e-9);
}

/* A guard is the difference of two large numbers, and what rounding leaves of it just after its relation has switched
 * has no sign: a saturation began, ended and began again at one instant. */
static void a_saturation_that_begins_is_logged_once(void **state)
{
    static const char *const text[] = {
        "plant: eha\n"
        "parameters: {MJ: 3790.49667391, CJ: 1416.92469652, GQS: 0.847901399187, wF: "
        "287.683144726,\n"
        "             XSM: 0.0028993127088}\n"
        "controller: {GAD: 0.00094599067153}\n"
        "friction: {piston: {law: none}}\n"
        "inputs: {Com: {sine: {amplitude: 0.0234961684567, frequency: 2.43055460602}}}\n"
        "duration: 0.03\n",
        "plant: eha\n"
        "parameters: {MJ: 67.3749692633, CJ: 3488.45924662, wF: 3642.50018105}\n"
        "controller: {GAD: 0.00287616226044}\n"
        "friction: {piston: {law: dahl, Fs: 1152.42257279, Fc: 597.655332862, sigma0: "
        "53473789.7108}}\n"
        "inputs: {Com: {multisine: {components: 4, amplitude: 0.0035758604424, f0: 1.38318203019,\n"
        "                           f1: 41.4954609058}}}\n"
        "duration: 1 ms\n"};
    static const char *const limit[] = {"pressure", "current"};
    (void)state;
    for (int c = 0; c < 2; c++) {
        Trial a;
        trial_run_text(&a, "saturation", text[c], NULL, 0);
        assert_int_equal(trial_count(&a, STN_EVENT_SATURATION_ON, limit[c]), 1);
        assert_int_equal(trial_count(&a, STN_EVENT_SATURATION_OFF, limit[c]), 0);
        trial_end(&a);
    }
}

static void against_a_heavy_load_the_pressure_saturates_too(void **state)
{
    (void)state;
    StnOverride set[] = {
        {"inputs.Com", "20 mm"}, {"inputs.FR", "36 kN"}, {"duration", "0.5 s"}, {NULL, NULL}};
    Trial a;
    trial_run(&a, "eha-step", set);
    assert_int_equal(trial_count(&a, STN_EVENT_SATURATION_ON, "pressure"), 1);
    assert_int_equal(trial_count(&a, STN_EVENT_SATURATION_OFF, "pressure"), 1);
    assert_int_equal(trial_count(&a, STN_EVENT_REVERSAL, "piston"), 1); /* pushed back at first */
    double on = trial_when(&a, STN_EVENT_SATURATION_ON, "pressure", 0) + 1e-3;
    NEAR(trial_at(&a, "P12", on), 20.7e6, 1e-6);
    NEAR(trial_at(&a, "h", on), AJ * 20.7e6 - 36e3 - 1000.0 * trial_at(&a, "DXJ", on), 1e-6);
    assert_within_limits(&a);
    NEAR(trial_leftover(&a), 0.0, 1e-13);
    trial_end(&a);
    trial_crosscheck("eha-step", set, 1e-9);
}

#define THRUST                                                                               \
    {                                                                                        \
        "inputs.FR", "{trapezoid: {times: [0 s, 0.1 s, 0.6 s, 0.7 s], levels: [0 N, 45 kN, " \
                     "45 kN, 0 N]}}"                                                         \
    }

static void a_load_drives_the_piston_onto_its_stop_and_off_again(void **state)
{
    (void)state;
    StnOverride set[] = {{"inputs.Com", "0 mm"}, {"duration", "1.2 s"}, THRUST, {NULL, NULL}};
    Trial a;
    trial_run(&a, "eha-step", set);
    /* the load reaches Fs = 2700 N after 6 ms, the pressure being 0 */
    NEAR(trial_when(&a, STN_EVENT_SLIP_BACKWARD, "piston", 0), 0.1 * Fs / 45e3, 1e-12);
    assert_int_equal(trial_count(&a, STN_EVENT_STOP_HIT, "travel"), 1);
    double hit = trial_when(&a, STN_EVENT_STOP_HIT, "travel", 0);
    double left = trial_when(&a, STN_EVENT_STOP_LEFT, "travel", 0);
    /* at the supply pressure it leaves when AJ*PSR - FR exceeds the static level */
    NEAR(left, 0.7 - 0.1 * (AJ * 20.7e6 - Fs) / 45e3, 1e-12);
    for (size_t k = trial_row(&a, hit); k < trial_row(&a, left); k++) {
        assert_true(trial_column(&a, "XJ")[k] == -0.05 && trial_column(&a, "DXJ")[k] == 0.0);
        assert_true(trial_column(&a, "D2XJ")[k] == 0.0);
        CHECK(fabs(trial_column(&a, "FF")[k]) <= Fs, "friction above the static level");
    }
    CHECK(a.record.energy.impact > 10.0, "impact %g J", a.record.energy.impact);
    assert_within_limits(&a);
    NEAR(trial_leftover(&a), 0.0, 1e-13);
    NEAR(trial_last(&a, "XJ"), 0.0, 5e-5);
    trial_end(&a);
    trial_crosscheck("eha-step", set, 1e-9);
}

static void the_fixed_step_closes_the_balance_at_the_limits_too(void **state)
{
    (void)state;
    Trial a;
    RUN(&a, "eha-step", {"friction.piston.law", "borello"}, {"inputs.Com", "20 mm"},
        {"inputs.FR", "36 kN"});
    NEAR(trial_leftover(&a), 0.0, 1e-12);
    assert_within_limits(&a);
    trial_end(&a);
    RUN(&a, "eha-step", {"friction.piston.law", "borello"}, {"inputs.Com", "0 mm"},
        {"duration", "1.2 s"}, THRUST);
    NEAR(trial_leftover(&a), 0.0, 1e-12);
    NEAR(trial_when(&a, STN_EVENT_STOP_LEFT, "travel", 0), 0.614, 3e-5); /* three steps */
    trial_end(&a);
}

/* ---- Controller, valve, outputs ---- */

/* In the steady state AJ*P12 = FR, P12 = GPS*XS/(1 + CLK*GPS/GQS), KSF*XS = GM*GAP*Err; a large leakage
 * doubles the error, an integrator removes it. */
static void the_steady_error_under_load_is_that_of_the_gains(void **state)
{
    (void)state;
    Trial a;
    RUN(&a, "eha-step", {"friction.piston.law", "none"}, {"inputs.FR", "5 kN"},
        {"duration", "2 s"});
    NEAR(trial_last(&a, "Err"), 5e3 / FORCE_PER_ERROR, 1e-12);
    trial_end(&a);
    RUN(&a, "eha-step", {"friction.piston.law", "none"}, {"inputs.FR", "5 kN"}, {"duration", "2 s"},
        {"parameters.CLK", "1e-11 m^3/(s*Pa)"});
    NEAR(trial_last(&a, "Err"), 2.0 * 5e3 / FORCE_PER_ERROR, 1e-12);
    trial_end(&a);
    RUN(&a, "eha-step", {"friction.piston.law", "none"}, {"inputs.FR", "5 kN"}, {"duration", "3 s"},
        {"controller.GAI", "40 A/(m*s)"});
    NEAR(trial_last(&a, "Err"), 0.0, 1e-12);
    trial_end(&a);
}

/* The current is at its limit from the start, so that the integral is still 0 when it leaves it:
 * GAP*Err = CorM there. */
static void the_integrator_is_held_in_saturation(void **state)
{
    (void)state;
    Trial a;
    RUN(&a, "eha-step", {"inputs.Com", "20 mm"}, {"controller.GAI", "40 A/(m*s)"},
        {"record.at_events", "true"});
    double off = trial_when(&a, STN_EVENT_SATURATION_OFF, "current", 0);
    NEAR(trial_at(&a, "Err", off), CorM / GAP, 1e-12);
    trial_end(&a);
}

/* The integral drives the current into its limit, the piston's motion drives it out. */
static void an_integrator_at_the_current_limit_does_not_chatter(void **state)
{
    (void)state;
    static const char *const com[] = {"{sine: {amplitude: 13.2 mm, frequency: 4.8 Hz}}", "4.1 mm",
                                      "4.1 mm", "{sine: {amplitude: 23.8 mm, frequency: 1.7 Hz}}"};
    for (int k = 0; k < COUNT(com); k++) {
        StnOverride set[] = {{"inputs.Com", com[k]},
                             {"inputs.FR", "{sine: {amplitude: 14 kN, frequency: 12 Hz}}"},
                             {"controller.GAI", "90 A/(m*s)"},
                             {"controller.GAD", k % 2 ? "0 A*s/m" : "0.013 A*s/m"},
                             {NULL, NULL}};
        Trial a;
        trial_run(&a, "eha-step", set);
        CHECK(a.record.nevent < 100, "%zu events", a.record.nevent);
        NEAR(trial_leftover(&a), 0.0, 1e-9); /* rtol; 6e-11 with a slope, else 1e-15 */
        trial_end(&a);
        trial_crosscheck("eha-step", set, 1e-8);
    }
}

/* A derivative gain needs the slope of the command, which is no line: exact steps would be wrong. */
static void a_derivative_gain_follows_the_slope_of_a_sine(void **state)
{
    (void)state;
    StnOverride set[] = {{"inputs.Com", "{sine: {amplitude: 1 mm, frequency: 2 Hz}}"},
                         {"controller.GAD", "0.01 A*s/m"},
                         {"duration", "1 s"},
                         {NULL, NULL}};
    trial_crosscheck("eha-step", set, 1e-9);
    Trial a;
    trial_run(&a, "eha-step", set);
    double t = 0.1, slope = 1e-3 * 4.0 * PI * cos(4.0 * PI * t);
    NEAR(trial_at(&a, "Cor", t),
         GAP * trial_at(&a, "Err", t) + 0.01 * (slope - trial_at(&a, "DXJ", t)), 1e-15);
    trial_end(&a);
}

static void acceleration_is_the_slope_of_the_velocity(void **state)
{
    (void)state;
    Trial a;
    RUN(&a, "eha-step", {"record.every", "10 us"}, {"duration", "0.1 s"});
    const double *v = trial_column(&a, "DXJ"), *acc = trial_column(&a, "D2XJ");
    const double *h = trial_column(&a, "h"), *FF = trial_column(&a, "FF");
    double dt = 1e-5;
    for (size_t k = 1; k + 1 < a.record.rows; k++) {
        if (v[k - 1] != 0.0 && v[k + 1] != 0.0) /* third derivative up to 4e5 m/s^4 */
            NEAR(acc[k], (v[k + 1] - v[k - 1]) / (2.0 * dt), 1e-4);
        if (v[k] == 0.0)
            assert_true(acc[k] == 0.0 && FF[k] == h[k]);
    }
    trial_end(&a);
}

/* ---- Another supply ---- */

static int supply_warnings(const StnOverride *set, int nset)
{
    const StnScenarioOptions options = {.set = set, .nset = nset};
    StnScenario *scenario = stn_scenario_load("eha-step", &options, NULL);
    assert_non_null(scenario);
    const StnSystem *system = stn_scenario_system(scenario);
    int count = 0;
    for (int i = 0; i < stn_system_note_count(system); i++) {
        const StnNote note = stn_system_note_at(system, i);
        count += note.kind == STN_NOTE_WARNING && strstr(note.text, "PSR is not") != NULL;
    }
    stn_scenario_free(scenario);
    return count;
}

/* GPS and GQS are constants: a supply of 50 bar gives the digits of 207 bar until P12 is clipped. */
static void another_supply_alone_is_warned_of(void **state)
{
    (void)state;
    static const StnOverride low[] = {{"inputs.PSR", "50 bar"}};
    static const StnOverride same[] = {{"inputs.PSR", "20.7 MPa"}};
    static const StnOverride whole[] = {{"inputs.PSR", "50 bar"}, {"parameters.GPS", "2e10"}};
    assert_int_equal(supply_warnings(NULL, 0), 0);
    assert_int_equal(supply_warnings(low, 1), 1);
    assert_int_equal(supply_warnings(same, 1), 0);
    assert_int_equal(supply_warnings(whole, 2), 0);
    assert_non_null(strstr(stn_catalog_plant(NULL, "eha")->text, "GPS and GQS are constants"));
}

/* A servo that follows a chirp under quinn: eleven reversals, and none while the piston is held, where the
 * polynomials of explicit steps beyond the edge of stability swing (rtol 1e-12 had thirteen). */
static void a_piston_held_by_a_steep_line_does_not_turn(void **state)
{
    static const char *const rtol[] = {"1e-9", "1e-11", "1e-12"};
    (void)state;
    for (int k = 0; k < COUNT(rtol); k++) {
        Trial a;
        RUN(&a, "eha-step",
            {"parameters", "{MJ: 68.9785626067, CJ: 639.139504346, GPS: 47074457214.6, XFM: "
                           "2.67557589053e-05, CLK: 2.33173414209e-11}"},
            {"controller", "{GAI: 9.59996082596, GAD: 0.00703136625046, CorM: 0.00205563469926}"},
            {"friction.piston",
             "{law: quinn, Fc: 118.332321863, sigma2: 186.846195526, eps: 8.40846958283e-05}"},
            {"inputs.Com",
             "{chirp: {amplitude: 0.00353618427672, f0: 0.165146682019, f1: 3.30293364038}}"},
            {"inputs.FR", "{pulses: {low: -207.859746789, high: 934.02949677, period: "
                          "0.708697628269, duty: 0.86012285813, start: 0.13083076638}}"},
            {"duration", "2.42208923067 s"}, {"solver.rtol", rtol[k]});
        CHECK(trial_count(&a, STN_EVENT_REVERSAL, "piston") == 10, "rtol %s: %d", rtol[k],
              trial_count(&a, STN_EVENT_REVERSAL, "piston"));
        trial_end(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_piston_held_by_a_steep_line_does_not_turn),
        cmocka_unit_test(another_supply_alone_is_warned_of),
        cmocka_unit_test(a_large_step_saturates_current_and_spool_and_touches_the_flapper_stop),
        cmocka_unit_test(a_saturation_that_begins_is_logged_once),
        cmocka_unit_test(against_a_heavy_load_the_pressure_saturates_too),
        cmocka_unit_test(a_load_drives_the_piston_onto_its_stop_and_off_again),
        cmocka_unit_test(the_fixed_step_closes_the_balance_at_the_limits_too),
        cmocka_unit_test(the_steady_error_under_load_is_that_of_the_gains),
        cmocka_unit_test(the_integrator_is_held_in_saturation),
        cmocka_unit_test(an_integrator_at_the_current_limit_does_not_chatter),
        cmocka_unit_test(a_derivative_gain_follows_the_slope_of_a_sine),
        cmocka_unit_test(acceleration_is_the_slope_of_the_velocity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
