/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Stretches in which a noisy effort stays at a level while the motion goes on. */
#ifndef STN_IDENTIFY_FLAT_EFFORT_H
#define STN_IDENTIFY_FLAT_EFFORT_H

#include "stiction/measured.h"

/* At the largest [0] and the smallest [1] effort: the level, and in how many rows and stretches it is held; 0: not. */
typedef struct StnFlatEffort {
    double level[2];
    size_t rows[2];
    int stretches[2];
} StnFlatEffort;

/* The deviation of the noise of a column, as far as it changes from row to row. */
StnStatus stn_data_row_noise(const StnData *data, StnRole role, double *noise, StnError *error);

/* Of data with an effort and a position or velocity.  A level counts where nothing but noise changes the effort through
 * whole stretches (the crest of a swing is round), the speed changes meanwhile (at constant speed friction is constant),
 * and the motion goes on in its direction where they end (Coulomb friction ends with the direction). */
StnStatus stn_find_flat_effort(const StnData *data, StnFlatEffort *flat, StnError *error);

#endif
