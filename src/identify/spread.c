/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/spread.h"
#include "identify/basis.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>

#define LONGEST 0.97 /* AR(1) part of an influence */
#define MOST_LEVERAGE 0.9
#define LEAST 0.005 /* of the variance of independent rows */

/* ---- This record ---- */

static double neighbour(const double *x, size_t count)
{
    double both = 0.0, own = 0.0;
    for (size_t i = 1; i < count; i++)
        both += x[i] * x[i - 1], own += x[i - 1] * x[i - 1];
    return own > 0.0 ? both / own : 0.0;
}

/* What a sum over lags is made of: the first-order part that was taken out before, the weights of all lags (to both
 * sides), and their squares. */
typedef struct Lags {
    double like, weights, squares;
} Lags;

/* Sum over all lags of the covariance of z, times count: the variance of its sum.  z is overwritten.  Lags of rows that
 * share samples count in full (a flat top): what one window has too much the next ones take back.  That may leave next
 * to nothing, less than can be estimated. */
static double long_run(double *z, size_t count, int overlap, Lags *lags)
{
    const double a = fmin(fmax(neighbour(z, count), 0.0), LONGEST);
    for (size_t i = count; i-- > 1;)
        z[i] -= a * z[i - 1];
    const double rho = fmin(fabs(neighbour(z, count)), LONGEST);
    const double alpha = 4.0 * rho * rho / pow(1.0 - rho * rho, 2);
    const double rule = fmax(1.1447 * cbrt(alpha * (double)count), 2.0 * overlap);
    const double bandwidth = fmin(rule, 0.2 * (double)count),
                 flat = fmin(overlap, 0.05 * (double)count);
    double sum = 0.0, own = 0.0;
    *lags = (Lags){.like = a};
    for (size_t lag = 0; (double)lag <= flat + bandwidth; lag++) {
        const double beyond = fmax((double)lag - flat, 0.0), sides = lag == 0 ? 1.0 : 2.0;
        const double weight = 1.0 - beyond / (bandwidth + 1.0);
        const double part = lag < count ? stn_dot(z + lag, z, count - lag) : 0.0;
        own = lag == 0 ? part : own;
        sum += sides * weight * part;
        lags->weights += sides * weight;
        lags->squares += sides * weight * weight;
    }
    return fmax(sum, LEAST * own) / ((1.0 - a) * (1.0 - a));
}

double stn_long_run(double *z, size_t count, int overlap)
{
    Lags lags;
    return long_run(z, count, overlap, &lags);
}

/* Variance of the sum of z from its sums over stretches of motion.  Accelerations are differences: their errors take one
 * another back from window to window, until a reversal cuts a stretch off, and what the ends leave is all that counts.  A sum
 * over lags is a small difference of large numbers then, and too small where a sensor is coarse (an offset beside
 * gravity: 91.5 % of 600 records; errors 1.16 deviations, by stretches 1.0).  0 where there is one stretch. */
static double between_stretches(const StnRows *rows, const double *z)
{
    double sum = 0.0, own = 0.0, count = 1.0;
    for (size_t i = 0; rows->place && i < rows->count; i++) {
        if (i > 0 && rows->place[i] - rows->place[i - 1] > rows->every) {
            sum += own * own;
            own = 0.0;
            count += 1.0;
        }
        own += z[i];
    }
    return count > 1.0 ? (sum + own * own) * count / (count - 1.0) : 0.0;
}

/* The part of each row's residual that the row itself took off: its leverage, x'(X'WX)^-1*w*x. */
static void leverages(const StnRows *rows, const StnLeastSquares *fit, double *leverage)
{
    const double variance = fit->sigma * fit->sigma;
    double inverse[STN_LEAST_SQUARES_MAX][STN_LEAST_SQUARES_MAX];
    for (int p = 0; p < rows->n; p++)
        for (int c = 0; c < rows->n; c++)
            inverse[p][c] = (p == c ? 1.0 : 2.0) * fit->covariance[p][c] / variance;
    for (size_t i = 0; i < rows->count; i++) {
        double sum = 0.0;
        for (int p = 0; p < rows->n; p++) {
            double own = 0.0;
            for (int c = 0; c <= p; c++) /* it is symmetric */
                own += inverse[p][c] * rows->column[c][i];
            sum += own * rows->column[p][i];
        }
        leverage[i] = fmin(sum * (rows->weight ? rows->weight[i] : 1.0), MOST_LEVERAGE);
    }
}

/* How far each row moves parameter p: the row of the inverse of X'WX times w*x*residual, with what it took off the
 * residual (HC3, MacKinnon & White 1985).  Returns how many rows decide the parameter, (sum g^2)^2/sum g^4 of what
 * multiplies the residuals: a static level may hang on a few. */
static double influence(const StnRows *rows, const StnLeastSquares *fit, const double *leverage,
                        int p, double *z)
{
    const double variance = fit->sigma * fit->sigma;
    double squares = 0.0, fourth = 0.0, inverse[STN_LEAST_SQUARES_MAX];
    for (int c = 0; c < rows->n; c++)
        inverse[c] = fit->covariance[p][c] / variance;
    for (size_t i = 0; i < rows->count; i++) {
        double sum = 0.0;
        for (int c = 0; c < rows->n; c++)
            sum += inverse[c] * rows->column[c][i];
        sum *= rows->weight ? rows->weight[i] : 1.0;
        squares += sum * sum;
        fourth += sum * sum * sum * sum;
        z[i] = sum * rows->residual[i] / (1.0 - leverage[i]) +
               (rows->score ? inverse[0] * rows->score[i] : 0.0);
    }
    return fourth > 0.0 ? squares * squares / fourth : (double)rows->count;
}

/* Influences on a parameter add up to 0, as it is at its best: a sum over lags is short of as much as the weights are of
 * all rows.  And it is known no better than from count/squares independent numbers (Kiefer & Vogelsang 2005; with 470 rows
 * and windows that overlap, 22: intervals with neither held the truth in 89 to 93 % of 364 records). */
static double deviation_of(double sum, const Lags *lags, double count, double n, double *freedom)
{
    const double alike = fmin((1.0 - lags->like) / (1.0 + lags->like), 1.0);
    const double whole = fmax(1.0 - lags->weights / count, 0.5);
    *freedom = fmin(count * alike - n, count / lags->squares);
    return sqrt(sum / whole * count / (count - n));
}

StnStatus stn_rows_widen(const StnRows *rows, StnLeastSquares *fit, StnError *error)
{
    const double n = rows->n, count = (double)rows->count;
    double by[STN_LEAST_SQUARES_MAX] = {0.0}, *z = calloc(2 * rows->count + 2, sizeof *z);
    if (!z)
        return stn_no_memory(error);
    double *leverage = z + rows->count + 1;
    if (fit->sigma > 0.0)
        leverages(rows, fit, leverage);
    for (int p = 0; p < rows->n && fit->sigma > 0.0; p++) {
        Lags lags;
        double known;
        const double deciding = influence(rows, fit, leverage, p, z);
        const double stretches = between_stretches(rows, z);
        const double sum = long_run(z, rows->count, rows->overlap, &lags);
        const double std = deviation_of(fmax(sum, stretches), &lags, count, n, &known);
        const double reach = stn_student_95(fmax(fmin(known, deciding), 1.0)) * std;
        by[p] = std / fit->std[p];
        fit->std[p] = std;
        fit->relative[p] = 100.0 * std / fabs(fit->value[p]);
        fit->low[p] = fit->value[p] - reach;
        fit->high[p] = fit->value[p] + reach;
    }
    for (int p = 0; p < rows->n && fit->sigma > 0.0; p++)
        for (int q = 0; q < rows->n; q++)
            fit->covariance[p][q] *= by[p] * by[q];
    free(z);
    return STN_OK;
}

/* ---- Estimates ---- */

double stn_next_reach(const StnNext *next, int index, double low, double high)
{
    return fmax(stn_student_95(next->freedom[index]) * next->deviation[index],
                sqrt(0.5) * (high - low));
}

void stn_estimate_next(StnEstimate *estimate, const StnNext *next, int index)
{
    const double reach = stn_next_reach(next, index, estimate->low, estimate->high);
    estimate->next_low = fmin(estimate->value - reach, estimate->low);
    estimate->next_high = fmax(estimate->value + reach, estimate->high);
}

void stn_estimates_allow(StnEstimates *best, const StnEstimates *other, double reach, double rise)
{
    const double room = sqrt(1.0 - rise / (reach * reach)); /* NaN: none */
    for (int i = 0; i < best->count && room >= 0.0; i++) {
        StnEstimate *e = &best->item[i];
        const StnEstimate *o = stn_estimates_find(other, e->name);
        if (!o || isnan(e->low) || isnan(o->low))
            continue;
        e->low = fmin(e->low, o->value - room * (o->value - o->low));
        e->high = fmax(e->high, o->value + room * (o->high - o->value));
        e->std = fmax(e->std, 0.5 * (e->high - e->low) / reach);
        e->next_low = fmin(e->next_low, o->value - room * (o->value - o->next_low));
        e->next_high = fmax(e->next_high, o->value + room * (o->next_high - o->value));
    }
}

void stn_estimates_next_of_repetitions(StnEstimates *estimates)
{
    for (int i = 0; i < estimates->count; i++) {
        StnEstimate *e = &estimates->item[i];
        const double up = sqrt(2.0) * (e->high - e->value), down = sqrt(2.0) * (e->value - e->low);
        if (!isnan(e->low) && isnan(e->next_low))
            e->next_low = e->value - down, e->next_high = e->value + up;
    }
}

void stn_remark_repetitions(StnRemarks *remarks, const char *repetitions)
{
    stn_remark(remarks,
               "This record: from the scatter between its %s.  Next record: where the mean of as "
               "many is expected if they scatter alike; a change from day to day is in neither.",
               repetitions);
}

void stn_estimates_derive(StnEstimates *estimates, const StnDerived *d, const StnLeastSquares *fit,
                          const StnNext *next)
{
    StnLeastSquares own = {.value = {d->value}};
    StnNext other = {.freedom = {next->freedom[d->index[0]]}};
    double variance = 0.0, ahead = 0.0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            const int a = d->index[i], b = d->index[k];
            const double scale = sqrt(fit->covariance[a][a] * fit->covariance[b][b]);
            const double alike = d->slope[i] * d->slope[k] * fit->covariance[a][b] / scale;
            variance += alike * fit->std[a] * fit->std[b];
            ahead += alike * next->deviation[a] * next->deviation[b];
        }
    /* An interval that is not symmetric makes one of its kind. */
    const int lead = d->index[0];
    const double part = sqrt(variance) / fit->std[lead];
    own.std[0] = sqrt(variance);
    own.low[0] = d->value - part * (fit->value[lead] - fit->low[lead]);
    own.high[0] = d->value + part * (fit->high[lead] - fit->value[lead]);
    other.deviation[0] = sqrt(ahead);
    stn_estimates_add(estimates, d->name, d->unit, d->rotary, &own, 0);
    stn_estimate_next(&estimates->item[estimates->count - 1], &other, 0);
    stn_estimates_made_of(
        estimates, &(StnEstimateOrigin){{d->index[0], d->index[1]}, {d->slope[0], d->slope[1]}},
        fit);
}

void stn_estimates_arm(StnEstimates *estimates, const StnLeastSquares *fit, int index,
                       const StnNext *next)
{
    const double a = fit->value[index], b = fit->value[index + 1], G = hypot(a, b);
    const StnDerived weight = {"G", "$F", true, G, {index, index + 1}, {a / G, b / G}};
    const StnDerived hang = {
        "hang", "rad", true, atan2(-b, a), {index, index + 1}, {b / (G * G), -a / (G * G)}};
    stn_estimates_derive(estimates, &weight, fit, next);
    stn_estimates_derive(estimates, &hang, fit, next);
}

/* As a share per hour, or per minute where that is much: a rate per second says little. */
void stn_remark_drift(StnRemarks *remarks, double value, double low, double high)
{
    const bool hour = fabs(value) * 3600.0 < 1.0;
    const double scale = 100.0 * (hour ? 3600.0 : 60.0);
    const char *unit = hour ? "hour" : "minute";
    stn_remark(
        remarks,
        low > 0.0 || high < 0.0
            ? "The friction levels drift by %.3g %% per %s (%.3g ... %.3g): the levels above "
              "are those of the first row."
            : "No drift of the friction levels is seen: %.3g %% per %s (%.3g ... %.3g) may "
              "be none.",
        scale * value, unit, scale * low, scale * high);
}

void stn_remark_next(StnRemarks *remarks, bool between_runs)
{
    stn_remark(remarks,
               between_runs
                   ? "This record: noise, also where residuals hold together in time; what the "
                     "model lacks is not in it unless it is named.  Next record: where the "
                     "estimate of another run is "
                     "expected, from the scatter between the runs."
                   : "This record: noise, also where residuals hold together in time; what the "
                     "model lacks is not in it unless it is named.  Next record: where the "
                     "estimate of another record "
                     "of this machine and kind of motion is expected (block bootstrap).");
}
