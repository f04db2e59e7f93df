/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* gnuplot ends with 0 also when its own output failed.  So it writes into a pipe, which cannot be full,
 * and what it wrote must end as a whole figure ends. */
#define _POSIX_C_SOURCE 200809L

#include "io/gnuplot.h"
#include "io/child.h"
#include "io/environment.h"
#include "io/error_place.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char missing[] = "gnuplot, which draws the figures, was not found: install gnuplot "
                              "(Debian: apt install gnuplot)";

enum { CHUNK = 1 << 16, TAIL = 16 };
enum { ASK_EVERY = 100, LOOK_EVERY = 5 }; /* ms: whether to go on; whether gnuplot has ended */

/* A figure on its way from gnuplot to its file. */
typedef struct Picture {
    const char *path, *ending;
    FILE *out;
    StnGoOn go_on;
    int brackets;         /* SVG: how many ']' came last */
    char tail[TAIL + 1];  /* the last characters, white space left out */
    const char *end_mark; /* what a whole figure of this format ends with */
} Picture;

/* ---- The child ---- */

/* gnuplot's signals: it dies of a broken pipe even if this program does not, and a Ctrl-C on the terminal
 * is for this program, which may want the figure. */
static int set_signals(posix_spawnattr_t *attributes)
{
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    int code = posix_spawnattr_setsigdefault(attributes, &usual);
    if (code == 0) {
        code = posix_spawnattr_setpgroup(attributes, 0);
    }
    if (code == 0) {
        code = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    }
    return code;
}

/* Standard input, output and error of the child. */
static int set_streams(posix_spawn_file_actions_t *actions, const int stream[3])
{
    int code = 0;
    for (int i = 0; i < 3 && code == 0; i++) {
        code = posix_spawn_file_actions_adddup2(actions, stream[i], i);
    }
    return code;
}

/* Starts gnuplot, with no start-up file of the user; 0 or an error number. */
static int start(pid_t *pid, const int stream[3])
{
    char name[] = "gnuplot", plain[] = "-d";
    char *const arguments[] = {name, plain, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) {
        return code;
    }
    code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        code = set_streams(&actions, stream);
        if (code == 0) {
            code = set_signals(&attributes);
        }
        if (code == 0) {
            code = posix_spawnp(pid, name, &actions, &attributes, arguments, stn_environment());
        }
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

/* The same with copies of the two files above the numbers of the standard streams: in a host that closed
 * those, one of the files may have such a number, and would be replaced before it is used. */
static int start_with(pid_t *pid, int script, int figure, int messages)
{
    const int in = fcntl(script, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int code = in < 0 ? errno : 0;
    const int err = code ? -1 : fcntl(messages, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (code == 0) {
        code = err < 0 ? errno : start(pid, (const int[]){in, figure, err});
    }
    if (in >= 0) {
        close(in);
    }
    if (err >= 0) {
        close(err);
    }
    return code;
}

static bool goes_on(const Picture *picture)
{
    return !picture->go_on.ask || picture->go_on.ask(picture->go_on.user);
}

/* Ends gnuplot with all that it started: its group is its own. */
static void end_group(pid_t pid)
{
    if (kill(-pid, SIGKILL) != 0) {
        kill(pid, SIGKILL);
    }
}

/* Exit code of a child; -1 when it did not end by itself.  A program that ignores SIGCHLD gets none. */
static int wait_for(pid_t pid, const Picture *picture)
{
    int status;
    pid_t ended;
    while ((ended = waitpid(pid, &status, picture->go_on.ask ? WNOHANG : 0)) != pid) {
        if (ended < 0 && errno != EINTR) {
            return errno == ECHILD ? 0 : -1;
        }
        if (!goes_on(picture)) {
            end_group(pid);
        }
        if (ended == 0) {
            poll(NULL, 0, LOOK_EVERY);
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

/* ---- The figure ---- */

/* gnuplot writes '>' as it is; XML forbids "]]>" in a text.  (No figure of ours has a CDATA section.) */
static void put_svg(Picture *picture, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '>' && picture->brackets >= 2) {
            fputs("&gt;", picture->out);
        } else {
            putc(text[i], picture->out);
        }
        picture->brackets = text[i] == ']' ? picture->brackets + 1 : 0;
    }
}

static void keep_tail(Picture *picture, const char *text, size_t length)
{
    for (size_t i = length > 2 * TAIL ? length - 2 * TAIL : 0; i < length; i++) {
        if (text[i] != '\n' && text[i] != '\r' && text[i] != ' ' && text[i] != '\0') {
            memmove(picture->tail, picture->tail + 1, TAIL - 1);
            picture->tail[TAIL - 1] = text[i];
        }
    }
}

/* Whether there is something to read, asking the while whether to go on.  A handler that restarts read(2)
 * does not restart poll(2). */
static bool await(const Picture *picture, int from)
{
    struct pollfd end = {.fd = from, .events = POLLIN};
    while (goes_on(picture)) {
        if (poll(&end, 1, picture->go_on.ask ? ASK_EVERY : -1) > 0) {
            return true;
        }
    }
    return false;
}

/* Until gnuplot closes its end, the figure's file takes no more, or the caller no longer wants it (ECANCELED); 0
 * or an error number. */
static int copy(Picture *picture, int from)
{
    char text[CHUNK];
    ssize_t length;
    for (;;) {
        if (!await(picture, from)) {
            return ECANCELED;
        }
        length = read(from, text, sizeof text);
        if (length == 0) {
            break;
        }
        if (length < 0 && errno == EINTR) {
            continue;
        }
        if (length < 0) {
            return errno;
        }
        if (strcmp(picture->ending, "svg") == 0) {
            put_svg(picture, text, (size_t)length);
        } else {
            fwrite(text, 1, (size_t)length, picture->out);
        }
        keep_tail(picture, text, (size_t)length);
        if (ferror(picture->out)) {
            break; /* the caller finds it */
        }
    }
    return 0;
}

static StnStatus judge(const Picture *picture, int exit_code, FILE *messages, StnError *error)
{
    char answer[400];
    if (exit_code == 127) {
        return stn_error_at(error, STN_FAILED, picture->path, 0, 0, "%s", missing);
    }
    read_message(messages, answer, sizeof answer);
    const bool whole = strstr(picture->tail, picture->end_mark) != NULL;
    if (exit_code == 0 && whole) {
        return STN_OK;
    }
    return stn_error_at(error, STN_FAILED, picture->path, 0, 0, "gnuplot %s: %s",
                        exit_code != 0            ? "failed"
                        : picture->tail[TAIL - 1] ? "wrote a part of the figure only"
                                                  : "wrote no figure",
                        answer[0] ? answer : "no reason given");
}

static StnStatus no_start(const Picture *picture, int code, StnError *error)
{
    if (code == ENOENT) {
        return stn_error_at(error, STN_FAILED, picture->path, 0, 0, "%s", missing);
    }
    if (code == ENOMEM) {
        return stn_out_of_memory(error);
    }
    return stn_error_at(error, STN_FAILED, picture->path, 0, 0, "gnuplot could not be started: %s",
                        strerror(code));
}

static StnStatus run(Picture *picture, FILE *script, FILE *messages, StnError *error)
{
    int ends[2];
    pid_t pid = -1;
    if (stn_child_pipe(ends) != 0) {
        return no_start(picture, errno, error);
    }
    const int code = start_with(&pid, fileno(script), ends[1], fileno(messages));
    close(ends[1]);
    if (code != 0 || pid < 0) {
        close(ends[0]);
        return no_start(picture, code, error);
    }
    const int failure = copy(picture, ends[0]);
    close(ends[0]); /* where the file takes no more, gnuplot ends now */
    if (failure == ECANCELED) {
        end_group(pid);
    }
    const int exit_code = wait_for(pid, picture);
    if (failure == ECANCELED || (exit_code < 0 && !goes_on(picture))) {
        return stn_error_at(error, STN_CANCELLED, picture->path, 0, 0,
                            "interrupted while gnuplot drew; there is no figure");
    }
    if (failure != 0) {
        return stn_error_at(error, STN_FAILED, picture->path, 0, 0,
                            "the figure of gnuplot cannot be read: %s", strerror(failure));
    }
    return ferror(picture->out) ? STN_OK : judge(picture, exit_code, messages, error);
}

StnStatus stn_gnuplot_run(const char *path, const char *ending, StnGoOn go_on, FILE *script,
                          FILE *picture, StnError *error)
{
    Picture p = {
        .path = path, .ending = ending, .out = picture, .go_on = go_on, .end_mark = "</svg>"};
    if (strcmp(ending, "svg") != 0) {
        p.end_mark = strcmp(ending, "png") == 0 ? "IEND" : "%%EOF";
    }
    const bool broken = ferror(script); /* the errno of that write is lost */
    FILE *messages = broken ? NULL : tmpfile();
    if (!messages || fflush(script) != 0 || lseek(fileno(script), 0, SEEK_SET) < 0) {
        const StnStatus failed =
            stn_error_file(error, path, "cannot write a temporary file", broken ? EIO : errno);
        if (messages) {
            fclose(messages);
        }
        return failed;
    }
    const StnStatus status = run(&p, script, messages, error);
    fclose(messages);
    return status;
}
