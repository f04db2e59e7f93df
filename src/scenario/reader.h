/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Reading the tree of a scenario.  Functions that return bool say true when all is well; otherwise
 * the reader's error names the place and the reason.  What the file leaves out is added to the tree
 * as a default, so that the tree ends as the resolved scenario. */
#ifndef STICTION_SCENARIO_READER_H
#define STICTION_SCENARIO_READER_H

#include "scenario/load.h"
#include "scenario/tree.h"
#include "stiction/scenario.h"

#include <float.h>

enum { STN_NAMES_MAX = 256, STN_UNIT_TEXT_MAX = 64, STN_SLOTS_MAX = 10 };

typedef struct StnReader {
    StnArena *arena;
    StnFiles files;
    const StnCatalog *catalog;
    StnError *error; /* never NULL */
    StnNode *root;
    const StnPlant *plant;
    StnSystemDef def;
    StnRunDef run;
    const char *title;
    StnNode *warnings; /* list of texts */
} StnReader;

/* ---- Values ---------------------------------------------------------------------------------- */

/* Allowed values; `open`: min itself is not.  An infinite bound admits infinity, +-DBL_MAX does
 * not. */
typedef struct StnRange {
    double min, max;
    bool open;
} StnRange;

#define STN_RANGE_ANY            \
    {                            \
        -DBL_MAX, DBL_MAX, false \
    }
#define STN_RANGE_POSITIVE \
    {                      \
        0.0, DBL_MAX, true \
    }
#define STN_RANGE_NOT_NEGATIVE \
    {                          \
        0.0, DBL_MAX, false    \
    }
#define STN_RANGE_NONE  \
    {                   \
        0.0, 0.0, false \
    }

/* A number in `unit`, SI when it has none.  `name` stands in messages. */
bool stn_read_number(StnReader *reader, const StnNode *node, const char *name, const char *unit,
                     StnRange range, double *value);
/* A list of at most `most` numbers, in the arena. */
bool stn_read_numbers(StnReader *reader, const StnNode *node, const char *name, const char *unit,
                      StnRange range, int most, double **values, int *count);
/* One of the words in "a|b|c". */
bool stn_read_word(StnReader *reader, const StnNode *node, const char *name, const char *words,
                   int *index);
bool stn_read_flag(StnReader *reader, const StnNode *node, const char *name, bool *flag);
bool stn_read_count(StnReader *reader, const StnNode *node, const char *name, uint64_t min,
                    uint64_t max, uint64_t *count);
bool stn_read_text(StnReader *reader, const StnNode *node, const char *name, const char **text);
/* NULL where the section is missing; *good false when it is not a map. */
StnNode *stn_read_section(StnReader *reader, const char *name, bool *good);

/* "0.25 m/s", as stn_read_number takes it; in the arena, NULL when memory is out. */
const char *stn_quantity_text(StnReader *reader, double value, const char *unit);
/* A new entry that the file left out; `note` becomes a comment. */
bool stn_add_entry(StnReader *reader, StnNode *map, const char *key, const char *text,
                   const char *note);
bool stn_warn(StnReader *reader, const char *text);

/* ---- Maps with known keys -------------------------------------------------------------------- */

typedef enum StnFieldKind {
    STN_FIELD_NUMBER,
    STN_FIELD_NUMBERS,
    STN_FIELD_WORD, /* `unit` holds the words "a|b|c"; into slot.count */
    STN_FIELD_FLAG,
    STN_FIELD_COUNT, /* a whole number in [range.min, range.max] */
    STN_FIELD_TEXT,
    STN_FIELD_NODE, /* the maker reads it */
} StnFieldKind;

/* A key.  In `unit` a leading $u stands for the unit of the input or output.  def NaN: none (always
 * so for words and text). */
typedef struct StnField {
    const char *name;
    StnFieldKind kind;
    const char *unit;
    StnRange range;
    double def;
    bool required;
} StnField;

typedef struct StnSlot {
    const StnNode *node; /* NULL: not given */
    double number;
    uint64_t count;
    bool flag;
    const char *text;
    double *numbers;
    int length;
} StnSlot;

/* Reads a map into slot[0..nfield), in field order; what is missing gets its default, also in the
 * tree.  `unit` replaces $u. */
bool stn_read_fields(StnReader *reader, StnNode *map, const char *name, const StnField *fields,
                     int nfield, const char *unit, StnSlot *slot);

/* The words of StnMethod, StnIntegrator, StnEuler, in their order. */
#define STN_METHOD_WORDS "event|fixed|sundials"
#define STN_INTEGRATOR_WORDS "auto|exact|explicit|implicit"
#define STN_EULER_WORDS "semi_implicit|explicit"
/* Word number `index` of "a|b|c"; in the arena, NULL when memory is out. */
const char *stn_word_at(StnReader *reader, const char *words, int index);

/* ---- Sections -------------------------------------------------------------------------------- */

bool stn_check_keys(StnReader *reader);
/* Whether the first `length` characters of a text are a key of the scenario itself. */
bool stn_is_root_key(const char *text, size_t length);
bool stn_read_title(StnReader *reader);
bool stn_read_plant(StnReader *reader);
bool stn_read_parameters(StnReader *reader);
bool stn_read_friction(StnReader *reader);
bool stn_read_initial(StnReader *reader);
bool stn_read_inputs(StnReader *reader);
bool stn_read_sensors(StnReader *reader);
bool stn_read_solver(StnReader *reader);
bool stn_read_seed(StnReader *reader);
bool stn_read_duration(StnReader *reader);
/* Needs the system, for the names of its columns. */
bool stn_read_record(StnReader *reader, const StnSystem *system);

/* A given value that knows where `node` stands. */
StnGiven stn_given_at(const StnNode *node);
/* A parameter of a model, into *given. */
bool stn_read_parameter(StnReader *reader, const StnEntry *entry, const StnParam *param, int rotary,
                        StnGiven *given);
/* A signal of an input with that unit; NULL with the error filled. */
StnSignal *stn_read_signal(StnReader *reader, StnNode *node, const char *name, const char *unit);
/* A signal from the columns of a file. */
StnSignal *stn_read_table(StnReader *reader, StnNode *map, const StnSlot *slot, const char *unit);

/* ---- The resolved scenario ------------------------------------------------------------------- */

/* Adds what the system decided to the tree, which goes to *tree, and writes it; NULL when memory is out. */
const char *stn_resolve(StnReader *reader, const StnSystem *system, const StnNode **tree);

/* ---- Messages -------------------------------------------------------------------------------- */

/* A key of a section is not among names[]: says where else the plant has that name, or a near one, or
 * lists the names.  what: "input of plant eha:".  Returns false. */
bool stn_unknown_in_section(StnReader *reader, const StnNode *key, const char *section,
                            const char *what, const char *const *names, size_t count);
/* The section of a plant's parameter. */
const char *stn_section_of(const StnParam *param);

#endif
