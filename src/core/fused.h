/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of a built-in plant with one friction site and a built-in law, compiled together: one loop per
 * pair.  The operations are those of fixed_step.c, and so are the bits; a step in which anything happens (a
 * relation, a stop or a direction changes) is left to fixed_step.c. */
#ifndef STN_CORE_FUSED_H
#define STN_CORE_FUSED_H

#include "core/fused_rooms.h"
#include "core/system.h"

/* So often the loops look at the states, and end where they are out of range. */
enum { STN_FUSED_LOOK = 16 };

/* That of a plant with a built-in law: fused_PLANT.c. */
StnFused *stn_fused_block(const char *law), *stn_fused_eha(const char *law),
    *stn_fused_cylinder(const char *law), *stn_fused_flap(const char *law),
    *stn_fused_clutch(const char *law), *stn_fused_servo(const char *law);

/* The loop of a system, or NULL: fused.c. */
StnFused *stn_fused(const StnSystem *S);
/* The law by whose name a loop is looked for.  In fixed steps borello is coulomb, with the same parameters.  Under a load (laws/loaded.h) all relations of a bristle law are used: "". */
const char *stn_fused_law(const StnModel *M);
/* Whether such steps may begin: no stop holds the site itself. */
bool stn_fused_begins(const StnSystem *S, const StnState *st);
/* Per state of the plant: it is integrated. */
void stn_fused_moves(const StnSystem *S, int *moves);

/* The number of the first step that does not begin before `until`, but at most `last`. */
int64_t stn_fused_last(double start, double dt, double until, int64_t last);

static inline bool stn_fused_varies(const StnState *st, int input)
{
    const StnWork *W = stn_work(st);
    bool varies = false;
    for (int k = 0; k < W->nvarying; k++)
        varies = varies || W->varying[k] == input;
    return varies;
}

/* An input that varies, at t; of most the value alone is read. */
static inline void stn_fused_input(const StnSystem *S, const StnState *st, int i, double t,
                                   StnIn *u)
{
    const StnPiece *piece = &stn_pieces(S, st)[i];
    if (piece->exact && piece->linear)
        u->val = piece->c[0] + piece->c[1] * (t - piece->t0);
    else if (piece->exact && !(S->model.slopes >> i & 1u))
        u->val = stn_piece_value(piece, t);
    else
        *u = piece->exact ? stn_piece_at(piece, t) : stn_input_inexact(S->input[i], piece, t);
}

#endif
