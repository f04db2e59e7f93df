/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The list of methods, and what their descriptions share. */
#ifndef STN_IDENTIFY_METHOD_H
#define STN_IDENTIFY_METHOD_H

#include "stiction/fit.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define STN_BIT(role) (1u << STN_ROLE_##role)
#define STN_RESULT_PLACES(S)                                        \
    .result_size = sizeof(S), .findings_at = offsetof(S, findings), \
    .remarks_at = offsetof(S, remarks)
#define STN_COUNT_OF(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* In the order in which people need them.  X(NAME) is stn_NAME_method of its file. */
#define STN_METHODS(X) \
    X(check) X(breakaway) X(sine) X(cycles) X(ramp) X(curve) X(power) X(inverse) X(fit) X(select)
#define STN_METHOD_DECLARE(name) extern const StnIdentifyMethod stn_##name##_method;
STN_METHODS(STN_METHOD_DECLARE)

/* Of a file with entries[]: their table, and the definition with its defaults. */
#define STN_METHOD_FIELDS(name, Def, default_def)                  \
    static const StnFields fields = STN_TABLE(name, Def, entries); \
    Def default_def(void)                                          \
    {                                                              \
        Def def;                                                   \
        memset(&def, 0, sizeof def);                               \
        stn_fields_default(&fields, &def);                         \
        return def;                                                \
    }
static inline StnStatus stn_identify_needs_data(int ndata, StnError *error)
{
    return ndata > 0
               ? STN_OK
               : stn_error(error, STN_BAD_INPUT, "data are needed: a record of what was measured");
}

/* identify() and release() of a method that takes one record. */
#define STN_METHOD_FUNCTIONS(identify_it, free_it)                                        \
    static StnStatus identify(const void *options, const StnData *const *data, int ndata, \
                              void *result, StnError *error)                              \
    {                                                                                     \
        const StnStatus status = stn_identify_needs_data(ndata, error);                   \
        return status ? status : identify_it(options, data[0], result, error);            \
    }                                                                                     \
    static void release(void *result) { free_it(result); }

#define STN_METHOD_VALIDATE(validate_it)                                              \
    static StnStatus validate(const void *options, void *result, const StnData *data, \
                              StnError *error)                                        \
    {                                                                                 \
        return validate_it(options, result, data, error);                             \
    }

/* Slow drift of the friction level, wherever a method knows it. */
#define STN_DRIFT_FIELD(S)    \
    STN_FLAG(S, drift, false, \
             "levels of friction times 1 + drift*t, t from the first row: the rate is found, too")

/* A figure of panels, one below the other; angles are in rad, as in the report. */
enum { STN_REPORT_PANELS = 2 };
void stn_report_figure(StnResult *out, const char *title, const StnPanel *panel, int npanel);

static const char *const stn_side_words[] = {"forward", "backward"};

#endif
