/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Parts of the method `curve`. */
#ifndef STN_IDENTIFY_CURVE_PARTS_H
#define STN_IDENTIFY_CURVE_PARTS_H

#include "stiction/identify.h"

/* Whether the characteristic is fitted to windows of the record: not where filters are asked for. */
bool stn_curve_by_windows(const StnCurveDef *def);
/* What only a fit to the record itself can tell. */
bool stn_curve_needs_windows(const StnCurveDef *def, const StnData *data);

/* Points of runs at constant speed. */
StnStatus stn_curve_of_runs(const StnCurveDef *def, const StnData *data, StnFrictionCurve *r,
                            StnError *error);
/* The same where something beside friction changes within runs or from one to the next: the sides are fitted to their
 * samples. */
StnStatus stn_curve_of_long_runs(const StnCurveDef *def, const StnData *data, StnFrictionCurve *r,
                                 StnError *error);
/* Points of a moving record; its sides, too, where they are fitted to the record itself. */
StnStatus stn_curve_of_record(const StnCurveDef *def, const StnData *data, StnFrictionCurve *r,
                              StnError *error);
/* Sides of points. */
StnStatus stn_curve_of_points(const StnCurveDef *def, bool rotary, StnFrictionCurve *r,
                              StnError *error);
/* curve_lacking.c: names what the whole record shows and points cannot; intervals hold it. */
StnStatus stn_curve_look_for_missing(const StnCurveDef *def, const StnData *data,
                                     StnFrictionCurve *r, StnError *error);
/* Sides, remarks and friction over time of a moving record whose known constant force is taken off already. */
StnStatus stn_curve_of_motion(const StnCurveDef *def, const StnData *data, StnFrictionCurve *r,
                              StnError *error);

/* How well the curve of an inverse model is known, vs as if it were given; zeros where it has levels by direction. */
StnSpread4 stn_inverse_spread(const StnInverse *r, int side);

#endif
