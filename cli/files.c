/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "files.h"

#include "command.h"
#include "message.h"

#include <stdlib.h>
#include <string.h>

typedef struct Use {
    const char *what; /* the option, or what was read */
    char *path;
    bool written;
} Use;

/* Of the one command that a process runs. */
static Use *uses;
static size_t count, capacity;

static bool is_stream(const Use *use) { return strcmp(use->path, "-") == 0; }

/* 0, or the exit code after a message. */
static int compare(const Use *a, const Use *b, bool *same)
{
    StnError error = {.status = STN_OK};
    *same = is_stream(a) && is_stream(b) && a->written == b->written;
    if ((is_stream(a) && a->written) || (is_stream(b) && b->written) || *same)
        return EXIT_DONE;
    const char *one = is_stream(a) ? "/dev/stdin" : a->path;
    return stn_file_same(one, is_stream(b) ? "/dev/stdin" : b->path, same, &error)
               ? report_error(&error)
               : EXIT_DONE;
}

static int refuse(const Use *a, const Use *b)
{
    if (a->written && b->written)
        return bad_input("%s %s and %s %s name the same file", a->what, a->path, b->what, b->path);
    const Use *out = a->written ? a : b, *in = a->written ? b : a;
    return bad_input("%s %s: that is the file \"%s\", which is read (%s) and would be overwritten",
                     out->what, out->path, in->path, in->what);
}

/* Where standard output and error go is written too; with one another they may go to one file. */
static int compare_with_streams(const Use *use)
{
    static const char *const names[] = {"standard output", "standard error"};
    static char path[2][16] = {"/dev/stdout", "/dev/stderr"};
    int code = EXIT_DONE;
    for (int i = 0; i < 2 && code == EXIT_DONE; i++) {
        bool same = false;
        code = compare(use, &(Use){.path = path[i]}, &same);
        if (code == EXIT_DONE && same)
            code = bad_input("%s %s is the file that %s goes to", use->what, use->path, names[i]);
    }
    return code;
}

static int keep(Use use)
{
    if (count == capacity) {
        const size_t larger = capacity ? 2 * capacity : 16;
        Use *moved = realloc(uses, larger * sizeof *uses);
        if (!moved) {
            free(use.path);
            return out_of_memory();
        }
        uses = moved;
        capacity = larger;
    }
    uses[count++] = use;
    return EXIT_DONE;
}

static int add(const char *what, const char *path, bool written)
{
    if (!path)
        return EXIT_DONE;
    Use use = {.what = what, .path = strdup(path), .written = written};
    if (!use.path)
        return out_of_memory();
    int code = compare_with_streams(&use);
    bool again = false, same = false;
    for (size_t i = 0; i < count && code == EXIT_DONE; i++) {
        code = compare(&uses[i], &use, &same);
        again = again || (same && !written && !uses[i].written); /* read twice */
        if (code == EXIT_DONE && same && (written || uses[i].written))
            code = refuse(&uses[i], &use);
    }
    if (code == EXIT_DONE && !again)
        return keep(use);
    free(use.path);
    return code;
}

int files_will_write(const char *option, const char *path) { return add(option, path, true); }

int files_was_read(const char *what, const char *path) { return add(what, path, false); }

int files_was_read_by(const StnScenario *scenario)
{
    int code = EXIT_DONE;
    for (int i = 0; i < stn_scenario_file_count(scenario) && code == EXIT_DONE; i++)
        code = files_was_read("by the scenario", stn_scenario_file_at(scenario, i));
    return code;
}
