/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Reading what is free, name by name, into a map (fit_map.c), with the parts that have files of their own. */
#ifndef STN_IDENTIFY_FIT_READER_H
#define STN_IDENTIFY_FIT_READER_H

#include "identify/fit_internal.h"

typedef struct StnFitReader {
    const StnFitDef *def;
    const StnSystem *system; /* of the first run, as the scenario has it */
    const StnFreeParameter *free;
    StnFitMap *map;
    StnError *error;
    StnAddress address;
    bool each;
} StnFitReader;

StnStatus stn_fit_refuse(const StnFitReader *reader, const char *what);
/* Checks a parameter against what was asked for, and adds it.  natural: its scale where it starts at 0. */
StnStatus stn_fit_add(StnFitReader *reader, StnFitParam *param, double natural);

/* fit_bounds.c: narrows the bounds of a parameter of friction; returns what is large for it. */
double stn_fit_bound_by_data(const StnFitReader *reader, const StnValue *value, StnFitParam *param);

/* fit_beside.c */
StnStatus stn_fit_read_mass(StnFitReader *reader);
StnStatus stn_fit_add_drift(const StnFitDef *def, StnFitMap *map, StnError *error);
StnStatus stn_fit_add_arm(const StnFitDef *def, StnFitMap *map, StnError *error);
StnStatus stn_fit_read_correction(StnFitReader *reader, const char *name, bool gain);

/* fit_levels.c: makes static levels of the map move above their sliding ones. */
void stn_fit_part_levels(const StnSystem *system, StnFitMap *map);

#endif
