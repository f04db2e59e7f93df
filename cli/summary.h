/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a run says about itself, for people and for machines. */
#ifndef CLI_SUMMARY_H
#define CLI_SUMMARY_H

#include "experiment.h"

#include <stdio.h>

void summary_put_text(FILE *out, const Experiment *experiment);
void summary_put_json(FILE *out, const Experiment *experiment);

#endif
