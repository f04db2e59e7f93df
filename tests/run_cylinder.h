/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* For tests of the cylinder: its built-in scenarios, run into records that can be compared. */
#ifndef TEST_RUN_CYLINDER_H
#define TEST_RUN_CYLINDER_H

#include "build_block.h"

enum { LAWS = 3, CASES = 2 };
static const char *const laws[LAWS] = {"stribeck", "lugre", "lugre_new_modified"};
static const char *const cases[CASES] = {"cylinder-2mA", "cylinder-4.5mA"};

typedef struct {
    StnScenario *scenario;
    StnRecord record;
    StnStatus status;
} Run;

/* sets: "path=value|path=value". */
static inline Run run_scenario(const char *name, const char *law, const char *sets)
{
    Run run = {0};
    char text[512], *rest = text;
    StnOverride set[8];
    StnScenarioOptions options = {.set = set, .law = &law, .nlaw = 1};
    StnError error = {0};
    snprintf(text, sizeof text, "%s", sets);
    while (*rest) {
        char *value = strchr(rest, '='), *end = strchr(rest, '|');
        assert_true(value && options.nset < COUNT(set));
        *value = '\0';
        set[options.nset++] = (StnOverride){rest, value + 1};
        rest = end ? end + 1 : value + 1 + strlen(value + 1);
        if (end)
            *end = '\0';
    }
    run.scenario = stn_scenario_load(name, &options, &error);
    CHECK(run.scenario != NULL, "%s", error.text);
    const StnSystem *system = stn_scenario_system(run.scenario);
    StnRunDef def = stn_scenario_run_def(run.scenario);
    StnState *st = stn_state_init(system, malloc(stn_state_size(system)));
    run.status = stn_run(system, st, &def, &run.record, &error);
    CHECK(run.status == STN_OK || run.status == STN_UNAVAILABLE, "%s, %s: %s", name, law,
          error.text);
    free(st);
    return run;
}

static inline void run_free(Run *run)
{
    stn_record_free(&run->record);
    stn_scenario_free(run->scenario);
}

/* The published cases at the default tolerance, run once. */
static inline Run *published(int which, int law)
{
    static Run kept[CASES][LAWS];
    Run *run = &kept[which][law];
    if (!run->scenario)
        *run = run_scenario(cases[which], laws[law], "");
    return run;
}

static inline const double *column(const Run *run, const char *name)
{
    int c = stn_record_column(&run->record, name);
    CHECK(c >= 0, "no column %s", name);
    return run->record.data[c];
}

/* Largest difference of a column; `fine` has a row for every `stride` of them. */
static inline double apart(const Run *run, const Run *fine, int stride, const char *name)
{
    const double *a = column(run, name), *b = column(fine, name);
    double worst = 0.0;
    assert_true(fine->record.rows >= 40);
    for (size_t i = 0; i < fine->record.rows; i++) {
        assert_true(i * (size_t)stride < run->record.rows);
        worst = fmax(worst, fabs(a[i * (size_t)stride] - b[i]));
    }
    return worst;
}

static inline void close_balance(const Run *run, const char *what)
{
    const StnEnergy *e = &run->record.energy;
    double gap = e->input - e->stored - e->friction - e->impact;
    CHECK(e->friction > 10.0 && fabs(gap) < 1e-9 * e->friction, "%s: %g J of %g J are missing",
          what, gap, e->input);
}

#endif
