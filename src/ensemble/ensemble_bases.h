/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What an ensemble consists of: a system for each combination of laws. */
#ifndef STN_ENSEMBLE_ENSEMBLE_BASES_H
#define STN_ENSEMBLE_ENSEMBLE_BASES_H

#include "lanes/lanes.h"
#include "stiction/ensemble.h"

/* The scenario with one combination of laws. */
typedef struct StnEnsembleBase {
    StnScenario *own;            /* NULL: the scenario as it was given */
    const StnScenario *scenario; /* NULL: it cannot be made, and `error` says why */
    const StnSystem *system;
    StnError error;
    StnAddress
        address[STN_VARIES_MAX]; /* item -1: a law, or a number that these laws do not have */
    bool rows;                   /* metrics need rows between the first and the last one */
    StnLaneLoop *loop;           /* steps of many runs side by side; NULL: one run after another */
} StnEnsembleBase;

struct StnEnsemble {
    StnEnsembleDef def;
    StnEnsembleBase *base;
    int nbase;
    bool energy;     /* metrics need the account of energy */
    int width;       /* lanes; 1: none */
    char alone[200]; /* why some runs are not made in lanes; "": all are */
};

/* The base of these values. */
const StnEnsembleBase *stn_ensemble_base(const StnEnsemble *ensemble, const double *value);

#endif
