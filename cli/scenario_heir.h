/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a scenario that inherits must say. */
#ifndef CLI_SCENARIO_HEIR_H
#define CLI_SCENARIO_HEIR_H

#include <stdbool.h>
#include <stdio.h>

/* Both texts as stn_scenario_resolved() gives them: writes what `resolved` says and `base` does not, so that
 * a file with this text and `base:` is the resolved scenario.  Defaults are left out, what the base gives
 * and the heir does not becomes null.  base "": there is none.  false: out of memory. */
bool scenario_heir_write(FILE *out, const char *resolved, const char *base);

#endif
