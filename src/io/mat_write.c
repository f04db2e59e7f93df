/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* MATLAB files, version 5, without compression: every MATLAB and Octave reads them, and fast.  One
 * variable per column; structs units, events and info.
 *
 * Written here and not by a library: matio does not say when a write fails, and crashes or leaves parts
 * out when memory is out.  Nothing here allocates but the names, and the stream remembers a failure.
 *
 * The format (MathWorks, "MAT-File Format", chapter 1): elements of a type, a number of bytes and that
 * many bytes, filled up to a multiple of eight.  A variable is an element "matrix" that holds elements:
 * flags, dimensions, name, content.  Numbers stand in the order of this machine, which the header says. */
#include "io/atomic_file.h"
#include "io/error_place.h"
#include "io/matlab_name.h"
#include "io/utf8.h"
#include "io/writers.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = (1 << 28) - 64 }; /* a variable holds less than 2 GiB */

typedef enum Type {
    TYPE_INT8 = 1,
    TYPE_INT32 = 5,
    TYPE_UINT32 = 6,
    TYPE_DOUBLE = 9,
    TYPE_UINT64 = 13,
    TYPE_MATRIX = 14,
    TYPE_UTF8 = 16,
    TYPE_UTF16 = 17,
} Type;

typedef enum Class {
    CLASS_CELL = 1,
    CLASS_STRUCT = 2,
    CLASS_CHAR = 4,
    CLASS_DOUBLE = 6,
    CLASS_UINT64 = 15,
} Class;

/* ---- Elements ---- */

/* An element begins with its size: it is put twice, the first time without a stream, to count. */
typedef struct Sink {
    FILE *to; /* NULL: only counts */
    uint64_t size;
    bool too_large; /* for a variable of this format */
} Sink;

static void put_bytes(Sink *sink, const void *data, size_t size)
{
    if (sink->to && size > 0) {
        fwrite(data, 1, size, sink->to);
    }
    sink->size += size;
}

static void fill_up(Sink *sink, size_t size)
{
    static const char zeros[8];
    put_bytes(sink, zeros, (8 - size % 8) % 8);
}

static void put_tag(Sink *sink, Type type, uint64_t size)
{
    const uint32_t tag[2] = {(uint32_t)type, (uint32_t)size};
    sink->too_large = sink->too_large || size > INT32_MAX;
    put_bytes(sink, tag, sizeof tag);
}

static void put_element(Sink *sink, Type type, const void *data, size_t size)
{
    put_tag(sink, type, size);
    put_bytes(sink, data, size);
    fill_up(sink, size);
}

/* One to four bytes stand in the tag itself. */
static void put_short_element(Sink *sink, Type type, const void *data, uint32_t size)
{
    const uint32_t tag = size << 16 | (uint32_t)type;
    put_bytes(sink, &tag, sizeof tag);
    put_bytes(sink, data, size);
    fill_up(sink, sizeof tag + size);
}

/* ---- Variables ---- */

typedef struct Matrix {
    Class class;
    size_t rows, columns;
    const char *name; /* "" within structs and cells */
    void (*put_content)(Sink *sink, const void *data);
    const void *data;
} Matrix;

static void put_body(Sink *sink, const Matrix *m)
{
    const uint32_t flags[2] = {(uint32_t)m->class, 0};
    const int32_t dimensions[2] = {(int32_t)m->rows, (int32_t)m->columns};
    const size_t length = strlen(m->name);
    sink->too_large = sink->too_large || m->rows > INT32_MAX || m->columns > INT32_MAX;
    put_element(sink, TYPE_UINT32, flags, sizeof flags);
    put_element(sink, TYPE_INT32, dimensions, sizeof dimensions);
    if (length >= 1 && length <= 4) {
        put_short_element(sink, TYPE_INT8, m->name, (uint32_t)length);
    } else {
        put_element(sink, TYPE_INT8, m->name, length);
    }
    m->put_content(sink, m->data);
}

static void put_matrix(Sink *sink, const Matrix *m)
{
    Sink count = {0};
    put_body(&count, m);
    sink->too_large = sink->too_large || count.too_large;
    put_tag(sink, TYPE_MATRIX, count.size);
    if (sink->to) {
        put_body(sink, m);
    } else {
        sink->size += count.size;
    }
}

typedef struct Numbers {
    const double *value;
    size_t count;
} Numbers;

static void put_numbers(Sink *sink, const void *data)
{
    const Numbers *n = data;
    put_element(sink, TYPE_DOUBLE, n->value, n->count * sizeof *n->value);
}

static void put_column(Sink *sink, const char *name, const double *value, size_t rows)
{
    const Numbers numbers = {value, rows};
    put_matrix(sink, &(Matrix){CLASS_DOUBLE, rows, 1, name, put_numbers, &numbers});
}

static void put_uint64(Sink *sink, const void *data)
{
    put_element(sink, TYPE_UINT64, data, sizeof(uint64_t));
}

/* MATLAB counts UTF-16 units; pure ASCII also suits Octave. */
static size_t utf16_units(const char *text, bool *ascii)
{
    size_t count = 0;
    *ascii = true;
    for (const char *end = text + strlen(text); text < end;) {
        const uint32_t code = stn_utf8_next(&text, end);
        *ascii = *ascii && code < 0x80;
        count += code >= 0x10000 ? 2 : 1;
    }
    return count;
}

static void put_text_content(Sink *sink, const void *data)
{
    bool ascii;
    const char *text = data;
    const size_t count = utf16_units(text, &ascii);
    if (ascii) {
        put_element(sink, TYPE_UTF8, text, count);
        return;
    }
    put_tag(sink, TYPE_UTF16, 2 * count);
    for (const char *end = text + strlen(text); text < end;) {
        const uint32_t code = stn_utf8_next(&text, end), above = code - 0x10000;
        const uint16_t pair[2] = {(uint16_t)(0xd800 + (above >> 10)),
                                  (uint16_t)(0xdc00 + (above & 0x3ff))};
        const uint16_t one = (uint16_t)code;
        put_bytes(sink, code >= 0x10000 ? pair : &one, code >= 0x10000 ? 4 : 2);
    }
    fill_up(sink, 2 * count);
}

/* A text as a row of characters; NULL: an empty one. */
static void put_text(Sink *sink, const char *text)
{
    bool ascii;
    text = text ? text : "";
    const size_t count = utf16_units(text, &ascii);
    put_matrix(sink, &(Matrix){CLASS_CHAR, count > 0, count, "", put_text_content, text});
}

/* The names of a struct's fields, all filled up to the length of the longest; values follow. */
static void put_field_names(Sink *sink, size_t count,
                            const char *(*name)(const void *data, size_t index), const void *data)
{
    static const char zeros[STN_MATLAB_NAME_SIZE];
    size_t longest = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(name(data, i));
        longest = length > longest ? length : longest;
    }
    const int32_t room = (int32_t)longest + 1;
    put_short_element(sink, TYPE_INT32, &room, sizeof room);
    put_tag(sink, TYPE_INT8, count * (size_t)room);
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(name(data, i));
        put_bytes(sink, name(data, i), length);
        put_bytes(sink, zeros, (size_t)room - length);
    }
    fill_up(sink, count * (size_t)room);
}

static const char *listed_name(const void *list, size_t index)
{
    return ((const char *const *)list)[index];
}

/* ---- The structs ---- */

typedef struct Units {
    const StnRecord *record;
    StnMatlabName *name;
} Units;

static const char *unit_name(const void *data, size_t index)
{
    return ((const Units *)data)->name[index];
}

static void put_units(Sink *sink, const void *data)
{
    const Units *u = data;
    put_field_names(sink, (size_t)u->record->ncolumn, unit_name, u);
    for (int c = 0; c < u->record->ncolumn; c++) {
        put_text(sink, u->record->column[c].unit);
    }
}

static const char *event_site(const StnEvent *event) { return event->site; }

static const char *event_word(const StnEvent *event) { return stn_event_word(event->kind); }

static const char *event_detail(const StnEvent *event) { return event->detail; }

typedef struct EventTexts {
    const StnRecord *record;
    const char *(*text)(const StnEvent *event);
} EventTexts;

static void put_event_cells(Sink *sink, const void *data)
{
    const EventTexts *e = data;
    for (size_t i = 0; i < e->record->nevent; i++) {
        put_text(sink, e->text(&e->record->event[i]));
    }
}

static void put_event_texts(Sink *sink, const StnRecord *record,
                            const char *(*text)(const StnEvent *))
{
    const EventTexts texts = {record, text};
    put_matrix(sink, &(Matrix){CLASS_CELL, record->nevent, 1, "", put_event_cells, &texts});
}

static void put_event_times(Sink *sink, const void *data)
{
    const StnRecord *record = data;
    put_tag(sink, TYPE_DOUBLE, record->nevent * sizeof(double));
    for (size_t i = 0; i < record->nevent; i++) {
        put_bytes(sink, &record->event[i].t, sizeof(double));
    }
}

static void put_events(Sink *sink, const void *data)
{
    static const char *const fields[] = {"t", "site", "event", "detail"};
    const StnRecord *record = data;
    put_field_names(sink, 4, listed_name, fields);
    put_matrix(sink, &(Matrix){CLASS_DOUBLE, record->nevent, 1, "", put_event_times, record});
    put_event_texts(sink, record, event_site);
    put_event_texts(sink, record, event_word);
    put_event_texts(sink, record, event_detail);
}

static void put_info(Sink *sink, const void *data)
{
    static const char *const fields[] = {"version", "scenario", "title", "plant",
                                         "law",     "solver",   "seed",  "text"};
    const StnProvenance *from = data;
    const uint64_t seed = from->seed;
    put_field_names(sink, 8, listed_name, fields);
    put_text(sink, STN_VERSION);
    put_text(sink, from->scenario);
    put_text(sink, from->title);
    put_text(sink, from->plant);
    put_text(sink, from->law);
    put_text(sink, from->solver);
    put_matrix(sink, &(Matrix){CLASS_UINT64, 1, 1, "", put_uint64, &seed});
    put_text(sink, from->text);
}

/* ---- The file ---- */

/* Text, nothing of a subsystem, version, and two letters whose order shows that of the bytes. */
static void put_header(Sink *sink)
{
    static const char title[] = "MATLAB 5.0 MAT-file, by Stiction " STN_VERSION;
    const uint16_t end[2] = {0x0100, 'M' << 8 | 'I'};
    char text[124];
    memset(text, ' ', sizeof text);
    memcpy(text, title, sizeof title - 1);
    put_bytes(sink, text, sizeof text);
    put_bytes(sink, end, sizeof end);
}

static void put_variables(Sink *sink, const StnRecord *record, StnMatlabName *name,
                          const StnProvenance *from)
{
    const Units units = {record, name};
    put_header(sink);
    for (int c = 0; c < record->ncolumn; c++) {
        put_column(sink, name[c], record->data[c], record->rows);
    }
    put_matrix(sink, &(Matrix){CLASS_STRUCT, 1, 1, "units", put_units, &units});
    put_matrix(sink, &(Matrix){CLASS_STRUCT, 1, 1, "events", put_events, record});
    put_matrix(sink, &(Matrix){CLASS_STRUCT, 1, 1, "info", put_info, from});
}

static StnStatus write_record(const char *path, const StnRecord *record, const StnWriteDef *def,
                              StnError *error)
{
    StnAtomicFile file;
    const StnProvenance nowhere = {0};
    if (record->rows > ROWS_MAX) {
        return stn_error_at(error, STN_BAD_INPUT, path, 0, 0,
                            "%zu rows; a version 5 .mat file holds at most %d, write CSV instead",
                            record->rows, ROWS_MAX);
    }
    StnMatlabName *name = malloc(((size_t)record->ncolumn + 1) * sizeof *name);
    if (!name) {
        return stn_out_of_memory(error);
    }
    StnStatus status = stn_atomic_open(&file, path, error);
    if (status == STN_OK) {
        Sink sink = {.to = file.stream};
        stn_matlab_names(record->column, record->ncolumn, name);
        put_variables(&sink, record, name, def->from ? def->from : &nowhere);
        if (sink.too_large) {
            stn_atomic_discard(&file);
            status = stn_error_at(error, STN_BAD_INPUT, path, 0, 0,
                                  "a variable is larger than the 2 GiB that a version 5 .mat file "
                                  "holds; write CSV instead");
        } else {
            status = stn_atomic_commit(&file, error);
        }
    }
    free(name);
    return status;
}
const StnWriter stn_mat_writer = {".mat", write_record};
