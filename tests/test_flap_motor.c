/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The pressure of a hydraulic motor behind its valve, as the flap uses it. */
#include "plants/motor.h"
#include "run_scenario.h"

static const motor_p motor = {2.75e-3, 1.3e-4, 6e-13, 32.5e6};

static double pressure(double XS, double W, double PSR, double PREL)
{
    double mode[3] = {0}, guard[3], next[3];
    StnRel r = {mode, guard, next, 1, NULL, NULL};
    double p[] = {motor.D, motor.CQ, motor.CLK, PREL};
    return motor_pressure(p, XS, W, PSR, &r, 0);
}

/* Both flows in long double, relative to the larger of their terms. */
static void the_motor_pressure_makes_the_flows_agree(void **state)
{
    (void)state;
    static const double PSR[] = {0.0, 1.0, 2e6, 26e6}, size[] = {1e-12, 1e-8, 1e-6, 5e-5, 7.5e-4};
    static const double W[] = {0.0, 1e-12, 1e-6, 1e-3, 0.05, 0.3};
    for (int i = 0; i < COUNT(PSR); i++)
        for (int j = 0; j < 2 * COUNT(size); j++)
            for (int k = 0; k < 2 * COUNT(W); k++) {
                double XS = j % 2 ? -size[j / 2] : size[j / 2], w = k % 2 ? -W[k / 2] : W[k / 2];
                long double P = pressure(XS, w, PSR[i], INFINITY);
                long double drop = PSR[i] - (XS > 0.0 ? P : -P);
                long double in =
                    motor.CQ * (long double)XS * (drop < 0 ? -sqrtl(-drop) : sqrtl(drop));
                long double out = motor.D * (long double)w + motor.CLK * P;
                /* what a relative error 4e-16 of the largest pressure means for the flows */
                long double most = fmaxl(fabsl(P), fmaxl(PSR[i], fabsl(drop))) * 4e-16L;
                long double valve =
                    motor.CQ * fabsl(XS) * (sqrtl(fabsl(drop) + most) - sqrtl(fabsl(drop)));
                long double slack = motor.CLK * most + valve +
                                    4e-16L * (fabsl(in) + motor.D * fabsl((long double)w));
                CHECK(fabsl(in - out) <= slack, "XS %g W %g PSR %g: P12 %Lg, flows %Lg and %Lg", XS,
                      w, PSR[i], P, in, out);
            }
}

static void the_motor_pressure_is_continuous_across_the_closed_valve_and_limited(void **state)
{
    (void)state;
    for (int k = -3; k <= 3; k++) {
        double W = 1e-3 * k, closed = pressure(0.0, W, 26e6, INFINITY);
        NEAR(closed, -motor.D * W / motor.CLK, 1e-7);
        NEAR(pressure(1e-18, W, 26e6, INFINITY), closed, 10.0);
        NEAR(pressure(-1e-18, W, 26e6, INFINITY), closed, 10.0);
    }
    NEAR(pressure(0.0, 0.3, 26e6, 32.5e6), -32.5e6, 0.0);
    NEAR(pressure(0.0, -0.3, 26e6, 32.5e6), 32.5e6, 0.0);
    NEAR(pressure(0.0, 0.0, 25123456.789, 32.5e6), 0.0, 0.0); /* to the last bit */
    NEAR(pressure(0.0, 0.0, 0.0, 32.5e6), 0.0, 0.0); /* no supply, no motion, valve closed */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_motor_pressure_makes_the_flows_agree),
        cmocka_unit_test(the_motor_pressure_is_continuous_across_the_closed_valve_and_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
