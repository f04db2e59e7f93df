/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/inverse_bristle.h"
#include "identify/failure.h"
#include "identify/reversal.h"

#include <math.h>
#include <stdlib.h>

#define LONGEST 0.5   /* of the longest way between reversals */
#define SHORTEST 5e-5 /* likewise */
#define APART 1e-6    /* of two columns: with less they are one */

static double longest_way(const StnInverseModel *m)
{
    double longest = 0.0;
    for (int n = 0; n < m->data->nrun; n++) {
        StnReversalWay turned = {0.0, 0.0};
        for (size_t i = m->data->run[n]; i < m->data->run[n + 1]; i++)
            longest = fmax(longest, stn_reversal_way(&turned, m->full_sign[i],
                                                     fabs(m->full_v[i]) * m->data->Ts));
    }
    return longest;
}

StnStatus stn_bristle_column(const StnInverseModel *m, double length, double *out)
{
    for (int n = 0; n < m->data->nrun; n++) {
        const size_t first = m->data->run[n];
        double z = m->full_sign[first]; /* all of it has built up before the record */
        for (size_t i = first; i < m->data->run[n + 1]; i++) {
            const double side = m->full_sign[i], way = fabs(m->full_v[i]) * m->data->Ts;
            z = side - (side - z) * exp(-way / length);
            m->work[i] = (z - side) * stn_inverse_gain(m, i, m->dexp);
        }
    }
    return stn_inverse_decimate(m, m->work, out);
}

StnStatus stn_bristles_make(StnBristles *b, const StnInverseModel *m, const StnBasis *basis,
                            const double *root)
{
    *b = (StnBristles){.rows = basis->rows};
    const double longest = LONGEST * longest_way(m), ratio = SHORTEST / LONGEST;
    StnBasis grown = *basis;
    StnStatus status = STN_OK;
    b->memory = malloc(STN_BRISTLES * (m->rows + 1) * sizeof *b->memory);
    if (!b->memory)
        return stn_out_of_memory(m->error);
    for (int k = 0; k < STN_BRISTLES && longest > 0.0 && status == STN_OK; k++) {
        double *q = b->q[b->count] = b->memory + (size_t)b->count * (m->rows + 1);
        b->length[b->count] = longest * pow(ratio, k / (STN_BRISTLES - 1.0));
        status = stn_bristle_column(m, b->length[b->count], q);
        for (size_t i = 0; i < b->rows; i++)
            q[i] *= root[i];
        grown.n = basis->n;
        grown.q[grown.n] = q;
        b->size[b->count] = status == STN_OK ? stn_basis_add(&grown) : 0.0;
        b->count += b->size[b->count] > 0.0;
    }
    for (int k = 0; k < b->count; k++)
        for (int i = 0; i <= k; i++)
            b->along[k][i] = b->along[i][k] = stn_dot(b->q[k], b->q[i], b->rows);
    return status;
}

void stn_bristles_free(StnBristles *bristles) { free(bristles->memory); }

static void take_one(const StnBristles *b, const double *part, int k, StnBristleGain *best)
{
    if (part[k] > 0.0 && part[k] * part[k] > best->gain)
        *best = (StnBristleGain){part[k] * part[k], b->length[k], 2.0 * part[k] / b->size[k],
                                 .which = {k, -1}, .part = {part[k], 0.0}};
}

/* Both parts are friction that is lacking, so neither may be negative. */
static void take_two(const StnBristles *b, const double *part, int k, int i, StnBristleGain *best)
{
    const double along = b->along[k][i], apart = 1.0 - along * along;
    const double first = (part[k] - along * part[i]) / apart,
                 second = (part[i] - along * part[k]) / apart;
    const double gain = part[k] * first + part[i] * second;
    if (!(apart > APART && first > 0.0 && second > 0.0 && gain > best->gain))
        return;
    best->gain = gain;
    best->which[0] = k, best->which[1] = i;
    best->part[0] = first, best->part[1] = second;
}

StnBristleGain stn_bristles_gain(const StnBristles *b, const double *y)
{
    StnBristleGain best = {0.0, NAN, NAN, .which = {-1, -1}};
    double part[STN_BRISTLES];
    for (int k = 0; k < b->count; k++) {
        part[k] = stn_dot(y, b->q[k], b->rows);
        take_one(b, part, k, &best);
    }
    for (int k = 0; k < b->count; k++)
        for (int i = 0; i < k; i++)
            take_two(b, part, k, i, &best);
    return best;
}

void stn_bristles_take_off(const StnBristles *b, const StnBristleGain *gain, double *y)
{
    for (int k = 0; k < 2; k++)
        if (gain->which[k] >= 0)
            stn_take_off(y, gain->part[k], b->q[gain->which[k]], b->rows);
}
