/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the subcommands of "stiction identify" share: the table of them, the options that say which
 * columns of a file are what, and the output of results. */
#ifndef CLI_IDENTIFY_H
#define CLI_IDENTIFY_H

#include "arguments.h"
#include "command.h"
#include "io/json_text.h"

/* A file that defines one puts it into the program. */
extern const Command identify_check_command __attribute__((weak));
extern const Command identify_breakaway_command __attribute__((weak));
extern const Command identify_sine_command __attribute__((weak));
extern const Command identify_curve_command __attribute__((weak));
extern const Command identify_power_command __attribute__((weak));
extern const Command identify_inverse_command __attribute__((weak));
extern const Command identify_fit_command __attribute__((weak));
extern const Command identify_select_command __attribute__((weak));

/* ---- Data: identify_data.c ---- */

/* What the command line says about data. */
typedef struct DataWish {
    const char *column[STN_EXTRA]; /* by role; NULL: not given (effort: see below) */
    Texts effort;                  /* several are added up */
    Texts unit, gain, where;       /* COLUMN=UNIT, COLUMN=GAIN, COLUMN=VALUE */
    const char *runs, *from, *to, *every, *missing;
} DataWish;

enum { DATA_OPTIONS = 16, DATA_TERMS = 32 };
/* Fills the options of the data part (at most DATA_OPTIONS); returns how many. */
int data_options(DataWish *wish, Option *options);
/* Reads a file as the options say; 0, or the exit code after a message. */
int data_read(const DataWish *wish, const char *file, size_t least_rows, StnData *data);
/* The lines of the usage that describe these options. */
extern const char data_usage[];

/* ---- Results: identify_result.c ---- */

/* "2.5 mm" or a bare SI number for the option; 0 or EXIT_BAD_INPUT.  `unit`: what must fit, with
 * "|" between alternatives; text NULL leaves *value alone. */
int quantity_read(const char *option, const char *text, const char *unit, double *value);
int count_read(const char *option, const char *text, long least, long most, long *value);

/* Remarks as a paragraph each, under a heading; nothing when there is none. */
void result_put_remarks(const StnRemarks *remarks, const char *heading);
void result_put_remarks_json(StnJsonText *json, const char *key, const StnRemarks *remarks);
/* Writes a text file whole or not at all; 0 or the exit code after a message. */
int result_write_text(const char *path, const char *text);
/* Draws and tells failure; path NULL: nothing to do. */
int result_draw(const char *path, const StnFigure *figure);

#endif
