/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Every file that a command reads or is to write, so that no result overwrites what was read or another
 * result.  Files are compared by device and inode, one that does not exist yet by its folder and name, so
 * that links and "./" hide nothing.  Outputs are named while the options are checked, inputs when they are
 * read, and both before anything runs or is written; whatever comes second is refused. */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include "stiction/stiction.h"

/* Each returns 0, or the exit code after a message that names both files.  path "-": standard input or
 * standard output; NULL: nothing to do. */
int files_will_write(const char *option, const char *path);
/* what: "--data", "the scenario" */
int files_was_read(const char *what, const char *path);
/* Its own file, those of `base:`, tables. */
int files_was_read_by(const StnScenario *scenario);

#endif
