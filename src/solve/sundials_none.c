/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What stands for the second engine where there is no SUNDIALS: in builds without it, and in the core alone. */
#include "solve/step.h"

#if defined(STN_CORE_ONLY) || !STN_HAVE_SUNDIALS

StnStatus stn_sundials_advance(StnEngine *E, double t_end)
{
    (void)t_end;
    return stn_error(E->error, STN_UNAVAILABLE,
                     "this build has no SUNDIALS: use the event engine (solver: {method: event})");
}

#endif
