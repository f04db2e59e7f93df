/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A loop at 1 kHz in C: set an input, advance, read a column.  Prints microseconds per turn, the best of some rounds,
 * for bench/python.py to compare with the same loop in Python; and of a whole run.
 * usage: loop SCENARIO INPUT COLUMN
 *        loop SCENARIO --law LAW RUNS      prints when so many runs began and ended, s of CLOCK_MONOTONIC */
#include "stiction/scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TURNS = 20000, ROUNDS = 5, RUNS = 200 };

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double turn_time(const StnSystem *system, StnState *state, int input, int column,
                        double *out)
{
    double begin = cpu_seconds();
    for (int i = 0; i < TURNS; i++) {
        stn_state_set_input(system, state, input, (StnIn){.val = 1e-4 * i});
        if (stn_advance(system, state, 1e-3 * (i + 1), NULL, NULL) != STN_OK)
            return NAN;
        stn_state_columns(system, state, out);
        if (!isfinite(out[column]))
            return NAN;
    }
    return 1e6 * (cpu_seconds() - begin) / TURNS;
}

static double run_time(const StnScenario *scenario, StnState *state)
{
    const StnSystem *system = stn_scenario_system(scenario);
    const StnRunDef def = stn_scenario_run_def(scenario);
    StnRecord record;
    double begin = cpu_seconds();
    stn_run(system, stn_state_init(system, state), &def, &record, NULL);
    double passed = 1e6 * (cpu_seconds() - begin);
    stn_record_free(&record);
    return passed;
}

static double monotonic_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int runs_with_law(const char *name, const char *law, int runs)
{
    StnError error = {.status = STN_OK};
    const StnScenarioOptions options = {.law = &law, .nlaw = 1};
    StnScenario *scenario = stn_scenario_load(name, &options, &error);
    if (!scenario) {
        fprintf(stderr, "loop: %s\n", error.text);
        return 2;
    }
    StnState *state = malloc(stn_state_size(stn_scenario_system(scenario)));
    const double begin = monotonic_seconds();
    for (int i = 0; state && i < runs; i++)
        run_time(scenario, state);
    printf("%.9f %.9f\n", begin, monotonic_seconds());
    free(state);
    stn_scenario_free(scenario);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[2], "--law") == 0)
        return runs_with_law(argv[1], argv[3], atoi(argv[4]));
    StnError error = {.status = STN_OK};
    StnScenario *scenario = argc == 4 ? stn_scenario_load(argv[1], NULL, &error) : NULL;
    if (!scenario) {
        fprintf(stderr, "usage: loop SCENARIO INPUT COLUMN: %s\n", error.text);
        return 2;
    }
    const StnSystem *system = stn_scenario_system(scenario);
    const int input = stn_plant_input(stn_system_plant(system), argv[2]);
    const int column = stn_system_column(system, argv[3]);
    StnState *state = malloc(stn_state_size(system));
    double *out = malloc((size_t)stn_system_column_count(system) * sizeof *out);
    double turn = INFINITY, run = INFINITY;
    for (int i = 0; state && out && column >= 0 && i < ROUNDS; i++)
        turn = fmin(turn, turn_time(system, stn_state_init(system, state), input, column, out));
    for (int i = 0; state && i < RUNS; i++)
        run = fmin(run, run_time(scenario, state));
    printf("%.4f %.4f\n", turn, run);
    free(out);
    free(state);
    stn_scenario_free(scenario);
    return 0;
}
