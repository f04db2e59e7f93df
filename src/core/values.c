/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The values of a system's parameters: given, by default, or derived; checked on the way. */
#include "core/build.h"
#include "core/friction_set.h"
#include "core/names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void stn_error_of_given(StnError *error, const StnGiven *given)
{
    if (!error || !given)
        return;
    stn_format(error->file, sizeof error->file, "%s", given->file ? given->file : "");
    error->line = given->line, error->column = given->column;
}

void stn_error_of_setting(StnError *error, const char *path)
{
    if (error)
        stn_format(error->path, sizeof error->path, "%s", path);
}

static void put_path(StnError *error, const char *section, const char *site, const char *name)
{
    char path[96];
    stn_format(path, sizeof path, "%s%s%s.%s", section ? section : "parameters", site ? "." : "",
               site ? site : "", name);
    stn_error_of_setting(error, path);
}

/* Copy a given value into place: a single value serves both directions of a pair. */
StnStatus stn_put_value(const StnParam *param, const StnGiven *given, int rotary, double *value,
                        int *count, StnError *error)
{
    char unit[48], range[STN_FIELD_TEXT_SIZE];
    int width = stn_param_width(param);
    if (given->count < 1 || given->count > width)
        return stn_bad(error, given, "%s takes %s, not %d values", param->name,
                       width == 1   ? "one value"
                       : width == 2 ? "one or two values"
                                    : "at most 10 values",
                       given->count);
    for (int i = 0; i < given->count; i++) {
        double v = given->value[i];
        if (param->kind == STN_KIND_CHOICE &&
            (v != floor(v) || v < 0.0 || v >= stn_word_count(param->unit)))
            return stn_bad(error, given, "%s must be one of %s", param->name, param->unit);
        if (isnan(v) && param->kind == STN_KIND_PAIR)
            return stn_bad(error, given, "%s is given for one direction only: %s.%s is missing",
                           param->name, param->name, i ? "backward" : "forward");
        if (isnan(v) && param->kind == STN_KIND_VECTOR)
            return stn_bad(error, given, "%s.%d is missing", param->name, i + 1);
        if (!(v >= param->min && v <= param->max))
            return stn_bad(
                error, given, "%s = %g is out of range; allowed: %s", param->name, v,
                stn_range_text(param->min, param->max,
                               param->kind == STN_KIND_CHOICE
                                   ? ""
                                   : stn_unit_text(param->unit, rotary, unit, sizeof unit),
                               range, sizeof range));
        value[i] = v;
    }
    if (param->kind == STN_KIND_PAIR && given->count == 1)
        value[1] = value[0];
    if (count)
        *count = param->kind == STN_KIND_PAIR ? 2 : given->count;
    return STN_OK;
}

StnStatus stn_plant_parameters(StnSystem *S, const StnSystemDef *def, StnError *error)
{
    const StnPlant *plant = S->model.plant;
    const char *names[STN_PARAMS_MAX];
    for (int i = 0; i < plant->nparam; i++) {
        S->p[i] = plant->params[i].def;
        names[i] = plant->params[i].name;
    }
    for (int g = 0; g < def->ngiven; g++) {
        int i = 0;
        while (i < plant->nparam && strcmp(plant->params[i].name, def->given[g].name) != 0)
            i++;
        if (i >= plant->nparam)
            return stn_bad(
                error, &def->given[g], "plant %s has no parameter \"%s\"%s", plant->name,
                def->given[g].name,
                stn_suggest(def->given[g].name, names, (size_t)plant->nparam, NULL).text);
        StnStatus status =
            stn_put_value(&plant->params[i], &def->given[g], 0, &S->p[i], NULL, error);
        if (status)
            return put_path(error, plant->params[i].section, NULL, plant->params[i].name), status;
        S->given[i] = true;
    }
    S->model.self = stn_plant_self(plant, S->p, S->choice);
    const char *doubt = plant->check ? plant->check(&S->model.self, S->p) : NULL;
    return doubt ? stn_bad(error, NULL, "plant %s: %s", plant->name, doubt) : STN_OK;
}

/* ---- Friction ---- */

static StnStatus unknown_friction(const StnLaw *law, const StnGiven *given, const char *site,
                                  StnError *error)
{
    const char *names[STN_PAR_COUNT + 64];
    size_t count = 0;
    for (int i = 0; i < STN_PAR_COUNT; i++)
        names[count++] = stn_friction_parameter_at(i)->name;
    for (int i = 0; i < law->nparam && i < 64; i++)
        names[count++] = law->params[i]->name;
    return stn_bad(error, given, "friction site %s: no law knows a parameter \"%s\"%s", site,
                   given->name, stn_suggest(given->name, names, count, NULL).text);
}

/* What was given for a site: into the law's parameters, and apart what only other laws have. */
static StnStatus read_site(StnSystem *S, const StnSiteDef *site_def, int i, StnError *error)
{
    const StnLaw *law = S->model.law[i];
    const int rotary = S->model.plant->sites[i].rotary;
    StnTexts *texts = S->texts;
    for (int g = 0; g < site_def->ngiven; g++) {
        const StnGiven *given = &site_def->given[g];
        const int known = stn_friction_parameter(given->name),
                  own = stn_law_parameter(law, given->name);
        StnStatus status = STN_OK;
        if (known < 0 && own < 0)
            return unknown_friction(law, given, S->model.plant->sites[i].name, error);
        if (own >= 0) {
            status =
                stn_put_value(law->params[own], given, rotary,
                              S->law_p[i] + stn_law_place(law, own), &S->law_count[i][own], error);
            S->law_given[i][own] = true;
        } else {
            int k = 0, count = 0;
            while (k < texts->nother[i] && texts->other_known[i][k] != known)
                k++;
            status = stn_put_value(stn_friction_parameter_at(known), given, rotary,
                                   S->other[i] + (size_t)k * STN_VECTOR_MAX, &count, error);
            texts->other_known[i][k] = (int16_t)known;
            texts->other_count[i][k] = (int16_t)count;
            texts->nother[i] += k == texts->nother[i];
        }
        if (status)
            return put_path(error, "friction", S->model.plant->sites[i].name, given->name), status;
    }
    return STN_OK;
}

static void note_derived(StnSystem *S, int i, const StnParam *param, const double *value, int count)
{
    char unit[48], text[256] = "";
    size_t n = 0;
    if (param->kind == STN_KIND_PAIR && value[0] == value[1])
        count = 1;
    for (int k = 0; k < count && n < sizeof text - 32; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%.6g", k ? ", " : "", value[k]);
    stn_unit_text(param->unit, S->model.plant->sites[i].rotary, unit, sizeof unit);
    stn_note(S, STN_NOTE_DERIVED, "%s.%s = %s%s%s%s (%s)", S->model.plant->sites[i].name,
             param->name, count > 1 ? "[" : "", text, count > 1 ? "] " : " ",
             strcmp(unit, "1") ? unit : "", param->derived ? param->derived : "derived");
}

/* Every known friction parameter of a site, as far as it is given. */
void stn_site_set(const StnSystem *S, int i, StnFrictionSet *set)
{
    const StnLaw *law = S->model.law[i];
    const StnTexts *texts = S->texts;
    const double *value = S->law_p[i];
    stn_friction_defaults(set);
    for (int k = 0; k < law->nparam; k++) {
        const int known = texts->law_known[i][k], width = stn_param_width(law->params[k]);
        if (known >= 0 && S->law_given[i][k]) {
            memcpy(set->value[known], value, (size_t)width * sizeof *value);
            set->count[known] = S->law_count[i][k];
            set->given[known] = true;
        }
        value += width;
    }
    for (int k = 0; k < texts->nother[i]; k++) {
        const int known = texts->other_known[i][k];
        memcpy(set->value[known], S->other[i] + (size_t)k * STN_VECTOR_MAX,
               sizeof set->value[known]);
        set->count[known] = texts->other_count[i][k];
        set->given[known] = true;
    }
}

/* The law's parameters that were not given. */
static void gather(StnSystem *S, int i, const StnFrictionSet *set)
{
    const StnLaw *law = S->model.law[i];
    double *out = S->law_p[i];
    for (int k = 0; k < law->nparam; k++) {
        const StnParam *param = law->params[k];
        const int known = S->texts->law_known[i][k], width = stn_param_width(param);
        const bool given = S->law_given[i][k];
        if (known >= 0 && !given) {
            S->law_count[i][k] = set->count[known];
            memcpy(out, set->value[known], (size_t)width * sizeof *out);
            S->law_derived[i][k] = set->derived[known];
        } else if (!given) {
            for (int w = 0; w < width; w++)
                out[w] = param->def;
            S->law_count[i][k] = param->kind == STN_KIND_VECTOR ? 0 : width;
        }
        for (int w = S->law_count[i][k]; w < width && param->kind == STN_KIND_VECTOR; w++)
            out[w] = 0.0;
        out += width;
    }
}

int stn_law_place(const StnLaw *law, int param)
{
    int place = 0;
    for (int k = 0; k < param; k++)
        place += stn_param_width(law->params[k]);
    return place;
}

static int flat_width(const StnLaw *law) { return stn_law_place(law, law->nparam); }

/* The load that the plant puts on site i at the start. */
static double load_at_start(const StnSystem *S, int i)
{
    const StnPlant *plant = S->model.plant;
    double y[STN_STATES_MAX] = {0}, rate[STN_STATES_MAX], d[STN_STATES_MAX] = {0};
    double mode[STN_RELS_MAX] = {0}, guard[STN_RELS_MAX], next[STN_RELS_MAX];
    double stop[STN_STOPS_MAX] = {0};
    StnIn u[STN_INPUTS_MAX] = {0};
    StnSite site[STN_SITES_MAX] = {0};
    StnRel rel = {mode, guard, next, 1, NULL, stop};
    if (plant->nstate > STN_STATES_MAX || plant->nrel > STN_RELS_MAX)
        return NAN; /* refused later */
    for (int j = 0; j < plant->ninput; j++)
        if (S->input[j])
            u[j] = stn_signal_at(S->input[j], 0.0);
        else if (!isnan(plant->inputs[j].scale))
            u[j].val = plant->inputs[j].scale;
    plant->eval(&S->model.self, S->p, y, u, d, &rel, site, rate);
    return site[i].load;
}

/* What the derivation of friction parameters may use at site i. */
StnContext stn_site_context(const StnSystem *S, int i)
{
    StnContext c = {
        NAN, S->dt, NAN, NAN, NAN, load_at_start(S, i), S->model.plant->sites[i].rotary};
    const char *position = S->model.plant->states[S->model.plant->sites[i].x].name;
    if (S->model.plant->context)
        S->model.plant->context(&S->model.self, S->p, i, &c);
    for (int k = 0; k < S->model.nsensor; k++) {
        const StnSensorDef *sensor = &S->num.sensor[k];
        if (strcmp(S->model.full_plant->outputs[sensor->output].name, position) != 0)
            continue;
        if (sensor->resolution > 0.0)
            c.dx = sensor->resolution;
        if (isnan(c.Ts) && sensor->sample > 0.0)
            c.Ts = sensor->sample;
    }
    return c;
}

StnStatus stn_site_numbers(StnSystem *S, int i, int *choice, StnError *error)
{
    const StnSiteInfo *info = &S->model.plant->sites[i];
    const StnLaw *law = S->model.law[i];
    const StnContext context = stn_site_context(S, i);
    StnFrictionSet set;
    stn_site_set(S, i, &set);
    stn_friction_derive(&set, law, &context);
    gather(S, i, &set);
    int n = 0;
    for (int k = 0; law->vector && k < law->nparam; k++)
        if (strcmp(law->vector, law->params[k]->name) == 0)
            n = S->law_count[i][k];
    S->model.law_self[i] = stn_law_self(law, S->law_p[i], n, choice);
    const StnSelf *self = &S->model.law_self[i];
    const char *doubt = law->check ? law->check(self, S->law_p[i], &context) : NULL;
    if (doubt)
        return stn_error(error, STN_BAD_INPUT, "friction site %s, law %s: %s", info->name,
                         law->name, doubt);
    S->num.near_step[i] = INFINITY;
    if (law->step_near)
        S->num.near_step[i] = law->step_near(self, S->law_p[i], &context, &S->num.near_below[i]);
    S->num.shape[i] = law->shape(self, S->law_p[i]);
    S->model.set_valued[i] = (law->flags & STN_LAW_SET_VALUED) != 0;
    if (S->model.plant->brakes && (S->model.plant->brakes(&S->model.self, S->p) >> i & 1u) &&
        !S->model.set_valued[i])
        return stn_error(error, STN_BAD_INPUT,
                         "friction site %s has a brake, which law %s cannot hold: choose a law "
                         "that stands still exactly, such as coulomb or stribeck",
                         info->name, law->name);
    S->model.imposed[i] =
        S->model.plant->imposed && (S->model.plant->imposed(&S->model.self, S->p) >> i & 1u);
    bool held = S->num.shape[i].v_scale > 0.0 || S->num.shape[i].stroke > 0.0;
    S->model.soft[i] = held && !S->model.set_valued[i] && !S->model.imposed[i];
    S->model.nsoft += S->model.soft[i];
    S->model.elastic[i] =
        S->num.shape[i].stroke > 0.0 && S->model.set_valued[i] && !S->model.imposed[i];
    S->model.nelastic += S->model.elastic[i];
    return STN_OK;
}

/* What was derived, and doubts of the law. */
static void note_site(StnSystem *S, int i)
{
    const StnLaw *law = S->model.law[i];
    const StnContext context = stn_site_context(S, i);
    const double *value = S->law_p[i];
    char text[400];
    for (int k = 0; k < law->nparam; k++) {
        if (S->law_derived[i][k])
            note_derived(S, i, law->params[k], value, S->law_count[i][k]);
        value += stn_param_width(law->params[k]);
    }
    const StnSelf *self = &S->model.law_self[i];
    for (int k = 0; law->warn && law->warn(self, S->law_p[i], &context, k, text, sizeof text); k++)
        stn_note(S, STN_NOTE_WARNING, "%s, law %s: %s", S->model.plant->sites[i].name, law->name,
                 text);
}

/* Memory for the parameters of site i. */
static bool take_site(StnSystem *S, const StnSiteDef *site_def, int i)
{
    const StnLaw *law = S->model.law[i];
    const size_t width = (size_t)flat_width(law) + 1, nparam = (size_t)law->nparam + 1;
    const size_t given = (size_t)site_def->ngiven + 1;
    S->law_p[i] = stn_system_alloc(S, width * sizeof(double));
    S->law_cp[i] = stn_system_alloc(S, width * sizeof(double _Complex));
    S->law_given[i] = stn_system_alloc(S, nparam);
    S->law_derived[i] = stn_system_alloc(S, nparam);
    S->law_count[i] = stn_system_alloc(S, nparam * sizeof(int));
    S->other[i] = stn_system_alloc(S, given * STN_VECTOR_MAX * sizeof(double));
    S->texts->law_known[i] = stn_system_alloc(S, nparam * sizeof(int16_t));
    S->texts->other_known[i] = stn_system_alloc(S, given * sizeof(int16_t));
    S->texts->other_count[i] = stn_system_alloc(S, given * sizeof(int16_t));
    return S->law_p[i] && S->law_cp[i] && S->law_given[i] && S->law_derived[i] && S->law_count[i] &&
           S->other[i] && S->texts->law_known[i] && S->texts->other_known[i] &&
           S->texts->other_count[i];
}

StnStatus stn_friction_site(StnSystem *S, const StnSystemDef *def, int i, StnError *error)
{
    const StnSiteInfo *info = &S->model.plant->sites[i];
    const StnSiteDef *site_def = &def->site[i];
    const StnLaw *law = site_def->law ? site_def->law : stn_catalog_law(NULL, info->law);
    if (!law)
        return stn_bad(error, NULL, "friction site %s: there is no law \"%s\"", info->name,
                       info->law);
    if (stn_law_check(law, error))
        return STN_BAD_INPUT;
    S->model.law[i] = law;
    int *choice = stn_system_alloc(S, (size_t)(law->nchoice + law->nparam + 1) * sizeof(int));
    if (!take_site(S, site_def, i) || !choice)
        return stn_out_of_memory(error);
    for (int k = 0; k < law->nparam; k++)
        S->texts->law_known[i][k] = (int16_t)stn_friction_parameter(law->params[k]->name);
    StnStatus status = read_site(S, site_def, i, error);
    if (status)
        return status;
    status = stn_site_numbers(S, i, choice, error);
    if (status) {
        if (site_def->ngiven > 0 && status == STN_BAD_INPUT)
            stn_error_of_given(error, &site_def->given[0]);
        return status;
    }
    note_site(S, i);
    for (int k = 0; k < flat_width(law); k++)
        S->law_cp[i][k] = S->law_p[i][k];
    return STN_OK;
}
