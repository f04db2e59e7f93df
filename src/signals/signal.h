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

StnPiece stn_signal_piece(const StnSignal *signal, double t);
StnIn stn_piece_at(const StnPiece *piece, double t);
/* The value alone. */
double stn_piece_value(const StnPiece *piece, double t);
/* Taylor coefficients of the piece about t, scaled: out[k] = u^(k)(t)*h^k/k!, k = 0 .. order. */
void stn_piece_taylor(const StnPiece *piece, double t, double h, int order, double *out);

/* 1/omega of the fastest oscillation in it; INFINITY when there is none. */
double stn_signal_pace(const StnSignal *signal);
/* The shortest time in which it repeats; INFINITY where it does not. */
double stn_signal_period(const StnSignal *signal);

/* Deterministic noise: the k-th sample of stream `stream` under `seed`, standard normal.  Counter
 * based, so a restored state goes on with the same numbers. */
double stn_noise(uint64_t seed, uint64_t stream, uint64_t k);

#endif
