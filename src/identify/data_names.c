/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the names and headers of columns say: a unit, that it is the time. */
#include "identify/data_names.h"

#include "io/number.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

bool stn_unit_fits(const char *given, const char *unit)
{
    StnDimension have, wanted;
    double factor;
    return stn_unit_factor(given, &factor, &have, NULL) == STN_OK &&
           stn_unit_factor(unit, &factor, &wanted, NULL) == STN_OK &&
           stn_dimension_fits(have, wanted);
}

bool stn_unit_in_name(const char *name, bool two, char out[32])
{
    const char *last = strrchr(name, '_');
    if (!last || last == name || !last[1])
        return false;
    const char *first = last;
    while (two && first > name && (first == last || *first != '_'))
        first--;
    if (two && (first == name || first + 1 == last))
        return false;
    const int length = snprintf(out, 32, two ? "%.*s/%s" : "%.*s%s",
                                two ? (int)(last - first - 1) : 0, first + 1, last + 1);
    return length < 32;
}

bool stn_data_is_time(const char *name)
{
    static const char *const names[] = {"t", "time", "timestamp"};
    char unit[32];
    name = strrchr(name, '.') ? strrchr(name, '.') + 1 : name;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        const size_t length = strlen(names[k]);
        if (strncasecmp(name, names[k], length) == 0 &&
            (!name[length] || (name[length] == '_' && stn_unit_in_name(name, false, unit) &&
                               strcmp(unit, name + length + 1) == 0 && stn_unit_fits(unit, "s"))))
            return true;
    }
    return false;
}

/* As many values as the first column that is named; 0: none is. */
static size_t named_length(const StnDataDef *def, const StnTable *table)
{
    for (int i = 0; i < def->nterm; i++) {
        const int index = def->term[i].column ? stn_table_column(table, def->term[i].column) : -1;
        if (index >= 0)
            return stn_table_length(table, index);
    }
    return 0;
}

/* By its header, or by its name where that says none. */
static bool has_unit_of_time(const StnColumnInfo *column)
{
    char unit[32];
    return column->unit[0]
               ? stn_unit_fits(column->unit, "s")
               : stn_unit_in_name(column->name, false, unit) && stn_unit_fits(unit, "s");
}

/* A column with a name of the time, otherwise the first one with a unit of time (rows may be numbered before it), otherwise
 * the first one, among those that are long enough. */
const char *stn_time_column(const StnDataDef *def, const StnTable *table, StnRemarks *remarks)
{
    const size_t length = named_length(def, table);
    int first = -1, unit = -1;
    for (int i = 0; i < table->ncolumn; i++) {
        if (length > 0 && stn_table_length(table, i) != length)
            continue;
        if (stn_data_is_time(table->column[i].name))
            return table->column[i].name;
        first = first < 0 ? i : first;
        unit = unit < 0 && has_unit_of_time(&table->column[i]) ? i : unit;
    }
    if (unit > first)
        stn_remark(remarks,
                   "The time is column \"%s\", the first with a unit of time (--time COLUMN names "
                   "another).",
                   table->column[unit].name);
    return table->column[unit >= 0 ? unit : first < 0 ? 0 : first].name;
}
