/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Columns that were taken for one another: no unit shows it, but a velocity is the rate of a position, and an effort and its
 * motion explain one another in one sense only. */
#include "identify/suspect.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_MEANS = 400, LEAST_MEANS = 40, COLUMNS = 4 };
#define SAME 1e-4       /* of the variance: an effort that is the velocity leaves no more */
#define UNEXPLAINED 0.1 /* likewise: columns that are the right ones leave less, */
#define EXPLAINED 0.02  /* ... and those the other way round no more than this, */
#define FAR_LESS 0.1    /* ... and far less than the others */

/* Means of a column over even pieces of the longest run. */
typedef struct Means {
    double effort[MOST_MEANS], motion[MOST_MEANS], step;
    int count;
    bool position; /* the motion is one */
} Means;

static void take_means(const StnData *data, Means *m)
{
    const double *u = data->value[STN_ROLE_EFFORT], *x = data->value[STN_ROLE_POSITION];
    const double *motion = x ? x : data->value[STN_ROLE_VELOCITY];
    size_t from = data->run[0], rows = data->run[1] - from;
    for (int r = 1; r < data->nrun; r++)
        if (data->run[r + 1] - data->run[r] > rows)
            from = data->run[r], rows = data->run[r + 1] - from;
    const size_t piece = rows / MOST_MEANS > 0 ? rows / MOST_MEANS : 1;
    m->position = x != NULL;
    m->step = (double)piece * data->Ts;
    m->count = rows / piece < MOST_MEANS ? (int)(rows / piece) : MOST_MEANS;
    for (int k = 0; k < m->count; k++) {
        m->effort[k] = m->motion[k] = 0.0;
        for (size_t i = 0; i < piece; i++) {
            m->effort[k] += u[from + (size_t)k * piece + i] / (double)piece;
            m->motion[k] += motion[from + (size_t)k * piece + i] / (double)piece;
        }
    }
}

/* The share of the effort's variance that inertia, viscous and dry friction of a motion leave; or its speed alone. */
static double share_left(const Means *m, const double *effort, const double *motion,
                         bool speed_alone)
{
    double memory[COLUMNS + 1][MOST_MEANS], sum = 0.0, whole = 0.0;
    const double *column[COLUMNS];
    StnLeastSquares fit;
    const size_t rows = (size_t)m->count - 2;
    for (size_t i = 0; i < rows; i++) {
        const double *at = motion + i + 1, rise = (at[1] - at[-1]) / (2.0 * m->step);
        const double bend = (at[1] - 2.0 * at[0] + at[-1]) / (m->step * m->step);
        const double v = m->position ? rise : at[0];
        memory[0][i] = v;
        memory[1][i] = 1.0;
        memory[2][i] = m->position ? bend : rise;
        memory[3][i] = (v > 0.0) - (v < 0.0);
        memory[COLUMNS][i] = effort[i + 1];
        sum += effort[i + 1] / (double)rows;
    }
    for (size_t i = 0; i < rows; i++)
        whole += (effort[i + 1] - sum) * (effort[i + 1] - sum);
    for (int c = 0; c < COLUMNS; c++)
        column[c] = memory[c];
    return stn_least_squares(column, speed_alone ? 2 : COLUMNS, memory[COLUMNS], NULL, rows, NULL,
                             &fit, NULL, NULL) == STN_OK &&
                   whole > 0.0
               ? fit.sse / whole
               : NAN;
}

void stn_suspect_swap(StnData *data)
{
    const StnRole role = data->value[STN_ROLE_POSITION] ? STN_ROLE_POSITION : STN_ROLE_VELOCITY;
    const char *u = data->column[STN_ROLE_EFFORT], *x = data->column[role];
    Means m;
    take_means(data, &m);
    if (m.count < LEAST_MEANS || stn_data_effort_rests(data))
        return;
    const double by_speed = share_left(&m, m.effort, m.motion, true),
                 so = share_left(&m, m.effort, m.motion, false),
                 swapped = share_left(&m, m.motion, m.effort, false);
    if (by_speed < SAME)
        stn_remark(&data->remarks,
                   "The effort (column \"%s\") is the %s (column \"%s\") times a number, to within "
                   "%.1g of its size: is it a velocity that was taken for the effort?  A damper "
                   "without mass and dry friction alone looks like that.",
                   u, m.position ? "rate of the position" : "velocity", x, sqrt(by_speed));
    else if (so > UNEXPLAINED && swapped < EXPLAINED && swapped < FAR_LESS * so)
        stn_remark(&data->remarks,
                   "The effort (column \"%s\") does not follow from the %s (column \"%s\"), but "
                   "this does from that, as an effort from its motion: are the two swapped "
                   "(--effort %s --%s %s)?",
                   u, stn_role_word(role), x, x, stn_role_word(role), u);
}
