/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a model lacks: intervals say how well its terms fit, not that a term is missing.  Terms that are not in
 * the model are tried one after another, and the one that explains most of the residual is named. */
#ifndef STN_IDENTIFY_LACKING_H
#define STN_IDENTIFY_LACKING_H

#include "stiction/identify.h"

/* The term so far; name NULL: none.  words: what the residual follows; option: what adds it, NULL: nothing. */
typedef struct StnLacking {
    const char *name, *words, *option;
    double share, chance; /* of the residual's variance; probability of chance */
} StnLacking;

/* What a term would leave, in a model of nmodel parameters with the sum of squares `plain` over `rows`.
 * correlation: of neighbours in what is left, as correlated residuals say less than their number. */
typedef struct StnLackingTerm {
    const char *name, *words, *option;
    double plain, sse, correlation;
    size_t rows;
    int nmodel, nparam; /* nparam: that it costs */
} StnLackingTerm;

/* Takes the term where it is no chance and explains more than the one before; whether it did. */
bool stn_lacking_take(StnLacking *best, const StnLackingTerm *term);
/* Whether a term with this name (NULL: none) acts beside reversals, as a falling part does; what is said then in place of any
 * words about one.  where: "over both directions", or "". */
bool stn_lacks_at_reversals(const char *missing);
void stn_remark_hidden_falling(const char *where, StnRemarks *remarks);
void stn_lacking_remark(const StnLacking *lacking, StnRemarks *remarks);

#endif
