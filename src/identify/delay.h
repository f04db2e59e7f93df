/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Columns that were recorded late. */
#ifndef STN_IDENTIFY_DELAY_H
#define STN_IDENTIFY_DELAY_H

#include "stiction/identify.h"

/* Moves each column by the delay of its terms, so that all belong to the time of their row; rows for which a moved
 * column has no value, at the ends of a run or beside a gap, are left out.  On failure the data may be freed only. */
StnStatus stn_data_undelay(const StnDataDef *def, StnData *data, StnError *error);

#endif
