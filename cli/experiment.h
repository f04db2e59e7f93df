/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A scenario, loaded and run. */
#ifndef CLI_EXPERIMENT_H
#define CLI_EXPERIMENT_H

#include "arguments.h"
#include "stiction/stiction.h"

typedef struct Experiment {
    const char *name; /* of the scenario, as given */
    StnScenario *scenario;
    const StnSystem *system;
    StnRecord record;
    StnRecord detail; /* for figures, where it was asked for */
    StnStatus status;
    StnError error;
} Experiment;

/* What the command line says about a scenario. */
typedef struct ExperimentOptions {
    const StnCatalog *catalog;
    const Texts *set; /* PATH=VALUE */
    const Texts *law; /* LAW or SITE=LAW; may be NULL */
} ExperimentOptions;

/* --confine: from now on scenarios may read files of their own folder and below it only. */
void experiment_confine(void);
/* What every scenario is loaded with. */
StnScenarioOptions experiment_options(const StnCatalog *catalog);
/* The PATH=VALUE of --set into set[0..count), which experiment_free_split frees, also after a failure.
 * 0, or the exit code after a message. */
int experiment_split(const Texts *texts, StnOverride *set);
void experiment_free_split(const Texts *texts, StnOverride *set);
/* Why a scenario could not be loaded; returns the exit code. */
int experiment_failed(StnError *error);
/* `name`: a file, a built-in scenario, or "-" for standard input.  0, or the exit code after a
 * message. */
int experiment_load(Experiment *experiment, const char *name, const ExperimentOptions *opts);
/* The same from text in memory; `name` stands in messages. */
int experiment_parse(Experiment *experiment, const char *name, const char *text,
                     const ExperimentOptions *opts);
/* Fills record, status and error. */
void experiment_run(Experiment *experiment, const StnRunDef *def);
void experiment_free(Experiment *experiment);

/* Warnings, and what was derived, on standard error; `label` may be NULL. */
void experiment_put_notes(const Experiment *experiment, const char *label, bool derived);
/* The law, or the laws of several sites as "lugre+coulomb"; returns out. */
const char *experiment_laws(const Experiment *experiment, char *out, size_t size);
StnProvenance experiment_provenance(const Experiment *experiment, const char *laws,
                                    const char *solver);

#endif
