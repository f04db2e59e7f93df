/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The core alone, libstiction-core: models and engines, no files, no library but libc and libm.
 *
 *     cc core_block.c $(pkg-config --cflags --libs stiction-core)
 *
 * A force of 0.5 N/s·t pulls a block of 1 kg that Coulomb friction holds with Fs = 1.5 N and brakes
 * with Fc = 1 N.  It breaks away at 0.5·t = Fs, which is 3 s; from there dv/dt = 0.5·t - 1, so
 * v(5 s) = 2 m/s and x(5 s) = 5/3 m. */
#include <stiction/solve.h>
#include <stiction/system.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void print_event(void *user, const StnEvent *event)
{
    double *slip = user;
    if (event->kind == STN_EVENT_SLIP_FORWARD)
        *slip = event->t;
    printf("%.9f s  %s\n", event->t, stn_event_word(event->kind));
}

int main(void)
{
    StnError error = {0};
    StnSystemDef def = stn_system_def("block", NULL);
    stn_def_set_word(&def, "friction.contact.law", "coulomb");
    stn_def_set(&def, "friction.contact.Fs", 1.5);
    stn_def_set(&def, "friction.contact.Fc", 1.0);
    stn_def_set_input(&def, "u", stn_signal_ramp(0.5, 0.0, 0.0, INFINITY));
    StnSystem *system = stn_system_new(&def, &error);
    stn_def_free(&def);
    if (!system) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    double slip = NAN, column[64];
    StnObserver observer = {.event = print_event, .user = &slip};
    StnState *state = stn_state_init(system, malloc(stn_state_size(system)));
    StnStatus status = stn_advance(system, state, 5.0, &observer, &error);
    stn_state_columns(system, state, column);
    printf("x = %.9f m, v = %.9f m/s\n", column[0], column[1]);
    free(state);
    stn_system_free(system);
    bool right = fabs(slip - 3.0) < 1e-9 && fabs(column[0] - 5.0 / 3.0) < 1e-9 &&
                 fabs(column[1] - 2.0) < 1e-9;
    return status || !right;
}
