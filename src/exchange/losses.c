/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a tool cannot hold of a joint, in words and numbers. */
#include "exchange/losses.h"

#include <math.h>
#include <stdarg.h>

#define FELT 1e-3 /* of the friction: what the load changes */

/* "a, b, c" of what there is. */
typedef struct List {
    char text[STN_REMARK_SIZE];
    size_t used;
} List;

__attribute__((format(printf, 2, 3))) static void add(List *list, const char *format, ...)
{
    va_list arguments;
    const size_t size = sizeof list->text;
    if (list->used > 0 && list->used < size)
        list->used += (size_t)snprintf(list->text + list->used, size - list->used, ", ");
    if (list->used >= size)
        return;
    va_start(arguments, format);
    const int more = vsnprintf(list->text + list->used, size - list->used, format, arguments);
    va_end(arguments);
    list->used += more > 0 ? (size_t)more : 0;
}

/* ---- The friction ---- */

/* To lift a load and to let it down: what the drive must give, here and where the friction is one level. */
static void say_growth(const StnExport *e, const char *tool, const char *force)
{
    const StnJoint *j = e->joint;
    const double load = j->load != 0.0 ? j->load : j->body.G > 0.0 ? j->body.G : j->range.load;
    const double dir = load > 0.0 ? 1.0 : -1.0, size = fabs(load);
    const double up = dir * stn_joint_start(j, dir < 0.0, load),
                 down = dir * stn_joint_start(j, dir > 0.0, load);
    const bool lifts = fabs(up - size - stn_joint_static(j, dir < 0.0)) > FELT * j->Fs,
               lowers = fabs(size - down - stn_joint_static(j, dir > 0.0)) > FELT * j->Fs;
    if (!lifts && !lowers)
        return;
    stn_remark(
        e->remarks,
        "Friction that grows with the load is not held: to lift a load of %.4g %s takes %.4g "
        "%s here and %.4g %s in %s, to let it down %.4g %s here and %.4g %s in %s.",
        size, force, up, force, size + j->Fc, force, tool, down, force, size - j->Fc, force, tool);
}

static void say_position(const StnExport *e, const char *force, const char *way)
{
    const StnJoint *j = e->joint;
    const double x[2] = {isfinite(j->body.low) ? j->body.low : j->x - 1.0,
                         isfinite(j->body.high) ? j->body.high : j->x + 1.0};
    const double at[2] = {stn_joint_level(j, x[0]), stn_joint_level(j, x[1])};
    if (fabs(at[0] - j->Fc) <= 1e-9 * j->range.level &&
        fabs(at[1] - j->Fc) <= 1e-9 * j->range.level)
        return;
    stn_remark(e->remarks,
               "A level that changes with the position is not held: %.4g %s, the one at the start, "
               "%g %s, is written; it is %.4g %s at %g %s and %.4g %s at %g %s.",
               j->Fc, force, j->x, way, at[0], force, x[0], way, at[1], force, x[1], way);
}

static void say_states(const StnExport *e, const char *tool, const char *way)
{
    const StnJoint *j = e->joint;
    if (j->law->nstate == 0)
        return;
    if (j->stroke > 0.0)
        stn_remark(e->remarks,
                   "Pre-sliding is not held: the law %s yields elastically over %.3g %s before it "
                   "slides, %s has the whole friction at once.",
                   j->law->name, j->stroke, way, tool);
    List list = {.used = 0};
    for (int i = j->stroke > 0.0; i < j->law->nstate; i++)
        add(&list, "%s", j->law->states[i].name);
    if (list.used > 0)
        stn_remark(e->remarks, "The law %s has states of its own, which are not held: %s.",
                   j->law->name, list.text);
}

static void say_friction(const StnExport *e, const StnHolds *tool)
{
    const StnJoint *j = e->joint;
    const char *force = j->rotary ? "N*m" : "N", *way = j->rotary ? "rad" : "m";
    const StnSteadySide *p = &j->steady.side[0];
    if (j->Fs > j->Fc && !tool->falls)
        stn_remark(e->remarks,
                   "No Stribeck effect: breakaway at %g %s becomes %g %s, and there is no "
                   "stick-slip.",
                   j->Fs, force, j->Fc, force);
    if (!tool->grows)
        say_growth(e, tool->name, force);
    say_position(e, force, way);
    say_states(e, tool->name, way);
    if (j->closed && (j->steady.terms & (STN_TERM_ONSET | STN_TERM_JUMP)))
        stn_remark(e->remarks, "The viscous part sets in at %g %s/s here, in %s at once.",
                   p->v_onset, way, tool->name);
    if (!j->closed)
        stn_remark(e->remarks,
                   "The law %s is no level with a viscous part: written is the line through its "
                   "friction at %g and %g %s/s.",
                   j->law->name, 0.5 * j->range.speed, j->range.speed, way);
    if (j->pairs)
        stn_remark(e->remarks, "The two directions of motion differ; their means are written.");
}

/* ---- The body and its drive ---- */

static void list_body(const StnJoint *j, const StnHolds *tool, List *list)
{
    const StnJointInfo *b = &j->body;
    const char *force = j->rotary ? "N*m" : "N", *way = j->rotary ? "rad" : "m",
               *inertia = j->rotary ? "kg*m^2" : "kg";
    if (!tool->body)
        add(list, "inertia %g %s", b->inertia, inertia);
    if (!tool->armature && b->armature > 0.0)
        add(list, "that of the rotor %g %s", b->armature, inertia);
    if (!tool->body && b->G > 0.0)
        add(list, "gravity %g %s (hanging at %g %s)", b->G, force, b->hang, way);
    if (!tool->spring && b->K > 0.0)
        add(list, "a spring of %g %s/%s (relaxed at %g %s)", b->K, force, way, b->relaxed, way);
    if (!tool->stops && b->low > -INFINITY)
        add(list, "a stop at %g %s", b->low, way);
    if (!tool->stops && b->high < INFINITY)
        add(list, "a stop at %g %s", b->high, way);
    if (!tool->load && j->load != 0.0)
        add(list, "a load of %g %s", j->load, force);
}

static void list_drive(const StnJoint *j, bool motor, List *list)
{
    const StnJointInfo *b = &j->body;
    const char *force = j->rotary ? "N*m" : "N", *way = j->rotary ? "rad" : "m";
    const char *input = b->drive == STN_JOINT_CURRENT   ? "A"
                        : b->drive == STN_JOINT_VOLTAGE ? "V"
                                                        : way;
    const bool gains = b->drive == STN_JOINT_POSITION || (b->drive != STN_JOINT_FORCE && !motor);
    if (gains)
        add(list, "the drive's %g %s/%s", b->gain, force, input);
    if (gains && b->speed_gain != 0.0)
        add(list, "its damping %g %s*s/%s", b->speed_gain, force, way);
    if (b->drive != STN_JOINT_FORCE && b->most < INFINITY)
        add(list, "%s limit %g %s", gains ? "its" : "the drive's", b->most,
            b->drive == STN_JOINT_POSITION ? force : input);
}

void stn_say_losses(const StnExport *e, const StnHolds *tool)
{
    List list = {.used = 0};
    say_friction(e, tool);
    list_body(e->joint, tool, &list);
    if (!tool->drive)
        list_drive(e->joint, tool->motor, &list);
    if (list.used > 0)
        stn_remark(e->remarks, "Not in %s: %s.", tool->text, list.text);
    if (stn_system_term_count(stn_scenario_system(e->scenario)) > 0)
        stn_remark(e->remarks, "The compensation of friction is not held; \"stiction export "
                               "compensator\" writes it.");
}
