/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Measured motion: a law without a plant, and values to start from. */
#include "identify_problem.h"

#include "message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void guess(Problem *problem, const char *name, int count, const double *value)
{
    if (problem->nguess == PROBLEM_GUESS)
        return;
    StnGiven *g = &problem->guess[problem->nguess++];
    snprintf(g->name, sizeof g->name, "%s", name);
    g->count = count;
    memcpy(g->value, value, (size_t)count * sizeof *value);
}

static double largest(const double *value, size_t rows)
{
    double most = 0.0;
    for (size_t i = 0; value && i < rows; i++)
        most = fmax(most, fabs(value[i]));
    return most;
}

/* Values to start from: levels from the largest force, lengths from the way, elements that slip one
 * after the other along it. */
static void take_guesses(Problem *problem, int elements)
{
    const StnFitRun *run = &problem->run[0];
    double force = 0.9 * largest(run->signal[0].value, run->rows), lo = INFINITY, hi = -INFINITY;
    double speed = 0.1 * largest(run->v, run->rows), k[STN_VECTOR_MAX], nu[STN_VECTOR_MAX];
    for (size_t i = 0; run->x && i < run->rows; i++)
        lo = fmin(lo, run->x[i]), hi = fmax(hi, run->x[i]);
    double way = run->x && hi > lo ? hi - lo : 1e-3;
    for (size_t i = 1; run->x && i < run->rows; i++)
        speed = fmax(speed, 0.1 * fabs(run->x[i] - run->x[i - 1]) / (run->t[i] - run->t[i - 1]));
    for (int i = 0; i < elements; i++) {
        nu[i] = 1.0 / elements;
        k[i] = force * nu[i] / (way * 0.02 * pow(20.0, elements > 1 ? i / (elements - 1.0) : 0.5));
    }
    guess(problem, "Fc", 1, (const double[]){force});
    guess(problem, "sigma0", 1, (const double[]){force / (0.1 * way)});
    if (speed > 0.0)
        guess(problem, "vs", 1, (const double[]){speed});
    guess(problem, "k", elements, k);
    guess(problem, "nu", elements, nu);
}

/* The unit of a friction parameter; NULL: no such name. */
static const char *unit_of(const char *name, bool rotary, char out[32])
{
    const int i = stn_friction_parameter(name);
    if (i < 0)
        return NULL;
    const StnParam *p = stn_friction_parameter_at(i);
    return p->kind == STN_KIND_CHOICE ? "1" : stn_unit_text(p->unit, rotary, out, 32);
}

/* NAME=VALUE of --set, which stands beside the guesses. */
static int take_sets(Problem *problem)
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
        const int old = stn_given_index(problem->guess, problem->nguess, name);
        if (old >= 0)
            problem->guess[old] = stn_given_make(name, &value, 1);
        else
            guess(problem, name, 1, &value);
    }
    return EXIT_DONE;
}

static int take_means(Problem *problem)
{
    const StnData *data = &problem->data;
    StnFitRun *run = &problem->run[0];
    size_t count = (size_t)data->nrun;
    if (!data->value[STN_ROLE_VELOCITY] || data->nrun < 4)
        return bad_input(
            "--means takes the mean of each run at constant speed: give --velocity and "
            "--runs COLUMN (at least 4 runs)");
    for (int k = 0; k < 3; k++) {
        problem->mean[k] = calloc(count, sizeof(double));
        if (!problem->mean[k])
            return out_of_memory();
    }
    bool grows = true; /* time goes on from run to run */
    for (size_t r = 0; r < count; r++) {
        double n = (double)(data->run[r + 1] - data->run[r]);
        problem->mean[0][r] = data->value[STN_ROLE_TIME][data->run[r]];
        grows = grows && (r == 0 || problem->mean[0][r] > problem->mean[0][r - 1]);
        for (size_t i = data->run[r]; i < data->run[r + 1]; i++) {
            problem->mean[1][r] += data->value[STN_ROLE_EFFORT][i] / n;
            problem->mean[2][r] += data->value[STN_ROLE_VELOCITY][i] / n;
        }
    }
    for (size_t r = 0; !grows && r < count; r++)
        problem->mean[0][r] = (double)r;
    problem->counted = !grows;
    run->t = problem->mean[0];
    run->v = problem->mean[2];
    run->rows = count;
    problem->match[0][0].value = problem->mean[1];
    return EXIT_DONE;
}

/* The motion behind filters; where samples are not even, the law has the raw one, and a fit says so where it
 * needs more. */
static int take_kinematics(Problem *problem)
{
    StnError error = {.status = STN_OK};
    const size_t rows = problem->data.rows;
    const char *text = *problem_search_text(problem->opts, "cutoff");
    StnKinematics k = {.cutoff = NAN};
    problem->cutoff = NAN;
    if (problem->opts->means)
        return text ? bad_input("--cutoff filters a motion; --means takes means of runs")
                    : EXIT_DONE;
    if (text) {
        const int code = quantity_read("--cutoff", text, "Hz", &k.cutoff);
        if (code != EXIT_DONE)
            return code;
        if (!(k.cutoff > 0.0 && k.cutoff < 0.5 / problem->data.Ts))
            return bad_input("--cutoff %s: above 0 and below half of the sampling rate, %g Hz",
                             text, 0.5 / problem->data.Ts);
    }
    problem->cutoff = k.cutoff;
    problem->kinematics = malloc(3 * rows * sizeof(double));
    if (!problem->kinematics)
        return out_of_memory();
    k.v = problem->kinematics, k.a = k.v + rows;
    k.x = problem->run[0].x ? k.a + rows : NULL;
    if (stn_fit_kinematics(&problem->data, &k, &error))
        return error.status == STN_NO_MEMORY || text ? report_error(&error) : EXIT_DONE;
    problem->run[0].v = k.v, problem->run[0].a = k.a;
    problem->run[0].x = k.x;
    problem->filtered = k.cutoff;
    return EXIT_DONE;
}

int problem_take_motion(Problem *problem)
{
    const ProblemOptions *opts = problem->opts;
    const StnData *data = &problem->data;
    StnFitRun *run = &problem->run[0];
    long elements = 4;
    const char *name = opts->law.count == 1 ? opts->law.item[0] : "coulomb";
    const StnLaw *law = stn_catalog_law(problem->catalog, name);
    problem->motion = true;
    problem->nrun = 1;
    if (!law)
        return bad_input("there is no law \"%s\"; \"stiction list laws\" names them", name);
    if (!data->value[STN_ROLE_EFFORT] ||
        !(data->value[STN_ROLE_POSITION] || data->value[STN_ROLE_VELOCITY]))
        return bad_input(
            "without a scenario the friction force and the motion are needed: --effort "
            "COLUMN and --position COLUMN (or --velocity COLUMN)");
    StnError error = {.status = STN_OK};
    const unsigned moves =
        1u << (data->value[STN_ROLE_POSITION] ? STN_ROLE_POSITION : STN_ROLE_VELOCITY);
    if (!opts->means &&
        stn_data_require(data, 1u << STN_ROLE_EFFORT | moves, 1u << STN_ROLE_VELOCITY, &error))
        return report_error(&error);
    if (data->nrun > 1 && !opts->means)
        return bad_input(
            "several runs of measured motion: take one of them (--where), or their means "
            "(--means)");
    int code = count_read("--elements", opts->elements, 1, STN_VECTOR_MAX, &elements);
    problem->match[0][0] = (StnFitSignal){"FF", data->value[STN_ROLE_EFFORT], NAN};
    run->signal = problem->match[0];
    run->nsignal = 1;
    run->t = data->value[STN_ROLE_TIME];
    run->rows = data->rows;
    run->x = data->value[STN_ROLE_POSITION];
    run->v = data->value[STN_ROLE_VELOCITY];
    if (code == EXIT_DONE && opts->means)
        code = take_means(problem);
    if (code == EXIT_DONE)
        code = take_kinematics(problem);
    if (code != EXIT_DONE)
        return code;
    take_guesses(problem, (int)elements);
    code = take_sets(problem);
    run->def = stn_motion_def(law, problem->guess, problem->nguess, &problem->drive);
    run->rotary = data->rotary;
    return code;
}

/* With a mass beside the law: rows are means over windows. */
static int take_windows(Problem *problem, bool states)
{
    StnError error = {.status = STN_OK};
    const StnData *data = &problem->data;
    StnFitWindows *windows = &problem->windows;
    if (stn_fit_windows(data, states, problem->cutoff, problem->fit.m, windows, &error))
        return report_error(&error);
    stn_fit_windows_take(windows, &problem->run[0], &problem->match[0][0], problem->use);
    stn_fit_windows_remark(windows, data, &problem->data.remarks);
    return EXIT_DONE;
}

int problem_mark(Problem *problem, const StnCandidate *candidate, int ncandidate)
{
    if (!problem->motion)
        return EXIT_DONE;
    bool states = ncandidate > 0 || problem->run[0].def.site[0].law->nstate > 0;
    for (int i = 0; i < ncandidate; i++)
        states = states && candidate[i].law->nstate > 0;
    const bool mass = stn_fit_has_mass(&problem->fit);
    const int code = mass ? take_windows(problem, states) : EXIT_DONE;
    StnError error = {.status = STN_OK};
    if (code == EXIT_DONE && !states && !problem->opts->means &&
        stn_fit_look_for_delay(&problem->data, &problem->data.remarks, &error))
        return report_error(&error);
    if (problem->filtered > 0.0 && (!mass || (states && problem->run[0].x)))
        stn_remark(
            &problem->data.remarks,
            "The motion is that behind a low-pass at %.3g Hz, %s (--cutoff).", problem->filtered,
            isnan(problem->cutoff) ? "where smoothing and noise disturb it least" : "as asked for");
    if (code == EXIT_DONE)
        stn_fit_mark_known(&problem->fit, candidate, ncandidate, problem->use,
                           &problem->data.remarks);
    return code;
}
