/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Output-error fits: simulate with candidate parameters, closed loop included, and minimise the
 * weighted difference to what was measured; and the choice of the simplest law that is good enough.
 *
 * Data and scenario share one time axis.  Rows are sampled 1e-9 of a period late, so that a
 * controller update that is due at a row is included. */
#ifndef STICTION_FIT_H
#define STICTION_FIT_H

#include "stiction/identify.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { STN_FREE_MAX = 32, STN_FIT_SIGNALS_MAX = 8, STN_FIT_RUNS_MAX = 32, STN_FIT_STARTS_MAX = 64 };

/* ---- What is free ---------------------------------------------------------------------------- */

/* A parameter that is to be found.  path, as in a scenario:
 *   parameters.m, controller.Kp      of the plant
 *   friction.SITE.Fc                 one value for both directions; .forward, .backward: one of
 *                                    them; .each: both, apart.  A vector (k): all elements; k.2:
 *                                    one.
 *   initial.v                        a state at the start
 *   inputs.load                      an input that is constant
 *   offset.COLUMN, gain.COLUMN       model = gain*column + offset, in all runs
 *   m                                measured motion with its acceleration: the effort is friction
 *                                    and m*a
 * The last part alone is enough where only one thing bears that name.  start, min, max NaN: the
 * value of the scenario, the bounds of the registry; where the friction force was measured, levels
 * end at twice its largest value. */
typedef struct StnFreeParameter {
    char path[64];
    double start, min, max;
} StnFreeParameter;
/* The parameter at a path with its start and bounds left open (NaN). */
STN_API StnFreeParameter stn_free_parameter(const char *path);

/* ---- What is compared ------------------------------------------------------------------------ */

/* A column of the model and what was measured, row by row.  sigma: standard deviation of the
 * measurement; NaN: not known; it is then found from the residuals, which weighs several signals
 * against each other. */
typedef struct StnFitSignal {
    const char *column;
    const double *value;
    double sigma;
} StnFitSignal;

/* What a fit compares. */
typedef enum StnFitTarget {
    STN_FIT_TARGET_ROWS, /* row by row */
    /* Regime, period, height and mean of the first signal: for stick-slip, whose phase no model
     * keeps. */
    STN_FIT_TARGET_CYCLES,
} StnFitTarget;

enum { STN_ROW_OUT, STN_ROW_FIT, STN_ROW_HELD };

/* One experiment.  def: the system; it must borrow its signals (stn_scenario_def does). */
typedef struct StnFitRun {
    StnSystemDef def;
    const double *t; /* s, growing */
    size_t rows;
    const StnFitSignal *signal;
    int nsignal;
    const unsigned char *
        use; /* per row: STN_ROW_OUT, _FIT or _HELD (held out, also whole runs); NULL: all fitted */
    /* Measured motion of friction site 0, where the friction force itself was measured: no plant is
     * simulated, x (or v, or both) is imposed on the law, and the signal is its force.  Along x a
     * law with states starts under the force of the first row, if the record starts under load and
     * its rows are no means over windows.  v alone: each row is a steady state of its own. */
    const double *x, *v;
    const double *a; /* its acceleration, for a mass beside the law; NULL: not known */
    /* Signal and acceleration are means over windows of such boxes (stn_fit_windows), and so is
     * what the model makes of the motion, of samples that count with these weights (NULL: all 1);
     * 0: rows are compared as they are. */
    size_t box;
    const double *moves;
    /* v is smoothed (NULL: it is not): the velocity as measured, the deviation of the noise in v,
     * and how many of these v may be wrong by beside a reversal, in each in the same sense. */
    const double *v_raw, *v_noise;
    double v_wrong;
    /* In samples that windows leave out: the deviation of the mean acceleration that was taken off
     * there, the same over a whole rest; NULL: none. */
    const double *rest_noise;
    bool one_speed; /* measured motion: its speeds differ by no more than noise makes them, so that
                       only the level of friction at that speed is known */
    double effort_most; /* the largest effort of the record, before means; 0: not known */
    bool rotary;        /* measured motion: in rad and N*m; for the units of the result */
    bool late;      /* its effort is late (stn_fit_look_for_delay): no parameter has an interval */
    bool disagrees; /* its position and velocity do: no parameter has an interval */
    bool limited;   /* its effort is at its limit in many rows: none has, where it is not met */
    StnFitTarget target;
    const char *label; /* of the run in reports, "speed=0.1 "; NULL: "run 1 " among several */
    const char *const *measured; /* names of the signals in their file, for words; NULL: unknown */
} StnFitRun;

/* The unit of a free parameter of a run, "" without one; refused like a fit refuses it. */
STN_API StnStatus stn_free_parameter_unit(const StnFitRun *run, const StnFreeParameter *one,
                                          char unit[32], StnError *error);

/* Whether a column of the data that is this input is held between its samples, where nobody says
 * otherwise: the goal of a motor with position firmware, which keeps it until the next comes. */
STN_API bool stn_fit_holds(const StnSystem *system, int input);

/* A definition for measured motion: a block whose motion is imposed, with this law.  *drive is
 * filled; it and the list stay the caller's, and the definition points to them. */
STN_API StnSystemDef stn_motion_def(const StnLaw *law, StnGiven *given, int ngiven,
                                    StnGiven *drive);

/* A measured motion behind low-passes, each column of data->rows places: position (NULL: not
 * wanted; as measured where the velocity was measured, too), velocity, 0 where its sign is not
 * certain, and acceleration, NaN at the ends of runs, where the filter does not know it.  cutoff:
 * of position and velocity; NaN: chosen for their noise, and written here; that of the acceleration
 * is chosen, or no higher. */
typedef struct StnKinematics {
    double *x, *v, *a;
    double *v_wrong; /* what a filter of half the cut-off makes of the velocity besides: how wrong
                        smoothing may have made it; NULL: not wanted */
    double cutoff, cutoff_a; /* Hz */
    double dead;             /* the speed from which on its sign is certain, by its noise */
} StnKinematics;
/* Fills them. */
STN_API StnStatus stn_fit_kinematics(const StnData *data, StnKinematics *out, StnError *error);

/* Rows of a measured motion with a mass beside the law: means of effort and acceleration over the
 * same windows, as identify inverse has them, so that nothing is smoothed on one side only.
 * Windows leave out what happens at rest and where the direction is not certain, unless all laws
 * have states, which know what friction is there.  data->rows places each. */
typedef struct StnFitWindows {
    double *effort, *a;                   /* means; 0 where no window fits into a run */
    double *v;                            /* that friction depends on; 0 where it is left out */
    double *moves;                        /* 0: left out of windows; NULL: nothing is */
    double *v_raw, *v_noise, *rest_noise; /* as StnFitRun has them; NULL where moves is */
    double v_wrong, effort_most;
    unsigned char *row; /* 1: the middle of a row that counts */
    size_t box;         /* samples */
    double shift;       /* sampling steps that the motion is behind the effort: 0, +-0.5 */
} StnFitWindows;
/* states: all laws have states.  cutoff: Hz, where means have lost 3 dB; NaN: chosen for the noise.
 * m: known mass; NaN: free.  To be freed also on failure. */
STN_API StnStatus stn_fit_windows(const StnData *data, bool states, double cutoff, double m,
                                  StnFitWindows *out, StnError *error);
/* Frees its columns. */
STN_API void stn_fit_windows_free(StnFitWindows *windows);
/* Makes them the rows of a measured motion: signal is its only one, use its marks. */
STN_API void stn_fit_windows_take(const StnFitWindows *windows, StnFitRun *run,
                                  StnFitSignal *signal, unsigned char *use);
/* Whether the effort of a measured motion is late or early against it by a sampling step or more,
 * or may be, where that cannot be distinguished from pre-sliding: a remark says by how much, and
 * what takes it out.  For laws whose friction jumps. */
STN_API StnStatus stn_fit_look_for_delay(const StnData *data, bool *late, StnRemarks *remarks,
                                         StnError *error);
/* How rows were made, in words. */
STN_API void stn_fit_windows_remark(const StnFitWindows *windows, const StnData *data,
                                    StnRemarks *remarks);

/* ---- Fit ------------------------------------------------------------------------------------- */

/* Make one with stn_default_fit_def() and edit it. */
typedef struct StnFitDef {
    const StnFitRun *run;
    int nrun;
    const StnFreeParameter *free;
    int nfree;
    int starts;       /* local searches, the first from the start values (default 8) */
    double spread;    /* of the others: up to this factor up and down (default 3) */
    uint64_t seed;    /* of the starts (default 1) */
    int iterations;   /* of one local search, at most (default 60) */
    int threads;      /* 0: as many as there are processors */
    double tolerance; /* relative change of cost or parameters that ends a search (default 1e-7) */
    long evaluations; /* of the search for cycles (default 2000) */
    /* Keep the quantisation of sensors in the model (always on for cycles).  Noise is never
     * simulated in a fit. */
    bool steps;
    /* Measured motion: */
    bool drift;    /* levels of friction are their values times 1 + drift*t, t from the first row */
    double m;      /* known mass: the effort is friction and m*a; NaN: none, or free */
    double cutoff; /* Hz, that the motion was filtered with (stn_fit_kinematics); for reports */
    bool gravity; /* rotary: the effort is friction and G*sin(x - hang) of an arm; both are found */
    bool (*progress)(void *user, double fraction); /* false: stop, keeping the best; may be NULL.
                                                      Called by one thread at a time, of
                                                      several, also within a simulation: often
                                                      (stn_watch) */
    void *user;
} StnFitDef;
/* What people set in it. */
STN_API extern const StnFields stn_fit_fields;
/* A fit of these runs with the default of every setting; both lists stay the caller's. */
STN_API StnFitDef stn_default_fit_def(const StnFitRun *run, int nrun, const StnFreeParameter *free,
                                      int nfree);

/* What a free parameter belongs to.  OFFSET, GAIN: corrections of a measured column.  MASS,
 * GRAVITY, DRIFT: beside the law of a measured motion. */
typedef enum StnFitPlace {
    STN_FIT_PLACE_PLANT,
    STN_FIT_PLACE_FRICTION,
    STN_FIT_PLACE_INITIAL,
    STN_FIT_PLACE_INPUT,
    STN_FIT_PLACE_OFFSET,
    STN_FIT_PLACE_GAIN,
    STN_FIT_PLACE_MASS,
    STN_FIT_PLACE_GRAVITY,
    STN_FIT_PLACE_DRIFT,
} StnFitPlace;

/* A parameter as a fit found it.  name: its path, whose end from `own` on says enough where there
 * is one site ("Fc.forward"). */
typedef struct StnFitParameter {
    char name[64], unit[32];
    int own;
    StnFitPlace place;
    int site;        /* FRICTION */
    char item[48];   /* the parameter, state, input or column */
    int first, last; /* elements that have its value: both of a pair, or one */
    double value, start, min, max;
    double std;                 /* standard deviation; NaN where the data do not determine it */
    double low, high;           /* 95 % interval of this record */
    double next_low, next_high; /* the estimate of the next record is expected here, 95 % */
    bool at_bound;              /* ended at its bound; no interval is given then */
    bool pressed;      /* a static level that is not above the sliding one, and counts as that */
    bool undetermined; /* it can change together with others without any effect: no interval */
} StnFitParameter;

/* The residuals of a signal: are they noise?  lag1: correlation of neighbours; portmanteau: the
 * probability that the first 20 correlations are chance (Ljung-Box; small: they are not);
 * explained: share of their variance that follows the model's own output and its slope. */
typedef struct StnFitWhite {
    double lag1, portmanteau, explained;
    bool white; /* portmanteau >= 0.01 */
} StnFitWhite;

/* A number that motion determines where the parameters that it is made of may not be, as a fit
 * found it: kt/R of a motor.  low NaN: no interval. */
typedef struct StnFitCombination {
    StnCombination number;
    double low, high; /* 95 % interval of this record */
} StnFitCombination;
enum { STN_FIT_COMBINATIONS_MAX = 4 };

/* Stick-slip of a signal.  slips: sawtooth or oscillation; false: steady sliding. */
typedef struct StnCycles {
    bool slips;
    double period, height, mean;         /* medians of the cycles; height from valley to peak */
    double period_spread, height_spread; /* interquartile range over median */
    int count;
} StnCycles;

/* What a fit found, how well each signal is met, and how the search went. */
typedef struct StnFitResult {
    int nparam;
    StnFitParameter param[STN_FREE_MAX];
    double correlation[STN_FREE_MAX][STN_FREE_MAX];
    double covariance[STN_FREE_MAX][STN_FREE_MAX];
    int ncombination; /* of free parameters */
    StnFitCombination combination[STN_FIT_COMBINATIONS_MAX];
    uint32_t follows;  /* bit i: at site i the static level is the sliding one, which is free */
    uint32_t unfallen; /* bit i: undetermined, as no falling part of friction is certain */
    bool ratios;       /* undetermined parameters change alike: only their ratios are determined */
    bool coloured;     /* residuals are not white; the standard deviations allow for it */
    double pieces;     /* with coloured: as many samples as are independent */
    int nrun, nsignal; /* nsignal: the most that a run has */
    StnScore fitted[STN_FIT_RUNS_MAX][STN_FIT_SIGNALS_MAX];
    StnScore held[STN_FIT_RUNS_MAX][STN_FIT_SIGNALS_MAX];
    StnScore pooled[2][STN_FIT_SIGNALS_MAX]; /* of all runs together: fitted, held out */
    bool judged; /* of stn_fit_evaluate: what is "fitted" here was only looked at */
    /* Of stn_fit_validate: signals over all runs of its data, and their file; without rows and "":
     * it was not called. */
    StnScore validated[STN_FIT_SIGNALS_MAX];
    char validation_file[256];
    StnFitWhite white[STN_FIT_RUNS_MAX][STN_FIT_SIGNALS_MAX];
    double sigma[STN_FIT_RUNS_MAX][STN_FIT_SIGNALS_MAX];              /* as used */
    StnCycles measured[STN_FIT_RUNS_MAX], modelled[STN_FIT_RUNS_MAX]; /* STN_FIT_TARGET_CYCLES */
    double *model[STN_FIT_RUNS_MAX][STN_FIT_SIGNALS_MAX]; /* the fitted model, row by row */
    double cost; /* sum of squares of the weighted residuals */
    double cost_start;
    int nstart;
    double start_cost[STN_FIT_STARTS_MAX]; /* where each local search ended; NaN: nowhere */
    int same;                              /* local searches that ended in this minimum */
    long simulations, iterations;
    double seconds;
    /* What the residual follows most and the model lacks ("inertia", "gravity", "drift", ...; with
     * a plant where a load acts on a site), share of its variance, probability of chance; NULL:
     * nothing. */
    const char *missing;
    double missing_share, missing_chance;
    double delay; /* s: how late a signal was recorded, where `missing` is "delay"; otherwise NaN */
    StnRemarks
        remarks; /* what a reader must know: what cannot be distinguished, what lies at a bound */
} StnFitResult;

/* Searches for the values of the free parameters.  STN_CANCELLED after progress said stop:
 * *result then holds the best so far, as far as it was simulated: no other run, no intervals.
 * Free *result in any case. */
STN_API StnStatus stn_fit(const StnFitDef *def, StnFitResult *result, StnError *error);
/* Frees the modelled signals of a result. */
STN_API void stn_fit_result_free(StnFitResult *result);
/* The same numbers for given values instead of a search: scores, residual tests and intervals of
 * the start values.  Nothing need be free. */
STN_API StnStatus stn_fit_evaluate(const StnFitDef *def, StnFitResult *result, StnError *error);
/* Scores of the values found on other runs: def has the same free parameters and runs of data that
 * the fit has not seen; file: their name for the report. */
STN_API StnStatus stn_fit_validate(const StnFitDef *def, const char *file, StnFitResult *result,
                                   StnError *error);

/* Parameters, scores, residuals, correlations, remarks, and how the search went.  Of an interrupted
 * search only what holds for any point: no intervals, no judgement of a minimum that was not
 * reached. */
STN_API void stn_report_fit(const StnFitDef *def, const StnFitResult *result, const StnData *data,
                            bool interrupted, StnResult *out);
/* The label of a run; "" where there is only one. */
STN_API const char *stn_fit_run_label(const StnFitDef *def, int run, char *out, size_t size);

/* Marks rows: those with from <= t < to become `mark`. */
STN_API void stn_rows_mark(const double *t, size_t rows, double from, double to, int mark,
                           unsigned char *use);

/* ---- Which law is enough --------------------------------------------------------------------- */

enum { STN_CANDIDATES_MAX = 96, STN_CANDIDATE_FREE = 20 };
#define STN_SELECT_CHANCE 0.05 /* a smaller probability is no chance */

/* A law with a choice of what is free in it. */
typedef struct StnCandidate {
    char label[64]; /* "coulomb", "coulomb, viscous, by direction" */
    const StnLaw *law;
    int elements;        /* of laws made of elements; 0: others */
    bool viscous, apart; /* has a viscous term; levels by direction */
    int base; /* what it varies, by its place in the list, and only if that is the best of its law;
               * -1: nothing */
    double n; /* Stribeck's exponent; NaN: that of the run, or free */
    StnFreeParameter free[STN_CANDIDATE_FREE];
    int nfree, nparam; /* nparam: numbers to be found */
} StnCandidate;
/* The candidates of a list of laws at a site, from the registry: each law with and without a
 * viscous term, with the same levels to both sides, by direction, and with the Stribeck velocity by
 * direction, too, laws made of elements with 2 and with 4 of them; with a plant, laws without a
 * curve also with a static level where the run has one above the sliding one.  Free are the
 * parameters that carry a unit; choices and options keep their values.  Variations of these: with
 * the exponent 1, with a free one, and of laws made of elements with a static level.  Returns how
 * many. */
STN_API int stn_select_candidates(const StnFitRun *run, int site, const StnLaw *const *laws,
                                  int nlaw, StnCandidate out[STN_CANDIDATES_MAX]);
/* The ladder M1 ... M6 of servo gears as candidates, of the law stribeck_load or one with its
 * parameters.  Returns how many; 0: the law has not all of them. */
STN_API int stn_select_ladder(const StnFitRun *run, int site, const StnLaw *law,
                              StnCandidate out[STN_CANDIDATES_MAX]);

/* Unless somebody says otherwise: laws that are compared, the part of each run that is held out,
 * and in how many parts means of runs are cross-validated. */
#define STN_SELECT_LAWS "coulomb,stribeck,dahl,lugre,gms"
#define STN_SELECT_HELD 0.5
enum { STN_SELECT_FOLDS = 10 };

/* Make one with stn_default_select_def() and edit it. */
typedef struct StnSelectDef {
    StnFitDef fit; /* runs, and what is free beside the friction (mass, offset, initial state) */
    int site;
    const StnCandidate *candidate;
    int ncandidate;
    int folds; /* 0: rows that are held out judge; otherwise cross-validation in so many parts */
    double worthwhile; /* a smaller reduction of the error does not count (default 0.02) */
    double resolution; /* of the position sensor, m or rad; NaN: not known */
    /* Fit all; otherwise terms that the first law cannot do without (they reduce its error by a
     * fifth) are taken for granted in the others. */
    bool all;
} StnSelectDef;
/* What people set in it. */
STN_API extern const StnFields stn_select_fields;
/* A choice with the default of every setting, and no candidates yet. */
STN_API StnSelectDef stn_default_select_def(StnFitDef fit);

/* What became of a candidate. */
typedef struct StnSelectRow {
    char label[64];
    StnStatus status;
    bool left_out; /* lacks a term that the first law cannot do without, varies one that is not the
                    * best, or its curve ended at a bound */
    int nparam;
    double fitted, held; /* relative errors, %: on what was fitted, and on what was not */
    double bic;    /* Schwarz's criterion less that of the best; below 0: it speaks for this one */
    double chance; /* probability that the best one is better than this by chance only */
    double loss;   /* how much larger its error is than that of the best, part of it */
    bool enough;   /* not significantly or not noticeably worse than the best, or strongly preferred
                    * by Schwarz's criterion to a best one that has more */
    char why[240]; /* what speaks against it, or how it failed */
    StnFitResult result;
} StnSelectRow;

/* All candidates, and which of them is recommended. */
typedef struct StnSelection {
    int count; /* in the order of the candidates */
    StnSelectRow *row;
    int best, recommended; /* -1: none */
    bool nothing; /* not even the best one is better than no model: nothing is recommended */
    char reason[600];
    char left_out[200]; /* which terms were taken for granted; empty: none */
} StnSelection;

/* Fits the candidates in their order (what was found before is where the next ones start), and
 * recommends the simplest that is enough; nothing where none explains the data.  Free *out in any
 * case. */
STN_API StnStatus stn_select_law(const StnSelectDef *def, StnSelection *out, StnError *error);
/* Scores of the one that is recommended on other runs, which def has; see stn_fit_validate. */
STN_API StnStatus stn_select_validate(const StnSelectDef *def, const char *file,
                                      StnSelection *selection, StnError *error);
/* Frees the rows with their fits. */
STN_API void stn_selection_free(StnSelection *selection);
/* The candidates, the reason, and the fit of the one that is recommended. */
STN_API void stn_report_selection(const StnSelectDef *def, const StnSelection *selection,
                                  const StnData *data, bool interrupted, StnResult *out);

/* ---- Stick-slip ------------------------------------------------------------------------------ */

/* Stick-slip in y(t), t growing.  The first fifth is left out; a turn counts when it exceeds a
 * quarter of the span; it slips when the height of a cycle exceeds an eighth of the mean. */
STN_API StnStatus stn_cycles_measure(const double *t, const double *y, size_t rows,
                                     StnCycles *cycles, StnError *error);

/* Whether a mass acts beside the law of a measured motion. */
STN_API bool stn_fit_has_mass(const StnFitDef *def);
/* Measured motion: marks rows as out that a fit, or a choice among candidates (NULL: none), makes
 * no use of: where a mass acts those without acceleration; those without a direction (v = 0), where
 * a law without states, or of steady states, has no force of its own.  A remark says so. */
STN_API void stn_fit_mark_known(const StnFitDef *def, const StnCandidate *candidate, int ncandidate,
                                unsigned char *use, StnRemarks *remarks);

/* ---- Measured motion: a law without a plant -------------------------------------------------- */

/* Make one with stn_default_measured_def() and edit it. */
typedef struct StnMeasuredDef {
    const StnLaw *law;
    const StnGiven *set; /* values that take the place of guesses */
    int nset;
    int elements;  /* of laws that are made of elements, to start from (default 4) */
    bool means;    /* rows are the means of runs, each at constant speed */
    double cutoff; /* Hz, of the motion; NaN (default): chosen for its noise */
} StnMeasuredDef;
/* Friction of this law, every setting at its default. */
STN_API StnMeasuredDef stn_default_measured_def(const StnLaw *law);

enum { STN_MEASURED_STARTS = 40 };
/* A measured motion as the run of a fit, and what it borrows from here: do not copy it. */
typedef struct StnMeasured {
    StnFitRun *run; /* the caller's */
    StnFitSignal signal;
    StnGiven start[STN_MEASURED_STARTS]; /* values to start from: guesses, and what was set */
    int nstart;
    StnGiven drive;
    double *mean[3]; /* of runs: time, effort, velocity; NULL */
    bool means,
        counted; /* counted: the time is the number of the run, as that of the data begins anew */
    double *kinematics;      /* velocity, how wrong it may be, acceleration and position behind
                                filters; NULL */
    double dead;             /* as StnKinematics has it */
    double cutoff, filtered; /* Hz: as asked for, NaN; that the motion is behind, 0: it is raw */
    StnFitWindows windows;   /* with a mass */
} StnMeasured;
/* Makes *run of data with an effort and a motion.  To be freed also on failure. */
STN_API StnStatus stn_measured_take(const StnData *data, const StnMeasuredDef *def,
                                    StnMeasured *out, StnFitRun *run, StnError *error);
/* How a law without a plant is searched, unless somebody says otherwise: from many starts, far
 * apart. */
STN_API void stn_measured_search(StnFitDef *fit);
/* When all settings of the fit are there, before it: leaves rows out that it, or these candidates
 * (NULL: none), make no use of (use: one mark per row, those of the run), makes rows of windows
 * where a mass acts, and says so in the remarks of the data. */
STN_API StnStatus stn_measured_mark(StnMeasured *measured, StnData *data, const StnFitDef *fit,
                                    const StnCandidate *candidate, int ncandidate,
                                    unsigned char *use, StnError *error);
/* The model that was fitted, as a scenario with the values to start from; stn_fit_apply puts in
 * what was found. */
STN_API StnScenario *stn_measured_scenario(const StnMeasured *measured, const StnFitDef *fit,
                                           const StnCandidate *candidate,
                                           const StnFitResult *result, const StnCatalog *catalog,
                                           StnError *error);
/* Whether that is one body under an effort: what was found has a mass, or the units of an angle. */
STN_API bool stn_measured_is_body(const StnFindings *found);
/* Frees what it owns. */
STN_API void stn_measured_free(StnMeasured *measured);

/* ---- The result as a scenario ---------------------------------------------------------------- */

/* Puts the values found into the document of the model, static levels not below the sliding ones.
 * candidate: the law chosen for a site; NULL: the laws are those of the model.  Corrections of
 * sensors, and what stands beside a measured motion, are not part of it. */
STN_API StnStatus stn_fit_apply(const StnFitResult *result, const StnCandidate *candidate, int site,
                                StnScenario *scenario, StnError *error);
/* Along a measured motion: what was found, as one body has it: friction of the law, mass (def->m
 * where it is known), gravity, and offset.FF as its load.  What is not free keeps the values of the
 * definition; with a plant nothing.  For stn_findings_scenario. */
STN_API StnFindings stn_fit_findings(const StnFitDef *def, const StnCandidate *candidate,
                                     const StnFitResult *result);
/* Whether it stands beside the model (OFFSET, GAIN, MASS, GRAVITY, DRIFT) and is no value of it. */
STN_API bool stn_fit_is_correction(const StnFitParameter *parameter);

#ifdef __cplusplus
}
#endif
#endif
