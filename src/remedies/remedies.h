/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The inside of remedies. */
#ifndef STN_REMEDIES_REMEDIES_H
#define STN_REMEDIES_REMEDIES_H

#include "stiction/remedies.h"

struct StnRemedies {
    char *name;                    /* of the scenario, as given */
    char *texts[STN_REMEDIES_MAX]; /* of sensors and laws, which rows point to */
    int ntext;
    StnRemedy *row;
    int count, site;
    int threads;
    bool keep;
};

/* The remedies by name: compensations, then the rules of the plant's integrator, whose words are written into `word`. */
enum { STN_REMEDY_NAMES = 32 };
typedef struct StnRemedyNames {
    const char *name[STN_REMEDY_NAMES];
    char word[STN_REMEDY_NAMES][32];
    int count, rules; /* the last `rules` of them are rules */
} StnRemedyNames;
void stn_remedy_names(const StnSystem *system, StnRemedyNames *out);

/* The document again, or the scenario of that name, with a law that is not NULL. */
StnScenario *stn_remedy_load(const char *name, const StnScenario *document,
                             StnScenarioOptions options, const char *law, StnError *error);
/* Puts the named remedy with its derived numbers into the document; *row gets the numbers.  STN_BAD_INPUT, with the
 * reason, where it cannot be used there. */
StnStatus stn_remedy_apply(StnScenario *scenario, const char *name, StnRemedy *row,
                           StnError *error);
/* Lays a sensor of the position of the site onto the document. */
StnStatus stn_remedy_sensor(StnScenario *scenario, int site, const char *text, StnError *error);
/* The number of Ki that the controller has; 0: none. */
double stn_remedy_integrator(const StnSystem *system);
/* Rows often enough to see what a sampled loop does, and few enough to keep many runs. */
double stn_remedy_time_between_rows(const StnSystem *system, const StnRunDef *def);
/* Runs and measures a row. */
StnStatus stn_remedy_run(StnRemedy *row, int site, bool keep,
                         bool (*progress)(void *user, double fraction), void *user);

#endif
