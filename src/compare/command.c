/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The command that a plant follows. */
#include "stiction/compare.h"

#include <math.h>
#include <string.h>

int stn_metrics_command_input(const StnSystem *system, int site)
{
    const StnPlant *plant = stn_system_plant(system);
    const char *unit = plant->states[plant->sites[site].x].unit;
    const int commanded = stn_system_commanded(system);
    for (int i = 0; i < plant->ninput && (commanded < 0 || commanded == site); i++) {
        const StnVar *input = &plant->inputs[i];
        if (input->role == STN_ROLE_COMMAND && strcmp(input->unit, unit) == 0)
            return i;
    }
    return -1;
}

double stn_metrics_command(const StnSystem *system, int site, const StnRecord *record)
{
    const int input = stn_metrics_command_input(system, site);
    return input < 0 || record->rows == 0
               ? NAN
               : stn_system_input(system, input, record->data[0][record->rows - 1]).val;
}
