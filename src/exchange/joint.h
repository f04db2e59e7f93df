/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One joint and its friction, as other tools describe it. */
#ifndef STN_EXCHANGE_JOINT_H
#define STN_EXCHANGE_JOINT_H

#include "exchange/steady.h"
#include "stiction/exchange.h"

typedef struct StnJoint {
    const StnSystem *system;
    const StnLaw *law;
    bool rotary;
    StnJointInfo body;    /* as the plant describes itself */
    double load;          /* constant part of the load */
    double x;             /* where it starts */
    double stroke;        /* travel in pre-sliding; 0: none */
    StnSteadyRange range; /* of the friction */
    StnSteady steady;     /* its formula, */
    bool closed;          /* which is that of the law */
    double Fs, Fc,
        sigma2; /* without load, at x: breakaway, sliding level, viscous; means of the two directions */
    bool pairs; /* the directions differ */
} StnJoint;

/* Fails with the reason for plants and drives that are no single joint. */
StnStatus stn_joint_read(const StnScenario *scenario, StnJoint *joint, StnRemarks *remarks,
                         StnError *error);
/* The mean of a friction parameter over both directions; NaN where the law has none. */
double stn_joint_friction(const StnJoint *joint, const char *name);
/* The mean sliding level at a position, without load. */
double stn_joint_level(const StnJoint *joint, double x);
/* The static level of a direction: what holds without load and drive. */
double stn_joint_static(const StnJoint *joint, int side);
/* The force of the drive that starts motion, forward (side 0) or backward, under a load. */
double stn_joint_start(const StnJoint *joint, int side, double load);

#endif
