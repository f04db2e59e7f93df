/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Scenario files: YAML with units -> a checked system, its run and its record. */
#ifndef STICTION_SCENARIO_H
#define STICTION_SCENARIO_H

#include "stiction/solve.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Units --------------------------------------------------------------------------------- */

/* Dimension as twice the exponents of m, kg, s, A, K: sqrt(Pa) has a place too.  Angles are
 * dimensionless but remembered, and so are cycles: N*m fits N*m/rad, 50 Hz does not fit rad/s. */
typedef struct StnDimension {
    int8_t m, kg, s, A, K;
    int8_t angle, cycle;
} StnDimension;

/* Whether a quantity of dimension `given` may stand where `wanted` is expected. */
STN_API bool stn_dimension_fits(StnDimension given, StnDimension wanted);

/* "3 kN", "3kN", "12 MPa/s", "35 deg", "5 %", "-1.5e3", "4 N/(m*s)", "inf": value in SI and
 * dimension.  A bare number has dimension zero and *bare true.  Decimal multiples are exact: 0.1 mm
 * is the double nearest to 1e-4.  On error the text names the offending part and, for a misspelt
 * unit, the nearest one; column counts from the start of `text`. */
STN_API StnStatus stn_unit_parse(const char *text, double *value, StnDimension *dimension,
                                 bool *bare, StnError *error);
/* A unit alone ("N*s/m"): factor to SI and dimension. */
STN_API StnStatus stn_unit_factor(const char *unit, double *factor, StnDimension *dimension,
                                  StnError *error);

/* A setting of a table from the text that a person wrote: "2.5 mm", a number in SI, "auto", a word,
 * "true", of a pair "A,B" or one for both.  A text is kept as it is and must outlive the settings.
 * STN_BAD_INPUT, with a sentence that says what is allowed, where it does not fit; lists are not
 * set this way. */
STN_API StnStatus stn_field_set_text(const StnField *field, void *settings, const char *text,
                                     StnError *error);

/* ---- Scenario ------------------------------------------------------------------------------ */

/* A document: what was given, as a tree whose values know their file, line and column, and the
 * system made from it.  `base:` names a built-in scenario or a file relative to the one it stands
 * in.  What inherits is laid over it: maps merge key by key, scalars and lists replace, a signal
 * under `inputs` replaces as a whole, an explicit null takes a key away, and the plant cannot
 * change.  `--set` follows the same rules.
 *
 * Several threads may ask a scenario that none of them changes, once its system is made (a loaded
 * one has it). */
typedef struct StnScenario StnScenario;

/* `--set PATH=VALUE` and `--law LAW` or `SITE=LAW`, applied after the file was read. */
typedef struct StnOverride {
    const char *path, *value;
} StnOverride;

/* Splits "PATH=VALUE", with or without blanks around the sign, into texts of its own, which
 * stn_override_free frees. */
STN_API StnStatus stn_override_split(const char *text, StnOverride *set, StnError *error);
STN_API void stn_override_free(StnOverride *set);

/* How a scenario is read.  Start from {0}: the file as it is. */
typedef struct StnScenarioOptions {
    const StnCatalog *catalog; /* may be NULL; its lists and models must outlive the scenario */
    const StnOverride *set;
    int nset;
    const char *const *law; /* "LAW" for every site, or "SITE=LAW" */
    int nlaw;
    /* Files that the scenario names (`base:`, tables) must lie in its own folder or below it, links
     * followed: for programs that run scenarios of strangers. */
    bool confine;
} StnScenarioOptions;

/* `name`: a file, or the name of a built-in scenario.  NULL on failure. `options` may be NULL. */
STN_API StnScenario *stn_scenario_load(const char *name, const StnScenarioOptions *options,
                                       StnError *error);
/* The same from text in memory; `name` stands in messages, and its folder is where files that the
 * text names are looked for. */
STN_API StnScenario *stn_scenario_parse(const char *text, size_t length, const char *name,
                                        const StnScenarioOptions *options, StnError *error);
/* The same from a stream, up to its end and at most 16 MiB; it stays open. */
STN_API StnScenario *stn_scenario_read(FILE *stream, const char *name,
                                       const StnScenarioOptions *options, StnError *error);
/* A new document that names a plant and nothing else; NULL when memory is out, which the functions
 * below take as a scenario and report. */
STN_API StnScenario *stn_scenario_new(const char *plant);
/* Another document that says the same; NULL when memory is out. */
STN_API StnScenario *stn_scenario_copy(const StnScenario *scenario);
/* Frees the document with its system; NULL is allowed. */
STN_API void stn_scenario_free(StnScenario *scenario);

/* ---- Changing a scenario --------------------------------------------------------------------- */

/* A path names keys from the outside in: "parameters.m", "friction.contact.Fs.forward",
 * "friction.gear.k.2" (elements count from 1), "inputs.y.ramp.slope"; its beginning may be left out
 * where the rest is unique in a scenario that is complete.  A change voids the system, with the
 * texts and records that belong to it, and it is made anew when it is asked for.  The first mistake
 * is kept: later changes do nothing, and stn_scenario_check, _run and _write report it. */

/* Lays a text in YAML, such as "2 N/m" or "{ramp: {slope: 0.1 m/s}}", onto what stands at a path;
 * "~" takes it away, "*2" and "150 %" are of the value that it has. */
STN_API StnStatus stn_scenario_set(StnScenario *scenario, const char *path, const char *text);
/* A number of its system in SI, by its address; it is written with its unit.  A choice is set by
 * the number of its word, and is written as the word. */
STN_API StnStatus stn_scenario_set_number(StnScenario *scenario, StnAddress address, double value);
/* Numbers by path, which need not be there yet: one, or all of a pair (forward, backward) or a
 * vector. */
STN_API StnStatus stn_scenario_set_numbers(StnScenario *scenario, const char *path,
                                           const double *value, int count);
/* A word or a text in UTF-8 as it is, whatever it says. */
STN_API StnStatus stn_scenario_set_text(StnScenario *scenario, const char *path, const char *text);
/* Takes away what was given at a path: the default holds again.  Nothing there is a mistake. */
STN_API StnStatus stn_scenario_remove(StnScenario *scenario, const char *path);
/* A comment line above all that is written. */
STN_API StnStatus stn_scenario_comment(StnScenario *scenario, const char *text);
/* Between which values identification found numbers of the scenario (95 %).  path: as
 * friction.gear.Fc, of both directions, or friction.gear.Fc.forward.  known: correlation[i][k] says
 * how the estimates hang together; otherwise nothing is known of that. */
enum { STN_INTERVALS_MAX = 24 };
typedef struct StnIntervals {
    int count;
    struct {
        char path[96];
        double low, high;
    } item[STN_INTERVALS_MAX];
    bool known;
    double correlation[STN_INTERVALS_MAX][STN_INTERVALS_MAX];
} StnIntervals;
/* Writes them into the document, in place of those that it had. */
STN_API StnStatus stn_scenario_set_intervals(StnScenario *scenario, const StnIntervals *intervals);
/* Those that the scenario carries, without numbers that its laws do not have. */
STN_API const StnIntervals *stn_scenario_intervals(const StnScenario *scenario);
/* Where laws and plants from outside are found from now on.  Its lists and models must outlive the
 * scenario. */
STN_API void stn_scenario_set_catalog(StnScenario *scenario, const StnCatalog *catalog);

/* ---- Writing a scenario ---------------------------------------------------------------------- */

/* A new document that says the same as `scenario` and is written as `base:` and the difference to
 * `base`, which is built in or a file and has the same plant.  Sensors that both have keep the
 * order of the base.  NULL on failure. */
STN_API StnScenario *stn_scenario_diff(const StnScenario *scenario, const StnScenario *base,
                                       StnError *error);
/* The document as YAML: what was given, in its order, without the comments of the file it came
 * from.  A scenario that has a base is written as the difference to it.  Files are named by
 * absolute paths.  Free it by stn_text_free(); NULL when memory is out. */
STN_API char *stn_scenario_text(const StnScenario *scenario);
/* The same into a file ("-": standard output), which names its base as seen from its own folder.
 * STN_BAD_INPUT where the name of a file in it, or a comment, is not UTF-8: YAML cannot say it. */
STN_API StnStatus stn_scenario_write(const StnScenario *scenario, const char *file,
                                     StnError *error);

/* ---- What a scenario means ------------------------------------------------------------------- */

/* Whether it makes a system; if not, *error says why. */
STN_API StnStatus stn_scenario_check(const StnScenario *scenario, StnError *error);
/* Runs it from its start as its own duration and record say.  *record is filled as by stn_run; its
 * texts live until the scenario is changed or freed. */
STN_API StnStatus stn_scenario_run(const StnScenario *scenario, StnRecord *record, StnError *error);

/* Of a scenario that makes no system the functions below return NULL, NaN or 0. */

/* The title, or that of the plant. */
STN_API const char *stn_scenario_title(const StnScenario *scenario);
/* The system, made anew after a change. */
STN_API const StnSystem *stn_scenario_system(const StnScenario *scenario);
/* What the system was made from.  It borrows the scenario's signals: copies of it, with other
 * values, make systems that the scenario must outlive. */
STN_API StnSystemDef stn_scenario_def(const StnScenario *scenario);
/* The duration of a run, in s. */
STN_API double stn_scenario_duration(const StnScenario *scenario);
/* duration, every and columns as the file says (every defaults to duration/1000). */
STN_API StnRunDef stn_scenario_run_def(const StnScenario *scenario);
/* The seed of noise and random phases. */
STN_API uint64_t stn_scenario_seed(const StnScenario *scenario);
/* The resolved scenario as YAML, owned by the scenario: what was given as it was written, every
 * default as a value, every derived value as a comment.  It loads again as the same system. */
STN_API const char *stn_scenario_resolved(const StnScenario *scenario);
/* Every number, word and list of the resolved scenario, one line each: "parameters.m=1 kg", as
 * --set takes them.  Free it by stn_text_free(); NULL when memory is out. */
STN_API char *stn_scenario_paths(const StnScenario *scenario);
/* Warnings of the reader itself (the system has its own notes). */
STN_API int stn_scenario_warning_count(const StnScenario *scenario);
STN_API const char *stn_scenario_warning_at(const StnScenario *scenario, int index);
/* Every file that was read for the scenario: its own, those of `base:`, tables.  Paths as they were
 * opened.  Whoever writes a file compares with them first. */
STN_API int stn_scenario_file_count(const StnScenario *scenario);
STN_API const char *stn_scenario_file_at(const StnScenario *scenario, int index);

/* The kinds of signals that an input takes beside a number (step, ramp, sine, table, ...): the
 * settings of each, in a table that has its name.  NULL beyond the last. */
STN_API int stn_signal_fields_count(void);
STN_API const StnFields *stn_signal_fields_at(int index);

/* Adds the laws and plants that a shared object exports (stn_plugin_laws, stn_plugin_plants,
 * core.h) to a catalogue that starts from {0} and gets its models by this function alone; a file
 * with a mistake leaves it as it was.  What was loaded stays until the process ends. */
STN_API StnStatus stn_plugin_load(StnCatalog *catalog, const char *path, StnError *error);
/* Frees the lists of such a catalogue and empties it. */
STN_API void stn_plugin_free(StnCatalog *catalog);

/* Built-in scenarios (embedded files of scenarios/). */
typedef struct StnBuiltin {
    const char *name, *title, *text;
} StnBuiltin;
/* How many there are, and each by its place. */
STN_API int stn_builtin_count(void);
STN_API StnBuiltin stn_builtin_at(int index);

#ifdef __cplusplus
}
#endif
#endif
