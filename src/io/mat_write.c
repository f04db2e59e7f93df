/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* MATLAB files, version 5, without compression: every MATLAB and Octave reads them, and fast.  One
 * variable per column; structs units, events and info. */
#define _POSIX_C_SOURCE 200809L

#include "io/atomic_file.h"
#include "io/error_place.h"
#include "io/matlab_name.h"
#include "io/utf8.h"
#include "stiction/io.h"

#include <fcntl.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(STN_HAVE_MATIO) && STN_HAVE_MATIO

#include <matio.h>

enum { ROWS_MAX = (1 << 28) - 64 }; /* a variable of a version 5 file holds less than 2 GiB */

/* matio hands out variables without their name or data when memory is out. */
static matvar_t *whole(matvar_t *var, bool named)
{
    if (var && ((var->nbytes > 0 && !var->data) || !var->dims || (named && !var->name))) {
        Mat_VarFree(var);
        errno = ENOMEM;
        return NULL;
    }
    return var;
}

/* A text as a row of characters.  MATLAB counts UTF-16 units; pure ASCII also suits Octave. */
static matvar_t *new_text(const char *name, const char *text)
{
    const char *from = text ? text : "";
    const char *end = from + strlen(from);
    uint16_t *units = malloc(((size_t)(end - from) + 1) * sizeof *units);
    if (!units) {
        return NULL;
    }
    size_t count = 0;
    bool ascii = true;
    while (from < end) {
        uint32_t code = stn_utf8_next(&from, end);
        ascii = ascii && code < 0x80;
        if (code >= 0x10000) {
            units[count++] = (uint16_t)(0xd800 + ((code - 0x10000) >> 10));
            code = 0xdc00 + ((code - 0x10000) & 0x3ff);
        }
        units[count++] = (uint16_t)code;
    }
    size_t dims[2] = {count > 0, count};
    if (ascii) {
        memcpy(units, text ? text : "", count + 1);
    }
    matvar_t *var =
        Mat_VarCreate(name, MAT_C_CHAR, ascii ? MAT_T_UTF8 : MAT_T_UTF16, 2, dims, units, 0);
    free(units);
    return whole(var, name != NULL);
}

static matvar_t *new_struct(const char *name, const char **fields, unsigned count)
{
    size_t dims[2] = {1, 1};
    return whole(Mat_VarCreateStruct(name, 2, dims, fields, count), name != NULL);
}

/* Puts value, which may be NULL for want of memory, into a struct; false then. */
static bool set_field(matvar_t *parent, const char *field, matvar_t *value)
{
    if (value) {
        Mat_VarSetStructFieldByName(parent, field, 0, value);
    }
    return value != NULL;
}

/* Writes a variable when all went well before, and frees it. */
static bool write_and_free(mat_t *mat, matvar_t *var, bool good)
{
    good = good && var && Mat_VarWrite(mat, var, MAT_COMPRESSION_NONE) == 0;
    Mat_VarFree(var);
    return good;
}

static matvar_t *new_column(const char *name, double *data, size_t rows)
{
    double none = 0.0;
    size_t dims[2] = {rows, 1};
    return whole(Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, rows ? data : &none,
                               rows ? MAT_F_DONT_COPY_DATA : 0),
                 true);
}

static bool write_columns(mat_t *mat, const StnRecord *record, StnMatlabName *name)
{
    bool good = true;
    for (int c = 0; good && c < record->ncolumn; c++) {
        good = write_and_free(mat, new_column(name[c], record->data[c], record->rows), true);
    }
    return good;
}

static bool write_units(mat_t *mat, const StnRecord *record, StnMatlabName *name)
{
    matvar_t *units = new_struct("units", NULL, 0);
    bool good = units != NULL;
    for (int c = 0; good && c < record->ncolumn; c++) {
        good = Mat_VarAddStructField(units, name[c]) == 0 &&
               set_field(units, name[c], new_text(NULL, record->column[c].unit));
    }
    return write_and_free(mat, units, good);
}

static const char *event_site(const StnEvent *event) { return event->site; }

static const char *event_word(const StnEvent *event) { return stn_event_word(event->kind); }

static const char *event_detail(const StnEvent *event) { return event->detail; }

static matvar_t *new_event_cells(const StnRecord *record, const char *(*text)(const StnEvent *))
{
    size_t dims[2] = {record->nevent, 1};
    matvar_t *cells = whole(Mat_VarCreate(NULL, MAT_C_CELL, MAT_T_CELL, 2, dims, NULL, 0), false);
    for (size_t i = 0; cells && i < record->nevent; i++) {
        matvar_t *cell = new_text(NULL, text(&record->event[i]));
        if (!cell) {
            Mat_VarFree(cells);
            return NULL;
        }
        Mat_VarSetCell(cells, (int)i, cell);
    }
    return cells;
}

static matvar_t *new_event_times(const StnRecord *record)
{
    double *t = malloc((record->nevent + 1) * sizeof *t);
    if (!t) {
        return NULL;
    }
    for (size_t i = 0; i < record->nevent; i++) {
        t[i] = record->event[i].t;
    }
    size_t dims[2] = {record->nevent, 1};
    matvar_t *var = Mat_VarCreate(NULL, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, t, 0);
    free(t);
    return whole(var, false);
}

static bool write_events(mat_t *mat, const StnRecord *record)
{
    static const char *fields[] = {"t", "site", "event", "detail"};
    matvar_t *events = new_struct("events", fields, 4);
    const bool good = events && set_field(events, "t", new_event_times(record)) &&
                      set_field(events, "site", new_event_cells(record, event_site)) &&
                      set_field(events, "event", new_event_cells(record, event_word)) &&
                      set_field(events, "detail", new_event_cells(record, event_detail));
    return write_and_free(mat, events, good);
}

static bool write_info(mat_t *mat, const StnProvenance *from)
{
    static const char *fields[] = {"version", "scenario", "title", "plant",
                                   "law",     "solver",   "seed",  "text"};
    size_t one[2] = {1, 1};
    uint64_t number = from->seed;
    matvar_t *info = new_struct("info", fields, 8);
    matvar_t *seed =
        whole(Mat_VarCreate(NULL, MAT_C_UINT64, MAT_T_UINT64, 2, one, &number, 0), false);
    const bool good = info && set_field(info, "seed", seed) &&
                      set_field(info, "version", new_text(NULL, STN_VERSION)) &&
                      set_field(info, "scenario", new_text(NULL, from->scenario)) &&
                      set_field(info, "title", new_text(NULL, from->title)) &&
                      set_field(info, "plant", new_text(NULL, from->plant)) &&
                      set_field(info, "law", new_text(NULL, from->law)) &&
                      set_field(info, "solver", new_text(NULL, from->solver)) &&
                      set_field(info, "text", new_text(NULL, from->text));
    if (!info) {
        Mat_VarFree(seed);
    }
    return write_and_free(mat, info, good);
}

/* A file that ends too early: the last variable is there only if all before are. */
static bool is_complete(const char *path)
{
    mat_t *mat = Mat_Open(path, MAT_ACC_RDONLY);
    matvar_t *info = mat ? Mat_VarRead(mat, "info") : NULL;
    const matvar_t *text = info ? Mat_VarGetStructFieldByName(info, "text", 0) : NULL;
    const bool good = text != NULL;
    Mat_VarFree(info);
    if (mat) {
        Mat_Close(mat);
    }
    return good;
}

static bool write_once(const char *path, const StnRecord *record, const StnProvenance *from)
{
    const StnProvenance nowhere = {0};
    StnMatlabName *name = malloc(((size_t)record->ncolumn + 1) * sizeof *name);
    mat_t *mat =
        name ? Mat_CreateVer(path, "MATLAB 5.0 MAT-file, by Stiction " STN_VERSION, MAT_FT_MAT5)
             : NULL;
    bool good = mat != NULL;
    if (good) {
        stn_matlab_names(record->column, record->ncolumn, name);
        good = write_columns(mat, record, name) && write_units(mat, record, name) &&
               write_events(mat, record) && write_info(mat, from ? from : &nowhere);
        good = Mat_Close(mat) == 0 && good;
    }
    free(name);
    return good;
}

static bool same_bytes(const char *one, const char *other)
{
    FILE *a = fopen(one, "rb"), *b = fopen(other, "rb");
    bool same = a && b;
    while (same) {
        char left[4096], right[4096];
        const size_t length = fread(left, 1, sizeof left, a);
        same = fread(right, 1, sizeof right, b) == length && memcmp(left, right, length) == 0 &&
               !ferror(a) && !ferror(b);
        if (length < sizeof left) {
            break;
        }
    }
    if (a) {
        fclose(a);
    }
    if (b) {
        fclose(b);
    }
    return same;
}

/* matio does not tell when a write fails: what it should have written is then missing in the middle of the
 * file, or shifted.  So all is written twice, the second time into a file of its own beside the first, and
 * both must be the same bytes. */
static bool write_variables(const char *path, const StnRecord *record, const StnProvenance *from)
{
    const size_t size = strlen(path) + 8;
    char *again = malloc(size);
    if (!again) {
        return false;
    }
    snprintf(again, size, "%s-again", path);
    const int fd = open(again, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool good = fd >= 0;
    if (good) {
        close(fd);
        good = write_once(path, record, from) && write_once(again, record, from) &&
               same_bytes(path, again) && is_complete(path);
        remove(again);
    }
    free(again);
    return good;
}

StnStatus stn_mat_write(const char *path, const StnRecord *record, const StnProvenance *from,
                        StnError *error)
{
    StnAtomicFile file;
    if (strcmp(path, "-") == 0) {
        return stn_error_at(error, STN_BAD_INPUT, path, 0, 0,
                            "a .mat file cannot go to standard output; name a file");
    }
    if (record->rows > ROWS_MAX) {
        return stn_error_at(error, STN_BAD_INPUT, path, 0, 0,
                            "%zu rows; a version 5 .mat file holds at most %d, write CSV instead",
                            record->rows, ROWS_MAX);
    }
    const StnStatus status = stn_atomic_open(&file, path, error);
    if (status != STN_OK) {
        return status;
    }
    errno = 0; /* matio does not say why it failed */
    if (!file.path || !write_variables(file.path, record, from)) {
        const int why = errno;
        stn_atomic_discard(&file);
        if (why == ENOMEM) {
            return stn_out_of_memory(error);
        }
        return stn_error_at(error, STN_NO_FILE, path, 0, 0,
                            "cannot write the .mat file: the disk is full, or the target is not a "
                            "regular file");
    }
    return stn_atomic_commit(&file, error);
}

#else

StnStatus stn_mat_write(const char *path, const StnRecord *record, const StnProvenance *from,
                        StnError *error)
{
    (void)record, (void)from;
    return stn_error_at(error, STN_UNAVAILABLE, path, 0, 0,
                        "this build writes no .mat files: it was made without matio "
                        "(Debian: libmatio-dev); write .csv or .json");
}

#endif
