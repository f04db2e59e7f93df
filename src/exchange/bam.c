/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A servo as the parameters of BAM, in JSON. */
#include "exchange/losses.h"

#include "core/build.h"
#include "io/json_text.h"

#include <math.h>
#include <string.h>

/* Why BAM cannot hold the friction; NULL: it can.  What it holds: levels that fall with speed and grow with the
 * torques of drive and load, and that stand still exactly. */
static const char *beyond(const StnJoint *j)
{
    static const struct {
        unsigned term;
        const char *text;
    } more[] = {{STN_TERM_LOAD, "efficiencies"},
                {STN_TERM_MAP, "levels over the position"},
                {STN_TERM_FILM, "a static level that a film lowers"},
                {STN_TERM_ONSET | STN_TERM_JUMP, "a viscous part that sets in at a speed"}};
    const StnSteady *s = &j->steady;
    if (!(j->law->flags & STN_LAW_SET_VALUED))
        return "a law that never stands still exactly";
    if (j->law->nstate > 0)
        return "a law with states of its own";
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        if (s->terms & more[i].term)
            return more[i].text;
    if (!j->closed)
        return "a curve of its own";
    return !(s->terms & STN_TERM_FALL) && j->Fs > j->Fc ? "Fs above Fc without a falling part"
                                                        : NULL;
}

/* The least step of the ladder that holds the friction, 1 ... 6. */
static int ladder_step(const StnJoint *j)
{
    const StnSteady *s = &j->steady;
    const StnSteadySide *p = &s->side[0];
    const bool falls = j->Fs > j->Fc;
    if (s->terms & STN_TERM_SQUARE)
        return 6;
    if (s->terms & STN_TERMS_DRIVE) {
        if (p->k_m != p->k_e || p->k_ms != p->k_es)
            return 5;
        return falls || (s->terms & STN_TERM_PEAK) ? 4 : 3;
    }
    return falls ? 2 : 1;
}

static void put_friction(StnJsonText *json, const StnJoint *j, int model)
{
    stn_json_put_number(json, "friction_base", j->Fc);
    stn_json_put_number(json, "friction_viscous", j->body.damping + j->sigma2);
    if (model >= 2 && model != 3) {
        stn_json_put_number(json, "friction_stribeck", j->Fs - j->Fc);
        stn_json_put_number(json, "dtheta_stribeck", stn_joint_friction(j, "vs"));
        stn_json_put_number(json, "alpha", stn_joint_friction(j, "n"));
    }
    if (model == 3 || model == 4)
        stn_json_put_number(json, "load_friction_base", stn_joint_friction(j, "k_m"));
    if (model == 4)
        stn_json_put_number(json, "load_friction_stribeck", stn_joint_friction(j, "k_ms"));
    if (model >= 5) {
        stn_json_put_number(json, "load_friction_motor", stn_joint_friction(j, "k_m"));
        stn_json_put_number(json, "load_friction_external", stn_joint_friction(j, "k_e"));
        stn_json_put_number(json, "load_friction_motor_stribeck", stn_joint_friction(j, "k_ms"));
        stn_json_put_number(json, "load_friction_external_stribeck", stn_joint_friction(j, "k_es"));
    }
    if (model >= 6) {
        stn_json_put_number(json, "load_friction_motor_quad", stn_joint_friction(j, "k_mq"));
        stn_json_put_number(json, "load_friction_external_quad", stn_joint_friction(j, "k_eq"));
    }
}

/* What a file of BAM has beside a friction, or should have. */
static void say_lost(const StnExport *e)
{
    const StnJoint *j = e->joint;
    stn_say_losses(e, &(StnHolds){.name = "BAM",
                                  .text = "the file, which holds motor and friction",
                                  .falls = true,
                                  .grows = true,
                                  .armature = true,
                                  .motor = true});
    if (isnan(j->body.kt) || isnan(j->body.R))
        stn_remark(e->remarks,
                   "BAM's motor has kt and R, and this one is given a %s: %s missing in the file.",
                   isnan(j->body.kt) ? "torque" : "current",
                   isnan(j->body.kt) ? "both are" : "R is");
    if (j->body.damping > 0.0)
        stn_remark(e->remarks,
                   "friction_viscous is the friction's %g N*m*s/rad and the joint's damping, %g "
                   "N*m*s/rad.",
                   j->sigma2, j->body.damping);
}

StnStatus stn_write_bam(const StnExport *e, StnError *error)
{
    const StnJoint *j = e->joint;
    const char *why = beyond(j);
    const int model = ladder_step(j);
    char name[8];
    StnJsonText json = {.out = e->out};
    if (!j->rotary)
        return stn_bad_setting(
            error, "plant",
            "BAM describes servos, a motor that turns a joint; the plant %s is none",
            stn_system_plant(j->system)->name);
    if (why)
        return stn_bad_setting(
            error, "friction",
            "BAM holds friction that falls with speed and grows with drive and load, as "
            "stribeck and stribeck_load have it; %s has %s",
            j->law->name, why);
    say_lost(e);
    snprintf(name, sizeof name, "m%d", model);
    stn_json_open_map(&json, NULL);
    stn_json_put_text(&json, "model", name);
    stn_json_put_text(&json, "actuator", e->title);
    if (!isnan(j->body.kt))
        stn_json_put_number(&json, "kt", j->body.kt);
    if (!isnan(j->body.R))
        stn_json_put_number(&json, "R", j->body.R);
    stn_json_put_number(&json, "armature", j->body.armature);
    put_friction(&json, j, model);
    stn_json_close(&json);
    return STN_OK;
}
