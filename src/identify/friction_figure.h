/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction over velocity as a panel: samples, means with their deviation, the curve with its band. */
#ifndef STN_IDENTIFY_FRICTION_FIGURE_H
#define STN_IDENTIFY_FRICTION_FIGURE_H

#include "stiction/identify.h"

enum { STN_FRICTION_CURVES = 5, STN_FRICTION_LAW = 401, STN_FRICTION_BINS = 20 };

/* What is drawn, all without a constant force. */
typedef struct StnFrictionFigure {
    const double *v, *F; /* samples; NULL: none */
    size_t rows;
    const StnCurvePoint *point; /* NULL: means of the samples over intervals of speed */
    int npoint;
    double offset; /* in the points, and in the findings */
    const char *points;
    const StnFindings *findings;
    const StnSpread4 *spread[2]; /* of the curve forward and backward; NULL: no band */
    double *memory;              /* filled by stn_friction_panel, to be freed */
    StnCurve curve[STN_FRICTION_CURVES];
    char xlabel[80], ylabel[80];
} StnFrictionFigure;
/* The panel; false: memory is out. */
bool stn_friction_panel(StnFrictionFigure *f, const StnData *data, StnPanel *panel);

#endif
