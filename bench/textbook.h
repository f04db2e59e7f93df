/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed-step loops as a textbook has them: the equations, one after the other, nothing else.
 * Compiled twice: with the numbers known to the compiler, and with the numbers behind a pointer. */
#ifndef BENCH_TEXTBOOK_H
#define BENCH_TEXTBOOK_H

#include "block.h"

#define TWO_PI 6.283185307179586

static inline __attribute__((always_inline)) double pull(const Block *b, double t, double x)
{
    double h = 0.0;
    if (b->K != 0.0)
        h += b->K * (b->V * t - x);
    if (b->A != 0.0)
        h += b->A * sin(TWO_PI * b->f * t);
    return h;
}

/* Borello's step: v that would change its sign becomes 0. */
static inline __attribute__((always_inline)) double borello(const Block *b, double dt,
                                                            int64_t steps)
{
    double x = 0.0, v = 0.0, per_vs = 1.0 / b->vs, dt_m = dt / b->m;
    for (int64_t k = 0; k < steps; k++) {
        double h = pull(b, (double)k * dt, x), F;
        if (v != 0.0) {
            double g = b->Fc;
            if (b->law == STRIBECK)
                g += (b->Fs - b->Fc) * exp(-(v * per_vs) * (v * per_vs));
            F = (v > 0.0 ? g : -g) + b->sigma2 * v;
        } else {
            F = h > b->Fs ? b->Fs : h < -b->Fs ? -b->Fs : h;
        }
        double next = v + dt_m * (h - F);
        v = v * next < 0.0 ? 0.0 : next;
        x += dt * v;
    }
    return x;
}

/* z and v together, linearly implicit. */
static inline __attribute__((always_inline)) double bristle(const Block *b, double dt,
                                                            int64_t steps)
{
    double x = 0.0, v = 0.0, z = 0.0, per_vs = 1.0 / b->vs, per_dt = 1.0 / dt, m_dt = b->m / dt;
    for (int64_t k = 0; k < steps; k++) {
        double h = pull(b, (double)k * dt, x);
        double g = b->Fc + (b->Fs - b->Fc) * exp(-(v * per_vs) * (v * per_vs));
        double per_L = g / (g + dt * b->sigma0 * fabs(v)), kept = z * per_L;
        double held = b->sigma0 * kept + b->sigma1 * (kept - z) * per_dt;
        double gain = (b->sigma0 * dt + b->sigma1) * per_L + b->sigma2;
        v = (m_dt * v + h - held) / (m_dt + gain);
        z = (z + dt * v) * per_L;
        x += dt * v;
    }
    return x;
}

#define LOOP(name, step, block)                                                                    \
    static __attribute__((noinline, unused)) double name(const Block *b, double dt, int64_t steps) \
    {                                                                                              \
        (void)b;                                                                                   \
        return step(block, dt, steps);                                                             \
    }
LOOP(stribeck_constants, borello, &stribeck_block)
LOOP(coulomb_constants, borello, &coulomb_block)
LOOP(sliding_constants, borello, &sliding_block)
LOOP(creeping_constants, borello, &creeping_block)
LOOP(shaken_constants, borello, &shaken_block)
LOOP(lugre_constants, bristle, &lugre_block)
LOOP(borello_pointer, borello, b)
LOOP(bristle_pointer, bristle, b)
#undef LOOP

#endif
