/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The way of every method that the library describes: options from its table, data, work, output. */
#ifndef CLI_IDENTIFY_METHOD_H
#define CLI_IDENTIFY_METHOD_H

#include "field_options.h"
#include "identify.h"

struct MethodExtra;

/* A method at work.  It points into itself: do not copy it. */
typedef struct MethodJob {
    const StnIdentifyMethod *method;
    const struct MethodExtra *extra; /* NULL: nothing beyond what all methods have */
    const StnCatalog *catalog;
    DataOptions data;
    OutOptions out;
    SimulateOptions simulate;
    FieldOptions own, rig;
    Texts files;
    const char *vary, *validate;
    void *options, *result; /* of the method */
    StnData *record;        /* TEXTS_MAX places */
    const StnData *all[TEXTS_MAX];
    int nrecord;
} MethodJob;

/* What the command line adds to a method.  Functions that return int: 0, or the exit code after a message. */
typedef struct MethodExtra {
    const char *method, *usage;
    /* Takes the place of all below. */
    int (*run)(const StnCatalog *catalog, int argc, char **argv);
    bool no_output;                      /* no scenario and no figure */
    const StnFields *rig;                /* settings of its simulated test */
    int (*parse)(Option *options);       /* its own options; returns how many */
    int (*check)(MethodJob *job);        /* before data are read */
    bool checks_set;                     /* check() says what --set goes with */
    bool (*reads)(const MethodJob *job); /* does read() take the place of the usual way? */
    int (*read)(MethodJob *job);
    int (*found)(MethodJob *job); /* after the work */
    void (*release)(void);
} MethodExtra;
enum { EXTRA_OPTIONS = 16 };
extern const MethodExtra breakaway_extra, cycles_extra, inverse_extra, check_extra, fit_extra,
    select_extra;

#endif
