/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers that leave a signal and come back to it within a few rows, as neither motion nor noise beside them does: errors of
 * an encoder or of a transmission, dropped samples that were written as 0.  One of them is in every window that reaches
 * it, and a second difference makes it larger by 1/Ts^2: a straight line between the rows beside them takes their place. */
#include "identify/glitches.h"
#include "identify/failure.h"
#include "identify/pulses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BESIDE = 8, LONGEST = 3, LARGE = 5 }; /* rows beside a jump; of a glitch, at most */
#define JUMP 10.0                            /* times the steps beside it */
#define BACK 0.2                             /* of the jump: so near it comes back */
#define ANSWER 2.0                           /* times the usual step: the motion itself jumps */
#define KICK 4.0                             /* times the usual change of a step: the speed jumps */
#define MOST_ANSWER 0.6 /* of the jumps: so many are answers to steps of an encoder */
#define FED_BACK 0.3    /* of the squares of the effort's steps, that a derivative explains */
#define EXPLAINED 0.5   /* of a jump: less is left of it beside the derivative */
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

double stn_smallest_change(const double *x, size_t rows)
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

/* What a controller makes of the steps of a measured position by its derivative, in the row of a step and in the next one:
 * the change of the effort over the change of the step, by least squares over all rows but those of jumps. */
typedef struct Feedback {
    double gain[2]; /* 0: they explain too little */
} Feedback;

static double change_at(const double *x, size_t i, size_t begin)
{
    return i >= begin + 2 ? x[i] - 2.0 * x[i - 1] + x[i - 2] : 0.0;
}

static Feedback find_feedback(const StnData *data, double dx)
{
    const double *u = data->value[STN_ROLE_EFFORT], *x = data->value[STN_ROLE_POSITION];
    double aa = 0.0, ab = 0.0, bb = 0.0, ua = 0.0, ub = 0.0, uu = 0.0;
    for (int r = 0; r < data->nrun && x; r++)
        for (size_t begin = data->run[r], i = begin + 3; i + LONGEST < data->run[r + 1]; i++) {
            const size_t back = length_at(u, begin, data->run[r + 1], i, dx);
            const double a = change_at(x, i, begin), b = change_at(x, i - 1, begin),
                         du = u[i] - u[i - 1];
            i += back; /* the way back, too */
            if (back > 0)
                continue;
            aa += a * a, ab += a * b, bb += b * b;
            ua += du * a, ub += du * b, uu += du * du;
        }
    const double det = aa * bb - ab * ab;
    const Feedback found = {{(ua * bb - ub * ab) / det, (ub * aa - ua * ab) / det}};
    const bool explains = det > 0.0 && found.gain[0] * ua + found.gain[1] * ub > FED_BACK * uu;
    return explains ? found : (Feedback){{0.0, 0.0}};
}

/* Whether the derivative of a controller explains the jump to row i. */
static bool is_fed_back(const StnData *data, const Feedback *feedback, size_t i, size_t begin)
{
    const double *u = data->value[STN_ROLE_EFFORT], *x = data->value[STN_ROLE_POSITION];
    if (feedback->gain[0] == 0.0 || i < begin + 3)
        return false;
    const double jump = u[i] - u[i - 1];
    return fabs(jump - feedback->gain[0] * change_at(x, i, begin) -
                feedback->gain[1] * change_at(x, i - 1, begin)) < EXPLAINED * fabs(jump);
}

/* A controller answers a count of the encoder, a jump of the velocity or a step of what is wanted with a pulse, by its
 * derivative: such an effort has acted.  step: the smallest of the position. */
static bool is_answer(const StnData *data, StnRole role, int r, size_t i, size_t back, double step)
{
    const double *x = data->value[STN_ROLE_POSITION];
    const size_t begin = data->run[r], end = data->run[r + 1];
    return role == STN_ROLE_EFFORT &&
           (moves_at(x, begin, end, i, back) || is_kicked(x, begin, end, i, back, step) ||
            moves_at(data->value[STN_ROLE_VELOCITY], begin, end, i, back) ||
            moves_at(data->value[STN_ROLE_COMMAND], begin, end, i, back) ||
            moves_at(data->value[STN_ROLE_SPEED_COMMAND], begin, end, i, back));
}

/* Jumps of the effort, and how many of them are against the change of the position's step in the same row, or in the one before.
 * rows: in which it changes, and all. */
typedef struct Jumps {
    size_t count, same, late, changes, rows;
} Jumps;

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

/* ---- What has left a column ---- */

typedef struct Found {
    StnPulse *at;
    size_t count, numbers; /* numbers: rows of all of them */
} Found;

/* place: for as many as there are; NULL: they are counted. */
static void find(const StnData *data, StnRole role, double dx, const Feedback *feedback,
                 StnPulse *place, Found *found)
{
    const double *x = data->value[role], *position = data->value[STN_ROLE_POSITION];
    const double step = position ? stn_smallest_change(position, data->rows) : 0.0;
    *found = (Found){.at = place};
    for (int r = 0; r < data->nrun; r++)
        for (size_t i = data->run[r] + 1; i + LONGEST < data->run[r + 1]; i++) {
            const size_t back = length_at(x, data->run[r], data->run[r + 1], i, dx);
            if (back == 0 || is_answer(data, role, r, i, back, step) ||
                is_fed_back(data, feedback, i, data->run[r]))
                continue;
            if (place)
                place[found->count] = (StnPulse){.row = i, .length = back};
            found->count++;
            found->numbers += back;
            i += back;
        }
}

static void draw_lines(double *x, const Found *found)
{
    for (size_t n = 0; n < found->count; n++) {
        const size_t i = found->at[n].row, back = found->at[n].length;
        for (size_t k = 0; k < back; k++)
            x[i + k] = x[i - 1] + (x[i + back] - x[i - 1]) * (double)(k + 1) / (double)(back + 1);
    }
}

/* Values that repeat were made by a controller, and may well have pulses. */
static bool is_made(const double *x, size_t rows)
{
    size_t same = 0;
    for (size_t i = 1; i < rows; i++)
        same += x[i] == x[i - 1];
    return 2 * same > rows;
}

/* Noise never measures the same number again and again: one that stands for a sample that was lost does. */
static bool is_one_number(const double *x, const Found *found)
{
    bool one = found->count > 1;
    for (size_t n = 0; n < found->count; n++)
        for (size_t k = 0; k < found->at[n].length; k++)
            one = one && x[found->at[n].row + k] == x[found->at[0].row];
    return one;
}

/* Those of an effort that have acted are none.  unknown: the motion does not tell of some. */
static StnStatus leave_out_acted(const StnData *data, Found *found, bool *unknown, StnError *error)
{
    const double *u = data->value[STN_ROLE_EFFORT];
    size_t kept = 0;
    double *base = malloc((data->rows + 1) * sizeof *base);
    if (!base)
        return stn_no_memory(error);
    memcpy(base, u, data->rows * sizeof *base);
    draw_lines(base, found);
    const StnStatus status = stn_pulses_judge(data, base, found->at, found->count, error);
    free(base);
    found->numbers = 0;
    *unknown = false;
    for (size_t n = 0; n < found->count && status == STN_OK; n++) {
        if (found->at[n].fate == STN_PULSE_ACTED)
            continue;
        *unknown = *unknown || found->at[n].fate == STN_PULSE_UNKNOWN;
        found->numbers += found->at[n].length;
        found->at[kept++] = found->at[n];
    }
    found->count = kept;
    *unknown = *unknown && !is_one_number(u, found);
    return status;
}

static void remark(StnData *data, StnRole role, const Found *found, bool unknown, bool fill)
{
    const bool one = found->numbers == 1;
    const char *reason =
        unknown ? "errors of a sensor, or peaks of the effort too short for this motion to show "
                  "whether they acted"
        : role == STN_ROLE_POSITION
            ? "no velocity before and after allows that: errors of a sensor or of its transmission"
            : "neither motion nor noise beside them does: errors of a sensor or of its "
              "transmission";
    stn_remark(&data->remarks,
               "%zu number%s of the %s (column \"%s\"), the first in row %zu, leave%s the signal "
               "and come%s back at once: %s.  %s",
               found->numbers, one ? "" : "s", stn_role_word(role), data->column[role],
               found->at[0].row + 1, one ? "s" : "", one ? "s" : "", reason,
               fill ? "Lines between the rows beside take their place (--glitches keep: they stay)."
                    : "They stay, as asked for (--glitches).");
}

static StnStatus treat_found(StnData *data, StnRole role, bool fill, Found *found, StnError *error)
{
    bool unknown = false;
    const bool rare = (double)found->numbers < RARE * (double)data->rows;
    if (role != STN_ROLE_POSITION && !rare)
        return STN_OK;
    const StnStatus status =
        role == STN_ROLE_EFFORT ? leave_out_acted(data, found, &unknown, error) : STN_OK;
    if (status != STN_OK || found->count == 0)
        return status;
    remark(data, role, found, unknown, fill);
    if (fill)
        draw_lines(data->value[role], found);
    return STN_OK;
}

static StnStatus treat(StnData *data, StnRole role, bool fill, StnError *error)
{
    const double *x = data->value[role];
    Found found;
    if (!x || (role != STN_ROLE_POSITION && is_made(x, data->rows)))
        return STN_OK;
    const double dx = stn_smallest_change(x, data->rows);
    const Feedback feedback =
        role == STN_ROLE_EFFORT ? find_feedback(data, dx) : (Feedback){{0.0, 0.0}};
    if (role == STN_ROLE_EFFORT && feedback.gain[0] == 0.0 && answers_steps(data, dx))
        return STN_OK;
    find(data, role, dx, &feedback, NULL, &found);
    if (found.count == 0)
        return STN_OK;
    StnPulse *place = malloc(found.count * sizeof *place);
    if (!place)
        return stn_no_memory(error);
    find(data, role, dx, &feedback, place, &found);
    const StnStatus status = treat_found(data, role, fill, &found, error);
    free(place);
    return status;
}

StnStatus stn_data_treat_glitches(StnData *data, bool fill, StnError *error)
{
    enum { LEAST_ROWS = 20 };
    static const StnRole roles[] = {STN_ROLE_POSITION, STN_ROLE_VELOCITY, STN_ROLE_EFFORT};
    StnStatus status = STN_OK;
    if (data->rows < LEAST_ROWS)
        return STN_OK;
    for (size_t k = 0; k < sizeof roles / sizeof roles[0] && status == STN_OK; k++)
        status = treat(data, roles[k], fill, error);
    return status;
}
