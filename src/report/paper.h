/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A paper as data: its cases, facts and figures.  Each paper has a file of its own that fills these
 * tables; papers.c holds the list. */
#ifndef STICTION_REPORT_PAPER_H
#define STICTION_REPORT_PAPER_H

#include "report/metrics.h"
#include "stiction/io.h"
#include "stiction/report.h"
#include "stiction/scenario.h"

enum { STN_SETS_MAX = 8, STN_CURVES_MAX = 8 };

/* One run: a built-in scenario, a law and overrides. */
typedef struct StnCase {
    const char *name; /* unique within the paper; what facts and figures call it */
    const char *scenario;
    const char *law;               /* NULL: as the scenario says */
    const char *set[STN_SETS_MAX]; /* "PATH=VALUE" */
} StnCase;

typedef struct StnCaseRun {
    const StnCase *def;
    StnScenario *scenario;
    const StnSystem *system;
    StnRecord record;
    StnMetrics metrics; /* of the first friction site, as compare shows them */
    StnStatus status;
    StnError error;
} StnCaseRun;

typedef struct StnPaperRun StnPaperRun;
typedef struct StnFactDef StnFactDef;

/* The measured quantity in SI; NaN: it did not happen.  The runs it asks for were made. */
typedef double StnMeasure(const StnPaperRun *paper, const StnFactDef *fact);

struct StnFactDef {
    const char *id, *group; /* facts of one group stand together, under its name */
    const char *claim, *published, *unit;
    double scale;  /* from SI to `unit`; 0 counts as 1 */
    double lo, hi; /* what counts as agreement, in `unit`; NAN: for information */
    StnMeasure *measure;
    const char *run, *other; /* cases; other may be NULL */
    const char *column;      /* for measures that look at one */
    double from, to;         /* likewise: a window in s; both 0: the whole run */
    double given;            /* the published number, in `unit`; 0: none, the fact is a statement */
    bool construction;       /* parameters were calibrated on it */
    const char *words;       /* "no|yes": shown instead of 0 and 1 */
    const char *reason;      /* shown with the verdict */
};

/* A row of a table of facts.  What follows `other` are further members, .group first. */
#define STN_FACT(id_, claim_, published_, unit_, scale_, lo_, hi_, measure_, run_, other_, ...) \
    {                                                                                           \
        .id = (id_), .claim = (claim_), .published = (published_), .unit = (unit_),             \
        .scale = (scale_), .lo = (lo_), .hi = (hi_), .measure = (measure_), .run = (run_),      \
        .other = (other_), __VA_ARGS__                                                          \
    }

/* A curve: column `y` of a case over the panel's x. */
typedef struct StnCurveDef {
    const char *run; /* NULL: that of the figure */
    const char *y, *label;
    StnStyle style;
} StnCurveDef;

typedef struct StnPanelDef {
    const char *title;
    const char *x;                 /* column; NULL: t */
    const char *xlabel, *ylabel;   /* with units */
    double xscale, yscale;         /* from SI to them; 0 counts as 1 */
    double xmin, xmax, ymin, ymax; /* shown, in those units; both 0: all */
    double from, to;               /* rows of this time only, s; both 0: all */
    StnCurveDef curve[STN_CURVES_MAX];
} StnPanelDef;

/* A panel over time, and its curves. */
#define STN_PANEL(title_, ylabel_, yscale_, xmin_, xmax_, ...)                        \
    {                                                                                 \
        .title = (title_), .ylabel = (ylabel_), .yscale = (yscale_), .xmin = (xmin_), \
        .xmax = (xmax_), .curve = {                                                   \
            __VA_ARGS__                                                               \
        }                                                                             \
    }
#define STN_CURVE(run_, y_, label_)       \
    {                                     \
        (run_), (y_), (label_), STN_LINES \
    }
#define STN_DASHED(run_, y_, label_)       \
    {                                      \
        (run_), (y_), (label_), STN_DASHES \
    }

typedef struct StnFigureDef {
    const char *id, *title, *caption;
    const char *run; /* of the curves that name none */
    const StnPanelDef *panel;
    int npanel;
} StnFigureDef;

typedef struct StnPaperDef {
    StnPaper about;    /* counts are filled in by papers.c */
    const char *plant; /* what it is about, a few words */
    const char *text;  /* introduction: paragraphs separated by a blank line, code in backticks */
    const StnCase *cases;
    const StnFactDef *facts;
    const StnFigureDef *figures;
    int ncase, nfact, nfigure;
} StnPaperDef;

extern const StnPaperDef stn_paper_borello2014, stn_paper_tran, stn_paper_borello2006,
    stn_paper_nouailletas2010;

const StnPaperDef *stn_paper_def(int index);

/* ---- A paper after its runs ---- */

struct StnPaperRun {
    const StnPaperDef *def;
    StnCaseRun *run; /* per case */
    StnFact *fact;   /* per fact; `obtained` is owned */
};

struct StnReport {
    StnPaperRun *paper;
    int npaper;
};

/* The run of a case, or NULL when it failed or there is none. */
const StnCaseRun *stn_paper_case(const StnPaperRun *paper, const char *name);
/* `stiction run ...` that does the same run; returns out. */
const char *stn_case_command(const StnCase *def, char *out, size_t size);

#define STN_COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

#endif
