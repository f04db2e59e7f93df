/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Bodies in a line with LuGre at each, shaken at one end: how the cost grows with their number, and the event engine
 * against CVODE as `method: sundials` drives it, with the same equations, Jacobians and decisions. */
#ifndef BENCH_CHAIN_H
#define BENCH_CHAIN_H

#include "ours.h"

typedef struct ChainRun {
    Ours ours; /* its block has the duration only */
    int last;  /* column of the last body's angle */
} ChainRun;

static void chain_set(StnSystemDef *def, int body, const char *name, double value)
{
    char path[64];
    snprintf(path, sizeof path, "parameters.%s%d", name, body);
    stn_def_set(def, path, value);
}

static void chain_friction(StnSystemDef *def, int body, const char *name, double value)
{
    char path[64];
    snprintf(path, sizeof path, "friction.body%d.%s", body, name);
    stn_def_set(def, path, value);
}

static void chain_body(StnSystemDef *def, int k)
{
    char path[64];
    chain_set(def, k, "J", 0.01);
    if (k > 1) {
        chain_set(def, k, "K", 300.0);
        chain_set(def, k, "D", 0.2);
    }
    snprintf(path, sizeof path, "friction.body%d.law", k);
    stn_def_set_word(def, path, "lugre");
    chain_friction(def, k, "Fs", 0.15);
    chain_friction(def, k, "Fc", 0.1);
    chain_friction(def, k, "vs", 0.01);
    chain_friction(def, k, "sigma0", 1000.0);
    chain_friction(def, k, "sigma1", 3.0);
    chain_friction(def, k, "sigma2", 0.01);
}

static void chain_make(ChainRun *c, const Block *b, StnMethod method, double rtol)
{
    StnSystemDef def = stn_system_def("chain", NULL);
    StnError error;
    stn_def_set(&def, "parameters.bodies", b->bodies);
    stn_def_set_word(&def, "options.drive", "torque");
    for (int k = 1; k <= b->bodies; k++)
        chain_body(&def, k);
    stn_def_set_input(&def, "u", stn_signal_sine(b->A, b->f, 0.0, 0.0, 0.0));
    def.solver.energy = false;
    def.solver.method = method;
    def.solver.rtol = rtol;
    c->last = b->bodies - 1;
    c->ours = (Ours){.b = b, .system = stn_system_new(&def, &error)};
    stn_def_free(&def);
    c->ours.state = c->ours.system ? malloc(stn_state_size(c->ours.system)) : NULL;
    if (!c->ours.state) {
        fprintf(stderr, "engines: %s\n", c->ours.system ? "out of memory" : error.text);
        exit(1);
    }
}

static double chain_angle(const ChainRun *c)
{
    double column[128];
    stn_state_columns(c->ours.system, c->ours.state, column);
    return column[c->last];
}

static void chain_run(void *data, Outcome *out)
{
    const ChainRun *c = data;
    const Ours *o = &c->ours;
    StnError error;
    StnObserver observer = {.event = ours_event, .user = out};
    out->nevent = 0;
    stn_state_init(o->system, o->state);
    for (int row = 0; out->wants_path && row <= PATH_ROWS; row++) {
        stn_advance(o->system, o->state, path_time(o->b, row), &observer, &error);
        out->path[row] = chain_angle(c);
    }
    out->failed = stn_advance(o->system, o->state, o->b->duration, &observer, &error) != STN_OK;
    out->rates = stn_state_counters(o->state).rates;
    out->x_end = chain_angle(c);
}

#endif
