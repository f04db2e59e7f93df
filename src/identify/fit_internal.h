/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The inside of an output-error fit.
 *
 *   fit_map.c         which parameters are free: names, bounds of the registry
 *   fit_bounds.c      bounds that the data give
 *   fit_levels.c      static levels above sliding ones
 *   fit_beside.c      what is free beside the model: errors of sensors, mass,
 *                     gravity, drift
 *   fit_coordinates.c from parameters to the coordinates of a search, and back
 *   fit_simulate.c    a run of the model on the rows of the data
 *   fit_candidate.c   the system with the values of a candidate
 *   fit_motion.c      the same where the motion was measured and no plant is needed
 *   fit_start.c       the load that a measured motion starts under
 *   fit_windows.c     means of that over windows, where a mass acts beside the law
 *   fit_speeds.c      what the speeds of a measured motion tell of friction
 *   fit_residual.c    residuals, their slopes, on threads
 *   fit_slopes.c      when slopes are taken anew in a search, and when those before do
 *   fit_weights.c     weights by what is left of each signal, and costs with them
 *   fit_few.c         which runs of many a search begins with
 *   fit_linear.c      coordinates that need no search, as the residuals are linear in them
 *   fit_search.c      local searches from several starts
 *   fit_nested.c      the same without a drift, and with both directions alike, as one of the starts
 *   fit_statistics.c  scores, residual tests
 *   fit_steps.c       what the steps of a sensor hold together
 *   fit_noise.c       noise of the gradient
 *   fit_input.c       noise of measured inputs, and what it does
 *   fit_colour.c      weights of residuals by that
 *   fit_weighed.c     searches with these weights
 *   fit_covariance.c  covariance, intervals
 *   fit_unequal.c     deviations where rows are means over windows
 *   fit_rests.c       what is not known of inertia in windows that leave rests out
 *   fit_falling.c     whether friction falls with the speed at all
 *   fit_profile.c     intervals of a part that is hardly seen to fall
 *   fit_remarks.c     what a reader must know
 *   fit_missing.c     what the model lacks
 *   fit_missing_terms.c  forces of the terms that it may lack
 *   fit_missing_plant.c  terms that a model with a plant may lack
 *   fit_missing_delay.c  whether a signal was recorded late
 *   fit_validate.c    the values found on other data
 *
 * Three kinds of numbers: x, the coordinates in which a search moves (free of units and bounds); q, the
 * parameters as people know them; r, the weighted residuals. */
#ifndef STN_IDENTIFY_FIT_INTERNAL_H
#define STN_IDENTIFY_FIT_INTERNAL_H

#include "core/imposed.h"
#include "core/system.h"
#include "identify/fit_colour_state.h"
#include "stiction/fit.h"
#include "threads/lock.h"

#include <stdatomic.h>

/* ---- Parameters ---- */

/* LINEAR: x = q/scale.  LOG: x = ln q.  SHARE: a member of a vector that adds up to 1;
 * x = ln(q/last member), and the last member has no x of its own.  ABOVE: a static level,
 * x = (q - sliding level)/scale >= 0.  ARM: amplitude and angle of G*sin(x - hang), two members;
 * x = (G*cos(hang), -G*sin(hang))/scale, in which the effort is linear. */
typedef enum StnFitCoordinate {
    STN_COORDINATE_LINEAR,
    STN_COORDINATE_LOG,
    STN_COORDINATE_SHARE,
    STN_COORDINATE_ABOVE,
    STN_COORDINATE_ARM
} StnFitCoordinate;

typedef struct StnFitParam {
    StnFitPlace place;
    int site;        /* FRICTION */
    int index;       /* INPUT: of the input */
    char item[48];   /* the parameter, state or column */
    int first, last; /* places of its value: both of a pair, or one */
    StnFitCoordinate how;
    int group, members;   /* SHARE, ARM: the first member, how many */
    const char *above;    /* FRICTION: of a static level the sliding one; NULL */
    int below[2], nbelow; /* ABOVE: sliding levels that are free; -1 */
    double base;          /* ABOVE: the lowest of those that are not; INFINITY: all are free */
    int x;                /* its coordinate; -1: the last of its group */
    double start, lo, hi, scale;
    bool given;     /* FRICTION: in the scenario */
    bool requested; /* the caller says where to start */
    char name[64], unit[32];
    int own; /* where the name without section and site begins */
} StnFitParam;

typedef struct StnFitMap {
    int nq, nx;
    StnFitParam param[STN_FREE_MAX];
} StnFitMap;

/* ---- Runs ---- */

/* A list of given values in which free ones are filled in. */
typedef struct StnFitList {
    StnGiven *given;
    int count;
} StnFitList;

/* A system and the signals that were made for it. */
typedef struct StnFitSystem {
    StnSystem *system;
    StnSignal *own[STN_INPUTS_MAX];
} StnFitSystem;

/* A given value, by its place in the lists one after the other, that differs between candidates, and its
 * address in their variants. */
typedef struct StnFitChange {
    int entry;
    StnAddress address;
} StnFitChange;

typedef struct StnFitInside {
    const StnFitRun *run;
    const StnLaw *law; /* of site 0 */
    StnFitList plant, initial, site[STN_SITES_MAX];
    int slot[STN_FREE_MAX]; /* per parameter: its entry in the list */
    StnFitSystem base;      /* of which candidates are variants; may have no system */
    StnFitChange change[3 * STN_FREE_MAX];
    int nchange;
    StnAddress input[STN_FREE_MAX];  /* of parameters that are inputs */
    bool follows[STN_SITES_MAX];     /* the static level goes with the sliding one */
    int column[STN_FIT_SIGNALS_MAX]; /* of the system */
    size_t last_fitted, last_used;   /* one past the last row */
    size_t nfit, first_residual;     /* rows fitted; place of its residuals */
    bool aside;                      /* not simulated for now; its residuals are 0 */
    double sigma[STN_FIT_SIGNALS_MAX],
        size[STN_FIT_SIGNALS_MAX]; /* size: rms of what was measured */
    double late;                   /* s */
    double span;                   /* s, from the first row to the last */
    int parts;                     /* measured motion: steps per row */
    double first_force; /* measured motion that starts under load: this one; NaN: it does not */
    double travel;      /* of that motion */
    StnCycles measured;
    StnSignal *added; /* in place of input `added_to`, to look for a missing term; NULL: nothing */
    int added_to;
    StnSignal
        *shifted; /* in place of input `shifted_to`, without the noise that was found in it; NULL */
    int shifted_to;
} StnFitInside;

/* Slopes that a search goes by, and the residuals where the last one ended. */
typedef struct StnFitKept {
    bool known, seen;           /* the slopes, the residuals */
    uint32_t beyond;            /* coordinates beyond their bounds */
    double taken[STN_FREE_MAX]; /* where differences were taken */
    double step[STN_FREE_MAX];  /* with which the next begin, found by what those did */
    double h[STN_FREE_MAX];     /* of those, signed; 0: the coordinate has no slope */
    double at[STN_FREE_MAX];    /* where the residuals are those */
    double *change, *r, *J;     /* nresidual places, nresidual, nresidual x nx */
} StnFitKept;

/* Squared errors of each run and signal, summed, in the unit of the signal. */
typedef double StnFitSquares[STN_FIT_RUNS_MAX][STN_FIT_SIGNALS_MAX];

/* The best run of a search so far: the fitted rows of each run, 0 where that was not simulated. */
typedef struct StnFitBest {
    bool known;
    double x[STN_FREE_MAX];
    size_t rows[STN_FIT_RUNS_MAX];
    double *model; /* of a workspace: column after column, each with all rows of its run */
} StnFitBest;

typedef struct StnFitter {
    const StnFitDef *def;
    StnFitMap map;
    int nrun, threads;
    StnFitInside run[STN_FIT_RUNS_MAX];
    size_t nresidual, rows; /* rows: of all runs together */
    StnLock lock;
    atomic_bool stop;
    atomic_bool memory_out; /* in a candidate, whose other failures only make it a bad one */
    atomic_long simulations, iterations;
    double fraction, fraction_from, fraction_to; /* of the progress */
    double best_cost, best_x[STN_FREE_MAX];
    StnFitBest best;
    int nlinear, linear[STN_FREE_MAX]; /* coordinates in which the residuals are linear */
    int nested;                        /* optima of nested models to start from */
    double nested_x[2][STN_FREE_MAX];
    double start_x[STN_FIT_STARTS_MAX][STN_FREE_MAX]; /* where each local search ended */
    StnFitSquares start_left[STN_FIT_STARTS_MAX];     /* and what it left */
    double start_few[STN_FIT_STARTS_MAX];             /* its cost with a few runs; 0: it had all */
    int best_start;                                   /* the one that was followed to the end */
    bool rough;                                       /* only a place to start from is wanted */
    StnFitKept kept;                                  /* of the search to the end */
    StnFitColour colour;
} StnFitter;

/* Memory of one thread for the system of a run and its state. */
typedef struct StnFitRoom {
    StnGiven *given;
    void *block, *variant, *state;
} StnFitRoom;

/* Memory of one thread: the model of all runs. */
typedef struct StnFitWorkspace {
    double *model[STN_FIT_RUNS_MAX][STN_FIT_SIGNALS_MAX];
    StnFitRoom room[STN_FIT_RUNS_MAX];
    StnFitRoom other; /* of the only run where levels drift: from one system to the next */
    double *drifted;  /* rows of the longest run */
    double *whole;    /* measured motion with windows: all samples; and two more columns */
    char *memory;
} StnFitWorkspace;

/* ---- fit.c ---- */

/* Makes a fitter ready, and x its start; stn_fit_end in any case. */
StnStatus stn_fit_begin(StnFitter *fitter, const StnFitDef *def, double *x, StnError *error);
/* From x, and from all other starts, to the best that is found. */
StnStatus stn_fit_all_starts(StnFitter *fitter, double *x, StnFitResult *result, StnError *error);
void stn_fit_end(StnFitter *fitter);
/* Measured motion: as many steps per row as the force needs.  True: they changed. */
bool stn_fit_choose_parts(StnFitter *fitter, const double *x);

#define STN_FIT_NO_ACCELERATION                                                                    \
    "a mass takes the acceleration, and these data have none: the speeds are constant (--means), " \
    "or the samples are not even (--resample)"

/* ---- fit_map.c ---- */

/* Whether the motion was measured and no plant is simulated. */
bool stn_fit_is_motion(const StnFitDef *def);
StnStatus stn_fit_map(const StnFitDef *def, StnFitMap *map, StnError *error);

/* ---- fit_levels.c ---- */

/* The next static level of the shared parameters from number *k on, which is then behind it; NULL: no more.
 * It never lies below the sliding one; while a search moves the one, the other gives way. */
const StnParam *stn_fit_level(int *k);

/* ---- fit_beside.c ---- */

/* The first parameter of a kind that stands beside a measured motion; -1: it is not free. */
int stn_fit_beside_at(const StnFitMap *map, StnFitPlace place);
/* With a plant gravity is one of its parameters: the sentence names them, or what else does it. */
StnStatus stn_fit_refuse_gravity(const StnPlant *plant, StnError *error);
/* The value of what stands beside a measured motion; `none` where it is not free. */
double stn_fit_beside(const StnFitMap *map, const double *q, StnFitPlace place, double none);

/* ---- fit_coordinates.c ---- */

void stn_fit_to_q(const StnFitMap *map, const double *x, double *q);
void stn_fit_to_x(const StnFitMap *map, const double *q, double *x);
/* dq/dx, nq x nx, row-major. */
void stn_fit_slope(const StnFitMap *map, const double *x, double *slope);
/* The bounds of all coordinates; those of static levels at x. */
void stn_fit_bounds(const StnFitMap *map, const double *x, double *lo, double *hi);
/* x brought inside the bounds; the mask of those that had to be moved, or lie on a bound. */
uint32_t stn_fit_inside(const StnFitMap *map, double *x);

/* ---- fit_simulate.c ---- */

StnStatus stn_fit_prepare(StnFitter *fitter, StnError *error);
void stn_fit_release(StnFitter *fitter);
/* Columns of the model alone, rows [0, rows), into out[signal]; of a measured motion without a drift. */
StnStatus stn_fit_simulate_raw(StnFitter *fitter, const StnFitWorkspace *workspace, int run,
                               const double *q, size_t rows, double **out, StnError *error);
/* The same with gain and offset and what stands beside it. */
StnStatus stn_fit_simulate(StnFitter *fitter, const StnFitWorkspace *workspace, int run,
                           const double *q, size_t rows, double **out, StnError *error);

/* ---- fit_candidate.c ---- */

/* From a definition of the run; one that only lends its law needs no inputs: they are 0. */
StnStatus stn_fit_system(const StnFitRun *run, const StnSystemDef *def, StnFitSystem *out,
                         StnError *error);
void stn_fit_system_free(StnFitSystem *system);
/* Makes sensors of the model ideal where a fit cannot follow them; whether that changed any. */
bool stn_fit_idealise_sensors(const StnFitDef *fit, const StnFitRun *run, StnSystemDef *def);
/* The system of the start values, of which candidates are variants; none where they do not go together. */
StnStatus stn_fit_base(const StnFitter *fitter, StnFitInside *inside, StnError *error);
/* Lays the memory of a thread out; returns its bytes.  memory NULL: only those. */
size_t stn_fit_room(const StnFitInside *inside, char *memory, StnFitRoom *room);
/* The system with the values q: a variant in `room`, or its own where they change the structure; then
 * `own` is to be freed. */
typedef struct StnFitCandidate {
    const StnSystem *system;
    StnFitSystem own;
} StnFitCandidate;
/* level: all levels of friction are multiplied by it. */
StnStatus stn_fit_candidate(const StnFitter *fitter, const StnFitInside *inside,
                            const StnFitRoom *room, const double *q, double level,
                            StnFitCandidate *out, StnError *error);

/* ---- fit_motion.c ---- */

/* The velocity that was measured in a row. */
double stn_fit_velocity_at(const StnFitRun *run, size_t i);
/* start: the force that the law holds in the first row; NaN: none. */
StnStatus stn_fit_motion(const StnFitInside *inside, const StnSystem *system, double start,
                         size_t rows, double *FF, StnObserver observer, StnError *error);

/* ---- fit_start.c ---- */

/* model = gain*(column + G*sin(x - hang)) + offset; what a mass adds: *heavy, m*gain */
void stn_fit_correct(const StnFitter *fitter, const StnFitRun *run, const double *q, size_t rows,
                     double **out, double *heavy);
/* Sets first_force and travel. */
void stn_fit_look_at_start(StnFitInside *inside, const StnSystem *system);
/* What friction holds of the first force; NaN: the record starts without load. */
double stn_fit_start_force(const StnFitter *fitter, const StnFitInside *inside, const double *q);
/* A slow motion in one direction from the states as they are, until the law has this force in the first row. */
void stn_fit_load(StnImposed *imposed, const StnFitInside *inside, double force);

/* ---- fit_windows.c ---- */

/* Samples that windows of the first `rows` rows reach; `rows` where there are no windows. */
size_t stn_fit_window_reaches(const StnFitRun *run, size_t rows);
/* Means over windows in the first `rows` of what stands in `full`, which is lost. */
void stn_fit_window_means(const StnFitRun *run, double *full, size_t rows, double *out);

/* ---- fit_residual.c ---- */

bool stn_fit_workspace(StnFitter *fitter, StnFitWorkspace *workspace);
void stn_fit_workspace_free(StnFitWorkspace *workspace);

/* r has nresidual places.  False when the model cannot be simulated there (*error says why). */
bool stn_fit_residual(StnFitter *fitter, StnFitWorkspace *workspace, const double *x, double *r,
                      StnError *error);
/* The same, not weighed (fit_colour.c), with the model of all rows that are used and of runs that are held out in the
 * workspace. */
bool stn_fit_residual_used(StnFitter *fitter, StnFitWorkspace *workspace, const double *x,
                           double *r, StnError *error);
/* Of the best run so far; its models into the workspace. */
bool stn_fit_best_residual(StnFitter *fitter, StnFitWorkspace *workspace, double *r,
                           StnError *error);
/* Columns dr/dx, by threads, from one side; kept->step: per coordinate (0: to be found), so that it changes the
 * residuals a little; kept->h: the differences taken. */
bool stn_fit_jacobian(StnFitter *fitter, int threads, const double *x, const double *r, double *J,
                      StnFitKept *kept);
/* The same from both sides; kink: per coordinate how much they differ, 0 ... 1.  near: the slopes of `kept` were
 * taken as good as at x, and are one of the sides. */
bool stn_fit_jacobian_both(StnFitter *fitter, int threads, const double *x, const double *r,
                           double *J, StnFitKept *kept, bool near, double *kink);
double stn_fit_cost(const StnFitter *fitter, const double *r);
/* What the residuals are compared with: at least a small part of the signals. */
double stn_fit_reference(const StnFitter *fitter, const double *r);
/* What the step of a difference should do, relative to that. */
#define STN_FIT_EFFECT 3e-3

/* ---- fit_slopes.c ---- */

/* Memory, once; slopes are then not known. */
bool stn_fit_kept_room(StnFitter *fitter, StnFitKept *kept);
/* Remembers residuals at x, and gives them back; false: they are of another place. */
void stn_fit_keep_residuals(const StnFitter *fitter, StnFitKept *kept, const double *x,
                            const double *r);
bool stn_fit_kept_residuals(const StnFitter *fitter, const StnFitKept *kept, const double *x,
                            double *r);
void stn_fit_kept_free(StnFitKept *kept);
/* Whether x is as near as differences reach to where they were taken. */
bool stn_fit_kept_near(const StnFitter *fitter, StnFitKept *kept, const double *x, const double *r);
/* dr/dx at x, where the residuals are r, for a search. */
bool stn_fit_slopes(StnFitter *fitter, int threads, StnFitKept *kept, const double *x,
                    const double *r, double *J);
/* The residuals of a signal now weigh so many times more. */
void stn_fit_kept_reweigh(const StnFitter *fitter, StnFitKept *kept, int run, int signal,
                          double factor);

/* ---- fit_weights.c ---- */

/* Whether weights follow from the residuals of a fit, and so change with them. */
bool stn_fit_weighs(const StnFitter *fitter);
/* What weighted residuals leave of each signal, and their cost with other weights. */
void stn_fit_squares(const StnFitter *fitter, const double *r, StnFitSquares left);
double stn_fit_squares_cost(const StnFitter *fitter, StnFitSquares left);
/* Signals whose noise is not known weigh by what is left of them; the largest relative change of a deviation. */
double stn_fit_reweigh(StnFitter *fitter, StnFitSquares left);

/* ---- fit_few.c ---- */

/* Sets most of many runs aside, until all are taken again.  Returns how many residuals the others have; 0: there are
 * not many, and nothing is set aside. */
size_t stn_fit_set_aside(StnFitter *fitter);
void stn_fit_take_all(StnFitter *fitter);
/* Runs with a looser tolerance of the engine, which is enough to find the way. */
void stn_fit_set_coarse(StnFitter *fitter, bool coarse);

/* ---- fit_plant.c ---- */

/* How well the coordinates of a search are known: covariance (nx x nx), directions that no datum determines, half an
 * interval over its deviation. */
typedef struct StnFitSpread {
    const double *covariance;
    int nfree;
    double (*free)[STN_FREE_MAX];
    double reach;
} StnFitSpread;
/* Numbers that motion determines, at x. */
void stn_fit_combinations(const StnFitter *fitter, const StnFitWorkspace *workspace,
                          const double *x, const StnFitSpread *spread, StnFitResult *result);
void stn_fit_remark_combinations(const StnFitter *fitter, StnFitResult *result);
void stn_fit_report_combinations(const StnFitResult *r, StnResult *out);

/* ---- fit_linear.c ---- */

/* Which coordinates the residuals are linear in, together, given the others; tried at x. */
void stn_fit_find_linear(StnFitter *fitter, const double *x);
/* Puts these to their best inside the bounds; returns the cost, NaN where there is none. */
double stn_fit_project(StnFitter *fitter, double *x);

/* ---- fit_nested.c ---- */

/* The optima of the same model without its drift, and with both directions alike where parameters are free by direction,
 * become starts, so that no fit ends behind them. */
StnStatus stn_fit_find_nested(StnFitter *fitter, StnError *error);

/* ---- fit_search.c ---- */

/* Tolerance of a search from which another goes on: from all starts, before weights are final. */
#define STN_FIT_LOOSE 1e-4
/* A search from x to a minimum of the cost. */
typedef struct StnFitDescent {
    int threads, iterations;
    double tolerance;
    StnFitKept *kept; /* slopes from before, and for the next search */
} StnFitDescent;
typedef struct StnFitEnd {
    double x[STN_FREE_MAX], cost; /* cost NaN: there is none */
    bool converged;               /* it was not cut short */
    StnFitSquares left;
} StnFitEnd;
/* end->x: from where, then where to. */
void stn_fit_local(StnFitter *fitter, const StnFitDescent *how, StnFitEnd *end);
/* Cost and left at end->x; where the cost is `below`, fitter->kept has the residuals. */
void stn_fit_look(StnFitter *fitter, double below, StnFitEnd *end);
/* All starts; the best into x.  tolerance: of the one that is followed to the end. */
StnStatus stn_fit_search(StnFitter *fitter, double tolerance, double *x, StnFitResult *result,
                         StnError *error);

/* ---- fit_progress.c ---- */

/* So much more of the search is done; false: it is to end. */
bool stn_fit_progress(StnFitter *fitter, double more);
/* The same within a simulation, as `go_on` of an observer. */
bool stn_fit_goes_on(void *fitter);

/* The models of a workspace belong to x, which is the best so far. */
void stn_fit_keep_best(StnFitter *fitter, const double *x, const StnFitWorkspace *workspace);
/* The kept models into a workspace. */
void stn_fit_recall_best(const StnFitter *fitter, StnFitWorkspace *workspace);
void stn_fit_best_free(StnFitter *fitter);

/* ---- fit_cycles.c ---- */

/* Residuals of the features of a run. */
enum { STN_CYCLE_RESIDUALS = 3 };
void stn_fit_cycle_residuals(const StnCycles *measured, const StnCycles *model, double *r);
StnStatus stn_fit_cycle_search(StnFitter *fitter, double *x, StnFitResult *result, StnError *error);

/* ---- fit_statistics.c ---- */

/* The fitted rows of a signal, tested. */
StnFitWhite stn_fit_signal_white(StnFitter *fitter, const StnFitInside *inside, int s,
                                 const double *model);

/* Cost, scores, tests, intervals at x; `intervals` false: without them. */
StnStatus stn_fit_judge(StnFitter *fitter, const double *x, bool intervals, StnFitResult *result,
                        StnError *error);

/* Of a search that was ended: the same of the best run that it made, without another one and without intervals; x where it
 * made none. */
StnStatus stn_fit_judge_best(StnFitter *fitter, const double *x, StnFitResult *result,
                             StnError *error);

/* A static level below the sliding levels of its sides has no effect of its own: it is put onto the lower
 * one, marked, and has no interval. */
void stn_fit_press_levels(const StnFitter *fitter, StnFitResult *result);

/* ---- fit_steps.c ---- */

/* Steps of a sensor; share: of the variance of the residuals, in which rows within one step hold together, by the
 * harmonics of the sawtooth.  step 0: none that matter. */
enum { STN_FIT_HARMONICS = 8 };
typedef struct StnFitSteps {
    double step, share[STN_FIT_HARMONICS];
} StnFitSteps;
/* value: as measured, e: what the model leaves of it; false: memory is out. */
bool stn_fit_steps(const double *value, const double *e, size_t rows, StnFitSteps *out);
/* One past the last row of the stretch from row `from` on over which the model stays within a step; from + 1 where
 * there are no steps. */
size_t stn_fit_stay(const StnFitSteps *steps, const double *model, size_t from, size_t rows);
/* What rows that hold together add to J'J of residuals of variance 1: slope by coordinate, out n x n. */
void stn_fit_add_stays(const StnFitSteps *steps, const double *model, const double *const *slope,
                       int n, size_t rows, double *out);

/* ---- fit_noise.c ---- */

/* Slopes of the residuals r at x by n coordinates. */
typedef struct StnFitSlopes {
    StnFitter *fitter;
    StnFitWorkspace *workspace;
    int n;
    const double *column[STN_FREE_MAX], *x, *r;
    const double
        *plain; /* the residuals before they were weighed (fit_colour.c); NULL: they were not */
} StnFitSlopes;
typedef struct StnFitNoise {
    double variance; /* of the residuals */
    double freedom;  /* of Student's t */
    bool coloured;   /* neighbours are alike, and that is allowed for */
    double pieces;   /* coloured: as many samples as are independent */
} StnFitNoise;
/* The covariance of J'*r, n x n; where nothing is coloured less variance*J'J, which has an inverse of its own. */
StnFitNoise stn_fit_noise(const StnFitSlopes *slopes, const StnFitResult *result, double *out);
/* What the steps of the sensor of signal s of run k add to its white noise. */
void stn_fit_add_steps(const StnFitSlopes *slopes, int k, int s, double variance, double *out);

/* ---- fit_unequal.c ---- */

/* Means over windows: the covariance of the coordinates, n x n, and half an interval over the deviation for each, where rows
 * scatter unequally; inverse: of J'J.  false: they are no such means. */
bool stn_fit_unequal(const StnFitSlopes *slopes, const double *inverse, double variance,
                     double *covariance, double *reach);

/* ---- fit_covariance.c ---- */

/* Slopes on both sides at x, where the residuals are r, and what follows from them.  held: coordinates on a bound. */
StnStatus stn_fit_intervals(StnFitter *fitter, const double *x, uint32_t held, const double *r,
                            StnFitWorkspace *workspace, StnFitResult *result, StnError *error);

/* ---- fit_falling.c ---- */

/* What smoothing of the velocity may do to the residuals at x, where friction falls; false: nothing. */
bool stn_fit_speed_errors(StnFitter *fitter, StnFitWorkspace *workspace, const double *x,
                          double *e);
/* Takes the intervals away that a falling part has only where it is certain; cov: of the coordinates x. */
void stn_fit_doubt_falling(const StnFitter *fitter, const double *x, const double *cov,
                           StnFitResult *result);

/* ---- fit_profile.c ---- */

/* Along a measured motion with windows: intervals of a falling part that is hardly seen, from the profile of the sum of squares
 * over its speed; x, J, held, cov: as the others were made.  Returns the parameters that have them. */
uint32_t stn_fit_profile_falling(StnFitter *fitter, StnFitWorkspace *workspace, const double *x,
                                 const double *J, uint32_t held, const double *cov,
                                 StnFitResult *result);

/* ---- fit_missing.c ---- */

/* The term that the residuals r at x show most of, beside what the slopes J could do. */
StnStatus stn_fit_missing(StnFitter *fitter, StnFitWorkspace *workspace, const double *x,
                          const double *J, const double *r, StnFitResult *result, StnError *error);
/* No parameter has an interval: what is wrong with the data is not in any. */
void stn_fit_withdraw(StnFitResult *result);

/* ---- fit_remarks.c ---- */

/* Whether an effort at its limit cuts off what the model would have, which is said then. */
bool stn_fit_is_refuted(const StnFitter *fitter, StnFitResult *result);
/* kink, effect: per coordinate, of the final slopes; NULL without intervals. */
void stn_fit_remarks(const StnFitter *fitter, const double *kink, const double *effect,
                     StnFitResult *result);

#endif
