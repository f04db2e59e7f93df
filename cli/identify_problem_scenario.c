/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The scenario of a fit: the model as the command line made it, with the values found, written as the
 * difference to the scenario that was given. */
#include "identify_problem.h"

#include "interrupt.h"
#include "message.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- The model ---- */

static StnScenario *model_document(const Problem *problem, const StnCandidate *candidate,
                                   const StnFitResult *result, StnError *error)
{
    if (problem->motion)
        return stn_measured_scenario(&problem->moved, &problem->fit, candidate, result,
                                     problem->catalog, error);
    StnScenario *document = stn_scenario_copy(problem->experiment[0].scenario);
    if (!document)
        stn_out_of_memory(error);
    return document;
}

/* ---- The file ---- */

static void comment(StnScenario *document, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void comment(StnScenario *document, const char *format, ...)
{
    char text[1000]; /* a longer name of a file is cut */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    stn_scenario_comment(document, text);
}

/* What was found beside the law and has a place in the document. */
static bool is_kept(const StnFitParameter *p, bool body)
{
    return body && (p->place == STN_FIT_PLACE_MASS || p->place == STN_FIT_PLACE_GRAVITY ||
                    p->place == STN_FIT_PLACE_OFFSET);
}

static void add_comments(StnScenario *document, const Problem *problem, const StnFitResult *result,
                         bool body)
{
    const ProblemOptions *opts = problem->opts;
    char end[160] = "", text[80];
    if (!opts->cycles)
        snprintf(end, sizeof end, ": relative error %.4g %% of %s", result->fitted[0][0].relative,
                 problem->run[0].signal[0].column);
    comment(document, "Fitted by stiction %s to %s%s.", STN_VERSION, problem->data.file, end);
    for (int i = 0; i < opts->input.count; i++)
        comment(document,
                "The input %.*s came from the data, column %s; the signal here is another.",
                (int)strcspn(opts->input.item[i], "="), opts->input.item[i],
                strchr(opts->input.item[i], '=') + 1);
    for (int r = 0; r < problem->nrun; r++)
        for (int i = 0; i < opts->each.count; i++)
            comment(document, "Run %d%s: %s = %s", r + 1, r == 0 ? " (used in this file)" : "",
                    strchr(opts->each.item[i], '=') + 1,
                    stn_number_text(problem_each_value(problem, i, r), text));
    for (int i = 0; i < result->nparam; i++) {
        const StnFitParameter *p = &result->param[i];
        if (stn_fit_is_correction(p) && !is_kept(p, body))
            comment(document, "%s: %s = %s%s%s",
                    p->place == STN_FIT_PLACE_MASS || p->place == STN_FIT_PLACE_DRIFT
                        ? "Beside the law, not in this file"
                        : "Of the sensor, not of the model",
                    p->name, stn_number_text(p->value, text), strcmp(p->unit, "1") == 0 ? "" : " ",
                    strcmp(p->unit, "1") == 0 ? "" : p->unit);
    }
}

/* What the file inherits from; NULL: nothing, as there is no file, or it is complete with --set only. */
static StnScenario *load_base(const Problem *problem, StnError *error)
{
    const StnScenarioOptions options = experiment_options(problem->catalog);
    if (problem->motion || strcmp(problem->opts->scenario, "-") == 0)
        return NULL;
    return stn_scenario_load(problem->opts->scenario, &options, error);
}

static StnStatus write_document(const Problem *problem, const StnScenario *document,
                                const char *path, StnError *error)
{
    StnScenario *base = load_base(problem, error);
    StnScenario *diff = base ? stn_scenario_diff(document, base, error) : NULL;
    const bool lost = (base && !diff) || (!base && error->status == STN_NO_MEMORY);
    interrupt_defer();
    const StnStatus status =
        lost ? error->status : stn_scenario_write(diff ? diff : document, path, error);
    stn_scenario_free(diff);
    stn_scenario_free(base);
    return status;
}

/* Whether --set gives the scenario a title of its own. */
static bool sets_title(const Texts *set)
{
    for (int i = 0; i < set->count; i++)
        if (strncmp(set->item[i], "title=", 6) == 0)
            return true;
    return false;
}

int problem_write(const Problem *problem, const char *path, const StnCandidate *candidate, int site,
                  const StnFitResult *result)
{
    StnError error = {.status = STN_OK};
    if (!path)
        return EXIT_DONE;
    const StnFindings found = stn_fit_findings(&problem->fit, candidate, result);
    StnScenario *document = model_document(problem, candidate, result, &error);
    StnStatus status = document ? STN_OK : error.status;
    if (!status) {
        if (!sets_title(&problem->opts->set))
            stn_scenario_set(document, "title", "Fitted to measured data");
        add_comments(document, problem, result, problem->motion && stn_measured_is_body(&found));
        status = stn_fit_apply(result, candidate, site, document, &error);
    }
    if (!status)
        status = write_document(problem, document, path, &error);
    stn_scenario_free(document);
    if (!status)
        return EXIT_DONE;
    report_error(&error);
    return EXIT_RUN_FAILED; /* the input was good: there is a result */
}
