#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Every allocation of each command fails once, as test_alloc_faults.sh does for some; and of fits,
# selections and characters of laws, which allocate the same places over and over, some.
. "$(dirname "${BASH_SOURCE[0]}")/alloc_commands.sh"
sweep_all 0
fit="data.csv --time t --scenario bench.yaml --match x=x --free Fc,sigma2 --starts 1 --threads 1"
# shellcheck disable=SC2086 # words
sweep 997 --varies identify fit $fit --json
sweep 97 --varies characterize coulomb --json
exit "$failed"
