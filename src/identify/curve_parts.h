/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Parts of the method `curve`. */
#ifndef STN_IDENTIFY_CURVE_PARTS_H
#define STN_IDENTIFY_CURVE_PARTS_H

#include "stiction/identify.h"

/* Sides of points. */
StnStatus stn_curve_of_points(const StnCurveDef *def, bool rotary, StnFrictionCurve *r,
                              StnError *error);
/* Sides, remarks and friction over time of a moving record whose known constant force is taken off already. */
StnStatus stn_curve_of_motion(const StnCurveDef *def, const StnData *data, StnFrictionCurve *r,
                              StnError *error);

/* How well the curve of an inverse model is known, vs as if it were given; zeros where it has levels by direction. */
StnSpread4 stn_inverse_spread(const StnInverse *r);

#endif
