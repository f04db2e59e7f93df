/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/motion.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

StnStatus stn_motion_filter(const StnData *data, int order, double cutoff, const double *x,
                            double *y, StnError *error)
{
    StnFilter filter;
    if (order == 0) {
        memmove(y, x, data->rows * sizeof *y);
        return STN_OK;
    }
    if (!(cutoff > 0.0 && cutoff < 0.5 / data->Ts))
        return stn_error(error, STN_BAD_INPUT,
                         "the cut-off of %g Hz must lie between 0 and half the sampling frequency, "
                         "%g Hz",
                         cutoff, 0.5 / data->Ts);
    StnStatus status = stn_filter_butterworth(order, 2.0 * cutoff * data->Ts, &filter, error);
    for (int r = 0; r < data->nrun && status == STN_OK; r++) {
        const size_t from = data->run[r], count = data->run[r + 1] - from;
        status = stn_filter_zero_phase(&filter, x + from, count, y + from, error);
    }
    return status;
}

StnStatus stn_motion_differentiate(const StnData *data, const double *x, double *y, StnError *error)
{
    for (int r = 0; r < data->nrun; r++) {
        const size_t from = data->run[r], count = data->run[r + 1] - from;
        if (count < 2)
            return stn_error(error, STN_BAD_INPUT, "a run of one sample has no velocity");
        stn_central_difference(x + from, count, data->Ts, y + from);
    }
    return STN_OK;
}

static StnStatus make(const StnData *data, int order, double cutoff, double cutoff_a,
                      StnMotion *motion, StnError *error)
{
    const double *x = data->value[STN_ROLE_POSITION], *v = data->value[STN_ROLE_VELOCITY];
    const double *a = data->value[STN_ROLE_ACCELERATION];
    StnStatus status = STN_OK;
    if (x)
        status = stn_motion_filter(data, order, cutoff, x, motion->x, error);
    if (status == STN_OK)
        status = v ? stn_motion_filter(data, order, cutoff, v, motion->v, error)
                   : stn_motion_differentiate(data, motion->x, motion->v, error);
    if (status == STN_OK)
        status = a ? stn_motion_filter(data, order, cutoff, a, motion->a, error)
                   : stn_motion_differentiate(data, motion->v, motion->a, error);
    if (status == STN_OK && !isnan(cutoff_a))
        status = stn_motion_filter(data, order, cutoff_a, motion->a, motion->a, error);
    return status;
}

StnStatus stn_motion_make(const StnData *data, int order, double cutoff, double cutoff_a,
                          StnMotion *motion, StnError *error)
{
    *motion = (StnMotion){.rows = data->rows};
    if (!data->value[STN_ROLE_POSITION] && !data->value[STN_ROLE_VELOCITY])
        return stn_error(error, STN_BAD_INPUT,
                         "this method needs the position or the velocity: name its column");
    StnStatus status = stn_data_require_uniform(data, error);
    if (status == STN_OK) /* what is given must move */
        status = stn_data_require(
            data, 1u << (data->value[STN_ROLE_VELOCITY] ? STN_ROLE_VELOCITY : STN_ROLE_POSITION), 0,
            error);
    if (status != STN_OK)
        return status;
    const size_t size = data->rows * sizeof(double);
    motion->x = data->value[STN_ROLE_POSITION] ? malloc(size) : NULL;
    motion->v = malloc(size);
    motion->a = malloc(size);
    if ((data->value[STN_ROLE_POSITION] && !motion->x) || !motion->v || !motion->a)
        status = stn_no_memory(error);
    if (status == STN_OK)
        status = make(data, order, cutoff, cutoff_a, motion, error);
    if (status != STN_OK)
        stn_motion_free(motion);
    return status;
}

void stn_motion_free(StnMotion *motion)
{
    free(motion->x);
    free(motion->v);
    free(motion->a);
    *motion = (StnMotion){.rows = 0};
}
