/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The simplest law that is good enough.
 *
 * Candidates are fitted in the order of the laws, each starting from the best that was found before.  Terms
 * that the first law cannot do without (viscous, by direction) are taken for granted in the others: that
 * leaves out fits that would take most of the time.  Data that no fit has seen decide: rows held
 * out, or the parts of a cross-validation. */
#include "identify/select_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JUDGES_LEAST = 8 }; /* rows */
#define NESTED 1e-6        /* of an error: a smaller difference is rounding */
#define ALIKE 1e-3         /* of an error: a smaller difference is none */

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
    StnChooser *chooser = share->chooser;
    const StnFitDef *fit = &chooser->def->fit;
    if (!chooser->ended && fit->progress)
        chooser->ended = !fit->progress(fit->user, (share->index + fraction) / share->count);
    return !chooser->ended; /* all fits of a selection end by one answer */
}

/* Whether the one is better than the other on data that no fit has seen.  Of two that are alike the simpler one is: what
 * the other has more found nothing, and the last digits of their searches would decide. */
static bool is_better(const StnSelectRow *one, const StnSelectRow *other)
{
    const int more = one->result.nparam - other->result.nparam;
    const double alike = more > 0 ? 1.0 - ALIKE : more < 0 ? 1.0 + ALIKE : 1.0;
    return !(other->held * alike <= one->held); /* NaN: the other was left out itself */
}

/* Whether a candidate varies one that is not the best of its law. */
static bool varies_another(StnChooser *chooser, const StnCandidate *c)
{
    if (c->base < 0 || chooser->def->all)
        return false;
    const StnSelectRow *row = chooser->out->row;
    stn_select_score(chooser, (int)(c - chooser->def->candidate));
    for (int i = 0; i < (int)(c - chooser->def->candidate); i++) {
        const StnCandidate *other = &chooser->def->candidate[i];
        if (other->law == c->law && other->elements == c->elements && other->base < 0 &&
            i != c->base && !row[i].status && !row[i].left_out && is_better(&row[i], &row[c->base]))
            return true;
    }
    return false;
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

/* The best on what was fitted of those that a candidate holds. */
static const StnSelectRow *best_part(const StnChooser *chooser, int index)
{
    const StnSelectRow *row = &chooser->out->row[index], *best = NULL;
    for (int i = 0; i < index; i++) {
        const StnSelectRow *other = &chooser->out->row[i];
        if (!other->status && !other->left_out && (!best || other->fitted < best->fitted) &&
            stn_select_is_part(&other->result, &row->result))
            best = other;
    }
    return best;
}

/* One search from the starts of the trial; what it finds is taken where it is better. */
static StnStatus search_again(StnSelectTrial *trial, StnSelectRow *row, StnError *error)
{
    StnFitResult *again = malloc(sizeof *again);
    if (!again)
        return stn_out_of_memory(error);
    const int starts = trial->fit.starts;
    trial->fit.starts = 1;
    const StnStatus status = stn_fit(&trial->fit, again, NULL);
    const double fitted = status ? INFINITY : stn_select_relative(&trial->fit, again);
    if (fitted < row->fitted) {
        StnFitResult old = row->result;
        row->result = *again, *again = old;
        row->fitted = fitted;
    }
    trial->fit.starts = starts;
    stn_fit_result_free(again);
    free(again);
    return status == STN_NO_MEMORY ? stn_out_of_memory(error) : STN_OK;
}

/* A candidate must not fit worse than one that it holds: then it starts from that one's optimum.  Where what it has more
 * found nothing, it may have been led astray by what others found: then it starts from the values of the run. */
static StnStatus search_on(StnChooser *chooser, const StnCandidate *c, StnSelectTrial *trial,
                           int index, StnError *error)
{
    StnSelectRow *row = &chooser->out->row[index];
    const StnSelectRow *part = best_part(chooser, index);
    StnFreeParameter before[STN_FREE_MAX];
    StnStatus status = STN_OK;
    memcpy(before, trial->free, sizeof before);
    if (part && part->fitted < (1.0 - NESTED) * row->fitted) {
        stn_select_embed(&part->result, trial->free, trial->fit.nfree);
        status = search_again(trial, row, error);
    }
    if (!status && part && part->fitted * (1.0 - ALIKE) < row->fitted) {
        stn_select_start_afresh(chooser, c, trial);
        status = search_again(trial, row, error);
    }
    memcpy(trial->free, before, sizeof before);
    return status;
}

/* A variation whose curve ended at a bound (vs beyond the measured speeds, n) only bends where the data are not: it is no
 * candidate. */
static bool is_admissible(const StnCandidate *c, const StnFitResult *result)
{
    const StnFitParameter *vs = stn_select_find(result, "vs"), *n = stn_select_find(result, "n");
    return c->base < 0 || !((vs && vs->at_bound) || (n && n->at_bound));
}

static StnStatus try_one(StnChooser *chooser, int index, StnError *error)
{
    const StnCandidate *c = &chooser->def->candidate[index];
    StnSelectRow *row = &chooser->out->row[index];
    Share share = {chooser, index, chooser->def->ncandidate};
    StnSelectTrial *trial = calloc(1, sizeof *trial);
    StnError why = {.status = STN_OK};
    if (lacks(chooser, c) || varies_another(chooser, c)) {
        row->status = STN_OK, row->left_out = true;
        free(trial);
        return STN_OK;
    }
    if (!trial)
        return stn_out_of_memory(error);
    StnStatus status = STN_NO_MEMORY;
    if (stn_select_trial_make(chooser, c, trial)) {
        trial->fit.progress = report_share;
        trial->fit.user = &share;
        status = stn_fit(&trial->fit, &row->result, &why);
    }
    if (!status) {
        row->nparam = row->result.nparam - (stn_select_find(&row->result, "nu") ? 1 : 0);
        row->fitted = stn_select_relative(&trial->fit, &row->result);
        status = search_on(chooser, c, trial, index, &why);
    }
    if (!status)
        row->left_out = !is_admissible(c, &row->result);
    if (!status && !row->left_out) {
        stn_select_learn(chooser, c, row);
        if (chooser->def->folds > 0)
            status = stn_select_cross_validate(chooser, trial, &row->result, chooser->error2[index],
                                               &why);
        else
            stn_select_note_errors(chooser, trial, &row->result, chooser->error2[index], -1);
    }
    row->status = status;
    if (status)
        snprintf(row->why, sizeof row->why, "%.200s", why.text);
    stn_select_trial_end(trial);
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
            if (stn_select_is_free(&chooser->def->candidate[k], chooser->def->fit.free[i].path))
                return stn_error(error, STN_BAD_INPUT,
                                 "\"%s\" is free in the candidates themselves; beside them the "
                                 "plant, the initial state, inputs, offsets and gains can be free",
                                 chooser->def->fit.free[i].path);
    size_t rows = 0;
    for (int k = 0; k < chooser->def->fit.nrun; k++)
        rows += chooser->def->fit.run[k].rows;
    if (rows < 2 * JUDGES_LEAST)
        return stn_error(error, STN_BAD_INPUT,
                         "%zu row%s too few to choose a law: at least %d are needed, half of them "
                         "to judge the fits of the others",
                         rows, rows == 1 ? " is" : "s are", 2 * JUDGES_LEAST);
    if (chooser->nerror < JUDGES_LEAST)
        return stn_error(
            error, STN_BAD_INPUT,
            "a choice needs data that the fits have not seen: hold rows out, or ask for "
            "cross-validation");
    return STN_OK;
}

/* In the order of stn_select_note_errors. */
static void note_nothing(StnChooser *chooser)
{
    const StnFitDef *fit = &chooser->def->fit;
    size_t at = 0;
    for (int k = 0; k < fit->nrun; k++)
        for (int s = 0; s < fit->run[k].nsignal; s++)
            for (size_t i = 0; i < fit->run[k].rows; i++)
                if (stn_select_judges(chooser->def, &fit->run[k], i))
                    chooser->nothing2[at++] =
                        pow(fit->run[k].signal[s].value[i], 2) / chooser->size2[s];
}

static bool make_room(StnChooser *chooser)
{
    size_t count = (size_t)chooser->def->ncandidate;
    StnSelection *out = chooser->out;
    chooser->error2 = calloc(count, sizeof *chooser->error2);
    out->row = calloc(count, sizeof *out->row);
    chooser->nothing2 = calloc(chooser->nerror + 1, sizeof *chooser->nothing2);
    if (!chooser->error2 || !out->row || !chooser->nothing2)
        return false;
    note_nothing(chooser);
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
    if (!status && out->recommended < 0 && !out->nothing)
        status = stn_error(error, STN_FAILED, "no candidate could be fitted: %s", out->row[0].why);
    for (int i = 0; chooser.error2 && i < def->ncandidate; i++)
        free(chooser.error2[i]);
    free(chooser.error2);
    free(chooser.nothing2);
    return status;
}

StnStatus stn_select_validate(const StnSelectDef *def, const char *file, StnSelection *selection,
                              StnError *error)
{
    StnChooser *chooser = calloc(1, sizeof *chooser);
    StnSelectTrial *trial = calloc(1, sizeof *trial);
    StnStatus status = STN_NO_MEMORY;
    if (selection->recommended < 0)
        status = STN_OK; /* there is nothing to validate */
    else if (chooser && trial) {
        const StnCandidate *c = &def->candidate[selection->recommended];
        chooser->def = def;
        if (stn_select_trial_make(chooser, c, trial))
            status = stn_fit_validate(&trial->fit, file,
                                      &selection->row[selection->recommended].result, error);
    }
    free(chooser);
    if (trial)
        stn_select_trial_end(trial);
    return status == STN_NO_MEMORY ? stn_out_of_memory(error) : status;
}

void stn_selection_free(StnSelection *selection)
{
    for (int i = 0; selection->row && i < selection->count; i++)
        stn_fit_result_free(&selection->row[i].result);
    free(selection->row);
    memset(selection, 0, sizeof *selection);
}
