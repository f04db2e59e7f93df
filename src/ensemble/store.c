/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "ensemble/store.h"

#if defined(STN_HAVE_SQLITE) && STN_HAVE_SQLITE

#include "ensemble/store_sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef STN_SQLITE_LINKED /* compiled in: nothing is left to load */
static const StnSqlite linked = {STN_SQLITE_FUNCTIONS(STN_LIBRARY_LINKED)};
static StnSharedLibrary sqlite_library = {.table = (void *)&linked};
#else
static const char *const sqlite_functions[] = {STN_SQLITE_FUNCTIONS(STN_LIBRARY_NAME)};
static StnSharedLibrary sqlite_library = {
    .purpose = "keeping a study in a file",
    .package = "libsqlite3-dev",
    .file = {STN_SQLITE_FILE},
    .function = sqlite_functions,
    .count = sizeof sqlite_functions / sizeof *sqlite_functions,
};
#endif

/* ---- Calls ---- */

StnStatus stn_store_failed(const StnStore *store, int code, StnError *error)
{
    const char *path = store->path;
    const int reason = store->db ? store->call->sqlite3_system_errno(store->db) : 0;
    switch (code & 0xff) {
    case SQLITE_NOMEM: return stn_out_of_memory(error);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return stn_error(error, STN_NO_FILE, "another process is working on the study %s", path);
    case SQLITE_NOTADB:
        return stn_error(error, STN_BAD_INPUT, "%s is no study: it is not an SQLite file", path);
    case SQLITE_CORRUPT:
        return stn_error(
            error, STN_BAD_INPUT,
            "the study %s is damaged (%s); \"sqlite3 FILE .recover\" may save its rows", path,
            store->call->sqlite3_errmsg(store->db));
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return stn_error(error, STN_NO_FILE, "the study %s, or its folder, cannot be written",
                         path);
    case SQLITE_FULL:
        return stn_error(
            error, STN_NO_FILE,
            "the disk is full: the study %s keeps the runs that it has; the same command "
            "goes on from there",
            path);
    case SQLITE_IOERR:
        return stn_error(
            error, STN_NO_FILE,
            "the study %s cannot be read or written (%s): it keeps the runs that it has; the "
            "same command goes on from there",
            path, store->call->sqlite3_errmsg(store->db));
    case SQLITE_CANTOPEN:
        return stn_error(error, STN_NO_FILE, "the study %s cannot be opened%s%s%s", path,
                         store->reading ? "" : " or made", reason ? ": " : "",
                         reason ? strerror(reason) : "");
    default:
        return stn_error(error, STN_NO_FILE, "the study %s: %s", path,
                         store->call->sqlite3_errmsg(store->db));
    }
}

StnStatus stn_store_execute(const StnStore *store, const char *sql, StnError *error)
{
    const int code = store->call->sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? STN_OK : stn_store_failed(store, code, error);
}

StnStatus stn_store_prepare(const StnStore *store, const char *sql, sqlite3_stmt **out,
                            StnError *error)
{
    const int code = store->call->sqlite3_prepare_v2(store->db, sql, -1, out, NULL);
    return code == SQLITE_OK ? STN_OK : stn_store_failed(store, code, error);
}

StnStatus stn_store_step(const StnStore *store, sqlite3_stmt *statement, StnError *error)
{
    const int code = store->call->sqlite3_step(statement);
    store->call->sqlite3_reset(statement);
    return code == SQLITE_DONE ? STN_OK : stn_store_failed(store, code, error);
}

StnStatus stn_store_bind_text(const StnStore *store, sqlite3_stmt *statement, int place,
                              const char *text, StnError *error)
{
    const int code =
        text ? store->call->sqlite3_bind_text(statement, place, text, -1, SQLITE_TRANSIENT)
             : store->call->sqlite3_bind_null(statement, place);
    return code == SQLITE_OK ? STN_OK : stn_store_failed(store, code, error);
}

StnStatus stn_store_number(const StnStore *store, const char *sql, int64_t *value, StnError *error)
{
    sqlite3_stmt *statement = NULL;
    int code = SQLITE_DONE;
    *value = -1;
    StnStatus status = stn_store_prepare(store, sql, &statement, error);
    if (status == STN_OK && (code = store->call->sqlite3_step(statement)) == SQLITE_ROW)
        *value = store->call->sqlite3_column_int64(statement, 0);
    if (status == STN_OK && code != SQLITE_ROW && code != SQLITE_DONE)
        status = stn_store_failed(store, code, error);
    store->call->sqlite3_finalize(statement);
    return status;
}

/* ---- Texts ---- */

void stn_sql_add(StnSql *sql, const char *text)
{
    const size_t more = strlen(text);
    char *grown = sql->lost ? NULL : realloc(sql->text, sql->length + more + 1);
    if (grown == NULL) {
        sql->lost = true;
        return;
    }
    memcpy(grown + sql->length, text, more + 1);
    sql->text = grown;
    sql->length += more;
}

void stn_sql_name(StnSql *sql, const char *name)
{
    char one[2] = "";
    stn_sql_add(sql, ",\"");
    for (; *name; name++) {
        one[0] = *name;
        stn_sql_add(sql, *name == '"' ? "\"\"" : one);
    }
    stn_sql_add(sql, "\"");
}

/* ---- Beginning and end ---- */

enum { WRITING = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE };

/* `name`: what SQLite opens, where that is not the path itself.  NULL: the library is not there, memory is out, or SQLite
 * refuses. */
static StnStore *open_file(const char *path, const char *name, int flags, StnError *error)
{
    const void *table;
    if (stn_library_table(&sqlite_library, &table, error) != STN_OK)
        return NULL;
    StnStore *store = calloc(1, sizeof *store);
    if (store == NULL || (store->path = strdup(path)) == NULL) {
        stn_out_of_memory(error);
        free(store);
        return NULL;
    }
    store->call = table;
    store->reading = flags != WRITING;
    const int code = store->call->sqlite3_open_v2(name, &store->db, flags, NULL);
    if (code == SQLITE_OK)
        return store;
    stn_store_failed(store, code, error);
    stn_store_close(store);
    return NULL;
}

StnStore *stn_store_open(const char *path, const StnStorePlan *plan, StnError *error)
{
    static const char settings[] = "PRAGMA locking_mode=EXCLUSIVE;"
                                   "PRAGMA journal_mode=WAL;"
                                   "PRAGMA synchronous=FULL;";
    StnStore *store = open_file(path, path, WRITING, error);
    if (store == NULL)
        return NULL;
    StnStatus status = stn_store_execute(store, settings, error);
    if (status == STN_OK)
        status = stn_store_take_plan(store, plan, error);
    if (status == STN_OK)
        status = stn_store_columns(store, plan, error);
    if (status == STN_OK)
        return store;
    stn_store_close(store);
    return NULL;
}

/* Whether a log lies beside a study: somebody writes, or was ended while he wrote. */
static bool has_log(const char *path, char *name, size_t size)
{
    snprintf(name, size, "%s-wal", path);
    FILE *log = fopen(name, "r");
    if (log)
        fclose(log);
    return log != NULL;
}

/* "file:PATH?immutable=1"; name has three places for each of path's and 32 more. */
static void name_immutable(const char *path, char *name, size_t size)
{
    size_t used = (size_t)snprintf(name, size, "file:");
    for (; *path; path++)
        used += (size_t)snprintf(name + used, size - used, strchr("%?#", *path) ? "%%%02X" : "%c",
                                 (unsigned char)*path);
    snprintf(name + used, size - used, "?immutable=1");
}

static StnStore *open_checked(const char *path, const char *name, int flags, StnError *error)
{
    StnStore *store = open_file(path, name, flags, error);
    if (store == NULL || stn_store_check_format(store, error) == STN_OK)
        return store;
    stn_store_close(store);
    return NULL;
}

/* SQLite keeps files of its own beside a database with a log while it reads, and takes them away only where it might
 * write, too: so that is asked for, but where a log is there, which would be merged.  It needs none of them where it knows
 * that nobody writes: in a folder that cannot be written nobody does. */
StnStore *stn_store_open_read(const char *path, StnError *error)
{
    StnError own = {.status = STN_OK};
    const size_t size = 3 * strlen(path) + 32;
    char *name = malloc(size);
    if (name == NULL) {
        stn_out_of_memory(error);
        return NULL;
    }
    const bool log = has_log(path, name, size);
    StnStore *store =
        open_checked(path, path, log ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE, &own);
    if (store == NULL && own.status == STN_NO_FILE && !has_log(path, name, size)) {
        name_immutable(path, name, size);
        store = open_checked(path, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, &own);
    }
    free(name);
    if (store == NULL && error)
        *error = own;
    return store;
}

StnStatus stn_store_columns(StnStore *store, const StnStorePlan *plan, StnError *error)
{
    store->column = plan->column;
    store->ncolumn = plan->nquantity + plan->nmetric;
    return stn_store_prepare_rows(store, plan, error);
}

void stn_store_close(StnStore *store)
{
    if (store == NULL)
        return;
    store->call->sqlite3_finalize(store->insert);
    store->call->sqlite3_finalize(store->select);
    store->call->sqlite3_close(store->db);
    free(store->path);
    free(store);
}

#else

static StnStatus unavailable(StnError *error)
{
    return stn_error(
        error, STN_UNAVAILABLE,
        "this build was made without SQLite (libsqlite3-dev): it keeps no studies in files");
}

StnStore *stn_store_open(const char *path, const StnStorePlan *plan, StnError *error)
{
    (void)path;
    (void)plan;
    unavailable(error);
    return NULL;
}

StnStore *stn_store_open_read(const char *path, StnError *error)
{
    (void)path;
    unavailable(error);
    return NULL;
}

StnStatus stn_store_columns(StnStore *store, const StnStorePlan *plan, StnError *error)
{
    (void)store;
    (void)plan;
    return unavailable(error);
}

StnStatus stn_store_fact(StnStore *store, const char *name, char **text, StnError *error)
{
    (void)store;
    (void)name;
    *text = NULL;
    return unavailable(error);
}

StnStatus stn_store_quantities(StnStore *store, char **text, int most, int *count, StnError *error)
{
    (void)store;
    (void)text;
    (void)most;
    *count = 0;
    return unavailable(error);
}

StnStatus stn_store_metrics(StnStore *store, char **text, int most, int *count, StnError *error)
{
    return stn_store_quantities(store, text, most, count, error);
}

StnStatus stn_store_counts(StnStore *store, int64_t done[STN_OUTCOMES], StnError *error)
{
    (void)store;
    (void)done;
    return unavailable(error);
}

void stn_store_close(StnStore *store) { (void)store; }

StnStatus stn_store_read(StnStore *store, const StnStoreRows *rows, StnError *error)
{
    (void)store;
    (void)rows;
    return unavailable(error);
}

StnStatus stn_store_column(StnStore *store, int column, double *out, int64_t count, StnError *error)
{
    (void)column;
    (void)out;
    (void)count;
    return stn_store_read(store, NULL, error);
}

StnStatus stn_store_write(StnStore *store, const StnStoreRows *rows, StnError *error)
{
    return stn_store_read(store, rows, error);
}

StnStatus stn_store_bad(StnStore *store, int most, StnBadRun *each, void *user, StnError *error)
{
    (void)most;
    (void)each;
    (void)user;
    return stn_store_read(store, NULL, error);
}

#endif
