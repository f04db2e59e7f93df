/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify inverse: weights from a column. */
#include "identify_method.h"

static const char *weight; /* of the one command that a process runs */

static int parse(Option *options)
{
    options[0] = (Option){"--weight", .text = &weight};
    return 1;
}

static int check(MethodJob *job)
{
    StnInverseDef *def = job->options;
    job->data.extra[0] = weight;
    def->weight = weight ? STN_DATA_EXTRA : 0;
    return EXIT_DONE;
}

static const char usage[] = "  --weight COLUMN    weights of the squared residuals\n";

const MethodExtra inverse_extra = {
    .method = "inverse", .usage = usage, .parse = parse, .check = check};
