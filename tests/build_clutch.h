/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* For tests: clutch actuators, made by hand and from built-in scenarios. */
#ifndef TEST_BUILD_CLUTCH_H
#define TEST_BUILD_CLUTCH_H

#include "build_block.h"

#define J 1.32e-5 /* kg*m^2, published */
#define CD 0.05   /* N*m: sliding, inside the play */
#define CD_S 0.055
#define FV 7.1746e-4
#define W0 240.0
#define STEP (2.0 * PI / 56.0) /* of the encoder */

static const double beta[2] = {1.2325, 1.3728};
static const double mean_Cs[2] = {0.1352, 0.1506}; /* published: forward, backward */

/* ---- Making one ---- */

/* Levels that do not depend on the place: the published means. */
static inline void clutch_flat(Block *b, const char *law)
{
    block_begin(b, law);
    b->def.plant = stn_catalog_plant(NULL, "clutch");
    block_friction(b, "Cs_forward", mean_Cs[0]);
    block_friction(b, "Cs_backward", mean_Cs[1]);
    block_friction_pair(b, "beta", beta[0], beta[1]);
    block_friction_pair(b, "Fs", mean_Cs[0], mean_Cs[1]);
    block_friction_pair(b, "Fc", mean_Cs[0] / beta[0], mean_Cs[1] / beta[1]);
    block_friction(b, "sigma2", FV);
    block_friction(b, "v_onset", W0);
    block_friction(b, "Cd", CD);
    block_friction(b, "Cd_s", CD_S);
}

static const double map_forward[] = {0.132995, 0.0063, -2.67e-4, 2.54e-6};
static const double map_backward[] = {0.175513, -0.0162, 1.17e-3, -2.61e-5, 1.81e-7};

/* The polynomials of the scenarios. */
static inline void clutch_map(Block *b)
{
    clutch_flat(b, "coulomb_map");
    memcpy(b->friction[0].value, map_forward, sizeof map_forward);
    memcpy(b->friction[1].value, map_backward, sizeof map_backward);
    b->friction[0].count = COUNT(map_forward);
    b->friction[1].count = COUNT(map_backward);
}

static inline double polynomial(const double *c, int count, double x)
{
    double sum = 0.0;
    for (int i = count - 1; i >= 0; i--)
        sum = sum * x + c[i];
    return sum;
}

static inline double Cs(double theta, int side)
{
    return side ? polynomial(map_backward, COUNT(map_backward), theta)
                : polynomial(map_forward, COUNT(map_forward), theta);
}

static inline void clutch_method(Block *b, StnMethod method, double rtol)
{
    b->def.solver.method = method;
    b->def.solver.rtol = rtol;
}

/* SUNDIALS may be missing in this build. */
static inline bool clutch_to(Block *b, double t)
{
    StnStatus status = block_try(b, t);
    CHECK(status == STN_OK || status == STN_UNAVAILABLE, "%s", b->error.text);
    return status == STN_OK;
}

static inline void same_events(const Block *a, const Block *b, double allowed)
{
    for (int i = 0; i < a->nevent && i < b->nevent; i++) {
        CHECK(a->event[i].kind == b->event[i].kind, "event %d: %s at %.12g, %s at %.12g", i,
              stn_event_word(a->event[i].kind), a->event[i].t, stn_event_word(b->event[i].kind),
              b->event[i].t);
        NEAR(a->event[i].t, b->event[i].t, allowed);
    }
    assert_int_equal(a->nevent, b->nevent);
}

/* ---- A built-in scenario, changed by "path=value" ---- */

typedef struct {
    StnScenario *scenario;
    const StnSystem *system;
    StnRecord record;
} Run;

static inline Run run(const char *name, int count, const char *const *words)
{
    Run r = {0};
    StnError error = {0};
    char path[8][64];
    StnOverride set[8];
    assert_true(count <= COUNT(set));
    for (int i = 0; i < count; i++) {
        size_t n = strcspn(words[i], "=");
        snprintf(path[i], sizeof path[i], "%.*s", (int)n, words[i]);
        set[i] = (StnOverride){path[i], words[i] + n + 1};
    }
    StnScenarioOptions options = {.set = set, .nset = count};
    r.scenario = stn_scenario_load(name, &options, &error);
    CHECK(r.scenario != NULL, "%s: %s", name, error.text);
    r.system = stn_scenario_system(r.scenario);
    StnState *state = stn_state_init(r.system, malloc(stn_state_size(r.system)));
    StnRunDef def = stn_scenario_run_def(r.scenario);
    StnStatus status = stn_run(r.system, state, &def, &r.record, &error);
    CHECK(status == STN_OK || status == STN_UNAVAILABLE, "%s: %s", name, error.text);
    free(state);
    return r;
}
#define RUN(name, ...)                                                                  \
    run(name, (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)), \
        (const char *const[]){__VA_ARGS__})

static inline void run_end(Run *r)
{
    stn_record_free(&r->record);
    stn_scenario_free(r->scenario);
}

static const double *column(const Run *r, const char *name)
{
    int c = stn_record_column(&r->record, name);
    CHECK(c >= 0, "no column %s", name);
    return r->record.data[c];
}

static inline double last(const Run *r, const char *name)
{
    return column(r, name)[r->record.rows - 1];
}

/* Of the limit cycle after `from`: peak to peak of theta, mean time between slips forward. */
static inline void cycle(const Run *r, double from, double *height, double *period)
{
    const double *theta = column(r, "theta");
    double lo = INFINITY, hi = -INFINITY, first = NAN, end = NAN;
    int count = -1;
    for (size_t k = 0; k < r->record.rows; k++)
        if (r->record.data[0][k] > from)
            lo = fmin(lo, theta[k]), hi = fmax(hi, theta[k]);
    for (size_t k = 0; k < r->record.nevent; k++)
        if (r->record.event[k].kind == STN_EVENT_SLIP_FORWARD && r->record.event[k].t > from) {
            end = r->record.event[k].t;
            first = isnan(first) ? end : first;
            count++;
        }
    *height = hi - lo;
    *period = (end - first) / count;
}

#endif
