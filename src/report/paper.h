/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A paper as data: its cases, facts and figures, as paper_reader.c takes them from
 * papers/NAME/paper.yaml (docs/papers.md has the format), and a paper after its runs. */
#ifndef STICTION_REPORT_PAPER_H
#define STICTION_REPORT_PAPER_H

#include "scenario/load.h"
#include "scenario/tree.h"
#include "stiction/compare.h"
#include "stiction/io.h"
#include "stiction/report.h"
#include "stiction/scenario.h"

enum { STN_CURVES_MAX = 8 };

/* One run: a scenario, a law and overrides. */
typedef struct StnCase {
    const char *name; /* unique within the paper; what facts and figures call it */
    const char *scenario;
    const char *law; /* NULL: as the scenario says */
    const StnOverride *set;
    int nset;
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

typedef struct StnFactDef {
    const char *id, *group; /* facts of one group stand together, under its name */
    const char *claim, *published, *unit;
    double scale;       /* from SI to `unit`; 0 counts as 1 */
    StnWindow accept;   /* what counts as agreement, in `unit`; NAN: for information */
    double given;       /* the published number, in `unit`; NAN: none, the fact is a statement */
    double tolerance;   /* of `given` instead of `accept` */
    bool construction;  /* parameters were calibrated on it */
    const char *reason; /* shown with the verdict */
    const StnRunMeasure *measure;
    const char *run;
    const char *over, *less;  /* a second case: the ratio to it, or the difference */
    const char *other_column; /* of the second case; NULL: the same */
    StnMeasureArguments arguments;
    const StnNode *node; /* its place in the file */
    uint32_t keys;       /* which of the keys of a fact were given */
} StnFactDef;

/* A curve: column `y` of a case over the panel's x. */
typedef struct StnPaperCurve {
    const char *run, *y, *label;
    StnStyle style;
    const StnNode *node; /* where y stands */
} StnPaperCurve;

typedef struct StnPanelDef {
    const char *title;
    const char *x;                                     /* column; NULL: t */
    const char *xlabel, *ylabel;                       /* with units */
    const char *xunit, *yunit;                         /* these; NULL: none */
    const StnNode *x_node, *xlabel_node, *ylabel_node; /* where they stand; NULL: not given */
    double xscale, yscale;                             /* from SI to them; 0 counts as 1 */
    StnWindow xrange, yrange;                          /* shown, in those units */
    StnWindow window;                                  /* rows of this time only, s */
    StnPaperCurve curve[STN_CURVES_MAX];
    int ncurve;
} StnPanelDef;

typedef struct StnFigureDef {
    const char *id, *title, *caption;
    StnPanelDef *panel;
    int npanel;
} StnFigureDef;

/* All of it lives in the arena. */
typedef struct StnPaperDef {
    StnArena arena;
    StnFiles files; /* the paper's own, its text, scenarios beside it */
    const char *name, *title, *authors, *where;
    int year;
    const char *mechanism; /* what it is about, a few words */
    const char *text;      /* introduction, Markdown */
    StnCase *cases;
    StnFactDef *facts;
    StnFigureDef *figures;
    int ncase, nfact, nfigure;
    const StnNode *case_nodes, *fact_nodes, *figure_nodes; /* their sections of the file */
} StnPaperDef;

/* A paper inside the program; tools/embed.cmake makes the list from papers/. */
typedef struct StnPaperFile {
    const char *name, *title;
    int year;
    const char *yaml, *text;
} StnPaperFile;
extern const StnPaperFile stn_paper_files[];
extern const int stn_paper_file_count;

/* A built-in paper by its name or the beginning of it, a file, or a folder with a paper.yaml; NULL with
 * *error filled.  how: its catalogue, and whether files are confined; may be NULL. */
StnPaperDef *stn_paper_load(const char *name, const StnReportDef *how, StnError *error);
/* From memory.  `source` stands in messages; its folder NULL: scenarios are built-in ones only. */
StnPaperDef *stn_paper_parse(const char *yaml, size_t length, const char *name,
                             const StnSource *source, const StnReportDef *how, StnError *error);
void stn_paper_free(StnPaperDef *paper);
/* `name`, which stands at `place`, is not among names[]; returns false. */
bool stn_paper_unknown(StnError *error, const StnNode *place, const char *what, const char *name,
                       const char *const *names, int count);

/* ---- A paper after its runs ---- */

typedef struct StnPaperRun {
    StnPaperDef *def;
    StnCaseRun *run; /* per case */
    StnFact *fact;   /* per fact; `obtained` and `cases` are owned */
} StnPaperRun;

struct StnReport {
    StnPaperRun *paper;
    int npaper;
};

/* Columns, sites and units of facts and figures, which only the systems of its cases know: false, with
 * *error filled, where one is wrong.  Cases that failed are passed over. */
bool stn_paper_check(const StnPaperRun *paper, StnError *error);
/* The run of a case, or NULL when it failed or there is none. */
const StnCaseRun *stn_paper_case(const StnPaperRun *paper, const char *name);
/* `stiction run ...` that does the same run; returns out. */
const char *stn_case_command(const StnCase *def, char *out, size_t size);

#define STN_COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

#endif
