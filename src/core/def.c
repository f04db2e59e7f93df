/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Definitions filled by path, for programs that read no scenarios. */
#include "core/build.h"
#include "core/names.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIST_PLANT,
    LIST_INITIAL,
    LIST_SITES,
    LIST_TERMS = LIST_SITES + STN_SITES_MAX,
    LISTS = LIST_TERMS + STN_TERMS_MAX
};

/* What a definition owns: the lists that grew here, and the first mistake. */
struct StnDefOwn {
    StnError mistake;
    StnGiven *list[LISTS];
    int room[LISTS];
    StnSignal *input[STN_INPUTS_MAX]; /* those that came by stn_def_set_input */
    const StnCatalog *catalog;
};

static StnDefOwn *own_of(StnSystemDef *def)
{
    if (!def->own)
        def->own = calloc(1, sizeof *def->own);
    return def->own;
}

/* Keeps the first one. */
__attribute__((format(printf, 3, 4))) static StnStatus mistake(StnSystemDef *def, const char *path,
                                                               const char *format, ...)
{
    char text[700];
    va_list args;
    StnDefOwn *own = own_of(def);
    if (!own)
        return STN_NO_MEMORY;
    if (own->mistake.status)
        return own->mistake.status;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    stn_format(own->mistake.path, sizeof own->mistake.path, "%s", path);
    return stn_error(&own->mistake, STN_BAD_INPUT, "%s", text);
}

static StnStatus no_memory(StnSystemDef *def)
{
    if (own_of(def) && !def->own->mistake.status)
        stn_out_of_memory(&def->own->mistake);
    return STN_NO_MEMORY;
}

/* "there is no WHAT "NAME"" and the nearest of names. */
static StnStatus unknown(StnSystemDef *def, const char *path, const char *what, const char *name,
                         const char *const *names, int count)
{
    return mistake(def, path, "there is no %s \"%.60s\"%s", what, name,
                   stn_suggest(name, names, (size_t)count, NULL).text);
}

/* ---- Lists ---- */

static StnGiven **list_of(StnSystemDef *def, int which, int **count)
{
    if (which >= LIST_TERMS) {
        *count = &def->term[which - LIST_TERMS].ngiven;
        return &def->term[which - LIST_TERMS].given;
    }
    StnSiteDef *site = which >= LIST_SITES ? &def->site[which - LIST_SITES] : NULL;
    *count = site ? &site->ngiven : which == LIST_PLANT ? &def->ngiven : &def->ninitial;
    return site ? &site->given : which == LIST_PLANT ? &def->given : &def->initial;
}

/* The entry of that name, a new one where there is none; NULL when memory is out. */
static StnGiven *entry_of(StnSystemDef *def, int which, const char *name)
{
    int *count;
    StnGiven **list = list_of(def, which, &count);
    StnDefOwn *own = own_of(def);
    if (!own)
        return NULL;
    if (!own->list[which] || *list != own->list[which] || *count == own->room[which]) {
        const int room = 2 * *count + 8;
        StnGiven *more = calloc((size_t)room, sizeof *more);
        if (!more)
            return NULL;
        if (*count > 0) /* that may be the caller's own */
            memcpy(more, *list, (size_t)*count * sizeof *more);
        free(own->list[which]);
        *list = own->list[which] = more;
        own->room[which] = room;
    }
    const int old = stn_given_index(*list, *count, name);
    if (old >= 0)
        return &(*list)[old];
    StnGiven *entry = &(*list)[(*count)++];
    *entry = (StnGiven){.count = 0};
    stn_format(entry->name, sizeof entry->name, "%s", name);
    return entry;
}

/* place < 0: the one value, or both directions. */
static StnStatus put_given(StnSystemDef *def, int which, const StnParam *param, const char *name,
                           int place, double value)
{
    StnGiven *entry = entry_of(def, which, name);
    if (!entry)
        return no_memory(def);
    if (place < 0) {
        entry->value[0] = value;
        entry->count = 1;
        return STN_OK;
    }
    if (param->kind == STN_KIND_PAIR && entry->count == 1)
        entry->value[entry->count++] = entry->value[0];
    while (entry->count <= place) /* what is never given is refused as out of range */
        entry->value[entry->count++] = NAN;
    if (param->kind == STN_KIND_PAIR && entry->count == 1)
        entry->value[entry->count++] = NAN;
    entry->value[place] = value;
    return STN_OK;
}

/* ---- Paths ---- */

static const char *section_of(const StnParam *param)
{
    return param->section ? param->section : "parameters";
}

/* A parameter of the plant; NULL with the mistake kept. */
static const StnParam *plant_parameter(StnSystemDef *def, const char *path,
                                       const StnPathWords *words)
{
    const StnPlant *plant = def->plant;
    const char *names[STN_PARAMS_MAX], *name = words->word[1];
    const int found = words->count == 2 ? stn_plant_parameter(plant, name) : -1;
    int count = 0;
    if (found >= 0 && strcmp(section_of(&plant->params[found]), words->word[0]) == 0)
        return &plant->params[found];
    if (found >= 0) {
        mistake(def, path, "\"%s\" of plant %s belongs under %s, not %s", name, plant->name,
                section_of(&plant->params[found]), words->word[0]);
        return NULL;
    }
    for (int i = 0; i < plant->nparam && i < STN_PARAMS_MAX; i++)
        if (strcmp(section_of(&plant->params[i]), words->word[0]) == 0)
            names[count++] = plant->params[i].name;
    char what[120];
    stn_format(what, sizeof what, "value in %s of plant %s called", words->word[0], plant->name);
    unknown(def, path, what, words->count == 2 ? name : path, names, count);
    return NULL;
}

/* -1 with the mistake kept. */
static int site_of(StnSystemDef *def, const char *path, const StnPathWords *words)
{
    const char *names[STN_SITES_MAX];
    char what[100];
    const int site = stn_plant_site(def->plant, words->word[1]);
    if (site >= 0 && words->count >= 3)
        return site;
    for (int i = 0; i < def->plant->nsite; i++)
        names[i] = def->plant->sites[i].name;
    stn_format(what, sizeof what, "friction site of plant %s called", def->plant->name);
    if (site >= 0)
        mistake(def, path, "\"%.60s\" is not a path such as friction.%s.Fs", path, names[site]);
    else
        unknown(def, path, what, words->word[1], names, def->plant->nsite);
    return -1;
}

/* A parameter of any law at a site. */
static const StnParam *friction_parameter(StnSystemDef *def, const char *path, int site,
                                          const char *name)
{
    const StnLaw *law = def->site[site].law;
    const char *names[STN_PARAMS_MAX];
    const int own = law ? stn_law_parameter(law, name) : -1, any = stn_friction_parameter(name);
    int count = 0;
    if (own >= 0 || any >= 0)
        return own >= 0 ? law->params[own] : stn_friction_parameter_at(any);
    for (; count < stn_friction_parameter_count() && count < STN_PARAMS_MAX; count++)
        names[count] = stn_friction_parameter_at(count)->name;
    unknown(def, path, "friction parameter", name, names, count);
    return NULL;
}

static StnStatus set_friction(StnSystemDef *def, const char *path, const StnPathWords *words,
                              double value)
{
    const int site = site_of(def, path, words);
    const StnParam *param = site < 0 ? NULL : friction_parameter(def, path, site, words->word[2]);
    if (!param)
        return def->own ? def->own->mistake.status : STN_NO_MEMORY;
    const int place = words->count == 4 ? stn_path_place(words->word[3]) : -1;
    if (words->count > 4 || place >= stn_param_width(param) || (words->count == 4 && place < 0))
        return mistake(def, path, "\"%.60s\": %s has no such part", path, param->name);
    return put_given(def, LIST_SITES + site, param, param->name, place, value);
}

/* ---- Compensation ---- */

/* The term that a path names; -1 with the mistake kept.  more: it may be the next one. */
static int term_of(StnSystemDef *def, const char *path, const StnPathWords *words, bool more)
{
    const int k = words->count >= 3 ? stn_path_place(words->word[1]) : -1;
    if (k >= 0 && k < STN_TERMS_MAX && k < def->nterm + more)
        return k;
    mistake(def, path,
            "\"%.60s\" is no term of the compensation: it has %d, at most %d, and a new one begins "
            "with its kind",
            path, def->nterm, STN_TERMS_MAX);
    return -1;
}

static const StnLaw *law_of_path(const StnSystemDef *def, int k)
{
    const StnLaw *site = def->plant->nsite == 0 ? NULL
                         : def->site[0].law     ? def->site[0].law
                                                : stn_catalog_law(NULL, def->plant->sites[0].law);
    return !def->term[k].kind->law || def->term[k].kind->law[0] ? NULL
           : def->term[k].law                                   ? def->term[k].law
                                                                : site;
}

static const StnParam *parameter_of_term(StnSystemDef *def, const char *path, int k,
                                         const char *name)
{
    const StnCompensation *kind = def->term[k].kind;
    const StnLaw *law = law_of_path(def, k);
    const char *names[STN_PARAMS_MAX];
    char what[100];
    int count = 0;
    for (int i = 0; i < kind->nparam; i++, count++) {
        names[count] = kind->params[i]->name;
        if (strcmp(names[count], name) == 0)
            return kind->params[i];
    }
    for (int i = 0; law && i < law->nparam && count < STN_PARAMS_MAX; i++, count++) {
        names[count] = law->params[i]->name;
        if (strcmp(names[count], name) == 0)
            return law->params[i];
    }
    stn_format(what, sizeof what, "parameter of %s called", kind->name);
    unknown(def, path, what, name, names, count);
    return NULL;
}

static StnStatus set_term(StnSystemDef *def, const char *path, const StnPathWords *words,
                          double value)
{
    const int k = term_of(def, path, words, false);
    const StnParam *param = k < 0 ? NULL : parameter_of_term(def, path, k, words->word[2]);
    if (!param)
        return def->own ? def->own->mistake.status : STN_NO_MEMORY;
    const int place = words->count == 4 ? stn_path_place(words->word[3]) : -1;
    if (words->count > 4 || place >= stn_param_width(param) || (words->count == 4 && place < 0))
        return mistake(def, path, "\"%.60s\": %s has no such part", path, param->name);
    return put_given(def, LIST_TERMS + k, param, param->name, place, value);
}

/* A kind makes a term, or changes it and drops what was given for the old one. */
static StnStatus set_kind(StnSystemDef *def, const char *path, const StnPathWords *words,
                          const char *word)
{
    const char *names[64];
    const int k = term_of(def, path, words, true);
    int count = 0;
    if (k < 0)
        return def->own ? def->own->mistake.status : STN_NO_MEMORY;
    const StnCompensation *kind = stn_compensation_find(word);
    if (kind) {
        def->term[k].kind = kind;
        def->term[k].ngiven = 0;
        def->nterm = k == def->nterm ? k + 1 : def->nterm;
        return STN_OK;
    }
    for (; count < stn_compensation_count() && count < 64; count++)
        names[count] = stn_compensation_at(count)->name;
    return unknown(def, path, "kind of compensation", word, names, count);
}

static StnStatus set_field(StnSystemDef *def, const char *path, const StnFields *fields,
                           void *settings, const char *name, double value)
{
    StnError error = {.status = STN_OK};
    const StnField *field = stn_fields_find(fields, name, &error);
    if (field && stn_field_set(field, settings, value, &error) == STN_OK)
        return STN_OK;
    return mistake(def, path, "%s", error.text);
}

static StnStatus set_duration(StnSystemDef *def, double value)
{
    if (!(value > 0.0))
        return mistake(def, "duration", "duration = %g s must be more than 0", value);
    def->duration = value;
    return STN_OK;
}

static StnStatus set_seed(StnSystemDef *def, double value)
{
    if (!(value >= 0.0 && value < 0x1p64) || value != floor(value))
        return mistake(def, "seed", "seed = %g must be a whole number from 0 to 2^64 - 1", value);
    def->seed = (uint64_t)value;
    return STN_OK;
}

static StnStatus set_other(StnSystemDef *def, const char *path, double value)
{
    if (strcmp(path, "duration") == 0)
        return set_duration(def, value);
    if (strcmp(path, "seed") == 0)
        return set_seed(def, value);
    return mistake(def, path,
                   "\"%.60s\" is not a path such as parameters.NAME, controller.NAME, "
                   "friction.SITE.NAME, compensation.N.NAME, initial.STATE, solver.NAME, duration "
                   "or seed",
                   path);
}

/* A definition that went wrong before, or has no plant, takes nothing more. */
static StnStatus ready(StnSystemDef *def)
{
    if (def->own && def->own->mistake.status)
        return def->own->mistake.status;
    return def->plant ? STN_OK : mistake(def, "plant", "the definition has no plant");
}

StnStatus stn_def_set(StnSystemDef *def, const char *path, double value)
{
    const StnPathWords words = stn_path_words(path);
    const char *section = words.word[0];
    const StnStatus status = ready(def);
    if (status)
        return status;
    if (strcmp(section, "parameters") == 0 || strcmp(section, "controller") == 0 ||
        strcmp(section, "options") == 0) {
        const StnParam *param = plant_parameter(def, path, &words);
        return param      ? put_given(def, LIST_PLANT, param, param->name, -1, value)
               : def->own ? def->own->mistake.status
                          : STN_NO_MEMORY;
    }
    if (strcmp(section, "friction") == 0)
        return set_friction(def, path, &words, value);
    if (strcmp(section, "compensation") == 0)
        return set_term(def, path, &words, value);
    if (strcmp(section, "initial") == 0 && words.count >= 2)
        return put_given(def, LIST_INITIAL, NULL, path + strlen("initial."), -1, value);
    if (strcmp(section, "solver") == 0 && words.count == 2)
        return set_field(def, path, &stn_solver_fields, &def->solver, words.word[1], value);
    return set_other(def, path, value);
}

static StnStatus set_law(StnSystemDef *def, const char *path, const StnPathWords *words,
                         const char *word)
{
    const char *names[64];
    const bool term = strcmp(words->word[0], "compensation") == 0;
    const int owner = term ? term_of(def, path, words, false) : site_of(def, path, words);
    int count = 0;
    if (owner < 0)
        return def->own ? def->own->mistake.status : STN_NO_MEMORY;
    const StnCatalog *catalog = def->own ? def->own->catalog : NULL;
    const StnLaw **law = term ? &def->term[owner].law : &def->site[owner].law;
    *law = stn_catalog_law(catalog, word);
    if (*law)
        return STN_OK;
    for (; count < stn_catalog_law_count(catalog) && count < 64; count++)
        names[count] = stn_catalog_law_at(catalog, count)->name;
    return unknown(def, path, "friction law", word, names, count);
}

StnStatus stn_def_set_word(StnSystemDef *def, const char *path, const char *word)
{
    const StnPathWords words = stn_path_words(path);
    const StnStatus status = ready(def);
    const char *choices = NULL;
    if (status)
        return status;
    const bool term = strcmp(words.word[0], "compensation") == 0 && words.count == 3;
    if ((strcmp(words.word[0], "friction") == 0 || term) && words.count == 3 &&
        strcmp(words.word[2], "law") == 0)
        return set_law(def, path, &words, word);
    if (term && strcmp(words.word[2], "kind") == 0)
        return set_kind(def, path, &words, word);
    if (strcmp(words.word[0], "solver") == 0 && words.count == 2) {
        const StnField *field = stn_fields_find(&stn_solver_fields, words.word[1], NULL);
        choices = field && field->kind == STN_FIELD_WORD ? field->unit : NULL;
    } else if (term) {
        const int k = term_of(def, path, &words, false);
        const StnParam *param = k < 0 ? NULL : parameter_of_term(def, path, k, words.word[2]);
        choices = param && param->kind == STN_KIND_CHOICE ? param->unit : NULL;
    } else if (strcmp(words.word[0], "friction") == 0) {
        const int site = site_of(def, path, &words);
        const StnParam *param =
            site < 0 ? NULL : friction_parameter(def, path, site, words.word[2]);
        choices = param && param->kind == STN_KIND_CHOICE ? param->unit : NULL;
    } else if (words.count == 2) {
        const StnParam *param = plant_parameter(def, path, &words);
        choices = param && param->kind == STN_KIND_CHOICE ? param->unit : NULL;
    }
    if (!choices)
        return mistake(def, path, "\"%.60s\" takes no word: \"%.60s\"", path, word);
    const int index = stn_word_index(choices, word);
    return index >= 0 ? stn_def_set(def, path, index)
                      : mistake(def, path, "%s is one of %s, not \"%.60s\"", path, choices, word);
}

/* ---- Inputs, beginning and end ---- */

StnGiven stn_given_make(const char *name, const double *value, int count)
{
    StnGiven given = {.count = count < 0 ? 0 : count};
    stn_format(given.name, sizeof given.name, "%s", name);
    for (int i = 0; i < count && i < STN_VECTOR_MAX; i++)
        given.value[i] = value[i];
    return given;
}

StnStatus stn_def_set_input(StnSystemDef *def, const char *name, StnSignal *signal)
{
    const char *names[STN_INPUTS_MAX];
    char path[96];
    StnStatus status = ready(def);
    const int input = status ? -1 : stn_plant_input(def->plant, name);
    stn_format(path, sizeof path, "inputs.%.60s", name);
    if (!status && input < 0) {
        for (int i = 0; i < def->plant->ninput; i++)
            names[i] = def->plant->inputs[i].name;
        status = unknown(def, path, "input", name, names, def->plant->ninput);
    }
    if (!status && (!signal || !own_of(def)))
        status = no_memory(def);
    if (status) {
        stn_signal_free(signal);
        return status;
    }
    stn_signal_free(def->own->input[input]);
    def->input[input] = def->own->input[input] = signal;
    return STN_OK;
}

StnSystemDef stn_system_def(const char *plant, const StnCatalog *catalog)
{
    StnSystemDef def = stn_default_system_def(stn_catalog_plant(catalog, plant));
    const char *names[64];
    int count = 0;
    if (own_of(&def))
        def.own->catalog = catalog;
    if (def.plant)
        return def;
    for (; count < stn_catalog_plant_count(catalog) && count < 64; count++)
        names[count] = stn_catalog_plant_at(catalog, count)->name;
    unknown(&def, "plant", "plant", plant, names, count);
    return def;
}

StnStatus stn_def_check(const StnSystemDef *def, StnError *error)
{
    if (!def->own || !def->own->mistake.status)
        return STN_OK;
    if (error)
        *error = def->own->mistake;
    return def->own->mistake.status;
}

StnSystemDef stn_def_copy(const StnSystemDef *def)
{
    StnSystemDef copy = *def;
    copy.own = calloc(1, sizeof *copy.own);
    for (int which = 0; copy.own && which < LISTS; which++) {
        int *count;
        StnGiven **list = list_of(&copy, which, &count);
        if (*count > 0 && !entry_of(&copy, which, (*list)[0].name)) /* makes a list of its own */
            return no_memory(&copy), copy;
    }
    for (int i = 0; copy.own && i < STN_INPUTS_MAX; i++) {
        copy.input[i] = copy.own->input[i] = def->input[i] ? stn_signal_copy(def->input[i]) : NULL;
        if (def->input[i] && !copy.input[i])
            return no_memory(&copy), copy;
    }
    if (copy.own && def->own) {
        copy.own->mistake = def->own->mistake;
        copy.own->catalog = def->own->catalog;
    }
    return copy;
}

bool stn_def_owns_input(const StnSystemDef *def, int input)
{
    return def->own && def->input[input] && def->input[input] == def->own->input[input];
}

void stn_def_free(StnSystemDef *def)
{
    if (!def || !def->own)
        return;
    for (int i = 0; i < STN_INPUTS_MAX; i++)
        stn_signal_free(def->own->input[i]);
    for (int i = 0; i < LISTS; i++)
        free(def->own->list[i]);
    free(def->own);
    *def = stn_default_system_def(def->plant);
}
