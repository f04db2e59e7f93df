/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The second engine (placeholder until it is complete). */
#include "core/system.h"

StnStatus stn_sundials_advance(const StnSystem *S, StnState *st, double t_end, const StnObserver *observer,
                               StnError *error)
{
    (void)S, (void)st, (void)t_end, (void)observer;
    return stn_error(error, STN_UNAVAILABLE, "this build lacks SUNDIALS");
}
