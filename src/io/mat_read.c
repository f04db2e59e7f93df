/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A table from a .mat file: every real numeric vector becomes a column, and all must have one length.
 * Scalars, matrices and other classes are left out; a struct `units` gives units. */
#include "io/error_place.h"
#include "io/table.h"
#include "io/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if defined(STN_HAVE_MATIO) && STN_HAVE_MATIO

#include <matio.h>

/* HDF5, which matio uses for version 7.3, prints its errors unless told not to.  Weak: a matio without
 * HDF5 does not bring it. */
int H5Eset_auto2(int64_t stack, void *function, void *data) __attribute__((weak));

static void silence_hdf5(void)
{
    if (H5Eset_auto2) {
        H5Eset_auto2(0, NULL, NULL);
    }
}

static size_t length_of(const matvar_t *var) { return var->dims[0] * var->dims[1]; }

static bool is_vector(const matvar_t *var)
{
    const bool numeric = var->class_type == MAT_C_DOUBLE || var->class_type == MAT_C_SINGLE ||
                         (var->class_type >= MAT_C_INT8 && var->class_type <= MAT_C_UINT64);
    return numeric && !var->isComplex && var->name && var->rank == 2 &&
           (var->dims[0] == 1 || var->dims[1] == 1) && length_of(var) > 1;
}

#define CONVERT(type, c_type)                           \
    case type:                                          \
        for (size_t i = 0; i < count; i++) {            \
            out[i] = (double)((const c_type *)from)[i]; \
        }                                               \
        return true;

/* Copies numbers of any type; false for a type that is not a number. */
static bool convert(const void *from, enum matio_types type, size_t count, double *out)
{
    switch (type) {
        CONVERT(MAT_T_DOUBLE, double)
        CONVERT(MAT_T_SINGLE, float)
        CONVERT(MAT_T_INT8, int8_t)
        CONVERT(MAT_T_UINT8, uint8_t)
        CONVERT(MAT_T_INT16, int16_t)
        CONVERT(MAT_T_UINT16, uint16_t)
        CONVERT(MAT_T_INT32, int32_t)
        CONVERT(MAT_T_UINT32, uint32_t)
        CONVERT(MAT_T_INT64, int64_t)
        CONVERT(MAT_T_UINT64, uint64_t)
    default: return false;
    }
}

/* Adds a column for a vector whose data are read. */
static StnStatus add_column(StnTable *table, const matvar_t *var)
{
    const size_t places = (size_t)table->ncolumn + 1;
    StnColumnInfo *column = realloc(table->column, places * sizeof *column);
    table->column = column ? column : table->column;
    double **data = realloc(table->data, places * sizeof *data);
    table->data = data ? data : table->data;
    double *values = malloc(length_of(var) * sizeof *values);
    if (!column || !data || !values) {
        free(values);
        return STN_NO_MEMORY;
    }
    if (!convert(var->data, var->data_type, length_of(var), values)) {
        free(values);
        return STN_BAD_INPUT;
    }
    StnColumnInfo *c = &table->column[table->ncolumn];
    *c = (StnColumnInfo){0};
    stn_utf8_copy(var->name, var->name + strlen(var->name), c->name, sizeof c->name);
    table->data[table->ncolumn++] = values;
    table->rows = length_of(var);
    return STN_OK;
}

static StnStatus take_vector(mat_t *mat, matvar_t *var, const char *path, StnTable *table,
                             StnError *error)
{
    if (table->ncolumn > 0 && table->rows != length_of(var)) {
        return stn_error_at(error, STN_BAD_INPUT, path, 0, 0,
                            "the variable \"%s\" has %zu values where \"%s\" has %zu; the vectors "
                            "of a table must have one length",
                            var->name, length_of(var), table->column[0].name, table->rows);
    }
    StnStatus status = STN_BAD_INPUT;
    if (Mat_VarReadDataAll(mat, var) == 0 && var->data) {
        status = add_column(table, var);
    }
    if (status != STN_OK) {
        stn_error_at(error, status, path, 0, 0, "cannot read the variable \"%s\"", var->name);
    }
    return status;
}

static StnStatus take_vectors(mat_t *mat, const char *path, StnTable *table, StnError *error)
{
    StnStatus status = STN_OK;
    matvar_t *var;
    while (status == STN_OK && (var = Mat_VarReadNextInfo(mat)) != NULL) {
        if (is_vector(var)) {
            status = take_vector(mat, var, path, table, error);
        }
        Mat_VarFree(var);
    }
    if (status == STN_OK && table->ncolumn == 0) {
        status = stn_error_at(error, STN_BAD_INPUT, path, 0, 0,
                              "the file is damaged or has no real numeric vector of two or more "
                              "values");
    }
    return status;
}

/* A char array as UTF-8; anything else leaves out alone. */
static void copy_text(const matvar_t *var, char *out, size_t size)
{
    if (!var || var->class_type != MAT_C_CHAR || !var->data || var->rank != 2) {
        return;
    }
    const bool wide = var->data_type == MAT_T_UINT16 || var->data_type == MAT_T_UTF16;
    const size_t count = length_of(var);
    if (!wide) {
        stn_utf8_copy(var->data, (const char *)var->data + count, out, size);
        return;
    }
    const uint16_t *unit = var->data;
    size_t used = 0;
    for (size_t i = 0; i < count && used + 4 < size; i++) {
        used += stn_utf8_put(unit[i], out + used);
    }
    out[used] = '\0';
}

static void take_units(mat_t *mat, StnTable *table)
{
    Mat_Rewind(mat);
    matvar_t *units = Mat_VarRead(mat, "units");
    for (int c = 0; units && units->class_type == MAT_C_STRUCT && c < table->ncolumn; c++) {
        StnColumnInfo *column = &table->column[c];
        copy_text(Mat_VarGetStructFieldByName(units, column->name, 0), column->unit,
                  sizeof column->unit);
    }
    Mat_VarFree(units);
}

StnStatus stn_mat_read(const char *path, StnTable *table, StnError *error)
{
    *table = (StnTable){0};
    FILE *probe = fopen(path, "rb");
    const bool readable = probe && (getc(probe) != EOF || !ferror(probe));
    if (!readable) {
        stn_error_at(error, STN_NO_FILE, path, 0, 0, "cannot read the file: %s", strerror(errno));
    }
    if (probe) {
        fclose(probe);
    }
    if (!readable) {
        return STN_NO_FILE;
    }
    silence_hdf5();
    mat_t *mat = Mat_Open(path, MAT_ACC_RDONLY);
    if (!mat) {
        return stn_error_at(error, STN_BAD_INPUT, path, 0, 0,
                            "not a MATLAB file that can be read (versions 4, 5, 7 and 7.3 can)");
    }
    const StnStatus status = take_vectors(mat, path, table, error);
    if (status == STN_OK) {
        take_units(mat, table);
    } else {
        stn_table_free(table);
    }
    Mat_Close(mat);
    return status;
}

#else

StnStatus stn_mat_read(const char *path, StnTable *table, StnError *error)
{
    *table = (StnTable){0};
    return stn_error_at(error, STN_UNAVAILABLE, path, 0, 0,
                        "this build reads no .mat files: it was made without matio "
                        "(Debian: libmatio-dev); save the data as .csv");
}

#endif
