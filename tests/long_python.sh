#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Every built-in scenario with every law, the first 2 s: Python gives the program's bits and events, or its sentence.
. "$(dirname "${BASH_SOURCE[0]}")/python_package.sh"
cd "$package" && "$python" "$SOURCE_DIR/tests/python/product.py"
