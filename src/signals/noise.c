/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers of a normal distribution, each by its place: the same wherever a run begins. */
#include "kernel/pi.h"
#include "kernel/real.h"
#include "kernel/splitmix.h"
#include "signals/signal.h"

#include <math.h>

double stn_noise(uint64_t seed, uint64_t stream, uint64_t k)
{
    const uint64_t base = stn_splitmix(stn_splitmix(seed) ^ stream);
    const uint64_t a = stn_splitmix(base ^ (2 * k)), b = stn_splitmix(base ^ (2 * k + 1));
    const double u = ((double)(a >> 11) + 0.5) * 0x1p-53, v = stn_unit_interval(b);
    return sqrt(-2.0 * stn_log_d(u)) * stn_cos_d(STN_TWO_PI * v);
}
