/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* From measured or simulated data to friction parameters: the methods.  Everything is in SI; linear
 * and rotary systems share code (read torque for force, moment of inertia for mass).  Results say
 * in words what was left out and what was assumed. */
#ifndef STICTION_IDENTIFY_H
#define STICTION_IDENTIFY_H

#include "stiction/measured.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Results ------------------------------------------------------------------------------- */

/* The parameters that a method estimates, in the order in which people read them. */
typedef struct StnEstimates {
    int count;
    StnEstimate item[STN_LEAST_SQUARES_MAX];
} StnEstimates;
/* Adds parameter `index` of a fit; in units "$F" and "$x" are replaced, "$m" is kg or kg*m^2. */
STN_API void stn_estimates_add(StnEstimates *estimates, const char *name, const char *unit,
                               bool rotary, const StnLeastSquares *fit, int index);
/* NULL when there is none. */
STN_API const StnEstimate *stn_estimates_find(const StnEstimates *estimates, const char *name);
/* The value of a direction (0 forward, 1 backward): that of "Fc+" or "Fc-", otherwise of "Fc"; NaN:
 * neither was estimated. */
STN_API double stn_estimates_value(const StnEstimates *estimates, const char *name, int side);

enum { STN_FINDINGS_MAX = 16 };

/* What was found, for a scenario: values by the names that a friction site knows ("Fc", forward and
 * backward; "Cs_forward", a polynomial), "m" (mass) and "load" (constant effort that is no
 * friction). */
typedef struct StnFindings {
    StnGiven value[STN_FINDINGS_MAX];
    int count;
    bool rotary;
    bool reversed;  /* a mass or level is negative beyond its interval: the sign of the effort? */
    double speed;   /* largest in the data, for a test that fits them; may be NaN */
    double path[2]; /* Fc is a mean over the time of a sine between these places; NaN: it is not */
    double play;    /* ... without the time that crosses this play */
    const StnLaw *law; /* that a scenario keeps, from stn_findings_join; NULL: the simplest */
} StnFindings;
/* Nothing is found yet. */
STN_API StnFindings stn_findings_none(bool rotary);
/* Adds or replaces values; a direction that is NaN is not known, and if all are nothing happens. */
STN_API void stn_findings_set(StnFindings *findings, const char *name, const double *value,
                              int count);
/* The same with both directions of an estimate, see stn_estimates_value. */
STN_API void stn_findings_take(StnFindings *findings, const char *name,
                               const StnEstimates *estimates, const char *estimate);
/* The value of a direction, or an element; NaN: not known. */
STN_API double stn_findings_get(const StnFindings *findings, const char *name, int side);
/* The friction that was found at a velocity, with its constant effort. */
STN_API double stn_findings_friction(const StnFindings *findings, double v);
/* Completes what one test of several found from the site of a scenario that is to inherit it:
 * levels that are not known are those of `base`, so that Fs, Fc and with them beta = Fs/Fc belong
 * together, and its law stays where it can have all that was found.  Where Fc is a mean over the
 * path of a sine, beta is the mean of the base's Cs over the same path and time over it, and Fc
 * becomes Fs/beta.  Remarks say what does not go together. */
STN_API void stn_findings_join(StnFindings *findings, const StnLaw *law, const StnSiteDef *base,
                               StnRemarks *remarks);
/* Masses and friction levels below 0 with their whole interval: remarks, and `reversed`. */
STN_API void stn_findings_signs(StnFindings *findings, const StnEstimates *estimates,
                                const StnData *data, StnRemarks *remarks);
/* Whether a scenario can hold it: a mass and levels above 0.  A viscous coefficient a little below
 * 0 (5 % of the level at the largest speed) becomes 0, and the scenario says so; more is
 * refused. */
STN_API StnStatus stn_findings_check(const StnFindings *findings, StnError *error);
/* A scenario that runs: the block with these numbers under a sinusoidal effort; or, with `base`,
 * one that inherits from it and changes only friction.SITE.  `comment`: lines for its head.  NULL
 * on failure; to be freed. */
STN_API StnScenario *stn_findings_scenario(const StnFindings *findings, const char *title,
                                           const char *comment, const StnScenario *base,
                                           const char *site, StnError *error);

/* ---- Methods as data ------------------------------------------------------------------------- */

enum {
    STN_METHOD_SIMULATE = 1, /* a run of a scenario can take the place of a record */
    STN_METHOD_SEVERAL = 2,  /* takes several records together */
    STN_METHOD_EVEN = 4,     /* needs evenly spaced samples */
    STN_METHOD_PART = 8,     /* one test of several: a scenario's base completes what it found */
};

/* What is known before data are read.  In: which fields were given, which columns (1u << role),
 * whether a column separates runs.  In and out: what the method needs, all of a mask and one of
 * another (`also`: and one of this); `with`: the choice that makes it so, for messages; NULL: none;
 * what else it can use; whether samples must be evenly spaced. */
typedef struct StnMethodNeeds {
    const bool *given;
    unsigned roles;
    bool runs;
    unsigned all, any, also, may;
    const char *with;
    bool even;
} StnMethodNeeds;

/* A method: its options as a table, and what becomes of them.  The command line, its help, JSON and
 * documentation are readers of this.  result_size: of its C struct, whose parts StnFindings and
 * StnRemarks lie at these places. */
typedef struct StnIdentifyMethod {
    const char *name, *summary; /* "sine"; one line */
    const char *about;          /* arguments (a line each), an empty line, paragraphs */
    const char *examples;
    const char *title; /* of a scenario made of the result */
    const StnFields *fields;
    size_t result_size, findings_at, remarks_at;
    size_t least_rows;
    unsigned all, any; /* roles that it needs */
    unsigned may;      /* others that it can use; what it cannot is refused, never ignored */
    unsigned flags;
    /* Optional: rules between options. */
    StnStatus (*prepare)(void *options, StnMethodNeeds *needs, StnError *error);
    StnStatus (*identify)(const void *options, const StnData *const *data, int ndata, void *result,
                          StnError *error);
    void (*report)(const void *options, const void *result, const StnData *const *data, int ndata,
                   StnResult *out);
    void (*release)(void *result);
} StnIdentifyMethod;
/* The methods, in the order in which people are shown them. */
STN_API int stn_identify_method_count(void);
STN_API const StnIdentifyMethod *stn_identify_method_at(int index);
/* What was read, for a report: a line for people, a group "data" in JSON. */
STN_API void stn_report_data(StnResult *out, const StnData *data);
/* What every report ends with: the remarks on the result and on the data. */
STN_API void stn_report_remarks(StnResult *out, const StnRemarks *remarks, const StnData *data);

/* ---- What the sensor can tell ---------------------------------------------------------------- */

/* NaN: not known; then what depends on it is NaN too. */
typedef struct StnCheckDef {
    double dx;         /* resolution of the position */
    double Ts;         /* sampling time */
    double m, m_error; /* mass, and how well it is known already */
    double umax;       /* largest effort */
    double vmax;       /* largest speed */
    bool rotary;
    /* Where dx, Ts, m, umax and vmax come from, for the report; NULL: nothing to say. */
    const char *source[5];
} StnCheckDef;
/* Nothing is known yet: every number is NaN. */
STN_API StnCheckDef stn_default_check_def(void);
/* Fills in what is NaN: from data (resolution, sampling time, largest effort and speed), or from a
 * system (the sensor of the site's position, controller or sensor sample time, mass, effort
 * limit). */
STN_API StnStatus stn_check_from_data(StnCheckDef *def, const StnData *data, StnError *error);
STN_API void stn_check_from_system(StnCheckDef *def, const StnSystem *system, int site);

/* What a sensor with such resolution and sampling can tell. */
typedef struct StnCheck {
    double velocity_error;       /* dx/Ts: of a difference of two samples */
    double acceleration_error;   /* 2*dx/Ts^2: of a second difference */
    double signal_to_noise;      /* of the acceleration: Ts^2*umax/(2*m*dx) */
    double mass_uncertainty;     /* 2*m^2*dx/(Ts^2*umax) */
    double enough_Ts, enough_dx; /* that would make signal_to_noise 10, the other one unchanged */
    bool mass_identifiable;
    StnRemarks remarks; /* what to do */
} StnCheck;
/* The errors of differences of samples, and what would be enough to find the mass. */
STN_API StnStatus stn_identify_check(const StnCheckDef *def, StnCheck *check, StnError *error);

/* ---- Direction and speed from a coarse position ---------------------------------------------- */

/* The sense of motion, -1 or +1, in every sample: it changes where the position turns back by
 * `hysteresis` or more, in the middle of the samples that show the turning point.  0 where it never
 * moves that far. */
STN_API void stn_direction_held(const double *x, size_t count, double hysteresis, double *sign);
/* Speed over the longest interval around each sample in which a straight line stays within `dx` of
 * all samples (Janabi-Sharifi et al. 2000, both ways): slow where the sensor is coarse, quick where
 * it is not. */
STN_API void stn_speed_adaptive(const double *x, size_t count, double Ts, double dx, double *v);

/* ---- Breakaway ------------------------------------------------------------------------------- */

/* How breakaways are found in a record.  The defaults stand in brackets. */
typedef struct StnBreakawayDef {
    double dx;         /* sensor step; NaN: from the data */
    int steps;         /* motion = moved by so many sensor steps (2) */
    double rest;       /* s without a step before a breakaway counts (0.05) */
    int degree_max;    /* of the polynomials over position (4) */
    double outlier;    /* a point further off than so many robust deviations is one (4) */
    double sliding[2]; /* known sliding levels, for beta; NaN */
    double play; /* between sensor and contact, the whole of it: the contact lags by half (0) */
} StnBreakawayDef;
/* Every setting has its default. */
STN_API StnBreakawayDef stn_default_breakaway_def(void);

/* One breakaway. */
typedef struct StnBreakawayPoint {
    double t, x, effort;  /* effort > 0 in both directions */
    int side;             /* 0 forward, 1 backward */
    const char *left_out; /* NULL, or why it is an outlier */
} StnBreakawayPoint;

/* The breakaways of one direction. */
typedef struct StnBreakawaySide {
    int count, outliers;                   /* points used, points left out */
    double mean, mean_low, mean_high, std; /* of the points used; interval 95 % */
    double travel_mean;                    /* of the polynomial over the travel */
    double x_min, x_max;
    int degree;          /* 0: the level does not depend on the position */
    StnLeastSquares fit; /* coefficients of 1, x, x^2, ... */
} StnBreakawaySide;

/* What a breakaway test shows. */
typedef struct StnBreakaway {
    StnBreakawayPoint *point;
    int npoint;
    StnBreakawaySide side[2];
    double dx, beta[2];
    StnFindings findings;
    StnRemarks remarks;
} StnBreakaway;
/* Needs effort and position. */
STN_API StnStatus stn_identify_breakaway(const StnBreakawayDef *def, const StnData *data,
                                         StnBreakaway *result, StnError *error);
/* Frees the points. */
STN_API void stn_breakaway_free(StnBreakaway *result);

/* A scenario in the place of a measurement. */
typedef struct StnSimulated {
    StnRecord record;  /* all columns */
    int site;          /* that follows the command, or the first */
    char position[48]; /* the column of its position, as a sensor shows it where there is one */
    char effort[48];   /* the column of the effort; "": none is called u */
    double target;     /* of the position, at the end; NaN: none */
    double resolution; /* of the position sensor; NaN: none */
    double m;
} StnSimulated;
/* Runs a scenario with a sample every Ts (NaN: as its controller or sensor samples, otherwise as it
 * records) for a duration (NaN: its own).  To be emptied by stn_simulated_free(), also after a
 * failure. */
STN_API StnStatus stn_simulate_record(const StnScenario *scenario, double Ts, double duration,
                                      StnSimulated *out, StnError *error);
STN_API void stn_simulated_free(StnSimulated *simulated);

/* The experiment on a simulated rig: raise an input at a steady rate until the measured position
 * moves by `steps` sensor steps, keep it for the way to the next place, let go, wait for rest (no
 * change by half of the steps), go on; turn round at the ends of the travel.  Each pass gets its
 * share of the time. */
typedef struct StnBreakawayRigDef {
    int input;              /* of the plant: what is raised */
    const char *effort;     /* column that counts as effort */
    const char *position;   /* column of the position; a sensor's is NAME_meas */
    double Ts, rate, limit; /* s; effort per s; largest |input| */
    double from, to;        /* travel */
    int passes;             /* there and back = 2 */
    double dx;              /* sensor step */
    int steps;
    int points; /* per pass, spread over the travel (100); fewer where the time is short */
    bool adapt; /* `rate` is a guess: trials that are not recorded slow it down until the rise while
                 * a motion shows is below half a per cent of the level; far below, it is quicker */
    double rest;                                   /* s at rest before the next rise */
    double longest;                                /* s of simulated time at most */
    bool (*progress)(void *user, double fraction); /* false: stop; may be NULL */
    void *user;
} StnBreakawayRigDef;
/* Every setting that has a default has it; input, columns, rate and sensor step are
 * to be set. */
STN_API StnBreakawayRigDef stn_default_breakaway_rig_def(void);
/* The record of the rig as data with time, effort and position. */
STN_API StnStatus stn_breakaway_experiment(const StnBreakawayRigDef *def, const StnSystem *system,
                                           StnData *data, StnError *error);

/* ---- Sinusoidal speed ------------------------------------------------------------------------ */

/* Where sgn(v) comes from. */
typedef enum StnSignSource {
    STN_SIGN_AUTO,      /* the reference where there is one, otherwise held */
    STN_SIGN_REFERENCE, /* the commanded speed */
    STN_SIGN_HELD,      /* the last measured sense, stn_direction_held */
    STN_SIGN_RAW,       /* differences of neighbouring samples: biased, for comparison only */
} StnSignSource;

/* How the viscous term sets in above a speed: not at all, without a jump, or with one. */
typedef enum StnOnset { STN_ONSET_NONE, STN_ONSET_CONTINUOUS, STN_ONSET_JUMP } StnOnset;

/* How sinusoidal motion is evaluated.  The defaults stand in brackets. */
typedef struct StnSineTestDef {
    StnSignSource sign;
    bool sides;    /* levels per direction */
    bool line;     /* only the straight line */
    double settle; /* half periods dropped at the start of each segment (1) */
    double alike;  /* half periods whose amplitude and duration differ by less belong together */
    double hysteresis; /* of the held sign; NaN: 2 sensor steps, or 1 % of the travel if more */
    /* After each turning point a play between sensor and contact (the whole of it) is crossed
     * against the level Cd; that time is left out of fc (0, 0; needs a position). */
    double play, Cd;
} StnSineTestDef;
/* Every setting has its default. */
STN_API StnSineTestDef stn_default_sine_test_def(void);

/* One amplitude: whole half periods, as many forward as backward. */
typedef struct StnSineTestPoint {
    double t, frequency;
    double V;             /* pi/2 times the mean speed: the amplitude of a sine */
    double mean, side[2]; /* mean of u*sgn(v): all, forward, backward */
    double scatter;       /* standard error of `mean` from its half periods */
    double fitted;
    int halves;
    double lag, ratio;    /* measured behind the reference: part of a period; amplitude ratio */
    double stood;         /* share of the time at rest at the turning points */
    double crossing;      /* share of the time that only crosses the play */
    const char *left_out; /* NULL, or why */
} StnSineTestPoint;

/* What tests with sinusoidal speeds show: the mean friction over the amplitude. */
typedef struct StnSineTest {
    StnSineTestPoint *point;
    int npoint, used;
    StnEstimates line, piecewise; /* fc, fv; fc, fv, w0.  With sides: fc+, fc-, ... */
    double line_rms, piecewise_rms;
    StnOnset onset;        /* the better piecewise form; NONE: not fitted */
    double onset_chance;   /* probability that its advantage over the line is chance */
    bool piecewise_chosen; /* it is significantly better */
    double straight_above; /* V below which points leave the line; 0: all are straight */
    StnFindings findings;
    StnRemarks remarks;
} StnSineTest;
/* Needs effort, and a position, velocity or reference; several records are taken together. */
STN_API StnStatus stn_identify_sine(const StnSineTestDef *def, const StnData *const *data,
                                    int ndata, StnSineTest *result, StnError *error);
/* Frees the points. */
STN_API void stn_sine_test_free(StnSineTest *result);
/* Mean viscous speed over a sine of amplitude V when the viscous term sets in at w0: fv times this
 * is the mean viscous part. */
STN_API double stn_sine_viscous(StnOnset onset, double V, double w0);

/* ---- Limit cycles of a position loop --------------------------------------------------------- */

/* Hunting: the integrator winds up while the body sticks, it breaks away, slips past the target and
 * sticks again.  While it sticks friction is the effort, so the effort turns at the static levels:
 *   (top - bottom)/2 = Fs,   inside a play Cd_s.
 * A slip begins and ends at rest, so over its time  mean(effort*sgn v) = Fc,  inside a play Cd; the
 * mass and the controller drop out. */
typedef struct StnHuntingDef {
    double dx;     /* sensor step; NaN: from the data */
    double from;   /* s, from when on it hunts steadily; NaN: after a fifth of the record */
    double target; /* wanted position; NaN: the last value of the reference, or not known */
    double m;      /* mass, for slips whose ends the sensor does not show; NaN: not known */
    bool play;     /* the cycles lie inside a play: the levels are Cd_s and Cd */
} StnHuntingDef;
/* Every setting has its default. */
STN_API StnHuntingDef stn_default_hunting_def(void);

/* A quantity over the cycles. */
typedef struct StnSpread {
    double mean, low, high; /* interval of the mean, 95 % */
    double std;             /* of single cycles */
    int count;
} StnSpread;

/* NaN where there is no step in the record, or no target. */
typedef struct StnStepResponse {
    double from, to;  /* first position; the target, or the mean of the hunting */
    double rise;      /* s, 10 to 90 % */
    double overshoot; /* % of the step */
    double error;     /* mean position of the hunting less the target */
} StnStepResponse;

/* A visible motion between two rests. */
typedef struct StnSlip {
    double t, duration, way; /* as the sensor shows it */
    double before;           /* effort before it, in its sense */
    double level;            /* mean effort during it, in its sense */
    double late;             /* s that its first steps (up to 4) take */
    int side, steps;
    const char *left_out; /* NULL: counts for the sliding level */
} StnSlip;

/* What the limit cycles of a position loop show. */
typedef struct StnHunting {
    double dx, from;
    StnSpread period, effort; /* effort: amplitude, half of top to bottom */
    StnSpread position;       /* top to bottom of a cycle */
    StnSpread top[2];         /* effort at breakaway, forward and backward, both positive */
    double offset;            /* effort half way between the turns */
    double rest;              /* share of the time at rest */
    StnStepResponse step;
    StnSlip *slip;
    int nslip, used;
    StnEstimates levels; /* Fs+ Fs- Fc+ Fc-, or Cd_s Cd; Fc and Cd only where slips are visible */
    StnFindings findings;
    StnRemarks remarks;
} StnHunting;
/* Needs effort and position.  Refused: fewer than two whole cycles. */
STN_API StnStatus stn_identify_cycles(const StnHuntingDef *def, const StnData *data,
                                      StnHunting *result, StnError *error);
/* Frees the slips. */
STN_API void stn_hunting_free(StnHunting *result);
/* The step response by itself.  from: when it has settled; target may be NaN. */
STN_API StnStatus stn_step_response(const StnData *data, double from, double target,
                                    StnStepResponse *step, StnError *error);

/* ---- Pre-sliding from a slow ramp ------------------------------------------------------------ */

/* Position over effort while the effort, or the far end of a spring, or the position itself, goes
 * slowly there and back.  Each turn of the effort starts a branch: stiff at first (sigma0), then it
 * slides at a level; z_max = level/sigma0, where the first tangent meets the level. */
typedef struct StnRampTestDef {
    double dx;   /* sensor step; NaN: from the data */
    int steps;   /* fewer sensor steps before it slides are refused (5) */
    double soft; /* it slides where the curve is softer than this part of its first slope (0.05) */
} StnRampTestDef;
/* Every setting has its default. */
STN_API StnRampTestDef stn_default_ramp_test_def(void);

/* The motion from one turn of the effort to the next. */
typedef struct StnRampBranch {
    size_t first, last; /* rows */
    int side;           /* 0 forward, 1 backward */
    bool from_rest;     /* it starts near effort 0, not from sliding the other way */
    double x, effort;   /* where it starts */
    double slope, slope_std;
    bool straight; /* no bend was seen in the lower part */
    double level;  /* largest effort on the way into sliding, positive; NaN: it does not slide */
    double way;    /* from the start to where it slides; NaN */
    /* way = fit[0] + fit[1]*p + fit[2]*p^2 + fit[3]*p^3 + fit[4]*(-ln(1 - p) - p), p = e/scale, e:
     * effort since the start, in its sense, up to fit_range */
    double fit[5], scale, fit_range;
    const char *left_out; /* NULL, or why it says nothing */
} StnRampBranch;

/* What a slow ramp shows of pre-sliding. */
typedef struct StnRampTest {
    double dx;
    StnRampBranch *branch;
    int nbranch;
    double ratio; /* first slope after a reversal over that from rest: 2 for Dahl and LuGre, 1 for
                     springs and Maxwell slip; NaN: not seen */
    StnEstimates parameters; /* sigma0, z_max, Fs and way, by direction: + and - */
    StnFindings findings;
    StnRemarks remarks;
} StnRampTest;
/* Needs effort and position.  Refused: a sensor that cannot see pre-sliding. */
STN_API StnStatus stn_identify_ramp(const StnRampTestDef *def, const StnData *data,
                                    StnRampTest *result, StnError *error);
/* Frees the branches. */
STN_API void stn_ramp_test_free(StnRampTest *result);

/* ---- Balance of power ------------------------------------------------------------------------ */

/* Over windows:  int(u*v)dt = m*d(v^2/2) + fv*int(v^2)dt + fc*int|v|dt (+ offset*dx). */
typedef struct StnPowerDef {
    double window;   /* s; NaN: about 60 windows, none shorter than 20 samples */
    double m;        /* mass; NaN: it is estimated */
    bool offset;     /* a constant effort that is no friction (default true) */
    bool asymmetric; /* fc per direction (instead of the offset) */
    bool no_viscous;
    double dx; /* sensor step; NaN: from the data */
} StnPowerDef;
/* Every setting has its default. */
STN_API StnPowerDef stn_default_power_def(void);

/* What the balance of power shows. */
typedef struct StnPower {
    StnEstimates parameters;
    StnLeastSquares fit;
    int windows, left_out;     /* windows without motion are left out */
    double *t, *work, *fitted; /* windows places: work of the effort per window, J */
    double window, dx;
    StnFindings findings;
    StnRemarks remarks;
} StnPower;
/* Needs effort, and position or velocity. */
STN_API StnStatus stn_identify_power(const StnPowerDef *def, const StnData *data, StnPower *result,
                                     StnError *error);
/* Frees the numbers of the windows. */
STN_API void stn_power_free(StnPower *result);

/* ---- Friction over speed --------------------------------------------------------------------- */

/* Friction = effort - m*a - weight, over the speed: from constant-speed runs (one point per run),
 * or from one moving record (points are means over intervals of speed).  Fitted with
 *   F = [Fc + (Fs - Fc)*exp(-(|v|/vs)^n)]*sgn(v) + sigma2*v + offset. */
typedef struct StnCurveDef {
    double m;           /* 0 */
    double weight;      /* constant known force to subtract; 0 */
    bool gravity;       /* subtract m*9.81 m/s^2, too */
    int order;          /* of the zero-phase Butterworth filters, 4; 0: none */
    double cutoff;      /* Hz, of the signals; NaN: a tenth of the sampling frequency */
    double cutoff_a;    /* Hz, of the differentiated velocity; NaN: cutoff/5 */
    bool per_side;      /* all parameters per direction (instead of the offset) */
    bool free_exponent; /* n is fitted too (otherwise n below) */
    double n;           /* 2 */
    bool no_offset;
    double settle; /* s dropped at the start of each run; 0 */
    int bins;      /* intervals of speed per direction of a moving record, 25 */
} StnCurveDef;
/* Every setting has its default. */
STN_API StnCurveDef stn_default_curve_def(void);

/* A point of friction over speed: a run, or an interval of speed. */
typedef struct StnCurvePoint {
    double v, F, std; /* means, and the standard deviation of F within the run or interval */
    double run;       /* value of the runs column; NaN */
    size_t samples;
    double fitted;
} StnCurvePoint;

/* A direction, or both together. */
typedef struct StnCharacteristic {
    StnEstimates stribeck, coulomb; /* Fs Fc vs n sigma2 offset; Fc sigma2 offset */
    double stribeck_rms, coulomb_rms;
    double chance;    /* probability that the advantage of Stribeck's law is chance */
    bool significant; /* below 0.05, and Fs > Fc */
    bool fitted;      /* false: too few points for Stribeck's law */
    bool at_edge;     /* vs or n came to the edge of what the points can tell, and is fixed there */
} StnCharacteristic;

/* Friction over speed, and the characteristic fitted to it. */
typedef struct StnFrictionCurve {
    StnCurvePoint *point;
    int npoint;
    bool runs;                 /* points are runs */
    StnCharacteristic side[2]; /* forward, backward; only the first without per_side: both */
    int nside;
    double *t, *v, *F; /* rows places: friction over time, of a moving record; NULL for runs */
    size_t rows;
    StnFindings findings;
    StnRemarks remarks;
} StnFrictionCurve;
/* Needs effort, and velocity or position.  Data with more than one run are constant-speed runs. */
STN_API StnStatus stn_identify_curve(const StnCurveDef *def, const StnData *data,
                                     StnFrictionCurve *result, StnError *error);
/* Frees the points and the friction over time. */
STN_API void stn_curve_free(StnFrictionCurve *result);

/* Fit of the characteristic to points, by itself.  sense: 0 both directions, +-1 one. */
STN_API StnStatus stn_characteristic_fit(const StnCurveDef *def, const double *v, const double *F,
                                         size_t count, int sense, bool rotary,
                                         StnCharacteristic *out, StnError *error);

/* ---- Inverse model ------------------------------------------------------------------------- */

enum { STN_POSITION_TERMS_MAX = 4 };

/* Of the filtered speed, or of the reference. */
typedef enum StnSignOf { STN_SIGN_OF_MEASURED, STN_SIGN_OF_REFERENCE } StnSignOf;

/* effort = M*a + Fv*v + Fc*sgn(v) + offset, and what is switched on below. */
typedef struct StnInverseDef {
    double m;            /* mass; NaN: it is estimated */
    bool offset;         /* default true; asymmetric levels stand for it */
    bool asymmetric;     /* Fv and Fc per direction */
    bool stribeck;       /* + dFs*exp(-(|v|/vs)^n)*sgn(v), vs searched unless given */
    double vs, n;        /* NaN: searched; 2 */
    bool load;           /* + eta*load + mu*|load|*sgn(v) (needs STN_ROLE_LOAD) */
    bool spring;         /* + K*x */
    int position_terms;  /* + Fx_k*x^k*sgn(v), k = 1 ... */
    int order;           /* of the Butterworth filter, 4; 0: no filter */
    double cutoff;       /* Hz; NaN: a tenth of the sampling frequency */
    int decimate;        /* 10 */
    long skip, skip_end; /* samples dropped at the ends of a run; < 0: 5 periods of the cut-off */
    double dead_speed;   /* samples with |v| below it are left out; NaN: 2*resolution*cutoff */
    StnSignOf sign;      /* speed whose sign counts */
    bool robust;         /* Huber weights, iterated */
    int weight;          /* a column of weights (STN_DATA_EXTRA + i); 0: none */
    double hold_out;     /* fraction at the end of the samples that is kept for validation */
} StnInverseDef;
/* Every setting has its default. */
STN_API StnInverseDef stn_default_inverse_def(void);

/* The parameters of the inverse model, and how well it meets the effort. */
typedef struct StnInverse {
    StnEstimates parameters;
    StnLeastSquares fit;
    size_t rows, left_out;
    double *t, *measured, *fitted, *velocity, *inertia; /* rows places; inertia = M*a */
    double
        correlation; /* of neighbouring residuals; it widens intervals by sqrt((1 + c)/(1 - c)) */
    double cutoff, dead_speed, vs;
    double stribeck_chance;  /* probability that the Stribeck term is chance; NaN: not fitted */
    double asymmetry_chance; /* likewise for the difference between directions */
    double missing_chance; /* likewise for a Stribeck term that was not asked for; NaN: not tried */
    bool missing_stribeck; /* it is significant, and large enough to matter */
    double held_out_error; /* relative error, %; NaN: none held out */
    /* Of stn_inverse_validate, and the file of its data; NaN and "": it was not called. */
    double validation_error;
    char validation_file[256];
    StnFindings findings;
    StnRemarks remarks;
} StnInverse;
/* Needs effort, and position or velocity, in equally spaced samples; with `load` that column,
 * too. */
STN_API StnStatus stn_identify_inverse(const StnInverseDef *def, const StnData *data,
                                       StnInverse *result, StnError *error);
/* Relative error, %, of the effort of other data under the parameters of a result (same def). */
STN_API StnStatus stn_inverse_validate(const StnInverseDef *def, StnInverse *result,
                                       const StnData *data, StnError *error);
/* Frees the samples. */
STN_API void stn_inverse_free(StnInverse *result);

#ifdef __cplusplus
}
#endif
#endif
