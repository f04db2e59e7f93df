/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* fixed_steps CASE STEPS each|run: fixed steps as a real-time loop makes them, an input and one step each, or in one
 * call.  Public headers only, so that it links the core as a library or as files: bench/embedded.sh counts its
 * instructions. */
#include "stiction/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name, *plant, *law, *input;
    double dt, value, slope; /* the input at the start, and its rise per second */
} Case;

static const Case cases[] = {
    {"block-stribeck", "block", "stribeck", "y", 1e-3, 0.7, 0.1},
    {"block-lugre", "block", "lugre", "y", 1e-5, 0.7, 0.1},
    {"block-gms", "block", "gms", "y", 1e-5, 0.7, 0.1},
    {"eha-coulomb", "eha", "coulomb", "Com", 1e-5, 1e-3, 0.0},
};

static StnSystem *make(const Case *c)
{
    StnError error = {.status = STN_OK};
    StnSystemDef def = stn_system_def(c->plant, NULL);
    char path[64];
    snprintf(path, sizeof path, "friction.%s.law", def.plant->sites[0].name);
    stn_def_set_word(&def, path, c->law);
    if (strcmp(c->plant, "block") == 0)
        stn_def_set_word(&def, "options.drive", "spring");
    stn_def_set_word(&def, "solver.method", "fixed");
    stn_def_set(&def, "solver.dt", c->dt);
    stn_def_set_input(&def, c->input, stn_signal_ramp(c->slope, c->value, 0.0, 1e6));
    StnSystem *system = stn_system_new(&def, &error);
    if (!system)
        fprintf(stderr, "%s\n", error.text);
    stn_def_free(&def);
    return system;
}

static int run(const Case *c, int steps, bool each)
{
    StnSystem *system = make(c);
    void *memory = system ? malloc(stn_state_size(system)) : NULL;
    if (!memory)
        return 1;
    StnState *state = stn_state_init(system, memory);
    const int input = stn_plant_input(stn_system_plant(system), c->input);
    StnStatus status = STN_OK;
    if (!each)
        status = stn_advance(system, state, steps * c->dt, NULL, NULL);
    for (int k = 0; each && k < steps && !status; k++) {
        const StnIn now = {.val = c->value + c->slope * k * c->dt};
        stn_state_set_input(system, state, input, now);
        status = stn_advance(system, state, (k + 1) * c->dt, NULL, NULL);
    }
    double column[64];
    stn_state_columns(system, state, column);
    printf("%a %a %lu\n", column[0], column[1], (unsigned long)stn_state_size(system));
    free(memory);
    stn_system_free(system);
    return status != STN_OK;
}

int main(int argc, char **argv)
{
    for (size_t k = 0; argc == 4 && k < sizeof cases / sizeof cases[0]; k++)
        if (strcmp(argv[1], cases[k].name) == 0)
            return run(&cases[k], atoi(argv[2]), strcmp(argv[3], "each") == 0);
    fputs("usage: fixed_steps CASE STEPS each|run\n", stderr);
    return 2;
}
