/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Residuals that refute a model as a whole, where no missing term is named. */
#ifndef STN_IDENTIFY_REFUTED_H
#define STN_IDENTIFY_REFUTED_H

#include "stiction/identify.h"

/* Neighbours in windows that share samples correlate by less where what is left is noise. */
#define STN_UNLIKE_NOISE 0.5

/* percent: of the effort that a model leaves, beside a missing term that is named (with its share of the variance of the residual, 0:
 * none is); correlation: of neighbouring residuals.  True: what is left is no noise, and so
 * much, or beside an effort that is cut off (limited), that no interval knows how far values are off. */
bool stn_is_refuted(double percent, double share, double correlation, bool limited);
/* Says so.  effort: its column. */
void stn_remark_refuted(bool limited, const char *effort, StnRemarks *remarks);
/* Takes the intervals, too. */
void stn_withdraw_refuted(const StnData *data, StnEstimates *estimates, StnRemarks *remarks);
/* Says that position and velocity disagree. */
void stn_remark_disagreeing(const StnData *data, StnRemarks *remarks);
/* Takes them where position and velocity disagree: one of them is wrong, and what follows from it. */
void stn_withdraw_disagreeing(const StnData *data, StnEstimates *estimates, StnRemarks *remarks);

#endif
