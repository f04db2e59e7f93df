/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Our engines on the block, through the public interface. */
#ifndef BENCH_OURS_H
#define BENCH_OURS_H

#include "block.h"
#include "stiction/stiction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Ours {
    const Block *b;
    StnSystem *system;
    StnState *state;
} Ours;

/* dt = 0: the event engine at rtol. */
static void ours_make(Ours *o, const Block *b, double rtol, double dt)
{
    static const char *const law[] = {"stribeck", "coulomb", "lugre"};
    StnSystemDef def = stn_system_def("block", NULL);
    StnError error;
    stn_def_set_word(&def, "options.drive", b->K > 0.0 ? "spring" : "force");
    stn_def_set(&def, "parameters.m", b->m);
    stn_def_set(&def, "parameters.K", b->K);
    stn_def_set_word(&def, "friction.contact.law", law[b->law]);
    stn_def_set(&def, "friction.contact.Fs", b->Fs);
    stn_def_set(&def, "friction.contact.Fc", b->Fc);
    stn_def_set(&def, "friction.contact.vs", b->vs);
    stn_def_set(&def, "friction.contact.sigma0", b->sigma0);
    stn_def_set(&def, "friction.contact.sigma1", b->sigma1);
    stn_def_set(&def, "friction.contact.sigma2", b->sigma2);
    if (b->K > 0.0)
        stn_def_set_input(&def, "y", stn_signal_ramp(b->V, 0.0, 0.0, INFINITY));
    else
        stn_def_set_input(&def, "u", stn_signal_sine(b->A, b->f, 0.0, 0.0, 0.0));
    def.solver.energy = false;
    def.solver.rtol = rtol;
    if (dt > 0.0)
        def.solver.method = STN_METHOD_FIXED, def.solver.dt = dt;
    o->b = b;
    o->system = stn_system_new(&def, &error);
    stn_def_free(&def);
    o->state = o->system ? malloc(stn_state_size(o->system)) : NULL;
    if (!o->state) {
        fprintf(stderr, "engines: %s\n", o->system ? "out of memory" : error.text);
        exit(1);
    }
}

static void ours_event(void *user, const StnEvent *event)
{
    if (strcmp(event->detail, "initial") != 0)
        note_event(user, event->t);
}

static double ours_x(const Ours *o)
{
    double column[64];
    stn_state_columns(o->system, o->state, column);
    return column[0];
}

static void ours_run(void *data, Outcome *out)
{
    Ours *o = data;
    StnError error;
    StnObserver observer = {.event = ours_event, .user = out};
    out->nevent = 0;
    stn_state_init(o->system, o->state);
    for (int row = 0; out->wants_path && row <= PATH_ROWS; row++) {
        stn_advance(o->system, o->state, path_time(o->b, row), &observer, &error);
        out->path[row] = ours_x(o);
    }
    out->failed = stn_advance(o->system, o->state, o->b->duration, &observer, &error) != STN_OK;
    StnCounters work = stn_state_counters(o->state);
    out->rates = stn_system_method(o->system) == STN_METHOD_FIXED ? work.steps : work.rates;
    out->x_end = ours_x(o);
}

#endif
