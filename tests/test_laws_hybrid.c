/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The hybrid law, on the law alone. */
#include "law_bench.h"

/* ---- Hybrid ---- */

/* friction.md, section 5, the published automaton: guards before the step, at most one switch. */
static void hybrid_switches_by_its_guards(void **state)
{
    Bench b;
    bench_start(&b, "hybrid");
    GIVE(&b, S, 2e-3), GIVE(&b, p0, 1e3);
    b.context.dt = 1e-3;
    bench_ready(&b);
    step(&b, 1.5);
    assert_true(b.mode[0] == 0.0 && b.in.v == 0.0 && b.FF == 1.5); /* |u| = Fs does not exceed it */
    step(&b, 1.6);
    assert_true(b.mode[0] == 1.0);
    NEAR(b.in.v, 1e-3 * 0.1, 1e-18); /* FF = Fs at v = 0 */
    step(&b, 0.9);                   /* u < Fc and 0 < v < S: stick, v*exp(-p0*dt) */
    assert_true(b.mode[0] == 0.0);
    NEAR(b.in.v, 1e-4 * exp(-1.0), 1e-18);
    assert_true(b.FF == 0.9);
    NEAR(b.x, 1e-3 * 1e-4 + 1e-4 * (1.0 - exp(-1.0)) / 1e3, 1e-20); /* exact displacement */
    step(&b, 1.6);                                                  /* |v| < S2 = 4e-5: out again */
    assert_true(b.mode[0] == 1.0);
    b.in.v = 3e-3;
    step(&b, 0.0);
    assert_true(b.mode[0] == 1.0); /* |v| >= S: no stick */
    b.in.v = 0.0;
    step(&b, 0.9);
    assert_true(b.mode[0] == 0.0 && b.in.v == 0.0); /* v exactly 0 and |u| < Fc */
}

static void hybrid_decay_ends_in_zero_and_a_moving_start_slips(void **state)
{
    Bench b;
    bench_start(&b, "hybrid");
    bench_ready(&b);
    b.in.v = 0.5 * VAL(&b, S)[0];
    b.mode[0] = 1.0;
    for (int k = 0; k < 10; k++) /* S2*1e-6 = S*2e-8; e^-10 a step */
        step(&b, 0.0);
    assert_true(b.in.v == 0.0);
    bench_start(&b, "hybrid");
    bench_ready(&b);
    b.in.v = 0.1; /* initial mode is 0, but not for a body in motion */
    step(&b, 0.0);
    assert_true(b.mode[0] == 1.0);
}

/* The critically damped oscillator, closed form against 10^5 midpoint steps (error below 1e-9). */
static void hybrid_pre_sliding_is_exact(void **state)
{
    Bench b;
    bench_start(&b, "hybrid");
    GIVE(&b, z_max, 1e-3);
    b.context.dt = 2e-2;
    bench_ready(&b);
    b.in.v = 1e-3;
    b.s[0] = 1e-4;
    double z = 1e-4, v = 1e-3, k1 = 1.5e3, k2 = 2.0 * sqrt(1.5e3), dt = 2e-2 / 1e5;
    for (int k = 0; k < 100000; k++) {
        double zm = z + 0.5 * dt * v, vm = v + 0.5 * dt * (0.8 - k2 * v - k1 * z);
        z += dt * vm, v += dt * (0.8 - k2 * vm - k1 * zm);
    }
    step(&b, 0.8);
    NEAR(b.s[0], z, 1e-12);
    NEAR(b.in.v, v, 1e-11);
    NEAR(b.x, z - 1e-4, 1e-12);
    NEAR(b.FF, 0.8 - (v - 1e-3) / 2e-2, 1e-8);
}

/* 0 -> 1 only when both z and u exceed their limits; then z keeps its value. */
static void hybrid_pre_sliding_leaves_when_both_exceed(void **state)
{
    Bench b;
    bench_start(&b, "hybrid");
    GIVE(&b, z_max, 1e-3);
    bench_ready(&b);
    struct {
        double z, u, sign;
    } at[] = {{0.9e-3, 2.0, 1.0},
              {1.1e-3, 1.4, 1.0},
              {1.1e-3, 1.6, -1.0},
              {-1.1e-3, 1.6, 1.0},
              {-1.1e-3, -1.6, -1.0}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        b.s[0] = at[i].z, b.in.h = at[i].u;
        slide(&b, 1e-4, 1.0);
        assert_true(sign(b.guard[0]) == at[i].sign && b.next[0] == 1.0);
    }
    b.s[0] = 1.1e-3;
    NEAR(slide(&b, 1e-4, 1.0).F, 1.5e3 * 1.1e-3 + 2.0 * sqrt(1.5e3) * 1e-4, 1e-12);
    b.mode[0] = 1.0;
    NEAR(slide(&b, 1e-4, 1.0).F, curve(&b, 1e-4), 1e-12);
    assert_true(b.rate[0] == 0.0);
    b.in.v = 0.0, b.in.dir = -1.0, b.in.a = 1.0; /* v = 0 from slip: stick with z = 0 */
    rest(&b);
    assert_true(b.lo == 0.0 && b.hi == 0.0);
    b.in.dir = -1.0, b.in.a = 1.0;
    b.law->decide(&b.self, b.p, b.s, &b.in, &b.r);
    assert_true(b.mode[0] == 0.0 && b.s[0] == 0.0);
    b.s[0] = 2e-4;
    rest(&b); /* an elastic stick balances exactly its own force */
    NEAR(b.hi, 1.5e3 * 2e-4, 1e-15);
    assert_true(b.lo == b.hi);
}

/* fs(t) = fs_inf - (fs_inf - fs0)*exp(-t/tau), reset by slip; m0 replaces the mass in stick. */
static void hybrid_options(void **state)
{
    Bench b;
    bench_start(&b, "hybrid");
    GIVE(&b, Fs_inf, 2.0), GIVE(&b, tau_s, 0.5);
    b.context.dt = 1e-3;
    bench_ready(&b);
    for (int k = 0; k < 300; k++)
        step(&b, 1.55);
    assert_true(b.in.v > 0.0); /* above fs(0) = 1.5 at once */
    bench_start(&b, "hybrid");
    GIVE(&b, Fs_inf, 2.0), GIVE(&b, tau_s, 0.5);
    b.context.dt = 1e-3;
    bench_ready(&b);
    for (int k = 0; k < 300; k++)
        step(&b, 0.0);
    rest(&b);
    NEAR(b.hi, 2.0 - 0.5 * exp(-0.3 / 0.5), 1e-12);
    NEAR(b.rate[1], exp(-0.3 / 0.5) / 0.5, 1e-12);
    bench_start(&b, "hybrid");
    GIVE(&b, z_max, 1e-3), GIVE(&b, m0, 3.0);
    bench_ready(&b);
    NEAR(slide(&b, 1e-4, 1.0).M, 2.0, 1e-15); /* m + M = m0 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hybrid_switches_by_its_guards),
        cmocka_unit_test(hybrid_decay_ends_in_zero_and_a_moving_start_slips),
        cmocka_unit_test(hybrid_pre_sliding_is_exact),
        cmocka_unit_test(hybrid_pre_sliding_leaves_when_both_exceed),
        cmocka_unit_test(hybrid_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
