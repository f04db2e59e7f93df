/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The choice of a law on simulated data whose truth is known. */
#include "fit_bench.h"

static void choose(Bench *bench, const char *const *names, int count, StnSelection *selection)
{
    static StnCandidate candidate[STN_CANDIDATES_MAX];
    static unsigned char use[ROWS];
    const StnLaw *laws[8];
    StnError error = {0};
    for (int i = 0; i < count; i++)
        laws[i] = stn_catalog_law(NULL, names[i]);
    memset(use, STN_ROW_FIT, sizeof use);
    stn_rows_mark(bench->t, ROWS, 1.5, INFINITY, STN_ROW_HELD, use);
    bench->run.use = use;
    StnFitDef fit = stn_default_fit_def(&bench->run, 1, NULL, 0);
    fit.starts = 1;
    StnSelectDef def = stn_default_select_def(fit);
    def.candidate = candidate;
    def.ncandidate = stn_select_candidates(&bench->run, 0, laws, count, candidate);
    def.resolution = 1e-6;
    StnStatus status = stn_select_law(&def, selection, &error);
    CHECK(status == STN_OK, "%s", error.text);
}

static void the_law_that_made_the_data_is_recommended(void **state)
{
    static const struct {
        const char *law, *friction, *label;
    } cases[] = {
        {"coulomb", "Fs=5 Fc=5", "coulomb"},
        {"coulomb", "Fs=5,6 Fc=5,6 sigma2=8,4", "coulomb, viscous, by direction"},
        {"stribeck", "Fs=8 Fc=5 vs=0.05 sigma2=8", "stribeck, viscous"},
    };
    const char *const laws[] = {"coulomb", "stribeck"};
    for (int c = 0; c < COUNT(cases); c++) {
        Bench bench;
        StnSelection selection;
        bench_begin(&bench, cases[c].law, cases[c].friction);
        bench_measure(&bench, 2e-5);
        choose(&bench, laws, COUNT(laws), &selection);
        assert_true(selection.recommended >= 0);
        assert_string_equal(selection.row[selection.recommended].label, cases[c].label);
        assert_non_null(strstr(selection.reason, "is enough"));
        stn_selection_free(&selection);
        bench_end(&bench);
    }
}

/* Pre-sliding of 5 nm under noise of 20 um is not seen, and the reason says so.  (That of 0.5 um is: the run
 * begins 1 % above breakaway, and bristles without damping swing there; positions differ from Coulomb's by up
 * to 58 um, and by a root of ten less for each power of ten of the stiffness.) */
static void what_the_sensor_cannot_see_is_not_recommended(void **state)
{
    const char *const laws[] = {"coulomb", "dahl"};
    Bench bench;
    StnSelection selection;
    bool said = false;
    bench_begin(&bench, "dahl", "Fc=5 sigma0=1e9 sigma2=8");
    bench_measure(&bench, 2e-5);
    choose(&bench, laws, COUNT(laws), &selection);
    assert_string_equal(selection.row[selection.recommended].label, "coulomb, viscous");
    for (int i = 0; i < selection.count; i++)
        said =
            said || (strncmp(selection.row[i].label, "dahl", 4) == 0 &&
                     strstr(selection.row[i].why, "the sensor resolves 1e-06 m: do not model it"));
    assert_true(said);
    stn_selection_free(&selection);
    bench_end(&bench);
}

static void a_choice_needs_data_that_no_fit_has_seen(void **state)
{
    Bench bench;
    StnSelection selection;
    static StnCandidate candidate[STN_CANDIDATES_MAX];
    const StnLaw *law = stn_catalog_law(NULL, "coulomb");
    StnError error = {0};
    bench_begin(&bench, "coulomb", "Fs=5 Fc=5");
    bench_measure(&bench, 1e-5);
    StnSelectDef def = stn_default_select_def(stn_default_fit_def(&bench.run, 1, NULL, 0));
    def.candidate = candidate;
    def.ncandidate = stn_select_candidates(&bench.run, 0, &law, 1, candidate);
    assert_int_equal(stn_select_law(&def, &selection, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "hold rows out"));
    stn_selection_free(&selection);
    bench_end(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_law_that_made_the_data_is_recommended),
        cmocka_unit_test(what_the_sensor_cannot_see_is_not_recommended),
        cmocka_unit_test(a_choice_needs_data_that_no_fit_has_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
