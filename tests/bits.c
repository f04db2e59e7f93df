/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* bits METHOD [SECONDS [RTOL]]: a hash of the results of every built-in scenario with every law, by the event
 * engine or in fixed steps, for its first SECONDS (without: its whole duration).  One line per pair:
 *
 *     SCENARIO LAW METHOD HASH     or     SCENARIO LAW METHOD refused
 *
 * LAW "-" stands for the laws of the scenario itself.  Rows, events, counters and energy count.
 *
 * With RTOL (or 0: that of the scenario) the results themselves are printed, for tools/moved.py: events, then the
 * last row with the largest value of each column.
 *
 *     event SCENARIO LAW TIME KIND SITE     and     last SCENARIO LAW COLUMN VALUE LARGEST */
#include "core/hash.h"
#include "stiction/stiction.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Task {
    const char *method;
    double seconds;
    const char *rtol; /* NULL: hashes */
} Task;

static uint64_t hash_record(StnStatus status, const StnRecord *record)
{
    const StnCounters *c = &record->counters;
    const StnEnergy *e = &record->energy;
    const int64_t counts[] = {c->steps,          c->rejected,       c->rates,
                              c->jacobians,      c->events,         c->exact_steps,
                              c->explicit_steps, c->implicit_steps, (int64_t)status};
    const double energy[] = {e->input, e->stored, e->friction, e->impact, e->moved};
    uint64_t hash = STN_HASH_BEGIN;
    for (int i = 0; i < record->ncolumn; i++)
        hash = stn_hash(hash, record->data[i], record->rows * sizeof(double));
    for (size_t i = 0; i < record->nevent; i++) {
        const StnEvent *event = &record->event[i];
        hash = stn_hash(hash, &event->t, sizeof event->t);
        const char *word = stn_event_word(event->kind);
        hash = stn_hash(hash, word, strlen(word));
        hash = stn_hash(hash, event->site, strlen(event->site));
        hash = stn_hash(hash, event->detail, strlen(event->detail));
    }
    return stn_hash(stn_hash(hash, counts, sizeof counts), energy, sizeof energy);
}

static void print_values(const char *name, const char *law, const StnRecord *record)
{
    for (size_t i = 0; i < record->nevent; i++) {
        const StnEvent *event = &record->event[i];
        printf("event %s %s %.17g %s %s\n", name, law, event->t, stn_event_word(event->kind),
               event->site[0] ? event->site : "-");
    }
    for (int i = 0; i < record->ncolumn && record->rows > 0; i++) {
        double largest = 0.0;
        for (size_t k = 0; k < record->rows; k++)
            largest = fmax(largest, fabs(record->data[i][k]));
        printf("last %s %s %s %.17g %.17g\n", name, law, record->column[i].name,
               record->data[i][record->rows - 1], largest);
    }
}

/* False when memory is out. */
static bool run(const StnScenario *scenario, const char *name, const char *law, const Task *task,
                uint64_t *hash)
{
    const StnSystem *system = stn_scenario_system(scenario);
    void *memory = malloc(stn_state_size(system));
    if (!memory)
        return false;
    StnRunDef def = stn_scenario_run_def(scenario);
    def.duration = fmin(def.duration, task->seconds);
    def.every = def.duration / 200.0;
    def.columns = NULL;
    StnRecord record = {0};
    StnError error = {0};
    StnStatus status = stn_run(system, stn_state_init(system, memory), &def, &record, &error);
    *hash = hash_record(status, &record);
    if (task->rtol)
        print_values(name, law, &record);
    stn_record_free(&record);
    free(memory);
    return status != STN_NO_MEMORY;
}

static bool pair(const char *name, const char *law, const Task *task)
{
    const char *method = task->method;
    const StnOverride set[] = {{"solver.method", method},
                               strcmp(method, "fixed") == 0
                                   ? (StnOverride){"solver.dt", "1e-4"}
                                   : (StnOverride){"solver.rtol", task->rtol}};
    const bool two = strcmp(method, "fixed") == 0 || (task->rtol && strcmp(task->rtol, "0") != 0);
    StnScenarioOptions options = {
        .set = set, .nset = two ? 2 : 1, .law = &law, .nlaw = law != NULL};
    StnError error = {0};
    StnScenario *scenario = stn_scenario_load(name, &options, &error);
    const char *shown = law ? law : "-";
    if (!scenario)
        return printf("%s %s %s refused\n", name, shown, method) > 0;
    uint64_t hash = 0;
    bool done = run(scenario, name, shown, task, &hash);
    stn_scenario_free(scenario);
    return done && (task->rtol || printf("%s %s %s %016llx\n", name, shown, method,
                                         (unsigned long long)hash) > 0);
}

int main(int argc, char **argv)
{
    if (argc < 2 || (strcmp(argv[1], "event") != 0 && strcmp(argv[1], "fixed") != 0)) {
        fputs("usage: bits event|fixed [SECONDS [RTOL]]\n", stderr);
        return 2;
    }
    const Task task = {.method = argv[1],
                       .seconds = argc > 2 ? strtod(argv[2], NULL) : INFINITY,
                       .rtol = argc > 3 ? argv[3] : NULL};
    for (int i = 0; i < stn_builtin_count(); i++) {
        const char *name = stn_builtin_at(i).name;
        if (!pair(name, NULL, &task))
            return 1;
        for (int k = 0; k < stn_law_count(); k++)
            if (!pair(name, stn_law_at(k)->name, &task))
                return 1;
        fflush(stdout);
    }
    return 0;
}
