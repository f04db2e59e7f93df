/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Where the motion turns, inertia and viscous friction are smooth and dry friction jumps:
 * u = a + b*t + c*t^2 + d*sgn(t - D).  D is 0 where effort and position were recorded together.  Friction that builds up over
 * a way, or a play, is late at a slow reversal and less so at a quick one; a delay is the same at both. */
#include "identify/sine_delay.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* What a jump is compared with, in row `i` from the middle. */
static void row_of(const Reversal *r, long i, double of[COLUMNS])
{
    const long at = (long)(r->at + 0.5) + i;
    const double tau = ((double)at - r->at) / (double)r->beside;
    const double is[COLUMNS] = {1.0, tau, tau * tau, 0.0, r->data->value[STN_ROLE_EFFORT][at]};
    memcpy(of, is, sizeof is);
}

/* A reversal while jumps are tried: products of all columns but the jump, and their sums up to each row, which are those
 * with any jump: with the rows themselves each place would cost as many steps as there are rows. */
typedef struct Sums {
    double product[COLUMNS][COLUMNS];
    double (*until)[COLUMNS]; /* the first n rows */
} Sums;

static void add_up(const Reversal *r, Sums *s)
{
    memset(s->product, 0, sizeof s->product);
    memset(s->until[0], 0, sizeof s->until[0]);
    for (long i = -r->beside, n = 0; i <= r->beside; i++, n++) {
        double of[COLUMNS];
        row_of(r, i, of);
        for (int a = 0; a < COLUMNS; a++) {
            s->until[n + 1][a] = s->until[n][a] + of[a];
            for (int b = 0; b < COLUMNS; b++)
                s->product[a][b] += of[a] * of[b];
        }
    }
}

/* The products with a jump `shift` samples behind, which a row at its middle has a part of. */
static void add_jump(const Reversal *r, const Sums *s, double shift, double p[COLUMNS][COLUMNS])
{
    const double place = r->at - floor(r->at + 0.5) + shift; /* from the middle row */
    const long last = (long)floor(place - 0.5), first = (long)ceil(place + 0.5);
    const double *before = s->until[last + r->beside + 1], *to = s->until[first + r->beside],
                 *all = s->until[2 * r->beside + 1];
    double of[COLUMNS] = {0.0}, part = 0.0;
    if (first - last == 2) {
        row_of(r, last + 1, of);
        part = 2.0 * ((double)(last + 1) - place);
    }
    memcpy(p, s->product, sizeof s->product);
    for (int a = 0; a < COLUMNS; a++)
        p[a][JUMP] = p[JUMP][a] = all[a] - to[a] - before[a] + part * of[a];
    p[JUMP][JUMP] = all[0] - to[0] + before[0] + part * part;
}

/* The sum of squares of the effort that a jump and the others leave, and what is left without one. */
static double left_by(const Reversal *r, const Sums *s, double shift, double *without)
{
    double p[COLUMNS][COLUMNS];
    add_jump(r, s, shift, p);
    for (int k = 0; k < EFFORT; k++) { /* elimination: Schur's complements */
        if (k == JUMP)
            *without = p[EFFORT][EFFORT];
        for (int a = k + 1; a < COLUMNS && p[k][k] > 0.0; a++)
            for (int b = k + 1; b < COLUMNS; b++)
                p[a][b] -= p[a][k] * p[k][b] / p[k][k];
    }
    return p[EFFORT][EFFORT];
}

/* Room to try the places from -reach to reach, in halves of a sample. */
typedef struct Search {
    double reach;
    double *left; /* in each place, of all reversals */
    Sums sums;
} Search;

static long places(double reach) { return 2 * (long)floor(reach); }

/* Of some reversals; NaN: no jump is seen. */
static double late_of(const Reversal *r, int count, Search *s, bool *better)
{
    const long most = places(s->reach);
    double without = 0.0;
    long best = 0;
    for (long k = -most; k <= most; k++)
        s->left[k + most] = 0.0;
    for (int i = 0; i < count; i++) {
        double own = 0.0;
        add_up(&r[i], &s->sums);
        for (long k = -most; k <= most; k++)
            s->left[k + most] += left_by(&r[i], &s->sums, 0.5 * (double)k, &own);
        without += own;
    }
    for (long k = -most; k <= most; k++)
        if (s->left[k + most] < s->left[best + most])
            best = k;
    const double least = s->left[best + most];
    *better = s->left[most] - least > GAINS * (without - least);
    return count > 0 && without - least > EXPLAINS * without &&
                   0.5 * fabs((double)best) < s->reach - 1.0
               ? 0.5 * (double)best
               : NAN;
}

static int by_speed(const void *a, const void *b)
{
    const double one = ((const Reversal *)a)->speed, other = ((const Reversal *)b)->speed;
    return (one > other) - (one < other);
}

/* How late the effort is at the slower and at the quicker half of the reversals, where both say the same; 0: they do not. */
static double common_delay(Reversal *r, int count, Search *s)
{
    bool better[2];
    qsort(r, (size_t)count, sizeof *r, by_speed);
    const double slow = late_of(r, count / 2, s, &better[0]),
                 quick = late_of(r + count / 2, count - count / 2, s, &better[1]),
                 mean = 0.5 * (slow + quick);
    return better[0] && better[1] && fmin(fabs(slow), fabs(quick)) >= STEPS &&
                   fabs(slow - quick) <= fmax(1.0, SAME * fabs(mean))
               ? mean
               : 0.0;
}

static StnStatus search(Reversal *r, int count, Search *s, long beside, double *late,
                        StnError *error)
{
    s->left = malloc((size_t)(2 * places(s->reach) + 1) * sizeof *s->left);
    s->sums.until = malloc((size_t)(2 * beside + 2) * sizeof *s->sums.until);
    const bool room = s->left && s->sums.until;
    if (room)
        *late = common_delay(r, count, s);
    free(s->left);
    free(s->sums.until);
    return room ? STN_OK : stn_no_memory(error);
}

StnStatus stn_sine_find_delay(const StnData *const *data, const StnHalves *halves, double *late,
                              StnError *error)
{
    Reversal *r = malloc(((size_t)halves->count + 1) * sizeof *r);
    Search s = {.reach = INFINITY};
    StnStatus status = STN_OK;
    long beside = 0;
    int count = 0;
    *late = 0.0;
    if (!r)
        return stn_no_memory(error);
    const int every = halves->count / MOST + 1;
    for (int i = 0; i < halves->count; i += every) {
        const StnData *of = data[halves->half[i].record - 1];
        if (!of->value[STN_ROLE_POSITION] || of->Ts != data[0]->Ts ||
            !find_reversal(of, &halves->half[i], &r[count]))
            continue;
        beside = r[count].beside > beside ? r[count].beside : beside;
        s.reach = fmin(s.reach, REACH * (double)r[count++].beside);
    }
    if (count >= 4) {
        status = search(r, count, &s, beside, late, error);
        *late *= data[0]->Ts;
    }
    free(r);
    return status;
}

void stn_sine_remark_delay(double late, const StnData *data, StnRemarks *remarks)
{
    if (late > 0.0)
        stn_remark(remarks,
                   "Friction changes its sign %.3g s after the motion has turned, at slow and at "
                   "quick reversals: the effort is recorded late (--delay %s=%.3gs takes that "
                   "out), or filtered, or friction builds up (pre-sliding, a play).  The levels "
                   "are wrong by what that does and have no intervals.",
                   late, data->column[STN_ROLE_EFFORT], late);
    else if (late < 0.0)
        stn_remark(remarks,
                   "Friction changes its sign %.3g s before the motion turns: the position is "
                   "recorded late (--delay %s=%.3gs takes that out).  The levels are wrong by "
                   "what that does and have no intervals.",
                   -late, data->column[STN_ROLE_POSITION], -late);
}
