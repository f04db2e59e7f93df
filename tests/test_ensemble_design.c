/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What varies in an ensemble, and which values each run gets. */
#include "build_block.h"
#include "ensemble/normal.h"
#include "ensemble/sobol_points.h"

static StnSystem *block(void)
{
    StnError error = {0};
    StnSystemDef def = stn_system_def("block", NULL);
    stn_def_set_word(&def, "options.drive", "spring");
    stn_def_set(&def, "parameters.m", 1.0);
    stn_def_set(&def, "parameters.K", 2.0);
    stn_def_set(&def, "friction.contact.Fs", 1.5);
    stn_def_set(&def, "friction.contact.Fc", 1.0);
    stn_def_set_input(&def, "y", stn_signal_ramp(0.1, 0.0, 0.0, 100.0));
    StnSystem *system = stn_system_new(&def, &error);
    CHECK(system != NULL, "%s", error.text);
    stn_def_free(&def);
    return system;
}

/* ---- The normal distribution ---- */

/* Values to 16 digits by mpmath (ncdf, and erfinv). */
static void the_normal_distribution_is_right_to_rounding(void **state)
{
    static const struct {
        double x, below;
    } row[] = {
        {-8.0, 6.220960574271784e-16},
        {-3.1, 9.676032132183561e-04},
        {-2.9, 1.865813300384038e-03},
        {-1.0, 0.1586552539314571},
        {0.0, 0.5},
        {0.5, 0.6914624612740131},
        {2.0, 0.9772498680518208},
        {4.0, 0.9999683287581669},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        CHECK(fabs(stn_normal_below(row[i].x) / row[i].below - 1.0) < 2e-15, "P(%g) = %.17g",
              row[i].x, stn_normal_below(row[i].x));
        const double x = stn_normal_quantile(row[i].below);
        /* a rounding of p is one of p/density in x */
        CHECK(fabs(x - row[i].x) < 1e-14 + 4e-16 * row[i].below / (0.4 * exp(-0.5 * x * x)),
              "x(%g) = %.17g", row[i].below, x);
    }
    assert_true(isfinite(stn_normal_quantile(0x1p-53)) &&
                isfinite(stn_normal_quantile(1.0 - 0x1p-53)));
}

/* ---- The text ---- */

static void spreads_are_read(void **state)
{
    StnSystem *system = block();
    StnError error = {0};
    StnVary v;
    assert_int_equal(stn_vary_parse(system, NULL, "Fs=lin:1 N:2 N:5", &v, &error), STN_OK);
    assert_string_equal(v.path, "friction.contact.Fs");
    assert_string_equal(v.unit, "N");
    assert_int_equal(v.levels, 5);
    assert_true(v.level[0] == 1.0 && v.level[1] == 1.25 && v.level[4] == 2.0);
    stn_vary_free(&v);
    assert_int_equal(stn_vary_parse(system, NULL, "m = log:100 g:10 kg:3", &v, &error), STN_OK);
    assert_true(v.level[0] == 0.1 && v.level[2] == 10.0);
    CHECK(fabs(v.level[1] - 1.0) < 1e-15, "%.17g", v.level[1]);
    stn_vary_free(&v);
    assert_int_equal(stn_vary_parse(system, NULL, "K=list: 50 %, 2 N/m,3", &v, &error), STN_OK);
    assert_true(v.levels == 3 && v.level[0] == 1.0 && v.level[1] == 2.0 && v.level[2] == 3.0);
    stn_vary_free(&v);
    assert_int_equal(stn_vary_parse(system, NULL,
                                    "K=\xc2\xb1"
                                    "20%",
                                    &v, &error),
                     STN_OK);
    assert_true(v.kind == STN_VARY_UNIFORM && v.a == 1.6 && v.b == 2.4);
    assert_int_equal(stn_vary_parse(system, NULL, "K=+-0.5 N/m", &v, &error), STN_OK);
    assert_true(v.a == 1.5 && v.b == 2.5);
    assert_int_equal(stn_vary_parse(system, NULL, "m=normal:2 kg:5 %", &v, &error), STN_OK);
    assert_true(v.a == 2.0 && fabs(v.b - 0.1) < 1e-16);
    assert_int_equal(stn_vary_parse(system, NULL, "m=lognormal:2 kg:5 %", &v, &error), STN_OK);
    assert_true(v.a == 2.0 && v.b == 0.05);
    assert_int_equal(stn_vary_parse(system, NULL, "law=list:coulomb,lugre", &v, &error), STN_OK);
    assert_string_equal(v.path, "friction.contact.law");
    assert_string_equal(v.law[1]->name, "lugre");
    stn_vary_free(&v);
    stn_system_free(system);
}

/* The sentence, and the column that it points to. */
static void bad_spreads_are_refused(void **state)
{
    static const struct {
        const char *text, *words;
        int column;
    } row[] = {
        {"Fs", "ADDRESS=SPREAD", 1},
        {" =lin:1:2:3", "ADDRESS=SPREAD", 1},
        {"Fsx=lin:1:2:3", "did you mean \"friction.contact.Fs\"", 1},
        {"Fs=linn:1:2:3", "did you mean \"lin\"", 4},
        {"Fs=3", "allowed, each with a colon: ", 4},
        {"Fs=lin:1:2", "lin:FROM:TO:COUNT", 10},
        {"Fs=lin:1:2:3:4", "lin:FROM:TO:COUNT", 12},
        {"Fs=lin:1:2:x", "\"x\" is no number of values", 12},
        {"Fs=lin:1:2:0", "0 values; allowed: 1 to", 12},
        {"Fs=lin:1:2:99999999999", "allowed: 1 to", 12},
        {"Fs=lin:1:2:99999999999999999999", "\"99999999999999999999\" is no number of", 12},
        {"Fs=lin:1 m:2:3", "\"1 m\" is in m, but friction.contact.Fs is in N", 8},
        {"Fs=lin:1 Nn:2:3", "Nn", 10},
        {"Fs=lin:inf:2:3", "not finite", 8},
        {"Fs=lin::2:3", "a value is missing", 8},
        {"Fs=log:-1:2:3", "one sign", 8},
        {"Fs=log:1:0:3", "one sign, not 0", 8},
        {"Fs=log:0:-1:3", "one sign, not 0", 8},
        {"Fs=uniform:2:1", "TO must lie above FROM", 14},
        {"Fs=normal:2:0", "above 0", 13},
        {"Fs=lognormal:0:1 %", "median", 14},
        {"initial.v=+-20%", "half width", 13},
        {"law=list:coulomb,lugr", "did you mean \"lugre\"", 18},
        {"law=lin:1:2:3", "list:LAW", 5},
        {"Fs=list:1,,2", "a value is missing", 11},
    };
    StnSystem *system = block();
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        StnError error = {0};
        StnVary v;
        CHECK(stn_vary_parse(system, NULL, row[i].text, &v, &error) == STN_BAD_INPUT, "%s",
              row[i].text);
        CHECK(strstr(error.text, row[i].words) != NULL, "%s: %s", row[i].text, error.text);
        CHECK(error.column == row[i].column, "%s: column %d", row[i].text, error.column);
        assert_null(v.level);
    }
    stn_system_free(system);
}

/* ---- Designs ---- */

static StnDesign *design_of(StnDesignKind kind, const StnVary *vary, int nvary, int64_t samples,
                            uint64_t seed)
{
    const StnDesignDef def = {
        .kind = kind, .vary = vary, .nvary = nvary, .samples = samples, .seed = seed};
    StnError error = {0};
    StnDesign *design = stn_design_new(&def, &error);
    CHECK(design != NULL, "%s", error.text);
    return design;
}

static StnVary evenly(const char *path)
{
    StnVary v = {.kind = STN_VARY_UNIFORM, .a = 0.0, .b = 1.0, .site = -1};
    snprintf(v.path, sizeof v.path, "%s", path);
    return v;
}

static void a_grid_has_every_combination(void **state)
{
    StnSystem *system = block();
    StnVary v[2];
    double value[2];
    stn_vary_parse(system, NULL, "Fs=list:1,2", &v[0], NULL);
    stn_vary_parse(system, NULL, "m=list:1,2,3", &v[1], NULL);
    StnDesign *design = design_of(STN_DESIGN_GRID, v, 2, 0, 0);
    assert_int_equal(stn_design_count(design), 6);
    for (int run = 0; run < 6; run++) {
        stn_design_values(design, run, value);
        assert_true(value[0] == 1 + run / 3 && value[1] == 1 + run % 3);
    }
    stn_design_free(design);
    stn_vary_free(&v[0]), stn_vary_free(&v[1]);
    stn_system_free(system);
}

/* By its definition each of the parts has one run, in every dimension, for any number of runs. */
static void a_latin_hypercube_has_each_part_once(void **state)
{
    const StnVary v[3] = {evenly("a"), evenly("b"), evenly("c")};
    static const int counts[] = {1, 2, 7, 64, 1000};
    for (int c = 0; c < 5; c++) {
        StnDesign *design = design_of(STN_DESIGN_LATIN, v, 3, counts[c], 5);
        char seen[3][1000] = {{0}};
        for (int run = 0; run < counts[c]; run++) {
            double value[3];
            stn_design_values(design, run, value);
            for (int i = 0; i < 3; i++)
                seen[i][(int)(value[i] * counts[c])]++;
        }
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < counts[c]; k++)
                CHECK(seen[i][k] == 1, "%d runs, dimension %d, part %d: %d", counts[c], i, k,
                      seen[i][k]);
        stn_design_free(design);
    }
}

/* Points 1 ... 8 of the dimensions 1 ... 5 and 64: scipy.stats.qmc.Sobol(64,
 * scramble=False), put in binary order. */
static void sobol_points_are_those_of_joe_and_kuo(void **state)
{
    static const struct {
        int dimension;
        double x[8];
    } row[] = {
        {0, {0.5, 0.25, 0.75, 0.125, 0.625, 0.375, 0.875, 0.0625}},
        {1, {0.5, 0.75, 0.25, 0.625, 0.125, 0.375, 0.875, 0.9375}},
        {2, {0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125, 0.5625}},
        {3, {0.5, 0.75, 0.25, 0.125, 0.625, 0.875, 0.375, 0.3125}},
        {4, {0.5, 0.25, 0.75, 0.125, 0.625, 0.375, 0.875, 0.6875}},
        {63, {0.5, 0.25, 0.75, 0.375, 0.875, 0.125, 0.625, 0.8125}},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        uint32_t direction[STN_SOBOL_BITS];
        stn_sobol_directions(row[i].dimension, direction);
        for (uint32_t k = 0; k < 8; k++)
            CHECK(stn_sobol_coordinate(direction, k + 1) * 0x1p-32 == row[i].x[k], "%d %u",
                  row[i].dimension, k);
    }
}

/* (t, s)-sequences in base 2: 2^k points have one in each of 2^k parts, in each dimension. */
static void sobol_designs_fill_each_part(void **state)
{
    StnVary v[STN_VARIES_MAX];
    for (int i = 0; i < STN_VARIES_MAX; i++) {
        char name[8];
        snprintf(name, sizeof name, "x%d", i);
        v[i] = evenly(name);
    }
    StnDesign *design = design_of(STN_DESIGN_SOBOL, v, STN_VARIES_MAX, 1024, 3);
    static char seen[STN_VARIES_MAX][1024];
    for (int run = 0; run < 1024; run++) {
        double value[STN_VARIES_MAX];
        stn_design_values(design, run, value);
        for (int i = 0; i < STN_VARIES_MAX; i++)
            seen[i][(int)(value[i] * 1024)]++;
    }
    for (int i = 0; i < STN_VARIES_MAX; i++)
        for (int k = 0; k < 1024; k++)
            CHECK(seen[i][k] == 1, "dimension %d, part %d: %d", i, k, seen[i][k]);
    stn_design_free(design);
}

/* Saltelli et al. 2010: A, B, and A with one column of B. */
static void saltelli_mixes_two_samples(void **state)
{
    const StnVary v[3] = {evenly("a"), evenly("b"), evenly("c")};
    StnDesign *design = design_of(STN_DESIGN_SALTELLI, v, 3, 16, 3);
    assert_int_equal(stn_design_count(design), 80);
    for (int point = 0; point < 16; point++) {
        double x[5][3];
        for (int k = 0; k < 5; k++)
            stn_design_values(design, 5 * point + k, x[k]);
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 3; i++)
                assert_true(x[2 + k][i] == x[i == k][i] && x[0][i] != x[1][i]);
    }
    stn_design_free(design);
}

/* Moments of 1e5 draws within five of their standard errors; another seed, other draws. */
static void distributions_have_their_moments(void **state)
{
    StnVary v[3] = {evenly("a"), evenly("b"), evenly("c")};
    v[1].kind = STN_VARY_NORMAL, v[1].a = 2.0, v[1].b = 0.5;
    v[2].kind = STN_VARY_LOGNORMAL, v[2].a = 3.0, v[2].b = 0.2;
    const int n = 100000;
    const double mean[3] = {0.5, 2.0, log(3.0)}, deviation[3] = {sqrt(1.0 / 12.0), 0.5, 0.2};
    StnDesign *design = design_of(STN_DESIGN_RANDOM, v, 3, n, 11);
    StnDesign *other = design_of(STN_DESIGN_RANDOM, v, 3, n, 12);
    double sum[3] = {0}, square[3] = {0};
    for (int run = 0; run < n; run++) {
        double value[3], there[3];
        stn_design_values(design, run, value);
        stn_design_values(other, run, there);
        assert_true(value[0] != there[0]);
        value[2] = log(value[2]);
        for (int i = 0; i < 3; i++) {
            const double z = (value[i] - mean[i]) / deviation[i];
            sum[i] += z, square[i] += z * z;
        }
    }
    for (int i = 0; i < 3; i++) {
        CHECK(fabs(sum[i] / n) < 5.0 / sqrt(n), "%d: mean %g", i, sum[i] / n);
        CHECK(fabs(square[i] / n - 1.0) < 5.0 * sqrt(2.0 / n), "%d: variance %g", i, square[i] / n);
    }
    stn_design_free(design), stn_design_free(other);
}

static void correlations_come_out(void **state)
{
    StnVary v[3] = {evenly("a"), evenly("b"), evenly("c")};
    for (int i = 0; i < 3; i++)
        v[i].kind = STN_VARY_NORMAL;
    const StnCorrelation given[] = {{0, 1, 0.8}, {2, 1, -0.5}};
    const StnDesignDef def = {.kind = STN_DESIGN_LATIN,
                              .vary = v,
                              .nvary = 3,
                              .samples = 20000,
                              .correlation = given,
                              .ncorrelation = 2};
    StnError error = {0};
    StnDesign *design = stn_design_new(&def, &error);
    assert_non_null(design);
    double product[3] = {0};
    for (int run = 0; run < 20000; run++) {
        double z[3];
        stn_design_values(design, run, z);
        product[0] += z[0] * z[1], product[1] += z[1] * z[2], product[2] += z[0] * z[2];
    }
    const double wanted[3] = {0.8, -0.5, 0.0};
    for (int i = 0; i < 3; i++) /* five standard errors */
        CHECK(fabs(product[i] / 20000 - wanted[i]) < 0.05, "%d: %g", i, product[i] / 20000);
    stn_design_free(design);
}

static void bad_designs_are_refused(void **state)
{
    const StnVary v[3] = {evenly("a"), evenly("b"), evenly("c")},
                  twice[2] = {evenly("a"), evenly("a")},
                  within[2] = {evenly("a.forward"), evenly("a")};
    StnVary many[4] = {evenly("a"), evenly("b"), evenly("c"), evenly("d")};
    double level[1] = {0.0};
    for (int i = 0; i < 4; i++) /* 2^64 in all */
        many[i].level = level, many[i].levels = i < 3 ? 1 << 20 : 1 << 4;
    const StnCorrelation one[] = {{0, 1, 1.0}};
    const StnCorrelation against[] = {{0, 1, 0.9}, {1, 2, 0.9}, {0, 2, -0.9}};
    const StnCorrelation nobody[] = {{0, 3, 0.5}};
    const StnCorrelation again[] = {{0, 1, 0.5}, {1, 0, 0.4}};
    const struct {
        StnDesignDef def;
        const char *words, *path;
    } row[] = {
        {{STN_DESIGN_GRID, v, 3, 0, 0, NULL, 0}, "a grid needs levels, but a", "design"},
        {{STN_DESIGN_GRID, many, 4, 0, 0, NULL, 0}, "the grid has more than 2.8e+14", "design"},
        {{STN_DESIGN_RANDOM, v, 3, 0, 0, NULL, 0}, "0 samples; allowed: 1 to", "samples"},
        {{STN_DESIGN_RANDOM, v, 0, 9, 0, NULL, 0}, "0 quantities vary", "vary"},
        {{STN_DESIGN_RANDOM, twice, 2, 9, 0, NULL, 0}, "a varies twice", "vary"},
        {{STN_DESIGN_RANDOM, within, 2, 9, 0, NULL, 0}, "a.forward varies to no effect", "vary"},
        {{STN_DESIGN_RANDOM, v, 3, 9, 0, one, 1}, "allowed: between -1 and 1", "correlate"},
        {{STN_DESIGN_RANDOM, v, 3, 9, 0, against, 3}, "exclude each other", "correlate"},
        {{STN_DESIGN_RANDOM, v, 3, 9, 0, nobody, 1}, "between two that vary", "correlate"},
        {{STN_DESIGN_RANDOM, v, 3, 9, 0, again, 2}, "b and a is given twice", "correlate"},
        {{STN_DESIGN_SALTELLI, v, 3, 9, 0, against, 1}, "without correlation", "design"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        StnError error = {0};
        assert_null(stn_design_new(&row[i].def, &error));
        CHECK(error.status == STN_BAD_INPUT && strstr(error.text, row[i].words) != NULL &&
                  strcmp(error.path, row[i].path) == 0,
              "%s: %s", error.path, error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_normal_distribution_is_right_to_rounding),
        cmocka_unit_test(spreads_are_read),
        cmocka_unit_test(bad_spreads_are_refused),
        cmocka_unit_test(a_grid_has_every_combination),
        cmocka_unit_test(a_latin_hypercube_has_each_part_once),
        cmocka_unit_test(sobol_points_are_those_of_joe_and_kuo),
        cmocka_unit_test(sobol_designs_fill_each_part),
        cmocka_unit_test(saltelli_mixes_two_samples),
        cmocka_unit_test(distributions_have_their_moments),
        cmocka_unit_test(correlations_come_out),
        cmocka_unit_test(bad_designs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
