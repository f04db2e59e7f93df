/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Stick-slip: a block pulled through a spring sticks and slips; when, and how.
 * cc stick_slip.c $(pkg-config --cflags --libs stiction) */
#include <stiction/stiction.h>

#include <stdio.h>

int main(void)
{
    StnRecord record;
    StnError error = {0};
    StnScenario *s = stn_scenario_new("block");
    stn_scenario_set(s, "options.drive", "spring");
    stn_scenario_set(s, "parameters", "{m: 1 kg, K: 2 N/m}");
    stn_scenario_set(s, "friction.contact", "{law: stribeck, Fs: 1.5 N, Fc: 1 N}");
    stn_scenario_set(s, "inputs.y", "{ramp: {slope: 0.1 m/s}}");
    stn_scenario_set(s, "duration", "20 s");
    if (stn_scenario_run(s, &record, &error))
        printf("%s\n", error.text);
    for (size_t i = 0; i < record.nevent; i++)
        printf("%9.6f s  %s\n", record.event[i].t, stn_event_word(record.event[i].kind));
    stn_record_free(&record);
    stn_scenario_free(s);
}
