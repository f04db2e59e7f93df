/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "ensemble_options.h"

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
