// SPDX-FileCopyrightText: 2026 The Stiction authors
// SPDX-License-Identifier: MIT
// Kernel functions of all laws and plants are C++17 too, as a compiler for another machine wants them.
#define STN_KERNEL_ONLY
#include "laws/laws.h"
#include "plants/plants.h"
