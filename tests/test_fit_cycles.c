/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Stick-slip measured by its cycles, and fits of them. */
#include "fit_bench.h"
#include "skip.h"

static StnFitResult result; /* large */

/* A sawtooth between 0.8 and 1.2 with period 0.5 s, and noise of 1 %; then a constant with the noise. */
static void stick_slip_is_measured_by_its_cycles(void **state)
{
    enum { N = 5000 };
    static double t[N], y[N];
    uint64_t seed = 4;
    StnCycles c;
    for (int kind = 0; kind < 2; kind++) {
        for (int i = 0; i < N; i++) {
            double phase = fmod(t[i] = 1e-3 * i, 0.5) / 0.5;
            y[i] = (kind == 0 ? 0.8 + 0.4 * phase : 1.0) + 0.01 * noise_next(&seed);
        }
        assert_int_equal(stn_cycles_measure(t, y, N, &c, NULL), STN_OK);
        assert_int_equal(c.slips, kind == 0);
        NEAR(c.mean, 1.0, 0.01);
        if (kind == 0) {
            NEAR(c.period, 0.5, 0.01);
            NEAR(c.height, 0.4, 0.03);
        }
    }
    assert_int_equal(stn_cycles_measure(t, y, 30, &c, NULL), STN_BAD_INPUT);
}

/* A spring-pulled block with plain Coulomb friction sticks and slips in closed form: with D = (Fs - Fc)/K
 * the spring force falls by 2*K*sqrt(D^2 + (V/w)^2) in each slip.  From that height and the mean the
 * levels are found again. */
static void levels_are_found_from_the_cycles_of_stick_slip(void **state)
{
    enum { N = 3000 };
    static double t[N], u[N];
    Block b;
    block_begin(&b, "coulomb");
    block_choose(&b, "drive", "spring");
    block_set(&b, "K", 2.0);
    block_words(&b, "Fs=1.5 Fc=1");
    StnSignal *pull = stn_signal_ramp(0.1, 0.0, 0.0, INFINITY);
    block_input(&b, "y", pull);
    b.def.borrow = true;
    block_make(&b);
    for (int i = 0; i < N; i++) {
        block_to(&b, t[i] = 0.05 * i);
        u[i] = block_value(&b, "u");
    }
    StnFitSignal signal = {"u", u, NAN};
    StnFitRun run = {.def = b.def,
                     .t = t,
                     .rows = N,
                     .signal = &signal,
                     .nsignal = 1,
                     .target = STN_FIT_TARGET_CYCLES};
    StnFreeParameter list[2];
    StnFitDef def = stn_default_fit_def(&run, 1, list, free_words("Fs=1.9 Fc=0.8", list));
    StnError error = {0};
    def.evaluations = 300;
    StnStatus status = stn_fit(&def, &result, &error);
    if (status == STN_UNAVAILABLE)
        SKIP("nlopt", "cycles are not fitted");
    CHECK(status == STN_OK, "%s", error.text);
    assert_true(result.measured[0].slips && result.modelled[0].slips);
    NEAR(result.modelled[0].period, result.measured[0].period, 0.02 * result.measured[0].period);
    NEAR(result.modelled[0].height, result.measured[0].height, 0.02 * result.measured[0].height);
    NEAR(result.param[0].value, 1.5, 0.05);
    NEAR(result.param[1].value, 1.0, 0.05);
    stn_fit_result_free(&result);
    block_end(&b);
    stn_signal_free(pull);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stick_slip_is_measured_by_its_cycles),
        cmocka_unit_test(levels_are_found_from_the_cycles_of_stick_slip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
