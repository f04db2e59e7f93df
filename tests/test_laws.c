/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Facts about each friction law, on the law alone: steady states, regions, transitions, and what a
 * small loop of its own fixed step does.  Where an expected value comes from stands beside it. */
#include "core/derive.h"
#include "laws/laws.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { PLACES = 120, STATES = 40 };

/* A law at a site of its own. */
typedef struct {
    const StnLaw *law;
    StnFrictionSet set;
    StnContext context;
    double p[PLACES], s[STATES], rate[STATES], mode[STATES], guard[STATES], next[STATES];
    StnSite in;
    StnRel r;
    double x, FF, lo, hi;
} Bench;

static void give(Bench *b, int par, double forward, double backward)
{
    b->set.value[par][0] = forward, b->set.value[par][1] = backward;
    b->set.count[par] = stn_friction_parameter_at(par)->kind == STN_PAIR ? 2 : 1;
    b->set.given[par] = true;
}
#define GIVE(b, name, value) give(b, STN_PAR_##name, value, value)
#define VAL(b, name) ((b)->set.value[STN_PAR_##name])

static void flatten(Bench *b)
{
    int at = 0;
    for (int i = 0; i < b->law->nparam; i++) {
        int k = 0, width = stn_param_width(b->law->params[i]);
        while (strcmp(stn_friction_parameter_at(k)->name, b->law->params[i]->name) != 0)
            k++;
        memcpy(b->p + at, b->set.value[k], (size_t)width * sizeof(double));
        at += width;
    }
}

static void bench_start(Bench *b, const char *law)
{
    memset(b, 0, sizeof *b);
    b->law = stn_catalog_law(NULL, law);
    assert_non_null(b->law);
    b->context = (StnContext){1.0, 1e-4, NAN, NAN, NAN, 0.0, 0};
    stn_friction_defaults(&b->set);
    b->r = (StnRel){b->mode, b->guard, b->next, 1, NULL, NULL};
}

/* After the values are given: the rest is derived. */
static void bench_ready(Bench *b)
{
    stn_friction_derive(&b->set, &b->context);
    flatten(b);
    b->in.m = b->context.m;
    b->in.dt = b->context.dt;
    b->in.n = b->law->vector ? b->set.count[STN_PAR_nu] : 0;
}

static StnFric slide(Bench *b, double v, double dir)
{
    b->in.v = v, b->in.dir = dir;
    return b->law->slide(b->p, b->s, &b->in, &b->r, b->rate);
}

static void rest(Bench *b)
{
    b->in.v = b->in.dir = 0.0;
    b->law->rest(b->p, b->s, &b->in, &b->r, &b->lo, &b->hi, b->rate);
}

static double sign(double a) { return (a > 0.0) - (a < 0.0); }

/* One fixed step as the engine makes it. */
static void step(Bench *b, double h)
{
    double v = b->in.v, now;
    b->in.h = h;
    b->in.dir = v != 0.0 ? sign(v) : sign(h);
    if (b->law->advance) {
        StnStep step_ = b->law->advance(b->p, b->s, &b->in, &b->r);
        now = step_.v, b->FF = step_.FF;
        b->x += b->in.dt * now + step_.extra;
    } else {
        bool set_valued = b->law->flags & STN_LAW_SET_VALUED;
        if (set_valued && v == 0.0) {
            rest(b);
            b->FF = stn_bound(h, b->lo, b->hi);
        } else {
            b->FF = slide(b, v, sign(v)).F;
        }
        now = v + b->in.dt * (h - b->FF) / b->in.m;
        if (set_valued && v * now < 0.0)
            now = 0.0;
        b->x += b->in.dt * now;
    }
    b->in.v = now;
}

#define NEAR(got, want, tolerance)                                                                 \
    do {                                                                                           \
        double got_ = (got), want_ = (want);                                                       \
        if (!(fabs(got_ - want_) <= (tolerance))) {                                                \
            print_error("%s = %.12g, want %.12g +- %g\n", #got, got_, want_, (double)(tolerance)); \
            fail();                                                                                \
        }                                                                                          \
    } while (0)

/* The Stribeck curve of friction.md, section 3, by libm. */
static double curve(const Bench *b, double speed)
{
    return VAL(b, Fc)[0] +
           (VAL(b, Fs)[0] - VAL(b, Fc)[0]) * exp(-pow(speed / VAL(b, vs)[0], VAL(b, n)[0]));
}

/* ---- All laws ---- */

static void every_law_describes_itself(void **state)
{
    for (int i = 0; i < stn_law_count(); i++) {
        const StnLaw *law = stn_law_at(i);
        assert_true(law->title && law->equation && law->text && law->reference && law->slide &&
                    law->shape);
        assert_true(!(law->flags & STN_LAW_SET_VALUED) == !law->rest);
        assert_int_equal(law->builtin, i);
    }
}

static void defaults_and_derived_values_pass_every_check(void **state)
{
    for (int i = 0; i < stn_law_count(); i++) {
        Bench b;
        char text[200];
        bench_start(&b, stn_law_at(i)->name);
        bench_ready(&b);
        const char *wrong = b.law->check ? b.law->check(b.p, &b.context) : NULL;
        if (wrong)
            fail_msg("%s: %s", b.law->name, wrong);
        if (b.law->warn && b.law->warn(b.p, &b.context, 0, text, sizeof text))
            fail_msg("%s warns: %s", b.law->name, text);
    }
}

/* Film, rise and lagged speed are even; every other state turns with the motion. */
static void friction_is_odd_in_the_motion(void **state)
{
    for (int i = 0; i < stn_law_count(); i++) {
        Bench b;
        bench_start(&b, stn_law_at(i)->name);
        GIVE(&b, sigma2, 0.4);
        bench_ready(&b);
        b.in.h = 0.7, b.in.load = 0.3;
        for (int j = 0; j < STATES; j++)
            b.s[j] = 1e-7 * (j + 1);
        double forward = slide(&b, 0.02, 1.0).F;
        b.in.h = -0.7, b.in.load = -0.3;
        for (int j = 0; j < b.law->nstate || j < 14; j++) {
            const char *name = j < b.law->nstate ? b.law->states[j].name : "";
            bool even =
                strcmp(name, "hf") == 0 || strcmp(name, "rise") == 0 || strcmp(name, "vm") == 0;
            b.s[j] = even ? b.s[j] : -b.s[j];
        }
        NEAR(slide(&b, -0.02, -1.0).F, -forward, 1e-15);
    }
}

/* numerics.md: with m 1, sigma0 5e6, dt 1e-3 a load below breakaway must not chatter or slide away. */
static void stiff_laws_hold_a_load_at_a_long_step(void **state)
{
    const char *const laws[] = {"dahl",          "lugre", "lugre_modified", "lugre_new_modified",
                                "elastoplastic", "gms",   "leuven"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        Bench b;
        bench_start(&b, laws[i]);
        GIVE(&b, sigma0, 5e6);
        b.context.dt = 1e-3;
        bench_ready(&b);
        for (int k = 0; k < 20000; k++)
            step(&b, 0.75 * VAL(&b, Fc)[0]);
        if (!(fabs(b.x) < 3e-6 && fabs(b.in.v) < 1e-9)) /* Fs/sigma0 is 3e-7 m */
            fail_msg("%s: x = %g, v = %g after 20 s", laws[i], b.x, b.in.v);
    }
}

/* Constant load above breakaway: h = g(v) + sigma2*v in the steady state, v above the Stribeck zone. */
static void laws_slide_at_the_published_speed(void **state)
{
    for (int i = 0; i < stn_law_count(); i++) {
        Bench b;
        bench_start(&b, stn_law_at(i)->name);
        GIVE(&b, sigma2, 4.0);
        if (strcmp(b.law->name, "none") == 0)
            continue;
        bench_ready(&b);
        for (int k = 0; k < 60000; k++)
            step(&b, 2.0);
        double v = (2.0 - VAL(&b, Fc)[0]) / 4.0;
        if (fabs(b.in.v - v) > 1e-6)
            fail_msg("%s: v = %g, want %g", b.law->name, b.in.v, v);
        NEAR(b.FF, 2.0, 1e-5);
    }
}

/* ---- Coulomb and its treatments ---- */

/* friction.md, section 1: creeps at h*eps/Fc. */
static void hyperviscous_creeps_under_a_load(void **state)
{
    Bench b;
    bench_start(&b, "hyperviscous");
    bench_ready(&b);
    for (int k = 0; k < 2000; k++)
        step(&b, 0.5);
    NEAR(b.in.v, 0.5 * VAL(&b, eps)[0] / VAL(&b, Fc)[0], 1e-12);
}

static void quinn_balances_a_load_and_may_push_along(void **state)
{
    Bench b;
    bench_start(&b, "quinn");
    bench_ready(&b);
    double eps = VAL(&b, eps)[0];
    b.in.h = 0.4;
    NEAR(slide(&b, 0.0, 1.0).F, 0.4, 1e-15);         /* FF = h at v = 0 */
    NEAR(slide(&b, -0.2 * eps, -1.0).F, 0.2, 1e-15); /* w = 0.2*eps: along the motion */
    NEAR(slide(&b, eps, 1.0).F, 1.0, 1e-15);         /* saturated */
    b.in.h = 3.0;
    NEAR(slide(&b, -0.5 * eps, -1.0).F, 0.5, 1e-15); /* beyond Fc the shift is eps */
}

/* friction.md, "Karnopp is integrated on the momentum". */
static void karnopp_breaks_away_late_and_forgets(void **state)
{
    Bench b;
    bench_start(&b, "karnopp");
    GIVE(&b, eps, 1e-3);
    bench_ready(&b);
    step(&b, 1.5); /* |h| = Fs holds */
    assert_true(b.in.v == 0.0 && b.s[0] == 0.0 && b.FF == 1.5);
    for (int k = 0; k < 9; k++) /* gathers (2.55 - 1.5)/1*1e-4 a step: 9 steps stay below eps */
        step(&b, 2.55);
    assert_true(b.in.v == 0.0);
    NEAR(b.s[0], 0.945e-3, 1e-16);
    step(&b, 1.5); /* falls back to Fs: lost */
    assert_true(b.s[0] == 0.0);
    int steps = 0;
    while (b.in.v == 0.0 && steps < 100)
        step(&b, 2.55), steps++;
    assert_int_equal(steps, 10);
    NEAR(b.in.v, 1.05e-3, 1e-15);
    assert_true(b.s[0] == 0.0);
}

static void karnopp_stops_early(void **state)
{
    Bench b;
    bench_start(&b, "karnopp");
    GIVE(&b, eps, 1e-3);
    bench_ready(&b);
    b.in.v = 1.05e-3;
    step(&b, 0.0); /* 1.05e-3 - 1e-4 lies inside the band */
    assert_true(b.in.v == 0.0);
    NEAR(b.s[0], 0.95e-3, 1e-15);
    step(&b, 0.0);
    assert_true(b.in.v == 0.0 && b.s[0] == 0.0);
}

/* The four conditions of Borello and Dalla Vedova. */
static void borello_tells_the_four_conditions(void **state)
{
    Bench b;
    bench_start(&b, "borello");
    bench_ready(&b);
    step(&b, 1.5);
    assert_true(b.in.v == 0.0 && b.FF == 1.5); /* still and stays still */
    step(&b, 1.6);
    NEAR(b.in.v, 0.1e-4, 1e-18); /* still and breaks away: FF = Fs */
    step(&b, 1.6);
    NEAR(b.in.v, 0.7e-4, 1e-18); /* moving and keeps moving: FF = Fc */
    step(&b, -1.0);
    assert_true(b.in.v == 0.0); /* moving and stops: 0.7e-4 - 2e-4 changes sign */
    step(&b, -1.0);
    assert_true(b.in.v == 0.0 && b.FF == -1.0);
}

/* plants.md, flap, irreversible: eta 0.565/0.545 opposing, -0.25/-0.31 aiding, T0 2000/3000 N*m,
 * load 35 kN*m; formulas of friction.md, section 2. */
static void coulomb_load_follows_the_load(void **state)
{
    Bench b;
    bench_start(&b, "coulomb_load");
    GIVE(&b, T0_din, 2000.0), GIVE(&b, T0_stat, 3000.0);
    GIVE(&b, eta_din_opp, 0.565), GIVE(&b, eta_stat_opp, 0.545);
    GIVE(&b, eta_din_aid, -0.25), GIVE(&b, eta_stat_aid, -0.31);
    b.context.load = 35000.0;
    bench_ready(&b);
    double din_opp = 2000.0 + (1.0 / 0.565 - 1.0) * 35e3,
           stat_opp = 3000.0 + (1.0 / 0.545 - 1.0) * 35e3;
    double din_aid = 2000.0 + 1.25 * 35e3, stat_aid = 3000.0 + 1.31 * 35e3;
    for (int side = 1; side >= -1; side -= 2) { /* mirrored for a load of the other sign */
        b.in.load = side * 35e3;
        NEAR(slide(&b, side * 0.1, side).F, side * din_opp, 1e-9);
        NEAR(slide(&b, -side * 0.1, -side).F, -side * din_aid, 1e-9);
        rest(&b);
        NEAR(side > 0 ? b.hi : -b.lo, stat_opp, 1e-9);
        NEAR(side > 0 ? -b.lo : b.hi, stat_aid, 1e-9);
    }
    assert_true(b.law->check(b.p, &b.context) == NULL);
    /* a site with only such values takes Fs, Fc at the present load */
    NEAR(VAL(&b, Fs)[0], stat_opp, 1e-9);
    NEAR(VAL(&b, Fs)[1], stat_aid, 1e-9);
    NEAR(VAL(&b, Fc)[0], din_opp, 1e-9);
    NEAR(VAL(&b, Fc)[1], din_aid, 1e-9);
}

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
    for (int i = 0; i < b.in.n; i++) { /* slipping and settled: dF_i/dt = 0 at nu_i*s */
        b.s[i] = VAL(&b, nu)[i] * level;
        b.mode[i] = 1.0;
    }
    NEAR(slide(&b, v, 1.0).F, level, 1e-13);
    for (int i = 0; i < b.in.n; i++) {
        NEAR(b.rate[i], 0.0, 1e-12);
        assert_true(b.guard[i] == 1.0); /* until v reaches 0 */
        sum += VAL(&b, nu)[i];
    }
    NEAR(sum, 1.0, 1e-15);
    b.mode[0] = 0.0, b.s[0] = 0.5 * VAL(&b, nu)[0] * level;
    slide(&b, v, 1.0);
    NEAR(b.rate[0], VAL(&b, k)[0] * v, 1e-12);
    NEAR(b.guard[0], 0.5 * VAL(&b, nu)[0] * level, 1e-15);
    assert_true(b.next[0] == 1.0);
    b.in.v = 0.0, b.in.dir = -1.0, b.in.a = 1.0; /* v has turned: all stick */
    b.law->decide(b.p, b.s, &b.in, &b.r);
    for (int i = 0; i < b.in.n; i++)
        assert_true(b.mode[i] == 0.0);
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
    b->law->decide(b->p, b->s, &b->in, &b->r);
    b->r.live = 0;
    for (int k = 0; k < STEPS; k++) {
        slide(b, v, dir);
        for (int j = 0; j < b->law->nstate + b->in.n - 1; j++)
            b->s[j] += dt * b->rate[j];
        b->x += dt * v;
        slide(b, v, dir);
        for (int j = 0; j < b->law->nrel + b->in.n - 1; j++)
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
        assert_true(b.law->check(b.p, &b.context) == NULL);
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
    for (int i = 0; i < b.in.n; i++)
        b.s[1 + i] = VAL(&b, nu)[i] * level;
    NEAR(slide(&b, v, 1.0).F, level + 0.4 * v, 1e-9);
    NEAR(b.rate[0] / v, 0.0, 1e-14);
    b.s[1] -= 0.1;
    slide(&b, v, 1.0);
    assert_true(b.rate[0] > 0.0 && b.rate[1] > 0.0);
    slide(&b, -v, -1.0); /* against the deflection: dz/dt = v*(1 + |Fh/s|^n_z) */
    NEAR(b.rate[0], -v * (1.0 + pow((level - 0.1) / level, 2.0)), 1e-15);
}

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
    b.law->decide(b.p, b.s, &b.in, &b.r);
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

/* ---- Position-dependent ---- */

/* friction.md, section 6: Cs(x) = 0.1 + 0.2*x + 0.3*x^2, Cr = Cs/beta. */
static void map_levels_follow_the_position(void **state)
{
    Bench b;
    bench_start(&b, "coulomb_map");
    GIVE(&b, Cs_forward, 0.0);
    memcpy(VAL(&b, Cs_forward), (double[]){0.1, 0.2, 0.3}, 3 * sizeof(double));
    b.set.count[STN_PAR_Cs_forward] = 3;
    give(&b, STN_PAR_Fs, 9.0, 0.15);
    give(&b, STN_PAR_beta, 1.25, 1.5);
    GIVE(&b, sigma2, 0.01), GIVE(&b, v_onset, 10.0);
    bench_ready(&b);
    b.in.x = 2.0;
    rest(&b);
    NEAR(b.hi, 0.1 + 0.4 + 1.2, 1e-15);
    NEAR(b.lo, -0.15, 1e-15);
    NEAR(slide(&b, 5.0, 1.0).F, 1.7 / 1.25, 1e-15);
    NEAR(slide(&b, 15.0, 1.0).F, 1.7 / 1.25 + 0.01 * 5.0, 1e-15); /* continuous onset */
    NEAR(slide(&b, -15.0, -1.0).F, -0.15 / 1.5 - 0.01 * 5.0, 1e-15);
}

/* The jump: an effort between the two sides holds the onset speed. */
static void jump_of_the_viscous_term_holds_the_speed(void **state)
{
    Bench b;
    bench_start(&b, "coulomb_map");
    GIVE(&b, sigma2, 0.1), GIVE(&b, v_onset, 10.0), GIVE(&b, onset, 1.0);
    bench_ready(&b); /* Cr = 1 below, 2 at the onset above */
    slide(&b, 9.0, 1.0);
    b.r.live = 0;
    b.mode[2] = -1.0, b.in.h = 1.5;
    NEAR(slide(&b, 9.0, 1.0).F, 1.0, 1e-15);
    NEAR(b.guard[2], 1.0, 1e-15);
    assert_true(b.next[2] == 0.0);
    b.mode[2] = 0.0;
    NEAR(slide(&b, 10.0, 1.0).F, 1.5, 1e-15); /* FF = h: v stays */
    NEAR(b.guard[2], 0.5, 1e-15);
    b.in.h = 2.5;
    slide(&b, 10.0, 1.0);
    assert_true(b.guard[2] < 0.0 && b.next[2] == 1.0);
    b.mode[2] = 1.0;
    NEAR(slide(&b, 11.0, 1.0).F, 2.1, 1e-15);
    b.r.live = 1, b.in.v = 9.9999;
    b.context.dt = b.in.dt = 1e-3;
    for (int k = 0; k < 1000; k++)
        step(&b, 1.5);
    assert_true(b.in.v == 10.0 && b.FF == 1.5);
    for (int k = 0; k < 1000; k++)
        step(&b, 0.8);
    NEAR(b.in.v, 10.0 - 0.2 * 1.0, 1e-3); /* leaves downwards with Cr = 1 */
}

/* ---- Parameters ---- */

/* The rules of friction.md and of its section 5. */
static void derived_values_follow_the_rules(void **state)
{
    Bench b;
    bench_start(&b, "hybrid");
    give(&b, STN_PAR_Fs, 4.0, 2.0), give(&b, STN_PAR_Fc, 3.0, 1.0);
    b.context = (StnContext){2.0, 1e-4, 1e-3, 1e-6, 5.0, NAN, 0};
    bench_ready(&b);
    for (int i = 0; i < 2; i++) {
        double s0 = VAL(&b, Fs)[i] / 1e-5;
        NEAR(VAL(&b, sigma0)[i], s0, 1e-9);
        NEAR(VAL(&b, sigma1)[i], 2.0 * sqrt(s0 * 2.0), 1e-9);
        NEAR(VAL(&b, z_ba)[i], 0.9 * VAL(&b, Fc)[i] / s0, 1e-18);
        NEAR(VAL(&b, beta)[i], VAL(&b, Fs)[i] / VAL(&b, Fc)[i], 1e-15);
    }
    NEAR(VAL(&b, eps)[0], 1.1 * 3.0 * 1e-4 / 2.0, 1e-18);
    double S = 1.5 * 5.0 * 1e-4 / 2.0;
    NEAR(VAL(&b, S)[0], S, 1e-18);
    NEAR(VAL(&b, p0)[0], fmax(10.0 / 1e-3, 2.0 * S / 1e-6), 1e-9);
    NEAR(VAL(&b, S2)[0], 0.02 * S, 1e-18);
    assert_true(isnan(VAL(&b, z_max)[0]) && isnan(VAL(&b, Fs_inf)[0]) && isnan(VAL(&b, m0)[0]) &&
                isnan(VAL(&b, tau_m)[0]));
    assert_true(b.set.derived[STN_PAR_S] && !b.set.derived[STN_PAR_Fs] &&
                !b.set.derived[STN_PAR_vs]);
    NEAR(VAL(&b, Cs_backward)[0], 2.0, 0.0);
    NEAR(VAL(&b, T0_din)[0], 3.0, 0.0);
    b.context.rotary = 1;
    bench_ready(&b);
    NEAR(VAL(&b, sigma0)[0], 4.0 / 1e-4, 1e-9);
}

static void checks_refuse_contradictions(void **state)
{
    const struct {
        const char *law;
        int par;
        double forward, backward;
    } bad[] = {{"coulomb", STN_PAR_Fs, 0.5, 2.0},
               {"stribeck", STN_PAR_Fs, 2.0, 0.5},
               {"lugre", STN_PAR_Fc, 0.0, 0.0},
               {"elastoplastic", STN_PAR_z_ba, 1e-5, 1e-6},
               {"gms", STN_PAR_nu, 0.3, 0.3},
               {"coulomb_load", STN_PAR_eta_stat_opp, 1.0, 0.9},
               {"coulomb_load", STN_PAR_T0_stat, 0.5, 2.0},
               {"coulomb_load", STN_PAR_eta_din_opp, 0.0, 1.0},
               {"hybrid", STN_PAR_Fs_inf, 1.2, 2.0},
               {"hybrid", STN_PAR_stick, 1.0, 1.0},
               {"coulomb_map", STN_PAR_beta, 0.9, 1.0}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Bench b;
        bench_start(&b, bad[i].law);
        GIVE(&b, Fs, 1.5), GIVE(&b, Fc, 1.0);
        if (strcmp(bad[i].law, "coulomb_load") == 0)
            GIVE(&b, eta_din_opp, 0.9);
        give(&b, bad[i].par, bad[i].forward, bad[i].backward);
        bench_ready(&b);
        if (!b.law->check(b.p, &b.context))
            fail_msg("%s accepts case %zu", bad[i].law, i);
    }
}

/* plants.md, limit cycle: S 2e-3, p0 1e3, step 1e-3 s, umax 2, m 1: 5/Ts = 5000 > p0 and m*S = umax*dt. */
static void warnings_show_both_sides(void **state)
{
    Bench b;
    char text[200];
    bench_start(&b, "hybrid");
    GIVE(&b, S, 2e-3), GIVE(&b, p0, 1e3);
    b.context.dt = 1e-3, b.context.umax = 2.0;
    bench_ready(&b);
    assert_true(b.law->warn(b.p, &b.context, 0, text, sizeof text));
    assert_non_null(strstr(text, "p0 = 1000 1/s is not above 5/Ts = 5000 1/s"));
    assert_true(b.law->warn(b.p, &b.context, 1, text, sizeof text));
    assert_non_null(strstr(text, "m*S = 0.002 is not above umax*dt = 0.002"));
    assert_false(b.law->warn(b.p, &b.context, 2, text, sizeof text));
    bench_start(&b, "hyperviscous");
    GIVE(&b, eps, 1e-5);
    bench_ready(&b);
    assert_true(b.law->warn(b.p, &b.context, 0, text, sizeof text)); /* Fc*dt/m = 1e-4 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_describes_itself),
        cmocka_unit_test(defaults_and_derived_values_pass_every_check),
        cmocka_unit_test(friction_is_odd_in_the_motion),
        cmocka_unit_test(stiff_laws_hold_a_load_at_a_long_step),
        cmocka_unit_test(laws_slide_at_the_published_speed),
        cmocka_unit_test(hyperviscous_creeps_under_a_load),
        cmocka_unit_test(quinn_balances_a_load_and_may_push_along),
        cmocka_unit_test(karnopp_breaks_away_late_and_forgets),
        cmocka_unit_test(karnopp_stops_early),
        cmocka_unit_test(borello_tells_the_four_conditions),
        cmocka_unit_test(coulomb_load_follows_the_load),
        cmocka_unit_test(bristles_settle_on_the_curve),
        cmocka_unit_test(film_settles_and_lags),
        cmocka_unit_test(elastoplastic_alpha_has_its_regions),
        cmocka_unit_test(only_lugre_drifts),
        cmocka_unit_test(gms_saturates_at_the_curve),
        cmocka_unit_test(derived_elements_follow_the_curve_of_lugre),
        cmocka_unit_test(inner_loops_close),
        cmocka_unit_test(preisach_runs_its_branches),
        cmocka_unit_test(leuven_settles_on_the_curve),
        cmocka_unit_test(hybrid_switches_by_its_guards),
        cmocka_unit_test(hybrid_decay_ends_in_zero_and_a_moving_start_slips),
        cmocka_unit_test(hybrid_pre_sliding_is_exact),
        cmocka_unit_test(hybrid_pre_sliding_leaves_when_both_exceed),
        cmocka_unit_test(hybrid_options),
        cmocka_unit_test(map_levels_follow_the_position),
        cmocka_unit_test(jump_of_the_viscous_term_holds_the_speed),
        cmocka_unit_test(derived_values_follow_the_rules),
        cmocka_unit_test(checks_refuse_contradictions),
        cmocka_unit_test(warnings_show_both_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
