#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Some allocations of each command fail, $ALLOCATIONS if that is set, at different places, the first 20 and
# the last 5: the same results, or exit code 1 and "out of memory"; see alloc_sweep.c.  long_alloc_faults.sh
# tries all of them.
. "$(dirname "${BASH_SOURCE[0]}")/alloc_commands.sh"
places=(--places)
sweep_all "${ALLOCATIONS:-10}" --first 20 --last 5
# A sweep in which nothing fails must not pass: here of children, where there are none.
if "$sweeper" --children check block-brake >nothing.txt || ! grep -qx 'no allocation failed' nothing.txt; then
    cat nothing.txt
    failed=1
fi
exit "$failed"
