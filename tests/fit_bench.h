/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* For tests: a block on a spring whose end moves, its position measured with noise. */
#ifndef TEST_FIT_BENCH_H
#define TEST_FIT_BENCH_H

#include "identify_support.h"
#include "stiction/fit.h"

enum { ROWS = 1500 };

typedef struct {
    Block b;
    StnSignal *pull;
    double t[ROWS], x[ROWS], u[ROWS];
    StnFitSignal signal[2];
    StnFitRun run;
} Bench;

static inline void bench_begin(Bench *bench, const char *law, const char *friction)
{
    const StnSineTerm terms[] = {{0.02, 0.5, 0.0}, {0.006, 1.7, 1.0}};
    Block *b = &bench->b;
    block_begin(b, law);
    block_choose(b, "drive", "spring");
    block_set(b, "m", 1.0);
    block_set(b, "K", 1000.0);
    block_words(b, friction);
    bench->pull = stn_signal_multisine(terms, 2);
    block_input(b, "y", bench->pull);
    b->def.borrow = true;
}

/* Runs it; noise in m, uniform. */
static inline void bench_measure(Bench *bench, double noise)
{
    uint64_t state = 1;
    bench->b.quiet = true;
    block_make(&bench->b);
    for (int i = 0; i < ROWS; i++) {
        bench->t[i] = 2e-3 * i;
        block_to(&bench->b, bench->t[i]);
        bench->x[i] = block_value(&bench->b, "x") + noise * noise_next(&state);
        bench->u[i] = block_value(&bench->b, "u") + 1000.0 * noise * noise_next(&state);
    }
    bench->signal[0] = (StnFitSignal){"x", bench->x, NAN};
    bench->signal[1] = (StnFitSignal){"u", bench->u, NAN};
    bench->run = (StnFitRun){
        .def = bench->b.def, .t = bench->t, .rows = ROWS, .signal = bench->signal, .nsignal = 1};
}

static inline void bench_end(Bench *bench)
{
    block_end(&bench->b);
    stn_signal_free(bench->pull);
}

/* "a=1 b c=2": names with or without a start. */
static inline int free_words(const char *words, StnFreeParameter *list)
{
    char text[200], *rest = NULL;
    int n = 0;
    snprintf(text, sizeof text, "%s", words);
    for (char *at = strtok_r(text, " ", &rest); at; at = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(at, '=');
        if (equals)
            *equals = '\0';
        list[n] = stn_free_parameter(at);
        if (equals)
            list[n].start = strtod(equals + 1, NULL);
        n++;
    }
    return n;
}

#endif
