/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A new system of the block, and a variant of it: what tests/variant_cost.sh counts the instructions of. */
#include "stiction/stiction.h"

#include <stdio.h>
#include <stdlib.h>

/* Functions that a count begins and ends with. */
__attribute__((noinline)) StnSystem *make_new(const StnSystemDef *def, StnError *error);
__attribute__((noinline)) const StnSystem *make_variant(const StnSystem *system, StnAddress at,
                                                        double value, void *block, void *memory,
                                                        StnError *error);

StnSystem *make_new(const StnSystemDef *def, StnError *error) { return stn_system_new(def, error); }

const StnSystem *make_variant(const StnSystem *system, StnAddress at, double value, void *block,
                              void *memory, StnError *error)
{
    if (stn_params_set(system, block, at, value, error) || stn_params_finish(system, block, error))
        return NULL;
    return stn_system_variant(system, block, 1, memory);
}

int main(void)
{
    StnError error = {.status = STN_OK};
    StnAddress at;
    StnSystemDef def = stn_system_def("block", NULL);
    stn_def_set_word(&def, "options.drive", "spring");
    stn_def_set_word(&def, "friction.contact.law", "stribeck");
    stn_def_set(&def, "friction.contact.Fs", 1.5);
    stn_def_set_input(&def, "y", stn_signal_ramp(0.1, 0.0, 0.0, INFINITY));
    StnSystem *system = make_new(&def, &error);
    void *block = system ? malloc(stn_params_size(system)) : NULL;
    void *memory = system ? malloc(stn_variant_size(system)) : NULL;
    bool good =
        block && memory && stn_address(system, "friction.contact.Fs", &at, &error) == STN_OK;
    if (good) {
        stn_params_copy(system, block);
        const StnSystem *variant = make_variant(system, at, 1.7, block, memory, &error);
        good = variant && stn_system_friction(variant, 0, "Fs", 1) == 1.7;
    }
    if (!good)
        printf("%s\n", error.text);
    free(block);
    free(memory);
    stn_system_free(system);
    stn_def_free(&def);
    return good ? 0 : 1;
}
