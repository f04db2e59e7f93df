/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Rows that were written twice in the place of samples that were lost. */
#ifndef STN_IDENTIFY_REPEATED_ROWS_H
#define STN_IDENTIFY_REPEATED_ROWS_H

#include "stiction/measured.h"

/* A remark says how many there are; leave_out: they go, so that samples are missing where they were lost. */
StnStatus stn_data_treat_repeated_rows(StnData *data, bool leave_out, StnError *error);

#endif
