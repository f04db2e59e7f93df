/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction that builds up along the way, as bristles do: dz/dx = (1 - z*sgn v)/length.  Other than a part that dies away
 * after a reversal (reversal.h) it knows that a short way back has not turned all of it, and two lengths together follow
 * most laws: what they leave may be held against what a delay leaves. */
#ifndef STN_IDENTIFY_INVERSE_BRISTLE_H
#define STN_IDENTIFY_INVERSE_BRISTLE_H

#include "identify/basis.h"
#include "identify/inverse_model.h"

enum { STN_BRISTLES = 24 }; /* lengths that are tried */

/* Columns of unit length beyond those of a model: friction that builds up, less that which is there at once. */
typedef struct StnBristles {
    double *memory, *q[STN_BRISTLES], length[STN_BRISTLES], size[STN_BRISTLES],
        along[STN_BRISTLES][STN_BRISTLES];
    size_t rows;
    int count;
} StnBristles;

/* What the best one or two of them take off a sum of squares, and which they are (second < 0: none), with their parts;
 * length, height: of the best one alone, of friction that is lacking at a reversal. */
typedef struct StnBristleGain {
    double gain, length, height;
    int which[2];
    double part[2];
} StnBristleGain;

/* One of them as it is, in the rows. */
StnStatus stn_bristle_column(const StnInverseModel *m, double length, double *out);
/* root: of the weights of rows.  To be freed also on failure. */
StnStatus stn_bristles_make(StnBristles *bristles, const StnInverseModel *m, const StnBasis *basis,
                            const double *root);
void stn_bristles_free(StnBristles *bristles);
StnBristleGain stn_bristles_gain(const StnBristles *bristles, const double *y);
void stn_bristles_take_off(const StnBristles *bristles, const StnBristleGain *gain, double *y);

#endif
