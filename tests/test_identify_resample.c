/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Data as they come: uneven samples, gaps, counters that run over, units in names, no time. */
#include "comma_locale.h"
#include "identify_support.h"
#include "skip.h"

/* A table in memory: time, position, effort. */
enum { ROWS = 4000 };
typedef struct Log {
    double t[ROWS], x[ROWS], u[ROWS], run[ROWS];
    size_t rows;
} Log;
static Log logged;

static const StnTerm motion[] = {{.role = STN_ROLE_TIME, .column = "t"},
                                 {.role = STN_ROLE_EFFORT, .column = "u"},
                                 {.role = STN_ROLE_POSITION, .column = "x"}};

static double noise(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * 0x1p-52 - 1.0;
}

/* A motion in closed form; its effort as well. */
static double position(double t) { return sin(2.0 * PI * 0.7 * t) + 0.2 * cos(2.0 * PI * 3.0 * t); }
static double effort(double t) { return cos(2.0 * PI * 1.1 * t); }

static void put(double t)
{
    logged.t[logged.rows] = t;
    logged.x[logged.rows] = position(t);
    logged.u[logged.rows++] = effort(t);
}

static StnData take(StnDataDef *def, StnStatus expected, StnError *error)
{
    StnColumnInfo column[] = {{.name = "t"}, {.name = "x"}, {.name = "u"}, {.name = "run"}};
    double *values[] = {logged.t, logged.x, logged.u, logged.run};
    const StnTable table = {.rows = logged.rows, .ncolumn = 4, .column = column, .data = values};
    StnData data;
    if (!def->term) {
        def->term = motion;
        def->nterm = COUNT(motion);
    }
    const StnStatus status = stn_data_take(def, &table, &data, error);
    CHECK(status == expected, "%s", error->text);
    return data;
}

static double worst(const StnData *data, int role, double (*truth)(double))
{
    double most = 0.0;
    for (size_t i = 0; i < data->rows; i++)
        most = fmax(most, fabs(data->value[role][i] - truth(data->value[STN_ROLE_TIME][i])));
    return most;
}

static void uneven_samples_become_even_and_keep_the_motion(void **state)
{
    StnDataDef def = stn_default_data_def("log");
    StnError error = {0};
    uint64_t seed = 1;
    logged.rows = 0;
    for (double t = 0.0; t < 20.0; t += 0.011 + 0.001 * noise(&seed))
        put(t);
    def.even = true;
    StnData data = take(&def, STN_OK, &error);
    assert_true(data.uniform);
    assert_int_equal(data.nrun, 1);
    NEAR(data.Ts, 0.011, 2e-4);
    NEAR(data.value[STN_ROLE_TIME][100] - data.value[STN_ROLE_TIME][99], data.Ts, 1e-12);
    /* A cubic spline of step h: 5/384*h^4*max|x''''|, here 4.4e-8*2.6e4*0.013 inside; at its natural ends
     * h^2/8*|x''|, which is 1e-3. */
    assert_true(worst(&data, STN_ROLE_POSITION, position) < 2e-3);
    for (size_t i = 10; i + 10 < data.rows; i++)
        NEAR(data.value[STN_ROLE_POSITION][i], position(data.value[STN_ROLE_TIME][i]), 5e-5);
    stn_data_free(&data);
    def.even = false; /* not asked for: as recorded */
    data = take(&def, STN_OK, &error);
    assert_false(data.uniform);
    assert_int_equal(data.rows, logged.rows);
    stn_data_free(&data);
}

/* What lies above half the new rate must not come back at another frequency. */
static void a_lower_rate_folds_nothing_down(void **state)
{
    StnDataDef def = stn_default_data_def("log");
    StnError error = {0};
    logged.rows = 0;
    for (int i = 0; i < ROWS; i++) {
        put(1e-3 * i);
        logged.u[i] = cos(2.0 * PI * 110.0 * 1e-3 * i); /* at 100 Hz it would read as 10 Hz */
    }
    def.resample = 100.0;
    StnData data = take(&def, STN_OK, &error);
    assert_int_equal(data.rows, 400);
    NEAR(data.Ts, 0.01, 1e-15);
    for (size_t i = 20; i + 20 < data.rows; i++) {
        NEAR(data.value[STN_ROLE_EFFORT][i], 0.0, 2e-3); /* 60 dB */
        NEAR(data.value[STN_ROLE_POSITION][i], position(data.value[STN_ROLE_TIME][i]), 2e-3);
    }
    stn_data_free(&data);
}

/* 100 Hz taken as 1 kHz held the truth in 67 % of 75 intervals (95 % at 100 Hz): nine rows of ten were not measured. */
static void a_rate_above_that_of_the_data_is_refused(void **state)
{
    StnDataDef def = stn_default_data_def("log");
    StnError error = {0};
    logged.rows = 0;
    for (int i = 0; i < 1000; i++)
        put(1e-2 * i);
    def.resample = 1000.0;
    take(&def, STN_BAD_INPUT, &error);
    assert_non_null(strstr(error.text, "choose at most 100 Hz"));
    def.resample = 120.0; /* between what steps of 10 to 12 ms may be called */
    StnData data = take(&def, STN_OK, &error);
    stn_data_free(&data);
}

/* A run at 1 kHz, one at 100 Hz: at 1 kHz the second would have ten rows for each measured one. */
static void of_runs_with_different_rates_the_lowest_counts(void **state)
{
    StnDataDef def = stn_default_data_def("log");
    StnError error = {0};
    logged.rows = 0;
    for (int i = 0; i < 2000; i++) {
        logged.run[logged.rows] = 1.0;
        put(1e-3 * i);
    }
    for (int i = 0; i < 500; i++) {
        logged.run[logged.rows] = 2.0;
        put(1e-2 * i);
    }
    def.runs = "run", def.even = true;
    StnData data = take(&def, STN_OK, &error);
    NEAR(data.Ts, 0.01, 1e-9);
    assert_int_equal(data.nrun, 2);
    assert_int_equal(data.rows, 200 + 500);
    for (size_t i = 20; i < 180; i++)
        NEAR(data.value[STN_ROLE_POSITION][i], position(data.value[STN_ROLE_TIME][i]), 2e-3);
    stn_data_free(&data);
    def.resample = 1000.0;
    take(&def, STN_BAD_INPUT, &error);
    assert_non_null(strstr(error.text, "a run was sampled every 0.01 s"));
}

/* A log every 10 to 12 ms of an axis that turns each 0.7 s: 0.19 s beside each turn did not count, 98 of 100 samples. */
static void a_spline_smears_a_turn_over_few_samples(void **state)
{
    StnDataDef def = stn_default_data_def("log");
    const StnInverseDef inverse = stn_default_inverse_def();
    StnInverse found;
    StnError error = {0};
    uint64_t seed = 3;
    const double w = 2.0 * PI * 0.7;
    logged.rows = 0;
    for (double t = 0.0; t < 30.0; t += 0.011 + 0.001 * noise(&seed)) {
        const double v = 0.1 * w * cos(w * t), a = -0.1 * w * w * sin(w * t);
        logged.t[logged.rows] = t;
        logged.x[logged.rows] = 0.1 * sin(w * t) + 3e-6 * noise(&seed);
        logged.u[logged.rows++] = 2.0 * a + 30.0 * v + copysign(6.0, v) + 0.05 * noise(&seed);
    }
    def.even = true;
    StnData data = take(&def, STN_OK, &error);
    CHECK(stn_identify_inverse(&inverse, &data, &found, &error) == STN_OK, "%s", error.text);
    CHECK(found.left_out < found.rows, "%zu left out, %zu rows", found.left_out, found.rows);
    NEAR(stn_estimates_value(&found.parameters, "M", 0), 2.0, 0.05);
    NEAR(stn_estimates_value(&found.parameters, "Fc", 0), 6.0, 0.05);
    stn_inverse_free(&found);
    stn_data_free(&data);
}

/* What a logger writes of the motion at a time of its own: the last sample that came.  every: rows for each; lost: of 100. */
static StnData log_of(int every, double lost, double step, bool rests)
{
    StnDataDef def = stn_default_data_def("log");
    StnError error = {0};
    uint64_t seed = 5;
    double x = 0.0, u = 0.0;
    logged.rows = 0;
    for (int i = 0; i < 3000; i++) {
        const double t = 1e-3 * i, moving = rests ? fmax(sin(2.0 * t), 0.0) : 1.0;
        if (i % every == 0 && 50.0 * (noise(&seed) + 1.0) >= lost) {
            x = rests ? 0.05 * moving * moving : position(t) + 1e-6 * noise(&seed);
            x = step > 0.0 ? step * rint(x / step) : x;
            u = effort(t) + (rests && moving == 0.0 ? 0.0 : 1e-2 * noise(&seed));
            u = rests && moving == 0.0 ? 0.3 : u;
        }
        logged.t[logged.rows] = t;
        logged.x[logged.rows] = x;
        logged.u[logged.rows++] = u;
    }
    return take(&def, STN_OK, &error);
}

/* 15 % of such rows made masses 0.7 % too large, with intervals of 0.4 %. */
static void samples_that_are_written_twice_were_lost(void **state)
{
    StnData data = log_of(1, 15.0, 0.0, false);
    CHECK(data.rows > 2450 && data.rows < 2650, "%zu rows", data.rows);
    assert_true(says(&data.remarks, "repeat the one before them"));
    for (size_t i = 0; i < data.rows; i++)
        NEAR(data.value[STN_ROLE_POSITION][i], position(data.value[STN_ROLE_TIME][i]), 2e-6);
    stn_data_free(&data);
    data = log_of(4, 0.0, 0.0, false); /* a bus at 250 Hz */
    assert_int_equal(data.rows, 750);
    assert_true(data.uniform);
    stn_data_free(&data);
}

static void rests_and_coarse_encoders_repeat_nothing_that_was_lost(void **state)
{
    StnData data = log_of(1, 0.0, 0.0, true);
    assert_int_equal(data.rows, 3000);
    stn_data_free(&data);
    data = log_of(1, 0.0, 0.02, false);
    assert_int_equal(data.rows, 3000);
    stn_data_free(&data);
}

static void gaps_split_the_record(void **state)
{
    StnDataDef def = stn_default_data_def("log");
    StnError error = {0};
    logged.rows = 0;
    for (int i = 0; i < 3000; i++)
        if (!(i > 1000 && i < 1100) && !(i > 2000 && i < 2003) && !(i > 2005 && i < 2300))
            put(1e-3 * i);
    def.even = true;
    StnData data = take(&def, STN_OK, &error);
    assert_int_equal(data.nrun,
                     3); /* the three rows between two gaps are left out; 2 ms is no gap */
    NEAR(data.value[STN_ROLE_TIME][data.run[1]], 1.1, 1e-9);
    assert_true(worst(&data, STN_ROLE_POSITION, position) < 1e-4);
    assert_true(isnan(data.run_value[1]));
    stn_data_free(&data);
    def.gap = 0.2;
    data = take(&def, STN_OK, &error);
    assert_int_equal(data.nrun, 2);
    stn_data_free(&data);
}

/* 0.2 ms of jitter at 1 kHz: the position tells whether the clock or only its stamps jitter. */
static void stamps_are_believed_where_the_position_follows_them(void **state)
{
    StnDataDef def = stn_default_data_def("log");
    StnError error = {0};
    uint64_t seed = 7;
    logged.rows = 0;
    for (int i = 0; i < 3000; i++)
        put(1e-3 * i + 2e-4 * noise(&seed));
    StnData data = take(&def, STN_OK, &error);
    assert_false(data.uniform);
    stn_data_free(&data);
    for (int i = 0; i < 3000; i++) /* read at even times, stamped late */
        logged.x[i] = position(1e-3 * i);
    data = take(&def, STN_OK, &error);
    assert_true(data.uniform);
    stn_data_free(&data);
}

static void rows_without_time_are_counted_run_by_run(void **state)
{
    const StnTerm terms[] = {{.role = STN_ROLE_TIME},
                             {.role = STN_ROLE_EFFORT, .column = "u"},
                             {.role = STN_ROLE_POSITION, .column = "x"}};
    StnDataDef def = stn_default_data_def("log");
    StnError error = {0};
    logged.rows = 0;
    for (int i = 0; i < 100; i++) {
        put(0.0);
        logged.run[i] = i >= 60;
    }
    def.term = terms, def.nterm = COUNT(terms);
    def.sample = 2e-3, def.runs = "run";
    StnData data = take(&def, STN_OK, &error);
    assert_true(data.uniform);
    assert_int_equal(data.nrun, 2);
    NEAR(data.value[STN_ROLE_TIME][59], 0.118, 1e-15);
    NEAR(data.value[STN_ROLE_TIME][60], 0.0, 0.0);
    NEAR(data.Ts, 2e-3, 1e-15);
    stn_data_free(&data);
}

static void a_counter_that_starts_again_is_continued(void **state)
{
    const StnTerm terms[] = {
        {.role = STN_ROLE_TIME, .column = "t"},
        {.role = STN_ROLE_POSITION, .column = "x", .counts = "1000", .wrap = 4096.0}};
    StnDataDef def = stn_default_data_def("log");
    StnError error = {0};
    logged.rows = 0;
    for (int i = 0; i < ROWS; i++) {
        const double counts = floor(1e4 * sin(2e-3 * i)) - 300.0;
        put(1e-3 * i);
        logged.x[i] = counts - 4096.0 * floor(counts / 4096.0);
    }
    def.term = terms, def.nterm = COUNT(terms);
    StnData data = take(&def, STN_OK, &error);
    assert_true(data.rotary);
    const double *x = data.value[STN_ROLE_POSITION], turn = 2.0 * PI / 1000.0;
    for (int i = 0; i < ROWS; i++)
        NEAR(x[i] - x[0], turn * (floor(1e4 * sin(2e-3 * i))), 1e-9);
    stn_data_free(&data);
}

/* 819.2 counts in a revolution, as of a gear: a point in every locale. */
static void counts_do_not_depend_on_the_locale(void **state)
{
    const StnTerm terms[] = {{.role = STN_ROLE_TIME, .column = "t"},
                             {.role = STN_ROLE_POSITION, .column = "x", .counts = "819.2"}};
    StnDataDef def = stn_default_data_def("log");
    StnError error = {0};
    if (!comma_locale())
        SKIP("localedef", "it makes no locale with a decimal comma");
    logged.rows = 0;
    for (int i = 0; i < ROWS; i++) {
        put(1e-3 * i);
        logged.x[i] = i;
    }
    def.term = terms, def.nterm = COUNT(terms);
    StnData data = take(&def, STN_OK, &error);
    setlocale(LC_ALL, "C");
    NEAR(data.value[STN_ROLE_POSITION][1], 2.0 * PI / 819.2, 1e-15);
    stn_data_free(&data);
}

/* Columns by name, as headers have them. */
static void read_as(const char *header, const char *position, double factor, bool rotary)
{
    char text[200];
    StnTable table;
    StnData data;
    StnError error = {0};
    const StnTerm terms[] = {{.role = STN_ROLE_TIME},
                             {.role = STN_ROLE_POSITION, .column = position}};
    StnDataDef def = stn_default_data_def("test.csv");
    def.term = terms, def.nterm = COUNT(terms);
    snprintf(text, sizeof text, "%s\n0,0\n5,3\n10,6\n", header);
    assert_int_equal(stn_csv_parse(text, strlen(text), "test.csv", &table, &error), STN_OK);
    CHECK(stn_data_take(&def, &table, &data, &error) == STN_OK, "%s", error.text);
    NEAR(data.Ts, 5e-3, 1e-15);
    NEAR(data.value[STN_ROLE_POSITION][2], 6.0 * factor, 1e-15);
    assert_int_equal(data.rotary, rotary);
    stn_data_free(&data);
    stn_table_free(&table);
}

static void units_stand_in_names(void **state)
{
    read_as("time_ms,x_mm", "x_mm", 1e-3, false);
    read_as("t_ms,arm_angle_deg", "arm_angle_deg", PI / 180.0, true);
    read_as("Timestamp_ms,q_rad", "q_rad", 1.0, true);
    read_as("t [ms],x_meas", "x_meas", 1.0, false); /* no unit: SI */
    read_as("t [ms],x_s", "x_s", 1.0, false);       /* a position in seconds is none */
    read_as("t_ms,x_mm [m]", "x_mm", 1.0, false);   /* the header comes first */
}

static void settings_that_cannot_be_are_refused(void **state)
{
    StnDataDef def = stn_default_data_def("log");
    StnError error = {0};
    logged.rows = 0;
    for (int i = 0; i < 100; i++)
        put(1e-3 * i);
    def.resample = 1e30;
    take(&def, STN_BAD_INPUT, &error);
    assert_non_null(strstr(error.text, "more than 1e+08 rows"));
    def.resample = 20.0; /* two samples */
    take(&def, STN_BAD_INPUT, &error);
    assert_non_null(strstr(error.text, "choose a higher rate or a longer gap"));
    def.resample = NAN, def.sample = 1e-3;
    take(&def, STN_BAD_INPUT, &error);
    assert_non_null(strstr(error.text, "the time is a column"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uneven_samples_become_even_and_keep_the_motion),
        cmocka_unit_test(a_lower_rate_folds_nothing_down),
        cmocka_unit_test(a_rate_above_that_of_the_data_is_refused),
        cmocka_unit_test(of_runs_with_different_rates_the_lowest_counts),
        cmocka_unit_test(a_spline_smears_a_turn_over_few_samples),
        cmocka_unit_test(samples_that_are_written_twice_were_lost),
        cmocka_unit_test(rests_and_coarse_encoders_repeat_nothing_that_was_lost),
        cmocka_unit_test(gaps_split_the_record),
        cmocka_unit_test(stamps_are_believed_where_the_position_follows_them),
        cmocka_unit_test(rows_without_time_are_counted_run_by_run),
        cmocka_unit_test(a_counter_that_starts_again_is_continued),
        cmocka_unit_test(counts_do_not_depend_on_the_locale),
        cmocka_unit_test(units_stand_in_names),
        cmocka_unit_test(settings_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
