/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Charts as SVG, to stand in a page whose style sheet colours them: classes k0, k1, ... for the
 * curves in their order, `dots` for points, `reference` for dashed lines, `area`, `grid` and text. */
#ifndef STICTION_REPORT_CHART_H
#define STICTION_REPORT_CHART_H

#include "stiction/io.h"

#include <stdio.h>

enum { STN_CHART_COLORS = 6 };

/* One panel; `id` makes its parts unique within the page.  Long curves are cut down to what the
 * picture can show. */
StnStatus stn_chart_svg(FILE *out, const StnPanel *panel, const char *id);

/* The same; the first `areas` curves are borders, finite all along, of areas that are filled. */
StnStatus stn_chart_areas_svg(FILE *out, const StnPanel *panel, int areas, const char *id);

/* Leaves out points of a polyline that lie within `tolerance` of what remains; the number kept.  A
 * NaN in y breaks the line and stays. */
size_t stn_chart_simplify(double *x, double *y, size_t count, double tolerance);

#endif
