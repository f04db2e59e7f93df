/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* For tests of identification: data in memory, and the measured data that stand beside the source
 * (STICTION_SHARED, or ../shared/data); a test that needs them skips where they are absent. */
#ifndef TEST_IDENTIFY_SUPPORT_H
#define TEST_IDENTIFY_SUPPORT_H

#include "build_block.h"
#include "stiction/identify.h"
#include "skip.h"

#include <unistd.h>

/* The path of a measured file, or skips the test. */
static inline const char *shared_file(const char *name)
{
    static char path[4096];
    const char *folder = getenv("STICTION_SHARED");
    if (folder)
        snprintf(path, sizeof path, "%s/data/%s", folder, name);
    else
        snprintf(path, sizeof path, "%s/../shared/data/%s", STN_SOURCE_DIR, name);
    if (access(path, R_OK) != 0) {
        SKIP("shared", path);
    }
    return path;
}

/* Data of one run with room for `rows` samples, zeroed; free with stn_data_free. */
static inline StnData data_make(size_t rows, double Ts, unsigned roles, bool rotary)
{
    StnData data = {.rows = rows, .Ts = Ts, .Ts_min = Ts, .Ts_max = Ts, .uniform = true, .nrun = 1};
    data.rotary = rotary;
    data.run = calloc(2, sizeof *data.run);
    data.run_value = calloc(2, sizeof *data.run_value);
    data.run[1] = rows;
    data.run_value[0] = NAN;
    for (int role = 0; role < STN_DATA_COLUMNS; role++)
        if ((roles | 1u << STN_ROLE_TIME) & 1u << role)
            data.value[role] = calloc(rows, sizeof(double));
    for (size_t i = 0; i < rows; i++)
        data.value[STN_ROLE_TIME][i] = Ts * (double)i;
    return data;
}

static inline double estimate_of(const StnEstimates *estimates, const char *name)
{
    const StnEstimate *e = stn_estimates_find(estimates, name);
    if (!e)
        fail_msg("no estimate %s", name);
    return e->value;
}

/* Repeatable noise, uniform in -1 ... 1. */
static inline double noise_next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)(*state >> 11) / 4503599627370496.0 - 1.0;
}

/* Whether a remark holds these words. */
static inline bool says(const StnRemarks *remarks, const char *words)
{
    for (int i = 0; i < remarks->count; i++)
        if (strstr(remarks->text[i], words))
            return true;
    return false;
}

#endif
