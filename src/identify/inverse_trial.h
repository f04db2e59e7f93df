/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Terms that an inverse model might have, tried on what it leaves. */
#ifndef STN_IDENTIFY_INVERSE_TRIAL_H
#define STN_IDENTIFY_INVERSE_TRIAL_H

#include "identify/basis.h"
#include "identify/inverse_model.h"

enum { STN_TRIAL_COLUMNS = 2 }; /* that a term may have */

typedef struct StnInverseTrial {
    const StnInverseModel *m;
    StnBasis basis;                   /* of the weighted columns of the model */
    double *extra[STN_TRIAL_COLUMNS]; /* what is tried is written here, in rows; then it is lost */
    double *tried[STN_TRIAL_COLUMNS]; /* what was tried last, as it was written, */
    double *kept[STN_TRIAL_COLUMNS];  /* ... and that of the term that is named */
    int ntried, nkept;
    double *rest, *left; /* what the model leaves of the effort, weighted; and a term of that */
    double *root;        /* of the weights; NULL: all 1 */
    double *memory;
    double plain; /* sum of squares of the model itself */
    size_t rows;
    bool memory_out;
} StnInverseTrial;

/* What a term gains: sum of squares (infinite where it cannot be fitted), and the correlation of neighbours in
 * the residual that it leaves. */
typedef struct StnGain {
    double sse, correlation;
    double value, length; /* of the column, where it is one; what the model leaves of its length */
} StnGain;

/* Over the first `rows` of the model; to be freed also on failure. */
StnStatus stn_inverse_trial_make(StnInverseTrial *t, const StnInverseModel *m, size_t rows);
void stn_inverse_trial_free(StnInverseTrial *t);
/* Of the first columns of t->extra. */
StnGain stn_inverse_trial_gain(StnInverseTrial *t, int columns);
/* What was tried last is that of the term that is named. */
void stn_inverse_trial_keep(StnInverseTrial *t);
/* Makes intervals hold what the estimates are with the term that is kept. */
StnStatus stn_inverse_falsify(const StnInverseTrial *t, StnEstimates *estimates);
/* The best Stribeck speed, of a grid between a hundredth and a third of the largest speed, for a part that falls. */
StnGain stn_inverse_trial_falling(StnInverseTrial *t, double largest, double *vs);

/* Less effort after each reversal: over a way (a play), or with a part that dies away over one (friction that builds
 * up), whichever the residual follows more; share: what another term explains, which is to be exceeded. */
typedef struct StnReversal {
    StnGain gain;
    double length; /* m or rad */
} StnReversal;
StnReversal stn_inverse_trial_reversal(StnInverseTrial *t, double share, bool *play);

/* The wave over the position, two to thirty of them over the travel, that the residual follows most; friction: times the
 * direction, otherwise a force.  share: what it must explain. */
typedef struct StnRipple {
    StnGain gain;
    double period, height; /* m or rad; of the effort, about */
    bool friction;
} StnRipple;
StnRipple stn_inverse_trial_ripple(StnInverseTrial *t, double share);

#endif
