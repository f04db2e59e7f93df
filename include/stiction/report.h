/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Published cases run again.  A paper is a list of cases (scenarios with overrides), of facts
 * (what the paper states, each as a measured quantity with the interval that counts as
 * agreement) and of figures, in a file of its own (docs/papers.md).  A report holds the runs and
 * the verdicts, and becomes an HTML page and a JSON file. */
#ifndef STICTION_REPORT_H
#define STICTION_REPORT_H

#include "stiction/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A paper whose cases can be run. */
typedef struct StnPaper {
    const char *name; /* "borello2014" */
    const char *title;
    int year;
} StnPaper;

/* The built-in ones. */
STN_API int stn_paper_count(void);
STN_API StnPaper stn_paper_at(int index);
/* Index of a built-in paper by its name or the beginning of it, -1 when there is none or more than
 * one. */
STN_API int stn_paper_find(const char *name);

/* Whether what a paper states comes out. */
typedef enum StnVerdict {
    STN_VERDICT_REPRODUCED,
    STN_VERDICT_NOT_REPRODUCED,
    STN_VERDICT_NOT_PUBLISHED, /* for information: the paper gives nothing to compare with */
} StnVerdict;
/* The verdict in words for people. */
STN_API const char *stn_verdict_text(StnVerdict verdict);

/* What a fact compares: a number with the published one, a statement ("stops completely") with a
 * measured quantity, or a number on which parameters were calibrated, which agrees by
 * construction. */
typedef enum StnFactKind { STN_FACT_NUMBER, STN_FACT_STATEMENT, STN_FACT_CONSTRUCTION } StnFactKind;
/* "number", "statement", "by construction". */
STN_API const char *stn_fact_kind_text(StnFactKind kind);

/* Texts live as long as the report. */
typedef struct StnFact {
    const char *paper, *id;
    const char *claim;     /* the quantity, as a sentence or a phrase */
    const char *published; /* what the paper says of it */
    const char *unit;      /* of the numbers below */
    double value;          /* measured; NaN: the run failed, or it did not happen */
    double lo, hi;         /* lo <= value <= hi counts as agreement; NaN: nothing to compare */
    StnVerdict verdict;
    StnFactKind kind;
    double given;         /* the published number, in `unit`; NaN: there is none */
    const char *obtained; /* value with unit, or a word */
    const char *reason;   /* why it does not come out, or a remark; NULL: none */
    const char *cases;    /* names of the cases measured */
} StnFact;

/* Papers that were run, with what was measured. */
typedef struct StnReport StnReport;

/* Which papers are run.  Start from {0}: all that are built in. */
typedef struct StnReportDef {
    /* Names of built-in papers or the beginnings of them, files, or folders with a paper.yaml;
     * none: all built-in ones. */
    const char *const *paper;
    int npaper;
    const StnCatalog *catalog; /* models of cases; may be NULL; must outlive the report */
    /* Scenarios and texts of a paper must lie in its folder or below it, and what a scenario names
     * in the scenario's; links followed: for programs that run papers of strangers. */
    bool confine;
    int threads; /* 0: one per processor */
    /* May be NULL.  Each file that papers and their scenarios were read from, before a case is run
     * and from the caller's thread; false: stop with STN_CANCELLED. */
    bool (*reads)(void *user, const char *path);
    /* Share of the work done, from one thread at a time; false: stop with STN_CANCELLED. */
    bool (*progress)(void *user, double fraction);
    void *user;
} StnReportDef;

/* Reads the papers, runs all their cases and measures the facts.  NULL when a paper has a
 * mistake or is not there, when interrupted, out of memory, or in a build that reads no
 * scenarios.  A case that fails leaves its facts unmeasured and is named by the functions below. */
STN_API StnReport *stn_report_run(const StnReportDef *def, StnError *error);
/* Frees the report with all its texts; NULL is allowed. */
STN_API void stn_report_free(StnReport *report);

/* Texts live as long as the report. */
STN_API int stn_report_paper_count(const StnReport *report);
STN_API StnPaper stn_report_paper_at(const StnReport *report, int index);
STN_API int stn_report_fact_count(const StnReport *report);
STN_API StnFact stn_report_fact_at(const StnReport *report, int index);
/* Cases that failed: "paper, case: why". */
STN_API int stn_report_failure_count(const StnReport *report);
STN_API const char *stn_report_failure_at(const StnReport *report, int index, char *out,
                                          size_t size);

/* One self-contained page: no script, no request to anywhere. */
STN_API StnStatus stn_report_write_page(const StnReport *report, const char *path, StnError *error);
/* All quantities for machines; path "-": standard output. */
STN_API StnStatus stn_report_write_json(const StnReport *report, const char *path, StnError *error);

/* ---- Studies ---- */

/* A study of ensemble.h as one self-contained page: what is expected, metrics with histograms, what
 * each quantity explains, metrics over quantities, bands over time of the columns whose
 * trajectories are kept, and runs that miss or fail with the commands that repeat them. */
struct StnStudy;
STN_API StnStatus stn_study_write_page(struct StnStudy *study, const char *path, StnError *error);

#ifdef __cplusplus
}
#endif
#endif
