/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Methods for any motion: balance of power, friction over speed, inverse model. */
#ifndef STICTION_IDENTIFY_MOTION_H
#define STICTION_IDENTIFY_MOTION_H

#include "stiction/findings.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Balance of power ------------------------------------------------------------------------ */

/* Over windows:  int(u*v)dt = m*d(v^2/2) + fv*int(v^2)dt + fc*int|v|dt (+ offset*dx). */
typedef struct StnPowerDef {
    double window;   /* s; NaN: about 60 windows, none shorter than 20 samples */
    double m;        /* mass; NaN: it is estimated */
    bool offset;     /* a constant effort that is no friction (default true) */
    bool asymmetric; /* fc per direction (instead of the offset) */
    bool no_viscous;
    bool gravity; /* + G*sin(x - hang) of an arm: rotary data with a position */
    double dx;    /* sensor step; NaN: from the data */
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

/* What the points of a moving record are: where most of its motion lies on plateaus of constant
 * speed these, otherwise intervals of speed; or as asked for. */
typedef enum StnCurvePoints {
    STN_POINTS_AUTO,
    STN_POINTS_PLATEAUS,
    STN_POINTS_INTERVALS,
} StnCurvePoints;

/* Friction = effort - m*a - weight, over the speed: from constant-speed runs (one point per run),
 * or from one moving record (plateaus of a staircase, or intervals of speed).  Fitted with
 *   F = [Fc + (Fs - Fc)*exp(-(|v|/vs)^n)]*sgn(v) + sigma2*v + offset. */
typedef struct StnCurveDef {
    double m;           /* NaN: estimated from a moving record by windows, otherwise 0 */
    double weight;      /* constant known force to subtract; 0 */
    bool gravity;       /* linear: subtract m*9.81 m/s^2, too; rotary: an arm, + G*sin(x - hang) */
    bool drift;         /* Fc and Fs times 1 + drift*t, t from the first row; a moving record */
    int order;          /* of the zero-phase Butterworth filters, 4; 0: none */
    double cutoff;      /* Hz, of the signals; NaN: windows, or a tenth of the sampling frequency */
    double cutoff_a;    /* Hz, of the differentiated velocity; NaN: cutoff/5 */
    bool per_side;      /* all parameters per direction (instead of the offset) */
    bool free_exponent; /* n is fitted too (otherwise n below) */
    double n;           /* NaN: 1 or 2, whichever fits better */
    bool no_offset;
    double settle; /* s dropped at the start of each run; 0 */
    int bins;      /* intervals of speed per direction of a moving record, 25 */
    StnCurvePoints points;
} StnCurveDef;
/* Every setting has its default. */
STN_API StnCurveDef stn_default_curve_def(void);

/* A point of friction over speed: a run, or an interval of speed. */
typedef struct StnCurvePoint {
    double v, F, std; /* means, and the standard deviation of F within the run or interval */
    double v_error;   /* standard error of v */
    double run;       /* value of the runs column; NaN */
    size_t samples;
    double fitted;
} StnCurvePoint;

/* A direction, or both together. */
typedef struct StnCharacteristic {
    StnEstimates stribeck, coulomb; /* Fs Fc vs n sigma2 offset; Fc sigma2 offset */
    double stribeck_rms, coulomb_rms;
    double n;           /* the exponent of that law, chosen, given or fitted */
    double chance;      /* probability that the advantage of Stribeck's law is chance */
    bool significant;   /* below 0.05 */
    bool enough;        /* points for Stribeck's law */
    bool one_direction; /* all points move one way: Fc contains any constant force */
    bool fitted;        /* false: too few, or no curve that falls is better than the straight law */
    StnSpread4 spread;  /* of the law that is significant */
    bool at_edge; /* vs or n came to the edge of what the points can tell, and is fixed there */
} StnCharacteristic;

/* Friction over speed, and the characteristic fitted to it. */
typedef struct StnFrictionCurve {
    StnCurvePoint *point;
    int npoint;
    bool runs;     /* points are runs */
    bool plateaus; /* points are stretches of constant speed of a moving record */
    bool windows;  /* the curve is fitted to the record itself, and points only show it */
    StnCharacteristic side[2]; /* forward, backward; only the first without per_side: both */
    int nside;
    double *t, *v, *F; /* rows places: friction over time, of a moving record; NULL for runs */
    size_t rows;
    const char *missing; /* as in StnInverse */
    double missing_share, missing_chance, delay;
    /* Of stn_curve_validate, and the file of its data; NaN and "": it was not called. */
    double validation_error;
    char validation_file[256];
    StnFindings findings;
    StnRemarks remarks;
} StnFrictionCurve;
/* Needs effort, and velocity or position.  Data with more than one run are constant-speed runs. */
STN_API StnStatus stn_identify_curve(const StnCurveDef *def, const StnData *data,
                                     StnFrictionCurve *result, StnError *error);
/* Relative error, %, of the friction of other data (its points, found with the same def) under the
 * curve of a result. */
STN_API StnStatus stn_curve_validate(const StnCurveDef *def, StnFrictionCurve *result,
                                     const StnData *data, StnError *error);
/* Frees the points and the friction over time. */
STN_API void stn_curve_free(StnFrictionCurve *result);

/* Fit of the characteristic to points, by itself.  Only curves that can be friction are compared:
 * Fs >= Fc >= 0, sigma2 >= 0, vs within the measured speeds.  weight: per point, multiplies its
 * squared residual; NULL: all 1.  sense: 0 both directions, +-1 one. */
STN_API StnStatus stn_characteristic_fit(const StnCurveDef *def, const double *v, const double *F,
                                         const double *weight, size_t count, int sense, bool rotary,
                                         StnCharacteristic *out, StnError *error);

/* ---- Inverse model ------------------------------------------------------------------------- */

enum { STN_POSITION_TERMS_MAX = 4 };

/* Of the filtered speed, or of the reference. */
typedef enum StnInverseSign {
    STN_INVERSE_SIGN_MEASURED,
    STN_INVERSE_SIGN_REFERENCE
} StnInverseSign;

/* effort = M*a + Fv*v + Fc*sgn(v) + offset, and what is switched on below. */
typedef struct StnInverseDef {
    double m;            /* mass; NaN: it is estimated */
    bool offset;         /* default true; asymmetric levels stand for it */
    bool asymmetric;     /* Fv and Fc per direction */
    bool stribeck;       /* + dFs*exp(-(|v|/vs)^n)*sgn(v), vs searched unless given */
    double vs, n;        /* NaN: searched; 2 */
    bool load;           /* + eta*load + mu*|load|*sgn(v) (needs STN_ROLE_LOAD) */
    bool spring;         /* + K*x */
    bool gravity;        /* + G*sin(x - hang) of an arm: rotary data with a position */
    bool load_friction;  /* + |k_m*effort + k_e*load|*sgn(v) (needs gravity, spring or load) */
    bool drift;          /* Fc and Fs times 1 + drift*t, t from the first row */
    int position_terms;  /* + Fx_k*x^k*sgn(v), k = 1 ... */
    int order;           /* of the Butterworth filter, 4; 0: no filter */
    double cutoff;       /* Hz; NaN: no filter, but means over windows */
    int decimate;        /* every so many samples count; 0: by the windows or the cut-off */
    long skip, skip_end; /* samples dropped at the ends of a run; < 0: as windows or filter need */
    double dead_speed;   /* samples with |v| below it are left out; NaN: from the noise */
    StnInverseSign sign; /* speed whose sign counts */
    bool robust;         /* Huber weights, iterated */
    int side;            /* samples of this direction only (1, -1); 0: of both */
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
    double *friction;   /* measured less inertia, gravity, spring, load and offset */
    double correlation; /* of neighbouring residuals */
    double widened;     /* so much wider than for independent samples are intervals, at most */
    double cutoff, dead_speed;
    /* Sampling steps that the motion is behind the effort, which is put right: 0.5 (-0.5) where a
     * controller holds its output, otherwise 0. */
    double shift;
    bool may_be_held; /* the data do not show whether the shift is 0 or 0.5: intervals hold both */
    double vs, drift, k_m, k_e; /* NaN where they are not in the model */
    double stribeck_chance;     /* probability that the Stribeck term is chance; NaN: not fitted */
    double straight_rms; /* of these samples without the Stribeck term; NaN: it was not fitted */
    double asymmetry_chance; /* likewise for the difference between directions */
    const char *missing;  /* the term that the residual follows most and the model lacks, or NULL */
    double missing_share; /* of the residual's variance that it explains */
    double missing_chance; /* probability that this is chance; NaN: nothing was tried */
    double
        delay; /* s: how late the effort is, where `missing` begins with "delay" or "lag", or NaN */
    double lag; /* s: time constant of the low-pass that the effort is behind ("lag"), or NaN */
    double way; /* m or rad: over which friction builds up after a reversal, where that explains
                 * what looks late, too ("delay or presliding") or with it ("delay and"), or NaN */
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
