/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "ensemble/store.h"

#if defined(STN_HAVE_SQLITE) && STN_HAVE_SQLITE

#include "modules/shared_library.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SQLITE_FUNCTIONS(X)  \
    X(sqlite3_bind_double)   \
    X(sqlite3_bind_int64)    \
    X(sqlite3_bind_null)     \
    X(sqlite3_bind_text)     \
    X(sqlite3_close)         \
    X(sqlite3_column_double) \
    X(sqlite3_column_int64)  \
    X(sqlite3_column_text)   \
    X(sqlite3_column_type)   \
    X(sqlite3_errmsg)        \
    X(sqlite3_exec)          \
    X(sqlite3_finalize)      \
    X(sqlite3_open_v2)       \
    X(sqlite3_prepare_v2)    \
    X(sqlite3_reset)         \
    X(sqlite3_step)

typedef struct Sqlite {
    SQLITE_FUNCTIONS(STN_LIBRARY_POINTER)
} Sqlite;

static const char *const sqlite_functions[] = {SQLITE_FUNCTIONS(STN_LIBRARY_NAME)};
static StnSharedLibrary sqlite_library = {
    .purpose = "keeping a study in a file",
    .package = "libsqlite3-dev",
    .file = {STN_SQLITE_FILE},
    .function = sqlite_functions,
    .count = sizeof sqlite_functions / sizeof *sqlite_functions,
};

/* "stn1" as SQLite's application_id: the file is a study of this format. */
#define STUDY_FORMAT 0x73746e31
#define TEXT(x) #x
#define TEXT_OF(x) TEXT(x)

struct StnStore {
    const Sqlite *call;
    sqlite3 *db;
    char *path;
    const StnStoreColumn *column;
    int ncolumn;
    sqlite3_stmt *insert, *select;
};

/* ---- Failures -------------------------------------------------------------------------------- */

/* What SQLite says, in words of ours where a user can do something. */
static StnStatus failed(const StnStore *store, int code, StnError *error)
{
    const char *path = store->path;
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
    case SQLITE_CANTOPEN:
        return stn_error(error, STN_NO_FILE, "the study %s cannot be opened or made", path);
    default:
        return stn_error(error, STN_NO_FILE, "the study %s: %s", path,
                         store->call->sqlite3_errmsg(store->db));
    }
}

static StnStatus execute(const StnStore *store, const char *sql, StnError *error)
{
    const int code = store->call->sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? STN_OK : failed(store, code, error);
}

static StnStatus prepare(const StnStore *store, const char *sql, sqlite3_stmt **out,
                         StnError *error)
{
    const int code = store->call->sqlite3_prepare_v2(store->db, sql, -1, out, NULL);
    return code == SQLITE_OK ? STN_OK : failed(store, code, error);
}

/* Runs a statement that gives no rows, and makes it ready again. */
static StnStatus step_once(const StnStore *store, sqlite3_stmt *statement, StnError *error)
{
    const int code = store->call->sqlite3_step(statement);
    store->call->sqlite3_reset(statement);
    return code == SQLITE_DONE ? STN_OK : failed(store, code, error);
}

static StnStatus bind_text(const StnStore *store, sqlite3_stmt *statement, int place,
                           const char *text, StnError *error)
{
    const int code =
        text ? store->call->sqlite3_bind_text(statement, place, text, -1, SQLITE_TRANSIENT)
             : store->call->sqlite3_bind_null(statement, place);
    return code == SQLITE_OK ? STN_OK : failed(store, code, error);
}

static int64_t pragma_number(const StnStore *store, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    int64_t value = -1;
    if (prepare(store, sql, &statement, NULL) == STN_OK &&
        store->call->sqlite3_step(statement) == SQLITE_ROW)
        value = store->call->sqlite3_column_int64(statement, 0);
    store->call->sqlite3_finalize(statement);
    return value;
}

/* ---- A new study ----------------------------------------------------------------------------- */

/* A text that grows; lost: memory was out. */
typedef struct Sql {
    char *text;
    size_t length;
    bool lost;
} Sql;

static void add(Sql *sql, const char *text)
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

/* ,"name" with every quote doubled. */
static void add_name(Sql *sql, const char *name)
{
    char one[2] = "";
    add(sql, ",\"");
    for (; *name; name++) {
        one[0] = *name;
        add(sql, *name == '"' ? "\"\"" : one);
    }
    add(sql, "\"");
}

static StnStatus execute_built(const StnStore *store, Sql *sql, StnError *error)
{
    const StnStatus status =
        sql->lost ? stn_out_of_memory(error) : execute(store, sql->text, error);
    free(sql->text);
    return status;
}

static StnStatus create_tables(const StnStore *store, const StnStorePlan *plan, StnError *error)
{
    static const char fixed[] =
        "CREATE TABLE study(name TEXT PRIMARY KEY, value TEXT NOT NULL);"
        "CREATE TABLE quantity(number INTEGER PRIMARY KEY, path TEXT, unit TEXT, spread TEXT);"
        "CREATE TABLE metric(number INTEGER PRIMARY KEY, name TEXT, unit TEXT);";
    Sql sql = {.text = NULL};
    add(&sql, fixed);
    add(&sql, "CREATE TABLE run(number INTEGER PRIMARY KEY, status TEXT NOT NULL, reason TEXT");
    for (int i = 0; i < plan->nquantity + plan->nmetric; i++)
        add_name(&sql, plan->column[i].name);
    add(&sql, ");");
    return execute_built(store, &sql, error);
}

static StnStatus insert_texts(const StnStore *store, const char *sql, const char *const *text,
                              int count, StnError *error)
{
    sqlite3_stmt *statement = NULL;
    StnStatus status = prepare(store, sql, &statement, error);
    for (int i = 0; i < count && status == STN_OK; i++)
        status = bind_text(store, statement, i + 1, text[i], error);
    if (status == STN_OK)
        status = step_once(store, statement, error);
    store->call->sqlite3_finalize(statement);
    return status;
}

static StnStatus write_plan(const StnStore *store, const StnStorePlan *plan, StnError *error)
{
    StnStatus status = create_tables(store, plan, error);
    for (int i = 0; i < plan->nfact && status == STN_OK; i++)
        status = insert_texts(store, "INSERT INTO study VALUES(?, ?)",
                              (const char *[]){plan->fact[i].name, plan->fact[i].value}, 2, error);
    for (int i = 0; i < plan->nquantity + plan->nmetric && status == STN_OK; i++) {
        const StnStoreColumn *c = &plan->column[i];
        status =
            i < plan->nquantity
                ? insert_texts(store, "INSERT INTO quantity(path, unit, spread) VALUES(?, ?, ?)",
                               (const char *[]){c->name, c->unit, c->about}, 3, error)
                : insert_texts(store, "INSERT INTO metric(name, unit) VALUES(?, ?)",
                               (const char *[]){c->name, c->unit}, 2, error);
    }
    if (status == STN_OK)
        status = execute(store, "PRAGMA application_id=" TEXT_OF(STUDY_FORMAT), error);
    return status;
}

/* ---- A study that is there ------------------------------------------------------------------- */

static StnStatus differs(const StnStore *store, const StnPlanFact *fact, const char *there,
                         StnError *error)
{
    if (strlen(fact->value) > 200 || (there && strlen(there) > 200))
        return stn_error(error, STN_BAD_INPUT,
                         "the study %s was made with another %s; name another file for this one",
                         store->path, fact->name);
    return stn_error(error, STN_BAD_INPUT,
                     "the study %s was made with %s %s, not %s; name another file for this one",
                     store->path, fact->name, there ? there : "(none)", fact->value);
}

static StnStatus compare_fact(const StnStore *store, const StnPlanFact *fact, StnError *error)
{
    sqlite3_stmt *statement = NULL;
    StnStatus status = prepare(store, "SELECT value FROM study WHERE name = ?", &statement, error);
    if (status == STN_OK)
        status = bind_text(store, statement, 1, fact->name, error);
    if (status == STN_OK) {
        const int code = store->call->sqlite3_step(statement);
        const char *there = code == SQLITE_ROW
                                ? (const char *)store->call->sqlite3_column_text(statement, 0)
                                : NULL;
        if (code != SQLITE_ROW && code != SQLITE_DONE)
            status = failed(store, code, error);
        else if (there == NULL || strcmp(there, fact->value) != 0)
            status = differs(store, fact, there, error);
    }
    store->call->sqlite3_finalize(statement);
    return status;
}

/* In one transaction, so that two processes that begin at once do not both make the tables. */
static StnStatus take_plan(const StnStore *store, const StnStorePlan *plan, StnError *error)
{
    StnStatus status = execute(store, "BEGIN IMMEDIATE", error);
    if (status != STN_OK)
        return status;
    const int64_t tables = pragma_number(store, "SELECT count(*) FROM sqlite_master");
    if (tables == 0)
        status = write_plan(store, plan, error);
    else if (pragma_number(store, "PRAGMA application_id") != STUDY_FORMAT)
        status = stn_error(error, STN_BAD_INPUT,
                           "%s is an SQLite file, but no study of this format", store->path);
    for (int i = 0; i < plan->nfact && tables != 0 && status == STN_OK; i++)
        status = compare_fact(store, &plan->fact[i], error);
    if (status == STN_OK)
        status = execute(store, "COMMIT", error);
    if (status != STN_OK)
        execute(store, "ROLLBACK", NULL);
    return status;
}

static StnStatus prepare_rows(StnStore *store, const StnStorePlan *plan, StnError *error)
{
    Sql insert = {.text = NULL}, select = {.text = NULL};
    const int count = plan->nquantity + plan->nmetric;
    add(&insert, "INSERT OR IGNORE INTO run VALUES(?, ?, ?");
    add(&select, "SELECT number, status");
    for (int i = 0; i < count; i++) {
        add(&insert, ", ?");
        add_name(&select, plan->column[i].name);
    }
    add(&insert, ")");
    add(&select, " FROM run WHERE number >= ? AND number < ? ORDER BY number");
    StnStatus status = insert.lost || select.lost
                           ? stn_out_of_memory(error)
                           : prepare(store, insert.text, &store->insert, error);
    if (status == STN_OK)
        status = prepare(store, select.text, &store->select, error);
    free(insert.text);
    free(select.text);
    return status;
}

StnStore *stn_store_open(const char *path, const StnStorePlan *plan, StnError *error)
{
    static const char settings[] = "PRAGMA locking_mode=EXCLUSIVE;"
                                   "PRAGMA journal_mode=WAL;"
                                   "PRAGMA synchronous=FULL;";
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
    store->column = plan->column;
    store->ncolumn = plan->nquantity + plan->nmetric;
    const int code = store->call->sqlite3_open_v2(path, &store->db,
                                                  SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    StnStatus status = code == SQLITE_OK ? STN_OK : failed(store, code, error);
    if (status == STN_OK)
        status = execute(store, settings, error);
    if (status == STN_OK)
        status = take_plan(store, plan, error);
    if (status == STN_OK)
        status = prepare_rows(store, plan, error);
    if (status == STN_OK)
        return store;
    stn_store_close(store);
    return NULL;
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

/* ---- Rows ------------------------------------------------------------------------------------ */

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
    Sql sql = {.text = NULL};
    sqlite3_stmt *statement = NULL;
    add(&sql, "SELECT number");
    add_name(&sql, store->column[column].name);
    add(&sql, " FROM run");
    StnStatus status =
        sql.lost ? stn_out_of_memory(error) : prepare(store, sql.text, &statement, error);
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
        status = failed(store, code, error);
    store->call->sqlite3_finalize(statement);
    return status;
}

StnStatus stn_store_read(StnStore *store, const StnStoreRows *rows, StnError *error)
{
    const Sqlite *call = store->call;
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
    return code == SQLITE_DONE ? STN_OK : failed(store, code, error);
}

static StnStatus write_row(StnStore *store, const StnStoreRows *rows, int64_t run, StnError *error)
{
    const Sqlite *call = store->call;
    call->sqlite3_bind_int64(store->insert, 1, rows->first + run);
    StnStatus status =
        bind_text(store, store->insert, 2, stn_outcome_word((StnOutcome)rows->outcome[run]), error);
    if (status == STN_OK)
        status = bind_text(store, store->insert, 3, rows->reason ? rows->reason[run] : NULL, error);
    for (int i = 0; i < store->ncolumn && status == STN_OK; i++) {
        const double value = rows->value[i][run];
        const StnStoreColumn *c = &store->column[i];
        if (isnan(value))
            call->sqlite3_bind_null(store->insert, 4 + i);
        else if (c->law)
            status = bind_text(store, store->insert, 4 + i, c->law[(int)value]->name, error);
        else
            call->sqlite3_bind_double(store->insert, 4 + i, value);
    }
    return status == STN_OK ? step_once(store, store->insert, error) : status;
}

StnStatus stn_store_write(StnStore *store, const StnStoreRows *rows, StnError *error)
{
    StnStatus status = execute(store, "BEGIN IMMEDIATE", error);
    if (status != STN_OK)
        return status;
    for (int64_t run = 0; run < rows->count && status == STN_OK; run++)
        if (rows->outcome[run] != STN_OUTCOME_NONE)
            status = write_row(store, rows, run, error);
    if (status == STN_OK)
        status = execute(store, "COMMIT", error);
    if (status != STN_OK)
        execute(store, "ROLLBACK", NULL);
    return status;
}

int64_t stn_store_first_bad(StnStore *store, StnOutcome *outcome, char **reason)
{
    const Sqlite *call = store->call;
    sqlite3_stmt *statement = NULL;
    int64_t run = -1;
    *reason = NULL;
    if (prepare(
            store,
            "SELECT number, status, reason FROM run WHERE status <> 'done' ORDER BY number LIMIT 1",
            &statement, NULL) == STN_OK &&
        call->sqlite3_step(statement) == SQLITE_ROW) {
        const char *text = (const char *)call->sqlite3_column_text(statement, 2);
        run = call->sqlite3_column_int64(statement, 0);
        *outcome = outcome_of((const char *)call->sqlite3_column_text(statement, 1));
        *reason = text ? strdup(text) : NULL;
    }
    call->sqlite3_finalize(statement);
    return run;
}

#else

StnStore *stn_store_open(const char *path, const StnStorePlan *plan, StnError *error)
{
    (void)path;
    (void)plan;
    stn_error(error, STN_UNAVAILABLE,
              "this build was made without SQLite (libsqlite3-dev): it keeps no studies in files");
    return NULL;
}

void stn_store_close(StnStore *store) { (void)store; }

StnStatus stn_store_read(StnStore *store, const StnStoreRows *rows, StnError *error)
{
    (void)store;
    (void)rows;
    return stn_error(error, STN_UNAVAILABLE, "this build was made without SQLite");
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

int64_t stn_store_first_bad(StnStore *store, StnOutcome *outcome, char **reason)
{
    (void)store;
    (void)outcome;
    *reason = NULL;
    return -1;
}

#endif
