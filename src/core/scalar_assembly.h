/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The assembly on double, for the files that call it. */
#ifndef STN_CORE_SCALAR_ASSEMBLY_H
#define STN_CORE_SCALAR_ASSEMBLY_H

#include "kernel/real.h"

#define ASM_EVAL(S) (S)->model.plant->eval
#define ASM_LATE(S) (S)->model.plant->late
#define ASM_OUTPUTS(S) (S)->model.plant->outputs_at
#define ASM_SLIDE(S, i) (S)->model.law[i]->slide
#define ASM_REST(S, i) (S)->model.law[i]->rest
#define ASM_P(S) (S)->p
#define ASM_LAW_P(S, i) (S)->law_p[i]
#include "core/assembly.h"

#endif
