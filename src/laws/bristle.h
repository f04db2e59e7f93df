/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed step shared by the bristle laws, linearly implicit in z and v together:
 *   L = 1 + dt*a*sigma0*|v|/g,  z' = (z + dt*v')/L  inserted into  m*(v' - v)/dt = h - FF',
 *   FF' = sigma0*z' + sigma1*(z' - z)/dt + sigma2*(v' + T*(v' - v)/dt).
 * A stable z alone is not enough: with an explicit v a stiff bristle chatters and slides away. */
#ifndef STN_LAWS_BRISTLE_H
#define STN_LAWS_BRISTLE_H

#include "laws/curve.h"

typedef struct {
    real sigma0, sigma1, sigma2, T;
    real pull; /* a*sigma0*|v|/g: rate at which sliding relaxes the bristle */
} StnBristle;

STN_FN StnStep stn_bristle_step(const StnBristle *b, const StnSite *in, real *z)
{
    real dt = in->dt, L = 1.0 + dt * b->pull;
    real inertia = (in->m + b->sigma2 * b->T) / dt;
    real gain = (b->sigma0 * dt + b->sigma1) / L + b->sigma2;
    real held = b->sigma0 * *z / L + b->sigma1 * (*z / L - *z) / dt;
    StnStep step;
    step.v = (inertia * in->v + in->h - held) / (inertia + gain);
    *z = (*z + dt * step.v) / L;
    step.FF = in->h - in->m * (step.v - in->v) / dt;
    step.extra = stn_splat(0.0);
    return step;
}

#endif
