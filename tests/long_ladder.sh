#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# All steps of tests/test_ladder.sh, 20 seeds of 20 runs: ten minutes of CPU time.
SEEDS=20 RUNS=20 MODELS="M2 M3 M4 M5" exec "$(dirname "${BASH_SOURCE[0]}")/test_ladder.sh"
