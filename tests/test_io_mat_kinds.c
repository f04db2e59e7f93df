/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What of a whole .mat file becomes a table: classes, byte orders, shapes, units. */
#include "io_support.h"
#include "stiction/io.h"

#if defined(STN_HAVE_MATIO) && STN_HAVE_MATIO
#include <matio.h>

enum { ROWS = 3 };

static const char *path;
static mat_t *mat;

static void begin(enum mat_ft version)
{
    path = in_folder("k.mat");
    mat = Mat_CreateVer(path, NULL, version);
    assert_non_null(mat);
}

static void add(matvar_t *var)
{
    assert_non_null(var);
    assert_int_equal(Mat_VarWrite(mat, var, MAT_COMPRESSION_NONE), 0);
    Mat_VarFree(var);
}

static void add_doubles(const char *name, int rank, size_t *dims, double *values, int options)
{
    add(Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, rank, dims, values, options));
}

static void add_vector(const char *name)
{
    static double values[ROWS] = {1.0, -2.0, 3.5};
    add_doubles(name, 2, (size_t[]){ROWS, 1}, values, 0);
}

/* Ends the file and reads it; the status must be the expected one. */
static StnError read_back(StnTable *table, StnStatus expected)
{
    StnError error = {0};
    Mat_Close(mat);
    assert_int_equal(stn_mat_read(path, 0, table, &error), expected);
    return error;
}

static void expect_refusal(const char *fragment)
{
    StnTable table;
    const StnError error = read_back(&table, STN_BAD_INPUT);
    if (!strstr(error.text, fragment)) {
        fail_msg("no \"%s\" in \"%s\"", fragment, error.text);
    }
}

static void every_class_of_numbers_becomes_doubles(void **state)
{
    static float singles[] = {-1.5f, 0.0f, 100.0f};
    static int8_t int8s[] = {-128, 0, 127};
    static uint8_t uint8s[] = {0, 1, 255};
    static int16_t int16s[] = {-32768, 0, 32767};
    static uint16_t uint16s[] = {0, 1, 65535};
    static int32_t int32s[] = {INT32_MIN, 0, INT32_MAX};
    static uint32_t uint32s[] = {0, 1, UINT32_MAX};
    static int64_t int64s[] = {-1, 0, (int64_t)1 << 53};
    static uint64_t uint64s[] = {0, 1, (uint64_t)1 << 63};
    const struct {
        const char *name;
        enum matio_classes class_type;
        enum matio_types type;
        void *values;
        double expected[ROWS];
    } kind[] = {
        {"single", MAT_C_SINGLE, MAT_T_SINGLE, singles, {-1.5, 0, 100}},
        {"i8", MAT_C_INT8, MAT_T_INT8, int8s, {-128, 0, 127}},
        {"u8", MAT_C_UINT8, MAT_T_UINT8, uint8s, {0, 1, 255}},
        {"i16", MAT_C_INT16, MAT_T_INT16, int16s, {-32768, 0, 32767}},
        {"u16", MAT_C_UINT16, MAT_T_UINT16, uint16s, {0, 1, 65535}},
        {"i32", MAT_C_INT32, MAT_T_INT32, int32s, {-0x1p31, 0, 0x1p31 - 1}},
        {"u32", MAT_C_UINT32, MAT_T_UINT32, uint32s, {0, 1, 0x1p32 - 1}},
        {"i64", MAT_C_INT64, MAT_T_INT64, int64s, {-1, 0, 0x1p53}},
        {"u64", MAT_C_UINT64, MAT_T_UINT64, uint64s, {0, 1, 0x1p63}},
    };
    StnTable table;
    begin(MAT_FT_MAT5);
    for (size_t i = 0; i < COUNT(kind); i++) {
        size_t dims[2] = {i % 2 ? 1 : ROWS, i % 2 ? ROWS : 1}; /* rows are columns too */
        add(Mat_VarCreate(kind[i].name, kind[i].class_type, kind[i].type, 2, dims, kind[i].values,
                          0));
    }
    read_back(&table, STN_OK);
    assert_true(table.ncolumn == (int)COUNT(kind) && table.rows == ROWS);
    for (size_t i = 0; i < COUNT(kind); i++) {
        const int c = stn_table_column(&table, kind[i].name);
        assert_true(c >= 0);
        assert_memory_equal(table.data[c], kind[i].expected, sizeof kind[i].expected);
    }
    stn_table_free(&table);
}

static void what_is_no_real_vector_is_left_out(void **state)
{
    static double values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    mat_complex_split_t complex_values = {values, values};
    size_t scalar[] = {1, 1}, cube[] = {2, 2, 2}, row[] = {1, ROWS};
    StnTable table;
    begin(MAT_FT_MAT5);
    add_doubles("scalar", 2, scalar, values, 0);
    add_doubles("cube", 3, cube, values, 0);
    add(Mat_VarCreate("complex", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, row, &complex_values,
                      MAT_F_COMPLEX));
    add(Mat_VarCreate("text", MAT_C_CHAR, MAT_T_UTF8, 2, row, (char[]){"abc"}, 0));
    add_vector("x");
    read_back(&table, STN_OK);
    assert_int_equal(table.ncolumn, 1);
    assert_string_equal(table.column[0].name, "x");
    assert_true(table.data[0][1] == -2.0);
    stn_table_free(&table);

    begin(MAT_FT_MAT5);
    add_doubles("scalar", 2, scalar, values, 0);
    expect_refusal("has no real numeric vector of two or more values");
}

static void vectors_may_have_different_lengths(void **state)
{
    static double values[] = {1, 2};
    StnTable table;
    begin(MAT_FT_MAT5);
    add_vector("x");
    add_doubles("short", 2, (size_t[]){2, 1}, values, 0);
    read_back(&table, STN_OK);
    assert_true(table.rows == ROWS && table.length[0] == ROWS && table.length[1] == 2);
    assert_true(table.data[1][1] == 2.0 && isnan(table.data[1][2]));
    stn_table_free(&table);
}

static void a_matrix_is_a_column_for_each_of_its_own(void **state)
{
    static double values[] = {1, 2, 3, 4, 5, 6};
    StnTable table;
    begin(MAT_FT_MAT5);
    add_doubles("y", 2, (size_t[]){ROWS, 2}, values, 0);
    add_doubles("deep", 3, (size_t[]){1, 1, ROWS}, values, 0); /* as Simulink logs a scalar */
    read_back(&table, STN_OK);
    assert_int_equal(table.ncolumn, 3);
    assert_true(table.data[stn_table_column(&table, "y(:,2)")][0] == 4.0);
    assert_true(table.data[stn_table_column(&table, "deep")][2] == 3.0);
    stn_table_free(&table);
}

/* log.time, log.signals(2).values, as Simulink's "structure with time". */
static void fields_of_structs_are_columns(void **state)
{
    static double values[] = {1, 2, 3}, others[] = {4, 5, 6};
    static const char *names[] = {"time", "signals"}, *inner[] = {"values"};
    const enum mat_ft versions[] = {MAT_FT_MAT5, MAT_FT_MAT73};
    size_t column[] = {ROWS, 1};
    for (size_t i = 0; i < COUNT(versions); i++) {
        StnTable table;
        begin(versions[i]);
        matvar_t *all = Mat_VarCreateStruct("log", 2, (size_t[]){1, 1}, names, COUNT(names));
        matvar_t *signals = Mat_VarCreateStruct("signals", 2, (size_t[]){1, 2}, inner, 1);
        for (size_t k = 0; k < 2; k++)
            Mat_VarSetStructFieldByName(signals, "values", k,
                                        Mat_VarCreate("values", MAT_C_DOUBLE, MAT_T_DOUBLE, 2,
                                                      column, k ? others : values, 0));
        Mat_VarSetStructFieldByName(
            all, "time", 0,
            Mat_VarCreate("time", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, column, values, 0));
        Mat_VarSetStructFieldByName(all, "signals", 0, signals);
        add(all);
        read_back(&table, STN_OK);
        assert_int_equal(table.ncolumn, 3);
        assert_true(stn_table_column(&table, "log.time") >= 0);
        assert_true(table.data[stn_table_column(&table, "log.signals(2).values")][0] == 4.0);
        stn_table_free(&table);
    }
}

static void version_4_is_read(void **state)
{
    StnTable table;
    begin(MAT_FT_MAT4);
    add_vector("x");
    read_back(&table, STN_OK);
    assert_true(table.ncolumn == 1 && table.rows == ROWS && table.data[0][2] == 3.5);
    stn_table_free(&table);
}

/* ---- Units ---- */

static matvar_t *text(const char *words)
{
    char copy[8];
    snprintf(copy, sizeof copy, "%s", words);
    return Mat_VarCreate(NULL, MAT_C_CHAR, MAT_T_UTF8, 2, (size_t[]){1, strlen(words)}, copy, 0);
}

/* units.x = the variable, in a struct of `count` elements. */
static void add_units(size_t count, matvar_t *unit)
{
    static const char *names[] = {"x"};
    matvar_t *all = Mat_VarCreateStruct("units", 2, (size_t[]){1, count}, names, 1);
    for (size_t i = 0; i < count; i++) {
        Mat_VarSetStructFieldByName(all, "x", i, i == 0 ? unit : text("s"));
    }
    add(all);
}

static void expect_unit(const char *unit)
{
    StnTable table;
    read_back(&table, STN_OK);
    assert_int_equal(table.ncolumn, 1);
    assert_string_equal(table.column[0].unit, unit);
    stn_table_free(&table);
}

static void units_are_taken_from_texts_of_8_and_16_bits(void **state)
{
    static uint16_t wide[] = {0xb5, 'm'};
    static uint16_t much[200];
    StnTable table;
    begin(MAT_FT_MAT5);
    add_vector("x");
    add_units(1, text("mm"));
    expect_unit("mm");
    begin(MAT_FT_MAT5);
    add_vector("x");
    add_units(1, Mat_VarCreate(NULL, MAT_C_CHAR, MAT_T_UINT16, 2, (size_t[]){1, 2}, wide, 0));
    expect_unit("\xc2\xb5m");

    for (size_t i = 0; i < COUNT(much); i++) {
        much[i] = 'k';
    }
    begin(MAT_FT_MAT5);
    add_vector("x");
    add_units(
        1, Mat_VarCreate(NULL, MAT_C_CHAR, MAT_T_UINT16, 2, (size_t[]){1, COUNT(much)}, much, 0));
    read_back(&table, STN_OK);
    const size_t length = strlen(table.column[0].unit);
    assert_true(length > 8 && length < sizeof table.column[0].unit); /* cut, not refused */
    stn_table_free(&table);
}

static void what_is_no_struct_of_texts_gives_no_units(void **state)
{
    static double one[] = {1.0};
    size_t scalar[] = {1, 1};
    begin(MAT_FT_MAT5);
    add_vector("x");
    add_doubles("units", 2, scalar, one, 0);
    expect_unit("");
    begin(MAT_FT_MAT5);
    add_vector("x");
    add_units(2, text("m"));
    expect_unit("");
    begin(MAT_FT_MAT5);
    add_vector("x");
    add_units(1, Mat_VarCreate(NULL, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, scalar, one, 0));
    expect_unit("");
    begin(MAT_FT_MAT5);
    add_vector("y"); /* units.x is of no column */
    add_units(1, text("m"));
    expect_unit("");
}

/* ---- Byte order ---- */

static unsigned char *put(unsigned char *to, uint32_t number)
{
    for (int i = 3; i >= 0; i--) {
        *to++ = (unsigned char)(number >> 8 * i);
    }
    return to;
}

/* x = [1 2], written by hand as MathWorks' "MAT-File Format" says, the high byte first. */
static size_t big_endian(unsigned char *out)
{
    memset(out, ' ', 124);
    memcpy(out + 124, "\x01\x00MI", 4);
    unsigned char *at = put(put(out + 128, 14), 16 + 16 + 16 + 24); /* matrix, its bytes */
    at = put(put(put(put(at, 6), 8), 6), 0);                        /* flags: double */
    at = put(put(put(put(at, 5), 8), 2), 1);                        /* 2 by 1 */
    at = put(put(put(put(at, 1), 1), (uint32_t)'x' << 24), 0);      /* name */
    at = put(put(at, 9), 16);                                       /* doubles */
    at = put(put(put(put(at, 0x3ff00000), 0), 0x40000000), 0);
    return (size_t)(at - out);
}

static void save(const unsigned char *bytes, size_t length)
{
    FILE *file = fopen(path = in_folder("b.mat"), "wb");
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

static void a_file_of_the_other_byte_order_is_read_or_refused_like_ours(void **state)
{
    unsigned char bytes[256];
    StnTable table;
    StnError error = {0};
    const size_t length = big_endian(bytes);
    save(bytes, length);
    assert_int_equal(stn_mat_read(path, 0, &table, &error), STN_OK);
    assert_true(table.ncolumn == 1 && table.rows == 2);
    assert_true(table.data[0][0] == 1.0 && table.data[0][1] == 2.0);
    stn_table_free(&table);
    save(bytes, length - 4);
    assert_int_equal(stn_mat_read(path, 0, &table, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "no whole variable begins at byte 128 of 204"));
    put(bytes + 132, 0); /* a variable of no bytes */
    save(bytes, length);
    assert_int_equal(stn_mat_read(path, 0, &table, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "no whole variable begins at byte 128 of 208"));
}

static void what_has_no_header_of_matlab_is_refused(void **state)
{
    unsigned char bytes[256];
    StnTable table;
    StnError error = {0};
    const size_t length = big_endian(bytes);
    static const char *const marks[] = {"\x01\x00IX", "\x01\x00MX", "\x01\x00XX", "\x03\x00MI"};
    for (size_t i = 0; i < COUNT(marks); i++) {
        memcpy(bytes + 124, marks[i], 4);
        save(bytes, length);
        assert_int_equal(stn_mat_read(path, 0, &table, &error), STN_BAD_INPUT);
    }
    save(bytes, 20); /* shorter than a header */
    assert_int_equal(stn_mat_read(path, 0, &table, &error), STN_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_class_of_numbers_becomes_doubles, clean_up),
        cmocka_unit_test_teardown(what_is_no_real_vector_is_left_out, clean_up),
        cmocka_unit_test_teardown(vectors_may_have_different_lengths, clean_up),
        cmocka_unit_test_teardown(a_matrix_is_a_column_for_each_of_its_own, clean_up),
        cmocka_unit_test_teardown(fields_of_structs_are_columns, clean_up),
        cmocka_unit_test_teardown(version_4_is_read, clean_up),
        cmocka_unit_test_teardown(units_are_taken_from_texts_of_8_and_16_bits, clean_up),
        cmocka_unit_test_teardown(what_is_no_struct_of_texts_gives_no_units, clean_up),
        cmocka_unit_test_teardown(a_file_of_the_other_byte_order_is_read_or_refused_like_ours,
                                  clean_up),
        cmocka_unit_test_teardown(what_has_no_header_of_matlab_is_refused, clean_up),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

#else

int main(void) { return 77; }

#endif
