/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify fit: any law by simulation. */
#include "identify_method.h"
#include "identify_problem.h"

#include "interrupt.h"
#include "message.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    ProblemOptions problem;
    bool evaluate;
} FitOptions;

static int parse(FitOptions *w, int argc, char **argv)
{
    Option options[DATA_OPTIONS + PROBLEM_OPTIONS + 1];
    int n = problem_options(&w->problem, options);
    options[n++] = (Option){"--evaluate", .flag = &w->evaluate};
    return arguments_parse(argc, argv, options, n, &w->problem.files);
}

/* What was fitted: "block-emps, contact: coulomb". */
static void report_laws(const Problem *problem, StnResult *out)
{
    const StnSystemDef *def = &problem->run[0].def;
    char text[1024];
    size_t used = (size_t)snprintf(text, sizeof text, "%s",
                                   problem->motion ? "measured motion" : problem->opts->scenario);
    const int nsite = problem->motion ? def->plant->nsite
                                      : stn_system_plant(problem->experiment[0].system)->nsite;
    for (int i = 0; i < nsite && used < sizeof text; i++)
        if (def->site[i].law)
            used += (size_t)snprintf(text + used, sizeof text - used, ", %s: %s",
                                     def->plant->sites[i].name, def->site[i].law->name);
    stn_result_line(out, "%s\n", text);
}

static int put_result(const Problem *problem, const StnFitResult *result, bool interrupted)
{
    const ProblemOptions *opts = problem->opts;
    StnResult out = {.method = "fit"};
    int code = problem_write(problem, opts->output, NULL, 0, result);
    if (code == EXIT_DONE)
        code = problem_draw(problem, opts->figure, problem->run[0].def.site[0].law->name, result);
    stn_report_data(&out, &problem->data);
    report_laws(problem, &out);
    stn_report_fit(&problem->fit, result, &problem->data, interrupted, &out);
    const int put = problem_put(problem, &out, &stn_fit_fields, &problem->fit);
    stn_result_free(&out);
    return code == EXIT_DONE ? put : code;
}

static int validate(const Problem *problem, const Problem *other, StnFitResult *result)
{
    StnError error = {.status = STN_OK};
    if (!problem->opts->validate)
        return EXIT_DONE;
    return stn_fit_validate(&other->fit, problem->opts->validate, result, &error)
               ? report_error(&error)
               : EXIT_DONE;
}

static int fit(Problem *problem, const Problem *other, bool evaluate)
{
    StnError error = {.status = STN_OK};
    StnFitResult *result = calloc(1, sizeof *result);
    if (!result)
        return out_of_memory();
    interrupt_defer();
    progress_begin(&problem->progress, "fit", problem->opts->quiet);
    StnStatus status = evaluate ? stn_fit_evaluate(&problem->fit, result, &error)
                                : stn_fit(&problem->fit, result, &error);
    progress_end(&problem->progress);
    int code = EXIT_DONE;
    if (status == STN_CANCELLED)
        message("%s", error.text);
    else if (status)
        code = report_error(&error);
    if (code == EXIT_DONE && !status) /* whoever ended it does not wait for other data */
        code = validate(problem, other, result);
    if (code == EXIT_DONE)
        code = put_result(problem, result, status == STN_CANCELLED);
    if (code == EXIT_DONE && status)
        code = exit_code_of(status);
    stn_fit_result_free(result);
    free(result);
    return code;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    struct {
        FitOptions opts;
        Problem problem, other;
    } *job = calloc(1, sizeof *job);
    if (!job)
        return out_of_memory();
    int code = parse(&job->opts, argc, argv);
    job->opts.problem.method = "fit";
    if (code == EXIT_DONE)
        code = problem_load(&job->problem, &job->opts.problem, catalog, 0.0);
    if (code == EXIT_DONE && job->problem.nfree == 0 && !job->opts.evaluate)
        code = bad_input("say what is to be found: --free NAME,..., as in --free m,Fc,sigma2");
    if (code == EXIT_DONE)
        code = problem_load_other(&job->other, &job->problem);
    if (code == EXIT_DONE)
        code = problem_mark(&job->problem, NULL, 0);
    if (code == EXIT_DONE)
        code = problem_mark(&job->other, NULL, 0);
    if (code == EXIT_DONE)
        code = fit(&job->problem, &job->other, job->opts.evaluate);
    problem_free(&job->problem);
    problem_free(&job->other);
    free(job);
    return code;
}

/* clang-format off */
static const char usage[] =
    "  --free NAME[=START],...  what is to be found: m, Fc (both directions alike), Fc.forward, Fc.each\n"
    "                     (both, apart), k (all elements), k.2, initial.v, inputs.load, offset.COLUMN,\n"
    "                     gain.COLUMN; the whole path (friction.SITE.Fc) where a name is not unique\n"
    "  --evaluate         no search: the values of the scenario, or the starts of --free, are judged\n";
/* clang-format on */

const MethodExtra fit_extra = {.method = "fit", .usage = usage, .run = run};
