#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# What the Python package costs beside C, then SciPy's solve_ivp and MuJoCo beside it.
# usage: bench/python.sh [--cost] [--peers [CASE...]]      both; CASE: stick-slip, stop, brake; BUILD (build-test): a build with tests
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath "${BUILD:-build-test}")
tools/venv.sh
[[ -f $build/build.ninja ]] || cmake --preset test
cmake --build "$build" --target stiction_python bench_loop bench_engines >/dev/null
export SOURCE_DIR=$PWD BUILD_DIR=$build
. tests/python_package.sh
if [[ ${1:-} != --peers ]]; then
    "$python" bench/python.py "$build/bench/loop"
fi
if [[ ${1:-} != --cost ]]; then
    [[ $# -eq 0 ]] || shift
    "$python" bench/python_peers.py "$build/bench/engines" "$@"
fi
