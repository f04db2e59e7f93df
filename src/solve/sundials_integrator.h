/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The two integrators of SUNDIALS behind one face. */
#ifndef STN_SOLVE_SUNDIALS_INTEGRATOR_H
#define STN_SOLVE_SUNDIALS_INTEGRATOR_H

#include "modules/shared_library.h"
#include "solve/smooth_piece.h"

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

/* The functions of SUNDIALS that are called; loaded when the first piece is integrated. */
#define STN_SUNDIALS_FUNCTIONS(X)   \
    X(CVode)                        \
    X(CVodeCreate)                  \
    X(CVodeFree)                    \
    X(CVodeGetDky)                  \
    X(CVodeGetNumErrTestFails)      \
    X(CVodeGetNumSteps)             \
    X(CVodeGetRootInfo)             \
    X(CVodeInit)                    \
    X(CVodeRootInit)                \
    X(CVodeSVtolerances)            \
    X(CVodeSetErrHandlerFn)         \
    X(CVodeSetInitStep)             \
    X(CVodeSetJacFn)                \
    X(CVodeSetLinearSolver)         \
    X(CVodeSetMaxConvFails)         \
    X(CVodeSetMaxErrTestFails)      \
    X(CVodeSetMaxHnilWarns)         \
    X(CVodeSetNoInactiveRootWarn)   \
    X(CVodeSetRootDirection)        \
    X(CVodeSetStopTime)             \
    X(CVodeSetUserData)             \
    X(ERKStepCreate)                \
    X(ERKStepEvolve)                \
    X(ERKStepFree)                  \
    X(ERKStepGetDky)                \
    X(ERKStepGetNumErrTestFails)    \
    X(ERKStepGetNumSteps)           \
    X(ERKStepGetRootInfo)           \
    X(ERKStepRootInit)              \
    X(ERKStepSVtolerances)          \
    X(ERKStepSetErrHandlerFn)       \
    X(ERKStepSetInitStep)           \
    X(ERKStepSetInterpolantDegree)  \
    X(ERKStepSetMaxErrTestFails)    \
    X(ERKStepSetMaxHnilWarns)       \
    X(ERKStepSetNoInactiveRootWarn) \
    X(ERKStepSetRootDirection)      \
    X(ERKStepSetStopTime)           \
    X(ERKStepSetTableNum)           \
    X(ERKStepSetUserData)           \
    X(N_VClone)                     \
    X(N_VClone_Serial)              \
    X(N_VDestroy)                   \
    X(N_VDestroy_Serial)            \
    X(N_VNew_Serial)                \
    X(SUNContext_Create)            \
    X(SUNContext_Free)              \
    X(SUNDenseMatrix)               \
    X(SUNLinSolFree)                \
    X(SUNLinSol_Dense)              \
    X(SUNMatClone_Dense)            \
    X(SUNMatDestroy)                \
    X(SUNMatDestroy_Dense)

typedef struct StnSundialsFunctions {
    STN_SUNDIALS_FUNCTIONS(STN_LIBRARY_POINTER)
} StnSundialsFunctions;

typedef struct StnSundials {
    const StnSundialsFunctions *call;
    bool stiff;
    void *memory;
    SUNContext context;
    N_Vector y, atol;
    SUNMatrix matrix;
    SUNLinearSolver solver;
    N_Vector spare_vector; /* what clones become when memory is out; see there */
    SUNMatrix spare_matrix;
    bool memory_out;
    int failure; /* the last code that SUNDIALS reported */
} StnSundials;

static inline double stn_sundials_rtol(const StnSystem *S)
{
    return fmax(0.1 * S->solver.rtol, 1e-14);
}
/* STN_UNAVAILABLE where the library is not there. */
StnStatus stn_sundials_load(const StnSundialsFunctions **call, StnError *error);
/* False where something could not be made: stn_sundials_not_made says why.  To be closed in any case. */
bool stn_sundials_open(StnSundials *e, const StnSundialsFunctions *call, StnSmoothPiece *piece,
                       const double *y, double h);
void stn_sundials_close(StnSundials *e);
/* One step from *t, at most to t_most: a largest step size would act one step late.  A code of SUNDIALS. */
int stn_sundials_step(StnSundials *e, double t_most, double *t);
/* y at t, inside the last step. */
bool stn_sundials_at(StnSundials *e, double t, N_Vector y);
/* The guard that reached zero; of several the first. */
int stn_sundials_root(StnSundials *e, int count);
void stn_sundials_count(StnSundials *e, StnCounters *counters);
/* The sentence for a code below 0, and for what could not be made. */
StnStatus stn_sundials_failed(const StnSundials *e, const StnSystem *S, const StnState *st,
                              int flag, StnError *error);
StnStatus stn_sundials_not_made(const StnSundials *e, const StnSystem *S, const StnState *st,
                                StnError *error);

#endif
