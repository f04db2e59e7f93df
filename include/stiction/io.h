/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Tables in and out: CSV as people have it, MATLAB .mat, JSON; figures through gnuplot; a text
 * plot.  Every writer writes to a temporary file beside the target and renames it: nothing
 * half-written. */
#ifndef STICTION_IO_H
#define STICTION_IO_H

#include "stiction/solve.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Columns read from a file.  Missing numbers are NaN. */
typedef struct StnTable {
    size_t rows;
    int ncolumn;
    StnColumnInfo *column; /* name, unit as in the header ("" when none); text unused */
    double **data;
    size_t line; /* of the file, where the first row stands and one follows the other; 0: unknown */
    StnError **flaw; /* of stn_csv_read_loose: per column why it cannot be used, or NULL; or NULL */
    size_t *length; /* of stn_mat_read: values of each column, NaN up to `rows`; NULL: all `rows` */
} StnTable;

/* Reads CSV: separator , ; tab; decimal point or comma (with ; or tab); BOM; CR LF; quoted fields;
 * names with units as "t [s]", "t (s)" or a units row below; '#' comment lines.  Without a header
 * the columns are called c1, c2, ...; names longer than StnColumnInfo holds are cut.  At most
 * `limit` bytes (0: 1 GiB).  A named pipe must have been opened by its writer; otherwise it is
 * refused. */
STN_API StnStatus stn_csv_read(const char *path, size_t limit, StnTable *table, StnError *error);
/* Like stn_csv_read, but what is wrong with one column only (text, bad numbers, a name that appears
 * twice) is kept as its flaw and does not fail. */
STN_API StnStatus stn_csv_read_loose(const char *path, size_t limit, StnTable *table,
                                     StnError *error);
/* stn_csv_read from memory; `name` stands in messages. */
STN_API StnStatus stn_csv_parse(const char *text, size_t length, const char *name, StnTable *table,
                                StnError *error);
/* Every real numeric vector of a MATLAB file (versions 4 to 7.3) becomes a column, a matrix one for
 * each of its columns ("y(:,2)"), also in fields of structs ("log.signals(2).values").  The table
 * has as many rows as the first column, and `length` says how many each has.  Scalars and other
 * classes are left out; a struct `units` gives units.  At most `limit` bytes (0: 1 GiB), of the
 * file and of the table.  The file is read in a child process with limits (a fork that calls
 * malloc), so that a damaged one is STN_BAD_INPUT and never ends the program. */
STN_API StnStatus stn_mat_read(const char *path, size_t limit, StnTable *table, StnError *error);
/* Frees the columns and empties the table. */
STN_API void stn_table_free(StnTable *table);
/* Index of a column by name, -1 when there is none. */
STN_API int stn_table_column(const StnTable *table, const char *name);

/* Where a result came from; written into .mat, JSON and pages. */
typedef struct StnProvenance {
    const char *scenario, *title, *plant, *law, *solver;
    uint64_t seed;
    const char *text; /* resolved scenario, may be NULL */
} StnProvenance;

/* How a system is solved, for a provenance: "event engine, rtol 1e-9"; returns out. */
STN_API const char *stn_solver_text(const StnSystem *system, char *out, size_t size);

/* The record as CSV.  Numbers are written so that reading them back gives the same bits.  path "-":
 * standard output. */
STN_API StnStatus stn_csv_write(const char *path, const StnRecord *record, StnError *error);
/* The event log as CSV: time, site, event and detail. */
STN_API StnStatus stn_events_write(const char *path, const StnRecord *record, StnError *error);

/* How a record is written: significant digits of numbers as text (0: all that it takes), and
 * where it comes from (NULL: nothing is said). */
typedef struct StnWriteDef {
    int digits;
    const StnProvenance *from;
} StnWriteDef;

/* A format of files, by the ending of their names.  write: a record, as CSV, MATLAB file or JSON
 * (where NaN is null); NULL: it is a format of figures, see stn_figure_write. */
typedef struct StnWriter {
    const char *ending;
    StnStatus (*write)(const char *path, const StnRecord *record, const StnWriteDef *def,
                       StnError *error);
} StnWriter;
/* The formats that there are. */
STN_API int stn_writer_count(void);
STN_API const StnWriter *stn_writer_at(int index);
/* The format of a file's name, whatever the case of its ending; of "-" that of standard output;
 * NULL: there is none. */
STN_API const StnWriter *stn_writer_of(const char *path);
/* Writes in the format that the ending says, "-" as CSV; def may be NULL. */
STN_API StnStatus stn_record_write(const char *path, const StnRecord *record,
                                   const StnWriteDef *def, StnError *error);

/* ---- Files, before and after the work -------------------------------------------------------- */

/* Whether a file can be written there: its folder is there and can be written, and no folder has
 * its name.  The sentence does not repeat the path. */
STN_API StnStatus stn_file_check(const char *path, StnError *error);
/* Whether a folder can be written, or made. */
STN_API StnStatus stn_folder_check(const char *path, StnError *error);
/* Whether two paths mean one plain file, through links and "..", also where it does not exist yet.
 * Pipes and devices are never the same: what is written to them replaces nothing.  STN_OK or
 * STN_NO_MEMORY. */
STN_API StnStatus stn_file_same(const char *a, const char *b, bool *same, StnError *error);

/* Files of the calling thread that appear together: between begin and end a file that is written
 * waits for the end, at most 8 of them.  What goes to "-" or to a pipe does not wait. */
STN_API void stn_files_begin(void);
/* keep: all get their names; where one cannot, none does, and what stood there before stands
 * there again (on file systems with hard links).  Otherwise all are removed.  Nothing to do where
 * none was begun. */
STN_API StnStatus stn_files_end(bool keep, StnError *error);
/* For the calling thread: while a pipe waits for its reader, `wanted` is asked a hundred times a
 * second; false ends the waiting with STN_CANCELLED.  NULL, as at the beginning: for ever. */
STN_API void stn_files_wait_while(bool (*wanted)(void));
/* Before a process ends at once: removes the temporary files of the calling thread, of which the
 * first 64 at a time are known.  May be called in the handler of a signal; nothing else here may be
 * called afterwards. */
STN_API void stn_files_abandon(void);

/* ---- Figures --------------------------------------------------------------------------------- */

/* The unit in which people write numbers of that size: value/factor is the number, `unit` as it is
 * printed ("µm", "MPa", "°", "N·m").  largest: of the magnitudes that share the unit; 0 or NaN: the
 * SI unit. */
typedef struct StnEngineering {
    char unit[48];
    double factor;
} StnEngineering;
/* The unit for numbers in the SI unit `unit`. */
STN_API StnEngineering stn_engineering(const char *unit, double largest);

/* How a curve is drawn.  Marks are points that stand out, for a few of them; a hairline lies over
 * points without hiding them. */
typedef enum StnStyle {
    STN_STYLE_LINES,
    STN_STYLE_POINTS,
    STN_STYLE_DASHES,
    STN_STYLE_MARKS,
    STN_STYLE_HAIRLINE
} StnStyle;
/* One curve: y over x, with a legend text; a value that is not finite breaks the line. */
typedef struct StnCurve {
    const double *x, *y;
    size_t count;
    const char *label;
    StnStyle style;
} StnCurve;
/* One pair of axes with its curves. */
typedef struct StnPanel {
    const char *title, *xlabel, *ylabel; /* labels carry units */
    const StnCurve *curve;
    int ncurve;
    double xmin, xmax, ymin, ymax; /* NaN, or both equal: automatic */
    bool logx;
    /* Data whose labels end with an SI unit are drawn in the engineering unit that suits them (mm,
     * MPa, °).  Here another unit can be named, with its size in the unit of the label; NULL: what
     * suits. */
    const char *xunit, *yunit;
    double xfactor, yfactor;
} StnPanel;
/* Angles and their rates stay in rad where the labels say so: for figures beside numbers in rad. */
STN_API void stn_panel_keep_radians(StnPanel *panel);
/* Panels in a grid of `columns`, one shared title.  Format by ending: .svg .png .pdf. */
typedef struct StnFigure {
    const char *title;
    const StnPanel *panel;
    int npanel, columns;
    int width, height; /* pixels (PDF: 1/96 inch); 0: by the number of panels, and to fit a page */
} StnFigure;
/* Draws a figure with gnuplot; STN_FAILED where that is missing or gives up. */
STN_API StnStatus stn_figure_write(const char *path, const StnFigure *figure, StnError *error);
/* The same, asking some times a second while gnuplot draws: false ends gnuplot, and the write with
 * STN_CANCELLED and no file. */
STN_API StnStatus stn_figure_write_while(const char *path, const StnFigure *figure,
                                         bool (*go_on)(void *user), void *user, StnError *error);
/* A plot in characters, at most `width` columns and `height` rows; nothing when that is too small
 * for one (24 x 7).  Braille where LC_ALL, LC_CTYPE or LANG say UTF-8, otherwise ASCII.  STN_OK or
 * STN_NO_MEMORY. */
STN_API StnStatus stn_text_plot(FILE *out, const StnPanel *panel, int width, int height);

/* The shortest decimal text that reads back to the same bits; returns out (at least 32 bytes). */
STN_API const char *stn_number_text(double value, char *out);

#ifdef __cplusplus
}
#endif
#endif
