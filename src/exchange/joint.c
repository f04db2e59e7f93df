/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "exchange/joint.h"

#include "core/build.h"
#include "core/imposed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SLOW 1e-9 /* of the speeds of the friction: what falls with speed has not begun to */

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

/* Of a law without a formula: the line through its friction at two speeds where what falls has died away. */
typedef struct Line {
    double level, slope;
} Line;
static Line line_of(const StnJoint *j, int side, double x)
{
    const double dir = side ? -1.0 : 1.0, v = j->range.speed;
    const StnSteadyAt at = {0.0, NAN, x};
    const double far = dir * stn_steady_law(j->system, 0, dir * v, at),
                 near = dir * stn_steady_law(j->system, 0, dir * 0.5 * v, at);
    const double slope = (far - near) / (0.5 * v);
    return (Line){fmax(far - slope * v, 0.0), slope};
}

static double level(const StnJoint *j, int side, double x)
{
    return j->closed ? stn_steady_level(&j->steady, side, x) : line_of(j, side, x).level;
}

static double viscous(const StnJoint *j, int side)
{
    return j->closed ? j->steady.side[side].sigma2 : line_of(j, side, j->x).slope;
}

double stn_joint_level(const StnJoint *j, double x)
{
    return 0.5 * (level(j, 0, x) + level(j, 1, x));
}

/* The force of the drive at which a law that holds lets go, drive = load + limit(drive): by Newton's method with
 * the slope of a difference, as in steady.c. */
static double lets_go(const StnJoint *j, int side, double load)
{
    StnImposed imposed;
    stn_imposed_begin(&imposed, j->system, 0, load);
    double drive = load;
    for (int k = 0; k < 12; k++) {
        const double step = 1e-6 * (fabs(drive) + j->range.level) + 1e-12;
        double at[2], above[2], below[2];
        stn_imposed_rest(&imposed, j->x, drive, &at[1], &at[0]);
        stn_imposed_rest(&imposed, j->x, drive + step, &above[1], &above[0]);
        stn_imposed_rest(&imposed, j->x, drive - step, &below[1], &below[0]);
        const double slope = (above[side] - below[side]) / (2.0 * step);
        drive -= (drive - load - at[side]) / (1.0 - slope);
    }
    return drive;
}

/* A law that creeps, and one that holds by a bristle, begins to slide with its friction at a speed that is next to
 * nothing; where that is a line through 0, at the end of the line.  Without the viscous part. */
static double creeps(const StnJoint *j, int side, double load)
{
    const bool band = (j->steady.terms & STN_TERM_BAND) != 0;
    const double speed = band ? j->steady.side[side].eps : SLOW * j->range.speed;
    const StnSteadyAt at = {load, NAN, j->x};
    const double dir = side ? -1.0 : 1.0;
    return stn_steady_law(j->system, 0, dir * speed, at) - dir * viscous(j, side) * speed;
}

double stn_joint_start(const StnJoint *j, int side, double load)
{
    const double dir = side ? -1.0 : 1.0, slides = load + creeps(j, side, load);
    if (!(j->law->flags & STN_LAW_SET_VALUED))
        return slides;
    const double goes = lets_go(j, side, load);
    return dir * (slides - goes) > 0.0 ? slides : goes;
}

double stn_joint_static(const StnJoint *j, int side)
{
    const double sliding = level(j, side, j->x);
    const bool falls = (j->steady.terms & STN_TERM_FALL) != 0;
    double limit[2] = {0.0, 0.0};
    StnImposed imposed;
    stn_imposed_begin(&imposed, j->system, 0, 0.0);
    if (j->law->flags & STN_LAW_SET_VALUED)
        stn_imposed_rest(&imposed, j->x, 0.0, &limit[1], &limit[0]);
    const double moving = !j->closed ? fabs(creeps(j, side, 0.0))
                          : falls    ? j->steady.side[side].Fs
                                     : sliding;
    return fmax(fmax(fabs(limit[side]), moving), sliding);
}

static void read_friction(StnJoint *j)
{
    double error, Fs[2], Fc[2], sigma2[2];
    j->range = stn_steady_range(j->system, 0, 0.0, 0.0);
    j->steady = stn_steady_found(j->system, 0, &j->range, &error);
    j->closed = stn_steady_is_law(&j->range, error);
    j->stroke = j->system->num.shape[0].stroke;
    for (int side = 0; side < 2; side++) {
        Fc[side] = level(j, side, j->x);
        sigma2[side] = viscous(j, side);
        Fs[side] = stn_joint_static(j, side);
    }
    const StnSteadySide *way = j->steady.side;
    const bool falls = (j->steady.terms & STN_TERM_FALL) != 0;
    j->Fs = 0.5 * (Fs[0] + Fs[1]);
    j->Fc = 0.5 * (Fc[0] + Fc[1]);
    j->sigma2 = 0.5 * (sigma2[0] + sigma2[1]);
    j->pairs = Fs[0] != Fs[1] || Fc[0] != Fc[1] || sigma2[0] != sigma2[1] ||
               (falls && (way[0].vs != way[1].vs || way[0].n != way[1].n));
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
    j->x = j->system->y_start[plant->sites[0].x];
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
