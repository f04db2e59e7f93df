/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which columns of a file are what: the options that all methods share. */
#include "files.h"
#include "identify.h"
#include "message.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "--reference", of the table of columns; "" where a role has no option. */
static const char *option_of(int role)
{
    static char name[STN_ROLE_COUNT][24];
    for (int i = 0; i < stn_data_column_count(); i++) {
        const StnDataColumn *column = stn_data_column_at(i);
        snprintf(name[column->role], sizeof name[0], "--%s", column->name);
    }
    return name[role];
}

int data_options(DataOptions *opts, Option *options)
{
    int n = 0;
    for (int i = 0; i < stn_data_column_count(); i++) {
        const StnRole role = stn_data_column_at(i)->role;
        options[n] = (Option){.name = option_of((int)role)};
        if (role == STN_ROLE_EFFORT)
            options[n++].list = &opts->effort;
        else
            options[n++].text = &opts->column[role];
    }
    const Option own[] = {
        {"--unit", .list = &opts->unit}, {"--gain", .list = &opts->gain},
        {"--kt", .text = &opts->kt},     {"--counts", .list = &opts->counts},
        {"--wrap", .list = &opts->wrap}, {"--where", .list = &opts->where},
        {"--runs", .text = &opts->runs}, {"--delay", .list = &opts->delay},
    };
    memcpy(options + n, own, sizeof own);
    n += (int)(sizeof own / sizeof own[0]);
    return n + field_options(&opts->own, stn_data_fields(), options + n);
}

static bool is_given(const DataOptions *opts, int role)
{
    return role == STN_ROLE_EFFORT ? opts->effort.count > 0 : opts->column[role] != NULL;
}

unsigned data_roles(const DataOptions *opts)
{
    unsigned roles = 0;
    for (int role = 0; role < STN_ROLE_COUNT; role++)
        roles |= is_given(opts, role) ? 1u << role : 0u;
    return roles;
}

int data_need(const DataOptions *opts, const char *method, unsigned all, unsigned any)
{
    char words[160] = "", options[160] = "";
    bool found = any == 0;
    for (int role = 0; role < STN_DATA_EXTRA; role++) {
        const char *word = stn_role_word((StnRole)role);
        if (all & 1u << role && !is_given(opts, role))
            return bad_input("identify %s needs the %s: %s COLUMN", method, word, option_of(role));
        if (!(any & 1u << role))
            continue;
        found = found || is_given(opts, role);
        const size_t used = strlen(words), long_used = strlen(options);
        snprintf(words + used, sizeof words - used, "%sthe %s", used ? " or " : "", word);
        snprintf(options + long_used, sizeof options - long_used, "%s%s COLUMN",
                 long_used ? " or " : "", option_of(role));
    }
    return found ? EXIT_DONE : bad_input("identify %s needs %s: %s", method, words, options);
}

int data_refuse(const DataOptions *opts, const char *method, unsigned roles)
{
    for (int role = 0; role < STN_DATA_EXTRA; role++)
        if (is_given(opts, role) && !(roles & 1u << role))
            return bad_input("%s: identify %s makes no use of the %s; leave it out",
                             option_of(role), method, stn_role_word((StnRole)role));
    return EXIT_DONE;
}

/* The value of "COLUMN=VALUE" for a column, NULL when the list does not have it. */
static const char *value_of(const Texts *list, const char *column)
{
    const size_t length = strlen(column);
    for (int i = 0; i < list->count; i++)
        if (strncmp(list->item[i], column, length) == 0 && list->item[i][length] == '=')
            return list->item[i] + length + 1;
    return NULL;
}

static int unused_column(const char *option, const char *text, size_t length, const StnTerm *term,
                         int nterm)
{
    enum { MOST = 64 };
    const char *names[MOST];
    char name[128];
    size_t count = 0;
    for (int k = 0; k < nterm && count < MOST; k++)
        if (term[k].column)
            names[count++] = term[k].column;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    return bad_input("%s %s: the column \"%s\" is not used%s", option, text, name,
                     stn_suggest(name, names, count, NULL).text);
}

/* A unit or gain for a column that nothing uses is a slip of the pen. */
static int check_used(const char *option, const Texts *list, const StnTerm *term, int nterm)
{
    for (int i = 0; i < list->count; i++) {
        const size_t length = strcspn(list->item[i], "=");
        bool used = false;
        if (list->item[i][length] != '=' || length == 0)
            return bad_input("%s %s: write COLUMN=VALUE", option, list->item[i]);
        for (int k = 0; k < nterm; k++)
            used = used || (term[k].column && strlen(term[k].column) == length &&
                            strncmp(term[k].column, list->item[i], length) == 0);
        if (!used)
            return unused_column(option, list->item[i], length, term, nterm);
    }
    return EXIT_DONE;
}

static bool is_named(const char *column, const Texts *list)
{
    for (int i = 0; column && i < list->count; i++)
        if (strcmp(list->item[i], column) == 0)
            return true;
    return false;
}

/* A unit, gain or wrap of a column that has a name of the time, and is nothing else, names the time. */
static const char *time_named(const DataOptions *opts, const StnTerm *term, int nterm, char *name,
                              size_t size)
{
    const Texts *const about[] = {&opts->unit, &opts->gain, &opts->wrap};
    for (size_t k = 0; k < sizeof about / sizeof about[0]; k++)
        for (int i = 0; i < about[k]->count; i++) {
            const char *text = about[k]->item[i];
            bool used = false;
            snprintf(name, size, "%.*s", (int)strcspn(text, "="), text);
            for (int n = 0; n < nterm; n++)
                used = used || (term[n].column && strcmp(term[n].column, name) == 0);
            if (!used && stn_data_is_time(name))
                return name;
        }
    return NULL;
}

static int take_terms(const DataOptions *opts, StnTerm *term, int *nterm, char *time, size_t size)
{
    int n = 0;
    for (int role = 0; role < STN_DATA_EXTRA; role++)
        if (role == STN_ROLE_TIME || opts->column[role])
            term[n++] = (StnTerm){.role = role, .column = opts->column[role]};
    for (int i = 0; i < opts->effort.count; i++) {
        if (n == DATA_TERMS)
            return bad_input("more than %d columns", DATA_TERMS);
        term[n++] = (StnTerm){.role = STN_ROLE_EFFORT, .column = opts->effort.item[i]};
    }
    for (int i = 0; i < STN_DATA_EXTRA_MAX && n < DATA_TERMS; i++)
        if (opts->extra[i])
            term[n++] = (StnTerm){
                .role = STN_DATA_EXTRA + i,
                .column = opts->extra[i],
                .wanted = opts->extra_unit[i][0] ? opts->extra_unit[i] : NULL,
            };
    if (!term[0].column)
        term[0].column = time_named(opts, term, n, time, size);
    for (int i = 0; i < n; i++) {
        if (!term[i].column)
            continue;
        term[i].unit = value_of(&opts->unit, term[i].column);
        term[i].gain = value_of(&opts->gain, term[i].column);
        term[i].counts = value_of(&opts->counts, term[i].column);
    }
    *nterm = n;
    if (is_named(opts->column[STN_ROLE_LOAD], &opts->effort))
        return bad_input(
            "--load %s: the column is the --effort already, and would explain it alone",
            opts->column[STN_ROLE_LOAD]);
    int code = check_used("--unit", &opts->unit, term, n);
    if (code == EXIT_DONE)
        code = check_used("--gain", &opts->gain, term, n);
    if (code == EXIT_DONE)
        code = check_used("--counts", &opts->counts, term, n);
    if (code == EXIT_DONE)
        code = check_used("--wrap", &opts->wrap, term, n);
    return code == EXIT_DONE ? check_used("--delay", &opts->delay, term, n) : code;
}

/* Splits COLUMN=VALUE in the copies *memory. */
static int take_picks(const DataOptions *opts, StnPick *pick, char **memory)
{
    for (int i = 0; i < opts->where.count; i++) {
        const char *text = opts->where.item[i];
        const size_t length = strcspn(text, "=");
        char *end;
        if (text[length] != '=' || length == 0)
            return bad_input("--where %s: write COLUMN=VALUE", text);
        memory[i] = strdup(text);
        if (!memory[i])
            return out_of_memory();
        memory[i][length] = '\0';
        pick[i] = (StnPick){memory[i], strtod(text + length + 1, &end)};
        if (end == text + length + 1 || *end != '\0')
            return bad_input("--where %s: \"%s\" is not a number", text, text + length + 1);
    }
    return EXIT_DONE;
}

/* A number of "COLUMN=NUMBER", above 0. */
static int take_wraps(const DataOptions *opts, StnTerm *term, int nterm)
{
    for (int i = 0; i < nterm; i++) {
        const char *text = term[i].column ? value_of(&opts->wrap, term[i].column) : NULL;
        char *end;
        term[i].wrap = text ? strtod(text, &end) : 0.0;
        if (text && (end == text || *end || !(term[i].wrap > 0.0) || !isfinite(term[i].wrap)))
            return bad_input("--wrap %s=%s: a number above 0 is needed, in the unit of the file",
                             term[i].column, text);
    }
    return EXIT_DONE;
}

/* A time of "COLUMN=TIME"; a bare number counts in seconds. */
static int take_delays(const DataOptions *opts, StnTerm *term, int nterm)
{
    for (int i = 0; i < nterm; i++) {
        const char *text = term[i].column ? value_of(&opts->delay, term[i].column) : NULL;
        term[i].delay = 0.0;
        const int code = text ? quantity_read("--delay", text, "s", &term[i].delay) : EXIT_DONE;
        if (code != EXIT_DONE)
            return code;
    }
    return EXIT_DONE;
}

/* The torque constant is the gain of the currents, which are the efforts that have none of their own. */
static int take_kt(const DataOptions *opts, StnTerm *term, int nterm, char *gain, size_t size)
{
    double value;
    StnDimension d;
    bool bare = false, used = false;
    StnError error = {.status = STN_OK};
    if (!opts->kt)
        return EXIT_DONE;
    if (stn_unit_parse(opts->kt, &value, &d, &bare, &error) != STN_OK)
        return bad_input("--kt %s: %s", opts->kt, error.text);
    snprintf(gain, size, "%s%s", opts->kt, bare ? " N*m/A" : "");
    for (int i = 0; i < nterm; i++)
        if (term[i].role == STN_ROLE_EFFORT && !term[i].gain) {
            term[i].gain = gain;
            used = true;
        }
    return used ? EXIT_DONE
                : bad_input("--kt %s: no --effort column without a --gain of its own is a current",
                            opts->kt);
}

/* Settings from the options; data of a simulated test have a time of their own. */
static int take_settings(const DataOptions *opts, StnDataDef *def)
{
    FieldOptions own = opts->own;
    const int code = field_options_take(&own, stn_data_fields(), def);
    def->sample = opts->simulated ? NAN : def->sample;
    def->even = opts->even;
    return code;
}

int data_sample(const DataOptions *opts, double *Ts)
{
    StnDataDef def = stn_default_data_def(NULL);
    const int code = take_settings(opts, &def);
    *Ts = def.sample;
    return code;
}

int data_take(const DataOptions *opts, const StnTable *table, const char *file, size_t least_rows,
              StnData *data)
{
    StnTerm term[DATA_TERMS];
    StnPick pick[TEXTS_MAX];
    char *memory[TEXTS_MAX] = {NULL}, kt[80], time[128];
    StnError error = {.status = STN_OK};
    StnDataDef def = stn_default_data_def(file);
    memset(data, 0, sizeof *data);
    int code = take_terms(opts, term, &def.nterm, time, sizeof time);
    if (code == EXIT_DONE)
        code = take_kt(opts, term, def.nterm, kt, sizeof kt);
    if (code == EXIT_DONE)
        code = take_wraps(opts, term, def.nterm);
    if (code == EXIT_DONE)
        code = take_delays(opts, term, def.nterm);
    if (code == EXIT_DONE)
        code = take_picks(opts, pick, memory);
    if (code == EXIT_DONE)
        code = take_settings(opts, &def);
    if (code == EXIT_DONE) {
        def.term = term;
        def.pick = pick;
        def.npick = opts->where.count;
        def.runs = opts->runs;
        def.least_rows = least_rows;
        def.missing_hint = "--missing fill or --missing drop goes on without them";
        def.runs_hint =
            "--runs COLUMN tells them apart, and --sample TIME stands for a missing column of time";
        if ((table ? stn_data_take(&def, table, data, &error)
                   : stn_data_read(&def, data, &error)) != STN_OK)
            code = report_error(&error);
    }
    for (int i = 0; i < opts->where.count; i++)
        free(memory[i]);
    return code;
}

int data_read(const DataOptions *opts, const char *file, size_t least_rows, StnData *data)
{
    memset(data, 0, sizeof *data);
    const int code = files_was_read("data", file);
    return code == EXIT_DONE ? data_take(opts, NULL, file, least_rows, data) : code;
}
