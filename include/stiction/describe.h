/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What there is, as JSON text in memory: for programs that show or complete names, and for other
 * languages.  Numbers are in SI, null where there is none, "inf" and "-inf" for infinities.  Texts
 * are freed by stn_text_free(). */
#ifndef STICTION_DESCRIBE_H
#define STICTION_DESCRIBE_H

#include "stiction/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lists by kind, as {"laws": [{"name": ..., ...}, ...], ...}.  what: one kind or several with
 * blanks between them, of laws, plants, scenarios, papers, methods (of identification), measures
 * (of facts of papers), formats (of files that runs are written to), fields (settings by table:
 * solver, record, plot, sensor, data, methods) and signals (kinds of inputs, with their settings);
 * NULL: all.  `catalog` may be NULL.  NULL on failure. */
STN_API char *stn_list_json(const StnCatalog *catalog, const char *what, StnError *error);

/* "set-valued", "static", "dynamic" or "fixed step": what a law is to the engines. */
STN_API const char *stn_law_kind(const StnLaw *law);

/* All about a law, a plant or a scenario (built in or a file), found in that order: parameters,
 * states, inputs, outputs, friction sites; of a scenario its text with every default.  NULL on
 * failure. */
STN_API char *stn_describe_json(const StnCatalog *catalog, const char *name, StnError *error);
/* The same of a scenario that is loaded; `name` is what the text calls it. */
STN_API char *stn_describe_scenario_json(const StnScenario *scenario, const char *name,
                                         StnError *error);

#ifdef __cplusplus
}
#endif
#endif
