/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the library found, as structs and arrays of the interpreter. */
#include "call.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 64, DEPTH_MAX = 16, PAGE_WIDTH = 80 };

mxArray *new_struct(void) { return mxCreateStructMatrix(1, 1, 0, NULL); }

/* A name that a field can have: "end(x)" -> "end_x". */
static void valid_name(const char *name, char out[NAME_SIZE])
{
    size_t used = 0;
    if (!isalpha((unsigned char)name[0]))
        out[used++] = 'x';
    for (const char *c = name; *c && used < NAME_SIZE - 1; c++) {
        const bool valid = isalnum((unsigned char)*c) || *c == '_';
        if (valid || (used > 0 && out[used - 1] != '_'))
            out[used++] = valid ? *c : '_';
    }
    while (used > 1 && out[used - 1] == '_' && name[strlen(name) - 1] != '_')
        used--;
    out[used] = '\0';
}

mxArray *put(mxArray *to, const char *name, mxArray *value)
{
    char valid[NAME_SIZE];
    valid_name(name, valid);
    int field = mxGetFieldNumber(to, valid);
    if (field < 0)
        field = mxAddField(to, valid);
    if (field >= 0)
        mxSetFieldByNumber(to, 0, field, value);
    return to;
}

mxArray *new_column(const double *value, size_t count)
{
    mxArray *out = mxCreateDoubleMatrix(count, count ? 1 : 0, mxREAL);
    if (count)
        memcpy(mxGetPr(out), value, count * sizeof *value);
    return out;
}

mxArray *new_texts(size_t count) { return mxCreateCellMatrix(count, count ? 1 : 0); }

void put_text(mxArray *cell, size_t index, const char *text)
{
    mxSetCell(cell, index, mxCreateString(text ? text : ""));
}

void put_record(mxArray *to, const StnRecord *record)
{
    mxArray *columns = new_struct(), *units = new_struct(), *texts = new_struct();
    for (int i = 0; i < record->ncolumn; i++) {
        const StnColumnInfo *info = &record->column[i];
        put(columns, info->name, new_column(record->data[i], record->rows));
        put(units, info->name, mxCreateString(info->unit));
        put(texts, info->name, mxCreateString(info->text ? info->text : ""));
    }
    put(to, "columns", columns);
    put(to, "units", units);
    put(to, "texts", texts);
}

mxArray *new_events(const StnEvent *event, size_t count)
{
    mxArray *t = mxCreateDoubleMatrix(count, count ? 1 : 0, mxREAL), *site = new_texts(count),
            *kind = new_texts(count), *detail = new_texts(count);
    for (size_t i = 0; i < count; i++) {
        mxGetPr(t)[i] = event[i].t;
        put_text(site, i, event[i].site);
        put_text(kind, i, stn_event_word(event[i].kind));
        put_text(detail, i, event[i].detail);
    }
    return put(put(put(put(new_struct(), "t", t), "site", site), "kind", kind), "detail", detail);
}

/* ---- Results ---- */

static mxArray *new_cell(const StnCell *cell)
{
    switch (cell->kind) {
    case STN_CELL_NUMBER: return mxCreateDoubleScalar(cell->number);
    case STN_CELL_COUNT: return mxCreateDoubleScalar((double)cell->count);
    case STN_CELL_FLAG: return mxCreateLogicalScalar(cell->count != 0);
    case STN_CELL_TEXT: break;
    }
    return cell->text ? mxCreateString(cell->text) : mxCreateDoubleMatrix(0, 0, mxREAL);
}

/* A column of a table: numbers, or a cell array where there is a text among them. */
static mxArray *table_column(const StnResultItem *item, int column)
{
    bool numbers = true;
    for (int row = 0; row < item->nrow; row++)
        numbers = numbers && item->cell[row * item->ncolumn + column].kind != STN_CELL_TEXT;
    mxArray *out = numbers ? mxCreateDoubleMatrix((mwSize)item->nrow, item->nrow ? 1 : 0, mxREAL)
                           : new_texts((size_t)item->nrow);
    for (int row = 0; row < item->nrow; row++) {
        const StnCell *cell = &item->cell[row * item->ncolumn + column];
        if (!numbers)
            mxSetCell(out, (mwIndex)row, new_cell(cell));
        else
            mxGetPr(out)[row] = cell->kind == STN_CELL_NUMBER ? cell->number : (double)cell->count;
    }
    return out;
}

static mxArray *new_table(const StnResultItem *item)
{
    mxArray *out = new_struct(), *units = new_struct();
    if (item->ncolumn == 1 && item->column[0].name && !item->column[0].name[0])
        return table_column(item, 0);
    for (int i = 0; i < item->ncolumn; i++) {
        char name[16];
        const StnResultColumn *column = &item->column[i];
        if (!column->name)
            continue;
        snprintf(name, sizeof name, "c%d", i + 1);
        put(out, column->name[0] ? column->name : name, table_column(item, i));
        if (column->unit && column->unit[0])
            put(units, column->name[0] ? column->name : name, mxCreateString(column->unit));
    }
    return mxGetNumberOfFields(units) > 0 ? put(out, "units", units) : out;
}

static mxArray *new_estimates(const StnResultItem *item)
{
    mxArray *out = new_struct();
    for (int i = 0; i < item->nestimate; i++) {
        const StnEstimate *e = &item->estimate[i];
        mxArray *one = put(new_struct(), "value", mxCreateDoubleScalar(e->value));
        put(one, "unit", mxCreateString(e->unit));
        put(one, "std", mxCreateDoubleScalar(e->std));
        put(one, "low", mxCreateDoubleScalar(e->low));
        put(one, "high", mxCreateDoubleScalar(e->high));
        put(one, "next_low", mxCreateDoubleScalar(e->next_low));
        put(one, "next_high", mxCreateDoubleScalar(e->next_high));
        put(out, e->name, put(one, "path", mxCreateString(e->path)));
    }
    return out;
}

static mxArray *new_remarks(const StnRemarks *remarks)
{
    mxArray *out = new_texts(remarks ? (size_t)remarks->count : 0);
    for (int i = 0; remarks && i < remarks->count; i++)
        put_text(out, (size_t)i, remarks->text[i]);
    return out;
}

static mxArray *build(const StnResult *result, int *at, const char *const *without, int depth);

/* The groups of a list, up to its end. */
static mxArray *build_list(const StnResult *result, int *at, int depth)
{
    mxArray *found[256];
    size_t count = 0;
    while (*at < result->count && result->item[*at].kind != STN_RESULT_END) {
        const bool group = result->item[(*at)++].kind == STN_RESULT_GROUP;
        if (group && count < sizeof found / sizeof found[0])
            found[count++] = build(result, at, NULL, depth + 1);
    }
    (*at)++;
    mxArray *out = new_texts(count);
    for (size_t i = 0; i < count; i++)
        mxSetCell(out, i, found[i]);
    return out;
}

static mxArray *new_item(const StnResult *result, const StnResultItem *item, int *at, int depth)
{
    switch (item->kind) {
    case STN_RESULT_FACT:
    case STN_RESULT_PARAGRAPH: return new_cell(&item->value);
    case STN_RESULT_TABLE: return new_table(item);
    case STN_RESULT_ESTIMATES: return new_estimates(item);
    case STN_RESULT_REMARKS: return new_remarks(item->remarks);
    case STN_RESULT_GROUP: return build(result, at, NULL, depth + 1);
    case STN_RESULT_LIST: return build_list(result, at, depth);
    case STN_RESULT_END: break;
    }
    return NULL;
}

/* Whether a name stands in a list that ends with NULL. */
static bool is_listed(const char *const *list, const char *name)
{
    for (; list && *list; list++)
        if (strcmp(*list, name) == 0)
            return true;
    return false;
}

/* Items up to the end of the group as a struct, with the units of its facts. */
static mxArray *build(const StnResult *result, int *at, const char *const *without, int depth)
{
    mxArray *out = new_struct(), *units = new_struct();
    while (*at < result->count && depth < DEPTH_MAX) {
        const StnResultItem *item = &result->item[(*at)++];
        if (item->kind == STN_RESULT_END)
            break;
        const bool skipped = !item->name || is_listed(without, item->name);
        if (skipped && item->kind != STN_RESULT_GROUP && item->kind != STN_RESULT_LIST)
            continue;
        mxArray *value = new_item(result, item, at, depth);
        if (skipped || !value)
            continue;
        put(out, item->name, value);
        if (item->kind == STN_RESULT_FACT && item->unit && item->unit[0])
            put(units, item->name, mxCreateString(item->unit));
    }
    return mxGetNumberOfFields(units) > 0 ? put(out, "units", units) : out;
}

mxArray *new_part(const StnResult *result, const char *name)
{
    int depth = 0;
    for (int at = 0; at < result->count; at++) {
        const StnResultItem *item = &result->item[at];
        int next = at + 1;
        if (depth == 0 && item->name && strcmp(item->name, name) == 0)
            return new_item(result, item, &next, 0);
        if (item->kind == STN_RESULT_GROUP || item->kind == STN_RESULT_LIST)
            depth++;
        else if (item->kind == STN_RESULT_END)
            depth--;
    }
    return new_struct();
}

mxArray *new_page(Call *call, const StnResult *result)
{
    stn_text_free(call->text);
    call->text = stn_result_plain(result, PAGE_WIDTH, &call->error);
    return call->text ? mxCreateString(call->text) : NULL;
}

StnStatus new_result(Call *call, const StnResult *result, const char *const *without, mxArray **out)
{
    mxArray *page;
    int at = 0;
    if (stn_result_check(result, &call->error) != STN_OK)
        return STN_NO_MEMORY;
    *out = build(result, &at, without, 0);
    page = new_page(call, result);
    if (!page)
        return call->error.status ? call->error.status : STN_NO_MEMORY;
    put(*out, "text", page);
    return STN_OK;
}
