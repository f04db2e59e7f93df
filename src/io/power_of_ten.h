/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Powers of ten to 128 bits, the ground under both directions of number conversion. */
#ifndef STICTION_IO_POWER_OF_TEN_H
#define STICTION_IO_POWER_OF_TEN_H

#include <stdint.h>

__extension__ typedef unsigned __int128 StnWide;

enum { STN_POWER_MIN = -292, STN_POWER_MAX = 324 };

/* floor(log2(10^k)) for |k| <= 1233. */
static inline int stn_log2_of_power(int k) { return (k * 1741647) >> 19; }

/* The least g with g * 2^(stn_log2_of_power(k) - 127) >= 10^k; its top bit is set.  Equal to 10^k
 * for 0 <= k <= 55.  STN_POWER_MIN <= k <= STN_POWER_MAX. */
StnWide stn_power_of_ten(int k);

#endif
