/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What many runs say of a metric: distribution, shares, ranks, indices of Sobol'. */
#include "build_block.h"
#include "ensemble/statistics.h"

/* NumPy: mean, std(ddof=1), quantile of [3, 1, 4, 1, 5, 9, 2, 6]. */
static void distributions_are_those_of_numpy(void **state)
{
    const double value[] = {3, 1, NAN, 4, 1, 5, 9, NAN, 2, 6};
    double scratch[10];
    const StnDistribution d = stn_distribution(value, 10, scratch);
    assert_int_equal(d.count, 8);
    assert_true(d.least == 1.0 && d.most == 9.0 && d.median == 3.5 && d.q05 == 1.0);
    CHECK(fabs(d.mean - 3.875) < 1e-15 && fabs(d.deviation - 2.748376143938713) < 1e-14 &&
              fabs(d.q95 - 7.95) < 1e-14,
          "%.17g %.17g %.17g", d.mean, d.deviation, d.q95);
    const StnDistribution none = stn_distribution(value + 2, 1, scratch);
    assert_true(none.count == 0 && isnan(none.mean));
    const StnDistribution one = stn_distribution(value, 1, scratch);
    assert_true(one.mean == 3.0 && isnan(one.deviation));
}

/* E. B. Wilson 1927: both ends s are where |p - s| is 1.96 deviations sqrt(s*(1 - s)/n). */
static void shares_have_intervals_of_wilson(void **state)
{
    const double z = 1.959963984540054;
    const StnShare s = stn_share(8, 10), all = stn_share(200, 200), none = stn_share(0, 50);
    assert_true(s.value == 0.8 && s.low < 0.8 && s.high > 0.8);
    CHECK(fabs(0.8 - s.low - z * sqrt(s.low * (1.0 - s.low) / 10.0)) < 1e-14 &&
              fabs(s.high - 0.8 - z * sqrt(s.high * (1.0 - s.high) / 10.0)) < 1e-14,
          "%.16g %.16g", s.low, s.high);
    CHECK(fabs(all.low - 200.0 / (200.0 + z * z)) < 1e-14 && all.high == 1.0, "%.16g", all.low);
    assert_true(none.low == 0.0 && fabs(none.high - z * z / (50.0 + z * z)) < 1e-14);
    assert_true(isnan(stn_share(0, 0).value));
}

/* scipy.stats.spearmanr([1, 2, 3, 4, 5], [5, 6, 7, 8, 7]) = 0.8207826816681233. */
static void ranks_are_those_of_spearman(void **state)
{
    const double x[] = {1, 2, NAN, 3, 4, 5}, y[] = {5, 6, 1, 7, 8, 7};
    const double fall[] = {9, 8, 7, 6, 5, 4}, flat[] = {1, 1, 1, 1, 1, 1};
    double share;
    assert_int_equal(stn_rank_share(x, y, 6, false, &share, NULL), STN_OK);
    CHECK(fabs(share - 0.8207826816681233 * 0.8207826816681233) < 1e-14, "%.17g", share);
    stn_rank_share(fall, x, 6, false, &share, NULL);
    assert_true(share == -1.0);
    stn_rank_share(flat, x, 6, false, &share, NULL);
    assert_true(isnan(share));
    /* of two groups the first has all lower ranks: means -1.5 and 1.5 of ranks -2.5 ... 2.5 */
    const double group[] = {0, 0, 0, 1, 1, 1}, rising[] = {1, 2, 3, 4, 5, 6};
    stn_rank_share(group, rising, 6, true, &share, NULL);
    CHECK(fabs(share - 6 * 2.25 / 17.5) < 1e-15, "%.17g", share);
}

/* T. Ishigami and T. Homma 1990: sin x1 + 7 sin^2 x2 + 0.1 x3^4 sin x1 on (-pi, pi)^3. */
static double ishigami(const double *x)
{
    return sin(x[0]) + 7.0 * sin(x[1]) * sin(x[1]) + 0.1 * x[2] * x[2] * x[2] * x[2] * sin(x[0]);
}

/* Closed forms: with a = 7, b = 0.1, V1 = (1 + b*pi^4/5)^2/2, V2 = a^2/8, V13 = b^2*pi^8*(1/18 - 1/50). */
static void indices_of_sobol_are_those_of_ishigami(void **state)
{
    const double pi = acos(-1.0), v1 = pow(1.0 + 0.1 * pow(pi, 4) / 5.0, 2) / 2.0, v2 = 49.0 / 8.0,
                 v13 = 0.01 * pow(pi, 8) * (1.0 / 18.0 - 1.0 / 50.0);
    const double v = v1 + v2 + v13;
    const double first[] = {v1 / v, v2 / v, 0.0}, total[] = {(v1 + v13) / v, v2 / v, v13 / v};
    enum { POINTS = 2048, RUNS = POINTS * 5 };
    static double y[RUNS];
    int inside = 0;
    for (uint64_t s = 1; s <= 5; s++) {
        StnVary vary[3];
        for (int i = 0; i < 3; i++) {
            vary[i] = (StnVary){.kind = STN_VARY_UNIFORM, .a = -pi, .b = pi, .site = -1};
            snprintf(vary[i].path, sizeof vary[i].path, "x%d", i);
        }
        const StnDesignDef def = {
            .kind = STN_DESIGN_SALTELLI, .vary = vary, .nvary = 3, .samples = POINTS, .seed = s};
        StnDesign *design = stn_design_new(&def, NULL);
        for (int run = 0; run < RUNS; run++) {
            double x[3];
            stn_design_values(design, run, x);
            y[run] = ishigami(x);
        }
        y[5 * s] = NAN; /* a point that is not whole is left out */
        StnSobolIndex index[3];
        int64_t used;
        assert_int_equal(stn_sobol_indices(y, RUNS, 3, index, &used, NULL), STN_OK);
        assert_int_equal(used, POINTS - 1);
        for (int i = 0; i < 3; i++) {
            CHECK(fabs(index[i].first.value - first[i]) < 0.04, "S%d = %g", i + 1,
                  index[i].first.value);
            CHECK(fabs(index[i].total.value - total[i]) < 0.04, "T%d = %g", i + 1,
                  index[i].total.value);
            inside += first[i] >= index[i].first.low && first[i] <= index[i].first.high;
            inside += total[i] >= index[i].total.low && total[i] <= index[i].total.high;
        }
        stn_design_free(design);
    }
    CHECK(inside >= 27, "%d of 30 intervals hold the truth", inside); /* 95 %: 28.5 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distributions_are_those_of_numpy),
        cmocka_unit_test(shares_have_intervals_of_wilson),
        cmocka_unit_test(ranks_are_those_of_spearman),
        cmocka_unit_test(indices_of_sobol_are_those_of_ishigami),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
