/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* ARKODE's Dormand-Prince 5(4) on the block, as a careful user drives it: equations by hand, modes
 * frozen between roots, the edge of the Stribeck zone as a root of its own, a restart there with a
 * step matched to vs/|a|.  Tried and slower at every error: Fehlberg 13(7)8, Verner 8(5)6, the
 * Lagrange interpolant, the controllers PI and Gustafsson, longest steps of 0.5 and of no limit. */
#ifndef BENCH_PEER_ARKODE_H
#define BENCH_PEER_ARKODE_H

#include "block.h"

#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>

typedef struct ErkSetting {
    double rtol;
    double floor;   /* atol = rtol*floor for both states */
    int controller; /* of the step size: ARK_ADAPT_PID, ARK_ADAPT_I */
} ErkSetting;

typedef struct Erk {
    const Block *b;
    ErkSetting set;
    double dir; /* 0: stuck */
    bool zone;
    void *mem;
    N_Vector y;
} Erk;

static int erk_rates(double t, N_Vector y, N_Vector dy, void *user)
{
    const Erk *e = user;
    const Block *b = e->b;
    const double *s = N_VGetArrayPointer(y);
    double *d = N_VGetArrayPointer(dy), g = b->Fc;
    if (e->dir == 0.0) {
        d[0] = d[1] = 0.0;
        return 0;
    }
    if (e->zone) {
        double q = s[1] / b->vs;
        g += (b->Fs - b->Fc) * exp(-q * q);
    }
    d[0] = s[1];
    d[1] = (b->K * (b->V * t - s[0]) - e->dir * g - b->sigma2 * s[1]) / b->m;
    return 0;
}

static int erk_roots(double t, N_Vector y, double *root, void *user)
{
    const Erk *e = user;
    const Block *b = e->b;
    const double *s = N_VGetArrayPointer(y);
    double h = b->K * (b->V * t - s[0]);
    root[0] = e->dir == 0.0 ? b->Fs - h : e->dir * s[1];
    root[1] = e->dir == 0.0       ? b->Fs + h
              : b->law == COULOMB ? 1.0
                                  : e->dir * s[1] - EDGE_OF_ZONE * b->vs;
    return 0;
}

/* Go on from here with a first step and a longest step (0: the method's own choice). */
static void erk_restart(Erk *e, double t, double first, double longest)
{
    ERKStepReset(e->mem, t, e->y);
    ERKStepSetInitStep(e->mem, first);
    ERKStepSetMaxStep(e->mem, longest);
}

static void erk_decide(Erk *e, double t, const int *fired, Outcome *out)
{
    const Block *b = e->b;
    double *s = N_VGetArrayPointer(e->y), h = b->K * (b->V * t - s[0]), last;
    if (e->dir == 0.0) { /* breaks away */
        e->dir = h > 0.0 ? 1.0 : -1.0;
        e->zone = b->law == STRIBECK;
        note_event(out, t);
        erk_restart(e, t, 0.0, 0.0);
    } else if (fired[0]) { /* v = 0 */
        s[1] = 0.0;
        e->dir = fabs(h) <= b->Fs ? 0.0 : h > 0.0 ? 1.0 : -1.0;
        note_event(out, t);
        erk_restart(e, t, e->dir == 0.0 ? 1.0 : 0.0, 0.0);
    } else { /* the edge of the zone */
        double a = (h - e->dir * b->Fc - b->sigma2 * s[1]) / b->m, scale = b->vs / fabs(a);
        e->zone = e->dir * a < 0.0;
        ERKStepGetCurrentStep(e->mem, &last);
        erk_restart(e, t, e->zone ? fmin(last, 0.2 * scale) : last, e->zone ? 2.0 * scale : 0.0);
    }
}

static void erk_run(void *data, Outcome *out)
{
    Erk *e = data;
    double t = 0.0;
    int fired[2], flag = 0;
    long before, after;
    out->nevent = 0;
    e->dir = 0.0;
    N_VConst(0.0, e->y);
    ERKStepGetNumRhsEvals(e->mem, &before);
    erk_restart(e, 0.0, 1.0, 0.0);
    while (t < e->b->duration && flag >= 0) {
        flag = ERKStepEvolve(e->mem, e->b->duration, e->y, &t, ARK_NORMAL);
        if (flag == ARK_ROOT_RETURN) {
            ERKStepGetRootInfo(e->mem, fired);
            erk_decide(e, t, fired, out);
        }
    }
    ERKStepGetNumRhsEvals(e->mem, &after);
    out->rates = after - before;
    out->failed = flag < 0;
    out->x_end = N_VGetArrayPointer(e->y)[0];
}

/* Never freed: a benchmark's peers live as long as the program. */
static void erk_make(Erk *e, const Block *b, const ErkSetting *set, SUNContext context)
{
    e->b = b;
    e->set = *set;
    e->y = N_VNew_Serial(2, context);
    N_VConst(0.0, e->y);
    e->mem = ERKStepCreate(erk_rates, 0.0, e->y, context);
    ERKStepSetTableNum(e->mem, ARKODE_DORMAND_PRINCE_7_4_5);
    ERKStepSetAdaptivityMethod(e->mem, set->controller, 1, 0, NULL);
    ERKStepSetUserData(e->mem, e);
    ERKStepSStolerances(e->mem, set->rtol, set->rtol * set->floor);
    ERKStepRootInit(e->mem, 2, erk_roots);
    ERKStepSetNoInactiveRootWarn(e->mem);
    ERKStepSetMaxNumSteps(e->mem, 10000000);
}

#endif
