/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Motions that grow.  An implicit step that is long against a motion damps it, whether it dies away or grows
 * in truth; and while it is smaller than the tolerance no error estimate says so.  So the eigenvalues of the
 * Jacobian are asked for now and then, and no step is longer than what follows those that grow. */
#include "solve/step.h"

#include <math.h>
#include <string.h>

enum { TURNS_MOST = 30, SWEEPS = 3, SELDOM = 32, OFTEN = 4 };

#define FOLLOWS 4.7      /* |eigenvalue|*h: growth is right to 2e-5 in a step of order 13 */
#define GROWS 1e-3       /* of |eigenvalue|: less is the doubt about a swing without damping */
#define LIGHT 0.1        /* damping ratio: what is below may grow in the next step, */
#define DAMPED 0.3       /* and what is above will not before many */
#define DOUBLE_ZERO 1e-7 /* of the fastest: so much rounding makes of a double zero */
#define ROUNDING 1e-14   /* of the neighbours: an entry that is so small is 0 */

/* The one nearest to x > 0, by ratio: the exponent of sqrt(2)*x. */
static double power_of_two(double x)
{
    uint64_t bits;
    x *= 1.4142135623730951;
    memcpy(&bits, &x, sizeof bits);
    bits &= 0x7ff0000000000000u;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Scale by powers of 2 until rows and columns are of a size. */
static void balance(double *a, int n)
{
    bool scaled = true;
    for (int sweep = 0; sweep < SWEEPS && scaled; sweep++) {
        scaled = false;
        for (int i = 0; i < n; i++) {
            double row = 0.0, column = 0.0;
            for (int j = 0; j < n; j++)
                if (j != i)
                    row += fabs(a[i * n + j]), column += fabs(a[j * n + i]);
            if (!(row > 0.0) || !(column > 0.0) || (row < 16.0 * column && column < 16.0 * row))
                continue;
            double up = power_of_two(sqrt(row / column));
            for (int j = 0; j < n; j++)
                a[i * n + j] /= up, a[j * n + i] *= up;
            scaled = true;
        }
    }
}

/* Zeros below the first subdiagonal, by elimination with pivots. */
static void to_hessenberg(double *a, int n)
{
    for (int k = 1; k < n - 1; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k - 1]) > fabs(a[best * n + k - 1]))
                best = i;
        if (a[best * n + k - 1] == 0.0)
            continue;
        for (int j = 0; best != k && j < n; j++) {
            double swap = a[best * n + j];
            a[best * n + j] = a[k * n + j], a[k * n + j] = swap;
        }
        for (int j = 0; best != k && j < n; j++) {
            double swap = a[j * n + best];
            a[j * n + best] = a[j * n + k], a[j * n + k] = swap;
        }
        for (int i = k + 1; i < n; i++) {
            double l = a[i * n + k - 1] / a[k * n + k - 1];
            if (l == 0.0)
                continue;
            for (int j = k - 1; j < n; j++)
                a[i * n + j] -= l * a[k * n + j];
            for (int j = 0; j < n; j++)
                a[j * n + k] += l * a[j * n + i];
        }
    }
}

/* The reflection that turns x, of `count` numbers, into (|x|, 0, 0), applied to rows and columns from k on
 * of what lies within lo..hi. */
static void reflect(double *a, int n, int lo, int hi, int k, int count, const double *x)
{
    double rest = x[1] * x[1] + x[2] * x[2], size = sqrt(x[0] * x[0] + rest);
    double v0 = x[0] + copysign(size, x[0]), v1 = x[1], v2 = x[2], f = 2.0 / (v0 * v0 + rest);
    int last = k + 3 < hi ? k + 3 : hi;
    if (!(rest > 0.0))
        return;
    double *r0 = a + k * n, *r1 = r0 + n, *r2 = count == 3 ? r1 + n : r1; /* v2 is 0 then */
    for (int j = k > lo ? k - 1 : lo; j <= hi; j++) {
        double sum = f * (v0 * r0[j] + v1 * r1[j] + v2 * r2[j]);
        r0[j] -= sum * v0;
        r1[j] -= sum * v1;
        r2[j] -= sum * v2;
    }
    for (int j = lo, third = count - 1; j <= last; j++) {
        double *c = a + j * n + k, sum = f * (v0 * c[0] + v1 * c[1] + v2 * c[third]);
        c[0] -= sum * v0;
        c[1] -= sum * v1;
        c[third] -= sum * v2;
    }
}

/* Francis' double step in lo..hi (at least three), by the shifts of sum s and product p. */
static void francis(double *a, int n, int lo, int hi, double s, double p)
{
    const double *r0 = a + lo * n + lo, *r1 = r0 + n, *r2 = r1 + n;
    double x[3] = {r0[0] * r0[0] + r0[1] * r1[0] - s * r0[0] + p, r1[0] * (r0[0] + r1[1] - s),
                   r1[0] * r2[1]};
    for (int k = lo; k < hi; k++) {
        reflect(a, n, lo, hi, k, k < hi - 1 ? 3 : 2, x);
        for (int i = 0; i < 3; i++)
            x[i] = k + 1 + i <= hi ? a[(k + 1 + i) * n + k] : 0.0;
        for (int i = k + 1; k > lo && i <= k + 2 && i <= hi; i++)
            a[i * n + k - 1] = 0.0; /* but for rounding it is */
    }
}

typedef struct {
    double re, im;
} Root;

/* Eigenvalues of a 2 x 2 block; of a pair the upper one, twice. */
static void block_roots(const double *a, int n, int k, Root *root)
{
    double p = a[k * n + k], q = a[(k + 1) * n + k + 1], mean = 0.5 * (p + q);
    double square = 0.25 * (p - q) * (p - q) + a[k * n + k + 1] * a[(k + 1) * n + k];
    double half = sqrt(fabs(square));
    root[k] = square < 0.0 ? (Root){mean, half} : (Root){mean + half, 0.0};
    root[k + 1] = square < 0.0 ? (Root){mean, half} : (Root){mean - half, 0.0};
}

/* All eigenvalues; a is overwritten.  false: they were not found. */
static bool eigenvalues(double *a, int n, Root *root)
{
    balance(a, n);
    to_hessenberg(a, n);
    for (int hi = n - 1, turns = 0; hi >= 0;) {
        int lo = hi;
        while (lo > 0 && fabs(a[lo * n + lo - 1]) >
                             ROUNDING * (fabs(a[lo * n + lo]) + fabs(a[(lo - 1) * n + lo - 1])))
            lo--;
        if (lo >= hi - 1) {
            if (lo == hi)
                root[hi] = (Root){a[hi * n + hi], 0.0};
            else
                block_roots(a, n, lo, root);
            hi = lo - 1, turns = 0;
            continue;
        }
        const double *r0 = a + (hi - 1) * n + hi - 1, *r1 = r0 + n;
        double s = r0[0] + r1[1], p = r0[0] * r1[1] - r0[1] * r1[0];
        if (turns % 10 == 9) { /* it turns in a circle */
            double w = fabs(r1[0]) + fabs(r0[-1]);
            s = 1.5 * w, p = w * w;
        }
        if (++turns > TURNS_MOST)
            return false;
        francis(a, n, lo, hi, s, p);
    }
    return true;
}

/* States that none of the others feels, or that feel none of them (an angle that nothing holds), have their diagonal for
 * an eigenvalue: they go to the end, and the others are fewer.  Their number. */
static int set_apart(const StnSystem *S, const double *J, int *state)
{
    int n = S->model.nactive;
    for (int i = 0; i < n; i++)
        state[i] = S->model.active[i];
    for (int k = 0; k < n;) {
        bool row = false, column = false;
        for (int j = 0; j < n; j++)
            if (j != k) {
                row = row || J[state[k] * S->model.n + state[j]] != 0.0;
                column = column || J[state[j] * S->model.n + state[k]] != 0.0;
            }
        if (row && column) {
            k++;
            continue;
        }
        const int apart = state[k];
        state[k] = state[--n], state[n] = apart;
        k = 0; /* what it touched may now stand apart, too */
    }
    return n;
}

/* Bound the steps by what the eigenvalue says, and ask again soon where it matters: it grows, or might be
 * about to, and this step leaps over it, or a longer one will. */
static void heed(StnGrowth *growth, double h, Root root, double rate)
{
    if (root.re > GROWS * rate) {
        growth->h = fmin(growth->h, FOLLOWS / rate);
        if (h * rate > FOLLOWS / 8.0)
            growth->steps = growth->steps < OFTEN ? growth->steps : OFTEN;
    } else if (root.re > -DAMPED * rate && h * rate <= FOLLOWS) {
        growth->leaps = fmin(growth->leaps, FOLLOWS / rate);
    } else if (root.re > -DAMPED * rate) {
        int steps = root.re > -LIGHT * rate ? 1 : OFTEN;
        growth->steps = growth->steps < steps ? growth->steps : steps;
    }
}

/* The eigenvalues of J anew; else the answer holds for many steps, or for some of the longest. */
static void find_growth(const StnSystem *S, StnState *st, const double *J, double *spare)
{
    StnWork *W = stn_work(st);
    Root root[STN_STATES_MAX] = {{0.0, 0.0}};
    int state[STN_STATES_MAX];
    double rate[STN_STATES_MAX], fastest = 0.0, longest = fmax(0.9 * W->growth.longest, W->h);
    const int n = S->model.nactive, m = set_apart(S, J, state);
    for (int r = 0; r < m; r++)
        for (int c = 0; c < m; c++)
            spare[r * m + c] = J[state[r] * S->model.n + state[c]];
    for (int i = m; i < n; i++)
        root[i] = (Root){J[state[i] * (S->model.n + 1)], 0.0};
    W->growth = (StnGrowth){INFINITY, longest, W->t0 + OFTEN * longest, INFINITY, SELDOM};
    if (!eigenvalues(spare, m, root))
        return;
    for (int i = 0; i < n; i++) {
        rate[i] = sqrt(root[i].re * root[i].re + root[i].im * root[i].im);
        fastest = fmax(fastest, rate[i]);
    }
    for (int i = 0; i < n; i++)
        if (rate[i] > DOUBLE_ZERO * fastest)
            heed(&W->growth, W->h, root[i], rate[i]);
}

double stn_growth_limit(const StnSystem *S, StnState *st, const double *J, double *spare)
{
    StnWork *W = stn_work(st);
    W->growth.steps--;
    if (W->growth.steps <= 0 || W->h > W->growth.leaps ||
        (W->growth.steps <= SELDOM - OFTEN && W->t0 + W->h > W->growth.until))
        find_growth(S, st, J, spare);
    return W->growth.h;
}
