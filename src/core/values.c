/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The values of a system's parameters: given, by default, or derived; checked on the way. */
#include "core/build.h"
#include "core/friction_set.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

StnStatus stn_bad(StnError *error, const StnGiven *given, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (error && given) {
        stn_format(error->file, sizeof error->file, "%s", given->file ? given->file : "");
        error->line = given->line, error->column = given->column;
    }
    return stn_error(error, STN_BAD_INPUT, "%s", text);
}

StnStatus stn_bad_setting(StnError *error, const char *path, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (error)
        stn_format(error->path, sizeof error->path, "%s", path);
    return stn_error(error, STN_BAD_INPUT, "%s", text);
}

/* Number of the last word in "a|b|c". */
static double last_word(const char *words)
{
    double last = 0.0;
    for (; *words; words++)
        last += *words == '|';
    return last;
}

/* Copy a given value into place: a single value serves both directions of a pair. */
static StnStatus put(const StnParam *param, const StnGiven *given, int rotary, double *value,
                     int *count, StnError *error)
{
    char unit[48];
    int width = stn_param_width(param);
    if (given->count < 1 || given->count > width)
        return stn_bad(error, given, "%s takes %s, not %d values", param->name,
                       width == 1   ? "one value"
                       : width == 2 ? "one or two values"
                                    : "at most 10 values",
                       given->count);
    for (int i = 0; i < given->count; i++) {
        double v = given->value[i];
        if (param->kind == STN_CHOICE && (v != floor(v) || v < 0.0 || v > last_word(param->unit)))
            return stn_bad(error, given, "%s must be one of %s", param->name, param->unit);
        if (!(v >= param->min && v <= param->max))
            return stn_bad(error, given, "%s = %g is out of range: allowed %g ... %g %s",
                           param->name, v, param->min, param->max,
                           param->kind == STN_CHOICE
                               ? ""
                               : stn_unit_text(param->unit, rotary, unit, sizeof unit));
        value[i] = v;
    }
    if (param->kind == STN_PAIR && given->count == 1)
        value[1] = value[0];
    if (count)
        *count = param->kind == STN_PAIR ? 2 : given->count;
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
        while (i < plant->nparam && strcmp(names[i], def->given[g].name) != 0)
            i++;
        if (i == plant->nparam) {
            const char *near = stn_nearest(def->given[g].name, names, (size_t)plant->nparam);
            return stn_bad(error, &def->given[g], "plant %s has no parameter \"%s\"%s%s%s",
                           plant->name, def->given[g].name, near ? "; did you mean \"" : "",
                           near ? near : "", near ? "\"?" : "");
        }
        StnStatus status = put(&plant->params[i], &def->given[g], 0, &S->p[i], NULL, error);
        if (status)
            return status;
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
    int count = 0;
    for (int i = 0; i < STN_PAR_COUNT; i++)
        names[count++] = stn_friction_parameter_at(i)->name;
    for (int i = 0; i < law->nparam && i < 64; i++)
        names[count++] = law->params[i]->name;
    const char *near = stn_nearest(given->name, names, (size_t)count);
    return stn_bad(error, given, "friction site %s: no law knows a parameter \"%s\"%s%s%s", site,
                   given->name, near ? "; did you mean \"" : "", near ? near : "",
                   near ? "\"?" : "");
}

/* The site's values of every known parameter, then those of the law in its own order. */
static StnStatus friction_values(StnSystem *S, const StnSiteDef *site_def, int i,
                                 StnFrictionSet *set, StnError *error)
{
    const StnLaw *law = S->model.law[i];
    int rotary = S->model.plant->sites[i].rotary;
    stn_friction_defaults(set);
    for (int g = 0; g < site_def->ngiven; g++) {
        const StnGiven *given = &site_def->given[g];
        int k = stn_friction_parameter(given->name);
        if (k < 0 && stn_law_parameter(law, given->name) < 0)
            return unknown_friction(law, given, S->model.plant->sites[i].name, error);
        if (k < 0)
            continue;
        StnStatus status =
            put(stn_friction_parameter_at(k), given, rotary, set->value[k], &set->count[k], error);
        if (status)
            return status;
        set->given[k] = true;
    }
    return STN_OK;
}

static void note_derived(StnSystem *S, int i, const StnParam *param, const double *value, int count)
{
    char unit[48], text[256] = "";
    size_t n = 0;
    if (param->kind == STN_PAIR && value[0] == value[1])
        count = 1;
    for (int k = 0; k < count && n < sizeof text - 32; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%.6g", k ? ", " : "", value[k]);
    stn_unit_text(param->unit, S->model.plant->sites[i].rotary, unit, sizeof unit);
    stn_note(S, STN_NOTE_DERIVED, "%s.%s = %s%s%s%s (%s)", S->model.plant->sites[i].name,
             param->name, count > 1 ? "[" : "", text, count > 1 ? "] " : " ",
             strcmp(unit, "1") ? unit : "", param->derived ? param->derived : "derived");
}

static StnStatus gather(StnSystem *S, const StnSiteDef *site_def, int i, const StnFrictionSet *set,
                        StnError *error)
{
    const StnLaw *law = S->model.law[i];
    double *out = S->law_p[i];
    for (int k = 0; k < law->nparam; k++) {
        const StnParam *param = law->params[k];
        int known = stn_friction_parameter(param->name), width = stn_param_width(param), count = 0;
        if (known >= 0) {
            count = set->count[known];
            memcpy(out, set->value[known], (size_t)width * sizeof *out);
            S->law_given[i][k] = set->given[known];
            S->law_derived[i][k] = set->derived[known];
            if (set->derived[known])
                note_derived(S, i, param, out, count);
        } else {
            for (int w = 0; w < width; w++)
                out[w] = param->def;
            count = param->kind == STN_VECTOR ? 0 : width;
        }
        for (int g = 0; known < 0 && g < site_def->ngiven; g++) {
            if (strcmp(site_def->given[g].name, param->name) != 0)
                continue;
            StnStatus status = put(param, &site_def->given[g], S->model.plant->sites[i].rotary, out,
                                   &count, error);
            if (status)
                return status;
            S->law_given[i][k] = true;
        }
        S->law_count[i][k] = count;
        if (law->vector && strcmp(law->vector, param->name) == 0)
            S->model.law_self[i].n = count;
        for (int w = count; w < width && param->kind == STN_VECTOR; w++)
            out[w] = 0.0;
        out += width;
    }
    return STN_OK;
}

static int flat_width(const StnLaw *law)
{
    int width = 0;
    for (int k = 0; k < law->nparam; k++)
        width += stn_param_width(law->params[k]);
    return width;
}

/* The load that the plant puts on site i at the start. */
static double load_at_start(const StnSystem *S, const StnSystemDef *def, int i)
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
        if (def->input[j])
            u[j] = stn_signal_at(def->input[j], 0.0);
        else if (!isnan(plant->inputs[j].scale))
            u[j].val = plant->inputs[j].scale;
    plant->eval(&S->model.self, S->p, y, u, d, &rel, site, rate);
    return site[i].load;
}

/* What the derivation of friction parameters may use at site i. */
static StnContext site_context(const StnSystem *S, const StnSystemDef *def, int i)
{
    StnContext c = {
        NAN, S->dt, NAN, NAN, NAN, load_at_start(S, def, i), S->model.plant->sites[i].rotary};
    const char *position = S->model.plant->states[S->model.plant->sites[i].x].name;
    if (S->model.plant->context)
        S->model.plant->context(&S->model.self, S->p, i, &c);
    for (int k = 0; k < def->nsensor; k++) {
        const StnSensorDef *sensor = &def->sensor[k];
        if (strcmp(S->model.full_plant->outputs[sensor->output].name, position) != 0)
            continue;
        if (sensor->resolution > 0.0)
            c.dx = sensor->resolution;
        if (isnan(c.Ts) && sensor->sample > 0.0)
            c.Ts = sensor->sample;
    }
    return c;
}

StnStatus stn_friction_site(StnSystem *S, const StnSystemDef *def, int i, StnError *error)
{
    const StnSiteInfo *info = &S->model.plant->sites[i];
    const StnSiteDef *site_def = &def->site[i];
    const StnLaw *law = site_def->law ? site_def->law : stn_catalog_law(NULL, info->law);
    StnFrictionSet set;
    StnContext context = site_context(S, def, i);
    if (!law)
        return stn_bad(error, NULL, "friction site %s: there is no law \"%s\"", info->name,
                       info->law);
    if (stn_law_check(law, error))
        return STN_BAD_INPUT;
    int width = flat_width(law);
    S->model.law[i] = law;
    S->law_p[i] = stn_take(S, (size_t)(width + 1) * sizeof(double));
    S->law_cp[i] = stn_take(S, (size_t)(width + 1) * sizeof(double _Complex));
    S->law_given[i] = stn_take(S, (size_t)law->nparam + 1);
    S->law_derived[i] = stn_take(S, (size_t)law->nparam + 1);
    S->law_count[i] = stn_take(S, (size_t)(law->nparam + 1) * sizeof(int));
    int *choice = stn_take(S, (size_t)(law->nchoice + law->nparam + 1) * sizeof(int));
    if (!choice || !S->law_p[i] || !S->law_cp[i] || !S->law_given[i] || !S->law_derived[i] ||
        !S->law_count[i])
        return stn_out_of_memory(error);
    StnStatus status = friction_values(S, site_def, i, &set, error);
    if (status)
        return status;
    stn_friction_derive(&set, law, &context);
    status = gather(S, site_def, i, &set, error);
    if (status)
        return status;
    const StnSelf *self = &S->model.law_self[i];
    S->model.law_self[i] = stn_law_self(law, S->law_p[i], S->model.law_self[i].n, choice);
    const char *doubt = law->check ? law->check(self, S->law_p[i], &context) : NULL;
    if (doubt)
        return stn_bad(error, site_def->ngiven ? &site_def->given[0] : NULL,
                       "friction site %s, law %s: %s", info->name, law->name, doubt);
    char text[400];
    for (int k = 0; law->warn && law->warn(self, S->law_p[i], &context, k, text, sizeof text); k++)
        stn_note(S, STN_NOTE_WARNING, "%s, law %s: %s", info->name, law->name, text);
    for (int k = 0; k < width; k++)
        S->law_cp[i][k] = S->law_p[i][k];
    S->near_step[i] = INFINITY;
    if (law->step_near)
        S->near_step[i] = law->step_near(self, S->law_p[i], &context, &S->near_below[i]);
    S->shape[i] = law->shape(self, S->law_p[i]);
    S->model.set_valued[i] = (law->flags & STN_LAW_SET_VALUED) != 0;
    if (S->model.plant->brakes && (S->model.plant->brakes(&S->model.self, S->p) >> i & 1u) &&
        !S->model.set_valued[i])
        return stn_bad(error, site_def->ngiven ? &site_def->given[0] : NULL,
                       "friction site %s has a brake, which law %s cannot hold: choose a law that "
                       "stands still exactly, such as coulomb or stribeck",
                       info->name, law->name);
    S->model.imposed[i] =
        S->model.plant->imposed && (S->model.plant->imposed(&S->model.self, S->p) >> i & 1u);
    bool held = S->shape[i].v_scale > 0.0 || S->shape[i].stroke > 0.0;
    S->model.soft[i] = held && !S->model.set_valued[i] && !S->model.imposed[i];
    S->model.nsoft += S->model.soft[i];
    return STN_OK;
}
