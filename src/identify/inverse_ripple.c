/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the residual of an inverse model has of a wave over the position: a force (cogging of a motor, an eccentric wheel)
 * or friction (a bent screw, teeth).  Its period is not known, so sums over rows of nearly one place and direction say
 * which of many it would be, and the columns themselves what that one explains. */
#include "identify/inverse_trial.h"
#include "kernel/pi.h"

#include <math.h>
#include <stdlib.h>

enum { PLACES = 128, STEPS_PER_WAVE = 4, MOST_WAVES = 30, LEAST_WAVES = 2, NEAR = 4 };
#define HOPE 0.8 /* of what is wanted: a wave that promises less is not followed */

/* Sums over rows of nearly one place, forward and backward. */
typedef struct Places {
    double rest[2][PLACES], square[PLACES];
    double low, travel;
} Places;

static bool fill_places(const StnInverseTrial *t, Places *p)
{
    const StnInverseModel *m = t->m;
    const double *x = m->motion.x;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < t->rows; i++) {
        const double at = x[m->place[i]];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    p->low = low;
    p->travel = high - low;
    if (!(p->travel > 0.0))
        return false;
    for (size_t i = 0; i < t->rows; i++) {
        const int b = (int)fmin((x[m->place[i]] - low) / p->travel * PLACES, PLACES - 1.0);
        const double root = t->root ? t->root[i] : 1.0;
        p->rest[m->v[i] < 0.0][b] += root * t->rest[i];
        p->square[b] += root * root;
    }
    return true;
}

/* About what a wave takes off the sum of squares, as a force and as friction.  Places are evenly spaced: each turns the
 * wave by the same angle. */
static void screen(const Places *p, double waves, double out[2])
{
    const double turn = 2.0 * STN_PI * waves / PLACES, by_s = sin(turn), by_c = cos(turn);
    double s = sin(0.5 * turn), c = cos(0.5 * turn), square[3] = {0.0, 0.0, 0.0};
    double rest[2][2] = {{0.0, 0.0}, {0.0, 0.0}};
    for (int b = 0; b < PLACES; b++) {
        for (int side = 0; side < 2; side++) {
            rest[side][0] += s * p->rest[side][b];
            rest[side][1] += c * p->rest[side][b];
        }
        square[0] += s * s * p->square[b];
        square[1] += c * c * p->square[b];
        square[2] += s * c * p->square[b];
        const double next = s * by_c + c * by_s;
        c = c * by_c - s * by_s;
        s = next;
    }
    const double det = square[0] * square[1] - square[2] * square[2];
    for (int friction = 0; friction < 2; friction++) {
        const double sense = friction ? -1.0 : 1.0;
        const double along = rest[0][0] + sense * rest[1][0],
                     across = rest[0][1] + sense * rest[1][1];
        out[friction] = det > 0.0 ? (along * along * square[1] - 2.0 * along * across * square[2] +
                                     across * across * square[0]) /
                                        det
                                  : 0.0;
    }
}

static StnGain gain_at(StnInverseTrial *t, const Places *p, bool friction, double waves)
{
    const StnInverseModel *m = t->m;
    const double k = 2.0 * STN_PI * waves / p->travel;
    for (int c = 0; c < 2; c++) {
        for (size_t i = 0; i < m->data->rows; i++) {
            const double phase = k * (m->motion.x[i] - p->low);
            m->work[i] = stn_inverse_gain(m, i, -1) * (c ? cos(phase) : sin(phase)) *
                         (friction ? m->full_sign[i] : 1.0);
        }
        const StnStatus status = stn_inverse_decimate(m, m->work, t->extra[c]);
        t->memory_out = t->memory_out || status == STN_NO_MEMORY;
        if (status != STN_OK)
            return (StnGain){.sse = INFINITY};
    }
    return stn_inverse_trial_gain(t, 2);
}

StnRipple stn_inverse_trial_ripple(StnInverseTrial *t, double share)
{
    StnRipple best = {.gain = {.sse = INFINITY}, .period = NAN};
    Places *p = calloc(1, sizeof *p);
    if (!p) {
        t->memory_out = true;
        return best;
    }
    double most = HOPE * share * t->plain, waves = 0.0;
    const bool moves = fill_places(t, p);
    for (int k = LEAST_WAVES * STEPS_PER_WAVE; moves && k <= MOST_WAVES * STEPS_PER_WAVE; k++) {
        double gain[2];
        screen(p, (double)k / STEPS_PER_WAVE, gain);
        for (int friction = 0; friction < 2; friction++)
            if (gain[friction] > most)
                most = gain[friction], waves = (double)k / STEPS_PER_WAVE, best.friction = friction;
    }
    const double step = 1.0 / (STEPS_PER_WAVE * NEAR);
    for (int k = -NEAR; k <= NEAR && waves > 0.0; k++) {
        const StnGain gain = gain_at(t, p, best.friction, waves + k * step);
        if (gain.sse < best.gain.sse)
            best.gain = gain, best.period = p->travel / (waves + k * step);
    }
    if (isfinite(best.period)) /* the last that is tried */
        gain_at(t, p, best.friction, p->travel / best.period);
    double weights = 0.0; /* of which sums of squares are */
    for (int b = 0; b < PLACES; b++)
        weights += p->square[b];
    best.height = sqrt(fmax(2.0 * (t->plain - best.gain.sse) / weights, 0.0));
    free(p);
    return best;
}
