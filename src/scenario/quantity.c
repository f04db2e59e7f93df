/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "scenario/quantity.h"
#include "scenario/decimal.h"
#include "scenario/quote.h"

#include <math.h>
#include <string.h>

static StnStatus wrong_unit(const char *text, const char *name, const char *unit,
                            StnDimension given, StnDimension wanted, StnError *error)
{
    const char *own = text + strspn(text, " \t");
    own += stn_decimal_span(own);
    own += strspn(own, " \t");
    given.angle = wanted.angle = given.cycle = wanted.cycle = 0;
    const bool cycles = memcmp(&given, &wanted, sizeof given) == 0;
    const bool none = strcmp(unit, "1") == 0;
    return stn_error(error, STN_BAD_INPUT, "\"%s\" is in %s, but %s %s%s%s",
                     stn_quote_all(text).text, stn_quote_all(own).text, name,
                     none ? "has no unit" : "is in ", none ? "" : unit,
                     cycles ? " (1 Hz = 2*pi rad/s)" : "");
}

StnStatus stn_quantity_read(const char *text, const char *name, const char *unit, double *value,
                            StnError *error)
{
    StnError inner = {.status = STN_OK};
    StnDimension given, wanted;
    bool bare = false;
    double factor = 1.0;
    if (stn_unit_parse(text, value, &given, &bare, &inner) != STN_OK) {
        stn_error(error, STN_BAD_INPUT, "%s: %s", name, inner.text);
        if (error)
            error->column = inner.column;
        return STN_BAD_INPUT;
    }
    if (bare || unit == NULL)
        return STN_OK;
    if (stn_unit_factor(unit, &factor, &wanted, &inner) != STN_OK)
        return stn_error(error, STN_BAD_INPUT, "the model's unit of %s: %s", name, inner.text);
    return stn_dimension_fits(given, wanted) ? STN_OK
                                             : wrong_unit(text, name, unit, given, wanted, error);
}
