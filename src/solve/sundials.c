/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The second, independent engine, for cross-checks: ARKODE (Dormand-Prince 5(4)) or, where a law
 * has states or the damping is stiff, CVODE (BDF, dense, exact Jacobian), with SUNDIALS' own root
 * finding on the guards.  It shares the modes and the equations with our engine, and no numerics:
 * not the integrators, not the search for events, not the interpolation.
 *
 * The state stays plain memory: integrators are made per smooth piece and go to its end exactly, so
 * rows cost restarts, and results depend on them within the tolerance.
 * Limits: a guard that dips below zero and comes back inside one step is not seen. */
#include "solve/step.h"

#if STN_HAVE_SUNDIALS && !defined(STN_CORE_ONLY) /* libstiction-core has only libc and libm */

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

enum { FAILS_MOST = 30, PROBES = 40, POINTS = 3 };
#define STIFF_RATE 1e4 /* 1/s: damping beyond which the explicit method would crawl */

/* What the callbacks see: one smooth piece with frozen modes. */
typedef struct {
    const StnSystem *S;
    StnState *st;
    double lift[STN_GUARDS_MAX]; /* keeps a guard that starts at zero from firing at once */
} Piece;

typedef struct {
    bool stiff;
    void *memory;
    SUNContext context;
    N_Vector y, atol;
    SUNMatrix matrix;
    SUNLinearSolver solver;
    N_Vector spare_vector; /* what clones become when memory is out; see below */
    SUNMatrix spare_matrix;
    bool memory_out;
    int failure; /* the last code that SUNDIALS reported */
} Engine;

/* ---- Clones ----
 * SUNDIALS writes into what N_VClone and SUNMatClone return without a look whether there is anything.  So
 * clones are made here: where memory is out they are all the one spare, which was made beforehand, and
 * memory_out says that no result may be used.  The library passes no pointer of ours to these functions. */

static _Thread_local Engine *current;

static N_Vector clone_vector(N_Vector v)
{
    N_Vector clone = N_VClone_Serial(v);
    current->memory_out = current->memory_out || !clone;
    return clone ? clone : current->spare_vector;
}

static void destroy_vector(N_Vector v)
{
    if (v != current->spare_vector)
        N_VDestroy_Serial(v);
}

static SUNMatrix clone_matrix(SUNMatrix m)
{
    SUNMatrix clone = SUNMatClone_Dense(m);
    current->memory_out = current->memory_out || !clone;
    return clone ? clone : current->spare_matrix;
}

static void destroy_matrix(SUNMatrix m)
{
    if (m != current->spare_matrix)
        SUNMatDestroy_Dense(m);
}

static N_Vector new_vector(const StnSystem *S, SUNContext context)
{
    N_Vector v = N_VNew_Serial(S->model.n, context);
    if (v) {
        v->ops->nvclone = clone_vector;
        v->ops->nvdestroy = destroy_vector;
    }
    return v;
}

static SUNMatrix new_matrix(const StnSystem *S, SUNContext context)
{
    SUNMatrix m = SUNDenseMatrix(S->model.n, S->model.n, context);
    if (m) {
        m->ops->clone = clone_matrix;
        m->ops->destroy = destroy_matrix;
    }
    return m;
}

/* ---- Callbacks ---- */

static int rates(realtype t, N_Vector yv, N_Vector dyv, void *user)
{
    Piece *piece = user;
    const StnSystem *S = piece->S;
    double y[STN_STATES_MAX + STN_VECTOR_MAX] = {0}, dy[STN_STATES_MAX + STN_VECTOR_MAX];
    memcpy(y, N_VGetArrayPointer(yv), (size_t)S->model.n * sizeof *y);
    stn_rates(S, piece->st, t, y, dy, stn_guard(S, piece->st));
    for (int i = 0; i < S->model.n; i++)
        if (!isfinite(dy[i]))
            return 1; /* try a shorter step */
    memcpy(N_VGetArrayPointer(dyv), dy, (size_t)S->model.n * sizeof *dy);
    return 0;
}

static int roots(realtype t, N_Vector yv, realtype *guard, void *user)
{
    Piece *piece = user;
    const StnSystem *S = piece->S;
    double y[STN_STATES_MAX + STN_VECTOR_MAX] = {0}, dy[STN_STATES_MAX + STN_VECTOR_MAX];
    memcpy(y, N_VGetArrayPointer(yv), (size_t)S->model.n * sizeof *y);
    stn_pin(S, piece->st, stn_coef(S, piece->st), y);
    stn_rates(S, piece->st, t, y, dy, guard);
    for (int k = 0; k < S->model.nguard; k++)
        guard[k] = fmin(guard[k], 1e300) + piece->lift[k]; /* a limit may be infinitely far */
    return 0;
}

static int jacobian(realtype t, N_Vector yv, N_Vector fy, SUNMatrix out, void *user, N_Vector a,
                    N_Vector b, N_Vector c)
{
    (void)fy, (void)a, (void)b, (void)c;
    Piece *piece = user;
    const StnSystem *S = piece->S;
    double y[STN_STATES_MAX + STN_VECTOR_MAX] = {0}, *J = stn_scratch(S, piece->st);
    memcpy(y, N_VGetArrayPointer(yv), (size_t)S->model.n * sizeof *y);
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
    ((Engine *)user)->failure = code;
}

/* ---- The two integrators behind one face ---- */

static double tolerance(const StnSystem *S) { return fmax(0.1 * S->solver.rtol, 1e-14); }

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

static bool open_erk(Engine *e, Piece *piece, double h, int *falling)
{
    StnWork *W = stn_work(piece->st);
    const StnSystem *S = piece->S;
    void *m = e->memory = ERKStepCreate(rates, W->t0, e->y, e->context);
    return m && !ERKStepSetErrHandlerFn(m, note, e) && !ERKStepSetUserData(m, piece) &&
           !ERKStepSetTableNum(m, ARKODE_DORMAND_PRINCE_7_4_5) &&
           !ERKStepSetInterpolantDegree(m, ARK_INTERP_MAX_DEGREE) &&
           !ERKStepSVtolerances(m, tolerance(S), e->atol) &&
           !ERKStepSetMaxErrTestFails(m, FAILS_MOST) && !ERKStepSetMaxHnilWarns(m, -1) &&
           !ERKStepSetInitStep(m, h) && !ERKStepRootInit(m, S->model.nguard, roots) &&
           !ERKStepSetRootDirection(m, falling) && !ERKStepSetNoInactiveRootWarn(m);
}

static bool open_bdf(Engine *e, Piece *piece, double h, int *falling)
{
    StnWork *W = stn_work(piece->st);
    const StnSystem *S = piece->S;
    void *m = e->memory = CVodeCreate(CV_BDF, e->context);
    e->matrix = new_matrix(S, e->context);
    e->spare_matrix = new_matrix(S, e->context);
    e->solver = e->matrix && e->spare_matrix ? SUNLinSol_Dense(e->y, e->matrix, e->context) : NULL;
    if (!m || !e->solver || CVodeSetErrHandlerFn(m, note, e))
        return false;
    if (CVodeInit(m, rates, W->t0, e->y)) {
        e->memory = NULL; /* lost: CVodeFree would free once more what CVodeInit has freed */
        return false;
    }
    return !CVodeSetUserData(m, piece) && !CVodeSVtolerances(m, tolerance(S), e->atol) &&
           !CVodeSetMaxErrTestFails(m, FAILS_MOST) && !CVodeSetMaxConvFails(m, FAILS_MOST) &&
           !CVodeSetMaxHnilWarns(m, -1) && !CVodeSetLinearSolver(m, e->solver, e->matrix) &&
           !CVodeSetJacFn(m, jacobian) && !CVodeSetInitStep(m, h) &&
           !CVodeRootInit(m, S->model.nguard, roots) && !CVodeSetRootDirection(m, falling) &&
           !CVodeSetNoInactiveRootWarn(m);
}

static bool engine_open(Engine *e, Piece *piece, const double *y, double h)
{
    const StnSystem *S = piece->S;
    int falling[STN_GUARDS_MAX];
    memset(e, 0, sizeof *e);
    current = e;
    e->stiff = is_stiff(S, piece->st, y);
    if (SUNContext_Create(NULL, &e->context))
        return false;
    e->y = new_vector(S, e->context);
    e->atol = new_vector(S, e->context);
    e->spare_vector = new_vector(S, e->context);
    if (!e->y || !e->atol || !e->spare_vector)
        return false;
    memcpy(N_VGetArrayPointer(e->y), y, (size_t)S->model.n * sizeof *y);
    for (int i = 0; i < S->model.n; i++)
        N_VGetArrayPointer(e->atol)[i] = tolerance(S) * S->scale_abs[i];
    for (int k = 0; k < S->model.nguard; k++)
        falling[k] = -1;
    return (e->stiff ? open_bdf(e, piece, h, falling) : open_erk(e, piece, h, falling)) &&
           !e->memory_out;
}

static void engine_close(Engine *e)
{
    if (e->stiff)
        CVodeFree(&e->memory);
    else
        ERKStepFree(&e->memory);
    SUNLinSolFree(e->solver); /* these take NULL */
    SUNMatDestroy(e->matrix);
    N_VDestroy(e->y);
    N_VDestroy(e->atol);
    if (e->spare_matrix)
        SUNMatDestroy_Dense(e->spare_matrix);
    if (e->spare_vector)
        N_VDestroy_Serial(e->spare_vector);
    SUNContext_Free(&e->context);
}

/* One step from *t, at most to t_most: a largest step size would act one step late. */
static int engine_step(Engine *e, double t_most, double *t)
{
    if (e->stiff) {
        CVodeSetStopTime(e->memory, t_most);
        return CVode(e->memory, t_most, e->y, t, CV_ONE_STEP);
    }
    ERKStepSetStopTime(e->memory, t_most);
    return ERKStepEvolve(e->memory, t_most, e->y, t, ARK_ONE_STEP);
}

static bool engine_at(Engine *e, double t, N_Vector y)
{
    return (e->stiff ? CVodeGetDky(e->memory, t, 0, y) : ERKStepGetDky(e->memory, t, 0, y)) == 0;
}

/* The guard that reached zero; of several the first. */
static int engine_root(Engine *e, int count)
{
    int found[STN_GUARDS_MAX] = {0};
    e->stiff ? CVodeGetRootInfo(e->memory, found) : ERKStepGetRootInfo(e->memory, found);
    for (int k = 0; k < count; k++)
        if (found[k] != 0)
            return k;
    return -1;
}

static void engine_count(Engine *e, StnCounters *counters)
{
    long steps = 0, fails = 0;
    void *m = e->memory;
    e->stiff ? CVodeGetNumSteps(m, &steps) : ERKStepGetNumSteps(m, &steps);
    e->stiff ? CVodeGetNumErrTestFails(m, &fails) : ERKStepGetNumErrTestFails(m, &fails);
    *(e->stiff ? &counters->implicit_steps : &counters->explicit_steps) += steps;
    counters->steps += steps + fails;
    counters->rejected += fails;
}

/* ---- Steps matched to narrow features ---- */

static double longest_step(const StnSystem *S, const StnState *st, const double *y,
                           const double *dy)
{
    StnWork *W = stn_work(st);
    double h = fmin(S->solver.h_max,
                    0.25 * S->num.t_shortest); /* limits of a standing site follow inputs */
    for (int i = 0; i < S->model.nsite; i++) {
        double dir = st->modes.dir[i], v = dir * stn_site_v(&S->model, y, i);
        double a = dir * stn_site_v(&S->model, dy, i), fine = 0.25 * S->num.shape[i].v_scale;
        if (dir == 0.0 || S->model.imposed[i] || !(S->num.shape[i].zone > 0.0))
            continue;
        if (st->modes.zone[i] && a != 0.0)
            h = fmin(h, fine / fabs(a));
        else if (!st->modes.zone[i] && a < 0.0) /* stages beyond the edge would spoil the step */
            h = fmin(h, fmax(0.9 * (v - S->num.shape[i].zone), fine) / -a);
    }
    return fmin(h, 1e3 * fmax(1.0, fabs(W->t0)));
}

/* ---- Guards at the start of a piece ---- */

/* Below this a guard is zero as far as rounding and, for velocities, the tolerance can tell. */
static double guard_noise(const StnSystem *S, const StnState *st, int k, double size)
{
    int site = (k - S->model.g_site) / 2, stop = (k - S->model.g_stop) / 2,
        which = (k - S->model.g_site) % 2;
    if (k >= S->model.g_stop &&
        st->modes.stop[stop] == 0.0) /* the force that lets it leave is known so well */
        return tolerance(S) * S->scale[S->model.plant->stops[stop].pos];
    if (k < S->model.g_site || k >= S->model.g_stop || st->modes.dir[site] == 0.0)
        return 1e-12 * size;
    if (which == 1)
        return 1e-13 * S->num.shape[site].zone;
    return tolerance(S) *
           (S->model.imposed[site] ? size : stn_site_v(&S->model, S->scale_abs, site));
}

/* Guards a short time ahead, by the midpoint rule. */
static void guards_ahead(const Piece *piece, const double *y, const double *dy, double h,
                         double *guard)
{
    StnWork *W = stn_work(piece->st);
    const StnSystem *S = piece->S;
    double probe[STN_STATES_MAX + STN_VECTOR_MAX] = {0}, slope[STN_STATES_MAX + STN_VECTOR_MAX];
    double t = W->t0;
    for (int i = 0; i < S->model.n; i++)
        probe[i] = y[i] + 0.5 * h * dy[i];
    stn_rates(S, piece->st, t + 0.5 * h, probe, slope, guard);
    for (int i = 0; i < S->model.n; i++)
        probe[i] = y[i] + h * slope[i];
    stn_rates(S, piece->st, t + h, probe, slope, guard);
}

/* Which guard is below zero, or leaves zero downwards; -1: none.  Those at zero are lifted. */
static int guards_at_start(Piece *piece, const double *y, const double *dy, const double *now,
                           double h)
{
    const StnSystem *S = piece->S;
    double end[STN_GUARDS_MAX], ahead[STN_GUARDS_MAX], noise[STN_GUARDS_MAX] = {0.0};
    bool open[STN_GUARDS_MAX] = {false}, any = false;
    guards_ahead(piece, y, dy, h, end);
    for (int k = 0; k < S->model.nguard; k++) {
        noise[k] = guard_noise(S, piece->st, k, fmax(fabs(now[k]), fabs(end[k])));
        open[k] = now[k] <= noise[k];
        any = any || open[k];
        piece->lift[k] = open[k] ? fmax(4.0 * noise[k], 1e-300) : 0.0; /* 0 would not be watched */
        if (now[k] < -noise[k])
            return k;
    }
    for (int p = PROBES; any && p >= 0; p--) {
        guards_ahead(piece, y, dy, ldexp(h, -p), ahead);
        any = false;
        for (int k = 0; k < S->model.nguard; k++) {
            if (open[k] && ahead[k] < -4.0 * noise[k] && end[k] < 4.0 * noise[k])
                return k;
            open[k] = open[k] && !(ahead[k] > 4.0 * noise[k]);
            any = any || open[k];
        }
    }
    return -1;
}

/* ---- Energy ---- */

/* Work over [a, b], inside the last step, by Gauss along the integrator's own interpolation. */
static void add_work(Engine *e, Piece *piece, double a, double b, N_Vector at)
{
    static const double x[POINTS] = {0.1127016653792583, 0.5, 0.8872983346207417};
    static const double w[POINTS] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};
    const StnSystem *S = piece->S;
    double y[STN_STATES_MAX + STN_VECTOR_MAX] = {0}, dy[STN_STATES_MAX + STN_VECTOR_MAX];
    double guard[STN_GUARDS_MAX], FF[STN_SITES_MAX];
    StnIn u[STN_INPUTS_MAX];
    StnSite site[STN_SITES_MAX];
    for (int q = 0; q < POINTS; q++) {
        double t = a + x[q] * (b - a), weight = w[q] * (b - a);
        if (!engine_at(e, t, at))
            return;
        memcpy(y, N_VGetArrayPointer(at), (size_t)S->model.n * sizeof *y);
        memset(site, 0, sizeof site);
        stn_inputs(S, piece->st, t, u);
        stn_assemble(S, piece->st, y, u, 0, dy, guard, site, FF);
        for (int i = 0; i < S->model.nsite; i++) {
            stn_add_work(&piece->st->energy, weight * site[i].h * site[i].v,
                         weight * FF[i] * site[i].v);
        }
    }
}

/* ---- Failures ---- */

static StnStatus engine_failed(const Engine *e, const StnSystem *S, const StnState *st, int flag,
                               StnError *error)
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
static StnStatus set_up_failed(const Engine *e, const StnSystem *S, const StnState *st,
                               StnError *error)
{
    if (e->memory_out || e->failure == 0 || e->failure == CVLS_MEM_FAIL)
        return stn_out_of_memory(error);
    return engine_failed(e, S, st, e->failure, error);
}

/* ---- A smooth piece ---- */

/* Take over what the integrator has at t; standing sites keep their place to the last bit. */
static StnStatus take(const Engine *e, const StnSystem *S, StnState *st, double t, StnError *error)
{
    StnWork *W = stn_work(st);
    double *y = stn_coef(S, st), start[STN_STATES_MAX];
    memcpy(start, y, (size_t)S->model.n * sizeof *y);
    memcpy(y, N_VGetArrayPointer(e->y), (size_t)S->model.n * sizeof *y);
    stn_pin(S, st, start, y);
    W->t0 = t;
    return stn_in_range(S, y) ? STN_OK : stn_diverged(S, W->t0, y, error);
}

/* Integrate to t_stop or to the first root; *fired says which. */
static StnStatus integrate(Piece *piece, double t_stop, double h, int *fired, StnError *error)
{
    const StnSystem *S = piece->S;
    StnState *st = piece->st;
    StnWork *W = stn_work(st);
    Engine e;
    StnStatus status = STN_OK;
    double *y = stn_coef(S, st), dy[STN_STATES_MAX + STN_VECTOR_MAX], t = W->t0, before;
    N_Vector at = NULL;
    int flag = 0;
    if (!engine_open(&e, piece, y, h) || !(at = N_VClone(e.y)) || e.memory_out)
        status = set_up_failed(&e, S, st, error);
    while (!status && flag != CV_ROOT_RETURN && t < t_stop) {
        stn_rates(S, st, t, y, dy, stn_guard(S, st));
        before = t;
        flag = engine_step(&e, fmin(t_stop, t + longest_step(S, st, y, dy)), &t);
        if (e.memory_out) {
            status = stn_out_of_memory(error);
            break;
        }
        if (flag < 0) {
            status = engine_failed(&e, S, st, flag, error);
            break;
        }
        if (S->solver.energy && t > before)
            add_work(&e, piece, before, t, at);
        status = take(&e, S, st, t, error);
        W->h_next = fmax(W->h_next, t - before);
    }
    if (flag == CV_ROOT_RETURN)
        *fired = engine_root(&e, S->model.nguard);
    if (e.memory)
        engine_count(&e, &st->counters);
    N_VDestroy(at);
    engine_close(&e);
    return status;
}

static StnStatus smooth(const StnEngine *E, double t_stop)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    Piece piece = {.S = S, .st = st};
    double *y = E->y, dy[STN_STATES_MAX + STN_VECTOR_MAX], now[STN_GUARDS_MAX];
    StnStatus status = STN_OK;
    stn_rates(S, st, W->t0, y, dy, now);
    double h = W->h_next > 0.0 ? W->h_next : stn_first_step(S, st, y, dy), left = t_stop - W->t0;
    h = fmin(fmin(h, longest_step(S, st, y, dy)), left);
    W->h_next = 0.0;
    int fired = guards_at_start(&piece, y, dy, now, h);
    if (fired < 0 && left < 1e-14 * fmax(fabs(t_stop), 1e-3)) { /* less than an integrator can do */
        for (int i = 0; i < S->model.n; i++)
            y[i] += left * dy[i];
        W->t0 = t_stop;
    } else if (fired < 0)
        status = integrate(&piece, t_stop, h, &fired, E->error);
    if (status || fired < 0)
        return status;
    W->h_next = 0.0;
    stn_modes_event(E, fired);
    return stn_watch_storm(E, fired);
}

static void on_time(const StnEngine *E)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    stn_inputs_refresh(S, st, W->t0);
    stn_sample_due(S, st, W->t0, E->y);
    stn_inputs_refresh(S, st, W->t0);
    W->h_next = 0.0;
    if (st->started) {
        stn_modes_refresh(E);
    } else {
        stn_lags_start(S, st, E->y);
        stn_modes_start(E);
    }
}

StnStatus stn_sundials_advance(StnEngine *E, double t_end)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    StnStatus status = STN_OK;
    double *y = stn_coef(S, st);
    memcpy(y, stn_now(S, st), (size_t)S->model.n * sizeof *y);
    W->t0 = W->tv = st->t;
    W->degree = 0;
    W->due = STN_DUE_NOTHING;
    if (!W->ready) {
        if (st->started)
            stn_modes_resume(E);
        on_time(E);
        st->started = W->ready = 1;
        W->t_event = -INFINITY;
        E->events = st->counters.events;
    }
    while (!status && !E->at_event && (W->t_break <= W->t0 || W->t0 < t_end)) {
        if (W->t_break <= W->t0)
            on_time(E);
        else
            status = smooth(E, fmin(t_end, W->t_break));
        stn_ends_at_event(E);
    }
    st->t = W->tv = W->t0;
    memcpy(stn_now(S, st), y, (size_t)S->model.n * sizeof *y);
    return status;
}

#else

StnStatus stn_sundials_advance(StnEngine *E, double t_end)
{
    (void)t_end;
    return stn_error(E->error, STN_UNAVAILABLE,
                     "this build has no SUNDIALS: use the event engine (solver: {method: event})");
}

#endif
