/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A study as an SQLite connection: what the files of the store share. */
#ifndef STN_ENSEMBLE_STORE_SQLITE_H
#define STN_ENSEMBLE_STORE_SQLITE_H

#include "ensemble/store.h"
#include "modules/shared_library.h"

#include <sqlite3.h>

#define STN_SQLITE_FUNCTIONS(X) \
    X(sqlite3_bind_double)      \
    X(sqlite3_bind_int64)       \
    X(sqlite3_bind_null)        \
    X(sqlite3_bind_text)        \
    X(sqlite3_close)            \
    X(sqlite3_column_double)    \
    X(sqlite3_column_int64)     \
    X(sqlite3_column_text)      \
    X(sqlite3_column_type)      \
    X(sqlite3_errmsg)           \
    X(sqlite3_exec)             \
    X(sqlite3_finalize)         \
    X(sqlite3_open_v2)          \
    X(sqlite3_system_errno)     \
    X(sqlite3_prepare_v2)       \
    X(sqlite3_reset)            \
    X(sqlite3_step)

typedef struct StnSqlite {
    STN_SQLITE_FUNCTIONS(STN_LIBRARY_POINTER)
} StnSqlite;

struct StnStore {
    const StnSqlite *call;
    sqlite3 *db;
    char *path;
    bool reading;
    const StnStoreColumn *column;
    int ncolumn;
    sqlite3_stmt *insert, *select;
};

/* What SQLite says, in words of ours where a user can do something. */
StnStatus stn_store_failed(const StnStore *store, int code, StnError *error);
StnStatus stn_store_execute(const StnStore *store, const char *sql, StnError *error);
StnStatus stn_store_prepare(const StnStore *store, const char *sql, sqlite3_stmt **out,
                            StnError *error);
/* Runs a statement that gives no rows, and makes it ready again. */
StnStatus stn_store_step(const StnStore *store, sqlite3_stmt *statement, StnError *error);
/* text NULL: no value. */
StnStatus stn_store_bind_text(const StnStore *store, sqlite3_stmt *statement, int place,
                              const char *text, StnError *error);
/* The first number that a query gives; -1: none. */
StnStatus stn_store_number(const StnStore *store, const char *sql, int64_t *value, StnError *error);

/* A text that grows; lost: memory was out. */
typedef struct StnSql {
    char *text;
    size_t length;
    bool lost;
} StnSql;

void stn_sql_add(StnSql *sql, const char *text);
/* ,"name" with every quote doubled. */
void stn_sql_name(StnSql *sql, const char *name);

/* Whether the file is a study of this format. */
StnStatus stn_store_check_format(const StnStore *store, StnError *error);
/* Writes the plan into a new file, or compares it with that of a study. */
StnStatus stn_store_take_plan(const StnStore *store, const StnStorePlan *plan, StnError *error);
/* The statements that read and write runs. */
StnStatus stn_store_prepare_rows(StnStore *store, const StnStorePlan *plan, StnError *error);

#endif
