/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The system of a candidate: the run's definition with the candidate's values filled in.  It is a variant of
 * the system with the start values; only values that change the structure make a new one. */
#include "identify/fit_internal.h"

#include "signals/sensor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_PER_ROW = 200, EVENTS_LEAST = 100000 };

/* ---- A definition with candidate values ---- */

static int site_count(const StnFitInside *inside) { return inside->run->def.plant->nsite; }

/* Where the list of a place begins among the given values of a run; site: of friction. */
static int list_at(const StnFitInside *inside, StnFitPlace place, int site)
{
    int at = place == STN_FIT_PLACE_PLANT ? 0 : inside->plant.count;
    if (place == STN_FIT_PLACE_FRICTION)
        at += inside->initial.count;
    for (int i = 0; place == STN_FIT_PLACE_FRICTION && i < site; i++)
        at += inside->site[i].count;
    return at;
}

static int entry_count(const StnFitInside *inside)
{
    return list_at(inside, STN_FIT_PLACE_FRICTION, site_count(inside));
}

static StnGiven *copy_list(const StnFitList *list, StnGiven *at)
{
    if (list->count > 0)
        memcpy(at, list->given, (size_t)list->count * sizeof *at);
    return at + list->count;
}

/* The run's definition with its lists copied to `at`. */
static StnSystemDef copy_def(const StnFitInside *inside, StnGiven *at)
{
    StnSystemDef def = inside->run->def;
    def.given = at, def.ngiven = inside->plant.count;
    at = copy_list(&inside->plant, at);
    def.initial = at, def.ninitial = inside->initial.count;
    at = copy_list(&inside->initial, at);
    for (int i = 0; i < site_count(inside); i++) {
        def.site[i].given = at, def.site[i].ngiven = inside->site[i].count;
        at = copy_list(&inside->site[i], at);
    }
    return def;
}

static void fill_values(const StnFitInside *inside, const StnFitMap *map, const double *q,
                        StnSystemDef *def)
{
    for (int i = 0; i < map->nq; i++) {
        const StnFitParam *p = &map->param[i];
        StnGiven *list = p->place == STN_FIT_PLACE_PLANT      ? def->given
                         : p->place == STN_FIT_PLACE_INITIAL  ? def->initial
                         : p->place == STN_FIT_PLACE_FRICTION ? def->site[p->site].given
                                                              : NULL;
        for (int k = p->first; list && k <= p->last; k++)
            list[inside->slot[i]].value[k] = q[i];
    }
}

static int find(const StnFitInside *inside, int site, const char *name)
{
    return stn_given_index(inside->site[site].given, inside->site[site].count, name);
}

static void hold_levels(const StnFitInside *inside, StnSystemDef *def)
{
    const StnParam *level;
    for (int i = 0; i < site_count(inside); i++)
        for (int k = 0; (level = stn_fit_level(&k));) {
            int top = find(inside, i, level->name), low = find(inside, i, level->above);
            if (top < 0 || low < 0)
                continue;
            StnGiven *high = &def->site[i].given[top], *slide = &def->site[i].given[low];
            for (int s = 0; s < 2; s++) {
                double sliding = slide->value[slide->count == 1 ? 0 : s];
                if (high->count == 1)
                    high->value[1] = high->value[0], high->count = 2;
                high->value[s] = inside->follows[i] ? sliding : fmax(high->value[s], sliding);
            }
        }
}

static bool is_level(const char *name)
{
    const int k = stn_friction_parameter(name);
    return k >= 0 && strcmp(stn_friction_parameter_at(k)->unit, "$F") == 0;
}

static void scale_levels(StnSystemDef *def, int nsite, double level)
{
    for (int s = 0; s < nsite; s++)
        for (int k = 0; k < def->site[s].ngiven; k++) {
            StnGiven *given = &def->site[s].given[k];
            for (int i = 0; is_level(given->name) && i < given->count; i++)
                given->value[i] *= level;
        }
}

/* ---- A system of its own ---- */

void stn_fit_system_free(StnFitSystem *system)
{
    stn_system_free(system->system);
    for (int i = 0; i < STN_INPUTS_MAX; i++)
        stn_signal_free(system->own[i]);
    memset(system, 0, sizeof *system);
}

StnStatus stn_fit_system(const StnFitRun *run, const StnSystemDef *def, StnFitSystem *out,
                         StnError *error)
{
    StnSystemDef own = *def;
    memset(out, 0, sizeof *out);
    for (int i = 0; (run->x || run->v) && i < def->plant->ninput; i++)
        if (!def->input[i]) {
            own.input[i] = out->own[i] = stn_signal_constant(0.0);
            if (!own.input[i]) {
                stn_fit_system_free(out);
                return stn_out_of_memory(error);
            }
        }
    StnError why = {.status = STN_OK};
    out->system = stn_system_new(&own, &why);
    if (out->system)
        return STN_OK;
    stn_fit_system_free(out);
    if (error)
        *error = why;
    return why.status ? why.status : STN_BAD_INPUT;
}

bool stn_fit_idealise_sensors(const StnFitDef *fit, const StnFitRun *run, StnSystemDef *def)
{
    bool changed = false;
    for (int i = 0; i < def->nsensor; i++)
        changed |=
            stn_sensor_idealise(&def->sensor[i], fit->steps || run->target != STN_FIT_TARGET_ROWS);
    return changed;
}

static bool is_shifted(const StnFitter *fitter, const StnFitInside *inside)
{
    return fitter->colour.mode != STN_FIT_COLOUR_OFF && inside->shifted;
}

/* A system of its own for a filled definition. */
static StnStatus new_system(const StnFitter *fitter, const StnFitInside *inside, StnSystemDef *def,
                            const double *q, StnFitSystem *out, StnError *error)
{
    const StnFitMap *map = &fitter->map;
    StnSignal *constant[STN_INPUTS_MAX] = {NULL};
    bool whole = true;
    for (int i = 0; i < map->nq; i++) {
        int input = map->param[i].index;
        if (map->param[i].place != STN_FIT_PLACE_INPUT)
            continue;
        def->input[input] = constant[input] = stn_signal_constant(q[i]);
        whole = whole && constant[input];
    }
    if (is_shifted(fitter, inside))
        def->input[inside->shifted_to] = inside->shifted;
    if (inside->added)
        def->input[inside->added_to] = inside->added;
    stn_fit_idealise_sensors(fitter->def, inside->run, def);
    def->solver.energy = false;
    long most = EVENTS_PER_ROW * (long)inside->run->rows + EVENTS_LEAST;
    def->solver.max_events = def->solver.max_events < most ? def->solver.max_events : most;
    StnStatus status =
        whole ? stn_fit_system(inside->run, def, out, error) : stn_out_of_memory(error);
    for (int i = 0; i < STN_INPUTS_MAX; i++) {
        if (status)
            stn_signal_free(constant[i]);
        else if (constant[i])
            out->own[i] = constant[i];
    }
    return status;
}

static StnSystemDef fill(const StnFitMap *map, const StnFitInside *inside, const double *q,
                         StnGiven *given)
{
    StnSystemDef def = copy_def(inside, given);
    fill_values(inside, map, q, &def);
    hold_levels(inside, &def);
    return def;
}

/* ---- Variants ---- */

/* The entry will change with the candidate; false: variants do not have it. */
static bool add_change(StnFitInside *inside, int entry, const char *path)
{
    StnFitChange *change = &inside->change[inside->nchange++];
    change->entry = entry;
    return stn_address(inside->base.system, path, &change->address, NULL) == STN_OK;
}

static bool add_friction(StnFitInside *inside, int site, const char *name)
{
    char path[120];
    snprintf(path, sizeof path, "friction.%s.%s", inside->run->def.plant->sites[site].name, name);
    return add_change(
        inside, list_at(inside, STN_FIT_PLACE_FRICTION, site) + find(inside, site, name), path);
}

/* What changes with parameter i: its own entry, and of a sliding level that of the static one. */
static bool list_changes(StnFitInside *inside, const StnFitParam *p, int i)
{
    const StnParam *level;
    bool good = true;
    switch (p->place) {
    case STN_FIT_PLACE_PLANT:
    case STN_FIT_PLACE_INITIAL:
        return add_change(inside, list_at(inside, p->place, 0) + inside->slot[i], p->name);
    case STN_FIT_PLACE_FRICTION:
        good = add_friction(inside, p->site, p->item);
        for (int k = 0; (level = stn_fit_level(&k));)
            if (strcmp(p->item, level->above) == 0 && find(inside, p->site, level->name) >= 0)
                good = good && add_friction(inside, p->site, level->name);
        return good;
    case STN_FIT_PLACE_INPUT:
        return stn_address(inside->base.system, p->name, &inside->input[i], NULL) == STN_OK;
    case STN_FIT_PLACE_DRIFT:
        for (int s = 0; s < site_count(inside); s++)
            for (int n = 0; n < inside->site[s].count; n++)
                if (is_level(inside->site[s].given[n].name))
                    good = good && add_friction(inside, s, inside->site[s].given[n].name);
        return good;
    case STN_FIT_PLACE_OFFSET:
    case STN_FIT_PLACE_GAIN:
    case STN_FIT_PLACE_MASS:
    case STN_FIT_PLACE_GRAVITY: break;
    }
    return true;
}

StnStatus stn_fit_base(const StnFitter *fitter, StnFitInside *inside, StnError *error)
{
    const StnFitMap *map = &fitter->map;
    double start[STN_FREE_MAX];
    StnGiven *given = malloc((size_t)(entry_count(inside) + 1) * sizeof *given);
    if (!given)
        return stn_out_of_memory(error);
    for (int i = 0; i < map->nq; i++)
        start[i] = map->param[i].start;
    StnSystemDef def = fill(map, inside, start, given);
    StnStatus status = new_system(fitter, inside, &def, start, &inside->base, NULL);
    free(given);
    if (status == STN_NO_MEMORY)
        return stn_out_of_memory(error);
    bool good = !status;
    for (int i = 0; good && i < map->nq; i++)
        good = list_changes(inside, &map->param[i], i);
    if (!good) /* a first candidate that fails has its sentence when it is simulated */
        stn_fit_system_free(&inside->base);
    return STN_OK;
}

/* Fill the block; false: these values need a system of their own. */
static bool fill_block(const StnFitMap *map, const StnFitInside *inside, const StnFitRoom *room,
                       const double *q)
{
    const StnSystem *base = inside->base.system;
    bool good = true;
    stn_params_copy(base, room->block);
    for (int k = 0; k < inside->nchange; k++) {
        const StnGiven *given = &room->given[inside->change[k].entry];
        StnAddress address = inside->change[k].address;
        for (int place = 0; good && place < given->count; place++) {
            address.place = (int16_t)(given->count > 1 ? place : -1);
            good = !stn_params_set(base, room->block, address, given->value[place], NULL);
        }
    }
    for (int i = 0; good && i < map->nq; i++)
        if (map->param[i].place == STN_FIT_PLACE_INPUT)
            good = !stn_params_set(base, room->block, inside->input[i], q[i], NULL);
    return good && !stn_params_finish(base, room->block, NULL);
}

StnStatus stn_fit_candidate(const StnFitter *fitter, const StnFitInside *inside,
                            const StnFitRoom *room, const double *q, double level,
                            StnFitCandidate *out, StnError *error)
{
    StnSystemDef def = fill(&fitter->map, inside, q, room->given);
    if (level != 1.0)
        scale_levels(&def, site_count(inside), level);
    memset(out, 0, sizeof *out);
    if (inside->base.system && !inside->added && !is_shifted(fitter, inside) &&
        fill_block(&fitter->map, inside, room, q)) {
        out->system = stn_system_variant(inside->base.system, room->block, def.seed, room->variant);
        return STN_OK;
    }
    StnStatus status = new_system(fitter, inside, &def, q, &out->own, error);
    out->system = out->own.system;
    return status;
}

/* ---- Memory ---- */

static char *take(char *memory, size_t *used, size_t bytes)
{
    char *at = memory ? memory + *used : NULL;
    *used += (bytes + 15) / 16 * 16;
    return at;
}

size_t stn_fit_room(const StnFitInside *inside, char *memory, StnFitRoom *room)
{
    const StnSystem *base = inside->base.system;
    size_t used = 0;
    room->given =
        (StnGiven *)take(memory, &used, (size_t)entry_count(inside) * sizeof *room->given);
    room->block = take(memory, &used, base ? stn_params_size(base) : 0);
    room->variant = take(memory, &used, base ? stn_variant_size(base) : 0);
    room->state = take(memory, &used, base ? stn_state_size(base) : 0);
    return used;
}
