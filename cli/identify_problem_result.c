/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The results of "identify fit" and "identify select", and their help. */
#include "identify_problem.h"

#include "message.h"
#include "terminal.h"

int problem_put(const Problem *problem, const StnResult *out, const StnFields *fields,
                const void *settings)
{
    StnError error = {.status = STN_OK};
    StnStatus status = STN_OK;
    if (problem->opts->json)
        status = stn_result_write_json(out, fields, settings, stdout, &error);
    else if (!problem->opts->quiet)
        status = stn_result_write_text(out, stdout, terminal_text_width(stdout), &error);
    return status ? report_error(&error) : EXIT_DONE;
}

const char *problem_usage(const char *about, const StnFields *own, const char *more,
                          const char *examples)
{
    static char text[16384]; /* a process shows the help of one method */
    size_t used = (size_t)snprintf(text, sizeof text, "%s", about);
    if (own)
        used += field_options_usage(own, text + used, sizeof text - used);
    used += (size_t)snprintf(text + used, sizeof text - used, "%s\n%s", more, PROBLEM_USAGE);
    used += field_options_usage(&stn_fit_fields, text + used, sizeof text - used);
    snprintf(text + used, sizeof text - used, "\n%s\n%s\n%s", DATA_USAGE, PROBLEM_OUT_USAGE,
             examples);
    return text;
}
