/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A panel in the units in which people read it.  Data and labels come in SI ("x [m]"); what is drawn is in mm,
 * MPa or degrees, chosen from what the panel shows. */
#ifndef STICTION_IO_PANEL_UNITS_H
#define STICTION_IO_PANEL_UNITS_H

#include "stiction/io.h"

typedef struct StnScaledPanel {
    StnPanel panel; /* points into the members below */
    StnCurve *curve;
    double *data;
    char xlabel[200], ylabel[200];
} StnScaledPanel;

/* STN_NO_MEMORY or STN_OK; free the result in both cases. */
StnStatus stn_panel_scale(const StnPanel *panel, StnScaledPanel *out);
void stn_panel_scale_free(StnScaledPanel *panel);

#endif
