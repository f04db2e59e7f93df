/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* For tests: a block built through the public API in a few lines, and its event log.
 *
 *     Block b;
 *     block_begin(&b, "coulomb");
 *     block_choose(&b, "drive", "spring");
 *     block_set(&b, "K", 2.0);
 *     block_friction(&b, "Fs", 1.5);
 *     block_input(&b, "y", stn_signal_ramp(0.1, 0.0, 0.0, INFINITY));
 *     block_make(&b);
 *     block_to(&b, 10.0);
 *     NEAR(block_value(&b, "x"), 0.25, 1e-12);
 *     block_end(&b);
 *
 * A Block points into itself: do not copy it. */
#ifndef TEST_BUILD_BLOCK_H
#define TEST_BUILD_BLOCK_H

#include "core/system.h"
#include "stiction/stiction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* |actual - expected| <= tolerance, absolute; NaN fails. */
#define NEAR(actual, expected, tolerance) \
    block_near(actual, expected, tolerance, #actual, __FILE__, __LINE__)
#define CHECK(condition, ...) block_check(condition, #condition, __FILE__, __LINE__, __VA_ARGS__)

typedef struct Block {
    StnSystemDef def;
    StnGiven plant[16], friction[40], start[16];
    StnSystem *system;
    StnState *state;
    StnEvent *event; /* the log of everything that block_to ran through */
    int nevent, capacity;
    bool quiet; /* keep no log */
    StnObserver observer;
    StnError error;
} Block;

static inline void block_near(double actual, double expected, double tolerance, const char *what,
                              const char *file, int line)
{
    if (fabs(actual - expected) <= tolerance)
        return;
    print_error("%s = %.17g, expected %.17g +- %.3g, off by %.3g\n", what, actual, expected,
                tolerance, actual - expected);
    _fail(file, line);
}

static inline void __attribute__((format(printf, 5, 6)))
block_check(bool holds, const char *what, const char *file, int line, const char *format, ...)
{
    char text[512];
    if (holds)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    print_error("%s does not hold: %s\n", what, text);
    _fail(file, line);
}

static inline void block_log(void *user, const StnEvent *event)
{
    Block *b = user;
    if (b->quiet)
        return;
    if (b->nevent == b->capacity) {
        b->capacity = b->capacity ? 2 * b->capacity : 64;
        b->event = realloc(b->event, (size_t)b->capacity * sizeof *b->event);
        assert_non_null(b->event);
    }
    b->event[b->nevent++] = *event;
}

static inline void block_begin(Block *b, const char *law)
{
    memset(b, 0, sizeof *b);
    b->def = stn_default_system_def(stn_catalog_plant(NULL, "block"));
    b->def.given = b->plant;
    b->def.initial = b->start;
    b->def.site[0].given = b->friction;
    b->def.site[0].law = stn_catalog_law(NULL, law);
    b->observer = (StnObserver){.event = block_log, .user = b};
    CHECK(b->def.site[0].law != NULL, "no law %s", law);
}

static inline void block_give(StnGiven *list, int *count, int room, const char *name, int n,
                              const double *value)
{
    assert_true(*count < room && strlen(name) < sizeof list->name);
    list[(*count)++] = stn_given_make(name, value, n);
}

static inline void block_set(Block *b, const char *name, double value)
{
    block_give(b->plant, &b->def.ngiven, COUNT(b->plant), name, 1, &value);
}

static inline void block_start(Block *b, const char *state, double value)
{
    block_give(b->start, &b->def.ninitial, COUNT(b->start), state, 1, &value);
}

static inline void block_friction(Block *b, const char *name, double value)
{
    block_give(b->friction, &b->def.site[0].ngiven, COUNT(b->friction), name, 1, &value);
}

static inline void block_friction_list(Block *b, const char *name, int n, const double *value)
{
    block_give(b->friction, &b->def.site[0].ngiven, COUNT(b->friction), name, n, value);
}

static inline void block_friction_pair(Block *b, const char *name, double forward, double backward)
{
    block_friction_list(b, name, 2, (double[]){forward, backward});
}

/* Index of `word` among "a|b|c". */
static inline int block_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (int i = 0; words; i++) {
        if (strncmp(words, word, length) == 0 && (words[length] == '|' || words[length] == '\0'))
            return i;
        words = strchr(words, '|');
        words = words ? words + 1 : NULL;
    }
    fail_msg("no such choice: %s", word);
    return -1;
}

static inline void block_choose(Block *b, const char *option, const char *word)
{
    const StnPlant *plant = b->def.plant;
    const int i = stn_plant_parameter(plant, option);
    CHECK(i >= 0, "no option %s", option);
    block_set(b, option, block_word(plant->params[i].unit, word));
}

static inline int block_var(const StnVar *vars, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(vars[i].name, name) == 0)
            return i;
    fail_msg("no variable %s", name);
    return -1;
}

static inline void block_input(Block *b, const char *name, StnSignal *signal)
{
    b->def.input[block_var(b->def.plant->inputs, b->def.plant->ninput, name)] = signal;
}

static inline void block_sensor(Block *b, const char *output, double resolution, double sample,
                                double lag, double noise)
{
    int i = block_var(b->def.plant->outputs, b->def.plant->noutput, output);
    b->def.sensor[b->def.nsensor++] = (StnSensorDef){i, resolution, sample, lag, noise};
}

static inline void block_fixed(Block *b, double dt)
{
    b->def.solver.method = STN_METHOD_FIXED;
    b->def.solver.dt = dt;
}

static inline void block_make(Block *b)
{
    b->system = stn_system_new(&b->def, &b->error);
    CHECK(b->system != NULL, "%s", b->error.text);
    b->state = stn_state_init(b->system, malloc(stn_state_size(b->system)));
}

static inline StnStatus block_try(Block *b, double t)
{
    return stn_advance(b->system, b->state, t, &b->observer, &b->error);
}

static inline void block_to(Block *b, double t)
{
    StnStatus status = block_try(b, t);
    CHECK(status == STN_OK, "%s", b->error.text);
}

static inline void block_end(Block *b)
{
    stn_system_free(b->system);
    free(b->state);
    free(b->event);
    b->system = NULL;
}

/* A column at the state's time. */
static inline double block_value(const Block *b, const char *name)
{
    double out[STN_OUTPUTS_MAX + STN_STATES_MAX];
    stn_state_columns(b->system, b->state, out);
    for (int c = 0; c < stn_system_column_count(b->system); c++) {
        StnColumnInfo info = stn_system_column_at(b->system, c);
        if (strcmp(info.name, name) == 0)
            return out[c];
    }
    fail_msg("no column %s", name);
    return NAN;
}

static inline void *block_save(const Block *b)
{
    void *copy = malloc(stn_state_size(b->system));
    assert_non_null(copy);
    return memcpy(copy, b->state, stn_state_size(b->system));
}

static inline void block_restore(Block *b, const void *copy)
{
    memcpy(b->state, copy, stn_state_size(b->system));
}

static inline int block_count(const Block *b, StnEventKind kind)
{
    int count = 0;
    for (int i = 0; i < b->nevent; i++)
        count += b->event[i].kind == kind;
    return count;
}

/* Time of the index-th event of a kind (from 0; -1 = the last); fails when there is none. */
static inline double block_when(const Block *b, StnEventKind kind, int index)
{
    if (index < 0)
        index += block_count(b, kind);
    for (int i = 0; i < b->nevent; i++)
        if (b->event[i].kind == kind && index-- == 0)
            return b->event[i].t;
    fail_msg("no such event: %s", stn_event_word(kind));
    return NAN;
}

/* ---- The cases that many tests share ---- */

/* Spring-pulled block of the stick-slip case (plants.md); the caller may add to it before make. */
static inline void block_stick_slip(Block *b, const char *law)
{
    block_begin(b, law);
    block_choose(b, "drive", "spring");
    block_set(b, "m", 1.0);
    block_set(b, "K", 2.0);
    block_friction(b, "Fs", 1.5);
    block_friction(b, "Fc", 1.0);
    block_friction(b, "vs", 1e-3);
    block_friction(b, "n", 2.0);
    block_friction(b, "sigma2", 0.4);
    block_input(b, "y", stn_signal_ramp(0.1, 0.0, 0.0, INFINITY));
}

/* Friction parameters as "z_max=1e-5 stick=1 Fs=2,3". */
static inline void block_words(Block *b, const char *words)
{
    while (*words) {
        char name[32] = "";
        size_t n = strcspn(words, "=");
        double value[STN_VECTOR_MAX];
        int count = 0;
        assert_true(n < sizeof name && words[n] == '=');
        memcpy(name, words, n);
        words += n;
        do {
            char *end;
            value[count++] = strtod(words + 1, &end);
            words = end;
        } while (*words == ',' && count < STN_VECTOR_MAX);
        block_friction_list(b, name, count, value);
        words += strspn(words, " ");
    }
}

/* Every law once as it is, and again with its options. */
typedef struct BlockVariant {
    const char *law, *words;
} BlockVariant;

static inline bool block_variant(int index, BlockVariant *variant)
{
    static const BlockVariant more[] = {
        {"hybrid", "z_max=1e-4"},
        {"hybrid", "z_max=1e-4,2e-4 Fs=1.5,2.5"},
        {"hybrid", "z_max=1e-4 stick=1"},
        {"hybrid", "z_max=1e-4 stick=2"},
        {"hybrid", "Fs_inf=2.5 tau_s=0.5"},
        {"hybrid", "tau_m=0.05"},
        {"hybrid", "z_max=1e-4 m0=0.5"},
        {"coulomb_map", "v_onset=0.01 onset=1"},
        {"coulomb_map", "v_onset=0.01"},
        {"coulomb_map", "Cs_forward=1.5,0.1,0.02 Cs_backward=1.5,-0.1,0.02"},
        {"coulomb_load", "T0_stat=1.5 T0_din=1 eta_din_opp=0.8 eta_stat_opp=0.7"},
        {"stribeck", "n=0.7,0.9 Fs=1.5,2.5 vs=0.01,0.02"},
        {"lugre", "n=0.7,0.9 Fs=1.5,2.5 vs=0.01,0.02 sigma2=0.4,0.6"},
        {"lugre_new_modified", "T=0.3,0.1 sigma2=0.4,0.6 Fs=1.5,2.5"},
        {"gms", "nu=0.2,0.3,0.5 k=3e3,2e3,1e3 C=5"},
    };
    if (index < stn_law_count()) {
        *variant = (BlockVariant){stn_law_at(index)->name, ""};
        return true;
    }
    if (index - stn_law_count() >= COUNT(more))
        return false;
    *variant = more[index - stn_law_count()];
    return true;
}

/* A mass under a force u, which the caller gives. */
static inline void block_pushed(Block *b, const char *law, double m, double Fs, double Fc)
{
    block_begin(b, law);
    block_choose(b, "drive", "force");
    block_set(b, "m", m);
    block_friction(b, "Fs", Fs);
    block_friction(b, "Fc", Fc);
}

#endif
