/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Any bytes as CSV: read or refused with a sentence, never more.  What is read has names, and as many
 * numbers as it says. */
#include "stiction/io.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    StnTable table;
    StnError error = {0};
    const StnStatus status = stn_csv_parse((const char *)data, size, "fuzz", &table, &error);
    if (status != STN_OK) {
        const bool said = error.text[0] && error.status == status && !table.data && !table.column;
        return said ? 0 : (abort(), 0);
    }
    double sum = 0.0;
    for (int c = 0; c < table.ncolumn; c++) {
        if (stn_table_column(&table, table.column[c].name) < 0) {
            abort();
        }
        for (size_t row = 0; row < table.rows; row++) {
            sum += table.data[c][row];
        }
    }
    if (table.rows == 0 || table.ncolumn == 0 || strlen(table.column[0].name) == 0) {
        abort();
    }
    stn_table_free(&table);
    volatile double keep = sum;
    (void)keep;
    return 0;
}
