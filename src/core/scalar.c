/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The scalar back end: rates and guards in double. */
#include "core/cstep.h"
#include "kernel/real.h"

#include <string.h>

#include "core/scalar_assembly.h"

void stn_assemble(const StnSystem *S, StnState *st, const double *y, const StnIn *u, int live,
                  double *dy, double *guard, StnSite *site, double *FF)
{
    StnRel rel = {stn_mode(S, st), guard, stn_next(S, st), live, guard + S->model.nrel, NULL};
    if (S->model.late)
        site[0].dt = S->model.method == STN_METHOD_FIXED ? stn_work(st)->t_next - st->t : 0.0;
    asm_all(S, &st->modes, y, u, stn_disc(S, st), rel, dy, guard, site, FF);
}

void stn_evaluate(const StnSystem *S, StnState *st, double t, const double *y, int live,
                  StnEvaluation *out)
{
    const StnIn *u = stn_inputs_now(S, st, t);
    stn_sites_clear(out->site, S->model.nsite);
    stn_assemble(S, st, y, u, live, out->dy, out->guard, out->site, out->FF);
}

void stn_rates(const StnSystem *S, StnState *st, double t, const double *y, double *dy,
               double *guard)
{
    StnSite site[STN_SITES_MAX];
    double FF[STN_SITES_MAX];
    st->counters.rates++;
    stn_assemble(S, st, y, stn_inputs_now(S, st, t), 0, dy, guard, site, FF);
}

/* Differences where a model has no complex form: central, step scaled by the state's size. */
static void difference(const StnSystem *S, StnState *st, double *y, StnIn *u, double *x,
                       double size, double *column_dy, double *column_g)
{
    double dyp[STN_STATES_MAX], dym[STN_STATES_MAX], gp[STN_GUARDS_MAX], gm[STN_GUARDS_MAX];
    double FF[STN_SITES_MAX], keep = *x, step = 6e-6 * fmax(fabs(keep), 1e-3 * size);
    StnSite site[STN_SITES_MAX];
    *x = keep + step;
    stn_assemble(S, st, y, u, 0, dyp, gp, site, FF);
    *x = keep - step;
    stn_assemble(S, st, y, u, 0, dym, gm, site, FF);
    *x = keep;
    for (int i = 0; i < S->model.n; i++)
        column_dy[i] = (dyp[i] - dym[i]) / (2.0 * step);
    for (int k = 0; k < S->model.nguard; k++)
        column_g[k] = (gp[k] - gm[k]) / (2.0 * step);
}

static void jacobian_differences(const StnSystem *S, StnState *st, const double *y0,
                                 const StnIn *u0, double *J, double *Gy, double *B, double *Gu,
                                 const int *list, int count)
{
    double y[STN_STATES_MAX], cd[STN_STATES_MAX], cg[STN_GUARDS_MAX];
    StnIn u[STN_INPUTS_MAX];
    for (int i = 0; i < S->model.n; i++)
        y[i] = y0[i];
    for (int i = 0; i < S->model.ninput; i++)
        u[i] = u0[i];
    for (int j = 0; j < S->model.n; j++) {
        difference(S, st, y, u, &y[j], S->scale[j], cd, cg);
        for (int i = 0; i < S->model.n; i++)
            J[i * S->model.n + j] = cd[i];
        for (int k = 0; Gy && k < S->model.nguard; k++)
            Gy[k * S->model.n + j] = cg[k];
    }
    if (!B)
        return;
    memset(B, 0, (size_t)(S->model.n * S->model.ninput) * sizeof *B);
    memset(Gu, 0, (size_t)(S->model.nguard * S->model.ninput) * sizeof *Gu);
    for (int b = 0; b < count; b++) {
        int j = list[b];
        difference(S, st, y, u, &u[j].val, 1.0, cd, cg);
        for (int i = 0; i < S->model.n; i++)
            B[i * S->model.ninput + j] = cd[i];
        for (int k = 0; k < S->model.nguard; k++)
            Gu[k * S->model.ninput + j] = cg[k];
    }
}

void stn_jacobian(const StnSystem *S, StnState *st, double t, const double *y, double *J,
                  double *Gy, double *B, double *Gu, const int *list, int count)
{
    StnIn u[STN_INPUTS_MAX];
    stn_inputs(S, st, t, u);
    st->counters.jacobians++;
    if (S->model.complex_step)
        stn_jacobian_complex(S, st, y, u, J, Gy, B, Gu, list, count);
    else
        jacobian_differences(S, st, y, u, J, Gy, B, Gu, list, count);
}

double stn_kinetic(const StnSystem *S, StnState *st, const double *y)
{
    StnEvaluation at;
    double sum = 0.0;
    stn_evaluate(S, st, st->t, y, 0, &at);
    for (int i = 0; i < S->model.nsite; i++)
        sum += 0.5 * at.site[i].m * at.site[i].v * at.site[i].v;
    return sum;
}
