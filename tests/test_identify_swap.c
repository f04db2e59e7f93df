/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Columns that were taken for one another. */
#include "identify_support.h"

enum { N = 10000 };
#define Ts 1e-3

static double column[4][N]; /* t, u, x, v: a mass of 1 kg with 3 N and 5 N*s/m, along two sines */

static void fill(void)
{
    const double a = 3.1, b = 8.3;
    uint64_t seed = 11;
    for (int i = 0; i < N; i++) {
        const double t = Ts * i, v = 0.04 * a * cos(a * t) + 0.015 * b * cos(b * t);
        column[0][i] = t;
        column[1][i] = -0.04 * a * a * sin(a * t) - 0.015 * b * b * sin(b * t) + 5.0 * v +
                       3.0 * ((v > 0.0) - (v < 0.0)) + 0.02 * noise_next(&seed);
        column[2][i] = 0.04 * sin(a * t) + 0.015 * sin(b * t) + 2e-7 * noise_next(&seed);
        column[3][i] = v;
    }
}

static void read_as(const char *effort, StnRole role, const char *motion, StnData *data)
{
    StnColumnInfo info[] = {{.name = "t"}, {.name = "u"}, {.name = "x"}, {.name = "v"}};
    double *values[] = {column[0], column[1], column[2], column[3]};
    const StnTable table = {.rows = N, .ncolumn = 4, .column = info, .data = values};
    const StnTerm terms[] = {{.role = STN_ROLE_TIME, .column = "t"},
                             {.role = STN_ROLE_EFFORT, .column = effort},
                             {.role = role, .column = motion}};
    StnDataDef def = stn_default_data_def("log");
    StnError error = {.status = STN_OK};
    def.term = terms;
    def.nterm = 3;
    CHECK(stn_data_take(&def, &table, data, &error) == STN_OK, "%s", error.text);
}

static void swapped_columns_are_suspected(void **state)
{
    static const struct {
        const char *effort, *motion, *words;
        StnRole role;
    } cases[] = {
        {"v", "x", "is it a velocity that was taken for the effort?", STN_ROLE_POSITION},
        {"v", "u", "are the two swapped (--effort u --velocity v)?", STN_ROLE_VELOCITY},
        {"x", "u", "are the two swapped (--effort u --position x)?", STN_ROLE_POSITION},
        {"u", "x", NULL, STN_ROLE_POSITION},
        {"u", "v", NULL, STN_ROLE_VELOCITY},
    };
    fill();
    for (size_t k = 0; k < COUNT(cases); k++) {
        StnData data;
        read_as(cases[k].effort, cases[k].role, cases[k].motion, &data);
        if (cases[k].words)
            assert_true(says(&data.remarks, cases[k].words));
        assert_true(cases[k].words || !(says(&data.remarks, "swapped") ||
                                        says(&data.remarks, "taken for the effort")));
        stn_data_free(&data);
    }
}

/* 10 N and 40 N*s/m at speeds up and down in both directions, read the other way round: v = (F - 10 N)/40 N*s/m, whose slope
 * was 0.025 with an interval of a thousandth, beside a level of -0.25. */
static void a_line_with_a_level_below_0_has_no_intervals(void **state)
{
    enum { SPEEDS = 8, EACH = N / SPEEDS };
    static const double speed[SPEEDS] = {0.05, 0.1, -0.2, 0.3, -0.05, 0.2, -0.1, -0.3};
    uint64_t seed = 3;
    for (int i = 0; i < N; i++) {
        const double v = speed[i / EACH];
        column[0][i] = Ts * i;
        column[1][i] = 40.0 * v + copysign(10.0, v) + 0.01 * noise_next(&seed);
        column[2][i] = i > 0 ? column[2][i - 1] + Ts * v : 0.0;
        column[3][i] = v + 1e-5 * noise_next(&seed);
    }
    for (int swapped = 0; swapped < 2; swapped++) {
        StnData data;
        StnFrictionCurve curve;
        StnError error = {.status = STN_OK};
        StnCurveDef def = stn_default_curve_def();
        def.points = STN_POINTS_PLATEAUS;
        read_as(swapped ? "v" : "u", STN_ROLE_VELOCITY, swapped ? "u" : "v", &data);
        CHECK(stn_identify_curve(&def, &data, &curve, &error) == STN_OK, "%s", error.text);
        const StnEstimates *found = &curve.side[0].coulomb;
        for (int i = 0; i < 2; i++)
            CHECK(isnan(found->item[i].low) == (swapped == 1), "%s %g (%g ... %g)",
                  found->item[i].name, found->item[i].value, found->item[i].low,
                  found->item[i].high);
        assert_int_equal(says(&curve.remarks, "effort and motion were swapped"), swapped == 1);
        stn_curve_free(&curve);
        stn_data_free(&data);
    }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swapped_columns_are_suspected),
        cmocka_unit_test(a_line_with_a_level_below_0_has_no_intervals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
