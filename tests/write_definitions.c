/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Writes the built-in scenarios as the C text that definitions.h declares: each by stn_def_code. */
#include "stiction/stiction.h"

#include <stdio.h>

static bool write_one(int i, StnError *error)
{
    char name[32];
    StnScenario *scenario = stn_scenario_load(stn_builtin_at(i).name, NULL, error);
    if (!scenario)
        return false;
    StnSystemDef def = stn_scenario_def(scenario);
    def.duration = stn_scenario_duration(scenario);
    snprintf(name, sizeof name, "builtin_%d", i);
    char *text = stn_def_code(&def, name, error);
    if (text)
        printf("%s\n", text);
    stn_scenario_free(scenario);
    stn_text_free(text);
    return text != NULL;
}

int main(void)
{
    StnError error = {0};
    for (int i = 0; i < stn_builtin_count(); i++)
        if (!write_one(i, &error)) {
            fprintf(stderr, "%s: %s\n", stn_builtin_at(i).name, error.text);
            return 1;
        }
    printf("#include \"definitions.h\"\n\nconst Definition definitions[] = {\n");
    for (int i = 0; i < stn_builtin_count(); i++)
        printf("    {\"%s\", builtin_%d_def},\n", stn_builtin_at(i).name, i);
    printf("};\nconst int definition_count = %d;\n", stn_builtin_count());
    return 0;
}
