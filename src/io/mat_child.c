/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Reading a .mat file with matio, in a child process whose standard output and standard error lead
 * nowhere (io/child.h): HDF5, which matio uses for version 7.3, prints its errors. */
#include "io/mat_child.h"

#if defined(STN_HAVE_MATIO) && STN_HAVE_MATIO

#include "io/child.h"
#include "io/table.h"
#include "io/utf8.h"
#include "modules/shared_library.h"

#include <errno.h>
#include <matio.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATIO_FUNCTIONS(X)         \
    X(Mat_Open)                    \
    X(Mat_Rewind)                  \
    X(Mat_SizeOf)                  \
    X(Mat_VarFree)                 \
    X(Mat_VarGetNumberOfFields)    \
    X(Mat_VarGetStructFieldByName) \
    X(Mat_VarGetStructFieldnames)  \
    X(Mat_VarRead)                 \
    X(Mat_VarReadDataAll)          \
    X(Mat_VarReadInfo)             \
    X(Mat_VarReadNextInfo)

typedef struct Matio {
    MATIO_FUNCTIONS(STN_LIBRARY_POINTER)
} Matio;

static const char *const matio_functions[] = {MATIO_FUNCTIONS(STN_LIBRARY_NAME)};
static StnSharedLibrary matio_library = {
    .purpose = "reading MATLAB files",
    .package = "libmatio-dev",
    .file = {STN_MATIO_FILE},
    .function = matio_functions,
    .count = sizeof matio_functions / sizeof *matio_functions,
};

StnStatus stn_mat_child_ready(StnError *error)
{
    const void *table;
    return stn_library_table(&matio_library, &table, error);
}

enum { FIELDS_MAX = 65536, MATRIX_COLUMNS_MAX = 256, DEPTH_MAX = 8 };

typedef struct Reader {
    const Matio *call;
    mat_t *mat;
    StnMatJob job;
    int to;
    StnColumnInfo *column; /* names so far */
    size_t count, rows;    /* columns; the longest of them */
    bool memory_out;
    StnMatPacket packet; /* the end */
} Reader;

/* Rows and columns: what has more than two dimensions counts where only one is longer than 1 (Simulink logs
 * a scalar as 1x1xn). */
typedef struct Shape {
    size_t rows, columns;
} Shape;

static bool is_numeric(const matvar_t *var)
{
    return var->class_type == MAT_C_DOUBLE || var->class_type == MAT_C_SINGLE ||
           (var->class_type >= MAT_C_INT8 && var->class_type <= MAT_C_UINT64);
}

/* {0, 0} for what makes no column. */
static Shape shape_of(const matvar_t *var)
{
    const Shape none = {0, 0};
    if (!is_numeric(var) || var->isComplex || var->rank < 2 || var->rank > 8 || !var->dims)
        return none;
    size_t most = 1, others = 0;
    for (int i = 0; i < var->rank; i++) {
        others += var->dims[i] != 1;
        most = var->dims[i] > most ? var->dims[i] : most;
        if (var->dims[i] == 0)
            return none;
    }
    if (most > 1 && others == 1)
        return (Shape){most, 1};
    const bool matrix = var->rank == 2 && var->dims[0] > 1 && var->dims[1] <= MATRIX_COLUMNS_MAX;
    return matrix ? (Shape){var->dims[0], var->dims[1]} : none;
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

static void fail(Reader *r, StnStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fail(Reader *r, StnStatus status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->packet.text, sizeof r->packet.text, format, arguments);
    va_end(arguments);
    r->packet.status = status;
}

static bool failed(const Reader *r) { return r->packet.status != STN_OK; }

/* Where memory is out the libraries do not say so: NULL looks like the end of the file, and variables come
 * without a name or without data.  errno does, until a later call fails for another reason: so it is looked
 * at after each call that reads. */
static void note_memory(Reader *r) { r->memory_out = r->memory_out || errno == ENOMEM; }

/* Is there as much as the header says? */
static bool has_data(const Reader *r, const matvar_t *var, size_t count)
{
    const size_t size = r->call->Mat_SizeOf(var->data_type);
    return var->data && size > 0 && var->nbytes / size >= count;
}

/* The values of one column; name: as it is called in the table. */
static void send_values(Reader *r, const char *name, const double *values, size_t count)
{
    StnColumnInfo *column = realloc(r->column, (r->count + 1) * sizeof *column);
    if (!column) {
        fail(r, STN_NO_MEMORY, "%s", stn_status_text(STN_NO_MEMORY));
        return;
    }
    r->column = column;
    StnMatPacket packet = {.kind = STN_MAT_PACKET_COLUMN, .index = r->count, .rows = count};
    StnColumnInfo *c = &r->column[r->count++];
    *c = (StnColumnInfo){0};
    stn_utf8_copy(name, name + strlen(name), c->name, sizeof c->name);
    memcpy(packet.text, c->name, sizeof c->name);
    r->rows = count > r->rows ? count : r->rows;
    if (!stn_child_write(r->to, &packet, sizeof packet) ||
        !stn_child_write(r->to, values, count * sizeof *values))
        fail(r, STN_CANCELLED, "nobody reads");
}

/* Numbers whose data were read. */
static void send_columns(Reader *r, const matvar_t *var, const char *name, Shape shape)
{
    const size_t count = shape.rows * shape.columns;
    const size_t longest = shape.rows > r->rows ? shape.rows : r->rows;
    if (r->count + shape.columns > STN_MAT_COLUMNS_MAX ||
        longest > r->job.limit / sizeof(double) / (r->count + shape.columns)) {
        fail(r, STN_BAD_INPUT,
             "with the variable \"%.200s\" of %zu values the table is larger than the limit of %zu "
             "bytes",
             name, count, r->job.limit);
        return;
    }
    double *values = malloc(count * sizeof *values);
    if (!values)
        fail(r, STN_NO_MEMORY, "%s", stn_status_text(STN_NO_MEMORY));
    else if (!has_data(r, var, count) || !convert(var->data, var->data_type, count, values))
        fail(r, STN_BAD_INPUT, "the variable \"%.200s\" is damaged", name);
    for (size_t k = 0; values && k < shape.columns && !failed(r); k++) {
        char column[320];
        snprintf(column, sizeof column, shape.columns > 1 ? "%.280s(:,%zu)" : "%.280s", name,
                 k + 1);
        send_values(r, column, values + k * shape.rows, shape.rows);
    }
    free(values);
}

/* A variable whose data were read, and what its fields hold. */
static void take_variable(Reader *r, const matvar_t *var, const char *name, int depth)
{
    const Shape shape = shape_of(var);
    if (shape.rows > 0) {
        send_columns(r, var, name, shape);
        return;
    }
    if (var->class_type != MAT_C_STRUCT || depth == DEPTH_MAX || var->rank != 2 || !var->data)
        return;
    const size_t fields = r->call->Mat_VarGetNumberOfFields((matvar_t *)var);
    const size_t count = var->dims[0] * var->dims[1];
    char *const *names = r->call->Mat_VarGetStructFieldnames(var);
    if (fields == 0 || fields > FIELDS_MAX || count > FIELDS_MAX || !names ||
        count * fields > var->nbytes / sizeof(matvar_t *))
        return;
    for (size_t k = 0; k < count; k++)
        for (size_t f = 0; f < fields && !failed(r); f++) {
            const matvar_t *field = ((matvar_t **)var->data)[k * fields + f];
            char path[320], place[32] = "";
            if (count > 1)
                snprintf(place, sizeof place, "(%zu)", k + 1);
            snprintf(path, sizeof path, "%.120s%s.%.120s", name, place, names[f]);
            if (field)
                take_variable(r, field, path, depth + 1);
        }
}

static matvar_t *next_variable(Reader *r)
{
    matvar_t *var = r->call->Mat_VarReadNextInfo(r->mat);
    note_memory(r);
    return var;
}

/* Reads the data of a variable that may have columns. */
static void read_variable(Reader *r, matvar_t *var)
{
    const bool units = strcmp(var->name, "units") == 0 && var->class_type == MAT_C_STRUCT;
    if (units || (shape_of(var).rows == 0 && var->class_type != MAT_C_STRUCT))
        return;
    const bool damaged = r->call->Mat_VarReadDataAll(r->mat, var) != 0;
    note_memory(r);
    if (damaged && var->class_type != MAT_C_STRUCT)
        fail(r, STN_BAD_INPUT, "the variable \"%.200s\" is damaged", var->name);
    else if (!damaged)
        take_variable(r, var, var->name, 0);
}

static void take_vectors(Reader *r)
{
    matvar_t *var;
    while (!failed(r) && (var = next_variable(r)) != NULL) {
        if (var->name)
            read_variable(r, var);
        r->call->Mat_VarFree(var);
    }
    if (!failed(r) && r->count == 0)
        fail(r, STN_BAD_INPUT,
             "the file is damaged or has no real numeric vector of two or more values");
}

/* A char array as UTF-8; false for anything else. */
static bool copy_text(const Reader *r, const matvar_t *var, char *out, size_t size)
{
    if (!var || var->class_type != MAT_C_CHAR || var->rank != 2 || !var->dims ||
        (var->dims[0] > 0 && var->dims[1] > SIZE_MAX / var->dims[0]) ||
        !has_data(r, var, var->dims[0] * var->dims[1])) {
        return false;
    }
    const bool wide = var->data_type == MAT_T_UINT16 || var->data_type == MAT_T_UTF16;
    const size_t count = var->dims[0] * var->dims[1];
    if (!wide) {
        stn_utf8_copy(var->data, (const char *)var->data + count, out, size);
        return true;
    }
    const uint16_t *unit = var->data;
    size_t used = 0;
    for (size_t i = 0; i < count && used + 4 < size; i++) {
        used += stn_utf8_put(unit[i], out + used);
    }
    out[used] = '\0';
    return true;
}

/* One struct with fields that are there. */
static bool is_units(const Reader *r, const matvar_t *var)
{
    const unsigned fields = r->call->Mat_VarGetNumberOfFields((matvar_t *)var);
    return var->class_type == MAT_C_STRUCT && var->rank == 2 && var->dims && var->dims[0] == 1 &&
           var->dims[1] == 1 && fields > 0 && fields <= FIELDS_MAX;
}

static void take_units(Reader *r)
{
    r->call->Mat_Rewind(r->mat);
    matvar_t *units = r->call->Mat_VarReadInfo(r->mat, "units");
    note_memory(r);
    const bool usable = units && is_units(r, units);
    r->call->Mat_VarFree(units);
    if (!usable) {
        return;
    }
    r->call->Mat_Rewind(r->mat);
    units = r->call->Mat_VarRead(r->mat, "units");
    note_memory(r);
    if (!units || !units->data || !is_units(r, units)) {
        fail(r, STN_BAD_INPUT, "the struct \"units\" is damaged");
    }
    for (size_t c = 0; !failed(r) && c < r->count; c++) {
        StnMatPacket packet = {.kind = STN_MAT_PACKET_UNIT, .index = c};
        if (copy_text(r, r->call->Mat_VarGetStructFieldByName(units, r->column[c].name, 0),
                      packet.text, sizeof r->column[c].unit) &&
            !stn_child_write(r->to, &packet, sizeof packet)) {
            fail(r, STN_CANCELLED, "nobody reads");
        }
    }
    r->call->Mat_VarFree(units);
}

/* All of the child's work.  It ends with the process: nothing is freed. */
void stn_mat_child(void *job, int to)
{
    Reader reader = {.job = *(const StnMatJob *)job, .to = to}, *r = &reader;
    StnError error = {.status = STN_OK};
    const void *table;
    r->packet.kind = STN_MAT_PACKET_END;
    if (stn_library_table(&matio_library, &table, &error) != STN_OK) {
        fail(r, error.status, "%s", error.text);
        stn_child_write(to, &r->packet, sizeof r->packet);
        return;
    }
    r->call = table;
    errno = 0;
    r->mat = r->call->Mat_Open(r->job.path, MAT_ACC_RDONLY);
    note_memory(r);
    if (!r->mat) {
        fail(r, STN_BAD_INPUT, "not a MATLAB file that can be read (versions 4, 5, 7 and 7.3 can)");
    } else {
        take_vectors(r);
    }
    if (!failed(r)) {
        take_units(r);
    }
    note_memory(r);
    if (r->memory_out) {
        fail(r, STN_NO_MEMORY, "%s", stn_status_text(STN_NO_MEMORY));
    }
    stn_child_write(to, &r->packet, sizeof r->packet);
}

#endif
