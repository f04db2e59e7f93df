/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Damaged and hostile .mat files: a sentence and bounded memory, whatever matio and HDF5 do with them. */
#include "io/child.h"
#include "io/counters.h"
#include "io_support.h"
#include "stiction/io.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(STN_HAVE_MATIO) && STN_HAVE_MATIO
#include <matio.h>

enum { ROWS = 40 };

/* t, x and units {t: s, x: m}. */
static void write_mat(const char *path, enum mat_ft version, size_t rows,
                      enum matio_compression compression)
{
    mat_t *mat = Mat_CreateVer(path, NULL, version);
    assert_non_null(mat);
    size_t dims[2] = {rows, 1}, one[2] = {1, 1}, text[2] = {1, 1};
    double *values = calloc(rows, sizeof *values);
    static const char *const names[] = {"t", "x"};
    static char units[][2] = {"s", "m"};
    for (size_t c = 0; c < COUNT(names); c++) {
        for (size_t i = 0; i < rows && rows == ROWS; i++) {
            values[i] = (double)(i * (c + 1));
        }
        matvar_t *var = Mat_VarCreate(names[c], MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, values, 0);
        assert_int_equal(Mat_VarWrite(mat, var, compression), 0);
        Mat_VarFree(var);
    }
    matvar_t *all = Mat_VarCreateStruct("units", 2, one, (const char **)names, COUNT(names));
    for (size_t c = 0; c < COUNT(names); c++) {
        matvar_t *unit = Mat_VarCreate(NULL, MAT_C_CHAR, MAT_T_UTF8, 2, text, units[c], 0);
        Mat_VarSetStructFieldByName(all, names[c], 0, unit);
    }
    assert_int_equal(Mat_VarWrite(mat, all, compression), 0);
    Mat_VarFree(all);
    Mat_Close(mat);
    free(values);
}

/* The status; a refusal has a sentence, and leaves nothing. */
static StnStatus read_status(const char *path, size_t limit)
{
    StnTable table;
    StnError error = {0};
    const StnStatus status = stn_mat_read(path, limit, &table, &error);
    if (status == STN_OK) {
        stn_table_free(&table);
    } else {
        assert_true(error.text[0] != '\0' && error.status == status && table.data == NULL);
    }
    return status;
}

static size_t load(const char *path, unsigned char *out, size_t size)
{
    FILE *file = fopen(path, "rb");
    const size_t length = fread(out, 1, size, file);
    fclose(file);
    return length;
}

static void save(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
}

static void check_whole(const char *path)
{
    StnTable table;
    StnError error = {0};
    assert_int_equal(stn_mat_read(path, 0, &table, &error), STN_OK);
    const int x = stn_table_column(&table, "x"), t = stn_table_column(&table, "t");
    assert_true(table.ncolumn == 2 && table.rows == ROWS && x >= 0 && t >= 0);
    for (int i = 0; i < ROWS; i++) {
        assert_true(table.data[t][i] == i && table.data[x][i] == 2 * i);
    }
    assert_string_equal(table.column[t].unit, "s");
    assert_string_equal(table.column[x].unit, "m");
    stn_table_free(&table);
}

static void every_version_is_read(void **state)
{
    write_mat(in_folder("5.mat"), MAT_FT_MAT5, ROWS, MAT_COMPRESSION_NONE);
    check_whole(in_folder("5.mat"));
    write_mat(in_folder("7.mat"), MAT_FT_MAT5, ROWS, MAT_COMPRESSION_ZLIB);
    check_whole(in_folder("7.mat"));
    write_mat(in_folder("73.mat"), MAT_FT_MAT73, ROWS, MAT_COMPRESSION_NONE);
    check_whole(in_folder("73.mat"));
}

/* Only where a variable ends is the rest a file of its own. */
static void a_cut_file_is_refused_wherever_it_is_cut(void **state)
{
    static unsigned char bytes[65536];
    for (int k = 0; k < 2; k++) {
        write_mat(in_folder("w.mat"), MAT_FT_MAT5, ROWS,
                  k ? MAT_COMPRESSION_ZLIB : MAT_COMPRESSION_NONE);
        const size_t size = load(in_folder("w.mat"), bytes, sizeof bytes);
        int whole = 0;
        for (size_t length = 129; length < size; length++) {
            save(in_folder("cut.mat"), bytes, length);
            const StnStatus status = read_status(in_folder("cut.mat"), 0);
            assert_true(status == STN_OK || status == STN_BAD_INPUT);
            whole += status == STN_OK;
        }
        assert_int_equal(whole, 2);
    }
}

/* Bytes all over a file of every version set to something else. */
static void a_damaged_file_is_read_or_refused(void **state)
{
    static unsigned char bytes[65536];
    static const enum mat_ft version[] = {MAT_FT_MAT5, MAT_FT_MAT5, MAT_FT_MAT73};
    for (size_t k = 0; k < COUNT(version); k++) {
        write_mat(in_folder("w.mat"), version[k], ROWS,
                  k == 1 ? MAT_COMPRESSION_ZLIB : MAT_COMPRESSION_NONE);
        const size_t size = load(in_folder("w.mat"), bytes, sizeof bytes);
        const size_t stride = size / 150 + 1;
        for (size_t at = k; at < size; at += stride) {
            const unsigned char was = bytes[at];
            bytes[at] = (unsigned char)(was ^ (0xff >> at % 8));
            save(in_folder("d.mat"), bytes, size);
            bytes[at] = was;
            const StnStatus status = read_status(in_folder("d.mat"), 0);
            assert_true(status == STN_OK || status == STN_BAD_INPUT);
        }
    }
}

/* ---- The child itself ---- */

/* The address space of a sanitized program has no limit, so there is nothing to test. */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifndef SANITIZED
static void take_all_memory(void *data, int to)
{
    const size_t piece = (size_t)1 << 20;
    size_t taken = 0;
    for (char *memory; taken < (size_t)1 << 31 && (memory = malloc(piece)) != NULL;
         taken += piece) {
        memset(memory, 1, piece);
        *(volatile char *)memory = 1; /* clang leaves out a malloc whose memory nobody reads */
    }
    stn_child_write(to, &taken, sizeof taken);
}

static void a_child_gets_no_more_memory_than_its_limit(void **state)
{
    StnChild child;
    size_t taken = 0;
    const StnChildLimits limits = {.memory = (size_t)64 << 20, .seconds = 20};
    assert_int_equal(stn_child_start(&child, limits, take_all_memory, NULL, NULL), STN_OK);
    assert_true(stn_child_read(&child, &taken, sizeof taken));
    stn_child_end(&child);
    assert_true(taken > (size_t)16 << 20 && taken <= (size_t)64 << 20);
}
#endif

static void crash(void *data, int to) { raise(SIGSEGV); }

static void loop(void *data, int to)
{
    for (volatile int i = 0;; i++) {
    }
}

static void a_child_that_crashes_or_never_ends_leaves_the_host_alone(void **state)
{
    void (*const work[])(void *, int) = {crash, loop};
    for (size_t i = 0; i < COUNT(work); i++) {
        StnChild child;
        char byte;
        const StnChildLimits limits = {.memory = (size_t)64 << 20, .seconds = 1};
        assert_int_equal(stn_child_start(&child, limits, work[i], NULL, NULL), STN_OK);
        assert_false(stn_child_read(&child, &byte, 1));
        stn_child_end(&child);
    }
}

static void limits_are_kept(void **state)
{
    struct stat info;
    write_mat(in_folder("zeros.mat"), MAT_FT_MAT5, 100000, MAT_COMPRESSION_ZLIB);
    stat(in_folder("zeros.mat"), &info);
    assert_true(info.st_size < 10000);
    assert_int_equal(read_status(in_folder("zeros.mat"), 0), STN_OK);
    assert_int_equal(read_status(in_folder("zeros.mat"), 1600000), STN_OK);
    assert_int_equal(read_status(in_folder("zeros.mat"), 1599999), STN_BAD_INPUT);
    assert_int_equal(read_status(in_folder("zeros.mat"), 100), STN_BAD_INPUT);
}

/* zlib's best: a thousandth of one byte per value, of which each becomes a double. */
static void compressed_small_integers_fit_the_memory(void **state)
{
    struct stat info;
    size_t dims[2] = {30000000, 1};
    int8_t *zeros = calloc(dims[0], 1);
    mat_t *mat = Mat_CreateVer(in_folder("int8.mat"), NULL, MAT_FT_MAT5);
    matvar_t *var = Mat_VarCreate("x", MAT_C_INT8, MAT_T_INT8, 2, dims, zeros, 0);
    assert_int_equal(Mat_VarWrite(mat, var, MAT_COMPRESSION_ZLIB), 0);
    Mat_VarFree(var);
    Mat_Close(mat);
    free(zeros);
    stat(in_folder("int8.mat"), &info);
    assert_true(info.st_size < 40000);
    assert_int_equal(read_status(in_folder("int8.mat"), 0), STN_OK);
}

static void what_is_no_plain_file_is_refused(void **state)
{
    assert_int_equal(mkfifo(in_folder("pipe.mat"), 0600), 0);
    assert_int_equal(read_status(in_folder("pipe.mat"), 0), STN_BAD_INPUT);
    assert_int_equal(read_status(folder, 0), STN_NO_FILE);
}

/* Some programs do; then nobody can wait for the child. */
static void a_host_that_ignores_children_reads_as_well(void **state)
{
    write_mat(in_folder("w.mat"), MAT_FT_MAT5, ROWS, MAT_COMPRESSION_NONE);
    signal(SIGCHLD, SIG_IGN);
    check_whole(in_folder("w.mat"));
    signal(SIGCHLD, SIG_DFL);
}

/* "µ" is one unit of UTF-16, U+1D11E two (D834 DD1E, Unicode 15, table 3-5). */
/* The pipe to the child must not take the numbers of closed standard streams. */
static void a_host_without_standard_streams_reads_as_well(void **state)
{
    int status = -1;
    const char *path = in_folder("streams.mat");
    write_mat(path, MAT_FT_MAT5, ROWS, MAT_COMPRESSION_NONE);
    const pid_t host = fork();
    if (host == 0) {
        StnTable table;
        for (int fd = 0; fd <= STDERR_FILENO; fd++) {
            close(fd);
        }
        const bool good = stn_mat_read(path, 0, &table, NULL) == STN_OK && table.rows == ROWS;
        stn_counters_write();
        _exit(good ? 0 : 1);
    }
    assert_int_equal(waitpid(host, &status, 0), host);
    assert_int_equal(status, 0);
}

static void wait_for_ever(void *data, int to)
{
    while (stn_child_write(to, "x", 1)) {
        pause();
    }
}

/* SIGTERM, which the host handles or blocks, ends the child. */
static void a_child_ends_with_a_signal(void **state)
{
    StnChild child;
    char byte;
    const StnChildLimits limits = {.memory = (size_t)64 << 20, .seconds = 10};
    void (*before)(int) = signal(SIGTERM, SIG_IGN);
    assert_int_equal(stn_child_start(&child, limits, wait_for_ever, NULL, NULL), STN_OK);
    assert_true(stn_child_read(&child, &byte, 1)); /* it runs */
    kill(child.pid, SIGTERM);
    assert_false(stn_child_read(&child, &byte, 1)); /* and has ended */
    stn_child_end(&child);
    signal(SIGTERM, before);
}

static void texts_and_empty_parts_are_written(void **state)
{
    double none = 0.0, *data[] = {&none};
    StnColumnInfo column = {.name = "a_name_of_more_than_four_letters", .unit = ""};
    const StnRecord record = {.ncolumn = 1, .column = &column, .data = data};
    const StnProvenance from = {.title = "\xc2\xb5\xf0\x9d\x84\x9e", .law = "", .seed = UINT64_MAX};
    static const uint16_t units[] = {0xb5, 0xd834, 0xdd1e};
    assert_int_equal(
        stn_record_write(in_folder("t.mat"), &record, &(StnWriteDef){.from = &from}, NULL), STN_OK);
    mat_t *mat = Mat_Open(in_folder("t.mat"), MAT_ACC_RDONLY);
    assert_non_null(mat);
    matvar_t *empty = Mat_VarRead(mat, column.name), *info = Mat_VarRead(mat, "info");
    matvar_t *events = Mat_VarRead(mat, "events");
    assert_true(empty && empty->dims[0] == 0 && empty->dims[1] == 1);
    assert_true(info && events);
    const matvar_t *title = Mat_VarGetStructFieldByName(info, "title", 0);
    assert_true(title && title->data_type == MAT_T_UTF16 && title->dims[1] == 3);
    assert_memory_equal(title->data, units, sizeof units);
    const matvar_t *plant = Mat_VarGetStructFieldByName(info, "plant", 0);
    assert_true(plant && plant->class_type == MAT_C_CHAR && plant->dims[1] == 0);
    const matvar_t *seed = Mat_VarGetStructFieldByName(info, "seed", 0);
    assert_true(seed && *(const uint64_t *)seed->data == UINT64_MAX);
    const matvar_t *sites = Mat_VarGetStructFieldByName(events, "site", 0);
    assert_true(sites && sites->class_type == MAT_C_CELL && sites->dims[0] == 0);
    Mat_VarFree(empty);
    Mat_VarFree(info);
    Mat_VarFree(events);
    Mat_Close(mat);
}

/* A full disk is said, and nothing is left. */
static void a_write_that_fails_is_reported(void **state)
{
    static double values[100000];
    double *data[] = {values};
    StnColumnInfo column = {.name = "x"};
    const StnRecord record = {.rows = 100000, .ncolumn = 1, .column = &column, .data = data};
    const StnWriteDef def = {.digits = 0};
    StnError error = {0};
    assert_int_equal(stn_writer_of("a.mat")->write("/dev/full", &record, &def, &error),
                     STN_NO_FILE);
    assert_non_null(strstr(error.text, "cannot write"));
}

static int clean(void **state)
{
    empty_folder();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_version_is_read, clean),
        cmocka_unit_test_teardown(a_cut_file_is_refused_wherever_it_is_cut, clean),
        cmocka_unit_test_teardown(a_damaged_file_is_read_or_refused, clean),
#ifndef SANITIZED
        cmocka_unit_test(a_child_gets_no_more_memory_than_its_limit),
#endif
        cmocka_unit_test_teardown(compressed_small_integers_fit_the_memory, clean),
        cmocka_unit_test(a_child_ends_with_a_signal),
        cmocka_unit_test_teardown(a_host_without_standard_streams_reads_as_well, clean),
        cmocka_unit_test(a_child_that_crashes_or_never_ends_leaves_the_host_alone),
        cmocka_unit_test_teardown(limits_are_kept, clean),
        cmocka_unit_test_teardown(what_is_no_plain_file_is_refused, clean),
        cmocka_unit_test_teardown(texts_and_empty_parts_are_written, clean),
        cmocka_unit_test(a_write_that_fails_is_reported),
        cmocka_unit_test_teardown(a_host_that_ignores_children_reads_as_well, clean),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

#else

int main(void) { return 77; }

#endif
