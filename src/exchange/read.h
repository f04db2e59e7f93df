/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The readers of the formats. */
#ifndef STN_EXCHANGE_READ_H
#define STN_EXCHANGE_READ_H

#include "stiction/exchange.h"

StnScenario *stn_read_bam(const char *text, size_t length, const char *name, StnRemarks *remarks,
                          StnError *error);

#endif
