/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The standard experiments on every law: what the papers expect, and numbers that can be written
 * down. */
#include "build_block.h"
#include "stiction/characterize.h"

/* All laws and options, run once; dt is longer than the default to keep the test short. */
enum { ROWS_MAX = 64 };
static const double dt = 1e-4;
static const double Fs = 1.5, Fc = 1.0, vs = 1e-3, sigma2 = 0.4, xe = 1.5e-5;
static StnCharacter rows[ROWS_MAX];
static int nrow;

static StnCharacterizeDef def_of(const char *law)
{
    StnCharacterizeDef def = stn_default_characterize_def(stn_catalog_law(NULL, law));
    def.dt = dt;
    return def;
}

static int run_all(void **state)
{
    for (int i = 0; i < stn_law_count(); i++) {
        StnCharacterizeDef def = def_of(stn_law_at(i)->name);
        StnVariant variant[STN_VARIANTS_MAX];
        const int count = stn_characterize_variants(&def, variant);
        for (int k = 0; k < count; k++) {
            StnError error = {.status = STN_OK};
            assert_true(nrow < ROWS_MAX);
            StnStatus status = stn_characterize(&def, &variant[k], &rows[nrow++], &error);
            CHECK(status == STN_OK, "%s: %s", variant[k].label, error.text);
        }
    }
    return 0;
}

static int free_all(void **state)
{
    for (int i = 0; i < nrow; i++)
        stn_character_free(&rows[i]);
    return 0;
}

static const StnCharacter *row_of(const char *label)
{
    for (int i = 0; i < nrow; i++)
        if (strcmp(rows[i].label, label) == 0)
            return &rows[i];
    fail_msg("no row %s", label);
    return NULL;
}

static double value_of(const char *label, StnMeasure measure)
{
    return row_of(label)->value[measure];
}

static void expect(const char *label, StnBehaviour behaviour, bool shown)
{
    const StnCharacter *row = row_of(label);
    CHECK(row->known[behaviour], "%s: %s is not known", label, stn_behaviour_info(behaviour).title);
    CHECK(row->shown[behaviour] == shown, "%s: %s should be %s", label,
          stn_behaviour_info(behaviour).title, shown ? "yes" : "no");
}

/* `laws`: names separated by commas. */
static void expect_all(const char *laws, StnBehaviour behaviour, bool shown)
{
    char copy[512], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", laws);
    for (char *name = strtok_r(copy, ",", &rest); name; name = strtok_r(NULL, ",", &rest))
        expect(name, behaviour, shown);
}

/* ---- Whole matrix ---- */

static void every_experiment_of_every_law_goes_through(void **state)
{
    for (int i = 0; i < nrow; i++) {
        for (int t = 0; t < STN_TRIAL_COUNT; t++) {
            CHECK(rows[i].status[t] == STN_OK, "%s, %s: %s", rows[i].label,
                  stn_trial_info((StnTrial)t).title, rows[i].reason[t]);
            /* without friction the body is away before it is pushed again */
            bool away = t == STN_TRIAL_BREAK && strcmp(rows[i].label, "none") == 0;
            CHECK(away || rows[i].trace[t].count > 1, "%s, %s: no curve", rows[i].label,
                  stn_trial_info((StnTrial)t).title);
        }
        for (int m = 0; m < STN_MEASURE_COUNT; m++)
            CHECK(isfinite(rows[i].value[m]), "%s: %s", rows[i].label,
                  stn_measure_info((StnMeasure)m).text);
    }
}

static void every_behaviour_and_number_has_its_texts(void **state)
{
    for (int b = 0; b < STN_BEHAVIOUR_COUNT; b++) {
        const StnBehaviourInfo info = stn_behaviour_info((StnBehaviour)b);
        assert_true(info.word[0] && info.title[0] && info.experiment[0] && info.criterion[0]);
    }
    for (int m = 0; m < STN_MEASURE_COUNT; m++) {
        const StnMeasureInfo info = stn_measure_info((StnMeasure)m);
        assert_true(info.word[0] && info.unit[0] && info.text[0] && info.trial < STN_TRIAL_COUNT);
    }
}

static void each_verdict_separates_the_laws(void **state)
{
    for (int b = 0; b < STN_BEHAVIOUR_COUNT; b++) {
        int yes = 0;
        for (int i = 0; i < nrow; i++)
            yes += rows[i].shown[b];
        CHECK(yes > 0 && yes < nrow, "%s: %d of %d", stn_behaviour_info((StnBehaviour)b).title, yes,
              nrow);
    }
}

/* ---- What the papers expect ---- */

static void lugre_drifts_elastoplastic_gms_and_hybrid_do_not(void **state)
{
    expect_all("dahl,lugre,lugre_modified,lugre_new_modified", STN_BEHAVIOUR_DRIFT, true);
    expect_all("elastoplastic,gms,hybrid,hybrid+presliding,coulomb,stribeck,borello",
               STN_BEHAVIOUR_DRIFT, false);
    /* stays to rounding, where nothing is plastic */
    NEAR(value_of("elastoplastic", STN_MEASURE_DRIFT_CYCLE), 0.0, 1e-6);
    NEAR(value_of("hybrid+presliding", STN_MEASURE_DRIFT_CYCLE), 0.0, 1e-6);
}

static void only_chains_have_nonlocal_memory(void **state)
{
    expect_all("gms,leuven,hybrid+presliding (maxwell),hybrid+presliding (preisach)",
               STN_BEHAVIOUR_NONLOCAL, true);
    expect_all("dahl,lugre,lugre_modified,lugre_new_modified,elastoplastic", STN_BEHAVIOUR_NONLOCAL,
               false);
    /* closed loops that remember nothing: rectangles and springs */
    expect_all("coulomb,stribeck,borello,hybrid,hybrid+presliding", STN_BEHAVIOUR_NONLOCAL, false);
}

static void treatments_without_a_static_level_do_not_hold(void **state)
{
    static const char *const laws[] = {"sign", "hyperviscous", "quinn"};
    for (int i = 0; i < COUNT(laws); i++) {
        expect(laws[i], STN_BEHAVIOUR_STICTION, false);
        NEAR(value_of(laws[i], STN_MEASURE_BREAK_LONG), Fc, 0.01 * Fs);
    }
    expect("dahl", STN_BEHAVIOUR_STICTION, false); /* no level above Fc */
    expect("none", STN_BEHAVIOUR_STICTION, false);
}

static void laws_with_a_static_level_hold(void **state)
{
    static const char *const exact[] = {"karnopp",     "borello",  "coulomb", "coulomb_load",
                                        "coulomb_map", "stribeck", "hybrid"};
    for (int i = 0; i < COUNT(exact); i++) {
        expect(exact[i], STN_BEHAVIOUR_STICTION, true);
        NEAR(value_of(exact[i], STN_MEASURE_HOLD_TOTAL), 0.0, 0.0);
        /* sampled every 1e-4 s on a ramp of 3 N/s, and a fixed step of 1e-4 s */
        NEAR(value_of(exact[i], STN_MEASURE_BREAK_LONG), Fs, 1e-3);
        expect(exact[i], STN_BEHAVIOUR_PRESLIDING, false);
    }
    expect_all("lugre,lugre_modified,lugre_new_modified,elastoplastic,gms,leuven,hybrid+presliding",
               STN_BEHAVIOUR_STICTION, true);
    expect_all(
        "dahl,lugre,lugre_modified,lugre_new_modified,elastoplastic,gms,leuven,hybrid+presliding",
        STN_BEHAVIOUR_PRESLIDING, true);
}

static void bristle_laws_have_frictional_memory(void **state)
{
    expect_all("lugre,lugre_modified,lugre_new_modified,elastoplastic,gms,leuven,hybrid (tau_m)",
               STN_BEHAVIOUR_MEMORY, true);
    expect_all("coulomb,stribeck,borello,dahl,hybrid,hybrid+presliding", STN_BEHAVIOUR_MEMORY,
               false);
    /* the lag of the film acts at low speed only, the lead of the viscous term at high speed too */
    NEAR(value_of("lugre_modified", STN_MEASURE_FLUID_FAST), 0.0, 1e-3);
    assert_true(value_of("lugre_new_modified", STN_MEASURE_FLUID_FAST) > 100.0 * STN_AREA_LEAST);
}

static void static_friction_rises_with_dwell_only_where_the_law_says_so(void **state)
{
    expect_all("hybrid (Fs_inf),lugre_modified,lugre_new_modified", STN_BEHAVIOUR_RISING, true);
    expect_all("coulomb,stribeck,lugre,elastoplastic,gms,hybrid,hybrid+presliding",
               STN_BEHAVIOUR_RISING, false);
}

static void sign_chatters_and_hyperviscous_creeps(void **state)
{
    expect_all("sign,hyperviscous", STN_BEHAVIOUR_CREEP, true);
    expect_all("karnopp,borello,coulomb,stribeck,lugre,elastoplastic,gms,hybrid",
               STN_BEHAVIOUR_CREEP, false);
}

static void stribeck_effect_and_viscous_friction_are_told_apart(void **state)
{
    expect_all("stribeck,lugre,gms,elastoplastic,leuven,hybrid", STN_BEHAVIOUR_STRIBECK, true);
    expect_all("none,sign,coulomb,dahl,borello", STN_BEHAVIOUR_STRIBECK, false);
    expect_all("sign,coulomb,stribeck,lugre,gms,hybrid,coulomb_map", STN_BEHAVIOUR_VISCOUS, true);
    expect("none", STN_BEHAVIOUR_VISCOUS, false);
}

/* ---- Numbers in closed form ---- */

/* x = -xe*ln(1 - u/Fs) on the way up; on the way back z = u/sigma0 relaxes by xe*ln(1 + u/Fs). */
static void lugre_pre_sliding_is_the_quasi_static_one(void **state)
{
    NEAR(value_of("lugre", STN_MEASURE_MICRO_OUT), xe * log(2.0), 2e-3 * xe);
    NEAR(value_of("lugre", STN_MEASURE_MICRO_RETURN), 100.0 * log(1.5) / log(2.0), 0.5);
    NEAR(value_of("hybrid+presliding", STN_MEASURE_MICRO_OUT), 0.5e-5, 1e-9);
    NEAR(value_of("hybrid+presliding", STN_MEASURE_MICRO_RETURN), 100.0, 0.1);
}

/* Dahl under imposed motion: F -> +-Fc + (F -+ Fc)*exp(-distance*sigma0/Fc). */
static double dahl_moves(double F, double distance)
{
    const double end = distance > 0.0 ? Fc : -Fc;
    return end + (F - end) * exp(-fabs(distance) * xe * 1e5 / Fc);
}

static void dahl_leaves_the_gap_that_its_equation_says(void **state)
{
    double F = dahl_moves(dahl_moves(dahl_moves(0.0, 0.6), -1.2), 0.9);
    const double again = dahl_moves(dahl_moves(F, -0.3), 0.3);
    NEAR(value_of("dahl", STN_MEASURE_LOOP_GAP), 100.0 * fabs(again - F) / Fs, 0.02);
}

/* The viscous lead sigma2*T*dv/dt gives an ellipse of area pi*a^2*w*sigma2*T. */
static void viscous_lead_gives_an_ellipse(void **state)
{
    const double a = 80.0 * vs, w = 2.0 * PI * 10.0, T = 0.1;
    NEAR(value_of("lugre_new_modified", STN_MEASURE_FLUID_FAST),
         100.0 * PI * a * w * sigma2 * T / (2.0 * Fs), 0.05);
}

static double stribeck(double v) { return Fc + (Fs - Fc) * exp(-v * v / (vs * vs)) + sigma2 * v; }

static void steady_slopes_are_those_of_the_curve(void **state)
{
    static const char *const laws[] = {"stribeck", "lugre",  "elastoplastic",
                                       "gms",      "leuven", "hybrid"};
    const double low = (stribeck(2.0 * vs) - stribeck(0.2 * vs)) / (1.8 * vs);
    for (int i = 0; i < COUNT(laws); i++) {
        NEAR(value_of(laws[i], STN_MEASURE_SLOPE_LOW), low, 1e-3 * fabs(low));
        NEAR(value_of(laws[i], STN_MEASURE_SLOPE_HIGH), sigma2, 1e-5);
    }
}

/* The level that the ramp 2*Fs*t meets: Fs_inf - (Fs_inf - Fs)*exp(-t/tau_s), t from the stop
 * on. */
static void hybrid_static_level_rises_by_its_exponential(void **state)
{
    const double end = 1.5 * Fs;
    double level = Fs;
    for (int i = 0; i < 100; i++)
        level = end - (end - Fs) * exp(-(0.1 + level / (2.0 * Fs)));
    NEAR(value_of("hybrid (Fs_inf)", STN_MEASURE_BREAK_SHORT), level, 2e-3 * Fs);
    NEAR(value_of("hybrid (Fs_inf)", STN_MEASURE_BREAK_LONG), end, 1e-3 * Fs);
}

/* h*eps/Fc with eps = 1.1*Fc*dt/m. */
static void hyperviscous_creeps_at_its_rate(void **state)
{
    const double speed = 0.5 * Fs * 1.1 * dt;
    NEAR(value_of("hyperviscous", STN_MEASURE_CREEP_SPEED), speed, 1e-3 * speed);
}

/* ---- Variants, parameters, failures ---- */

static void an_option_that_is_given_is_no_variant(void **state)
{
    StnCharacterizeDef def = def_of("hybrid");
    StnVariant variant[STN_VARIANTS_MAX];
    const StnGiven given = {.name = "Fs_inf", .count = 1, .value = {2.0}};
    const int all = stn_characterize_variants(&def, variant);
    assert_string_equal(variant[0].label, "hybrid");
    def.given = &given;
    def.ngiven = 1;
    assert_int_equal(stn_characterize_variants(&def, variant), all - 1);
    def = def_of("lugre");
    assert_int_equal(stn_characterize_variants(&def, variant), 1);
    def = def_of("coulomb_load");
    assert_int_equal(stn_characterize_variants(&def, variant), 2);
    assert_string_equal(variant[1].label, "coulomb_load (efficiency)");
}

/* At a load T = 2 Fs, sigma2 = 0.4 at 10 vs: efficiencies add (1/0.8 - 1)*T and (1 - 0.75)*T;
 * of M5 the drive is what the motion takes, (Fc + 0.2*T + 0.1*F)/(1 -+ 0.1) with F the viscous part. */
static void friction_under_load_is_that_of_the_closed_forms(void **state)
{
    static const char *const laws[] = {"coulomb_load", "dahl", "lugre", "gms", "stribeck_load"};
    const double T = 2.0 * Fs, viscous = 0.4 * 10.0 * 1e-3;
    for (int i = 0; i < COUNT(laws); i++) {
        static StnCharacter out;
        StnCharacterizeDef def = def_of(laws[i]);
        StnVariant variant[STN_VARIANTS_MAX] = {{.ngiven = 0}};
        StnError error = {.status = STN_OK};
        const StnGiven bristle[] = {{.name = "eta_opp", .count = 1, .value = {0.8}},
                                    {.name = "eta_aid", .count = 1, .value = {0.75}}};
        const bool own = stn_characterize_variants(&def, variant) == 2;
        if (!own)
            def.given = bristle, def.ngiven = 2;
        assert_int_equal(stn_characterize(&def, &variant[own], &out, &error), STN_OK);
        const bool gear = strcmp(laws[i], "stribeck_load") == 0;
        const double lifting = gear ? (Fc + 0.2 * T + 0.1 * viscous) / 0.9 : Fc + 0.25 * T;
        const double lowering = gear ? (Fc + 0.2 * T - 0.1 * viscous) / 1.1 : Fc + 0.25 * T;
        assert_true(out.shown[STN_BEHAVIOUR_LOAD]);
        NEAR(out.value[STN_MEASURE_LIFTING], lifting + viscous, 2e-6 * T);
        NEAR(out.value[STN_MEASURE_LOWERING], lowering + viscous, 2e-6 * T);
        stn_character_free(&out);
    }
}

/* Forces, speeds and lengths are relative: other numbers, the same verdicts. */
static void verdicts_do_not_depend_on_the_scale(void **state)
{
    static StnCharacter out;
    StnError error = {.status = STN_OK};
    StnCharacterizeDef def = def_of("lugre");
    const StnGiven given[] = {
        {.name = "Fs", .count = 1, .value = {1500.0}},
        {.name = "Fc", .count = 1, .value = {1000.0}},
        {.name = "vs", .count = 1, .value = {1e-2}},
        {.name = "sigma0", .count = 1, .value = {1e7}},
        {.name = "sigma1", .count = 1, .value = {3e4}},
        {.name = "sigma2", .count = 1, .value = {40.0}},
    };
    def.m = 100.0;
    def.given = given;
    def.ngiven = COUNT(given);
    StnStatus status = stn_characterize(&def, NULL, &out, &error);
    CHECK(status == STN_OK, "%s", error.text);
    for (int b = 0; b < STN_BEHAVIOUR_COUNT; b++)
        CHECK(out.shown[b] == row_of("lugre")->shown[b], "%s",
              stn_behaviour_info((StnBehaviour)b).title);
    NEAR(out.xe, 1.5e-4, 1e-18);
    stn_character_free(&out);
}

static void bad_parameters_are_an_error(void **state)
{
    static StnCharacter out;
    static const struct {
        const char *name;
        double value;
    } bad[] = {{"vs", 0.0}, {"Fs", 0.5}, {"Fc", -1.0}, {"sigma0", 1e99}, {"what", 1.0}};
    for (int i = 0; i < COUNT(bad); i++) {
        StnError error = {.status = STN_OK};
        StnCharacterizeDef def = def_of("lugre");
        StnGiven given = {.count = 1, .value = {bad[i].value}};
        strcpy(given.name, bad[i].name);
        def.given = &given;
        def.ngiven = 1;
        CHECK(stn_characterize(&def, NULL, &out, &error) == STN_BAD_INPUT, "%s", bad[i].name);
        assert_true(error.text[0]);
        stn_character_free(&out);
    }
}

static bool stop_after_one(void *user, double fraction)
{
    *(double *)user = fraction;
    return fraction == 0.0;
}

static void progress_can_stop_it(void **state)
{
    static StnCharacter out;
    double fraction = 0.0;
    StnError error = {.status = STN_OK};
    StnCharacterizeDef def = def_of("coulomb");
    def.progress = stop_after_one;
    def.user = &fraction;
    assert_int_equal(stn_characterize(&def, NULL, &out, &error), STN_CANCELLED);
    NEAR(fraction, 1.0 / STN_TRIAL_COUNT, 1e-12);
    stn_character_free(&out);
}

static bool stop_at_once(void *user, double fraction)
{
    *(double *)user = fraction;
    return false;
}

/* A law in fixed steps, with an elastic length of 15 mm: the first one takes seconds. */
static void progress_can_stop_it_within_an_experiment(void **state)
{
    static StnCharacter out;
    double fraction = NAN;
    StnError error = {.status = STN_OK};
    const StnGiven soft = {.name = "sigma0", .count = 1, .value = {100.0}};
    StnCharacterizeDef def = def_of("karnopp");
    def.given = &soft;
    def.ngiven = 1;
    def.progress = stop_at_once;
    def.user = &fraction;
    assert_int_equal(stn_characterize(&def, NULL, &out, &error), STN_CANCELLED);
    NEAR(fraction, 0.0, 0.0);
    stn_character_free(&out);
}

/* 900000 s in steps of 0.1 ms. */
static void a_law_too_soft_for_fixed_steps_is_told_so(void **state)
{
    static StnCharacter out;
    StnError error = {.status = STN_OK};
    const StnGiven soft = {.name = "sigma0", .count = 1, .value = {0.5}};
    StnCharacterizeDef def = def_of("karnopp");
    def.given = &soft;
    def.ngiven = 1;
    assert_int_equal(stn_characterize(&def, NULL, &out, &error), STN_OK);
    assert_int_equal(out.status[STN_TRIAL_HOLD], STN_STEP_TOO_SMALL);
    assert_non_null(strstr(out.reason[STN_TRIAL_HOLD], "a larger sigma0"));
    assert_false(out.known[STN_BEHAVIOUR_STICTION]);
    assert_int_equal(out.status[STN_TRIAL_BREAK], STN_OK);
    stn_character_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_experiment_of_every_law_goes_through),
        cmocka_unit_test(every_behaviour_and_number_has_its_texts),
        cmocka_unit_test(each_verdict_separates_the_laws),
        cmocka_unit_test(lugre_drifts_elastoplastic_gms_and_hybrid_do_not),
        cmocka_unit_test(only_chains_have_nonlocal_memory),
        cmocka_unit_test(treatments_without_a_static_level_do_not_hold),
        cmocka_unit_test(laws_with_a_static_level_hold),
        cmocka_unit_test(bristle_laws_have_frictional_memory),
        cmocka_unit_test(static_friction_rises_with_dwell_only_where_the_law_says_so),
        cmocka_unit_test(sign_chatters_and_hyperviscous_creeps),
        cmocka_unit_test(stribeck_effect_and_viscous_friction_are_told_apart),
        cmocka_unit_test(lugre_pre_sliding_is_the_quasi_static_one),
        cmocka_unit_test(dahl_leaves_the_gap_that_its_equation_says),
        cmocka_unit_test(viscous_lead_gives_an_ellipse),
        cmocka_unit_test(steady_slopes_are_those_of_the_curve),
        cmocka_unit_test(hybrid_static_level_rises_by_its_exponential),
        cmocka_unit_test(hyperviscous_creeps_at_its_rate),
        cmocka_unit_test(an_option_that_is_given_is_no_variant),
        cmocka_unit_test(friction_under_load_is_that_of_the_closed_forms),
        cmocka_unit_test(verdicts_do_not_depend_on_the_scale),
        cmocka_unit_test(bad_parameters_are_an_error),
        cmocka_unit_test(progress_can_stop_it),
        cmocka_unit_test(progress_can_stop_it_within_an_experiment),
        cmocka_unit_test(a_law_too_soft_for_fixed_steps_is_told_so),
    };
    return cmocka_run_group_tests(tests, run_all, free_all);
}
