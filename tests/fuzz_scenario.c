/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Any text as a scenario; what stands after a NUL, as PATH=VALUE, is a --set.  No crash and no leak;
 * either a system whose resolved text and whose own text load again, the latter as the same document, or
 * a reason. */
#include "stiction/scenario.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool claim)
{
    if (!claim)
        abort();
}

static StnScenario *parse(const char *text, size_t length, const StnScenarioOptions *options)
{
    StnError error = {0};
    StnScenario *scenario = stn_scenario_parse(text, length, "fuzz.yaml", options, &error);
    require(scenario != NULL || (error.status < 0 && error.text[0] != '\0'));
    return scenario;
}

/* "PATH=VALUE" into *set; false when there is none. */
static bool split_set(char *text, StnOverride *set)
{
    char *equals = strchr(text, '=');
    if (equals == NULL)
        return false;
    *equals = '\0';
    *set = (StnOverride){text, equals + 1};
    return true;
}

static void check_text(const StnScenario *scenario)
{
    char *text = stn_scenario_text(scenario);
    require(text != NULL);
    StnScenario *again = parse(text, strlen(text), NULL);
    require(again != NULL);
    char *second = stn_scenario_text(again);
    require(second != NULL && strcmp(text, second) == 0);
    stn_text_free(second);
    stn_text_free(text);
    stn_scenario_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    StnOverride set = {0};
    StnScenarioOptions options = {.set = &set};
    char *text = malloc(size + 1);
    if (text == NULL)
        return 0;
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    size_t length = strlen(text);
    if (length < size)
        options.nset = split_set(text + length + 1, &set);
    else
        length = size;
    StnScenario *scenario = parse(text, length, &options);
    if (scenario != NULL) {
        const char *resolved = stn_scenario_resolved(scenario);
        StnScenario *again = parse(resolved, strlen(resolved), NULL);
        require(again != NULL);
        stn_scenario_free(again);
        check_text(scenario);
    }
    stn_scenario_free(scenario);
    free(text);
    return 0;
}
