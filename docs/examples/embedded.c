/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A block that a spring pulls, in a loop of 1 kHz, from the core as files: no file is read, and a step
 * allocates nothing.
 *     cc -std=c99 -O2 -ffp-contract=off embedded.c stiction_core.c stiction_core_complex.c -lm */
#include "stiction_core.h"

#include <stdio.h>

static double memory[1024]; /* of the state */

static void print_event(void *user, const StnEvent *event)
{
    (void)user;
    printf("%6.3f s  %s %s\n", event->t, event->site, stn_event_word(event->kind));
}

int main(void)
{
    StnError error = {.status = STN_OK};
    StnSystemDef def = stn_system_def("block", NULL);
    stn_def_set_word(&def, "options.drive", "spring");
    stn_def_set(&def, "parameters.K", 2.0);
    stn_def_set_word(&def, "friction.contact.law", "stribeck");
    stn_def_set(&def, "friction.contact.Fs", 1.5);
    stn_def_set_word(&def, "solver.method", "fixed");
    stn_def_set(&def, "solver.dt", 1e-3);
    stn_def_set_input(&def, "y", stn_signal_constant(0.0));
    StnSystem *system = stn_system_new(&def, &error);
    if (!system || stn_state_size(system) > sizeof memory)
        return printf("%s\n", system ? "the memory is too small" : error.text), 1;
    const int y = stn_plant_input(stn_system_plant(system), "y");
    const StnObserver observer = {.event = print_event};
    StnState *state = stn_state_init(system, memory);
    double column[8];
    for (int k = 0; k < 20000 && !error.status; k++) {
        StnIn pulled = {.val = 0.1e-3 * k}; /* m; in reality what a sensor says */
        stn_state_set_input(system, state, y, pulled);
        stn_advance(system, state, 1e-3 * (k + 1), &observer, &error);
    }
    stn_state_columns(system, state, column);
    printf("%6.3f s  x = %.6f m, v = %.6f m/s\n", stn_state_time(state), column[0], column[1]);
    stn_system_free(system);
    stn_def_free(&def);
    return error.status != STN_OK;
}
