/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What "identify fit" and "identify select" share: data and model put together, and the output. */
#ifndef CLI_IDENTIFY_PROBLEM_H
#define CLI_IDENTIFY_PROBLEM_H

#include "experiment.h"
#include "field_options.h"
#include "identify.h"
#include "progress.h"

#include "stiction/fit.h"

enum { PROBLEM_OPTIONS = 21 + STN_FIELDS_MAX };

typedef struct ProblemOptions {
    const char *method; /* of the command: "fit", "select" */
    DataOptions data;
    Texts files, set, law, match, input, each, free;
    const char *scenario, *hold_out, *hold_out_runs, *elements, *validate;
    FieldOptions search; /* of stn_fit_fields */
    const char *figure, *output, *rows;
    bool hold, lines, means, cycles, from_zero, json, quiet;
    char mass[100]; /* with a plant: what --mass puts into it */
} ProblemOptions;

/* Fills the options of data, model and output (at most DATA_OPTIONS + PROBLEM_OPTIONS); returns how
 * many. */
int problem_options(ProblemOptions *opts, Option *options);
/* The help for the options of model and search; returns the number of characters. */
size_t problem_usage(char *out, size_t size);

/* A fit, ready to run.  It points into itself: do not copy it. */
typedef struct Problem {
    ProblemOptions *opts;
    const StnCatalog *catalog;
    StnData data;
    Experiment experiment[STN_FIT_RUNS_MAX];
    StnSignal *signal[STN_FIT_RUNS_MAX][STN_INPUTS_MAX];
    StnFitRun run[STN_FIT_RUNS_MAX];
    StnFitSignal match[STN_FIT_RUNS_MAX][STN_FIT_SIGNALS_MAX];
    const char *measured[STN_FIT_SIGNALS_MAX]; /* columns of the data that these are */
    int nrun;
    unsigned char *use;
    StnMeasured moved; /* without a plant */
    StnFreeParameter free[STN_FREE_MAX];
    int nfree;
    StnFitDef fit;
    Progress progress;
    double resolution;                /* of the position, NaN: not known */
    bool motion;                      /* no plant: the friction force itself was measured */
    char label[STN_FIT_RUNS_MAX][80]; /* of the runs, where there are several */
} Problem;

/* 0, or the exit code after a message.  law: of measured motion, NULL: as --law says.
 * hold_out: the part held out where the options say nothing. */
int problem_load(Problem *problem, ProblemOptions *opts, const StnCatalog *catalog,
                 double hold_out);
/* The same with the file of --validate, where there is one; of it nothing is held out. */
int problem_load_other(Problem *problem, const Problem *first);
/* Leaves rows of a measured motion out that a fit or these candidates make no use of, and makes rows of
 * windows where there is a mass. */
int problem_mark(Problem *problem, const StnCandidate *candidate, int ncandidate);
void problem_free(Problem *problem);
/* Where the text of an option stands that is a setting of the search; NULL there: not given. */
const char **problem_search_text(ProblemOptions *opts, const char *name);
/* Without a scenario; a part of problem_load. */
int problem_take_motion(Problem *problem);
/* Marks what is held out; part: where the options say nothing.  A part of problem_load. */
int problem_take_held(Problem *problem, double part);
/* What the index-th --each puts into the scenario of a run. */
double problem_each_value(const Problem *problem, int index, int run);

/* Text or JSON, as the options say. */
int problem_put(const Problem *problem, const StnResult *out, const StnFields *fields,
                const void *settings);
int problem_draw(const Problem *problem, const char *path, const char *law,
                 const StnFitResult *result);
/* The fitted model as a scenario that inherits from the one given.  candidate: the law chosen for a site;
 * NULL: the laws are those of the model.  path NULL: nothing to do. */
int problem_write(const Problem *problem, const char *path, const StnCandidate *candidate, int site,
                  const StnFitResult *result);

/* clang-format off */
#define PROBLEM_USAGE \
    "Model:\n" \
    "  --scenario SCENARIO  what is simulated, closed loop included; time of the data is its time\n" \
    "  --set PATH=VALUE, --law LAW|SITE=LAW   as in \"stiction run\"\n" \
    "  --match COLUMN=DATA  a column of the model and the column of the file that measured it;\n" \
    "                     several are weighed by their own noise\n" \
    "  --input NAME=DATA  an input of the model is this column (straight lines between samples;\n" \
    "                     --hold: held between them, as the goal of a servo is unless --lines says\n" \
    "                     otherwise)\n" \
    "  --each DATA=PATH   with --runs: this column's value goes into the scenario, run by run\n" \
    "  --from-zero        time counts from the first row of each run\n" \
    "  --cycles           compare stick-slip by regime, period, height and mean, not row by row\n" \
    "Without --scenario the friction force itself was measured: --effort, --position (or --velocity\n" \
    "alone, with --means: constant-speed runs) and --law; no plant is simulated.\n" \
    "  --means            each run counts as one row, its mean\n" \
    "  --elements N       laws made of elements start with N of them (4)\n" \
    "\n" \
    "Search:\n" \
    "  --hold-out PART    keep the last part (0 ... 1) of each run out of the fit, to judge it\n" \
    "  --hold-out-runs PART  instead: this part of the runs, whole ones, evenly spread\n" \
    "  --validate FILE    relative error on another file with the same columns\n"
#define PROBLEM_OUT_USAGE \
    "Output:\n" \
    "  --plot FILE        draw measured and fitted ({figures}; needs gnuplot)\n" \
    "  -o FILE.yaml       a scenario with the result\n" \
    "  --json, --quiet    the results for machines; nothing but errors\n"
/* clang-format on */

#endif
