#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The notebooks of docs/notebooks without their figures (those: tests/long_notebooks.sh), and scipy.optimize on top of runs.
. "$(dirname "${BASH_SOURCE[0]}")/python_package.sh"
set -e
export STICTION_DATA=$SOURCE_DIR/docs/data
cd "$package"
notebooks=("$SOURCE_DIR"/docs/notebooks/*.ipynb)
[[ ${#notebooks[@]} -ge 5 ]]
"$python" "$SOURCE_DIR/tests/notebook.py" --no-figures "${notebooks[@]}"
"$python" "$SOURCE_DIR/docs/examples/optimise.py"
