/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/c_locale.h"

#include <locale.h>

bool stn_c_strtod(const char *text, double *value)
{
    const _locale_t c = _create_locale(LC_ALL, "C");
    if (!c)
        return false;
    *value = _strtod_l(text, NULL, c);
    _free_locale(c);
    return true;
}
