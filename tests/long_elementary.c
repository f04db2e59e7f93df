/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* test_elementary.c at a hundred times as many points. */
#define ELEMENTARY_POINTS 5000000
#include "test_elementary.c"
