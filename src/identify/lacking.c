/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/lacking.h"
#include "identify/spread.h"

#include <math.h>
#include <string.h>

/* A term is named where chance explains it with less than CHANCE and it explains more than SHARE of the
 * residual's variance. */
#define CHANCE 1e-3
#define SHARE 0.1

static const struct {
    const char *name;
    bool at_reversals;
    const char *words;
} terms[] = {[STN_LACKS_NOTHING] = {NULL, false, ""},
#define TERM(term, name, at_reversals, words) [STN_LACKS_##term] = {name, at_reversals, words},
             STN_LACKING_TERMS(TERM)
#undef TERM
};

const char *stn_lacking_name(StnLackingKind kind) { return terms[kind].name; }

bool stn_lacking_take(StnLacking *best, const StnLackingTerm *term)
{
    const double share = 1.0 - term->sse / term->plain;
    const double chance =
        stn_compare_correlated(term->plain, term->nmodel, fmin(term->sse, term->plain),
                               term->nmodel + term->nparam, term->rows, term->correlation);
    if (!(share > SHARE && chance < CHANCE && (!best->kind || share > best->share)))
        return false;
    *best = (StnLacking){term->kind, term->option, share, chance};
    return true;
}

bool stn_lacks_at_reversals(const char *missing)
{
    for (size_t k = 1; missing && k < sizeof terms / sizeof terms[0]; k++)
        if (strcmp(missing, terms[k].name) == 0)
            return terms[k].at_reversals;
    return false;
}

void stn_remark_hidden_falling(const char *where, StnRemarks *remarks)
{
    stn_remark(remarks,
               "Whether friction falls with the speed (Stribeck) cannot be judged%s%s as long as "
               "what is missing stands: it changes the effort beside reversals, where the speed "
               "is low, too.",
               *where ? " " : "", where);
}

static void remark(const StnLacking *lacking, const char *beside, StnRemarks *remarks)
{
    const char *option = lacking->option;
    if (lacking->kind)
        stn_remark(remarks,
                   "%she residual follows %s: that explains %.0f %% of its variance (probability "
                   "of chance %.1g) and is missing in the model.  Other terms stand for it now; "
                   "their intervals hold what they are with and without it.%s%s%s",
                   beside, terms[lacking->kind].words, 100.0 * lacking->share, lacking->chance,
                   option ? "  " : "", option ? option : "", option ? " adds it." : "");
}

void stn_lacking_remark(const StnLacking *lacking, StnRemarks *remarks)
{
    remark(lacking, "T", remarks);
}

void stn_lacking_remark_beside(const StnLacking *lacking, StnRemarks *remarks)
{
    remark(lacking, "Beside that, t", remarks);
}
