/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Is a descriptor complete?  Laws and plants from outside the tree are written by hand; what is missing
 * in one must be a sentence, not a crash in the middle of a run. */
#include "core/back_ends.h"
#include "core/build.h"
#include "core/names.h"

#include <math.h>
#include <string.h>

const void *stn_back_end(const StnBackEnd *const *list, const char *name)
{
    for (; list && *list; list++)
        if (strcmp((*list)->name, name) == 0)
            return (*list)->table;
    return NULL;
}

/* The tables of a built-in model hold its own functions on other numbers: a copy of its descriptor with
 * another function must leave them out. */
static bool law_tables_fit(const StnLaw *law)
{
    for (int i = 0; i < stn_law_count(); i++) {
        const StnLaw *model = stn_law_at(i);
        if (law->back_ends == model->back_ends)
            return law->slide == model->slide && law->rest == model->rest;
    }
    return true;
}

static bool plant_tables_fit(const StnPlant *plant)
{
    for (int i = 0; i < stn_plant_count(); i++) {
        const StnPlant *model = stn_plant_at(i);
        if (plant->back_ends == model->back_ends)
            return plant->eval == model->eval && plant->late == model->late &&
                   plant->outputs_at == model->outputs_at;
    }
    return true;
}

/* A word of a path: letters, digits and _, a letter first. */
static bool is_name(const char *name)
{
    int length = 0;
    for (; name && name[length]; length++) {
        const char c = name[length], small = (char)(c | 0x20);
        const bool letter = (small >= 'a' && small <= 'z') || c == '_';
        if (!letter && (length == 0 || c < '0' || c > '9'))
            return false;
    }
    return length > 0 && length < (int)sizeof(((StnGiven *)0)->name);
}

static bool param_complete(const StnParam *param)
{
    return param && is_name(param->name) && param->unit && param->text &&
           stn_word_index("law|forward|backward", param->name) < 0; /* paths have their own */
}

static bool same_name(const StnParam *a, const StnParam *b)
{
    return strcmp(a->name, b->name) == 0;
}

static bool vars_complete(const StnVar *var, int count)
{
    if (count < 0 || (count > 0 && !var))
        return false;
    for (int i = 0; i < count; i++)
        if (!is_name(var[i].name) || !var[i].unit)
            return false;
    return true;
}

/* Readers of a role use its site as an index. */
static bool roles_known(const StnVar *var, int count, int nsite)
{
    for (int i = 0; i < count; i++)
        if ((unsigned)var[i].role >= STN_ROLE_COUNT || var[i].site < -1 ||
            (var[i].site >= nsite && var[i].role != STN_ROLE_OTHER))
            return false;
    return true;
}

/* The scale of a state is the size that its errors and its range are measured by. */
static bool scales_usable(const StnVar *state, int count)
{
    for (int i = 0; i < count; i++)
        if (!(state[i].scale > 0.0 && isfinite(state[i].scale)))
            return false;
    return true;
}

/* The places of self->choice. */
static bool choices_fit(int nchoice, bool chooses, int nparam)
{
    return chooses ? nchoice >= 0 && nchoice <= STN_CHOICES_MAX
                   : nchoice == 0 && nparam <= STN_CHOICES_MAX;
}

#define NO_PARAMETER                                                                       \
    "a parameter without name, unit or text, or with a name that is none (a letter, then " \
    "letters, "                                                                            \
    "digits and _, 31 at most; not law, forward, backward)"

static const char *law_fault(const StnLaw *law)
{
    if (!law->slide || !law->shape)
        return "slide() or shape() is missing";
    if ((law->flags & STN_LAW_SET_VALUED) && !law->rest)
        return "it is set-valued, but rest() is missing";
    if (law->nparam < 0 || (law->nparam > 0 && !law->params))
        return "its list of parameters is missing";
    for (int i = 0; i < law->nparam; i++)
        if (!param_complete(law->params[i]))
            return NO_PARAMETER;
    for (int i = 0; i < law->nparam; i++)
        for (int j = 0; j < i; j++)
            if (same_name(law->params[i], law->params[j]))
                return "two parameters of one name";
    if (!vars_complete(law->states, law->nstate))
        return "its list of states is missing or has an entry without unit or a name of "
               "letters, digits and _";
    if (!scales_usable(law->states, law->nstate))
        return "the scale of a state is not a positive number";
    if (!vars_complete(law->rels, law->nrel))
        return "its list of relations is missing or has an entry without unit or a name of "
               "letters, digits and _";
    if (!choices_fit(law->nchoice, law->choose, law->nparam))
        return "nchoice does not fit choose(): 0 without it, and not more than STN_CHOICES_MAX";
    return law_tables_fit(law) ? NULL : "back_ends are those of a law with other functions";
}

static bool within(int index, int count) { return index >= 0 && index < count; }

static bool sites_complete(const StnPlant *plant)
{
    if (plant->nsite < 0 || (plant->nsite > 0 && !plant->sites))
        return false;
    for (int i = 0; i < plant->nsite; i++) {
        const StnSiteInfo *site = &plant->sites[i];
        if (!is_name(site->name) || !site->law || !stn_site_is_within(site, plant->nstate))
            return false;
    }
    return true;
}

static bool stops_complete(const StnPlant *plant)
{
    if (plant->nstop < 0 || (plant->nstop > 0 && !plant->stops))
        return false;
    for (int i = 0; i < plant->nstop; i++) {
        const StnStopInfo *stop = &plant->stops[i];
        if (!stop->name || !within(stop->pos, plant->nstate) || stop->vel >= plant->nstate ||
            !within(stop->lo, plant->nparam) || !within(stop->hi, plant->nparam) ||
            stop->site >= plant->nsite || (stop->play && stop->site < 0))
            return false;
    }
    return true;
}

/* "INPUT|PARAMETER|...": a misspelt name would silently switch a warning off. */
static bool rated_names_exist(const StnPlant *plant)
{
    const char *words = plant->rated;
    int found = 0;
    for (int i = 0; words && i < plant->ninput; i++)
        found += stn_word_index(words, plant->inputs[i].name) == 0;
    for (int i = 0; words && i < plant->nparam; i++)
        found += stn_word_index(words, plant->params[i].name) > 0;
    return !words || !words[0] || found == stn_word_count(words);
}

static const char *plant_fault(const StnPlant *plant)
{
    if (!plant->eval || !plant->outputs_at)
        return "eval() or outputs_at() is missing";
    if (plant->nstate < 1 || plant->noutput < 1)
        return "it has no states or no outputs";
    if (plant->nparam < 0 || (plant->nparam > 0 && !plant->params))
        return "its list of parameters is missing";
    for (int i = 0; i < plant->nparam; i++)
        if (!param_complete(&plant->params[i]))
            return NO_PARAMETER;
    for (int i = 0; i < plant->nparam; i++)
        for (int j = 0; j < i; j++)
            if (same_name(&plant->params[i], &plant->params[j]))
                return "two parameters of one name";
    if (!vars_complete(plant->states, plant->nstate) ||
        !vars_complete(plant->inputs, plant->ninput) ||
        !vars_complete(plant->outputs, plant->noutput) ||
        !vars_complete(plant->discs, plant->ndisc) || !vars_complete(plant->rels, plant->nrel))
        return "a list of states, inputs, outputs, discrete states or relations is missing or has "
               "an entry without unit or a name of letters, digits and _";
    if (!scales_usable(plant->states, plant->nstate))
        return "the scale of a state is not a positive number";
    if (!plant->partner)
        return "the list of partners of the states is missing";
    for (int i = 0; i < plant->nstate; i++)
        if (plant->partner[i] >= plant->nstate)
            return "the partner of a state is not a state";
    if (!sites_complete(plant))
        return "the list of friction sites is missing, or a site has no name, no law, or names a "
               "state that is not there";
    if (!roles_known(plant->states, plant->nstate, plant->nsite) ||
        !roles_known(plant->inputs, plant->ninput, plant->nsite) ||
        !roles_known(plant->outputs, plant->noutput, plant->nsite))
        return "a state, input or output has a role that is none, or a site that is not there";
    if (!stops_complete(plant))
        return "the list of stops is missing, or a stop names a state, parameter or site that is "
               "not there";
    if (!rated_names_exist(plant))
        return "rated names an input or parameter that is not there";
    if (plant->clock >= plant->nparam)
        return "clock is not the index of a parameter";
    if (plant->loop &&
        (!plant->effort || plant->compensation < 0 || plant->compensation >= plant->ndisc))
        return "a plant with loop() needs effort(), and compensation as the index of a discrete "
               "state";
    if (!choices_fit(plant->nchoice, plant->choose, plant->nparam))
        return "nchoice does not fit choose(): 0 without it, and not more than STN_CHOICES_MAX";
    return plant_tables_fit(plant) ? NULL : "back_ends are those of a plant with other functions";
}

/* A model whose descriptor has another layout: nothing but its first two members was read. */
static StnStatus made_otherwise(StnError *error, const char *kind, uint32_t abi, uint32_t size,
                                size_t expected)
{
    return stn_error(error, STN_BAD_INPUT,
                     "the %s was made with other headers: abi %#x, size %u, expected %#x, %u; set "
                     "abi and size, and compile it with the headers of version " STN_VERSION,
                     kind, abi, size, STN_MODEL_ABI, (unsigned)expected);
}

StnStatus stn_law_check(const StnLaw *law, StnError *error)
{
    if (law && !stn_law_is_current(law))
        return made_otherwise(error, "law", law->abi, law->size, sizeof *law);
    if (!law || !law->name || !law->name[0])
        return stn_error(error, STN_BAD_INPUT, "a law without a name");
    const char *fault = law_fault(law);
    return fault ? stn_error(error, STN_BAD_INPUT, "law %s: %s", law->name, fault) : STN_OK;
}

StnStatus stn_plant_check(const StnPlant *plant, StnError *error)
{
    if (plant && !stn_plant_is_current(plant))
        return made_otherwise(error, "plant", plant->abi, plant->size, sizeof *plant);
    if (!plant || !plant->name || !plant->name[0])
        return stn_error(error, STN_BAD_INPUT, "a plant without a name");
    const char *fault = plant_fault(plant);
    return fault ? stn_error(error, STN_BAD_INPUT, "plant %s: %s", plant->name, fault) : STN_OK;
}

StnStatus stn_catalog_check(const StnCatalog *catalog, StnError *error)
{
    StnError fault = {0};
    for (int i = 0; catalog && i < catalog->nlaw; i++)
        if (stn_law_check(catalog->laws[i], &fault))
            return stn_error(error, STN_BAD_INPUT, "law %d of the catalogue: %s", i + 1,
                             fault.text);
    for (int i = 0; catalog && i < catalog->nplant; i++)
        if (stn_plant_check(catalog->plants[i], &fault))
            return stn_error(error, STN_BAD_INPUT, "plant %d of the catalogue: %s", i + 1,
                             fault.text);
    return STN_OK;
}
