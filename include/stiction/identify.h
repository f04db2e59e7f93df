/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* From measured or simulated data to friction parameters: the methods, here as data, and each with
 * a definition, a function and a result of its own in identify_tests.h and identify_motion.h.
 * Everything is in SI; linear and rotary systems share code (read torque for force, moment of
 * inertia for mass).  Results say in words what was left out and what was assumed. */
#ifndef STICTION_IDENTIFY_H
#define STICTION_IDENTIFY_H

#include "stiction/identify_motion.h"
#include "stiction/identify_tests.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Methods as data ------------------------------------------------------------------------- */

enum {
    STN_IDENTIFY_SIMULATE = 1, /* a run of a scenario can take the place of a record */
    STN_IDENTIFY_SEVERAL = 2,  /* takes several records together */
    STN_IDENTIFY_EVEN = 4,     /* needs evenly spaced samples */
    STN_IDENTIFY_PART = 8,     /* one test of several: a scenario's base completes what it found */
    STN_IDENTIFY_MODEL = 16,   /* simulates a model: stn_fit or stn_select_law, not identify() */
    STN_IDENTIFY_ROWS = 32,    /* its report has rows, measured beside modelled (StnResult.rows) */
};

/* What is known before data are read.  In: which fields were given, which columns (1u << role),
 * whether a column separates runs.  In and out: what the method needs, all of a mask and one of
 * another (`also`: and one of this); `with`: the choice that makes it so, for messages; NULL: none;
 * what else it can use; whether samples must be evenly spaced. */
typedef struct StnMethodNeeds {
    const bool *given;
    unsigned roles;
    bool runs;
    unsigned all, any, also, may;
    const char *with;
    bool even;
} StnMethodNeeds;

/* A method: its options as a table, and what becomes of them.  The command line, its help, JSON and
 * documentation are readers of this.  result_size: of its C struct, whose parts StnFindings and
 * StnRemarks lie at these places. */
typedef struct StnIdentifyMethod {
    const char *name, *summary; /* "sine"; one line */
    const char *about;          /* arguments (a line each), an empty line, paragraphs */
    const char *examples;
    const char *title; /* of a scenario made of the result */
    const StnFields *fields;
    size_t result_size, findings_at, remarks_at;
    size_t least_rows;
    unsigned all, any; /* roles that it needs */
    unsigned may;      /* others that it can use; what it cannot is refused, never ignored */
    unsigned flags;
    /* Optional: rules between options. */
    StnStatus (*prepare)(void *options, StnMethodNeeds *needs, StnError *error);
    /* Optional: what the run of a scenario tells, into options that were not given. */
    void (*take_simulated)(void *options, const StnSimulated *found);
    /* Without data (ndata 0) all but `check` refuse, and leave the result as it was. */
    StnStatus (*identify)(const void *options, const StnData *const *data, int ndata, void *result,
                          StnError *error);
    /* Optional: how well the result, into which it goes, meets other data. */
    StnStatus (*validate)(const void *options, void *result, const StnData *data, StnError *error);
    void (*report)(const void *options, const void *result, const StnData *const *data, int ndata,
                   StnResult *out);
    void (*release)(void *result);
} StnIdentifyMethod;
/* The methods, in the order in which people are shown them. */
STN_API int stn_identify_method_count(void);
STN_API const StnIdentifyMethod *stn_identify_method_at(int index);
/* What was read, for a report: a line for people, a group "data" in JSON. */
STN_API void stn_report_data(StnResult *out, const StnData *data);
/* What every report ends with: the remarks on the result and on the data. */
STN_API void stn_report_remarks(StnResult *out, const StnRemarks *remarks, const StnData *data);

#ifdef __cplusplus
}
#endif
#endif
