#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Many runs of one scenario: lanes beside NumPy and JAX, threads, event-driven runs, a million runs, MPI (bench/ensemble.py
# says what each case measures).  NumPy and JAX are put into a virtual environment of their own in the build folder.
# usage: bench/ensemble.sh [--build FOLDER] [CASE...]    (default: build; all cases but million and study, which take long)
set -euo pipefail
cd "$(dirname "$0")/.."
build=build
[[ ${1:-} != --build ]] || { build=$2; shift 2; }
cmake --build "$build" --target stiction >&2
cmake --build "$build" --target stiction-mpi >/dev/null 2>&1 || true # there is none in a build without MPI
venv=$build/bench-venv
if ! cmp -s bench/requirements.txt "$venv/requirements.txt"; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet -r bench/requirements.txt
    cp bench/requirements.txt "$venv/"
fi
exec "$venv/bin/python" bench/ensemble.py "$build/stiction" "$@"
