/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A motion that grows is followed while it is still smaller than the tolerance, however smooth and stiff the
 * rest is: an implicit step that is long against it would damp it. */
#include "run_scenario.h"

/* A block follows a ramp under a PID loop without enough damping: about the ramp m*s^3 + Kv*s^2 + Kp*s + Ki has
 * the roots -C and A +- W*i. */
#define A 1.0
#define C 4.0
#define W 50.0
#define KV (C - 2.0 * A)
#define KP (A * A + W * W - 2.0 * A * C)
#define KI (C * (A * A + W * W))
#define LOAD 1e4  /* gives the integral its size */
#define OFF 3e-10 /* v at the start less 1 m/s: below every weight at rtol 1e-9 */

/* dx/dt less that of the ramp, from x = 0 and v = 1 + OFF on. */
static double deviation(double t)
{
    double a = -C * OFF / ((A + C) * (A + C) + W * W), c = (OFF + (A + C) * a) / W;
    return -C * a * exp(-C * t) +
           exp(A * t) * ((W * c - A * a) * cos(W * t) + (A * c + W * a) * sin(W * t));
}

static double first_turn(void)
{
    double from = 0.0, to;
    while (1.0 + deviation(from + 1e-3) > 0.0)
        from += 1e-3;
    to = from + 1e-3;
    for (int i = 0; i < 60; i++) {
        double mid = 0.5 * (from + to);
        if (1.0 + deviation(mid) > 0.0)
            from = mid;
        else
            to = mid;
    }
    return to;
}

/* The lag of the sensor is what is stiff; a signal that is no polynomial keeps the mode from being affine. */
static void follows_growth(StnIntegrator integrator, double rtol, bool affine)
{
    Block b;
    StnSignal *load[] = {stn_signal_constant(-LOAD), stn_signal_chirp(1e-30, 1e-4, 1e-4, 40.0)};
    block_begin(&b, "none");
    block_choose(&b, "drive", "pid");
    block_set(&b, "m", 1.0);
    block_set(&b, "Kp", KP);
    block_set(&b, "Kv", KV);
    block_set(&b, "Ki", KI);
    block_start(&b, "v", 1.0 + OFF);
    block_start(&b, "i", (LOAD - KV) / KI);
    block_input(&b, "xd", stn_signal_ramp(1.0, 0.0, 0.0, INFINITY));
    block_input(&b, "load", stn_signal_sum(load, affine ? 1 : 2));
    if (affine)
        stn_signal_free(load[1]);
    block_sensor(&b, "x", 0.0, 0.0, 1e-5, 0.0);
    b.def.solver.integrator = integrator;
    b.def.solver.rtol = rtol;
    block_make(&b);
    block_to(&b, 23.0);
    NEAR(block_when(&b, STN_EVENT_REVERSAL, 0), first_turn(), 1e-3);
    CHECK(stn_state_counters(b.state).steps < 30000, "%ld steps",
          (long)stn_state_counters(b.state).steps);
    block_end(&b);
}

static void a_growing_swing_below_the_tolerance_is_followed(void **state)
{
    (void)state;
    follows_growth(STN_INTEGRATOR_AUTO, 1e-9, false);
    follows_growth(STN_INTEGRATOR_AUTO, 1e-7, false);
    follows_growth(STN_INTEGRATOR_IMPLICIT, 1e-9, false);
    follows_growth(STN_INTEGRATOR_AUTO, 1e-9, true);
    follows_growth(STN_INTEGRATOR_IMPLICIT, 1e-9, true);
}

/* A surface held by its valve: from 1.9 s on a swing of 100 Hz grows about it, from 20 to 110 1/s, while the
 * rest allows steps of 0.1 s.  Nothing but rounding and tolerance sets it off before the load's kink at
 * 2.403 s: explicit steps find the relief valve opening at 2.420 s, fixed steps of 1 us at 2.413 s, SUNDIALS
 * at 2.388 s, implicit ones of at most 1 ms at 2.431 s to 2.440 s: the less a step disturbs it, the later.  The last
 * bits of exp move it, too: with two versions of exp tolerances from 1e-9 to 1e-12 in steps of 3 gave 2.390 s to 2.442 s and
 * 2.390 s to 2.453 s.  Implicit steps that damp it found 2.471 s at every tolerance. */
static const char held[] =
    "plant: flap\n"
    "parameters: {JS: 6309.4618368, GV: 3315.67209486, XSM: 0.000616981520621, XFM: "
    "0.000103547991678}\n"
    "initial: {TH: 0.3}\n"
    "friction: {surface: {law: lugre, Fs: 1789.91478172, Fc: 1217.29874647, vs: 0.225762016512, n: "
    "0.9,\n"
    "    sigma2: {forward: 43764.5447287, backward: 42100.383347}, sigma0: 267382263.29,\n"
    "    sigma1: 935548.699398}}\n"
    "inputs:\n"
    "  Com: {sine: {amplitude: 0.0715276786403, frequency: 0.226035293533, phase: 4.13733414126, "
    "bias: 0.2}}\n"
    "  TLD: {ramp: {slope: -37032.1848804, from: 35000, start: 0.890003103464, end: "
    "2.40306623405}}\n"
    "duration: 2.5\n";

static void a_growing_swing_of_a_held_surface_is_followed(void **state)
{
    static const char *const rtol[] = {"1e-9", "1e-10", "1e-11", "1e-12"};
    (void)state;
    for (int c = 0; c < COUNT(rtol); c++) {
        Trial a;
        StnOverride set[] = {{"solver.rtol", rtol[c]}};
        trial_run_text(&a, "held", held, set, COUNT(set));
        size_t k = 0;
        while (k < a.record.nevent && (strcmp(a.record.event[k].site, "relief") != 0 ||
                                       strcmp(a.record.event[k].detail, "lower") != 0))
            k++;
        CHECK(k < a.record.nevent, "rtol %s: the valve stays shut", rtol[c]);
        NEAR(a.record.event[k].t, 2.41, 0.05);
        trial_end(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_growing_swing_below_the_tolerance_is_followed),
        cmocka_unit_test(a_growing_swing_of_a_held_surface_is_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
