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

bool stn_lacking_take(StnLacking *best, const StnLackingTerm *term)
{
    const double share = 1.0 - term->sse / term->plain;
    const double chance =
        stn_compare_correlated(term->plain, term->nmodel, fmin(term->sse, term->plain),
                               term->nmodel + term->nparam, term->rows, term->correlation);
    if (!(share > SHARE && chance < CHANCE && (!best->name || share > best->share)))
        return false;
    *best = (StnLacking){term->name, term->words, term->option, share, chance};
    return true;
}

bool stn_lacks_at_reversals(const char *missing)
{
    static const char *const at[] = {"delay", "lag", "presliding", "play"};
    for (size_t k = 0; missing && k < sizeof at / sizeof at[0]; k++)
        if (strncmp(missing, at[k], strlen(at[k])) == 0)
            return true;
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

void stn_lacking_remark(const StnLacking *lacking, StnRemarks *remarks)
{
    const char *option = lacking->option;
    if (lacking->name)
        stn_remark(remarks,
                   "The residual follows %s: that explains %.0f %% of its variance (probability of "
                   "chance %.1g) and is missing in the model.  Other terms stand for it now; "
                   "their intervals hold what they are with and without it.%s%s%s",
                   lacking->words, 100.0 * lacking->share, lacking->chance, option ? "  " : "",
                   option ? option : "", option ? " adds it." : "");
}
