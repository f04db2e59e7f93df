/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a friction law can show: the standard experiments on the block, the numbers measured in
 * them, and the verdict on eight behaviours and two defects.  A verdict follows from the numbers by
 * a stated threshold, never from the name of the law. */
#ifndef STICTION_CHARACTERIZE_H
#define STICTION_CHARACTERIZE_H

#include "stiction/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Parameters ---------------------------------------------------------------------------- */

/* The mass and the friction that all laws share unless the caller says otherwise: name, value,
 * unit.  Everything else has the law's defaults.  sigma1 = sqrt(sigma0*m). */
#define STN_CHARACTERIZE_MASS 1  /* kg */
#define STN_CHARACTERIZE_DT 1e-5 /* s */
#define STN_CHARACTERIZE_RTOL 1e-9
#define STN_CHARACTERIZE_COMMON(X) \
    X(Fs, 1.5, "N")                \
    X(Fc, 1, "N")                  \
    X(vs, 0.001, "m/s")            \
    X(n, 2, "")                    \
    X(sigma2, 0.4, "N*s/m")        \
    X(sigma0, 1e5, "N/m")          \
    X(sigma1, 316.227766, "N*s/m") \
    X(T, 0.1, "s")

/* ---- Thresholds ---------------------------------------------------------------------------- */

/* Each stands once; the texts below quote them.  xe = Fs/sigma0: the elastic length. */
#define STN_HOLD_MOTION 0.01   /* xe, during the hold */
#define STN_HOLD_RANGE 50      /* xe, in all */
#define STN_RISE_LEAST 0.02    /* Fs */
#define STN_AREA_LEAST 0.01    /* of 2*a*Fs */
#define STN_MICRO_LEAST 0.01   /* xe */
#define STN_MICRO_BACK 0.25    /* of the motion */
#define STN_CURVE_LEAST 0.02   /* Fs */
#define STN_LOAD_LEAST 0.02    /* Fs */
#define STN_NONLOCAL_GAP 0.02  /* Fs */
#define STN_NONLOCAL_KINK 0.05 /* Fs/xe */
#define STN_DRIFT_LEAST 0.01   /* xe per cycle */
#define STN_CREEP_LEAST 3e-4   /* vs */
/* Loads rise in tr = max(STN_RISE_TIME, STN_RISE_LENGTH*xe/vs). */
#define STN_RISE_TIME 1 /* s */
#define STN_RISE_LENGTH 300
#define STN_QUOTED_(text) #text
#define STN_QUOTED(number) STN_QUOTED_(number)

/* ---- Experiments, behaviours, numbers ------------------------------------------------------- */

/* An experiment and the axes on which it is drawn: id, title, x axis, y axis. */
#define STN_TRIAL_LIST(X)                                                             \
    X(STN_TRIAL_HOLD, "Stiction: 0.95 Fs held", "t [s]", "x [m]")                     \
    X(STN_TRIAL_BREAK, "Breakaway after 0.1 s and 100 s of dwell", "u [N]", "FF [N]") \
    X(STN_TRIAL_LAG, "Memory at low speed, 1 and 10 Hz", "v [m/s]", "FF [N]")         \
    X(STN_TRIAL_FLUID, "Memory at high speed, 1 and 10 Hz", "v [m/s]", "FF [N]")      \
    X(STN_TRIAL_MICRO, "Pre-sliding: to 0.5 Fs and back", "x [m]", "u [N]")           \
    X(STN_TRIAL_CURVE, "Steady friction", "v [m/s]", "FF [N]")                        \
    X(STN_TRIAL_LOAD, "Lifting and lowering a load", "load [N]", "|FF| [N]")          \
    X(STN_TRIAL_LOOP, "Inner loop inside an outer one", "x [m]", "FF [N]")            \
    X(STN_TRIAL_DRIFT, "Drift under 0.6 Fs + 0.3 Fs sin", "t [s]", "x [m]")           \
    X(STN_TRIAL_REST, "At rest under 0.5 Fs", "t [s]", "x [m]")

/* A behaviour: id, word, title, experiment, when the verdict is yes.  tr: the time in which loads
 * rise, smoothly. */
/* clang-format off */
#define STN_BEHAVIOUR_LIST(X)                                                                  \
    X(STN_BEHAVIOUR_STICTION, "stiction", "stiction",                                          \
      "u rises to 0.95 Fs in tr and holds for 100 s",                                          \
      "moves < " STN_QUOTED(STN_HOLD_MOTION) " xe in the hold after its first second, < "      \
      STN_QUOTED(STN_HOLD_RANGE) " xe in all")                                                 \
    X(STN_BEHAVIOUR_RISING, "rising", "rising static friction",                                \
      "slides, stops, dwells 0.1 s or 100 s, u rises at 2 Fs/s; level = peak of FF up to "     \
      "10 vs",                                                                                 \
      "level after 100 s - level after 0.1 s > " STN_QUOTED(STN_RISE_LEAST) " Fs")             \
    X(STN_BEHAVIOUR_MEMORY, "memory", "frictional memory",                                     \
      "imposed v = v0 + a*sin at 1 and 10 Hz, v0 = vs (low), 100 vs (high), a = 0.8 v0",       \
      "area of a friction-velocity loop, friction lagging, > " STN_QUOTED(STN_AREA_LEAST)      \
      " of 2*a*Fs")                                                                            \
    X(STN_BEHAVIOUR_PRESLIDING, "presliding", "pre-sliding displacement",                      \
      "u rises to 0.5 Fs in tr and returns to 0 in tr",                                        \
      "moves " STN_QUOTED(STN_MICRO_LEAST) " to " STN_QUOTED(STN_HOLD_RANGE) " xe, and >= "    \
      STN_QUOTED(STN_MICRO_BACK) " of it comes back")                                          \
    X(STN_BEHAVIOUR_STRIBECK, "stribeck", "Stribeck effect",                                   \
      "imposed constant speeds, steady FF, from 0.2 vs to 2 vs",                               \
      "FF falls by > " STN_QUOTED(STN_CURVE_LEAST) " Fs")                                      \
    X(STN_BEHAVIOUR_VISCOUS, "viscous", "viscous friction",                                    \
      "the same from 100 vs to 1000 vs",                                                       \
      "FF rises by > " STN_QUOTED(STN_CURVE_LEAST) " Fs")                                      \
    X(STN_BEHAVIOUR_LOAD, "load", "friction that grows with load",                             \
      "imposed 10 vs against and with a load of 2 Fs, steady |FF|, and without load",          \
      "against the load |FF| is larger by > " STN_QUOTED(STN_LOAD_LEAST) " Fs")                \
    X(STN_BEHAVIOUR_NONLOCAL, "nonlocal", "hysteresis with nonlocal memory",                   \
      "slow imposed x: 0, A, -A, B, C, B, A; A = 0.6 xe, B = 0.3 xe, C = 0",                   \
      "gaps at B and to the outer branch < " STN_QUOTED(STN_NONLOCAL_GAP)                      \
      " Fs, and stiffness falls at B by > " STN_QUOTED(STN_NONLOCAL_KINK) " Fs/xe")            \
    X(STN_BEHAVIOUR_DRIFT, "drift", "defect: drift below breakaway",                           \
      "u = 0.6 Fs, from 5 s on + 0.3 Fs*sin at 1 Hz, 60 s, with the numbers of "               \
      "block-no-drift",                                                                        \
      "mean position moves > " STN_QUOTED(STN_DRIFT_LEAST) " xe per cycle, 10 s to 60 s")      \
    X(STN_BEHAVIOUR_CREEP, "creep", "defect: chatter or creep at rest",                        \
      "u rises to 0.5 Fs in tr and holds for 10 s; the last 5 s count",                        \
      "|mean v| or effective v > " STN_QUOTED(STN_CREEP_LEAST) " vs")
/* clang-format on */

/* A number that is measured: id, experiment, word, unit, text. */
#define STN_MEASURE_LIST(X)                                                                        \
    X(STN_MEASURE_HOLD_MOVED, STN_TRIAL_HOLD, "hold", "m", "motion during the hold")               \
    X(STN_MEASURE_HOLD_TOTAL, STN_TRIAL_HOLD, "total", "m",                                        \
      "motion from the start to the end of the hold")                                              \
    X(STN_MEASURE_BREAK_SHORT, STN_TRIAL_BREAK, "break_0.1s", "N", "breakaway level after 0.1 s")  \
    X(STN_MEASURE_BREAK_LONG, STN_TRIAL_BREAK, "break_100s", "N", "breakaway level after 100 s")   \
    X(STN_MEASURE_LAG_SLOW, STN_TRIAL_LAG, "low_1Hz", "%", "loop area at low speed, 1 Hz")         \
    X(STN_MEASURE_LAG_FAST, STN_TRIAL_LAG, "low_10Hz", "%", "loop area at low speed, 10 Hz")       \
    X(STN_MEASURE_FLUID_SLOW, STN_TRIAL_FLUID, "high_1Hz", "%", "loop area at high speed, 1 Hz")   \
    X(STN_MEASURE_FLUID_FAST, STN_TRIAL_FLUID, "high_10Hz", "%", "loop area at high speed, 10 Hz") \
    X(STN_MEASURE_MICRO_OUT, STN_TRIAL_MICRO, "micro", "m", "motion under 0.5 Fs")                 \
    X(STN_MEASURE_MICRO_RETURN, STN_TRIAL_MICRO, "back", "%", "share of it that comes back")       \
    X(STN_MEASURE_SLOPE_LOW, STN_TRIAL_CURVE, "slope_low", "N*s/m",                                \
      "slope of FF(v) from 0.2 vs to 2 vs")                                                        \
    X(STN_MEASURE_SLOPE_HIGH, STN_TRIAL_CURVE, "slope_high", "N*s/m",                              \
      "slope from 100 vs to 1000 vs")                                                              \
    X(STN_MEASURE_UNLOADED, STN_TRIAL_LOAD, "unloaded", "N", "friction at 10 vs without load")     \
    X(STN_MEASURE_LIFTING, STN_TRIAL_LOAD, "lifting", "N", "the same lifting 2 Fs")                \
    X(STN_MEASURE_LOWERING, STN_TRIAL_LOAD, "lowering", "N", "the same lowering 2 Fs")             \
    X(STN_MEASURE_LOOP_GAP, STN_TRIAL_LOOP, "gap", "% Fs", "gap of the inner loop at B")           \
    X(STN_MEASURE_LOOP_RETURN, STN_TRIAL_LOOP, "return", "% Fs",                                   \
      "largest distance to the outer branch")                                                      \
    X(STN_MEASURE_LOOP_KINK, STN_TRIAL_LOOP, "kink", "Fs/xe", "fall of stiffness at B")            \
    X(STN_MEASURE_DRIFT_CYCLE, STN_TRIAL_DRIFT, "drift", "% xe", "drift per cycle")                \
    X(STN_MEASURE_CREEP_SPEED, STN_TRIAL_REST, "creep", "m/s", "mean velocity at rest")            \
    X(STN_MEASURE_CHATTER, STN_TRIAL_REST, "chatter", "m/s", "effective velocity at rest")

#define STN_TRIAL_ENUM(id, title, x, y) id,
#define STN_BEHAVIOUR_ENUM(id, word, title, experiment, criterion) id,
#define STN_MEASURE_ENUM(id, trial, word, unit, text) id,
/* The experiments of STN_TRIAL_LIST. */
typedef enum StnTrial { STN_TRIAL_LIST(STN_TRIAL_ENUM) STN_TRIAL_COUNT } StnTrial;
/* The behaviours and defects of STN_BEHAVIOUR_LIST. */
typedef enum StnBehaviour {
    STN_BEHAVIOUR_LIST(STN_BEHAVIOUR_ENUM) STN_BEHAVIOUR_COUNT
} StnBehaviour;
/* The measured numbers of STN_MEASURE_LIST. */
typedef enum StnMeasure { STN_MEASURE_LIST(STN_MEASURE_ENUM) STN_MEASURE_COUNT } StnMeasure;
#undef STN_TRIAL_ENUM
#undef STN_BEHAVIOUR_ENUM
#undef STN_MEASURE_ENUM

/* What STN_TRIAL_LIST says of an experiment. */
typedef struct StnTrialInfo {
    const char *title, *xlabel, *ylabel;
} StnTrialInfo;
/* What STN_BEHAVIOUR_LIST says of a behaviour. */
typedef struct StnBehaviourInfo {
    const char *word, *title, *experiment, *criterion;
} StnBehaviourInfo;
/* What STN_MEASURE_LIST says of a number, and the experiment that it comes from. */
typedef struct StnMeasureInfo {
    StnTrial trial;
    const char *word, *unit, *text;
} StnMeasureInfo;
/* The rows of the three lists, by their index. */
STN_API StnTrialInfo stn_trial_info(StnTrial trial);
STN_API StnBehaviourInfo stn_behaviour_info(StnBehaviour behaviour);
STN_API StnMeasureInfo stn_measure_info(StnMeasure measure);

/* ---- Running them --------------------------------------------------------------------------- */

/* Make one with stn_default_characterize_def() and edit it. */
typedef struct StnCharacterizeDef {
    const StnLaw *law;
    const StnGiven *given; /* friction that differs from the common one */
    int ngiven;
    double m;    /* kg */
    double dt;   /* s, for laws that are fixed-step algorithms; the others take the event engine */
    double rtol; /* of the event engine */
    bool (*progress)(void *user, double fraction); /* false: stop with STN_CANCELLED; may be NULL */
    void *user;
} StnCharacterizeDef;
/* The common friction above on a block, for this law; no progress is reported. */
STN_API StnCharacterizeDef stn_default_characterize_def(const StnLaw *law);

/* A law with or without one of its options (a parameter that switches a feature on). */
enum { STN_VARIANTS_MAX = 8, STN_VARIANT_GIVEN = 2 };
typedef struct StnVariant {
    char label[64]; /* "hybrid", "hybrid (Fs_inf)" */
    StnGiven given[STN_VARIANT_GIVEN];
    int ngiven;
} StnVariant;
/* The law as it is, then each option that it has and that the caller has not given; returns how
 * many. */
STN_API int stn_characterize_variants(const StnCharacterizeDef *def,
                                      StnVariant out[STN_VARIANTS_MAX]);

/* Curves for a figure, one after the other with NaN between them; a curve ends where the motion
 * leaves the range of the experiment. */
typedef struct StnTrace {
    double *x, *y;
    size_t count;
} StnTrace;

/* What the experiments show of a law or of one of its variants. */
typedef struct StnCharacter {
    char label[64];
    const StnLaw *law;
    StnMethod method;                  /* what ran */
    double m, Fs, Fc, vs, xe;          /* scales of the experiments; xe = Fs/sigma0 */
    StnStatus status[STN_TRIAL_COUNT]; /* of each experiment */
    char reason[STN_TRIAL_COUNT][200]; /* "", why it failed, or how it was saved */
    double value[STN_MEASURE_COUNT];   /* NaN where the experiment failed */
    bool known[STN_BEHAVIOUR_COUNT];   /* its experiments were run */
    bool shown[STN_BEHAVIOUR_COUNT];   /* the verdict */
    StnTrace trace[STN_TRIAL_COUNT];
    double seconds; /* wall time */
} StnCharacter;

/* Fixed steps that one pass of an experiment may take: about 10 s. */
#define STN_CHARACTERIZE_STEPS 1e8

/* Runs all experiments on one variant (NULL: the law as it is).  Fails for bad parameters and when
 * interrupted; an experiment that fails leaves its status, and the others go on; one that the event
 * engine gives up is repeated with the fixed step (`reason` then says so).  One that would take
 * more than STN_CHARACTERIZE_STEPS fixed steps in a pass is not run (STN_STEP_TOO_SMALL).  Free
 * *out in any case. */
STN_API StnStatus stn_characterize(const StnCharacterizeDef *def, const StnVariant *variant,
                                   StnCharacter *out, StnError *error);
/* Frees the traces; the rest is plain memory. */
STN_API void stn_character_free(StnCharacter *character);
/* Verdicts and numbers of laws under one definition, and a figure.  set: what was changed in it, as
 * people wrote it. */
STN_API void stn_report_characters(const StnCharacterizeDef *def, const StnCharacter *row,
                                   int count, const char *const *set, int nset, StnResult *out);

#ifdef __cplusplus
}
#endif
#endif
