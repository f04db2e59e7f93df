/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The inside of a planned figure. */
#ifndef STN_COMPARE_PLOT_H
#define STN_COMPARE_PLOT_H

#include "stiction/plot.h"

enum {
    PLOT_PANELS = 12,
    PLOT_COLUMNS = 12,
    PLOT_DEFAULT_PANELS = 4,
    PLOT_UNITS = 32,
    PLOT_OVERLAYS = 16
};

/* A unit that the user wants to see. */
typedef struct PlotUnit {
    char column[48], unit[48];
    double factor; /* in SI */
} PlotUnit;

typedef struct PlotPanel {
    StnColumnInfo column[PLOT_COLUMNS];
    int ncolumn;
    bool y_unit_fits; /* yrange is meant for this panel */
} PlotPanel;

struct StnPlot {
    StnColumnInfo x;
    double xmin, xmax, ymin, ymax; /* NaN: automatic */
    PlotPanel panel[PLOT_PANELS];
    int npanel;
    bool has_data;
    StnTable data; /* in the units of the record */
    StnTable overlay[PLOT_OVERLAYS];
    StnRecord overlay_record[PLOT_OVERLAYS]; /* points into the tables */
    char overlay_label[PLOT_OVERLAYS][64];
    int noverlay;
    PlotUnit unit[PLOT_UNITS];
    int nunit;
    bool si;
    int width, height; /* pixels; 0: automatic */
};

/* Parts of stn_plot_new. */
StnStatus stn_plot_ranges(StnPlot *plot, const StnPlotOptions *options, StnError *error);
StnStatus stn_plot_units(StnPlot *plot, const StnTextList *units, StnError *error);
StnStatus stn_plot_size(StnPlot *plot, const char *text, StnError *error);
StnStatus stn_plot_files(StnPlot *plot, const StnPlotOptions *options, StnError *error);
/* Says which option is wrong, and what was given. */
StnStatus stn_plot_refuse(StnError *error, const char *option, const char *given,
                          const char *format, ...) __attribute__((format(printf, 4, 5)));
/* A column that a panel shows; NULL: there is none. */
const StnColumnInfo *stn_plot_shown(const StnPlot *plot, const char *name);
/* How many panels stand side by side. */
int stn_plot_grid_columns(int npanel);
/* Index of a column of a file by the record's name ("time" may stand for t), -1: none. */
int stn_plot_data_column(const StnTable *table, const char *name);

#endif
