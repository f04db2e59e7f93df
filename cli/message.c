/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "message.h"

#include "command.h"
#include "terminal.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool silent;

void message_silence(void) { silent = true; }

__attribute__((format(printf, 1, 0))) static void put_message(const char *format, va_list arguments)
{
    if (silent)
        return;
    fflush(stdout);  /* keeps the order where both go to one place */
    char text[8192]; /* as much as two paths of the greatest length */
    vsnprintf(text, sizeof text, format, arguments);
    fputs("stiction: ", stderr);
    terminal_put(stderr, text);
    putc('\n', stderr);
}

void message(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put_message(format, arguments);
    va_end(arguments);
}

int bad_input(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put_message(format, arguments);
    va_end(arguments);
    return EXIT_BAD_INPUT;
}

static bool no_memory;

int out_of_memory(void)
{
    if (!no_memory)
        message("%s", stn_status_text(STN_NO_MEMORY));
    no_memory = true;
    return EXIT_RUN_FAILED;
}

bool memory_was_out(void) { return no_memory; }

int unknown_word(const char *what, const char *name, const char *const *names, size_t count)
{
    return bad_input("unknown %s \"%s\"%s", what, name, stn_suggest(name, names, count, NULL).text);
}

int unknown_name(const char *what, const char *name, const char *const *names, size_t count)
{
    return bad_input("unknown %s \"%s\"%s", what, name,
                     stn_suggest(name, names, count, count > 0 ? "; allowed: " : NULL).text);
}

/* Which write failed, and why, is not known any more; poll(2) tells of a pipe without readers. */
bool output_reader_is_gone(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return ferror(stdout) && poll(&output, 1, 0) == 1 && (output.revents & POLLERR);
}

int report_error(const StnError *error)
{
    char text[sizeof error->file + sizeof error->text + 32];
    if (strcmp(error->file, "-") != 0 || !output_reader_is_gone())
        message("%s", stn_error_format(error, text, sizeof text));
    return exit_code_of(error->status);
}

int exit_code_of(StnStatus status)
{
    switch (status) {
    case STN_OK: return EXIT_DONE;
    case STN_BAD_INPUT:
    case STN_NO_FILE: return EXIT_BAD_INPUT;
    case STN_CANCELLED: return EXIT_INTERRUPTED;
    default: return EXIT_RUN_FAILED;
    }
}
