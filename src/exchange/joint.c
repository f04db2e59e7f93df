/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "exchange/joint.h"

#include "core/build.h"
#include "core/system.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The inputs at the start, with their defaults; they may move later. */
static void at_start(const StnSystem *system, StnIn u[STN_INPUTS_MAX])
{
    const StnPlant *plant = stn_system_plant(system);
    for (int i = 0; i < plant->ninput; i++) {
        u[i] = stn_system_input(system, i, 0.0);
        if (isnan(u[i].val))
            u[i] = (StnIn){.val = isnan(plant->inputs[i].scale) ? 0.0 : plant->inputs[i].scale};
    }
}

double stn_joint_friction(const StnJoint *joint, const char *name)
{
    const double forward = stn_system_friction(joint->system, 0, name, 0);
    const double backward = stn_system_friction(joint->system, 0, name, 1);
    return isnan(backward) ? forward : 0.5 * (forward + backward);
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

/* "servo or block": the plants that say they are one joint. */
static void joint_plants(char *out, size_t size)
{
    const char *names[64];
    int count = 0;
    size_t used = 0;
    for (int i = 0; i < stn_plant_count() && count < 64; i++)
        if (stn_plant_at(i)->joint)
            names[count++] = stn_plant_at(i)->name;
    out[0] = '\0';
    for (int i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s",
                                 i == 0           ? ""
                                 : i + 1 == count ? " or "
                                                  : ", ",
                                 names[i]);
}

/* The plant as it describes itself. */
static StnStatus read_plant(StnJoint *j, StnRemarks *remarks, StnError *error)
{
    const StnPlant *plant = stn_system_plant(j->system);
    const double *p = stn_system_value_at(j->system, -1, 0).value;
    int choice[STN_CHOICES_MAX];
    StnIn u[STN_INPUTS_MAX];
    char others[120];
    joint_plants(others, sizeof others);
    if (!plant->joint || plant->nsite != 1)
        return stn_bad_setting(
            error, "plant",
            "%s is not a single joint; what is exported is one hinge or one slide: "
            "plant %s",
            plant->name, others);
    at_start(j->system, u);
    const StnSelf self = stn_plant_self(plant, p, choice);
    const char *none = plant->joint(&self, p, u, &j->body);
    if (none)
        return stn_bad_setting(error, "options", "%s", none);
    j->rotary = plant->sites[0].rotary != 0;
    for (int i = 0; i < plant->ninput; i++)
        if (plant->inputs[i].role == STN_ROLE_LOAD && plant->inputs[i].site == 0)
            j->load = u[i].val;
    for (int i = 0; i < STN_JOINT_LOST; i++)
        if (j->body.lost[i][0])
            stn_remark(remarks, "%s", j->body.lost[i]);
    return STN_OK;
}

StnStatus stn_joint_read(const StnScenario *scenario, StnJoint *joint, StnRemarks *remarks,
                         StnError *error)
{
    memset(joint, 0, sizeof *joint);
    joint->system = stn_scenario_system(scenario);
    joint->law = stn_system_law(joint->system, 0);
    const StnStatus status = read_plant(joint, remarks, error);
    if (status == STN_OK)
        read_friction(joint);
    return status;
}
