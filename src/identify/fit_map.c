/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which parameters are free: paths into places, bounds from the registry. */
#include "identify/fitting.h"

#include "core/names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVEL_MOST 2.0

const char *const stn_fit_levels[STN_FIT_LEVELS][2] = {{"Fs", "Fc"}, {"T0_stat", "T0_din"}};

const char *stn_fit_sliding_of(const char *item)
{
    for (int k = 0; k < STN_FIT_LEVELS; k++)
        if (strcmp(stn_fit_levels[k][0], item) == 0)
            return stn_fit_levels[k][1];
    return NULL;
}

StnFree stn_free(const char *path)
{
    StnFree f = {.start = NAN, .min = NAN, .max = NAN};
    snprintf(f.path, sizeof f.path, "%s", path);
    return f;
}

typedef struct {
    const StnFitDef *def;
    const StnSystem *system; /* of the first run, as the scenario has it */
    const StnFree *free;
    StnFitMap *map;
    StnError *error;
} Reader;

static StnStatus refuse(const Reader *reader, const char *what)
{
    return stn_error(reader->error, STN_BAD_INPUT, "free parameter \"%s\": %s", reader->free->path,
                     what);
}

static bool is_share(const StnParam *p)
{
    return p->kind == STN_VECTOR && p->min == 0.0 && p->max == 1.0;
}

static bool is_motion(const Reader *reader)
{
    return reader->def->run[0].x || reader->def->run[0].v;
}

/* Where the friction force itself was measured no level is larger than LEVEL_MOST times the largest force:
 * beyond, levels that the motion never reaches would only bend the curve below. */
static double level_limit(const Reader *reader, const StnParam *p)
{
    const StnFitRun *run = &reader->def->run[0];
    double most = 0.0;
    if (!is_motion(reader) || strcmp(p->unit, "$F") != 0)
        return p->max;
    for (size_t i = 0; i < run->rows; i++)
        most = fmax(most, fabs(run->signal[0].value[i]));
    return most > 0.0 ? fmin(LEVEL_MOST * most, p->max) : p->max;
}

static bool is_rotary(const Reader *reader, int site)
{
    const StnFitRun *run = &reader->def->run[0];
    return is_motion(reader) ? run->rotary : reader->system->model.plant->sites[site].rotary;
}

/* ---- Adding a parameter ---- */

static StnFitHow how_of(const StnParam *p, double start)
{
    bool positive = p->min > 0.0 || (isnan(p->def) && p->min >= 0.0);
    return positive && start > 0.0 ? STN_HOW_LOG : STN_HOW_LINEAR;
}

/* One place free twice, also as "Fc" and "Fc.forward". */
static bool is_same(const StnFitParam *a, const StnFitParam *b)
{
    return a->place == b->place && a->site == b->site && a->index == b->index &&
           strcmp(a->item, b->item) == 0 && a->first <= b->last && b->first <= a->last;
}

static StnStatus finish(Reader *reader, StnFitParam *param, double natural)
{
    const StnFree *f = reader->free;
    char text[200];
    param->wished = !isnan(f->start);
    if (param->wished)
        param->start = f->start;
    if (!isnan(f->min))
        param->lo = f->min;
    if (!isnan(f->max))
        param->hi = f->max;
    if (param->place == STN_PLACE_FRICTION && is_motion(reader))
        param->start = fmin(param->start, param->hi); /* levels have a limit of their own */
    if (!isfinite(param->start))
        return refuse(reader, "it has no value in the scenario; say where to start");
    if (!(param->lo < param->hi))
        return refuse(reader, "its lower bound is not below its upper bound");
    if (!(param->start >= param->lo && param->start <= param->hi)) {
        snprintf(text, sizeof text, "its start %g lies outside its bounds %g ... %g", param->start,
                 param->lo, param->hi);
        return refuse(reader, text);
    }
    if (param->how == STN_HOW_LOG && !(param->start > 0.0))
        param->how = STN_HOW_LINEAR;
    if (param->how == STN_HOW_LOG && param->lo <= 0.0) /* far enough from 0 to be as good as 0 */
        param->lo = 1e-9 * param->start;
    param->scale = fabs(param->start) > 0.0 ? fabs(param->start) : natural;
    for (int i = 0; i < reader->map->nq; i++)
        if (is_same(&reader->map->param[i], param))
            return refuse(reader, "it is named twice");
    if (reader->map->nq == STN_FREE_MAX)
        return stn_error(reader->error, STN_BAD_INPUT, "more than %d free parameters",
                         STN_FREE_MAX);
    reader->map->param[reader->map->nq++] = *param;
    return STN_OK;
}

static StnStatus add_plant(Reader *reader, const StnParam *p, const char *suffix)
{
    StnFitParam param = {.place = STN_PLACE_PLANT, .lo = p->min, .hi = p->max};
    const char *section = p->section ? p->section : "parameters";
    if (suffix)
        return refuse(reader, "nothing may follow the name of a plant's parameter");
    if (p->kind == STN_CHOICE)
        return refuse(reader, "it is a choice; only numbers can be fitted");
    if (is_motion(reader))
        return refuse(reader,
                      "the motion was measured, there is no plant: friction, offset and gain "
                      "can be free");
    snprintf(param.item, sizeof param.item, "%s", p->name);
    snprintf(param.name, sizeof param.name, "%s.%s", section, p->name);
    snprintf(param.unit, sizeof param.unit, "%s", p->unit);
    param.start = stn_system_parameter(reader->system, p->name);
    param.how = how_of(p, isnan(reader->free->start) ? param.start : reader->free->start);
    return finish(reader, &param, 1.0);
}

static StnStatus add_place(Reader *reader, int site, StnValue value, int first, int last,
                           const char *suffix)
{
    const StnParam *p = value.param;
    const StnSiteInfo *info = &reader->system->model.plant->sites[site];
    StnFitParam param = {.place = STN_PLACE_FRICTION,
                         .site = site,
                         .first = first,
                         .last = last,
                         .lo = p->min,
                         .hi = level_limit(reader, p)};
    snprintf(param.item, sizeof param.item, "%s", p->name);
    snprintf(param.name, sizeof param.name, "friction.%s.%s%s%s", info->name, p->name,
             suffix ? "." : "", suffix ? suffix : "");
    stn_unit_text(p->unit, is_rotary(reader, site), param.unit, sizeof param.unit);
    param.start = fmin(value.value[first], param.hi);
    param.given = value.given;
    param.how = how_of(p, isnan(reader->free->start) ? param.start : reader->free->start);
    return finish(reader, &param, 1.0);
}

static StnStatus add_vector(Reader *reader, int site, StnValue value)
{
    int group = reader->map->nq;
    StnStatus status = STN_OK;
    for (int i = 0; i < value.count && !status; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i + 1);
        status = add_place(reader, site, value, i, i, number);
    }
    for (int i = group; !status && is_share(value.param) && i < reader->map->nq; i++) {
        reader->map->param[i].how = STN_HOW_SHARE;
        reader->map->param[i].lo = 0.0;
        reader->map->param[i].group = group;
        reader->map->param[i].members = value.count;
    }
    return status;
}

static StnStatus add_pair(Reader *reader, int site, StnValue value, const char *suffix)
{
    static const char *const word[] = {"forward", "backward"};
    if (!suffix)
        return add_place(reader, site, value, 0, 1, NULL);
    for (int i = 0; i < 2; i++)
        if (strcmp(suffix, word[i]) == 0)
            return add_place(reader, site, value, i, i, word[i]);
    if (strcmp(suffix, "each") != 0)
        return refuse(reader, "after a pair by direction come .forward, .backward or .each");
    StnStatus status = add_place(reader, site, value, 0, 0, word[0]);
    return status ? status : add_place(reader, site, value, 1, 1, word[1]);
}

static StnStatus add_friction(Reader *reader, int site, StnValue value, const char *suffix)
{
    char *end;
    switch (value.param->kind) {
    case STN_CHOICE: return refuse(reader, "it is a choice; only numbers can be fitted");
    case STN_PAIR: return add_pair(reader, site, value, suffix);
    case STN_SCALAR:
        return suffix ? refuse(reader, "it has one value: nothing may follow its name")
                      : add_place(reader, site, value, 0, 0, NULL);
    case STN_VECTOR: break;
    }
    if (!suffix || strcmp(suffix, "each") == 0)
        return add_vector(reader, site, value);
    long at = strtol(suffix, &end, 10);
    if (*end || at < 1 || at > value.count)
        return refuse(reader, "after a vector comes the number of an element, from 1");
    if (is_share(value.param))
        return refuse(reader, "shares add up to 1: one alone cannot be free");
    return add_place(reader, site, value, (int)at - 1, (int)at - 1, suffix);
}

/* ---- Finding it ---- */

static const StnParam *find_plant(const StnSystem *S, const char *name)
{
    const int i = stn_plant_parameter(S->model.plant, name);
    return i < 0 ? NULL : &S->model.plant->params[i];
}

static bool find_friction(const StnSystem *S, int site, const char *name, StnValue *value)
{
    const int k = stn_law_parameter(S->model.law[site], name);
    if (k >= 0)
        *value = stn_system_value_at(S, site, k);
    return k >= 0;
}

/* Adds the plant's parameters that are numbers. */
static void put_plant_names(const StnPlant *plant, char *text, size_t n, size_t size)
{
    const char *gap = "; the plant has ";
    for (int i = 0; i < plant->nparam && n < size - 60; i++)
        if (plant->params[i].kind != STN_CHOICE) {
            n += (size_t)snprintf(text + n, size - n, "%s%s", gap, plant->params[i].name);
            gap = ", ";
        }
}

/* short_name: it could be of the plant too. */
static StnStatus unknown_friction(const Reader *reader, int site, const char *name, bool short_name)
{
    const StnLaw *law = stn_system_law(reader->system, site);
    char text[700];
    size_t n = (size_t)snprintf(text, sizeof text, "law %s has no \"%s\"; it has", law->name, name);
    for (int i = 0; i < law->nparam && n < sizeof text - 60; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s %s", i ? "," : "",
                              law->params[i]->name);
    if (short_name && !is_motion(reader))
        put_plant_names(reader->system->model.plant, text, n, sizeof text);
    return refuse(reader, text);
}

static StnStatus read_friction(Reader *reader, char **part, int count)
{
    const StnSystem *S = reader->system;
    StnValue value;
    if (count < 3)
        return refuse(reader, "write friction.SITE.NAME");
    const int site = stn_plant_site(S->model.plant, part[1]);
    if (site < 0)
        return refuse(reader, "the plant has no such friction site");
    return find_friction(S, site, part[2], &value)
               ? add_friction(reader, site, value, count > 3 ? part[3] : NULL)
               : unknown_friction(reader, site, part[2], false);
}

static StnStatus read_initial(Reader *reader, const char *name)
{
    const StnSystem *S = reader->system;
    StnFitParam param = {.place = STN_PLACE_INITIAL, .lo = -INFINITY, .hi = INFINITY};
    const int i = stn_plant_state(S->model.plant, name);
    if (i < 0)
        return refuse(reader, "the plant has no such state");
    snprintf(param.item, sizeof param.item, "%s", name);
    snprintf(param.name, sizeof param.name, "initial.%s", name);
    snprintf(param.unit, sizeof param.unit, "%s", S->model.plant->states[i].unit);
    param.start = S->y_start[i];
    return finish(reader, &param, 1e-3 * S->model.plant->states[i].scale);
}

static StnStatus read_input(Reader *reader, const char *name)
{
    const StnSystem *S = reader->system;
    StnFitParam param = {.place = STN_PLACE_INPUT, .lo = -INFINITY, .hi = INFINITY};
    const int i = stn_plant_input(S->model.plant, name);
    if (i < 0)
        return refuse(reader, "the plant has no such input");
    if (isfinite(stn_signal_next(S->input[i], -1e300)) || stn_signal_at(S->input[i], 0.0).d1 != 0.0)
        return refuse(reader, "this input varies; only a constant one can be fitted");
    param.index = i;
    param.start = stn_signal_at(S->input[i], 0.0).val;
    snprintf(param.item, sizeof param.item, "%s", name);
    snprintf(param.name, sizeof param.name, "inputs.%s", name);
    snprintf(param.unit, sizeof param.unit, "%s", S->model.plant->inputs[i].unit);
    return finish(reader, &param, 1.0);
}

/* Root mean square of a measured signal, for the scale of its offset. */
static double size_of(const Reader *reader, const char *column)
{
    double sum = 0.0, count = 0.0;
    for (int r = 0; r < reader->def->nrun; r++)
        for (int s = 0; s < reader->def->run[r].nsignal; s++) {
            const StnFitSignal *signal = &reader->def->run[r].signal[s];
            for (size_t i = 0; strcmp(signal->column, column) == 0 && i < reader->def->run[r].rows;
                 i++)
                sum += signal->value[i] * signal->value[i], count += 1.0;
        }
    return count > 0.0 ? sqrt(sum / count) : NAN;
}

static StnStatus read_correction(Reader *reader, const char *name, bool gain)
{
    StnFitParam param = {.place = gain ? STN_PLACE_GAIN : STN_PLACE_OFFSET,
                         .lo = -INFINITY,
                         .hi = INFINITY,
                         .start = gain ? 1.0 : 0.0};
    double size = size_of(reader, name);
    if (isnan(size))
        return refuse(reader, "no signal of that name is fitted");
    snprintf(param.item, sizeof param.item, "%s", name);
    snprintf(param.name, sizeof param.name, "%s.%s", gain ? "gain" : "offset", name);
    const int c = gain ? -1 : stn_system_column(reader->system, name);
    if (c >= 0)
        snprintf(param.unit, sizeof param.unit, "%s",
                 reader->def->run[0].rotary ? "N*m" /* measured motion: FF */
                                            : stn_system_column_at(reader->system, c).unit);
    return finish(reader, &param, size > 0.0 ? size : 1.0);
}

/* The last part of a path alone. */
static StnStatus read_short(Reader *reader, char **part, int count)
{
    const StnSystem *S = reader->system;
    const StnParam *plant = find_plant(S, part[0]);
    int site = -1, found = plant ? 1 : 0;
    StnValue value, at_site = {.param = NULL};
    for (int i = 0; i < S->model.nsite; i++)
        if (find_friction(S, i, part[0], &value))
            site = i, at_site = value, found++;
    if (found > 1)
        return refuse(reader, "several things bear this name: write the whole path");
    if (plant)
        return add_plant(reader, plant, count > 1 ? part[1] : NULL);
    if (site >= 0)
        return add_friction(reader, site, at_site, count > 1 ? part[1] : NULL);
    if (S->model.nsite == 1 && count == 1)
        return unknown_friction(reader, 0, part[0], true);
    return refuse(reader, "nothing bears this name; write parameters.NAME, friction.SITE.NAME, "
                          "initial.STATE, inputs.NAME, offset.COLUMN or gain.COLUMN");
}

static StnStatus read_path(Reader *reader)
{
    StnPathWords words = stn_path_words(reader->free->path);
    char *part[STN_PATH_WORDS];
    const int count = words.count;
    for (int i = 0; i < count; i++)
        part[i] = words.word[i];
    if (reader->free->path[0] == '\0')
        return refuse(reader, "the path is empty");
    if (count < 1 || count > 4)
        return refuse(reader, count > 4 ? "the path has too many parts"
                                        : "this is not a path such as friction.SITE.Fs");
    if (strcmp(part[0], "friction") == 0)
        return read_friction(reader, part, count);
    if (count < 2)
        return read_short(reader, part, count);
    if (strcmp(part[0], "parameters") == 0 || strcmp(part[0], "controller") == 0) {
        const StnParam *p = find_plant(reader->system, part[1]);
        return p ? add_plant(reader, p, count > 2 ? part[2] : NULL)
                 : refuse(reader, "the plant has no such parameter");
    }
    if (strcmp(part[0], "initial") == 0)
        return read_initial(reader, part[1]);
    if (strcmp(part[0], "inputs") == 0)
        return read_input(reader, part[1]);
    if (strcmp(part[0], "offset") == 0 || strcmp(part[0], "gain") == 0)
        return read_correction(reader, part[1], part[0][0] == 'g');
    return read_short(reader, part, count);
}

/* The lowest sliding level of the sides of a static one that is not free itself. */
static double fixed_floor(const StnSystem *S, const StnFitMap *map, const StnFitParam *a,
                          const char *sliding)
{
    StnValue value;
    double least = INFINITY;
    if (!find_friction(S, a->site, sliding, &value))
        return INFINITY;
    for (int side = a->first; side <= a->last; side++) {
        bool is_free = false;
        for (int k = 0; k < a->nbelow; k++)
            is_free = is_free || (map->param[a->below[k]].first <= side &&
                                  side <= map->param[a->below[k]].last);
        if (!is_free)
            least = fmin(least, value.value[side < value.count ? side : 0]);
    }
    return least;
}

/* A static level moves above the sliding one, and starts visibly above it unless the caller says where: on it,
 * nothing would show. */
static void part_level(const StnSystem *S, StnFitMap *map, StnFitParam *a, const char *sliding)
{
    for (int k = 0; k < map->nq; k++) {
        const StnFitParam *b = &map->param[k];
        if (b->place == STN_PLACE_FRICTION && a->site == b->site && strcmp(b->item, sliding) == 0 &&
            a->first <= b->last && b->first <= a->last)
            a->below[a->nbelow++] = k;
    }
    a->base = fixed_floor(S, map, a, sliding);
    double level = a->base;
    for (int k = 0; k < a->nbelow; k++) {
        const StnFitParam *b = &map->param[a->below[k]];
        level = fmin(level, b->start);
        if (!a->wished && (!a->given || a->start < 1.05 * b->start))
            a->start = fmin(1.25 * b->start, a->hi);
    }
    if (!isfinite(level))
        return;
    a->how = STN_HOW_ABOVE;
    a->scale = fmax(a->start - level, fmax(0.05 * level, 1e-12));
}

static void part_levels(const StnSystem *S, StnFitMap *map)
{
    for (int i = 0; i < map->nq; i++) {
        StnFitParam *a = &map->param[i];
        const char *sliding = a->place == STN_PLACE_FRICTION ? stn_fit_sliding_of(a->item) : NULL;
        if (sliding)
            part_level(S, map, a, sliding);
    }
}

/* Places the coordinates. */
static void number(StnFitMap *map)
{
    map->nx = 0;
    for (int i = 0; i < map->nq; i++) {
        StnFitParam *p = &map->param[i];
        bool last = p->how == STN_HOW_SHARE && i == p->group + p->members - 1;
        p->x = last ? -1 : map->nx++;
    }
}

StnStatus stn_fit_map(const StnFitDef *def, StnFitMap *map, StnError *error)
{
    StnFitSystem base;
    StnStatus status = stn_fit_system(&def->run[0], &def->run[0].def, &base, error);
    memset(map, 0, sizeof *map);
    for (int i = 0; !status && i < def->nfree; i++) {
        Reader reader = {def, base.system, &def->free[i], map, error};
        status = read_path(&reader);
    }
    if (!status)
        part_levels(base.system, map);
    stn_fit_system_free(&base);
    number(map);
    if (!status && map->nq == 0)
        status = stn_error(error, STN_BAD_INPUT, "no parameter is free");
    return status;
}

StnStatus stn_free_unit(const StnFitRun *run, const StnFree *one, char unit[32], StnError *error)
{
    StnFitDef def = stn_default_fit_def(run, 1, one, 1);
    StnFitMap *map = malloc(sizeof *map);
    if (!map)
        return stn_out_of_memory(error);
    StnStatus status = stn_fit_map(&def, map, error);
    memcpy(unit, map->param[0].unit, sizeof map->param[0].unit);
    free(map);
    return status;
}
