/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "io/c_locale.h"

#include <locale.h>
#include <stdlib.h>

bool stn_c_strtod(const char *text, double *value)
{
    const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (c == (locale_t)0)
        return false;
    const locale_t previous = uselocale(c);
    *value = strtod(text, NULL);
    uselocale(previous);
    freelocale(c);
    return true;
}
