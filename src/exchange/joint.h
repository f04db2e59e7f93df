/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One joint and its friction, as other tools describe it: read from the plants servo and block. */
#ifndef STN_EXCHANGE_JOINT_H
#define STN_EXCHANGE_JOINT_H

#include "stiction/exchange.h"

/* What moves it: a force, a current, a voltage, a position through a spring or a controller. */
typedef enum StnJointDrive {
    STN_JOINT_FORCE,
    STN_JOINT_CURRENT,
    STN_JOINT_VOLTAGE,
    STN_JOINT_POSITION,
} StnJointDrive;

typedef struct StnJoint {
    const StnSystem *system;
    const StnLaw *law;
    bool rotary;
    double inertia, armature; /* of the body; of the rotor, at the joint */
    double damping;           /* beside friction */
    double G, hang;           /* gravity G*sin(x - hang); 0: none */
    double K, relaxed;        /* spring to ground */
    double low, high;         /* stops, or +-INFINITY */
    double load;              /* constant part of the input load */
    StnJointDrive drive;
    double gain, stiffness, speed_gain; /* force = gain*input - stiffness*x - speed_gain*v */
    double most;                        /* largest input (current, voltage), or force (position) */
    double Fs, Fc, sigma2;              /* means of the two directions */
    bool pairs;                         /* the directions differ */
} StnJoint;

/* Fails with the reason for plants and drives that are no single joint. */
StnStatus stn_joint_read(const StnScenario *scenario, StnJoint *joint, StnRemarks *remarks,
                         StnError *error);
/* The mean of a friction parameter over both directions; NaN where the law has none. */
double stn_joint_friction(const StnJoint *joint, const char *name);

#endif
