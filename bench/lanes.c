/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of many variants of one mechanism: by a loop as a textbook has it, one run after another; by our
 * engine, likewise; and in lanes of every width that the processor has.  Every number that the textbook's loop reads is
 * different in every run.  All on one core; bench/lanes.sh makes the tables of both compilers. */
#include "lanes/lanes.h"

#include "textbook.h"
#include "textbook_mechanisms.h"

#include <string.h>
#include <time.h>

enum { RUNS = 96, RUNNERS = 6 };

/* ---- The loops of textbook.h on plain numbers ---- */

#define BLOCK_PATHS                                                                    \
    "parameters.m", "parameters.K", "inputs.y.ramp.slope", "Fs.forward", "Fc.forward", \
        "vs.forward", "sigma2.forward"
static const char *const coulomb_paths[] = {"parameters.m",
                                            "parameters.K",
                                            "inputs.y.ramp.slope",
                                            "Fs.forward",
                                            "Fc.forward",
                                            "sigma2.forward",
                                            NULL};
static const char *const stribeck_paths[] = {BLOCK_PATHS, NULL};
static const char *const lugre_paths[] = {BLOCK_PATHS, "sigma0.forward", "sigma1.forward", NULL};

static double coulomb_walk(const double *n, double dt, int64_t steps)
{
    const Block b = {COULOMB, n[0], n[1], n[2], 0.0, 0.0, n[3], n[4], 1.0, 0.0, 0.0, n[5], 0.0, 0};
    return borello_pointer(&b, dt, steps);
}
static double stribeck_walk(const double *n, double dt, int64_t steps)
{
    const Block b = {STRIBECK, n[0], n[1], n[2], 0.0,  0.0, n[3],
                     n[4],     n[5], 0.0,  0.0,  n[6], 0.0, 0};
    return borello_pointer(&b, dt, steps);
}
static double lugre_walk(const double *n, double dt, int64_t steps)
{
    const Block b = {LUGRE, n[0], n[1], n[2], 0.0, 0.0, n[3], n[4], n[5], n[7], n[8], n[6], 0.0, 0};
    return bristle_pointer(&b, dt, steps);
}

/* ---- Batches ---- */

typedef struct Batch {
    const char *name, *scenario, *law, *column, *dt, *duration;
    const char *const *path;
    double (*walk)(const double *number, double dt, int64_t steps);
    double least; /* of the widest lanes over the textbook */
} Batch;

static const Batch batches[] = {
    {"eha-step/borello", "eha-step", "borello", "XJ", "10 us", "0.5 s", eha_paths, eha_walk, 5.0},
    {"block/coulomb", "block-stick-slip", "coulomb", "x", "0.1 ms", "20 s", coulomb_paths,
     coulomb_walk, 5.0},
    {"block/lugre", "block-stick-slip", "lugre", "x", "0.1 ms", "20 s", lugre_paths, lugre_walk,
     3.0},
    {"block/stribeck", "block-stick-slip", "stribeck", "x", "0.1 ms", "20 s", stribeck_paths,
     stribeck_walk, 2.5},
};
enum { NBATCH = sizeof batches / sizeof *batches };

/* Memory of a lane. */
typedef struct Place {
    void *block, *variant, *state;
} Place;

typedef struct Study {
    const Batch *batch;
    StnScenario *scenario;
    const StnSystem *base;
    StnRunDef def;
    double dt;
    int64_t steps;
    StnAddress address[NUMBERS_MOST][2];
    double number[RUNS][NUMBERS_MOST];
    Place place[STN_LANES_MOST];
    double x[RUNS]; /* at the end */
    int64_t events; /* of all runs */
    int next, run_of[STN_LANES_MOST];
} Study;

typedef struct LaneRunner {
    char name[24];
    int width; /* -1: textbook; 0: ours, alone */
    double best, x[RUNS];
} LaneRunner;

/* Between -1 and 1, the same in every program. */
static double spread(int run, int number)
{
    uint64_t z = (uint64_t)(run * NUMBERS_MOST + number + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)(int64_t)(z ^ (z >> 31)) * 0x1p-63;
}

/* A number of the textbook is one of ours, or both of a pair. */
static void find_number(Study *s, int k)
{
    const char *path = s->batch->path[k], *dot = strstr(path, ".forward");
    char backward[64];
    StnError error = {0};
    mechanism_demand(!stn_address(s->base, path, &s->address[k][0], &error), path, error.text);
    s->address[k][1] = s->address[k][0];
    if (dot == NULL)
        return;
    snprintf(backward, sizeof backward, "%.*s.backward", (int)(dot - path), path);
    mechanism_demand(!stn_address(s->base, backward, &s->address[k][1], &error), path, error.text);
}

static const StnSystem *variant_of(const Study *s, int run, const Place *at)
{
    StnError error = {0};
    stn_params_copy(s->base, at->block);
    for (int k = 0; s->batch->path[k]; k++)
        for (int side = 0; side < 2; side++)
            mechanism_demand(
                !stn_params_set(s->base, at->block, s->address[k][side], s->number[run][k], &error),
                s->batch->path[k], error.text);
    mechanism_demand(!stn_params_finish(s->base, at->block, &error), s->batch->name, error.text);
    return stn_system_variant(s->base, at->block, 1, at->variant);
}

static void study_make(Study *s, const Batch *batch)
{
    const StnOverride set[] = {{"solver.method", "fixed"},
                               {"solver.energy", "false"},
                               {"solver.dt", batch->dt},
                               {"duration", batch->duration}};
    const StnScenarioOptions options = {.set = set, .nset = 4, .law = &batch->law, .nlaw = 1};
    StnError error = {0};
    s->batch = batch;
    s->scenario = stn_scenario_load(batch->scenario, &options, &error);
    mechanism_demand(s->scenario != NULL, batch->name, error.text);
    s->base = stn_scenario_system(s->scenario);
    s->def = stn_scenario_run_def(s->scenario);
    s->def.every = INFINITY;
    s->def.columns = &batch->column, s->def.ncolumn = 1;
    s->dt = number_at(s->base, "solver.dt");
    s->steps = (int64_t)(s->def.duration / s->dt + 0.5);
    for (int k = 0; batch->path[k]; k++) {
        find_number(s, k);
        const double value = stn_address_info(s->base, s->address[k][0]).value;
        for (int run = 0; run < RUNS; run++)
            s->number[run][k] = value * (1.0 + 0.1 * spread(run, k));
    }
    for (int i = 0; i < STN_LANES_MOST; i++) {
        s->place[i].block = malloc(stn_params_size(s->base));
        s->place[i].variant = malloc(stn_variant_size(s->base));
        s->place[i].state = malloc(stn_state_size(s->base));
    }
}

static void study_free(Study *s)
{
    for (int i = 0; i < STN_LANES_MOST; i++) {
        free(s->place[i].block);
        free(s->place[i].variant);
        free(s->place[i].state);
    }
    stn_scenario_free(s->scenario);
}

/* ---- Runners ---- */

static void keep(Study *s, int run, StnStatus status, const StnError *error, StnRecord *record)
{
    mechanism_demand(status == STN_OK, s->batch->name, error->text);
    s->x[run] = record->data[1][record->rows - 1];
    s->events += (int64_t)record->nevent;
    stn_record_free(record);
}

static void run_alone(Study *s)
{
    for (int run = 0; run < RUNS; run++) {
        StnRecord record;
        StnError error = {0};
        const StnSystem *system = variant_of(s, run, &s->place[0]);
        StnState *state = stn_state_init(system, s->place[0].state);
        keep(s, run, stn_run(system, state, &s->def, &record, &error), &error, &record);
    }
}

static bool next_run(void *user, StnLaneRun *run)
{
    Study *s = user;
    if (s->next == RUNS)
        return false;
    const Place *at = &s->place[run->place];
    run->system = variant_of(s, s->next, at);
    run->state = stn_state_init(run->system, at->state);
    run->def = s->def;
    s->run_of[run->place] = s->next++;
    return true;
}
static void end_run(void *user, StnLaneRun *run)
{
    Study *s = user;
    keep(s, s->run_of[run->place], run->status, &run->error, &run->record);
}
static bool go_on(void *user) { return user != NULL; }

static void run_lanes(Study *s, int width)
{
    const char *why = "";
    StnError error = {0};
    const StnLanesDef def = {.base = s->base,
                             .width = width,
                             .loop = stn_lanes_loop(s->base, width, &why),
                             .next = next_run,
                             .done = end_run,
                             .go_on = go_on,
                             .user = s};
    mechanism_demand(def.loop != NULL, s->batch->name, why);
    s->next = 0;
    mechanism_demand(stn_lanes_run(&def, &error) == STN_OK, s->batch->name, error.text);
}

/* Never inlined: callgrind counts what happens in here. */
static __attribute__((noinline)) void run_batch(Study *s, int width)
{
    s->events = 0;
    if (width == 0)
        run_alone(s);
    else if (width > 0)
        run_lanes(s, width);
    for (int run = 0; width < 0 && run < RUNS; run++)
        s->x[run] = s->batch->walk(s->number[run], s->dt, s->steps);
}

static int list_runners(LaneRunner *r)
{
    int count = 0;
    memset(r, 0, RUNNERS * sizeof *r);
    snprintf(r[count].name, sizeof r->name, "textbook"), r[count++].width = -1;
    snprintf(r[count].name, sizeof r->name, "alone"), r[count++].width = 0;
    for (int width = 2; width <= stn_lanes_width(0); width *= 2) {
        snprintf(r[count].name, sizeof r->name, "lanes-%d", width);
        r[count++].width = width;
    }
    return count;
}

static double clock_cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* All in turn, again and again, so that a slow spell of the machine meets all. */
static void measure_all(Study *s, LaneRunner *r, int count, int rounds)
{
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < count; i++) {
            const double begin = clock_cpu();
            run_batch(s, r[i].width);
            const double taken = clock_cpu() - begin;
            r[i].best = round == 0 || taken < r[i].best ? taken : r[i].best;
            memcpy(r[i].x, s->x, sizeof s->x);
        }
}

/* The largest difference of x at the end, as a part of the largest x. */
static double difference(const LaneRunner *a, const LaneRunner *b)
{
    double most = 0.0, size = 0.0;
    for (int run = 0; run < RUNS; run++) {
        most = fmax(most, fabs(a->x[run] - b->x[run]));
        size = fmax(size, fabs(b->x[run]));
    }
    return most / size;
}

static int print_batch(const Study *s, const LaneRunner *r, int count)
{
    int wrong = 0;
    printf("\n### %s: %d runs of %lld steps, %.1f events each\n\n", s->batch->name, RUNS,
           (long long)s->steps, (double)s->events / RUNS);
    printf(
        "| runner | ns per step | M steps/s | over textbook | off textbook | bits of `alone` |\n");
    printf("|---|---:|---:|---:|---:|---|\n");
    for (int i = 0; i < count; i++) {
        const bool same = memcmp(r[i].x, r[1].x, sizeof r->x) == 0;
        const double each = r[i].best / RUNS / (double)s->steps;
        printf("| %s | %.2f | %.1f | %.2f | %.1e | %s |\n", r[i].name, 1e9 * each, 1e-6 / each,
               r[0].best / r[i].best, difference(&r[i], &r[0]),
               i == 0 ? ""
               : same ? "yes"
                      : "NO");
        wrong |= i > 0 && !same;
    }
    printf("\nasked for: %.1f\n", s->batch->least);
    return wrong;
}

/* One runner alone, or the names of all with the steps of a batch. */
static void run_or_list(Study *s, const LaneRunner *r, int count, const char *runner, bool list)
{
    for (int i = 0; i < count; i++) {
        if (list)
            printf("%s %s %lld\n", s->batch->name, r[i].name, (long long)(RUNS * s->steps));
        else if (strcmp(r[i].name, runner) == 0)
            run_batch(s, r[i].width);
    }
}

int main(int argc, char **argv)
{
    const char *name = NULL, *runner = NULL;
    int rounds = 8, wrong = 0;
    const bool list = argc == 2 && strcmp(argv[1], "--list") == 0;
    for (int i = 1; i < argc && !list; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (value && strcmp(argv[i], "--case") == 0)
            name = value;
        else if (value && strcmp(argv[i], "--runner") == 0)
            runner = value;
        else if (value && strcmp(argv[i], "--repeat") == 0 && atoi(value) > 0)
            rounds = atoi(value);
        else
            return fprintf(stderr,
                           "usage: lanes [--case NAME] [--runner NAME] [--repeat N] | --list\n"),
                   2;
    }
    for (int k = 0; k < NBATCH; k++) {
        static Study study;
        static LaneRunner r[RUNNERS];
        if (name && strcmp(name, batches[k].name) != 0)
            continue;
        memset(&study, 0, sizeof study);
        study_make(&study, &batches[k]);
        const int count = list_runners(r);
        if (runner || list) {
            run_or_list(&study, r, count, runner, list);
        } else {
            measure_all(&study, r, count, rounds);
            wrong |= print_batch(&study, r, count);
        }
        study_free(&study);
    }
    return wrong;
}
