/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "stiction/io.h"

const char *stn_solver_text(const StnSystem *system, char *out, size_t size)
{
    const StnSolverDef *solver = stn_system_solver(system);
    char number[32];
    switch (stn_system_method(system)) {
    case STN_METHOD_EVENT:
        snprintf(out, size, "event engine, rtol %s", stn_number_text(solver->rtol, number));
        break;
    case STN_METHOD_SUNDIALS:
        snprintf(out, size, "SUNDIALS, rtol %s", stn_number_text(solver->rtol, number));
        break;
    case STN_METHOD_FIXED:
        snprintf(out, size, "fixed step, dt %s s%s",
                 stn_number_text(stn_system_step(system), number),
                 solver->dt == 0.0 ? " (adapted)" : "");
        break;
    }
    return out;
}
