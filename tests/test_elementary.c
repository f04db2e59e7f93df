/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The elementary functions of the kernels against MPFR: exp, log, sin and cos below 1 unit of the last place,
 * pow below 2, over the whole range of their arguments and where they are hardest. */
#include "kernel/real.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "random_numbers.h"
#include <mpfr.h>

#ifndef ELEMENTARY_POINTS
#define ELEMENTARY_POINTS 50000 /* per function; long_elementary.c has more */
#endif
enum { BITS = 140 };

/* x, moved by a few units of its last place. */
static double beside(double x)
{
    for (int steps = (int)between(-4.0, 5.0); steps != 0; steps += steps < 0 ? 1 : -1)
        x = nextafter(x, steps < 0 ? -INFINITY : INFINITY);
    return x;
}

/* ---- Comparison ---- */

typedef struct {
    mpfr_t x, n, want, error;
    double worst, at, at_n;
} Bench;

static void begin(Bench *b)
{
    mpfr_inits2(BITS, b->x, b->n, b->want, b->error, (mpfr_ptr)0);
    b->worst = b->at = b->at_n = 0.0;
    seed = 1;
}

/* got against b->want, in units of the last place that a double of that size has. */
static void compare(Bench *b, double got, double x, double n)
{
    double ulps = got == 0.0 ? 0.0 : INFINITY;
    if (!mpfr_zero_p(b->want)) {
        mpfr_exp_t unit = mpfr_get_exp(b->want) - 53;
        mpfr_sub_d(b->error, b->want, got, MPFR_RNDN);
        mpfr_mul_2si(b->error, b->error, -(unit < -1074 ? -1074 : unit), MPFR_RNDN);
        ulps = fabs(mpfr_get_d(b->error, MPFR_RNDN));
    }
    if (!(ulps <= b->worst))
        b->worst = ulps, b->at = x, b->at_n = n;
}

static void end(Bench *b, const char *name, double most)
{
    print_message("%s: %.3f ulp at %a, %a\n", name, b->worst, b->at, b->at_n);
    mpfr_clears(b->x, b->n, b->want, b->error, (mpfr_ptr)0);
    mpfr_free_cache();
    if (!(b->worst < most)) {
        print_error("%s: %g ulp at %a, %a; below %g are promised\n", name, b->worst, b->at, b->at_n,
                    most);
        fail();
    }
}

/* ---- exp and log ---- */

/* Also where the multiple of ln 2 that is taken off changes. */
static double argument_of_exp(int i)
{
    switch (i % 4) {
    case 0: return between(-708.0, 709.0);
    case 1: return between(-45.0, 1.0);
    case 2: return beside((floor(between(-1020.0, 1021.0)) + 0.5) * 0.69314718055994531);
    default: return (i % 8 < 4 ? 1.0 : -1.0) * exp2(between(-60.0, 9.0));
    }
}

static void exp_is_right_below_one_ulp(void **state)
{
    Bench b;
    begin(&b);
    for (int i = 0; i < ELEMENTARY_POINTS; i++) {
        double x = argument_of_exp(i);
        mpfr_set_d(b.x, x, MPFR_RNDN);
        mpfr_exp(b.want, b.x, MPFR_RNDN);
        compare(&b, stn_exp_d(x), x, 0.0);
        if (fabs(x) <= 708.0)
            assert_true(stn_exp_within_d(x) == stn_exp_d(x));
    }
    end(&b, "exp", 1.0);
}

/* Also beside 1 and beside sqrt(2)*2^e, where the exponent that is taken off changes. */
static double argument_of_log(int i)
{
    switch (i % 5) {
    case 0: return exp2(between(-1074.0, 1023.9));
    case 1: return between(0.4, 2.5);
    case 2: return 1.0 + (i % 10 < 5 ? 1.0 : -1.0) * exp2(between(-52.0, -2.0));
    case 3: return beside(ldexp(1.4142135623730951, (int)between(-1000.0, 1000.0)));
    default: return beside(1.4142135623730951 * (i % 10 < 5 ? 1.0 : 0.5));
    }
}

static void log_is_right_below_one_ulp(void **state)
{
    Bench b;
    begin(&b);
    for (int i = 0; i < ELEMENTARY_POINTS; i++) {
        double x = argument_of_log(i);
        mpfr_set_d(b.x, x, MPFR_RNDN);
        mpfr_log(b.want, b.x, MPFR_RNDN);
        compare(&b, stn_log_d(x), x, 0.0);
    }
    end(&b, "log", 1.0);
}

/* ---- pow ---- */

/* Exponents of Stribeck curves and films; large ones of a base beside 1; results at both ends. */
static double base_and_exponent(int i, double *n)
{
    double x = exp2(between(-40.0, 40.0));
    *n = between(0.05, 10.0);
    if (i % 5 == 1)
        *n = 2.0 / 3.0;
    if (i % 5 == 2)
        x = exp2(between(-1000.0, 1000.0)), *n = between(-2.0, 2.0);
    if (i % 5 == 3)
        x = 1.0 + between(-0.3, 0.4) * exp2(between(-30.0, 0.0)),
        *n = between(-700.0, 700.0) / log(x);
    if (i % 5 == 4)
        x = argument_of_log(i), *n = between(-8.1, 8.1) / log(x);
    if (!isfinite(*n))
        *n = 3.0;
    const double size = fabs(*n * log(x));
    if (!(size <= 707.0))
        *n *= 706.0 / size;
    return x;
}

static void pow_is_right_below_two_ulp(void **state)
{
    Bench b;
    begin(&b);
    for (int i = 0; i < ELEMENTARY_POINTS; i++) {
        double n, x = base_and_exponent(i, &n);
        mpfr_set_d(b.x, x, MPFR_RNDN);
        mpfr_set_d(b.n, n, MPFR_RNDN);
        mpfr_pow(b.want, b.x, b.n, MPFR_RNDN);
        compare(&b, stn_pow(x, n), x, n);
    }
    end(&b, "pow", 2.0);
}

/* Of 1: a Stribeck curve adds it to numbers of that size. */
static void fade_is_right_to_rounding_of_one(void **state)
{
    Bench b;
    begin(&b);
    for (int i = 0; i < ELEMENTARY_POINTS; i++) {
        double n = i % 4 ? between(0.05, 5.0) : 0.5 * floor(between(1.0, 5.0));
        double x = exp(between(-30.0, 3.8) / n);
        mpfr_set_d(b.x, x, MPFR_RNDN);
        mpfr_set_d(b.n, n, MPFR_RNDN);
        mpfr_pow(b.want, b.x, b.n, MPFR_RNDN);
        mpfr_neg(b.want, b.want, MPFR_RNDN);
        mpfr_exp(b.want, b.want, MPFR_RNDN);
        mpfr_sub_d(b.error, b.want, stn_fade(x, n), MPFR_RNDN);
        double ulps = fabs(mpfr_get_d(b.error, MPFR_RNDN)) * 0x1p52;
        if (!(ulps <= b.worst))
            b.worst = ulps, b.at = x, b.at_n = n;
    }
    end(&b, "exp(-q^n)", 1.0);
}

static void two_thirds_is_right_below_two_ulp(void **state)
{
    Bench b;
    begin(&b);
    for (int i = 0; i < ELEMENTARY_POINTS; i++) {
        double x = argument_of_log(i);
        if (x < 0x1p-1022)
            continue;
        mpfr_set_d(b.x, x, MPFR_RNDN);
        mpfr_sqr(b.n, b.x, MPFR_RNDN);
        mpfr_cbrt(b.want, b.n, MPFR_RNDN);
        compare(&b, stn_two_thirds(x), x, 0.0);
    }
    end(&b, "x^(2/3)", 2.0);
}

/* ---- sin and cos ---- */

/* Turns, thousands of turns, any exponent, and doubles next to a multiple of pi/4: of odd ones, where the
 * multiple of pi/2 that is taken off changes, and of even ones, where sin or cos is as small as the rounding
 * of the argument. */
static double any_angle(int i)
{
    double sign = i % 2 ? 1.0 : -1.0;
    switch (i % 7) {
    case 0: return between(-7.0, 7.0);
    case 1: return sign * exp2(between(-30.0, 22.0));
    case 2: return sign * exp2(between(-1074.0, 1023.99));
    case 3: return beside(sign * floor(between(1.0, 2e6)) * 0.78539816339744828);
    case 4: return beside(sign * floor(exp2(between(0.0, 50.0))) * 0.78539816339744828);
    case 5: return beside(sign * 1048576.0);
    default: return between(-0.8, 0.8);
    }
}

static void sin_and_cos_are_right_below_one_ulp(void **state)
{
    Bench sine, cosine;
    begin(&sine);
    begin(&cosine);
    for (int i = 0; i < ELEMENTARY_POINTS; i++) {
        double x = any_angle(i), s, c;
        mpfr_set_d(sine.x, x, MPFR_RNDN);
        mpfr_sin_cos(sine.want, cosine.want, sine.x, MPFR_RNDN);
        compare(&sine, stn_sin_d(x), x, 0.0);
        compare(&cosine, stn_cos_d(x), x, 0.0);
        stn_sin_cos_d(x, &s, &c);
        assert_true(s == stn_sin_d(x) && c == stn_cos_d(x));
    }
    end(&sine, "sin", 1.0);
    end(&cosine, "cos", 1.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp_is_right_below_one_ulp),
        cmocka_unit_test(log_is_right_below_one_ulp),
        cmocka_unit_test(pow_is_right_below_two_ulp),
        cmocka_unit_test(fade_is_right_to_rounding_of_one),
        cmocka_unit_test(two_thirds_is_right_below_two_ulp),
        cmocka_unit_test(sin_and_cos_are_right_below_one_ulp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
