/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which parameters are free: their addresses, bounds from the registry. */
#include "identify/fit_internal.h"

#include "core/params.h"
#include "signals/signal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVEL_MOST 2.0
#define SLOWEST 1e-4 /* of the fastest speed: less is a step of the sensor or rounding */

const StnParam *stn_fit_level(int *k)
{
    while (*k < stn_friction_parameter_count()) {
        const StnParam *p = stn_friction_parameter_at((*k)++);
        if (p->above)
            return p;
    }
    return NULL;
}

StnFreeParameter stn_free_parameter(const char *path)
{
    StnFreeParameter f = {.start = NAN, .min = NAN, .max = NAN};
    snprintf(f.path, sizeof f.path, "%s", path);
    return f;
}

typedef struct {
    const StnFitDef *def;
    const StnSystem *system; /* of the first run, as the scenario has it */
    const StnFreeParameter *free;
    StnFitMap *map;
    StnError *error;
    StnAddress address;
    bool each;
} Reader;

static StnStatus refuse(const Reader *reader, const char *what)
{
    return stn_error(reader->error, STN_BAD_INPUT, "free parameter \"%s\": %s", reader->free->path,
                     what);
}

static bool is_share(const StnParam *p)
{
    return p->kind == STN_KIND_VECTOR && p->min == 0.0 && p->max == 1.0;
}

static bool is_motion(const Reader *reader)
{
    return reader->def->run[0].x || reader->def->run[0].v;
}

/* What was measured of the friction force and the motion. */
typedef struct {
    double force, fastest, slowest; /* largest force and speed; smallest speed above 0 */
} Extent;

static Extent measure_extent(const StnFitRun *run)
{
    Extent e = {.slowest = INFINITY};
    for (size_t i = 0; i < run->rows; i++)
        e.force = fmax(e.force, fabs(run->signal[0].value[i]));
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = run->v ? 0 : 1; i < run->rows; i++) {
            const double v =
                run->v ? run->v[i] : (run->x[i] - run->x[i - 1]) / (run->t[i] - run->t[i - 1]);
            if (fabs(v) > SLOWEST * e.fastest && pass == 1)
                e.slowest = fmin(e.slowest, fabs(v));
            e.fastest = fmax(e.fastest, fabs(v));
        }
    return e;
}

/* With a plant: the largest speed of a site in what is compared; 0: it is not compared. */
static double fastest_of(const Reader *reader, int site)
{
    const StnPlant *plant = reader->system->model.plant;
    double fastest = 0.0;
    for (int r = 0; r < reader->def->nrun; r++)
        for (int s = 0; s < reader->def->run[r].nsignal; s++) {
            const StnFitRun *run = &reader->def->run[r];
            const double *y = run->signal[s].value;
            for (int k = 0; k < plant->noutput; k++) {
                const StnVar *out = &plant->outputs[k];
                const bool position = out->role == STN_ROLE_POSITION;
                if (out->site != site || strcmp(out->name, run->signal[s].column) != 0 ||
                    !(position || out->role == STN_ROLE_VELOCITY))
                    continue;
                for (size_t i = 1; i < run->rows; i++)
                    fastest = fmax(
                        fastest,
                        fabs(position ? (y[i] - y[i - 1]) / (run->t[i] - run->t[i - 1]) : y[i]));
            }
        }
    return fastest;
}

/* Along a measured motion the data bound what they can show, and say what is large.  No level is larger than
 * LEVEL_MOST times the largest force: beyond, levels that the motion never reaches would only bend the curve
 * below.  A Stribeck velocity lies between the slowest and the fastest speed, with a plant below the fastest,
 * unless it starts beyond. */
static double bound_by_data(const Reader *reader, const StnValue *value, StnFitParam *param)
{
    const StnParam *p = value->param;
    const double start = !isnan(reader->free->start) ? reader->free->start
                         : value->given              ? value->value[param->first]
                                                     : NAN;
    const bool speed = strcmp(p->unit, "$x/s") == 0 && isfinite(p->def);
    if (!is_motion(reader)) {
        const double fastest = speed ? fastest_of(reader, param->site) : 0.0;
        if (fastest > param->lo)
            param->hi = fmin(isnan(start) ? fastest : fmax(start, fastest), param->hi);
        return 1.0;
    }
    const Extent e = measure_extent(&reader->def->run[0]);
    if (strcmp(p->unit, "$F") == 0 && e.force > 0.0) {
        param->hi = fmin(LEVEL_MOST * e.force, param->hi);
        return e.force;
    }
    if (speed && e.slowest < e.fastest) {
        param->lo = fmax(isnan(start) ? e.slowest : fmin(start, e.slowest), param->lo);
        param->hi = fmin(isnan(start) ? e.fastest : fmax(start, e.fastest), param->hi);
    }
    return strcmp(p->unit, "$F*s/$x") == 0 && e.force > 0.0 && e.fastest > 0.0 ? e.force / e.fastest
                                                                               : 1.0;
}

static bool is_rotary(const Reader *reader, int site)
{
    const StnFitRun *run = &reader->def->run[0];
    return is_motion(reader) ? run->rotary : reader->system->model.plant->sites[site].rotary;
}

/* ---- Adding a parameter ---- */

/* The whole path, of one place where it is not negative.  Section and site of friction, and the section of
 * plant parameters, go without saying. */
static void name_it(const Reader *reader, int place, StnFitParam *param)
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

static StnStatus finish(Reader *reader, StnFitParam *param, double natural)
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
    if (param->place == STN_FIT_PLACE_FRICTION && is_motion(reader))
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
    if (param->how == STN_COORDINATE_LOG && !(param->start > 0.0))
        param->how = STN_COORDINATE_LINEAR;
    if (param->how == STN_COORDINATE_LOG &&
        param->lo <= 0.0) /* far enough from 0 to be as good as 0 */
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

static StnStatus add_plant(Reader *reader, const StnParam *p)
{
    StnFitParam param = {.place = STN_FIT_PLACE_PLANT, .lo = p->min, .hi = p->max};
    if (reader->each)
        return refuse(reader, "it has one value: nothing may follow its name");
    if (p->kind == STN_KIND_CHOICE)
        return refuse(reader, "it is a choice; only numbers can be fitted");
    if (is_motion(reader))
        return refuse(reader,
                      "the motion was measured, there is no plant: friction, offset and gain "
                      "can be free");
    snprintf(param.item, sizeof param.item, "%s", p->name);
    snprintf(param.unit, sizeof param.unit, "%s", p->unit);
    name_it(reader, -1, &param);
    param.start = stn_system_parameter(reader->system, p->name);
    param.how = how_of(p, isnan(reader->free->start) ? param.start : reader->free->start);
    return finish(reader, &param, 1.0);
}

/* Places first ... last; named: by the first of them. */
static StnStatus add_place(Reader *reader, int site, StnValue value, int first, int last,
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
    const double natural = bound_by_data(reader, &value, &param);
    snprintf(param.item, sizeof param.item, "%s", p->name);
    name_it(reader, named ? first : -1, &param);
    stn_unit_text(p->unit, is_rotary(reader, site), param.unit, sizeof param.unit);
    param.start = fmin(fmax(value.value[first], param.lo), param.hi);
    param.given = value.given;
    param.how = how_of(p, isnan(reader->free->start) ? param.start : reader->free->start);
    return finish(reader, &param, natural);
}

static StnStatus add_each(Reader *reader, int site, StnValue value)
{
    StnStatus status = STN_OK;
    for (int i = 0; i < value.count && !status; i++)
        status = add_place(reader, site, value, i, i, true);
    return status;
}

static StnStatus add_vector(Reader *reader, int site, StnValue value)
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

static StnStatus add_friction(Reader *reader, int site, StnValue value)
{
    const StnKind kind = value.param->kind;
    const int place = reader->address.place;
    if (kind == STN_KIND_CHOICE)
        return refuse(reader, "it is a choice; only numbers can be fitted");
    if (reader->each && (kind == STN_KIND_SCALAR || place >= 0))
        return refuse(reader, "it has one value: nothing may follow its name");
    if (place >= 0 && is_share(value.param))
        return refuse(reader, "shares add up to 1: one alone cannot be free");
    if (place >= 0)
        return add_place(reader, site, value, place, place, true);
    if (kind == STN_KIND_VECTOR)
        return add_vector(reader, site, value);
    return reader->each ? add_each(reader, site, value)
                        : add_place(reader, site, value, 0, kind == STN_KIND_PAIR ? 1 : 0, false);
}

static StnStatus add_initial(Reader *reader, int i)
{
    const StnSystem *S = reader->system;
    StnFitParam param = {.place = STN_FIT_PLACE_INITIAL, .lo = -INFINITY, .hi = INFINITY};
    if (i >= S->model.nplant)
        return refuse(reader, "of a law's states the start cannot be fitted");
    snprintf(param.item, sizeof param.item, "%s", S->model.plant->states[i].name);
    snprintf(param.unit, sizeof param.unit, "%s", S->model.plant->states[i].unit);
    name_it(reader, -1, &param);
    param.start = S->y_start[i];
    return finish(reader, &param, 1e-3 * S->model.plant->states[i].scale);
}

static StnStatus refuse_input(const Reader *reader)
{
    return refuse(reader, "this input varies; only a constant one can be fitted");
}

static StnStatus add_input(Reader *reader, const StnItem *item)
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
    return finish(reader, &param, 1.0);
}

static StnStatus add_item(Reader *reader)
{
    const StnSystem *S = reader->system;
    const StnItem *item = &S->texts->item[reader->address.item];
    switch (item->kind) {
    case STN_ITEM_PARAMETER: return add_plant(reader, &S->model.plant->params[item->index]);
    case STN_ITEM_FRICTION:
        return add_friction(reader, item->owner, stn_system_value_at(S, item->owner, item->index));
    case STN_ITEM_INITIAL: return add_initial(reader, item->index);
    case STN_ITEM_INPUT: return add_input(reader, item);
    case STN_ITEM_SENSOR:
    case STN_ITEM_SOLVER: break;
    }
    return refuse(reader, "numbers of sensors and of the solver cannot be fitted");
}

/* ---- Corrections of the data ---- */

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

double stn_fit_beside(const StnFitMap *map, const double *q, StnFitPlace place, double none)
{
    for (int i = 0; i < map->nq; i++)
        if (map->param[i].place == place)
            return q[i];
    return none;
}

/* A mass beside the law of a measured motion, from what would take all of the effort. */
static StnStatus read_mass(Reader *reader)
{
    const StnFitRun *run = &reader->def->run[0];
    double F2 = 0.0, a2 = 0.0;
    StnFitParam param = {
        .place = STN_FIT_PLACE_MASS, .lo = 0.0, .hi = INFINITY, .item = "m", .name = "m"};
    if (!run->a)
        return refuse(reader, STN_FIT_NO_ACCELERATION);
    if (!isnan(reader->def->m))
        return refuse(reader, "it is known already");
    for (size_t i = 0; i < run->rows; i++) {
        const double a = isnan(run->a[i]) ? 0.0 : run->a[i];
        F2 += run->signal[0].value[i] * run->signal[0].value[i], a2 += a * a;
    }
    if (!(a2 > 0.0))
        return refuse(reader, "the acceleration is zero throughout");
    snprintf(param.unit, sizeof param.unit, "%s", run->rotary ? "kg*m^2" : "kg");
    return finish(reader, &param, sqrt(F2 / a2));
}

/* The levels stay positive: at the end of the record at least a tenth, at most ten times of what they were. */
static StnStatus add_drift(const StnFitDef *def, StnFitMap *map, StnError *error)
{
    const StnFitRun *run = &def->run[0];
    const double span = run->t[run->rows - 1] - run->t[0];
    const StnFreeParameter one = stn_free_parameter("drift");
    Reader reader = {.def = def, .free = &one, .map = map, .error = error};
    StnFitParam param = {.place = STN_FIT_PLACE_DRIFT,
                         .lo = -0.9 / span,
                         .hi = 9.0 / span,
                         .item = "drift",
                         .name = "drift",
                         .unit = "1/s"};
    return finish(&reader, &param, 0.1 / span);
}

static StnStatus read_correction(Reader *reader, const char *name, bool gain)
{
    StnFitParam param = {.place = gain ? STN_FIT_PLACE_GAIN : STN_FIT_PLACE_OFFSET,
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

/* ---- Finding it ---- */

/* A name of the system, behind which .each makes every direction or element free by itself. */
static StnStatus read_address(Reader *reader)
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

static StnStatus read_path(Reader *reader)
{
    const char *path = reader->free->path;
    if (strncmp(path, "offset.", 7) == 0)
        return read_correction(reader, path + 7, false);
    if (strncmp(path, "gain.", 5) == 0)
        return read_correction(reader, path + 5, true);
    if (is_motion(reader) && strcmp(path, "m") == 0)
        return read_mass(reader);
    return read_address(reader);
}

static bool find_friction(const StnSystem *S, int site, const char *name, StnValue *value)
{
    const int k = stn_law_parameter(S->model.law[site], name);
    if (k >= 0)
        *value = stn_system_value_at(S, site, k);
    return k >= 0;
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
        if (b->place == STN_FIT_PLACE_FRICTION && a->site == b->site &&
            strcmp(b->item, sliding) == 0 && a->first <= b->last && b->first <= a->last)
            a->below[a->nbelow++] = k;
    }
    a->base = fixed_floor(S, map, a, sliding);
    double level = a->base;
    for (int k = 0; k < a->nbelow; k++) {
        const StnFitParam *b = &map->param[a->below[k]];
        level = fmin(level, b->start);
        if (!a->requested && (!a->given || a->start < 1.05 * b->start))
            a->start = fmin(1.25 * b->start, a->hi);
    }
    if (!isfinite(level))
        return;
    a->how = STN_COORDINATE_ABOVE;
    a->scale = fmax(a->start - level, fmax(0.05 * level, 1e-12));
}

static void part_levels(const StnSystem *S, StnFitMap *map)
{
    for (int i = 0; i < map->nq; i++) {
        StnFitParam *a = &map->param[i];
        if (a->above)
            part_level(S, map, a, a->above);
    }
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
        Reader reader = {
            .def = def, .system = base.system, .free = &def->free[i], .map = map, .error = error};
        status = read_path(&reader);
    }
    if (!status && def->drift && (def->run[0].x || def->run[0].v))
        status = add_drift(def, map, error);
    if (!status)
        part_levels(base.system, map);
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
