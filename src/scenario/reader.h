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

enum { STN_NAMES_MAX = 256, STN_UNIT_TEXT_MAX = 64 };

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

/* Allowed values, both included; an infinite bound admits infinity, +-DBL_MAX does not.  least
 * STN_ABOVE_0: more than 0. */
typedef struct StnRange {
    double least, most;
} StnRange;

#define STN_RANGE_ANY ((StnRange){-DBL_MAX, DBL_MAX})
#define STN_RANGE_POSITIVE ((StnRange){STN_ABOVE_0, DBL_MAX})

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
const char *stn_quantity_text(StnArena *arena, double value, const char *unit);
/* A number; a pair as {forward, backward} where both differ; a vector as a list.  NULL when memory is
 * out. */
StnNode *stn_numbers_node(StnArena *arena, StnKind kind, const double *value, int count,
                          const char *unit, const StnNode *at);
/* A new entry that the file left out; `note` becomes a comment. */
bool stn_add_entry(StnReader *reader, StnNode *map, const char *key, const char *text,
                   const char *note);
bool stn_warn(StnReader *reader, const char *text);

/* ---- Maps with known keys -------------------------------------------------------------------- */

/* Reads a map into the members of `settings` that the table describes; given[i] becomes the node of
 * field i, or NULL.  `unit` replaces $u.  What the map leaves out stays as it is. */
bool stn_read_fields(StnReader *reader, const StnNode *map, const char *name,
                     const StnFields *fields, const char *unit, void *settings,
                     const StnNode *given[STN_FIELDS_MAX]);
/* Afterwards: what is left out is an error where it is needed, and otherwise goes into the tree as a
 * default. */
bool stn_complete_fields(StnReader *reader, StnNode *map, const char *name, const StnFields *fields,
                         const char *unit, const void *settings,
                         const StnNode *const given[STN_FIELDS_MAX]);
/* The value of a field as stn_read_fields takes it; in the arena, NULL when memory is out. */
const char *stn_field_value_text(StnReader *reader, const StnField *field, const char *unit,
                                 const void *settings);
/* Word number `index` of "a|b|c"; in the arena, NULL when memory is out. */
const char *stn_word_at(StnArena *arena, const char *words, int index);

/* ---- Sections -------------------------------------------------------------------------------- */

bool stn_check_keys(StnReader *reader);
/* Whether the first `length` characters of a text are a key of the scenario itself. */
bool stn_is_root_key(const char *text, size_t length);
bool stn_read_title(StnReader *reader);
bool stn_read_plant(StnReader *reader);
bool stn_read_parameters(StnReader *reader);
bool stn_read_friction(StnReader *reader);
bool stn_read_compensation(StnReader *reader);
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
/* A parameter that a site with this law (or NULL) takes.  The law's own comes first: it may come from
 * outside and have its own bounds.  NULL when there is none. */
const StnParam *stn_find_parameter(const StnLaw *law, const char *name);
/* The law that a node names. */
bool stn_read_law(StnReader *reader, const StnNode *node, const StnLaw **law);
/* A parameter of a term of the compensation, of its kind or its law (or NULL); NULL when there is none. */
const StnParam *stn_find_term_parameter(const StnCompensation *kind, const StnLaw *law,
                                        const char *name);
/* A signal that only a document can describe: sines from a list or a number of them, columns of a
 * file.  The settings are those of its table; NULL with the error filled. */
typedef StnSignal *StnSignalReader(StnReader *reader, StnNode *map, const void *settings,
                                   const StnNode *const given[STN_FIELDS_MAX], const char *unit);
extern const StnFields stn_multisine_fields, stn_table_fields;
StnSignalReader stn_read_multisine, stn_read_table;

/* ---- The resolved scenario ------------------------------------------------------------------- */

/* Adds what the system decided to the tree, which goes to *tree, and writes it; NULL when memory is out. */
const char *stn_resolve(StnReader *reader, const StnSystem *system, const StnNode **tree);

/* ---- Messages -------------------------------------------------------------------------------- */

/* A key that a section does not take: says where else the plant has that name, or a near one, or lists
 * the names.  Returns false. */
bool stn_unknown_in_section(StnReader *reader, const StnNode *key, const char *section);
/* The section of a plant's parameter. */
const char *stn_section_of(const StnParam *param);

#endif
