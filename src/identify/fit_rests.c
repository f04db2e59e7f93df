/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What is not known of inertia in windows that leave rests out.  What the velocity changes by in a rest is not in their
 * effort, so it is taken off their acceleration, and each rest is known no better than the velocity at its two ends.  There
 * the smooth velocity is wrong by more than its noise: it reaches over the kink, and a rest begins where its own noise lets
 * it fall below a bound.  Of 340 ends beside rests (noise of 0.5 and 2 % of the top speed) |v| was too large by 2.8
 * deviations on average, and scattered by 2.1.  In a passage in one sense that takes itself off, in a reversal it adds
 * up. */
#include "identify/fit_internal.h"
#include "identify/inverse_model.h"

#include <math.h>

#define TOO_LARGE 2.8
#define SCATTER 2.1

/* Motion between two rests that is shorter than a quarter of a window says nothing about the velocity that its own noise
 * has not decided: it belongs to both. */
static size_t end_of_rest(const StnInverseModel *m, size_t from, size_t end)
{
    size_t to = from;
    for (size_t i = from; i < end && i - to <= m->box; i++)
        to = m->full_moves[i] == 0.0 ? i + 1 : to;
    return to;
}

void stn_fit_rests(const StnInverseModel *m, double *noise)
{
    for (int r = 0; r < m->data->nrun; r++) {
        const size_t begin = m->data->run[r], end = m->data->run[r + 1];
        for (size_t i = begin, to; i < end; i = to) {
            to = m->full_moves[i] == 0.0 ? end_of_rest(m, i, end) : i + 1;
            if (m->full_moves[i] != 0.0 || i == begin || to == end)
                continue;
            const double before = m->full_noise[i - 1], after = m->full_noise[to];
            const bool turns = m->full_v[i - 1] * m->full_v[to] < 0.0;
            const double both =
                hypot(SCATTER * hypot(before, after), turns ? TOO_LARGE * (before + after) : 0.0);
            for (size_t k = i; k < to; k++)
                noise[k] = both / ((double)(to - i + 1) * m->data->Ts);
        }
    }
}
