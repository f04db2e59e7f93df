/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Several processes of one command (mpirun).  The program knows nothing of MPI: started as one of several it starts
 * stiction-mpi, which lies beside it and is the same program with it, waits for it, and says it where that is lost. */
#ifndef CLI_TEAM_H
#define CLI_TEAM_H

#include "stiction/stiction.h"

/* What main() does first: where this is one of several processes of a command that takes them, stiction-mpi does the work,
 * and this does not return.  0, or the exit code after a message. */
int team_start(int argc, char **argv);
/* Whether several processes of a command can work together. */
bool team_available(void);
/* 0, or the exit code after a message.  team->size 1: alone. */
int team_begin(StnTeam *team);
/* To be called once after team_begin, also where the command failed; returns the exit code, unless a failure of the first
 * process ends all of them. */
int team_end(const StnTeam *team, int code);

#endif
