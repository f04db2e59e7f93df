/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A command of the program.  Each has a file of its own that defines NAME_command; the table
 * stands in main.c. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "stiction/stiction.h"

/* EXIT_INTERRUPTED stands for any signal; main makes it 128 + its number. */
enum { EXIT_DONE = 0, EXIT_RUN_FAILED = 1, EXIT_BAD_INPUT = 2, EXIT_INTERRUPTED = 130 };

typedef struct Command {
    const char *name;
    /* argv[0] is the name of the command; returns the exit code. */
    int (*run)(const StnCatalog *catalog, int argc, char **argv);
    const char *help;  /* one line */
    const char *usage; /* all of it, with examples; NULL: identify_usage() */
} Command;

extern const Command list_command, describe_command, new_command, check_command, run_command,
    compare_command, compensate_command, reproduce_command;
extern const Command characterize_command, identify_command, export_command, import_command,
    sweep_command, tune_command, fmu_command;

/* The method of "stiction identify METHOD"; NULL when there is none. */
const Command *identify_method(const char *name);
/* The help of "stiction identify", which lists the methods. */
const char *identify_usage(void);

#endif
