# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Sourced by tests that use a program from outside.

# have PROGRAM: whether it is there; if not, a line that ./test collects says that its part was skipped.
have() {
    command -v "$1" >/dev/null && return
    echo "skipped: $1: part of $(basename "$0") was left out"
    return 1
}
