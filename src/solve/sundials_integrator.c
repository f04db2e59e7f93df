/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* ARKODE (Dormand-Prince 5(4)) or, where a law has states or the damping is stiff, CVODE (BDF, dense, exact
 * Jacobian) on one smooth piece. */
#include "solve/step.h"

#if STN_HAVE_SUNDIALS && !defined(STN_CORE_ONLY)

#include "solve/sundials_integrator.h"

#include <math.h>
#include <string.h>

enum { FAILS_MOST = 30 };
#define STIFF_RATE 1e4 /* 1/s: damping beyond which the explicit method would crawl */

/* ---- The library ---- */

static const char *const functions[] = {STN_SUNDIALS_FUNCTIONS(STN_LIBRARY_NAME)};
static StnSharedLibrary sundials_library = {
    .purpose = "the method sundials",
    .package = "libsundials-dev",
    .file = {STN_CVODE_FILE,
             STN_ARKODE_FILE}, /* both carry the serial vector and the dense matrix */
    .function = functions,
    .count = sizeof functions / sizeof *functions,
};

StnStatus stn_sundials_load(const StnSundialsFunctions **call, StnError *error)
{
    const void *table;
    StnStatus status = stn_library_table(&sundials_library, &table, error);
    *call = table;
    return status;
}

/* ---- Clones ----
 * SUNDIALS writes into what N_VClone and SUNMatClone return without a look whether there is anything.  So
 * clones are made here: where memory is out they are all the one spare, which was made beforehand, and
 * memory_out says that no result may be used.  The library passes no pointer of ours to these functions. */

static _Thread_local StnSundials *current;

static N_Vector clone_vector(N_Vector v)
{
    N_Vector clone = current->call->N_VClone_Serial(v);
    current->memory_out = current->memory_out || !clone;
    return clone ? clone : current->spare_vector;
}

static void destroy_vector(N_Vector v)
{
    if (v != current->spare_vector)
        current->call->N_VDestroy_Serial(v);
}

static SUNMatrix clone_matrix(SUNMatrix m)
{
    SUNMatrix clone = current->call->SUNMatClone_Dense(m);
    current->memory_out = current->memory_out || !clone;
    return clone ? clone : current->spare_matrix;
}

static void destroy_matrix(SUNMatrix m)
{
    if (m != current->spare_matrix)
        current->call->SUNMatDestroy_Dense(m);
}

static N_Vector new_vector(StnSundials *e, const StnSystem *S)
{
    N_Vector v = e->call->N_VNew_Serial(S->model.n, e->context);
    if (v) {
        v->ops->nvclone = clone_vector;
        v->ops->nvdestroy = destroy_vector;
    }
    return v;
}

static SUNMatrix new_matrix(StnSundials *e, const StnSystem *S)
{
    SUNMatrix m = e->call->SUNDenseMatrix(S->model.n, S->model.n, e->context);
    if (m) {
        m->ops->clone = clone_matrix;
        m->ops->destroy = destroy_matrix;
    }
    return m;
}

/* ---- Callbacks ---- */

static int rates(realtype t, N_Vector yv, N_Vector dyv, void *user)
{
    StnSmoothPiece *piece = user;
    const StnSystem *S = piece->S;
    double y[STN_ROW] = {0}, dy[STN_ROW];
    memcpy(y, NV_DATA_S(yv), (size_t)S->model.n * sizeof *y);
    stn_rates(S, piece->st, t, y, dy, stn_guard(S, piece->st));
    for (int i = 0; i < S->model.n; i++)
        if (!isfinite(dy[i]))
            return 1; /* try a shorter step */
    memcpy(NV_DATA_S(dyv), dy, (size_t)S->model.n * sizeof *dy);
    return 0;
}

static int roots(realtype t, N_Vector yv, realtype *guard, void *user)
{
    StnSmoothPiece *piece = user;
    const StnSystem *S = piece->S;
    double y[STN_ROW] = {0};
    memcpy(y, NV_DATA_S(yv), (size_t)S->model.n * sizeof *y);
    stn_pin(S, piece->st, stn_coef(S, piece->st), y);
    stn_piece_guards(piece, t, y, guard);
    return 0;
}

static int jacobian(realtype t, N_Vector yv, N_Vector fy, SUNMatrix out, void *user, N_Vector a,
                    N_Vector b, N_Vector c)
{
    (void)fy, (void)a, (void)b, (void)c;
    StnSmoothPiece *piece = user;
    const StnSystem *S = piece->S;
    double y[STN_ROW] = {0}, *J = stn_scratch(S, piece->st);
    memcpy(y, NV_DATA_S(yv), (size_t)S->model.n * sizeof *y);
    stn_jacobian(S, piece->st, t, y, J, NULL, NULL, NULL, NULL, 0);
    for (int i = 0; i < S->model.n; i++)
        for (int j = 0; j < S->model.n; j++)
            SM_ELEMENT_D(out, i, j) = J[i * S->model.n + j];
    return 0;
}

/* Keeps SUNDIALS from printing. */
static void note(int code, const char *module, const char *function, char *text, void *user)
{
    (void)module, (void)function, (void)text;
    ((StnSundials *)user)->failure = code;
}

/* ---- The two integrators behind one face ---- */

static bool is_stiff(const StnSystem *S, StnState *st, const double *y)
{
    StnWork *W = stn_work(st);
    double *J = stn_scratch(S, st);
    if (S->solver.integrator == STN_INTEGRATOR_IMPLICIT)
        return true;
    if (S->solver.integrator == STN_INTEGRATOR_EXPLICIT)
        return false;
    for (int i = 0; i < S->model.nsite; i++)
        if (S->model.law_nstate[i] > 0)
            return true;
    stn_jacobian(S, st, W->t0, y, J, NULL, NULL, NULL, NULL, 0);
    for (int i = 0; i < S->model.n; i++)
        if (-J[i * S->model.n + i] > STIFF_RATE)
            return true;
    return false;
}

static bool open_erk(StnSundials *e, StnSmoothPiece *piece, double h, int *falling)
{
    StnWork *W = stn_work(piece->st);
    const StnSystem *S = piece->S;
    const StnSundialsFunctions *call = e->call;
    void *m = e->memory = call->ERKStepCreate(rates, W->t0, e->y, e->context);
    return m && !call->ERKStepSetErrHandlerFn(m, note, e) && !call->ERKStepSetUserData(m, piece) &&
           !call->ERKStepSetTableNum(m, ARKODE_DORMAND_PRINCE_7_4_5) &&
           !call->ERKStepSetInterpolantDegree(m, ARK_INTERP_MAX_DEGREE) &&
           !call->ERKStepSVtolerances(m, stn_sundials_rtol(S), e->atol) &&
           !call->ERKStepSetMaxErrTestFails(m, FAILS_MOST) &&
           !call->ERKStepSetMaxHnilWarns(m, -1) && !call->ERKStepSetInitStep(m, h) &&
           !call->ERKStepRootInit(m, S->model.nguard, roots) &&
           !call->ERKStepSetRootDirection(m, falling) && !call->ERKStepSetNoInactiveRootWarn(m);
}

static bool open_bdf(StnSundials *e, StnSmoothPiece *piece, double h, int *falling)
{
    StnWork *W = stn_work(piece->st);
    const StnSystem *S = piece->S;
    const StnSundialsFunctions *call = e->call;
    void *m = e->memory = call->CVodeCreate(CV_BDF, e->context);
    e->matrix = new_matrix(e, S);
    e->spare_matrix = new_matrix(e, S);
    e->solver =
        e->matrix && e->spare_matrix ? call->SUNLinSol_Dense(e->y, e->matrix, e->context) : NULL;
    if (!m || !e->solver || call->CVodeSetErrHandlerFn(m, note, e))
        return false;
    if (e->call->CVodeInit(m, rates, W->t0, e->y)) {
        e->memory = NULL; /* lost: CVodeFree would free once more what CVodeInit has freed */
        return false;
    }
    return !call->CVodeSetUserData(m, piece) &&
           !call->CVodeSVtolerances(m, stn_sundials_rtol(S), e->atol) &&
           !call->CVodeSetMaxErrTestFails(m, FAILS_MOST) &&
           !call->CVodeSetMaxConvFails(m, FAILS_MOST) && !call->CVodeSetMaxHnilWarns(m, -1) &&
           !call->CVodeSetLinearSolver(m, e->solver, e->matrix) &&
           !call->CVodeSetJacFn(m, jacobian) && !call->CVodeSetInitStep(m, h) &&
           !call->CVodeRootInit(m, S->model.nguard, roots) &&
           !call->CVodeSetRootDirection(m, falling) && !call->CVodeSetNoInactiveRootWarn(m);
}

bool stn_sundials_open(StnSundials *e, const StnSundialsFunctions *call, StnSmoothPiece *piece,
                       const double *y, double h)
{
    const StnSystem *S = piece->S;
    int falling[STN_GUARDS_MAX];
    *e = (StnSundials){.call = call};
    current = e;
    e->stiff = is_stiff(S, piece->st, y);
    if (e->call->SUNContext_Create(NULL, &e->context))
        return false;
    e->y = new_vector(e, S);
    e->atol = new_vector(e, S);
    e->spare_vector = new_vector(e, S);
    if (!e->y || !e->atol || !e->spare_vector)
        return false;
    memcpy(NV_DATA_S(e->y), y, (size_t)S->model.n * sizeof *y);
    for (int i = 0; i < S->model.n; i++)
        NV_DATA_S(e->atol)[i] = stn_sundials_rtol(S) * S->scale_abs[i];
    for (int k = 0; k < S->model.nguard; k++)
        falling[k] = -1;
    return (e->stiff ? open_bdf(e, piece, h, falling) : open_erk(e, piece, h, falling)) &&
           !e->memory_out;
}

void stn_sundials_close(StnSundials *e)
{
    if (e->stiff)
        e->call->CVodeFree(&e->memory);
    else
        e->call->ERKStepFree(&e->memory);
    e->call->SUNLinSolFree(e->solver); /* these take NULL */
    e->call->SUNMatDestroy(e->matrix);
    e->call->N_VDestroy(e->y);
    e->call->N_VDestroy(e->atol);
    if (e->spare_matrix)
        e->call->SUNMatDestroy_Dense(e->spare_matrix);
    if (e->spare_vector)
        e->call->N_VDestroy_Serial(e->spare_vector);
    e->call->SUNContext_Free(&e->context);
}

int stn_sundials_step(StnSundials *e, double t_most, double *t)
{
    if (e->stiff) {
        e->call->CVodeSetStopTime(e->memory, t_most);
        return e->call->CVode(e->memory, t_most, e->y, t, CV_ONE_STEP);
    }
    e->call->ERKStepSetStopTime(e->memory, t_most);
    return e->call->ERKStepEvolve(e->memory, t_most, e->y, t, ARK_ONE_STEP);
}

bool stn_sundials_at(StnSundials *e, double t, N_Vector y)
{
    return (e->stiff ? e->call->CVodeGetDky(e->memory, t, 0, y)
                     : e->call->ERKStepGetDky(e->memory, t, 0, y)) == 0;
}

int stn_sundials_root(StnSundials *e, int count)
{
    int found[STN_GUARDS_MAX] = {0};
    e->stiff ? e->call->CVodeGetRootInfo(e->memory, found)
             : e->call->ERKStepGetRootInfo(e->memory, found);
    for (int k = 0; k < count; k++)
        if (found[k] != 0)
            return k;
    return -1;
}

void stn_sundials_count(StnSundials *e, StnCounters *counters)
{
    const StnSundialsFunctions *call = e->call;
    long steps = 0, fails = 0;
    void *m = e->memory;
    e->stiff ? call->CVodeGetNumSteps(m, &steps) : call->ERKStepGetNumSteps(m, &steps);
    e->stiff ? call->CVodeGetNumErrTestFails(m, &fails)
             : call->ERKStepGetNumErrTestFails(m, &fails);
    *(e->stiff ? &counters->implicit_steps : &counters->explicit_steps) += steps;
    counters->steps += steps + fails;
    counters->rejected += fails;
}

/* ---- Failures ---- */

StnStatus stn_sundials_failed(const StnSundials *e, const StnSystem *S, const StnState *st,
                              int flag, StnError *error)
{
    StnWork *W = stn_work(st);
    char why[160];
    switch (flag) { /* ARKODE has the same numbers */
    case CV_MEM_FAIL: return stn_out_of_memory(error);
    case CV_RHSFUNC_FAIL:
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR:
        return stn_lost(S, W->t0, stn_coef(S, st), STN_DIVERGED, "the run diverged", error);
    case CV_TOO_MUCH_ACC:
    case CV_ERR_FAILURE:
    case CV_CONV_FAILURE:
        return stn_lost(
            S, W->t0, stn_coef(S, st), STN_STEP_TOO_SMALL,
            "the step size fell below what time resolves: the run diverges or the tolerance is "
            "out of reach",
            error);
    default: break;
    }
    stn_format(why, sizeof why, "%s of SUNDIALS failed with code %d", e->stiff ? "CVODE" : "ARKODE",
               flag);
    return stn_lost(S, W->t0, stn_coef(S, st), STN_FAILED, why, error);
}

/* Something that was not made is no memory; so is a code that says it. */
StnStatus stn_sundials_not_made(const StnSundials *e, const StnSystem *S, const StnState *st,
                                StnError *error)
{
    if (e->memory_out || e->failure == 0 || e->failure == CVLS_MEM_FAIL)
        return stn_out_of_memory(error);
    return stn_sundials_failed(e, S, st, e->failure, error);
}

#endif
