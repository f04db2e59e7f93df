/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a fit found, put into the document of its model. */
#include "identify/finding_path.h"
#include "identify/fit_internal.h"
#include "identify/select_internal.h"

#include "stiction/scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A parameter of a law with the values of the model, and those found in their places. */
typedef struct Number {
    const StnParam *param;
    double value[STN_VECTOR_MAX];
    int count, site;
    bool found, at_bound;
} Number;

typedef struct Numbers {
    Number *item;
    int count;
} Numbers;

static Number *find(const Numbers *numbers, int site, const char *name)
{
    for (int i = 0; i < numbers->count; i++)
        if (numbers->item[i].site == site && strcmp(numbers->item[i].param->name, name) == 0)
            return &numbers->item[i];
    return NULL;
}

/* All friction parameters of the model as it is; false when memory is out. */
static bool gather(const StnSystem *model, Numbers *numbers)
{
    const int nsite = stn_system_plant(model)->nsite;
    size_t room = 1;
    for (int s = 0; s < nsite; s++)
        room += (size_t)stn_system_value_count(model, s);
    numbers->item = calloc(room, sizeof *numbers->item);
    for (int s = 0; numbers->item && s < nsite; s++)
        for (int i = 0; i < stn_system_value_count(model, s); i++) {
            const StnValue value = stn_system_value_at(model, s, i);
            Number *number = &numbers->item[numbers->count++];
            *number = (Number){.param = value.param,
                               .site = s,
                               .count = value.param->kind == STN_KIND_PAIR ? 2 : value.count};
            memcpy(number->value, value.value, (size_t)number->count * sizeof(double));
        }
    return numbers->item != NULL;
}

/* Puts a friction parameter in its places. */
static void take(const Numbers *numbers, int elements, const StnFitParameter *found)
{
    Number *number = find(numbers, found->site, found->item);
    if (!number)
        return;
    if (number->param->kind == STN_KIND_VECTOR && elements > 0)
        number->count = elements;
    for (int i = found->first; i <= found->last && i < number->count; i++)
        number->value[i] = found->value;
    number->at_bound = found->at_bound;
    number->found = true;
}

/* A static level never lies below the sliding one: the fit lifts it, and so must the scenario. */
static void hold_levels(const StnFitResult *result, const Numbers *numbers)
{
    for (int i = 0; i < numbers->count; i++) {
        Number *high = &numbers->item[i];
        const char *sliding = high->param->above;
        const Number *low = sliding ? find(numbers, high->site, sliding) : NULL;
        if (!low || !(high->found || low->found))
            continue;
        /* Pressed onto the sliding levels, the static one was found as the higher of them. */
        const bool pressed = high->at_bound && high->value[0] == high->value[1] &&
                             high->value[0] == fmax(low->value[0], low->value[1]);
        const bool follows = high->found ? pressed : result->follows >> high->site & 1u;
        for (int side = 0; side < 2; side++)
            high->value[side] =
                follows ? low->value[side] : fmax(high->value[side], low->value[side]);
        high->found = true;
    }
}

/* The law of a candidate, without what is no part of it. */
static void choose_law(const StnCandidate *candidate, const char *site, StnScenario *scenario)
{
    char path[100];
    snprintf(path, sizeof path, "friction.%s.law", site);
    stn_scenario_set(scenario, path, candidate->law->name);
    for (int k = 0; k < stn_friction_parameter_count(); k++) {
        const char *name = stn_friction_parameter_at(k)->name;
        snprintf(path, sizeof path, "friction.%s.%s", site, name);
        if (stn_select_drops(candidate, name))
            stn_scenario_set(scenario, path, "~");
    }
    if (!isnan(candidate->n)) {
        snprintf(path, sizeof path, "friction.%s.n", site);
        stn_scenario_set_numbers(scenario, path, &candidate->n, 1);
    }
}

bool stn_fit_is_correction(const StnFitParameter *parameter)
{
    return parameter->place >= STN_FIT_PLACE_OFFSET;
}

/* What a scenario was made of.  Its system, and with it the plant, goes with the first change. */
typedef struct Made {
    const char *plant, *site[STN_SITES_MAX];
    bool rotary; /* the first site */
} Made;

static Made made_of(const StnScenario *scenario)
{
    const StnPlant *plant = stn_system_plant(stn_scenario_system(scenario));
    Made made = {.plant = plant->name, .rotary = plant->nsite > 0 && plant->sites[0].rotary};
    for (int s = 0; s < plant->nsite; s++)
        made.site[s] = plant->sites[s].name;
    return made;
}

/* Where a parameter stands in a scenario of this plant; "": nowhere.  Measured motion was fitted with a block; the
 * scenario of an angle is a servo. */
static void path_in(const Made *made, const StnFitParameter *p, char out[96])
{
    const StnFindingBody body = stn_finding_body(made->rotary);
    const bool beside = p->place == STN_FIT_PLACE_MASS || p->place == STN_FIT_PLACE_GRAVITY;
    out[0] = '\0';
    if (p->place == STN_FIT_PLACE_FRICTION)
        snprintf(out, 96, "friction.%s.%s", made->site[p->site], p->name + p->own);
    else if (beside && strcmp(made->plant, body.plant) == 0)
        stn_finding_path(p->item, -1, body, out, 96);
    else if (!stn_fit_is_correction(p))
        snprintf(out, 96, "%s", p->name);
}

/* Where the values were found; what lies at a bound or is not determined has no interval. */
static void set_intervals(const StnFitResult *result, const Made *made, StnScenario *scenario)
{
    StnIntervals all = {.known = true};
    int from[STN_INTERVALS_MAX], count = 0;
    for (int i = 0; i < result->nparam && count < STN_INTERVALS_MAX; i++) {
        const StnFitParameter *p = &result->param[i];
        path_in(made, p, all.item[count].path);
        if (!all.item[count].path[0] || p->pressed || !(isfinite(p->low) && isfinite(p->high)))
            continue;
        all.item[count].low = p->low, all.item[count].high = p->high;
        from[count++] = i;
    }
    all.count = count;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++) {
            const double r = result->correlation[from[i]][from[k]];
            all.known = all.known && isfinite(r);
            all.correlation[i][k] = fmin(fmax(r, -1.0), 1.0);
        }
    if (count > 0)
        stn_scenario_set_intervals(scenario, &all);
}

StnStatus stn_fit_apply(const StnFitResult *result, const StnCandidate *candidate, int site,
                        StnScenario *scenario, StnError *error)
{
    Numbers numbers = {.count = 0};
    StnStatus status = stn_scenario_check(scenario, error);
    if (!status && candidate)
        choose_law(candidate, stn_system_plant(stn_scenario_system(scenario))->sites[site].name,
                   scenario);
    status = status ? status : stn_scenario_check(scenario, error);
    if (status)
        return status;
    const Made made = made_of(scenario);
    if (!gather(stn_scenario_system(scenario), &numbers))
        return stn_out_of_memory(error);
    for (int i = 0; i < result->nparam; i++) {
        const StnFitParameter *found = &result->param[i];
        if (found->place == STN_FIT_PLACE_FRICTION)
            take(&numbers, candidate && found->site == site ? candidate->elements : 0, found);
        else if (!stn_fit_is_correction(found))
            stn_scenario_set_numbers(scenario, found->name, &found->value, 1);
    }
    hold_levels(result, &numbers);
    for (int i = 0; i < numbers.count; i++) {
        const Number *number = &numbers.item[i];
        char path[120];
        snprintf(path, sizeof path, "friction.%s.%s", made.site[number->site], number->param->name);
        if (number->found)
            stn_scenario_set_numbers(scenario, path, number->value, number->count);
    }
    free(numbers.item);
    set_intervals(result, &made, scenario);
    return stn_scenario_check(scenario, error);
}

/* ---- Measured motion: one body ---- */

static void set_friction(StnFindings *k, const StnFitParameter *p)
{
    const int kind = stn_friction_parameter(p->item);
    const bool vector = kind >= 0 && stn_friction_parameter_at(kind)->kind == STN_KIND_VECTOR;
    const int at = stn_given_index(k->value, k->count, p->item);
    StnGiven one = {.count = vector ? p->last + 1 : 2};
    if (at >= 0) {
        one = k->value[at];
        if (!vector && one.count == 1)
            one.value[1] = one.value[0], one.count = 2;
    }
    one.count = one.count > p->last ? one.count : p->last + 1;
    for (int i = p->first; i <= p->last; i++)
        one.value[i] = p->value;
    stn_findings_set(k, p->item, one.value, one.count);
}

StnFindings stn_fit_findings(const StnFitDef *def, const StnCandidate *candidate,
                             const StnFitResult *result)
{
    const StnFitRun *run = &def->run[0];
    const StnSiteDef *site = &run->def.site[0];
    StnFindings k = stn_findings_none(run->rotary);
    if (!stn_fit_is_motion(def))
        return k;
    k.law = candidate ? candidate->law : site->law;
    stn_findings_set(&k, "m", &def->m, 1);
    for (int i = 0; i < site->ngiven; i++)
        if (stn_law_parameter(k.law, site->given[i].name) >= 0 &&
            !(candidate && stn_select_drops(candidate, site->given[i].name)) &&
            !(candidate && candidate->elements > 0 &&
              stn_friction_parameter_at(stn_friction_parameter(site->given[i].name))->kind ==
                  STN_KIND_VECTOR))
            stn_findings_set(&k, site->given[i].name, site->given[i].value, site->given[i].count);
    if (candidate && !isnan(candidate->n))
        stn_findings_set(&k, "n", &candidate->n, 1);
    for (int i = 0; i < result->nparam; i++) {
        const StnFitParameter *p = &result->param[i];
        if (p->place == STN_FIT_PLACE_FRICTION)
            set_friction(&k, p);
        else if (p->place == STN_FIT_PLACE_OFFSET)
            stn_findings_set(&k, "load", &p->value, 1);
        else if (p->place == STN_FIT_PLACE_MASS || p->place == STN_FIT_PLACE_GRAVITY)
            stn_findings_set(&k, p->item, &p->value, 1);
    }
    k.speed = 0.0;
    for (size_t i = 0; i < run->rows; i++)
        k.speed = fmax(k.speed, fabs(stn_fit_velocity_at(run, i)));
    return k;
}
