/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Measures of facts, on a record made by hand. */
#include "stiction/compare.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PI 3.14159265358979323846

enum { ROWS = 4001, COLUMNS = 4 };

typedef struct Rig {
    StnRecord record;
    StnColumnInfo column[COLUMNS];
    double *data[COLUMNS];
    double memory[COLUMNS][ROWS];
    StnEvent event[4];
} Rig;

/* t in 0 ... 4 s by 1 ms; a = 3 sin(2 pi 5 t) + sin(2 pi 20 t), b = cos(2 pi t), c falls from 1 to 0 in
 * 2 s and stays. */
static Rig *rig_new(void)
{
    static const char *const names[COLUMNS] = {"t", "a", "b", "c"};
    Rig *rig = calloc(1, sizeof *rig);
    assert_non_null(rig);
    for (int c = 0; c < COLUMNS; c++) {
        strcpy(rig->column[c].name, names[c]);
        rig->data[c] = rig->memory[c];
    }
    for (size_t i = 0; i < ROWS; i++) {
        const double t = 1e-3 * (double)i;
        rig->memory[0][i] = t;
        rig->memory[1][i] = 3.0 * sin(2.0 * PI * 5.0 * t) + sin(2.0 * PI * 20.0 * t);
        rig->memory[2][i] = cos(2.0 * PI * t);
        rig->memory[3][i] = i < 2000 ? 1.0 - 0.5 * t : 0.0;
    }
    rig->event[0] = (StnEvent){0.0, STN_EVENT_STICK, "contact", "initial"};
    rig->event[1] = (StnEvent){0.5, STN_EVENT_SLIP_FORWARD, "contact", ""};
    rig->event[2] = (StnEvent){0.75, STN_EVENT_STICK, "contact", ""};
    rig->event[3] = (StnEvent){1.5, STN_EVENT_STICK, "other", ""};
    rig->record = (StnRecord){.rows = ROWS,
                              .ncolumn = COLUMNS,
                              .column = rig->column,
                              .data = rig->data,
                              .event = rig->event,
                              .nevent = 4};
    return rig;
}

static const StnWindow whole = {0.0, 0.0};

static void columns_are_measured_in_a_window(void **state)
{
    Rig *rig = rig_new();
    const StnRecord *record = &rig->record;
    assert_float_equal(stn_measure_end(record, "c"), 0.0, 0.0);
    assert_float_equal(stn_measure_at(record, "c", 0.5005), 0.74975,
                       1e-12); /* half-way between rows */
    assert_true(isnan(stn_measure_at(record, "c", 5.0)));
    assert_float_equal(stn_measure_min(record, "c", (StnWindow){0.0, 1.0}), 0.5, 1e-12);
    assert_float_equal(stn_measure_max(record, "c", (StnWindow){1.0, 4.0}), 0.5, 1e-12);
    assert_float_equal(stn_measure_mean(record, "c", whole), 0.25, 1e-12); /* area 1 over 4 s */
    assert_true(isnan(stn_measure_max(record, "none", whole)));
    free(rig);
}

static void standstill_is_exact(void **state)
{
    Rig *rig = rig_new();
    assert_float_equal(stn_measure_still(&rig->record, "c", (StnWindow){2.5, 4.0}), 1.0, 0.0);
    assert_float_equal(stn_measure_still(&rig->record, "c", (StnWindow){0.0, 1.0}), 0.0, 0.0);
    assert_float_equal(stn_measure_still(&rig->record, "c", whole), 0.5, 1e-12);
    free(rig);
}

static void a_target_is_reached_when_it_is_kept(void **state)
{
    Rig *rig = rig_new();
    /* 1 - t/2 = 0.1 at 1.8 s, linearly between rows */
    assert_float_equal(stn_measure_settled(&rig->record, "c", 0.0, 0.1, whole), 1.8, 1e-9);
    assert_true(isnan(stn_measure_settled(&rig->record, "b", 0.0, 0.1, whole)));
    free(rig);
}

static void changes_of_sign_are_counted(void **state)
{
    Rig *rig = rig_new();
    /* cos(2 pi t) has two a second */
    assert_float_equal(stn_measure_sign_changes(&rig->record, "b", whole), 2.0, 1e-12);
    free(rig);
}

static void content_above_a_frequency_is_that_of_its_sines(void **state)
{
    Rig *rig = rig_new();
    const StnWindow window = {2.0, 4.0};
    assert_float_equal(stn_measure_content_above(&rig->record, "a", 10.0, window), sqrt(0.5), 1e-9);
    assert_float_equal(stn_measure_content_above(&rig->record, "a", 1.0, window), sqrt(5.0), 1e-9);
    assert_float_equal(stn_measure_peak_above(&rig->record, "a", 1.0, window), 5.0, 1e-9);
    assert_float_equal(stn_measure_peak_above(&rig->record, "a", 10.0, window), 20.0, 1e-9);
    free(rig);
}

static void a_loop_has_its_area(void **state)
{
    Rig *rig = rig_new();
    for (size_t i = 0; i < ROWS; i++)
        rig->memory[1][i] = 2.0 * sin(2.0 * PI * rig->memory[0][i]);
    /* an ellipse of half axes 1 and 2, as a polygon of 1000 corners */
    assert_float_equal(stn_measure_loop_area(&rig->record, "b", "a", (StnWindow){1.0, 1.9995}),
                       2.0 * PI, 1e-4);
    free(rig);
}

static void events_are_found_by_site_and_kind(void **state)
{
    Rig *rig = rig_new();
    const StnRecord *record = &rig->record;
    assert_float_equal(stn_measure_event(record, "contact", STN_EVENT_STICK, 0.0, 0), 0.75, 0.0);
    assert_float_equal(stn_measure_event(record, NULL, STN_EVENT_STICK, 0.0, 1), 1.5, 0.0);
    assert_true(isnan(stn_measure_event(record, "contact", STN_EVENT_STICK, 1.0, 0)));
    assert_int_equal(stn_measure_event_count(record, NULL, STN_EVENT_STICK, whole), 2);
    assert_int_equal(stn_measure_event_count(record, "contact", STN_EVENT_SLIP_FORWARD, whole), 1);
    free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_measured_in_a_window),
        cmocka_unit_test(standstill_is_exact),
        cmocka_unit_test(a_target_is_reached_when_it_is_kept),
        cmocka_unit_test(changes_of_sign_are_counted),
        cmocka_unit_test(content_above_a_frequency_is_that_of_its_sines),
        cmocka_unit_test(a_loop_has_its_area),
        cmocka_unit_test(events_are_found_by_site_and_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
