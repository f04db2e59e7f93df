/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Scenario files: YAML with units -> a checked system, its run and its record. */
#ifndef STICTION_SCENARIO_H
#define STICTION_SCENARIO_H

#include "stiction/solve.h"

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

/* ---- Scenario ------------------------------------------------------------------------------ */

/* `base:` names a built-in scenario or a file relative to the one it stands in.  The heir is laid
 * over it: maps merge key by key, scalars and lists replace, a signal under `inputs` replaces as a
 * whole, an explicit null takes a key away, and the plant cannot change.  `--set` follows the same
 * rules. */
typedef struct StnScenario StnScenario;

/* `--set PATH=VALUE` and `--law LAW` or `SITE=LAW`, applied after the file was read. */
typedef struct StnOverride {
    const char *path, *value;
} StnOverride;

typedef struct StnScenarioOptions {
    const StnCatalog *catalog; /* may be NULL */
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
STN_API void stn_scenario_free(StnScenario *scenario);

STN_API const char *stn_scenario_title(const StnScenario *scenario);
STN_API const StnSystem *stn_scenario_system(const StnScenario *scenario);
/* What the system was made from.  It borrows the scenario's signals: copies of it, with other
 * values, make systems that the scenario must outlive. */
STN_API StnSystemDef stn_scenario_def(const StnScenario *scenario);
STN_API double stn_scenario_duration(const StnScenario *scenario);
/* duration, every and columns as the file says (every defaults to duration/1000). */
STN_API StnRunDef stn_scenario_run_def(const StnScenario *scenario);
STN_API uint64_t stn_scenario_seed(const StnScenario *scenario);
/* The resolved scenario as YAML, owned by the scenario: what was given as it was written, every
 * default as a value, every derived value as a comment.  It loads again as the same system. */
STN_API const char *stn_scenario_resolved(const StnScenario *scenario);
/* Every number, word and list of the resolved scenario, one line each: "parameters.m=1 kg", as
 * --set takes them.  To be freed with free(); NULL when memory is out. */
STN_API char *stn_scenario_paths(const StnScenario *scenario);
/* Warnings of the reader itself (the system has its own notes). */
STN_API int stn_scenario_warning_count(const StnScenario *scenario);
STN_API const char *stn_scenario_warning_at(const StnScenario *scenario, int index);
/* Every file that was read for the scenario: its own, those of `base:`, tables.  Paths as they were
 * opened.  Whoever writes a file compares with them first. */
STN_API int stn_scenario_file_count(const StnScenario *scenario);
STN_API const char *stn_scenario_file_at(const StnScenario *scenario, int index);

/* Built-in scenarios (embedded files of scenarios/). */
typedef struct StnBuiltin {
    const char *name, *title, *text;
} StnBuiltin;
STN_API int stn_builtin_count(void);
STN_API StnBuiltin stn_builtin_at(int index);

#ifdef __cplusplus
}
#endif
#endif
