/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Many runs of one scenario with other numbers: which numbers vary, which values each run gets,
 * what is measured, whole studies, and gains over ensembles. */
#ifndef STICTION_ENSEMBLE_H
#define STICTION_ENSEMBLE_H

#include "stiction/compare.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What varies --------------------------------------------------------------------------- */

/* kind, word, what is written after it, text */
#define STN_VARY_LIST(X)                                                                      \
    X(STN_VARY_LIN, "lin", "FROM:TO:COUNT", "equal distances from FROM to TO")                \
    X(STN_VARY_LOG, "log", "FROM:TO:COUNT", "equal ratios from FROM to TO")                   \
    X(STN_VARY_LEVELS, "list", "VALUE,VALUE,...", "these values; of friction.SITE.law, laws") \
    X(STN_VARY_UNIFORM, "uniform", "FROM:TO", "evenly between FROM and TO")                   \
    X(STN_VARY_NORMAL, "normal", "MEAN:DEVIATION", "by a normal distribution")                \
    X(STN_VARY_LOGNORMAL, "lognormal", "MEDIAN:SHARE",                                        \
      "its logarithm by a normal distribution with the deviation SHARE")

#define STN_VARY_ENUM(kind, word, form, text) kind,
/* How the values of a number are spread, by place in STN_VARY_LIST. */
typedef enum StnVaryKind { STN_VARY_LIST(STN_VARY_ENUM) STN_VARY_KINDS } StnVaryKind;
#undef STN_VARY_ENUM

/* The number of quantities that may vary, and of the levels of one. */
enum { STN_VARIES_MAX = 32, STN_LEVELS_MAX = 1 << 20 };

/* A quantity that varies: a number of the system by its address, or the law of a site.  Made by
 * stn_vary_parse, freed by stn_vary_free. */
typedef struct StnVary {
    char path[96]; /* the whole path */
    char unit[32]; /* "" of a law */
    StnAddress address;
    int site; /* of whose law; -1: a number */
    StnVaryKind kind;
    double a, b;        /* SI: the ends; mean and deviation; median and share */
    int levels;         /* of lin, log and list; 0: a distribution */
    double *level;      /* in SI */
    const StnLaw **law; /* of a site whose law varies */
} StnVary;

/* Reads "ADDRESS=SPREAD" for this system: lin:1 N:2 N:5, log:..., list:..., uniform:...,
 * normal:..., lognormal:..., or +-20 % (also with the sign of plus and minus), evenly around the
 * value that the system has.  A percentage is one of that value, a deviation in percent one of its
 * mean.  An address without an element (Fs of a pair) sets all of them.  catalog: where laws are
 * found besides the built-in ones, may be NULL.  STN_BAD_INPUT, with the column in the text. */
STN_API StnStatus stn_vary_parse(const StnSystem *system, const StnCatalog *catalog,
                                 const char *text, StnVary *out, StnError *error);
/* Frees its levels. */
STN_API void stn_vary_free(StnVary *vary);
/* The value at a share of 0 ... 1 of its distribution, in SI; of levels that one in whose equal
 * part the share lies (of laws its place). */
STN_API double stn_vary_value(const StnVary *vary, double share);

/* ---- Which values each run gets -------------------------------------------------------------- */

/* kind, word, text */
#define STN_DESIGN_LIST(X)                                                                       \
    X(STN_DESIGN_GRID, "grid", "every combination of levels; the last quantity changes fastest") \
    X(STN_DESIGN_RANDOM, "random", "independent random numbers")                                 \
    X(STN_DESIGN_LATIN, "latin", "Latin hypercube: each part of each quantity once")             \
    X(STN_DESIGN_SOBOL, "sobol", "points of the Sobol' sequence, shifted by the seed")           \
    X(STN_DESIGN_SALTELLI, "saltelli",                                                           \
      "two Sobol' samples and their mixtures, for first-order and total indices")

#define STN_DESIGN_ENUM(kind, word, text) kind,
/* How runs are spread over what varies, by place in STN_DESIGN_LIST. */
typedef enum StnDesignKind { STN_DESIGN_LIST(STN_DESIGN_ENUM) STN_DESIGN_KINDS } StnDesignKind;
#undef STN_DESIGN_ENUM
/* The word of a kind, and the kind of a word; -1: there is none. */
STN_API const char *stn_design_word(StnDesignKind kind);
STN_API int stn_design_kind(const char *word);

/* The correlation of two quantities, by their places in the list. */
typedef struct StnCorrelation {
    int first, second;
    double value; /* between -1 and 1 */
} StnCorrelation;

/* A plan of runs. */
typedef struct StnDesignDef {
    StnDesignKind kind;
    const StnVary *vary; /* must outlive the design */
    int nvary;
    int64_t samples; /* not of a grid; of saltelli the points of each of its two samples */
    uint64_t seed;
    /* Of distributions and numbers with levels, in terms of the normal distributions that they are
     * mapped to (exactly that of their values where these are normal). */
    const StnCorrelation *correlation;
    int ncorrelation;
} StnDesignDef;

/* Constant once made, shared by threads. */
typedef struct StnDesign StnDesign;
/* NULL on failure; of bad input error->path is "vary", "samples", "design" or "correlate", where it
 * is wrong. */
STN_API StnDesign *stn_design_new(const StnDesignDef *def, StnError *error);
/* NULL is allowed. */
STN_API void stn_design_free(StnDesign *design);
/* How many runs it has. */
STN_API int64_t stn_design_count(const StnDesign *design);
/* The values of a run, 0 ... count - 1, in SI and in the order of the list; of a law its place in
 * the list of laws.  A run's values do not depend on which others are asked for. */
STN_API void stn_design_values(const StnDesign *design, int64_t run, double *value);

/* ---- What is measured of each run ------------------------------------------------------------ */

/* A number that a run gives: one of those of stn_metric_at ("settling_time", with its argument
 * "settling_time(band=1 %)"), or a measure of compare.h with its arguments in the order of its
 * `takes`, or by name ("max(x)", "at(x, 2 s)", "event(stick, which=3)",
 * "max(v, window=1 s..2 s)"). */
typedef struct StnMetric StnMetric;
/* NULL on failure, with the column in the text; the metric must not outlive the system. */
STN_API StnMetric *stn_metric_new(const StnSystem *system, const char *text, StnError *error);
/* NULL is allowed. */
STN_API void stn_metric_free(StnMetric *metric);
/* As it was given, and the unit of its values ("1": none). */
STN_API const char *stn_metric_text(const StnMetric *metric);
STN_API const char *stn_metric_unit(const StnMetric *metric);
/* Values of metrics in a run of the system or of a variant of it, in SI; NaN: it does not exist
 * there (never settles).  STN_NO_MEMORY where the slips could not be counted. */
STN_API StnStatus stn_metric_values(const StnMetric *const *metric, int count,
                                    const StnSystem *system, const StnRecord *record, double *out);
/* Whether a record of this system, which may have other laws than that of the metric, needs rows
 * between the first and the last one for it; and whether the account of energy. */
STN_API bool stn_metric_needs_rows(const StnMetric *metric, const StnSystem *system);
STN_API bool stn_metric_needs_energy(const StnMetric *metric);

/* The metrics of a run's summary, which need no argument: name, unit ($x: of the position of the
 * site that follows the command) and what they are. */
typedef struct StnMetricInfo {
    const char *name, *unit, *text;
} StnMetricInfo;
/* How many there are, and each by its place. */
STN_API int stn_metric_count(void);
STN_API StnMetricInfo stn_metric_at(int index);

/* ---- Many runs ------------------------------------------------------------------------------- */

/* What became of a run. */
typedef enum StnOutcome {
    STN_OUTCOME_NONE,    /* not done */
    STN_OUTCOME_DONE,    /* metrics are there; one that does not exist in it is NaN */
    STN_OUTCOME_INVALID, /* its values break a rule; all metrics are NaN */
    STN_OUTCOME_FAILED,  /* the run failed; all metrics are NaN */
    STN_OUTCOMES
} StnOutcome;
/* "done", "invalid", "failed". */
STN_API const char *stn_outcome_word(StnOutcome outcome);

/* A scenario, what varies in it and what is measured; all of it must outlive the ensemble. */
typedef struct StnEnsembleDef {
    const StnScenario *scenario;
    const StnVary *vary;
    int nvary;
    const StnMetric *const *metric; /* of the scenario's system */
    int nmetric;
    int threads; /* 0: one per processor */
    int lanes;   /* fixed-step runs in a vector, at most: 1, 2, 4, 8; 0: as the processor has */
} StnEnsembleDef;

/* The scenario made ready for many runs. */
typedef struct StnEnsemble StnEnsemble;
/* NULL on failure. */
STN_API StnEnsemble *stn_ensemble_new(const StnEnsembleDef *def, StnError *error);
/* NULL is allowed. */
STN_API void stn_ensemble_free(StnEnsemble *ensemble);
/* How many fixed-step runs share a vector, 1: none do; *why (may be NULL): why not all of them
 * do, "" where they do.  Results do not depend on it. */
STN_API int stn_ensemble_lanes(const StnEnsemble *ensemble, const char **why);

/* The most runs of one batch. */
enum { STN_BATCH_MAX = 1 << 24 };
/* A batch of runs in the caller's memory, one array per quantity and per metric. */
typedef struct StnBatch {
    int64_t count;
    const double *const *value; /* value[quantity][run] in SI; of a law its place in the list */
    double *const *result;      /* result[metric][run] */
    unsigned char *outcome; /* a StnOutcome for each run; those that are not NONE are left out */
    /* Called for a run that is invalid or failed, from one thread at a time; may be NULL. */
    void (*reason)(void *user, int64_t run, const char *text);
    /* The share that is done, from one thread at a time; false: cancel.  May be NULL. */
    bool (*progress)(void *user, double fraction);
    void *user;
    /* Called with all columns of a run that is done, from one thread at a time; may be NULL.  Its
     * energy is there where a metric needs it. */
    void (*record)(void *user, int64_t run, const StnRecord *record);
} StnBatch;
/* Runs them all.  The numbers do not depend on threads or on which runs are in a batch.  STN_OK
 * also where runs are invalid or fail; STN_CANCELLED, with the outcome of what was done. */
STN_API StnStatus stn_ensemble_run(const StnEnsemble *ensemble, const StnBatch *batch,
                                   StnError *error);

/* ---- Studies --------------------------------------------------------------------------------- */

/* What can be set in a study; defaults stand in brackets. */
typedef struct StnStudySettings {
    int design;       /* 0: grid where all have levels and no samples are given, otherwise sobol
                       * (0); a StnDesignKind + 1 */
    uint64_t samples; /* runs, not of a grid; 0: 1,024 (0) */
    uint64_t seed;    /* of the design (1) */
    uint64_t trajectory_runs; /* runs whose trajectories are kept, where columns are named (200) */
    int threads;              /* 0: one per processor (0) */
    int lanes; /* fixed-step runs in a vector, at most; 0: as the processor has (0) */
} StnStudySettings;
/* The table of them. */
STN_API extern const StnFields stn_study_fields;

/* A whole study by texts: what varies, what is measured, what is expected.  Settings by
 * stn_fields_default. */
typedef struct StnStudyDef {
    const StnScenario *scenario;
    const char *name;              /* of the scenario, as given */
    const char *command;           /* that runs it once; NULL: "stiction run NAME" */
    const StnCatalog *catalog;     /* may be NULL */
    const char *const *vary;       /* "ADDRESS=SPREAD" */
    const char *const *correlate;  /* "ADDRESS,ADDRESS=VALUE" */
    const char *const *metric;     /* each one or several, commas between; none: the usual ones */
    const char *const *expect;     /* "METRIC < VALUE", also <=, >, >= */
    const char *const *trajectory; /* columns to keep over time, each one or several */
    int nvary, ncorrelate, nmetric, nexpect, ntrajectory;
    StnStudySettings settings;
    const char
        *store; /* SQLite file that keeps the runs and goes on where it ended; NULL: memory */
} StnStudyDef;

/* The number of metrics and of expectations. */
enum { STN_METRICS_MAX = 64, STN_EXPECTATIONS_MAX = 32 };

/* A study, its runs and what is kept of them. */
typedef struct StnStudy StnStudy;
/* All texts are checked, and a file of the study is opened or made.  NULL on failure; error->path
 * then names what is wrong: "vary", "correlate", "metrics", "expect", "design", "samples",
 * "trajectories", "output" or "". */
STN_API StnStudy *stn_study_new(const StnStudyDef *def, StnError *error);
/* A study that a file has. */
typedef struct StnStudyFrom {
    const char *path;
    const StnCatalog *catalog;     /* may be NULL */
    const char *const *expect;     /* of metrics that it has; none: those of the last command */
    const char *const *trajectory; /* columns over time; none: those that it has */
    int nexpect, ntrajectory;
} StnStudyFrom;
/* Opens it to read what is there, whole or not: the plan comes from the file, and what was made by
 * another version is read, too.  stn_study_run adds no runs to it, and makes trajectories that it
 * has not.  NULL on failure. */
STN_API StnStudy *stn_study_open(const StnStudyFrom *from, StnError *error);
/* NULL is allowed. */
STN_API void stn_study_free(StnStudy *study);
/* How many runs it has, and how many are done with this outcome. */
STN_API int64_t stn_study_count(const StnStudy *study);
STN_API int64_t stn_study_done(const StnStudy *study, StnOutcome outcome);
/* Runs what is not done yet.  STN_CANCELLED where progress said so: what was done is kept. */
STN_API StnStatus stn_study_run(StnStudy *study, bool (*progress)(void *user, double fraction),
                                void *user, StnError *error);
/* Processes that work on one study, also on several machines: how they send to each other is the
 * caller's (MPI, pipes).  Every process makes the study of the same texts; the first one (rank 0)
 * alone names a file and calls stn_study_lead, the others stn_study_serve. */
typedef struct StnTeam {
    int rank, size;
    /* Returns when `data` may be used again; false: the other one is lost. */
    bool (*send)(void *user, int to, const void *data, size_t size);
    /* Waits at most so long.  1: *data, to be freed, from *from; 0: nothing came; -1: lost. */
    int (*receive)(void *user, int *from, void **data, size_t *size, double seconds);
    void *user;
} StnTeam;
/* Hands out runs, a new piece to whoever has done his, and keeps what comes back: the same rows as
 * stn_study_run, for any number of processes.  A lost process, or one that fails, is STN_FAILED:
 * what was kept stays.  The others wait until stn_team_stop. */
STN_API StnStatus stn_study_lead(StnStudy *study, const StnTeam *team,
                                 bool (*progress)(void *user, double fraction), void *user,
                                 StnError *error);
/* Runs what comes until it is asked to stop.  failure: why this process cannot, which the first one
 * then says; NULL: it can.  study NULL with a failure only. */
STN_API StnStatus stn_study_serve(const StnStudy *study, const StnTeam *team, const char *failure,
                                  StnError *error);
/* Tells all others to stop. */
STN_API void stn_team_stop(const StnTeam *team);
/* Quantities, then metrics: how many columns of each, and the name and unit of one. */
STN_API int stn_study_quantity_count(const StnStudy *study);
STN_API int stn_study_metric_count(const StnStudy *study);
STN_API const char *stn_study_column_name(const StnStudy *study, int column);
STN_API const char *stn_study_column_unit(const StnStudy *study, int column);
/* The command line that repeats a run alone; returns out. */
STN_API const char *stn_study_command(const StnStudy *study, int64_t run, char *out, size_t size);
/* A column of all runs, in their order; NaN: no value. */
STN_API StnStatus stn_study_column(StnStudy *study, int column, double *out, StnError *error);
/* One row per run, in their order: number, quantities, metrics, status.  SI units, full precision;
 * the same bytes whatever computed it.  path "-": standard output. */
STN_API StnStatus stn_study_write_csv(StnStudy *study, const char *path, StnError *error);
/* The same rows as a MATLAB file: a variable for each column, where a law is its place in the list,
 * from 1 (`info.law` names them), and the status 1 done, 2 invalid, 3 failed. */
STN_API StnStatus stn_study_write_mat(StnStudy *study, const char *path, StnError *error);
/* The study as a result: each metric over the runs, expectations, what each quantity explains.
 * digits: significant ones for people; 0: 4. */
STN_API StnStatus stn_report_study(StnStudy *study, int digits, StnResult *out, StnError *error);

/* ---- Gains ----------------------------------------------------------------------------------- */

/* What can be set in a search for gains; defaults stand in brackets. */
typedef struct StnTuneSettings {
    double robust;        /* share of the runs that counts; 1: the worst run (1) */
    uint64_t samples;     /* runs of each candidate, where quantities vary (64) */
    uint64_t evaluations; /* candidates at most (300) */
    uint64_t seed;        /* of the search and of the samples (1) */
    int threads;          /* 0: one per processor (0) */
} StnTuneSettings;
/* The table of them. */
STN_API extern const StnFields stn_tune_fields;

/* A search by texts.  Settings by stn_fields_default. */
typedef struct StnTuneDef {
    const StnScenario *scenario;  /* must outlive the search */
    const char *name;             /* of the scenario, as given */
    const StnCatalog *catalog;    /* may be NULL */
    const char *const *tune;      /* "ADDRESS=FROM:TO", "ADDRESS=log:FROM:TO", "ADDRESS=+-50 %" */
    const char *const *vary;      /* what varies, as in a study; none: a candidate is one run */
    const char *const *correlate; /* of what varies */
    const char *minimise;         /* a metric */
    const char *const *limit;     /* "METRIC < VALUE", also <=, >, >= */
    int ntune, nvary, ncorrelate, nlimit;
    StnTuneSettings settings;
} StnTuneDef;

/* A search: the quantile `robust` of a metric over the runs of a candidate is minimised, such that
 * each limit holds in that share of the runs; a run in which a metric does not exist is worse than
 * any number.  All candidates have the same runs. */
typedef struct StnTune StnTune;
/* NULL on failure; error->path then names what is wrong: "tune", "vary", "correlate", "minimise",
 * "subject-to" or "". */
STN_API StnTune *stn_tune_new(const StnTuneDef *def, StnError *error);
/* NULL is allowed. */
STN_API void stn_tune_free(StnTune *tune);
/* Searches: over the whole box, then from the best candidate.  The same seed gives the same answer,
 * whatever the threads.  STN_CANCELLED where progress said so: the best so far is kept.
 * STN_UNAVAILABLE in a build without NLopt. */
STN_API StnStatus stn_tune_run(StnTune *tune, bool (*progress)(void *user, double fraction),
                               void *user, StnError *error);
/* Whether the best candidate has the metric and meets all limits. */
STN_API bool stn_tune_found(const StnTune *tune);
/* How many quantities are tuned, and the best value of one, in SI. */
STN_API int stn_tune_count(const StnTune *tune);
STN_API double stn_tune_value(const StnTune *tune, int quantity);
/* The scenario with the best values, to be freed; NULL on failure. */
STN_API StnScenario *stn_tune_scenario(const StnTune *tune, StnError *error);
/* The search as a result: gains, what they give, and what each limit costs.  digits: significant
 * ones for people; 0: 4. */
STN_API StnStatus stn_report_tune(const StnTune *tune, int digits, StnResult *out, StnError *error);

#ifdef __cplusplus
}
#endif
#endif
