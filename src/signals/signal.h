/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Signals as pieces: between two kinks an input is a polynomial plus sines, so that kinks are known
 * in advance and linear modes can be propagated exactly. */
#ifndef STN_SIGNALS_SIGNAL_H
#define STN_SIGNALS_SIGNAL_H

#include "stiction/system.h"

enum { STN_PIECE_SINES = 8 };

typedef struct StnPieceSine {
    double amplitude, omega, phase; /* amplitude*sin(omega*(t - t0) + phase) */
} StnPieceSine;

/* c[0] + c[1]*(t - t0) + c[2]*(t - t0)^2 + sines, up to `end`.  exact: that is all of it; otherwise (a
 * chirp, more sines than fit) ask stn_signal_at.  linear: no more than c[0] and c[1]. */
typedef struct StnPiece {
    double t0, end;
    double c[3];
    int nsine;
    bool exact, linear;
    StnPieceSine sine[STN_PIECE_SINES];
} StnPiece;

/* The first ones have a fixed number of numbers, which are described by the entries of the same name in
 * signals/kinds.c; of the others the numbers are data that variants share. */
typedef enum StnSignalShape {
    STN_SIGNAL_CONSTANT,
    STN_SIGNAL_STEP,
    STN_SIGNAL_RAMP,
    STN_SIGNAL_SINE,
    STN_SIGNAL_PULSES,
    STN_SIGNAL_CHIRP,
    STN_SIGNAL_LINES,
    STN_SIGNAL_SUM,
} StnSignalShape;
enum { STN_SIGNAL_NUMBERS = 5 }; /* the most that one has */

/* The parts of a sum; any other signal is its own single part. */
int stn_signal_part_count(const StnSignal *signal);
const StnSignal *stn_signal_part(const StnSignal *signal, int index);
StnSignalShape stn_signal_shape(const StnSignal *signal);
int stn_signal_number_count(const StnSignal *signal);
const double *stn_signal_numbers(const StnSignal *signal);
/* The points of STN_SIGNAL_LINES, 0 of another shape. */
size_t stn_signal_points(const StnSignal *signal, const double **times, const double **values);
/* Whether the value at each point stays until the next one. */
bool stn_signal_holds(const StnSignal *signal);
/* The same signal with other numbers, which it reads from *numbers on, part by part; *numbers then points
 * behind them.  It lives in `memory`, borrows points and tables, and is not freed. */
size_t stn_signal_variant_size(const StnSignal *signal);
StnSignal *stn_signal_variant(const StnSignal *signal, const double **numbers, void *memory);

/* Another signal that says the same; NULL when memory is out. */
StnSignal *stn_signal_copy(const StnSignal *signal);

StnPiece stn_signal_piece(const StnSignal *signal, double t);
/* The same at a later time of the same signal, without making all of the piece anew where it is again a line. */
void stn_signal_go_on(const StnSignal *signal, double t, StnPiece *piece);
StnIn stn_piece_at(const StnPiece *piece, double t);
/* The value alone. */
double stn_piece_value(const StnPiece *piece, double t);
/* Taylor coefficients of the piece about t, scaled: out[k] = u^(k)(t)*h^k/k!, k = 0 .. order. */
void stn_piece_taylor(const StnPiece *piece, double t, double h, int order, double *out);
/* The first two of a linear piece, which has no others. */
static inline void stn_piece_line(const StnPiece *piece, double t, double h, double *out)
{
    out[0] = piece->c[0] + piece->c[1] * (t - piece->t0);
    out[1] = piece->c[1] * h;
}

/* 1/omega of the fastest oscillation in it; INFINITY when there is none. */
double stn_signal_time_scale(const StnSignal *signal);
/* The shortest time in which it repeats; INFINITY where it does not. */
double stn_signal_period(const StnSignal *signal);

/* Deterministic noise: the k-th sample of stream `stream` under `seed`, standard normal.  Counter
 * based, so a restored state goes on with the same numbers. */
double stn_noise(uint64_t seed, uint64_t stream, uint64_t k);

#endif
