/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* In a control loop: a block built through the API, stepped at 1 ms with an effort that is computed
 * outside, a state that is saved and restored, and the same future twice. */
#include <stiction/stiction.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static StnGiven given(const char *name, double value)
{
    StnGiven g = {.count = 1, .value = {value}};
    strncpy(g.name, name, sizeof g.name - 1);
    return g;
}

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
    StnGiven friction[] = {given("Fs", 1.5), given("Fc", 1.0)};
    StnSystemDef def = stn_default_system_def(stn_catalog_plant(NULL, "block"));
    def.site[0].law = stn_catalog_law(NULL, "coulomb");
    def.site[0].given = friction;
    def.site[0].ngiven = 2;
    def.input[0] = stn_signal_constant(0.0);
    def.solver.method = STN_METHOD_FIXED;
    def.solver.dt = 1e-4;
    StnSystem *system = stn_system_new(&def, &error);
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
