/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "output.h"

#include "command.h"
#include "files.h"
#include "interrupt.h"
#include "message.h"
#include "terminal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_LENGTH = 4096 };

bool output_has_ending(const char *path, const char *ending)
{
    const size_t length = strlen(path), own = strlen(ending);
    return length > own && strcasecmp(path + length - own, ending) == 0 &&
           path[length - own - 1] != '/';
}

static bool ending_allowed(const char *path, const char *endings)
{
    char copy[64], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", endings);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (strcmp(word, "-") == 0 ? strcmp(path, "-") == 0 : output_has_ending(path, word))
            return true;
    return false;
}

const char *output_endings(bool figures, const char *between, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < stn_writer_count() && used < size; i++)
        if (!stn_writer_at(i)->write == figures)
            used += (size_t)snprintf(out + used, size - used, "%s%s", used ? between : "",
                                     stn_writer_at(i)->ending);
    return out;
}

int output_check_folder(const char *option, const char *path)
{
    StnError error = {.status = STN_OK};
    if (strlen(path) >= PATH_LENGTH - 64)
        return bad_input("%s: the path is longer than %d characters", option, PATH_LENGTH - 65);
    if (stn_folder_check(path, &error) == STN_NO_MEMORY)
        return out_of_memory();
    return error.status ? bad_input("%s %s: %s", option, path, error.text) : EXIT_DONE;
}

int output_make_folder(const char *path)
{
    char folder[PATH_LENGTH];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *p = folder + 1; *p; p++)
        if (*p == '/') {
            *p = '\0';
            (void)mkdir(folder, 0777); /* what matters is whether the last one is there */
            *p = '/';
        }
    if (mkdir(folder, 0777) == 0 || errno == EEXIST)
        return EXIT_DONE;
    message("%s: cannot make the folder: %s", path, strerror(errno));
    return EXIT_RUN_FAILED;
}

int output_check(const char *option, const char *path, const char *endings)
{
    if (!path)
        return EXIT_DONE;
    if (!path[0])
        return bad_input("%s needs the name of a file", option);
    if (!ending_allowed(path, endings))
        return bad_input("%s %s: the ending says the format; it can be %s", option, path, endings);
    if (strcmp(path, "-") == 0)
        return files_will_write(option, path);
    StnError error = {.status = STN_OK};
    if (stn_file_check(path, &error) == STN_NO_MEMORY)
        return out_of_memory();
    return error.status ? bad_input("%s %s: %s", option, path, error.text)
                        : files_will_write(option, path);
}

static bool in_search_path(const char *program)
{
    const char *rest = getenv("PATH");
    char path[PATH_LENGTH];
    while (rest) {
        const size_t length = strcspn(rest, ":");
        snprintf(path, sizeof path, "%.*s/%s", length > 0 ? (int)length : 1,
                 length > 0 ? rest : ".", program);
        if (access(path, X_OK) == 0)
            return true;
        rest = rest[length] ? rest + length + 1 : NULL;
    }
    return false;
}

int output_check_record(const char *option, const char *path)
{
    char endings[ENDINGS_SIZE];
    output_endings(false, " ", endings, sizeof endings - 2);
    strcat(endings, " -");
    return output_check(option, path, endings);
}

int output_check_figure(const char *option, const char *path)
{
    char endings[ENDINGS_SIZE];
    const int code = output_check(option, path, output_endings(true, " ", endings, sizeof endings));
    if (code != EXIT_DONE || !path || in_search_path("gnuplot"))
        return code;
    message("gnuplot, which draws the figures, was not found: install gnuplot "
            "(Debian: apt install gnuplot)");
    return EXIT_RUN_FAILED;
}

static bool gave_up; /* waiting for the reader of a pipe */

static bool wait_for_reader(void)
{
    gave_up = interrupt_asked();
    return !gave_up;
}

void output_begin(void)
{
    stn_files_wait_while(wait_for_reader);
    stn_files_begin();
}

int output_keep(int code)
{
    StnError error = {.status = STN_OK};
    if (stn_files_end(true, &error) == STN_OK)
        return code;
    report_error(&error);
    return EXIT_RUN_FAILED;
}

int output_end(int code)
{
    if (!gave_up && (code == EXIT_DONE || code == EXIT_INTERRUPTED))
        return output_keep(code);
    stn_files_end(false, NULL);
    return gave_up ? EXIT_INTERRUPTED : code;
}

/* A request that came before the drawing wants the figure of what was computed. */
static bool draws_on(void *user)
{
    const bool *before = user;
    return *before || !interrupt_asked();
}

StnStatus output_draw(const char *path, const StnFigure *figure, StnError *error)
{
    bool before = interrupt_asked();
    return stn_figure_write_while(path, figure, draws_on, &before, error);
}

int output_failed(const StnError *error)
{
    return report_error(error) == EXIT_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_RUN_FAILED;
}

int output_put(const StnResult *result, FILE *out, bool json)
{
    StnError error = {.status = STN_OK};
    const StnStatus status =
        json ? stn_result_write_json(result, NULL, NULL, out, &error)
             : stn_result_write_text(result, out, terminal_text_width(out), &error);
    return status ? report_error(&error) : EXIT_DONE;
}

int output_put_page(StnResult *page)
{
    const int code = output_put(page, stdout, false);
    stn_result_free(page);
    return code;
}

int output_put_text(char *text, const StnError *error)
{
    if (!text)
        return report_error(error);
    fputs(text, stdout);
    stn_text_free(text);
    return EXIT_DONE;
}

int output_read_digits(const char *text, int *digits)
{
    char *end = NULL;
    *digits = 0;
    if (!text)
        return EXIT_DONE;
    const long number = strtol(text, &end, 10);
    if (end == text || *end || number < 1 || number > 17)
        return bad_input("--digits %s: a whole number from 1 to 17 is meant", text);
    *digits = (int)number;
    return EXIT_DONE;
}
