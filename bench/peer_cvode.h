/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* CVODE's BDF on the LuGre block, as a careful user drives it: equations and Jacobian by hand, and,
 * where asked, a restart at the edge of the Stribeck zone. */
#ifndef BENCH_PEER_CVODE_H
#define BENCH_PEER_CVODE_H

#include "block.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

typedef struct BdfSetting {
    double rtol;
    double floor; /* atol = rtol*floor*(1 m, 1 m/s, 1e-5 m) */
    bool guard;   /* restart at the edge of the zone */
} BdfSetting;

typedef struct Bdf {
    const Block *b;
    BdfSetting set;
    void *mem;
    N_Vector y;
} Bdf;

static int bdf_rates(double t, N_Vector y, N_Vector dy, void *user)
{
    const Block *b = ((const Bdf *)user)->b;
    const double *s = N_VGetArrayPointer(y);
    double *d = N_VGetArrayPointer(dy), v = s[1], z = s[2], q = v / b->vs;
    double g = b->Fc + (b->Fs - b->Fc) * exp(-q * q);
    d[0] = v;
    d[2] = v - b->sigma0 * fabs(v) * z / g;
    d[1] = (b->K * (b->V * t - s[0]) - b->sigma0 * z - b->sigma1 * d[2] - b->sigma2 * v) / b->m;
    return 0;
}

static int bdf_jacobian(double t, N_Vector y, N_Vector dy, SUNMatrix J, void *user, N_Vector one,
                        N_Vector two, N_Vector three)
{
    const Block *b = ((const Bdf *)user)->b;
    const double *s = N_VGetArrayPointer(y);
    double v = s[1], z = s[2], q = v / b->vs, rise = (b->Fs - b->Fc) * exp(-q * q);
    double g = b->Fc + rise, slope = -2.0 * q / b->vs * rise, sign = v < 0.0 ? -1.0 : 1.0;
    double zv = 1.0 - b->sigma0 * z * (sign * g - fabs(v) * slope) / (g * g);
    double zz = -b->sigma0 * fabs(v) / g;
    (void)t, (void)dy, (void)one, (void)two, (void)three;
    SM_ELEMENT_D(J, 0, 1) = 1.0;
    SM_ELEMENT_D(J, 1, 0) = -b->K / b->m;
    SM_ELEMENT_D(J, 1, 1) = -(b->sigma1 * zv + b->sigma2) / b->m;
    SM_ELEMENT_D(J, 1, 2) = -(b->sigma0 + b->sigma1 * zz) / b->m;
    SM_ELEMENT_D(J, 2, 1) = zv;
    SM_ELEMENT_D(J, 2, 2) = zz;
    return 0;
}

static int bdf_root(double t, N_Vector y, double *root, void *user)
{
    const Block *b = ((const Bdf *)user)->b;
    (void)t;
    root[0] = N_VGetArrayPointer(y)[1] - EDGE_OF_ZONE * b->vs;
    return 0;
}

static void bdf_restart(Bdf *e, double t)
{
    double dy[3];
    N_Vector d = e->set.guard && t > 0.0 ? N_VMake_Serial(3, dy, e->y->sunctx) : NULL;
    CVodeReInit(e->mem, t, e->y);
    if (d) {
        bdf_rates(t, e->y, d, e);
        CVodeSetInitStep(e->mem, 0.02 * e->b->vs / fabs(dy[1]));
        N_VDestroy(d);
    } else {
        CVodeSetInitStep(e->mem, 0.0);
    }
}

static void bdf_run(void *data, Outcome *out)
{
    Bdf *e = data;
    double t = 0.0;
    int row = 0, flag = 0;
    long rates = 0, part;
    out->nevent = 0;
    N_VConst(0.0, e->y);
    bdf_restart(e, 0.0);
    while (t < e->b->duration && flag >= 0) {
        double until = out->wants_path ? path_time(e->b, row + 1) : e->b->duration;
        flag = CVode(e->mem, until, e->y, &t, CV_NORMAL);
        if (flag == CV_ROOT_RETURN) {
            CVodeGetNumRhsEvals(e->mem, &part);
            rates += part;
            bdf_restart(e, t);
        } else if (out->wants_path) {
            out->path[++row] = N_VGetArrayPointer(e->y)[0];
        }
    }
    CVodeGetNumRhsEvals(e->mem, &part);
    out->path[0] = 0.0;
    out->rates = rates + part;
    out->failed = flag < 0;
    out->x_end = N_VGetArrayPointer(e->y)[0];
}

static void bdf_make(Bdf *e, const Block *b, const BdfSetting *set, SUNContext context)
{
    const double size[3] = {1.0, 1.0, 1e-5};
    N_Vector atol = N_VNew_Serial(3, context);
    SUNMatrix J = SUNDenseMatrix(3, 3, context);
    e->b = b;
    e->set = *set;
    e->y = N_VNew_Serial(3, context);
    N_VConst(0.0, e->y);
    for (int i = 0; i < 3; i++)
        N_VGetArrayPointer(atol)[i] = set->rtol * set->floor * size[i];
    e->mem = CVodeCreate(CV_BDF, context);
    CVodeInit(e->mem, bdf_rates, 0.0, e->y);
    CVodeSVtolerances(e->mem, set->rtol, atol);
    CVodeSetUserData(e->mem, e);
    CVodeSetLinearSolver(e->mem, SUNLinSol_Dense(e->y, J, context), J);
    CVodeSetJacFn(e->mem, bdf_jacobian);
    if (set->guard)
        CVodeRootInit(e->mem, 1, bdf_root);
    CVodeSetMaxNumSteps(e->mem, 10000000);
}

#endif
