/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Bytes choose a built-in scenario and what differs from it (law, parameters, inputs, start, solver); it is
 * then run with a bounded effort.  A failed run says why; a finished one has finite numbers and time has
 * grown; a state saved half-way goes on elsewhere to the same bits; the same again gives the same bits,
 * whatever the memory held before. */
#include "fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PARTS = 8 };

/* Advances through the parts [from, PARTS]; saves the state in the middle. */
static StnStatus run(Fuzz *f, const StnSystem *system, StnState *state, double duration, int from,
                     void *saved, double *row)
{
    const StnObserver observer = {NULL, f, fuzz_go_on};
    StnError error = {0};
    f->budget = FUZZ_BUDGET;
    for (int k = from; k <= PARTS; k++) {
        const double before = stn_state_time(state);
        const StnStatus status =
            stn_advance(system, state, duration * k / PARTS, &observer, &error);
        require(status == STN_OK || error.text[0], "a failure without a sentence");
        if (status != STN_OK)
            return status;
        require(stn_state_time(state) >= before, "time runs backwards");
        if (saved && k == PARTS / 2)
            memcpy(saved, state, stn_state_size(system));
    }
    stn_state_columns(system, state, row);
    return STN_OK;
}

static void check(Fuzz *f, const StnScenario *scenario)
{
    const StnSystem *system = stn_scenario_system(scenario);
    const double duration = stn_scenario_duration(scenario);
    const size_t bytes = stn_state_size(system);
    const int columns = stn_system_column_count(system);
    const size_t wide = (size_t)columns * sizeof(double);
    void *first = malloc(bytes), *saved = malloc(bytes), *second = malloc(bytes);
    double *row = malloc(wide), *again = malloc(wide);
    require(first && saved && second && row && again, "no memory");
    memset(first, 0xa5, bytes);
    memset(second, 0x33, bytes);
    const StnStatus status = run(f, system, stn_state_init(system, first), duration, 1, saved, row);
    if (status == STN_OK) {
        for (int i = 0; i < columns; i++)
            require(isfinite(row[i]), "a number that is not finite after a run that ended well");
        require(run(f, system, saved, duration, PARTS / 2 + 1, NULL, again) == STN_OK &&
                    memcmp(row, again, wide) == 0,
                "a saved state goes elsewhere");
    }
    if (status != STN_CANCELLED) {
        const StnStatus other =
            run(f, system, stn_state_init(system, second), duration, 1, NULL, again);
        require(other == status && (status != STN_OK || memcmp(row, again, wide) == 0),
                "the same run gives other bits");
    }
    free(first), free(saved), free(second), free(row), free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Fuzz f;
    f = (Fuzz){.at = data, .end = data + size};
    StnScenario *scenario = fuzz_scenario(&f);
    if (scenario) {
        check(&f, scenario);
        stn_scenario_free(scenario);
    }
    return 0;
}
