/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Where the motion turns, inertia and viscous friction are smooth and dry friction jumps:
 * u = a + b*t + c*t^2 + d*sgn(t - D).  D is 0 where effort and position were recorded together.  Friction that builds up over
 * a way, or a play, is late at a slow reversal and less so at a quick one; a delay is the same at both. */
#include "identify/sine_delay.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>

enum { COLUMNS = 5, EFFORT = COLUMNS - 1, JUMP = EFFORT - 1, MOST = 400 };

#define BESIDE 0.3   /* of a half period: rows to either side of a reversal */
#define REACH 0.5    /* of that: as far the jump is looked for */
#define EXPLAINS 0.5 /* of what is left without: a jump that is there */
#define GAINS 0.1    /* of what the jump explains: another place is better */
#define STEPS 1.5    /* sampling steps, at least */
#define SAME 0.1     /* of a delay, or a step: as much slow and quick reversals differ */

/* Where one reversal is, in samples, and rows around it. */
typedef struct Reversal {
    const StnData *data;
    double at;
    long beside;
    double speed;
} Reversal;

/* The middle of the time at the furthest place. */
static bool find_reversal(const StnData *data, const StnHalf *half, Reversal *out)
{
    const double *t = data->value[STN_ROLE_TIME], *x = data->value[STN_ROLE_POSITION];
    const long rows = (long)data->rows, beside = (long)(BESIDE * half->duration / data->Ts);
    long row = 0;
    for (long low = 0, high = rows - 1; low < high;) { /* times rise */
        const long middle = (low + high) / 2;
        if (t[middle] < half->t)
            low = middle + 1;
        else
            high = middle;
        row = low;
    }
    if (beside < 6 || row < 2 * beside || row + 2 * beside >= rows ||
        t[row + 2 * beside] - t[row - 2 * beside] > 4.2 * (double)beside * data->Ts)
        return false;
    long first = row - beside, last = first;
    for (long i = row - beside; i <= row + beside; i++) { /* the half goes on in `sense` */
        const double way = half->sense * (x[i] - x[first]);
        first = way < 0.0 ? i : first;
        last = way <= 0.0 ? i : last;
    }
    *out = (Reversal){data, 0.5 * (double)(first + last), beside, half->speed};
    return first > row - beside && last < row + beside;
}

/* What a jump `shift` samples behind leaves, and what is left without one. */
static void leaves(const Reversal *r, double shift, double *without, double *with)
{
    const double *u = r->data->value[STN_ROLE_EFFORT];
    const long middle = (long)(r->at + 0.5);
    double product[COLUMNS][COLUMNS] = {{0.0}};
    for (long i = -r->beside; i <= r->beside; i++) {
        const double tau = ((double)(middle + i) - r->at) / (double)r->beside,
                     jump = (double)(middle + i) - r->at - shift;
        const double of[COLUMNS] = {1.0, tau, tau * tau, fmin(fmax(2.0 * jump, -1.0), 1.0),
                                    u[middle + i]};
        for (int a = 0; a < COLUMNS; a++)
            for (int b = 0; b < COLUMNS; b++)
                product[a][b] += of[a] * of[b];
    }
    for (int k = 0; k < EFFORT; k++) { /* elimination: Schur's complements */
        if (k == JUMP)
            *without += product[EFFORT][EFFORT];
        for (int a = k + 1; a < COLUMNS && product[k][k] > 0.0; a++)
            for (int b = k + 1; b < COLUMNS; b++)
                product[a][b] -= product[a][k] * product[k][b] / product[k][k];
    }
    *with += product[EFFORT][EFFORT];
}

static double left_by(const Reversal *r, int count, double shift, double *without)
{
    double with = 0.0;
    *without = 0.0;
    for (int i = 0; i < count; i++)
        leaves(&r[i], shift, without, &with);
    return with;
}

/* Of some reversals; NaN: no jump is seen. */
static double late_of(const Reversal *r, int count, double reach, bool *better)
{
    double without, best = 0.0;
    const double stands = left_by(r, count, 0.0, &without);
    double least = stands;
    for (double shift = -reach; shift <= reach; shift += 0.5) {
        const double left = left_by(r, count, shift, &without);
        if (left < least)
            least = left, best = shift;
    }
    *better = stands - least > GAINS * (without - least);
    return count > 0 && without - least > EXPLAINS * without && fabs(best) < reach - 1.0 ? best
                                                                                         : NAN;
}

static int by_speed(const void *a, const void *b)
{
    const double one = ((const Reversal *)a)->speed, other = ((const Reversal *)b)->speed;
    return (one > other) - (one < other);
}

StnStatus stn_sine_find_delay(const StnData *const *data, const StnHalves *halves, double *late,
                              StnError *error)
{
    Reversal *r = malloc(((size_t)halves->count + 1) * sizeof *r);
    int count = 0;
    double reach = INFINITY;
    *late = 0.0;
    if (!r)
        return stn_no_memory(error);
    const int every = halves->count / MOST + 1;
    for (int i = 0; i < halves->count; i += every) {
        const StnData *of = data[halves->half[i].record - 1];
        if (!of->value[STN_ROLE_POSITION] || of->Ts != data[0]->Ts ||
            !find_reversal(of, &halves->half[i], &r[count]))
            continue;
        reach = fmin(reach, REACH * (double)r[count++].beside);
    }
    if (count >= 4) {
        bool better[2];
        qsort(r, (size_t)count, sizeof *r, by_speed);
        const double slow = late_of(r, count / 2, reach, &better[0]),
                     quick = late_of(r + count / 2, count - count / 2, reach, &better[1]),
                     mean = 0.5 * (slow + quick);
        if (better[0] && better[1] && fmin(fabs(slow), fabs(quick)) >= STEPS &&
            fabs(slow - quick) <= fmax(1.0, SAME * fabs(mean)))
            *late = mean * data[0]->Ts;
    }
    free(r);
    return STN_OK;
}

void stn_sine_remark_delay(double late, const StnData *data, StnRemarks *remarks)
{
    if (late > 0.0)
        stn_remark(remarks,
                   "Friction changes its sign %.3g s after the motion has turned, at slow and at "
                   "quick reversals: the effort is recorded late (--delay %s=%.3gs takes that "
                   "out), or filtered, or friction builds up (pre-sliding, a play).  The levels "
                   "are wrong by what "
                   "that does and have no intervals.",
                   late, data->column[STN_ROLE_EFFORT], late);
    else if (late < 0.0)
        stn_remark(remarks,
                   "Friction changes its sign %.3g s before the motion turns: the position is "
                   "recorded late (--delay %s=%.3gs takes that out).  The levels are wrong by "
                   "what that does and have no intervals.",
                   -late, data->column[STN_ROLE_POSITION], -late);
}
