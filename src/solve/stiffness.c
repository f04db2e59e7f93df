/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How fast and how damped the fastest motion of a Jacobian is, by power iteration: the last three vectors
 * of a Krylov sequence obey u2 = a*u1 + b*u0 where one eigenvalue or one conjugate pair is ahead of the
 * others, and its roots are that pair. */
#include "solve/step.h"

#include <math.h>

enum { TURNS = 16 };

/* out = D^-1*J*D*x with D the weights, so that no unit counts more than another. */
static void multiply(const StnSystem *S, const double *J, const double *weight, const double *x,
                     double *out)
{
    for (int r = 0; r < S->model.nactive; r++) {
        const double *row = J + S->model.active[r] * S->model.n;
        double sum = 0.0;
        for (int c = 0; c < S->model.nactive; c++)
            sum += row[S->model.active[c]] * weight[c] * x[c];
        out[r] = sum / weight[r];
    }
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): multiply fills n */
        sum += a[i] * b[i];
    return sum;
}

/* The larger root of m^2 = a*m + b, as its size and its damping. */
static StnFastest larger_root(double a, double b)
{
    double square = 0.25 * a * a + b;
    if (square < 0.0)
        return (StnFastest){sqrt(-b), -0.5 * a / sqrt(-b)};
    double m = 0.5 * a + copysign(sqrt(square), a);
    return (StnFastest){fabs(m), m < 0.0 ? 1.0 : -1.0};
}

StnFastest stn_fastest(const StnSystem *S, const StnState *st, const double *J, const double *y)
{
    int n = S->model.nactive;
    double u[3][STN_STATES_MAX], weight[STN_STATES_MAX];
    for (int i = 0; i < n; i++) {
        weight[i] =
            stn_weight(S, st, S->model.active[i], y[S->model.active[i]], y[S->model.active[i]]);
        u[0][i] = 1.0 + 0.25 * (i % 3); /* nothing special: along no eigenvector but by chance */
    }
    for (int k = 0; k < TURNS; k++) {
        multiply(S, J, weight, u[k % 3], u[(k + 1) % 3]);
        double *next = u[(k + 1) % 3];
        double grown = sqrt(dot(next, next, n));
        if (!(grown > 0.0) || !isfinite(grown))
            return (StnFastest){0.0, 0.0};
        for (int i = 0; i < n; i++)
            next[i] /= grown;
    }
    double *u0 = u[TURNS % 3], *u1 = u[(TURNS + 1) % 3], *u2 = u[(TURNS + 2) % 3];
    multiply(S, J, weight, u0, u1);
    double g = sqrt(dot(u1, u1, n));
    if (!(g > 0.0))
        return (StnFastest){0.0, 0.0};
    for (int i = 0; i < n; i++)
        u1[i] /= g;
    multiply(S, J, weight, u1, u2);
    double c = dot(u0, u1, n), p0 = dot(u0, u2, n) / g, p1 = dot(u1, u2, n) / g, det = 1.0 - c * c;
    StnFastest m = det > 1e-10 ? larger_root((p1 - c * p0) / det, (p0 - c * p1) / det)
                               : (StnFastest){fabs(p1), p1 < 0.0 ? 1.0 : -1.0};
    m.rate *= g;
    return m;
}
