/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Golden sections: the least value of a function of one variable between two places. */
#ifndef STN_IDENTIFY_GOLDEN_H
#define STN_IDENTIFY_GOLDEN_H

/* Ends when the interval is shorter than `width` or after `most` steps; returns its middle. */
double stn_golden_section(double (*value)(void *user, double at), void *user, double from,
                          double to, double width, int most);

#endif
