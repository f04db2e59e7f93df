/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The runs of a study in its file. */
#if defined(STN_HAVE_SQLITE) && STN_HAVE_SQLITE

#include "ensemble/store_sqlite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

StnStatus stn_store_prepare_rows(StnStore *store, const StnStorePlan *plan, StnError *error)
{
    StnSql insert = {.text = NULL}, select = {.text = NULL};
    const int count = plan->nquantity + plan->nmetric;
    stn_sql_add(&insert, "INSERT OR IGNORE INTO run VALUES(?, ?, ?");
    stn_sql_add(&select, "SELECT number, status");
    for (int i = 0; i < count; i++) {
        stn_sql_add(&insert, ", ?");
        stn_sql_name(&select, plan->column[i].name);
    }
    stn_sql_add(&insert, ")");
    stn_sql_add(&select, " FROM run WHERE number >= ? AND number < ? ORDER BY number");
    StnStatus status = insert.lost || select.lost
                           ? stn_out_of_memory(error)
                           : stn_store_prepare(store, insert.text, &store->insert, error);
    if (status == STN_OK)
        status = stn_store_prepare(store, select.text, &store->select, error);
    free(insert.text);
    free(select.text);
    return status;
}

static StnOutcome outcome_of(const char *word)
{
    for (int i = 0; i < STN_OUTCOMES && word; i++)
        if (strcmp(word, stn_outcome_word((StnOutcome)i)) == 0)
            return (StnOutcome)i;
    return STN_OUTCOME_NONE;
}

/* A law by its place in the list. */
static double law_place(const StnStoreColumn *column, const char *name)
{
    for (int i = 0; i < column->nlaw && name; i++)
        if (strcmp(column->law[i]->name, name) == 0)
            return i;
    return NAN;
}

static double cell(const StnStore *store, sqlite3_stmt *statement, int place, int column)
{
    const StnStoreColumn *c = &store->column[column];
    if (c->law)
        return law_place(c, (const char *)store->call->sqlite3_column_text(statement, place));
    return store->call->sqlite3_column_type(statement, place) == SQLITE_NULL
               ? NAN
               : store->call->sqlite3_column_double(statement, place);
}

StnStatus stn_store_column(StnStore *store, int column, double *out, int64_t count, StnError *error)
{
    StnSql sql = {.text = NULL};
    sqlite3_stmt *statement = NULL;
    stn_sql_add(&sql, "SELECT number");
    stn_sql_name(&sql, store->column[column].name);
    stn_sql_add(&sql, " FROM run");
    StnStatus status =
        sql.lost ? stn_out_of_memory(error) : stn_store_prepare(store, sql.text, &statement, error);
    free(sql.text);
    for (int64_t i = 0; i < count; i++)
        out[i] = NAN;
    int code = SQLITE_DONE;
    while (status == STN_OK && (code = store->call->sqlite3_step(statement)) == SQLITE_ROW) {
        const int64_t run = store->call->sqlite3_column_int64(statement, 0);
        if (run >= 0 && run < count)
            out[run] = cell(store, statement, 1, column);
    }
    if (status == STN_OK && code != SQLITE_DONE)
        status = stn_store_failed(store, code, error);
    store->call->sqlite3_finalize(statement);
    return status;
}

StnStatus stn_store_read(StnStore *store, const StnStoreRows *rows, StnError *error)
{
    const StnSqlite *call = store->call;
    int code;
    memset(rows->outcome, STN_OUTCOME_NONE, (size_t)rows->count);
    call->sqlite3_bind_int64(store->select, 1, rows->first);
    call->sqlite3_bind_int64(store->select, 2, rows->first + rows->count);
    while ((code = call->sqlite3_step(store->select)) == SQLITE_ROW) {
        const int64_t run = call->sqlite3_column_int64(store->select, 0) - rows->first;
        rows->outcome[run] =
            (unsigned char)outcome_of((const char *)call->sqlite3_column_text(store->select, 1));
        for (int i = 0; i < store->ncolumn; i++)
            rows->value[i][run] = cell(store, store->select, 2 + i, i);
    }
    call->sqlite3_reset(store->select);
    return code == SQLITE_DONE ? STN_OK : stn_store_failed(store, code, error);
}

static StnStatus write_row(StnStore *store, const StnStoreRows *rows, int64_t run, StnError *error)
{
    const StnSqlite *call = store->call;
    call->sqlite3_bind_int64(store->insert, 1, rows->first + run);
    StnStatus status = stn_store_bind_text(store, store->insert, 2,
                                           stn_outcome_word((StnOutcome)rows->outcome[run]), error);
    if (status == STN_OK)
        status = stn_store_bind_text(store, store->insert, 3,
                                     rows->reason ? rows->reason[run] : NULL, error);
    for (int i = 0; i < store->ncolumn && status == STN_OK; i++) {
        const double value = rows->value[i][run];
        const StnStoreColumn *c = &store->column[i];
        if (isnan(value))
            call->sqlite3_bind_null(store->insert, 4 + i);
        else if (c->law)
            status =
                stn_store_bind_text(store, store->insert, 4 + i, c->law[(int)value]->name, error);
        else
            call->sqlite3_bind_double(store->insert, 4 + i, value);
    }
    return status == STN_OK ? stn_store_step(store, store->insert, error) : status;
}

StnStatus stn_store_write(StnStore *store, const StnStoreRows *rows, StnError *error)
{
    StnStatus status = stn_store_execute(store, "BEGIN IMMEDIATE", error);
    if (status != STN_OK)
        return status;
    for (int64_t run = 0; run < rows->count && status == STN_OK; run++)
        if (rows->outcome[run] != STN_OUTCOME_NONE)
            status = write_row(store, rows, run, error);
    if (status == STN_OK)
        status = stn_store_execute(store, "COMMIT", error);
    if (status != STN_OK)
        stn_store_execute(store, "ROLLBACK", NULL);
    return status;
}

StnStatus stn_store_counts(StnStore *store, int64_t done[STN_OUTCOMES], StnError *error)
{
    const StnSqlite *call = store->call;
    sqlite3_stmt *statement = NULL;
    int code = SQLITE_DONE;
    for (int i = 0; i < STN_OUTCOMES; i++)
        done[i] = 0;
    StnStatus status = stn_store_prepare(store, "SELECT status, count(*) FROM run GROUP BY status",
                                         &statement, error);
    while (status == STN_OK && (code = call->sqlite3_step(statement)) == SQLITE_ROW)
        done[outcome_of((const char *)call->sqlite3_column_text(statement, 0))] +=
            call->sqlite3_column_int64(statement, 1);
    if (status == STN_OK && code != SQLITE_DONE)
        status = stn_store_failed(store, code, error);
    call->sqlite3_finalize(statement);
    return status;
}

StnStatus stn_store_bad(StnStore *store, int most, StnBadRun *each, void *user, StnError *error)
{
    const StnSqlite *call = store->call;
    sqlite3_stmt *statement = NULL;
    int code = SQLITE_DONE;
    StnStatus status = stn_store_prepare(
        store,
        "SELECT number, status, reason FROM run WHERE status <> 'done' ORDER BY number LIMIT ?",
        &statement, error);
    if (status == STN_OK)
        call->sqlite3_bind_int64(statement, 1, most);
    while (status == STN_OK && (code = call->sqlite3_step(statement)) == SQLITE_ROW) {
        const char *reason = (const char *)call->sqlite3_column_text(statement, 2);
        each(user, call->sqlite3_column_int64(statement, 0),
             outcome_of((const char *)call->sqlite3_column_text(statement, 1)),
             reason ? reason : "");
    }
    if (status == STN_OK && code != SQLITE_DONE)
        status = stn_store_failed(store, code, error);
    call->sqlite3_finalize(statement);
    return status;
}

#else
typedef int StnNoStoreRows; /* a file of C declares something */
#endif
