/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which candidate is enough.  The squared errors of a candidate and of the best one are compared block by
 * block; a candidate is enough when the mean difference may be chance (one-sided t-test, 5 %) and Schwarz's
 * criterion does not speak strongly for the best one, when that reduces the error by less than what is
 * worthwhile, or when it holds this one and Schwarz's criterion speaks strongly against what it has more: on data that no
 * fit has seen the best of several is better by chance now and then.  The recommendation is the one with the fewest
 * parameters among those. */
#include "identify/select_internal.h"
#include "identify/spread.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BLOCKS = 20, SMALL = 400 }; /* so many rows that are apart are compared one by one */
#define NEEDED 0.2        /* part of the error that a term must take away to be taken for granted */
#define CLEARLY 0.99      /* of two with as many parameters the later one must be better by this */
#define SOLVER_ERROR 1e-4 /* %: an error as small as this is that of the solver */
#define STRONG 10.0 /* difference of Schwarz's criterion that counts as very strong evidence */

static bool is_fitted(const StnSelectRow *row) { return !row->status && !row->left_out; }

/* ---- Scores ---- */

double stn_select_relative(const StnFitDef *fit, const StnFitResult *result)
{
    double e2[STN_FIT_SIGNALS_MAX] = {0}, y2[STN_FIT_SIGNALS_MAX] = {0}, sum = 0.0, signals = 0.0;
    for (int k = 0; k < fit->nrun; k++)
        for (int s = 0; s < fit->run[k].nsignal; s++) {
            const StnScore *one = &result->fitted[k][s];
            double n = (double)one->rows, y = one->rms / (one->relative / 100.0);
            if (one->rows == 0 || !(one->relative > 0.0))
                continue;
            e2[s] += n * one->rms * one->rms, y2[s] += n * y * y;
        }
    for (int s = 0; s < STN_FIT_SIGNALS_MAX; s++)
        if (y2[s] > 0.0)
            sum += e2[s] / y2[s], signals += 1.0;
    return signals > 0.0 ? 100.0 * sqrt(sum / signals) : 0.0;
}

/* Part of the samples that neighbours' likeness leaves independent. */
static double independent(const StnFitResult *result, int run, int signal)
{
    return stn_effective_rows(1.0, result->white[run][signal].lag1);
}

/* N*ln(SSE/N) + k*ln N for independent samples, as many as the best fit leaves. */
static double schwarz(const StnFitDef *fit, const StnSelectRow *row, const StnSelectRow *best)
{
    double sum = 0.0, most = 0.0;
    for (int k = 0; k < fit->nrun; k++)
        for (int s = 0; s < fit->run[k].nsignal; s++) {
            double n = (double)row->result.fitted[k][s].rows * independent(&best->result, k, s);
            if (row->result.fitted[k][s].rows == 0)
                continue; /* a run that is held out */
            sum += n * 2.0 *
                   log(fmax(row->result.fitted[k][s].rms, DBL_MIN) /
                       fmax(best->result.fitted[k][s].rms, DBL_MIN));
            most += n;
        }
    return sum + (row->nparam - best->nparam) * log(fmax(most, 2.0));
}

static void add_text(char *out, size_t size, const char *text)
{
    size_t n = strlen(out);
    snprintf(out + n, size - n, "%s%s", n ? "; " : "", text);
}

/* Whether a candidate that has not this parameter is enough. */
static bool enough_without(const StnSelection *out, const char *item)
{
    for (int i = 0; i < out->count; i++)
        if (is_fitted(&out->row[i]) && out->row[i].enough &&
            !stn_select_find(&out->row[i].result, item))
            return true;
    return false;
}

/* What the numbers say about the features that make a candidate complicated. */
static void explain(const StnChooser *chooser, StnSelectRow *row)
{
    const StnSelectDef *def = chooser->def;
    const StnFitRun *run = &def->fit.run[0];
    bool rotary = run->x || run->v ? run->rotary : run->def.plant->sites[def->site].rotary;
    double resolution = def->resolution;
    const char *unit = rotary ? "rad" : "m";
    const StnFitParameter *Fs = stn_select_find(&row->result, "Fs"),
                          *Fc = stn_select_find(&row->result, "Fc");
    const StnFitParameter *stiff = stn_select_find(&row->result, "sigma0"),
                          *vs = stn_select_find(&row->result, "vs");
    char text[160];
    if (Fs && Fs->at_bound)
        add_text(row->why, sizeof row->why, "the static level is not above the sliding one");
    else if (Fs && Fc && vs && (isnan(vs->std) || vs->high > 10.0 * vs->low))
        add_text(row->why, sizeof row->why, "the Stribeck velocity is not determined");
    if (stiff && Fc && !isnan(resolution) && enough_without(chooser->out, "sigma0")) {
        double length = fmax(Fc->value, Fs ? Fs->value : 0.0) / stiff->value;
        if (length < resolution) {
            snprintf(text, sizeof text,
                     "pre-sliding would be %.2g %s, the sensor resolves %.2g %s: do not model it",
                     length, unit, resolution, unit);
            add_text(row->why, sizeof row->why, text);
        }
    } else if (stiff && (isnan(stiff->std) || stiff->high > 10.0 * stiff->low)) {
        add_text(row->why, sizeof row->why, "the pre-sliding stiffness is not determined");
    }
}

/* ---- The verdict ---- */

/* One-sided probability of Student's t. */
static double chance_of(double t, double freedom)
{
    double two = stn_f_probability(t * t, 1.0, freedom);
    return t > 0.0 ? 0.5 * two : 1.0 - 0.5 * two;
}

/* Probability that the mean difference of squared errors to the best ones is chance. */
static double compare(const StnChooser *chooser, const double *error2, const double *best)
{
    bool apart = stn_select_rows_apart(&chooser->def->fit.run[0]);
    size_t n = chooser->nerror, blocks = n < (apart ? SMALL : BLOCKS) ? n : BLOCKS;
    double sum = 0.0, sum2 = 0.0;
    for (size_t b = 0; b < blocks; b++) {
        double d = 0.0;
        for (size_t i = b * n / blocks; i < (b + 1) * n / blocks; i++)
            d += error2[i] - best[i];
        d *= (double)blocks / (double)n;
        sum += d, sum2 += d * d;
    }
    double m = sum / (double)blocks, var = sum2 / (double)blocks - m * m;
    if (!(var > 0.0))
        return m > 0.0 ? 0.0 : 1.0;
    return chance_of(m / sqrt(var / ((double)blocks - 1.0)), (double)blocks - 1.0);
}

/* Whether a parameter is free in b, as itself or by direction. */
static bool has_it(const StnFitResult *b, const StnFitParameter *p)
{
    for (int k = 0; k < b->nparam; k++) {
        const StnFitParameter *own = &b->param[k];
        if (own->place == p->place && own->site == p->site && strcmp(own->item, p->item) == 0 &&
            own->first >= p->first && own->last <= p->last)
            return true;
    }
    return false;
}

bool stn_select_is_part(const StnFitResult *a, const StnFitResult *b)
{
    for (int i = 0; i < a->nparam; i++)
        if (a->param[i].place != STN_FIT_PLACE_OFFSET && !has_it(b, &a->param[i]))
            return false;
    return true;
}

/* Is it significantly better than the best of the simpler ones, on what was fitted (F-test)? */
static void against_simpler(StnChooser *chooser, int index)
{
    const StnSelection *out = chooser->out;
    StnSelectRow *row = &out->row[index];
    const StnSelectRow *simple = NULL;
    char text[160];
    double rows = 0.0;
    for (int i = 0; i < out->count; i++)
        if (is_fitted(&out->row[i]) && out->row[i].nparam < row->nparam &&
            stn_select_is_part(&out->row[i].result, &row->result) &&
            (!simple || out->row[i].fitted < simple->fitted))
            simple = &out->row[i];
    for (int k = 0; k < chooser->def->fit.nrun; k++)
        for (int s = 0; s < chooser->def->fit.run[k].nsignal; s++)
            rows += (double)row->result.fitted[k][s].rows *
                    independent(&out->row[out->best].result, k, s);
    if (!simple)
        return;
    double chance = stn_compare_fits(simple->fitted * simple->fitted, simple->nparam,
                                     row->fitted * row->fitted, row->nparam, (size_t)rows);
    if (!(chance > STN_SELECT_CHANCE))
        return;
    snprintf(text, sizeof text, "not significantly better than %s (F-test: probability %.2g)",
             simple->label, chance);
    add_text(row->why, sizeof row->why, text);
}

int stn_select_score(StnChooser *chooser, int count)
{
    StnSelection *out = chooser->out;
    int best = -1;
    for (int i = 0; i < count; i++) {
        StnSelectRow *row = &out->row[i];
        double sum = 0.0;
        if (!is_fitted(row))
            continue;
        for (size_t k = 0; k < chooser->nerror; k++)
            sum += chooser->error2[i][k];
        row->held = 100.0 * sqrt(sum / (double)chooser->nerror);
        if (best < 0 || row->held < out->row[best].held)
            best = i;
    }
    return best;
}

/* The best of the first law with and without a term: is it needed?  Only what reduces the error by a fifth
 * and is no chance counts: richer laws may do without less. */
static bool is_needed(StnChooser *chooser, int count, bool (*has)(const StnCandidate *c))
{
    const StnSelection *out = chooser->out;
    int with = -1, without = -1;
    for (int i = 0; i < count; i++) {
        int *best = has(&chooser->def->candidate[i]) ? &with : &without;
        if (is_fitted(&out->row[i]) && (*best < 0 || out->row[i].held < out->row[*best].held))
            *best = i;
    }
    return with >= 0 && without >= 0 &&
           out->row[with].held < (1.0 - NEEDED) * out->row[without].held &&
           compare(chooser, chooser->error2[without], chooser->error2[with]) < STN_SELECT_CHANCE;
}

static bool has_viscous(const StnCandidate *c) { return c->viscous; }
static bool has_sides(const StnCandidate *c) { return c->apart; }

void stn_select_terms(StnChooser *chooser, int count)
{
    stn_select_score(chooser, count);
    chooser->need_viscous = is_needed(chooser, count, has_viscous);
    chooser->need_apart = is_needed(chooser, count, has_sides);
    if (chooser->need_viscous || chooser->need_apart)
        snprintf(chooser->out->left_out, sizeof chooser->out->left_out,
                 "%s a fifth or more off the error of %s, so the other laws were fitted so only.",
                 !chooser->need_apart     ? "A viscous term takes"
                 : !chooser->need_viscous ? "Friction by direction takes"
                                          : "A viscous term and friction by direction take",
                 chooser->def->candidate[0].law->name);
}

/* least: the smallest of Schwarz's criterion.  It belongs to the best one or to one with fewer parameters:
 * however many the best one has, that speaks for nobody. */
static void judge_row(StnChooser *chooser, int i, double least)
{
    StnSelection *out = chooser->out;
    StnSelectRow *row = &out->row[i];
    const StnSelectRow *best = &out->row[out->best];
    row->chance =
        i == out->best ? 1.0 : compare(chooser, chooser->error2[i], chooser->error2[out->best]);
    row->loss = row->held > 0.0 ? 1.0 - best->held / row->held : 0.0;
    const bool preferred = row->bic < best->bic - STRONG && row->nparam < best->nparam &&
                           stn_select_is_part(&row->result, &best->result);
    row->enough = row->held <= SOLVER_ERROR || i == out->best || preferred ||
                  (row->chance > STN_SELECT_CHANCE && row->bic - least < STRONG) ||
                  row->loss < chooser->def->worthwhile;
    const StnSelectRow *chosen = out->recommended < 0 ? NULL : &out->row[out->recommended];
    if (row->enough && (!chosen || row->nparam < chosen->nparam ||
                        (row->nparam == chosen->nparam && row->held < CLEARLY * chosen->held)))
        out->recommended = i;
}

/* What a simpler one would cost. */
static void next_best(const StnSelection *out, char *text, size_t size)
{
    const StnSelectRow *row = &out->row[out->recommended], *next = NULL;
    for (int i = 0; i < out->count; i++)
        if (is_fitted(&out->row[i]) && out->row[i].nparam < row->nparam &&
            (!next || out->row[i].held < next->held))
            next = &out->row[i];
    if (next && !next->enough)
        snprintf(text, size, "; the best of the simpler ones, %s (%d parameters), has %.4g %%: %s",
                 next->label, next->nparam, next->held,
                 next->chance <= STN_SELECT_CHANCE
                     ? "that is no chance"
                     : "Schwarz's criterion speaks strongly against it");
}

/* Whether not even the best one is better than no model at all, by more than what is worthwhile and than chance: one of
 * many always looks better, so the limit is that of the best of so many (Bonferroni). */
static bool worth_nothing(const StnChooser *chooser)
{
    const StnSelection *out = chooser->out;
    double tried = 0.0;
    for (int i = 0; i < out->count; i++)
        tried += is_fitted(&out->row[i]);
    return out->best >= 0 &&
           (out->row[out->best].held > 100.0 * (1.0 - chooser->def->worthwhile) ||
            tried * compare(chooser, chooser->nothing2, chooser->error2[out->best]) >
                STN_SELECT_CHANCE);
}

static void give_reason(const StnSelectDef *def, StnSelection *out)
{
    if (out->nothing)
        snprintf(out->reason, sizeof out->reason,
                 "Nothing is determined: the best one, %s, leaves %.4g %% of what was measured %s, "
                 "no less than no model at all would; columns or units may be the wrong ones, or "
                 "another force acts",
                 out->row[out->best].label, out->row[out->best].held,
                 def->folds > 0 ? "in cross-validation" : "on data not used in the fit");
    else if (out->recommended < 0)
        snprintf(out->reason, sizeof out->reason, "no candidate could be fitted");
    if (out->recommended < 0)
        return;
    const StnSelectRow *row = &out->row[out->recommended], *best = &out->row[out->best];
    const char *data = def->folds > 0 ? "in cross-validation" : "on data not used in the fit";
    int fitted = 0, missing = 0;
    size_t n = 0;
    for (int i = 0; i < out->count; i++)
        fitted += is_fitted(&out->row[i]), missing += out->row[i].status == STN_CANCELLED;
    if (missing > 0)
        n = (size_t)snprintf(out->reason, sizeof out->reason,
                             "Only %d of %d candidates were fitted.  Among them ", fitted,
                             fitted + missing);
    n += (size_t)snprintf(out->reason + n, sizeof out->reason - n,
                          "%s (%d parameter%s) is enough: its error %s is %.4g %%", row->label,
                          row->nparam, row->nparam == 1 ? "" : "s", data, row->held);
    if (row == best) {
        n += (size_t)snprintf(out->reason + n, sizeof out->reason - n, ", and no other is better");
        next_best(out, out->reason + n, sizeof out->reason - n);
        return;
    }
    const double gain = 100.0 * (1.0 - best->held / row->held);
    const int more = best->nparam - row->nparam;
    n += (size_t)snprintf(out->reason + n, sizeof out->reason - n,
                          "; the best one, %s (%d parameters), has %.4g %%, ", best->label,
                          best->nparam, best->held);
    if (gain < 100.0 * def->worthwhile || row->held <= SOLVER_ERROR)
        n += (size_t)snprintf(out->reason + n, sizeof out->reason - n,
                              "%.2g %% less, which is not worth %d more parameter%s", gain, more,
                              more == 1 ? "" : "s");
    else if (row->chance > STN_SELECT_CHANCE)
        n += (size_t)snprintf(out->reason + n, sizeof out->reason - n,
                              "which may be chance (probability %.2g)", row->chance);
    else
        n += (size_t)snprintf(out->reason + n, sizeof out->reason - n,
                              "%.2g %% less, but with its %d more parameter%s what was fitted is "
                              "hardly met better: Schwarz's criterion speaks strongly against it",
                              gain, more, more == 1 ? "" : "s");
    if (best->why[0])
        snprintf(out->reason + n, sizeof out->reason - n, "; there, %.200s", best->why);
}

void stn_select_judge(StnChooser *chooser)
{
    StnSelection *out = chooser->out;
    double least = 0.0;
    out->recommended = -1;
    out->best = stn_select_score(chooser, out->count);
    for (int i = 0; i < out->count; i++)
        if (is_fitted(&out->row[i])) {
            out->row[i].bic = schwarz(&chooser->def->fit, &out->row[i], &out->row[out->best]);
            least = fmin(least, out->row[i].bic);
        }
    for (int i = 0; i < out->count; i++)
        if (is_fitted(&out->row[i]))
            judge_row(chooser, i, least);
    out->nothing = worth_nothing(chooser);
    if (out->nothing)
        out->recommended = -1;
    for (int i = 0; i < out->count && !out->nothing; i++)
        if (is_fitted(&out->row[i])) {
            explain(chooser, &out->row[i]);
            against_simpler(chooser, i);
        }
    give_reason(chooser->def, out);
}
