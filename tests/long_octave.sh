#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Every scenario with every law, at most 2 s of each, in Octave and in the program.
. "$(dirname "${BASH_SOURCE[0]}")/octave_package.sh"
octave "test_product"
