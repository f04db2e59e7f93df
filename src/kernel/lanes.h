/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The back end of real.h on STN_LANES numbers side by side (vectors of gcc and clang): the same operations
 * as on double, so that every lane has the bits of a run by itself. */
#ifndef STN_KERNEL_LANES_H
#define STN_KERNEL_LANES_H

#if defined __SSE2__
#include <immintrin.h>
#if defined __AVX512F__ && defined __AVX512DQ__ && STN_LANES == 8
#define STN_LANE_BITS /* a comparison is a bit per lane */
#endif
#endif

typedef double real __attribute__((vector_size(8 * STN_LANES)));
typedef int64_t stn_whole __attribute__((vector_size(8 * STN_LANES)));
#ifdef STN_LANE_BITS
typedef __mmask8 mask;
#else
typedef stn_whole mask;
#endif
typedef uint64_t stn_bits __attribute__((vector_size(8 * STN_LANES)));

typedef struct StnInL {
    real val, d1, d2;
} StnInL;
typedef struct StnSiteL {
    real v, x, h, m, load, drive, a, dir, dt, brake, play[2], barred[2];
    int imposed;
} StnSiteL;
typedef struct StnFricL {
    real F, M;
} StnFricL;
typedef struct StnRelL {
    real *mode, *guard, *next;
    int live;
    real *guard_low;
    const real *stop;
    mask *off; /* kept.h: where the step changes a mode */
} StnRelL;
typedef struct StnStepL {
    real v, FF, extra;
} StnStepL;
#define StnIn StnInL
#define StnSite StnSiteL
#define StnFric StnFricL
#define StnRel StnRelL
#define StnStep StnStepL

STN_FN real stn_splat(double a)
{
    const real zero = {0.0};
    return a - zero;
}
STN_FN real stn_over(real a, real b) { return a * (1.0 / b); }

/* Comparisons and choices in the words of the processor where the compilers' own vectors are slow. */
#if defined STN_LANE_BITS
STN_FN mask stn_lt(real a, real b) { return _mm512_cmp_pd_mask(a, b, _CMP_LT_OS); }
STN_FN mask stn_eq(real a, real b) { return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ); }
STN_FN mask stn_odd(stn_whole k)
{
    return _mm512_test_epi64_mask((__m512i)k, _mm512_set1_epi64(1));
}
STN_FN real stn_select(mask m, real a, real b) { return _mm512_mask_blend_pd(m, b, a); }
STN_FN mask stn_differ(real a, real b) /* in words that compilers fold where a is b */
{
    return _mm512_movepi64_mask((__m512i)((stn_whole)a != (stn_whole)b));
}
STN_FN mask stn_same(mask a, mask b) { return (mask) ~(a ^ b); }
STN_FN mask stn_never(void) { return 0; }
STN_FN mask stn_not(mask m) { return (mask)~m; }
STN_FN mask stn_and(mask a, mask b) { return (mask)(a & b); }
STN_FN mask stn_or(mask a, mask b) { return (mask)(a | b); }
STN_FN uniform stn_any(mask m) { return m != 0; }
STN_FN uniform stn_all(mask m) { return m == 0xFF; }
STN_FN uniform stn_any_of(mask m, mask among) { return (m & among) != 0; }
STN_FN uniform stn_in_lane(mask m, int lane) { return m >> lane & 1; }
STN_FN real stn_max(real a, real b) { return _mm512_max_pd(b, a); }
STN_FN real stn_min(real a, real b) { return _mm512_min_pd(b, a); }
#define STN_OWN_EXTREMES /* the processor's, too, have the second one where neither is larger */
#else
STN_FN mask stn_lt(real a, real b) { return a < b; }
STN_FN mask stn_eq(real a, real b) { return a == b; }
STN_FN mask stn_odd(stn_whole k) { return (k & 1) != 0; }
STN_FN mask stn_differ(real a, real b) { return (mask)a != (mask)b; }
STN_FN mask stn_same(mask a, mask b) { return a == b; }
STN_FN mask stn_never(void)
{
    const mask none = {0};
    return none;
}
STN_FN mask stn_not(mask m) { return ~m; }
STN_FN mask stn_and(mask a, mask b) { return a & b; }
STN_FN mask stn_or(mask a, mask b) { return a | b; }
STN_FN uniform stn_in_lane(mask m, int lane) { return m[lane] != 0; }
#if defined __AVX__ && STN_LANES == 4
STN_FN real stn_max(real a, real b) { return _mm256_max_pd(b, a); }
STN_FN real stn_min(real a, real b) { return _mm256_min_pd(b, a); }
#define STN_OWN_EXTREMES /* as above */
STN_FN real stn_select(mask m, real a, real b) { return _mm256_blendv_pd(b, a, (__m256d)m); }
STN_FN uniform stn_any(mask m) { return _mm256_movemask_pd((__m256d)m) != 0; }
STN_FN uniform stn_all(mask m) { return _mm256_movemask_pd((__m256d)m) == 0xF; }
STN_FN uniform stn_any_of(mask m, mask among)
{
    return !_mm256_testz_pd((__m256d)m, (__m256d)among);
}
#elif defined __SSE2__ && STN_LANES == 2
STN_FN real stn_max(real a, real b) { return _mm_max_pd(b, a); }
STN_FN real stn_min(real a, real b) { return _mm_min_pd(b, a); }
#define STN_OWN_EXTREMES /* as above */
STN_FN real stn_select(mask m, real a, real b) { return (real)(((mask)a & m) | ((mask)b & ~m)); }
STN_FN uniform stn_any(mask m) { return _mm_movemask_pd((__m128d)m) != 0; }
STN_FN uniform stn_all(mask m) { return _mm_movemask_pd((__m128d)m) == 0x3; }
STN_FN uniform stn_any_of(mask m, mask among) { return stn_any(m & among); }
#else
STN_FN real stn_select(mask m, real a, real b) { return (real)(((mask)a & m) | ((mask)b & ~m)); }
STN_FN uniform stn_any(mask m)
{
    int64_t any = 0;
    for (int lane = 0; lane < STN_LANES; lane++)
        any |= m[lane];
    return any != 0;
}
STN_FN uniform stn_all(mask m) { return !stn_any(~m); }
STN_FN uniform stn_any_of(mask m, mask among) { return stn_any(m & among); }
#endif
#endif
STN_FN real stn_when(uniform so, real a, real b) { return so ? a : b; }
STN_FN void stn_leave(StnRel *r, int k, mask where)
{
    (void)k;
    *r->off = stn_or(*r->off, where);
}

/* Where an angle is far away: one by one. */
STN_FN stn_whole stn_far_l(real x, stn_whole k, real *hi, real *lo)
{
    for (int lane = 0; lane < STN_LANES; lane++) {
        double high = (*hi)[lane], low = (*lo)[lane];
        k[lane] = stn_far_d(x[lane], k[lane], &high, &low);
        (*hi)[lane] = high, (*lo)[lane] = low;
    }
    return k;
}

#define EREAL real
#define EMASK stn_whole
#define ETRUTH mask
#define E(name) stn_##name##_l
#define E_SPLAT(a) stn_splat(a)
#define E_LT(a, b) stn_lt(a, b)
#define E_OR(a, b) stn_or(a, b)
#define E_ODD(k) stn_odd(k)
#define E_ANY(m) stn_any(m)
#define E_ALL(m) stn_all(m)
#define E_SELECT(m, a, b) stn_select(m, a, b)
#define E_SHIFT(a, n) ((stn_whole)((stn_bits)(a) << (n)))
#define E_FAR(x, k, hi, lo) stn_far_l(x, k, hi, lo)
#include "kernel/elementary.h"

STN_FN real stn_exp(real x) { return stn_exp_l(x); }
STN_FN real stn_exp_within(real x) { return stn_exp_within_l(x); }
STN_FN real stn_log_normal(real x) { return stn_log_normal_l(x); }
STN_FN real stn_two_thirds_normal(real x) { return stn_two_thirds_l(x); }
STN_FN real stn_pow_normal(real x, real n) { return stn_pow_normal_l(x, n); }
STN_FN real stn_log(real x) { return stn_log_l(x); }
STN_FN real stn_sin(real x) { return stn_sin_l(x); }
STN_FN real stn_cos(real x) { return stn_cos_l(x); }
STN_FN real stn_sqrt(real x)
{
#if defined STN_LANE_BITS
    return _mm512_sqrt_pd(x);
#elif defined __AVX__ && STN_LANES == 4
    return _mm256_sqrt_pd(x);
#elif defined __SSE2__ && STN_LANES == 2
    return _mm_sqrt_pd(x);
#else
    for (int lane = 0; lane < STN_LANES; lane++)
        x[lane] = __builtin_sqrt(x[lane]);
    return x;
#endif
}

#endif
