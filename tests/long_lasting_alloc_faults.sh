#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# As long_alloc_faults.sh, with memory that stays out: all allocations after the one that failed fail too.
. "$(dirname "${BASH_SOURCE[0]}")/alloc_commands.sh"
sweep_all 300 --lasting
exit "$failed"
