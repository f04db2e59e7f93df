/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Results as data: filling them. */
#include "stiction/result.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Memory ---- */

typedef struct Chunk {
    struct Chunk *next;
    double align;
} Chunk;

static void *take(StnResult *r, size_t size)
{
    Chunk *chunk = calloc(1, sizeof *chunk + size);
    if (!chunk) {
        r->failed = true;
        return NULL;
    }
    chunk->next = r->memory;
    r->memory = chunk;
    return chunk + 1;
}

static void *copy(StnResult *r, const void *from, size_t size)
{
    void *own = take(r, size);
    if (own && size > 0)
        memcpy(own, from, size);
    return own;
}

static const char *copy_text(StnResult *r, const char *text)
{
    return text ? copy(r, text, strlen(text) + 1) : NULL;
}

static __attribute__((format(printf, 2, 0))) const char *
format_text(StnResult *r, const char *format, va_list arguments)
{
    char text[2048];
    if (!format)
        return NULL;
    vsnprintf(text, sizeof text, format, arguments);
    return copy_text(r, text);
}

void stn_result_free(StnResult *result)
{
    for (Chunk *chunk = result->memory, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    for (int i = 0; i < result->count; i++) {
        free(result->item[i].cell);
        free(result->item[i].shown);
    }
    free(result->item);
    memset(result, 0, sizeof *result);
}

StnStatus stn_result_check(const StnResult *result, StnError *error)
{
    return result->failed ? stn_out_of_memory(error) : STN_OK;
}

/* ---- Items ---- */

StnCell stn_cell_number(double value)
{
    return (StnCell){.kind = STN_CELL_NUMBER, .number = value};
}
StnCell stn_cell_count(uint64_t value) { return (StnCell){.kind = STN_CELL_COUNT, .count = value}; }
StnCell stn_cell_flag(bool value) { return (StnCell){.kind = STN_CELL_FLAG, .count = value}; }
StnCell stn_cell_text(const char *text) { return (StnCell){.kind = STN_CELL_TEXT, .text = text}; }

static StnResultItem *add(StnResult *r, StnResultKind kind, const char *name)
{
    if (r->count == r->capacity) {
        const int capacity = r->capacity ? 2 * r->capacity : 32;
        StnResultItem *more = realloc(r->item, (size_t)capacity * sizeof *more);
        if (!more) {
            r->failed = true;
            return NULL;
        }
        r->item = more;
        r->capacity = capacity;
    }
    StnResultItem *item = &r->item[r->count++];
    *item = (StnResultItem){.kind = kind, .name = copy_text(r, name)};
    return item;
}

static void add_fact(StnResult *r, const char *name, const char *unit, StnCell value,
                     const char *text)
{
    StnResultItem *item = add(r, STN_RESULT_FACT, name);
    if (!item)
        return;
    item->unit = copy_text(r, unit);
    value.text = copy_text(r, value.text);
    item->value = value;
    item->text = text;
}

void stn_result_fact(StnResult *result, const char *name, const char *unit, StnCell value,
                     const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = format_text(result, format, arguments);
    va_end(arguments);
    add_fact(result, name, unit, value, text);
}

void stn_result_number(StnResult *result, const char *name, const char *unit, double value)
{
    add_fact(result, name, unit, stn_cell_number(value), NULL);
}

void stn_result_count(StnResult *result, const char *name, uint64_t value)
{
    add_fact(result, name, NULL, stn_cell_count(value), NULL);
}

void stn_result_flag(StnResult *result, const char *name, bool value)
{
    add_fact(result, name, NULL, stn_cell_flag(value), NULL);
}

void stn_result_text(StnResult *result, const char *name, const char *value)
{
    add_fact(result, name, NULL, stn_cell_text(value), NULL);
}

void stn_result_paragraph(StnResult *result, const char *name, const char *value)
{
    StnResultItem *item = add(result, STN_RESULT_PARAGRAPH, name);
    if (item)
        item->text = item->value.text = copy_text(result, value);
    if (item)
        item->value.kind = STN_CELL_TEXT;
}

void stn_result_line(StnResult *result, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = format_text(result, format, arguments);
    va_end(arguments);
    add_fact(result, NULL, NULL, stn_cell_text(NULL), text);
}

void stn_result_open(StnResult *result, const char *name) { add(result, STN_RESULT_GROUP, name); }
void stn_result_open_list(StnResult *result, const char *name)
{
    add(result, STN_RESULT_LIST, name);
}
void stn_result_close(StnResult *result) { add(result, STN_RESULT_END, NULL); }

void stn_result_summary(StnResult *result, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    result->summary = format_text(result, format, arguments);
    va_end(arguments);
}

void stn_result_caveat(StnResult *result, const char *text)
{
    result->caveat = copy_text(result, text);
}

/* ---- Tables ---- */

void stn_result_table(StnResult *result, const char *name, const char *heading,
                      const StnResultColumn *column, int ncolumn)
{
    StnResultItem *item = add(result, STN_RESULT_TABLE, name);
    StnResultColumn *own = copy(result, column, (size_t)ncolumn * sizeof *column);
    if (!item || !own)
        return;
    for (int i = 0; i < ncolumn; i++)
        own[i] = (StnResultColumn){
            copy_text(result, column[i].name), copy_text(result, column[i].heading),
            copy_text(result, column[i].unit), copy_text(result, column[i].format)};
    item->text = copy_text(result, heading);
    item->column = own;
    item->ncolumn = ncolumn;
}

void stn_result_flush(StnResult *result)
{
    if (result->count > 0)
        result->item[result->count - 1].flush = true;
}

/* Room for one more row: it doubles at 0, 1, 2, 4, ... rows. */
static bool make_room(StnResultItem *item)
{
    if (item->nrow & (item->nrow - 1))
        return true;
    const size_t rows = item->nrow ? 2 * (size_t)item->nrow : 1;
    StnCell *cell = realloc(item->cell, rows * (size_t)item->ncolumn * sizeof *cell);
    if (cell)
        item->cell = cell;
    bool *shown = cell ? realloc(item->shown, rows * sizeof *shown) : NULL;
    if (shown)
        item->shown = shown;
    return shown != NULL;
}

void stn_result_row(StnResult *result, bool shown, const StnCell *cell)
{
    StnResultItem *item = result->count > 0 ? &result->item[result->count - 1] : NULL;
    if (result->failed || !item || item->kind != STN_RESULT_TABLE)
        return;
    if (!make_room(item)) {
        result->failed = true;
        return;
    }
    StnCell *row = item->cell + (size_t)item->nrow * (size_t)item->ncolumn;
    for (int i = 0; i < item->ncolumn; i++) {
        row[i] = cell[i];
        row[i].text = copy_text(result, cell[i].text);
    }
    item->shown[item->nrow++] = shown;
    item->nshown += shown;
}

void stn_result_text_table(StnResult *result, const char *heading, const char *columns)
{
    StnResultColumn column[STN_TEXT_COLUMNS_MAX] = {{NULL, NULL, NULL, NULL}};
    char name[STN_TEXT_COLUMNS_MAX][64];
    int count = 0;
    for (const char *word = columns; word && count < STN_TEXT_COLUMNS_MAX; count++) {
        column[count].format = word[0] == '>' ? "r" : word[0] == '~' ? "w" : NULL;
        word += column[count].format != NULL;
        snprintf(name[count], sizeof name[0], "%.*s", (int)strcspn(word, "|"), word);
        column[count].heading = name[count];
        word = strchr(word, '|') ? strchr(word, '|') + 1 : NULL;
    }
    stn_result_table(result, NULL, heading, column, count);
}

void stn_result_text_row(StnResult *result, const char *const *text)
{
    StnCell cell[STN_TEXT_COLUMNS_MAX] = {{0}};
    const StnResultItem *item = result->count > 0 ? &result->item[result->count - 1] : NULL;
    for (int i = 0; item && i < item->ncolumn && i < STN_TEXT_COLUMNS_MAX; i++)
        cell[i] = stn_cell_text(text[i]);
    stn_result_row(result, true, cell);
}

/* ---- Rows ---- */

void stn_result_series(StnResult *result, const char *name, const char *unit, const double *value,
                       size_t count)
{
    StnRecord *rows = &result->rows;
    if (rows->ncolumn == 0) {
        rows->column = take(result, STN_RESULT_SERIES_MAX * sizeof *rows->column);
        rows->data = take(result, STN_RESULT_SERIES_MAX * sizeof *rows->data);
        rows->rows = count;
    }
    double *own = rows->column && rows->data ? take(result, (rows->rows + 1) * sizeof *own) : NULL;
    if (!own || rows->ncolumn == STN_RESULT_SERIES_MAX)
        return;
    for (size_t i = 0; i < rows->rows; i++)
        own[i] = i < count ? value[i] : NAN;
    StnColumnInfo *column = &rows->column[rows->ncolumn];
    *column = (StnColumnInfo){.role = STN_ROLE_OTHER, .site = -1};
    snprintf(column->name, sizeof column->name, "%s", name);
    snprintf(column->unit, sizeof column->unit, "%s", unit ? unit : "");
    rows->data[rows->ncolumn++] = own;
}

void stn_result_compared(StnResult *result, const char *name, const char *unit,
                         const double *measured, const double *model, size_t count)
{
    static const char *const ends[] = {"measured", "model", "residual"};
    double *rest = malloc((count + 1) * sizeof *rest);
    const double *value[] = {measured, model, rest};
    char text[80];
    if (!rest) {
        result->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        rest[i] = measured[i] - model[i];
    for (int k = 0; k < 3; k++) {
        snprintf(text, sizeof text, "%s_%s", name, ends[k]);
        stn_result_series(result, text, unit, value[k], count);
    }
    free(rest);
}

/* ---- Estimates, remarks, figure ---- */

void stn_result_estimates(StnResult *result, const char *name, const StnEstimate *estimate,
                          int count, const char *heading)
{
    StnResultItem *item = add(result, STN_RESULT_ESTIMATES, name);
    if (!item)
        return;
    StnEstimate *own = copy(result, estimate, (size_t)count * sizeof *estimate);
    for (int i = 0; own && result->site && i < count; i++) {
        const char *path = estimate[i].path, *end = strchr(path, '.');
        if (end && strncmp(path, "friction.", 9) == 0 && strchr(end + 1, '.'))
            snprintf(own[i].path, sizeof own[i].path, "friction.%s%s", result->site,
                     strchr(end + 1, '.'));
    }
    item->estimate = own;
    item->nestimate = own ? count : 0;
    item->text = copy_text(result, heading);
}

void stn_remark(StnRemarks *remarks, const char *format, ...)
{
    va_list arguments;
    if (remarks->count == STN_REMARKS_MAX)
        return;
    va_start(arguments, format);
    vsnprintf(remarks->text[remarks->count++], STN_REMARK_SIZE, format, arguments);
    va_end(arguments);
}

void stn_result_remarks(StnResult *result, const char *name, const StnRemarks *remarks,
                        const char *heading)
{
    StnResultItem *item = add(result, STN_RESULT_REMARKS, name);
    if (!item)
        return;
    item->remarks = copy(result, remarks, sizeof *remarks);
    item->text = copy_text(result, heading);
}

static bool copy_curves(StnResult *r, StnPanel *panel)
{
    StnCurve *curve = copy(r, panel->curve, (size_t)panel->ncurve * sizeof *curve);
    for (int i = 0; curve && i < panel->ncurve; i++) {
        const size_t bytes = curve[i].count * sizeof(double);
        curve[i].x = copy(r, curve[i].x, bytes);
        curve[i].y = copy(r, curve[i].y, bytes);
        curve[i].label = copy_text(r, curve[i].label);
    }
    panel->curve = curve;
    return curve != NULL;
}

void stn_result_figure(StnResult *result, const StnFigure *figure)
{
    StnPanel *panel = copy(result, figure->panel, (size_t)figure->npanel * sizeof *panel);
    for (int i = 0; panel && i < figure->npanel; i++) {
        panel[i].title = copy_text(result, panel[i].title);
        panel[i].xlabel = copy_text(result, panel[i].xlabel);
        panel[i].ylabel = copy_text(result, panel[i].ylabel);
        panel[i].xunit = copy_text(result, panel[i].xunit);
        panel[i].yunit = copy_text(result, panel[i].yunit);
        if (!copy_curves(result, &panel[i]))
            return;
    }
    if (!panel)
        return;
    result->figure = *figure;
    result->figure.title = copy_text(result, figure->title);
    result->figure.panel = panel;
}
