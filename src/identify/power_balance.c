/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Motion and windows of the balance of power. */
#include "identify/power_balance.h"
#include "identify/failure.h"
#include "identify/suspect.h"
#include "identify/window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOWS = 60, SHORTEST = 20, PER_CUT = 4 };
/* Of the acceleration's variance in the windows of the speed: shorter ones leave v^2 to noise, longer ones flatten its
 * peaks.  With a 12-bit encoder at 1 kHz, m, fv and fc are right to 0.1 %; at 3e-3 m is 0.6 % too large. */
#define SHARE 0.03

/* ---- Motion ---- */

/* Where a position stands for longer than a window of the speed the body rests: friction is what the effort is there. */
static void mark_rests(StnBalance *b, size_t from, size_t count)
{
    const double *x = b->x + from;
    for (size_t i = 0, to; i + 1 < count && b->means; i = to) {
        for (to = i + 1; to < count && x[to] == x[i];)
            to++;
        if (to - i > 2 * b->ends)
            memset(b->sign + from + i, 0, (to - i - 1) * sizeof *b->sign);
    }
}

static void take_run(StnBalance *b, size_t from, size_t count)
{
    const StnData *data = b->data;
    const double *x = data->value[STN_ROLE_POSITION], *v = data->value[STN_ROLE_VELOCITY];
    double sum = 0.0, low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        sum += v && i > 0 ? 0.5 * data->Ts * (v[from + i - 1] + v[from + i]) : 0.0;
        b->x[from + i] = x ? x[from + i] : sum;
        low = fmin(low, b->x[from + i]);
        high = fmax(high, b->x[from + i]);
    }
    if (v)
        memcpy(b->v + from, v + from, count * sizeof *v);
    const double back = fmax(2.0 * (1.0 - 1e-6) * b->dx, 1e-3 * (high - low));
    stn_direction_held(b->x + from, count, back, b->sign + from);
    mark_rests(b, from, count);
}

/* Of a position: means over windows, long enough for the noise of the acceleration to be small (as the inverse model has
 * them), so that they follow the motion; noise of the speed makes v^2 too large by its variance, which is known. */
static StnStatus find_speed(StnBalance *b)
{
    const StnData *data = b->data;
    StnMotionNoise noise;
    StnMotion motion;
    StnSpline window = {.box = 0};
    StnStatus status = stn_motion_noise(data, &noise, b->error);
    if (status != STN_OK || data->value[STN_ROLE_VELOCITY])
        return status;
    noise.deviation = fmax(noise.deviation, b->dx / sqrt(12.0));
    status = stn_window_motion(data, &motion, b->error);
    if (status != STN_OK)
        return status;
    double *work = malloc((data->rows + 4) * sizeof *work);
    status = work ? stn_window_choose(data, &noise, &motion, SHARE, &window, b->error)
                  : stn_no_memory(b->error);
    if (status == STN_OK) {
        stn_window_mean(data, window.box, motion.v, b->v, work);
        b->means = true;
        b->ends = stn_window_reach(window.box) + 1;
        b->blur = ((double)window.box * (double)window.box - 1.0) / 6.0;
        b->noise = stn_window_step_covariance(&noise, data->Ts, window.box);
    }
    free(work);
    stn_motion_free(&motion);
    return status;
}

/* In one direction a constant effort and fc do the same work. */
static StnStatus find_directions(StnBalance *b)
{
    double way[2] = {0.0, 0.0};
    for (int r = 0; r < b->data->nrun; r++)
        for (size_t i = b->data->run[r]; i + 1 < b->data->run[r + 1]; i++)
            way[b->sign[i] < 0.0] += b->sign[i] * (b->x[i + 1] - b->x[i]);
    b->one_way = fmin(way[0], way[1]) < STN_ONE_WAY * (way[0] + way[1]);
    return b->one_way && b->def->asymmetric
               ? stn_error(b->error, STN_BAD_INPUT,
                           "the body moves in one direction only: it has no levels for the other")
               : STN_OK;
}

StnStatus stn_balance_take_motion(StnBalance *b)
{
    const StnData *data = b->data;
    const size_t size = (data->rows + 1) * sizeof(double);
    if (stn_data_find_resolution(data, STN_ROLE_POSITION, b->def->dx, &b->dx, b->error) != STN_OK)
        return STN_NO_MEMORY;
    b->dx = isnan(b->dx) ? 0.0 : b->dx;
    b->x = malloc(size);
    b->v = malloc(size);
    b->sign = malloc(size);
    if (!b->x || !b->v || !b->sign)
        return stn_no_memory(b->error);
    const StnStatus status = find_speed(b);
    for (int r = 0; r < data->nrun && status == STN_OK; r++)
        take_run(b, data->run[r], data->run[r + 1] - data->run[r]);
    return status == STN_OK ? find_directions(b) : status;
}

/* ---- Windows ---- */

static void add_column(StnBalance *b, const char *name, const char *unit)
{
    b->name[b->ncolumn] = name;
    b->unit[b->ncolumn++] = unit;
}

static void name_columns(StnBalance *b)
{
    const StnPowerDef *def = b->def;
    if (isnan(def->m))
        add_column(b, "m", "$m");
    if (!def->no_viscous)
        add_column(b, "fv", "$F*s/$x");
    add_column(b, def->asymmetric ? "fc+" : "fc", "$F");
    if (def->asymmetric)
        add_column(b, "fc-", "$F");
    else if (def->offset && !b->one_way)
        add_column(b, "offset", "$F");
    b->arm = def->gravity ? b->ncolumn : -1;
    if (def->gravity) {
        add_column(b, "Gsin", "$F");
        add_column(b, "Gcos", "$F");
    }
}

/* The speed at the end of a window, 0 at rest; what a mean flattens is put right. */
static double speed_at(const StnBalance *b, size_t i)
{
    const double *v = b->v;
    if (!b->means)
        return v[i];
    const bool rests = b->sign[i] == 0.0 || b->sign[i - 1] == 0.0;
    return rests ? 0.0 : v[i] - b->blur * (v[i + 1] - 2.0 * v[i] + v[i - 1]);
}

/* Integrals over the samples begin ... end (both ends belong to it).  Of what holds in every sample,
 * u = m*a + fv*v + fc*sgn(v), any sum holds; the weights are the smooth steps of the position, z, and for the sum of a*z
 * partial summation takes the steps as they are. */
static void add_window(StnBalance *b, size_t begin, size_t end)
{
    const StnPowerDef *def = b->def;
    const double *u = b->data->value[STN_ROLE_EFFORT], *v = b->v, *x = b->x, Ts = b->data->Ts;
    double work = 0.0, later = 0.0, squares = 0.0, bend = 0.0, net = 0.0, way[2] = {0.0, 0.0};
    double arm[2] = {0.0, 0.0};
    for (size_t i = begin; i < end; i++) {
        const double step = x[i + 1] - x[i], mid = 0.5 * (x[i] + x[i + 1]);
        const double z = b->means ? 0.5 * Ts * (v[i] + v[i + 1]) : step;
        if (b->sign[i] == 0.0)
            continue;
        work += ((0.5 + b->shift) * u[i] + (0.5 - b->shift) * u[i + 1]) * z;
        later += 0.5 * (u[i] - u[i + 1]) * z;
        squares += b->means ? step * z / Ts - Ts * b->noise
                            : 0.5 * Ts * (v[i] * v[i] + v[i + 1] * v[i + 1]);
        bend += (b->means ? step / Ts : 0.5 * (v[i] + v[i + 1])) * (v[i + 1] - v[i]);
        way[b->sign[i] < 0.0] += b->sign[i] * z;
        net += z;
        arm[0] += sin(mid) * z, arm[1] += cos(mid) * z;
    }
    const double kinetic = speed_at(b, end) * v[end] - speed_at(b, begin) * v[begin] - bend;
    if (!(way[0] + way[1] > 4.0 * b->dx)) {
        b->still++;
        return;
    }
    int c = 0;
    if (isnan(def->m))
        b->column[c++][b->rows] = kinetic;
    if (!def->no_viscous)
        b->column[c++][b->rows] = squares;
    if (def->asymmetric) {
        b->column[c++][b->rows] = way[0];
        b->column[c++][b->rows] = way[1];
    } else {
        b->column[c++][b->rows] = way[0] + way[1];
        if (def->offset && !b->one_way)
            b->column[c++][b->rows] = net;
    }
    for (int k = 0; k < 2 && def->gravity; k++)
        b->column[c++][b->rows] = arm[k];
    b->t[b->rows] = b->data->value[STN_ROLE_TIME][begin];
    b->by_shift[b->rows] = later;
    b->work[b->rows++] = work - (!isnan(def->m) ? def->m * kinetic : 0.0);
}

/* Of the samples of the longest run, from its first to its last. */
static size_t longest_run(const StnData *data)
{
    size_t longest = 0;
    for (int r = 0; r < data->nrun; r++)
        if (data->run[r + 1] - data->run[r] > longest + 1)
            longest = data->run[r + 1] - data->run[r] - 1;
    return longest;
}

StnStatus stn_balance_fill(StnBalance *b)
{
    name_columns(b);
    const StnData *data = b->data;
    const size_t longest = longest_run(data);
    const double chosen =
        isnan(b->def->window) ? (double)data->rows / WINDOWS : round(b->def->window / data->Ts);
    if (!isnan(b->def->window) && chosen < SHORTEST)
        return stn_error(b->error, STN_BAD_INPUT,
                         "a window of %g s is too short: at least %d samples are needed, %g s",
                         b->def->window, SHORTEST, SHORTEST * data->Ts);
    if (!isnan(b->def->window) && !(chosen <= (double)longest))
        return stn_error(b->error, STN_BAD_INPUT,
                         "a window of %g s is longer than the data: the longest run takes %g s",
                         b->def->window, (double)longest * data->Ts);
    b->span = chosen < SHORTEST ? SHORTEST : (size_t)chosen;
    if (b->cut && isnan(b->def->window) && b->span > longest / PER_CUT)
        b->span = longest / PER_CUT < SHORTEST ? SHORTEST : longest / PER_CUT;
    const size_t most = data->rows / b->span + (size_t)data->nrun + 1;
    bool good = (b->work = malloc(most * sizeof(double))) && (b->t = malloc(most * sizeof(double)));
    good = (b->by_shift = malloc(most * sizeof(double))) && good;
    for (int c = 0; c < b->ncolumn; c++)
        good = (b->column[c] = malloc(most * sizeof(double))) && good;
    good = (b->run = calloc((size_t)data->nrun + 1, sizeof *b->run)) && good;
    if (!good)
        return stn_no_memory(b->error);
    for (int r = 0; r < data->nrun; r++) {
        b->run[r] = (size_t)b->rows;
        for (size_t i = data->run[r] + b->ends; i + b->span + b->ends < data->run[r + 1];
             i += b->span)
            add_window(b, i, i + b->span);
    }
    b->run[data->nrun] = (size_t)b->rows;
    if (b->rows <= b->ncolumn)
        return stn_error(b->error, STN_BAD_INPUT,
                         "%d window%s of %g s with motion for %d parameters: at least %d are "
                         "needed; take shorter windows, or more data",
                         b->rows, b->rows == 1 ? "" : "s", (double)b->span * data->Ts, b->ncolumn,
                         b->ncolumn + 1);
    return STN_OK;
}
