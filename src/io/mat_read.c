/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A table from a .mat file: every real numeric vector becomes a column.  A matrix becomes one for each of
 * its columns, "values(:,2)"; fields of structs are named as in MATLAB, "log.signals(2).values".  Vectors
 * may have different lengths.  Scalars and other classes are left out; a struct `units` gives units.
 *
 * matio and HDF5 believe what a file says about itself: a damaged one may crash them or make them ask for
 * any amount of memory.  So they read in a child process (mat_child.c), which sends the columns through a
 * pipe; here what comes out is checked and becomes the table. */
#include "io/child.h"
#include "io/error_place.h"
#include "io/mat_child.h"
#include "io/mat_layout.h"
#include "io/table.h"
#include "io/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(STN_HAVE_MATIO) && STN_HAVE_MATIO

#include <signal.h>

#define DEFAULT_LIMIT ((size_t)1 << 30)

/* Room for one more column of `rows` numbers. */
static StnStatus add_column(StnTable *table, const StnMatPacket *packet)
{
    const size_t places = (size_t)table->ncolumn + 1;
    StnColumnInfo *column = realloc(table->column, places * sizeof *column);
    table->column = column ? column : table->column;
    double **data = realloc(table->data, places * sizeof *data);
    table->data = data ? data : table->data;
    size_t *length = realloc(table->length, places * sizeof *length);
    table->length = length ? length : table->length;
    double *values = malloc(packet->rows * sizeof *values);
    if (!column || !data || !length || !values) {
        free(values);
        return STN_NO_MEMORY;
    }
    table->length[table->ncolumn] = packet->rows;
    StnColumnInfo *c = &table->column[table->ncolumn];
    *c = (StnColumnInfo){0};
    stn_utf8_copy(packet->text, packet->text + strlen(packet->text), c->name, sizeof c->name);
    table->data[table->ncolumn++] = values;
    table->rows = table->length[0];
    return STN_OK;
}

/* No column shorter than the first: missing numbers are NaN. */
static StnStatus pad_columns(StnTable *table)
{
    for (int c = 0; c < table->ncolumn; c++) {
        if (table->length[c] >= table->rows)
            continue;
        double *values = realloc(table->data[c], table->rows * sizeof *values);
        if (!values)
            return STN_NO_MEMORY;
        table->data[c] = values;
        for (size_t i = table->length[c]; i < table->rows; i++)
            values[i] = NAN;
    }
    return STN_OK;
}

/* Does the packet fit to the table?  A damaged file may have broken the child. */
static bool plausible(const StnTable *table, const StnMatPacket *packet, size_t limit)
{
    const size_t count = (size_t)table->ncolumn;
    if (!memchr(packet->text, 0, sizeof packet->text)) {
        return false;
    }
    switch (packet->kind) {
    case STN_MAT_PACKET_COLUMN:
        return packet->index == count && count < STN_MAT_COLUMNS_MAX && packet->rows > 1 &&
               packet->rows <= limit / sizeof(double) / (count + 1) &&
               table->rows <= limit / sizeof(double) / (count + 1);
    case STN_MAT_PACKET_UNIT: return packet->index < count;
    case STN_MAT_PACKET_END:
        return packet->status == STN_OK ? count > 0
                                        : packet->text[0] && (packet->status == STN_BAD_INPUT ||
                                                              packet->status == STN_NO_MEMORY);
    default: return false;
    }
}

/* How a child may be lost: it ended before it was done, it sends what cannot be, or it says that memory was
 * out. */
typedef enum Loss { LOSS_NONE, LOSS_ENDED, LOSS_NONSENSE, LOSS_MEMORY } Loss;

static StnStatus receive(const StnChild *child, const char *path, size_t limit, StnTable *table,
                         Loss *lost, StnError *error)
{
    StnMatPacket packet;
    *lost = LOSS_ENDED;
    while (stn_child_read(child, &packet, sizeof packet)) {
        if (!plausible(table, &packet, limit)) {
            *lost = LOSS_NONSENSE;
            break;
        }
        if (packet.kind == STN_MAT_PACKET_END && packet.status == STN_NO_MEMORY) {
            *lost = LOSS_MEMORY;
            break;
        }
        if (packet.kind == STN_MAT_PACKET_END) {
            *lost = LOSS_NONE;
            if (packet.status != STN_OK)
                return stn_error_at(error, packet.status, path, 0, 0, "%s", packet.text);
            return pad_columns(table) == STN_OK ? STN_OK : stn_out_of_memory(error);
        }
        if (packet.kind == STN_MAT_PACKET_UNIT) {
            StnColumnInfo *c = &table->column[packet.index];
            stn_utf8_copy(packet.text, packet.text + strlen(packet.text), c->unit, sizeof c->unit);
            continue;
        }
        if (add_column(table, &packet) != STN_OK) {
            *lost = LOSS_NONE;
            return stn_out_of_memory(error);
        }
        if (!stn_child_read(child, table->data[table->ncolumn - 1], packet.rows * sizeof(double))) {
            break;
        }
    }
    return stn_error_at(
        error, STN_BAD_INPUT, path, 0, 0,
        "the file is damaged: reading it took more memory or time than a file of its "
        "size may need, or failed altogether");
}

/* zlib shrinks zeros to a thousandth; a value of one byte then needs 1 byte as matio reads it and 8 as a
 * double, 16 bytes with what both reserve. */
enum { MEMORY_PER_BYTE = 16384 };

static StnChildLimits limits_for(size_t size, size_t limit)
{
    const size_t base = (size_t)128 << 20;
    const size_t most = limit < SIZE_MAX / 4 ? 2 * limit : SIZE_MAX / 2;
    const size_t wanted = size < most / MEMORY_PER_BYTE ? MEMORY_PER_BYTE * size : most;
    return (StnChildLimits){.memory = base + wanted, .seconds = 10 + (size >> 20)};
}

/* As much memory as the child may take? */
static bool has_memory(StnChildLimits limits)
{
    void *volatile memory = malloc(limits.memory); /* volatile: it is to be asked for indeed */
    const bool had = memory != NULL;
    free(memory);
    return had;
}

static StnStatus read_once(const StnMatJob *job, StnChildLimits limits, StnTable *table, Loss *lost,
                           StnError *error)
{
    StnChild child;
    *lost = LOSS_NONE;
    *table = (StnTable){0};
    StnStatus status = stn_child_start(&child, limits, stn_mat_child, (void *)job, error);
    if (status != STN_OK) {
        return status;
    }
    status = receive(&child, job->path, job->limit, table, lost, error);
    const int ended_by = stn_child_end(&child);
    if (*lost == LOSS_ENDED && ended_by == SIGXCPU) {
        *lost = LOSS_NONE; /* its limit of time */
    } else if (*lost == LOSS_ENDED && ended_by == SIGKILL) {
        *lost = LOSS_NONE; /* the system, which has no memory left: once is enough */
        status = stn_out_of_memory(error);
    }
    if (status != STN_OK) {
        stn_table_free(table);
    }
    return status;
}

/* A child that is lost had a file that asks for too much, or there was no memory.  The former happens again,
 * with memory there. */
StnStatus stn_mat_read(const char *path, size_t limit, StnTable *table, StnError *error)
{
    const StnMatJob job = {path, limit ? limit : DEFAULT_LIMIT};
    size_t size;
    Loss lost;
    *table = (StnTable){0};
    StnStatus status = stn_mat_layout(path, job.limit, &size, error);
    if (status == STN_OK)
        status = stn_mat_child_ready(error);
    if (status != STN_OK) {
        return status;
    }
    const StnChildLimits limits = limits_for(size, job.limit);
    status = read_once(&job, limits, table, &lost, error);
    if (lost && has_memory(limits)) {
        status = read_once(&job, limits, table, &lost, error);
    }
    return lost && !has_memory(limits) ? stn_out_of_memory(error) : status;
}

#else

StnStatus stn_mat_read(const char *path, size_t limit, StnTable *table, StnError *error)
{
    (void)limit;
    *table = (StnTable){0};
    return stn_error_at(error, STN_UNAVAILABLE, path, 0, 0,
                        "this build reads no .mat files: it was made without matio "
                        "(Debian: libmatio-dev); save the data as .csv");
}

#endif
