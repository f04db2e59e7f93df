/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Column names as MATLAB variables. */
#ifndef STICTION_IO_MATLAB_NAME_H
#define STICTION_IO_MATLAB_NAME_H

#include "stiction/io.h"

enum { STN_MATLAB_NAME_SIZE = 64 };
typedef char StnMatlabName[STN_MATLAB_NAME_SIZE];

/* One valid MATLAB name per column: "site.z" becomes site_z.  They differ from each other, from
 * MATLAB's keywords, and from units, events and info. */
void stn_matlab_names(const StnColumnInfo *column, int count, StnMatlabName *out);

#endif
