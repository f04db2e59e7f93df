/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The command that a plant follows. */
#include "report/metrics.h"

#include <math.h>
#include <string.h>

/* The input that says where the site should be; -1 when there is none. */
static int command_input(const StnSystem *system, int site)
{
    const StnPlant *plant = stn_system_plant(system);
    const char *unit = plant->states[plant->sites[site].x].unit;
    for (int i = 0; i < plant->ninput; i++) {
        const StnVar *input = &plant->inputs[i];
        if (input->text && (strstr(input->text, "wanted") || strstr(input->text, "command")) &&
            strcmp(input->unit, unit) == 0)
            return i;
    }
    return -1;
}

double stn_metrics_command(const StnScenario *scenario, int site, const StnRecord *record)
{
    const StnSystem *system = stn_scenario_system(scenario);
    const int input = command_input(system, site);
    const int commanded = stn_system_commanded(system);
    if (input < 0 || record->rows == 0 || (commanded >= 0 && commanded != site))
        return NAN;
    return stn_system_input(system, input, record->data[0][record->rows - 1]).val;
}
