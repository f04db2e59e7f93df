/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "ensemble_options.h"
#include "message.h"

int ensemble_options(EnsembleOptions *given, const StnFields *fields, Option *options)
{
    const Option shared[] = {
        {"--vary", .list = &given->vary},
        {"--correlate", .list = &given->correlate},
        {"--set", .list = &given->set},
        {"--law", .list = &given->law},
        {"-o", .text = &given->output},
        {"--output", .text = &given->output},
        {"--digits", .text = &given->digits_text},
        {"--json", .flag = &given->json},
        {"--quiet", .flag = &given->quiet},
    };
    const int count = (int)(sizeof shared / sizeof shared[0]);
    for (int i = 0; i < count; i++)
        options[i] = shared[i];
    return count + field_options(&given->own, fields, options + count);
}

int bad_option(const StnError *error)
{
    const bool quoted = error->text[0] == '"'; /* the text of one of several */
    return bad_input("--%s%s %s", error->path, quoted ? "" : ":", error->text);
}
