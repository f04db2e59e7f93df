#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Some allocation of each command fails: the same results, or exit code 1 and "out of memory"; see
# alloc_sweep.c.  long_alloc_faults.sh tries all of them.
. "$(dirname "${BASH_SOURCE[0]}")/alloc_commands.sh"
sweep_all 10
exit "$failed"
