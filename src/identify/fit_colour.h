/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Noise of measured inputs in the residuals of a fit. */
#ifndef STN_IDENTIFY_FIT_COLOUR_H
#define STN_IDENTIFY_FIT_COLOUR_H

#include "identify/fit_internal.h"

/* ---- fit_input.c ---- */

/* False: no input has noise. */
bool stn_fit_input_deviations(StnFitter *fitter, StnFitDeviations out);
/* Of white noise in a column; false: memory is out. */
bool stn_fit_white_part(StnFitter *fitter, const double *value, size_t rows, double *deviation);
/* What noise of the inputs (colour.deviation) changes in the residuals r at x, to first order; false: it cannot be
 * simulated.  Drawn number `draw`, or one wave of it: of white noise each wave, a cosine of length 1 over the rows of an
 * input, has a part of the same deviation, and all waves together are the noise. */
bool stn_fit_disturb(StnFitter *fitter, StnFitWorkspace *workspace, const double *x,
                     const double *r, uint64_t draw, double *out);
bool stn_fit_wave(StnFitter *fitter, StnFitWorkspace *workspace, const double *x, const double *r,
                  int wave, double *out);

/* Shifts the input of each run by its parts of the waves, with which residuals become small; false: memory is out, or a run
 * has several inputs with noise. */
bool stn_fit_shift_inputs(StnFitter *fitter);
void stn_fit_unshift(StnFitter *fitter);

/* ---- fit_colour.c ---- */

/* Where noise of the inputs explains the residuals at x: from now on they are weighed by it.  again: it does, and is looked
 * at anew at another x. */
bool stn_fit_find_colour(StnFitter *fitter, const double *x, bool again);
void stn_fit_colour_free(StnFitter *fitter);
/* Which part each draw has in what the inputs had for noise, by the residuals at x. */
bool stn_fit_find_parts(StnFitter *fitter, const double *x);
/* Weighs residuals; nothing unless that is on. */
void stn_fit_weigh(const StnFitter *fitter, double *r);
/* The covariance of J'*r with weighed residuals, n x n, and its degrees of freedom; 0: it cannot be simulated. */
double stn_fit_colour_noise(const StnFitSlopes *slopes, double *out);

/* ---- fit_weighed.c ---- */

/* Goes on from x, and from where other starts ended, with such weights where there are any. */
StnStatus stn_fit_weigh_inputs(StnFitter *fitter, double tolerance, double *x, StnFitResult *result,
                               StnError *error);

#endif
