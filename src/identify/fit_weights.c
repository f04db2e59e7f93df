/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Weights of a fit.  A signal whose noise is not known weighs by what the model leaves of it, each run by itself
 * (iteratively reweighted least squares).  What is left is kept as sums of squares, so that new weights need no
 * simulation. */
#include "identify/fit_internal.h"

#include <math.h>
#include <string.h>

bool stn_fit_weighs(const StnFitter *fitter)
{
    bool unknown = false;
    for (int k = 0; k < fitter->nrun; k++)
        for (int s = 0; s < fitter->run[k].run->nsignal; s++)
            unknown = unknown || !(fitter->run[k].run->signal[s].sigma > 0.0);
    return unknown && (fitter->nrun > 1 || fitter->run[0].run->nsignal > 1);
}

void stn_fit_squares(const StnFitter *fitter, const double *r, StnFitSquares left)
{
    for (int k = 0; k < fitter->nrun; k++) {
        const StnFitInside *inside = &fitter->run[k];
        for (int s = 0; s < inside->run->nsignal; s++) {
            const double *own = r + inside->first_residual + (size_t)s * inside->nfit;
            double sum = 0.0;
            for (size_t i = 0; i < inside->nfit; i++)
                sum += own[i] * own[i];
            left[k][s] = sum * inside->sigma[s] * inside->sigma[s];
        }
    }
}

double stn_fit_squares_cost(const StnFitter *fitter, StnFitSquares left)
{
    double cost = 0.0;
    for (int k = 0; k < fitter->nrun; k++)
        for (int s = 0; s < fitter->run[k].run->nsignal; s++) {
            const double sigma = fitter->run[k].sigma[s];
            cost += left[k][s] / (sigma * sigma);
        }
    return cost;
}

double stn_fit_reweigh(StnFitter *fitter, StnFitSquares left)
{
    double most = 0.0;
    for (int k = 0; k < fitter->nrun; k++) {
        StnFitInside *inside = &fitter->run[k];
        for (int s = 0; inside->nfit > 0 && s < inside->run->nsignal; s++) {
            const double sigma =
                fmax(sqrt(left[k][s] / (double)inside->nfit), 1e-12 * inside->size[s]);
            if (inside->run->signal[s].sigma > 0.0)
                continue;
            most = fmax(most, fabs(log(sigma / inside->sigma[s])));
            stn_fit_kept_reweigh(fitter, &fitter->kept, k, s, inside->sigma[s] / sigma);
            inside->sigma[s] = sigma;
        }
    }
    return most;
}
