/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/golden.h"

double stn_golden_section(double (*value)(void *user, double at), void *user, double from,
                          double to, double width, int most)
{
    const double part = 0.6180339887498949;
    double a = from, b = to, left = b - part * (b - a), right = a + part * (b - a);
    double at_left = value(user, left), at_right = value(user, right);
    for (int k = 0; k < most && b - a > width; k++) {
        if (at_left < at_right) {
            b = right, right = left, at_right = at_left, left = b - part * (b - a);
            at_left = value(user, left);
        } else {
            a = left, left = right, at_left = at_right, right = a + part * (b - a);
            at_right = value(user, right);
        }
    }
    return 0.5 * (a + b);
}
