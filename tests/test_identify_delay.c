/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Columns that are late: taken out where the delay is known, found where it is not. */
#include "identify_support.h"

/* ---- Known delays ---- */

enum { ROWS = 400 };
static double t[ROWS], x[ROWS], u[ROWS], w[ROWS], run[ROWS];

/* Two runs of straight lines, x = t, u = 2*(t - late), w = t^3, every 10 ms; the second run starts again. */
static void lines(double late)
{
    for (int i = 0; i < ROWS; i++) {
        run[i] = i >= ROWS / 2;
        t[i] = 0.01 * (i % (ROWS / 2));
        x[i] = t[i];
        u[i] = 2.0 * (t[i] - late);
        w[i] = pow(t[i], 3);
    }
}

static StnStatus read_lines(const StnTerm *terms, int count, bool runs, StnData *data,
                            StnError *error)
{
    StnColumnInfo column[] = {
        {.name = "t"}, {.name = "x"}, {.name = "u"}, {.name = "w"}, {.name = "run"}};
    double *values[] = {t, x, u, w, run};
    const StnTable table = {
        .rows = runs ? ROWS : ROWS / 2, .ncolumn = 5, .column = column, .data = values};
    StnDataDef def = stn_default_data_def("log");
    def.term = terms;
    def.nterm = count;
    def.runs = runs ? "run" : NULL;
    return stn_data_take(&def, &table, data, error);
}

/* Straight lines are read exactly, also between rows; each run loses its last rows. */
static void a_late_column_is_moved_run_by_run(void **state)
{
    static const double lates[] = {0.04, 0.043, -0.07};
    for (int k = 0; k < 3; k++) {
        const StnTerm terms[] = {{.role = STN_ROLE_TIME, .column = "t"},
                                 {.role = STN_ROLE_EFFORT, .column = "u", .delay = lates[k]},
                                 {.role = STN_ROLE_POSITION, .column = "x"}};
        StnData data;
        StnError error = {.status = STN_OK};
        lines(lates[k]);
        CHECK(read_lines(terms, 3, true, &data, &error) == STN_OK, "%s", error.text);
        assert_int_equal(data.nrun, 2);
        assert_int_equal(data.rows, ROWS - 2 * (int)ceil(fabs(lates[k]) / 0.01 - 1e-9));
        assert_int_equal(data.run[1], data.rows / 2);
        for (size_t i = 0; i < data.rows; i++) {
            NEAR(data.value[STN_ROLE_EFFORT][i], 2.0 * data.value[STN_ROLE_TIME][i], 1e-12);
            NEAR(data.value[STN_ROLE_POSITION][i], data.value[STN_ROLE_TIME][i], 0.0);
        }
        assert_true(says(&data.remarks, lates[k] > 0.0 ? "earlier than it was recorded"
                                                       : "later than it was recorded"));
        stn_data_free(&data);
    }
}

/* A whole number of steps takes numbers as they stand: a curved column has no error of interpolation. */
static void whole_steps_are_exact(void **state)
{
    const StnTerm terms[] = {{.role = STN_ROLE_TIME, .column = "t"},
                             {.role = STN_ROLE_EFFORT, .column = "w", .delay = 0.05}};
    StnData data;
    StnError error = {.status = STN_OK};
    lines(0.0);
    CHECK(read_lines(terms, 2, false, &data, &error) == STN_OK, "%s", error.text);
    for (size_t i = 0; i < data.rows; i++)
        assert_true(data.value[STN_ROLE_EFFORT][i] == w[i + 5]);
    stn_data_free(&data);
}

/* Nothing is read inside a gap: of samples every 10 ms without those from 0.5 to 0.6 s, rows whose value would lie
 * there are left out. */
static void nothing_is_read_inside_a_gap(void **state)
{
    const StnTerm terms[] = {{.role = STN_ROLE_TIME, .column = "t"},
                             {.role = STN_ROLE_EFFORT, .column = "u", .delay = 0.043}};
    StnData data;
    StnError error = {.status = STN_OK};
    lines(0.043);
    for (int i = 50; i < ROWS / 2; i++)
        t[i] += 0.1, x[i] += 0.1, u[i] += 0.2;
    CHECK(read_lines(terms, 2, false, &data, &error) == STN_OK, "%s", error.text);
    size_t inside = 0;
    for (size_t i = 0; i < data.rows; i++) {
        const double at = data.value[STN_ROLE_TIME][i] + 0.043;
        inside += at > 0.4901 && at < 0.5999;
        NEAR(data.value[STN_ROLE_EFFORT][i], 2.0 * data.value[STN_ROLE_TIME][i], 1e-12);
    }
    assert_int_equal(inside, 0);
    stn_data_free(&data);
}

static void delays_that_cannot_be_are_refused(void **state)
{
    const struct {
        StnTerm term[3];
        const char *words;
    } cases[] = {
        {{{.role = STN_ROLE_TIME, .column = "t", .delay = 0.1},
          {.role = STN_ROLE_EFFORT, .column = "u"},
          {.role = STN_ROLE_POSITION, .column = "x"}},
         "a delay belongs to another column"},
        {{{.role = STN_ROLE_TIME, .column = "t"},
          {.role = STN_ROLE_EFFORT, .column = "u", .delay = 0.1},
          {.role = STN_ROLE_EFFORT, .column = "w"}},
         "what adds up must have the same"},
        {{{.role = STN_ROLE_TIME, .column = "t"},
          {.role = STN_ROLE_EFFORT, .column = "u", .delay = NAN},
          {.role = STN_ROLE_POSITION, .column = "x"}},
         "must be a finite time"},
        {{{.role = STN_ROLE_TIME, .column = "t"},
          {.role = STN_ROLE_EFFORT, .column = "u", .delay = 50.0},
          {.role = STN_ROLE_POSITION, .column = "x"}},
         "0 of 200 rows have values of all columns"},
    };
    lines(0.0);
    for (size_t k = 0; k < COUNT(cases); k++) {
        StnData data;
        StnError error = {.status = STN_OK};
        assert_int_equal(read_lines(cases[k].term, 3, false, &data, &error), STN_BAD_INPUT);
        CHECK(strstr(error.text, cases[k].words) != NULL, "%s", error.text);
    }
}

/* ---- Unknown delays ---- */

/* A mass of 2 kg with Stribeck friction on two sines; the effort is `late` against the motion, in closed form. */
static double effort_at(double time)
{
    const double a = 2 * PI * 0.5, b = 2 * PI * 1.3;
    const double v = 0.3 * a * cos(a * time) + 0.1 * b * cos(b * time);
    const double acc = -0.3 * a * a * sin(a * time) - 0.1 * b * b * sin(b * time);
    const double s = (v > 0.0) - (v < 0.0);
    return 2.0 * acc + 0.7 * v + s * (1.3 + 0.8 * exp(-pow(v / 0.05, 2))) + 0.2;
}

static StnData moving(double late, uint64_t seed)
{
    StnData data = data_make(10000, 1e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, false);
    snprintf(data.column[STN_ROLE_EFFORT], sizeof data.column[0], "P1 + P2");
    snprintf(data.column[STN_ROLE_POSITION], sizeof data.column[0], "x");
    for (size_t i = 0; i < data.rows; i++) {
        const double time = data.value[STN_ROLE_TIME][i], a = 2 * PI * 0.5, b = 2 * PI * 1.3;
        data.value[STN_ROLE_POSITION][i] =
            0.3 * sin(a * time) + 0.1 * sin(b * time) + 1e-7 * noise_next(&seed);
        data.value[STN_ROLE_EFFORT][i] = effort_at(time - late) + 0.02 * noise_next(&seed);
    }
    return data;
}

/* Found to half a sample with and without the falling part in the model, and the option that takes it out is named;
 * a level below 0 has no interval.  Without a delay nothing is said of one. */
static void a_delay_of_the_effort_is_found(void **state)
{
    static const double lates[] = {0.04, 0.0125, 0.0, -0.025};
    for (int k = 0; k < 4; k++)
        for (int falling = 0; falling < 2; falling++) {
            StnData data = moving(lates[k], 7 + (uint64_t)k);
            StnInverseDef def = stn_default_inverse_def();
            StnInverse r;
            StnError error = {.status = STN_OK};
            def.stribeck = falling;
            CHECK(stn_identify_inverse(&def, &data, &r, &error) == STN_OK, "%s", error.text);
            const bool named = r.missing && strcmp(r.missing, "delay") == 0;
            assert_int_equal(named, lates[k] != 0.0);
            if (named) {
                NEAR(r.delay, lates[k], 5e-4);
                assert_true(says(&r.remarks, lates[k] > 0.0 ? "behind the motion" : "ahead of"));
                assert_true(says(&r.remarks, lates[k] > 0.0 ? "--delay P1=" : "--delay x="));
                assert_true(says(&r.remarks, lates[k] > 0.0 ? " --delay P2=" : "--delay x="));
            } else {
                assert_true(isnan(r.delay));
            }
            for (int i = 0; i < r.parameters.count; i++) {
                const StnEstimate *e = &r.parameters.item[i];
                assert_false(strcmp(e->name, "Fc") == 0 && e->high < 0.0);
            }
            assert_false(r.findings.reversed);
            stn_inverse_free(&r);
            stn_data_free(&data);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_late_column_is_moved_run_by_run),
        cmocka_unit_test(whole_steps_are_exact),
        cmocka_unit_test(nothing_is_read_inside_a_gap),
        cmocka_unit_test(delays_that_cannot_be_are_refused),
        cmocka_unit_test(a_delay_of_the_effort_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
