/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Hello: a built-in scenario with another law, its events and its last row.
 * cc hello.c $(pkg-config --cflags --libs stiction) */
#include <stiction/stiction.h>

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    StnError error = {0};
    char text[1400];
    const char *law[] = {"coulomb"};
    StnOverride set[] = {{"duration", "20 s"}};
    StnScenarioOptions options = {.law = law, .nlaw = 1, .set = set, .nset = 1};
    StnScenario *scenario = stn_scenario_load("block-stick-slip", &options, &error);
    if (!scenario) {
        fprintf(stderr, "%s\n", stn_error_format(&error, text, sizeof text));
        return 2;
    }
    const StnSystem *system = stn_scenario_system(scenario);
    StnState *state = stn_state_init(system, malloc(stn_state_size(system)));
    StnRunDef def = stn_scenario_run_def(scenario);
    StnRecord record;
    StnStatus status = stn_run(system, state, &def, &record, &error);
    if (status)
        fprintf(stderr, "%s\n", stn_error_format(&error, text, sizeof text));
    for (size_t i = 0; i < record.nevent; i++)
        printf("%12.9f s  %s\n", record.event[i].t, stn_event_word(record.event[i].kind));
    for (int c = 0; !status && c < record.ncolumn; c++)
        printf("%s = %g %s\n", record.column[c].name, record.data[c][record.rows - 1],
               record.column[c].unit);
    stn_record_free(&record);
    free(state);
    stn_scenario_free(scenario);
    return status ? 1 : 0;
}
