/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers of a normal distribution, each by its place: the same wherever a run begins. */
#include "kernel/pi.h"
#include "kernel/real.h"
#include "signals/signal.h"

#include <math.h>

static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

double stn_noise(uint64_t seed, uint64_t stream, uint64_t k)
{
    uint64_t a = mix(mix(mix(seed) ^ stream) ^ (2 * k)),
             b = mix(mix(mix(seed) ^ stream) ^ (2 * k + 1));
    double u = ((double)(a >> 11) + 0.5) * 0x1p-53, v = (double)(b >> 11) * 0x1p-53;
    return sqrt(-2.0 * stn_log_d(u)) * stn_cos_d(STN_TWO_PI * v);
}
