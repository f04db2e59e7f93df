/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Trajectories of a study in its file: a row for each run, column and time. */
#include "ensemble/store.h"
#include "ensemble/trajectories.h"

#if defined(STN_HAVE_SQLITE) && STN_HAVE_SQLITE

#include "ensemble/store_sqlite.h"

#include <math.h>

StnStatus stn_store_begin(StnStore *store, StnError *error)
{
    StnStatus status = stn_store_execute(store, "BEGIN IMMEDIATE", error);
    if (status == STN_OK)
        status = stn_store_execute(
            store,
            "CREATE TABLE IF NOT EXISTS trajectory(number INTEGER, name TEXT, t REAL, value REAL,"
            " PRIMARY KEY(number, name, t)) WITHOUT ROWID",
            error);
    return status;
}

StnStatus stn_store_end(StnStore *store, StnStatus status, StnError *error)
{
    if (status == STN_OK)
        status = stn_store_execute(store, "COMMIT", error);
    if (status != STN_OK)
        stn_store_execute(store, "ROLLBACK", NULL);
    return status;
}

StnStatus stn_store_write_trace(StnStore *store, int64_t run, const char *name, double end,
                                const double *value, StnError *error)
{
    const StnSqlite *call = store->call;
    sqlite3_stmt *statement = NULL;
    StnStatus status = stn_store_prepare(
        store, "INSERT OR REPLACE INTO trajectory VALUES(?, ?, ?, ?)", &statement, error);
    if (status == STN_OK)
        status = stn_store_bind_text(store, statement, 2, name, error);
    for (int k = 0; k < STN_TRACE_POINTS && status == STN_OK; k++) {
        call->sqlite3_bind_int64(statement, 1, run);
        call->sqlite3_bind_double(statement, 3, end * k / (STN_TRACE_POINTS - 1));
        if (isnan(value[k]))
            call->sqlite3_bind_null(statement, 4);
        else
            call->sqlite3_bind_double(statement, 4, value[k]);
        status = stn_store_step(store, statement, error);
    }
    call->sqlite3_finalize(statement);
    return status;
}

StnStatus stn_store_read_trace(StnStore *store, int64_t run, const char *name, double *out,
                               bool *whole, StnError *error)
{
    const StnSqlite *call = store->call;
    sqlite3_stmt *statement = NULL;
    int code = SQLITE_DONE, count = 0;
    int64_t there;
    *whole = false;
    StnStatus status = stn_store_number(
        store, "SELECT count(*) FROM sqlite_master WHERE name = 'trajectory'", &there, error);
    if (status != STN_OK || there != 1)
        return status;
    status = stn_store_prepare(
        store, "SELECT value FROM trajectory WHERE number = ? AND name = ? ORDER BY t", &statement,
        error);
    if (status == STN_OK)
        status = stn_store_bind_text(store, statement, 2, name, error);
    if (status == STN_OK)
        call->sqlite3_bind_int64(statement, 1, run);
    while (status == STN_OK && (code = call->sqlite3_step(statement)) == SQLITE_ROW &&
           count < STN_TRACE_POINTS)
        out[count++] = call->sqlite3_column_type(statement, 0) == SQLITE_NULL
                           ? NAN
                           : call->sqlite3_column_double(statement, 0);
    if (status == STN_OK && code != SQLITE_DONE && code != SQLITE_ROW)
        status = stn_store_failed(store, code, error);
    call->sqlite3_finalize(statement);
    *whole = count == STN_TRACE_POINTS;
    return status;
}

#else

static StnStatus unavailable(StnError *error)
{
    return stn_error(error, STN_UNAVAILABLE, "this build was made without SQLite");
}

StnStatus stn_store_begin(StnStore *store, StnError *error)
{
    (void)store;
    return unavailable(error);
}

StnStatus stn_store_end(StnStore *store, StnStatus status, StnError *error)
{
    (void)store;
    (void)error;
    return status;
}

StnStatus stn_store_write_trace(StnStore *store, int64_t run, const char *name, double end,
                                const double *value, StnError *error)
{
    (void)store;
    (void)run;
    (void)name;
    (void)end;
    (void)value;
    return unavailable(error);
}

StnStatus stn_store_read_trace(StnStore *store, int64_t run, const char *name, double *out,
                               bool *whole, StnError *error)
{
    (void)store;
    (void)run;
    (void)name;
    (void)out;
    *whole = false;
    return unavailable(error);
}

#endif
