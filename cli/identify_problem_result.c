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
    return status ? report_error(&error) : result_write_rows(problem->opts->rows, out);
}

size_t problem_usage(char *out, size_t size)
{
    const size_t used = (size_t)snprintf(out, size, "\n%s", PROBLEM_USAGE);
    return used + field_options_usage(&stn_fit_fields, out + used, size - used);
}
