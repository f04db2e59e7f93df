/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Loading, filters and least squares of identification. */
#include "build_block.h"
#include "stiction/identify.h"

static StnStatus take(const char *text, StnDataDef *def, StnData *data, StnError *error)
{
    StnTable table;
    memset(error, 0, sizeof *error);
    assert_int_equal(stn_csv_parse(text, strlen(text), "test.csv", &table, error), STN_OK);
    const StnStatus status = stn_data_take(def, &table, data, error);
    stn_table_free(&table);
    return status;
}

static const StnTerm motion[] = {{.role = STN_ROLE_TIME},
                                 {.role = STN_ROLE_EFFORT, .column = "u"},
                                 {.role = STN_ROLE_POSITION, .column = "x"}};

static StnDataDef motion_def(void)
{
    StnDataDef def = stn_default_data_def("test.csv");
    def.term = motion;
    def.nterm = COUNT(motion);
    return def;
}

static void columns_come_by_name_and_in_SI(void **state)
{
    StnDataDef def = motion_def();
    StnData data;
    StnError error;
    assert_int_equal(take("x [mm],t [ms],u [kN]\n1,0,2\n3,10,4\n5,20,6\n", &def, &data, &error),
                     STN_OK);
    assert_int_equal(data.rows, 3);
    NEAR(data.value[STN_ROLE_TIME][1], 0.01, 1e-18);
    NEAR(data.value[STN_ROLE_POSITION][2], 0.005, 1e-18);
    NEAR(data.value[STN_ROLE_EFFORT][0], 2000.0, 0.0);
    NEAR(data.Ts, 0.01, 1e-17);
    assert_true(data.uniform && !data.rotary);
    assert_string_equal(data.unit[STN_ROLE_EFFORT], "N");
    stn_data_free(&data);
}

static void terms_of_one_role_add_up_with_their_gains(void **state)
{
    const StnTerm terms[] = {{.role = STN_ROLE_TIME},
                             {.role = STN_ROLE_EFFORT, .column = "P1", .gain = "8 cm^2"},
                             {.role = STN_ROLE_EFFORT, .column = "P2", .gain = "-5 cm^2"}};
    StnDataDef def = motion_def();
    StnData data;
    StnError error;
    def.term = terms;
    assert_int_equal(take("t,P1 [MPa],P2 [bar]\n0,1,2\n1,2,4\n", &def, &data, &error), STN_OK);
    NEAR(data.value[STN_ROLE_EFFORT][0], 800.0 - 100.0, 1e-12);
    NEAR(data.value[STN_ROLE_EFFORT][1], 1600.0 - 200.0, 1e-12);
    stn_data_free(&data);
}

static void rotary_units_make_a_rotary_system(void **state)
{
    StnDataDef def = motion_def();
    StnData data;
    StnError error;
    assert_int_equal(take("t,x [deg],u\n0,180,2\n1,0,4\n", &def, &data, &error), STN_OK);
    assert_true(data.rotary);
    NEAR(data.value[STN_ROLE_POSITION][0], PI, 1e-15);
    assert_string_equal(data.unit[STN_ROLE_EFFORT], "N*m");
    stn_data_free(&data);
}

/* What must be in the sentence. */
static void refused(const char *text, StnDataDef *def, const char *fragment)
{
    StnData data;
    StnError error;
    assert_int_equal(take(text, def, &data, &error), STN_BAD_INPUT);
    CHECK(strstr(error.text, fragment), "\"%s\" lacks \"%s\"", error.text, fragment);
    assert_null(data.run);
}

static void bad_data_are_refused_with_the_reason(void **state)
{
    StnDataDef def = motion_def();
    refused("t,x,v\n0,1,2\n1,2,3\n", &def, "no column \"u\" for the effort");
    refused("t,x,u [V]\n0,1,2\n1,2,3\n", &def, "it is in V, but N or N*m is needed");
    refused("t,x [mm],u [KNm]\n0,1,2\n1,2,3\n", &def, "did you mean \"kNm\"");
    refused("t,x [mm],u [Nm]\n0,1,2\n1,2,3\n", &def, "says linear, but column \"u\" (N");
    refused("t,x [mm],u [N*m]\n0,1,2\n1,2,3\n", &def, "says linear, but column \"u\" (N");
    refused("t,x,u\n0,1,2\n1,,3\n2,1,4\n", &def,
            "1 number is missing or not finite, the first in row 2");
    refused("t,x,u\n0,1,2\n1,2,3\n1,1,4\n", &def,
            "does not grow: 1 s in row 3 (line 4 of the file) follows 1 s in row 2");
    const StnTerm twice[] = {motion[0], motion[1], motion[1]};
    def.term = twice;
    refused("t,x,u\n0,1,2\n1,2,3\n", &def, "column \"u\" (effort): it is given twice");
    def.term = motion;
    def.least_rows = 10;
    refused("t,x,u\n0,1,2\n1,2,3\n", &def, "2 rows are left; at least 10 are needed");
    def.from = 5.0;
    refused("t,x,u\n0,1,2\n1,2,3\n", &def, "no row lies in the window from 5 s");
}

static void data_without_a_row_are_refused(void **state)
{
    StnDataDef def = motion_def();
    StnColumnInfo column[] = {{.name = "t"}, {.name = "x"}, {.name = "u"}};
    double none = 0.0, *values[] = {&none, &none, &none};
    const StnTable table = {.ncolumn = COUNT(column), .column = column, .data = values};
    StnData data;
    StnError error;
    assert_int_equal(stn_data_take(&def, &table, &data, &error), STN_BAD_INPUT);
    assert_string_equal(error.text, "the data have no rows");
}

static void columns_of_one_name_are_refused_where_they_are_used(void **state)
{
    StnDataDef def = motion_def();
    StnColumnInfo column[] = {
        {.name = "t"}, {.name = "x"}, {.name = "u"}, {.name = "w"}, {.name = "w"}};
    double time[] = {0.0, 1.0, 2.0}, other[] = {1.0, 3.0, 4.0};
    double *values[] = {time, other, other, other, other};
    const StnTable table = {
        .rows = COUNT(time), .ncolumn = COUNT(column), .column = column, .data = values};
    StnData data;
    StnError error;
    assert_int_equal(stn_data_take(&def, &table, &data, &error), STN_OK);
    stn_data_free(&data);
    snprintf(column[4].name, sizeof column[4].name, "x");
    assert_int_equal(stn_data_take(&def, &table, &data, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "two columns are called \"x\""));
}

static void runs_may_start_their_time_again(void **state)
{
    StnDataDef def = motion_def();
    const StnPick pick = {"drive", 2};
    StnData data;
    StnError error;
    def.runs = "speed";
    def.pick = &pick;
    def.npick = 1;
    assert_int_equal(take("drive,speed,t,x,u\n2,5,0,1,1\n2,5,1,2,1\n2,-5,0,3,1\n2,-5,1,4,2\n"
                          "3,5,0,9,9\n3,5,1,9,9\n",
                          &def, &data, &error),
                     STN_OK);
    assert_int_equal(data.nrun, 2);
    assert_int_equal(data.rows, 4);
    assert_int_equal(data.run[1], 2);
    NEAR(data.run_value[1], -5.0, 0.0);
    assert_true(data.uniform);
    stn_data_free(&data);
}

static void missing_numbers_are_filled_on_request(void **state)
{
    StnDataDef def = motion_def();
    StnData data;
    StnError error;
    def.missing = STN_MISSING_FILL;
    assert_int_equal(take("t,x,u\n0,1,2\n1,,3\n3,4,4\n4,5,5\n", &def, &data, &error), STN_OK);
    NEAR(data.value[STN_ROLE_POSITION][1], 2.0, 1e-15);
    assert_false(data.uniform); /* a sample is missing at 2 s */
    stn_data_free(&data);
    def.missing = STN_MISSING_DROP;
    assert_int_equal(take("t,x,u\n0,1,2\n1,,3\n3,4,4\n4,5,5\n", &def, &data, &error), STN_OK);
    assert_int_equal(data.rows, 3);
    stn_data_free(&data);
}

/* A counter of 100 counts in a revolution passes its end while a number is missing: 90 -> (95) -> 0 is a step of 10. */
static void a_counter_passes_its_end_beside_a_missing_number(void **state)
{
    const StnTerm terms[] = {
        {.role = STN_ROLE_TIME},
        {.role = STN_ROLE_POSITION, .column = "x", .counts = "100", .wrap = 100.0}};
    static const double counts[] = {80.0, 90.0, 95.0, 100.0, 110.0};
    StnDataDef def = motion_def();
    StnData data;
    StnError error;
    def.term = terms;
    def.nterm = COUNT(terms);
    def.missing = STN_MISSING_FILL;
    assert_int_equal(take("t,x\n0,80\n1,90\n2,\n3,0\n4,10\n", &def, &data, &error), STN_OK);
    for (int i = 0; i < COUNT(counts); i++)
        NEAR(data.value[STN_ROLE_POSITION][i], 2.0 * PI * counts[i] / 100.0, 1e-14);
    stn_data_free(&data);
}

static void a_constant_signal_says_nothing(void **state)
{
    StnDataDef def = motion_def();
    StnData data;
    StnError error;
    assert_int_equal(take("t,x,u\n0,1,2\n1,1,3\n2,1,4\n", &def, &data, &error), STN_OK);
    assert_int_equal(stn_data_require(&data, 1u << STN_ROLE_POSITION, 0, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "is 1 in all 3 rows"));
    assert_int_equal(stn_data_require(&data, 1u << STN_ROLE_VELOCITY, 0, &error), STN_BAD_INPUT);
    assert_int_equal(stn_data_require(&data, 1u << STN_ROLE_EFFORT, 0, &error), STN_OK);
    stn_data_free(&data);
}

/* ---- Filters ---- */

/* |H|^2 of a filter run both ways, measured on a long sine. */
static double gain_at(const StnFilter *filter, double frequency)
{
    enum { N = 20000 };
    static double x[N], y[N];
    double sum = 0.0, whole = 0.0;
    StnError error;
    for (int i = 0; i < N; i++)
        x[i] = sin(PI * frequency * i);
    assert_int_equal(stn_filter_zero_phase(filter, x, N, y, &error), STN_OK);
    for (int i = N / 4; i < 3 * N / 4; i++)
        sum += x[i] * y[i], whole += x[i] * x[i];
    return sum / whole;
}

static void filters_have_their_gain_at_the_cut_off(void **state)
{
    StnFilter filter;
    StnError error;
    for (int order = 1; order <= 9; order++) {
        assert_int_equal(stn_filter_butterworth(order, 0.2, &filter, &error), STN_OK);
        NEAR(gain_at(&filter, 0.2), 0.5, 1e-4); /* -3 dB, twice */
        assert_int_equal(stn_filter_chebyshev(order, 0.05, 0.2, &filter, &error), STN_OK);
        NEAR(gain_at(&filter, 0.2), pow(10.0, -0.005), 1e-4); /* -0.05 dB, twice */
    }
    assert_int_equal(stn_filter_butterworth(4, 1.0, &filter, &error), STN_BAD_INPUT);
    assert_int_equal(stn_filter_butterworth(17, 0.5, &filter, &error), STN_BAD_INPUT);
}

/* Gain 1 and no phase at 0 Hz; what the ends cause has died out (slowest pole: 0.77 per sample). */
static void a_straight_line_passes_a_zero_phase_filter_unchanged(void **state)
{
    enum { N = 200 };
    double x[N], y[N];
    StnFilter filter;
    StnError error;
    for (int i = 0; i < N; i++)
        x[i] = 3.0 + 0.5 * i;
    assert_int_equal(stn_filter_butterworth(4, 0.2, &filter, &error), STN_OK);
    assert_int_equal(stn_filter_zero_phase(&filter, x, N, y, &error), STN_OK);
    for (int i = N / 2 - 5; i < N / 2 + 5; i++)
        NEAR(y[i], x[i], 1e-8);
    assert_int_equal(stn_filter_zero_phase(&filter, x, 12, y, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "more than 12 are needed"));
}

static void decimation_keeps_the_last_sample(void **state)
{
    double x[23], y[23];
    for (int i = 0; i < 23; i++)
        x[i] = i;
    assert_int_equal(stn_keep_every(x, 23, 10, y), 3);
    NEAR(y[0], 2.0, 0.0); /* first kept, from 1: 10 - (10*3 - 23) = 3 */
    NEAR(y[2], 22.0, 0.0);
    assert_int_equal(stn_keep_every(x, 20, 10, y), 2);
    NEAR(y[0], 9.0, 0.0);
}

static void central_differences_are_exact_for_parabolas(void **state)
{
    double x[10], y[10];
    for (int i = 0; i < 10; i++)
        x[i] = 0.25 * i * i;
    stn_central_difference(x, 10, 0.5, y);
    for (int i = 1; i < 9; i++)
        NEAR(y[i], i, 1e-14);
    NEAR(y[0], 0.5, 1e-15);
}

/* ---- Least squares ---- */

static void a_straight_line_has_its_textbook_deviations(void **state)
{
    const double x[] = {1, 2, 3, 4, 5}, one[] = {1, 1, 1, 1, 1}, y[] = {2.1, 3.9, 6.2, 7.8, 10.1};
    const double *columns[] = {one, x};
    StnLeastSquares fit;
    StnError error;
    assert_int_equal(stn_least_squares(columns, 2, y, NULL, 5, NULL, &fit, NULL, &error), STN_OK);
    double sxy = 0.0, sse = 0.0; /* sum over (x - 3), Sxx = 10 */
    for (int i = 0; i < 5; i++)
        sxy += (x[i] - 3.0) * y[i];
    const double slope = sxy / 10.0, level = 6.02 - 3.0 * slope;
    for (int i = 0; i < 5; i++)
        sse += pow(y[i] - level - slope * x[i], 2);
    NEAR(fit.value[1], slope, 1e-13);
    NEAR(fit.value[0], level, 1e-13);
    NEAR(fit.sse, sse, 1e-13);
    NEAR(fit.std[1], sqrt(sse / 3.0 / 10.0), 1e-13);
    NEAR(fit.std[0], sqrt(sse / 3.0 * (0.2 + 9.0 / 10.0)), 1e-13);
    NEAR(fit.high[1] - fit.value[1], 3.182446305284263 * fit.std[1], 1e-10); /* t tables, 3 */
}

static void weights_count_like_repeated_rows(void **state)
{
    const double x[] = {1, 2, 3, 3}, one[] = {1, 1, 1, 1}, y[] = {2, 3, 5, 5}, w[] = {1, 1, 2};
    const double *columns[] = {one, x};
    StnLeastSquares a, b;
    assert_int_equal(stn_least_squares(columns, 2, y, NULL, 4, NULL, &a, NULL, NULL), STN_OK);
    assert_int_equal(stn_least_squares(columns, 2, y, w, 3, NULL, &b, NULL, NULL), STN_OK);
    NEAR(a.value[0], b.value[0], 1e-13);
    NEAR(a.value[1], b.value[1], 1e-13);
    NEAR(a.sse, b.sse, 1e-13);
}

static void columns_that_depend_on_one_another_are_named(void **state)
{
    const double x[] = {1, 2, 3, 4}, twice[] = {2, 4, 6, 8}, y[] = {1, 2, 4, 3};
    const double *columns[] = {x, twice};
    const char *names[] = {"Fc", "Fv"};
    StnLeastSquares fit;
    StnError error;
    assert_int_equal(stn_least_squares(columns, 2, y, NULL, 4, names, &fit, NULL, &error),
                     STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "cannot tell \"F"));
    assert_int_equal(stn_least_squares(columns, 2, y, NULL, 2, names, &fit, NULL, &error),
                     STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "at least 3 are needed"));
}

/* Tables of the distributions (NIST handbook 1.3.6.7). */
static void probabilities_agree_with_tables(void **state)
{
    NEAR(stn_student_95(1), 12.706, 5e-4);
    NEAR(stn_student_95(10), 2.228, 5e-4);
    NEAR(stn_student_95(100), 1.984, 5e-4);
    NEAR(stn_student_95(1e6), 1.960, 5e-4);
    NEAR(stn_f_probability(4.965, 1, 10), 0.05, 1e-5);
    NEAR(stn_f_probability(3.326, 5, 10), 0.05, 1e-5);
    NEAR(stn_f_probability(10.044, 1, 10), 0.01, 1e-5);
    NEAR(stn_f_probability(0.0, 3, 10), 1.0, 0.0);
    NEAR(stn_f_probability(INFINITY, 3, 10), 0.0, 0.0);
    NEAR(stn_f_probability(1e-300, 3, 10), 1.0, 1e-12);
    assert_true(isnan(stn_f_probability(NAN, 3, 10)) && isnan(stn_student_95(0.0)));
    assert_true(isnan(stn_compare_fits(1.0, 3, 1.0, 3, 10)));  /* no more parameters */
    assert_true(isnan(stn_compare_fits(1.0, 3, 1.0, 10, 10))); /* as many as rows */
    NEAR(stn_compare_fits(1.0, 3, 0.0, 4, 10), 0.0, 0.0);
    NEAR(stn_compare_fits(0.0, 3, 0.0, 4, 10), 1.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_come_by_name_and_in_SI),
        cmocka_unit_test(terms_of_one_role_add_up_with_their_gains),
        cmocka_unit_test(rotary_units_make_a_rotary_system),
        cmocka_unit_test(bad_data_are_refused_with_the_reason),
        cmocka_unit_test(data_without_a_row_are_refused),
        cmocka_unit_test(columns_of_one_name_are_refused_where_they_are_used),
        cmocka_unit_test(runs_may_start_their_time_again),
        cmocka_unit_test(missing_numbers_are_filled_on_request),
        cmocka_unit_test(a_counter_passes_its_end_beside_a_missing_number),
        cmocka_unit_test(a_constant_signal_says_nothing),
        cmocka_unit_test(filters_have_their_gain_at_the_cut_off),
        cmocka_unit_test(a_straight_line_passes_a_zero_phase_filter_unchanged),
        cmocka_unit_test(decimation_keeps_the_last_sample),
        cmocka_unit_test(central_differences_are_exact_for_parabolas),
        cmocka_unit_test(a_straight_line_has_its_textbook_deviations),
        cmocka_unit_test(weights_count_like_repeated_rows),
        cmocka_unit_test(columns_that_depend_on_one_another_are_named),
        cmocka_unit_test(probabilities_agree_with_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
