/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Machines drawn at random, records of them as people have them, and what the methods of identification make of
 * these: do the 95 % intervals hold the truth?  See recovery.c. */
#ifndef TOOLS_RECOVERY_H
#define TOOLS_RECOVERY_H

#include "stiction/fit.h"
#include "stiction/identify.h"

enum { RECOVERY_PARAMETERS = 12 };

/* What the record is of: a position loop that follows two sines or a staircase of speeds, or runs at constant
 * speed. */
typedef enum RecoveryTest { RECOVERY_SINES, RECOVERY_STAIRS, RECOVERY_RUNS } RecoveryTest;
/* MOTION: fit of the law along the measured motion, without a plant. */
typedef enum RecoveryMethod {
    RECOVERY_INVERSE,
    RECOVERY_CURVE,
    RECOVERY_FIT,
    RECOVERY_MOTION
} RecoveryMethod;

/* free: what is to be found, by the names of the machine's truth. */
typedef struct RecoveryCell {
    const char *name;
    RecoveryMethod method;
    const char *law;
    RecoveryTest test;
    int bits; /* of the encoder, per revolution */
    double
        velocity;  /* noise of a velocity column that is used, part of the top speed; 0: position */
    bool jitter;   /* instants of samples vary by 0.2 of the sampling time, and the stamps say so */
    bool coloured; /* noise of the effort holds together for 10 ... 50 ms */
    const char *free;
    const char *motor; /* of a joint (plant servo, see recovery_joint.c); NULL: a block in a loop */
    const char *
        step; /* of the ladder M1 ... M6 that the friction of a joint has; L5: M5 without a part that falls */
    bool both; /* the position is used beside the velocity */
} RecoveryCell;

/* A parameter of the machine: its path in a scenario, or the name of what a method reports. */
typedef struct RecoveryTruth {
    char path[32];
    double value;
} RecoveryTruth;

/* One machine and its record.  Signals in rad, rad/s and N*m; clean ones before noise and encoder. */
typedef struct RecoveryBench {
    const RecoveryCell *cell;
    uint64_t seed;
    bool near; /* a fit starts within 2 % of the truth, once: intervals are tried, not the search */
    RecoveryTruth truth[RECOVERY_PARAMETERS];
    int ntruth;
    double top, offset, f[2], amplitude[2]; /* speed, constant effort, the two sines */
    double Ts;
    size_t rows;
    double *t, *x, *v, *a, *u, *run; /* clean */
    double *seen[3];                 /* position, velocity, effort as measured */
} RecoveryBench;

/* Draws machine and noise number `seed` and makes the record; false: it cannot be simulated. */
bool recovery_bench_make(RecoveryBench *bench, const RecoveryCell *cell, uint64_t seed);
void recovery_bench_free(RecoveryBench *bench);
double recovery_truth(const RecoveryBench *bench, const char *name);
/* Standard deviation of the white noise of the effort. */
double recovery_effort_noise(const RecoveryBench *bench);
/* The part of a scenario that has a parameter: "parameters.", "controller.", "friction.contact.". */
const char *recovery_place(const RecoveryBench *bench, const char *name);
/* Whether the friction of the cell falls with speed. */
bool recovery_falls(const RecoveryCell *cell);
/* Whether it grows with the torques of drive and load. */
bool recovery_loaded(const RecoveryCell *cell);
void recovery_set_truth(RecoveryBench *bench, const char *path, double value);
/* Uniform in 0 ... 1, number `which` of the machine. */
double recovery_draw(const RecoveryBench *bench, int which);
/* Between low and high, uniform in the logarithm. */
double recovery_between(const RecoveryBench *bench, int which, double low, double high);
/* A joint: its numbers, its definition with the clean input, and the input as it was measured. */
void recovery_joint_draw(RecoveryBench *bench);
/* Lowers a current that would carry the arm over the top; false: it cannot be simulated. */
bool recovery_joint_calm(RecoveryBench *bench);
StnSystemDef recovery_joint_definition(const RecoveryBench *bench);
void recovery_joint_measured(const RecoveryBench *bench, StnSystemDef *def);
/* Column of the plant's outputs: 0 position, 1 velocity, 2 effort (of a joint: its current). */
const char *recovery_signal(const RecoveryCell *cell, int which);
/* The machine with one value other than its own (index of truth; < 0: none): to be freed by stn_def_free. */
StnSystemDef recovery_definition(const RecoveryBench *bench, int index, double value);
/* Position, velocity, effort and acceleration of a definition at the instants of the bench; NULL: not wanted. */
bool recovery_simulate(const RecoveryBench *bench, const StnSystemDef *def, double *x, double *v,
                       double *u, double *a);

typedef struct RecoveryFound {
    char name[24];
    double truth, value, std, low, high; /* low NaN: withheld */
    bool identifiable;
} RecoveryFound;

/* What became of one record. */
typedef struct RecoveryOutcome {
    int count;
    RecoveryFound found[RECOVERY_PARAMETERS];
    bool failed, wrong_sign; /* of Fs - Fc, with a probability of chance below 1e-3 */
    /* Of the record without noise: condition of the information matrix, and what it determines. */
    double condition;
    int nnamed;
    char named[RECOVERY_PARAMETERS][24];
    bool determined[RECOVERY_PARAMETERS];
    StnError error;
} RecoveryOutcome;
void recovery_judge(const RecoveryBench *bench, RecoveryOutcome *out);
/* Writes the record as CSV and what else the command needs, and prints the command. */
bool recovery_keep(const RecoveryBench *bench, const char *prefix);

#endif
