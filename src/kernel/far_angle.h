/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The angle x less the nearest multiple of pi/2, for arguments so large that their own last place is
 * of the size of pi (Payne, Hanek 1983): x*(2/pi) modulo 4 in integers, from those bits of 2/pi that
 * matter.  A double comes no nearer to a multiple of pi/2 than 2^-61 of a turn, so that 190 bits
 * leave more than a hundred that are right. */
#ifndef STN_KERNEL_FAR_ANGLE_H
#define STN_KERNEL_FAR_ANGLE_H

#include <stdint.h>

__extension__ typedef unsigned __int128 StnWord128;

/* 64 bits of (0, 2/pi) from bit `at` on: 64 zeros, then the binary places. */
static inline uint64_t stn_two_over_pi(int at)
{
    static const uint64_t place[] = {0,
                                     0xa2f9836e4e441529u,
                                     0xfc2757d1f534ddc0u,
                                     0xdb6295993c439041u,
                                     0xfe5163abdebbc561u,
                                     0xb7246e3a424dd2e0u,
                                     0x06492eea09d1921cu,
                                     0xfe1deb1cb129a73eu,
                                     0xe88235f52ebb4484u,
                                     0xe99c7026b45f7e41u,
                                     0x3991d639835339f4u,
                                     0x9c845f8bbdf9283bu,
                                     0x1ff897ffde05980fu,
                                     0xef2f118b5a0a6d1fu,
                                     0x6d367ecf27cb09b7u,
                                     0x4f463f669e5fea2du,
                                     0x7527bac7ebe5f17bu,
                                     0x3d0739f78a5292eau,
                                     0x6bfb5fb11f8d5d08u,
                                     0x56033046fc7b6babu};
    int word = at >> 6, shift = at & 63;
    return shift ? place[word] << shift | place[word + 1] >> (64 - shift) : place[word];
}

static inline double stn_power_of_two(int n)
{
    union {
        uint64_t i;
        double d;
    } power;
    power.i = (uint64_t)(n + 1023) << 52;
    return power.d;
}

/* f = p*2^-190 < 1/2 as an angle f*pi/2 = *hi + *lo. */
static inline void stn_quarter_angle(const uint64_t p[3], double *hi, double *lo)
{
    uint64_t top = p[0] ? p[0] : p[1], next = p[0] ? p[1] : p[2], last = p[0] ? p[2] : 0;
    int left = p[0] ? 0 : 64, zeros = top ? __builtin_clzll(top) : 0;
    if (zeros) {
        top = top << zeros | next >> (64 - zeros);
        next = next << zeros | last >> (64 - zeros);
    }
    const uint64_t pi_high = 0xc90fdaa22168c234u, pi_low = 0xc4c6628b80dc1cd1u; /* pi*2^126 */
    StnWord128 product = (StnWord128)top * pi_high + ((StnWord128)top * pi_low >> 64) +
                         ((StnWord128)next * pi_high >> 64);
    /* top.next is f*2^(126 + left + zeros), so that product is f*pi/2*2^(125 + left + zeros) */
    double scale = stn_power_of_two(-50 - left - zeros), high, rest;
    high = (double)(uint64_t)(product >> 75) * scale;
    rest = (double)((uint64_t)(product >> 11)) * (scale * 0x1p-64);
    *hi = high + rest;
    *lo = rest - (*hi - high);
}

/* x = k*pi/2 + hi + lo, |hi| <= pi/4; returns k modulo 4.  2^20 <= |x|; NaN where x is not finite. */
static __attribute__((noinline, unused)) int stn_far_angle(double x, double *hi, double *lo)
{
    union {
        double d;
        uint64_t i;
    } bits;
    bits.d = x;
    int exponent = (int)(bits.i >> 52 & 0x7ff), at = exponent - 1075 + 62;
    uint64_t m = (bits.i & 0xfffffffffffffu) | 0x10000000000000u, p[3];
    *hi = *lo = x - x;
    if (exponent == 0x7ff)
        return 0;
    StnWord128 low = (StnWord128)m * stn_two_over_pi(at + 128);
    StnWord128 middle = (StnWord128)m * stn_two_over_pi(at + 64) + (uint64_t)(low >> 64);
    p[0] = m * stn_two_over_pi(at) + (uint64_t)(middle >> 64) + ((uint64_t)1 << 61);
    p[1] = (uint64_t)middle;
    p[2] = (uint64_t)low;
    int k = (int)(p[0] >> 62), below;
    p[0] = (p[0] & 0x3fffffffffffffffu) - ((uint64_t)1 << 61);
    below = p[0] >> 63 != 0;
    if (below) { /* minus it: the complement and one */
        p[2] = ~p[2] + 1;
        p[1] = ~p[1] + (p[2] == 0);
        p[0] = ~p[0] + (p[2] == 0 && p[1] == 0);
    }
    stn_quarter_angle(p, hi, lo);
    if (below != (x < 0.0))
        *hi = -*hi, *lo = -*lo;
    return x < 0.0 ? (4 - k) & 3 : k;
}

#endif
