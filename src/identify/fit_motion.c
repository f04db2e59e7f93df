/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction along a measured motion: the law alone, from row to row at constant velocity (core/imposed.h),
 * `parts` steps per row.
 *
 * v alone, without x: every row is a steady state of its own (the mean of a run at constant speed). */
#include "core/imposed.h"
#include "identify/fit_internal.h"

enum { LOOK_EVERY = 1024 };

StnStatus stn_fit_motion(const StnFitInside *inside, const StnSystem *system, size_t rows,
                         double *FF, const atomic_bool *stop, StnError *error)
{
    const StnFitRun *run = inside->run;
    StnImposed imposed;
    stn_imposed_begin(&imposed, system, 0, 0.0);
    for (size_t i = 0; i < rows; i++) {
        if (i % LOOK_EVERY == 0 && atomic_load_explicit(stop, memory_order_relaxed))
            return stn_error(error, STN_CANCELLED, "interrupted");
        if (!run->x) {
            FF[i] = stn_imposed_steady(&imposed, run->v[i]);
            continue;
        }
        double dt = i > 0 ? run->t[i] - run->t[i - 1] : 0.0;
        double v = i > 0 ? (run->x[i] - run->x[i - 1]) / dt : 0.0;
        stn_imposed_turn(&imposed, v);
        for (int k = 0; i > 0 && k < inside->parts; k++)
            stn_imposed_step(&imposed, run->x[i], v, dt / inside->parts);
        FF[i] = stn_imposed_force(&imposed, run->x[i], run->v ? run->v[i] : v);
    }
    return STN_OK;
}

StnSystemDef stn_motion_def(const StnLaw *law, StnGiven *given, int ngiven, StnGiven *drive)
{
    *drive = (StnGiven){.name = "drive", .count = 1, .value = {3.0}}; /* the last word: motion */
    StnSystemDef def = stn_default_system_def(stn_catalog_plant(NULL, "block"));
    def.given = drive;
    def.ngiven = 1;
    def.site[0] = (StnSiteDef){law, given, ngiven};
    def.borrow = true;
    return def;
}
