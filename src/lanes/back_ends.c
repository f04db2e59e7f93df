/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which widths the processor has, and the loops that were compiled for them. */
#include "core/fused.h"
#include "lanes/lanes.h"

#include <string.h>
#ifdef STN_LANES_X86
#include <cpuid.h>
#endif

/* Two numbers are what every processor has that we know of; others, up to STN_LANES_X86, are asked for. */
#ifdef STN_LANES_X86
#if STN_LANES_X86 >= 8
#define BACK_ENDS(X, plant) X(plant, 2, base) X(plant, 4, avx2) X(plant, 8, avx512)
#else
#define BACK_ENDS(X, plant) X(plant, 2, base) X(plant, 4, avx2)
#endif
/* By the instruction cpuid, not by __builtin_cpu_supports: that needs a part of the compiler's own library which not
 * every compiler has (zig has none).  Registers count that the system saves, too (xgetbv). */
enum { SAVED_AVX = 0x6, SAVED_AVX512 = 0xe6 };
#define OSXSAVE (1u << 27)                              /* leaf 1, ecx */
#define AVX2 (1u << 5)                                  /* leaf 7, ebx */
#define AVX512_F_DQ_VL (1u << 16 | 1u << 17 | 1u << 31) /* leaf 7, ebx */
static bool has(int width)
{
    unsigned a = 0, b = 0, c = 0, d = 0, low = 0, high = 0;
    if (width <= 2)
        return true;
    if (width > STN_LANES_X86)
        return false;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & OSXSAVE) ||
        !__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return false;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return width == 4
               ? (low & SAVED_AVX) == SAVED_AVX && (b & AVX2)
               : (low & SAVED_AVX512) == SAVED_AVX512 && (b & AVX512_F_DQ_VL) == AVX512_F_DQ_VL;
}
#else
#define BACK_ENDS(X, plant) X(plant, 2, base)
static bool has(int width) { return width <= 2; }
#endif
#define PLANTS(X)       \
    BACK_ENDS(X, block) \
    BACK_ENDS(X, eha)   \
    BACK_ENDS(X, cylinder) BACK_ENDS(X, flap) BACK_ENDS(X, clutch) BACK_ENDS(X, servo)

#define DECLARE(plant, width, name) StnLaneLoop *stn_lane_##plant##_##name(const char *law);
PLANTS(DECLARE)

#define ROW(plant, width, name) {#plant, width, stn_lane_##plant##_##name},
static const struct {
    const char *plant;
    int width;
    StnLaneLoop *(*with)(const char *law);
} rows[] = {PLANTS(ROW)};

int stn_lanes_width(int most)
{
    for (int width = STN_WIDTH_MOST; width > 1; width /= 2)
        if ((most == 0 || width <= most) && has(width))
            return width;
    return 1;
}

StnLaneLoop *stn_lanes_loop(const StnSystem *S, int width, const char **why)
{
    const StnModel *M = &S->model;
    *why = "only fixed steps (solver: {method: fixed}) are made side by side";
    if (M->method != STN_METHOD_FIXED)
        return NULL;
    *why = "this plant and law have no form for steps side by side";
    if (!M->fused)
        return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].width == width && strcmp(rows[i].plant, M->full_plant->name) == 0)
            return rows[i].with(stn_fused_law(M));
    return NULL;
}
