/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* one_run REPEAT SCENARIO...: loads each built-in scenario and runs it REPEAT times with metrics of its end only, by the
 * event engine and in fixed steps.  Needs the engines and scenarios alone, so that it is built for WebAssembly, too
 * (bench/wasm.sh).  One line per scenario and method:
 *
 *     SCENARIO METHOD  BEST_MS  EVENTS  LAST_COLUMNS_HASH */
#include "core/hash.h"
#include "stiction/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void count_event(void *user, const StnEvent *event)
{
    (void)event;
    ++*(int *)user;
}

/* 0, or 1 after a message. */
static int measure(const char *name, const char *method, int repeat)
{
    const StnOverride set = {"solver.method", method};
    const StnScenarioOptions options = {.set = &set, .nset = 1};
    StnError error = {0};
    StnScenario *scenario = stn_scenario_load(name, &options, &error);
    if (scenario == NULL) {
        printf("%-30s %-6s %s\n", name, method, error.text);
        return error.status == STN_BAD_INPUT ? 0 : 1;
    }
    const StnSystem *system = stn_scenario_system(scenario);
    StnState *state = malloc(stn_state_size(system));
    double *column = calloc((size_t)stn_system_column_count(system), sizeof *column), best = 1e300;
    int events = 0;
    StnStatus status = state == NULL || column == NULL ? STN_NO_MEMORY : STN_OK;
    for (int i = 0; i < repeat && status == STN_OK; i++) {
        const StnObserver observer = {.event = count_event, .user = &events};
        events = 0;
        const double begin = now();
        stn_state_init(system, state);
        status = stn_advance(system, state, stn_scenario_duration(scenario), &observer, &error);
        const double took = now() - begin;
        best = took < best ? took : best;
    }
    if (status == STN_OK) {
        stn_state_columns(system, state, column);
        const uint64_t hash = stn_hash(STN_HASH_BEGIN, column,
                                       (size_t)stn_system_column_count(system) * sizeof *column);
        printf("%-30s %-6s %10.4f %6d %016llx\n", name, method, 1e3 * best, events,
               (unsigned long long)hash);
    } else
        printf("%-30s %-6s failed: %s\n", name, method, error.text);
    free(column);
    free(state);
    stn_scenario_free(scenario);
    return status != STN_OK;
}

int main(int count, char **argument)
{
    const int repeat = count > 1 ? atoi(argument[1]) : 0;
    int failed = 0;
    if (repeat < 1 || count < 3) {
        fputs("usage: one_run REPEAT SCENARIO...\n", stderr);
        return 2;
    }
    for (int i = 2; i < count; i++) {
        failed |= measure(argument[i], "event", repeat);
        failed |= measure(argument[i], "fixed", repeat);
    }
    return failed;
}
