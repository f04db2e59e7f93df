/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The elementary functions of the kernels at special values (test_elementary.c has their accuracy), and their
 * complex-step derivatives; then every law: its complex twin against the scalar one and against differences. */
#define STN_CSTEP
#include "stiction/core.h"
typedef StnSite PlainSite; /* the double forms, before real.h renames the kernel types */
typedef StnRel PlainRel;
typedef StnFric PlainFric;
#include "kernel/table.h"
#include "core/friction_set.h"
#include "laws/laws.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "random_numbers.h"

/* ---- Special values ---- */

/* Distance in units of the last place of `want`. */
static double ulps(double got, long double want)
{
    long double unit = ldexpl(1.0L, ilogbl(want) - 52);
    return (double)(fabsl((long double)got - want) / unit);
}

#define REQUIRE(condition, ...)       \
    do {                              \
        if (!(condition)) {           \
            print_error(__VA_ARGS__); \
            fail();                   \
        }                             \
    } while (0)

static void exp_stays_finite_at_the_ends(void **state)
{
    assert_true(stn_exp_d(0.0) == 1.0);
    assert_true(stn_exp_d(-1e300) == stn_exp_d(-708.0) && stn_exp_d(-708.0) > 0.0);
    assert_true(stn_exp_d(1e300) == stn_exp_d(709.0) && isfinite(stn_exp_d(709.0)));
    assert_true(isnan(stn_exp_d(NAN)));
    assert_true(stn_exp_d(5e-324) == 1.0);
}

static void log_and_pow_have_their_ends(void **state)
{
    assert_true(stn_log_d(1.0) == 0.0);
    assert_true(isfinite(stn_log_d(DBL_MAX)) && stn_log_d(INFINITY) == INFINITY);
    assert_true(stn_log_d(0.0) == -INFINITY && isnan(stn_log_d(-1.0)) && isnan(stn_log_d(NAN)));
    assert_true(stn_pow(0.0, 0.7) == 0.0 && stn_pow(1.0, 0.7) == 1.0);
    assert_true(stn_pow(3.0, 2.0) == 9.0 && stn_pow(16.0, 0.75) == 8.0);
    /* below the normal numbers by exp(n*log x): 2 + 2.5*|n*log x| ulp */
    assert_true(ulps(__real__ stn_pow(5e-324, 0.1), powl((long double)5e-324, (long double)0.1)) <
                200.0);
    assert_true(stn_pow(0.0, 0.0) == 1.0 && stn_pow(7.0, 0.0) == 1.0);
    assert_true(isfinite(__real__ stn_pow(0.0, -1.0)) && isfinite(__real__ stn_pow(1e300, 9.0)));
    assert_true(__real__ stn_pow(1e300, 1e300) == stn_exp_d(709.0) &&
                __real__ stn_pow(1e-300, 1e300) == stn_exp_d(-708.0));
    assert_true(isnan(__real__ stn_pow(NAN, 0.5)));
    assert_true(stn_two_thirds(0.0) == 0.0 && stn_two_thirds(1.0) == 1.0 &&
                stn_two_thirds(27.0) == 9.0);
    assert_true(stn_two_thirds(-1.0) == 0.0 && isnan(__real__ stn_two_thirds(NAN)));
    assert_true(stn_pow(-1e-12, 0.7) == 0.0); /* a velocity a rounding beyond its zero */
}

/* Random arguments of every size: turns, thousands of turns, any exponent, and doubles next to a
 * multiple of pi/2, where sin or cos is as small as the rounding of the argument. */
static double any_angle(int i)
{
    double sign = i % 2 ? 1.0 : -1.0;
    switch (i % 5) {
    case 0: return between(-7.0, 7.0);
    case 1: return sign * exp2(between(-30.0, 22.0));
    case 2: return sign * exp2(between(-1000.0, 1023.9));
    case 3: return sign * floor(between(1.0, 1e6)) * 1.5707963267948966;
    default: return sign * floor(exp2(between(0.0, 50.0))) * 1.5707963267948966;
    }
}

/* Expected, to 30 digits by arbitrary precision: sin 1e22, cos 1e22; the double next to a multiple of
 * pi/2 is 6381956970095103*2^797 (Muller 2006), cos = -4.687165924254627611122582801963884e-19. */
static void special_angles_are_right(void **state)
{
    assert_true(ulps(stn_sin_d(1e22), -0.8522008497671888017727059L) < 1.0);
    assert_true(ulps(stn_cos_d(1e22), 0.523214785395138945497L) < 1.0);
    double worst = ldexp(6381956970095103.0, 797);
    assert_true(ulps(stn_cos_d(worst), -4.687165924254627611122582801963884e-19L) < 1.0);
    assert_true(stn_sin_d(worst) == 1.0);
    assert_true(stn_cos_d(0.0) == 1.0 && stn_cos_d(1e-300) == 1.0);
    assert_true(isnan(stn_sin_d(INFINITY)) && isnan(stn_cos_d(-INFINITY)) &&
                isnan(stn_sin_d(NAN)) && isnan(stn_cos_d(NAN)));
    for (int i = 0; i < 1000; i++) {
        double x = any_angle(i);
        assert_true(stn_sin_d(-x) == -stn_sin_d(x) && stn_cos_d(-x) == stn_cos_d(x));
    }
}

/* ---- Complex step: d f/d x = Im f(x + i*e)/e ---- */

#define TINY 1e-40

static real with_step(double x)
{
    real z = x;
    __imag__ z = TINY;
    return z;
}
static double slope(real f) { return __imag__ f / TINY; }

static void near(const char *what, double x, double got, double want, double tolerance)
{
    REQUIRE(fabs(got - want) <= tolerance * (fabs(want) + 1e-300),
            "%s at %g: slope %.17g, want %.17g\n", what, x, got, want);
}

/* Expected: the derivatives of the calculus books, by libm. */
static void complex_slopes_are_the_derivatives(void **state)
{
    for (int i = 0; i < 2000; i++) {
        double x = between(-30.0, 30.0), q = exp2(between(-20.0, 20.0)), n = between(0.1, 5.0);
        double a = between(-1.5, 1.5);
        near("exp", x, slope(stn_exp(with_step(x))), exp(x), 1e-14);
        near("log", q, slope(stn_log(with_step(q))), 1.0 / q, 1e-15);
        near("sqrt", q, slope(stn_sqrt(with_step(q))), 0.5 / sqrt(q), 1e-15);
        near("pow", q, slope(stn_pow(with_step(q), n)), n * pow(q, n - 1.0), 1e-12);
        near("two_thirds", q, slope(stn_two_thirds(with_step(q))), 2.0 / 3.0 * pow(q, -1.0 / 3.0),
             1e-15);
        near("sin", a, slope(stn_sin(with_step(a))), cos(a), 1e-15);
        double far = any_angle(i);
        near("cos", a, slope(stn_cos(with_step(a))), -sin(a), 1e-15);
        if (fabs(far) > 1.5707963267948966)
            near("sin", far, slope(stn_sin(with_step(far))), cos(far), 1e-15);
        near("square", q, slope(stn_pow(with_step(q), 2.0)), 2.0 * q, 1e-15);
        double fade = exp(-pow(q, n));
        near("fade", q, slope(stn_fade(with_step(q), n)),
             pow(q, n) < STN_DECAY_END ? -n * pow(q, n - 1.0) * fade : 0.0, 1e-12);
        near("decay", q, slope(stn_decay(with_step(q))), q < STN_DECAY_END ? -exp(-q) : 0.0, 1e-14);
    }
}

static void nan_goes_through_the_vocabulary(void **state)
{
    assert_true(isnan(__real__ stn_max(NAN, 1.0)) && isnan(__real__ stn_min(NAN, 1.0)));
    assert_true(isnan(__real__ stn_bound(NAN, -1.0, 1.0)));
}

/* ---- Relations ---- */

static void a_clip_freezes_and_publishes_its_guard(void **state)
{
    real mode = 0.0, guard = 0.0, next = 0.0;
    StnRel r = {&mode, &guard, &next, 1, NULL, NULL};
    assert_true(stn_clip(&r, 0, 2.0, -1.0, 1.0) == 1.0 && mode == 1.0 && guard == 1.0 &&
                next == 0.0);
    assert_true(stn_clip(&r, 0, -3.0, -1.0, 1.0) == -1.0 && mode == -1.0 && guard == 2.0);
    assert_true(stn_clip(&r, 0, 0.75, -1.0, 1.0) == 0.75 && mode == 0.0 && guard == 0.25 &&
                next == 1.0);
    r.live = 0;
    assert_true(stn_clip(&r, 0, 1.5, -1.0, 1.0) == 1.5 &&
                guard == -0.5); /* frozen: the piece goes on */
}

static void a_side_freezes_and_publishes_its_guard(void **state)
{
    real mode = 0.0, guard = 0.0, next = 0.0;
    StnRel r = {&mode, &guard, &next, 1, NULL, NULL};
    assert_true(stn_side(&r, 0, 0.5, 7.0, 8.0) == 7.0 && mode == 1.0 && guard == 0.5 &&
                next == -1.0);
    assert_true(stn_side(&r, 0, 0.0, 7.0, 8.0) == 8.0 && mode == -1.0); /* "plus" only above zero */
    r.live = 0;
    assert_true(stn_side(&r, 0, 0.5, 7.0, 8.0) == 8.0 && guard == -0.5);
}

/* ---- Laws: the complex twins ---- */

#define LAW_ROW(law) {STN_KERNEL_##law},
static const StnLawKernel twins[] = {STN_LAW_LIST(LAW_ROW)};

enum { P = 120, N = 40 };
typedef struct {
    const StnLaw *law;
    double p[P], s[N], mode[N];
    int number, n, nstate, nrel, choice[STN_CHOICES_MAX];
    PlainSite in;
} Probe;

/* A law with asymmetric levels and every option that has a state. */
static Probe probe(const StnLaw *law)
{
    Probe b = {.law = law};
    StnFrictionSet set;
    StnContext context = {2.0, 1e-4, NAN, NAN, NAN, 0.3, 0};
    stn_friction_defaults(&set);
    double given[][3] = {
        {STN_PAR_Fs, 1.6, 1.4},    {STN_PAR_Fc, 1.1, 0.9},      {STN_PAR_sigma2, 0.4, 0.5},
        {STN_PAR_vs, 0.01, 0.02},  {STN_PAR_n, 0.9, 2.0},       {STN_PAR_sigma0, 1e3, 2e3},
        {STN_PAR_T, 0.2, 0.1},     {STN_PAR_z_max, 1e-3, 2e-3}, {STN_PAR_Fs_inf, 2.0, 2.0},
        {STN_PAR_eps, 0.05, 0.05}, {STN_PAR_tau_m, 0.1, 0.1}};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        int k = (int)given[i][0];
        set.value[k][0] = given[i][1], set.value[k][1] = given[i][2];
        set.count[k] = 2, set.given[k] = true;
    }
    set.value[STN_PAR_stick][0] = 2.0; /* preisach */
    stn_friction_derive(&set, law, &context);
    int at = 0;
    for (int i = 0; i < law->nparam; i++) {
        int k = 0, width = stn_param_width(law->params[i]);
        while (strcmp(stn_friction_parameter_at(k)->name, law->params[i]->name) != 0)
            k++;
        memcpy(b.p + at, set.value[k], (size_t)width * sizeof(double));
        at += width;
    }
    b.n = law->vector ? set.count[STN_PAR_nu] : 0;
    stn_law_self(law, b.p, b.n, b.choice);
    b.nstate = law->nstate + (b.n ? b.n - 1 : 0);
    b.nrel = law->nrel + (b.n ? b.n - 1 : 0);
    return b;
}

typedef struct {
    double F, M, rate[N], guard[N], lo, hi;
} Answer;

static Answer plain(const Probe *b, const double *s, const PlainSite *in, double *mode, int live)
{
    Answer a = {0};
    double next[N] = {0};
    PlainRel r = {mode, a.guard, next, live, NULL, NULL};
    StnSelf self = {b->choice, b->n, NULL};
    PlainFric f = b->law->slide(&self, b->p, s, in, &r, a.rate);
    a.F = f.F, a.M = f.M;
    return a;
}

/* The same through the complex twin; the imaginary step stands in the perturbed argument. */
static void twin(const Probe *b, const real *s, const StnSite *in, const double *mode,
                 Answer *value, Answer *slopes)
{
    real p[P], m[N], guard[N] = {0}, next[N] = {0}, rate[N] = {0};
    for (int i = 0; i < P; i++)
        p[i] = b->p[i];
    for (int i = 0; i < N; i++)
        m[i] = mode[i];
    StnRel r = {m, guard, next, 0, NULL, NULL};
    StnSelf self = {b->choice, b->n, NULL};
    StnFric f = twins[b->number].slide(&self, p, s, in, &r, rate);
    value->F = __real__ f.F, value->M = __real__ f.M;
    slopes->F = slope(f.F), slopes->M = slope(f.M);
    for (int i = 0; i < b->nstate; i++)
        value->rate[i] = __real__ rate[i], slopes->rate[i] = slope(rate[i]);
    for (int k = 0; k < b->nrel; k++)
        value->guard[k] = __real__ guard[k], slopes->guard[k] = slope(guard[k]);
}

static void random_point(Probe *b)
{
    double dir = between(-1.0, 1.0) > 0.0 ? 1.0 : -1.0;
    b->in = (PlainSite){.v = dir * between(1e-3, 0.06),
                        .x = between(-1.0, 1.0),
                        .h = between(-2.0, 2.0),
                        .m = 2.0,
                        .load = between(-1.0, 1.0),
                        .dir = dir};
    for (int i = 0; i < b->nstate; i++) {
        const StnVar *var = &b->law->states[i < b->law->nstate ? i : b->law->nstate - 1];
        /* bristles about as far out as they come: Fs/sigma0 is 1e-3 here */
        b->s[i] = (strcmp(var->unit, "$x") == 0 ? 2e-3 : var->scale) * between(-0.4, 0.4);
    }
    for (int k = 0; k < N; k++)
        b->mode[k] = 0.0;
}

static void same(const Probe *b, const char *what, double a, double c)
{
    REQUIRE(a == c, "%s, %s: scalar %.17g, complex twin %.17g\n", b->law->name, what, a, c);
}

/* Complex division is not the scalar one, so values agree to rounding, not to the bit. */
static void close_to(const Probe *b, const char *what, double a, double c, double size,
                     double tolerance)
{
    REQUIRE(fabs(a - c) <= tolerance * (fabs(a) + size), "%s, %s: %.17g against %.17g\n",
            b->law->name, what, a, c);
}

static void to_complex(const Probe *b, real *s, StnSite *in)
{
    for (int i = 0; i < N; i++)
        s[i] = b->s[i];
    *in = (StnSite){.v = b->in.v,
                    .x = b->in.x,
                    .h = b->in.h,
                    .m = b->in.m,
                    .load = b->in.load,
                    .a = b->in.a,
                    .dir = b->in.dir};
}

static void check_value(Probe *b)
{
    real s[N];
    StnSite in;
    Answer value = {0}, slopes = {0}, a = plain(b, b->s, &b->in, b->mode, 1);
    to_complex(b, s, &in);
    twin(b, s, &in, b->mode, &value, &slopes);
    close_to(b, "F", a.F, value.F, 1.0, 1e-14);
    same(b, "M", a.M, value.M);
    for (int i = 0; i < b->nstate; i++)
        close_to(b, b->law->states[i < b->law->nstate ? i : b->law->nstate - 1].name, a.rate[i],
                 value.rate[i], 1e-12, 1e-13);
}

/* Expected: central differences of the scalar law with frozen modes; step 1e-5 of the size, so the
 * error is about 1e-10 of the third derivative plus 1e-11 of rounding. */
static void check_slope(Probe *b, int j)
{
    real s[N];
    StnSite in;
    Answer value = {0}, slopes = {0};
    to_complex(b, s, &in);
    real *z = j < b->nstate ? &s[j] : j == b->nstate ? &in.v : j == b->nstate + 1 ? &in.h : &in.x;
    double *x = j < b->nstate        ? &b->s[j]
                : j == b->nstate     ? &b->in.v
                : j == b->nstate + 1 ? &b->in.h
                                     : &b->in.x;
    double keep = *x, step = 1e-5 * (fabs(keep) > 0.0 ? fabs(keep) : 1.0);
    __imag__ *z = TINY;
    twin(b, s, &in, b->mode, &value, &slopes);
    *x = keep + step;
    Answer up = plain(b, b->s, &b->in, b->mode, 0);
    *x = keep - step;
    Answer down = plain(b, b->s, &b->in, b->mode, 0);
    *x = keep;
    double size = (fabs(up.F) + fabs(down.F)) / step * 1e-10;
    close_to(b, "dF", (up.F - down.F) / (2.0 * step), slopes.F, size + 1e-9, 2e-6);
    for (int i = 0; i < b->nstate; i++)
        close_to(b, "drate", (up.rate[i] - down.rate[i]) / (2.0 * step), slopes.rate[i],
                 (fabs(up.rate[i]) + 1e-9) / step * 1e-9, 2e-6);
}

static void every_law_has_a_complex_twin_that_agrees(void **state)
{
    for (int l = 0; l < stn_law_count(); l++) {
        Probe b = probe(stn_law_at(l));
        b.number = l;
        for (int trial = 0; trial < 300; trial++) {
            random_point(&b);
            check_value(&b);
            for (int j = 0; j < b.nstate + 3; j++)
                check_slope(&b, j);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp_stays_finite_at_the_ends),
        cmocka_unit_test(log_and_pow_have_their_ends),
        cmocka_unit_test(special_angles_are_right),
        cmocka_unit_test(complex_slopes_are_the_derivatives),
        cmocka_unit_test(nan_goes_through_the_vocabulary),
        cmocka_unit_test(a_clip_freezes_and_publishes_its_guard),
        cmocka_unit_test(a_side_freezes_and_publishes_its_guard),
        cmocka_unit_test(every_law_has_a_complex_twin_that_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
