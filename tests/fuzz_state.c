/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Bytes choose a system and a list of operations on its state: advance, save, restore, move to other
 * memory, set an input, read columns.  Going through the list twice, in different memory, gives the same
 * bits: a state is plain memory and knows nothing of its address.
 *
 * Damaged memory is not tried: a state has no check yet, so that only memory that the library has written may
 * be given back to it. */
#include "fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { OPERATIONS = 24 };

/* Goes through the operations; *row is what the state shows at the end. */
static void go_through(Fuzz *f, const StnSystem *system, double duration, unsigned char fill,
                       double *row)
{
    const StnObserver observer = {.user = f, .go_on = fuzz_go_on};
    const size_t bytes = stn_state_size(system);
    const int inputs = stn_system_plant(system)->ninput;
    char *memory = malloc(3 * bytes + 64);
    require(memory != NULL, "no memory");
    memset(memory, fill, 3 * bytes + 64);
    const size_t stride = (bytes + 15) / 16 * 16;
    StnState *state = stn_state_init(system, memory), *other = (StnState *)(memory + stride);
    memcpy(other, state, bytes);
    f->budget = FUZZ_BUDGET;
    for (int k = 0; k < OPERATIONS && f->at < f->end; k++) {
        const double t = stn_state_time(state);
        switch (fuzz_choice(f, 5)) {
        case 0:
            if (stn_advance(system, state, t + duration * fuzz_byte(f) / 1024.0, &observer, NULL))
                k = OPERATIONS; /* a run that has failed goes nowhere */
            break;
        case 1: memcpy(other, state, bytes); break;
        case 2: memcpy(state, other, bytes); break;
        case 3: {
            StnState *free_place = (StnState *)(memory + 2 * stride);
            memcpy(free_place, state, bytes);
            memset(state, fill ^ 0xff, bytes);
            memcpy(state, free_place, bytes);
            break;
        }
        default:
            if (inputs > 0) {
                const int input = (int)fuzz_choice(f, inputs);
                stn_state_set_input(system, state, input,
                                    (StnIn){.val = fuzz_byte(f) / 64.0 - 2.0});
            }
        }
    }
    stn_state_columns(system, state, row);
    row[stn_system_column_count(system)] = stn_state_time(state);
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Fuzz f;
    f = (Fuzz){.at = data, .end = data + size};
    StnScenario *scenario = fuzz_scenario(&f);
    if (!scenario)
        return 0;
    const StnSystem *system = stn_scenario_system(scenario);
    const size_t wide = ((size_t)stn_system_column_count(system) + 1) * sizeof(double);
    double *one = calloc(1, wide), *two = calloc(1, wide);
    require(one && two, "no memory");
    Fuzz again = f;
    go_through(&f, system, stn_scenario_duration(scenario), 0xa5, one);
    go_through(&again, system, stn_scenario_duration(scenario), 0x5a, two);
    require(memcmp(one, two, wide) == 0, "the same operations give other bits");
    free(one), free(two);
    stn_scenario_free(scenario);
    return 0;
}
