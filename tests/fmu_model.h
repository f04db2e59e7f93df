/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* For tests of the code inside an FMU, which is linked with them: the model that instances are made of from now on. */
#ifndef TEST_FMU_MODEL_H
#define TEST_FMU_MODEL_H

#include "stiction/scenario.h"

/* A built-in scenario with settings; the last path is NULL. */
void fmu_model_choose(const char *scenario, const StnOverride *set);
void fmu_model_free(void);

#endif
