/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Whether the effort is late (or early) against the motion: the effort is moved in time, sample by sample, and the
 * model fitted to it again.  A delay turns inertia into friction that pushes and friction into a falling part, so no
 * other term stands for it.  A low-pass of first order, tau*dy/dt + y = u, is late, too, but after a jump of the friction
 * it is late by another time than in a swing: y + tau*dy/dt leaves less than any shift of y. */
#include "identify/inverse_bristle.h"
#include "identify/failure.h"
#include "identify/shift.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* Falling parts, which must not move the best place whether the model has or lacks them. */
enum { FALLING = 2 };
static_assert(STN_LEAST_SQUARES_MAX + FALLING < STN_BASIS_MAX, "room for all columns");
static const double widths[FALLING] = {0.03, 0.1}; /* of the largest speed */
#define LEAST_ROWS 50                              /* that are compared */
#define MASSLESS 0.2                               /* of the mass that is there without a shift */
/* Of the variance: where a shift leaves more it is no delay, whatever pre-sliding leaves.  Windows that leave rests out lose
 * a little of each reversal, which a shift mends, too. */
#define LATE_LEAST 0.9
#define LATE_BESIDE_RESTS 0.5
#define NOISE_LIKE 0.55 /* neighbours of a residual that is noise; windows share samples */
/* So many times as much is left without one as with it: then it is distinguished from the other.  Less is enough where what is
 * left is noise: laws of friction differ from those that are tried, noise does not. */
#define DISTINCT 3.0
#define DISTINCT_IN_NOISE 1.2
#define FED_BACK 3.0 /* times the noise that is known to a factor of 2: 0.3 to 1.2 were gained */
#define OTHER_LAW \
    0.02 /* of the variance: what two bristles may leave of friction that builds up otherwise */

typedef struct Shifts {
    const StnInverseModel *m;
    StnBasis basis;     /* of the weighted columns */
    double *smooth;     /* the effort at the sampling rate, smoothed as in the rows, */
    double *full;       /* or, where windows leave rests out, how it changes as it is moved */
    double *y, *weight; /* weight: its root */
    size_t rows, compared;
    long most;     /* samples */
    int mass;      /* which of the basis is what only the acceleration has; -1: the mass is known */
    double length; /* ... of it */
    StnBristles bristles;
    double noise; /* of the acceleration: the sum of its squares */
    bool memory_out;
} Shifts;

/* Mean samples between reversals, and those of the shortest run, decide how far the effort is moved. */
static long reach_of(const StnInverseModel *m)
{
    const StnData *data = m->data;
    double shortest = INFINITY, turns = 0.0;
    for (int n = 0; n < data->nrun; n++) {
        shortest = fmin(shortest, (double)(data->run[n + 1] - data->run[n]));
        for (size_t i = data->run[n] + 1; i < data->run[n + 1]; i++)
            turns += m->full_sign[i] * m->full_sign[i - 1] < 0.0;
    }
    const double between = (double)data->rows / (turns + data->nrun);
    return (long)fmin(STN_SHIFT_REACH * between, STN_SHIFT_RECORD * shortest);
}

/* Rows whose windows never reach beyond an end of their run count in every comparison. */
static void weigh(Shifts *s)
{
    const StnInverseModel *m = s->m;
    const double *t = m->data->value[STN_ROLE_TIME], *own = stn_inverse_weight(m);
    const size_t window = m->box > 0 ? stn_window_reach(m->box) + 1 : 0;
    const size_t reach = m->reach > window ? m->reach : window;
    const double margin = (double)(s->most + (long)reach) * m->data->Ts;
    int run = 0;
    s->compared = 0;
    s->noise = 0.0;
    for (size_t i = 0; i < s->rows; i++) {
        while (run + 1 < m->data->nrun && i >= m->run[run + 1])
            run++;
        const double from = t[m->data->run[run]], to = t[m->data->run[run + 1] - 1];
        const bool inside = m->t[i] >= from + margin && m->t[i] <= to - margin;
        s->weight[i] = inside ? (own ? sqrt(own[i]) : 1.0) : 0.0;
        s->compared += inside;
        s->noise += s->weight[i] * s->weight[i] * m->noise_a;
    }
}

static double add_column(Shifts *s, int c, double speed)
{
    const StnInverseModel *m = s->m;
    double *q = s->basis.q[s->basis.n];
    StnStatus status = STN_OK;
    if (c >= m->ncolumn)
        status = stn_inverse_falling(m, widths[c - m->ncolumn] * speed, q);
    s->memory_out = s->memory_out || status == STN_NO_MEMORY;
    const double *from = c < m->ncolumn ? m->column[c] : q;
    for (size_t i = 0; i < s->rows; i++)
        q[i] = s->weight[i] * from[i];
    return status == STN_OK ? stn_basis_add(&s->basis) : 0.0;
}

/* The acceleration last: what a shift makes of the mass is asked for. */
static void make_basis(Shifts *s, double speed)
{
    const StnInverseModel *m = s->m;
    const bool known = !isnan(m->def->m);
    for (int c = known ? 0 : 1; c < m->ncolumn + FALLING; c++)
        if (c != m->dexp)
            add_column(s, c, speed);
    s->mass = known ? -1 : s->basis.n;
    s->length = known ? 0.0 : add_column(s, 0, speed);
}

/* The mass of the model for an effort, or what it is the rate of. */
static double mass_of(const Shifts *s, const double *effort)
{
    return s->mass >= 0 && s->length > 0.0
               ? stn_dot(effort, s->basis.q[s->mass], s->rows) / s->length
               : NAN;
}

/* What a shift changes of the effort in the rows.  Smoothing it later is smoothing what comes later: it is done once, but
 * for windows that leave rests out, as these stay where they are. */
static StnStatus change_effort(Shifts *s, long shift)
{
    const StnInverseModel *m = s->m;
    const double *u = m->full_moves ? stn_inverse_effort(m) : s->smooth;
    size_t row = 0;
    for (int n = 0; n < m->data->nrun; n++) {
        const long begin = (long)m->data->run[n], last = (long)m->data->run[n + 1] - 1;
        for (long i = begin; i <= last && m->full_moves; i++) {
            const long at = i + shift < begin ? begin : i + shift > last ? last : i + shift;
            s->full[i] = u[at] - u[i];
        }
        for (; row < s->rows && (long)m->place[row] <= last && !m->full_moves; row++) {
            const long i = (long)m->place[row];
            const long at = i + shift < begin ? begin : i + shift > last ? last : i + shift;
            s->y[row] = u[at] - u[i];
        }
    }
    return m->full_moves ? stn_inverse_decimate(m, s->full, s->y) : STN_OK;
}

/* The weighted effort of `shift` samples later into s->y. */
static StnStatus move_effort(Shifts *s, long shift)
{
    const StnStatus status = change_effort(s, shift);
    s->memory_out = s->memory_out || status == STN_NO_MEMORY;
    for (size_t i = 0; i < s->rows && status == STN_OK; i++)
        s->y[i] = s->weight[i] * (s->m->y[i] + s->y[i]);
    return status;
}

/* What the model leaves of it. */
static double left_at(void *user, long shift)
{
    Shifts *s = user;
    if (move_effort(s, shift) != STN_OK)
        return INFINITY;
    double left = stn_dot(s->y, s->y, s->rows);
    for (int k = 0; k < s->basis.n; k++)
        left -= pow(stn_dot(s->y, s->basis.q[k], s->rows), 2);
    return fmax(left, 0.0);
}

/* How fast the effort changes in the rows, weighted, into `slope`. */
static StnStatus slope_of_effort(Shifts *s, double *slope)
{
    const StnInverseModel *m = s->m;
    const double *u = m->full_moves ? stn_inverse_effort(m) : s->smooth;
    double *full = m->work;
    for (int n = 0; n < m->data->nrun; n++)
        for (size_t first = m->data->run[n], end = m->data->run[n + 1], i = first; i < end; i++)
            full[i] = i == first || i + 1 == end ? 0.0 : (u[i + 1] - u[i - 1]) / (2 * m->data->Ts);
    StnStatus status = STN_OK;
    if (m->full_moves)
        status = stn_inverse_decimate(m, full, slope);
    else
        for (size_t i = 0; i < s->rows; i++)
            slope[i] = full[m->place[i]];
    for (size_t i = 0; i < s->rows && status == STN_OK; i++)
        slope[i] *= s->weight[i];
    s->memory_out = s->memory_out || status == STN_NO_MEMORY;
    return status;
}

/* Of a body that swings in by itself (a triangle under PD control) the rate of the effort is made of what the model has:
 * some time takes a part of the mass away, or all of it, and with it the noise of the acceleration, but explains nothing. */
static bool is_less_noise(const StnInverseDelay *found, double mass, double after, double gain)
{
    const double part = fmax(after / mass, 0.0);
    return !isnan(mass) && part < 1.0 && gain < FED_BACK * found->noise * (1.0 - part * part);
}

/* The time constant whose low-pass, undone, leaves least. */
static void search_lag(Shifts *s, StnInverseDelay *found)
{
    double *slope = s->basis.q[s->basis.n];
    if (slope_of_effort(s, slope) != STN_OK || move_effort(s, 0) != STN_OK)
        return;
    const double mass = mass_of(s, s->y), by_lag = mass_of(s, slope);
    stn_basis_take_off(&s->basis, 0, slope);
    stn_basis_take_off(&s->basis, 0, s->y);
    const double steep = stn_dot(slope, slope, s->rows);
    if (!(steep > 0.0))
        return;
    found->lag = -stn_dot(s->y, slope, s->rows) / steep;
    stn_take_off(s->y, -found->lag, slope, s->rows);
    found->lag_sse = stn_dot(s->y, s->y, s->rows);
    const double after = mass + found->lag * by_lag;
    if (after < MASSLESS * mass || is_less_noise(found, mass, after, found->plain - found->lag_sse))
        found->lag_sse = INFINITY;
    found->lag_correlation = stn_neighbour_correlation(s->y, s->rows);
}

/* What model and bristles leave of the effort in s->y, and stays there. */
static double left_by_bristles(Shifts *s, StnBristleGain *found)
{
    stn_basis_take_off(&s->basis, 0, s->y);
    *found = stn_bristles_gain(&s->bristles, s->y);
    stn_bristles_take_off(&s->bristles, found, s->y);
    return stn_dot(s->y, s->y, s->rows);
}

static double left_by_both(void *user, long shift)
{
    Shifts *s = user;
    StnBristleGain found;
    return move_effort(s, shift) == STN_OK ? left_by_bristles(s, &found) : INFINITY;
}

/* best: the shift that leaves least without bristles.  Where nothing turns there is no way since a reversal. */
static void search_bristles(Shifts *s, long best, StnInverseDelay *found)
{
    const StnStatus status = stn_bristles_make(&s->bristles, s->m, &s->basis, s->weight);
    s->memory_out = s->memory_out || status == STN_NO_MEMORY;
    StnBristleGain gain;
    if (status == STN_OK && s->bristles.count > 0 && move_effort(s, 0) == STN_OK) {
        const StnShift shift = {.left = left_by_both, .user = s, .most = s->most};
        long at = 0;
        found->way_sse = found->both_sse = left_by_bristles(s, &gain);
        found->way_correlation = stn_neighbour_correlation(s->y, s->rows);
        found->way = gain.length, found->height = gain.height;
        double place = 0.0, least = found->way_sse;
        if (!stn_shift_find(&shift, &place, &at, &least) || left_by_both(s, best) < least)
            place = (double)(at = best);
        if (left_by_both(s, at) < found->both_sse && move_effort(s, at) == STN_OK) {
            found->both_sse = left_by_bristles(s, &gain);
            found->both_delay = place * s->m->data->Ts;
            found->both_way = gain.length;
            found->both_correlation = stn_neighbour_correlation(s->y, s->rows);
        }
    }
    if (isnan(found->way)) /* nothing builds up: that explains nothing */
        found->way_sse = INFINITY;
    if (isnan(found->both_way))
        found->both_sse = INFINITY;
    stn_bristles_free(&s->bristles);
}

/* A controller feeds noise n of the position back as -Kv*n', and the mass makes -M*n" of it in the residual: an effort
 * taken M/Kv later removes that without being early.  So being early must gain more than that noise makes. */
static bool is_fed_back(const StnInverseDelay *late, double delay, double gain)
{
    return delay < 0.0 && !(gain > FED_BACK * late->noise);
}

/* Only noise is left by both together, and more by either; a shift mends a little of a law that is not that of two
 * bristles, too. */
static bool needs_both(const StnInverseDelay *late)
{
    return fabs(late->both_delay) >= late->step && late->both_correlation < NOISE_LIKE &&
           !is_fed_back(late, late->both_delay, late->way_sse - late->both_sse) &&
           late->way_sse > OTHER_LAW * late->plain && late->both_sse < late->least * late->plain &&
           fmin(late->sse, late->way_sse) > DISTINCT_IN_NOISE * late->both_sse;
}

static bool is_distinct(double with, double correlation, double without)
{
    return without > DISTINCT * with ||
           (correlation < NOISE_LIKE && without > DISTINCT_IN_NOISE * with);
}

StnLateness stn_inverse_lateness(const StnInverseDelay *late, bool lags)
{
    const double time = lags ? late->lag_sse : late->sse, way = late->way_sse;
    const double correlation = lags ? late->lag_correlation : late->correlation;
    return !isfinite(way)                                  ? STN_LATE_BY_TIME
           : !lags && needs_both(late)                     ? STN_LATE_BY_BOTH
           : is_distinct(time, correlation, way)           ? STN_LATE_BY_TIME
           : is_distinct(way, late->way_correlation, time) ? STN_LATE_BY_WAY
                                                           : STN_LATE_BY_EITHER;
}

bool stn_inverse_is_late(const StnInverseDelay *late)
{
    const bool noise = late->correlation < NOISE_LIKE && late->sse < late->least * late->plain;
    return fabs(late->delay) >= late->step && !late->massless &&
           (late->sse < STN_SHIFT_LEFT * late->plain || noise);
}

/* The shift that leaves least, in samples; 0: none does. */
static long search_delay(Shifts *s, double mass, StnInverseDelay *found)
{
    const StnShift shift = {.left = left_at, .user = s, .most = s->most};
    double place, least = found->plain;
    long best;
    if (!stn_shift_find(&shift, &place, &best, &least) ||
        is_fed_back(found, place, found->plain - least))
        return 0;
    found->delay = place * s->m->data->Ts;
    found->sse = left_at(s, best); /* which leaves the effort in s->y, too */
    const double after = mass_of(s, s->y);
    found->massless =
        after < MASSLESS * mass || is_less_noise(found, mass, after, found->plain - found->sse);
    stn_basis_take_off(&s->basis, 0, s->y);
    found->correlation = stn_neighbour_correlation(s->y, s->rows);
    return best;
}

static void search(Shifts *s, double speed, StnInverseDelay *found)
{
    weigh(s);
    if (s->compared < LEAST_ROWS)
        return;
    make_basis(s, speed);
    found->rows = s->compared;
    found->nparam = s->basis.n;
    found->plain = found->sse = left_at(s, 0);
    const double mass = mass_of(s, s->y), own = isnan(s->m->def->m) ? mass : s->m->def->m;
    found->noise = own * own * s->noise;
    search_lag(s, found);
    const long best = search_delay(s, mass, found);
    if (fmin(found->sse, found->lag_sse) < found->least * found->plain)
        search_bristles(s, best, found);
}

StnStatus stn_inverse_delay(const StnInverseModel *m, size_t rows, double speed,
                            StnInverseDelay *found)
{
    Shifts s = {.m = m, .basis = {.rows = rows}, .rows = rows, .most = reach_of(m)};
    const size_t columns = (size_t)m->ncolumn + FALLING + 1;
    *found = (StnInverseDelay){.delay = 0.0,
                               .step = m->data->Ts,
                               .least = m->full_moves ? LATE_BESIDE_RESTS : LATE_LEAST,
                               .lag_sse = INFINITY,
                               .way = NAN,
                               .way_sse = INFINITY,
                               .both_way = NAN,
                               .both_sse = INFINITY};
    if (s.most < 2 || rows < LEAST_ROWS)
        return STN_OK;
    double *memory = malloc((m->data->rows + (columns + 2) * (m->rows + 1) + 1) * sizeof *memory);
    if (!memory)
        return stn_out_of_memory(m->error);
    s.smooth = s.full = memory;
    s.y = memory + m->data->rows + 1;
    s.weight = s.y + m->rows + 1;
    for (size_t k = 0; k < columns; k++)
        s.basis.q[k] = s.weight + (k + 1) * (m->rows + 1);
    const StnStatus status =
        m->full_moves ? STN_OK : stn_inverse_smooth(m, stn_inverse_effort(m), s.smooth);
    if (status == STN_OK)
        search(&s, speed, found);
    free(memory);
    return s.memory_out || status == STN_NO_MEMORY ? stn_out_of_memory(m->error) : STN_OK;
}
