/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a run shows, as numbers: measures of single columns and of the event log, metrics of
 * friction, the response to a command; and one scenario with several friction laws, compared by
 * them.
 *
 * All work on a record and its event log; times in s, positions and velocities in the units of
 * the site.  NaN: does not apply, or did not happen.
 *
 * A slip begins and ends
 *   - for set-valued laws at the slip and stick events of the log (exact);
 *   - for the others, which never stand still exactly, where |v| rises above 2 % and falls below
 *     1 % of its largest value in the run, between recorded rows linearly; a standstill is at
 *     least 3 rows. */
#ifndef STICTION_COMPARE_H
#define STICTION_COMPARE_H

#include "stiction/result.h"
#include "stiction/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Metrics of a friction site ---- */

/* What a run shows of the friction at a site. */
typedef struct StnMetrics {
    double final_error; /* |command - x| in the last row */
    bool stands;        /* v is exactly 0 in the last row */
    double since; /* it stands since then (the last stick, or the first of the rows with v 0) */
    double standstill; /* share of the time between rows with v exactly 0 at both ends, 0 .. 1 */
    double creep;      /* mean velocity over the last tenth of the run */
    double breakaway;  /* when the first slip begins; 0: it moves from the start */
    double period;     /* median time from the beginning of a slip to that of the next */
    double height;     /* median way of a slip, as a magnitude */
    int slips;         /* how many began */
    double reversals;  /* changes of the direction of motion per second, from the event log */
    bool memory_out;   /* to count the slips: what is said of them is not to be used */
} StnMetrics;

/* `command`: wanted position at the end, NaN when there is none. */
STN_API StnMetrics stn_metrics_of(const StnSystem *system, int site, const StnRecord *record,
                                  double command);

/* The input that says where the site should be; -1 when there is none. */
STN_API int stn_metrics_command_input(const StnSystem *system, int site);
/* The wanted position at the end of the run: the value of that input in the last row; NaN: none. */
STN_API double stn_metrics_command(const StnSystem *system, int site, const StnRecord *record);

/* How a site follows its command.  The command comes to rest at `at` when it has its final value
 * from there on.  It is a step when it jumps there from the one value that it had before (from
 * the start: when it is constant).  Then `size` is the way from the position at that time to the
 * command; otherwise it is the travel of the command, its largest value less its least.
 * Crossings lie between rows linearly. */
typedef struct StnResponse {
    int input; /* -1: nothing is commanded, and all else is NaN */
    bool step;
    double at;            /* NaN: the command moves till the end */
    double command, size; /* final command; see above */
    double final_error;   /* command - position in the last row */
    double largest_error; /* of all rows, as a magnitude */
    double overshoot;     /* farthest beyond the command after `at`, as a share of the way; >= 0 */
    double rise;          /* of a step, from 10 % to 90 % of the way */
    double settling; /* from `at` until it stays within STN_SETTLED of the way around the command */
} StnResponse;
/* The share of the way that counts as settled. */
#define STN_SETTLED 0.02
/* The response of a site in a run; `input` is -1 where the plant has no command for it. */
STN_API StnResponse stn_response_of(const StnSystem *system, int site, const StnRecord *record);
/* The same with another share of the way for `settling`. */
STN_API StnResponse stn_response_within(const StnSystem *system, int site, const StnRecord *record,
                                        double share);

/* What a command does in the part of a run that is looked at. */
typedef enum StnCommandMotion {
    STN_COMMAND_NONE,  /* there is none */
    STN_COMMAND_RESTS, /* it has one value */
    STN_COMMAND_RUNS,  /* it goes one way, all but a tenth of the time */
    STN_COMMAND_TURNS, /* it goes one way and the other, without jumps */
    STN_COMMAND_MIXED, /* it jumps, or goes and rests */
} StnCommandMotion;

/* How a position loop gets on with friction, over the second half of a run; rows decide, so what is
 * quicker than the record does not show.  NaN: it does not exist there. */
typedef struct StnLoopMetrics {
    StnCommandMotion command;
    bool stands; /* it moves by less than 1/1000 of its whole travel */
    /* Largest less least error: hunting where the command rests, the height of the staircase where
     * it runs, and how long one swing takes (0: it stands still; NaN: there is no whole one). */
    double hunting, staircase, period;
    double
        held; /* share of the time at less than a tenth of the mean speed of a command that runs */
    double standing_error; /* |error| at the end, where the command rests and it stands */
    double largest_error, rms_error;
    /* Largest |error| within a quarter of a period after the command turns. */
    double quadrant_glitch;
    double largest_effort, rms_effort, effort_reversals; /* of the drive; changes of sign per s */
} StnLoopMetrics;
/* Of a site that follows a command. */
STN_API StnLoopMetrics stn_loop_metrics_of(const StnSystem *system, int site,
                                           const StnRecord *record);

/* A run as a result: for people how each site followed its command, standstill and slips, events,
 * final values, energy and work; for machines all of it in full precision.  name: of the scenario,
 * as given; status: STN_OK, or STN_CANCELLED where the run was interrupted; digits: significant
 * ones for people; 0: 4. */
STN_API void stn_report_scenario_run(const StnScenario *scenario, const char *name,
                                     const StnRecord *record, StnStatus status, int digits,
                                     StnResult *out);

/* ---- Measures of a record ---- */

/* Of time, or of a column; both ends belong to it; both 0: everything. */
typedef struct StnWindow {
    double from, to;
} StnWindow;

/* A column of a run; NULL when there is none. */
STN_API const double *stn_measure_column(const StnRecord *record, const char *name);
/* Rows [*first, *end) of the window. */
STN_API void stn_measure_rows(const StnRecord *record, StnWindow window, size_t *first,
                              size_t *end);

/* The value of a column in the last row. */
STN_API double stn_measure_end(const StnRecord *record, const char *column);
/* The value of a column at a time, between rows linearly; NaN outside of the run. */
STN_API double stn_measure_at(const StnRecord *record, const char *column, double t);
/* The least and the largest value of a column in the rows of a window. */
STN_API double stn_measure_min(const StnRecord *record, const char *column, StnWindow window);
STN_API double stn_measure_max(const StnRecord *record, const char *column, StnWindow window);
/* Mean over time, by trapezia. */
STN_API double stn_measure_mean(const StnRecord *record, const char *column, StnWindow window);
/* First time in the window when the column lies within `band` of `target` and stays there. */
STN_API double stn_measure_settled(const StnRecord *record, const char *column, double target,
                                   double band, StnWindow window);
/* Share of the window between rows with the column exactly 0 at both ends. */
STN_API double stn_measure_still(const StnRecord *record, const char *column, StnWindow window);
/* Changes of sign of a column per second. */
STN_API double stn_measure_sign_changes(const StnRecord *record, const char *column,
                                        StnWindow window);
/* RMS of what a column contains from `frequency` up, by the discrete Fourier transform of the
 * window, whose rows must be equally spaced and which should hold whole periods. */
STN_API double stn_measure_content_above(const StnRecord *record, const char *column,
                                         double frequency, StnWindow window);
/* Frequency of the strongest component above `frequency`. */
STN_API double stn_measure_peak_above(const StnRecord *record, const char *column, double frequency,
                                      StnWindow window);
/* Area inside the loop that y runs through over x in the window. */
STN_API double stn_measure_loop_area(const StnRecord *record, const char *x, const char *y,
                                     StnWindow window);

/* Whether an event is of a kind and at a site (NULL: any), and none of those at t = 0 that only
 * say how it begins. */
STN_API bool stn_measure_is_event(const StnEvent *event, const char *site, StnEventKind kind);
/* Time of the index-th of them at or after `after`. */
STN_API double stn_measure_event(const StnRecord *record, const char *site, StnEventKind kind,
                                 double after, int index);
/* How many such events happened in the window. */
STN_API int stn_measure_event_count(const StnRecord *record, const char *site, StnEventKind kind,
                                    StnWindow window);

/* ---- Measures by name ---- */

/* What measures are taken of. */
typedef struct StnMeasuredRun {
    const StnSystem *system;
    const StnRecord *record; /* all columns */
    StnMetrics metrics;      /* of the first friction site */
} StnMeasuredRun;

/* What a measure may be given, all in SI; `takes` of its row names what it uses. */
typedef struct StnMeasureArguments {
    const char *column, *by, *path, *target, *site;
    StnWindow window; /* time */
    StnWindow range;
    double after, at, band, level, frequency;
    int event; /* a StnEventKind */
    int which; /* 1: the first; 0 counts as 1 */
} StnMeasureArguments;

/* The measured quantity in SI; NaN: it did not happen. */
typedef double StnMeasureFunction(const StnMeasuredRun *run, const StnMeasureArguments *given);

/* "max", "column window?" (arguments; those with a '?' may be left out), the unit of what it gives
 * ("$column": that of its column, "$x": that of the position of the first site) and what it is. */
typedef struct StnRunMeasure {
    const char *name, *takes, *unit, *text;
    StnMeasureFunction *measure;
} StnRunMeasure;
/* The measures that a paper's facts can name. */
STN_API int stn_run_measure_count(void);
STN_API const StnRunMeasure *stn_run_measure_at(int index);
/* NULL when there is none of that name. */
STN_API const StnRunMeasure *stn_run_measure(const char *name);

/* ---- Several laws ---- */

/* One scenario, once with each law. */
typedef struct StnComparison StnComparison;

enum { STN_COMPARISON_LAWS_MAX = 64 };

/* What is compared, and how.  Start from {0} and set the scenario. */
typedef struct StnComparisonDef {
    const char *scenario;        /* a file or a built-in one; loaded once per law */
    const StnScenario *document; /* or this one, and `scenario` is what messages call it; NULL */
    StnScenarioOptions options;  /* catalogue and overrides; its laws are not used */
    const char *const *law;      /* laws by name, none twice; NULL: every one that there is */
    int nlaw;
    const char *site; /* that is measured; NULL: that which follows the command, or the first */
    bool detail;      /* keep the points that a figure needs, too */
} StnComparisonDef;

/* A law and what became of it. */
typedef struct StnComparisonRow {
    const char *law;
    StnScenario *scenario;
    const StnSystem *system;
    bool done;                /* it was run to its end, well or badly */
    StnStatus status;         /* of the run; STN_CANCELLED: not done */
    StnError error;           /* why the run failed */
    StnRecord record, detail; /* all columns, whatever the scenario records */
    StnMetrics metrics;
    StnResponse response;
    /* What more load adds to the friction while a speed lasts, per load: against it
     * (1/eta_opp - 1 of a gear), with it (1 - eta_aid); NaN: the law does not depend on it. */
    double lifting, lowering;
} StnComparisonRow;

/* Loads the scenario with every law; nothing is run yet.  NULL on failure; where a law or the
 * site is wrong, error->path says "laws" or "site". */
STN_API StnComparison *stn_comparison_new(const StnComparisonDef *def, StnError *error);
/* Frees the comparison with its scenarios and records; NULL is allowed. */
STN_API void stn_comparison_free(StnComparison *comparison);
/* How many rows it has, one for each law. */
STN_API int stn_comparison_count(const StnComparison *comparison);
/* Lives as long as the comparison. */
STN_API const StnComparisonRow *stn_comparison_row(const StnComparison *comparison, int row);
/* The friction site that is measured. */
STN_API int stn_comparison_site(const StnComparison *comparison);
/* What a run of a row is made with, for those who plan a figure of it. */
STN_API StnRunDef stn_comparison_run_def(const StnComparison *comparison, int row);
/* Runs a row and measures it; progress as in StnRunDef, may be NULL.  Returns the row's status, or
 * STN_NO_MEMORY where it could not be measured. */
STN_API StnStatus stn_comparison_run(StnComparison *comparison, int row,
                                     bool (*progress)(void *user, double fraction), void *user);
/* How many rows from the first on are done. */
STN_API int stn_comparison_done(const StnComparison *comparison);

/* A column of the table: name for machines, heading of two lines for people, unit ($x as in
 * core.h). */
typedef struct StnComparisonColumn {
    const char *name, *heading, *unit;
    StnCellKind kind;
} StnComparisonColumn;
/* The columns of the table, the same for every comparison. */
STN_API int stn_comparison_column_count(void);
STN_API StnComparisonColumn stn_comparison_column_at(int column);
/* NaN: the run failed, or it does not apply. */
STN_API double stn_comparison_value(const StnComparison *comparison, int row, int column);

/* The rows that are done as a result: a table of all columns, of which people see those that apply
 * to at least one law.  digits: significant ones for people; 0: 4. */
STN_API void stn_report_comparison(const StnComparison *comparison, int digits, StnResult *out);
/* The same as CSV, SI units, full precision; path "-": standard output. */
STN_API StnStatus stn_comparison_write_csv(const StnComparison *comparison, const char *path,
                                           StnError *error);

#ifdef __cplusplus
}
#endif
#endif
