/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Each kind of compensation by itself, sample by sample, against its closed form. */
#include "run_scenario.h"

#define PI 3.14159265358979323846

/* A mass under a force u and sliding friction F, moved exactly from sample to sample, and a term that watches it. */
typedef struct {
    const StnCompensation *kind;
    double p[64], s[8], v;
    StnLoop loop;
} Watch;

static double *number(Watch *w, const char *name)
{
    double *at = w->p;
    for (int i = 0; i < w->kind->nparam; i++) {
        if (strcmp(w->kind->params[i]->name, name) == 0)
            return at;
        at += stn_param_width(w->kind->params[i]);
    }
    fail_msg("%s has no parameter %s", w->kind->name, name);
    return NULL;
}

static Watch watch(const char *kind, double Ts)
{
    Watch w = {.kind = stn_compensation_find(kind), .loop = {.Ts = Ts}};
    assert_non_null(w.kind);
    for (int i = 0, at = 0; i < w.kind->nparam; i++) {
        const int width = stn_param_width(w.kind->params[i]);
        for (int k = 0; k < width; k++)
            w.p[at + k] = isnan(w.kind->params[i]->def) ? 0.0 : w.kind->params[i]->def;
        at += width;
    }
    return w;
}

/* While friction F is constant the error of d falls by 1 - L*Ts with every sample. */
static void a_disturbance_observer_forgets_its_error_by_one_factor(void **state)
{
    const double L = 20.0, Ts = 1e-3, m = 2.0, F = 1.5, u = 4.0;
    Watch w = watch("disturbance_observer", Ts);
    double v = 0.3, left = 0.0;
    (void)state;
    *number(&w, "L") = L, *number(&w, "m") = m;
    for (int k = 0; k < 200; k++) {
        w.loop.v = v;
        assert_true(w.kind->act(w.p, &w.loop, w.s) == -w.s[0]);
        if (k == 0)
            left = w.s[0] + F;
        NEAR(w.s[0] + F, left * pow(1.0 - L * Ts, k), 1e-12 * fabs(left));
        w.loop.u = u;
        w.kind->learn(w.p, &w.loop, w.s);
        v += Ts * (u - F) / m;
    }
}

/* From rest the estimate grows as 1 - exp(-k*t/m); sampled, (1 - k*Ts/m)^n stands for the exponential. */
static void an_adaptive_estimate_grows_exponentially_to_the_level(void **state)
{
    const double k = 2.0, Ts = 1e-3, m = 4.0, Fc = 1.25, sigma2 = 0.4, u = 3.0;
    Watch w = watch("adaptive", Ts);
    double v = 1e-9;
    (void)state;
    *number(&w, "k") = k, *number(&w, "m") = m, *number(&w, "eps") = 1e-3;
    number(&w, "sigma2")[0] = number(&w, "sigma2")[1] = sigma2;
    for (int n = 0; n < 4000; n++) {
        w.loop.v = v;
        const double F = w.kind->act(w.p, &w.loop, w.s);
        NEAR(w.s[0], Fc * (1.0 - pow(1.0 - k * Ts / m, n)), 1e-8); /* v begins with 1e-9 m/s */
        NEAR(w.s[0], Fc * (1.0 - exp(-k * n * Ts / m)), 2e-3 * Fc);
        NEAR(F, w.s[0] * tanh(v / 1e-3), 1e-12);
        w.loop.u = u;
        w.kind->learn(w.p, &w.loop, w.s);
        v += Ts * (u - Fc - sigma2 * v) / m;
    }
}

static void a_push_is_whole_at_the_edge_of_its_band_and_fades_with_speed(void **state)
{
    Watch w = watch("push", 1e-3);
    (void)state;
    *number(&w, "band") = 0.01, *number(&w, "fade") = 0.02, *number(&w, "k_load") = 0.1;
    number(&w, "Cs_forward")[0] = 1.5, number(&w, "Cs_forward")[1] = 0.5;
    number(&w, "Cs_backward")[0] = 2.0;
    w.loop.x = 2.0, w.loop.e = -0.005,
    w.loop.load = -3.0; /* below the target: forward, 1.5 + 0.5*2 + 0.1*3 */
    NEAR(w.kind->act(w.p, &w.loop, w.s), 0.5 * 2.8, 1e-15);
    w.loop.e = 0.5;
    NEAR(w.kind->act(w.p, &w.loop, w.s), -2.3, 1e-15);
    w.loop.v = -0.03;
    NEAR(w.kind->act(w.p, &w.loop, w.s), -2.3 * exp(-2.25), 1e-15);
    w.loop.e = 0.0;
    assert_true(w.kind->act(w.p, &w.loop, w.s) == 0.0);
}

static void a_dither_has_its_wave(void **state)
{
    static const double at[] = {0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875};
    static const double triangle[] = {0.0, 0.5, 1.0, 0.5, 0.0, -0.5, -1.0, -0.5};
    Watch w = watch("dither", 1e-3);
    (void)state;
    *number(&w, "A") = 2.0, *number(&w, "f") = 4.0;
    for (int turn = 0; turn < 3; turn++)
        for (int k = 0; k < COUNT(at); k++) {
            w.loop.t = (turn + at[k]) / 4.0;
            *number(&w, "shape") = 0.0;
            NEAR(w.kind->act(w.p, &w.loop, w.s), 2.0 * sin(2.0 * PI * at[k]), 1e-14);
            *number(&w, "shape") = 1.0;
            if (at[k] != 0.5) /* there it jumps */
                assert_true(w.kind->act(w.p, &w.loop, w.s) == (at[k] < 0.5 ? 2.0 : -2.0));
            *number(&w, "shape") = 2.0;
            NEAR(w.kind->act(w.p, &w.loop, w.s), 2.0 * triangle[k], 1e-14);
        }
}

/* Pulses of 3 samples every 10, towards the target, while the error is larger than the band. */
static void a_knocker_knocks_in_time(void **state)
{
    Watch w = watch("knocker", 1e-3);
    (void)state;
    *number(&w, "A") = 5.0, *number(&w, "band") = 0.1;
    *number(&w, "width") = 3e-3, *number(&w, "period") = 10e-3;
    for (int n = 0; n < 45; n++) {
        w.loop.e = n < 5 ? 0.05 : n < 26 ? 0.2 : n < 37 ? -0.2 : 0.0;
        const double F = w.kind->act(w.p, &w.loop, w.s);
        const bool pulse =
            (n >= 5 && n < 8) || (n >= 15 && n < 18) || (n >= 25 && n < 28) || (n >= 35 && n < 38);
        CHECK(F == (!pulse ? 0.0 : n < 35 ? -5.0 : 5.0), "sample %d: %g", n, F);
    }
}

/* Of the observer at a constant speed z ends at g(v)/sigma0, and the force is the law's. */
static void an_observer_ends_at_the_steady_friction_of_lugre(void **state)
{
    Watch w = watch("observer", 1e-3);
    double F = 0.0;
    (void)state;
    for (int side = 0; side < 2; side++) {
        number(&w, "Fs")[side] = 1.5, number(&w, "Fc")[side] = 1.0, number(&w, "vs")[side] = 1e-3;
        number(&w, "sigma0")[side] = 1e5, number(&w, "sigma1")[side] = 300.0;
        number(&w, "sigma2")[side] = 0.4;
    }
    w.loop.v = -5e-4;
    for (int n = 0; n < 2000; n++)
        F = w.kind->act(w.p, &w.loop, w.s);
    const double g = 1.0 + 0.5 * exp(-0.25);
    NEAR(F, -g - 0.4 * 5e-4, 1e-9);
    NEAR(w.s[0], -g / 1e5, 1e-14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disturbance_observer_forgets_its_error_by_one_factor),
        cmocka_unit_test(an_adaptive_estimate_grows_exponentially_to_the_level),
        cmocka_unit_test(a_push_is_whole_at_the_edge_of_its_band_and_fades_with_speed),
        cmocka_unit_test(a_dither_has_its_wave),
        cmocka_unit_test(a_knocker_knocks_in_time),
        cmocka_unit_test(an_observer_ends_at_the_steady_friction_of_lugre),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
