/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The simplest law that is good enough.
 *
 * Candidates are fitted in the order of the laws, each starting from the best that was found before.  Terms
 * that the first law cannot do without (viscous, by direction) are taken for granted in the others: that
 * leaves out fits that would take most of the time.  Data that no fit has seen decide: rows held
 * out, or the parts of a cross-validation. */
#include "identify/select_internal.h"

#include "core/system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JUDGES_LEAST = 8 }; /* rows */
#define ABOVE 1.2
#define SHARE 0.05  /* of a torque, or of its square over 1 N*m */
#define NESTED 1e-6 /* of an error: a smaller difference is rounding */

/* ---- One candidate ---- */

typedef struct {
    StnFitRun run[STN_FIT_RUNS_MAX];
    StnGiven *given[STN_FIT_RUNS_MAX];
    unsigned char *use[STN_FIT_RUNS_MAX];
    StnFreeParameter free[STN_FREE_MAX];
    StnFitDef fit;
} Trial;

static const StnGiven *find_given(const StnSiteDef *site, const char *name)
{
    const int i = stn_given_index(site->given, site->ngiven, name);
    return i < 0 ? NULL : &site->given[i];
}

/* Whether a candidate has a parameter free: "Fc", "friction.s.Fc", "Fc.each" for "friction.s.Fc.forward". */
static bool is_free(const StnCandidate *c, const char *path)
{
    StnSelectPath requested = stn_select_path(path);
    StnPathWords *words = &requested.words;
    if (words->count > 1 && strcmp(words->word[words->count - 1], "each") == 0)
        words->count--;
    for (int i = 0; i < c->nfree; i++) {
        const StnSelectPath own = stn_select_path(c->free[i].path);
        if (stn_select_is_path_of(&requested, &own))
            return true;
    }
    return false;
}

static void give(StnSiteDef *site, const char *name, int count, double value)
{
    StnGiven *own = &site->given[site->ngiven++];
    *own = (StnGiven){.count = count};
    snprintf(own->name, sizeof own->name, "%s", name);
    for (int i = 0; i < count; i++)
        own->value[i] = value;
}

/* So many elements with equal shares.  Where the run has elements (k, nu) the new ones slip over the same
 * range of lengths nu/k, evenly in its logarithm; otherwise they follow from the stiffness. */
static void give_elements(StnSiteDef *site, const StnGiven *k, const StnGiven *nu, int elements)
{
    double least = INFINITY, most = 0.0;
    give(site, "nu", elements, 1.0 / elements);
    for (int i = 0; k && i < k->count; i++) {
        double length = (nu && i < nu->count ? nu->value[i] : 1.0 / k->count) / k->value[i];
        least = fmin(least, length), most = fmax(most, length);
    }
    if (!(most > 0.0 && least > 0.0))
        return;
    give(site, "k", elements, NAN);
    for (int i = 0; i < elements; i++) {
        double part = elements > 1 ? i / (elements - 1.0) : 0.5;
        site->given[site->ngiven - 1].value[i] = 1.0 / elements / (least * pow(most / least, part));
    }
}

/* What torques add to a level: a share, or a share by their size, that is 0 or follows another unless it is given. */
static bool is_share(const char *name)
{
    const int k = stn_friction_parameter(name);
    const StnParam *p = k < 0 ? NULL : stn_friction_parameter_at(k);
    return p && p->kind == STN_KIND_SCALAR && p->min == 0.0 && p->unit[0] == '1' &&
           (p->def == 0.0 || (isnan(p->def) && p->derived));
}

/* The run's friction with the candidate's law.  Fs, sigma2 and shares of torques of the scenario are dropped for
 * candidates that do not use them. */
static bool trial_site(const StnCandidate *c, double stiffness, const StnGiven found[2],
                       StnSiteDef *site)
{
    const StnSiteDef asked = *site;
    const StnGiven *k = find_given(&asked, "k"), *nu = find_given(&asked, "nu");
    bool own =
        found[0].count == 0 && (k ? k->count == c->elements : nu && nu->count == c->elements);
    site->given = calloc((size_t)asked.ngiven + 3, sizeof *site->given);
    if (!site->given)
        return false;
    site->ngiven = 0;
    site->law = c->law;
    for (int i = 0; i < asked.ngiven; i++) {
        const StnGiven *given = &asked.given[i];
        /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): there are ngiven entries */
        bool optional = strcmp(given->name, "Fs") == 0 || strcmp(given->name, "sigma2") == 0 ||
                        is_share(given->name);
        if ((given == k || given == nu) ? own : !optional || is_free(c, given->name))
            site->given[site->ngiven++] = *given;
    }
    if (!isnan(stiffness) && !find_given(&asked, "sigma0"))
        give(site, "sigma0", 1, stiffness);
    if (found[0].count > 0)
        for (int i = 0; i < 2; i++)
            site->given[site->ngiven++] = found[i];
    else if (c->elements > 0 && !own)
        give_elements(site, k, nu, c->elements);
    return true;
}

static bool trial_runs(StnChooser *chooser, const StnCandidate *c, Trial *trial)
{
    const StnFitDef *fit = &chooser->def->fit;
    const StnSiteInfo *info = &fit->run[0].def.plant->sites[chooser->def->site];
    char path[64];
    snprintf(path, sizeof path, "friction.%s.sigma0", info->name);
    double stiffness = stn_select_start(chooser, c, path);
    StnGiven found[2] = {{.count = 0}, {.count = 0}};
    stn_select_elements(chooser, c, info->name, found);
    for (int k = 0; k < fit->nrun; k++) {
        trial->run[k] = fit->run[k];
        StnSiteDef *site = &trial->run[k].def.site[chooser->def->site];
        if (!trial_site(c, stiffness, found, site))
            return false;
        trial->given[k] = site->given;
    }
    return true;
}

/* A share that no one has found yet starts at that which it follows, or at a small one: at 0 it has no slope to either
 * side of which the other is allowed. */
static void set_share(StnChooser *chooser, const StnCandidate *c, const char *site,
                      const StnParam *p, StnFreeParameter *one)
{
    const StnFitRun *run = &chooser->def->fit.run[0];
    char path[sizeof one->path];
    if (find_given(&run->def.site[chooser->def->site], p->name))
        return;
    stn_format(path, sizeof path, "friction.%s.%s", site, p->derived ? p->derived : p->name);
    one->start = stn_select_start(chooser, c, path);
    one->start = one->start > 0.0 ? one->start : SHARE;
}

/* A static level that no one has found yet starts a little above the sliding one. */
static void set_start(StnChooser *chooser, const StnCandidate *c, StnFreeParameter *one)
{
    const StnPathWords words = stn_path_words(one->path);
    const int k = words.count > 2 ? stn_friction_parameter(words.word[2]) : -1;
    const char *sliding = k < 0 ? NULL : stn_friction_parameter_at(k)->above;
    char path[sizeof one->path];
    one->start = stn_select_start(chooser, c, one->path);
    if (isnan(one->start) && k >= 0 && is_share(words.word[2]))
        set_share(chooser, c, words.word[1], stn_friction_parameter_at(k), one);
    if (!isnan(one->start) || !sliding)
        return;
    stn_format(path, sizeof path, "friction.%s.%s%s%s", words.word[1], sliding,
               words.count > 3 ? "." : "", words.count > 3 ? words.word[3] : "");
    one->start = ABOVE * stn_select_start(chooser, c, path);
}

static bool is_offset(const char *path)
{
    return strcmp(stn_path_words(path).word[0], "offset") == 0;
}

/* Without a plant an offset and levels by direction are the same thing: one of them is enough. */
static void trial_free_list(StnChooser *chooser, const StnCandidate *c, Trial *trial)
{
    const StnFitDef *fit = &chooser->def->fit;
    int n = 0;
    bool motion = fit->run[0].x || fit->run[0].v;
    for (int i = 0; i < fit->nfree && n < STN_FREE_MAX; i++)
        if (!(motion && c->apart && is_offset(fit->free[i].path)))
            trial->free[n++] = fit->free[i];
    for (int i = 0; i < c->nfree && n < STN_FREE_MAX; i++)
        trial->free[n++] = c->free[i];
    for (int i = 0; i < n; i++)
        if (isnan(trial->free[i].start))
            set_start(chooser, c, &trial->free[i]);
    trial->fit = *fit;
    trial->fit.run = trial->run;
    trial->fit.free = trial->free;
    trial->fit.nfree = n;
}

static void trial_end(Trial *trial)
{
    for (int k = 0; k < STN_FIT_RUNS_MAX; k++) {
        free(trial->given[k]);
        free(trial->use[k]);
    }
    free(trial);
}

static int row_use(const StnFitRun *run, size_t i) { return run->use ? run->use[i] : STN_ROW_FIT; }

bool stn_select_judges(const StnSelectDef *def, const StnFitRun *run, size_t row)
{
    return row_use(run, row) == (def->folds > 0 ? STN_ROW_FIT : STN_ROW_HELD);
}

/* Squared errors of the rows that a fit has not seen (fold < 0: of all that judge). */
static void note_errors(const StnChooser *chooser, const Trial *trial, const StnFitResult *result,
                        double *error2, int fold)
{
    size_t at = 0;
    for (int k = 0; k < trial->fit.nrun; k++) {
        const StnFitRun *run = &trial->run[k], *asked = &chooser->def->fit.run[k];
        for (int s = 0; s < run->nsignal; s++)
            for (size_t i = 0; i < run->rows; i++) {
                if (!stn_select_judges(chooser->def, asked, i))
                    continue;
                double e = result->model[k][s][i] - run->signal[s].value[i];
                if (fold < 0 || row_use(run, i) == STN_ROW_HELD)
                    error2[at] = e * e / chooser->size2[s];
                at++;
            }
    }
}

bool stn_select_rows_apart(const StnFitRun *run) { return run->v && !run->x; }

/* Cross-validation: in turn every folds-th row is held out, or, in records, where neighbours are alike, a
 * stretch; fits start from the full one. */
static StnStatus cross_validate(StnChooser *chooser, Trial *trial, const StnFitResult *full,
                                double *error2, StnError *error)
{
    int folds = chooser->def->folds;
    StnStatus status = STN_OK;
    for (int i = 0; i < trial->fit.nfree; i++)
        for (int k = 0; k < full->nparam; k++) {
            const StnSelectPath own = stn_select_path(trial->free[i].path),
                                found = stn_select_path(full->param[k].name);
            if (own.place == found.place && stn_select_is_path_of(&own, &found))
                trial->free[i].start = full->param[k].value;
        }
    trial->fit.starts = 1;
    for (int fold = 0; fold < folds && !status; fold++) {
        StnFitResult *result = malloc(sizeof *result);
        for (int k = 0; k < trial->fit.nrun; k++) {
            StnFitRun *run = &trial->run[k];
            const StnFitRun *asked = &chooser->def->fit.run[k];
            if (!trial->use[k])
                trial->use[k] = malloc(run->rows);
            if (!trial->use[k] || !result) {
                free(result);
                return stn_out_of_memory(error);
            }
            size_t number = 0, fitted = 0;
            for (size_t i = 0; i < run->rows; i++)
                fitted += row_use(asked, i) == STN_ROW_FIT;
            for (size_t i = 0; i < run->rows; i++) {
                int use = row_use(asked, i);
                size_t part = stn_select_rows_apart(run)
                                  ? number % (size_t)folds
                                  : number * (size_t)folds / (fitted > 0 ? fitted : 1);
                bool out = use == STN_ROW_FIT && (int)part == fold;
                number += use == STN_ROW_FIT;
                trial->use[k][i] = (unsigned char)(out                  ? STN_ROW_HELD
                                                   : use == STN_ROW_FIT ? use
                                                                        : STN_ROW_OUT);
            }
            run->use = trial->use[k];
        }
        status = stn_fit(&trial->fit, result, error);
        if (!status)
            note_errors(chooser, trial, result, error2, fold);
        stn_fit_result_free(result);
        free(result);
    }
    return status;
}

/* ---- Fitting them all ---- */

const StnFitParameter *stn_select_find(const StnFitResult *result, const char *item)
{
    for (int i = 0; i < result->nparam; i++)
        if (result->param[i].place == STN_FIT_PLACE_FRICTION &&
            strcmp(result->param[i].item, item) == 0)
            return &result->param[i];
    return NULL;
}

typedef struct {
    StnChooser *chooser;
    int index, count;
} Share;

static bool report_share(void *user, double fraction)
{
    const Share *share = user;
    const StnFitDef *fit = &share->chooser->def->fit;
    return !fit->progress || fit->progress(fit->user, (share->index + fraction) / share->count);
}

/* Whether a candidate lacks a term that the first law showed to be needed, and another one of the same law
 * has it. */
static bool lacks(const StnChooser *chooser, const StnCandidate *c)
{
    bool viscous = chooser->need_viscous && !c->viscous, apart = chooser->need_apart && !c->apart;
    for (int i = 0; (viscous || apart) && i < chooser->def->ncandidate; i++) {
        const StnCandidate *other = &chooser->def->candidate[i];
        if (other->law == c->law && other->elements == c->elements &&
            other->viscous == (c->viscous || viscous) && other->apart == (c->apart || apart))
            return true;
    }
    return false;
}

/* A candidate must not fit worse than one that it holds: then it starts from that one's optimum. */
static StnStatus search_on(StnChooser *chooser, Trial *trial, int index, StnError *error)
{
    StnSelectRow *row = &chooser->out->row[index];
    const StnSelectRow *smaller = NULL;
    StnFreeParameter before[STN_FREE_MAX];
    StnStatus status = STN_OK;
    for (int i = 0; i < index; i++) {
        const StnSelectRow *other = &chooser->out->row[i];
        if (!other->status && !other->left_out && other->fitted < (1.0 - NESTED) * row->fitted &&
            (!smaller || other->fitted < smaller->fitted) &&
            stn_select_is_part(&other->result, &row->result))
            smaller = other;
    }
    if (!smaller)
        return STN_OK;
    StnFitResult *again = malloc(sizeof *again);
    if (!again)
        return stn_out_of_memory(error);
    const int starts = trial->fit.starts;
    memcpy(before, trial->free, sizeof before);
    stn_select_embed(&smaller->result, trial->free, trial->fit.nfree);
    trial->fit.starts = 1;
    status = stn_fit(&trial->fit, again, NULL);
    const double fitted = status ? INFINITY : stn_select_relative(&trial->fit, again);
    if (fitted < row->fitted) {
        StnFitResult old = row->result;
        row->result = *again, *again = old;
        row->fitted = fitted;
    }
    memcpy(trial->free, before, sizeof before);
    trial->fit.starts = starts;
    stn_fit_result_free(again);
    free(again);
    return status == STN_NO_MEMORY ? stn_out_of_memory(error) : STN_OK;
}

static StnStatus try_one(StnChooser *chooser, int index, StnError *error)
{
    const StnCandidate *c = &chooser->def->candidate[index];
    StnSelectRow *row = &chooser->out->row[index];
    Share share = {chooser, index, chooser->def->ncandidate};
    Trial *trial = calloc(1, sizeof *trial);
    StnError why = {.status = STN_OK};
    if (lacks(chooser, c)) {
        row->status = STN_OK, row->left_out = true;
        free(trial);
        return STN_OK;
    }
    if (!trial)
        return stn_out_of_memory(error);
    StnStatus status = STN_NO_MEMORY;
    if (trial_runs(chooser, c, trial)) {
        trial_free_list(chooser, c, trial);
        trial->fit.progress = report_share;
        trial->fit.user = &share;
        status = stn_fit(&trial->fit, &row->result, &why);
    }
    if (!status) {
        row->nparam = row->result.nparam - (stn_select_find(&row->result, "nu") ? 1 : 0);
        row->fitted = stn_select_relative(&trial->fit, &row->result);
        status = search_on(chooser, trial, index, &why);
    }
    if (!status) {
        stn_select_learn(chooser, c, row);
        if (chooser->def->folds > 0)
            status = cross_validate(chooser, trial, &row->result, chooser->error2[index], &why);
        else
            note_errors(chooser, trial, &row->result, chooser->error2[index], -1);
    }
    row->status = status;
    if (status)
        snprintf(row->why, sizeof row->why, "%.200s", why.text);
    trial_end(trial);
    if (status == STN_NO_MEMORY)
        return stn_out_of_memory(error);
    return status == STN_CANCELLED ? stn_error(error, status, "%s", why.text) : STN_OK;
}

/* How many rows judge, and how large what was measured is there. */
static void measure_sizes(StnChooser *chooser)
{
    const StnFitDef *fit = &chooser->def->fit;
    double rows[STN_FIT_SIGNALS_MAX] = {0};
    for (int k = 0; k < fit->nrun; k++)
        for (int s = 0; s < fit->run[k].nsignal; s++)
            for (size_t i = 0; i < fit->run[k].rows; i++)
                if (stn_select_judges(chooser->def, &fit->run[k], i)) {
                    double y = fit->run[k].signal[s].value[i];
                    chooser->size2[s] += y * y;
                    rows[s] += 1.0;
                    chooser->nerror++;
                }
    for (int s = 0; s < STN_FIT_SIGNALS_MAX; s++)
        chooser->size2[s] = chooser->size2[s] > 0.0 ? chooser->size2[s] / rows[s] : 1.0;
}

static StnStatus check(const StnChooser *chooser, StnError *error)
{
    int count = chooser->def->ncandidate;
    if (count < 1 || count > STN_CANDIDATES_MAX)
        return stn_error(error, STN_BAD_INPUT, "1 ... %d candidates are possible",
                         STN_CANDIDATES_MAX);
    for (int i = 0; i < chooser->def->fit.nfree; i++)
        for (int k = 0; k < count; k++)
            if (is_free(&chooser->def->candidate[k], chooser->def->fit.free[i].path))
                return stn_error(error, STN_BAD_INPUT,
                                 "\"%s\" is free in the candidates themselves; beside them the "
                                 "plant, the initial state, inputs, offsets and gains can be free",
                                 chooser->def->fit.free[i].path);
    if (chooser->nerror < JUDGES_LEAST)
        return stn_error(
            error, STN_BAD_INPUT,
            "a choice needs data that the fits have not seen: hold rows out, or ask for "
            "cross-validation");
    return STN_OK;
}

static bool make_room(StnChooser *chooser)
{
    size_t count = (size_t)chooser->def->ncandidate;
    StnSelection *out = chooser->out;
    chooser->error2 = calloc(count, sizeof *chooser->error2);
    out->row = calloc(count, sizeof *out->row);
    if (!chooser->error2 || !out->row)
        return false;
    out->count = chooser->def->ncandidate;
    for (size_t i = 0; i < count; i++) {
        StnSelectRow *row = &out->row[i];
        row->status = STN_CANCELLED; /* until it is fitted */
        row->held = row->chance = row->fitted = row->bic = NAN;
        row->nparam = chooser->def->candidate[i].nparam;
        snprintf(row->label, sizeof row->label, "%s", chooser->def->candidate[i].label);
        chooser->error2[i] = calloc(chooser->nerror + 1, sizeof(double));
        if (!chooser->error2[i])
            return false;
    }
    return true;
}

StnStatus stn_select_law(const StnSelectDef *def, StnSelection *out, StnError *error)
{
    StnChooser chooser = {.def = def, .out = out};
    memset(out, 0, sizeof *out);
    out->best = out->recommended = -1;
    measure_sizes(&chooser);
    StnStatus status = check(&chooser, error);
    if (status)
        return status;
    if (!make_room(&chooser))
        status = stn_out_of_memory(error);
    for (int i = 0; i < def->ncandidate && !status; i++) {
        if (i > 0 && def->candidate[i].law != def->candidate[i - 1].law &&
            def->candidate[i - 1].law == def->candidate[0].law && !def->all)
            stn_select_terms(&chooser, i);
        status = try_one(&chooser, i, error);
    }
    if (!status || status == STN_CANCELLED)
        stn_select_judge(&chooser);
    if (!status && out->recommended < 0)
        status = stn_error(error, STN_FAILED, "no candidate could be fitted: %s", out->row[0].why);
    for (int i = 0; chooser.error2 && i < def->ncandidate; i++)
        free(chooser.error2[i]);
    free(chooser.error2);
    return status;
}

StnStatus stn_select_validate(const StnSelectDef *def, const char *file, StnSelection *selection,
                              StnError *error)
{
    StnChooser *chooser = calloc(1, sizeof *chooser);
    Trial *trial = calloc(1, sizeof *trial);
    StnStatus status = STN_NO_MEMORY;
    if (selection->recommended < 0)
        status = STN_OK; /* there is nothing to validate */
    else if (chooser && trial) {
        const StnCandidate *c = &def->candidate[selection->recommended];
        chooser->def = def;
        if (trial_runs(chooser, c, trial)) {
            trial_free_list(chooser, c, trial);
            status = stn_fit_validate(&trial->fit, file,
                                      &selection->row[selection->recommended].result, error);
        }
    }
    free(chooser);
    if (trial)
        trial_end(trial);
    return status == STN_NO_MEMORY ? stn_out_of_memory(error) : status;
}

void stn_selection_free(StnSelection *selection)
{
    for (int i = 0; selection->row && i < selection->count; i++)
        stn_fit_result_free(&selection->row[i].result);
    free(selection->row);
    memset(selection, 0, sizeof *selection);
}
