/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A joint of URDF: its <dynamics> holds damping and Coulomb friction, nothing else. */
#include "exchange/write.h"

#include <math.h>

#define UNLIMITED 1e6 /* URDF has no word for it */

StnStatus stn_write_urdf(const StnExport *e, StnError *error)
{
    const StnJoint *j = e->joint;
    const char *force = j->rotary ? "N*m" : "N";
    const bool limited = j->body.low > -INFINITY && j->body.high < INFINITY;
    (void)error;
    if (j->Fs > j->Fc)
        stn_remark(e->remarks, "No Stribeck effect: breakaway at %g %s becomes %g %s.", j->Fs,
                   force, j->Fc, force);
    if (j->pairs)
        stn_remark(e->remarks, "The two directions of motion differ; their means are written.");
    stn_remark(e->remarks, "URDF says nothing of how a tool makes the friction: most let the joint "
                           "creep under a force below it.");
    fprintf(e->out, "<!-- ");
    stn_put_xml_text(e->out, e->title);
    fprintf(e->out, ": goes into a <joint> of a robot -->\n");
    fprintf(e->out, "<joint name=\"joint\" type=\"%s\">\n",
            !j->rotary ? "prismatic"
            : limited  ? "revolute"
                       : "continuous");
    fprintf(e->out, "  <axis xyz=\"%s\"/>\n", j->rotary ? "0 1 0" : "1 0 0");
    fprintf(e->out, "  <dynamics damping=\"%.10g\" friction=\"%.10g\"/>\n",
            j->body.damping + j->sigma2, j->Fc);
    if (limited || !j->rotary) /* required there, with all of its attributes */
        fprintf(e->out,
                "  <limit lower=\"%.10g\" upper=\"%.10g\" effort=\"%.10g\" velocity=\"%g\"/>\n",
                fmax(j->body.low, -UNLIMITED), fmin(j->body.high, UNLIMITED),
                fmin(j->body.most * (j->body.drive == STN_JOINT_POSITION ? 1.0 : j->body.gain),
                     UNLIMITED),
                UNLIMITED);
    fprintf(e->out, "</joint>\n");
    return STN_OK;
}
