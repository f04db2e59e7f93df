/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One address for every number of a system: path -> address -> place in the parameter block. */
#include "core/names.h"
#include "core/params.h"
#include "signals/kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The list ---- */

typedef struct {
    StnSystem *S;
    int count;
    bool store;
} List;

static void add_item(List *list, StnItem item)
{
    if (list->store)
        list->S->texts->item[list->count] = item;
    list->count++;
}

static uint32_t place_of(const StnSystem *S, const void *number)
{
    return (uint32_t)((const char *)number - (const char *)S->block);
}

static void add_plant(List *list)
{
    const StnSystem *S = list->S;
    for (int k = 0; k < S->model.plant->nparam; k++) {
        const bool choice = S->model.plant->params[k].kind == STN_KIND_CHOICE;
        add_item(list, (StnItem){STN_ITEM_PARAMETER, 0, (int16_t)k, 0, 1,
                                 choice ? 0 : place_of(S, &S->p[k])});
    }
}

static void add_friction(List *list)
{
    const StnSystem *S = list->S;
    for (int i = 0; i < S->model.nsite; i++) {
        const StnLaw *law = S->model.law[i];
        const double *p = S->law_p[i];
        for (int k = 0; k < law->nparam; k++) {
            const StnParam *param = law->params[k];
            const int width =
                param->kind == STN_KIND_VECTOR ? S->law_count[i][k] : stn_param_width(param);
            add_item(list, (StnItem){STN_ITEM_FRICTION, (int16_t)i, (int16_t)k, 0, (int16_t)width,
                                     param->kind == STN_KIND_CHOICE ? 0 : place_of(S, p)});
            p += stn_param_width(param);
        }
    }
}

static void add_terms(List *list)
{
    const StnSystem *S = list->S;
    const double *p = S->term_p;
    for (int k = 0; k < S->model.nterm; k++)
        for (int i = 0; i < stn_term_params(&S->model, k); i++) {
            const StnParam *param = stn_term_param(&S->model, k, i);
            const int width = param->kind == STN_KIND_VECTOR
                                  ? S->term_count[S->model.term_param[k] + i]
                                  : stn_param_width(param);
            add_item(list, (StnItem){STN_ITEM_TERM, (int16_t)k, (int16_t)i, 0, (int16_t)width,
                                     param->kind == STN_KIND_CHOICE ? 0 : place_of(S, p)});
            p += stn_param_width(param);
        }
}

static void add_initial(List *list)
{
    const StnSystem *S = list->S;
    for (int i = 0; i < S->model.n; i++) {
        const bool twist = i >= S->model.nplant && i < S->model.nplant + S->model.ntwist;
        const bool lag = i >= S->model.n - S->model.nlag;
        if (!twist && !lag)
            add_item(list,
                     (StnItem){STN_ITEM_INITIAL, 0, (int16_t)i, 0, 1, place_of(S, &S->initial[i])});
    }
}

/* The numbers of a signal or of one part of a sum; returns the first number behind them. */
static const double *add_signal(List *list, const StnSignal *signal, int input, int part,
                                const double *number)
{
    const int count = stn_signal_number_count(signal);
    for (int k = 0; k < count; k++)
        add_item(list, (StnItem){STN_ITEM_INPUT, (int16_t)input, (int16_t)k, (int16_t)part, 1,
                                 place_of(list->S, &number[k])});
    return number + count;
}

static const double *skip_signal(const StnSignal *signal, const double *number)
{
    number += stn_signal_number_count(signal);
    for (int k = 0; k < stn_signal_part_count(signal); k++)
        if (stn_signal_part(signal, k) != signal)
            number = skip_signal(stn_signal_part(signal, k), number);
    return number;
}

static void add_inputs(List *list)
{
    const StnSystem *S = list->S;
    const double *number = S->signal;
    for (int i = 0; i < S->model.ninput; i++) {
        const StnSignal *signal = S->input[i];
        const bool sum = stn_signal_shape(signal) == STN_SIGNAL_SUM;
        for (int k = 0; k < stn_signal_part_count(signal); k++) {
            const StnSignal *part = stn_signal_part(signal, k);
            if (stn_signal_shape(part) == STN_SIGNAL_SUM) /* sines of a part: data */
                number = skip_signal(part, number);
            else
                number = add_signal(list, part, i, sum ? k + 1 : 0, number);
        }
    }
}

static void add_sensors(List *list)
{
    const StnSystem *S = list->S;
    const StnNumberSet *num = S->block;
    for (int k = 0; k < S->model.nsensor; k++)
        for (int f = 0; f < stn_sensor_fields.count; f++)
            add_item(list, (StnItem){STN_ITEM_SENSOR, (int16_t)k, (int16_t)f, 0, 1,
                                     place_of(S, (const char *)&num->sensor[k] +
                                                     stn_sensor_fields.field[f].at)});
}

static void add_solver(List *list)
{
    for (int f = 0; f < stn_solver_fields.count; f++) {
        const StnFieldKind kind = stn_solver_fields.field[f].kind;
        if (kind == STN_FIELD_NUMBER || kind == STN_FIELD_OR_AUTO || kind == STN_FIELD_INTEGER)
            add_item(list, (StnItem){STN_ITEM_SOLVER, 0, (int16_t)f, 0, 1, 0});
    }
}

StnStatus stn_address_list(StnSystem *S, StnError *error)
{
    List list = {S, 0, false};
    for (int pass = 0; pass < 2; pass++) {
        list.count = 0;
        add_plant(&list);
        add_friction(&list);
        add_terms(&list);
        add_initial(&list);
        add_inputs(&list);
        add_sensors(&list);
        add_solver(&list);
        if (pass == 0)
            S->texts->item = stn_system_alloc(S, (size_t)list.count * sizeof(StnItem));
        if (!S->texts->item)
            return stn_out_of_memory(error);
        list.store = true;
    }
    S->texts->nitem = list.count;
    return STN_OK;
}

/* ---- Names ---- */

static const StnSignal *part_of(const StnSystem *S, const StnItem *item)
{
    return item->part > 0 ? stn_signal_part(S->input[item->owner], item->part - 1)
                          : S->input[item->owner];
}

static const StnField *field_of(const StnSystem *S, const StnItem *item)
{
    switch (item->kind) {
    case STN_ITEM_SENSOR: return &stn_sensor_fields.field[item->index];
    case STN_ITEM_SOLVER: return &stn_solver_fields.field[item->index];
    default: return &stn_signal_kind_of(part_of(S, item))->fields->field[item->index];
    }
}

const StnParam *stn_item_param(const StnSystem *S, const StnItem *item)
{
    if (item->kind == STN_ITEM_TERM)
        return stn_term_param(&S->model, item->owner, item->index);
    return item->kind == STN_ITEM_PARAMETER ? &S->model.plant->params[item->index]
                                            : S->model.law[item->owner]->params[item->index];
}

/* States of laws stand among the columns. */
static const StnColumnInfo *law_state(const StnSystem *S, int state)
{
    static const StnColumnInfo none = {.text = ""};
    int c = S->model.noutput;
    for (int i = 0; i < S->model.nsite; i++)
        for (int j = 0; j < S->model.law_nstate[i]; j++, c++)
            if (S->model.law_state[i] + j == state)
                return &S->texts->column[c];
    return &none;
}

static const char *state_name(const StnSystem *S, int state)
{
    return state < S->model.nplant ? S->model.plant->states[state].name : law_state(S, state)->name;
}

static void put_input_path(const StnSystem *S, const StnItem *item, char *out, size_t size)
{
    const char *name = S->model.plant->inputs[item->owner].name;
    const StnSignal *part = part_of(S, item);
    int at = stn_format(out, size, "inputs.%s", name);
    if (item->part > 0)
        at += stn_format(out + at, size - (size_t)at, ".%d", item->part);
    if (stn_signal_shape(part) != STN_SIGNAL_CONSTANT)
        stn_format(out + at, size - (size_t)at, ".%s.%s", stn_signal_kind_of(part)->fields->name,
                   field_of(S, item)->name);
}

/* NULL where there is no such number. */
static const StnItem *item_at(const StnSystem *S, StnAddress address)
{
    const StnItem *item =
        address.item >= 0 && address.item < S->texts->nitem ? &S->texts->item[address.item] : NULL;
    return item && address.place < (item->width > 1 ? item->width : 1) ? item : NULL;
}

const char *stn_address_path(const StnSystem *S, StnAddress address, char *out, size_t size)
{
    const StnItem *item = size > 0 ? item_at(S, address) : NULL;
    const StnModel *M = &S->model;
    int at = 0;
    if (size == 0)
        return ""; /* there is no room for a path */
    if (!item)
        return stn_format(out, size, "%s", ""), out;
    switch (item->kind) {
    case STN_ITEM_PARAMETER: {
        const StnParam *param = stn_item_param(S, item);
        at = stn_format(out, size, "%s.%s", param->section ? param->section : "parameters",
                        param->name);
        break;
    }
    case STN_ITEM_FRICTION:
        at = stn_format(out, size, "friction.%s.%s", M->plant->sites[item->owner].name,
                        stn_item_param(S, item)->name);
        break;
    case STN_ITEM_TERM:
        at = stn_format(out, size, "compensation.%d.%s", item->owner + 1,
                        stn_item_param(S, item)->name);
        break;
    case STN_ITEM_INITIAL:
        at = stn_format(out, size, "initial.%s", state_name(S, item->index));
        break;
    case STN_ITEM_INPUT: put_input_path(S, item, out, size); return out;
    case STN_ITEM_SENSOR:
        at = stn_format(out, size, "sensors.%s.%s",
                        M->full_plant->outputs[M->sensor_output[item->owner]].name,
                        field_of(S, item)->name);
        break;
    case STN_ITEM_SOLVER: at = stn_format(out, size, "solver.%s", field_of(S, item)->name); break;
    }
    if (address.place < 0 || !stn_item_is_list(S, item))
        return out;
    if (stn_item_param(S, item)->kind == STN_KIND_PAIR)
        stn_format(out + at, size - (size_t)at, address.place ? ".backward" : ".forward");
    else if (stn_item_param(S, item)->kind == STN_KIND_VECTOR)
        stn_format(out + at, size - (size_t)at, ".%d", address.place + 1);
    return out;
}

/* ---- Single numbers ---- */

/* Whether a pair or list has more than one number of its own. */
static int numbers_of(const StnItem *item) { return item->width > 1 ? item->width : 1; }

bool stn_item_is_list(const StnSystem *S, const StnItem *item)
{
    return (item->kind == STN_ITEM_FRICTION || item->kind == STN_ITEM_TERM) &&
           (stn_item_param(S, item)->kind == STN_KIND_PAIR ||
            stn_item_param(S, item)->kind == STN_KIND_VECTOR);
}

int stn_address_count(const StnSystem *S)
{
    int count = 0;
    for (int k = 0; k < S->texts->nitem; k++)
        count += S->texts->item[k].width == 0 ? 0 : numbers_of(&S->texts->item[k]);
    return count;
}

StnAddress stn_address_at(const StnSystem *S, int index)
{
    for (int k = 0; index >= 0 && k < S->texts->nitem; k++) {
        const StnItem *item = &S->texts->item[k];
        const int count = item->width == 0 ? 0 : numbers_of(item);
        if (index < count)
            return (StnAddress){(int16_t)k, (int16_t)(stn_item_is_list(S, item) ? index : -1)};
        index -= count;
    }
    return (StnAddress){-1, -1};
}

/* ---- Information ---- */

static void describe_field(const StnSystem *S, const StnItem *item, const char *unit,
                           StnAddressInfo *info)
{
    const StnField *field = field_of(S, item);
    info->name = field->name;
    info->min = field->least, info->max = field->most;
    const char *own = strstr(field->unit, "$u");
    if (own)
        stn_format(info->unit, sizeof info->unit, "%s%s", unit, own + 2);
    else
        stn_format(info->unit, sizeof info->unit, "%s", field->unit);
}

static void describe_param(const StnSystem *S, const StnItem *item, StnAddressInfo *info)
{
    const StnParam *param = stn_item_param(S, item);
    const int site = item->kind == STN_ITEM_FRICTION ? item->owner
                     : item->kind == STN_ITEM_TERM   ? S->model.term_site
                                                     : -1;
    const int rotary = site >= 0 ? S->model.plant->sites[site].rotary : 0;
    info->name = param->name;
    info->kind = param->kind;
    info->min = param->min, info->max = param->max;
    info->given = item->kind == STN_ITEM_FRICTION ? S->law_given[item->owner][item->index]
                  : item->kind == STN_ITEM_TERM
                      ? S->term_given[S->model.term_param[item->owner] + item->index]
                      : S->given[item->index];
    if (param->kind != STN_KIND_CHOICE) {
        stn_unit_text(param->unit, rotary, info->unit, sizeof info->unit);
        return;
    }
    info->max = stn_word_count(param->unit) - 1; /* the number of its last word */
}

StnAddressInfo stn_address_info(const StnSystem *S, StnAddress address)
{
    const StnItem *item = item_at(S, address);
    const StnModel *M = &S->model;
    const int place = address.place > 0 ? address.place : 0;
    StnAddressInfo info = {.kind = STN_KIND_SCALAR, .role = STN_ROLE_OTHER, .given = true};
    if (!item)
        return (StnAddressInfo){.name = "", .min = NAN, .max = NAN, .value = NAN};
    info.tunable = item->at > 0;
    if (item->at > 0)
        info.value = ((const double *)((const char *)S->block + item->at))[place];
    switch (item->kind) {
    case STN_ITEM_PARAMETER:
        describe_param(S, item, &info);
        info.value = S->p[item->index];
        break;
    case STN_ITEM_FRICTION:
        describe_param(S, item, &info);
        info.value = S->law_p[item->owner][stn_law_place(M->law[item->owner], item->index) + place];
        break;
    case STN_ITEM_TERM:
        describe_param(S, item, &info);
        info.value = stn_system_term_value_at(S, item->owner, item->index).value[place];
        break;
    case STN_ITEM_INITIAL:
        info.name = state_name(S, item->index);
        info.min = -S->range[item->index], info.max = S->range[item->index];
        info.given = !isnan(S->initial[item->index]);
        info.value = S->y_start[item->index];
        if (item->index < M->nplant)
            info.role = M->plant->states[item->index].role;
        stn_format(info.unit, sizeof info.unit, "%s",
                   item->index < M->nplant ? M->plant->states[item->index].unit
                                           : law_state(S, item->index)->unit);
        break;
    case STN_ITEM_INPUT:
        describe_field(S, item, M->plant->inputs[item->owner].unit, &info);
        info.role = M->plant->inputs[item->owner].role;
        info.given = M->input_given >> item->owner & 1u;
        break;
    case STN_ITEM_SENSOR: {
        const StnVar *output = &M->full_plant->outputs[M->sensor_output[item->owner]];
        describe_field(S, item, output->unit, &info);
        info.role = output->role;
        break;
    }
    case STN_ITEM_SOLVER:
        describe_field(S, item, "", &info);
        info.value = stn_field_get(field_of(S, item), &S->solver);
        break;
    }
    return info;
}

/* ---- Setting ---- */

static StnStatus number_out_of_range(const StnSystem *S, StnAddress address, double value,
                                     const StnAddressInfo *info, StnError *error)
{
    char path[STN_PATH_CHARS], range[STN_FIELD_TEXT_SIZE];
    return stn_error(error, STN_BAD_INPUT, "%s = %g is out of range; allowed: %s",
                     stn_address_path(S, address, path, sizeof path), value,
                     stn_range_text(info->min, info->max, info->unit, range, sizeof range));
}

StnStatus stn_params_set(const StnSystem *S, void *block, StnAddress address, double value,
                         StnError *error)
{
    const StnItem *item = item_at(S, address);
    const StnAddressInfo info = stn_address_info(S, address);
    char path[STN_PATH_CHARS];
    if (!item)
        return stn_error(error, STN_BAD_INPUT, "this is no address of a number of this system");
    if (!info.tunable)
        return stn_error(error, STN_BAD_INPUT,
                         "%s belongs to the structure of the system or to its solver: make a new "
                         "system to change it",
                         stn_address_path(S, address, path, sizeof path));
    if (!(value >= info.min && value <= info.max))
        return number_out_of_range(S, address, value, &info, error);
    double *number = (double *)((char *)block + item->at);
    const int first = address.place < 0 ? 0 : address.place;
    const int last = address.place < 0 ? item->width - 1 : address.place;
    for (int k = first; k <= last; k++)
        number[k] = value;
    char *bytes = block;
    const char *base = S->block;
    if (item->kind == STN_ITEM_PARAMETER) {
        bytes[(const char *)&S->given[item->index] - base] = 1;
        bytes[(const char *)&S->derived[item->index] - base] = 0;
    }
    if (item->kind == STN_ITEM_FRICTION) {
        bytes[(const char *)&S->law_given[item->owner][item->index] - base] = 1;
        bytes[(const char *)&S->law_derived[item->owner][item->index] - base] = 0;
    }
    if (item->kind == STN_ITEM_TERM) {
        const int at = S->model.term_param[item->owner] + item->index;
        bytes[(const char *)&S->term_given[at] - base] = 1;
        bytes[(const char *)&S->term_derived[at] - base] = 0;
    }
    return STN_OK;
}
