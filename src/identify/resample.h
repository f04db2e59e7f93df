/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#ifndef STICTION_IDENTIFY_RESAMPLE_H
#define STICTION_IDENTIFY_RESAMPLE_H

#include "stiction/measured.h"

/* Time stamps jitter because the sensor was read at those times, or because only the stamps were late:
 * true for the former, where the position is smoother over the stamps than over the row numbers. */
bool stn_data_follows_stamps(const StnData *data);

#endif
