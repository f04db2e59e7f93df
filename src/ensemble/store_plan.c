/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The plan of a study in its file. */
#if defined(STN_HAVE_SQLITE) && STN_HAVE_SQLITE

#include "ensemble/store_sqlite.h"

#include <stdlib.h>
#include <string.h>

/* "stn1" as SQLite's application_id: the file is a study of this format. */
#define STUDY_FORMAT 0x73746e31
#define TEXT(x) #x
#define TEXT_OF(x) TEXT(x)

/* ---- A new study ---- */

static StnStatus execute_built(const StnStore *store, StnSql *sql, StnError *error)
{
    const StnStatus status =
        sql->lost ? stn_out_of_memory(error) : stn_store_execute(store, sql->text, error);
    free(sql->text);
    return status;
}

static StnStatus create_tables(const StnStore *store, const StnStorePlan *plan, StnError *error)
{
    static const char fixed[] =
        "CREATE TABLE study(name TEXT PRIMARY KEY, value TEXT NOT NULL);"
        "CREATE TABLE quantity(number INTEGER PRIMARY KEY, path TEXT, unit TEXT, spread TEXT);"
        "CREATE TABLE metric(number INTEGER PRIMARY KEY, name TEXT, unit TEXT);";
    StnSql sql = {.text = NULL};
    stn_sql_add(&sql, fixed);
    stn_sql_add(&sql,
                "CREATE TABLE run(number INTEGER PRIMARY KEY, status TEXT NOT NULL, reason TEXT");
    for (int i = 0; i < plan->nquantity + plan->nmetric; i++)
        stn_sql_name(&sql, plan->column[i].name);
    stn_sql_add(&sql, ");");
    return execute_built(store, &sql, error);
}

static StnStatus insert_texts(const StnStore *store, const char *sql, const char *const *text,
                              int count, StnError *error)
{
    sqlite3_stmt *statement = NULL;
    StnStatus status = stn_store_prepare(store, sql, &statement, error);
    for (int i = 0; i < count && status == STN_OK; i++)
        status = stn_store_bind_text(store, statement, i + 1, text[i], error);
    if (status == STN_OK)
        status = stn_store_step(store, statement, error);
    store->call->sqlite3_finalize(statement);
    return status;
}

static StnStatus write_plan(const StnStore *store, const StnStorePlan *plan, StnError *error)
{
    StnStatus status = create_tables(store, plan, error);
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
        status = stn_store_execute(store, "PRAGMA application_id=" TEXT_OF(STUDY_FORMAT), error);
    return status;
}

/* ---- A study that is there ---- */

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
    StnStatus status =
        stn_store_prepare(store, "SELECT value FROM study WHERE name = ?", &statement, error);
    if (status == STN_OK)
        status = stn_store_bind_text(store, statement, 1, fact->name, error);
    if (status == STN_OK) {
        const int code = store->call->sqlite3_step(statement);
        const char *there = code == SQLITE_ROW
                                ? (const char *)store->call->sqlite3_column_text(statement, 0)
                                : NULL;
        if (code != SQLITE_ROW && code != SQLITE_DONE)
            status = stn_store_failed(store, code, error);
        else if (there == NULL || strcmp(there, fact->value) != 0)
            status = differs(store, fact, there, error);
    }
    store->call->sqlite3_finalize(statement);
    return status;
}

/* A fact that decides is there already, or is new. */
static StnStatus keep_fact(const StnStore *store, const StnPlanFact *fact, StnError *error)
{
    static const char *const sql[] = {
        [STN_FACT_DECIDES] = "INSERT OR IGNORE INTO study VALUES(?, ?)",
        [STN_FACT_LATEST] = "INSERT OR REPLACE INTO study VALUES(?, ?)",
        [STN_FACT_JOINED] = ("INSERT INTO study VALUES(?1, ?2) ON CONFLICT(name) DO UPDATE SET "
                             "value = value || '; ' || ?2 WHERE instr(value, ?2) = 0")};
    return insert_texts(store, sql[fact->use], (const char *[]){fact->name, fact->value}, 2, error);
}

StnStatus stn_store_check_format(const StnStore *store, StnError *error)
{
    int64_t format;
    const StnStatus status = stn_store_number(store, "PRAGMA application_id", &format, error);
    if (status != STN_OK || format == STUDY_FORMAT)
        return status;
    return stn_error(error, STN_BAD_INPUT, "%s is an SQLite file, but no study of this format",
                     store->path);
}

/* In one transaction, so that two processes that begin at once do not both make the tables. */
StnStatus stn_store_take_plan(const StnStore *store, const StnStorePlan *plan, StnError *error)
{
    StnStatus status = stn_store_execute(store, "BEGIN IMMEDIATE", error);
    if (status != STN_OK)
        return status;
    int64_t tables;
    status = stn_store_number(store, "SELECT count(*) FROM sqlite_master", &tables, error);
    if (status == STN_OK && tables == 0)
        status = write_plan(store, plan, error);
    else if (status == STN_OK)
        status = stn_store_check_format(store, error);
    for (int i = 0; i < plan->nfact && tables != 0 && status == STN_OK; i++)
        if (plan->fact[i].use == STN_FACT_DECIDES)
            status = compare_fact(store, &plan->fact[i], error);
    for (int i = 0; i < plan->nfact && status == STN_OK; i++)
        status = keep_fact(store, &plan->fact[i], error);
    if (status == STN_OK)
        status = stn_store_execute(store, "COMMIT", error);
    if (status != STN_OK)
        stn_store_execute(store, "ROLLBACK", NULL);
    return status;
}

/* ---- Reading it ---- */

/* No text where one must be is no lack of memory. */
static StnStatus copy_text(const StnStore *store, sqlite3_stmt *statement, char **text,
                           StnError *error)
{
    if (store->call->sqlite3_column_type(statement, 0) == SQLITE_NULL)
        return stn_error(error, STN_BAD_INPUT, "the study %s is damaged: a text of it is missing",
                         store->path);
    const char *there = (const char *)store->call->sqlite3_column_text(statement, 0);
    *text = there ? strdup(there) : NULL;
    return *text ? STN_OK : stn_out_of_memory(error);
}

StnStatus stn_store_fact(StnStore *store, const char *name, char **text, StnError *error)
{
    sqlite3_stmt *statement = NULL;
    int code = SQLITE_DONE;
    *text = NULL;
    StnStatus status =
        stn_store_prepare(store, "SELECT value FROM study WHERE name = ?", &statement, error);
    if (status == STN_OK)
        status = stn_store_bind_text(store, statement, 1, name, error);
    if (status == STN_OK)
        code = store->call->sqlite3_step(statement);
    if (code == SQLITE_ROW)
        status = copy_text(store, statement, text, error);
    else if (status == STN_OK && code != SQLITE_ROW && code != SQLITE_DONE)
        status = stn_store_failed(store, code, error);
    store->call->sqlite3_finalize(statement);
    return status;
}

static StnStatus read_texts(StnStore *store, const char *sql, char **text, int most, int *count,
                            StnError *error)
{
    sqlite3_stmt *statement = NULL;
    int code = SQLITE_DONE;
    *count = 0;
    StnStatus status = stn_store_prepare(store, sql, &statement, error);
    while (status == STN_OK && (code = store->call->sqlite3_step(statement)) == SQLITE_ROW) {
        if (*count == most)
            status = stn_error(error, STN_BAD_INPUT, "the study %s has more than %d of them",
                               store->path, most);
        else if ((status = copy_text(store, statement, &text[*count], error)) == STN_OK)
            ++*count;
    }
    if (status == STN_OK && code != SQLITE_DONE)
        status = stn_store_failed(store, code, error);
    store->call->sqlite3_finalize(statement);
    return status;
}

StnStatus stn_store_quantities(StnStore *store, char **text, int most, int *count, StnError *error)
{
    return read_texts(store, "SELECT path || '=' || spread FROM quantity ORDER BY number", text,
                      most, count, error);
}

StnStatus stn_store_metrics(StnStore *store, char **text, int most, int *count, StnError *error)
{
    return read_texts(store, "SELECT name FROM metric ORDER BY number", text, most, count, error);
}

#else
typedef int StnNoStorePlan; /* a file of C declares something */
#endif
