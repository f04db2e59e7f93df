#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Every call of each command fails in turn (of the slow ones one out of a few).  $STICTION is the program, $BUILD_DIR the build.
. "$(dirname "${BASH_SOURCE[0]}")/io_faults.sh"
sweep_all 1
summary
