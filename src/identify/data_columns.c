/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Columns by name and role, in SI.  The first column whose unit tells linear from rotary decides;
 * a later one that contradicts is an error. */
#include "identify/data_names.h"
#include "identify/data_rows.h"
#include "identify/failure.h"

#include "io/error_place.h"
#include "io/number.h"
#include "kernel/pi.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAMES_MAX = 1024 };

/* What the units say about the system. */
typedef enum Sense { SENSE_OPEN, SENSE_LINEAR, SENSE_ROTARY } Sense;

/* What the columns so far say, and the first one that said it. */
typedef struct Kind {
    Sense sense;
    char column[128];
} Kind;

/* Columns that say no unit, or say it in their name, for a remark. */
typedef struct Listed {
    char text[200];
    size_t used;
} Listed;

static void list(Listed *listed, const char *column, const char *what)
{
    const size_t size = sizeof listed->text;
    if (listed->used < size)
        listed->used += (size_t)snprintf(listed->text + listed->used, size - listed->used,
                                         "%s%s (%s)", listed->used > 0 ? ", " : "", column, what);
}

/* A term while it is taken. */
typedef struct Column {
    const StnDataDef *def;
    const StnTerm *term;
    const char *unit; /* of the numbers in the file, "" unknown */
    char of_name[32]; /* the unit that the column's name ends with */
    double factor;    /* to SI of the role */
    Sense sense;
    Listed *silent, *named;
    StnError *error;
} Column;

int stn_data_column(const StnDataDef *def, const StnTable *table, const char *what,
                    const char *name, StnError *error)
{
    const char *names[NAMES_MAX];
    char all[400];
    size_t count = 0, used = 0;
    const int index = stn_table_column(table, name);
    if (index >= 0 && table->flaw && table->flaw[index]) {
        if (error)
            *error = *table->flaw[index];
        return -1;
    }
    for (int i = index + 1; index >= 0 && i < table->ncolumn; i++)
        if (strcmp(table->column[i].name, table->column[index].name) == 0) {
            stn_error_at(
                error, STN_BAD_INPUT, def->file ? def->file : "", 0, 0,
                "two columns are called \"%s\"; names must differ in their first %zu bytes",
                table->column[i].name, sizeof table->column[i].name - 1);
            return -1;
        }
    if (index >= 0)
        return index;
    all[0] = '\0';
    for (int i = 0; i < table->ncolumn && count < NAMES_MAX; i++) {
        names[count++] = table->column[i].name;
        if (used < sizeof all)
            used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i > 0 ? ", " : "",
                                     table->column[i].name);
    }
    stn_error_at(error, STN_BAD_INPUT, def->file ? def->file : "", 0, 0,
                 "no column \"%s\"%s%s%s; the file has: %s", name, what ? " for the " : "",
                 what ? what : "", stn_suggest(name, names, count, NULL).text, all);
    return -1;
}

__attribute__((format(printf, 2, 3))) static StnStatus refuse(const Column *c, const char *format,
                                                              ...)
{
    char reason[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return stn_error_at(c->error, STN_BAD_INPUT, c->def->file ? c->def->file : "", 0, 0,
                        "column \"%s\" (%s): %s", c->term->column, stn_role_word(c->term->role),
                        reason);
}

static void add_dimension(StnDimension *d, StnDimension other)
{
    d->m = (int8_t)(d->m + other.m);
    d->kg = (int8_t)(d->kg + other.kg);
    d->s = (int8_t)(d->s + other.s);
    d->A = (int8_t)(d->A + other.A);
    d->K = (int8_t)(d->K + other.K);
    d->angle = (int8_t)(d->angle + other.angle);
    d->cycle = (int8_t)(d->cycle + other.cycle);
}

/* Counts of an encoder: "4096" or "4096/rev", "200/mm"; the length or angle of one. */
static StnStatus read_counts(Column *c, StnDimension *d)
{
    StnError inner = {.status = STN_OK};
    const char *text = c->term->counts, *slash = text + strcspn(text, "/");
    const char *unit = *slash ? slash + 1 : "rev";
    double counts = NAN;
    char mark;
    if (stn_number_read(text, slash, false, &mark, &counts) != slash || !(counts > 0.0) ||
        !isfinite(counts))
        return refuse(c,
                      "counts \"%s\": write the counts in a revolution, as 4096, or in a unit of "
                      "length or angle, as 200/mm",
                      c->term->counts);
    if (c->unit[0] || c->term->gain)
        return refuse(c, "it has counts, so neither a unit nor a gain belongs to it (here %s%s)",
                      c->unit[0] ? "the unit " : "a gain of ",
                      c->unit[0] ? c->unit : c->term->gain);
    if (strcmp(unit, "rev") == 0) {
        c->factor = 2.0 * STN_PI / counts;
        *d = (StnDimension){.angle = 1};
        return STN_OK;
    }
    if (stn_unit_factor(unit, &c->factor, d, &inner) != STN_OK)
        return refuse(c, "counts: %s", inner.text);
    c->factor /= counts;
    return STN_OK;
}

/* Words that headers have for a number that an encoder counts; none is a unit. */
static bool counts_nothing(const char *unit)
{
    static const char *const words[] = {
        "1",     "-",      "count", "counts", "cnt",        "cnts",      "ct",    "cts",
        "inc",   "inc.",   "incs",  "incr",   "increments", "increment", "tick",  "ticks",
        "pulse", "pulses", "imp",   "lsb",    "step",       "steps",     "digit", "digits"};
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
        if (strcasecmp(unit, words[k]) == 0)
            return true;
    return false;
}

/* What is said of such a word where --counts does not say what one is worth. */
static const char *counts_hint(const Column *c)
{
    const int role = c->term->role;
    const bool place = role < STN_DATA_EXTRA
                           ? strcmp(stn_role_unit((StnRole)role, false), "m") == 0
                           : c->term->wanted && (strcmp(c->term->wanted, "m") == 0 ||
                                                 strcmp(c->term->wanted, "rad") == 0);
    return place && counts_nothing(c->unit)
               ? "; of an encoder, say what its counts are worth: --counts COLUMN=4096 in a "
                 "revolution, or COLUMN=200/mm"
               : "";
}

/* Unit times gain: factor and dimension; *bare: the gain, if there is one, has no unit. */
static StnStatus read_scale(Column *c, StnDimension *d, bool *bare)
{
    StnError inner = {.status = STN_OK};
    StnDimension gain = {.m = 0};
    double value = 1.0;
    memset(d, 0, sizeof *d);
    c->factor = 1.0;
    *bare = true;
    if (c->term->counts)
        return read_counts(c, d);
    if (c->unit[0] && stn_unit_factor(c->unit, &c->factor, d, &inner) != STN_OK)
        return refuse(c, "%s%s", inner.text, counts_hint(c));
    if (c->term->gain && stn_unit_parse(c->term->gain, &value, &gain, bare, &inner) != STN_OK)
        return refuse(c, "gain: %s", inner.text);
    if (!isfinite(value) || value == 0.0)
        return refuse(c, "the gain \"%s\" must be finite and not 0", c->term->gain);
    c->factor *= value;
    add_dimension(d, gain);
    return STN_OK;
}

static bool fits(StnDimension given, const char *unit)
{
    StnDimension wanted;
    double factor;
    return stn_unit_factor(unit, &factor, &wanted, NULL) == STN_OK &&
           stn_dimension_fits(given, wanted);
}

/* Whether the one is rotary where the other is linear: rad for m, rad/s for m/s, N*m for N. */
static bool turns(StnDimension given, const char *unit)
{
    static const StnRole roles[] = {STN_ROLE_POSITION, STN_ROLE_VELOCITY, STN_ROLE_EFFORT};
    StnDimension wanted;
    double factor;
    if (stn_unit_factor(unit, &factor, &wanted, NULL) != STN_OK)
        return false;
    for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++)
        for (int rotary = 0; rotary < 2; rotary++)
            if (fits(given, stn_role_unit(roles[i], rotary)) &&
                fits(wanted, stn_role_unit(roles[i], !rotary)))
                return true;
    return false;
}

/* Whether the unit fits the role, and what it says about linear or rotary. */
static StnStatus judge(Column *c)
{
    StnDimension given;
    bool bare;
    const StnRole role = c->term->role;
    const bool extra = role >= STN_DATA_EXTRA;
    StnStatus status = read_scale(c, &given, &bare);
    c->sense = SENSE_OPEN;
    const bool silent = !c->unit[0] && !c->term->counts;
    if (status != STN_OK || silent || (extra && !c->term->wanted))
        return status; /* without a unit there is nothing to check: a gain in N/V says V itself */
    const char *linear = extra ? c->term->wanted : stn_role_unit(role, false);
    const char *rotary = extra ? c->term->wanted : stn_role_unit(role, true);
    const bool is_linear = fits(given, linear), is_rotary = fits(given, rotary);
    if (is_linear != is_rotary)
        c->sense = is_linear ? SENSE_LINEAR : SENSE_ROTARY;
    if (is_linear || is_rotary || (bare && c->term->gain))
        return STN_OK;
    const bool same = strcmp(linear, rotary) == 0;
    const bool turned = extra && turns(given, linear);
    return refuse(
        c, "it is in %s%s%s, but %s%s%s is needed%s%s", c->term->counts ? "counts" : c->unit,
        c->term->gain ? " times " : "", c->term->gain ? c->term->gain : "", linear,
        same ? "" : " or ", same ? "" : rotary, counts_hint(c),
        role == STN_ROLE_EFFORT ? "; a gain such as \"2.5 N/A\", of a joint \"2.5 N*m/A\" (--kt), "
                                  "converts a current or voltage"
        : role == STN_ROLE_TIME
            ? "; for a file without time give the time between its rows (--sample)"
        : turned ? "; the model is of the other kind: a servo is rotary, a block linear"
                 : "");
}

/* A counter that starts again after `wrap` cannot have moved by more than half of that since the last row with a number,
 * which is `before` (NaN: there is none yet). */
static double unwrapped(double now, double wrap, double *before, double *turns)
{
    if (wrap > 0.0 && isfinite(now - *before))
        *turns -= round((now - *before) / wrap);
    *before = isfinite(now) ? now : *before;
    return now + *turns * wrap;
}

static StnStatus add_values(const Column *c, const double *from, StnData *data)
{
    double turns = 0.0, before = NAN;
    const StnRole role = c->term->role;
    if (!data->value[role]) {
        data->value[role] = calloc(data->rows, sizeof *data->value[role]);
        if (!data->value[role])
            return stn_no_memory(c->error);
        snprintf(data->column[role], sizeof data->column[role], "%s", c->term->column);
    } else {
        const size_t used = strlen(data->column[role]);
        snprintf(data->column[role] + used, sizeof data->column[role] - used, " + %s",
                 c->term->column);
    }
    for (size_t i = 0; i < data->rows; i++)
        data->value[role][i] += c->factor * unwrapped(from[i], c->term->wrap, &before, &turns);
    return STN_OK;
}

/* ---- Names ---- */

/* A column whose header says no unit may say it in its name; only what fits its role is believed. */
static void take_unit_of_name(Column *c)
{
    StnError *kept = c->error;
    const bool extra = c->term->role >= STN_DATA_EXTRA;
    if (c->unit[0] || c->term->counts || (extra && !c->term->wanted))
        return;
    c->error = NULL;
    for (int two = 1; two >= 0; two--) {
        StnDimension d;
        bool bare = true;
        if (!stn_unit_in_name(c->term->column, two, c->of_name))
            continue;
        c->unit = c->of_name;
        if (read_scale(c, &d, &bare) == STN_OK && !(bare && c->term->gain) && judge(c) == STN_OK)
            break;
        c->unit = "";
    }
    c->error = kept;
    if (c->unit[0])
        list(c->named, c->term->column, c->unit);
}

/* One column says linear and another rotary: which, what of it says so, and how they come together. */
static StnStatus refuse_kind(const Column *c, const Kind *kind)
{
    static const char *const words[] = {"", "linear", "rotary"};
    const bool rotary = c->sense == SENSE_ROTARY;
    const char *unit = c->term->role < STN_DATA_EXTRA ? stn_role_unit(c->term->role, false)
                       : c->term->wanted              ? c->term->wanted
                                                      : "";
    const bool force =
        unit[0] == 'N'; /* the effort, a load, friction: a way makes a torque of it */
    char says[160], way[320];
    if (c->term->gain)
        snprintf(says, sizeof says, "its unit %s times %s", c->unit, c->term->gain);
    else
        snprintf(says, sizeof says, "its unit %s", c->unit[0] ? c->unit : "(counts)");
    if (c->term->role == STN_ROLE_EFFORT && c->term->gain)
        snprintf(way, sizeof way, "a %s axis wants a gain such as \"20 %s\" (--kt)",
                 words[kind->sense], rotary ? "N/A" : "N*m/A");
    else
        snprintf(way, sizeof way,
                 "--unit COLUMN=UNIT corrects a header; where a screw, rack or wheel lies between "
                 "them, --gain %.40s=\"%s\" makes %s",
                 c->term->column,
                 force    ? rotary ? "200 1/m" : "0.005 m"
                 : rotary ? "0.005 m/rad"
                          : "200 rad/m",
                 force    ? rotary ? "a force of the torque" : "a torque of the force"
                 : rotary ? "a way of the angle"
                          : "an angle of the way");
    return refuse(c, "%s says %s, but column %s says %s; %s", says, words[c->sense], kind->column,
                  words[kind->sense], way);
}

/* The numbers of a term's column; what a table could not read of it is said with the way on. */
static int find_column(const Column *c, const StnTable *table)
{
    const int role = c->term->role;
    const int index =
        stn_data_column(c->def, table, role < STN_DATA_EXTRA ? stn_role_word((StnRole)role) : NULL,
                        c->term->column, c->error);
    const int named = stn_table_column(table, c->term->column);
    if (index < 0 && c->error && role == STN_ROLE_TIME && named >= 0 && table->flaw &&
        table->flaw[named]) {
        const size_t used = strlen(c->error->text);
        snprintf(c->error->text + used, sizeof c->error->text - used,
                 "; dates and times of day are not read: where rows follow one another evenly, "
                 "give the time between them (--sample)");
    }
    return index;
}

static StnStatus take_term(Column *c, const StnTable *table, StnData *data, Kind *kind)
{
    const int index = find_column(c, table);
    if (index < 0)
        return STN_BAD_INPUT;
    const size_t length = stn_table_length(table, index);
    if (data->rows > 0 && length != data->rows)
        return refuse(c, "it has %zu values where the columns before it have %zu", length,
                      data->rows);
    data->rows = length;
    c->unit = c->term->unit ? c->term->unit : table->column[index].unit;
    if (c->term->counts && counts_nothing(c->unit))
        c->unit = "";
    take_unit_of_name(c);
    const StnStatus status = judge(c);
    if (status != STN_OK)
        return status;
    if (c->sense != SENSE_OPEN && kind->sense != SENSE_OPEN && c->sense != kind->sense)
        return refuse_kind(c, kind);
    if (kind->sense == SENSE_OPEN && c->sense != SENSE_OPEN) {
        kind->sense = c->sense;
        snprintf(kind->column, sizeof kind->column, "\"%.60s\" (%s)", c->term->column,
                 c->term->counts ? "counts" : c->unit);
    }
    if (!c->unit[0] && !c->term->gain && !c->term->counts &&
        (c->term->role < STN_DATA_EXTRA || c->term->wanted))
        list(c->silent, c->term->column,
             c->term->role < STN_DATA_EXTRA ? stn_role_word(c->term->role) : c->term->wanted);
    return add_values(c, table->data[index], data);
}

/* A file without a column of time: rows follow one another at even steps. */
static StnStatus count_time(const StnDataDef *def, StnData *data, StnError *error)
{
    data->value[STN_ROLE_TIME] = malloc((data->rows + 1) * sizeof(double));
    if (!data->value[STN_ROLE_TIME])
        return stn_no_memory(error);
    snprintf(data->column[STN_ROLE_TIME], sizeof data->column[0], "row number");
    for (size_t i = 0; i < data->rows; i++)
        data->value[STN_ROLE_TIME][i] = (double)i * def->sample;
    return STN_OK;
}

static StnStatus check_counted(const Column *c)
{
    return c->term->column ? refuse(c, "the time is a column, so no time between rows is needed")
                           : STN_OK;
}

/* Terms of one role add up: the same column twice counts double, which nobody means; nor is one column two quantities. */
static StnStatus check_once(const Column *c, int place)
{
    for (int i = 0; i < place; i++) {
        const StnTerm *other = &c->def->term[i];
        if (!other->column || strcmp(other->column, c->term->column) != 0)
            continue;
        if (other->role == c->term->role)
            return refuse(c, "it is given twice, and the columns of one role add up");
        if (other->role < STN_DATA_EXTRA && c->term->role < STN_DATA_EXTRA &&
            strcmp(stn_role_unit((StnRole)other->role, false),
                   stn_role_unit((StnRole)c->term->role, false)) != 0)
            return refuse(c, "it is named twice, as the %s, too: which is it?",
                          stn_role_word((StnRole)other->role));
    }
    return STN_OK;
}

StnStatus stn_data_columns(const StnDataDef *def, const StnTable *table, StnData *data,
                           StnError *error)
{
    Kind kind = {.sense = SENSE_OPEN};
    Listed silent = {.used = 0}, named = {.used = 0};
    StnStatus status = STN_OK;
    data->rows = 0; /* the first column that is used says how many there are */
    for (int i = 0; i < def->nterm && status == STN_OK; i++) {
        StnTerm term = def->term[i];
        Column c = {.def = def, .term = &term, .silent = &silent, .named = &named, .error = error};
        if (term.role == STN_ROLE_TIME && !isnan(def->sample)) {
            status = check_counted(&c);
            continue;
        }
        if (!term.column)
            term.column = stn_time_column(def, table, &data->remarks);
        status = check_once(&c, i);
        if (status == STN_OK)
            status = take_term(&c, table, data, &kind);
    }
    if (status == STN_OK && !isnan(def->sample))
        status = count_time(def, data, error);
    if (silent.used > 0)
        stn_remark(&data->remarks, "No unit is given for %s: the numbers are taken as SI.",
                   silent.text);
    if (named.used > 0)
        stn_remark(&data->remarks,
                   "Units from the names of columns: %s (--unit COLUMN=UNIT says otherwise).",
                   named.text);
    data->rotary = kind.sense == SENSE_ROTARY;
    data->kind_known = kind.sense != SENSE_OPEN;
    for (int role = 0; role < STN_DATA_COLUMNS; role++)
        if (data->value[role] && role < STN_DATA_EXTRA)
            snprintf(data->unit[role], sizeof data->unit[role], "%s",
                     stn_role_unit((StnRole)role, data->rotary));
    for (int i = 0; i < def->nterm; i++)
        if (def->term[i].role >= STN_DATA_EXTRA && def->term[i].wanted)
            snprintf(data->unit[def->term[i].role], sizeof data->unit[0], "%s",
                     def->term[i].wanted);
    return status;
}
