/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* "settling_time", "max(x, window=1 s..2 s)" -> a metric. */
#include "ensemble/metric.h"
#include "scenario/quantity.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 160, VALUE_SIZE = 64 };

typedef struct Parse {
    const StnSystem *system;
    const char *text, *at;    /* at: for the column of a message */
    const char *name, *takes; /* of the metric or measure */
    StnMetric *metric;
    StnError *error;
} Parse;

static bool fail_at(const Parse *p)
{
    if (p->error)
        p->error->column = (int)(p->at - p->text) + 1;
    return false;
}

#define FAIL(p, ...) (stn_error((p)->error, STN_BAD_INPUT, __VA_ARGS__), fail_at(p))

/* ---- Values of arguments --------------------------------------------------------------------- */

static bool unknown(const Parse *p, const char *what, const char *name, const char *const *names,
                    size_t count)
{
    return FAIL(p, "there is no %s \"%s\"%s", what, name,
                stn_suggest(name, names, count, "; allowed: ").text);
}

static bool take_column(const Parse *p, const char *name, const char **out)
{
    if (stn_system_column(p->system, name) >= 0) {
        char *word = p->metric->word[p->metric->nword++];
        snprintf(word, sizeof p->metric->word[0], "%s", name);
        *out = word;
        return true;
    }
    const int count = stn_system_column_count(p->system);
    char(*copy)[48] = calloc((size_t)count + 1, sizeof *copy);
    const char *names[NAMES_MAX];
    if (copy == NULL)
        return stn_out_of_memory(p->error), false;
    for (int i = 0; i < count && i < NAMES_MAX; i++) {
        snprintf(copy[i], sizeof copy[i], "%s", stn_system_column_at(p->system, i).name);
        names[i] = copy[i];
    }
    unknown(p, "column", name, names, (size_t)(count < NAMES_MAX ? count : NAMES_MAX));
    free(copy);
    return false;
}

static bool take_site(const Parse *p, const char *name, const char **out)
{
    const StnPlant *plant = stn_system_plant(p->system);
    const char *names[STN_SITES_MAX];
    for (int i = 0; i < plant->nsite; i++) {
        names[i] = plant->sites[i].name;
        if (strcmp(names[i], name) == 0)
            return *out = names[i], true;
    }
    return unknown(p, "friction site", name, names, (size_t)plant->nsite);
}

static bool take_event(const Parse *p, const char *name)
{
    const char *names[STN_EVENT_COUNT];
    for (int i = 0; i < STN_EVENT_COUNT; i++) {
        names[i] = stn_event_word((StnEventKind)i);
        if (strcmp(names[i], name) == 0)
            return p->metric->given.event = i, true;
    }
    return unknown(p, "kind of event", name, names, STN_EVENT_COUNT);
}

/* In SI; unit NULL: any. */
static bool take_number(const Parse *p, const char *key, const char *text, const char *unit,
                        double *value)
{
    StnError inner = {.status = STN_OK};
    if (stn_quantity_read(text, key, unit, value, &inner) != STN_OK)
        return FAIL(p, "%s", inner.text);
    return isfinite(*value) || FAIL(p, "\"%s\" is not finite", text);
}

/* FROM..TO */
static bool take_window(const Parse *p, const char *key, const char *text, const char *unit,
                        StnWindow *out)
{
    char first[VALUE_SIZE];
    const char *dots = strstr(text, "..");
    if (!dots)
        return FAIL(p, "\"%s\" is written FROM..TO, as in 1 s..2 s", text);
    snprintf(first, sizeof first, "%.*s", (int)(dots - text), text);
    if (!take_number(p, key, first, unit, &out->from) ||
        !take_number(p, key, dots + 2, unit, &out->to))
        return false;
    return out->from <= out->to || FAIL(p, "\"%s\": the smaller number comes first", text);
}

static bool take_which(const Parse *p, const char *text)
{
    char *end;
    const long value = strtol(text, &end, 10);
    if (*end || end == text || value < 1 || value > INT_MAX)
        return FAIL(p, "which = \"%s\"; allowed: 1 (the first) and more", text);
    p->metric->given.which = (int)value;
    return true;
}

/* Of a run's summary: a share of the way. */
static bool take_share(const Parse *p, const char *key, const char *text, double *value)
{
    if (!take_number(p, key, text, "1", value))
        return false;
    return (*value > 0.0 && *value < 1.0) ||
           FAIL(p, "%s = \"%s\" is a share of the way; allowed: above 0 and below 100 %%", key,
                text);
}

static bool take_value(const Parse *p, const char *key, const char *text)
{
    StnMeasureArguments *given = &p->metric->given;
    const struct {
        const char *key;
        const char **column;
    } names[] = {{"column", &given->column},
                 {"by", &given->by},
                 {"path", &given->path},
                 {"target", &given->target}};
    const struct {
        const char *key, *unit;
        double *value;
    } numbers[] = {{"after", "s", &given->after},
                   {"at", "s", &given->at},
                   {"band", NULL, &given->band},
                   {"level", NULL, &given->level},
                   {"frequency", "Hz", &given->frequency}};
    if (p->metric->own)
        return take_share(p, key, text, &given->band);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(key, names[i].key) == 0)
            return take_column(p, text, names[i].column);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(key, numbers[i].key) == 0)
            return take_number(p, key, text, numbers[i].unit, numbers[i].value);
    if (strcmp(key, "site") == 0)
        return take_site(p, text, &given->site);
    if (strcmp(key, "event") == 0)
        return take_event(p, text);
    if (strcmp(key, "which") == 0)
        return take_which(p, text);
    return strcmp(key, "window") == 0 ? take_window(p, key, text, "s", &given->window)
                                      : take_window(p, key, text, NULL, &given->range);
}

/* ---- The list of arguments ------------------------------------------------------------------- */

/* The index-th word of "column window? ..." without its question mark; false: there are no more. */
static bool argument_at(const char *takes, int index, char key[VALUE_SIZE], bool *needed)
{
    for (; index > 0 && *takes; index--) {
        takes += strcspn(takes, " ");
        takes += *takes == ' ';
    }
    const size_t length = strcspn(takes, " ");
    *needed = length > 0 && takes[length - 1] != '?';
    snprintf(key, VALUE_SIZE, "%.*s", (int)(*needed ? length : length > 0 ? length - 1 : 0), takes);
    return length > 0;
}

static int argument_index(const char *takes, const char *key)
{
    char own[VALUE_SIZE];
    bool needed;
    for (int i = 0; argument_at(takes, i, own, &needed); i++)
        if (strcmp(own, key) == 0)
            return i;
    return -1;
}

/* Blanks at both ends away. */
static void cut(char *out, size_t size, const char *text, size_t length)
{
    while (length > 0 && isspace((unsigned char)*text))
        text++, length--;
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    snprintf(out, size, "%.*s", (int)length, text);
}

static bool take_argument(Parse *p, const char *text, size_t length, int place, unsigned *seen)
{
    char key[VALUE_SIZE], value[VALUE_SIZE];
    bool needed;
    const char *equals = memchr(text, '=', length);
    p->at = text;
    if (length >= VALUE_SIZE)
        return FAIL(p, "an argument has more than %d characters", VALUE_SIZE - 1);
    if (equals) {
        cut(key, sizeof key, text, (size_t)(equals - text));
        place = argument_index(p->takes, key);
        cut(value, sizeof value, equals + 1, length - (size_t)(equals + 1 - text));
    } else {
        cut(value, sizeof value, text, length);
        if (!argument_at(p->takes, place, key, &needed))
            place = -1;
    }
    if (place < 0 || *seen & 1u << place)
        return FAIL(p, "%s(%s): %s \"%s\"", p->name, p->takes,
                    place < 0 ? "there is no place for" : "given twice:", equals ? key : value);
    *seen |= 1u << place;
    if (!*value)
        return FAIL(p, "%s: the argument %s is missing", p->name, key);
    return take_value(p, key, value);
}

static bool take_arguments(Parse *p, const char *text)
{
    const char *close = text + strcspn(text, ")");
    unsigned seen = 0;
    if (text[0] && (*close != ')' || close[1 + strspn(close + 1, " \t")]))
        return p->at = close, FAIL(p, "it is written %s(ARGUMENTS)", p->name);
    for (int place = 0; text < close; place++) {
        const size_t length = strcspn(text, ",)");
        if (!take_argument(p, text, length, place, &seen))
            return false;
        text += length + (text[length] == ',');
    }
    char key[VALUE_SIZE];
    bool needed;
    p->at = p->text;
    for (int i = 0; argument_at(p->takes, i, key, &needed); i++)
        if (needed && !(seen & 1u << i))
            return FAIL(p, "%s(%s): the argument %s is missing", p->name, p->takes, key);
    return true;
}

/* ---- The whole text -------------------------------------------------------------------------- */

static bool no_metric(const Parse *p, const char *name)
{
    const char *names[NAMES_MAX];
    size_t count = 0;
    for (int i = 0; i < stn_metric_count() && count < NAMES_MAX; i++)
        names[count++] = stn_metric_at(i).name;
    for (int i = 0; i < stn_run_measure_count() && count < NAMES_MAX; i++)
        if (!stn_run_metric(stn_run_measure_at(i)->name))
            names[count++] = stn_run_measure_at(i)->name;
    return unknown(p, "metric", name, names, count);
}

static void take_unit(const Parse *p, const char *unit)
{
    StnMetric *m = p->metric;
    const StnPlant *plant = stn_system_plant(p->system);
    if (strcmp(unit, "$column") == 0)
        snprintf(
            m->unit, sizeof m->unit, "%s",
            stn_system_column_at(p->system, stn_system_column(p->system, m->given.column)).unit);
    else
        stn_unit_text(unit, m->site >= 0 && plant->sites[m->own ? m->site : 0].rotary, m->unit,
                      sizeof m->unit);
}

static bool parse(Parse *p)
{
    StnMetric *m = p->metric;
    char name[VALUE_SIZE];
    const size_t length = strcspn(p->text, "(");
    const bool call = p->text[length] == '(';
    m->site = stn_system_commanded(p->system);
    if (m->site < 0 && stn_system_plant(p->system)->nsite > 0)
        m->site = 0;
    if (strlen(p->text) >= sizeof m->text)
        return FAIL(p, "a metric has more than %d characters", STN_METRIC_TEXT - 1);
    cut(m->text, sizeof m->text, p->text, strlen(p->text));
    cut(name, sizeof name, p->text, length);
    m->own = stn_run_metric(name);
    if (call && m->own && !*m->own->takes)
        m->own = NULL;
    m->measure = m->own ? NULL : stn_run_measure(name);
    if (!m->own && !m->measure)
        return stn_run_metric(name) ? FAIL(p, "%s takes no arguments", name) : no_metric(p, name);
    p->name = m->own ? m->own->about.name : m->measure->name;
    p->takes = m->own ? m->own->takes : m->measure->takes;
    if (m->site < 0)
        return FAIL(p, "%s is measured at a friction site, and there is none", name);
    if (!take_arguments(p, p->text + length + call))
        return false;
    take_unit(p, m->own ? m->own->about.unit : m->measure->unit);
    return true;
}

StnMetric *stn_metric_new(const StnSystem *system, const char *text, StnError *error)
{
    StnMetric *metric = calloc(1, sizeof *metric);
    Parse p = {.system = system, .text = text, .at = text, .metric = metric, .error = error};
    if (metric == NULL) {
        stn_out_of_memory(error);
        return NULL;
    }
    if (parse(&p))
        return metric;
    free(metric);
    return NULL;
}

void stn_metric_free(StnMetric *metric) { free(metric); }

const char *stn_metric_text(const StnMetric *metric) { return metric->text; }

const char *stn_metric_unit(const StnMetric *metric) { return metric->unit; }
