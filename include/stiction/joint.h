/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a plant says of itself to other tools: that it is one joint, and which numbers, made of its
 * parameters, a measured motion determines. */
#ifndef STICTION_JOINT_H
#define STICTION_JOINT_H

#ifdef __cplusplus
extern "C" {
#endif

/* What moves a joint: a force, a current, a voltage, a position by a spring or a controller. */
typedef enum StnJointDrive {
    STN_JOINT_FORCE,
    STN_JOINT_CURRENT,
    STN_JOINT_VOLTAGE,
    STN_JOINT_POSITION,
} StnJointDrive;

/* One body on one friction site:
 *   (inertia + armature)*a = F - G*sin(x - hang) - K*(x - relaxed) - damping*v - load - FF,
 *   F = gain*input - stiffness*x - speed_gain*v.
 * armature: of a rotor, at the joint.  low, high: stops, or +-INFINITY.  most: of the input where
 * it is a current or voltage, of F where it is a position, or INFINITY.  kt, R: motor constants,
 * NaN: none.  lost: sentences about what the plant has beyond this; "": none. */
enum { STN_JOINT_LOST = 3 };
typedef struct StnJointInfo {
    double inertia, armature, damping;
    double G, hang, K, relaxed, low, high;
    StnJointDrive drive;
    double gain, stiffness, speed_gain, most;
    double kt, R;
    char lost[STN_JOINT_LOST][160];
} StnJointInfo;

/* A number that measured motion determines where the parameters that it is made of may not be. */
typedef struct StnCombination {
    const char *name, *unit, *text;
    double value;
} StnCombination;

#ifdef __cplusplus
}
#endif
#endif
