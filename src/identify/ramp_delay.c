/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* While a body slides slowly at one level the effort leaves the level at the instant at which the motion turns, whatever
 * bends.  An effort that stays at the level while the body comes back is recorded late; one that falls while the body goes
 * on is early, unless inertia carries the body. */
#include "identify/ramp_delay.h"

#include <math.h>
#include <stdio.h>

#define LEAVES 0.03  /* of what lies between the levels: so far below, it has left the level */
#define FALLS 0.15   /* ...: so far the line of the fall is drawn */
#define FLAT 0.03    /* ...: within as much, and the noise, the effort stood at the level before */
#define STEADY 0.1   /* of the rate of the fall: so much it may rise or fall before */
#define MATTERS 0.01 /* of the way into sliding: what moves by less in that time moves no slope */
#define MOST_OFF 0.1 /* of the rows of that time, which may be beyond */
#define SEES 1.5     /* times what is unsure: a delay is named */
#define CHOSEN \
    5.0 /* deviations that the rows at the ends of the fall, which noise chooses, may be off */
#define STEPS 2.0 /* sampling steps more */
#define ALIKE 0.3 /* of a delay: as much it differs between the turns */
enum { PLACES = 10 };

/* One reversal: the motion before it in the sense `sense`. */
typedef struct Turn {
    const StnData *data;
    double sense, level, span, noise, dx;
    size_t begin, end;
    double position, effort, unsure; /* times, and how unsure their difference is */
    double speed;                    /* before */
    double rate;                     /* of the effort behind it */
} Turn;

/* The first row at the furthest place.  The body turned behind it, within one place. */
static bool find_position(Turn *turn)
{
    const double *t = turn->data->value[STN_ROLE_TIME], *x = turn->data->value[STN_ROLE_POSITION];
    size_t far = turn->begin, back = far;
    for (size_t i = turn->begin; i < turn->end; i++)
        if (turn->sense * (x[i] - x[far]) > 0.5 * turn->dx)
            far = i;
    if (far == turn->begin)
        return false;
    for (size_t i = far; i < turn->end && turn->sense * (x[i] - x[far]) > -0.5 * turn->dx; i++)
        back = i;
    size_t from = far;
    while (from > turn->begin && turn->sense * (x[far] - x[from]) < PLACES * turn->dx)
        from--;
    turn->speed = turn->sense * (x[far] - x[from]) / (t[far] - t[from]);
    if (back + 1 >= turn->end || !(turn->speed > 0.0))
        return false;
    const double place = fmin(turn->dx / turn->speed, t[back] - t[far]);
    turn->position = t[far] + 0.5 * place;
    turn->unsure = 0.5 * place + turn->data->Ts;
    return true;
}

/* Where the line through the first part of the fall meets the level. */
static bool find_effort(Turn *turn)
{
    const double *t = turn->data->value[STN_ROLE_TIME], *u = turn->data->value[STN_ROLE_EFFORT];
    const double leaves = fmax(LEAVES * turn->span, 4.0 * turn->noise),
                 falls = fmax(FALLS * turn->span, 4.0 * leaves);
    size_t low = turn->begin, high;
    /* The last fall of the rows at hand through the middle is that of this turn. */
    for (size_t i = turn->begin; i < turn->end; i++)
        if (turn->level - turn->sense * u[i] < leaves)
            low = i;
    for (high = low; high < turn->end && turn->level - turn->sense * u[high] < falls; high++)
        continue;
    if (high >= turn->end || low == turn->begin)
        return false;
    double n = 0.0, time = 0.0, fall = 0.0, squares = 0.0, product = 0.0;
    for (size_t i = low; i <= high; i++)
        n++, time += t[i] - t[low], fall += turn->level - turn->sense * u[i];
    time /= n, fall /= n;
    for (size_t i = low; i <= high; i++) {
        const double from = t[i] - t[low] - time;
        squares += from * from;
        product += from * (turn->level - turn->sense * u[i] - fall);
    }
    const double rate = product / squares;
    if (!(rate > 0.0))
        return false;
    turn->rate = rate;
    turn->effort = t[low] + time - fall / rate;
    turn->unsure += turn->data->Ts + CHOSEN * turn->noise / rate;
    return true;
}

/* Mean effort of the rows between two times, in the sense of the motion. */
static double mean_effort(const Turn *turn, double from, double until)
{
    const double *t = turn->data->value[STN_ROLE_TIME], *u = turn->data->value[STN_ROLE_EFFORT];
    double sum = 0.0, rows = 0.0;
    for (size_t i = turn->begin; i < turn->end && t[i] < until; i++)
        if (t[i] >= from)
            sum += turn->sense * u[i], rows++;
    return sum / rows;
}

/* Whether it slid at the level before both turned: the effort neither rose nor fell there. */
static bool slid(const Turn *turn, double way)
{
    const double *t = turn->data->value[STN_ROLE_TIME], *u = turn->data->value[STN_ROLE_EFFORT];
    const double until = fmin(turn->effort, turn->position),
                 from = until - fmax(way, 5.0 * turn->dx) / turn->speed;
    const double band = FLAT * turn->span + 4.0 * turn->noise;
    double rows = 0.0, off = 0.0;
    for (size_t i = turn->begin; i < turn->end && t[i] < until; i++) {
        rows += t[i] >= from;
        off += t[i] >= from && fabs(turn->sense * u[i] - turn->level) > band;
    }
    const double middle = 0.5 * (from + until),
                 rise = mean_effort(turn, middle, until) - mean_effort(turn, from, middle),
                 chance = 4.0 * turn->noise / sqrt(rows);
    return t[turn->begin] <= from && rows > 4.0 && off <= MOST_OFF * rows &&
           fabs(rise) < STEADY * turn->rate * (until - middle) + chance;
}

/* The reversal between two branches, from the middle of one to that of the next. */
static bool measure_turn(const StnData *data, const StnRampTest *r, const StnRampLoad *load,
                         double noise, int i, Turn *turn)
{
    const StnRampBranch *before = &r->branch[i - 1], *b = &r->branch[i];
    if (before->side == b->side || b->first <= before->first || before->last >= b->last)
        return false;
    *turn = (Turn){.data = data,
                   .sense = before->side ? -1.0 : 1.0,
                   .level = load->level[before->side],
                   .span = load->level[0] + load->level[1],
                   .noise = noise,
                   .dx = r->dx,
                   .begin = before->first,
                   .end = b->last};
    const double way = before->way > 0.0 ? 0.5 * before->way : 0.0;
    return turn->span > 0.0 && find_position(turn) && find_effort(turn) && slid(turn, way);
}

StnRampDelay stn_ramp_find_delay(const StnData *data, const StnRampTest *r, const StnRampLoad *load,
                                 double noise)
{
    StnRampDelay delay = {.turns = 0};
    double least = INFINITY, most = -INFINITY, weights = 0.0, sum = 0.0;
    bool seen = true;
    for (int i = 1; i < r->nbranch; i++) {
        Turn turn;
        if (!measure_turn(data, r, load, noise, i, &turn))
            continue;
        const double late = turn.effort - turn.position, weight = pow(turn.unsure, -2);
        const double least_way = MATTERS * (r->branch[i].way > 0.0 ? r->branch[i].way : 0.0);
        seen = seen && fabs(late) > SEES * turn.unsure + STEPS * data->Ts &&
               fabs(late) * turn.speed > least_way;
        least = fmin(least, late), most = fmax(most, late);
        weights += weight, sum += weight * late;
        delay.unsure = fmax(delay.unsure, turn.unsure);
        delay.turns++;
    }
    const double mean = sum / weights;
    if (delay.turns == 0 || !seen || least * most < 0.0 ||
        most - least > 2.0 * delay.unsure + ALIKE * fabs(mean))
        return (StnRampDelay){.turns = 0};
    delay.effort = mean;
    return delay;
}

void stn_ramp_delay_words(const StnRampDelay *delay, const StnData *data, char *text, size_t size)
{
    const double late = delay->effort;
    const char *u = data->column[STN_ROLE_EFFORT], *x = data->column[STN_ROLE_POSITION];
    *text = '\0';
    if (late > 0.0)
        snprintf(text, size,
                 "The effort leaves the level of sliding %.3g s (+-%.1g s, %d turn%s) after the "
                 "motion has turned: it is recorded late, or filtered (--delay %s=%.3gs takes that "
                 "out).",
                 late, delay->unsure, delay->turns, delay->turns == 1 ? "" : "s", u, late);
    else if (late < 0.0)
        snprintf(
            text, size,
            "The effort leaves the level of sliding %.3g s (+-%.1g s, %d turn%s) before the "
            "motion turns: the position is recorded late (--delay %s=%.3gs takes that out), or "
            "inertia or damping carries the body on.",
            -late, delay->unsure, delay->turns, delay->turns == 1 ? "" : "s", x, -late);
}
