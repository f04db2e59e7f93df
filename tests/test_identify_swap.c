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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swapped_columns_are_suspected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
