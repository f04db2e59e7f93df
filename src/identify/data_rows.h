/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The two halves of loading: which columns, in SI; which rows, checked. */
#ifndef STN_IDENTIFY_DATA_ROWS_H
#define STN_IDENTIFY_DATA_ROWS_H

#include "stiction/identify.h"

/* Index of a column of the file; < 0 with *error filled: the nearest name is said, or why the column
 * cannot be used.  what: what it is for, or NULL. */
int stn_data_column(const StnDataDef *def, const StnTable *table, const char *what,
                    const char *name, StnError *error);
/* Fills data->value, unit, column and rotary with all rows of the table. */
StnStatus stn_data_columns(const StnDataDef *def, const StnTable *table, StnData *data,
                           StnError *error);
/* Keeps the rows that are wanted, finds the runs, and checks numbers and time. */
StnStatus stn_data_rows(const StnDataDef *def, const StnTable *table, StnData *data,
                        StnError *error);
/* The first run whose time does not go on from the one before it; 0: the time of all runs is one. */
int stn_data_time_restarts(const StnData *data);
/* Refuses such runs: nobody knows when they were measured, so they say nothing about a drift. */
StnStatus stn_data_require_one_time(const StnData *data, StnError *error);

#endif
