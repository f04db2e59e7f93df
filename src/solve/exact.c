/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Exact propagation of a mode whose dynamics are affine, y' = A*y + B*u(t) + c with u made of
 * polynomials and sines: the Taylor series summed to rounding.  The matrices are those of the complex
 * step, made once per mode. */
#include "solve/step.h"

#include <math.h>
#include <string.h>

enum { ORDER = STN_DEGREE_MAX };

StnAffine stn_affine(const StnSystem *S, const StnState *st)
{
    size_t n = (size_t)S->n, nu = (size_t)S->nu, ng = (size_t)S->ng;
    StnAffine m;
    m.A = stn_matrix(S, st);
    m.B = m.A + n * n;
    m.c = m.B + n * nu;
    m.Gy = m.c + n;
    m.Gu = m.Gy + ng * n;
    m.gc = m.Gu + ng * nu;
    return m;
}

/* r - M*y - W*u: what is left constant. */
static double constant(double r, const double *M, const double *y, int n, const double *W, const StnIn *u,
                       int nu)
{
    for (int j = 0; j < n; j++)
        r -= M[j] * y[j];
    for (int j = 0; j < nu; j++)
        r -= W[j] * u[j].val;
    return r;
}

static void prepare(const StnSystem *S, StnState *st, const double *y)
{
    double dy[STN_STATES_MAX + STN_VECTOR_MAX], g[STN_GUARDS_MAX];
    StnIn u[STN_INPUTS_MAX];
    StnAffine m = stn_affine(S, st);
    stn_inputs(S, st, st->t0, u);
    stn_rates(S, st, st->t0, y, dy, g);
    stn_jacobian(S, st, st->t0, y, m.A, m.Gy, m.B, m.Gu);
    for (int i = 0; i < S->n; i++)
        m.c[i] = constant(dy[i], m.A + i * S->n, y, S->n, m.B + i * S->nu, u, S->nu);
    for (int k = 0; k < S->ng; k++)
        m.gc[k] = constant(g[k], m.Gy + k * S->n, y, S->n, m.Gu + k * S->nu, u, S->nu);
    st->affine_ready = 1;
}

static void series(const StnSystem *S, const StnState *st, const StnAffine *m, double *coef,
                   double u[][ORDER + 1])
{
    int n = S->n, nu = S->nu;
    for (int j = 0; j < nu; j++)
        stn_piece_taylor(&st->piece[j], st->t0, st->h, ORDER, u[j]);
    for (int k = 0; k < ORDER; k++) {
        const double *now = coef + k * n;
        double *next = coef + (k + 1) * n, factor = st->h / (k + 1);
        for (int i = 0; i < n; i++) {
            double sum = k == 0 ? m->c[i] : 0.0;
            for (int j = 0; j < n; j++)
                sum += m->A[i * n + j] * now[j];
            for (int j = 0; j < nu; j++)
                sum += m->B[i * nu + j] * u[j][k];
            next[i] = factor * sum;
        }
    }
}

/* By how much the step may grow so that the last two terms vanish in rounding. */
static double growth(const StnSystem *S, const double *coef)
{
    int n = S->n;
    double last = 0.0, before = 0.0;
    for (int i = 0; i < n; i++) {
        double size = 1e-9 * S->scale[i];
        for (int k = 0; k <= 4; k++)
            size = fmax(size, fabs(coef[k * n + i]));
        last = fmax(last, fabs(coef[ORDER * n + i]) / size);
        before = fmax(before, fabs(coef[(ORDER - 1) * n + i]) / size);
    }
    double most = INFINITY;
    if (last > 0.0)
        most = pow(2e-18 / last, 1.0 / ORDER);
    if (before > 0.0)
        most = fmin(most, pow(2e-18 / before, 1.0 / (ORDER - 1)));
    return most;
}

StnTry stn_step_exact(const StnSystem *S, StnState *st)
{
    double *coef = stn_coef(S, st), u[STN_INPUTS_MAX][ORDER + 1], wish = st->h;
    int n = S->n;
    if (!st->affine_ready)
        prepare(S, st, coef);
    StnAffine m = stn_affine(S, st);
    series(S, st, &m, coef, u);
    double factor = growth(S, coef);
    st->degree = ORDER;
    if (isnan(factor))
        return STN_TRY_BAD;
    st->h_next = fmin(factor, 1e3) * wish;
    if (factor < 1.0) {
        st->h = factor * wish;
        double power = 1.0;
        for (int k = 1; k <= ORDER; k++) {
            power *= factor;
            for (int i = 0; i < n; i++)
                coef[k * n + i] *= power;
        }
    }
    st->counters.exact_steps++;
    return STN_TRY_OK;
}
