/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A stop takes the speed of a body, or gives it back, whatever the effort does.  The inverse model of the middle of the travel
 * says what inertia, viscous and sliding level are; close to an end the same model then lacks a force that points inward.  Friction
 * that builds up after a turn lacks two sliding levels there at most, and the other way round before it. */
#include "identify/contact.h"
#include "identify/failure.h"
#include "identify/inverse_model.h"
#include "identify/window.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ROWS = 100, SHORTEST = 20 };
#define MIDDLE 0.35 /* of the travel, to both sides of its middle */
#define SHARE 0.03  /* of noise in windows, as the balance of power has it */
#define QUICKER 1.3 /* times the largest acceleration along the middle: a stop may be it */
#define PUSHES 2.5  /* sliding levels */
#define SURE 6.0    /* times what the model leaves along the middle */
#define PART 0.4    /* of what the acceleration takes: rows of an effort that jumps leave less */
#define KNOWN 0.6   /* of the mass: its interval, to both sides */
#define STEADY 0.05 /* of a speed: so near others are the same, */
#define ABOUT 0.3   /* ... and so near it is looked for */
#define MOST 0.75   /* of the rows */
#define STILL 0.1   /* of the largest push: it goes on */

typedef struct Push {
    const StnData *data;
    double *v, *a, *sign,
        *force;          /* means over windows; force: what the model lacks, outward above 0 */
    bool *out, gravity;  /* gravity: of an arm */
    double middle, half; /* of the travel */
    size_t box;
} Push;

/* ---- Motion ---- */

static void find_travel(Push *p)
{
    const double *x = p->data->value[STN_ROLE_POSITION];
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < p->data->rows; i++)
        low = fmin(low, x[i]), high = fmax(high, x[i]);
    p->middle = 0.5 * (low + high);
    p->half = 0.5 * (high - low);
}

/* -1, 1: close to the smallest, the largest position. */
static int end_at(const Push *p, size_t i)
{
    const double by = p->data->value[STN_ROLE_POSITION][i] - p->middle;
    return by > 2.0 * MIDDLE * p->half ? 1 : by < -2.0 * MIDDLE * p->half ? -1 : 0;
}

static StnStatus find_motion(Push *p, StnError *error)
{
    const StnData *data = p->data;
    StnMotionNoise noise;
    StnMotion motion;
    StnSpline window = {.box = 0};
    StnStatus status = stn_motion_noise(data, &noise, error);
    if (status == STN_OK)
        status = stn_window_motion(data, &motion, error);
    if (status != STN_OK)
        return status;
    double step = NAN, *work = malloc((data->rows + 4) * sizeof *work);
    status = work ? stn_data_find_resolution(data, STN_ROLE_POSITION, NAN, &step, error)
                  : stn_no_memory(error);
    noise.deviation = isnan(step) ? noise.deviation : fmax(noise.deviation, step / sqrt(12.0));
    if (status == STN_OK)
        status = stn_window_choose(data, &noise, &motion, SHARE, &window, error);
    for (int r = 0; r < data->nrun && status == STN_OK; r++)
        stn_direction_held(motion.x + data->run[r], data->run[r + 1] - data->run[r],
                           fmax(2.0 * (isnan(step) ? 0.0 : step), 2e-3 * p->half),
                           p->sign + data->run[r]);
    if (status == STN_OK) {
        p->box = window.box;
        stn_window_mean(data, window.box, motion.v, p->v, work);
        stn_window_mean(data, window.box, motion.a, p->a, work);
    }
    free(work);
    stn_motion_free(&motion);
    return status;
}

/* Whether accelerations close to the ends are larger than along the middle. */
static bool is_quicker(const Push *p)
{
    double most[2] = {0.0, 0.0};
    for (size_t i = 0; i < p->data->rows; i++) {
        const bool end = end_at(p, i) != 0;
        most[end] = fmax(most[end], fabs(p->a[i]));
    }
    return most[1] > QUICKER * most[0];
}

/* ---- Rows ---- */

/* Copies the rows that are not left out; a run ends where some are. */
static StnStatus keep(const Push *p, StnData *to, StnError *error)
{
    const StnData *from = p->data;
    *to = *from;
    memset(to->value, 0, sizeof to->value);
    to->rows = 0, to->nrun = 0;
    to->run = calloc(from->rows + 2, sizeof *to->run);
    to->run_value = calloc(from->rows + 2, sizeof *to->run_value);
    bool good = to->run && to->run_value;
    for (int c = 0; c < STN_DATA_COLUMNS; c++)
        good =
            (!from->value[c] || (to->value[c] = malloc((from->rows + 1) * sizeof(double)))) && good;
    for (int r = 0; r < from->nrun && good; r++)
        for (size_t i = from->run[r], end; i < from->run[r + 1]; i = end + 1) {
            for (end = i; end < from->run[r + 1] && !p->out[end];)
                end++;
            if (end - i < SHORTEST)
                continue;
            for (int c = 0; c < STN_DATA_COLUMNS; c++)
                if (from->value[c])
                    memcpy(to->value[c] + to->rows, from->value[c] + i, (end - i) * sizeof(double));
            to->run_value[to->nrun] = from->run_value ? from->run_value[r] : NAN;
            to->rows += end - i;
            to->run[++to->nrun] = to->rows;
        }
    if (!good)
        stn_data_free(to);
    return good ? STN_OK : stn_no_memory(error);
}

/* Rows along the middle with a speed near this one, and the mean of these speeds. */
static double rows_near(const Push *p, double speed, double by, double *mean)
{
    double count = 0.0, sum = 0.0;
    for (size_t i = 0; i < p->data->rows; i++)
        if (end_at(p, i) == 0 && fabs(fabs(p->v[i]) - speed) <= by * speed)
            sum += fabs(p->v[i]), count += 1.0;
    *mean = sum / fmax(count, 1.0);
    return count;
}

/* Whether most of the way along the middle has one speed: what noise makes of accelerations there is no mass, and inertia at the
 * ends, where the motion turns, looks like a push. */
static bool is_steady(const Push *p)
{
    double all = 0.0, count = 0.0, mean, near;
    for (size_t i = 0; i < p->data->rows; i++)
        if (end_at(p, i) == 0)
            all += fabs(p->v[i]), count += 1.0;
    rows_near(p, all / fmax(count, 1.0), ABOUT, &mean);
    return !(rows_near(p, mean, STEADY, &near) < MOST * count);
}

/* The model of the rows along the middle, where it determines the mass. */
static StnStatus ask_middle(Push *p, StnInverse *found, bool *good, StnError *error)
{
    StnInverseDef def = stn_default_inverse_def();
    def.gravity = p->gravity;
    StnData middle;
    *good = false;
    if (is_steady(p))
        return STN_OK;
    for (size_t i = 0; i < p->data->rows; i++)
        p->out[i] = end_at(p, i) != 0;
    StnStatus status = keep(p, &middle, error);
    if (status != STN_OK)
        return status;
    if (middle.rows > LEAST_ROWS)
        status = stn_inverse_ask(&def, &middle, found, good, error);
    if (*good && found->missing && !def.gravity) { /* a spring is there along the middle, too */
        stn_inverse_free(found);
        def.spring = true;
        status = stn_inverse_ask(&def, &middle, found, good, error);
    }
    stn_data_free(&middle);
    const StnEstimate *M = *good ? stn_estimates_find(&found->parameters, "M") : NULL;
    if (*good && !(M && M->high - M->low < 2.0 * KNOWN * M->value)) { /* at one speed, say */
        stn_inverse_free(found);
        *good = false;
    }
    return status;
}

/* ---- Pushes ---- */

static double value_of(const StnInverse *model, const char *name)
{
    const double value = stn_estimates_value(&model->parameters, name, 0);
    return isnan(value) ? 0.0 : value;
}

/* What the model lacks in every row, in the sense in which the row is off the middle. */
static StnStatus find_force(Push *p, const StnInverse *model, StnError *error)
{
    const double *u = p->data->value[STN_ROLE_EFFORT];
    const double M = value_of(model, "M");
    const double Fv = value_of(model, "Fv");
    const double Fc = value_of(model, "Fc");
    const double offset = value_of(model, "offset");
    const double K = value_of(model, "K");
    const double G = value_of(model, "G");
    const double hang = value_of(model, "hang");
    const double *x = p->data->value[STN_ROLE_POSITION];
    double *rest = malloc((2 * p->data->rows + 4) * sizeof *rest);
    if (!rest)
        return stn_no_memory(error);
    for (size_t i = 0; i < p->data->rows; i++)
        rest[i] = u[i] - Fc * p->sign[i] - offset - K * x[i] - G * sin(x[i] - hang);
    stn_window_mean(p->data, p->box, rest, p->force, rest + p->data->rows);
    for (size_t i = 0; i < p->data->rows; i++)
        p->force[i] = end_at(p, i) * (p->force[i] - Fv * p->v[i] - M * p->a[i]);
    free(rest);
    return STN_OK;
}

static void take_place(const Push *p, size_t i, StnContact *contact)
{
    const double x = p->data->value[STN_ROLE_POSITION][i];
    const int side = end_at(p, i);
    double *place = &contact->place[side > 0];
    if (!contact->at[side > 0] || side * (x - *place) < 0.0)
        *place = x;
    contact->at[side > 0] = true;
}

/* Rows about row i, close to the same end, in which it pushes on, and as many beside them as windows reach.  The first row
 * behind those in which it pushes on. */
static size_t leave_out(Push *p, int run, size_t i)
{
    const size_t begin = p->data->run[run], end = p->data->run[run + 1];
    const size_t reach = stn_window_reach(p->box) + 1;
    const int side = end_at(p, i);
    size_t from = i, to = i + 1;
    while (from > begin && end_at(p, from - 1) == side && p->force[from - 1] > STILL * p->force[i])
        from--;
    while (to < end && end_at(p, to) == side && p->force[to] > STILL * p->force[i])
        to++;
    const size_t first = from > begin + reach ? from - reach : begin,
                 behind = to + reach < end ? to + reach : end;
    memset(p->out + first, true, behind - first);
    return to;
}

/* Of the accelerations within a window's reach. */
static double largest_beside(const Push *p, int run, size_t i)
{
    const size_t begin = p->data->run[run], end = p->data->run[run + 1];
    const size_t reach = 2 * stn_window_reach(p->box) + 1;
    double most = 0.0;
    for (size_t k = i > begin + reach ? i - reach : begin; k < end && k <= i + reach; k++)
        most = fmax(most, fabs(p->a[k]));
    return most;
}

/* A row within what was left out about a weaker one reaches no further: asking all of them would cost the square of the
 * length of a long push. */
static void find_pushes(Push *p, const StnInverse *model, StnContact *contact)
{
    const double level = fabs(value_of(model, "Fc"));
    const double M = value_of(model, "M");
    const double least = PUSHES * level + SURE * model->fit.sigma;
    memset(p->out, 0, p->data->rows * sizeof *p->out);
    for (int r = 0; r < p->data->nrun; r++) {
        double weakest = INFINITY;
        size_t until = p->data->run[r];
        for (size_t i = p->data->run[r]; i < p->data->run[r + 1]; i++) {
            if (!(p->force[i] > least && p->force[i] > PART * M * largest_beside(p, r, i)))
                continue;
            take_place(p, i, contact);
            if (i < until && p->force[i] >= weakest)
                continue;
            weakest = p->force[i];
            until = leave_out(p, r, i);
        }
    }
    for (size_t i = 0; i < p->data->rows; i++)
        contact->rows += p->out[i];
}

StnStatus stn_find_contact(const StnData *data, bool gravity, StnContact *contact, StnError *error)
{
    Push p = {.data = data, .gravity = gravity};
    StnInverse model;
    bool good = false;
    *contact = (StnContact){.rows = 0};
    if (!data->value[STN_ROLE_POSITION] || data->rows < LEAST_ROWS)
        return STN_OK;
    double *memory = malloc((4 * data->rows + 4) * sizeof *memory);
    p.out = malloc((data->rows + 1) * sizeof *p.out);
    StnStatus status = memory && p.out ? STN_OK : stn_no_memory(error);
    if (status == STN_OK) {
        p.v = memory, p.a = p.v + data->rows;
        p.sign = p.a + data->rows, p.force = p.sign + data->rows;
        find_travel(&p);
        status = find_motion(&p, error);
    }
    if (status == STN_OK && is_quicker(&p))
        status = ask_middle(&p, &model, &good, error);
    if (status == STN_OK && good)
        status = find_force(&p, &model, error);
    if (status == STN_OK && good)
        find_pushes(&p, &model, contact);
    if (good)
        stn_inverse_free(&model);
    if (status == STN_OK && contact->rows > 0)
        status = keep(&p, &contact->without, error);
    free(memory);
    free(p.out);
    return status;
}

void stn_remark_contact(const StnContact *contact, const StnData *data, StnRemarks *remarks)
{
    char where[80];
    const char *unit = data->rotary ? "rad" : "m";
    if (contact->at[0] && contact->at[1])
        snprintf(where, sizeof where, "Below %.4g and above %.4g %s", contact->place[0],
                 contact->place[1], unit);
    else
        snprintf(where, sizeof where, "%s %.4g %s", contact->at[0] ? "Below" : "Above",
                 contact->place[contact->at[1]], unit);
    stn_remark(remarks,
               "%s something pushes the body back that is neither the effort nor friction, as a "
               "stop does: its work is no friction's, and %zu rows there are left out.",
               where, contact->rows);
}
