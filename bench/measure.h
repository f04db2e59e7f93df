/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Runners, their times and errors, and what a peer costs at a given error. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "block.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAMPLES_MOST = 4096, RUNNERS_MOST = 64 };

/* One engine with one setting. */
typedef struct Runner {
    char name[40]; /* without spaces; unique in its case */
    char group[32];
    void (*run)(void *data, Outcome *out); /* NULL: measured elsewhere */
    void *data;
    double best, median, error, instructions; /* s, s, as the case has it, 0 = not counted */
    int64_t rates;
    int nsample;
    double sample[SAMPLES_MOST];
} Runner;

typedef enum Metric { EVENT_TIMES, PATH, END } Metric;

typedef struct Case {
    const char *name, *title;
    const Block *b;
    const struct Hand *hand; /* or a mechanism, b NULL */
    Metric metric;
    double enough; /* an error below this counts as this */
    int count;
    Runner *runner;
    Outcome truth;
} Case;

/* Processor time: others on the machine do not count. */
static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Never inlined: callgrind counts what happens in here. */
static __attribute__((noinline)) void run_once(const Runner *r, Outcome *out)
{
    r->run(r->data, out);
}

static double error_of(const Case *c, const Outcome *out)
{
    double most = 0.0;
    if (out->failed || (c->metric == EVENT_TIMES && out->nevent != c->truth.nevent))
        return INFINITY;
    if (c->metric == END)
        return fabs(out->x_end - c->truth.x_end);
    for (int i = 0; c->metric == EVENT_TIMES && i < out->nevent; i++)
        most = fmax(most, fabs(out->event[i] - c->truth.event[i]));
    for (int i = 0; c->metric == PATH && i <= PATH_ROWS; i++)
        most = fmax(most, fabs(out->path[i] - c->truth.path[i]));
    return most;
}

/* At least one run, and more while they are short. */
static void sample(Runner *r, Outcome *out, double share)
{
    double start = clock_now(), now = start;
    do {
        run_once(r, out);
        double end = clock_now();
        if (r->nsample < SAMPLES_MOST)
            r->sample[r->nsample++] = end - now;
        now = end;
    } while (now - start < share);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* All runners of a case in turn, again and again, so that a slow spell of the machine meets all. */
static void measure(Case *c, int rounds)
{
    static Outcome out;
    for (int i = 0; i < c->count; i++) { /* errors; warms up, too */
        Runner *r = &c->runner[i];
        out.wants_path = c->metric == PATH;
        if (r->run) {
            run_once(r, &out);
            r->error = error_of(c, &out);
            r->rates = out.rates;
        }
    }
    out.wants_path = false;
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < c->count; i++)
            if (c->runner[i].run)
                sample(&c->runner[i], &out, 2e-3);
    for (int i = 0; i < c->count; i++) {
        Runner *r = &c->runner[i];
        if (!r->run)
            continue;
        qsort(r->sample, (size_t)r->nsample, sizeof *r->sample, by_size);
        r->best = r->sample[0];
        r->median = r->sample[r->nsample / 2];
    }
}

typedef enum Cost { TIME, INSTRUCTIONS } Cost;

static double cost_of(const Runner *r, Cost kind)
{
    return kind == TIME ? r->best : r->instructions;
}

/* What a group pays for an error of at most `error`: on the front of its settings, between two of
 * them on straight lines in logarithms.  *reached: false where no setting is that good; the cost is
 * then that of the best one. */
static double cost_at(const Case *c, const char *group, double error, Cost kind, bool *reached)
{
    const Runner *good = NULL, *rough = NULL, *finest = NULL;
    for (int i = 0; i < c->count; i++) {
        const Runner *r = &c->runner[i];
        if (strcmp(r->group, group) != 0 || !(r->error < INFINITY))
            continue;
        if (r->error <= error && (!good || cost_of(r, kind) < cost_of(good, kind)))
            good = r;
        if (!finest || r->error < finest->error)
            finest = r;
    }
    *reached = good != NULL;
    if (!good)
        return finest ? cost_of(finest, kind) : NAN;
    for (int i = 0; i < c->count; i++) { /* the most accurate of those that are cheaper */
        const Runner *r = &c->runner[i];
        if (strcmp(r->group, group) == 0 && r->error < INFINITY && r->error > error &&
            cost_of(r, kind) < cost_of(good, kind) && (!rough || r->error < rough->error))
            rough = r;
    }
    if (!rough || cost_of(rough, kind) <= 0.0)
        return cost_of(good, kind);
    double part = log(error / good->error) / log(rough->error / good->error);
    return cost_of(good, kind) * pow(cost_of(rough, kind) / cost_of(good, kind), part);
}

static Runner *add_runner(Case *c, const char *group, void (*run)(void *, Outcome *), void *data)
{
    if (!c->runner)
        c->runner = calloc(RUNNERS_MOST, sizeof *c->runner);
    if (!c->runner || c->count == RUNNERS_MOST) {
        fprintf(stderr, "engines: no room for another runner\n");
        exit(1);
    }
    Runner *r = &c->runner[c->count++];
    snprintf(r->group, sizeof r->group, "%s", group);
    r->run = run;
    r->data = data;
    return r;
}

static void *fresh(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory) {
        fprintf(stderr, "engines: out of memory\n");
        exit(1);
    }
    return memory;
}

#endif
