/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify inverse: weights from a column, and validation on another file. */
#include "files.h"
#include "identify_method.h"
#include "message.h"

static const char *validate, *weight; /* of the one command that a process runs */

static int parse(Option *options)
{
    options[0] = (Option){"--validate", .text = &validate};
    options[1] = (Option){"--weight", .text = &weight};
    return 2;
}

static int check(MethodJob *job)
{
    StnInverseDef *def = job->options;
    job->data.extra[0] = weight;
    def->weight = weight ? STN_DATA_EXTRA : 0;
    return files_was_read("--validate", validate);
}

static int found(MethodJob *job)
{
    StnData other;
    StnInverse *r = job->result;
    StnError error = {.status = STN_OK};
    if (!validate)
        return EXIT_DONE;
    int code = data_read(&job->data, validate, 2, &other);
    if (code == EXIT_DONE && stn_inverse_validate(job->options, r, &other, &error) != STN_OK)
        code = report_error(&error);
    stn_data_free(&other);
    return code;
}

static const char usage[] =
    "  --weight COLUMN    weights of the squared residuals\n"
    "  --validate FILE    relative error on another file with the same columns\n";

const MethodExtra inverse_extra = {
    .method = "inverse", .usage = usage, .parse = parse, .check = check, .found = found};
