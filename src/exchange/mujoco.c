/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A joint as a model of MuJoCo.  Its dry friction is a constraint on the velocity that is softened by the
 * impedance d0 ... dmax and the time constant of solref, so a joint that should stand creeps: under a force F
 * below the loss, with inertia m,
 *   v = (F/m)*(1 - d0)/(d0*b),   b = 2/(dmax*max(timeconst, 2*timestep))
 * which is also our hyperviscous law inside its band, with eps = loss*(1 - d0)/(m*d0*b). */
#include "exchange/losses.h"

#include <math.h>

#define GRAVITY 9.81
#define IMPEDANCE 0.99     /* d0 = dmax: 42 times less creep than the default at the same step */
#define LEAST_SHARE 1e-6   /* of the inertia: what a body must have */
#define CONSTANT_STEPS 2.5 /* timeconst over timestep; below 2 MuJoCo takes 2 */
/* MuJoCo's own defaults, to compare with. */
#define DEFAULT_D0 0.9
#define DEFAULT_DMAX 0.95
#define DEFAULT_CONSTANT 0.02 /* s */

/* (1 - d0)/(d0*b), s: creep velocity per acceleration F/m. */
static double creep_time(double d0, double dmax, double constant, double timestep)
{
    return (1.0 - d0) / d0 * dmax * fmax(constant, 2.0 * timestep) / 2.0;
}

/* What the body has of the inertia: MuJoCo takes no body without any, so that of a rotor alone is shared with it. */
static double body_inertia(const StnJoint *j)
{
    const double all = j->body.inertia + j->body.armature;
    return j->body.inertia < LEAST_SHARE * all ? 0.5 * all : j->body.inertia;
}

static void put_joint(const StnExport *e, const char *indent)
{
    const StnJoint *j = e->joint;
    const double all = j->body.inertia + j->body.armature;
    fprintf(e->out, "%s<joint name=\"joint\" type=\"%s\" axis=\"%s\"", indent,
            j->rotary ? "hinge" : "slide", j->rotary ? "0 1 0" : "1 0 0");
    STN_PUT(e->out, "armature", e->def->joint ? j->body.armature : all - body_inertia(j));
    STN_PUT(e->out, "damping", j->body.damping + j->sigma2);
    if (j->body.K > 0.0) {
        STN_PUT(e->out, "stiffness", j->body.K);
        STN_PUT(e->out, "springref", j->body.relaxed);
    }
    if (j->body.low > -1e9 || j->body.high < 1e9) {
        fprintf(e->out, " limited=\"true\"");
        STN_PUT(e->out, "range", fmax(j->body.low, -1e9), fmin(j->body.high, 1e9));
    }
    fprintf(e->out, "\n%s      ", indent);
    STN_PUT(e->out, "frictionloss", j->Fc);
    STN_PUT(e->out, "solreffriction", CONSTANT_STEPS * e->def->timestep, 1.0);
    STN_PUT(e->out, "solimpfriction", IMPEDANCE, IMPEDANCE, 0.001);
    fprintf(e->out, "/>\n");
}

/* An arm whose weight has the torque G and whose inertia about the joint is J: half of J is that of its
 * centre, l = J*g/(2*G) away. */
static void put_body(const StnExport *e)
{
    const StnJoint *j = e->joint;
    const double own = body_inertia(j);
    double length = 0.0, mass = j->rotary ? 1.0 : own, inertia = j->rotary ? own : 1.0;
    if (j->body.G > 0.0) {
        length = own * GRAVITY / (2.0 * j->body.G);
        mass = j->body.G / (GRAVITY * length);
        inertia = 0.5 * own;
    }
    const double x = length * sin(j->body.hang), z = -length * cos(j->body.hang);
    fprintf(e->out, "    <body name=\"body\">\n");
    put_joint(e, "      ");
    fprintf(e->out, "      <inertial");
    STN_PUT(e->out, "pos", x, 0.0, z);
    STN_PUT(e->out, "mass", mass);
    STN_PUT(e->out, "diaginertia", inertia, inertia, inertia);
    fprintf(e->out, "/>\n      <geom type=\"capsule\"");
    STN_PUT(e->out, "fromto", 0.0, 0.0, 0.0, j->body.G > 0.0 ? x : 0.05, 0.0,
            j->body.G > 0.0 ? z : 0.0);
    fprintf(e->out, " size=\"0.01\" mass=\"0\" contype=\"0\" conaffinity=\"0\"/>\n    </body>\n");
}

static void put_actuator(const StnExport *e)
{
    const StnJoint *j = e->joint;
    fprintf(e->out, "    <general name=\"motor\" joint=\"joint\" gaintype=\"fixed\"");
    STN_PUT(e->out, "gainprm", j->body.gain);
    fprintf(e->out, " biastype=\"affine\"");
    STN_PUT(e->out, "biasprm", 0.0, -j->body.stiffness, -j->body.speed_gain);
    if (j->body.most < INFINITY) {
        const bool force = j->body.drive == STN_JOINT_POSITION;
        fprintf(e->out, force ? " forcelimited=\"true\"" : " ctrllimited=\"true\"");
        STN_PUT(e->out, force ? "forcerange" : "ctrlrange", -j->body.most, j->body.most);
    }
    fprintf(e->out, "/>\n");
}

/* ---- What is lost ---- */

/* How its friction creeps; a joint without friction has none that could. */
static void say_creep(const StnExport *e)
{
    const StnJoint *j = e->joint;
    const double m = j->body.inertia + j->body.armature, timestep = e->def->timestep;
    const double time = creep_time(IMPEDANCE, IMPEDANCE, CONSTANT_STEPS * timestep, timestep);
    const double usual = creep_time(DEFAULT_D0, DEFAULT_DMAX, DEFAULT_CONSTANT, timestep);
    const char *force = j->rotary ? "N*m" : "N", *speed = j->rotary ? "rad/s" : "m/s";
    if (!(j->Fc > 0.0))
        return;
    stn_remark(e->remarks,
               "MuJoCo's friction never holds: under a force F the joint creeps at %.4g s * F/%g, "
               "%.3g %s just below the loss of %g %s (with MuJoCo's defaults %.3g times as fast).",
               time, m, time * j->Fc / m, speed, j->Fc, force, usual / time);
    stn_remark(
        e->remarks,
        "It behaves like our law hyperviscous with Fc = %g %s and eps = %.4g %s at this time "
        "step.",
        j->Fc, force, time * j->Fc / m, speed);
}

static void say_lost(const StnExport *e)
{
    const StnJoint *j = e->joint;
    const char *force = j->rotary ? "N*m" : "N", *mass = j->rotary ? "kg*m^2" : "kg";
    say_creep(e);
    stn_say_losses(e, &(StnHolds){.name = "MuJoCo",
                                  .text = "the file",
                                  .body = true,
                                  .armature = true,
                                  .spring = true,
                                  .stops = true,
                                  .drive = true,
                                  .load = true});
    if (j->load != 0.0)
        stn_remark(e->remarks, "The load of %g %s is not written: apply it as qfrc_applied = %g.",
                   j->load, force, -j->load);
    if (!e->def->joint && body_inertia(j) != j->body.inertia)
        stn_remark(e->remarks,
                   "The inertia is all the rotor's, and MuJoCo takes no body without any: it is "
                   "shared, %g %s to the body and %g %s to the armature.",
                   body_inertia(j), mass, j->body.inertia + j->body.armature - body_inertia(j),
                   mass);
}

StnStatus stn_write_mujoco(const StnExport *e, StnError *error)
{
    (void)error;
    say_lost(e);
    fprintf(e->out, "<!-- ");
    stn_put_xml_text(e->out, e->title);
    fprintf(e->out, "\n");
    for (int i = 0; i < e->remarks->count; i++) {
        fprintf(e->out, "     ");
        stn_put_xml_text(e->out, e->remarks->text[i]);
        fprintf(e->out, "\n");
    }
    fprintf(e->out, "-->\n");
    if (e->def->joint) {
        put_joint(e, "");
        return STN_OK;
    }
    fprintf(e->out, "<mujoco model=\"joint\">\n"
                    "  <compiler angle=\"radian\"/>\n"
                    "  <option");
    STN_PUT(e->out, "timestep", e->def->timestep);
    STN_PUT(e->out, "gravity", 0.0, 0.0, -GRAVITY);
    fprintf(e->out, " integrator=\"implicitfast\"/>\n  <worldbody>\n");
    put_body(e);
    fprintf(e->out, "  </worldbody>\n  <actuator>\n");
    put_actuator(e);
    fprintf(e->out, "  </actuator>\n</mujoco>\n");
    return STN_OK;
}
