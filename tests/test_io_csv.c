/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers as text, and CSV as people have it: read to the last bit, or refused with the place. */
#include "io/number.h"
#include "io_support.h"
#include "stiction/io.h"
#include "skip.h"

#include <locale.h>

/* ---- Numbers -------------------------------------------------------------------------------- */

static void numbers_are_written_short(void **state)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0.0, "0"},
        {-0.0, "-0"},
        {1.0, "1"},
        {0.1, "0.1"},
        {0.3, "0.3"},
        {0.1 + 0.2, "0.30000000000000004"},
        {1e-4, "0.0001"},
        {1.5e-5, "1.5e-5"},
        {100000.0, "100000"},
        {9007199254740993.0, "9007199254740992"},
        {1e16, "1e16"},
        {1e23, "1e23"},
        {-123.456, "-123.456"},
        {5e-324, "5e-324"},
        {2.2250738585072014e-308, "2.2250738585072014e-308"},
        {1.7976931348623157e308, "1.7976931348623157e308"},
        {5.684341886080802e-14, "5.684341886080802e-14"},
        {INFINITY, "Inf"},
        {-INFINITY, "-Inf"},
        {NAN, "NaN"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[32];
        assert_string_equal(stn_number_text(cases[i].value, text), cases[i].text);
    }
}

static void written_numbers_read_back_to_the_same_bits(void **state)
{
    for (int i = 0; i < 400000; i++) {
        const double value = random_number(i);
        if (!isfinite(value)) {
            continue;
        }
        char text[STN_NUMBER_SIZE], mark = 0;
        double back;
        const char *end = strchr(stn_number_text(value, text), '\0');
        assert_ptr_equal(stn_number_read(text, end, false, &mark, &back), end);
        assert_true(same_bits(value, back));
        assert_true(same_bits(value, strtod(text, NULL)));
        assert_true(strlen(text) < 26);
    }
}

static void any_digits_read_as_the_library_reads_them(void **state)
{
    for (int i = 0; i < 200000; i++) {
        char text[64], mark = 0;
        double value;
        const int digits = (int)(random_bits() % 24);
        const int length = snprintf(text, sizeof text, "%.*e", digits, random_number(i));
        const char *end = stn_number_read(text, text + length, false, &mark, &value);
        if (strchr(text, 'n')) {
            assert_null(end);
            continue;
        }
        assert_ptr_equal(end, text + length);
        assert_true(same_bits(value, strtod(text, NULL)));
    }
}

static void halves_between_doubles_round_to_even(void **state)
{
    static const char *const texts[] = {
        "9007199254740993",
        "9007199254740995",
        "0.500000000000000166533453693773481063544750213623046875",
        "2.4703282292062327e-324",
        "1e-400",
        "1.7976931348623158e308",
        "179769313486231580793e288",
        "0000000000000000000000000001.5",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        char mark;
        double value;
        stn_number_read(texts[i], strchr(texts[i], '\0'), false, &mark, &value);
        assert_true(same_bits(value, strtod(texts[i], NULL)));
    }
}

/* ---- Reading CSV ---------------------------------------------------------------------------- */

static StnStatus parse(const char *text, StnTable *table, StnError *error)
{
    *error = (StnError){0};
    return stn_csv_parse(text, strlen(text), "data.csv", table, error);
}

/* Two columns t [s] and x [m] with rows 0 1.5 / 0.5 -2e-3, however they are written. */
static void the_same_table_in_every_dialect_is_read(void **state)
{
    static const char *const texts[] = {
        "t [s],x [m]\n0,1.5\n0.5,-2e-3\n",
        "t [s],x [m]\r\n0,1.5\r\n0.5,-2e-3",
        "t [s],x [m]\r0,1.5\r0.5,-2e-3\r",
        "\xef\xbb\xbft [s];x [m]\n0;1,5\n0,5;-2e-3\n",
        "\xef\xbb\xbf\"t [s]\";\"x [m]\"\n0;1,5\n0,5;-2E-03\n",
        "t (s)\tx (m)\n0\t1,5\n0,5\t-,002\n",
        "t [s]\tx [m]\n0\t1.5\n.5\t-0.002\n",
        "t(s), x(m)\n 0 , 1.5 \n 0.5 , -2e-3 \n",
        "t,x\ns,m\n0,1.5\n0.5,-0.002\n",
        "t;x\n[s];[m]\n0,0;1,5\n0,5;-0,002\n",
        "t,x\n(s),(m)\n0,1.5\n0.5,-0.002\n",
        "# made by hand\n\nt [s],x [m]\n# first\n0,1.5\n\n  # second; with; marks\n0.5,-2e-3\n#end",
        "sep=;\nt [s];x [m]\n0;1.5\n0.5;-0.002\n",
        "t [s],x [m],\n0,1.5,\n0.5,-0.002,\n",
        "t [s];x [m]\n0;1.5;\n0.5;-0.002;\n",
        "\"t [s]\",\"x\n[m]\"\n\"0\",\"1.5\"\n\" 0.5 \",\"-0.002\"\n",
        "t [s];x [m]\n0;1.5\n0.5;-0.002\n;\n;\n",
        "t [s],x [m]\n+0,+1.5\n+.5,-.002e0\n",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        StnTable table;
        StnError error;
        if (parse(texts[i], &table, &error) != STN_OK) {
            fail_msg("%s: %s", texts[i], error.text);
        }
        assert_int_equal(table.ncolumn, 2);
        assert_int_equal(table.rows, 2);
        assert_string_equal(table.column[0].name, "t");
        assert_string_equal(table.column[0].unit, "s");
        assert_string_equal(table.column[1].name, "x");
        assert_string_equal(table.column[1].unit, "m");
        assert_true(table.data[0][0] == 0.0 && table.data[0][1] == 0.5);
        assert_true(table.data[1][0] == 1.5 && table.data[1][1] == -2e-3);
        stn_table_free(&table);
    }
}

static void missing_values_are_nan(void **state)
{
    StnTable table;
    StnError error;
    assert_int_equal(parse("a,b,c\n1,,3\n4,NaN,nan\n-nan,\"\", \nInf,-inf,7", &table, &error),
                     STN_OK);
    assert_int_equal(table.rows, 4);
    assert_true(isnan(table.data[1][0]) && isnan(table.data[1][1]) && isnan(table.data[2][1]));
    assert_true(isnan(table.data[0][2]) && isnan(table.data[1][2]) && isnan(table.data[2][2]));
    assert_true(table.data[0][3] == INFINITY && table.data[1][3] == -INFINITY);
    stn_table_free(&table);
}

static void names_are_kept_or_made(void **state)
{
    StnTable table;
    StnError error;
    assert_int_equal(parse("t_s;F(t) [N];\"say \"\"x\"\" \";T [\xb0"
                           "C];k [N/(m*s)];;"
                           "a name that is longer than the fifty bytes that a column holds [m]\n"
                           "1;2;3;4;5;6;7\n",
                           &table, &error),
                     STN_OK);
    static const char *const names[] = {
        "t_s",
        "F(t)",
        "say \"x\"",
        "T",
        "k",
        "c6",
        "a name that is longer than the fifty bytes that",
    };
    static const char *const units[] = {"", "N", "", "°C", "N/(m*s)", "", "m"};
    for (int c = 0; c < 7; c++) {
        assert_string_equal(table.column[c].name, names[c]);
        assert_string_equal(table.column[c].unit, units[c]);
    }
    assert_int_equal(stn_table_column(&table, "k"), 4);
    assert_int_equal(stn_table_column(&table, "K"), -1);
    assert_int_equal(
        stn_table_column(&table, "a name that is longer than the fifty bytes that a column holds"),
        6);
    stn_table_free(&table);
    assert_int_equal(parse("1,2\n3,4\n", &table, &error), STN_OK);
    assert_int_equal(table.rows, 2);
    assert_string_equal(table.column[1].name, "c2");
    stn_table_free(&table);
}

static void the_locale_does_not_matter(void **state)
{
    static const char *const locales[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8",
                                          "it_IT.UTF-8"};
    bool found = false;
    for (size_t i = 0; i < COUNT(locales) && !found; i++) {
        found = setlocale(LC_ALL, locales[i]) != NULL;
    }
    if (!found) { /* made from its source, which the Debian package locales has */
        const char *locales_made = STN_BUILD_DIR "/locale";
        found = system("mkdir -p '" STN_BUILD_DIR
                       "/locale' && localedef -i de_DE -f UTF-8 '" STN_BUILD_DIR
                       "/locale/de_DE.UTF-8' >/dev/null 2>&1") == 0 &&
                setenv("LOCPATH", locales_made, 1) == 0 && setlocale(LC_ALL, "de_DE.UTF-8") != NULL;
    }
    if (!found) {
        SKIP("locales", "there is none with a decimal comma");
    }
    char text[32], mark;
    double value;
    stn_number_text(1.5, text);
    const char *halfway = "1.00000000000000011102230246251565404236316680908203125";
    stn_number_read(halfway, strchr(halfway, '\0'), false, &mark, &value);
    setlocale(LC_ALL, "C");
    assert_string_equal(text, "1.5");
    assert_true(value == 1.0);
}

static void errors_say_where_and_what_is_allowed(void **state)
{
    static const struct {
        const char *text;
        int line, column;
        const char *says;
    } cases[] = {
        {"t,x\n0,1\n1,abc\n", 3, 3, "\"abc\" in column \"x\" is not a number; allowed are"},
        {"t,x\n0,1\n1, 2 3\n", 3, 4, "\"2 3\""},
        {"t,x\n0,1.5.2\n", 2, 3, "not a number"},
        {"t,x\n0,1\n\n# c\n1\n", 5, 1, "1 field"},
        {"t,x\n0,1,2\n", 2, 5, "more than 2 fields"},
        {"x\n0,5\n", 2, 3, "decimal comma need ';'"},
        {"t;x\n0,5;1\n1,5;1.5\n", 3, 5, "decimal point, but line 2 has a decimal comma"},
        {"t;x\n0;1.234,5\n", 2, 3, "not a number"},
        {"t,x,t\n1,2,3\n", 1, 5, "\"t\" appears twice, in columns 1 and 3"},
        {"t,x\n", 2, 1, "no rows"},
        {"t,x\ns,m\n", 3, 1, "no rows"},
        {"", 0, 0, "empty"},
        {"# only this\n\n", 0, 0, "empty"},
        {"t,x\n0,\"1\n2,3\n", 2, 3, "never closed"},
        {"t,x\n0,\"1\"2\n", 2, 3, "follows the closing quote"},
        {"t,x\n0,1e999\n", 2, 3, "too large"},
        {"\xc3\xa4\xc3\xb6,x\n\xc3\xa4,1,2\n0,1\n", 2, 1, "not a number"},
        {"\xff\xfet\n", 1, 1, "UTF-16"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        StnTable table;
        StnError error;
        assert_int_equal(parse(cases[i].text, &table, &error), STN_BAD_INPUT);
        if (!strstr(error.text, cases[i].says) || error.line != cases[i].line ||
            error.column != cases[i].column) {
            fail_msg("%s gives %d:%d: %s", cases[i].text, error.line, error.column, error.text);
        }
        assert_string_equal(error.file, "data.csv");
        assert_null(table.data);
    }
    StnTable table;
    StnError error = {0};
    assert_int_equal(stn_csv_parse("t\n1\n2\0", 7, "bin", &table, &error), STN_BAD_INPUT);
    assert_int_equal(error.line, 3);
    assert_int_equal(error.column, 2);
    assert_non_null(strstr(error.text, "binary"));
    assert_int_equal(stn_csv_parse("t\nx\n", 4, "n", &table, NULL), STN_BAD_INPUT);
}

static void files_have_a_limit_and_must_exist(void **state)
{
    StnTable table;
    StnError error = {0};
    FILE *file = fopen(in_folder("a.csv"), "w");
    fputs("t,x\n0,1\n", file);
    fclose(file);
    assert_int_equal(stn_csv_read(in_folder("a.csv"), 8, &table, &error), STN_OK);
    stn_table_free(&table);
    assert_int_equal(stn_csv_read(in_folder("a.csv"), 7, &table, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "limit of 7 bytes"));
    assert_int_equal(stn_csv_read(in_folder("none.csv"), 0, &table, &error), STN_NO_FILE);
    assert_non_null(strstr(error.file, "none.csv"));
    assert_int_equal(stn_csv_read(folder, 0, &table, &error), STN_NO_FILE);
    assert_int_equal(stn_csv_read("/dev/zero", 100000, &table, &error), STN_BAD_INPUT);
}

/* Many columns, rows, quotes: a quadratic reader would need minutes. */
static void large_and_odd_files_take_no_time(void **state)
{
    enum { WIDE = 60000, LONG = 300000 };
    char *text = malloc((size_t)WIDE * 12 + (size_t)LONG * 12);
    char *p = text;
    for (int i = 0; i < WIDE; i++) {
        p += sprintf(p, "n%d%c", i, i + 1 < WIDE ? ',' : '\n');
    }
    for (int i = 0; i < WIDE; i++) {
        p += sprintf(p, "%d%c", i, i + 1 < WIDE ? ',' : '\n');
    }
    StnTable table;
    StnError error;
    assert_int_equal(parse(text, &table, &error), STN_OK);
    assert_true(table.data[WIDE - 1][0] == WIDE - 1);
    stn_table_free(&table);
    p = text + sprintf(text, "t;x\n");
    for (int i = 0; i < LONG; i++) {
        p += sprintf(p, "\"%d\";,5\n", i);
    }
    assert_int_equal(parse(text, &table, &error), STN_OK);
    assert_int_equal(table.rows, LONG);
    assert_true(table.data[0][LONG - 1] == LONG - 1 && table.data[1][7] == 0.5);
    stn_table_free(&table);
    memset(text, ',', 70000);
    strcpy(text + 70000, "\n1\n");
    assert_int_equal(parse(text, &table, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "at most 65536"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_written_short),
        cmocka_unit_test(written_numbers_read_back_to_the_same_bits),
        cmocka_unit_test(any_digits_read_as_the_library_reads_them),
        cmocka_unit_test(halves_between_doubles_round_to_even),
        cmocka_unit_test(the_same_table_in_every_dialect_is_read),
        cmocka_unit_test(missing_values_are_nan),
        cmocka_unit_test(names_are_kept_or_made),
        cmocka_unit_test(the_locale_does_not_matter),
        cmocka_unit_test(errors_say_where_and_what_is_allowed),
        cmocka_unit_test_teardown(files_have_a_limit_and_must_exist, clean_up),
        cmocka_unit_test(large_and_odd_files_take_no_time),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
