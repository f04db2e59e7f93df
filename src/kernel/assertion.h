/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* STN_ASSERT_AT_BUILD(constant, text): the build ends where it is 0.  C99 has no word for it, and the core as one
 * file is C99. */
#ifndef STN_KERNEL_ASSERTION_H
#define STN_KERNEL_ASSERTION_H

#if defined(__cplusplus)
#define STN_ASSERT_AT_BUILD(constant, text) static_assert(constant, text)
#elif __STDC_VERSION__ >= 201112L
#define STN_ASSERT_AT_BUILD(constant, text) _Static_assert(constant, text)
#else
#define STN_ASSERT_AT_BUILD(constant, text) extern char stn_asserted[(constant) ? 1 : -1]
#endif

#endif
