/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A joint as a model of MuJoCo.  Its dry friction is a constraint on the velocity that is softened by the
 * impedance d0 ... dmax and the time constant of solref, so a joint that should stand creeps: under a force F
 * below the loss, with inertia m,
 *   v = (F/m)*(1 - d0)/(d0*b),   b = 2/(dmax*max(timeconst, 2*timestep))
 * which is also our hyperviscous law inside its band, with eps = loss*(1 - d0)/(m*d0*b). */
#include "exchange/write.h"

#include <math.h>

#define GRAVITY 9.81
#define IMPEDANCE 0.99     /* d0 = dmax: 42 times less creep than the default at the same step */
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

void stn_put_xml_text(FILE *out, const char *text)
{
    for (const char *c = text; *c; c++)
        if (*c == '<' || *c == '>' || *c == '&' || *c == '"')
            fprintf(out, "&#%d;", *c);
        else if (*c == '-' && c[1] == '-')
            fputs("- ", out); /* two would end a comment */
        else
            fputc((unsigned char)*c < 0x20 ? ' ' : *c, out);
}

static void put_joint(const StnExport *e, const char *indent)
{
    const StnJoint *j = e->joint;
    fprintf(e->out,
            "%s<joint name=\"joint\" type=\"%s\" axis=\"%s\" armature=\"%.10g\" damping=\"%.10g\"",
            indent, j->rotary ? "hinge" : "slide", j->rotary ? "0 1 0" : "1 0 0", j->body.armature,
            j->body.damping + j->sigma2);
    if (j->body.K > 0.0)
        fprintf(e->out, " stiffness=\"%.10g\" springref=\"%.10g\"", j->body.K, j->body.relaxed);
    if (j->body.low > -1e9 || j->body.high < 1e9)
        fprintf(e->out, " limited=\"true\" range=\"%.10g %.10g\"", fmax(j->body.low, -1e9),
                fmin(j->body.high, 1e9));
    fprintf(e->out,
            "\n%s       frictionloss=\"%.10g\" solreffriction=\"%.10g 1\" solimpfriction=\"%g %g "
            "0.001\"/>\n",
            indent, j->Fc, CONSTANT_STEPS * e->def->timestep, IMPEDANCE, IMPEDANCE);
}

/* An arm whose weight has the torque G and whose inertia about the joint is J: half of J is that of its
 * centre, l = J*g/(2*G) away. */
static void put_body(const StnExport *e)
{
    const StnJoint *j = e->joint;
    double length = 0.0, mass = j->rotary ? 1.0 : j->body.inertia,
           inertia = j->rotary ? j->body.inertia : 1.0;
    if (j->body.G > 0.0) {
        length = j->body.inertia * GRAVITY / (2.0 * j->body.G);
        mass = j->body.G / (GRAVITY * length);
        inertia = 0.5 * j->body.inertia;
    }
    fprintf(e->out, "    <body name=\"body\">\n");
    put_joint(e, "      ");
    fprintf(e->out,
            "      <inertial pos=\"%.10g 0 %.10g\" mass=\"%.10g\" diaginertia=\"%.10g %.10g "
            "%.10g\"/>\n",
            length * sin(j->body.hang), -length * cos(j->body.hang), mass, inertia, inertia,
            inertia);
    fprintf(e->out,
            "      <geom type=\"capsule\" fromto=\"0 0 0 %.10g 0 %.10g\" size=\"0.01\" mass=\"0\" "
            "contype=\"0\" conaffinity=\"0\"/>\n    </body>\n",
            j->body.G > 0.0 ? length * sin(j->body.hang) : 0.05,
            j->body.G > 0.0 ? -length * cos(j->body.hang) : 0.0);
}

static void put_actuator(const StnExport *e)
{
    const StnJoint *j = e->joint;
    fprintf(e->out,
            "    <general name=\"motor\" joint=\"joint\" gaintype=\"fixed\" gainprm=\"%.10g\" "
            "biastype=\"affine\" biasprm=\"0 %.10g %.10g\"",
            j->body.gain, -j->body.stiffness, -j->body.speed_gain);
    if (j->body.most < INFINITY)
        fprintf(e->out, " %s=\"%.10g %.10g\"",
                j->body.drive == STN_JOINT_POSITION ? "forcelimited=\"true\" forcerange"
                                                    : "ctrllimited=\"true\" ctrlrange",
                -j->body.most, j->body.most);
    fprintf(e->out, "/>\n");
}

/* ---- What is lost ---- */

static void say_losses(const StnExport *e)
{
    const StnJoint *j = e->joint;
    const double m = j->body.inertia + j->body.armature, timestep = e->def->timestep;
    const double time = creep_time(IMPEDANCE, IMPEDANCE, CONSTANT_STEPS * timestep, timestep);
    const double usual = creep_time(DEFAULT_D0, DEFAULT_DMAX, DEFAULT_CONSTANT, timestep);
    const char *force = j->rotary ? "N*m" : "N", *speed = j->rotary ? "rad/s" : "m/s";
    stn_remark(e->remarks,
               "MuJoCo's friction never holds: under a force F the joint creeps at %.4g s * F/%g, "
               "%.3g %s just below the loss of %g %s (with MuJoCo's defaults %.3g times as fast).",
               time, m, time * j->Fc / m, speed, j->Fc, force, usual / time);
    stn_remark(
        e->remarks,
        "It behaves like our law hyperviscous with Fc = %g %s and eps = %.4g %s at this time "
        "step.",
        j->Fc, force, time * j->Fc / m, speed);
    if (j->Fs > j->Fc)
        stn_remark(e->remarks,
                   "No Stribeck effect: breakaway at %g %s becomes %g %s, and there is no "
                   "stick-slip.",
                   j->Fs, force, j->Fc, force);
    if (j->pairs)
        stn_remark(e->remarks, "The two directions of motion differ; their means are written.");
    if (j->load != 0.0)
        stn_remark(e->remarks, "The load of %g %s is not written: apply it as qfrc_applied = %g.",
                   j->load, force, -j->load);
}

StnStatus stn_write_mujoco(const StnExport *e, StnError *error)
{
    (void)error;
    say_losses(e);
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
    fprintf(e->out,
            "<mujoco model=\"joint\">\n"
            "  <compiler angle=\"radian\"/>\n"
            "  <option timestep=\"%.10g\" gravity=\"0 0 -%g\" integrator=\"implicitfast\"/>\n"
            "  <worldbody>\n",
            e->def->timestep, GRAVITY);
    put_body(e);
    fprintf(e->out, "  </worldbody>\n  <actuator>\n");
    put_actuator(e);
    fprintf(e->out, "  </actuator>\n</mujoco>\n");
    return STN_OK;
}
