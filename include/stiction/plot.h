/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Figures of runs: which columns share a panel, ranges, units, measured data and other runs beside
 * them.  A figure is planned before the run, so that a wrong name costs no time, and made from its
 * records. */
#ifndef STICTION_PLOT_H
#define STICTION_PLOT_H

#include "stiction/result.h"
#include "stiction/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a person says about a figure, as typed; stn_plot_fields has the forms.  Start from {0}:
 * position, velocity and friction of the first site over time, and what suits them. */
typedef struct StnPlotOptions {
    const char *x, *y, *xrange, *yrange;
    StnTextList unit;
    const char *size;
    StnTextList overlay;
    const char *data;
} StnPlotOptions;
/* The table of StnPlotOptions. */
STN_API extern const StnFields stn_plot_fields;

/* A planned figure. */
typedef struct StnPlot StnPlot;
/* Plans a figure of runs of `system` that are made with `run`.  share: columns of one unit share a
 * panel (one run); otherwise each column has its own, and the runs share it.  NULL on failure;
 * where an option is wrong, error->path is its name and error->text begins with what was given. */
STN_API StnPlot *stn_plot_new(const StnPlotOptions *options, const StnSystem *system,
                              const StnRunDef *run, bool share, StnError *error);
/* Frees the plan with the files it has read; NULL is allowed. */
STN_API void stn_plot_free(StnPlot *plot);

/* One run in a figure; label: the name of its law. */
typedef struct StnPlotRun {
    const StnRecord *record;
    const char *label;
} StnPlotRun;
/* Makes the figure of `out` from runs: columns that would lie flat beside others of their panel get
 * one of their own, all panels share their abscissa. */
STN_API void stn_plot_figure(const StnPlot *plot, const char *title, const StnPlotRun *runs,
                             int nrun, StnResult *out);

#ifdef __cplusplus
}
#endif
#endif
