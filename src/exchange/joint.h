/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One joint and its friction, as other tools describe it. */
#ifndef STN_EXCHANGE_JOINT_H
#define STN_EXCHANGE_JOINT_H

#include "stiction/exchange.h"

typedef struct StnJoint {
    const StnSystem *system;
    const StnLaw *law;
    bool rotary;
    StnJointInfo body;     /* as the plant describes itself */
    double load;           /* constant part of the load */
    double Fs, Fc, sigma2; /* means of the two directions */
    bool pairs;            /* the directions differ */
} StnJoint;

/* Fails with the reason for plants and drives that are no single joint. */
StnStatus stn_joint_read(const StnScenario *scenario, StnJoint *joint, StnRemarks *remarks,
                         StnError *error);
/* The mean of a friction parameter over both directions; NaN where the law has none. */
double stn_joint_friction(const StnJoint *joint, const char *name);

#endif
