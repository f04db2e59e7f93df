/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* `solver`: how a system is solved. */
#include "stiction/system.h"

#define S StnSolverDef
/* clang-format off */
static const StnField solver_entries[] = {
    STN_WORD   (S, method, "event|fixed|sundials", STN_METHOD_EVENT, "engine"),
    STN_WORD   (S, integrator, "auto|exact|explicit|implicit", STN_INTEGRATOR_AUTO,
                "of the event engine; auto: the cheapest that is right in each mode"),
    STN_WORD   (S, euler, "semi_implicit|explicit", STN_EULER_SEMI_IMPLICIT,
                "fixed step: positions follow the new or the old velocity"),
    STN_NUMBER (S, rtol, "1", 1e-9, 1e-14, 0.1, "relative tolerance of the event engine"),
    STN_OR_AUTO(S, dt, "s", 1e-5, STN_ABOVE_0, DBL_MAX,
                "fixed step; auto: shorter near standstill where the law asks for it"),
    STN_NUMBER (S, h_max, "s", INFINITY, STN_ABOVE_0, INFINITY,
                "longest step of the event engine, and of the fixed step with dt: auto"),
    STN_FLAG   (S, zone_guard, true, "end steps at the edge of narrow features of a law"),
    STN_FLAG   (S, energy, true, "keep the energy balance"),
    STN_INTEGER(S, max_events, 1e7, 1, 2147483647, "a run with more events ends"),
};
/* clang-format on */
#undef S

const StnFields stn_solver_fields = STN_TABLE("solver", StnSolverDef, solver_entries);

StnSolverDef stn_default_solver_def(void)
{
    StnSolverDef def;
    stn_fields_default(&stn_solver_fields, &def);
    return def;
}
