/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A friction law at a site of its own, for tests: give values, derive the rest, slide, rest, step. */
#ifndef TESTS_LAW_BENCH_H
#define TESTS_LAW_BENCH_H

#include "core/friction_set.h"
#include "laws/laws.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { PLACES = 120, STATES = 40 };

/* A law at a site of its own. */
typedef struct {
    const StnLaw *law;
    StnFrictionSet set;
    StnContext context;
    double p[PLACES], s[STATES], rate[STATES], mode[STATES], guard[STATES], next[STATES];
    StnSite in;
    StnRel r;
    StnSelf self;
    int choice[STN_CHOICES_MAX];
    double x, FF, lo, hi;
} Bench;

static inline void give(Bench *b, int par, double forward, double backward)
{
    b->set.value[par][0] = forward, b->set.value[par][1] = backward;
    b->set.count[par] = stn_friction_parameter_at(par)->kind == STN_KIND_PAIR ? 2 : 1;
    b->set.given[par] = true;
}
#define GIVE(b, name, value) give(b, STN_PAR_##name, value, value)
#define VAL(b, name) ((b)->set.value[STN_PAR_##name])

/* Returns the number of elements of a vector law. */
static inline int flatten(Bench *b)
{
    int at = 0, n = 0;
    for (int i = 0; i < b->law->nparam; i++) {
        int k = 0, width = stn_param_width(b->law->params[i]);
        while (strcmp(stn_friction_parameter_at(k)->name, b->law->params[i]->name) != 0)
            k++;
        if (b->law->vector && strcmp(b->law->vector, b->law->params[i]->name) == 0)
            n = b->set.count[k];
        memcpy(b->p + at, b->set.value[k], (size_t)width * sizeof(double));
        at += width;
    }
    return n;
}

static inline void bench_start(Bench *b, const char *law)
{
    memset(b, 0, sizeof *b);
    b->law = stn_catalog_law(NULL, law);
    assert_non_null(b->law);
    b->context = (StnContext){1.0, 1e-4, NAN, NAN, NAN, 0.0, 0};
    stn_friction_defaults(&b->set);
    b->r = (StnRel){b->mode, b->guard, b->next, 1, NULL, NULL};
}

/* After the values are given: the rest is derived. */
static inline void bench_ready(Bench *b)
{
    stn_friction_derive(&b->set, b->law, &b->context);
    const int n = flatten(b);
    b->in.m = b->context.m;
    b->in.dt = b->context.dt;
    b->self = stn_law_self(b->law, b->p, n, b->choice);
}

static inline StnFric slide(Bench *b, double v, double dir)
{
    b->in.v = v, b->in.dir = dir;
    return b->law->slide(&b->self, b->p, b->s, &b->in, &b->r, b->rate);
}

static inline void rest(Bench *b)
{
    b->in.v = b->in.dir = 0.0;
    b->law->rest(&b->self, b->p, b->s, &b->in, &b->r, &b->lo, &b->hi, b->rate);
}

static inline double sign(double a) { return (a > 0.0) - (a < 0.0); }

/* One fixed step as the engine makes it. */
static inline void step(Bench *b, double h)
{
    double v = b->in.v, now;
    b->in.h = h;
    b->in.dir = v != 0.0 ? sign(v) : sign(h);
    if (b->law->advance) {
        StnStep step_ = b->law->advance(&b->self, b->p, b->s, &b->in, &b->r);
        now = step_.v, b->FF = step_.FF;
        b->x += b->in.dt * now + step_.extra;
    } else {
        bool set_valued = b->law->flags & STN_LAW_SET_VALUED;
        if (set_valued && v == 0.0) {
            rest(b);
            b->FF = stn_bound(h, b->lo, b->hi);
        } else {
            b->FF = slide(b, v, sign(v)).F;
        }
        now = v + b->in.dt * (h - b->FF) / b->in.m;
        if (set_valued && v * now < 0.0)
            now = 0.0;
        b->x += b->in.dt * now;
    }
    b->in.v = now;
}

#ifndef NEAR /* one that runs scenarios too has it already */
#define NEAR(got, want, tolerance)                                                                 \
    do {                                                                                           \
        double got_ = (got), want_ = (want);                                                       \
        if (!(fabs(got_ - want_) <= (tolerance))) {                                                \
            print_error("%s = %.12g, want %.12g +- %g\n", #got, got_, want_, (double)(tolerance)); \
            fail();                                                                                \
        }                                                                                          \
    } while (0)
#endif

/* The Stribeck curve of friction.md, section 3, by libm. */
static inline double curve(const Bench *b, double speed)
{
    return VAL(b, Fc)[0] +
           (VAL(b, Fs)[0] - VAL(b, Fc)[0]) * exp(-pow(speed / VAL(b, vs)[0], VAL(b, n)[0]));
}

#endif
