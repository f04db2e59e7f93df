/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Facts about each friction law, on the law alone: steady states, regions, transitions, and what a
 * small loop of its own fixed step does.  Where an expected value comes from stands beside it.
 * Bristles and elements: test_laws_bristle.c; the hybrid law: test_laws_hybrid.c. */
#include "law_bench.h"

/* ---- All laws ---- */

static void every_law_describes_itself(void **state)
{
    for (int i = 0; i < stn_law_count(); i++) {
        const StnLaw *law = stn_law_at(i);
        assert_true(law->title && law->equation && law->text && law->reference && law->slide &&
                    law->shape);
        assert_true(!(law->flags & STN_LAW_SET_VALUED) == !law->rest);
    }
}

static void defaults_and_derived_values_pass_every_check(void **state)
{
    for (int i = 0; i < stn_law_count(); i++) {
        Bench b;
        char text[200];
        bench_start(&b, stn_law_at(i)->name);
        bench_ready(&b);
        const char *wrong = b.law->check ? b.law->check(&b.self, b.p, &b.context) : NULL;
        if (wrong)
            fail_msg("%s: %s", b.law->name, wrong);
        if (b.law->warn && b.law->warn(&b.self, b.p, &b.context, 0, text, sizeof text))
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

/* Given points are on the curve of each direction, straight between them and on along the last two: hand
 * calculation. */
static void a_table_is_straight_between_its_points(void **state)
{
    static const double v[] = {0.0, 0.01, 0.05, 0.2}, forward[] = {1.5, 1.2, 1.0, 1.3};
    static const struct {
        double v, F;
    } want[] = {{1e-12, 1.5}, {0.005, 1.35}, {0.01, 1.2},   {0.03, 1.1},  {0.125, 1.15},
                {0.2, 1.3},   {1.0, 2.9},    {-0.03, -2.2}, {-0.2, -2.6}, {-1.0, -5.8}};
    Bench b;
    bench_start(&b, "table");
    for (int i = 0; i < 4; i++) {
        VAL(&b, v_table)[i] = v[i];
        VAL(&b, F_forward)[i] = forward[i];
        VAL(&b, F_backward)[i] = 2.0 * forward[i];
    }
    const int par[] = {STN_PAR_v_table, STN_PAR_F_forward, STN_PAR_F_backward};
    for (int i = 0; i < 3; i++)
        b.set.count[par[i]] = 4, b.set.given[par[i]] = true;
    bench_ready(&b);
    assert_null(b.law->check(&b.self, b.p, &b.context));
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        NEAR(slide(&b, want[i].v, want[i].v > 0.0 ? 1.0 : -1.0).F, want[i].F, 1e-10);
    rest(&b);
    NEAR(b.hi, 1.5, 0.0);
    NEAR(b.lo, -3.0, 0.0);
}

/* Without points of its own it has those of the Stribeck curve, exactly; between them it is off by the chord. */
static void a_table_follows_the_stribeck_curve_by_default(void **state)
{
    Bench table, curve;
    bench_start(&table, "table");
    bench_start(&curve, "stribeck");
    GIVE(&table, sigma2, 0.4);
    GIVE(&curve, sigma2, 0.4);
    bench_ready(&table);
    bench_ready(&curve);
    for (int i = 1; i < 8; i++) { /* the last two leave the rest of the bell out */
        const double v = VAL(&table, v_table)[i];
        NEAR(slide(&table, v, 1.0).F, slide(&curve, v, 1.0).F, 1e-12);
        NEAR(slide(&table, -v, -1.0).F, slide(&curve, -v, -1.0).F, 1e-12);
    }
    for (int i = 0; i < 400; i++) {
        const double v = 1e-5 * (i + 1);
        NEAR(slide(&table, v, 1.0).F, slide(&curve, v, 1.0).F, 0.02);
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
    assert_true(b.law->check(&b.self, b.p, &b.context) == NULL);
    /* a site with only such values takes Fs, Fc at the present load */
    NEAR(VAL(&b, Fs)[0], stat_opp, 1e-9);
    NEAR(VAL(&b, Fs)[1], stat_aid, 1e-9);
    NEAR(VAL(&b, Fc)[0], din_opp, 1e-9);
    NEAR(VAL(&b, Fc)[1], din_aid, 1e-9);
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
    NEAR(slide(&b, 10.0, 1.0).F, 1.5, 1e-15);   /* FF = h: v stays */
    NEAR(b.guard[2], 0.5 + 1e-10 * 2.0, 1e-15); /* up to the upper end, and its slack */
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

static void bench_derived(Bench *b, const StnLaw *law)
{
    bench_start(b, "none");
    b->law = law;
    give(b, STN_PAR_Fs, 4.0, 2.0), give(b, STN_PAR_Fc, 3.0, 1.0);
    b->context = (StnContext){2.0, 1e-4, 1e-3, 1e-6, 5.0, NAN, 0};
    bench_ready(b);
}

/* The rules of friction.md and of its section 5, each by a law that has the parameter. */
static void derived_values_follow_the_rules(void **state)
{
    Bench b, plastic, map;
    bench_derived(&b, stn_catalog_law(NULL, "hybrid"));
    bench_derived(&plastic, stn_catalog_law(NULL, "elastoplastic"));
    bench_derived(&map, stn_catalog_law(NULL, "coulomb_map"));
    for (int i = 0; i < 2; i++) {
        double s0 = 0.5 * (4.0 + 2.0) / 1e-5; /* one bristle: the same to both sides */
        NEAR(VAL(&b, sigma0)[i], s0, 1e-9);
        NEAR(VAL(&b, sigma1)[i], 2.0 * sqrt(s0 * 2.0), 1e-9);
        NEAR(VAL(&plastic, z_ba)[i], 0.9 * VAL(&b, Fc)[i] / s0, 1e-18);
        NEAR(VAL(&map, beta)[i], VAL(&b, Fs)[i] / VAL(&b, Fc)[i], 1e-15);
    }
    double S = 1.5 * 5.0 * 1e-4 / 2.0;
    NEAR(VAL(&b, S)[0], S, 1e-18);
    NEAR(VAL(&b, p0)[0], fmax(10.0 / 1e-3, 2.0 * S / 1e-6), 1e-9);
    NEAR(VAL(&b, S2)[0], 0.02 * S, 1e-18);
    assert_true(isnan(VAL(&b, z_max)[0]) && isnan(VAL(&b, Fs_inf)[0]) && isnan(VAL(&b, m0)[0]) &&
                isnan(VAL(&b, tau_m)[0]));
    assert_true(b.set.derived[STN_PAR_S] && !b.set.derived[STN_PAR_Fs] &&
                !b.set.derived[STN_PAR_vs]);
    NEAR(VAL(&map, Cs_backward)[0], 2.0, 0.0);
    bench_derived(&map, stn_catalog_law(NULL, "coulomb_load"));
    NEAR(VAL(&map, T0_din)[0], 3.0, 0.0);
    bench_derived(&map, stn_catalog_law(NULL, "quinn"));
    NEAR(VAL(&map, eps)[0], 1.1 * 3.0 * 1e-4 / 2.0, 1e-18);
    b.context.rotary = 1;
    bench_ready(&b);
    NEAR(VAL(&b, sigma0)[0], 3.0 / 1e-4, 1e-9);
}

static void derive_twice_z_ba(StnDerive *derive, const StnContext *context)
{
    const double *z_ba = derive->value(derive, "z_ba"), other[2] = {2.0 * z_ba[0], 2.0 * z_ba[1]};
    assert_null(derive->value(derive, "no_such_parameter"));
    assert_true(derive->given(derive, "Fs") && !derive->given(derive, "z_ba"));
    derive->fill(derive, "vb", 2, other);
    derive->fill(derive, "Fs", 2, other); /* given: stays */
}

/* A law from outside takes parameters of built-in ones with their defaults, and has its own rules. */
static void a_law_from_outside_derives_after_the_built_in_ones(void **state)
{
    Bench b;
    StnLaw own = *stn_catalog_law(NULL, "elastoplastic");
    own.back_ends = NULL;
    own.derive = derive_twice_z_ba;
    bench_derived(&b, &own);
    NEAR(VAL(&b, z_ba)[0], 0.9 * 3.0 / 3e5, 1e-18);
    NEAR(VAL(&b, vb)[1], 2.0 * 0.9 * 1.0 / 3e5, 1e-18);
    NEAR(VAL(&b, Fs)[1], 2.0, 0.0);
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
        if (!b.law->check(&b.self, b.p, &b.context))
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
    assert_true(b.law->warn(&b.self, b.p, &b.context, 0, text, sizeof text));
    assert_non_null(strstr(text, "p0 = 1000 1/s is not above 5/Ts = 5000 1/s"));
    assert_true(b.law->warn(&b.self, b.p, &b.context, 1, text, sizeof text));
    assert_non_null(strstr(text, "m*S = 0.002 is not above umax*dt = 0.002"));
    assert_false(b.law->warn(&b.self, b.p, &b.context, 2, text, sizeof text));
    bench_start(&b, "hyperviscous");
    GIVE(&b, eps, 1e-5);
    bench_ready(&b);
    assert_true(b.law->warn(&b.self, b.p, &b.context, 0, text, sizeof text)); /* Fc*dt/m = 1e-4 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_describes_itself),
        cmocka_unit_test(defaults_and_derived_values_pass_every_check),
        cmocka_unit_test(friction_is_odd_in_the_motion),
        cmocka_unit_test(stiff_laws_hold_a_load_at_a_long_step),
        cmocka_unit_test(laws_slide_at_the_published_speed),
        cmocka_unit_test(a_table_is_straight_between_its_points),
        cmocka_unit_test(a_table_follows_the_stribeck_curve_by_default),
        cmocka_unit_test(hyperviscous_creeps_under_a_load),
        cmocka_unit_test(quinn_balances_a_load_and_may_push_along),
        cmocka_unit_test(karnopp_breaks_away_late_and_forgets),
        cmocka_unit_test(karnopp_stops_early),
        cmocka_unit_test(borello_tells_the_four_conditions),
        cmocka_unit_test(coulomb_load_follows_the_load),
        cmocka_unit_test(map_levels_follow_the_position),
        cmocka_unit_test(jump_of_the_viscous_term_holds_the_speed),
        cmocka_unit_test(derived_values_follow_the_rules),
        cmocka_unit_test(a_law_from_outside_derives_after_the_built_in_ones),
        cmocka_unit_test(checks_refuse_contradictions),
        cmocka_unit_test(warnings_show_both_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
