/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* In a control loop: a block built through the API, stepped at 1 ms with an effort that is computed
 * outside, a state that is saved and restored, and the same future twice. */
#include <stiction/stiction.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One second of a proportional loop towards 10 mm; returns the last position. */
static double control(const StnSystem *system, StnState *state)
{
    double column[64], t0 = stn_state_time(state);
    for (int k = 0; k < 1000; k++) {
        stn_state_columns(system, state, column);
        stn_state_set_input(system, state, 0, (StnIn){.val = 400.0 * (0.010 - column[0])});
        stn_advance(system, state, t0 + (k + 1) * 1e-3, NULL, NULL);
    }
    stn_state_columns(system, state, column);
    return column[0];
}

int main(void)
{
    StnError error = {0};
    StnSystemDef def = stn_system_def("block", NULL);
    stn_def_set_word(&def, "friction.contact.law", "coulomb");
    stn_def_set(&def, "friction.contact.Fs", 1.5);
    stn_def_set(&def, "friction.contact.Fc", 1.0);
    stn_def_set_input(&def, "u", stn_signal_constant(0.0));
    stn_def_set_word(&def, "solver.method", "fixed");
    stn_def_set(&def, "solver.dt", 1e-4);
    StnSystem *system = stn_system_new(&def, &error);
    stn_def_free(&def);
    if (!system) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    size_t size = stn_state_size(system);
    StnState *state = stn_state_init(system, malloc(size));
    control(system, state);
    void *saved = malloc(size);
    memcpy(saved, state, size);
    double first = control(system, state);
    memcpy(state, saved, size);
    double second = control(system, state);
    printf("x = %.17g m, again %.17g m\n", first, second);
    free(saved);
    free(state);
    stn_system_free(system);
    return first == second ? 0 : 1;
}
