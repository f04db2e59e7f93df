/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Results as data: facts, tables, estimates, remarks and figures in the order in which people read
 * them.  Whatever finds something out fills a StnResult from its own struct; one writer each makes
 * text and JSON of it. */
#ifndef STICTION_RESULT_H
#define STICTION_RESULT_H

#include "stiction/io.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Parts ----------------------------------------------------------------------------------- */

enum { STN_REMARKS_MAX = 24, STN_REMARK_SIZE = 320 };

/* Sentences for the reader of a result: assumptions, what was left out and why.  Start from {0}. */
typedef struct StnRemarks {
    int count;
    char text[STN_REMARKS_MAX][STN_REMARK_SIZE];
} StnRemarks;
/* Adds one; further ones are dropped when there is no room. */
STN_API void stn_remark(StnRemarks *remarks, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A parameter as a method estimates it; std, low, high (95 %) NaN where nothing is known of them,
 * infinite, as next_low and next_high are then, where the data do not determine it (fits say it by
 * StnFitParameter.undetermined and NaN).  These are of this record: noise may have moved the
 * estimate so far.  next_low, next_high: the same estimate from another record of the machine is
 * expected between them (95 %); NaN: not known.  path: of the number that it is in a scenario, as
 * friction.contact.Fc.forward; "": it is none by itself. */
typedef struct StnEstimate {
    char name[24], unit[32], path[64];
    double value, std, low, high, next_low, next_high;
} StnEstimate;

/* What a value in a result is. */
typedef enum StnCellKind {
    STN_CELL_NUMBER,
    STN_CELL_COUNT,
    STN_CELL_FLAG,
    STN_CELL_TEXT
} StnCellKind;
/* A value of a fact or in a table. */
typedef struct StnCell {
    StnCellKind kind;
    double number;
    uint64_t count; /* of a FLAG 0 or 1 */
    const char *text;
} StnCell;
/* NaN, and a text that is NULL, are null in JSON and "-" or nothing for people. */
STN_API StnCell stn_cell_number(double value);
STN_API StnCell stn_cell_count(uint64_t value);
STN_API StnCell stn_cell_flag(bool value);
STN_API StnCell stn_cell_text(const char *text);

/* A column of a table.  name: in JSON, NULL: people only; heading: for people, of one or several
 * lines, NULL: machines only.  Where the name of the first is "", rows are lists in JSON, and of a
 * table of one column values.  unit: "" or NULL: none.  format: of numbers, as "%.5g" (NULL:
 * "%.6g"); of texts "r": they end below one another, "w" (the last column): they are broken between
 * words into lines of at most 100 characters. */
typedef struct StnResultColumn {
    const char *name, *heading, *unit, *format;
} StnResultColumn;

/* What an item of a result is. */
typedef enum StnResultKind {
    STN_RESULT_FACT,
    STN_RESULT_PARAGRAPH, /* a fact that is a text, broken into lines */
    STN_RESULT_TABLE,
    STN_RESULT_ESTIMATES,
    STN_RESULT_REMARKS,
    STN_RESULT_GROUP, /* what follows, up to the END, belongs under `name`; NULL: entry of a LIST */
    STN_RESULT_LIST,  /* the groups that follow, up to the END, are a list */
    STN_RESULT_END,
} StnResultKind;

/* name: in JSON, NULL: people only.  text: for people, NULL: machines only; of a fact its line, of
 * others their heading ("": none).  A table has its rows one after the other in cell[]. */
typedef struct StnResultItem {
    StnResultKind kind;
    const char *name, *unit, *text;
    StnCell value;
    const StnResultColumn *column;
    int ncolumn, nrow, nshown;
    StnCell *cell;
    bool *shown; /* per row: people see it */
    bool flush;  /* a table that stands at the margin, not indented */
    const StnEstimate *estimate;
    int nestimate;
    const StnRemarks *remarks;
} StnResultItem;

/* Start from {0}; free it in any case.  method, title and site are the caller's and outlive it; all
 * else that it holds is its own copy. */
typedef struct StnResult {
    const char *method, *title;
    const char *site;    /* of friction in the paths of estimates that are added; NULL: as theirs */
    const char *summary; /* "12 points of ramps.csv", for whatever is made of the result; or NULL */
    const char *caveat;  /* what does not hold where the result stands alone; or NULL */
    StnResultItem *item;
    int count, capacity;
    StnFigure figure; /* npanel 0: none */
    StnRecord rows;   /* measured, modelled, what is left, row by row; ncolumn 0: none */
    void *memory;
    bool failed; /* memory was out */
} StnResult;
/* Frees all that the result holds and empties it. */
STN_API void stn_result_free(StnResult *result);
/* STN_OK, or STN_NO_MEMORY where something is missing. */
STN_API StnStatus stn_result_check(const StnResult *result, StnError *error);

/* ---- Filling it ------------------------------------------------------------------------------ */

/* A fact: value, and its line for people (format NULL: none).  A line may begin with "\n". */
STN_API void stn_result_fact(StnResult *result, const char *name, const char *unit, StnCell value,
                             const char *format, ...) __attribute__((format(printf, 5, 6)));
/* A number, a count, ... for machines only. */
STN_API void stn_result_number(StnResult *result, const char *name, const char *unit, double value);
STN_API void stn_result_count(StnResult *result, const char *name, uint64_t value);
STN_API void stn_result_flag(StnResult *result, const char *name, bool value);
STN_API void stn_result_text(StnResult *result, const char *name, const char *value);
/* A text that people read as a paragraph, indented by as many blanks as it begins with. */
STN_API void stn_result_paragraph(StnResult *result, const char *name, const char *value);
/* A line for people only. */
STN_API void stn_result_line(StnResult *result, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Begins a group or a list of groups under a name, and ends the one that was begun last. */
STN_API void stn_result_open(StnResult *result, const char *name);
STN_API void stn_result_open_list(StnResult *result, const char *name);
STN_API void stn_result_close(StnResult *result);
/* A table without rows; heading NULL: for machines only. */
STN_API void stn_result_table(StnResult *result, const char *name, const char *heading,
                              const StnResultColumn *column, int ncolumn);
/* The table that was begun last stands at the margin, in lines of at most 100 characters: columns
 * that do not fit beside the others follow below, with the first column again. */
STN_API void stn_result_flush(StnResult *result);
/* A row of the table that was begun last; cell[] has a place for each column. */
STN_API void stn_result_row(StnResult *result, bool shown, const StnCell *cell);
/* A table of texts for people only.  columns: headings with '|' between them; '>' before one: its
 * texts end below one another; '~' before the last: they are broken into lines. */
enum { STN_TEXT_COLUMNS_MAX = 8 };
STN_API void stn_result_text_table(StnResult *result, const char *heading, const char *columns);
STN_API void stn_result_text_row(StnResult *result, const char *const *text);
/* Estimates as a table.  heading NULL: for machines only, "": none. */
STN_API void stn_result_estimates(StnResult *result, const char *name, const StnEstimate *estimate,
                                  int count, const char *heading);
/* Sentences, with a heading as for estimates. */
STN_API void stn_result_remarks(StnResult *result, const char *name, const StnRemarks *remarks,
                                const char *heading);
/* The figure, copied with its data. */
STN_API void stn_result_figure(StnResult *result, const StnFigure *figure);
/* A column of the rows, copied; all columns have the length of the first, and what is missing is
 * NaN.  stn_record_write writes them. */
enum { STN_RESULT_SERIES_MAX = 40 };
STN_API void stn_result_series(StnResult *result, const char *name, const char *unit,
                               const double *value, size_t count);
/* Three of them: NAME_measured, NAME_model and NAME_residual, measured less model. */
STN_API void stn_result_compared(StnResult *result, const char *name, const char *unit,
                                 const double *measured, const double *model, size_t count);
/* The line that stands for the result elsewhere, and what does not hold there. */
STN_API void stn_result_summary(StnResult *result, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
STN_API void stn_result_caveat(StnResult *result, const char *text);

/* ---- Writing it ------------------------------------------------------------------------------ */

/* For people, in lines of at most `width` characters where text is concerned. */
STN_API StnStatus stn_result_write_text(const StnResult *result, FILE *out, int width,
                                        StnError *error);
/* The same in memory, to be freed by stn_text_free(); NULL on failure. */
STN_API char *stn_result_plain(const StnResult *result, int width, StnError *error);
/* {"version": ..., "method": ..., what the result has}.  Numbers are in SI or in the unit that
 * "units" at the end has under the same names, map by map; of a table it has those of the columns.
 * A map in a list has "units" of its own, one that names its units itself has none.
 * settings: what it was found with, under "options"; fields may be NULL. */
STN_API StnStatus stn_result_write_json(const StnResult *result, const StnFields *fields,
                                        const void *settings, FILE *out, StnError *error);
/* The same in memory, to be freed by stn_text_free(); NULL on failure. */
STN_API char *stn_result_json(const StnResult *result, const StnFields *fields,
                              const void *settings, StnError *error);
/* "LOW ... HIGH" with so many digits, or more where they would not tell the ends apart; returns
 * out. */
STN_API const char *stn_interval_text(double low, double high, int digits, char *out, size_t size);

#ifdef __cplusplus
}
#endif
#endif
