/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Files that appear together, and pipes that wait for a reader. */
#define _XOPEN_SOURCE 700

#include "io/atomic_file.h"

#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/stiction-batch-XXXXXX";
static char pipe_name[] = "pipe";

static bool there(const char *name) { return access(name, F_OK) == 0; }

/* A file "fileN" with a text; the path is gone when this returns. */
static StnStatus put(int n, StnError *error)
{
    StnAtomicFile file;
    char *path = malloc(16);
    assert_non_null(path);
    snprintf(path, 16, "file%d", n);
    assert_int_equal(stn_atomic_open(&file, path, error), STN_OK);
    memset(path, 'x', 15);
    free(path);
    fputs("text\n", file.stream);
    return stn_atomic_commit(&file, error);
}

static void remove_all(void)
{
    char name[16];
    for (int i = 0; i <= STN_ATOMIC_BATCH; i++) {
        snprintf(name, sizeof name, "file%d", i);
        (void)remove(name);
    }
}

static void one_file_more_than_a_batch_holds_is_refused(void **state)
{
    (void)state;
    StnError error = {.status = STN_OK};
    stn_files_begin();
    for (int i = 0; i < STN_ATOMIC_BATCH; i++)
        assert_int_equal(put(i, &error), STN_OK);
    assert_int_equal(put(STN_ATOMIC_BATCH, &error), STN_NO_FILE);
    assert_string_equal(error.file, "file8");
    assert_non_null(strstr(error.text, "at most 8 files"));
    assert_false(there("file0") || there("file8"));
    assert_int_equal(stn_files_end(true, &error), STN_OK);
    assert_true(there("file0") && there("file7"));
    assert_false(there("file8"));
    remove_all();
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(rmdir(folder), 0); /* no temporary file either */
    assert_int_equal(mkdir(folder, 0777), 0);
    assert_int_equal(chdir(folder), 0);
}

/* A folder in the place of the third file; the first was there before, the second was not. */
static void a_failed_rename_names_its_file_and_leaves_all_as_they_were(void **state)
{
    (void)state;
    StnError error = {.status = STN_OK};
    char text[16] = "";
    FILE *before = fopen("file0", "w");
    assert_non_null(before);
    fputs("before\n", before);
    assert_int_equal(fclose(before), 0);
    stn_files_begin();
    for (int i = 0; i < 4; i++)
        assert_int_equal(put(i, &error), STN_OK);
    assert_int_equal(mkdir("file2", 0777), 0);
    assert_int_equal(stn_files_end(true, &error), STN_NO_FILE);
    assert_string_equal(error.file, "file2");
    assert_non_null(before = fopen("file0", "r"));
    assert_non_null(fgets(text, sizeof text, before));
    fclose(before);
    assert_string_equal(text, "before\n");
    assert_false(there("file1") || there("file3"));
    assert_int_equal(rmdir("file2"), 0);
    remove_all();
}

static void files_that_were_there_are_replaced_together(void **state)
{
    (void)state;
    StnError error = {.status = STN_OK};
    struct stat first, second;
    for (int again = 0; again < 2; again++) {
        stn_files_begin();
        for (int i = 0; i < 3; i++)
            assert_int_equal(put(i, &error), STN_OK);
        assert_int_equal(stn_files_end(true, &error), STN_OK);
        assert_int_equal(stat("file0", again ? &second : &first), 0);
    }
    assert_int_equal(second.st_nlink, 1);
    assert_true(there("file2"));
    remove_all(); /* main() sees whether anything else is left */
}

static void abandoning_removes_open_and_waiting_files(void **state)
{
    (void)state;
    StnAtomicFile file;
    StnError error = {.status = STN_OK};
    stn_files_begin();
    assert_int_equal(put(0, &error), STN_OK);
    assert_int_equal(stn_atomic_open(&file, "file1", &error), STN_OK);
    char *first = strdup(stn_atomic_batch()->file[0].path), *second = strdup(file.path);
    assert_true(there(first) && there(second));
    stn_files_abandon();
    assert_false(there(first) || there(second));
    free(first);
    free(second);
    free(file.path); /* what abandoning leaves to the end of the process */
    file.path = NULL;
    file.known = false;
    stn_atomic_discard(&file);
    free(stn_atomic_batch()->file[0].path);
    stn_atomic_batch()->file[0].path = strdup("nowhere");
    stn_atomic_batch()->file[0].known = false;
    stn_files_end(false, NULL);
}

static void tick(int number) { (void)number; }

static void *read_later(void *path)
{
    const struct timespec later = {.tv_nsec = 100000000};
    struct timespec left = later;
    sigset_t ticks;
    sigemptyset(&ticks);
    sigaddset(&ticks, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &ticks, NULL);
    nanosleep(&left, NULL);
    const int fd = open(path, O_RDONLY);
    char bytes[16];
    const ssize_t n = read(fd, bytes, sizeof bytes);
    close(fd);
    return (void *)(intptr_t)n;
}

/* A host may have a periodic handler, faster here than the pipe is looked at. */
static void signals_do_not_end_the_waiting_for_a_reader(void **state)
{
    (void)state;
    StnAtomicFile file;
    StnError error = {.status = STN_OK};
    const struct sigaction action = {.sa_handler = tick};
    const struct itimerval often = {{0, 2000}, {0, 2000}}, never = {{0, 0}, {0, 0}};
    pthread_t reader;
    void *got;
    assert_int_equal(mkfifo("pipe", 0666), 0);
    assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
    assert_int_equal(pthread_create(&reader, NULL, read_later, pipe_name), 0);
    setitimer(ITIMER_REAL, &often, NULL);
    const StnStatus opened = stn_atomic_open(&file, "pipe", &error);
    setitimer(ITIMER_REAL, &never, NULL);
    assert_int_equal(opened, STN_OK);
    fputs("text\n", file.stream);
    assert_int_equal(stn_atomic_commit(&file, &error), STN_OK);
    pthread_join(reader, &got);
    assert_int_equal((intptr_t)got, 5);
    remove("pipe");
}

static int asked;
static bool twice(void) { return ++asked <= 2; }

static void whoever_waits_for_a_reader_can_be_told_to_give_up(void **state)
{
    (void)state;
    StnAtomicFile file;
    StnError error = {.status = STN_OK};
    assert_int_equal(mkfifo("pipe", 0666), 0);
    stn_files_wait_while(twice);
    assert_int_equal(stn_atomic_open(&file, "pipe", &error), STN_CANCELLED);
    stn_files_wait_while(NULL);
    assert_int_equal(asked, 3);
    assert_string_equal(error.file, "pipe");
    assert_non_null(strstr(error.text, "reader of the pipe"));
    remove("pipe");
}

int main(void)
{
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_file_more_than_a_batch_holds_is_refused),
        cmocka_unit_test(a_failed_rename_names_its_file_and_leaves_all_as_they_were),
        cmocka_unit_test(files_that_were_there_are_replaced_together),
        cmocka_unit_test(abandoning_removes_open_and_waiting_files),
        cmocka_unit_test(signals_do_not_end_the_waiting_for_a_reader),
        cmocka_unit_test(whoever_waits_for_a_reader_can_be_told_to_give_up),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return (chdir("/") != 0 || rmdir(folder) != 0) + failed;
}
