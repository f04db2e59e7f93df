/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The reference: Taylor series of order 26 in long double, written on its own so that it shares no
 * line with what is compared.  Good to about 1e-16. */
#ifndef BENCH_REFERENCE_H
#define BENCH_REFERENCE_H

#include "block.h"

#include <string.h>

enum { TAYLOR = 26 };
typedef long double wide;

typedef struct Series {
    wide x[TAYLOR + 2], v[TAYLOR + 2], z[TAYLOR + 2];
    wide w[TAYLOR + 2], e[TAYLOR + 2];                    /* (v/vs)^2, exp(-w) */
    wide g[TAYLOR + 2], q[TAYLOR + 2], ratio[TAYLOR + 2]; /* level, v*z, v*z/g */
} Series;

static wide product(const wide *a, const wide *b, int k)
{
    wide sum = 0.0L;
    for (int j = 0; j <= k; j++)
        sum += a[j] * b[k - j];
    return sum;
}

/* Coefficient k of exp(-w) and of the level g from those before. */
static void extend_curve(const Block *b, Series *s, int k)
{
    wide rise = b->law == COULOMB ? 0.0L : (wide)b->Fs - b->Fc;
    s->w[k] = product(s->v, s->v, k) / ((wide)b->vs * b->vs);
    if (k == 0) {
        s->e[0] = expl(-s->w[0]);
    } else {
        wide sum = 0.0L;
        for (int j = 1; j <= k; j++)
            sum -= j * s->w[j] * s->e[k - j];
        s->e[k] = sum / k;
    }
    s->g[k] = (k == 0 ? (wide)b->Fc : 0.0L) + rise * s->e[k];
}

/* Coefficient k of dz/dt. */
static wide extend_bristle(const Block *b, Series *s, wide dir, int k)
{
    wide sum = s->q[k] = product(s->v, s->z, k);
    for (int j = 1; j <= k; j++)
        sum -= s->g[j] * s->ratio[k - j];
    s->ratio[k] = sum / s->g[0];
    return s->v[k] - b->sigma0 * dir * s->ratio[k];
}

/* All coefficients from y = (x, v, z) at t; the direction is frozen. */
static void expand(const Block *b, Series *s, wide t, const wide *y, wide dir)
{
    s->x[0] = y[0], s->v[0] = y[1], s->z[0] = y[2];
    for (int k = 0; k <= TAYLOR; k++) {
        wide pull = k == 0 ? b->K * b->V * t : k == 1 ? (wide)b->K * b->V : 0.0L, F;
        extend_curve(b, s, k);
        if (b->law == LUGRE) {
            wide dz = extend_bristle(b, s, dir, k);
            s->z[k + 1] = dz / (k + 1);
            F = b->sigma0 * s->z[k] + b->sigma1 * dz;
        } else {
            F = dir * s->g[k];
        }
        s->x[k + 1] = s->v[k] / (k + 1);
        s->v[k + 1] = (pull - b->K * s->x[k] - F - b->sigma2 * s->v[k]) / (b->m * (k + 1));
    }
}

static wide at(const wide *c, wide h)
{
    wide sum = 0.0L;
    for (int k = TAYLOR; k >= 0; k--)
        sum = sum * h + c[k];
    return sum;
}

/* The step at which the last two terms fall below the tolerance. */
static wide radius(const wide *c, wide size)
{
    wide h = INFINITY;
    for (int k = TAYLOR - 1; k <= TAYLOR; k++)
        if (c[k] != 0.0L)
            h = fminl(h, powl(1e-21L * fmaxl(size, fabsl(c[0])) / fabsl(c[k]), 1.0L / k));
    return h;
}

/* Root of v in (0, h], where v(h) has the wrong sign. */
static wide zero_of_v(const Series *s, wide dir, wide h)
{
    wide low = 0.0L, high = h;
    for (int i = 0; i < 200 && high - low > 1e-22L; i++) {
        wide middle = 0.5L * (low + high);
        if (dir * at(s->v, middle) > 0.0L)
            low = middle;
        else
            high = middle;
    }
    return high;
}

typedef struct Walk {
    wide t, y[3], dir;
    int row; /* next row of the path */
} Walk;

static void write_path(const Block *b, const Series *s, Walk *walk, wide h, Outcome *out)
{
    while (walk->row <= PATH_ROWS && path_time(b, walk->row) <= walk->t + h) {
        wide dt = path_time(b, walk->row) - walk->t;
        out->path[walk->row++] = (double)(walk->dir == 0.0L ? walk->y[0] : at(s->x, dt));
    }
}

/* Standing still until the spring has the static level. */
static void stand(const Block *b, Walk *walk, Outcome *out)
{
    wide until = (b->Fs / (wide)b->K + walk->y[0]) / b->V;
    wide h = fminl(until, b->duration) - walk->t;
    write_path(b, NULL, walk, h, out);
    walk->t += h;
    if (until < b->duration)
        note_event(out, (double)until);
    walk->dir = 1.0L;
}

static void slide(const Block *b, Series *s, Walk *walk, Outcome *out)
{
    expand(b, s, walk->t, walk->y, walk->dir);
    wide h = fminl(radius(s->x, 1e-2L), radius(s->v, b->vs));
    if (b->law == LUGRE)
        h = fminl(h, radius(s->z, 1e-5L));
    /* Outside the zone the series does not see the peak: do not leap over it. */
    h = fminl(h, fminl(0.1L, fmaxl(0.3L * fabsl(s->v[0]), 0.5L * b->vs) / fabsl(s->v[1])));
    h = fminl(h, (wide)b->duration - walk->t);
    bool turns = walk->dir * at(s->v, h) <= 0.0L;
    if (turns)
        h = zero_of_v(s, walk->dir, h);
    write_path(b, s, walk, h, out);
    walk->t += h;
    wide y[3] = {at(s->x, h), turns ? 0.0L : at(s->v, h), at(s->z, h)};
    memcpy(walk->y, y, sizeof y);
    if (turns && b->law == LUGRE) {
        walk->dir = -walk->dir;
    } else if (turns) {
        note_event(out, (double)walk->t);
        walk->dir = 0.0L;
    }
}

/* Pulled by the ramp only (A = 0), V > 0. */
static void reference(const Block *b, Outcome *out)
{
    Series s = {0};
    Walk walk = {0.0L, {0.0L, 0.0L, 0.0L}, b->law == LUGRE ? 1.0L : 0.0L, 0};
    out->nevent = 0;
    while (walk.t < b->duration) {
        if (walk.dir == 0.0L)
            stand(b, &walk, out);
        else
            slide(b, &s, &walk, out);
    }
    out->x_end = (double)walk.y[0];
}

#endif
