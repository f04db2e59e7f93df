/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The functions of a model that a step calls, on the numbers of a back end: what STN_KERNEL_x fills.  For
 * double they are members of StnLaw and StnPlant. */
#ifndef STN_KERNEL_TABLE_H
#define STN_KERNEL_TABLE_H

#include "kernel/real.h"

typedef struct StnLawKernel {
    StnFric (*slide)(const StnSelf *self, const real *p, const real *s, const StnSite *in,
                     StnRel *r, real *rate);
    void (*rest)(const StnSelf *self, const real *p, const real *s, const StnSite *in, StnRel *r,
                 real *lo, real *hi, real *rate);
    void (*decide)(const StnSelf *self, const real *p, real *s, const StnSite *in, StnRel *r);
    StnStep (*advance)(const StnSelf *self, const real *p, real *s, const StnSite *in, StnRel *r);
} StnLawKernel;

typedef struct StnPlantKernel {
    void (*eval)(const StnSelf *self, const real *p, const real *s, const StnIn *u, const real *d,
                 StnRel *r, StnSite *site, real *rate);
    void (*late)(const StnSelf *self, const real *p, const real *s, const StnIn *u, const real *d,
                 StnRel *r, const StnSite *site, real *rate);
    void (*outputs_at)(const StnSelf *self, const real *p, const real *s, const StnIn *u,
                       const real *d, StnRel *r, const StnSite *site, const real *FF, real *out);
    void (*sample)(const StnSelf *self, const real *p, const real *s, const StnIn *u,
                   const real *meas, real *d);
} StnPlantKernel;

#endif
