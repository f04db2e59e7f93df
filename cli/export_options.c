/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "export_options.h"

int export_options(ExportOptions *given, const StnFields *fields, Option *options)
{
    options[0] = (Option){"--set", .list = &given->set};
    options[1] = (Option){"--law", .list = &given->law};
    options[2] = (Option){"-o", .text = &given->file};
    options[3] = (Option){"--quiet", .flag = &given->quiet};
    return 4 + field_options(&given->own, fields, options + 4);
}
