/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers that leave a signal and come back to it within a few rows, as neither motion nor noise beside them does: errors of
 * an encoder or of a transmission, dropped samples that were written as 0.  One of them is in every window that reaches
 * it, and a second difference makes it larger by 1/Ts^2: a straight line between the rows beside them takes their place. */
#include "identify/glitches.h"

#include <math.h>

enum { BESIDE = 8, LONGEST = 3, LARGE = 5 }; /* rows beside a jump; of a glitch, at most */
#define JUMP 10.0                            /* times the steps beside it */
#define BACK 0.2                             /* of the jump: so near it comes back */
#define ANSWER 2.0                           /* times the usual step: the motion itself jumps */
#define KICK 4.0                             /* times the usual change of a step: the speed jumps */
#define MOST_ANSWER 0.6 /* of the jumps: so many are answers to steps of an encoder */
#define CHANCE 1e-3     /* with less than this probability */
#define RARE 0.01       /* of the rows: more are no errors but what the signal does */

/* The step to row k, or how it differs from the next one. */
static double step_at(const double *x, size_t k, bool change)
{
    return fabs(change ? x[k + 1] - 2.0 * x[k] + x[k - 1] : x[k] - x[k - 1]);
}

/* The fifth largest of the steps beside one, or of their changes: its own way back, and those of a second glitch, are jumps
 * themselves. */
static double usual_step(const double *x, size_t begin, size_t end, size_t i, bool change)
{
    double most[LARGE] = {0.0};
    for (size_t k = i > begin + BESIDE ? i - BESIDE : begin + 1;
         k <= i + BESIDE && k + change < end; k++) {
        const double step = step_at(x, k, change);
        if (k == i || !(step > most[LARGE - 1]))
            continue;
        most[LARGE - 1] = step;
        for (int n = LARGE - 1; n > 0 && most[n] > most[n - 1]; n--) {
            const double smaller = most[n - 1];
            most[n - 1] = most[n], most[n] = smaller;
        }
    }
    return most[LARGE - 1];
}

static double smallest_step(const double *x, size_t rows)
{
    double dx = INFINITY;
    for (size_t i = 1; i < rows; i++)
        dx = x[i] != x[i - 1] ? fmin(dx, fabs(x[i] - x[i - 1])) : dx;
    return dx;
}

/* How many rows from i on have left the signal; 0: none. */
static size_t length_at(const double *x, size_t begin, size_t end, size_t i, double dx)
{
    const double step = x[i] - x[i - 1];
    size_t back = 0;
    if (!(fabs(step) > JUMP * dx))
        return 0;
    for (size_t k = 1; k <= LONGEST && back == 0; k++)
        back = fabs(x[i + k] - x[i - 1]) < BACK * fabs(step) ? k : 0;
    return back > 0 && fabs(step) > JUMP * (usual_step(x, begin, end, i, false) + dx) ? back : 0;
}

/* Whether one of these rows moves as none beside it does. */
static bool moves_at(const double *x, size_t begin, size_t end, size_t i, size_t back)
{
    bool any = false;
    for (size_t k = i; x && k <= i + back && k < end; k++)
        any = any || step_at(x, k, false) > ANSWER * usual_step(x, begin, end, k, false);
    return any;
}

/* Whether the speed is another one behind these rows than before: a pulse that acts sets the body in motion, and the rows
 * behind it move as much as its own. */
static bool is_kicked(const double *x, size_t begin, size_t end, size_t i, size_t back, double dx)
{
    bool any = false;
    for (size_t k = i; x && k <= i + back && k + 1 < end; k++)
        any = any || step_at(x, k, true) > KICK * (usual_step(x, begin, end, k, true) + dx);
    return any;
}

/* A controller answers a count of the encoder, a jump of the velocity or a step of what is wanted with a pulse, by its
 * derivative: such an effort has acted.  step: the smallest of the position. */
static bool is_answer(const StnData *data, StnRole role, int r, size_t i, size_t back, double step)
{
    const double *x = data->value[STN_ROLE_POSITION];
    const size_t begin = data->run[r], end = data->run[r + 1];
    return role == STN_ROLE_EFFORT &&
           (moves_at(x, begin, end, i, back) || is_kicked(x, begin, end, i, back, step) ||
            moves_at(data->value[STN_ROLE_VELOCITY], begin, end, i, back));
}

/* Jumps of the effort, and how many of them are against the change of the position's step in the same row, or in the one before.
 * rows: in which it changes, and all. */
typedef struct Jumps {
    size_t count, same, late, changes, rows;
} Jumps;

static double change_at(const double *x, size_t i, size_t begin)
{
    return i >= begin + 2 ? x[i] - 2.0 * x[i - 1] + x[i - 2] : 0.0;
}

static void take_jump(Jumps *jumps, const double *x, size_t begin, size_t i, double jump)
{
    jumps->count++;
    jumps->same += jump * change_at(x, i, begin) < 0.0;
    jumps->late += jump * change_at(x, i - 1, begin) < 0.0;
}

/* Where an encoder moves by 9 counts instead of 10 the derivative of a controller jumps, as no single such row shows: all of them do.
 * Half of the changes of the step are against a jump by chance. */
static bool are_answers(const Jumps *jumps)
{
    const size_t most = jumps->same > jumps->late ? jumps->same : jumps->late;
    const double each = 0.5 * (double)jumps->changes / (double)(jumps->rows + 1);
    const double all = (double)jumps->count;
    if (!((double)most >= MOST_ANSWER * all && each > 0.0))
        return false;
    double chance = 0.0; /* of as many or more: binomial */
    for (size_t k = most; k <= jumps->count; k++) {
        const double others = all - (double)k;
        const double ways = lgamma(all + 1.0) - lgamma((double)k + 1.0) - lgamma(others + 1.0);
        chance += exp(ways + (double)k * log(each) + others * log1p(-each));
    }
    return chance < CHANCE;
}

/* Whether a controller made the jumps of the effort from the steps of a position. */
static bool answers_steps(const StnData *data, double dx)
{
    const double *u = data->value[STN_ROLE_EFFORT], *x = data->value[STN_ROLE_POSITION];
    Jumps jumps = {.count = 0};
    for (int r = 0; r < data->nrun && x; r++)
        for (size_t begin = data->run[r], i = begin + 1; i + LONGEST < data->run[r + 1]; i++) {
            const size_t back = length_at(u, begin, data->run[r + 1], i, dx);
            jumps.rows++;
            jumps.changes += change_at(x, i, begin) != 0.0;
            if (back > 0)
                take_jump(&jumps, x, begin, i, u[i] - u[i - 1]);
            i += back;
        }
    return jumps.count > 0 && are_answers(&jumps);
}

/* fill: puts lines in their place. */
static size_t pass_over(const StnData *data, StnRole role, double dx, bool fill, size_t *first)
{
    size_t count = 0;
    double *x = data->value[role];
    const double *position = data->value[STN_ROLE_POSITION];
    const double step = position ? smallest_step(position, data->rows) : 0.0;
    for (int r = 0; r < data->nrun; r++)
        for (size_t i = data->run[r] + 1; i + LONGEST < data->run[r + 1]; i++) {
            const size_t back = length_at(x, data->run[r], data->run[r + 1], i, dx);
            if (back == 0 || is_answer(data, role, r, i, back, step))
                continue;
            *first = count == 0 ? i + 1 : *first;
            count += back;
            for (size_t k = 0; fill && k < back; k++)
                x[i + k] =
                    x[i - 1] + (x[i + back] - x[i - 1]) * (double)(k + 1) / (double)(back + 1);
            i += back;
        }
    return count;
}

/* Values that repeat were made by a controller, and may well have pulses. */
static bool is_made(const double *x, size_t rows)
{
    size_t same = 0;
    for (size_t i = 1; i < rows; i++)
        same += x[i] == x[i - 1];
    return 2 * same > rows;
}

static void treat(StnData *data, StnRole role, bool fill)
{
    const double *x = data->value[role];
    size_t first = 0;
    if (!x || (role != STN_ROLE_POSITION && is_made(x, data->rows)))
        return;
    const double dx = smallest_step(x, data->rows);
    if (role == STN_ROLE_EFFORT && answers_steps(data, dx))
        return;
    const size_t count = pass_over(data, role, dx, false, &first);
    const bool rare = (double)count < RARE * (double)data->rows;
    if (count == 0 || (role != STN_ROLE_POSITION && !rare))
        return;
    if (fill)
        pass_over(data, role, dx, true, &first);
    stn_remark(&data->remarks,
               "%zu number%s of the %s (column \"%s\"), the first in row %zu, leave%s the signal "
               "and come%s back at once, as %s: errors of a sensor or of its transmission.  %s",
               count, count == 1 ? "" : "s", stn_role_word(role), data->column[role], first,
               count == 1 ? "s" : "", count == 1 ? "s" : "",
               role == STN_ROLE_POSITION ? "no velocity before and after allows"
                                         : "neither motion nor noise beside them does",
               fill ? "Lines between the rows beside them take their place (--glitches keep: they "
                      "stay)."
                    : "They stay, as asked for (--glitches).");
}

void stn_data_treat_glitches(StnData *data, bool fill)
{
    enum { LEAST_ROWS = 20 };
    if (data->rows < LEAST_ROWS)
        return;
    treat(data, STN_ROLE_POSITION, fill);
    treat(data, STN_ROLE_VELOCITY, fill);
    treat(data, STN_ROLE_EFFORT, fill);
}
