/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The variables of an FMU, from the lists of the system. */
#include "fmu/variables.h"

#include "core/params.h"
#include "fmu/shell/references.h"
#include "signals/kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static StnFmuVariable *add(StnFmuVariables *list, uint32_t reference, StnFmuCausality causality)
{
    if (list->count == list->capacity) {
        const int capacity = list->capacity ? 2 * list->capacity : 64;
        StnFmuVariable *more = realloc(list->item, (size_t)capacity * sizeof *more);
        if (!more) {
            list->memory_out = true;
            return NULL;
        }
        list->item = more;
        list->capacity = capacity;
    }
    StnFmuVariable *v = &list->item[list->count++];
    *v = (StnFmuVariable){.reference = reference,
                          .causality = causality,
                          .variability = "continuous",
                          .start = NAN,
                          .min = -INFINITY,
                          .max = INFINITY,
                          .nominal = NAN,
                          .derivative = -1};
    return v;
}

static void put_texts(StnFmuVariable *v, const char *name, const char *unit, const char *text)
{
    stn_format(v->name, sizeof v->name, "%s", name);
    stn_format(v->unit, sizeof v->unit, "%s", strcmp(unit, "1") == 0 ? "" : unit);
    stn_format(v->text, sizeof v->text, "%s", text ? text : "");
}

/* A name that an earlier variable has gets an ending. */
static void make_unique(StnFmuVariables *list, const char *ending)
{
    StnFmuVariable *v = &list->item[list->count - 1];
    for (int k = 0; k + 1 < list->count; k++)
        if (strcmp(list->item[k].name, v->name) == 0) {
            const size_t used = strlen(v->name);
            stn_format(v->name + used, sizeof v->name - used, "%s", ending);
            k = -1;
        }
}

/* ---- Parameters ---- */

static const char *text_of(const StnSystem *S, const StnItem *item, char *out, size_t size)
{
    switch (item->kind) {
    case STN_ITEM_PARAMETER:
    case STN_ITEM_TERM:
    case STN_ITEM_FRICTION: return stn_item_param(S, item)->text;
    case STN_ITEM_INITIAL:
        stn_format(out, size, "start of: %s", stn_host_state_at(S, item->index).text);
        return out;
    case STN_ITEM_INPUT:
        stn_format(out, size, "of the scenario's own signal (internal_inputs), %s",
                   S->model.plant->inputs[item->owner].text);
        return out;
    case STN_ITEM_SENSOR: return stn_sensor_fields.field[item->index].text;
    default: return "";
    }
}

/* Numbers that a simulation can change.  What has no value, or an infinite one, belongs to a feature that is off,
 * and would change the structure. */
static void add_parameters(const StnSystem *S, StnFmuVariables *list)
{
    char text[400], path[STN_PATH_CHARS];
    for (int k = 0; k < stn_address_count(S); k++) {
        const StnAddress address = stn_address_at(S, k);
        const StnAddressInfo info = stn_address_info(S, address);
        if (!info.tunable || !isfinite(info.value) || info.value < info.min ||
            info.value > info.max)
            continue;
        StnFmuVariable *v = add(list, (uint32_t)(FMU_PARAMETER + k), STN_FMU_PARAMETER);
        if (!v)
            return;
        const StnItem *item = &S->texts->item[address.item];
        put_texts(v, stn_address_path(S, address, path, sizeof path), info.unit,
                  text_of(S, item, text, sizeof text));
        v->variability = item->kind == STN_ITEM_INITIAL ? "fixed" : "tunable";
        v->start = info.value;
        v->min = info.min > 0.0 && info.min < 1e-300 ? 2.2250738585072014e-308 : info.min;
        v->max = info.max >= 1.7e308 ? INFINITY : info.max;
    }
}

static void add_internal(StnFmuVariables *list)
{
    StnFmuVariable *v = add(list, FMU_INTERNAL, STN_FMU_PARAMETER);
    if (!v)
        return;
    put_texts(v, "internal_inputs", "",
              "true: the inputs are the scenario's own signals, and those of the FMU are not used");
    v->type = STN_FMU_FLAG;
    v->variability = "fixed";
    v->start = 0.0;
}

/* ---- Inputs and outputs ---- */

static void add_inputs(const StnSystem *S, StnFmuVariables *list)
{
    const StnPlant *plant = S->model.plant;
    char name[160], unit[40];
    list->input = list->count;
    for (int i = 0; i < plant->ninput; i++) {
        StnFmuVariable *v = add(list, (uint32_t)(FMU_INPUT + i), STN_FMU_INPUT);
        if (!v)
            return;
        put_texts(v, plant->inputs[i].name, plant->inputs[i].unit, plant->inputs[i].text);
        v->start = stn_signal_at(S->input[i], 0.0).val;
        list->ninput++;
    }
    list->slope = list->count;
    for (int i = 0; i < plant->ninput; i++) {
        if (!(S->model.slopes >> i & 1u))
            continue;
        StnFmuVariable *v = add(list, (uint32_t)(FMU_SLOPE + i), STN_FMU_INPUT);
        if (!v)
            return;
        stn_format(name, sizeof name, "%s_slope", plant->inputs[i].name);
        stn_format(unit, sizeof unit, "%s/s", plant->inputs[i].unit);
        put_texts(v, name, unit, "rate of change of the input, which the controller uses");
        v->start = 0.0;
        list->nslope++;
    }
}

static void add_columns(const StnSystem *S, StnFmuVariables *list)
{
    list->column = list->count;
    for (int k = 0; k < stn_system_column_count(S); k++) {
        const StnColumnInfo info = stn_system_column_at(S, k);
        const int sensor = k - (S->model.ncolumn - S->model.nsensor);
        StnFmuVariable *v = add(list, (uint32_t)(FMU_COLUMN + k), STN_FMU_OUTPUT);
        if (!v)
            return;
        put_texts(v, info.name, info.unit, info.text);
        if (sensor >= 0 && S->num.sensor[sensor].sample > 0.0)
            v->variability = "discrete";
        make_unique(list, "_out");
        list->ncolumn++;
    }
}

static void add_modes(const StnSystem *S, StnFmuVariables *list)
{
    char name[160];
    list->mode = list->count;
    for (int i = 0; i < S->model.nsite; i++) {
        StnFmuVariable *v = add(list, (uint32_t)(FMU_MODE + i), STN_FMU_OUTPUT);
        if (!v)
            return;
        stn_format(name, sizeof name, "mode.%s", S->model.plant->sites[i].name);
        put_texts(v, name, "", "friction mode: which way the site moves, or that it is stuck");
        v->type = STN_FMU_MODE;
        v->variability = "discrete";
        list->nmode++;
    }
}

/* ---- What Model Exchange has ---- */

static void add_states(const StnSystem *S, StnFmuVariables *list)
{
    char name[160], unit[40];
    const int n = stn_system_state_count(S);
    list->state = list->count;
    for (int k = 0; k < n; k++) {
        const StnStateInfo info = stn_host_state_at(S, k);
        StnFmuVariable *v = add(list, (uint32_t)(FMU_STATE + k), STN_FMU_LOCAL);
        if (!v)
            return;
        stn_format(name, sizeof name, "state.%s", info.name);
        put_texts(v, name, info.unit, info.text);
        v->nominal = info.scale;
        v->initial = "calculated";
        make_unique(list, "_");
        list->nstate++;
    }
    list->rate = list->count;
    for (int k = 0; k < n; k++) {
        const StnFmuVariable state = list->item[list->state + k];
        StnFmuVariable *v = add(list, (uint32_t)(FMU_RATE + k), STN_FMU_LOCAL);
        if (!v)
            return;
        stn_format(name, sizeof name, "der(%s)", state.name);
        stn_format(unit, sizeof unit, state.unit[0] ? "%s/s" : "1/s%.0s", state.unit);
        put_texts(v, name, unit, "its derivative");
        v->derivative = list->state + k;
    }
}

static void add_guards(const StnSystem *S, StnFmuVariables *list)
{
    char name[160];
    const int count = stn_guard_count(S);
    list->guard = list->count;
    for (int k = 0; k <= count; k++) {
        StnFmuVariable *v = add(list, (uint32_t)(FMU_GUARD + k), STN_FMU_LOCAL);
        if (!v)
            return;
        stn_format(name, sizeof name, "event.%s", k < count ? stn_guard_at(S, k).name : "time");
        put_texts(v, name, k < count ? "" : "s",
                  k < count ? "above 0 while the present mode holds"
                            : "time to the next sample or kink of an input; 1: there is none");
        make_unique(list, "'");
        list->nguard++;
    }
}

StnStatus stn_fmu_variables(const StnSystem *S, StnFmuVariables *out, StnError *error)
{
    *out = (StnFmuVariables){.count = 0};
    StnFmuVariable *time = add(out, FMU_TIME, STN_FMU_INDEPENDENT);
    if (time)
        put_texts(time, "time", "s", "time");
    add_parameters(S, out);
    add_internal(out);
    add_inputs(S, out);
    add_columns(S, out);
    add_modes(S, out);
    if (stn_system_method(S) != STN_METHOD_FIXED) {
        add_states(S, out);
        add_guards(S, out);
    }
    return out->memory_out ? stn_out_of_memory(error) : STN_OK;
}

void stn_fmu_variables_free(StnFmuVariables *list)
{
    free(list->item);
    *list = (StnFmuVariables){.count = 0};
}
