#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# What the Python package costs beside C, and SciPy's solve_ivp beside both, in one run.
# usage: bench/python.sh [BUILD]      BUILD: a build with tests (build-test), where the extension module is
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath "${1:-build-test}")
tools/venv.sh
[[ -f $build/build.ninja ]] || cmake --preset test
cmake --build "$build" --target stiction_python bench_loop bench_engines >/dev/null
export SOURCE_DIR=$PWD BUILD_DIR=$build
. tests/python_package.sh
"$python" bench/python.py "$build/bench/loop" "$build/bench/engines"
