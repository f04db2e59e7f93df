/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The complex-step back end: exact Jacobian columns of the frozen mode from the same source.
 * d f/d x_j = Im f(x + i*e*e_j)/e with e = 1e-40: no cancellation, exact to rounding. */
#define STN_CSTEP
#include "core/cstep.h"
typedef StnIn PlainIn; /* the double form, before real.h renames the kernel types */
#include "kernel/table.h"
#include "laws/laws.h"
#include "plants/plants.h"

#include <string.h>

#define LAW_ROW(law) {STN_KERNEL_##law},
static const StnLawKernel laws[] = {STN_LAW_LIST(LAW_ROW)};
#define LAW_NUMBER(law) law##_number,
enum { STN_LAW_LIST(LAW_NUMBER) };
#define LAW_BACK_END(law) {"complex", &laws[law##_number]},
const StnBackEnd stn_complex_laws[] = {STN_LAW_LIST(LAW_BACK_END)};

#define PLANT_ROW(plant) {STN_KERNEL_##plant},
static const StnPlantKernel plants[] = {STN_PLANT_LIST(PLANT_ROW)};
#define PLANT_NUMBER(plant) plant##_number,
enum { STN_PLANT_LIST(PLANT_NUMBER) };
#define PLANT_BACK_END(plant) {"complex", &plants[plant##_number]},
const StnBackEnd stn_complex_plants[] = {STN_PLANT_LIST(PLANT_BACK_END)};

#define ASM_EVAL(S) ((const StnPlantKernel *)(S)->model.complex_plant)->eval
#define ASM_LATE(S) ((const StnPlantKernel *)(S)->model.complex_plant)->late
#define ASM_OUTPUTS(S) ((const StnPlantKernel *)(S)->model.complex_plant)->outputs_at
#define ASM_SLIDE(S, i) ((const StnLawKernel *)(S)->model.complex_law[i])->slide
#define ASM_REST(S, i) ((const StnLawKernel *)(S)->model.complex_law[i])->rest
#define ASM_P(S) (S)->cp
#define ASM_LAW_P(S, i) (S)->law_cp[i]
#include "core/assembly.h"

#define STEP 1e-40

typedef struct {
    real y[STN_ROW], d[STN_STATES_MAX];
    real mode[STN_RELS_MAX], next[STN_RELS_MAX];
    real dy[STN_ROW], guard[STN_GUARDS_MAX], FF[STN_SITES_MAX];
    StnIn u[STN_INPUTS_MAX];
    StnSite site[STN_SITES_MAX];
} Work;

/* The rates and guards at w->y and w->u, whose imaginary parts say along what they are derived. */
static void evaluate(const StnSystem *S, const StnModes *modes, Work *w)
{
    StnRel rel = {w->mode, w->guard, w->next, 0, w->guard + S->model.nrel, NULL};
    for (int i = 0; i < S->model.nsite; i++)
        w->site[i] = (StnSite){0};
    asm_all(S, modes, w->y, w->u, w->d, rel, w->dy, w->guard, w->site, w->FF);
}

/* Compilers leave out sums with 0 or not, which shows in the sign of a slope of 0 alone: it is +0. */
static double slope(double imaginary) { return imaginary / STEP + 0.0; }

/* One column: the derivative with respect to *x. */
static void column(const StnSystem *S, const StnModes *modes, Work *w, real *x, int j, int width,
                   double *J, double *G)
{
    __imag__ *x = STEP;
    evaluate(S, modes, w);
    __imag__ *x = 0.0;
    for (int i = 0; i < S->model.n; i++)
        J[i * width + j] = slope(__imag__ w->dy[i]);
    for (int k = 0; G && k < S->model.nguard; k++)
        G[k * width + j] = slope(__imag__ w->guard[k]);
}

static void fill(const StnSystem *S, const StnState *st, const double *y, const PlainIn *u, Work *w)
{
    const double *mode = stn_mode(S, st), *d = stn_disc(S, st);
    for (int i = 0; i < S->model.n; i++)
        w->y[i] = y[i];
    for (int i = 0; i < S->model.ndisc; i++)
        w->d[i] = d[i];
    for (int k = 0; k < S->model.nrel; k++)
        w->mode[k] = mode[k];
    for (int i = 0; i < S->model.ninput; i++)
        w->u[i] = (StnIn){u[i].val, u[i].d1, u[i].d2};
}

void stn_derivatives_along(const StnSystem *S, const StnState *st, const double *y,
                           const PlainIn *u, const double *along, int count, double *out)
{
    Work w;
    fill(S, st, y, u, &w);
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < S->model.n; i++)
            __imag__ w.y[i] = STEP * along[k * S->model.n + i];
        evaluate(S, &st->modes, &w);
        for (int i = 0; i < S->model.n; i++)
            out[k * S->model.n + i] = slope(__imag__ w.dy[i]);
    }
}

void stn_jacobian_complex(const StnSystem *S, const StnState *st, const double *y, const PlainIn *u,
                          double *J, double *Gy, double *B, double *Gu, const int *list, int count)
{
    Work w;
    fill(S, st, y, u, &w);
    if (S->model.nactive < S->model.n) {
        memset(J, 0, (size_t)(S->model.n * S->model.n) * sizeof *J);
        if (Gy)
            memset(Gy, 0, (size_t)(S->model.nguard * S->model.n) * sizeof *Gy);
    }
    for (int k = 0; k < S->model.nactive; k++)
        column(S, &st->modes, &w, &w.y[S->model.active[k]], S->model.active[k], S->model.n, J, Gy);
    if (!B)
        return;
    memset(B, 0, (size_t)(S->model.n * S->model.ninput) * sizeof *B);
    memset(Gu, 0, (size_t)(S->model.nguard * S->model.ninput) * sizeof *Gu);
    for (int k = 0; k < count; k++)
        column(S, &st->modes, &w, &w.u[list[k]].val, list[k], S->model.ninput, B, Gu);
}

/* The direction as imaginary parts. */
static void set_direction(const StnSystem *S, const StnDirection *along, Work *w)
{
    const PlainIn *u = along->inputs;
    for (int i = 0; along->states && i < S->model.n; i++)
        __imag__ w->y[i] = STEP * along->states[i];
    for (int i = 0; u && i < S->model.ninput; i++) {
        __imag__ w->u[i].val = STEP * u[i].val;
        __imag__ w->u[i].d1 = STEP * u[i].d1;
        __imag__ w->u[i].d2 = STEP * u[i].d2;
    }
}

void stn_slopes_complex(const StnSystem *S, const StnState *st, const double *y, const PlainIn *u,
                        const StnDirection *along, double *rates, double *outputs, double *guards)
{
    Work w;
    real out[STN_OUTPUTS_MAX];
    fill(S, st, y, u, &w);
    set_direction(S, along, &w);
    evaluate(S, &st->modes, &w);
    for (int i = 0; i < S->model.n; i++)
        rates[i] = slope(__imag__ w.dy[i]);
    for (int k = 0; k < S->model.nguard; k++)
        guards[k] = slope(__imag__ w.guard[k]);
    for (int i = 0; i < S->model.nsite; i++)
        if (stn_friction_is_kept(S, st, i))
            w.FF[i] = st->FF[i];
    StnRel rel = {w.mode, w.guard, w.next, 0, w.guard + S->model.nrel, st->modes.stop};
    ASM_OUTPUTS(S)(&S->model.self, ASM_P(S), w.y, w.u, w.d, &rel, w.site, w.FF, out);
    for (int k = 0; k < S->model.full_plant->noutput; k++)
        outputs[k] = slope(__imag__ out[k]);
}
