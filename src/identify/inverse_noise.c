/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Noise of the acceleration pulls the mass towards 0 (errors in variables): the sum of a*residual lacks M times its
 * variance in every row.  How large it is must be known to some percent, or the mass is off by several of its own
 * deviations: differences of the position see white noise only, and time that jitters, resampled, is not.
 *
 * The residual knows: it is -M times that noise, and noise of the effort.  Rows are means over windows that follow one
 * another by a quarter of their length.  Neighbours share samples, and take back what one window of the acceleration
 * has too much, while windows of the effort are alike: three autocovariances of the residual part it into noise
 * of the acceleration (A), white noise of the effort (W) and all that is slow (S),
 *   c_k = rho_A,k*A + rho_W,k*W + S,   k = 0, 1, 2,
 * with rho of B-splines of order 8, differenced (position: fourth differences, velocity: second).  Row by row this is
 * one more estimating equation beside those of least squares, and the deviation of the mass counts its scatter in
 * (stacked moments: Newey & McFadden 1994, sect. 6; corrected scores: Fuller 1987, ch. 2). */
#include "identify/inverse_model.h"
#include "identify/failure.h"
#include "identify/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of white noise, how far its variance from differences may be off, relative. */
#define WHITE_ERROR 0.3
/* Of the variance that differences show, what the residual may find: more is not noise of the acceleration but what the model
 * lacks (without the arm of a joint a mass became -0.87 for 0.05 kg*m^2, of friction with bristles -1270 for 2 kg). */
#define MOST_NOISE 10.0
/* At lags of 0, 1 and 2 boxes. */
static const double rho_effort[] = {1.0, 1191.0 / 2416.0, 120.0 / 2416.0};
static const double rho_position[] = {1.0, -9.0 / 16.0, 0.0};
static const double rho_velocity[] = {1.0, -3.0 / 16.0, -3.0 / 10.0};

/* A = out[0]*(c0 - c1) + out[1]*(c1 - c2), free of W and S. */
static void weights_of(const double *rho, double out[2])
{
    const double a1 = rho[0] - rho[1], a2 = rho[1] - rho[2];
    const double w1 = rho_effort[0] - rho_effort[1], w2 = rho_effort[1] - rho_effort[2];
    const double det = a1 * w2 - w1 * a2;
    out[0] = w2 / det;
    out[1] = -w1 / det;
}

/* Whether rows i - 2, i - 1 and i are windows that follow one another. */
static bool follow(const StnInverseModel *m, size_t i)
{
    return i >= 2 && m->t[i] - m->t[i - 2] < 2.5 * m->decimate * m->data->Ts;
}

static double mean_square(const double *x, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += x[i] * x[i];
    return count > 0 ? sum / (double)count : 0.0;
}

/* Differences also see what is no noise, as kinks where the body turns or a command jumps: the residual, of which noise
 * makes M^2 times its variance, bounds it. */
StnStatus stn_inverse_noise_score(const StnInverseModel *m, const double *residual, size_t count,
                                  double M, double *score)
{
    if (!(M > 0.0)) { /* what the model lacks, not noise: nothing can be put right */
        memset(score, 0, count * sizeof *score);
        return STN_OK;
    }
    const double known = fmin(m->noise_a * M, mean_square(residual, count) / M);
    const bool windows = m->decimate == (int)m->box && !stn_inverse_weight(m) &&
                         !m->data->value[STN_ROLE_ACCELERATION];
    double by[2], sum = 0.0, good = 0.0, *z = malloc((count + 1) * sizeof *z);
    if (!z)
        return stn_no_memory(m->error);
    weights_of(m->noise.of_velocity ? rho_velocity : rho_position, by);
    for (size_t i = 0; i < count; i++) {
        const bool three = windows && follow(m, i);
        const double r0 = residual[i], r1 = three ? residual[i - 1] : 0.0;
        const double r2 = three ? residual[i - 2] : 0.0;
        score[i] = three ? (by[0] * r0 * (r0 - r1) + by[1] * r0 * (r1 - r2)) / M : 0.0;
        good += three;
        sum += score[i];
    }
    const double own = good > 0.0 ? sum / good : 0.0;
    for (size_t i = 0; i < count; i++)
        z[i] = windows && follow(m, i) ? score[i] - own : 0.0;
    const double variance =
        good > 0.0 ? stn_long_run(z, count, STN_WINDOW_OVERLAP) / (good * good) : INFINITY;
    free(z);
    /* the better known counts more: by the inverse of their variances */
    const double before = pow(WHITE_ERROR * known, 2);
    const bool noise = own < MOST_NOISE * m->noise_a * M;
    const double part = known > 0.0 && noise ? before / (before + variance) : 0.0;
    const double own_part = own > 0.0 ? part * (double)count / good : 0.0;
    for (size_t i = 0; i < count; i++)
        score[i] = (1.0 - part) * known + own_part * score[i];
    return STN_OK;
}
