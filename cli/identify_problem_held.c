/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which rows of a fit are held out: the last part of each run, or whole runs. */
#include "identify_problem.h"

#include "message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The part held out, of each run or of the runs. */
static int read_held(const Problem *problem, double *part)
{
    const ProblemOptions *opts = problem->opts;
    const char *name = opts->hold_out_runs ? "--hold-out-runs" : "--hold-out";
    const char *text = opts->hold_out_runs ? opts->hold_out_runs : opts->hold_out;
    if (opts->hold_out_runs && opts->hold_out)
        return bad_input("--hold-out-runs takes the place of --hold-out: give one of them");
    if (opts->hold_out_runs && (opts->means || opts->cycles))
        return bad_input("--hold-out-runs does not go with %s",
                         opts->means ? "--means" : "--cycles");
    const int code = quantity_read(name, text, "1", part);
    if (code == EXIT_DONE && !(*part >= 0.0 && *part < 0.95))
        return bad_input("%s %s: a part from 0 to 0.95 is needed", name, text);
    if (code == EXIT_DONE && opts->hold_out_runs && *part * problem->nrun < 1.0)
        return bad_input(
            "--hold-out-runs %s of %d run%s is none: give a larger part, and --runs where "
            "the file has several",
            text, problem->nrun, problem->nrun == 1 ? "" : "s");
    return code;
}

/* Whether a run is held out: so many of them, evenly spread. */
static bool is_held(double part, int r)
{
    return floor((r + 1) * part + 1e-9) > floor(r * part + 1e-9);
}

int problem_take_held(Problem *problem, double part)
{
    size_t all = 0, at = 0;
    const bool whole = problem->opts->hold_out_runs != NULL;
    int code = read_held(problem, &part);
    if (code != EXIT_DONE)
        return code;
    for (int r = 0; r < problem->nrun; r++)
        all += problem->run[r].rows;
    problem->use = malloc(all + 1);
    if (!problem->use)
        return out_of_memory();
    memset(problem->use, STN_ROW_FIT, all + 1);
    for (int r = 0; r < problem->nrun; r++) {
        StnFitRun *run = &problem->run[r];
        const double own = !whole ? part : is_held(part, r) ? 1.0 : 0.0;
        size_t kept = (size_t)((1.0 - own) * (double)run->rows + 0.5);
        run->use = problem->use + at;
        memset(problem->use + at + kept, STN_ROW_HELD, run->rows - kept);
        at += run->rows;
    }
    return EXIT_DONE;
}
