/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which widths the processor has, and the loops that were compiled for them. */
#include "core/fused.h"
#include "lanes/lanes.h"

#include <string.h>

/* Two numbers are what every processor has that we know of; others are asked for. */
#ifdef STN_LANES_X86
#define BACK_ENDS(X, plant) X(plant, 2, base) X(plant, 4, avx2) X(plant, 8, avx512)
static bool has(int width)
{
    return width <= 2 ||
           (width == 4 ? __builtin_cpu_supports("avx2")
                       : __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                             __builtin_cpu_supports("avx512vl"));
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
