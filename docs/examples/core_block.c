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
#include <string.h>

static StnGiven given(const char *name, double value)
{
    StnGiven g = {.count = 1, .value = {value}};
    strncpy(g.name, name, sizeof g.name - 1);
    return g;
}

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
    StnGiven friction[] = {given("Fs", 1.5), given("Fc", 1.0)};
    StnSystemDef def = stn_default_system_def(stn_catalog_plant(NULL, "block"));
    def.site[0].law = stn_catalog_law(NULL, "coulomb");
    def.site[0].given = friction;
    def.site[0].ngiven = 2;
    def.input[0] = stn_signal_ramp(0.5, 0.0, 0.0, INFINITY);
    StnSystem *system = stn_system_new(&def, &error);
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
