/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Limit cycles beside those of a model: what stn_identify_cycles() and its report call. */
#ifndef STN_IDENTIFY_CYCLES_AGAINST_H
#define STN_IDENTIFY_CYCLES_AGAINST_H

#include "stiction/identify.h"

/* The test of `data` on def->against, into result->model. */
StnStatus stn_cycles_compare(const StnHuntingDef *def, const StnData *data, StnHunting *result,
                             StnError *error);
void stn_cycles_report_model(const StnHuntingDef *def, const StnHunting *result,
                             const StnData *data, StnResult *out);

#endif
