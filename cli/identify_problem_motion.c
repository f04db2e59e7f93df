/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Measured motion: a law without a plant, as the command line describes it. */
#include "identify_problem.h"

#include "message.h"

#include <string.h>

/* The unit of a friction parameter; NULL: no such name. */
static const char *unit_of(const char *name, bool rotary, char out[32])
{
    const int i = stn_friction_parameter(name);
    if (i < 0)
        return NULL;
    const StnParam *p = stn_friction_parameter_at(i);
    return p->kind == STN_KIND_CHOICE ? "1" : stn_unit_text(p->unit, rotary, out, 32);
}

/* NAME=VALUE of --set, which takes the place of a guess. */
static int take_sets(const Problem *problem, StnGiven *set, int *count)
{
    for (int i = 0; i < problem->opts->set.count; i++) {
        const char *text = problem->opts->set.item[i];
        char name[32], option[48], memory[32];
        size_t length = strcspn(text, "=");
        double value = NAN;
        if (text[length] != '=' || length >= sizeof name)
            return bad_input("--set %s: without a scenario write NAME=VALUE, as Fc=4N", text);
        snprintf(name, sizeof name, "%.*s", (int)length, text);
        snprintf(option, sizeof option, "--set %s=", name);
        const char *unit = unit_of(name, problem->data.rotary, memory);
        if (!unit)
            return bad_input("--set %s: no law knows a parameter \"%s\"; what is no friction needs "
                             "--scenario",
                             text, name);
        const int code = quantity_read(option, text + length + 1, unit, &value);
        if (code != EXIT_DONE)
            return code;
        set[(*count)++] = stn_given_make(name, &value, 1);
    }
    return EXIT_DONE;
}

/* What the library checks, too, in words of the command line. */
static int check_options(const Problem *problem)
{
    const ProblemOptions *opts = problem->opts;
    const StnData *data = &problem->data;
    if (!data->value[STN_ROLE_EFFORT] ||
        !(data->value[STN_ROLE_POSITION] || data->value[STN_ROLE_VELOCITY]))
        return bad_input(
            "without a scenario the friction force and the motion are needed: --effort "
            "COLUMN and --position COLUMN (or --velocity COLUMN)");
    if (opts->means && (!data->value[STN_ROLE_VELOCITY] || data->nrun < 4))
        return bad_input(
            "--means takes the mean of each run at constant speed: give --velocity and "
            "--runs COLUMN (at least 4 runs)");
    if (opts->means && *problem_search_text(problem->opts, "cutoff"))
        return bad_input("--cutoff filters a motion; --means takes means of runs");
    return EXIT_DONE;
}

int problem_take_motion(Problem *problem)
{
    const ProblemOptions *opts = problem->opts;
    StnError error = {.status = STN_OK};
    StnGiven set[TEXTS_MAX];
    const char *name = opts->law.count == 1 ? opts->law.item[0] : "coulomb";
    const char *cutoff = *problem_search_text(problem->opts, "cutoff");
    const StnLaw *law = stn_catalog_law(problem->catalog, name);
    StnMeasuredDef def = stn_default_measured_def(law);
    long elements = def.elements;
    problem->motion = true;
    problem->nrun = 1;
    if (!law)
        return bad_input("there is no law \"%s\"; \"stiction list laws\" names them", name);
    int code = check_options(problem);
    if (code == EXIT_DONE)
        code = count_read("--elements", opts->elements, 1, STN_VECTOR_MAX, &elements);
    if (code == EXIT_DONE && cutoff)
        code = quantity_read("--cutoff", cutoff, "Hz", &def.cutoff);
    if (code == EXIT_DONE)
        code = take_sets(problem, set, &def.nset);
    if (code != EXIT_DONE)
        return code;
    def.set = set;
    def.elements = (int)elements;
    def.means = opts->means;
    return stn_measured_take(&problem->data, &def, &problem->moved, &problem->run[0], &error)
               ? report_error(&error)
               : EXIT_DONE;
}

int problem_mark(Problem *problem, const StnCandidate *candidate, int ncandidate)
{
    StnError error = {.status = STN_OK};
    if (!problem->motion)
        return EXIT_DONE;
    return stn_measured_mark(&problem->moved, &problem->data, &problem->fit, candidate, ncandidate,
                             problem->use, &error)
               ? report_error(&error)
               : EXIT_DONE;
}
