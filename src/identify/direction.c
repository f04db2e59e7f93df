/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Direction and speed from a position that moves in steps. */
#include "stiction/identify.h"

#include <math.h>

enum { WINDOW_MAX = 256 };

void stn_direction_held(const double *x, size_t count, double hysteresis, double *sign)
{
    /* the extreme of the present sense: its value, and the samples that show it */
    size_t first = 0, last = 0, from = 0;
    double extreme = count > 0 ? x[0] : 0.0, low = extreme, high = extreme, sense = 0.0;
    for (size_t i = 0; i < count; i++) {
        sign[i] = 0.0;
        if (sense == 0.0) { /* not moved yet */
            low = fmin(low, x[i]);
            high = fmax(high, x[i]);
            if (high - low < hysteresis)
                continue;
            sense = x[i] == high ? 1.0 : -1.0;
            extreme = x[i];
            first = last = i;
        } else if (sense * (x[i] - extreme) > 0.0) {
            extreme = x[i];
            first = last = i;
        } else if (x[i] == extreme) {
            last = i;
        } else if (sense * (extreme - x[i]) >= hysteresis) {
            const size_t turn = first + (last - first + 1) / 2;
            for (size_t k = from; k < turn; k++)
                sign[k] = sense;
            from = turn;
            sense = -sense;
            extreme = x[i];
            first = last = i;
        }
    }
    for (size_t k = from; k < count; k++)
        sign[k] = sense;
}

/* Whether the line through the ends of i - w ... i + w stays within dx of the samples between. */
static bool line_fits(const double *x, size_t i, size_t w, double dx)
{
    const double slope = (x[i + w] - x[i - w]) / (2.0 * (double)w);
    for (size_t k = 1; k < 2 * w; k++)
        if (fabs(x[i - w + k] - x[i - w] - slope * (double)k) > dx)
            return false;
    return true;
}

void stn_speed_adaptive(const double *x, size_t count, double Ts, double dx, double *v)
{
    const double band = dx * (1.0 + 1e-9);
    size_t w = 1;
    for (size_t i = 0; i < count; i++) {
        const size_t room = i < count - 1 - i ? i : count - 1 - i;
        if (room == 0) {
            v[i] = count < 2 ? 0.0 : i == 0 ? (x[1] - x[0]) / Ts : (x[i] - x[i - 1]) / Ts;
            continue;
        }
        /* near the width of the neighbour: it changes slowly */
        w = w < 1 ? 1 : w > room ? room : w;
        while (w > 1 && !line_fits(x, i, w, band))
            w--;
        while (w < room && w < WINDOW_MAX && line_fits(x, i, w + 1, band))
            w++;
        v[i] = (x[i + w] - x[i - w]) / (2.0 * (double)w * Ts);
    }
}
