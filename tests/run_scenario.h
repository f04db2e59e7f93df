/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* For tests: a built-in scenario, with some settings changed, run into a record.
 *
 *     Trial a;
 *     RUN(&a, "eha-step", {"friction.piston.law", "borello"}, {"inputs.FR", "36 kN"});
 *     NEAR(trial_last(&a, "DXJ"), 0.0, 0.0);
 *     trial_end(&a); */
#ifndef TEST_RUN_SCENARIO_H
#define TEST_RUN_SCENARIO_H

#include "build_block.h"
#include "skip.h"

typedef struct Trial {
    const char *name;
    StnScenario *scenario;
    const StnSystem *system;
    StnState *state;
    StnRecord record;
    bool missing; /* it asked for SUNDIALS, and this build has none */
} Trial;

#define RUN(trial, name, ...) trial_run(trial, name, (StnOverride[]){__VA_ARGS__, {NULL, NULL}})
/* As it is. */
#define RUN_PLAIN(trial, name) trial_run(trial, name, (StnOverride[]){{NULL, NULL}})

/* Run what was loaded; `error` says why it was not. */
static inline void trial_go(Trial *a, const char *name, StnScenario *scenario, StnError *error)
{
    memset(a, 0, sizeof *a);
    a->name = name;
    a->scenario = scenario;
    CHECK(a->scenario != NULL, "%s: %s", name, error->text);
    a->system = stn_scenario_system(a->scenario);
    a->state = stn_state_init(a->system, malloc(stn_state_size(a->system)));
    StnRunDef def = stn_scenario_run_def(a->scenario);
    StnStatus status = stn_run(a->system, a->state, &def, &a->record, error);
    a->missing = status == STN_UNAVAILABLE;
    CHECK(status == STN_OK || a->missing, "%s: %s", name, error->text);
}

static inline void trial_run(Trial *a, const char *name, const StnOverride *set)
{
    StnScenarioOptions options = {.set = set};
    StnError error = {0};
    while (set[options.nset].path)
        options.nset++;
    trial_go(a, name, stn_scenario_load(name, &options, &error), &error);
}

/* A scenario that is no built-in one. */
static inline void trial_run_text(Trial *a, const char *name, const char *text,
                                  const StnOverride *set, int nset)
{
    StnScenarioOptions options = {.set = set, .nset = nset};
    StnError error = {0};
    trial_go(a, name, stn_scenario_parse(text, strlen(text), name, &options, &error), &error);
}

static inline void trial_end(Trial *a)
{
    stn_record_free(&a->record);
    free(a->state);
    stn_scenario_free(a->scenario);
}

/* A column; column "t" is time. */
static inline const double *trial_column(const Trial *a, const char *name)
{
    int c = stn_record_column(&a->record, name);
    CHECK(c >= 0, "%s has no column %s", a->name, name);
    return a->record.data[c];
}

static inline double trial_last(const Trial *a, const char *name)
{
    return trial_column(a, name)[a->record.rows - 1];
}

/* The row at or after t. */
static inline size_t trial_row(const Trial *a, double t)
{
    const double *time = trial_column(a, "t");
    size_t k = 0;
    while (k + 1 < a->record.rows && time[k] < t - 1e-12)
        k++;
    return k;
}

static inline double trial_at(const Trial *a, const char *name, double t)
{
    return trial_column(a, name)[trial_row(a, t)];
}

static inline int trial_count(const Trial *a, StnEventKind kind, const char *site)
{
    int count = 0;
    for (size_t i = 0; i < a->record.nevent; i++)
        count += a->record.event[i].kind == kind && strcmp(a->record.event[i].site, site) == 0;
    return count;
}

/* Time of the index-th event of a kind at a site, from 0; -1: the last. */
static inline double trial_when(const Trial *a, StnEventKind kind, const char *site, int index)
{
    if (index < 0)
        index += trial_count(a, kind, site);
    for (size_t i = 0; i < a->record.nevent; i++) {
        const StnEvent *event = &a->record.event[i];
        if (event->kind == kind && strcmp(event->site, site) == 0 && index-- == 0)
            return event->t;
    }
    fail_msg("%s: no such event: %s of %s", a->name, stn_event_word(kind), site);
    return NAN;
}

/* The same events in the same order; the largest difference of their times. */
static inline double trial_compare(const Trial *a, const Trial *b)
{
    double worst = 0.0;
    CHECK(a->record.nevent == b->record.nevent, "%s: %zu events and %zu", a->name, a->record.nevent,
          b->record.nevent);
    for (size_t i = 0; i < a->record.nevent; i++) {
        const StnEvent *p = &a->record.event[i], *q = &b->record.event[i];
        CHECK(p->kind == q->kind && strcmp(p->site, q->site) == 0 &&
                  strcmp(p->detail, q->detail) == 0,
              "%s, event %zu: %.9g s %s %s %s and %.9g s %s %s %s", a->name, i, p->t, p->site,
              stn_event_word(p->kind), p->detail, q->t, q->site, stn_event_word(q->kind),
              q->detail);
        worst = fmax(worst, fabs(p->t - q->t));
    }
    return worst;
}

/* What the energy balance leaves over, as a share of its largest term. */
static inline double trial_leftover(const Trial *a)
{
    const StnEnergy *e = &a->record.energy;
    double most = fmax(fmax(fabs(e->input), fabs(e->stored)), fmax(fabs(e->friction), e->impact));
    return most > 0.0 ? fabs(e->input - e->stored - e->friction - e->impact) / most : 0.0;
}

/* The events of a case: right to `tolerance` against our own engine at 1e-12 and against SUNDIALS.
 * set: at most 5 changes, ends with {NULL, NULL}. */
static inline void trial_crosscheck(const char *name, const StnOverride *set, double tolerance)
{
    static const StnOverride more[][2] = {{{"solver.rtol", "1e-12"}, {NULL, NULL}},
                                          {{"solver.method", "sundials"}, {NULL, NULL}}};
    Trial a, b;
    trial_run(&a, name, set);
    for (int k = 0; k < COUNT(more); k++) {
        StnOverride all[8] = {{NULL, NULL}};
        int n = 0;
        for (; set[n].path; n++)
            all[n] = set[n];
        all[n] = more[k][0];
        trial_run(&b, name, all);
        double worst = b.missing ? 0.0 : trial_compare(&a, &b);
        CHECK(worst <= tolerance, "%s, %s %s: events %.3g s apart", name, more[k][0].path,
              more[k][0].value, worst);
        trial_end(&b);
    }
    trial_end(&a);
}

#endif
