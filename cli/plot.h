/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Figures of runs: which columns share a panel, measured data beside them, drawing.  A plan is
 * made and checked before the run, so that a wrong column name costs no time. */
#ifndef CLI_PLOT_H
#define CLI_PLOT_H

#include "stiction/stiction.h"

enum { PLOT_PANELS = 12, PLOT_COLUMNS = 12, PLOT_DEFAULT_PANELS = 4 };

/* What the command line says; all may be NULL. */
typedef struct PlotWish {
    const char *x, *y;           /* a column; columns separated by commas */
    const char *data;            /* CSV with measured columns of the same names */
    const char *xrange, *yrange; /* FROM:TO, either may be empty; with or without units */
} PlotWish;

typedef struct PlotPanel {
    StnColumnInfo column[PLOT_COLUMNS];
    int ncolumn;
} PlotPanel;

typedef struct Plot {
    StnColumnInfo x;
    double xmin, xmax, ymin, ymax; /* NaN: automatic */
    bool y_unit_fits[PLOT_PANELS]; /* --yrange is meant for this panel */
    PlotPanel panel[PLOT_PANELS];
    int npanel;
    bool has_data;
    StnTable data; /* in the units of the record */
} Plot;

/* One run in a figure. */
typedef struct PlotRun {
    const StnRecord *record;
    const char *label; /* name of the law */
} PlotRun;

/* Plans a figure of runs of `system`.  share: columns of one unit share a panel (one run);
 * otherwise each column has its own, and the runs share it.  0, or the exit code after a
 * message. */
int plot_plan(Plot *plot, const PlotWish *wish, const StnSystem *system, const StnRunDef *def,
              bool share);
void plot_free(Plot *plot);

StnStatus plot_write(const Plot *plot, const char *path, const char *title, const PlotRun *runs,
                     int nrun, StnError *error);
/* The first panel, in characters, as large as the terminal allows. */
void plot_put_text(const Plot *plot, FILE *out, const PlotRun *runs, int nrun);

#endif
