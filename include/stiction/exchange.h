/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A joint and its friction as other tools read them, and from what they write.  What the other tool
 * cannot hold is said, with numbers where there are some. */
#ifndef STICTION_EXCHANGE_H
#define STICTION_EXCHANGE_H

#include "stiction/result.h"
#include "stiction/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a feed-forward function or a compensator is written as; each format takes some. */
typedef enum StnExportAs {
    STN_EXPORT_C,
    STN_EXPORT_PYTHON,
    STN_EXPORT_TABLE,
    STN_EXPORT_STRUCTURED_TEXT,
    STN_EXPORT_SIMULINK_FUNCTION,
} StnExportAs;
/* The type of numbers in Structured Text. */
typedef enum StnExportReal { STN_EXPORT_LREAL, STN_EXPORT_REAL } StnExportReal;

/* Make one with stn_default_export_def() and edit it. */
typedef struct StnExportDef {
    double timestep;    /* s: the step of the simulation that the model is for (mujoco) */
    bool joint;         /* the joint alone, without body and actuator (mujoco) */
    StnExportAs as;     /* feedforward, compensator */
    StnExportReal real; /* compensator */
    const char *name;   /* of the function; NULL: friction, compensator */
    const char *site;   /* of the friction (feedforward); NULL: the only one */
    double speed;       /* largest of a table (feedforward); 0, auto: 100*vs, without a vs 1 */
    double load;        /* the same; 0: twice the friction */
} StnExportDef;
/* The fields of StnExportDef, by the names of their options. */
STN_API extern const StnFields stn_export_fields;
/* A model for steps of 2 ms, whole; a function in C. */
STN_API StnExportDef stn_default_export_def(void);

/* A format: name, what it is, whether it is written and read, the fields of StnExportDef that it
 * takes, '|' between them, the endings of its files, ' ' between them (where it takes `as`: for
 * each word of that, '|' between them), and the words of `as` that it takes. */
typedef struct StnExchangeFormat {
    const char *name, *text;
    bool writes, reads;
    const char *options, *endings, *as;
} StnExchangeFormat;
/* The list of formats. */
STN_API int stn_exchange_format_count(void);
STN_API StnExchangeFormat stn_exchange_format_at(int index);

/* The scenario in a format, as text for stn_text_free(); NULL on failure.  remarks: what the format
 * does not hold; may be NULL. */
STN_API char *stn_export(const StnScenario *scenario, const char *format, const StnExportDef *def,
                         StnRemarks *remarks, StnError *error);
/* The same into a file, "-": standard output. */
STN_API StnStatus stn_export_write(const StnScenario *scenario, const char *format,
                                   const StnExportDef *def, const char *file, StnRemarks *remarks,
                                   StnError *error);
/* A scenario from text in a format; name: of the file, for messages.  NULL on failure. */
STN_API StnScenario *stn_import(const char *format, const char *text, size_t length,
                                const char *name, StnRemarks *remarks, StnError *error);
/* The same from a file. */
STN_API StnScenario *stn_import_read(const char *format, const char *file, StnRemarks *remarks,
                                     StnError *error);

#ifdef __cplusplus
}
#endif
#endif
