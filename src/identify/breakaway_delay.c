/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A motion unloads the spring, or the loop, that raised the effort: through it the effort falls as the position goes on,
 * u = a + b*t - K*x.  Where the effort is moved in time until that holds best, it is late by as much. */
#include "identify/breakaway_delay.h"
#include "identify/failure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 40, REACH = 400, LEAST_ROWS = 12, FEWEST = 3 };

#define BESIDE 1.0 /* times the motion: as much is looked at to either side */
#define LONGER 3.0 /* ...: as far an effort is moved */
#define FOLLOWS \
    0.1 /* of the variance beside a rise: what an effort that follows the motion leaves */
#define BETTER 0.5 /* of what it leaves where it stands */
#define SETTLED 5  /* rows without another step, at least, end a motion */

/* Rows around one motion, which are compared. */
typedef struct Slip {
    size_t from, to;
} Slip;

typedef struct Slips {
    const StnData *data;
    Slip slip[POINTS];
    int count;
} Slips;

/* Where the motion of a point ends: a rest follows. */
static size_t end_of_motion(const StnData *data, size_t row, size_t end, double dx, double rest)
{
    const double *t = data->value[STN_ROLE_TIME], *x = data->value[STN_ROLE_POSITION];
    size_t last = row + 1;
    for (size_t i = row + 1; i < end && (t[i] - t[last] < rest || i <= last + SETTLED); i++)
        if (fabs(x[i] - x[last]) > 0.5 * dx)
            last = i;
    return last;
}

static void take_slips(Slips *s, const StnBreakaway *r, double rest, long *most)
{
    int run = 0;
    size_t longest = 1, room = REACH;
    for (int i = 0; i < r->npoint && s->count < POINTS; i++) {
        const StnBreakawayPoint *p = &r->point[i];
        while (p->row >= s->data->run[run + 1])
            run++;
        const size_t begin = s->data->run[run], end = s->data->run[run + 1],
                     before = i > 0 && p[-1].row > begin ? p[-1].row : begin,
                     next = i + 1 < r->npoint && p[1].row < end ? p[1].row : end;
        const size_t stop = end_of_motion(s->data, p->row, next, r->dx, rest),
                     takes = stop - p->row,
                     beside = (size_t)fmax(BESIDE * (double)takes, LEAST_ROWS);
        const size_t from = p->row - beside, to = stop + beside,
                     need = (size_t)fmax(LONGER * (double)takes, LEAST_ROWS);
        if (p->left_out || p->row < before + beside || to > next || from < begin + need ||
            to + need > end)
            continue;
        longest = takes > longest ? takes : longest;
        s->slip[s->count++] = (Slip){from, to};
        room = from - begin < room ? from - begin : room;
        room = end - to < room ? end - to : room;
        room = (p->row - before) / 2 < room ? (p->row - before) / 2 : room; /* the next one is */
        room = (next - p->row) / 2 < room ? (next - p->row) / 2 : room;     /* as far off again */
    }
    *most = (long)fmin((double)room, fmax(LONGER * (double)longest, 100.0));
}

enum { TIME, POSITION, SPEED, EFFORT, COLUMNS };

/* The sums of squares of the effort that a constant and the columns up to each one leave. */
static void leaves(const Slips *s, const Slip *slip, long shift, size_t reach, double *left)
{
    const double *t = s->data->value[STN_ROLE_TIME], *u = s->data->value[STN_ROLE_EFFORT],
                 *x = s->data->value[STN_ROLE_POSITION];
    double sum[COLUMNS] = {0.0}, product[COLUMNS][COLUMNS] = {{0.0}};
    const double n = (double)(slip->to - slip->from);
    for (size_t i = slip->from; i < slip->to; i++) {
        const double of[COLUMNS] = {t[i] - t[slip->from], x[i] - x[slip->from],
                                    x[i + reach] - x[i - reach], u[(size_t)((long)i + shift)]};
        for (int a = 0; a < COLUMNS; a++) {
            sum[a] += of[a];
            for (int b = 0; b < COLUMNS; b++)
                product[a][b] += of[a] * of[b];
        }
    }
    for (int a = 0; a < COLUMNS; a++)
        for (int b = 0; b < COLUMNS; b++)
            product[a][b] -= sum[a] * sum[b] / n;
    for (int k = TIME; k < EFFORT; k++) { /* elimination: Schur's complements */
        const double pivot = product[k][k];
        const bool falls = k != POSITION || product[EFFORT][k] < 0.0; /* as the position goes on */
        for (int a = k + 1; a < COLUMNS && pivot > 0.0 && falls; a++)
            for (int b = k + 1; b < COLUMNS; b++)
                product[a][b] -= product[a][k] * product[k][b] / pivot;
        left[k] = product[EFFORT][EFFORT];
    }
}

/* What a shift leaves of the variance beside a rise, of all motions together; with the speed, too, where reach is not 0. */
static double left_by(const Slips *s, long shift, size_t reach)
{
    double plain = 0.0, with = 0.0;
    for (int i = 0; i < s->count; i++) {
        double left[EFFORT];
        leaves(s, &s->slip[i], shift, reach, left);
        plain += left[TIME], with += left[reach > 0 ? SPEED : POSITION];
    }
    return plain > 0.0 ? fmax(with / plain, 0.0) : INFINITY;
}

/* An effort that falls before the motion may be that of a loop with damping, which answers the speed. */
static bool is_damped(const Slips *s, long shift, double least)
{
    const size_t reach = (size_t)(labs(shift) / 4 + 1);
    return shift < 0 && left_by(s, 0, reach) < least / BETTER;
}

/* By how much the efforts of the points are more where the effort is moved in time. */
static double change_by(const StnData *data, const StnBreakaway *r, long shift)
{
    const double *u = data->value[STN_ROLE_EFFORT];
    double sum = 0.0, count = 0.0;
    for (int i = 0; i < r->npoint; i++) {
        const StnBreakawayPoint *p = &r->point[i];
        const long at = (long)p->row + shift;
        if (p->left_out || at < 0 || at >= (long)data->rows)
            continue;
        sum += (p->side ? -1.0 : 1.0) * (u[at] - u[p->row]);
        count++;
    }
    return count > 0.0 ? sum / count : 0.0;
}

StnStatus stn_breakaway_find_delay(const StnData *data, const StnBreakaway *r, double rest,
                                   StnBreakawayDelay *found, StnError *error)
{
    Slips *s = calloc(1, sizeof *s);
    *found = (StnBreakawayDelay){.late = 0.0};
    if (!s)
        return stn_no_memory(error);
    s->data = data;
    long most = 0, best = 0;
    take_slips(s, r, rest, &most);
    if (s->count >= FEWEST) {
        const double stands = left_by(s, 0, 0);
        double least = stands;
        for (long shift = -most; shift <= most; shift++) {
            const double left = left_by(s, shift, 0);
            if (left < least)
                least = left, best = shift;
        }
        if (least < FOLLOWS && least < BETTER * stands && labs(best) > 1 && labs(best) < most &&
            !is_damped(s, best, least))
            *found = (StnBreakawayDelay){(double)best * data->Ts, change_by(data, r, best)};
    }
    free(s);
    return STN_OK;
}

void stn_breakaway_delay_words(double late, const StnData *data, char *text, size_t size)
{
    const char *u = data->column[STN_ROLE_EFFORT], *x = data->column[STN_ROLE_POSITION];
    if (late > 0.0)
        snprintf(text, size,
                 "The effort follows the motions %.3g s late: it is recorded late (--delay "
                 "%s=%.3gs takes that out), or what raises it answers late.",
                 late, u, late);
    else
        snprintf(text, size,
                 "The effort falls %.3g s before the motions show: the position is recorded late "
                 "(--delay %s=%.3gs takes that out), or the effort answers the speed, as of a "
                 "loop with damping.",
                 -late, x, -late);
}
