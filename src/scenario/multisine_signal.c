/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A sum of sines, from a list of them or from a number of components. */
#include "scenario/reader.h"
#include "kernel/pi.h"
#include "kernel/splitmix.h"

#include <math.h>

enum { TERMS_MAX = 10000 };

/* The fields stand in this order. */
enum { COMPONENTS, AMPLITUDE, F0, F1, SEED };

typedef struct Multisine {
    double amplitude, f0, f1;
    uint64_t seed;
} Multisine;

/* clang-format off */
#define S Multisine
static const StnField entries[] = {
    STN_OTHER  ("components", STN_NEEDED, "number of sines, or a list of {amplitude, frequency, phase}"),
    STN_NUMBER (S, amplitude, "$u", NAN, -DBL_MAX, DBL_MAX, "amplitude of each"),
    STN_NUMBER (S, f0, "Hz", NAN, 0.0, DBL_MAX, "lowest frequency"),
    STN_NUMBER (S, f1, "Hz", NAN, 0.0, DBL_MAX, "highest frequency"),
    STN_INTEGER(S, seed, NAN, 0, 0x1p64, "of the random phases (the seed of the scenario)"),
};
#undef S
#define S StnSineTerm
static const StnField term_entries[] = {
    STN_NUMBER(S, amplitude, "$u", STN_NEEDED, -DBL_MAX, DBL_MAX, "amplitude"),
    STN_NUMBER(S, frequency, "Hz", STN_NEEDED, 0.0, DBL_MAX, "frequency"),
    STN_NUMBER(S, phase, "rad", NAN, -DBL_MAX, DBL_MAX, "phase (0; random where there is a seed)"),
};
#undef S
/* clang-format on */

const StnFields stn_multisine_fields = STN_TABLE("multisine", Multisine, entries);
static const StnFields term_fields = STN_TABLE("a component", StnSineTerm, term_entries);

/* The next phase of a stream of random numbers, in [0, 2*pi). */
static double random_phase(uint64_t *stream)
{
    return STN_TWO_PI * stn_unit_interval(stn_splitmix_next(stream));
}

/* A phase that is not given is 0, or random where a seed is. */
static bool read_terms(StnReader *reader, const StnNode *list, const Multisine *s, bool seeded,
                       const char *unit, StnSineTerm *terms)
{
    uint64_t stream = s->seed;
    for (int i = 0; i < list->count; i++) {
        const StnNode *given[STN_FIELDS_MAX];
        StnNode *map = list->entry[i].value;
        stn_fields_default(&term_fields, &terms[i]);
        if (!stn_read_fields(reader, map, term_fields.name, &term_fields, unit, &terms[i], given) ||
            !stn_complete_fields(reader, map, term_fields.name, &term_fields, unit, &terms[i],
                                 given))
            return false;
        const double random = random_phase(&stream);
        if (isnan(terms[i].phase))
            terms[i].phase = seeded ? random : 0.0;
    }
    return true;
}

/* Frequencies from f0 to f1, equal amplitudes, random phases. */
static bool fill_terms(StnReader *reader, const StnNode *map, const Multisine *s,
                       const StnNode *const given[STN_FIELDS_MAX], uint64_t count,
                       StnSineTerm *terms)
{
    for (int i = AMPLITUDE; i <= F1; i++)
        if (given[i] == NULL)
            return stn_node_error(reader->error, map,
                                  "multisine with a number of components needs \"%s\"",
                                  entries[i].name);
    uint64_t stream = given[SEED] != NULL ? s->seed : reader->def.seed;
    const double step = count > 1 ? (s->f1 - s->f0) / (double)(count - 1) : 0.0;
    for (uint64_t i = 0; i < count; i++)
        terms[i] = (StnSineTerm){s->amplitude, s->f0 + (double)i * step, random_phase(&stream)};
    return true;
}

static bool count_terms(StnReader *reader, const StnNode *components,
                        const StnNode *const given[STN_FIELDS_MAX], uint64_t *count)
{
    if (components->kind != STN_NODE_LIST)
        return stn_read_count(reader, components, "components", 1, TERMS_MAX, count);
    *count = (uint64_t)components->count;
    if (*count == 0 || *count > TERMS_MAX)
        return stn_node_error(reader->error, components,
                              "components has %d entries; allowed: 1 to %d", components->count,
                              TERMS_MAX);
    for (int i = AMPLITUDE; i <= F1; i++)
        if (given[i] != NULL)
            return stn_node_error(reader->error, given[i],
                                  "\"%s\" goes with a number of components, not with a list",
                                  entries[i].name);
    return true;
}

StnSignal *stn_read_multisine(StnReader *reader, StnNode *map, const void *settings,
                              const StnNode *const given[STN_FIELDS_MAX], const char *unit)
{
    const Multisine *s = settings;
    const StnNode *components = given[COMPONENTS];
    uint64_t count = 0;
    if (!count_terms(reader, components, given, &count))
        return NULL;
    StnSineTerm *terms = stn_arena_take(reader->arena, count * sizeof *terms);
    bool good = terms != NULL || stn_no_memory(reader->error);
    if (good)
        good = components->kind == STN_NODE_LIST
                   ? read_terms(reader, components, s, given[SEED] != NULL, unit, terms)
                   : fill_terms(reader, map, s, given, count, terms);
    StnSignal *signal = good ? stn_signal_multisine(terms, count) : NULL;
    if (good && signal == NULL)
        stn_no_memory(reader->error);
    return signal;
}
