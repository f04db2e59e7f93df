/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A joint of URDF: its <dynamics> holds damping and Coulomb friction, nothing else. */
#include "exchange/losses.h"

#include <math.h>

#define UNLIMITED 1e6 /* URDF has no word for it */

StnStatus stn_write_urdf(const StnExport *e, StnError *error)
{
    const StnJoint *j = e->joint;
    const bool limited = j->body.low > -INFINITY && j->body.high < INFINITY;
    const bool limits = limited || !j->rotary; /* required there, with all of its attributes */
    (void)error;
    stn_say_losses(e, &(StnHolds){.name = "URDF", .text = "the <joint>", .stops = limits});
    stn_remark(e->remarks, "URDF says nothing of how a tool makes the friction: most let the joint "
                           "creep under a force below it.");
    fprintf(e->out, "<!-- ");
    stn_put_xml_text(e->out, e->title);
    fprintf(e->out, ": goes into a <joint> of a robot -->\n");
    fprintf(e->out, "<joint name=\"joint\" type=\"%s\">\n",
            !j->rotary ? "prismatic"
            : limited  ? "revolute"
                       : "continuous");
    fprintf(e->out, "  <axis xyz=\"%s\"/>\n  <dynamics", j->rotary ? "0 1 0" : "1 0 0");
    STN_PUT(e->out, "damping", j->body.damping + j->sigma2);
    STN_PUT(e->out, "friction", j->Fc);
    fprintf(e->out, "/>\n");
    if (limits) {
        const double per = j->body.drive == STN_JOINT_POSITION ? 1.0 : j->body.gain;
        fprintf(e->out, "  <limit");
        STN_PUT(e->out, "lower", fmax(j->body.low, -UNLIMITED));
        STN_PUT(e->out, "upper", fmin(j->body.high, UNLIMITED));
        STN_PUT(e->out, "effort", fmin(j->body.most * per, UNLIMITED));
        STN_PUT(e->out, "velocity", UNLIMITED);
        fprintf(e->out, "/>\n");
    }
    fprintf(e->out, "</joint>\n");
    return STN_OK;
}
