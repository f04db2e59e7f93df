#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Every allocation of each command fails once, as test_alloc_faults.sh does for some; of fits, selections,
# characters of laws and papers, which allocate at the same places over and over, an even sample.
. "$(dirname "${BASH_SOURCE[0]}")/alloc_commands.sh"
sweep_all 3000 --first 20 --last 5
exit "$failed"
