/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Measured data: which columns are what. */
#ifndef STICTION_MATLAB_IDENTIFY_H
#define STICTION_MATLAB_IDENTIFY_H

#include "call.h"

enum { TERMS_MAX = 40, PICKS_MAX = 16 };

/* What the options say of the columns; texts belong to the interpreter. */
typedef struct DataOptions {
    StnDataDef def;
    StnTerm term[TERMS_MAX];
    StnPick pick[PICKS_MAX];
    unsigned roles; /* of which columns are given */
    /* Columns with units of their own, for a model: filled before data_options. */
    struct {
        const char *column, *unit;
    } extra[STN_DATA_EXTRA_MAX];
    int nextra;
} DataOptions;

/* Reads the options about data: roles, unit, gain, counts, wrap, delay, kt, where, runs, and the table of settings. */
StnStatus data_options(Call *call, DataOptions *options);
/* A file, a struct of columns, or what run() gave, into the next place of call->data. */
StnStatus read_data(Call *call, const DataOptions *options, const mxArray *source,
                    size_t least_rows);
/* identify fit and identify select: a model is simulated. */
StnStatus identify_model(Call *call, const mxArray *data, mxArray **out);

#endif
