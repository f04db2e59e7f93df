/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fits on measured data with published results; skipped where the files are absent. */
#include "identify_support.h"
#include "stiction/fit.h"

static StnFitResult result; /* large */

static StnTable load(const char *name)
{
    StnTable table;
    StnError error = {0};
    StnStatus status = stn_csv_read(shared_file(name), 0, &table, &error);
    CHECK(status == STN_OK, "%s", error.text);
    return table;
}

static double *column(const StnTable *table, const char *name)
{
    int c = stn_table_column(table, name);
    CHECK(c >= 0, "no column %s", name);
    return table->data[c];
}

static void must_fit(const StnFitDef *def, bool search)
{
    StnError error = {0};
    StnStatus status =
        search ? stn_fit(def, &result, &error) : stn_fit_evaluate(def, &result, &error);
    CHECK(status == STN_OK, "%s", error.text);
}

/* ---- EMPS: Janot, Gautier, Brunot 2019 ---- */

/* The published simulation starts at rest at the first measured position and reaches 4.63 % of force
 * error with exact sticking; a fit of the five parameters comes below 4.6 %, and one of the initial velocity,
 * too (the axis moves at t = 0), below 3.8 %. */
static void emps_is_simulated_to_its_published_error_and_fitted_below(void **state)
{
    StnTable table = load("emps_id.csv");
    StnScenario *scenario = stn_scenario_load("block-emps", NULL, NULL);
    assert_non_null(scenario);
    const double *t = column(&table, "t_s"), *force = column(&table, "force_N");
    StnSignal *wanted = stn_signal_table(t, column(&table, "q_ref_m"), table.rows, true);
    StnFitSignal signal = {"u", force, NAN};
    StnFitRun run = {.def = stn_scenario_def(scenario),
                     .t = t,
                     .rows = table.rows,
                     .signal = &signal,
                     .nsignal = 1};
    StnFreeParameter list[] = {stn_free_parameter("m"), stn_free_parameter("Fc.each"),
                               stn_free_parameter("sigma2.each"), stn_free_parameter("initial.v")};
    run.def.input[2] = wanted;
    NEAR(run.def.initial[0].value[0], column(&table, "q_m")[0], 1e-12);
    StnFitDef def = stn_default_fit_def(&run, 1, list, 3);
    def.starts = 1;
    must_fit(&def, false);
    NEAR(result.fitted[0][0].relative, 4.63, 0.01);
    stn_fit_result_free(&result);
    must_fit(&def, true);
    assert_int_equal(result.nparam, 5);
    CHECK(result.fitted[0][0].relative < 4.6, "%g %%", result.fitted[0][0].relative);
    assert_true(result.coloured);
    stn_fit_result_free(&result);
    def.nfree = 4;
    must_fit(&def, true);
    CHECK(result.fitted[0][0].relative < 3.8, "%g %%", result.fitted[0][0].relative);
    stn_fit_result_free(&result);
    stn_scenario_free(scenario);
    stn_signal_free(wanted);
    stn_table_free(&table);
}

/* ---- Tribometer: example data of FrictionModels.jl ---- */

/* The loaded part (from 7.6 s), a constant offset allowed, the first half fitted.  Known: Dahl about 11 to
 * 12 %, four Maxwell-slip elements about 5 %; asked: at most 5.5 % on the second half. */
static double tribometer(const StnTable *table, const char *law, const char *const *names,
                         int count)
{
    size_t first = 0, rows;
    double *t = column(table, "t_s"), *F = column(table, "friction_force_N");
    static unsigned char use[30000];
    StnGiven given[] = {{.name = "Fc", .count = 1, .value = {2.5}},
                        {.name = "sigma0", .count = 1, .value = {1e5}},
                        {.name = "k", .count = 4, .value = {1.2e5, 4.4e4, 1.6e4, 6e3}},
                        {.name = "nu", .count = 4, .value = {0.25, 0.25, 0.25, 0.25}}};
    StnFreeParameter list[8];
    while (t[first] < 7.6)
        first++;
    rows = table->rows - first;
    StnFitSignal signal = {"FF", F + first, NAN};
    memset(use, STN_ROW_FIT, sizeof use);
    memset(use + rows / 2, STN_ROW_HELD, rows - rows / 2);
    StnGiven drive;
    StnFitRun run = {.def = stn_motion_def(stn_catalog_law(NULL, law), given, COUNT(given), &drive),
                     .t = t + first,
                     .rows = rows,
                     .signal = &signal,
                     .nsignal = 1,
                     .use = use,
                     .x = column(table, "x_m") + first};
    for (int i = 0; i < count; i++)
        list[i] = stn_free_parameter(names[i]);
    StnFitDef def = stn_default_fit_def(&run, 1, list, count);
    must_fit(&def, true);
    double held = result.held[0][0].relative;
    stn_fit_result_free(&result);
    return held;
}

static void four_elements_follow_the_tribometer_where_dahl_does_not(void **state)
{
    StnTable table = load("tribometer.csv");
    double *F = column(&table, "friction_force_N");
    for (size_t i = 0; i < table.rows; i++)
        F[i] = -F[i]; /* logged with the sign opposite to the motion */
    double dahl = tribometer(&table, "dahl", (const char *[]){"Fc", "sigma0", "offset.FF"}, 3);
    double gms = tribometer(&table, "gms", (const char *[]){"Fc", "k", "nu", "offset.FF"}, 4);
    CHECK(dahl > 10.5 && dahl < 12.5, "Dahl: %g %%", dahl);
    CHECK(gms <= 5.5, "gms: %g %%", gms);
    stn_table_free(&table);
}

/* ---- Screw drives: Mablekos-Alexiou, da Cruz, Bergeles 2021 ---- */

typedef struct {
    double t[64], v[64], torque[64];
    size_t count;
} Means;

static Means run_means(const StnTable *table, double drive)
{
    Means m = {.count = 0};
    const double *which = column(table, "drive"), *set = column(table, "set_speed_rpm");
    const double *v = column(table, "motor_speed_rad_s"), *F = column(table, "motor_torque_Nm");
    for (size_t i = 0; i < table->rows;) {
        size_t end = i;
        double sv = 0.0, sF = 0.0;
        for (; end < table->rows && set[end] == set[i] && which[end] == which[i]; end++)
            sv += v[end], sF += F[end];
        if (which[i] == drive) {
            double n = (double)(end - i);
            m.t[m.count] = (double)m.count;
            m.v[m.count] = sv / n;
            m.torque[m.count++] = sF / n;
        }
        i = end;
    }
    return m;
}

/* Published: rms 0.0915 mN*m with Coulomb + viscous + offset on drive 2, hardly less with Stribeck (0.0905);
 * 0.0770 with Stribeck on drive 3.  So Stribeck's term is not significant on drive 2, and on drive 3
 * the recommended law has it; of exponents, 1 fits better there (as identify curve finds). */
static void stribeck_is_not_significant_on_drive_2(void **state)
{
    StnTable table = load("screw_steady.csv");
    static StnCandidate candidate[STN_CANDIDATES_MAX];
    const StnLaw *laws[] = {stn_catalog_law(NULL, "coulomb"), stn_catalog_law(NULL, "stribeck")};
    for (int drive = 2; drive <= 3; drive++) {
        Means m = run_means(&table, drive);
        StnFitSignal signal = {"FF", m.torque, NAN};
        StnGiven given[] = {{.name = "Fc", .count = 1, .value = {3e-3}},
                            {.name = "vs", .count = 1, .value = {2.0}}};
        StnGiven imposed;
        StnFitRun run = {.def = stn_motion_def(laws[0], given, COUNT(given), &imposed),
                         .t = m.t,
                         .rows = m.count,
                         .signal = &signal,
                         .nsignal = 1,
                         .v = m.v};
        StnFreeParameter offset = stn_free_parameter("offset.FF");
        StnFitDef fit = stn_default_fit_def(&run, 1, &offset, 1);
        fit.starts = 16;
        fit.spread = 10.0;
        StnSelectDef def = stn_default_select_def(fit);
        def.candidate = candidate;
        def.ncandidate = stn_select_candidates(&run, 0, laws, 2, candidate);
        def.folds = 10;
        StnSelection s;
        StnError error = {0};
        StnStatus status = stn_select_law(&def, &s, &error);
        CHECK(status == STN_OK, "%s", error.text);
        for (int i = 0; i < s.count; i++) {
            double rms = s.row[i].result.fitted[0][0].rms;
            if (drive == 2 && strcmp(s.row[i].label, "coulomb, viscous") == 0)
                NEAR(rms, 0.0915e-3, 0.0001e-3);
            if (drive == 2 && strcmp(s.row[i].label, "stribeck, viscous") == 0) {
                NEAR(rms, 0.0905e-3, 0.0004e-3);
                assert_non_null(strstr(s.row[i].why, "not significantly better"));
            }
            if (drive == 3 && strcmp(s.row[i].label, "stribeck, viscous") == 0)
                NEAR(rms, 0.0770e-3, 0.0001e-3);
        }
        const char *chosen = s.row[s.recommended].label;
        assert_string_equal(chosen, drive == 2 ? "coulomb, viscous"
                                               : "stribeck, viscous, by direction, n = 1");
        stn_selection_free(&s);
    }
    stn_table_free(&table);
}

/* ---- Paper slider: Colas et al., Phys. Rev. E 2019 ---- */

/* One set of LuGre parameters for five pairs of stiffness and speed, found by a fit of their cycles
 * (docs/identify-fit.md): it sticks and slips where the paper does, and slides where that does.  The
 * record itself scatters and drifts: the middle half of the periods spans up to 47 %, of the heights up to
 * 59 %.  Errors of the model over the whole record: periods up to 9 %, heights up to 15 %. */
static void one_set_of_parameters_shows_the_regimes_of_the_paper_slider(void **state)
{
    enum { RUNS = 5 };
    StnTable table = load("paper_stickslip.csv");
    const double *K = column(&table, "spring_k_N_m"), *V = column(&table, "pull_speed_m_s");
    StnScenario *scenario[RUNS];
    StnFitSignal signal[RUNS];
    StnFitRun run[RUNS];
    int n = 0, steady = 0;
    for (size_t i = 0; i < table.rows;) {
        char stiffness[40], speed[40];
        size_t end = i;
        while (end < table.rows && K[end] == K[i] && V[end] == V[i])
            end++;
        assert_true(n < RUNS);
        snprintf(stiffness, sizeof stiffness, "%.17g", K[i]);
        snprintf(speed, sizeof speed, "%.17g", V[i]);
        const StnOverride set[] = {{"parameters.K", stiffness}, {"inputs.y.ramp.slope", speed}};
        const StnScenarioOptions options = {.set = set, .nset = COUNT(set)};
        scenario[n] = stn_scenario_load("block-paper-slider", &options, NULL);
        assert_non_null(scenario[n]);
        signal[n] = (StnFitSignal){"u", column(&table, "spring_force_N") + i, NAN};
        run[n] = (StnFitRun){.def = stn_scenario_def(scenario[n]),
                             .t = column(&table, "t_s") + i,
                             .rows = end - i,
                             .signal = &signal[n],
                             .nsignal = 1,
                             .target = STN_FIT_TARGET_CYCLES};
        n++;
        i = end;
    }
    assert_int_equal(n, RUNS);
    StnFreeParameter m = stn_free_parameter("m");
    StnFitDef def = stn_default_fit_def(run, RUNS, &m, 1);
    must_fit(&def, false);
    for (int r = 0; r < RUNS; r++) {
        const StnCycles *a = &result.measured[r], *b = &result.modelled[r];
        CHECK(a->slips == b->slips, "run %d: regime", r);
        steady += !a->slips;
        CHECK(!a->slips || fabs(b->period / a->period - 1.0) < 0.1,
              "run %d: period %g, measured %g", r, b->period, a->period);
        CHECK(!a->slips || fabs(b->height / a->height - 1.0) < 0.16,
              "run %d: height %g, measured %g", r, b->height, a->height);
    }
    assert_int_equal(steady, 1); /* 2254 N/m at 42 um/s */
    stn_fit_result_free(&result);
    for (int r = 0; r < RUNS; r++)
        stn_scenario_free(scenario[r]);
    stn_table_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(emps_is_simulated_to_its_published_error_and_fitted_below),
        cmocka_unit_test(four_elements_follow_the_tribometer_where_dahl_does_not),
        cmocka_unit_test(stribeck_is_not_significant_on_drive_2),
        cmocka_unit_test(one_set_of_parameters_shows_the_regimes_of_the_paper_slider),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
