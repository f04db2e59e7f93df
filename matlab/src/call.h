/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One MEX file for Octave and MATLAB over the public headers, by the documented C API of MEX files alone.
 *
 * The functions of mex.h leave by a jump where memory is out, and so does an error.  So whatever the library makes for a
 * call hangs on the Call: it is freed before an error is raised, and what a jump left is freed by the next call.  Texts
 * and arrays of mex.h are freed by the interpreter. */
#ifndef STICTION_MATLAB_CALL_H
#define STICTION_MATLAB_CALL_H

#include "stiction/stiction.h"

#include <mex.h>

/* What the library calls a struct that is a scenario, in messages. */
#define STRUCT_SOURCE "the struct"

enum { OPTIONS_MAX = 96, KNOWN_MAX = 160, RECORDS_MAX = 32 };

/* An option as it was given: 'law', 'lugre'. */
typedef struct Given {
    const char *name;
    const mxArray *value;
    bool used;
} Given;

/* A call of the MEX file, with all that the library holds for it. */
typedef struct Call {
    const char *verb;
    StnError error;
    Given given[OPTIONS_MAX];
    int ngiven;
    const char *known[KNOWN_MAX]; /* names of options that were asked for */
    int nknown;
    StnWatch watch;
    StnScenario *scenario, *other;
    StnRecord record;
    StnResult result;
    StnComparison *comparison;
    StnRemedies *remedies;
    StnStudy *study;
    const StnIdentifyMethod *method;
    void *options, *found; /* of the method */
    StnData data[RECORDS_MAX];
    int ndata;
    StnSignal *signal[STN_FIT_RUNS_MAX * STN_DATA_EXTRA_MAX]; /* inputs of a model, as measured */
    int nsignal;
    StnMeasured *measured;
    StnFitResult *fit;
    StnSelection selection;
    char *text; /* that the library made */
} Call;

/* ---- stiction_mex.c ---- */

StnStatus bad_input(Call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The laws and plants that there are, those of plug-ins too. */
StnCatalog *catalog(void);
/* Work that Ctrl-C ends, where the interpreter leaves that to a signal (Octave); hand over &call->watch. */
void work_begin(Call *call);
void work_end(void);

/* ---- values.c: from the interpreter ---- */

/* Whether it is a text: a row of characters. */
bool is_text(const mxArray *value);
/* A text's characters. */
const char *text_of(const mxArray *value);
/* A text as it is; NULL with the error filled where it is none.  `what`: for the sentence. */
const char *plain_text(Call *call, const mxArray *value, const char *what);
/* The argument of a verb that takes nothing but a text; `what`: "a name".  NULL with the error filled. */
const char *only_text(Call *call, int nin, const mxArray **in, const char *what);
/* A value as --set takes it: a text as it is, numbers with all their bits, lists and maps in YAML, [] takes away. */
const char *value_text(Call *call, const mxArray *value, const char *what);
/* A text, or a cell array of texts. */
StnStatus text_list(Call *call, const mxArray *value, const char *what, const char ***list,
                    int *count);
/* A real double array. */
bool is_numbers(const mxArray *value);

/* Takes the arguments from `first` on as name and value; the functions below ask for them. */
StnStatus options_take(Call *call, int count, const mxArray **argument);
const mxArray *option(Call *call, const char *name);
/* The same as a text; *text stays as it was where the option is not given. */
StnStatus option_text(Call *call, const char *name, const char **text);
StnStatus option_texts(Call *call, const char *name, const char ***list, int *count);
/* {'column', value, ...} or a struct by column: for each name f(user, name, value as text). */
typedef StnStatus PairFunction(Call *call, void *user, const char *name, const char *value);
StnStatus option_pairs(Call *call, const char *name, PairFunction *f, void *user);
StnStatus each_pair(Call *call, const char *name, const mxArray *value, PairFunction *f,
                    void *user);
/* Settings of a table; given: STN_FIELDS_MAX places, or NULL. */
StnStatus option_fields(Call *call, const StnFields *fields, void *settings, bool *given);
/* What nobody asked for is refused. */
StnStatus options_end(Call *call);

/* ---- structs.c: to the interpreter ---- */

mxArray *new_struct(void);
/* The name as a field, made valid where it is not; returns the struct. */
mxArray *put(mxArray *to, const char *name, mxArray *value);
mxArray *new_column(const double *value, size_t count);
mxArray *new_texts(size_t count);
void put_text(mxArray *cell, size_t index, const char *text);
/* Columns, units and texts of a record. */
void put_record(mxArray *to, const StnRecord *record);
mxArray *new_events(const StnEvent *event, size_t count);
/* A result as nested structs; the page for people as `text`.  without: names that are left out, up to NULL; or NULL. */
StnStatus new_result(Call *call, const StnResult *result, const char *const *without,
                     mxArray **out);
/* A part of it by name, and the page alone (NULL: memory is out). */
mxArray *new_part(const StnResult *result, const char *name);
mxArray *new_page(Call *call, const StnResult *result);

/* ---- verbs ---- */

/* nout: how many values are wanted; fills out[0 .. nout - 1]. */
typedef StnStatus Verb(Call *call, int nout, mxArray **out, int nin, const mxArray **in);
Verb verb_list, verb_describe, verb_plugin, verb_run, verb_law, verb_compare, verb_sweep,
    verb_compensate, verb_export, verb_identify, verb_options, verb_start, verb_simulation;

/* The scenario of an argument (name, file, YAML, struct) with the options law, set, duration, every, columns. */
StnStatus load_scenario(Call *call, const mxArray *what, const char **name);
/* Takes the arguments of a verb: its scenario, where `needs` is not NULL one more, then options. */
StnStatus begin(Call *call, int nin, const mxArray **in, const char *needs, const char **name);
/* A law of the catalogue; NULL with the error filled where there is none of that name. */
const StnLaw *find_law(Call *call, const char *name);
void free_simulations(void);

#endif
