/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* For tests: a locale whose decimal mark is a comma, made for the test, since a machine need not have one. */
#ifndef TEST_COMMA_LOCALE_H
#define TEST_COMMA_LOCALE_H

#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Sets it; false: localedef is missing or does not make it.  setlocale(LC_ALL, "C") ends it. */
static inline bool comma_locale(void)
{
    char folder[] = "/tmp/comma-XXXXXX", command[600], number[16];
    if (!mkdtemp(folder))
        return false;
    snprintf(
        command, sizeof command,
        "cd %s && printf 'LC_NUMERIC\\ndecimal_point \",\"\\nthousands_sep \"\"\\ngrouping -1\\n"
        "END LC_NUMERIC\\n' >comma && localedef -c -i ./comma -f UTF-8 ./xx_XX >/dev/null 2>&1; "
        "test -e xx_XX/LC_NUMERIC",
        folder);
    const bool made = system(command) == 0;
    setenv("LOCPATH", folder, 1);
    const bool set = made && setlocale(LC_NUMERIC, "xx_XX") != NULL;
    snprintf(command, sizeof command, "rm -r %s", folder);
    const bool gone = system(command) == 0;
    snprintf(number, sizeof number, "%.1f", 1.5);
    return set && gone && strcmp(number, "1,5") == 0;
}

#endif
