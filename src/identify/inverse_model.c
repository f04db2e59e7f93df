/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The regression of the inverse model.  Regressors are built from filtered signals, then regressors
 * and effort are decimated together, so that the filter of the decimation distorts both sides alike. */
#include "identify/inverse_model.h"
#include "identify/data_rows.h"
#include "identify/failure.h"
#include "identify/suspect.h"

#include "io/error_place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    free(m->full_effort);
    free(m->full_a);
    free(m->work);
    free(m->mean);
    free(m->masked);
    free(m->place);
    free(m->spline);
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

double stn_inverse_drifted(const StnInverseModel *m, double drift, size_t i)
{
    return 1.0 + drift * (m->t[i] - m->data->value[STN_ROLE_TIME][0]);
}

StnStatus stn_inverse_falling(const StnInverseModel *m, double vs, double *out)
{
    const double n = m->def->n, *v = m->full_quick ? m->full_quick : m->full_v;
    for (size_t i = 0; i < m->data->rows; i++) {
        const double noise = m->full_noise ? fmin(m->full_noise[i], 0.5 * vs) : 0.0;
        double height = 1.0, fallen;
        if (n == 2.0) {
            const double by = 1.0 / (vs * vs - 2.0 * noise * noise);
            height = vs * sqrt(by);
            fallen = v[i] * v[i] * by;
        } else if (n == 1.0) {
            fallen = fabs(v[i]) / vs + 0.5 * noise * noise / (vs * vs);
        } else {
            fallen = pow(fabs(v[i]) / vs, n);
        }
        m->work[i] = m->full_sign[i] * height * stn_inverse_gain(m, i, m->dexp) * exp(-fallen);
    }
    const StnStatus status = stn_inverse_decimate(m, m->work, out);
    for (size_t i = 0; i < m->rows && m->drift != 0.0 && status == STN_OK; i++)
        out[i] *= stn_inverse_drifted(m, m->drift, i);
    return status;
}

void stn_inverse_drift_slope(const StnInverseModel *m, const double *value, double *out)
{
    for (size_t i = 0; i < m->rows; i++) {
        const double t = m->t[i] - m->data->value[STN_ROLE_TIME][0];
        out[i] = 0.0;
        for (int c = 0; c < m->ncolumn; c++)
            if (m->levels >> c & 1u)
                out[i] += value[c] * m->column[c][i] * t / stn_inverse_drifted(m, m->drift, i);
    }
}

void stn_inverse_drift(StnInverseModel *m, double drift)
{
    for (int c = 0; c < m->ncolumn; c++)
        for (size_t i = 0; i < m->rows && m->levels >> c & 1u; i++)
            m->column[c][i] *=
                stn_inverse_drifted(m, drift, i) / stn_inverse_drifted(m, m->drift, i);
    m->drift = drift;
}

/* Samples that windows leave out lack effort and friction, so they must lack inertia, too: the velocity changes in them,
 * as far as its sign is not certain, and the whole of M*a in the window against a part of the effort would take that from
 * the mass. */
static StnStatus take_off_rests(const StnInverseModel *m, double *out)
{
    double *part = m->work + m->data->rows;
    for (int r = 0; r < m->data->nrun; r++)
        for (size_t i = m->data->run[r]; i < m->data->run[r + 1]; i++) {
            const bool inner = i > m->data->run[r] && i + 1 < m->data->run[r + 1];
            m->work[i] = inner && m->full_moves[i] == 0.0 ? stn_inverse_change_at_rest(m, i) : 0.0;
        }
    const StnStatus status = stn_inverse_decimate_all(m, m->work, part);
    for (size_t i = 0; status == STN_OK && i < m->rows; i++)
        out[i] -= part[i];
    return status;
}

/* The acceleration in the rows.  Differences of a position are far noisier than their means, and what friction of a load
 * makes of them must not take the noise along: it acts on the means. */
static StnStatus fill_acceleration(const StnInverseModel *m, double *out)
{
    double *gain = m->work + m->data->rows;
    StnStatus status = stn_inverse_decimate_all(m, m->motion.a, out);
    if (status == STN_OK && m->full_moves)
        status = take_off_rests(m, out);
    if (status != STN_OK || !m->full_side)
        return status;
    for (size_t i = 0; i < m->data->rows; i++)
        m->work[i] = stn_inverse_gain(m, i, -1);
    status = stn_inverse_decimate_all(m, m->work, gain);
    for (size_t i = 0; status == STN_OK && i < m->rows; i++)
        out[i] *= gain[i];
    return status;
}

/* The effort, less what a known mass takes. */
StnStatus stn_inverse_fill_effort(StnInverseModel *m)
{
    const double known = !isnan(m->def->m) ? m->def->m : 0.0;
    double *a = isnan(m->def->m) ? m->column[0] : m->column[STN_LEAST_SQUARES_MAX - 1];
    StnStatus status = fill_acceleration(m, a);
    if (status == STN_OK)
        status = stn_inverse_decimate(m, stn_inverse_effort(m), m->y);
    for (size_t i = 0; i < m->rows && known > 0.0 && status == STN_OK; i++)
        m->y[i] -= known * a[i];
    return status;
}

/* The velocity of a row whose middle is left out: the mean of what is not. */
static StnStatus take_speed_of_moves(StnInverseModel *m)
{
    double *v = m->work + m->data->rows, *moving = m->t;
    StnStatus status = stn_inverse_decimate(m, m->full_v, v);
    if (status == STN_OK)
        status = stn_inverse_decimate_all(m, m->full_moves, moving);
    for (size_t i = 0; i < m->rows && status == STN_OK; i++)
        if (m->full_moves[m->place[i]] == 0.0 && moving[i] > 0.0)
            m->v[i] = v[i] / moving[i];
    return status;
}

StnStatus stn_inverse_fill(StnInverseModel *m)
{
    double values[STN_LEAST_SQUARES_MAX], *work = m->work;
    StnStatus status = STN_OK;
    stn_inverse_places(m);
    for (int c = isnan(m->def->m); c < m->ncolumn && status == STN_OK; c++) {
        for (size_t i = 0; i < m->data->rows; i++) {
            stn_inverse_sample(m, &m->motion, i, values);
            work[i] = values[c] * stn_inverse_gain(m, i, c);
        }
        status = stn_inverse_decimate(m, work, m->column[c]);
    }
    if (status == STN_OK)
        status = stn_inverse_fill_effort(m);
    stn_inverse_pick(m, m->full_v, m->v);
    if (status == STN_OK && m->full_moves)
        status = take_speed_of_moves(m);
    stn_inverse_pick(m, m->data->value[STN_ROLE_TIME], m->t);
    if (m->weight)
        stn_inverse_pick(m, m->data->value[m->def->weight], m->weight);
    if (status == STN_OK)
        stn_inverse_drop_slow(m, m->full_v);
    for (int c = 0; c < m->ncolumn && m->drift != 0.0; c++)
        for (size_t i = 0; i < m->rows && m->levels >> c & 1u; i++)
            m->column[c][i] *= stn_inverse_drifted(m, m->drift, i);
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
    const unsigned constant = 1u << STN_ROLE_LOAD | (def->m > 0.0 ? 1u << STN_ROLE_EFFORT : 0u);
    StnStatus status = stn_data_require(data, needs | (wants ? position : 0u), constant, error);
    if (status == STN_OK && def->gravity && data->kind_known)
        status = stn_data_require_angle(data, error);
    if (status == STN_OK && def->drift)
        status = stn_data_require_one_time(data, error);
    return status == STN_OK && def->weight ? check_weights(def, data, error) : status;
}

static StnStatus allocate(StnInverseModel *m)
{
    const size_t size = (m->data->rows + 1) * sizeof(double);
    bool good = true;
    for (int c = 0; c < STN_LEAST_SQUARES_MAX; c++)
        good = (m->column[c] = malloc(size)) && good;
    good = (m->y = malloc(size)) && (m->v = malloc(size)) && (m->t = malloc(size)) && good;
    good = (m->place = malloc((m->data->rows + 1) * sizeof *m->place)) && good;
    if (m->box > 0)
        good = (m->spline = malloc((stn_window_reach(m->box) + 1) * sizeof *m->spline)) && good;
    good = (m->run = calloc((size_t)m->data->nrun + 2, sizeof *m->run)) && good;
    good = (m->full_sign = malloc(size)) && (m->work = malloc(2 * size)) && good;
    good = (m->masked = malloc(size)) && good;
    good = (m->mean = malloc(size + 4 * sizeof(double))) && good;
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
    m->one_direction = (double)fewer < STN_ONE_WAY * (double)(count[0] + count[1]);
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
    return stn_inverse_model_make_windows(m, def, data, (StnWindowsAsked){0}, error);
}

StnStatus stn_inverse_model_make_windows(StnInverseModel *m, const StnInverseDef *def,
                                         const StnData *data, StnWindowsAsked asked,
                                         StnError *error)
{
    *m = (StnInverseModel){.def = def, .data = data, .asked = asked, .error = error};
    StnStatus status = check_def(def, data, error);
    if (status == STN_OK)
        status = stn_data_require_uniform(data, error);
    if (status != STN_OK)
        return status;
    status = stn_inverse_motion(m, &m->motion);
    if (status == STN_OK)
        status = allocate(m);
    if (status == STN_OK && m->box > 0)
        stn_window_weights(m->box, m->spline);
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
