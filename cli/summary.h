/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a run says about itself, for people and for machines. */
#ifndef CLI_SUMMARY_H
#define CLI_SUMMARY_H

#include "experiment.h"

#include <stdio.h>

enum { SUMMARY_DIGITS = 4 };

/* --digits N: 1 to 17, SUMMARY_DIGITS when text is NULL; 0, or EXIT_BAD_INPUT after a message. */
int summary_read_digits(const char *text, int *digits);

/* What a servo engineer asks first (how the command was followed, standstill), events, final values; then
 * what was run, energy and work.  digits: significant ones. */
void summary_put_text(FILE *out, const Experiment *experiment, int digits);
/* The first two parts of it. */
void summary_put_response(FILE *out, const Experiment *experiment, int digits);
void summary_put_json(FILE *out, const Experiment *experiment);

#endif
