/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify fit: any law by simulation. */
#include "identify_problem.h"

#include "interrupt.h"
#include "message.h"
#include "terminal.h"

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
static void put_laws(const Problem *problem)
{
    const StnSystemDef *def = &problem->run[0].def;
    terminal_put(stdout, problem->motion ? "measured motion" : problem->wish->scenario);
    for (int i = 0; i < def->plant->nsite; i++)
        if (def->site[i].law)
            printf(", %s: %s", def->plant->sites[i].name, def->site[i].law->name);
    putchar('\n');
}

static int put_result(const Problem *problem, const StnFitResult *result, bool interrupted)
{
    const ProblemOptions *wish = problem->wish;
    int code = problem_write(problem, wish->output, NULL, 0, result);
    if (code == EXIT_DONE)
        code = problem_draw(problem, wish->figure, problem->run[0].def.site[0].law->name, result);
    if (wish->json) {
        StnJsonText json = {.out = stdout};
        stn_json_open_map(&json, NULL);
        stn_json_put_text(&json, "version", STN_VERSION);
        stn_json_put_text(&json, "method", "fit");
        result_put_data_json(&json, &problem->data);
        problem_put_json(&json, problem, result, interrupted);
        stn_json_close(&json);
    } else if (!wish->quiet) {
        result_put_data(&problem->data);
        put_laws(problem);
        putchar('\n');
        problem_put_text(problem, result, interrupted);
    }
    return code;
}

static int fit(Problem *problem, bool evaluate)
{
    StnError error = {.status = STN_OK};
    StnFitResult *result = calloc(1, sizeof *result);
    if (!result)
        return out_of_memory();
    interrupt_defer();
    progress_begin(&problem->progress, "fit", problem->wish->quiet);
    StnStatus status = evaluate ? stn_fit_evaluate(&problem->fit, result, &error)
                                : stn_fit(&problem->fit, result, &error);
    progress_end(&problem->progress);
    int code = EXIT_DONE;
    if (status == STN_CANCELLED)
        message("%s", error.text);
    else if (status)
        code = report_error(&error);
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
        FitOptions wish;
        Problem problem;
    } *job = calloc(1, sizeof *job);
    if (!job)
        return out_of_memory();
    int code = parse(&job->wish, argc, argv);
    if (code == EXIT_DONE)
        code = problem_load(&job->problem, &job->wish.problem, catalog, 0.0);
    if (code == EXIT_DONE && job->problem.nfree == 0)
        code = bad_input("say what is to be found: --free NAME,..., as in --free m,Fc,sigma2");
    if (code == EXIT_DONE)
        code = fit(&job->problem, job->wish.evaluate);
    problem_free(&job->problem);
    free(job);
    return code;
}

/* clang-format off */
static const char usage[] =
    "usage: stiction identify fit FILE --scenario SCENARIO --match COLUMN=DATA --free NAME,... [OPTION]...\n"
    "       stiction identify fit FILE --effort COLUMN --position COLUMN --law LAW --free NAME,... [OPTION]...\n"
    "\n"
    "Simulates with candidate parameters, closed loop included, and finds those that come nearest to\n"
    "what was measured (output error).  Prints them with 95 % intervals, their correlation, the error on\n"
    "what was fitted and on what was held out, tests of the residuals, and warnings in words: what the\n"
    "data do not determine, and what they cannot tell apart.\n"
    "\n"
    "  --free NAME[=START],...  what is to be found: m, Fc (both directions alike), Fc.forward, Fc.each\n"
    "                     (both, apart), k (all elements), k.2, initial.v, inputs.load, offset.COLUMN,\n"
    "                     gain.COLUMN; the whole path (friction.SITE.Fc) where a name is not unique\n"
    "  --evaluate         no search: the start values are judged\n"
    "\n"
    PROBLEM_USAGE "\n" DATA_USAGE "\n" PROBLEM_OUT_USAGE "\n"
    "Ctrl-C ends the search and prints the best so far (exit code 130).\n"
    "\n"
    "examples:\n"
    "  stiction identify fit axis.csv --scenario axis.yaml --match u=force --free m,Fc.each,sigma2.each\n"
    "  stiction identify fit axis.csv --scenario axis.yaml --match x=q --match u=force --free Fc,Fs,vs \\\n"
    "      --law stribeck --hold-out 0.5 --plot fit.svg -o fitted.yaml\n"
    "  stiction identify fit contact.csv --effort F --position x --law gms --free Fc,k,nu,offset.FF\n";
/* clang-format on */

const Command identify_fit_command = {
    "fit",
    run,
    "any law, on any plant, by simulation (output error)",
    usage,
};
