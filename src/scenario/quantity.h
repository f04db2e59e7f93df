/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A number with its unit, from text. */
#ifndef STICTION_SCENARIO_QUANTITY_H
#define STICTION_SCENARIO_QUANTITY_H

#include "stiction/scenario.h"

/* "3 kN" -> 3000, in SI; a bare number is in SI already.  `name`: what it is, for the sentence; `unit`: what
 * its dimension must fit, "1" for none, NULL: any.  Infinite values pass.  STN_BAD_INPUT with the column in the
 * text where that is known, otherwise 0. */
StnStatus stn_quantity_read(const char *text, const char *name, const char *unit, double *value,
                            StnError *error);

#endif
