/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A servo as the parameters of BAM, in JSON. */
#include "exchange/write.h"

#include "core/build.h"
#include "io/json_text.h"

#include <math.h>
#include <string.h>

/* The least step of the ladder that holds the friction, 1 ... 6; 0: none does. */
static int ladder_step(const StnJoint *j)
{
    const char *law = j->law->name;
    if (strcmp(law, "coulomb") == 0)
        return j->Fs > j->Fc ? 0 : 1;
    if (strcmp(law, "stribeck") == 0)
        return j->Fs > j->Fc ? 2 : 1;
    if (strcmp(law, "stribeck_load") != 0)
        return 0;
    const double k_m = stn_joint_friction(j, "k_m"), k_e = stn_joint_friction(j, "k_e");
    const double k_ms = stn_joint_friction(j, "k_ms"), k_es = stn_joint_friction(j, "k_es");
    if (stn_joint_friction(j, "k_mq") != 0.0 || stn_joint_friction(j, "k_eq") != 0.0)
        return 6;
    if (k_m != k_e || k_ms != k_es)
        return 5;
    if (k_ms != 0.0 || (k_m != 0.0 && j->Fs > j->Fc))
        return 4;
    return k_m != 0.0 ? 3 : j->Fs > j->Fc ? 2 : 1;
}

static void put_friction(StnJsonText *json, const StnJoint *j, int model)
{
    stn_json_put_number(json, "friction_base", j->Fc);
    stn_json_put_number(json, "friction_viscous", j->sigma2);
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

StnStatus stn_write_bam(const StnExport *e, StnError *error)
{
    const StnJoint *j = e->joint;
    const int model = ladder_step(j);
    char name[8];
    StnJsonText json = {.out = e->out};
    if (!j->rotary)
        return stn_bad_setting(error, "plant", "BAM describes servos: the plant must be servo");
    if (model == 0)
        return stn_bad_setting(error, "friction.gear.law",
                               "BAM holds coulomb (Fs = Fc), stribeck and stribeck_load, not %s%s",
                               j->law->name,
                               strcmp(j->law->name, "coulomb") == 0 ? " with Fs above Fc" : "");
    if (j->pairs)
        stn_remark(e->remarks, "The two directions of motion differ; their means are written.");
    snprintf(name, sizeof name, "m%d", model);
    stn_json_open_map(&json, NULL);
    stn_json_put_text(&json, "model", name);
    stn_json_put_text(&json, "actuator", e->title);
    stn_json_put_number(&json, "kt", stn_system_parameter(j->system, "kt"));
    stn_json_put_number(&json, "R", stn_system_parameter(j->system, "R"));
    stn_json_put_number(&json, "armature", j->armature);
    put_friction(&json, j, model);
    stn_json_close(&json);
    return STN_OK;
}
