/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The only place where the number stands; C17 itself has none. */
#ifndef STN_KERNEL_PI_H
#define STN_KERNEL_PI_H

#define STN_PI 3.14159265358979323846
#define STN_TWO_PI (2.0 * STN_PI)

#endif
