/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The terms of a compensation of friction: their numbers (given, those of the compensated site, or by default), their
 * sample time, their memory and columns. */
#include "compensation/comp.h"
#include "core/build.h"
#include "core/friction_set.h"
#include "core/names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const StnGiven *place_of_term(const StnSystemDef *def, int k)
{
    return def->term[k].at.file ? &def->term[k].at : NULL;
}

const StnParam *stn_term_param(const StnModel *M, int k, int i)
{
    const int own = M->term[k]->nparam;
    return i < own ? M->term[k]->params[i] : M->term_law[k]->params[i - own];
}

/* The number of a friction parameter that a site has by default, too; -1: it is the kind's own. */
static int known_number(const StnModel *M, int k, int i)
{
    const StnParam *param = stn_term_param(M, k, i);
    if (i >= M->term[k]->nparam)
        return stn_friction_parameter(param->name);
    return param >= stn_friction_parameters && param < stn_friction_parameters + STN_PAR_COUNT
               ? (int)(param - stn_friction_parameters)
               : -1;
}

/* ---- Structure ---- */

/* The loop that the plant closes; a sentence where it closes none. */
StnStatus stn_loop_find(const StnSystem *S, StnLoop *loop, const StnGiven *place, StnError *error)
{
    const StnPlant *plant = S->model.plant;
    const double meas[STN_OUTPUTS_MAX] = {0}, d[STN_STATES_MAX] = {0};
    StnIn u[STN_INPUTS_MAX] = {0};
    for (int j = 0; j < plant->ninput; j++)
        u[j].val = S->input[j]                     ? stn_signal_at(S->input[j], 0.0).val
                   : isnan(plant->inputs[j].scale) ? 0.0
                                                   : plant->inputs[j].scale;
    const char *lacks = plant->loop ? plant->loop(&S->model.self, S->p, u, meas, d, loop)
                                    : "there is no controller that a compensation could add to";
    if (lacks)
        return stn_bad(error, place, "compensation: plant %s: %s", plant->name, lacks);
    if (loop->site < 0 || loop->site >= S->model.nsite)
        return stn_bad(error, place,
                       "compensation: plant %s has no friction where its controller acts",
                       plant->name);
    return STN_OK;
}

/* The law of term k: the one that it names, or that of the site. */
static const StnLaw *law_of_term(const StnSystem *S, const StnTermDef *term)
{
    if (!term->kind->law || term->kind->law[0] != '\0')
        return NULL;
    return term->law ? term->law : S->model.law[S->model.term_site];
}

static StnStatus check_term(const StnSystem *S, const StnSystemDef *def, int k, const StnLoop *loop,
                            StnError *error)
{
    const StnTermDef *term = &def->term[k];
    if (!term->kind)
        return stn_bad(error, place_of_term(def, k), "compensation.%d has no kind", k + 1);
    if ((term->kind->flags & STN_COMPENSATION_COMMAND) && !loop->commanded)
        return stn_bad(error, place_of_term(def, k),
                       "compensation.%d: %s needs a wanted position, which plant %s does not have "
                       "with this drive",
                       k + 1, term->kind->name, S->model.plant->name);
    if (term->law && !(term->kind->law && term->kind->law[0] == '\0'))
        return stn_bad(error, place_of_term(def, k), "compensation.%d: %s has no law of its own",
                       k + 1, term->kind->name);
    return STN_OK;
}

/* Where the numbers and the memory of each term stand. */
static void lay_out(StnModel *M)
{
    int numbers = 0, params = 0, memory = 1; /* u_comp comes first */
    for (int k = 0; k < M->nterm; k++) {
        const StnLaw *law = M->term_law[k];
        M->term_p[k] = numbers, M->term_param[k] = params, M->term_at[k] = memory;
        for (int i = 0; i < stn_term_params(M, k); i++)
            numbers += stn_param_width(stn_term_param(M, k, i));
        params += stn_term_params(M, k);
        memory += 1 + M->term[k]->nstate;
        if (law) /* a vector law may have as many elements as a vector has */
            memory += 1 + law->nstate + law->nrel + (law->vector ? 2 * STN_VECTOR_MAX : 0);
    }
    M->term_p[M->nterm] = numbers, M->term_param[M->nterm] = params;
    M->term_at[M->nterm] = memory;
    M->term_numbers = numbers;
    M->term_memory = memory;
}

static bool take_terms(StnSystem *S)
{
    const size_t params = (size_t)S->model.term_param[S->model.nterm] + 1;
    S->term_p = stn_system_alloc(S, ((size_t)S->model.term_numbers + 1) * sizeof(double));
    S->term_given = stn_system_alloc(S, params);
    S->term_derived = stn_system_alloc(S, params);
    S->term_count = stn_system_alloc(S, params * sizeof(int));
    return S->term_p && S->term_given && S->term_derived && S->term_count;
}

/* ---- Values ---- */

static StnStatus unknown_of_term(const StnModel *M, int k, const StnGiven *given, StnError *error)
{
    const char *names[STN_PARAMS_MAX];
    int count = 0;
    for (; count < stn_term_params(M, k) && count < STN_PARAMS_MAX; count++)
        names[count] = stn_term_param(M, k, count)->name;
    return stn_bad(error, given, "compensation.%d: %s has no parameter \"%s\"%s", k + 1,
                   M->term[k]->name, given->name,
                   stn_suggest(given->name, names, (size_t)count, "; allowed: ").text);
}

static StnStatus read_term(StnSystem *S, const StnTermDef *term, int k, StnError *error)
{
    const StnModel *M = &S->model;
    const int rotary = M->plant->sites[M->term_site].rotary;
    for (int g = 0; g < term->ngiven; g++) {
        double *number = S->term_p + M->term_p[k];
        int i = 0;
        for (; i < stn_term_params(M, k); i++) {
            if (strcmp(stn_term_param(M, k, i)->name, term->given[g].name) == 0)
                break;
            number += stn_param_width(stn_term_param(M, k, i));
        }
        if (i == stn_term_params(M, k))
            return unknown_of_term(M, k, &term->given[g], error);
        const int at = M->term_param[k] + i;
        StnStatus status = stn_put_value(stn_term_param(M, k, i), &term->given[g], rotary, number,
                                         &S->term_count[at], error);
        if (status) {
            char path[96];
            stn_format(path, sizeof path, "compensation.%d.%s", k + 1, term->given[g].name);
            stn_error_of_setting(error, path);
            return status;
        }
        S->term_given[at] = true;
    }
    return STN_OK;
}

/* Whether the term gives a level that stands for all of the contact: a pair by direction, as Fs.  A map of its own, or a
 * level within a play, stands beside the maps of the site. */
static bool has_own_level(const StnSystem *S, int k)
{
    const StnModel *M = &S->model;
    for (int i = 0; i < stn_term_params(M, k); i++) {
        const StnParam *param = stn_term_param(M, k, i);
        if (S->term_given[M->term_param[k] + i] && known_number(M, k, i) >= 0 &&
            param->kind == STN_KIND_PAIR && strcmp(param->unit, "$F") == 0)
            return true;
    }
    return false;
}

/* What the term gives over what the site has.  A level of its own replaces the maps of the site, too. */
static void overlay(const StnSystem *S, int k, StnFrictionSet *set)
{
    const StnModel *M = &S->model;
    const double *number = S->term_p + M->term_p[k];
    const bool own_level = has_own_level(S, k);
    for (int n = 0; own_level && n < STN_PAR_COUNT; n++)
        if (stn_friction_parameters[n].kind == STN_KIND_VECTOR &&
            strcmp(stn_friction_parameters[n].unit, "$F") == 0)
            set->given[n] = false, set->count[n] = 0;
    for (int i = 0; i < stn_term_params(M, k); i++) {
        const int at = M->term_param[k] + i, known = known_number(M, k, i);
        const int width = stn_param_width(stn_term_param(M, k, i));
        if (known >= 0 && S->term_given[at]) {
            memcpy(set->value[known], number, (size_t)width * sizeof *number);
            set->count[known] = S->term_count[at];
            set->given[known] = true;
        }
        number += width;
    }
}

/* A parameter that was not given. */
static void fill_number(StnSystem *S, int k, int i, double *number, const StnFrictionSet *set,
                        const StnContext *context)
{
    const StnParam *param = stn_term_param(&S->model, k, i);
    const int at = S->model.term_param[k] + i, known = known_number(&S->model, k, i);
    const int width = stn_param_width(param);
    if (known >= 0) {
        memcpy(number, set->value[known], (size_t)width * sizeof *number);
        S->term_count[at] = set->count[known];
    } else {
        const bool mass = isnan(param->def) && strcmp(param->name, "m") == 0;
        for (int w = 0; w < width; w++)
            number[w] = mass ? context->m : param->def;
        S->term_count[at] = param->kind == STN_KIND_VECTOR ? 0 : width;
    }
    S->term_derived[at] = known >= 0 || isnan(param->def);
    for (int w = S->term_count[at]; w < width && param->kind == STN_KIND_VECTOR; w++)
        number[w] = 0.0;
}

static StnStatus missing_number(const StnModel *M, int k, const StnParam *param, StnError *error)
{
    char unit[48];
    return stn_error(
        error, STN_BAD_INPUT, "compensation.%d: %s needs %s, %s (unit %s)", k + 1, M->term[k]->name,
        param->name, param->text,
        stn_unit_text(param->unit, M->plant->sites[M->term_site].rotary, unit, sizeof unit));
}

static StnStatus fill_term(StnSystem *S, int k, StnError *error)
{
    const StnModel *M = &S->model;
    const StnContext context = stn_site_context(S, M->term_site);
    const StnLaw *law = M->term_law[k]
                            ? M->term_law[k]
                            : stn_catalog_law(NULL, M->term[k]->law ? M->term[k]->law : "none");
    StnFrictionSet set;
    stn_site_set(S, M->term_site, &set);
    overlay(S, k, &set);
    stn_friction_derive(&set, law, &context);
    double *number = S->term_p + M->term_p[k];
    for (int i = 0; i < stn_term_params(M, k); i++) {
        const StnParam *param = stn_term_param(M, k, i);
        if (!S->term_given[M->term_param[k] + i])
            fill_number(S, k, i, number, &set, &context);
        const bool own = i < M->term[k]->nparam && i != STN_TERM_TS;
        if (own && param->kind != STN_KIND_VECTOR && isnan(number[0]))
            return missing_number(M, k, param, error);
        number += stn_param_width(param);
    }
    return STN_OK;
}

/* The place of parameter i among the numbers of all terms. */
static int place_of_number(const StnModel *M, int k, int param)
{
    int place = M->term_p[k];
    for (int i = 0; i < param; i++)
        place += stn_param_width(stn_term_param(M, k, i));
    return place;
}

StnStatus stn_term_finish(StnSystem *S, int k, int *choice, StnError *error)
{
    StnModel *M = &S->model;
    const StnStatus status = fill_term(S, k, error);
    const StnLaw *law = M->term_law[k];
    if (status || !law)
        return status;
    const int own = M->term[k]->nparam;
    int n = 0;
    for (int i = 0; law->vector && i < law->nparam; i++)
        if (strcmp(law->vector, law->params[i]->name) == 0)
            n = S->term_count[M->term_param[k] + own + i];
    const double *p = S->term_p + place_of_number(M, k, own);
    const StnContext context = stn_site_context(S, M->term_site);
    M->term_self[k] = stn_law_self(law, p, n, choice);
    const char *doubt = law->check ? law->check(&M->term_self[k], p, &context) : NULL;
    return doubt ? stn_error(error, STN_BAD_INPUT, "compensation.%d, law %s: %s", k + 1, law->name,
                             doubt)
                 : STN_OK;
}

/* All terms sample together: with the controller, or, beside a continuous one, at the time that they give. */
StnStatus stn_terms_clock(StnSystem *S, StnError *error)
{
    StnModel *M = &S->model;
    double Ts = M->controls ? S->num.Ts : NAN;
    for (int k = 0; k < M->nterm; k++) {
        const double own = S->term_p[M->term_p[k] + STN_TERM_TS];
        if (!isnan(own) && !isnan(Ts) && own != Ts)
            return stn_error(error, STN_BAD_INPUT,
                             "compensation.%d: Ts = %g s, but %s samples every %g s: all terms "
                             "sample together",
                             k + 1, own, M->controls ? "the controller" : "the term before", Ts);
        Ts = isnan(own) ? Ts : own;
    }
    if (M->nterm > 0 && isnan(Ts))
        return stn_error(error, STN_BAD_INPUT,
                         "compensation: the controller is continuous: give a term its sample time "
                         "Ts");
    M->sampled = M->controls || M->nterm > 0;
    S->num.Ts = Ts;
    return STN_OK;
}

StnStatus stn_terms(StnSystem *S, const StnSystemDef *def, StnError *error)
{
    StnModel *M = &S->model;
    StnLoop loop = {0};
    StnStatus status = STN_OK;
    M->term_site = -1;
    if (def->nterm == 0)
        return STN_OK;
    if (def->nterm < 0 || def->nterm > STN_TERMS_MAX)
        return stn_bad(error, NULL, "compensation: %d terms, at most %d are possible", def->nterm,
                       STN_TERMS_MAX);
    if ((status = stn_loop_find(S, &loop, place_of_term(def, 0), error)) != STN_OK)
        return status;
    M->nterm = def->nterm;
    M->term_site = loop.site;
    for (int k = 0; k < M->nterm; k++) {
        if ((status = check_term(S, def, k, &loop, error)) != STN_OK)
            return status;
        M->term[k] = def->term[k].kind;
        M->term_law[k] = law_of_term(S, &def->term[k]);
        if (M->term_law[k] && stn_law_check(M->term_law[k], error))
            return STN_BAD_INPUT;
    }
    lay_out(M);
    if (!take_terms(S))
        return stn_out_of_memory(error);
    for (int k = 0; k < M->nterm; k++) {
        const StnLaw *law = M->term_law[k];
        int *choice =
            stn_system_alloc(S, ((size_t)(law ? law->nchoice + law->nparam : 0) + 1) * sizeof(int));
        if (!choice)
            return stn_out_of_memory(error);
        if ((status = read_term(S, &def->term[k], k, error)) != STN_OK)
            return status;
        if ((status = stn_term_finish(S, k, choice, error)) != STN_OK) {
            stn_error_of_given(error, place_of_term(def, k));
            return status;
        }
    }
    return STN_OK;
}

/* ---- Questions ---- */

static bool is_term(const StnSystem *S, int k) { return k >= 0 && k < S->model.nterm; }

int stn_system_term_count(const StnSystem *system) { return system->model.nterm; }
int stn_system_term_site(const StnSystem *system)
{
    return system->model.nterm > 0 ? system->model.term_site : -1;
}
const StnCompensation *stn_system_term(const StnSystem *system, int term)
{
    return is_term(system, term) ? system->model.term[term] : NULL;
}
const StnLaw *stn_system_term_law(const StnSystem *system, int term)
{
    return is_term(system, term) ? system->model.term_law[term] : NULL;
}
int stn_system_term_value_count(const StnSystem *system, int term)
{
    return is_term(system, term) ? stn_term_params(&system->model, term) : 0;
}
StnValue stn_system_term_value_at(const StnSystem *system, int term, int index)
{
    if (index < 0 || index >= stn_system_term_value_count(system, term))
        return (StnValue){NULL, NULL, 0, false, false};
    const int at = system->model.term_param[term] + index;
    return (StnValue){stn_term_param(&system->model, term, index),
                      system->term_p + place_of_number(&system->model, term, index),
                      system->term_count[at], system->term_derived[at], system->term_given[at]};
}

/* ---- Columns ---- */

int stn_term_column_count(const StnModel *M)
{
    int count = M->nterm > 0;
    for (int k = 0; k < M->nterm; k++)
        count += 1 + M->term[k]->nestimate;
    return count;
}

static void put_column(const StnSystem *S, StnColumnInfo *column, const char *unit,
                       const char *text)
{
    const int site = S->model.term_site;
    stn_unit_text(unit, S->model.plant->sites[site].rotary, column->unit, sizeof column->unit);
    column->text = text;
    column->role = STN_ROLE_OTHER;
    column->site = site;
}

void stn_term_columns(StnSystem *S, int c)
{
    const StnModel *M = &S->model;
    StnColumnInfo *column = S->texts->column;
    if (M->nterm == 0)
        return;
    snprintf(column[c].name, sizeof column[c].name, "u_comp");
    put_column(S, &column[c++], "$F", "force that the compensation adds, held between samples");
    for (int k = 0; k < M->nterm; k++) {
        const StnCompensation *kind = M->term[k];
        snprintf(column[c].name, sizeof column[c].name, "comp%d_%s", k + 1, kind->name);
        put_column(S, &column[c++], "$F", "force that the term adds");
        for (int j = 0; j < kind->nestimate; j++) {
            snprintf(column[c].name, sizeof column[c].name, "comp%d_%s", k + 1,
                     kind->states[j].name);
            put_column(S, &column[c++], kind->states[j].unit, kind->states[j].text);
        }
    }
}
