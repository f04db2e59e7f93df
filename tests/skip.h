/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* For tests: skipping with a line that ./test collects.  `what` is one word that names what is
 * missing; tests/skips_allowed.txt holds those that may be missing where CI=true. */
#ifndef TEST_SKIP_H
#define TEST_SKIP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define SKIP(what, reason)                                \
    do {                                                  \
        print_message("skipped: %s: %s\n", what, reason); \
        skip();                                           \
    } while (0)

#endif
