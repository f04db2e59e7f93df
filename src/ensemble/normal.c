/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "ensemble/normal.h"
#include "kernel/real.h"

#include <math.h>

static double density(double x) { return 0.3989422804014327 * stn_exp_d(-0.5 * x * x); }

/* Q(x)/density(x) for x >= 1 by Laplace's continued fraction x + 1/(x + 2/(x + 3/...)), from its far
 * end: its error falls as exp(-2*x*sqrt(2*k)), below rounding at x = 1 for 250 terms. */
static double tail_ratio(double x)
{
    double fraction = x;
    for (int k = 250; k > 0; k--)
        fraction = x + k / fraction;
    return 1.0 / fraction;
}

/* (P(x) - 1/2)/density(x) = x + x^3/3 + x^5/(3*5) + ..., all terms of one sign. */
static double middle_ratio(double x)
{
    double term = x, sum = x;
    for (int k = 3; fabs(term) > 1e-17 * fabs(sum); k += 2) {
        term *= x * x / k;
        sum += term;
    }
    return sum;
}

double stn_normal_below(double x)
{
    if (x < -1.0)
        return density(x) * tail_ratio(-x);
    if (x > 1.0)
        return 1.0 - density(x) * tail_ratio(x);
    return 0.5 + density(x) * middle_ratio(x);
}

/* Halley's method on the tail that is at most 1/2, from the rational approximation of Hastings
 * (Abramowitz and Stegun 26.2.23, 4.5e-4): the error is cubed in each step. */
double stn_normal_quantile(double p)
{
    const double tail = p < 0.5 ? p : 1.0 - p;
    const double t = sqrt(-2.0 * stn_log_d(tail));
    double x = (2.515517 + t * (0.802853 + t * 0.010328)) /
                   (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308))) -
               t; /* of the lower tail */
    for (int step = 0; step < 3; step++) {
        const double off = (stn_normal_below(x) - tail) / density(x);
        x -= off / (1.0 + 0.5 * x * off);
    }
    return p < 0.5 ? x : -x;
}
