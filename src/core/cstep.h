/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What cstep.c, the back end on complex numbers, gives to others.  tools/amalgamate keeps that file apart and lets
 * nothing else pass between it and the rest of the core. */
#ifndef STN_CORE_CSTEP_H
#define STN_CORE_CSTEP_H

#include "core/system.h"

/* The back ends of the built-in models, in the order of their lists. */
extern const StnBackEnd stn_complex_laws[], stn_complex_plants[];

/* stn_jacobian, where every model has a complex form. */
void stn_jacobian_complex(const StnSystem *S, const StnState *st, const double *y, const StnIn *u,
                          double *J, double *Gy, double *B, double *Gu, const int *list, int count);
/* J times each of the `count` vectors `along`, n numbers each, one evaluation for each. */
void stn_derivatives_along(const StnSystem *S, const StnState *st, const double *y, const StnIn *u,
                           const double *along, int count, double *out);
/* Derivatives of the rates (n), of all outputs of the full plant and of all guards along a direction. */
void stn_slopes_complex(const StnSystem *S, const StnState *st, const double *y, const StnIn *u,
                        const StnDirection *along, double *rates, double *outputs, double *guards);

#endif
