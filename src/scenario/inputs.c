/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* `inputs`: signals.  A bare number is a constant, a list a sum; else a map with one key that names
 * the kind.  The kinds are a table: name, keys, maker. */
#include "scenario/quote.h"
#include "scenario/reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PARTS_MAX = 100, TERMS_MAX = 10000 };

#define TWO_PI 6.28318530717958647693

/* NULL with the error filled.  Slots come in the order of the kind's fields. */
typedef StnSignal *Maker(StnReader *reader, StnNode *map, const StnSlot *slot, const char *unit);

static Maker make_constant, make_step, make_ramp, make_sine, make_trapezoid, make_pulses,
    make_chirp, make_multisine;

/* clang-format off */
#define VALUE(name, def, required) {name, STN_FIELD_NUMBER, "$u", STN_RANGE_ANY, def, required}
#define TIME(name, def) {name, STN_FIELD_NUMBER, "s", STN_RANGE_ANY, def, false}
#define FREQUENCY(name, required) \
    {name, STN_FIELD_NUMBER, "Hz", STN_RANGE_NOT_NEGATIVE, NAN, required}
#define PHASE(name, def) {name, STN_FIELD_NUMBER, "rad", STN_RANGE_ANY, def, false}

static const StnField constant_fields[] = {VALUE("value", NAN, true)};
static const StnField step_fields[] = {
    TIME("at", 0.0), VALUE("from", 0.0, false), VALUE("to", NAN, true),
};
static const StnField ramp_fields[] = {
    {"slope", STN_FIELD_NUMBER, "$u/s", STN_RANGE_ANY, NAN, true},
    VALUE("from", 0.0, false),
    TIME("start", 0.0),
    {"end", STN_FIELD_NUMBER, "s", {-DBL_MAX, INFINITY, false}, INFINITY, false},
};
static const StnField sine_fields[] = {
    VALUE("amplitude", NAN, true), FREQUENCY("frequency", true), PHASE("phase", 0.0),
    VALUE("bias", 0.0, false), TIME("start", 0.0),
};
static const StnField trapezoid_fields[] = {
    {"levels", STN_FIELD_NUMBERS, "$u", STN_RANGE_ANY, NAN, true},
    {"times", STN_FIELD_NUMBERS, "s", STN_RANGE_ANY, NAN, true},
};
static const StnField pulses_fields[] = {
    VALUE("low", 0.0, false), VALUE("high", NAN, true),
    {"period", STN_FIELD_NUMBER, "s", STN_RANGE_POSITIVE, NAN, true},
    {"duty", STN_FIELD_NUMBER, "1", {0.0, 1.0, false}, 0.5, false},
    TIME("start", 0.0),
};
static const StnField chirp_fields[] = {
    VALUE("amplitude", NAN, true), FREQUENCY("f0", true), FREQUENCY("f1", true),
    {"duration", STN_FIELD_NUMBER, "s", STN_RANGE_POSITIVE, NAN, false},
};
static const StnField multisine_fields[] = {
    {"components", STN_FIELD_NODE, NULL, STN_RANGE_NONE, NAN, true},
    VALUE("amplitude", NAN, false), FREQUENCY("f0", false), FREQUENCY("f1", false),
    {"seed", STN_FIELD_COUNT, NULL, {0.0, 0x1p64, false}, NAN, false},
};
static const StnField term_fields[] = {
    VALUE("amplitude", NAN, true), FREQUENCY("frequency", true), PHASE("phase", NAN),
};
static const StnField table_fields[] = {
    {"file", STN_FIELD_TEXT, NULL, STN_RANGE_NONE, NAN, true},
    {"time", STN_FIELD_TEXT, NULL, STN_RANGE_NONE, NAN, false},
    {"column", STN_FIELD_TEXT, NULL, STN_RANGE_NONE, NAN, true},
    {"hold", STN_FIELD_NODE, NULL, STN_RANGE_NONE, NAN, false},
    {"linear", STN_FIELD_NODE, NULL, STN_RANGE_NONE, NAN, false},
};

#define COUNT(array) ((int)(sizeof (array) / sizeof (array)[0]))
static const struct Kind {
    const char *name;
    const StnField *fields;
    int nfield;
    Maker *make;
} kinds[] = {
    {"constant",  constant_fields,  COUNT(constant_fields),  make_constant},
    {"step",      step_fields,      COUNT(step_fields),      make_step},
    {"ramp",      ramp_fields,      COUNT(ramp_fields),      make_ramp},
    {"sine",      sine_fields,      COUNT(sine_fields),      make_sine},
    {"trapezoid", trapezoid_fields, COUNT(trapezoid_fields), make_trapezoid},
    {"pulses",    pulses_fields,    COUNT(pulses_fields),    make_pulses},
    {"chirp",     chirp_fields,     COUNT(chirp_fields),     make_chirp},
    {"multisine", multisine_fields, COUNT(multisine_fields), make_multisine},
    {"table",     table_fields,     COUNT(table_fields),     stn_read_table},
};
/* clang-format on */

/* ---- Makers ---------------------------------------------------------------------------------- */

static StnSignal *or_no_memory(StnReader *reader, StnSignal *signal)
{
    if (signal == NULL)
        stn_no_memory(reader->error);
    return signal;
}

static StnSignal *make_constant(StnReader *reader, StnNode *map, const StnSlot *slot,
                                const char *unit)
{
    (void)map, (void)unit;
    return or_no_memory(reader, stn_signal_constant(slot[0].number));
}

static StnSignal *make_step(StnReader *reader, StnNode *map, const StnSlot *slot, const char *unit)
{
    (void)map, (void)unit;
    return or_no_memory(reader, stn_signal_step(slot[0].number, slot[1].number, slot[2].number));
}

static StnSignal *make_ramp(StnReader *reader, StnNode *map, const StnSlot *slot, const char *unit)
{
    (void)unit;
    if (slot[3].number < slot[2].number) {
        stn_node_error(reader->error, slot[3].node != NULL ? slot[3].node : map,
                       "ramp: the end lies before the start");
        return NULL;
    }
    return or_no_memory(
        reader, stn_signal_ramp(slot[0].number, slot[1].number, slot[2].number, slot[3].number));
}

static StnSignal *make_sine(StnReader *reader, StnNode *map, const StnSlot *slot, const char *unit)
{
    (void)map, (void)unit;
    return or_no_memory(reader, stn_signal_sine(slot[0].number, slot[1].number, slot[2].number,
                                                slot[3].number, slot[4].number));
}

static StnSignal *make_trapezoid(StnReader *reader, StnNode *map, const StnSlot *slot,
                                 const char *unit)
{
    (void)unit;
    const StnSlot *levels = &slot[0], *times = &slot[1];
    if (levels->length != times->length) {
        stn_node_error(reader->error, map, "trapezoid has %d levels but %d times", levels->length,
                       times->length);
        return NULL;
    }
    for (int i = 1; i < times->length; i++) {
        const double *t = &times->numbers[i];
        if (!(t[0] >= t[-1]) || (i > 1 && t[0] == t[-2])) {
            const StnNode *node = times->node->entry[i].value;
            stn_node_error(reader->error, node,
                           "times must increase (two equal times make a jump); \"%s\" does not",
                           stn_quote_all(node->text).text);
            return NULL;
        }
    }
    return or_no_memory(
        reader, stn_signal_trapezoid(times->numbers, levels->numbers, (size_t)times->length));
}

static StnSignal *make_pulses(StnReader *reader, StnNode *map, const StnSlot *slot,
                              const char *unit)
{
    (void)map, (void)unit;
    return or_no_memory(reader, stn_signal_pulses(slot[0].number, slot[1].number, slot[2].number,
                                                  slot[3].number, slot[4].number));
}

static StnSignal *make_chirp(StnReader *reader, StnNode *map, const StnSlot *slot, const char *unit)
{
    (void)unit;
    double duration = slot[3].number;
    if (slot[3].node == NULL) {
        duration = reader->def.duration;
        if (!stn_add_entry(reader, map, "duration", stn_quantity_text(reader, duration, "s"),
                           "default"))
            return NULL;
    }
    return or_no_memory(reader,
                        stn_signal_chirp(slot[0].number, slot[1].number, slot[2].number, duration));
}

/* ---- Multisine ------------------------------------------------------------------------------- */

/* The next phase of a stream of random numbers (splitmix64), in [0, 2*pi). */
static double random_phase(uint64_t *stream)
{
    uint64_t z = (*stream += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return TWO_PI * ((double)(z >> 11) * 0x1p-53);
}

/* components: [{amplitude, frequency, phase}, ...]; a phase that is not given is 0, or random where
 * a seed is. */
static bool read_terms(StnReader *reader, const StnNode *list, const StnSlot *seed,
                       const char *unit, StnSineTerm *terms)
{
    uint64_t stream = seed->count;
    for (int i = 0; i < list->count; i++) {
        StnSlot slot[COUNT(term_fields)];
        if (!stn_read_fields(reader, list->entry[i].value, "a component", term_fields,
                             COUNT(term_fields), unit, slot))
            return false;
        const double random = random_phase(&stream);
        const double other = seed->node != NULL ? random : 0.0;
        terms[i] = (StnSineTerm){slot[0].number, slot[1].number,
                                 slot[2].node != NULL ? slot[2].number : other};
    }
    return true;
}

/* components: N: frequencies from f0 to f1, equal amplitudes, random phases. */
static bool fill_terms(StnReader *reader, StnNode *map, const StnSlot *slot, uint64_t count,
                       StnSineTerm *terms)
{
    for (int i = 1; i <= 3; i++)
        if (slot[i].node == NULL)
            return stn_node_error(reader->error, map,
                                  "multisine with a number of components needs \"%s\"",
                                  multisine_fields[i].name);
    uint64_t stream = slot[4].node != NULL ? slot[4].count : reader->def.seed;
    const double step = count > 1 ? (slot[3].number - slot[2].number) / (double)(count - 1) : 0.0;
    for (uint64_t i = 0; i < count; i++)
        terms[i] =
            (StnSineTerm){slot[1].number, slot[2].number + (double)i * step, random_phase(&stream)};
    return true;
}

static StnSignal *make_multisine(StnReader *reader, StnNode *map, const StnSlot *slot,
                                 const char *unit)
{
    const StnNode *components = slot[0].node;
    const bool list = components->kind == STN_NODE_LIST;
    uint64_t count = (uint64_t)components->count;
    if (!list && !stn_read_count(reader, components, "components", 1, TERMS_MAX, &count))
        return NULL;
    if (list && (count == 0 || count > TERMS_MAX)) {
        stn_node_error(reader->error, components, "components has %d entries; allowed: 1 to %d",
                       components->count, TERMS_MAX);
        return NULL;
    }
    for (int i = 1; list && i <= 3; i++)
        if (slot[i].node != NULL) {
            stn_node_error(reader->error, slot[i].node,
                           "\"%s\" goes with a number of components, not with a list",
                           multisine_fields[i].name);
            return NULL;
        }
    StnSineTerm *terms = stn_arena_take(reader->arena, count * sizeof *terms);
    if (terms == NULL)
        return or_no_memory(reader, NULL);
    const bool good = list ? read_terms(reader, components, &slot[4], unit, terms)
                           : fill_terms(reader, map, slot, count, terms);
    return good ? or_no_memory(reader, stn_signal_multisine(terms, count)) : NULL;
}

/* ---- Any signal ------------------------------------------------------------------------------ */

static StnSignal *read_kind(StnReader *reader, const StnEntry *entry, const char *unit)
{
    const char *names[COUNT(kinds)];
    StnSlot slot[STN_SLOTS_MAX];
    for (int i = 0; i < COUNT(kinds); i++) {
        const struct Kind *kind = &kinds[i];
        names[i] = kind->name;
        if (strcmp(kind->name, entry->key->text) != 0)
            continue;
        if (kind->make == make_constant && entry->value->kind == STN_NODE_SCALAR)
            return stn_read_signal(reader, entry->value, kind->name, unit);
        if (!stn_read_fields(reader, entry->value, kind->name, kind->fields, kind->nfield, unit,
                             slot))
            return NULL;
        return kind->make(reader, entry->value, slot, unit);
    }
    stn_node_unknown(reader->error, entry->key, "signal", names, COUNT(kinds));
    return NULL;
}

static StnSignal *read_sum(StnReader *reader, const StnNode *list, const char *name,
                           const char *unit)
{
    StnSignal *parts[PARTS_MAX];
    if (list->count == 0 || list->count > PARTS_MAX) {
        stn_node_error(reader->error, list, "%s is a sum of %d signals; allowed: 1 to %d", name,
                       list->count, PARTS_MAX);
        return NULL;
    }
    for (int i = 0; i < list->count; i++) {
        StnNode *part = list->entry[i].value;
        if (part->kind == STN_NODE_LIST)
            stn_node_error(reader->error, part, "a sum of signals stands inside another sum");
        parts[i] = part->kind == STN_NODE_LIST ? NULL : stn_read_signal(reader, part, name, unit);
        if (parts[i] != NULL)
            continue;
        while (i > 0)
            stn_signal_free(parts[--i]);
        return NULL;
    }
    return or_no_memory(reader, stn_signal_sum(parts, (size_t)list->count));
}

StnSignal *stn_read_signal(StnReader *reader, StnNode *node, const char *name, const char *unit)
{
    double value = 0.0;
    if (node->kind == STN_NODE_LIST)
        return read_sum(reader, node, name, unit);
    if (node->kind == STN_NODE_SCALAR)
        return stn_read_number(reader, node, name, unit, (StnRange)STN_RANGE_ANY, &value)
                   ? or_no_memory(reader, stn_signal_constant(value))
                   : NULL;
    if (node->count == 1)
        return read_kind(reader, &node->entry[0], unit);
    stn_node_error(reader->error, node,
                   "a signal has one key (constant, step, ramp, ...), here are %d; a sum is a list",
                   node->count);
    return NULL;
}

static bool read_input(StnReader *reader, const StnEntry *entry)
{
    const StnPlant *plant = reader->plant;
    const char *names[STN_INPUTS_MAX];
    char what[100];
    for (int i = 0; i < plant->ninput; i++) {
        names[i] = plant->inputs[i].name;
        if (strcmp(names[i], entry->key->text) != 0)
            continue;
        reader->def.input[i] =
            stn_read_signal(reader, entry->value, names[i], plant->inputs[i].unit);
        return reader->def.input[i] != NULL;
    }
    snprintf(what, sizeof what, "input of plant %s:", plant->name);
    return stn_unknown_in_section(reader, entry->key, "inputs", what, names, (size_t)plant->ninput);
}

bool stn_read_inputs(StnReader *reader)
{
    bool good = true;
    const StnNode *section = stn_read_section(reader, "inputs", &good);
    for (int i = 0; good && section != NULL && i < section->count; i++)
        good = read_input(reader, &section->entry[i]);
    return good;
}
