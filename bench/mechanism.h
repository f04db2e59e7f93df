/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A built-in scenario in fixed steps: by our engine, and by a loop as one writes it by hand for this
 * mechanism alone (textbook_mechanisms.h), which gets its numbers from the scenario. */
#ifndef BENCH_MECHANISM_H
#define BENCH_MECHANISM_H

#include "block.h"
#include "stiction/stiction.h"

#include <stdio.h>
#include <stdlib.h>

enum { NUMBERS_MOST = 40 };

typedef struct Hand {
    const char *scenario, *column; /* the column that is compared at the end */
    double duration;
    const char *const *path; /* of the numbers, up to NULL */
    double (*walk)(const double *number, double dt, int64_t steps);
} Hand;

typedef struct Mechanism {
    const Hand *hand;
    StnScenario *scenario;
    const StnSystem *system;
    StnState *state;
    double dt, number[NUMBERS_MOST];
} Mechanism;

static void mechanism_demand(bool good, const char *name, const char *text)
{
    if (good)
        return;
    fprintf(stderr, "engines: %s: %s\n", name, text);
    exit(1);
}

static double number_at(const StnSystem *system, const char *path)
{
    StnAddress address;
    StnError error;
    mechanism_demand(!stn_address(system, path, &address, &error), path, error.text);
    return stn_address_info(system, address).value;
}

static __attribute__((unused)) void mechanism_make(Mechanism *m, const Hand *hand)
{
    static const char *const setting[][2] = {{"solver.method", "fixed"},
                                             {"solver.energy", "false"}};
    StnError error;
    m->hand = hand;
    m->scenario = stn_scenario_load(hand->scenario, NULL, &error);
    mechanism_demand(m->scenario != NULL, hand->scenario, error.text);
    for (size_t k = 0; k < sizeof setting / sizeof *setting; k++)
        stn_scenario_set(m->scenario, setting[k][0], setting[k][1]);
    m->system = stn_scenario_system(m->scenario);
    mechanism_demand(m->system != NULL, hand->scenario, "no system");
    m->state = malloc(stn_state_size(m->system));
    mechanism_demand(m->state != NULL, hand->scenario, "out of memory");
    m->dt = number_at(m->system, "solver.dt");
    for (int k = 0; hand->path[k]; k++)
        m->number[k] = number_at(m->system, hand->path[k]);
}

static __attribute__((unused)) void mechanism_run(void *data, Outcome *out)
{
    Mechanism *m = data;
    StnError error;
    double column[64];
    out->nevent = 0;
    stn_state_init(m->system, m->state);
    out->failed = stn_advance(m->system, m->state, m->hand->duration, NULL, &error) != STN_OK;
    stn_state_columns(m->system, m->state, column);
    out->rates = stn_state_counters(m->state).steps;
    out->x_end = column[stn_system_column(m->system, m->hand->column)];
}

static __attribute__((unused)) void mechanism_walk(void *data, Outcome *out)
{
    const Mechanism *m = data;
    out->nevent = 0;
    out->failed = false;
    out->rates = (int64_t)(m->hand->duration / m->dt + 0.5);
    out->x_end = m->hand->walk(m->number, m->dt, out->rates);
}

#endif
