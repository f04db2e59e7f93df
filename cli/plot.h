/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Figures of runs: which columns share a panel, measured data beside them, drawing.  A plan is
 * made and checked before the run, so that a wrong column name costs no time. */
#ifndef CLI_PLOT_H
#define CLI_PLOT_H

#include "arguments.h"
#include "stiction/stiction.h"

enum {
    PLOT_PANELS = 12,
    PLOT_COLUMNS = 12,
    PLOT_DEFAULT_PANELS = 4,
    PLOT_UNITS = 32,
    PLOT_OVERLAYS = 16
};

/* What the command line says; all may be NULL. */
typedef struct PlotOptions {
    const char *x, *y;           /* a column; columns separated by commas */
    const char *data;            /* CSV with measured columns of the same names */
    const char *xrange, *yrange; /* FROM:TO, either may be empty; with or without units */
    const char *size;            /* A4, WIDTHxHEIGHT in pixels or with a unit of length */
    Texts unit;                  /* COLUMN=UNIT, or si */
    Texts overlay;               /* CSV of other runs, drawn as lines */
} PlotOptions;

/* The options of a figure besides --plot, for a command's own list (at most PLOT_OPTIONS); returns how many. */
enum { PLOT_OPTIONS = 8 };
int plot_options(PlotOptions *opts, Option *options);
/* What belongs to a figure needs one: 0, or EXIT_BAD_INPUT after a message. */
int plot_check(const PlotOptions *opts, const char *figure);
/* What the help of a command says of them. */
#define PLOT_USAGE                                                                                \
    "  --x COLUMN         another abscissa than t, in the figure and the plot on the terminal\n"  \
    "  --y COLUMN,...     these columns; columns of one unit and about one size share a panel\n"  \
    "  --xrange, --yrange FROM:TO  part of the figure to show, with or without units: 0:0.1 mm\n" \
    "  --unit COLUMN=UNIT the unit of a column in the figure, as in --unit x=mm; si: SI units\n"  \
    "                     everywhere (default: mm, MPa, ° as suits what is shown)\n"             \
    "  --size SIZE        of the figure: A4, A5, 160x100mm, or without a unit in pixels, "        \
    "1600x900\n"                                                                                  \
    "  --overlay FILE.csv draw another run, written with -o, over this one; may be given again\n" \
    "  --data FILE.csv    draw measured columns of the same names as points; units in the "       \
    "header,\n"                                                                                   \
    "                     as in \"x [mm]\", are converted\n"

/* A unit that the user wants to see. */
typedef struct PlotUnit {
    char column[48], unit[48];
    double factor; /* in SI */
} PlotUnit;

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
    StnTable overlay[PLOT_OVERLAYS];
    StnRecord overlay_record[PLOT_OVERLAYS]; /* points into the tables */
    char overlay_label[PLOT_OVERLAYS][64];
    int noverlay;
    PlotUnit unit[PLOT_UNITS];
    int nunit;
    bool si;
    int width, height; /* pixels; 0: automatic */
} Plot;

/* One run in a figure. */
typedef struct PlotRun {
    const StnRecord *record;
    const char *label; /* name of the law */
} PlotRun;

/* Plans a figure of runs of `system`.  share: columns of one unit share a panel (one run);
 * otherwise each column has its own, and the runs share it.  0, or the exit code after a
 * message. */
int plot_plan(Plot *plot, const PlotOptions *opts, const StnSystem *system, const StnRunDef *def,
              bool share);
void plot_free(Plot *plot);
/* Parts of plot_plan: --xrange and --yrange, --unit, --size, --overlay; 0, or the exit code after a message. */
int plot_plan_ranges(Plot *plot, const PlotOptions *opts);
int plot_plan_units(Plot *plot, const Texts *texts);
int plot_plan_size(Plot *plot, const char *text);
int plot_plan_overlay(Plot *plot, const Texts *files);
/* How many panels stand side by side. */
int plot_grid_columns(int npanel);
/* Brings the column `wanted` of a file into the unit of the record, where the file has it. */
int plot_convert(StnTable *table, const char *file, const StnColumnInfo *wanted);
/* Index of a column of a file by the record's name ("time" may stand for t), -1: none. */
int plot_data_column(const StnTable *table, const char *name);

StnStatus plot_write(const Plot *plot, const char *path, const char *title, const PlotRun *runs,
                     int nrun, StnError *error);
/* The first panel, in characters, as large as the terminal allows.  0, or EXIT_RUN_FAILED after a message. */
int plot_put_text(const Plot *plot, FILE *out, const PlotRun *runs, int nrun);

#endif
