/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Results as data: what people read, what machines read, and what happens where memory is out. */
#include "stiction/result.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static StnResult sample(void)
{
    StnResult r = {.method = "sample", .title = "A sample"};
    StnRemarks remarks = {.count = 0};
    const StnEstimate estimate[] = {
        {"Fc", "N", "friction.contact.Fc.forward", 2.0, 0.1, 1.8, 2.2, 1.5, 2.5},
        {"n", "1", "", 2.0, NAN, NAN, NAN, NAN, NAN}};
    const StnResultColumn column[] = {
        {"v", "speed", "m/s", "%.2f"}, {"hidden", NULL, "", NULL}, {NULL, "word", "", NULL}};
    const StnResultColumn bare = {"", NULL, "", NULL};
    stn_result_fact(&r, "error", "%", stn_cell_number(1.5), "Error: %.1f %%", 1.5);
    stn_result_open(&r, "group");
    stn_result_count(&r, "rows", 3);
    stn_result_flag(&r, "good", true);
    stn_result_text(&r, "none", NULL);
    stn_result_close(&r);
    stn_result_table(&r, "points", "\nPoints", column, 3);
    for (int i = 0; i < 3; i++) {
        const StnCell row[] = {stn_cell_number(0.5 * i), stn_cell_flag(i == 1),
                               stn_cell_text(i == 2 ? "last\x1b" : "one")};
        stn_result_row(&r, i != 0, row);
    }
    stn_result_table(&r, "list", NULL, &bare, 1);
    stn_result_row(&r, false, &(StnCell){.number = NAN});
    stn_result_row(&r, false, &(StnCell){.number = 2.0});
    stn_result_open_list(&r, "runs");
    stn_result_open(&r, NULL);
    stn_result_count(&r, "run", 7);
    stn_result_close(&r);
    stn_result_close(&r);
    stn_result_estimates(&r, "estimates", estimate, 2, "");
    stn_remark(&remarks, "%s", "A sentence.");
    stn_result_remarks(&r, "remarks", &remarks, "What to know:");
    return r;
}

static char *written(const StnResult *r, bool json)
{
    char *text = NULL;
    size_t size = 0;
    StnError error = {0};
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(json ? stn_result_write_json(r, NULL, NULL, out, &error)
                          : stn_result_write_text(r, out, 60, &error),
                     STN_OK);
    fclose(out);
    if (!json) { /* the same in memory */
        char *plain = stn_result_plain(r, 60, &error);
        assert_non_null(plain);
        assert_string_equal(plain, text);
        stn_text_free(plain);
    }
    return text;
}

static void people_read_a_page(void **state)
{
    StnResult r = sample();
    char *text = written(&r, false);
    (void)state;
    assert_string_equal(
        text, "A sample\n"
              "Error: 1.5 %\n"
              "\nPoints\n"
              "  speed  word\n"
              "  [m/s]\n"
              "   0.50  one\n"
              "   1.00  last?\n"
              "  parameter  value  unit  95 %, this record  95 %, next record  deviation\n"
              "  Fc             2  N     1.8 ... 2.2        1.5 ... 2.5              5 %\n"
              "  n              2        -                  -                          -\n"
              "\nWhat to know:\n"
              "  A sentence.\n");
    free(text);
    stn_result_free(&r);
}

static void machines_read_the_same(void **state)
{
    StnResult r = sample();
    char *text = written(&r, true);
    (void)state;
    for (char *c = text; *c; c++) /* one blank for each stretch of them */
        *c = *c == '\n' ? ' ' : *c;
    assert_non_null(strstr(text, "\"method\": \"sample\""));
    assert_non_null(strstr(text, "\"error\": 1.5"));
    assert_non_null(strstr(text, "\"rows\": 3"));
    assert_non_null(strstr(text, "\"good\": true"));
    assert_non_null(strstr(text, "\"none\": null"));
    assert_non_null(strstr(text, "\"hidden\": true"));
    assert_non_null(strstr(text, "\"run\": 7"));
    assert_null(strstr(text, "speed"));
    assert_null(strstr(text, "\"word\""));
    assert_non_null(strstr(text, "\"relative_std_percent\": 5"));
    assert_non_null(strstr(text, "\"next_low\": 1.5"));
    assert_non_null(strstr(text, "\"next_high\": 2.5"));
    assert_non_null(strstr(text, "\"A sentence.\""));
    free(text);
    stn_result_free(&r);
}

/* The text without the blanks that indent it. */
static char *json_of(const StnResult *r, const StnFields *fields, const void *settings)
{
    char *text = stn_result_json(r, fields, settings, NULL), *to = text;
    assert_non_null(text);
    for (const char *c = text; *c; c++)
        if (*c != '\n' && *c != ' ')
            *to++ = *c;
    *to = '\0';
    return text;
}

/* Once, by the same names as the numbers, map by map, so that a map of numbers holds numbers only; a
 * map in a list has its own. */
static void units_reach_machines(void **state)
{
    StnResult r = sample();
    const StnResultColumn rows[] = {{"", NULL, "s", NULL}, {"y", NULL, "", NULL}};
    (void)state;
    stn_result_table(&r, "pairs", NULL, rows, 2);
    stn_result_table(&r, "times", NULL, rows, 1);
    stn_result_open(&r, "energy");
    stn_result_number(&r, "input", "J", 2.0);
    stn_result_close(&r);
    stn_result_open(&r, "plain");
    stn_result_number(&r, "share", "1", 2.0);
    stn_result_close(&r);
    stn_result_open_list(&r, "sites");
    stn_result_open(&r, NULL);
    stn_result_number(&r, "level", "N", 3.0);
    stn_result_number(&r, "chance", "1", 0.5);
    stn_result_close(&r);
    stn_result_open(&r, NULL);
    stn_result_number(&r, "level", "N*m", 3.0);
    stn_result_text(&r, "unit", "N*m"); /* says it itself */
    stn_result_close(&r);
    stn_result_close(&r);
    char *text = json_of(&r, NULL, NULL);
    assert_non_null(strstr(text, "\"units\":{\"error\":\"%\",\"points\":{\"v\":\"m/s\"},"
                                 "\"pairs\":[\"s\",\"1\"],\"times\":\"s\","
                                 "\"energy\":{\"input\":\"J\"}}}"));
    assert_non_null(strstr(text, "\"energy\":{\"input\":2},\"plain\":{\"share\":2}"));
    assert_non_null(strstr(text,
                           "\"sites\":[{\"level\":3,\"chance\":0.5,\"units\":{\"level\":\"N\"}},"
                           "{\"level\":3,\"unit\":\"N*m\"}],"));
    stn_text_free(text);
    stn_result_free(&r);
}

static void settings_reach_machines_whole(void **state)
{
    typedef struct Settings {
        uint64_t seed;
        int few;
        long many;
        StnNumbers levels;
        StnTextList files;
    } Settings;
    static const StnField field[] = {
        STN_INTEGER(Settings, seed, 0, 0, 0x1p64, ""),
        STN_INTEGER(Settings, few, -1, 0, 10, ""),
        STN_INTEGER(Settings, many, -1, 0, 9e18, ""),
        STN_NUMBERS_AS("levels", Settings, levels, "N", NAN, 0, 10, ""),
        STN_TEXTS(Settings, files, "FILE", ""),
    };
    const StnFields fields = {"sample", field, 5, sizeof(Settings)};
    const double level[] = {1.0, 2.5};
    const char *const file[] = {"a.csv", "b \"c\".csv"};
    Settings s = {9007199254740993u, -1, -1, {level, 2}, {file, 2}};
    StnResult r = {.method = "sample"};
    (void)state;
    char *text = json_of(&r, &fields, &s);
    assert_non_null(strstr(text, "\"options\":{\"seed\":9007199254740993,\"few\":-1,\"many\":-1,"
                                 "\"levels\":[1,2.5],\"files\":[\"a.csv\",\"b\\\"c\\\".csv\"]}"));
    stn_text_free(text);
    s = (Settings){.seed = UINT64_MAX, .few = 7, .many = 9007199254740993};
    text = json_of(&r, &fields, &s);
    assert_non_null(strstr(text, "\"seed\":18446744073709551615,\"few\":7,"
                                 "\"many\":9007199254740993,\"levels\":[],\"files\":[]"));
    stn_text_free(text);
    assert_true(stn_field_get(&field[0], &s) == 0x1p64);
    stn_result_free(&r);
}

static void a_figure_is_a_copy(void **state)
{
    double x[] = {0.0, 1.0}, y[] = {2.0, 3.0};
    char label[] = "measured";
    const StnCurve curve = {x, y, 2, label, STN_STYLE_LINES};
    const StnPanel panel = {.xlabel = "t [s]", .ylabel = "x [m]", .curve = &curve, .ncurve = 1};
    StnResult r = {.method = "sample"};
    (void)state;
    stn_result_figure(&r, &(StnFigure){.title = "A figure", .panel = &panel, .npanel = 1});
    x[1] = y[1] = 99.0, label[0] = 'X';
    assert_int_equal(r.figure.npanel, 1);
    assert_true(r.figure.panel[0].curve[0].x[1] == 1.0 && r.figure.panel[0].curve[0].y[1] == 3.0);
    assert_string_equal(r.figure.panel[0].curve[0].label, "measured");
    assert_string_equal(r.figure.title, "A figure");
    stn_result_free(&r);
}

static void a_result_with_something_missing_is_not_written(void **state)
{
    StnResult r = sample();
    StnError error = {0};
    (void)state;
    r.failed = true;
    assert_int_equal(stn_result_check(&r, &error), STN_NO_MEMORY);
    assert_int_equal(stn_result_write_json(&r, NULL, NULL, stdout, &error), STN_NO_MEMORY);
    assert_int_equal(stn_result_write_text(&r, stdout, 80, &error), STN_NO_MEMORY);
    assert_null(stn_result_plain(&r, 80, &error));
    stn_result_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_read_a_page),
        cmocka_unit_test(machines_read_the_same),
        cmocka_unit_test(units_reach_machines),
        cmocka_unit_test(settings_reach_machines_whole),
        cmocka_unit_test(a_figure_is_a_copy),
        cmocka_unit_test(a_result_with_something_missing_is_not_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
