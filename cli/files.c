/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "files.h"

#include "command.h"
#include "io/file_identity.h"
#include "message.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Use {
    const char *what; /* the option, or what was read */
    char *path;
    StnFileIdentity identity;
    bool known; /* identity is valid */
    bool written;
} Use;

/* Of the one command that a process runs. */
static Use *uses;
static size_t count, capacity;

static bool is_same(const Use *a, const Use *b)
{
    const bool streams = a->path[0] == '-' && !a->path[1] && b->path[0] == '-' && !b->path[1];
    if (streams)
        return a->written == b->written;
    return a->known && b->known && stn_file_same(&a->identity, &b->identity);
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
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        StnFileIdentity stream;
        if (!use->known || !stn_file_identify_open(fd, &stream) ||
            !stn_file_same(&use->identity, &stream))
            continue;
        return bad_input("%s %s is the file that %s goes to", use->what, use->path, names[fd - 1]);
    }
    return EXIT_DONE;
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
    StnStatus status = STN_NO_FILE;
    if (strcmp(path, "-") != 0)
        status = stn_file_identify(path, &use.identity);
    else if (!written && stn_file_identify_open(STDIN_FILENO, &use.identity))
        status = STN_OK;
    if (status == STN_NO_MEMORY) {
        free(use.path);
        return out_of_memory();
    }
    use.known = status == STN_OK;
    int code = compare_with_streams(&use);
    bool again = false;
    for (size_t i = 0; i < count && code == EXIT_DONE; i++) {
        const bool same = is_same(&uses[i], &use);
        again = again || (same && !written && !uses[i].written); /* read twice */
        if (same && (written || uses[i].written))
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
