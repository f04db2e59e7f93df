#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Some calls of each command fail (all of them: long_io_faults.sh).  $STICTION is the program, $BUILD_DIR the build.
. "$(dirname "${BASH_SOURCE[0]}")/io_faults.sh"
sweep_all 12
summary
