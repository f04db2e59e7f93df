/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Any text as what varies and as a metric: no crash, and either something usable or a reason with its
 * column. */
#include "stiction/ensemble.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool claim)
{
    if (!claim)
        abort();
}

static const StnSystem *the_system(void)
{
    static StnSystem *system;
    if (system == NULL) {
        StnSystemDef def = stn_system_def("block", NULL);
        stn_def_set_word(&def, "options.drive", "spring");
        stn_def_set_input(&def, "y", stn_signal_ramp(0.1, 0.0, 0.0, 10.0));
        system = stn_system_new(&def, NULL);
        stn_def_free(&def);
    }
    require(system != NULL);
    return system;
}

static void check_error(const StnError *error, size_t length)
{
    if (error->status == STN_NO_MEMORY)
        return;
    require(error->status == STN_BAD_INPUT && error->text[0] != '\0');
    require(error->column >= 1 && (size_t)error->column <= length + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    StnError error = {0};
    StnVary vary;
    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    if (stn_vary_parse(the_system(), NULL, text, &vary, &error) == STN_OK) {
        /* what is given is finite; what lies between two huge numbers need not be */
        require(!isnan(stn_vary_value(&vary, 0.25)) || vary.kind != STN_VARY_LEVELS);
        stn_vary_free(&vary);
    } else
        check_error(&error, strlen(text));
    error = (StnError){0};
    StnMetric *metric = stn_metric_new(the_system(), text, &error);
    if (metric)
        require(stn_metric_text(metric)[0] != '\0' && stn_metric_unit(metric)[0] != '\0');
    else
        check_error(&error, strlen(text));
    stn_metric_free(metric);
    free(text);
    return 0;
}
