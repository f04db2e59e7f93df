/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Any text as a quantity and as a unit: no crash, and either a number or a reason with its column. */
#include "stiction/scenario.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool claim)
{
    if (!claim)
        abort();
}

static void check_error(StnStatus status, const StnError *error, size_t length)
{
    require(status == STN_BAD_INPUT && error->status == status && error->text[0] != '\0');
    require(error->column >= 1 && (size_t)error->column <= length + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    StnDimension dimension;
    StnError error = {0};
    double value = 0.0, factor = 0.0;
    bool bare = false;
    char *text = malloc(size + 1);
    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    StnStatus status = stn_unit_parse(text, &value, &dimension, &bare, &error);
    if (status == STN_OK)
        require(!isnan(value) && stn_dimension_fits(dimension, dimension));
    else
        check_error(status, &error, strlen(text));
    error = (StnError){0};
    status = stn_unit_factor(text, &factor, &dimension, &error);
    if (status == STN_OK)
        require(isfinite(factor) && factor > 0.0);
    else
        check_error(status, &error, strlen(text));
    free(text);
    return 0;
}
