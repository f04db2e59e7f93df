/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One candidate: its law on the site in every run, what is free in it and where that starts, and its errors on rows that
 * its fit has not seen. */
#include "identify/select_internal.h"

#include "core/system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ABOVE 1.2
#define SHARE 0.05 /* of a torque, or of its square over 1 N*m */

static const StnGiven *find_given(const StnSiteDef *site, const char *name)
{
    const int i = stn_given_index(site->given, site->ngiven, name);
    return i < 0 ? NULL : &site->given[i];
}

/* "Fc", "friction.s.Fc", "Fc.each" for "friction.s.Fc.forward". */
bool stn_select_is_free(const StnCandidate *c, const char *path)
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
static bool is_torque_share(const char *name)
{
    const int k = stn_friction_parameter(name);
    const StnParam *p = k < 0 ? NULL : stn_friction_parameter_at(k);
    return p && p->kind == STN_KIND_SCALAR && p->min == 0.0 && p->unit[0] == '1' &&
           (p->def == 0.0 || (isnan(p->def) && p->derived));
}

bool stn_select_drops(const StnCandidate *c, const char *name)
{
    const bool optional =
        strcmp(name, "Fs") == 0 || strcmp(name, "sigma2") == 0 || is_torque_share(name);
    return optional && !stn_select_is_free(c, name);
}

/* The run's friction with the candidate's law. */
static bool trial_site(const StnCandidate *c, double stiffness, const StnGiven found[2],
                       StnSiteDef *site)
{
    const StnSiteDef asked = *site;
    const StnGiven *k = find_given(&asked, "k"), *nu = find_given(&asked, "nu");
    bool own =
        found[0].count == 0 && (k ? k->count == c->elements : nu && nu->count == c->elements);
    site->given = calloc((size_t)asked.ngiven + 4, sizeof *site->given);
    if (!site->given)
        return false;
    site->ngiven = 0;
    site->law = c->law;
    for (int i = 0; asked.given && i < asked.ngiven; i++) {
        const StnGiven *given = &asked.given[i];
        if (strcmp(given->name, "n") == 0 && !isnan(c->n))
            continue;
        if ((given == k || given == nu) ? own : !stn_select_drops(c, given->name))
            site->given[site->ngiven++] = *given;
    }
    if (!isnan(c->n))
        give(site, "n", 1, c->n);
    if (!isnan(stiffness) && !find_given(&asked, "sigma0"))
        give(site, "sigma0", 1, stiffness);
    if (found[0].count > 0)
        for (int i = 0; i < 2; i++)
            site->given[site->ngiven++] = found[i];
    else if (c->elements > 0 && !own)
        give_elements(site, k, nu, c->elements);
    return true;
}

static bool trial_runs(StnChooser *chooser, const StnCandidate *c, StnSelectTrial *trial)
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
    if (isnan(one->start) && k >= 0 && is_torque_share(words.word[2]))
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
static void trial_free_list(StnChooser *chooser, const StnCandidate *c, StnSelectTrial *trial)
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

void stn_select_start_afresh(StnChooser *chooser, const StnCandidate *c, StnSelectTrial *trial)
{
    const StnFitDef fit = trial->fit;
    const int known = chooser->nknown;
    chooser->nknown = 0;
    trial_free_list(chooser, c, trial);
    chooser->nknown = known;
    trial->fit = fit;
}

bool stn_select_trial_make(StnChooser *chooser, const StnCandidate *c, StnSelectTrial *trial)
{
    if (!trial_runs(chooser, c, trial))
        return false;
    trial_free_list(chooser, c, trial);
    return true;
}

void stn_select_trial_end(StnSelectTrial *trial)
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

void stn_select_note_errors(const StnChooser *chooser, const StnSelectTrial *trial,
                            const StnFitResult *result, double *error2, int fold)
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
StnStatus stn_select_cross_validate(StnChooser *chooser, StnSelectTrial *trial,
                                    const StnFitResult *full, double *error2, StnError *error)
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
            stn_select_note_errors(chooser, trial, result, error2, fold);
        stn_fit_result_free(result);
        free(result);
    }
    return status;
}
