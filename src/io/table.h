/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#ifndef STICTION_IO_TABLE_H
#define STICTION_IO_TABLE_H

#include "stiction/io.h"

/* Room for `capacity` (> 0) rows in every column; what is there stays. */
StnStatus stn_table_resize(StnTable *table, size_t capacity);

/* Keeps the first flaw of a column. */
StnStatus stn_table_flaw(StnTable *table, int column, const StnError *why);

#endif
