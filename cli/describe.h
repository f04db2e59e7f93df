/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Descriptors for people. */
#ifndef CLI_DESCRIBE_H
#define CLI_DESCRIBE_H

#include "stiction/stiction.h"

/* Each returns 0, or the exit code after a message. */
int describe_law_text(const StnLaw *law);
int describe_compensation_text(const StnCompensation *kind);
int describe_plant_text(const StnPlant *plant, const StnCatalog *catalog);
/* source: the text of a built-in scenario; NULL for a file. */
int describe_scenario_text(const StnScenario *scenario, const char *name, const char *source);

/* A number as short as people write it, exact where 15 digits can be: "1e9", "0.001", "inf";
 * returns out (at least 32 bytes). */
const char *describe_number(double value, char *out);
/* The default for people: a number, a word, how it is derived, or "not given"; returns out. */
const char *describe_default(const StnParam *param, char *out, size_t size);
/* The allowed range: "0 .. 1e9", "force | spring", "any"; returns out. */
const char *describe_range(const StnParam *param, char *out, size_t size);

#endif
