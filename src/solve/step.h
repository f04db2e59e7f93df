/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One step of the event engine: a polynomial per state over [t0, t0 + h], by one of three methods. */
#ifndef STN_SOLVE_STEP_H
#define STN_SOLVE_STEP_H

#include "core/affine.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef enum StnTry {
    STN_TRY_OK,
    STN_TRY_REJECTED, /* error too large or no convergence: W->h was reduced, try again */
    STN_TRY_BAD,      /* not finite */
} StnTry;

/* Each reads y at t0 from row 0 of the coefficients, W->h as the proposed step, and on success leaves
 * coefficients in powers of (t - t0)/W->h, W->degree, and W->h_next. */
StnTry stn_step_exact(const StnSystem *S, StnState *st);
StnTry stn_step_explicit(const StnSystem *S, StnState *st);
StnTry stn_step_implicit(const StnSystem *S, StnState *st);

/* The same up to the next kink or sample where a propagator is kept for a step of that length and no guard can reach zero
 * in it; false: make it otherwise.  There are no coefficients then: y at the end, and at theta. */
bool stn_step_kept(const StnSystem *S, StnState *st);
/* The evaluation at its start, where it is known. */
void stn_kept_begin(const StnSystem *S, StnState *st, const StnEvaluation *now);
void stn_kept_end(const StnSystem *S, const StnState *st, double *y);
void stn_kept_at(const StnSystem *S, const StnState *st, double theta, double *y);

/* Takes the matrices of the present mode from memory where it is one of the last modes. */
bool stn_recall_matrices(const StnSystem *S, StnState *st);

/* stn_jacobian of the rates alone, in fewer evaluations where there are many states. */
void stn_structured_jacobian(const StnSystem *S, StnState *st, double t, const double *y,
                             double *J);
/* y at the end of an implicit step: what the polynomial says, but without its rounding. */
void stn_implicit_end(const StnSystem *S, StnState *st, double *y);
/* By how much to shorten an implicit step with an event in it, which may lie in a layer at its start; 1: not at all. */
double stn_implicit_to_event(const StnSystem *S, StnState *st);
/* What rounding of the rates can make of the velocity of a site in the implicit step that was just made. */
double stn_implicit_rounding(const StnSystem *S, StnState *st, int site);

/* The fastest motion near y by the Jacobian J: |eigenvalue| in 1/s, and -(real part)/|eigenvalue|: 1 dies
 * away, 0 swings, below 0 grows. */
typedef struct StnFastest {
    double rate, damping;
} StnFastest;
StnFastest stn_fastest(const StnSystem *S, const StnState *st, const double *J, const double *y);

/* The longest implicit step that follows what grows, by the Jacobian J of its start; `spare` takes
 * nactive^2 numbers. */
double stn_growth_limit(const StnSystem *S, StnState *st, const double *J, double *spare);

/* How an event engine gets on: the method of the next step, the step itself with the first event in it, and
 * what happens at its end. */
enum { STN_STIFF_ENOUGH = 5 }; /* of W->stiff: the evidence is taken for stiffness */
void stn_choose_method(const StnSystem *S, StnState *st);
StnStatus stn_event_step(StnEngine *E);
StnStatus stn_event_arrive(StnEngine *E);
/* A site under a rough law has not reached its Stribeck velocity yet: each decade of v counts, which Newton
 * cannot give. */
bool stn_breaks_away(const StnSystem *S, const StnState *st);
/* What an affine mode costs in implicit steps is up to rtol; it should not show beside exact ones. */
static inline double stn_affine_rtol(double rtol) { return fmin(rtol, fmax(1e-2 * rtol, 1e-13)); }

/* W->term_sum and W->term_size of a state, in an exact step; returns the second. */
double stn_sum_terms(const StnSystem *S, StnState *st, int state);

/* Shorten the scale of an exact step: powers of (t - t0)/h become powers of (t - t0)/(q*h). */
void stn_exact_rescale(const StnSystem *S, StnState *st, double q);

enum { STN_EXPLICIT_ROWS = 17 }; /* of the scratch memory, up to the next step */
/* An explicit step leaves a cubic (W->dense_pending = 1); this completes its polynomial.  Only
 * steps that hold an event or an output need it. */
void stn_explicit_dense(const StnSystem *S, StnState *st);
/* y at the end of an explicit step, the same bits whether or not the polynomial was completed. */
const double *stn_explicit_end(const StnSystem *S, const StnState *st);

/* y at theta by an explicit step of its own from t0, where the polynomial swings (W->swings). */
void stn_explicit_at(const StnSystem *S, StnState *st, double theta, double *y);

/* y at theta of the present step, however that was made; its polynomial is complete. */
void stn_step_at(const StnSystem *S, StnState *st, double theta, double *y);

/* fmax and fmin are calls, for the sake of a NaN: here b is the answer where a is none. */
static inline double stn_larger(double a, double b) { return a > b ? a : b; }
static inline double stn_smaller(double a, double b) { return a < b ? a : b; }

/* x^(1/k), x > 0, to 1 %: from the bits, whose exponent and fraction are nearly the logarithm.  Enough for the size of
 * a step, and the same on every machine, which pow is not. */
static inline double stn_step_root(double x, int k)
{
    const int64_t one = 0x3ff0000000000000;
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits - one) / k + one;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* x^(1/8), to rounding: of an error that shrinks with the 8th power of the step. */
static inline double stn_eighth_root(double x) { return sqrt(sqrt(sqrt(x))); }

/* 1/k, k = 1 ... STN_DEGREE_MAX. */
#define STN_INVERSE_4(k) 1.0 / (k), 1.0 / ((k) + 1), 1.0 / ((k) + 2), 1.0 / ((k) + 3)
static const double stn_inverse[STN_DEGREE_MAX + 1] = {0.0,
                                                       STN_INVERSE_4(1),
                                                       STN_INVERSE_4(5),
                                                       STN_INVERSE_4(9),
                                                       STN_INVERSE_4(13),
                                                       STN_INVERSE_4(17),
                                                       STN_INVERSE_4(21)};

/* c[0] + c[1]*x + ... + c[degree]*x^degree. */
static inline double stn_poly_value(const double *c, int degree, double x)
{
    double sum = c[degree];
    for (int k = degree - 1; k >= 0; k--)
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): degree >= 0 */
        sum = sum * x + c[k];
    return sum;
}

/* Its derivative. */
static inline double stn_poly_slope(const double *c, int degree, double x)
{
    double sum = 0.0;
    for (int k = degree; k >= 1; k--)
        sum = sum * x + k * c[k];
    return sum;
}

/* Both in one pass. */
static inline void stn_poly_both(const double *c, int degree, double x, double *value,
                                 double *slope)
{
    double v = c[degree], s = 0.0;
    for (int k = degree - 1; k >= 0; k--) {
        s = s * x + v;
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): degree >= 0 */
        v = v * x + c[k];
    }
    *value = v;
    *slope = s;
}

/* sign*(velocity of the site) + offset as a polynomial of the step. */
static inline void stn_site_poly(const StnSystem *S, const StnState *st, int site, double sign,
                                 double offset, double *poly)
{
    const double *coef = stn_coef(S, st);
    poly[0] = sign * stn_site_v(&S->model, coef, site) + offset;
    for (int d = 1; d <= stn_work(st)->degree; d++)
        poly[d] = sign * stn_site_v(&S->model, coef + d * S->model.n, site);
}

/* y at theta in [0, 1]. */
void stn_poly_at(const StnSystem *S, const StnState *st, double theta, double *y);
/* First theta in [0, 1] at which c[0] + c[1]*theta + ... falls below zero, having been positive (or
 * within `noise` of zero) before; 2 when it does not. */
double stn_poly_first_root(const double *c, int degree, double noise);
/* A root between 0, where the polynomial is positive, and b, where it is negative. */
double stn_poly_root(const double *c, int degree, double b);

/* The earliest event of the step: theta in [0, 1] and its guard; guard -1 when there is none. */
void stn_locate(const StnSystem *S, StnState *st, double *theta, int *guard);

/* The other guards of sites that reach zero with `fired` (or STN_DUE_TIME) at theta, where the states are
 * y, as far as rounding can tell; exact steps only.  Their number, at most 2*nsite. */
int stn_together(const StnSystem *S, StnState *st, double theta, int fired, const double *y,
                 int *list);

/* Of the terms of a rate times the step: what the error estimate of an explicit step shows of rounding. */
#define STN_STEP_ROUNDING 4e-15
/* What an error of state i may be in a step from a to b. */
double stn_weight(const StnSystem *S, const StnState *st, int i, double a, double b);
/* The sizes that errors are compared with grow with y; those of slips that ended since `before`. */
void stn_note_sizes(const StnSystem *S, StnState *st, const double *y);
void stn_note_slips(const StnSystem *S, StnState *st, const double *y, const StnModes *before);
/* A first step for the present mode. */
double stn_first_step(const StnSystem *S, StnState *st, const double *y, const double *dy);

/* Standing sites keep the place that they have in `start` to the last bit, whatever the method left in y;
 * so does the twist between two of them. */
void stn_pin(const StnSystem *S, const StnState *st, const double *start, double *y);

/* STN_STEP_TOO_SMALL when a forced explicit method, held up by stability (stiff), would need more than 1e8
 * steps for the rest of the run. */
StnStatus stn_watch_explicit(const StnSystem *S, StnState *st, double t_end, bool stiff,
                             StnError *error);
/* A guard has reached zero: switches of relations are counted. */
void stn_note_switch(const StnSystem *S, StnState *st, int guard);
/* STN_STORM when a plant that warns of an ideal relay would switch more than 1e5 times in the rest of the run. */
StnStatus stn_watch_switches(const StnEngine *E, double t_end);

/* A velocity below this is rest as far as the tolerance, or rounding, can tell. */
double stn_dead_band(const StnSystem *S, const StnState *st, int site);
/* Where in the step a soft site turns, p being its velocity in the sense of its direction; 2: nowhere. */
double stn_soft_turn(const StnSystem *S, const StnState *st, int site, const double *p);
/* When the turn that is due at the end of the step really took place. */
double stn_turn_instant(const StnSystem *S, const StnState *st, int site);
/* A soft site at rest limits explicit steps by its stability alone: implicit ones are asked for. */
bool stn_rest_is_stiff(const StnSystem *S, StnState *st);
/* At the start of the run; after a turn; at the end of each step, y being the state there
 * and `instant` the time of what is due, which may have been noticed late. */
void stn_rest_begins(const StnSystem *S, StnState *st, const double *y);
void stn_rest_forget(const StnSystem *S, StnState *st, int site);
void stn_rest_note(const StnSystem *S, StnState *st, double instant, const double *y);

/* Add the work of the step up to theta to the energy account. */
void stn_energy_step(const StnSystem *S, StnState *st, double theta);

#endif
