/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Readers of .mat files that are lost: for want of time, and of memory.  The functions of matio below stand before
 * those of the library. */
#define _GNU_SOURCE
#include "io/child.h"
#include "io_support.h"
#include "skip.h"
#include "stiction/io.h"

#include <dlfcn.h>
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

/* As the system does where memory is out. */
mat_t *Mat_Open(const char *path, int mode)
{
    mat_t *(*open)(const char *, int);
    *(void **)&open = dlsym(RTLD_NEXT, "Mat_Open");
    if (killed) {
        raise(SIGKILL);
    }
    return open(path, mode);
}

/* The variable behind "t" does not get its memory, which looks like the end of the file; the next call gets it. */
matvar_t *Mat_VarReadNextInfo(mat_t *mat)
{
    static bool behind_t;
    matvar_t *(*next)(mat_t *);
    *(void **)&next = dlsym(RTLD_NEXT, "Mat_VarReadNextInfo");
    if (short_of_memory && behind_t) {
        behind_t = short_of_memory = false;
        errno = ENOMEM;
        return NULL;
    }
    matvar_t *var = next(mat);
    behind_t = var && var->name && strcmp(var->name, "t") == 0;
    return var;
}

/* A later call that fails for another reason. */
int Mat_Rewind(mat_t *mat)
{
    int (*rewind_it)(mat_t *);
    *(void **)&rewind_it = dlsym(RTLD_NEXT, "Mat_Rewind");
    const int code = rewind_it(mat);
    errno = EBADF;
    return code;
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
