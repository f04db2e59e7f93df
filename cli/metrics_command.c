/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The command that a plant follows.  The library gives no way to ask a system for an input's
 * value yet; until then: a column of the same name, or the constant that the resolved scenario
 * shows. */
#include "metrics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The input that says where the site should be; NULL when there is none. */
static const StnVar *command_input(const StnSystem *system, int site)
{
    const StnPlant *plant = stn_system_plant(system);
    const char *unit = plant->states[plant->sites[site].x].unit;
    for (int i = 0; i < plant->ninput; i++) {
        const StnVar *input = &plant->inputs[i];
        if (input->text && (strstr(input->text, "wanted") || strstr(input->text, "command")) &&
            strcmp(input->unit, unit) == 0)
            return input;
    }
    return NULL;
}

/* "  xd: 1 m   # note" in the section "inputs:" of the resolved text; NaN for anything but a
 * constant. */
static double constant_input(const char *resolved, const char *name)
{
    char line[256], value[128];
    StnDimension dimension;
    bool bare;
    double number = NAN;
    const char *section = strstr(resolved, "\ninputs:\n");
    const size_t length = strlen(name);
    if (!section)
        return NAN;
    for (const char *p = section + 9; p[0] == ' '; p = strchr(p, '\n') + 1) {
        if (snprintf(line, sizeof line, "%.*s", (int)strcspn(p, "\n"), p) >= (int)sizeof line)
            continue;
        const char *key = line + strspn(line, " ");
        if (key - line != 2 || strncmp(key, name, length) != 0 || key[length] != ':')
            continue;
        snprintf(value, sizeof value, "%.*s", (int)strcspn(key + length + 1, "#"),
                 key + length + 1);
        char *end = value + strlen(value);
        while (end > value && end[-1] == ' ')
            *--end = '\0';
        const char *text = value + strspn(value, " ");
        return stn_unit_parse(text, &number, &dimension, &bare, NULL) == STN_OK ? number : NAN;
    }
    return NAN;
}

double metrics_command(const StnScenario *scenario, int site, const StnRecord *record)
{
    const StnVar *input = command_input(stn_scenario_system(scenario), site);
    if (!input || record->rows == 0)
        return NAN;
    const int column = stn_record_column(record, input->name);
    return column >= 0 ? record->data[column][record->rows - 1]
                       : constant_input(stn_scenario_resolved(scenario), input->name);
}
