#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The Python package: tests/python with pytest.
. "$(dirname "${BASH_SOURCE[0]}")/python_package.sh"
cd "$package" && "$python" -m pytest -q -p no:cacheprovider "$SOURCE_DIR/tests/python"
