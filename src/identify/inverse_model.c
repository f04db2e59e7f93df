/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The regression of the inverse model.  Regressors are built from filtered signals, then regressors
 * and effort are decimated together, so that the filter of the decimation distorts both sides alike. */
#include "identify/inverse_model.h"
#include "identify/failure.h"

#include "io/error_place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A smaller part of the motion in one of the directions says nothing about it. */
#define ONE_WAY 0.02
/* A window of slow motion, at most so many dead speeds, of which this part moves, is kept. */
#define SLOW 8.0
#define LEAST_MOVES 0.3

void stn_inverse_model_free(StnInverseModel *m)
{
    for (int c = 0; c < STN_LEAST_SQUARES_MAX; c++)
        free(m->column[c]);
    free(m->y);
    free(m->v);
    free(m->t);
    free(m->weight);
    free(m->huber);
    stn_motion_free(&m->motion);
    free(m->full_v);
    free(m->full_sign);
    free(m->full_noise);
    free(m->full_quick);
    free(m->full_dead);
    free(m->full_moves);
    free(m->full_side);
    free(m->full_a);
    free(m->work);
    free(m->mean);
    free(m->masked);
    free(m->kept);
    free(m->run);
}

/* ---- Signs ---- */

/* The sign of the motion in every sample. */
static StnStatus make_sign(const StnInverseModel *m, const double *v, double *sign)
{
    const StnData *data = m->data;
    const double *speed = v;
    StnStatus status = STN_OK;
    if (m->def->sign == STN_INVERSE_SIGN_REFERENCE) {
        if (data->value[STN_ROLE_SPEED_COMMAND]) {
            speed = data->value[STN_ROLE_SPEED_COMMAND];
        } else if (data->value[STN_ROLE_COMMAND]) {
            status = stn_motion_differentiate(data, data->value[STN_ROLE_COMMAND], sign, m->error);
            speed = sign;
        } else {
            status = stn_error(m->error, STN_BAD_INPUT,
                               "the sign of the reference needs a reference: name its column");
        }
    }
    const bool measured = m->def->sign != STN_INVERSE_SIGN_REFERENCE;
    if (status == STN_OK)
        stn_motion_sign(data, speed, measured ? m->full_dead : NULL, sign);
    return status;
}

/* ---- Decimation ---- */

/* The samples of a run without its ends; false when none is left. */
static bool part_of_run(const StnInverseModel *m, int r, size_t *begin, size_t *end)
{
    *begin = m->data->run[r] + (size_t)m->skip;
    *end = m->data->run[r + 1] - (size_t)m->skip_end;
    return m->data->run[r + 1] - m->data->run[r] > (size_t)(m->skip + m->skip_end);
}

/* Every so many samples of each run, without a filter; returns how many. */
static size_t pick(const StnInverseModel *m, const double *from, double *to)
{
    size_t used = 0;
    for (int r = 0; r < m->data->nrun; r++) {
        size_t begin, end;
        m->run[r] = used;
        if (part_of_run(m, r, &begin, &end))
            used += stn_keep_every(from + begin, end - begin, (size_t)m->decimate, to + used);
    }
    m->run[m->data->nrun] = used;
    return used;
}

/* Means over windows of what happens while the body moves (moves NULL: of all); returns how many.  At rest friction
 * is whatever the effort is, so effort and all terms leave these samples out; the acceleration does not, it is 0 there. */
static size_t window_means(const StnInverseModel *m, const double *from, double *to,
                           const double *moves)
{
    double *mean = m->mean, *part = m->mean + m->data->rows;
    for (size_t i = 0; moves && i < m->data->rows; i++)
        m->masked[i] = from[i] * moves[i];
    stn_window_mean(m->data, m->box, moves ? m->masked : from, mean, part);
    return pick(m, mean, to);
}

/* One full-rate column into the decimated one, run by run; every run gives the same number. */
static StnStatus decimate(const StnInverseModel *m, const double *from, double *to, size_t *rows)
{
    StnStatus status = STN_OK;
    size_t used = 0;
    if (m->box > 0) {
        *rows = window_means(m, from, to, m->full_moves);
        return STN_OK;
    }
    for (int r = 0; r < m->data->nrun && status == STN_OK; r++) {
        size_t begin, end, kept = 0;
        if (!part_of_run(m, r, &begin, &end))
            continue;
        status = stn_filter_decimate(from + begin, end - begin, (size_t)m->decimate, to + used,
                                     &kept, m->error);
        used += kept;
    }
    *rows = used;
    return status;
}

/* Likewise, with what happens at rest. */
static StnStatus decimate_all(const StnInverseModel *m, const double *from, double *to,
                              size_t *rows)
{
    if (m->box == 0)
        return decimate(m, from, to, rows);
    *rows = window_means(m, from, to, NULL);
    return STN_OK;
}

typedef StnStatus Decimate(const StnInverseModel *m, const double *from, double *to, size_t *rows);

/* The decimated rows that the model keeps. */
static StnStatus keep_rows(const StnInverseModel *m, Decimate *decimation, const double *full,
                           double *out)
{
    double *decimated = m->work + m->data->rows;
    size_t rows;
    const StnStatus status = decimation(m, full, decimated, &rows);
    for (size_t i = 0; i < m->rows && status == STN_OK; i++)
        out[i] = decimated[m->kept[i]];
    return status;
}

StnStatus stn_inverse_decimate(const StnInverseModel *m, const double *full, double *out)
{
    return keep_rows(m, decimate, full, out);
}

StnStatus stn_inverse_decimate_all(const StnInverseModel *m, const double *full, double *out)
{
    return keep_rows(m, decimate_all, full, out);
}

/* What a drift makes of a level in a row: windows are short against it. */
static double drifted(const StnInverseModel *m, double drift, size_t i)
{
    return 1.0 + drift * (m->t[i] - m->data->value[STN_ROLE_TIME][0]);
}

StnStatus stn_inverse_falling(const StnInverseModel *m, double vs, double *out)
{
    const double n = m->def->n, *v = m->full_quick ? m->full_quick : m->full_v;
    for (size_t i = 0; i < m->data->rows; i++) {
        const double noise = m->full_noise ? fmin(m->full_noise[i] / vs, 0.5) : 0.0;
        const double part = noise * noise;
        const double width = n == 2.0 ? vs * sqrt(1.0 - 2.0 * part) : vs;
        const double height = n == 2.0   ? 1.0 / sqrt(1.0 - 2.0 * part)
                              : n == 1.0 ? exp(-0.5 * part)
                                         : 1.0;
        const double s = fabs(v[i]) / width;
        m->work[i] = m->full_sign[i] * height * stn_inverse_gain(m, i, m->dexp) *
                     exp(n == 2.0   ? -s * s
                         : n == 1.0 ? -s
                                    : -pow(s, n));
    }
    const StnStatus status = stn_inverse_decimate(m, m->work, out);
    for (size_t i = 0; i < m->rows && m->drift != 0.0 && status == STN_OK; i++)
        out[i] *= drifted(m, m->drift, i);
    return status;
}

void stn_inverse_drift_slope(const StnInverseModel *m, const double *value, double *out)
{
    for (size_t i = 0; i < m->rows; i++) {
        const double t = m->t[i] - m->data->value[STN_ROLE_TIME][0];
        out[i] = 0.0;
        for (int c = 0; c < m->ncolumn; c++)
            if (m->levels >> c & 1u)
                out[i] += value[c] * m->column[c][i] * t / drifted(m, m->drift, i);
    }
}

void stn_inverse_drift(StnInverseModel *m, double drift)
{
    for (int c = 0; c < m->ncolumn; c++)
        for (size_t i = 0; i < m->rows && m->levels >> c & 1u; i++)
            m->column[c][i] *= drifted(m, drift, i) / drifted(m, m->drift, i);
    m->drift = drift;
}

/* Marks what is left out, 1: samples slower than the dead speed, and within `reach` of them or of a passage through
 * zero, as far as the filters smear the jump of the friction and what the body does at rest. */
static void mark_slow(const StnInverseModel *m, const double *v, double *mark)
{
    const size_t reach = m->reach;
    for (int r = 0; r < m->data->nrun; r++) {
        const size_t begin = m->data->run[r], end = m->data->run[r + 1];
        size_t until = begin; /* marked up to here */
        for (size_t i = begin; i < end; i++) {
            const bool turns = i > begin && v[i] * v[i - 1] <= 0.0 && reach > 0;
            mark[i] = i < until;
            if (!(fabs(v[i]) < m->full_dead[i]) && !turns && !(v[i] * m->def->side < 0.0))
                continue;
            const size_t from = i > begin + reach ? i - reach : begin;
            for (size_t k = i + 1; k-- > from && (k == i || mark[k] == 0.0);)
                mark[k] = 1.0;
            until = i + reach + 1;
        }
    }
}

/* Windows of slow motion keep what of them moves: there M*a in the samples that they leave out is next to nothing. */
static void keep_slow_windows(const StnInverseModel *m, const double *v, double *mark)
{
    const size_t reach = stn_window_reach(m->box);
    for (int r = 0; r < m->data->nrun; r++)
        for (size_t i = m->data->run[r] + reach; i + reach < m->data->run[r + 1]; i++) {
            double fast = 0.0, moving = 0.0;
            for (size_t k = i - reach; k <= i + reach && mark[i] != 0.0; k++) {
                fast = fmax(fast, fabs(v[k]));
                moving += m->full_moves[k];
            }
            if (mark[i] != 0.0 && fast < SLOW * m->dead_speed &&
                moving > LEAST_MOVES * (double)(2 * reach + 1))
                mark[i] = 0.0;
        }
}

/* Windows in which drive and load change the sense in which they act in the gear: the means of the acceleration and of what
 * friction makes of it are not the mean of their product there, and they say next to nothing about the gear. */
static void mark_changes_of_side(const StnInverseModel *m, double *mark)
{
    const size_t reach = m->box > 0 ? stn_window_reach(m->box) + 1 : (size_t)m->decimate;
    for (int r = 0; r < m->data->nrun; r++) {
        const size_t begin = m->data->run[r], end = m->data->run[r + 1];
        for (size_t i = begin + 1; i < end; i++) {
            if (m->full_side[i] * m->full_sign[i] == m->full_side[i - 1] * m->full_sign[i - 1])
                continue;
            for (size_t k = i > begin + reach ? i - reach : begin; k < i + reach && k < end; k++)
                mark[k] = 1.0;
        }
    }
}

/* Leaves out samples near standstill, where the sign of the velocity is not known. */
static void drop_slow(StnInverseModel *m, const double *v)
{
    double *rest = m->work + m->data->rows;
    size_t kept = 0;
    mark_slow(m, v, m->work);
    if (m->full_moves)
        keep_slow_windows(m, v, m->work);
    if (m->full_side)
        mark_changes_of_side(m, m->work);
    pick(m, m->work, rest);
    int run = 0;
    for (size_t i = 0; i < m->rows; i++) {
        while (run <= m->data->nrun && m->run[run] <= i)
            m->run[run++] = kept;
        if (rest[i] != 0.0)
            continue;
        for (int c = 0; c < m->ncolumn; c++)
            m->column[c][kept] = m->column[c][i];
        m->y[kept] = m->y[i];
        m->v[kept] = m->v[i];
        m->t[kept] = m->t[i];
        if (m->weight)
            m->weight[kept] = m->weight[i];
        m->kept[kept++] = i;
    }
    while (run <= m->data->nrun)
        m->run[run++] = kept;
    m->left_out = m->rows - kept;
    m->rows = kept;
}

/* The acceleration in the rows.  Differences of a position are far noisier than their means, and what friction of a load
 * makes of them must not take the noise along: it acts on the means. */
static StnStatus fill_acceleration(const StnInverseModel *m, double *out)
{
    size_t rows = 0;
    double *gain = m->work + m->data->rows;
    StnStatus status = decimate_all(m, m->motion.a, out, &rows);
    if (status != STN_OK || !m->full_side)
        return status;
    for (size_t i = 0; i < m->data->rows; i++)
        m->work[i] = stn_inverse_gain(m, i, -1);
    status = decimate_all(m, m->work, gain, &rows);
    for (size_t i = 0; status == STN_OK && i < rows; i++)
        out[i] *= gain[i];
    return status;
}

/* The effort, less what a known mass takes. */
static StnStatus fill_effort(StnInverseModel *m)
{
    const double known = !isnan(m->def->m) ? m->def->m : 0.0;
    StnStatus status = decimate(m, m->data->value[STN_ROLE_EFFORT], m->y, &m->rows);
    if (status == STN_OK && known > 0.0)
        status = fill_acceleration(m, m->masked);
    for (size_t i = 0; i < m->rows && known > 0.0 && status == STN_OK; i++)
        m->y[i] -= known * m->masked[i];
    return status;
}

StnStatus stn_inverse_fill(StnInverseModel *m)
{
    double values[STN_LEAST_SQUARES_MAX], *work = m->work;
    StnStatus status = STN_OK;
    for (int c = 0; c < m->ncolumn && status == STN_OK; c++) {
        if (c == 0 && isnan(m->def->m)) {
            status = fill_acceleration(m, m->column[0]);
            continue;
        }
        for (size_t i = 0; i < m->data->rows; i++) {
            stn_inverse_sample(m, &m->motion, i, values);
            work[i] = values[c] * stn_inverse_gain(m, i, c);
        }
        status = decimate(m, work, m->column[c], &m->rows);
    }
    if (status == STN_OK)
        status = fill_effort(m);
    pick(m, m->data->value[STN_ROLE_TIME], m->t);
    pick(m, m->full_v, m->v);
    if (m->weight)
        pick(m, m->data->value[m->def->weight], m->weight);
    if (status == STN_OK)
        drop_slow(m, m->full_v);
    for (int c = 0; c < m->ncolumn && m->drift != 0.0; c++)
        for (size_t i = 0; i < m->rows && m->levels >> c & 1u; i++)
            m->column[c][i] *= drifted(m, m->drift, i);
    return status;
}

/* ---- Building ---- */

static StnStatus check_weights(const StnInverseDef *def, const StnData *data, StnError *error)
{
    const double *weight = data->value[def->weight];
    for (size_t i = 0; weight && i < data->rows; i++)
        if (weight[i] < 0.0)
            return stn_error(error, STN_BAD_INPUT,
                             "column \"%s\" (weights) has %g at t = %g s: weights must not be "
                             "negative",
                             data->column[def->weight], weight[i], data->value[STN_ROLE_TIME][i]);
    return weight ? STN_OK : stn_error(error, STN_BAD_INPUT, "the weights have no column");
}

static StnStatus check_def(const StnInverseDef *def, const StnData *data, StnError *error)
{
    const unsigned needs = 1u << STN_ROLE_EFFORT | (def->load ? 1u << STN_ROLE_LOAD : 0u);
    const unsigned position = 1u << STN_ROLE_POSITION;
    const bool wants = def->spring || def->gravity || def->position_terms > 0;
    if (def->position_terms < 0 || def->position_terms > STN_POSITION_TERMS_MAX)
        return stn_error(error, STN_BAD_INPUT, "%d position terms; at most %d", def->position_terms,
                         STN_POSITION_TERMS_MAX);
    if (def->decimate < 0)
        return stn_error(error, STN_BAD_INPUT, "decimation by %d; it must be 1 or more, or 0",
                         def->decimate);
    if (!(def->hold_out >= 0.0 && def->hold_out < 1.0))
        return stn_error(error, STN_BAD_INPUT,
                         "the held-out part of %g must be 0 or more, and below 1", def->hold_out);
    if (!(def->n > 0.0) || def->vs <= 0.0)
        return stn_error(error, STN_BAD_INPUT,
                         "the Stribeck speed and its exponent must be positive");
    if (!isnan(def->m) && !(def->m >= 0.0))
        return stn_error(error, STN_BAD_INPUT, "a known mass must not be negative");
    if (def->load_friction && !(def->gravity || def->load || def->spring))
        return stn_error(error, STN_BAD_INPUT,
                         "friction that grows with drive and load needs a load that changes: "
                         "an arm (gravity), a spring or a column of the load");
    StnStatus status =
        stn_data_require(data, needs | (wants ? position : 0u), 1u << STN_ROLE_LOAD, error);
    if (status == STN_OK && def->gravity && data->kind_known)
        status = stn_data_require_angle(data, error);
    return status == STN_OK && def->weight ? check_weights(def, data, error) : status;
}

static StnStatus allocate(StnInverseModel *m)
{
    const size_t size = (m->data->rows + 1) * sizeof(double);
    bool good = true;
    for (int c = 0; c < STN_LEAST_SQUARES_MAX; c++)
        good = (m->column[c] = malloc(size)) && good;
    good = (m->y = malloc(size)) && (m->v = malloc(size)) && (m->t = malloc(size)) && good;
    good = (m->kept = malloc((m->data->rows + 1) * sizeof *m->kept)) && good;
    good = (m->run = calloc((size_t)m->data->nrun + 2, sizeof *m->run)) && good;
    good = (m->full_sign = malloc(size)) && (m->work = malloc(2 * size)) && good;
    good = (m->masked = malloc(size)) && good;
    good = (m->mean = malloc(2 * size + 4 * sizeof(double))) && good;
    if (m->def->load_friction)
        good = (m->full_side = calloc(m->data->rows + 1, sizeof *m->full_side)) &&
               (m->full_a = malloc(size)) && good;
    if (m->def->weight)
        good = (m->weight = malloc(size)) && good;
    return good ? STN_OK : stn_no_memory(m->error);
}

/* Whether the body moves both ways, and what follows from that.  A few noisy rows at standstill are no motion. */
static StnStatus find_directions(StnInverseModel *m, const double *v)
{
    size_t count[2] = {0, 0};
    for (size_t i = 0; i < m->data->rows; i++)
        if (fabs(v[i]) > m->full_dead[i] && !(v[i] * m->def->side < 0.0))
            count[m->full_sign[i] < 0.0]++;
    const size_t fewer = count[0] < count[1] ? count[0] : count[1];
    m->one_direction = (double)fewer < ONE_WAY * (double)(count[0] + count[1]);
    m->offset = m->def->offset && !m->one_direction;
    if (m->one_direction && m->def->asymmetric)
        return stn_error_at(m->error, STN_BAD_INPUT, m->data->file, 0, 0,
                            "the body moves in one direction only: it has no levels for the other");
    stn_inverse_name_columns(m);
    return STN_OK;
}

StnStatus stn_inverse_model_make(StnInverseModel *m, const StnInverseDef *def, const StnData *data,
                                 StnError *error)
{
    *m = (StnInverseModel){.def = def, .data = data, .error = error};
    StnStatus status = check_def(def, data, error);
    if (status == STN_OK)
        status = stn_data_require_uniform(data, error);
    if (status != STN_OK)
        return status;
    status = stn_inverse_motion(m, &m->motion);
    if (status == STN_OK)
        status = allocate(m);
    if (status == STN_OK && m->full_a && m->box > 0)
        stn_window_mean(data, m->box, m->motion.a, m->full_a, m->mean);
    else if (status == STN_OK && m->full_a)
        memcpy(m->full_a, m->motion.a, data->rows * sizeof *m->full_a);
    if (status == STN_OK)
        status = make_sign(m, m->full_v, m->full_sign);
    if (status == STN_OK)
        status = find_directions(m, m->full_v);
    if (status == STN_OK)
        status = stn_inverse_fill(m);
    if (status == STN_OK && m->rows <= (size_t)m->ncolumn)
        status =
            stn_error(error, STN_BAD_INPUT,
                      "%zu sample%s left for %d parameters, at least %d are needed: of %zu, "
                      "%ld and %ld are dropped at the ends of a run, one in %d is kept by the "
                      "decimation, and %zu are slower than %.3g",
                      m->rows, m->rows == 1 ? " is" : "s are", m->ncolumn, m->ncolumn + 1,
                      data->rows, m->skip, m->skip_end, m->decimate, m->left_out, m->dead_speed);
    return status;
}
