/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/table.h"

#include <stdlib.h>
#include <string.h>

void stn_table_free(StnTable *table)
{
    if (!table) {
        return;
    }
    for (int c = 0; table->data && c < table->ncolumn; c++) {
        free(table->data[c]);
    }
    for (int c = 0; table->flaw && c < table->ncolumn; c++) {
        free(table->flaw[c]);
    }
    free(table->flaw);
    free(table->length);
    free(table->data);
    free(table->column);
    *table = (StnTable){0};
}

int stn_table_column(const StnTable *table, const char *name)
{
    const size_t kept = sizeof table->column->name - 1; /* longer names were cut on reading */
    for (int c = 0; c < table->ncolumn; c++) {
        const char *column = table->column[c].name;
        const bool cut = strlen(column) + 4 > kept; /* up to 3 bytes less, between characters */
        if (strcmp(column, name) == 0 || (cut && strncmp(column, name, strlen(column)) == 0)) {
            return c;
        }
    }
    return -1;
}

StnStatus stn_table_resize(StnTable *table, size_t capacity)
{
    if (capacity > SIZE_MAX / sizeof(double)) {
        return STN_NO_MEMORY;
    }
    if (!table->data) {
        table->data = calloc((size_t)table->ncolumn, sizeof *table->data);
        if (!table->data) {
            return STN_NO_MEMORY;
        }
    }
    for (int c = 0; c < table->ncolumn; c++) {
        double *column = realloc(table->data[c], capacity * sizeof *column);
        if (!column) {
            return STN_NO_MEMORY;
        }
        table->data[c] = column;
    }
    return STN_OK;
}

StnStatus stn_table_flaw(StnTable *table, int column, const StnError *why)
{
    if (!table->flaw) {
        table->flaw = calloc((size_t)table->ncolumn, sizeof(*table->flaw));
    }
    if (!table->flaw) {
        return STN_NO_MEMORY;
    }
    if (table->flaw[column]) {
        return STN_OK;
    }
    table->flaw[column] = malloc(sizeof *why);
    if (!table->flaw[column]) {
        return STN_NO_MEMORY;
    }
    *table->flaw[column] = *why;
    return STN_OK;
}
