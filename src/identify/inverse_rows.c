/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The rows of the inverse model: which samples they stand for, and what a column at the sampling rate is there, by means
 * over windows or by the filter of the decimation. */
#include "identify/failure.h"
#include "identify/filter.h"
#include "identify/inverse_model.h"

#include <math.h>
#include <string.h>

/* A window of slow motion, at most so many dead speeds, of which this part moves and whose other part has no more than
 * this of the acceleration's root mean square, is kept. */
#define SLOW 8.0
#define LEAST_MOVES 0.3
#define MOST_LEFT_OUT 0.25

/* ---- Decimation ---- */

/* The samples of a run without its ends; false when none is left. */
static bool part_of_run(const StnInverseModel *m, int r, size_t *begin, size_t *end)
{
    *begin = m->data->run[r] + (size_t)m->skip;
    *end = m->data->run[r + 1] - (size_t)m->skip_end;
    return m->data->run[r + 1] - m->data->run[r] > (size_t)m->skip + (size_t)m->skip_end;
}

void stn_inverse_places(StnInverseModel *m)
{
    const size_t every = (size_t)m->decimate;
    m->rows = 0;
    for (int r = 0; r < m->data->nrun; r++) {
        size_t begin, end;
        m->run[r] = m->rows;
        if (!part_of_run(m, r, &begin, &end))
            continue;
        /* the last one is the last of the run, as stn_keep_every has it */
        for (size_t i = begin + (end - begin - 1) % every; i < end; i += every)
            m->place[m->rows++] = i;
    }
    m->run[m->data->nrun] = m->rows;
}

void stn_inverse_pick(const StnInverseModel *m, const double *full, double *out)
{
    for (size_t i = 0; i < m->rows; i++)
        out[i] = full[m->place[i]];
}

/* Means over windows; 0 where a window does not fit into the run. */
static void window_means(const StnInverseModel *m, const double *full, double *out)
{
    const size_t reach = stn_window_reach(m->box);
    int run = 0;
    for (size_t i = 0; i < m->rows; i++) {
        const size_t at = m->place[i];
        while (at >= m->data->run[run + 1])
            run++;
        const bool fits = at >= m->data->run[run] + reach && at + reach < m->data->run[run + 1];
        out[i] = fits ? stn_window_at(full + at, m->spline, reach) : 0.0;
    }
}

/* The filter of the decimation, over each run without its ends. */
static StnStatus filter(const StnInverseModel *m, const double *full, double *out)
{
    StnStatus status = STN_OK;
    for (int r = 0; r < m->data->nrun && status == STN_OK; r++) {
        size_t begin, end;
        if (part_of_run(m, r, &begin, &end))
            status = stn_filter_for_decimation(full + begin, end - begin, (size_t)m->decimate,
                                               m->mean + begin, m->error);
    }
    if (status == STN_OK)
        stn_inverse_pick(m, m->mean, out);
    return status;
}

StnStatus stn_inverse_decimate_all(const StnInverseModel *m, const double *full, double *out)
{
    if (m->box == 0)
        return filter(m, full, out);
    window_means(m, full, out);
    return STN_OK;
}

/* Windows use what happens while the body moves: at rest friction is whatever the effort is, so effort and all terms leave
 * these samples out; the acceleration does not, it is 0 there. */
StnStatus stn_inverse_decimate(const StnInverseModel *m, const double *full, double *out)
{
    for (size_t i = 0; m->full_moves && i < m->data->rows; i++)
        m->masked[i] = full[i] * m->full_moves[i];
    return stn_inverse_decimate_all(m, m->full_moves ? m->masked : full, out);
}

StnStatus stn_inverse_smooth(const StnInverseModel *m, const double *full, double *out)
{
    StnStatus status = STN_OK;
    if (m->box > 0)
        stn_window_mean(m->data, m->box, full, out, m->mean);
    for (int r = 0; r < m->data->nrun && m->box == 0 && status == STN_OK; r++) {
        const size_t begin = m->data->run[r], count = m->data->run[r + 1] - begin;
        status = stn_filter_for_decimation(full + begin, count, (size_t)m->decimate, out + begin,
                                           m->error);
    }
    return status;
}

/* ---- What is left out ---- */

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

/* The part of a window's acceleration that belongs to samples which it leaves out. */
static double acceleration_left_out(const StnInverseModel *m, size_t middle, size_t reach)
{
    double sum = 0.0;
    for (size_t k = middle - reach + 1; k < middle + reach; k++)
        if (m->full_moves[k] == 0.0)
            sum +=
                m->spline[k > middle ? k - middle : middle - k] * stn_inverse_change_at_rest(m, k);
    return sum;
}

/* Windows of slow motion keep what of them moves, where M*a in the samples that they leave out is little: it is known
 * no better than the velocity at their edges. */
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
                moving > LEAST_MOVES * (double)(2 * reach + 1) &&
                fabs(acceleration_left_out(m, i, reach)) < MOST_LEFT_OUT * m->a_rms)
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

void stn_inverse_drop_slow(StnInverseModel *m, const double *v)
{
    size_t kept = 0;
    mark_slow(m, v, m->work);
    if (m->full_moves)
        keep_slow_windows(m, v, m->work);
    if (m->full_side)
        mark_changes_of_side(m, m->work);
    int run = 0;
    for (size_t i = 0; i < m->rows; i++) {
        while (run <= m->data->nrun && m->run[run] <= i)
            m->run[run++] = kept;
        if (m->work[m->place[i]] != 0.0)
            continue;
        for (int c = 0; c < m->ncolumn; c++)
            m->column[c][kept] = m->column[c][i];
        m->y[kept] = m->y[i];
        m->v[kept] = m->v[i];
        m->t[kept] = m->t[i];
        if (m->weight)
            m->weight[kept] = m->weight[i];
        m->place[kept++] = m->place[i];
    }
    while (run <= m->data->nrun)
        m->run[run++] = kept;
    m->left_out = m->rows - kept;
    m->rows = kept;
}
