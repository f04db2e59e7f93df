/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the names and headers of columns say: a unit, that it is the time. */
#ifndef STN_IDENTIFY_DATA_NAMES_H
#define STN_IDENTIFY_DATA_NAMES_H

#include "stiction/identify.h"

/* Whether numbers in one unit can be given in the other; a unit that is none fits nothing. */
bool stn_unit_fits(const char *given, const char *unit);
/* What stands behind the last "_", or the last two with "/" between them: "pos_deg", "v_mm_s". */
bool stn_unit_in_name(const char *name, bool two, char out[32]);
/* The column that is taken as the time where none is named. */
const char *stn_time_column(const StnDataDef *def, const StnTable *table, StnRemarks *remarks);

static inline size_t stn_table_length(const StnTable *table, int column)
{
    return table->length ? table->length[column] : table->rows;
}

#endif
