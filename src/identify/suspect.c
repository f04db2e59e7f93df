/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers cannot say what they are, but some cannot be what they were taken for. */
#include "identify/suspect.h"
#include "identify/end_of_travel.h"
#include "identify/flat_effort.h"

#include <math.h>

enum { WINDOWS = 50, LEAST_ROWS = 20, COUNTS_LEAST = 50, ABOUT = 5 };

#define FLAT 0.02      /* of the rows at the very top or bottom: more is no chance */
#define STEADY 0.03    /* deviation of the speed over its mean */
#define UNIT_OFF 0.1   /* a unit is wrong by more than that */
#define NEAR_UNIT 0.05 /* a ratio of units is met so nearly */
#define SOUND 340.0    /* m/s */
#define FOLLOWS 0.9    /* correlation of way and velocity that belong together */
#define TURNS_MOST 0.2 /* of the rows */
#define COARSE 10.0    /* sensor steps */
#define SLIGHT 0.02    /* of the effort: a sign that noise makes */
#define BOTH_WAYS 0.2  /* of the way, in each direction */
#define ALIKE 0.2      /* difference of efforts that friction would make larger */

typedef struct Ends {
    double low, high;
    size_t at_low, at_high;
} Ends;

static Ends ends_of(const double *x, size_t rows)
{
    Ends e = {INFINITY, -INFINITY, 0, 0};
    for (size_t i = 0; i < rows; i++)
        e.low = x[i] < e.low ? x[i] : e.low, e.high = x[i] > e.high ? x[i] : e.high;
    return e;
}

static Ends counted_ends_of(const double *x, size_t rows)
{
    Ends e = ends_of(x, rows);
    for (size_t i = 0; i < rows; i++)
        e.at_low += x[i] == e.low, e.at_high += x[i] == e.high;
    return e;
}

/* Neighbours that are the same number, but for those at the ends: few where it is measured, most where it was made. */
static bool is_made(const double *x, size_t rows, const Ends *e)
{
    size_t same = 0, inside = 0;
    for (size_t i = 1; i < rows; i++)
        if (x[i] > e->low && x[i] < e->high)
            same += x[i] == x[i - 1], inside++;
    return 2 * same > inside;
}

bool stn_data_clips(const StnData *data)
{
    const double *u = data->value[STN_ROLE_EFFORT];
    const Ends e = counted_ends_of(u, data->rows);
    const double share = (double)(e.at_low + e.at_high) / (double)data->rows;
    return e.low < e.high && share > FLAT && e.at_low > 2 && e.at_high > 2 &&
           !is_made(u, data->rows, &e);
}

bool stn_data_effort_rests(const StnData *data)
{
    const double *u = data->value[STN_ROLE_EFFORT];
    for (size_t i = 1; i < data->rows; i++)
        if (u[i] != u[0])
            return false;
    return true;
}

static double step_of(const StnData *data, size_t i)
{
    const double *x = data->value[STN_ROLE_POSITION], *v = data->value[STN_ROLE_VELOCITY],
                 *t = data->value[STN_ROLE_TIME];
    return x ? x[i + 1] - x[i] : 0.5 * (v[i] + v[i + 1]) * (t[i + 1] - t[i]);
}

/* Over some rows about i: a difference of two of them is noise. */
static double speed_about(const StnData *data, size_t i, size_t from, size_t end)
{
    const double *t = data->value[STN_ROLE_TIME];
    const size_t first = i > from + ABOUT ? i - ABOUT : from,
                 last = i + ABOUT < end ? i + ABOUT : end - 1;
    double way = 0.0;
    for (size_t k = first; k < last; k++)
        way += step_of(data, k);
    return way / (t[last] - t[first]);
}

/* Of a run.  Its way back begins and ends in the middle of the travel, forward, and is no slower at its end: neither a weight
 * nor a spring nor the mass has given any of the work then. */
static double work_of_return(const StnData *data, size_t from, size_t end)
{
    const double *u = data->value[STN_ROLE_EFFORT];
    double place = 0.0, low = 0.0, high = 0.0;
    for (size_t i = from; i + 1 < end; i++) {
        place += step_of(data, i);
        low = fmin(low, place), high = fmax(high, place);
    }
    const double middle = 0.5 * (low + high);
    double work = 0.0, begin = NAN, speed = NAN, found = NAN;
    place = 0.0;
    for (size_t i = from; i + 1 < end; i++) {
        const double step = step_of(data, i), effort = 0.5 * (u[i] + u[i + 1]);
        if (place < middle && place + step >= middle) {
            const double here = work + effort * (middle - place),
                         now = speed_about(data, i, from, end);
            if (now >= speed)
                found = here - begin;
            else if (isnan(found))
                begin = here, speed = now;
        }
        place += step;
        work += effort * step;
    }
    return found;
}

double stn_data_work(const StnData *data)
{
    double sum = NAN;
    if (!data->value[STN_ROLE_POSITION] && !data->value[STN_ROLE_VELOCITY])
        return sum;
    for (int r = 0; r < data->nrun; r++) {
        const double work = work_of_return(data, data->run[r], data->run[r + 1]);
        if (!isnan(work))
            sum = isnan(sum) ? work : sum + work;
    }
    return sum;
}

/* A limit with the noise of a sensor upon it. */
static StnStatus flat_effort(StnData *data, StnError *error)
{
    StnFlatEffort flat;
    const StnStatus status = stn_find_flat_effort(data, &flat, error);
    for (int k = 0; k < 2 && status == STN_OK; k++)
        if (flat.rows[k] > 0)
            stn_remark(
                &data->remarks,
                "The effort (column \"%s\") stays at its %s value, %.3g %s but for noise, in %d "
                "stretches (%.0f %% of the rows) while the motion goes on: if the drive or the "
                "sensor is at its limit there, what acts is not what was measured, and friction "
                "comes out too low; take a window without them (--from, --to), or move less.",
                data->column[STN_ROLE_EFFORT], k ? "smallest" : "largest", flat.level[k],
                data->unit[STN_ROLE_EFFORT], flat.stretches[k],
                100.0 * (double)flat.rows[k] / (double)data->rows);
    return status;
}

static void clipped_effort(StnData *data)
{
    const Ends e = counted_ends_of(data->value[STN_ROLE_EFFORT], data->rows);
    const double share = (double)(e.at_low + e.at_high) / (double)data->rows;
    stn_remark(&data->remarks,
               "The effort (column \"%s\") is exactly its largest or smallest value, %.4g and %.4g "
               "%s, in %.0f %% of the rows: if the drive or the sensor is at its limit there, what "
               "acts is not what was measured; leave such rows out (--where), or move less.",
               data->column[STN_ROLE_EFFORT], e.high, e.low, data->unit[STN_ROLE_EFFORT],
               100.0 * share);
}

static void whole_numbers(StnData *data)
{
    const double *x = data->value[STN_ROLE_POSITION];
    for (size_t i = 0; i < data->rows; i++)
        if (x[i] != rint(x[i]))
            return;
    const Ends e = ends_of(x, data->rows);
    if (e.high - e.low >= COUNTS_LEAST)
        stn_remark(
            &data->remarks,
            "The position (column \"%s\") has whole numbers only, from %.0f to %.0f, and was read "
            "in %s: if these are "
            "counts of an encoder, --counts %s=N says how many make a revolution (N/mm: a length).",
            data->column[STN_ROLE_POSITION], e.low, e.high, data->unit[STN_ROLE_POSITION],
            data->column[STN_ROLE_POSITION]);
}

/* Held by something else than friction. */
static StnStatus at_a_stop(StnData *data, StnError *error)
{
    const Ends e = ends_of(data->value[STN_ROLE_POSITION], data->rows);
    double share;
    const StnStatus status = stn_find_end_of_travel(data, &share, error);
    if (status == STN_OK && share > 0.0)
        stn_remark(
            &data->remarks,
            "The position (column \"%s\") is exactly its largest or smallest value, %.4g "
            "and %.4g %s, in %.0f %% of the rows, where it stops at once or stands under more "
            "effort than friction holds: at a stop, or at the end of the sensor, effort is "
            "no friction; leave such rows out.",
            data->column[STN_ROLE_POSITION], e.high, e.low, data->unit[STN_ROLE_POSITION],
            100.0 * share);
    return status;
}

/* Ways over windows of the longest run, by the position and by the velocity (NULL: none); returns how many. */
static int ways(const StnData *data, double *by_x, double *by_v, double *time)
{
    const double *t = data->value[STN_ROLE_TIME], *x = data->value[STN_ROLE_POSITION];
    const double *v = data->value[STN_ROLE_VELOCITY];
    int longest = 0;
    for (int r = 1; r < data->nrun; r++)
        if (data->run[r + 1] - data->run[r] > data->run[longest + 1] - data->run[longest])
            longest = r;
    const size_t begin = data->run[longest], count = data->run[longest + 1] - begin;
    if (count < 2 * WINDOWS)
        return 0;
    for (int k = 0; k < WINDOWS; k++) {
        const size_t from = begin + count * (size_t)k / WINDOWS,
                     to = begin + (count - 1) * (size_t)(k + 1) / WINDOWS;
        by_x[k] = x ? x[to] - x[from] : 0.0;
        time[k] = t[to] - t[from];
        by_v[k] = 0.0;
        for (size_t i = from; v && i < to; i++)
            by_v[k] += 0.5 * (v[i] + v[i + 1]) * (t[i + 1] - t[i]);
    }
    return WINDOWS;
}

/* What a position that is so many times too large may be. */
static const char *wrong_unit(double ratio, bool rotary)
{
    const double unit = rotary ? 57.2957795 : 1000.0;
    if (fabs(fabs(ratio) / unit - 1.0) > NEAR_UNIT)
        return "";
    return rotary ? ", as degrees that were taken for rad do" : ", as mm that were taken for m do";
}

/* Machines with friction are slower than sound; an angle has no such bound. */
static void impossible_speed(StnData *data, const double *way, const double *time, int count)
{
    double most = 0.0;
    for (int k = 0; k < count; k++)
        most = fmax(most, fabs(way[k]) / time[k]);
    const StnRole role = data->value[STN_ROLE_POSITION] ? STN_ROLE_POSITION : STN_ROLE_VELOCITY;
    if (!data->rotary && most > SOUND)
        stn_remark(&data->remarks,
                   "The %s (column \"%s\", read in %s) means speeds up to %.3g m/s, faster than "
                   "sound: is it in mm? --unit %s=%s says so.",
                   stn_role_word(role), data->column[role], data->unit[role], most,
                   data->column[role], role == STN_ROLE_POSITION ? "mm" : "mm/s");
}

/* How much faster the position moves than the velocity says, and how well they go together (0: nothing moves). */
static double ratio_of(const double *by_x, const double *by_v, int count, double *together)
{
    double xx = 0.0, vv = 0.0, xv = 0.0;
    for (int k = 0; k < count; k++)
        xx += by_x[k] * by_x[k], vv += by_v[k] * by_v[k], xv += by_x[k] * by_v[k];
    const bool moves = xx > 0.0 && vv > 0.0;
    *together = moves ? xv / sqrt(xx * vv) : 0.0;
    return moves ? xv / vv : NAN;
}

static void velocity_of_another(StnData *data, const double *by_x, const double *by_v, int count)
{
    double together;
    const double ratio = ratio_of(by_x, by_v, count, &together);
    const char *x = data->column[STN_ROLE_POSITION], *v = data->column[STN_ROLE_VELOCITY];
    if (isnan(ratio))
        return;
    if (fabs(together) < FOLLOWS)
        stn_remark(&data->remarks,
                   "The velocity (column \"%s\") does not follow from the position (column \"%s\"; "
                   "correlation of their ways "
                   "%.2f): are the columns the right ones?",
                   v, x, together);
    else if (fabs(ratio - 1.0) > UNIT_OFF)
        stn_remark(&data->remarks,
                   "The position (column \"%s\") changes %.4g times as fast as the velocity "
                   "(column \"%s\") says%s: --unit and "
                   "--gain say what they are.",
                   x, ratio, v, wrong_unit(ratio, data->rotary));
}

bool stn_data_disagrees(const StnData *data)
{
    double by_x[WINDOWS], by_v[WINDOWS], time[WINDOWS], together;
    if (data->rows < LEAST_ROWS || !data->value[STN_ROLE_POSITION] ||
        !data->value[STN_ROLE_VELOCITY])
        return false;
    const double ratio = ratio_of(by_x, by_v, ways(data, by_x, by_v, time), &together);
    return fabs(together) >= FOLLOWS && fabs(ratio - 1.0) > UNIT_OFF;
}

/* The deviation of the speed, and its mean. */
static double spread_of_speed(const double *way, const double *time, int count, double *mean)
{
    double square = 0.0;
    *mean = 0.0;
    for (int k = 0; k < count; k++)
        *mean += way[k] / time[k] / count;
    for (int k = 0; k < count; k++)
        square += (way[k] / time[k] - *mean) * (way[k] / time[k] - *mean) / (count - 1);
    return sqrt(square);
}

bool stn_data_is_steady(const StnData *data)
{
    double by_x[WINDOWS], by_v[WINDOWS], time[WINDOWS], mean;
    if (data->nrun != 1 || !(data->value[STN_ROLE_POSITION] || data->value[STN_ROLE_VELOCITY]))
        return false;
    const int count = ways(data, by_x, by_v, time);
    return count > 0 && spread_of_speed(data->value[STN_ROLE_POSITION] ? by_x : by_v, time, count,
                                        &mean) < STEADY * fabs(mean);
}

static void steady_speed(StnData *data, const double *way, const double *time, int count)
{
    double mean;
    const double spread = spread_of_speed(way, time, count, &mean);
    if (data->nrun == 1 && spread < STEADY * fabs(mean))
        stn_remark(&data->remarks,
                   "The speed hardly changes (%.4g %s, %.2g %%): such a record shows friction at "
                   "one speed; neither a mass nor "
                   "how friction depends on the speed follows from it.",
                   mean, stn_role_unit(STN_ROLE_VELOCITY, data->rotary),
                   100.0 * spread / fabs(mean));
}

/* A position that swings over much of its range from row to row. */
static void slow_samples(StnData *data)
{
    const double *x = data->value[STN_ROLE_POSITION];
    const Ends e = ends_of(x, data->rows);
    double step = NAN;
    size_t turns = 0;
    for (size_t i = 1; i + 1 < data->rows; i++)
        turns += (x[i] - x[i - 1]) * (x[i + 1] - x[i]) < 0.0 &&
                 fmin(fabs(x[i] - x[i - 1]), fabs(x[i + 1] - x[i])) > UNIT_OFF * (e.high - e.low);
    if (!((double)turns > TURNS_MOST * (double)data->rows))
        return;
    if (stn_data_find_resolution(data, STN_ROLE_POSITION, NAN, &step, NULL) != STN_OK ||
        !(e.high - e.low > COARSE * step))
        return; /* it flickers between places of the sensor */
    stn_remark(&data->remarks,
               "The position turns in %.0f %% of the rows: samples every %.3g s are too far "
               "apart for this motion, and speeds "
               "made of them are wrong.",
               100.0 * (double)turns / (double)data->rows, data->Ts);
}

/* A current without its sign: as much effort one way as the other, and never below 0.  A weight keeps the sign as well,
 * but then the effort differs between the directions by twice the friction. */
static void unsigned_effort(StnData *data)
{
    const double *u = data->value[STN_ROLE_EFFORT], *x = data->value[STN_ROLE_POSITION],
                 *v = data->value[STN_ROLE_VELOCITY];
    double way[2] = {0.0, 0.0}, work[2] = {0.0, 0.0};
    const Ends e = counted_ends_of(u, data->rows);
    for (int r = 0; r < data->nrun; r++)
        for (size_t i = data->run[r]; i + 1 < data->run[r + 1]; i++) {
            const double step = x ? x[i + 1] - x[i] : v[i] * data->Ts;
            way[step < 0.0] += fabs(step);
            work[step < 0.0] += fabs(step) * u[i];
        }
    const double mean[2] = {work[0] / way[0], work[1] / way[1]};
    const double size = 0.5 * (fabs(mean[0]) + fabs(mean[1]));
    const bool one_sign = fmin(fabs(e.low), fabs(e.high)) < SLIGHT * (e.high - e.low) &&
                          (e.low > -SLIGHT * e.high || e.high < -SLIGHT * e.low);
    if (one_sign && fmin(way[0], way[1]) > BOTH_WAYS * (way[0] + way[1]) &&
        fabs(mean[0] - mean[1]) < ALIKE * size)
        stn_remark(&data->remarks,
                   "The effort (column \"%s\") keeps its sign while the motion turns, and is as "
                   "large in either direction: that is the size of a current or torque without its "
                   "sign, and friction cannot be found from it.",
                   data->column[STN_ROLE_EFFORT]);
}

StnStatus stn_data_suspect(StnData *data, StnError *error)
{
    const bool x = data->value[STN_ROLE_POSITION] != NULL,
               v = data->value[STN_ROLE_VELOCITY] != NULL;
    const bool u = data->value[STN_ROLE_EFFORT] != NULL;
    double by_x[WINDOWS], by_v[WINDOWS], time[WINDOWS];
    StnStatus status = STN_OK;
    if (data->rows < LEAST_ROWS)
        return status;
    const int count = x || v ? ways(data, by_x, by_v, time) : 0;
    if (u && stn_data_clips(data))
        clipped_effort(data);
    else if (u && (x || v))
        status = flat_effort(data, error);
    if (x) {
        whole_numbers(data);
        slow_samples(data);
    }
    if (u && (x || v)) {
        unsigned_effort(data);
        stn_suspect_swap(data);
    }
    if (x && u && status == STN_OK)
        status = at_a_stop(data, error);
    if (x && v && count > 0)
        velocity_of_another(data, by_x, by_v, count);
    if (count > 0) {
        steady_speed(data, x ? by_x : by_v, time, count);
        impossible_speed(data, x ? by_x : by_v, time, count);
    }
    return status;
}

/* ---- Words of several methods ---- */

#define USELESS 50.0 /* %: a model that leaves more says nothing of single terms */

void stn_remark_one_direction(const char *level, const char *how, StnRemarks *remarks)
{
    stn_remark(remarks,
               "The body moves in one direction only: a constant effort cannot be distinguished "
               "from %s, which contains it%s.  Motion in the other direction would separate them.",
               level, how);
}

void stn_remark_effort_rests(const StnData *data, StnRemarks *remarks)
{
    if (stn_data_effort_rests(data))
        stn_remark(remarks,
                   "The effort (%s) is %.4g %s throughout: inertia is the force here, so every "
                   "force and coefficient is in proportion to the mass that was given (speeds are "
                   "not), and no interval knows how far that is off.",
                   data->column[STN_ROLE_EFFORT], data->value[STN_ROLE_EFFORT][0],
                   data->unit[STN_ROLE_EFFORT]);
}

bool stn_remark_unexplained(double percent, const char *what, const StnData *data,
                            StnRemarks *remarks)
{
    if (!(percent > USELESS))
        return false;
    stn_remark(remarks,
               "%.0f %% of %s is left: this motion does not explain it. Are the columns the right "
               "ones (effort %s), or does another force act?",
               percent, what, data->column[STN_ROLE_EFFORT]);
    return true;
}
