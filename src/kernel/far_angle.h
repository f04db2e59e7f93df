/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The angle x less the nearest multiple of pi/2, for arguments so large that their own last place is
 * of the size of pi (Payne, Hanek 1983): x*(2/pi) modulo 4 in integers, from those bits of 2/pi that
 * matter.  A double comes no nearer to a multiple of pi/2 than 2^-61 of a turn, so that 190 bits
 * leave more than a hundred that are right. */
#ifndef STN_KERNEL_FAR_ANGLE_H
#define STN_KERNEL_FAR_ANGLE_H

#include <stdint.h>

/* 128 bits in two words, as every compiler of C99 has them. */
typedef struct {
    uint64_t high, low;
} StnWord128;
static inline StnWord128 stn_wide_product(uint64_t a, uint64_t b)
{
    uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32),
             other = a0 * b1 + (middle & 0xffffffffu);
    StnWord128 product = {a1 * b1 + (middle >> 32) + (other >> 32),
                          other << 32 | (low & 0xffffffffu)};
    return product;
}
static inline StnWord128 stn_wide_sum(StnWord128 a, uint64_t b)
{
    StnWord128 sum = {a.high + (a.low + b < b), a.low + b};
    return sum;
}

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
    int left = p[0] ? 0 : 64, zeros = 0;
    while (top && !(top << zeros >> 63))
        zeros++;
    if (zeros) {
        top = top << zeros | next >> (64 - zeros);
        next = next << zeros | last >> (64 - zeros);
    }
    const uint64_t pi_high = 0xc90fdaa22168c234u, pi_low = 0xc4c6628b80dc1cd1u; /* pi*2^126 */
    StnWord128 product =
        stn_wide_sum(stn_wide_product(top, pi_high), stn_wide_product(top, pi_low).high);
    product = stn_wide_sum(product, stn_wide_product(next, pi_high).high);
    /* top.next is f*2^(126 + left + zeros), so that product is f*pi/2*2^(125 + left + zeros) */
    double scale = stn_power_of_two(-50 - left - zeros), high, rest;
    high = (double)(product.high >> 11) * scale;
    rest = (double)(product.high << 53 | product.low >> 11) * (scale * 0x1p-64);
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
    StnWord128 low = stn_wide_product(m, stn_two_over_pi(at + 128));
    StnWord128 middle = stn_wide_sum(stn_wide_product(m, stn_two_over_pi(at + 64)), low.high);
    p[0] = m * stn_two_over_pi(at) + middle.high + ((uint64_t)1 << 61);
    p[1] = middle.low;
    p[2] = low.low;
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
