/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Readers of .mat files that are lost: for want of time, and of memory.  The functions below are
 * given out instead of those of matio (the linker turns calls of stn_library_table into __wrap_stn_library_table). */
#include "io/child.h"
#include "io_support.h"
#include "modules/shared_library.h"
#include "skip.h"
#include "stiction/io.h"

#include <errno.h>
#include <signal.h>

static const StnChildLimits one_second = {.memory = (size_t)1 << 30, .seconds = 1};

static void spin(void *data, int to)
{
    for (volatile long i = 0;; i++) {
    }
}

static void be_killed(void *data, int to) { raise(SIGKILL); }

static int ended_by(void (*work)(void *data, int to))
{
    StnChild child;
    char byte;
    assert_int_equal(stn_child_start(&child, one_second, work, NULL, NULL), STN_OK);
    assert_false(stn_child_read(&child, &byte, 1));
    return stn_child_end(&child);
}

static void want_of_time_and_of_memory_end_a_child_by_different_signals(void **state)
{
    assert_int_equal(ended_by(spin), SIGXCPU);
    assert_int_equal(ended_by(be_killed), SIGKILL);
}

#if defined(STN_HAVE_MATIO) && STN_HAVE_MATIO
#include <matio.h>

static bool killed, short_of_memory;

StnStatus __real_stn_library_table(StnSharedLibrary *library, const void **table, StnError *error);
StnStatus __wrap_stn_library_table(StnSharedLibrary *library, const void **table, StnError *error);

static mat_t *(*real_open)(const char *, int);
static matvar_t *(*real_next)(mat_t *);
static int (*real_rewind)(mat_t *);

/* As the system does where memory is out. */
static mat_t *open_or_die(const char *path, int mode)
{
    if (killed)
        raise(SIGKILL);
    return real_open(path, mode);
}

/* The variable behind "t" does not get its memory, which looks like the end of the file; the next call gets it. */
static matvar_t *next_without_memory(mat_t *mat)
{
    static bool behind_t;
    if (short_of_memory && behind_t) {
        behind_t = short_of_memory = false;
        errno = ENOMEM;
        return NULL;
    }
    matvar_t *var = real_next(mat);
    behind_t = var && var->name && strcmp(var->name, "t") == 0;
    return var;
}

/* A later call that fails for another reason. */
static int rewind_with_failure(mat_t *mat)
{
    const int code = real_rewind(mat);
    errno = EBADF;
    return code;
}

/* Keeps the address that is there in *real, and puts ours in its place; ISO C has no way from void * to a function but
 * this one (POSIX, dlsym). */
static void replace(void **place, void *real, const void *ours, size_t size)
{
    memcpy(real, place, size);
    memcpy(place, ours, size);
}

StnStatus __wrap_stn_library_table(StnSharedLibrary *library, const void **table, StnError *error)
{
    static void *copy[32];
    StnStatus status = __real_stn_library_table(library, table, error);
    if (status)
        return status;
    mat_t *(*const open)(const char *, int) = open_or_die;
    matvar_t *(*const next)(mat_t *) = next_without_memory;
    int (*const rewind_it)(mat_t *) = rewind_with_failure;
    assert_true(library->count <= sizeof copy / sizeof *copy);
    memcpy(copy, *table, library->count * sizeof *copy);
    for (size_t k = 0; k < library->count; k++) {
        if (strcmp(library->function[k], "Mat_Open") == 0)
            replace(&copy[k], &real_open, &open, sizeof open);
        if (strcmp(library->function[k], "Mat_VarReadNextInfo") == 0)
            replace(&copy[k], &real_next, &next, sizeof next);
        if (strcmp(library->function[k], "Mat_Rewind") == 0)
            replace(&copy[k], &real_rewind, &rewind_it, sizeof rewind_it);
    }
    *table = copy;
    return STN_OK;
}

static void write_file(const char *path)
{
    double t[] = {0.0, 1.0, 2.0}, x[] = {3.0, 4.0, 5.0};
    double *data[] = {t, x};
    StnColumnInfo column[] = {{"t", "s", "time", STN_ROLE_TIME, -1},
                              {"x", "m", "position", STN_ROLE_POSITION, 0}};
    const StnRecord record = {.column = column, .data = data, .ncolumn = 2, .rows = 3};
    const StnProvenance from = {0};
    StnError error = {.status = STN_OK};
    if (stn_record_write(path, &record, &(StnWriteDef){.from = &from}, &error) != STN_OK) {
        fail_msg("%s", error.text);
    }
}

static void a_reader_that_the_system_kills_was_short_of_memory(void **state)
{
    StnTable table;
    StnError error = {.status = STN_OK};
    write_file(in_folder("a.mat"));
    assert_int_equal(stn_mat_read(in_folder("a.mat"), 0, &table, &error), STN_OK);
    assert_int_equal(table.ncolumn, 2);
    stn_table_free(&table);
    killed = true;
    const StnStatus status = stn_mat_read(in_folder("a.mat"), 0, &table, &error);
    killed = false;
    assert_int_equal(status, STN_NO_MEMORY);
}

/* Such a table had lost its second column. */
static void memory_that_was_out_is_not_forgotten_by_a_later_failure(void **state)
{
    StnTable table;
    StnError error = {.status = STN_OK};
    write_file(in_folder("a.mat"));
    short_of_memory = true;
    const StnStatus status = stn_mat_read(in_folder("a.mat"), 0, &table, &error);
    short_of_memory = false;
    assert_int_equal(status, STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "more memory"));
}
#else
static void a_reader_that_the_system_kills_was_short_of_memory(void **state)
{
    SKIP("matio", "no .mat files");
}
static void memory_that_was_out_is_not_forgotten_by_a_later_failure(void **state)
{
    SKIP("matio", "no .mat files");
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(want_of_time_and_of_memory_end_a_child_by_different_signals),
        cmocka_unit_test_teardown(a_reader_that_the_system_kills_was_short_of_memory, clean_up),
        cmocka_unit_test_teardown(memory_that_was_out_is_not_forgotten_by_a_later_failure,
                                  clean_up),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
