/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What every engine of the benchmark solves: the block of scenarios/block-stick-slip.yaml, pulled
 * through a spring whose end moves at speed V, and what one run of an engine yields. */
#ifndef BENCH_BLOCK_H
#define BENCH_BLOCK_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum Law { STRIBECK, COULOMB, LUGRE } Law;

/* m*dv/dt = K*(V*t - x) + A*sin(2*pi*f*t) - FF */
typedef struct Block {
    Law law;
    double m, K, V, A, f;
    double Fs, Fc, vs, sigma0, sigma1, sigma2;
    double duration;
    int bodies; /* 0: the block; else a chain (chain.h), of which only A, f and duration are read */
} Block;

/* clang-format off */
#define FRICTION .Fs = 1.5, .Fc = 1.0, .vs = 1e-3, .sigma0 = 1e5, .sigma1 = 316.22776601683796
#define PULLED   .m = 1.0, .K = 2.0, .V = 0.1, FRICTION, .sigma2 = 0.4, .duration = 100.0
static const Block stribeck_block = {.law = STRIBECK, PULLED};
static const Block coulomb_block = {.law = COULOMB, PULLED};
static const Block lugre_block = {.law = LUGRE, PULLED};
/* Pulled so fast that it does not stop again. */
static const Block sliding_block = {
    .law = STRIBECK, .m = 1.0, .K = 2.0, .V = 1.0, FRICTION, .sigma2 = 0.4, .duration = 100.0};
/* Pulled at 3*vs through a stiff spring, damped: all the time inside the Stribeck zone. */
static const Block creeping_block = {
    .law = STRIBECK, .m = 1.0, .K = 1e4, .V = 3e-3, FRICTION, .sigma2 = 500.0, .duration = 100.0};
/* Shaken by a sine: hardly ever at rest, through the zone four times a second. */
static const Block shaken_block = {
    .law = STRIBECK, .m = 1.0, .A = 3.0, .f = 2.0, FRICTION, .sigma2 = 0.4, .duration = 100.0};
/* In tune with the number of bodies: each turns twice in a period. */
static const Block chain_of_2 = {.A = 0.8, .f = 1.0, .duration = 10.0, .bodies = 2};
static const Block chain_of_4 = {.A = 1.6, .f = 1.0, .duration = 10.0, .bodies = 4};
static const Block chain_of_8 = {.A = 3.2, .f = 1.0, .duration = 10.0, .bodies = 8};
/* clang-format on */

/* Beyond this speed exp(-(v/vs)^2) < 6e-19: the curve is flat. */
#define EDGE_OF_ZONE 6.48074069840786

enum { EVENTS_MOST = 512, PATH_ROWS = 2000 };

/* One run.  Timed runs do not ask for the path (x at equal distances in time). */
typedef struct Outcome {
    bool wants_path, failed;
    int nevent;
    int64_t rates; /* right-hand sides; with a fixed step: steps */
    double x_end;
    double event[EVENTS_MOST]; /* times of stick and slip */
    double path[PATH_ROWS + 1];
} Outcome;

static inline void note_event(Outcome *out, double t)
{
    if (out->nevent < EVENTS_MOST)
        out->event[out->nevent++] = t;
}

static inline double path_time(const Block *b, int row) { return b->duration * row / PATH_ROWS; }

#endif
