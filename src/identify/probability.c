/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Student's t and Fisher's F through the regularised incomplete beta function
 * (Press et al., Numerical Recipes, 6.4: continued fraction by Lentz's method). */
#include "identify/spread.h"

#include <math.h>

enum { TERMS_MAX = 400, HALVINGS = 200 };
#define MOST_ALIKE 0.99 /* beyond it a correlation of neighbours is not known well enough */

static double beta_fraction(double a, double b, double x)
{
    const double tiny = 1e-300;
    double c = 1.0, d = 1.0 - (a + b) * x / (a + 1.0);
    d = 1.0 / (fabs(d) < tiny ? tiny : d);
    double sum = d;
    for (int m = 1; m <= TERMS_MAX; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        const double step[2] = {even, odd};
        double change = 1.0;
        for (int i = 0; i < 2; i++) {
            d = 1.0 + step[i] * d;
            d = 1.0 / (fabs(d) < tiny ? tiny : d);
            c = 1.0 + step[i] / c;
            c = fabs(c) < tiny ? tiny : c;
            change = c * d;
            sum *= change;
        }
        if (fabs(change - 1.0) < 1e-15)
            break;
    }
    return sum;
}

/* I_x(a, b), 0 <= x <= 1. */
static double beta_share(double a, double b, double x)
{
    if (!(x > 0.0))
        return isnan(x) ? NAN : 0.0;
    if (x >= 1.0)
        return 1.0;
    const double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1.0) / (a + b + 2.0))
        return front * beta_fraction(a, b, x) / a;
    return 1.0 - front * beta_fraction(b, a, 1.0 - x) / b;
}

double stn_f_probability(double F, double freedom1, double freedom2)
{
    if (!(F > 0.0))
        return isnan(F) ? NAN : 1.0;
    return beta_share(0.5 * freedom2, 0.5 * freedom1, freedom2 / (freedom2 + freedom1 * F));
}

double stn_student_95(double freedom)
{
    double low = 0.0, high = 1e3;
    if (!(freedom > 0.0))
        return NAN;
    for (int i = 0; i < HALVINGS && high - low > 1e-12; i++) {
        const double t = 0.5 * (low + high);
        if (stn_f_probability(t * t, 1.0, freedom) > 0.05)
            low = t;
        else
            high = t;
    }
    return 0.5 * (low + high);
}

double stn_compare_fits(double sse_small, int nparam_small, double sse_large, int nparam_large,
                        size_t rows)
{
    const double more = nparam_large - nparam_small, left = (double)rows - nparam_large;
    if (!(more > 0.0) || !(left > 0.0))
        return NAN;
    if (!(sse_large > 0.0))
        return sse_small > 0.0 ? 0.0 : 1.0;
    return stn_f_probability((sse_small - sse_large) / more / (sse_large / left), more, left);
}

double stn_effective_rows(double rows, double correlation)
{
    const double c = isnan(correlation) ? 0.0 : fmin(fmax(correlation, 0.0), MOST_ALIKE);
    return rows * (1.0 - c) / (1.0 + c);
}

double stn_compare_correlated(double sse_small, int nparam_small, double sse_large,
                              int nparam_large, size_t rows, double correlation)
{
    const double left = stn_effective_rows((double)rows, correlation);
    return left < nparam_large + 1.0
               ? 1.0
               : stn_compare_fits(sse_small, nparam_small, sse_large, nparam_large, (size_t)left);
}
