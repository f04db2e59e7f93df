/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which parameters are free: their addresses, bounds from the registry. */
#include "identify/fit_reader.h"

#include "core/params.h"
#include "signals/signal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

StnFreeParameter stn_free_parameter(const char *path)
{
    StnFreeParameter f = {.start = NAN, .min = NAN, .max = NAN};
    snprintf(f.path, sizeof f.path, "%s", path);
    return f;
}

bool stn_fit_is_motion(const StnFitDef *def) { return def->run[0].x || def->run[0].v; }

StnStatus stn_fit_refuse(const StnFitReader *reader, const char *what)
{
    return stn_error(reader->error, STN_BAD_INPUT, "free parameter \"%s\": %s", reader->free->path,
                     what);
}

static bool is_share(const StnParam *p)
{
    return p->kind == STN_KIND_VECTOR && p->min == 0.0 && p->max == 1.0;
}

static bool is_rotary(const StnFitReader *reader, int site)
{
    const StnFitRun *run = &reader->def->run[0];
    return stn_fit_is_motion(reader->def) ? run->rotary
                                          : reader->system->model.plant->sites[site].rotary;
}

/* ---- Adding a parameter ---- */

/* The whole path, of one place where it is not negative.  Section and site of friction, and the section of
 * plant parameters, go without saying. */
static void name_it(const StnFitReader *reader, int place, StnFitParam *param)
{
    const StnAddress address = {reader->address.item, (int16_t)place};
    const StnPlant *plant = reader->system->model.plant;
    stn_address_path(reader->system, address, param->name, sizeof param->name);
    if (param->place == STN_FIT_PLACE_FRICTION)
        param->own = (int)(sizeof "friction" + strlen(plant->sites[param->site].name) + 1);
    else if (param->place == STN_FIT_PLACE_PLANT &&
             !plant->params[stn_plant_parameter(plant, param->item)].section)
        param->own = (int)sizeof "parameters";
}

static StnFitCoordinate how_of(const StnParam *p, double start)
{
    bool positive = p->min > 0.0 || (isnan(p->def) && p->min >= 0.0);
    return positive && start > 0.0 ? STN_COORDINATE_LOG : STN_COORDINATE_LINEAR;
}

/* One place free twice, also as "Fc" and "Fc.forward". */
static bool is_same(const StnFitParam *a, const StnFitParam *b)
{
    return a->place == b->place && a->site == b->site && a->index == b->index &&
           strcmp(a->item, b->item) == 0 && a->first <= b->last && b->first <= a->last;
}

StnStatus stn_fit_add(StnFitReader *reader, StnFitParam *param, double natural)
{
    const StnFreeParameter *f = reader->free;
    char text[200];
    param->requested = !isnan(f->start);
    if (param->requested)
        param->start = f->start;
    if (!isnan(f->min))
        param->lo = f->min;
    if (!isnan(f->max))
        param->hi = f->max;
    if (param->place == STN_FIT_PLACE_FRICTION && stn_fit_is_motion(reader->def))
        param->start = fmin(param->start, param->hi); /* levels have a limit of their own */
    if (!isfinite(param->start))
        return stn_fit_refuse(reader, "it has no value in the scenario; say where to start");
    if (!(param->lo < param->hi))
        return stn_fit_refuse(reader, "its lower bound is not below its upper bound");
    if (!(param->start >= param->lo && param->start <= param->hi)) {
        snprintf(text, sizeof text, "its start %g lies outside its bounds %g ... %g", param->start,
                 param->lo, param->hi);
        return stn_fit_refuse(reader, text);
    }
    if (param->how == STN_COORDINATE_LOG && !(param->start > 0.0))
        param->how = STN_COORDINATE_LINEAR;
    if (param->how == STN_COORDINATE_LOG &&
        param->lo <= 0.0) /* far enough from 0 to be as good as 0 */
        param->lo = 1e-9 * param->start;
    param->scale = fabs(param->start) > 0.0 ? fabs(param->start) : natural;
    for (int i = 0; i < reader->map->nq; i++)
        if (is_same(&reader->map->param[i], param))
            return stn_fit_refuse(reader, "it is named twice");
    if (reader->map->nq == STN_FREE_MAX)
        return stn_error(reader->error, STN_BAD_INPUT, "more than %d free parameters",
                         STN_FREE_MAX);
    reader->map->param[reader->map->nq++] = *param;
    return STN_OK;
}

static StnStatus add_plant(StnFitReader *reader, const StnParam *p)
{
    StnFitParam param = {.place = STN_FIT_PLACE_PLANT, .lo = p->min, .hi = p->max};
    if (reader->each)
        return stn_fit_refuse(reader, "it has one value: nothing may follow its name");
    if (p->kind == STN_KIND_CHOICE)
        return stn_fit_refuse(reader, "it is a choice; only numbers can be fitted");
    if (stn_fit_is_motion(reader->def))
        return stn_fit_refuse(
            reader, "the motion was measured, there is no plant: friction, offset and gain "
                    "can be free");
    snprintf(param.item, sizeof param.item, "%s", p->name);
    snprintf(param.unit, sizeof param.unit, "%s", p->unit);
    name_it(reader, -1, &param);
    param.start = stn_system_parameter(reader->system, p->name);
    param.how = how_of(p, isnan(reader->free->start) ? param.start : reader->free->start);
    return stn_fit_add(reader, &param, 1.0);
}

/* Places first ... last; named: by the first of them. */
static StnStatus add_place(StnFitReader *reader, int site, StnValue value, int first, int last,
                           bool named)
{
    const StnParam *p = value.param;
    StnFitParam param = {.place = STN_FIT_PLACE_FRICTION,
                         .site = site,
                         .first = first,
                         .last = last,
                         .above = p->above,
                         .lo = p->min,
                         .hi = p->max};
    const double natural = stn_fit_bound_by_data(reader, &value, &param);
    snprintf(param.item, sizeof param.item, "%s", p->name);
    name_it(reader, named ? first : -1, &param);
    stn_unit_text(p->unit, is_rotary(reader, site), param.unit, sizeof param.unit);
    param.start = fmin(fmax(value.value[first], param.lo), param.hi);
    param.given = value.given;
    param.how = how_of(p, isnan(reader->free->start) ? param.start : reader->free->start);
    return stn_fit_add(reader, &param, natural);
}

static StnStatus add_each(StnFitReader *reader, int site, StnValue value)
{
    StnStatus status = STN_OK;
    for (int i = 0; i < value.count && !status; i++)
        status = add_place(reader, site, value, i, i, true);
    return status;
}

static StnStatus add_vector(StnFitReader *reader, int site, StnValue value)
{
    int group = reader->map->nq;
    StnStatus status = add_each(reader, site, value);
    for (int i = group; !status && is_share(value.param) && i < reader->map->nq; i++) {
        reader->map->param[i].how = STN_COORDINATE_SHARE;
        reader->map->param[i].lo = 0.0;
        reader->map->param[i].group = group;
        reader->map->param[i].members = value.count;
    }
    return status;
}

static StnStatus add_friction(StnFitReader *reader, int site, StnValue value)
{
    const StnKind kind = value.param->kind;
    const int place = reader->address.place;
    if (kind == STN_KIND_CHOICE)
        return stn_fit_refuse(reader, "it is a choice; only numbers can be fitted");
    if (reader->each && (kind == STN_KIND_SCALAR || place >= 0))
        return stn_fit_refuse(reader, "it has one value: nothing may follow its name");
    if (place >= 0 && is_share(value.param))
        return stn_fit_refuse(reader, "shares add up to 1: one alone cannot be free");
    if (place >= 0)
        return add_place(reader, site, value, place, place, true);
    if (kind == STN_KIND_VECTOR)
        return add_vector(reader, site, value);
    return reader->each ? add_each(reader, site, value)
                        : add_place(reader, site, value, 0, kind == STN_KIND_PAIR ? 1 : 0, false);
}

static StnStatus add_initial(StnFitReader *reader, int i)
{
    const StnSystem *S = reader->system;
    StnFitParam param = {.place = STN_FIT_PLACE_INITIAL, .lo = -INFINITY, .hi = INFINITY};
    if (i >= S->model.nplant)
        return stn_fit_refuse(reader, "of a law's states the start cannot be fitted");
    snprintf(param.item, sizeof param.item, "%s", S->model.plant->states[i].name);
    snprintf(param.unit, sizeof param.unit, "%s", S->model.plant->states[i].unit);
    name_it(reader, -1, &param);
    param.start = S->y_start[i];
    return stn_fit_add(reader, &param, 1e-3 * S->model.plant->states[i].scale);
}

static StnStatus refuse_input(const StnFitReader *reader)
{
    return stn_fit_refuse(reader, "this input varies; only a constant one can be fitted");
}

static StnStatus add_input(StnFitReader *reader, const StnItem *item)
{
    const StnSystem *S = reader->system;
    const int i = item->owner;
    StnFitParam param = {.place = STN_FIT_PLACE_INPUT, .index = i, .lo = -INFINITY, .hi = INFINITY};
    if (stn_signal_shape(S->input[i]) != STN_SIGNAL_CONSTANT)
        return refuse_input(reader);
    param.start = stn_signal_at(S->input[i], 0.0).val;
    snprintf(param.item, sizeof param.item, "%s", S->model.plant->inputs[i].name);
    snprintf(param.unit, sizeof param.unit, "%s", S->model.plant->inputs[i].unit);
    name_it(reader, -1, &param);
    return stn_fit_add(reader, &param, 1.0);
}

static StnStatus add_item(StnFitReader *reader)
{
    const StnSystem *S = reader->system;
    const StnItem *item = &S->texts->item[reader->address.item];
    switch (item->kind) {
    case STN_ITEM_PARAMETER: return add_plant(reader, &S->model.plant->params[item->index]);
    case STN_ITEM_FRICTION:
        return add_friction(reader, item->owner, stn_system_value_at(S, item->owner, item->index));
    case STN_ITEM_INITIAL: return add_initial(reader, item->index);
    case STN_ITEM_INPUT: return add_input(reader, item);
    case STN_ITEM_TERM:
    case STN_ITEM_SENSOR:
    case STN_ITEM_SOLVER: break;
    }
    return stn_fit_refuse(reader,
                          "numbers of a compensation, of sensors and of the solver cannot be "
                          "fitted");
}

/* ---- Finding it ---- */

/* A name of the system, behind which .each makes every direction or element free by itself. */
static StnStatus read_address(StnFitReader *reader)
{
    static const char each[] = ".each";
    const StnSystem *S = reader->system;
    char path[sizeof reader->free->path];
    snprintf(path, sizeof path, "%s", reader->free->path);
    const size_t length = strlen(path), behind = sizeof each - 1;
    reader->each = length > behind && strcmp(path + length - behind, each) == 0;
    if (reader->each)
        path[length - behind] = '\0';
    StnStatus status = stn_address(S, path, &reader->address, reader->error);
    if (!status)
        return add_item(reader);
    return strncmp(path, "inputs.", 7) == 0 && stn_plant_input(S->model.plant, path + 7) >= 0
               ? refuse_input(reader)
               : status;
}

static StnStatus read_path(StnFitReader *reader)
{
    static const char *const correction[] = {"offset", "gain"};
    const char *path = reader->free->path, *const dot = strchr(path, '.');
    const size_t first = dot ? (size_t)(dot - path) : strlen(path);
    for (int gain = 0; gain < 2; gain++)
        if (first == strlen(correction[gain]) && strncmp(path, correction[gain], first) == 0)
            return stn_fit_read_correction(reader, dot ? dot + 1 : "", gain);
    if (stn_fit_is_motion(reader->def) && strcmp(path, "m") == 0)
        return stn_fit_read_mass(reader);
    return read_address(reader);
}

/* Places the coordinates. */
static void number(StnFitMap *map)
{
    map->nx = 0;
    for (int i = 0; i < map->nq; i++) {
        StnFitParam *p = &map->param[i];
        bool last = p->how == STN_COORDINATE_SHARE && i == p->group + p->members - 1;
        p->x = last ? -1 : map->nx++;
    }
}

StnStatus stn_fit_map(const StnFitDef *def, StnFitMap *map, StnError *error)
{
    StnFitSystem base;
    StnStatus status = stn_fit_system(&def->run[0], &def->run[0].def, &base, error);
    memset(map, 0, sizeof *map);
    for (int i = 0; !status && i < def->nfree; i++) {
        StnFitReader reader = {
            .def = def, .system = base.system, .free = &def->free[i], .map = map, .error = error};
        status = read_path(&reader);
    }
    if (!status && def->gravity && stn_fit_is_motion(def))
        status = stn_fit_add_arm(def, map, error);
    if (!status && def->drift)
        status = stn_fit_add_drift(def, map, error);
    if (!status)
        stn_fit_part_levels(base.system, map);
    stn_fit_system_free(&base);
    number(map);
    return status;
}

StnStatus stn_free_parameter_unit(const StnFitRun *run, const StnFreeParameter *one, char unit[32],
                                  StnError *error)
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
