/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A study in an SQLite file.  docs/sweep.md has the schema.  What was written is on the disk when the
 * call returns (write-ahead log, synchronous FULL); one process at a time works on a study. */
#ifndef STN_ENSEMBLE_STORE_H
#define STN_ENSEMBLE_STORE_H

#include "stiction/ensemble.h"

/* What a fact is for. */
typedef enum StnFactUse {
    STN_FACT_DECIDES, /* about the numbers: a study goes on only where all of these are the same */
    STN_FACT_LATEST,  /* of the last command */
    STN_FACT_JOINED,  /* of all machines that worked on it, "; " between */
} StnFactUse;

typedef struct StnPlanFact {
    const char *name, *value;
    StnFactUse use;
} StnPlanFact;

/* A column of the table of runs. */
typedef struct StnStoreColumn {
    const char *name, *unit, *about; /* about: the spread of a quantity; "" of a metric */
    const StnLaw *const *law; /* of a quantity that is a law: written by name; NULL: a number */
    int nlaw;
} StnStoreColumn;

typedef struct StnStorePlan {
    const StnPlanFact *fact;
    int nfact;
    const StnStoreColumn *column; /* quantities, then metrics; must outlive the store */
    int nquantity, nmetric;
} StnStorePlan;

typedef struct StnStore StnStore;

/* Opens or makes the file.  NULL on failure: another file, a study of another plan (the first fact that
 * differs is named), damaged, read-only, or in use by another process. */
StnStore *stn_store_open(const char *path, const StnStorePlan *plan, StnError *error);
/* Opens a study to read it; stn_store_columns follows when they are known. */
StnStore *stn_store_open_read(const char *path, StnError *error);
StnStatus stn_store_columns(StnStore *store, const StnStorePlan *plan, StnError *error);
/* A fact by its name, to be freed; *text NULL: there is none. */
StnStatus stn_store_fact(StnStore *store, const char *name, char **text, StnError *error);
/* "PATH=SPREAD" of each quantity, or the name of each metric, into text[most], each to be freed; how many, also on
 * failure. */
StnStatus stn_store_quantities(StnStore *store, char **text, int most, int *count, StnError *error);
StnStatus stn_store_metrics(StnStore *store, char **text, int most, int *count, StnError *error);
/* NULL is allowed. */
void stn_store_close(StnStore *store);

/* Runs first ... first + count - 1, with arrays of their own. */
typedef struct StnStoreRows {
    int64_t first, count;
    double *const *value;   /* value[column][run]: quantities, then metrics */
    unsigned char *outcome; /* a StnOutcome each */
    char **reason;          /* NULL: none */
} StnStoreRows;
/* One column of runs 0 ... count - 1; NaN where a run is not there or has no value. */
StnStatus stn_store_column(StnStore *store, int column, double *out, int64_t count,
                           StnError *error);
/* Fills outcome and, for runs that are there, the values; reasons are not read. */
StnStatus stn_store_read(StnStore *store, const StnStoreRows *rows, StnError *error);
/* Writes the runs that are done (not NONE) in one transaction; those that are there stay. */
StnStatus stn_store_write(StnStore *store, const StnStoreRows *rows, StnError *error);
/* How many runs have each outcome. */
StnStatus stn_store_counts(StnStore *store, int64_t done[STN_OUTCOMES], StnError *error);
/* Calls `each` for the first `most` runs that are invalid or failed. */
typedef void StnBadRun(void *user, int64_t run, StnOutcome outcome, const char *reason);
StnStatus stn_store_bad(StnStore *store, int most, StnBadRun *each, void *user, StnError *error);

/* Trajectories are written between these two; stn_store_end takes them back where status says so. */
StnStatus stn_store_begin(StnStore *store, StnError *error);
StnStatus stn_store_end(StnStore *store, StnStatus status, StnError *error);
/* STN_TRACE_POINTS values of a column of a run, at equal distances from 0 to `end`. */
StnStatus stn_store_write_trace(StnStore *store, int64_t run, const char *name, double end,
                                const double *value, StnError *error);
/* *whole: all of them are there. */
StnStatus stn_store_read_trace(StnStore *store, int64_t run, const char *name, double *out,
                               bool *whole, StnError *error);

#endif
