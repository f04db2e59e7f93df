/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "exchange/joint.h"

#include "core/build.h"

#include <math.h>
#include <string.h>

static double of(const StnJoint *j, const char *name)
{
    return stn_system_parameter(j->system, name);
}

/* The value of an input at the start; it may move later. */
static double at_start(const StnJoint *j, const char *name)
{
    const StnPlant *plant = stn_system_plant(j->system);
    double value = 0.0;
    for (int i = 0; i < plant->ninput; i++)
        if (strcmp(plant->inputs[i].name, name) == 0)
            value = isnan(stn_system_input(j->system, i, 0.0).val)
                        ? plant->inputs[i].scale /* its default */
                        : stn_system_input(j->system, i, 0.0).val;
    return isnan(value) ? 0.0 : value;
}

double stn_joint_friction(const StnJoint *joint, const char *name)
{
    const double forward = stn_system_friction(joint->system, 0, name, 0);
    const double backward = stn_system_friction(joint->system, 0, name, 1);
    return isnan(backward) ? forward : 0.5 * (forward + backward);
}

/* ---- Plants ---- */

enum { MOTOR_TORQUE, MOTOR_CURRENT, MOTOR_VOLTAGE, MOTOR_POSITION };

static void read_servo(StnJoint *j, StnRemarks *remarks)
{
    const int motor = (int)of(j, "motor");
    const double per_volt = of(j, "kt") / of(j, "R"), supply = at_start(j, "supply");
    j->rotary = true;
    j->inertia = of(j, "J"), j->armature = of(j, "Jm"), j->damping = of(j, "C");
    j->G = of(j, "G"), j->hang = of(j, "q0"), j->K = of(j, "Kg"), j->relaxed = of(j, "qg");
    j->low = of(j, "lo"), j->high = of(j, "hi");
    j->drive = (StnJointDrive)motor;
    j->gain = 1.0, j->most = INFINITY;
    if (motor == MOTOR_CURRENT)
        j->gain = of(j, "kt"), j->most = of(j, "imax");
    if (motor == MOTOR_VOLTAGE)
        j->gain = per_volt, j->speed_gain = per_volt * of(j, "kt"), j->most = supply;
    if (motor == MOTOR_POSITION) {
        j->gain = j->stiffness = per_volt * supply * of(j, "kp");
        j->speed_gain = per_volt * (supply * of(j, "kd") + of(j, "kt"));
        j->most = per_volt * supply * of(j, "dmax");
        stn_remark(remarks,
                   "The firmware's sampling (Ts = %g s) and slew rate are not held: its "
                   "gains act continuously.",
                   of(j, "Ts"));
    }
    if (motor >= MOTOR_VOLTAGE && of(j, "La") > 0.0)
        stn_remark(remarks, "The winding's inductance La = %g H is not held.", of(j, "La"));
}

enum { DRIVE_FORCE, DRIVE_SPRING, DRIVE_PID, DRIVE_MOTION };

static StnStatus read_block(StnJoint *j, StnRemarks *remarks, StnError *error)
{
    const int drive = (int)of(j, "drive");
    j->inertia = of(j, "m");
    j->low = of(j, "xmin"), j->high = of(j, "xmax");
    j->gain = 1.0, j->most = INFINITY;
    if (drive == DRIVE_MOTION)
        return stn_bad_setting(
            error, "options.drive",
            "an imposed motion has no model of a joint: choose drive force, spring or "
            "pid");
    j->drive = drive == DRIVE_FORCE ? STN_JOINT_FORCE : STN_JOINT_POSITION;
    if (drive == DRIVE_SPRING)
        j->gain = j->stiffness = of(j, "K");
    if (drive == DRIVE_PID) {
        j->gain = j->stiffness = of(j, "Kp"), j->speed_gain = of(j, "Kv"), j->most = of(j, "limit");
        if (of(j, "Ki") != 0.0)
            stn_remark(remarks,
                       "The integral part of the controller, Ki = %g N/(m*s), is not held.",
                       of(j, "Ki"));
        if (of(j, "Ts") > 0.0)
            stn_remark(remarks, "The controller's sampling (Ts = %g s) is not held.", of(j, "Ts"));
    }
    return STN_OK;
}

/* ---- Friction ---- */

/* The first of two names that the law has, or `otherwise`. */
static double first_of(const StnJoint *j, const char *name, const char *other, double otherwise)
{
    const double value = stn_joint_friction(j, name), second = stn_joint_friction(j, other);
    return !isnan(value) ? value : !isnan(second) ? second : otherwise;
}

static void read_friction(StnJoint *j)
{
    static const char *const pairs[] = {"Fs", "Fc", "sigma2", "T0_stat", "T0_din"};
    j->Fc = first_of(j, "Fc", "T0_din", 0.0);
    j->Fs = first_of(j, "Fs", "T0_stat", j->Fc);
    j->sigma2 = first_of(j, "sigma2", "sigma2", 0.0);
    for (int i = 0; i < 5; i++) {
        const double forward = stn_system_friction(j->system, 0, pairs[i], 0);
        const double backward = stn_system_friction(j->system, 0, pairs[i], 1);
        j->pairs = j->pairs || (!isnan(forward) && forward != backward);
    }
}

StnStatus stn_joint_read(const StnScenario *scenario, StnJoint *joint, StnRemarks *remarks,
                         StnError *error)
{
    StnStatus status = STN_OK;
    memset(joint, 0, sizeof *joint);
    joint->system = stn_scenario_system(scenario);
    joint->law = stn_system_law(joint->system, 0);
    const StnPlant *plant = stn_system_plant(joint->system);
    if (strcmp(plant->name, "servo") == 0)
        read_servo(joint, remarks);
    else if (strcmp(plant->name, "block") == 0)
        status = read_block(joint, remarks, error);
    else
        return stn_bad_setting(
            error, "plant",
            "%s is not a single joint; what is exported is one hinge or one slide: "
            "plant servo or block",
            plant->name);
    joint->load = at_start(joint, "load");
    read_friction(joint);
    return status;
}
