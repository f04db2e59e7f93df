/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Bristle and Maxwell-slip laws, on the law alone. */
#include "law_bench.h"

/* ---- Bristles ---- */

/* Steady state of each bristle equation: dz/dt = 0 at z = g/sigma0, FF = g + sigma2*v. */
static void bristles_settle_on_the_curve(void **state)
{
    Bench b;
    bench_start(&b, "lugre");
    GIVE(&b, sigma2, 0.4), GIVE(&b, n, 0.9);
    bench_ready(&b);
    for (double v = 1e-6; v < 1.0; v *= 7.0) {
        b.s[0] = curve(&b, v) / VAL(&b, sigma0)[0];
        NEAR(slide(&b, v, 1.0).F, curve(&b, v) + 0.4 * v, 1e-12);
        NEAR(b.rate[0] / v, 0.0, 1e-14);
    }
    bench_start(&b, "dahl");
    bench_ready(&b);
    b.s[0] = -1.0 / VAL(&b, sigma0)[0];
    NEAR(slide(&b, -0.3, -1.0).F, -1.0, 1e-15);
    NEAR(b.rate[0], 0.0, 1e-16);
}

/* friction.md, section 4: hss, the time constants, Fc + [(1 - hss)*Fs - Fc]*exp(-(|v|/vs)^n) + sigma2*v;
 * numbers of the cylinder in plants.md, forward. */
static void film_settles_and_lags(void **state)
{
    Bench b;
    bench_start(&b, "lugre_new_modified");
    GIVE(&b, Fs, 830.0), GIVE(&b, Fc, 210.0), GIVE(&b, vs, 0.0125), GIVE(&b, n, 0.7),
        GIVE(&b, vb, 0.05);
    GIVE(&b, sigma0, 5e6), GIVE(&b, sigma1, 0.1), GIVE(&b, sigma2, 330.0), GIVE(&b, T, 0.33);
    bench_ready(&b);
    for (double v = 1e-4; v < 0.3; v *= 3.0) {
        double hss = (1.0 - 210.0 / 830.0) * pow(fmin(v, 0.05) / 0.05, 2.0 / 3.0);
        double g = 210.0 + ((1.0 - hss) * 830.0 - 210.0) * exp(-pow(v / 0.0125, 0.7));
        b.s[0] = g / 5e6, b.s[1] = hss;
        StnFric f = slide(&b, v, 1.0);
        NEAR(f.F, g + 330.0 * v, 1e-9);
        NEAR(f.M, 330.0 * 0.33, 1e-12); /* the lead is an added mass */
        NEAR(b.rate[1], 0.0, 1e-14);
        b.s[1] = hss - 0.1;
        slide(&b, v, 1.0);
        NEAR(b.rate[1], 0.1 / 0.25, 1e-13); /* growing: tau_hp */
        b.s[1] = hss + 0.1;
        slide(&b, v, 1.0);
        NEAR(b.rate[1], -0.1 / 1.5, 1e-13); /* shrinking: tau_hn */
    }
    b.s[1] = 0.4;
    slide(&b, 0.0, 0.0);
    NEAR(b.rate[1], -0.4 / 40.0, 1e-15); /* imposed standstill: tau_h0 */
}

/* Dupont et al. 2002 as friction.md has it: 0, 1 and the sine between; 0 against the motion. */
static void elastoplastic_alpha_has_its_regions(void **state)
{
    Bench b;
    bench_start(&b, "elastoplastic");
    bench_ready(&b);
    double s0 = VAL(&b, sigma0)[0], z_ba = VAL(&b, z_ba)[0], v = 2e-3, z_m = curve(&b, v) / s0;
    struct {
        double z, alpha;
    } at[] = {{0.5 * z_ba, 0.0},
              {z_ba, 0.0},
              {-z_m, 0.0},
              {-2.0 * z_m, 0.0},
              {0.5 * (z_ba + z_m), 0.5},
              {z_m, 1.0},
              {1.3 * z_m, 1.0},
              {z_ba + 0.75 * (z_m - z_ba), 0.5 + 0.5 * sqrt(0.5)}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        b.s[0] = at[i].z;
        slide(&b, v, 1.0);
        NEAR(b.rate[0], v * (1.0 - at[i].alpha * at[i].z / z_m), 1e-15 * fabs(at[i].z) / z_m);
        b.s[0] = -at[i].z;
        slide(&b, -v, -1.0);
        NEAR(b.rate[0], -v * (1.0 - at[i].alpha * at[i].z / z_m), 1e-15 * fabs(at[i].z) / z_m);
    }
}

/* plants.md, block, no drift: LuGre drifts away; elastoplastic and hybrid stay within [0, z_max]. */
static double no_drift_end(const char *law)
{
    Bench b;
    bench_start(&b, law);
    GIVE(&b, Fc, 1.0), GIVE(&b, Fs, 1.1), GIVE(&b, vs, 0.1), GIVE(&b, z_max, 0.01),
        GIVE(&b, z_ba, 0.009);
    GIVE(&b, sigma0, 110.0), GIVE(&b, sigma1, 2.0 * sqrt(110.0));
    b.context.dt = 1e-3;
    bench_ready(&b);
    for (int k = 0; k < 60000; k++) {
        double t = k * 1e-3, ramp = fmin(t / 5.0, 1.0);
        step(&b, 1.1 * (0.6 * ramp + (t >= 5.0 ? 0.3 * sin(6.283185307179586 * (t - 5.0)) : 0.0)));
        if (strcmp(law, "lugre") != 0 && !(b.x >= -1e-9 && b.x <= 0.01))
            fail_msg("%s: x = %g at %g s", law, b.x, t);
    }
    return b.x;
}

static void only_lugre_drifts(void **state)
{
    assert_true(no_drift_end("lugre") > 0.05);
    NEAR(no_drift_end("elastoplastic"), 0.006, 0.002); /* 0.6*Fs/sigma0 in the mean */
    NEAR(no_drift_end("hybrid"), 0.006, 0.002);
}

/* ---- Maxwell-slip ---- */

static void gms_saturates_at_the_curve(void **state)
{
    Bench b;
    bench_start(&b, "gms");
    bench_ready(&b);
    double v = 2e-3, level = curve(&b, v), sum = 0.0;
    for (int i = 0; i < b.self.n; i++) { /* slipping and settled: dF_i/dt = 0 at nu_i*s */
        b.s[i] = VAL(&b, nu)[i] * level;
        b.mode[STN_REL(gms, element) + i] = 1.0;
    }
    NEAR(slide(&b, v, 1.0).F, level, 1e-13);
    for (int i = 0; i < b.self.n; i++) {
        NEAR(b.rate[i], 0.0, 1e-12);
        assert_true(b.guard[STN_REL(gms, element) + i] == 1.0); /* until v reaches 0 */
        sum += VAL(&b, nu)[i];
    }
    NEAR(sum, 1.0, 1e-15);
    b.mode[STN_REL(gms, element)] = 0.0, b.s[0] = 0.5 * VAL(&b, nu)[0] * level;
    slide(&b, v, 1.0);
    NEAR(b.rate[0], VAL(&b, k)[0] * v, 1e-12);
    NEAR(b.guard[STN_REL(gms, element)], 0.5 * VAL(&b, nu)[0] * level, 1e-15);
    assert_true(b.next[STN_REL(gms, element)] == 1.0);
    b.in.v = 0.0, b.in.dir = -1.0, b.in.a = 1.0; /* v has turned: all stick */
    b.law->decide(&b.self, b.p, b.s, &b.in, &b.r);
    for (int i = 0; i < b.self.n; i++)
        assert_true(b.mode[STN_REL(gms, element) + i] == 0.0);
}

/* LuGre's virgin curve Fs*(1 - exp(-sigma0*x/Fs)); the elements were chosen to stay within 1.71 %. */
static void derived_elements_follow_the_curve_of_lugre(void **state)
{
    Bench b;
    bench_start(&b, "gms");
    bench_ready(&b);
    double worst = 0.0, stiffness = 0.0, Fs = VAL(&b, Fs)[0], s0 = VAL(&b, sigma0)[0];
    for (int i = 0; i < 4; i++)
        stiffness += VAL(&b, k)[i];
    NEAR(stiffness / s0, 1.0, 1e-12);
    for (double x = 0.0; x < 10.0 * Fs / s0; x += 0.01 * Fs / s0) {
        double F = 0.0;
        for (int i = 0; i < 4; i++)
            F += fmin(VAL(&b, k)[i] * x, VAL(&b, nu)[i] * Fs);
        worst = fmax(worst, fabs(F / Fs - (1.0 - exp(-s0 * x / Fs))));
    }
    NEAR(worst, 0.01707, 1e-5);
}

/* Slow motion to `to`: the fixed step with so large a mass that v stays as it is set. */
static double drag(Bench *b, double to)
{
    enum { STEPS = 4000 };
    double v = (to - b->x) / (STEPS * b->in.dt);
    for (int k = 0; k < STEPS; k++) {
        b->in.m = 1e6, b->in.v = v;
        step(b, 0.0);
    }
    return b->FF;
}

/* The same through slide() and decide(), as the event engine sees them; v so low that only the elastic
 * part is left. */
static double creep(Bench *b, double to)
{
    enum { STEPS = 4000 };
    double dir = sign(to - b->x), v = dir * 1e-9, dt = (to - b->x) / v / STEPS;
    b->in.v = 0.0, b->in.a = b->in.dir, b->in.dir = dir;
    b->law->decide(&b->self, b->p, b->s, &b->in, &b->r);
    b->r.live = 0;
    for (int k = 0; k < STEPS; k++) {
        slide(b, v, dir);
        for (int j = 0; j < b->law->nstate + b->self.n - 1; j++)
            b->s[j] += dt * b->rate[j];
        b->x += dt * v;
        slide(b, v, dir);
        for (int j = 0; j < b->law->nrel + b->self.n - 1; j++)
            if (b->guard[j] <= 0.0)
                b->mode[j] = b->next[j];
    }
    return slide(b, v, dir).F;
}

/* Nonlocal memory: an inner loop closes, and the outer branch goes on as if it had not been.  One
 * element leaves its limit up to a step late: 1/4000 of an arc, 1e-3 of the force. */
static void memory_is_nonlocal(Bench *b, double reach, double (*move)(Bench *, double))
{
    Bench plain = *b;
    plain.r = (StnRel){plain.mode, plain.guard, plain.next, plain.r.live, NULL, NULL};
    move(b, reach);
    double outer = move(b, 0.2 * reach);
    double inner = move(b, 0.6 * reach);
    assert_true(inner - outer > 0.1); /* it is a loop */
    NEAR(move(b, 0.2 * reach), outer, 2e-3);
    move(&plain, reach);
    NEAR(move(b, -0.5 * reach), move(&plain, -0.5 * reach), 2e-3);
}

static void inner_loops_close(void **state)
{
    Bench b;
    bench_start(&b, "gms");
    GIVE(&b, Fs, 1.0), GIVE(&b, C, 1e9);
    bench_ready(&b);
    memory_is_nonlocal(&b, 1e-5, drag);
    for (int stick = hybrid_MAXWELL; stick <= hybrid_PREISACH; stick++) {
        bench_start(&b, "hybrid");
        GIVE(&b, Fs, 1.0), GIVE(&b, z_max, 1e-3), GIVE(&b, stick, stick);
        bench_ready(&b);
        assert_true(b.law->check(&b.self, b.p, &b.context) == NULL);
        memory_is_nonlocal(&b, 0.8e-3, creep);
    }
}

/* preisach.h: f(y) = level*q*(2 - q); after a turn twice the curve at half the way; the mirror image of
 * the first turn wipes it out. */
static void preisach_runs_its_branches(void **state)
{
    StnPreisach o = {2.0, 1.0, 4};
    double turn[4] = {0}, depth = 0.0;
    NEAR(stn_preisach_at(&o, turn, depth, 0.5).F, 1.5, 1e-15);
    NEAR(stn_preisach_at(&o, turn, depth, 3.0).F, 2.0, 1e-15);
    stn_preisach_turn(&o, turn, &depth, 0.5, 1.0); /* goes on: no turn */
    assert_true(depth == 0.0);
    stn_preisach_turn(&o, turn, &depth, 0.5, -1.0);
    assert_true(depth == 1.0 && turn[0] == 0.5);
    NEAR(stn_preisach_at(&o, turn, depth, 0.1).F, 1.5 - 2.0 * 2.0 * 0.2 * 1.8, 1e-15);
    StnBranch b = stn_preisach_at(&o, turn, depth, -0.5);
    NEAR(b.F, -1.5, 1e-15);
    NEAR(b.guard, 0.0, 1e-15);
    assert_true(b.next == 0.0);
    stn_preisach_turn(&o, turn, &depth, 0.1, 1.0);
    b = stn_preisach_at(&o, turn, depth, 0.5); /* back at the first turn: both are forgotten */
    NEAR(b.F, 1.5, 1e-15);
    NEAR(b.guard, 0.0, 1e-15);
    assert_true(depth == 2.0 && b.next == 0.0);
}

/* Lampaert 2002: dz/dt = 0 where Fh = s, so FF = s(v) + sigma2*v. */
static void leuven_settles_on_the_curve(void **state)
{
    Bench b;
    bench_start(&b, "leuven");
    GIVE(&b, sigma2, 0.4);
    bench_ready(&b);
    double v = 2e-3, level = curve(&b, v);
    for (int i = 0; i < b.self.n; i++)
        b.s[1 + i] = VAL(&b, nu)[i] * level;
    NEAR(slide(&b, v, 1.0).F, level + 0.4 * v, 1e-9);
    NEAR(b.rate[0] / v, 0.0, 1e-14);
    b.s[1] -= 0.1;
    slide(&b, v, 1.0);
    assert_true(b.rate[0] > 0.0 && b.rate[1] > 0.0);
    slide(&b, -v, -1.0); /* against the deflection: dz/dt = v*(1 + |Fh/s|^n_z) */
    NEAR(b.rate[0], -v * (1.0 + pow((level - 0.1) / level, 2.0)), 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bristles_settle_on_the_curve),
        cmocka_unit_test(film_settles_and_lags),
        cmocka_unit_test(elastoplastic_alpha_has_its_regions),
        cmocka_unit_test(only_lugre_drifts),
        cmocka_unit_test(gms_saturates_at_the_curve),
        cmocka_unit_test(derived_elements_follow_the_curve_of_lugre),
        cmocka_unit_test(inner_loops_close),
        cmocka_unit_test(preisach_runs_its_branches),
        cmocka_unit_test(leuven_settles_on_the_curve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
