/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Methods for tests that are made for them: what the sensor can tell, breakaway, sinusoidal speed,
 * limit cycles of a position loop, slow ramps. */
#ifndef STICTION_IDENTIFY_TESTS_H
#define STICTION_IDENTIFY_TESTS_H

#include "stiction/findings.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What the sensor can tell ---------------------------------------------------------------- */

/* NaN: not known; then what depends on it is NaN too. */
typedef struct StnCheckDef {
    double dx;         /* resolution of the position */
    double Ts;         /* sampling time */
    double m, m_error; /* mass, and how well it is known already */
    double umax;       /* largest effort */
    double vmax;       /* largest speed */
    double duration;   /* s, of the record; NaN: one sample is judged, not all of them */
    bool rotary;
    /* Of data: the windows that inverse takes of them, s from end to end and from one to the next,
     * and the deviation that noise makes of their mean acceleration over what it is itself; 0:
     * there are none, the numbers above count. */
    double window, window_step, window_error;
    /* Where dx, Ts, m, umax and vmax come from, for the report; NULL: nothing to say. */
    const char *source[5];
} StnCheckDef;
/* Nothing is known yet: every number is NaN. */
STN_API StnCheckDef stn_default_check_def(void);
/* Fills in what is NaN, and its source: from data (resolution, sampling time, largest effort and
 * speed; and the windows of inverse, where the samples are even), or from a system (the sensor of
 * the site's position, controller or sensor sample time, mass, effort limit). */
STN_API StnStatus stn_check_from_data(StnCheckDef *def, const StnData *data, StnError *error);
STN_API void stn_check_from_system(StnCheckDef *def, const StnSystem *system, int site);
/* The same from a scenario, then the step of its record, and the largest force or torque of its
 * inputs, of 2001 instants of its duration.  site: NULL is the first. */
STN_API StnStatus stn_check_from_scenario(StnCheckDef *def, const StnScenario *scenario,
                                          const char *site, StnError *error);

/* What a sensor with such resolution and sampling can tell. */
typedef struct StnCheck {
    double velocity_error;       /* dx/Ts: of a difference of two samples */
    double acceleration_error;   /* 2*dx/Ts^2: of a second difference */
    double signal_to_noise;      /* of the acceleration: Ts^2*umax/(2*m*dx) */
    double mass_uncertainty;     /* 2*m^2*dx/(Ts^2*umax): from one sample */
    double window;               /* s: of the means that inverse takes; NaN: not known */
    double mass_of_record;       /* about, from all samples by means over these; NaN: not known */
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
    double motion;     /* ... or by this way; NaN: by those steps */
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
    size_t row;           /* of the data */
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
    int crept; /* points of rises in which it crept before it ran away */
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
 * moves by some sensor steps, keep it for the way to the next place, let go, wait for rest (no
 * change by half of the steps), go on; turn round at the ends of the travel.  Each pass gets its
 * share of the time.  The defaults stand in brackets; NaN and NULL: from the system. */
typedef struct StnBreakawayRigDef {
    double travel[2];   /* its ends, the lower one first: there is no default */
    int passes, points; /* there and back = 2 (2); per pass at most, spread over the travel (100) */
    const char *input;  /* what is raised (the effort of the plant) */
    double rate;    /* effort per s (NaN: trials that are not recorded slow it down until the rise
                   * while a motion shows is below half a per cent of the level; far below, it is
                   * quicker) */
    double limit;   /* largest |input| (that of the controller, otherwise none) */
    double longest; /* s of simulated time at most (3600) */
    double Ts;      /* s between samples (of the controller or sensor, otherwise 1e-3) */
    const char *effort;   /* column that counts as effort (of the input's name) */
    const char *position; /* column of the position (of the first site, as its sensor shows it) */
    bool (*progress)(void *user, double fraction); /* false: stop; may be NULL */
    void *user;
} StnBreakawayRigDef;
/* The settings from `travel` to `longest`. */
STN_API extern const StnFields stn_breakaway_rig_fields;
/* Every setting that has a default has it. */
STN_API StnBreakawayRigDef stn_default_breakaway_rig_def(void);
/* The record of the rig as data with time, effort and position.  how: what is to look for the
 * breakaways; steps and rest suit it, and its dx becomes that of the sensor where it is NaN. */
STN_API StnStatus stn_breakaway_experiment(const StnBreakawayRigDef *def, StnBreakawayDef *how,
                                           const StnSystem *system, StnData *data, StnError *error);

/* ---- Sinusoidal speed ------------------------------------------------------------------------ */

/* Where sgn(v) comes from. */
typedef enum StnSineSign {
    STN_SINE_SIGN_AUTO,      /* the reference where there is one, otherwise held */
    STN_SINE_SIGN_REFERENCE, /* the commanded speed */
    STN_SINE_SIGN_HELD,      /* the last measured sense, stn_direction_held */
    STN_SINE_SIGN_RAW,       /* differences of neighbouring samples: biased, for comparison only */
} StnSineSign;

/* How the viscous term sets in above a speed: not at all, without a jump, or with one. */
typedef enum StnOnset { STN_ONSET_NONE, STN_ONSET_CONTINUOUS, STN_ONSET_JUMP } StnOnset;

/* How sinusoidal motion is evaluated.  The defaults stand in brackets. */
typedef struct StnSineTestDef {
    StnSineSign sign;
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
    const StnScenario *against; /* the same test on this model, beside it; NULL: none */
    const char *against_name;   /* what the report calls it */
} StnHuntingDef;
/* Every setting has its default. */
STN_API StnHuntingDef stn_default_hunting_def(void);

/* A quantity over the cycles. */
typedef struct StnSpread {
    double mean, low, high; /* interval of the mean, 95 % */
    double std;             /* of single cycles */
    double quartile[2];     /* of single cycles, the lower and the upper */
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
    double level;            /* its work over its way, or by --mass its mean effort; in its sense */
    double late;             /* s from its start until it shows, at most */
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
    bool breaks_away[2];      /* forward, backward: the effort turns where the body breaks away */
    double rest;              /* share of the time at rest */
    StnStepResponse step;
    StnSlip *slip;
    int nslip, used;
    StnEstimates levels; /* Fs+ Fs- Fc+ Fc-, or Cd_s Cd; Fs where it breaks away, Fc and Cd only
                            where slips are visible */
    struct StnHuntingModel *model; /* of StnHuntingDef.against; NULL: none */
    StnFindings findings;
    StnRemarks remarks;
} StnHunting;
/* The same test on a model; means of cycles are NaN where it does not hunt. */
typedef struct StnHuntingModel {
    StnData data;
    StnHunting result;
} StnHuntingModel;
/* Needs effort and position.  Refused: fewer than two whole cycles, and what is no hunting: where
 * it moves most of the time, no cycle is like another, or the effort does not wind up at rest to
 * where the body breaks away, as in a motion that is commanded from point to point. */
STN_API StnStatus stn_identify_cycles(const StnHuntingDef *def, const StnData *data,
                                      StnHunting *result, StnError *error);
/* Frees the slips and the model. */
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
    bool from_rest;     /* it starts at rest, not from sliding the other way */
    double x, effort;   /* where it starts */
    double turned;      /* friction there over its level, against the sense: 0 none, 1 as it slid */
    double slope, slope_std;
    bool straight; /* no bend was seen in the lower part */
    double
        unbent; /* by how much Schwarz's criterion prefers a line to bristles; beyond 9: no bend */
    double level; /* largest effort on the way into sliding, positive; NaN: it does not slide */
    double way;   /* from the start to where it slides; NaN */
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
    double load;  /* constant effort beside friction that the branches tell from levels that differ
                     between the directions; 0: none */
    StnEstimates parameters; /* sigma0, z_max, Fs and way, by direction: + and - */
    StnFindings findings;
    StnRemarks remarks;
} StnRampTest;
/* Needs effort and position.  Refused: a sensor that cannot see pre-sliding. */
STN_API StnStatus stn_identify_ramp(const StnRampTestDef *def, const StnData *data,
                                    StnRampTest *result, StnError *error);
/* Frees the branches. */
STN_API void stn_ramp_test_free(StnRampTest *result);

#ifdef __cplusplus
}
#endif
#endif
