/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the subcommands of "stiction identify" share: the table of them, the options that say which
 * columns of a file are what, and the output of results. */
#ifndef CLI_IDENTIFY_H
#define CLI_IDENTIFY_H

#include "arguments.h"
#include "command.h"
#include "field_options.h"

/* ---- Data: identify_data.c ---- */

/* What the command line says about data. */
typedef struct DataOptions {
    const char *column[STN_ROLE_COUNT]; /* by role; NULL: not given (effort: see below) */
    Texts effort;                       /* several are added up */
    const char *extra[STN_DATA_EXTRA_MAX];
    char extra_unit[STN_DATA_EXTRA_MAX][32]; /* that must fit; empty: any */
    Texts unit, gain, where;                 /* COLUMN=UNIT, COLUMN=GAIN, COLUMN=VALUE */
    Texts counts, wrap, delay;               /* COLUMN=COUNTS, COLUMN=NUMBER, COLUMN=TIME */
    const char *runs, *kt;
    bool even;      /* the method needs evenly spaced samples */
    bool simulated; /* the data come from a run: --sample is that of its record */
    FieldOptions own;
} DataOptions;

enum { DATA_OPTIONS = 8 + STN_ROLE_COUNT + STN_FIELDS_MAX, DATA_TERMS = 32 };
/* Fills the options of the data part (at most DATA_OPTIONS); returns how many. */
int data_options(DataOptions *opts, Option *options);
/* The roles that columns are given for, 1u << role. */
unsigned data_roles(const DataOptions *opts);
/* What a method needs, masks of 1u << role: all of the first, one of the second; 0 or EXIT_BAD_INPUT
 * after a message with the options. */
/* EXIT_BAD_INPUT after a message where a column is given that is not of these roles. */
int data_refuse(const DataOptions *opts, const char *method, unsigned roles);
/* The time between samples that --sample says; NaN: none. */
int data_sample(const DataOptions *opts, double *Ts);
int data_need(const DataOptions *opts, const char *method, unsigned all, unsigned any);
/* Reads a file as the options say; 0, or the exit code after a message. */
int data_read(const DataOptions *opts, const char *file, size_t least_rows, StnData *data);
/* The same from a table in memory; `file` stands in messages. */
int data_take(const DataOptions *opts, const StnTable *table, const char *file, size_t least_rows,
              StnData *data);
/* Lines for the usage. */
/* clang-format off */
#define DATA_USAGE \
    "Data:\n" \
    "{columns}" \
    "  --unit COLUMN=UNIT  unit of a column whose header says none (SI otherwise)\n" \
    "  --gain COLUMN=GAIN  multiplies a column: u=\"35.2 N/V\", force=-1\n" \
    "  --kt CONSTANT      torque constant of a motor: the effort is a current; 52 mN*m/A, 3.1 N/A\n" \
    "  --counts COLUMN=N  counts of an encoder: N in a revolution, or in a unit: 4096, 200/mm\n" \
    "  --wrap COLUMN=N    its numbers start again after N: 65536, 360\n" \
    "  --delay COLUMN=TIME  it shows so late what happened (-TIME: early), and is taken that much earlier\n" \
    "  --where COLUMN=VALUE  only rows with this value\n" \
    "  --runs COLUMN[,COLUMN]  each value of these columns is a run of its own\n" \
    "{settings}"
/* clang-format on */

/* ---- Simulated tests: identify_simulate.c ---- */

/* What the command line says about a scenario that takes the place of a file. */
typedef struct SimulateOptions {
    bool on;
    Texts set;
} SimulateOptions;

enum { SIMULATE_OPTIONS = 2 };
int simulate_options(SimulateOptions *opts, Option *options);
/* Options that change nothing without --simulate are refused; with: what --set goes with, NULL where it may stand. */
int simulate_check(const SimulateOptions *opts, const char *with);
/* Runs the scenario and takes its record as a file would be.  Columns that the options do not name: u
 * for the effort; for the position that of the site, as its sensor shows it.  found: without its record. */
int simulate_data(const SimulateOptions *opts, const DataOptions *data, const StnCatalog *catalog,
                  const char *scenario, StnData *out, StnSimulated *found);
/* clang-format off */
#define SIMULATE_USAGE \
    "With --simulate a scenario takes the place of a file; what its sensors show is the data:\n" \
    "  --set PATH=VALUE   changes the scenario\n" \
    "  --sample TIME      between samples (as the controller or the sensor, otherwise as recorded, on a rig 1 ms)\n"
/* clang-format on */

/* ---- Results: identify_result.c ---- */

/* What the command line says about output. */
typedef struct OutOptions {
    const char *figure, *output; /* --plot, -o */
    const char *rows;            /* --rows */
    const char *base, *site;     /* --base, --site: what the scenario of -o inherits */
    bool json, quiet;
} OutOptions;

enum { OUT_OPTIONS = 6 };
int out_options(OutOptions *opts, Option *options);
/* Before the work: endings, folders, gnuplot, and that base and site exist; the site of the base is then
 * named in any case. */
int out_check(OutOptions *opts, const StnCatalog *catalog);
/* clang-format off */
#define ROWS_USAGE \
    "  --rows FILE        measured, modelled and residual, row by row ({data})\n"
#define OUT_USAGE \
    "Output:\n" \
    "  --plot FILE        draw measured against fitted ({figures}; needs gnuplot)\n" \
    "  -o FILE.yaml       a scenario with the result, ready to run\n" \
    "  --base SCENARIO    it inherits from this scenario, and changes friction.SITE only\n" \
    "  --site SITE        with --base (default: the only site)\n" \
    "  --json             the results for machines\n" \
    "  --quiet            print nothing but errors\n"
/* clang-format on */

/* "2.5 mm" or a bare SI number for the option; 0 or EXIT_BAD_INPUT.  `unit`: what must fit, with
 * "|" between that of a linear and that of a rotary system, which are literals as the option is (kind_check); a
 * number with a unit other than "1" is 0 or has a magnitude of 1e-30 to 1e30.  text NULL leaves *value alone.  An option that ends in '=' stands before
 * its value without a blank in messages. */
int quantity_read(const char *option, const char *text, const char *unit, double *value);
/* The same, above 0. */
int positive_read(const char *option, const char *text, const char *unit, double *value);
int count_read(const char *option, const char *text, long least, long most, long *value);
/* Keeps which kind the unit of an option means; quantity_read does it. */
void kind_note(const char *option, const char *text, const char *units, bool rotary);
/* The same of the site of --base. */
void kind_note_base(const char *base, const char *site, bool rotary);
/* Whether an option was given in units of a rotary system. */
bool kind_is_rotary(void);
/* 0, or EXIT_BAD_INPUT after a message when an option was given in units of the other kind.
 * known: the units of the data say the kind. */
int kind_check(bool rotary, bool known);

/* Where a sign is wrong: the option that turns it, as a remark. */
void result_hint_sign(const StnFindings *findings, const DataOptions *opts, const StnData *data,
                      StnRemarks *remarks);
/* The scenario of -o; nothing when it was not asked for.  Refused where it could not run.  part: --base
 * completes what was found. */
int result_write_scenario(const OutOptions *opts, const StnCatalog *catalog,
                          const StnFindings *findings, bool part, const char *title,
                          const char *comment);
/* The rows of a result; path NULL: nothing to do. */
int result_write_rows(const char *path, const StnResult *result);
/* Draws and tells failure; path NULL: nothing to do. */
int result_draw(const char *path, const StnFigure *figure);

#endif
