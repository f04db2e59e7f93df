/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Evaluation for readers, who may share a state: models write the modes of their relations, so each reader
 * has a copy of them.  A file of its own: a second caller of the assembly in scalar.c would make the
 * compiler inline less of it into every step. */
#include "core/system.h"

#include "core/scalar_assembly.h"

void stn_evaluate_shown(const StnSystem *S, const StnState *st, const double *y, const StnIn *u,
                        double *mode, double *next, StnEvaluation *out)
{
    const int nrel = S->model.nrel;
    const double *mode_now = stn_mode(S, st);
    for (int k = 0; k < nrel; k++)
        mode[k] = mode_now[k], next[k] = 0.0;
    stn_sites_clear(out->site, S->model.nsite);
    StnRel rel = {mode, out->guard, next, 0, out->guard + nrel, NULL};
    asm_all(S, &st->modes, y, u, stn_disc(S, st), rel, out->dy, out->guard, out->site, out->FF);
}
