/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "io/gnuplot.h"
#include "io/error_place.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char missing[] = "gnuplot, which draws the figures, was not found: install gnuplot "
                              "(Debian: apt install gnuplot)";

/* Starts gnuplot, with no start-up file of the user; 0 or an error number. */
static int start(pid_t *pid, int in, int out, int messages)
{
    static char name[] = "gnuplot", plain[] = "-d";
    char *const arguments[] = {name, plain, NULL};
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) {
        return code;
    }
    code = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    if (code == 0) {
        code = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    }
    if (code == 0) {
        code = posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO);
    }
    if (code == 0) {
        code = posix_spawnp(pid, name, &actions, NULL, arguments, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

/* Exit code of a child; -1 when it did not end by itself.  A program that ignores SIGCHLD gets none. */
static int wait_for(pid_t pid)
{
    int status;
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR) {
            return errno == ECHILD ? 0 : -1;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* What gnuplot said, on one line. */
static void read_message(FILE *messages, char *out, size_t size)
{
    rewind(messages);
    const size_t length = fread(out, 1, size - 1, messages);
    out[length] = '\0';
    for (char *p = out; *p; p++) {
        if ((unsigned char)*p < ' ') {
            *p = ' ';
        }
    }
}

static StnStatus run(const char *path, FILE *script, FILE *picture, FILE *messages, StnError *error)
{
    char said[400];
    pid_t pid;
    const int code = start(&pid, fileno(script), fileno(picture), fileno(messages));
    if (code == ENOENT) {
        return stn_error_at(error, STN_FAILED, path, 0, 0, "%s", missing);
    }
    if (code != 0) {
        return stn_error_at(error, STN_FAILED, path, 0, 0, "gnuplot could not be started: %s",
                            strerror(code));
    }
    const int result = wait_for(pid);
    if (result == 127) {
        return stn_error_at(error, STN_FAILED, path, 0, 0, "%s", missing);
    }
    read_message(messages, said, sizeof said);
    if (result != 0) {
        return stn_error_at(error, STN_FAILED, path, 0, 0, "gnuplot failed: %s",
                            said[0] ? said : "no reason given");
    }
    if (lseek(fileno(picture), 0, SEEK_END) <= 0) {
        return stn_error_at(error, STN_FAILED, path, 0, 0, "gnuplot wrote no figure: %s", said);
    }
    return STN_OK;
}

StnStatus stn_gnuplot_run(const char *path, FILE *script, FILE *picture, StnError *error)
{
    FILE *messages = tmpfile();
    if (!messages || fflush(script) != 0 || ferror(script) ||
        lseek(fileno(script), 0, SEEK_SET) < 0) {
        stn_error_at(error, STN_NO_FILE, path, 0, 0, "cannot write a temporary file: %s",
                     strerror(errno));
        if (messages) {
            fclose(messages);
        }
        return STN_NO_FILE;
    }
    const StnStatus status = run(path, script, picture, messages, error);
    fclose(messages);
    return status;
}
